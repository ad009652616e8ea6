"""MaskedArray: an array with a mask of its shape. Elements under the mask take no part in what is computed."""

import builtins
import operator
import warnings

import numpy as np
from numpy.ma._masks import (LONG, SHORT, TYPED, MaskError, MaskType, _all_plain, _axis_of_argsort, _check_fill_value, _dtype_text, _implied,
                             _named, _refuses, _repeat_into, _shrink_mask, _viewed, all_along, fields_replaced, fill_fields, filled,
                             flatten_mask, getdata, getmask, getmaskarray, given, make_mask, make_mask_descr, make_mask_none, mask_or,
                             masked_print_option, maximum_fill_value, minimum_fill_value, nomask, print_fields, records_mask)

_NoValue = np._NoValue


MOVING = frozenset(['array_split', 'dsplit', 'flip', 'fliplr', 'flipud', 'hsplit', 'roll', 'rot90', 'split', 'tile',
                    'vsplit'])
COMPARISONS = {np.equal: operator.eq, np.not_equal: operator.ne, np.less: operator.gt, np.greater: operator.lt,
               np.less_equal: operator.ge, np.greater_equal: operator.le}


def flatten_structured_array(a):
    """An array of records as an array with a last axis for their fields.

    >>> ma.flatten_structured_array(array([(1, 2.5), (3, 4.0)], dtype='i4,f8'))
    array([[1. , 2.5],
           [3. , 4. ]])
    """
    def leaves(record):
        for part in record:
            if hasattr(part, '__iter__') and not isinstance(part, (str, bytes)):
                yield from leaves(part)
            else:
                yield part

    a = np.asanyarray(a)
    shape = a.shape
    flat = a.ravel()
    if isinstance(a, MaskedArray):
        result = np.array([tuple(leaves(one)) for one in flat._data]).view(MaskedArray)
        result._mask = np.array([tuple(leaves(one)) for one in getmaskarray(flat)])
    else:
        result = np.array([tuple(leaves(one)) for one in flat])
    if len(shape) > 1:
        result.shape = shape + (result.shape[-1],)
    return result


def _in_both(name):
    """A method that does to the mask what it does to the elements."""
    method = getattr(np.ndarray, name)

    def both(self, *args, **params):
        result = method(self._data, *args, **params).view(type(self))
        result._update_from(self)
        mask = self._mask
        if mask is not nomask:
            result._mask = method(mask, *args, **params)
        return result

    both.__name__ = name
    both.__qualname__ = 'MaskedArray.' + name
    both.__doc__ = f'As numpy.ndarray.{name}, over elements and mask.'
    return both


def _element_of(array, value, hidden):
    """One element of an array with its flag, as indexing gives it."""
    if isinstance(hidden, np.void):
        return mvoid(value, mask=hidden, hardmask=array._hardmask)
    return masked if hidden else value


class MaskedIterator:
    """The elements of a masked array one after the other, whatever its shape: what its attribute flat is.

    >>> list(ma.array([[1, 2]], mask=[[0, 1]]).flat)
    [np.int64(1), masked]
    """

    def __init__(self, ma):
        self.ma = ma
        self.dataiter = ma._data.flat
        self.maskiter = None if ma._mask is nomask else ma._mask.flat

    def __iter__(self):
        return self

    def __getitem__(self, indx):
        found = self.dataiter[indx]
        several = isinstance(found, np.ndarray)
        if several:
            found = found.view(type(self.ma))
        if self.maskiter is None:
            return found
        hidden = self.maskiter[indx]
        if not isinstance(hidden, np.ndarray):
            return _element_of(self.ma, found, hidden)
        found._mask = hidden.reshape(found.shape)
        return found

    def __setitem__(self, index, value):
        self.dataiter[index] = getdata(value)
        if self.maskiter is not None:
            self.maskiter[index] = getmaskarray(value)

    def __next__(self):
        """The next element; masked where the mask is true."""
        value = next(self.dataiter)
        return value if self.maskiter is None else _element_of(self.ma, value, next(self.maskiter))


def _outermost(array, is_last):
    # What is sorted behind all others, or in front of them.
    if not is_last:
        return maximum_fill_value(array)
    return np.nan if issubclass(array.dtype.type, np.floating) else minimum_fill_value(array)


