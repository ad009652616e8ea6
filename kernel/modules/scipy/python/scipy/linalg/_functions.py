"""Functions of matrices, and equations whose unknowns are matrices."""

import warnings

import numpy as np
from scipy.linalg._factor import rsf2csf, schur, svd
from scipy.linalg._solve import inv, norm, solve
from scipy.linalg._support import LinAlgError, LinAlgWarning, checked, columns, kind_of, lapack, over_stacks, real_kind, rows_of

__all__ = ['expm', 'logm', 'sqrtm', 'cosm', 'sinm', 'tanm', 'coshm', 'sinhm', 'tanhm', 'signm', 'funm',
           'fractional_matrix_power', 'khatri_rao',
           'solve_sylvester', 'solve_continuous_lyapunov', 'solve_discrete_lyapunov', 'solve_lyapunov']


def _square(a):
    a = np.asarray(a)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise ValueError('expected square array_like input')
    return a


def _real_if_close(a, result):
    if a.dtype.kind != 'c' and result.dtype.kind == 'c':
        limit = (1e3 if result.dtype.char == 'F' else 1e6) * np.finfo(result.dtype).eps
        if np.allclose(result.imag, 0.0, atol=limit):
            return result.real
    return result


def _stack_of_squares(a):
    a = np.asarray(a)
    if a.ndim < 2:
        raise LinAlgError('The input array must be at least two-dimensional')
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError('Last 2 dimensions of the array must be square')
    return a if a.dtype.kind in 'fc' and a.dtype != np.float16 else a.astype(np.float32 if a.dtype == np.float16 else float)


def expm(A):
    """The exponential of a matrix, or of each of a stack, by Padé's approximation and squaring.

    >>> linalg.expm([[0.0, 1.0], [0.0, 0.0]])
    array([[1., 1.],
           [0., 1.]])
    """
    if np.size(A) == 1 and np.ndim(A) < 2:
        return np.array([[np.exp(np.asarray(A).item())]])
    a = _stack_of_squares(A)
    result = np.empty_like(a)
    for place in np.ndindex(a.shape[:-2] if a.size else (0,)):
        matrix = a[place]
        result[place] = np.diag(np.exp(np.diagonal(matrix))) if not np.any(matrix - np.diag(np.diagonal(matrix))) else _exponential(matrix)
    return result


