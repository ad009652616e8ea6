"""The runtime's functions as far as programs call them by hand: each returns (cudaError_t, results...)."""
import cupy
from cuda.bindings import _support, driver
from cupy.cuda import runtime

cudaError_t = _support.enumeration(__name__, "cudaError_t", cudaSuccess=0, cudaErrorInvalidValue=1, cudaErrorMemoryAllocation=2,
                                   cudaErrorInitializationError=3, cudaErrorNoDevice=100, cudaErrorInvalidDevice=101,
                                   cudaErrorInvalidResourceHandle=400, cudaErrorNotReady=600, cudaErrorIllegalAddress=700, cudaErrorAssert=710,
                                   cudaErrorLaunchFailure=719, cudaErrorNotSupported=801, cudaErrorUnknown=999)
cudaMemcpyKind = _support.enumeration(__name__, "cudaMemcpyKind", cudaMemcpyHostToHost=0, cudaMemcpyHostToDevice=1, cudaMemcpyDeviceToHost=2,
                                      cudaMemcpyDeviceToDevice=3, cudaMemcpyDefault=4)
globals().update(_support.handles(__name__, "cudaStream_t cudaEvent_t"))


class cudaDeviceProp:
    """What a device can do, by name."""

    def __init__(self, told):
        self.__dict__.update(told)


def _call(function, *arguments, results=0):
    try:
        found = function(*arguments)
    except _support.ERRORS as error:
        return (_named(_support.name_of(error)), *[None] * results)
    return (cudaError_t.cudaSuccess,) if found is None else (cudaError_t.cudaSuccess, *(found if isinstance(found, tuple) else (found,)))


def _named(name):
    name = {"OUT_OF_MEMORY": "MEMORY_ALLOCATION", "LAUNCH_FAILED": "LAUNCH_FAILURE", "INVALID_HANDLE": "INVALID_RESOURCE_HANDLE"}.get(name, name)
    return cudaError_t.__members__.get("cudaError" + "".join(part.capitalize() for part in name.split("_")), cudaError_t.cudaErrorUnknown)


def _driven(function, *arguments):
    "A call of the driver's, with the runtime's status."
    if not driver._begun:
        driver.cuInit(0)
    status, *results = function(*arguments)
    return (cudaError_t.cudaSuccess if status == 0 else _named(status.name.replace("CUDA_ERROR_", "")), *results)


def cudaGetDeviceCount():
    "How many devices there are."
    return _call(runtime.getDeviceCount, results=1)


def cudaGetDevice():
    "The number of the current one."
    return _call(runtime.getDevice, results=1)


def cudaSetDevice(device):
    "Make a device the current one."
    return _call(runtime.setDevice, int(device))


def cudaDeviceSynchronize():
    "Wait until all work is done."
    return _call(runtime.deviceSynchronize)


def cudaGetDeviceProperties(device):
    "What a device can do."
    return _call(lambda: cudaDeviceProp(runtime.getDeviceProperties(int(device))), results=1)


def cudaDeviceGetAttribute(attr, device):
    "One of a device's attributes."
    return _call(lambda: cupy._device_attribute(int(attr), int(device)) or 0, results=1)


def cudaRuntimeGetVersion():
    "The version of the runtime."
    return _call(runtime.runtimeGetVersion, results=1)


def cudaDriverGetVersion():
    "The version of the driver."
    return _call(runtime.driverGetVersion, results=1)


def cudaMemGetInfo():
    "Free and all bytes of the device."
    return _call(lambda: cupy.cuda.Device().mem_info, results=2)


def cudaMalloc(size):
    "Memory of the device."
    return _driven(driver.cuMemAlloc, size)


def cudaFree(devPtr):
    "Give it back."
    return _driven(driver.cuMemFree, devPtr) if int(devPtr) else (cudaError_t.cudaSuccess,)


def cudaMemset(devPtr, value, count):
    "Fill bytes."
    return _driven(driver.cuMemsetD8, devPtr, value, count)


def cudaMemcpy(dst, src, count, kind):
    "Copy bytes; kind is one of cudaMemcpyKind."
    function = {1: driver.cuMemcpyHtoD, 2: driver.cuMemcpyDtoH, 3: driver.cuMemcpyDtoD}.get(int(kind))
    if function is None:
        return (cudaError_t.cudaErrorInvalidValue,)
    return _driven(function, dst, src, count)


def cudaMemcpyAsync(dst, src, count, kind, stream):
    "Copy bytes in the order of a stream."
    return cudaMemcpy(dst, src, count, kind)


def cudaStreamCreate():
    "A stream."
    return _driven(driver.cuStreamCreate, 0)


def cudaStreamSynchronize(stream):
    "Wait until its work is done."
    return cudaDeviceSynchronize()


def cudaStreamDestroy(stream):
    "Let go of it."
    return _driven(driver.cuStreamDestroy, stream)


def cudaEventCreate():
    "An event."
    return _driven(driver.cuEventCreate, 0)


def cudaEventRecord(event, stream):
    "Note the moment."
    return _driven(driver.cuEventRecord, event, stream)


def cudaEventSynchronize(event):
    "Wait for it."
    return _driven(driver.cuEventSynchronize, event)


def cudaEventElapsedTime(start, end):
    "The time between two events in milliseconds."
    return _driven(driver.cuEventElapsedTime, start, end)


def cudaEventDestroy(event):
    "Let go of it."
    return _driven(driver.cuEventDestroy, event)


def cudaGetErrorName(error):
    "The name of a status, as bytes."
    return cudaError_t.cudaSuccess, cudaError_t(error).name.encode()


def cudaGetErrorString(error):
    "What a status means, as bytes."
    return cudaError_t.cudaSuccess, driver._WORDS.get(int(error), cudaError_t(error).name).encode()
