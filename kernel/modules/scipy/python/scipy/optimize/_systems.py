"""Roots of systems of equations and least squares, as MINPACK's drivers give them; `root` with all its
methods.
"""

import math
import warnings

import numpy as np
from scipy.optimize._hybrid import differences, hybrid
from scipy.optimize._levenberg import levenberg_marquardt
from scipy.optimize._qr import EPS
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['fsolve', 'leastsq', 'root']

TOLERANCE = 1.49012e-8
HYBRID_MESSAGES = {
    0: 'Improper input parameters were entered.', 1: 'The solution converged.',
    2: 'The number of calls to function has reached maxfev = {maxfev}.',
    3: 'xtol={xtol:f} is too small, no further improvement in the approximate\n solution is possible.',
    4: 'The iteration is not making good progress, as measured by the \n improvement from the last five Jacobian evaluations.',
    5: 'The iteration is not making good progress, as measured by the \n improvement from the last ten iterations.'}
LEAST_MESSAGES = {
    0: 'Improper input parameters.',
    1: 'Both actual and predicted relative reductions in the sum of squares\n  are at most {ftol:f}',
    2: 'The relative error between two consecutive iterates is at most {xtol:f}',
    3: 'Both actual and predicted relative reductions in the sum of squares\n  are at most {ftol:f} and the relative error between two '
       'consecutive iterates is at \n  most {xtol:f}',
    4: 'The cosine of the angle between func(x) and any column of the\n  Jacobian is at most {gtol:f} in absolute value',
    5: 'Number of calls to function has reached maxfev = {maxfev}.',
    6: 'ftol={ftol:f} is too small, no further reduction in the sum of squares\n  is possible.',
    7: 'xtol={xtol:f} is too small, no further improvement in the approximate\n  solution is possible.',
    8: 'gtol={gtol:f} is too small, func(x) is orthogonal to the columns of\n  the Jacobian to machine precision.'}


class error(Exception):
    """A function gave what is no array of floats."""

    __module__ = '_minpack'


def _shape_of(caller, role, function, x, args, wanted):
    """The shape of what a function gives at x; a TypeError where that is another than wanted."""
    value = np.atleast_1d(function(x, *args))
    shape = value.shape
    if wanted is not None and shape != wanted and wanted[0] != 1 and not (len(wanted) > 1 and wanted[1] == 1):
        name = getattr(function, '__name__', None)
        named = f" '{name}'." if name else '.'
        raise TypeError(f"{caller}: there is a mismatch between the input and output shape of the '{role}' argument{named}"
                        f'Shape should be {wanted} but it is {shape}.')
    return shape


class _System:
    """A function of a vector as the methods call it: floats in, floats out."""

    def __init__(self, function, args):
        self.function, self.args, self.size = function, args, None

    def __call__(self, x):
        value = self.function(x.copy(), *self.args)
        try:
            value = np.asarray(value)
            if value.dtype.kind == 'c':
                raise TypeError(f"Cannot cast array data from dtype('{value.dtype}') to dtype('float64') according to the rule 'safe'")
            value = np.atleast_1d(value.astype(float)).ravel()
        except (TypeError, ValueError) as e:
            raise error('Result from function call is not a proper array of floats.') from e
        if self.size is None:
            self.size = len(value)
        elif self.size != len(value):
            raise ValueError('The array returned by a function changed size between calls')
        return value


def _start(x0):
    x0 = np.asarray(x0).flatten()
    if x0.dtype.kind == 'c':
        raise TypeError(f"Cannot cast array data from dtype('{x0.dtype}') to dtype('float64') according to the rule 'safe'")
    return x0


def _jacobian(jac, args, col_deriv):
    def jacobian_of(x):
        value = np.atleast_2d(np.array(jac(x.copy(), *args), dtype=float))
        return value.T.copy() if col_deriv else value
    return jacobian_of


