"""Functions of numpy that are made of others and of Python: requirements, names of types, broadcast as an object, histograms of
several dimensions."""

import builtins
import operator

import numpy as np
from numpy._dispatch import asks_lists, asks_nobody

__all__ = ['require', 'asarray_chkfinite', 'isfortran', 'typename', 'mintypecode', 'broadcast', 'histogramdd', 'row_stack',
           'getbufsize', 'setbufsize', 'from_dlpack']


@asks_nobody
def from_dlpack(x, /, *, device=None, copy=None):
    """An array over the memory of another library's array, which lends it by __dlpack__.

    >>> from_dlpack(arange(3))
    array([0, 1, 2])
    """
    if device is not None and device != 'cpu':
        raise ValueError('Device not understood. Only "cpu" is allowed, but received: %s' % (device,))
    keywords = {} if device is None and copy is None else {'dl_device': None if device is None else (1, 0), 'copy': copy}
    try:
        capsule = x.__dlpack__(max_version=(1, 0), **keywords)
    except TypeError:
        if keywords:
            raise
        capsule = x.__dlpack__()
    return np._array_of_capsule(capsule, False)


@asks_nobody
def isfortran(a):
    """Whether an array lies in memory in Fortran's order and not in C's.

    >>> isfortran(array([[1, 2], [3, 4]], order='F'))
    True
    """
    return a.flags.fnc


@asks_nobody
def asarray_chkfinite(a, dtype=None, order=None):
    """The input as an array, which must hold no nan and no infinity.

    >>> asarray_chkfinite([1, 2])
    array([1, 2])
    """
    array = np.asarray(a, dtype, order)
    is_checked = array.dtype.char in np.typecodes['AllFloat']
    if is_checked and not np.all(np.isfinite(array)):
        raise ValueError('array must not contain infs or NaNs')
    return array


REQUIREMENTS = {'C': 'C', 'C_CONTIGUOUS': 'C', 'CONTIGUOUS': 'C', 'F': 'F', 'F_CONTIGUOUS': 'F', 'FORTRAN': 'F', 'A': 'A', 'ALIGNED': 'A',
                'W': 'W', 'WRITEABLE': 'W', 'O': 'O', 'OWNDATA': 'O', 'E': 'E', 'ENSUREARRAY': 'E'}


def require(a, dtype=None, requirements=None, *, like=None):
    """An array of a type, an order and other properties; copied only where that is needed.

    >>> require([1, 2], float, ['C', 'W'])
    array([1., 2.])
    """
    if not requirements:
        return np.asanyarray(a, dtype=dtype)
    wanted = {REQUIREMENTS[name.upper()] for name in requirements}
    plain = 'E' in wanted
    if wanted >= {'C', 'F'}:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = 'F' if 'F' in wanted else 'C' if 'C' in wanted else 'A'
    array = np.asarray(a, dtype=dtype, order=order) if plain or order != 'A' else np.asanyarray(a, dtype=dtype)
    if ('W' in wanted and not array.flags.writeable) or ('O' in wanted and not array.flags.owndata):
        array = array.copy(order)
    return array


NAMES = {'S1': 'character', '?': 'bool', 'b': 'signed char', 'B': 'unsigned char', 'h': 'short', 'H': 'unsigned short', 'i': 'integer',
         'I': 'unsigned integer', 'l': 'long integer', 'L': 'unsigned long integer', 'q': 'long long integer',
         'Q': 'unsigned long long integer', 'f': 'single precision', 'd': 'double precision', 'g': 'long precision',
         'F': 'complex single precision', 'D': 'complex double precision', 'G': 'complex long double precision', 'S': 'string',
         'U': 'unicode', 'V': 'void', 'O': 'object'}


@asks_nobody
def typename(char):
    """What a type's character stands for.

    >>> typename('d')
    'double precision'
    """
    return NAMES[char]


@asks_nobody
def mintypecode(typechars, typeset='GDFgdf', default='d'):
    """The character of the smallest type to which all the given ones can be cast.

    >>> mintypecode(['d', 'f'])
    'd'
    """
    rank = 'GDFgdfOSUVQLIHBqlihb?'.index
    found = set()
    for given in typechars:
        letter = given if isinstance(given, str) else np.asarray(given).dtype.char
        if letter in typeset:
            found.add(letter)
    if {'F', 'd'} <= found:
        return 'D'
    return min(found, key=rank, default=default)


@asks_nobody
def row_stack(tup, *, dtype=None, casting='same_kind'):
    """vstack, by a name that is on its way out.

    >>> vstack([[1], [2]])
    array([[1],
           [2]])
    """
    import warnings
    warnings.warn('`row_stack` alias is deprecated. Use `np.vstack` directly.', DeprecationWarning, stacklevel=2)
    return np.vstack(tup, dtype=dtype, casting=casting)


_buffer_size = 8192


@asks_nobody
def getbufsize():
    """The number of elements that ufuncs convert at a time.

    >>> getbufsize()
    8192
    """
    return _buffer_size


@asks_nobody
def setbufsize(size):
    """Set the number that getbufsize gives; the old one is returned. Results do not depend on it.

    >>> setbufsize(8192)
    8192
    """
    global _buffer_size
    if size < 0:
        raise ValueError('buffer size must be non-negative')
    old, _buffer_size = _buffer_size, size
    return old


