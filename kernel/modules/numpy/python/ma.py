"""numpy.ma: arrays some of whose elements are masked and take no part in what is computed."""

import builtins
import operator

import numpy as np

__all__ = ['MAError', 'MaskError', 'MaskType', 'MaskedArray', 'MaskedConstant', 'allclose', 'allequal', 'anom', 'arange', 'array',
           'asanyarray', 'asarray', 'average', 'clump_masked', 'clump_unmasked', 'common_fill_value', 'compressed', 'concatenate', 'copy',
           'count', 'count_masked', 'cov', 'corrcoef', 'default_fill_value', 'diff', 'dot', 'empty', 'empty_like', 'filled',
           'fix_invalid', 'flatnotmasked_contiguous', 'flatnotmasked_edges', 'full', 'getdata', 'getmask', 'getmaskarray', 'hstack',
           'vstack', 'stack', 'column_stack', 'dstack', 'is_mask', 'is_masked', 'isMA', 'isMaskedArray', 'isarray', 'make_mask',
           'make_mask_descr', 'make_mask_none', 'masked_all', 'masked_all_like', 'mask_or', 'masked', 'masked_array', 'masked_equal', 'masked_greater', 'masked_greater_equal',
           'masked_inside', 'masked_invalid', 'masked_less', 'masked_less_equal', 'masked_not_equal', 'masked_outside',
           'masked_print_option', 'masked_singleton', 'masked_values', 'masked_where', 'median', 'nomask', 'notmasked_contiguous',
           'ones', 'ones_like', 'polyfit', 'set_fill_value', 'sort', 'where', 'zeros', 'zeros_like']

MaskType = np.bool
nomask = np.bool(False)


class MAError(Exception):
    """An error of numpy.ma."""


class MaskError(MAError):
    """An error about masks."""


class _PrintOption:
    """What is shown for a masked element."""

    def __init__(self, display):
        self._display, self._enabled = display, True

    def display(self):
        return self._display

    def set_display(self, s):
        self._display = s

    def enabled(self):
        return self._enabled

    def enable(self, shrink=1):
        self._enabled = shrink

    def __str__(self):
        return str(self._display)

    __repr__ = __str__


masked_print_option = _PrintOption('--')
FILLERS = {'b': True, 'c': 1e20 + 0j, 'f': 1e20, 'i': 999999, 'O': '?', 'S': b'N/A', 'u': 999999, 'V': b'?' * 3, 'U': 'N/A'}


def default_fill_value(obj):
    """What stands for masked elements of a type where nothing was said.

    >>> ma.default_fill_value(array([1.5]))
    1e+20
    """
    dtype = obj.dtype if hasattr(obj, 'dtype') else np.dtype(obj) if isinstance(obj, (type, str, np.dtype)) else np.asarray(obj).dtype
    if dtype.kind in 'Mm':
        return np.array('NaT', dtype)[()]
    if dtype.names is not None:
        return np.array(tuple(np.array(default_fill_value(dtype[name])).item() for name in dtype.names), dtype=dtype)[()]
    if dtype.subdtype is not None:
        return default_fill_value(dtype.base)
    return FILLERS.get(dtype.kind, '?')


def _filler(value, dtype):
    if value is None:
        value = default_fill_value(dtype)
    if dtype.names is not None and not isinstance(value, (tuple, np.void, np.ndarray)):
        value = tuple(value if dtype[name].names is None else _filler(value, dtype[name]).item() for name in dtype.names)
    try:
        return np.array(value, copy=False, dtype=dtype) if not isinstance(value, np.ndarray) else value.astype(dtype)
    except ValueError:
        return np.array(value).astype(dtype)
    except OverflowError as error:
        raise TypeError(f'Cannot convert fill_value {value} to dtype {dtype}') from error


# ---- Masks ----

def getdata(a, subok=True):
    """The elements, masked or not, as a plain array."""
    return a._data if isinstance(a, MaskedArray) else np.array(a, copy=None, subok=subok)


def getmask(a):
    """The mask of an array, or nomask.

    >>> ma.getmask(ma.array([1, 2], mask=[False, True]))
    array([False,  True])
    """
    return getattr(a, '_mask', nomask)


def getmaskarray(arr):
    """The mask of an array, in full.

    >>> ma.getmaskarray(array([1, 2]))
    array([False, False])
    """
    mask = getmask(arr)
    return make_mask_none(np.shape(arr), getattr(arr, 'dtype', None)) if mask is nomask else mask


def is_mask(m):
    """Whether something could be a mask: an array of truths."""
    return getattr(getattr(m, 'dtype', None), 'kind', None) == 'b'


def make_mask_descr(ndtype):
    """The dtype of masks for a dtype: a truth for each of a record's fields.

    >>> ma.make_mask_descr(dtype([('a', 'i8'), ('b', 'f4')]))
    dtype([('a', '?'), ('b', '?')])
    """
    dtype = np.dtype(ndtype)
    if dtype.names is not None:
        return np.dtype([(name, make_mask_descr(dtype[name])) for name in dtype.names])
    return np.dtype((make_mask_descr(dtype.base), dtype.shape)) if dtype.subdtype is not None else np.dtype(np.bool)


def make_mask_none(newshape, dtype=None):
    """A mask of nothing."""
    return np.zeros(newshape, np.bool if dtype is None else make_mask_descr(dtype))


def _record_mask(mask, shape, dtype):
    """A mask of records: of truths for fields, or of truths for whole records."""
    wanted = make_mask_descr(dtype)
    mask = np.asarray(mask) if isinstance(mask, (np.ndarray, builtins.bool, np.bool)) else mask
    if isinstance(mask, np.ndarray) and mask.dtype.names is None or np.ndim(mask) == 0 and not isinstance(mask, tuple):
        result = np.zeros(shape, wanted)
        _fill_record(result, np.broadcast_to(np.asarray(mask, dtype=np.bool), shape))
        return result
    try:
        given = np.array(mask, dtype=wanted)
    except TypeError:
        given = np.array([tuple([one] * len(wanted.names)) for one in mask], dtype=wanted)
    return np.broadcast_to(given, shape).copy() if given.size == 1 else given.reshape(shape)


