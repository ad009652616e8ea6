"""numpy.matrix: arrays that always have two dimensions, whose * and ** are those of matrices."""

import ast
import warnings

import numpy as np
from numpy.linalg import matrix_power
from numpy._dispatch import asks_nobody

__all__ = ['matrix', 'bmat', 'asmatrix']


def _rows_of_text(text):
    """'1 2; 3 4' as a list of rows."""
    for bracket in '[]':
        text = text.replace(bracket, '')
    rows = []
    for row in text.split(';'):
        numbers = []
        for part in row.split(','):
            numbers.extend(map(ast.literal_eval, part.split()))
        if rows and len(numbers) != len(rows[0]):
            raise ValueError('Rows not the same size.')
        rows.append(numbers)
    return rows


@asks_nobody
def asmatrix(data, dtype=None):
    """The input as a matrix; a matrix or an array is not copied.

    >>> asmatrix([[1, 2]])
    matrix([[1, 2]])
    """
    return matrix(data, dtype=dtype, copy=False)


class matrix(np.ndarray):
    """matrix(data, dtype=None, copy=True)

    A matrix of an array, a sequence or a text such as '1 2; 3 4'.

    >>> matrix('1 2; 3 4') * matrix([[1], [1]])
    matrix([[3],
            [7]])
    """

    __module__ = 'numpy'
    __array_priority__ = 10.0

    def __new__(cls, data, dtype=None, copy=True):
        warnings.warn('the matrix subclass is not the recommended way to represent matrices or deal with linear algebra (see '
                      'https://docs.scipy.org/doc/numpy/user/numpy-for-matlab-users.html). Please adjust your code to use regular '
                      'ndarray.', PendingDeprecationWarning, stacklevel=2)
        if isinstance(data, matrix):
            if dtype is None or data.dtype == np.dtype(dtype):
                return data
            return data.astype(dtype)
        if isinstance(data, np.ndarray):
            new = data.view(cls)
            if dtype is not None and new.dtype != np.dtype(dtype):
                return new.astype(dtype)
            return new.copy() if copy else new
        if isinstance(data, str):
            data = _rows_of_text(data)
        array = np.array(data, dtype=dtype)
        if array.ndim > 2:
            raise ValueError('matrix must be 2-dimensional')
        shape = {0: (1, 1), 1: (1,) + array.shape, 2: array.shape}[array.ndim]
        return array.reshape(shape).view(cls)

    def __array_finalize__(self, obj):
        self._is_indexing = False
        if isinstance(obj, matrix) and obj._is_indexing:
            return
        if self.ndim == 2:
            return
        shape = self.shape
        if self.ndim > 2:
            shape = tuple(extent for extent in shape if extent > 1)
            if len(shape) > 2:
                raise ValueError('shape too large to be a matrix.')
        if len(shape) < 2:
            shape = (1, 1) if not shape else (1, shape[0])
        self.shape = shape

    def __getitem__(self, index):
        self._is_indexing = True
        try:
            out = np.ndarray.__getitem__(self, index)
        finally:
            self._is_indexing = False
        if not isinstance(out, np.ndarray):
            return out
        if out.ndim == 0:
            return out[()]
        if out.ndim == 1:
            of_column = isinstance(index, tuple) and len(index) > 1 and np.isscalar(index[1])
            out.shape = (out.shape[0], 1) if of_column else (1, out.shape[0])
        return out

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        """The sum along a diagonal, as a matrix of one element."""
        total = np.asarray(self).trace(offset, axis1, axis2, dtype, out)
        return total if out is not None else np.asarray(total).view(type(self))

    def __mul__(self, other):
        is_matrix_like = isinstance(other, (list, tuple, np.ndarray))
        if not is_matrix_like and hasattr(other, '__rmul__') and not np.isscalar(other):
            return NotImplemented  # theirs to say
        return np.dot(self, asmatrix(other) if is_matrix_like else other)

    def __rmul__(self, other):
        return np.dot(other, self)

    def __imul__(self, other):
        self[:] = self * other
        return self

    def __pow__(self, other):
        return matrix_power(self, other)

    def __ipow__(self, other):
        self[:] = self ** other
        return self

    def __rpow__(self, other):
        return NotImplemented

    def _aligned(self, axis):
        """A reduction's result, a matrix of one row, as it lies along the other axis; of everything: the number."""
        if axis is None:
            return self[0, 0]
        return self.transpose() if axis == 1 else self

    def _reduced(self, name, axis, *arguments, **keywords):
        """The reduction of ndarray with its axis kept, the number alone when all was reduced."""
        result = getattr(np.ndarray, name)(self, axis, *arguments, keepdims=True, **keywords)
        return result[0, 0] if axis is None else result

    def tolist(self):
        """The matrix as a list of lists."""
        return self.__array__().tolist()

    def sum(self, axis=None, dtype=None, out=None):
        """Sum of the elements, along an axis as a matrix."""
        return self._reduced('sum', axis, dtype, out)

    def mean(self, axis=None, dtype=None, out=None):
        """Mean of the elements, along an axis as a matrix."""
        return self._reduced('mean', axis, dtype, out)

    def std(self, axis=None, dtype=None, out=None, ddof=0):
        """Standard deviation, along an axis as a matrix."""
        return self._reduced('std', axis, dtype, out, ddof)

    def var(self, axis=None, dtype=None, out=None, ddof=0):
        """Variance, along an axis as a matrix."""
        return self._reduced('var', axis, dtype, out, ddof)

    def prod(self, axis=None, dtype=None, out=None):
        """Product of the elements, along an axis as a matrix."""
        return self._reduced('prod', axis, dtype, out)

    def any(self, axis=None, out=None):
        """Whether any element is true."""
        return self._reduced('any', axis, out)

    def all(self, axis=None, out=None):
        """Whether all elements are true."""
        return self._reduced('all', axis, out)

    def max(self, axis=None, out=None):
        """The largest element, along an axis as a matrix."""
        return self._reduced('max', axis, out)

    def min(self, axis=None, out=None):
        """The smallest element, along an axis as a matrix."""
        return self._reduced('min', axis, out)

    def argmax(self, axis=None, out=None):
        """Where the largest elements are."""
        found = np.ndarray.argmax(self, axis, out)
        return found if axis is None else found._aligned(axis)

    def argmin(self, axis=None, out=None):
        """Where the smallest elements are."""
        found = np.ndarray.argmin(self, axis, out)
        return found if axis is None else found._aligned(axis)

    def ptp(self, axis=None, out=None):
        """The range of the elements, along an axis as a matrix."""
        result = np.ptp(self.view(np.ndarray), axis, out, keepdims=True)
        return result[0, 0] if axis is None else asmatrix(result)

    def squeeze(self, axis=None):
        """The matrix; one of a single column as a row."""
        return np.ndarray.squeeze(self, axis=axis)

    def flatten(self, order='C'):
        """All elements as a matrix of one row."""
        return np.ndarray.flatten(self, order=order)

    def ravel(self, order='C'):
        """All elements as a matrix of one row; a view where that can be."""
        return np.ndarray.ravel(self, order=order)

    @property
    def I(self):
        """The inverse of a square matrix, the pseudo-inverse of another."""
        if self.shape[0] == self.shape[1]:
            return asmatrix(np.linalg.inv(self))
        return asmatrix(np.linalg.pinv(self))

    @property
    def A(self):
        """The elements as an array."""
        return self.__array__()

    @property
    def A1(self):
        """The elements as an array of one dimension."""
        return self.__array__().ravel()

    @property
    def T(self):
        """The transposed matrix."""
        return self.transpose()

    @property
    def H(self):
        """The transposed matrix, conjugated if it is complex."""
        return self.transpose().conjugate() if np.iscomplexobj(self) else self.transpose()

    getT = T.fget
    getA = A.fget
    getA1 = A1.fget
    getH = H.fget
    getI = I.fget


