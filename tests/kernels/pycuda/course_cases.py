"""Programs as courses have them: each whole, from the import to what it found."""
import numpy as np
from cases import case, finish

import pycuda.autoinit
import pycuda.driver as cuda
import pycuda.gpuarray as gpuarray
from pycuda.compiler import SourceModule


@case
def a_matrix_is_doubled():
    a = np.random.randn(4, 4).astype(np.float32)
    a_gpu = cuda.mem_alloc(a.nbytes)
    cuda.memcpy_htod(a_gpu, a)
    module = SourceModule("""
    __global__ void doublify(float *a)
    {
        int idx = threadIdx.x + threadIdx.y * 4;
        a[idx] *= 2;
    }
    """)
    module.get_function("doublify")(a_gpu, block=(4, 4, 1))
    doubled = np.empty_like(a)
    cuda.memcpy_dtoh(doubled, a_gpu)
    assert (doubled == 2 * a).all()


@case
def matrices_are_multiplied_by_tiles():
    text = """
    #define TILE %(tile)d
    __global__ void product(float *A, float *B, float *C, int n)
    {
        __shared__ float a[TILE][TILE], b[TILE][TILE];
        int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
        float sum = 0;
        for (int k = 0; k < n; k += TILE) {
            a[threadIdx.y][threadIdx.x] = A[row * n + k + threadIdx.x];
            b[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * n + column];
            __syncthreads();
            for (int i = 0; i < TILE; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
            __syncthreads();
        }
        C[row * n + column] = sum;
    }
    """
    n, tile = 64, 16
    a, b = (np.random.randn(n, n).astype(np.float32) for _ in range(2))
    c_gpu = gpuarray.empty((n, n), np.float32)
    SourceModule(text % {"tile": tile}).get_function("product")(gpuarray.to_gpu(a), gpuarray.to_gpu(b), c_gpu, np.int32(n), block=(tile, tile, 1),
                                                                grid=(n // tile, n // tile))
    assert np.allclose(c_gpu.get(), a @ b, atol=1e-4)


@case
def the_mandelbrot_set():
    from pycuda.elementwise import ElementwiseKernel
    kernel = ElementwiseKernel("pycuda::complex<float> *q, int *output, int most", """
        {
            float nreal, real = 0, imag = 0;
            output[i] = 0;
            for (int k = 0; k < most; k++) {
                nreal = real * real - imag * imag + q[i].real();
                imag = 2 * real * imag + q[i].imag();
                real = nreal;
                if (real * real + imag * imag > 4.0f) { output[i] = k; break; }
            }
        }""", "mandelbrot")
    x, y = np.linspace(-2.13, 0.77, 40), np.linspace(1.3, -1.3, 30) * 1j
    q = (x[None, :] + y[:, None]).astype(np.complex64).ravel()
    output = gpuarray.zeros(q.shape, np.int32)
    kernel(gpuarray.to_gpu(q), output, 50)
    wanted = np.zeros(q.shape, int)
    for index, c in enumerate(q):
        z = 0j
        for k in range(50):
            z = z * z + c
            if abs(z) > 2:
                wanted[index] = k
                break
    assert (output.get() != wanted).mean() < 0.01


@case
def structs_with_pointers_lie_in_memory():
    # A struct of a length and a pointer, written word by word; a kernel doubles what the structs lead to.
    text = """
    struct row { int length, unused; float *values; };
    __global__ void twice(row *rows)
    {
        row *mine = rows + blockIdx.x;
        for (int k = threadIdx.x; k < mine->length; k += blockDim.x) mine->values[k] *= 2;
    }
    """

    class Row:
        size = 8 + np.uintp(0).nbytes

        def __init__(self, values, place):
            self.values, self.data = values, cuda.to_device(values)
            cuda.memcpy_htod(int(place), memoryview(np.array([values.size, 0], np.int32)))
            cuda.memcpy_htod(int(place) + 8, memoryview(np.uintp(int(self.data))))

    rows = cuda.mem_alloc(2 * Row.size)
    first, second = Row(np.array([1, 2, 3], np.float32), rows), Row(np.array([0, 4], np.float32), int(rows) + Row.size)
    SourceModule(text).get_function("twice")(rows, block=(32, 1, 1), grid=(2, 1))
    assert cuda.from_device_like(first.data, first.values).tolist() == [2, 4, 6]
    assert cuda.from_device_like(second.data, second.values).tolist() == [0, 8]


@case
def a_histogram_with_atomics():
    data = np.random.randint(0, 16, 10000).astype(np.int32)
    counts = np.zeros(16, np.int32)
    SourceModule("""
    __global__ void histogram(const int *data, int n, int *counts)
    {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&counts[data[i]], 1);
    }
    """).get_function("histogram")(cuda.In(data), np.int32(data.size), cuda.InOut(counts), block=(128, 1, 1), grid=(8, 1))
    assert (counts == np.bincount(data, minlength=16)).all()


@case
def several_streams():
    kernel = SourceModule("__global__ void add(float *a, float b) { a[blockIdx.x * blockDim.x + threadIdx.x] += b; }").get_function("add").prepare("Pf")
    parts = [np.full(256, number, np.float32) for number in range(4)]
    streams = [cuda.Stream() for _ in parts]
    start, end = cuda.Event(), cuda.Event()
    start.record()
    places = [gpuarray.to_gpu_async(part, stream=stream) for part, stream in zip(parts, streams)]
    for number, (place, stream) in enumerate(zip(places, streams)):
        kernel.prepared_async_call((2, 1), (128, 1, 1), stream, place.gpudata, 10 * number)
    found = [place.get_async(stream=stream) for place, stream in zip(places, streams)]
    end.record()
    end.synchronize()
    assert start.time_till(end) * 1e-3 >= 0
    assert all((one == 11 * number).all() for number, one in enumerate(found))


finish()
