"""Pairs of matrices in an order of their eigenvalues, and Riccati's equations, which they solve."""

import numpy as np
from scipy.linalg._factor import lu, qr, qz, svd
from scipy.linalg._functions import expm
from scipy.linalg._solve import matrix_balance, norm, solve_triangular
from scipy.linalg._special import block_diag
from scipy.linalg._support import LinAlgError, checked, kind_of, lapack, over_stacks, real_kind, rows_of

__all__ = ['ordqz', 'solve_continuous_are', 'solve_discrete_are', 'expm_frechet']


def _quotients(alpha, beta):
    with np.errstate(divide='ignore', invalid='ignore'):
        return alpha / beta


_TESTS = {'lhp': lambda a, b: (b != 0) & (_quotients(a, b).real < 0), 'rhp': lambda a, b: (b != 0) & (_quotients(a, b).real > 0),
          'iuc': lambda a, b: (b != 0) & (np.abs(_quotients(a, b)) < 1),
          'ouc': lambda a, b: (b == 0) & (a != 0) | (b != 0) & (np.abs(_quotients(a, b)) > 1)}


def _blocks(a, b):
    """The eigenvalues of the pair as alpha and beta: those of a real block of two rows are asked for by themselves."""
    alpha, beta = np.diagonal(a).astype(complex), np.diagonal(b).copy()
    for i in np.nonzero(np.diagonal(a, -1))[0].tolist():
        block = slice(i, i + 2)
        values = np.linalg.eigvals(np.linalg.solve(b[block, block], a[block, block]))
        alpha[block] = np.sort_complex(values)[::-1] * beta[block]
    return alpha, beta


@over_stacks(('A', 2), ('B', 2))
def ordqz(A, B, sort='lhp', output='real', overwrite_a=False, overwrite_b=False, check_finite=True):
    """Schur's form of a pair of matrices whose chosen eigenvalues come first: (AA, BB, alpha, beta, Q, Z). sort: 'lhp', 'rhp',
    'iuc', 'ouc' or a function of alpha and beta.

    >>> linalg.ordqz(np.diag([1.0, -2.0]), np.eye(2))[2].real
    array([-2.,  1.])
    """
    if not callable(sort) and sort not in _TESTS:
        raise ValueError("sort parameter must be None, a callable, or one of ('lhp','rhp','iuc','ouc')")
    a, b, q, z = qz(A, B, output=output, check_finite=check_finite)
    kind, n = kind_of(a, b), len(a)
    chosen = np.asarray((sort if callable(sort) else _TESTS[sort])(*_blocks(a, b))).astype(np.int32)
    alpha = [np.empty(n, kind)] if kind in 'FD' else [np.empty(n, kind), np.empty(n, kind)]
    beta, real = np.empty(n, kind), real_kind(kind)
    info = lapack('tgsen', kind, 0, 1, 1, chosen, n, a, rows_of(a), b, rows_of(b), *alpha, beta, q, rows_of(q), z, rows_of(z),
                  np.zeros(1, np.int32),
                  np.zeros(1, real), np.zeros(1, real), np.zeros(2, real), 'work', 'iwork')
    if info == 1:
        raise ValueError('Reordering of (A, B) failed because the transformed matrix pair (A, B) would be too far from generalized Schur form; the '
                         'problem is very ill-conditioned. (A, B) may have been partially reordered.')
    return a, b, alpha[0] if kind in 'FD' else alpha[0] + np.array(1j, kind.upper()) * alpha[1], beta, q, z


def _arguments(a, b, q, r, e, s, is_continuous):
    a, b, q, r = (np.atleast_2d(checked(matrix)) for matrix in (a, b, q, r))
    for name, matrix in (('a', a), ('q', q), ('r', r)):
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f'Matrix {name} should be square.')
    m, n = b.shape
    if m != a.shape[0]:
        raise ValueError('Matrix a and b should have the same number of rows.')
    if m != q.shape[0]:
        raise ValueError('Matrix a and q should have the same shape.')
    if n != r.shape[0]:
        raise ValueError('Matrix b and r should have the same number of cols.')
    for name, matrix in (('q', q), ('r', r)):
        if norm(matrix - matrix.conj().T, 1) > np.spacing(norm(matrix, 1)) * 100:
            raise ValueError(f'Matrix {name} should be symmetric/hermitian.')
    if e is not None:
        e = np.atleast_2d(checked(e))
        if e.shape[0] != e.shape[1]:
            raise ValueError('Matrix e should be square.')
        if m != e.shape[0]:
            raise ValueError('Matrix a and e should have the same shape.')
    for name, matrix in (('r', r if is_continuous else None), ('e', e)):
        if matrix is not None and svd(matrix, compute_uv=False)[-1] <= np.spacing(1.0) * norm(matrix, 1):
            raise ValueError(f'Matrix {name} is numerically singular.')
    if s is not None:
        s = np.atleast_2d(checked(s))
        if s.shape != b.shape:
            raise ValueError('Matrix b and s should have the same shape.')
    kind = complex if any(matrix is not None and matrix.dtype.kind == 'c' for matrix in (a, b, q, r, e, s)) else float
    return a, b, q, r, np.zeros_like(b) if s is None else s, e, kind


