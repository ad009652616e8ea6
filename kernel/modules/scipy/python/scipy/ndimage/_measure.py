"""Members of scipy.ndimage that say where values lie, and what of an array its labels choose; filters along a line and by windows."""

import math
import operator

import numpy as np

__all__ = ['extrema', 'maximum_position', 'minimum_position', 'histogram', 'labeled_comprehension', 'value_indices', 'maximum_filter1d',
           'minimum_filter1d', 'watershed_ift', 'vectorized_filter']


# ---- where the smallest and the largest lie ----

def _extremes(input, labels, index):
    """(least, most, place of the least, place of the most), places counted in C order; arrays where index is a sequence."""
    input = np.asanyarray(input)
    places = np.arange(input.size).reshape(input.shape)
    if labels is not None:
        labels = np.asarray(labels)
        input, places, labels = (np.broadcast_to(a, np.broadcast_shapes(input.shape, labels.shape)) for a in (input, places, labels))
        if index is None:
            mask = labels > 0
        elif np.isscalar(index) or np.ndim(index) == 0:
            mask = labels == index
        else:
            return _extremes_of_labels(input, places, labels, np.asarray(index))
        input, places = input[mask], places[mask]
    input, places = input.ravel(), places.ravel()
    most, least = input.max(), input.min()
    return least, most, places[input.argmin()], places[input.argmax()]


def _extremes_of_labels(input, places, labels, index):
    input, places, labels = input.ravel(), places.ravel(), labels.ravel()
    wanted, back = np.unique(index, return_inverse=True)
    found = np.searchsorted(wanted, labels)
    found[found == len(wanted)] = 0
    chosen = wanted[found] == labels
    input, places, groups = input[chosen], places[chosen], found[chosen]
    order = np.lexsort((places, input, groups))
    input, places, groups = input[order], places[order], groups[order]
    first = np.searchsorted(groups, np.arange(len(wanted)))
    last = np.searchsorted(groups, np.arange(len(wanted)), side='right')
    results = [np.zeros(len(wanted), dtype=input.dtype), np.zeros(len(wanted), dtype=input.dtype),
               np.zeros(len(wanted), dtype=np.intp), np.zeros(len(wanted), dtype=np.intp)]
    present = last > first
    for result, values, at in zip(results, (input, input, places, places), (first, last - 1, first, last - 1)):
        result[present] = values[at[present]]
    return tuple(result[back.reshape(index.shape)] for result in results)


def _unfolded(place, shape):
    if np.ndim(place) == 0:
        return tuple(np.intp(part) for part in np.unravel_index(place, shape))
    return [tuple(np.intp(part) for part in np.unravel_index(one, shape)) for one in np.ravel(place)]


def extrema(input, labels=None, index=None):
    """The least and the largest values and where they are, of the elements with each label of index.

    >>> ndimage.extrema([3, 1, 2])
    (np.int64(1), np.int64(3), (np.int64(1),), (np.int64(0),))
    """
    shape = np.shape(input)
    least, most, at_least, at_most = _extremes(input, labels, index)
    return least, most, _unfolded(at_least, shape), _unfolded(at_most, shape)


def maximum_position(input, labels=None, index=None):
    """Where the largest value is, as a tuple; for a sequence of labels a list of tuples.

    >>> ndimage.maximum_position([3, 1, 2])
    (np.int64(0),)
    """
    return _unfolded(_extremes(input, labels, index)[3], np.shape(input))


def minimum_position(input, labels=None, index=None):
    """Where the least value is, as a tuple; for a sequence of labels a list of tuples.

    >>> ndimage.minimum_position([3, 1, 2])
    (np.int64(1),)
    """
    return _unfolded(_extremes(input, labels, index)[2], np.shape(input))


# ---- the user's functions of labelled elements ----

def labeled_comprehension(input, labels, index, func, out_dtype, default, pass_positions=False):
    """What func makes of the elements with each label of index; default where there are none. With pass_positions func is also
    given their places in C order.

    >>> ndimage.labeled_comprehension([1, 2, 3], [1, 1, 2], [1, 2], np.sum, float, 0)
    array([3., 3.])
    """
    input = np.asarray(input)
    places = np.arange(input.size).reshape(input.shape)
    if labels is None:
        if index is not None:
            raise ValueError('index without defined labels')
        return func(input.ravel(), places.ravel()) if pass_positions else func(input.ravel())
    labels = np.asarray(labels)
    try:
        input, labels = np.broadcast_arrays(input, labels)
    except ValueError as error:
        raise ValueError('input and labels must have the same shape (excepting dimensions with width 1)') from error
    if index is None:
        mask = labels > 0
        return func(input[mask], places[mask]) if pass_positions else func(input[mask])
    is_single, index = np.ndim(index) == 0, np.atleast_1d(index)
    if np.any(index.astype(labels.dtype).astype(index.dtype) != index):
        raise ValueError(f"Cannot convert index values from <{index.dtype}> to <{labels.dtype}> (labels' type) without loss of precision")
    input, places, labels = input.ravel(), np.broadcast_to(places, input.shape).ravel(), labels.ravel()
    order = np.argsort(labels, kind='stable')
    input, places, labels = input[order], places[order], labels[order]
    first, last = np.searchsorted(labels, index.ravel()), np.searchsorted(labels, index.ravel(), side='right')
    result = np.empty(index.size, dtype=out_dtype)
    for i, (low, high) in enumerate(zip(first.tolist(), last.tolist())):
        if low == high:
            result[i] = default
        elif pass_positions:
            result[i] = func(input[low:high], places[low:high])
        else:
            result[i] = func(input[low:high])
    return result[0] if is_single else result.reshape(index.shape)


