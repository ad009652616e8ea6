"""Arrays beside NumPy and SciPy: the works of rows.py, measured in turns in one run.

    tests/bench/arrays/run.py [-n ROUNDS] [path of cupola] [word in the groups or names...]  (.venv's Python)

Each work has a process on either side (both with the same environment: threads, OPENBLAS_CORETYPE). A round measures one
side, then the other, in changing order; a figure is the least of all rounds, the spread the ratios' lower and upper quarter.
Results must agree: bit by bit, or (transcendental functions, solvers, transforms) within 1e-9 of the largest. `memory` is the peak
beyond what stood before the work, in MiB.
"""
import ctypes
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
from rows import ROWS


class Side:
    def __init__(self, command, number):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(command + [os.path.join(HERE, "work.py"), str(number), self.folder.name], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        first = self.process.stdout.readline().split()
        if not first:
            raise RuntimeError("no answer")
        self.memory, self.checksum = max(0, int(first[0])) / 2**20, int(first[1])
        self.sample = np.load(glob.glob(self.folder.name + "/*.npy")[0])
        self.seconds = []

    def measure(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.seconds.append(float(self.process.stdout.readline()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.folder.cleanup()


def agree(ours, theirs):
    if ours.checksum != theirs.checksum or ours.sample.shape != theirs.sample.shape or ours.sample.dtype != theirs.sample.dtype:
        return False
    if ours.checksum:
        return True
    return bool(np.abs(ours.sample - theirs.sample).max() <= 1e-9 * np.abs(theirs.sample).max())


def compare(cupola, number, rounds):
    sides = []
    try:
        for command in [cupola, "run"], [sys.executable]:
            sides.append(Side(command, number))
        ours, theirs = sides
        for turn in range(rounds):
            for side in (sides if turn % 2 else sides[::-1]):
                side.measure()
            if turn >= 2 and sum(ours.seconds) + sum(theirs.seconds) > 60:
                break
        return ours, theirs, agree(ours, theirs)
    finally:
        for side in sides:
            side.close()


def duration(seconds):
    return "%.1fms" % (seconds * 1e3) if seconds >= 1e-3 else "%.1fus" % (seconds * 1e6) if seconds >= 1e-5 else "%.0fns" % (seconds * 1e9)


def describe(cupola):
    print(subprocess.run([cupola, "version"], stdout=subprocess.PIPE, text=True, check=True).stdout, end="")
    import scipy
    print("NumPy      %s, SciPy %s" % (np.__version__, scipy.__version__))
    for path in glob.glob(os.path.join(os.path.dirname(np.__file__) + ".libs", "*openblas*")):
        library = ctypes.CDLL(path)
        library.scipy_openblas_get_config64_.restype = ctypes.c_char_p
        print("its BLAS   %s, %d threads" % (library.scipy_openblas_get_config64_().decode(), library.scipy_openblas_get_num_threads64_()))
    print("both       %s" % (", ".join("%s=%s" % item for item in sorted(os.environ.items()) if item[0].startswith(("OMP_", "OPENBLAS_", "SLURM_")))
                             or "no thread variables set"))


def main():
    arguments = sys.argv[1:]
    rounds = 7
    if arguments[:1] == ["-n"]:
        rounds = int(arguments[1])
        del arguments[:2]
    cupola = os.path.abspath(arguments[0]) if arguments else os.path.join(SOURCE, "build", "cupola")
    words = arguments[1:]
    describe(cupola)
    print("%-36s %10s %10s %6s %13s %6s %5s %7s %7s" % ("work", "NumPy", "Cupola", "ratio", "spread", "asked", "", "memory", "memory"))
    met = count = 0
    for number, (group, name, asked, *_) in enumerate(ROWS):
        if words and not any(word in group + " " + name for word in words):
            continue
        count += 1
        try:
            ours, theirs, same = compare(cupola, number, rounds)
        except (RuntimeError, ValueError) as error:
            print("%-36s failed: %s" % (name, error), flush=True)
            continue
        ratio = min(theirs.seconds) / min(ours.seconds)
        ratios = np.percentile(np.array(theirs.seconds) / np.array(ours.seconds), [25, 75])
        met += ratio >= asked and same
        print("%-36s %10s %10s %6.2f %6.2f %6.2f %6.2f %-5s %7.0f %7.0f%s" % (
            name, duration(min(theirs.seconds)), duration(min(ours.seconds)), ratio, *ratios, asked, "met" if ratio >= asked else "", theirs.memory,
            ours.memory, "" if same else "  DIFFERENT RESULTS"), flush=True)
    print("%d of %d met" % (met, count))


if __name__ == "__main__":
    main()
