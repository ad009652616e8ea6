"""pycuda.driver and pycuda.compiler: memory, launches, prepared launches, textures, errors in PyCUDA's words."""
import struct

import numpy as np
from cases import case, finish, raises

import pycuda
import pycuda.driver as drv


@case
def nothing_before_init():
    raises(drv.LogicError, "cuDeviceGet failed: initialization error", drv.Device, 0)
    raises(drv.LogicError, "explicit_context_dependent failed: invalid device context - no currently active context?", drv.mem_alloc, 4)


@case
def init_and_contexts():
    drv.init()
    assert drv.Device.count() >= 1
    raises(drv.LogicError, "cuDeviceGet failed: invalid device ordinal", drv.Device, 999)
    context = drv.Device(0).make_context()
    assert drv.Context.get_current() is context and drv.Context.get_device() == drv.Device(0)
    context.pop()
    assert drv.Context.get_current() is None
    context.detach()
    primary = drv.Device(0).retain_primary_context()
    assert drv.Context.get_current() is None
    primary.push()
    drv.mem_alloc(8)
    primary.pop()
    raises(drv.LogicError, "cannot pop non-current context", drv.Context.pop)


@case
def a_second_device_has_its_own_memory():
    if drv.Device.count() < 2:
        return
    import cupy
    context = drv.Device(1).make_context()
    try:
        made = drv.to_device(np.arange(4))
        assert made._device_array.device.id == 1 and cupy.cuda.runtime.getDevice() == 1
    finally:
        context.pop()
        context.detach()


@case
def autoinit_makes_one():
    import pycuda.autoinit
    assert drv.Context.get_current() is pycuda.autoinit.context
    assert pycuda.autoinit.device == pycuda.autoinit.context.get_device()
    assert pycuda.VERSION >= (2020, 1) and pycuda.VERSION_TEXT.startswith(str(pycuda.VERSION[0]))


from pycuda.compiler import DynamicSourceModule, SourceModule  # noqa: E402

TWICE = "__global__ void twice(float *a) { int i = threadIdx.x + blockDim.x * blockIdx.x; a[i] *= 2; }"


@case
def what_a_device_tells():
    device = drv.Device(0)
    major, minor = device.compute_capability()
    assert (major, minor) == (device.compute_capability_major, device.get_attribute(drv.device_attribute.COMPUTE_CAPABILITY_MINOR))
    assert device.total_memory() > 0 and isinstance(device.name(), str)
    told = device.get_attributes()
    assert told[drv.device_attribute.WARP_SIZE] == 32 == device.warp_size
    assert str(drv.device_attribute.WARP_SIZE) == "WARP_SIZE"
    assert repr(drv.device_attribute.WARP_SIZE) == "pycuda._driver.device_attribute.WARP_SIZE"
    free, total = drv.mem_get_info()
    assert 0 < free <= total
    assert drv.get_version()[0] == drv.get_driver_version() // 1000
    raises(AttributeError, "no_such_thing", lambda: device.no_such_thing)


@case
def memory_goes_there_and_back():
    data = np.random.randn(5, 7)
    place = drv.mem_alloc(data.nbytes)
    drv.memcpy_htod(place, data)
    back = np.empty_like(data)
    drv.memcpy_dtoh(back, place)
    assert (back == data).all()
    assert (drv.from_device(place, (7, 5), np.float64) == data.reshape(7, 5)).all()
    assert (drv.from_device_like(drv.to_device(data), data) == data).all()
    other = drv.mem_alloc_like(data)
    drv.memcpy_dtod(other, int(place) + 8, data.nbytes - 8)
    assert (drv.from_device(other, data.size - 1, data.dtype) == data.ravel()[1:]).all()
    drv.memcpy_dtoh(back[:1], int(place) + 7 * 8)
    assert (back[0] == data[1]).all()
    fortran = np.asfortranarray(data)
    assert (drv.from_device_like(drv.to_device(fortran), fortran) == data).all()
    assert bytes(drv.from_device(drv.to_device(b"words"), 5, np.uint8)) == b"words"
    place.free()
    raises(drv.LogicError, "failed", place.free)


@case
def wrong_copies():
    place = drv.mem_alloc(16)
    raises(drv.LogicError, "cuMemcpyHtoD failed: invalid argument", drv.memcpy_htod, place, np.zeros(3))
    raises(drv.LogicError, "cuMemcpyDtoH failed: invalid argument", drv.memcpy_dtoh, np.zeros(3), place)
    raises(ValueError, "ndarray is not contiguous", drv.memcpy_htod, place, np.zeros(4, np.int32)[::2])
    raises(TypeError, "a bytes-like object is required", drv.memcpy_htod, place, [1, 2])
    raises(drv.MemoryError, "cuMemAlloc failed: out of memory", drv.mem_alloc, 1 << 50)
    raises(drv.LogicError, "cuMemAlloc failed: invalid argument", drv.mem_alloc, 0)
    raises(drv.LogicError, "invalid argument", drv.memcpy_dtoh, np.zeros(3), 12)