def _hybr(func, x0, args=(), jac=None, col_deriv=0, xtol=TOLERANCE, maxfev=0, band=None, eps=None, factor=100,
          diag=None, **unknown):
    tell_unknown(unknown)
    calls = 0

    def counted(*call):
        nonlocal calls
        calls += 1
        return func(*call)

    counted.__name__ = '_wrapped_func'
    x = _start(x0)
    n = len(x)
    args = args if isinstance(args, tuple) else (args,)
    shape = _shape_of('fsolve', 'func', counted, x, args, (n,))
    if jac is not None:
        _shape_of('fsolve', 'fprime', jac, x, args, (n, n))
        maxfev = maxfev if maxfev > 0 else 100 * (n + 1)
    elif maxfev <= 0:
        maxfev = 200 * (n + 1)
    f, x = _System(counted, args), x.astype(float)
    if n:
        f.size = len(f(x))
    diagonal = None if diag is None else np.array(diag, dtype=float)
    if n < 1 or xtol < 0 or factor <= 0 or (diagonal is not None and (diagonal.shape != (n,
                                                                                         )
                                                                      or (diagonal <= 0).any())):
        raise TypeError(HYBRID_MESSAGES[0])
    if f.size != n:
        raise ValueError('The array returned by a function changed size between calls')
    if band is not None and (band[0] < 0 or band[1] < 0):
        band = None
    step = math.sqrt(max(EPS if eps is None else eps, EPS))
    found = hybrid(f, x, _jacobian(jac, args, col_deriv) if jac is not None else None, xtol, maxfev, step,
                   factor, diagonal, band)
    x, fx, info, _, jacobians, q, r, qtf = found
    result = OptimizeResult(x=x, success=info == 1, status=info, method='hybr', nfev=calls)
    if jac is not None:
        result['njev'] = jacobians
    result.update(fjac=q.T, r=r[np.triu_indices(n)], qtf=qtf, fun=fx,
                  message=HYBRID_MESSAGES[info].format(maxfev=maxfev, xtol=xtol))
    return result


def fsolve(func, x0, args=(), fprime=None, full_output=False, col_deriv=False, xtol=TOLERANCE, maxfev=0,
           band=None, epsfcn=None, factor=100,
           diag=None):
    """The roots of a system of equations, by Powell's hybrid method (MINPACK's hybrd, and with fprime hybrj).

    >>> optimize.fsolve(lambda x: x**2 - 4, 1.0).round(9)
    array([2.])
    """
    found = _hybr(func, x0, args, fprime, col_deriv, xtol, maxfev, band, epsfcn, factor, diag)
    if full_output:
        details = {key: found[key] for key in ('nfev', 'njev', 'fjac', 'r', 'qtf') if key in found}
        details['fvec'] = found.fun
        return found.x, details, found.status, found.message
    if found.status != 1:
        warnings.warn(found.message, RuntimeWarning, stacklevel=2)
    return found.x


def _covariance(packed, order, n):
    """The inverse of J'J from R; None where R is singular."""
    upper = np.triu(packed[:n])
    if (np.diagonal(upper) == 0).any():
        return None
    inverse = np.empty((n, n))
    columns = np.zeros((n, n))
    for j in range(n):
        columns[j, j] = 1.0 / upper[j, j]
        if j:
            columns[:j, j] = -(columns[:j, :j] @ upper[:j, j]) * columns[j, j]
    inverse[order] = columns
    return inverse @ inverse.T


def leastsq(func, x0, args=(), Dfun=None, full_output=False, col_deriv=False, ftol=TOLERANCE, xtol=TOLERANCE,
            gtol=0.0, maxfev=0,
            epsfcn=None, factor=100, diag=None):
    """The x that minimises the sum of squares of func(x), by Levenberg's and Marquardt's method (MINPACK's
    lmdif, and with Dfun lmder).

    >>> optimize.leastsq(lambda x: 10 * (x - 3)**2 + 1, 0)[0].round(3)
    array([3.])
    """
    x = _start(x0)
    n = len(x)
    args = args if isinstance(args, tuple) else (args,)
    shape = _shape_of('leastsq', 'func', func, x, args, None)
    m = shape[0]
    if n > m:
        raise TypeError(f'Improper input: func input vector length N={n} must not exceed func output vector length M={m}')
    f, x = _System(func, args), x.astype(float)
    if n:
        f(x)
    if Dfun is None:
        maxfev = maxfev if maxfev > 0 else 200 * (n + 1)
        step = math.sqrt(max(EPS if epsfcn is None else epsfcn, EPS))
        jacobian_of = lambda x, fx: differences(f, x, fx, step)
    else:
        _shape_of('leastsq', 'Dfun', Dfun, x, args, (n, m) if col_deriv else (m, n))
        maxfev = maxfev if maxfev > 0 else 100 * (n + 1)
        slopes = _jacobian(Dfun, args, col_deriv)
        jacobian_of = lambda x, fx: (slopes(x), 0)
    diagonal = None if diag is None else np.array(diag, dtype=float)
    if (n < 1 or ftol < 0 or xtol < 0 or gtol < 0 or factor <= 0
            or (diagonal is not None and (diagonal.shape != (n,) or (diagonal <= 0).any()))):
        raise TypeError(LEAST_MESSAGES[0])
    x, fx, info, calls, jacobians, packed, order, qtf = levenberg_marquardt(f, jacobian_of, x, ftol, xtol,
                                                                            gtol, maxfev, factor, diagonal)
    message = LEAST_MESSAGES[info].format(ftol=ftol, xtol=xtol, gtol=gtol, maxfev=maxfev)
    if full_output:
        details = {'fvec': fx, 'nfev': calls}
        if Dfun is not None:
            details['njev'] = jacobians
        details.update(fjac=packed.T, ipvt=order.astype(np.int32), qtf=qtf)
        return x, _covariance(packed, order, n) if info in (1, 2, 3, 4) else None, details, message, info
    if info > 4:
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return x, info


