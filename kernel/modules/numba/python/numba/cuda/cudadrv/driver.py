"""Devices, contexts, streams, events. They stand on cupy's: there is one current device, one pool and one order of work for both."""
import contextlib
from collections import namedtuple

import cupy
from numba.cuda.cudadrv import enums
from numba.cuda.cudadrv.drvapi import cu_context, cu_stream
from numba.cuda.cudadrv.error import CudaDriverError, CudaSupportError

MemoryInfo = namedtuple('MemoryInfo', 'free,total')
USE_NV_BINDING = False


class CudaAPIError(CudaDriverError):
    """The driver refused something: code, msg."""

    def __init__(self, code, msg):
        self.code, self.msg = code, msg
        super().__init__(code, msg)

    def __str__(self):
        return f'[{self.code}] {self.msg}'


class LinkerError(RuntimeError):
    """Compiled parts do not fit together."""


class DeadMemoryError(RuntimeError):
    """The memory was given back."""


class Stream:
    """A row of work for a device: cuda.stream().

    >>> from numba import cuda
    >>> with cuda.stream().auto_synchronize() as stream:
    ...     array = cuda.to_device([1, 2], stream=stream)
    """

    def __init__(self, context, handle, finalizer=None, external=False, inner=None):
        self.context, self.external = context, external
        self.handle = cu_stream(handle)
        self._inner = inner

    def __int__(self):
        return int(self.handle)

    def __hash__(self):
        return hash(int(self))

    def __eq__(self, other):
        return int(self) == int(other) if isinstance(other, Stream) else NotImplemented

    def __bool__(self):
        return True

    def __repr__(self):
        known = {0: 'Default', 1: 'Legacy default', 2: 'Per-thread default'}.get(int(self))
        if known and not self.external:
            return f'<{known} CUDA stream on {self.context}>'
        return f"<{'External ' if self.external else ''}CUDA stream {int(self)} on {self.context}>"

    @property
    def ptr(self):
        """The stream's number."""
        return int(self)

    def synchronize(self):
        """Wait until the work given to it is done."""
        if self._inner is None:
            self.context.synchronize()
        else:
            self._inner.synchronize()

    @contextlib.contextmanager
    def auto_synchronize(self):
        """A block after which the stream's work is done."""
        yield self
        self.synchronize()

    def add_callback(self, callback, arg=None):
        """Call callback(stream, status, arg) when the work before it is done."""
        self.synchronize()
        callback(self, 0, arg)

    def async_done(self):
        """What can be awaited: it gives the stream when the work before it is done."""
        import asyncio
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def tell():
            if not future.done():
                future.set_result(self)
        self.add_callback(lambda *told: loop.call_soon(tell))
        return future

    def __cuda_stream__(self):
        return 0, int(self)


class Event:
    """A moment in a device's work: cuda.event(timing=True)."""

    def __init__(self, context, handle=None, finalizer=None, timing=True):
        self.context = context
        self._inner = cupy.cuda.Event(disable_timing=not timing)
        self.handle = handle or self._inner.ptr

    def query(self):
        """Whether the work before it is done."""
        return self._inner.done

    def record(self, stream=0):
        """Take the moment after all work that the stream was given."""
        self._inner.record()

    def synchronize(self):
        """Wait for it."""
        self._inner.synchronize()

    def wait(self, stream=0):
        """Let the stream go on only after it: work of a device runs in order."""

    def elapsed_time(self, evtend):
        """Milliseconds from this event to another one."""
        return event_elapsed_time(self, evtend)


def event_elapsed_time(evtstart, evtend):
    """Milliseconds between two events.

    >>> from numba import cuda
    >>> first, second = cuda.event(), cuda.event()
    >>> first.record()
    >>> second.record()
    >>> second.synchronize()
    >>> cuda.event_elapsed_time(first, second) >= 0
    True
    """
    return cupy.cuda.get_elapsed_time(evtstart._inner, evtend._inner)