@case
def memory_is_filled():
    place = drv.mem_alloc(32)
    drv.memset_d32(place, 0x01020304, 8)
    drv.memset_d16(int(place) + 4, 0x0506, 2)
    drv.memset_d8(int(place) + 8, 7, 1)
    assert drv.from_device(place, 4, np.uint32).tolist() == [0x01020304, 0x05060506, 0x01020307, 0x01020304]
    rows, pitch = drv.mem_alloc_pitch(10, 3, 4)
    assert pitch % 512 == 0
    drv.memset_d2d8(rows, pitch, 1, 10, 3)
    assert drv.from_device(rows, pitch * 3, np.uint8).reshape(3, pitch)[:, :10].all()


@case
def arguments_go_to_a_kernel():
    module = SourceModule("""
struct pair { int number; double part; };
__global__ void all(float *target, int i, float f, double d, unsigned char c, long long l, pair p, float3 v)
{ target[0] = i; target[1] = f; target[2] = d; target[3] = c; target[4] = l; target[5] = p.number; target[6] = p.part; target[7] = v.x + v.y + v.z; }
""")
    from pycuda import gpuarray
    pair = np.zeros((), np.dtype([("number", "i4"), ("part", "f8")], align=True))
    pair["number"], pair["part"] = 5, 6.5
    kernel = module.get_function("all")
    wanted = [-1, 1.5, 2.5, 200, -1 << 33, 5, 6.5, 6]
    target = np.zeros(8, np.float32)
    values = np.int32(-1), np.float32(1.5), np.float64(2.5), np.uint8(200), np.int64(-1 << 33), pair, gpuarray.vec.make_float3(1, 2, 3)
    kernel(drv.Out(target), *values, block=(1, 1, 1))
    assert target.tolist() == wanted
    kernel(drv.InOut(target), *values[:5], pair[()], values[6], block=(1, 1, 1), grid=(1,))  # numpy.void
    assert target.tolist() == wanted
    place = drv.mem_alloc(32)
    kernel.prepare(["P", "i", "f", "d", "B", "q", pair.dtype, gpuarray.vec.float3])
    kernel.prepared_call((1, 1), (1, 1, 1), place, -1, 1.5, 2.5, 200, -1 << 33, pair, values[6])
    assert drv.from_device(place, 8, np.float32).tolist() == wanted
    raises(struct.error, "required argument is not an integer", kernel.prepared_call, (1, 1), (1, 1, 1), place, 1.5, 1.5, 2.5, 200, 1, pair, values[6])
    raises(struct.error, "expected 8 items for packing (got 2)", kernel.prepared_call, (1, 1), (1, 1, 1), place, 1)


@case
def wrong_arguments():
    twice = SourceModule(TWICE).get_function("twice")
    place = drv.mem_alloc(64)
    raises(ValueError, "must specify block size", twice, place)
    raises(TypeError, "invalid type on parameter #0 (0-based)", twice, 5, block=(1, 1, 1))
    raises(TypeError, "invalid type on parameter #1 (0-based)", twice, place, 5.0, block=(1, 1, 1))
    raises(drv.LogicError, "cuLaunchKernel failed: invalid argument", twice, place, block=(2000, 1, 1))
    raises(drv.LogicError, "cuLaunchKernel failed: invalid argument", twice, place, block=(0, 1, 1))
    raises(TypeError, "of type float", twice, place, block=(1.5, 1, 1))
    raises(AttributeError, "", twice.prepared_call, (1, 1), (1, 1, 1), place)
    raises(drv.LogicError, "cuModuleGetFunction failed: named symbol not found", SourceModule(TWICE).get_function, "thrice")
    raises(drv.LogicError, "cuModuleGetGlobal failed: named symbol not found", SourceModule(TWICE).get_global, "thrice")


@case
def wrong_texts():
    error = raises(drv.CompileError, 'identifier "y" is undefined', SourceModule, "__global__ void f() { y = 2; }")
    assert error.command_line[:2] == ["nvcc", "--cubin"] and "kernel.cu(2)" in error.stderr
    raises(drv.CompileError, "nvcc fatal   : Unknown option '--no-such-option'", SourceModule, TWICE, options=["--no-such-option"])


@case
def options_and_headers():
    import os
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "factor.h"), "w") as file:
            file.write("#pragma once\n#define FACTOR (N + 1)\n")
        text = '#include <stdio.h>\n#include "factor.h"\n#include "factor.h"\n__global__ void f(int *a) { *a = FACTOR; }'
        module = SourceModule(text, options=["-O3", "-DN=4", "--use_fast_math", "-Xptxas", "-v", "-arch=sm_70", "-std=c++14"], include_dirs=[folder])
        found = np.zeros(1, np.int32)
        module.get_function("f")(drv.Out(found), block=(1, 1, 1))
        assert found[0] == 5


