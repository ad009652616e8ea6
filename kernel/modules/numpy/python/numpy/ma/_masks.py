"""Masks and fill values: what numpy.ma's arrays are made of, apart from their elements."""

import builtins
import warnings

import numpy as np

MaskType = np.bool
nomask = MaskType(0)


class MaskedArrayFutureWarning(FutureWarning):
    """A call of numpy.ma will mean something else one day."""


class MAError(Exception):
    """An error of numpy.ma."""


class MaskError(MAError):
    """An error about masks."""


class _MaskedPrintOption:
    """What is shown for a masked element, while that is enabled."""

    def __init__(self, display):
        self._display, self._enabled = display, True

    def display(self):
        """What is shown."""
        return self._display

    def set_display(self, s):
        """Sets what is shown."""
        self._display = s

    def enabled(self):
        """Whether it is shown."""
        return self._enabled

    def enable(self, shrink=1):
        """Turns it on, or off."""
        self._enabled = shrink

    def __str__(self):
        return str(self._display)

    __repr__ = __str__


masked_print_option = _MaskedPrintOption('--')

# ---- What stands for masked elements ----

default_filler = {'b': True, 'c': 1.e20 + 0.0j, 'f': 1.e20, 'i': 999999, 'O': '?', 'S': b'N/A', 'u': 999999, 'V': b'?' * 3, 'U': 'N/A'}


def over_fields(dtype, value_of):
    """A value for a dtype from one for each of its fields: records and sub-arrays are put together.

    >>> over_fields(dtype('i4,f8'), lambda one: 1)
    np.void((1, 1.0), dtype=[('f0', '<i4'), ('f1', '<f8')])
    """
    if dtype.names is not None:
        return np.array(tuple(np.array(over_fields(dtype[name], value_of)) for name in dtype.names), dtype=dtype)[()]
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.full(shape, over_fields(base, value_of))
    return value_of(dtype)


def _get_dtype_of(obj):
    """The dtype that is given, or that something has."""
    if isinstance(obj, np.dtype):
        return obj
    return obj.dtype if hasattr(obj, 'dtype') else np.asanyarray(obj).dtype


def default_fill_value(obj):
    """What stands for masked elements of a type where nothing was said.

    >>> ma.default_fill_value(array([1.5]))
    1e+20
    """
    def value_of(dtype):
        if dtype.kind in 'Mm' and dtype.str[-1] == ']':
            return dtype.type('NaT', np.datetime_data(dtype))
        return default_filler.get(dtype.kind, '?')

    return over_fields(_get_dtype_of(obj), value_of)


def _extremum(obj, largest, name):
    def value_of(dtype):
        kind = dtype.kind
        if kind == 'b':
            return int(largest)
        if kind in 'iu':
            limits = np.iinfo(dtype)
            return limits.max if largest else limits.min
        if kind == 'f':
            return np.inf if largest else -np.inf
        if kind == 'c':
            return complex(np.inf, np.inf) if largest else complex(-np.inf, -np.inf)
        if kind in 'Mm':
            return 2**63 - 1 if largest else 1 - 2**63
        if kind in 'OSUV':
            return None
        raise TypeError(f'Unsuitable type {dtype} for calculating {name}.')

    return over_fields(_get_dtype_of(obj), value_of)


def minimum_fill_value(obj):
    """The largest value of a type: where it stands for masked elements, they are never the least.

    >>> ma.minimum_fill_value(array([1], 'i1'))
    127
    """
    return _extremum(obj, True, 'minimum')


def maximum_fill_value(obj):
    """The least value of a type: where it stands for masked elements, they are never the largest.

    >>> ma.maximum_fill_value(array([1.5]))
    -inf
    """
    return _extremum(obj, False, 'maximum')


