"""Types, signatures, errors and settings of numba's, printed: the same source runs under numba itself."""
import collections
import enum

import numba
import numpy as np
from numba import types, typeof
from numba.core import errors, sigutils, typing
from numba.core.ir import Loc

f8 = types.float64
P = collections.namedtuple('P', 'x y')
E = enum.Enum('E', 'a b')
I = enum.IntEnum('I', 'a b')
a = np.arange(12.).reshape(3, 4)
ro = np.arange(3)
ro.flags.writeable = False


def show(text, compute):
    try:
        value = compute()
        print(text, '->', repr(value), '|', value, '|', type(value).__name__, '|', getattr(value, 'key', '-'))
    except Exception as error:
        print(text, 'raises', type(error).__name__, error)


for text in """\
f8[:]
f8[:,:]
f8[::1]
f8[:,::1]
f8[::1,:]
f8[:,:,::1]
f8[::2]
f8[...]
f8[0]
f8[:, 1]
f8[:].copy(ndim=2)
types.Array(f8,2,'C')
types.Array(f8,2,'C',readonly=True)
types.Array(f8,2,'C',aligned=False)
types.Array(f8,2,'Q')
types.Tuple((f8,types.int32))
types.Tuple((f8,f8))
types.Tuple(())
types.Tuple((f8,))
types.UniTuple(f8,3)
types.UniTuple(f8,0)
types.ListType(f8)
types.DictType(types.unicode_type,f8)
types.List(f8)
types.List(f8,reflected=True)
types.Set(f8)
types.Set(f8,reflected=True)
types.Optional(f8)
numba.optional(f8)
types.literal(3)
types.literal('a')
types.literal(True)
types.literal(slice(1,2))
types.unliteral(types.literal(3))
types.literal(3.5)
types.literal(None)
numba.from_dtype(np.dtype([('a','i4'),('b','f8')]))
numba.from_dtype(np.dtype([('a','i4'),('b','f8')],align=True))
numba.from_dtype(np.dtype([('a','i4',(3,)),('b','S5'),('c','U3')]))
types.Record.make_c_struct([('a',types.int32),('b',f8)])
numba.from_dtype(np.dtype('M8[D]'))
numba.from_dtype(np.dtype('m8[ms]'))
numba.from_dtype(np.dtype('S3'))
numba.from_dtype(np.dtype('U3'))
numba.from_dtype(np.dtype('O'))
numba.from_dtype(np.dtype('f2'))
numba.from_dtype(np.dtype('?'))
numba.from_dtype(np.dtype('>i4'))
f8(f8)
f8(f8,types.int32)
types.void(f8[:])
types.int32(types.int32, types.float32)
types.int32()
types.none()
f8(3)
types.int32(3.7)
types.boolean(2)
types.complex64(1)
types.CPointer(f8)
types.Type('foo')
types.Opaque('foo')
types.Dummy('x')
types.NamedUniTuple(f8,2,collections.namedtuple('P','x y'))
types.NamedTuple((f8,types.int32),collections.namedtuple('P','x y'))
types.StarArgTuple((f8,types.int32))
types.StarArgUniTuple(f8,2)
types.Omitted(3)
types.Omitted(None)
types.FunctionType(f8(f8))
types.FunctionPrototype(f8,(f8,))
types.NumberClass(f8)
types.TypeRef(f8)
types.DType(f8)
types.Integer('int32')
types.Integer('int24')
types.Float('float16')
types.Integer.from_bitwidth(16)
types.Integer.from_bitwidth(16,False)
types.Bytes(types.uint8,3,'C')
types.MemoryView(types.uint8,1,'C')
types.ByteArray(types.uint8,1,'C')
types.UnicodeCharSeq(3)
types.CharSeq(3)
types.NestedArray(f8,(2,3))
types.NPDatetime('D')
types.NPTimedelta('')
types.EnumMember(enum.Enum('E','a b'),types.int64)
types.SliceType('slice<a>',2)
types.Pair(f8,types.int32)
types.PyObject('x')
types.ArrayFlags(f8[:])
types.ListIter(types.List(f8))
types.UniTupleIter(types.UniTuple(f8,3))
types.RangeType(types.int64)
types.EnumerateType(types.List(f8))
types.ZipType((types.List(f8),))
types.Poison(f8)
types.VarArg(f8)
types.ExternalFunction('f',f8(f8))
types.ExceptionClass(ValueError)
types.ExceptionInstance(ValueError)
types.LiteralList((f8,))
types.LiteralStrKeyDict({types.literal('a'):f8})
""".splitlines():
    show(text, lambda: eval(text))
