"""Files and folders that are gone after use."""
import functools as _functools
import io as _io
import os as _os
import shutil as _shutil
import warnings as _warnings
from random import Random as _Random
from weakref import finalize as _finalize

__all__ = ["NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory", "mkstemp", "mkdtemp", "mktemp", "TMP_MAX",
           "gettempprefix", "tempdir", "gettempdir", "gettempprefixb", "gettempdirb"]
TMP_MAX = 10000
template = "tmp"
tempdir = None
_names = None


def gettempdir():
    """The folder for temporary files."""
    global tempdir
    if tempdir is None:
        candidates = [_os.environ[name] for name in ("TMPDIR", "TEMP", "TMP") if _os.environ.get(name)]
        candidates += ["/tmp", "/var/tmp", "/usr/tmp", _os.getcwd()]
        for folder in candidates:
            folder = _os.path.abspath(folder)
            if _os.path.isdir(folder) and _os.access(folder, _os.W_OK | _os.X_OK):
                tempdir = folder
                break
        else:
            raise FileNotFoundError(2, "No usable temporary directory found in %s" % candidates)
    return _os.fsdecode(tempdir)


def gettempdirb():
    """The folder for temporary files, as bytes."""
    return _os.fsencode(gettempdir())


def gettempprefix():
    """What the names begin with."""
    return template


def gettempprefixb():
    """What the names begin with, as bytes."""
    return _os.fsencode(template)


def _get_candidate_names():
    global _names
    if _names is None or _names[0] != _os.getpid():
        _names = _os.getpid(), _Random()
    random = _names[1]
    while True:
        yield "".join(random.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))


def _sanitize(prefix, suffix, folder):
    given = [item for item in (prefix, suffix, folder) if item is not None]
    kinds = {bytes if isinstance(_os.fspath(item), bytes) else str for item in given}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    as_bytes = bytes in kinds
    suffix = suffix if suffix is not None else b"" if as_bytes else ""
    prefix = prefix if prefix is not None else gettempprefixb() if as_bytes else gettempprefix()
    folder = folder if folder is not None else gettempdirb() if as_bytes else gettempdir()
    return prefix, suffix, folder, as_bytes


def _try_names(prefix, suffix, folder, as_bytes, make):
    names = _get_candidate_names()
    for _ in range(TMP_MAX):
        name = next(names)
        path = _os.path.abspath(_os.path.join(folder, prefix + (name.encode() if as_bytes else name) + suffix))
        try:
            return make(path), path
        except FileExistsError:
            continue
    raise FileExistsError(17, "No usable temporary file name found")


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """A new file: (descriptor, path). The caller removes it."""
    prefix, suffix, dir, as_bytes = _sanitize(prefix, suffix, dir)
    flags = _os.O_RDWR | _os.O_CREAT | _os.O_EXCL | _os.O_NOFOLLOW
    return _try_names(prefix, suffix, dir, as_bytes, lambda path: _os.open(path, flags, 0o600))


def mkdtemp(suffix=None, prefix=None, dir=None):
    """A new folder: its path. The caller removes it."""
    prefix, suffix, dir, as_bytes = _sanitize(prefix, suffix, dir)
    return _try_names(prefix, suffix, dir, as_bytes, lambda path: _os.mkdir(path, 0o700))[1]


def mktemp(suffix="", prefix=template, dir=None):
    """A path that is free now. Another may take it first: mkstemp() is safe."""
    def make(path):
        if _os.path.lexists(path):
            raise FileExistsError
    return _try_names(prefix, suffix, gettempdir() if dir is None else dir, False, make)[1]


class _TemporaryFileWrapper:
    """A file that is removed when it is closed."""

    def __init__(self, file, name, delete=True):
        self.file, self.name, self.delete = file, name, delete
        self._finalizer = _finalize(self, _TemporaryFileWrapper._remove, file, name, delete)

    @staticmethod
    def _remove(file, name, delete):
        try:
            file.close()
        finally:
            if delete:
                try:
                    _os.unlink(name)
                except FileNotFoundError:
                    pass

    def close(self):
        """Close the file, which removes it."""
        self._finalizer()

    def __getattr__(self, name):
        file = self.__dict__["file"]
        value = getattr(file, name)
        if callable(value) and not isinstance(value, type):
            # A method keeps the wrapper alive, so that the file is not removed under it.
            @_functools.wraps(value)
            def call(*arguments, **keywords):
                self
                return value(*arguments, **keywords)
            setattr(self, name, call)
            return call
        return value

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *arguments):
        self.close()

    def __iter__(self):
        for line in self.file:
            yield line

    def __repr__(self):
        return "<%s.%s object at 0x%x>" % (type(self).__module__, type(self).__qualname__, id(self))


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *, errors=None):
    """A temporary file with a name, removed when it is closed unless delete is false."""
    prefix, suffix, dir, as_bytes = _sanitize(prefix, suffix, dir)
    made = []

    def opener(path, flags):
        descriptor, made_path = mkstemp(suffix, prefix, dir)
        made.append(made_path)
        return descriptor
    try:
        file = _io.open(dir, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors, opener=opener)
    except BaseException:
        for path in made:
            _os.unlink(path)
        raise
    return _TemporaryFileWrapper(file, made[0], delete)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """A temporary file without a name."""
    descriptor, path = mkstemp(suffix, prefix, dir)
    try:
        _os.unlink(path)
        return _io.open(descriptor, mode, buffering, encoding, errors, newline)
    except BaseException:
        _os.close(descriptor)
        raise


