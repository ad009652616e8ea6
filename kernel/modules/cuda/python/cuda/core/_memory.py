"""Buffers of cuda.core, and where they come from."""
import cupy
import numpy
from cuda.core._errors import CUDAError

__all__ = ['Buffer', 'DeviceMemoryResource', 'DeviceMemoryResourceOptions', 'LegacyPinnedMemoryResource', 'ManagedMemoryResource', 'MemoryResource',
           'PinnedMemoryResource', 'VirtualMemoryResource', 'VirtualMemoryResourceOptions']


class Buffer:
    """Memory: `handle` is its address, `size` its bytes. Kernels take it as a pointer."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Buffer objects cannot be instantiated directly. Please use MemoryResource APIs.")

    @classmethod
    def _over(cls, data, size, resource=None, owner=None):
        self = object.__new__(cls)
        self._size, self._resource, self._owner = size, resource, owner
        self._device_array = data if isinstance(data, cupy.ndarray) else None
        self._host = data if isinstance(data, numpy.ndarray) else None
        return self

    @staticmethod
    def from_handle(ptr, size, mr=None, owner=None):
        "The memory at an address."
        if mr and owner:
            raise ValueError("owner and memory resource cannot be both specified together")
        return Buffer._over(cupy._bytes_at(int(ptr), size, owner), size, mr, owner)

    def close(self, stream=None):
        "Give it back now."
        resource, self._resource = self._resource, None
        if resource is not None and (self._device_array is not None or self._host is not None):
            resource.deallocate(int(self.handle), self._size, stream)
        self._device_array = self._host = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    @property
    def handle(self):
        "Its address."
        if self._device_array is not None:
            return self._device_array.data.ptr if self._size else 0
        return 0 if self._host is None else self._host.__array_interface__["data"][0]

    @property
    def size(self):
        "Its bytes."
        return self._size

    @property
    def memory_resource(self):
        "Where it comes from."
        return self._resource

    @property
    def is_device_accessible(self):
        "Whether kernels reach it."
        return self._host is None

    @property
    def is_host_accessible(self):
        "Whether the host reaches it."
        return self._host is not None

    @property
    def device_id(self):
        "The number of its device."
        return -1 if self._device_array is None else self._device_array.device.id

    def _bytes(self):
        if self._device_array is not None:
            return self._device_array
        if self._host is None:
            raise CUDAError("CUDA_ERROR_INVALID_VALUE: the buffer was closed")
        return self._host

    def copy_to(self, dst=None, *, stream=None):
        "Copy into another one, or into a new one of the same kind."
        if dst is None:
            if self._resource is None:
                raise ValueError("a destination buffer must be provided (this buffer does not have a memory_resource)")
            dst = self._resource.allocate(self._size, stream)
        if dst._size != self._size:
            raise ValueError("buffer sizes mismatch between src and dst (sizes are: src=%d, dst=%d)" % (self._size, dst._size))
        dst._take(self)
        return dst

    def copy_from(self, src, *, stream=None):
        "Copy from another one."
        if src._size != self._size:
            raise ValueError("buffer sizes mismatch between src and dst (sizes are: src=%d, dst=%d)" % (src._size, self._size))
        self._take(src)

    def _take(self, other):
        source, target = other._bytes(), self._bytes()
        if isinstance(target, cupy.ndarray):
            target[...] = cupy.asarray(source)
        else:
            target[...] = source.get() if isinstance(source, cupy.ndarray) else source

    def fill(self, value, width=1, *, stream=None):
        "Fill it with a number of so many bytes."
        if isinstance(value, (bytes, bytearray)):
            width, value = len(value), int.from_bytes(value, "little")
        if width not in (1, 2, 4):
            raise ValueError("width must be 1, 2, or 4, got %d" % width)
        if self._size % width:
            raise ValueError("buffer size (%d) must be divisible by %d" % (self._size, width))
        self._bytes().view("u%d" % width)[...] = value

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self._bytes().__dlpack__()

    def __dlpack_device__(self):
        return self._bytes().__dlpack_device__()

    def __buffer__(self, flags):
        raise NotImplementedError("WIP: Buffer.__buffer__ hasn't been implemented yet.")

    def __int__(self):
        return int(self.handle)


class MemoryResource:
    """Where buffers come from: a class of it has allocate(size, stream=None) and deallocate(ptr, size, stream)."""

    def __init__(self, *args, **kwargs):
        pass

    def allocate(self, size, stream=None):
        "A Buffer of so many bytes."
        raise TypeError("MemoryResource.allocate must be implemented by subclasses.")

    def deallocate(self, ptr, size, stream=None):
        "Take it back."
        raise TypeError("MemoryResource.deallocate must be implemented by subclasses.")

    is_device_accessible = is_host_accessible = False
    device_id = -1


class DeviceMemoryResourceOptions:
    """How a DeviceMemoryResource is made."""

    def __init__(self, ipc_enabled=False, max_size=0):
        self.ipc_enabled, self.max_size = ipc_enabled, max_size


class DeviceMemoryResource(MemoryResource):
    """The memory of a device, from the pool that cupy's arrays have theirs from: DeviceMemoryResource(device_id)."""

    is_device_accessible = True

    def __init__(self, device_id, options=None):
        self._number = int(getattr(device_id, "device_id", device_id))

    def allocate(self, size, stream=None):
        "A Buffer of so many bytes."
        try:
            with cupy.cuda.Device(self._number):
                return Buffer._over(cupy.empty(size, numpy.uint8), size, self)
        except cupy.cuda.memory.OutOfMemoryError:
            from cuda.core._errors import failed
            raise failed("CUDA_ERROR_OUT_OF_MEMORY") from None

    def deallocate(self, ptr, size, stream=None):
        "Take it back: the buffer itself does."

    @property
    def device_id(self):
        "The number of its device."
        return self._number

    @property
    def is_ipc_enabled(self):
        "Whether other processes can have its memory."
        return False


class LegacyPinnedMemoryResource(MemoryResource):
    """Memory of the host that devices copy directly."""

    is_host_accessible = True

    def allocate(self, size, stream=None):
        "A Buffer of so many bytes."
        return Buffer._over(numpy.zeros(size, numpy.uint8), size, self)

    def deallocate(self, ptr, size, stream=None):
        "Take it back: the buffer itself does."


class PinnedMemoryResource(LegacyPinnedMemoryResource):
    """Memory of the host that devices copy directly."""

    def __init__(self, options=None):
        pass


class VirtualMemoryResourceOptions:
    """How a VirtualMemoryResource is made: noted, and not used."""

    def __init__(self, **options):
        self.__dict__.update(options)


class VirtualMemoryResource(DeviceMemoryResource):
    """Memory of a device whose buffers can grow: VirtualMemoryResource(device_id)."""

    def __init__(self, device_id, config=None):
        DeviceMemoryResource.__init__(self, device_id)
        self.config = config

    def modify_allocation(self, buf, new_size, config=None):
        "A buffer with the same bytes, and room for more."
        grown = self.allocate(new_size)
        count = min(buf.size, new_size)
        grown._device_array[:count] = buf._device_array[:count]
        buf._device_array, buf._size = grown._device_array, new_size
        return buf


class ManagedMemoryResource(MemoryResource):
    """Memory that host and device share: refused."""

    def __init__(self, options=None):
        raise NotImplementedError("managed memory is not supported: arrays lie on the host or on a device")


for _name in __all__:
    globals()[_name].__module__ = "cuda.core"
