"""Kernels compiled over lanes leave the same as interpreted, thread by thread: to the bit, and to the fault."""
import os
import subprocess

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")


def run(**environment):
    process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(SOURCE, "tests", "kernels", "lanes.py")],
                             env=dict(os.environ, CUDA_VISIBLE_DEVICES="", **environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if process.returncode:
        print("not ok - lanes.py ended with %d\n# %s" % (process.returncode, process.stderr.decode()[-2000:].replace("\n", "\n# ")))
    refused = [line for line in process.stderr.decode().splitlines() if "LLVM" in line]
    if refused:
        print("not ok - what was rendered is not LLVM's\n# " + "\n# ".join(refused[:5]))
    return process.stdout.decode().splitlines()


compiled, interpreted = run(CUPOLA_DUMP="none"), run(CUPOLA_KERNELS="interpret")
print("1..%d" % max(1, len(interpreted)))
if len(compiled) != len(interpreted) or not compiled:
    print("not ok - %d rows compiled, %d interpreted" % (len(compiled), len(interpreted)))
for number, (left, right) in enumerate(zip(compiled, interpreted), 1):
    title = " ".join(right.split(" [")[0].split()[:6])
    print("%s %d - %s" % ("ok" if left == right else "not ok", number, title))
    if left != right:
        at = next((i for i in range(min(len(left), len(right))) if left[i] != right[i]), 0)
        print("# compiled:    %s\n# interpreted: %s" % (left[max(0, at - 60):at + 100], right[max(0, at - 60):at + 100]))
