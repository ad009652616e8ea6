"""Functions of cupy over the user's functions, polynomials and the like: what numpy has for the host, and what CuPy kept of NumPy 1."""

import functools

import cupy
import numpy
from cupy._on_device import class_on_device, on_device, to_device, to_host

_PLAIN = ['asarray_chkfinite', 'cumulative_prod', 'cumulative_sum', 'histogramdd', 'poly', 'roots', 'sort_complex', 'trim_zeros', 'unique_all',
          'unique_counts', 'unique_inverse', 'unique_values']

__all__ = _PLAIN + ['AxisError', 'ComplexWarning', 'Inf', 'Infinity', 'NAN', 'NINF', 'NZERO', 'NaN', 'PINF', 'PZERO', 'alltrue', 'apply_along_axis',
                    'apply_over_axes', 'asfarray', 'broadcast', 'concat', 'cumproduct', 'infty', 'isfortran', 'issubclass_', 'matrix_transpose',
                    'memoize', 'clear_memo', 'msort', 'permute_dims', 'piecewise', 'poly1d', 'product', 'require', 'round_', 'row_stack', 'sometrue',
                    'trapz', 'vectorize', 'typename', 'float_', 'complex_', 'cfloat', 'singlecomplex', 'ModuleDeprecationWarning',
                    'VisibleDeprecationWarning', 'RankWarning', 'TooHardError', 'find_common_type', 'set_string_function', 'get_array_wrap',
                    'disp', 'safe_eval', 'byte_bounds']

PINF = Inf = Infinity = infty = numpy.inf
NINF = -numpy.inf
NAN = NaN = numpy.nan
PZERO, NZERO = 0.0, -0.0
AxisError, ComplexWarning = numpy.exceptions.AxisError, numpy.exceptions.ComplexWarning
typename = numpy.typename
float_, complex_, cfloat, singlecomplex = numpy.float64, numpy.complex128, numpy.complex128, numpy.complex64
ModuleDeprecationWarning, VisibleDeprecationWarning = numpy.exceptions.ModuleDeprecationWarning, numpy.exceptions.VisibleDeprecationWarning
RankWarning, TooHardError = numpy.exceptions.RankWarning, numpy.exceptions.TooHardError


def _removed(name, instead):
    def function(*args, **kwds):
        raise RuntimeError('This function has been removed in NumPy v2.\nUse %s instead.\n' % instead)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = 'Removed in NumPy 2: use %s.' % instead
    return function


find_common_type = _removed('find_common_type', '`promote_types` or `result_type`')
set_string_function = _removed('set_string_function', '`np.set_printoptions`')
get_array_wrap = _removed('get_array_wrap', '<no replacement>')
disp = _removed('disp', 'your own print function')
safe_eval = _removed('safe_eval', '`ast.literal_eval`')


def byte_bounds(a):
    """The addresses of an array's first byte and behind its last.

    >>> low, high = byte_bounds(arange(4.0)[::-1]); high - low
    32
    """
    steps = [(extent - 1) * step for extent, step in zip(a.shape, a.strides)]
    first = a.data.ptr
    return first + sum(step for step in steps if step < 0), first + sum(step for step in steps if step > 0) + a.itemsize


for _name in _PLAIN:
    globals()[_name] = on_device(getattr(numpy, _name))

concat, round_, trapz, alltrue, sometrue = cupy.concatenate, cupy.round, cupy.trapezoid, cupy.all, cupy.any
product, cumproduct, permute_dims, row_stack = cupy.prod, cupy.cumprod, cupy.transpose, cupy.vstack


def matrix_transpose(x, /):
    """The last two axes of each matrix exchanged.

    >>> matrix_transpose(arange(4).reshape(2, 2))
    array([[0, 2],
           [1, 3]])
    """
    return cupy.asarray(x).mT


def msort(a):
    """A copy sorted along the first axis.

    >>> msort(array([3, 1, 2]))
    array([1, 2, 3])
    """
    return cupy.sort(a, axis=0)


