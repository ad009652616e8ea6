"""Device memory by its address: kinds of memory, MemoryPointer, allocators."""
import threading

import cupy
import numpy


class BaseMemory:
    """Memory of a device: its address `ptr`, its `size` and `device_id`."""

    _bytes = None  # an array over it

    def _over(self, data, size=None):
        self._bytes = data
        self.size = data.size if size is None else size
        self.device_id = data.device.id
        self.ptr = data.__cuda_array_interface__["data"][0] if data.size else 0
        return self

    def __int__(self):
        return self.ptr

    @property
    def device(self):
        "The device that it lies on."
        return cupy.cuda.Device(self.device_id)


class Memory(BaseMemory):
    """Memory of the current device, of no pool: Memory(size)."""

    def __init__(self, size):
        self._over(cupy._plain_bytes(size))


class MemoryAsync(Memory):
    """Memory that is allocated and given back in the order of a stream: MemoryAsync(size, stream)."""

    def __init__(self, size, stream):
        self.stream_ref = stream
        super().__init__(size)


class PooledMemory(BaseMemory):
    """Memory of a pool, as its malloc() hands it out."""

    identity = "Memory"

    def free(self):
        "Give it back now: arrays and pointers that still lie in it keep it as long as they live."
        self._bytes = None
        self.ptr = self.size = 0


class UnownedMemory(BaseMemory):
    """Memory of a device that someone else allocated, by its address: `owner` is kept, whatever it is."""

    def __init__(self, ptr, size, owner, device_id=-1):
        self._owner = owner
        self._over(cupy._bytes_at(int(ptr), int(size), owner) if size else cupy.empty(0, cupy.uint8))
        self.ptr = int(ptr)
        if device_id not in (-1, self.device_id):
            raise ValueError("the address is one of device %d, not of device %d" % (self.device_id, device_id))


class PythonFunctionAllocatorMemory(BaseMemory):
    """Memory that a function gave by its address, and another one takes back."""

    def __init__(self, size, malloc_func, free_func, device_id):
        self._free_func = free_func
        self.device_id, self.size, self.ptr = device_id, size, 0
        if size > 0:
            self.ptr = malloc_func(size, device_id)
            self._bytes = cupy._bytes_at(self.ptr, size, None)

    def __del__(self):
        if self.ptr:
            self._bytes = None
            self._free_func(self.ptr, self.device_id)


class PythonFunctionAllocator:
    """An allocator of two functions: malloc_func(size, device_id) gives an address, free_func(address, device_id) takes it back."""

    def __init__(self, malloc_func, free_func):
        self._malloc_func, self._free_func = malloc_func, free_func

    def malloc(self, size):
        "Memory that malloc_func gives."
        return MemoryPointer(PythonFunctionAllocatorMemory(size, self._malloc_func, self._free_func, cupy.cuda.runtime.getDevice()), 0)


