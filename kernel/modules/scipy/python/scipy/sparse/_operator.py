"""Things that multiply vectors, and their sums, products, powers and adjoints."""

import numpy
from scipy.sparse._base import issparse

__all__ = ['LinearOperator', 'aslinearoperator']


class LinearOperator:
    """Something that multiplies vectors: LinearOperator(shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None). A class that
    inherits it gives _matvec or _matmat, and _rmatvec or _adjoint where the adjoint is wanted.

    >>> sparse.linalg.LinearOperator((2, 2), matvec=lambda v: 2 * v) @ np.ones(2)
    array([2., 2.])
    """

    ndim = 2
    __array_ufunc__ = None

    def __new__(cls, *args, **kwargs):
        return object.__new__(_CustomLinearOperator if cls is LinearOperator else cls)

    def __init__(self, dtype, shape):
        shape = tuple(shape)
        if len(shape) != 2 or not all(isinstance(n, (int, numpy.integer)) for n in shape):
            raise ValueError(f'invalid shape {shape!r} (must be 2-d)')
        self.dtype, self.shape = None if dtype is None else numpy.dtype(dtype), shape

    def _init_dtype(self):
        if self.dtype is None:
            self.dtype = numpy.asarray(self.matvec(numpy.zeros(self.shape[-1], numpy.int8))).dtype

    def __repr__(self):
        m, n = self.shape
        kind = 'unspecified dtype' if self.dtype is None else f'dtype={self.dtype}'
        return f'<{m}x{n} {type(self).__name__} with {kind}>'

    def _matvec(self, x):
        return self.matmat(x.reshape(-1, 1))

    def _matmat(self, X):
        return numpy.hstack([self.matvec(column.reshape(-1, 1)) for column in X.T])

    def _rmatvec(self, x):
        if type(self)._adjoint is LinearOperator._adjoint:
            raise NotImplementedError
        return self.H.matvec(x)

    def _rmatmat(self, X):
        if type(self)._adjoint is LinearOperator._adjoint:
            return numpy.hstack([self.rmatvec(column.reshape(-1, 1)) for column in X.T])
        return self.H.matmat(X)

    def _vector(self, x, multiply, rows, columns):
        x = numpy.asanyarray(x)
        if x.shape not in ((columns,), (columns, 1)):
            raise ValueError('dimension mismatch')
        y = numpy.asarray(multiply(x))
        y = numpy.asmatrix(y) if isinstance(x, numpy.matrix) else y
        return y.reshape((rows,) + x.shape[1:])

    def matvec(self, x):
        """The product with a vector."""
        return self._vector(x, self._matvec, *self.shape)

    def rmatvec(self, x):
        """The product of the adjoint with a vector."""
        return self._vector(x, self._rmatvec, *self.shape[::-1])

    def _matrix(self, X, multiply, columns):
        X = X if issparse(X) else numpy.asanyarray(X)
        if X.ndim != 2:
            raise ValueError(f'expected 2-d ndarray or matrix, not {X.ndim}-d')
        if X.shape[0] != columns:
            raise ValueError(f'dimension mismatch: {self.shape}, {X.shape}')
        return multiply(X.toarray() if issparse(X) else X)

    def matmat(self, X):
        """The product with a matrix."""
        return self._matrix(X, self._matmat, self.shape[1])

    def rmatmat(self, X):
        """The product of the adjoint with a matrix."""
        return self._matrix(X, self._rmatmat, self.shape[0])

    def dot(self, x):
        """The product with a vector, a matrix, a number or another operator."""
        if isinstance(x, LinearOperator):
            return _ProductLinearOperator(self, x)
        if numpy.isscalar(x):
            return _ScaledLinearOperator(self, x)
        x = x if issparse(x) else numpy.asarray(x)
        if x.ndim not in (1, 2):
            raise ValueError(f'expected 1-d or 2-d array or matrix, got {x!r}')
        return self.matvec(x) if x.ndim == 1 or x.shape[1] == 1 else self.matmat(x)

    def _dot_from_left(self, x):
        if numpy.isscalar(x):
            return _ScaledLinearOperator(self, x)
        x = numpy.asarray(x)
        if x.ndim not in (1, 2):
            raise ValueError(f'expected 1-d or 2-d array or matrix, got {x!r}')
        return self.T.matvec(x.T).T if x.ndim == 1 else self.T.matmat(x.T).T

    __call__ = __mul__ = dot
    __rmul__ = _dot_from_left

    def __matmul__(self, x):
        if numpy.isscalar(x):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.dot(x)

    def __rmatmul__(self, x):
        if numpy.isscalar(x):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._dot_from_left(x)

    def __truediv__(self, other):
        if not numpy.isscalar(other):
            raise ValueError('Can only divide a linear operator by a scalar.')
        return _ScaledLinearOperator(self, 1.0 / other)

    def __pow__(self, p):
        return _PowerLinearOperator(self, p) if numpy.isscalar(p) else NotImplemented

    def __add__(self, x):
        return _SumLinearOperator(self, x) if isinstance(x, LinearOperator) else NotImplemented

    def __neg__(self):
        return _ScaledLinearOperator(self, -1)

    def __sub__(self, x):
        return self + -x

    def _adjoint(self):
        return _AdjointLinearOperator(self)

    def _transpose(self):
        return _TransposedLinearOperator(self)

    def adjoint(self):
        """The operator of the conjugated, transposed matrix."""
        return self._adjoint()

    def transpose(self):
        """The operator of the transposed matrix."""
        return self._transpose()

    H = property(adjoint)
    T = property(transpose)