class SpooledTemporaryFile(_io.IOBase):
    """A temporary file that stays in memory until it is larger than max_size."""

    _rolled = False

    def __init__(self, max_size=0, mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
        self._file = _io.BytesIO() if "b" in mode else _io.TextIOWrapper(_io.BytesIO(), encoding=encoding or "utf-8", errors=errors, newline=newline)
        self._max_size = max_size
        self._arguments = {"mode": mode, "buffering": buffering, "suffix": suffix, "prefix": prefix, "encoding": encoding, "newline": newline,
                           "dir": dir, "errors": errors}

    def _check(self):
        if not self._rolled and self._max_size and self._file.tell() > self._max_size:
            self.rollover()

    def rollover(self):
        """Go on in a real file."""
        if self._rolled:
            return
        place, file = self._file.tell(), TemporaryFile(**self._arguments)
        if hasattr(self._file, "buffer"):
            self._file.flush()
            file.buffer.write(self._file.buffer.getvalue())
        else:
            file.write(self._file.getvalue())
        file.seek(place)
        self._file, self._rolled = file, True

    def write(self, s):
        """Write, in a real file once it is large."""
        result = self._file.write(s)
        self._check()
        return result

    def writelines(self, iterable):
        """Write several."""
        self._file.writelines(iterable)
        self._check()

    def truncate(self, size=None):
        """Cut off."""
        if size is None:
            return self._file.truncate()
        if self._max_size and size > self._max_size:
            self.rollover()
        return self._file.truncate(size)

    def fileno(self):
        """A descriptor, so a real file."""
        self.rollover()
        return self._file.fileno()

    def close(self):
        """Close it."""
        self._file.close()

    @property
    def closed(self):
        """Whether it is closed."""
        return self._file.closed

    @property
    def name(self):
        """The name of the real file, else None."""
        return getattr(self._file, "name", None)

    @property
    def mode(self):
        """The mode."""
        return getattr(self._file, "mode", self._arguments["mode"])

    def __enter__(self):
        if self._file.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, *arguments):
        self._file.close()

    def __iter__(self):
        return self._file.__iter__()


def _forward(name):
    def method(self, *arguments):
        return getattr(self._file, name)(*arguments)
    method.__name__ = name
    method.__qualname__ = "SpooledTemporaryFile." + name
    method.__doc__ = "As the file's %s()." % name
    return method


for _name in ("read", "readline", "readlines", "seek", "tell", "flush", "isatty", "detach", "read1", "readinto", "readable", "writable", "seekable"):
    setattr(SpooledTemporaryFile, _name, _forward(_name))


class TemporaryDirectory:
    """A folder that is removed with all that is in it: with TemporaryDirectory() as path."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignore_cleanup_errors = ignore_cleanup_errors
        self._finalizer = _finalize(self, self._cleanup, self.name, warn_message="Implicitly cleaning up {!r}".format(self),
                                    ignore_errors=ignore_cleanup_errors)

    @classmethod
    def _rmtree(cls, name, ignore_errors=False):
        def on_error(function, path, information):
            if issubclass(information[0], PermissionError):
                try:
                    _os.chmod(_os.path.dirname(path), 0o700)
                    _os.chmod(path, 0o700)
                    try:
                        _os.unlink(path)
                    except (IsADirectoryError, PermissionError):
                        cls._rmtree(path, ignore_errors=ignore_errors)
                except FileNotFoundError:
                    pass
            elif not issubclass(information[0], FileNotFoundError) and not ignore_errors:
                raise
        _shutil.rmtree(name, onerror=on_error)

    @classmethod
    def _cleanup(cls, name, warn_message, ignore_errors=False):
        cls._rmtree(name, ignore_errors=ignore_errors)
        _warnings.warn(warn_message, ResourceWarning)

    def __repr__(self):
        return "<{} {!r}>".format(type(self).__name__, self.name)

    def __enter__(self):
        return self.name

    def __exit__(self, *arguments):
        self.cleanup()

    def cleanup(self):
        """Remove the folder now."""
        if self._finalizer.detach() or _os.path.exists(self.name):
            self._rmtree(self.name, ignore_errors=self._ignore_cleanup_errors)

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)
