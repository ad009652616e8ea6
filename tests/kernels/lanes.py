"""Kernels whose threads part, count, gather and stray, over blocks of many shapes: prints what each leaves behind.
check_lanes.py compares what is compiled with what is interpreted. `lanes.py rows`: only those that rows of threads go
through together."""
import sys

import cupy as cp
import numpy as np

KERNELS = r'''
extern "C" {
__global__ void stride_loop(const float *x, float *y, int n) {
    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) { v += x[i]; y[i] = v; }
}
__global__ void stride_size(const float *x, float *y, int n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = x[i] * 2.0f;
}
__global__ void stride_back(const float *x, float *y, int n) {
    for (int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= (int)(blockDim.x * gridDim.x)) y[i] = x[n - 1 - i];
}
__global__ void with_continue(const float *x, float *y, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (i % 3 == 0) continue;
        y[i] = x[i];
        if (i > n - 5) break;
    }
}
__global__ void own_steps(const float *x, float *y, int n) {
    int steps = threadIdx.x % 3 + 1;
    float v = 0.0f;
    for (int i = threadIdx.x; i < n; i += steps * 7) v += x[i];
    y[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void two_ways_out(const float *x, float *y, int n) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned w = t * 7919u + 5u;
    float v = 0.0f;
    while (true) {
        w = w * 1664525u + 1013904223u;
        float u = x[w % n];
        if ((w >> 30) & 1) {
            if (u <= 0.3f) { v = u; break; }
            v += 10.0f;
        } else {
            if (u <= 0.2f) { v = 1.0f + u; break; }
            if (u <= 0.4f) continue;
            v += 100.0f;
        }
        v += 1000.0f;
    }
    y[t] = v + w % 1000u;
}
__device__ float searched(const float *x, unsigned *w, int n) {
    while (true) {
        *w = *w * 1664525u + 1013904223u;
        float u = x[*w % n];
        if (u <= 0.5f) {
            if (u <= 0.1f) return u;
        } else if (u <= 0.6f) return 1.0f + u;
        for (int i = 0; i < 3; i++)
            if (x[(*w + i) % n] > 0.9f) return 2.0f + i;
    }
}
__global__ void returns_within(const float *x, float *y, int n) {
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned w = t * 7919u + 5u;
    float v = searched(x, &w, n);
    y[t] = v + searched(x, &w, n) + w % 1000u;
}
__global__ void two_sets(const float *x, float *y, int n) {
    int i = threadIdx.x;
    while (i < n) {
        y[i] = x[i] + 1.0f;
        if (x[i] > 0.5f) i += blockDim.x;
        i += blockDim.x;
    }
}
__global__ void transpose(const float *x, float *y, int n) {
    __shared__ float tile[16][17];
    int w = 24;
    int tx = threadIdx.x, ty = threadIdx.y + threadIdx.z * blockDim.y;
    if (tx < 16 && ty < 16) tile[ty][tx] = x[ty * w + tx];
    __syncthreads();
    if (tx < 16 && ty < 16) y[ty * w + tx] = ty < blockDim.x && tx < blockDim.y * blockDim.z ? tile[tx][ty] : -1.0f;
}
__global__ void gather(const float *x, const int *at, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[at[i]] = x[at[n - 1 - i]] + x[i];
}
__global__ void last_wins(float *y, int n) {
    int t = threadIdx.x + blockDim.x * threadIdx.y;
    if (blockIdx.x == 0) y[t / 5] = (float)t;
}
__global__ void halves(const float *x, float *y, int n) {
    __shared__ float s[256];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), count = blockDim.x * blockDim.y * blockDim.z;
    s[t] = x[t];
    for (int k = t + count; k < 256; k += count) s[k] = 0.0f;
    __syncthreads();
    for (int k = 128; k > 0; k >>= 1) {
        for (int j = t; j < k; j += count) s[j] += s[j + k];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = s[0];
}
__global__ void doubling(const int *x, int *y, int n) {
    extern __shared__ int d[];
    int t = threadIdx.x, size = blockDim.x;
    d[t] = t < n ? x[t] : 0;
    __syncthreads();
    for (int k = 1; k < size; k *= 2) {
        int before = t >= k ? d[t - k] : 0;
        __syncthreads();
        d[t] += before;
        __syncthreads();
    }
    y[t] = d[t];
}
__global__ void bytes(const unsigned char *x, int *y, int n) {
    __shared__ int h[256];
    int t = threadIdx.x, count = blockDim.x;
    for (int i = t; i < 256; i += count) h[i] = 0;
    __syncthreads();
    for (int i = t; i < n; i += count) atomicAdd(&h[x[i]], 1);
    __syncthreads();
    for (int i = t; i < 256; i += count) y[i] = h[i] + h[255 - i] * 1000;
}
__global__ void narrow(unsigned char *y, short *z, int n) {
    unsigned char c = threadIdx.x + 200;
    short s = (short)(threadIdx.x * 300);
    if (threadIdx.x < n) { y[threadIdx.x] = c; z[threadIdx.x] = s; z[threadIdx.x] += y[c % 8]; }
}
__global__ void wraps(const float *x, float *y, int n) {
    unsigned int i = threadIdx.x - 5u;
    if (i < (unsigned int)n) y[i] = x[i] + 1.0f;
    unsigned int far = 0xfffffff0u + threadIdx.x;
    if (far < (unsigned int)n) y[far + 100] = x[far];
}
__global__ void early(const float *x, float *y, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t >= 40) return;
    s[t] = x[t];
    __syncthreads();
    if (t % 7 == 3) return;
    float v = 0.0f;
    for (int k = 0; k < 40; k++) { if (k == t) continue; v += s[k] * (float)k; }
    y[t] = v;
}
struct pair { float a; int b; };
__device__ pair make(float a, int b) { pair p; p.a = a; p.b = b; return p; }
__device__ pair twice(pair p) { p.a *= 2.0f; p.b += 1; if (p.b > 20) return make(p.a, 0); return p; }
__global__ void structs(const float *x, float *y, int n) {
    pair p = make(x[threadIdx.x], threadIdx.x), q = p;
    for (int i = 0; i < 3; i++) { q = twice(q); if (q.b == 0) break; }
    y[threadIdx.x] = q.a + (float)q.b * 100.0f + p.a;
}
__global__ void local_array(const float *x, float *y, int n) {
    float own[8];
    for (int i = 0; i < 8; i++) own[i] = x[(threadIdx.x * 3 + i) % n];
    float v = 0.0f;
    for (int i = 7; i >= 0; i--) v = v * 0.5f + own[(i + threadIdx.x) & 7];
    y[threadIdx.x] = v;
}
__constant__ float table[5] = {1.0f, 2.0f, 4.0f, 8.0f, 16.0f};
__global__ void constants(float *y, int n) {
    float v = 0.0f;
    for (int i = 0; i < 5; i++) v += table[i] * (float)(threadIdx.x + i);
    y[threadIdx.x] = v + table[threadIdx.x % 5];
}
__global__ void warps(const float *x, float *y, int n) {
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    if (t % 32 == 0) y[t / 32] = v;
}
__global__ void past_end(const float *x, float *y, int n) { y[threadIdx.x] = x[threadIdx.x + n]; }
__global__ void past_shared(const float *x, float *y, int n) {
    __shared__ float s[32];
    s[threadIdx.x % 32] = x[0];
    __syncthreads();
    for (int i = 0; i < n; i++) s[i * 4000] = 1.0f;
    y[0] = s[0];
}
// Loops that rows of threads go through together (lanes_teams.c), and those where that would show.
#define ROWS blockDim.y * blockDim.z
#define ROW (threadIdx.y + blockDim.y * threadIdx.z)
#define OWN (threadIdx.x + blockDim.x * ROW)
__global__ void tiles(const float *x, float *y, int n) {
    __shared__ float a[16][20], b[20][64];
    float sum = 0.0f;
    for (int m = 0; m < 3; m++) {
        for (int i = OWN; i < 320; i += blockDim.x * ROWS) a[i / 20][i % 20] = x[(i * 7 + m) % n];
        for (int i = OWN; i < 1280; i += blockDim.x * ROWS) b[i / 64][i % 64] = x[(i * 3 + m) % n];
        __syncthreads();
        for (int k = 0; k < 20; k++) sum += a[ROW][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    y[OWN] = sum;
}
__global__ void parted_rows(const float *x, float *y, int n) {
    float sum = 0.0f, other = 1.0f;
    __syncthreads();
    for (int k = 0; k < 9; k++) {
        if (x[k + threadIdx.x] > 0.5f) sum += x[k + OWN];
        else other = other * 0.5f + x[k];
        if (ROW == k) other += sum;
        for (int i = 0; i < k % 3; i++) sum += other * x[i + threadIdx.x];
        for (int i = 0; i < (int)(OWN % 4); i++) sum -= x[i];
    }
    __syncthreads();
    y[OWN] = sum + other;
}
__global__ void own_rounds(const float *x, const int *rounds, float *y, int n) {
    float sum = 0.0f, more = 0.0f, whole = 0.0f;
    int k = 0;
    __syncthreads();
    for (k = 0; k < rounds[ROW]; k++) sum += x[k + threadIdx.x];
    for (int i = 0; i <= ROW; i++) more += x[i + threadIdx.x];
    for (int i = 0; i < rounds[0]; i++) whole += x[i + threadIdx.x] * (float)k;
    __syncthreads();
    y[OWN] = sum + more * 100.0f + whole;
}
__global__ void hand_down(const float *x, float *y, int n) { /* each row reads what the one before it wrote */
    __shared__ float s[17][64];
    s[ROW][threadIdx.x] = x[OWN];
    if (ROW == 0) s[ROWS][threadIdx.x] = 0.0f;
    __syncthreads();
    float v = 0.0f;
    for (int k = 0; k < 4; k++) {
        v += s[ROW][threadIdx.x];
        s[ROW + 1][threadIdx.x] = v;
    }
    __syncthreads();
    y[OWN] = v;
}
__global__ void write_first(const float *x, float *y, int n) { /* what a row wrote before its loop */
    __shared__ float s[16][64];
    s[ROW][threadIdx.x] = 0.5f;
    __syncthreads();
    s[ROW][threadIdx.x] = x[OWN];
    float v = 0.0f;
    for (int k = 0; k < ROWS; k++) v += s[k][threadIdx.x];
    __syncthreads();
    y[OWN] = v;
}
__global__ void write_last(const float *x, float *y, int n) { /* and behind it */
    __shared__ float s[16][64];
    s[ROW][threadIdx.x] = x[OWN];
    __syncthreads();
    float v = 0.0f;
    for (int k = 0; k < ROWS; k++) v += s[k][threadIdx.x];
    s[ROW][threadIdx.x] = v;
    __syncthreads();
    y[OWN] = v + s[ROW][threadIdx.x];
}
__global__ void count_up(const float *x, int *count, float *y, int n) { /* atomics, one row after the other */
    __shared__ int c[2];
    if (OWN == 0) c[0] = 0;
    __syncthreads();
    float v = 0.0f;
    for (int k = 0; k < 3; k++) {
        int got = 1;
        if (threadIdx.x == 0) got = atomicAdd(&c[0], 1);
        v += x[k] * (float)got;
    }
    __syncthreads();
    if (OWN == 0) count[0] = c[0];
    y[OWN] = v;
}
__global__ void leave_loops(const float *x, float *y, int n) {
    float v = 0.0f, w = 0.0f;
    __syncthreads();
    for (int k = 0; k < 12; k++) { v += x[k + threadIdx.x]; if (v > 2.0f + (float)ROW) break; w += v; }
    for (int k = 0; k < 12; k++) { if (k == n) break; if (k % 5 == 1) continue; w += x[k + threadIdx.x]; }
    __syncthreads();
    y[OWN] = v + w * 10.0f;
}
__global__ void some_rows(const float *x, float *y, int n) {
    __shared__ float s[64];
    if (ROW == 0) s[threadIdx.x] = x[threadIdx.x];
    if (ROW == 9 || OWN == 20) return;
    __syncthreads();
    float v = 0.0f;
    for (int k = 0; k < 6; k++) v += s[threadIdx.x] * x[k + OWN];
    if (ROW % 4 != 1) {
        __syncthreads();
        for (int k = 0; k < 6; k++) v += s[threadIdx.x] * x[k + OWN];
    }
    y[OWN] = v;
}
__global__ void common_counts(const float *x, float *y, int n) { /* variables that live on, the same for all and not */
    float v = 0.0f;
    int k = 0, steps = 0;
    __syncthreads();
    for (; k < 5; k++) { v += x[k + threadIdx.x]; steps += k; }
    __syncthreads();
    for (; k < 11; k++) { v += x[k + OWN] * (float)steps; steps += ROW; }
    __syncthreads();
    y[OWN] = v + (float)(k * 1000 + steps);
}
__global__ void stray_late(const float *x, float *y, int n) { /* the first row strays in a late round, others earlier */
    float v = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k++) v += x[threadIdx.x + (k * (1 + (int)ROW) >= 6 ? 50000000 : k)];
    __syncthreads();
    y[OWN] = v;
}
__global__ void stray_elsewhere(const float *x, const float *z, float *y, int n) { /* into another array, which is allowed */
    float v = 0.0f;
    long long far = z - x;
    __syncthreads();
    for (int k = 0; k < n; k++) v = v * 0.5f + x[threadIdx.x + (k % 3 == 2 && ROW == 3 ? far : 0) + k];
    __syncthreads();
    y[OWN] = v;
}
__global__ void wrap_around(const float *x, float *y, int n) { /* an index that wraps between the lanes of a row */
    float v = 0.0f;
    __syncthreads();
    for (unsigned int k = 0; k < 12; k++) {
        unsigned int i = threadIdx.x + k * ROW - 5u;
        v += x[(i < 500u ? i : 7u)];
        v += *(x + 8 + (int)(threadIdx.x + k - 5u));
    }
    __syncthreads();
    y[OWN] = v;
}
// What follows the loop is done row by row, if the loop has not read it.
__global__ void sum_and_store(const float *x, float *y, int n) {
    float v = 0.0f;
    for (int k = 0; k < 9; k++) v = v * 0.5f + x[k + OWN];
    y[OWN] = v;
}
__global__ void store_below(const float *x, float *y, int n) { /* the array that the loop reads when x is y: the next row sees it */
    float v = 0.0f;
    for (int k = 0; k < 9; k++) v = v * 0.5f + x[threadIdx.x + blockDim.x * (ROW + 1) + 0 * k];
    y[threadIdx.x + blockDim.x * (ROW + 2)] = v;
}
__global__ void store_own(float *y, int n) { /* a pointer of its own, but the same parameter */
    float v = 0.0f, *z = y + blockDim.x;
    for (int k = 0; k < 9; k++) v = v * 0.5f + y[OWN] + (float)k;
    z[OWN] = v;
}
__global__ void agree(const float *x, float *y, int n) {
    if (ROW < 3 + n % 7 && threadIdx.x < 5 + n % 40) {
        float v = 0.0f;
        for (int k = 0; k < 9; k++) v = v * 0.5f + x[k + OWN];
        y[OWN] = v;
    }
}
__global__ void leave_early(const float *x, float *y, int n) {
    if (ROW >= 3 + n % 7 || threadIdx.x >= 5 + n % 40) return;
    float v = 0.0f;
    for (int k = 0; k < 9; k++) v = v * 0.5f + x[k + OWN];
    y[OWN] = v;
}
__global__ void behind_if(const float *x, float *y, int n) { /* something follows an `if` that has stored */
    float v = 0.0f;
    if (ROW < 8) {
        for (int k = 0; k < 9; k++) v = v * 0.5f + x[k + OWN];
        y[threadIdx.x] = v;
    }
    y[threadIdx.x + blockDim.x + OWN] = y[threadIdx.x] + v;
}
__global__ void tail_order(const float *x, int *count, float *y, int n) {
    float v = 0.0f;
    for (int k = 0; k < 5; k++) v = v * 0.5f + x[k + OWN];
    if (threadIdx.x == 0) v += (float)atomicAdd(count, 1);
    y[OWN] = v;
    y[550 + threadIdx.x * 7 % 5] = v;
    for (int i = 0; i < 3; i++) if (threadIdx.x == 0) y[560 + i] += v;
}
__global__ void tail_counts(const float *x, float *y, int n) { /* a variable that is the same for all, in one place */
    float v = 0.0f;
    int k = 0;
    for (; k < 5; k++) v = v * 0.5f + x[k + OWN];
    y[OWN] = v;
    k += 2;
    y[OWN] += (float)k;
}
__global__ void stray_tail(const float *x, float *y, int n) { /* the first row strays when it stores, another one when it reads */
    float v = 0.0f;
    for (int k = 0; k < 9; k++) v += x[threadIdx.x + (ROW == 2 && k == 8 ? 50000000 : k)];
    y[threadIdx.x + (ROW == 0 ? 50000000 : 0)] = v;
}
__global__ void stray_twice(const float *x, float *z, float *y, int n) { /* a row that stores elsewhere does not begin again */
    float v = 0.0f;
    for (int k = 0; k < 9; k++) v += x[k + OWN];
    y[OWN] += v;
    y[OWN + (ROW == 3 ? z - y : 0)] += 1.0f;
}
__global__ void narrow_sums(const unsigned char *x, unsigned char *y, short *z, int n) {
    unsigned char c = 0;
    short s = 0;
    bool odd = false;
    __syncthreads();
    for (int k = 0; k < 10; k++) { c += x[k + threadIdx.x]; s = (short)(s * 3 + x[k + ROW]); odd = odd != (x[k + OWN] > 100); }
    __syncthreads();
    y[OWN] = odd ? c : (unsigned char)(255 - c);
    z[OWN] = s;
}
__global__ void doubles(const double *x, double *y, int n) {
    double v = 1.0, w = 0.0;
    __syncthreads();
    for (int k = 0; k < 10; k++) { v = v * x[k + threadIdx.x] + x[k]; w += sqrt(x[k + OWN]) / (v + 1.0); }
    __syncthreads();
    y[OWN] = v - w;
}
}
'''
module = cp.RawModule(code=KERNELS)
rng = np.random.RandomState(3)
n = 200
x = (rng.randint(0, 1000, 600) / 1000).astype(np.float32)
FLAT = [] if sys.argv[1:] else [(1,), (33,), (64,), (100,), (8, 4), (16, 3), (7, 3, 2), (48, 2)]


