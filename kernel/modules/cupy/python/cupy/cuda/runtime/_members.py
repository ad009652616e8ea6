"""Functions of the CUDA runtime by their C names, over the devices that there are. A handle is a number; what it stands for is kept here
until it is destroyed. Work has one order on a device, so that what is asynchronous is done when it is its turn."""

import cupy
import numpy
from cupy import _memory

_ATTRIBUTES = """
MaxThreadsPerBlock:1 MaxBlockDimX:2 MaxBlockDimY:3 MaxBlockDimZ:4 MaxGridDimX:5 MaxGridDimY:6 MaxGridDimZ:7
MaxSharedMemoryPerBlock:8 TotalConstantMemory:9 WarpSize:10 MaxPitch:11 MaxRegistersPerBlock:12 ClockRate:13
TextureAlignment:14 GpuOverlap:15 MultiProcessorCount:16 KernelExecTimeout:17 Integrated:18 CanMapHostMemory:19 ComputeMode:20
MaxTexture1DWidth:21 MaxTexture2DWidth:22 MaxTexture2DHeight:23 MaxTexture3DWidth:24 MaxTexture3DHeight:25
MaxTexture3DDepth:26 MaxTexture2DLayeredWidth:27 MaxTexture2DLayeredHeight:28 MaxTexture2DLayeredLayers:29 SurfaceAlignment:30
ConcurrentKernels:31 EccEnabled:32 PciBusId:33 PciDeviceId:34 TccDriver:35 MemoryClockRate:36 GlobalMemoryBusWidth:37
L2CacheSize:38 MaxThreadsPerMultiProcessor:39 AsyncEngineCount:40 UnifiedAddressing:41 MaxTexture1DLayeredWidth:42
MaxTexture1DLayeredLayers:43 MaxTexture2DGatherWidth:45 MaxTexture2DGatherHeight:46 MaxTexture3DWidthAlt:47
MaxTexture3DHeightAlt:48 MaxTexture3DDepthAlt:49 PciDomainId:50 TexturePitchAlignment:51 MaxTextureCubemapWidth:52
MaxTextureCubemapLayeredWidth:53 MaxTextureCubemapLayeredLayers:54 MaxSurface1DWidth:55 MaxSurface2DWidth:56
MaxSurface2DHeight:57 MaxSurface3DWidth:58 MaxSurface3DHeight:59 MaxSurface3DDepth:60 MaxSurface1DLayeredWidth:61
MaxSurface1DLayeredLayers:62 MaxSurface2DLayeredWidth:63 MaxSurface2DLayeredHeight:64 MaxSurface2DLayeredLayers:65
MaxSurfaceCubemapWidth:66 MaxSurfaceCubemapLayeredWidth:67 MaxSurfaceCubemapLayeredLayers:68 MaxTexture1DLinearWidth:69
MaxTexture2DLinearWidth:70 MaxTexture2DLinearHeight:71 MaxTexture2DLinearPitch:72 MaxTexture2DMipmappedWidth:73
MaxTexture2DMipmappedHeight:74 ComputeCapabilityMajor:75 ComputeCapabilityMinor:76 MaxTexture1DMipmappedWidth:77
StreamPrioritiesSupported:78 GlobalL1CacheSupported:79 LocalL1CacheSupported:80 MaxSharedMemoryPerMultiprocessor:81
MaxRegistersPerMultiprocessor:82 ManagedMemory:83 IsMultiGpuBoard:84 MultiGpuBoardGroupID:85 HostNativeAtomicSupported:86
SingleToDoublePrecisionPerfRatio:87 PageableMemoryAccess:88 ConcurrentManagedAccess:89 ComputePreemptionSupported:90
CanUseHostPointerForRegisteredMem:91 Reserved92:92 Reserved93:93 Reserved94:94 CooperativeLaunch:95
CooperativeMultiDeviceLaunch:96 MaxSharedMemoryPerBlockOptin:97 CanFlushRemoteWrites:98 HostRegisterSupported:99
PageableMemoryAccessUsesHostPageTables:100 DirectManagedMemAccessFromHost:101 MaxBlocksPerMultiprocessor:106
ReservedSharedMemoryPerBlock:111 SparseCudaArraySupported:112 HostRegisterReadOnlySupported:113
MaxTimelineSemaphoreInteropSupported:114 MemoryPoolsSupported:115 GPUDirectRDMASupported:116
GPUDirectRDMAFlushWritesOptions:117 GPUDirectRDMAWritesOrdering:118 MemoryPoolSupportedHandleTypes:119
"""

