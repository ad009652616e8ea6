"""Members of scipy.linalg: the cosine-sine decomposition, QR factors of matrices that change a little, and BLAS's and LAPACK's routines by
name."""

import numpy as np
from scipy.linalg._support import LinAlgError, lapack

__all__ = ['cossin', 'qr_delete', 'qr_insert', 'qr_update', 'find_best_blas_type', 'get_blas_funcs', 'get_lapack_funcs',
           'clarkson_woodruff_transform', 'expm_cond']


# ---- cosines and sines: LAPACK's orcsd and uncsd ----

def cossin(X, p=None, q=None, separate=False, swap_sign=False, compute_u=True, compute_vh=True):
    """The decomposition U @ CS @ Vh of a unitary matrix parted after p rows and q columns (or given as its four parts): with separate as
    ((u1, u2), theta, (v1h, v2h)). Raises ValueError for parts that do not fit, LinAlgError where LAPACK does not converge.

    >>> linalg.cossin(np.eye(2), 1, 1, separate=True)[1]
    array([0.])
    """
    if p or q:
        p, q = 1 if p is None else int(p), 1 if q is None else int(q)
        X = np.asarray(X)
        if X.ndim != 2 or X.shape[0] != X.shape[1]:
            raise ValueError(f'Cosine Sine decomposition only supports square matrices, got {X.shape}')
        m = X.shape[0]
        if p >= m or p <= 0:
            raise ValueError(f'invalid p={p}, 0<p<{m} must hold')
        if q >= m or q <= 0:
            raise ValueError(f'invalid q={q}, 0<q<{m} must hold')
        x11, x12, x21, x22 = X[:p, :q], X[:p, q:], X[p:, :q], X[p:, q:]
    elif not np.iterable(X):
        raise ValueError('When p and q are None, X must be an iterable containing the subblocks of X')
    else:
        if len(X) != 4:
            raise ValueError(f'When p and q are None, exactly four arrays should be in X, got {len(X)}')
        x11, x12, x21, x22 = (np.atleast_2d(part) for part in X)
        for name, block in zip(('x11', 'x12', 'x21', 'x22'), (x11, x12, x21, x22)):
            if block.shape[1] == 0:
                raise ValueError(f"{name} can't be empty")
        (p, q), (rest_rows, rest) = x11.shape, x22.shape
        if x12.shape != (p, rest):
            raise ValueError(f'Invalid x12 dimensions: desired {(p, rest)}, got {x12.shape}')
        if x21.shape != (rest_rows, q):
            raise ValueError(f'Invalid x21 dimensions: desired {(rest_rows, q)}, got {x21.shape}')
        if p + rest_rows != q + rest:
            raise ValueError('The subblocks have compatible sizes but don\'t form a square array (instead they form a '
                             f'{p + rest_rows}x{q + rest} array). This might be due to missing p, q arguments.')
        m = p + rest_rows
    kind = np.result_type(x11, x12, x21, x22, np.float32).char
    kind = kind if kind in 'fdFD' else 'd'

    def held(block=None):
        matrix = np.zeros((m, m + 1), dtype=kind, order='F')[:, :m]
        if block is not None:
            matrix[:block.shape[0], :block.shape[1]] = block
        return matrix
    parts, u1, u2, v1, v2 = [held(block) for block in (x11, x12, x21, x22)], held(), held(), held(), held()
    theta, counters = np.zeros(m, dtype=kind.lower()), np.zeros(m, dtype=np.int32)
    arguments = ['Y' if compute_u else 'N'] * 2 + ['Y' if compute_vh else 'N'] * 2 + ['N', 'O' if swap_sign else 'D', m, p, q]
    for part in parts:
        arguments += [part, m]
    info = lapack('orcsd', kind, *arguments, theta, u1, m, u2, m, v1, m, v2, m, 'work', *(('rwork',) if kind in 'FD' else ()), counters)
    if info > 0:
        raise LinAlgError(f'{"un" if kind in "FD" else "or"}csd did not converge: {info}')
    n11, n12, n21, n22 = min(p, q), min(p, m - q), min(m - p, q), min(m - p, m - q)
    theta = theta[:min(p, m - p, q, m - q)]
    u1, u2, v1, v2 = u1[:p, :p].copy(), u2[:m - p, :m - p].copy(), v1[:q, :q].copy(), v2[:m - q, :m - q].copy()
    if separate:
        return (u1, u2), theta, (v1, v2)
    u, vh = np.zeros((m, m), dtype=kind), np.zeros((m, m), dtype=kind)
    u[:p, :p], u[p:, p:], vh[:q, :q], vh[q:, q:] = u1, u2, v1, v2
    c, s, count = np.diag(np.cos(theta)), np.diag(np.sin(theta)), len(theta)
    cs = np.zeros((m, m), dtype=theta.dtype)
    one = cs.dtype.type(1)
    lower, upper = (one, -one) if not swap_sign else (-one, one)
    for k in range(n11 - count):
        cs[k, k] = one
    for k in range(n22 - count):
        cs[p + k, q + k] = one
    left = n11 - count
    for k in range(n12 - count):  # sines of a right angle stand behind the others
        cs[left + count + k, q + n22 - count + count + k] = upper
    for k in range(n21 - count):
        cs[p + n22 - count + count + k, left + count + k] = lower
    cs[left:left + count, left:left + count] = c
    cs[p + n22 - count:p + n22, q + n22 - count:q + n22] = c
    cs[left:left + count, q + n22 - count:q + n22] = upper * s
    cs[p + n22 - count:p + n22, left:left + count] = lower * s
    return u, cs, vh


