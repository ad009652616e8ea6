"""`minimize`: the methods for functions of several variables under one name."""

import warnings

import numpy as np
from scipy.optimize._bounds import Bounds, LinearConstraint, NonlinearConstraint, limits
from scipy.optimize._cobyla import cobyla
from scipy.optimize._descent import bfgs, cg, newton_cg
from scipy.optimize._differences import KINDS
from scipy.optimize._direct_search import nelder_mead, powell
from scipy.optimize._lbfgsb import lbfgsb
from scipy.optimize._objective import takes_result
from scipy.optimize._result import OptimizeResult
from scipy.optimize._slsqp import slsqp
from scipy.optimize._tnc import tnc
from scipy.optimize._trust_constr import trust_constr
from scipy.optimize._trust_region import dogleg, trust_exact, trust_krylov, trust_ncg

__all__ = ['minimize']

# method: its function, what `tol` sets, and what it makes use of
METHODS = {
    'nelder-mead': (nelder_mead, ('xatol', 'fatol'), 'bounds return_all'),
    'powell': (powell, ('xtol', 'ftol'), 'bounds return_all'),
    'cg': (cg, ('gtol',), 'jac return_all'),
    'bfgs': (bfgs, ('gtol',), 'jac return_all'),
    'newton-cg': (newton_cg, ('xtol',), 'jac hess hessp return_all'),
    'l-bfgs-b': (lbfgsb, ('ftol', 'gtol'), 'jac bounds'),
    'tnc': (tnc, ('ftol', 'gtol'), 'jac bounds'),
    'cobyla': (cobyla, ('tol',), 'bounds constraints'),
    'cobyqa': (None, ('final_tr_radius',), 'bounds constraints'),
    'slsqp': (slsqp, ('ftol',), 'jac bounds constraints'),
    'trust-constr': (trust_constr, ('xtol', 'gtol', 'barrier_tol'), 'jac hess hessp bounds constraints return_all'),
    'dogleg': (dogleg, ('gtol',), 'jac hess return_all'),
    'trust-ncg': (trust_ncg, ('gtol',), 'jac hess hessp return_all'),
    'trust-krylov': (trust_krylov, ('gtol',), 'jac hess hessp return_all'),
    'trust-exact': (trust_exact, ('gtol',), 'jac hess return_all'),
}
DIFFERENCES = ('trust-constr', 'bfgs', 'cg', 'l-bfgs-b', 'tnc', 'slsqp')  # jac may name a kind of difference


class _Callback:
    """A callback that remembers whether it wanted no more."""

    def __init__(self, function):
        if not callable(function):
            raise TypeError(f'{function!r} is not a callable object')
        self.function, self.has_stopped = function, False

    def __call__(self, *args, **named):
        try:
            return self.function(*args, **named)
        except StopIteration:
            self.has_stopped = True
            raise


def _warn_of_unused(method, uses, jac, hess, hessp, constraints, bounds, options):
    def warn(text):
        warnings.warn(f'Method {method} {text}', RuntimeWarning, stacklevel=4)
    if 'jac' not in uses and bool(jac):
        warn('does not use gradient information (jac).')
    if 'hess' not in uses and hess is not None:
        warn('does not use Hessian information (hess).')
    if 'hessp' not in uses and hessp is not None:
        warn('does not use Hessian-vector product information (hessp).')
    if 'constraints' not in uses and np.any(constraints):
        warn('cannot handle constraints.')
    if 'bounds' not in uses and bounds is not None:
        warn('cannot handle bounds.')
    if 'return_all' not in uses and options.get('return_all', False):
        warn('does not support the return_all option.')


