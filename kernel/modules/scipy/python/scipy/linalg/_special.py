"""Matrices of special forms."""

import warnings

import numpy as np

__all__ = ['toeplitz', 'circulant', 'hankel', 'block_diag', 'hilbert', 'invhilbert', 'hadamard', 'leslie', 'companion',
           'helmert', 'pascal',
           'invpascal', 'dft', 'fiedler', 'fiedler_companion', 'convolution_matrix']


def toeplitz(c, r=None):
    """A matrix with equal diagonals, or one for each of the last axis.

    >>> linalg.toeplitz([1, 2], [1, 3])
    array([[1, 3],
           [2, 1]])
    """
    c = np.atleast_1d(c)
    r = c.conjugate() if r is None else np.atleast_1d(r)
    stack = np.broadcast_shapes(c.shape[:-1], r.shape[:-1])
    c, r = np.broadcast_to(c, stack + c.shape[-1:]), np.broadcast_to(r, stack + r.shape[-1:])
    values = np.concatenate([c[..., ::-1], r[..., 1:]], axis=-1)
    return values[..., np.arange(c.shape[-1])[::-1, None] + np.arange(r.shape[-1])]


def circulant(c):
    """A matrix whose columns go round.

    >>> linalg.circulant([1, 2])
    array([[1, 2],
           [2, 1]])
    """
    c = np.atleast_1d(c)
    n = c.shape[-1]
    return c[..., (np.arange(n)[:, None] - np.arange(n)) % max(n, 1)]


def hankel(c, r=None):
    """A matrix with equal diagonals that rise.

    >>> linalg.hankel([1, 2])
    array([[1, 2],
           [2, 0]])
    """
    c = np.asarray(c)
    r = np.zeros_like(c) if r is None else np.asarray(r)
    if c.ndim > 1 or r.ndim > 1:
        warnings.warn('Beginning in SciPy 1.19, multidimensional input will be treated as a batch, not `ravel`ed. To preserve the existing '
                      'behavior and silence this warning, `ravel` arguments before passing them to `hankel`.', FutureWarning,
                      stacklevel=2)
    c, r = c.ravel(), r.ravel()
    return np.concatenate([c, r[1:]])[np.arange(len(c))[:, None] + np.arange(len(r))]


def block_diag(*arrs):
    """Matrices along the diagonal of one.

    >>> linalg.block_diag([1], [[2, 3]])
    array([[1, 0, 0],
           [0, 2, 3]])
    """
    blocks = [np.atleast_2d(a) for a in (arrs or ([],))]
    stack = np.broadcast_shapes(*[b.shape[:-2] for b in blocks])
    result = np.zeros(stack + (sum(b.shape[-2] for b in blocks), sum(b.shape[-1] for b in blocks)), dtype=np.result_type(*blocks))
    i = j = 0
    for b in blocks:
        result[..., i:i + b.shape[-2], j:j + b.shape[-1]] = b
        i, j = i + b.shape[-2], j + b.shape[-1]
    return result


def hilbert(n):
    """Hilbert's matrix.

    >>> linalg.hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])
    """
    return 1.0 / (1.0 + np.arange(n)[:, None] + np.arange(n))


def invhilbert(n, exact=False):
    """The inverse of Hilbert's matrix, of whole numbers.

    >>> linalg.invhilbert(2)
    array([[ 4., -6.],
           [-6., 12.]])
    """
    from math import comb
    result = np.empty((n, n), dtype=(object if n > 14 else np.int64) if exact else float)
    for i in range(n):
        for j in range(n):
            result[i, j] = (-1) ** (i + j) * (i + j + 1) * comb(n + i, n - j - 1) * comb(n + j, n - i - 1) * comb(i + j, i) ** 2
    return result


def hadamard(n, dtype=int):
    """Hadamard's matrix of 1 and -1, for a power of 2.

    >>> linalg.hadamard(2)
    array([[ 1,  1],
           [ 1, -1]])
    """
    if n < 1 or n & (n - 1):
        raise ValueError('n must be an positive integer, and n must be a power of 2')
    result = np.array([[1]], dtype=dtype)
    while len(result) < n:
        result = np.block([[result, result], [result, -result]])
    return result


def leslie(f, s):
    """Leslie's matrix of fecundities and survival rates.

    >>> linalg.leslie([0.1, 2.0], [0.5])
    array([[0.1, 2. ],
           [0.5, 0. ]])
    """
    f, s = np.atleast_1d(f), np.atleast_1d(s)
    if f.shape[-1] != s.shape[-1] + 1:
        raise ValueError('Incorrect lengths for f and s. The length of s along the last axis must be one less than the length of f.')
    if s.shape[-1] == 0:
        raise ValueError('The length of s must be at least 1.')
    n = f.shape[-1]
    result = np.zeros(np.broadcast_shapes(f.shape[:-1], s.shape[:-1]) + (n, n), np.result_type(f, s))
    result[..., 0, :] = f
    result[..., np.arange(1, n), np.arange(n - 1)] = s
    return result


def companion(a):
    """The matrix whose eigenvalues are the roots of a polynomial.

    >>> linalg.companion([1, -10, 31])
    array([[ 10., -31.],
           [  1.,   0.]])
    """
    leading, rest = np.split(np.atleast_1d(a), [1], axis=-1)
    degree = rest.shape[-1]
    if degree == 0:
        raise ValueError('The length of `a` along the last axis must be at least 2.')
    if not leading.all():
        raise ValueError('The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not be zero.')
    row = -rest / (leading * 1.0)
    below = np.broadcast_to(np.eye(degree - 1, degree, dtype=row.dtype), row.shape[:-1] + (degree - 1, degree))
    return np.concatenate([row[..., np.newaxis, :], below], axis=-2)


