"""GPUArray: arrays of a device by PyCUDA's names. Each lies in the same memory as an array of cupy's, which computes for it."""
import numbers

import cupy
import numpy
from pycuda import _arithmetic
from pycuda._driver import _need_context
from pycuda._memory import DeviceAllocation, PointerHolderBase, pagelocked_empty
from pycuda._types import vec

__all__ = ['GPUArray', 'all', 'any', 'arange', 'concatenate', 'dot', 'empty', 'empty_like', 'if_positive', 'logical_and', 'logical_not', 'logical_or',
           'max', 'maximum', 'min', 'minimum', 'multi_put', 'multi_take', 'multi_take_put', 'ones', 'ones_like', 'reshape', 'splay', 'stack',
           'subset_dot', 'subset_max', 'subset_min', 'subset_sum', 'sum', 'take', 'to_gpu', 'to_gpu_async', 'transpose', 'vec', 'where', 'zeros',
           'zeros_like']

_default_allocator = None  # drv.mem_alloc


class _Flags:
    """Whether an array's elements lie one behind the other."""

    def __init__(self, array):
        flags = array.flags
        self.c_contiguous, self.f_contiguous = flags.c_contiguous, flags.f_contiguous
        self.forc = self.c_contiguous or self.f_contiguous

    def __repr__(self):
        return "  C_CONTIGUOUS : %s\n  F_CONTIGUOUS : %s\n  FORC : %s" % (self.c_contiguous, self.f_contiguous, self.forc)

    __str__ = __repr__


def _shape_of(shape):
    if isinstance(shape, numpy.ndarray):
        shape = shape.tolist()
    if isinstance(shape, (tuple, list)):
        return tuple([_extent(one) for one in shape])
    return (_extent(shape),)


def _extent(value):
    if not hasattr(value, "__index__"):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
    return value.__index__()


def _steps(shape, item_size, order):
    steps, size = [], item_size
    for extent in shape if order == "F" else reversed(shape):
        steps.append(size)
        size *= extent
    return tuple(steps if order == "F" else reversed(steps))


def _over(data, shape, dtype, strides):
    "The array of cupy's over bytes."
    if not dtype.names and dtype.kind != "V":
        return cupy.ndarray(shape, dtype, data.data, strides)
    flat = data.view(dtype)
    return cupy.lib.stride_tricks.as_strided(flat, shape, strides)


