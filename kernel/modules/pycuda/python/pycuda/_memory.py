"""Memory of pycuda.driver: of devices, of the host, copies between them."""
import cupy
import numpy
from pycuda._driver import LogicError, MemoryError, _need_context, _raise_from


class PointerHolderBase:
    """An address from elsewhere: a class of it says which in get_pointer()."""

    def get_pointer(self):
        "The address."
        raise NotImplementedError("get_pointer")

    def as_buffer(self, size, offset=0):
        "The bytes at the address, as the host reads them where it can."
        return numpy._array_at(int(self) + offset, size, False, self)

    @property
    def gpudata(self):
        "The address."
        return self.get_pointer()

    def __int__(self):
        return self.get_pointer()

    __index__ = __int__


class DeviceAllocation(PointerHolderBase):
    """Memory of a device. int() is its address; it is given back when nobody holds it any more."""

    _device_array = None  # its bytes

    def __init__(self, size=None, _bytes=None):
        if _bytes is None:
            try:
                _bytes = cupy.empty(size, numpy.uint8)
            except cupy.cuda.memory.OutOfMemoryError as error:
                _raise_from("cuMemAlloc", error)
        self._device_array = _bytes

    def free(self):
        "Give it back now."
        if self._device_array is None:
            raise LogicError("device_allocation::free", None, "invalid resource handle")
        self._device_array = None

    def get_pointer(self):
        """The address, as an int."""
        if self._device_array is None:
            return 0
        return self._device_array.data.ptr

    def as_buffer(self, size, offset=0):
        """The bytes, for what takes a buffer."""
        if not cupy._emulates():
            raise LogicError("as_buffer", None, "memory of a device cannot be read by the host")
        return PointerHolderBase.as_buffer(self, size, offset)

    __int__ = __index__ = get_pointer

    def __repr__(self):
        return "<pycuda._driver.%s object at 0x%x>" % (type(self).__name__, id(self))


class PooledDeviceAllocation(DeviceAllocation):
    """Memory that a DeviceMemoryPool gave, and gets back."""

    def __init__(self, pool, size, _bytes):
        DeviceAllocation.__init__(self, size, _bytes)
        self._pool, self.size = pool, size
        pool._active += 1

    def free(self):
        "Give it back to the pool."
        data = self._device_array
        if data is None:
            raise LogicError("pooled_allocation::free", None, "invalid resource handle")
        self._device_array = None
        self._pool._take_back(data)

    def __len__(self):
        return self.size

    def __del__(self):
        if self._device_array is not None:
            self.free()


DeviceAllocation.__module__ = PointerHolderBase.__module__ = "pycuda._driver"
PooledDeviceAllocation.__module__ = "pycuda.tools"


def mem_get_info():
    """(free, total) bytes of the device."""
    _need_context("cuMemGetInfo")
    return cupy.cuda.Device().mem_info


def mem_alloc(bytes):
    """So many bytes of the device."""
    _need_context()
    size = bytes.__index__()
    if size <= 0:
        raise LogicError("cuMemAlloc", None, "invalid argument")
    return DeviceAllocation(size)


def mem_alloc_like(ary):
    """As many bytes as an array has."""
    return mem_alloc(ary.nbytes)


def mem_alloc_pitch(width, height, access_size):
    """Rows of at least width bytes, each beginning at a multiple of 512: (the memory, bytes from row to row)."""
    if access_size not in (4, 8, 16):
        raise LogicError("cuMemAllocPitch", None, "invalid argument")
    pitch = (width + 511) // 512 * 512
    return mem_alloc(pitch * height), pitch


# ---- bytes on both sides ----


def _host_bytes(data, writes):
    "The bytes of what has a buffer: an array in one piece, bytes and the like."
    if isinstance(data, numpy.ndarray):
        array = data
    elif isinstance(data, numpy.generic) and not writes:
        array = numpy.asarray(data)
    else:
        try:
            view = memoryview(data)
        except TypeError:
            raise TypeError("a bytes-like object is required, not '%s'" % type(data).__name__) from None
        if writes and view.readonly:
            raise BufferError("Object is not writable.")
        return numpy.frombuffer(data, numpy.uint8)
    if writes and not array.flags.writeable:
        raise ValueError("buffer source array is read-only")
    if array.flags.c_contiguous:
        return array.reshape(-1).view(numpy.uint8)
    if array.flags.f_contiguous:
        return array.T.reshape(-1).view(numpy.uint8)
    raise ValueError("ndarray is not contiguous")


