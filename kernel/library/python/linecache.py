"""Lines of source files, kept once read; cells count as files."""

import os
import sys
from _inspect import source as _source

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]

cache = {}


def clearcache():
    "Forget every file."
    cache.clear()


def getline(filename, lineno, module_globals=None):
    "A line with its newline; '' when there is none."
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""


def getlines(filename, module_globals=None):
    "All lines of a file, [] when it cannot be read."
    known, lines = cache.get(filename, ()), []
    if len(known) > 1:
        return known[2]
    try:
        lines = updatecache(filename, module_globals)
    except MemoryError:
        clearcache()
    return lines


def checkcache(filename=None):
    "Forget files that have changed."
    for name in [*cache] if filename is None else filter(cache.__contains__, (filename,)):
        if len(cache[name]) > 1 and not _is_as_before(*cache[name]):
            cache.pop(name, None)


def _is_as_before(size, changed, lines, path):
    if changed is None:
        return True  # no file: lines of a loader
    try:
        now = os.stat(path)
    except OSError:
        return False
    return (now.st_size, now.st_mtime) == (size, changed)


def _split(text):
    lines = text.splitlines(True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return lines


def _encoding(data):
    "What a comment in one of the first two lines says."
    import re
    for line in data.split(b"\n", 2)[:2]:
        found = re.match(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line)
        if found:
            return found[1].decode()
        if not re.match(rb"[ \t\f]*(?:[#\r\n]|$)", line):
            break
    return "utf-8-sig"


def updatecache(filename, module_globals=None):
    "Read a file again."
    if filename in cache and len(cache[filename]) != 1:
        cache.pop(filename, None)
    if not filename:
        return []
    text = _source(filename)
    if text is not None:
        return _split(text)  # a cell of the same name may come: nothing is kept
    if filename.startswith("<") and filename.endswith(">"):
        return []
    path = filename
    try:
        status = os.stat(path)
    except OSError:
        if lazycache(filename, module_globals):
            try:
                data = cache[filename][0]()
            except (ImportError, OSError):
                pass
            else:
                if data is None:
                    return []
                cache[filename] = len(data), None, _split(data), path
                return cache[filename][2]
        if os.path.isabs(filename):
            return []
        for folder in sys.path:
            try:
                path = os.path.join(folder, filename)
                status = os.stat(path)
                break
            except (TypeError, AttributeError, OSError):
                continue
        else:
            return []
    try:
        with open(path, "rb") as file:
            data = file.read()
        lines = _split(data.decode(_encoding(data)).replace("\r\n", "\n"))
    except (OSError, UnicodeDecodeError, SyntaxError, LookupError):
        return []
    cache[filename] = status.st_size, status.st_mtime, lines, path
    return lines


def lazycache(filename, module_globals):
    "Let the module's loader give the lines when they are asked for; True if it can."
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or filename.startswith("<") and filename.endswith(">"):
        return False
    if module_globals and "__name__" in module_globals:
        name = module_globals["__name__"]
        module = sys.modules.get(name)
        if getattr(module, "__dict__", None) is module_globals:
            getattr(module, "__spec__", None)  # a module has it from when it is asked
        spec = module_globals.get("__spec__")
        loader = getattr(spec, "loader", None) or module_globals.get("__loader__")
        get_source = getattr(loader, "get_source", None)
        if name and get_source:
            cache[filename] = (lambda: get_source(name),)
            return True
    return False
