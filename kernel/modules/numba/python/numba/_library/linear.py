"""Linear algebra, by the host's BLAS and LAPACK."""
import numpy as np

from numba._library import implements
from numba._library.core import call, common, real


@implements(np.dot, 'numpy.dot', 'array.dot')
def dot(a, b):
    if a.ndim == 1 and b.ndim == 1:
        if a.size != b.size:
            raise ValueError('incompatible array sizes for np.dot(a, b) (vector * vector)')
        one = np.empty(1, common(a, b))
        call('dot', (a, b), (one,))
        return one[0]
    if a.ndim == 2 and b.ndim == 1:
        if a.shape[1] != b.size:
            raise ValueError('incompatible array sizes for np.dot(a, b) (matrix * vector)')
        vector = np.empty(a.shape[0], common(a, b))
        call('dot', (a, b), (vector,))
        return vector
    if a.ndim == 1 and b.ndim == 2:
        if a.size != b.shape[0]:
            raise ValueError('incompatible array sizes for np.dot(a, b) (vector * matrix)')
        line = np.empty(b.shape[1], common(a, b))
        call('dot', (a, b), (line,))
        return line
    if a.shape[1] != b.shape[0]:
        raise ValueError('incompatible array sizes for np.dot(a, b) (matrix * matrix)')
    matrix = np.empty((a.shape[0], b.shape[1]), common(a, b))
    call('dot', (a, b), (matrix,))
    return matrix


@implements(np.vdot)
def vdot(a, b):
    one = np.empty(1, common(a, b))
    call('vdot', (a, b), (one,))
    return one[0]


@implements(np.outer)
def outer(a, b):
    result = np.empty((a.size, b.size), common(a, b))
    call('outer', (a, b), (result,))
    return result


@implements(np.linalg.inv)
def inverse(a):
    result = np.empty(a.shape, a.dtype).T
    call('linalg.inv', (a,), (result,))
    return result


@implements(np.linalg.solve)
def solve(a, b):
    result = np.empty(b.T.shape, common(a, b)).T
    call('linalg.solve', (a, b), (result,))
    return result


@implements(np.linalg.det)
def det(a):
    one = np.empty(1, a.dtype)
    call('linalg.det', (a,), (one,))
    return one[0]


@implements(np.linalg.norm)
def norm(x, ord=None):
    one = np.empty(1, real(x))
    call('linalg.norm', (x, ord, None, False), (one,))
    return one[0]


@implements(np.linalg.cholesky)
def cholesky(a):
    result = np.empty(a.shape, a.dtype)
    call('linalg.cholesky', (a, False), (result,))
    return result


@implements(np.linalg.eigh)
def eigh(a):
    values, vectors = np.empty(a.shape[0], real(a)), np.empty(a.shape, a.dtype)
    call('linalg.eigh', (a, 'L'), (values, vectors))
    return values, vectors


@implements(np.linalg.eigvalsh)
def eigvalsh(a):
    values = np.empty(a.shape[0], real(a))
    call('linalg.eigvalsh', (a, 'L'), (values,))
    return values


@implements(np.linalg.qr)
def qr(a):
    least = min(a.shape[0], a.shape[1])
    q, r = np.empty((a.shape[0], least), a.dtype), np.empty((least, a.shape[1]), a.dtype)
    call('linalg.qr', (a, 'reduced'), (q, r))
    return q, r


@implements(np.linalg.matrix_power)
def matrix_power(a, n):
    result = np.empty(a.shape, a.dtype)
    call('linalg.matrix_power', (a, n), (result,))
    return result


@implements(np.linalg.pinv)
def pinv(a):
    result = np.empty(a.shape, a.dtype).T
    call('linalg.pinv', (a, 1e-15, False), (result,))
    return result
