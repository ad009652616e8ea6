"""r_ and c_: arrays out of what stands in brackets, joined along an axis."""

import importlib

import numpy as np

__all__ = ['r_', 'c_']


def _array_of(library, value, dimensions, kind=None):
    """The value as an array of at least so many dimensions, copied only where that is needed."""
    if library is np:
        return np.array(value, copy=None, subok=True, ndmin=dimensions, dtype=kind)
    made = library.asarray(value, dtype=kind)
    return made.reshape((1,) * (dimensions - made.ndim) + made.shape) if made.ndim < dimensions else made


class AxisConcatenator:
    """Joins what stands in brackets along an axis: slices are ranges, numbers single elements, a string in front says how.

    'r' and 'c' make a matrix of one row or one column. 'a,n,t' joins along axis a, gives everything at least n dimensions, and puts the
    axes that something has of its own from axis t on.
    """

    __module__ = 'numpy.lib._index_tricks_impl'

    def __init__(self, axis=0, matrix=False, ndmin=1, trans1d=-1, library='numpy'):
        self.axis, self.matrix, self.ndmin, self.trans1d, self._library = axis, matrix, ndmin, trans1d, library

    def _directive(self, text, state):
        """What the string in front says: (axis, dimensions, place of own axes, matrix as 'r', 'c' or None)."""
        axis, dimensions, place, _ = state
        if text in ('r', 'c'):
            return axis, dimensions, place, text
        parts = text.split(',')
        try:
            numbers = [int(part) for part in parts]
        except ValueError:
            raise ValueError(f'unknown special directive {text!r}' if len(parts) > 1 else 'unknown special directive') from None
        if len(numbers) > 1:
            dimensions = numbers[1]
        if len(numbers) == 3:
            place = numbers[2]
        return numbers[0], dimensions, place, None

    def _range(self, item, dimensions, place, library):
        start = 0 if item.start is None else item.start
        step = 1 if item.step is None else item.step
        if isinstance(step, (complex, np.complexfloating)):
            made = library.linspace(start, item.stop, num=int(abs(step)))
        else:
            made = library.arange(start, item.stop, step)
        if dimensions > 1:
            made = library.array(made, ndmin=dimensions)
            if place != -1:
                made = made.swapaxes(-1, place)
        return made

    def _array(self, item, dimensions, place, library):
        own = np.ndim(item)
        made = _array_of(library, item, dimensions)
        new = dimensions - own
        if place != -1 and new > 0:
            first = place + new + 1 if place < 0 else place
            axes = list(range(dimensions))
            made = made.transpose(axes[:first] + axes[new:] + axes[first:new])
        return made

    def __getitem__(self, key):
        library = importlib.import_module(self._library)
        if isinstance(key, str):
            return np.bmat(key)
        items = key if isinstance(key, tuple) else (key,)
        state = self.axis, self.ndmin, self.trans1d, 'r' if self.matrix else None
        arrays, kinds = [], []
        for number, item in enumerate(items):
            if isinstance(item, str):
                if number:
                    raise ValueError('special directives must be the first entry.')
                state = self._directive(item, state)
                continue
            axis, dimensions, place, matrix = state
            if type(item) is slice:
                made = self._range(item, dimensions, place, library)
            elif type(item) in np.ScalarType:
                arrays.append(item)
                kinds.append(item)
                continue
            else:
                made = self._array(item, dimensions, place, library)
            arrays.append(made)
            kinds.append(made.dtype)
        axis, dimensions, place, matrix = state
        if kinds:
            kind = np.result_type(*kinds)
            arrays = [_array_of(library, one, dimensions, kind) for one in arrays]
        joined = library.concatenate(tuple(arrays), axis=axis)
        if matrix is None:
            return joined
        made = np.matrix(joined, copy=False)
        return made.T if matrix == 'c' and joined.ndim == 1 else made

    def __len__(self):
        return 0


class RClass(AxisConcatenator):
    """Join along the first axis.

    >>> r_[1:4, 0, [5, 6]]
    array([1, 2, 3, 0, 5, 6])
    >>> r_['0,2', [1, 2], [3, 4]]
    array([[1, 2],
           [3, 4]])
    """

    __module__ = 'numpy.lib._index_tricks_impl'

    def __init__(self, library='numpy'):
        super().__init__(0, library=library)


class CClass(AxisConcatenator):
    """Join as columns.

    >>> c_[[1, 2], [3, 4]]
    array([[1, 3],
           [2, 4]])
    """

    __module__ = 'numpy.lib._index_tricks_impl'

    def __init__(self, library='numpy'):
        super().__init__(-1, ndmin=2, trans1d=0, library=library)


r_, c_ = RClass(), CClass()
cupy_r_, cupy_c_ = RClass('cupy'), CClass('cupy')
