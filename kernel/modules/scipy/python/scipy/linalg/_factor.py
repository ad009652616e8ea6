"""Factors of matrices: triangles, orthogonal ones, singular values, Schur's form."""

import warnings

import numpy as np
from scipy.linalg._support import (LinAlgError, LinAlgWarning, checked, columns, empty_columns, finite, kind_of, lapack,
                                   over_stacks, real_kind,
                                   rows_of, width)

__all__ = ['lu', 'lu_factor', 'lu_solve', 'cholesky', 'cho_factor', 'cho_solve', 'cholesky_banded', 'cho_solve_banded', 'ldl',
           'qr', 'qr_multiply',
           'rq', 'svd', 'svdvals', 'diagsvd', 'orth', 'null_space', 'subspace_angles', 'polar', 'orthogonal_procrustes',
           'hessenberg', 'schur',
           'rsf2csf', 'qz']


def _exchanged(pivots, count):
    """The order of rows that exchanges leave."""
    rows = list(range(count))
    for i, j in enumerate(pivots.tolist()):
        rows[i], rows[j] = rows[j], rows[i]
    return np.array(rows, dtype=np.int32)


def _factored(a):
    kind = kind_of(a)
    factors, pivots = columns(a, kind), np.empty(min(a.shape), np.int32)
    info = lapack('getrf', kind, *a.shape, factors, rows_of(a), pivots)
    return factors, pivots - 1, info


@over_stacks(('a', 2))
def lu_factor(a, overwrite_a=False, check_finite=True):
    """The factors L and U in one matrix, and the exchanges of rows.

    >>> linalg.lu_factor([[0.0, 1.0], [2.0, 3.0]])[1]
    array([1, 1], dtype=int32)
    """
    a = finite(a, check_finite)
    if not a.size:
        return np.empty_like(a), np.arange(0, dtype=np.int32)
    factors, pivots, info = _factored(a)
    if info > 0:
        warnings.warn(f'Diagonal number {info} is exactly zero. Singular matrix.', LinAlgWarning, stacklevel=3)
    return factors, pivots


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution of a system whose matrix has been factored by lu_factor(); trans 1: of the transpose's, 2: the conjugate
    transpose's.

    >>> linalg.lu_solve(linalg.lu_factor([[0.0, 1.0], [2.0, 3.0]]), [1.0, 5.0])
    array([1., 1.])
    """
    return _lu_solve(*lu_and_piv, b, trans, check_finite)


@over_stacks(('lu', 2), ('piv', 1), ('b', '1|2'))
def _lu_solve(lu, piv, b, trans, check_finite):
    lu, b = np.asarray(lu), finite(b, check_finite)
    if lu.shape[0] != b.shape[0]:
        raise ValueError(f'Shapes of lu {lu.shape} and b {b.shape} are incompatible')
    kind, n = kind_of(lu, b), len(lu)
    x = columns(b, kind)
    if b.size:
        lapack('getrs', kind, 'NTC'[trans], n, width(x), columns(lu, kind), n, np.asarray(piv).astype(np.int32) + np.int32(1), x,
               n)
    return x


def lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """The factors P, L and U of a matrix, or of each of a stack; with p_indices P is the order of rows, with permute_l it is in
    L.

    >>> linalg.lu([[0.0, 1.0], [2.0, 3.0]])[2]
    array([[2., 3.],
           [0., 1.]])
    """
    a = finite(a, check_finite)
    if a.ndim < 2:
        raise ValueError('The input array must be at least two-dimensional.')
    stack, (m, n), kind = a.shape[:-2], a.shape[-2:], kind_of(a)
    k = min(m, n)
    lower, upper, order = np.empty(stack + (m, k), kind), np.empty(stack + (k, n), kind), np.empty(stack + (m,), np.int32)
    for place in np.ndindex(stack if k else (0,)):
        factors, pivots, _ = _factored(a[place])
        lower[place] = np.tril(factors[:, :k], -1) + np.eye(m, k, dtype=kind)
        upper[place] = np.triu(factors[:k])
        order[place] = np.argsort(_exchanged(pivots, m))
    if permute_l:
        return np.take_along_axis(lower, order[..., None], axis=-2) if k else lower, upper
    if not k:
        return np.empty(stack + ((0,) if p_indices else (0, 0)), np.int32 if p_indices else real_kind(kind)), lower, upper
    if m == n == 1:
        return np.zeros(stack + (1,), int) if p_indices else np.ones_like(lower), lower, upper
    if p_indices:
        return order, lower, upper
    return (order[..., :, None] == np.arange(m)).astype(real_kind(kind)), lower, upper


# ---- Positive definite and symmetric matrices.

def _cholesky(a, lower, clean, check_finite):
    a = np.atleast_2d(finite(a, check_finite))
    if a.ndim != 2:
        raise ValueError(f'Input array needs to be 2D but received a {a.ndim}d-array.')
    if a.shape[0] != a.shape[1]:
        raise ValueError(f'Input array is expected to be square but has the shape: {a.shape}.')
    kind = kind_of(a)
    factor = columns(a, kind)
    info = lapack('potrf', kind, 'L' if lower else 'U', len(a), factor, len(a)) if a.size else 0
    if info > 0:
        raise LinAlgError(f'{info}-th leading minor of the array is not positive definite')
    return (np.tril(factor) if lower else np.triu(factor)) if clean else factor


@over_stacks(('a', 2))
def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """Cholesky's factor, the upper one if not told otherwise.

    >>> linalg.cholesky([[4.0]])
    array([[2.]])
    """
    return _cholesky(a, lower, True, check_finite)


@over_stacks(('a', 2))
def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """Cholesky's factor for cho_solve(), and whether it is the lower one; what lies in the other triangle says nothing.

    >>> linalg.cho_factor([[4.0]])
    (array([[2.]]), False)
    """
    return _cholesky(a, lower, False, check_finite), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution of a system whose matrix has been factored by cho_factor().

    >>> linalg.cho_solve(linalg.cho_factor([[4.0]]), [8.0])
    array([2.])
    """
    return _cho_solve(c_and_lower[0], b, c_and_lower[1], check_finite)


