"""Paths that match a shell's patterns; "**" goes through all folders with recursive=True."""
import os as _os

import fnmatch as _fnmatch

__all__ = ["escape", "glob", "iglob"]


def has_magic(s):
    """Does a path hold pattern letters?"""
    return any(letter in s for letter in ((b"*", b"?", b"[") if isinstance(s, bytes) else "*?["))


def escape(pathname):
    """A pattern that matches just this path."""
    if isinstance(pathname, bytes):
        return escape(pathname.decode("latin-1")).encode("latin-1")
    return "".join("[%s]" % letter if letter in "*?[" else letter for letter in pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern, as a list."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern, one by one."""
    pathname = _os.fspath(pathname)
    if isinstance(pathname, bytes):
        root = None if root_dir is None else _os.fsdecode(root_dir)
        return (_os.fsencode(path) for path in iglob(_os.fsdecode(pathname), root_dir=root, recursive=recursive, include_hidden=include_hidden))
    root = "" if root_dir is None else _os.fspath(root_dir)
    found = _glob(pathname, root, recursive, False, include_hidden)
    if not pathname or recursive and pathname[:2] == "**":
        first = next(found, None)  # the pattern itself matches the empty path, which is no answer
        if first:
            import itertools
            found = itertools.chain((first,), found)
    return found


def _join(folder, name):
    return _os.path.join(folder, name) if folder and name else folder or name


def _is_hidden(name):
    return name[0] == "."


def _names(folder, only_folders):
    try:
        with _os.scandir(folder or ".") as entries:
            for entry in entries:
                try:
                    if not only_folders or entry.is_dir():
                        yield entry.name
                except OSError:
                    pass
    except OSError:
        return


def _glob(pathname, root, recursive, only_folders, include_hidden):
    folder, name = _os.path.split(pathname)
    if not has_magic(pathname):
        if name:
            if _os.path.lexists(_join(root, pathname)):
                yield pathname
        elif _os.path.isdir(_join(root, folder)):
            yield pathname
        return
    if not folder:
        if recursive and name == "**":
            yield from _below(root, only_folders, include_hidden)
        else:
            yield from _matching(root, name, only_folders, include_hidden)
        return
    if folder != pathname and has_magic(folder):
        folders = _glob(folder, root, recursive, True, include_hidden)
    else:
        folders = [folder]
    for folder in folders:
        place = _join(root, folder)
        if not has_magic(name):
            names = [name] if (_os.path.lexists(_join(place, name)) if name else _os.path.isdir(place)) else []
        elif recursive and name == "**":
            names = _below(place, only_folders, include_hidden)
        else:
            names = _matching(place, name, only_folders, include_hidden)
        for found in names:
            yield _os.path.join(folder, found)


def _matching(folder, pattern, only_folders, include_hidden):
    names = _names(folder, only_folders)
    if not include_hidden and not _is_hidden(pattern):
        names = (name for name in names if not _is_hidden(name))
    return _fnmatch.filter(names, pattern)


def _below(folder, only_folders, include_hidden):
    if folder and not _os.path.isdir(folder):
        return
    yield ""
    yield from _all_below(folder, only_folders, include_hidden)


def _all_below(folder, only_folders, include_hidden):
    for name in list(_names(folder, only_folders)):
        if include_hidden or not _is_hidden(name):
            yield name
            place = _join(folder, name)
            for found in _all_below(place, only_folders, include_hidden):
                yield _join(name, found)


def glob0(dirname, pattern):
    """The name itself, when there is such an entry."""
    place = _join(_os.fspath(dirname), pattern)
    return [pattern] if (_os.path.lexists(place) if pattern else _os.path.isdir(dirname)) else []


def glob1(dirname, pattern):
    """The names in a folder that match."""
    return _matching(dirname, pattern, False, False)
