"""numpy.strings: what str and bytes do, over whole arrays of text."""

import builtins
import operator

import numpy as np
from numpy._core._exceptions import UFuncTypeError
from numpy import (add, equal, greater, greater_equal, less, less_equal, not_equal)

__all__ = ['equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal', 'add', 'multiply', 'isalpha', 'isdigit', 'isspace',
           'isalnum', 'islower', 'isupper', 'istitle', 'isdecimal', 'isnumeric', 'str_len', 'find', 'rfind', 'index', 'rindex', 'count',
           'startswith', 'endswith', 'lstrip', 'rstrip', 'strip', 'replace', 'expandtabs', 'center', 'ljust', 'rjust', 'zfill',
           'partition', 'rpartition', 'slice', 'upper', 'lower', 'swapcase', 'capitalize', 'title', 'mod', 'decode', 'encode', 'translate']

CLASSES = {'U': 'StrDType', 'S': 'BytesDType', 'O': 'ObjectDType', 'V': 'VoidDType', 'M': 'DateTime64DType', 'm': 'TimeDelta64DType'}


class _TypesError(UFuncTypeError):
    """A complaint about types, in words."""

    def __init__(self, text):
        TypeError.__init__(self, text)
        self._text = text

    def __str__(self):
        return self._text


_TypesError.__name__ = _TypesError.__qualname__ = 'UFuncTypeError'


def _class_name(value):
    """How NumPy names the class of a value's dtype in its complaints."""
    if isinstance(value, builtins.int) and not isinstance(value, builtins.bool):
        return "<class 'numpy.dtypes._PyLongDType'>"
    dtype = np.asarray(value).dtype
    name = CLASSES.get(dtype.kind) or dtype.name.capitalize().replace('int', 'Int') + 'DType'
    return f"<class 'numpy.dtypes.{name}'>"


def _no_loop(name, *values):
    names = ', '.join(map(_class_name, values))
    types = f'({names})' if len(values) > 1 else names
    return _TypesError(f"ufunc '{name}' did not contain a loop with signature matching types {types} -> None")


def _array(a):
    a = np.asarray(a)
    if a.dtype.kind not in 'SU':
        raise TypeError('string operation on non-string array')
    return a


def _sized(kind, width):
    return np.dtype(f'{kind}{max(int(width), 1)}')


def _filled(values, dtype, shape, like=None):
    """The values, in C's order, as an array, which lies in memory as `like` does."""
    if not values:
        return np.empty(shape, dtype)
    result = np.array(values, dtype=dtype).reshape(shape)
    return np.asfortranarray(result) if like is not None and like.shape == shape and like.flags.fnc else result


def _widest(*arrays):
    """NumPy looks for the widest result among those of all elements: there must be one."""
    if 0 in np.broadcast_shapes(*(array.shape for array in arrays)):
        raise ValueError('zero-size array to reduction operation maximum which has no identity')


def _no_number(dtype, text):
    """Text that would have to become a number, for arrays of numbers."""
    words = 'could not convert string to float' if dtype.kind == 'f' else 'invalid literal for int() with base 10'
    return ValueError(f'{words}: {text.ravel()[0]!r}')


def _lists(*arrays):
    """The common shape and the elements of each array broadcast to it, flat."""
    if all(array.ndim == 0 for array in arrays[1:]):
        shape = arrays[0].shape
        first = arrays[0].ravel().tolist()
        return shape, [first] + [[array.item()] * len(first) for array in arrays[1:]]
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return shape, [np.broadcast_to(array, shape).ravel().tolist() for array in arrays]


def _scalar(array):
    """An array without dimensions as the scalar that it holds, as ufuncs give it."""
    return array[()] if array.ndim == 0 else array


def _integers(name, value, operand):
    value = np.asarray(value)
    if not np.issubdtype(value.dtype, np.integer):
        raise TypeError(f"unsupported type {value.dtype} for operand '{operand}'")
    return value


def _laid_out(result, like):
    """A result in C's order, laid out as `like` is."""
    return np.asfortranarray(result) if like.shape == result.shape and like.flags.fnc else result