@over_stacks(('c', 2), ('b', '1|2'))
def _cho_solve(c, b, lower, check_finite):
    b, c = finite(b, check_finite), finite(c, check_finite)
    if c.ndim != 2 or c.shape[0] != c.shape[1]:
        raise ValueError('The factored matrix c is not square.')
    if c.shape[1] != b.shape[0]:
        raise ValueError(f'incompatible dimensions ({c.shape} and {b.shape})')
    kind = kind_of(c, b)
    x = columns(b, kind)
    if b.size:
        lapack('potrs', kind, 'L' if lower else 'U', len(c), width(x), columns(c, kind), len(c), x, len(c))
    return x


@over_stacks(('ab', 2))
def cholesky_banded(ab, overwrite_ab=False, lower=False, check_finite=True):
    """Cholesky's factor of a positive definite matrix of which ab has the diagonals of one side, in the same form.

    >>> linalg.cholesky_banded([[0.0, 0.0], [4.0, 9.0]])
    array([[0., 0.],
           [2., 3.]])
    """
    ab = finite(ab, check_finite)
    kind = kind_of(ab)
    factor = columns(ab, kind)
    info = lapack('pbtrf', kind, 'L' if lower else 'U', ab.shape[1], len(ab) - 1, factor, len(ab)) if ab.size else 0
    if info > 0:
        raise LinAlgError(f'{info}-th leading minor not positive definite')
    return factor


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution of a system whose matrix has been factored by cholesky_banded().

    >>> linalg.cho_solve_banded((linalg.cholesky_banded([[0.0, 0.0], [4.0, 9.0]]), False), [8.0, 18.0])
    array([2., 2.])
    """
    return _cho_solve_banded(cb_and_lower[0], b, cb_and_lower[1], check_finite)


@over_stacks(('cb', 2), ('b', '1|2'))
def _cho_solve_banded(cb, b, lower, check_finite):
    cb, b = finite(cb, check_finite), finite(b, check_finite)
    if cb.shape[-1] != b.shape[0]:
        raise ValueError('shapes of cb and b are not compatible.')
    kind, n = kind_of(cb, b), cb.shape[1]
    x = columns(b, kind)
    if b.size:
        lapack('pbtrs', kind, 'L' if lower else 'U', n, len(cb) - 1, width(x), columns(cb, kind), len(cb), x, n)
    return x


@over_stacks(('A', 2))
def ldl(A, lower=True, hermitian=True, overwrite_a=False, check_finite=True):
    """The factors of a symmetric or Hermitian matrix (hermitian=False: of a complex symmetric one): L or U with its rows in a's
    order, D with blocks of one or two rows, and the order that makes the first a triangle.

    >>> linalg.ldl([[2.0, 1.0], [1.0, 2.0]])[1]
    array([[2. , 0. ],
           [0. , 1.5]])
    """
    a = np.atleast_2d(checked(A, check_finite))
    if a.shape[0] != a.shape[1]:
        raise ValueError('The input array "a" should be square.')
    if not a.size:
        return np.empty_like(a), np.empty_like(a), np.array([], dtype=int)
    kind, n = kind_of(a), len(a)
    turned = hermitian and kind in 'FD'
    if turned and np.any(np.diagonal(a).imag):
        warnings.warn('scipy.linalg.ldl():\nThe imaginary parts of the diagonalare ignored. Use "hermitian=False" for factorization ofcomplex '
                      'symmetric arrays.', np.exceptions.ComplexWarning, stacklevel=3)
    factors, pivots = columns(a, kind), np.empty(n, np.int32)
    lapack('hetrf' if turned else 'sytrf', kind, 'L' if lower else 'U', n, factors, n, pivots, 'work')
    return _ldl_parts(factors, pivots.tolist(), lower, turned)


def _ldl_parts(factors, pivots, lower, turned):
    """LAPACK keeps D and the columns of L as they were before the later exchanges of rows: undo these from the last block to the first."""
    n, kind = len(factors), factors.dtype
    d, order = np.diag(np.diagonal(factors)), list(range(n))
    triangle = np.tril(factors, -1) if lower else np.triu(factors, 1)
    triangle[np.arange(n), np.arange(n)] = 1
    blocks, i = [], 0 if lower else n - 1
    while 0 <= i < n:
        size = 1 if pivots[i] > 0 else 2
        if size == 2:
            other = i + 1 if lower else i - 1
            d[other, i] = factors[other, i] if lower else np.conj(factors[other, i]) if turned else factors[other, i]
            if not lower:
                d[other, i] = factors[other, i]
            d[i, other] = np.conj(d[other, i]) if turned else d[other, i]
            triangle[other, i] = triangle[i, other] = 0
        blocks.append((i, size))
        i += size if lower else -size
    for i, size in reversed(blocks):
        changed = i if size == 1 else i + 1 if lower else i - 1
        target = abs(pivots[i]) - 1
        if target != changed:
            part = slice(i, n) if lower else slice(0, i + 1)
            triangle[[changed, target], part] = triangle[[target, changed], part]
            order[changed], order[target] = order[target], order[changed]
    if turned:
        d[np.arange(n), np.arange(n)] = d[np.arange(n), np.arange(n)].real
    return triangle.astype(kind), d, np.argsort(np.array(order))


# ---- Orthogonal factors.

def _reflected(kind, a, tau, count):
    """The first columns of the orthogonal factor that geqrf leaves in a."""
    m = len(a)
    q = columns(a if a.shape[1] == count else np.concatenate([a, np.zeros((m, count - a.shape[1]), kind)], axis=1), kind)
    lapack('orgqr', kind, m, count, len(tau), q, rows_of(q), tau, 'work')
    return q


def _qr(a, pivoting):
    kind, (m, n) = kind_of(a), a.shape
    factors, tau, pivots = columns(a, kind), np.zeros(min(m, n), kind), np.zeros(n, np.int32)
    if pivoting:
        extra = [np.empty(2 * n, real_kind(kind))] if kind in 'FD' else []
        lapack('geqp3', kind, m, n, factors, m, pivots, tau, 'work', *extra)
    else:
        lapack('geqrf', kind, m, n, factors, m, tau, 'work')
    return kind, factors, tau, pivots - np.int32(1)


@over_stacks(('a', 2))
def qr(a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True):
    """The factors Q and R of a matrix; mode: 'full', 'economic', 'r' or 'raw'. With pivoting also the order of columns, for which
    R's diagonal falls: a[:, P] = Q R.

    >>> np.abs(linalg.qr([[3.0], [4.0]], mode='economic')[1])
    array([[5.]])
    """
    if mode not in ('full', 'qr', 'r', 'economic', 'raw'):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic', 'raw']")
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected a 2-D array')
    m, n = a.shape
    k = min(m, n)
    if not a.size:
        kind, factors, tau, order = kind_of(a), np.empty((m, n), a.dtype), np.zeros(k, a.dtype), np.arange(n, dtype=np.int32)
        r = np.empty((k, n) if mode in ('economic', 'raw') else (m, n), a.dtype)
        q = np.empty((m, k), a.dtype) if mode == 'economic' else np.identity(m).astype(a.dtype)
    else:
        kind, factors, tau, order = _qr(a, pivoting)
        r = np.triu(factors if mode not in ('economic', 'raw') or m < n else factors[:n])
        q = _reflected(kind, factors[:, :k], tau, k if mode == 'economic' else m) if mode in ('full', 'qr', 'economic') else None
    rest = (r, order) if pivoting else (r,)
    return rest if mode == 'r' else ((factors, tau),) + rest if mode == 'raw' else (q,) + rest


@over_stacks(('a', 2), ('c', '1|2'))
def qr_multiply(a, c, mode='right', pivoting=False, conjugate=False, overwrite_a=False, overwrite_c=False):
    """The product c Q (mode 'left': Q c) and R of a's factors, without making Q; with `conjugate` Q's conjugate is taken.

    >>> np.abs(linalg.qr_multiply([[3.0], [4.0]], [3.0, 4.0])[0])
    array([5.])
    """
    if mode not in ('left', 'right'):
        raise ValueError(f"Mode argument can only be 'left' or 'right' but not '{mode}'")
    c, a = np.asarray_chkfinite(c), np.atleast_2d(np.asarray(a))
    is_line = c.ndim < 2
    given = (c[:, None] if mode == 'left' else c[None, :]) if is_line else c
    m, n = a.shape
    k = min(m, n)
    if mode == 'left' and given.shape[0] != min(m, n + overwrite_c * (m - n)):
        raise ValueError(f'Array shapes are not compatible for Q @ c operation: {a.shape} vs {given.shape}')
    if mode == 'right' and given.shape[1] != m:
        raise ValueError(f'Array shapes are not compatible for c @ Q operation: {given.shape} vs {a.shape}')
    (factors, tau), *rest = qr(a, mode='raw', pivoting=pivoting)
    if not c.size:
        return (np.empty_like(c),) + tuple(rest)
    kind = kind_of(factors, given)
    product = columns(given.conj() if conjugate else given, kind, m if mode == 'left' else None)
    lapack('ormqr', kind, 'L' if mode == 'left' else 'R', 'N', *product.shape, k, columns(factors[:, :k], kind), m,
           tau.astype(kind), product,
           rows_of(product), 'work')
    product = product.conj() if conjugate else product
    product = product if mode == 'left' else product[:, :k]
    return (product.ravel() if is_line else product,) + tuple(rest)


@over_stacks(('a', 2))
def rq(a, overwrite_a=False, lwork=None, mode='full', check_finite=True):
    """The factors R and Q of a matrix, a = R Q; mode: 'full', 'economic' or 'r'.

    >>> np.abs(linalg.rq([[3.0, 4.0]], mode='economic')[0])
    array([[5.]])
    """
    if mode not in ('full', 'r', 'economic'):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    a = finite(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected matrix')
    m, n = a.shape
    k = min(m, n)
    if not a.size:
        r = np.empty((m, k) if mode == 'economic' else (m, n), a.dtype)
        return r if mode == 'r' else (r, np.empty((k, n), a.dtype) if mode == 'economic' else np.identity(n).astype(a.dtype))
    kind = kind_of(a)
    factors, tau = columns(a, kind), np.zeros(k, kind)
    lapack('gerqf', kind, m, n, factors, m, tau, 'work')
    r = np.triu(factors, n - m) if mode != 'economic' or n < m else np.triu(factors[:, n - m:])
    if mode == 'r':
        return r
    rows = k if mode == 'economic' else n
    q = empty_columns(rows, n, kind)
    q[...] = 0
    q[rows - k:] = factors[m - k:]
    lapack('orgrq', kind, rows, n, k, q, rows, tau, 'work')
    return r, q


# ---- Singular values.

@over_stacks(('a', 2))
def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver='gesdd'):
    """Singular values and vectors, (U, s, Vh), or the values alone.

    >>> linalg.svd([[3.0, 0.0], [0.0, 4.0]], compute_uv=False)
    array([4., 3.])
    """
    a = checked(a, check_finite)
    if a.ndim != 2:
        raise ValueError('expected matrix')
    if not isinstance(lapack_driver, str):
        raise TypeError('lapack_driver must be a string')
    if lapack_driver not in ('gesdd', 'gesvd'):
        raise ValueError(f'lapack_driver must be "gesdd" or "gesvd", not "{lapack_driver}"')
    found = np.linalg.svd(a.astype(kind_of(a), copy=False), full_matrices=bool(full_matrices), compute_uv=bool(compute_uv))
    return tuple(found) if compute_uv else found


def svdvals(a, overwrite_a=False, check_finite=True):
    """Singular values.

    >>> linalg.svdvals([[3.0, 0.0], [0.0, 4.0]])
    array([4., 3.])
    """
    return svd(a, compute_uv=False, check_finite=check_finite)


@over_stacks(('s', 1))
def diagsvd(s, M, N):
    """The matrix of M rows and N columns whose diagonal is s.

    >>> linalg.diagsvd([1, 2], 2, 3)
    array([[1, 0, 0],
           [0, 2, 0]])
    """
    s = np.asarray(s)
    if len(s) not in (M, N):
        raise ValueError('Length of s must be M or N.')
    result = np.zeros((M, N), s.dtype)
    result[np.arange(len(s)), np.arange(len(s))] = s
    return result


def _rank(values, shape, rcond):
    return int(np.sum(values > np.amax(values, initial=0.0) * (np.finfo(values.dtype).eps * max(shape)
                                                               if rcond is None else rcond)))


@over_stacks(('A', 2))
def orth(A, rcond=None):
    """An orthonormal basis of the range of a matrix.

    >>> np.abs(linalg.orth([[2.0, 0.0], [0.0, 0.0]]))
    array([[1.],
           [0.]])
    """
    u, values, vh = svd(A, full_matrices=False)
    return u[:, :_rank(values, (u.shape[0], vh.shape[1]), rcond)]


@over_stacks(('A', 2))
def null_space(A, rcond=None, *, overwrite_a=False, check_finite=True, lapack_driver='gesdd'):
    """An orthonormal basis of the null space of a matrix.

    >>> np.abs(linalg.null_space([[2.0, 0.0]]))
    array([[0.],
           [1.]])
    """
    u, values, vh = svd(A, check_finite=check_finite, lapack_driver=lapack_driver)
    return vh[_rank(values, (u.shape[0], vh.shape[1]), rcond):].T.conj()


@over_stacks(('A', 2), ('B', 2))
def subspace_angles(A, B):
    """The angles between the ranges of two matrices, falling.

    >>> linalg.subspace_angles([[1.0], [0.0]], [[0.0], [1.0]]).round(6)
    array([1.570796])
    """
    bases = []
    for matrix in (A, B):
        matrix = checked(matrix)
        if matrix.ndim != 2:
            raise ValueError(f'expected 2D array, got shape {matrix.shape}')
        if bases and len(matrix) != len(bases[0]):
            raise ValueError(f'A and B must have the same number of rows, got {len(bases[0])} and {len(matrix)}')
        bases.append(orth(matrix))
    a, b = bases
    shared = a.T.conj() @ b
    cosines = svdvals(shared)
    rest = b - a @ shared if a.shape[1] >= b.shape[1] else a - b @ shared.T.conj()
    near = cosines ** 2 >= 0.5
    sines = np.arcsin(np.clip(svdvals(rest), -1.0, 1.0)) if near.any() else 0.0
    return np.where(near, sines, np.arccos(np.clip(cosines[::-1], -1.0, 1.0)))


@over_stacks(('a', 2))
def polar(a, side='right'):
    """The factors u, with orthonormal columns or rows, and p, positive semi-definite: a = u p, or with side='left' a = p u.

    >>> linalg.polar([[0.0, -2.0], [2.0, 0.0]])[1].round(9)
    array([[2., 0.],
           [0., 2.]])
    """
    if side not in ('right', 'left'):
        raise ValueError("`side` must be either 'right' or 'left'")
    a = np.asarray(a)
    if a.ndim != 2:
        raise ValueError('`a` must be a 2-D array.')
    w, values, vh = svd(a, full_matrices=False)
    return w @ vh, (vh.T.conj() * values) @ vh if side == 'right' else (w * values) @ w.T.conj()


@over_stacks(('A', 2), ('B', 2))
def orthogonal_procrustes(A, B, check_finite=True):
    """The orthogonal matrix that turns A nearest to B, and the sum of the singular values of A.T @ B.

    >>> linalg.orthogonal_procrustes([[2.0, 0.0], [0.0, 2.0]], [[2.0, 0.0], [0.0, 2.0]])[1]
    np.float64(8.0)
    """
    a, b = finite(A, check_finite), finite(B, check_finite)
    if a.ndim != 2:
        raise ValueError(f'expected ndim to be 2, but observed {a.ndim}')
    if a.shape != b.shape:
        raise ValueError(f'the shapes of A and B differ ({a.shape} vs {b.shape})')
    u, values, vh = svd((b.T @ a.conj()).T)
    return u @ vh, values.sum()


# ---- Similar matrices.

def _square(a, check_finite):
    a = checked(a, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    return a


@over_stacks(('a', 2))
def hessenberg(a, calc_q=False, overwrite_a=False, check_finite=True):
    """The similar matrix with nothing below the first diagonal under the main one, and with calc_q also the unitary matrix to it.

    >>> linalg.hessenberg([[1.0, 2.0, 0.0], [0.0, 4.0, 5.0], [0.0, 0.0, 6.0]])[2, 0]
    np.float64(0.0)
    """
    a = _square(a, check_finite)
    n, kind = len(a), kind_of(a)
    if not n:
        return (np.empty((0, 0), kind), np.empty((0, 0), kind)) if calc_q else np.empty((0, 0), kind)
    if n <= 2:
        return (a, np.eye(n)) if calc_q else a
    h, tau = columns(a, kind), np.zeros(n, kind)
    low, high = np.zeros(1, np.int32), np.zeros(1, np.int32)
    lapack('gebal', kind, 'N', n, h, n, low, high, np.empty(n, real_kind(kind)))
    lapack('gehrd', kind, n, 1, n, h, n, tau, 'work')
    if not calc_q:
        return np.triu(h, -1)
    q = columns(h, kind)
    lapack('orghr', kind, n, 1, n, q, n, tau, 'work')
    return np.triu(h, -1), q


def _sort_test(sort):
    tests = {'lhp': lambda z: z.real < 0.0, 'rhp': lambda z: z.real >= 0.0, 'iuc': lambda z: abs(z) <= 1.0,
             'ouc': lambda z: abs(z) > 1.0}
    if sort not in tests:
        raise ValueError("'sort' parameter must either be 'None', or a callable, or one of ('lhp','rhp','iuc','ouc')")
    return tests[sort]


def _chosen(sort, values, is_real):
    """Which eigenvalues shall come first; both of a conjugate pair if one."""
    test = sort if callable(sort) else _sort_test(sort)
    if not callable(sort) or not is_real or getattr(getattr(sort, '__code__', None), 'co_argcount', 2) < 2:
        return np.array([bool(test(z)) for z in values.tolist()], dtype=np.int32)
    return np.array([bool(test(z.real, z.imag)) for z in values.tolist()], dtype=np.int32)


@over_stacks(('a', 2))
def schur(a, output='real', lwork=None, overwrite_a=False, sort=None, check_finite=True):
    """Schur's form T and the unitary Z, a = Z T Z^H; for real matrices with blocks of two rows unless output='complex'. sort
    ('lhp', 'rhp',
    'iuc', 'ouc' or a function of an eigenvalue) tells which eigenvalues come first; their number is the third result.

    >>> linalg.schur([[1.0, 2.0], [0.0, 3.0]])[0]
    array([[1., 2.],
           [0., 3.]])
    """
    if output not in ('real', 'complex', 'r', 'c'):
        raise ValueError("argument must be 'real', or 'complex'")
    a = finite(a, check_finite)
    a = a.astype(float) if a.dtype.kind in 'iu' else a
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    if sort is not None and not callable(sort):
        _sort_test(sort)
    kind, n = kind_of(a), len(a)
    if output in ('complex', 'c'):
        kind = kind.upper()
    t, z = columns(a, kind), empty_columns(n, n, kind)
    if not n:
        return (t, z) if sort is None else (t, z, 0)
    values = _form(kind, n, t, z)
    if sort is None:
        return t, z
    count = _sorted(kind, n, t, z, _chosen(sort, values, kind in 'fd'))
    return t, z, count


def _form(kind, n, t, z):
    unused = np.zeros(1, np.int32)
    if kind in 'FD':
        values = np.empty(n, kind)
        found = [values]
    else:
        found = [np.empty(n, kind), np.empty(n, kind)]
    extra = [np.empty(n, real_kind(kind))] if kind in 'FD' else []
    info = lapack('gees', kind, 'V', 'N', n, t, n, unused, *found, z, n, 'work', *extra, np.zeros(n, np.int32))
    if info > 0:
        raise LinAlgError('Schur form not found. Possibly ill-conditioned.')
    return found[0] if kind in 'FD' else found[0] + 1j * found[1]


def _sorted(kind, n, t, z, chosen):
    real, count = real_kind(kind), np.zeros(1, np.int32)
    found = [np.empty(n, kind)] if kind in 'FD' else [np.empty(n, kind), np.empty(n, kind)]
    rest = [] if kind in 'FD' else ['iwork']
    info = lapack('trsen', kind, 'N', 'V', chosen, n, t, n, z, n, *found, count, np.zeros(1, real), np.zeros(1, real), 'work',
                  *rest)
    if info:
        raise LinAlgError('Eigenvalues could not be separated for reordering.')
    return int(count[0])


@over_stacks(('T', 2), ('Z', 2))
def rsf2csf(T, Z, check_finite=True):
    """Schur's real form as the complex one, a triangle.

    >>> np.abs(linalg.rsf2csf(*linalg.schur([[0.0, 2.0], [-2.0, 0.0]]))[0].diagonal()).round(6)
    array([2., 2.])
    """
    z, t = finite(Z, check_finite), finite(T, check_finite)
    for name, matrix in (('Z', z), ('T', t)):
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"Input '{name}' must be square.")
    if z.shape != t.shape:
        raise ValueError(f'Input array shapes must match: Z: {z.shape} vs. T: {t.shape}')
    kind = kind_of(z, t).upper()
    z, t = z.astype(kind), t.astype(kind)
    eps = np.finfo(float).eps
    for i in range(len(t) - 1, 0, -1):
        block = slice(i - 1, i + 1)
        if abs(t[i, i - 1]) > eps * (abs(t[i - 1, i - 1]) + abs(t[i, i])):
            away = np.linalg.eigvals(t[block, block])[0] - t[i, i]
            length = np.hypot(abs(away), abs(t[i, i - 1]))
            c, s = away / length, t[i, i - 1] / length
            turn = np.array([[c.conjugate(), s], [-s, c]], dtype=kind)
            t[block, i - 1:] = turn @ t[block, i - 1:]
            t[:i + 1, block] = t[:i + 1, block] @ turn.conj().T
            z[:, block] = z[:, block] @ turn.conj().T
        t[i, i - 1] = 0
    return t, z


@over_stacks(('A', 2), ('B', 2))
def qz(A, B, output='real', lwork=None, sort=None, overwrite_a=False, overwrite_b=False, check_finite=True):
    """Schur's form of a pair of matrices: (AA, BB, Q, Z) with A = Q AA Z^H and B = Q BB Z^H.

    >>> linalg.qz(np.eye(2), 2 * np.eye(2))[1]
    array([[2., 0.],
           [0., 2.]])
    """
    if sort is not None:
        raise ValueError("The 'sort' input of qz() has to be None and will be removed in a future release. Use ordqz instead.")
    if output not in ('real', 'complex', 'r', 'c'):
        raise ValueError("argument must be 'real', or 'complex'")
    a, b = finite(A, check_finite), finite(B, check_finite)
    if not a.shape == b.shape == a.shape[::-1]:
        raise ValueError('Array dimensions must be square and agree')
    kind, n = kind_of(a, b), len(a)
    kind = kind.upper() if output in ('complex', 'c') else kind
    a, b, q, z = columns(a, kind), columns(b, kind), empty_columns(n, n, kind), empty_columns(n, n, kind)
    alpha = [np.empty(n, kind)] if kind in 'FD' else [np.empty(n, kind), np.empty(n, kind)]
    extra = [np.empty(8 * n, real_kind(kind))] if kind in 'FD' else []
    info = lapack('gges', kind, 'V', 'V', 'N', n, a, rows_of(a), b, rows_of(b), np.zeros(1, np.int32), *alpha, np.empty(n, kind),
                  q, rows_of(q),
                  z, rows_of(z), 'work', *extra, np.zeros(n, np.int32))
    if 0 < info <= n:
        warnings.warn(f'The QZ iteration failed. (a,b) are not in Schur form, but ALPHAR(j), ALPHAI(j), and BETA(j) should be correct for '
                      f'J={info - 1},...,N', LinAlgWarning, stacklevel=3)
    elif info:
        raise LinAlgError('Something other than QZ iteration failed')
    return a, b, q, z
