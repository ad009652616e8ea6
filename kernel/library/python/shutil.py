"""Copying, moving, removing whole files and trees."""
import os
import stat as _stat
import sys as _sys

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy", "copy2", "copytree", "move", "rmtree", "Error", "SpecialFileError",
           "make_archive", "get_archive_formats", "register_archive_format", "unregister_archive_format", "unpack_archive", "get_unpack_formats", "register_unpack_format", "unregister_unpack_format", "ignore_patterns", "chown", "which", "get_terminal_size",
           "SameFileError", "disk_usage"]
COPY_BUFSIZE = 64 * 1024


class Error(OSError):
    """A tree that could not be copied or moved."""


class SameFileError(Error):
    """Source and destination are one file."""


class SpecialFileError(OSError):
    """What cannot be copied: a named pipe."""


class ReadError(OSError):
    """An archive that cannot be read."""


class RegistryError(Exception):
    """A format of archives that is not known."""


class ExecError(OSError):
    """A program that could not be run."""


def copyfileobj(fsrc, fdst, length=0):
    """Copy what a file object has into another."""
    length = length or COPY_BUFSIZE
    while True:
        data = fsrc.read(length)
        if not data:
            break
        fdst.write(data)


def _same(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy a file's contents."""
    if _same(src, dst):
        raise SameFileError("{!r} and {!r} are the same file".format(src, dst))
    for path in (src, dst):
        try:
            status = os.stat(path)
        except OSError:
            continue
        if _stat.S_ISFIFO(status.st_mode):
            raise SpecialFileError("`%s` is a named pipe" % os.fspath(path))
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, "rb") as source:
        try:
            with open(dst, "wb") as target:
                copyfileobj(source, target)
        except IsADirectoryError as error:
            if not os.path.exists(dst):
                raise FileNotFoundError("Directory does not exist: %s" % dst) from error
            raise
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copy a file's permissions."""
    if not follow_symlinks and os.path.islink(src) and os.path.islink(dst):
        return
    os.chmod(dst, _stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy a file's permissions and times."""
    follow = follow_symlinks or not (os.path.islink(src) and os.path.islink(dst))
    status = os.stat(src, follow_symlinks=follow)
    os.utime(dst, ns=(status.st_atime_ns, status.st_mtime_ns), follow_symlinks=follow)
    if follow:
        os.chmod(dst, _stat.S_IMODE(status.st_mode))


def copy(src, dst, *, follow_symlinks=True):
    """Copy a file with its permissions; the destination may be a folder."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy a file with its permissions and times; the destination may be a folder."""
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """For copytree(ignore=...): leave out the names that match."""
    def _ignore_patterns(path, names):
        import fnmatch
        ignored = []
        for pattern in patterns:
            ignored.extend(fnmatch.filter(names, pattern))
        return set(ignored)
    return _ignore_patterns


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Copy a folder and all below it."""
    with os.scandir(src) as found:
        entries = list(found)
    ignored = set() if ignore is None else ignore(os.fspath(src), [entry.name for entry in entries])
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    for entry in entries:
        if entry.name in ignored:
            continue
        source, target = os.path.join(src, entry.name), os.path.join(dst, entry.name)
        try:
            if entry.is_symlink():
                goal = os.readlink(source)
                if symlinks:
                    os.symlink(goal, target)
                    copystat(entry, target, follow_symlinks=False)
                    continue
                if not os.path.exists(source) and ignore_dangling_symlinks:
                    continue
            if entry.is_dir():
                copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(source, target)
        except Error as error:
            errors.extend(error.args[0])
        except OSError as error:
            errors.append((source, target, str(error)))
    try:
        copystat(src, dst)
    except OSError as error:
        errors.append((src, dst, str(error)))
    if errors:
        raise Error(errors)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Remove a folder and all below it."""
    if ignore_errors:
        def onerror(*arguments):
            pass
    elif onerror is None:
        def onerror(*arguments):
            raise
    try:
        if os.path.islink(path):
            raise OSError("Cannot call rmtree on a symbolic link")
    except OSError:
        onerror(os.path.islink, path, _sys.exc_info())
        return
    try:
        status = os.lstat(path)
    except OSError:
        onerror(os.lstat, path, _sys.exc_info())
        return
    if not _stat.S_ISDIR(status.st_mode):
        try:
            os.listdir(path)
        except OSError:
            onerror(os.scandir, path, _sys.exc_info())
            return
    _remove_below(path, onerror)
    try:
        os.rmdir(path)
    except OSError:
        onerror(os.rmdir, path, _sys.exc_info())


rmtree.avoids_symlink_attacks = False


def _remove_below(path, onerror):
    try:
        with os.scandir(path) as found:
            entries = list(found)
    except OSError:
        onerror(os.scandir, path, _sys.exc_info())
        return
    for entry in entries:
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            is_folder = False
        if is_folder:
            _remove_below(entry.path, onerror)
        try:
            (os.rmdir if is_folder else os.unlink)(entry.path)
        except OSError:
            onerror(os.rmdir if is_folder else os.unlink, entry.path, _sys.exc_info())


def _is_below(src, dst):
    src, dst = os.path.abspath(src), os.path.abspath(dst)
    return (dst.rstrip("/") + "/").startswith(src.rstrip("/") + "/")


def move(src, dst, copy_function=copy2):
    """Move a file or folder, to another file system too; into dst when that is a folder."""
    target = dst
    if os.path.isdir(dst):
        if _same(src, dst):
            os.rename(src, dst)
            return None
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip("/")))
        if os.path.exists(target):
            raise Error("Destination path '%s' already exists" % target)
    try:
        os.rename(src, target)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), target)
            os.unlink(src)
        elif os.path.isdir(src):
            if _is_below(src, dst):
                raise Error("Cannot move a directory '%s' into itself '%s'." % (src, dst))
            copytree(src, target, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, target)
            os.unlink(src)
    return target


