"""Least squares: Levenberg's and Marquardt's method (Moré, 1978), curve fitting, assignment, linear programs."""

import math
import warnings

import numpy as np
from scipy.optimize._minimize import Bounds, _limits
from scipy.optimize._result import OptimizeResult, OptimizeWarning

__all__ = ['leastsq', 'curve_fit', 'least_squares', 'nnls', 'linear_sum_assignment', 'linprog']

EPS = np.finfo(float).eps


def _pivoted_qr(a):
    """Householder's factors with the largest column first: (Q, R, order of the columns, norms of the columns)."""
    a = np.array(a, dtype=float)
    m, n = a.shape
    order, q = list(range(n)), np.eye(m)
    first = np.linalg.norm(a, axis=0)
    norms, held = first.copy(), first.copy()
    for j in range(min(m, n)):
        largest = j + int(np.argmax(norms[j:]))
        if largest != j:
            a[:, [j, largest]] = a[:, [largest, j]]
            norms[largest], held[largest] = norms[j], held[j]
            order[j], order[largest] = order[largest], order[j]
        size = np.linalg.norm(a[j:, j])
        if size == 0:
            continue
        if a[j, j] < 0:
            size = -size
        v = a[j:, j] / size
        v[0] += 1.0
        a[j:, j + 1:] -= np.outer(v, v @ a[j:, j + 1:] / v[0])
        q[:, j:] -= np.outer(q[:, j:] @ v / v[0], v)
        a[j, j], a[j + 1:, j] = -size, 0.0
        for k in range(j + 1, n):
            if norms[k] == 0:
                continue
            t = a[j, k] / norms[k]
            norms[k] *= math.sqrt(max(0.0, 1.0 - t * t))
            if 0.05 * (norms[k] / held[k]) ** 2 <= EPS:
                norms[k] = held[k] = np.linalg.norm(a[j + 1:, k])
    return q, a, order, first


def _back(r, b):
    """Solve an upper triangular system; zeros from the first singular place on."""
    n = len(b)
    x = np.array(b, dtype=float)
    for j in range(n):
        if r[j, j] == 0:
            x[j:] = 0.0
            n = j
            break
    for j in range(n - 1, -1, -1):
        x[j] /= r[j, j]
        x[:j] -= r[:j, j] * x[j]
    return x


def _marquardt(r, order, diagonal, qtb, radius, parameter):
    """The parameter and step of a length of about the radius."""
    n = len(qtb)
    step = np.zeros(n)
    step[order] = _back(r, qtb)
    scaled = diagonal * step
    length = np.linalg.norm(scaled)
    excess = length - radius
    if excess <= 0.1 * radius:
        return 0.0, step
    low = 0.0
    d = diagonal[order]
    if (np.diag(r) != 0).all():
        w = (d * (scaled[order] / length))
        for j in range(n):
            w[j] = (w[j] - r[:j, j] @ w[:j]) / r[j, j]
        low = excess / radius / (w @ w)
    w = np.array([r[:j + 1, j] @ qtb[:j + 1] for j in range(n)]) / d
    steepest = np.linalg.norm(w)
    high = steepest / radius or np.finfo(float).tiny / min(radius, 0.1)
    parameter = min(max(parameter, low), high)
    if parameter == 0:
        parameter = steepest / length
    for i in range(1, 11):
        if parameter == 0:
            parameter = max(np.finfo(float).tiny, 0.001 * high)
        s_rows = np.vstack([r, math.sqrt(parameter) * np.diag(d)])
        q, s = np.linalg.qr(s_rows)
        z = _back(s, q.T @ np.concatenate([qtb, np.zeros(n)]))
        step[order] = z
        scaled = diagonal * step
        length = np.linalg.norm(scaled)
        before, excess = excess, length - radius
        if abs(excess) <= 0.1 * radius or (low == 0 and excess <= before and before < 0) or i == 10:
            break
        w = d * (scaled[order] / length)
        for j in range(n):
            w[j] = (w[j] - s[:j, j] @ w[:j]) / s[j, j]
        change = excess / radius / (w @ w)
        if excess > 0:
            low = max(low, parameter)
        if excess < 0:
            high = min(high, parameter)
        parameter = max(low, parameter + change)
    return parameter, step