def _spread_over_fields(value, dtype):
    """Tuples of values for a record's fields; the values are used again and again when there are too few."""
    values = np.resize(value, len(dtype.names))
    types = [dtype[name].base for name in dtype.names]  # every element of an array field has the same value
    return tuple(np.array(one if of.names is None else _spread_over_fields(one, of), dtype=of).item() for one, of in zip(values, types))


def _check_fill_value(fill_value, ndtype):
    """A fill value as an array of the dtype. Raises TypeError or ValueError where it is none."""
    def converted(value, refuse):
        try:
            return np.asarray(value, kind)
        except (OverflowError, ValueError) as error:
            raise refuse from error

    kind = np.dtype(ndtype)
    if fill_value is None:
        value = default_fill_value(kind)
        return np.array(np.uint(value) if kind.kind == 'u' else value)
    if kind.names is None:
        if isinstance(fill_value, str) and kind.char not in 'OSTVU':
            raise TypeError(f'Cannot set fill value of string with array of dtype {kind}')
        return np.array(converted(fill_value, TypeError(f'Cannot convert fill_value {fill_value} to dtype {kind}')))
    if isinstance(fill_value, (np.void, np.ndarray)):
        return np.array(converted(fill_value, ValueError(f'Unable to transform {fill_value} to dtype {kind}')))
    return np.array(_spread_over_fields(np.asarray(fill_value, object), kind), kind)


def get_fill_value(a):
    """The fill value of an array, or the default one of its type."""
    return a.fill_value if hasattr(a, 'fill_value') else default_fill_value(a)


def set_fill_value(a, fill_value):
    """Sets what stands for the masked elements of a masked array; nothing happens to others."""
    if hasattr(a, '_fill_value'):
        a.set_fill_value(fill_value)


def common_fill_value(a, b):
    """The fill value of two arrays if they have the same, else None.

    >>> ma.common_fill_value(ma.array([1]), ma.array([2], fill_value=7)) is None
    True
    """
    first, second = get_fill_value(a), get_fill_value(b)
    return first if first == second else None


def filled(a, fill_value=None):
    """The elements as a plain array, with a value in the places of the masked ones.

    >>> ma.filled(ma.array([1, 2], mask=[0, 1]), 9)
    array([1, 9])
    """
    if hasattr(a, 'filled'):
        return a.filled(fill_value)
    return a if isinstance(a, np.ndarray) else np.array(a, 'O') if isinstance(a, dict) else np.array(a)


def fill_fields(records, value, where):
    """Put a value into an array of records where a mask of the same fields is true."""
    for name in records.dtype.names:
        one = records[name]
        if one.dtype.names is not None:
            fill_fields(one, value[name], where[name])
        else:
            np.copyto(one, value[name], where=where[name])


# ---- Masks ----

def getdata(a, subok=True):
    """The elements, masked or not, as an array without a mask.

    >>> ma.getdata(ma.array([1, 2], mask=[0, 1]))
    array([1, 2])
    """
    data = getattr(a, '_data', None)
    if data is None:
        data = np.array(a, copy=None, subok=subok)
    return data if subok else data.view(np.ndarray)


get_data = getdata


def getmask(a):
    """The mask of an array, or nomask.

    >>> ma.getmask(ma.array([1, 2], mask=[False, True]))
    array([False,  True])
    """
    return getattr(a, '_mask', nomask)


get_mask = getmask


def getmaskarray(arr):
    """The mask of an array, in full.

    >>> ma.getmaskarray(array([1, 2]))
    array([False, False])
    """
    mask = getmask(arr)
    return make_mask_none(np.shape(arr), getattr(arr, 'dtype', None)) if mask is nomask else mask


def is_mask(m):
    """Whether something could be a mask: an array of truths.

    >>> ma.is_mask(array([True])), ma.is_mask([True])
    (True, False)
    """
    try:
        return m.dtype.type is MaskType
    except AttributeError:
        return False


def is_masked(x):
    """Whether any element is masked.

    >>> ma.is_masked(ma.array([1, 2], mask=[0, 1]))
    True
    """
    mask = getmask(x)
    return mask is not nomask and bool(mask.any())


