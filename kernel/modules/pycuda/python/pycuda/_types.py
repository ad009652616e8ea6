"""Types of NumPy's and their names in C; parameters in C's words; CUDA's vector types."""
import re

import numpy

_PLAIN = [("int8", "signed char", "char"), ("uint8", "unsigned char", "unsigned signed char", "uchar"),
          ("int16", "short", "short int", "signed short", "signed short int"), ("uint16", "unsigned short", "unsigned short int", "ushort"),
          ("int32", "int", "signed int", "signed", "int32_t"), ("uint32", "unsigned int", "unsigned", "uint", "uint32_t"),
          ("int64", "long", "long int", "signed long", "signed long int", "long long", "long long int", "signed long long", "int64_t", "ssize_t", "ptrdiff_t"),
          ("uint64", "unsigned long", "unsigned long int", "ulong", "unsigned long long", "unsigned long long int", "uint64_t", "size_t"),
          ("float16", "half", "__half"), ("float32", "float"), ("float64", "double"), ("bool", "bool"),
          ("complex64", "pycuda::complex<float>"), ("complex128", "pycuda::complex<double>"), ("int8", "int8_t"), ("uint8", "uint8_t"),
          ("int16", "int16_t"), ("uint16", "uint16_t")]
_names, _dtypes = {}, {}  # dtype -> its name in C; name -> dtype


def get_or_register_dtype(c_names, dtype=None):
    """The dtype by which C's names go; with a dtype they go by that from now on."""
    c_names = [c_names] if isinstance(c_names, str) else list(c_names)
    if dtype is None:
        if c_names[0] not in _dtypes:
            raise TypeError("dtype '%s' not registered" % c_names[0])
        return _dtypes[c_names[0]]
    dtype = numpy.dtype(dtype)
    for name in c_names:
        if _dtypes.setdefault(name, dtype) != dtype:
            raise RuntimeError("name '%s' already registered for a different dtype" % name)
    _names.setdefault(dtype, c_names[0])
    return _dtypes[c_names[0]]


def register_dtype(dtype, name):
    """Say what a dtype is called in C."""
    get_or_register_dtype(name, dtype)


def dtype_to_ctype(dtype):
    """What a dtype is called in C: 'float' for float32."""
    if dtype is None:
        raise ValueError("dtype may not be None")
    dtype = numpy.dtype(dtype)
    try:
        return _names[dtype]
    except KeyError:
        raise ValueError("unable to map dtype '%s'" % dtype) from None


for _dtype, *_c_names in _PLAIN:
    get_or_register_dtype(_c_names, _dtype)


class Argument:
    """A parameter of a kernel: its dtype and its name."""

    def __init__(self, dtype, name):
        self.dtype, self.name = numpy.dtype(dtype), name

    def __repr__(self):
        return "%s(%r, %s)" % (type(self).__name__, self.name, self.dtype)


class VectorArg(Argument):
    """A parameter that is an array: VectorArg(dtype, name)."""

    struct_char = "P"

    def __init__(self, dtype, name, with_offset=False):
        Argument.__init__(self, dtype, name)
        self.with_offset = with_offset

    def declarator(self):
        "It in C's words."
        return "%s *%s" % (dtype_to_ctype(self.dtype), self.name)


class ScalarArg(Argument):
    """A parameter that is a number: ScalarArg(dtype, name)."""

    @property
    def struct_char(self):
        "Its letter in the struct module, or the dtype where there is none."
        return self.dtype.char if self.dtype.char in "bB?hHiIlLqQfdFD" else self.dtype

    def declarator(self):
        "It in C's words."
        return "%s %s" % (dtype_to_ctype(self.dtype), self.name)


def parse_c_arg(c_arg):
    """The parameter that C's words declare: VectorArg for a pointer, else ScalarArg."""
    words = re.sub(r"\b(const|volatile|restrict|__restrict__|__restrict)\b", " ", c_arg)
    found = re.match(r"\s*(.*?)([\s*]+)(\w+)\s*(\[\s*\])?\s*$", words, re.DOTALL)
    if not found:
        raise ValueError("couldn't parse C declarator '%s'" % c_arg)
    kind, stars, name, brackets = found.groups()
    kind = " ".join(kind.split())
    if kind not in _dtypes:
        raise ValueError("unknown type '%s'" % kind)
    count = stars.count("*") + bool(brackets)
    if count > 1:
        raise ValueError("pointers to pointers are not parameters of a kernel here: '%s'" % c_arg.strip())
    return (VectorArg if count else ScalarArg)(_dtypes[kind], name)


def _parameters(arguments):
    "Parameters as a list: from C's words, separated by commas, or as they are."
    if isinstance(arguments, str):
        depth, parts, start = 0, [], 0
        for at, letter in enumerate(arguments):
            depth += (letter in "<(") - (letter in ">)")
            if letter == "," and not depth:
                parts.append(arguments[start:at])
                start = at + 1
        parts.append(arguments[start:])
        return [parse_c_arg(part) for part in parts if part.strip()]
    return list(arguments)


class _Vectors:
    """CUDA's types of several numbers, and what makes them: vec.float3, vec.make_float3(1, 2, 3)."""


def _maker(name, dtype, fields):
    def make(*numbers):
        if len(numbers) > len(fields):
            raise TypeError("make_%s takes at most %d arguments" % (name, len(fields)))
        return numpy.array(tuple(numbers) + (0,) * (len(fields) - len(numbers)), dtype)

    make.__name__ = "make_" + name
    make.__doc__ = "A number of the type %s, of up to %d parts; those left out are 0." % (name, len(fields))
    return make


vec = _Vectors
for _base, _dtype in (("char", "i1"), ("uchar", "u1"), ("short", "i2"), ("ushort", "u2"), ("int", "i4"), ("uint", "u4"), ("long", "i8"), ("ulong", "u8"),
                      ("longlong", "i8"), ("ulonglong", "u8"), ("float", "f4"), ("double", "f8")):
    for _count in (1, 2, 3, 4):
        if _base in ("longlong", "ulonglong", "double") and _count > 2:
            continue
        _fields = "xyzw"[:_count]
        _made = numpy.dtype([(_field, _dtype) for _field in _fields])
        _name = "%s%d" % (_base, _count)
        setattr(vec, _name, _made)
        setattr(vec, "make_" + _name, staticmethod(_maker(_name, _made, _fields)))
        _dtypes[_name] = _made
        _names.setdefault(_made, _name)
vec.__name__ = vec.__qualname__ = "vec"
vec.__module__ = "pycuda.gpuarray"
