"""Members of cupy.cuda that are written in Python: streams and memory of others, and what is refused."""

import cupy
from cupy._memory import MemoryPointer, alloc

__all__ = ['ExternalStream', 'UnownedMemory', 'MemoryAsyncPool', 'ManagedMemory', 'PinnedMemoryPointer', 'malloc_managed', 'malloc_async',
           'malloc_system', 'alloc_pinned_memory']


class ExternalStream:
    """A stream that someone else made, by its address: ExternalStream(ptr, device_id=-1). Work given to it is done on the null stream."""

    def __init__(self, ptr, device_id=-1):
        self.ptr, self.device_id = int(ptr), device_id

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.synchronize()

    def __repr__(self):
        return '<ExternalStream %d (device %d)>' % (self.ptr, self.device_id)

    def use(self):
        """Make it the current one."""
        return self

    def synchronize(self):
        """Wait for the work of the device."""
        cupy.cuda.Stream.null.synchronize()

    def record(self, event=None):
        """Record an event."""
        return cupy.cuda.Stream.null.record(event)

    def wait_event(self, event):
        """Wait for an event."""
        cupy.cuda.Stream.null.wait_event(event)

    done = property(lambda self: True, doc='Whether its work is done.')


class UnownedMemory:
    """Memory that someone else allocated, by its address: that of an array that `owner` keeps."""

    def __init__(self, ptr, size, owner, device_id=-1):
        self.ptr, self.size, self.device_id = int(ptr), int(size), device_id
        self._owner = owner
        if not isinstance(owner, cupy.ndarray):
            raise NotImplementedError('memory of other libraries cannot be used: the owner must be a cupy.ndarray')
        self._bytes = cupy.ascontiguousarray(owner).reshape(-1).view(cupy.uint8)
        start = self.ptr - owner.data.ptr
        if not 0 <= start <= self._bytes.size - self.size:
            raise ValueError("the address does not lie in its owner's memory")
        self._bytes = self._bytes[start:start + self.size]


class MemoryAsyncPool:
    """A pool of stream-ordered memory: the pool here is that already, so this names it."""

    def __init__(self, pool_handles='current'):
        self._pool = cupy.get_default_memory_pool()

    def malloc(self, size):
        """Allocate bytes."""
        return alloc(size)

    def __getattr__(self, name):
        return getattr(self._pool, name)


class ManagedMemory:
    """Managed memory: refused."""

    def __init__(self, size):
        malloc_managed(size)


class PinnedMemoryPointer:
    """Memory of the host that transfers to devices take directly."""

    def __init__(self, data):
        self._data = data
        self.mem = self

    @property
    def ptr(self):
        """The address."""
        return self._data.__array_interface__['data'][0]

    def size(self):
        """How many bytes."""
        return self._data.size

    def __len__(self):
        return self._data.size

    def __buffer__(self, flags=0):
        return memoryview(self._data)


def malloc_managed(size):
    """Managed memory, which host and device share: refused, because arrays here lie on one side and are copied."""
    raise NotImplementedError('managed memory is not supported: arrays lie on the host or on a device, and asarray() and asnumpy() copy them')


def malloc_system(size):
    """Memory of the system for devices: refused as managed memory is."""
    raise NotImplementedError('system memory for devices is not supported: use cupy.cuda.alloc')


def malloc_async(size):
    """Allocate bytes in the order of the stream."""
    return alloc(size)


def alloc_pinned_memory(size):
    """Allocate memory of the host for transfers."""
    import numpy
    return PinnedMemoryPointer(numpy.empty(size, numpy.uint8))


for _name in __all__:
    globals()[_name].__module__ = 'cupy.cuda'
