"""numpy.ma.extras: what is made of masked arrays' own functions."""

import functools
import itertools
import warnings

import numpy as np
from numpy import array as nxarray, ndarray
from numpy._core.numeric import normalize_axis_tuple
from numpy.lib.array_utils import normalize_axis_index
import numpy.ma.core as ma
from numpy.ma.core import (MAError, MaskedArray, add, array, asarray, concatenate, count, dot, filled, get_masked_subclass, getdata, getmask,
                           getmaskarray, make_mask_descr, mask_or, masked, masked_array, nomask, ones, sort, zeros)

__all__ = ['apply_along_axis', 'apply_over_axes', 'atleast_1d', 'atleast_2d', 'atleast_3d', 'average', 'clump_masked', 'clump_unmasked',
           'column_stack', 'compress_cols', 'compress_nd', 'compress_rowcols', 'compress_rows', 'count_masked', 'corrcoef', 'cov',
           'diagflat', 'dot', 'dstack', 'ediff1d', 'flatnotmasked_contiguous', 'flatnotmasked_edges', 'hsplit', 'hstack', 'isin', 'in1d',
           'intersect1d', 'mask_cols', 'mask_rowcols', 'mask_rows', 'masked_all', 'masked_all_like', 'median', 'mr_', 'ndenumerate',
           'notmasked_contiguous', 'notmasked_edges', 'polyfit', 'row_stack', 'setdiff1d', 'setxor1d', 'stack', 'unique', 'union1d',
           'vander', 'vstack']


def issequence(seq):
    """Whether something is an array, a list or a tuple."""
    return isinstance(seq, (ndarray, tuple, list))


# ---- Making and joining ----

def count_masked(arr, axis=None):
    """How many elements along an axis are masked.

    >>> ma.count_masked(ma.array([1, 2, 3], mask=[0, 1, 1]))
    np.int64(2)
    """
    return getmaskarray(arr).sum(axis)


def masked_all(shape, dtype=float):
    """An array of a shape that is masked all over.

    >>> ma.masked_all(2).mask
    array([ True,  True])
    """
    return masked_array(np.empty(shape, dtype), mask=np.ones(shape, make_mask_descr(dtype)))


def masked_all_like(arr):
    """An array of another's shape and dtype that is masked all over.

    >>> ma.masked_all_like(array([1, 2])).tolist()
    [None, None]
    """
    blank = np.empty_like(arr)
    return array(blank, mask=np.ones(blank.shape, make_mask_descr(blank.dtype)), copy=False)


def _each(function, arrays):
    results = tuple(masked_array(function(np.asarray(getdata(one))), mask=function(getmaskarray(one))) for one in arrays)
    return results[0] if len(results) == 1 else results


def _seq(function, arrays, **params):
    data = function(tuple(np.asarray(getdata(one)) for one in arrays), **params)
    params.pop('dtype', None)
    return masked_array(data, mask=function(tuple(getmaskarray(one) for one in arrays), **params))


def _single(function, array, *args):
    return masked_array(function(np.asarray(getdata(array)), *args), mask=function(getmaskarray(array), *args))


def atleast_1d(*arys):
    """Arrays with one axis at least.

    >>> ma.atleast_1d(ma.array(1, mask=True)).tolist()
    [None]
    """
    return _each(np.atleast_1d, arys)


def atleast_2d(*arys):
    """Arrays with two axes at least.

    >>> ma.atleast_2d(ma.array([1, 2], mask=[0, 1])).tolist()
    [[1, None]]
    """
    return _each(np.atleast_2d, arys)


def atleast_3d(*arys):
    """Arrays with three axes at least.

    >>> ma.atleast_3d(ma.array([1, 2], mask=[0, 1])).tolist()
    [[[1], [None]]]
    """
    return _each(np.atleast_3d, arys)


