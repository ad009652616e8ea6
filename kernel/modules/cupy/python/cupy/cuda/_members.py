"""Members of cupy.cuda that are written in Python: streams and memory of others, and what is refused."""

import cupy
import cupy.cuda.cub
import cupy.cuda.cutensor
import cupy.cuda.nccl
import cupy.cuda.thrust
import numpy
from cupy.cuda.function import Function, Module
from cupy.cuda.graph import Graph
from cupy.cuda.memory_hook import MemoryHook
from cupy._memory import (BaseMemory, ManagedMemory, Memory, MemoryAsync, MemoryAsyncPool, MemoryPointer, PooledMemory, PythonFunctionAllocator,
                          SystemMemory, UnownedMemory, alloc, get_allocator, malloc_async, malloc_managed, malloc_system, set_allocator,
                          using_allocator)

__all__ = ['ExternalStream', 'BaseMemory', 'Memory', 'MemoryAsync', 'PooledMemory', 'UnownedMemory', 'MemoryAsyncPool', 'ManagedMemory',
           'SystemMemory', 'PythonFunctionAllocator', 'PinnedMemoryPointer', 'malloc_managed', 'malloc_async', 'malloc_system',
           'alloc_pinned_memory', 'PinnedMemory', 'set_allocator', 'get_allocator', 'using_allocator', 'profile', 'get_cuda_path',
           'get_nvcc_path', 'get_local_runtime_version', 'get_rocm_path', 'get_hipcc_path', 'MemoryHook', 'Graph', 'Function', 'Module']


class ExternalStream(cupy.cuda.Stream):
    """A stream that someone else made, by its address: ExternalStream(ptr, device_id=-1). Work given to it is done on the null stream."""

    def __new__(cls, ptr, device_id=-1):
        self = cupy.cuda.Stream.__new__(cls, null=True)
        cupy.cuda._stream_name(self, ptr, device_id)
        return self

    def __init__(self, ptr, device_id=-1):
        import warnings
        warnings.warn('ExternalStream is deprecated. Use Stream.from_external() instead to interoperate with external streams that implement the '
                      'CUDA stream protocol.', DeprecationWarning, stacklevel=2)


def _from_external(cls, obj):
    """The stream of another library's object, which has __cuda_stream__."""
    try:
        version, pointer = obj.__cuda_stream__()
    except AttributeError as error:
        raise TypeError(f'Object of type {type(obj).__name__} does not implement the CUDA stream protocol (__cuda_stream__ method)') from error
    except (TypeError, ValueError) as error:
        raise TypeError('__cuda_stream__() must return a 2-tuple of (version, stream_ptr)') from error
    if not isinstance(version, int) or not isinstance(pointer, int):
        raise TypeError(f'__cuda_stream__() must return (int, int), got ({type(version).__name__}, {type(pointer).__name__})')
    if version != 0:
        raise TypeError(f'__cuda_stream__() returned unsupported version {version}, only version 0 is supported')
    stream = cupy.cuda.Stream.__new__(cls, null=True)
    cupy.cuda._stream_name(stream, pointer, -1)
    return stream


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


def get_rocm_path():
    """Where AMD's toolkit lies: nowhere."""
    return None


def get_hipcc_path():
    """Where AMD's compiler lies: nowhere."""
    return None


def get_local_runtime_version():
    """The version of CUDA's runtime: 12080 for 12.8."""
    return cupy.cuda.runtime.runtimeGetVersion()


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


def alloc_pinned_memory(size):
    """Allocate memory of the host for transfers, from the pool of such memory: a power of two of bytes.

    >>> cuda.alloc_pinned_memory(1000).mem.size
    1024
    """
    return PinnedMemoryPointer(_PooledMemory(size), 0)


for _name in __all__:
    if globals()[_name].__module__ == __name__:
        globals()[_name].__module__ = 'cupy.cuda'
