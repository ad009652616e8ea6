"""What all sparse matrices and arrays have in common; `_xp` is the library of their arrays, numpy or cupy."""

import operator
import warnings

import numpy
from scipy.sparse import _sparsetools

MAXPRINT = 50
FORMATS = {'csr': 'Compressed Sparse Row', 'csc': 'Compressed Sparse Column', 'coo': 'COOrdinate', 'dia': 'DIAgonal', 'bsr': 'Block Sparse Row',
           'lil': 'List of Lists', 'dok': 'Dictionary Of Keys'}
SUPPORTED = ('bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, longlong, ulonglong, float32, float64, longdouble, complex64, '
             'complex128, clongdouble')


class SparseWarning(Warning):
    """A warning about sparse matrices."""


class SparseEfficiencyWarning(SparseWarning):
    """What was asked for is slow in this format."""


class sparray:
    """The base class of sparse arrays: `*` goes element by element."""


class spmatrix:
    """The base class of sparse matrices: `*` is the product of matrices."""


spmatrix.__module__ = 'scipy.sparse._matrix'


def issparse(x):
    """Whether this is a sparse matrix or array of any format.

    >>> sparse.issparse(sparse.eye(2)), sparse.issparse([1])
    (True, False)
    """
    return isinstance(x, _spbase)


def is_scalar(x):
    """Whether this is one number, or an array of none and no axes."""
    return numpy.isscalar(x) or (getattr(x, 'ndim', None) == 0 and hasattr(x, 'dtype'))


def check_dtype(dtype):
    """The dtype, if sparse matrices can have it."""
    dtype = numpy.dtype(dtype)
    if dtype.kind not in 'biufc' or dtype == numpy.float16:
        name = dtype.name if dtype.kind not in 'US' else dtype.str
        raise ValueError(f'scipy.sparse does not support dtype {name}. The only supported types are: {SUPPORTED}.')
    return dtype


def check_shape(shape, least=2):
    """A shape as a tuple of ints."""
    shape = tuple(operator.index(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,)))
    if any(n < 0 for n in shape):
        raise ValueError("'shape' elements cannot be negative")
    return shape


def is_shape(value):
    """Whether the value reads as a shape."""
    return (isinstance(value, tuple) and len(value) in (1, 2) and all(isinstance(n, (int, numpy.integer)) and not isinstance(n, bool) for n in value))


def index_dtype(xp, *limits):
    """The type that can hold these numbers as places."""
    return numpy.dtype('int64' if any(int(limit) > 2147483647 for limit in limits) else 'int32')


def rows_of(xp, indptr, count):
    """The row of each stored element."""
    if xp is numpy and count == indptr[-1]:
        return numpy.repeat(numpy.arange(len(indptr) - 1, dtype=indptr.dtype), numpy.diff(indptr))
    return xp.searchsorted(indptr[1:], xp.arange(count, dtype=indptr.dtype), side='right').astype(indptr.dtype)


def group_sums(xp, data, starts):
    """The sums of runs that begin at these places."""
    if not len(starts):
        return data[:0]
    function = xp.logical_or if data.dtype.kind == 'b' else xp.add
    if xp is numpy:
        return function.reduceat(data, starts).astype(data.dtype)
    place = xp.searchsorted(starts, xp.arange(len(data)), side='right') - 1
    if data.dtype.kind == 'b':
        return xp.bincount(place, weights=data.astype(float), minlength=len(starts)) > 0
    sums = xp.zeros((len(starts),) + data.shape[1:], dtype=data.dtype)
    xp.add.at(sums, place, data)
    return sums


def is_rising(key):
    """Whether none is less than the one before it."""
    return len(key) < 2 or not bool((key[1:] < key[:-1]).any())


def merged(xp, major, minor, data, width):
    """Elements in order, those of one place added: their places as major * width + minor, and the values."""
    width = max(int(width), 1)
    key = major.astype(numpy.int64) * width + minor
    if not is_rising(key):
        if xp is numpy:
            order = _sparsetools.order(major, minor, int(major.max()) + 1, width)
        else:
            order = xp.argsort(key, kind='stable')
        key, data = key[order], data[order]
    if len(key) > 1:
        first = xp.concatenate([xp.ones(1, bool), key[1:] != key[:-1]])
        starts = xp.nonzero(first)[0]
        if len(starts) < len(key):
            data, key = group_sums(xp, data, starts), key[starts]
    return key, data


