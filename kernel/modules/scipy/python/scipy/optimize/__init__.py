"""Minima, roots and fits."""

from scipy.optimize._bounds import Bounds, LinearConstraint, NonlinearConstraint
from scipy.optimize._differences import approx_fprime, check_grad
from scipy.optimize._evolution import differential_evolution
from scipy.optimize._fit import curve_fit, least_squares, linear_sum_assignment, linprog, nnls
from scipy.optimize._functions import (fmin, fmin_bfgs, fmin_cg, fmin_cobyla, fmin_l_bfgs_b, fmin_ncg, fmin_powell, fmin_slsqp,
                                       fmin_tnc)
from scipy.optimize._global import basinhopping, brute
from scipy.optimize._hessian_update import BFGS, SR1, HessianUpdateStrategy
from scipy.optimize._line_search import line_search
from scipy.optimize._lines import BracketError, bracket, brent, fminbound, golden, minimize_scalar
from scipy.optimize._minimize import minimize
from scipy.optimize._nonlin import (BroydenFirst, InverseJacobian, KrylovJacobian, NoConvergence, anderson, broyden1, broyden2,
                                    diagbroyden, excitingmixing, linearmixing, newton_krylov)
from scipy.optimize._result import OptimizeResult, OptimizeWarning, RootResults
from scipy.optimize._roots import bisect, brenth, brentq, fixed_point, newton, ridder, root_scalar
from scipy.optimize._rosenbrock import rosen, rosen_der, rosen_hess, rosen_hess_prod
from scipy.optimize._systems import fsolve, leastsq, root


def __getattr__(name):
    """LbfgsInvHessProduct is a LinearOperator, whose room is opened only when it is needed."""
    if name == 'LbfgsInvHessProduct':
        from scipy.optimize._lbfgs_operator import LbfgsInvHessProduct
        return LbfgsInvHessProduct
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def milp(c, *, integrality=None, bounds=None, constraints=None, options=None):
    """A linear program, some of whose variables are integers.

    >>> optimize.milp([-1.0], integrality=[1], bounds=optimize.Bounds(0, 2.5)).x
    array([2.])
    """
    import numpy as np
    n = len(np.atleast_1d(c))
    rows, low, high = np.zeros((0, n)), np.zeros(0), np.zeros(0)
    if constraints is None:
        constraints = []
    elif isinstance(constraints, LinearConstraint) or (isinstance(constraints, tuple) and len(constraints) == 3
                                                       and not isinstance(constraints[0], LinearConstraint)):
        constraints = [constraints]
    for one in constraints:
        one = one if isinstance(one, LinearConstraint) else LinearConstraint(*one)
        rows = np.vstack([rows, one.A])
        low = np.concatenate([low, np.broadcast_to(one.lb, (len(one.A),))])
        high = np.concatenate([high, np.broadcast_to(one.ub, (len(one.A),))])
    same = low == high
    above, below = ~same & np.isfinite(high), ~same & np.isfinite(low)
    lower, upper = (np.zeros(n), np.full(n, np.inf)) if bounds is None else (
        np.broadcast_to(np.asarray(b, float), (n,)) for b in ((bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else bounds))
    pairs = [(None if np.isinf(a) else a, None if np.isinf(b) else b) for a, b in zip(lower.tolist(), upper.tolist())]
    return linprog(c, np.vstack([rows[above], -rows[below]]), np.concatenate([high[above], -low[below]]), rows[same], low[same], pairs,
                   integrality=integrality)
