"""The driver's functions as far as programs call them by hand: each returns (CUresult, results...).

>>> from cuda.bindings import driver
>>> driver.cuInit(0)
(<CUresult.CUDA_SUCCESS: 0>,)
"""
import cupy
import numpy
from cuda.bindings import _support
from cuda.bindings._support import drop, held, keep
from cuda.core._device import _NUMBERS
from cupy.cuda import runtime

CUresult = _support.enumeration(__name__, "CUresult", CUDA_SUCCESS=0, CUDA_ERROR_INVALID_VALUE=1, CUDA_ERROR_OUT_OF_MEMORY=2,
                                CUDA_ERROR_NOT_INITIALIZED=3, CUDA_ERROR_DEINITIALIZED=4, CUDA_ERROR_NO_DEVICE=100, CUDA_ERROR_INVALID_DEVICE=101,
                                CUDA_ERROR_INVALID_IMAGE=200, CUDA_ERROR_INVALID_CONTEXT=201, CUDA_ERROR_NO_BINARY_FOR_GPU=209,
                                CUDA_ERROR_INVALID_PTX=218, CUDA_ERROR_INVALID_SOURCE=300, CUDA_ERROR_FILE_NOT_FOUND=301,
                                CUDA_ERROR_INVALID_HANDLE=400, CUDA_ERROR_NOT_FOUND=500, CUDA_ERROR_NOT_READY=600, CUDA_ERROR_ILLEGAL_ADDRESS=700,
                                CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES=701, CUDA_ERROR_LAUNCH_TIMEOUT=702, CUDA_ERROR_ASSERT=710,
                                CUDA_ERROR_LAUNCH_FAILED=719, CUDA_ERROR_NOT_PERMITTED=800, CUDA_ERROR_NOT_SUPPORTED=801, CUDA_ERROR_UNKNOWN=999)
_WORDS = {0: "no error", 1: "invalid argument", 2: "out of memory", 3: "initialization error", 100: "no CUDA-capable device is detected",
          101: "invalid device ordinal", 200: "device kernel image is invalid", 201: "invalid device context", 301: "file not found",
          400: "invalid resource handle", 500: "named symbol not found", 600: "device not ready", 700: "an illegal memory access was encountered",
          701: "too many resources requested for launch", 710: "device-side assert triggered", 719: "unspecified launch failure",
          801: "operation not supported", 999: "unknown error"}
CUdevice_attribute = _support.enumeration(__name__, "CUdevice_attribute",
                                          **{"CU_DEVICE_ATTRIBUTE_" + name.upper(): number for name, number in _NUMBERS.items()})
CUfunction_attribute = _support.enumeration(
    __name__, "CUfunction_attribute", CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK=0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES=1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES=2, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES=3, CU_FUNC_ATTRIBUTE_NUM_REGS=4, CU_FUNC_ATTRIBUTE_PTX_VERSION=5,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION=6, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA=7, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES=8)
CUstream_flags = _support.enumeration(__name__, "CUstream_flags", CU_STREAM_DEFAULT=0, CU_STREAM_NON_BLOCKING=1)
CUevent_flags = _support.enumeration(__name__, "CUevent_flags", CU_EVENT_DEFAULT=0, CU_EVENT_BLOCKING_SYNC=1, CU_EVENT_DISABLE_TIMING=2)
CUctx_flags = _support.enumeration(__name__, "CUctx_flags", CU_CTX_SCHED_AUTO=0, CU_CTX_SCHED_SPIN=1, CU_CTX_SCHED_YIELD=2, CU_CTX_MAP_HOST=8)
globals().update(_support.handles(__name__, "CUdevice CUcontext CUstream CUevent CUmodule CUfunction CUkernel CUlibrary CUdeviceptr CUarray"))
CUDA_VERSION = 13000
_begun = []


def _answer(call, *arguments):
    "A call's results behind its status."
    try:
        results = call(*arguments)
    except _support.ERRORS as error:
        return _status(_support.name_of(error))
    except KeyError:
        return _status("INVALID_HANDLE")
    except (ValueError, OverflowError):
        return _status("INVALID_VALUE")
    if results is None:
        return (CUresult.CUDA_SUCCESS,)
    return (CUresult.CUDA_SUCCESS, *(results if isinstance(results, tuple) else (results,)))


def _status(name, *results):
    return (CUresult.__members__.get("CUDA_ERROR_" + name, CUresult.CUDA_ERROR_UNKNOWN), *results)


def _function(*results):
    "A function of the driver's: on failure as many None as it has results."
    def decorate(function):
        def call(*arguments):
            if not _begun and function.__name__ not in ("cuInit", "cuDriverGetVersion", "cuGetErrorName", "cuGetErrorString"):
                return _status("NOT_INITIALIZED", *[None] * len(results))
            answer = _answer(function, *arguments)
            return answer if answer[0] == 0 else (answer[0], *[None] * len(results))

        call.__name__, call.__doc__, call.__module__ = function.__name__, function.__doc__, __name__
        return call
    return decorate


@_function()
def cuInit(Flags):
    "Get the driver ready."
    runtime.getDeviceCount()
    _begun.append(True)


