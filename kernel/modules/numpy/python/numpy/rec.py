"""numpy.rec: arrays of records whose fields are attributes."""

import numpy as np

__all__ = ['record', 'recarray', 'format_parser', 'fromarrays', 'fromrecords', 'fromstring', 'fromfile', 'array', 'find_duplicate']

ORDERS = {'b': '>', 'l': '<', 'n': '=', 'B': '>', 'L': '<', 'N': '=', '>': '>', '<': '<', '=': '=', 'S': 's', 's': 's', '|': '|', 'I': '|',
          'i': '|'}


def find_duplicate(list):
    """What occurs more than once.

    >>> rec.find_duplicate([1, 2, 1])
    [1]
    """
    return [item for place, item in enumerate(list) if item in list[:place] and item not in list[:list.index(item)]
            and list[:place].count(item) == 1]


class format_parser:
    """format_parser(formats, names, titles, aligned=False, byteorder=None)

    The dtype of formats and names.

    >>> rec.format_parser(['f8', 'i4'], ['a', 'b'], []).dtype
    dtype([('a', '<f8'), ('b', '<i4')])
    """

    __module__ = 'numpy.rec'

    def __init__(self, formats, names, titles, aligned=False, byteorder=None):
        if formats is None:
            raise ValueError('Need formats argument')
        if isinstance(formats, list):
            dtype = np.dtype([(f'f{place}', form) for place, form in enumerate(formats)], aligned)
        else:
            dtype = np.dtype(formats, aligned)
        if dtype.names is None:
            dtype = np.dtype([('f0', dtype)], aligned)
        fields = [dtype.fields[name] for name in dtype.names]
        if names:
            names = [name.strip() for name in (names.split(',') if isinstance(names, str) else names)][:len(fields)]
        else:
            names = []
        names += [f'f{place}' for place in range(len(names), len(fields))]
        repeated = find_duplicate(names)
        if repeated:
            raise ValueError(f'Duplicate field names: {repeated}')
        titles = [title.strip() for title in (titles.split(',') if isinstance(titles, str) else titles or [])][:len(fields)]
        titles += [None] * (len(fields) - len(titles))
        self._names, self._titles = names, titles
        self.dtype = np.dtype({'names': names, 'formats': [field[0] for field in fields], 'offsets': [field[1] for field in fields],
                               'titles': titles, 'itemsize': dtype.itemsize})
        if byteorder is not None:
            self.dtype = self.dtype.newbyteorder(byteorder[0])


