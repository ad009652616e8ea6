"""Reductions and their kin, made of ufuncs: for arrays of classes that have an __array_ufunc__ or an __array_wrap__ of their own, which see each
step. An argument that was not given is `...`. Other arrays are reduced at once (arraylib/functions/reduce.c)."""

import warnings

import numpy as np
from numpy._inside import _own_handler, override_ufunc

_plain = np.ndarray


def _method(ufunc, method, a, out, keywords):
    """A ufunc's method; a class's handler gets the keywords as they are here."""
    if _own_handler(a) or _own_handler(out):
        return override_ufunc(ufunc, method, (a,), () if out is None else (out,), keywords)
    return getattr(ufunc, method)(a, out=out, **keywords)


def _given(**keywords):
    return {name: value for name, value in keywords.items() if value is not ...}


def _reduce(ufunc, a, axis, dtype, out, keepdims, initial, where):
    keywords = _given(axis=axis, dtype=dtype, keepdims=False if keepdims is ... else keepdims, initial=initial, where=True if where is ... else where)
    return _method(ufunc, 'reduce', a, None if out is ... else out, keywords)


def sum(a, axis=None, dtype=None, out=None, keepdims=..., initial=..., where=...):
    """The sum over axes."""
    return _reduce(np.add, a, axis, dtype, out, keepdims, initial, where)


def prod(a, axis=None, dtype=None, out=None, keepdims=..., initial=..., where=...):
    """The product over axes."""
    return _reduce(np.multiply, a, axis, dtype, out, keepdims, initial, where)


def max(a, axis=None, out=None, keepdims=..., initial=..., where=...):
    """The largest over axes."""
    return _reduce(np.maximum, a, axis, None, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=..., initial=..., where=...):
    """The smallest over axes."""
    return _reduce(np.minimum, a, axis, None, out, keepdims, initial, where)


amax, amin = max, min


def _truth(ufunc, a, axis, out, keepdims, where):
    keywords = {} if where is ... or where is True else {'where': where}
    keywords.update(axis=axis, dtype=np.dtype(bool), keepdims=False if keepdims is ... else keepdims)
    return _method(ufunc, 'reduce', a, out, keywords)


def any(a, axis=None, out=None, keepdims=..., where=...):
    """Is one of them true?"""
    return _truth(np.logical_or, a, axis, out, keepdims, where)


def all(a, axis=None, out=None, keepdims=..., where=...):
    """Are all of them true?"""
    return _truth(np.logical_and, a, axis, out, keepdims, where)


def _count(a, axis, keepdims, where):
    """How many elements each sum has."""
    if where is not True:
        return np.add.reduce(np.broadcast_to(where, a.shape).view(_plain), axis=axis, dtype=np.intp, keepdims=keepdims)
    axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    count = 1
    for one in axes:
        count *= a.shape[one]
    return np.intp(count)


def _divided(total, count, kind=None):
    """A sum by what it is of."""
    if isinstance(total, np.ndarray):
        return np.true_divide(total, count, out=total, casting='unsafe', subok=False)
    if hasattr(total, 'dtype'):
        return (kind or total.dtype.type)(total / count)
    return total / count


def mean(a, axis=None, dtype=None, out=None, keepdims=..., where=...):
    """The mean over axes."""
    keepdims, where = False if keepdims is ... else keepdims, True if where is ... else where
    count, kind = _count(a, axis, keepdims, where), None
    if count == 0 if where is True else np.any(count == 0):
        warnings.warn('Mean of empty slice', RuntimeWarning, stacklevel=2)
    if dtype is None and a.dtype.kind in 'biu':
        dtype = np.dtype('f8')
    elif dtype is None and a.dtype.char == 'e':
        dtype, kind = np.dtype('f4'), a.dtype.type
    result = _divided(_method(np.add, 'reduce', a, out, {'where': where, 'axis': axis, 'dtype': dtype, 'keepdims': keepdims}), count, kind)
    if kind and out is None and isinstance(result, np.ndarray):
        result = kind(result)
    return result


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=..., where=..., mean=..., correction=...):
    """The variance over axes."""
    keepdims, where, ddof = False if keepdims is ... else keepdims, True if where is ... else where, ddof if correction is ... else correction
    count = _count(a, axis, keepdims, where)
    if np.any(ddof >= count):
        warnings.warn('Degrees of freedom <= 0 for slice', RuntimeWarning, stacklevel=2)
    if dtype is None and a.dtype.kind in 'biu':
        dtype = np.dtype('f8')
    if mean is ...:
        mean = _method(np.add, 'reduce', a, None, {'keepdims': True, 'where': where, 'axis': axis, 'dtype': dtype})
        each = count if where is True or keepdims else np.reshape(count, np.shape(mean))
        mean = _divided(mean, each)
    apart = np.asanyarray(a - mean)
    if apart.dtype.kind in 'fiub':
        apart = np.square(apart, out=apart)
    else:
        apart = np.multiply(apart, np.conjugate(apart), out=apart).real
    total = _method(np.add, 'reduce', apart, out, {'where': where, 'axis': axis, 'dtype': dtype, 'keepdims': keepdims})
    return _divided(total, np.maximum(count - ddof, 0))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=..., where=..., mean=..., correction=...):
    """The standard deviation over axes."""
    result = var(a, axis, dtype, out, ddof, keepdims, where, mean, correction)
    if isinstance(result, np.ndarray):
        return np.sqrt(result, out=result)
    return result.dtype.type(np.sqrt(result)) if hasattr(result, 'dtype') else np.sqrt(result)


