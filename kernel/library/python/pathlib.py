"""Paths as objects."""
import fnmatch as _fnmatch
import os as _os

__all__ = ["PurePath", "PurePosixPath", "PureWindowsPath", "Path", "PosixPath", "WindowsPath"]
_IGNORED_ERRORS = (2, 20, 9, 40)  # ENOENT, ENOTDIR, EBADF, ELOOP


class _PosixFlavour:
    """How paths are cut into parts here."""

    sep, altsep, pathmod = "/", "", _os.path

    @staticmethod
    def split_root(text):
        """(drive, root, the rest)"""
        if text[:1] != "/":
            return "", "", text
        rest = text.lstrip("/")
        return "", "//" if len(text) - len(rest) == 2 else "/", rest

    @staticmethod
    def fold(text):
        """What is compared."""
        return text

    @staticmethod
    def is_reserved(parts):
        """False: every name may be used."""
        return False


class _WindowsFlavour:
    """How Windows cuts paths into parts."""

    sep, altsep, pathmod = "\\", "/", None
    reserved = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {kind + digit for kind in ("COM", "LPT") for digit in "123456789\xb9\xb2\xb3"}

    @staticmethod
    def split_root(text):
        """(drive, root, the rest)"""
        if text[:2] == "\\\\" and text[2:3] != "\\":
            at = text.find("\\", 2)
            if at > 0:
                end = text.find("\\", at + 1)
                if end != at + 1:
                    if end < 0:
                        end = len(text)
                    return text[:end], "\\", text[end + 1:]
        drive = ""
        if text[1:2] == ":" and text[:1].isascii() and text[:1].isalpha():
            drive, text = text[:2], text[2:]
        if text[:1] == "\\":
            return drive, "\\", text.lstrip("\\")
        return drive, "", text

    @staticmethod
    def fold(text):
        """What is compared."""
        return text.lower()

    @classmethod
    def is_reserved(cls, parts):
        """Does the name mean a device?"""
        if not parts or parts[0].startswith("\\\\"):
            return False
        name = parts[-1].partition(".")[0].partition(":")[0].rstrip(" ")
        return name.upper() in cls.reserved


class _Parents:
    """The folders above a path, nearest first."""

    def __init__(self, path):
        self._class, self._drv, self._root, self._parts = type(path), path._drv, path._root, path._parts

    def __len__(self):
        return len(self._parts) - 1 if self._drv or self._root else len(self._parts)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        if index >= len(self) or index < -len(self):
            raise IndexError(index)
        if index < 0:
            index += len(self)
        return self._class._from_parsed_parts(self._drv, self._root, self._parts[:-index - 1])

    def __iter__(self):
        for index in range(len(self)):
            yield self[index]

    def __contains__(self, path):
        return any(path == parent for parent in self)

    def __repr__(self):
        return "<{}.parents>".format(self._class.__name__)


