"""The function that is to become least, with its gradient, as all methods of `minimize` call it; and what
they tell.
"""

import inspect
import math
import warnings

import numpy as np
from scipy.optimize._differences import EPS, EPSILON, KINDS, derivative
from scipy.optimize._result import OptimizeResult, OptimizeWarning

__all__ = ['Objective', 'Curvature', 'Counted', 'Enough', 'TEXTS', 'stops', 'tell']

TEXTS = {'success': 'Optimization terminated successfully.',
         'calls': 'Maximum number of function evaluations has been exceeded.',
         'rounds': 'Maximum number of iterations has been exceeded.',
         'loss': 'Desired error not necessarily achieved due to precision loss.',
         'nan': 'NaN result encountered.',
         'outside': 'The result is outside of the provided bounds.'}


class Objective:
    """A function and its gradient; each is remembered for the last place. Without one given, the gradient is
    of differences.
    """

    def __init__(self, fun, x, args=(), jac=None, eps=EPSILON, low=-np.inf, high=np.inf, relative=None):
        self.function, self.args, self.low, self.high, self.relative = fun, args, low, high, relative
        self.jac = jac if callable(jac) else None
        self.together = jac is True
        self.kind, self.eps = (jac, None) if isinstance(jac, str) and jac in KINDS else ('2-point', eps)
        self.nfev = self.ngev = 0
        self.at = self.gradient_at = None

    def call(self, x):
        """The function at x."""
        self.nfev += 1
        value = self.function(np.copy(x), *self.args)
        if self.together:
            self.slope = np.asarray(value[1], dtype=float)
            value = value[0]
        if not np.isscalar(value):
            try:
                value = np.asarray(value).item()
            except (TypeError, ValueError) as e:
                raise ValueError('The user-provided objective function must return a scalar value.') from e
        return value

    def fun(self, x):
        """The function at x, which is called only if x is another place than the last."""
        if self.at is None or not np.array_equal(x, self.at):
            self.at = np.copy(x)
            self.value = self.call(self.at)
        return self.value

    def both(self, x):
        """The function and its gradient at x."""
        value = self.fun(x)
        if self.gradient_at is None or not np.array_equal(x, self.gradient_at):
            self._find_gradient(x, value)
        return value, self.gradient

    def grad(self, x):
        """The gradient at x."""
        if self.gradient_at is not None and np.array_equal(x, self.gradient_at):
            return self.gradient
        self._find_gradient(x, None if self.jac else self.fun(x))
        return self.gradient

    def fresh_gradient(self, x):
        """The gradient at x, which is not remembered: another place than that of the iteration."""
        held = self.at, getattr(self, 'value', None), self.gradient_at, getattr(self, 'gradient', None)
        result = self.grad(x)
        self.at, self.value, self.gradient_at, self.gradient = held
        return result

    def _find_gradient(self, x, value):
        if self.together:
            self.gradient = np.atleast_1d(self.slope)
        elif self.jac:
            self.gradient = np.atleast_1d(np.asarray(self.jac(np.copy(x), *self.args), dtype=float))
        else:
            self.gradient = derivative(self.call, x, self.kind, value, self.low, self.high, self.eps,
                                       self.relative)
        self.ngev += 1
        self.gradient_at = np.copy(x)


class Curvature:
    """The Hessian, as a matrix or by its products; what was asked for is counted."""

    def __init__(self, objective, args, hess, hessp):
        self.objective, self.args, self.matrix_of = objective, args, hess if callable(hess) else None
        self.product_of = hessp if callable(hessp) else None
        self.kind = hess if isinstance(hess, str) else None
        self.count, self.at = 0, None

    def matrix(self, x):
        """The Hessian at x."""
        if self.at is not None and np.array_equal(self.at, x):
            return self.held
        self.count += 1
        result = np.atleast_2d(np.asarray(self.matrix_of(np.copy(x), *self.args), dtype=float))
        if not np.isfinite(result).all():
            raise ValueError('array must not contain infs or NaNs')
        self.at, self.held = np.copy(x), result
        return result

    def product(self, x, p):
        """The product of the Hessian at x with p."""
        self.count += 1
        if self.product_of:
            return np.asarray(self.product_of(x, p, *self.args), dtype=float)
        return self.difference(x, p)

    def difference(self, x, p):
        """A product by differences of the gradient."""
        f, size = self.objective, np.linalg.norm(p)
        if f.at is not None and not np.array_equal(f.at, x):  # a place that was tried and left
            f.at, f.gradient_at = None, None
        if size == 0:
            return np.zeros_like(p)
        if self.kind == '3-point':
            step = 2 * EPS ** (1 / 3) / size
            return (f.fresh_gradient(x + step / 2 * p) - f.fresh_gradient(x - step / 2 * p)) / step
        step = math.sqrt(EPS) / size
        g = f.grad(x)
        return (f.fresh_gradient(x + step * p) - g) / step


class Enough(Exception):
    """No more calls of the function are allowed."""


class Counted:
    """A function that counts its calls, of which there may be `most`."""

    def __init__(self, fun, args, most=np.inf):
        self.function, self.args, self.most, self.calls = fun, args, most, 0

    def __call__(self, x):
        if self.calls >= self.most:
            raise Enough
        self.calls += 1
        value = self.function(np.copy(x), *self.args)
        if np.isscalar(value):
            return value
        try:
            return np.asarray(value).item()
        except (TypeError, ValueError) as e:
            raise ValueError('The user-provided objective function must return a scalar value.') from e


def tell(disp, flag, message, value, rounds, calls, gradients=None, products=None):
    """What `disp` prints at the end."""
    if not disp:
        return
    if flag:
        warnings.warn(message, OptimizeWarning if gradients is not None else RuntimeWarning, stacklevel=5)
    else:
        print(message)
    print(f'         Current function value: {value:f}')
    print(f'         Iterations: {rounds:d}')
    print(f'         Function evaluations: {calls:d}')
    if gradients is not None:
        print(f'         Gradient evaluations: {gradients:d}')
    if products is not None:
        print(f'         Hessian evaluations: {products:d}')


def takes_result(callback):
    """Whether a callback wants an OptimizeResult: its only parameter is named intermediate_result."""
    try:
        function = getattr(callback, 'function', callback)
        return set(inspect.signature(function).parameters) == {'intermediate_result'}
    except (TypeError, ValueError):
        return False


def stops(callback, x, value):
    """Tell the caller of an iteration; true: it wants no more."""
    if callback is None:
        return False
    try:
        if takes_result(callback):
            callback(intermediate_result=OptimizeResult(x=np.copy(x), fun=value))
        else:
            callback(np.copy(x))
    except StopIteration:
        return True
    return False