def show(name, block, grid, arguments, shared=0):
    device = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]
    try:
        module.get_function(name)((grid,), block, tuple(device), shared_mem=shared)
        text = " ".join(repr(cp.asnumpy(d).tolist()) for d, a in zip(device, arguments) if isinstance(a, np.ndarray) and a is not x)
    except Exception as error:
        text = "%s: %s" % (type(error).__name__, str(error).split("0x")[0])
        if name[:5] == "stray" and block[0] % 8 == 0:  # whose thread was first, where rows are vectors
            text += str(error).split(", line")[1]
    print(name, block, grid, text)


def zeros(count=600, dtype=np.float32):
    return np.zeros(count, dtype)


for block in FLAT:
    for grid in (1, 3):
        for name in ("stride_loop", "stride_size", "stride_back", "two_sets"):
            if len(block) == 1:
                show(name, block, grid, [x, zeros(), np.int32(n)])
        show("own_steps", block, grid, [x, zeros(), np.int32(n)])
    show("with_continue", block, 1, [x, zeros(), np.int32(n)])
    show("two_ways_out", block, 1, [x, zeros(), np.int32(n)])
    show("returns_within", block, 1, [x, zeros(), np.int32(n)])
    show("transpose", block, 1, [x, zeros(), np.int32(n)])
    show("gather", block, 4, [x, rng.permutation(n).astype(np.int32), zeros(), np.int32(n)] if len(block) == 1 else [x, np.arange(n, dtype=np.int32)[::-1].copy(), zeros(), np.int32(n)])
    show("last_wins", block, 2, [zeros(), np.int32(n)])
    show("halves", block, 2, [x, zeros(8), np.int32(n)])
    show("narrow", block, 1, [zeros(300, np.uint8), zeros(300, np.int16), np.int32(30)])
    show("wraps", block, 1, [x, zeros(), np.int32(60)])
    show("structs", block, 1, [x, zeros(), np.int32(n)])
    show("local_array", block, 1, [x, zeros(), np.int32(n)])
    show("constants", block, 1, [zeros(), np.int32(n)])