class broadcast:
    """broadcast(*arrays)

    Arrays broadcast together, as an iterator over tuples of their elements.

    >>> broadcast([1, 2], [[3], [4]]).shape
    (2, 2)
    """

    __module__ = 'numpy'

    def __init__(self, *arrays):
        if len(arrays) > 64:
            raise ValueError('Need at least 0 and at most 64 array objects.')
        self._arrays = [np.asarray(array) for array in arrays]
        shape = []
        for place, array in enumerate(self._arrays):
            for axis in range(1, array.ndim + 1):
                extent = array.shape[-axis]
                if axis > len(shape):
                    shape.append((extent, place))
                elif shape[axis - 1][0] == 1:
                    shape[axis - 1] = (extent, place)
                elif extent not in (1, shape[axis - 1][0]):
                    other = shape[axis - 1][1]
                    raise ValueError('shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg '
                                     f'{other} with shape {self._arrays[other].shape} and arg {place} with shape {array.shape}.')
        self._shape = tuple(extent for extent, place in reversed(shape))
        self.reset()

    @property
    def shape(self):
        """The common shape."""
        return self._shape

    @property
    def nd(self):
        """The number of dimensions."""
        return len(self._shape)

    ndim = nd

    @property
    def size(self):
        """The number of elements."""
        return int(np.prod(self._shape, dtype=int))

    @property
    def numiter(self):
        """The number of arrays."""
        return len(self._arrays)

    @property
    def index(self):
        """How many tuples were given already."""
        return self._index

    @property
    def iters(self):
        """A flat iterator over each array."""
        return tuple(np.broadcast_to(array, self._shape).flat for array in self._arrays)

    def reset(self):
        """Begin again."""
        self._index = 0
        self._iterator = zip(*(np.broadcast_to(array, self._shape).flat for array in self._arrays)) if self._arrays else iter(())

    def __iter__(self):
        return self

    def __next__(self):
        result = next(self._iterator)
        self._index += 1
        return result


def _outer_edges(values, limits):
    """The first and the last edge over values, as histogram() has them."""
    if limits is None:
        whose, edges = 'autodetected', (values.min(), values.max()) if values.size else (0, 1)
    else:
        whose, edges = 'supplied', tuple(limits)
        if edges[0] > edges[1]:
            raise ValueError('max must be larger than min in range parameter.')
    first, last = edges
    if not all(map(np.isfinite, edges)):
        raise ValueError(f'{whose} range of [{first}, {last}] is not finite')
    return edges if first != last else (first - 0.5, last + 0.5)


@asks_lists
def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    """How many points of several dimensions fall into each box.

    sample is an array of shape (points, dimensions), or a sequence of an array for each dimension. Returns the counts
    (float64, an axis for each dimension) and a list of the edges.

    >>> counts, edges = histogramdd([[0.0, 0.0], [1.0, 1.0]], bins=2)
    >>> counts
    array([[1., 0.],
           [0., 1.]])
    """
    try:
        points, dimensions = sample.shape
    except (AttributeError, ValueError):
        sample = np.atleast_2d(sample).T
        points, dimensions = sample.shape
    try:
        given = len(bins)
    except TypeError:
        bins = dimensions * [bins]
    else:
        if given != dimensions:
            raise ValueError('The dimension of bins must be equal to the dimension of the sample x.')
    if range is None:
        range = (None,) * dimensions
    elif len(range) != dimensions:
        raise ValueError('range argument must have one entry per dimension')
    if weights is not None:
        weights = np.asarray(weights)
    edges, widths, places = [], [], []
    for axis in builtins.range(dimensions):
        values = sample[:, axis]
        if np.ndim(bins[axis]) == 0:
            if bins[axis] < 1:
                raise ValueError(f'`bins[{axis}]` must be positive, when an integer')
            first, last = _outer_edges(values, range[axis])
            try:
                count = operator.index(bins[axis])
            except TypeError as e:
                raise TypeError(f'`bins[{axis}]` must be an integer, when a scalar') from e
            edge = np.linspace(first, last, count + 1)
        elif np.ndim(bins[axis]) == 1:
            edge = np.asarray(bins[axis])
            if (edge[:-1] > edge[1:]).any():
                raise ValueError(f'`bins[{axis}]` must be monotonically increasing, when an array')
        else:
            raise ValueError(f'`bins[{axis}]` must be a scalar or 1d array')
        place = np.searchsorted(edge, values, side='right')
        place[values == edge[-1]] -= 1  # the last box holds its right edge
        edges.append(edge)
        widths.append(np.diff(edge))
        places.append(place)
    boxes = tuple(len(edge) + 1 for edge in edges)  # those outside too
    numbers = np.ravel_multi_index(tuple(places), boxes)
    counts = np.bincount(numbers, weights, minlength=int(np.prod(boxes)))
    counts = counts.reshape(boxes).astype(float)[(slice(1, -1),) * dimensions]
    if density:
        total = counts.sum()
        for axis, width in enumerate(widths):
            shape = [1] * dimensions
            shape[axis] = len(width)
            counts = counts / width.reshape(shape)
        counts /= total
    return counts, edges
