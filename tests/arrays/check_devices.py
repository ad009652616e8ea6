"""Several devices, and the smaller half of the GPU tests, on the devices that there are (emulated ones, or GPUs)."""
import os
import subprocess

from tap import CUPOLA, SOURCE, run_tests, test


def output(program, **more):
    done = subprocess.run([CUPOLA, "-c", "import cupy as cp\nimport numpy as np\n" + program], env=dict(os.environ, **more),
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def script(name, **more):
    done = subprocess.run([CUPOLA, "run", os.path.join(SOURCE, "tests", "gpu", name)], env=dict(os.environ, **more), capture_output=True,
                          text=True, timeout=250)
    assert done.returncode == 0 and done.stdout.endswith("every part ran\n"), done.stdout[-500:] + done.stderr[-1500:]
    wrong = [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    assert not wrong, wrong


@test
def a_kernel_of_every_primitive_runs():
    script("sanitized.py")


@test
def several_devices_work_together():
    script("devices.py", CUPOLA_EMULATED_PEERS="0")


@test
def peers_meet_with_a_warning():
    script("devices.py", CUPOLA_EMULATED_PEERS="1", CUDA_VISIBLE_DEVICES="")


@test
def a_warning_of_peers_may_be_an_error():
    lines = output("""
import warnings
from cupy._util import PerformanceWarning
warnings.simplefilter("error", PerformanceWarning)
a = cp.arange(3)
with cp.cuda.Device(1):
    b = cp.arange(3)
for work in (lambda: a + b, lambda: cp.concatenate([a, b]), lambda: cp.sum(b), lambda: np.dot(a, b), lambda: b.max()):
    try:
        print(work())
    except PerformanceWarning as warning:
        print(warning)
print(cp.cuda.runtime.deviceCanAccessPeer(0, 1), cp.cuda.runtime.deviceCanAccessPeer(1, 1), issubclass(PerformanceWarning, RuntimeWarning))
""", CUPOLA_EMULATED_PEERS="1", CUDA_VISIBLE_DEVICES="")
    told = "The device where the array resides (1) is different from the current device (0). Peer access has been activated automatically."
    assert lines == [told] * 5 + ["1 0 True"], lines


run_tests()
