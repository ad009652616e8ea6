"""The formats of sparse matrices: rows, columns, coordinates, diagonals, blocks, lists and dictionaries."""

import math
import numpy
from scipy.sparse import _sparsetools
from scipy.sparse._base import (_data_base, _spbase, check_dtype, check_shape, group_sums, index_dtype, is_shape, issparse, merged,
                                rows_of)
from scipy.sparse._index import _indexed


def _as_array(xp, value, dtype=None):
    if xp is numpy and isinstance(value, list):
        try:
            return numpy.asarray(value, dtype=dtype)
        except ValueError:
            return None
    return xp.asarray(value, dtype=dtype) if dtype is not None else xp.asarray(value)


class _compressed(_data_base):
    """Rows (csr) or columns (csc) one after another: data, indices, indptr."""

    _swapped = False

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        xp = self._xp
        name = self.format
        if dtype is not None:
            dtype = check_dtype(dtype)
        if issparse(arg1):
            if arg1.format == name and arg1._xp is xp:
                parts = (arg1.data, arg1.indices, arg1.indptr)
                self._fill(*(tuple(part.copy() for part in parts) if copy else parts), arg1._shape)
            else:
                if arg1._xp is not xp:
                    arg1 = _moved(self, arg1)
                other = arg1.asformat(name)
                self._fill(other.data, other.indices, other.indptr, other._shape)
        elif is_shape(arg1):
            shape = check_shape(arg1)
            if len(shape) not in ((1, 2) if self._is_array else (2,)):
                raise ValueError('unable to infer matrix dimensions')
            major = self._major_length(shape)
            self._fill(xp.zeros(0, dtype=dtype or float), xp.zeros(0, numpy.int32), xp.zeros(major + 1, numpy.int32), shape)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            other = self._family['coo'](arg1, shape=shape, dtype=dtype)
            other = other.asformat(name)
            self._fill(other.data, other.indices, other.indptr, other._shape)
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            data, indices, indptr = (xp.array(part, copy=True if copy else None) if xp is numpy else xp.array(part, copy=copy) for part in arg1)
            if not (data.ndim == indices.ndim == indptr.ndim == 1):
                raise ValueError('unable to infer matrix dimensions' if not (data.ndim or indices.ndim) else
                                 'data, indices, and indptr should be 1-D')
            if shape is None:
                width = int(indices.max()) + 1 if len(indices) else 0
                if not len(indices):
                    raise ValueError('unable to infer matrix dimensions')
                shape = (width, len(indptr) - 1) if self._swapped else (len(indptr) - 1, width)
            shape = check_shape(shape)
            kind = index_dtype(xp, *shape, len(data))
            self._fill(data, indices.astype(kind, copy=False), indptr.astype(kind, copy=False), shape)
            self.check_format(False)
        else:
            array = _as_array(xp, arg1)
            if array is None or isinstance(arg1, tuple):
                raise ValueError(f'unrecognized {type(self).__name__} constructor input: {arg1}' if array is None else
                                 'unrecognized form for csr_matrix constructor')
            check_dtype(array.dtype if dtype is None else dtype)
            if array.ndim > 2:
                raise ValueError(f"{name.upper()} arrays don't yet support {array.ndim}D.")
            other = self._family['coo'](array, dtype=dtype).asformat(name)
            self._fill(other.data, other.indices, other.indptr, other._shape)
        if shape is not None and not is_shape(arg1):
            wanted = check_shape(shape)
            if wanted != self._shape:
                raise ValueError(f'inconsistent shapes: {wanted} and {self._shape}') if issparse(arg1) else ValueError('inconsistent shapes')
        if dtype is not None and dtype != self.data.dtype:
            self.data = self.data.astype(dtype)
        check_dtype(self.data.dtype)
        if maxprint is not None:
            self.maxprint = maxprint

    def _fill(self, data, indices, indptr, shape):
        self.data, self.indices, self.indptr, self._shape = data, indices, indptr, tuple(shape)

    def _major_length(self, shape):
        two = shape if len(shape) == 2 else (1,) + tuple(shape)
        return two[1] if self._swapped else two[0]

    @property
    def _width(self):
        return self._two[0] if self._swapped else self._two[1]

    def _major(self):
        return rows_of(self._xp, self.indptr, len(self.indices))

    @classmethod
    def _of_sorted(cls, major, minor, data, shape):
        """From elements in order, none twice."""
        xp = cls._xp
        self = cls.__new__(cls)
        two = tuple(shape) if len(shape) == 2 else (1,) + tuple(shape)
        length = two[1] if cls._swapped else two[0]
        kind = index_dtype(xp, *two, len(data))
        counts = xp.bincount(major, minlength=length) if len(data) else xp.zeros(length, numpy.int64)
        indptr = xp.concatenate([xp.zeros(1, numpy.int64), xp.cumsum(counts)]).astype(kind)
        self._fill(data, minor.astype(kind), indptr, shape)
        return self

    @classmethod
    def _of_triple(cls, row, col, data, shape):
        two = tuple(shape) if len(shape) == 2 else (1,) + tuple(shape)
        major, minor, width = (col, row, two[0]) if cls._swapped else (row, col, two[1])
        key, data = merged(cls._xp, major, minor, data, width)
        width = max(width, 1)
        return cls._of_sorted(key // width, key % width, data, shape)

    def _triple(self):
        count = int(self.indptr[-1])
        major = rows_of(self._xp, self.indptr, count)
        minor, data = self.indices[:count], self.data[:count]
        return (minor, major, data) if self._swapped else (major, minor, data)

    def _one(self, i, j):
        major, minor = (j, i) if self._swapped else (i, j)
        begin, end = int(self.indptr[major]), int(self.indptr[major + 1])
        found = self.data[begin:end][self.indices[begin:end] == minor]
        return found.sum(dtype=self.dtype) if len(found) else self.dtype.type(0)

    def _with_data(self, data):
        other = type(self).__new__(type(self))
        other._fill(data, self.indices.copy(), self.indptr.copy(), self._shape)
        return other

    def _getnnz(self, axis=None):
        return int(self.indptr[-1]) if axis is None else _spbase._getnnz(self, axis)

    def copy(self):
        """Another one with the same elements."""
        return self._with_data(self.data.copy())

    def check_format(self, full_check=True):
        """Raise a ValueError if the three arrays do not fit."""
        if len(self.indptr) != self._major_length(self._shape) + 1:
            raise ValueError(f'index pointer size {len(self.indptr)} should be {self._major_length(self._shape) + 1}')
        if int(self.indptr[0]) != 0:
            raise ValueError('index pointer should start with 0')
        if len(self.indices) != len(self.data):
            raise ValueError('indices and data should have the same size')
        if int(self.indptr[-1]) > len(self.indices):
            raise ValueError('Last value of index pointer should be less than the size of index and data arrays')
        if len(self.indptr) > 1 and bool((self._xp.diff(self.indptr) < 0).any()):
            raise ValueError('index pointer values must form a non-decreasing sequence')
        self.prune()
        if len(self.indices):
            if int(self.indices.max()) >= self._width:
                raise ValueError('indices must be < %d' % self._width)
            if int(self.indices.min()) < 0:
                raise ValueError('indices must be >= 0')

    def prune(self):
        """Drop what lies behind the last element."""
        count = int(self.indptr[-1])
        if count < len(self.indices):
            self.indices, self.data = self.indices[:count], self.data[:count]

    @property
    def has_sorted_indices(self):
        """Whether each row's (column's) indices rise."""
        if len(self.indices) < 2:
            return True
        major = self._major()
        return not bool(((major[1:] == major[:-1]) & (self.indices[1:] < self.indices[:-1])).any())

    @property
    def has_canonical_format(self):
        """Whether the indices rise and none is there twice."""
        if len(self.indices) < 2:
            return True
        major = self._major()
        return not bool(((major[1:] == major[:-1]) & (self.indices[1:] <= self.indices[:-1])).any())

    def sort_indices(self):
        """Sort each row's (column's) elements."""
        if not self.has_sorted_indices:
            major = self._major()
            order = self._xp.argsort(major.astype(numpy.int64) * max(self._width, 1) + self.indices, kind='stable')
            self.indices, self.data = self.indices[order], self.data[order]

    def sorted_indices(self):
        """One whose elements are sorted."""
        other = self.copy()
        other.sort_indices()
        return other

    def sum_duplicates(self):
        """Add the elements of one place."""
        if not self.has_canonical_format:
            row, col, data = self._triple()
            self._become(type(self)._of_triple(row, col, data, self._shape))

    def eliminate_zeros(self):
        """Drop stored zeros."""
        kept = self.data != 0
        major = self._major()[kept]
        other = type(self)._of_sorted(major, self.indices[kept], self.data[kept], self._shape)
        self._become(other)

    def resize(self, *shape):
        """Cut or lengthen in place."""
        shape = check_shape(shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, numpy.integer)) else shape)
        row, col, data = self._triple()
        two = shape if len(shape) == 2 else (1,) + shape
        kept = (row < two[0]) & (col < two[1])
        self._become(type(self)._of_triple(row[kept], col[kept], data[kept], shape))

    def _turned(self):
        """The same matrix in the other format; None where only the general way leads there."""
        if self.ndim != 2 or self._xp is not numpy:
            return None
        parts = _sparsetools.turned(self.indptr, self.indices, self.data, self._width)
        if parts is None:
            return None
        cls = self._family['csr' if self._swapped else 'csc']
        other = cls.__new__(cls)
        other._fill(parts[2], parts[1], parts[0], self._shape)
        return other

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged: the same arrays in the other format."""
        self._check_axes(axes)
        if self.ndim == 1:
            return self.copy() if copy else self
        cls = self._family['csr' if self._swapped else 'csc']
        other = cls.__new__(cls)
        parts = (self.data, self.indices, self.indptr)
        other._fill(*(part.copy() if copy else part for part in parts), self._shape[::-1])
        return other

    def _matmul_sparse(self, other):
        if self._swapped:
            other = other.tocsc()
            return other.transpose()._matmul_sparse(self.transpose()).transpose()
        xp = self._xp
        other = other.tocsr()
        shape = (self._two[0], other._two[1])
        if xp is numpy:
            indptr, indices, data = _sparsetools.product(self.indptr, self.indices, self.data, other.indptr, other.indices, other.data,
                                                         shape[1])
            kind = index_dtype(xp, *shape, len(data))
            result = type(self).__new__(type(self))
            result._fill(data, indices.astype(kind), indptr.astype(kind), shape)
            if not data.all():  # sums of 0 are not kept
                result.eliminate_zeros()
        else:
            result = self._product_of_arrays(other, shape)
        if self.ndim == 1:
            return result.reshape(shape[1:]) if self._is_array else result
        return result

    def _product_of_arrays(self, other, shape):
        """The product by rows as a chain of operations with arrays."""
        xp = self._xp
        kind = numpy.result_type(self.dtype, other.dtype)
        counts = xp.diff(other.indptr)[self.indices]
        ends = xp.cumsum(counts.astype(numpy.int64))
        total = int(ends[-1]) if len(ends) else 0
        which = xp.searchsorted(ends, xp.arange(total), side='right')
        place = xp.arange(total) - (ends - counts)[which] + other.indptr[self.indices[which]]
        values = (self.data[which] * other.data[place]).astype(kind)
        row, col = self._major()[which].astype(numpy.int64), other.indices[place]
        width = max(shape[1], 1)
        key = row * width + col
        order = xp.argsort(key, kind='stable')
        key = key[order]
        starts = xp.nonzero(xp.concatenate([xp.ones(min(1, total), bool), key[1:] != key[:-1]]))[0]
        values, first, key = group_sums(xp, values[order], starts), order[starts], key[starts]
        by_row = xp.lexsort(xp.stack([-first, key // width])) if len(key) else first
        key = key[by_row]
        return type(self)._of_sorted(key // width, key % width, values[by_row], shape)


class _csr_base(_compressed, _indexed):
    """Rows one after another."""
    format = 'csr'

    def tocsr(self, copy=False):
        """In rows."""
        return self.copy() if copy else self

    def tocsc(self, copy=False):
        """In columns."""
        other = self._turned()
        return _compressed.tocsc(self, copy) if other is None else other

    def __iter__(self):
        for i in range(self._shape[0]):
            yield self[i]


class _csc_base(_compressed, _indexed):
    """Columns one after another."""
    format = 'csc'
    _swapped = True

    def tocsc(self, copy=False):
        """In columns."""
        return self.copy() if copy else self

    def tocsr(self, copy=False):
        """In rows."""
        other = self._turned()
        return _compressed.tocsr(self, copy) if other is None else other

    def __iter__(self):
        yield from self.tocsr()


class _coo_base(_data_base):
    """Coordinates and values, in any order; those of one place add up."""
    format = 'coo'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        xp = self._xp
        if dtype is not None:
            dtype = check_dtype(dtype)
        if is_shape(arg1):
            self._shape = check_shape(arg1)
            self.coords = tuple(xp.zeros(0, numpy.int32) for _ in self._shape)
            self.data = xp.zeros(0, dtype=dtype or float)
        elif isinstance(arg1, tuple):
            try:
                values, coords = arg1
            except (TypeError, ValueError):
                raise TypeError('invalid input format') from None
            coords = tuple(xp.asarray(part) for part in (coords if isinstance(coords, tuple) else tuple(coords)))
            values = xp.asarray(values)
            check_dtype(values.dtype)
            lengths = {len(part) for part in coords} | {len(values)} if values.ndim else {0, 1}
            if len(lengths) != 1:
                raise ValueError('all index and data arrays must have the same length')
            if shape is None:
                if any(len(part) == 0 for part in coords):
                    raise ValueError('cannot infer dimensions from zero sized index arrays')
                shape = tuple(int(part.max()) + 1 for part in coords)
            self._shape = check_shape(shape)
            if len(self._shape) != len(coords):
                raise ValueError('mismatching number of index arrays for shape; got %d, expected %d' % (len(coords), len(self._shape)))
            kind = index_dtype(xp, *self._shape)
            for axis, part in enumerate(coords):
                if len(part):
                    most, least = int(part.max()), int(part.min())
                    if most >= self._shape[axis]:
                        raise ValueError(f'axis {axis} index {most} exceeds matrix dimension {self._shape[axis]}')
                    if least < 0:
                        raise ValueError(f'negative axis {axis} index: {least}')
            self.coords = tuple(xp.array(part, dtype=kind) if copy else part.astype(kind, copy=False) for part in coords)
            self.data = values.copy() if copy else values
        elif issparse(arg1):
            if arg1._xp is not xp:
                arg1 = _moved(self, arg1)
            row, col, data = arg1._triple()
            self._shape = arg1._shape
            self.coords = tuple(part.copy() if copy else part for part in ((row, col) if arg1.ndim == 2 else (col,)))
            self.data = data.copy() if copy else data
            if shape is not None and check_shape(shape) != self._shape:
                raise ValueError(f'inconsistent shapes: {check_shape(shape)} and {self._shape}')
        else:
            array = _as_array(xp, arg1)
            if array is None:
                raise ValueError(f'unrecognized {type(self).__name__} constructor input: {arg1}')
            check_dtype(array.dtype if dtype is None else dtype)
            if not self._is_array:
                array = numpy.atleast_2d(numpy.asarray(array)) if xp is numpy else xp.atleast_2d(array)
                if array.ndim != 2:
                    raise TypeError(f'expected 2D array or matrix, got {array.ndim}D')
            if shape is not None and check_shape(shape) != array.shape:
                raise ValueError(f'inconsistent shapes: {check_shape(shape)} != {array.shape}')
            self._shape = array.shape
            coords = array.nonzero()
            self.coords = tuple(part.astype(index_dtype(xp, *array.shape)) for part in coords)
            self.data = array[coords]
        if dtype is not None and dtype != self.data.dtype:
            self.data = self.data.astype(dtype)
        if maxprint is not None:
            self.maxprint = maxprint

    @property
    def row(self):
        """The rows of the elements."""
        return self.coords[0] if self.ndim == 2 else self._xp.zeros_like(self.col)

    @row.setter
    def row(self, row):
        self.coords = (self._xp.asarray(row, dtype=self.coords[0].dtype),) + self.coords[1:]

    @property
    def col(self):
        """The columns of the elements."""
        return self.coords[-1]

    @col.setter
    def col(self, col):
        self.coords = self.coords[:-1] + (self._xp.asarray(col, dtype=self.coords[-1].dtype),)

    def _triple(self):
        return self.row, self.col, self.data

    def _with_data(self, data):
        return type(self)((data, self.coords), shape=self._shape, copy=True)

    def _getnnz(self, axis=None):
        return int(len(self.data)) if axis is None else _spbase._getnnz(self, axis)

    def tocoo(self, copy=False):
        """As coordinates and values."""
        return self.copy() if copy else self

    def copy(self):
        """Another one with the same elements."""
        return self._with_data(self.data.copy())

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged."""
        self._check_axes(axes)
        return type(self)((self.data, self.coords[::-1]), shape=self._shape[::-1], copy=copy)

    @property
    def has_canonical_format(self):
        """Whether the elements are in order and none is there twice."""
        if len(self.data) < 2:
            return True
        key = self.row.astype(numpy.int64) * max(self._two[1], 1) + self.col
        return bool((key[1:] > key[:-1]).all())

    def sum_duplicates(self):
        """Add the elements of one place, in the order of columns."""
        if self.has_canonical_format:
            return
        height = max(self._two[0], 1)
        key, self.data = merged(self._xp, self.col, self.row, self.data, height)
        kind = self.coords[0].dtype
        self.coords = ((key % height).astype(kind), (key // height).astype(kind)) if self.ndim == 2 else ((key // height).astype(kind),)

    def eliminate_zeros(self):
        """Drop stored zeros."""
        kept = self.data != 0
        self.data, self.coords = self.data[kept], tuple(part[kept] for part in self.coords)

    def resize(self, *shape):
        """Cut or lengthen in place."""
        shape = check_shape(shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, numpy.integer)) else shape)
        kept = self._xp.ones(len(self.data), bool)
        for part, length in zip(self.coords, shape):
            kept = kept & (part < length)
        self.data, self.coords, self._shape = self.data[kept], tuple(part[kept] for part in self.coords), shape


