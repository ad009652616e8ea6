"""Arrays and textures of pycuda.driver, and copies of rows. A texture that a text declares is a texture object in a variable of the module:
compiler.py writes the declaration so, because CUDA has no texture references any more."""
import cupy
import numpy
from cupy.cuda import texture as textures
from pycuda._driver import LogicError, _need_context, address_mode, array_format, filter_mode
from pycuda._memory import _device_bytes, _host_bytes

_KINDS = {0x01: (8, 1), 0x02: (16, 1), 0x03: (32, 1), 0x08: (8, 0), 0x09: (16, 0), 0x0a: (32, 0), 0x10: (16, 2), 0x20: (32, 2)}  # format: bits, kind
_FORMATS = {"u1": 0x01, "u2": 0x02, "u4": 0x03, "i1": 0x08, "i2": 0x09, "i4": 0x0a, "f2": 0x10, "f4": 0x20}
_CELLS = {number: numpy.dtype(name) for name, number in _FORMATS.items()}


def dtype_to_array_format(dtype):
    """The array_format of a dtype."""
    dtype = numpy.dtype(dtype)
    number = _FORMATS.get(dtype.str[1:])
    if number is None:
        raise TypeError("cannot convert dtype '%s' to array format" % dtype)
    return array_format.values[number]


class ArrayDescriptor:
    """What an Array is: width, height, format, num_channels."""

    width = height = num_channels = 0
    format = array_format.FLOAT


class ArrayDescriptor3D(ArrayDescriptor):
    """The same of three dimensions: depth, flags too."""

    depth = flags = 0


def _channels(format, count):
    bits, kind = _KINDS[int(format)]
    return textures.ChannelFormatDescriptor(*[bits if i < count else 0 for i in range(4)], kind)


class Array:
    """Memory of two or three dimensions that textures read: Array(descriptor)."""

    def __init__(self, descriptor):
        _need_context("cuArrayCreate")
        if descriptor.num_channels not in (1, 2, 4) or not descriptor.width:
            raise LogicError("cuArrayCreate", None, "invalid argument")
        self._descriptor = descriptor
        self._array = textures.CUDAarray(_channels(descriptor.format, descriptor.num_channels), descriptor.width, descriptor.height,
                                         getattr(descriptor, "depth", 0), 2 if getattr(descriptor, "flags", 0) & 2 else 0)

    def free(self):
        "Give it back now."
        self._array = None

    def get_descriptor(self):
        "What it is."
        return self._descriptor

    get_descriptor_3d = get_descriptor

    @property
    def handle(self):
        "The number by which CUDA knows it."
        return self._array.ptr

    def _shape(self):
        array = self._array
        return max(array.depth, 1), max(array.height, 1), array.width * self._descriptor.num_channels

    def _fill(self, cells):
        "All its elements from an array of the host."
        array = self._array
        shape = (array.depth, array.height, array.width * self._descriptor.num_channels)[3 - array.ndim:]
        array.copy_from(numpy.ascontiguousarray(cells).view(_CELLS[int(self._descriptor.format)]).reshape(shape))

    def _taken(self):
        "All its elements as an array of the host: depth, height, bytes of a row."
        array = self._array
        shape = (array.depth, array.height, array.width * self._descriptor.num_channels)[3 - array.ndim:]
        cells = numpy.empty(shape, _CELLS[int(self._descriptor.format)])
        array.copy_to(cells)
        return cells.view(numpy.uint8).reshape(self._shape()[:2] + (-1,))

    def __eq__(self, other):
        return isinstance(other, Array) and other._array is self._array

    def __hash__(self):
        return id(self._array)


