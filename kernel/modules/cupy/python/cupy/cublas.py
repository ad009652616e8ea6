"""Products and sums of vectors and matrices by BLAS's names."""

import cupy
import numpy

_batched_gesv_limit = 256


def get_batched_gesv_limit():
    """The largest matrix that batched_gesv() takes without a warning.

    >>> get_batched_gesv_limit()
    256
    """
    return _batched_gesv_limit


def set_batched_gesv_limit(limit):
    """Set the largest matrix that batched_gesv() takes without a warning."""
    global _batched_gesv_limit
    _batched_gesv_limit = limit


def check_tf32_enabled():
    """Whether products of float32 are computed in TF32."""
    import os
    return os.environ.get('CUPY_TF32', '0') not in ('', '0')


def batched_gesv(a, b):
    """Solve several systems of linear equations: a is (..., n, n), b (..., n) or (..., n, k).

    >>> batched_gesv(cupy.eye(2)[None] * 2, cupy.ones((1, 2)))
    array([[0.5, 0.5]])
    """
    if not ((a.ndim == b.ndim or a.ndim == b.ndim + 1) and a.shape[:-1] == b.shape[:a.ndim - 1]):
        raise ValueError('a must have (..., M, M) shape and b must have (..., M) or (..., M, K)')
    if a.shape[-1] > _batched_gesv_limit:
        import warnings
        warnings.warn('The matrix size ({}) exceeds the set limit ({})'.format(a.shape[-1], _batched_gesv_limit))
    if a.ndim == b.ndim:
        return cupy.linalg.solve(a, b)
    return cupy.linalg.solve(a, b[..., None])[..., 0]


def _kind(array, letters='fdFD'):
    if array.dtype.char not in letters:
        raise TypeError('invalid dtype')
    return array.dtype.char


def _vector(a, name='a'):
    if a.ndim != 1:
        raise ValueError('{} must be a 1D array (actual: {})'.format(name, a.ndim))


def _two_vectors(x, y):
    _vector(x, 'x')
    _vector(y, 'y')
    if x.size != y.size:
        raise TypeError('x and y must be the same size (actual: {} and {})'.format(x.size, y.size))
    if x.dtype != y.dtype:
        raise TypeError('x and y must be the same dtype (actual: {} and {})'.format(x.dtype, y.dtype))


def _given(result, out):
    if out is None:
        return result
    if not isinstance(out, (cupy.ndarray, numpy.ndarray)):
        raise TypeError('out must be either cupy or numpy ndarray')
    out[...] = result.get() if isinstance(out, numpy.ndarray) else result
    return out


def _size(a):
    return abs(a.real) + abs(a.imag) if a.dtype.kind == 'c' else abs(a)


def iamax(a, out=None):
    """The place of the element of the greatest size, counted from 1.

    >>> iamax(cupy.array([1.0, -3.0, 2.0]))
    array(2, dtype=int32)
    """
    _vector(a)
    _kind(a)
    return _given((_size(a).argmax() + 1).astype('i'), out)


def iamin(a, out=None):
    """The place of the element of the least size, counted from 1."""
    _vector(a)
    _kind(a)
    return _given((_size(a).argmin() + 1).astype('i'), out)


def asum(a, out=None):
    """The sum of the sizes of the elements.

    >>> asum(cupy.array([1.0, -3.0]))
    array(4.)
    """
    _vector(a)
    _kind(a)
    return _given(_size(a).sum(), out)


def axpy(a, x, y):
    """y += a * x, into y.

    >>> y = cupy.ones(2)
    >>> axpy(2, cupy.ones(2), y)
    >>> y
    array([3., 3.])
    """
    _two_vectors(x, y)
    _kind(x)
    y += (cupy.asarray(a).astype(x.dtype) if isinstance(a, (cupy.ndarray, numpy.ndarray)) else x.dtype.type(a)) * x


def dot(x, y, out=None):
    """The product of two real vectors.

    >>> dot(cupy.arange(3.0), cupy.ones(3))
    array(3.)
    """
    if x.dtype.char in 'FD':
        raise TypeError('Use dotu() or dotc() for complex dtype')
    _kind(x)
    _two_vectors(x, y)
    return _given(cupy.dot(x, y), out)


def dotu(x, y, out=None):
    """The product of two vectors, none conjugated."""
    _kind(x)
    _two_vectors(x, y)
    return _given(cupy.dot(x, y), out)


def dotc(x, y, out=None):
    """The product of two vectors, the first conjugated."""
    _kind(x)
    _two_vectors(x, y)
    return _given(cupy.dot(x.conj(), y), out)


