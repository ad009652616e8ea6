"""cupyx.scipy.sparse.linalg: scipy.sparse.linalg for sparse matrices and arrays of devices, computed on the host."""

import cupy as _cupy
import numpy as _numpy
import scipy.sparse.linalg as _linalg
from cupy._on_device import _OnDevice, class_on_device, on_device

_FUNCTIONS = ['bicgstab', 'cg', 'cgs', 'eigsh', 'expm_multiply', 'gmres', 'lobpcg', 'lsmr', 'lsqr', 'matrix_power', 'minres', 'norm', 'spilu', 'splu', 'spsolve',
              'spsolve_triangular', 'svds']
__all__ = [_name for _name in _FUNCTIONS if hasattr(_linalg, _name)] + ['factorized']
globals().update({_name: on_device(getattr(_linalg, _name)) for _name in __all__[:-1]})


class LinearOperator(_OnDevice):
    """Something that multiplies vectors of a device: LinearOperator(shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None).

    >>> import cupy
    >>> from cupyx.scipy.sparse.linalg import LinearOperator
    >>> LinearOperator((2, 2), matvec=lambda v: 2 * v, dtype=float) @ cupy.ones(2)
    array([2., 2.])
    """

    def __new__(cls, *args, **kwargs):
        return object.__new__(_CustomLinearOperator if cls is LinearOperator else cls)

    def __init__(self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
        self.shape, self.ndim = tuple(shape), 2
        self._functions = {'matvec': matvec, 'rmatvec': rmatvec, 'matmat': matmat, 'rmatmat': rmatmat}
        if dtype is None:
            dtype = matvec(_cupy.random.randn(self.shape[1])).dtype
        self.dtype = _numpy.dtype(dtype)
        on_host = {name: _through_host(function) for name, function in self._functions.items() if function is not None}
        self._on_host = _linalg.LinearOperator(self.shape, dtype=self.dtype, **on_host)

    def __repr__(self):
        return '<%dx%d %s with dtype=%s>' % (*self.shape, type(self).__name__, self.dtype)

    def _apply(self, name, x, back):
        if x.shape[0] != self.shape[0 if back else 1] or x.ndim > 2:
            raise ValueError('dimension mismatch')
        function = self._functions[name]
        if function is None:
            raise NotImplementedError(name + ' is not defined')
        return function(x)

    def matvec(self, x):
        """The product with a vector."""
        return self._apply('matvec', x, False).reshape((self.shape[0],) + x.shape[1:])

    def rmatvec(self, x):
        """The product of the adjoint with a vector."""
        return self._apply('rmatvec', x, True).reshape((self.shape[1],) + x.shape[1:])

    def matmat(self, X):
        """The product with a matrix."""
        if X.ndim != 2:
            raise ValueError('expected 2-d ndarray or matrix, not %d-d' % X.ndim)
        if self._functions['matmat'] is not None:
            return self._apply('matmat', X, False)
        return _cupy.hstack([self.matvec(column.reshape(-1, 1)) for column in X.T])

    def rmatmat(self, X):
        """The product of the adjoint with a matrix."""
        if X.ndim != 2:
            raise ValueError('expected 2-d matrix, not %d-d' % X.ndim)
        if self._functions['rmatmat'] is not None:
            return self._apply('rmatmat', X, True)
        return _cupy.hstack([self.rmatvec(column.reshape(-1, 1)) for column in X.T])

    def dot(self, x):
        """The product with a vector or a matrix, or with a number."""
        if _numpy.isscalar(x):
            return LinearOperator(self.shape, lambda v: x * self.matvec(v), lambda v: _numpy.conj(x) * self.rmatvec(v),
                                  dtype=_numpy.result_type(self.dtype, type(x)))
        return self.matvec(x) if x.ndim == 1 or x.ndim == 2 and x.shape[1] == 1 else self.matmat(x)

    __call__ = __mul__ = dot

    def __matmul__(self, x):
        if _numpy.isscalar(x):
            raise ValueError('Scalar operands are not allowed, use \'*\' instead')
        return self.dot(x)

    @property
    def H(self):
        """The adjoint."""
        return LinearOperator(self.shape[::-1], self.rmatvec, self.matvec, self.rmatmat, self.dtype, self.matmat)


class _CustomLinearOperator(LinearOperator):
    # One that is made of functions.
    pass


class MatrixLinearOperator(LinearOperator):
    """A matrix of a device as a LinearOperator."""

    def __init__(self, A):
        LinearOperator.__init__(self, A.shape, lambda v: A @ v, lambda v: A.conj().T @ v, lambda v: A @ v, A.dtype, lambda v: A.conj().T @ v)
        self.A, self.args = A, (A,)


for _class in (LinearOperator, _CustomLinearOperator, MatrixLinearOperator):
    _class.__module__ = 'cupyx.scipy.sparse.linalg._interface'


def _through_host(function):
    return lambda x: _cupy.asnumpy(function(_cupy.asarray(x)))


def aslinearoperator(A):
    """A matrix of a device, sparse or not, as a LinearOperator."""
    if isinstance(A, LinearOperator):
        return A
    if not hasattr(A, 'shape') or not hasattr(A, 'dtype'):
        raise TypeError('type not understood')
    return MatrixLinearOperator(A)


__all__ += ['LinearOperator', 'aslinearoperator']
if hasattr(_linalg, 'SuperLU'):
    SuperLU = class_on_device(_linalg.SuperLU, 'cupyx.scipy.sparse.linalg')
    __all__.append('SuperLU')
_factorized = on_device(_linalg.factorized)


def factorized(A):
    """A function that solves A x = b for one b after another.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import factorized
    >>> factorized(sparse.csc_matrix(cupy.eye(2) * 2))(cupy.ones(2))
    array([0.5, 0.5])
    """
    return on_device(_factorized(A))
