"""CUPOLA_COMPILE_ONLY: programs fill the cache of compiled kernels without a GPU. Needs NVRTC."""
import os
import subprocess
import tempfile

from tap import CUPOLA, Skip, run_tests, test

PROGRAM = """
import cupy as cp
print(cp.cuda.runtime.getDeviceProperties(0)["name"].decode())
x = cp.arange(10.0)
y = x * 2 + 1
kernel = cp.RawKernel('extern "C" __global__ void twice(double *x) { x[threadIdx.x] *= 2; }', "twice")
kernel((1,), (10,), (x,))
print(x.shape, float(y.sum()) is not None)
"""


def run(words, cache, **more):
    environment = dict(os.environ, CUPOLA_CACHE_DIR=cache, CUPOLA_EAGER="1", CUPOLA_COMPILE_ONLY="80", **more)
    environment.pop("CUDA_VISIBLE_DEVICES", None)
    done = subprocess.run([CUPOLA] + words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=200)
    if b"was not found" in done.stderr:
        raise Skip("NVRTC is not installed")
    assert done.returncode == 0, done.stderr.decode()
    folder = os.path.join(cache, "cuda")
    return done.stdout.decode(), sorted(os.listdir(folder)) if os.path.isdir(folder) else []


@test
def a_program_leaves_its_kernels_in_the_cache_and_finds_them_there():
    with tempfile.TemporaryDirectory() as cache:
        out, files = run(["-c", PROGRAM], cache)
        assert out.splitlines() == ["No device: kernels are only compiled", "(10,) True"], out
        assert len(files) >= 4, files
        places = [os.stat(os.path.join(cache, "cuda", name)).st_ino for name in files]
        again, same = run(["-c", PROGRAM], cache)
        assert again == out and same == files
        assert places == [os.stat(os.path.join(cache, "cuda", name)).st_ino for name in files]


ATOMICS = """
import cupy as cp
for type, call in (('int64', 'atomicAdd(&y[0], 1)'), ('float32', 'atomicMax(&y[0], x)'), ('float64', 'atomicMin(&y[0], x)'), ('float16', 'atomicAdd(&y[0], float16(x))')):
    cp.ElementwiseKernel('float32 x', 'raw %s y' % type, call, 'of_' + type)(cp.zeros(4, 'f4'), cp.zeros(2, type))
cp.RawKernel('#include <cupy/atomics.cuh>\\nextern "C" __global__ void f(double *x) { atomicMax(x, 1.0); }', 'f').compile()
print('accepted')
"""


@test
def nvrtc_accepts_the_atomics_of_cupys_headers():
    with tempfile.TemporaryDirectory() as cache:
        assert run(["-c", ATOMICS], cache)[0] == "accepted\n"


@test
def what_programs_begin_with_is_compiled_by_parts():
    with tempfile.TemporaryDirectory() as cache:
        out, files = run(["-m", "cupy._warm", "3", "40"], cache)
        assert out == "" and len(files) >= 2, files
        assert len(set(files) - set(run(["-m", "cupy._warm", "4", "40"], cache)[1])) == 0


@test
def kernels_built_beforehand_need_no_compiler():
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as kernels:
        words = ["-m", "cupy._warm", "--all", "3", "90"]
        _, files = run(words, cache, CUPOLA_PREBUILD=kernels)
        built = os.listdir(os.path.join(kernels, "sm_80"))
        assert not files and len(built) > 5, (files, built)
        _, files = run(words, cache, CUPOLA_KERNELS=kernels)
        assert not files, files
        with open(os.path.join(kernels, "sm_80", built[0]), "r+b") as file:
            file.write(b"torn")
        _, files = run(words, cache, CUPOLA_KERNELS=kernels)
        assert len(files) == 1, files


run_tests()
