"""The numbers of C as objects, with their sizes. C libraries cannot be called: what else ctypes has only says so. CUDA code runs
through numba.cuda, cupy.RawKernel and pycuda."""
import struct as _struct


class _CData:
    __module__ = "_ctypes"


class _SimpleCData(_CData):
    # A number of the type that `_type_` says, as in struct.
    __module__ = "_ctypes"
    __hash__ = None

    def __init__(self, value=0, /):
        self.value = value

    __init__.__text_signature__ = "($self, value=0, /)"

    @property
    def value(self):
        "current value"
        return self._value

    @value.setter
    def value(self, value):
        self._value = self._settled(value)

    def __bool__(self):
        return bool(self._value)

    __eq__ = object.__eq__

    def __repr__(self):
        if type(self).__bases__[0] is not _SimpleCData:
            return object.__repr__(self)
        return "%s(%r)" % (type(self).__name__, self._value)


class _Integer(_SimpleCData):
    @classmethod
    def _settled(cls, value):
        if not hasattr(type(value), "__index__"):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
        bits = 8 * sizeof(cls)
        value = value.__index__() & (1 << bits) - 1
        return value - (1 << bits) if cls._type_.islower() and value >> bits - 1 else value


class _Real(_SimpleCData):
    @classmethod
    def _settled(cls, value):
        if not hasattr(type(value), "__float__") and not hasattr(type(value), "__index__"):
            raise TypeError("must be real number, not %s" % type(value).__name__)
        return _struct.unpack(cls._type_, _struct.pack(cls._type_, value))[0]


class _Truth(_SimpleCData):
    @classmethod
    def _settled(cls, value):
        return bool(value)


def sizeof(obj_or_type, /):
    """The bytes of a type of C, or of an object of it."""
    return _struct.calcsize(_format(obj_or_type, "this type has no size"))


def alignment(obj_or_type, /):
    """The alignment of a type of C, or of an object of it."""
    return _struct.calcsize(_format(obj_or_type, "no alignment info"))


def _format(thing, complaint):
    cls = thing if isinstance(thing, type) else type(thing)
    if not issubclass(cls, _SimpleCData) or not hasattr(cls, "_type_"):
        raise TypeError(complaint)
    return cls._type_


def _number(name, kind, form):
    # The kinds are no bases that show: of a class only _SimpleCData, _CData and object.
    return type(name, (_SimpleCData,), {"__module__": "ctypes", "__doc__": "A number as C keeps it: " + name[2:] + ".", "_type_": form, "_settled": kind.__dict__["_settled"], "__hash__": None})


c_bool = _number("c_bool", _Truth, "?")
c_byte, c_short, c_int, c_long = (_number("c_" + name, _Integer, form) for name, form in
                                  (("byte", "b"), ("short", "h"), ("int", "i"), ("long", "l")))
c_ubyte, c_ushort, c_uint, c_ulong = (_number("c_u" + name, _Integer, form) for name, form in
                                      (("byte", "B"), ("short", "H"), ("int", "I"), ("long", "L")))
c_float, c_double = _number("c_float", _Real, "f"), _number("c_double", _Real, "d")
c_longlong, c_ulonglong, c_size_t, c_ssize_t = c_long, c_ulong, c_ulong, c_long
c_int8, c_int16, c_int32, c_int64 = c_byte, c_short, c_int, c_long
c_uint8, c_uint16, c_uint32, c_uint64 = c_ubyte, c_ushort, c_uint, c_ulong


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise NotImplementedError("ctypes.%s is not available: Cupola does not call C libraries; write the function with numba.njit, numba.cuda, "
                              "cupy.RawKernel or pycuda instead" % name)
