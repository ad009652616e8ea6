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
        "Copy bytes of an array, of host memory or of another pointer to the address."
        if isinstance(mem, MemoryPointer):
            source = mem._bytes
        elif isinstance(mem, cupy.ndarray):
            source = cupy.ascontiguousarray(mem).reshape(-1).view(cupy.uint8)
        else:
            source = numpy.ascontiguousarray(mem).reshape(-1).view(numpy.uint8)
        size = source.size if size is None else size
        self._bytes[:size] = cupy.asarray(source[:size])

    def copy_from_device(self, src, size):
        "Copy bytes from device memory."
        self.copy_from(src, size)

    def copy_from_host(self, mem, size):
        "Copy bytes from host memory."
        self.copy_from(mem, size)

    def copy_from_async(self, mem, size, stream=None):
        "As copy_from, in the order of the stream."
        self.copy_from(mem, size)

    copy_from_device_async = copy_from_host_async = copy_from_async

    def copy_to_host(self, mem, size):
        "Copy bytes to an array of host memory."
        target = mem.reshape(-1).view(numpy.uint8)
        target[:size] = cupy.asnumpy(self._bytes[:size])

    def memset(self, value, size):
        "Fill bytes."
        self._bytes[:size] = value

    def memset_async(self, value, size, stream=None):
        "As memset, in the order of the stream."
        self.memset(value, size)


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