def _levenberg(f, jacobian_of, x, ftol, xtol, gtol, maxfev, factor, diagonal):
    """(x, fx, info, calls of f, Jacobians, R, order, Q'f)"""
    fx = f(x)
    calls, jacobians = 1, 0
    norm = np.linalg.norm(fx)
    n = len(x)
    parameter, iteration, radius, x_size = 0.0, 1, 0.0, 0.0
    scales_itself = diagonal is None
    info = 0
    while True:
        jacobian, used = jacobian_of(x, fx)
        calls += used
        jacobians += 1
        q, r, order, columns = _pivoted_qr(jacobian)
        if iteration == 1:
            if scales_itself:
                diagonal = np.where(columns == 0, 1.0, columns)
            x_size = np.linalg.norm(diagonal * x)
            radius = factor * x_size or factor
        qtf = (q.T @ fx)[:n]
        r = r[:n]
        slope = 0.0
        if norm != 0:
            for j in range(n):
                size = columns[order[j]]
                if size != 0:
                    slope = max(slope, abs(r[:j + 1, j] @ (qtf[:j + 1] / norm) / size))
        if slope <= gtol:
            info = 4
            break
        if scales_itself:
            diagonal = np.maximum(diagonal, columns)
        while True:
            parameter, step = _marquardt(r, order, diagonal, qtf, radius, parameter)
            step = -step
            trial = x + step
            moved = np.linalg.norm(diagonal * step)
            if iteration == 1:
                radius = min(radius, moved)
            new = f(trial)
            calls += 1
            new_norm = np.linalg.norm(new)
            actual = 1 - (new_norm / norm) ** 2 if 0.1 * new_norm < norm else -1.0
            fit = np.linalg.norm(r @ step[order]) / norm
            damp = math.sqrt(parameter) * moved / norm
            expected = fit * fit + damp * damp / 0.5
            down = -(fit * fit + damp * damp)
            ratio = actual / expected if expected != 0 else 0.0
            if ratio <= 0.25:
                t = 0.5 if actual >= 0 else 0.5 * down / (down + 0.5 * actual)
                if 0.1 * new_norm >= norm or t < 0.1:
                    t = 0.1
                radius = t * min(radius, moved / 0.1)
                parameter /= t
            elif parameter == 0 or ratio >= 0.75:
                radius = moved / 0.5
                parameter *= 0.5
            if ratio >= 1e-4:
                x, fx, norm = trial, new, new_norm
                x_size = np.linalg.norm(diagonal * x)
                iteration += 1
            small = abs(actual) <= ftol and expected <= ftol and 0.5 * ratio <= 1
            near = radius <= xtol * x_size
            info = 3 if small and near else 1 if small else 2 if near else 0
            if info:
                break
            if calls >= maxfev:
                info = 5
            elif abs(actual) <= EPS and expected <= EPS and 0.5 * ratio <= 1:
                info = 6
            elif radius <= EPS * x_size:
                info = 7
            elif slope <= EPS:
                info = 8
            if info or ratio >= 1e-4:
                break
        if info:
            break
    return x, fx, info, calls, jacobians, r, order, qtf


def _messages(ftol, xtol, gtol, maxfev):
    return {0: 'Improper input parameters.',
            1: f'Both actual and predicted relative reductions in the sum of squares\n  are at most {ftol:f}',
            2: f'The relative error between two consecutive iterates is at most {xtol:f}',
            3: 'Both actual and predicted relative reductions in the sum of squares\n  are at most '
               f'{ftol:f} and the relative error between two consecutive iterates is at \n  most {xtol:f}',
            4: f'The cosine of the angle between func(x) and any column of the\n  Jacobian is at most {gtol:f} in absolute value',
            5: f'Number of calls to function has reached maxfev = {maxfev}.',
            6: f'ftol={ftol:f} is too small, no further reduction in the sum of squares\n  is possible.',
            7: f'xtol={xtol:f} is too small, no further improvement in the approximate\n  solution is possible.',
            8: f'gtol={gtol:f} is too small, func(x) is orthogonal to the columns of\n  the Jacobian to machine precision.'}