class Device:
    """A device: id, name, compute_capability, uuid, and its attributes by CUDA's names (WARP_SIZE, MULTIPROCESSOR_COUNT, ...)."""

    @classmethod
    def from_identity(cls, identity):
        """The device with this identity."""
        for number in range(cupy.cuda.runtime.getDeviceCount()):
            if cls(number).get_device_identity() == identity:
                return cls(number)
        raise RuntimeError(f'No device of {identity} is found. Target device may not be visible in this process.')

    def __init__(self, devnum):
        properties = cupy.cuda.runtime.getDeviceProperties(devnum)
        self.id, self.name = devnum, properties['name']
        self.compute_capability = properties['major'], properties['minor']
        self.attributes = {}
        digits = f"{devnum:08x}{properties['pciDomainID']:04x}{properties['pciBusID']:04x}{properties['pciDeviceID']:04x}{devnum:012x}"
        self.uuid = 'GPU-' + '-'.join(digits[begin:end] for begin, end in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))
        self.primary_context = None

    def __getattr__(self, name):
        number = getattr(enums, 'CU_DEVICE_ATTRIBUTE_' + name, None)
        if number is None:
            raise AttributeError(name)
        value = self.attributes.setdefault(number, cupy._device_attribute(number, self.id) or 0)
        return value

    def __repr__(self):
        return "<CUDA device %d '%s'>" % (self.id, self.name)

    def __hash__(self):
        return hash(self.id)

    def __eq__(self, other):
        return isinstance(other, Device) and self.id == other.id

    def get_device_identity(self):
        """Where it sits: numbers of PCI."""
        return {'pci_domain_id': self.PCI_DOMAIN_ID, 'pci_bus_id': self.PCI_BUS_ID, 'pci_device_id': self.PCI_DEVICE_ID}

    def get_primary_context(self):
        """Its context."""
        if self.primary_context is None:
            self.primary_context = Context(self)
        return self.primary_context

    def release_primary_context(self):
        """Forget its context."""
        self.primary_context = None

    def reset(self):
        """Wait for it and give its unused memory back."""
        self.get_primary_context().reset()

    @property
    def supports_float16(self):
        """Whether it computes with 16-bit floats."""
        return self.compute_capability >= (5, 3)