for text in """\
1
2**62
2**63
2**64
-1
True
1.0
1j
None
'a'
b'abc'
bytearray(b'abc')
memoryview(b'abc')
(1,2)
(1,2.0)
()
(1,(2,3.0))
P(1,2)
P(1,2.0)
P
[1,2]
[]
[[1,2],[3]]
[1.0]
['a']
[(1,2)]
{1,2}
set()
{1:2}
{}
{'a':1}
frozenset([1])
range(3)
slice(1,2)
slice(1,2,3)
slice(None)
...
np.float32(1)
np.float64(1)
np.int8(1)
np.uint64(1)
np.bool_(True)
np.complex64(1)
np.float16(1)
np.datetime64('2020-01-01')
np.timedelta64(1,'s')
np.str_('abc')
np.bytes_(b'abc')
np.float64
np.int32
int
float
bool
complex
str
list
np.dtype('f4')
np.dtype([('a','i4')])
a
a.T
a[::2]
a[:,1]
a[:,::2]
a[None]
a.astype('f4')
np.zeros(())
np.zeros((0,3))
np.zeros((1,3))
np.zeros((3,1))
np.asfortranarray(a)
ro
np.array(['a','bc'])
np.array([b'a'])
np.zeros(3,'?')
np.zeros(3,'M8[D]')
np.zeros(3,object)
np.zeros(3,'>f8')
np.zeros(3,[('a','i4'),('b','f8')])
np.zeros(3,[('a','i4'),('b','f8')])[0]
np.zeros(3,np.dtype([('a','i4'),('b','f8')],align=True))
np.rec.array([(1,2.0)])
np.zeros(3,[('a','i4',(2,))])
np.arange(16).view(np.matrix)
E.a
E
I.a
I
len
abs
np.sin
np.random.default_rng(1)
np.random.RandomState
lambda x: x
ValueError
ValueError('x')
object()
types.float64
types.float64[:]
numba.float64
(x for x in [])
enumerate([1])
zip([1])
np.nditer(a)
np.ndindex(2)
a.flat
a.flags
np.poly1d([1,2])
np.finfo(float)
""".splitlines():
    show('typeof ' + text, lambda: typeof(eval(text)))
