"""Every kernel of the corpus on the current device, beside what NumPy gives. Prints TAP; run by check_kernels.py.

A row: file, kernel, grid, block, arguments (by name: what goes in), what must come out, shared memory, options."""
import os
import sys

import cupy as cp
import numpy as np

FOLDER = os.path.join(os.environ["CUPOLA_SOURCE"], "tests", "kernels", "corpus")
rng = np.random.RandomState(7)
number = 0
modules = {}


def source(file):
    with open(os.path.join(FOLDER, file + ".cu")) as text:
        return text.read()


def module(file, names=()):
    key = (file, names)
    if key not in modules:
        modules[key] = cp.RawModule(code=source(file), name_expressions=names or None)
    return modules[key]


def row(file, kernel, grid, block, arguments, expected, shared=0, names=(), tolerance=0):
    """`expected`: position of an argument -> what its array holds afterwards."""
    global number
    number += 1
    title = "%s.%s %s %s" % (file, kernel, grid, block)
    try:
        device = [cp.asarray(a) if isinstance(a, np.ndarray) and a.ndim else a for a in arguments]
        module(file, names).get_function(kernel)(grid, block, tuple(device), shared_mem=shared)
        for position, wanted in expected.items():
            got = cp.asnumpy(device[position])
            wanted = np.asarray(wanted)
            if tolerance:
                good = np.allclose(got, wanted, rtol=tolerance, atol=tolerance, equal_nan=True)
            else:
                good = got.dtype == wanted.dtype and np.array_equal(got, wanted)
            if not good:
                bad = np.argwhere(~np.isclose(got, wanted, rtol=tolerance, atol=tolerance))[:1]
                raise AssertionError("argument %d differs at %s: %s, not %s" % (position, bad.tolist(), got.reshape(-1)[:8], wanted.reshape(-1)[:8]))
        print("ok %d - %s" % (number, title))
    except Exception as error:
        print("not ok %d - %s" % (number, title))
        print("# %s: %s" % (type(error).__name__, str(error).replace("\n", "\n# ")))


f32 = np.float32

