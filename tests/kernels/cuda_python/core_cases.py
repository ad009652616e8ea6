"""cuda.core: devices, streams, events, programs, launches, buffers."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pycuda"))

import cupy as cp  # noqa: E402
import numpy as np  # noqa: E402
from cases import case, finish, raises  # noqa: E402

from cuda.core import Buffer, Device, DeviceMemoryResource, EventOptions, LaunchConfig, LegacyPinnedMemoryResource, ObjectCode, Program, ProgramOptions, Stream, launch, system, utils  # noqa: E402,E501
from cuda.core._errors import CUDAError, NVRTCError  # noqa: E402

ADD = """
template <typename T>
__global__ void vector_add(const T *A, const T *B, T *C, size_t N)
{
    const unsigned int tid = threadIdx.x + blockIdx.x * blockDim.x;
    for (size_t i = tid; i < N; i += gridDim.x * blockDim.x) C[i] = A[i] + B[i];
}
"""


@case
def a_device_must_be_made_current():
    device = Device()
    assert Device() is device and Device(0) is Device(0)
    raises(CUDAError, "is not yet initialized, perhaps you forgot to call .set_current() first?", device.create_stream)
    raises(ValueError, "device_id must be >= 0", Device, -1)
    device.set_current()
    assert device.arch == "%d%d" % device.compute_capability and device.compute_capability.major >= 5
    assert device.properties.warp_size == 32 and device.properties.max_threads_per_block >= 512 and isinstance(device.properties.unified_addressing, bool)
    assert isinstance(device.name, str) and device.device_id == 0
    raises(AttributeError, "no_such_thing", lambda: device.properties.no_such_thing)
    assert system.num_devices == len(system.devices) >= 1 and len(system.driver_version) == 2


@case
def a_template_is_launched():
    device = Device()
    device.set_current()
    stream = device.create_stream()
    options = ProgramOptions(std="c++17", arch="sm_" + device.arch)
    code = Program(ADD, code_type="c++", options=options).compile("cubin", name_expressions=("vector_add<float>", "vector_add<double>"))
    for name, kind in (("vector_add<float>", np.float32), ("vector_add<double>", np.float64)):
        kernel = code.get_kernel(name)
        a, b = cp.random.rand(5000).astype(kind), cp.random.rand(5000).astype(kind)
        c = cp.empty_like(a)
        device.sync()
        config = LaunchConfig(grid=(a.size + 255) // 256, block=256)
        launch(stream, config, kernel, a.data.ptr, b.data.ptr, c.data.ptr, cp.uint64(a.size))
        stream.sync()
        assert cp.allclose(c, a + b)
    assert kernel.attributes.max_threads_per_block() > 0 and kernel.attributes.num_regs() > 0
    assert kernel.occupancy.max_active_blocks_per_multiprocessor(256, 0) > 0
    raises(CUDAError, "CUDA_ERROR_NOT_FOUND", code.get_kernel, "nothing")


@case
def numbers_are_as_wide_as_their_types():
    import ctypes
    text = 'extern "C" __global__ void f(double *a, int i, float f, double d, bool b, long long l, short s) ' \
           "{ a[0] = i; a[1] = f; a[2] = d; a[3] = b; a[4] = l; a[5] = s; }"
    kernel = Program(text, "c++").compile("cubin").get_kernel("f")
    out = cp.zeros(6)
    stream = Device().create_stream()
    for array in (out, out.data.ptr, np.intp(out.data.ptr)):
        out[...] = 0
        launch(stream, LaunchConfig(grid=1, block=1), kernel, array, np.int32(-3), np.float32(1.5), 2.5, True, -1 << 40, ctypes.c_short(-7))
        stream.sync()
        assert out.tolist() == [-3, 1.5, 2.5, 1, -1 << 40, -7]
    launch(stream, {"grid": (1,), "block": (1, 1, 1)}, kernel, out.data.ptr, 9, np.float32(0), 0.0, False, 0, np.int16(0))
    assert out[0] == 9
    raises(TypeError, "the argument is of unsupported type: <class 'str'>", launch, stream, LaunchConfig(grid=1, block=1), kernel, "x")


@case
def events_tell_time():
    device = Device()
    stream = device.create_stream()
    kernel = Program('extern "C" __global__ void f() {}', "c++").compile("ptx").get_kernel("f")
    options = EventOptions(enable_timing=True)
    start = stream.record(options=options)
    launch(stream, LaunchConfig(grid=2, block=32), kernel)
    end = stream.record(options=options)
    end.sync()
    assert end.is_done and end - start >= 0
    raises(RuntimeError, "Both Events must be created with timing enabled", lambda: device.create_event() - start)
    raises(RuntimeError, "Both Events must be recorded", lambda: device.create_event({"enable_timing": True}) - start)
    stream.wait(end)
    device.create_stream().wait(stream)
    raises(ValueError, "can be waited", stream.wait, 5)


@case
def streams_of_others():
    device = Device()
    theirs = cp.cuda.Stream()
    ours = device.create_stream(theirs)
    assert int(ours.handle) == theirs.ptr == ours.__cuda_stream__()[1] and ours.__cuda_stream__()[0] == 0
    assert Stream.from_handle(theirs.ptr) == ours
    raises(TypeError, "does not have a '__cuda_stream__' attribute", device.create_stream, object())
    assert device.create_stream(options={"nonblocking": False}).is_nonblocking is False and device.default_stream is device.default_stream


@case
def buffers():
    device = Device()
    one, pinned = device.allocate(64), LegacyPinnedMemoryResource().allocate(64)
    assert one.size == 64 and one.is_device_accessible and not one.is_host_accessible and one.device_id == 0
    array = np.from_dlpack(pinned).view(np.float32)
    array[:] = np.arange(16)
    one.copy_from(pinned, stream=device.default_stream)
    kernel = Program('extern "C" __global__ void f(float *a) { a[threadIdx.x] += 1; }', "c++").compile("cubin").get_kernel("f")
    launch(device.default_stream, LaunchConfig(grid=1, block=16), kernel, one)
    one.copy_to(pinned, stream=device.default_stream)
    device.sync()
    assert array.tolist() == list(range(1, 17))
    assert cp.from_dlpack(one).view(np.float32).tolist() == list(range(1, 17))
    again = Buffer.from_handle(one.handle, 64)
    assert again.handle == one.handle
    raises(ValueError, "buffer sizes mismatch", one.copy_to, device.allocate(8), stream=None)
    one.close()
    assert isinstance(device.memory_resource, DeviceMemoryResource)


@case
def what_the_compiler_refuses():
    error = raises(NVRTCError, 'identifier "y" is undefined', Program('__global__ void f() { y = 2; }', "c++", ProgramOptions(name="mine.cu")).compile, "cubin")
    assert "NVRTC_ERROR_COMPILATION" in str(error) and "mine.cu(1)" in str(error)
    raises(RuntimeError, "Unsupported code_type='fortran'", Program, "", "fortran")
    raises(ValueError, "Unsupported target_type='exe'", Program("", "c++").compile, "exe")
    raises(TypeError, "unexpected keyword argument 'nothing'", ProgramOptions, nothing=1)
    raises(ValueError, "LaunchConfig.grid is not specified", LaunchConfig, block=1)
    raises(RuntimeError, "cannot be instantiated directly", ObjectCode("x".encode(), "cubin").__class__ and Buffer)
    macros = Program('extern "C" __global__ void f(int *a) { *a = N + M; }', "c++", {"define_macro": ["N=2", ("M", "3")]}).compile("cubin").get_kernel("f")
    out = cp.zeros(1, np.int32)
    launch(Device().default_stream, LaunchConfig(grid=1, block=1), macros, out)
    assert out[0] == 5


@case
def code_that_was_compiled_is_loaded_again():
    code = Program('extern "C" __global__ void f(int *a) { *a = 5; }', "c++").compile("ptx")
    again = ObjectCode.from_ptx(code.code)
    out = cp.zeros(1, np.int32)
    launch(Device().default_stream, LaunchConfig(grid=1, block=1), again.get_kernel("f"), out)
    assert out[0] == 5


@case
def arrays_as_memory():
    @utils.args_viewable_as_strided_memory((0,))
    def seen(array):
        return array.view(-1)

    view = seen(np.zeros((3, 4), np.float32))
    assert view.shape == (3, 4) and view.strides is None and view.dtype == np.float32 and not view.is_device_accessible and view.device_id == -1
    view = seen(cp.zeros((3, 4))[:, ::2])
    assert view.is_device_accessible and view.strides == (4, 2)


@case
def the_older_name():
    from cuda.core.experimental import Device as Older, Event, LaunchConfig as Config, system as devices
    assert Older is Device and Config is LaunchConfig and devices.num_devices == system.num_devices and Event is not None


finish()