# ---- QR factors that follow their matrix: G. H. Golub and C. F. Van Loan, Matrix Computations, 12.5 ----

def _factors(Q, R, check_finite):
    Q, R = (np.asarray_chkfinite(a) if check_finite else np.asarray(a) for a in (Q, R))
    if Q.ndim != 2 or R.ndim != 2:
        raise ValueError('Q and R must be 2-D')
    if Q.shape[1] != R.shape[0]:
        raise ValueError('Q and R do not have compatible shapes.' if Q.shape[0] == Q.shape[1] else 'Economic decomposition: Q and R do not have compatible shapes.')
    kind = np.result_type(Q, R, np.float32)
    return np.array(Q, dtype=kind), np.array(R, dtype=kind)


def _rotation(f, g):
    """(c, s) with c f + s g = r and -conj(s) f + c g = 0."""
    if g == 0:
        return 1.0, 0.0
    size = np.hypot(abs(f), abs(g))
    if f == 0:
        return 0.0, np.conj(g) / abs(g)
    return abs(f) / size, f / abs(f) * np.conj(g) / size


def _rotate_rows(a, i, j, c, s):
    upper, below = a[i].copy(), a[j].copy()
    a[i], a[j] = c * upper + s * below, -np.conj(s) * upper + c * below


def _rotate_columns(a, i, j, c, s):
    left, right = a[:, i].copy(), a[:, j].copy()
    a[:, i], a[:, j] = c * left + np.conj(s) * right, -s * left + c * right


def _triangular(Q, R, first=0):
    """R made triangular again, where some elements stand below its diagonal."""
    m, n = R.shape
    for column in range(first, min(m - 1, n)):
        for row in range(m - 1, column, -1):
            if R[row, column] != 0:
                c, s = _rotation(R[row - 1, column], R[row, column])
                _rotate_rows(R, row - 1, row, c, s)
                _rotate_columns(Q, row - 1, row, c, s)
                R[row, column] = 0
    return Q, R


def _place(k, count):
    if k != int(k) or not -count <= k < count:
        raise ValueError("'k' is out of bounds")
    return int(k) % count