def leastsq(func, x0, args=(), Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-8, xtol=1.49012e-8, gtol=0.0, maxfev=0,
            epsfcn=None, factor=100, diag=None):
    """The x that minimises the sum of squares of func(x), by Levenberg's and Marquardt's method.

    >>> optimize.leastsq(lambda x: 10 * (x - 3)**2 + 1, 0)[0].round(3)
    array([3.])
    """
    x0 = np.asarray(x0).ravel()
    n = len(x0)
    args = args if isinstance(args, tuple) else (args,)
    f = lambda x: np.atleast_1d(np.asarray(func(x.copy(), *args), dtype=float)).ravel()
    x = x0.astype(float)
    size = len(f(x))
    if n > size:
        raise TypeError(f'Improper input: func input vector length N={n} must not exceed func output vector length M={size}')
    step = math.sqrt(max(epsfcn if epsfcn is not None else EPS, EPS))
    if Dfun is None:
        maxfev = maxfev or 200 * (n + 1)

        def jacobian_of(x, fx):
            columns = np.empty((len(fx), n))
            for j in range(n):
                h = step * abs(x[j]) or step
                moved = x.copy()
                moved[j] += h
                columns[:, j] = (f(moved) - fx) / h
            return columns, n
    else:
        maxfev = maxfev or 100 * (n + 1)

        def jacobian_of(x, fx):
            value = np.asarray(Dfun(x.copy(), *args), dtype=float)
            value = value.reshape(n, -1).T if col_deriv else value.reshape(-1, n)
            return value, 0
    x, fx, info, calls, jacobians, r, order, qtf = _levenberg(f, jacobian_of, x, ftol, xtol, gtol, maxfev, factor,
                                                              None if diag is None else np.asarray(diag, float))
    message = _messages(ftol, xtol, gtol, maxfev)[info]
    if full_output:
        covariance = None
        if info in (1, 2, 3, 4):
            upper = np.triu(r)
            try:
                with np.errstate(all='ignore'):
                    inverse = np.linalg.inv(upper)
                    if np.abs(np.diag(upper)).min() > 0:
                        unpivoted = np.empty_like(inverse)
                        unpivoted[order] = inverse
                        covariance = unpivoted @ unpivoted.T
            except np.linalg.LinAlgError:
                covariance = None
        details = {'fvec': fx, 'nfev': calls, 'fjac': r.T, 'ipvt': np.array(order, dtype=np.int32) + 1, 'qtf': qtf}
        if Dfun is not None:
            details['njev'] = jacobians
        return x, covariance, details, message, info
    if info in (5, 6, 7, 8):
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    elif info == 0:
        raise TypeError(message)
    return x, info


