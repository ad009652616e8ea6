"""The functions of numpy.ma that are no ufuncs: making, masking, reducing, rearranging and products."""

import builtins

import numpy as np
from numpy.ma._array import MaskedArray, given, masked, masked_array, _axis_of_argsort
from numpy.ma._masks import (MaskType, _shrink_mask, filled, getdata, getmask, getmaskarray, is_masked, make_mask, make_mask_none,
                             mask_or, nomask)
from numpy.ma._operations import (absolute, equal, get_masked_subclass, greater, greater_equal, less, less_equal, logical_and, multiply,
                                  not_equal, subtract)

_NoValue = np._NoValue


# ---- Making ----

def array(data, dtype=None, copy=False, order=None, mask=nomask, fill_value=None, keep_mask=True, hard_mask=False, shrink=True,
          subok=True, ndmin=0):
    """A masked array of data and a mask.

    >>> ma.array([1, 2, 3], mask=[0, 1, 0]).sum()
    np.int64(4)
    """
    kept = {'dtype': dtype, 'order': order, 'ndmin': ndmin, 'subok': subok, 'copy': copy}
    return MaskedArray(data, mask, fill_value=fill_value, keep_mask=keep_mask, hard_mask=hard_mask, shrink=shrink, **kept)


def asarray(a, dtype=None, order=None):
    """The input as a masked array, of no derived class.

    >>> ma.asarray([1, 2]).mask
    np.False_
    """
    return masked_array(a, dtype=dtype, copy=False, keep_mask=True, subok=False, order='C' if order is None else order)


def asanyarray(a, dtype=None, order=None):
    """The input as a masked array; one of another class stays so.

    >>> x = ma.array([1, 2])
    >>> ma.asanyarray(x) is x
    True
    """
    layouts = {None: True, 'A': True, 'K': True}
    if isinstance(a, MaskedArray) and dtype in (None, a.dtype):
        layouts.update(C=a.flags.carray, F=a.flags.farray)
        if layouts.get(order):
            return a
    return array(a, dtype, order=order or 'C', subok=True)


def _made(result, fill_value=None, hardmask=False):
    """A masked array of a plain one, of a fill value and hardness."""
    result = result.view(MaskedArray)
    if fill_value is not None:
        result.fill_value = fill_value
    if hardmask:
        result._hardmask = bool(hardmask)
    return result


def arange(start_or_stop, /, stop=None, step=1, *, dtype=None, device=None, like=None, fill_value=None, hardmask=False):
    """Numbers at equal distances, as a masked array.

    >>> ma.arange(3).tolist()
    [0, 1, 2]
    """
    bounds = (start_or_stop,) if stop is None else (start_or_stop, stop)
    result = np.arange(*bounds, dtype=dtype) if step == 1 and len(bounds) == 1 else np.arange(0, *bounds, step, dtype=dtype) \
        if len(bounds) == 1 else np.arange(*bounds, step, dtype=dtype)
    return _made(result, fill_value, hardmask)


def empty(shape, dtype=None, order='C', *, device=None, like=None, fill_value=None, hardmask=False):
    """An array of a shape, with whatever is in its memory.

    >>> ma.empty((2, 3)).shape
    (2, 3)
    """
    return _made(np.empty(shape, dtype, order), fill_value, hardmask)


def identity(n, dtype=None, *, like=None, fill_value=None, hardmask=False):
    """The identity matrix.

    >>> ma.identity(2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return _made(np.identity(n, dtype), fill_value, hardmask)


def indices(dimensions, dtype=int, sparse=False, *, fill_value=None, hardmask=False):
    """The indices of a grid.

    >>> ma.indices((1, 2)).tolist()
    [[[0, 0]], [[0, 1]]]
    """
    return _made(np.indices(dimensions, dtype, sparse), fill_value, hardmask)


def ones(shape, dtype=None, order='C', *, device=None, like=None, fill_value=None, hardmask=False):
    """An array of ones.

    >>> ma.ones(2).tolist()
    [1.0, 1.0]
    """
    return _made(np.ones(shape, dtype, order), fill_value, hardmask)


def squeeze(a, axis=None, *, fill_value=None, hardmask=False):
    """The array without axes of length 1.

    >>> ma.squeeze(ma.array([[1, 2]], mask=[[0, 1]])).tolist()
    [1, None]
    """
    return _made(asanyarray(a).squeeze(axis), fill_value, hardmask)


def zeros(shape, dtype=None, order='C', *, device=None, like=None, fill_value=None, hardmask=False):
    """An array of zeros.

    >>> ma.zeros(2).tolist()
    [0.0, 0.0]
    """
    return _made(np.zeros(shape, dtype, order), fill_value, hardmask)


def _like(result, model):
    """An array with a copy of another's mask, where the shapes are the same."""
    result = result.view(MaskedArray)
    if isinstance(model, MaskedArray) and model._mask is not nomask and result.shape == model.shape:
        result._mask = model._mask.copy()
    return result