def qr_delete(Q, R, k, p=1, which='row', overwrite_qr=False, check_finite=True):
    """The factors of the matrix Q @ R without p of its rows (or columns) from the k-th on. Raises ValueError where they are not there.

    >>> q, r = linalg.qr_delete(np.eye(2), np.array([[1.0, 2.0], [0.0, 3.0]]), 0, which='col')
    >>> (q @ r).ravel()
    array([2., 3.])
    """
    Q, R = _factors(Q, R, check_finite)
    if which not in ('row', 'col'):
        raise ValueError("'which' must be either 'row' or 'col'")
    count = Q.shape[0] if which == 'row' else R.shape[1]
    k, is_full = _place(k, count), Q.shape[0] == Q.shape[1]
    if p < 1 or k + p > count or (which == 'row' and not is_full and Q.shape[0] - p < Q.shape[1]):
        raise ValueError("'p' is out of range")
    if which == 'col':
        Q, R = _triangular(Q, np.delete(R, slice(k, k + p), axis=1), k)
        return (Q, R) if is_full else (Q[:, :R.shape[1]], R[:R.shape[1]])
    if not is_full:
        return np.linalg.qr(np.delete(Q @ R, slice(k, k + p), axis=0))
    for _ in range(p):
        for row in range(Q.shape[1] - 1, 0, -1):  # the row of Q becomes the first axis
            c, s = _rotation(np.conj(Q[k, row - 1]), np.conj(Q[k, row]))
            _rotate_columns(Q, row - 1, row, c, s)
            _rotate_rows(R, row - 1, row, c, s)
        Q, R = np.delete(Q, k, axis=0)[:, 1:], R[1:]
    return Q, R


def qr_insert(Q, R, u, k, which='row', rcond=None, overwrite_qru=False, check_finite=True):
    """The factors of the matrix Q @ R with rows (or columns) u put in before the k-th. Raises ValueError for sizes that do not fit.

    >>> q, r = linalg.qr_insert(np.eye(1), np.array([[2.0]]), np.array([3.0]), 1)
    >>> (q @ r).ravel().round(9)
    array([2., 3.])
    """
    Q, R = _factors(Q, R, check_finite)
    u = np.asarray_chkfinite(u) if check_finite else np.asarray(u)
    if which not in ('row', 'col'):
        raise ValueError("'which' must be either 'row' or 'col'")
    kind = Q.dtype
    if u.dtype != kind:
        quoted = "'u' must have the same type as 'Q' and 'R'" if which == 'row' else "'u' must have the same type as Q and R"
        raise ValueError(quoted)
    is_full = Q.shape[0] == Q.shape[1]
    if which == 'row':
        rows = np.atleast_2d(u)
        if rows.shape[1] != R.shape[1]:
            raise ValueError(f"'u' should be either (N,) or (p,N) when inserting rows. Found {u.shape}.")
        if not -Q.shape[0] <= k <= Q.shape[0]:
            raise ValueError("'k' is not a valid index")
        k = k + Q.shape[0] if k < 0 else int(k)
        p, m, n = rows.shape[0], Q.shape[0], Q.shape[1]
        wide = np.zeros((m + p, n + p), dtype=kind)
        wide[:k, :n], wide[k + p:, :n] = Q[:k], Q[k:]
        wide[k:k + p, n:] = np.eye(p)
        Q, R = _triangular(wide, np.vstack([R, rows]))
        return (Q, R) if is_full else (Q[:, :n], R[:n])
    columns = u[:, None] if u.ndim == 1 else u
    if columns.shape[0] != Q.shape[0]:
        raise ValueError(f"'u' should be either (M,) or (M,p) when inserting columns. Found {u.shape}.")
    if not -R.shape[1] <= k <= R.shape[1]:
        raise ValueError("'k' is not a valid index")
    k = k + R.shape[1] if k < 0 else int(k)
    if is_full:
        return _triangular(Q, np.insert(R, [k], np.conj(Q.T) @ columns, axis=1), k)
    wanted = np.insert(Q @ R, [k], columns, axis=1)
    if rcond is not None:
        rest = columns - Q @ (np.conj(Q.T) @ columns)
        if np.any(np.linalg.norm(rest, axis=0) < rcond * np.linalg.norm(columns, axis=0)):
            raise LinAlgError('One of the columns of u lies in the span of Q. Found reciprocal condition number below rcond.')
    return np.linalg.qr(wanted, mode='complete' if wanted.shape[1] > wanted.shape[0] else 'reduced')