def _answers(name, a):
    """What a method of str, or len, says of each element."""
    result = np._text_lengths(a) if name == 'str_len' else np._text_answers(a, name)
    if result is not None:
        return _laid_out(result, a)
    method = getattr(str if a.dtype.kind == 'U' else bytes, name)
    return _filled(list(map(method, a.ravel().tolist())), builtins.bool, a.shape, a)


def _question(name, kinds):
    def asked(x, /, out=None, *, where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None):
        a = np.asarray(x)
        if a.dtype.kind not in kinds:
            raise _no_loop(name, x if isinstance(x, np.ndarray) else a)
        result = _answers(name, a)
        if out is None and where is True:
            return _scalar(result)
        if isinstance(out, tuple):
            out, = out
        if out is None:
            out = np.empty(a.shape, result.dtype)
        np.copyto(out, result, where=where)
        return out
    asked.__name__ = asked.__qualname__ = name
    return asked


isalpha = _question('isalpha', 'SU')
isalpha.__doc__ = """Which elements are all letters, and not empty.

>>> strings.isalpha(['ab', 'a1'])
array([ True, False])
"""
isdigit = _question('isdigit', 'SU')
isdigit.__doc__ = """Which elements are all digits, and not empty.

>>> strings.isdigit(['12', 'a1'])
array([ True, False])
"""
isspace = _question('isspace', 'SU')
isspace.__doc__ = """Which elements are all white space, and not empty.

>>> strings.isspace([' ', 'a'])
array([ True, False])
"""
isalnum = _question('isalnum', 'SU')
isalnum.__doc__ = """Which elements are all letters and digits, and not empty.

>>> strings.isalnum(['a1', 'a-'])
array([ True, False])
"""
islower = _question('islower', 'SU')
islower.__doc__ = """Which elements have letters, all of them small.

>>> strings.islower(['ab', 'Ab'])
array([ True, False])
"""
isupper = _question('isupper', 'SU')
isupper.__doc__ = """Which elements have letters, all of them capital.

>>> strings.isupper(['AB', 'Ab'])
array([ True, False])
"""
istitle = _question('istitle', 'SU')
istitle.__doc__ = """Which elements are words with a capital first letter each.

>>> strings.istitle(['Ab Cd', 'ab'])
array([ True, False])
"""
isdecimal = _question('isdecimal', 'U')
isdecimal.__doc__ = """Which elements are all decimal digits, and not empty.

>>> strings.isdecimal(['12', 'a'])
array([ True, False])
"""
isnumeric = _question('isnumeric', 'U')
isnumeric.__doc__ = """Which elements are all characters of numbers, and not empty.

>>> strings.isnumeric(['12', 'a'])
array([ True, False])
"""
str_len = _question('str_len', 'SU')
str_len.__doc__ = """How many characters each has.

>>> strings.str_len(['ab', 'c'])
array([2, 1])
"""


def _pair(name, a, *others, kinds='SU'):
    """Arrays of text of one kind, or the complaint of the ufunc `name`."""
    arrays = [np.asarray(value) for value in (a,) + others]
    if arrays[0].dtype.kind not in kinds or any(array.dtype.kind != arrays[0].dtype.kind for array in arrays[1:]):
        return None
    return arrays


def _sought(name, a, sub, start, end, dtype, raising=False):
    arrays = _pair(name, a, sub)
    end = np.iinfo(np.int64).max if end is None else end
    if arrays is None:
        raise _no_loop(name, a if isinstance(a, np.ndarray) else np.asarray(a), sub if isinstance(sub, builtins.int) else np.asarray(sub), start, end)
    bounds = []
    for place, value in enumerate((start, end), 2):
        value = np.asarray(value)
        if value.dtype.kind not in 'iub':
            raise _TypesError(f"Cannot cast ufunc '{name}' input {place} from {value.dtype!r} to dtype('int64') with casting rule 'same_kind'")
        bounds.append(value)
    if all(bound.ndim == 0 for bound in bounds) and (arrays[1].ndim == 0 or arrays[1].shape == arrays[0].shape):
        is_index = name in ('index', 'rindex')
        found = np._text_searches(*arrays, *(min(max(int(bound), -2 ** 62), 2 ** 62) for bound in bounds),
                                  name.replace('index', 'find') if is_index else name)
        if found is not None and is_index and (found < 0).any():
            raise ValueError('substring not found')
        if found is not None:
            return _scalar(_laid_out(found, arrays[0]))
    method = getattr(str if arrays[0].dtype.kind == 'U' else bytes, name)
    shape, lists = _lists(*arrays, *bounds)
    return _scalar(_filled(list(map(method, *lists)), dtype, shape, arrays[0]))


