"""numpy.ma.mrecords: arrays of records with masks, whose fields are attributes."""

import warnings

import numpy as np
import numpy.ma as ma
from numpy.ma.core import _check_fill_value, _viewed

reserved_fields = ['_data', '_mask', '_fieldmask', 'dtype']


def _checknames(descr, names=None):
    """A dtype whose fields have no names that are taken; with other names, if they are given."""
    taken = set(reserved_fields)
    default = [f'f{place}' for place in range(len(descr))]
    if names is None:
        chosen = descr.names
    else:
        if isinstance(names, str):
            names = names.split(',')
        if not isinstance(names, (tuple, list)):
            raise NameError(f'illegal input names {names!r}')
        chosen = list(names) + default[len(names):]
    chosen = [default[place] if name in taken else name for place, name in enumerate(chosen)]
    return np.dtype([(name,) + tuple(part[1:]) for name, part in zip(chosen, descr.descr)])


def _get_fieldmask(self):
    """The mask of an array's fields, of nothing but False where it has none."""
    return np.zeros(self.shape, ma.make_mask_descr(self.dtype))


class MaskedRecords(ma.MaskedArray):
    """MaskedRecords(shape, dtype=None, buf=None, ..., mask=nomask, hard_mask=False, fill_value=None, keep_mask=True, copy=False)

    Records with masks for their fields, which are attributes. Raises MaskError when data and mask have different sizes.

    >>> from numpy.ma import mrecords
    >>> mrecords.fromarrays([ma.array([1, 2], mask=[0, 1]), [3., 4.]], names='a,b').a.tolist()
    [1, None]
    """

    __module__ = 'numpy.ma.mrecords'

    def __new__(cls, shape, dtype=None, buf=None, offset=0, strides=None, formats=None, names=None, titles=None, byteorder=None,
                aligned=False, mask=ma.nomask, hard_mask=False, fill_value=None, keep_mask=True, copy=False, **options):
        if dtype is None:
            dtype = np.format_parser(formats, names, titles, aligned, byteorder).dtype if hasattr(np, 'format_parser') else \
                np.rec.format_parser(formats, names, titles, aligned, byteorder).dtype
        result = np.ndarray.__new__(cls, shape, np.dtype(dtype), buf, offset, strides)
        descr = ma.make_mask_descr(result.dtype)
        if mask is ma.nomask or not np.size(mask):
            if not keep_mask:
                result._mask = tuple([False] * len(descr))
        else:
            mask = np.array(mask, copy=True if copy else None)
            if mask.shape != result.shape:
                if mask.size == 1:
                    mask = np.resize(mask, result.shape)
                elif mask.size == result.size:
                    mask = np.reshape(mask, result.shape)
                else:
                    raise ma.MAError(f'Mask and data not compatible: data size is {result.size}, mask size is {mask.size}.')
            if not keep_mask:
                result.__setmask__(mask)
                result._sharedmask = True
            else:
                result._mask = mask if mask.dtype == descr else np.array([tuple([one] * len(descr)) for one in mask], dtype=descr)
        return result

    def __array_finalize__(self, obj):
        mask = getattr(obj, '_mask', None)
        if mask is None or mask is ma.nomask:
            mask = ma.make_mask_none(self.shape, dtype=np.ndarray.__getattribute__(self, 'dtype'))
        elif isinstance(mask, np.ndarray) and mask.shape != self.shape and mask.size == self.size:
            mask = mask.reshape(self.shape)
        own = self.__dict__
        own.update(_mask=mask)
        self._update_from(obj)
        if own['_baseclass'] == np.ndarray:
            own['_baseclass'] = np.recarray

    @property
    def _data(self):
        """The records without their mask."""
        return np.ndarray.view(self, np.recarray)

    @property
    def _fieldmask(self):
        """The masks of the fields."""
        return self._mask

    def __len__(self):
        return len(self._data) if self.ndim else len(self.dtype)

    def __getattribute__(self, attr):
        try:
            return object.__getattribute__(self, attr)
        except AttributeError:
            pass
        fields = np.ndarray.__getattribute__(self, 'dtype').fields
        if attr not in (fields or ()):
            raise AttributeError(f'record array has no attribute {attr}')
        field = np.ndarray.view(self, np.ndarray)[attr]
        if field.dtype.names is not None:
            raise NotImplementedError('MaskedRecords is currently limited to simple records.')
        own = object.__getattribute__(self, '__dict__')
        mask, hidden = own.get('_mask', None), False
        if mask is not None:
            try:
                mask = mask[attr]
            except IndexError:
                pass
            hidden = bool(np.any(mask))
        if not field.shape and not hidden:
            return field.item()
        field = field.view(ma.MaskedArray)
        field._baseclass = np.ndarray
        field._isfield = True
        field._mask = mask
        fill = own.get('_fill_value', None)
        if fill is not None:
            try:
                field._fill_value = np.asarray(fill[attr])
            except ValueError:
                field._fill_value = None
        return field

    def __setattr__(self, attr, val):
        if attr in ('mask', 'fieldmask'):
            self.__setmask__(val)
            return
        own = object.__getattribute__(self, '__dict__')
        fields = np.ndarray.__getattribute__(self, 'dtype').fields or {}
        if attr not in fields:
            object.__setattr__(self, attr, val)
            return
        if attr in own:
            object.__setattr__(self, attr, val)
        if val is ma.masked:
            fill = own['_fill_value']
            value, hidden = fill[attr] if fill is not None else val, True
        else:
            value, hidden = ma.filled(val), ma.getmaskarray(val)
        np.ndarray.view(self, np.ndarray)[attr] = value
        own['_mask'][attr] = hidden

    def __getitem__(self, indx):
        """A field as a masked array, or records."""
        hidden = self._mask.view(np.ndarray)[indx]
        shown = self.view(np.ndarray)[indx]
        if not isinstance(indx, str):
            records = np.asarray(shown).view(mrecarray)
            records._mask = np.asarray(hidden).view(np.recarray)
            return records
        column = shown.view(ma.MaskedArray)
        column._mask, column._sharedmask = hidden, True
        fill = self.__dict__['_fill_value']
        if fill is not None:
            column._fill_value = np.asarray(fill[indx])
        return ma.masked if column.ndim == 0 and hidden else column

    def __setitem__(self, indx, value):
        ma.MaskedArray.__setitem__(self, indx, value)
        if isinstance(indx, str):
            self._mask[indx] = ma.getmaskarray(value)

    def __str__(self):
        columns = [getattr(self, name) for name in self.dtype.names]
        if self.size > 1:
            return '[' + ', '.join(f"({','.join(str(part) for part in row)})" for row in zip(*columns)) + ']'
        return '(' + ', '.join(','.join(str(part) for part in row) for row in zip(columns)) + ')'

    def __repr__(self):
        names = self.dtype.names
        form = f'%{max(len(name) for name in names) + 4}s : %s'
        lines = ['masked_records('] + [form % (name, getattr(self, name)) for name in names]
        return '\n'.join(lines + [form % ('    fill_value', self.fill_value), '              )'])

    def view(self, dtype=None, type=None):
        """The same memory as another dtype or class; the mask comes along."""
        cls = type
        if cls is None and isinstance(dtype, _class) and issubclass(dtype, np.ndarray):
            cls, dtype = dtype, None
        if dtype is None:
            return np.ndarray.view(self, _class(self) if cls is None else cls)
        dtype = np.dtype(dtype)
        if cls is None:
            cls = self.__class__ if dtype.fields is not None else self.__class__.__bases__[0]
        result = _viewed(self, dtype).view(cls)
        if isinstance(result, ma.MaskedArray):
            result._update_from(self)
            result._fill_value = None
            result._mask = _viewed(np.asarray(self._mask), ma.make_mask_descr(dtype)).reshape(result.shape)
        return result

    def harden_mask(self):
        """Let assignments leave masked fields masked."""
        self._hardmask = True

    def soften_mask(self):
        """Let assignments unmask fields."""
        self._hardmask = False

    def copy(self):
        """A copy of records and masks."""
        result = self._data.copy().view(type(self))
        result._mask = self._mask.copy()
        return result

    def tolist(self, fill_value=None):
        """The records as tuples in lists, with None or a value for masked fields."""
        if fill_value is not None:
            return self.filled(fill_value).tolist()

        def shown(record, hidden):
            return [None if is_hidden else value for value, is_hidden in zip(record, hidden)]

        if self.ndim == 0:
            return shown(self.filled().tolist(), self._mask.tolist())
        values = np.empty(self.shape + (len(self.dtype),), object)
        values[...] = self.filled().tolist()
        values[np.array(self._mask.tolist(), bool)] = None
        return values.tolist()

    def __getstate__(self):
        return (1, self.shape, self.dtype, self.flags.fnc, self._data.tobytes(), self._mask.tobytes(), self._fill_value)

    def __setstate__(self, state):
        _, shape, dtype, by_columns, data, mask, fill = state
        np.ndarray.__setstate__(self, (1, shape, dtype, by_columns, data))
        own = np.ndarray.__new__(np.ndarray, (0,), 'b')
        own.__setstate__((1, shape, np.dtype([(name, np.bool) for name in self.dtype.names]), by_columns, mask))
        self.__dict__['_mask'] = own
        self.fill_value = fill

    def __reduce__(self):
        return _mrreconstruct, (self.__class__, self._baseclass, (0,), 'b'), self.__getstate__()