@case
def templates_without_extern_c():
    text = """
template <typename T> __device__ T squared(T x) { return x * x; }
extern "C" { __global__ void f(double *a) { a[threadIdx.x] = squared(a[threadIdx.x]); } }
"""
    values = np.arange(4.0)
    SourceModule(text, no_extern_c=True).get_function("f")(drv.InOut(values), block=(4, 1, 1))
    assert values.tolist() == [0, 1, 4, 9]


@case
def constants_and_variables():
    module = SourceModule("__constant__ float table[4]; __device__ int counter; __global__ void f(float *a) { a[threadIdx.x] = table[threadIdx.x]; counter = 7; }")
    address, size = module.get_global("table")
    assert size == 16
    drv.memcpy_htod(address, np.arange(4, dtype=np.float32))
    found = np.zeros(4, np.float32)
    module.get_function("f")(drv.Out(found), block=(4, 1, 1))
    assert found.tolist() == [0, 1, 2, 3]
    counter = np.zeros(1, np.int32)
    drv.memcpy_dtoh(counter, module.get_global("counter")[0])
    assert counter[0] == 7


@case
def streams_events_and_times():
    twice = SourceModule(TWICE).get_function("twice")
    stream, start, end = drv.Stream(), drv.Event(), drv.Event()
    data = drv.pagelocked_zeros((64,), np.float32)
    data[:] = 1
    place = drv.mem_alloc(data.nbytes)
    assert start.record(stream) is start
    drv.memcpy_htod_async(place, data, stream)
    twice(place, block=(64, 1, 1), stream=stream)
    drv.memcpy_dtoh_async(data, place, stream)
    end.record(stream)
    stream.synchronize()
    assert end.synchronize() is end and end.query() and stream.is_done()
    assert start.time_till(end) >= 0 and end.time_since(start) == start.time_till(end)
    assert (data == 2).all()
    assert twice(place, block=(64, 1, 1), time_kernel=True) >= 0
    assert twice.prepare("P").prepared_timed_call((1, 1), (64, 1, 1), place)() >= 0
    twice.prepared_async_call((1, 1), (64, 1, 1), stream, place)
    assert (drv.from_device_like(place, data) == 16).all()


@case
def a_function_tells_about_itself():
    twice = SourceModule(TWICE).get_function("twice")
    assert twice.num_regs > 0 and twice.max_threads_per_block > 0 and twice.shared_size_bytes == 0
    assert twice.get_attribute(drv.function_attribute.LOCAL_SIZE_BYTES) == twice.local_size_bytes
    twice.set_cache_config(drv.func_cache.PREFER_L1)
    raises(AttributeError, "no_such_thing", lambda: twice.no_such_thing)


@case
def dynamic_shared_memory():
    text = "extern __shared__ int s[]; __global__ void f(int *a) { int i = threadIdx.x; s[i] = a[i]; __syncthreads(); a[i] = s[blockDim.x - 1 - i]; }"
    values = np.arange(32, dtype=np.int32)
    SourceModule(text).get_function("f")(drv.InOut(values), block=(32, 1, 1), shared=128)
    assert values.tolist() == list(range(31, -1, -1))


@case
def an_access_out_of_bounds_is_told():
    import cupy
    if not cupy._emulates():
        return
    twice = SourceModule(TWICE).get_function("twice")
    raises(drv.LogicError, "an illegal memory access was encountered: a read of 4 bytes", twice, drv.mem_alloc(16), block=(32, 1, 1))