class GPUArray:
    """An array of a device: GPUArray(shape, dtype, allocator=drv.mem_alloc, base=None, gpudata=None, strides=None, order='C')."""

    __array_priority__ = 100
    __array_ufunc__ = None

    def __init__(self, shape, dtype, allocator=None, base=None, gpudata=None, strides=None, order="C"):
        dtype = numpy.dtype(dtype)
        shape = _shape_of(shape)
        if strides is None:
            if order not in ("C", "F"):
                raise ValueError("invalid order: %s" % order)
            strides = _steps(shape, dtype.itemsize, order)
        self.allocator, self.base, self._gpudata = allocator, base, gpudata
        if gpudata is None:
            _need_context()
            size = dtype.itemsize
            for extent in shape:
                size *= extent
            if not size:
                self._device_array = cupy.empty(shape, dtype if dtype.kind != "V" else numpy.uint8)
                return
            if allocator is None:
                data = DeviceAllocation(size)._device_array
                self._gpudata = None
            else:
                self._gpudata = gpudata = allocator(size)
        if gpudata is not None:
            reach = dtype.itemsize
            for extent, step in zip(shape, strides):
                reach += (extent - 1) * step
            data = _bytes_of(gpudata, reach)
        self._device_array = _over(data, shape, dtype, tuple(strides))

    @classmethod
    def _of(cls, array, base=None, allocator=None):
        "The GPUArray of an array of cupy's."
        made = cls.__new__(cls)
        made._device_array, made.base, made.allocator, made._gpudata = array, base, allocator, None
        return made

    # -- facts --

    @property
    def shape(self):
        "The extents."
        return self._device_array.shape

    @property
    def dtype(self):
        "The type of its elements."
        return self._device_array.dtype

    @property
    def size(self):
        "How many elements there are."
        return self._device_array.size

    @property
    def mem_size(self):
        "How many elements its memory has room for."
        return self._device_array.size

    @property
    def nbytes(self):
        "The bytes of its elements."
        return self._device_array.nbytes

    @property
    def ndim(self):
        "How many extents there are."
        return self._device_array.ndim

    @property
    def strides(self):
        "Bytes from one element to the next along each axis."
        return self._device_array.strides

    @property
    def itemsize(self):
        "The bytes of an element."
        return self._device_array.itemsize

    @property
    def flags(self):
        "Whether its elements lie one behind the other."
        return _Flags(self._device_array)

    @property
    def gpudata(self):
        "Its memory."
        if self._gpudata is None:
            array = self._device_array
            if not array.size:
                return None
            self._gpudata = DeviceAllocation(_bytes=_bytes_behind(array))
        return self._gpudata

    @property
    def ptr(self):
        "The address of its first element."
        return self._device_array.data.ptr if self._device_array.size else 0

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "strides": self.strides, "data": (self.ptr, False), "typestr": self.dtype.str, "stream": None, "version": 3}

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __bool__(self):
        if self.shape == () or self.size == 1:
            return bool(self._device_array.get().reshape(-1)[0])
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")

    def __hash__(self):
        raise TypeError("GPUArrays are not hashable.")

    def __repr__(self):
        return repr(self.get())

    def __str__(self):
        return str(self.get())

    def __reduce__(self):
        return to_gpu, (self.get(),)

    def __iter__(self):
        for index in range(len(self)):
            yield self[index]

    # -- to and fro --

    def set(self, ary, async_=False, stream=None, **kwargs):
        "Take an array of the host's elements: the same dtype, as many."
        ary = numpy.asarray(ary) if not isinstance(ary, (numpy.ndarray, GPUArray)) else ary
        if ary.size != self.size:
            raise ValueError("ary and self must be the same size")
        if ary.shape != self.shape:
            import warnings
            warnings.warn("Setting array from one with different shape.", stacklevel=2)
            ary = ary.reshape(self.shape)
        if ary.dtype != self.dtype:
            raise ValueError("ary and self must have the same dtype")
        if not self.size:
            return
        if isinstance(ary, GPUArray):
            self._device_array[...] = ary._device_array
        elif self.dtype.kind == "V":
            _bytes_behind(self._device_array).set(numpy.ascontiguousarray(ary).reshape(-1).view(numpy.uint8))
        elif self._device_array.flags.c_contiguous:
            self._device_array.set(ary)
        else:
            self._device_array[...] = cupy.asarray(ary)

    def set_async(self, ary, stream=None):
        "As set(), in the order of a stream."
        self.set(ary)

    def get(self, ary=None, pagelocked=False, async_=False, stream=None, **kwargs):
        "An array of the host of its elements, or into one."
        if ary is not None:
            if ary.size != self.size:
                raise ValueError("self and ary must be the same size")
            if ary.shape != self.shape:
                import warnings
                warnings.warn("get() between arrays of different shape is deprecated and will be removed in PyCUDA 2017.x", DeprecationWarning, stacklevel=2)
            if ary.dtype != self.dtype:
                raise TypeError("self and ary must have the same dtype")
        if not self.size:
            return numpy.empty(self.shape, self.dtype) if ary is None else ary
        array = self._device_array
        if array.flags.f_contiguous and not array.flags.c_contiguous:
            taken = array.T.get().T
        else:
            taken = array.get()
        if ary is None:
            return taken
        ary[...] = taken.reshape(ary.shape)
        return ary

    def get_async(self, stream=None, ary=None):
        "As get(), in the order of a stream."
        return self.get(ary)

    def copy(self, stream=None):
        "A copy."
        return GPUArray._of(_arithmetic.like(self._device_array, copies=True), None, self.allocator)

    # -- arithmetic --

    def mul_add(self, selffac, other, otherfac, add_timer=None, stream=None, out=None):
        "selffac * self + otherfac * other."
        result = _arithmetic.combined(selffac, self._device_array, otherfac, other._device_array)
        if out is None:
            return self._like(result)
        out._device_array[...] = result
        return out

    def _like(self, array):
        return GPUArray._of(array, None, self.allocator)

    def __pos__(self):
        return self

    def __neg__(self):
        return self._like(-self._device_array)

    def __abs__(self):
        return self._like(abs(self._device_array))

    def fill(self, value, stream=None):
        "Give all elements a value. The array itself is the result."
        if self.dtype.kind == "V":
            self.set(numpy.full(self.shape, value, self.dtype))
        else:
            self._device_array[...] = value
        return self

    def any(self, stream=None, allocator=None):
        "Whether an element is true."
        return self._like(cupy.any(self._device_array))

    def all(self, stream=None, allocator=None):
        "Whether all elements are true."
        return self._like(cupy.all(self._device_array))

    def bind_to_texref(self, texref, allow_offset=False):
        "Let a texture read it."
        return texref.set_address(self.gpudata, self.nbytes, allow_offset) // self.itemsize

    def bind_to_texref_ext(self, texref, channels=1, allow_double_hack=False, allow_complex_hack=False, allow_offset=False):
        "Let a texture read it, with the format of its dtype."
        from pycuda._textures import _cells, dtype_to_array_format
        sample = numpy.empty(1, self.dtype)
        if (self.dtype == numpy.float64 and allow_double_hack) or self.dtype.kind == "c":
            if channels != 1:
                raise ValueError("'fake' double precision textures can only have one channel")
            sample, channels = _cells(sample)
        offset = self.bind_to_texref(texref, allow_offset)
        texref.set_format(dtype_to_array_format(sample.dtype), channels)
        if sample.dtype.kind in "iu":
            texref.set_flags(texref.get_flags() | 1)
        return offset

    # -- other views of it --

    def astype(self, dtype, stream=None):
        "A copy of another type."
        dtype = numpy.dtype(dtype)
        if dtype == self.dtype:
            return self.copy()
        return self._like(_arithmetic.cast(self._device_array, dtype))

    def reverse(self, stream=None):
        "The elements in the opposite order."
        return self._like(self._flat()[::-1].copy().reshape(self.shape))

    def _flat(self):
        array = self._device_array
        if array.flags.c_contiguous:
            return array.reshape(-1)
        if array.flags.f_contiguous:
            return array.T.reshape(-1)
        raise RuntimeError("only contiguous arrays may be used as arguments to this operation")

    def reshape(self, *shape, **kwargs):
        "The same elements in another shape; order='C' or 'F'."
        order = kwargs.pop("order", "C")
        if kwargs:
            raise TypeError("reshape() got an unexpected keyword argument '%s'" % next(iter(kwargs)))
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        array = self._device_array
        if not (array.flags.c_contiguous or array.flags.f_contiguous):
            raise RuntimeError("only contiguous arrays may be used as arguments to this operation")
        shape = [int(extent) for extent in shape]
        known = 1
        for extent in shape:
            known *= extent if extent != -1 else 1
        if shape.count(-1) > 1:
            raise ValueError("can only specify one unknown dimension")
        if -1 in shape:
            if not known or self.size % known:
                raise ValueError("total size of new array must be unchanged")
            shape[shape.index(-1)] = self.size // known
        elif known != self.size:
            raise ValueError("total size of new array must be unchanged")
        flat = self._flat()
        made = flat.reshape(tuple(shape)) if order == "C" else flat.reshape(tuple(reversed(shape))).T
        return GPUArray._of(made, self, self.allocator)

    def ravel(self):
        "The elements in a row."
        return GPUArray._of(self._flat(), self, self.allocator)

    def view(self, dtype=None):
        "The same bytes, as another type."
        array = self._device_array
        return GPUArray._of(array.view() if dtype is None else array.view(numpy.dtype(dtype)), self, self.allocator)

    def squeeze(self):
        "The same without extents of 1."
        return GPUArray._of(self._device_array.squeeze(), self, self.allocator)

    def transpose(self, axes=None):
        "The same with its axes in another order."
        return GPUArray._of(self._device_array.transpose(axes) if axes is not None else self._device_array.T, self, self.allocator)

    @property
    def T(self):
        "The same with its axes in the opposite order."
        return self.transpose()

    def __getitem__(self, index):
        if isinstance(index, GPUArray) or isinstance(index, numpy.ndarray):
            raise TypeError("invalid subindex in axis 0")
        indexes = index if isinstance(index, tuple) else (index,)
        for axis, one in enumerate(indexes):
            if not (one is None or one is Ellipsis or isinstance(one, (slice, numbers.Integral))):
                raise TypeError("invalid subindex in axis %d" % axis)
        if len([one for one in indexes if one is not None and one is not Ellipsis]) > self.ndim:
            raise IndexError("too many axes in index")
        taken = self._device_array[index]
        return GPUArray._of(taken if isinstance(taken, cupy.ndarray) else cupy.asarray(taken), self, self.allocator)

    def __setitem__(self, index, value):
        part = self[index]._device_array
        if isinstance(value, GPUArray):
            if value.shape != part.shape and value.size != 1:
                raise ValueError("cannot assign between arrays of differing shapes")
            if value.dtype != part.dtype:
                raise ValueError("cannot assign between arrays of differing dtypes")
            part[...] = value._device_array
        elif isinstance(value, numpy.ndarray):
            if value.shape not in (part.shape, ()):
                raise ValueError("cannot assign between arrays of differing shapes")
            part[...] = cupy.asarray(value)
        else:
            part[...] = value

    # -- complex numbers --

    @property
    def real(self):
        "The real parts."
        return self if self.dtype.kind != "c" else self._like(_arithmetic.like(self._device_array.real, self._device_array, copies=True))

    @property
    def imag(self):
        "The imaginary parts."
        if self.dtype.kind != "c":
            return zeros_like(self)
        return self._like(_arithmetic.like(self._device_array.imag, self._device_array, copies=True))

    def conj(self, out=None):
        "The conjugates."
        if self.dtype.kind != "c":
            return self
        result = self._device_array.conj()
        if out is None:
            return self._like(_arithmetic.like(result, self._device_array, copies=True))
        out._device_array[...] = result
        return out

    conjugate = conj