def _exponential(a):
    size = np.linalg.norm(a, 1)
    squarings = max(0, int(np.ceil(np.log2(size / 5.371920351148152)))) if size > 5.371920351148152 else 0
    is_upper, is_lower = not np.any(np.tril(a, -1)), not np.any(np.triu(a, 1))
    a = a / 2.0 ** squarings
    b = [64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0, 10559470521600.0,
         670442572800.0,
         33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0]
    one, a2 = np.eye(len(a), dtype=a.dtype), a @ a
    a4 = a2 @ a2
    a6 = a4 @ a2
    u = a @ (a6 @ (b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one)
    v = a6 @ (b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    result = np.linalg.solve(v - u, v + u)
    for _ in range(squarings):
        result = result @ result
    return np.triu(result) if is_upper else np.tril(result) if is_lower else result


# ---- Roots and logarithms, of triangles.

def _sylvester(a, b, c):
    """The x for which a x + x b = c, of upper triangles a and b (or Schur's real form)."""
    kind = kind_of(a, b, c)
    x, scale = columns(c, kind), np.zeros(1, real_kind(kind))
    lapack('trsyl', kind, 'N', 'N', 1, *c.shape, columns(a, kind), rows_of(a), columns(b, kind), rows_of(b), x, rows_of(x), scale)
    return x * (1 / scale[0]) if scale[0] != 1 else x


def _root(t):
    """The square root of an upper triangle: those of its halves, and what lies between them."""
    n = len(t)
    if n == 1:
        return np.sqrt(t)
    half = n // 2
    result = np.zeros_like(t)
    first, last = _root(t[:half, :half]), _root(t[half:, half:])
    result[:half, :half], result[half:, half:] = first, last
    if np.any(t[:half, half:]):
        result[:half, half:] = _sylvester(first, last, t[:half, half:])
    return result


def _as_triangle(a):
    """(T, Z) with T an upper triangle: real if a is real and has only eigenvalues that are not negative."""
    t, z = schur(a)
    if a.dtype.kind == 'c' or not np.any(np.diagonal(t, -1)) and np.all(np.diagonal(t) >= 0):
        return t, z
    return rsf2csf(t, z)


def sqrtm(A, disp=None, blocksize=None):
    """The square root of a matrix, or of each of a stack, whose eigenvalues have no negative real parts.

    >>> linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]])
    array([[2., 0.],
           [0., 3.]])
    """
    for name, value in (('disp', disp), ('blocksize', blocksize)):
        if value is not None:
            warnings.warn(f'The `{name}` argument is deprecated and will be removed in SciPy 1.18.0.', DeprecationWarning,
                          stacklevel=2)
    a = _stack_of_squares(A)
    if a.shape[-2:] == (1, 1):
        return np.sqrt(a if a.dtype.kind == 'c' or np.all(a >= 0) else a.astype(np.result_type(a, np.complex64)))
    roots, is_singular, is_poor = [], False, False
    for place in np.ndindex(a.shape[:-2] if a.size else (0,)):
        root, singular, poor = _square_root(a[place])
        roots.append(root)
        is_singular, is_poor = is_singular or singular, is_poor or poor
    if is_singular or is_poor:
        what = 'singular' if is_singular else 'ill-conditioned'
        warnings.warn(f'Matrix is {what}. The result might be inaccurate or the array might not have a square root.',
                      LinAlgWarning, stacklevel=2)
    result = np.array(roots, dtype=np.result_type(*roots)).reshape(a.shape) if roots else np.empty_like(a)
    if disp is False:
        return result, np.linalg.norm(result @ result - a, 'fro') ** 2 / np.linalg.norm(a, 'fro')
    return result


def _square_root(a):
    t, z = _as_triangle(a)
    diagonal = np.abs(np.diagonal(t))
    root = z @ _root(t) @ z.conj().T
    if a.dtype.kind != 'c' and root.dtype.kind == 'c' and not np.any((np.diagonal(t).real < 0) & (np.abs(np.diagonal(t).imag) <= 1e-14 * diagonal)):
        root = root.real
    singular = bool(np.any(diagonal == 0))
    return root, singular, not singular and bool(diagonal.min() < np.finfo(t.dtype).eps * diagonal.max())


def _gauss(count):
    """The nodes and weights of Gauss and Legendre between 0 and 1: eigenvalues of a matrix, and the first parts of its vectors."""
    k = np.arange(1, count)
    beside = np.diag(k / np.sqrt(4.0 * k * k - 1), 1)
    nodes, vectors = np.linalg.eigh(beside + beside.T)
    return ((nodes + 1) / 2).tolist(), (vectors[0] ** 2).tolist()


def _logarithm(t):
    """The logarithm of an upper triangle: of its roots until they are near to one, by Gauss and Legendre's partial fractions."""
    n, roots, r = len(t), 0, t
    one = np.eye(n, dtype=t.dtype)
    while np.linalg.norm(r - one, 1) > 0.25 and roots < 100:
        r, roots = _root(r), roots + 1
    x = r - one
    result = np.zeros_like(t)
    for node, weight in zip(*_gauss(9)):
        result += weight * np.linalg.solve(one + node * x, x)
    result = np.triu(result) * 2.0 ** roots
    result[np.arange(n), np.arange(n)] = np.log(np.diagonal(t))
    return result


@over_stacks(('A', 2))
def logm(A, disp=None):
    """The logarithm of a matrix, whose exponential it is.

    >>> linalg.logm([[1.0, 2.0], [0.0, 1.0]])
    array([[0., 2.],
           [0., 0.]])
    """
    if disp is not None:
        warnings.warn('The `disp` argument is deprecated and will be removed in SciPy 1.18.0.', DeprecationWarning, stacklevel=3)
    a = _square(A)
    a = a if a.dtype.kind in 'fc' else a.astype(float)
    if not len(a):
        return a.copy()
    t, z = _as_triangle(a)
    if np.any(np.diagonal(t) == 0):
        warnings.warn('The logm input matrix is exactly singular.', RuntimeWarning, stacklevel=3)
        return np.full(a.shape, np.nan, t.dtype)
    t = t.astype(complex if t.dtype.kind == 'c' else float)
    if np.array_equal(t, np.diag(np.diagonal(t))):
        log = np.diag(np.log(np.diagonal(t)))
    else:
        log = _logarithm(t)
    result = _real_if_close(a, z @ log @ z.conj().T)
    with np.errstate(divide='ignore', invalid='ignore'):
        error = np.linalg.norm(expm(result) - a, 1) / np.linalg.norm(a, 1)
    if disp is False:
        return result, error
    if not np.isfinite(error) or error >= 1000 * np.finfo(float).eps:
        warnings.warn(f'logm result may be inaccurate, approximate err = {error}', RuntimeWarning, stacklevel=3)
    return result


@over_stacks(('A', 2))
def fractional_matrix_power(A, t):
    """A matrix to the power t, which need not be whole.

    >>> linalg.fractional_matrix_power([[4.0, 0.0], [0.0, 9.0]], 0.5).round(9)
    array([[2., 0.],
           [0., 3.]])
    """
    a = _square(A)
    if t == int(t):
        return np.linalg.matrix_power(a, int(t))
    whole = int(np.floor(t))
    a = a if a.dtype.kind in 'fc' else a.astype(float)
    triangle, z = _as_triangle(a)
    if np.any(np.diagonal(triangle) == 0):
        warnings.warn('Matrix is singular.', LinAlgWarning, stacklevel=3)
        return np.full(a.shape, np.nan)
    triangle = triangle.astype(complex if triangle.dtype.kind == 'c' else float)
    part = expm((t - whole) * _logarithm(triangle))
    return _real_if_close(a, z @ (part @ np.linalg.matrix_power(triangle, whole)) @ z.conj().T)


# ---- Functions by way of the exponential, or of Schur's form.

@over_stacks(('A', 2))
def cosm(A):
    """The cosine of a matrix.

    >>> linalg.cosm([[0.0, 0.0], [0.0, 0.0]])
    array([[1., 0.],
           [0., 1.]])
    """
    a = _square(A)
    return 0.5 * (expm(1j * a) + expm(-1j * a)) if a.dtype.kind == 'c' else expm(1j * a).real


@over_stacks(('A', 2))
def sinm(A):
    """The sine of a matrix.

    >>> linalg.sinm([[0.0, 1.0], [0.0, 0.0]])
    array([[0., 1.],
           [0., 0.]])
    """
    a = _square(A)
    return -0.5j * (expm(1j * a) - expm(-1j * a)) if a.dtype.kind == 'c' else expm(1j * a).imag


@over_stacks(('A', 2))
def tanm(A):
    """The tangent of a matrix.

    >>> linalg.tanm([[0.0, 1.0], [0.0, 0.0]])
    array([[0., 1.],
           [0., 0.]])
    """
    a = _square(A)
    return _real_if_close(a, solve(cosm(a), sinm(a)))


@over_stacks(('A', 2))
def coshm(A):
    """The hyperbolic cosine of a matrix.

    >>> linalg.coshm([[0.0, 1.0], [0.0, 0.0]])
    array([[1., 0.],
           [0., 1.]])
    """
    a = _square(A)
    return _real_if_close(a, 0.5 * (expm(a) + expm(-a)))


@over_stacks(('A', 2))
def sinhm(A):
    """The hyperbolic sine of a matrix.

    >>> linalg.sinhm([[0.0, 1.0], [0.0, 0.0]])
    array([[0., 1.],
           [0., 0.]])
    """
    a = _square(A)
    return _real_if_close(a, 0.5 * (expm(a) - expm(-a)))


@over_stacks(('A', 2))
def tanhm(A):
    """The hyperbolic tangent of a matrix.

    >>> linalg.tanhm([[0.0, 1.0], [0.0, 0.0]])
    array([[0., 1.],
           [0., 0.]])
    """
    a = _square(A)
    return _real_if_close(a, solve(coshm(a), sinhm(a)))


def funm(A, func, disp=True):
    """A function of numbers (that takes an array of them) as one of a matrix, by Parlett's recurrence on Schur's form. With
    disp=False also an estimate of the error.

    >>> linalg.funm([[1.0, 0.0], [0.0, 4.0]], np.sqrt)
    array([[1., 0.],
           [0., 2.]])
    """
    a = _square(A)
    t, z = rsf2csf(*schur(a))
    n = len(t)
    f = np.diag(func(np.diagonal(t))).astype(t.dtype)
    nearest = abs(t[0, 0])
    for away in range(1, n):
        for i in range(n - away):
            j = i + away
            between = slice(i + 1, j)
            value = t[i, j] * (f[j, j] - f[i, i]) + t[i, between] @ f[between, j] - f[i, between] @ t[between, j]
            distance = t[j, j] - t[i, i]
            f[i, j] = value / distance if distance != 0 else value
            nearest = min(nearest, abs(distance))
    f = _real_if_close(a, z @ f @ z.conj().T)
    precision = np.finfo(f.dtype).eps
    error = min(1, max(precision, precision / (nearest or precision) * norm(np.triu(t, 1), 1)))
    if not np.all(np.isfinite(f)):
        error = np.inf
    if not disp:
        return f, error
    if error > 1000 * precision:
        print('funm result may be inaccurate, approximate err =', error)
    return f


@over_stacks(('A', 2))
def signm(A, disp=None):
    """The sign of a matrix: eigenvalues become those of their real parts.

    >>> linalg.signm([[2.0, 0.0], [0.0, -3.0]])
    array([[ 1.,  0.],
           [ 0., -1.]])
    """
    a = _square(A)

    def sign(x):
        return np.sign((np.abs(x.real) > 1e3 * np.finfo(x.dtype).eps * np.abs(x).max()) * x.real)

    result, error = funm(a, sign, disp=False)
    limit = 1e3 * np.finfo(result.dtype).eps
    if error < limit:
        return result
    s = a + 0.5 / svd(a, compute_uv=False).max() * np.eye(len(a))
    last = error
    for _ in range(100):
        s = 0.5 * (s + inv(s))
        half = 0.5 * (s @ s + s)
        error = norm(half @ half - half, 1)
        if error < limit or error == last:
            break
        last = error
    return s


@over_stacks(('a', 2), ('b', 2))
def khatri_rao(a, b):
    """Kronecker's products of the columns of a and b.

    >>> linalg.khatri_rao([[1, 2]], [[3, 4], [5, 6]])
    array([[ 3,  8],
           [ 5, 12]])
    """
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError('The both arrays should be 2-dimensional.')
    if a.shape[1] != b.shape[1]:
        raise ValueError('The number of columns for both arrays should be equal.')
    return (a[:, None, :] * b[None, :, :]).reshape(-1, a.shape[1])


# ---- Equations.

@over_stacks(('a', 2), ('b', 2), ('q', 2))
def solve_sylvester(a, b, q):
    """The x for which a x + x b = q.

    >>> linalg.solve_sylvester(np.array([[1.0]]), np.array([[2.0]]), np.array([[6.0]]))
    array([[2.]])
    """
    a, b, q = np.asarray(a), np.asarray(b), np.asarray(q)
    if not a.size or not b.size:
        return np.empty(q.shape, kind_of(a, b, q))
    r, u = schur(a)
    s, v = schur(b)
    if r.dtype.kind != s.dtype.kind or q.dtype.kind == 'c':
        r, u = rsf2csf(r, u)
        s, v = rsf2csf(s, v)
    return u @ _sylvester(r, s, u.conj().T @ q @ v) @ v.conj().T


@over_stacks(('a', 2), ('q', 2))
def solve_continuous_lyapunov(a, q):
    """The x for which a x + x a^H = q.

    >>> linalg.solve_continuous_lyapunov([[1.0]], [[6.0]])
    array([[3.]])
    """
    a, q = np.atleast_2d(checked(a)), np.atleast_2d(checked(q))
    for name, matrix in (('a', a), ('q', q)):
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f'Matrix {name} should be square.')
    if a.shape != q.shape:
        raise ValueError('Matrix a and q should have the same shape.')
    if not a.size:
        return np.empty(a.shape, kind_of(a, q))
    r, u = schur(a, output='complex' if q.dtype.kind == 'c' else 'real')
    kind = kind_of(r, q)
    x, scale = columns(u.conj().T @ q @ u, kind), np.zeros(1, real_kind(kind))
    r = columns(r, kind)
    info = lapack('trsyl', kind, 'N', 'C' if kind in 'FD' else 'T', 1, len(r), len(r), r, len(r), columns(r, kind), len(r), x,
                  len(r), scale)
    if info == 1:
        warnings.warn('Input "a" has an eigenvalue pair whose sum is very close to or exactly zero. The solution is obtained via perturbing the '
                      'coefficients.', RuntimeWarning, stacklevel=3)
    return u @ (x * scale[0]) @ u.conj().T


solve_lyapunov = solve_continuous_lyapunov


@over_stacks(('a', 2), ('q', 2))
def solve_discrete_lyapunov(a, q, method=None):
    """The x for which a x a^H - x + q = 0; method: 'direct' or 'bilinear'.

    >>> linalg.solve_discrete_lyapunov([[0.5]], [[3.0]]).round(9)
    array([[4.]])
    """
    a, q = np.asarray(a), np.asarray(q)
    method = ('bilinear' if len(a) >= 10 else 'direct') if method is None else method
    if method.lower() not in ('direct', 'bilinear'):
        raise ValueError(f'Unknown solver {method.lower()}')
    one = np.eye(len(a))
    if method.lower() == 'direct':
        product = np.kron(a, a.conj())
        return solve(np.eye(len(product)) - product, q.ravel()).reshape(q.shape)
    turned = a.conj().T
    back = inv(turned + one)
    b = (turned - one) @ back
    return solve_continuous_lyapunov(b.conj().T, -2 * (inv(a + one) @ q @ back))