class TextureReference:
    """A texture that a text declares, and what it reads."""

    _module = _name = None

    def __init__(self, dimensions=1, mode=0):
        self._mode, self._modes = mode, [address_mode.CLAMP] * 3
        self._filter, self._flags, self._format, self._count = filter_mode.POINT, 0, array_format.FLOAT, 1
        self._source, self._is_new, self._object = None, True, None

    def set_array(self, array):
        "Read an Array."
        self._source, self._is_new = array, True

    def get_array(self):
        "The Array that it reads."
        if not isinstance(self._source, Array):
            raise LogicError("cuTexRefGetArray", None, "invalid argument")
        return self._source

    def set_address(self, devptr, bytes, allow_offset=False):
        "Read a device's memory; the offset that alignment made necessary is the result: none."
        self._source, self._is_new = (_device_bytes(devptr, bytes, "cuTexRefSetAddress"), None), True
        return 0

    def set_address_2d(self, devptr, descr, pitch):
        "Read rows of a device's memory."
        size = pitch * (descr.height - 1) + descr.width * descr.num_channels * _KINDS[int(descr.format)][0] // 8
        self._source, self._is_new = (_device_bytes(devptr, size, "cuTexRefSetAddress2D"), (descr.width, descr.height, pitch)), True
        self._format, self._count = descr.format, descr.num_channels

    def set_format(self, fmt, num_components):
        "What the elements of memory are: an array_format, and how many of it."
        self._format, self._count, self._is_new = fmt, num_components, True

    def set_address_mode(self, dim, am):
        "What lies beyond the edges of a dimension."
        self._modes[dim], self._is_new = am, True

    def set_filter_mode(self, fm):
        "What lies between elements."
        self._filter, self._is_new = fm, True

    def set_flags(self, flags):
        "A sum of TRSF_READ_AS_INTEGER and TRSF_NORMALIZED_COORDINATES."
        self._flags, self._is_new = flags, True

    def get_address_mode(self, dim):
        "What set_address_mode was given."
        return self._modes[dim]

    def get_filter_mode(self):
        "What set_filter_mode was given."
        return self._filter

    def get_format(self):
        "(array_format, how many)."
        return self._format, self._count

    def get_flags(self):
        "What set_flags was given."
        return self._flags

    def _settle(self):
        "Give the module the texture as it is now."
        if not self._is_new or self._source is None:
            return
        runtime = cupy.cuda.runtime
        if isinstance(self._source, Array):
            resource = textures.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=self._source._array)
        else:
            data, rows = self._source
            channels = _channels(self._format, self._count)
            if rows is None:
                resource = textures.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=data, chDesc=channels, sizeInBytes=data.size)
            else:
                resource = textures.ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=data, chDesc=channels, width=rows[0], height=rows[1],
                                                       pitchInBytes=rows[2])
        self._object = self._made(resource)
        cupy._kernel_variable_array(self._module._text, self._name)[:8] = cupy.asarray(
            numpy.frombuffer(numpy.uint64(self._object.ptr).tobytes(), numpy.uint8))
        self._is_new = False

    def _made(self, resource):
        descriptor = textures.TextureDescriptor([int(mode) for mode in self._modes], int(self._filter), self._mode,
                                                normalizedCoords=1 if self._flags & 2 else 0)
        return textures.TextureObject(resource, descriptor)


class SurfaceReference(TextureReference):
    """A surface that a text declares, and the Array that it writes."""

    def set_array(self, array, flags=0):
        "Read and write an Array."
        TextureReference.set_array(self, array)

    def _made(self, resource):
        return textures.SurfaceObject(resource)


def _described(width, height, depth, format, channels, flags):
    descriptor = ArrayDescriptor3D() if depth or flags else ArrayDescriptor()
    descriptor.width, descriptor.height, descriptor.format, descriptor.num_channels = width, height, format, channels
    if depth or flags:
        descriptor.depth, descriptor.flags = depth, flags
    return descriptor


def _cells(array):
    "The elements as what textures can hold, and how many of those each is."
    for wide, narrow, count in (("f8", "i4", 2), ("c8", "i4", 2), ("c16", "i4", 4), ("i8", "i4", 2), ("u8", "u4", 2)):
        if array.dtype == numpy.dtype(wide):
            return array.view(narrow), count
    return array, 1


