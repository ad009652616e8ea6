"""The parts of os.path that are written in Python."""
import os


def commonprefix(m):
    """The longest beginning that all have in common, letter by letter."""
    if not m:
        return ""
    texts = m if isinstance(m[0], (list, tuple)) else [*map(os.fspath, m)]
    # What the first and the last in the order share, all share.
    first, last = min(texts), max(texts)
    pairs = zip(first, last)
    length = next((place for place, (one, other) in enumerate(pairs) if one != other), len(first))
    return first[:length]


def samestat(s1, s2):
    """Do two stat results belong to one file?"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def commonpath(paths):
    """The longest path that all lie below."""
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    paths = tuple(map(os.fspath, paths))
    if len({isinstance(path, bytes) for path in paths}) > 1:
        raise TypeError("Can't mix strings and bytes in path components")
    is_bytes = isinstance(paths[0], bytes)
    sep, here, empty = (b"/", b".", b"") if is_bytes else ("/", ".", "")
    kinds = {path[:1] == sep for path in paths}
    if len(kinds) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[part for part in path.split(sep) if part and part != here] for path in paths]
    low, high = min(parts), max(parts)
    common = low
    for place, part in enumerate(low):
        if part != high[place]:
            common = low[:place]
            break
    return (sep if kinds.pop() else empty) + sep.join(common)


def splitroot(p):
    """The drive (there is none here), the root (one slash, or two where just two stand) and what follows them."""
    p = os.fspath(p)
    slash = b"/" if isinstance(p, bytes) else "/"
    rest = p.lstrip(slash)
    slashes = len(p) - len(rest)
    root = slash * min(slashes, 1 if slashes != 2 else 2)
    return p[:0], root, p[len(root):]


def isjunction(path):
    """Is it a junction? There are none here."""
    os.fspath(path)
    return False


def isdevdrive(path):
    """Is it on a drive for developers? There are none here."""
    os.fspath(path)
    return False


class _AllowMissing:
    """realpath's `strict` that lets the last parts of a path be absent."""

    def __repr__(self):
        return "os.path.ALLOW_MISSING"

    def __bool__(self):
        return False


ALLOW_MISSING = _AllowMissing()
for _function in (commonprefix, samestat, commonpath, splitroot, isjunction, isdevdrive):
    _function.__module__ = "posixpath"