def curve_fit(f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=None, bounds=(-np.inf, np.inf), method=None,
              jac=None, *, full_output=False, nan_policy=None, **kwargs):
    """The parameters with which f(xdata, *parameters) is nearest to ydata, and their covariance.

    >>> optimize.curve_fit(lambda x, a: a * x, [1.0, 2.0, 3.0], [2.0, 4.0, 6.0])[0].round(6)
    array([2.])
    """
    low, high = bounds if not isinstance(bounds, Bounds) else (bounds.lb, bounds.ub)
    if p0 is None:
        import inspect
        parameters = [p for p in inspect.signature(f).parameters.values() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)]
        n = len(parameters) - 1
        if n < 1:
            raise ValueError('Unable to determine number of fit parameters.')
        p0 = None
    else:
        p0 = np.atleast_1d(p0).astype(float)
        n = p0.size
    low, high = np.broadcast_to(np.asarray(low, float), (n,)), np.broadcast_to(np.asarray(high, float), (n,))
    bounded = np.any((low > -np.inf) | (high < np.inf))
    if p0 is None:
        p0 = np.ones(n)
        both, only_low, only_high = np.isfinite(low) & np.isfinite(high), np.isfinite(low) & ~np.isfinite(high), ~np.isfinite(low) & np.isfinite(high)
        p0[both] = 0.5 * (low[both] + high[both])
        p0[only_low] = low[only_low] + 1
        p0[only_high] = high[only_high] - 1
    method = method or ('trf' if bounded else 'lm')
    if method == 'lm' and bounded:
        raise ValueError("Method 'lm' only works for unconstrained problems. Use 'trf' instead.")
    check = check_finite if check_finite is not None else nan_policy is None
    ydata = np.asarray_chkfinite(ydata, float) if check else np.asarray(ydata, float)
    if isinstance(xdata, (list, tuple, np.ndarray)):
        xdata = np.asarray_chkfinite(xdata, float) if check else np.asarray(xdata, float)
    if ydata.size == 0:
        raise ValueError('`ydata` must not be empty!')
    if nan_policy == 'omit':
        bad = np.isnan(ydata) | (np.isnan(xdata) if xdata.ndim == 1 else np.isnan(xdata).any(axis=0))
        xdata, ydata = xdata[..., ~bad], ydata[~bad]
    weights = factor = None
    if sigma is not None:
        sigma = np.asarray(sigma)
        if sigma.size == 1 or sigma.shape == (ydata.size,):
            weights = 1.0 / sigma
        elif sigma.shape == (ydata.size, ydata.size):
            try:
                factor = np.linalg.cholesky(sigma)
            except np.linalg.LinAlgError as e:
                raise ValueError('`sigma` must be positive definite.') from e
        else:
            raise ValueError('`sigma` has incorrect shape.')

    def weighted(rows):
        if weights is not None:
            return rows * (weights if rows.ndim == 1 or np.ndim(weights) == 0 else weights[:, None])
        return np.linalg.solve(factor, rows) if factor is not None else rows

    residuals = lambda p: weighted(np.asarray(f(xdata, *p), dtype=float) - ydata)
    slopes = (lambda p: weighted(np.asarray(jac(xdata, *p), dtype=float))) if callable(jac) else None
    if method == 'lm':
        if ydata.size != 1 and n > ydata.size:
            raise TypeError(f'The number of func parameters={n} must not exceed the number of data points={ydata.size}')
        popt, pcov, details, message, info = leastsq(residuals, p0, Dfun=slopes, full_output=1, **kwargs)
        cost = np.sum(details['fvec'] ** 2)
        if info not in (1, 2, 3, 4):
            raise RuntimeError('Optimal parameters not found: ' + message)
    else:
        if 'max_nfev' not in kwargs:
            kwargs['max_nfev'] = kwargs.pop('maxfev', None)
        found = least_squares(residuals, p0, jac=slopes or '2-point', bounds=(low, high), method=method, **kwargs)
        if not found.success:
            raise RuntimeError('Optimal parameters not found: ' + found.message)
        details, message, info = {'nfev': found.nfev, 'fvec': found.fun}, found.message, found.status
        cost, popt = 2 * found.cost, found.x
        _, s, vt = np.linalg.svd(found.jac, full_matrices=False)
        keep = s > EPS * max(found.jac.shape) * s[0]
        s, vt = s[keep], vt[keep]
        pcov = (vt.T / s ** 2) @ vt if len(s) == n else None
    warn = False
    if pcov is None or np.isnan(pcov).any():
        pcov = np.full((n, n), np.inf)
        warn = True
    elif not absolute_sigma:
        if ydata.size > n:
            pcov = pcov * (cost / (ydata.size - n))
        else:
            pcov = np.full((n, n), np.inf)
            warn = True
    if warn:
        warnings.warn('Covariance of the parameters could not be estimated', category=OptimizeWarning, stacklevel=2)
    return (popt, pcov, details, message, info) if full_output else (popt, pcov)


LOSSES = {'linear': None, 'soft_l1': lambda z: (2 * (np.sqrt(1 + z) - 1), (1 + z) ** -0.5, -0.5 * (1 + z) ** -1.5),
          'huber': lambda z: (np.where(z <= 1, z, 2 * np.sqrt(np.maximum(z, 1)) - 1), np.where(z <= 1, 1.0, np.maximum(z, 1) ** -0.5),
                              np.where(z <= 1, 0.0, -0.5 * np.maximum(z, 1) ** -1.5)),
          'cauchy': lambda z: (np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2),
          'arctan': lambda z: (np.arctan(z), 1 / (1 + z * z), -2 * z / (1 + z * z) ** 2)}


