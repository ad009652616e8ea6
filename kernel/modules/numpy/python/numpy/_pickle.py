"""How arrays, scalars and dtypes are pickled and copied: as NumPy does, so that each reads the other's pickles."""

import copy

import numpy as np

ORDERS = '<>|='


def _reconstruct(subtype, shape, dtype):
    """An empty array of a class; its state follows in the pickle."""
    return np.ndarray.__new__(subtype, shape, dtype.decode() if isinstance(dtype, bytes) else dtype)


def scalar(dtype, value=b''):
    """A scalar of a dtype out of its bytes; of objects, the value itself."""
    if dtype.hasobject:
        return value
    if isinstance(value, str):
        value = value.encode('latin1')
    return np.frombuffer(value, dtype)[0] if dtype.itemsize else dtype.type()


def _frombuffer(buf, dtype, shape, order, axis_order=None):
    """An array over a buffer that travelled beside the pickle."""
    flat = np.frombuffer(buf, dtype)
    if axis_order is None or order != 'K':
        return flat.reshape(shape, order=order)
    return np.transpose(flat.reshape(shape), axis_order)


for _function in _reconstruct, scalar:
    _function.__module__ = 'numpy._core.multiarray'
_frombuffer.__module__ = 'numpy._core.numeric'


def reduce_array(array):
    plain = np.asarray(array)
    is_fortran = plain.flags.fnc
    if plain.dtype.hasobject:
        content = plain.ravel('F' if is_fortran else 'C').tolist()
    else:
        content = plain.tobytes('F' if is_fortran else 'C')
    return _reconstruct, (type(array), (0,), b'b'), (1, plain.shape, plain.dtype, is_fortran, content)


def array_of_state(state):
    shape, dtype, is_fortran, content = state[-4:]
    order = 'F' if is_fortran else 'C'
    if dtype.hasobject:
        flat = np.empty(len(content), dtype)
        for place, value in enumerate(content):
            flat[place] = value
        return flat.reshape(shape, order=order)
    if isinstance(content, str):
        content = content.encode('latin1')
    size = 1
    for extent in shape:
        size *= extent
    if size * dtype.itemsize != len(content):
        raise ValueError('buffer size does not match array size')
    flat = np.ndarray((size,), dtype, buffer=bytearray(content)) if content else np.empty(size, dtype)
    return flat.reshape(shape, order=order).copy('K')


def deepcopy_array(array, memo):
    result = array.copy('K')
    if result.dtype != object:
        for name in result.dtype.names or ():
            if result.dtype[name].hasobject:
                result[name] = deepcopy_array(np.asarray(result[name]), memo)
        return result
    flat = np.asarray(result).reshape(-1)
    for place, value in enumerate(flat):
        flat[place] = copy.deepcopy(value, memo)
    return flat.reshape(result.shape).view(type(array))


def reduce_scalar(value):
    array = np.asarray(value)
    return scalar, (array.dtype, array.tobytes())


def _columns(names, fields):
    columns = {'names': list(names), 'formats': [fields[name][0] for name in names], 'offsets': [fields[name][1] for name in names]}
    titles = [fields[name][2] if len(fields[name]) > 2 else None for name in names]
    return dict(columns, titles=titles) if any(titles) else columns


def _description(dtype):
    """What np.dtype() makes the dtype of."""
    if dtype.subdtype:
        return dtype.base, dtype.shape
    if not dtype.names:
        return dtype.str
    return dict(_columns(dtype.names, dtype.fields), itemsize=dtype.itemsize)


def reduce_dtype(dtype):
    if dtype.isalignedstruct:
        return np.dtype, (_description(dtype), True)
    return np.dtype, (_description(dtype),)


def dtype_of_state(dtype, state):
    """The dtype that a pickle of NumPy's means; None where np.dtype() said it all."""
    subdtype, names, fields = state[2:5]
    if subdtype is not None:
        return np.dtype(subdtype)
    if names:
        return np.dtype(dict(_columns(names, fields), itemsize=state[5]), bool(state[7] & 128))
    if dtype.kind in 'Mm' and len(state) > 8 and state[8]:
        unit, count = state[8][1][:2]
        unit = unit.decode() if isinstance(unit, bytes) else unit
        return None if unit == 'generic' else np.dtype(f"{dtype.kind}8[{'' if count == 1 else count}{unit}]")
    return None
