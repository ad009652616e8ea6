"""Kernels as courses write them: the same source runs under numba's simulator."""
import math
import warnings

import numpy as np
from numba import cuda, float32, float64, int32
from numba.core.errors import NumbaPerformanceWarning
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32, xoroshiro128p_uniform_float64

warnings.simplefilter('ignore', NumbaPerformanceWarning)
TPB = 8


@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


@cuda.jit
def saxpy(a, x, y):
    start = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    for i in range(start, x.shape[0], cuda.gridDim.x * cuda.blockDim.x):
        y[i] = a * x[i] + y[i]


@cuda.jit
def matmul(A, B, C):
    i, j = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


@cuda.jit
def matmul_tiled(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.)
    for i in range(cuda.gridDim.x):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TPB < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and ty + i * TPB < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            total += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


@cuda.jit
def block_sum(x, out):
    shared = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if t < s:
            shared[t] += shared[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        cuda.atomic.add(out, 0, shared[0])


@cuda.jit
def histogram(x, low, high, out):
    width = (high - low) / out.shape[0]
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        bin_number = int32((x[i] - low) / width)
        if bin_number >= 0 and bin_number < out.shape[0]:
            cuda.atomic.add(out, bin_number, 1)


@cuda.jit(device=True)
def mandel(x, y, most):
    c = complex(x, y)
    z = 0.0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag >= 4:
            return i
    return most


@cuda.jit
def mandel_image(image, most):
    i, j = cuda.grid(2)
    if i < image.shape[0] and j < image.shape[1]:
        image[i, j] = mandel(-2.0 + 3.0 * j / image.shape[1], -1.0 + 2.0 * i / image.shape[0], most)


@cuda.jit
def life(old, new):
    i, j = cuda.grid(2)
    rows, columns = old.shape
    if i < rows and j < columns:
        around = 0
        for di in range(-1, 2):
            for dj in range(-1, 2):
                if di != 0 or dj != 0:
                    around += old[(i + di) % rows, (j + dj) % columns]
        new[i, j] = 1 if around == 3 or (around == 2 and old[i, j] == 1) else 0


@cuda.jit
def blur(x, out):
    shared = cuda.shared.array(TPB * TPB + 2, float64)
    i, t = cuda.grid(1), cuda.threadIdx.x
    n = x.size
    if i < n:
        shared[t + 1] = x[i]
        if t == 0:
            shared[0] = x[i - 1] if i > 0 else x[i]
        if t == cuda.blockDim.x - 1 or i == n - 1:
            shared[t + 2] = x[i + 1] if i + 1 < n else x[i]
    cuda.syncthreads()
    if i < n:
        out[i] = (shared[t] + shared[t + 1] + shared[t + 2]) / 3


@cuda.jit
def transpose(a, out):
    tile = cuda.shared.array((TPB, TPB + 1), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x, y = cuda.blockIdx.x * TPB + tx, cuda.blockIdx.y * TPB + ty
    if y < a.shape[0] and x < a.shape[1]:
        tile[ty, tx] = a[y, x]
    cuda.syncthreads()
    x, y = cuda.blockIdx.y * TPB + tx, cuda.blockIdx.x * TPB + ty
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = tile[tx, ty]


@cuda.jit
def scan(x):
    t = cuda.threadIdx.x
    shared = cuda.shared.array(64, int32)
    shared[t] = x[t]
    cuda.syncthreads()
    step = 1
    while step < cuda.blockDim.x:
        value = shared[t - step] if t >= step else 0
        cuda.syncthreads()
        shared[t] += value
        cuda.syncthreads()
        step *= 2
    x[t] = shared[t]


@cuda.jit
def forces(position, out):
    i = cuda.grid(1)
    if i < position.shape[0]:
        total = 0.0
        for j in range(position.shape[0]):
            dx = position[j, 0] - position[i, 0]
            dy = position[j, 1] - position[i, 1]
            d2 = dx ** 2 + dy ** 2 + 0.01
            total += dx / (d2 * math.sqrt(d2))
        out[i] = total


@cuda.jit
def pi_points(states, counts, n):
    i = cuda.grid(1)
    inside = 0
    for _ in range(n):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x ** 2 + y ** 2 <= 1.0:
            inside += 1
    counts[i] = inside


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    for k in range(out.shape[1]):
        out[i, k] = xoroshiro128p_uniform_float64(states, i)


@cuda.jit
def locals_and_constants(x, out):
    own = cuda.local.array(4, float64)
    i = cuda.grid(1)
    if i < x.size:
        for k in range(4):
            own[k] = x[i] * k
        out[i] = own[3] - own[1] + len(x) + x.ndim


@cuda.jit
def atomics(x, f):
    t = cuda.threadIdx.x
    cuda.atomic.add(x, 0, t)
    cuda.atomic.sub(x, 1, t)
    cuda.atomic.max(x, 2, t)
    cuda.atomic.min(x, 3, -t)
    cuda.atomic.or_(x, 4, t)
    cuda.atomic.and_(x, 5, ~t)
    cuda.atomic.xor(x, 6, t)
    cuda.atomic.compare_and_swap(x[7:], 0, 9)
    cuda.atomic.add(f, (1, 0), 0.5)
    cuda.atomic.max(f, (0, 1), t * 1.5)
    cuda.atomic.min(f, (1, 1), -t * 1.5)


@cuda.jit
def votes(x):
    t = cuda.threadIdx.x
    x[t] = cuda.syncthreads_count(t % 3 == 0) + 100 * cuda.syncthreads_and(t < 100) + 1000 * cuda.syncthreads_or(t == 100)


@cuda.jit
def places(out):
    x, y, z = cuda.grid(3)
    sx, sy, sz = cuda.gridsize(3)
    out[x, y, z] = x + 10 * y + 100 * z + 1000 * (sx * sy * sz) + 1000000 * cuda.blockIdx.y


@cuda.jit
def slices(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        part = row[1:-1]
        total = 0.0
        for value in part:
            total += value
        out[i] = total + a[-1, -1]


rng = np.random.RandomState(3)
x, y = rng.rand(300).astype('f4'), rng.rand(300).astype('f4')
out = np.zeros(300, 'f4')
add[10, 32](x, y, out)
print('add', np.array_equal(out, x + y))
dx, dy = cuda.to_device(x), cuda.to_device(y)
saxpy[2, 32](np.float32(2), dx, dy)
print('saxpy', np.allclose(dy.copy_to_host(), 2 * x + y))
a, b = rng.rand(20, 30).astype('f4'), rng.rand(30, 25).astype('f4')
c = np.zeros((20, 25), 'f4')
matmul[(3, 4), (8, 8)](a, b, c)
print('matmul', np.allclose(c, a @ b))
c[:] = 0
matmul_tiled[(4, 4), (TPB, TPB)](a, b, c)
print('tiled', np.allclose(c, a @ b))
whole = rng.randint(0, 100, 200).astype('i4')
total = np.zeros(1, 'i4')
block_sum[7, 32](whole, total)
print('sum', total[0], whole.sum())
bins = np.zeros(10, 'i4')
histogram[4, 16](whole.astype('f8'), 0.0, 100.0, bins)
print('histogram', bins, np.histogram(whole, 10, (0, 100))[0])
image = np.zeros((8, 12), 'u1')
mandel_image[(1, 2), (8, 8)](image, 20)
print('mandelbrot', image)
board = (rng.rand(12, 12) > 0.6).astype('i4')
after = np.zeros_like(board)
life[(2, 2), (8, 8)](board, after)
print('life', after)
smooth = np.zeros(300)
blur[5, TPB * TPB](x.astype('f8'), smooth)
print('blur', np.allclose(smooth[1:-1], (x[:-2].astype('f8') + x[1:-1] + x[2:]) / 3))
turned = np.zeros((30, 20), 'f4')
transpose[(4, 3), (TPB, TPB)](a, turned)
print('transpose', np.array_equal(turned, a.T))
line = np.arange(64, dtype='i4')
scan[1, 64](line)
print('scan', np.array_equal(line, np.cumsum(np.arange(64))))
force = np.zeros(40)
forces[2, 32](rng.rand(40, 2), force)
print('forces', round(float(abs(force.sum())), 6))
states = create_xoroshiro128p_states(64, seed=7)
counts = np.zeros(64, 'i4')
pi_points[2, 32](states, counts, 40)
print('pi', counts)
drawn = np.zeros((4, 3))
draw[1, 4](create_xoroshiro128p_states(4, seed=1, subsequence_start=2), drawn)
print('random', drawn.tolist())
result = np.zeros(10)
locals_and_constants[1, 16](np.arange(10.0), result)
print('local', result)
numbers, fractions = np.zeros(8, 'i4'), np.zeros((2, 2))
numbers[5] = 127
atomics[1, 20](numbers, fractions)
print('atomics', numbers, fractions)
seen = np.zeros(40, 'i4')
votes[1, 40](seen)
print('votes', seen)
room = np.zeros((4, 4, 2), 'i8')
places[(2, 2, 1), (2, 2, 2)](room)
print('places', room.ravel())
sums = np.zeros(5)
slices[1, 8](np.arange(20.0).reshape(5, 4), sums)
print('slices', sums)
slices.forall(5)(np.arange(20.0).reshape(4, 5).T, sums)
print('strided', sums)
product = cuda.reduce(lambda a, b: a * b)
print('reduce', product(np.arange(1.0, 6.0), init=2.0))
