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


@test
def dlpack_lends_memory_of_devices():
    assert output("""
a = cp.arange(4.0)
b = cp.from_dlpack(a)
b[0] = 5
print(a, b.dtype, a.__dlpack_device__(), np.arange(2).__dlpack_device__())
print(cp.fromDlpack(a[::-1].toDlpack()), cp.from_dlpack(a.astype('c8').reshape(2, 2).T).strides)
print(np.from_dlpack(a, device='cpu'), type(np.from_dlpack(a, device='cpu')).__module__)
print(cp.from_dlpack(np.arange(3)), type(cp.from_dlpack(np.arange(3))).__module__)
del a
print(b)
def told(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
told(lambda: np.from_dlpack(b))
told(lambda: b.__dlpack__(dl_device=(1, 0), copy=False))
told(lambda: cp.from_dlpack(np.arange(3), copy=False))
print(repr(b.__dlpack__()).split(' at ')[0], repr(b.__dlpack__(max_version=(1, 0))).split(' at ')[0])
""") == ["[5. 1. 2. 3.] float64 (2, 0) (1, 0)", "[3. 2. 1. 5.] (8, 16)", "[5. 1. 2. 3.] numpy", "[0 1 2] cupy", "[5. 1. 2. 3.]",
         "RuntimeError Unsupported device in DLTensor.", "ValueError GPU memory cannot be exported to CPU without making a copy",
         "ValueError an array of the host cannot be used on a device without making a copy",
         '<capsule object "dltensor" <capsule object "dltensor_versioned"']


run_tests()
