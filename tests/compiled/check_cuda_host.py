"""numba.cuda's arrays, streams and devices, against numba's simulator and against what cuda_shared.txt says."""
import difflib
import os
import subprocess
import sys

from tap import CUPOLA, SOURCE, Skip, run_tests, test

HERE = os.path.join(SOURCE, "tests", "compiled")


def output(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, env=dict(os.environ, **more))
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def compare(wanted, got):
    assert wanted == got, "\n".join(list(difflib.unified_diff(wanted, got, "wanted", "cupola", lineterm="", n=0))[:40])


@test
def arrays_are_as_the_simulator_has_them():
    try:
        import numba
    except ImportError:
        raise Skip("no numba to compare with")
    program = os.path.join(HERE, "cuda_host.py")
    compare(output(sys.executable, program, NUMBA_ENABLE_CUDASIM="1"), output(CUPOLA, "run", program))


@test
def arrays_are_shared_with_cupy():
    with open(os.path.join(HERE, "cuda_shared.txt")) as file:
        compare(file.read().splitlines(), output(CUPOLA, "run", os.path.join(HERE, "cuda_shared.py"), CUPOLA_EMULATED_DEVICES="2"))


run_tests()