def vstack(tup, *, dtype=None, casting='same_kind'):
    """Arrays on top of each other.

    >>> ma.vstack([[1, 2], ma.array([3, 4], mask=[0, 1])]).tolist()
    [[1, 2], [3, None]]
    """
    return _seq(np.vstack, tup, dtype=dtype, casting=casting)


def hstack(tup, *, dtype=None, casting='same_kind'):
    """Arrays side by side.

    >>> ma.hstack([[1, 2], ma.array([3, 4], mask=[0, 1])]).tolist()
    [1, 2, 3, None]
    """
    return _seq(np.hstack, tup, dtype=dtype, casting=casting)


def column_stack(tup):
    """Arrays as columns.

    >>> ma.column_stack([[1, 2], ma.array([3, 4], mask=[0, 1])]).tolist()
    [[1, 3], [2, None]]
    """
    return _seq(np.column_stack, tup)


def dstack(tup):
    """Arrays one behind the other along the third axis.

    >>> ma.dstack([[1, 2], ma.array([3, 4], mask=[0, 1])]).tolist()
    [[[1, 3], [2, None]]]
    """
    return _seq(np.dstack, tup)


def stack(arrays, axis=0, out=None, *, dtype=None, casting='same_kind'):
    """Arrays side by side; which one is told by an axis put in.

    >>> ma.stack([[1, 2], ma.array([3, 4], mask=[0, 1])]).tolist()
    [[1, 2], [3, None]]
    """
    return _seq(np.stack, arrays, axis=axis, out=out, dtype=dtype, casting=casting)


def hsplit(ary, indices_or_sections):
    """An array cut along the second axis.

    >>> ma.hsplit(ma.array([[1, 2]], mask=[[0, 1]]), 2).tolist()
    [[[1]], [[None]]]
    """
    return _single(np.hsplit, ary, indices_or_sections)


def diagflat(v, k=0):
    """A matrix with a diagonal.

    >>> ma.diagflat(ma.array([1, 2], mask=[0, 1])).tolist()
    [[1, 0], [0, None]]
    """
    return _single(np.diagflat, v, k)


row_stack = vstack


# ---- Along axes ----

