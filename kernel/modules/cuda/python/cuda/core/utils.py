"""Arrays of any library, seen as memory with extents and strides."""
import functools

import numpy

__all__ = ['StridedMemoryView', 'args_viewable_as_strided_memory']


class StridedMemoryView:
    """What an array lies in: ptr, shape, strides (in elements, None for C order), dtype, device_id, is_device_accessible, readonly."""

    def __init__(self, obj=None, stream_ptr=None):
        if obj is None:
            return
        interface = getattr(obj, "__cuda_array_interface__", None)
        self.is_device_accessible = interface is not None
        if interface is None:
            interface = getattr(obj, "__array_interface__", None)
        if interface is None and hasattr(obj, "__dlpack__"):
            array = numpy.from_dlpack(obj)
            interface = array.__array_interface__
        if interface is None:
            raise RuntimeError("cannot construct a StridedMemoryView from an object of type %s" % type(obj).__name__)
        self.exporting_obj = obj
        self.ptr, self.readonly = interface["data"]
        self.shape, self.dtype = tuple(interface["shape"]), numpy.dtype(interface["typestr"])
        strides = interface.get("strides")
        self.strides = None if strides is None else tuple(step // self.dtype.itemsize for step in strides)
        packed, size = [], 1
        for extent in reversed(self.shape):
            packed.insert(0, size)
            size *= extent
        if self.strides == tuple(packed):
            self.strides = None
        self.device_id = getattr(getattr(obj, "device", None), "id", 0) if self.is_device_accessible else -1

    @classmethod
    def from_any_interface(cls, obj, *, stream_ptr=None):
        "The view of an array."
        return cls(obj, stream_ptr)

    from_cuda_array_interface = from_array_interface = from_dlpack = from_any_interface

    @property
    def size(self):
        "How many elements there are."
        size = 1
        for extent in self.shape:
            size *= extent
        return size

    def __repr__(self):
        return ("StridedMemoryView(ptr=%r,\n                  shape=%r,\n                  strides=%r,\n                  itemsize=%r,\n"
                "                  dtype=%s,\n                  device_id=%r,\n                  is_device_accessible=%r,\n                  readonly=%r)"
                % (self.ptr, self.shape, self.strides, self.dtype.itemsize, self.dtype, self.device_id, self.is_device_accessible, self.readonly))


class _Viewable:
    def __init__(self, value):
        self._value = value

    def view(self, stream_ptr=None):
        "The view, for work in the order of a stream."
        return StridedMemoryView(self._value, stream_ptr)


def args_viewable_as_strided_memory(arg_indices):
    """A function whose arguments at arg_indices are arrays of any library: it gets what has view(stream_ptr)."""
    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            return function(*[_Viewable(value) if index in arg_indices else value for index, value in enumerate(args)], **kwargs)
        return call
    return decorate


StridedMemoryView.__module__ = "cuda.core.utils"
