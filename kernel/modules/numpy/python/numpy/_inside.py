"""Names that lie inside numpy's package (numpy._core and others): the few that programs import from there."""

import enum
import functools
import operator

import numpy as np
from numpy._npz import NpzFile
from numpy._package import byte_bounds, opt_func_info
from numpy._pickle import _frombuffer, _reconstruct, scalar
from numpy.exceptions import AxisError
from numpy._interface import DummyArray
from numpy.lib.stride_tricks import as_strided, sliding_window_view

__all__ = ['typecodes', 'sctypeDict', 'ScalarType', '__config__', '_NoValue', '_CopyMode']
MAXDIMS = 64
BUFSIZE = UFUNC_BUFSIZE_DEFAULT = 8192
FLOATING_POINT_SUPPORT = 1
CLIP, WRAP, RAISE = 0, 1, 2
PINF, NINF, PZERO, NZERO, NAN = np.inf, -np.inf, 0.0, -0.0, np.nan


class _NoValueType:
    """The default of arguments for which None has a meaning."""
    __instance = None

    def __new__(cls):
        if cls.__instance is None:
            cls.__instance = super().__new__(cls)
        return cls.__instance

    def __repr__(self):
        return '<no value>'

    def __reduce__(self):
        return (type(self), ())


_NoValue = _NoValueType()


class _CopyMode(enum.Enum):
    """Whether a copy is made: always, where needed, never."""
    ALWAYS = True
    NEVER = False
    IF_NEEDED = 2

    def __bool__(self):
        if self is _CopyMode.IF_NEEDED:
            raise ValueError(f'{self} is neither True nor False.')
        return self is _CopyMode.ALWAYS


_CopyMode.__module__ = 'numpy'


typecodes = {'Character': 'c', 'Integer': 'bhilqnp', 'UnsignedInteger': 'BHILQNP', 'Float': 'efdg', 'Complex': 'FDG',
             'AllInteger': 'bBhHiIlLqQnNpP', 'AllFloat': 'efdgFDG', 'Datetime': 'Mm', 'All': '?bhilqnpBHILQNPefdgFDGSUVOMm'}
sctypes = {'int': [np.int8, np.int16, np.int32, np.int64, np.longlong],
           'uint': [np.uint8, np.uint16, np.uint32, np.uint64, np.ulonglong],
           'float': [np.float16, np.float32, np.float64, np.longdouble], 'complex': [np.complex64, np.complex128, np.clongdouble],
           'others': [np.bool] + [getattr(np, name) for name in ('object_', 'bytes_', 'str_', 'void') if hasattr(np, name)]}
_names = {'b1': np.bool}
for _kind in np.bool, *sctypes['int'], *sctypes['uint'], *sctypes['float'], *sctypes['complex']:
    for _name in _kind.__name__, np.dtype(_kind).char, np.dtype(_kind).str[1:]:
        _names[_name] = _kind
for _name in ('byte', 'ubyte', 'short', 'ushort', 'intc', 'uintc', 'long', 'ulong', 'longlong', 'ulonglong', 'intp', 'uintp',
              'half', 'single', 'double', 'longdouble', 'csingle', 'cdouble', 'clongdouble', 'object_', 'bytes_', 'str_', 'void',
              'datetime64', 'timedelta64', 'int_', 'uint', 'bool_'):
    if hasattr(np, _name):
        _names[_name.rstrip('_')] = _names[_name] = getattr(np, _name)
_names.update({'float': np.float64, 'complex': np.complex128, 'int': np.int64, 'bool': np.bool})
sctypeDict = _names
ScalarType = (int, float, complex, bool, bytes, str, memoryview) + tuple(dict.fromkeys(
    one for group in sctypes.values() for one in group))
_typelessdata = [np.dtype(one) for one in (np.int_, np.float64, np.complex128, np.bool)]


def obj2sctype(rep, default=None):
    """The class of scalars of a type however given."""
    if isinstance(rep, type) and issubclass(rep, np.generic):
        return rep
    try:
        return (rep.dtype if isinstance(rep, np.ndarray) else np.dtype(rep)).type
    except Exception:
        return default


def issctype(rep):
    """Whether something stands for a class of scalars."""
    kind = obj2sctype(rep) if isinstance(rep, (type, np.dtype)) else None
    return kind is not None and kind is not getattr(np, 'object_', None)


def sctype2char(sctype):
    """The character of a type."""
    kind = obj2sctype(sctype)
    if kind is None:
        raise ValueError('unrecognized type')
    if isinstance(kind, type) and issubclass(kind, np.generic) and kind in (np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger,
                                                                            np.inexact, np.floating, np.complexfloating, np.flexible, np.character):
        raise KeyError(kind)
    return np.dtype(kind).char


def maximum_sctype(t):
    """The widest class of a class's kind."""
    kind = obj2sctype(t)
    if kind is None:
        return t
    group = {'i': 'int', 'u': 'uint', 'f': 'float', 'c': 'complex'}.get(np.dtype(kind).kind)
    return sctypes[group][-1] if group else kind