_NUMBERS = """
cudaErrorInvalidValue:1 cudaErrorMemoryAllocation:2 cudaErrorInvalidDevice:101 cudaErrorInvalidResourceHandle:400 cudaErrorNotReady:600
cudaErrorPeerAccessAlreadyEnabled:704 cudaErrorContextIsDestroyed:709 cudaErrorNotSupported:801
errorInvalidValue:1 errorMemoryAllocation:2 errorInvalidResourceHandle:400 errorPeerAccessAlreadyEnabled:704 errorContextIsDestroyed:709
deviceAttributeComputeCapabilityMajor:75 deviceAttributeComputeCapabilityMinor:76
memcpyHostToHost:0 memcpyHostToDevice:1 memcpyDeviceToHost:2 memcpyDeviceToDevice:3 memcpyDefault:4
hostAllocDefault:0 hostAllocPortable:1 hostAllocMapped:2 hostAllocWriteCombined:4
streamDefault:0 streamNonBlocking:1 streamLegacy:1 streamPerThread:2 eventDefault:0 eventBlockingSync:1 eventDisableTiming:2 eventInterprocess:4
streamCaptureModeGlobal:0 streamCaptureModeThreadLocal:1 streamCaptureModeRelaxed:2
streamCaptureStatusNone:0 streamCaptureStatusActive:1 streamCaptureStatusInvalidated:2
memoryTypeUnregistered:0 memoryTypeHost:1 memoryTypeDevice:2 memoryTypeManaged:3 cudaMemoryTypeHost:1 cudaMemoryTypeDevice:2
cudaCpuDeviceId:-1 cudaInvalidDeviceId:-2 cudaMemAttachGlobal:1 cudaMemAttachHost:2 cudaMemAttachSingle:4 cudaIpcMemLazyEnablePeerAccess:1
CUDA_R_32F:0 CUDA_R_64F:1 CUDA_R_16F:2 CUDA_R_8I:3 CUDA_C_32F:4 CUDA_C_64F:5 CUDA_C_16F:6 CUDA_C_8I:7 CUDA_R_8U:8 CUDA_C_8U:9 CUDA_R_16BF:14
cudaLimitStackSize:0 cudaLimitPrintfFifoSize:1 cudaLimitMallocHeapSize:2 cudaLimitDevRuntimeSyncDepth:3 cudaLimitDevRuntimePendingLaunchCount:4
cudaLimitMaxL2FetchGranularity:5 cudaChannelFormatKindSigned:0 cudaChannelFormatKindUnsigned:1 cudaChannelFormatKindFloat:2
cudaChannelFormatKindNone:3 cudaArrayDefault:0 cudaArraySurfaceLoadStore:2 cudaResourceTypeArray:0 cudaResourceTypeMipmappedArray:1
cudaResourceTypeLinear:2 cudaResourceTypePitch2D:3 cudaAddressModeWrap:0 cudaAddressModeClamp:1 cudaAddressModeMirror:2 cudaAddressModeBorder:3
cudaFilterModePoint:0 cudaFilterModeLinear:1 cudaReadModeElementType:0 cudaReadModeNormalizedFloat:1
cudaMemPoolReuseFollowEventDependencies:1 cudaMemPoolReuseAllowOpportunistic:2 cudaMemPoolReuseAllowInternalDependencies:3
cudaMemPoolAttrReleaseThreshold:4 cudaMemPoolAttrReservedMemCurrent:5 cudaMemPoolAttrReservedMemHigh:6 cudaMemPoolAttrUsedMemCurrent:7
cudaMemPoolAttrUsedMemHigh:8 cudaMemAllocationTypePinned:1 cudaMemHandleTypeNone:0 cudaMemHandleTypePosixFileDescriptor:1
"""

