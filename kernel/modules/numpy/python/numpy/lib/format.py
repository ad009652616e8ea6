"""numpy.lib.format: the .npy format, and its parts."""

import ast
import os
import warnings

import numpy as np

__all__ = ['EXPECTED_KEYS', 'GROWTH_AXIS_MAX_DIGITS', 'MAGIC_LEN', 'MAGIC_PREFIX', 'descr_to_dtype', 'dtype_to_descr', 'header_data_from_array_1_0',
           'isfileobj', 'magic', 'open_memmap', 'read_array', 'read_array_header_1_0', 'read_array_header_2_0', 'read_magic', 'write_array',
           'write_array_header_1_0', 'write_array_header_2_0']

EXPECTED_KEYS = {'descr', 'fortran_order', 'shape'}
MAGIC_PREFIX = b'\x93NUMPY'
MAGIC_LEN = len(MAGIC_PREFIX) + 2
ARRAY_ALIGN = 64
BUFFER_SIZE = 2 ** 18
GROWTH_AXIS_MAX_DIGITS = 21
_MAX_HEADER_SIZE = 10000
_LENGTHS = {(1, 0): (2, 'latin1'), (2, 0): (4, 'latin1'), (3, 0): (4, 'utf8')}


def _check_version(version):
    if version not in [(1, 0), (2, 0), (3, 0), None]:
        raise ValueError(f'we only support format version (1,0), (2,0), and (3,0), not {version}')


def magic(major, minor):
    """The bytes that a file of a version begins with.

    >>> lib.format.magic(1, 0)
    b'\\x93NUMPY\\x01\\x00'
    """
    if not 0 <= major <= 255:
        raise ValueError('major version must be 0 <= major < 256')
    if not 0 <= minor <= 255:
        raise ValueError('minor version must be 0 <= minor < 256')
    return MAGIC_PREFIX + bytes([major, minor])


def _read_bytes(fp, size, what):
    data = b''
    while len(data) < size:
        more = fp.read(size - len(data))
        data += more
        if not more:
            raise ValueError(f'EOF: reading {what}, expected {size} bytes got {len(data)}')
    return data


def read_magic(fp):
    """The version of the file that is to be read."""
    start = _read_bytes(fp, MAGIC_LEN, 'magic string')
    if start[:-2] != MAGIC_PREFIX:
        raise ValueError(f'the magic string is not correct; expected {MAGIC_PREFIX!r}, got {start[:-2]!r}')
    return start[-2], start[-1]


def dtype_to_descr(dtype):
    """A dtype as headers describe it.

    >>> lib.format.dtype_to_descr(np.dtype('i4'))
    '<i4'
    """
    if dtype.names is not None:
        return dtype.descr
    if dtype.subdtype is not None:
        return dtype_to_descr(dtype.subdtype[0]), dtype.subdtype[1]
    return '|O' if dtype.hasobject else dtype.str


def descr_to_dtype(descr):
    """The dtype that a header describes.

    >>> lib.format.descr_to_dtype('<i4')
    dtype('int32')
    """
    if isinstance(descr, str):
        return np.dtype(descr)
    if isinstance(descr, tuple):
        return np.dtype((descr_to_dtype(descr[0]), descr[1]))
    names, titles, formats, offsets, offset = [], [], [], [], 0
    for field in descr:
        name, part = field[0], descr_to_dtype(field[1])
        if len(field) > 2:
            part = np.dtype((part, field[2]))
        is_gap = name == '' and part.kind == 'V' and part.names is None
        if not is_gap:
            title, name = name if isinstance(name, tuple) else (None, name)
            titles.append(title)
            names.append(name)
            formats.append(part)
            offsets.append(offset)
        offset += part.itemsize
    return np.dtype({'names': names, 'formats': formats, 'titles': titles, 'offsets': offsets, 'itemsize': offset})


def header_data_from_array_1_0(array):
    """What a header says of an array.

    >>> lib.format.header_data_from_array_1_0(np.zeros(3))
    {'shape': (3,), 'fortran_order': False, 'descr': '<f8'}
    """
    turned = array.flags.f_contiguous and not array.flags.c_contiguous
    return {'shape': array.shape, 'fortran_order': bool(turned), 'descr': dtype_to_descr(array.dtype)}


def _wrap_header(text, version):
    _check_version(version)
    width, encoding = _LENGTHS[version]
    data = text.encode(encoding)
    fill = ARRAY_ALIGN - (MAGIC_LEN + width + len(data) + 1) % ARRAY_ALIGN
    length = len(data) + 1 + fill
    if length >= 256 ** width:
        raise ValueError(f'Header length {len(data) + 1} too big for version={version}')
    return magic(*version) + length.to_bytes(width, 'little') + data + b' ' * fill + b'\n'


def _write_header(fp, d, version):
    text = '{' + ''.join(f'{key!r}: {d[key]!r}, ' for key in sorted(d)) + '}'
    if d['shape']:
        grows = d['shape'][-1 if d['fortran_order'] else 0]
        text += ' ' * (GROWTH_AXIS_MAX_DIGITS - len(repr(grows)))
    if version is None:
        for version in (1, 0), (2, 0), (3, 0):
            try:
                header = _wrap_header(text, version)
                if version == (2, 0):
                    warnings.warn('Stored array in format 2.0. It can only beread by NumPy >= 1.9', UserWarning, stacklevel=3)
                elif version == (3, 0):
                    warnings.warn('Stored array in format 3.0. It can only be read by NumPy >= 1.17', UserWarning, stacklevel=3)
                break
            except (ValueError, UnicodeEncodeError):
                if version == (3, 0):
                    raise
    else:
        header = _wrap_header(text, version)
    fp.write(header)


