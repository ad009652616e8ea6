"""What variables have to satisfy: bounds, and linear and nonlinear constraints."""

import numpy as np

__all__ = ['Bounds', 'LinearConstraint', 'NonlinearConstraint', 'limits']


class Bounds:
    """Bounds of variables: lb <= x <= ub.

    >>> optimize.Bounds(0, 1)
    Bounds(array([0]), array([1]))
    """

    __module__ = 'scipy.optimize'

    def __init__(self, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.lb, self.ub = np.atleast_1d(lb), np.atleast_1d(ub)
        self.keep_feasible = np.atleast_1d(keep_feasible).astype(bool)
        if len(np.broadcast_shapes(self.lb.shape, self.ub.shape)) > 1:
            raise ValueError('`lb`, `ub`, and `keep_feasible` must be broadcastable.')

    def __repr__(self):
        end = '' if not self.keep_feasible.any() else f', keep_feasible={self.keep_feasible!r}'
        return f'Bounds({self.lb!r}, {self.ub!r}{end})'

    def residual(self, x):
        """How far x is from the bounds."""
        return x - self.lb, self.ub - x


class LinearConstraint:
    """lb <= A @ x <= ub."""

    __module__ = 'scipy.optimize'

    def __init__(self, A, lb=-np.inf, ub=np.inf, keep_feasible=False):
        self.A = np.atleast_2d(A).astype(float)
        self.lb, self.ub = np.atleast_1d(lb).astype(float), np.atleast_1d(ub).astype(float)
        self.keep_feasible = np.atleast_1d(keep_feasible).astype(bool)

    def residual(self, x):
        """How far A @ x is from the bounds."""
        return self.A @ x - self.lb, self.ub - self.A @ x


class NonlinearConstraint:
    """lb <= fun(x) <= ub."""

    __module__ = 'scipy.optimize'

    def __init__(self, fun, lb, ub, jac='2-point', hess=None, keep_feasible=False, finite_diff_rel_step=None,
                 finite_diff_jac_sparsity=None):
        self.fun, self.lb, self.ub, self.jac, self.hess = fun, lb, ub, jac, hess
        self.keep_feasible, self.finite_diff_rel_step = keep_feasible, finite_diff_rel_step
        self.finite_diff_jac_sparsity = finite_diff_jac_sparsity


def limits(bounds, n):
    """The least and the most that each of n variables may be, as arrays."""
    if bounds is None:
        return np.full(n, -np.inf), np.full(n, np.inf)
    if isinstance(bounds, Bounds):
        low, high = bounds.lb, bounds.ub
    else:
        low, high = zip(*bounds)
        low, high = [-np.inf if one is None else one for one in low], [np.inf if one is None else one for one in high]
    try:
        low, high = (np.broadcast_to(np.asarray(side, float), (n,)) for side in (low, high))
    except ValueError as e:
        raise ValueError('The number of bounds is not compatible with the length of `x0`.') from e
    if (low > high).any():
        raise ValueError('An upper bound is less than the corresponding lower bound.')
    return low, high
