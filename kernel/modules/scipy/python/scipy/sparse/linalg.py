"""Systems and eigenvalues of sparse matrices. Direct solvers factor (scipy.sparse._direct), iterative ones and large eigenproblems only
multiply; functions of matrices work on the full matrix, so they suit up to some thousand rows."""

import warnings

import numpy
import scipy.linalg
from scipy.sparse import _direct, _iterate
from scipy.sparse._base import issparse
from scipy.sparse._direct import *
from scipy.sparse._iterate import *
from scipy.sparse._lgmres import lgmres
from scipy.sparse._operator import LinearOperator, aslinearoperator

__all__ = ['LinearOperator', 'aslinearoperator', 'bicgstab', 'cg', 'eigs', 'eigsh', 'expm', 'gmres', 'inv', 'lgmres', 'norm', 'svds'] + _direct.__all__ \
    + _iterate.__all__

_LARGE = 1000  # rows from which on eigenvalues are sought by multiplying


def _full(A):
    if isinstance(A, LinearOperator):
        return A.matmat(numpy.eye(A.shape[1], dtype=A.dtype))
    return A.toarray() if issparse(A) else numpy.asarray(A)


def _square(A):
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'matrix must be square (has shape {A.shape})')


def inv(A):
    """The inverse, sparse.

    >>> sparse.linalg.inv(sparse.csc_matrix([[2.0]])).toarray()
    array([[0.5]])
    """
    if not issparse(A):
        raise TypeError('Input must be a sparse arrays')
    return spsolve(A, type(A)(numpy.eye(A.shape[0])))


def expm(A):
    """The exponential of a matrix, by that of the full matrix.

    >>> sparse.linalg.expm(sparse.csc_matrix([[0.0, 1.0], [0.0, 0.0]])).toarray()
    array([[1., 1.],
           [0., 1.]])
    """
    result = scipy.linalg.expm(_full(A))
    return type(A)(result) if issparse(A) else result


def norm(x, ord=None, axis=None):
    """The norm of a sparse matrix, or of its rows or columns.

    >>> sparse.linalg.norm(sparse.csr_matrix([[3.0, 4.0]]))
    np.float64(5.0)
    """
    if not issparse(x):
        raise TypeError('input is not sparse. use numpy.linalg.norm')
    if axis is None and ord in (None, 'fro', 'f'):
        return numpy.linalg.norm(x.tocsr().data)
    return numpy.linalg.norm(_full(x), ord, axis)


def _prepared(A, M, x0, b):
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'expected square matrix, but got shape={A.shape}')
    b = numpy.asanyarray(b)
    n = A.shape[0]
    if b.shape not in ((n,), (n, 1)):
        raise ValueError(f'shapes of A {A.shape} and b {b.shape} are incompatible')
    b = b.ravel()
    kind = numpy.result_type(A.dtype or float, b.dtype, numpy.float32)
    b = b.astype(kind)
    x = numpy.zeros(n, kind) if x0 is None else numpy.array(x0, dtype=kind).ravel()
    before = (lambda v: v) if M is None else aslinearoperator(M).matvec
    return A.matvec, before, x, b