def empty_like(prototype, /, dtype=None, order='K', subok=True, shape=None, *, device=None):
    """An array like another, with whatever is in its memory.

    >>> ma.empty_like([1, 2]).shape
    (2,)
    """
    return _like(np.empty_like(prototype, dtype, order, subok, shape), prototype)


def ones_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None):
    """An array of ones like another.

    >>> ma.ones_like([3, 4]).tolist()
    [1, 1]
    """
    return _like(np.ones_like(a, dtype, order, subok, shape), a)


def zeros_like(a, dtype=None, order='K', subok=True, shape=None, *, device=None):
    """An array of zeros like another.

    >>> ma.zeros_like([3, 4]).tolist()
    [0, 0]
    """
    return _like(np.zeros_like(a, dtype, order, subok, shape), a)


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    """An array over the bytes of an object.

    >>> ma.frombuffer(b'ab', dtype='u1').tolist()
    [97, 98]
    """
    return np.frombuffer(buffer, dtype, count, offset).view(MaskedArray)


def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    """An array of what a function gives for the indices.

    >>> ma.fromfunction(lambda i: i * 2, (2,)).tolist()
    [0.0, 2.0]
    """
    return np.fromfunction(function, shape, dtype=dtype, **kwargs).view(MaskedArray)


def clip(a, a_min=_NoValue, a_max=_NoValue, out=None, *, min=_NoValue, max=_NoValue, fill_value=None, hardmask=False, **kwargs):
    """The elements held between two bounds.

    >>> ma.clip(ma.array([1, 5, 9], mask=[0, 0, 1]), 2, 4).tolist()
    [2, 4, None]
    """
    result = np.clip(a, *([] if a_min is _NoValue else [a_min]), *([] if a_max is _NoValue else [a_max]), out=out,
                     **given(min=min, max=max), **kwargs)
    result = result.view(MaskedArray)
    if fill_value is not None:
        result.fill_value = fill_value
    if hardmask:
        result._hardmask = True
    return result


def fromfile(file, dtype=float, count=-1, sep=''):
    """Raises NotImplementedError: there is no form of files for masks."""
    raise NotImplementedError('fromfile() not yet implemented for a MaskedArray.')


def fromflex(fxarray):
    """The masked array that toflex made records of.

    >>> ma.fromflex(ma.array([1, 2], mask=[0, 1]).toflex()).tolist()
    [1, None]
    """
    return masked_array(fxarray['_data'], mask=fxarray['_mask'])


def diag(v, k=0):
    """A diagonal of a matrix, or a matrix with a diagonal.

    >>> ma.diag(ma.array([[1, 2], [3, 4]], mask=[[1, 0], [0, 0]])).tolist()
    [None, 4]
    """
    result = array(np.diag(getdata(v), k), subok=False)
    hidden = getmask(v)
    if hidden is not nomask:
        result._mask = np.diag(hidden, k)
    return result


# ---- Masking ----

def masked_where(condition, a, copy=True):
    """An array masked where a condition holds. Raises IndexError for shapes that differ.

    >>> ma.masked_where([True, False], [1, 2])
    masked_array(data=[--, 2],
                 mask=[ True, False],
           fill_value=999999)
    """
    condition = make_mask(condition, shrink=False)
    a = (a.copy() if copy else a) if isinstance(a, np.ndarray) else np.array(a, copy=True if copy else None)
    shapes = condition.shape, a.shape
    if shapes[0] and shapes[0] != shapes[1]:
        raise IndexError('Inconsistent shape between the condition and the input (got %s and %s)' % shapes)
    cls = MaskedArray
    if hasattr(a, '_mask'):
        condition, cls = mask_or(condition, a._mask), type(a)
    result = a.view(cls)
    result.mask = _shrink_mask(condition)
    if not copy and hasattr(a, '_mask') and getmask(a) is nomask:
        a._mask = result._mask.view()
    return result


def masked_greater(x, value, copy=True):
    """An array masked where it is greater than a value.

    >>> ma.masked_greater([1, 2, 3], 2).tolist()
    [1, 2, None]
    """
    return masked_where(greater(x, value), x, copy=copy)


