"""Linear systems, inverses and least squares of scipy.linalg."""

import warnings

import numpy as np
from scipy.linalg._support import (LinAlgError, LinAlgWarning, checked, columns, empty_columns, kind_of, lapack, over_stacks,
                                   real_kind, rows_of,
                                   width)

__all__ = ['solve', 'inv', 'det', 'solve_triangular', 'solve_banded', 'solveh_banded', 'solve_toeplitz', 'solve_circulant',
           'matmul_toeplitz', 'lstsq',
           'pinv', 'pinvh', 'norm', 'bandwidth', 'issymmetric', 'ishermitian', 'matrix_balance']

_STRUCTURES = {None: None, 'general': 'general', 'gen': 'general', 'diagonal': 'diagonal', 'tridiagonal': 'banded',
               'banded': 'banded',
               'upper triangular': 'upper', 'lower triangular': 'lower', 'pos': 'positive', 'positive definite': 'positive',
               'sym': 'symmetric',
               'symmetric': 'symmetric', 'her': 'hermitian', 'hermitian': 'hermitian'}


def norm(a, ord=None, axis=None, keepdims=False, check_finite=True):
    """The norm of a matrix or vector, as numpy.linalg.norm has it.

    >>> linalg.norm([3.0, 4.0])
    5.0
    """
    a = np.asarray_chkfinite(a) if check_finite else np.asarray(a)
    found = np.linalg.norm(a, ord=ord, axis=axis, keepdims=keepdims)
    by_library = a.ndim == 1 and ord in (None, 2) or a.ndim == 2 and ord in (1, np.inf) and (np.isfortran(a) or np.isfortran(a.T))
    if by_library and a.size and axis is None and not keepdims and a.dtype.char in 'fdFD':
        return float(found)  # where SciPy asks BLAS or LAPACK
    return found


def bandwidth(a):
    """How many diagonals below and above the main one have a number that is not 0.

    >>> linalg.bandwidth(np.array([[1.0, 2.0], [0.0, 3.0]]))
    (0, 1)
    """
    if a.ndim != 2:
        raise ValueError('Input array must be a 2D array' if a.ndim < 2 else 'Input array must be a 2D array')
    rows, places = np.nonzero(a)
    if not len(rows):
        return 0, 0
    away = rows - places
    return max(0, int(away.max())), max(0, int(-away.min()))


def _mirrored(a, other, atol, rtol):
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('The input array must be a square 2D array.' if a.ndim == 2 else 'The input array must be 2D.')
    if atol is None and rtol is None:
        return bool(np.array_equal(a, other))
    return bool(np.allclose(a, other, atol=atol or 0.0, rtol=rtol or 0.0))


def issymmetric(a, atol=None, rtol=None):
    """Whether a matrix is its own transpose, exactly unless tolerances are given.

    >>> linalg.issymmetric(np.array([[1.0, 2.0], [2.0, 3.0]]))
    True
    """
    a = np.asarray(a)
    return _mirrored(a, a.T, atol, rtol)


def ishermitian(a, atol=None, rtol=None):
    """Whether a matrix is its own conjugate transpose, exactly unless tolerances are given.

    >>> linalg.ishermitian(np.array([[1.0, 2j], [-2j, 3.0]]))
    True
    """
    a = np.asarray(a)
    return _mirrored(a, a.conj().T, atol, rtol)


def _structure(a):
    below, above = bandwidth(a)
    if not below or not above:
        return 'diagonal' if below == above else 'lower' if below else 'upper'
    return 'hermitian?' if np.array_equal(a, a.conj().T) and np.all(np.diagonal(a).real > 0) else 'general'


def _condition(routine, kind, a, *before):
    """1 / the condition number of a factored matrix; what comes before the work space is given."""
    rcond = np.zeros(1, real_kind(kind))
    n = len(a)
    work = np.empty(4 * n, kind)
    last = np.empty(n, np.int32)
    if kind in 'FD':
        sizes = {'gecon': 2 * n, 'pocon': n, 'trcon': n, 'gbcon': n}
        last = np.empty(sizes[routine], real_kind(kind)) if routine in sizes else None
    lapack(routine, kind, *before, rcond, work, *([] if last is None else [last]))
    return rcond[0]


