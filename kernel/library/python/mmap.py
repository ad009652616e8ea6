"""Files as memory: mmap objects are read and written as bytearrays and as files are."""

import _mmap
from _mmap import *
from _mmap import PAGESIZE, MAP_PRIVATE, MAP_SHARED, PROT_READ, PROT_WRITE

ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = range(4)
ALLOCATIONGRANULARITY = PAGESIZE
error = OSError
globals().update({name: value for name, value in vars(_mmap).items() if name.startswith(('MAP_', 'PROT_', 'MADV_'))})


class mmap(_mmap.Map):
    """mmap(fileno, length, flags=MAP_SHARED, prot=PROT_WRITE|PROT_READ, access=ACCESS_DEFAULT, offset=0)

    A file, or with -1 for it memory of its own, as bytes that can be changed. A length of 0 stands for the whole file.
    """

    __module__ = 'mmap'

    def __new__(cls, fileno, length, flags=MAP_SHARED, prot=PROT_READ | PROT_WRITE, access=ACCESS_DEFAULT, offset=0):
        if length < 0:
            raise OverflowError('memory mapped length must be positive')
        if offset < 0:
            raise OverflowError('memory mapped offset must be positive')
        if access != ACCESS_DEFAULT and (flags != MAP_SHARED or prot != PROT_READ | PROT_WRITE):
            raise ValueError("mmap can't specify both access and flags, prot.")
        if access == ACCESS_READ:
            flags, prot = MAP_SHARED, PROT_READ
        elif access == ACCESS_WRITE:
            flags, prot = MAP_SHARED, PROT_READ | PROT_WRITE
        elif access == ACCESS_COPY:
            flags, prot = MAP_PRIVATE, PROT_READ | PROT_WRITE
        elif access == ACCESS_DEFAULT:
            if prot & PROT_READ and not prot & PROT_WRITE:
                access = ACCESS_READ
            elif prot & PROT_WRITE and not prot & PROT_READ:
                access = ACCESS_WRITE
        else:
            raise ValueError('mmap invalid access parameter.')
        self = super().__new__(cls, fileno, length, flags, prot, offset)
        self._access, self._offset, self._at = access, offset, 0
        return self

    def _check_writable(self):
        self._length
        if self._access == ACCESS_READ:
            raise TypeError("mmap can't modify a readonly memory map.")

    def __len__(self):
        return self._length

    def __repr__(self):
        if self.closed:
            return '<mmap.mmap closed=True>'
        name = ('ACCESS_DEFAULT', 'ACCESS_READ', 'ACCESS_WRITE', 'ACCESS_COPY')[self._access]
        return f'<mmap.mmap closed=False, access={name}, length={len(self)}, pos={self._at}, offset={self._offset}>'

    def __getitem__(self, key):
        length = self._length
        with memoryview(self) as view:
            if isinstance(key, slice):
                return bytes(view[key])
            if not hasattr(key, '__index__'):
                raise TypeError('mmap indices must be integers')
            place = key.__index__()
            if not -length <= place < length:
                raise IndexError('mmap index out of range')
            return view[place]

    def __setitem__(self, key, value):
        length = self._length
        self._check_writable()
        with memoryview(self) as view:
            if isinstance(key, slice):
                data = memoryview(value).cast('B')
                if len(data) != len(range(*key.indices(length))):
                    raise IndexError('mmap slice assignment is wrong size')
                view[key] = data
                return
            if not hasattr(key, '__index__'):
                raise TypeError('mmap indices must be integers')
            place = key.__index__()
            if not -length <= place < length:
                raise IndexError('mmap index out of range')
            if not hasattr(value, '__index__'):
                raise TypeError('mmap item value must be an int')
            if not 0 <= value.__index__() <= 255:
                raise ValueError('mmap item value must be in range(0, 256)')
            view[place] = value.__index__()

    def __delitem__(self, key):
        raise TypeError("mmap object doesn't support " + ('slice deletion' if isinstance(key, slice) else 'item deletion'))

    def __iter__(self):
        for place in range(self._length):
            yield bytes((self[place],))

    def __contains__(self, item):
        return any(byte == item for byte in self)

    def __enter__(self):
        self._length
        return self

    def __exit__(self, *exception):
        self.close()

    def find(self, sub, start=None, end=None, /):
        """The first place of bytes at or behind start (else where reading goes on), or -1."""
        return self._place(sub, self._at if start is None else start, self._length if end is None else end, False)

    def rfind(self, sub, start=None, end=None, /):
        """The last place of bytes, or -1."""
        return self._place(sub, self._at if start is None else start, self._length if end is None else end, True)

    def move(self, dest, src, count, /):
        """Copy count bytes from src to dest."""
        self._check_writable()
        super().move(dest, src, count)

    def resize(self, newsize, /):
        """Make the memory, and the file, longer or shorter."""
        self._length
        if self._access not in (ACCESS_WRITE, ACCESS_DEFAULT):
            raise TypeError("mmap can't resize a readonly or copy-on-write memory map.")
        super().resize(newsize)

    def tell(self):
        """Where reading and writing go on."""
        self._length
        return self._at

    def seek(self, pos, whence=0, /):
        """Read and write on from there; whence 1: from here, 2: from the end."""
        length = self._length
        if whence not in (0, 1, 2):
            raise ValueError('unknown seek type')
        place = pos + (0, self._at, length)[whence]
        if not 0 <= place <= length:
            raise ValueError('seek out of range')
        self._at = place

    def read(self, n=None, /):
        """The next n bytes, else all that are left."""
        rest = max(self._length - self._at, 0)
        count = rest if n is None or n < 0 or n > rest else n
        data = self[self._at:self._at + count]
        self._at += count
        return data

    def read_byte(self):
        """The next byte, as an int."""
        if self._at >= self._length:
            raise ValueError('read byte out of range')
        self._at += 1
        return self[self._at - 1]

    def readline(self):
        """The bytes up to the next end of a line, which they include."""
        end = self._place(b'\n', self._at, self._length, False)
        return self.read() if end < 0 else self.read(end + 1 - self._at)

    def write(self, bytes, /):
        """Put bytes where writing goes on; their number."""
        self._length
        self._check_writable()
        data = memoryview(bytes).cast('B')
        if self._at + len(data) > self._length:
            raise ValueError('data out of range')
        self[self._at:self._at + len(data)] = data
        self._at += len(data)
        return len(data)

    def write_byte(self, byte, /):
        """Put one byte, given as an int."""
        self._check_writable()
        if self._at >= self._length:
            raise ValueError('write byte out of range')
        self[self._at] = byte
        self._at += 1