def qr_update(Q, R, u, v, overwrite_qruv=False, check_finite=True):
    """The factors of Q @ R + u @ v^H, vectors or matrices of as many columns. Raises ValueError for sizes that do not fit.

    >>> q, r = linalg.qr_update(np.eye(2), np.eye(2), np.array([1.0, 0.0]), np.array([0.0, 2.0]))
    >>> (q @ r).round(9)
    array([[1., 2.],
           [0., 1.]])
    """
    Q, R = _factors(Q, R, check_finite)
    u, v = (np.asarray_chkfinite(a) if check_finite else np.asarray(a) for a in (u, v))
    if u.ndim != v.ndim or u.ndim not in (1, 2):
        raise ValueError('u and v must have the same number of dimensions')
    first, second = (a[:, None] if a.ndim == 1 else a for a in (u, v))
    if first.shape[0] != Q.shape[0]:
        raise ValueError('u.shape[0] must equal Q.shape[0]')
    if second.shape[0] != R.shape[1]:
        raise ValueError('v.shape[0] must equal R.shape[1]')
    if first.shape[1] != second.shape[1]:
        raise ValueError('u and v must have the same second dimension')
    kind = Q.dtype
    if u.dtype != kind or v.dtype != kind:
        raise ValueError('u and v must have the same type as Q and R')
    if Q.shape[0] != Q.shape[1]:
        return np.linalg.qr(Q @ R + first @ np.conj(second.T))
    for a, b in zip(first.T.astype(kind), second.T.astype(kind)):
        w = (np.conj(Q.T) @ a)[:, None]
        for row in range(len(w) - 1, 0, -1):  # w to the first axis: R becomes Hessenberg's
            c, s = _rotation(w[row - 1, 0], w[row, 0])
            _rotate_rows(w, row - 1, row, c, s)
            _rotate_rows(R, row - 1, row, c, s)
            _rotate_columns(Q, row - 1, row, c, s)
        R[0] += w[0, 0] * np.conj(b)
        Q, R = _triangular(Q, R)
    return Q, R


# ---- routines by name ----

_CHARACTERS = {'f': 's', 'd': 'd', 'F': 'c', 'D': 'z', 'g': 'd', 'G': 'z'}


def find_best_blas_type(arrays=(), dtype=None):
    """The letter of BLAS's type for arrays, the dtype, and whether the arrays lie in columns.

    >>> linalg.find_best_blas_type((np.ones(2),))
    ('d', dtype('float64'), True)
    """
    dtype = np.dtype(float if dtype is None else dtype)
    by_columns, kind = False, dtype
    if len(arrays):
        kinds = [array.dtype for array in arrays]
        kind = np.result_type(*kinds) if len(kinds) > 1 else kinds[0]
        best = max(range(len(kinds)), key=lambda i: ('fdFD'.find(kinds[i].char), -i))
        by_columns = bool(arrays[best].flags.f_contiguous)
    letter = _CHARACTERS.get(kind.char, 'd')
    return letter, np.dtype({'s': 'f', 'd': 'd', 'c': 'F', 'z': 'D'}[letter]), by_columns


