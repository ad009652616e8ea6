"""Members of arrays and ufuncs that are seldom asked for, and arrays from what objects tell of their memory."""

import operator
import pickle

import numpy as np

# ---- Arrays from objects that tell where their elements are ----


def _over_memory(owner, data, offset, dtype, shape, strides):
    """An array over an address (and whether it may only be read), or over what an object lends."""
    if strides is not None and len(strides) != len(shape):
        raise ValueError('mismatch in length of strides and shape')
    if any(length < 0 for length in shape):
        raise ValueError('negative dimensions are not allowed')
    if not isinstance(data, tuple):
        data = memoryview(owner if data is None else data)
        if strides is None:
            return np.ndarray(shape, dtype, data, offset)
        return np.ndarray(shape, dtype, data, offset, strides)
    steps = strides
    if steps is None:
        steps, size = [], dtype.itemsize
        for length in reversed(shape):
            steps.insert(0, size)
            size *= length
    reach = [(length - 1) * step for length, step in zip(shape, steps)]
    low, high = sum(one for one in reach if one < 0), sum(one for one in reach if one > 0) + dtype.itemsize
    if 0 in shape:
        return np.empty(shape, dtype)
    memory = np._array_at(data[0] + low, high - low, bool(data[1]), owner)
    return np.ndarray(shape, dtype, memory, -low, tuple(steps))


def from_interface(owner, interface):
    """The array that an __array_interface__ describes."""
    if not isinstance(interface, dict):
        raise ValueError('Invalid __array_interface__ value, must be a dict')
    if 'typestr' not in interface:
        raise ValueError('Missing __array_interface__ typestr')
    if not isinstance(interface['typestr'], (str, bytes)):
        raise TypeError('__array_interface__ typestr must be a string')
    dtype = np.dtype(interface['typestr'])
    fields = interface.get('descr')
    if dtype.kind == 'V' and fields and list(fields) != [('', interface['typestr'])]:
        dtype = np.dtype([tuple(one) for one in fields])
    if 'shape' not in interface:
        raise ValueError('Missing __array_interface__ shape')
    if not isinstance(interface['shape'], tuple):
        raise TypeError('shape must be a tuple')
    shape = tuple(operator.index(length) for length in interface['shape'])
    data, strides = interface.get('data'), interface.get('strides')
    if strides is not None and not isinstance(strides, tuple):
        raise TypeError('strides must be a tuple')
    if isinstance(data, tuple):
        if len(data) != 2:
            raise TypeError('__array_interface__ data must be a 2-tuple with (data pointer integer, read-only flag)')
        if not isinstance(data[0], int):
            raise TypeError('first element of __array_interface__ data tuple must be an integer.')
    return _over_memory(owner, data, interface.get('offset', 0), dtype, shape, strides)


# ---- Of ndarray ----


class _Extents(list):
    """The shape or the strides, as x.ctypes has them."""

    def __repr__(self):
        return f'<c_long_Array_{len(self)} {list(self)}>'


class Addresses:
    """x.ctypes: where the elements are."""

    def __init__(self, array, address):
        self._arr, self._data = array, address

    @property
    def data(self):
        """The address of the first element."""
        return self._data

    @property
    def shape(self):
        """The extents."""
        return _Extents(self._arr.shape)

    @property
    def strides(self):
        """The steps in bytes."""
        return _Extents(self._arr.strides)

    @property
    def _as_parameter_(self):
        return self._data


def dumps(self):
    """The pickle of the array."""
    return pickle.dumps(self, 2)


def dump(self, file):
    """Writes the pickle of the array to a file."""
    if hasattr(file, 'write'):
        pickle.dump(self, file, 2)
        return
    with open(file, 'wb') as opened:
        pickle.dump(self, opened, 2)


# ---- Of ufuncs ----


def resolve_dtypes(ufunc, dtypes, signature=None, casting=None, reduction=False):
    """The types that a ufunc computes in for operands of these types: of each operand."""
    if not isinstance(dtypes, tuple) or len(dtypes) != ufunc.nargs:
        raise TypeError('resolve_dtypes: The dtypes must be a tuple of `ufunc.nargs` length.')
    keywords = {} if casting is None else {'casting': casting}
    if signature is not None:
        keywords['signature'] = signature
    given = (dtypes[1],) * 2 + dtypes[2:] if reduction and dtypes[0] is None else dtypes
    weak = {int: 0, float: 0.0, complex: 0j}
    operands = []
    for one in given[:ufunc.nin]:
        if not isinstance(one, np.dtype) and one not in weak:
            raise TypeError('Provided dtype must be a valid NumPy dtype, int, float, complex, or None.')
        operands.append(weak[one] if one in weak else np.empty((1,) * 2 if ufunc.signature else (0,), one))
    if all(not isinstance(one, np.ndarray) for one in operands):
        operands = [np.empty(0, type(one)) for one in operands]
    outs = tuple(None if one is None else np.empty(0, one) for one in given[ufunc.nin:])
    if any(one is not None for one in outs):
        keywords['out'] = outs
    results = ufunc(*operands, **keywords)
    results = [one.dtype for one in (results if isinstance(results, tuple) else (results,))]
    computed = _computed_types(ufunc, operands, results, signature)
    return tuple(computed + results)


def _computed_types(ufunc, operands, results, signature):
    """The types that the operands are cast to."""
    types = [one.dtype if isinstance(one, np.ndarray) else None for one in operands]
    dated = [one for one in types if one is not None and one.kind in 'Mm']
    if dated:
        units = [one for one in results + dated if one.kind in 'Mm']
        unit = np.promote_types(np.dtype(units[0].str.replace('M8', 'm8')), np.dtype(units[-1].str.replace('M8', 'm8')))
        return [np.dtype(unit.str.replace('m8', one.kind + '8')) if one is not None and one.kind in 'Mm' else one or unit for one in types]
    if ufunc.__name__.startswith('logical_') and not any(one is not None and one.kind in 'OSUV' for one in types):
        return [np.dtype(bool)] * len(types)
    common = np.result_type(*operands) if len(operands) > 1 else types[0]
    if common.kind in 'OSUV':
        return [common if one is None or common.kind == 'O' else one for one in types]
    result = results[0]
    names = [one.split('->') for one in ufunc.types]
    for inputs, outputs in names:
        kinds = [np.dtype(code) for code in inputs]
        gives = [np.dtype(code) for code in outputs]
        fits = gives[0] == result and all(one is None or np.can_cast(one, kind) for one, kind in zip(types, kinds))
        if fits and all(one is not None or np.can_cast(common, kind) for one, kind in zip(types, kinds)):
            return kinds
    return [result] * len(types)
