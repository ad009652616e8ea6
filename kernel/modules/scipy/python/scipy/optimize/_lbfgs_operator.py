"""The inverse Hessian that pairs of steps and changes of the gradient stand for."""

import numpy as np
from scipy.sparse.linalg import LinearOperator

__all__ = ['LbfgsInvHessProduct']


class LbfgsInvHessProduct(LinearOperator):
    """The inverse Hessian of the limited memory method, by its two loops (Nocedal, Updating quasi-Newton
    matrices with limited storage, 1980)."""

    __module__ = 'scipy.optimize'

    def __init__(self, sk, yk):
        is_table = sk.ndim == 2
        if not is_table or yk.shape != sk.shape:
            raise ValueError('sk and yk must have matching shape, (n_corrs, n)')
        LinearOperator.__init__(self, np.dtype(float), sk.shape[1:] * 2)
        self.n_corrs, self.sk, self.yk = len(sk), sk, yk
        curvatures = [step @ change for step, change in zip(sk, yk)]
        self.rho = np.reciprocal(np.array(curvatures, float))

    def _matvec(self, x):
        shares = np.empty(self.n_corrs)
        q = np.array(x, dtype=self.dtype, copy=True)
        if q.ndim == 2 and q.shape[1] == 1:
            q = q.reshape(-1)
        for k in range(self.n_corrs - 1, -1, -1):
            shares[k] = self.rho[k] * (self.sk[k] @ q)
            q = q - shares[k] * self.yk[k]
        for k in range(self.n_corrs):
            q = q + self.sk[k] * (shares[k] - self.rho[k] * (self.yk[k] @ q))
        return q

    def _matmat(self, X):
        return np.array([self._matvec(column) for column in np.asarray(X).T]).T

    def todense(self):
        """The whole matrix."""
        n = self.shape[0]
        identity = np.eye(n, dtype=self.dtype)
        h = identity
        for s, y, rho in zip(self.sk, self.yk, self.rho):
            left = identity - np.outer(s, y) * rho
            h = left @ (h @ (identity - np.outer(y, s) * rho)) + rho * np.outer(s, s)
        return h