def make_mask_descr(ndtype):
    """The dtype of masks for a dtype: a truth for each of a record's fields.

    >>> ma.make_mask_descr(dtype([('a', 'i8'), ('b', 'f4')]))
    dtype([('a', '?'), ('b', '?')])
    """
    return fields_replaced(np.dtype(ndtype), MaskType)


def fields_replaced(dtype, primitive):
    """A dtype with the same fields and sub-arrays, all of them of one type.

    >>> fields_replaced(dtype('i4,(2,)f8'), 'O')
    dtype([('f0', 'O'), ('f1', 'O', (2,))])
    """
    if dtype.names is not None:
        made = np.dtype([((dtype.fields[name][2], name) if len(dtype.fields[name]) == 3 else name,
                          fields_replaced(dtype[name], primitive)) for name in dtype.names])
    elif dtype.subdtype is not None:
        made = np.dtype((fields_replaced(dtype.subdtype[0], primitive), dtype.subdtype[1]))
    else:
        made = np.dtype(primitive)
    return dtype if made == dtype else made


def make_mask_none(newshape, dtype=None):
    """A mask of a shape that masks nothing.

    >>> ma.make_mask_none(2, dtype('i4,f8'))
    array([(False, False), (False, False)], dtype=[('f0', '?'), ('f1', '?')])
    """
    return np.zeros(newshape, dtype=MaskType if dtype is None else make_mask_descr(dtype))


def _shrink_mask(m):
    """nomask in place of a mask that masks nothing; masks of records stay."""
    return nomask if m.dtype.names is None and not m.any() else m


shrink_mask = _shrink_mask


def make_mask(m, copy=False, shrink=True, dtype=MaskType):
    """A mask of truths; nomask when nothing is masked and it may shrink.

    >>> ma.make_mask([1, 0]), ma.make_mask([0, 0])
    (array([ True, False]), np.False_)
    """
    if m is nomask:
        return m
    kind = make_mask_descr(dtype)
    if kind == np.bool and getattr(getattr(m, 'dtype', None), 'names', None) is not None and isinstance(m, np.ndarray):
        return np.full(m.shape, True)
    whole = np.array(filled(m, True), kind, copy=copy or None, subok=True)
    return _shrink_mask(whole) if shrink else whole


def or_fields(m1, m2, out):
    """The fields of two masks of records joined by or, in a third."""
    for name in out.dtype.names:
        if out[name].dtype.names is not None:
            or_fields(m1[name], m2[name], out[name])
        else:
            np.logical_or(m1[name], m2[name], out[name])


def mask_or(m1, m2, copy=False, shrink=True):
    """The mask of what one mask or the other hides. Raises ValueError for masks of other fields.

    >>> ma.mask_or(array([True, False]), array([False, False]))
    array([ True, False])
    """
    for empty, other in ((m1, m2), (m2, m1)):
        if empty is nomask or empty is False:
            return make_mask(other, copy, shrink, getattr(other, 'dtype', MaskType))
    if m1 is m2 and is_mask(m1):
        return _shrink_mask(m1) if shrink else m1
    kinds = [getattr(one, 'dtype', None) for one in (m1, m2)]
    if kinds[0] != kinds[1]:
        raise ValueError("Incompatible dtypes '%s'<>'%s'" % tuple(kinds))
    if kinds[0].names is None:
        return make_mask(m1 | m2 if isinstance(m1, np.ndarray) else np.logical_or(m1, m2), copy=copy, shrink=shrink)
    every = np.empty(np.broadcast(m1, m2).shape, kinds[0])
    or_fields(m1, m2, every)
    return every


