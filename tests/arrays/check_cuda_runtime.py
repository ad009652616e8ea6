"""cupy.cuda.runtime: functions by their C names, on the device that there is."""

from tap import lines_of, run_tests, test

HEAD = """
import cupy as cp
import numpy as np
rt = cp.cuda.runtime
def told(call):
    try:
        print(call())
    except rt.CUDARuntimeError as error:
        print(error, error.status)
"""


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def memory_is_allocated_copied_and_given_back():
    assert output("""
here, back = np.arange(8.0), np.zeros(8)
p, q = rt.malloc(64), rt.malloc(64)
rt.memcpy(p, here.ctypes.data, 64, rt.memcpyHostToDevice)
rt.memcpyAsync(q, p, 64, rt.memcpyDeviceToDevice, 0)
rt.memset(q, 255, 8)
rt.memcpy(back.ctypes.data, q, 64, rt.memcpyDefault)
print(back)
array = cp.ndarray(7, 'f8', cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(p, 64, None), 8))
array += 1
rt.memcpy2D(back.ctypes.data, 32, p, 32, 16, 2, rt.memcpyDeviceToHost)
print(back)
print(rt.pointerGetAttributes(p).type == rt.memoryTypeDevice, rt.pointerGetAttributes(p + 63).device, rt.pointerGetMemoryType(here.ctypes.data))
pinned = rt.hostAlloc(100, 0)
print(rt.pointerGetMemoryType(pinned) == rt.memoryTypeHost, cp.get_default_memory_pool().used_bytes())
rt.freeHost(pinned)
array = None
rt.free(p)
rt.free(0)
for wrong in (lambda: rt.free(p), lambda: rt.memcpy(back.ctypes.data, q, 65536, rt.memcpyDeviceToHost), lambda: rt.memcpy(q, q, 8, 7), lambda: rt.memset(8, 0, 8),
              lambda: rt.malloc(1 << 60), lambda: rt.mallocManaged(8)):
    told(wrong)
""") == ["[nan  1.  2.  3.  4.  5.  6.  7.]", "[0. 2. 2. 3. 5. 6. 6. 7.]", "True 0 0", "True 0", "cudaErrorInvalidValue: invalid argument 1",
         "cudaErrorInvalidValue: invalid argument 1", "cudaErrorInvalidMemcpyDirection: invalid copy direction for memcpy 21", "cudaErrorInvalidValue: invalid argument 1",
         "cudaErrorMemoryAllocation: out of memory 2", "cudaErrorNotSupported: operation not supported 801"]


@test
def streams_and_events_have_handles():
    assert output("""
stream, start, end = rt.streamCreateWithFlags(rt.streamNonBlocking), rt.eventCreate(), rt.eventCreateWithFlags(rt.eventDefault)
rt.eventRecord(start, stream)
x = cp.arange(1000).sum()
rt.eventRecord(end, stream)
rt.streamWaitEvent(stream, end)
rt.eventSynchronize(end)
print(rt.eventQuery(end), rt.streamQuery(stream), rt.eventElapsedTime(start, end) >= 0, rt.streamGetFlags(stream), rt.streamGetPriority(stream))
rt.launchHostFunc(stream, print, 'called')
rt.streamAddCallback(stream, lambda handle, status, arg: print(handle == stream, status, arg), 5)
rt.streamSynchronize(stream)
rt.streamDestroy(stream)
rt.eventDestroy(start)
for wrong in (lambda: rt.streamDestroy(stream), lambda: rt.eventRecord(start, 0), lambda: rt.eventDestroy(start), lambda: rt.check_status(600), lambda: rt.check_status(0)):
    told(wrong)
""") == ["0 0 True 1 0", "called", "True 0 5"] + ["cudaErrorInvalidResourceHandle: invalid resource handle 400"] * 3 + ["cudaErrorNotReady: device not ready 600", "None"]


@test
def devices_tell_of_themselves():
    assert output("""
print(rt.deviceGetAttribute(rt.cudaDevAttrWarpSize, 0), rt.deviceGetAttribute(rt.deviceAttributeComputeCapabilityMajor, 0) >= 5)
print(rt.deviceGetByPCIBusId(rt.deviceGetPCIBusId(0)), cp.cuda.Device(0).attributes['WarpSize'], len(cp.cuda.Device(0).attributes) > 20)
facts = rt.getDeviceProperties(0)
print(facts['maxThreadsDim'], facts['warpSize'], facts['sharedMemPerBlock'])
told(lambda: rt.deviceGetAttribute(0, 0))
told(lambda: rt.deviceGetAttribute(1, 99))
told(lambda: rt.deviceEnablePeerAccess(99))
told(lambda: rt.setDevice(99))
pool = rt.deviceGetDefaultMemPool(0)
before = rt.memPoolGetAttribute(pool, rt.cudaMemPoolAttrUsedMemCurrent)
kept = cp.cuda.malloc_async(1000)
print(rt.memPoolGetAttribute(pool, rt.cudaMemPoolAttrUsedMemCurrent) - before, rt.deviceGetLimit(rt.cudaLimitStackSize))
rt.profilerStart(), rt.profilerStop()
""") == ["32 True", "0 32 True", "(1024, 1024, 64) 32 49152", "cudaErrorInvalidValue: invalid argument 1", "cudaErrorInvalidDevice: invalid device ordinal 101",
         "cudaErrorInvalidDevice: invalid device ordinal 101", "cudaErrorInvalidDevice: invalid device ordinal 101", "1024 1024"]


run_tests()
