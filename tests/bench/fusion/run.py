"""Array expressions beside NumPy, in turns in one run: with pending work fused, and with CUPOLA_EAGER=1.

    tests/bench/fusion/run.py [-n ROUNDS] [path of cupola] [word in the names...]      (under .venv's Python)

A figure is the least of all rounds; small expressions, where an eager run and a fused one do the same, have five times as many, in
changing order. `memory` is the peak beyond the operands and the result, in MiB.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
WORK = os.path.join(HERE, "work.py")
ROWS = [("sin(x)*cos(y)+sqrt(z)", "1e6"), ("sin(x)*cos(y)+sqrt(z)", "1e7"), ("((x-x.mean())**2).sum()", "1e6"),
        ("((x-x.mean())**2).sum()", "1e7"), ("x*2+y*3+z*4-1", "1e7"), ("sqrt(x*x+y*y+z*z)", "1e7"), ("exp(-x*x/2)", "1e7"),
        ("where(x>y,x-y,y-x).max()", "1e7"), ("x+y", "10"), ("x+y*z", "10"), ("x+y", "1000"), ("x+y*z", "1000"),
        ("x+y*z", "10000"), ("sin(x)*cos(y)+sqrt(z)", "1000")]


def measure(command, name, size, **more):
    done = subprocess.run(command + [WORK, name, size], env=dict(os.environ, **more), stdout=subprocess.PIPE, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def main():
    arguments = sys.argv[1:]
    rounds = 3
    if arguments[:1] == ["-n"]:
        rounds = int(arguments[1])
        del arguments[:2]
    cupola = [arguments[0] if arguments else os.path.join(SOURCE, "build", "cupola"), "run"]
    words = arguments[1:]
    print("%-30s %10s %10s %10s %7s %7s  %7s %7s %7s" % ("expression", "NumPy", "eager", "fused", "NumPy/", "eager/", "memory",
                                                         "memory", "memory"))
    for name, size in ROWS:
        if words and not any(word in name + " " + size for word in words):
            continue
        runs = ([sys.executable], {}), (cupola, {"CUPOLA_EAGER": "1"}), (cupola, {})
        figures = []
        for turn in range(rounds * (1 if float(size) > 1e5 else 5)):
            order = (0, 1, 2) if turn % 2 else (2, 1, 0)
            row = {i: measure(runs[i][0], name, size, **runs[i][1]) for i in order}
            figures.append([row[i] for i in range(3)])
        seconds = [min(row[i][0] for row in figures) for i in range(3)]
        result = 0 if "sum" in name or "max" in name else float(size) * 8
        memory = [max(0.0, min(row[i][1] for row in figures) - result) / 2**20 for i in range(3)]
        print("%-30s %8.2fus %8.2fus %8.2fus %7.2f %7.2f  %7.0f %7.0f %7.0f"
              % ((name + " " + size,) + tuple(s * 1e6 for s in seconds) + (seconds[0] / seconds[2], seconds[1] / seconds[2])
                 + tuple(memory)), flush=True)


main()