for block in ((8,), (32,), (64,), (100,))[:None if FLAT else 0]:
    show("doubling", block, 1, [np.arange(200, dtype=np.int32), zeros(200, np.int32), np.int32(70)], shared=4 * block[0])
    show("bytes", block, 1, [rng.randint(0, 256, 1000).astype(np.uint8), zeros(256, np.int32), np.int32(1000)])
    show("early", block, 1, [x, zeros(100), np.int32(n)])
    show("warps", block, 1, [x, zeros(8), np.int32(50)])
    show("past_end", block, 1, [x, zeros(), np.int32(595)])
if FLAT:
    show("past_end", (64,), 1, [x, zeros(), np.int32(600)])
    show("past_shared", (64,), 1, [x, zeros(), np.int32(20)])
ROWS = [(16, 16), (16, 5), (8, 8), (32, 3), (64, 4), (12, 9), (7, 3, 2), (1, 12)]
rng = np.random.RandomState(4)
fine = rng.rand(600)
for block in ROWS:
    threads = int(np.prod(block))
    for name in ("tiles", "parted_rows", "hand_down", "write_first", "write_last", "leave_loops", "some_rows", "common_counts", "wrap_around"):
        if block[0] % 8 == 0 and len(block) == 2 or name not in ("hand_down", "write_first", "write_last"):
            show(name, block, 1, [x, zeros(threads), np.int32(n)])
    show("own_rounds", block, 1, [x, rng.randint(0, 9, 64).astype(np.int32), zeros(threads), np.int32(n)])
    if block[0] % 8 == 0 and len(block) == 2:
        show("count_up", block, 1, [x, zeros(1, np.int32), zeros(threads), np.int32(n)])
    show("stray_late", block, 1, [x, zeros(threads), np.int32(12)])
    show("stray_elsewhere", block, 1, [x, fine.astype(np.float32), zeros(threads), np.int32(9)])
    show("narrow_sums", block, 1, [rng.randint(0, 256, 600).astype(np.uint8), zeros(threads, np.uint8), zeros(threads, np.int16), np.int32(n)])
    for name in ("sum_and_store", "agree", "leave_early") + (("behind_if", "stray_tail") if block[0] % 8 == 0 else ()):
        show(name, block, 1, [x, zeros(600), np.int32(n)])
        show(name, block, 1, [x, zeros(600), np.int32(n + 90)])
    if block[0] % 8 == 0:
        show("stray_twice", block, 1, [x, zeros(600), zeros(600), np.int32(n)])
        show("store_own", block, 1, [zeros(600), np.int32(n)])
        show("tail_order", block, 1, [x, zeros(1, np.int32), zeros(600), np.int32(n)])
        show("tail_counts", block, 1, [x, zeros(600), np.int32(n)])
        same = cp.asarray(x)
        for first, second in ((same, same), (same, same[64:]), (same[64:], same), (same[:100], same[100:])):
            module.get_function("store_below")((1,), block, (first, second, np.int32(n)))
            print("store_below", block, "one array", cp.asnumpy(same).tolist())
        show("store_below", block, 1, [x, zeros(600), np.int32(n)])
    show("doubles", block, 1, [fine, zeros(threads, np.float64), np.int32(n)])