def _solved(a, b, structure, lower, transposed, kind):
    """The solution of one system and 1 / the condition number (0: singular)."""
    n, right = len(a), columns(b, kind)
    if transposed and structure not in ('positive', 'symmetric', 'hermitian', 'diagonal'):
        a = a.T
        structure = {'upper': 'lower', 'lower': 'upper'}.get(structure, structure)
    structure = structure or _structure(a)
    if structure == 'diagonal':
        diagonal = np.diagonal(a).astype(kind)
        size = np.abs(diagonal)
        return (right / diagonal[:, None], size.min() / size.max()) if size.min() else (right, 0.0)
    if structure in ('upper', 'lower'):
        factor, letter = columns(a, kind), structure[0].upper()
        if lapack('trtrs', kind, letter, 'N', 'N', n, right.shape[1], factor, n, right, n):
            return right, 0.0
        return right, _condition('trcon', kind, a, '1', letter, 'N', n, factor, n)
    size = _one_norm(a if structure in ('general', 'banded') else np.tril(a) + np.tril(a, -1).conj().T
                     if lower else np.triu(a) + np.triu(a, 1).conj().T)
    pivots, letter = np.empty(n, np.int32), 'L' if lower else 'U'
    if structure in ('positive', 'hermitian?'):
        factor = columns(a, kind)
        if not lapack('potrf', kind, letter, n, factor, n):
            lapack('potrs', kind, letter, n, right.shape[1], factor, n, right, n)
            return right, _condition('pocon', kind, a, letter, n, factor, n, size)
        if structure == 'positive':
            return right, 0.0
    if structure in ('symmetric', 'hermitian'):
        pre = 'he' if structure == 'hermitian' and kind in 'FD' else 'sy'
        factor = columns(a, kind)
        if lapack(pre + 'trf', kind, letter, n, factor, n, pivots, 'work'):
            return right, 0.0
        lapack(pre + 'trs', kind, letter, n, right.shape[1], factor, n, pivots, right, n)
        return right, _condition(pre + 'con', kind, a, letter, n, factor, n, pivots, size)
    if structure == 'banded':
        below, above = bandwidth(a)
        factor = _band_storage(a, below, above, kind)
        if lapack('gbtrf', kind, n, n, below, above, factor, len(factor), pivots):
            return right, 0.0
        lapack('gbtrs', kind, 'N', n, below, above, right.shape[1], factor, len(factor), pivots, right, n)
        return right, _condition('gbcon', kind, a, '1', n, below, above, factor, len(factor), pivots, size)
    factor = columns(a, kind)
    if lapack('getrf', kind, n, n, factor, n, pivots):
        return right, 0.0
    lapack('getrs', kind, 'N', n, right.shape[1], factor, n, pivots, right, n)
    return right, _condition('gecon', kind, a, '1', n, factor, n, size)


def _one_norm(a):
    return float(np.abs(a).sum(axis=0).max())


def _band_storage(a, below, above, kind):
    """The diagonals of a matrix, in rows, as LAPACK factors them: room for what comes in lies above."""
    n = len(a)
    band = empty_columns(2 * below + above + 1, n, kind)
    band[...] = 0
    for offset in range(-below, above + 1):
        row = below + above - offset
        band[row, max(offset, 0):n + min(offset, 0)] = np.diagonal(a, offset)
    return band


def _report(singular, poor):
    if singular:
        raise LinAlgError(f'A singular matrix detected: slice(s) {singular} are singular.')
    if poor:
        warnings.warn('An ill-conditioned matrix detected: ' + ','.join(poor) + '.', LinAlgWarning, stacklevel=3)