def _accumulate(ufunc, a, axis, dtype, out):
    keywords = {} if dtype is None else {'dtype': np.dtype(dtype)}
    keywords['axis'] = 0 if axis is None else axis
    return _method(ufunc, 'accumulate', a.ravel() if axis is None else a, out, keywords)


def cumsum(a, axis=None, dtype=None, out=None):
    """Sums up to each element."""
    return _accumulate(np.add, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Products up to each element."""
    return _accumulate(np.multiply, a, axis, dtype, out)


def _ufunc_keywords(out, keywords):
    return keywords if out is None or out is ... else dict(keywords, out=out)


def cumulative_sum(x, axis=None, dtype=None, out=None, include_initial=False):
    """Sums up to each element, beginning with 0 when that is asked for."""
    return _cumulative(np.add, x, axis, dtype, out, include_initial)


def cumulative_prod(x, axis=None, dtype=None, out=None, include_initial=False):
    """Products up to each element, beginning with 1 when that is asked for."""
    return _cumulative(np.multiply, x, axis, dtype, out, include_initial)


def _cumulative(ufunc, x, axis, dtype, out, include_initial):
    if axis is None and x.ndim != 1:
        raise ValueError('For arrays which have more than one dimension ``axis`` argument is required.')
    axis = 0 if axis is None else axis
    if not include_initial:
        return _method(ufunc, 'accumulate', x, out, {'axis': axis, 'dtype': dtype})
    shape = list(x.shape)
    shape[axis] = 1
    result = _method(ufunc, 'accumulate', x, None, {'axis': axis, 'dtype': dtype})
    result = np.concatenate([np.full_like(result, ufunc.identity, shape=shape), result], axis=axis)
    if out is None:
        return result
    out[...] = result
    return out


def clip(a, a_min=None, a_max=None, out=None, min=None, max=None, **keywords):
    """Elements within bounds."""
    keywords, a_min, a_max = _ufunc_keywords(out, keywords), min if a_min is None else a_min, max if a_max is None else a_max
    if a_min is None and a_max is None:
        return np.positive(a, **keywords)
    if a_min is None:
        return np.minimum(a, a_max, **keywords)
    if a_max is None:
        return np.maximum(a, a_min, **keywords)
    return np._clip(a, a_min, a_max, **keywords)


def round(a, decimals=0, out=None):
    """Elements with so many decimals."""
    if a.dtype.kind == 'c':
        result = np.empty_like(a) if out is None else out
        result.real, result.imag = round(a.real, decimals), round(a.imag, decimals)
        return result
    if a.dtype.kind in 'biu' and decimals >= 0:
        if out is None:
            return a.copy()
        out[...] = a
        return out
    if decimals == 0:
        return np.rint(a, **_ufunc_keywords(out, {}))
    scale, before, after = 10.0 ** abs(decimals), np.multiply, np.divide
    if decimals < 0:
        before, after = after, before
    result = np.empty(a.shape, np.result_type(a.dtype, np.float64) if a.dtype.kind in 'biu' else a.dtype) if out is None else out
    result = before(a, scale, out=result)
    result = after(np.rint(result, out=result), scale, out=result)
    return result.astype(a.dtype) if out is None and result.dtype != a.dtype else result


around = round


def ptp(a, axis=None, out=None, keepdims=...):
    """The largest less the smallest over axes."""
    keywords = {'axis': axis, 'dtype': None, 'keepdims': False if keepdims is ... else keepdims}
    largest, smallest = _method(np.maximum, 'reduce', a, out, dict(keywords)), _method(np.minimum, 'reduce', a, None, dict(keywords))
    return np.subtract(largest, smallest, **_ufunc_keywords(out, {}))


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum of a diagonal."""
    keywords = {} if dtype is None else {'dtype': np.dtype(dtype)}
    result = _method(np.add, 'reduce', a.diagonal(offset, axis1, axis2), out, dict(keywords, axis=-1))
    return result[()] if out is None and isinstance(result, np.ndarray) and result.ndim == 0 else result


def diff(a, n=1, axis=-1, prepend=..., append=...):
    """Differences of neighbours."""
    parts = [np.broadcast_to(one, a.shape[:axis] + (1,) + a.shape[axis:][1:]) if np.ndim(one) == 0 else np.asanyarray(one)
             for one in (prepend, append) if one is not ...]
    if parts:
        a = np.concatenate(([parts.pop(0)] if prepend is not ... else []) + [a] + parts, axis)
    for _ in range(n):
        first, second = [slice(None)] * a.ndim, [slice(None)] * a.ndim
        first[axis], second[axis] = slice(1, None), slice(None, -1)
        a = (np.not_equal if a.dtype == bool else np.subtract)(a[tuple(first)], a[tuple(second)])
    return a


def average(a, axis=None, weights=None, returned=False, keepdims=...):
    """The weighted mean over axes."""
    keywords = _given(keepdims=keepdims)
    if weights is None:
        result = mean(a, axis, None, None, keepdims)
        scale = result.dtype.type(a.size / np.size(result)) if np.size(result) else 0.0
    else:
        weights = np.asanyarray(weights)
        if a.shape != weights.shape:
            if weights.ndim != 1 or axis is None:
                raise TypeError('Axis must be specified when shapes of a and weights differ.')
            if weights.shape[0] != a.shape[axis]:
                raise ValueError('Shape of weights must be consistent with shape of a along specified axis.')
            weights = np.moveaxis(np.broadcast_to(weights, (a.ndim - 1) * (1,) + weights.shape), -1, axis)
        kind = np.result_type(a.dtype, weights.dtype, 'f8') if a.dtype.kind in 'biu' else np.result_type(a.dtype, weights.dtype)
        scale = weights.sum(axis=axis, dtype=kind, **keywords)
        if np.any(scale == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        result = np.multiply(a, weights, dtype=kind).sum(axis, **keywords) / scale
    if not returned:
        return result
    return result, (scale if np.shape(scale) == np.shape(result) else np.broadcast_to(scale, np.shape(result)).copy())


def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Are the elements nearly equal?"""
    x, y = np.asanyarray(a), float(b) if isinstance(b, (int, float)) else np.asanyarray(b)
    with np.errstate(invalid='ignore'):
        result = (np.less_equal(abs(x - y), atol + rtol * abs(y)) & np.isfinite(y)) | (x == y)
        if equal_nan:
            result |= np.isnan(x) & np.isnan(y)
    return result[()]


def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Are all elements nearly equal?"""
    return bool(np.all(isclose(a, b, rtol, atol, equal_nan)))


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle of the sorted elements over axes."""
    shape = [1] * a.ndim
    if axis is not None:
        axes = [one % a.ndim for one in (axis if isinstance(axis, tuple) else (axis,))]
        shape = [1 if place in axes else size for place, size in enumerate(a.shape)]
        kept = [place for place in range(a.ndim) if place not in axes]
        a = a.transpose(kept + axes).reshape([a.shape[place] for place in kept] + [-1])
    else:
        a = a.reshape(-1)
    count = a.shape[-1]
    middle = count // 2
    if count:
        a = a.copy()
        a.partition([middle - 1 + count % 2, middle] + [-1] * (a.dtype.kind in 'fcmM'), axis=-1)
    result = np.mean(a[..., middle - 1 + count % 2:middle + 1] if count else a, axis=-1, out=out)
    if count and a.dtype.kind in 'fc':
        last = np.isnan(a[..., -1])
        if np.any(np.asarray(last)):
            result = np.where(last, np.nan, result) if np.ndim(result) else type(result)(np.nan)
    return np.reshape(result, shape) if keepdims else result


def angle(z, deg=False):
    """The angle of complex numbers."""
    result = np.arctan2(z.imag if z.dtype.kind == 'c' else 0, z.real)
    if deg:
        result *= 180 / np.pi
    return result


def _without_nan(a, value):
    """A copy with the value where there is none, and where that is."""
    if a.dtype.kind not in 'fc':
        return a, None
    places = np.isnan(a)
    copy = np.array(a, subok=True)
    np.copyto(copy, value, where=np.asarray(places))
    return copy, places


def nansum(a, axis=None, dtype=None, out=None, keepdims=..., initial=..., where=...):
    """The sum of numbers, NaN left out."""
    return sum(_without_nan(a, 0)[0], axis, dtype, out, keepdims, initial, where)


def nanprod(a, axis=None, dtype=None, out=None, keepdims=..., initial=..., where=...):
    """The product of numbers, NaN left out."""
    return prod(_without_nan(a, 1)[0], axis, dtype, out, keepdims, initial, where)


def nanmax(a, axis=None, out=None, keepdims=..., initial=..., where=...):
    """The largest of numbers, NaN left out."""
    return _nan_extreme(max, -np.inf, a, axis, out, keepdims, initial, where)


def nanmin(a, axis=None, out=None, keepdims=..., initial=..., where=...):
    """The smallest of numbers, NaN left out."""
    return _nan_extreme(min, np.inf, a, axis, out, keepdims, initial, where)


def _nan_extreme(function, least, a, axis, out, keepdims, initial, where):
    filled, places = _without_nan(a, least)
    result = function(filled, axis, out, keepdims, initial, where)
    if places is not None and np.any(nothing := np.all(np.asarray(places), axis=axis, keepdims=False if keepdims is ... else keepdims)):
        warnings.warn('All-NaN axis encountered', RuntimeWarning, stacklevel=2)
        result = np.where(nothing, np.nan, result)[()]
    return result


def nanmean(a, axis=None, dtype=None, out=None, keepdims=..., where=...):
    """The mean of numbers, NaN left out."""
    a, places = _without_nan(a, 0)
    if places is None:
        return mean(a, axis, dtype, out, keepdims, where)
    used = ~np.asarray(places) if where is ... else ~np.asarray(places) & where
    count = np.add.reduce(used, axis=axis, dtype=np.intp, keepdims=False if keepdims is ... else keepdims)
    result = _divided(sum(a, axis, dtype, out, keepdims, ..., where), count)
    if np.any(count == 0):
        warnings.warn('Mean of empty slice', RuntimeWarning, stacklevel=2)
    return result


# ---- What is put together of an array's parts ----

def append(arr, values, axis=None):
    """The elements, and others behind them."""
    if axis is None:
        arr, values, axis = np.ravel(arr), np.ravel(values), 0
    return np.concatenate((arr, values), axis=axis)


def resize(a, new_shape):
    """The elements again and again, until a shape is full."""
    shape = (new_shape,) if isinstance(new_shape, (int, np.integer)) else tuple(new_shape)
    a, size = a.ravel(), 1
    for extent in shape:
        if extent < 0:
            raise ValueError('all elements of `new_shape` must be non-negative')
        size *= extent
    if not a.size or not size:
        return np.zeros_like(a, shape=shape)
    return np.reshape(np.concatenate((a,) * -(-size // a.size))[:size], shape)


def _spacings(f, varargs, axes):
    """For each axis the distance of neighbours, a number or an array."""
    if not varargs:
        return [1.0] * len(axes)
    if len(varargs) == 1 and np.ndim(varargs[0]) == 0:
        return list(varargs) * len(axes)
    if len(varargs) != len(axes):
        raise TypeError('invalid number of arguments')
    spacings = list(varargs)
    for place, (axis, distances) in enumerate(zip(axes, varargs)):
        distances = np.asanyarray(distances)
        if distances.ndim == 0:
            continue
        if distances.ndim != 1:
            raise ValueError('distances must be either scalars or 1d')
        if len(distances) != f.shape[axis]:
            raise ValueError('when 1d, distances must match the length of the corresponding dimension')
        steps = np.diff(distances.astype(np.float64) if distances.dtype.kind in 'iu' else distances)
        spacings[place] = steps[0] if (steps == steps[0]).all() else steps
    return spacings


def _slopes(f, h, out, axis, edge_order):
    """Central differences along an axis, and those of the edges, into `out`."""
    def at(place, stop=...):
        return (slice(None),) * axis + (place if stop is ... else slice(place, stop),)

    if np.ndim(h) == 0:
        out[at(1, -1)] = (f[at(2, None)] - f[at(None, -2)]) / (2. * h)
        first = last = h, h
    else:
        left, right = (part.reshape((-1,) + (1,) * (f.ndim - 1 - axis)) for part in (h[:-1], h[1:]))
        out[at(1, -1)] = (-right / (left * (left + right)) * f[at(None, -2)] + (right - left) / (left * right) * f[at(1, -1)] +
                          left / (right * (left + right)) * f[at(2, None)])
        first, last = (h[0], h[1] if len(h) > 1 else h[0]), (h[-1], h[-2] if len(h) > 1 else h[-1])
    if edge_order == 1:
        out[at(0)], out[at(-1)] = (f[at(1)] - f[at(0)]) / first[0], (f[at(-1)] - f[at(-2)]) / last[0]
        return
    near, far = first
    out[at(0)] = (-(2. * near + far) / (near * (near + far)) * f[at(0)] + (near + far) / (near * far) * f[at(1)] -
                  near / (far * (near + far)) * f[at(2)])
    near, far = last
    out[at(-1)] = (near / (far * (far + near)) * f[at(-3)] - (near + far) / (far * near) * f[at(-2)] +
                   (2. * near + far) / (near * (far + near)) * f[at(-1)])


def gradient(f, varargs=(), axis=None, edge_order=1):
    """Slopes along axes."""
    axes = tuple(range(f.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = [one + f.ndim if one < 0 else one for one in axes]
    spacings, slopes = _spacings(f, varargs, axes), []
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype.kind in 'iu':
        f = f.astype(np.float64)
    kind = f.dtype if f.dtype.kind in 'fcm' else np.float64
    for one, h in zip(axes, spacings):
        if f.shape[one] < edge_order + 1:
            raise ValueError('Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.')
        out = np.empty_like(f, dtype=kind)
        _slopes(f, h, out, one, edge_order)
        slopes.append(out)
    return slopes[0] if len(slopes) == 1 else tuple(slopes)


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The area below points, by trapezia."""
    if x is not None:
        x = np.asanyarray(x)
        shape = [1] * y.ndim
        shape[axis] = -1
        dx = np.diff(x).reshape(shape) if x.ndim == 1 else np.diff(x, axis=axis)
    behind, before = [slice(None)] * y.ndim, [slice(None)] * y.ndim
    behind[axis], before[axis] = slice(1, None), slice(None, -1)
    return (dx * (y[tuple(behind)] + y[tuple(before)]) / 2.0).sum(axis)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN and infinities replaced by numbers."""
    x = np.array(x, subok=True, copy=copy or None)
    if x.dtype.kind not in 'fc':
        return x if x.ndim else x[()]
    for part in (x.real, x.imag) if x.dtype.kind == 'c' else (x,):
        limits = np.finfo(part.dtype)
        places = np.isnan(part), np.isposinf(part), np.isneginf(part)
        for where, number in zip(places, (nan, limits.max if posinf is None else posinf, limits.min if neginf is None else neginf)):
            np.copyto(part, number, where=where)
    return x if x.ndim else x[()]


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, equal_nan=True, sorted=True):
    """Each of the elements once, in order."""
    if axis is not None:
        return np.unique(np.asarray(ar), return_index, return_inverse, return_counts, axis, equal_nan=equal_nan, sorted=sorted)
    shape, flat = ar.shape, ar.flatten()
    if return_index or return_inverse:
        order = flat.argsort(kind='mergesort' if return_index else 'quicksort')
        flat = flat[order]
    else:
        flat.sort()
    is_new = np.ones(flat.shape, bool)
    is_new[1:] = flat[1:] != flat[:-1]
    if equal_nan and flat.size and flat.dtype.kind in 'fcmM' and np.isnan(flat[-1]):
        is_new[np.searchsorted(flat, flat[-1], side='left') + 1:] = False
    results = [flat[is_new]]
    if return_index:
        results.append(order[is_new])
    if return_inverse:
        inverse = np.empty(is_new.shape, np.intp)
        inverse[order] = np.cumsum(is_new) - 1
        results.append(inverse.reshape(shape))
    if return_counts:
        results.append(np.diff(np.append(np.nonzero(is_new)[0], is_new.size)))
    return tuple(results) if len(results) > 1 else results[0]