class _dia_base(_data_base):
    """Diagonals: data[k, j] is the element of column j on the diagonal offsets[k]."""
    format = 'dia'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        xp = self._xp
        if dtype is not None:
            dtype = check_dtype(dtype)
        if issparse(arg1):
            if arg1._xp is not xp:
                arg1 = _moved(self, arg1)
            other = arg1.todia()
            self.data, self.offsets, self._shape = other.data, other.offsets, other._shape
            if copy:
                self.data, self.offsets = self.data.copy(), self.offsets.copy()
        elif is_shape(arg1) and len(arg1) == 2:
            self._shape = check_shape(arg1)
            self.data, self.offsets = xp.zeros((0, 0), dtype=dtype or float), xp.zeros(0, numpy.int32)
        elif isinstance(arg1, tuple) and len(arg1) == 2:
            if shape is None:
                raise ValueError('expected a shape argument')
            data, offsets = arg1
            self.data = numpy.atleast_2d(numpy.array(data, copy=True if copy else None)) if xp is numpy else xp.atleast_2d(xp.array(data))
            self.offsets = xp.atleast_1d(xp.asarray(offsets)).astype(numpy.int32)
            self._shape = check_shape(shape)
        else:
            other = self._family['coo'](arg1, shape=shape, dtype=dtype).todia()
            self.data, self.offsets, self._shape = other.data, other.offsets, other._shape
        if dtype is not None and dtype != self.data.dtype:
            self.data = self.data.astype(dtype)
        check_dtype(self.data.dtype)
        if self.offsets.ndim != 1:
            raise ValueError('offsets array must have rank 1')
        if self.data.ndim != 2:
            raise ValueError('data array must have rank 2')
        if self.data.shape[0] != len(self.offsets):
            raise ValueError('number of diagonals (%d) does not match the number of offsets (%d)' % (self.data.shape[0], len(self.offsets)))
        if len(xp.unique(self.offsets)) != len(self.offsets):
            raise ValueError('offset array contains duplicate values')
        if maxprint is not None:
            self.maxprint = maxprint

    def _repr_extra(self):
        return f' ({len(self.offsets)} diagonals)'

    def _mask(self):
        xp = self._xp
        col = xp.arange(self.data.shape[1])[None, :]
        row = col - self.offsets[:, None]
        return (row >= 0) & (row < self._two[0]) & (col < self._two[1]), row, xp.broadcast_to(col, row.shape)

    def _getnnz(self, axis=None):
        if axis is not None:
            raise NotImplementedError('_getnnz over an axis is not implemented for DIA format')
        height, width = self._two
        width = min(width, self.data.shape[1])
        return int(sum(max(0, min(height + int(k), width) - max(int(k), 0)) for k in self.offsets.tolist()))

    def _triple(self):
        mask, row, col = self._mask()
        mask = mask & (self.data != 0)
        row, col, data = row[mask].astype(numpy.int32), col[mask].astype(numpy.int32), self.data[mask]
        key = self._xp.argsort(row.astype(numpy.int64) * max(self._two[1], 1) + col, kind='stable')
        return row[key], col[key], data[key]

    def tocoo(self, copy=False):
        """As coordinates and values, one diagonal after another."""
        mask, row, col = self._mask()
        mask = mask & (self.data != 0)
        return self._family['coo']((self.data[mask], (row[mask], col[mask])), shape=self._shape)

    def _with_data(self, data):
        return type(self)((data, self.offsets.copy()), shape=self._shape)

    def copy(self):
        """Another one with the same elements."""
        return self._with_data(self.data.copy())

    def todia(self, copy=False):
        """In diagonals."""
        return self.copy() if copy else self

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged."""
        self._check_axes(axes)
        xp = self._xp
        offsets = -self.offsets
        width = max(self._shape)
        values = xp.zeros((len(offsets), max(self._shape[0], 1) if len(offsets) else 0), dtype=self.dtype)
        mask, row, col = self._mask()
        which = xp.broadcast_to(xp.arange(len(offsets))[:, None], row.shape)
        values[which[mask], row[mask]] = self.data[mask]
        return type(self)((values, offsets), shape=self._shape[::-1])

    def _joined(self, other, function):
        xp = self._xp
        if self.shape != other.shape:
            raise ValueError('inconsistent shapes')
        offsets = xp.union1d(self.offsets, other.offsets)
        kind = numpy.result_type(self.dtype, other.dtype)
        width = max(self.data.shape[1], other.data.shape[1])
        parts = []
        for one in (self, other):
            values = xp.zeros((len(offsets), width), dtype=kind)
            values[xp.searchsorted(offsets, one.offsets), :one.data.shape[1]] = xp.where(one._mask()[0], one.data, 0)
            parts.append(values)
        return type(self)((function(*parts), offsets), shape=self._shape)

    def _add_sparse(self, other, function):
        return self._joined(other, function) if other.format == 'dia' else _spbase._add_sparse(self, other, function)

    def _matmul_sparse(self, other):
        result = self.tocsr()._matmul_sparse(other)
        return result.todia() if other.format == 'dia' else result

    def diagonal(self, k=0):
        """The elements of a diagonal."""
        return self.tocsr().diagonal(k)

    def resize(self, *shape):
        """Cut or lengthen in place."""
        csr = self.tocsr()
        csr.resize(*shape)
        self._become(csr.todia())


class _bsr_base(_data_base):
    """Blocks in rows: data[k] is the block at indices[k]."""
    format = 'bsr'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, blocksize=None, *, maxprint=None):
        xp = self._xp
        if dtype is not None:
            dtype = check_dtype(dtype)
        if issparse(arg1) and arg1.format == 'bsr' and (blocksize is None or tuple(blocksize) == arg1.blocksize):
            parts = (arg1.data, arg1.indices, arg1.indptr)
            self.data, self.indices, self.indptr = (part.copy() for part in parts) if copy else parts
            self._shape = arg1._shape
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self.data, self.indices, self.indptr = (xp.array(part) for part in arg1)
            if self.data.ndim != 3:
                raise ValueError(f'BSR data must be 3-dimensional, got shape={self.data.shape}')
            r, c = self.data.shape[1:]
            shape = ((len(self.indptr) - 1) * r, (int(self.indices.max()) + 1 if len(self.indices) else 0) * c) if shape is None else shape
            self._shape = check_shape(shape)
            kind = index_dtype(xp, *self._shape)
            self.indices, self.indptr = self.indices.astype(kind), self.indptr.astype(kind)
        else:
            csr = self._family['csr'](arg1, shape=shape, dtype=dtype)
            if blocksize is None and is_shape(arg1):
                blocksize = (1, 1)
            self._of_csr(csr, _block_size(csr) if blocksize is None else blocksize)
        if dtype is not None and dtype != self.data.dtype:
            self.data = self.data.astype(dtype)
        if maxprint is not None:
            self.maxprint = maxprint

    def _of_csr(self, csr, blocksize):
        xp = self._xp
        r, c = (int(n) for n in blocksize)
        height, width = csr._shape
        if r < 1 or c < 1 or height % r or width % c:
            raise ValueError('shape must be multiple of blocksize')
        row, col, data = csr._triple()
        wide = max(width // c, 1)
        key = (row // r).astype(numpy.int64) * wide + col // c
        blocks, which = xp.unique(key, return_inverse=True)
        values = xp.zeros((len(blocks), r, c), dtype=data.dtype)
        values[which, row % r, col % c] = data
        counts = xp.bincount(blocks // wide, minlength=height // r) if len(blocks) else xp.zeros(height // r, numpy.int64)
        self.data, self.indices = values, (blocks % wide).astype(numpy.int32)
        self.indptr = xp.concatenate([xp.zeros(1, numpy.int64), xp.cumsum(counts)]).astype(numpy.int32)
        self._shape = csr._shape

    @property
    def blocksize(self):
        """The lengths of a block."""
        return self.data.shape[1:]

    def _repr_extra(self):
        return f" (blocksize={'x'.join(str(n) for n in self.blocksize)})"

    def _getnnz(self, axis=None):
        if axis is None:
            return int(self.indptr[-1]) * math.prod(self.blocksize)
        raise NotImplementedError('_getnnz over an axis is not implemented for BSR format')

    def _triple(self):
        xp = self._xp
        r, c = self.blocksize
        count = len(self.indices)
        block_row = rows_of(xp, self.indptr, count)
        row = (block_row[:, None, None] * r + xp.arange(r)[None, :, None]) + xp.zeros((1, 1, c), numpy.int64)
        col = (self.indices[:, None, None] * c + xp.arange(c)[None, None, :]) + xp.zeros((1, r, 1), numpy.int64)
        return row.ravel().astype(numpy.int32), col.ravel().astype(numpy.int32), self.data.ravel()

    def _with_data(self, data):
        return type(self)((data.reshape(self.data.shape), self.indices, self.indptr), shape=self._shape)

    def copy(self):
        """Another one with the same elements."""
        return self._with_data(self.data.copy())

    def tobsr(self, blocksize=None, copy=False):
        """In blocks of another size."""
        return self if blocksize is None or tuple(blocksize) == self.blocksize else type(self)(self.tocsr(), blocksize=blocksize)

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged."""
        self._check_axes(axes)
        return type(self)(self.tocsr().transpose(), blocksize=self.blocksize[::-1])

    def _matmul_sparse(self, other):
        result = self.tocsr()._matmul_sparse(other)
        wide = other.blocksize[1] if other.format == 'bsr' else 1
        return type(self)(result, blocksize=(self.blocksize[0], wide))

    def _add_sparse(self, other, function):
        if other.format != 'bsr':
            return _spbase._add_sparse(self, other, function)
        return type(self)(self.tocsr()._add_sparse(other, function), blocksize=self.blocksize)

    def sort_indices(self):
        """Sort each row's blocks."""
        self._become(type(self)(self.tocsr(), blocksize=self.blocksize))

    sum_duplicates = eliminate_zeros = sort_indices

    def __getitem__(self, key):
        raise NotImplementedError