def nrm2(x, out=None):
    """The length of a vector.

    >>> nrm2(cupy.array([3.0, 4.0]))
    array(5.)
    """
    _vector(x, 'x')
    _kind(x)
    return _given(cupy.linalg.norm(x), out)


def scal(a, x):
    """x *= a, into x."""
    _vector(x, 'x')
    _kind(x)
    x *= a
    return x


def _transposed(letter, matrix):
    if letter in ('N', 'n', 0):
        return matrix
    if letter in ('T', 't', 1):
        return matrix.T
    if letter in ('H', 'h', 'C', 'c', 2):
        return matrix.conj().T
    raise TypeError('invalid trans (actual: {})'.format(letter))


def _scaled(alpha, made, beta, given):
    alpha = alpha.astype(made.dtype) if isinstance(alpha, cupy.ndarray) else made.dtype.type(alpha)
    made = alpha * made
    if given is None or (not isinstance(beta, cupy.ndarray) and beta == 0):
        return made
    return made + (beta.astype(made.dtype) if isinstance(beta, cupy.ndarray) else made.dtype.type(beta)) * given


def gemv(transa, alpha, a, x, beta, y):
    """y = alpha * op(a) @ x + beta * y, into y."""
    _kind(a)
    assert a.ndim == 2 and x.ndim == y.ndim == 1 and a.dtype == x.dtype == y.dtype
    y[...] = _scaled(alpha, _transposed(transa, a) @ x, beta, y)


def ger(alpha, x, y, a):
    """a += alpha * outer(x, y), into a."""
    _kind(a, 'fd')
    assert a.ndim == 2 and a.dtype == x.dtype == y.dtype and a.shape == (x.size, y.size)
    a += alpha * cupy.outer(x, y)


def geru(alpha, x, y, a):
    """a += alpha * outer(x, y), into a, of complex numbers."""
    _kind(a, 'FD')
    a += alpha * cupy.outer(x, y)


def gerc(alpha, x, y, a):
    """a += alpha * outer(x, y.conj()), into a."""
    _kind(a, 'FD')
    a += alpha * cupy.outer(x, y.conj())


def gemm(transa, transb, a, b, out=None, alpha=1.0, beta=0.0):
    """alpha * op(a) @ op(b) + beta * out; into out where one is given.

    >>> gemm('N', 'T', cupy.ones((2, 3)), cupy.ones((2, 3)), alpha=2.0)
    array([[6., 6.],
           [6., 6.]])
    """
    assert a.ndim == b.ndim == 2 and a.dtype == b.dtype
    _kind(a)
    made = _scaled(alpha, _transposed(transa, a) @ _transposed(transb, b), beta, out)
    if out is None:
        return made
    out[...] = made
    return out


def geam(transa, transb, alpha, a, beta, b, out=None):
    """alpha * op(a) + beta * op(b).

    >>> geam('N', 'T', 1.0, cupy.ones((1, 2)), 2.0, cupy.ones((2, 1)))
    array([[3., 3.]])
    """
    assert a.ndim == b.ndim == 2 and a.dtype == b.dtype
    _kind(a)
    return _given(alpha * _transposed(transa, a) + beta * _transposed(transb, b), out)


def dgmm(side, a, x, out=None, incx=1):
    """The matrix with its columns (side 'R') or rows (side 'L') multiplied by a vector's elements.

    >>> dgmm('R', cupy.ones((2, 2)), cupy.array([1.0, 2.0]))
    array([[1., 2.],
           [1., 2.]])
    """
    if side not in ('L', 'R', 'l', 'r', 0, 1):
        raise ValueError('side must be either L or R. (actual: {})'.format(side))
    count = a.shape[0 if side in ('L', 'l', 0) else 1]
    x = x.ravel()
    x = x[::incx][:count] if incx > 0 else x[::-1][:(count - 1) * -incx + 1][::-incx][:count] if incx else x[:1].repeat(count)
    return _given(a * (x[:, None] if side in ('L', 'l', 0) else x), out)


def syrk(trans, a, out=None, alpha=1.0, beta=0.0, lower=False):
    """alpha * a @ a.T + beta * out (trans 'T': a.T @ a), in the upper (lower) triangle."""
    _kind(a)
    whole = a @ a.T if trans in ('N', 'n', 0) else a.T @ a
    made = _scaled(alpha, whole, beta, out)
    made = cupy.tril(made) if lower else cupy.triu(made)
    if out is None:
        return made
    keep = cupy.triu(out, 1) if lower else cupy.tril(out, -1)
    out[...] = made + keep
    return out
