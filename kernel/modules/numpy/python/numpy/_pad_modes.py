"""pad: borders around an array. Widths and values are read here; modes that repeat elements or one value are the library's own."""

import importlib

import numpy as np

__all__ = ['pad']

KEYWORDS = {'empty': [], 'edge': [], 'wrap': [], 'constant': ['constant_values'], 'linear_ramp': ['end_values'], 'maximum': ['stat_length'],
            'mean': ['stat_length'], 'median': ['stat_length'], 'minimum': ['stat_length'], 'reflect': ['reflect_type'],
            'symmetric': ['reflect_type']}


def _pairs(given, dimensions, whole=False):
    """(before, after) for every axis, of a number, a pair, or a list of pairs."""
    if given is None:
        return [(None, None)] * dimensions
    array = np.array(given)
    if whole:
        array = np.round(array).astype(np.intp, copy=False)
        if array.size and array.min() < 0:
            raise ValueError("index can't contain negative values")
    return np.broadcast_to(array, (dimensions, 2)).tolist()


def _widths(pad_width, dimensions):
    if isinstance(pad_width, dict):
        widths = [(0, 0)] * dimensions
        for axis, width in pad_width.items():
            widths[axis] = (width, width) if isinstance(width, (int, np.integer)) else tuple(width)
        pad_width = widths
    array = np.asarray(pad_width)
    if not array.dtype.kind == 'i':
        raise TypeError('`pad_width` must be of integral type.')
    return [tuple(pair) for pair in _pairs(array, dimensions, whole=True)]


def _at(array, axis, start, stop, step=1):
    return array[(slice(None),) * axis + (slice(start, stop, step),)]


def _around(array, widths, library):
    """A larger array with the given one in its middle."""
    shape = tuple(extent + before + after for extent, (before, after) in zip(array.shape, widths))
    order = 'F' if array.flags.fnc else 'C'
    wide = library.empty(shape, dtype=array.dtype, order=order)
    wide[tuple(slice(before, before + extent) for extent, (before, _) in zip(array.shape, widths))] = array
    return wide


def _inside(wide, widths, axis):
    """The part whose later axes still await their borders: those of this axis are filled over all of the earlier ones."""
    return wide[tuple(slice(None) if place <= axis else slice(before, wide.shape[place] - after)
                      for place, (before, after) in enumerate(widths))]


def _pad_with_function(array, widths, function, keywords, library):
    wide = library.zeros(tuple(extent + before + after for extent, (before, after) in zip(array.shape, widths)), dtype=array.dtype)
    wide[tuple(slice(before, before + extent) for extent, (before, _) in zip(array.shape, widths))] = array
    for axis in range(wide.ndim):
        rows = library.moveaxis(wide, axis, -1)
        for place in np.ndindex(*rows.shape[:-1]):
            function(rows[place], widths[axis], axis, keywords)
    return wide


def _pad_by_ramp(wide, axis, before, after, ends, library):
    extent = wide.shape[axis]
    edges = _at(wide, axis, before, before + 1), _at(wide, axis, extent - after - 1, extent - after)
    for side, (width, end, edge) in enumerate(zip((before, after), ends, edges)):
        if not width:
            continue
        ramp = library.linspace(start=end, stop=edge.squeeze(axis), num=width, endpoint=False, dtype=wide.dtype, axis=axis)
        if side:
            _at(wide, axis, extent - after, extent)[...] = library.flip(ramp, axis)
        else:
            _at(wide, axis, 0, before)[...] = ramp


STATISTICS = {'maximum': 'amax', 'minimum': 'amin', 'mean': 'mean', 'median': 'median'}


def _pad_by_statistic(wide, axis, before, after, lengths, mode, library):
    extent = wide.shape[axis]
    inner = extent - before - after
    values = []
    for side, length in enumerate(lengths):
        length = inner if length is None or length > inner else length
        if length == 0 and mode in ('maximum', 'minimum'):
            raise ValueError('stat_length of 0 yields no value for padding')
        part = _at(wide, axis, extent - after - length, extent - after) if side else _at(wide, axis, before, before + length)
        value = getattr(library, STATISTICS[mode])(part, axis=axis, keepdims=True)
        if wide.dtype.kind in 'iu' and value.dtype.kind not in 'iub':
            value = value.round()
        values.append(value)
        if not side and length == inner and lengths[1] in (None, length):
            values.append(value)
            break
    if before:
        _at(wide, axis, 0, before)[...] = values[0]
    if after:
        _at(wide, axis, extent - after, extent)[...] = values[1]


