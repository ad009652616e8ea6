"""Eigenvalues of scipy.linalg: of matrices and of pairs of them, of Hermitian, banded and tridiagonal ones."""

import numpy as np
from scipy.linalg._support import LinAlgError, checked, columns, empty_columns, kind_of, lapack, over_stacks, real_kind, rows_of

__all__ = ['eig', 'eigvals', 'eigh', 'eigvalsh', 'eig_banded', 'eigvals_banded', 'eigh_tridiagonal', 'eigvalsh_tridiagonal',
           'cdf2rdf']


def _joined(vectors, values):
    """LAPACK's real vectors as complex ones: of a conjugate pair it gives the real and the imaginary part."""
    result = vectors.astype(values.dtype)
    j = 0
    while j < len(values):
        if values[j].imag:
            result[:, j] = vectors[:, j] + 1j * vectors[:, j + 1]
            result[:, j + 1] = result[:, j].conj()
            j += 1
        j += 1
    return result


def _quotients(alpha, beta, homogeneous):
    if homogeneous:
        return np.vstack([alpha, np.ones_like(alpha) if beta is None else beta])
    if beta is None:
        return alpha
    result = np.empty_like(alpha)
    some = beta != 0
    result[some] = alpha[some] / beta[some]
    result[~some & (alpha != 0)] = np.inf
    result[~some & (alpha == 0)] = np.nan if np.all(alpha.imag == 0) else complex(np.nan, np.nan)
    return result


def _solved(a, b, left, right):
    """Eigenvalues as alpha and beta (None without b), and the vectors asked for."""
    kind, n = kind_of(a, b), len(a)
    is_real = kind in 'fd'
    alpha = [np.empty(n, kind), np.empty(n, kind)] if is_real else [np.empty(n, kind)]
    sides = [empty_columns(n, n, kind) if wanted else np.zeros((1, max(n, 1)), kind, order='F') for wanted in (left, right)]
    places = [item for vectors in sides for item in (vectors, rows_of(vectors))]
    letters = ['V' if wanted else 'N' for wanted in (left, right)]
    beta = None if b is None else np.empty(n, kind)
    if b is None:
        extra = [] if is_real else [np.empty(2 * n, real_kind(kind))]
        info = lapack('geev', kind, *letters, n, columns(a, kind), rows_of(a), *alpha, *places, 'work', *extra)
        if info > 0:
            raise LinAlgError(f'eig algorithm (geev) did not converge (only eigenvalues with order >= {info} have converged)')
    else:
        extra = [] if is_real else [np.empty(8 * n, real_kind(kind))]
        info = lapack('ggev', kind, *letters, n, columns(a, kind), rows_of(a), columns(b, kind), rows_of(b), *alpha, beta,
                      *places, 'work', *extra)
        if info > 0:
            raise LinAlgError(f'generalized eig algorithm (ggev) did not converge (LAPACK info={info})')
    values = alpha[0] + np.array(1j, kind.upper()) * alpha[1] if is_real else alpha[0]
    vectors = []
    for wanted, found in zip((left, right), sides):
        if not wanted:
            continue
        found = _joined(found, values) if is_real and np.any(values.imag != 0) else found
        vectors.append(found / np.linalg.norm(found, axis=0) if b is not None else found)
    return values, beta, vectors


