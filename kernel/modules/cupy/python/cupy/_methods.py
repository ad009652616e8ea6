"""Methods of cupy.ndarray that are written in Python, and the functions of cupyx that do the same."""

import pickle
import warnings

import cupy
import numpy


def __reduce__(self):
    return cupy.array, (self.get(order='A'),)


def byteswap(self, inplace=False):
    size = self.dtype.itemsize // (2 if self.dtype.kind == 'c' else 1)
    if size == 1:
        return self if inplace else self.copy()
    swapped = cupy.ascontiguousarray(self).reshape(-1).view(cupy.uint8).reshape(-1, size)[:, ::-1].copy()
    swapped = swapped.reshape(-1).view(self.dtype).reshape(self.shape)
    if not inplace:
        return swapped
    self[...] = swapped
    return self


def _place_of(function):
    """The module of CuPy's beside the function's own of NumPy's; None where there is none."""
    first, _, rest = (getattr(function, '__module__', None) or 'numpy').partition('.')
    place = cupy if first == 'numpy' else None
    for part in rest.split('.') if rest else ():
        place = getattr(place, part, None)
    return place


def __array_function__(self, func, types, args, kwargs):
    mine = getattr(_place_of(func), func.__name__, func)
    known = (cupy.ndarray, numpy.ndarray, cupy.ufunc, numpy.ufunc)
    if mine is func or not all(issubclass(one, known) for one in types):
        return NotImplemented
    return mine(*args, **kwargs)


def __array_ufunc__(self, ufunc, method, inputs, kwargs):
    mine = getattr(cupy, ufunc.__name__, None)
    call = mine if method == '__call__' else getattr(mine, method, None)
    if call is None:
        return NotImplemented
    if 'out' in kwargs:
        if len(kwargs['out']) != 1:
            raise ValueError('The \'out\' parameter must have exactly one array value')
        kwargs['out'], = kwargs['out']
    return call(*inputs, **kwargs)


def __div__(self, other):
    return self / other


def __idiv__(self, other):
    self /= other
    return self


def __hex__(self):
    return hex(self.get())


def __oct__(self):
    return oct(self.get())


def dumps(self):
    return pickle.dumps(self, -1)


def dump(self, file):
    if hasattr(file, 'write'):
        pickle.dump(self, file, -1)
        return
    with open(file, 'wb') as opened:
        pickle.dump(self, opened, -1)


def ptp(self, axis=None, out=None, keepdims=False):
    return cupy.ptp(self, axis, out, keepdims)


_SCATTERS = {'add': (cupy.add, 'efdilILqQ', 'int32, int64, float16, float32, float64, uint32, uint64'),
             'maximum': (cupy.maximum, 'fdilILqQ', 'int32, int64, float32, float64, uint32, uint64'),
             'minimum': (cupy.minimum, 'fdilILqQ', 'int32, int64, float32, float64, uint32, uint64')}


def scatter(a, slices, value, name):
    """a[slices] and the value put together, as often as a place is chosen."""
    function, types, told = _SCATTERS[name]
    if not isinstance(a, cupy.ndarray):
        raise AttributeError(f'{type(a).__name__!r} object has no attribute \'_scatter_op\'')
    if a.dtype.char not in types:
        raise TypeError(f'cupy.{name}.at only supports {told} as data type')
    function.at(a, slices, value)


def _old(name, dot=''):
    warnings.warn(f'`ndarray.scatter_{name[:3]}` is deprecated{dot} Please use `cupy.{name}.at` instead.', DeprecationWarning, stacklevel=3)


def scatter_add(self, slices, value):
    _old('add', '.')
    scatter(self, slices, value, 'add')


def scatter_max(self, slices, value):
    _old('maximum')
    scatter(self, slices, value, 'maximum')


def scatter_min(self, slices, value):
    _old('minimum')
    scatter(self, slices, value, 'minimum')


def reduced_view(self, dtype=None):
    """A view of the least number of dimensions: neighbours that lie evenly in memory are one."""
    shape, strides = [], []
    if not self.size:
        return self.ravel()
    for extent, stride in zip(self.shape, self.strides):
        if extent == 1:
            continue
        if shape and strides[-1] == extent * stride:
            shape[-1] *= extent
            strides[-1] = stride
        else:
            shape.append(extent)
            strides.append(stride)
    return cupy.lib.stride_tricks.as_strided(self, tuple(shape), tuple(strides))
