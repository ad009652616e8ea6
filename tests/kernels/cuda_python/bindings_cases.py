"""cuda.bindings: the driver, the runtime and the compiler by hand."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pycuda"))

import numpy as np  # noqa: E402
from cases import case, finish  # noqa: E402

from cuda.bindings import driver, nvrtc, runtime  # noqa: E402

SAXPY = """
extern "C" __global__ void saxpy(float a, float *x, float *y, float *out, size_t n)
{
    size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n) out[tid] = a * x[tid] + y[tid];
}
"""


def checked(answer):
    assert answer[0] == 0, answer
    return answer[1] if len(answer) == 2 else answer[1:] or None


@case
def nothing_before_init():
    assert driver.cuDeviceGetCount() == (driver.CUresult.CUDA_ERROR_NOT_INITIALIZED, None)


@case
def saxpy_by_hand():
    checked(driver.cuInit(0))
    device = checked(driver.cuDeviceGet(0))
    context = checked(driver.cuCtxCreate(0, device))
    major = checked(driver.cuDeviceGetAttribute(driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device))
    minor = checked(driver.cuDeviceGetAttribute(driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device))
    program = checked(nvrtc.nvrtcCreateProgram(SAXPY.encode(), b"saxpy.cu", 0, [], []))
    options = [b"--fmad=false", ("--gpu-architecture=compute_%d%d" % (major, minor)).encode()]
    checked(nvrtc.nvrtcCompileProgram(program, len(options), options))
    size = checked(nvrtc.nvrtcGetPTXSize(program))
    ptx = bytearray(b" " * size)
    checked(nvrtc.nvrtcGetPTX(program, ptx))
    checked(driver.cuModuleUnload(checked(driver.cuModuleLoadData(bytes(ptx)))))
    image = np.char.array(bytes(ptx))
    module = checked(driver.cuModuleLoadData(image.ctypes.data))
    kernel = checked(driver.cuModuleGetFunction(module, b"saxpy"))
    n = np.array(32 * 64, dtype=np.uint32)
    a = np.array([2.0], dtype=np.float32)
    x, y = (np.random.rand(int(n)).astype(np.float32) for _ in range(2))
    out, places = np.zeros(int(n), np.float32), []
    stream = checked(driver.cuStreamCreate(0))
    for host in (x, y, out):
        places.append(checked(driver.cuMemAlloc(host.nbytes)))
        checked(driver.cuMemcpyHtoDAsync(places[-1], host.ctypes.data, host.nbytes, stream))
    pointers = [np.array([int(place)], dtype=np.uint64) for place in places]
    count = np.array(int(n), dtype=np.uint64)
    arguments = np.array([one.ctypes.data for one in (a, *pointers, count)], dtype=np.uint64)
    checked(driver.cuLaunchKernel(kernel, 64, 1, 1, 32, 1, 1, 0, stream, arguments.ctypes.data, 0))
    checked(driver.cuMemcpyDtoHAsync(out.ctypes.data, places[2], out.nbytes, stream))
    checked(driver.cuStreamSynchronize(stream))
    assert np.allclose(out, a * x + y)
    for place in places:
        checked(driver.cuMemFree(place))
    assert driver.cuMemFree(places[0])[0] == driver.CUresult.CUDA_ERROR_INVALID_VALUE
    checked(driver.cuModuleUnload(module))
    checked(driver.cuCtxDestroy(context))
    checked(nvrtc.nvrtcDestroyProgram(program))


@case
def what_went_wrong_is_a_status():
    assert driver.cuDeviceGet(999)[0] == driver.CUresult.CUDA_ERROR_INVALID_DEVICE
    assert driver.cuMemAlloc(1 << 50) == (driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY, None)
    assert driver.cuGetErrorName(driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY)[1] == b"CUDA_ERROR_OUT_OF_MEMORY"
    assert driver.cuGetErrorString(2)[1] == b"out of memory"
    program = checked(nvrtc.nvrtcCreateProgram(b"__global__ void f() { y = 2; }", b"f.cu", 0, [], []))
    assert nvrtc.nvrtcCompileProgram(program, 0, [])[0] == nvrtc.nvrtcResult.NVRTC_ERROR_COMPILATION
    log = bytearray(checked(nvrtc.nvrtcGetProgramLogSize(program)))
    checked(nvrtc.nvrtcGetProgramLog(program, log))
    assert b'f.cu(1): error: identifier "y" is undefined' in log
    assert driver.cuMemcpyDtoH(16, checked(driver.cuMemAlloc(8)), 8) == (driver.CUresult.CUDA_ERROR_INVALID_VALUE,)
    assert runtime.cudaSetDevice(999) == (runtime.cudaError_t.cudaErrorInvalidDevice,)
    assert runtime.cudaGetErrorName(2)[1] == b"cudaErrorMemoryAllocation"


@case
def the_runtime_copies():
    assert checked(runtime.cudaGetDeviceCount()) >= 1 and checked(runtime.cudaRuntimeGetVersion()) >= 12000
    data, back = np.arange(8.0), np.zeros(8)
    place = checked(runtime.cudaMalloc(data.nbytes))
    kind = runtime.cudaMemcpyKind
    checked(runtime.cudaMemcpy(place, data.ctypes.data, data.nbytes, kind.cudaMemcpyHostToDevice))
    checked(runtime.cudaMemcpy(back.ctypes.data, place, data.nbytes, kind.cudaMemcpyDeviceToHost))
    assert (back == data).all()
    checked(runtime.cudaFree(place))
    assert checked(runtime.cudaGetDeviceProperties(0)).multiProcessorCount >= 1


@case
def handles_are_numbers():
    assert int(driver.CUstream(5)) == 5 and driver.CUstream(0) == 0
    from cuda import cuda, cudart, nvrtc as compiler
    assert cuda.CUresult is driver.CUresult and cudart.cudaMemcpyKind is runtime.cudaMemcpyKind and compiler.nvrtcVersion()[0] == 0


finish()
