"""Arrays of devices in files and as text: the work is numpy's, on the host."""

import cupy
import numpy

__all__ = ['load', 'save', 'savez', 'savez_compressed', 'savetxt', 'format_float_positional', 'format_float_scientific']


class NpzFile:
    """What load() gives for an archive: its arrays go to the device when they are asked for."""

    __module__ = 'cupy._io.npz'

    def __init__(self, npz_file):
        self.npz_file = npz_file

    def __enter__(self):
        self.npz_file.__enter__()
        return self

    def __exit__(self, *error):
        self.npz_file.__exit__(*error)

    def __getitem__(self, key):
        return cupy.array(self.npz_file[key])

    def close(self):
        """Close the archive."""
        self.npz_file.close()


def load(file, mmap_mode=None, allow_pickle=None):
    """Load an array from a .npy file to the device; of an .npz file, an NpzFile.

    >>> save('/tmp/one.npy', arange(3))
    >>> load('/tmp/one.npy')
    array([0, 1, 2])
    """
    loaded = numpy.load(file, mmap_mode, bool(allow_pickle))
    if isinstance(loaded, numpy.ndarray):
        return cupy.array(loaded)
    return NpzFile(loaded) if isinstance(loaded, numpy.lib.npyio.NpzFile) else loaded


def save(file, arr, allow_pickle=None):
    """Save an array to a file in NumPy's .npy format."""
    numpy.save(file, cupy.asnumpy(arr), True if allow_pickle is None else allow_pickle)


def savez(file, *args, **kwds):
    """Save arrays to a file in NumPy's .npz format: arr_0, arr_1, ... and those that are named.

    >>> savez('/tmp/two.npz', arange(2), last=ones(1))
    >>> load('/tmp/two.npz')['last']
    array([1.])
    """
    numpy.savez(file, *map(cupy.asnumpy, args), **{name: cupy.asnumpy(value) for name, value in kwds.items()})


def savez_compressed(file, *args, **kwds):
    """As savez, compressed."""
    numpy.savez_compressed(file, *map(cupy.asnumpy, args), **{name: cupy.asnumpy(value) for name, value in kwds.items()})


def savetxt(fname, X, *args, **kwargs):
    """Save an array to a text file: numpy.savetxt of a device array."""
    numpy.savetxt(fname, cupy.asnumpy(X), *args, **kwargs)


def array2string(a, *args, **kwargs):
    """The text of an array: numpy.array2string of a device array."""
    return numpy.array2string(cupy.asnumpy(a), *args, **kwargs)


def format_float_positional(x, *args, **kwargs):
    """A floating-point scalar in positional notation.

    >>> format_float_positional(array(1.5))
    '1.5'
    """
    return numpy.format_float_positional(cupy.asnumpy(x)[()], *args, **kwargs)


def format_float_scientific(x, *args, **kwargs):
    """A floating-point scalar in scientific notation.

    >>> format_float_scientific(array(1.5))
    '1.5e+00'
    """
    return numpy.format_float_scientific(cupy.asnumpy(x)[()], *args, **kwargs)
