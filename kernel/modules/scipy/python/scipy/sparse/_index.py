"""Elements and parts of sparse matrices by their places."""

import warnings

import numpy
from scipy.sparse._base import SparseEfficiencyWarning, issparse


def _is_whole(value):
    return isinstance(value, (int, numpy.integer)) and not isinstance(value, (bool, numpy.bool))


class _indexed:
    """Reading and writing by `matrix[row, column]`."""

    def _places(self, key):
        """For each axis an int, a slice or an array of places."""
        ndim = self.ndim
        if issparse(key) or (hasattr(key, 'dtype') and key.dtype.kind == 'b' and key.ndim == 2):
            if key.dtype.kind == 'b' and key.ndim == ndim:
                if key.shape != self.shape:
                    raise IndexError(f'bool index 0 has shape {key.shape} instead of {self.shape}')
                return list(key.nonzero())
        key = list(key) if isinstance(key, tuple) else [key]
        if any(one is None for one in key):
            raise IndexError(f'Indexing that leads to >2D is not supported by {self.format} format. Try converting to COO format')
        dots = [i for i, one in enumerate(key) if one is Ellipsis]
        if dots:
            missing = ndim - (len(key) - len(dots))
            key[dots[0]:dots[0] + 1] = [slice(None)] * max(missing, 0)
            key = [one if one is not Ellipsis else slice(None) for one in key]
        if len(key) > ndim:
            raise IndexError(f'Too many indices for array or tuple index out of range. Key {tuple(key)} needs {len(key)}D. Array is {ndim}D')
        key += [slice(None)] * (ndim - len(key))
        return [self._place(one, axis) for axis, one in enumerate(key)]

    def _place(self, one, axis):
        length = self._shape[axis]
        if isinstance(one, slice):
            return one
        if _is_whole(one) or (hasattr(one, 'ndim') and one.ndim == 0 and one.dtype.kind in 'iu'):
            i = int(one)
            if not -length <= i < length:
                raise IndexError(f'index ({i}) out of range')
            return i % length
        xp = self._xp
        try:
            array = xp.asarray(one)
        except (TypeError, ValueError):
            raise IndexError('invalid index') from None
        if array.ndim == 0 or array.dtype.kind not in 'iub':
            if array.size == 0:
                return array.astype(numpy.int64)
            raise IndexError('Index dimension must be 1 or 2. Got %d' % array.ndim)
        if array.dtype.kind == 'b':
            if array.shape != (length,):
                raise IndexError(f'bool index {axis} has shape ({length},) instead of {array.shape}')
            return xp.nonzero(array)[0]
        if array.size:
            most, least = int(array.max()), int(array.min())
            if most >= length:
                raise IndexError(f'index ({most}) out of range')
            if least < -length:
                raise IndexError(f'index ({least}) out of range')
            if least < 0:
                array = xp.where(array < 0, array + length, array)
        return array

    def _one(self, i, j):
        row, col, data = self._triple()
        found = data[(row == i) & (col == j)]
        return found.sum(dtype=self.dtype) if len(found) else self.dtype.type(0)

    def _points(self, row, col):
        """The values of places, as an array."""
        xp = self._xp
        row, col = xp.broadcast_arrays(xp.asarray(row), xp.asarray(col))
        csr = self.tocsr()
        csr.sum_duplicates()
        width = max(self._two[1], 1)
        keys = csr._major().astype(numpy.int64) * width + csr.indices
        wanted = row.astype(numpy.int64) * width + col
        if not len(keys):
            return xp.zeros(wanted.shape, dtype=self.dtype)
        place = xp.minimum(xp.searchsorted(keys, wanted.ravel()), len(keys) - 1)
        values = xp.where(keys[place] == wanted.ravel(), csr.data[place], self.dtype.type(0)).astype(self.dtype)
        return values.reshape(wanted.shape)

    def _taken(self, rows, columns):
        """The part at these rows and columns (None: all)."""
        matrix = self.tocsr() if self.format not in ('csr', 'csc') else self
        first, second = (columns, rows) if matrix._swapped else (rows, columns)
        if first is not None:
            matrix = _gathered(matrix, first)
        if second is not None:
            matrix = _gathered(matrix.asformat('csr' if matrix._swapped else 'csc'), second).asformat(matrix.format)
        if self.format in ('csr', 'csc'):
            if second is not None:
                matrix.sort_indices()
            return matrix
        return matrix.asformat(self.format)

    def __getitem__(self, key):
        places = self._places(key)
        if self.ndim == 1:
            return self._of_line(places[0])
        row, col = places
        xp = self._xp
        if isinstance(row, int) and isinstance(col, int):
            return self._one(row, col)
        arrays = [not isinstance(one, (int, slice)) for one in places]
        if all(arrays):
            if row.ndim == 1 and col.ndim == 1 or row.shape == col.shape:
                try:
                    values = self._points(row, col)
                except ValueError:
                    raise IndexError('number of row and column indices differ') from None
                return values if self._is_array else self._dense(xp.atleast_2d(values))
            if row.ndim == 2 and row.shape[1] == 1 and (col.ndim == 1 or col.shape[0] == 1):
                return self._taken(row.ravel(), col.ravel())
            values = self._points(row, col)
            return self._family['csr'](values)
        wanted = []
        for one, length in zip(places, self._shape):
            if isinstance(one, slice):
                wanted.append(None if one == slice(None) else xp.arange(*one.indices(length)))
            else:
                wanted.append(xp.asarray([one]) if isinstance(one, int) else one.ravel())
        part = self._taken(*wanted)
        if self._is_array and any(isinstance(one, int) for one in places):
            axis = 1 if isinstance(row, int) else 0
            line = part.tocoo().reshape((part.shape[axis],))
            return line if self.format in ('csr', 'csc', 'coo') else line.asformat(self.format)
        if part is self:
            return self.copy()
        return part

    def _of_line(self, place):
        xp = self._xp
        if isinstance(place, int):
            return self._one(0, place)
        if isinstance(place, slice):
            place = xp.arange(*place.indices(self._shape[0]))
        values = self._points(xp.zeros(place.shape, dtype=numpy.int64), place)
        return self._family['coo'](values).asformat(self.format)

    def __setitem__(self, key, value):
        xp = self._xp
        places = self._places(key)
        if self.ndim == 1:
            places = [0] + places
        arrays = [not isinstance(one, (int, slice)) for one in places]
        grid = []
        for one, length in zip(places, self._two):
            grid.append(xp.arange(*one.indices(length)) if isinstance(one, slice) else xp.asarray(one))
        if all(arrays):
            row, col = xp.broadcast_arrays(*grid)
        else:
            row, col = xp.broadcast_arrays(grid[0].reshape(-1, 1), grid[1].reshape(1, -1))
        if issparse(value):
            value = value.toarray()
        values = xp.asarray(value)
        if values.dtype.kind not in 'biufc':
            raise ValueError('setting an array element with a sequence.')
        if self.dtype.kind != 'c' and values.dtype.kind == 'c':
            values = values.real
        if not values.ndim:
            values = xp.broadcast_to(values, row.shape)
        else:
            if values.ndim == 1 and row.shape == (len(values), 1) and not all(arrays):
                values = values.reshape(-1, 1)
            if all(arrays) and values.ndim == 2 and 1 in values.shape and row.ndim == 1:
                values = values.ravel()
            try:
                values = xp.broadcast_to(values, row.shape)
            except ValueError:
                raise ValueError('shape mismatch in assignment') from None
        before = self._getnnz() if self.format in ('csr', 'csc') else 0
        self._set(row, col, values)
        if self.format in ('csr', 'csc') and self._getnnz() > before:
            warnings.warn(f'Changing the sparsity structure of a {type(self).__name__} is expensive. lil and dok are more efficient.',
                          SparseEfficiencyWarning, stacklevel=2)


def _gathered(matrix, wanted):
    """The rows of a csr (the columns of a csc) at these places."""
    xp = matrix._xp
    counts = xp.diff(matrix.indptr)[wanted]
    ends = xp.cumsum(counts.astype(numpy.int64))
    total = int(ends[-1]) if len(ends) else 0
    which = xp.searchsorted(ends, xp.arange(total), side='right')
    place = xp.arange(total) - (ends - counts)[which] + matrix.indptr[wanted[which]] if total else xp.zeros(0, numpy.int64)
    other = type(matrix).__new__(type(matrix))
    indptr = xp.concatenate([xp.zeros(1, numpy.int64), ends]).astype(matrix.indptr.dtype)
    height, width = matrix._two
    other._fill(matrix.data[place], matrix.indices[place], indptr, (height, len(wanted)) if matrix._swapped else (len(wanted), width))
    return other