def _device_bytes(place, size, routine):
    "So many bytes of a device from an address on: an allocation, an array, a number."
    found = getattr(place, "_device_array", None)
    if found is None and isinstance(place, cupy.ndarray):
        found = place
    if found is not None and found.flags.c_contiguous:
        found = found.reshape(-1).view(numpy.uint8)
        if size <= found.size:
            return found[:size]
        raise LogicError(routine, None, "invalid argument")
    if found is not None:
        place = found.data.ptr
    elif not isinstance(place, int):
        place = place.get_pointer() if isinstance(place, PointerHolderBase) else int(place)
    try:
        return cupy._bytes_at(int(place), size, None)
    except ValueError:
        raise LogicError(routine, None, "invalid argument") from None


def memcpy_htod(dest, src):
    """Copy what has a buffer to a device's memory."""
    _need_context("cuMemcpyHtoD")
    source = _host_bytes(src, False)
    if source.size:
        _device_bytes(dest, source.size, "cuMemcpyHtoD").set(source)


def memcpy_dtoh(dest, src):
    """Copy a device's memory into what has a buffer, which says how much."""
    _need_context("cuMemcpyDtoH")
    target = _host_bytes(dest, True)
    if target.size:
        try:
            _device_bytes(src, target.size, "cuMemcpyDtoH").get(out=target)
        except (cupy.cuda.runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError) as error:
            _raise_from("cuMemcpyDtoH", error)


def memcpy_dtod(dest, src, size):
    """Copy bytes from one place of devices' memory to another."""
    _need_context("cuMemcpyDtoD")
    if size:
        _device_bytes(dest, size, "cuMemcpyDtoD")[...] = _device_bytes(src, size, "cuMemcpyDtoD")


def memcpy_htod_async(dest, src, stream=None):
    """As memcpy_htod, in the order of a stream."""
    memcpy_htod(dest, src)


def memcpy_dtoh_async(dest, src, stream=None):
    """As memcpy_dtoh, in the order of a stream."""
    memcpy_dtoh(dest, src)


def memcpy_dtod_async(dest, src, size, stream=None):
    """As memcpy_dtod, in the order of a stream."""
    memcpy_dtod(dest, src, size)


def memcpy_peer(dest, src, size, dest_context=None, src_context=None):
    """Copy bytes from one device to another."""
    _need_context("cuMemcpyPeer")
    source = _device_bytes(src, size, "cuMemcpyPeer")
    target = _device_bytes(dest, size, "cuMemcpyPeer")
    with target.device:
        target[...] = cupy.asarray(source)


def memcpy_peer_async(dest, src, size, dest_context=None, src_context=None, stream=None):
    """As memcpy_peer, in the order of a stream."""
    memcpy_peer(dest, src, size, dest_context, src_context)