def _fill_record(records, value, where=None):
    """Put a value into all fields, where a mask (of truths, or of records of them) is true."""
    if records.dtype.names is None:
        value = np.asarray(value)
        extra = records.ndim - value.ndim if value.ndim and where is None else 0
        value = value.reshape(value.shape + (1,) * extra) if extra > 0 else value
        np.copyto(records, value, where=True if where is None else where, casting='unsafe')
        return
    for name in records.dtype.names:
        own = value[name] if getattr(value, 'dtype', np.dtype('O')).names is not None else value
        _fill_record(records[name], own, where if where is None or where.dtype.names is None else where[name])


def masked_all(shape, dtype=float):
    """An array of a shape that is masked all over.

    >>> ma.masked_all(2).mask
    array([ True,  True])
    """
    return MaskedArray(np.empty(shape, dtype), mask=np.ones(shape, make_mask_descr(dtype)))


def masked_all_like(arr):
    """An array of another's shape and dtype that is masked all over."""
    result = np.empty_like(getdata(arr)).view(MaskedArray)
    result._mask = np.ones(result.shape, dtype=make_mask_descr(result.dtype))
    return result


def make_mask(m, copy=False, shrink=True, dtype=np.bool):
    """A mask of truths; nomask when there is none and it may shrink."""
    if m is nomask:
        return nomask
    mask = np.array(filled(m, True), dtype=np.bool, copy=True if copy else None)
    return nomask if shrink and not mask.any() else mask


def mask_or(m1, m2, copy=False, shrink=True):
    """The mask of what one mask or the other hides."""
    if m1 is nomask or m1 is False:
        return make_mask(m2, copy=copy, shrink=shrink)
    if m2 is nomask or m2 is False:
        return make_mask(m1, copy=copy, shrink=shrink)
    return make_mask(np.logical_or(m1, m2), copy=copy, shrink=shrink)


def is_masked(x):
    """Whether any element is masked.

    >>> ma.is_masked(ma.array([1, 2], mask=[0, 1]))
    True
    """
    mask = getmask(x)
    return mask is not nomask and builtins.bool(mask.any())


def isMaskedArray(x):
    """Whether something is a masked array."""
    return isinstance(x, MaskedArray)


isMA = isarray = isMaskedArray


def filled(a, fill_value=None):
    """The elements as a plain array, with a value in the places of the masked ones.

    >>> ma.filled(ma.array([1, 2], mask=[0, 1]), 9)
    array([1, 9])
    """
    return a.filled(fill_value) if hasattr(a, 'filled') else a if isinstance(a, np.ndarray) else np.array(a)


def _join(data, mask, cls=None):
    """A result of data and a mask: masked where a single one is."""
    if isinstance(data, tuple):
        return tuple(_join(one, mask) for one in data)
    if np.ndim(data) == 0 and not isinstance(data, np.ndarray):
        return masked if mask is not nomask and builtins.bool(np.asarray(mask).all()) else data
    result = np.asanyarray(data).view(cls or MaskedArray)
    result._mask = nomask if mask is nomask else np.broadcast_to(mask, result.shape).copy()
    return result


def _mask_of(values):
    mask = nomask
    for one in values:
        own = getmask(one)
        if own is not nomask:
            mask = own if mask is nomask else np.logical_or(mask, own)
    return mask


# Where a ufunc has no result: the place is masked.
DOMAINS = {'divide': lambda a, b: _too_small(a, b), 'floor_divide': lambda a, b: _too_small(a, b), 'remainder': lambda a, b: _too_small(a, b),
           'fmod': lambda a, b: _too_small(a, b), 'sqrt': lambda a: a < 0, 'log': lambda a: a <= 0, 'log2': lambda a: a <= 0,
           'log10': lambda a: a <= 0, 'arccos': lambda a: abs(a) > 1, 'arcsin': lambda a: abs(a) > 1, 'arccosh': lambda a: a < 1,
           'arctanh': lambda a: abs(a) > 1 - 1e-15}


def _too_small(a, b):
    return np.absolute(a) * np.finfo(float).tiny >= np.absolute(b)


def _values_of(record):
    for part in record.item() if isinstance(record, np.void) else record:
        if isinstance(part, tuple):
            yield from _values_of(part)
        else:
            yield np.any(part)


