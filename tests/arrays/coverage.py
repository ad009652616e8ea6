#!/usr/bin/env python3
"""Which names that notebooks use are there: a table, and the names that are missing, the most used first.

    tests/arrays/coverage.py [--cupola PROGRAM] [--all]

frequency.txt holds the counts. Names that the installed NumPy and SciPy themselves do not have (np.int, ndarray.tostring, what
is JAX's) do not count. A name is present when it can be looked up; what is deep inside (cupyx.jit.blockDim.x, which
only means something inside a kernel) counts by its longest part that is a module's member. `--all` prints the rows that are
present, too. Exit status 1 when a share is below its goal."""
import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOALS = {"numpy": 98.0, "ndarray": 98.0, "cupy": 98.0, "cupyx": 95.0, "scipy": 90.0, "scipy (its rooms here)": 90.0}
ROOMS = ("scipy.signal", "scipy.ndimage", "scipy.linalg", "scipy.fft", "scipy.special")

PROGRAM = '''
import sys

MODULES = {"np": "numpy", "cp": "cupy"}


def is_there(section, name):
    if section == "ndarray":
        import numpy as np
        if hasattr(np.zeros(1), name):
            return True
        import cupy
        return hasattr(cupy.zeros(1), name)
    first, _, rest = name.partition(".")
    place = MODULES.get(first, first)
    try:
        found = __import__(place)
    except ImportError:
        return False
    for part in rest.split(".") if rest else ():
        if not hasattr(found, part):
            try:
                __import__(place + "." + part)
                found = sys.modules[place + "." + part]
            except Exception:
                return not isinstance(found, type(sys)) and section == "cupyx"
        else:
            found = getattr(found, part)
        place += "." + part
    return True


with open(sys.argv[1]) as file, open(sys.argv[2], "w") as results:
    for line in file:
        section, name = line.split()
        try:
            there = is_there(section, name)
        except Exception as error:
            there = False
        results.write(f"{section} {name} {int(there)}\\n")
'''


def read_rows():
    with open(os.path.join(HERE, "frequency.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                section, name, count = line.split()
                yield section, name, int(count)


def look_up(command, rows):
    with tempfile.TemporaryDirectory(prefix="coverage-") as folder:
        paths = [os.path.join(folder, name) for name in ("program.py", "names", "results")]
        with open(paths[0], "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(paths[1], "w", encoding="utf-8") as file:
            file.writelines(f"{section} {name}\n" for section, name, _ in rows)
        subprocess.run([*command, *paths], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(paths[2], encoding="utf-8") as file:
            return {tuple(line.split()[:2]): line.split()[2] == "1" for line in file}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cupola", default=os.environ.get("CUPOLA", "build/cupola"))
    parser.add_argument("--all", action="store_true", help="the rows that are present, too")
    parser.add_argument("--python", default=os.path.join(os.environ.get("CUPOLA_VENV", os.path.join(os.path.dirname(os.path.dirname(HERE)), ".venv")), "bin/python"))
    options = parser.parse_args()
    rows = list(read_rows())
    there = look_up([os.path.abspath(options.cupola), "run"], rows)
    oracle = look_up([options.python], rows) if os.path.exists(options.python) else {}
    groups, gone = {}, []
    for section, name, count in rows:
        if oracle and section in ("numpy", "scipy", "ndarray") and not oracle[section, name] and not there[section, name]:
            gone.append((section, name, count))
            continue
        groups.setdefault(section, []).append((name, count, there[section, name]))
        if section == "scipy" and name.startswith(ROOMS):
            groups.setdefault("scipy (its rooms here)", []).append((name, count, there[section, name]))
    low = False
    print("%-24s %6s %8s %8s %8s %9s %6s" % ("table", "names", "present", "uses", "covered", "weighted", "goal"))
    for section, names in groups.items():
        uses, covered = sum(count for _, count, _ in names), sum(count for _, count, is_there in names if is_there)
        share, goal = 100.0 * covered / uses, GOALS.get(section)
        low = low or goal is not None and share < goal
        print("%-24s %6d %8d %8d %8d %8.2f%% %6s" % (section, len(names), sum(row[2] for row in names), uses, covered, share,
                                                   "" if goal is None else "%g" % goal))
    for wanted in (False, True) if options.all else (False,):
        print("\n%s:" % ("present" if wanted else "missing"))
        for section, names in groups.items():
            for name, count, is_there in sorted(names, key=lambda row: -row[1]):
                if is_there == wanted and "rooms" not in section:
                    print("%6d  %-8s %s" % (count, section, name))
    print("\nnot in the installed NumPy and SciPy either:")
    for section, name, count in gone:
        print("%6d  %-8s %s" % (count, section, name))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