@over_stacks(('a', 2), ('b', 2))
def eig(a, b=None, left=False, right=True, overwrite_a=False, overwrite_b=False, check_finite=True, homogeneous_eigvals=False):
    """Eigenvalues of a matrix, or of a v = w b v, always complex, and the eigenvectors asked for: w, (w, vl), (w, vr) or (w, vl,
    vr).

    >>> linalg.eig([[1.0, 0.0], [0.0, 2.0]])[0]
    array([1.+0.j, 2.+0.j])
    """
    a = checked(a, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    if b is not None:
        b = checked(b, check_finite)
        if b.ndim != 2 or b.shape[0] != b.shape[1]:
            raise ValueError('expected square matrix')
        if b.shape != a.shape:
            raise ValueError('a and b must have the same shape')
    if len(a):
        alpha, beta, vectors = _solved(a, b, left, right)
    else:
        kind = kind_of(a, b)
        alpha, beta, vectors = np.empty(0, kind.upper()), None, [np.empty((0, 0), kind)] * (bool(left) + bool(right))
    values = _quotients(alpha, beta, homogeneous_eigvals)
    return (values, *vectors) if vectors else values


def eigvals(a, b=None, overwrite_a=False, check_finite=True, homogeneous_eigvals=False):
    """Eigenvalues of a matrix, or of a v = w b v, always complex.

    >>> linalg.eigvals([[0.0, 1.0], [-1.0, 0.0]])
    array([0.+1.j, 0.-1.j])
    """
    return eig(a, b, False, False, check_finite=check_finite, homogeneous_eigvals=homogeneous_eigvals)


_DRIVERS = ('ev', 'evd', 'evr', 'evx', 'gv', 'gvd', 'gvx')


def _asked(subset_by_index, subset_by_value, n):
    """LAPACK's range: a letter, the bounds and the first and last number (from 1)."""
    if subset_by_index is not None and subset_by_value is not None:
        raise ValueError('Either index or value subset can be requested.')
    if subset_by_index is not None:
        low, high = (int(x) for x in subset_by_index)
        if not 0 <= low <= high < n:
            raise ValueError(f'Requested eigenvalue indices are not valid. Valid range is [0, {n - 1}] and start <= end, but start={low}, '
                             f'end={high} is given')
        return 'I', 0.0, 1.0, low + 1, high + 1
    if subset_by_value is not None:
        low, high = subset_by_value
        if not -np.inf <= low < high <= np.inf:
            raise ValueError(f'Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and low < high, but low={low}, high={high} '
                             'is given')
        return 'V', float(low), float(high), 1, 1
    return 'A', 0.0, 1.0, 1, 1


@over_stacks(('a', 2), ('b', 2))
def eigh(a, b=None, *, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, type=1, check_finite=True,
         subset_by_index=None,
         subset_by_value=None, driver=None):
    """Eigenvalues (rising) and eigenvectors of a Hermitian matrix, or of a v = w b v (type 2: a b v = w v, 3: b a v = w v); those
    from one index to another, or within bounds, if told so.

    >>> linalg.eigh([[2.0, 0.0], [0.0, 1.0]], eigvals_only=True, subset_by_index=[1, 1])
    array([2.])
    """
    if driver is not None and driver not in _DRIVERS:
        names = '", "'.join(_DRIVERS)
        raise ValueError(f'"{driver}" is unknown. Possible values are "None", "{names}".')
    a = checked(a, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square "a" matrix')
    n, kind = len(a), kind_of(a)
    if not n:
        values = np.empty(0, real_kind(kind))
        return values if eigvals_only else (values, np.empty((0, 0), kind))
    if b is not None:
        b = checked(b, check_finite)
        if b.ndim != 2 or b.shape[0] != b.shape[1]:
            raise ValueError('expected square "b" matrix')
        if b.shape != a.shape:
            raise ValueError(f'wrong b dimensions {b.shape}, should be {a.shape}')
        if type not in (1, 2, 3):
            raise ValueError('"type" keyword only accepts 1, 2, and 3.')
        kind = kind_of(a, b)
    wanted = _asked(subset_by_index, subset_by_value, n)
    if driver and b is None and driver[0] == 'g':
        raise ValueError(f'{driver} requires input b array to be supplied for generalized eigenvalue problems.')
    if driver and b is not None and driver[0] == 'e':
        raise ValueError(f'"{driver}" does not accept input b array for standard eigenvalue problems.')
    if wanted[0] != 'A' and driver in ('ev', 'evd', 'gv', 'gvd'):
        raise ValueError(f'"{driver}" cannot compute subsets of eigenvalues')
    job, letter = 'N' if eigvals_only else 'V', 'L' if lower else 'U'
    values, count, matrix = np.empty(n, real_kind(kind)), np.array([n], np.int32), columns(a, kind)
    if b is None and driver in ('ev', 'evd'):
        vectors, info = matrix, lapack('syevd', kind, job, letter, n, matrix, n, values, 'work', 'rwork', 'iwork')
    elif b is None:
        vectors = empty_columns(n, n, kind)
        info = lapack('syevr', kind, job, wanted[0], letter, n, matrix, n, *wanted[1:], 0.0, count, values, vectors, n,
                      np.empty(2 * n, np.int32), 'work', 'rwork', 'iwork')
    elif driver in ('gv', 'gvd') or (driver is None and wanted[0] == 'A'):
        vectors, info = matrix, lapack('sygvd', kind, type, job, letter, n, matrix, n, columns(b, kind), n, values, 'work',
                                       'rwork', 'iwork')
    else:
        vectors = empty_columns(n, n, kind)
        extra = [np.empty(7 * n, real_kind(kind))] if kind in 'FD' else []
        info = lapack('sygvx', kind, type, job, wanted[0], letter, n, matrix, n, columns(b, kind), n, *wanted[1:], 0.0, count,
                      values, vectors,
                      n, 'work', *extra, np.empty(5 * n, np.int32), np.empty(n, np.int32))
    _raise_if_failed(info, n)
    found = int(count[0])
    return values[:found] if eigvals_only else (values[:found], vectors[:, :found])


def _raise_if_failed(info, n):
    if info > n:
        raise LinAlgError(f'The leading minor of order {info - n} of B is not positive definite. The factorization of B could not be completed '
                          'and no eigenvalues or eigenvectors were computed.')
    if info > 0:
        raise LinAlgError(f'The algorithm failed to converge; {info} off-diagonal elements of an intermediate tridiagonal form did not converge '
                          'to zero.')


def eigvalsh(a, b=None, *, lower=True, overwrite_a=False, overwrite_b=False, type=1, check_finite=True, subset_by_index=None,
             subset_by_value=None, driver=None):
    """Eigenvalues (rising) of a Hermitian matrix, or of a v = w b v.

    >>> linalg.eigvalsh([[2.0, 0.0], [0.0, 1.0]])
    array([1., 2.])
    """
    return eigh(a, b, lower=lower, eigvals_only=True, type=type, check_finite=check_finite, subset_by_index=subset_by_index,
                subset_by_value=subset_by_value, driver=driver)


def _selected(select, select_range, n):
    letters = {0: 'A', 1: 'V', 2: 'I', 'all': 'A', 'value': 'V', 'index': 'I', 'a': 'A', 'v': 'V', 'i': 'I'}
    select = select.lower() if isinstance(select, str) else select
    if select not in letters:
        raise ValueError('invalid argument for select')
    letter = letters[select]
    if letter == 'A':
        return letter, 0.0, 1.0, 1, 1
    bounds = np.asarray(select_range)
    if bounds.ndim != 1 or bounds.size != 2 or bounds[1] < bounds[0]:
        raise ValueError('select_range must be a 2-element array-like in nondecreasing order')
    if letter == 'V':
        return letter, float(bounds[0]), float(bounds[1]), 1, 1
    if bounds.dtype.char.lower() not in 'hilqp':
        raise ValueError(f'when using select="i", select_range must contain integers, got dtype {bounds.dtype} ({bounds.dtype.char})')
    if bounds[0] < 0 or bounds[1] >= n:
        raise ValueError('select_range out of bounds')
    return letter, 0.0, 1.0, int(bounds[0]) + 1, int(bounds[1]) + 1


@over_stacks(('a_band', 2))
def eig_banded(a_band, lower=False, eigvals_only=False, overwrite_a_band=False, select='a', select_range=None, max_ev=0,
               check_finite=True):
    """Eigenvalues (rising) and eigenvectors of a Hermitian matrix of which a_band has the diagonals of one side: a_band[u + i -
    j, j] is
    a[i, j], or with `lower` a_band[i - j, j]. select: 'a' all, 'v' those within select_range, 'i' those from one index to
    another.

    >>> linalg.eig_banded([[0.0, 0.0], [2.0, 1.0]], eigvals_only=True)
    array([1., 2.])
    """
    a = checked(a_band, check_finite)
    if a.ndim != 2:
        raise ValueError('expected a 2-D array')
    kind, n = kind_of(a), a.shape[1]
    values, vectors = np.empty(n, real_kind(kind)), empty_columns(n, n, kind)
    if not a.size:
        return values[:0] if eigvals_only else (values[:0], np.empty((0, 0), kind))
    wanted = _selected(select, select_range, n)
    job, letter, count = 'N' if eigvals_only else 'V', 'L' if lower else 'U', np.array([n], np.int32)
    if wanted[0] == 'A':
        info = lapack('sbevd', kind, job, letter, n, len(a) - 1, columns(a, kind), len(a), values, vectors, n, 'work', 'rwork',
                      'iwork')
    else:
        precise = 2 * float(np.finfo(kind).tiny)
        work = [np.empty(n, kind), np.empty(7 * n, real_kind(kind))] if kind in 'FD' else [np.empty(7 * n, kind)]
        info = lapack('sbevx', kind, job, wanted[0], letter, n, len(a) - 1, columns(a, kind), len(a), empty_columns(n, n, kind),
                      n, *wanted[1:],
                      precise, count, values, vectors, n, *work, np.empty(5 * n, np.int32), np.empty(n, np.int32))
    if info > 0:
        raise LinAlgError(f'{"hb" if kind in "FD" else "sb"}ev{"d" if wanted[0] == "A" else "x"} did not converge (LAPACK info={info})')
    found = int(count[0])
    return values[:found] if eigvals_only else (values[:found], vectors[:, :found])


def eigvals_banded(a_band, lower=False, overwrite_a_band=False, select='a', select_range=None, check_finite=True):
    """Eigenvalues (rising) of a Hermitian matrix of which a_band has the diagonals of one side.

    >>> linalg.eigvals_banded([[0.0, 0.0], [2.0, 1.0]])
    array([1., 2.])
    """
    return eig_banded(a_band, lower, True, select=select, select_range=select_range, check_finite=check_finite)


@over_stacks(('d', 1), ('e', 1))
def eigh_tridiagonal(d, e, eigvals_only=False, select='a', select_range=None, check_finite=True, tol=0.0, lapack_driver='auto'):
    """Eigenvalues (rising) and eigenvectors of the real symmetric matrix with the diagonals d and e.

    >>> linalg.eigh_tridiagonal([2.0, 2.0], [1.0], eigvals_only=True)
    array([1., 3.])
    """
    d, e = checked(d, check_finite), checked(e, check_finite)
    for part in (d, e):
        if part.ndim != 1:
            raise ValueError('expected a 1-D array')
        if part.dtype.kind == 'c':
            raise TypeError('Only real arrays currently supported')
    if d.size != e.size + 1:
        raise ValueError(f'd ({d.size}) must have one more element than e ({e.size})')
    n, kind = len(d), kind_of(d, e)
    wanted = _selected(select, select_range, n)
    drivers = ('auto', 'stemr', 'sterf', 'stebz', 'stev', 'stevd')
    if not isinstance(lapack_driver, str):
        raise TypeError('lapack_driver must be str')
    if lapack_driver not in drivers:
        raise ValueError(f'lapack_driver must be one of {drivers}, got {lapack_driver}')
    if lapack_driver in ('sterf', 'stev', 'stevd') and wanted[0] != 'A':
        raise ValueError(f'{lapack_driver} can only be used when select == "a"')
    if lapack_driver == 'sterf' and not eigvals_only:
        raise ValueError('sterf can only be used when eigvals_only is True')
    values, count = np.empty(n, kind), np.zeros(1, np.int32)
    beside = np.zeros(n, kind)
    beside[:-1] = e
    if lapack_driver in ('auto', 'stebz') and eigvals_only and wanted[0] != 'A':
        unused = [np.empty(n, np.int32) for _ in range(2)]
        splits = np.zeros(1, np.int32)
        info = lapack('stebz', kind, wanted[0], 'E', n, *wanted[1:], float(tol), d.astype(kind), beside, count, splits, values,
                      *unused, np.empty(4 * n, kind), np.empty(3 * n, np.int32))
    else:
        vectors = empty_columns(n, n, kind)
        info = lapack('stemr', kind, 'N' if eigvals_only else 'V', wanted[0], n, d.astype(kind), beside, *wanted[1:], count,
                      values, vectors, n, n,
                      np.empty(2 * n, np.int32), np.ones(1, np.int32), 'work', 'iwork')
    if info > 0:
        raise LinAlgError(f'{lapack_driver} (eigh_tridiagonal) did not converge (LAPACK info={info})')
    found = int(count[0])
    return values[:found] if eigvals_only else (values[:found], vectors[:, :found])


def eigvalsh_tridiagonal(d, e, select='a', select_range=None, check_finite=True, tol=0.0, lapack_driver='auto'):
    """Eigenvalues (rising) of the real symmetric matrix with the diagonals d and e.

    >>> linalg.eigvalsh_tridiagonal([2.0, 2.0], [1.0])
    array([1., 3.])
    """
    return eigh_tridiagonal(d, e, True, select, select_range, check_finite, tol, lapack_driver)


@over_stacks(('w', 1), ('v', 2))
def cdf2rdf(w, v):
    """Complex eigenvalues and eigenvectors of a real matrix as a real matrix with blocks of two rows, and real vectors.

    >>> linalg.cdf2rdf(np.array([1j, -1j]), np.array([[1.0, 1.0], [1j, -1j]]))[0].tolist()
    [[0.0, 1.0], [-1.0, -0.0]]
    """
    w, v = checked(w), checked(v)
    if w.ndim < 1:
        raise ValueError('expected w to be at least 1D')
    if v.ndim < 2:
        raise ValueError('expected v to be at least 2D')
    if v.shape[0] != v.shape[1]:
        raise ValueError('expected v to be a square matrix or stacked square matrices: v.shape[-2] = v.shape[-1]')
    if len(w) != len(v):
        raise ValueError('expected the same number of eigenvalues as eigenvectors')
    pairs = np.nonzero(w.imag)[0] if w.dtype.kind == 'c' else np.empty(0, int)
    if len(pairs) % 2:
        raise ValueError('expected complex-conjugate pairs of eigenvalues')
    values, vectors = np.diag(w.real), v.real.copy()
    for j, k in pairs.reshape(-1, 2).tolist():
        values[j, k], values[k, j] = w[j].imag, w[k].imag
        vectors[:, j], vectors[:, k] = -v[:, j].imag, v[:, j].real
    return values, vectors