class Context:
    """What runs on a device: cuda.current_context()."""

    def __init__(self, device):
        self.device = device
        self.handle = cu_context(device.id + 1)

    def __repr__(self):
        return f'<CUDA context {self.handle!r} of device {self.device.id}>'

    def __eq__(self, other):
        return isinstance(other, Context) and self.device == other.device

    def __hash__(self):
        return hash(self.handle)

    def get_memory_info(self):
        """(free, total) bytes of the device's memory.

        >>> from numba import cuda
        >>> cuda.current_context().get_memory_info().total > 0
        True
        """
        with cupy.cuda.Device(self.device.id):
            return MemoryInfo(*map(int, cupy.cuda.runtime.memGetInfo()))

    def synchronize(self):
        """Wait for the device."""
        cupy.cuda.Device(self.device.id).synchronize()

    def reset(self):
        """Wait for the device and give unused memory back."""
        self.synchronize()
        cupy.get_default_memory_pool().free_all_blocks()

    def push(self):
        """Make its device the current one."""
        cupy.cuda.Device(self.device.id).use()

    def pop(self):
        """Leave it."""

    def prepare_for_use(self):
        """Make it ready: it is."""

    @contextlib.contextmanager
    def defer_cleanup(self):
        """A block in which memory is not given back in between."""
        yield

    def create_stream(self):
        """A new stream."""
        inner = cupy.cuda.Stream()
        return Stream(self, inner.ptr, inner=inner)

    def create_external_stream(self, ptr):
        """A stream that somebody else made, by its address."""
        if not isinstance(ptr, int):
            raise TypeError('ptr for external stream must be an int')
        return Stream(self, ptr, external=True)

    def get_default_stream(self):
        """The default stream."""
        return Stream(self, 0)

    def get_legacy_default_stream(self):
        """The default stream of programs with one for all threads."""
        return Stream(self, 1)

    def get_per_thread_default_stream(self):
        """The default stream of programs with one for each thread."""
        return Stream(self, 2)

    def create_event(self, timing=True):
        """A new event."""
        return Event(self, timing=timing)

    def memalloc(self, bytesize):
        """Memory of the device: a MemoryPointer."""
        return MemoryPointer(self, None, bytesize)

    def memallocmanaged(self, bytesize, attach_global=True):
        """Memory that host and device share: of the device, as cuda.managed_array() copies what it must."""
        return self.memalloc(bytesize)

    def mempin(self, owner, pointer, size, mapped=False):
        """Memory of the host for transfers: what the owner has."""
        return PinnedMemory(self, 0, 0, owner=owner)

    def memhostalloc(self, bytesize, mapped=False, portable=False, wc=False):
        """Memory of the host for transfers: bytes."""
        import cupyx
        return cupyx.empty_pinned(bytesize, 'u1')

    def can_access_peer(self, peer_device):
        """Whether the device reads another one's memory."""
        return bool(cupy.cuda.runtime.deviceCanAccessPeer(self.device.id, int(peer_device)))

    def enable_peer_access(self, peer_context, flags=0):
        """Let the device read the other context's memory: it may where it can."""

    def create_module_image(self, image):
        """A module of compiled code."""
        from cupy.cuda.function import Module
        made = Module()
        made.load(image)
        return made

    def create_module_ptx(self, ptx):
        """A module of PTX."""
        return self.create_module_image(ptx.encode() if isinstance(ptx, str) else ptx)

    def get_ipc_handle(self, memory):
        """Memory for another process: refused."""
        raise NotImplementedError('memory of devices is not shared between processes here')


class MemoryPointer:
    """Memory of a device: MemoryPointer(context, pointer, size)."""

    __cuda_memory__ = True

    def __init__(self, context, pointer, size, owner=None, finalizer=None):
        self.context, self.size = context, size
        self._owner, self._finalizer = owner, finalizer
        if pointer is None:
            self._bytes = cupy.empty(size, 'u1')
            pointer = self._bytes.data.ptr if size else 0
        else:
            address = getattr(pointer, 'value', pointer)
            self._bytes = cupy._bytes_at(int(address or 0), size, owner) if size else cupy.empty(0, 'u1')
            pointer = address
        from numba.cuda.cudadrv.drvapi import cu_device_ptr
        self.device_pointer = self.handle = cu_device_ptr(pointer or 0)

    @property
    def owner(self):
        """What keeps the memory."""
        return self if self._owner is None else self._owner

    def own(self):
        """One more that keeps it."""
        return self

    @property
    def device_ctypes_pointer(self):
        """The address."""
        from numba.cuda.cudadrv.drvapi import cu_device_ptr
        return cu_device_ptr(self.device_pointer)

    @property
    def device_pointer_value(self):
        """The address, or None where there is nothing."""
        return self.device_pointer or None

    def free(self):
        """Give it back."""
        if self._finalizer is not None:
            finalizer, self._finalizer = self._finalizer, None
            finalizer()
        self._bytes = None

    def memset(self, byte, count=None, stream=0):
        """Fill bytes."""
        if self._bytes is None:
            raise DeadMemoryError('deallocated')
        self._bytes[:self.size if count is None else count] = byte & 255

    def view(self, start, stop=None):
        """A part of it."""
        stop = self.size if stop is None else stop
        made = MemoryPointer(self.context, self.device_pointer + start, stop - start, owner=self)
        made._bytes = self._bytes[start:stop]
        return made


class MappedMemory(MemoryPointer):
    """Memory of the host that a device reaches."""


class PinnedMemory(MemoryPointer):
    """Memory of the host for transfers."""


