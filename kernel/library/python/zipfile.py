"""ZIP archives: read, written, listed and unpacked."""

import io
import os
import struct
import threading
import time
import zlib

crc32 = zlib.crc32

__all__ = ["BadZipFile", "BadZipfile", "error", "ZIP_STORED", "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA", "is_zipfile", "ZipInfo", "ZipFile",
           "LargeZipFile"]

ZIP_STORED, ZIP_DEFLATED, ZIP_BZIP2, ZIP_LZMA = 0, 8, 12, 14
ZIP64_LIMIT = (1 << 31) - 1
ZIP_FILECOUNT_LIMIT = (1 << 16) - 1
ZIP_MAX_COMMENT = (1 << 16) - 1
_METHODS = {ZIP_STORED: "stored", ZIP_DEFLATED: "deflate", ZIP_BZIP2: "bzip2", ZIP_LZMA: "lzma"}
_UTF8, _ENCRYPTED, _SIZES_BEHIND = 0x800, 0x1, 0x8
_LOCAL, _CENTRAL, _END = "<4s5H3L2H", "<4s4B4HL2L5H2L", "<4s4H2LH"
_END64, _LOCATOR64 = "<4sQ2H2L4Q", "<4sLQL"


class BadZipFile(Exception):
    """The file is no ZIP archive, or a damaged one."""


class LargeZipFile(Exception):
    """The archive would need the ZIP64 extensions, which were not allowed."""


error = BadZipfile = BadZipFile


def is_zipfile(filename):
    """Whether a file (a path, or an open one) ends as a ZIP archive does."""
    try:
        if hasattr(filename, "read"):
            return _find_end(filename) is not None
        with open(filename, "rb") as file:
            return _find_end(file) is not None
    except OSError:
        return False


def _find_end(file):
    "The fields of the archive's last record, with its place and its comment; None if there is none."
    size = struct.calcsize(_END)
    file.seek(0, 2)
    length = file.tell()
    start = max(length - size - ZIP_MAX_COMMENT, 0)
    file.seek(start)
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    while at >= 0 and len(tail) - at < size:
        at = tail.rfind(b"PK\5\6", 0, at)
    if at < 0:
        return None
    fields = list(struct.unpack_from(_END, tail, at))
    comment = tail[at + size:at + size + fields[7]]
    place = start + at
    locator = place - struct.calcsize(_LOCATOR64)
    if locator >= 0:
        file.seek(locator)
        signature, disk, where, disks = struct.unpack(_LOCATOR64, file.read(struct.calcsize(_LOCATOR64)))
        if signature == b"PK\6\7":
            if disk or disks > 1:
                raise BadZipFile("zipfiles that span multiple disks are not supported")
            file.seek(locator - struct.calcsize(_END64))
            data = file.read(struct.calcsize(_END64))
            if data[:4] == b"PK\6\6":
                large = struct.unpack(_END64, data)
                fields[3:7] = large[6:10]
                place = locator - struct.calcsize(_END64)
    return fields, place, comment


