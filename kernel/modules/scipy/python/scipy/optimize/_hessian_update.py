"""Approximations of Hessians that changes of gradients improve: the formulas of Broyden, Fletcher, Goldfarb
and Shanno and of
rank one (Nocedal and Wright, Numerical Optimization, second edition, chapter 6; damping: procedure 18.2)."""

import warnings

import numpy as np

__all__ = ['HessianUpdateStrategy', 'BFGS', 'SR1']


class HessianUpdateStrategy:
    """What an approximation has to offer: initialize(n, approx_type), update(delta_x, delta_grad), dot(p),
    get_matrix()."""

    __module__ = 'scipy.optimize'

    def initialize(self, n, approx_type):
        """Begin for n variables; approx_type: 'hess' or 'inv_hess'."""
        raise NotImplementedError('The method ``initialize(n, approx_type)`` is not implemented.')

    def update(self, delta_x, delta_grad):
        """Learn from a step and from the change of the gradient along it."""
        raise NotImplementedError('The method ``update(delta_x, delta_grad)`` is not implemented.')

    def dot(self, p):
        """The product with a vector."""
        raise NotImplementedError('The method ``dot(p)`` is not implemented.')

    def get_matrix(self):
        """The approximation as a matrix."""
        raise NotImplementedError('The method ``get_matrix(p)`` is not implemented.')

    def __matmul__(self, p):
        return self.dot(p)


class _Learning(HessianUpdateStrategy):
    """The matrix, and how large it is at the beginning."""

    def __init__(self, init_scale='auto'):
        self.init_scale = init_scale
        self.n = self.approx_type = self.B = self.H = None
        self.first_iteration = None

    def initialize(self, n, approx_type):
        """Begin with the unit matrix (a better scale comes with the first update)."""
        if approx_type not in ('hess', 'inv_hess'):
            raise ValueError("`approx_type` must be 'hess' or 'inv_hess'.")
        self.first_iteration, self.n, self.approx_type = True, n, approx_type
        self._matrix = np.eye(n)

    @property
    def _matrix(self):
        return self.B if self.approx_type == 'hess' else self.H

    @_matrix.setter
    def _matrix(self, value):
        if self.approx_type == 'hess':
            self.B = value
        else:
            self.H = value

    def _first_scale(self, s, y):
        squares, product = (s @ s, y @ y), abs(y @ s)
        if 0.0 in squares or product == 0.0:
            return 1
        return squares[1] / product if self.approx_type == 'hess' else product / squares[1]

    def update(self, delta_x, delta_grad):
        """Learn from a step; nothing is learnt where nothing has changed."""
        s, y = np.asarray(delta_x), np.asarray(delta_grad)
        if not s.any():
            return
        if not y.any():
            warnings.warn('delta_grad == 0.0. Check if the approximated function is linear. If the function is '
                          'linear better results can be obtained by defining the Hessian as zero instead of '
                          'using quasi-Newton approximations.', UserWarning, stacklevel=2)
            return
        if self.first_iteration:
            self._matrix = self._matrix * self._begin(s, y)
            self.first_iteration = False
        self._learn(s, y)

    def _begin(self, s, y):
        if isinstance(self.init_scale, str):
            if self.init_scale == 'auto':
                return self._first_scale(s, y)
            raise ValueError('`init_scale` is not a number or \'auto\'')
        if np.ndim(self.init_scale) == 0:
            return float(self.init_scale)
        self._matrix = np.ones_like(self._matrix)
        return np.array(self.init_scale, dtype=float)

    def dot(self, p):
        """The product with a vector."""
        return self._matrix @ p

    def get_matrix(self):
        """The approximation, a symmetric matrix."""
        return np.copy(self._matrix)


class BFGS(_Learning):
    """The formula of Broyden, Fletcher, Goldfarb and Shanno.

    exception_strategy: what becomes of a step along which the curvature is less than min_curvature of the
    approximated one:
    'skip_update' or 'damp_update'.
    """

    __module__ = 'scipy.optimize'

    def __init__(self, exception_strategy='skip_update', min_curvature=None, init_scale='auto'):
        least = {'skip_update': 1e-8, 'damp_update': 0.2}
        if exception_strategy not in least:
            raise ValueError("`exception_strategy` must be 'skip_update' or 'damp_update'.")
        super().__init__(init_scale)
        self.min_curvature = least[exception_strategy] if min_curvature is None else min_curvature
        self.exception_strategy = exception_strategy

    def _learn(self, s, y):
        along, change = (s, y) if self.approx_type == 'hess' else (y, s)
        product = self._matrix @ along
        expected, found = along @ product, along @ change
        if expected <= 0.0:  # rounding has spoilt the matrix
            self._matrix = self._first_scale(s, y) * np.eye(self.n)
            product = self._matrix @ along
            expected = along @ product
        if found <= self.min_curvature * expected:
            if self.exception_strategy == 'skip_update':
                return
            share = (1 - self.min_curvature) / (1 - found / expected)
            change = share * change + (1 - share) * product
            found = along @ change
        if self.approx_type == 'hess':
            self._matrix = self._matrix + np.outer(change, change) / found - np.outer(product,
                                                                                      product) / expected
        else:
            mixed, share = np.outer(product, change), (1 + expected / found) / found
            self._matrix = self._matrix + share * np.outer(change, change) - (mixed + mixed.T) / found


class SR1(_Learning):
    """The symmetric formula of rank one; a step whose denominator is relatively less than min_denominator
    teaches nothing."""

    __module__ = 'scipy.optimize'

    def __init__(self, min_denominator=1e-8, init_scale='auto'):
        super().__init__(init_scale)
        self.min_denominator = min_denominator

    def _learn(self, s, y):
        along, change = (s, y) if self.approx_type == 'hess' else (y, s)
        rest = change - self._matrix @ along
        denominator = along @ rest
        if abs(denominator) > self.min_denominator * np.linalg.norm(along) * np.linalg.norm(rest):
            self._matrix = self._matrix + np.outer(rest, rest) / denominator