def find(a, sub, start=0, end=None):
    """Where sub first occurs in each element, -1 where it does not.

    >>> strings.find(['abc', 'xbz'], 'b')
    array([1, 1])
    """
    return _sought('find', a, sub, start, end, np.intp)


def rfind(a, sub, start=0, end=None):
    """Where sub last occurs in each element, -1 where it does not.

    >>> strings.rfind(['abab'], 'b')
    array([3])
    """
    return _sought('rfind', a, sub, start, end, np.intp)


def index(a, sub, start=0, end=None):
    """find() that raises ValueError where sub does not occur.

    >>> strings.index(['abc'], 'c')
    array([2])
    """
    return _sought('index', a, sub, start, end, np.intp)


def rindex(a, sub, start=0, end=None):
    """rfind() that raises ValueError where sub does not occur.

    >>> strings.rindex(['abab'], 'a')
    array([2])
    """
    return _sought('rindex', a, sub, start, end, np.intp)


def count(a, sub, start=0, end=None):
    """How often sub occurs in each element.

    >>> strings.count(['aab', 'b'], 'a')
    array([2, 0])
    """
    return _sought('count', a, sub, start, end, np.intp)


def startswith(a, prefix, start=0, end=None):
    """Which elements begin with prefix.

    >>> strings.startswith(['aab', 'b'], 'a')
    array([ True, False])
    """
    return _sought('startswith', a, prefix, start, end, builtins.bool)


def endswith(a, suffix, start=0, end=None):
    """Which elements end with suffix.

    >>> strings.endswith(['aab', 'ba'], 'b')
    array([ True, False])
    """
    return _sought('endswith', a, suffix, start, end, builtins.bool)


SIDES = {'lstrip': 1, 'rstrip': 2, 'strip': 3}


def _stripped(name, a, chars):
    if chars is None:
        arrays = _pair(name, a)
        if arrays is None:
            raise _no_loop(f'_{name}_whitespace', np.asarray(a))
        result = np._text_stripped(arrays[0], None, SIDES[name])
        if result is not None:
            return _scalar(_laid_out(result, arrays[0]))
        method = getattr(str if arrays[0].dtype.kind == 'U' else bytes, name)
        return _scalar(_filled([method(text) for text in arrays[0].ravel().tolist()], arrays[0].dtype, arrays[0].shape))
    arrays = _pair(name, a, chars)
    if arrays is None:
        raise _no_loop(f'_{name}_chars', np.asarray(a), chars if isinstance(chars, builtins.int) else np.asarray(chars))
    result = np._text_stripped(*arrays, SIDES[name]) if arrays[1].ndim == 0 else None
    if result is not None:
        return _scalar(_laid_out(result, arrays[0]))
    method = getattr(str if arrays[0].dtype.kind == 'U' else bytes, name)
    shape, lists = _lists(*arrays)
    return _scalar(_filled(list(map(method, *lists)), arrays[0].dtype, shape))


def strip(a, chars=None):
    """Each element without white space, or the given characters, at both ends.

    >>> strings.strip([' a ', 'b'])
    array(['a', 'b'], dtype='<U3')
    """
    return _stripped('strip', a, chars)


def lstrip(a, chars=None):
    """Each element without white space, or the given characters, at its beginning.

    >>> strings.lstrip([' a', 'b'])
    array(['a', 'b'], dtype='<U2')
    """
    return _stripped('lstrip', a, chars)