class IpcHandle:
    """Memory for another process: refused."""

    def __init__(self, base, handle, size, source_info=None, offset=0):
        raise NotImplementedError('memory of devices is not shared between processes here')


class BaseCUDAMemoryManager:
    """What an external memory manager derives from: set_memory_manager refuses it, since there is one pool for all here."""

    def __init__(self, *args, **kwargs):
        if 'context' not in kwargs:
            raise RuntimeError('Memory manager requires a context')
        self.context = kwargs.pop('context')


class HostOnlyCUDAMemoryManager(BaseCUDAMemoryManager):
    """What an external memory manager of device memory derives from: see BaseCUDAMemoryManager."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.allocations, self.deallocations = {}, []


class GetIpcHandleMixin:
    """What an external memory manager may derive from: see BaseCUDAMemoryManager."""

    def get_ipc_handle(self, memory):
        """Memory for another process: refused."""
        raise NotImplementedError('memory of devices is not shared between processes here')


def set_memory_manager(mm_plugin):
    """Let somebody else's functions allocate memory: refused, numba.cuda and cupy take memory from one pool here."""
    raise NotImplementedError('external memory managers are not supported: numba.cuda and cupy share one pool of memory here. '
                              'cupy.cuda.set_allocator() says where both get memory from')


class _Driver:
    is_available = True
    initialization_error = None

    def ensure_initialized(self):
        """Open the devices."""
        from numba.core import config
        if config.DISABLE_CUDA:
            raise CudaSupportError('Error at driver init: \n\nCUDA is disabled due to setting NUMBA_DISABLE_CUDA=1 in the environment, '
                                   'or because CUDA is unsupported on 32-bit systems.:')
        if not cupy.is_available():
            raise CudaSupportError('Error at driver init: \n\nno CUDA-capable device is detected:')

    def get_version(self):
        """The driver's version: (12, 8)."""
        number = cupy.cuda.runtime.driverGetVersion()
        return number // 1000, number % 1000 // 10

    def get_device_count(self):
        """How many devices there are."""
        return cupy.cuda.runtime.getDeviceCount()

    def get_device(self, devnum=0):
        """A device."""
        from numba.cuda.cudadrv import devices
        return devices.gpus.lst[devnum]._device


driver = _Driver()


def host_to_device(dst, src, size, stream=0):
    """Copy bytes of the host to a device."""
    from cupy._memory import _host_bytes
    dst._bytes[:size] = cupy.asarray(_host_bytes(src, size)[:size])


def device_to_host(dst, src, size, stream=0):
    """Copy bytes of a device to the host."""
    from cupy._memory import _host_bytes
    _host_bytes(dst, size, False)[:size] = cupy.asnumpy(src._bytes[:size])


def device_to_device(dst, src, size, stream=0):
    """Copy bytes of a device to a device."""
    _line(dst)[:size] = _line(src)[:size]


def device_memset(dst, val, size, stream=0):
    """Fill bytes of a device, or of an array of the host that devices reach."""
    _line(dst)[:size] = val & 255


def _line(memory):
    if hasattr(memory, '_bytes'):
        return memory._bytes
    array = getattr(memory, '_array', memory)
    return array.reshape(-1).view('u1')


def host_memory_extents(obj):
    """Where an array of the host begins and ends: addresses."""
    from numpy.lib.array_utils import byte_bounds
    return byte_bounds(obj)


def host_memory_size(obj):
    """How many bytes there are between an array's beginning and its end."""
    begin, end = host_memory_extents(obj)
    return end - begin


def device_memory_size(devmem):
    """How many bytes the memory has."""
    return devmem.alloc_size if hasattr(devmem, 'alloc_size') else devmem.size


def device_pointer(obj):
    """The address of device memory."""
    return obj.device_ctypes_pointer.value


def is_device_memory(obj):
    """Whether it is device memory."""
    return getattr(obj, '__cuda_memory__', False)
