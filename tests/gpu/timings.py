"""Times of CuPy programs, the same under CuPy and under Cupola: `name seconds` lines. Medians; device work is waited for
where the name does not say launch. With the argument `launches` only these."""
import os
import sys
import time

import cupy as cp
import numpy as np

stream = cp.cuda.Stream.null


def median(numbers):
    return sorted(numbers)[len(numbers) // 2]


def warm_up(function, seconds=1.0):
    """Until what is compiled beside the work is there."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for _ in range(5):
            function()
        stream.synchronize()


def launch(name, function, count=300):
    """The time of the call itself: asynchronous work is queued, not waited for."""
    warm_up(function)
    times = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(count):
            function()
        times.append((time.perf_counter() - start) / count)
        stream.synchronize()
    print("%-32s %.3e" % (name, median(times)))


def work(name, function, count=5):
    warm_up(function)
    times = []
    for _ in range(count):
        start = time.perf_counter()
        function()
        stream.synchronize()
        times.append(time.perf_counter() - start)
    print("%-32s %.3e" % (name, median(times)))


def peers(x, y):
    """Other ways to the chain, where this is CuPy: its fuse, and JAX's jit."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    try:
        import jax
    except ImportError:
        return
    if not hasattr(cp, "fuse"):
        return
    jax.config.update("jax_enable_x64", True)

    @cp.fuse
    def fused(x, y):
        return cp.sin(x) * cp.cos(y) + cp.sqrt(x)

    jitted = jax.jit(lambda x, y: jax.numpy.sin(x) * jax.numpy.cos(y) + jax.numpy.sqrt(x))
    yield "cupy.fuse", lambda: fused(x, y)
    u, v = jax.dlpack.from_dlpack(x), jax.dlpack.from_dlpack(y)
    yield "jax.jit", lambda: jitted(u, v).block_until_ready()


a = cp.arange(1000, dtype="float64")
b = cp.arange(1000, dtype="float64")
small = cp.ones((64, 64), dtype="float32")
launch("launch a+b n=1000", lambda: a + b)
launch("launch sin(a)*cos(b)+sqrt(a)", lambda: cp.sin(a) * cp.cos(b) + cp.sqrt(a))
launch("launch a*2+b*3-1", lambda: a * 2 + b * 3 - 1)
launch("launch a.sum()", lambda: a.sum())
launch("a[1:-1] view", lambda: a[1:-1])
launch("launch matmul 64x64 f32", lambda: cp.matmul(small, small))
launch("float(a.sum())", lambda: float(a.sum()))
launch("a[a>0.5]", lambda: a[a > 0.5], 100)
scale = cp.RawKernel('extern "C" __global__ void scale(double *x, int n) { int i = blockDim.x * blockIdx.x + threadIdx.x; if (i < n) x[i] *= 2; }', "scale")
multiply_add = cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + 1", "multiply_add")
length = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")
launch("launch RawKernel", lambda: scale((8,), (128,), (a, 1000)))
launch("launch ElementwiseKernel", lambda: multiply_add(a, b))
launch("launch ReductionKernel", lambda: length(a))
if sys.argv[1:] == ["launches"]:
    sys.exit()
for dtype in ("float32", "float64"):
    x = cp.random.rand(10000, 10000).astype(dtype).ravel()
    y = cp.random.rand(10000, 10000).astype(dtype).ravel()
    work("copy 1e8 " + dtype, lambda: x.copy())
    work("x+y 1e8 " + dtype, lambda: x + y)
    work("sin(x)*cos(y)+sqrt(x) 1e8 " + dtype, lambda: cp.sin(x) * cp.cos(y) + cp.sqrt(x))
    work("x.sum() 1e8 " + dtype, lambda: x.sum())
    work("x*2+y*3-1 1e8 " + dtype, lambda: x * 2 + y * 3 - 1)
    work("((x-x.mean())**2).sum() 1e8 " + dtype, lambda: ((x - x.mean()) ** 2).sum())
    for name, function in peers(x, y):
        work(name + " sin(x)*cos(y)+sqrt(x) 1e8 " + dtype, function)
    m = x.reshape(10000, 10000)
    work("matmul 10000 " + dtype, lambda: m @ m, 3)
    del x, y, m
image = cp.zeros((2048, 2048))
image[8::16, 8::16] = 1
for dtype in ("float64", "float32"):
    from cupyx.scipy.signal import convolve2d
    picture, kernel = image.astype(dtype), cp.random.rand(15, 15).astype(dtype)
    work("convolve2d 2048 15x15 " + dtype, lambda: convolve2d(picture, kernel))
keys = cp.random.rand(16777216).astype("float32")
work("sort 16777216 float32", lambda: cp.sort(keys))
work("random.randn 1e8 float64", lambda: cp.random.randn(10000, 10000))
square = cp.random.rand(8192, 8192).astype("float32")
work("x.T.copy() 8192 float32", lambda: square.T.copy())
wave = square.astype("complex64")
work("fft2 8192 complex64", lambda: cp.fft.fft2(wave), 3)
del square, wave
matrix = cp.random.rand(1000, 1000)
work("svd 1000 float64", lambda: cp.linalg.svd(matrix), 3)
matrix = cp.random.rand(5000, 5000)
start = time.perf_counter()
cp.linalg.svd(matrix)
stream.synchronize()
print("%-32s %.3e" % ("svd 5000 float64", time.perf_counter() - start))
large = cp.random.rand(100000000).astype("float32")
work("a[a>0.5] 1e8 float32", lambda: large[large > 0.5])
del large, matrix
host = np.random.rand(10000000)
work("asarray 80 MB", lambda: cp.asarray(host))
device = cp.asarray(host)
work("asnumpy 80 MB", lambda: cp.asnumpy(device))
