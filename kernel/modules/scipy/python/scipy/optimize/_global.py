"""The least of many minima: over a grid, and by local searches from places displaced at random."""

import math
import warnings

import numpy as np
from scipy.optimize._functions import fmin
from scipy.optimize._minimize import minimize
from scipy.optimize._result import OptimizeResult

__all__ = ['basinhopping', 'brute']


def brute(func, ranges, args=(), Ns=20, full_output=0, finish=fmin, disp=False, workers=1):
    """The least value over a grid, made better by `finish`.

    >>> optimize.brute(lambda x: (x[0] - 1)**2, (slice(0, 2, 0.5),), finish=None)
    np.float64(1.0)
    """
    n = len(ranges)
    places = []
    for one in ranges:
        one = one if isinstance(one, slice) else slice(one[0], one[1],
                                                       complex(0, Ns) if len(one) < 3 else one[2])
        places.append(one)
    grid = np.mgrid[tuple(places)]
    points = grid.reshape(n, -1).T
    args = args if isinstance(args, tuple) else (args,)
    values = np.array([np.asarray(func(point if n > 1 else point,
                                       *args)).item() for point in points]).reshape(grid.shape[1:])
    best = np.unravel_index(np.argmin(values), values.shape)
    x = np.array([grid[(k,) + tuple(best)] for k in range(n)])
    value = values[best]
    if n == 1:
        grid, x = grid[0], x[0]
    if callable(finish):
        if finish is fmin:
            found = fmin(func, x, args=args, full_output=1, disp=disp)
            x, value, success = found[0], found[1], found[-1] == 0
        else:
            found = finish(func, x, args=args)
            x, value, success = (found.x, found.fun, found.success) if isinstance(found,
                                                                                  OptimizeResult) else (found[0], found[1], True)
        if not success and disp:
            warnings.warn('Either final optimization did not succeed or `finish` does not return `statuscode` as its last argument.',
                          RuntimeWarning, stacklevel=2)
    return (x, value, grid, values) if full_output else x


def basinhopping(func, x0, niter=100, T=1.0, stepsize=0.5, minimizer_kwargs=None, take_step=None,
                 accept_test=None, callback=None,
                 interval=50, disp=False, niter_success=None, rng=None, *, seed=None, target_accept_rate=0.5,
                 stepwise_factor=0.9):
    """A minimum among many: local searches from places that are displaced at random.

    >>> optimize.basinhopping(lambda x: (x[0] - 1)**2, [0.0], niter=2, rng=0).x.round(4)
    array([1.])
    """
    generator = np.random.default_rng(rng if rng is not None else seed)
    settings = dict(minimizer_kwargs or {})
    x = np.array(x0, dtype=float)
    found = minimize(func, x, **settings)
    x, value, best = found.x, found.fun, found
    calls, gradients, failures, same, accepted = found.nfev, found.get('njev',
                                                                       0), int(not found.success), 0, 0
    if callback is not None:
        callback(best.x, best.fun, True)
    message = ['requested number of basinhopping iterations completed successfully']
    rounds = 0
    for rounds in range(1, niter + 1):
        trial = take_step(np.copy(x)) if take_step else x + generator.uniform(-stepsize, stepsize,
                                                                              np.shape(x))
        found = minimize(func, trial, **settings)
        calls, gradients, failures = calls + found.nfev, gradients + found.get('njev',
                                                                               0), failures + (not found.success)
        chance = 1.0 if found.fun <= value else math.exp(min(0, -(found.fun - value) / T)) if T else 0.0
        accept = generator.uniform() <= chance
        if accept_test is not None and not accept_test(f_new=found.fun, x_new=found.x, f_old=value, x_old=x):
            accept = False
        if accept:
            x, value = found.x, found.fun
            accepted += 1
        if take_step is None and rounds % interval == 0:
            stepsize = stepsize / stepwise_factor if accepted / rounds > target_accept_rate else stepsize * stepwise_factor
        same += 1
        if accept and found.fun < best.fun:
            best, same = found, 0
        if callback is not None and callback(found.x, found.fun, accept):
            message = ['callback function requested stop early by returning True']
            break
        if niter_success is not None and same > niter_success:
            message = ['success condition satisfied']
            break
    return OptimizeResult(nit=rounds, nfev=calls, njev=gradients, minimization_failures=failures,
                          lowest_optimization_result=best,
                          x=np.copy(best.x), fun=best.fun, message=message, success=best.success)
