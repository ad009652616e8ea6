"""Archives of arrays: savez, savez_compressed, and what load() gives for one."""

import io
import os
import zipfile
from collections.abc import Mapping

import numpy as np

__all__ = ['savez', 'savez_compressed', 'NpzFile']


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
        self.zip = zipfile.ZipFile(fid)
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


def _save(file, arrays, named, compression):
    if not hasattr(file, 'write'):
        file = os.fspath(file)
        if not file.endswith('.npz'):
            file += '.npz'
    for number, array in enumerate(arrays):
        key = f'arr_{number}'
        if key in named:
            raise ValueError(f'Cannot use un-named variables and keyword {key}')
        named[key] = array
    with zipfile.ZipFile(file, mode='w', compression=compression, allowZip64=True) as archive:
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
    _save(file, args, kwds, zipfile.ZIP_STORED)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    """Save several arrays into one compressed archive of the .npz format.

    >>> savez_compressed('/tmp/small.npz', [1, 2, 3])
    >>> load('/tmp/small.npz')['arr_0']
    array([1, 2, 3])
    """
    _save(file, args, kwds, zipfile.ZIP_DEFLATED)
