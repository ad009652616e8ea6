"""Roots of functions of one variable (bisection, Brent's, Ridder's and Newton's methods) and of systems (Powell's hybrid method)."""

import math
import operator
import warnings

import numpy as np
from scipy.optimize._result import OptimizeResult, RootResults

__all__ = ['bisect', 'brentq', 'brenth', 'ridder', 'newton', 'root_scalar', 'fixed_point', 'fsolve', 'root']

XTOL, RTOL, ITERATIONS = 2e-12, 4 * np.finfo(float).eps, 100


class _Counted:
    """A function of one variable with its arguments; counts its calls."""

    def __init__(self, f, args):
        if not callable(f):
            raise TypeError(f'{type(f).__name__!r} object is not callable')
        self.f, self.calls = f, 0
        self.args = args if isinstance(args, tuple) else (args,)

    def __call__(self, x):
        self.calls += 1
        value = self.f(x, *self.args)
        if isinstance(value, np.ndarray) and value.ndim:
            value = value.item()
        if math.isnan(value):
            raise ValueError(f'The function value at x={x} is NaN; solver cannot continue.')
        return float(value)


def _give(x, iterations, f, converged, method, full_output, disp):
    if not converged and disp:
        raise RuntimeError(f'Failed to converge after {iterations} iterations.')
    if full_output:
        return x, RootResults(x, iterations, f.calls, 0 if converged else -2, method)
    return x


def _begin(f, a, b, args, xtol, rtol, maxiter):
    maxiter = operator.index(maxiter)
    if xtol <= 0:
        raise ValueError(f'xtol too small ({xtol:g} <= 0)')
    if rtol < RTOL:
        raise ValueError(f'rtol too small ({rtol:g} < {RTOL:g})')
    if maxiter < 0:
        raise ValueError('maxiter must be >= 0')
    f = _Counted(f, args)
    a, b = float(a), float(b)
    fa, fb = f(a), f(b)
    if fa != 0 and fb != 0 and (fa < 0) == (fb < 0):
        raise ValueError('f(a) and f(b) must have different signs')
    return f, a, b, fa, fb


