"""Runs the case files of a folder under Cupola, and tells what each case said."""
import os
import subprocess

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")


def run_folder(folder):
    folder = os.path.join(SOURCE, "tests", "kernels", folder)
    number = 0
    for name in sorted(name for name in os.listdir(folder) if name.endswith("_cases.py")):
        process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(folder, name)], stdin=subprocess.DEVNULL,
                                 env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        lines = process.stdout.decode().splitlines()
        found = [line for line in lines if line.startswith(("ok - ", "not ok - "))]
        for line in lines:
            if line in found:
                number += 1
                said, _, title = line.partition(" - ")
                print("%s %d - %s: %s" % (said, number, name[:-9], title))
            else:
                print("# " + line)
        if process.returncode or not found:
            number += 1
            print("not ok %d - %s ended with %d\n# %s" % (number, name, process.returncode, process.stderr.decode()[-2000:].replace("\n", "\n# ")))
    print("1..%d" % number)