class ZipInfo:
    """What the archive knows of one of its files."""

    __slots__ = ("orig_filename", "filename", "date_time", "compress_type", "_compresslevel", "comment", "extra", "create_system",
                 "create_version", "extract_version", "reserved", "flag_bits", "volume", "internal_attr", "external_attr", "header_offset",
                 "CRC", "compress_size", "file_size", "_raw_time")

    def __init__(self, filename="NoName", date_time=(1980, 1, 1, 0, 0, 0)):
        self.orig_filename = filename
        filename = filename.partition("\0")[0]
        if os.sep != "/" and os.sep in filename:
            filename = filename.replace(os.sep, "/")
        self.filename = filename
        if date_time[0] < 1980:
            raise ValueError("ZIP does not support timestamps before 1980")
        self.date_time = date_time
        self.compress_type = ZIP_STORED
        self._compresslevel = None
        self.comment = self.extra = b""
        self.create_system = 3
        self.create_version = self.extract_version = 20
        self.reserved = self.flag_bits = self.volume = self.internal_attr = self.external_attr = 0
        self.compress_size = self.file_size = self.CRC = self.header_offset = 0

    def __repr__(self):
        import stat
        result = ["<%s filename=%r" % (self.__class__.__name__, self.filename)]
        if self.compress_type != ZIP_STORED:
            result.append(" compress_type=%s" % _METHODS.get(self.compress_type, self.compress_type))
        high, low = self.external_attr >> 16, self.external_attr & 0xFFFF
        if high:
            result.append(" filemode=%r" % stat.filemode(high))
        if low:
            result.append(" external_attr=%#x" % low)
        if not self.is_dir() or self.file_size:
            result.append(" file_size=%r" % self.file_size)
        if (not self.is_dir() or self.compress_size) and (self.compress_type != ZIP_STORED or self.file_size != self.compress_size):
            result.append(" compress_size=%r" % self.compress_size)
        return "".join(result) + ">"

    @classmethod
    def from_file(cls, filename, arcname=None, *, strict_timestamps=True):
        """The entry for a file of the system: its time, size and rights."""
        filename = os.fspath(filename)
        found = os.stat(filename)
        is_dir = (found.st_mode & 0o170000) == 0o040000
        date = tuple(time.localtime(found.st_mtime)[:6])
        if not strict_timestamps:
            date = (1980, 1, 1, 0, 0, 0) if date[0] < 1980 else (2107, 12, 31, 23, 59, 59) if date[0] > 2107 else date
        name = os.path.normpath(os.path.splitdrive(filename if arcname is None else arcname)[1]).lstrip("/")
        entry = cls(name + "/" if is_dir else name, date)
        entry.external_attr = (found.st_mode & 0xFFFF) << 16
        if is_dir:
            entry.external_attr |= 0x10
        else:
            entry.file_size = found.st_size
        return entry

    def is_dir(self):
        """Whether it is a folder."""
        return self.filename[-1] == "/"

    def _name_and_flags(self):
        try:
            return self.filename.encode("ascii"), self.flag_bits
        except UnicodeEncodeError:
            return self.filename.encode("utf-8"), self.flag_bits | _UTF8

    def _when(self):
        year, month, day, hour, minute, second = self.date_time
        return hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day

    def FileHeader(self, zip64=None):
        """The header in front of the file's bytes."""
        clock, date = self._when()
        behind = self.flag_bits & _SIZES_BEHIND
        crc, packed, size = (0, 0, 0) if behind else (self.CRC, self.compress_size, self.file_size)
        extra = self.extra
        if zip64 is None:
            zip64 = size > ZIP64_LIMIT or packed > ZIP64_LIMIT
        if zip64:
            extra += struct.pack("<HHQQ", 1, 16, size, packed)
            size = packed = 0xFFFFFFFF
            self.extract_version = max(45, self.extract_version)
            self.create_version = max(45, self.create_version)
        elif size > ZIP64_LIMIT or packed > ZIP64_LIMIT:
            raise LargeZipFile("Filesize would require ZIP64 extensions")
        name, flags = self._name_and_flags()
        return struct.pack(_LOCAL, b"PK\3\4", self.extract_version, flags, self.compress_type, clock, date, crc, packed, size, len(name),
                           len(extra)) + name + extra

    def _central(self):
        "The file's record in the archive's table."
        clock, date = self._when()
        size, packed, offset, large = self.file_size, self.compress_size, self.header_offset, []
        if size > ZIP64_LIMIT or packed > ZIP64_LIMIT:
            large += [size, packed]
            size = packed = 0xFFFFFFFF
        if offset > ZIP64_LIMIT:
            large.append(offset)
            offset = 0xFFFFFFFF
        extra = self.extra
        if large:
            extra = struct.pack("<HH%dQ" % len(large), 1, 8 * len(large), *large) + extra
            self.extract_version = max(45, self.extract_version)
            self.create_version = max(45, self.create_version)
        name, flags = self._name_and_flags()
        return struct.pack(_CENTRAL, b"PK\1\2", self.create_version, self.create_system, self.extract_version, self.reserved, flags,
                           self.compress_type, clock, date, self.CRC, packed, size, len(name), len(extra), len(self.comment), 0,
                           self.internal_attr, self.external_attr, offset) + name + extra + self.comment

    def _read_large(self):
        "Take over the numbers that a ZIP64 field has."
        at = 0
        while at + 4 <= len(self.extra):
            kind, length = struct.unpack_from("<HH", self.extra, at)
            if at + 4 + length > len(self.extra):
                raise BadZipFile("Corrupt extra field %04x (size=%d)" % (kind, length))
            if kind == 1:
                numbers = list(struct.unpack_from("<%dQ" % (length // 8), self.extra, at + 4))
                for name, shown in (("file_size", "File size"), ("compress_size", "Compress size"), ("header_offset", "Header offset")):
                    if getattr(self, name) == 0xFFFFFFFF:
                        if not numbers:
                            raise BadZipFile("Corrupt zip64 extra field. %s not found." % shown)
                        setattr(self, name, numbers.pop(0))
            at += 4 + length


def _check_method(method):
    if method in (ZIP_BZIP2, ZIP_LZMA):
        raise RuntimeError("Compression requires the (missing) %s module" % {ZIP_BZIP2: "bz2", ZIP_LZMA: "lzma"}[method])
    if method not in (ZIP_STORED, ZIP_DEFLATED):
        raise NotImplementedError("That compression method is not supported")


class ZipExtFile(io.BufferedIOBase):
    """A file of the archive, open for reading."""

    _CHUNK = 1 << 16

    def __init__(self, archive, mode, entry, start):
        self._archive, self.mode, self._entry, self.name, self._start = archive, mode, entry, entry.filename, start
        self.newlines = None
        self._lock = archive._lock
        self._reset()

    def _reset(self):
        entry = self._entry
        self._place, self._left, self._wanted = self._start, entry.compress_size, entry.file_size
        self._inflate = zlib.decompressobj(-15) if entry.compress_type == ZIP_DEFLATED else None
        self._sum, self._buffer, self._at, self._position = 0, b"", 0, 0

    def __repr__(self):
        if self.closed:
            return "<%s.%s [closed]>" % (self.__class__.__module__, self.__class__.__qualname__)
        kind = "" if self._entry.compress_type == ZIP_STORED else " compress_type=" + _METHODS[self._entry.compress_type]
        return "<%s.%s name=%r mode=%r%s>" % (self.__class__.__module__, self.__class__.__qualname__, self.name, self.mode, kind)

    def readable(self):
        """True."""
        self._check()
        return True

    def seekable(self):
        """True: going back reads the file again from its start."""
        self._check()
        return True

    def tell(self):
        """How many bytes were read."""
        self._check()
        return self._position

    def seek(self, offset, whence=0):
        """Go to a place in the file."""
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError("whence must be os.SEEK_SET (0), os.SEEK_CUR (1), or os.SEEK_END (2)")
        target = offset + (0, self._position, self._entry.file_size)[whence]
        target = max(0, min(target, self._entry.file_size))
        if target < self._position:
            self._reset()
        while self._position < target:
            if not self.read(min(target - self._position, self._CHUNK)):
                break
        return self._position

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _more(self):
        "The next piece of the file, or nothing at its end."
        while self._wanted > 0:
            raw = b""
            if self._left > 0 and not (self._inflate and self._inflate.unconsumed_tail):
                with self._lock:
                    file = self._archive.fp
                    file.seek(self._place)
                    raw = file.read(min(self._left, self._CHUNK))
                if not raw:
                    raise EOFError
                self._place += len(raw)
                self._left -= len(raw)
            if self._inflate is None:
                piece = raw
            else:
                piece = self._inflate.decompress(self._inflate.unconsumed_tail + raw, self._CHUNK)
                if not piece and not raw and not self._inflate.unconsumed_tail:
                    piece = self._inflate.flush()
                    if not piece:
                        break
            if not piece:
                if self._inflate is None:
                    break
                continue
            piece = piece[:self._wanted]
            self._wanted -= len(piece)
            self._sum = crc32(piece, self._sum)
            if self._wanted == 0 and self._sum != self._entry.CRC:
                raise BadZipFile("Bad CRC-32 for file %r" % self.name)
            return piece
        if self._position + len(self._buffer) - self._at == 0 and self._sum != self._entry.CRC:
            raise BadZipFile("Bad CRC-32 for file %r" % self.name)
        return b""

    def read(self, n=-1):
        """That many bytes, or all that is left."""
        self._check()
        if n is None or n < 0:
            pieces = [self._buffer[self._at:]]
            while piece := self._more():
                pieces.append(piece)
            self._buffer, self._at = b"", 0
            result = b"".join(pieces)
        else:
            while len(self._buffer) - self._at < n:
                piece = self._more()
                if not piece:
                    break
                self._buffer, self._at = self._buffer[self._at:] + piece, 0
            result = self._buffer[self._at:self._at + n]
            self._at += len(result)
        self._position += len(result)
        return result

    def read1(self, n):
        """Some bytes, as many as are at hand."""
        self._check()
        if self._at == len(self._buffer):
            self._buffer, self._at = self._more(), 0
        end = len(self._buffer) if n is None or n < 0 else self._at + n
        result = self._buffer[self._at:end]
        self._at += len(result)
        self._position += len(result)
        return result

    def peek(self, n=1):
        """The next bytes, which stay where they are."""
        self._check()
        if self._at == len(self._buffer):
            self._buffer, self._at = self._more(), 0
        return self._buffer[self._at:self._at + max(n, 512)]

    def readinto(self, buffer):
        """Fill a buffer; how many bytes there were."""
        data = self.read(len(memoryview(buffer).cast("B")))
        buffer[:len(data)] = data
        return len(data)

    def readline(self, limit=-1):
        """The next line, with its end."""
        self._check()
        while True:
            end = self._buffer.find(b"\n", self._at) + 1
            if end or 0 <= limit <= len(self._buffer) - self._at:
                break
            piece = self._more()
            if not piece:
                break
            self._buffer, self._at = self._buffer[self._at:] + piece, 0
        if not end:
            end = len(self._buffer)
        if limit is not None and limit >= 0:
            end = min(end, self._at + limit)
        result = self._buffer[self._at:end]
        self._at = end
        self._position += len(result)
        return result

    def close(self):
        """Let the archive go."""
        if not self.closed:
            self._archive._release()
        super().close()


class _ZipWriteFile(io.BufferedIOBase):
    "A file of the archive, open for writing."

    def __init__(self, archive, entry, zip64):
        self._archive, self._entry, self._zip64 = archive, entry, zip64
        level = entry._compresslevel
        self._deflate = zlib.compressobj(-1 if level is None else level, zlib.DEFLATED, -15) if entry.compress_type == ZIP_DEFLATED else None
        self._size = self._packed = self._sum = 0
        self.name = entry.filename

    def writable(self):
        return True

    def write(self, data):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        if not isinstance(data, (bytes, bytearray)):
            data = memoryview(data).tobytes()
        self._size += len(data)
        self._sum = crc32(data, self._sum)
        packed = self._deflate.compress(data) if self._deflate else data
        self._packed += len(packed)
        self._archive.fp.write(packed)
        return len(data)

    def close(self):
        if self.closed:
            return
        try:
            super().close()
            archive, entry = self._archive, self._entry
            if self._deflate:
                rest = self._deflate.flush()
                self._packed += len(rest)
                archive.fp.write(rest)
            entry.compress_size, entry.file_size, entry.CRC = self._packed, self._size, self._sum
            if not self._zip64 and (self._size > ZIP64_LIMIT or self._packed > ZIP64_LIMIT):
                raise RuntimeError("File size unexpectedly exceeded ZIP64 limit" if self._size > ZIP64_LIMIT
                                   else "Compressed size unexpectedly exceeded ZIP64 limit")
            if entry.flag_bits & _SIZES_BEHIND:
                archive.fp.write(struct.pack("<LLQQ" if self._zip64 else "<LLLL", 0x08074b50, entry.CRC, entry.compress_size, entry.file_size))
                archive.start_dir = archive.fp.tell()
            else:
                archive.start_dir = archive.fp.tell()
                archive.fp.seek(entry.header_offset)
                archive.fp.write(entry.FileHeader(self._zip64))
                archive.fp.seek(archive.start_dir)
            archive._add(entry)
        finally:
            self._archive._writing = False


class _NoSeek:
    "A stream that only writes, with a count of its bytes."

    def __init__(self, file):
        self._file, self._count = file, 0

    def write(self, data):
        count = self._file.write(data)
        self._count += count
        return count

    def tell(self):
        return self._count

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


class ZipFile:
    """A ZIP archive: a path or an open file, with mode 'r' to read, 'w' to write anew, 'x' to write a new file, 'a' to add.

    compression is ZIP_STORED or ZIP_DEFLATED, compresslevel 0 to 9 for the latter."""

    fp = None

    def __init__(self, file, mode="r", compression=ZIP_STORED, allowZip64=True, compresslevel=None, *, strict_timestamps=True,
                 metadata_encoding=None):
        if mode not in ("r", "w", "x", "a"):
            raise ValueError("ZipFile requires mode 'r', 'w', 'x', or 'a'")
        _check_method(compression)
        self._allowZip64, self._strict_timestamps, self.metadata_encoding = allowZip64, strict_timestamps, metadata_encoding
        self.NameToInfo, self.filelist, self.compression, self.compresslevel = {}, [], compression, compresslevel
        self.mode, self.pwd, self._comment, self.debug = mode, None, b"", 0
        self._changed = self._writing = False
        self._seekable, self._users, self._lock = True, 1, threading.RLock()
        if metadata_encoding and mode != "r":
            raise ValueError("metadata_encoding is only supported for reading files")
        if isinstance(file, os.PathLike):
            file = os.fspath(file)
        if isinstance(file, str):
            self._own, self.filename = True, file
            try:
                self.fp = open(file, {"r": "rb", "w": "w+b", "x": "x+b", "a": "r+b"}[mode])
            except FileNotFoundError:
                if mode != "a":
                    raise
                self.fp, mode = open(file, "w+b"), "w"
        else:
            self._own, self.fp, self.filename = False, file, getattr(file, "name", None)
        try:
            if mode == "r":
                self._read_table()
            elif mode in ("w", "x"):
                self._changed = True
                try:
                    self.start_dir = self.fp.tell()
                except (AttributeError, OSError):
                    self.fp, self.start_dir, self._seekable = _NoSeek(self.fp), 0, False
                else:
                    try:
                        self.fp.seek(self.start_dir)
                    except (AttributeError, OSError):
                        self._seekable = False
            else:
                try:
                    self._read_table()
                    self.fp.seek(self.start_dir)
                except BadZipFile:
                    self.fp.seek(0, 2)
                    self._changed, self.start_dir = True, self.fp.tell()
        except BaseException:
            file, self.fp = self.fp, None
            if self._own:
                file.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, type, value, traceback):
        self.close()

    def __repr__(self):
        result = ["<%s.%s" % (self.__class__.__module__, self.__class__.__qualname__)]
        if self.fp is None:
            return result[0] + " [closed]>"
        result.append(" filename=%r" % self.filename if self.filename is not None and self._own else " file=%r" % self.fp)
        return "".join(result) + " mode=%r>" % self.mode

    def _read_table(self):
        file = self.fp
        try:
            found = _find_end(file)
        except OSError:
            raise BadZipFile("File is not a zip file")
        if found is None:
            raise BadZipFile("File is not a zip file")
        fields, place, self._comment = found
        size, offset = fields[5], fields[6]
        shift = place - size - offset  # something may stand in front of the archive
        self.start_dir = offset + shift
        if self.start_dir < 0:
            raise BadZipFile("Bad offset for central directory")
        file.seek(self.start_dir)
        table = file.read(size)
        at, fixed = 0, struct.calcsize(_CENTRAL)
        while at < size:
            if len(table) - at < fixed:
                raise BadZipFile("Truncated central directory")
            row = struct.unpack_from(_CENTRAL, table, at)
            if row[0] != b"PK\1\2":
                raise BadZipFile("Bad magic number for central directory")
            lengths = row[12:15]
            at += fixed
            name, extra, comment = (table[at:at + lengths[0]], table[at + lengths[0]:at + lengths[0] + lengths[1]],
                                    table[at + lengths[0] + lengths[1]:at + sum(lengths)])
            at += sum(lengths)
            text = name.decode("utf-8" if row[5] & _UTF8 else self.metadata_encoding or "cp437")
            entry = ZipInfo(text)
            entry.extra, entry.comment = extra, comment
            (entry.create_version, entry.create_system, entry.extract_version, entry.reserved, entry.flag_bits, entry.compress_type, clock,
             date, entry.CRC, entry.compress_size, entry.file_size) = row[1:12]
            entry.volume, entry.internal_attr, entry.external_attr, entry.header_offset = row[15:]
            if entry.extract_version > 63:
                raise NotImplementedError("zip file version %.1f" % (entry.extract_version / 10))
            entry._raw_time = clock
            entry.date_time = ((date >> 9) + 1980, date >> 5 & 15, date & 31, clock >> 11, clock >> 5 & 63, (clock & 31) * 2)
            entry._read_large()
            entry.header_offset += shift
            self._add(entry)

    def _add(self, entry):
        self.filelist.append(entry)
        self.NameToInfo[entry.filename] = entry

    def namelist(self):
        """The names of the files."""
        return [entry.filename for entry in self.filelist]

    def infolist(self):
        """A ZipInfo for each file."""
        return self.filelist

    def printdir(self, file=None):
        """Print a table of the files, their times and sizes."""
        print("%-46s %19s %12s" % ("File Name", "Modified    ", "Size"), file=file)
        for entry in self.filelist:
            print("%-46s %s %12d" % (entry.filename, "%d-%02d-%02d %02d:%02d:%02d" % entry.date_time[:6], entry.file_size), file=file)

    def testzip(self):
        """Read all files; the name of the first damaged one, or None."""
        for entry in self.filelist:
            try:
                with self.open(entry.filename, "r") as file:
                    while file.read(1 << 20):
                        pass
            except BadZipFile:
                return entry.filename

    def getinfo(self, name):
        """The ZipInfo of a file."""
        entry = self.NameToInfo.get(name)
        if entry is None:
            raise KeyError("There is no item named %r in the archive" % name)
        return entry

    def setpassword(self, pwd):
        """The password for encrypted files."""
        if pwd and not isinstance(pwd, bytes):
            raise TypeError("pwd: expected bytes, got %s" % type(pwd).__name__)
        self.pwd = pwd or None

    @property
    def comment(self):
        """The archive's comment, bytes."""
        return self._comment

    @comment.setter
    def comment(self, comment):
        if not isinstance(comment, bytes):
            raise TypeError("comment: expected bytes, got %s" % type(comment).__name__)
        if len(comment) > ZIP_MAX_COMMENT:
            import warnings
            warnings.warn("Archive comment is too long; truncating to %d bytes" % ZIP_MAX_COMMENT, stacklevel=2)
            comment = comment[:ZIP_MAX_COMMENT]
        self._comment, self._changed = comment, True

    def read(self, name, pwd=None):
        """The bytes of a file."""
        with self.open(name, "r", pwd) as file:
            return file.read()

    def open(self, name, mode="r", pwd=None, *, force_zip64=False):
        """A file of the archive, to be read ('r') or written ('w')."""
        if mode not in ("r", "w"):
            raise ValueError('open() requires mode "r" or "w"')
        if pwd and mode == "w":
            raise ValueError("pwd is only supported for reading files")
        if not self.fp:
            raise ValueError("Attempt to use ZIP archive that was already closed")
        if isinstance(name, ZipInfo):
            entry = name
        elif mode == "w":
            entry = ZipInfo(name)
            entry.compress_type, entry._compresslevel = self.compression, self.compresslevel
        else:
            entry = self.getinfo(name)
        if mode == "w":
            return self._open_to_write(entry, force_zip64)
        if self._writing:
            raise ValueError("Can't read from the ZIP file while there is an open writing handle on it. Close the writing handle before "
                             "trying to read.")
        with self._lock:
            self.fp.seek(entry.header_offset)
            header = self.fp.read(struct.calcsize(_LOCAL))
            if len(header) != struct.calcsize(_LOCAL):
                raise BadZipFile("Truncated file header")
            fields = struct.unpack(_LOCAL, header)
            if fields[0] != b"PK\3\4":
                raise BadZipFile("Bad magic number for file header")
            written = self.fp.read(fields[9])
            place = self.fp.tell() + fields[10]
        if entry.flag_bits & 0x20:
            raise NotImplementedError("compressed patched data (flag bit 5)")
        if entry.flag_bits & 0x40:
            raise NotImplementedError("strong encryption (flag bit 6)")
        shown = written.decode("utf-8" if fields[2] & _UTF8 else self.metadata_encoding or "cp437")
        if shown != entry.orig_filename:
            raise BadZipFile("File name in directory %r and header %r differ." % (entry.orig_filename, written))
        if entry.flag_bits & _ENCRYPTED:
            if not (pwd or self.pwd):
                raise RuntimeError("File %r is encrypted, password required for extraction" % name)
            raise NotImplementedError("encrypted files cannot be read here")
        _check_method(entry.compress_type)
        self._users += 1
        return ZipExtFile(self, mode, entry, place)

    def _open_to_write(self, entry, force_zip64):
        if force_zip64 and not self._allowZip64:
            raise ValueError("force_zip64 is True, but allowZip64 was False when opening the ZIP file.")
        if self._writing:
            raise ValueError("Can't write to the ZIP file while there is another write handle open on it. Close the first handle before "
                             "opening another.")
        self._check_entry(entry)
        entry.compress_size = entry.CRC = 0
        entry.flag_bits = 0 if self._seekable else _SIZES_BEHIND
        if not entry.external_attr:
            entry.external_attr = 0o600 << 16
        large = force_zip64 or entry.file_size * 1.05 > ZIP64_LIMIT
        if large and not self._allowZip64:
            raise LargeZipFile("Filesize would require ZIP64 extensions")
        self._begin(entry)
        self._writing = True
        self.fp.write(entry.FileHeader(large))
        return _ZipWriteFile(self, entry, large)

    def _begin(self, entry):
        "The entry's place is behind those that are there."
        if self._seekable:
            self.fp.seek(self.start_dir)
        entry.header_offset, self._changed = self.fp.tell(), True

    def _check_entry(self, entry):
        if entry.filename in self.NameToInfo:
            import warnings
            warnings.warn("Duplicate name: %r" % entry.filename, stacklevel=4)
        if self.mode not in ("w", "x", "a"):
            raise ValueError("write() requires mode 'w', 'x', or 'a'")
        if not self.fp:
            raise ValueError("Attempt to write ZIP archive that was already closed")
        _check_method(entry.compress_type)
        if not self._allowZip64 and len(self.filelist) >= ZIP_FILECOUNT_LIMIT:
            raise LargeZipFile("Files count would require ZIP64 extensions")

    def write(self, filename, arcname=None, compress_type=None, compresslevel=None):
        """Put a file of the system into the archive, under arcname if it is given."""
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists")
        entry = ZipInfo.from_file(filename, arcname, strict_timestamps=self._strict_timestamps)
        if entry.is_dir():
            self.mkdir(entry)
            return
        entry.compress_type = self.compression if compress_type is None else compress_type
        entry._compresslevel = self.compresslevel if compresslevel is None else compresslevel
        with open(filename, "rb") as source, self.open(entry, "w") as target:
            while piece := source.read(1 << 16):
                target.write(piece)

    def writestr(self, zinfo_or_arcname, data, compress_type=None, compresslevel=None):
        """Put text or bytes into the archive as a file of this name."""
        if isinstance(data, str):
            data = data.encode("utf-8")
        entry = zinfo_or_arcname
        if not isinstance(entry, ZipInfo):
            entry = ZipInfo(zinfo_or_arcname, tuple(time.localtime(time.time())[:6]))
            entry.compress_type, entry._compresslevel = self.compression, self.compresslevel
            entry.external_attr = 0o40775 << 16 | 0x10 if entry.filename[-1:] == "/" else 0o600 << 16
        if not self.fp:
            raise ValueError("Attempt to write to ZIP archive that was already closed")
        if self._writing:
            raise ValueError("Can't write to ZIP archive while an open writing handle exists.")
        if compress_type is not None:
            entry.compress_type = compress_type
        if compresslevel is not None:
            entry._compresslevel = compresslevel
        entry.file_size = len(data)
        with self._lock, self.open(entry, "w") as target:
            target.write(data)

    def mkdir(self, zinfo_or_directory_name, mode=511):
        """Put a folder into the archive."""
        entry = zinfo_or_directory_name
        if isinstance(entry, str):
            entry = ZipInfo(entry if entry.endswith("/") else entry + "/")
            entry.external_attr = (0o40000 | mode & 0xFFFF) << 16 | 0x10
        elif not isinstance(entry, ZipInfo):
            raise TypeError("Expected type str or ZipInfo")
        elif not entry.is_dir():
            raise ValueError("The given ZipInfo does not describe a directory")
        self._check_entry(entry)
        entry.compress_size = entry.CRC = entry.file_size = 0
        self._begin(entry)
        self.fp.write(entry.FileHeader(False))
        self._add(entry)
        self.start_dir = self.fp.tell()

    def extract(self, member, path=None, pwd=None):
        """Write a file of the archive into the current folder, or the one given; the path that it got."""
        return self._extract(member, os.getcwd() if path is None else os.fspath(path), pwd)

    def extractall(self, path=None, members=None, pwd=None):
        """Write all files, or some of them, into the current folder, or the one given."""
        path = os.getcwd() if path is None else os.fspath(path)
        for member in self.namelist() if members is None else members:
            self._extract(member, path, pwd)

    def _extract(self, member, folder, pwd):
        entry = member if isinstance(member, ZipInfo) else self.getinfo(member)
        parts = os.path.splitdrive(entry.filename)[1].split("/")
        target = os.path.normpath(os.path.join(folder, *[part for part in parts if part not in ("", ".", "..")]))
        above = os.path.dirname(target)
        if above and not os.path.exists(above):
            os.makedirs(above)
        if entry.is_dir():
            if not os.path.isdir(target):
                os.mkdir(target)
            return target
        with self.open(member, pwd=pwd) as source, open(target, "wb") as file:
            while piece := source.read(1 << 16):
                file.write(piece)
        return target

    def __del__(self):
        self.close()

    def close(self):
        """Write the table of the files, if there are new ones, and close the archive."""
        if self.fp is None:
            return
        if self._writing:
            raise ValueError("Can't close the ZIP file while there is an open writing handle on it. Close the writing handle before "
                             "closing the zip.")
        try:
            if self.mode in ("w", "x", "a") and self._changed:
                with self._lock:
                    if self._seekable:
                        self.fp.seek(self.start_dir)
                    self._write_table()
        finally:
            self._release()

    def _release(self):
        "One user less; the last one closes the file."
        self._users -= 1
        if not self._users:
            file, self.fp = self.fp, None
            if self._own and file is not None:
                file.close()

    def _write_table(self):
        for entry in self.filelist:
            self.fp.write(entry._central())
        end, count, start = self.fp.tell(), len(self.filelist), self.start_dir
        size = end - start
        if count > ZIP_FILECOUNT_LIMIT or start > ZIP64_LIMIT or size > ZIP64_LIMIT:
            if not self._allowZip64:
                raise LargeZipFile("%s would require ZIP64 extensions" % ("Files count" if count > ZIP_FILECOUNT_LIMIT else
                                                                          "Central directory offset" if start > ZIP64_LIMIT else
                                                                          "Central directory size"))
            self.fp.write(struct.pack(_END64, b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, start))
            self.fp.write(struct.pack(_LOCATOR64, b"PK\6\7", 0, end, 1))
            count, size, start = min(count, 0xFFFF), min(size, 0xFFFFFFFF), min(start, 0xFFFFFFFF)
        self.fp.write(struct.pack(_END, b"PK\5\6", 0, 0, count, count, size, start, len(self._comment)) + self._comment)
        if self.mode == "a":
            self.fp.truncate()
        self.fp.flush()


def main(args=None):
    """Run the command line: -l, -e, -c, -t."""
    import argparse
    parser = argparse.ArgumentParser(description="A simple command-line interface for zipfile module.")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("-l", "--list", metavar="<zipfile>", help="Show listing of a zipfile")
    group.add_argument("-e", "--extract", nargs=2, metavar=("<zipfile>", "<output_dir>"), help="Extract zipfile into target dir")
    group.add_argument("-c", "--create", nargs="+", metavar=("<name>", "<file>"), help="Create zipfile from sources")
    group.add_argument("-t", "--test", metavar="<zipfile>", help="Test if a zipfile is valid")
    options = parser.parse_args(args)
    if options.test is not None:
        with ZipFile(options.test, "r") as archive:
            damaged = archive.testzip()
        if damaged:
            print("The following enclosed file is corrupted: %r" % damaged)
        print("Done testing")
    elif options.list is not None:
        with ZipFile(options.list, "r") as archive:
            archive.printdir()
    elif options.extract is not None:
        with ZipFile(options.extract[0], "r") as archive:
            archive.extractall(options.extract[1])
    else:
        with ZipFile(options.create[0], "w", ZIP_DEFLATED) as archive:
            for path in options.create[1:]:
                archive.write(path, os.path.basename(path))
                for folder, folders, files in os.walk(path) if os.path.isdir(path) else ():
                    for name in folders + files:
                        full = os.path.join(folder, name)
                        archive.write(full, os.path.join(os.path.basename(path), os.path.relpath(full, path)))


if __name__ == "__main__":
    main()