def _found(module, what, names, arrays, dtype, ilp64):
    single = isinstance(names, str)
    letter, kind, _ = find_best_blas_type([np.asarray(a) for a in arrays], dtype)
    if ilp64 not in (False, 'preferred'):
        raise RuntimeError(f'{what} ILP64 routine requested, but Scipy compiled only with 32-bit {what}')
    functions = []
    for name in (names,) if single else names:
        if letter in 'cz' and name in ('dot', 'ger'):
            name += 'c' if name == 'dot' else 'u'
        renamed = {'orghr': 'unghr', 'orgqr': 'ungqr', 'ormqr': 'unmqr', 'orgrq': 'ungrq', 'syev': 'heev', 'syevd': 'heevd'}
        if letter in 'cz' and what == 'LAPACK' and name not in ('syev', 'syevd'):
            name = renamed.get(name, name)
        full = 'i' + letter + 'amax' if name == 'iamax' or name == 'i_amax' else letter + name
        if letter in 'cz' and name in ('nrm2', 'asum'):
            full = {'c': 'sc', 'z': 'dz'}[letter] + name
        function = getattr(module, full, None)
        if function is None:
            raise ValueError(f'{what} function {full} could not be found')
        functions.append(function)
    return functions[0] if single else functions


def get_blas_funcs(names, arrays=(), dtype=None, ilp64=False):
    """BLAS's routines by name, of the type of the arrays. Raises ValueError for names that are not there.

    >>> linalg.get_blas_funcs('dot', (np.ones(2),))(np.ones(2), np.ones(2))
    2.0
    """
    from scipy.linalg import blas
    return _found(blas, 'BLAS', names, arrays, dtype, ilp64)


def get_lapack_funcs(names, arrays=(), dtype=None, ilp64=False):
    """LAPACK's routines by name, of the type of the arrays. Raises ValueError for names that are not there.

    >>> linalg.get_lapack_funcs('potrf', (np.ones(2),))(np.array([[4.0]]))[0]
    array([[2.]])
    """
    from scipy.linalg import lapack as module
    return _found(module, 'LAPACK', names, arrays, dtype, ilp64)


# ---- sketches and conditions ----

def clarkson_woodruff_transform(input_matrix, sketch_size, rng=None, *, seed=None):
    """A matrix of fewer rows with about the same norms: each row goes, with a random sign, to one of sketch_size rows.

    >>> linalg.clarkson_woodruff_transform(np.ones((10, 3)), 4, rng=1).shape
    (4, 3)
    """
    is_sparse = hasattr(input_matrix, 'tocsr')
    if not is_sparse:
        input_matrix = np.asarray(input_matrix)
    generator = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(seed if rng is None else rng)
    rows = generator.integers(0, sketch_size, input_matrix.shape[0])
    signs = generator.choice([1, -1], input_matrix.shape[0])
    if is_sparse:
        from scipy.sparse import csc_matrix
        return csc_matrix((signs, rows, np.arange(len(rows) + 1)), shape=(sketch_size, len(rows))) @ input_matrix
    result = np.zeros((sketch_size,) + input_matrix.shape[1:], dtype=np.result_type(input_matrix, np.int64))
    np.add.at(result, rows, input_matrix * signs.reshape((-1,) + (1,) * (input_matrix.ndim - 1)))
    return result


def expm_cond(A, check_finite=True):
    """How many times larger a small relative change of the matrix is in its exponential, in Frobenius's norm.

    >>> linalg.expm_cond(np.array([[1.0]])).round(6)
    np.float64(1.0)
    """
    from scipy.linalg import expm, expm_frechet
    A = np.asarray_chkfinite(A) if check_finite else np.asarray(A)
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError('expected a square matrix')
    n = A.shape[0]
    columns = []
    for j in range(n):
        for i in range(n):
            direction = np.zeros((n, n))
            direction[i, j] = 1.0
            columns.append(expm_frechet(A, direction, compute_expm=False).T.ravel())
    return np.linalg.norm(np.array(columns).T, 2) * np.linalg.norm(A) / np.linalg.norm(expm(A))