def _array_of(ordered, channels, flags=0):
    "An Array of elements in C order: (depth, height, width), each of channels."
    extents = ordered.shape
    made = Array(_described(extents[-1] // channels, extents[-2], extents[0] if len(extents) == 3 else 0, dtype_to_array_format(ordered.dtype),
                            channels, flags))
    made._fill(ordered)
    return made


def _in_order(array, order):
    if order not in ("C", "F"):
        raise LogicError("order must be either F or C")
    array = numpy.asarray(array, order=order)
    return numpy.ascontiguousarray(array.T if order == "F" else array)


def matrix_to_array(matrix, order, allow_double_hack=False):
    """The Array of a matrix: tex2D(x, y) is matrix[y, x] with order 'C', matrix[x, y] with 'F'."""
    ordered = _in_order(matrix, order)
    if ordered.ndim != 2:
        raise TypeError("matrix must be two-dimensional")
    cells, channels = _cells(ordered) if allow_double_hack else (ordered, 1)
    return _array_of(cells, channels)


def np_to_array(nparray, order, allowSurfaceBind=False):
    """The Array of an array of two or three dimensions; numbers of 64 and 128 bits are several channels."""
    ordered = _in_order(nparray, order)
    if ordered.ndim not in (2, 3):
        raise LogicError("CUDArray dimensions 2 and 3 supported only")
    cells, channels = _cells(ordered)
    return _array_of(cells, channels, 2 if allowSurfaceBind else 0)


def gpuarray_to_array(gpuarray, order, allowSurfaceBind=False):
    """The same of a GPUArray."""
    return np_to_array(gpuarray.get(), order, allowSurfaceBind)


def make_multichannel_2d_array(ndarray, order):
    """The Array of a matrix of several channels: shape (height, width, channels) with order 'C', (channels, width, height) with 'F'."""
    ordered = _in_order(ndarray, order)
    if ordered.ndim != 3:
        raise TypeError("ndarray must be three-dimensional")
    return _array_of(ordered.reshape(ordered.shape[0], -1), ordered.shape[2])


def bind_array_to_texref(ary, texref):
    """Let a texture read an Array by rows and columns."""
    texref.set_array(ary)
    texref.set_address_mode(0, address_mode.CLAMP)
    texref.set_address_mode(1, address_mode.CLAMP)
    texref.set_filter_mode(filter_mode.POINT)


def matrix_to_texref(matrix, texref, order):
    """Let a texture read a matrix."""
    bind_array_to_texref(matrix_to_array(matrix, order), texref)


# ---- copies of rows ----


