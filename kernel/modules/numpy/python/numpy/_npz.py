"""Archives of arrays: savez, savez_compressed, and what load() gives for one."""

import ast
import io
import os
import pickle
from collections.abc import Mapping

import numpy as np
from numpy.lib.format import descr_to_dtype, read_array

__all__ = ['savez', 'savez_compressed']


class _Members:
    """The arrays of an archive as attributes."""

    def __init__(self, archive):
        self._archive = archive

    def __getattr__(self, name):
        try:
            return self._archive[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self):
        return list(self._archive)


class NpzFile(Mapping):
    """NpzFile(fid)

    A mapping of the names in an .npz archive to its arrays, which are read when they are asked for.

    >>> savez('/tmp/two.npz', a=[1, 2], b=[3.0])
    >>> with load('/tmp/two.npz') as archive:
    ...     sorted(archive)
    ['a', 'b']
    """

    __module__ = 'numpy.lib.npyio'

    def __init__(self, fid, own_fid=False, allow_pickle=False):
        from zipfile import ZipFile  # of the machine's Python: only archives need it
        self.zip = ZipFile(fid)
        names = self.zip.namelist()
        self.files = [name.removesuffix('.npy') for name in names]
        self._names = dict(zip(self.files, names)) | {name: name for name in names}
        self.allow_pickle = allow_pickle
        self.f = _Members(self)
        self.fid = fid if own_fid else None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def close(self):
        """Close the archive."""
        if self.zip is not None:
            self.zip.close()
            self.zip = None
        if self.fid is not None:
            self.fid.close()
            self.fid = None
        self.f = None

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def __getitem__(self, key):
        try:
            name = self._names[key]
        except KeyError:
            raise KeyError(f'{key} is not a file in the archive') from None
        with self.zip.open(name) as member:
            content = member.read()
        if not content.startswith(b'\x93NUMPY'):
            return content
        return np.load(io.BytesIO(content), allow_pickle=self.allow_pickle)

    def __contains__(self, key):
        return key in self._names

    def __repr__(self):
        name = self.fid if isinstance(self.fid, str) else getattr(self.fid, 'name', 'object')
        names = ', '.join(self.files[:5])
        return f'NpzFile {name!r} with keys: {names}' + ('...' if len(self.files) > 5 else '')


def _load(file, allow_pickle=False):
    """What load() gives for an archive: of a path, the file is the archive's own."""
    if hasattr(file, 'read'):
        file.seek(0)
        return NpzFile(file, allow_pickle=allow_pickle)
    return NpzFile(open(os.fspath(file), 'rb'), own_fid=True, allow_pickle=allow_pickle)


def _load_stream(file, allow_pickle=False):
    """The next array of an open file, which is left behind it, or the file's archive, or what was pickled."""
    start = file.read(6)
    if not start:
        raise EOFError('No data left in file')
    file.seek(-len(start), 1)
    if start.startswith((b'PK\x03\x04', b'PK\x05\x06')):
        return NpzFile(file, allow_pickle=allow_pickle)
    if start == b'\x93NUMPY':
        return read_array(file, allow_pickle=allow_pickle)
    if not allow_pickle:
        raise ValueError('This file contains pickled (object) data. If you trust the file you can load it unsafely using the '
                         '`allow_pickle=` keyword argument or `pickle.load()`.')
    try:
        return pickle.load(file)
    except Exception as error:
        raise pickle.UnpicklingError(f'Failed to interpret file {file!r} as a pickle') from error


def _save(file, arrays, named, compressed):
    from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile
    if not hasattr(file, 'write'):
        file = os.fspath(file)
        if not file.endswith('.npz'):
            file += '.npz'
    for number, array in enumerate(arrays):
        key = f'arr_{number}'
        if key in named:
            raise ValueError(f'Cannot use un-named variables and keyword {key}')
        named[key] = array
    with ZipFile(file, mode='w', compression=ZIP_DEFLATED if compressed else ZIP_STORED, allowZip64=True) as archive:
        for key, array in named.items():
            content = io.BytesIO()
            np.save(content, np.asanyarray(array))
            archive.writestr(key + '.npy', content.getvalue())


def savez(file, *args, allow_pickle=True, **kwds):
    """Save several arrays into one archive of the .npz format; those without names are arr_0, arr_1, ...

    >>> savez('/tmp/one.npz', x=[1, 2, 3])
    >>> load('/tmp/one.npz')['x']
    array([1, 2, 3])
    """
    _save(file, args, kwds, False)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Save several arrays into one compressed archive of the .npz format.

    >>> savez_compressed('/tmp/small.npz', [1, 2, 3])
    >>> load('/tmp/small.npz')['arr_0']
    array([1, 2, 3])
    """
    _save(file, args, kwds, True)


def _save_array(file, arr, allow_pickle=True):
    """save() of records and of values of the language, which are pickled."""
    arr = np.asarray(arr)
    is_fortran = arr.flags.fnc
    description = '|O' if arr.dtype == object else arr.dtype.descr
    header = f"{{'descr': {description!r}, 'fortran_order': {is_fortran}, 'shape': {arr.shape!r}, }}".encode('latin1')
    header += b' ' * (-(len(header) + 11) % 64) + b'\n'
    if arr.dtype.hasobject:
        if not allow_pickle:
            raise ValueError('Object arrays cannot be saved when allow_pickle=False')
        content = pickle.dumps(arr, protocol=4)
    else:
        content = arr.tobytes('F' if is_fortran else 'C')
    content = b'\x93NUMPY\x01\x00' + len(header).to_bytes(2, 'little') + header + content
    if hasattr(file, 'write'):
        file.write(content)
        return
    path = os.fspath(file)
    with open(path if path.endswith('.npy') else path + '.npy', 'wb') as target:
        target.write(content)


def _read(content, allow_pickle):
    """The array of an .npy file of records or of pickled values; a pickle's value."""
    if not content.startswith(b'\x93NUMPY'):
        return pickle.loads(content)
    width = 2 if content[6] == 1 else 4
    start = 8 + width + int.from_bytes(content[8:8 + width], 'little')
    header = ast.literal_eval(content[8 + width:start].decode('latin1'))
    dtype, shape, order = descr_to_dtype(header['descr']), header['shape'], 'F' if header['fortran_order'] else 'C'
    if dtype.hasobject:
        if not allow_pickle:
            raise ValueError('Object arrays cannot be loaded when allow_pickle=False')
        return pickle.loads(content[start:])
    count = 1
    for extent in shape:
        count *= extent
    if len(content) - start < count * dtype.itemsize:
        raise ValueError('cannot reshape array: the file is too short')
    flat = np.frombuffer(content, dtype, count, start).copy() if count else np.empty(0, dtype)
    return flat.reshape(shape, order=order)
