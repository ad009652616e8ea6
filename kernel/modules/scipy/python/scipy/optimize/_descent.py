"""Descent along directions: the quasi-Newton method of Broyden, Fletcher, Goldfarb and Shanno, conjugate
gradients (Polak and Ribière) and Newton's method with conjugate gradients (Nocedal and Wright, Numerical
Optimization, chapters 5 to 7)."""

import math

import numpy as np
from scipy.optimize._line_search import wolfe_step
from scipy.optimize._differences import EPS, EPSILON
from scipy.optimize._objective import Curvature, Objective, TEXTS, stops, tell
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['bfgs', 'cg', 'newton_cg']


def _size(g, norm):
    return np.max(np.abs(g)) if norm == np.inf else np.min(np.abs(g)) if norm == -np.inf else np.sum(np.abs(g) ** norm) ** (1.0 / norm)


def _check_wolfe(c1, c2):
    if not 0 < c1 < c2 < 1:
        raise ValueError("'c1' and 'c2' do not satisfy'0 < c1 < c2 < 1'.")


def bfgs(fun, x0, args=(), jac=None, callback=None, gtol=1e-5, norm=np.inf, eps=EPSILON, maxiter=None,
         disp=False,
         return_all=False, finite_diff_rel_step=None, xrtol=0, c1=1e-4, c2=0.9, hess_inv0=None, workers=None,
         **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    _check_wolfe(c1, c2)
    x = x0
    n = len(x)
    maxiter = n * 200 if maxiter is None else maxiter
    f = Objective(fun, x, args, jac, eps, relative=finite_diff_rel_step)
    value, g = f.fun(x), f.grad(x)
    before = value + np.linalg.norm(g) / 2
    identity = np.eye(n, dtype=int)
    inverse = identity if hess_inv0 is None else np.asarray(hess_inv0)
    rounds, flag, path = 0, 0, [x]
    size = _size(g, norm)
    while size > gtol and rounds < maxiter:
        direction = -(inverse @ g)
        step, reached, g_new = wolfe_step(f.fun, f.grad, x, direction, g, value, before, c1, c2)
        if step is None:
            flag = 2
            break
        before, value = value, reached
        s = step * direction
        x = x + s
        path.append(x)
        if g_new is None:
            g_new = f.grad(x)
        y = g_new - g
        g = g_new
        rounds += 1
        if stops(callback, x, value):
            break
        size = _size(g, norm)
        if size <= gtol or step * _size(direction, 2) <= xrtol * (xrtol + _size(x, 2)):
            break
        if not np.isfinite(value):
            flag = 2
            break
        curvature = y @ s
        rho = 1000.0 if curvature == 0 else 1.0 / curvature
        left = identity - np.outer(s, y) * rho
        inverse = left @ (inverse @ (identity - np.outer(y, s) * rho)) + rho * np.outer(s, s)
    if flag == 2:
        message = TEXTS['loss']
    elif rounds >= maxiter:
        flag, message = 1, TEXTS['rounds']
    elif np.isnan(size) or np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    else:
        message = TEXTS['success']
    tell(disp, flag, message, value, rounds, f.nfev, f.ngev)
    result = OptimizeResult(fun=value, jac=g, hess_inv=inverse, nfev=f.nfev, njev=f.ngev, status=flag,
                            success=flag == 0,
                            message=message, x=x, nit=rounds)
    if return_all:
        result['allvecs'] = path
    return result


def cg(fun, x0, args=(), jac=None, callback=None, gtol=1e-5, norm=np.inf, eps=EPSILON, maxiter=None,
       disp=False,
       return_all=False, finite_diff_rel_step=None, c1=1e-4, c2=0.4, workers=None, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    _check_wolfe(c1, c2)
    x = x0
    maxiter = len(x) * 200 if maxiter is None else maxiter
    f = Objective(fun, x, args, jac, eps, relative=finite_diff_rel_step)
    value, g = f.fun(x), f.grad(x)
    before = value + np.linalg.norm(g) / 2
    direction = -g
    rounds, flag, path = 0, 0, [x]
    size = _size(g, norm)
    while size > gtol and rounds < maxiter:
        squared = g @ g

        def following(g_new):
            beta = max(0, (g_new - g) @ g_new / squared)
            return -g_new + beta * direction

        def descends(step, place, reached, g_new):
            if _size(g_new, norm) <= gtol:
                return True
            return following(g_new) @ g_new <= -0.01 * (g_new @ g_new)

        step, reached, g_new = wolfe_step(f.fun, f.grad, x, direction, g, value, before, c1, c2, descends)
        if step is None:
            flag = 2
            break
        before, value = value, reached
        x = x + step * direction
        if g_new is None:
            g_new = f.grad(x)
        direction, g = following(g_new), g_new
        size = _size(g, norm)
        path.append(x)
        rounds += 1
        if stops(callback, x, value):
            break
    if flag == 2:
        message = TEXTS['loss']
    elif rounds >= maxiter:
        flag, message = 1, TEXTS['rounds']
    elif np.isnan(size) or np.isnan(value) or np.isnan(x).any():
        flag, message = 3, TEXTS['nan']
    else:
        message = TEXTS['success']
    tell(disp, flag, message, value, rounds, f.nfev, f.ngev)
    result = OptimizeResult(fun=value, jac=g, nfev=f.nfev, njev=f.ngev, status=flag, success=flag == 0,
                            message=message, x=x, nit=rounds)
    if return_all:
        result['allvecs'] = path
    return result


def _newton_direction(g, product, limit, most):
    """Conjugate gradients for the step to the minimum of the model, until the residual is small or the curvature not positive:
    the step, or None where they do not end."""
    z, r, p, squared = np.zeros(len(g)), g, -g, g @ g
    for i in range(most):
        if np.sum(np.abs(r)) <= limit:
            return z
        q = product(p)
        curvature = p @ q
        if 0 <= curvature <= 3 * EPS:
            return z
        if curvature < 0:
            return z if i else squared / -curvature * -g
        share = squared / curvature
        z, r = z + share * p, r + share * q
        fresh = r @ r
        p, squared = -r + fresh / squared * p, fresh
    return None


def newton_cg(fun, x0, args=(), jac=None, callback=None, hess=None, hessp=None, xtol=1e-5, eps=EPSILON, maxiter=None,
              disp=False, return_all=False, c1=1e-4, c2=0.9, workers=None, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    _check_wolfe(c1, c2)
    if jac is None:
        raise ValueError('Jacobian is required for Newton-CG method')
    x, n = x0, len(x0)
    maxiter = n * 200 if maxiter is None else maxiter
    f = Objective(fun, x, args, jac, eps)
    curvature = Curvature(f, args, hess, hessp)
    value, before, path = f.fun(x), None, [x]
    limit, change, rounds, flag = n * xtol, 2 * n * xtol, 0, 0
    message = TEXTS['success']

    def product(p):
        if matrix is not None:
            return matrix @ p
        if hess is None and hessp is None:
            base = f.grad(x)
            return (f.grad(x + eps * p) - base) / eps
        return curvature.product(x, p)

    while change > limit:
        if rounds >= maxiter:
            flag, message = 1, 'Warning: ' + TEXTS['rounds']
            break
        g = f.grad(x)
        size = np.sum(np.abs(g))
        matrix = curvature.matrix(x) if callable(hess) else None
        z = _newton_direction(g, product, min(0.5, math.sqrt(size)) * size, 20 * n)
        if z is None:
            flag, message = 3, "Warning: CG iterations didn't converge. The Hessian is not positive definite."
            break
        step, reached, _ = wolfe_step(f.fun, f.grad, x, z, g, value, before, c1, c2, None, 1e-8, 50.0)
        if step is None:
            flag, message = 2, 'Warning: ' + TEXTS['loss']
            break
        before, value = value, reached
        change = np.sum(np.abs(step * z))
        x = x + step * z
        path.append(x)
        rounds += 1
        if stops(callback, x, value):
            break
    if flag == 0 and (np.isnan(value) or np.isnan(change)):
        flag, message = 3, TEXTS['nan']
    tell(disp, flag, message, value, rounds, f.nfev, f.ngev, curvature.count)
    found = OptimizeResult(fun=value, jac=f.grad(x), nfev=f.nfev, njev=f.ngev, nhev=curvature.count, status=flag,
                           success=flag == 0, message=message, x=x, nit=rounds)
    if return_all:
        found['allvecs'] = path
    return found