def _bytes_behind(array):
    "The bytes that an array lies in."
    flat = array if array.flags.c_contiguous else array.T if array.flags.f_contiguous else None
    if flat is not None:
        return flat.reshape(-1).view(numpy.uint8)
    pointer = array.data
    return pointer._bytes


def _bytes_of(gpudata, size):
    found = getattr(gpudata, "_device_array", None)
    if found is not None:
        if found.size * found.itemsize < size:
            raise ValueError("the memory has %d bytes, %d are wanted" % (found.size * found.itemsize, size))
        return found if found.dtype == numpy.uint8 and found.ndim == 1 else _bytes_behind(found)
    address = gpudata.get_pointer() if isinstance(gpudata, PointerHolderBase) else int(gpudata)
    return cupy._bytes_at(address, size, gpudata)


def _operator(name, compute, in_place):
    def forward(self, other):
        result = compute(self, other, False)
        return result if result is NotImplemented else self._like(result)

    def backward(self, other):
        result = compute(self, other, True)
        return result if result is NotImplemented else self._like(result)

    def change(self, other):
        result = compute(self, other, False)
        if result is NotImplemented:
            return result
        self._device_array[...] = _arithmetic.cast(result, self.dtype)
        return self

    setattr(GPUArray, "__%s__" % name, forward)
    setattr(GPUArray, "__r%s__" % name, backward)
    if in_place:
        setattr(GPUArray, "__i%s__" % name, change)


