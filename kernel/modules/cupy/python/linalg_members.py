"""cupy.linalg beyond the blocks that it shares with numpy."""

import cupy
import numpy
from cupy._on_device import on_device

__all__ = ['LinAlgError', 'cross', 'eig', 'eigvals', 'matmul', 'matrix_transpose', 'tensorinv', 'tensorsolve']

LinAlgError = numpy.linalg.LinAlgError
eigvals, tensorinv, tensorsolve = on_device(numpy.linalg.eigvals), on_device(numpy.linalg.tensorinv), on_device(numpy.linalg.tensorsolve)
matmul = cupy.matmul


def eig(a):
    """The eigenvalues and the eigenvectors of square matrices, computed on the host.

    >>> linalg.eig(cupy.diag(cupy.array([1.0, 2.0])))[0]
    array([1., 2.])
    """
    values, vectors = numpy.linalg.eig(a.get())
    return cupy.asarray(values), cupy.asarray(vectors)


def cross(x1, x2, /, *, axis=-1):
    """The product of vectors of three numbers that is orthogonal to both."""
    x1, x2 = cupy.asarray(x1), cupy.asarray(x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError('Both input arrays must be (arrays of) 3-dimensional vectors, '
                         f'but they are {x1.shape[axis]} and {x2.shape[axis]} dimensional instead.')
    return cupy.cross(x1, x2, axis=axis)


def matrix_transpose(x, /):
    """The last two axes of each matrix exchanged."""
    return cupy.asarray(x).mT
