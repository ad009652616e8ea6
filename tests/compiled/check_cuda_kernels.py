# timeout: 600
"""numba.cuda's kernels: against numba's simulator, compiled over lanes and interpreted, and as CUDA C that NVRTC takes."""
import difflib
import os
import subprocess
import sys
import tempfile

from tap import CUPOLA, SOURCE, Skip, run_tests, test

HERE = os.path.join(SOURCE, "tests", "compiled")
KERNELS = os.path.join(HERE, "cuda_kernels.py")
# Behind the kernels' program: the PTX of every kernel that it has launched.
TRANSLATED = """
made = 0
for value in list(globals().values()):
    if isinstance(value, type(add)) and value.overloads:
        for types, kernel in value.overloads.items():
            made += '.visible .entry' in kernel.inspect_asm((9, 0))
print(made)
"""


def output(*command, **more):
    environment = dict(os.environ, CUPOLA_EMULATED_DEVICES="2", **more)
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, env=environment)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def compare(wanted, got):
    assert wanted == got, "\n".join(list(difflib.unified_diff(wanted, got, "wanted", "cupola", lineterm="", n=0))[:40])


@test
def kernels_are_as_in_the_simulator():
    try:
        import numba
    except ImportError:
        raise Skip("no numba to compare with")
    compare(output(sys.executable, "-W", "ignore", KERNELS, NUMBA_ENABLE_CUDASIM="1"), output(CUPOLA, "run", KERNELS))


@test
def interpreted_kernels_are_the_same():
    compare(output(CUPOLA, "run", KERNELS), output(CUPOLA, "run", KERNELS, CUPOLA_KERNELS="interpret"))


@test
def errors_and_launches_are_as_numba_words_them():
    with open(os.path.join(HERE, "cuda_errors.txt")) as file:
        compare(file.read().splitlines(), output(CUPOLA, "run", os.path.join(HERE, "cuda_errors.py")))


@test
def nvrtc_takes_every_kernel():
    with open(KERNELS) as file, tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "translated.py")
        with open(program, "w") as whole:
            whole.write(file.read() + TRANSLATED)
        try:
            lines = output(CUPOLA, "run", program)
        except AssertionError as error:
            if "libnvrtc" in str(error):
                raise Skip("no NVRTC here")
            raise
    assert int(lines[-1]) >= 20, lines[-1]


run_tests()