@_function("version")
def cuDriverGetVersion():
    "The version of the driver."
    return runtime.driverGetVersion()


@_function("text")
def cuGetErrorName(error):
    "The name of a status, as bytes."
    return CUresult(error).name.encode()


@_function("text")
def cuGetErrorString(error):
    "What a status means, as bytes."
    return _WORDS.get(int(error), CUresult(error).name).encode()


@_function("count")
def cuDeviceGetCount():
    "How many devices there are."
    return runtime.getDeviceCount()


@_function("device")
def cuDeviceGet(ordinal):
    "A device by its number."
    if not 0 <= ordinal < runtime.getDeviceCount():
        raise runtime.CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
    return CUdevice(ordinal)


@_function("name")
def cuDeviceGetName(length, dev):
    "What a device is called: bytes, filled up with NULs."
    return runtime.getDeviceProperties(int(dev))["name"][:max(length - 1, 0)].ljust(length, b"\0")


@_function("bytes")
def cuDeviceTotalMem(dev):
    "Bytes of a device's memory."
    return cupy.cuda.Device(int(dev)).mem_info[1]


@_function("value")
def cuDeviceGetAttribute(attrib, dev):
    "One of a device's attributes."
    found = cupy._device_attribute(int(attrib), int(dev))
    return 0 if found is None else found


@_function("context")
def cuCtxCreate(*arguments):
    "A context on the device that is the last argument, which becomes the current one."
    runtime.setDevice(int(arguments[-1]))
    return CUcontext(int(arguments[-1]) + 1)


@_function("context")
def cuDevicePrimaryCtxRetain(dev):
    "The context that all share."
    return CUcontext(int(dev) + 1)


@_function()
def cuDevicePrimaryCtxRelease(dev):
    "Let go of it."


@_function()
def cuCtxSetCurrent(ctx):
    "Make a context the current one."
    if int(ctx):
        runtime.setDevice(int(ctx) - 1)


@_function("context")
def cuCtxGetCurrent():
    "The current one."
    return CUcontext(runtime.getDevice() + 1)


@_function("device")
def cuCtxGetDevice():
    "Its device."
    return CUdevice(runtime.getDevice())


@_function()
def cuCtxSynchronize():
    "Wait until all work is done."
    runtime.deviceSynchronize()


@_function()
def cuCtxDestroy(ctx):
    "Let go of a context."


@_function("free", "total")
def cuMemGetInfo():
    "Free and all bytes of the device."
    return cupy.cuda.Device().mem_info


@_function("stream")
def cuStreamCreate(Flags):
    "A stream."
    stream = cupy.cuda.Stream(non_blocking=bool(int(Flags) & 1))
    return keep(CUstream, stream, stream.ptr)


@_function()
def cuStreamSynchronize(hStream):
    "Wait until its work is done."
    runtime.deviceSynchronize()


@_function()
def cuStreamQuery(hStream):
    "Whether its work is done."
    runtime.deviceSynchronize()


@_function()
def cuStreamDestroy(hStream):
    "Let go of it."
    drop(hStream)


@_function()
def cuStreamWaitEvent(hStream, hEvent, Flags):
    "Later work waits for an event."
    held(hEvent)


@_function("event")
def cuEventCreate(Flags):
    "An event."
    event = cupy.cuda.Event(disable_timing=bool(int(Flags) & 2))
    return keep(CUevent, event, event.ptr)


@_function()
def cuEventRecord(hEvent, hStream):
    "Note the moment."
    held(hEvent).record()


@_function()
def cuEventSynchronize(hEvent):
    "Wait for it."
    held(hEvent).synchronize()


@_function("milliseconds")
def cuEventElapsedTime(hStart, hEnd):
    "The time between two events in milliseconds."
    return cupy.cuda.get_elapsed_time(held(hStart), held(hEnd))


@_function()
def cuEventDestroy(hEvent):
    "Let go of it."
    drop(hEvent)


@_function("pointer")
def cuMemAlloc(bytesize):
    "Memory of the device."
    if bytesize <= 0:
        raise ValueError
    data = cupy.empty(bytesize, numpy.uint8)
    return keep(CUdeviceptr, data, data.data.ptr)


@_function()
def cuMemFree(dptr):
    "Give it back."
    if not drop(dptr):
        raise ValueError


def _device(pointer, size):
    return cupy._bytes_at(int(pointer), int(size), None)


def _host(place, size, writes):
    "So many bytes of the host: an address, or what has a buffer."
    if isinstance(place, int):
        return _support.host_bytes(place, size, writes)
    array = place if isinstance(place, numpy.ndarray) else numpy.frombuffer(place, numpy.uint8)
    flat = array.reshape(-1).view(numpy.uint8)
    if flat.size < size:
        raise ValueError
    return flat[:size]


@_function()
def cuMemcpyHtoD(dstDevice, srcHost, ByteCount):
    "Copy from the host."
    _device(dstDevice, ByteCount).set(_host(srcHost, ByteCount, False))


@_function()
def cuMemcpyDtoH(dstHost, srcDevice, ByteCount):
    "Copy to the host."
    _host(dstHost, ByteCount, True)[...] = _device(srcDevice, ByteCount).get()