def flatten_mask(mask):
    """A mask of records as truths in one dimension, field after field.

    >>> ma.flatten_mask(array([(0, 1), (1, 0)], dtype='?,?'))
    array([False,  True,  True, False])
    """
    def leaves(part):
        if part.dtype.names is not None:
            for name in part.dtype.names:
                yield from leaves(part[name])
        else:
            yield from np.asarray(part).ravel()

    return np.array(list(leaves(np.asarray(mask))), dtype=bool)


def records_mask(mask, dtype, copy=None):
    """A mask for records from truths for fields, or for whole records. The shape may still be another."""
    try:
        return np.array(mask, copy=copy, dtype=dtype)
    except TypeError:
        return np.array([tuple([one] * len(dtype)) for one in mask], dtype=dtype)


def all_along(mask, axis, **kwargs):
    """Where a mask is true all along an axis; nomask for nomask."""
    return nomask if mask is nomask else mask.all(axis=axis, **kwargs)


_check_mask_axis = all_along


# ---- What MaskedArray needs ----

LONG = 'masked_%(name)s(data =\n %(data)s,\n       %(nlen)s mask =\n %(mask)s,\n %(nlen)s fill_value = %(fill)s'
SHORT = 'masked_%(name)s(data = %(data)s,\n       %(nlen)s mask = %(mask)s,\n %(nlen)s fill_value = %(fill)s'
TYPED = ',\n      %(nlen)s dtype = %(dtype)s'


def given(**options):
    """The keywords that were given."""
    return {name: value for name, value in options.items() if value is not np._NoValue}


def _named(index):
    """Whether an index names fields."""
    return isinstance(index, str) or isinstance(index, list) and bool(index) and builtins.all(isinstance(one, str) for one in index)


def _implied(dtype):
    """Whether a dtype is what its elements would get of themselves: it is not printed."""
    return dtype in (np.dtype(np.bool), np.dtype(np.int64), np.dtype(np.float64), np.dtype(np.complex128))


def _dtype_text(dtype):
    return str(dtype) if dtype.names is not None else f"'{dtype}'" if dtype.kind in 'SUVMm' or not dtype.isnative else str(dtype)


def print_fields(shown, mask):
    """Put what is shown for a masked element into an array of objects, field by field."""
    if shown.dtype.names is None:
        np.copyto(shown, masked_print_option, where=mask)
    else:
        for name in shown.dtype.names:
            print_fields(shown[name], mask[name])


def _axis_of_argsort(a, axis):
    if axis is not np._NoValue:
        return axis
    if a.ndim <= 1:
        return -1
    warnings.warn('In the future the default for argsort will be axis=-1, not the current None, to match its documentation and '
                  'np.argsort. Explicitly pass -1 or None to silence this warning.', MaskedArrayFutureWarning, stacklevel=3)
    return None


def _viewed(array, dtype):
    """The memory of an array as another dtype, whose own shape comes behind the array's."""
    plain = np.ndarray.view(array, np.ndarray)
    return plain.view(dtype) if dtype.subdtype is None else plain.reshape(plain.shape + (1,)).view(dtype.base).reshape(plain.shape + dtype.shape)


def _all_plain(data):
    """Whether a nested list holds numbers and text only."""
    return builtins.all(type(one) in (int, float, bool, str, complex) or type(one) in (list, tuple) and _all_plain(one) for one in data)


def _refuses(value):
    """Whether something has a say of its own about ufuncs."""
    method = getattr(type(value), '__array_ufunc__', np.ndarray.__array_ufunc__)
    return method is not np.ndarray.__array_ufunc__ and not isinstance(value, (np.ndarray, np.generic))


def _repeat_into(mask, values):
    """Put values into a mask, from the first one again when they are at their end."""
    values = np.asarray(getdata(values)).ravel()
    if values.dtype != mask.dtype:
        values = values.astype(mask.dtype)
    if values.size == mask.size or not mask.size:
        mask[...] = values[:mask.size].reshape(mask.shape)
    elif values.size:
        mask[...] = np.resize(values, mask.shape)
