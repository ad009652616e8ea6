"""Sequential quadratic programming."""

import numpy as np
from scipy.optimize._bounds import LinearConstraint, NonlinearConstraint, limits
from scipy.optimize._differences import EPSILON
from scipy.optimize._objective import Objective, stops
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['slsqp', 'constraint_list', 'quadratic_step']


def quadratic_step(hessian, g, equal, equal_value, unequal, unequal_value):
    """The d that minimises d'Hd / 2 + g'd where equal @ d + equal_value is 0 and unequal @ d + unequal_value
    >= 0, by Goldfarb's and Idnani's dual method: (d, multipliers) or None."""
    n = len(g)
    inverse = np.linalg.inv(hessian)
    rows = np.vstack([equal, unequal]).reshape(-1, n)
    values = np.concatenate([equal_value, unequal_value])
    count = len(equal_value)
    d = -inverse @ g
    active, u, signs = [], np.zeros(0), {}
    for _ in range(60 + 10 * len(values)):
        slack = rows @ d + values
        worst, place = -1e-11, None
        for k in range(count):
            if k not in active and abs(slack[k]) > 1e-13:
                place = k
                break
        if place is None:
            for k in range(count, len(values)):
                if k not in active and slack[k] < worst * (1 + np.abs(rows[k]).sum()):
                    worst, place = slack[k], k
        missing = [k for k in range(count) if k not in active]
        if place is None:
            if missing and len(active) < n:
                place = None
            break
        sign = -1.0 if place < count and slack[place] > 0 else 1.0
        normal = sign * rows[place]
        add = 0.0
        while True:
            if active:
                basis = np.array([signs[k] * rows[k] for k in active])
                gram = basis @ inverse @ basis.T
                try:
                    r = np.linalg.solve(gram, basis @ inverse @ normal)
                except np.linalg.LinAlgError:
                    return None
                z = inverse @ (normal - basis.T @ r)
            else:
                r, z = np.zeros(0), inverse @ normal
            part, leaving = np.inf, None
            for i, k in enumerate(active):
                if k >= count and r[i] > 1e-14 and u[i] / r[i] < part:
                    part, leaving = u[i] / r[i], i
            curvature = z @ normal
            here = sign * (rows[place] @ d + values[place])
            full = -here / curvature if curvature > 1e-14 else np.inf
            t = min(part, full)
            if np.isinf(t):
                return None
            u = u - t * r
            add += t
            if np.isfinite(full):
                d = d + t * z
            if t == full:
                active.append(place)
                signs[place] = sign
                u = np.append(u, add)
                break
            del active[leaving]
            u = np.delete(u, leaving)
    multipliers = np.zeros(len(values))
    for i, k in enumerate(active):
        multipliers[k] = signs[k] * u[i]
    return d, multipliers


def constraint_list(constraints, x0):
    """Each as (is an equality, function, Jacobian or None), as values that are to be 0 or positive."""
    if isinstance(constraints, (dict, LinearConstraint, NonlinearConstraint)):
        constraints = [constraints]
    found = []
    for place, one in enumerate(constraints):
        if isinstance(one, dict):
            try:
                kind = one['type'].lower()
            except KeyError as e:
                raise KeyError(f'Constraint {place} has no type defined.') from e
            if kind not in ('eq', 'ineq'):
                raise ValueError(f"Unknown constraint type '{one['type']}'.")
            if 'fun' not in one:
                raise ValueError(f'Constraint {place} has no function defined.')
            more = one.get('args', ())
            jac = one.get('jac')
            value = lambda x, f=one['fun'], a=more: np.atleast_1d(np.asarray(f(x, *a), dtype=float)).ravel()
            slope = lambda x, f=jac, a=more: np.atleast_2d(np.asarray(f(x, *a), dtype=float))
            found.append((kind == 'eq', value, slope if callable(jac) else None))
            continue
        if isinstance(one, LinearConstraint):
            fun, jac = (lambda x, A=one.A: A @ x), (lambda x, A=one.A: A)
        else:
            fun = lambda x, f=one.fun: np.atleast_1d(np.asarray(f(x), dtype=float)).ravel()
            jac = (lambda x, f=one.jac: np.atleast_2d(np.asarray(f(x), dtype=float))) if callable(one.jac) else None
        low, high = one.lb, one.ub

        def pick(sign, bound, chosen, fun=fun, jac=jac):
            value = lambda x: sign * (fun(x) - bound)[chosen]
            slope = (lambda x: sign * jac(x)[chosen]) if jac else None
            return value, slope

        low, high = np.asarray(low, float), np.asarray(high, float)
        size = len(fun(x0))
        low, high = np.broadcast_to(low, (size,)), np.broadcast_to(high, (size,))
        same = low == high
        for is_equal, sign, bound, chosen in ((True, 1.0, low, same),
                                              (False, 1.0, low, ~same & np.isfinite(low)),
                                              (False, -1.0, high, ~same & np.isfinite(high))):
            if chosen.any():
                value, slope = pick(sign, np.where(np.isfinite(bound), bound, 0.0), chosen)
                found.append((is_equal, value, slope))
    return found


