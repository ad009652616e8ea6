"""Methods of cupy.ndarray that are written in Python, and the functions of cupyx that do the same."""

import pickle
import warnings

import cupy


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