def _fixed(solve, fun, x, jac, constraints, callback, low, high):
    """Solve for the variables that bounds do not fix, and give the result of all."""
    fixed = low == high
    free = ~fixed

    def whole(part):
        x = np.array(low, dtype=np.asarray(part).dtype if np.iscomplexobj(part) else float)
        x[free] = part
        return x

    def of_part(function, narrows=False):
        if not callable(function):
            return function
        if narrows:
            return lambda part, *args: np.asarray(function(whole(part), *args))[..., free]
        return lambda part, *args: function(whole(part), *args)

    narrowed = []
    for one in constraints if isinstance(constraints, (list, tuple)) else [constraints]:
        if isinstance(one, dict):
            one = dict(one, fun=of_part(one['fun']), jac=of_part(one.get('jac'), True))
        elif isinstance(one, LinearConstraint):
            moved = one.A[:, fixed] @ low[fixed]
            one = LinearConstraint(one.A[:, free], one.lb - moved, one.ub - moved, one.keep_feasible)
        elif isinstance(one, NonlinearConstraint):
            one = NonlinearConstraint(of_part(one.fun), one.lb, one.ub, of_part(one.jac, True), one.hess,
                                      one.keep_feasible)
        narrowed.append(one)
    together = jac is True
    function = of_part(fun)
    if together:
        def function(part, *args):
            value, slope = fun(whole(part), *args)
            return value, np.asarray(slope)[free]
    if callback is not None:
        given = callback
        if takes_result(given.function):
            def callback(intermediate_result):
                intermediate_result.x = whole(intermediate_result.x)
                given(intermediate_result=intermediate_result)
        else:
            callback = lambda part, *more: given(whole(part), *more)
    found = solve(function, x[free], of_part(jac, True), narrowed, callback, Bounds(low[free], high[free]))
    found.x = whole(found.x)
    for key in ('jac', 'grad'):
        if isinstance(found.get(key), np.ndarray) and found[key].shape == (np.count_nonzero(free),):
            slope = np.full(len(x), np.nan)
            slope[free] = found[key]
            found[key] = slope
    if 'hess_inv' in found:
        found.hess_inv = None
    return found


def minimize(fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(),
             tol=None, callback=None, options=None):
    """A minimum of a function of several variables, near x0, as an OptimizeResult.

    method: 'Nelder-Mead', 'Powell', 'CG', 'BFGS' (the default), 'Newton-CG', 'L-BFGS-B' (the default with
    bounds), 'TNC', 'COBYLA', 'SLSQP' (the default with constraints), 'dogleg', 'trust-ncg', 'trust-krylov',
    'trust-exact', 'trust-constr', or a function of your own.

    >>> optimize.minimize(lambda x: (x[0] - 1)**2, [0.0]).x.round(4)
    array([1.])
    """
    x0 = np.atleast_1d(np.asarray(x0))
    if x0.ndim != 1:
        raise ValueError("'x0' must only have one dimension.")
    x0 = x0.astype(float)
    args = args if isinstance(args, tuple) else (args,)
    if method is None:
        method = 'SLSQP' if constraints else 'L-BFGS-B' if bounds is not None else 'BFGS'
    options = dict(options or {})
    if callable(method):
        return method(fun, x0, args=args, jac=jac, hess=hess, hessp=hessp, bounds=bounds,
                      constraints=constraints, callback=callback, **options)
    name = method.lower()
    if name not in METHODS:
        raise ValueError(f'Unknown solver {method}')
    solver, tolerances, uses = METHODS[name]
    uses = uses.split()
    _warn_of_unused(method, uses, jac, hess, hessp, constraints, bounds, options)
    if solver is None:
        raise NotImplementedError(f'the method {method} is not available in Cupola')
    if not callable(jac) and jac is not True and not (isinstance(jac, str) and jac in KINDS and name in DIFFERENCES):
        jac = True if jac and not isinstance(jac, str) else None
    if jac is True and 'jac' not in uses:
        pair = fun
        fun = lambda x, *a: pair(x, *a)[0]
    if tol is not None:
        for key in tolerances:
            options.setdefault(key, tol)
    callback = None if callback is None else _Callback(callback)
    more = {}
    if 'hess' in uses:
        more['hess'] = hess
    if 'hessp' in uses:
        more['hessp'] = hessp

    def solve(fun, x, jac, constraints, callback, bounds):
        named = dict(more)
        if 'jac' in uses:
            named['jac'] = jac
        if 'bounds' in uses:
            named['bounds'] = bounds
        if 'constraints' in uses:
            named['constraints'] = constraints
        return solver(fun, x, args, callback=callback, **named, **options)

    if bounds is not None and 'bounds' in uses:
        low, high = limits(bounds, len(x0))
        fixed = low == high
        if fixed.all() and name in ('tnc', 'slsqp', 'l-bfgs-b'):
            return _all_fixed(fun, low, args, jac)
        if fixed.any() and (name in ('tnc', 'cobyla')
                            or (name in ('slsqp', 'l-bfgs-b') and not callable(jac))):
            found = _fixed(solve, fun, x0, jac, constraints, callback, low, high)
        else:
            found = solve(fun, x0, jac, constraints, callback, bounds)
    else:
        found = solve(fun, x0, jac, constraints, callback, None)
    if callback is not None and callback.has_stopped and name not in ('cobyla', 'trust-constr'):
        found.success, found.status, found.message = False, 99, '`callback` raised `StopIteration`.'
    return found


def _all_fixed(fun, x, args, jac):
    value = fun(np.array(x), *args)
    return OptimizeResult(x=np.array(x), fun=value[0] if jac is True else value, success=True,
                          message='All independent variables were fixed by bounds.', nfev=1, njev=0, nhev=0)