def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of one dimension over the slices along an axis.

    >>> ma.apply_along_axis(ma.sum, 1, ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])).tolist()
    [1, 7]
    """
    arr = array(arr, copy=False, subok=True)
    axis = normalize_axis_index(axis, arr.ndim)
    outer = arr.shape[:axis] + arr.shape[axis + 1:]
    result, scalar, dtypes = None, False, []
    for place in np.ndindex(*outer):
        index = place[:axis] + (slice(None),) + place[axis:]
        value = func1d(arr[index], *args, **kwargs)
        if result is None:
            try:
                scalar = np.isscalar(value) or len(value) < 0
            except TypeError:
                scalar = True
            if scalar:
                result = zeros(outer, object)
            else:
                value = array(value, copy=False, subok=True)
                result = zeros(arr.shape[:axis] + value.shape + arr.shape[axis + 1:], object)
        dtypes.append(np.asarray(value).dtype)
        if scalar:
            result[place] = value
        else:
            result[place[:axis] + (slice(None),) * np.ndim(value) + place[axis:]] = value
    dtype = functools.reduce(lambda one, other: one if one >= other else other, dtypes)
    if not hasattr(arr, '_mask'):
        return np.asarray(result, dtype=dtype)
    result = asarray(result, dtype=dtype)
    result.fill_value = ma.default_fill_value(result)
    return result


def apply_over_axes(func, a, axes):
    """A function of an array and an axis, over one axis after the other, which stay as axes of length 1.

    >>> ma.apply_over_axes(ma.sum, ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]), (0, 1)).tolist()
    [[8]]
    """
    value = asarray(a)
    dimensions = value.ndim
    for axis in (axes,) if np.ndim(axes) == 0 else axes:
        axis = dimensions + axis if axis < 0 else axis
        result = func(value, axis)
        if result.ndim != value.ndim:
            result = ma.expand_dims(result, axis)
        if result.ndim != value.ndim:
            raise ValueError('function is not returning an array of the correct shape')
        value = result
    return value


def _weights_along(weights, values, axes):
    """The weights in the shape of the values, or such that they stretch over the axes that have none."""
    if weights.shape == values.shape:
        return weights
    if axes is None:
        raise TypeError('Axis must be specified when shapes of a and weights differ.')
    if tuple(map(values.shape.__getitem__, axes)) != weights.shape:
        raise ValueError('Shape of weights must be consistent with shape of a along specified axis.')
    in_order = weights.transpose(sorted(range(len(axes)), key=axes.__getitem__))
    return np.expand_dims(in_order, tuple(set(range(values.ndim)).difference(axes)))


def average(a, axis=None, weights=None, returned=False, *, keepdims=np._NoValue):
    """The weighted mean of what is not masked, and on demand the sum of the weights.

    >>> ma.average(ma.array([1., 2., 3.], mask=[0, 0, 1]), weights=[3, 1, 0], returned=True)
    (np.float64(1.25), np.float64(4.0))
    """
    values = asarray(a)
    axes = None if axis is None else normalize_axis_tuple(axis, values.ndim, argname='axis')
    kept = {name: value for name, value in [('keepdims', keepdims)] if value is not np._NoValue}
    if weights is None:
        result = values.mean(axes, **kept)
        total = result.dtype.type(values.count(axes))
    else:
        given = asarray(weights)
        wide = ['f8'] if np.issubdtype(values.dtype, np.integer) or values.dtype == bool else []
        work = np.result_type(values.dtype, given.dtype, *wide)
        share = _weights_along(given, values, axes)
        if getmask(values) is not nomask:  # what is masked weighs nothing
            share = share * ~values.mask
            share.mask |= values.mask
        total = share.sum(axis=axes, dtype=work, **kept)
        result = np.multiply(values, share, dtype=work).sum(axes, **kept) / total
    if returned:
        return result, (total if total.shape == result.shape else np.array(np.broadcast_to(total, result.shape)))
    return result


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The median of what is not masked; masked where nothing is left.

    >>> ma.median(ma.array([1, 2, 9, 4], mask=[0, 0, 1, 0]))
    np.float64(2.0)
    """
    if not hasattr(a, 'mask'):
        result = np.median(getdata(a, subok=True), axis=axis, out=out, overwrite_input=overwrite_input, keepdims=keepdims)
        return masked_array(result, copy=False) if isinstance(result, np.ndarray) and result.ndim >= 1 else result
    a = np.asanyarray(a)
    axes = tuple(range(a.ndim)) if axis is None else normalize_axis_tuple(axis, a.ndim)
    kept = tuple(1 if one in axes else length for one, length in enumerate(a.shape))
    if axis is None:
        result = _median(a.ravel(), 0, None if keepdims else out)
    elif len(axes) == 1:
        result = _median(a, axes[0], None if keepdims else out)
    else:
        others = [one for one in range(a.ndim) if one not in axes]
        moved = a.transpose(others + sorted(axes)).reshape([a.shape[one] for one in others] + [-1])
        result = _median(moved, moved.ndim - 1, None if keepdims else out)
    if keepdims:
        result = array(result).reshape(kept) if result is not masked else masked_array(np.zeros(kept), mask=True)
        if out is not None:
            out[...] = result
            return out
    return result