def masked_greater_equal(x, value, copy=True):
    """An array masked where it is greater than a value or equal.

    >>> ma.masked_greater_equal([1, 2, 3], 2).tolist()
    [1, None, None]
    """
    return masked_where(greater_equal(x, value), x, copy=copy)


def masked_less(x, value, copy=True):
    """An array masked where it is less than a value.

    >>> ma.masked_less([1, 2, 3], 2).tolist()
    [None, 2, 3]
    """
    return masked_where(less(x, value), x, copy=copy)


def masked_less_equal(x, value, copy=True):
    """An array masked where it is less than a value or equal.

    >>> ma.masked_less_equal([1, 2, 3], 2).tolist()
    [None, None, 3]
    """
    return masked_where(less_equal(x, value), x, copy=copy)


def masked_not_equal(x, value, copy=True):
    """An array masked where it is another than a value.

    >>> ma.masked_not_equal([1, 2, 3], 2).tolist()
    [None, 2, None]
    """
    return masked_where(not_equal(x, value), x, copy=copy)


def masked_equal(x, value, copy=True):
    """An array masked where it is a value, which becomes the fill value.

    >>> ma.masked_equal([1, 2, 3], 2).tolist()
    [1, None, 3]
    """
    result = masked_where(equal(x, value), x, copy=copy)
    result.fill_value = value
    return result


def masked_inside(x, v1, v2, copy=True):
    """An array masked where it lies between two values, in either order.

    >>> ma.masked_inside([1, 2, 3], 3, 2).tolist()
    [1, None, None]
    """
    low, high = (v2, v1) if v2 < v1 else (v1, v2)
    data = filled(x)
    return masked_where((data >= low) & (data <= high), x, copy=copy)


def masked_outside(x, v1, v2, copy=True):
    """An array masked where it does not lie between two values, in either order.

    >>> ma.masked_outside([1, 2, 3], 3, 2).tolist()
    [None, 2, 3]
    """
    low, high = (v2, v1) if v2 < v1 else (v1, v2)
    data = filled(x)
    return masked_where((data < low) | (data > high), x, copy=copy)


def masked_object(x, value, copy=True, shrink=True):
    """An array masked where its objects equal a value.

    >>> ma.masked_object(array(['a', 'b'], dtype=object), 'a').tolist()
    [None, 'b']
    """
    condition = np.equal(getdata(x), value)
    mask = mask_or(getmask(x), make_mask(condition, shrink=shrink))
    return masked_array(x, mask=mask, copy=copy, fill_value=value)


def masked_values(x, value, rtol=1e-5, atol=1e-8, copy=True, shrink=True):
    """An array masked where it is a value, or close to it if its elements are floats.

    >>> ma.masked_values([1.0, 1.1, 2.0], 1.1).tolist()
    [1.0, None, 2.0]
    """
    shown = filled(x, value)
    is_float = issubclass(shown.dtype.type, np.floating)
    hidden = np.isclose(shown, value, rtol, atol) if is_float else shown == value
    result = array(shown, mask=hidden, copy=copy, fill_value=value)
    if shrink:
        result.shrink_mask()
    return result


def masked_invalid(a, copy=True):
    """An array masked where it is nan or infinite.

    >>> ma.masked_invalid([1.0, nan]).mask
    array([False,  True])
    """
    values = np.asanyarray(a)
    result = masked_where(np.logical_not(np.isfinite(values)), values, copy=copy)
    if getmask(result) is nomask:  # always a whole mask
        result._mask = make_mask_none(values.shape, values.dtype)
    return result


def fix_invalid(a, mask=nomask, copy=True, fill_value=None):
    """An array with nan and infinity masked, and replaced by the fill value.

    >>> ma.fix_invalid([1.0, nan]).data
    array([1.e+00, 1.e+20])
    """
    a = masked_array(a, mask=mask, copy=copy, subok=True)
    outside = np.logical_not(np.isfinite(a._data))
    if not outside.any():
        return a
    a._mask = np.array(outside) if a._mask is nomask else a._mask | outside
    a._data[outside] = a.fill_value if fill_value is None else fill_value
    return a


def isMaskedArray(x):
    """Whether something is a masked array.

    >>> ma.isMaskedArray(ma.array([1])), ma.isMaskedArray(array([1]))
    (True, False)
    """
    return isinstance(x, MaskedArray)


isarray = isMA = isMaskedArray


# ---- The methods as functions ----