def _square_stack(a):
    if a.ndim < 2:
        raise ValueError(f'Expected at least ndim=2, got a1.ndim={a.ndim}')
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f'Expected square matrix, got a1.shape={a.shape}')


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False):
    """The solution of a x = b. assume_a tells what a is ('general', 'diagonal', 'tridiagonal', 'banded', 'upper triangular',
    'lower triangular', 'symmetric', 'hermitian', 'positive definite'); None: it is looked at. Stacks of systems are solved one by
    one.

    >>> linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0])
    array([1., 1.])
    """
    if assume_a not in _STRUCTURES:
        raise ValueError(f'{assume_a} is not a recognized matrix structure')
    a = np.atleast_2d(checked(a, check_finite))
    b = np.atleast_1d(checked(b, check_finite))
    kind = {'f': 'f', 'e': 'f', 'F': 'F', 'D': 'D'}.get(np.result_type(a, b).char, 'd')
    _square_stack(a)
    if kind in 'FD' and transposed and a.dtype.kind == 'c':
        raise NotImplementedError('scipy.linalg.solve can currently not solve a^T x = b or a^H x = b for complex matrices.')
    is_line = b.ndim == 1
    b = b[:, None] if is_line else b
    if b.shape[-2] != a.shape[-1] and a.size != 1:
        raise ValueError(f'incompatible shapes: a1.shape={a.shape} and b1.shape={b.shape}')
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    a, b = np.broadcast_to(a, stack + a.shape[-2:]), np.broadcast_to(b, stack + b.shape[-2:])
    if not a.size or not b.size:
        x = np.empty(b.shape, kind)
    elif a.size == 1:
        if a.item() == 0:
            raise LinAlgError('A singular matrix detected.')
        x = b.astype(kind) / a.astype(kind)
    else:
        x = np.empty(b.shape, kind)
        singular, poor, limit = [], [], np.finfo(kind).eps
        for i, place in enumerate(np.ndindex(stack)):
            x[place], rcond = _solved(a[place], b[place], _STRUCTURES[assume_a], lower, transposed, kind)
            if rcond == 0:
                singular.append(i)
            elif not rcond >= limit:
                poor.append(f'slice {i} has rcond = {rcond}')
        _report(singular, poor)
    return x[..., 0] if is_line else x


def _inverse(a, structure, lower, kind):
    n, factor, pivots = len(a), columns(a, kind), np.empty(len(a), np.int32)
    structure = structure or _structure(a)
    if structure == 'diagonal':
        diagonal = np.diagonal(a).astype(kind)
        size = np.abs(diagonal)
        return (np.diag(1 / diagonal), size.min() / size.max()) if size.min() else (factor, 0.0)
    if structure in ('upper', 'lower'):
        letter = structure[0].upper()
        rcond = _condition('trcon', kind, a, '1', letter, 'N', n, factor, n)
        cut = np.triu if structure == 'upper' else np.tril
        return (cut(factor), 0.0) if lapack('trtri', kind, letter, 'N', n, factor, n) else (cut(factor), rcond)
    size = _one_norm(a)
    if structure == 'positive':
        letter = 'L' if lower else 'U'
        if lapack('potrf', kind, letter, n, factor, n):
            return factor, 0.0
        rcond = _condition('pocon', kind, a, letter, n, factor, n, size)
        lapack('potri', kind, letter, n, factor, n)
        half = np.tril(factor, -1) if lower else np.triu(factor, 1)
        return half + half.conj().T + np.diag(np.diagonal(factor)), rcond
    if lapack('getrf', kind, n, n, factor, n, pivots):
        return factor, 0.0
    rcond = _condition('gecon', kind, a, '1', n, factor, n, size)
    lapack('getri', kind, n, factor, n, pivots, 'work')
    return factor, rcond


