"""Functions of numpy over whole arrays that are made of others: delete, insert, trim_zeros, logspace, geomspace, apply_along_axis."""

import numpy as np
from numpy._inside import normalize_axis_index, normalize_axis_tuple
from numpy._dispatch import asks_nested

__all__ = ['delete', 'insert', 'trim_zeros', 'logspace', 'geomspace', 'apply_along_axis', 'block']


def _wrapped(given, result):
    """The result in the class of what was given."""
    if isinstance(given, np.ndarray) and type(given) is not np.ndarray:
        return given.__array_wrap__(result)
    return result


def _along(arr, axis):
    """A plain array, the axis counted from the front, the array's order; flat where no axis is given."""
    plain = np.asarray(arr)
    order = 'F' if plain.flags.fnc else 'C'
    if axis is None:
        plain = plain.ravel()
        return plain, plain.ndim - 1, order
    return plain, normalize_axis_index(axis, plain.ndim), order


def _places(axis, index):
    return (slice(None),) * axis + (index,)


def delete(arr, obj, axis=None):
    """The array without the given places.

    >>> delete([1, 2, 3], 1)
    array([1, 3])
    """
    plain, axis, order = _along(arr, axis)
    length = plain.shape[axis]
    keep = np.ones(length, dtype=bool)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        places = np.asarray(obj)
        if places.size == 0 and not isinstance(obj, np.ndarray):
            places = places.astype(np.intp)
        if places.dtype == bool:
            if places.shape != (length,):
                raise ValueError('boolean array argument obj to delete must be one dimensional and match the axis length of '
                                 f'{length}')
            keep = ~places
        elif places.size == 1 and places.dtype.kind in 'ui':
            place = places.item()
            if not -length <= place < length:
                raise IndexError(f'index {place} is out of bounds for axis {axis} with size {length}')
            keep[place] = False
        else:
            keep[places,] = False
    result = plain[_places(axis, keep)]
    return _wrapped(arr, result.copy(order))


def insert(arr, obj, values, axis=None):
    """The array with values inserted before the given places.

    >>> insert([1, 3], 1, 2)
    array([1, 2, 3])
    """
    plain, axis, order = _along(arr, axis)
    length = plain.shape[axis]
    if isinstance(obj, slice):
        places = np.arange(*obj.indices(length))
    else:
        places = np.array(obj)
        if places.dtype == bool:
            if places.ndim != 1:
                raise ValueError('boolean array argument obj to insert must be one dimensional')
            places = np.flatnonzero(places)
        elif places.ndim > 1:
            raise ValueError('index array argument obj to insert must be one dimensional or scalar')
        if places.size == 0 and not isinstance(obj, np.ndarray):
            places = places.astype(np.intp)
    if places.size == 1:
        place = places.item()
        if not -length <= place <= length:
            raise IndexError(f'index {obj} is out of bounds for axis {axis} with size {length}')
        values = np.array(values, copy=None, ndmin=plain.ndim, dtype=plain.dtype)
        if places.ndim == 0:
            values = np.moveaxis(values, 0, axis)
        count = values.shape[axis]
        targets = np.arange(count) + (place + length if place < 0 else place)
    else:
        places[places < 0] += length
        count, targets = len(places), places.copy()
        ranks = np.argsort(places, kind='stable')
        targets[ranks] += np.arange(count)
    shape = plain.shape[:axis] + (length + count,) + plain.shape[axis + 1:]
    old = np.ones(length + count, dtype=bool)
    old[targets] = False
    result = np.empty(shape, plain.dtype, order)
    result[_places(axis, targets)] = values
    result[_places(axis, old)] = plain
    return _wrapped(arr, result)