for _name in _arithmetic.OPERATORS:
    _operator(_name, _arithmetic.OPERATORS[_name], True)
GPUArray.__rpow__ = lambda self, other: self._like(_arithmetic.OPERATORS["pow"](self, other, True))
GPUArray.__div__, GPUArray.__rdiv__ = GPUArray.__truediv__, GPUArray.__rtruediv__


def _comparison(name, compute):
    def compare(self, other):
        result = compute(self, other)
        return result if result is NotImplemented else self._like(result)

    setattr(GPUArray, "__%s__" % name, compare)


for _name in _arithmetic.COMPARISONS:
    _comparison(_name, _arithmetic.COMPARISONS[_name])

# ---- made anew ----


def to_gpu(ary, allocator=None):
    """A device's copy of an array of the host."""
    ary = ary if isinstance(ary, numpy.ndarray) else numpy.asarray(ary)
    made = GPUArray(ary.shape, ary.dtype, allocator, strides=_packed(ary))
    made.set(ary)
    return made


def _packed(array):
    "The strides that a copy has: the same order of axes, nothing between the elements."
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return array.strides
    order = sorted(range(array.ndim), key=lambda axis: (abs(array.strides[axis]), -axis))
    steps, size = [0] * array.ndim, array.itemsize
    for axis in order:
        steps[axis] = size
        size *= array.shape[axis]
    return tuple(steps)