for text in """\
sigutils.normalize_signature('int32(int32,float64[:])')
sigutils.normalize_signature('(int32,float64[:])')
sigutils.normalize_signature('int32')
sigutils.normalize_signature((types.int32,types.float32))
sigutils.normalize_signature(types.int32(types.int32))
sigutils.normalize_signature(3)
sigutils.normalize_signature((3,))
sigutils.normalize_signature('foo(int32)')
sigutils.normalize_signature('void(int32[:,::1])')
sigutils.normalize_signature('int32(int32')
sigutils.normalize_signature('(int32)')
sigutils.normalize_signature('(int32,)')
sigutils.normalize_signature('UniTuple(int64, 2)(int32)')
sigutils.normalize_signature('Tuple((int64, f8))(i4)')
sigutils.normalize_signature('ListType(int64)(i4)')
sigutils.normalize_signature('b1(i4)')
sigutils.normalize_signature('none(i4)')
sigutils.normalize_signature('List(i4)(i4)')
sigutils.normalize_signature('unicode_type(string)')
sigutils.is_signature('a')
sigutils.is_signature(types.int32)
sigutils.is_signature((types.int32,))
sigutils.is_signature([])
typing.signature(types.int32,types.float32)
typing.signature(types.int32,types.float32).args
typing.signature(types.int32,types.float32).return_type
hash(types.int32(types.float32))==hash(types.int32(types.float32))
types.int32(types.float32)==types.int32(types.float32)
types.int32==types.int32
types.int32<types.int64
types.int32.maxval
types.uint8.minval
types.int32.cast_python_value(3)
types.int32.is_internal
types.float64[:].dtype
types.float64[:].ndim
types.float64[:].layout
types.float64[:].mutable
types.float64[:].is_c_contig
types.float64[:,::1].is_contig
types.float64[::1,:].is_f_contig
types.int32.mangling_args
types.float64[:].mangling_args
types.Tuple((types.int32,types.float32)).types
types.UniTuple(types.int32,3).dtype
types.UniTuple(types.int32,3).count
len(types.UniTuple(types.int32,3))
list(types.UniTuple(types.int32,3))
types.Tuple((types.int32,types.float32))[1]
types.int32.bitwidth
types.float32 in types.real_domain
types.literal(3).literal_value
types.literal(3).literal_type
types.int64 is types.Integer('int64')
types.float64[:] is types.Array(types.float64,1,'A')
types.float64[:].is_precise()
types.int32.cast_python_value(3.5)
types.boolean.cast_python_value(0)
numba.np.numpy_support.as_dtype(types.float64)
numba.np.numpy_support.as_dtype(types.float64[:])
numba.np.numpy_support.as_dtype(types.unicode_type)
numba.np.numpy_support.as_dtype(types.boolean)
numba.np.numpy_support.as_dtype(types.Record.make_c_struct([('a',types.int32),('b',types.float64)]))
numba.np.numpy_support.as_dtype(types.UnicodeCharSeq(3))
numba.np.numpy_support.as_dtype(types.NPDatetime('D'))
numba.threading_layer()
numba.get_thread_id()
numba.get_parallel_chunksize()
numba.set_parallel_chunksize(3)
numba.set_parallel_chunksize(-3)
numba.generated_jit
numba.jitclass
numba.autojit
numba.foo
numba.int32[:]
numba.literally(3)
numba.literal_unroll((1,2))
numba.prange(3)
list(numba.prange(3))
list(numba.pndindex(2,2))
numba.types.Integer('foo')
numba.types.Float('float8')
numba.version_info
errors.TypingError('hello')
errors.TypingError('hello', loc=Loc('f.py', 3, 4))
errors.NumbaPerformanceWarning('hello', loc=Loc('f.py', 3, 4))
errors.LoweringError('x', Loc('f.py', 3)).add_context('while here')
errors.NotDefinedError('y', Loc('f.py', 3))
errors.UntypedAttributeError(types.float64, 'foo')
errors.UnsupportedBytecodeError('a')
errors.ForceLiteralArg([1])
errors.NumbaIRAssumptionWarning('a')
errors.InternalError(ValueError('a'))
sorted(errors.error_extras.items())
errors.reportable_issue_info""".splitlines():
    show(text, lambda: eval(text))
for name in numba.__all__:
    if name not in ('cfunc', 'guvectorize', 'jit', 'experimental', 'njit', 'stencil', 'jit_module', 'vectorize', 'objmode', 'parallel_chunksize'):
        value = getattr(numba, name)
        print(name, getattr(value, '__name__', value), [one.__name__ for one in getattr(value, '__mro__', [])])
for name in sorted(vars(types)):
    value = getattr(types, name)
    if isinstance(value, types.Type):
        print(name, value, type(value).__name__, getattr(value, 'bitwidth', None), getattr(value, 'signed', None))
for line in range(1, 80):
    print(Loc(__file__, line).strformat())