def least_squares(fun, x0, jac='2-point', bounds=(-np.inf, np.inf), method='trf', ftol=1e-8, xtol=1e-8, gtol=1e-8, x_scale=None,
                  loss='linear', f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None, max_nfev=None, verbose=0,
                  args=(), kwargs=None, callback=None, workers=None):
    """The x within bounds that minimises a sum of losses of fun(x), as an OptimizeResult.

    >>> optimize.least_squares(lambda x: x - 3, [0.0]).x.round(6)
    array([3.])
    """
    kwargs = kwargs or {}
    x = np.atleast_1d(x0).astype(float)
    n = len(x)
    if method not in ('trf', 'dogbox', 'lm'):
        raise ValueError("`method` must be 'trf', 'dogbox' or 'lm'.")
    if isinstance(bounds, Bounds):
        low, high = _limits(bounds, n)
    else:
        low, high = (np.broadcast_to(np.asarray(b, float), (n,)) for b in bounds)
    if (low >= high).any():
        raise ValueError('Each lower bound must be strictly less than each upper bound.')
    if ((x < low) | (x > high)).any():
        raise ValueError('`x0` is infeasible.')
    rho = LOSSES[loss] if isinstance(loss, str) else loss
    calls = 0

    def residuals(x):
        nonlocal calls
        calls += 1
        return np.atleast_1d(np.asarray(fun(x.copy(), *args, **kwargs), dtype=float)).ravel()

    def slopes(x, fx):
        if callable(jac):
            return np.atleast_2d(np.asarray(jac(x.copy(), *args, **kwargs), dtype=float))
        columns = np.empty((len(fx), n))
        for j in range(n):
            h = (math.sqrt(EPS) if diff_step is None else diff_step) * max(1.0, abs(x[j])) * (1 if x[j] >= 0 else -1)
            if not low[j] <= x[j] + h <= high[j]:
                h = -h
            moved = x.copy()
            moved[j] += h
            columns[:, j] = (np.atleast_1d(np.asarray(fun(moved, *args, **kwargs), dtype=float)).ravel() - fx) / (moved[j] - x[j])
        return columns

    def weigh(fx):
        if rho is None:
            return 0.5 * (fx @ fx), None
        z = (fx / f_scale) ** 2
        value, first, second = rho(z)
        return 0.5 * f_scale ** 2 * np.sum(value), (z, first, second)

    fx = residuals(x)
    cost, shape = weigh(fx)
    jacobian = slopes(x, fx)
    evaluations = 1
    max_nfev = max_nfev or 100 * n
    damping, status = 1e-3, None
    span = np.where(np.isfinite(high - low), high - low, 1.0)
    x = np.clip(x, np.where(np.isfinite(low), low + 1e-10 * span, low), np.where(np.isfinite(high), high - 1e-10 * span, high))
    while status is None:
        if shape is None:
            a, b = jacobian, fx
        else:
            z, first, second = shape
            scale = np.sqrt(np.maximum(first + 2 * second * z, EPS))
            a, b = jacobian * scale[:, None], fx * first / scale
        g = a.T @ b
        to_bound = np.where(g < 0, high - x, np.where(g > 0, x - low, 1.0))
        weight = np.where(np.isfinite(to_bound), np.minimum(to_bound, 1.0) if np.isfinite(low).any() or np.isfinite(high).any() else 1.0, 1.0)
        optimality = np.max(np.abs(g * np.where(np.isfinite(to_bound), to_bound, 1.0))) if n else 0.0
        if gtol is not None and optimality < gtol:
            status = 1
            break
        free = ~(((x <= low + 1e-12 * span) & (g > 0)) | ((x >= high - 1e-12 * span) & (g < 0)))
        columns = np.maximum(np.linalg.norm(a, axis=0), 1e-12)
        while True:
            aa = np.vstack([a[:, free], np.diag(math.sqrt(damping) * columns[free])])
            step = np.zeros(n)
            step[free] = -np.linalg.lstsq(aa, np.concatenate([b, np.zeros(int(free.sum()))]), rcond=None)[0]
            trial = np.clip(x + step, low, high)
            step = trial - x
            new = residuals(trial)
            new_cost, new_shape = weigh(new)
            linear = b + a @ step
            expected = 0.5 * (b @ b - linear @ linear)
            actual = cost - new_cost
            ratio = actual / expected if expected > 0 else 0.0
            if ftol is not None and abs(actual) < ftol * cost and ratio > 0.25:
                status = 2
            if xtol is not None and np.linalg.norm(step) < xtol * (xtol + np.linalg.norm(x)):
                status = 4 if status == 2 else 3
            if np.isfinite(new_cost) and actual > 0:
                damping = max(damping * (0.1 if ratio > 0.75 else 1.0 if ratio > 0.25 else 4.0), 1e-15)
                break
            damping = max(damping, 1e-12) * 4.0
            if status is not None or calls >= max_nfev or damping > 1e30:
                break
        if actual > 0:
            x, fx, cost, shape = trial, new, new_cost, new_shape
            jacobian = slopes(x, fx)
            evaluations += 1
        if status is None and (calls >= max_nfev or damping > 1e30):
            status = 0 if calls >= max_nfev else 3
    g = jacobian.T @ (fx if shape is None else fx * shape[1])
    near = 1e-8
    active = np.where(np.isfinite(low) & (x - low <= near * np.maximum(1, np.abs(low))), -1,
                      np.where(np.isfinite(high) & (high - x <= near * np.maximum(1, np.abs(high))), 1, 0))
    message = {0: 'The maximum number of function evaluations is exceeded.', 1: '`gtol` termination condition is satisfied.',
               2: '`ftol` termination condition is satisfied.', 3: '`xtol` termination condition is satisfied.',
               4: 'Both `ftol` and `xtol` termination conditions are satisfied.'}[status]
    to_bound = np.where(g < 0, high - x, np.where(g > 0, x - low, 1.0))
    optimality = np.max(np.abs(g * np.where(np.isfinite(to_bound), to_bound, 1.0)))
    if verbose:
        print(message)
        print(f'Function evaluations {calls}, initial cost, final cost {cost:.4e}, first-order optimality {optimality:.2e}.')
    return OptimizeResult(x=x, cost=cost, fun=fx, jac=jacobian, grad=g, optimality=optimality, active_mask=active, nfev=calls,
                          njev=evaluations, status=status, message=message, success=status > 0)