class MemoryPointer:
    """An address on a device, and the memory that it keeps alive: MemoryPointer(mem, offset)."""

    def __init__(self, mem, offset=0):
        if not isinstance(mem, BaseMemory):
            raise TypeError("Argument 'mem' has incorrect type (expected cupy.cuda.memory.BaseMemory, got %s)" % type(mem).__name__)
        assert mem.ptr != 0 or offset == 0
        self.mem = mem
        self.ptr = mem.ptr + offset
        self.device_id = mem.device_id
        self._bytes = self._behind()

    def _behind(self):
        # What kernels and arrays get: the bytes from the address to the end of the memory.
        data = self.mem._bytes
        if data is None:
            data = cupy._bytes_at(self.mem.ptr, self.mem.size, self.mem) if self.mem.size else cupy.empty(0, cupy.uint8)
        offset = self.ptr - self.mem.ptr
        if not 0 <= offset <= data.size:
            raise ValueError("the address does not lie in the memory")
        return data[offset:]

    @property
    def size(self):
        "Bytes from the address to the end of the memory."
        return self.mem.size - (self.ptr - self.mem.ptr)

    @property
    def device(self):
        "The device that it lies on."
        return cupy.cuda.Device(self.device_id)

    def __int__(self):
        return self.ptr

    def __repr__(self):
        return "<%s 0x%x device=%d mem=%r>" % (type(self).__name__, self.ptr, self.device_id, self.mem)

    def __add__(self, offset):
        assert self.ptr != 0 or offset == 0
        return MemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    __radd__ = __add__

    def __iadd__(self, offset):
        assert self.ptr != 0 or offset == 0
        self.ptr += offset
        self._bytes = self._behind()
        return self

    def __sub__(self, offset):
        return self + -offset

    def __isub__(self, offset):
        self += -offset
        return self

    def copy_from(self, mem, size=None):
        "Copy bytes of another pointer, of an array or from an address of the host."
        if isinstance(mem, MemoryPointer):
            source = mem._bytes
        elif isinstance(mem, cupy.ndarray):
            source = cupy.ascontiguousarray(mem).reshape(-1).view(cupy.uint8)
        else:
            source = _host_bytes(mem, size)
        size = source.size if size is None else size
        target = self._checked(size)
        if size > source.size:
            raise ValueError("there are %d bytes, not %d" % (source.size, size))
        with self.device:
            target[:size] = cupy.asarray(source[:size])

    def _checked(self, size):
        data = self._bytes
        if not 0 <= size <= data.size:
            raise ValueError("the memory has %d bytes from the address on, not %d" % (data.size, size))
        return data

    def copy_from_device(self, src, size):
        "Copy bytes from device memory."
        self.copy_from(src, size)

    def copy_from_host(self, mem, size):
        "Copy bytes from host memory: its address, or an array."
        self.copy_from(mem, size)

    def copy_from_async(self, mem, size, stream=None):
        "As copy_from, in the order of the stream."
        self.copy_from(mem, size)

    copy_from_device_async = copy_from_host_async = copy_from_async

    def copy_to_host(self, mem, size):
        "Copy bytes to host memory: its address, or an array."
        target = _host_bytes(mem, size, False)
        target[:size] = cupy.asnumpy(self._checked(size)[:size])

    def copy_to_host_async(self, mem, size, stream=None):
        "As copy_to_host, in the order of the stream."
        self.copy_to_host(mem, size)

    def memset(self, value, size):
        "Fill bytes."
        self._checked(size)[:size] = value & 255

    def memset_async(self, value, size, stream=None):
        "As memset, in the order of the stream."
        self.memset(value, size)


def _host_bytes(mem, size, read_only=True):
    "Bytes of the host: an address (a number, or what ctypes has), or what an array holds."
    address = getattr(mem, "value", mem)
    if isinstance(address, int):
        return numpy._array_at(address, size, read_only, mem) if size else numpy.empty(0, numpy.uint8)
    array = numpy.asarray(mem)
    if not read_only and not array.flags.c_contiguous:
        raise ValueError("the elements do not lie one after another")
    return numpy.ascontiguousarray(array).reshape(-1).view(numpy.uint8)