def asfarray(a, dtype=numpy.float64):
    """The array with a type of numbers with fractions.

    >>> asfarray([1, 2])
    array([1., 2.])
    """
    return cupy.asarray(a, dtype if cupy.issubdtype(cupy.dtype(dtype), cupy.inexact) else numpy.float64)


def isfortran(a):
    """Whether the array lies in Fortran's order and not in C's.

    >>> isfortran(ones((2, 3)).T)
    True
    """
    return a.flags.fnc


def issubclass_(arg1, arg2):
    """As issubclass, False for what is no class."""
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def require(a, dtype=None, requirements=None):
    """The array with a type and a layout: requirements of 'C', 'F', 'O' (memory of its own).

    >>> require(arange(4).reshape(2, 2), requirements='F').flags.f_contiguous
    True
    """
    if not requirements:
        return cupy.asanyarray(a, dtype=dtype)
    names = {'C': 'C', 'C_CONTIGUOUS': 'C', 'CONTIGUOUS': 'C', 'F': 'F', 'F_CONTIGUOUS': 'F', 'FORTRAN': 'F', 'O': 'O', 'OWNDATA': 'O'}
    wanted = set()
    for one in requirements:
        if one.upper() not in names:
            raise ValueError(f'Incorrect flag "{one}" in requirements')
        wanted.add(names[one.upper()])
    if wanted >= {'C', 'F'}:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = 'C' if 'C' in wanted else 'F' if 'F' in wanted else None
    array = cupy.array(a, dtype=dtype, order=order or 'K', copy=None)
    return array.copy(order or 'K') if 'O' in wanted and not array.flags.owndata else array


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """The function of every row along an axis; it is given arrays of the device.

    >>> apply_along_axis(sum, 0, arange(6).reshape(2, 3))
    array([3, 5, 7])
    """
    arr = cupy.asarray(arr)
    if arr.ndim == 0:
        raise ValueError('Cannot apply_along_axis on 0-dimensional arrays')
    axis = numpy.lib.array_utils.normalize_axis_index(axis, arr.ndim)
    rows = cupy.moveaxis(arr, axis, -1)
    if not rows.shape or 0 in rows.shape[:-1]:
        raise ValueError('Cannot apply_along_axis when any iteration dimensions are 0')
    results = [cupy.asarray(func1d(rows[place], *args, **kwargs)) for place in numpy.ndindex(rows.shape[:-1])]
    inner = results[0].ndim
    made = cupy.stack(results).reshape(rows.shape[:-1] + results[0].shape)
    outer = made.ndim - inner
    order = list(range(axis)) + list(range(outer, made.ndim)) + list(range(axis, outer))
    return made.transpose(order)


def apply_over_axes(func, a, axes):
    """func(a, axis) for one axis after another; axes that it takes away are put back with the length 1.

    >>> apply_over_axes(sum, ones((2, 3, 4)), [0, 2])
    array([[[8.],
            [8.],
            [8.]]])
    """
    value = cupy.asarray(a)
    count = value.ndim
    for axis in (axes,) if isinstance(axes, int) else axes:
        result = func(value, axis + count if axis < 0 else axis)
        if result.ndim != value.ndim:
            result = cupy.expand_dims(result, axis)
            if result.ndim != value.ndim:
                raise ValueError('function is not returning an array of the correct shape')
        value = result
    return value


