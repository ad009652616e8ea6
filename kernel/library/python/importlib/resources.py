"""Files that lie in packages: in folders, or in archives on sys.path."""

import contextlib as _contextlib
import functools as _functools
import os as _os
import pathlib as _pathlib
import sys as _sys
import types as _types
import typing as _typing
import warnings as _warnings

__all__ = ["Package", "Resource", "as_file", "contents", "files", "is_resource", "open_binary", "open_text", "path", "read_binary",
           "read_text"]

Package = _typing.Union[_types.ModuleType, str]
Resource = str


def files(package):
    "Where a package's files lie: a path, to be joined with / and read."
    module = package
    if not isinstance(module, _types.ModuleType):
        from importlib import import_module
        module = import_module(package)
    for folder in getattr(module, "__path__", ()):
        place = _place(folder)
        if place is not None:
            return place
    if getattr(module, "__file__", None) is None or module.__file__.startswith("<frozen"):
        # a part of this program: what the machine's library has of that name
        for folder in reversed(_sys.path):
            place = _pathlib.Path(folder, *module.__name__.split("."))
            if place.is_dir():
                return place
    raise TypeError("%r is not a package" % (package,))


def _place(folder):
    "A folder as a Path, one in an archive as zipfile's; None: neither."
    whole = _pathlib.Path(folder)
    if whole.is_dir():
        return whole
    for archive in whole.parents:
        if archive.is_file():
            import zipfile
            inside = whole.relative_to(archive).as_posix() + "/"
            return zipfile.Path(str(archive), inside)
        if archive.is_dir():
            return None
    return None


@_contextlib.contextmanager
def as_file(path):
    "In a with statement: a file of the file system; what lies in an archive is copied out meanwhile."
    if isinstance(path, _pathlib.Path):
        yield path
        return
    import shutil
    import tempfile
    folder = tempfile.mkdtemp()
    try:
        yield _copy(path, _pathlib.Path(folder))
    finally:
        shutil.rmtree(folder)


def _copy(source, folder):
    target = folder / source.name
    if source.is_dir():
        target.mkdir()
        for item in source.iterdir():
            _copy(item, target)
    else:
        target.write_bytes(source.read_bytes())
    return target


# ---- the older functions ----

_ADVICE = ("%s is deprecated. Use files() instead. Refer to https://importlib-resources.readthedocs.io/en/latest/using.html"
           "#migrating-from-legacy for migration advice.")


def _older(function):
    @_functools.wraps(function)
    def told(*args, **kwargs):
        _warnings.warn(_ADVICE % function.__name__, DeprecationWarning, stacklevel=2)
        return function(*args, **kwargs)
    return told


def _file(package, resource):
    name = str(resource)
    folder, _, last = name.rpartition(_os.sep)
    if folder or not last:
        raise ValueError("%r must be only a file name" % (resource,))
    return files(package) / last


@_older
def open_binary(package, resource):
    "A file of a package, opened for its bytes."
    return _file(package, resource).open("rb")


@_older
def read_binary(package, resource):
    "The bytes of a file of a package."
    return _file(package, resource).read_bytes()


def _text_of(package, resource, **decoding):
    return _file(package, resource).open("r", **decoding)


@_older
def open_text(package, resource, encoding="utf-8", errors="strict"):
    "A file of a package, opened for its text."
    return _text_of(package, resource, errors=errors, encoding=encoding)


@_older
def read_text(package, resource, encoding="utf-8", errors="strict"):
    "The text of a file of a package."
    with _text_of(package, resource, errors=errors, encoding=encoding) as file:
        return file.read()


def _names(package, wanted=lambda item: True):
    return [item.name for item in files(package).iterdir() if wanted(item)]


@_older
def contents(package):
    "The names of what lies in a package."
    return _names(package)


@_older
def is_resource(package, name):
    "Is that a file of the package?"
    return name in _names(package, lambda item: item.is_file())


@_older
def path(package, resource):
    "In a with statement: a file of a package as a file of the file system."
    return as_file(_file(package, resource))
