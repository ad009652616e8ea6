"""Each program of this folder under Cupola and under CPython, in turn: the ratio of processor times (start-up
included), the geometric mean, and the peak memory of both.

    tests/bench/language/run.py [-n ROUNDS] [path of cupola] [word in the names...]

The programs called memory_* are there for their memory and do not count in the mean. `imports` lists, for each of the
library's modules, what `-c "import MODULE"` takes beyond an empty program, whose time is the first line. Processor time is
that of the process alone, so other work on the machine disturbs it little; each figure is the least of the rounds.
"""
import glob
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CPYTHON = "/usr/bin/python3"
MODULES = """abc argparse array ast asyncio base64 bisect calendar cmath collections concurrent.futures contextlib copy csv ctypes
dataclasses datetime decimal difflib doctest enum fractions functools gc glob hashlib heapq importlib inspect io itertools json
logging math multiprocessing numbers operator os pathlib pickle platform pprint queue random re shlex shutil socket statistics
string struct subprocess sys tempfile textwrap threading time timeit traceback types typing unittest unittest.mock
urllib.request uuid warnings weakref zoneinfo""".split()


def measure(command):
    """Processor seconds, peak memory in KiB, output; None when the command fails."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            return None
        output.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output.read()


def compare(arguments, command, rounds):
    """The least of the rounds of CPython and of Cupola, and whether both print the same."""
    theirs, ours = [], []
    for _ in range(rounds):
        theirs.append(measure([CPYTHON] + arguments))
        ours.append(measure(command + arguments))
    if None in theirs or None in ours:
        return None
    return min(theirs)[:2], min(ours)[:2], ours[0][2] == theirs[0][2]


def compare_imports(cupola, rounds):
    start = compare(["-c", "pass"], [cupola], 3 * rounds)
    print("%-23s %6.1fms %6.1fms" % ("start", start[0][0] * 1000, start[1][0] * 1000))
    slower = []
    for name in MODULES:
        result = compare(["-c", "import " + name], [cupola], rounds)
        if not result:
            print("import %-16s failed" % name, flush=True)
            continue
        theirs, ours = ((one[0] - nothing[0]) * 1000 for one, nothing in zip(result[:2], start))
        print("import %-16s %6.1fms %6.1fms" % (name, theirs, ours), flush=True)
        if ours > theirs + 0.5:
            slower.append(name)
    print("slower than CPython's by more than half a millisecond:", ", ".join(slower) or "none")


def main():
    arguments = sys.argv[1:]
    rounds = 3
    if arguments[:1] == ["-n"]:
        rounds = int(arguments[1])
        del arguments[:2]
    cupola = arguments[0] if arguments else os.path.join(SOURCE, "build", "cupola")
    command = [cupola, "run"] if os.path.basename(cupola) == "cupola" else [cupola]
    words = arguments[1:]
    logs = []
    print("%-16s %9s %9s %7s %10s %10s" % ("program", "CPython", "Cupola", "ratio", "CPython", "Cupola"))
    for path in sorted(glob.glob(os.path.join(HERE, "*.py"))):
        name = os.path.basename(path)[:-3]
        if name == "run" or (words and not any(word in name for word in words)):
            continue
        result = compare([path], command, rounds)
        if not result:
            print("%-16s failed" % name, flush=True)
            continue
        theirs, ours, same = result
        if not name.startswith("memory"):
            logs.append(math.log(theirs[0] / ours[0]))
        print("%-16s %8.3fs %8.3fs %7.2f %6d MiB %6d MiB%s" % (name, theirs[0], ours[0], theirs[0] / ours[0], theirs[1] >> 10,
              ours[1] >> 10, "" if same else "  DIFFERENT OUTPUT"), flush=True)
    if logs:
        print("%-16s %27.2f" % ("geometric mean", math.exp(sum(logs) / len(logs))))
    if not words or "imports" in words:
        compare_imports(cupola, rounds)


if __name__ == "__main__":
    main()