def _filler(bits):
    kind = numpy.dtype("u%d" % (bits // 8))

    def fill(dest, data, count):
        _need_context("cuMemsetD%d" % bits)
        if count:
            _device_bytes(dest, count * kind.itemsize, "cuMemsetD%d" % bits).view(kind)[...] = int(data) & (1 << bits) - 1

    def fill_rows(dest, pitch, data, width, height):
        _need_context("cuMemsetD2D%d" % bits)
        if width and height:
            whole = _device_bytes(dest, pitch * (height - 1) + width * kind.itemsize, "cuMemsetD2D%d" % bits)
            for row in range(height):
                whole[row * pitch:row * pitch + width * kind.itemsize].view(kind)[...] = int(data) & (1 << bits) - 1

    fill.__name__, fill_rows.__name__ = "memset_d%d" % bits, "memset_d2d%d" % bits
    fill.__doc__ = "Fill so many numbers of %d bits." % bits
    fill_rows.__doc__ = "Fill rows of numbers of %d bits." % bits

    def fill_async(dest, data, count, stream=None):
        fill(dest, data, count)

    def fill_rows_async(dest, pitch, data, width, height, stream=None):
        fill_rows(dest, pitch, data, width, height)

    fill_async.__name__, fill_rows_async.__name__ = fill.__name__ + "_async", fill_rows.__name__ + "_async"
    fill_async.__doc__, fill_rows_async.__doc__ = (one.__doc__[:-1] + ", in the order of a stream." for one in (fill, fill_rows))
    return fill, fill_rows, fill_async, fill_rows_async


memset_d8, memset_d2d8, memset_d8_async, memset_d2d8_async = _filler(8)
memset_d16, memset_d2d16, memset_d16_async, memset_d2d16_async = _filler(16)
memset_d32, memset_d2d32, memset_d32_async, memset_d2d32_async = _filler(32)


def to_device(bf_obj):
    """A device's copy of what has a buffer."""
    source = _host_bytes(bf_obj, False)
    made = mem_alloc(source.size)
    memcpy_htod(made, source)
    return made


def from_device(devptr, shape, dtype, order="C"):
    """An array of the host from a device's memory."""
    made = numpy.empty(shape, dtype, order)
    memcpy_dtoh(made, devptr)
    return made


def from_device_like(devptr, other_ary):
    """The same, as another array is."""
    made = numpy.empty_like(other_ary)
    memcpy_dtoh(made, devptr)
    return made


# ---- memory of the host ----


class HostPointer(PointerHolderBase):
    """Memory of the host."""

    def __init__(self, data):
        self._data = data

    def get_pointer(self):
        """The address, as an int."""
        return self._data.__array_interface__["data"][0]

    __int__ = __index__ = get_pointer

    def free(self):
        "Let go of it."
        self._data = numpy.empty(0, numpy.uint8)

    def get_flags(self):
        "The flags that it was made with."
        return getattr(self, "_flags", 0)

    def get_device_pointer(self):
        "Where kernels find it: refused, because it lies on the host's side."
        raise NotImplementedError("memory of the host in a device's address space: not supported; copy it, or pass In, Out or InOut")


class PagelockedHostAllocation(HostPointer):
    """Memory of the host that devices copy directly."""


class AlignedHostAllocation(HostPointer):
    """Memory of the host that begins at a multiple of a number."""


HostAllocation = PagelockedHostAllocation


class RegisteredHostMemory(HostPointer):
    """Memory that was made the kind that devices copy directly."""

    def __init__(self, data, base):
        HostPointer.__init__(self, data)
        self.base = base

    def unregister(self):
        "Make it usual memory again."


class ManagedAllocation(HostPointer):
    """Memory that the host and kernels share: a kernel that is given the array gets its bytes, and what it wrote is there behind it."""

    def attach(self, mem_flags, stream=None):
        "Who may see it: everybody does."

    def get_device_pointer(self):
        "Its address on the host."
        return self.get_pointer()


_managed = {}  # address -> size


class _HostArray(numpy.ndarray):
    """An array that remembers what its memory is."""

    _holder = None

    def __array_finalize__(self, other):
        if other is not None:
            self._holder = getattr(other, "_holder", None)

    def __array_wrap__(self, array, context=None, return_scalar=False):
        plain = numpy.asarray(array)
        return plain[()] if return_scalar else plain


def _made(holder, shape, dtype, order, fill, alignment=1):
    dtype = numpy.dtype(dtype)
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (int(shape),)
    size = dtype.itemsize
    for extent in shape:
        size *= int(extent)
    room = (numpy.zeros if fill else numpy.empty)(size + alignment, numpy.uint8)
    start = -room.__array_interface__["data"][0] % alignment
    data = room[start:start + size]
    array = data.view(dtype).reshape(shape, order=order)
    return holder(data), array


def _remembered(holder, array):
    marked = array.view(_HostArray)
    marked._holder = holder
    return marked


def pagelocked_empty(shape, dtype, order="C", mem_flags=0):
    """An array of the host that devices copy directly."""
    return _made(PagelockedHostAllocation, shape, dtype, order, False)[1]


def pagelocked_zeros(shape, dtype, order="C", mem_flags=0):
    """The same of zeros."""
    return _made(PagelockedHostAllocation, shape, dtype, order, True)[1]


def _order_of(array):
    return "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"


def pagelocked_empty_like(array, mem_flags=0):
    """The same as another array is."""
    return pagelocked_empty(array.shape, array.dtype, _order_of(array), mem_flags)


def pagelocked_zeros_like(array, mem_flags=0):
    """The same of zeros, as another array is."""
    return pagelocked_zeros(array.shape, array.dtype, _order_of(array), mem_flags)


def aligned_empty(shape, dtype, order="C", alignment=4096):
    """An array of the host that begins at a multiple of a number."""
    return _made(AlignedHostAllocation, shape, dtype, order, False, alignment)[1]


def aligned_zeros(shape, dtype, order="C", alignment=4096):
    """The same of zeros."""
    return _made(AlignedHostAllocation, shape, dtype, order, True, alignment)[1]


def aligned_empty_like(array, alignment=4096):
    """The same as another array is."""
    return aligned_empty(array.shape, array.dtype, _order_of(array), alignment)


def aligned_zeros_like(array, alignment=4096):
    """The same of zeros, as another array is."""
    return aligned_zeros(array.shape, array.dtype, _order_of(array), alignment)


def register_host_memory(ary, flags=0):
    """The array, whose memory devices copy directly from now on."""
    if not (ary.flags.c_contiguous or ary.flags.f_contiguous):
        raise ValueError("ndarray is not contiguous")
    return ary.view()


def managed_empty(shape, dtype, order="C", mem_flags=0):
    """An array that the host and kernels share: mem_flags is one of mem_attach_flags."""
    _need_context("cuMemAllocManaged")
    if mem_flags not in (1, 2):
        raise LogicError("cuMemAllocManaged", None, "invalid argument")
    return _remembered(*_made(ManagedAllocation, shape, dtype, order, False))


def managed_zeros(shape, dtype, order="C", mem_flags=0):
    """The same of zeros."""
    made = managed_empty(shape, dtype, order, mem_flags)
    made[...] = 0
    return made


def managed_empty_like(array, mem_flags=0):
    """The same as another array is."""
    return managed_empty(array.shape, array.dtype, _order_of(array), mem_flags)


def managed_zeros_like(array, mem_flags=0):
    """The same of zeros, as another array is."""
    return managed_zeros(array.shape, array.dtype, _order_of(array), mem_flags)


def _is_managed(array):
    return isinstance(array, _HostArray) and isinstance(array._holder, ManagedAllocation)


def mem_get_ipc_handle(devptr):
    """Memory for other processes: refused."""
    raise NotImplementedError("memory for other processes: not supported")


class IPCMemoryHandle:
    """Memory of another process: refused."""

    def __init__(self, ipc_handle, flags=1):
        mem_get_ipc_handle(None)


class mem_pool_base:
    """What the pools of memory have in common: blocks that are free again wait for their like."""

    def __init__(self):
        self._held, self._active, self._holds = {}, 0, True

    @staticmethod
    def bin_number(size):
        "The number of the sort of blocks that a size gets: four sorts from a power of two to the next."
        exponent = max(size.bit_length() - 1, 0)
        shifted = size << 2 - exponent if exponent < 2 else size >> exponent - 2
        return exponent << 2 | shifted & 3

    @staticmethod
    def alloc_size(bin_nr):
        "The size of the blocks of a sort."
        exponent, part = bin_nr >> 2, 4 | bin_nr & 3
        return part >> 2 - exponent if exponent < 2 else (part + 1 << exponent - 2) - 1

    @property
    def held_blocks(self):
        "How many blocks wait."
        return sum(len(blocks) for blocks in self._held.values())

    @property
    def active_blocks(self):
        "How many blocks are in use."
        return self._active

    @property
    def managed_bytes(self):
        "Bytes that it has, used or not."
        return self.active_bytes + sum(block.size for blocks in self._held.values() for block in blocks)

    active_bytes = 0

    def free_held(self):
        "Give back what waits."
        self._held.clear()

    def stop_holding(self):
        "From now on blocks do not wait."
        self._holds = False
        self.free_held()

    def _block(self, size):
        sort = self.bin_number(size)
        waiting = self._held.get(sort)
        block = waiting.pop() if waiting else self._fresh(self.alloc_size(sort))
        self.active_bytes += block.size
        return block

    def _take_back(self, block):
        self._active -= 1
        self.active_bytes -= block.size
        if self._holds:
            self._held.setdefault(self.bin_number(block.size), []).append(block)


class DeviceMemoryPool(mem_pool_base):
    """Memory of the device that waits for its like when it is free again."""

    def allocate(self, size):
        "So many bytes."
        _need_context()
        return PooledDeviceAllocation(self, size, self._block(size))

    def _fresh(self, size):
        try:
            return cupy.empty(size, numpy.uint8)
        except cupy.cuda.memory.OutOfMemoryError:
            self.free_held()
        try:
            return cupy.empty(size, numpy.uint8)
        except cupy.cuda.memory.OutOfMemoryError:
            raise MemoryError("memory_pool::allocate", None, "out of memory - failed to free memory for allocation") from None


class PageLockedAllocator:
    """Where a PageLockedMemoryPool has its memory from."""

    def __init__(self, flags=0):
        self.flags = flags


class PageLockedMemoryPool(mem_pool_base):
    """Memory of the host for transfers that waits for its like when it is free again."""

    def __init__(self, allocator=None):
        mem_pool_base.__init__(self)
        self._allocator = allocator or PageLockedAllocator()

    def allocate(self, shape, dtype, order="C"):
        "An array."
        dtype = numpy.dtype(dtype)
        shape = tuple(shape) if isinstance(shape, (tuple, list)) else (int(shape),)
        size = dtype.itemsize
        for extent in shape:
            size *= int(extent)
        holder = PooledHostAllocation(self, size, self._block(size))
        return _remembered(holder, holder._data[:size].view(dtype).reshape(shape, order=order))

    def _fresh(self, size):
        return numpy.empty(size, numpy.uint8)


class PooledHostAllocation(HostPointer):
    """Memory that a PageLockedMemoryPool gave, and gets back."""

    def __init__(self, pool, size, data):
        HostPointer.__init__(self, data)
        self._pool, self.size = pool, size
        pool._active += 1

    def free(self):
        "Give it back to the pool."
        if self._pool is not None:
            self._pool._take_back(self._data)
        self._pool = None

    def __len__(self):
        return self.size

    def __del__(self):
        self.free()