class MaskedArray(np.ndarray):
    """MaskedArray(data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None, ...)

    An array with a mask of the same shape: where the mask is true, the element is missing.

    >>> ma.array([1., 2., 3.], mask=[False, True, False]).mean()
    np.float64(2.0)
    """

    __module__ = 'numpy.ma'
    __array_priority__ = 15
    _defaultmask = nomask

    def __new__(cls, data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None, keep_mask=True,
                hard_mask=None, shrink=True, order=None):
        plain = np.array(getdata(data) if isinstance(data, MaskedArray) else _plain(data), dtype=dtype, copy=True if copy else None,
                         order=order or 'K', ndmin=ndmin)
        result = plain.view(cls)
        own = getmask(data) if isinstance(data, MaskedArray) else _mask_of_list(data, plain.shape)
        if plain.dtype.names is not None:
            result._mask = make_mask_none(plain.shape, plain.dtype) if mask is nomask else _record_mask(mask, plain.shape, plain.dtype)
            if own is not nomask and (keep_mask or mask is nomask):
                for name in own.dtype.names or ():
                    _fill_record(result._mask[name], True, own[name])
            own = nomask
        elif mask is nomask:
            result._mask = own.copy() if copy and own is not nomask else own
        else:
            given = np.array(mask, dtype=np.bool)
            if given.shape != plain.shape:
                if given.size == 1:
                    given = np.full(plain.shape, given.reshape(-1)[0])
                elif given.size == plain.size:
                    given = given.reshape(plain.shape)
                else:
                    raise MaskError(f'Mask and data not compatible: data size is {plain.size}, mask size is {given.size}.')
            result._mask = given if own is nomask or not keep_mask else np.logical_or(own, given)
        if own is not nomask and result._mask is not nomask and result._mask.shape != plain.shape:
            result._mask = result._mask.reshape(plain.shape)
        result._fill_value = getattr(data, '_fill_value', None) if fill_value is None else _filler(fill_value, plain.dtype)
        result._hardmask = builtins.bool(hard_mask) if hard_mask is not None else getattr(data, '_hardmask', False)
        return result

    def __array_finalize__(self, obj):
        self._mask = nomask
        self._fill_value = getattr(obj, '_fill_value', None)
        self._hardmask = getattr(obj, '_hardmask', False)
        if self._fill_value is not None and self._fill_value.dtype != self.dtype:
            self._fill_value = None
        mask = getmask(obj) if isinstance(obj, MaskedArray) else nomask
        if mask is not nomask and mask.shape == self.shape and (mask.dtype.names is None) == (self.dtype.names is None):
            self._mask = mask
        elif self.dtype.names is not None:
            self._mask = make_mask_none(self.shape, self.dtype)
            if mask is not nomask and mask.shape == self.shape:
                _fill_record(self._mask, mask)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        if method != '__call__':
            data = [getdata(one) if isinstance(one, MaskedArray) else one for one in inputs]
            if method == 'reduce' and ufunc.identity is not None:
                data[0] = filled(inputs[0], ufunc.identity)
            return getattr(ufunc, method)(*data, **kwargs)
        for one in inputs:
            if one is masked:
                return masked
        data = [getdata(one) if isinstance(one, MaskedArray) else one for one in inputs]
        mask = _mask_of(inputs)
        domain = DOMAINS.get(ufunc.__name__)
        with np.errstate(divide='ignore', invalid='ignore'):
            if domain is not None:
                bad = np.asarray(domain(*[np.asarray(one) for one in data[:ufunc.nin]]))
                if bad.any():
                    mask = bad if mask is nomask else np.logical_or(mask, bad)
            if out is not None:
                target = out[0] if isinstance(out, tuple) else out
                ufunc(*data, out=getdata(target) if isinstance(target, MaskedArray) else target, **kwargs)
                if isinstance(target, MaskedArray):
                    target._mask = mask
                return target
            result = ufunc(*data, **kwargs)
        if mask is not nomask and np.ndim(result) and not isinstance(result, tuple):
            if result.dtype == data[0].dtype if isinstance(data[0], np.ndarray) and data[0].shape == result.shape else False:
                np.copyto(result, data[0], casting='unsafe', where=mask)
        joined = _join(result, mask)
        if isinstance(joined, MaskedArray):
            first = next((one for one in inputs if isinstance(one, MaskedArray)), None)
            if first is not None and first._fill_value is not None and first._fill_value.dtype == joined.dtype:
                joined._fill_value = first._fill_value
        return joined

    # ---- Attributes ----

    @property
    def _data(self):
        """The elements without the mask, in the same memory."""
        return np.ndarray.view(self, np.ndarray)

    data = _data
    baseclass = property(lambda self: np.ndarray, doc="The class of the array without its mask.")

    @property
    def mask(self):
        """Where the array is masked; nomask for nowhere."""
        return self._mask if self._mask is nomask else self._mask.view()

    @mask.setter
    def mask(self, value):
        if value is masked:
            value = True
        if value is nomask and not self._hardmask:
            self._mask = nomask if self.dtype.names is None else make_mask_none(self.shape, self.dtype)
            return
        if self.dtype.names is not None:
            self._mask[...] = _record_mask(value, self.shape, self.dtype)
            return
        given = np.broadcast_to(np.array(value, dtype=np.bool), self.shape) if np.size(value) == 1 else \
            np.array(value, dtype=np.bool).reshape(self.shape)
        self._mask = np.logical_or(getmaskarray(self), given) if self._hardmask else given.copy()

    @property
    def recordmask(self):
        """The mask as it is stored."""
        return self._mask

    @property
    def hardmask(self):
        """Whether masked elements stay masked when they are assigned to."""
        return self._hardmask

    def harden_mask(self):
        """Lets assignment not unmask."""
        self._hardmask = True
        return self

    def soften_mask(self):
        """Lets assignment unmask."""
        self._hardmask = False
        return self

    def unshare_mask(self):
        """Gives the array a mask of its own."""
        if self._mask is not nomask:
            self._mask = self._mask.copy()
        return self

    def shrink_mask(self):
        """Forgets a mask that hides nothing."""
        if self._mask is not nomask and not self._mask.any():
            self._mask = nomask
        return self

    @property
    def fill_value(self):
        """What stands for masked elements in filled()."""
        if self._fill_value is None:
            self._fill_value = _filler(None, self.dtype)
        return self._fill_value[()]

    @fill_value.setter
    def fill_value(self, value):
        self._fill_value = _filler(value, self.dtype)

    def get_fill_value(self):
        """What stands for masked elements."""
        return self.fill_value

    def set_fill_value(self, value=None):
        """Sets what stands for masked elements."""
        self.fill_value = value

    def filled(self, fill_value=None):
        """The elements as a plain array, with a value in the places of the masked ones."""
        if self._mask is nomask:
            return self._data
        value = self.fill_value if fill_value is None else _filler(fill_value, self.dtype)
        if self is masked:
            return np.asanyarray(value)
        result = self._data.copy()
        if self.dtype.names is not None:
            _fill_record(result, value, self._mask)
        else:
            np.copyto(result, value, where=self._mask)
        return result

    def compressed(self):
        """The elements that are not masked, in one dimension."""
        data = self._data.ravel()
        return data if self._mask is nomask else data[~self._mask.ravel()]

    def count(self, axis=None, keepdims=False):
        """How many elements are not masked."""
        return (~getmaskarray(self)).sum(axis=axis, dtype=np.intp, keepdims=keepdims) if self._mask is not nomask or axis is not None \
            else self.size

    # ---- Items ----

    def __getitem__(self, index):
        data = self._data[index]
        mask = nomask if self._mask is nomask else self._mask[index]
        if isinstance(data, np.void) and data.dtype.names is not None:
            if not builtins.any(_values_of(mask)):
                return data
            return MaskedArray(np.array(data), mask=np.array(mask))
        if not isinstance(data, np.ndarray):
            return masked if mask is not nomask and mask else data
        result = data.view(type(self))
        result._mask, result._fill_value, result._hardmask = mask, self._fill_value, self._hardmask
        if result.dtype != self.dtype:
            filler = self._fill_value
            result._fill_value = None if filler is None or not isinstance(index, str) else np.array(filler[index])
        return result

    def __setitem__(self, index, value):
        if self is masked:
            raise MaskError('Cannot alter the masked element.')
        if self.dtype.names is not None:
            if value is masked:
                _fill_record(self._mask[index:index + 1 or None] if isinstance(index, int) else self._mask[index], True)
                return
            self._data[index] = getdata(value) if isinstance(value, MaskedArray) else value
            own = getmask(value)
            self._mask[index] = own if own is not nomask else np.zeros((), self._mask[index].dtype)
            return
        if value is masked:
            if self._mask is nomask:
                self._mask = np.zeros(self.shape, np.bool)
            self._mask[index] = True
            return
        mask = getmask(value)
        if self._hardmask and self._mask is not nomask:
            places = self._data[index]
            hidden = self._mask[index]
            if np.ndim(places) == 0:
                if not hidden:
                    self._data[index] = value
            else:
                self._data[index] = np.where(hidden, places, getdata(value))
            return
        self._data[index] = getdata(value) if isinstance(value, MaskedArray) else value
        if self._mask is not nomask:
            self._mask[index] = mask
        elif mask is not nomask:
            self._mask = np.zeros(self.shape, np.bool)
            self._mask[index] = mask

    def __iter__(self):
        for index in range(len(self)):
            yield self[index]

    # ---- Shapes ----

    def _both(self, name, *args, **kwargs):
        result = getattr(self._data, name)(*args, **kwargs).view(type(self))
        result._mask = nomask if self._mask is nomask else getattr(self._mask, name)(*args, **kwargs)
        result._fill_value, result._hardmask = self._fill_value, self._hardmask
        return result

    def reshape(self, *shape, **kwargs):
        """The array in another shape."""
        return self._both('reshape', *shape, **kwargs)

    def ravel(self, order='C'):
        """The array in one dimension."""
        return self._both('ravel', order)

    def flatten(self, order='C'):
        """A copy in one dimension."""
        return self._both('flatten', order)

    def transpose(self, *axes):
        """The array with its axes in another order."""
        return self._both('transpose', *axes)

    def swapaxes(self, axis1, axis2):
        """The array with two axes changed for each other."""
        return self._both('swapaxes', axis1, axis2)

    def squeeze(self, axis=None):
        """The array without axes of one element."""
        return self._both('squeeze', axis)

    def repeat(self, repeats, axis=None):
        """The array with repeated elements."""
        return self._both('repeat', repeats, axis)

    def diagonal(self, *args):
        """A diagonal."""
        return self._both('diagonal', *args)

    def copy(self, *args, **kwargs):
        """A copy of data and mask."""
        return self._both('copy', *args, **kwargs)

    def take(self, indices, axis=None, **kwargs):
        """The elements at indices."""
        return self._both('take', indices, axis, **kwargs)

    T = property(lambda self: self.transpose(), doc="The array with its axes in reverse order.")

    def astype(self, dtype, *args, **kwargs):
        """The array in another type."""
        return _join(self._data.astype(dtype), self._mask, type(self))

    # ---- Reductions ----

    def _reduce(self, name, filler, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        data = self._data
        if self._mask is not nomask:
            data = np.where(self._mask, np.asarray(filler, dtype=data.dtype), data)
        if dtype is not None:
            kwargs['dtype'] = dtype
        result = getattr(data, name)(axis=axis, keepdims=keepdims, **kwargs)
        mask = nomask if self._mask is nomask else self._mask.all(axis=axis, keepdims=keepdims)
        result = _join(result, mask if mask is nomask or np.any(mask) else nomask) if not np.ndim(result) == 0 or \
            (mask is not nomask and np.all(mask)) else result
        if out is not None:
            out[...] = result
            return out
        return result

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """The sum of what is not masked."""
        return self._reduce('sum', 0, axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        """The product of what is not masked."""
        return self._reduce('prod', 1, axis, dtype, out, keepdims)

    product = prod

    def all(self, axis=None, out=None, keepdims=False):
        """Whether all that is not masked is true."""
        return self._reduce('all', True, axis, None, out, keepdims)

    def any(self, axis=None, out=None, keepdims=False):
        """Whether any of what is not masked is true."""
        return self._reduce('any', False, axis, None, out, keepdims)

    def _extreme(self, largest):
        kind = self.dtype.kind
        if kind == 'b':
            return largest
        if kind in 'iu':
            return np.iinfo(self.dtype).max if largest else np.iinfo(self.dtype).min
        return np.inf if largest else -np.inf

    def min(self, axis=None, out=None, fill_value=None, keepdims=False):
        """The least of what is not masked."""
        return self._reduce('min', self._extreme(True) if fill_value is None else fill_value, axis, None, out, keepdims)

    def max(self, axis=None, out=None, fill_value=None, keepdims=False):
        """The largest of what is not masked."""
        return self._reduce('max', self._extreme(False) if fill_value is None else fill_value, axis, None, out, keepdims)

    def ptp(self, axis=None, out=None, fill_value=None, keepdims=False):
        """The largest less the least."""
        return self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims)

    def argmin(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        """Where the least is."""
        return self.filled(self._extreme(True) if fill_value is None else fill_value).argmin(axis, keepdims=keepdims)

    def argmax(self, axis=None, fill_value=None, out=None, *, keepdims=False):
        """Where the largest is."""
        return self.filled(self._extreme(False) if fill_value is None else fill_value).argmax(axis, keepdims=keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """The mean of what is not masked."""
        if self._mask is nomask:
            return _join(self._data.mean(axis=axis, dtype=dtype, keepdims=keepdims), nomask)
        number = self.count(axis=axis, keepdims=keepdims)
        total = self.sum(axis=axis, dtype=dtype or (None if self.dtype.kind in 'fc' else np.float64), keepdims=keepdims)
        result = masked if np.ndim(number) == 0 and number == 0 else total * 1.0 / number
        if out is not None:
            out[...] = result
            return out
        return result

    def anom(self, axis=None, dtype=None):
        """What is left when the mean is taken away."""
        return self - (self.mean(axis, dtype) if axis is None else np.expand_dims(self.mean(axis, dtype), axis))

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        """The variance of what is not masked."""
        if self._mask is nomask:
            return _join(self._data.var(axis=axis, dtype=dtype, ddof=ddof, keepdims=keepdims), nomask)
        number = self.count(axis=axis, keepdims=keepdims) - ddof
        away = self - (self.mean(axis, dtype, keepdims=True) if mean is None else mean)
        squares = np.absolute(away) ** 2 if self.dtype.kind == 'c' else away * away
        if np.ndim(number) == 0:
            result = masked if number <= 0 else squares.sum(axis, keepdims=keepdims) / number
        else:
            result = np.true_divide(squares.sum(axis, keepdims=keepdims), number)
            result = _join(getdata(result), np.logical_or(getmaskarray(result), number <= 0))
        if out is not None:
            out[...] = result
            return out
        return result

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, mean=None):
        """The standard deviation of what is not masked."""
        result = self.var(axis, dtype, None, ddof, keepdims, mean)
        result = masked if result is masked else np.sqrt(result)
        if out is not None:
            out[...] = result
            return out
        return result

    def cumsum(self, axis=None, dtype=None, out=None):
        """Running sums, masked where the elements are."""
        return _join(self.filled(0).cumsum(axis, dtype), self._mask if axis is not None or self._mask is nomask else self._mask.ravel())

    def cumprod(self, axis=None, dtype=None, out=None):
        """Running products, masked where the elements are."""
        return _join(self.filled(1).cumprod(axis, dtype), self._mask if axis is not None or self._mask is nomask else self._mask.ravel())

    def dot(self, b, out=None, strict=False):
        """A matrix product in which masked elements count as 0."""
        return dot(self, b)

    def round(self, decimals=0, out=None):
        """The elements rounded."""
        return _join(self._data.round(decimals), self._mask)

    def argsort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        """The order of the elements, the masked ones last."""
        return self.filled(self._extreme(endwith) if fill_value is None else fill_value).argsort(axis=axis, kind='stable')

    def sort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        """Sorts the array, the masked elements last."""
        if self._mask is nomask:
            self._data.sort(axis=axis)
            return
        places = self.argsort(axis=axis, endwith=endwith, fill_value=fill_value)
        data, mask = np.take_along_axis(self._data, places, axis), np.take_along_axis(self._mask, places, axis)
        self._data[...] = data
        self._mask = mask

    def nonzero(self):
        """The places of what is neither masked nor zero."""
        return np.asarray(self.filled(0)).nonzero()

    # ---- Python's own ----

    def tolist(self, fill_value=None):
        """Lists, with None (or the value) for masked elements."""
        if self._mask is nomask or fill_value is not None:
            return self.filled(fill_value).tolist()
        if self.ndim == 0:
            return None if self._mask else self._data.item()
        return [one.tolist() if isinstance(one, MaskedArray) and one is not masked else None if one is masked else
                one.item() if hasattr(one, 'item') else one for one in self]

    def _record_text(self, separator, prefix=''):
        """The text of records, with '--' for what is masked."""
        def objects(dtype):
            if dtype.names is not None:
                return np.dtype([(name, objects(dtype[name])) for name in dtype.names])
            return np.dtype((objects(dtype.base), dtype.shape)) if dtype.subdtype is not None else np.dtype('O')

        def put(shown, data, mask):
            for name in shown.dtype.names:
                if shown[name].dtype.names is not None:
                    put(shown[name], data[name], mask[name])
                else:
                    shown[name][...] = data[name]
                    shown[name][mask[name]] = masked_print_option
        shown = np.zeros(self.shape, objects(self.dtype))
        put(shown, self._data, self._mask)
        return np.array2string(shown, separator=separator, prefix=prefix, suffix=',') if self.ndim else str(shown[()])

    def _shown(self):
        if not is_masked(self):
            return self._data, None
        return self._data, self._mask

    def _text(self, spaces):
        data, mask = self._shown()
        if mask is None:
            return np.array2string(data, separator=spaces)

        def nested(values, hidden):
            if not isinstance(values, np.ndarray) or values.ndim == 0:
                return '--' if hidden else str(values)
            return [nested(one, two) for one, two in zip(values, hidden)]

        rows = nested(data, mask)

        def lines(part, depth):
            if not isinstance(part, list):
                return part
            inner = [lines(one, depth + 1) for one in part]
            if part and isinstance(part[0], list):
                return '[' + (spaces.rstrip() + '\n' + ' ' * (depth + 1)).join(inner) + ']'
            return '[' + spaces.join(inner) + ']'

        return lines(rows, 0)

    def __str__(self):
        if self.dtype.names is not None:
            return self._record_text(' ')
        if self.ndim == 0:
            return '--' if is_masked(self) else str(self._data[()])
        return self._text(' ')

    def __repr__(self):
        def indented(text, by):
            return text.replace('\n', '\n' + ' ' * by)

        is_record = self.dtype.names is not None
        edge = ' ' * 13 if self.ndim < 2 else '  '
        body = self._record_text(', ', edge + 'data=') if is_record else self._text(', ') if self.ndim else str(self)
        mask = np.array2string(self._mask, separator=', ', prefix=edge + 'mask=', suffix=',') if is_record else \
            np.array2string(np.asarray(self._mask), separator=', ') if np.ndim(self._mask) else str(self._mask)
        fill = self.fill_value
        parts = [('data', body), ('mask', mask), ('fill_value', repr(fill.item() if isinstance(fill, np.generic) else fill))]
        implied = self.dtype in (np.dtype(float), np.dtype(int), np.dtype(complex), np.dtype(bool))
        if not implied or not self.size or self._mask is not nomask and np.all(self._mask):
            parts.append(('dtype', str(self.dtype)))
        name = 'masked_' + ('array' if type(self) is MaskedArray else type(self).__name__) + '('
        if self.ndim > 1:
            return name + '\n' + ',\n'.join(f'  {key}={indented(text, 0 if is_record else len(key) + 3)}' for key, text in parts) + ')'
        if is_record:
            return name + ',\n'.join(' ' * (18 - len(key) - 1) + f'{key}={text}' for key, text in parts).lstrip() + ')'
        edge = len(name) + 5
        lines = [' ' * (edge - len(key) - 1) + f'{key}={indented(text, edge)}' for key, text in parts]
        return name + ',\n'.join(lines).lstrip() + ')'

    def __float__(self):
        if self.size > 1:
            raise TypeError('Only length-1 arrays can be converted to Python scalars')
        return float('nan') if is_masked(self) else float(self._data.item())

    def __int__(self):
        if self.size > 1:
            raise TypeError('Only length-1 arrays can be converted to Python scalars')
        if is_masked(self):
            raise MaskError('Cannot convert masked element to a Python int.')
        return int(self._data.item())


def _in_place(name):
    operation = getattr(operator, name[1:])

    def method(self, other):
        result = operation(self, other)
        if result is masked:
            self.mask = True
            return self
        hidden = getmaskarray(result)
        data = np.where(hidden, self._data, getdata(result)) if hidden.any() else getdata(result)
        np.copyto(self._data, data, casting='same_kind')
        self._mask = getmask(result)
        return self

    method.__name__ = f'__{name}__'
    return method


for _name in 'iadd', 'isub', 'imul', 'itruediv', 'ifloordiv', 'ipow':
    setattr(MaskedArray, f'__{_name}__', _in_place(_name))


def _plain(data):
    """A list in which masked stands as 0."""
    if data is masked:
        return 0.0
    if isinstance(data, (list, tuple)):
        return [_plain(one) for one in data] if builtins.any(one is masked or isinstance(one, (list, tuple, MaskedArray)) for one in data) \
            else data
    return getdata(data) if isinstance(data, MaskedArray) else data


def _mask_of_list(data, shape):
    def nested(part):
        if part is masked:
            return True
        if isinstance(part, (list, tuple)):
            return [nested(one) for one in part]
        return getmaskarray(part).tolist() if isinstance(part, MaskedArray) else np.zeros(np.shape(part), np.bool).tolist()

    def has(part):
        return part is masked or isinstance(part, MaskedArray) or isinstance(part, (list, tuple)) and builtins.any(map(has, part))

    if isinstance(data, (list, tuple)) and has(data):
        mask = np.array(nested(data), dtype=np.bool)
        return mask if mask.any() else nomask
    return nomask


class MaskedConstant(MaskedArray):
    """The masked element by itself: ma.masked."""

    __module__ = 'numpy.ma'
    __one = None

    def __new__(cls):
        if cls.__one is None:
            one = np.array(0.0).view(cls)
            one._mask = np.array(True)
            one._data.flags.writeable = False
            cls.__one = one
        return cls.__one

    def __array_finalize__(self, obj):
        self._mask, self._fill_value, self._hardmask = np.array(True), None, False

    def __repr__(self):
        return 'masked'

    def __str__(self):
        return str(masked_print_option._display)

    def __format__(self, spec):
        return object.__format__(self, '') if spec in ('', None) else str(self)

    def __reduce__(self):
        return (self.__class__, ())

    def copy(self, *args, **kwargs):
        """The constant itself."""
        return self

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __bool__(self):
        return False

    def __setattr__(self, name, value):
        if name.startswith('_'):
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f'attributes of {self!r} are not writeable')


masked = masked_singleton = MaskedConstant()
masked_array = MaskedArray


# ---- Making ----

def array(data, dtype=None, copy=False, order=None, mask=nomask, fill_value=None, keep_mask=True, hard_mask=False, shrink=True,
          subok=True, ndmin=0):
    """A masked array of data and a mask.

    >>> ma.array([1, 2, 3], mask=[0, 1, 0]).sum()
    np.int64(4)
    """
    return MaskedArray(data, mask=mask, dtype=dtype, copy=copy, subok=subok, keep_mask=keep_mask, hard_mask=hard_mask,
                       fill_value=fill_value, ndmin=ndmin, shrink=shrink, order=order)


def asarray(a, dtype=None, order=None):
    """The input as a masked array."""
    return MaskedArray(a, dtype=dtype, copy=False, keep_mask=True, subok=False, order=order)


def asanyarray(a, dtype=None, order=None):
    """The input as a masked array; a masked array is itself."""
    return a if isinstance(a, MaskedArray) and (dtype is None or dtype == a.dtype) else asarray(a, dtype, order)


def _made(name):
    function = getattr(np, name)

    def make(*args, **kwargs):
        return function(*[getdata(one) if isinstance(one, MaskedArray) else one for one in args], **kwargs).view(MaskedArray)

    make.__name__, make.__doc__ = name, f'As numpy.{name}, a masked array.'
    return make


arange, empty, full, ones, zeros = map(_made, ('arange', 'empty', 'full', 'ones', 'zeros'))
empty_like, ones_like, zeros_like = map(_made, ('empty_like', 'ones_like', 'zeros_like'))
identity, indices = map(_made, ('identity', 'indices'))


# ---- Masking ----

def masked_where(condition, a, copy=True):
    """An array masked where a condition holds.

    >>> ma.masked_where([True, False], [1, 2])
    masked_array(data=[--, 2],
                 mask=[ True, False],
           fill_value=999999)
    """
    condition = make_mask(condition, shrink=False)
    data = np.array(getdata(a) if isinstance(a, MaskedArray) else a, copy=True if copy else None)
    if np.ndim(condition) and condition.shape != data.shape:
        raise IndexError(f'Inconsistent shape between the condition and the input (got {condition.shape} and {data.shape})')
    result = data.view(MaskedArray)
    own = getmask(a)
    result.mask = condition if own is nomask else np.logical_or(condition, own)
    return result


def _masking(name, compare):
    def function(x, value, copy=True):
        result = masked_where(compare(getdata(x), value), x, copy=copy)
        if name == 'equal':
            result.fill_value = value
        return result

    function.__name__ = 'masked_' + name
    function.__doc__ = f'An array masked where its elements are {name.replace("_", " ")} (to, than) a value.'
    return function


masked_equal, masked_not_equal = _masking('equal', np.equal), _masking('not_equal', np.not_equal)
masked_greater, masked_greater_equal = _masking('greater', np.greater), _masking('greater_equal', np.greater_equal)
masked_less, masked_less_equal = _masking('less', np.less), _masking('less_equal', np.less_equal)


def masked_inside(x, v1, v2, copy=True):
    """An array masked where its elements lie between two values."""
    low, high = builtins.min(v1, v2), builtins.max(v1, v2)
    data = getdata(x)
    return masked_where((data >= low) & (data <= high), x, copy=copy)


def masked_outside(x, v1, v2, copy=True):
    """An array masked where its elements do not lie between two values."""
    low, high = builtins.min(v1, v2), builtins.max(v1, v2)
    data = getdata(x)
    return masked_where((data < low) | (data > high), x, copy=copy)


def masked_invalid(a, copy=True):
    """An array masked where it is nan or infinite.

    >>> ma.masked_invalid([1.0, nan]).mask
    array([False,  True])
    """
    return masked_where(~np.isfinite(getdata(a)), a, copy=copy)


def masked_values(x, value, rtol=1e-5, atol=1e-8, copy=True, shrink=True):
    """An array of floats masked where they are close to a value."""
    data = getdata(x)
    result = masked_where(np.isclose(data, value, rtol=rtol, atol=atol) if data.dtype.kind in 'fc' else data == value, x, copy=copy)
    result.fill_value = value
    return result.shrink_mask() if shrink else result


def fix_invalid(a, mask=nomask, copy=True, fill_value=None):
    """An array with nan and infinity masked and replaced."""
    a = MaskedArray(a, mask=mask, copy=copy)
    bad = ~np.isfinite(a._data)
    if bad.any():
        a._mask = np.logical_or(getmaskarray(a), bad)
        a._data[bad] = a.fill_value if fill_value is None else fill_value
    return a


def set_fill_value(a, fill_value):
    """Sets what stands for masked elements."""
    if isinstance(a, MaskedArray):
        a.set_fill_value(fill_value)


def common_fill_value(a, b):
    """The fill value of two arrays, if they have the same."""
    return a.fill_value if a.fill_value == b.fill_value else None


# ---- Functions ----

def compressed(x):
    """The elements that are not masked, in one dimension."""
    return asanyarray(x).compressed()


def copy(a, *args, **kwargs):
    """A copy."""
    return asanyarray(a).copy(*args, **kwargs)


def count(a, axis=None, keepdims=False):
    """How many elements are not masked."""
    return asanyarray(a).count(axis, keepdims)


def count_masked(arr, axis=None):
    """How many elements are masked."""
    return getmaskarray(arr).sum(axis)


def _method(name):
    def function(a, *args, **kwargs):
        return getattr(asanyarray(a), name)(*args, **kwargs)

    function.__name__, function.__doc__ = name, getattr(MaskedArray, name).__doc__
    return function


sum, prod, mean, var, std, anom, ptp = map(_method, ('sum', 'prod', 'mean', 'var', 'std', 'anom', 'ptp'))
min, max, argmin, argmax, all, any = map(_method, ('min', 'max', 'argmin', 'argmax', 'all', 'any'))
cumsum, cumprod, ravel, reshape, transpose, squeeze = map(_method, ('cumsum', 'cumprod', 'ravel', 'reshape', 'transpose', 'squeeze'))
repeat, take, nonzero, argsort, round, diagonal, swapaxes = map(
    _method, ('repeat', 'take', 'nonzero', 'argsort', 'round', 'diagonal', 'swapaxes'))
product = prod
__all__ += ['sum', 'prod', 'product', 'mean', 'var', 'std', 'ptp', 'min', 'max', 'argmin', 'argmax', 'all', 'any', 'cumsum', 'cumprod',
            'ravel', 'reshape', 'transpose', 'squeeze', 'repeat', 'take', 'nonzero', 'argsort', 'round', 'diagonal', 'swapaxes',
            'identity', 'indices']


def _ufunc(name):
    ufunc = getattr(np, name)

    def function(*args, **kwargs):
        return ufunc(*[asanyarray(one) if isinstance(one, (list, tuple, np.ndarray)) else one for one in args], **kwargs)

    function.__name__, function.__doc__ = name, f'numpy.{name}, over masked arrays.'
    return function


for _name in ('abs', 'absolute', 'add', 'arccos', 'arccosh', 'arcsin', 'arcsinh', 'arctan', 'arctan2', 'arctanh', 'bitwise_and',
              'bitwise_or', 'bitwise_xor', 'ceil', 'conjugate', 'cos', 'cosh', 'divide', 'equal', 'exp', 'fabs', 'floor',
              'floor_divide', 'fmod', 'greater', 'greater_equal', 'hypot', 'less', 'less_equal', 'log', 'log10', 'log2', 'logical_and',
              'logical_not', 'logical_or', 'logical_xor', 'maximum', 'minimum', 'mod', 'multiply', 'negative', 'not_equal', 'power',
              'remainder', 'sin', 'sinh', 'sqrt', 'subtract', 'tan', 'tanh', 'true_divide'):
    globals()[_name] = _ufunc(_name)
    __all__.append(_name)


def sort(a, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=None):
    """A sorted copy, the masked elements last."""
    a = array(a, copy=True)
    a.sort(axis=axis, endwith=endwith, fill_value=fill_value)
    return a


def where(condition, x=np._NoValue, y=np._NoValue):
    """Elements of x where a condition holds, else of y.

    >>> ma.where([True, False], ma.array([1, 2]), 0).tolist()
    [1, 0]
    """
    if x is np._NoValue:
        return nonzero(condition)
    data = np.where(filled(condition, False), 0 if x is masked else getdata(x), 0 if y is masked else getdata(y))
    one, other = (np.True_ if value is masked else getmaskarray(value) for value in (x, y))
    mask = np.where(getmaskarray(condition), True, np.where(filled(condition, False), one, other))
    return _join(data, mask if mask.any() else nomask)


def _joining(name):
    function = getattr(np, name)

    def join(arrays, *args, **kwargs):
        result = function([getdata(one) for one in arrays], *args, **kwargs)
        mask = function([getmaskarray(one) for one in arrays], *args, **kwargs)
        return _join(result, mask if mask.any() else nomask)

    join.__name__, join.__doc__ = name, f'numpy.{name}, over masked arrays.'
    return join


concatenate, stack, hstack, vstack = map(_joining, ('concatenate', 'stack', 'hstack', 'vstack'))
dstack, column_stack = map(_joining, ('dstack', 'column_stack'))


def append(a, b, axis=None):
    """One array behind another."""
    return concatenate([ravel(a), ravel(b)] if axis is None else [a, b], axis or 0)


def diff(a, n=1, axis=-1):
    """Differences of neighbours, masked where one of them is."""
    a = asanyarray(a)
    for _ in range(n):
        first = [slice(None)] * a.ndim
        last = list(first)
        first[axis], last[axis] = slice(1, None), slice(None, -1)
        a = a[tuple(first)] - a[tuple(last)]
    return a


def dot(a, b, strict=False, out=None):
    """A matrix product in which masked elements count as 0; masked where nothing was left."""
    known = np.dot(~getmaskarray(a), ~getmaskarray(b))
    return _join(np.dot(filled(a, 0), filled(b, 0)), ~known)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The weighted mean of what is not masked."""
    a = asanyarray(a)
    if weights is None:
        mean = a.mean(axis, keepdims=keepdims)
        scale = a.count(axis, keepdims=keepdims)
    else:
        weights = np.asanyarray(weights)
        if weights.shape != a.shape:
            weights = np.broadcast_to(weights, a.shape[:-1] + weights.shape) if axis is None or axis in (-1, a.ndim - 1) else \
                np.broadcast_to(np.expand_dims(weights, tuple(range(1, a.ndim - axis))), a.shape)
        weights = array(weights, mask=getmask(a)) if getmask(a) is not nomask else asanyarray(weights)
        scale = weights.sum(axis=axis, keepdims=keepdims)
        mean = (a * weights).sum(axis=axis, keepdims=keepdims) / scale
    return (mean, scale) if returned else mean


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The median of what is not masked."""
    a = asanyarray(a)
    if getmask(a) is nomask:
        return np.median(a._data, axis=axis, keepdims=keepdims)
    if axis is None:
        kept = a.compressed()
        result = np.median(kept) if kept.size else masked
        return result if not keepdims else np.full((1,) * a.ndim, result)
    moved, hidden = np.moveaxis(a._data, axis, -1), np.moveaxis(a._mask, axis, -1)
    data, mask = np.empty(moved.shape[:-1]), np.zeros(moved.shape[:-1], np.bool)
    for place in np.ndindex(*data.shape):
        kept = moved[place][~hidden[place]]
        mask[place] = not kept.size
        data[place] = np.median(kept) if kept.size else 0
    return _join(data, mask if mask.any() else nomask)


def allequal(a, b, fill_value=True):
    """Whether two arrays are equal wherever neither is masked."""
    mask = _mask_of((a, b))
    same = np.asarray(getdata(a) == getdata(b))
    return builtins.bool((same if mask is nomask else np.where(mask, fill_value, same)).all())


def allclose(a, b, masked_equal=True, rtol=1e-5, atol=1e-8):
    """Whether two arrays are close wherever neither is masked."""
    mask = _mask_of((a, b))
    same = np.isclose(getdata(a), getdata(b), rtol=rtol, atol=atol)
    return builtins.bool((same if mask is nomask else np.where(mask, masked_equal, same)).all())


def _runs(flags):
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [slice(int(first), int(last)) for first, last in zip(edges[::2], edges[1::2])]


def clump_masked(a):
    """The runs of masked elements, as slices."""
    return _runs(getmaskarray(a).ravel())


def clump_unmasked(a):
    """The runs of elements that are not masked, as slices."""
    return _runs(~getmaskarray(a).ravel())


flatnotmasked_contiguous = clump_unmasked


def flatnotmasked_edges(a):
    """The first and the last place that is not masked."""
    places = np.flatnonzero(~getmaskarray(a))
    return places[[0, -1]] if places.size else None


def notmasked_contiguous(a, axis=None):
    """The runs of elements that are not masked, along an axis."""
    a = asarray(a)
    if axis is None or a.ndim == 1:
        return clump_unmasked(a)
    return [clump_unmasked(row) for row in np.moveaxis(getmaskarray(a), axis, -1)]


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """numpy.polyfit without the masked points."""
    keep = ~np.logical_or(getmaskarray(x), getmaskarray(y))
    return np.polyfit(getdata(x)[keep], getdata(y)[keep], deg, rcond=rcond, full=full, w=None if w is None else getdata(w)[keep], cov=cov)


def cov(x, y=None, rowvar=True, bias=False, allow_masked=True, ddof=None):
    """The covariances, over the places where both are known."""
    if y is not None:
        x = vstack([x, y])
    x = np.atleast_2d(asanyarray(x)) if np.ndim(x) < 2 else asanyarray(x)
    if not rowvar and x.shape[0] != 1:
        x = x.T
    ddof = (0 if bias else 1) if ddof is None else ddof
    known = (~getmaskarray(x)).astype(float)
    away = filled(x - x.mean(axis=1, keepdims=True), 0)
    return _join(np.squeeze(np.dot(away, away.T) / (np.dot(known, known.T) - ddof)), nomask)


def corrcoef(x, y=None, rowvar=True):
    """The correlations, over the places where both are known."""
    c = getdata(cov(x, y, rowvar))
    d = np.sqrt(np.diag(c)) if c.ndim else np.sqrt(c)
    return _join(c / np.outer(d, d), nomask)
