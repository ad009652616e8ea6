"""Each program of this folder under Cupola and under CPython, in one run: the ratio of times, and the geometric mean.

    tests/bench/language/run.py [path of cupola] [word in the names...]
"""
import glob
import math
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
ROUNDS = 3


def seconds(command):
    began = time.perf_counter()
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return time.perf_counter() - began, text


def main():
    cupola = sys.argv[1] if len(sys.argv) > 1 else os.path.join(SOURCE, "build", "cupola")
    command = [cupola, "run"] if os.path.basename(cupola) == "cupola" else [cupola]
    logs = []
    print("%-16s %9s %9s %7s" % ("program", "CPython", "Cupola", "ratio"))
    for path in sorted(glob.glob(os.path.join(HERE, "*.py"))):
        name = os.path.basename(path)[:-3]
        if name == "run" or (len(sys.argv) > 2 and not any(word in name for word in sys.argv[2:])):
            continue
        theirs = min(seconds(["/usr/bin/python3", path]) for _ in range(ROUNDS))
        ours = min(seconds(command + [path]) for _ in range(ROUNDS))
        mark = "" if ours[1] == theirs[1] else "  DIFFERENT OUTPUT"
        logs.append(math.log(theirs[0] / ours[0]))
        print("%-16s %8.3fs %8.3fs %7.2f%s" % (name, theirs[0], ours[0], theirs[0] / ours[0], mark), flush=True)
    print("%-16s %27.2f" % ("geometric mean", math.exp(sum(logs) / len(logs))))


if __name__ == "__main__":
    main()
