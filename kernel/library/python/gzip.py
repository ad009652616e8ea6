"""Files that gzip compressed."""

import builtins
import io
import os
import struct
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

READ, WRITE = 1, 2


class BadGzipFile(OSError):
    "A file that is no gzip file."


def _header(level, mtime, name=b""):
    if mtime is None:
        mtime = time.time()
    best = 2 if level == 9 else 4 if level == 1 else 0
    return b"\x1f\x8b\x08" + (b"\x08" if name else b"\0") + struct.pack("<L", int(mtime)) + bytes((best, 255)) + (name + b"\0" if name else b"")


def _skip_header(data, at):
    # where the compressed bytes begin, and the time in the header
    if len(data) - at < 10:
        if data[at:at + 2] != b"\x1f\x8b"[:len(data) - at]:
            raise BadGzipFile("Not a gzipped file (%r)" % bytes(data[at:at + 2]))
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    if data[at:at + 2] != b"\x1f\x8b":
        raise BadGzipFile("Not a gzipped file (%r)" % bytes(data[at:at + 2]))
    method, flags, mtime = struct.unpack("<BBIxx", data[at + 2:at + 10])
    if method != 8:
        raise BadGzipFile("Unknown compression method")
    at += 10
    if flags & 4:
        at += 2 + struct.unpack("<H", data[at:at + 2])[0]
    for flag in (8, 16):
        if flags & flag:
            at = data.index(b"\0", at) + 1
    return at + (2 if flags & 2 else 0), mtime


def _members(data, show=False):
    # the contents of all members, and the time of the last
    parts, at, mtime = [], 0, None
    while at < len(data):
        start, mtime = _skip_header(data, at)
        one = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        part = one.decompress(memoryview(data)[start:]) if start else one.decompress(data)
        if not one.eof or len(one.unused_data) < 8:
            raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        check, length = struct.unpack("<II", one.unused_data[:8])
        if check != zlib.crc32(part):
            raise BadGzipFile("CRC check failed" + (" %s != %s" % (hex(check), hex(zlib.crc32(part))) if show else ""))
        if length != len(part) & 0xffffffff:
            raise BadGzipFile("Incorrect length of data produced")
        parts.append(part)
        rest = one.unused_data[8:].lstrip(b"\0")
        at = len(data) - len(rest)
    return b"".join(parts), mtime


def compress(data, compresslevel=9, *, mtime=None):
    "Bytes as a gzip file has them."
    if mtime == 0:
        return zlib.compress(data, level=compresslevel, wbits=31)
    body = zlib.compress(data, level=compresslevel, wbits=-15)
    return _header(compresslevel, mtime) + body + struct.pack("<LL", zlib.crc32(data), len(data) & 0xffffffff)


def decompress(data):
    "The bytes that gzip compressed."
    return _members(data)[0]