def piecewise(x, condlist, funclist, *args, **kw):
    """Values, or what functions give, where conditions hold, of the last where several do; one more is for the rest.

    >>> piecewise(arange(4), [arange(4) < 2], [10, 20])
    array([10, 10, 20, 20])
    """
    x = cupy.asarray(x)
    if cupy.isscalar(condlist) or (not isinstance(condlist[0], (list, cupy.ndarray)) and x.ndim != 0):
        condlist = [condlist]
    conditions = [cupy.asarray(one, bool) for one in condlist]
    funclist = list(funclist)
    if len(funclist) == len(conditions) + 1:
        rest = cupy.ones(x.shape, bool)
        for condition in conditions:
            rest &= ~condition
        conditions.append(rest)
    elif len(funclist) != len(conditions):
        raise ValueError(f'with {len(conditions)} condition(s), either {len(conditions)} or {len(conditions) + 1} functions are expected')
    out = cupy.zeros_like(x)
    for condition, value in zip(conditions, funclist):
        if not callable(value):
            cupy.copyto(out, cupy.asarray(value, x.dtype), where=condition)
        elif condition.any():
            chosen = cupy.broadcast_to(condition, x.shape)
            out[chosen] = value(x[chosen], *args, **kw)
    return out


class broadcast:
    """Arrays that are stretched to one shape: broadcast(*arrays) has shape, size, nd and values.

    >>> broadcast(ones((2, 1)), ones(3)).shape
    (2, 3)
    """

    __module__ = 'cupy'

    def __init__(self, *arrays):
        self.values = tuple(cupy.broadcast_arrays(*arrays))
        self.shape = next((one.shape for one in self.values if isinstance(one, cupy.ndarray)), ())
        self.nd = len(self.shape)
        self.size = int(numpy.prod(self.shape, dtype=int))

    ndim = property(lambda self: self.nd, doc='How many axes there are.')


class vectorize:
    """A function of numbers made one of arrays: it is called for each element, on the host.

    >>> vectorize(lambda a, b: a + b if a > b else b)(array([1, 5]), 3)
    array([3, 8])
    """

    __module__ = 'cupy'

    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self.pyfunc, self.otypes, self.excluded, self.cache, self.signature = pyfunc, otypes, excluded, cache, signature
        self.__doc__ = doc or pyfunc.__doc__
        for name, value in (('doc', doc), ('excluded', excluded), ('signature', signature)):
            if value is not None and name != 'doc':
                raise NotImplementedError(f"cupy.vectorize does not support `{name}` option currently.")
        self._on_host = numpy.vectorize(pyfunc, otypes)

    def __call__(self, *args):
        arrays = [cupy.asarray(one) for one in args]
        return to_device(self._on_host(*to_host(arrays)))


def _poly1d():
    made = class_on_device(numpy.poly1d, 'cupy')

    def operator(name):
        def call(self, *others):
            return to_device(getattr(self._on_host, name)(*to_host(list(others))))
        return call
    def get(self, stream=None, out=None):
        """The polynomial on the host: numpy's."""
        return self._on_host
    for name in ('add', 'radd', 'sub', 'rsub', 'mul', 'rmul', 'truediv', 'pow', 'neg', 'getitem', 'eq', 'ne'):
        setattr(made, f'__{name}__', operator(f'__{name}__'))
    made.__setitem__ = lambda self, place, value: self._on_host.__setitem__(place, to_host(value))
    made.__len__ = lambda self: len(self._on_host)
    made.__iter__ = lambda self: iter(to_device(self._on_host.coeffs))
    made.__str__ = lambda self: str(self._on_host)
    made.__repr__ = lambda self: repr(self._on_host)
    made.get = get
    made.__hash__ = None
    return made


poly1d = _poly1d()


# ---- what functions once gave ----

_memos = []


def memoize(for_each_device=False):
    """Decorator: keep what the function gave for its arguments, for each device by itself if asked.

    >>> @memoize()
    ... def square(n):
    ...     print('once')
    ...     return n * n
    >>> square(3), square(3)
    once
    (9, 9)
    """
    def decorate(function):
        known = {}
        _memos.append(known)

        @functools.wraps(function)
        def call(*args, **kwargs):
            key = (cupy.cuda.runtime.getDevice() if for_each_device else -1, args, frozenset(kwargs.items()))
            if key not in known:
                known[key] = function(*args, **kwargs)
            return known[key]
        return call
    return decorate


def clear_memo():
    """Forget what memoized functions gave."""
    for known in _memos:
        known.clear()