def rstrip(a, chars=None):
    """Each element without white space, or the given characters, at its end.

    >>> strings.rstrip(['a ', 'b'])
    array(['a', 'b'], dtype='<U2')
    """
    return _stripped('rstrip', a, chars)


def _each(name, a):
    a = _array(a)
    result = np._text_cased(a, name)
    if result is not None:
        return result
    method = getattr(str if a.dtype.kind == 'U' else bytes, name)
    return _filled(list(map(method, a.ravel().tolist())), a.dtype, a.shape)


def upper(a):
    """Each element in capital letters.

    >>> strings.upper(['ab', 'c'])
    array(['AB', 'C'], dtype='<U2')
    """
    return _each('upper', a)


def lower(a):
    """Each element in small letters.

    >>> strings.lower(['AB', 'C'])
    array(['ab', 'c'], dtype='<U2')
    """
    return _each('lower', a)


def swapcase(a):
    """Each element with small letters made capital and capital ones small.

    >>> strings.swapcase(['aB'])
    array(['Ab'], dtype='<U2')
    """
    return _each('swapcase', a)


def capitalize(a):
    """Each element with its first character as a capital and the others small.

    >>> strings.capitalize(['ab', 'CD'])
    array(['Ab', 'Cd'], dtype='<U2')
    """
    return _each('capitalize', a)


def title(a):
    """Each element with words that begin with a capital.

    >>> strings.title(['ab cd'])
    array(['Ab Cd'], dtype='<U5')
    """
    return _each('title', a)


def multiply(a, i):
    """Each element repeated.

    >>> strings.multiply(['ab', 'c'], [2, 3])
    array(['abab', 'ccc'], dtype='<U4')
    """
    a = np.asarray(a)
    i = np.asarray(i)
    if not np.issubdtype(i.dtype, np.integer):
        raise TypeError(f"unsupported type {i.dtype} for operand 'i'")
    i = np.maximum(i, 0)
    widths = np.asarray(str_len(a) * i.astype(np.int64)).max()
    if widths > 2 ** 28:
        raise OverflowError('Overflow encountered in string multiply')
    if i.ndim == 0:
        result = np._text_repeated(a, int(i))
        if result is not None:
            return _laid_out(result, a)
    shape, lists = _lists(a, i)
    return _filled([text * times for text, times in zip(*lists)], _sized(a.dtype.kind, widths), shape)


def mod(a, values):
    """Each element formatted with values, as % does.

    >>> strings.mod(['%d', '%x'], [1, 255])
    array(['1', 'ff'], dtype='<U2')
    """
    a = _array(a)
    values = np.asarray(values)
    shape, (texts, _) = _lists(a, values)
    scalars = np.broadcast_to(values, shape).flat  # a number of NumPy's may be left over, and %r tells its type
    return _like(a.dtype, [text % value for text, value in zip(texts, scalars)], shape)


def _like(dtype, values, shape):
    """Results as an array that is as wide as the longest; where there is none, of the type itself."""
    return _filled(values, _sized(dtype.kind, max(map(len, values))) if values else dtype, shape)


def _as_wide(kind, values, shape, least):
    """Results as an array that is as wide as the longest, or as told at least: there may be no characters."""
    width = max(least, *map(len, values))
    return _filled(values, f'{kind}{width}', shape) if width else np.ndarray(shape, f'{kind}0')


def decode(a, encoding=None, errors=None):
    """Each element of bytes as a str.

    >>> strings.decode([b'ab'])
    array(['ab'], dtype='<U2')
    """
    a = _array(a)
    if a.dtype.kind == 'U':
        raise AttributeError("type object 'str' has no attribute 'decode'")
    arguments = [value for value in (encoding, errors) if value is not None]
    result = np._text_recoded(a) if not arguments else None
    if result is not None:
        return result
    return _like(np.dtype('U'), [text.decode(*arguments) for text in a.ravel().tolist()], a.shape)