class record(np.void):
    """A record whose fields are attributes.

    >>> rec.array([(1, 2.5)], names='a,b')[0].b
    np.float64(2.5)
    """

    __module__ = 'numpy'

    def __getattr__(self, name):
        if name in (np.void.__getattribute__(self, 'dtype').fields or ()):
            return self[name]
        raise AttributeError(f"'record' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if name in ('setfield', 'getfield', 'dtype'):
            raise AttributeError(f"Cannot set '{name}' attribute")
        if name not in (self.dtype.fields or ()):
            raise AttributeError(f"'record' object has no attribute '{name}'")
        self[name] = value

    def __getitem__(self, index):
        value = np.void.__getitem__(self, index)
        return _as_record(value) if type(value) is np.void and value.dtype.names else value

    def __repr__(self):
        return f'np.record({self}, dtype={self.dtype!s})'

    def __str__(self):
        return np.array2string(np.asarray(self), separator=', ', formatter={'float_kind': str})

    def pprint(self):
        """A text with a line for each field."""
        width = max(map(len, self.dtype.names))
        return '\n'.join(f'{name:>{width}}: {self[name]}' for name in self.dtype.names)


def _as_record(value):
    return record(np.asarray(value))


def _record_type(dtype, formats, names, titles, aligned, byteorder):
    if dtype is None:
        return format_parser(formats, names, titles, aligned, byteorder).dtype
    return np.dtype(dtype)


class recarray(np.ndarray):
    """recarray(shape, dtype=None, buf=None, offset=0, strides=None, formats=None, names=None, titles=None, byteorder=None, \
aligned=False, order='C')

    An array of records whose fields are attributes of the array and of its elements.

    >>> rec.array([(1, 2.5), (3, 4.5)], names='a,b').a
    array([1, 3])
    """

    __module__ = 'numpy.rec'

    def __new__(subtype, shape, dtype=None, buf=None, offset=0, strides=None, formats=None, names=None, titles=None, byteorder=None,
                aligned=False, order='C'):
        records = _record_type(dtype, formats, names, titles, aligned, byteorder)
        over = {} if buf is None else {'buffer': buf, 'offset': offset, 'strides': strides}
        return np.ndarray.__new__(subtype, shape, records, order=order, **over)

    def __getattr__(self, attr):
        if attr not in (np.ndarray.__getattribute__(self, 'dtype').fields or ()):
            raise AttributeError(f'recarray has no attribute {attr}')
        return self._shown(np.ndarray.__getitem__(self, attr))

    def __setattr__(self, attr, val):
        if attr in (self.dtype.fields or ()) and attr not in self.__dict__ and not hasattr(np.ndarray, attr):
            np.ndarray.__setitem__(self, attr, val)
        else:
            object.__setattr__(self, attr, val)

    @staticmethod
    def _shown(value):
        """A part of the array: arrays of records stay recarrays, others are plain; a record is of class record."""
        if isinstance(value, np.ndarray):
            if value.dtype.names:
                return value if isinstance(value, recarray) else value.view(recarray)
            return value.view(np.ndarray)
        return _as_record(value) if isinstance(value, np.void) and value.dtype.names else value

    def __getitem__(self, indx):
        return self._shown(np.ndarray.__getitem__(self, indx))

    def __iter__(self):
        return (self[place] for place in range(len(self)))

    def item(self, *args):
        """An element as a tuple of Python's own values."""
        return np.asarray(self).item(*args)

    def __repr__(self):
        plain = self.view(np.ndarray)
        if not self.size and self.shape != (0,):
            content = f'[], shape={self.shape!r}'
        else:
            content = np.array2string(plain, separator=', ', prefix='rec.array(', suffix=',') if self.ndim else _text_of(plain)
        return f"rec.array({content},\n{' ' * 10}dtype={self.dtype if self.dtype.names else self.dtype.name})"

    def field(self, attr, val=None):
        """A field by name or number; with val, it is set."""
        if isinstance(attr, int):
            attr = self.dtype.names[attr]
        if val is not None:
            np.ndarray.__setitem__(self, attr, val)
            return None
        return self._shown(np.ndarray.__getitem__(self, attr))


def _text_of(array):
    return np.array2string(array, separator=', ')


def _format_of(dtype):
    return dtype.str


def fromarrays(arrayList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """A recarray with an array for each field.

    >>> rec.fromarrays([[1, 2], [3.5, 4.5]], names='a,b')
    rec.array([(1, 3.5), (2, 4.5)],
              dtype=[('a', '<i8'), ('b', '<f8')])
    """
    arrays = [np.asarray(array) for array in arrayList]
    shape = arrays[0].shape if shape is None or shape == 0 else (shape,) if isinstance(shape, int) else shape
    if formats is None and dtype is None:
        formats = [array.dtype for array in arrays]
    dtype = np.dtype(dtype) if dtype is not None else format_parser(formats, names, titles, aligned, byteorder).dtype
    if len(dtype.names) != len(arrays):
        raise ValueError('mismatch between the number of fields and the number of arrays')
    inner = len(dtype[0].shape)
    if inner:
        shape = shape[:-inner]
    result = np.empty(shape, dtype)
    for place, (name, array) in enumerate(zip(dtype.names, arrays)):
        if array.shape[:array.ndim - len(dtype[name].shape)] != shape:
            raise ValueError(f"array-shape mismatch in array {place} (\"{name}\")")
        result[name] = array
    return result.view(recarray)


def fromrecords(recList, dtype=None, shape=None, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """A recarray of a list of tuples.

    >>> rec.fromrecords([(1, 'a'), (2, 'bb')], names='x,y')
    rec.array([(1, 'a'), (2, 'bb')],
              dtype=[('x', '<i8'), ('y', '<U2')])
    """
    if formats is None and dtype is None:
        if isinstance(recList, np.ndarray) and recList.dtype.names:
            columns = [recList[name] for name in recList.dtype.names]
        else:
            rows = recList.tolist() if isinstance(recList, np.ndarray) else recList
            columns = [np.array(list(column)) for column in zip(*rows)]
            columns = [column if column.dtype != object else np.array([str(value) for value in column]) if any(isinstance(v, str) for v in column)
                       else column for column in columns]
        return fromarrays(columns, formats=None, shape=shape, names=names, titles=titles, aligned=aligned, byteorder=byteorder)
    dtype = np.dtype(dtype) if dtype is not None else format_parser(formats, names, titles, aligned, byteorder).dtype
    result = np.array([tuple(row) for row in recList], dtype=dtype)
    if shape is not None and shape != 0:
        result = result.reshape(shape)
    return result.view(recarray)


def fromstring(datastring, dtype=None, shape=None, offset=0, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """A recarray over bytes, which are not copied.

    >>> rec.fromstring(b'abcd', formats='S2')
    rec.array([(b'ab',), (b'cd',)],
              dtype=[('f0', 'S2')])
    """
    if dtype is formats is None:
        raise TypeError("fromstring() needs a 'dtype' or 'formats' argument")
    records = _record_type(dtype, formats, names, titles, aligned, byteorder)
    if shape in (None, 0, -1):  # as many as there are
        shape = (len(datastring) - offset) // records.itemsize
    return recarray(shape, records, datastring, offset)


def fromfile(fd, dtype=None, shape=None, offset=0, formats=None, names=None, titles=None, aligned=False, byteorder=None):
    """A recarray of the bytes of a file or of the file that a path names."""
    if dtype is None and formats is None:
        raise TypeError("fromfile() needs a 'dtype' or 'formats' argument")
    dtype = np.dtype(dtype) if dtype is not None else format_parser(formats, names, titles, aligned, byteorder).dtype
    if hasattr(fd, 'read'):
        fd.seek(offset, 1)
        content = fd.read()
    else:
        with open(fd, 'rb') as file:
            file.seek(offset)
            content = file.read()
    extents = [-1] if shape is None or shape in (0, -1) else [shape] if isinstance(shape, int) else list(shape)
    if -1 in extents:
        known = 1
        for extent in extents:
            known *= extent if extent != -1 else 1
        extents[extents.index(-1)] = len(content) // dtype.itemsize // known
    count = 1
    for extent in extents:
        count *= extent
    if count * dtype.itemsize > len(content):
        raise ValueError('Not enough bytes left in file for specified shape and type.')
    return np.frombuffer(content[:count * dtype.itemsize], dtype).copy().reshape(extents).view(recarray)


def array(obj, dtype=None, shape=None, offset=0, strides=None, formats=None, names=None, titles=None, aligned=False, byteorder=None, copy=True):
    """A recarray of nearly anything: a list of tuples or of arrays, an array of records, bytes, a file.

    >>> rec.array([(1, 2.5)], names='a,b')
    rec.array([(1, 2.5)],
              dtype=[('a', '<i8'), ('b', '<f8')])
    """
    if formats is dtype is None and (obj is None or isinstance(obj, str) or hasattr(obj, 'readinto')):
        raise ValueError('Must define formats (or dtype) if object is None, string, or an open file')
    how = {}
    if dtype is None and formats is None:  # found with the values
        how.update(formats=formats, names=names, titles=titles, aligned=aligned, byteorder=byteorder)
    else:
        dtype = _record_type(dtype, formats, names, titles, aligned, byteorder)
    if obj is None:
        if shape is None:
            raise ValueError('Must define a shape if obj is None')
        return recarray(shape, dtype, offset=offset, strides=strides)
    if isinstance(obj, (bytes, list, tuple)):
        if isinstance(obj, bytes):
            return fromstring(obj, dtype, shape, offset, **how)
        rows = not obj or isinstance(obj[0], (list, tuple))
        return (fromrecords if rows else fromarrays)(obj, dtype=dtype, shape=shape, **how)
    if hasattr(obj, 'readinto'):
        return fromfile(obj, dtype, shape, offset)
    if not isinstance(obj, np.ndarray):
        return np.array(obj, dtype).view(recarray)
    records = obj if dtype is None or dtype == obj.dtype else obj.view(dtype)
    return (records.copy() if copy else records).view(recarray)