def _median(a, axis, out):
    inexact = np.issubdtype(a.dtype, np.inexact)
    data, mask = a._data, getmaskarray(a)
    if a.shape[axis] == 0:
        return ma.mean(a, axis=axis, out=out)
    unknown = (np.isnan(data) & ~mask).any(axis) if inexact else np.False_
    if inexact:
        data = np.where(np.isnan(data), np.inf, data)
    ordered = np.take_along_axis(data, np.lexsort((data, mask), axis=axis), axis=axis)
    number = np.asarray(count(a, axis=axis, keepdims=True))
    high = number // 2
    odd = number % 2 == 1
    low = np.where(odd, high, np.maximum(high - 1, 0))
    places = np.concatenate([low, np.minimum(high, a.shape[axis] - 1)], axis=axis)
    middle = array(np.take_along_axis(ordered, places, axis=axis),
                   mask=nomask if a._mask is nomask else np.repeat(number == 0, 2, axis=axis))
    if inexact:
        with np.errstate(invalid='ignore'):
            result = middle.sum(axis=axis) / middle.dtype.type(2)
            equal = getdata(middle).take(0, axis) == getdata(middle).take(1, axis)
            result = np.where(equal, getdata(middle).take(0, axis), getdata(result))
        result = np.where(unknown, np.nan, result)
        result = np.asarray(result, dtype=a.dtype)
        hidden = (number == 0).any(axis)
        hidden = nomask if a._mask is nomask else hidden
        result = masked_array(result, mask=hidden) if result.ndim else masked if hidden else result[()]
    else:
        result = middle.mean(axis=axis)
    if out is not None:
        out[...] = result
        return out
    return result


# ---- Rows and columns ----

def compress_nd(x, axis=None):
    """The elements without the slices, along axes, that have a masked one.

    >>> ma.compress_nd(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]))
    array([[3]])
    """
    values = asarray(x)
    hidden = getmask(values)
    if hidden is nomask or not np.any(hidden):
        return values._data
    if np.all(hidden):
        return np.array([])
    every = range(values.ndim)
    chosen = every if axis is None else normalize_axis_tuple(axis, values.ndim)
    kept = values._data
    for place in chosen:
        is_clean = np.logical_not(hidden.any(axis=tuple(other for other in every if other != place)))
        kept = np.compress(is_clean, kept, axis=place)
    return kept


def compress_rowcols(x, axis=None):
    """A matrix without the rows and columns (rows with axis 0, columns with 1) that have a masked element.

    >>> ma.compress_rowcols(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]), 0)
    array([[3, 4]])
    """
    if asarray(x).ndim != 2:
        raise NotImplementedError('compress_rowcols works for 2D arrays only.')
    return compress_nd(x, axis=axis)


def compress_rows(a):
    """A matrix without the rows that have a masked element.

    >>> ma.compress_rows(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]))
    array([[3, 4]])
    """
    a = asarray(a)
    if a.ndim != 2:
        raise NotImplementedError('compress_rows works for 2D arrays only.')
    return compress_rowcols(a, 0)


def compress_cols(a):
    """A matrix without the columns that have a masked element.

    >>> ma.compress_cols(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]))
    array([[1],
           [3]])
    """
    a = asarray(a)
    if a.ndim != 2:
        raise NotImplementedError('compress_cols works for 2D arrays only.')
    return compress_rowcols(a, 1)


def mask_rowcols(a, axis=None):
    """A matrix whose rows and columns (rows with axis 0, columns with 1) are masked when one of their elements is.

    >>> ma.mask_rowcols(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])).tolist()
    [[None, None], [3, None]]
    """
    table = array(a, subok=False)
    if table.ndim != 2:
        raise NotImplementedError('mask_rowcols works for 2D arrays only.')
    hidden = getmask(table)
    if hidden is nomask or not hidden.any():
        return table
    table._mask = hidden.copy()
    is_row, is_column = hidden.any(axis=1), hidden.any(axis=0)
    if axis is None or axis == 0:
        table[is_row] = masked
    if axis is None or axis in (1, -1):
        table[:, is_column] = masked
    return table


def _ignored(axis):
    if axis is not np._NoValue:
        warnings.warn('The axis argument has always been ignored, in future passing it will raise TypeError', DeprecationWarning,
                      stacklevel=3)