class _CustomLinearOperator(LinearOperator):
    # One that is made of functions.
    def __init__(self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
        LinearOperator.__init__(self, dtype, shape)
        self.args = ()
        self._multiply, self._multiply_back, self._multiply_all, self._multiply_all_back = matvec, rmatvec, matmat, rmatmat
        self._init_dtype()

    def _matvec(self, x):
        return self._multiply(x)

    def _matmat(self, X):
        return self._multiply_all(X) if self._multiply_all is not None else LinearOperator._matmat(self, X)

    def _rmatvec(self, x):
        if self._multiply_back is None:
            raise NotImplementedError('rmatvec is not defined')
        return self._multiply_back(x)

    def _rmatmat(self, X):
        if self._multiply_all_back is not None:
            return self._multiply_all_back(X)
        return numpy.hstack([self.rmatvec(column.reshape(-1, 1)) for column in X.T])

    def _adjoint(self):
        return _CustomLinearOperator(self.shape[::-1], self._multiply_back, self._multiply, self._multiply_all_back, self.dtype,
                                     self._multiply_all)


def _dtype_of(operators, *more):
    return numpy.result_type(*[one.dtype for one in operators if one is not None and one.dtype is not None], *more)


class _Combined(LinearOperator):
    # One that is made of others, which are its args.
    def __init__(self, shape, args, *more):
        self.args = args
        LinearOperator.__init__(self, _dtype_of([one for one in args if isinstance(one, LinearOperator)], *more), shape)


class _AdjointLinearOperator(_Combined):
    def __init__(self, A):
        self.A = A
        _Combined.__init__(self, A.shape[::-1], (A,))

    def _matvec(self, x):
        return self.A._rmatvec(x)

    def _rmatvec(self, x):
        return self.A._matvec(x)

    def _matmat(self, X):
        return self.A._rmatmat(X)

    def _rmatmat(self, X):
        return self.A._matmat(X)


class _TransposedLinearOperator(_Combined):
    def __init__(self, A):
        self.A = A
        _Combined.__init__(self, A.shape[::-1], (A,))

    def _matvec(self, x):
        return numpy.conj(self.A._rmatvec(numpy.conj(x)))

    def _rmatvec(self, x):
        return numpy.conj(self.A._matvec(numpy.conj(x)))

    def _matmat(self, X):
        return numpy.conj(self.A._rmatmat(numpy.conj(X)))

    def _rmatmat(self, X):
        return numpy.conj(self.A._matmat(numpy.conj(X)))


class _SumLinearOperator(_Combined):
    def __init__(self, A, B):
        if A.shape != B.shape:
            raise ValueError(f'cannot add {A} and {B}: shape mismatch')
        _Combined.__init__(self, A.shape, (A, B))

    def _matvec(self, x):
        return self.args[0].matvec(x) + self.args[1].matvec(x)

    def _rmatvec(self, x):
        return self.args[0].rmatvec(x) + self.args[1].rmatvec(x)

    def _matmat(self, X):
        return self.args[0].matmat(X) + self.args[1].matmat(X)

    def _rmatmat(self, X):
        return self.args[0].rmatmat(X) + self.args[1].rmatmat(X)

    def _adjoint(self):
        return self.args[0].H + self.args[1].H


class _ProductLinearOperator(_Combined):
    def __init__(self, A, B):
        if A.shape[1] != B.shape[0]:
            raise ValueError(f'cannot multiply {A} and {B}: shape mismatch')
        _Combined.__init__(self, (A.shape[0], B.shape[1]), (A, B))

    def _matvec(self, x):
        return self.args[0].matvec(self.args[1].matvec(x))

    def _rmatvec(self, x):
        return self.args[1].rmatvec(self.args[0].rmatvec(x))

    def _matmat(self, X):
        return self.args[0].matmat(self.args[1].matmat(X))

    def _rmatmat(self, X):
        return self.args[1].rmatmat(self.args[0].rmatmat(X))

    def _adjoint(self):
        return self.args[1].H @ self.args[0].H


class _ScaledLinearOperator(_Combined):
    def __init__(self, A, alpha):
        if isinstance(A, _ScaledLinearOperator):
            A, alpha = A.args[0], alpha * A.args[1]
        _Combined.__init__(self, A.shape, (A, alpha), type(alpha))

    def _matvec(self, x):
        return self.args[1] * self.args[0].matvec(x)

    def _rmatvec(self, x):
        return numpy.conj(self.args[1]) * self.args[0].rmatvec(x)

    def _matmat(self, X):
        return self.args[1] * self.args[0].matmat(X)

    def _rmatmat(self, X):
        return numpy.conj(self.args[1]) * self.args[0].rmatmat(X)

    def _adjoint(self):
        return self.args[0].H * numpy.conj(self.args[1])


class _PowerLinearOperator(_Combined):
    def __init__(self, A, p):
        if A.shape[0] != A.shape[1]:
            raise ValueError(f'square LinearOperator expected, got {A!r}')
        if not isinstance(p, (int, numpy.integer)) or p < 0:
            raise ValueError('non-negative integer expected as p')
        _Combined.__init__(self, A.shape, (A, p))

    def _times(self, multiply, x):
        x = numpy.array(x, copy=True)
        for _ in range(self.args[1]):
            x = multiply(x)
        return x

    def _matvec(self, x):
        return self._times(self.args[0].matvec, x)

    def _rmatvec(self, x):
        return self._times(self.args[0].rmatvec, x)

    def _matmat(self, X):
        return self._times(self.args[0].matmat, X)

    def _rmatmat(self, X):
        return self._times(self.args[0].rmatmat, X)

    def _adjoint(self):
        return self.args[0].H ** self.args[1]


class MatrixLinearOperator(LinearOperator):
    """A matrix as a LinearOperator."""

    def __init__(self, A):
        LinearOperator.__init__(self, A.dtype, A.shape)
        self.A, self.args = A, (A,)

    def _matvec(self, x):
        return self.A @ x

    _matmat = _matvec

    def _adjoint(self):
        return _AdjointMatrixOperator(self)


class _AdjointMatrixOperator(MatrixLinearOperator):
    def __init__(self, operator):
        MatrixLinearOperator.__init__(self, operator.A.conj().T)
        self.args, self._back = (operator,), operator

    def _adjoint(self):
        return self._back


class IdentityOperator(LinearOperator):
    """The operator that changes nothing: IdentityOperator(shape, dtype=None)."""

    def __init__(self, shape, dtype=None):
        LinearOperator.__init__(self, dtype, shape)

    def _matvec(self, x):
        return x

    _rmatvec = _matmat = _rmatmat = _matvec

    def _adjoint(self):
        return self


for _class in (LinearOperator, _CustomLinearOperator, _AdjointLinearOperator, _TransposedLinearOperator, _SumLinearOperator, _ProductLinearOperator,
               _ScaledLinearOperator, _PowerLinearOperator, MatrixLinearOperator, _AdjointMatrixOperator,
               IdentityOperator):
    _class.__module__ = 'scipy.sparse.linalg._interface'


def aslinearoperator(A):
    """A matrix, sparse or not, as a LinearOperator.

    >>> sparse.linalg.aslinearoperator(np.eye(2)).matvec([1.0, 2.0])
    array([1., 2.])
    """
    if isinstance(A, LinearOperator):
        return A
    if issparse(A):
        return MatrixLinearOperator(A)
    if isinstance(A, numpy.ndarray):
        if A.ndim > 2:
            raise ValueError('array must have ndim <= 2')
        return MatrixLinearOperator(numpy.atleast_2d(A))
    if hasattr(A, 'shape') and hasattr(A, 'matvec'):
        return LinearOperator(A.shape, A.matvec, rmatvec=getattr(A, 'rmatvec', None), rmatmat=getattr(A, 'rmatmat', None),
                              dtype=getattr(A, 'dtype', None))
    raise TypeError('type not understood')