def encode(a, encoding=None, errors=None):
    """Each str as bytes.

    >>> strings.encode(['ab'])
    array([b'ab'], dtype='|S2')
    """
    a = _array(a)
    if a.dtype.kind == 'S':
        raise AttributeError("type object 'bytes' has no attribute 'encode'")
    arguments = [value for value in (encoding, errors) if value is not None]
    result = np._text_recoded(a) if not arguments else None
    if result is not None:
        return result
    return _like(np.dtype('S'), [text.encode(*arguments) for text in a.ravel().tolist()], a.shape)


def expandtabs(a, tabsize=8):
    """Each element with tabs replaced by blanks.

    >>> strings.expandtabs(['a\\tb'], 4)
    array(['a   b'], dtype='<U11')
    """
    a = np.asarray(a)
    if a.dtype.kind not in 'SU':
        raise _no_loop('_expandtabs_length', a, tabsize)
    tabs = np.asarray(tabsize)
    _widest(a, tabs)
    shape, lists = _lists(a, tabs)
    unit = 4 if a.dtype.kind == 'U' else 1  # NumPy makes room in bytes
    tab, ends = ('\t', '\n\r') if a.dtype.kind == 'U' else (9, b'\n\r')
    width = 1
    for text, size in zip(*lists):
        length = column = 0
        for character in text:
            if character == tab:
                if size > 0:
                    step = size - column % size
                    column += step
                    length += step
            else:
                length += unit
                column = 0 if character in ends else column + 1
        width = max(width, length)
    return _filled([text.expandtabs(size) for text, size in zip(*lists)], _sized(a.dtype.kind, width), shape)


def _justified(name, a, width, fillchar):
    width = _integers(name, width, 'width')
    a = np.asarray(a)
    fillchar = np.asarray(fillchar)
    if fillchar.dtype.kind in 'SU' and np.any(str_len(fillchar) != 1):
        raise TypeError('The fill character must be exactly one character long')
    if a.dtype.kind not in 'SU':
        raise _no_number(a.dtype, fillchar)
    if fillchar.dtype.kind != a.dtype.kind:
        fillchar = fillchar.astype(a.dtype.kind)
    _widest(a, width)
    if width.ndim == 0 and fillchar.ndim == 0:
        letter = ord(fillchar.item())
        return _laid_out(np._text_filled(a, int(width), letter, name), a)
    shape, lists = _lists(a, width, fillchar)
    extent = max(map(max, map(len, lists[0]), lists[1]), default=1)
    method = getattr(str if a.dtype.kind == 'U' else bytes, name)
    return _filled(list(map(method, *lists)), _sized(a.dtype.kind, extent), shape, a)


def center(a, width, fillchar=' '):
    """Each element in the middle of a field.

    >>> strings.center(['ab', 'c'], 4, '*')
    array(['*ab*', '*c**'], dtype='<U4')
    """
    return _justified('center', a, width, fillchar)


def ljust(a, width, fillchar=' '):
    """Each element at the left of a field.

    >>> strings.ljust(['ab'], 4, '*')
    array(['ab**'], dtype='<U4')
    """
    return _justified('ljust', a, width, fillchar)


def rjust(a, width, fillchar=' '):
    """Each element at the right of a field.

    >>> strings.rjust(['ab'], 4, '*')
    array(['**ab'], dtype='<U4')
    """
    return _justified('rjust', a, width, fillchar)


def zfill(a, width):
    """Each element filled with zeros at its left, after a sign.

    >>> strings.zfill(['1', '-2'], 4)
    array(['0001', '-002'], dtype='<U4')
    """
    width = _integers('zfill', width, 'width')
    a = np.asarray(a)
    if a.dtype.kind not in 'SU':
        raise _no_loop('str_len', a)
    _widest(a, width)
    if width.ndim == 0:
        return _laid_out(np._text_filled(a, int(width), ord('0'), 'zfill'), a)
    shape, lists = _lists(a, width)
    extent = max(map(max, map(len, lists[0]), lists[1]), default=1)
    return _filled([text.zfill(wide) for text, wide in zip(*lists)], _sized(a.dtype.kind, extent), shape)