def _lm(fun, x0, args=(), jac=None, col_deriv=0, xtol=TOLERANCE, ftol=TOLERANCE, gtol=0.0, maxiter=0, eps=0.0,
        factor=100, diag=None,
        **unknown):
    tell_unknown(unknown)
    calls = []

    def counted(*call):
        calls.append(None)
        return fun(*call)

    limits = {'xtol': xtol, 'ftol': ftol, 'gtol': gtol, 'maxfev': maxiter, 'epsfcn': eps, 'factor': factor}
    found = leastsq(counted, x0, args, jac, full_output=True, col_deriv=col_deriv, diag=diag, **limits)
    x, covariance, details, message, info = found
    values = details.pop('fvec')
    result = OptimizeResult(x=x, message=message, status=info, success=1 <= info <= 4, cov_x=covariance, fun=values,
                            method='lm')
    return _completed(result, details, nfev=len(calls))


def _completed(result, details, **facts):
    result.update(details)
    result.update(facts)
    return result


def root(fun, x0, args=(), method='hybr', jac=None, tol=None, callback=None, options=None):
    """The roots of a system of equations, as an OptimizeResult.

    Methods: 'hybr' and 'lm' (MINPACK), 'broyden1', 'broyden2', 'anderson', 'linearmixing', 'diagbroyden',
    'excitingmixing' and 'krylov' (quasi-Newton and inexact Newton methods), 'df-sane' (without derivatives).

    >>> optimize.root(lambda x: x**2 - 4, 1.0).success
    True
    """
    import scipy.optimize._nonlin as _nonlin
    import scipy.optimize._sane as _sane
    args = args if isinstance(args, tuple) else (args,)
    name = method.lower()
    options = {} if options is None else options
    if callback is not None and name in ('hybr', 'lm'):
        warnings.warn(f'Method {method} does not accept callback.', RuntimeWarning, stacklevel=2)
    if not callable(jac) and name in ('hybr', 'lm'):
        if jac:
            function, held = fun, {}

            def fun(x, *a):
                if 'x' not in held or not np.array_equal(held['x'], x):
                    held['x'] = np.array(x, copy=True)
                    held['value'], held['slopes'] = function(x, *a)
                return held['value']

            def jac(x, *a):
                fun(x, *a)
                return held['slopes']
        else:
            jac = None
    if tol is not None:
        options = dict(options)
        for key in {'hybr': ('xtol',), 'lm': ('xtol',), 'df-sane': ('ftol',)}.get(name,
                                                                                  ('xtol', 'ftol', 'xatol',
                                                                                   'fatol')):
            if name in ('hybr', 'lm', 'df-sane'):
                options.setdefault(key, tol)
        if name in _nonlin.JACOBIANS:
            options.setdefault('xtol', tol)
            for key in ('xatol', 'ftol', 'fatol'):
                options.setdefault(key, np.inf)
    if name == 'hybr':
        return _hybr(fun, x0, args=args, jac=jac, **options)
    if name == 'lm':
        return _lm(fun, x0, args=args, jac=jac, **options)
    if name == 'df-sane':
        if jac is not None and jac is not False:
            warnings.warn(f'Method {method} does not use the jacobian (jac).', RuntimeWarning, stacklevel=2)
        return _sane.df_sane(fun, x0, args=args, callback=callback, **options)
    if name in _nonlin.JACOBIANS:
        if jac is not None and jac is not False:
            warnings.warn(f'Method {method} does not use the jacobian (jac).', RuntimeWarning, stacklevel=2)
        return _nonlin.root(fun, x0, args, name, callback, **options)
    raise ValueError(f'Unknown solver {method}')