def slsqp(fun, x0, args=(), jac=None, callback=None, bounds=None, constraints=(), maxiter=100, ftol=1e-6,
          iprint=1, disp=False,
          eps=EPSILON, finite_diff_rel_step=None, workers=None, **unknown):
    """What `minimize` gives for this method."""
    tell_unknown(unknown)
    n = len(x0)
    low, high = limits(bounds, n)
    parts = constraint_list(constraints, x0)
    x = np.clip(x0, low, high)
    f = Objective(fun, x, args, jac, eps, low, high, finite_diff_rel_step)

    def gather(x, wants_equal):
        values = [value(x) for is_equal, value, _ in parts if is_equal == wants_equal]
        return np.concatenate(values) if values else np.zeros(0)

    def slopes(x, wants_equal):
        rows = [np.zeros((0, n))]
        for is_equal, value, slope in parts:
            if is_equal != wants_equal:
                continue
            if slope:
                rows.append(slope(x))
                continue
            base = value(x)
            block = np.empty((len(base), n))
            for i in range(n):
                moved = np.copy(x)
                step = eps if x[i] + eps <= high[i] else -eps
                moved[i] += step
                block[:, i] = (value(moved) - base) / (moved[i] - x[i])
            rows.append(block)
        return np.vstack(rows)

    value, g = f.fun(x), f.grad(x)
    equal, unequal = gather(x, True), gather(x, False)
    a_equal, a_unequal = slopes(x, True), slopes(x, False)
    if len(equal) > n:
        return OptimizeResult(x=x, fun=value, jac=g, nit=1, nfev=f.nfev, njev=f.ngev, status=2,
                              message='More equality constraints than independent variables', success=False)
    hessian, penalty = np.eye(n), np.zeros(len(equal) + len(unequal))
    has_low, has_high = np.isfinite(low), np.isfinite(high)
    box = np.vstack([np.eye(n)[has_low], -np.eye(n)[has_high]])
    rounds, status, multipliers, resets = 0, 9, np.zeros(len(penalty)), 0
    while rounds < maxiter:
        rounds += 1
        limit_values = np.concatenate([(x - low)[has_low], (high - x)[has_high]])
        solved = quadratic_step(hessian, g, a_equal, equal, np.vstack([a_unequal, box]),
                                 np.concatenate([unequal, limit_values]))
        if solved is None:  # the linearised constraints contradict each other: relaxed by one more variable
            wide = np.zeros((n + 1, n + 1))
            wide[:n, :n] = hessian
            wide[n, n] = 1e4
            sol = quadratic_step(wide, np.append(g, 0.0), np.hstack([a_equal, -equal[:, None]]),
                                  equal, np.vstack([np.hstack([a_unequal, np.maximum(-unequal, 0)[:, None]]),
                                                    np.hstack([box, np.zeros((len(box), 1))]),
                                                    np.eye(n + 1)[n:], -np.eye(n + 1)[n:]]),
                                  np.concatenate([unequal, limit_values, [0.0, 1.0]]))
            if sol is None:
                status = 4
                break
            solved = sol[0][:n], sol[1]
        d, multipliers = solved[0], solved[1][:len(penalty)]
        violation = np.concatenate([np.abs(equal), np.maximum(-unequal, 0)])
        penalty = np.maximum(np.abs(multipliers), (penalty + np.abs(multipliers)) / 2)
        lack = lambda equal, unequal: np.concatenate([np.abs(equal), np.maximum(-unequal, 0)])
        merit = lambda value, equal, unequal: value + penalty @ lack(equal, unequal)
        now = merit(value, equal, unequal)
        slope = g @ d - penalty @ violation
        descent = abs(g @ d) + np.abs(multipliers) @ violation
        if descent < ftol and violation.sum() < ftol:
            status = 0
            break
        if slope >= 0:
            resets += 1
            hessian = np.eye(n)
            if resets > 5:
                status = 0 if descent < 10 * ftol and violation.sum() < 10 * ftol else 8
                break
            continue
        step = 1.0
        for _ in range(11):
            new = np.clip(x + step * d, low, high)
            new_value = f.fun(new)
            new_equal, new_unequal = gather(new, True), gather(new, False)
            gain = merit(new_value, new_equal, new_unequal) - now
            if gain <= slope * step / 10:
                break
            step *= max(slope * step / (2.0 * (slope * step - gain)), 0.1) if np.isfinite(gain) else 0.1
        old_value, old_g, old_equal_slopes, old_unequal_slopes = value, g, a_equal, a_unequal
        s = new - x
        x, value, equal, unequal = new, new_value, new_equal, new_unequal
        violated = np.abs(equal).sum() + np.maximum(-unequal, 0).sum()
        if (abs(value - old_value) < ftol or np.linalg.norm(s) < ftol) and violated < ftol:
            g = f.grad(x)
            status = 0
            if stops(callback, x, value):
                break
            break
        g = f.grad(x)
        a_equal, a_unequal = slopes(x, True), slopes(x, False)
        if stops(callback, x, value):
            break
        every, every_old = np.vstack([a_equal, a_unequal]), np.vstack([old_equal_slopes, old_unequal_slopes])
        y = (g - every.T @ multipliers) - (old_g - every_old.T @ multipliers)
        product = hessian @ s
        curvature, stretch = s @ y, s @ product
        if stretch <= 0:
            continue
        if curvature < 0.2 * stretch:  # Powell's damping
            share = 0.8 * stretch / (stretch - curvature)
            y = share * y + (1 - share) * product
            curvature = s @ y
        hessian = hessian + np.outer(y, y) / curvature - np.outer(product, product) / stretch
    message = {0: 'Optimization terminated successfully', 4: 'Inequality constraints incompatible',
               8: 'Positive directional derivative for linesearch', 9: 'Iteration limit reached'}[status]
    if disp:
        print(f'{message}    (Exit mode {status})')
        print('            Current function value:', value)
        print('            Iterations:', rounds)
        print('            Function evaluations:', f.nfev)
        print('            Gradient evaluations:', f.ngev)
    return OptimizeResult(x=x, fun=value, jac=g, nit=rounds, nfev=f.nfev, njev=f.ngev, status=status,
                          message=message,
                          success=status == 0, multipliers=multipliers)