def replace(a, old, new, count=-1):
    """Each element with old replaced by new, at most count times.

    >>> strings.replace(['abab'], 'a', 'xy')
    array(['xybxyb'], dtype='<U6')
    """
    count = np.asarray(count)
    if not np.issubdtype(count.dtype, np.integer):
        raise TypeError(f"unsupported type {count.dtype} for operand 'count'")
    a = np.asarray(a)
    old, new = (np.asarray(value) for value in (old, new))
    if a.dtype.kind not in 'SU':
        raise _no_number(a.dtype, old)
    old, new = (value if value.dtype.kind == a.dtype.kind else value.astype(a.dtype.kind) for value in (old, new))
    _widest(a, old, new, count)
    if old.ndim == new.ndim == count.ndim == 0:
        result = np._text_replaced(a, old, new, max(int(count), -1))
        if result is not None:
            return _laid_out(result, a)
    shape, lists = _lists(a, old, new, count)
    return _like(a.dtype, [text.replace(*how) for text, *how in zip(*lists)], shape)


def _parts(name, a, sep):
    a, sep = np.asarray(a), np.asarray(sep)
    if a.dtype.kind not in 'SU':
        raise _no_number(a.dtype, sep)
    sep = sep.astype(a.dtype)  # NumPy's: what is longer than the elements is cut
    _widest(a, sep)
    shape, lists = _lists(a, sep)
    parts = [getattr(text, name)(mark) for text, mark in zip(*lists)]
    middle = max(map(len, lists[1])) if any(part[1] for part in parts) else 1
    return tuple(_as_wide(a.dtype.kind, [part[place] for part in parts], shape, middle if place == 1 else 0) for place in range(3))


def partition(a, sep):
    """What comes before the first sep, sep, and what comes after it: three arrays.

    >>> strings.partition(['a-b-c'], '-')
    (array(['a'], dtype='<U1'), array(['-'], dtype='<U1'), array(['b-c'], dtype='<U3'))
    """
    return _parts('partition', a, sep)


def rpartition(a, sep):
    """What comes before the last sep, sep, and what comes after it: three arrays.

    >>> strings.rpartition(['a-b-c'], '-')
    (array(['a-b'], dtype='<U3'), array(['-'], dtype='<U1'), array(['c'], dtype='<U1'))
    """
    return _parts('rpartition', a, sep)


def translate(a, table, deletechars=None):
    """Each element with its characters looked up in table, as str.translate does.

    >>> strings.translate(['abc'], {97: 'x'})
    array(['xbc'], dtype='<U3')
    """
    a = _array(a)
    if a.dtype.kind == 'U':
        values = [text.translate(table) for text in a.ravel().tolist()]
    else:
        values = [text.translate(table, *([] if deletechars is None else [deletechars])) for text in a.ravel().tolist()]
    return _filled(values, a.dtype, a.shape)


def slice(a, start=None, stop=np._NoValue, step=None, /):
    """A slice of each element; bounds may be arrays.

    >>> strings.slice(['hello', 'ab'], 1, 3)
    array(['el', 'b'], dtype='<U5')
    """
    if stop is np._NoValue:
        start, stop = None, start
    a = np.asarray(a)
    if a.dtype.kind not in 'SU':
        raise _no_loop('_slice', a, np.int64(0), 1 if start is None else start, np.int64(0))
    if step is not None and np.any(np.asarray(step) == 0):
        raise ValueError('slice step cannot be zero')
    bounds = [np.array(None) if value is None else np.asarray(value) for value in (start, stop, step)]
    for place, bound in enumerate(bounds, 1):
        if bound.dtype.kind not in 'iubO':
            raise _TypesError(f"Cannot cast ufunc '_slice' input {place} from {bound.dtype!r} to dtype('int64') with casting rule 'same_kind'")
    if all(bound.ndim == 0 for bound in bounds):
        result = np._text_slices(a, *(None if bound.item() is None else operator.index(bound.item()) for bound in bounds))
        if result is not None:
            return _scalar(_laid_out(result, a))
    shape, lists = _lists(a, *bounds)
    cut = builtins.slice
    return _scalar(_filled([text[cut(*how)] for text, *how in zip(*lists)], a.dtype, shape))