_TEXTS = {900: ('cudaErrorStreamCaptureUnsupported', 'operation not permitted when stream is capturing'),
          901: ('cudaErrorStreamCaptureInvalidated', 'operation failed due to a previous error during capture'),
          902: ('cudaErrorStreamCaptureMerge', 'operation would result in a merge of separate capture sequences'),
          903: ('cudaErrorStreamCaptureUnmatched', 'capture was not ended in the same stream as it began'),
          904: ('cudaErrorStreamCaptureUnjoined', 'capturing stream has unjoined work'),
          905: ('cudaErrorStreamCaptureIsolation', 'dependency created on uncaptured work in another stream'),
          906: ('cudaErrorStreamCaptureImplicit', 'operation would make the legacy stream depend on a capturing blocking stream'),
          907: ('cudaErrorCapturedEvent', 'operation not permitted on an event last recorded in a capturing stream'),
          1: ('cudaErrorInvalidValue', 'invalid argument'), 21: ('cudaErrorInvalidMemcpyDirection', 'invalid copy direction for memcpy'),
          2: ('cudaErrorMemoryAllocation', 'out of memory'),
          101: ('cudaErrorInvalidDevice', 'invalid device ordinal'), 400: ('cudaErrorInvalidResourceHandle', 'invalid resource handle'),
          401: ('cudaErrorIllegalState', 'the operation cannot be performed in the present state'),
          600: ('cudaErrorNotReady', 'device not ready'), 704: ('cudaErrorPeerAccessAlreadyEnabled', 'peer access is already enabled'),
          705: ('cudaErrorPeerAccessNotEnabled', 'peer access has not been enabled'), 801: ('cudaErrorNotSupported', 'operation not supported')}


def _numbers(text, prefix=''):
    return {prefix + name: int(number) for name, number in (one.split(':') for one in text.split())}


_CONSTANTS = {**_numbers(_NUMBERS), **_numbers(_ATTRIBUTES, 'cudaDevAttr')}
globals().update(_CONSTANTS)


def _failed(status):
    name, text = _TEXTS.get(status, ('cudaErrorUnknown', 'unknown error'))
    error = cupy.cuda.runtime.CUDARuntimeError('%s: %s' % (name, text))
    error.status = status
    return error


def check_status(status):
    """Raise a CUDARuntimeError unless the status is 0."""
    if status:
        raise _failed(status)


# ---- devices ----


def _device(number):
    if not 0 <= number < cupy.cuda.runtime.getDeviceCount():
        raise _failed(101)
    return number


def deviceGetAttribute(attrib, device):
    """A number that a device tells of itself: one of cudaDevAttr...

    >>> deviceGetAttribute(cudaDevAttrWarpSize, 0)
    32
    """
    value = cupy._device_attribute(attrib, _device(device)) if attrib > 0 else None
    if value is None:
        raise _failed(1)
    return value


def _attributes(device):
    # What Device.attributes shows: those that the device knows.
    values = {name[len('cudaDevAttr'):]: cupy._device_attribute(number, device) for name, number in _CONSTANTS.items() if name.startswith('cudaDevAttr')}
    return {name: value for name, value in values.items() if value is not None}


def deviceGetPCIBusId(device):
    """The place of a device on the bus, as text."""
    return cupy.cuda.Device(_device(device)).pci_bus_id


def deviceGetByPCIBusId(pci_bus_id):
    """The number of the device at a place on the bus."""
    wanted = pci_bus_id.upper().split(':')
    for number in range(cupy.cuda.runtime.getDeviceCount()):
        if deviceGetPCIBusId(number).upper().split(':')[-len(wanted):] == wanted:
            return number
    raise _failed(101)


_reached = set()


def deviceEnablePeerAccess(peerDevice):
    """Let the current device reach the memory of another: arrays are copied where that cannot be."""
    pair = cupy.cuda.runtime.getDevice(), _device(peerDevice)
    if not cupy.cuda.runtime.deviceCanAccessPeer(*pair):
        raise _failed(101)
    if pair in _reached:
        raise _failed(704)
    _reached.add(pair)


def deviceDisablePeerAccess(peerDevice):
    """The opposite of deviceEnablePeerAccess()."""
    pair = cupy.cuda.runtime.getDevice(), _device(peerDevice)
    if pair not in _reached:
        raise _failed(705)
    _reached.remove(pair)


_limits = {0: 1024, 1: 1 << 20, 2: 8 << 20, 3: 2, 4: 2048, 5: 128}