class _spbase:
    """A sparse matrix or array."""

    __array_priority__ = 10.1
    _xp = numpy
    _is_array = False
    _family = {}
    format = 'und'
    maxprint = MAXPRINT

    # What stands beside it.

    def _new(self, format, *args, **kwargs):
        return self._family[format](*args, **kwargs)

    def _dense(self, array):
        return array.view(numpy.matrix) if not self._is_array and self._xp is numpy else array

    @property
    def ndim(self):
        """How many axes it has."""
        return len(self._shape)

    @property
    def shape(self):
        """Its lengths."""
        return self._shape

    @shape.setter
    def shape(self, shape):
        if not self._is_array:
            other = self.reshape(shape).asformat(self.format)
            self.__dict__.clear()
            self.__dict__.update(other.__dict__)
            return
        raise AttributeError("can't set attribute 'shape'")

    @property
    def _two(self):
        return self._shape if len(self._shape) == 2 else (1,) + self._shape

    @property
    def nnz(self):
        """How many elements are stored."""
        return self.getnnz() if not self._is_array else self._getnnz()

    @property
    def size(self):
        """How many elements are stored."""
        return self._getnnz()

    def getnnz(self, axis=None):
        """How many elements are stored, altogether or along an axis."""
        return self._getnnz(axis)

    def _getnnz(self, axis=None):
        row, col, data = self._triple()
        if axis is None:
            return int(len(data))
        axis = self._axis(axis)
        return self._xp.bincount((col, row)[axis], minlength=self._two[1 - axis])

    def _axis(self, axis):
        if isinstance(axis, tuple):
            if len(axis) != 1:
                return None if len(set(axis)) == 2 else axis[0] % 2
            axis = axis[0]
        axis = operator.index(axis)
        if not -self.ndim <= axis < self.ndim:
            raise ValueError('axis out of range for ndim')
        return axis % self.ndim if self.ndim == 2 else 1

    def count_nonzero(self, axis=None):
        """How many elements are not 0, altogether or along an axis."""
        row, col, data = self._triple()
        mask = data != 0
        if axis is None:
            return self._xp.count_nonzero(data)
        axis = self._axis(axis)
        return self._xp.bincount((col, row)[axis][mask], minlength=self._two[1 - axis])

    def __repr__(self):
        if self._xp is not numpy:
            return object.__repr__(self)
        extra = self._repr_extra() if hasattr(self, '_repr_extra') else ''
        kind = 'array' if self._is_array else 'matrix'
        return (f"<{FORMATS[self.format]} sparse {kind} of dtype '{self.dtype}'\n\twith {self._getnnz()} stored elements{extra} "
                f'and shape {self.shape}>')

    def __str__(self):
        if self._xp is not numpy:
            return str(self.get())
        row, col, data = self._triple()
        count = len(data)
        if not count:
            return repr(self)

        def line(i):
            place = f'({row[i]}, {col[i]})' if self.ndim == 2 else f'({col[i]},)'
            return f'  {place}\t{data[i]}'

        if count > self.maxprint:
            half = self.maxprint // 2
            lines = [line(i) for i in range(half)] + ['  :\t:'] + [line(i) for i in range(count - half, count)]
        else:
            lines = [line(i) for i in range(count)]
        return '\n'.join([repr(self), '  Coords\tValues'] + lines)

    def __bool__(self):
        if self.shape in ((1, 1), (1,)):
            return self._getnnz() != 0
        raise ValueError('The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().')

    def __len__(self):
        raise TypeError('sparse array length is ambiguous; use getnnz() or shape[0]')

    __hash__ = None

    # Conversions.

    def asformat(self, format, copy=False):
        """The same elements in another format; None: in this one."""
        if format is None or format == self.format:
            return self.copy() if copy else self
        if format not in FORMATS:
            raise ValueError(f'Format {format} is unknown.')
        return getattr(self, 'to' + format)(copy=copy)

    def tocsr(self, copy=False):
        """In rows."""
        row, col, data = self._triple()
        return self._family['csr']._of_triple(row, col, data, self._shape)

    def tocsc(self, copy=False):
        """In columns."""
        row, col, data = self._triple()
        return self._family['csc']._of_triple(row, col, data, self._shape)

    def tocoo(self, copy=True):
        """As coordinates and values."""
        row, col, data = self._triple()
        coords = (row, col) if self.ndim == 2 else (col,)
        return self._family['coo']((data, coords), shape=self._shape, copy=copy)

    def tolil(self, copy=False):
        """As lists."""
        return self._family['lil'](self.tocsr())

    def todok(self, copy=False):
        """As a dictionary."""
        return self._family['dok'](self.tocoo())

    def tobsr(self, blocksize=None, copy=False):
        """In blocks."""
        return self._family['bsr'](self.tocsr(), blocksize=blocksize)

    def todia(self, copy=False):
        """In diagonals."""
        xp = self._xp
        row, col, data = self.tocsr()._triple()
        places = col.astype(numpy.int64) - row
        offsets, place = xp.unique(places, return_inverse=True)
        if len(offsets) > 100:
            warnings.warn(f'Constructing a DIA matrix with {len(offsets)} diagonals is inefficient', SparseEfficiencyWarning, stacklevel=2)
        if len(data):
            values = xp.zeros((len(offsets), int(col.max()) + 1), dtype=self.dtype)
            values[place, col] = data
        else:
            values = xp.zeros((0, 0), dtype=self.dtype)
        return self._family['dia']((values, offsets.astype(numpy.int32)), shape=self._shape)

    def toarray(self, order=None, out=None):
        """As an array of all elements."""
        xp = self._xp
        row, col, data = self._triple()
        if out is not None:
            if out.dtype != self.dtype or out.shape != self.shape:
                raise ValueError('out array must be same dtype and shape as sparse array')
            array = out
            array[...] = 0
        else:
            array = xp.zeros(self._shape, dtype=self.dtype, order=order or 'C')
        key, data = merged(xp, row, col, data, self._two[1])
        width = max(self._two[1], 1)
        array[(key // width, key % width) if self.ndim == 2 else key] = data
        return array

    def todense(self, order=None, out=None):
        """As a matrix (of a sparse array: an array) of all elements."""
        return self._dense(self.toarray(order=order, out=out))

    def copy(self):
        """Another one with the same elements."""
        return type(self)(self, copy=True)

    def astype(self, dtype, casting='unsafe', copy=True):
        """With elements of another type."""
        dtype = check_dtype(dtype)
        if dtype == self.dtype:
            return self.copy() if copy else self
        if not numpy.can_cast(self.dtype, dtype, casting):
            raise TypeError(f'Cannot cast array data from {self.dtype!r} to {dtype!r} according to the rule {casting!r}')
        return self._with_data(self.data.astype(dtype))

    def asfptype(self):
        """With elements that have a fraction."""
        return self if self.dtype.kind in 'fc' else self.astype(numpy.result_type(self.dtype, numpy.float32))

    def conjugate(self, copy=True):
        """With the elements' conjugates."""
        return self._with_data(self.data.conj()) if self.dtype.kind == 'c' else self.copy() if copy else self

    conj = conjugate

    @property
    def real(self):
        """The real parts."""
        return self._with_data(self.data.real.copy())

    @property
    def imag(self):
        """The imaginary parts."""
        return self._with_data(self.data.imag.copy())

    @property
    def T(self):
        """Rows and columns exchanged."""
        return self.transpose()

    def getH(self):
        """Rows and columns exchanged, of the conjugates."""
        return self.conjugate().transpose()

    def getformat(self):
        """The format's name."""
        return self.format

    def get_shape(self):
        """Its lengths."""
        return self._shape

    def set_shape(self, shape):
        """Give it other lengths."""
        self.shape = shape

    def getmaxprint(self):
        """How many elements str() shows."""
        return self.maxprint

    def _check_axes(self, axes):
        if axes is not None and tuple(axes) != tuple(range(self.ndim))[::-1]:
            raise ValueError("Sparse arrays/matrices do not support an 'axes' parameter because swapping dimensions is the only logical "
                             'permutation.')

    def transpose(self, axes=None, copy=False):
        """Rows and columns exchanged."""
        self._check_axes(axes)
        if self.ndim == 1:
            return self.copy() if copy else self
        return self.tocoo().transpose().asformat(self.format)

    def reshape(self, *args, order='C', copy=False):
        """The same elements under other lengths, as coordinates (csr and others keep none of their order)."""
        xp = self._xp
        shape = args[0] if len(args) == 1 and not isinstance(args[0], (int, numpy.integer)) else args
        shape = [operator.index(n) for n in (shape if isinstance(shape, (tuple, list)) else (shape,))]
        total = int(numpy.prod(self._shape, dtype=object)) if self._shape else 1
        if shape.count(-1) == 1:
            rest = -int(numpy.prod(shape, dtype=object))
            if not rest or total % rest:
                raise ValueError(f"cannot reshape array of size {total} into shape {tuple('newshape' if n == -1 else n for n in shape)}")
            shape[shape.index(-1)] = total // rest
        elif shape.count(-1) > 1:
            raise ValueError('can only specify one unknown dimension')
        shape = tuple(shape)
        if len(shape) not in ((1, 2) if self._is_array else (2,)):
            raise ValueError(f'matrix shape must be two-dimensional' if not self._is_array else f'shape must have length in (1, 2). Got {shape}')
        if int(numpy.prod(shape, dtype=object)) != total:
            raise ValueError(f'cannot reshape array of size {total} into shape {shape}')
        if shape == self._shape:
            return self.copy() if copy else self
        row, col, data = self._triple()
        height, width = self._two
        key = row.astype(numpy.int64) * width + col if order == 'C' else col.astype(numpy.int64) * height + row
        if len(shape) == 1:
            coords = (key,)
        elif order == 'C':
            coords = (key // max(shape[1], 1), key % max(shape[1], 1))
        else:
            coords = (key % max(shape[0], 1), key // max(shape[0], 1))
        return self._family['coo']((data, coords), shape=shape, copy=copy)

    # Elements.

    def nonzero(self):
        """The places of the elements that are not 0."""
        row, col, data = self._triple()
        mask = data != 0
        return (row[mask], col[mask]) if self.ndim == 2 else (col[mask],)

    def diagonal(self, k=0):
        """The elements of a diagonal."""
        xp = self._xp
        height, width = self._two
        length = max(0, min(height + min(k, 0), width - max(k, 0)))
        result = xp.zeros(length, dtype=self.dtype)
        row, col, data = self._triple()
        mask = col - row == k
        row, data = merged(xp, row[mask], row[mask] * 0, data[mask], 1)
        result[row + min(k, 0)] = data
        return result

    def trace(self, offset=0):
        """The sum of a diagonal."""
        return self.diagonal(k=offset).sum()

    def setdiag(self, values, k=0):
        """Set the elements of a diagonal."""
        height, width = self._two
        if (k > 0 and k >= width) or (k < 0 and -k >= height):
            raise ValueError('k exceeds array dimensions')
        length = min(height + min(k, 0), width - max(k, 0))
        values = numpy.asarray(values) if self._xp is numpy else self._xp.asarray(values)
        if values.ndim:
            length = min(length, len(values))
            values = values[:length]
        places = self._xp.arange(length)
        self._set(places - min(k, 0), places + max(k, 0), self._xp.broadcast_to(values.astype(self.dtype), (length,)))

    def getrow(self, i):
        """A row."""
        return self.tocsr()[[self._wrapped(i, 0)], :]

    def getcol(self, j):
        """A column."""
        return self.tocsr()[:, [self._wrapped(j, 1)]]

    def _wrapped(self, i, axis):
        n = self._two[axis]
        if not -n <= i < n:
            raise IndexError('index out of bounds')
        return i % n

    def _set(self, row, col, values):
        """Give these places these values."""
        xp = self._xp
        width = max(self._two[1], 1)
        old_row, old_col, old = self._triple()
        old_key, old = merged(xp, old_row, old_col, old, width)
        key = xp.asarray(row).astype(numpy.int64).ravel() * width + xp.asarray(col).ravel()
        values = xp.asarray(values).ravel().astype(self.dtype)
        both = xp.concatenate([old_key, key])
        order = xp.argsort(both, kind='stable')
        both, data = both[order], xp.concatenate([old, values])[order]
        last = xp.concatenate([both[1:] != both[:-1], xp.ones(min(1, len(both)), bool)])
        both, data = both[last], data[last]
        other = self._family['coo']((data, (both // width, both % width) if self.ndim == 2 else (both,)), shape=self._shape)
        self._become(other.asformat(self.format))

    def _become(self, other):
        self.__dict__.clear()
        self.__dict__.update(other.__dict__)

    # Sums and extremes.

    def sum(self, axis=None, dtype=None, out=None):
        """The sum, altogether or along an axis."""
        xp = self._xp
        row, col, data = self._triple()
        kind = numpy.dtype(dtype) if dtype is not None else (
            numpy.dtype(numpy.int64) if self.dtype.kind in 'bi' else numpy.dtype(numpy.uint64) if self.dtype.kind == 'u' else self.dtype)
        axis = None if axis is None else self._axis(axis)
        if axis is None or self.ndim == 1:
            total = data.sum(dtype=kind)
            if out is not None:
                out[...] = total
                return out
            return total
        place, length = ((col, row)[axis], self._two[1 - axis])
        work = self.dtype if self.dtype.kind in 'fc' else kind
        totals = xp.zeros(length, dtype=work)
        if work == numpy.float64 and len(data):
            totals = xp.bincount(place, weights=data, minlength=length)
        elif len(data):
            xp.add.at(totals, place, data.astype(work))
        totals = totals.astype(kind)
        if not self._is_array:
            totals = self._dense(totals.reshape((1, -1) if axis == 0 else (-1, 1)))
        if out is not None:
            if out.shape != totals.shape:
                raise ValueError('dimensions do not match')
            out[...] = totals
            return out
        return totals

    def mean(self, axis=None, dtype=None, out=None):
        """The mean, altogether or along an axis."""
        kind = numpy.dtype(dtype) if dtype is not None else numpy.dtype(numpy.float64) if self.dtype.kind in 'biu' else self.dtype
        work = numpy.dtype(numpy.float64) if self.dtype.kind in 'biu' else self.dtype
        where = None if axis is None else self._axis(axis)
        count = self._two[where] if where is not None and self.ndim == 2 else int(numpy.prod(self._shape))
        total = self.astype(work).sum(axis=axis, dtype=work)
        result = total * (1.0 / count) if where is not None and self.ndim == 2 else total / count
        if result.dtype != kind:
            result = result.astype(kind)
        if out is not None:
            out[...] = result
            return out
        return result

    def _extreme(self, axis, out, take, nan, explicit):
        if out is not None:
            raise ValueError("Sparse arrays do not support an 'out' parameter.")
        xp = self._xp
        row, col, data = self._triple()
        key, data = merged(xp, row, col, data, self._two[1])
        function = {('max', False): xp.maximum, ('min', False): xp.minimum, ('max', True): xp.fmax, ('min', True): xp.fmin}[take, nan]
        zero = self.dtype.type(0)
        axis = None if axis is None else self._axis(axis)
        if axis is None or self.ndim == 1:
            total = int(numpy.prod(self._shape))
            if not total:
                raise ValueError('zero-size array to reduction operation')
            if not len(data):
                return zero
            best = function.reduce(data)
            return best if explicit or len(data) == total else function(zero, best)
        if not self._two[axis]:
            raise ValueError('zero-size array to reduction operation')
        row, col = key // max(self._two[1], 1), key % max(self._two[1], 1)
        place, length = (col, row)[axis], self._two[1 - axis]
        order = xp.argsort(place, kind='stable')
        place, data = place[order], data[order]
        counts = xp.bincount(place, minlength=length)
        some = xp.nonzero(counts)[0]
        starts = xp.searchsorted(place, some)
        values = function.reduceat(data, starts if xp is numpy else starts.tolist()) if len(some) else data[:0]
        if not explicit:
            values = xp.where(counts[some] < self._two[axis], function(values, zero), values).astype(self.dtype)
        kept = values != 0
        some, values = some[kept], values[kept]
        if self._is_array:
            return self._family['coo']((values, (some,)), shape=(length,))
        zeros = xp.zeros(len(some), dtype=some.dtype)
        return self._family['coo']((values, (zeros, some) if axis == 0 else (some, zeros)), shape=(1, length) if axis == 0 else (length, 1))

    def _place_of_extreme(self, axis, out, take, explicit):
        """Of each line (axis None: of all) the place that argmax or argmin gives; explicit: only stored elements count."""
        if out is not None:
            raise ValueError(f"Sparse {take} does not support an 'out' parameter.")
        xp = self._xp
        row, col, data = self._triple()
        height, width = self._two
        if axis is None:
            if not height * width:
                raise ValueError(f'Cannot apply {take} to an empty matrix.')
            groups, length = 1, height * width
            key, data = merged(xp, row, col, data, width)
            if explicit:
                return getattr(xp, take)(data)
        else:
            axis = self._axis(axis)
            by_column = axis == 0 and self.ndim == 2
            groups, length = (width, height) if by_column else (height, width)
            if not length:
                raise ValueError(f'Cannot apply {take} along a zero-sized dimension.')
            key, data = merged(xp, *((col, row) if by_column else (row, col)), data, length)
        group, place = key // length, key % length
        result = xp.zeros(groups, dtype=numpy.int64)
        if len(data):
            counts = xp.bincount(group, minlength=groups)
            some = xp.nonzero(counts)[0]
            counts = counts[some]
            starts = xp.cumsum(counts) - counts
            runs = starts if xp is numpy else starts.tolist()
            line = xp.repeat(xp.arange(len(some)), counts if xp is numpy else counts.tolist())
            best = (xp.maximum if take == 'argmax' else xp.minimum).reduceat(data, runs)
            is_best = (data == best[line]) | ((data != data) & (best != best)[line])
            places = xp.minimum.reduceat(xp.where(is_best, place, length), runs)
            if not explicit:  # zeros that are not stored may be better: the first of them
                rank = xp.arange(len(place)) - starts[line]
                gap = xp.minimum(xp.minimum.reduceat(xp.where(place != rank, rank, length), runs), counts)
                gap = xp.where(best == 0, xp.minimum(gap, places), gap)
                stays = (best > 0) if take == 'argmax' else (best < 0)
                places = xp.where(stays | (counts == length), places, gap)
            result[some] = places
        if axis is None:
            return int(result[0])
        if self.ndim == 1:
            return int(result[0])
        return result if self._is_array else self._dense(result.reshape((1, -1) if axis == 0 else (-1, 1)))

    # Arithmetic.

    def __neg__(self):
        return self._with_data(-self.data)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return self._with_data(abs(self.data))

    def __round__(self, ndigits=0):
        return self._with_data(self._xp.round(self.data, ndigits))

    def _is_dense(self, other):
        return isinstance(other, (numpy.ndarray, self._xp.ndarray))

    def _binary(self, other, function, dtype=None):
        """Element by element where 0 and 0 give 0."""
        xp = self._xp
        if self.shape != other.shape:
            raise ValueError('inconsistent shapes')
        if self.format not in ('csr', 'csc'):
            return self.tocsr()._binary(other, function, dtype)
        other = other.asformat(self.format)
        width = max(self._width, 1)
        if xp is numpy and dtype is None and function in (numpy.add, numpy.subtract, numpy.multiply):
            parts = _sparsetools.joined(function.__name__, self.indptr, self.indices, self.data, other.indptr, other.indices, other.data, width)
            if parts is not None:
                result = type(self).__new__(type(self))
                result._fill(parts[2], parts[1], parts[0], self._shape)
                return result
        if xp is numpy:
            parts = _sparsetools.aligned(self.indptr, self.indices, self.data, other.indptr, other.indices, other.data, width)
            if parts is not None:
                return self._of_aligned(*parts, function, dtype)
        keys, both = [], []
        for one in (self, other):
            key, data = merged(xp, one._major(), one.indices, one.data, width)
            keys.append(key)
            both.append(data)
        if len(keys[0]) == len(keys[1]) and bool((keys[0] == keys[1]).all()):
            union, values = keys[0], function(both[0], both[1])
        else:
            union = xp.union1d(keys[0], keys[1])
            spread = []
            for key, data in zip(keys, both):
                all_values = xp.zeros(len(union), dtype=data.dtype)
                all_values[xp.searchsorted(union, key)] = data
                spread.append(all_values)
            values = function(spread[0], spread[1])
        kept = values != 0
        union, values = union[kept], values[kept]
        return type(self)._of_sorted(union // width, union % width, values if dtype is None else values.astype(dtype), self._shape)

    def _of_aligned(self, indptr, indices, left, right, function, dtype):
        """Two matrices' elements over the same places, joined; what comes to 0 is left out."""
        values = function(left, right)
        kept = values != 0
        if not kept.all():
            counts = numpy.zeros(len(kept) + 1, indptr.dtype)
            numpy.cumsum(kept, out=counts[1:])
            indptr, indices, values = counts[indptr], indices[kept], values[kept]
        elif indices.base is not None:
            indices = indices.copy()
        result = type(self).__new__(type(self))
        result._fill(values if dtype is None else values.astype(dtype), indices, indptr, self._shape)
        return result

    def __add__(self, other):
        if is_scalar(other):
            if isinstance(other, str) or other != 0:
                raise NotImplementedError('adding a nonzero scalar to a sparse array is not supported')
            return self.copy()
        if issparse(other):
            return self._binary(other, self._xp.add)
        if self._is_dense(other):
            return self._dense(self._xp.add(self.toarray(), other))
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if is_scalar(other):
            if isinstance(other, str) or other != 0:
                raise NotImplementedError('subtracting a nonzero scalar from a sparse array is not supported')
            return self.copy()
        if issparse(other):
            return self._binary(other, self._xp.subtract)
        if self._is_dense(other):
            return self._dense(self._xp.subtract(self.toarray(), other))
        return NotImplemented

    def __rsub__(self, other):
        if is_scalar(other):
            if isinstance(other, str) or other != 0:
                raise NotImplementedError('subtracting a sparse array from a nonzero scalar is not supported')
            return -self.copy()
        if self._is_dense(other):
            return self._dense(self._xp.subtract(other, self.toarray()))
        return NotImplemented

    def multiply(self, other):
        """The product element by element; shapes of length 1 stretch.

        >>> sparse.csr_matrix([[1, 2], [0, 3]]).multiply([10, 100]).toarray()
        array([[ 10, 200],
               [  0, 300]])
        """
        xp = self._xp
        if is_scalar(other):
            return self._with_data(xp.multiply(self.data, other))
        if issparse(other):
            if self.shape == other.shape:
                if self.format not in ('csr', 'csc'):
                    return self.tocsr().multiply(other)
                return self._binary(other, xp.multiply)
            return self._stretched_product(other)
        other = xp.asarray(other)
        if other.ndim > 2:
            raise ValueError('could not interpret dimensions')
        row, col, data = self._triple()
        try:
            shape = numpy.broadcast_shapes(self.shape, other.shape)
        except ValueError:
            raise ValueError('inconsistent shapes') from None
        if shape != self.shape:
            return self._family['coo'](xp.multiply(self.toarray(), other))
        stretched = xp.broadcast_to(other, shape)
        values = data * (stretched[row, col] if self.ndim == 2 else stretched[col])
        return self._family['coo']((values, (row, col) if self.ndim == 2 else (col,)), shape=self._shape)

    def _stretched_product(self, other):
        """The product element by element of two that differ in shape, as rows."""
        xp = self._xp
        try:
            shape = numpy.broadcast_shapes(self.shape, other.shape)
        except ValueError:
            raise ValueError(f'inconsistent shapes {self.shape} and {other.shape}') from None
        two = numpy.broadcast_shapes(self._two, other._two)
        if two not in (self._two, other._two):
            column, line = (self, other) if other._two[0] == 1 else (other, self)
            row, col, data = (column.tocsr() @ line.tocsr())._triple()
        else:
            whole, part = (self, other) if two == self._two else (other, self)
            row, col, data = whole._triple()
            height, width = part._two
            factors = part.toarray().reshape(height, width)
            data = data * factors[row if height > 1 else row * 0, col if width > 1 else col * 0]
        kept = data != 0
        return self._family['csr']._of_triple(row[kept], col[kept], data[kept], shape)

    def __mul__(self, other):
        if self._is_array:
            return self.multiply(other)
        if is_scalar(other):
            return self.multiply(other)
        return self._matmul(other)

    def __rmul__(self, other):
        if self._is_array:
            return self.multiply(other)
        if is_scalar(other):
            return self.multiply(other)
        return self._rmatmul(other)

    def __matmul__(self, other):
        if is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._matmul(other)

    def __rmatmul__(self, other):
        if is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self._rmatmul(other)

    def dot(self, other):
        """The product of matrices; with a number: of each element.

        >>> sparse.csr_matrix([[1, 2], [0, 3]]).dot([1, 1])
        array([3, 3])
        """
        return self * other if is_scalar(other) else self @ other

    def _matmul(self, other):
        xp = self._xp
        height, width = self._two
        if issparse(other):
            if width != other._two[0] and other.ndim == 2 or other.ndim == 1 and width != other.shape[0]:
                raise ValueError(f'matmul: dimension mismatch with signature (n,k={width}),(k={other.shape[0]},m)->(n,m)')
            if other.ndim == 1:
                return self._family['coo'](self._matmul(other.toarray()))
            return self._matmul_sparse(other)
        is_matrix = isinstance(other, numpy.matrix)
        other = xp.asarray(other)
        if other.dtype.kind == 'O':
            return NotImplemented
        if other.ndim not in (1, 2):
            raise ValueError('could not interpret dimensions')
        if other.ndim == 1:
            if other.shape[0] != width:
                raise ValueError(f'matmul: dimension mismatch with signature (n,k={width}),(k={other.shape[0]},1?)->(n,1?)')
            result = self._times_vector(other)
        else:
            if other.shape[0] != width:
                raise ValueError(f'matmul: dimension mismatch with signature (n,k={width}),(k={other.shape[0]},m)->(n,m)')
            result = self._times_array(other)
        if self.ndim == 1:
            result = result[0] if other.ndim == 1 else result.reshape(-1)
        return result.view(numpy.matrix) if is_matrix else result

    def _rmatmul(self, other):
        if issparse(other):
            return other._matmul(self)
        other = self._xp.asarray(other)
        if other.dtype.kind == 'O':
            return NotImplemented
        width = self._two[0]
        if other.ndim not in (1, 2) or other.shape[-1] != width:
            raise ValueError(f'matmul: dimension mismatch with signature (n,k={other.shape[-1] if other.ndim else 1}),(k={width},m)->(n,m)')
        if self.ndim == 1:
            return other @ self.toarray()
        return self.transpose()._matmul(other.T).T

    def _times_vector(self, x):
        """The product with a vector: each row's products are added in order."""
        xp = self._xp
        if xp is numpy:
            return self._times_by_rows(x)
        row, col, data = self._triple()
        products = data * x[col]
        height = self._two[0]
        if products.dtype == numpy.float64:
            return xp.bincount(row, weights=products, minlength=height) if len(row) else xp.zeros(height)
        if products.dtype == numpy.complex128:
            result = xp.zeros(height, dtype=complex)
            if len(row):
                result.real = xp.bincount(row, weights=products.real, minlength=height)
                result.imag = xp.bincount(row, weights=products.imag, minlength=height)
            return result
        result = xp.zeros(height, dtype=products.dtype)
        if products.dtype.kind == 'b':
            result[row[products]] = True
        else:
            xp.add.at(result, row, products)
        return result

    def _times_by_rows(self, x):
        """The product with a host's array."""
        result = _sparsetools.rows_times(self.indptr, self.indices, self.data, x) if self.format == 'csr' and x.shape[0] == self._width else None
        return _sparsetools.times(*self._triple(), x, self._two[0]) if result is None else result

    def _times_array(self, x):
        xp = self._xp
        if xp is numpy:
            return self._times_by_rows(x)
        csr = self.tocsr()
        kind = numpy.result_type(self.dtype, x.dtype)
        result = xp.zeros((self._two[0], x.shape[1]), dtype=kind)
        if not len(csr.data) or not x.shape[1]:
            return result
        starts = csr.indptr[:-1]
        some = xp.nonzero(xp.diff(csr.indptr))[0]
        step = max(1, 4194304 // max(1, len(csr.data)))
        for first in range(0, x.shape[1], step):
            part = csr.data[:, None] * x[csr.indices, first:first + step]
            result[some, first:first + step] = group_sums(xp, part, starts[some])
        return result

    def _matmul_sparse(self, other):
        return self.tocsr()._matmul_sparse(other)

    def _divide(self, other, reverse=False):
        xp = self._xp
        if is_scalar(other):
            if reverse:
                return NotImplemented
            if self.dtype.kind in 'biu':
                return self.astype(numpy.float64)._with_data(self.data / other)
            return self._with_data(self.data * (1 / other))
        if self._is_dense(other):
            if reverse:
                return NotImplemented
            with numpy.errstate(divide='ignore', invalid='ignore'):
                return self.multiply(xp.true_divide(1., other))
        if issparse(other):
            if reverse:
                return other._divide(self)
            if self.shape != other.shape:
                raise ValueError('inconsistent shapes')
            with numpy.errstate(divide='ignore', invalid='ignore'):
                return self._dense(xp.true_divide(self.toarray(), other.toarray()))
        return NotImplemented

    def __truediv__(self, other):
        return self._divide(other)

    def __rtruediv__(self, other):
        return NotImplemented

    def __pow__(self, other):
        if self._is_array:
            return self.power(other)
        height, width = self._two
        if height != width:
            raise TypeError('sparse matrix is not square')
        try:
            whole = int(other) == other
        except (TypeError, ValueError):
            whole = False
        if not whole:
            raise ValueError('exponent must be an integer')
        other = int(other)
        if other < 0:
            raise ValueError('exponent must be >= 0')
        if other == 0:
            ones = self._xp.ones((1, height), dtype=self.dtype)
            return self._family['dia'](((ones), self._xp.zeros(1, numpy.int32)), shape=self._shape)
        result, square = None, self
        while other:
            if other & 1:
                result = square.copy() if result is None else result @ square
            other >>= 1
            if other:
                square = square @ square
        return result

    def power(self, n, dtype=None):
        """Each stored element to a power."""
        if is_scalar(n) and not isinstance(n, str):
            if not n:
                raise NotImplementedError('zero power is not supported as it would densify the matrix.\n'
                                          'Use `np.ones(A.shape, dtype=A.dtype)` for this case.')
        elif not isinstance(n, str):
            raise NotImplementedError('input is not scalar')
        data = self.data if dtype is None else self.data.astype(dtype)
        return self._with_data(data ** n if not isinstance(n, str) else self._xp.power(data, n))

    def _pairwise(self, other, function, positive, word):
        xp = self._xp
        if is_scalar(other):
            if (other > 0) if positive else (other < 0):
                sign = 'positive' if positive else 'negative'
                warnings.warn(f'Taking {word} with a {sign} number results in a dense matrix.', SparseEfficiencyWarning, stacklevel=3)
                return self.tocsr()._family['csr'](function(self.toarray(), other))
            csr = self.tocsr()
            result = csr._with_data(function(csr.data, other))
            return result
        if issparse(other):
            return self._binary(other, function)
        return self._dense(function(self.toarray(), xp.asarray(other)))

    def maximum(self, other):
        """The greater of two elements."""
        return self._pairwise(other, self._xp.maximum, True, 'maximum')

    def minimum(self, other):
        """The lesser of two elements."""
        return self._pairwise(other, self._xp.minimum, False, 'minimum')

    # Comparisons.

    def _compare(self, other, function, sign, opposite):
        xp = self._xp
        if is_scalar(other):
            if self._xp.isnan(other) if isinstance(other, (float, complex, numpy.inexact)) else False:
                full = function(self.dtype.type(0), other)
            else:
                full = bool(function(0, other))
            if full:
                warnings.warn(f'Comparing a sparse matrix with {other} using {sign} is inefficient. Try using {opposite} instead.',
                              SparseEfficiencyWarning, stacklevel=3)
                return self._family['csr'](function(self.toarray(), other))
            csr = self.tocsr()
            csr = csr._with_data(function(csr.data, other))
            csr.eliminate_zeros()
            return csr
        if issparse(other):
            if self.shape != other.shape:
                if sign in ('==', '!='):
                    return sign == '!='
                raise ValueError('inconsistent shapes')
            if sign in ('==', '<=', '>='):
                warnings.warn(f'Comparing two sparse matrices using {sign} is inefficient. Try using {opposite} instead.', SparseEfficiencyWarning,
                              stacklevel=3)
                return self._family['csr'](function(self.toarray(), other.toarray()))
            return self._binary(other, function)
        if self._is_dense(other):
            return self._dense(function(self.toarray(), other))
        return NotImplemented

    def __eq__(self, other):
        return self._compare(other, operator.eq, '==', '!=')

    def __ne__(self, other):
        return self._compare(other, operator.ne, '!=', '==')

    def __lt__(self, other):
        return self._compare(other, operator.lt, '<', '>' if issparse(other) else '>=')

    def __gt__(self, other):
        return self._compare(other, operator.gt, '>', '<' if issparse(other) else '<=')

    def __le__(self, other):
        return self._compare(other, operator.le, '<=', '>')

    def __ge__(self, other):
        return self._compare(other, operator.ge, '>=', '<')

    def __array_ufunc__(self, function, method, *inputs, **kwargs):
        """What NumPy's functions do: those of one array that have a method here are applied to the stored elements."""
        if method == '__call__' and len(inputs) == 1 and not kwargs and hasattr(self, function.__name__):
            return getattr(self, function.__name__)()
        words = {'multiply': ('__rmul__', '__mul__'), 'add': ('__radd__', '__add__'), 'subtract': ('__rsub__', '__sub__'),
                 'matmul': ('__rmatmul__', '__matmul__'), 'divide': ('__rtruediv__', '__truediv__'), 'true_divide': ('__rtruediv__', '__truediv__'),
                 'less': ('__gt__', '__lt__'), 'greater': ('__lt__', '__gt__'), 'less_equal': ('__ge__', '__le__'),
                 'greater_equal': ('__le__', '__ge__'), 'equal': ('__eq__', '__eq__'), 'not_equal': ('__ne__', '__ne__'),
                 'maximum': ('maximum', 'maximum'), 'minimum': ('minimum', 'minimum'), 'power': (None, '__pow__')}
        if method == '__call__' and len(inputs) == 2 and not kwargs and function.__name__ in words:
            left, right = inputs
            name = words[function.__name__][0 if right is self and left is not self else 1]
            if name is not None:
                return getattr(self, name)(left if right is self and left is not self else right)
        return NotImplemented


class _data_base(_spbase):
    """What formats have that keep their values in one array."""

    @property
    def dtype(self):
        """The elements' type."""
        return self.data.dtype

    def max(self, axis=None, out=None, *, explicit=False):
        """The greatest element, altogether or along an axis."""
        return self._extreme(axis, out, 'max', False, explicit)

    def min(self, axis=None, out=None, *, explicit=False):
        """The least element, altogether or along an axis."""
        return self._extreme(axis, out, 'min', False, explicit)

    def nanmax(self, axis=None, out=None, *, explicit=False):
        """The greatest element that is a number."""
        return self._extreme(axis, out, 'max', True, explicit)

    def nanmin(self, axis=None, out=None, *, explicit=False):
        """The least element that is a number."""
        return self._extreme(axis, out, 'min', True, explicit)

    def argmax(self, axis=None, out=None, *, explicit=False):
        """The place of the greatest element."""
        return self._place_of_extreme(axis, out, 'argmax', explicit)

    def argmin(self, axis=None, out=None, *, explicit=False):
        """The place of the least element."""
        return self._place_of_extreme(axis, out, 'argmin', explicit)

    def __imul__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self.data *= other
        return self

    def __itruediv__(self, other):
        if not is_scalar(other):
            return NotImplemented
        self.data *= 1.0 / other
        return self


def _add_function(name):
    def method(self):
        return self._with_data(getattr(self._xp, name)(self.data))
    method.__name__ = name
    method.__qualname__ = '_data_base.' + name
    method.__doc__ = f'numpy.{name} of the stored elements.'
    setattr(_data_base, name, method)


for _name in ('sin', 'tan', 'arcsin', 'arctan', 'sinh', 'tanh', 'arcsinh', 'arctanh', 'rint', 'sign', 'expm1', 'log1p', 'deg2rad', 'rad2deg', 'floor',
              'ceil', 'trunc', 'sqrt'):
    _add_function(_name)

for _class in (SparseWarning, SparseEfficiencyWarning, sparray):
    _class.__module__ = 'scipy.sparse._base'
