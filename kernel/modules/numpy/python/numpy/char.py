"""numpy.char: numpy.strings by older rules (trailing blanks do not count in comparisons), and chararray."""

import numpy as np
from numpy import strings
from numpy.strings import _array, _like, _lists
from numpy.strings import (add, capitalize, center, count, decode, encode, endswith, expandtabs, find, index, isalnum, isalpha,
                           isdecimal, isdigit, islower, isnumeric, isspace, istitle, isupper, ljust, lower, lstrip, mod, replace,
                           rfind, rindex, rjust, rstrip, startswith, str_len, strip, swapcase, title, translate, upper, zfill)

__all__ = ['equal', 'not_equal', 'greater_equal', 'less_equal', 'greater', 'less', 'str_len', 'add', 'multiply', 'mod', 'capitalize',
           'center', 'count', 'decode', 'encode', 'endswith', 'expandtabs', 'find', 'index', 'isalnum', 'isalpha', 'isdigit', 'islower',
           'isspace', 'istitle', 'isupper', 'join', 'ljust', 'lower', 'lstrip', 'partition', 'replace', 'rfind', 'rindex', 'rjust',
           'rpartition', 'rsplit', 'rstrip', 'split', 'splitlines', 'startswith', 'strip', 'swapcase', 'title', 'translate', 'upper',
           'zfill', 'isnumeric', 'isdecimal', 'array', 'asarray', 'compare_chararrays', 'chararray']

COMPARISONS = {'==': np.equal, '!=': np.not_equal, '<': np.less, '>': np.greater, '<=': np.less_equal, '>=': np.greater_equal}


def compare_chararrays(a1, a2, cmp, rstrip):
    """Compare arrays of text; with rstrip, blanks at the ends do not count.

    >>> char.compare_chararrays(['a '], ['a'], '==', True)
    array([ True])
    """
    a1, a2 = (np.asarray(a) for a in (a1, a2))
    if cmp not in COMPARISONS:
        raise ValueError("comparison must be '==', '!=', '<', '>', '<=', '>='")
    if a1.dtype.kind not in 'SU' or a2.dtype.kind not in 'SU':
        raise TypeError('comparison of non-string arrays')
    if a1.dtype.kind != a2.dtype.kind:
        a1, a2 = a1.astype('U'), a2.astype('U')
    if rstrip:
        blanks = '\0 \t\n\v\f\r'
        a1, a2 = (np.asarray(strings.rstrip(a, blanks.encode() if a.dtype.kind == 'S' else blanks)) for a in (a1, a2))
    return np.asarray(COMPARISONS[cmp](a1, a2))


def equal(x1, x2):
    """x1 == x2, without regard to blanks at the ends.

    >>> char.equal(['a ', 'b'], 'a')
    array([ True, False])
    """
    return compare_chararrays(x1, x2, '==', True)


def not_equal(x1, x2):
    """x1 != x2, without regard to blanks at the ends.

    >>> char.not_equal(['a ', 'b'], 'a')
    array([False,  True])
    """
    return compare_chararrays(x1, x2, '!=', True)


def greater_equal(x1, x2):
    """x1 >= x2, without regard to blanks at the ends.

    >>> char.greater_equal(['a', 'b'], 'b')
    array([False,  True])
    """
    return compare_chararrays(x1, x2, '>=', True)


def less_equal(x1, x2):
    """x1 <= x2, without regard to blanks at the ends.

    >>> char.less_equal(['a', 'b'], 'a')
    array([ True, False])
    """
    return compare_chararrays(x1, x2, '<=', True)


def greater(x1, x2):
    """x1 > x2, without regard to blanks at the ends.

    >>> char.greater(['a', 'b'], 'a')
    array([False,  True])
    """
    return compare_chararrays(x1, x2, '>', True)


def less(x1, x2):
    """x1 < x2, without regard to blanks at the ends.

    >>> char.less(['a', 'b'], 'b')
    array([ True, False])
    """
    return compare_chararrays(x1, x2, '<', True)


