"""Least squares, curve fitting, assignment, linear programs."""

import math
import warnings

import numpy as np
from scipy.optimize._bounds import Bounds, limits
from scipy.optimize._result import OptimizeResult, OptimizeWarning
from scipy.optimize._systems import leastsq

__all__ = ['curve_fit', 'least_squares', 'nnls', 'linear_sum_assignment', 'linprog']

EPS = np.finfo(float).eps


def curve_fit(f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=None,
              bounds=(-np.inf, np.inf), method=None,
              jac=None, *, full_output=False, nan_policy=None, **kwargs):
    """The parameters with which f(xdata, *parameters) is nearest to ydata, and their covariance.

    >>> optimize.curve_fit(lambda x, a: a * x, [1.0, 2.0, 3.0], [2.0, 4.0, 6.0])[0].round(6)
    array([2.])
    """
    low, high = bounds if not isinstance(bounds, Bounds) else (bounds.lb, bounds.ub)
    if p0 is None:
        import inspect
        parameters = [p for p in inspect.signature(f).parameters.values()
                      if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY)]
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
        found = least_squares(residuals, p0, jac=slopes or '2-point', bounds=(low, high), method=method,
                              **kwargs)
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
        warnings.warn('Covariance of the parameters could not be estimated', category=OptimizeWarning,
                      stacklevel=2)
    return (popt, pcov, details, message, info) if full_output else (popt, pcov)


LOSSES = {'linear': None, 'soft_l1': lambda z: (2 * (np.sqrt(1 + z) - 1), (1 + z) ** -0.5,
                                                -0.5 * (1 + z) ** -1.5),
          'huber': lambda z: (np.where(z <= 1, z, 2 * np.sqrt(np.maximum(z, 1)) - 1),
                              np.where(z <= 1, 1.0, np.maximum(z, 1) ** -0.5),
                              np.where(z <= 1, 0.0, -0.5 * np.maximum(z, 1) ** -1.5)),
          'cauchy': lambda z: (np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2),
          'arctan': lambda z: (np.arctan(z), 1 / (1 + z * z), -2 * z / (1 + z * z) ** 2)}


def least_squares(fun, x0, jac='2-point', bounds=(-np.inf, np.inf), method='trf', ftol=1e-8, xtol=1e-8,
                  gtol=1e-8, x_scale=None,
                  loss='linear', f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None,
                  jac_sparsity=None, max_nfev=None, verbose=0,
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
        low, high = limits(bounds, n)
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
            h = (math.sqrt(EPS) if diff_step is None else diff_step) * max(1.0,
                                                                           abs(x[j])) * (1 if x[j] >= 0 else
                                                                                         -1)
            if not low[j] <= x[j] + h <= high[j]:
                h = -h
            moved = x.copy()
            moved[j] += h
            columns[:, j] = (np.atleast_1d(np.asarray(fun(moved, *args, **kwargs),
                                                      dtype=float)).ravel() - fx) / (moved[j] - x[j])
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
    x = np.clip(x, np.where(np.isfinite(low), low + 1e-10 * span, low),
                np.where(np.isfinite(high), high - 1e-10 * span, high))
    while status is None:
        if shape is None:
            a, b = jacobian, fx
        else:
            z, first, second = shape
            scale = np.sqrt(np.maximum(first + 2 * second * z, EPS))
            a, b = jacobian * scale[:, None], fx * first / scale
        g = a.T @ b
        to_bound = np.where(g < 0, high - x, np.where(g > 0, x - low, 1.0))
        weight = np.where(np.isfinite(to_bound), np.minimum(to_bound,
                                                            1.0) if np.isfinite(low).any()
                          or np.isfinite(high).any() else 1.0, 1.0)
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
    message = {0: 'The maximum number of function evaluations is exceeded.',
               1: '`gtol` termination condition is satisfied.',
               2: '`ftol` termination condition is satisfied.',
               3: '`xtol` termination condition is satisfied.',
               4: 'Both `ftol` and `xtol` termination conditions are satisfied.'}[status]
    to_bound = np.where(g < 0, high - x, np.where(g > 0, x - low, 1.0))
    optimality = np.max(np.abs(g * np.where(np.isfinite(to_bound), to_bound, 1.0)))
    if verbose:
        print(message)
        print(f'Function evaluations {calls}, initial cost, final cost {cost:.4e}, first-order optimality {optimality:.2e}.')
    return OptimizeResult(x=x, cost=cost, fun=fx, jac=jacobian, grad=g, optimality=optimality,
                          active_mask=active, nfev=calls,
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


def linprog(c, A_ub=None, b_ub=None, A_eq=None, b_eq=None, bounds=(0, None), method='highs', callback=None,
            options=None, x0=None,
            integrality=None):
    """The x with the least c @ x where A_ub @ x <= b_ub, A_eq @ x == b_eq and the bounds hold; by the simplex
    method.

    >>> optimize.linprog([1.0], A_ub=[[-1.0]], b_ub=[-2.0]).x
    array([2.])
    """
    c = np.asarray(c, dtype=float).ravel()
    n = len(c)
    a_ub = np.zeros((0, n)) if A_ub is None else np.atleast_2d(np.asarray(A_ub, float)).reshape(-1, n)
    b_ub = np.zeros(0) if b_ub is None else np.atleast_1d(np.asarray(b_ub, float)).ravel()
    a_eq = np.zeros((0, n)) if A_eq is None else np.atleast_2d(np.asarray(A_eq, float)).reshape(-1, n)
    b_eq = np.zeros(0) if b_eq is None else np.atleast_1d(np.asarray(b_eq, float)).ravel()
    if len(bounds) == 2 and not np.iterable(bounds[0]) and n != 0:
        pairs = [bounds] * n
    else:
        pairs = list(bounds) * n if len(bounds) == 1 else list(bounds)
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
