"""From values to types."""
import enum

import numpy as np
from numba.core import errors, types
from numba.np.numpy_support import as_dtype, from_dtype


class Purpose(enum.Enum):
    """What the type is wanted for: an argument, a constant."""

    argument = 1
    constant = 2


class _Registry:
    """By the value's class: typeof_impl.register(cls) makes a function of (value, context) the one for it."""

    def __init__(self):
        self._functions = {}
        self._found = {}

    def register(self, cls, func=None):
        """Register a function for a class; without one, as a decorator."""
        if func is None:
            return lambda function: self.register(cls, function)
        self._functions[cls] = func
        self._found.clear()
        return func

    def dispatch(self, cls):
        """The function for a class."""
        function = self._found.get(cls)
        if function is None:
            function = next((self._functions[base] for base in cls.__mro__ if base in self._functions), _typeof_other)
            self._found[cls] = function
        return function

    def __call__(self, val, c):
        return self.dispatch(val.__class__)(val, c)


class _TypeofContext:
    def __init__(self, purpose):
        self.purpose = purpose


_CONTEXTS = {purpose: _TypeofContext(purpose) for purpose in Purpose}
typeof_impl = _Registry()


def typeof(val, purpose=Purpose.argument):
    """The type of a value; ValueError where it has none."""
    context = _CONTEXTS[purpose]
    found = typeof_impl.dispatch(val.__class__)(val, context)
    if found is None:
        found = _by_interface(val)
    if found is None:
        raise ValueError(f"Cannot determine Numba type of {type(val)}")
    return found


def _by_interface(val):
    told = getattr(val, "__cuda_array_interface__", None)
    if told is not None:
        dtype = from_dtype(np.dtype(told["typestr"] if "descr" not in told or told["typestr"][1] != "V" else told["descr"]))
        shape, steps = told["shape"], told.get("strides")
        layout = "C" if steps is None or _follows(shape, steps, dtype) else "F" if _follows(shape[::-1], steps[::-1], dtype) else "A"
        return types.Array(dtype, len(shape), layout, readonly=told["data"][1])
    kind = getattr(val, "_numba_type_", None)
    return kind


def _follows(shape, steps, dtype):
    step = as_dtype(dtype).itemsize
    if 0 in shape:
        return True
    for extent, given in zip(reversed(shape), reversed(steps)):
        if extent > 1 and given != step:
            return False
        step *= extent
    return True


def _typeof_other(val, c):
    return None


def _always(kind):
    return lambda val, c: kind


def _typeof_int(val, c):
    if -(1 << 63) <= val < 1 << 63:
        return types.int64
    if 0 <= val < 1 << 64:
        return types.uint64
    raise ValueError(f"Int value is too large: {val}")


def _typeof_buffer(kind):
    def typed(val, c):
        view = memoryview(val)
        letter = view.format.lstrip("@=<")
        if letter not in _FORMATS:
            return None
        layout = "C" if view.c_contiguous else "F" if view.f_contiguous else "A"
        return kind(_FORMATS[letter], view.ndim, layout, readonly=view.readonly)
    return typed


_FORMATS = {"B": types.uint8, "b": types.int8, "h": types.int16, "H": types.uint16, "i": types.int32, "I": types.uint32,
            "l": types.int64, "L": types.uint64, "q": types.int64, "Q": types.uint64, "f": types.float32, "d": types.float64,
            "?": types.boolean}


def _typeof_tuple(val, c):
    inside = []
    for one in val:
        kind = typeof_impl(one, c) or _by_interface(one)
        if kind is None:
            return kind
        inside.append(kind)
    return types.BaseTuple.from_types(inside, val.__class__)


def _typeof_items(kind):
    def typed(val, c):
        for one in val:
            inside = typeof_impl(one, c)
            return inside and kind(inside, reflected=True)
        raise ValueError(f"Cannot type empty {kind.__name__.lower()}")
    return typed


def _typeof_slice(val, c):
    return types.slice2_type if val.step in (None, 1) else types.slice3_type


def _typeof_array(val, c):
    if type(val).__name__ == "MaskedArray":
        raise errors.NumbaTypeError(f"Unsupported array type: numpy.ma.{type(val).__name__}.")
    try:
        dtype = from_dtype(val.dtype)
    except errors.NumbaNotImplementedError:
        raise errors.NumbaValueError(f"Unsupported array dtype: {val.dtype}")
    flags = val.flags
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return types.Array(dtype, val.ndim, layout, readonly=not getattr(flags, "writeable", True), aligned=getattr(flags, "aligned", True))


def _typeof_scalar(val, c):
    try:
        return from_dtype(val.dtype)
    except errors.NumbaNotImplementedError:
        return None


def _typeof_class(val, c):
    if issubclass(val, BaseException):
        return types.ExceptionClass(val)
    if issubclass(val, enum.Enum):
        inside = {typeof_impl(member.value, c) for member in val}
        if len(inside) != 1 or None in inside:
            raise errors.NumbaValueError("Cannot type heterogeneous enum: got value types %s" % ", ".join(sorted(map(str, inside))))
        return (types.IntEnumClass if issubclass(val, enum.IntEnum) else types.EnumClass)(val, inside.pop())
    if issubclass(val, np.generic):
        try:
            return types.NumberClass(from_dtype(np.dtype(val)))
        except errors.NumbaNotImplementedError:
            return None
    if issubclass(val, tuple) and val is not tuple:
        return types.NamedTupleClass(val)
    kind = {"List": types.ListType, "Dict": types.DictType}.get(val.__name__) if val.__module__.startswith("numba.typed") else None
    return kind and types.TypeRef(kind)


def _typeof_member(val, c):
    return _typeof_class(type(val), c).member_type


def _typeof_type(val, c):
    return types.NumberClass(val) if isinstance(val, (types.Number, types.Boolean)) else types.TypeRef(val)


for _class, _function in {bool: _always(types.boolean), int: _typeof_int, float: _always(types.float64), complex: _always(types.complex128),
                          type(None): _always(types.none), type(Ellipsis): _always(types.ellipsis), str: _always(types.unicode_type),
                          bytes: _typeof_buffer(types.Bytes), bytearray: _typeof_buffer(types.ByteArray),
                          memoryview: _typeof_buffer(types.MemoryView), tuple: _typeof_tuple, list: _typeof_items(types.List), set: _typeof_items(types.Set),
                          slice: _typeof_slice, np.ndarray: _typeof_array, np.generic: _typeof_scalar, type: _typeof_class,
                          enum.Enum: _typeof_member, enum.IntEnum: _typeof_member, np.bytes_: _typeof_scalar, types.Type: _typeof_type, np.str_: _always(types.unicode_type),
                          np.random.Generator: _always(types.npy_rng), np.random.BitGenerator: _always(types.npy_bitgen)}.items():
    typeof_impl.register(_class, _function)
typeof_impl.register(np.dtype, lambda val, c: types.DType(from_dtype(val)))
