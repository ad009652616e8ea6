"""Arrays that lie in files."""

import operator
import os

import numpy as np

__all__ = ['memmap']

MODES = {'readonly': 'r', 'copyonwrite': 'c', 'readwrite': 'r+', 'write': 'w+'}
SHORT_MODES = ['r', 'c', 'r+', 'w+']


class memmap(np.ndarray):
    """memmap(filename, dtype=uint8, mode='r+', offset=0, shape=None, order='C')

    An array whose elements are the bytes of a file from an offset on. Modes: 'r' reads, 'r+' also writes, 'w+' makes the file
    anew (or longer), 'c' keeps changes to itself.

    >>> import tempfile, os
    >>> name = os.path.join(tempfile.mkdtemp(), 'numbers')
    >>> a = np.memmap(name, dtype='float32', mode='w+', shape=(2, 2))
    >>> a[:] = 1.5
    >>> a.flush()
    >>> np.memmap(name, dtype='float32', mode='r')
    memmap([1.5, 1.5, 1.5, 1.5], dtype=float32)
    """

    __module__ = 'numpy'
    __array_priority__ = -100.0

    def __new__(subtype, filename, dtype=np.uint8, mode='r+', offset=0, shape=None, order='C'):
        import mmap
        mode = MODES.get(mode, mode)
        if mode not in SHORT_MODES:
            raise ValueError(f'mode must be one of {SHORT_MODES + list(MODES)!r} (got {mode!r})')
        if mode == 'w+' and shape is None:
            raise ValueError("shape must be given if mode == 'w+'")
        is_ours = not hasattr(filename, 'read')
        file = open(os.fspath(filename), ('r' if mode == 'c' else mode) + 'b') if is_ours else filename
        try:
            file.seek(0, 2)
            available, dtype = file.tell(), np.dtype(dtype)
            if shape is None:
                size, rest = divmod(available - offset, dtype.itemsize)
                if rest:
                    raise ValueError('Size of available data is not a multiple of the data-type size.')
                shape = (size,)
            else:
                if not isinstance(shape, (tuple, list)):
                    try:
                        shape = [operator.index(shape)]
                    except TypeError:
                        pass
                shape, size = tuple(shape), 1
                for extent in shape:
                    size *= extent
            length = int(offset + size * dtype.itemsize)
            if mode in ('w+', 'r+'):
                length = max(length, 1)
                if available < length:
                    file.seek(length - 1, 0)
                    file.write(b'\0')
                    file.flush()
            start = offset - offset % mmap.ALLOCATIONGRANULARITY
            length -= start
            if length == 0 and start > 0:
                length, start = length + mmap.ALLOCATIONGRANULARITY, start - mmap.ALLOCATIONGRANULARITY
            access = {'c': mmap.ACCESS_COPY, 'r': mmap.ACCESS_READ}.get(mode, mmap.ACCESS_WRITE)
            memory = mmap.mmap(file.fileno(), length, access=access, offset=start)
            self = np.ndarray.__new__(subtype, shape, dtype=dtype, buffer=memory, offset=offset - start, order=order)
            self._mmap, self.offset, self.mode = memory, offset, mode
            if isinstance(filename, os.PathLike):
                self.filename = filename.resolve()
            else:
                name = getattr(file, 'name', None)
                self.filename = os.path.abspath(name) if isinstance(name, str) else None
        finally:
            if is_ours:
                file.close()
        return self

    def __array_finalize__(self, obj):
        if hasattr(obj, '_mmap') and np.may_share_memory(self, obj):
            self._mmap, self.filename, self.offset, self.mode = obj._mmap, obj.filename, obj.offset, obj.mode
        else:
            self._mmap = self.filename = self.offset = self.mode = None

    def flush(self):
        """Write what was changed to the file."""
        if self.base is not None and hasattr(self.base, 'flush'):
            self.base.flush()

    def __array_wrap__(self, arr, context=None, return_scalar=False):
        wrapped = super().__array_wrap__(arr, context)
        if type(self) is memmap and wrapped is not self:  # what was computed is in memory
            return wrapped[()] if return_scalar else wrapped.view(np.ndarray)
        return wrapped

    def __getitem__(self, index):
        result = super().__getitem__(index)
        return result.view(type=np.ndarray) if type(result) is memmap and result._mmap is None else result

