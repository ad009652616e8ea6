"""Members of scipy.linalg that are written in Python."""

import numpy as np

__all__ = ['lu', 'lu_factor', 'lu_solve', 'qr', 'cholesky', 'sqrtm', 'expm', 'toeplitz', 'circulant', 'hankel', 'block_diag', 'hilbert', 'null_space',
           'orth', 'LinAlgError']

LinAlgError = np.linalg.LinAlgError


def _square(a):
    a = np.asarray_chkfinite(a)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    return a.astype(np.result_type(a, np.float32) if a.dtype.kind in 'fc' else float)


def _eliminated(a):
    """The factors in one matrix, and with which row each was exchanged."""
    a = np.array(np.asarray_chkfinite(a))
    a = a if a.dtype.kind in 'fc' else a.astype(float)
    exchanges = np.arange(min(a.shape))
    for k in range(min(a.shape)):
        best = k + int(np.argmax(np.abs(a[k:, k])))
        exchanges[k] = best
        if best != k:
            a[[k, best]] = a[[best, k]]
        if a[k, k] != 0:
            a[k + 1:, k] /= a[k, k]
            a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a, exchanges


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """The factors P, L and U of a matrix.

    >>> linalg.lu([[0.0, 1.0], [2.0, 3.0]])[2]
    array([[2., 3.],
           [0., 1.]])
    """
    both, exchanges = _eliminated(a)
    m, n = both.shape
    k = min(m, n)
    rows = np.arange(m)
    for i, j in enumerate(exchanges.tolist()):
        rows[[i, j]] = rows[[j, i]]
    lower, upper = np.tril(both[:, :k], -1) + np.eye(m, k, dtype=both.dtype), np.triu(both[:k])
    back = np.argsort(rows)
    if permute_l:
        return lower[back], upper
    return (back.astype(np.int32) if p_indices else np.eye(m, dtype=both.real.dtype)[:, rows]), lower, upper