class PurePath:
    """A path that is only looked at, never at the file system."""

    __slots__ = ("_drv", "_root", "_parts", "_str", "_hash", "_parts_tuple", "_folded")

    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        return cls._from_parts(args)

    @classmethod
    def _parse_args(cls, args):
        texts = []
        for argument in args:
            if type(argument) is str:
                texts.append(argument)
                continue
            if isinstance(argument, PurePath):
                texts.append(str(argument))
                continue
            text = _os.fspath(argument)
            if not isinstance(text, str):
                raise TypeError("argument should be a str object or an os.PathLike object returning str, not %r" % type(text))
            texts.append(str(text))
        flavour = cls._flavour
        if flavour is _PosixFlavour:  # os.path.join() knows how later roots replace what is in front
            text = texts[0] if len(texts) == 1 else _os.path.join(*texts) if texts else ""
            drive, root, rest = flavour.split_root(text) if text[:1] == "/" else ("", "", text)
            parts = [part for part in rest.split("/") if part and part != "."]
            if root:
                parts.insert(0, root)
            return drive, root, parts
        if flavour.altsep:
            texts = [text.replace(flavour.altsep, flavour.sep) for text in texts]
        drive = root = ""
        parts = []
        for place in range(len(texts) - 1, -1, -1):
            if not texts[place]:
                continue
            drive, root, rest = flavour.split_root(texts[place])
            parts[:0] = [part for part in rest.split(flavour.sep) if part and part != "."]
            if not drive and not root:
                continue
            if not drive and flavour is _WindowsFlavour:  # a drive in front goes with this root
                for text in reversed(texts[:place]):
                    drive = drive or flavour.split_root(text)[0]
            elif not root and flavour is _WindowsFlavour:  # what stands in front on the same drive goes on here
                for before in range(place - 1, -1, -1):
                    other, other_root, rest = flavour.split_root(texts[before])
                    if other and flavour.fold(other) != flavour.fold(drive):
                        break
                    parts[:0] = [part for part in rest.split(flavour.sep) if part and part != "."]
                    root = other_root
                    if root:
                        break
            break
        if drive or root:
            parts.insert(0, drive + root)
        return drive, root, parts

    @classmethod
    def _from_parts(cls, args):
        self = object.__new__(cls)
        self._drv, self._root, self._parts = cls._parse_args(args)
        return self

    @classmethod
    def _from_parsed_parts(cls, drive, root, parts):
        self = object.__new__(cls)
        self._drv, self._root, self._parts = drive, root, parts
        return self

    def __reduce__(self):
        return type(self), tuple(self._parts)

    def __str__(self):
        try:
            return self._str
        except AttributeError:
            sep = self._flavour.sep
            if self._drv or self._root:
                self._str = self._parts[0] + sep.join(self._parts[1:])
            else:
                self._str = sep.join(self._parts) or "."
            return self._str

    def __fspath__(self):
        return str(self)

    def as_posix(self):
        """The path as text, with / between its parts."""
        return str(self).replace(self._flavour.sep, "/")

    def __bytes__(self):
        return _os.fsencode(self)

    def __repr__(self):
        return "{}({!r})".format(type(self).__name__, self.as_posix())

    def as_uri(self):
        """The path as an address, file://..."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        safe = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/"
        if self._flavour is _WindowsFlavour:
            prefix, path = ("file:///" + self._drv, self.as_posix()[2:]) if self._drv[1:2] == ":" else ("file:", self.as_posix())
        else:
            prefix, path = "file://", str(self)
        return prefix + "".join(chr(byte) if byte in safe else "%%%02X" % byte for byte in _os.fsencode(path))

    @property
    def _cparts(self):
        try:
            return self._folded
        except AttributeError:
            self._folded = [self._flavour.fold(part) for part in self._parts]
            return self._folded

    def __eq__(self, other):
        if not isinstance(other, PurePath):
            return NotImplemented
        return self._flavour is other._flavour and self._cparts == other._cparts

    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(tuple(self._cparts))
            return self._hash

    def __lt__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._cparts < other._cparts

    def __le__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._cparts <= other._cparts

    def __gt__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._cparts > other._cparts

    def __ge__(self, other):
        if not isinstance(other, PurePath) or self._flavour is not other._flavour:
            return NotImplemented
        return self._cparts >= other._cparts

    drive = property(lambda self: self._drv, doc="The drive: empty here.")
    root = property(lambda self: self._root, doc="'/' or nothing.")

    @property
    def anchor(self):
        """Drive and root together."""
        return self._drv + self._root

    @property
    def name(self):
        """The last part."""
        parts = self._parts
        return "" if len(parts) == (1 if self._drv or self._root else 0) else parts[-1]

    @property
    def suffix(self):
        """The last part's ending, with its dot."""
        name = self.name
        dot = name.rfind(".")
        return name[dot:] if 0 < dot < len(name) - 1 else ""

    @property
    def suffixes(self):
        """All endings of the last part."""
        name = self.name
        if name.endswith("."):
            return []
        return ["." + suffix for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        """The last part without its ending."""
        name = self.name
        dot = name.rfind(".")
        return name[:dot] if 0 < dot < len(name) - 1 else name

    def with_name(self, name):
        """The same path with another last part."""
        if not self.name:
            raise ValueError("%r has an empty name" % (self,))
        drive, root, parts = self._parse_args((name,))
        if not name or name[-1] in [self._flavour.sep, self._flavour.altsep] or drive or root or len(parts) != 1:
            raise ValueError("Invalid name %r" % (name))
        return self._from_parsed_parts(self._drv, self._root, self._parts[:-1] + [name])

    def with_stem(self, stem):
        """The same path with another stem."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """The same path with another ending; '' for none."""
        flavour = self._flavour
        if flavour.sep in suffix or flavour.altsep and flavour.altsep in suffix:
            raise ValueError("Invalid suffix %r" % (suffix,))
        if suffix and not suffix.startswith(".") or suffix == ".":
            raise ValueError("Invalid suffix %r" % (suffix))
        name = self.name
        if not name:
            raise ValueError("%r has an empty name" % (self,))
        old = self.suffix
        name = name[:-len(old)] + suffix if old else name + suffix
        return self._from_parsed_parts(self._drv, self._root, self._parts[:-1] + [name])

    def relative_to(self, *other):
        """The path as seen from another one that it lies below."""
        if not other:
            raise TypeError("need at least one argument")
        drive, root, parts = self._parse_args(other)
        fold = self._flavour.fold
        own = [self._drv, self._root] + self._parts[1:] if self._root else self._parts
        base = [drive, root] + parts[1:] if root else parts
        count = len(base)
        if ((self._root or self._drv) if count == 0 else list(map(fold, own[:count])) != list(map(fold, base))):
            shown = str(self._from_parsed_parts(drive, root, parts)) if parts else ""
            raise ValueError("{!r} is not in the subpath of {!r} OR one path is relative and the other is absolute.".format(str(self), shown))
        return self._from_parsed_parts("", self._root if count == 1 else "", own[count:])

    def is_relative_to(self, *other):
        """Does the path lie below another one?"""
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    @property
    def parts(self):
        """The parts as a tuple."""
        try:
            return self._parts_tuple
        except AttributeError:
            self._parts_tuple = tuple(self._parts)
            return self._parts_tuple

    def joinpath(self, *args):
        """The path with others behind it."""
        return self._from_parts((self,) + args)

    def __truediv__(self, key):
        try:
            return self._from_parts((self, key))
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self._from_parts((key, self))
        except TypeError:
            return NotImplemented

    @property
    def parent(self):
        """The folder above."""
        if len(self._parts) == (1 if self._drv or self._root else 0):
            return self
        return self._from_parsed_parts(self._drv, self._root, self._parts[:-1])

    @property
    def parents(self):
        """All folders above."""
        return _Parents(self)

    def is_absolute(self):
        """Does the path begin at the root?"""
        return bool(self._root) and (self._flavour is not _WindowsFlavour or bool(self._drv))

    def is_reserved(self):
        """Does Windows reserve the name?"""
        return self._flavour.is_reserved(self._parts)

    def match(self, path_pattern):
        """Do the last parts match a pattern?"""
        fold = self._flavour.fold
        drive, root, parts = self._parse_args((fold(path_pattern),))
        if not parts:
            raise ValueError("empty pattern")
        if drive and drive != fold(self._drv) or root and root != fold(self._root):
            return False
        own = self._cparts
        if drive or root:
            if len(parts) != len(own):
                return False
            parts = parts[1:]
        elif len(parts) > len(own):
            return False
        return all(_fnmatch.fnmatchcase(part, pattern) for part, pattern in zip(reversed(own), reversed(parts)))

    def __class_getitem__(cls, item):
        return cls


_os.PathLike.register(PurePath)


class PurePosixPath(PurePath):
    """A path as it is on Linux."""

    _flavour = _PosixFlavour
    __slots__ = ()


class PureWindowsPath(PurePath):
    """A path as it is on Windows."""

    _flavour = _WindowsFlavour
    __slots__ = ()


# ---- patterns of glob() ----

def _select(folder, patterns):
    """The paths below a folder that match; a path may come twice."""
    if not patterns:
        yield folder
        return
    pattern, rest = patterns[0], patterns[1:]
    if pattern == "**":
        for below in _folders(folder):
            yield from _select(below, rest)
    elif not any(letter in pattern for letter in "*?["):
        path = folder._child(pattern)
        if (path.is_dir() if rest else path.exists()):
            yield from _select(path, rest)
    else:
        try:
            with _os.scandir(folder) as found:
                entries = list(found)
        except PermissionError:
            return
        for entry in entries:
            if rest:
                try:
                    if not entry.is_dir():
                        continue
                except OSError as error:
                    if error.errno not in _IGNORED_ERRORS:
                        raise
                    continue
            if _fnmatch.fnmatchcase(entry.name, pattern):
                yield from _select(folder._child(entry.name), rest)


def _folders(folder):
    yield folder
    try:
        with _os.scandir(folder) as found:
            entries = list(found)
    except PermissionError:
        return
    for entry in entries:
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError as error:
            if error.errno not in _IGNORED_ERRORS:
                raise
            continue
        if is_folder:
            yield from _folders(folder._child(entry.name))


class Path(PurePath):
    """A path of the file system."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        if cls is Path:
            cls = PosixPath
        if cls is WindowsPath:
            raise NotImplementedError("cannot instantiate %r on your system" % (cls.__name__,))
        return cls._from_parts(args)

    def _child(self, name):
        return self._from_parsed_parts(self._drv, self._root, self._parts + [name])

    def __enter__(self):
        import warnings
        warnings.warn("pathlib.Path.__enter__() is deprecated and scheduled for removal in Python 3.13; Path objects as a context manager is a no-op",
                      DeprecationWarning, stacklevel=2)
        return self

    def __exit__(self, *arguments):
        pass

    @classmethod
    def cwd(cls):
        """The working folder."""
        return cls(_os.getcwd())

    @classmethod
    def home(cls):
        """The user's folder."""
        return cls("~").expanduser()

    def samefile(self, other_path):
        """Do both mean one file?"""
        own = self.stat()
        other = other_path.stat() if hasattr(other_path, "stat") else self.__class__(other_path).stat()
        return own.st_ino == other.st_ino and own.st_dev == other.st_dev

    def iterdir(self):
        """The paths in this folder."""
        for name in _os.listdir(self):
            yield self._child(name)

    def glob(self, pattern):
        """The paths below this folder that match a pattern."""
        if not pattern:
            raise ValueError("Unacceptable pattern: {!r}".format(pattern))
        drive, root, parts = self._parse_args((pattern,))
        if drive or root:
            raise NotImplementedError("Non-relative patterns are unsupported")
        if pattern[-1] in (self._flavour.sep, self._flavour.altsep):
            parts.append("")
        return self._glob(parts)

    def rglob(self, pattern):
        """The paths anywhere below this folder that match a pattern."""
        drive, root, parts = self._parse_args((pattern,))
        if drive or root:
            raise NotImplementedError("Non-relative patterns are unsupported")
        if pattern and pattern[-1] in (self._flavour.sep, self._flavour.altsep):
            parts.append("")
        return self._glob(["**"] + parts)

    def _glob(self, parts):
        for part in parts:
            if "**" in part and part != "**":
                raise ValueError("Invalid pattern: '**' can only be an entire path component")
        only_folders = bool(parts) and parts[-1] in ("**", "")
        if parts and parts[-1] == "":
            parts = parts[:-1]
        if not self.is_dir():
            return
        seen = set() if parts.count("**") > 1 else None
        for path in _select(self, parts):
            if only_folders and not path.is_dir():
                continue
            if seen is not None:
                if path in seen:
                    continue
                seen.add(path)
            yield path

    def absolute(self):
        """The path from the root on; nothing is made shorter."""
        if self.is_absolute():
            return self
        return self._from_parts([_os.getcwd()] + self._parts)

    def resolve(self, strict=False):
        """The absolute path with links followed."""
        try:
            text = _os.path.realpath(self, strict=strict)
        except OSError as error:
            if error.errno == 40:
                raise RuntimeError("Symlink loop from %r" % error.filename) from None
            raise
        return self._from_parts((text,))

    def stat(self, *, follow_symlinks=True):
        """os.stat() of the path."""
        return _os.stat(self, follow_symlinks=follow_symlinks)

    def lstat(self):
        """stat() of a link itself."""
        return self.stat(follow_symlinks=False)

    def owner(self):
        """Who owns the file."""
        return _name_of("/etc/passwd", self.stat().st_uid)

    def group(self):
        """The file's group."""
        return _name_of("/etc/group", self.stat().st_gid)

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        """Open the file."""
        return open(self, mode, buffering, encoding, errors, newline)

    def read_bytes(self):
        """All of the file as bytes."""
        with self.open(mode="rb") as file:
            return file.read()

    def read_text(self, encoding=None, errors=None):
        """All of the file as text."""
        with self.open(mode="r", encoding=encoding, errors=errors) as file:
            return file.read()

    def write_bytes(self, data):
        """Make the file of these bytes."""
        view = memoryview(data)
        with self.open(mode="wb") as file:
            return file.write(view)

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Make the file of this text."""
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s" % type(data).__name__)
        with self.open(mode="w", encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def readlink(self):
        """Where the link points."""
        return self._from_parts((_os.readlink(self),))

    def touch(self, mode=0o666, exist_ok=True):
        """Make an empty file, or only set its time."""
        if exist_ok:
            try:
                _os.utime(self, None)
            except OSError:
                pass
            else:
                return
        flags = _os.O_CREAT | _os.O_WRONLY
        if not exist_ok:
            flags |= _os.O_EXCL
        _os.close(_os.open(self, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Make the folder."""
        try:
            _os.mkdir(self, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Change permissions."""
        _os.chmod(self, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        """Change a link's own permissions."""
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Remove the file."""
        try:
            _os.unlink(self)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Remove the empty folder."""
        _os.rmdir(self)

    def rename(self, target):
        """Rename; the new path."""
        _os.rename(self, target)
        return self.__class__(target)

    def replace(self, target):
        """Rename over what is there; the new path."""
        _os.replace(self, target)
        return self.__class__(target)

    def symlink_to(self, target, target_is_directory=False):
        """Make this path a link to a target."""
        _os.symlink(target, self, target_is_directory)

    def hardlink_to(self, target):
        """Make this path another name of a file."""
        _os.link(target, self)

    def link_to(self, target):
        """Give this file another name."""
        _os.link(self, target)

    def exists(self):
        """Is there such a path?"""
        return self._is(None)

    def _is(self, kind, follow_symlinks=True):
        try:
            mode = _os.stat(self, follow_symlinks=follow_symlinks).st_mode
        except OSError as error:
            if error.errno not in _IGNORED_ERRORS:
                raise
            return False
        except ValueError:
            return False
        return kind is None or mode & 0o170000 == kind

    def is_dir(self):
        """Is it a folder?"""
        return self._is(0o040000)

    def is_file(self):
        """Is it a file?"""
        return self._is(0o100000)

    def is_mount(self):
        """Is a file system mounted there?"""
        return _os.path.ismount(self)

    def is_symlink(self):
        """Is it a symbolic link?"""
        return self._is(0o120000, follow_symlinks=False)

    def is_block_device(self):
        """Is it a block device?"""
        return self._is(0o060000)

    def is_char_device(self):
        """Is it a character device?"""
        return self._is(0o020000)

    def is_fifo(self):
        """Is it a named pipe?"""
        return self._is(0o010000)

    def is_socket(self):
        """Is it a socket?"""
        return self._is(0o140000)

    def expanduser(self):
        """~ and ~user replaced."""
        if not self._drv and not self._root and self._parts and self._parts[0][:1] == "~":
            home = _os.path.expanduser(self._parts[0])
            if home[:1] == "~":
                raise RuntimeError("Could not determine home directory.")
            drive, root, parts = self._parse_args((home,))
            return self._from_parsed_parts(drive, root, parts + self._parts[1:])
        return self


def _name_of(table, number):
    try:
        with open(table) as file:
            for line in file:
                fields = line.split(":")
                if len(fields) > 2 and fields[2] == str(number):
                    return fields[0]
    except OSError:
        pass
    raise KeyError("getpwuid(): uid not found: %d" % number)


class PosixPath(Path, PurePosixPath):
    """A path of this file system."""

    __slots__ = ()


class WindowsPath(Path, PureWindowsPath):
    """A path of a Windows file system: cannot be made here."""

    __slots__ = ()

    def is_mount(self):
        """Not here."""
        raise NotImplementedError("Path.is_mount() is unsupported on this system")