def _riccati(h, j, m, n, e, kind, sort, balanced, circle):
    """From the vectors of the pencil h - w j with the chosen eigenvalues: x is the lower half times the inverse of the upper one."""
    scales = np.ones(2 * m + n)
    if balanced:
        sizes = np.abs(h) + np.abs(j)
        np.fill_diagonal(sizes, 0.0)
        scales = matrix_balance(sizes, permute=False, separate=True)[1][0]
        if not np.allclose(scales, 1.0):
            powers = np.log2(scales)
            both = np.round((powers[m:2 * m] - powers[:m]) / 2)
            scales = 2.0 ** np.concatenate([both, -both, powers[2 * m:]])
            h, j = h * (scales[:, None] / scales), j * (scales[:, None] / scales)
        else:
            scales = np.ones(2 * m + n)
    away = qr(h[:, 2 * m:])[0][:, n:].conj().T
    u = ordqz(away @ h[:, :2 * m], away @ j[:, :2 * m], sort=sort, output='real' if kind is float else 'complex',
              check_finite=False)[5]
    if e is not None:
        u = qr(np.concatenate([e @ u[:m, :m], u[m:, :m]]))[0]
    upper, lower = u[:m, :m], u[m:, :m]
    order, left, right = lu(upper)
    if 1 / np.linalg.cond(right) < np.spacing(1.0):
        raise LinAlgError('Failed to find a finite solution.')
    x = solve_triangular(right.conj().T, lower.conj().T, lower=True)
    x = solve_triangular(left.conj().T, x, unit_diagonal=True).conj().T @ order.conj().T
    x = x * (scales[:m, None] * scales[:m])
    product = upper.conj().T @ lower
    if norm(product - product.conj().T, 1) > max(np.spacing(1000.0), 0.1 * norm(product, 1)):
        raise LinAlgError(f'The associated {circle}')
    return (x + x.conj().T) / 2


def solve_continuous_are(a, b, q, r, e=None, s=None, balanced=True):
    """The x for which a^H x + x a - x b r^-1 b^H x + q = 0 and a - b r^-1 b^H x is stable; e and s as in the generalised
    equation.

    >>> linalg.solve_continuous_are([[0.0]], [[1.0]], [[4.0]], [[1.0]]).round(9)
    array([[2.]])
    """
    a, b, q, r, s, e, kind = _arguments(a, b, q, r, e, s, True)
    m, n = b.shape
    h = np.block([[a, np.zeros((m, m)), b], [-q, -a.conj().T, -s], [s.conj().T, b.conj().T, r]]).astype(kind)
    unit = np.eye(m) if e is None else e
    j = block_diag(unit, unit.conj().T, np.zeros((n, n))).astype(kind)
    return _riccati(h, j, m, n, e, kind, 'lhp', balanced, 'Hamiltonian pencil has eigenvalues too close to the imaginary axis')


def solve_discrete_are(a, b, q, r, e=None, s=None, balanced=True):
    """The x for which a^H x a - x - a^H x b (r + b^H x b)^-1 b^H x a + q = 0, with a stable closed loop; e and s as in the
    generalised equation.

    >>> linalg.solve_discrete_are([[1.0]], [[1.0]], [[2.0]], [[4.0]]).round(9)
    array([[4.]])
    """
    a, b, q, r, s, e, kind = _arguments(a, b, q, r, e, s, False)
    m, n = b.shape
    unit, none = np.eye(m) if e is None else e, np.zeros((m, m))
    h = np.block([[a, none, b], [-q, unit.conj().T, -s], [s.conj().T, np.zeros((n, m)), r]]).astype(kind)
    beside, below = np.zeros((m, n)), np.zeros((n, m))
    j = np.block([[unit, none, beside], [none, a.conj().T, beside], [below, -b.conj().T, np.zeros((n, n))]]).astype(kind)
    return _riccati(h, j, m, n, e, kind, 'iuc', balanced, 'symplectic pencil has eigenvalues too close to the unit circle')


def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    """The exponential of A, and how it changes where A changes by E; both stand in the exponential of one matrix of twice as many
    rows.

    >>> linalg.expm_frechet([[0.0]], [[2.0]])[1]
    array([[2.]])
    """
    a, change = checked(A, check_finite), checked(E, check_finite)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected A to be a square matrix')
    if change.ndim != 2 or change.shape[0] != change.shape[1]:
        raise ValueError('expected E to be a square matrix')
    if a.shape != change.shape:
        raise ValueError('expected A and E to be the same shape')
    if method not in (None, 'SPS', 'blockEnlarge'):
        raise ValueError(f'Unknown implementation {method}')
    n = len(a)
    whole = expm(np.block([[a, change], [np.zeros((n, n)), a]]))
    return (whole[:n, :n], whole[:n, n:]) if compute_expm else whole[:n, n:]
