"""The types of compiled code: numbers, arrays, tuples, containers.

>>> from numba import types
>>> types.f8, types.intp, types.boolean
(float64, int64, bool)
"""
from numba.core.types.abstract import *
from numba.core.types.abstract import Type, Literal
from numba.core.types.common import *
from numba.core.types.containers import *
from numba.core.types.function_type import *
from numba.core.types.functions import *
from numba.core.types.iterators import *
from numba.core.types.misc import *
from numba.core.types.npytypes import *
from numba.core.types.scalars import *

__all__ = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'intp', 'uintp', 'intc', 'uintc', 'ssize_t',
           'size_t', 'boolean', 'float32', 'float64', 'complex64', 'complex128', 'bool_', 'byte', 'char', 'uchar', 'short', 'ushort',
           'int_', 'uint', 'long_', 'ulong', 'longlong', 'ulonglong', 'double', 'void', 'none', 'b1', 'i1', 'i2', 'i4', 'i8', 'u1',
           'u2', 'u4', 'u8', 'f4', 'f8', 'c8', 'c16', 'optional', 'ffi_forced_object', 'ffi', 'deferred_type', 'bool']

undefined = Undefined('undefined')
pyobject = PyObject('pyobject')
Any = Phantom('any')
none = void = NoneType('none')
ellipsis = EllipsisType('...')
unknown = Dummy('unknown')
_undef_var = UndefVar('_undef_var')
string = unicode_type = UnicodeType('unicode_type')
py2_string_type = Opaque('str')
code_type, pyfunc_type = Opaque('code'), Opaque('pyfunc')
voidptr = RawPointer('void*')
ffi, ffi_forced_object = Opaque('ffi'), Opaque('ffi_forced_object')
slice2_type, slice3_type = SliceType('slice<a:b>', 2), SliceType('slice<a:b:c>', 3)
optional, deferred_type = Optional, DeferredType
npy_rng, npy_bitgen = NumPyRandomGeneratorType('rng'), NumPyRandomBitGeneratorType('bitgen')
numpy_version = (2, 4)
sizeof_unicode_char = 4

bool = bool_ = boolean = b1 = py_bool = np_bool_ = c_bool = Boolean('bool')
int8, int16, int32, int64 = (Integer('int%d' % _bits) for _bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (Integer('uint%d' % _bits) for _bits in (8, 16, 32, 64))
float16, float32, float64 = Float('float16'), Float('float32'), Float('float64')
complex64, complex128 = Complex('complex64', float32), Complex('complex128', float64)

i1, i2, i4, i8 = int8, int16, int32, int64
u1, u2, u4, u8 = uint8, uint16, uint32, uint64
f2, f4, f8, c8, c16 = float16, float32, float64, complex64, complex128
double = py_float = np_double = np_float64 = c_float64 = float64
np_float_ = np_float32 = c_float32 = float32
np_float16 = c_float16 = float16
py_complex = np_complex128 = complex128
np_complex64 = complex64
intp = py_int = np_intp = c_intp = int_ = np_int_ = ssize_t = long_ = np_long = longlong = np_longlong = int64
uintp = np_uintp = c_uintp = uint = np_uint = size_t = ulong = np_ulong = ulonglong = np_ulonglong = uint64
intc = np_intc = int32
uintc = np_uintc = uint32
char = np_char = int8
byte = uchar = np_uchar = uint8
short, ushort = np_short, np_ushort = int16, uint16
for _name in ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'):
    globals()['np_' + _name] = globals()['c_' + _name] = globals()[_name]

range_state32_type, range_iter32_type = RangeType(int32), RangeIteratorType(int32)
range_state64_type, range_iter64_type = RangeType(int64), RangeIteratorType(int64)
unsigned_range_state64_type, unsigned_range_iter64_type = RangeType(uint64), RangeIteratorType(uint64)

signed_domain = frozenset([int8, int16, int32, int64])
unsigned_domain = frozenset([uint8, uint16, uint32, uint64])
integer_domain = signed_domain | unsigned_domain
real_domain = frozenset([float32, float64])
complex_domain = frozenset([complex64, complex128])
number_domain = real_domain | integer_domain | complex_domain
for _name in ('signed', 'integer', 'real', 'complex', 'number'):
    globals()['py_%s_domain' % _name] = globals()['np_%s_domain' % _name] = globals()[_name + '_domain']
np_unsigned_domain = unsigned_domain


def literal(value):
    """The type of this value alone: an int, a bool, a str or a slice; LiteralTypingError for others.

    >>> from numba import types
    >>> types.literal(3)
    Literal[int](3)
    """
    maker = Literal.ctor_map.get(type(value))
    if maker is None:
        from numba.core.errors import LiteralTypingError
        raise LiteralTypingError(f"{type(value)} cannot be used as a literal")
    return maker(value)


def maybe_literal(value):
    """The type of this value alone, or None where there is none."""
    return literal(value) if type(value) in Literal.ctor_map else None


def unliteral(lit_type):
    """The type of values that need not be this one.

    >>> from numba import types
    >>> types.unliteral(types.literal(3))
    int64
    """
    if hasattr(lit_type, '__unliteral__'):
        return lit_type.__unliteral__()
    return getattr(lit_type, 'literal_type', lit_type)