def mask_rows(a, axis=np._NoValue):
    """A matrix whose rows are masked when one of their elements is.

    >>> ma.mask_rows(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])).tolist()
    [[None, None], [3, 4]]
    """
    _ignored(axis)
    return mask_rowcols(a, 0)


def mask_cols(a, axis=np._NoValue):
    """A matrix whose columns are masked when one of their elements is.

    >>> ma.mask_cols(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])).tolist()
    [[1, None], [3, None]]
    """
    _ignored(axis)
    return mask_rowcols(a, 1)


# ---- Sets ----

def ediff1d(arr, to_end=None, to_begin=None):
    """Differences of neighbours in one dimension, with more before and after them.

    >>> ma.ediff1d(ma.array([1, 2, 4], mask=[0, 0, 1]), to_begin=0).tolist()
    [0, 1, None]
    """
    arr = ma.asanyarray(arr).flat
    result = arr[1:] - arr[:-1]
    parts = ([] if to_begin is None else [to_begin]) + [result] + ([] if to_end is None else [to_end])
    return hstack(parts) if len(parts) != 1 else result


def unique(ar1, return_index=False, return_inverse=False):
    """The different elements in order; all masked ones count as one.

    >>> ma.unique(ma.array([3, 1, 3, 2], mask=[0, 0, 0, 1])).tolist()
    [1, 3, None]
    """
    flat = ma.asanyarray(ar1).ravel().copy()
    order = flat.argsort(kind='stable')
    data, mask = getdata(flat)[order], getmaskarray(flat)[order]
    first = np.ones(data.shape, dtype=bool)
    if data.size > 1:
        same = data[1:] == data[:-1]
        if data.dtype.kind in 'fcmM':
            same |= np.isnan(data[1:]) & np.isnan(data[:-1])
        first[1:] = np.where(mask[1:] | mask[:-1], mask[1:] != mask[:-1], ~same)
    result = masked_array(data[first], mask=mask[first] if getmask(flat) is not nomask else nomask).view(type(flat))
    if flat._fill_value is not None:
        result._fill_value = flat._fill_value
    if not (return_index or return_inverse):
        return result
    results = (result,)
    if return_index:
        results += (order[first],)
    if return_inverse:
        inverse = np.empty(data.shape, dtype=np.intp)
        inverse[order] = np.cumsum(first) - 1
        results += (inverse.reshape(np.shape(ar1)),)
    return results


def _joined(ar1, ar2, assume_unique):
    return ma.concatenate((ar1, ar2)) if assume_unique else ma.concatenate((unique(ar1), unique(ar2)))


def intersect1d(ar1, ar2, assume_unique=False):
    """The elements that two arrays share; masked ones count as equal.

    >>> ma.intersect1d(ma.array([1, 3, 3], mask=[0, 0, 1]), ma.array([3, 1, 1], mask=[0, 1, 1])).tolist()
    [3, None]
    """
    both = _joined(ar1, ar2, assume_unique)
    both.sort()
    return both[:-1][both[1:] == both[:-1]]