def histogram(input, min, max, bins, labels=None, index=None):
    """How many of the elements with each label of index lie in each of as many parts of an interval.

    >>> ndimage.histogram([1, 2, 2, 5], 0, 6, 3)
    array([1, 2, 1])
    """
    edges = np.linspace(min, max, bins + 1)
    return labeled_comprehension(input, labels, index, lambda values: np.histogram(values, edges)[0], object, None)


def value_indices(arr, *, ignore_value=None):
    """A dict from each value of an array of whole numbers to the indexes of its elements.

    >>> ndimage.value_indices(np.array([7, 3, 7]))
    {np.int64(3): (array([1]),), np.int64(7): (array([0, 2]),)}
    """
    arr = np.asarray(arr)
    if arr.dtype.kind not in 'iu':
        raise ValueError("Parameter 'arr' must be an integer array")
    flat = arr.ravel()
    order = np.argsort(flat, kind='stable')
    values, starts = np.unique(flat[order], return_index=True)
    ends = np.append(starts[1:], len(flat))
    return {value: np.unravel_index(order[low:high], arr.shape) for value, low, high in zip(values, starts, ends)
            if ignore_value is None or value != ignore_value}


# ---- along a line ----

def _ranked_line(name, input, size, axis, output, mode, cval, origin):
    from scipy import ndimage
    input = np.asarray(input)
    if input.dtype.kind == 'c':
        raise TypeError('Complex type not supported')
    axis = np.lib.array_utils.normalize_axis_index(axis, input.ndim)
    if size < 1:
        raise RuntimeError('incorrect filter size')
    if not 0 <= size // 2 + origin < size:
        raise ValueError('invalid origin')
    sizes, origins = [1] * input.ndim, [0] * input.ndim
    sizes[axis], origins[axis] = int(size), origin
    if output is None or isinstance(output, np.ndarray):
        return getattr(ndimage, name)(input, size=tuple(sizes), output=output, mode=mode, cval=cval, origin=tuple(origins))
    wide = input if np.dtype(output).kind in 'biu' and input.dtype.kind in 'biu' else input.astype(np.result_type(input, np.float64))
    return getattr(ndimage, name)(wide, size=tuple(sizes), mode=mode, cval=cval, origin=tuple(origins)).astype(output)