class MaskedArray(np.ndarray):
    """MaskedArray(data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None, keep_mask=True,
    hard_mask=None, shrink=True, order=None)

    An array with a mask of the same shape: where the mask is true, the element is missing. Raises MaskError when data and mask
    have different sizes.

    >>> ma.array([1., 2., 3.], mask=[False, True, False]).mean()
    np.float64(2.0)
    """

    __module__ = 'numpy.ma'
    __array_priority__ = 15
    _defaultmask = nomask
    _defaulthardmask = False
    _baseclass = np.ndarray
    _print_width = 100
    _print_width_1d = 1500

    def __new__(cls, data=None, mask=nomask, dtype=None, copy=False, subok=True, ndmin=0, fill_value=None, keep_mask=True,
                hard_mask=None, shrink=True, order=None):
        is_masked = isinstance(data, MaskedArray)
        plain = np.array(np.ndarray.view(data, data._baseclass) if is_masked else data, dtype=dtype, copy=True if copy else None, order=order,
                         subok=True, ndmin=ndmin)
        baseclass = getattr(data, '_baseclass', type(plain))
        result = np.ndarray.view(plain, type(data) if isinstance(data, cls) and subok and not isinstance(data, MaskedConstant) else cls)
        descr = make_mask_descr(result.dtype)
        if is_masked:
            copy = copy or data.shape != plain.shape
            result._inherit(data, descr)
        elif hasattr(data, '_mask') and not isinstance(data, np.ndarray):
            result._mask = data._mask
        if mask is nomask:
            result._take_mask(data, descr, copy, keep_mask, shrink)
        else:
            result._join_mask(mask, descr, copy, keep_mask)
        fill_value = getattr(data, '_fill_value', None) if fill_value is None else fill_value
        if fill_value is not None:
            result._fill_value = _check_fill_value(fill_value, result.dtype)
        result._hardmask = getattr(data, '_hardmask', False) if hard_mask is None else hard_mask
        result._baseclass = baseclass
        return result

    def _inherit(self, data, descr):
        """Take over another array's mask, the same memory if the elements are."""
        self._update_from(data)
        mask = data._mask
        if mask is not nomask:
            mask = np.array(mask, copy=None)
            mask = mask.view() if data.ctypes.data == self.ctypes.data else mask.astype(descr, 'F' if self.flags.fnc else 'C')
            if mask.shape != self.shape:
                mask = mask.reshape(self.shape)
        if mask is not nomask or self.dtype.names is None:
            self._mask = mask
        if self._fill_value is not None:
            self._fill_value = _check_fill_value(self._fill_value, self.dtype)

    def _take_mask(self, data, descr, copy, keep_mask, shrink):
        """The mask of what an array was made of, where none was given."""
        if not keep_mask:
            self._mask = nomask if shrink else np.zeros(self.shape, dtype=descr)
        elif isinstance(data, (tuple, list)):
            if builtins.any(one is masked for one in data) and self.dtype.kind == 'f':
                warnings.warn('Warning: converting a masked element to nan.', stacklevel=3)
            try:
                mask = nomask if _all_plain(data) else np.array(
                    [getmaskarray(one if isinstance(one, MaskedArray) else np.asanyarray(one, dtype=self.dtype)) for one in data], dtype=descr)
            except (ValueError, TypeError):
                mask = nomask
            if descr == MaskType and mask is not nomask and mask.any():
                self._mask, self._sharedmask = mask, False
        else:
            self._sharedmask = not copy
            if copy:
                self._mask = self._mask.copy()
                if getmask(data) is not nomask and data._mask.shape != data.shape:
                    data._mask.shape = data.shape

    def _join_mask(self, mask, descr, copy, keep_mask):
        """Give an array a mask, beside its own if that is kept."""
        plain = descr == MaskType
        if mask is None:
            mask = False
        if plain and (mask is True or mask is False):
            mask = np.full(self.shape, mask, dtype=descr)
        else:
            mask = records_mask(mask, descr, True if copy else None)
        if mask.shape != self.shape:
            if mask.size == 1:
                mask = np.resize(mask, self.shape)
            elif mask.size == self.size:
                mask = np.reshape(mask, self.shape)
            else:
                raise MaskError(f'Mask and data not compatible: data size is {self.size}, mask size is {mask.size}.')
            copy = True
        if self._mask is nomask or not keep_mask:
            self._mask, self._sharedmask = mask, not copy
        else:
            self._mask = mask_or(self._mask, mask, shrink=False) if not plain else np.logical_or(mask, self._mask)
            self._sharedmask = False

    def _update_from(self, obj):
        """Take over what is neither element nor mask from another array."""
        own = {'_fill_value': None, '_hardmask': False, '_sharedmask': False, '_isfield': False,
               '_baseclass': type(obj) if isinstance(obj, np.ndarray) else np.ndarray}
        for name, otherwise in own.items():
            own[name] = getattr(obj, name, otherwise)
        more = {**getattr(obj, '_optinfo', {}), **getattr(obj, '_basedict', {})}
        if not isinstance(obj, MaskedArray):
            more |= getattr(obj, '__dict__', {})
        vars(self).update(own, _optinfo=more, _basedict=more)
        vars(self).update(more)

    def __array_finalize__(self, obj):
        self._update_from(obj)
        mask = nomask
        if isinstance(obj, np.ndarray):
            mask = getmaskarray(obj) if obj.dtype.names is not None else getmask(obj)
            if mask is not nomask and obj.ctypes.data != self.ctypes.data:
                descr = mask.dtype if self.dtype == obj.dtype else make_mask_descr(self.dtype)
                order = 'C' if self.flags.c_contiguous else 'F' if self.flags.f_contiguous else 'K'
                mask = mask.astype(descr, order)
            elif mask is not nomask and isinstance(mask, np.ndarray):
                mask = mask.view()
        if mask is not nomask and mask.shape != self.shape:
            try:
                mask.shape = self.shape
            except ValueError:
                mask = nomask
            except (TypeError, AttributeError):
                pass
        self._mask = mask
        if self._fill_value is not None:
            self._fill_value = _check_fill_value(self._fill_value, self.dtype)
        elif self.dtype.names is not None:
            self._fill_value = _check_fill_value(None, self.dtype)

    def __array_wrap__(self, obj, context=None, return_scalar=False):
        """A ufunc's result: masked where an input is, and where the ufunc has no value."""
        if obj is self:
            result = obj
        else:
            result = obj.view(type(self))
            result._update_from(self)
        if context is None:
            return result
        function, inputs, _ = context
        inputs = inputs[:getattr(function, 'nin', 1)]
        masks = [getmaskarray(one) for one in inputs]
        mask = masks[0]  # of one array it stays as long as the array is
        for one in masks[1:]:
            mask = mask_or(mask, one)
        domain = operations.ufunc_domain.get(function)
        if domain is not None:
            with np.errstate(divide='ignore', invalid='ignore'):
                outside = filled(domain(*[getdata(one) for one in inputs]), True)
            if outside.any():
                fill = operations.ufunc_fills[function]
                np.copyto(result, fill[-1] if isinstance(fill, tuple) else fill, where=outside)
                mask = outside if mask is nomask else mask | outside
        if result is not self and result.shape == () and mask:
            return masked
        result._mask = mask
        result._sharedmask = False
        return result

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        out = out if isinstance(out, tuple) else () if out is None else (out,)
        plain = [one._data if isinstance(one, MaskedArray) else one for one in inputs]
        targets = tuple(one._data if isinstance(one, MaskedArray) else one for one in out)
        if builtins.any(_refuses(one) for one in plain + list(targets)):
            return NotImplemented
        if method == '__call__' and isinstance(inputs[0], np.generic) and ufunc.nin == 2 and not out and not kwargs:
            compare = COMPARISONS.get(ufunc)
            if compare is not None:  # a scalar on the left leaves it to the array
                return inputs[1]._comparison(inputs[0], compare)
        if targets:
            kwargs['out'] = targets
        where = kwargs.get('where')
        if isinstance(where, MaskedArray):
            kwargs['where'] = where._data
        results = getattr(ufunc, method)(*plain, **kwargs)
        if method == 'outer':
            first, second = np.asanyarray(inputs[0]), np.asanyarray(inputs[1])
            method, inputs = '__call__', (first.reshape(first.shape + (1,) * second.ndim), second)
        if method == 'at' or results is None:
            return results
        wrapping = builtins.max((one for one in inputs if isinstance(one, np.ndarray)), default=self,
                                key=lambda one: getattr(one, '__array_priority__', 0))

        def wrapped(result, index):
            target = out[index] if index < len(out) else None
            if target is not None:
                return target.__array_wrap__(target, context(index)) if isinstance(target, MaskedArray) else target
            return wrapping.__array_wrap__(np.asanyarray(result), context(index))

        def context(index):
            return (ufunc, inputs + out, index) if method == '__call__' else None

        if isinstance(results, tuple):
            return tuple(wrapped(one, index) for index, one in enumerate(results))
        return wrapped(results, 0)

    def __array_function__(self, func, types, args, kwargs):
        """numpy's functions that only move elements do so with the mask as well; some others have a method or a function of numpy.ma."""
        name = func.__name__
        if name in MOVING and args and isinstance(args[0], MaskedArray):
            first = args[0]
            moved = func(first._data, *args[1:], **kwargs)
            masks = nomask if first._mask is nomask else func(first._mask, *args[1:], **kwargs)
            if isinstance(moved, (list, tuple)):
                return builtins.type(moved)(first._dressed(one, masks if masks is nomask else masks[place]) for place, one in enumerate(moved))
            return first._dressed(moved, masks)
        if name in ('diff', 'average') and args and isinstance(args[0], MaskedArray):
            return (functions.diff if name == 'diff' else np.ma.average)(*args, **kwargs)
        if name in ('imag', 'real') and args and isinstance(args[0], MaskedArray):
            return getattr(args[0], name)
        if name == 'argwhere' and args and isinstance(args[0], MaskedArray) and args[0].ndim:
            return np.array(args[0].nonzero()).T
        return super().__array_function__(func, types, args, kwargs)

    def _dressed(self, data, mask):
        result = data.view(builtins.type(self))
        result._update_from(self)
        result._mask = mask
        return result

    def view(self, dtype=None, type=None, fill_value=None):
        """The same memory as another dtype or class, with a fill value if one is given."""
        cls = type
        if cls is None and isinstance(dtype, builtins.type) and issubclass(dtype, np.ndarray):
            cls, dtype = dtype, None
        if dtype is None:
            result = np.ndarray.view(self, builtins.type(self) if cls is None else cls)
            if getmask(result) is not nomask and isinstance(result._mask, np.ndarray):
                result._mask = result._mask.view()
        else:
            dtype = np.dtype(dtype)
            result = _viewed(self, dtype).view(builtins.type(self) if cls is None else cls)
            if isinstance(result, MaskedArray):
                result._update_from(self)
                result._baseclass = self._baseclass
                result._mask = self._mask
                if self._mask is not nomask:
                    result._mask = _viewed(np.asarray(self._mask), make_mask_descr(dtype))
                    if result._mask.shape != result.shape:
                        result._mask = result._mask.reshape(result.shape)
        if getattr(result, '_fill_value', None) is not None:
            if fill_value is not None:
                result.fill_value = fill_value
            elif dtype is not None:
                result._fill_value = None
        elif fill_value is not None and isinstance(result, MaskedArray):
            result.fill_value = fill_value
        return result

    # ---- Items ----

    def __getitem__(self, indx):
        data = self.data[indx]
        mask = self._mask
        if mask is not nomask:
            hidden = mask[indx]
            single = not isinstance(hidden, np.ndarray)
        else:
            hidden = nomask
            single = not isinstance(data, np.ndarray)
            if not single and (self.dtype.type is np.object_ or self._baseclass is not np.ndarray):
                single = data.dtype is not self.dtype and self.dtype.type is np.object_ or \
                    not isinstance(getmaskarray(self)[indx], np.ndarray)
        if single:
            if isinstance(data, np.void):
                return mvoid(data, mask=hidden, hardmask=self._hardmask)
            if self.dtype.type is np.object_ and isinstance(data, np.ndarray) and data is not masked:
                return MaskedArray(data, mask=True) if hidden else data
            return masked if hidden else data
        result = data.view(type(self))
        result._update_from(self)
        if _named(indx):
            if self._fill_value is not None:
                fill = np.asarray(self._fill_value[indx])
                if fill.ndim > 0:
                    if not (fill == fill.flat[0]).all():
                        warnings.warn(f'Upon accessing multidimensional field {indx!s}, need to keep dimensionality of fill_value at 0. '
                                      f'Discarding heterogeneous fill_value and setting all to {fill[0]!s}.', stacklevel=2)
                    fill = fill.flat[0:1].squeeze(axis=0)
                result._fill_value = fill
            result._isfield = True
        if hidden is not nomask:
            result._mask = np.reshape(hidden, result.shape)
            result._sharedmask = True
        return result

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError('iteration over a 0-d array')
        return (self[place] for place in range(len(self)))

    def __setitem__(self, indx, value):
        if self is masked:
            raise MaskError('Cannot alter the masked element.')
        data, mask, names = self._data, self._mask, self.dtype.names
        if isinstance(indx, str):
            data[indx] = value
            if mask is nomask:
                mask = self._mask = make_mask_none(self.shape, self.dtype)
            mask[indx] = getmask(value)
            return
        if value is masked:
            if mask is nomask:
                mask = self._mask = make_mask_none(self.shape, self.dtype)
            mask[indx] = True if names is None else tuple([True] * len(names))
            return
        new, hidden = getattr(value, '_data', value), getmask(value)
        if names is not None and hidden is nomask:
            hidden = tuple([False] * len(names))
        if hidden is not nomask and not isinstance(hidden, tuple) and names is None:
            with np.errstate(all='ignore'):
                self._put_item(indx, value, new, hidden)
        else:
            self._put_item(indx, value, new, hidden)

    def _put_item(self, indx, value, new, hidden):
        data, mask = self._data, self._mask
        if mask is nomask:
            data[indx] = new
            if hidden is not nomask:
                mask = self._mask = make_mask_none(self.shape, self.dtype)
                mask[indx] = hidden
        elif not self._hardmask:
            if isinstance(indx, MaskedArray) and not isinstance(value, MaskedArray):
                data[indx.data] = new
            else:
                data[indx] = new
                mask[indx] = hidden
        elif hasattr(indx, 'dtype') and indx.dtype == MaskType:
            data[indx * np.logical_not(mask)] = new
        else:
            if self.dtype.names is not None:
                raise NotImplementedError("Flexible 'hard' masks are not yet supported.")
            both = mask_or(mask[indx], hidden, copy=True)
            places = data[indx]
            if places.size > 1:
                np.copyto(places, new, where=~both)
            elif both is nomask:
                places = new
            data[indx] = places
            mask[indx] = both

    @property
    def dtype(self):
        """The type of the elements; a new one is given to the mask as well."""
        return super().dtype

    @dtype.setter
    def dtype(self, dtype):
        np.ndarray.dtype.__set__(self, dtype)
        hidden = self._mask
        if hidden is nomask:
            return
        hidden = hidden.view(make_mask_descr(dtype), np.ndarray)
        self._mask = hidden
        try:
            hidden.shape = self.shape
        except (TypeError, AttributeError):
            pass  # elements of another size

    @property
    def shape(self):
        """The lengths of the axes; a new shape is given to the mask as well."""
        return super().shape

    @shape.setter
    def shape(self, shape):
        np.ndarray.shape.__set__(self, shape)
        if self._mask is not nomask:
            self._mask.shape = np.ndarray.shape.__get__(self)

    # ---- The mask ----

    def __setmask__(self, mask, copy=False):
        """Set the mask: of one truth for all, of truths for elements, or for a record's fields."""
        dtype, current = self.dtype, self._mask
        if mask is masked:
            mask = True
        if current is nomask:
            if mask is nomask:
                return
            current = self._mask = make_mask_none(self.shape, dtype)
        single = isinstance(mask, (int, float, np.bool, np.number))
        if dtype.names is None:
            if self._hardmask:
                current |= mask
            elif single:
                current[...] = mask
            else:
                _repeat_into(current, mask)
        else:
            descr = current.dtype
            mask = np.asarray(mask)
            if not mask.ndim:
                mask = np.array(tuple([mask.item()] * len(descr)), dtype=descr) if mask.dtype.kind == 'b' else mask.astype(descr)
            else:
                mask = records_mask(mask, descr, True if copy else None)
            if self._hardmask:
                for name in dtype.names:
                    current[name] |= mask[name]
            elif single:
                current[...] = mask
            else:
                _repeat_into(current, mask)
        if current.shape:
            current.shape = self.shape

    _set_mask = __setmask__

    @property
    def mask(self):
        """Where the array is masked; nomask for nowhere."""
        return self._mask.view() if isinstance(self._mask, np.ndarray) else self._mask

    @mask.setter
    def mask(self, value):
        self.__setmask__(value)

    @property
    def recordmask(self):
        """Where the array is masked; of records, those all of whose fields are."""
        mask = self._mask.view(np.ndarray)
        return mask if mask.dtype.names is None else np.all(flatten_structured_array(mask), axis=-1)

    @recordmask.setter
    def recordmask(self, mask):
        raise NotImplementedError('Coming soon: setting the mask per records!')

    def harden_mask(self):
        """Let assignments leave masked elements masked."""
        self._hardmask = True
        return self

    def soften_mask(self):
        """Let assignments unmask elements."""
        self._hardmask = False
        return self

    @property
    def hardmask(self):
        """Whether assignments leave masked elements masked."""
        return self._hardmask

    def unshare_mask(self):
        """Give the array a mask of its own where it has another's."""
        if self._sharedmask:
            self._mask = self._mask.copy()
            self._sharedmask = False
        return self

    @property
    def sharedmask(self):
        """Whether the mask may be another array's as well."""
        return self._sharedmask

    def shrink_mask(self):
        """Forget a mask that masks nothing."""
        self._mask = _shrink_mask(self._mask)
        return self

    # ---- The elements ----

    @property
    def baseclass(self):
        """The class of the array without its mask."""
        return self._baseclass

    def _get_data(self):
        """The elements, masked or not, in the same memory."""
        return np.ndarray.view(self, self._baseclass)

    _data = property(fget=_get_data)
    data = property(fget=_get_data)

    @property
    def flat(self):
        """The elements one after the other, whatever the shape."""
        return MaskedIterator(self)

    @flat.setter
    def flat(self, value):
        y = self.ravel()
        y[:] = value

    @property
    def fill_value(self):
        """What stands for masked elements in filled()."""
        if self._fill_value is None:
            self._fill_value = _check_fill_value(None, self.dtype)
        return self._fill_value[()] if isinstance(self._fill_value, np.ndarray) else self._fill_value

    @fill_value.setter
    def fill_value(self, value=None):
        checked = _check_fill_value(value, self.dtype)
        if checked.ndim:
            warnings.warn('Non-scalar arrays for the fill value are deprecated. Use arrays with scalar values instead. The filled '
                          'function still supports any array as `fill_value`.', DeprecationWarning, stacklevel=2)
        if self._fill_value is not None:
            self._fill_value[()] = checked  # views share it
        else:
            self._fill_value = checked

    def get_fill_value(self):
        """What stands for masked elements."""
        return self.fill_value

    def set_fill_value(self, value=None):
        """Set what stands for masked elements; to the default without a value."""
        self.fill_value = value

    def filled(self, fill_value=None):
        """The elements as an array without a mask, with a value in the places of the masked ones."""
        hidden, shown = self._mask, self._data
        if hidden is nomask:
            return shown
        filler = self.fill_value if fill_value is None else _check_fill_value(fill_value, self.dtype)
        if self is masked:
            return np.asanyarray(filler)
        has_fields = hidden.dtype.names is not None
        if not has_fields and not hidden.any():
            return shown
        whole = shown.copy('K')
        if has_fields:
            fill_fields(whole, filler, hidden)
            return whole
        try:
            np.copyto(whole, filler, where=hidden)
        except (AttributeError, TypeError):  # a value of another kind
            return np.choose(hidden, [whole.astype(object), np.array(filler, object)])
        except IndexError:
            if shown.shape:
                raise
            return np.array(filler, self.dtype) if hidden else shown
        return whole

    def astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True):
        """The array in another type; without subok a plain one, without its mask."""
        plain = np.ndarray.astype(np.ndarray.view(self, np.ndarray), dtype, order=order, casting=casting, copy=copy)
        if not subok:
            return plain
        result = plain.view(type(self))
        result._baseclass = self._baseclass
        result._inherit(self, make_mask_descr(result.dtype))
        return result

    def compressed(self):
        """The elements that are not masked, in one dimension."""
        flat = np.ndarray.ravel(self._data)
        if self._mask is not nomask:
            flat = flat.compress(~np.ndarray.ravel(self._mask))
        return flat

    def compress(self, condition, axis=None, out=None):
        """The elements, or slices along an axis, where a condition is true; its own mask does not matter."""
        condition = np.asarray(getdata(condition))
        result = self._data.compress(condition, axis=axis, out=out).view(type(self))
        result._update_from(self)
        if self._mask is not nomask:
            result._mask = self._mask.compress(condition, axis=axis)
        return result

    # ---- Text ----

    def __format__(self, format_spec):
        return format(self._data[()], format_spec) if self.ndim == 0 else object.__format__(self, format_spec)

    def _insert_masked_print(self):
        """The elements as objects, with what is shown for masked ones in their places."""
        if not masked_print_option.enabled():
            return self.filled(self.fill_value)
        mask = self._mask
        if mask is nomask:
            return self._data
        data = self._data
        width = self._print_width if self.ndim > 1 else self._print_width_1d
        for axis in range(self.ndim):
            if data.shape[axis] > width:
                half = width // 2
                parts = [np.split(one, (half, -half), axis=axis) for one in (data, mask)]
                data, mask = (np.concatenate((one[0], one[2]), axis=axis) for one in parts)
        result = data.astype(fields_replaced(self.dtype, 'O'))
        print_fields(result, mask)
        return result

    def __str__(self):
        return str(self._insert_masked_print())

    def __repr__(self):
        name = 'array' if self._baseclass is np.ndarray else self._baseclass.__name__
        legacy = np._core.arrayprint._get_legacy_print_mode() if hasattr(np._core.arrayprint, '_get_legacy_print_mode') else \
            113 if np.get_printoptions()['legacy'] == '1.13' else 1000
        if legacy <= 113:
            words = {'name': name, 'nlen': ' ' * len(name), 'data': str(self), 'mask': str(self._mask), 'fill': str(self.fill_value),
                     'dtype': str(self.dtype)}
            return ((LONG if self.ndim > 1 else SHORT) + (TYPED if self.dtype.names is not None else '') + ')\n') % words
        prefix = f'masked_{name}('
        keys = ['data', 'mask', 'fill_value']
        if not _implied(self.dtype) or np.all(self.mask) or self.size == 0:
            keys.append('dtype')
        if builtins.all(one == 1 for one in self.shape[:-1]):
            edges = {key: ' ' * builtins.max(2, len(prefix) + len('data') - len(key)) for key in keys}
            edges['data'], prefix = prefix, ''
        else:
            edges = dict.fromkeys(keys, '  ')
            prefix += '\n'
        texts = {key: np.array2string(value, separator=', ', prefix=edges[key] + key + '=', suffix=',')
                 for key, value in (('data', self._insert_masked_print()), ('mask', self._mask))}
        fill = self.fill_value
        if self._fill_value.dtype.kind in 'SU' and self.dtype.kind == self._fill_value.dtype.kind:
            texts['fill_value'] = repr(fill.item())
        else:
            texts['fill_value'] = str(fill) if self._fill_value.dtype == self.dtype and self.dtype != object else repr(fill)
        if 'dtype' in keys:
            texts['dtype'] = _dtype_text(self.dtype)
        return prefix + ',\n'.join(f'{edges[key]}{key}={texts[key]}' for key in keys) + ')'

    # ---- Operators ----

    def _delegate_binop(self, other):
        # Does the other one want to do it? Who has no opinion of ufuncs has a priority.
        if isinstance(other, type(self)):
            return False
        if hasattr(other, '__array_ufunc__'):
            return other.__array_ufunc__ is None
        return self.__array_priority__ < getattr(other, '__array_priority__', -1e6)

    def _records_to_compare(self, others, hidden):
        """The records with what is masked taken from the others, and where they are masked as a whole."""
        whole = np.broadcast_to(self, np.broadcast(self, others).shape, subok=True).view(type(self))
        whole._mask = np.broadcast_to(hidden, whole.shape)
        return whole.filled(others), hidden == np.ones((), hidden.dtype)

    def _comparison(self, other, compare):
        """Two arrays compared; masked where one of them is, and there equal if both are."""
        is_equality = compare in (operator.eq, operator.ne)
        others, flags, other_flags = getdata(other), self.mask, getmask(other)
        values, hidden = self.data, mask_or(flags, other_flags, copy=True)
        if hidden.dtype.names is not None:
            if not is_equality:
                return NotImplemented
            values, hidden = self._records_to_compare(others, hidden)
            if other_flags is nomask:
                other_flags = np.zeros((), flags.dtype)
        answer = compare(values, others)
        if answer is NotImplemented:
            return answer
        if isinstance(answer, (bool, np.bool)):
            return masked if hidden else answer
        if hidden is not nomask:
            if is_equality:  # below a mask the flags are what is compared
                answer = np.where(hidden, compare(flags, other_flags), answer)
            if answer.shape != hidden.shape:
                hidden = np.array(np.broadcast_to(hidden, answer.shape))
        answer = answer.view(type(self))
        answer._update_from(self)
        answer._mask = hidden
        if answer._fill_value is not None:
            try:
                filler = _check_fill_value(answer._fill_value, np.bool)
            except (ValueError, TypeError):
                filler = _check_fill_value(None, np.bool)
            answer._fill_value = filler
        return answer

    def __eq__(self, other):
        return self._comparison(other, operator.eq)

    def __ne__(self, other):
        return self._comparison(other, operator.ne)

    def __le__(self, other):
        return self._comparison(other, operator.le)

    def __lt__(self, other):
        return self._comparison(other, operator.lt)

    def __ge__(self, other):
        return self._comparison(other, operator.ge)

    def __gt__(self, other):
        return self._comparison(other, operator.gt)

    __hash__ = None

    def _in_place(self, other, method, neutral):
        """An operation in place, which masked elements sit out."""
        mask = getmask(other)
        if self._mask is nomask:
            if mask is not nomask and mask.any():
                self._mask = make_mask_none(self.shape, self.dtype)
                self._mask += mask
        elif mask is not nomask:
            self._mask += mask
        other = getdata(other)
        self._operate(method, np.where(self._mask, other.dtype.type(neutral), other))
        return self

    def _operate(self, method, other):
        data = np.ndarray.view(self, np.ndarray)
        method(data, other.view(np.ndarray))

    def _divide_in_place(self, other, method, function):
        data, mask = getdata(other), getmask(other)
        outside = operations.ufunc_domain[function](self._data, data)
        new = mask_or(mask, outside)
        if outside.any():
            data = np.where(outside, data.dtype.type(operations.ufunc_fills[function][1]), data)
        if new is not nomask:
            self._mask = new.copy() if self._mask is nomask and new.shape == self.shape else self._mask | new
        self._operate(method, np.where(self._mask, data.dtype.type(1), data))
        return self

    def __iadd__(self, other):
        return self._in_place(other, np.ndarray.__iadd__, 0)

    def __isub__(self, other):
        return self._in_place(other, np.ndarray.__isub__, 0)

    def __imul__(self, other):
        return self._in_place(other, np.ndarray.__imul__, 1)

    def __ifloordiv__(self, other):
        return self._divide_in_place(other, np.ndarray.__ifloordiv__, np.floor_divide)

    def __itruediv__(self, other):
        return self._divide_in_place(other, np.ndarray.__itruediv__, np.true_divide)

    def __ipow__(self, other):
        data, mask = getdata(other), getmask(other)
        with np.errstate(divide='ignore', invalid='ignore'):
            self._operate(np.ndarray.__ipow__, np.where(self._mask, data.dtype.type(1), data))
        outside = np.logical_not(np.isfinite(self._data))
        if outside.any():
            self._mask = outside if self._mask is nomask else self._mask | outside
            np.copyto(self._data, self.fill_value, where=outside)
        self._mask = mask_or(self._mask, mask_or(mask, outside))
        return self

    def __float__(self):
        if self.size > 1:
            raise TypeError('Only length-1 arrays can be converted to Python scalars')
        if not self._mask:
            return float(self.item())
        warnings.warn('Warning: converting a masked element to nan.', stacklevel=2)
        return float('nan')

    def __int__(self):
        if self.size > 1:
            raise TypeError('Only length-1 arrays can be converted to Python scalars')
        if self._mask:
            raise MaskError('Cannot convert masked element to a Python int.')
        return int(self.item())

    @property
    def imag(self):
        """The imaginary parts."""
        result = self._data.imag.view(type(self))
        result.__setmask__(self._mask)
        return result

    def get_imag(self):
        """The imaginary parts."""
        return self.imag

    @property
    def real(self):
        """The real parts."""
        result = self._data.real.view(type(self))
        result.__setmask__(self._mask)
        return result

    def get_real(self):
        """The real parts."""
        return self.real

    def clip(self, min=None, max=None, out=None, **kwargs):
        """The elements held between two bounds."""
        return self.__array_wrap__(self._data.clip(getdata(min) if min is not None else None, getdata(max) if max is not None else None,
                                                   **kwargs), (np.clip, (self,), 0)) if out is None else self._clip_into(min, max, out, kwargs)

    def _clip_into(self, min, max, out, kwargs):
        getdata(out)[...] = self._data.clip(min, max, **kwargs)
        if isinstance(out, MaskedArray):
            out.__setmask__(self._mask)
        return out

    # ---- Shapes ----

    copy, diagonal, flatten, repeat, squeeze, swapaxes, transpose = map(
        _in_both, ('copy', 'diagonal', 'flatten', 'repeat', 'squeeze', 'swapaxes', 'transpose'))
    T = property(fget=lambda self: self.transpose(), doc='The array with its axes in reverse order.')

    @property
    def mT(self):
        """The matrices along the last two axes, transposed."""
        if self._mask is nomask:
            return MaskedArray(self._data.mT)
        return MaskedArray(self._data.mT, mask=self._mask.mT)

    def ravel(self, order='C'):
        """The array in one dimension."""
        if order in 'kKaA':
            order = 'CF'[bool(self.flags.fnc)]
        line = lambda array: np.ndarray.ravel(array, order)
        flat = line(self._data).view(type(self))
        flat._update_from(self)
        flat._mask = nomask if self._mask is nomask else line(self._mask).reshape(flat.shape)
        return flat

    def reshape(self, *s, **kwargs):
        """The array in another shape."""
        def formed(array):
            return array.reshape(*s, **kwargs)

        hidden, result = self._mask, formed(self._data).view(type(self))
        result._update_from(self)
        if hidden is not nomask:
            result._mask = formed(hidden)
        return result

    def resize(self, newshape, refcheck=True, order=False):
        """Raises ValueError: see numpy.ma.resize."""
        raise ValueError('A masked array does not own its data and therefore cannot be resized.\n'
                         'Use the numpy.ma.resize function instead.')

    def put(self, indices, values, mode='raise'):
        """Put values into places of the array in one dimension; what was masked there is so no more."""
        if self._hardmask and self._mask is not nomask:
            free = ~np.ndarray.ravel(self._mask)[np.asarray(indices)]
            values = np.resize(np.array(values, copy=None, subok=True), np.shape(indices))
            indices, values = np.array(indices, copy=None)[free], values[free]
        self._data.put(indices, getdata(values), mode=mode)
        if self._mask is nomask and getmask(values) is nomask:
            return
        mask = getmaskarray(self)
        mask.put(indices, False if getmask(values) is nomask else values._mask, mode=mode)
        self._mask = make_mask(mask, copy=False, shrink=True)

    def ids(self):
        """The addresses of elements and mask."""
        return self.ctypes.data, id(nomask) if self._mask is nomask else self._mask.ctypes.data

    def iscontiguous(self):
        """Whether the elements lie one behind the other."""
        return self.flags['CONTIGUOUS']

    def take(self, indices, axis=None, out=None, mode='raise'):
        """The elements at indices; masked where the indices are."""
        hidden = getmask(indices)
        if hidden is not nomask:
            indices = indices.filled(0)
        indices = np.asarray(indices)
        result = self._data.take(indices, axis=axis, mode=mode)
        target = np.asanyarray(result).view(type(self)) if out is None else out
        if out is not None:
            getdata(out)[...] = result
        if isinstance(target, MaskedArray):
            mask = hidden if self._mask is nomask else self._mask.take(indices, axis=axis, mode=mode)
            if self._mask is not nomask and hidden is not nomask:
                mask = mask | hidden
            target.__setmask__(mask)
        return target if out is not None else target[()]

    # ---- Counting and reductions ----

    def count(self, axis=None, keepdims=_NoValue):
        """How many elements along an axis are not masked."""
        options = given(keepdims=keepdims)
        mask = self._mask
        if isinstance(self.data, np.matrix):
            mask = np.zeros(self.shape, dtype=np.bool) if mask is nomask else mask
            mask = mask.view(type(self.data))
        if mask is not nomask:
            return (~mask).sum(axis=axis, dtype=np.intp, **options)
        if self.shape == ():
            if axis not in (None, ()):
                raise np.exceptions.AxisError(axis=axis, ndim=self.ndim)
            return 1
        if axis is None:
            return np.array(self.size, dtype=np.intp, ndmin=self.ndim) if options.get('keepdims', False) else self.size
        axes = np.lib.array_utils.normalize_axis_tuple(axis, self.ndim) if not isinstance(axis, tuple) else \
            np._core.numeric.normalize_axis_tuple(axis, self.ndim)
        items = 1
        for one in axes:
            items *= self.shape[one]
        kept = bool(options.get('keepdims', False))
        shape = [1 if kept and place in axes else length for place, length in enumerate(self.shape) if kept or place not in axes]
        return np.full(shape, items, dtype=np.intp)

    def _reduced(self, name, neutral, out, mask, *args, **options):
        """A reduction with a value in the place of masked elements; masked where there was nothing else."""
        method = getattr(np.ndarray, name)
        data = self.filled(neutral)
        if out is None:
            result = getattr(data, name)(*args, **options) if type(data) is not np.ndarray else method(data, *args, **options)
            if getattr(result, 'ndim', 0):
                result = result.view(type(self))
                result.__setmask__(mask)
            elif mask:
                result = masked
            return result
        result = getattr(data, name)(*args, out=getdata(out) if isinstance(out, MaskedArray) else out, **options)
        if isinstance(out, MaskedArray):
            if getmask(out) is nomask:
                out._mask = make_mask_none(out.shape)
            out._mask.flat = mask
        return out

    def all(self, axis=None, out=None, keepdims=_NoValue):
        """Whether all that is not masked is true; masked where nothing is left."""
        return self._reduced('all', True, out, all_along(self._mask, axis, **given(keepdims=keepdims)), axis, **given(keepdims=keepdims))

    def any(self, axis=None, out=None, keepdims=_NoValue):
        """Whether any of what is not masked is true; masked where nothing is left."""
        return self._reduced('any', False, out, all_along(self._mask, axis, **given(keepdims=keepdims)), axis, **given(keepdims=keepdims))

    def nonzero(self):
        """The places of what is neither masked nor zero."""
        return np.asarray(self.filled(0)).nonzero()

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        """The sum along a diagonal, without what is masked."""
        place = offset, axis1, axis2
        if self._mask is nomask:
            return np.trace(self._data, *place, dtype, out)
        return self.diagonal(*place).astype(dtype).filled(0).sum(axis=-1, out=out)

    def dot(self, b, out=None, strict=False):
        """A matrix product in which masked elements count as 0; masked where nothing else went in, or, strict, anything masked."""
        return functions.dot(self, b, out=out, strict=strict)

    def sum(self, axis=None, dtype=None, out=None, keepdims=_NoValue):
        """The sum of what is not masked; masked where nothing is left."""
        options = given(keepdims=keepdims)
        return self._reduced('sum', 0, out, all_along(self._mask, axis, **options), axis, dtype=dtype, **options)

    def prod(self, axis=None, dtype=None, out=None, keepdims=_NoValue):
        """The product of what is not masked; masked where nothing is left."""
        options = given(keepdims=keepdims)
        return self._reduced('prod', 1, out, all_along(self._mask, axis, **options), axis, dtype=dtype, **options)

    product = prod

    def _running(self, name, neutral, axis, dtype, out):
        data = self.filled(neutral)
        if out is not None:
            getattr(data, name)(axis=axis, dtype=dtype, out=getdata(out) if isinstance(out, MaskedArray) else out)
            if isinstance(out, MaskedArray):
                out.__setmask__(self.mask)
            return out
        result = getattr(data, name)(axis=axis, dtype=dtype).view(type(self))
        result.__setmask__(self._mask)
        return result

    def cumsum(self, axis=None, dtype=None, out=None):
        """Running sums, masked where the elements are."""
        return self._running('cumsum', 0, axis, dtype, out)

    def cumprod(self, axis=None, dtype=None, out=None):
        """Running products, masked where the elements are."""
        return self._running('cumprod', 1, axis, dtype, out)

    def mean(self, axis=None, dtype=None, out=None, keepdims=_NoValue):
        """The mean of what is not masked; masked where nothing is left."""
        options = given(keepdims=keepdims)
        if self._mask is nomask:
            result = np.ndarray.mean(self._data, axis=axis, dtype=dtype, **options)
            result = result.view(type(self)) if getattr(result, 'ndim', 0) else result[()]
        else:
            half = dtype is None and self.dtype.type is np.float16
            if dtype is None and self.dtype.kind in 'iub':
                dtype = np.dtype('f8')
            elif half:
                dtype = np.dtype('f4')
            total, number = self.sum(axis=axis, dtype=dtype, **options), self.count(axis=axis, **options)
            if np.shape(number) == () and number == 0:
                result = masked
            else:
                result = total * 1. / number
                result = (self.dtype.type(result) if np.ndim(result) == 0 else result.astype(self.dtype)) if half else result
        if out is not None:
            out.flat = result
            if isinstance(out, MaskedArray):
                if getmask(out) is nomask:
                    out._mask = make_mask_none(out.shape)
                out._mask.flat = getmask(result)
            return out
        return result

    def anom(self, axis=None, dtype=None):
        """What is left of the elements when their mean along an axis is taken away."""
        mean = self.mean(axis, dtype)
        return self - (np.expand_dims(mean, axis) if axis else mean)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=_NoValue, mean=_NoValue):
        """The variance of what is not masked; masked where too little is left."""
        options = given(keepdims=keepdims)
        if self._mask is nomask:
            result = np.ndarray.var(self._data, axis=axis, dtype=dtype, out=out, ddof=ddof, **options, **given(mean=mean))
            if out is not None:
                if isinstance(out, MaskedArray):
                    out.__setmask__(nomask)
                return out
            return result.view(type(self)) if getattr(result, 'ndim', 0) else result[()]
        number = self.count(axis=axis, **options) - ddof
        away = self - (self.mean(axis, dtype, keepdims=True) if mean is _NoValue else mean)
        if self.dtype.kind == 'c':
            away = operations.absolute(away)**2
        else:
            away *= away
        result = operations.divide(away.sum(axis, **options), number)
        result = result.view(type(self)) if isinstance(result, np.ndarray) and result is not masked else result
        if self.ndim and getattr(result, 'ndim', 0):
            result._mask = mask_or(self._mask.all(axis, **options), number <= 0)
            result._update_from(self)
        elif getmask(result):
            result = masked
            if out is not None:
                if isinstance(out, MaskedArray):
                    out.flat = 0
                    out.__setmask__(True)
                elif out.dtype.kind in 'biu':
                    raise MaskError('Masked data information would be lost in one or more location.')
                else:
                    out.flat = np.nan
                return out
        if out is not None:
            out.flat = getdata(result)
            if isinstance(out, MaskedArray):
                out.__setmask__(getmask(result))
            return out
        return result

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=_NoValue, mean=_NoValue):
        """The standard deviation of what is not masked; masked where too little is left."""
        result = self.var(axis, dtype, out, ddof, **given(keepdims=keepdims, mean=mean))
        if result is masked:
            return result
        if out is not None:
            np.power(out, 0.5, out=out, casting='unsafe')
            return out
        return operations.sqrt(result)

    def round(self, decimals=0, out=None):
        """The elements rounded."""
        result = self._data.round(decimals=decimals)
        if out is not None:
            getdata(out)[...] = result
            if isinstance(out, MaskedArray):
                out.__setmask__(self._mask)
            return out
        result = np.asanyarray(result).view(type(self))
        if result.ndim > 0:
            result._mask = self._mask
            result._update_from(self)
        elif self._mask:
            result = masked
        return result

    # ---- Order ----

    def argsort(self, axis=_NoValue, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        """The order of the elements along an axis, the masked ones last, or first when endwith is False."""
        if stable:
            raise ValueError('`stable` parameter is not supported for masked arrays.')
        along = _axis_of_argsort(self, axis)
        stand_in = _outermost(self, endwith) if fill_value is None else fill_value
        return self.filled(stand_in).argsort(along, kind, order)

    def argmin(self, axis=None, fill_value=None, out=None, *, keepdims=_NoValue):
        """Where the least along an axis is."""
        value = minimum_fill_value(self) if fill_value is None else fill_value
        return self.filled(value).view(np.ndarray).argmin(axis, out=out, **given(keepdims=keepdims))

    def argmax(self, axis=None, fill_value=None, out=None, *, keepdims=_NoValue):
        """Where the largest along an axis is."""
        value = maximum_fill_value(self._data) if fill_value is None else fill_value
        return self.filled(value).view(np.ndarray).argmax(axis, out=out, **given(keepdims=keepdims))

    def sort(self, axis=-1, kind=None, order=None, endwith=True, fill_value=None, *, stable=False):
        """Sort the array in place, the masked elements last, or first when endwith is False."""
        if stable:
            raise ValueError('`stable` parameter is not supported for masked arrays.')
        if self is masked:
            return
        hidden = self._mask
        if hidden is nomask:
            self._data.sort(axis, kind, order)
            return
        places = self.argsort(axis, kind, order, endwith=endwith, fill_value=fill_value)
        for part in (self._data, hidden):
            part[...] = np.take_along_axis(part, places, axis)

    def _extreme(self, name, fill_of, axis, out, fill_value, options):
        mask = all_along(self._mask, axis, **options)
        fill_value = fill_of(self) if fill_value is None else fill_value
        data = self.filled(fill_value)
        if out is None:
            result = getattr(data, name)(axis=axis, **options)
            if getattr(result, 'ndim', 0):
                result = result.view(type(self))
                result.__setmask__(mask)
                np.copyto(result._data, result.fill_value, where=result._mask)
            elif mask:
                result = masked
            return result
        getattr(data, name)(axis=axis, out=getdata(out) if isinstance(out, MaskedArray) else out, **options)
        if isinstance(out, MaskedArray):
            if getmask(out) is nomask:
                out._mask = make_mask_none(out.shape)
            out._mask.flat = mask
        else:
            if out.dtype.kind in 'biu' and np.any(mask):
                raise MaskError('Masked data information would be lost in one or more location.')
            np.copyto(out, np.nan, where=mask)
        return out

    def min(self, axis=None, out=None, fill_value=None, keepdims=_NoValue):
        """The least of what is not masked; masked where nothing is left."""
        return self._extreme('min', minimum_fill_value, axis, out, fill_value, given(keepdims=keepdims))

    def max(self, axis=None, out=None, fill_value=None, keepdims=_NoValue):
        """The largest of what is not masked; masked where nothing is left."""
        return self._extreme('max', maximum_fill_value, axis, out, fill_value, given(keepdims=keepdims))

    def ptp(self, axis=None, out=None, fill_value=None, keepdims=False):
        """The largest less the least."""
        how = {'axis': axis, 'fill_value': fill_value, 'keepdims': keepdims}
        if out is not None:
            out.flat = self.max(out=out, **how)
            return np.subtract(out, self.min(**how), out=out, casting='unsafe')
        span = self.max(**how)
        span -= self.min(**how)
        return span

    def partition(self, *args, **kwargs):
        """As numpy.ndarray.partition; the mask is not heeded, of which a warning tells."""
        warnings.warn("Warning: 'partition' will ignore the 'mask' of the MaskedArray.", stacklevel=2)
        return np.ndarray.partition(self, *args, **kwargs)

    def argpartition(self, *args, **kwargs):
        """As numpy.ndarray.argpartition; the mask is not heeded, of which a warning tells."""
        warnings.warn("Warning: 'argpartition' will ignore the 'mask' of the MaskedArray.", stacklevel=2)
        return np.ndarray.argpartition(self, *args, **kwargs).view(type(self))

    # ---- Out of the array ----

    def tolist(self, fill_value=None):
        """The elements as nested lists of Python's objects, with None or a value for masked ones."""
        mask = self._mask
        if mask is nomask:
            return self._data.tolist()
        if fill_value is not None:
            return self.filled(fill_value).tolist()
        if self.dtype.names is not None:
            result = self._data.astype([(name, object) for name in self.dtype.names])
            for name in self.dtype.names:
                result[name][flatten_structured_array(mask[name]).all(-1) if mask[name].dtype.names is not None else mask[name]] = None
            return result.tolist()
        if not self.ndim:
            return None if mask else self._data.item()
        result = np.array(self._data.ravel(), dtype=object)
        result[mask.ravel()] = None
        result.shape = self.shape
        return result.tolist()

    def tobytes(self, fill_value=None, order='C'):
        """The bytes of the filled array."""
        return self.filled(fill_value).tobytes(order=order)

    def tofile(self, fid, sep='', format='%s'):
        """Raises NotImplementedError: there is no form of files for masks."""
        raise NotImplementedError('MaskedArray.tofile() not implemented yet.')

    def toflex(self):
        """Records of the elements, in a field _data, and the mask, in a field _mask.

        >>> ma.array([1, 2], mask=[0, 1]).toflex()
        array([(1, False), (2,  True)], dtype=[('_data', '<i8'), ('_mask', '?')])
        """
        record = np.ndarray(shape=self.shape, dtype=[('_data', self.dtype), ('_mask', make_mask_descr(self.dtype))])
        record['_data'] = self._data
        record['_mask'] = self._mask
        return record

    torecords = toflex

    def __getstate__(self):
        state = np.ndarray.__reduce__(np.ndarray.view(self, np.ndarray))[2]
        return tuple(state) + (getmaskarray(self).tobytes('F' if self.flags.fnc else 'C'), self._fill_value)

    def __setstate__(self, state):
        _, shape, dtype, by_columns, data, mask, fill_value = state
        np.ndarray.__setstate__(self, (1, shape, dtype, by_columns, data))
        own = np.ndarray.__new__(np.ndarray, (0,), 'b')
        own.__setstate__((1, shape, make_mask_descr(dtype), by_columns, mask))
        self._mask = own
        self._fill_value = None
        self.fill_value = fill_value

    def __reduce__(self):
        return _mareconstruct, (self.__class__, self._baseclass, (0,), 'b'), self.__getstate__()

    def __deepcopy__(self, memo=None):
        import copy
        memo = memo if memo is not None else {}
        twin = memo[id(self)] = MaskedArray.__new__(type(self), self, keep_mask=True, copy=True)
        vars(twin).update((name, copy.deepcopy(value, memo)) for name, value in vars(self).items())
        if self.dtype.hasobject:
            twin._data[...] = copy.deepcopy(twin._data)
        return twin


def _mareconstruct(subtype, baseclass, baseshape, basetype):
    """An empty array of a class, for what is unpickled."""
    parts = [np.ndarray.__new__(kind, baseshape, dtype)
             for kind, dtype in ((baseclass, basetype), (np.ndarray, make_mask_descr(basetype)))]
    return subtype.__new__(subtype, *parts, dtype=basetype)


class mvoid(MaskedArray):
    """A record of a masked array, with a mask for its fields.

    >>> ma.array([(1, 2)], mask=[(0, 1)], dtype='i4,i4')[0]
    (1, --)
    """

    __module__ = 'numpy.ma.core'

    def __new__(self, data, mask=nomask, dtype=None, fill_value=None, hardmask=False, copy=False, subok=True):
        element = np.array(data, dtype, copy=copy or None, subok=subok).view(self)
        element._hardmask = hardmask
        if isinstance(mask, np.void):
            element._mask = mask
        elif mask is not nomask:
            element._mask = np.array(mask, make_mask_descr(element.dtype))[()]
        if fill_value is not None:
            element.fill_value = fill_value
        return element

    @property
    def _data(self):
        return super()._data[()]

    def __getitem__(self, indx):
        """A field: masked, an array with a mask, or a value."""
        mask = self._mask
        hidden = mask[indx] if mask is not nomask else nomask
        if isinstance(hidden, np.ndarray) and hidden.ndim:
            return MaskedArray(data=self._data[indx], mask=hidden, fill_value=self._fill_value[indx], hard_mask=self._hardmask)
        return masked if hidden is not nomask and np.any(flatten_mask(hidden)) else self._data[indx]

    def __setitem__(self, indx, value):
        hidden = getattr(value, '_mask', False)
        self._data[indx] = value
        self._mask[indx] = self._mask[indx] | hidden if self._hardmask else hidden

    def __str__(self):
        mask = self._mask
        if mask is nomask:
            return str(self._data)
        shown = super()._data.astype(fields_replaced(self.dtype, 'O'))
        print_fields(shown, mask)
        return str(shown)

    __repr__ = __str__

    def __iter__(self):
        data, mask = self._data, self._mask
        if mask is nomask:
            yield from data
        else:
            for one, hidden in zip(data, mask):
                yield masked if hidden is np.True_ or isinstance(hidden, (bool, np.bool)) and hidden else one

    def __len__(self):
        return len(self._data)

    def filled(self, fill_value=None):
        """The record with a value in the places of masked fields."""
        return functions.asarray(self).filled(fill_value)[()]

    def tolist(self):
        """The fields in a tuple, None for masked ones."""
        mask = self._mask
        if mask is nomask:
            return self._data.tolist()
        return tuple(None if isinstance(hidden, (bool, np.bool)) and hidden else one.item() if hasattr(one, 'item') else one
                     for one, hidden in zip(self._data, mask))


class MaskedConstant(MaskedArray):
    """The masked element by itself. There is one: numpy.ma.masked."""

    __module__ = 'numpy.ma.core'
    __singleton = None

    @classmethod
    def __has_singleton(cls):
        return cls.__singleton is not None and type(cls.__singleton) is cls

    def __new__(cls):
        if cls.__has_singleton():
            return cls.__singleton
        parts = np.array(0.0), np.array(True)
        for part in parts:
            part.setflags(write=False)
        cls.__singleton = MaskedArray(*parts).view(cls)
        return cls.__singleton

    def __array_finalize__(self, obj):
        if not self.__has_singleton():
            super().__array_finalize__(obj)
        elif self is not self.__singleton:
            self.__class__ = MaskedArray
            MaskedArray.__array_finalize__(self, obj)

    def __array_wrap__(self, obj, context=None, return_scalar=False):
        return self.view(MaskedArray).__array_wrap__(obj, context)

    def __str__(self):
        return str(masked_print_option._display)

    def __repr__(self):
        return 'masked' if self is MaskedConstant.__singleton else object.__repr__(self)

    def __format__(self, format_spec):
        try:
            return object.__format__(self, format_spec)
        except TypeError:
            warnings.warn('Format strings passed to MaskedConstant are ignored, but in future may error or produce different behavior',
                          FutureWarning, stacklevel=2)
            return object.__format__(self, '')

    def __reduce__(self):
        return self.__class__, ()

    def _unchanged(self, other):
        return self

    __iadd__ = __isub__ = __imul__ = __ifloordiv__ = __itruediv__ = __ipow__ = _unchanged

    def copy(self, *args, **kwargs):
        """The constant itself."""
        return self

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __setattr__(self, attr, value):
        if not self.__has_singleton():
            return super().__setattr__(attr, value)
        if self is self.__singleton:
            raise AttributeError(f'attributes of {self!r} are not writeable')
        return super().__setattr__(attr, value)


masked = masked_singleton = MaskedConstant()
masked_array = MaskedArray

from numpy.ma import _functions as functions, _operations as operations  # they use the class above


def _operator(function, reflected):
    """An operator's method: another class with its say about ufuncs, or a higher priority, goes first."""
    if reflected:
        def method(self, other):
            return getattr(operations, function)(other, self)
    else:
        def method(self, other):
            return NotImplemented if self._delegate_binop(other) else getattr(operations, function)(self, other)
    return method


for _name, _function in (('add', 'add'), ('sub', 'subtract'), ('mul', 'multiply'), ('truediv', 'true_divide'),
                         ('floordiv', 'floor_divide'), ('pow', 'power')):
    for _reflected in (False, True):
        _method = _operator(_function, _reflected)
        _method.__name__ = f'__{"r" if _reflected else ""}{_name}__'
        _method.__qualname__ = 'MaskedArray.' + _method.__name__
        setattr(MaskedArray, _method.__name__, _method)
