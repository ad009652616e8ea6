"""Members of cupy.cuda that are written in Python: streams and memory of others, and what is refused."""

import cupy
import numpy
from cupy._memory import MemoryPointer, alloc

__all__ = ['ExternalStream', 'UnownedMemory', 'MemoryAsyncPool', 'ManagedMemory', 'PinnedMemoryPointer', 'malloc_managed', 'malloc_async',
           'malloc_system', 'alloc_pinned_memory', 'PinnedMemory', 'get_allocator', 'using_allocator', 'profile',
           'get_cuda_path', 'get_nvcc_path', 'get_local_runtime_version']


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
    """Memory of a device that someone else allocated, by its address: `owner` is kept, whatever it is."""

    def __init__(self, ptr, size, owner, device_id=-1):
        self.ptr, self.size = int(ptr), int(size)
        self._owner = owner
        self._bytes = cupy._bytes_at(self.ptr, self.size, owner) if self.size else cupy.empty(0, cupy.uint8)
        self.device_id = self._bytes.device.id
        if device_id not in (-1, self.device_id):
            raise ValueError('the address is one of device %d, not of device %d' % (self.device_id, device_id))

    device = property(lambda self: self._bytes.device, doc='The device that it lies on.')


class profile:
    """A block that profilers of CUDA record: cupyx.profiler.profile's old name."""

    def __init__(self):
        import warnings
        warnings.warn('cupy.cuda.profile has been deprecated since CuPy v10 and will be removed in the future. Use cupyx.profiler.profile instead.',
                      stacklevel=2)

    def __enter__(self):
        from cupy.cuda import profiler
        profiler.start()

    def __exit__(self, *error):
        from cupy.cuda import profiler
        profiler.stop()


def get_cuda_path():
    """Where CUDA's toolkit lies: CUDA_PATH, where nvcc is found, or /usr/local/cuda; None: nowhere."""
    import os
    import shutil
    compiler = shutil.which('nvcc')
    for path in (os.environ.get('CUDA_PATH'), compiler and os.path.dirname(os.path.dirname(compiler)), '/usr/local/cuda'):
        if path and os.path.isdir(path):
            return path
    return None


def get_nvcc_path():
    """The path of nvcc: the environment's NVCC, or that of CUDA's toolkit; None: there is none."""
    import os
    if os.environ.get('NVCC'):
        return os.environ['NVCC']
    path = get_cuda_path()
    compiler = path and os.path.join(path, 'bin', 'nvcc')
    return compiler if compiler and os.path.exists(compiler) else None


def get_local_runtime_version():
    """The version of CUDA's runtime: 12080 for 12.8."""
    return cupy.cuda.runtime.runtimeGetVersion()


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


class PinnedMemory:
    """A block of memory of the host that transfers to devices take directly: PinnedMemory(size, flags=0)."""

    def __init__(self, size, flags=0):
        self._data = numpy.empty(size, numpy.uint8)
        self.size = size

    @property
    def ptr(self):
        """The address."""
        return self._data.__array_interface__['data'][0]

    def __int__(self):
        return self.ptr


class _PooledMemory(PinnedMemory):
    def __init__(self, size):
        unit = (max(size, 1) + 511) // 512 * 512
        super().__init__(1 << (unit - 1).bit_length())
        cupy.cuda._pinned_take(self.size)

    def free(self):
        if self.size:
            cupy.cuda._pinned_give(self.size)
        self.size = 0

    def __del__(self):
        self.free()


class PinnedMemoryPointer(numpy.ndarray):
    """An address in memory of the host that transfers to devices take directly, and the memory that it keeps alive: numpy.frombuffer
    makes arrays of it."""

    def __new__(cls, mem, offset):
        self = mem._data[offset:].view(cls)
        self.mem = mem
        self._offset = offset
        return self

    @property
    def ptr(self):
        """The address."""
        return self.mem.ptr + self._offset

    def size(self):
        """How many bytes there are from the address on."""
        return len(self)

    def __int__(self):
        return self.ptr

    def __add__(self, offset):
        return PinnedMemoryPointer(self.mem, self._offset + offset)

    __radd__ = __add__

    def __sub__(self, offset):
        return self + -offset

    def __repr__(self):
        return '<cupy.cuda.pinned_memory.PinnedMemoryPointer object at 0x%x>' % id(self)

    __str__ = __repr__


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
    """Allocate memory of the host for transfers, from the pool of such memory: a power of two of bytes.

    >>> cuda.alloc_pinned_memory(1000).mem.size
    1024
    """
    return PinnedMemoryPointer(_PooledMemory(size), 0)


def get_allocator():
    """Where device memory comes from: the pool's malloc."""
    return cupy.get_default_memory_pool().malloc


class using_allocator:
    """A block in which device memory comes from an allocator: there is one pool, so that nothing changes."""

    def __init__(self, allocator=None):
        self.allocator = allocator

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


for _name in __all__:
    globals()[_name].__module__ = 'cupy.cuda'