def deviceGetLimit(limit):
    """A limit of the current device: cudaLimit..."""
    if limit not in _limits:
        raise _failed(1)
    return _limits[limit]


def deviceSetLimit(limit, value):
    """Set a limit. Kernels here have what they need, so that it is only remembered."""
    deviceGetLimit(limit)
    _limits[limit] = int(value)


# ---- memory ----

_blocks = {}  # address -> what is allocated there
_host_blocks = {}


def malloc(size):
    """Allocate bytes on the current device: the address."""
    if not size:
        return 0
    try:
        memory = _memory.Memory(size)
    except cupy.cuda.memory.OutOfMemoryError:
        raise _failed(2) from None
    _blocks[memory.ptr] = memory
    return memory.ptr


def mallocAsync(size, stream):
    """Allocate bytes in the order of a stream."""
    return malloc(size)


def mallocFromPoolAsync(size, pool, stream):
    """Allocate bytes from a pool in the order of a stream."""
    return malloc(size)


def free(ptr):
    """Give allocated bytes back."""
    if ptr and _blocks.pop(ptr, None) is None:
        raise _failed(1)


def freeAsync(ptr, stream):
    """Give allocated bytes back in the order of a stream."""
    free(ptr)


def hostAlloc(size, flags):
    """Allocate memory of the host for transfers: the address."""
    memory = cupy.cuda.alloc_pinned_memory(size)
    _host_blocks[memory.ptr] = memory
    return memory.ptr


def freeHost(ptr):
    """Give memory of hostAlloc() back."""
    if ptr and _host_blocks.pop(ptr, None) is None:
        raise _failed(1)


def hostRegister(ptr, size, flags):
    """Say that memory of the host is used for transfers."""
    if not ptr or not size:
        raise _failed(1)


def hostUnregister(ptr):
    """The opposite of hostRegister()."""
    if not ptr:
        raise _failed(1)


def _on_device(ptr, size):
    try:
        return cupy._bytes_at(ptr, size, None)
    except ValueError:
        return None


def _bytes(ptr, size, is_device, read_only=False):
    # An array over the bytes: of a device, or of the host.
    data = _on_device(ptr, size) if is_device is not False else None
    if data is None and is_device:
        raise _failed(1)
    return numpy._array_at(ptr, size, read_only, None) if data is None else data


_KINDS = {0: (False, False), 1: (True, False), 2: (False, True), 3: (True, True), 4: (None, None)}  # is the target, the source on a device?


def memcpy(dst, src, size, kind):
    """Copy bytes from one address to another: kind is memcpyHostToDevice and so on, or memcpyDefault."""
    if kind not in _KINDS:
        raise _failed(21)
    if size:
        to_device, from_device = _KINDS[kind]
        _copy(_bytes(dst, size, to_device), _bytes(src, size, from_device, True))


def _copy(target, source):
    if isinstance(target, numpy.ndarray):
        target[...] = source.get() if isinstance(source, cupy.ndarray) else source
        return
    with target.device:
        target[...] = cupy.asarray(source)


def _in_order(stream, function, *arguments):
    stream = _stream(stream)
    if cupy.cuda._stream_capture(stream) is None:
        return function(*arguments)
    with stream:
        return function(*arguments)


def memcpyAsync(dst, src, size, kind, stream):
    """memcpy() in the order of a stream."""
    _in_order(stream, memcpy, dst, src, size, kind)


def memcpyPeer(dst, dstDevice, src, srcDevice, size):
    """Copy bytes from one device to another."""
    target, source = _bytes(dst, size, True), _bytes(src, size, True)
    if target.device.id != dstDevice or source.device.id != srcDevice:
        raise _failed(1)
    _copy(target, source)


def memcpyPeerAsync(dst, dstDevice, src, srcDevice, size, stream):
    """memcpyPeer() in the order of a stream."""
    memcpyPeer(dst, dstDevice, src, srcDevice, size)


def memcpy2D(dst, dpitch, src, spitch, width, height, kind):
    """Copy rows of `width` bytes, which begin every dpitch and every spitch bytes."""
    if width > dpitch or width > spitch:
        raise _failed(1)
    for row in range(height):
        memcpy(dst + row * dpitch, src + row * spitch, width, kind)


def memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream):
    """memcpy2D() in the order of a stream."""
    memcpy2D(dst, dpitch, src, spitch, width, height, kind)


def memset(ptr, value, size):
    """Fill bytes of a device."""
    if size:
        _bytes(ptr, size, True)[...] = value & 255


def memsetAsync(ptr, value, size, stream):
    """memset() in the order of a stream."""
    _in_order(stream, memset, ptr, value, size)


class PointerAttributes:
    """What is known of an address: type (memoryType...), device, devicePointer, hostPointer."""

    def __init__(self, device, devicePointer, hostPointer, type=-1):
        self.device, self.devicePointer, self.hostPointer, self.type = device, devicePointer, hostPointer, type


def pointerGetAttributes(ptr):
    """What is known of an address."""
    data = _on_device(ptr, 1)
    if data is not None:
        return PointerAttributes(data.device.id, ptr, 0, 2)
    if any(start <= ptr < start + memory.mem.size for start, memory in _host_blocks.items()):
        return PointerAttributes(cupy.cuda.runtime.getDevice(), ptr, ptr, 1)
    return PointerAttributes(-2, 0, ptr, 0)


def pointerGetMemoryType(ptr):
    """The kind of memory at an address: memoryType..."""
    return pointerGetAttributes(ptr).type


# ---- pools: each device has one of stream-ordered memory, whose handle is the device's number and 1 ----


class MemPoolProps:
    """What a pool is to be like."""

    def __init__(self, allocType, handleType, locationType, devId):
        self.allocType, self.handleType, self.locationType, self.devId = allocType, handleType, locationType, devId


def _pool_of(pool):
    if not 0 < pool <= cupy.cuda.runtime.getDeviceCount():
        raise _failed(1)
    return _memory._async_pool(), cupy.cuda.Device(pool - 1)


def deviceGetDefaultMemPool(device):
    """The handle of a device's pool."""
    return _device(device) + 1


def deviceGetMemPool(device):
    """The handle of a device's pool."""
    return _device(device) + 1


def deviceSetMemPool(device, pool):
    """Each device has one pool, which is set already."""
    if pool != _device(device) + 1:
        raise _failed(1)


def memPoolTrimTo(pool, size):
    """Give back what a pool keeps."""
    books, device = _pool_of(pool)
    with device:
        books.free_all_blocks()


def memPoolGetAttribute(pool, attr):
    """A number of a pool: cudaMemPoolAttr..."""
    books, device = _pool_of(pool)
    with device:
        if attr in (5, 6):
            return books.total_bytes()
        if attr in (7, 8):
            return books.used_bytes()
        if attr == 4:
            return books.get_limit() or 0xffffffffffffffff
    return 1


def memPoolSetAttribute(pool, attr, value):
    """Set such a number."""
    books, device = _pool_of(pool)
    if attr != 4:
        raise _failed(801)
    with device:
        books.set_limit(size=0 if value == 0xffffffffffffffff else value)


# ---- streams and events ----

_streams, _events = {}, {}


def streamCreate():
    """Make a stream: its handle."""
    return streamCreateWithPriority(0, 0)


def streamCreateWithFlags(flags):
    """Make a stream: streamDefault or streamNonBlocking."""
    return streamCreateWithPriority(flags, 0)


def streamCreateWithPriority(flags, priority):
    """Make a stream that goes before those of higher numbers."""
    stream = cupy.cuda.Stream(non_blocking=bool(flags & 1), priority=priority)
    _streams[stream.ptr] = stream
    return stream.ptr


def _stream(handle):
    return _streams.get(handle, cupy.cuda.Stream.null)  # one that is an object's stands for the same order of work


def streamGetFlags(stream):
    """With which flags it was made."""
    return int(_stream(stream).is_non_blocking)


def streamGetPriority(stream):
    """Its priority."""
    return _stream(stream).priority


def streamDestroy(stream):
    """Let go of a stream."""
    if _streams.pop(stream, None) is None:
        raise _failed(400)


def streamSynchronize(stream):
    """Wait for a stream's work."""
    _stream(stream).synchronize()


def streamQuery(stream):
    """0 if a stream's work is done, 600 if it is not yet."""
    return 0 if _stream(stream).done else 600