def disk_usage(path):
    """(total, used, free): bytes of a file system."""
    from collections import namedtuple
    status = os.statvfs(path)
    kind = namedtuple("usage", "total used free")
    return kind(status.f_blocks * status.f_frsize, (status.f_blocks - status.f_bfree) * status.f_frsize, status.f_bavail * status.f_frsize)


def chown(path, user=None, group=None):
    """Change the owner and the group of a file."""
    if user is None and group is None:
        raise ValueError("user and/or group must be set")
    for name in (user, group):
        if isinstance(name, str):
            raise LookupError("no such user: {!r}".format(name))
    os.chown(path, -1 if user is None else user, -1 if group is None else group)


def get_terminal_size(fallback=(80, 24)):
    """Columns and lines: of COLUMNS and LINES, the terminal, or the fallback."""
    sizes = []
    for name in ("COLUMNS", "LINES"):
        try:
            sizes.append(int(os.environ[name]))
        except (KeyError, ValueError):
            sizes.append(0)
    columns, lines = sizes
    if columns <= 0 or lines <= 0:
        try:
            size = os.get_terminal_size(_sys.__stdout__.fileno())
        except (AttributeError, ValueError, OSError):
            size = os.terminal_size(fallback)
        columns = columns if columns > 0 else size.columns or fallback[0]
        lines = lines if lines > 0 else size.lines or fallback[1]
    return os.terminal_size((columns, lines))


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """The path of a program, None when there is none."""
    def fits(place):
        return os.path.exists(place) and os.access(place, mode) and not os.path.isdir(place)
    if os.path.dirname(cmd):
        return cmd if fits(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    if not path:
        return None
    folders = os.fsdecode(path).split(os.pathsep)
    name = os.fsdecode(cmd)
    seen = set()
    for folder in folders:
        if folder not in seen:
            seen.add(folder)
            place = os.path.join(folder, name)
            if fits(place):
                return os.fsencode(place) if isinstance(cmd, bytes) else place
    return None


# ---- archives: the system's tar and zip programs ----

_FORMATS = {"tar": ("uncompressed tar file", ".tar", ""), "gztar": ("gzip'ed tar-file", ".tar.gz", "z"),
            "bztar": ("bzip2'ed tar-file", ".tar.bz2", "j"), "xztar": ("xz'ed tar-file", ".tar.xz", "J"), "zip": ("ZIP file", ".zip", None)}
_ENDINGS = {"bztar": [".tar.bz2", ".tbz2"], "gztar": [".tar.gz", ".tgz"], "tar": [".tar"], "xztar": [".tar.xz", ".txz"], "zip": [".zip"]}


_packers = {name: (row[0], None, {}) for name, row in _FORMATS.items()}  # what it is, the program's function, its arguments
_unpackers = {name: (endings, _FORMATS[name][0], None, {}) for name, endings in _ENDINGS.items()}


def get_archive_formats():
    """(name, what it is) of the formats that make_archive() knows."""
    return sorted((name, row[0]) for name, row in _packers.items())


def register_archive_format(name, function, extra_args=None, description=""):
    """Have make_archive() call a function for a format: function(base_name, base_dir, **arguments)."""
    extra = [] if extra_args is None else extra_args
    if not callable(function):
        raise TypeError("The %s object is not callable" % function)
    if not isinstance(extra, (tuple, list)):
        raise TypeError("extra_args needs to be a sequence")
    if any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in extra):
        raise TypeError("extra_args elements are : (arg_name, value)")
    _packers[name] = description, function, dict(extra)


