"""Trust regions: Powell's dogleg (1970), conjugate gradients after Steihaug (1983), Moré's and Sorensen's
nearly exact solution (as in Conn, Gould and Toint, Trust-region methods, 2000, algorithm 7.3.4) and the
Lanczos method of Gould, Lucidi, Roma and Toint (1999). The radius follows Nocedal and Wright, Numerical
Optimization, algorithm 4.1."""

import math
import warnings

import numpy as np
from scipy.optimize._objective import Curvature, Objective, TEXTS, stops
from scipy.optimize._result import OptimizeResult, OptimizeWarning, tell_unknown

__all__ = ['dogleg', 'trust_ncg', 'trust_exact', 'trust_krylov']

EPS = np.finfo(float).eps
MESSAGES = (TEXTS['success'], TEXTS['rounds'], 'A bad approximation caused failure to predict improvement.',
            'A linalg error occurred, such as a non-psd Hessian.')


class _Model:
    """The quadratic model at a place; what it needs is computed when it is needed."""

    def __init__(self, x, f, curvature):
        self.x, self.f, self.curvature, self.held = x, f, curvature, {}

    def _get(self, name, how):
        if name not in self.held:
            self.held[name] = how()
        return self.held[name]

    @property
    def fun(self):
        return self._get('fun', lambda: self.f.fun(self.x))

    @property
    def jac(self):
        return self._get('jac', lambda: self.f.grad(self.x))

    @property
    def hess(self):
        return self._get('hess', lambda: self.curvature.matrix(self.x))

    @property
    def size(self):
        return self._get('size', lambda: float(np.linalg.norm(self.jac)))

    def product(self, p):
        return self.hess @ p if self.curvature.matrix_of else self.curvature.product(self.x, p)

    def __call__(self, p):
        return self.fun + self.jac @ p + 0.5 * (p @ self.product(p))


def _crossings(z, d, radius):
    """Where z + t d leaves the trust region: both t, in order."""
    a, b, c = d @ d, 2 * (z @ d), z @ z - radius ** 2
    root = b + math.copysign(math.sqrt(b * b - 4 * a * c), b)
    return sorted([-root / (2 * a), -2 * c / root])


class _Dogleg(_Model):
    def solve(self, radius):
        """(step, whether it ends at the boundary)"""
        factor = np.linalg.cholesky(self.hess)
        newton = -np.linalg.solve(factor.T, np.linalg.solve(factor, self.jac))
        if np.linalg.norm(newton) < radius:
            return newton, False
        g = self.jac
        cauchy = -(g @ g) / (g @ self.product(g)) * g
        length = np.linalg.norm(cauchy)
        if length >= radius:
            return cauchy * (radius / length), True
        return cauchy + _crossings(cauchy, newton - cauchy, radius)[1] * (newton - cauchy), True


class _Steihaug(_Model):
    def solve(self, radius):
        """(step, whether it ends at the boundary)"""
        z, r = np.zeros_like(self.x), self.jac
        tolerance = min(0.5, math.sqrt(self.size)) * self.size
        if self.size < tolerance:
            return z, False
        d = -r
        while True:
            product = self.product(d)
            curvature = d @ product
            if curvature <= 0:
                ends = [z + t * d for t in _crossings(z, d, radius)]
                return (ends[0] if self(ends[0]) < self(ends[1]) else ends[1]), True
            square = r @ r
            share = square / curvature
            further = z + share * d
            if np.linalg.norm(further) >= radius:
                return z + _crossings(z, d, radius)[1] * d, True
            r = r + share * product
            square_next = r @ r
            if math.sqrt(square_next) < tolerance:
                return further, False
            d, z = -r + square_next / square * d, further


