"""Solvers and eigenvalues that only multiply by the matrix."""

import warnings

import numpy
import scipy.linalg

__all__ = ['ArpackError', 'ArpackNoConvergence', 'bicg', 'cgs', 'expm_multiply', 'lobpcg', 'lsmr', 'lsqr', 'matrix_power',
           'minres', 'onenormest']


class ArpackError(RuntimeError):
    """Eigenvalues could not be computed."""


class ArpackNoConvergence(ArpackError):
    """Not all of the eigenvalues were found: `eigenvalues` and `eigenvectors` are those that were."""

    def __init__(self, msg, eigenvalues, eigenvectors):
        ArpackError.__init__(self, msg)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


ArpackError.__module__ = ArpackNoConvergence.__module__ = 'scipy.sparse.linalg._eigen.arpack.arpack'


def _operator(A):
    from scipy.sparse.linalg import aslinearoperator
    return aslinearoperator(A)


def _system(A, M, x0, b):
    from scipy.sparse import linalg
    multiply, before, x, b = linalg._prepared(A, M, x0, b)
    return _operator(A), multiply, before, x, b


def minres(A, b, x0=None, *, rtol=1e-05, shift=0.0, maxiter=None, M=None, callback=None, show=False, check=False):
    """Minimal residuals for a symmetric matrix, which may be indefinite, minus shift times the unit matrix: (x, 0), or (x,
    maxiter).

    >>> sparse.linalg.minres(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    _, multiply, before, x, b = _system(A, M, x0, b)
    steps = 5 * len(b) if maxiter is None else maxiter
    eps = numpy.finfo(x.dtype).eps
    older = b - multiply(x) if x0 is not None else b.copy()
    y = before(older)
    first = numpy.inner(older, y)
    if first < 0:
        raise ValueError('indefinite preconditioner')
    if first == 0:
        return x, 0
    if not numpy.any(b):
        return b, 0
    first = beta = left = numpy.sqrt(first)
    last, before_last, cosine, sine, slope, carried = older, None, -1.0, 0.0, 0.0, 0.0
    w = w_last = numpy.zeros_like(x)
    size2, largest, least = 0.0, 0.0, numpy.finfo(x.dtype).max
    for step in range(1, steps + 1):
        v = y / beta
        y = multiply(v) - shift * v
        if before_last is not None:
            y = y - (beta / beta_last) * before_last
        alpha = numpy.inner(v, y)
        y = y - (alpha / beta) * last
        before_last, last = last, y
        y = before(y)
        beta_last, square = beta, numpy.inner(last, y)
        if square < 0:
            raise ValueError('non-symmetric matrix')
        beta = numpy.sqrt(square)
        size2 += alpha ** 2 + beta_last ** 2 + beta ** 2
        # The next column of the triangle, by the last rotation and a new one.
        delta, diagonal, far = cosine * slope + sine * alpha, sine * slope - cosine * alpha, carried
        carried, slope = sine * beta, -cosine * beta
        root = numpy.hypot(diagonal, slope)
        pivot = max(numpy.hypot(diagonal, beta), eps)
        cosine, sine = diagonal / pivot, beta / pivot
        share, left = cosine * left, sine * left
        w, w_last = (v - far * w_last - delta * w) / pivot, w
        x = x + share * w
        largest, least = max(largest, pivot), min(least, pivot)
        size, length = numpy.sqrt(size2), numpy.linalg.norm(x)
        if callback is not None:
            callback(x)
        residual = left / (size * length) if size * length else numpy.inf
        near = root / size if size else numpy.inf
        is_vector = step == 1 and beta / first <= 10 * eps
        is_exact = 1 + residual <= 1 or 1 + near <= 1 or size * length * eps >= first or largest / least >= 0.1 / eps
        if is_vector or is_exact or residual <= rtol or near <= rtol:
            return x, 0
    return x, maxiter if maxiter is not None else steps


def _rotation(a, b):
    """Cosine, sine and length by which (a, b) is turned onto the first axis."""
    length = numpy.hypot(a, b)
    if b == 0:
        return numpy.sign(a), 0.0, abs(a)
    if abs(b) > abs(a):
        length = numpy.copysign(length, b)
    else:
        length = numpy.copysign(length, a)
    return a / length, b / length, length


def lsqr(A, b, damp=0.0, atol=1e-06, btol=1e-06, conlim=1e8, iter_lim=None, show=False, calc_var=False, x0=None):
    """The x for which the norm of (A x - b, damp x) is smallest, by Golub and Kahan's bidiagonal form: (x, why it stopped, steps,
    norm of the residual, with the damping, norm of A, its condition, norm of A^H r, norm of x, variances).

    >>> sparse.linalg.lsqr(sparse.csr_array([[1.0], [1.0]]), np.array([1.0, 3.0]))[0]
    array([2.])
    """
    A = _operator(A)
    b = numpy.atleast_1d(b)
    b = b.squeeze() if b.ndim > 1 else b
    n = A.shape[1]
    steps = 2 * n if iter_lim is None else iter_lim
    eps, limit = numpy.finfo(float).eps, 1 / conlim if conlim > 0 else 0
    right = numpy.linalg.norm(b)
    x = numpy.zeros(n) if x0 is None else numpy.asarray(x0)
    u = b if x0 is None else b - A.matvec(x)
    beta = numpy.linalg.norm(u)
    v, alpha, variances = x.copy(), 0, numpy.zeros(n)
    if beta > 0:
        u = u / beta
        v = A.rmatvec(u)
        alpha = numpy.linalg.norm(v)
    v = v / alpha if alpha > 0 else v
    w, diagonal, left = v.copy(), alpha, beta
    stop = step = 0
    size = condition = length = other = damped = sizes = lengths = 0.0
    cosine2, sine2, last = -1.0, 0.0, 0.0
    plain = whole = beta
    gradient = alpha * beta
    if gradient == 0:
        return x, 0, 0, plain, whole, size, condition, gradient, length, variances
    while step < steps and not stop:
        step += 1
        u = A.matvec(v) - alpha * u
        beta = numpy.linalg.norm(u)
        if beta > 0:
            u = u / beta
            size = numpy.sqrt(size ** 2 + alpha ** 2 + beta ** 2 + damp ** 2)
            v = A.rmatvec(u) - beta * v
            alpha = numpy.linalg.norm(v)
            v = v / alpha if alpha > 0 else v
        turned, lost = diagonal, 0.0
        if damp > 0:
            turned = numpy.hypot(diagonal, damp)
            lost, left = damp / turned * left, diagonal / turned * left
        cosine, sine, rho = _rotation(turned, beta)
        theta, diagonal = sine * alpha, -cosine * alpha
        share, left = cosine * left, sine * left
        direction = w / rho
        x = x + share * direction
        w = v - theta * direction
        sizes += numpy.linalg.norm(direction) ** 2
        if calc_var:
            variances = variances + direction ** 2
        # The norm of x, by a second rotation.
        delta, bar, rest = sine2 * rho, -cosine2 * rho, share - sine2 * rho * last
        length = numpy.sqrt(lengths + (rest / bar) ** 2)
        gamma = numpy.hypot(bar, theta)
        cosine2, sine2, last = bar / gamma, theta / gamma, rest / gamma
        lengths += last ** 2
        condition = size * numpy.sqrt(sizes)
        other += lost ** 2
        whole = numpy.sqrt(left ** 2 + other)
        gradient = alpha * abs(sine * share)
        plain = whole
        if damp > 0:
            square = whole ** 2 - damp ** 2 * lengths
            plain = numpy.copysign(numpy.sqrt(abs(square)), square)
        tests = whole / right, gradient / (size * whole + eps), 1 / (condition + eps)
        relative = tests[0] / (1 + size * length / right)
        for reason, holds in ((1, tests[0] <= btol + atol * size * length / right), (2, tests[1] <= atol), (3, tests[2] <= limit),
                              (4, 1 + relative <= 1), (5, 1 + tests[1] <= 1), (6, 1 + tests[2] <= 1), (7, step >= steps)):
            if holds:
                stop = reason
                break
    return x, stop, step, plain, whole, size, condition, gradient, length, variances


def lsmr(A, b, damp=0.0, atol=1e-6, btol=1e-6, conlim=1e8, maxiter=None, show=False, x0=None):
    """The x for which the norm of (A x - b, damp x) is smallest: (x, why it stopped, steps, norm of the residual, of A^H r, of A,
    condition, norm of x). The steps are lsqr's.

    >>> sparse.linalg.lsmr(sparse.csr_array([[1.0], [1.0]]), np.array([1.0, 3.0]))[0]
    array([2.])
    """
    steps = min(A.shape) if maxiter is None else maxiter
    found = lsqr(A, b, damp, atol, btol, conlim, max(steps, 2 * min(A.shape)), x0=x0)
    x, stop, step, residual, _, size, condition, gradient, length, _ = found
    return x, stop, step, residual, gradient, size, condition, length


def bicg(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Biconjugate gradients: (x, 0), or (x, how many steps) where it did not converge.

    >>> sparse.linalg.bicg(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    operator, multiply, before, x, b = _system(A, M, x0, b)
    back = (lambda v: v) if M is None else _operator(M).rmatvec
    size = numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    limit, steps = max(float(atol), float(rtol) * size), len(b) * 10 if maxiter is None else maxiter
    r = b - multiply(x) if x.any() else b.copy()
    shadow, p, last = r.copy(), None, None
    for _ in range(steps):
        if numpy.linalg.norm(r) < limit:
            return x, 0
        z, turned = before(r), back(shadow)
        now = numpy.vdot(shadow, z)
        if now == 0:
            return x, -10
        p, q = (z.copy(), turned.copy()) if p is None else (z + now / last * p, turned + numpy.conj(now / last) * q)
        ahead, behind = multiply(p), operator.rmatvec(q)
        share = now / numpy.vdot(q, ahead)
        x, r, shadow, last = x + share * p, r - share * ahead, shadow - numpy.conj(share) * behind, now
        if callback:
            callback(x)
    return x, steps


def cgs(A, b, x0=None, *, rtol=1e-5, atol=0.0, maxiter=None, M=None, callback=None):
    """Squared conjugate gradients: (x, 0), or (x, how many steps) where it did not converge.

    >>> sparse.linalg.cgs(sparse.eye(2) * 2, np.array([2.0, 4.0]))
    (array([1., 2.]), 0)
    """
    _, multiply, before, x, b = _system(A, M, x0, b)
    size = numpy.linalg.norm(b)
    if size == 0:
        return b, 0
    limit, steps = max(float(atol), float(rtol) * size), len(b) * 10 if maxiter is None else maxiter
    r = b - multiply(x) if x.any() else b.copy()
    shadow, p, last = r.copy(), None, None
    for _ in range(steps):
        if numpy.linalg.norm(r) < limit:
            return x, 0
        now = numpy.vdot(shadow, r)
        if now == 0:
            return x, -10
        if p is None:
            u, p = r.copy(), r.copy()
        else:
            u = r + now / last * q
            p = u + now / last * (q + now / last * p)
        v = multiply(before(p))
        share = now / numpy.vdot(shadow, v)
        q = u - share * v
        step = before(u + q)
        x, r, last = x + share * step, r - share * multiply(step), now
        if callback:
            callback(x)
    return x, steps


def matrix_power(A, power):
    """A sparse matrix multiplied with itself so many times.

    >>> sparse.linalg.matrix_power(sparse.csr_array([[2]]), 3).toarray()
    array([[8]])
    """
    if A.shape[0] != A.shape[1]:
        raise TypeError('sparse matrix is not square')
    if power < 0:
        raise ValueError('exponent must be >= 0')
    if power == 0:
        from scipy.sparse import eye_array
        return eye_array(A.shape[0], dtype=A.dtype)
    half = A if power == 1 else matrix_power(A, power // 2)
    return A.copy() if power == 1 else half @ half @ A if power % 2 else half @ half


def onenormest(A, t=2, itmax=5, compute_v=False, compute_w=False):
    """The largest sum of sizes in a column, from products with the matrix: exactly, a block of columns after another.

    >>> sparse.linalg.onenormest(sparse.csr_array([[1.0, 2.0], [0.0, -3.0]]))
    np.float64(5.0)
    """
    A = _operator(A)
    n, best, place, column = A.shape[1], -1.0, 0, None
    for start in range(0, n, 64):
        unit = numpy.zeros((n, min(64, n - start)))
        unit[numpy.arange(start, start + unit.shape[1]), numpy.arange(unit.shape[1])] = 1
        product = A.matmat(unit)
        sums = numpy.abs(product).sum(axis=0)
        if sums.max() > best:
            best, place = sums.max(), start + int(sums.argmax())
            column = product[:, place - start]
    v = numpy.zeros(n)
    v[place] = 1
    result = (best,) + ((v,) if compute_v else ()) + ((column,) if compute_w else ())
    return result if len(result) > 1 else best


def expm_multiply(A, B, start=None, stop=None, num=None, endpoint=None, traceA=None):
    """The product of a matrix's exponential and B, without the exponential, by Taylor's series in steps; with start, stop and num
    for each time between them.

    >>> sparse.linalg.expm_multiply(sparse.csr_array([[0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 1.0]))
    array([2., 1.])
    """
    A, B = _operator(A) if not hasattr(A, 'tocsr') else A, numpy.asarray(B)
    B = B.astype(numpy.result_type(A.dtype, B.dtype, float))
    if start is None and stop is None:
        return _grown(A, B, 1.0)
    times = numpy.linspace(start, stop, 50 if num is None else num, endpoint=True if endpoint is None else endpoint)
    results, value, now = [], B, 0.0
    for time in times.tolist():
        value, now = _grown(A, value, time - now), time
        results.append(value)
    return numpy.array(results)


def _grown(A, B, time):
    if time == 0:
        return B
    steps = max(1, int(numpy.ceil(abs(time) * float(onenormest(A)))))
    for _ in range(steps):
        term = total = B
        for k in range(1, 60):
            term = (A @ term) * (time / steps / k)
            total = total + term
            if numpy.abs(term).max() <= 1e-17 * numpy.abs(total).max():
                break
        B = total
    return B


# ---- Eigenvalues.

def krylov_eigh(multiply, n, kind, k, which, v0=None, ncv=None, maxiter=None, tol=0):
    """Some eigenvalues of a Hermitian matrix and their vectors, by Lanczos's process: of a growing basis the best approximations
    are kept, and it grows anew from there."""
    count = min(n, max(2 * k + 1, 20) if ncv is None else ncv)
    basis, table = numpy.zeros((n, count + 1), kind), numpy.zeros((count + 1, count + 1), kind)
    start = numpy.random.default_rng(0).standard_normal(n).astype(kind) if v0 is None else numpy.asarray(v0, kind)
    basis[:, 0] = start / numpy.linalg.norm(start)
    kept, limit = 0, tol or numpy.finfo(kind).eps
    for _ in range(10 * n if maxiter is None else maxiter):
        for j in range(kept, count):
            w = multiply(basis[:, j])
            known = basis[:, :j + 1]
            shares = known.conj().T @ w
            w = w - known @ shares
            more = known.conj().T @ w
            w, shares = w - known @ more, shares + more
            table[:j + 1, j], table[j, :j + 1] = shares, shares.conj()
            beta = numpy.linalg.norm(w)
            if beta < 1e-14 * max(1.0, numpy.abs(shares).max()):
                beta, w = 0.0, numpy.random.default_rng(j + 1).standard_normal(n).astype(kind)
                w = w - known @ (known.conj().T @ w)
                w = w / numpy.linalg.norm(w)
                basis[:, j + 1] = w
            else:
                basis[:, j + 1] = w / beta
        values, vectors = numpy.linalg.eigh(table[:count, :count])
        key = {'LM': -abs(values), 'LA': -values, 'SA': values, 'SM': abs(values)}[which]
        order = numpy.argsort(key, kind='stable')
        errors = numpy.abs(beta * vectors[-1])[order[:k]]
        rounding = 10 * numpy.finfo(kind).eps * abs(values).max()
        if numpy.all(errors <= numpy.maximum(limit * abs(values[order[:k]]), rounding)):
            some = numpy.sort(order[:k])
            return values[some], basis[:, :count] @ vectors[:, some]
        kept = min(count - 1, k + (count - k) // 2)
        some = order[:kept]
        last = basis[:, count].copy()
        basis[:, :kept] = basis[:, :count] @ vectors[:, some]
        basis[:, kept] = last
        table[...] = 0
        table[numpy.arange(kept), numpy.arange(kept)] = values[some]
    raise ArpackNoConvergence(f'ARPACK error -1: No convergence ({maxiter or 10 * n} iterations, 0/{k} eigenvectors converged)',
                              numpy.empty(0), numpy.empty((n, 0)))


def krylov_eig(multiply, n, kind, k, choose, v0=None, ncv=None, maxiter=None, tol=0):
    """Some eigenvalues of a matrix and their vectors, by Arnoldi's process: of a growing basis the subspace of the best approximations
    is kept (as an orthonormal basis of it, so that the rest stays small), and it grows anew from there. `choose` orders values, the
    wanted ones first."""
    kind = numpy.result_type(kind, numpy.complex64)
    count = min(n, max(2 * k + 1, 20) if ncv is None else ncv)
    basis, table = numpy.zeros((n, count + 1), kind), numpy.zeros((count + 1, count), kind)
    start = numpy.random.default_rng(0).standard_normal(n) if v0 is None else numpy.asarray(v0)
    basis[:, 0] = start / numpy.linalg.norm(start)
    kept, limit = 0, tol or numpy.finfo(kind).eps
    for _ in range(10 * n if maxiter is None else maxiter):
        for j in range(kept, count):
            w = multiply(basis[:, j])
            known = basis[:, :j + 1]
            shares = known.conj().T @ w
            w = w - known @ shares
            more = known.conj().T @ w
            w, shares = w - known @ more, shares + more
            beta = numpy.linalg.norm(w)
            table[:j + 1, j] = shares
            if beta < 1e-14 * max(1.0, numpy.abs(shares).max()):  # an invariant subspace: on with something else
                beta, w = 0.0, numpy.random.default_rng(j + 1).standard_normal(n).astype(kind)
                w = w - known @ (known.conj().T @ w)
                w = w / numpy.linalg.norm(w)
                basis[:, j + 1] = w
            else:
                basis[:, j + 1] = w / beta
            table[j + 1, j] = beta
        values, vectors = numpy.linalg.eig(table[:count])
        order = choose(values)
        errors = numpy.abs(table[count] @ vectors)[order[:k]]
        rounding = 10 * numpy.finfo(kind).eps * abs(values).max()
        if count == n or numpy.all(errors <= numpy.maximum(limit * abs(values[order[:k]]), rounding)):
            found = basis[:, :count] @ vectors[:, order[:k]]
            return values[order[:k]], found / numpy.linalg.norm(found, axis=0)
        kept = min(count - 2, k + (count - k) // 2)
        turn = numpy.linalg.qr(vectors[:, order[:kept]])[0]
        small, border = turn.conj().T @ table[:count] @ turn, table[count] @ turn
        last = basis[:, count].copy()
        basis[:, :kept] = basis[:, :count] @ turn
        basis[:, kept] = last
        table[...] = 0
        table[:kept, :kept], table[kept, :kept] = small, border
    raise ArpackNoConvergence(f'ARPACK error -1: No convergence ({maxiter or 10 * n} iterations, 0/{k} eigenvectors converged)',
                              numpy.empty(0), numpy.empty((n, 0)))


def lobpcg(A, X, B=None, M=None, Y=None, tol=None, maxiter=None, largest=True, verbosityLevel=0, retLambdaHistory=False,
           retResidualNormsHistory=False, restartControl=20):
    """Some of the largest (or least) eigenvalues of A v = w B v and their vectors, from the approximations X: in each step the
    best vectors in the space of X, its preconditioned residuals and the last directions.

    >>> sparse.linalg.lobpcg(sparse.diags_array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), np.eye(6)[:, :1] + 1.0)[0].round(6)
    array([6.])
    """
    A = _operator(A)
    mass = (lambda v: v) if B is None else _operator(B).matmat
    before = (lambda v: v) if M is None else _operator(M).matmat
    n, count = X.shape
    limit = numpy.sqrt(1e-15) * n if tol is None else tol
    if 5 * count > n - (0 if Y is None else Y.shape[1]) and Y is None:
        warnings.warn(f'The problem size {n} minus the constraints size 0 is too small relative to the block size {count}. Using a dense '
                      'eigensolver instead of LOBPCG iterations.No output of the history of the iterations.', UserWarning,
                      stacklevel=2)
        full = A.matmat(numpy.eye(n))
        values, vectors = scipy.linalg.eigh(full, None if B is None else mass(numpy.eye(n)))
        some = numpy.arange(n)[::-1][:count] if largest else numpy.arange(count)
        return values[some], vectors[:, some]
    X = _apart(numpy.asarray(X, float), Y, mass)
    values, shares = scipy.linalg.eigh(X.T @ A.matmat(X), X.T @ mass(X))
    order = slice(None, None, -1) if largest else slice(None)
    X, values = X @ shares[:, order], values[order]
    directions, histories, norms = None, [values], []
    for _ in range(20 if maxiter is None else maxiter):
        residuals = A.matmat(X) - mass(X) * values
        norms.append(numpy.linalg.norm(residuals, axis=0))
        if numpy.all(norms[-1] <= limit):
            break
        parts = [X, _apart(before(residuals), Y, mass)] + ([] if directions is None else [directions])
        space, _ = scipy.linalg.qr(numpy.hstack(parts), mode='economic')
        found, shares = scipy.linalg.eigh(space.T @ A.matmat(space), space.T @ mass(space))
        some = numpy.arange(len(found))[::-1][:count] if largest else numpy.arange(count)
        fresh = space @ shares[:, some]
        directions = fresh - X @ (X.T @ mass(fresh))
        X, values = fresh, found[some]
        histories.append(values)
    else:
        norms.append(numpy.linalg.norm(A.matmat(X) - mass(X) * values, axis=0))
        if numpy.any(norms[-1] > limit):
            warnings.warn(f'Exited at iteration {len(norms) - 1} with accuracies \n{norms[-1]}\nnot reaching the requested tolerance {limit}.',
                          UserWarning, stacklevel=2)
    result = (values, X) + ((histories,) if retLambdaHistory else ()) + ((norms,) if retResidualNormsHistory else ())
    return result


def _apart(X, Y, mass):
    """X without its part in the space of Y."""
    if Y is None:
        return X
    return X - Y @ numpy.linalg.solve(Y.T @ mass(Y), Y.T @ mass(X))