_class = type
mrecarray = MaskedRecords


def _mrreconstruct(subtype, baseclass, baseshape, basetype):
    """An empty array of a class, for what is unpickled."""
    empty = lambda kind, dtype: np.ndarray.__new__(kind, baseshape, dtype)
    if issubclass(subtype, MaskedRecords):
        return empty(subtype, basetype)
    return subtype.__new__(subtype, empty(np.ndarray, basetype).view(baseclass), mask=empty(np.ndarray, 'b1'), dtype=basetype)


# ---- Making ----

def fromarrays(arraylist, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None, fill_value=None):
    """Masked records of arrays, one for each field.

    >>> from numpy.ma import mrecords
    >>> mrecords.fromarrays([ma.array([1, 2], mask=[0, 1]), [3, 4]], names='x,y').tolist()
    [[1, 3], [None, 4]]
    """
    masks = [np.atleast_1d(ma.getmaskarray(one)) for one in arraylist]
    result = np.rec.fromarrays([ma.getdata(one) for one in arraylist], dtype=dtype, shape=shape, formats=formats, names=names,
                               titles=titles, aligned=aligned, byteorder=byteorder).view(mrecarray)
    for name, mask in zip(result.dtype.names, masks):
        result._mask[name] = mask
    if fill_value is not None:
        result.fill_value = fill_value
    return result