def _block_size(csr):
    """The largest blocks up to 6 by 6 that are mostly full."""
    count = csr._getnnz()
    if not count:
        return (1, 1)

    def share(r, c):
        if csr._shape[0] % r or csr._shape[1] % c:
            return 0
        row, col, _ = csr._triple()
        blocks = len(csr._xp.unique((row // r).astype(numpy.int64) * (csr._shape[1] // c) + col // c))
        return count / (blocks * r * c)

    high = (0.7 + 1) / 2
    two, three = share(2, 2), share(3, 3)
    if two > high and three > high:
        return (6, 6) if share(6, 6) > 0.7 else (3, 3)
    if share(4, 4) > 0.7:
        return (4, 4)
    return (3, 3) if three > 0.7 else (2, 2) if two > 0.7 else (1, 1)


class _lil_base(_spbase, _indexed):
    """Lists: rows[i] and data[i] are the columns and values of row i."""
    format = 'lil'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        self.dtype = check_dtype(dtype) if dtype is not None else None
        if is_shape(arg1):
            self._shape = check_shape(arg1)
            self.dtype = self.dtype or numpy.dtype(float)
            lists = [([], []) for _ in range(self._two[0])]
        else:
            csr = self._family['csr'](arg1, dtype=dtype)
            if shape is not None and check_shape(shape) != csr._shape:
                raise ValueError('inconsistent shapes')
            csr.sort_indices()
            self._shape, self.dtype = csr._shape, csr.dtype
            ends, columns, values = csr.indptr.tolist(), csr.indices.tolist(), csr.data.tolist()
            lists = [(columns[a:b], values[a:b]) for a, b in zip(ends, ends[1:])]
        self.rows, self.data = numpy.empty(len(lists), object), numpy.empty(len(lists), object)
        for i, (columns, values) in enumerate(lists):
            self.rows[i], self.data[i] = columns, values
        if maxprint is not None:
            self.maxprint = maxprint

    def _getnnz(self, axis=None):
        return sum(len(row) for row in self.rows.tolist()) if axis is None else _spbase._getnnz(self, axis)

    def _triple(self):
        lists = self.rows.tolist()
        row = numpy.repeat(numpy.arange(len(lists), dtype=numpy.int32), [len(one) for one in lists])
        col = numpy.array([c for one in lists for c in one], dtype=numpy.int32)
        return row, col, numpy.array([v for one in self.data.tolist() for v in one], dtype=self.dtype)

    def _with_data(self, data):
        return self.tocsr()._with_data(data)

    def __neg__(self):
        return -self.tocsr()

    def __abs__(self):
        return abs(self.tocsr())

    def astype(self, dtype, casting='unsafe', copy=True):
        """With elements of another type."""
        return self.tocsr().astype(dtype).tolil()

    def multiply(self, other):
        """The product element by element."""
        result = self.tocsr().multiply(other)
        return result.tolil() if numpy.isscalar(other) else result

    def __truediv__(self, other):
        result = self.tocsr() / other
        return result.tolil() if numpy.isscalar(other) else result

    def conjugate(self, copy=True):
        """With the elements' conjugates."""
        return self.tocsr().conjugate().tolil()

    conj = conjugate

    def power(self, n, dtype=None):
        """Each stored element to a power."""
        return self.tocsr().power(n, dtype)

    def tolil(self, copy=False):
        """As lists."""
        return self.copy() if copy else self

    def getrowview(self, i):
        """A row that shares its lists."""
        row = type(self)((1, self._two[1]), dtype=self.dtype)
        for mine, theirs in ((row.rows, self.rows), (row.data, self.data)):
            mine[0] = theirs[i]
        return row

    def _one(self, i, j):
        columns = self.rows[i]
        return self.dtype.type(self.data[i][columns.index(j)] if j in columns else 0)

    def _set_one(self, i, j, value):
        columns, values = self.rows[i], self.data[i]
        value = self.dtype.type(value).item()
        if j in columns:
            at = columns.index(j)
            if value == 0:
                del columns[at], values[at]
            else:
                values[at] = value
        elif value != 0:
            at = 0
            while at < len(columns) and columns[at] < j:
                at += 1
            columns.insert(at, j)
            values.insert(at, value)

    def _set(self, row, col, values):
        for i, j, value in zip(numpy.asarray(row).ravel().tolist(), numpy.asarray(col).ravel().tolist(), numpy.asarray(values).ravel().tolist()):
            self._set_one(i, j, value)

    def resize(self, *shape):
        """Cut or lengthen in place."""
        csr = self.tocsr()
        csr.resize(*shape)
        self._become(csr.tolil())


class _dok_base(_spbase, _indexed):
    """A dictionary from places to values."""
    format = 'dok'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
        self.dtype = check_dtype(dtype) if dtype is not None else None
        self._dict = {}
        if is_shape(arg1):
            self._shape = check_shape(arg1)
            self.dtype = self.dtype or numpy.dtype(float)
        else:
            coo = self._family['coo'](arg1, shape=shape, dtype=dtype)
            self._shape, self.dtype = coo._shape, coo.dtype
            if coo.ndim == 1:
                self._dict = dict(zip(list(coo.col), list(coo.data)))
            else:
                self._dict = dict(zip(zip(list(coo.row), list(coo.col)), list(coo.data)))
        if maxprint is not None:
            self.maxprint = maxprint

    def _getnnz(self, axis=None):
        return len(self._dict) if axis is None else _spbase._getnnz(self, axis)

    def __len__(self):
        return len(self._dict)

    def __contains__(self, key):
        return key in self._dict

    def __iter__(self):
        return iter(self._dict)

    def _triple(self):
        places = [key if isinstance(key, tuple) else (0, key) for key in self._dict]
        row = numpy.array([int(i) for i, _ in places], dtype=numpy.int32)
        col = numpy.array([int(j) for _, j in places], dtype=numpy.int32)
        return row, col, numpy.array(list(self._dict.values()), dtype=self.dtype)

    def _with_data(self, data):
        coo = self.tocoo()
        return type(self)(coo._with_data(data))

    def astype(self, dtype, casting='unsafe', copy=True):
        """With elements of another type."""
        return type(self)(self.tocoo().astype(dtype))

    @property
    def _values(self):
        return self._triple()[2]

    def multiply(self, other):
        """The product element by element."""
        return self._with_data(self._values * other) if numpy.isscalar(other) else self.tocsr().multiply(other)

    def __truediv__(self, other):
        return self._with_data(self._values / other) if numpy.isscalar(other) else self.tocsr() / other

    def __neg__(self):
        return self._with_data(-self._values)

    def __abs__(self):
        return self._with_data(abs(self._values))

    def conjugate(self, copy=True):
        """With the elements' conjugates."""
        return self._with_data(self._values.conj())

    conj = conjugate

    def power(self, n, dtype=None):
        """Each stored element to a power."""
        return self.tocsr().power(n, dtype)

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged."""
        self._check_axes(axes)
        other = type(self)(self._shape[::-1], dtype=self.dtype)
        other._dict = {key[::-1] if isinstance(key, tuple) else key: value for key, value in self._dict.items()}
        return other

    def _add_sparse(self, other, function):
        result = _spbase._add_sparse(self, other, function)
        return result.todok() if other.format == 'dok' else result

    def todok(self, copy=False):
        """As a dictionary."""
        return self.copy() if copy else self

    def get(self, key, default=0.0):
        """The value of a place, or the default."""
        return self._dict.get(key, default)

    def setdefault(self, key, default=None, /):
        """The value of a place, which the default becomes where there is none."""
        return self._dict.setdefault(key, default)

    def keys(self):
        """The places."""
        return self._dict.keys()

    def values(self):
        """The values."""
        return self._dict.values()

    def items(self):
        """The places with their values."""
        return self._dict.items()

    def pop(self, key, default=None, /):
        """Take a place's value away."""
        return self._dict.pop(key, default)

    def clear(self):
        """Take everything away."""
        self._dict.clear()

    def _one(self, i, j):
        return self._dict.get((i, j) if self.ndim == 2 else j, self.dtype.type(0))

    def _set(self, row, col, values):
        for i, j, value in zip(numpy.asarray(row).ravel().tolist(), numpy.asarray(col).ravel().tolist(), list(numpy.asarray(values).ravel())):
            key = (i, j) if self.ndim == 2 else j
            if value:
                self._dict[key] = self.dtype.type(value)
            else:
                self._dict.pop(key, None)

    def resize(self, *shape):
        """Cut or lengthen in place."""
        coo = self.tocoo()
        coo.resize(*shape)
        self._become(coo.todok())


def _moved(self, other):
    """A matrix of the host on the device, or one of the device on the host."""
    row, col, data = other._triple()
    xp = self._xp
    part = (lambda a: a.get()) if xp is numpy else xp.asarray
    coo = self._family['coo']((part(data), (part(row), part(col)) if other.ndim == 2 else (part(col),)), shape=other._shape)
    return coo


BASES = {'csr': _csr_base, 'csc': _csc_base, 'coo': _coo_base, 'dia': _dia_base, 'bsr': _bsr_base, 'lil': _lil_base, 'dok': _dok_base}
