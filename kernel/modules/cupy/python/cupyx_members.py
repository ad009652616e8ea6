"""Members of cupyx that are written in Python: what is scattered into arrays, arrays of the host in memory that transfers take directly."""
import math
import threading

import cupy
import numpy
from cupy._methods import scatter

__all__ = ['scatter_add', 'scatter_max', 'scatter_min', 'rsqrt', 'errstate', 'seterr', 'geterr',
           'empty_pinned', 'zeros_pinned', 'empty_like_pinned', 'zeros_like_pinned']


def scatter_add(a, slices, value):
    """Add the value to the chosen elements, as often as they are chosen: cupy.add.at.

    >>> import cupy
    >>> import cupyx
    >>> a = cupy.zeros(3)
    >>> cupyx.scatter_add(a, cupy.array([1, 0, 1]), cupy.array([1.0, 2.0, 3.0]))
    >>> a
    array([2., 4., 0.])
    """
    scatter(a, slices, value, 'add')


def scatter_max(a, slices, value):
    """Keep the greater of the chosen elements and the value."""
    scatter(a, slices, value, 'maximum')


def scatter_min(a, slices, value):
    """Keep the lesser of the chosen elements and the value."""
    scatter(a, slices, value, 'minimum')


def rsqrt(x, out=None):
    """One over the square root.

    >>> import cupy
    >>> import cupyx
    >>> cupyx.rsqrt(cupy.array([4.0, 16.0]))
    array([0.5 , 0.25])
    """
    root = cupy.sqrt(x, out=out)
    return cupy.reciprocal(root, out=out)


_settings = threading.local()


def geterr():
    """How errors of devices are handled in this thread: only linalg's may be set.

    >>> import cupyx
    >>> cupyx.geterr()['linalg']
    'ignore'
    """
    return dict(divide=None, over=None, under=None, invalid=None, linalg=getattr(_settings, 'linalg', 'ignore'))


def seterr(*, divide=None, over=None, under=None, invalid=None, linalg=None):
    """Set how errors are handled: linalg='ignore' (what a solver could not do has numbers that mean nothing) or 'raise'
    (LinAlgError); the state before.

    >>> import cupyx
    >>> cupyx.seterr(linalg='ignore')['linalg']
    'ignore'
    """
    before = geterr()
    if any(value is not None for value in (divide, over, under, invalid)) or linalg not in (None, 'ignore', 'raise'):
        raise NotImplementedError()
    if linalg is not None:
        _settings.linalg = linalg
        cupy._tell_solvers(linalg == 'raise')
    return before


class errstate:
    """A block in which errors are handled as seterr() would say."""

    def __init__(self, *, divide=None, over=None, under=None, invalid=None, linalg=None):
        self._wanted = dict(divide=divide, over=over, under=under, invalid=invalid, linalg=linalg)

    def __enter__(self):
        self._before = seterr(**self._wanted)

    def __exit__(self, *error):
        seterr(**self._before)


def empty_pinned(shape, dtype=float, order='C'):
    """A numpy array of pinned memory, not initialised.

    >>> empty_pinned((2, 3), 'float32').nbytes
    24
    """
    dtype = numpy.dtype(dtype)
    extents = tuple(shape) if hasattr(shape, '__iter__') else (shape,)
    count = math.prod(extents)
    memory = cupy.cuda.alloc_pinned_memory(max(count * dtype.itemsize, 1))
    return numpy.frombuffer(memory, dtype, count).reshape(extents, order=order or 'C')


def zeros_pinned(shape, dtype=float, order='C'):
    """A numpy array of pinned memory, filled with zeros."""
    made = empty_pinned(shape, dtype, order)
    made[...] = 0
    return made


def empty_like_pinned(a, dtype=None, order='K', subok=None, shape=None):
    """A numpy array of pinned memory with the shape and the type of another one, not initialised."""
    if subok is not None:
        raise TypeError('subok is not supported yet')
    fortran = order == 'F' or (order in ('A', 'K') and a.flags.f_contiguous and not a.flags.c_contiguous)
    return empty_pinned(a.shape if shape is None else shape, a.dtype if dtype is None else dtype, 'F' if fortran else 'C')


def zeros_like_pinned(a, dtype=None, order='K', subok=None, shape=None):
    """A numpy array of pinned memory with the shape and the type of another one, filled with zeros."""
    made = empty_like_pinned(a, dtype, order, subok, shape)
    made[...] = 0
    return made