def helmert(n, full=False):
    """Helmert's matrix, without its first row unless `full`.

    >>> linalg.helmert(2)
    array([[ 0.70710678, -0.70710678]])
    """
    row, column = np.indices((n, n))
    # Row k: k ones, then -k, divided by the root of k (k + 1); above them the row that has the mean.
    rows = np.where(column < row, 1.0, np.where(column == row, -1.0 * row, 0.0))
    squares = (row[:, 0] * (row[:, 0] + 1)).astype(float)
    rows[0], squares[0] = 1, n
    rows /= np.sqrt(squares)[:, np.newaxis]
    return rows[0 if full else 1:]


def pascal(n, kind='symmetric', exact=True):
    """Pascal's triangle as a matrix; kind: 'symmetric', 'lower' or 'upper'.

    >>> linalg.pascal(3)
    array([[1, 1, 1],
           [1, 2, 3],
           [1, 3, 6]], dtype=uint64)
    """
    from math import comb
    if kind not in ('symmetric', 'lower', 'upper'):
        raise ValueError("kind must be 'symmetric', 'lower', or 'upper'")
    lower = np.zeros((n, n), dtype=(object if n >= 35 else np.uint64) if exact else float)
    for i in range(n):
        for j in range(i + 1):
            lower[i, j] = comb(i, j)
    return lower if kind == 'lower' else lower.T if kind == 'upper' else np.dot(lower, lower.T)


def invpascal(n, kind='symmetric', exact=True):
    """The inverse of Pascal's matrix.

    >>> linalg.invpascal(2)
    array([[ 2, -1],
           [-1,  1]])
    """
    from math import comb
    if kind not in ('symmetric', 'lower', 'upper'):
        raise ValueError("'kind' must be 'symmetric', 'lower' or 'upper'.")
    if kind != 'symmetric':
        result = pascal(n, kind, exact)
        result = result.view(np.int64) if result.dtype == np.uint64 else result
        return result * toeplitz((-1) ** np.arange(n)).astype(result.dtype)
    result = np.empty((n, n), dtype=(object if n > 34 else np.int64) if exact else float)
    for i in range(n):
        for j in range(i + 1):
            result[i, j] = result[j, i] = (-1) ** (i - j) * sum(comb(i + k, k) * comb(i + k, i + k - j) for k in range(n - i))
    return result


def dft(n, scale=None):
    """The matrix of the discrete Fourier transform; scale: None, 'sqrtn' or 'n'.

    >>> linalg.dft(2).real.round(9)
    array([[ 1.,  1.],
           [ 1., -1.]])
    """
    if scale not in (None, 'sqrtn', 'n'):
        raise ValueError(f"scale must be None, 'sqrtn', or 'n'; {scale!r} is not valid.")
    result = np.exp(-2j * np.pi * np.arange(n) / n)[:, None] ** np.arange(n)
    return result / np.sqrt(n) if scale == 'sqrtn' else result / n if scale == 'n' else result


def fiedler(a):
    """The distances of numbers from each other.

    >>> linalg.fiedler([1, 4])
    array([[0, 3],
           [3, 0]])
    """
    a = np.atleast_1d(a)
    if a.size < 2:
        return np.array([], dtype=float) if not a.size else np.array([[0.0]])
    return np.abs(a[..., :, None] - a[..., None, :])


def fiedler_companion(a):
    """A matrix with five diagonals whose eigenvalues are the roots of a polynomial.

    >>> linalg.fiedler_companion([1.0, -3.0, 2.0])
    array([[ 3., -2.],
           [ 1.,  0.]])
    """
    a = np.atleast_1d(a)
    if a.ndim > 1:
        return np.apply_along_axis(fiedler_companion, -1, a)
    if a.size <= 2:
        return np.array([[-(a / a[0])[-1]]]) if a.size == 2 else np.array([], dtype=a.dtype)
    if a[0] == 0:
        raise ValueError('Leading coefficient is zero.')
    a = a / a[0]
    n = len(a) - 1
    result = np.zeros((n, n), a.dtype)
    for i in range(3, n, 2):
        result[i, i - 2] = 1
    for i in range(2, n, 2):
        result[i, i - 1], result[i - 2, i] = -a[i + 1], 1
    for i in range(0, n - 1, 2):
        result[i, i + 1] = -a[i + 2]
    result[0, 0], result[1, 0] = -a[1], 1
    return result


def convolution_matrix(a, n, mode='full'):
    """The matrix by which convolving with a multiplies a vector of n numbers.

    >>> linalg.convolution_matrix([1, 2], 2)
    array([[1, 0],
           [2, 1],
           [0, 2]])
    """
    if n <= 0:
        raise ValueError('n must be a positive integer.')
    a = np.asarray(a)
    if not a.size:
        raise ValueError('len(a) must be at least 1.')
    if mode not in ('full', 'valid', 'same'):
        raise ValueError("'mode' argument must be one of ('full', 'valid', 'same')")
    if a.ndim > 1:
        return np.apply_along_axis(lambda line: convolution_matrix(line, n, mode), -1, a)
    whole = toeplitz(np.concatenate([a, np.zeros(n - 1, a.dtype)]), np.concatenate([a[:1], np.zeros(n - 1, a.dtype)]))
    extra = min(n, len(a)) - 1
    above = {'full': 0, 'same': extra // 2, 'valid': extra}[mode]
    below = {'full': 0, 'same': extra - extra // 2, 'valid': extra}[mode]
    return whole[above:len(whole) - below]