def shrink_mask(a):
    """Forget the mask of an array if it masks nothing."""
    return asanyarray(a).shrink_mask()


def all(a, axis=None, out=None, keepdims=_NoValue):
    """Whether all that is not masked is true.

    >>> ma.all(ma.array([1, 0], mask=[0, 1]))
    np.True_
    """
    return asanyarray(a).all(axis, out, **given(keepdims=keepdims))


def any(a, axis=None, out=None, keepdims=_NoValue):
    """Whether any of what is not masked is true.

    >>> ma.any(ma.array([0, 1], mask=[0, 1]))
    np.False_
    """
    return asanyarray(a).any(axis, out, **given(keepdims=keepdims))


def anom(a, axis=None, dtype=None):
    """What is left of the elements when their mean along an axis is taken away.

    >>> ma.anom([1., 3.]).tolist()
    [-1.0, 1.0]
    """
    return asanyarray(a).anom(axis, dtype)


def copy(a, *args, **params):
    """A copy of elements and mask.

    >>> ma.copy(ma.array([1, 2], mask=[0, 1])).tolist()
    [1, None]
    """
    return asanyarray(a).copy(*args, **params)


def count(a, axis=None, keepdims=_NoValue):
    """How many elements along an axis are not masked.

    >>> ma.count([[1, 2], [3, 4]], 0)
    array([2, 2])
    """
    return asanyarray(a).count(axis, **given(keepdims=keepdims))


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products, masked where the elements are.

    >>> ma.cumprod(ma.array([2, 3, 4], mask=[0, 1, 0])).tolist()
    [2, None, 8]
    """
    return asanyarray(a).cumprod(axis, dtype, out)


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums, masked where the elements are.

    >>> ma.cumsum(ma.array([2, 3, 4], mask=[0, 1, 0])).tolist()
    [2, None, 6]
    """
    return asanyarray(a).cumsum(axis, dtype, out)


def diagonal(a, *args, **params):
    """A diagonal.

    >>> ma.diagonal([[1, 2], [3, 4]]).tolist()
    [1, 4]
    """
    return asanyarray(a).diagonal(*args, **params)


def harden_mask(a):
    """Let assignments leave masked elements masked.

    >>> ma.harden_mask(ma.array([1])).hardmask
    True
    """
    return asanyarray(a).harden_mask()


def ids(a):
    """The addresses of elements and mask.

    >>> len(ma.ids(ma.array([1])))
    2
    """
    return asanyarray(a).ids()


def mean(a, axis=None, dtype=None, out=None, keepdims=_NoValue):
    """The mean of what is not masked.

    >>> ma.mean(ma.array([1, 2, 9], mask=[0, 0, 1]))
    np.float64(1.5)
    """
    return asanyarray(a).mean(axis, dtype, out, **given(keepdims=keepdims))


def nonzero(a):
    """The places of what is neither masked nor zero.

    >>> ma.nonzero(ma.array([0, 1, 2], mask=[0, 0, 1]))
    (array([1]),)
    """
    return asanyarray(a).nonzero()


def prod(a, axis=None, dtype=None, out=None, keepdims=_NoValue):
    """The product of what is not masked.

    >>> ma.prod(ma.array([2, 3, 4], mask=[0, 1, 0]))
    np.int64(8)
    """
    return asanyarray(a).prod(axis, dtype, out, **given(keepdims=keepdims))


def ravel(a, order='C'):
    """The array in one dimension.

    >>> ma.ravel([[1, 2], [3, 4]]).tolist()
    [1, 2, 3, 4]
    """
    return asanyarray(a).ravel(order)


def repeat(a, *args, **params):
    """The array with its elements repeated.

    >>> ma.repeat(ma.array([1, 2], mask=[0, 1]), 2).tolist()
    [1, 1, None, None]
    """
    return asanyarray(a).repeat(*args, **params)


def soften_mask(a):
    """Let assignments unmask elements.

    >>> ma.soften_mask(ma.array([1])).hardmask
    False
    """
    return asanyarray(a).soften_mask()


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_NoValue, mean=_NoValue):
    """The standard deviation of what is not masked.

    >>> ma.std(ma.array([1, 3, 9], mask=[0, 0, 1]))
    np.float64(1.0)
    """
    return asanyarray(a).std(axis, dtype, out, ddof, **given(keepdims=keepdims, mean=mean))