def inv(a, overwrite_a=False, check_finite=True, *, assume_a=None, lower=False):
    """The inverse of a matrix, or of each of a stack.

    >>> linalg.inv([[2.0, 0.0], [0.0, 4.0]])
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    a = checked(a, check_finite)
    _square_stack(a)
    kind = kind_of(a)
    structure = _STRUCTURES[assume_a]
    structure = structure if structure in (None, 'diagonal', 'upper', 'lower', 'positive') else 'general'
    result = np.empty(a.shape, kind)
    singular, poor, limit = [], [], np.finfo(kind).eps
    for i, place in enumerate(np.ndindex(a.shape[:-2])):
        if not a.size:
            break
        result[place], rcond = _inverse(a[place], structure, lower, kind)
        if rcond == 0:
            singular.append(i)
        elif not rcond >= limit:
            poor.append(f'slice {i} has rcond = {rcond}')
    _report(singular, poor)
    return result


def det(a, overwrite_a=False, check_finite=True):
    """The determinant of a matrix, or of each of a stack: the product of U's diagonal.

    >>> linalg.det([[2.0, 0.0], [0.0, 4.0]])
    np.float64(8.0)
    """
    a = np.asarray_chkfinite(a) if check_finite else np.asarray(a)
    if a.ndim < 2:
        raise ValueError('The input array must be at least two-dimensional.')
    if a.shape[-1] != a.shape[-2]:
        raise ValueError(f'Last 2 dimensions of the array must be square but received shape {a.shape}.')
    kind, n = kind_of(a), a.shape[-1]
    result = np.ones(a.shape[:-2], complex if kind in 'FD' else float)
    for place in np.ndindex(a.shape[:-2] if n else (0,)):
        factor, pivots = columns(a[place], kind), np.empty(n, np.int32)
        lapack('getrf', kind, n, n, factor, n, pivots)
        odd = np.count_nonzero(pivots != np.arange(1, n + 1)) % 2
        result[place] = np.prod(np.diagonal(factor), dtype=result.dtype) * (-1 if odd else 1)
    return result[()]


@over_stacks(('a', 2), ('b', '1|2'))
def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    """The solution of a x = b (trans 'T': of a.T x = b, 'C': of the conjugate's) for a triangle of a.

    >>> linalg.solve_triangular([[2.0, 1.0], [9.0, 4.0]], [4.0, 8.0])
    array([1., 2.])
    """
    a, b = checked(a, check_finite), checked(b, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square matrix')
    if a.shape[0] != b.shape[0]:
        raise ValueError(f'shapes of a {a.shape} and b {b.shape} are incompatible')
    kind = kind_of(a, b)
    x, n = columns(b, kind), len(a)
    if not b.size:
        return x
    letter = {0: 'N', 1: 'T', 2: 'C'}.get(trans, trans)
    info = lapack('trtrs', kind, 'L' if lower else 'U', letter, 'U' if unit_diagonal else 'N', n, width(x), columns(a, kind), n,
                  x, n)
    if info:
        raise LinAlgError(f'singular matrix: resolution failed at diagonal {info - 1}')
    return x


def solve_banded(l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True):
    """The solution of a x = b for a with l_and_u = (l, u) diagonals below and above the main one: ab[u + i - j, j] is a[i, j].

    >>> linalg.solve_banded((1, 1), [[0.0, 1.0], [2.0, 2.0], [1.0, 0.0]], [3.0, 3.0])
    array([1., 1.])
    """
    below, above = l_and_u
    return _solve_banded(ab, b, below, above, check_finite)


@over_stacks(('ab', 2), ('b', '1|2'))
def _solve_banded(ab, b, below, above, check_finite):
    ab, b = checked(ab, check_finite, inexact=True), checked(b, check_finite, inexact=True)
    if ab.shape[-1] != b.shape[0]:
        raise ValueError('shapes of ab and b are not compatible.')
    if below + above + 1 != ab.shape[0]:
        raise ValueError(f'invalid values for the number of lower and upper diagonals: l+u+1 ({below + above + 1}) does not equal ab.shape[0] '
                         f'({ab.shape[0]})')
    kind, n = kind_of(ab, b), ab.shape[1]
    x = columns(b, kind)
    if not b.size:
        return x
    if n == 1:
        return x / ab[above, 0].astype(kind)
    if below == above == 1:
        lower, middle, upper = np.zeros(n, kind), ab[1].astype(kind), np.zeros(n, kind)
        lower[:-1], upper[:-1] = ab[2, :-1], ab[0, 1:]
        info = lapack('gtsv', kind, n, width(x), lower, middle, upper, x, n)
    else:
        band = empty_columns(2 * below + above + 1, n, kind)
        band[:below], band[below:] = 0, ab
        info = lapack('gbsv', kind, n, below, above, width(x), band, len(band), np.empty(n, np.int32), x, n)
    if info:
        raise LinAlgError('singular matrix')
    return x


@over_stacks(('ab', 2), ('b', '1|2'))
def solveh_banded(ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True):
    """The solution of a x = b for a positive definite a, of which ab has the diagonals of one side: ab[u + i - j, j] is a[i, j],
    or with `lower` ab[i - j, j].

    >>> linalg.solveh_banded([[0.0, 1.0], [2.0, 2.0]], [3.0, 3.0])
    array([1., 1.])
    """
    ab, b = checked(ab, check_finite), checked(b, check_finite)
    if ab.shape[-1] != b.shape[0]:
        raise ValueError('shapes of ab and b are not compatible.')
    kind, n = kind_of(ab, b), ab.shape[1]
    x = columns(b, kind)
    if not b.size:
        return x
    if len(ab) == 2:
        beside = np.zeros(n, kind)
        beside[:-1] = ab[1, :-1] if lower else ab[0, 1:].conj()
        info = lapack('ptsv', kind, n, width(x), ab[0 if lower else 1].real.astype(real_kind(kind)), beside, x, n)
    else:
        info = lapack('pbsv', kind, 'L' if lower else 'U', n, len(ab) - 1, width(x), columns(ab, kind), len(ab), x, n)
    if info:
        raise LinAlgError(f'{info}th leading minor not positive definite')
    return x


def _toeplitz_parts(c, r, b, check_finite, is_square):
    c, r = checked(c, check_finite), checked(r, check_finite)
    if b is None:
        raise ValueError('`b` must be an array, not None.')
    b = checked(b, check_finite)
    if is_square and len(r) != len(c) or len(b) != len(r):
        raise ValueError('Incompatible dimensions.')
    kind = complex if any(part.dtype.kind == 'c' for part in (c, r, b)) else float
    return c.astype(kind), r.astype(kind), b.astype(kind)


def _column_and_row(c_or_cr):
    return c_or_cr if isinstance(c_or_cr, tuple) else (c_or_cr, np.conjugate(c_or_cr))


def solve_toeplitz(c_or_cr, b, check_finite=True):
    """The solution of a x = b for a with equal diagonals, of which the first column is given, or (column, row); by Levinson's
    recursion, in as many steps as there are rows.

    >>> linalg.solve_toeplitz([2.0, 1.0], [3.0, 3.0])
    array([1., 1.])
    """
    c, r = _column_and_row(c_or_cr)
    return _solve_toeplitz(c, r, b, check_finite)


@over_stacks(('c', 1), ('r', 1), ('b', '1|2'))
def _solve_toeplitz(c, r, b, check_finite):
    c, r, b = _toeplitz_parts(c, r, b, check_finite, True)
    if not b.size:
        return np.empty_like(b)
    right = b.reshape(len(b), -1)
    x = np.zeros_like(right)
    if c[0] == 0:
        raise LinAlgError('Singular principal minor')
    x[0] = right[0] / c[0]
    forward, backward = np.zeros(len(c), c.dtype), np.zeros(len(c), c.dtype)  # solve for the first and the last unit vector
    forward[0] = backward[0] = 1 / c[0]
    for n in range(1, len(c)):
        below, beside = c[n:0:-1], r[1:n + 1]
        first, last = below @ forward[:n], beside @ backward[:n]
        divisor = 1 - first * last
        if divisor == 0:
            raise LinAlgError('Singular principal minor')
        longer, shifted = np.append(forward[:n], 0), np.append(0, backward[:n])
        forward[:n + 1], backward[:n + 1] = (longer - first * shifted) / divisor, (shifted - last * longer) / divisor
        x[:n + 1] += backward[:n + 1, None] * (right[n] - below @ x[:n])
    return x.reshape(b.shape)


def matmul_toeplitz(c_or_cr, x, check_finite=False, workers=None):
    """The product of a matrix with equal diagonals (given by its first column, or (column, row)) and x, by Fourier transforms.

    >>> linalg.matmul_toeplitz([2.0, 1.0], [1.0, 1.0])
    array([3., 3.])
    """
    c, r = _column_and_row(c_or_cr)
    return _matmul_toeplitz(c, r, x, check_finite)


@over_stacks(('c', 1), ('r', 1), ('x', '1|2'))
def _matmul_toeplitz(c, r, x, check_finite):
    c, r, x = _toeplitz_parts(c, r, x, check_finite, False)
    shape = (len(c),) if x.ndim == 1 else (len(c), x.shape[1])
    if not x.size:
        return np.empty(shape, x.dtype)
    around = np.concatenate([c, r[:0:-1]])
    count, x = len(around), x.reshape(len(x), -1)
    if around.dtype.kind == 'c':
        product = np.fft.ifft(np.fft.fft(around)[:, None] * np.fft.fft(x, count, axis=0), axis=0)
    else:
        product = np.fft.irfft(np.fft.rfft(around)[:, None] * np.fft.rfft(x, count, axis=0), count, axis=0)
    return product[:len(c)].reshape(shape)


def _length(name, a, axis):
    if not -a.ndim <= axis < a.ndim:
        raise ValueError(f"'{name}axis' entry is out of bounds")
    return a.shape[axis]


def solve_circulant(c, b, singular='raise', tol=None, caxis=-1, baxis=0, outaxis=0):
    """The solution of a x = b for a whose columns go round, the first being c; singular='lstsq': of least squares where there is
    none.

    >>> linalg.solve_circulant([2.0, 1.0], [4.0, 5.0]).round(9)
    array([1., 2.])
    """
    c, b = np.atleast_1d(c), np.atleast_1d(b)
    count = _length('c', c, caxis)
    if count != _length('b', b, baxis):
        raise ValueError(f'Shapes of c {c.shape} and b {b.shape} are incompatible')
    if not b.size:
        return np.empty(b.shape, np.result_type(c, b, float))
    values = np.fft.fft(np.moveaxis(c, caxis, -1))
    size = np.abs(values)
    small = size <= (size.max(axis=-1, keepdims=True) * count * np.finfo(float).eps if tol is None else tol)
    if small.any():
        if singular == 'raise':
            raise LinAlgError('near singular circulant matrix.')
        values[small] = 1
    quotient = np.fft.fft(np.moveaxis(b, baxis, -1)) / values
    if small.any():
        quotient[np.broadcast_to(small, quotient.shape)] = 0
    x = np.fft.ifft(quotient)
    if c.dtype.kind != 'c' and b.dtype.kind != 'c':
        x = x.real
    return np.moveaxis(x, -1, outaxis)


def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True, lapack_driver=None):
    """The x for which a x - b is smallest: (x, residues, rank, singular values); lapack_driver 'gelsy' gives no singular values.

    >>> linalg.lstsq([[1.0], [1.0]], [1.0, 3.0])[0]
    array([2.])
    """
    a, b = checked(a, check_finite), checked(b, check_finite)
    if a.ndim != 2:
        raise ValueError('Input array a should be 2D')
    m, n = a.shape
    if m != b.shape[0]:
        raise ValueError(f'Shape mismatch: a and b should have the same number of rows ({m} != {b.shape[0]}).')
    kind = kind_of(a, b)
    if not m or not n:
        residues = np.linalg.norm(b, axis=0) ** 2 if not n else np.empty(0)
        return np.zeros((n,) + b.shape[1:], np.result_type(a, b, np.float32 if kind in 'fF' else float)), residues, 0, np.empty(0)
    if lapack_driver not in (None, 'gelsd', 'gelsy', 'gelss'):
        raise ValueError(f'LAPACK driver "{lapack_driver}" is not found')
    cond = np.finfo(kind).eps if cond is None else cond
    if lapack_driver != 'gelsy':
        x, residues, rank, values = np.linalg.lstsq(a.astype(kind), b.astype(kind), rcond=cond)
        if b.ndim == 1 and residues.size:
            residues = residues[0]
        return x, residues.astype(real_kind(kind)) if residues.size else np.array([], kind), int(rank), values
    x, rank = columns(b, kind, max(m, n)), np.zeros(1, np.int32)
    lapack('gelsy', kind, m, n, width(x), columns(a, kind), m, x, len(x), np.zeros(n, np.int32), cond, rank, 'work',
           *([np.empty(2 * n, real_kind(kind))] if kind in 'FD' else []))
    return x[:n], np.array([], kind), int(rank[0]), None


def _cutoff(values, shape, kind, atol, rtol):
    atol = 0.0 if atol is None else atol
    rtol = max(shape) * np.finfo(kind).eps if rtol is None else rtol
    if atol < 0 or rtol < 0:
        raise ValueError('atol and rtol values must be positive.')
    return atol + np.max(np.abs(values), initial=0.0) * rtol


@over_stacks(('a', 2))
def pinv(a, *, atol=None, rtol=None, return_rank=False, check_finite=True):
    """The pseudo-inverse, by singular values above atol + rtol * the largest one.

    >>> linalg.pinv([[2.0, 0.0]])
    array([[0.5],
           [0. ]])
    """
    a = checked(a, check_finite)
    u, values, vh = np.linalg.svd(a.astype(kind_of(a)), full_matrices=False)
    rank = int(np.sum(values > _cutoff(values, a.shape, values.dtype, atol, rtol)))
    inverse = ((u[:, :rank] / values[:rank]) @ vh[:rank]).conj().T
    return (inverse, np.int64(rank)) if return_rank else inverse


@over_stacks(('a', 2))
def pinvh(a, atol=None, rtol=None, lower=True, return_rank=False, check_finite=True):
    """The pseudo-inverse of a Hermitian matrix, by its eigenvalues.

    >>> linalg.pinvh([[2.0, 0.0], [0.0, 0.0]])
    array([[0.5, 0. ],
           [0. , 0. ]])
    """
    a = checked(a, check_finite)
    values, vectors = np.linalg.eigh(a.astype(kind_of(a)), UPLO='L' if lower else 'U')
    kept = np.abs(values) > _cutoff(values, a.shape, values.dtype, atol, rtol)
    vectors = vectors[:, kept]
    inverse = (vectors / values[kept]) @ vectors.conj().T
    return (inverse, int(kept.sum())) if return_rank else inverse


@over_stacks(('A', 2))
def matrix_balance(A, permute=True, scale=True, separate=False, overwrite_a=False):
    """A similar matrix whose rows and columns are alike in size, and by what it was made: a matrix, or with `separate` (scales,
    permutation).

    >>> linalg.matrix_balance([[1.0, 1024.0], [0.0009765625, 1.0]])[0].tolist()
    [[1.0, 2.0], [0.5, 1.0]]
    """
    a = np.atleast_2d(checked(A))
    if a.shape[0] != a.shape[1]:
        raise ValueError('The data matrix for balancing should be square.')
    kind, n = kind_of(a), len(a)
    a, low, high, scales = columns(a, kind), np.zeros(1, np.int32), np.zeros(1, np.int32), np.ones(n, real_kind(kind))
    if n:
        lapack('gebal', kind, 'B' if permute and scale else 'P' if permute else 'S' if scale else 'N', n, a, n, low, high, scales)
    first, last = int(low[0]) - 1, int(high[0])
    scaling, order = np.ones(n), np.arange(n)
    scaling[first:last] = scales[first:last]
    for i in list(range(n - 1, last - 1, -1)) + list(range(first)):
        j = int(scales[i]) - 1
        order[[i, j]] = order[[j, i]]
    if separate:
        return a, (scaling, order)
    return a, np.diag(scaling)[np.argsort(order)]