def cg(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """Conjugate gradients for a positive definite matrix: (x, 0), or (x, how many steps) where it did not converge.

    >>> sparse.linalg.cg(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    multiply, before, x, b = _prepared(A, M, x0, b)
    size = numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    limit = max(float(atol), float(rtol) * size)
    steps = len(b) * 10 if maxiter is None else maxiter
    r = b - multiply(x) if x.any() else b.copy()
    p, last = None, None
    for _ in range(steps):
        if numpy.linalg.norm(r) < limit:
            return x, 0
        z = before(r)
        now = numpy.vdot(r, z)
        p = z.copy() if p is None else z + (now / last) * p
        q = multiply(p)
        share = now / numpy.vdot(p, q)
        x = x + share * p
        r = r - share * q
        last = now
        if callback:
            callback(x)
    return x, steps


def bicgstab(A, b, x0=None, *, rtol=1e-05, atol=0.0, maxiter=None, M=None, callback=None):
    """Stabilised biconjugate gradients: (x, 0), or (x, how many steps) where it did not converge.

    >>> sparse.linalg.bicgstab(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    multiply, before, x, b = _prepared(A, M, x0, b)
    size = numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    limit = max(float(atol), float(rtol) * size)
    steps = len(b) * 10 if maxiter is None else maxiter
    r = b - multiply(x) if x.any() else b.copy()
    shadow, p, last, share, weight, v = r.copy(), None, 1.0, 1.0, 1.0, None
    for _ in range(steps):
        if numpy.linalg.norm(r) < limit:
            return x, 0
        now = numpy.vdot(shadow, r)
        if now == 0:
            return x, -10
        p = r.copy() if p is None else r + (now / last) * (share / weight) * (p - weight * v)
        ready = before(p)
        v = multiply(ready)
        share = now / numpy.vdot(shadow, v)
        r = r - share * v
        if numpy.linalg.norm(r) < limit:
            return x + share * ready, 0
        other = before(r)
        t = multiply(other)
        weight = numpy.vdot(t, r) / numpy.vdot(t, t)
        x = x + share * ready + weight * other
        r = r - weight * t
        last = now
        if callback:
            callback(x)
    return x, steps


def gmres(A, b, x0=None, *, rtol=1e-05, atol=0.0, restart=None, maxiter=None, M=None, callback=None, callback_type=None):
    """Generalised minimal residuals, begun anew after `restart` steps: (x, 0), or (x, how many rounds) where it did not converge.

    >>> sparse.linalg.gmres(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    multiply, before, x, b = _prepared(A, M, x0, b)
    n, size = len(b), numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    limit = max(float(atol), float(rtol) * size)
    restart = min(20 if restart is None else restart, n)
    rounds = n * 10 if maxiter is None else maxiter
    for _ in range(rounds):
        rest = b - multiply(x)
        if numpy.linalg.norm(rest) <= limit:
            return x, 0
        r = before(rest)
        length = numpy.linalg.norm(r)
        basis, table = [r / length], numpy.zeros((restart + 1, restart), dtype=b.dtype)
        for j in range(restart):
            w = before(multiply(basis[j]))
            for i, v in enumerate(basis):
                table[i, j] = numpy.vdot(v, w)
                w = w - table[i, j] * v
            table[j + 1, j] = numpy.linalg.norm(w)
            right = numpy.zeros(j + 2, dtype=b.dtype)
            right[0] = length
            y = numpy.linalg.lstsq(table[:j + 2, :j + 1], right, rcond=None)[0]
            left = numpy.linalg.norm(table[:j + 2, :j + 1] @ y - right)
            if callback:
                callback(left / size)
            if left <= limit * 1e-2 or table[j + 1, j] == 0:
                break
            basis.append(w / table[j + 1, j])
        x = x + sum(share * v for share, v in zip(y, basis))
    return (x, 0) if numpy.linalg.norm(b - multiply(x)) <= limit else (x, rounds)


def _chosen(values, k, which, sigma):
    distance = {'LM': -abs(values), 'SM': abs(values), 'LA': -values.real, 'SA': values.real, 'LR': -values.real, 'SR': values.real,
                'LI': -abs(values.imag), 'SI': abs(values.imag)}
    if which not in distance:
        raise ValueError('which must be one of LM, SM, LA, SA, BE')
    key = distance[which] if sigma is None else abs(values - sigma)
    return numpy.argsort(key, kind='stable')[:k]


def eigsh(A, k=6, M=None, sigma=None, which='LM', v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True):
    """Some eigenvalues (rising) and eigenvectors of a symmetric matrix, by LAPACK on the full one.

    >>> sparse.linalg.eigsh(sparse.diags([1.0, 5.0, 3.0]), 2, return_eigenvectors=False)
    array([3., 5.])
    """
    _square(A)
    if k <= 0:
        raise ValueError(f'k={k} must be greater than 0.')
    if k >= A.shape[0]:
        raise TypeError('Cannot use scipy.linalg.eigh for sparse A with k >= N. Use scipy.linalg.eigh(A.toarray()) or reduce k.')
    n, letter = A.shape[0], 'LM' if sigma is not None else which
    if n >= _LARGE and M is None and letter in ('LM', 'LA', 'SA', 'SM') and (sigma is None or which == 'LM'):
        values, vectors = _sparse_eigh(A, k, letter, sigma, v0, ncv, maxiter, tol)
    else:
        values, vectors = scipy.linalg.eigh(_full(A), None if M is None else _full(M))
    some = numpy.sort(_chosen(values, k, which, sigma))
    if return_eigenvectors:
        return values[some], vectors[:, some]
    return values[some[::-1]] if which in ('SM', 'SA') and sigma is None else values[some]


def _sparse_eigh(A, k, which, sigma, v0, ncv, maxiter, tol):
    """By Lanczos's process; those near sigma (or to 0, for 'SM') as the largest of the inverse of A - sigma."""
    kind = numpy.result_type(A.dtype, numpy.float32)
    if sigma is None and (which != 'SM' or not issparse(A)):
        return _iterate.krylov_eigh(aslinearoperator(A).matvec, A.shape[0], kind, k, which, v0, ncv, maxiter, tol)
    from scipy.sparse import eye_array
    solve = splu((A.astype(kind) - (sigma or 0.0) * eye_array(A.shape[0], dtype=kind)).tocsc()).solve
    values, vectors = _iterate.krylov_eigh(solve, A.shape[0], kind, k, 'LM', v0, ncv, maxiter, tol)
    values = 1 / values + (sigma or 0.0)
    order = numpy.argsort(values)
    return values[order], vectors[:, order]


def _sparse_eig(A, k, M, sigma, which, v0, ncv, maxiter, tol):
    """By Arnoldi's process; those near sigma as the largest of the inverse of A - sigma M. The least of a sparse matrix are near 0."""
    from scipy.sparse import eye_array
    n = A.shape[0]
    kind = numpy.result_type(A.dtype, numpy.float32)
    if sigma is None and which == 'SM' and issparse(A):
        sigma, which = 0.0, 'LM'
    if sigma is None:
        multiply = aslinearoperator(A).matvec
        if M is not None:
            inverse, inner = splu(M.astype(kind).tocsc()).solve, multiply
            multiply = lambda v: inverse(inner(v))
        return _iterate.krylov_eig(multiply, n, kind, k, lambda values: _chosen(values, len(values), which, None), v0, ncv, maxiter, tol)
    kind = numpy.result_type(kind, numpy.float64 if not numpy.iscomplexobj(sigma) else numpy.complex128)
    mass = eye_array(n, dtype=kind) if M is None else M
    inverse = splu((A.astype(kind) - sigma * mass).tocsc()).solve
    multiply = inverse if M is None else lambda v: inverse(M @ v)
    values, vectors = _iterate.krylov_eig(multiply, n, kind, k, lambda values: _chosen(values, len(values), which, None), v0, ncv, maxiter, tol)
    return 1 / values + sigma, vectors


def eigs(A, k=6, M=None, sigma=None, which='LM', v0=None, ncv=None, maxiter=None, tol=0, return_eigenvectors=True):
    """Some eigenvalues and eigenvectors of a matrix (of A v = w M v): of a large one by Arnoldi's process, else by LAPACK on the full one.

    >>> sparse.linalg.eigs(sparse.diags([1.0, 5.0, 3.0, 2.0]), 1, return_eigenvectors=False)
    array([5.+0.j])
    """
    _square(A)
    if k <= 0:
        raise ValueError(f'k={k} must be greater than 0.')
    if k >= A.shape[0] - 1:
        raise TypeError('Cannot use scipy.linalg.eig for sparse A with k >= N - 1. Use scipy.linalg.eig(A.toarray()) or reduce k.')
    if A.shape[0] >= _LARGE:
        values, vectors = _sparse_eig(A, k, M, sigma, which, v0, ncv, maxiter, tol)
        return (values, vectors) if return_eigenvectors else values[::-1]
    values, vectors = numpy.linalg.eig(_full(A)) if M is None else scipy.linalg.eig(_full(A), _full(M))
    some = _chosen(values, k, which, sigma)
    values = values.astype(complex)
    return (values[some], vectors[:, some].astype(complex)) if return_eigenvectors else values[some[::-1]]


def svds(A, k=6, ncv=None, tol=0, which='LM', v0=None, maxiter=None, return_singular_vectors=True, solver='arpack', rng=None, options=None):
    """Some singular values (rising) and vectors, by LAPACK on the full matrix.

    >>> sparse.linalg.svds(sparse.diags([1.0, 5.0, 3.0]), 2, return_singular_vectors=False)
    array([3., 5.])
    """
    if not 0 < k < min(A.shape):
        raise ValueError('`k` must be an integer satisfying `0 < k < min(A.shape)`.')
    if min(A.shape) >= _LARGE and which == 'LM':
        return _sparse_svd(A, k, v0, ncv, maxiter, tol, return_singular_vectors)
    u, values, v = numpy.linalg.svd(_full(A), full_matrices=False)
    some = numpy.arange(k)[::-1] if which == 'LM' else numpy.arange(len(values))[::-1][:k]
    if not return_singular_vectors:
        return values[some]
    return u[:, some], values[some], v[some]


def _sparse_svd(A, k, v0, ncv, maxiter, tol, with_vectors):
    """By the eigenvalues of A^H A, or of A A^H where A is wide."""
    operator, wide = aslinearoperator(A), A.shape[0] < A.shape[1]
    multiply = (lambda v: operator.matvec(operator.rmatvec(v))) if wide else lambda v: operator.rmatvec(operator.matvec(v))
    squares, vectors = _iterate.krylov_eigh(multiply, min(A.shape), numpy.result_type(A.dtype, numpy.float32), k, 'LM', v0, ncv, maxiter, tol)
    values = numpy.sqrt(numpy.maximum(squares, 0))
    if not with_vectors:
        return values
    if wide:
        return vectors, values, numpy.array([operator.rmatvec(v) for v in vectors.T]).conj() / values[:, None]
    return numpy.array([operator.matvec(v) for v in vectors.T]).T / values, values, vectors.conj().T


class _Older:
    """A name under which members of this module were found in older releases."""

    def __init__(self, name, members):
        self._name, self._members = name, members

    def __getattr__(self, name):
        members = self.__dict__.get('_members', {})
        if name not in members:
            raise AttributeError(f'`scipy.sparse.linalg.{self._name}` has no attribute `{name}`.')
        warnings.warn(f'Please import `{name}` from the `scipy.sparse.linalg` namespace; the `scipy.sparse.linalg.{self._name}` namespace is '
                      'deprecated and will be removed in SciPy 2.0.0.', DeprecationWarning, stacklevel=2)
        return members[name]


dsolve = _Older('dsolve', {'spsolve': spsolve, 'splu': splu, 'spilu': spilu, 'factorized': factorized, 'MatrixRankWarning': MatrixRankWarning})
isolve = _Older('isolve', {'cg': cg, 'bicg': bicg, 'bicgstab': bicgstab, 'cgs': cgs, 'gmres': gmres, 'lsqr': lsqr, 'minres': minres})
eigen = _Older('eigen', {'eigs': eigs, 'eigsh': eigsh, 'lobpcg': lobpcg, 'svds': svds})