def sum(a, axis=None, dtype=None, out=None, keepdims=_NoValue):
    """The sum of what is not masked.

    >>> ma.sum(ma.array([1, 2, 9], mask=[0, 0, 1]))
    np.int64(3)
    """
    return asanyarray(a).sum(axis, dtype, out, **given(keepdims=keepdims))


def swapaxes(a, *args, **params):
    """The array with two axes changed for each other.

    >>> ma.swapaxes([[1, 2]], 0, 1).tolist()
    [[1], [2]]
    """
    return asanyarray(a).swapaxes(*args, **params)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum along a diagonal, without what is masked.

    >>> ma.trace(ma.array([[1, 2], [3, 4]], mask=[[0, 0], [0, 1]]))
    np.float64(1.0)
    """
    return asanyarray(a).trace(offset, axis1, axis2, dtype, out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_NoValue, mean=_NoValue):
    """The variance of what is not masked.

    >>> ma.var(ma.array([1, 3, 9], mask=[0, 0, 1]))
    np.float64(1.0)
    """
    return asanyarray(a).var(axis, dtype, out, ddof, **given(keepdims=keepdims, mean=mean))


def compress(condition, a, axis=None, out=None):
    """The elements, or slices along an axis, where a condition is true.

    >>> ma.compress([True, False, True], ma.array([1, 2, 3], mask=[0, 0, 1])).tolist()
    [1, None]
    """
    return asanyarray(a).compress(condition, axis, out)


anomalies, product = anom, prod


def compressed(x):
    """The elements that are not masked, in one dimension.

    >>> ma.compressed(ma.array([1, 2], mask=[0, 1]))
    array([1])
    """
    return asanyarray(x).compressed()


def take(a, indices, axis=None, out=None, mode='raise'):
    """The elements at indices; masked where the indices are.

    >>> ma.take(ma.array([1, 2], mask=[0, 1]), [1, 0]).tolist()
    [None, 1]
    """
    return masked_array(a, copy=False).take(indices, axis=axis, out=out, mode=mode)


def min(obj, axis=None, out=None, fill_value=None, keepdims=_NoValue):
    """The least of what is not masked.

    >>> ma.min(ma.array([1, 2], mask=[1, 0]))
    np.int64(2)
    """
    return asanyarray(obj).min(axis=axis, fill_value=fill_value, out=out, **given(keepdims=keepdims))


def max(obj, axis=None, out=None, fill_value=None, keepdims=_NoValue):
    """The largest of what is not masked.

    >>> ma.max(ma.array([1, 2], mask=[0, 1]))
    np.int64(1)
    """
    return asanyarray(obj).max(axis=axis, fill_value=fill_value, out=out, **given(keepdims=keepdims))


def ptp(obj, axis=None, out=None, fill_value=None, keepdims=_NoValue):
    """The largest of what is not masked, less the least.

    >>> ma.ptp(ma.array([1, 5, 9], mask=[0, 0, 1]))
    np.int64(4)
    """
    return asanyarray(obj).ptp(axis=axis, fill_value=fill_value, out=out, **given(keepdims=keepdims))


def argmin(a, axis=None, fill_value=None, out=None, *, keepdims=_NoValue):
    """Where the least along an axis is.

    >>> ma.argmin(ma.array([1, 2], mask=[1, 0]))
    np.int64(1)
    """
    return asanyarray(a).argmin(axis, fill_value, out, **given(keepdims=keepdims))


def argmax(a, axis=None, fill_value=None, out=None, *, keepdims=_NoValue):
    """Where the largest along an axis is.

    >>> ma.argmax(ma.array([1, 2], mask=[0, 1]))
    np.int64(0)
    """
    return asanyarray(a).argmax(axis, fill_value, out, **given(keepdims=keepdims))


def argsort(a, axis=_NoValue, kind=None, order=None, endwith=True, fill_value=None, *, stable=None):
    """The order of the elements along an axis, the masked ones last, or first when endwith is False.

    >>> ma.argsort(ma.array([3, 1, 2], mask=[0, 1, 0]))
    array([2, 0, 1])
    """
    values = np.asanyarray(a)
    how = {'axis': _axis_of_argsort(values, axis), 'kind': kind, 'order': order, 'stable': stable}
    if isinstance(values, MaskedArray):
        how.update(endwith=endwith, fill_value=fill_value)
    return values.argsort(**how)


def sort(a, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=None):
    """A sorted copy, the masked elements last, or first when endwith is False.

    >>> ma.sort(ma.array([3, 1, 2], mask=[0, 1, 0])).tolist()
    [2, 3, None]
    """
    result = np.array(a, copy=True, subok=True)
    how = {'axis': axis, 'kind': kind, 'order': order, 'stable': stable}
    if axis is None:
        result, how['axis'] = result.flatten(), 0
    if isinstance(result, MaskedArray):
        how.update(endwith=endwith, fill_value=fill_value)
    result.sort(**how)
    return result


def put(a, indices, values, mode='raise'):
    """Put values into places of an array in one dimension.

    >>> x = ma.array([1, 2], mask=[0, 1])
    >>> ma.put(x, [1], 5)
    >>> x.tolist()
    [1, 5]
    """
    return (a if hasattr(a, 'put') else np.asarray(a)).put(indices, values, mode=mode)


def putmask(a, mask, values):
    """Put values where a condition holds; the masks of the values come along.

    >>> x = ma.array([1, 2, 3])
    >>> ma.putmask(x, [True, False, True], ma.array([7, 8, 9], mask=[0, 0, 1]))
    >>> x.tolist()
    [7, 2, None]
    """
    target = a if isinstance(a, MaskedArray) else a.view(MaskedArray)
    hidden = getmask(values)
    if target._hardmask and getmask(target) is not nomask:
        if hidden is not nomask:  # what is masked stays so
            more = np.where(mask, hidden, target._mask)
            target.mask |= more
    elif hidden is not nomask or getmask(target) is not nomask:
        if getmask(target) is nomask:
            target._mask = make_mask_none(target.shape, target.dtype)
            target._sharedmask = True
        np.copyto(target._mask, getmaskarray(values), where=mask)
    np.copyto(target._data, getdata(values), where=mask)


def transpose(a, axes=None):
    """The array with its axes in another order.

    >>> ma.transpose(ma.array([[1, 2]], mask=[[0, 1]])).tolist()
    [[1], [None]]
    """
    return (a if hasattr(a, 'transpose') else np.asarray(a).view(MaskedArray)).transpose(axes)


def reshape(a, new_shape, order='C'):
    """The array in another shape.

    >>> ma.reshape(ma.array([1, 2], mask=[0, 1]), (2, 1)).tolist()
    [[1], [None]]
    """
    if hasattr(a, 'reshape'):
        return a.reshape(new_shape, order=order)
    return array(np.reshape(a, new_shape, order=order))


def resize(x, new_shape):
    """An array of another size, its elements again and again where there are too few.

    >>> ma.resize(ma.array([1, 2], mask=[0, 1]), 3).tolist()
    [1, None, 1]
    """
    hidden, kind = getmask(x), get_masked_subclass(x)
    result = np.resize(x, new_shape).view(kind)
    if result.ndim > 0:
        result._mask = hidden if hidden is nomask else np.resize(hidden, new_shape)
    return result


def ndim(obj):
    """The number of axes.

    >>> ma.ndim([[1]])
    2
    """
    return np.ndim(getdata(obj))


def shape(obj):
    """The lengths of the axes.

    >>> ma.shape([[1, 2]])
    (1, 2)
    """
    return np.shape(getdata(obj))


def size(obj, axis=None):
    """The number of elements, masked or not, or the length of an axis.

    >>> ma.size(ma.array([1, 2], mask=[0, 1]))
    2
    """
    return np.size(getdata(obj), axis)


def expand_dims(a, axis):
    """The array with an axis of length 1 put in.

    >>> ma.expand_dims(ma.array([1, 2], mask=[0, 1]), 0).tolist()
    [[1, None]]
    """
    return np.expand_dims(a, axis)


def round_(a, decimals=0, out=None):
    """A copy rounded to so many places.

    >>> ma.round(ma.array([1.26, 2.0], mask=[0, 1]), 1).tolist()
    [1.3, None]
    """
    if out is not None:
        np.round(getdata(a), decimals, getdata(out))
        if hasattr(out, '_mask'):
            out._mask = getmask(a)
        return out
    return np.round(a, decimals)


round = round_


# ---- Elements of several arrays ----

def concatenate(arrays, axis=0):
    """Arrays one behind the other.

    >>> ma.concatenate([ma.array([1, 2], mask=[0, 1]), [3]]).tolist()
    [1, None, 3]
    """
    data = np.concatenate([getdata(one) for one in arrays], axis)
    result = data.view(get_masked_subclass(*arrays))
    if builtins.all(getmask(one) is nomask for one in arrays):
        return result
    mask = np.concatenate([getmaskarray(one) for one in arrays], axis)
    result._mask = _shrink_mask(mask.reshape(data.shape))
    return result


def append(a, b, axis=None):
    """One array behind another, in one dimension if no axis is given.

    >>> ma.append(ma.array([1, 2], mask=[0, 1]), [3]).tolist()
    [1, None, 3]
    """
    return concatenate([ravel(a), ravel(b)] if axis is None else [a, b], 0 if axis is None else axis)


def where(condition, x=_NoValue, y=_NoValue):
    """Elements of x where a condition holds, else of y; masked where the condition is. Without both, the places where it holds.

    >>> ma.where([True, False], ma.array([1, 2]), 0).tolist()
    [1, 0]
    """
    missing = (x is _NoValue, y is _NoValue).count(True)
    if missing == 1:
        raise ValueError("Must provide both 'x' and 'y' or neither.")
    if missing == 2:
        return nonzero(condition)
    chosen, hidden = filled(condition, False), getmaskarray(condition)
    first, second, one, other = getdata(x), getdata(y), getmaskarray(x), getmaskarray(y)
    if x is masked and y is not masked:
        first, one = np.zeros((), dtype=second.dtype), np.ones((), dtype=other.dtype)
    elif y is masked and x is not masked:
        second, other = np.zeros((), dtype=first.dtype), np.ones((), dtype=one.dtype)
    mask = np.where(chosen, one, other)
    mask = _shrink_mask(np.where(hidden, np.ones((), dtype=mask.dtype), mask))
    return masked_array(np.where(chosen, first, second), mask=mask)


def choose(indices, choices, out=None, mode='raise'):
    """For each place the element of the choice that an index names.

    >>> ma.choose([0, 1], [ma.array([1, 2]), ma.array([3, 4], mask=[0, 1])]).tolist()
    [1, None]
    """
    places = filled(indices, 0)
    masks = [True if one is masked else getmask(one) for one in choices]
    data = [True if one is masked else filled(one) for one in choices]
    mask = np.asarray(np.choose(places, masks, mode=mode))
    mask = make_mask(mask_or(mask, getmask(indices)), copy=False, shrink=True)
    result = np.choose(places, data, mode=mode, out=getdata(out) if isinstance(out, MaskedArray) else out)
    if out is not None:
        if isinstance(out, MaskedArray):
            out.__setmask__(mask)
        return out
    result = np.asarray(result).view(MaskedArray)
    result.__setmask__(mask)
    return result


def diff(a, /, n=1, axis=-1, prepend=_NoValue, append=_NoValue):
    """Differences of neighbours, n times; masked where one of them is.

    >>> ma.diff(ma.array([1, 2, 4, 7], mask=[0, 0, 0, 1])).tolist()
    [1, 2, None]
    """
    if n == 0:
        return a
    if n < 0:
        raise ValueError('order must be non-negative but got ' + repr(n))
    a = np.ma.asanyarray(a)
    if a.ndim == 0:
        raise ValueError('diff requires input that is at least one dimensional')

    def wide(value):
        value = np.ma.asanyarray(value)
        if value.ndim == 0:
            length = list(a.shape)
            length[axis] = 1
            value = np.broadcast_to(value, tuple(length))
        return value

    parts = [wide(prepend)] * (prepend is not _NoValue) + [a] + [wide(append)] * (append is not _NoValue)
    a = np.ma.concatenate(parts, axis) if len(parts) > 1 else a
    after, before = [slice(None)] * a.ndim, [slice(None)] * a.ndim
    after[axis], before[axis] = slice(1, None), slice(None, -1)
    for _ in range(n):
        a = (not_equal if a.dtype == np.bool else subtract)(a[tuple(after)], a[tuple(before)])
    return a


# ---- Products ----

def dot(a, b, strict=False, out=None):
    """A matrix product in which masked elements count as 0; masked where nothing else went in. When strict, what a masked element goes
    into is masked.

    >>> ma.dot(ma.array([[1, 2]], mask=[[0, 1]]), [[3], [4]]).tolist()
    [[3]]
    """
    if strict and np.ndim(a) and np.ndim(b):
        a, b = _spread(a, np.ndim(a) - 1), _spread(b, np.ndim(b) - (1 if np.ndim(b) == 1 else 2))
    mask = ~np.dot(~getmaskarray(a), ~getmaskarray(b))
    if out is None:
        result = np.asanyarray(np.dot(filled(a, 0), filled(b, 0))).view(get_masked_subclass(a, b))
        result.__setmask__(mask)
        return result
    np.dot(filled(a, 0), filled(b, 0), out._data)
    if out.mask.shape != np.shape(mask):
        out._mask = np.empty(np.shape(mask), MaskType)
    out._mask[...] = mask
    return out


def _spread(a, axis):
    """An array all of which is masked along an axis where one element is."""
    a = array(a, subok=False)
    mask = getmask(a)
    if mask is not nomask and mask.any():
        a._mask = a._mask | mask.any(axis=axis, keepdims=True)
    return a


def inner(a, b):
    """The inner product; masked elements count as 0.

    >>> ma.inner(ma.array([1, 2], mask=[0, 1]), [3, 4])
    np.int64(3)
    """
    first, second = filled(a, 0), filled(b, 0)
    first = first.reshape(1) if first.ndim == 0 else first
    second = second.reshape(1) if second.ndim == 0 else second
    result = np.inner(first, second)
    return result.view(MaskedArray) if isinstance(result, np.ndarray) else result


innerproduct = inner


def outer(a, b):
    """The products of each element of one array with each of another; masked where one of them is.

    >>> ma.outer(ma.array([1, 2], mask=[0, 1]), [3, 4]).tolist()
    [[3, 4], [None, None]]
    """
    data = np.outer(filled(a, 0).ravel(), filled(b, 0).ravel())
    first, second = getmask(a), getmask(b)
    if first is nomask and second is nomask:
        return masked_array(data)
    return masked_array(data, mask=make_mask(1 - np.outer(1 - getmaskarray(a), 1 - getmaskarray(b)), copy=False))


outerproduct = outer


def _slid(function, a, v, mode, propagate_mask):
    masks = getmaskarray(a), getmaskarray(v)
    if not propagate_mask:  # hidden where nothing that is known came together
        known = function(~masks[0], ~masks[1], mode=mode)
        return masked_array(function(filled(a, 0), filled(v, 0), mode=mode), mask=~known)
    everywhere = [np.ones(mask.shape, dtype=bool) for mask in masks]
    touched = function(masks[0], everywhere[1], mode=mode) | function(everywhere[0], masks[1], mode=mode)
    return masked_array(function(getdata(a), getdata(v), mode=mode), mask=touched)


def correlate(a, v, mode='valid', propagate_mask=True):
    """The correlation of two sequences. A masked element masks what it goes into, or, without propagate_mask, counts as 0.

    >>> ma.correlate(ma.array([1, 2, 3], mask=[0, 0, 1]), [1, 1]).tolist()
    [3, None]
    """
    return _slid(np.correlate, a, v, mode, propagate_mask)


def convolve(a, v, mode='full', propagate_mask=True):
    """The convolution of two sequences. A masked element masks what it goes into, or, without propagate_mask, counts as 0.

    >>> ma.convolve(ma.array([1, 2, 3], mask=[0, 0, 1]), [1, 1]).tolist()
    [1, 3, None, None]
    """
    return _slid(np.convolve, a, v, mode, propagate_mask)


# ---- Comparing ----

def allequal(a, b, fill_value=True):
    """Whether two arrays are equal wherever neither is masked; with fill_value False, also that nothing is.

    >>> ma.allequal(ma.array([1, 2], mask=[0, 1]), [1, 3])
    np.True_
    """
    mask = mask_or(getmask(a), getmask(b))
    if mask is nomask:
        return np.equal(getdata(a), getdata(b)).all()
    if not fill_value:
        return False
    return array(np.equal(getdata(a), getdata(b)), mask=mask, copy=False).filled(True).all(None)


def allclose(a, b, masked_equal=True, rtol=1e-5, atol=1e-8):
    """Whether two arrays are close wherever neither is masked; masked elements count as close, or not.

    >>> ma.allclose(ma.array([1, 2], mask=[0, 1]), [1 + 1e-9, 3])
    np.True_
    """
    def is_near(one, other):
        return np.all(filled(absolute(one - other) <= atol + rtol * absolute(other), masked_equal))

    x, y = (masked_array(one, copy=False) for one in (a, b))
    if y.dtype.kind != 'm':  # so that the tolerance of a whole number is a float
        y = masked_array(y, dtype=np.result_type(y.dtype, 1.0), copy=False)
    hidden = mask_or(getmask(x), getmask(y))
    without_end = filled(np.isinf(masked_array(x, mask=hidden, copy=False)), False)
    if np.any(without_end != filled(np.isinf(y), False)):
        return False
    if not without_end.any():
        return is_near(x, y)
    rest = np.logical_not(without_end)
    return np.all(filled(x[without_end] == y[without_end], masked_equal)) and is_near(x[rest], y[rest])
