"""Members of cupyx that are written in Python: arrays of the host in memory that transfers take directly."""
import math

import cupy
import numpy

__all__ = ['empty_pinned', 'zeros_pinned', 'empty_like_pinned', 'zeros_like_pinned']


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