def setxor1d(ar1, ar2, assume_unique=False):
    """The elements that only one of two arrays has.

    >>> ma.setxor1d([1, 2], ma.array([2, 3], mask=[0, 1])).tolist()
    [1, None]
    """
    sides = (ar1, ar2) if assume_unique else tuple(map(unique, (ar1, ar2)))
    every = concatenate(sides, axis=None)
    if not every.size:
        return every
    every.sort()
    shown = every.filled()
    begins = np.ones(shown.size + 1, bool)  # where a run of equal ones begins, and the end
    begins[1:-1] = np.asarray(shown[:-1] != shown[1:])
    return every[begins[:-1] & begins[1:]]


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Whether each element of one array, in one dimension, is in another.

    >>> ma.in1d([1, 2], [2, 3]).tolist()
    [False, True]
    """
    if assume_unique:
        first, back, second = ar1, Ellipsis, ar2
    else:
        first, back = unique(ar1, return_inverse=True)
        back, second = back.ravel(), unique(ar2)
    every = concatenate((first, second))
    order = every.argsort(kind='stable')  # of two equal elements the one of ar1 stands first
    sorted_ = every[order]
    neighbours = (sorted_[:-1] != sorted_[1:]) if invert else (sorted_[:-1] == sorted_[1:])
    found = concatenate((neighbours, [invert]))
    rank = order.argsort(kind='stable')
    return found[rank[:len(first)]][back]


def isin(element, test_elements, assume_unique=False, invert=False):
    """Whether each element of one array is in another.

    >>> ma.isin([[1, 2]], [2, 3]).tolist()
    [[False, True]]
    """
    element = ma.asarray(element)
    return in1d(element, test_elements, assume_unique=assume_unique, invert=invert).reshape(element.shape)


def union1d(ar1, ar2):
    """The elements of two arrays, each once.

    >>> ma.union1d([1, 2], ma.array([2, 3], mask=[0, 1])).tolist()
    [1, 2, None]
    """
    return unique(ma.concatenate((ar1, ar2), axis=None))


def setdiff1d(ar1, ar2, assume_unique=False):
    """The elements of one array that another has not.

    >>> ma.setdiff1d(ma.array([1, 2, 3], mask=[0, 1, 0]), [1]).tolist()
    [3, None]
    """
    first, second = (asarray(ar1).ravel(), ar2) if assume_unique else (unique(ar1), unique(ar2))
    is_only_there = in1d(first, second, invert=True, assume_unique=True)
    return first[is_only_there]


# ---- Covariance, polynomials ----

def _covhelper(x, y=None, rowvar=True, allow_masked=True):
    """Variables less their means, what of them is known, and whether they are rows."""
    x = ma.array(x, ndmin=2, copy=True, dtype=float)
    hidden = ma.getmaskarray(x)
    if not allow_masked and hidden.any():
        raise ValueError('Cannot process masked data.')
    if x.shape[0] == 1:
        rowvar = True
    rowvar = int(bool(rowvar))
    axis = 1 - rowvar
    spread = (slice(None), None) if rowvar else (None, slice(None))
    if y is not None:
        y = array(y, copy=False, ndmin=2, dtype=float)
        other = ma.getmaskarray(y)
        if not allow_masked and other.any():
            raise ValueError('Cannot process masked data.')
        if (hidden.any() or other.any()) and y.shape == x.shape:
            common = np.logical_or(hidden, other)
            hidden = other = x._mask = y._mask = common
            x._sharedmask = y._sharedmask = False
        x = ma.concatenate((x, y), axis)
        hidden = np.concatenate((hidden, other), axis)
    wide = builtin_any(length > 2**24 for length in x.shape)
    known = np.logical_not(hidden).astype(np.float64 if wide else np.float32)
    x -= x.mean(axis=rowvar)[spread]
    return x, known, rowvar


def builtin_any(values):
    """Whether one of the values is true."""
    for one in values:
        if one:
            return True
    return False


def cov(x, y=None, rowvar=True, bias=False, allow_masked=True, ddof=None):
    """The covariances of variables, over the places where both are known. Raises ValueError for masked data that is not allowed.

    >>> ma.cov(ma.array([[0., 1., 2.], [2., 1., 0.]], mask=[[0, 0, 0], [0, 0, 1]])).tolist()
    [[1.0, -0.5], [-0.5, 0.5]]
    """
    if ddof is not None and ddof != int(ddof):
        raise ValueError('ddof must be an integer')
    if ddof is None:
        ddof = 0 if bias else 1
    x, known, rowvar = _covhelper(x, y, rowvar, allow_masked)
    if not rowvar:
        x, known = x.T, known.T
    number = np.dot(known, known.T) - ddof
    with np.errstate(divide='ignore', invalid='ignore'):
        data = np.dot(filled(x, 0), filled(x.T.conj(), 0)) / number
    return ma.array(data, mask=np.less_equal(number, 0)).squeeze()


def corrcoef(x, y=None, rowvar=True, allow_masked=True):
    """The correlations of variables, over the places where both are known.

    >>> ma.corrcoef([[0., 1., 2.], [2., 1., 0.]]).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    products = cov(x, y, rowvar, allow_masked=allow_masked)
    if products.ndim == 0:
        return ma.MaskedConstant()
    spread = ma.sqrt(products.diagonal())
    products /= ma.multiply.outer(spread, spread)
    return products


