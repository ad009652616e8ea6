"""cupy.linalg beyond the blocks that it shares with numpy."""

import cupy
import numpy
from cupy._on_device import on_device

__all__ = ['LinAlgError', 'cross', 'diagonal', 'eig', 'eigvals', 'matmul', 'matrix_norm', 'matrix_transpose', 'multi_dot', 'outer', 'svdvals', 'tensordot',
           'tensorinv', 'tensorsolve', 'trace', 'vecdot', 'vector_norm']

LinAlgError = numpy.linalg.LinAlgError
tensorinv, tensorsolve = on_device(numpy.linalg.tensorinv), on_device(numpy.linalg.tensorsolve)
matmul = cupy.matmul


def eig(a):
    """The eigenvalues and the eigenvectors of square matrices, computed on the host.

    >>> linalg.eig(cupy.diag(cupy.array([1.0, 2.0])))[0]
    array([1.+0.j, 2.+0.j])
    """
    values, vectors = numpy.linalg.eig(a.get())
    return _complex(values), _complex(vectors)


def _complex(array):
    return cupy.asarray(array, numpy.result_type(array.dtype, numpy.complex64))


def eigvals(a):
    """The eigenvalues of square matrices, as complex numbers, computed on the host.

    >>> linalg.eigvals(cupy.diag(cupy.array([1.0, 2.0])))
    array([1.+0.j, 2.+0.j])
    """
    return _complex(numpy.linalg.eigvals(a.get()))


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


def svdvals(x, /):
    """The singular values of matrices.

    >>> linalg.svdvals(cupy.diag(cupy.array([3.0, 4.0])))
    array([4., 3.])
    """
    return cupy.linalg.svd(cupy.asarray(x), compute_uv=False)


def diagonal(x, /, *, offset=0):
    """The diagonals of matrices, which the last two axes hold.

    >>> linalg.diagonal(cupy.arange(4).reshape(2, 2))
    array([0, 3])
    """
    return cupy.diagonal(cupy.asarray(x), offset, axis1=-2, axis2=-1)


def trace(x, /, *, offset=0, dtype=None):
    """The sums of the diagonals of matrices, which the last two axes hold.

    >>> linalg.trace(cupy.arange(8).reshape(2, 2, 2))
    array([ 3, 11])
    """
    return cupy.trace(cupy.asarray(x), offset, axis1=-2, axis2=-1, dtype=dtype)


def outer(x1, x2, /):
    """The products of every element of one vector with every one of another.

    >>> linalg.outer(cupy.arange(2), cupy.arange(3))
    array([[0, 0, 0],
           [0, 1, 2]])
    """
    x1, x2 = cupy.asarray(x1), cupy.asarray(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError('Input arrays must be one-dimensional, but they are x1.ndim=%d and x2.ndim=%d.' % (x1.ndim, x2.ndim))
    return cupy.outer(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    """The sums of products over some axes.

    >>> linalg.tensordot(cupy.ones((2, 3)), cupy.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])
    """
    return cupy.tensordot(cupy.asarray(x1), cupy.asarray(x2), axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
    """The products of vectors that lie along an axis; those of the first array are conjugated.

    >>> linalg.vecdot(cupy.ones((2, 3)), cupy.arange(3.0))
    array([3., 3.])
    """
    x1, x2 = cupy.moveaxis(cupy.asarray(x1), axis, -1), cupy.moveaxis(cupy.asarray(x2), axis, -1)
    if x1.shape[-1] != x2.shape[-1]:
        raise ValueError('vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n),(n)->() (size %d is different from %d)'
                         % (x2.shape[-1], x1.shape[-1]))
    return cupy.matmul(cupy.conj(x1)[..., None, :], x2[..., :, None])[..., 0, 0]


def multi_dot(arrays, *, out=None):
    """The product of several matrices, in the order of the least work; the first and the last may be vectors.

    >>> linalg.multi_dot([cupy.ones((2, 3)), cupy.ones((3, 4)), cupy.ones(4)])
    array([12., 12.])
    """
    if len(arrays) < 2:
        raise ValueError('Expecting at least two arrays.')
    matrices = [cupy.asarray(one) for one in arrays]
    first, last = matrices[0].ndim == 1, matrices[-1].ndim == 1
    if first:
        matrices[0] = matrices[0][None, :]
    if last:
        matrices[-1] = matrices[-1][:, None]
    for matrix in matrices:
        if matrix.ndim != 2:
            raise LinAlgError('%d-dimensional array given. Array must be two-dimensional' % matrix.ndim)
    sizes = [matrix.shape[0] for matrix in matrices] + [matrices[-1].shape[1]]
    count = len(matrices)
    least, cuts = [[0] * count for _ in range(count)], [[0] * count for _ in range(count)]
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            least[i][j], cuts[i][j] = min((least[i][k] + least[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j))

    def product(i, j):
        return matrices[i] if i == j else product(i, cuts[i][j]) @ product(cuts[i][j] + 1, j)
    made = product(0, count - 1)
    if first and last:
        made = made[0, 0]
    elif first or last:
        made = made.ravel()
    if out is None:
        return made
    out[...] = made
    return out


def matrix_norm(x, /, *, keepdims=False, ord='fro'):
    """The norms of matrices, which the last two axes hold.

    >>> linalg.matrix_norm(cupy.array([[3.0, 4.0]]))
    array(5.)
    """
    return cupy.linalg.norm(cupy.asarray(x), ord=ord, axis=(-2, -1), keepdims=keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norms of vectors along an axis, or along several (None: of all elements).

    >>> linalg.vector_norm(cupy.array([[3.0], [4.0]]), axis=0)
    array([5.])
    """
    x = cupy.asarray(x)
    if axis is None:
        norm = cupy.linalg.norm(x.ravel(), ord=ord)
        return norm.reshape((1,) * x.ndim) if keepdims else norm
    if isinstance(axis, tuple):
        axis = tuple(one % x.ndim for one in axis)
        rest = tuple(one for one in range(x.ndim) if one not in axis)
        norm = cupy.linalg.norm(x.transpose(axis + rest).reshape((-1,) + tuple(x.shape[one] for one in rest)), ord=ord, axis=0)
        return norm.reshape(tuple(1 if one in axis else x.shape[one] for one in range(x.ndim))) if keepdims else norm
    return cupy.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims)