def lu_factor(a, overwrite_a=False, check_finite=True):
    """The factors L and U in one matrix, and the exchanges of rows.

    >>> linalg.lu_factor([[0.0, 1.0], [2.0, 3.0]])[1]
    array([1, 1], dtype=int32)
    """
    both, exchanges = _eliminated(a)
    return both, exchanges.astype(np.int32)


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution of a system whose matrix has been factored by lu_factor().

    >>> linalg.lu_solve(linalg.lu_factor([[0.0, 1.0], [2.0, 3.0]]), [1.0, 5.0])
    array([1., 1.])
    """
    both, exchanges = lu_and_piv
    n = len(both)
    rows = np.arange(n)
    for i, j in enumerate(exchanges.tolist()):
        rows[[i, j]] = rows[[j, i]]
    lower, upper = np.tril(both, -1) + np.eye(n), np.triu(both)
    b = np.asarray(b)
    if trans == 0:
        return np.linalg.solve(upper, np.linalg.solve(lower, b[rows]))
    turn = (lambda m: m.T) if trans == 1 else lambda m: m.conj().T
    return np.linalg.solve(turn(lower), np.linalg.solve(turn(upper), b))[np.argsort(rows)]


def qr(a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True):
    """The factors Q and R of a matrix; mode: 'full', 'economic' or 'r'.

    >>> np.abs(linalg.qr([[3.0], [4.0]], mode='economic')[1])
    array([[5.]])
    """
    if mode not in ('full', 'qr', 'r', 'economic', 'raw'):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic', 'raw']")
    if pivoting or mode == 'raw':
        raise NotImplementedError('qr with pivoting, or raw')
    a = np.asarray_chkfinite(a)
    if mode == 'r':
        return (np.linalg.qr(a, mode='complete')[1],)
    q, r = np.linalg.qr(a, mode='reduced' if mode == 'economic' else 'complete')
    return q, r


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """Cholesky's factor, the upper one if not told otherwise.

    >>> linalg.cholesky([[4.0]])
    array([[2.]])
    """
    factor = np.linalg.cholesky(_square(a))
    return factor if lower else factor.conj().T


def sqrtm(A, disp=None, blocksize=None):
    """The square root of a matrix.

    >>> linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]])
    array([[2., 0.],
           [0., 3.]])
    """
    a = _square(A)
    values, vectors = np.linalg.eigh(a) if np.array_equal(a, a.conj().T) else np.linalg.eig(a)
    roots = np.sqrt(values.astype(complex))
    inverse = np.linalg.inv(vectors)
    result = (vectors * roots) @ inverse
    return result.real if a.dtype.kind == 'f' and np.all(values.real >= 0) and np.allclose(result.imag, 0, atol=1e-14) else result


def expm(A):
    """The exponential of a matrix, by Padé's approximation and squaring.

    >>> linalg.expm([[0.0, 1.0], [0.0, 0.0]])
    array([[1., 1.],
           [0., 1.]])
    """
    a = _square(A)
    norm = np.linalg.norm(a, 1)
    squarings = max(0, int(np.ceil(np.log2(norm / 5.371920351148152)))) if norm > 5.371920351148152 else 0
    a = a / 2.0 ** squarings
    b = [64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0, 10559470521600.0, 670442572800.0,
         33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0]
    one, a2 = np.eye(len(a)), a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    u = a @ (a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one)
    v = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    result = np.linalg.solve(v - u, v + u)
    for _ in range(squarings):
        result = result @ result
    return result


def toeplitz(c, r=None):
    """A matrix with equal diagonals.

    >>> linalg.toeplitz([1, 2], [1, 3])
    array([[1, 3],
           [2, 1]])
    """
    c = np.asarray(c).ravel()
    r = c.conjugate() if r is None else np.asarray(r).ravel()
    values = np.concatenate([c[::-1], r[1:]])
    return values[np.arange(len(c))[::-1, None] + np.arange(len(r))[None, :]]


def circulant(c):
    """A matrix whose columns go round.

    >>> linalg.circulant([1, 2])
    array([[1, 2],
           [2, 1]])
    """
    c = np.asarray(c).ravel()
    return c[(np.arange(len(c))[:, None] - np.arange(len(c))) % len(c)]


def hankel(c, r=None):
    """A matrix with equal diagonals that rise.

    >>> linalg.hankel([1, 2])
    array([[1, 2],
           [2, 0]])
    """
    c = np.asarray(c).ravel()
    r = np.zeros_like(c) if r is None else np.asarray(r).ravel()
    return np.concatenate([c, r[1:]])[np.arange(len(c))[:, None] + np.arange(len(r))]


def block_diag(*arrs):
    """Matrices along the diagonal of one.

    >>> linalg.block_diag([1], [[2, 3]])
    array([[1, 0, 0],
           [0, 2, 3]])
    """
    blocks = [np.atleast_2d(a) for a in (arrs or ([],))]
    result = np.zeros((sum(b.shape[0] for b in blocks), sum(b.shape[1] for b in blocks)), dtype=np.result_type(*blocks))
    i = j = 0
    for b in blocks:
        result[i:i + b.shape[0], j:j + b.shape[1]] = b
        i, j = i + b.shape[0], j + b.shape[1]
    return result


def hilbert(n):
    """Hilbert's matrix.

    >>> linalg.hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])
    """
    return 1.0 / (1.0 + np.arange(n)[:, None] + np.arange(n))


def orth(A, rcond=None):
    """An orthonormal basis of the range of a matrix.

    >>> np.abs(linalg.orth([[2.0, 0.0], [0.0, 0.0]]))
    array([[1.],
           [0.]])
    """
    u, s, vh = np.linalg.svd(A, full_matrices=False)
    rcond = np.finfo(s.dtype).eps * max(u.shape[0], vh.shape[1]) if rcond is None else rcond
    return u[:, :int(np.sum(s > np.amax(s, initial=0.0) * rcond))]


def null_space(A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver='gesdd'):
    """An orthonormal basis of the null space of a matrix.

    >>> np.abs(linalg.null_space([[2.0, 0.0]]))
    array([[0.],
           [1.]])
    """
    u, s, vh = np.linalg.svd(A, full_matrices=True)
    rcond = np.finfo(s.dtype).eps * max(u.shape[0], vh.shape[1]) if rcond is None else rcond
    return vh[int(np.sum(s > np.amax(s, initial=0.0) * rcond)):].T.conj()