def vander(x, n=None):
    """The Vandermonde matrix; 0 in the rows of masked elements.

    >>> ma.vander(ma.array([1, 2], mask=[0, 1]), 2)
    array([[1, 1],
           [0, 0]])
    """
    powers = np.vander(getdata(x), n)
    powers[getmaskarray(x)] = 0
    return powers


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """numpy.polyfit without the masked points.

    >>> ma.polyfit([0., 1., 2., 3.], ma.array([0., 2., 9., 6.], mask=[0, 0, 1, 0]), 1).round(6) + 0.0
    array([2., 0.])
    """
    def valued(one):
        return None if one is None else getdata(one)[seen]

    x, y = asarray(x), asarray(y)
    if y.ndim not in (1, 2):
        raise TypeError('Expected a 1D or 2D array for y!')
    seen = ~getmaskarray(x)
    seen = seen & ~(getmaskarray(y) if y.ndim == 1 else getmaskarray(y).any(axis=1))
    if w is not None:
        w = asarray(w)
        if w.ndim != 1:
            raise TypeError('expected a 1-d array for weights')
        if len(w) != len(y):
            raise TypeError('expected w and y to have the same length')
        seen = seen & ~getmaskarray(w)
    return np.polyfit(valued(x), valued(y), deg, rcond=rcond, full=full, w=valued(w), cov=cov)


# ---- Runs ----

