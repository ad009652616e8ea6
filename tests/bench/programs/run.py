#!/usr/bin/env python3
"""Whole programs beside NumPy (or CuPy): those of names.py, measured in turns in one run.

    tests/bench/programs/run.py [-n ROUNDS] [--size small,medium,large] [--cupy] [path of cupola] [word in the names...]

Run it under .venv's Python (with --cupy: under one that has CuPy and a GPU). Each program has a process on either side; a round
measures one side, then the other, in changing order; a figure is the least of all rounds (7; fewer when they take over 20 s).
Results must agree: integers and truth values exactly, floats within 1e-7 of the largest. The last lines are the geometric means
of NumPy's time divided by Cupola's, and how many programs are slower (below 0.95).
"""
import argparse
import glob
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
from names import PROGRAMS


class Side:
    def __init__(self, command, name, size, extra):
        self.folder = tempfile.TemporaryDirectory()
        words = command + [os.path.join(HERE, "work.py"), name, size, self.folder.name] + extra
        self.process = subprocess.Popen(words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seconds = []
        first = self.process.stdout.readline()
        if not first:
            raise RuntimeError("%s %s: no answer of %s" % (name, size, command[0]))
        self.first = float(first)
        self.results = [np.load(path) for path in sorted(glob.glob(self.folder.name + "/*.npy"))]

    def measure(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.seconds.append(float(self.process.stdout.readline()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.folder.cleanup()


def agree(ours, theirs):
    if len(ours) != len(theirs):
        return False
    for a, b in zip(ours, theirs):
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        if a.dtype.kind in "biu":
            if not np.array_equal(a, b):
                return False
        elif a.size and not np.abs(a - b).max() <= 1e-7 * max(np.abs(b).max(), 1e-300):
            return False
    return True


def compare(cupola, name, size, rounds, extra):
    sides = []
    try:
        for command in [cupola, "run"], [sys.executable]:
            sides.append(Side(command, name, size, extra))
        ours, theirs = sides
        for turn in range(rounds):
            for side in (sides if turn % 2 else sides[::-1]):
                side.measure()
            if turn >= 2 and sum(ours.seconds) + sum(theirs.seconds) > 20:
                break
        return ours, theirs
    finally:
        for side in sides:
            side.close()


def duration(seconds):
    return "%.2fs" % seconds if seconds >= 1 else "%.2fms" % (seconds * 1e3) if seconds >= 1e-3 else "%.1fus" % (seconds * 1e6)


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=7, metavar="ROUNDS")
    parser.add_argument("--size", default="small,medium,large")
    parser.add_argument("--cupy", action="store_true")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    words = options.words
    cupola = os.path.join(SOURCE, "build", "cupola")
    if words and os.access(words[0], os.X_OK) and os.path.isfile(words[0]):
        cupola = os.path.abspath(words.pop(0))
    extra = ["cupy"] if options.cupy else []
    ratios, wrong, failed = {}, [], []
    print("%-30s %-8s %-7s %10s %10s %6s %6s" % ("program", "access", "size", "cupola", "peer", "ratio", "first"))
    for name, program in PROGRAMS.items():
        if words and not any(word in name for word in words):
            continue
        for size in options.size.split(","):
            try:
                ours, theirs = compare(cupola, name, size, options.n, extra)
            except (RuntimeError, ValueError) as error:
                failed.append(str(error))
                print("%-30s %-8s %-7s FAILED" % (name, program.access, size), flush=True)
                continue
            ratio = min(theirs.seconds) / min(ours.seconds)
            ratios[name, size] = ratio
            same = agree(ours.results, theirs.results)
            if not same:
                wrong.append(name + " " + size)
            print("%-30s %-8s %-7s %10s %10s %6.2f %6.2f%s" % (name, program.access, size, duration(min(ours.seconds)),
                  duration(min(theirs.seconds)), ratio, theirs.first / ours.first, "" if same else "  RESULTS DIFFER"), flush=True)
    for size in options.size.split(","):
        some = [ratio for (_, of), ratio in ratios.items() if of == size]
        if some:
            print("%-8s geometric mean %.2f, %d of %d below 0.95" % (size, geometric_mean(some), sum(r < 0.95 for r in some), len(some)))
    if ratios:
        print("all      geometric mean %.2f, %d of %d below 0.95; %d differ, %d failed"
              % (geometric_mean(list(ratios.values())), sum(r < 0.95 for r in ratios.values()), len(ratios), len(wrong), len(failed)))
    for line in failed + wrong:
        print("  " + line)
    sys.exit(1 if wrong or failed else 0)


main()