class GzipFile(io.BufferedIOBase):
    "A gzip file, read or written as the bytes that it contains."

    def __init__(self, filename=None, mode=None, compresslevel=9, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError("Invalid mode: {!r}".format(mode))
        if mode and "b" not in mode:
            mode += "b"
        self.myfileobj = None
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode or "rb")
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        else:
            filename = os.fspath(filename)
        mode = mode or getattr(fileobj, "mode", "rb")
        if mode[0] not in "rwax":
            raise ValueError("Invalid mode: {!r}".format(mode))
        self.name, self.fileobj, self._mtime = filename, fileobj, mtime
        self.mode = 1 if mode[0] == "r" else 2
        self._data, self._at = None, 0
        if self.mode == 2:
            self._level, self._body, self._size, self._check = compresslevel, zlib.compressobj(compresslevel, zlib.DEFLATED, -zlib.MAX_WBITS), 0, zlib.crc32(b"")
            base = os.path.basename(filename) if filename else ""
            if not isinstance(base, bytes):
                try:
                    base = base.encode("latin-1")
                except UnicodeEncodeError:
                    base = b""
            if base.endswith(b".gz"):
                base = base[:-3]
            fileobj.write(_header(compresslevel, mtime, base))

    @property
    def mtime(self):
        """The time that the file's head tells, or None."""
        return self._mtime

    @property
    def closed(self):
        """Was it closed?"""
        return self.fileobj is None

    def _check_open(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")

    def _content(self):
        self._check_open()
        if self.mode != 1:
            raise OSError(9, "read() on write-only GzipFile object")
        if self._data is None:
            self._data, self._mtime = _members(self.fileobj.read(), True)
        return self._data

    def read(self, size=-1):
        """Read up to so many bytes, or all."""
        data = self._content()
        end = len(data) if size is None or size < 0 else min(len(data), self._at + size)
        part, self._at = data[self._at:end], end
        return part

    read1 = read

    def peek(self, n=1):
        """Return bytes without reading them."""
        return self._content()[self._at:self._at + max(n, 1)]

    def readinto(self, b):
        """Read into a buffer."""
        part = self.read(len(b))
        b[:len(part)] = part
        return len(part)

    def readline(self, size=-1):
        """Read a line."""
        data = self._content()
        end = data.find(b"\n", self._at) + 1 or len(data)
        if size is not None and size >= 0:
            end = min(end, self._at + size)
        part, self._at = data[self._at:end], end
        return part

    def readlines(self, hint=-1):
        """Read all lines."""
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def write(self, data):
        "Compress and write bytes."
        self._check_open()
        if self.mode != 2:
            raise OSError(9, "write() on read-only GzipFile object")
        data = memoryview(data).tobytes()
        if data:
            self.fileobj.write(self._body.compress(data))
            self._size += len(data)
            self._check = zlib.crc32(data, self._check)
            self._at += len(data)
        return len(data)

    def writelines(self, lines):
        """Write several pieces."""
        for line in lines:
            self.write(line)

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Write out what waits."""
        self._check_open()
        if self.mode == 2:
            self.fileobj.write(self._body.flush(zlib_mode))
            self.fileobj.flush()

    def close(self):
        "Write what remains; a file that was opened here is closed."
        file, self.fileobj = self.fileobj, None
        if file is None:
            return
        try:
            if self.mode == 2:
                file.write(self._body.flush())
                file.write(struct.pack("<LL", self._check, self._size & 0xffffffff))
        finally:
            own, self.myfileobj = self.myfileobj, None
            if own:
                own.close()

    def seek(self, offset, whence=0):
        """Move to a place in the unpacked data."""
        if self.mode == 1:
            data = self._content()
            self._at = max(0, min(len(data), offset + (0, self._at, len(data))[whence]))
        else:
            if whence == 1:
                offset += self._at
            elif whence == 2:
                raise ValueError("Seek from end not supported")
            if offset < self._at:
                raise OSError("Negative seek in write mode")
            self.write(b"\0" * (offset - self._at))
        return self._at

    def tell(self):
        """Return the place in the unpacked data."""
        self._check_open()
        return self._at

    def rewind(self):
        """Go back to the beginning."""
        self.seek(0)

    def fileno(self):
        """The descriptor of the file below."""
        return self.fileobj.fileno()

    def readable(self):
        """Was it opened for reading?"""
        return self.mode == 1

    def writable(self):
        """Was it opened for writing?"""
        return self.mode == 2

    def seekable(self):
        """Yes."""
        return True

    def __enter__(self):
        self._check_open()
        return self

    def __exit__(self, *exception):
        self.close()

    def __repr__(self):
        return "<gzip %r %#x>" % (self.fileobj, id(self))


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    "A gzip file of bytes, or with t in the mode of text."
    if "t" in mode:
        if "b" in mode:
            raise ValueError("Invalid mode: %r" % (mode,))
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError("Argument '%s' not supported in binary mode" % name)
    plain = mode.replace("t", "")
    if isinstance(filename, (str, bytes)) or hasattr(filename, "__fspath__"):
        file = GzipFile(filename, plain, compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        file = GzipFile(None, plain, compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    if "t" not in mode:
        return file
    return io.TextIOWrapper(file, encoding, errors, newline)
