"""Device memory by its address: MemoryPointer, and alloc()."""
import cupy
import numpy


class MemoryPointer:
    """An address on a device, and the memory that it keeps alive."""

    def __init__(self, mem, offset=0):
        self._bytes = mem._bytes[offset:]

    @property
    def ptr(self):
        "The address."
        return self._bytes.__cuda_array_interface__["data"][0]

    @property
    def mem(self):
        "The memory itself."
        return self

    @property
    def size(self):
        "Bytes from the address to the end of the memory."
        return self._bytes.size

    @property
    def device(self):
        "The device that it lies on."
        return self._bytes.device

    @property
    def device_id(self):
        "The number of the device that it lies on."
        return self._bytes.device.id

    def __int__(self):
        return self.ptr

    def __repr__(self):
        return "<MemoryPointer 0x%x device=%d>" % (self.ptr, self.device_id)

    def __add__(self, offset):
        return MemoryPointer(self, offset)

    __radd__ = __add__

    def __sub__(self, offset):
        raise ValueError("memory before the address is not known")

    def copy_from(self, mem, size=None):
        "Copy bytes of another pointer, of an array or from an address of the host."
        if isinstance(mem, MemoryPointer):
            source = mem._bytes
        elif isinstance(mem, cupy.ndarray):
            source = cupy.ascontiguousarray(mem).reshape(-1).view(cupy.uint8)
        else:
            source = _host_bytes(mem, size)
        size = source.size if size is None else size
        self._check(size)
        if size > source.size:
            raise ValueError("there are %d bytes, not %d" % (source.size, size))
        self._bytes[:size] = cupy.asarray(source[:size])

    def _check(self, size):
        if not 0 <= size <= self._bytes.size:
            raise ValueError("the memory has %d bytes from the address on, not %d" % (self._bytes.size, size))

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
        self._check(size)
        target[:size] = cupy.asnumpy(self._bytes[:size])

    def copy_to_host_async(self, mem, size, stream=None):
        "As copy_to_host, in the order of the stream."
        self.copy_to_host(mem, size)

    def memset(self, value, size):
        "Fill bytes."
        self._check(size)
        self._bytes[:size] = value

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


MemoryPointer.__module__ = "cupy.cuda.memory"


def pointer_of(data):
    "The pointer to an array of bytes."
    pointer = MemoryPointer.__new__(MemoryPointer)
    pointer._bytes = data
    return pointer


def alloc(size):
    """Allocate bytes on the current device."""
    return pointer_of(cupy.empty(size, cupy.uint8))


alloc.__module__ = "cupy.cuda.memory"


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