def _cholesky(a):
    """(U, 0) with U'U = a; or (what there is of U, k) where the k-th leading part is not positive
    definite.
    """
    n, u = len(a), np.zeros_like(a)
    for k in range(n):
        pivot = a[k, k] - u[:k, k] @ u[:k, k]
        if not pivot > 0:
            return u, k + 1
        u[k, k] = math.sqrt(pivot)
        u[k, k + 1:] = (a[k, k + 1:] - u[:k, k] @ u[:k, k + 1:]) / u[k, k]
    return u, 0


def _smallest(u):
    """The least singular value of a triangular matrix and its vector, nearly (Cline, Moler, Stewart and
    Wilkinson, 1979).
    """
    n = len(u)
    p, w = np.zeros(n), np.empty(n)
    for k in range(n):
        up, down = (1 - p[k]) / u[k, k], (-1 - p[k]) / u[k, k]
        p_up, p_down = p[k + 1:] + u[k, k + 1:] * up, p[k + 1:] + u[k, k + 1:] * down
        if abs(up) + np.abs(p_up).sum() >= abs(down) + np.abs(p_down).sum():
            w[k], p[k + 1:] = up, p_up
        else:
            w[k], p[k + 1:] = down, p_down
    v = np.linalg.solve(u, w)
    size = np.linalg.norm(v)
    return np.linalg.norm(w) / size, v / size


class _Exact(_Model):
    def __init__(self, x, f, curvature):
        super().__init__(x, f, curvature)
        h = self.hess
        self.previous, self.low = -1.0, None
        self.infinity, self.frobenius = np.abs(h).sum(axis=1).max(), np.linalg.norm(h)
        self.zero = len(x) * EPS * self.infinity

    def _first(self, radius):
        h = self.hess
        diagonal = np.diagonal(h)
        around = np.abs(h).sum(axis=1) - np.abs(diagonal)
        least, most = (diagonal - around).min(), (diagonal + around).max()
        high = max(0, self.size / radius + min(-least, self.frobenius, self.infinity))
        low = max(0, -diagonal.min(), self.size / radius - min(most, self.frobenius, self.infinity))
        if radius < self.previous:
            low = max(self.low, low)
        return (0.0 if low == 0 else self._between(low, high)), low, high

    @staticmethod
    def _between(low, high):
        return max(math.sqrt(abs(low * high)), low + 0.01 * (high - low))

    def solve(self, radius):
        """(step, whether it ends at the boundary): the multiplier is between low and high."""
        shift, low, high = self._first(radius)
        n, hits, factored, g, h = len(self.x), True, False, self.jac, self.hess
        for _ in range(25):
            if not factored:
                shifted = h + shift * np.eye(n)
                u, failed = _cholesky(shifted)
            factored = False
            if not failed and self.size > self.zero:
                p = -np.linalg.solve(u, np.linalg.solve(u.T, g))
                length = np.linalg.norm(p)
                if length <= radius and shift == 0:
                    hits = False
                    break
                w = np.linalg.norm(np.linalg.solve(u.T, p))
                new = shift + (length / w) ** 2 * (length - radius) / radius
                if length < radius:
                    least, z = _smallest(u)
                    step = min(_crossings(p, z, radius), key=abs)
                    if step ** 2 * least ** 2 / (p @ (shifted @ p) + shift * radius ** 2) <= 0.2:
                        p = p + step * z
                        break
                    high, low = shift, max(low, shift - least ** 2)
                    shifted = h + new * np.eye(n)
                    _, failed = _cholesky(shifted)
                    if not failed:  # u stays for one more round, so that SciPy's steps come out
                        shift, factored = new, True
                    else:
                        low = max(low, new)
                        shift = self._between(low, high)
                else:
                    if abs(length - radius) / radius <= 0.1:
                        break
                    low, shift = shift, new
            elif not failed:
                if shift == 0:
                    p, hits = np.zeros(n), False
                    break
                least, z = _smallest(u)
                p = radius * z
                if radius ** 2 * least ** 2 <= 0.2 * shift * radius ** 2:
                    break
                high, low = shift, max(low, shift - least ** 2)
                shift = self._between(low, high)
            else:
                k = failed - 1
                v = np.zeros(n)
                v[k] = 1
                if k:
                    v[:k] = np.linalg.solve(u[:k, :k], -u[:k, k])
                missing = u[:k, k] @ u[:k, k] - shifted[k, k]
                low = max(low, shift + missing / (v @ v))
                shift = self._between(low, high)
        self.low, self.previous = low, radius
        return p, hits


