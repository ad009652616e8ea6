"""cupyx.lapack: systems of linear equations by LAPACK's names."""

import cupy

__all__ = ['gels', 'gesv', 'posv']


def _same(a, b, error):
    if a.dtype != b.dtype:
        raise error('dtype mismatch (a: {}, b: {})'.format(a.dtype, b.dtype))


def gesv(a, b):
    """Solve a x = b. The solution goes into b.

    >>> gesv(cupy.eye(2) * 2, cupy.ones(2))
    array([0.5, 0.5])
    """
    if a.ndim != 2:
        raise ValueError('a.ndim must be 2 (actual: {})'.format(a.ndim))
    if b.ndim not in (1, 2):
        raise ValueError('b.ndim must be 1 or 2 (actual: {})'.format(b.ndim))
    if a.shape[0] != a.shape[1]:
        raise ValueError('a must be a square matrix.')
    if a.shape[0] != b.shape[0]:
        raise ValueError('shape mismatch (a: {}, b: {}).'.format(a.shape, b.shape))
    _same(a, b, TypeError)
    if a.dtype.char not in 'fdFD':
        raise TypeError('unsupported dtype (actual:{})'.format(a.dtype))
    b[...] = cupy.linalg.solve(a, b)
    return b


def gels(a, b):
    """The least squares of a x = b, or the shortest solution.

    >>> gels(cupy.ones((2, 1)), cupy.array([1.0, 3.0]))
    array([2.])
    """
    if a.ndim != 2:
        raise ValueError('a.ndim must be 2 (actual: {})'.format(a.ndim))
    if b.ndim not in (1, 2):
        raise ValueError('b.ndim must be 1 or 2 (actual: {})'.format(b.ndim))
    if a.shape[0] != b.shape[0]:
        raise ValueError('shape mismatch (a: {}, b: {}).'.format(a.shape, b.shape))
    _same(a, b, ValueError)
    if a.dtype.char not in 'fdFD':
        raise ValueError('unsupported dtype (actual: {})'.format(a.dtype))
    if a.shape[0] >= a.shape[1]:
        q, r = cupy.linalg.qr(a)
        return cupy.linalg.solve(r, q.conj().T @ b)
    q, r = cupy.linalg.qr(a.conj().T)
    return q @ cupy.linalg.solve(r.conj().T, b)


def posv(a, b):
    """Solve a x = b for matrices that are their own adjoints and positive definite.

    >>> posv(cupy.eye(2) * 4, cupy.ones(2))
    array([0.25, 0.25])
    """
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise cupy.linalg.LinAlgError('Last 2 dimensions of the array must be square')
    if a.ndim == b.ndim + 1:
        return posv(a, b[..., None])[..., 0]
    factor = cupy.linalg.cholesky(a)
    return cupy.linalg.solve(cupy.swapaxes(factor.conj(), -1, -2), cupy.linalg.solve(factor, b))
