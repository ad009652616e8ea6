"""Every function, type and module has a docstring: what has none is counted, and may not become more."""
import os
import subprocess

from tap import CUPOLA, SOURCE, run_tests, test

ALLOWED = 0.1  # the part of all members that may be without


@test
def members_have_docstrings():
    path = os.path.join(SOURCE, "tests", "language", "docstrings.py")
    done = subprocess.run([CUPOLA, "run", path], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    print("# " + lines[-1])
    words = lines[-1].split()
    assert int(words[0]) <= ALLOWED * int(words[2]), done.stdout[:5000]


run_tests()