def nnls(A, b, *, maxiter=None):
    """The non-negative x with the least norm of A @ x - b, and that norm.

    >>> optimize.nnls([[1.0, 0.0], [0.0, 1.0]], [2.0, -1.0])
    (array([2., 0.]), 1.0)
    """
    A, b = np.asarray_chkfinite(A, dtype=float), np.asarray_chkfinite(b, dtype=float)
    if A.ndim != 2:
        raise ValueError(f'Expected a 2D array, but the shape of A is {A.shape}')
    n = A.shape[1]
    x, chosen = np.zeros(n), np.zeros(n, dtype=bool)
    for _ in range(maxiter or 3 * n + 3):
        w = A.T @ (b - A @ x)
        w[chosen] = -np.inf
        if chosen.all() or w.max() <= 1e-12 * max(1.0, np.abs(A.T @ b).max()):
            break
        chosen[int(np.argmax(w))] = True
        while True:
            s = np.zeros(n)
            s[chosen] = np.linalg.lstsq(A[:, chosen], b, rcond=None)[0]
            if s[chosen].min() > 0:
                break
            bad = chosen & (s <= 0)
            share = np.min(x[bad] / (x[bad] - s[bad]))
            x = x + share * (s - x)
            chosen &= x > 1e-14
            x[~chosen] = 0
        x = s
    return x, float(np.linalg.norm(A @ x - b))