def fromrecords(reclist, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None, fill_value=None,
                mask=ma.nomask):
    """Masked records of a list of records.

    >>> from numpy.ma import mrecords
    >>> mrecords.fromrecords([(1, 2.5), (3, 4.5)], names='x,y', mask=[0, 1]).x.tolist()
    [1, None]
    """
    already = getattr(reclist, '_mask', None)
    if isinstance(reclist, np.ndarray):
        whole = reclist.filled() if isinstance(reclist, ma.MaskedArray) else reclist
        reclist, dtype = whole.view(np.ndarray).tolist(), whole.dtype if dtype is None else dtype
    how = {'formats': formats, 'names': names, 'titles': titles, 'aligned': aligned, 'byteorder': byteorder}
    records = np.rec.fromrecords(reclist, dtype, shape, **how).view(mrecarray)
    if fill_value is not None:
        records.fill_value = fill_value
    if mask is not ma.nomask:
        hidden = np.asarray(mask)
        if hidden.dtype.names is None and hidden.ndim != 2:
            records.__setmask__(hidden)
        else:
            if hidden.dtype.names is None:  # a flag for each field of each record
                hidden = np.array(list(map(tuple, hidden)), records._mask.dtype)
            records._mask[...] = hidden
    if already is not None:
        records._mask[:] = already
    return records


def _guessvartypes(arr):
    """The types of a row of texts: int, float, complex, or text."""
    arr = np.asarray(arr)
    if arr.ndim == 2:
        arr = arr[0]
    elif arr.ndim > 2:
        raise ValueError('The array should be 2D at most!')
    types = []
    for text in arr:
        for one in (int, float, complex):
            try:
                one(text)
            except ValueError:
                continue
            types.append(np.dtype(one))
            break
        else:
            types.append(arr.dtype)
    return types


def openfile(fname):
    """A file of text that was open, or is opened. Raises OSError or NotImplementedError for files that are none."""
    return fname if hasattr(fname, 'readline') else _text_of(fname)


def _text_of(name):
    try:
        text = open(name)
    except FileNotFoundError as missing:
        raise FileNotFoundError(f"No such file: '{name}'") from missing
    is_binary = text.readline()[:2] == '\\x'
    text.seek(0)
    if is_binary:
        text.close()
        raise NotImplementedError('Wow, binary file')
    return text


def fromtextfile(fname, delimiter=None, commentchar='#', missingchar='', varnames=None, vartypes=None):
    """Masked records of a file's columns: what is there once commentchar is taken as the rest of a line to leave out, and what
    equals missingchar is masked."""
    file = openfile(fname)
    while True:
        line = file.readline()
        words = line[:line.find(commentchar)].strip().split(delimiter)
        if len(words) > 1:
            break
    varnames = words if varnames is None else varnames
    rows = ma.masked_array([line.strip().split(delimiter) for line in file if line[0] != commentchar and len(line) > 1])
    file.close()
    fields = rows.shape[1]
    if vartypes is None:
        vartypes = _guessvartypes(rows[0])
    else:
        vartypes = [np.dtype(one) for one in vartypes]
        if len(vartypes) != fields:
            warnings.warn(f'Attempting to {len(vartypes)} dtypes for {fields} fields. Reverting to default.', stacklevel=2)
            vartypes = _guessvartypes(rows[0])
    columns = [ma.masked_array(ma.getdata(column), mask=ma.getdata(column) == missingchar, dtype=one, fill_value=ma.default_fill_value(one))
               for column, one in zip(rows.T, vartypes)]
    return fromarrays(columns, dtype=list(zip(varnames, vartypes)))


def addfield(mrecord, newfield, newfieldname=None):
    """The records with a field more, named f and its number if no name is given."""
    data, mask = mrecord._data, mrecord._mask
    if newfieldname is None or newfieldname in reserved_fields:
        newfieldname = f'f{len(data.dtype)}'
    newfield = ma.array(newfield)
    result = np.empty(data.shape, np.dtype(data.dtype.descr + [(newfieldname, newfield.dtype)]))
    for name in data.dtype.names:
        result[name] = data[name]
    result[newfieldname] = newfield._data
    result = result.view(MaskedRecords)
    own = np.empty(data.shape, ma.make_mask_descr(result.dtype))
    for name in mask.dtype.names:
        own[name] = mask[name]
    own[newfieldname] = ma.getmaskarray(newfield)
    result._mask = own
    return result