def _reflect_once(wide, axis, before, after, odd, edge, library):
    """Fill as much of the borders as one reflection gives; returns what is left of them. `edge`: the outermost element is repeated."""
    extent = wide.shape[axis]
    inner = extent - before - after
    if inner == 1:
        edge = True  # there is nothing else to reflect
    period = inner - (0 if edge else 1)
    if before:
        length = min(period, before)
        first = before + (0 if edge else 1)
        part = library.flip(_at(wide, axis, first, first + length), axis)
        if odd:
            part = 2 * _at(wide, axis, before, before + 1) - part
        _at(wide, axis, before - length, before)[...] = part
        before -= length
    if after:
        length = min(period, after)
        last = extent - after - (0 if edge else 1)
        part = library.flip(_at(wide, axis, last - length, last), axis)
        if odd:
            part = 2 * _at(wide, axis, extent - after - 1, extent - after) - part
        _at(wide, axis, extent - after, extent - after + length)[...] = part
        after -= length
    return before, after


def _pad(array, pad_width, mode, keywords, library):
    array = library.asarray(array)
    widths = _widths(pad_width, array.ndim)
    if callable(mode):
        return _pad_with_function(array, widths, mode, keywords, library)
    if not isinstance(mode, str) or mode not in KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(keywords) - set(KEYWORDS[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    if array.size == 0 and mode not in ('constant', 'empty'):
        for axis, (extent, width) in enumerate(zip(array.shape, widths)):
            if extent == 0 and any(width):
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        return _around(array, widths, library)
    odd = keywords.get('reflect_type', 'even') == 'odd'
    if mode in ('edge', 'wrap', 'empty') or (mode in ('reflect', 'symmetric') and not odd):
        return library._pad(array, widths, mode)
    if mode == 'constant':
        values = _pairs(keywords.get('constant_values', 0), array.ndim)
        wide = _around(array, widths, library)
        for axis, ((before, after), (first, last)) in enumerate(zip(widths, values)):
            part, extent = _inside(wide, widths, axis), wide.shape[axis]
            _at(part, axis, 0, before)[...] = first
            _at(part, axis, extent - after, extent)[...] = last
        return wide
    wide = _around(array, widths, library)
    ends = _pairs(keywords.get('end_values', 0), array.ndim)
    lengths = _pairs(keywords.get('stat_length'), array.ndim, whole=keywords.get('stat_length') is not None)
    for axis, (before, after) in enumerate(widths):
        part = _inside(wide, widths, axis)
        if mode == 'linear_ramp':
            _pad_by_ramp(part, axis, before, after, ends[axis], library)
        elif mode in STATISTICS:
            _pad_by_statistic(part, axis, before, after, lengths[axis], mode, library)
        else:
            while before or after:
                before, after = _reflect_once(part, axis, before, after, odd, mode == 'symmetric', library)
    return wide


def pad(array, pad_width, mode='constant', **kwargs):
    """The array with borders added.

    pad_width: a number, (before, after), a pair for each axis, or a dict of axes. mode: constant (constant_values), edge, linear_ramp
    (end_values), maximum, mean, median, minimum (stat_length), reflect, symmetric (reflect_type 'even' or 'odd'), wrap, empty, or a
    function of (vector, widths, axis, keywords) that changes the vector.

    >>> pad([1, 2], 1)
    array([0, 1, 2, 0])
    >>> pad([1, 2], (1, 2), 'edge')
    array([1, 1, 2, 2, 2])
    >>> pad([1, 2, 3], 2, 'reflect', reflect_type='odd')
    array([-1,  0,  1,  2,  3,  4,  5])
    """
    return _pad(array, pad_width, mode, kwargs, np)


def cupy_pad(array, pad_width, mode='constant', **kwargs):
    """The array of a device with borders added, as numpy.pad does.

    >>> pad(array([1, 2]), 1)
    array([0, 1, 2, 0])
    """
    return _pad(array, pad_width, mode, kwargs, importlib.import_module('cupy'))


cupy_pad.__name__ = cupy_pad.__qualname__ = 'pad'
cupy_pad.__module__ = 'cupy'
pad.__module__ = 'numpy'