def linear_sum_assignment(cost_matrix, maximize=False):
    """The pairing of rows and columns of the least cost in all.

    >>> optimize.linear_sum_assignment([[4, 1], [2, 3]])
    (array([0, 1]), array([1, 0]))
    """
    cost = np.asarray(cost_matrix)
    if cost.ndim != 2:
        raise ValueError(f'expected a matrix (2-D array), got a {cost.ndim} array')
    cost = -cost.astype(float) if maximize else cost.astype(float)
    if np.isnan(cost).any() or np.isneginf(cost).any():
        raise ValueError('matrix contains invalid numeric entries')
    turned = cost.shape[1] < cost.shape[0]
    if turned:
        cost = cost.T
    rows, columns = cost.shape
    u, v = np.zeros(rows), np.zeros(columns)
    row_of, column_of = np.full(columns, -1), np.full(rows, -1)
    for start in range(rows):  # shortest augmenting paths
        distance, path = np.full(columns, np.inf), np.full(columns, -1)
        seen_rows, seen = [], np.zeros(columns, dtype=bool)
        i, least, end = start, 0.0, -1
        while end < 0:
            seen_rows.append(i)
            through = least + cost[i] - u[i] - v
            better = ~seen & (through < distance)
            distance[better], path[better] = through[better], i
            open_distance = np.where(seen, np.inf, distance)
            least = open_distance.min()
            if np.isinf(least):
                raise ValueError('cost matrix is infeasible')
            candidates = np.nonzero(open_distance == least)[0]
            free = candidates[row_of[candidates] < 0]
            j = int(free[0] if len(free) else candidates[0])
            seen[j] = True
            if row_of[j] < 0:
                end = j
            else:
                i = int(row_of[j])
        u[start] += least
        for other in seen_rows:
            if other != start:
                u[other] += least - distance[column_of[other]]
        v[seen] -= least - distance[seen]
        j = end
        while True:
            i = int(path[j])
            row_of[j] = i
            column_of[i], j = j, column_of[i]
            if i == start:
                break
    if turned:
        order = np.argsort(column_of)
        return column_of[order], order
    return np.arange(rows), column_of


def linprog(c, A_ub=None, b_ub=None, A_eq=None, b_eq=None, bounds=(0, None), method='highs', callback=None, options=None, x0=None,
            integrality=None):
    """The x with the least c @ x where A_ub @ x <= b_ub, A_eq @ x == b_eq and the bounds hold; by the simplex method.

    >>> optimize.linprog([1.0], A_ub=[[-1.0]], b_ub=[-2.0]).x
    array([2.])
    """
    c = np.asarray(c, dtype=float).ravel()
    n = len(c)
    a_ub = np.zeros((0, n)) if A_ub is None else np.atleast_2d(np.asarray(A_ub, float)).reshape(-1, n)
    b_ub = np.zeros(0) if b_ub is None else np.atleast_1d(np.asarray(b_ub, float)).ravel()
    a_eq = np.zeros((0, n)) if A_eq is None else np.atleast_2d(np.asarray(A_eq, float)).reshape(-1, n)
    b_eq = np.zeros(0) if b_eq is None else np.atleast_1d(np.asarray(b_eq, float)).ravel()
    pairs = [bounds] * n if len(bounds) == 2 and not np.iterable(bounds[0]) and n != 0 else (list(bounds) * n if len(bounds) == 1 else list(bounds))
    low = np.array([-np.inf if p[0] is None else p[0] for p in pairs], dtype=float)
    high = np.array([np.inf if p[1] is None else p[1] for p in pairs], dtype=float)
    x, status, rounds = _linear(c, a_ub, b_ub, a_eq, b_eq, low, high)
    if status == 0 and integrality is not None and np.any(integrality):
        x, status = _whole(c, a_ub, b_ub, a_eq, b_eq, low, high, np.broadcast_to(integrality, (n,)), x)
    message = {0: 'Optimization terminated successfully. (HiGHS Status 7: Optimal)',
               2: 'The problem is infeasible. (HiGHS Status 8: model_status is Infeasible; primal_status is None)',
               3: 'The problem is unbounded. (HiGHS Status 10: model_status is Unbounded; primal_status is Feasible)',
               1: 'Iteration limit reached.'}[status]
    solved = status == 0
    return OptimizeResult(x=x if solved else None, fun=float(c @ x) if solved else None, success=solved, status=status, message=message,
                          slack=b_ub - a_ub @ x if solved else None, con=b_eq - a_eq @ x if solved else None, nit=rounds)


def _whole(c, a_ub, b_ub, a_eq, b_eq, low, high, whole, x):
    """Branch and bound over the variables that are to be integers."""
    best, best_value, open_nodes = None, np.inf, [(low, high, x)]
    while open_nodes:
        low, high, x = open_nodes.pop()
        if c @ x >= best_value - 1e-9:
            continue
        away = np.where(whole > 0, np.abs(x - np.round(x)), 0.0)
        k = int(np.argmax(away))
        if away[k] < 1e-7:
            best, best_value = np.where(whole > 0, np.round(x), x), c @ x
            continue
        for is_low in (False, True):
            below, above = low.copy(), high.copy()
            if is_low:
                above[k] = math.floor(x[k])
            else:
                below[k] = math.ceil(x[k])
            if below[k] > above[k]:
                continue
            found, status, _ = _linear(c, a_ub, b_ub, a_eq, b_eq, below, above)
            if status == 0:
                open_nodes.append((below, above, found))
    return (best, 0) if best is not None else (x, 2)