def pointer_of(data, offset=0, lent=None):
    "The pointer into an array of bytes, which is the memory of an array or what a pool gave; `lent`: what an allocator gave."
    if lent is not None:
        return lent + offset if offset else lent
    return MemoryPointer(PooledMemory()._over(data, -(-data.size // 512) * 512), offset)


# ---- where arrays' memory comes from ----


def _malloc(size):
    "Memory of no pool."
    return MemoryPointer(Memory(size), 0)


def _source(allocator):
    # What an array's memory can be had from without calling the function.
    if allocator is _malloc:
        return None
    pool = getattr(allocator, "__self__", None)
    is_known = type(pool) is cupy.cuda.MemoryPool and getattr(allocator, "__name__", "") == "malloc" and pool._is_plain()
    return pool if is_known else allocator


def set_allocator(allocator=None):
    """Set where device memory comes from: a function that is given a size and returns a MemoryPointer, such as a pool's malloc.
    None: memory of no pool."""
    allocator = _malloc if allocator is None else allocator
    if cupy.cuda._get_allocation(True) is not None:
        raise ValueError("Can't change the global allocator inside `using_allocator` context manager")
    cupy.cuda._set_allocation(allocator, _source(allocator), False)


def get_allocator():
    """Where device memory comes from, in this thread."""
    return cupy.cuda._get_allocation(True) or cupy.cuda._get_allocation(False) or cupy.get_default_memory_pool().malloc


class using_allocator:
    """A block in which device memory comes from an allocator, in this thread alone. None: memory of no pool."""

    def __init__(self, allocator=None):
        self._allocator = _malloc if allocator is None else allocator
        self._before = []

    def __enter__(self):
        self._before.append(cupy.cuda._get_allocation(True))
        cupy.cuda._set_allocation(self._allocator, _source(self._allocator), True)

    def __exit__(self, *error):
        before = self._before.pop()
        cupy.cuda._set_allocation(before, None if before is None else _source(before), True)

    def __call__(self, function):
        def call(*args, **kwargs):
            with using_allocator(self._allocator):
                return function(*args, **kwargs)
        return call


def alloc(size):
    """Allocate bytes on the current device, by the allocator that holds.

    >>> cuda.alloc(100).size
    512
    """
    return get_allocator()(size)


def malloc_managed(size):
    """Managed memory, which host and device share: refused, because arrays here lie on one side and are copied."""
    raise NotImplementedError("managed memory is not supported: arrays lie on the host or on a device, and asarray() and asnumpy() copy them")


def malloc_system(size):
    """Memory of the system for devices: refused as managed memory is."""
    raise NotImplementedError("system memory for devices is not supported: use cupy.cuda.alloc")


class ManagedMemory(BaseMemory):
    """Managed memory: refused."""

    def __init__(self, size):
        malloc_managed(size)


class SystemMemory(BaseMemory):
    """Memory of the system for devices: refused."""

    def __init__(self, size):
        malloc_system(size)


_async = []  # the pool that stands for CUDA's own, one for all


def _async_pool():
    if not _async:
        _async.append(cupy.cuda.MemoryPool())
    return _async[0]


def malloc_async(size):
    """Allocate bytes in the order of the stream, from the device's own pool."""
    return _async_pool().malloc(size)


class MemoryAsyncPool:
    """CUDA's pool of stream-ordered memory, one for a device: MemoryAsyncPool(pool_handles='current')."""

    def __init__(self, pool_handles="current"):
        for handle in [pool_handles] if isinstance(pool_handles, (str, int)) else pool_handles:
            if handle == "create":
                raise NotImplementedError("cudaMemPoolCreate is not yet supported")
            if not isinstance(handle, int) and handle not in ("default", "current"):
                raise ValueError("handle must be 'default' (for the device's default pool), 'current' (for the device's current pool), "
                                 "or int (a pointer to cudaMemPool_t)")
        self._pool = pool = _async_pool()
        self.malloc, self.used_bytes, self.free_bytes, self.total_bytes = pool.malloc, pool.used_bytes, pool.free_bytes, pool.total_bytes
        self.set_limit, self.free_all_blocks, self._get_limit = pool.set_limit, pool.free_all_blocks, pool.get_limit

    def get_limit(self):
        "The upper limit in bytes; the largest number: none."
        return self._get_limit() or 0xffffffffffffffff

    def n_free_blocks(self):
        "CUDA does not tell."
        raise NotImplementedError("This function is not supported in MemoryAsyncPool")


for _class in (BaseMemory, Memory, MemoryAsync, PooledMemory, UnownedMemory, PythonFunctionAllocatorMemory, PythonFunctionAllocator, MemoryPointer,
               ManagedMemory, SystemMemory, MemoryAsyncPool, set_allocator, get_allocator, alloc, malloc_managed, malloc_system, malloc_async, _malloc):
    _class.__module__ = "cupy.cuda.memory"
using_allocator.__module__ = "cupy.cuda"


def from_interface(owner, interface):
    "The array that an object's __cuda_array_interface__ describes: over the same memory."
    shape, dtype, strides = tuple(interface["shape"]), numpy.dtype(interface["typestr"]), interface.get("strides")
    if dtype.byteorder == ">":
        raise ValueError("CuPy does not support the big-endian byte-order")
    if interface.get("mask") is not None:
        raise ValueError("CuPy currently does not support masked arrays.")
    if 0 in shape:
        return cupy.empty(shape, dtype)
    steps = strides
    if steps is None:
        steps, size = [], dtype.itemsize
        for extent in reversed(shape):
            steps.insert(0, size)
            size *= extent
    reach = [(extent - 1) * step for extent, step in zip(shape, steps)]
    low, high = sum(one for one in reach if one < 0), sum(one for one in reach if one > 0) + dtype.itemsize
    memory = cupy._bytes_at(interface["data"][0] + low, high - low, owner)
    with memory.device:
        array = cupy.ndarray(shape, dtype, pointer_of(memory), tuple(abs(step) for step in steps))
        return array[tuple(slice(None, None, -1 if step < 0 else 1) for step in steps)] if low else array