class _Copy:
    src_x_in_bytes = src_y = src_z = src_pitch = src_height = 0
    dst_x_in_bytes = dst_y = dst_z = dst_pitch = dst_height = 0
    width_in_bytes = height = 0
    depth = 1
    _src = _dst = None
    _routine = "cuMemcpy2D"

    def set_src_host(self, buffer):
        "Copy from what has a buffer."
        self._src = "host", buffer

    def set_src_device(self, devptr):
        "Copy from a device's memory."
        self._src = "device", devptr

    def set_src_array(self, array):
        "Copy from an Array."
        self._src = "array", array

    def set_dst_host(self, buffer):
        "Copy into what has a buffer."
        self._dst = "host", buffer

    def set_dst_device(self, devptr):
        "Copy into a device's memory."
        self._dst = "device", devptr

    def set_dst_array(self, array):
        "Copy into an Array."
        self._dst = "array", array

    def set_src_unified(self, buffer):
        "Copy from an address of either side."
        self._src = "host" if isinstance(buffer, numpy.ndarray) else "device", buffer

    def set_dst_unified(self, buffer):
        "Copy to an address of either side."
        self._dst = "host" if isinstance(buffer, numpy.ndarray) else "device", buffer

    def _box(self, side, prefix, writes):
        "The part that is copied, of three dimensions; and what to call when an Array's was changed."
        if side is None:
            raise LogicError(self._routine, None, "invalid argument")
        kind, place = side
        x, y, z = (getattr(self, prefix + name) for name in ("x_in_bytes", "y", "z"))
        extents = self.depth, self.height, self.width_in_bytes
        if kind == "array":
            whole = place._taken()
            part = whole[z:z + extents[0], y:y + extents[1], x:x + extents[2]]
            if part.shape != extents:
                raise LogicError(self._routine, None, "invalid argument")
            return part, (lambda: place._fill(whole)) if writes else None
        pitch = getattr(self, prefix + "pitch") or self.width_in_bytes
        layer = pitch * (getattr(self, prefix + "height") or self.height)
        start = z * layer + y * pitch + x
        size = start + (self.depth - 1) * layer + (self.height - 1) * pitch + self.width_in_bytes
        if kind == "host":
            data = _host_bytes(place, writes)
            if size > data.size:
                raise LogicError(self._routine, None, "invalid argument")
            return numpy.lib.stride_tricks.as_strided(data[start:], extents, (layer, pitch, 1)), None
        data = _device_bytes(place, size, self._routine)
        return cupy.lib.stride_tricks.as_strided(data[start:], extents, (layer, pitch, 1)), None

    def __call__(self, *stream, aligned=True):
        "Copy."
        _need_context(self._routine)
        source, _ = self._box(self._src, "src_", False)
        target, finish = self._box(self._dst, "dst_", True)
        if isinstance(target, cupy.ndarray):
            target[...] = cupy.asarray(source)
        else:
            target[...] = source.get() if isinstance(source, cupy.ndarray) else source
        if finish:
            finish()


class Memcpy2D(_Copy):
    """A copy of rows: set what it goes from and to, width_in_bytes and height, then call it."""


class Memcpy3D(_Copy):
    """A copy of layers of rows: depth too."""

    _routine = "cuMemcpy3D"


class Memcpy3DPeer(Memcpy3D):
    """The same between two devices."""

    def set_src_context(self, ctx):
        "The context that it goes from: addresses tell."

    def set_dst_context(self, ctx):
        "The context that it goes to: addresses tell."


def memcpy_dtoa(ary, index, src, len):
    """Copy a device's memory into an Array of one dimension, from a byte on."""
    _flat(ary, index, len, _device_bytes(src, len, "cuMemcpyDtoA").get())


def memcpy_htoa(ary, index, src):
    """Copy what has a buffer into an Array of one dimension, from a byte on."""
    data = _host_bytes(src, False)
    _flat(ary, index, data.size, data)


def memcpy_atod(dest, ary, index, len):
    """Copy an Array's bytes to a device's memory."""
    _device_bytes(dest, len, "cuMemcpyAtoD").set(_flat(ary, index, len))


def memcpy_atoh(dest, ary, index):
    """Copy an Array's bytes into what has a buffer."""
    data = _host_bytes(dest, True)
    data[...] = _flat(ary, index, data.size)


def memcpy_atoa(dest, dest_index, src, src_index, len):
    """Copy bytes from one Array to another."""
    _flat(dest, dest_index, len, _flat(src, src_index, len))


def _flat(ary, index, size, data=None):
    whole = ary._taken()
    flat = whole.reshape(-1)
    if not 0 <= index <= index + size <= flat.size:
        raise LogicError("cuMemcpy", None, "invalid argument")
    if data is None:
        return flat[index:index + size].copy()
    flat[index:index + size] = data
    ary._fill(whole)


for _class in (ArrayDescriptor, ArrayDescriptor3D, Array, TextureReference, SurfaceReference, Memcpy2D, Memcpy3D, Memcpy3DPeer):
    _class.__module__ = "pycuda._driver"