def _linear(c, a_ub, b_ub, a_eq, b_eq, low, high):
    """The two-phase simplex method over variables that are shifted or split to be positive."""
    n = len(c)
    if (low > high).any():
        return np.zeros(n), 2, 0
    columns, shift = [], np.zeros(n)
    for i in range(n):
        if np.isfinite(low[i]):
            columns.append((i, 1.0))
            shift[i] = low[i]
        elif np.isfinite(high[i]):
            columns.append((i, -1.0))
            shift[i] = high[i]
        else:
            columns.extend([(i, 1.0), (i, -1.0)])
    change = np.zeros((n, len(columns)))
    for k, (i, sign) in enumerate(columns):
        change[i, k] = sign
    both = [i for i in range(n) if np.isfinite(low[i]) and np.isfinite(high[i])]
    upper = np.vstack([a_ub, np.eye(n)[both].reshape(-1, n)]) if both else a_ub
    limit = np.concatenate([b_ub, high[both]]) if both else b_ub
    rows = np.vstack([upper, a_eq]) @ change
    right = np.concatenate([limit, b_eq]) - np.vstack([upper, a_eq]) @ shift
    slacks = np.zeros((len(rows), len(limit)))
    slacks[:len(limit)] = np.eye(len(limit))
    table = np.hstack([rows, slacks])
    sign = np.where(right < 0, -1.0, 1.0)
    table, right = table * sign[:, None], right * sign
    m, width = table.shape
    table = np.hstack([table, np.eye(m), right[:, None]])
    basis = [width + i for i in range(m)]
    for i in range(len(limit)):
        if sign[i] > 0:
            basis[i] = len(columns) + i
    rounds = 0

    def solve(costs, allowed):
        nonlocal rounds
        reduced = costs - sum((costs[basis[i]] * table[i, :-1] for i in range(m)), np.zeros(table.shape[1] - 1))
        for _ in range(50 * (m + width) + 100):
            choices = np.nonzero(reduced[:allowed] < -1e-10)[0]
            if not len(choices):
                return True
            j = int(choices[0]) if rounds > 20 * (m + width) else int(choices[np.argmin(reduced[choices])])
            column = table[:, j]
            positive = column > 1e-10
            if not positive.any():
                return False
            ratios = np.where(positive, table[:, -1] / np.where(positive, column, 1.0), np.inf)
            ties = np.nonzero(ratios <= ratios.min() + 1e-12)[0]
            i = int(ties[np.argmin([basis[k] for k in ties])])
            table[i] /= table[i, j]
            for k in range(m):
                if k != i and table[k, j] != 0:
                    table[k] -= table[k, j] * table[i]
            reduced = reduced - reduced[j] * table[i, :-1]
            basis[i] = j
            rounds += 1
        return True

    first = np.concatenate([np.zeros(width), np.ones(m)])
    if m:
        solve(first, width)
        if sum(table[i, -1] for i in range(m) if basis[i] >= width) > 1e-8 * max(1.0, np.abs(right).max()):
            return np.zeros(n), 2, rounds
        for i in range(m):
            if basis[i] >= width:
                usable = np.nonzero(np.abs(table[i, :width]) > 1e-9)[0]
                if len(usable):
                    j = int(usable[0])
                    table[i] /= table[i, j]
                    for k in range(m):
                        if k != i:
                            table[k] -= table[k, j] * table[i]
                    basis[i] = j
    second = np.concatenate([c @ change, np.zeros(width - len(columns) + m)])
    if not solve(second, width):
        return np.zeros(n), 3, rounds
    y = np.zeros(width + m)
    for i in range(m):
        y[basis[i]] = table[i, -1]
    return change @ y[:len(columns)] + shift, 0, rounds
