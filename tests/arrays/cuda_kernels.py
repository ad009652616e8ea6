"""Kernels that Cupola has for GPUs, launched as programs launch their own: on a machine without a GPU, by emulated devices."""
import sys
from pathlib import Path

import cupy as cp
import numpy as np
from scipy.signal import convolve2d

FOLDER = Path(sys.argv[1])
rng = np.random.default_rng(5)
kernels = {}


def kernel(front, *files):
    key = front, files
    if key not in kernels:
        text = "".join((FOLDER / file).read_text() for file in files)
        kernels[key] = cp.RawKernel(front + text, "kernel", options=("-std=c++17",))
    return kernels[key]


# ---- compress.cu ----

def compress(mask, source):
    """As cuda_compress does it."""
    tile, tiles, words = 8192, -(-mask.size // 8192), {1: "unsigned char", 4: "unsigned", 8: "unsigned long long"}
    sums = cp.zeros(tiles + 1, "int64")
    output = cp.zeros(mask.size, source.dtype)
    for stage in range(3):
        if stage == 1 and tiles == 1:
            continue
        front = "typedef %s Item;\n#define STAGE %d\n" % (words[source.itemsize], stage)
        grid, block = (1, 1024) if stage == 1 else (min(tiles, 3), 256)
        kernel(front, "block_sum.cu", "compress.cu")((grid,), (block,), (mask, np.int64(mask.size), sums, np.int64(tiles), source, output))
    return output[:int(sums[tiles])]


for dtype in "int8", "float32", "float64":
    for n in 1, 100, 8192, 8193, 40000:
        for share in 0, 0.3, 1:
            source, mask = (rng.random(n + 1) * 100).astype(dtype), rng.random(n + 1) < share
            for skip in 0, 1:  # masks that do not begin where words do
                kept = compress(cp.asarray(mask)[skip:], cp.asarray(source)[skip:])
                assert np.array_equal(kept.get(), source[skip:][mask[skip:]]), (dtype, n, share, skip)
print("kept by masks")

# ---- sort_spread.cu ----

KEYS = {"f": """__device__ inline Key to_key(Key x) { return x & TOP ? (Key)~x : (Key)(x | TOP); }
__device__ inline Key from_key(Key k) { return k & TOP ? (Key)(k & ~TOP) : (Key)~k; }
""", "i": "__device__ inline Key to_key(Key x) { return x ^ TOP; }\n__device__ inline Key from_key(Key x) { return x ^ TOP; }\n"}
CONTROL = [("low", 8), ("high", 8), ("hole", 8), ("tickets", 8), ("failed", 8), ("exponents", 8192), ("counts", 8192), ("filled", 8192)]


def spread(a, samples):
    """The stages as cuda_sort_spread launches them. Whether they say that they did it."""
    wide, item = a.itemsize == 8, a.itemsize
    front = "typedef unsigned %s Key;\nenum { BITS = %d, MANTISSA = %d, BUCKETS = 2048 };\n#define TOP ((Key)1 << (BITS - 1))\n" % (
        "long long" if wide else "int", item * 8, 0 if a.dtype.kind == "i" else 52 if wide else 23) + KEYS[a.dtype.kind]
    tile, capacity, places, buckets = (8192, 6144, 4096, -(-a.size // 4096)) if wide else (16384, 12288, 8192, -(-a.size // 8192))
    control, at = cp.zeros(sum(size for _, size in CONTROL), "uint8"), {}
    parts = {"keys": a, "spread": cp.empty(buckets * capacity, a.dtype), "sample": cp.empty(samples, a.dtype), "segments": cp.empty(2048, "int64"),
             "begins": cp.empty(2048, "uint32")}
    address = control.data.ptr
    for name, size in CONTROL:
        at[name] = address
        address += size
    at.update((name, part.data.ptr) for name, part in parts.items())
    names = "keys spread sample low high hole exponents counts segments filled begins tickets failed".split()
    task = np.zeros(len(names) + 2, "int64")
    task[:len(names)] = [at[name] for name in names]
    task[-2], task[-1] = a.size, samples | buckets << 32
    shapes = {1: (samples // 2048, 256, 0), 2: (samples // 2048, 256, 0), 3: (3, 1024, tile * (item + 2) + 2048 * 16),
              4: (min(buckets, 5), 512, capacity * item + places * 2)}
    for stage, (grid, block, shared) in shapes.items():
        text = kernel_text(front + "#define STAGE %d\n" % stage)
        text.max_dynamic_shared_size_bytes = max(shared, 1024)
        text((grid,), (block,), (cp.asarray(task),), shared_mem=shared)
    return int(control[at["failed"] - control.data.ptr]) == 0


def kernel_text(front):
    """The kernel takes its structure by address here, since a program has no structures to give by value."""
    if front not in kernels:
        text = (FOLDER / "block_sum.cu").read_text() + (FOLDER / "sort_spread.cu").read_text()
        taken = text.replace("kernel(const Spread p) {", "kernel(const Spread *given) {\n    Spread p = *given;")
        assert taken != text
        kernels[front] = cp.RawKernel(front + taken, "kernel", options=("-std=c++17",))
    return kernels[front]


def distributions(n):
    yield "uniform", rng.random(n), True
    yield "wide", rng.random(n) * 1e9 - 1e8, True
    yield "normal", rng.standard_normal(n), True
    yield "exponential", rng.exponential(size=n), True
    yield "cauchy", rng.standard_cauchy(n) * 10, True
    yield "sorted", np.arange(n) * 3.0, True
    yield "falling", np.arange(n)[::-1] * 3.0 - n, True
    yield "rounded", (rng.standard_normal(n) * 1000).round(), True
    yield "infinite", np.where(rng.random(n) < .01, -np.inf, np.where(rng.random(n) < .01, np.inf, rng.random(n))), True
    yield "one", np.full(n, 7.0), True
    yield "lumps", np.where(rng.random(n) < .5, 12345.0, rng.random(n) * 1e6), False


n = 60000
for name, numbers, succeeds in distributions(n):
    for dtype in "float32", "float64", "int32", "int64":
        if name == "infinite" and dtype[0] == "i":
            continue
        host = numbers.astype(dtype)
        device = cp.asarray(host)
        done = spread(device, 8192)
        ours = dtype[0] == "f" or name in ("wide", "sorted", "falling", "rounded", "one", "lumps")
        assert done == succeeds or not ours, (name, dtype, done)
        assert np.array_equal(device.get(), np.sort(host) if done else host), (name, dtype, done)  # or nothing was touched
for low, high in (0, 10), (-5, 2000), (0, 30000):
    host = rng.integers(low, high, n, "int32")
    device = cp.asarray(host)
    assert spread(device, 8192) and np.array_equal(device.get(), np.sort(host)), (low, high)
host = np.where(np.arange(n) == 77, -5, rng.integers(0, 3, n)).astype("int32")  # the sample misses one: few keys are then not all
device = cp.asarray(host)
done = spread(device, 4096)
assert np.array_equal(device.get(), np.sort(host) if done else host)
print("sorted by spreading")

# ---- convolve_image.cu, convolve_row.cu ----

FOLD = """__device__ inline long long fold_index(long long i, long long n) {
#if BOUNDARY == 0
    return i;
#elif BOUNDARY == 1
    return (i % n + n) % n;
#else
    i = (i % (2 * n) + 2 * n) % (2 * n);
    return i < n ? i : 2 * n - 1 - i;
#endif
}
template <typename T, typename U> __device__ inline T convert(U x) { return (T)x; }
"""


def convolve(a, k, boundary, flat):
    shape = a.shape[0] + k.shape[0] - 1, a.shape[1] + k.shape[1] - 1
    output = cp.zeros(shape)
    front = "typedef double Stored;\ntypedef double Loaded;\n#define BOUNDARY %d\nenum { ROWS = 4, COLUMNS = 8 };\n" % boundary + FOLD
    grid, block = ((-(-shape[1] // 1024), 1), (256, 1)) if flat else ((-(-shape[1] // 64), -(-shape[0] // 32)), (8, 8))
    numbers = [np.int64(number) for pair in (a.shape, k.shape, shape, (0, 0)) for number in pair]
    kernel(front, "convolve_row.cu" if flat else "convolve_image.cu")(grid, block, (cp.asarray(a), cp.asarray(k), output, *numbers, 0.0))
    return output.get()


for boundary, name in enumerate(("fill", "wrap", "symm")):
    for rows, columns in (3, 3), (15, 15), (1, 5), (4, 16), (17, 20), (5, 33):
        a, k = rng.random((45, 90)), rng.random((rows, columns))
        assert np.allclose(convolve(a, k, boundary, False), convolve2d(a, k, "full", name), rtol=1e-13), (name, rows, columns)
    for columns in 3, 256, 257, 700:
        a, k = rng.random((1, 3000)), rng.random((1, columns))
        assert np.allclose(convolve(a, k, boundary, True), convolve2d(a, k, "full", name), rtol=1e-13), (name, columns)
print("convolved")