@_function()
def cuMemcpyDtoD(dstDevice, srcDevice, ByteCount):
    "Copy on the device."
    _device(dstDevice, ByteCount)[...] = _device(srcDevice, ByteCount)


def cuMemcpyHtoDAsync(dstDevice, srcHost, ByteCount, hStream):
    "Copy from the host in the order of a stream."
    return cuMemcpyHtoD(dstDevice, srcHost, ByteCount)


def cuMemcpyDtoHAsync(dstHost, srcDevice, ByteCount, hStream):
    "Copy to the host in the order of a stream."
    return cuMemcpyDtoH(dstHost, srcDevice, ByteCount)


def cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream):
    "Copy on the device in the order of a stream."
    return cuMemcpyDtoD(dstDevice, srcDevice, ByteCount)


@_function()
def cuMemsetD8(dstDevice, uc, N):
    "Fill bytes."
    _device(dstDevice, N)[...] = int(uc) & 255


@_function()
def cuMemsetD32(dstDevice, ui, N):
    "Fill numbers of 32 bits."
    _device(dstDevice, 4 * N).view(numpy.uint32)[...] = int(ui) & 0xffffffff


@_function("module")
def cuModuleLoadData(image):
    "A module from an image or PTX: bytes, an array, or an address that nvrtc filled."
    from cupy._kernels import module_of_image
    if isinstance(image, int):
        text = _support.image_at(image)
        from cupy.cuda import nvrtc
        for known in nvrtc._texts:  # what is behind a text without its NUL is no part of it
            if text.startswith(known):
                text = known
                break
    else:
        text = bytes(image.tobytes() if isinstance(image, numpy.ndarray) else image)
    if not text.startswith(b"\x7fELF"):
        text = text.rstrip(b"\0 ")
    module = module_of_image(text)
    module.compile()
    return keep(CUmodule, module)



def cuModuleLoadDataEx(image, numOptions, options, optionValues):
    """Load a module as cuModuleLoadData does; its options are not looked at."""
    return cuModuleLoadData(image)


def cuLibraryLoadData(code, *options):
    """Load a library, which is a module here; its options are not looked at."""
    return cuModuleLoadData(code)



@_function("function")
def cuModuleGetFunction(hmod, name):
    "A kernel of a module."
    module = held(hmod)
    name = name.decode() if isinstance(name, bytes) else name
    name = module._aliases.get(name, name)
    failed = cupy._kernel_has(module._text, name)
    if failed is not None:
        raise cupy.cuda.driver.CUDADriverError("CUDA_ERROR_NOT_FOUND: named symbol not found")
    return keep(CUfunction, (module, name))


@_function("pointer", "bytes")
def cuModuleGetGlobal(hmod, name):
    "A variable of a module: where it lies, and its bytes."
    found = cupy._kernel_variable_array(held(hmod)._text, name.decode() if isinstance(name, bytes) else name)
    if not isinstance(found, cupy.ndarray):
        raise cupy.cuda.driver.CUDADriverError("CUDA_ERROR_NOT_FOUND: named symbol not found")
    return CUdeviceptr(found.data.ptr, found), found.size


@_function()
def cuModuleUnload(hmod):
    "Let go of a module."
    drop(hmod)


@_function("value")
def cuFuncGetAttribute(attrib, hfunc):
    "One of a kernel's attributes."
    from cupy._kernels import _ATTRIBUTES
    module, name = held(hfunc)
    found = cupy._kernel_attribute(module._text, name, int(attrib), None)
    return dict(_ATTRIBUTES.values()).get(int(attrib), 0) if found is None else found


def _parameters(function, given):
    "A launch's arguments: (values, ctypes of them), or the address of addresses."
    module, name = function
    if not given:
        return ()
    if isinstance(given, tuple):
        values, kinds = given
        return tuple(_typed(value, kind) for value, kind in zip(values, kinds))
    sizes = cupy._kernel_parameters(module._text, name)
    if sizes is None or sizes and isinstance(sizes[0], str):
        raise NotImplementedError("cuLaunchKernel: the device does not tell how wide the kernel's parameters are")
    places = _support.host_bytes(given, 8 * len(sizes), False).view(numpy.uint64).tolist()
    return tuple(_support.host_bytes(place, size, False).tobytes() for place, size in zip(places, sizes))


def _typed(value, kind):
    import struct
    if kind is None or isinstance(value, _support.Handle):
        return numpy.uintp(int(value))
    return struct.pack(kind._type_, getattr(value, "value", value))


@_function()
def cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra):
    "Launch a kernel."
    function = held(f)
    answer = cupy._kernel_launch_sized(function[0]._text, function[1], (gridDimX, gridDimY, gridDimZ), (blockDimX, blockDimY, blockDimZ),
                                       _parameters(function, kernelParams), None, sharedMemBytes)
    if isinstance(answer, int):
        raise ValueError
    if answer is not None:
        raise cupy.cuda.driver.CUDADriverError("CUDA_ERROR_%s: %s" % (_support.plain_name(answer[0]), answer[1]))
