"""numba's types, signatures, errors and settings: what numba_types.py prints here and under numba."""
import difflib
import os
import subprocess
import sys

from tap import CUPOLA, SOURCE, Skip, run_tests, test

PROGRAM = os.path.join(SOURCE, "tests", "compiled", "numba_types.py")


def output(*command):
    done = subprocess.run([*command, PROGRAM], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@test
def types_are_as_numba_has_them():
    try:
        import numba
    except ImportError:
        raise Skip("no numba to compare with")
    wanted, got = output(sys.executable), output(CUPOLA, "run")
    assert wanted == got, "\n".join(list(difflib.unified_diff(wanted, got, "numba", "cupola", lineterm="", n=0))[:40])


@test
def importing_it_costs_little():
    text = "import time; t = time.perf_counter(); import numba; print(time.perf_counter() - t < 0.02)"
    assert subprocess.run([CUPOLA, "-c", text], capture_output=True, text=True, timeout=60).stdout == "True\n"


run_tests()