def multiply(a, i):
    """Each element repeated.

    >>> char.multiply(['ab', 'c'], 2)
    array(['abab', 'cc'], dtype='<U4')
    """
    try:
        return strings.multiply(a, i)
    except TypeError:
        raise ValueError('Can only multiply by integers')


def partition(a, sep):
    """The three parts of each element around the first sep, along a new last axis.

    >>> char.partition(['a-b'], '-')
    array([['a', '-', 'b']], dtype='<U1')
    """
    return np.stack(strings.partition(a, sep), axis=-1)


def rpartition(a, sep):
    """The three parts of each element around the last sep, along a new last axis.

    >>> char.rpartition(['a-b'], '-')
    array([['a', '-', 'b']], dtype='<U1')
    """
    return np.stack(strings.rpartition(a, sep), axis=-1)


def join(sep, seq):
    """The characters of each element of seq with sep between them.

    >>> char.join('-', ['abc', 'd'])
    array(['a-b-c', 'd'], dtype='<U5')
    """
    sep, seq = _array(sep), np.asarray(seq)
    shape, lists = _lists(sep, seq) if sep.ndim else _lists(np.broadcast_to(sep, seq.shape), seq)
    return _like(seq.dtype, [mark.join(text) for mark, text in zip(*lists)], shape)


def _objects(values, shape):
    result = np.empty(len(values), object)
    for place, value in enumerate(values):
        result[place] = value
    return result.reshape(shape)


def split(a, sep=None, maxsplit=None):
    """A list of the words of each element, in an array of objects.

    >>> char.split(['a b', 'c'])
    array([list(['a', 'b']), list(['c'])], dtype=object)
    """
    a = _array(a)
    arguments = [sep] + ([] if maxsplit is None else [maxsplit])
    return _objects([text.split(*arguments) for text in a.ravel().tolist()], a.shape)


def rsplit(a, sep=None, maxsplit=None):
    """split() from the right.

    >>> char.rsplit(['a b c'], None, 1)
    array([list(['a b', 'c'])], dtype=object)
    """
    a = _array(a)
    arguments = [sep] + ([] if maxsplit is None else [maxsplit])
    return _objects([text.rsplit(*arguments) for text in a.ravel().tolist()], a.shape)


def splitlines(a, keepends=None):
    """A list of the lines of each element, in an array of objects.

    >>> char.splitlines(['a\\nb'])
    array([list(['a', 'b'])], dtype=object)
    """
    a = _array(a)
    arguments = [] if keepends is None else [keepends]
    return _objects([text.splitlines(*arguments) for text in a.ravel().tolist()], a.shape)


class chararray(np.ndarray):
    """chararray(shape, itemsize=1, unicode=False, buffer=None, offset=0, strides=None, order='C')

    An array of text with the methods of str; blanks at the ends of elements do not count.

    >>> char.array(['abc', 'd']).upper()
    chararray(['ABC', 'D'], dtype='<U3')
    """

    __module__ = 'numpy.char'

    def __new__(cls, shape, itemsize=1, unicode=False, buffer=None, offset=0, strides=None, order='C'):
        dtype = f"{'U' if unicode else 'S'}{int(itemsize)}"
        if isinstance(buffer, str):
            return np.full(shape, buffer, dtype).view(cls)
        if buffer is None:
            return np.ndarray.__new__(cls, shape, dtype, order=order)
        return np.ndarray.__new__(cls, shape, dtype, buffer=buffer, offset=offset, strides=strides, order=order)

    def __array_finalize__(self, obj):
        if self.dtype.kind not in 'VSUbc':
            raise ValueError('Can only create a chararray from string data.')

    def __array_wrap__(self, arr, context=None, return_scalar=False):
        return arr.view(type(self)) if arr.dtype.kind in 'SUbc' else arr

    def __repr__(self):
        return np.ndarray.__repr__(np.asarray(strings.rstrip(np.asarray(self))).view(chararray))

    def __str__(self):
        return str(np.asarray(strings.rstrip(np.asarray(self))))

    def __getitem__(self, obj):
        value = np.ndarray.__getitem__(self, obj)
        return value.item().rstrip() if isinstance(value, (str, bytes)) else value

    def __eq__(self, other):
        return equal(self, other)

    def __ne__(self, other):
        return not_equal(self, other)

    def __ge__(self, other):
        return greater_equal(self, other)

    def __le__(self, other):
        return less_equal(self, other)

    def __gt__(self, other):
        return greater(self, other)

    def __lt__(self, other):
        return less(self, other)

    def __add__(self, other):
        return asarray(strings.add(np.asarray(self), np.asarray(other)))

    def __radd__(self, other):
        return asarray(strings.add(np.asarray(other), np.asarray(self)))

    def __mul__(self, i):
        return asarray(multiply(self, i))

    __rmul__ = __mul__

    def __mod__(self, i):
        return asarray(mod(self, i))

    def __rmod__(self, other):
        return NotImplemented

    def argsort(self, axis=-1, kind=None, order=None, *, stable=None):
        """The places of the elements in order."""
        return np.asarray(self).argsort(axis, kind)


