"""Containers in functions compiled by numba's jit: the same programs under numba and here print the same."""
# timeout: 600
import os
import subprocess

from tap import CUPOLA, SOURCE, Skip, run_tests, test

FOLDER = os.path.join(SOURCE, "tests", "compiled", "containers")
PYTHON = os.path.join(os.environ.get("CUPOLA_VENV", os.path.join(SOURCE, ".venv")), "bin", "python")


def output(command):
    environment = dict(os.environ, PYTHONWARNINGS="ignore")
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, cwd=FOLDER, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def has_numba():
    return os.path.exists(PYTHON) and subprocess.run([PYTHON, "-c", "import numba"], capture_output=True).returncode == 0


def program_test(name):
    def compare():
        if not has_numba():
            raise Skip("numba is not installed")
        theirs, ours = output([PYTHON, name]), output([CUPOLA, "run", name])
        wrong = [(number, a, b) for number, (a, b) in enumerate(zip(theirs, ours), 1) if a != b]
        assert not wrong, "line %d:\n  numba: %s\n  here:  %s" % wrong[0]
        assert len(theirs) == len(ours), "%d lines, not %d" % (len(ours), len(theirs))
    compare.__name__ = name[:-3] + "_prints_what_numba_prints"
    test(compare)


for program in sorted(os.listdir(FOLDER)):
    if program.endswith(".py"):
        program_test(program)

run_tests()