def maximum_filter1d(input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    """The largest of size neighbours along an axis.

    >>> ndimage.maximum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([8, 8, 8, 4, 9, 9, 9, 9])
    """
    return _ranked_line('maximum_filter', input, size, axis, output, mode, cval, origin)


def minimum_filter1d(input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    """The least of size neighbours along an axis.

    >>> ndimage.minimum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([2, 0, 0, 0, 1, 1, 0, 0])
    """
    return _ranked_line('minimum_filter', input, size, axis, output, mode, cval, origin)


# ---- watersheds ----

def watershed_ift(input, markers, structure=None, output=None):
    """Labels that grow from markers along the paths whose largest step is least; negative markers are the background's and wait for
    the others where both arrive at the same price.

    After Falcao, Stolfi and Lotufo, The image foresting transform, IEEE PAMI 26 (2004): queues by price, each element done once.
    input is uint8 or uint16; structure has three elements an axis. As in SciPy neighbours are counted in C order: what follows a row's
    last element is the next row's first.

    >>> ndimage.watershed_ift(np.array([0, 5, 9, 5, 0], np.uint8), np.array([1, 0, 0, 0, 2]))
    array([1, 1, 1, 2, 2])
    """
    from scipy import ndimage
    input, markers = np.asarray(input), np.asarray(markers)
    if input.dtype not in (np.uint8, np.uint16):
        raise TypeError('only 8 and 16 unsigned inputs are supported')
    structure = ndimage.generate_binary_structure(input.ndim, 1) if structure is None else np.asarray(structure, dtype=bool)
    if structure.ndim != input.ndim:
        raise RuntimeError('structure and input must have equal rank')
    if any(extent != 3 for extent in structure.shape):
        raise RuntimeError('structure dimensions must be equal to 3')
    if input.shape != markers.shape:
        raise RuntimeError('input and markers must have equal shape')
    if markers.dtype.kind not in 'iu':
        raise RuntimeError('marker should be of integer type')
    if isinstance(output, np.ndarray):
        if output.dtype.kind not in 'iu':
            raise RuntimeError('output should be of integer type')
    steps = np.array(np.nonzero(structure)).T - 1
    strides = np.array([math.prod(input.shape[axis + 1:]) for axis in range(input.ndim)], dtype=np.intp)
    offsets = [int(step @ strides) for step in steps if np.any(step)]
    heights, labels, size = input.ravel().tolist(), markers.ravel().tolist(), input.size
    done = [False] * size
    highest = max(heights, default=0) + 1
    costs = [highest] * size
    front, back = [[] for _ in range(highest + 1)], [[] for _ in range(highest + 1)]
    taken = [0] * (highest + 1)
    for at, label in enumerate(labels):
        if label:
            costs[at] = 0
            (front if label > 0 else back)[0].append(at)
    for level in range(highest + 1):
        while True:
            if front[level]:
                at = front[level].pop()
            elif taken[level] < len(back[level]):
                at = back[level][taken[level]]
                taken[level] += 1
            else:
                break
            if done[at] or costs[at] != level:
                continue
            done[at] = True
            label, height = labels[at], heights[at]
            for offset in offsets:
                beside = at + offset
                if not 0 <= beside < size or done[beside]:
                    continue
                price = max(level, abs(heights[beside] - height))
                if price < costs[beside]:
                    costs[beside], labels[beside] = price, label
                    (front if label > 0 else back)[price].append(beside)
    result = np.array(labels, dtype=np.int64).reshape(input.shape)
    if isinstance(output, np.ndarray):
        output[...] = result
        return output
    return result.astype(markers.dtype)


# ---- functions of windows ----

_PADDING = {'reflect': 'symmetric', 'grid-mirror': 'symmetric', 'constant': 'constant', 'grid-constant': 'constant', 'nearest': 'edge',
            'mirror': 'reflect', 'wrap': 'wrap', 'grid-wrap': 'wrap'}


def vectorized_filter(input, function, *, size=None, footprint=None, output=None, mode='reflect', cval=None, origin=None, axes=None,
                      batch_memory=2 ** 30):
    """What function(windows, axis=...) makes of the window around each element; mode 'valid' keeps to windows within the array.

    >>> ndimage.vectorized_filter(np.array([1, 5, 2]), np.max, size=3)
    array([5, 5, 5])
    """
    input = np.asarray(input)
    if not callable(function):
        raise ValueError('`function` must be a callable.')
    if size is None and footprint is None:
        raise ValueError('Either `size` or `footprint` must be provided.')
    if size is not None and footprint is not None:
        raise ValueError('Either `size` or `footprint` may be provided, not both.')
    if mode != 'valid' and mode not in _PADDING:
        raise ValueError("`mode` must be one of {'grid-mirror', 'constant', 'valid', 'wrap', 'reflect', 'grid-wrap', 'mirror', "
                         "'grid-constant', 'nearest'}.")
    if cval is not None and mode not in ('constant', 'grid-constant'):
        raise ValueError("Use of `cval` is compatible only with `mode='constant'`.")
    axes = tuple(range(input.ndim)) if axes is None else (axes,) if np.ndim(axes) == 0 else tuple(axes)
    axes = tuple(np.lib.array_utils.normalize_axis_index(operator.index(axis), input.ndim) for axis in axes)
    if footprint is not None:
        footprint = np.asarray(footprint, dtype=bool)
        sizes = footprint.shape
    else:
        sizes = np.asarray(size)
        if sizes.dtype.kind not in 'iu' or np.any(sizes < 1):
            raise ValueError('All elements of `size` must be positive integers.')
        sizes = (int(sizes),) * len(axes) if sizes.ndim == 0 else tuple(int(n) for n in sizes)
    if len(sizes) != len(axes):
        raise ValueError('`axes` must be compatible with the dimensionality of the window specified by `size` or `footprint`.')
    origins = (0,) * len(axes) if origin is None else (origin,) * len(axes) if np.ndim(origin) == 0 else tuple(origin)
    if len(origins) != len(axes):
        raise ValueError('`origin` must be compatible with the dimensionality of the window specified by `size` or `footprint`.')
    work = input
    if mode != 'valid':
        around = [(0, 0)] * input.ndim
        for axis, extent, start in zip(axes, sizes, origins):
            if not -(extent // 2) <= start <= (extent - 1) // 2:
                raise ValueError('invalid origin')
            around[axis] = (extent // 2 + start, extent - 1 - extent // 2 - start)
        keywords = {'constant_values': 0 if cval is None else cval} if _PADDING[mode] == 'constant' else {}
        if keywords and cval is not None:
            work = work.astype(np.result_type(work, cval))
        work = np.pad(work, around, mode=_PADDING[mode], **keywords)
    windows = np.lib.stride_tricks.sliding_window_view(work, sizes, axis=axes)
    inside = tuple(range(-len(axes), 0))
    if footprint is not None:
        windows, inside = windows[..., footprint], (-1,)
    result = function(windows, axis=inside if len(inside) > 1 else inside[0])
    if isinstance(output, np.ndarray):
        output[...] = result
        return output
    return result if output is None else np.asarray(result).astype(output)
