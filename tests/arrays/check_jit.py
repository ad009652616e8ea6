#!/usr/bin/env python3
"""cupyx.jit's kernels: what jit_kernels.py prints."""
import subprocess
from pathlib import Path

from tap import CUPOLA, run_tests, test

EXPECTED = """\
True
2
[130816.] 130816
True
NameError Unbound name: foo
TypeError Data type mismatch of variable: `i`: int32 != float32
RuntimeError Cannot call this function from Python layer.
[20 20 20 20 20]
[120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 120 376 376
 376 376 376 376 376 376 376 376 376 376 376 376 376 376]
"""


@test
def kernels_in_python_compute():
    path = Path(__file__).resolve().parent / "jit_kernels.py"
    done = subprocess.run([CUPOLA, "run", str(path)], capture_output=True, text=True, timeout=120)
    assert done.stdout == EXPECTED, done.stdout + done.stderr[-2000:]


run_tests()
