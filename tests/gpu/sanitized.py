"""The smaller half of the GPU tests, for compute-sanitizer: a kernel of every primitive, and kernels that programs bring."""
import cupy as cp
import numpy as np
from cupyx.scipy import ndimage
from cupyx.scipy.signal import convolve2d

checks = np.random.RandomState(1)


def agree(left, right, tolerance=1e-4):
    assert np.allclose(cp.asnumpy(left), right, rtol=tolerance, atol=tolerance), (left, right)


# Elementwise, cast, strides, broadcasting, fused; sizes around those of blocks.
for size in (1, 31, 257, 5000):
    host = checks.rand(size).astype("f4")
    x = cp.asarray(host)
    agree(cp.sin(x) * cp.cos(x) + cp.sqrt(x), np.sin(host) * np.cos(host) + np.sqrt(host))
    agree(x[::-1] + x, host[::-1] + host)
    agree(x.astype("f8") // 0.25, host.astype("f8") // 0.25)
    agree(x.sum(), host.sum())
    agree(cp.cumsum(x), np.cumsum(host), 1e-3)
    agree(cp.sort(x), np.sort(host))
    agree(cp.argsort(x), np.argsort(host))
    assert int(x.argmax()) == int(host.argmax())
    agree(x[x > 0.5], host[host > 0.5])
    agree(cp.where(x > 0.5, x, -x), np.where(host > 0.5, host, -host))
    agree(cp.bincount((x * 9).astype("i4")), np.bincount((host * 9).astype("i4")))
    agree(cp.searchsorted(cp.sort(x), x), np.searchsorted(np.sort(host), host))
# Sizes that are sorted in two passes, and masks of several tiles.
for host in (checks.randn(1 << 20).astype("f4"), checks.rand(1 << 20), checks.randint(0, 9, 1 << 20).astype("i4")):
    agree(cp.sort(cp.asarray(host)), np.sort(host))
    agree(cp.asarray(host)[cp.asarray(host > 0.5)], host[host > 0.5])
host = checks.rand(37, 53)
x = cp.asarray(host)
for axis in (None, 0, 1):
    agree(x.sum(axis=axis), host.sum(axis=axis))
    agree(x.max(axis=axis), host.max(axis=axis))
    agree(cp.std(x, axis=axis), host.std(axis=axis))
agree(x.T.copy(), host.T)
agree(x[:, ::3].copy(), host[:, ::3])
agree(x[cp.array([3, 1, 36])], host[[3, 1, 36]])
y = x.copy()
y[cp.array([1, 2]), :5] = 7
cp.add.at(y, cp.array([0, 0, 1]), 1.0)
agree(x @ x.T, host @ host.T)
agree((x * 10).astype("i8") @ (x.T * 10).astype("i8"), (host * 10).astype("i8") @ (host.T * 10).astype("i8"))
agree(cp.fft.ifft2(cp.fft.fft2(x)).real, host)
agree(cp.linalg.solve(x[:30, :30] + 30 * cp.eye(30), x[:30, 0]), np.linalg.solve(host[:30, :30] + 30 * np.eye(30), host[:30, 0]))
for kernel in (checks.rand(5, 5), checks.rand(15, 15)):
    for boundary in ("fill", "wrap", "symm"):
        convolve2d(x, cp.asarray(kernel), mode="same", boundary=boundary)
    convolve2d(x.astype("f4"), cp.asarray(kernel, "f4"))
    ndimage.convolve(x, cp.asarray(kernel))
ndimage.median_filter(x, 3)
ndimage.gaussian_filter(x, 2)
cp.histogram(x, bins=20)
cp.unique((x * 9).astype("i4"))
cp.random.seed(1)
cp.random.rand(1000), cp.random.randn(1001), cp.random.randint(0, 100, 1000), cp.random.permutation(1000)
cp.random.poisson(4, 1000), cp.random.default_rng(1).standard_normal(1000), cp.random.default_rng(1).binomial(100, 0.5, 1000)

# Kernels that the program brings.
agree(cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + T(1)", "multiply_add")(x, x), host * host + 1)
agree(cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")(x, axis=1), np.sqrt((host * host).sum(1)))
sums = cp.RawKernel(r'''
extern "C" __global__ void sums(const double *x, double *y, int n) {
    extern __shared__ double part[];
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0;
    __syncthreads();
    for (int step = blockDim.x / 2; step; step /= 2) {
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}''', "sums")
out = cp.zeros(31)
sums((31,), (64,), (x, out, x.size), shared_mem=512)
agree(out.sum(), host.sum())
cp.cuda.Device().synchronize()
print("every part ran")