def fill_umath(names):
    """All ufuncs, as members, each under its own name; and three under another."""
    for name in dir(np):
        value = getattr(np, name, None) if not name.startswith('_') else None
        if isinstance(value, np.ufunc) and (value.__name__ == name or name in ('true_divide', 'conj', 'mod')):
            names[name] = value


def _own_handler(value):
    """The __array_ufunc__ of a class that is not ndarray's, as (handler,); () for none."""
    for base in type(value).__mro__:
        if '__array_ufunc__' in base.__dict__:
            return () if base is np.ndarray else (base.__dict__['__array_ufunc__'],)
    return ()


def override_ufunc(ufunc, method, inputs, outs, kwargs):
    """Lets operands that handle ufuncs themselves do so: from left to right, derived classes before those that they come from."""
    operands = []
    for one in (*inputs, *outs, *((kwargs['where'],) if 'where' in kwargs else ())):
        if not _own_handler(one) or any(type(one) is type(other) for other in operands):
            continue
        place = next((index for index, other in enumerate(operands) if issubclass(type(one), type(other))), len(operands))
        operands.insert(place, one)
    for one in operands:
        if _own_handler(one)[0] is None:
            raise TypeError(f"operand '{type(one).__name__}' does not support ufuncs (__array_ufunc__=None)")
    if any(one is not None for one in outs):
        kwargs['out'] = tuple(outs)
    if 'sig' in kwargs:
        kwargs['signature'] = kwargs.pop('sig')
    for one in operands:
        result = type(one).__array_ufunc__(one, ufunc, method, *inputs, **kwargs)
        if result is not NotImplemented:
            return result
    said = ', '.join([repr(one) for one in inputs] + [f'{name}={value!r}' for name, value in kwargs.items()])
    kinds = ', '.join(repr(type(one).__name__) for one in (*inputs, *outs))
    raise TypeError(f'operand type(s) all returned NotImplemented from __array_ufunc__({ufunc!r}, {method!r}, {said}): {kinds}')


def inside_errstate(function, keywords):
    """A function that runs inside np.errstate(**keywords)."""
    @functools.wraps(function)
    def guarded(*args, **kwargs):
        with np.errstate(**keywords):
            return function(*args, **kwargs)
    return guarded


def ufunc_signature(ufunc):
    """How a ufunc is called, for inspect."""
    import inspect
    kinds = inspect.Parameter
    names = ['x'] if ufunc.nin == 1 else [f'x{number + 1}' for number in range(ufunc.nin)]
    found = [kinds(name, kinds.POSITIONAL_ONLY) for name in names]
    found.append(kinds('out', kinds.POSITIONAL_OR_KEYWORD, default=None if ufunc.nout == 1 else (None,) * ufunc.nout))
    for name, default in ({'where': True, 'casting': 'same_kind', 'order': 'K', 'dtype': None, 'subok': True, 'signature': None}).items():
        found.append(kinds(name, kinds.KEYWORD_ONLY, default=default))
    return inspect.Signature(found)


# ---- Exceptions ----

# The class of what a ufunc raises that has no loop for its operands' types; one class stands for all such errors here.
try:
    np.add(np.array(['a']), 1)
except TypeError as _error:
    UFuncTypeError = _UFuncNoLoopError = _UFuncBinaryResolutionError = _UFuncInputCastingError = _UFuncOutputCastingError = type(_error)