# vectors
n = 1000
a, b = rng.rand(n).astype(f32), rng.rand(n).astype(f32)
row("vectors", "vector_add", (8,), (128,), [a, b, np.zeros(n, f32), n], {2: a + b})
row("vectors", "vector_add", (334,), (3,), [a, b, np.zeros(n, f32), n], {2: a + b})
row("vectors", "saxpy", (3,), (64,), [f32(2), a, b, n], {2: f32(2) * a + b})
i = np.arange(n, dtype=np.int64)
row("vectors", "iota_mix", (4,), (256,), [np.zeros(n, np.uint8), np.zeros(n, np.int16), np.zeros(n, np.int64), np.zeros(n), n],
    {0: (i * 7).astype(np.uint8), 1: (i * 1000).astype(np.int16), 2: i * i * i * 1000003,
     3: (i // 3) + (i % 3) * 0.5 + (i & 5) - (i ^ 9) + (i << 2) - (i >> 1) + ~i})
x = rng.randint(-500, 500, n).astype(np.int32)
row("vectors", "clamp_all", (10,), (100,), [x, n], {0: np.clip(x, 0, 255).astype(np.int32)})

# matrices
for size in (32, 37):
    A, B = rng.rand(size, size).astype(f32), rng.rand(size, size).astype(f32)
    row("matrices", "matmul_tiled", ((size + 15) // 16,) * 2, (16, 16), [A, B, np.zeros((size, size), f32), size], {2: A @ B}, tolerance=1e-5)
A, B = rng.rand(20, 13), rng.rand(13, 11)
row("matrices", "matmul_plain", (3, 3), (5, 7), [A, B, np.zeros((20, 11)), 20, 13, 11], {2: A @ B}, tolerance=1e-12)
A = rng.rand(50, 70).astype(f32)
row("matrices", "transpose", (3, 2), (32, 8), [np.zeros((70, 50), f32), A, 70, 50], {0: A.T})
padded = np.pad(A, 1, mode="edge")
weights = np.array([1, 2, 1, 2, 4, 2, 1, 2, 1], f32) / 16
blurred = sum(weights[3 * dy + dx] * padded[dy:dy + 50, dx:dx + 70] for dy in range(3) for dx in range(3))
row("matrices", "convolve3", (5, 4), (16, 16), [A, np.zeros_like(A), 70, 50], {1: blurred}, tolerance=1e-5)

# reductions
n = 3000
x = rng.rand(n).astype(f32)
halves = np.pad(x, (0, 6 * 512 - n)).reshape(6, 512)
row("reductions", "reduce_shared", (6,), (256,), [x, np.zeros(6, f32), n], {1: halves.sum(1)}, shared=1024, tolerance=1e-4)
k = rng.randint(-100, 100, n).astype(np.int32)
row("reductions", "reduce_volatile", (3,), (256,), [k, np.zeros(1, np.int32), n], {1: np.array([k.sum()], np.int32)})
row("reductions", "reduce_shuffle", (3,), (256,), [x, np.zeros(1, f32), n], {1: [x.sum()]}, tolerance=1e-4)
d, e = rng.rand(n), rng.rand(n)
row("reductions", "dot_product", (1,), (256,), [d, e, np.zeros(1), n], {2: [d @ e]}, tolerance=1e-12)
row("reductions", "extremes", (12,), (256,), [k, np.full(1, 2 ** 31 - 1, np.int32), np.full(1, -2 ** 31, np.int32), n],
    {1: np.array([k.min()]), 2: np.array([k.max()])})

# histograms
bytes_ = rng.randint(0, 256, 5000).astype(np.uint8)
row("histograms", "histogram", (4,), (256,), [bytes_, 5000, np.zeros(256, np.uint32)], {2: np.bincount(bytes_, minlength=256).astype(np.uint32)})
k = rng.randint(-50, 50, 256).astype(np.int32)
bits = (k > 0).reshape(8, 32)
masks = (bits.astype(np.uint64) << np.arange(32, dtype=np.uint64)).sum(1).astype(np.uint32)
ranks = (bits.cumsum(1) - bits).reshape(-1).astype(np.int32)
counts = np.concatenate([bits.sum(1), bits.reshape(2, 128).sum(1)]).astype(np.int32)
row("histograms", "ballots", (2,), (128,), [k, np.zeros(8, np.uint32), np.zeros(10, np.int32), np.zeros(256, np.int32)], {1: masks, 2: counts, 3: ranks})
d = 1 + rng.rand(64) / 10
row("histograms", "multiply_all", (2,), (32,), [d, np.ones(1), 64], {1: [d.prod()]}, tolerance=1e-12)

# scans
x = rng.rand(128).astype(f32)
row("scans", "scan_block", (1,), (128,), [np.zeros(128, f32), x, 128], {0: np.concatenate([[0], x.cumsum()[:-1]])}, shared=1024, tolerance=1e-4)
k = rng.randint(0, 100, 512).astype(np.int32)
row("scans", "scan_tree", (1,), (256,), [k, 512], {0: (k.cumsum() - k).astype(np.int32)})
k = rng.randint(0, 100, 96).astype(np.int32)
row("scans", "scan_warp", (1,), (96,), [k], {0: k.reshape(3, 32).cumsum(1).reshape(-1).astype(np.int32)})
k = rng.randint(0, 10000, 512).astype(np.int32)
row("scans", "bitonic_sort", (1,), (512,), [k], {0: np.sort(k)})

# fractals
width, height = 40, 24
cr = f32(-2) + np.arange(width, dtype=f32) * f32(3) / f32(width)
ci = f32(-1) + np.arange(height, dtype=f32) * f32(2) / f32(height)
zr, zi = np.zeros((height, width), f32), np.zeros((height, width), f32)
count, live = np.zeros((height, width), np.int32), np.ones((height, width), bool)
for step in range(50):
    live &= zr * zr + zi * zi <= 4
    t = zr * zr - zi * zi + cr[None, :]
    zi = np.where(live, 2 * zr * zi + ci[:, None], zi)
    zr = np.where(live, t, zr)
    count += live
row("fractals", "mandelbrot", (5, 3), (8, 8), [np.zeros((height, width), np.int32), width, height, f32(-2), f32(1), f32(-1), f32(1), 50], {0: count})
dim = 12
grid = f32(1.5) * (dim // 2 - np.arange(dim)).astype(f32) / f32(dim // 2)
re, im = np.meshgrid(grid, grid)
alive = np.ones((dim, dim), bool)
with np.errstate(all="ignore"):
    for step in range(200):
        re, im = re * re - im * im + f32(-0.8), im * re + re * im + f32(0.156)
        alive &= ~(re * re + im * im > 1000)
picture = np.zeros((dim, dim, 4), np.uint8)
picture[..., 0] = 255 * alive
picture[..., 3] = 255
row("fractals", "julia_kernel", (dim, dim), (1,), [np.zeros((dim, dim, 4), np.uint8), dim], {0: picture})

# physics
bodies = rng.rand(64, 4).astype(f32)
delta = bodies[None, :, :3] - bodies[:, None, :3]
square = (delta ** 2).sum(2) + f32(0.01)
pull = (delta * (bodies[None, :, 3] / np.sqrt(square ** 3))[..., None]).sum(1)
row("physics", "nbody", (2,), (32,), [bodies, np.zeros((64, 4), f32), 64], {1: np.pad(pull, ((0, 0), (0, 1)))}, shared=512, tolerance=1e-3)
u = rng.rand(30, 40)
following = u.copy()
following[1:-1, 1:-1] += 0.1 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])
row("physics", "heat", (3, 4), (16, 8), [u, np.zeros_like(u), 40, 30, 0.1], {1: following}, tolerance=1e-12)
k = rng.randint(0, 100, 128 + 6).astype(np.int32)
row("physics", "stencil_1d", (2,), (64,), [k, np.zeros(128, np.int32)], {1: sum(k[o:o + 128] for o in range(7)).astype(np.int32)})
particles = np.zeros((10, 8), f32)
particles[:, :6] = rng.rand(10, 6)
whole = np.zeros((10, 40), np.uint8)
whole[:, :24] = particles[:, :6].copy().view(np.uint8)
whole[:, 24:28] = np.arange(10, dtype=np.int32).view(np.uint8).reshape(10, 4)
after = particles[:, :6].copy()
for step in range(3):
    after[:, 4] -= f32(9.5) * f32(0.25)
    after[:, :3] += after[:, 3:] * f32(0.25)
moved = whole.copy()
moved[:, :24] = after.view(np.uint8)
moved[:, 24:28] = np.arange(1000, 1010, dtype=np.int32).view(np.uint8).reshape(10, 4)
settings = f32(0.25).tobytes() + f32(9.5).tobytes() + np.int32(3).tobytes()
row("physics", "move", (1,), (16,), [whole, settings, 10], {0: moved})

# images
pixels = rng.randint(0, 256, (20, 30, 4)).astype(np.uint8)
grey = (f32(0.299) * pixels[..., 0] + f32(0.587) * pixels[..., 1] + f32(0.114) * pixels[..., 2]).astype(np.uint8)
row("images", "grey", (2, 2), (16, 16), [pixels, np.zeros((20, 30), np.uint8), 30, 20], {1: grey})
image = rng.rand(12, 15, 4).astype(f32)
soft = np.zeros_like(image)
for y in range(12):
    for x in range(15):
        soft[y, x] = image[max(0, y - 2):y + 3, max(0, x - 2):x + 3].mean((0, 1))
row("images", "blur4", (2, 2), (8, 8), [image, np.zeros_like(image), 15, 12, 2], {1: soft}, tolerance=1e-5)

# random numbers
seeds = np.arange(64, dtype=np.uint32)
sx, sy, sz, sw = 123 + seeds, np.full(64, 362436069, np.uint32), np.full(64, 521288629, np.uint32), np.uint32(88675123) ^ seeds
for step in range(5):
    t = sx ^ (sx << np.uint32(11))
    sx, sy, sz = sy, sz, sw
    sw = sw ^ (sw >> np.uint32(19)) ^ t ^ (t >> np.uint32(8))
row("random", "xorshift", (2,), (32,), [np.zeros(64, np.uint32), np.uint32(123), 5], {0: sw.astype(np.uint32)})

# templates
d = rng.rand(100)
row("templates", "squares<double>", (4,), (32,), [d, np.zeros(100), 100], {1: d * d}, names=("squares<double>", "squares<int>", "sums<float, 64>"))
k = np.arange(100, dtype=np.int32)
row("templates", "squares<int>", (4,), (32,), [k, np.zeros(100, np.int32), 100], {1: k * k}, names=("squares<double>", "squares<int>", "sums<float, 64>"))
x = rng.rand(128).astype(f32)
row("templates", "sums<float, 64>", (2,), (64,), [x, np.zeros(2, f32)], {1: x.reshape(2, 64).sum(1)}, names=("squares<double>", "squares<int>", "sums<float, 64>"), tolerance=1e-5)
row("templates", "polynomial", (4,), (32,), [d, np.zeros(100), 100], {1: 1 - 2 * d + 0.5 * d ** 2 + 0.25 * d ** 3}, tolerance=1e-12)
row("templates", "fibonaccis", (1,), (12,), [np.zeros(12, np.int32)], {0: np.array([0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89], np.int32)})


def classify(v):
    kind = v % 8
    if kind == 3:
        return (v + 100) * 2
    if kind == 4:
        return v * 2
    if kind == 5:
        return v + 0 + 1 + 2 + 4 + 5 + 6
    return {0: 0, 1: 5, 2: 5}.get(kind, 6)


row("templates", "classes", (2,), (32,), [np.zeros(200, np.int32), 200], {0: np.array([classify(v) for v in range(200)], np.int32)})

# numbers
z = (rng.rand(50) + 1j * rng.rand(50)).astype(np.complex64)
row("numbers", "complex_square", (2,), (32,), [z, np.zeros_like(z), 50], {1: z * z + z.conj() - 1j}, tolerance=1e-5)
z = rng.rand(30) + 1j * rng.rand(30)
row("numbers", "complex_functions", (1,), (32,), [z, np.zeros(30), np.zeros_like(z), 30],
    {1: abs(z) + np.angle(z) + abs(z) ** 2 + z.real * z.imag, 2: np.exp(z) / (z + 1)}, tolerance=1e-12)
h, g = rng.rand(20).astype(np.float16), rng.rand(20).astype(np.float16)
row("numbers", "halves", (1,), (32,), [h, g, np.zeros(20, np.float16), np.zeros(20, f32), 20],
    {2: ((h + g) * g.astype(f32) + f32(0.5)).astype(np.float16), 3: h.astype(f32) * 2}, tolerance=2e-3)
v = rng.rand(200)
erf = np.array([np.trapezoid(np.exp(-np.linspace(0, q, 2001) ** 2), np.linspace(0, q, 2001)) * 2 / np.sqrt(np.pi) for q in v])
wanted = (1 + np.exp(-v) + np.log(v + 2) + (v + 1) ** 1.5 + np.maximum(v, 0.5) + np.minimum(v, 0.25) + abs(v - 1) + 1 / np.sqrt(v + 1) + np.tanh(v) + erf +
          np.floor(v.astype(f32) * f32(10)) + np.fmod(v.astype(f32) * f32(7), f32(2)) + np.exp(v) + np.arctan2(v, 2) - v + np.hypot(v, 3) + np.cbrt(v) + 2 ** v +
          np.log1p(v) + v * v + v + v)
row("numbers", "functions", (7,), (32,), [v.astype(f32), np.zeros(200, f32), 200], {1: wanted}, tolerance=2e-5)
u = rng.randint(1, 2 ** 31, 32).astype(np.uint32)
bits = [bin(q)[2:].rjust(32, "0") for q in u.tolist()]
wanted = [s.count("1") + (32 - len(s.lstrip("0"))) * 100 + (32 - s.rindex("1")) * 10000 + (int(s[::-1], 2) & 255) + (q * 77777 >> 32) for s, q in zip(bits, u.tolist())]
row("numbers", "bits", (1,), (32,), [u, np.zeros(32, np.int32), 32], {1: np.array(wanted, np.int32)})

# Control flow
def find(x, v):
    for i in range(5):
        if x[i] == v:
            return i
        for k in range(3):
            if x[i] + k == v * 2:
                return -k
    return -9


def parting(x, size):
    out = []
    for g in range(len(x)):
        t, total = g % size, 0
        for i in range(10):
            if i == t % 7:
                continue
            if i > 3 + t % 5:
                break
            total += x[(t + i) % len(x)]
        s = x[g]
        for r in range(3):
            s = s * 3 + r
            if (t + r) % 2:
                s += 1
                total += s
            else:
                total -= 1
        out.append(total * 100 + find(x, x[g]))
    return np.array(out, np.int32)


for block in ((5, 7), (33,), (100,), (1, 64), (8, 8), (16, 16), (32, 2)):
    size = int(np.prod(block))
    k = (np.arange(3 * size - 2) * 7919 % 31).astype(np.int32)
    row("control", "parting", (3,), block, [k, np.zeros(len(k), np.int32), len(k)], {1: parting(k.tolist(), size)})

# Pointers
x = cp.arange(64, dtype=f32)
for title, way in (("a number", x.data.ptr), ("a NumPy number", np.uint64(x.data.ptr)), ("a MemoryPointer", x.data), ("further on", x.data + 128)):
    row("pointers", "add_to", (1,), (32,), [way, f32(1)], {})
    number += 1
    first = 32 if title == "further on" else 0
    good = cp.asnumpy(x[first:first + 32]).tolist() == [first + i + 1 + (first == 0 and ["a number", "a NumPy number", "a MemoryPointer"].index(title)) for i in range(32)]
    print("%s %d - an address by %s" % ("ok" if good else "not ok", number, title))
for width in (5, 64, 3000):
    table = cp.zeros((3, width), f32)
    row("pointers", "add_rows", (3,), (32,), [np.array([part.data.ptr for part in table], np.uint64), 3, 5], {})
    row("pointers", "double_rows", (3,), (32,), [np.array([[width, part.data.ptr] for part in table], np.int64)], {})
    number += 1
    good = np.array_equal(cp.asnumpy(table), np.arange(3)[:, None] * 2 * (np.arange(width) < 5))
    print("%s %d - rows of %d by their addresses" % ("ok" if good else "not ok", number, width))
row("pointers", "remember", (1,), (1,), [x], {})
row("pointers", "write_remembered", (1,), (64,), [f32(9)], {})
number += 1
print("%s %d - an address in a variable" % ("ok" if float(x.sum()) == 9 * 64 else "not ok", number))
pending = x + 1
row("pointers", "write_remembered", (1,), (64,), [f32(7)], {})
number += 1
print("%s %d - what was pending read before the write" % ("ok" if float(pending.sum()) == 640 and float(x.sum()) == 448 else "not ok", number))
k, r = rng.randint(-9, 9, 50).astype(np.int32), np.arange(50, dtype=f32)
row("pointers", "totals", (1,), (4,), [k, r, 50, np.zeros(4, np.int32), np.zeros(4, f32)],
    {3: np.full(4, k.sum(), np.int32) + np.array([1, 0, 0, 0], np.int32), 4: np.full(4, r.sum(), f32)})

# Forms of C++, cooperative groups
t = np.arange(8)
row("cplusplus", "classes", (1,), (8,), [np.zeros(8, f32)], {0: (t * t * 2 + 0.5 + 1 + 11 - 1 - 2.5).astype(f32)})
x = rng.randint(0, 9, 64).astype(f32)
row("cplusplus", "lambdas", (1,), (64,), [x, np.zeros(64, f32), 64], {1: (x + np.roll(x, -1) + np.roll(x, -2)) * 64 + 2})
t = np.arange(64)
row("cplusplus", "pointers_to_functions", (1,), (64,), [x, np.zeros(64, f32)], {1: np.where(t % 2, 2 * x, -x) + np.where(t // 2 % 2, -10, 20).astype(f32) + f32(0.5)})
row("cplusplus", "forms", (1,), (1,), [np.zeros(10, np.int32)], {0: np.array([10, 8, 1000, 34, ord("e"), ord("c") + 4, 6, 2 ** 31 - 1, 64, ord("7")], np.int32)})
row("cplusplus", "heap", (3,), (40,), [np.zeros(120, np.int32), 10], {0: np.tile(45 * np.arange(40), 3).astype(np.int32) + np.int32(2)})
k = rng.randint(0, 100, 256).astype(np.int32)
row("groups", "sums", (4,), (64,), [k, np.zeros(5, np.int32)],
    {1: np.array([k.sum(), k.sum(), k.sum(), (k.reshape(-1, 8) > 90).any(1).sum(), (k > 50).sum()], np.int32)}, shared=256)
parted = np.zeros(69, np.int32)
for tile in range(8):
    first = 8 * tile
    parted[first:first + 8] = 8 * first + 28 + 1000 * (tile == 0) + 10000 * (first + 2) if tile % 2 == 0 else 3999
    if tile % 2:
        parted[first] = 8 * first + 28 + 4000
parted[64:] = 150 + np.arange(5)
row("groups", "parted", (1,), (64,), [np.zeros(69, np.int32)], {0: parted})

# What must fail: on a GPU it would take the context with it
bad = cp.RawKernel('extern "C" __global__ void k(float *x, int i) { x[i] = 1; }', "k")
for position in (10, -1, 1 << 30) if "emulated" in cp.cuda.runtime.getDeviceProperties(0)["name"].decode().lower() else ():
    number += 1
    try:
        bad((1,), (1,), (cp.zeros(10, f32), position))
        print("not ok %d - write at %d noticed" % (number, position))
    except cp.cuda.runtime.CUDARuntimeError as error:
        print("%s %d - write at %d noticed" % ("ok" if "illegal memory access" in str(error) else "not ok", number, position))
    number += 1
    try:
        gone = cp.zeros(40, f32)
        address = gone.data.ptr
        del gone
        bad((1,), (1,), (address, 1))
        print("not ok %d - write to freed memory noticed" % number)
    except cp.cuda.runtime.CUDARuntimeError as error:
        print("%s %d - write to freed memory noticed" % ("ok" if "illegal memory access" in str(error) else "not ok", number))
print("1..%d" % number)