def unregister_archive_format(name):
    """Forget a format of make_archive()."""
    del _packers[name]


def get_unpack_formats():
    """(name, endings, what it is) of the formats that unpack_archive() knows."""
    return sorted((name, endings, description) for name, (endings, description, _, _) in _unpackers.items())


def register_unpack_format(name, extensions, function, extra_args=None, description=""):
    """Have unpack_archive() call a function for files with these endings: function(filename, extract_dir, **arguments)."""
    taken = {ending: owner for owner, row in _unpackers.items() for ending in row[0]}
    for ending in extensions:
        if ending in taken:
            raise RegistryError('%s is already registered for "%s"' % (ending, taken[ending]))
    if not callable(function):
        raise TypeError("The registered function must be a callable")
    _unpackers[name] = extensions, description, function, dict(extra_args or ())


def unregister_unpack_format(name):
    """Forget a format of unpack_archive()."""
    del _unpackers[name]


def _pack_by_function(row, base_name, root_dir, base_dir, options):
    "What a program's own function for a format makes, called in the folder that is packed."
    here = os.getcwd()
    if root_dir is not None:
        base_name = os.path.abspath(os.fspath(base_name))
        os.chdir(root_dir)
    try:
        return row[1](base_name, base_dir or os.curdir, **options, **row[2])
    finally:
        if root_dir is not None:
            os.chdir(here)


def _write_zip(target, folder, name):
    "All that a folder holds, under the folder's name in the archive."
    import zipfile
    with zipfile.ZipFile(target, "w", compression=zipfile.ZIP_DEFLATED) as archive:
        if name != os.curdir:
            archive.write(folder, name)
        for here, folders, files in os.walk(folder):
            inside = os.path.normpath(os.path.join(name, os.path.relpath(here, folder)))
            for entry in sorted(folders):
                archive.write(os.path.join(here, entry), os.path.normpath(os.path.join(inside, entry)))
            for entry in files:
                path = os.path.join(here, entry)
                if os.path.isfile(path) and os.path.abspath(path) != target:
                    archive.write(path, os.path.normpath(os.path.join(inside, entry)))


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Put a folder into an archive; the archive's path."""
    row = _packers.get(format)
    if row is None:
        raise ValueError("unknown archive format '%s'" % format)
    if row[1] is not None:
        return _pack_by_function(row, base_name, root_dir, base_dir, {"dry_run": dry_run, "logger": logger, "owner": owner, "group": group})
    import subprocess
    ending, letter = _FORMATS[format][1:]
    target = os.path.abspath(os.fspath(base_name)) + ending
    folder = os.path.dirname(target)
    if folder and not os.path.exists(folder):
        os.makedirs(folder)
    base = base_dir or os.curdir
    if letter is None:
        _write_zip(target, os.path.join(os.fspath(root_dir or os.curdir), os.fspath(base)), os.path.normpath(os.fspath(base)))
        return target if root_dir is not None or os.path.isabs(os.fspath(base_name)) else os.fspath(base_name) + ending
    subprocess.run(["tar", "-c" + letter + "f", target, "-C", os.fspath(root_dir or os.curdir), os.fspath(base)], check=True)
    return target if root_dir is not None or os.path.isabs(os.fspath(base_name)) else os.fspath(base_name) + ending


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Take everything out of an archive."""
    filename = os.fspath(filename)
    if format is None:
        for name, (endings, *_) in _unpackers.items():
            if any(filename.endswith(ending) for ending in endings):
                format = name
        if format is None:
            raise ReadError("Unknown archive format '{0}'".format(filename))
    elif format not in _unpackers:
        raise ValueError("Unknown unpack format '{0}'".format(format))
    folder = os.fspath(extract_dir or os.getcwd())
    function, arguments = _unpackers[format][2:]
    if function is not None:
        function(filename, folder, **arguments)
        return
    os.makedirs(folder, exist_ok=True)
    if format == "zip":
        import zipfile
        with zipfile.ZipFile(filename) as archive:
            archive.extractall(folder)
    else:
        import subprocess
        subprocess.run(["tar", "-xf", filename, "-C", folder], check=True)