def _tridiagonal_step(diagonal, beside, size, radius):
    """The h with |h| <= radius that minimises h'Th / 2 + size h[0], for a tridiagonal T: (h, multiplier)."""
    n = len(diagonal)
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    values, vectors = np.linalg.eigh(matrix)
    g = size * vectors[0]
    length = lambda shift: np.linalg.norm(g / (values + shift))
    if values[0] > 0 and length(0.0) <= radius:
        return -vectors @ (g / values), 0.0
    low = max(0.0, -values[0])
    tiny = EPS * max(1.0, np.abs(values).max())
    shift = low + tiny
    if length(shift) < radius:  # the hard case: the rest along the least eigenvector
        h = -vectors[:, values > values[0] + tiny] @ (g / (values + low + tiny))[values > values[0] + tiny]
        rest = math.sqrt(max(0.0, radius ** 2 - h @ h))
        return h + rest * vectors[:, 0], low
    for _ in range(100):  # Newton's method for the secular equation rises to its root
        parts = g / (values + shift)
        now = np.linalg.norm(parts)
        change = (now - radius) / radius * now ** 2 / ((parts ** 2 / (values + shift)).sum())
        shift += change
        if abs(change) <= 4 * EPS * abs(shift):
            break
    return -vectors @ (g / (values + shift)), shift


class _Krylov(_Model):
    """Lanczos' process; the model restricted to its space is tridiagonal."""

    inexact = True

    def __init__(self, x, f, curvature):
        super().__init__(x, f, curvature)
        f.both(x)

    def _tolerances(self):
        if not self.inexact:
            return 1e-8 * self.size, 1e-6 * self.size
        inside = min(0.5, self.size) * self.size
        return inside, max(1e-6, min(0.5, math.sqrt(self.size))) * self.size

    def solve(self, radius):
        """(step, whether it ends at the boundary); a second solution, for a smaller radius, goes on from the
        first.
        """
        n, size = len(self.x), self.size
        if size == 0:
            return np.zeros(n), False
        inside, boundary = self._tolerances()
        basis, diagonal, beside = self.held.setdefault('space', ([self.jac / size], [], []))
        while True:
            if len(diagonal) < len(basis):
                w = self.product(basis[-1])
                diagonal.append(basis[-1] @ w)
                for q in basis:
                    w = w - (q @ w) * q
                self.held['rest'] = w
            w = self.held['rest']
            rest = np.linalg.norm(w)
            h, shift = _tridiagonal_step(np.array(diagonal), np.array(beside), size, radius)
            if rest * abs(h[-1]) <= (boundary if shift else inside) or len(diagonal) == n or rest <= EPS * size:
                return np.array(basis).T @ h, bool(shift) or np.linalg.norm(h) >= radius * (1 - 1e-12)
            beside.append(rest)
            basis.append(w / rest)