def write_array_header_1_0(fp, d):
    """Write a header of version 1.0."""
    _write_header(fp, d, (1, 0))


def write_array_header_2_0(fp, d):
    """Write a header of version 2.0, which may be longer."""
    _write_header(fp, d, (2, 0))


def _read_header(fp, version, max_header_size=_MAX_HEADER_SIZE):
    width, encoding = _LENGTHS[version]
    length = int.from_bytes(_read_bytes(fp, width, 'array header length'), 'little')
    text = _read_bytes(fp, length, 'array header').decode(encoding)
    if len(text) > max_header_size:
        raise ValueError(f'Header info length ({len(text)}) is large and may not be safe to load securely.\nTo allow loading, adjust '
                         '`max_header_size` or fully trust the `.npy` file using `allow_pickle=True`.\n')
    try:
        d = ast.literal_eval(text)
    except SyntaxError as error:
        raise ValueError(f'Cannot parse header: {text!r}') from error
    if not isinstance(d, dict):
        raise ValueError(f'Header is not a dictionary: {d!r}')
    if EXPECTED_KEYS != d.keys():
        raise ValueError(f'Header does not contain the correct keys: {sorted(d.keys())!r}')
    if not isinstance(d['shape'], tuple) or not all(isinstance(extent, int) for extent in d['shape']):
        raise ValueError(f"shape is not valid: {d['shape']!r}")
    if not isinstance(d['fortran_order'], bool):
        raise ValueError(f"fortran_order is not a valid bool: {d['fortran_order']!r}")
    try:
        dtype = descr_to_dtype(d['descr'])
    except TypeError as error:
        raise ValueError(f"descr is not a valid dtype descriptor: {d['descr']!r}") from error
    return d['shape'], d['fortran_order'], dtype


def read_array_header_1_0(fp, max_header_size=_MAX_HEADER_SIZE):
    """Shape, order and dtype out of a header of version 1.0, behind the magic bytes."""
    return _read_header(fp, (1, 0), max_header_size)


def read_array_header_2_0(fp, max_header_size=_MAX_HEADER_SIZE):
    """Shape, order and dtype out of a header of version 2.0, behind the magic bytes."""
    return _read_header(fp, (2, 0), max_header_size)


def write_array(fp, array, version=None, allow_pickle=True, pickle_kwargs=None):
    """Write an array, header and all."""
    _check_version(version)
    array = np.asanyarray(array)
    _write_header(fp, header_data_from_array_1_0(array), version)
    if array.dtype.hasobject:
        if not allow_pickle:
            raise ValueError('Object arrays cannot be saved when allow_pickle=False')
        import pickle
        pickle.dump(array, fp, protocol=4, **(pickle_kwargs or {}))
    else:
        fp.write(array.tobytes('F' if array.flags.f_contiguous and not array.flags.c_contiguous else 'C'))


def read_array(fp, allow_pickle=False, pickle_kwargs=None, *, max_header_size=_MAX_HEADER_SIZE):
    """Read an array, header and all."""
    version = read_magic(fp)
    _check_version(version)
    shape, fortran_order, dtype = _read_header(fp, version, 2 ** 64 if allow_pickle else max_header_size)
    if dtype.hasobject:
        if not allow_pickle:
            raise ValueError('Object arrays cannot be loaded when allow_pickle=False')
        import pickle
        array = pickle.load(fp, **(pickle_kwargs or {}))
        array.shape = shape
        return array
    count = 1
    for extent in shape:
        count *= extent
    array = np.frombuffer(bytearray(_read_bytes(fp, count * dtype.itemsize, 'array data')), dtype=dtype, count=count)
    return array.reshape(shape[::-1]).transpose() if fortran_order else array.reshape(shape)


def open_memmap(filename, mode='r+', dtype=None, shape=None, fortran_order=False, version=None, *, max_header_size=_MAX_HEADER_SIZE):
    """The array of a .npy file, left in the file; with mode 'w+' a new one of a shape and dtype."""
    if isfileobj(filename):
        raise ValueError('Filename must be a string or a path-like object.  Memmap cannot use existing file handles.')
    if 'w' in mode:
        _check_version(version)
        dtype = np.dtype(dtype)
        if dtype.hasobject:
            raise ValueError("Array can't be memory-mapped: Python objects in dtype.")
        with open(os.fspath(filename), mode + 'b') as file:
            _write_header(file, {'descr': dtype_to_descr(dtype), 'fortran_order': fortran_order, 'shape': shape}, version)
            offset = file.tell()
    else:
        with open(os.fspath(filename), 'rb') as file:
            version = read_magic(file)
            _check_version(version)
            shape, fortran_order, dtype = _read_header(file, version, max_header_size)
            if dtype.hasobject:
                raise ValueError("Array can't be memory-mapped: Python objects in dtype.")
            offset = file.tell()
    return np.memmap(filename, dtype=dtype, shape=shape, order='F' if fortran_order else 'C', mode='r+' if mode == 'w+' else mode,
                     offset=offset)


def isfileobj(f):
    """Whether something is a file of the system's."""
    import io
    is_file = isinstance(f, (io.BufferedReader, io.BufferedWriter, io.FileIO))
    try:
        return is_file and f.fileno() >= 0
    except OSError:
        return False