def _ezclump(mask):
    """The runs of true values, as slices."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], np.ravel(mask), [False])).astype(np.int8)))
    return [slice(first, last) for first, last in zip(edges[::2].tolist(), edges[1::2].tolist())]


def _clumps(mask):
    return [slice(np.intp(one.start) if one.start else 0, np.intp(one.stop) if one.stop < mask.size else mask.size) for one in _ezclump(mask)]


def clump_masked(a):
    """The runs of masked elements, as slices.

    >>> ma.clump_masked(ma.array([1, 2, 3], mask=[0, 1, 1]))
    [slice(np.int64(1), 3, None)]
    """
    mask = getmask(a)
    return [] if mask is nomask else _clumps(mask)


def clump_unmasked(a):
    """The runs of elements that are not masked, as slices.

    >>> ma.clump_unmasked(ma.array([1, 2, 3], mask=[0, 1, 1]))
    [slice(0, np.int64(1), None)]
    """
    mask = getmask(a)
    return [slice(0, a.size)] if mask is nomask else _clumps(~mask)


def flatnotmasked_contiguous(a):
    """The runs of elements that are not masked, of the array in one dimension.

    >>> ma.flatnotmasked_contiguous(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]))
    [slice(0, 1, None), slice(2, 4, None)]
    """
    mask = getmask(a)
    return [slice(0, a.size)] if mask is nomask else _ezclump(~mask.ravel())


def flatnotmasked_edges(a):
    """The first and the last place that is not masked, of the array in one dimension.

    >>> ma.flatnotmasked_edges(ma.array([1, 2, 3], mask=[1, 0, 0]))
    array([1, 2])
    """
    hidden = getmask(a)
    if hidden is nomask or not hidden.any():
        return np.array((0, a.size - 1))
    seen = (~hidden).ravel().nonzero()[0]
    if seen.size:
        return np.take(seen, (0, -1))


def notmasked_contiguous(a, axis=None):
    """The runs of elements that are not masked, along an axis.

    >>> ma.notmasked_contiguous(ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]), 1)
    [[slice(0, 1, None)], [slice(0, 2, None)]]
    """
    a = asarray(a)
    if a.ndim > 2:
        raise NotImplementedError('Currently limited to at most 2D array.')
    if axis is None or a.ndim == 1:
        return flatnotmasked_contiguous(a)
    other = (axis + 1) % 2
    return [flatnotmasked_contiguous(a[(place, slice(None)) if other == 0 else (slice(None), place)]) for place in range(a.shape[other])]


def notmasked_edges(a, axis=None):
    """The places of the first and the last elements that are not masked, along an axis.

    >>> ma.notmasked_edges(ma.array([1, 2, 3], mask=[0, 0, 1]))
    array([0, 1])
    """
    values = asarray(a)
    if values.ndim == 1 or axis is None:
        return flatnotmasked_edges(values)
    hidden = getmaskarray(values)
    grids = [array(grid, mask=hidden) for grid in np.indices(values.shape)]
    return [tuple(edge(grid, axis).compressed() for grid in grids) for edge in (MaskedArray.min, MaskedArray.max)]


def ndenumerate(a, compressed=True):
    """Places and elements that are not masked, one after the other; or all of them, with masked ones as the constant.

    >>> list(ma.ndenumerate(ma.array([1, 2], mask=[0, 1]), compressed=False))
    [((0,), np.int64(1)), ((1,), masked)]
    """
    hidden = getmaskarray(a)
    for place, value in np.ndenumerate(a):
        if not hidden[place]:
            yield place, value
        elif not compressed:
            yield place, masked


# ---- Concatenation by indexing ----

class MAxisConcatenator:
    """Slices and arrays in brackets, one behind the other along an axis. A text in front of them gives the axis, the number of axes,
    and where those of an array come to lie among these."""

    def __init__(self, axis=0, ndmin=1, trans1d=-1):
        self.axis, self.ndmin, self.trans1d = axis, ndmin, trans1d

    @classmethod
    def makemat(cls, arr):
        """Raises MAError: there are no masked matrices."""
        raise MAError('Unavailable for masked array.')

    def __getitem__(self, key):
        if isinstance(key, str):
            raise MAError('Unavailable for masked array.')
        axis, ndmin, place, parts = self.axis, self.ndmin, self.trans1d, []
        for number, one in enumerate(key if isinstance(key, tuple) else (key,)):
            if isinstance(one, str):
                if number:
                    raise ValueError('special directives must be the first entry.')
                if one in ('r', 'c'):
                    return self.makemat(one)
                try:
                    axis, ndmin, place = ([int(word) for word in one.split(',')] + [ndmin, place][len(one.split(',')) - 1:])[:3]
                except ValueError as error:
                    raise ValueError(f'unknown special directive {one!r}') from error
                continue
            if isinstance(one, slice):
                start, step = 0 if one.start is None else one.start, 1 if one.step is None else one.step
                one = np.linspace(start, one.stop, int(abs(step))) if isinstance(step, complex) else np.arange(start, one.stop, step)
            axes = np.ndim(one)
            one = array(one, copy=False, subok=True, ndmin=ndmin)
            if place != -1 and 0 < axes < ndmin:
                front = place + ndmin - axes + 1 if place < 0 else place
                others = list(range(ndmin - axes))
                one = one.transpose(others[:front] + list(range(ndmin - axes, ndmin)) + others[front:])
            parts.append(one)
        return concatenate(parts, axis)

    def __len__(self):
        return 0


class mr_class(MAxisConcatenator):
    """numpy.r_ for masked arrays.

    >>> ma.mr_[ma.array([1, 2], mask=[0, 1]), 5].tolist()
    [1, None, 5]
    """

    def __init__(self):
        super().__init__(0)


mr_ = mr_class()