def streamWaitEvent(stream, event, flags=0):
    """Later work of the stream waits for the event."""
    _stream(stream).wait_event(_event(event))


def streamAddCallback(stream, callback, arg, flags=0):
    """Call callback(stream, status, arg) once the work before it is done."""
    _stream(stream).add_callback(lambda _, status, told: callback(stream, status, told), arg)


def launchHostFunc(stream, callback, arg):
    """Call callback(arg) once the work before it is done."""
    _stream(stream).launch_host_func(callback, arg)


def streamIsCapturing(stream):
    """Whether its work is recorded for a graph."""
    return _stream(stream).is_capturing()


# ---- graphs: a graph, and what was made of it to be launched, are one thing here ----

_graphs = {}


def _graph(handle):
    if handle not in _graphs:
        raise _failed(400)
    return _graphs[handle]


def streamBeginCapture(stream, mode=2):
    """Write a stream's work down from now on."""
    _stream(stream).begin_capture(mode)


def streamEndCapture(stream):
    """The graph of a stream's work: its handle."""
    graph = _stream(stream).end_capture()
    _graphs[id(graph)] = graph
    return id(graph)


def graphInstantiate(graph):
    """What can be launched of a graph: its handle."""
    executable = cupy.cuda.Graph.__new__(cupy.cuda.Graph)
    executable._recorded = _graph(graph)._recorded
    _graphs[id(executable)] = executable
    return id(executable)


def graphDestroy(graph):
    """Let go of a graph."""
    _graph(graph)
    del _graphs[graph]


def graphExecDestroy(graphExec):
    """Let go of what can be launched."""
    graphDestroy(graphExec)


def graphLaunch(graphExec, stream):
    """Do a graph's work on a stream."""
    _graph(graphExec).launch(_stream(stream))


def graphUpload(graphExec, stream):
    """Prepare the launch of a graph on a stream."""
    _graph(graphExec).upload(_stream(stream))


def _event(handle):
    if handle not in _events:
        raise _failed(400)
    return _events[handle]


def eventCreate():
    """Make an event: its handle."""
    return eventCreateWithFlags(0)


def eventCreateWithFlags(flags):
    """Make an event: eventDisableTiming and so on."""
    event = cupy.cuda.Event(block=bool(flags & 1), disable_timing=bool(flags & 2), interprocess=bool(flags & 4))
    _events[event.ptr] = event
    return event.ptr


def eventDestroy(event):
    """Let go of an event."""
    if _events.pop(event, None) is None:
        raise _failed(400)


def eventRecord(event, stream):
    """Note the moment in a stream's work."""
    _event(event).record(_stream(stream))


def eventQuery(event):
    """0 if an event is reached, 600 if it is not yet."""
    return 0 if _event(event).done else 600


def eventSynchronize(event):
    """Wait for an event."""
    _event(event).synchronize()


def eventElapsedTime(start, end):
    """Milliseconds between two events."""
    return cupy.cuda.get_elapsed_time(_event(start), _event(end))


def profilerStart():
    """Have profilers record from now on."""
    cupy.cuda.profiler.start()


def profilerStop():
    """Have profilers record no longer."""
    cupy.cuda.profiler.stop()


def _refused(name, text):
    def function(*args, **kwargs):
        raise _failed(801)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = text + ': not supported.'
    return function


_REFUSED = {'mallocManaged': 'Managed memory', 'memPrefetchAsync': 'Move managed memory', 'memAdvise': 'Advise on managed memory',
            'memPoolCreate': 'Make another pool', 'memPoolDestroy': 'Let go of a pool', 'ipcGetMemHandle': 'Lend memory to other processes',
            'ipcOpenMemHandle': 'Memory of other processes', 'ipcCloseMemHandle': 'Give memory of other processes back',
            'ipcGetEventHandle': 'Lend an event to other processes', 'ipcOpenEventHandle': 'An event of another process'}
globals().update({name: _refused(name, text) for name, text in _REFUSED.items()})

__all__ = sorted(name for name, value in list(globals().items())
                 if not name.startswith('_') and name not in ('cupy', 'numpy') and (callable(value) or name in _CONSTANTS))
for _name in __all__:
    if _name not in _CONSTANTS:
        globals()[_name].__module__ = 'cupy_backends.cuda.api.runtime'