class _ArrayMemoryError(MemoryError):
    """No memory for an array of a shape and a type."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype

    @property
    def _total_size(self):
        size = self.dtype.itemsize
        for length in self.shape:
            size *= length
        return size

    @staticmethod
    def _size_to_string(num_bytes):
        """A number of bytes in the unit that fits."""
        number, unit = float(num_bytes), 0
        while unit < 6 and round(number, 3 if number < 10 else 2 if number < 100 else 1 if number < 1000 else 0) >= 1024:
            number, unit = number / 1024, unit + 1
        if unit == 0:
            return f'{int(num_bytes)} bytes'
        return ('%d.' % number if number >= 999.5 else '%#.3g' % number).rstrip('.') + ' ' + ' KMGTPE'[unit] + 'iB'

    def __str__(self):
        return (f'Unable to allocate {self._size_to_string(self._total_size)} for an array with shape {self.shape} and data '
                f'type {self.dtype}')


_ArrayMemoryError.__name__ = 'MemoryError'


# ---- Axes ----

def normalize_axis_index(axis, ndim, msg_prefix=None):
    """An axis counted from the front; an AxisError if there is none."""
    axis = operator.index(axis)
    if not -ndim <= axis < ndim:
        raise AxisError(f'{msg_prefix + ": " if msg_prefix else ""}axis {axis} is out of bounds for array of dimension {ndim}')
    return axis + ndim if axis < 0 else axis


def normalize_axis_tuple(axis, ndim, argname=None, allow_duplicate=False):
    """Axes counted from the front, as a tuple; each may come once only."""
    several = axis
    if not isinstance(axis, (list, tuple)):
        try:
            several = (operator.index(axis),)
        except TypeError:
            pass  # it may be any iterable
    from_front = tuple(normalize_axis_index(each, ndim, argname) for each in several)
    if allow_duplicate or len(from_front) == len(set(from_front)):
        return from_front
    raise ValueError('repeated axis' + (f' in `{argname}` argument' if argname else ''))


# ---- Parts of functions ----

def _lerp(a, b, t, out=None):
    """Between a and b, t of the way; exact at both ends and monotonic."""
    low, high, share = (np.asanyarray(one) for one in (a, b, t))
    rise = high - low
    value = np.asanyarray(np.add(low, share * rise, out=out))
    # From the nearer end, so that t = 1 gives b.
    np.subtract(high, rise * (1 - share), where=share >= 0.5, out=value, dtype=value.dtype, casting='unsafe')
    return value[()] if out is None and not value.ndim else value


def _parse_gufunc_signature(signature):
    """The names of core dimensions of '(m,n),(n)->(m)': lists for inputs and outputs."""
    import re
    text = ''.join(signature.split())
    operand = r'\((\w+(,\w+)*)?\)'
    if not re.fullmatch(r'({0}(,{0})*)?->{0}(,{0})*'.format(operand), text):
        raise ValueError(f'not a valid gufunc signature: {text}')
    inputs, _, outputs = text.partition('->')
    return tuple([tuple(re.findall(r'\w+', names)) for names in re.findall(r'\(([^)]*)\)', half)] for half in (inputs, outputs))


def _multi_dot_matrix_chain_order(arrays, return_costs=False):
    """Where to split a chain of matrix products so that it costs least; optionally the costs, too."""
    # The textbook's dynamic programming over chains of rising length (Cormen, Leiserson, Rivest, Stein: Introduction to Algorithms).
    n = len(arrays)
    edges = [array.shape[0] for array in arrays]
    edges.append(arrays[-1].shape[-1])
    best, cut = np.zeros((n, n)), np.empty((n, n), np.intp)
    for i, j in ((i, i + span) for span in range(1, n) for i in range(n - span)):
        prices = [best[i, k] + best[k + 1, j] + edges[i] * edges[k + 1] * edges[j + 1] for k in range(i, j)]
        best[i, j] = min(prices)
        cut[i, j] = i + prices.index(best[i, j])
    return (cut, best) if return_costs else cut


def add_newdoc(place, obj, doc, warn_on_python=True):
    """Documentation from outside; what is here has its own."""


def _get_ndarray_c_version():
    return 0x02000000


def _block_dispatcher(arrays):
    if isinstance(arrays, list):
        for one in arrays:
            yield from _block_dispatcher(one)
    else:
        yield arrays


def _glibc_older_than(version):
    return False


def asbytes(text):
    """Text as bytes."""
    return text if isinstance(text, bytes) else str(text).encode('latin1')


def asunicode(text):
    """Bytes as text."""
    return text.decode('latin1') if isinstance(text, bytes) else str(text)


# ---- block in steps ----

def _block_setup(arrays):
    """What block needs to know: the arrays, the depth of lists, the dimensions and the size of the result."""
    result = np.block(arrays)
    depth, part = 0, arrays
    while isinstance(part, list):
        depth, part = depth + 1, part[0]
    return arrays, depth, result.ndim, result.size


def _block_concatenate(arrays, list_ndim, result_ndim):
    return np.block(arrays)


_block_slicing = _block_concatenate


def add_docstring(obj, doc):
    """Documentation from outside; what is here has its own."""


_add_newdoc_ufunc = add_docstring
__config__ = type(enum)('numpy.__config__')


def show_config(mode='stdout'):
    """What arrays are computed with."""
    facts = {'Build Dependencies': {'blas': {'name': 'openblas', 'found': True}, 'lapack': {'name': 'openblas', 'found': True}}}
    if mode == 'dicts':
        return facts
    if mode != 'stdout':
        raise AttributeError(f'Invalid `mode`, use one of: stdout, dicts')
    print(facts)


__config__.show = show_config


def __getattr__(name):
    """The functions of numpy.rec, which is imported when one of them is asked for."""
    if name in ('fromarrays', 'fromrecords', 'find_duplicate', 'format_parser'):
        from numpy import rec
        return getattr(rec, name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


_loadtxt_chunksize = 50000  # how many lines are read at a time elsewhere: here it does nothing


def _broadcast_shape(*args):
    """The shape that arrays broadcast to."""
    return np.broadcast_shapes(*(np.shape(one) for one in args))


class ConverterError(Exception):
    """A cell could not be converted."""


class ConverterLockError(ConverterError):
    """A converter was asked for another type after it was locked."""


ConverterError.__module__ = ConverterLockError.__module__ = 'numpy.lib._iotools'


class ConversionWarning(UserWarning):
    """Rows of a table were left out."""


ConversionWarning.__module__ = 'numpy.lib._iotools'