def _minimize(model, fun, x0, args, jac, hess, hessp, callback, initial_trust_radius=1.0,
              max_trust_radius=1000.0, eta=0.15,
              gtol=1e-4, maxiter=None, disp=False, return_all=False, workers=None, **unknown):
    tell_unknown(unknown)
    if not 0 <= eta < 0.25:
        raise Exception('invalid acceptance stringency')
    if max_trust_radius <= 0:
        raise ValueError('the max trust radius must be positive')
    if initial_trust_radius <= 0:
        raise ValueError('the initial trust radius must be positive')
    if initial_trust_radius >= max_trust_radius:
        raise ValueError('the initial trust radius must be less than the max trust radius')
    x = np.asarray(x0, dtype=float).flatten()
    maxiter = len(x) * 200 if maxiter is None else maxiter
    f = Objective(fun, x, args, jac)
    f.both(x)
    curvature = Curvature(f, args, hess, hessp)
    if hess is None:
        curvature.count = 1  # SciPy counts its question for the Hessian that is not there
    radius, rounds, path, flag = initial_trust_radius, 0, [x], 0
    here = model(x, f, curvature)
    while True:
        try:
            step, hits = here.solve(radius)
        except np.linalg.LinAlgError:
            flag = 3
            break
        expected = here.fun - here(step)
        there = model(x + step, f, curvature)
        actual = here.fun - there.fun
        if expected <= 0:
            flag = 2
            break
        ratio = actual / expected
        if ratio < 0.25:
            radius *= 0.25
        elif ratio > 0.75 and hits:
            radius = min(2 * radius, max_trust_radius)
        if ratio > eta:
            x, here = x + step, there
        if return_all:
            path.append(np.copy(x))
        rounds += 1
        if stops(callback, x, here.fun):
            break
        if here.size < gtol:
            break
        if rounds >= maxiter:
            flag = 1
            break
    if disp:
        if flag == 0:
            print(MESSAGES[flag])
        else:
            warnings.warn(MESSAGES[flag], RuntimeWarning, stacklevel=4)
        print(f'         Current function value: {here.fun:f}')
        print(f'         Iterations: {rounds:d}')
        print(f'         Function evaluations: {f.nfev:d}')
        print(f'         Gradient evaluations: {f.ngev:d}')
        print(f'         Hessian evaluations: {curvature.count:d}')
    found = OptimizeResult(x=x, success=flag == 0, status=flag, fun=here.fun, jac=here.jac, nfev=f.nfev,
                           njev=f.ngev,
                           nhev=curvature.count, nit=rounds, message=MESSAGES[flag])
    if callable(hess):
        found['hess'] = here.hess
    if return_all:
        found['allvecs'] = path
    return found


def dogleg(fun, x0, args=(), jac=None, callback=None, hess=None, hessp=None, **options):
    """What `minimize` gives for this method."""
    if jac is None:
        raise ValueError('Jacobian is required for dogleg minimization')
    if not callable(hess):
        raise ValueError('Hessian is required for dogleg minimization')
    return _minimize(_Dogleg, fun, x0, args, jac, hess, None, callback, **options)


def trust_ncg(fun, x0, args=(), jac=None, callback=None, hess=None, hessp=None, **options):
    """What `minimize` gives for this method."""
    if jac is None:
        raise ValueError('Jacobian is required for Newton-CG trust-region minimization')
    if hess is None and hessp is None:
        raise ValueError('Either the Hessian or the Hessian-vector product is required for Newton-CG trust-region minimization')
    return _minimize(_Steihaug, fun, x0, args, jac, hess, hessp, callback, **options)


def trust_exact(fun, x0, args=(), jac=None, callback=None, hess=None, hessp=None, **options):
    """What `minimize` gives for this method."""
    if jac is None:
        raise ValueError('Jacobian is required for trust region exact minimization.')
    if not callable(hess):
        raise ValueError('Hessian matrix is required for trust region exact minimization.')
    return _minimize(_Exact, fun, x0, args, jac, hess, None, callback, **options)


def trust_krylov(fun, x0, args=(), jac=None, callback=None, hess=None, hessp=None, inexact=True, **options):
    """What `minimize` gives for this method."""
    if jac is None:
        raise ValueError('Jacobian is required for trust region ', 'exact minimization.')
    if hess is None and hessp is None:
        raise ValueError('Either the Hessian or the Hessian-vector product is required for Krylov trust-region minimization')
    model = _Krylov if inexact else type('_KrylovExact', (_Krylov,), {'inexact': False})
    return _minimize(model, fun, x0, args, jac, hess, hessp, callback, **options)