@case
def textures_of_matrices():
    text = """
texture<float, 2, cudaReadModeElementType> first;
texture<float4, 2> second;
texture<unsigned char, 1, cudaReadModeNormalizedFloat> third;
__global__ void f(float *a) { int x = threadIdx.x, y = threadIdx.y; a[y * blockDim.x + x] = tex2D(first, x, y); }
__global__ void g(float4 *a) { int x = threadIdx.x, y = threadIdx.y; a[y * blockDim.x + x] = tex2D(second, x, y); }
__global__ void h(float *a) { a[threadIdx.x] = tex1Dfetch(third, threadIdx.x); }
__global__ void between(float *a, float x, float y) { *a = tex2D(first, x, y); }
"""
    module = SourceModule(text)
    first, second, third = (module.get_texref(name) for name in ("first", "second", "third"))
    matrix = np.random.randn(3, 5).astype(np.float32)
    drv.matrix_to_texref(matrix, first, order="C")
    found = np.zeros((3, 5), np.float32)
    module.get_function("f")(drv.Out(found), block=(5, 3, 1), texrefs=[first])
    assert (found == matrix).all()
    drv.matrix_to_texref(matrix, first, order="F")
    turned = np.zeros((5, 3), np.float32)
    module.get_function("f")(drv.Out(turned), block=(3, 5, 1), texrefs=[first])
    assert (turned == matrix.T).all()
    first.set_filter_mode(drv.filter_mode.LINEAR)
    middle = np.zeros(1, np.float32)
    module.get_function("between")(drv.Out(middle), np.float32(1), np.float32(1), block=(1, 1, 1), texrefs=[first])
    assert abs(middle[0] - matrix[:2, :2].mean()) < 1e-2
    channels = np.random.randn(3, 5, 4).astype(np.float32)
    drv.bind_array_to_texref(drv.make_multichannel_2d_array(channels, order="C"), second)
    found = np.zeros((3, 5, 4), np.float32)
    module.get_function("g").prepare("P", texrefs=[second])
    place = drv.mem_alloc_like(found)
    module.get_function("g").prepared_call((1, 1), (5, 3, 1), place)
    assert (drv.from_device_like(place, found) == channels).all()
    memory = drv.to_device(np.array([0, 51, 255], np.uint8))
    third.set_address(memory, 3)
    third.set_format(drv.array_format.UNSIGNED_INT8, 1)
    found = np.zeros(3, np.float32)
    module.get_function("h")(drv.Out(found), block=(3, 1, 1), texrefs=[third])
    assert np.allclose(found, [0, .2, 1])
    raises(drv.LogicError, "named symbol not found", module.get_texref, "fourth")


@case
def copies_of_rows():
    data = np.arange(24, dtype=np.int32).reshape(4, 6)
    place, pitch = drv.mem_alloc_pitch(24, 4, 4)
    copy = drv.Memcpy2D()
    copy.set_src_host(data)
    copy.set_dst_device(place)
    copy.width_in_bytes, copy.height, copy.src_pitch, copy.dst_pitch = 24, 4, 24, pitch
    copy(aligned=True)
    back = np.zeros((4, 3), np.int32)
    copy = drv.Memcpy2D()
    copy.set_src_device(place)
    copy.set_dst_host(back)
    copy.src_x_in_bytes, copy.src_pitch, copy.dst_pitch, copy.width_in_bytes, copy.height = 8, pitch, 12, 12, 4
    copy(drv.Stream())
    assert (back == data[:, 2:5]).all()


@case
def managed_memory_is_seen_by_both():
    shared = drv.managed_empty(10, np.float32, mem_flags=drv.mem_attach_flags.GLOBAL)
    shared[:] = np.arange(10)
    SourceModule(TWICE).get_function("twice")(shared, block=(10, 1, 1), grid=(1, 1))
    drv.Context.synchronize()
    assert (shared == np.arange(10) * 2).all()


@case
def pools_keep_memory():
    from pycuda.tools import DeviceMemoryPool, PageLockedMemoryPool
    pool = DeviceMemoryPool()
    one = pool.allocate(1000)
    assert pool.active_blocks == 1 and pool.held_blocks == 0 and len(one) == 1000
    address = int(one)
    del one
    assert pool.active_blocks == 0 and pool.held_blocks == 1
    two = pool.allocate(1000)
    assert int(two) == address
    two.free()
    pool.stop_holding()
    assert pool.held_blocks == 0
    pinned = PageLockedMemoryPool()
    array = pinned.allocate((3, 4), np.float32)
    assert array.shape == (3, 4) and pinned.active_blocks == 1


@case
def printf_is_shown():
    SourceModule('#include <stdio.h>\n__global__ void f(int n) { printf("# number %d of %d\\n", threadIdx.x, n); }').get_function("f")(
        np.int32(2), block=(2, 1, 1))


@case
def what_is_refused_says_so():
    import cupy
    raises(ImportError, "GL extension", __import__, "pycuda.gl")
    if cupy._emulates():
        raises(NotImplementedError, "kernel launched by a kernel", DynamicSourceModule, "__global__ void g() {} __global__ void f() { g<<<1, 1>>>(); }")


@case
def arrays_of_cupy_and_pycuda_share_memory():
    import cupy
    twice = SourceModule(TWICE).get_function("twice")
    array = cupy.arange(4, dtype=np.float32)
    lazy = array + 1
    twice(lazy, block=(4, 1, 1))
    assert lazy.tolist() == [2, 4, 6, 8]
    from pycuda import gpuarray
    ours = gpuarray.to_gpu(np.arange(4, dtype=np.float32))
    theirs = cupy.asarray(ours)
    theirs += 1
    twice(ours, block=(4, 1, 1))
    assert theirs.tolist() == [2, 4, 6, 8] and ours.get().tolist() == [2, 4, 6, 8]


finish()