def trim_zeros(filt, trim='fb', axis=None):
    """The array without the zeros at its ends: in front ('f'), behind ('b'), along all axes or some.

    >>> trim_zeros(array([0, 1, 2, 0]))
    array([1, 2])
    """
    array, sides = np.asarray(filt), trim.lower()
    if sides not in ('fb', 'bf', 'f', 'b'):
        raise ValueError(f'unexpected character(s) in `trim`: {sides!r}')
    axes = range(array.ndim) if axis is None else normalize_axis_tuple(axis, array.ndim, argname='axis')
    if not len(axes):
        return filt
    found = np.argwhere(array != 0 if array.dtype.char == 'O' else array)
    index = []
    for place in range(array.ndim):
        if place not in axes:
            index.append(slice(None))
        elif not found.size:
            index.append(slice(0, 0))
        else:
            column = found[:, place]
            index.append(slice(int(column.min()) if 'f' in sides else None, int(column.max()) + 1 if 'b' in sides else None))
    return filt[index[0]] if len(index) == 1 else filt[tuple(index)]


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Numbers from one power of the base to another, each as many times the one before.

    >>> logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    if np.ndim(base) > 0:  # one axis more than the exponents have, where their run goes
        rank = max(map(np.ndim, (start, stop, base)))
        start, stop, base = [np.array(one, copy=None, ndmin=rank, subok=True) for one in (start, stop, base)]
        base = np.expand_dims(base, axis)
    exponents = np.linspace(start, stop, num, endpoint, axis=axis)
    powers = np.power(base, exponents)
    if dtype is None:
        return powers
    return powers.astype(dtype, copy=False)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers from start to stop, each as many times the one before.

    >>> geomspace(1, 1000, 4)
    array([   1.,   10.,  100., 1000.])
    """
    start, stop = np.asanyarray(start), np.asanyarray(stop)
    if np.any(start == 0) or np.any(stop == 0):
        raise ValueError('Geometric sequence cannot include zero')
    kind = np.result_type(start, stop, float(num), np.zeros((), dtype))
    start, stop = start.astype(kind), stop.astype(kind)
    turn = np.sign(start)
    start, stop = start / turn, stop / turn
    result = logspace(np.log10(start), np.log10(stop), num=num, endpoint=endpoint, base=10.0, dtype=kind)
    if num > 0:
        result[0] = start
        if num > 1 and endpoint:
            result[-1] = stop
    result *= turn
    return np.moveaxis(result, 0, axis).astype(kind if dtype is None else dtype, copy=False)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """What a function gives for each vector along an axis.

    >>> apply_along_axis(sum, 0, [[1, 2], [3, 4]])
    array([4, 6])
    """
    array = np.asanyarray(arr)
    axis = normalize_axis_index(axis, array.ndim)
    rows = np.moveaxis(array, axis, -1)
    outer = rows.shape[:-1]
    result = None
    for place in np.ndindex(*outer):
        part = np.asanyarray(func1d(rows[place + (...,)], *args, **kwargs))
        if result is None:
            plain = type(part) is np.ndarray or isinstance(part, np.matrix)
            result = np.zeros(outer + part.shape, part.dtype) if plain else np.zeros_like(part, shape=outer + part.shape)
        result[place] = part
    if result is None:
        raise ValueError('Cannot apply_along_axis when any iteration dimensions are 0')
    order = list(range(axis)) + list(range(len(outer), result.ndim)) + list(range(axis, len(outer)))
    result = np.transpose(result, order)
    if type(array) is not np.ndarray and type(result) is np.ndarray:
        return array.__array_wrap__(result)
    return result


def _place_of(index):
    return 'arrays' + ''.join(f'[{one}]' for one in index)


def _check_blocks(arrays, index=()):
    """The depth of lists, which must be the same everywhere, and the most dimensions of a block."""
    if isinstance(arrays, tuple):
        raise TypeError(f'{_place_of(index)} is a tuple. Only lists can be used to arrange blocks, and np.block does not allow implicit '
                        'conversion from tuple to ndarray.')
    if not isinstance(arrays, list):
        return index, np.ndim(arrays)
    if not arrays:
        return index + (None,), 0
    first, most = _check_blocks(arrays[0], index + (0,))
    for place, part in enumerate(arrays[1:], 1):
        own, dimensions = _check_blocks(part, index + (place,))
        most = max(most, dimensions)
        if len(own) != len(first):
            shown = own if own[-1:] != (None,) else own[:-1]
            raise ValueError(f'List depths are mismatched. First element was at depth {len(first)}, but there is an element at depth '
                             f'{len(own)} ({_place_of(shown)})')
        if own[-1:] == (None,):
            first = own
    return first, most


@asks_nested
def block(arrays):
    """An array put together of nested lists of blocks: the innermost along the last axis, those around them along the axes before.

    >>> block([[eye(2), ones((2, 1))]])
    array([[1., 0., 1.],
           [0., 1., 1.]])
    """
    first, most = _check_blocks(arrays)
    if first[-1:] == (None,):
        raise ValueError(f'List at {_place_of(first[:-1])} cannot be empty')
    depth = len(first)
    dimensions = max(depth, most)

    def joined(part, level):
        if level == depth:
            return np.array(part, ndmin=dimensions, copy=None, subok=True)
        return np.concatenate([joined(one, level + 1) for one in part], axis=dimensions - depth + level)

    result = joined(arrays, 0)
    return result.copy() if depth == 0 else result
