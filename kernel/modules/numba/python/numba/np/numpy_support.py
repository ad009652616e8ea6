"""Between NumPy's dtypes and the types of compiled code."""
import re

import numpy as np
from numba.core import errors, types

__all__ = ['as_dtype', 'as_struct_dtype', 'from_dtype', 'from_struct_dtype', 'map_arrayscalar_type', 'map_layout', 'is_array',
           'numpy_version', 'strides_from_shape']

numpy_version = (2, 4)
FROM_DTYPE = {np.dtype(name): getattr(types, name) for name in
              ('bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float16', 'float32', 'float64',
               'complex64', 'complex128')}
FROM_DTYPE[np.dtype('longlong')] = types.int64
FROM_DTYPE[np.dtype('ulonglong')] = types.uint64
FROM_DTYPE[np.dtype(object)] = types.pyobject
_TO_DTYPE = {kind: dtype for dtype, kind in reversed(list(FROM_DTYPE.items())) if kind is not types.pyobject}


def from_dtype(dtype):
    """The type of a dtype's elements; NumbaNotImplementedError for those that compiled code has not.

    >>> import numpy as np
    >>> import numba
    >>> numba.from_dtype(np.dtype('f4'))
    float32
    """
    known = FROM_DTYPE.get(dtype)
    if known is not None and dtype.isnative:
        return known
    if dtype.names is not None:
        return from_struct_dtype(dtype)
    kind = dtype.kind
    if kind == 'U' and dtype.isnative:
        return types.UnicodeCharSeq(dtype.itemsize // types.sizeof_unicode_char)
    if kind == 'S':
        return types.CharSeq(dtype.itemsize)
    if kind in 'mM' and dtype.isnative:
        unit = re.search(r'\[(.*)\]', dtype.str)
        return (types.NPDatetime if kind == 'M' else types.NPTimedelta)(unit.group(1) if unit else '')
    if kind == 'V' and dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return types.NestedArray(from_dtype(inner), shape)
    raise errors.NumbaNotImplementedError(dtype)


def from_struct_dtype(dtype):
    """The type of structures of a dtype with fields.

    >>> import numpy as np
    >>> from numba.np.numpy_support import from_struct_dtype
    >>> str(from_struct_dtype(np.dtype([('x', 'f4')])))
    'Record(x[type=float32;offset=0];4;False)'
    """
    if dtype.hasobject:
        raise errors.NumbaTypeError('Do not support dtype containing object')
    rows = []
    for name in dtype.names:
        inner, offset, *title = dtype.fields[name]
        rows.append((name, dict(type=from_dtype(inner), offset=offset, title=title[0] if title else None)))
    return types.Record(rows, dtype.itemsize, dtype.isalignedstruct)


def as_dtype(nbtype):
    """The dtype of a type of numbers, structures, text of a fixed length or times.

    >>> from numba import types
    >>> from numba.np.numpy_support import as_dtype
    >>> as_dtype(types.complex64)
    dtype('complex64')
    """
    nbtype = types.unliteral(nbtype)
    known = _TO_DTYPE.get(nbtype)
    if known is not None:
        return known
    if isinstance(nbtype, (types.NPDatetime, types.NPTimedelta)):
        word = nbtype.type_name
        return np.dtype(f'{word}[{nbtype.unit}]' if nbtype.unit else word)
    if isinstance(nbtype, types.CharSeq):
        return np.dtype(f'S{nbtype.count}')
    if isinstance(nbtype, types.UnicodeCharSeq):
        return np.dtype(f'U{nbtype.count}')
    if isinstance(nbtype, types.Record):
        return as_struct_dtype(nbtype)
    if isinstance(nbtype, (types.EnumMember, types.EnumClass)):
        return as_dtype(nbtype.dtype)
    if isinstance(nbtype, types.NestedArray):
        return np.dtype((as_dtype(nbtype.dtype), nbtype.shape))
    if isinstance(nbtype, types.PyObject):
        return np.dtype(object)
    if type(nbtype).__name__ == 'DType':
        return as_dtype(nbtype.dtype)
    raise errors.NumbaNotImplementedError(f'{nbtype} cannot be represented as a NumPy dtype')


def as_struct_dtype(rec):
    """The dtype of a type of structures."""
    assert isinstance(rec, types.Record)
    names, formats, offsets = [], [], []
    for name, kind in rec.members:
        if not rec.is_title(name):
            names.append(name)
            formats.append(as_dtype(kind))
            offsets.append(rec.offset(name))
    told = {'names': names, 'formats': formats, 'offsets': offsets, 'itemsize': rec.size}
    titles = [rec.fields[name].title for name in names]
    if any(title is not None for title in titles):
        told['titles'] = titles
    return np.dtype(told, align=rec.aligned)


def is_arrayscalar(val):
    """Whether it is a number of NumPy's."""
    return isinstance(val, np.generic)


def is_array(val):
    """Whether it is an array."""
    return isinstance(val, np.ndarray)


def map_arrayscalar_type(val):
    """The type of a number of NumPy's."""
    return from_dtype(val.dtype)


def map_layout(val):
    """How an array's elements lie: 'C', 'F' or 'A'."""
    flags = val.flags
    return 'C' if flags['C_CONTIGUOUS'] else 'F' if flags['F_CONTIGUOUS'] else 'A'


def strides_from_shape(shape, itemsize, order):
    """The steps in bytes of an array whose elements lie one after another.

    >>> from numba.np.numpy_support import strides_from_shape
    >>> strides_from_shape((2, 3), 8, 'C')
    (24, 8)
    """
    steps, step = [], itemsize
    for extent in reversed(shape) if order == 'C' else shape:
        steps.append(step)
        step *= extent
    return tuple(reversed(steps) if order == 'C' else steps)