def bisect(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by halving the interval.

    >>> optimize.bisect(lambda x: x**2 - 1, 0, 2)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    if fa == 0 or fb == 0:
        return _give(a if fa == 0 else b, 0, f, True, 'bisect', full_output, disp)
    width = b - a
    for i in range(1, maxiter + 1):
        width *= 0.5
        x = a + width
        value = f(x)
        if value != 0 and (value < 0) == (fa < 0):
            a = x
        if value == 0 or abs(width) < xtol + rtol * abs(x):
            return _give(x, i, f, True, 'bisect', full_output, disp)
    return _give(a, maxiter, f, False, 'bisect', full_output, disp)


def _brent(f, a, b, fa, fb, xtol, rtol, maxiter, hyperbolic):
    """Brent's method: interpolation where it goes on quickly enough, else bisection. (root, iterations, converged)"""
    before, now, f_before, f_now = a, b, fa, fb
    other = f_other = last = step = 0.0
    if f_before == 0:
        return before, 0, True
    if f_now == 0:
        return now, 0, True
    for i in range(1, maxiter + 1):
        if f_before != 0 and f_now != 0 and (f_before < 0) != (f_now < 0):
            other, f_other = before, f_before
            last = step = now - before
        if abs(f_other) < abs(f_now):
            before, now, other = now, other, now
            f_before, f_now, f_other = f_now, f_other, f_now
        tolerance = (xtol + rtol * abs(now)) / 2
        half = (other - now) / 2
        if f_now == 0 or abs(half) < tolerance:
            return now, i, True
        if abs(last) > tolerance and abs(f_now) < abs(f_before):
            if before == other:
                trial = -f_now * (now - before) / (f_now - f_before)
            else:
                slope = (f_before - f_now) / (before - now)
                slope_other = (f_other - f_now) / (other - now)
                if hyperbolic:
                    trial = -f_now * (f_other - f_before) / (f_other * slope - f_before * slope_other)
                else:
                    trial = -f_now * (f_other * slope_other - f_before * slope) / (slope_other * slope * (f_other - f_before))
            if 2 * abs(trial) < min(abs(last), 3 * abs(half) - tolerance):
                last, step = step, trial
            else:
                last = step = half
        else:
            last = step = half
        before, f_before = now, f_now
        if abs(step) > tolerance:
            now += step
        else:
            now += tolerance if half > 0 else -tolerance
        f_now = f(now)
    return now, maxiter, False


def brentq(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Brent's method with quadratic interpolation.

    >>> optimize.brentq(lambda x: x**2 - 1, 0, 2)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    x, i, converged = _brent(f, a, b, fa, fb, xtol, rtol, maxiter, False)
    return _give(x, i, f, converged, 'brentq', full_output, disp)


def brenth(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Brent's method with hyperbolic interpolation.

    >>> round(optimize.brenth(lambda x: x**2 - 1, 0, 2), 9)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    x, i, converged = _brent(f, a, b, fa, fb, xtol, rtol, maxiter, True)
    return _give(x, i, f, converged, 'brenth', full_output, disp)


def ridder(f, a, b, args=(), xtol=XTOL, rtol=RTOL, maxiter=ITERATIONS, full_output=False, disp=True):
    """A root between a and b, by Ridder's method.

    >>> round(optimize.ridder(lambda x: x**2 - 1, 0, 2), 9)
    1.0
    """
    f, a, b, fa, fb = _begin(f, a, b, args, xtol, rtol, maxiter)
    if fa == 0 or fb == 0:
        return _give(a if fa == 0 else b, 0, f, True, 'ridder', full_output, disp)
    x = a
    for i in range(1, maxiter + 1):
        half = 0.5 * (b - a)
        middle = a + half
        fm = f(middle)
        # the new place stays inside the interval
        step = fm / math.sqrt(fm * fm - fa * fb) * half * (1 if fa - fb > 0 else -1)
        x = middle + math.copysign(min(abs(step), abs(half) - 0.5 * (xtol + rtol * abs(middle))), step)
        fx = f(x)
        if fx != 0 and fm != 0 and (fx < 0) != (fm < 0):
            a, fa, b, fb = x, fx, middle, fm
        elif fx != 0 and fa != 0 and (fx < 0) != (fa < 0):
            b, fb = x, fx
        else:
            a, fa = x, fx
        if fx == 0 or abs(b - a) < xtol + rtol * abs(x):
            return _give(x, i, f, True, 'ridder', full_output, disp)
    return _give(x, maxiter, f, False, 'ridder', full_output, disp)


def newton(func, x0, fprime=None, args=(), tol=1.48e-8, maxiter=50, fprime2=None, x1=None, rtol=0.0, full_output=False, disp=True):
    """A root near x0: by Newton's method, Halley's (with fprime2) or the secant method (without fprime).

    >>> round(float(optimize.newton(lambda x: x**3 - 1, 1.5)), 9)
    1.0
    """
    if tol <= 0:
        raise ValueError(f'tol too small ({tol:g} <= 0)')
    maxiter = operator.index(maxiter)
    if maxiter < 1:
        raise ValueError('maxiter must be greater than 0')
    if np.size(x0) > 1:
        return _newton_array(func, x0, fprime, args, tol, maxiter, fprime2, full_output)
    p0 = np.asarray(x0)[()] * 1.0
    calls = 0
    close = lambda a, b: abs(a - b) <= tol + rtol * abs(b)

    def give(root, iterations, flag, method):
        return (root, RootResults(root, iterations, calls, flag, method)) if full_output else root

    if fprime is not None:
        method = 'newton' if fprime2 is None else 'halley'
        for i in range(maxiter):
            value = func(p0, *args)
            calls += 1
            if value == 0:
                return give(p0, i, 0, method)
            slope = fprime(p0, *args)
            calls += 1
            if slope == 0:
                message = 'Derivative was zero.'
                if disp:
                    raise RuntimeError(f'{message} Failed to converge after {i + 1} iterations, value is {p0}.')
                warnings.warn(message, RuntimeWarning, stacklevel=2)
                return give(p0, i + 1, -2, method)
            step = value / slope
            if fprime2:
                bend = fprime2(p0, *args)
                calls += 1
                adjusted = step * bend / slope / 2
                if abs(adjusted) < 1:
                    step /= 1.0 - adjusted
            p = p0 - step
            if close(p, p0):
                return give(p, i + 1, 0, method)
            p0 = p
        p = p0
    else:
        method = 'secant'
        if x1 is not None:
            if x1 == x0:
                raise ValueError('x1 and x0 must be different')
            p1 = x1
        else:
            p1 = p0 * (1 + 1e-4)
            p1 += 1e-4 if p1 >= 0 else -1e-4
        q0, q1 = func(p0, *args), func(p1, *args)
        calls += 2
        if abs(q1) < abs(q0):
            p0, p1, q0, q1 = p1, p0, q1, q0
        for i in range(maxiter):
            if q1 == q0:
                if p1 != p0:
                    message = f'Tolerance of {p1 - p0} reached.'
                    if disp:
                        raise RuntimeError(f'{message} Failed to converge after {i + 1} iterations, value is {p1}.')
                    warnings.warn(message, RuntimeWarning, stacklevel=2)
                return give((p1 + p0) / 2.0, i + 1, -2 if p1 != p0 else 0, method)
            if abs(q1) > abs(q0):
                p = (-q0 / q1 * p1 + p0) / (1 - q0 / q1)
            else:
                p = (-q1 / q0 * p0 + p1) / (1 - q1 / q0)
            if close(p, p1):
                return give(p, i + 1, 0, method)
            p0, q0 = p1, q1
            p1 = p
            q1 = func(p1, *args)
            calls += 1
    if disp:
        raise RuntimeError(f'Failed to converge after {maxiter} iterations, value is {p}.')
    return give(p, maxiter, -2, method)


def _newton_array(func, x0, fprime, args, tol, maxiter, fprime2, full_output):
    """Newton's or the secant method for each element."""
    p = np.array(x0, dtype=float)
    if fprime is None:
        step = np.finfo(float).eps ** 0.33
        p1 = p * (1 + step) + np.where(p >= 0, step, -step)
        q0, q1 = np.asarray(func(p, *args)), np.asarray(func(p1, *args))
        for _ in range(maxiter):
            moves = (q1 != q0)
            if not moves.any():
                break
            gap = np.where(moves, q1 - q0, 1)
            new = np.where(moves, p1 - q1 * (p1 - p) / gap, p1)
            p, q0, done = p1, q1, np.abs(new - p1) <= tol
            p1, q1 = new, np.asarray(func(new, *args))
            if done.all():
                break
        p = p1
        converged = np.abs(q1) < np.inf
        zero = ~converged
    else:
        for _ in range(maxiter):
            value = np.asarray(func(p, *args))
            slope = np.asarray(fprime(p, *args))
            zero = slope == 0
            step = np.where(zero, 0, value / np.where(zero, 1, slope))
            if fprime2 is not None:
                step = step / (1.0 - 0.5 * step * np.asarray(fprime2(p, *args)) / np.where(zero, 1, slope))
            p = p - step
            converged = np.abs(step) <= tol
            if converged.all():
                break
        zero = zero & (value != 0)
    return (p, converged, zero) if full_output else p


def root_scalar(f, args=(), method=None, bracket=None, fprime=None, fprime2=None, x0=None, x1=None, xtol=None, rtol=None, maxiter=None,
                options=None):
    """A root of a function of one variable, by the method named or one that fits what is given; a RootResults.

    >>> optimize.root_scalar(lambda x: x**3 - 1, bracket=[0, 3], method='bisect').converged
    True
    """
    if not isinstance(args, tuple):
        args = (args,)
    if fprime is True:
        both = f
        f, fprime = (lambda x, *a: both(x, *a)[0]), (lambda x, *a: both(x, *a)[1])
    if not method:
        if bracket is not None:
            method = 'brentq'
        elif x0 is not None:
            method = 'halley' if fprime and fprime2 else 'newton' if fprime else 'secant' if x1 is not None else 'newton'
    if not method:
        raise ValueError('Unable to select a solver as neither bracket nor starting point provided.')
    settings = {k: v for k, v in (('xtol', xtol), ('rtol', rtol), ('maxiter', maxiter)) if v is not None}
    settings.update(options or {})
    bracketing = {'bisect': bisect, 'ridder': ridder, 'brentq': brentq, 'brenth': brenth}
    name = method.lower()
    if name in bracketing:
        if bracket is None or len(bracket) != 2:
            raise ValueError(f'Bracket needed for {method}')
        return bracketing[name](f, bracket[0], bracket[1], args=args, full_output=True, disp=False, **settings)[1]
    if name not in ('newton', 'halley', 'secant'):
        raise ValueError(f'Unknown solver {method}')
    if x0 is None:
        raise ValueError(f'x0 must not be None for {method}')
    if 'xtol' in settings:
        settings['tol'] = settings.pop('xtol')
    if name == 'newton' and not fprime:
        base = f

        def fprime(x, *a):
            step = 1.4901161193847656e-08 * max(1.0, abs(x))
            return (base(x + step, *a) - base(x, *a)) / step
    return newton(f, x0, fprime=None if name == 'secant' else fprime, fprime2=fprime2 if name == 'halley' else None, args=args, x1=x1,
                  full_output=True, disp=False, **settings)[1]


def fixed_point(func, x0, args=(), xtol=1e-8, maxiter=500, method='del2'):
    """Where func(x) is x, by Steffensen's acceleration of the iteration.

    >>> optimize.fixed_point(lambda x: x / 2 + 1, 1.0)
    array(2.)
    """
    p0 = np.asarray(x0, dtype=float)
    for _ in range(maxiter):
        p1 = func(p0, *args)
        if method == 'del2':
            p2 = func(p1, *args)
            bend = p2 - 2.0 * p1 + p0
            flat = bend == 0
            p = np.where(flat, p2, p0 - (p1 - p0) ** 2 / np.where(flat, 1, bend))
        else:
            p = np.asarray(p1)
        error = np.where(p0 == 0, p, (p - p0) / np.where(p0 == 0, 1, p0))
        if np.all(np.abs(error) < xtol):
            return p
        p0 = p
    raise RuntimeError(f'Failed to converge after {maxiter} iterations, value is {p}')


# ---- systems ----

MESSAGES = {0: 'Improper input parameters were entered.', 1: 'The solution converged.',
            2: 'The number of calls to function has reached maxfev = {maxfev}.',
            3: 'xtol={xtol:f} is too small, no further improvement in the approximate\n solution is possible.',
            4: 'The iteration is not making good progress, as measured by the \n improvement from the last five Jacobian evaluations.',
            5: 'The iteration is not making good progress, as measured by the \n improvement from the last ten iterations.'}


def _dogleg(r, diagonal, qtf, radius):
    """The step within the radius between the gradient's direction and Newton's; r is upper triangular."""
    n = len(qtf)
    newton_step = np.zeros(n)
    for j in range(n - 1, -1, -1):
        total = r[j, j + 1:] @ newton_step[j + 1:]
        pivot = r[j, j]
        if pivot == 0:
            pivot = np.finfo(float).eps * np.abs(r[:j + 1, j]).max()
            if pivot == 0:
                pivot = np.finfo(float).eps
        newton_step[j] = (qtf[j] - total) / pivot
    length = np.linalg.norm(diagonal * newton_step)
    if length <= radius:
        return newton_step
    gradient = (r.T @ qtf) / diagonal
    size = np.linalg.norm(gradient)
    at_gradient, share = 0.0, radius / length
    if size != 0:
        gradient = gradient / size / diagonal
        at_gradient = size / np.linalg.norm(r @ gradient) / np.linalg.norm(r @ gradient)
        share = 0.0
        if at_gradient < radius:
            t = np.linalg.norm(qtf)
            part = (t / size) * (t / length) * (at_gradient / radius)
            ratio = radius / length
            low = at_gradient / radius
            part = part - ratio * low ** 2 + math.sqrt((part - ratio) ** 2 + (1 - ratio ** 2) * (1 - low ** 2))
            share = ratio * (1 - low ** 2) / part
    return (1 - share) * min(at_gradient, radius) * gradient + share * newton_step


def _rotation(a, b):
    """Cosine and sine of the turn that takes (a, b) to (anything, 0)."""
    if abs(a) < abs(b):
        ratio = a / b
        sine = 0.5 / math.sqrt(0.25 + 0.25 * ratio * ratio)
        return sine * ratio, sine
    ratio = b / a
    cosine = 0.5 / math.sqrt(0.25 + 0.25 * ratio * ratio)
    return cosine, cosine * ratio


def _update(q, r, qtf, u, v):
    """The factors of QR + Q u v' in place of Q and R, and qtf turned with them."""
    n, u = len(u), u.copy()

    def turn(j, cosine, sine):
        for rows in (r, q.T):
            held = cosine * rows[j] + sine * rows[-1]
            rows[-1] = -sine * rows[j] + cosine * rows[-1]
            rows[j] = held
        qtf[j], qtf[-1] = cosine * qtf[j] + sine * qtf[-1], -sine * qtf[j] + cosine * qtf[-1]

    for j in range(n - 2, -1, -1):
        if u[j] != 0:
            cosine, sine = _rotation(u[-1], u[j])
            u[-1] = sine * u[j] + cosine * u[-1]
            turn(j, cosine, -sine)
    r[-1] += u[-1] * v
    for j in range(n - 1):
        if r[-1, j] != 0:
            cosine, sine = _rotation(r[j, j], r[-1, j])
            turn(j, cosine, sine)
            r[-1, j] = 0.0


def _differences(f, x, fx, step):
    jacobian = np.empty((len(fx), len(x)))
    for j in range(len(x)):
        h = step * abs(x[j]) or step
        held = x[j]
        x[j] = held + h
        jacobian[:, j] = (f(x) - fx) / h
        x[j] = held
    return jacobian


def _hybrid(f, x, jacobian_of, xtol, maxfev, step, factor, diagonal):
    """Powell's hybrid method: (x, fx, info, Jacobian evaluations, Q, R, Q'f)."""
    n = len(x)
    fx = f(x)
    norm = np.linalg.norm(fx)
    scales_itself = diagonal is None
    iteration, slow, slow_jacobians, evaluations = 1, 0, 0, 0
    radius = 0.0
    info = 0
    q = r = qtf = None
    while True:
        renewed = True
        jacobian = jacobian_of(x) if jacobian_of else _differences(f, x, fx, step)
        evaluations += 1
        q, r = np.linalg.qr(jacobian, mode='complete')
        r[-1], q[:, -1] = -r[-1], -q[:, -1]  # the signs of Householder's reflections down to the last element
        columns = np.linalg.norm(jacobian, axis=0)
        if iteration == 1:
            if scales_itself:
                diagonal = np.where(columns == 0, 1.0, columns)
            x_size = np.linalg.norm(diagonal * x)
            radius = factor * x_size or factor
        if scales_itself:
            diagonal = np.maximum(diagonal, columns)
        good = bad = 0
        qtf = q.T @ fx
        while True:
            move = -_dogleg(r, diagonal, qtf, radius)
            trial = x + move
            moved = np.linalg.norm(diagonal * move)
            if iteration == 1:
                radius = min(radius, moved)
            new = f(trial)
            new_norm = np.linalg.norm(new)
            actual = 1 - (new_norm / norm) ** 2 if new_norm < norm else -1.0
            expected_norm = np.linalg.norm(qtf + r @ move)
            expected = 1 - (expected_norm / norm) ** 2 if expected_norm < norm else 0.0
            ratio = actual / expected if expected > 0 else 0.0
            if ratio < 0.1:
                good, bad = 0, bad + 1
                radius *= 0.5
            else:
                bad, good = 0, good + 1
                if ratio >= 0.5 or good > 1:
                    radius = max(radius, moved / 0.5)
                if abs(ratio - 1) <= 0.1:
                    radius = moved / 0.5
            if ratio >= 1e-4:
                x, fx, norm = trial, new, new_norm
                x_size = np.linalg.norm(diagonal * x)
                iteration += 1
            slow += 1
            if actual >= 0.001:
                slow = 0
            if renewed:
                slow_jacobians += 1
            if actual >= 0.1:
                slow_jacobians = 0
            if radius <= xtol * x_size or norm == 0:
                info = 1
            elif f.calls >= maxfev:
                info = 2
            elif 0.1 * max(0.1 * radius, moved) <= np.finfo(float).eps * x_size:
                info = 3
            elif slow_jacobians == 5:
                info = 4
            elif slow == 10:
                info = 5
            if info:
                return x, fx, info, evaluations, q, r, qtf
            if bad == 2:
                break
            # Broyden's update of the factors
            direction = diagonal * (diagonal * move) / moved ** 2
            change = q.T @ new - qtf - r @ move
            if ratio >= 1e-4:
                qtf = q.T @ new
            _update(q, r, qtf, change, direction)
            renewed = False


class _System:
    def __init__(self, func, args, shape):
        self.func, self.args, self.shape, self.calls = func, args, shape, 0

    def __call__(self, x):
        self.calls += 1
        return np.atleast_1d(np.asarray(self.func(x.reshape(self.shape).copy(), *self.args), dtype=float)).ravel()


def _solve_system(func, x0, args, jac, col_deriv, xtol, maxfev, epsfcn, factor, diag):
    x0 = np.asarray(x0)
    x = np.atleast_1d(x0).astype(float).ravel().copy()
    f = _System(func, args, np.atleast_1d(x0).shape)
    first = f(x)
    if first.shape != x.shape:
        raise TypeError(f"fsolve: there is a mismatch between the input and output shape of the 'func' argument '_wrapped_func'."
                        f'Shape should be {x.shape} but it is {first.shape}.')
    f.calls = 0
    n = len(x)
    if maxfev == 0:
        maxfev = 100 * (n + 1) if jac else 200 * (n + 1)
    jacobian_of = None
    if jac:
        def jacobian_of(at):
            value = np.atleast_2d(np.asarray(jac(at.copy(), *args), dtype=float))
            return value.T if col_deriv else value
    step = math.sqrt(max(epsfcn if epsfcn is not None else 0, np.finfo(float).eps))
    x, fx, info, evaluations, q, r, qtf = _hybrid(f, x, jacobian_of, xtol, maxfev, step, factor, None if diag is None else np.asarray(diag))
    rows = r[np.triu_indices(n)]
    details = {'nfev': f.calls, 'fjac': q.T, 'r': rows, 'qtf': qtf, 'fvec': fx}
    if jac:
        details['njev'] = evaluations
    return x, info, details, MESSAGES[info].format(maxfev=maxfev, xtol=xtol)


def fsolve(func, x0, args=(), fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-8, maxfev=0, band=None, epsfcn=None, factor=100,
           diag=None):
    """The roots of a system of equations, by Powell's hybrid method.

    >>> optimize.fsolve(lambda x: x**2 - 4, 1.0).round(9)
    array([2.])
    """
    if not isinstance(args, tuple):
        args = (args,)
    x, info, details, message = _solve_system(func, x0, args, fprime, col_deriv, xtol, maxfev, epsfcn, factor, diag)
    if full_output:
        return x, details, info, message
    if info != 1:
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return x


def root(fun, x0, args=(), method='hybr', jac=None, tol=None, callback=None, options=None):
    """The roots of a system of equations, as an OptimizeResult. Methods: 'hybr' and 'lm'; the others are done by 'hybr'.

    >>> optimize.root(lambda x: x**2 - 4, 1.0).success
    True
    """
    if not isinstance(args, tuple):
        args = (args,)
    name = method.lower()
    if name not in ('hybr', 'lm', 'broyden1', 'broyden2', 'anderson', 'linearmixing', 'diagbroyden', 'excitingmixing', 'krylov', 'df-sane'):
        raise ValueError(f'Unknown solver {method}')
    options = dict(options or {})
    if jac is True:
        both = fun
        fun, jac = (lambda x, *a: both(x, *a)[0]), (lambda x, *a: both(x, *a)[1])
    jac = jac if callable(jac) else None
    if name == 'lm':
        from scipy.optimize._fit import leastsq
        x, covariance, details, message, info = leastsq(fun, x0, args=args, Dfun=jac, full_output=True, xtol=tol or 1.49012e-8,
                                                        ftol=tol or 1.49012e-8)
        found = OptimizeResult(x=x, success=info in (1, 2, 3, 4), status=info, method=name, message=message, fun=details.pop('fvec'),
                               cov_x=covariance)
        found.update(details)
        return found
    xtol = options.get('xtol', tol if tol is not None else 1.49012e-8)
    x, info, details, message = _solve_system(fun, x0, args, jac, options.get('col_deriv', 0), xtol, options.get('maxfev', 0),
                                              options.get('eps'), options.get('factor', 100), options.get('diag'))
    details['nfev'] += 2  # those that ask for the shape
    found = OptimizeResult(x=x, success=info == 1, status=info, method='hybr', message=message, fun=details.pop('fvec'))
    found.update(details)
    return found