def to_gpu_async(ary, allocator=None, stream=None):
    """As to_gpu, in the order of a stream."""
    return to_gpu(ary, allocator)


def empty(shape, dtype=numpy.float64, allocator=None, base=None, gpudata=None, strides=None, order="C"):
    """An array whose elements are anything."""
    return GPUArray(shape, dtype, allocator, base, gpudata, strides, order)


def zeros(shape, dtype=numpy.float64, *, allocator=None, order="C"):
    """An array of zeros."""
    made = GPUArray(shape, dtype, allocator, order=order)
    if made.size:
        if made.dtype.kind == "V":
            _bytes_behind(made._device_array)[...] = 0
        else:
            made._device_array[...] = 0
    return made


def ones(shape, dtype=numpy.float64, *, allocator=None, order="C"):
    """An array of ones."""
    made = GPUArray(shape, dtype, allocator, order=order)
    made._device_array[...] = 1
    return made


def empty_like(other_ary, dtype=None, order="K"):
    """An array as another one is, whose elements are anything."""
    dtype = other_ary.dtype if dtype is None else numpy.dtype(dtype)
    flags = other_ary.flags
    if order == "K" and not (flags.c_contiguous or flags.f_contiguous):
        steps = [step // other_ary.itemsize * dtype.itemsize for step in _packed(other_ary)]
        return GPUArray(other_ary.shape, dtype, getattr(other_ary, "allocator", None), strides=tuple(steps))
    if order in ("A", "K"):
        order = "F" if flags.f_contiguous and not flags.c_contiguous else "C"
    if order not in ("C", "F"):
        raise ValueError("invalid order: %s" % order)
    return GPUArray(other_ary.shape, dtype, getattr(other_ary, "allocator", None), order=order)


def zeros_like(other_ary, dtype=None, order="K"):
    """An array of zeros, as another one is."""
    made = empty_like(other_ary, dtype, order)
    if made.dtype.kind == "V":
        _bytes_behind(made._device_array)[...] = 0
    else:
        made._device_array[...] = 0
    return made


def ones_like(other_ary, dtype=None, order="K"):
    """An array of ones, as another one is."""
    made = empty_like(other_ary, dtype, order)
    made._device_array[...] = 1
    return made


def arange(*args, **kwargs):
    """Numbers at equal distances: arange([start,] stop[, step], dtype=None, stream=None, allocator=None)."""
    dtype, allocator = kwargs.pop("dtype", None), kwargs.pop("allocator", None)
    kwargs.pop("stream", None)
    given = dict(zip({1: ("stop",), 2: ("start", "stop"), 3: ("start", "stop", "step"), 4: ("start", "stop", "step", "dtype")}.get(len(args), ()), args))
    if not args and "stop" not in kwargs or len(args) > 4:
        raise ValueError("too many arguments" if args else "stop argument required")
    dtype = given.pop("dtype", dtype)
    for name in ("start", "stop", "step"):
        if name in kwargs:
            given[name] = kwargs.pop(name)
    if kwargs:
        raise ValueError("unexpected keyword argument '%s'" % next(iter(kwargs)))
    _need_context()
    numbers_given = [given.get("start", 0), given["stop"], given.get("step", 1)]
    if dtype is None:
        dtype = numpy.array(numbers_given).dtype
    return GPUArray._of(cupy.arange(*numbers_given, dtype=dtype), None, allocator)


def reshape(a, *shape, **kwargs):
    """a.reshape(*shape)."""
    return a.reshape(*shape, **kwargs)


def transpose(a, axes=None):
    """a.transpose(axes)."""
    return a.transpose(axes)


def splay(n, dev=None):
    """(grid, block) with which n elements are computed."""
    from pycuda.elementwise import _layout
    return _layout(n)


# ---- of several arrays ----


def _plain(value):
    return value._device_array if isinstance(value, GPUArray) else value


def _first(*values):
    for value in values:
        if isinstance(value, GPUArray):
            return value
    raise TypeError("at least one argument must be a GPUArray")


def _into(array, like, out):
    if out is None:
        return like._like(array)
    out._device_array[...] = _arithmetic.cast(array, out.dtype)
    return out


def take(a, indices, out=None, stream=None):
    """The elements at indices."""
    return _into(a._device_array.reshape(-1)[indices._device_array.astype(numpy.int64)], a, out)


def multi_take(arrays, indices, out=None, stream=None):
    """The elements at indices of each array: a list."""
    if len(indices.shape) != 1:
        raise TypeError("indices must be one-dimensional")
    outs = out if out is not None else [None] * len(arrays)
    return [take(array, indices, one) for array, one in zip(arrays, outs)]


def multi_take_put(arrays, dest_indices, src_indices, dest_shape=None, out=None, stream=None, src_offsets=None):
    """The elements at src_indices (of each array from its offset on), put at dest_indices: a list of arrays of dest_shape."""
    if not arrays:
        return []
    if out is None:
        out = [GPUArray(dest_shape, array.dtype) for array in arrays]
    sources, targets = src_indices._device_array.astype(numpy.int64), dest_indices._device_array.astype(numpy.int64)
    for number, (array, made) in enumerate(zip(arrays, out)):
        offset = src_offsets[number] if src_offsets is not None else 0
        made._device_array.reshape(-1)[targets] = array._device_array.reshape(-1)[sources + int(offset)]
    return out


def multi_put(arrays, dest_indices, dest_shape=None, out=None, stream=None):
    """The elements of each array put at dest_indices: a list of arrays of dest_shape."""
    if not arrays:
        return []
    if out is None:
        out = [GPUArray(dest_shape, array.dtype) for array in arrays]
    targets = dest_indices._device_array.astype(numpy.int64)
    for array, made in zip(arrays, out):
        made._device_array.reshape(-1)[targets] = array._device_array.reshape(-1)
    return out


def concatenate(arrays, axis=0, allocator=None):
    """Arrays one behind the other along an axis."""
    return GPUArray._of(cupy.concatenate([array._device_array for array in arrays], axis), None, allocator or arrays[0].allocator)


def stack(arrays, axis=0, allocator=None):
    """Arrays one behind the other along a new axis."""
    shapes = {array.shape for array in arrays}
    if len(shapes) > 1:
        raise ValueError("arrays must have the same shape")
    made = cupy.stack([array._device_array for array in arrays], axis)
    return GPUArray._of(made, None, allocator or arrays[0].allocator)


def where(criterion, then_, else_, out=None, stream=None):
    """then_ where the criterion is not zero, else_ elsewhere."""
    return _into(_arithmetic.chosen(_plain(criterion) != 0, _plain(then_), _plain(else_)), _first(criterion, then_, else_), out)


def if_positive(criterion, then_, else_, out=None, stream=None):
    """then_ where the criterion is positive, else_ elsewhere."""
    if isinstance(then_, GPUArray) and isinstance(else_, GPUArray):
        if then_.shape != criterion.shape or then_.shape != else_.shape:
            raise ValueError("shapes do not match")
        if then_.dtype != else_.dtype:
            raise ValueError("dtypes do not match")
    return _into(_arithmetic.chosen(_plain(criterion) > 0, _plain(then_), _plain(else_)), _first(criterion, then_, else_), out)


def _extreme(function):
    def choose(a, b, out=None, stream=None):
        like = _first(a, b)
        return _into(_arithmetic.paired(function, _plain(a), _plain(b)), like, out)

    return choose


minimum, maximum = _extreme(cupy.minimum), _extreme(cupy.maximum)
minimum.__name__, minimum.__doc__ = "minimum", "The lesser elements of two arrays, or of one and a number."
maximum.__name__, maximum.__doc__ = "maximum", "The greater elements of two arrays, or of one and a number."


def _logical(function):
    def combine(x1, x2, /, out=None, *, allocator=None):
        like = _first(x1, x2)
        return _into(function(_plain(x1), _plain(x2)), like, out)

    return combine


logical_and, logical_or = _logical(cupy.logical_and), _logical(cupy.logical_or)
logical_and.__name__, logical_and.__doc__ = "logical_and", "Whether both elements are true."
logical_or.__name__, logical_or.__doc__ = "logical_or", "Whether one of both elements is true."


def logical_not(x, /, out=None, *, allocator=None):
    """Whether an element is not true."""
    return _into(cupy.logical_not(_plain(x)), _first(x), out)


# ---- reductions ----

_built_in_any, _built_in_all = any, all


def sum(a, dtype=None, stream=None, allocator=None):
    """The sum of all elements, as an array without extents."""
    return a._like(cupy.sum(a._device_array, dtype=a.dtype if dtype is None else dtype))


def any(a, stream=None, allocator=None):
    """Whether an element is true."""
    return a.any()


def all(a, stream=None, allocator=None):
    """Whether all elements are true."""
    return a.all()


def dot(a, b, dtype=None, stream=None, allocator=None):
    """The sum of the products of elements."""
    dtype = numpy.result_type(a.dtype, b.dtype) if dtype is None else dtype
    return a._like(cupy.sum(a._device_array.reshape(-1) * b._device_array.reshape(-1), dtype=dtype))


def max(a, stream=None, allocator=None):
    """The greatest element."""
    return a._like(cupy.max(a._device_array))


def min(a, stream=None, allocator=None):
    """The least element."""
    return a._like(cupy.min(a._device_array))


def _subset(subset, a):
    return a._device_array.reshape(-1)[subset._device_array.astype(numpy.int64)]


def _kept(a, result, allocator):
    if allocator is None:
        return a._like(result)
    made = GPUArray(result.shape, result.dtype, allocator)
    made._device_array[...] = result
    return made


def subset_sum(subset, a, dtype=None, stream=None, allocator=None):
    """The sum of the elements at the indices of subset."""
    return _kept(a, cupy.sum(_subset(subset, a), dtype=a.dtype if dtype is None else dtype), allocator)


def subset_dot(subset, a, b, dtype=None, stream=None, allocator=None):
    """The sum of the products of elements at the indices of subset."""
    dtype = numpy.result_type(a.dtype, b.dtype) if dtype is None else dtype
    return _kept(a, cupy.sum(_subset(subset, a) * _subset(subset, b), dtype=dtype), allocator)


def subset_max(subset, a, stream=None, allocator=None):
    """The greatest of the elements at the indices of subset."""
    return _kept(a, cupy.max(_subset(subset, a)), allocator)


def subset_min(subset, a, stream=None, allocator=None):
    """The least of the elements at the indices of subset."""
    return _kept(a, cupy.min(_subset(subset, a)), allocator)