def _method(name, is_text):
    function = globals()[name]

    def method(self, *args, **kwargs):
        result = function(self, *args, **kwargs)
        return asarray(result) if is_text else np.asarray(result)
    method.__name__ = name
    method.__qualname__ = f'chararray.{name}'
    method.__doc__ = f'numpy.char.{name} of the array.'
    setattr(chararray, name, method)


for _name in ('capitalize center decode encode expandtabs ljust lower lstrip partition replace rjust rpartition rstrip '
              'strip swapcase title translate upper zfill').split():
    _method(_name, _name not in ('decode', 'encode'))
for _name in ('count endswith find index isalnum isalpha isdigit islower isspace istitle isupper join rfind rindex rsplit split '
              'splitlines startswith isnumeric isdecimal').split():
    _method(_name, False)
del _name


def array(obj, itemsize=None, copy=True, unicode=None, order=None):
    """A chararray of the given text, with elements of itemsize characters.

    >>> char.array(['ab ', 'c'])
    chararray(['ab', 'c'], dtype='<U3')
    """
    if isinstance(obj, (bytes, str)):
        if unicode is None:
            unicode = isinstance(obj, str)
        if itemsize is None:
            itemsize = len(obj)
        shape = len(obj) // itemsize if itemsize else 0
        if isinstance(obj, str) and not unicode:
            obj = obj.encode()
        elif isinstance(obj, bytes) and unicode:
            obj = obj.decode()
        return np.array([obj[place * itemsize:(place + 1) * itemsize] for place in range(shape)],
                        dtype=f"{'U' if unicode else 'S'}{itemsize}").view(chararray)
    if isinstance(obj, (list, tuple)):
        obj = np.asarray(obj)
    if isinstance(obj, np.ndarray) and obj.dtype.kind in 'SU':
        if unicode is None:
            unicode = obj.dtype.kind == 'U'
        if itemsize is None:
            itemsize = obj.itemsize // (4 if obj.dtype.kind == 'U' else 1)
        made = np.asarray(obj)
        if order is not None:
            made = np.asarray(made, order=order)
        dtype = np.dtype(f"{'U' if unicode else 'S'}{itemsize}")
        if made.dtype != dtype:
            made = made.astype(dtype)
        elif copy:
            made = made.copy()
        return made.view(chararray)
    kind = 'U' if unicode else 'S'
    made = np.array(obj)
    if made.dtype == object:
        made = np.array(made.tolist())
    made = made.astype(kind if itemsize is None else f'{kind}{itemsize}')
    if itemsize is None:
        made = made.astype(f'{kind}{max(1, int(np.max(strings.str_len(made), initial=1)))}')
    return made.view(chararray)


def asarray(obj, itemsize=None, unicode=None, order=None):
    """The input as a chararray, copied only where that is needed.

    >>> char.asarray(['ab', 'c'])
    chararray(['ab', 'c'], dtype='<U2')
    """
    return array(obj, itemsize, copy=False, unicode=unicode, order=order)