def _from_names(text, globals, locals):
    """'A, B; C, D' with the matrices of those names."""
    rows = []
    for row in text.split(';'):
        blocks = []
        for part in row.split(','):
            for name in part.split():
                if name in locals:
                    blocks.append(locals[name])
                elif name in globals:
                    blocks.append(globals[name])
                else:
                    raise NameError(f'name {name!r} is not defined') from None
        rows.append(np.concatenate(blocks, axis=-1))
    return np.concatenate(rows, axis=0)


@asks_nobody
def bmat(obj, ldict=None, gdict=None):
    """A matrix of blocks: nested lists of matrices, or a text that names them.

    >>> bmat([[matrix('1'), matrix('2')]])
    matrix([[1, 2]])
    """
    if isinstance(obj, str):
        if gdict is None:  # the names of whoever calls
            import sys
            caller = sys._getframe(1)
            gdict, ldict = caller.f_globals, caller.f_locals
        return matrix(_from_names(obj, gdict, ldict or {}))
    if isinstance(obj, np.ndarray):
        return matrix(obj)
    if isinstance(obj, (list, tuple)):
        if any(isinstance(row, np.ndarray) for row in obj):  # one row of blocks
            return matrix(np.concatenate(obj, axis=-1))
        return matrix(np.concatenate([np.concatenate(row, axis=-1) for row in obj]))
