"""The parts of os that can be written in Python."""
import abc
import os
import sys
from os import path

supports_bytes_environ = True
supports_dir_fd = {os.access, os.chmod, os.chown, os.link, os.mkdir, os.open, os.readlink, os.rename, os.rmdir, os.stat, os.symlink,
                   os.unlink, os.utime}
supports_effective_ids = {os.access}
supports_fd = {os.chdir, os.chmod, os.chown, os.listdir, os.scandir, os.stat, os.statvfs, os.truncate, os.utime}
supports_follow_symlinks = {os.access, os.chown, os.link, os.stat, os.utime}


class PathLike(abc.ABC):
    """What has a path: __fspath__() gives it."""

    @abc.abstractmethod
    def __fspath__(self):
        """The path as str or bytes."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not PathLike:
            return NotImplemented
        for base in subclass.__mro__:
            if "__fspath__" in base.__dict__:
                return NotImplemented if base.__dict__["__fspath__"] is None else True
        return NotImplemented

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


PathLike.__module__ = "os"


def fsencode(filename):
    """A path as bytes."""
    filename = os.fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as str."""
    filename = os.fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


def _cut(name):
    # (what is above, the last name), whether or not a slash ends it.
    above, last = path.split(name)
    return (above, last) if last else path.split(above)


def makedirs(name, mode=0o777, exist_ok=False):
    """Make a folder and those above it that are missing."""
    wanted = [name]
    while all(parts := _cut(wanted[-1])) and not path.exists(parts[0]):
        wanted.append(parts[0])
    for place in range(len(wanted) - 1, -1, -1):
        each, is_last = wanted[place], place == 0
        if place < len(wanted) - 1 and _cut(each)[1] in (".", b"."):
            continue  # what is above it is made by now
        try:
            os.mkdir(each, mode if is_last else 0o777)
        except OSError as error:
            is_there = exist_ok and path.isdir(each)
            if not is_there and (is_last or not isinstance(error, FileExistsError)):
                raise


def removedirs(name):
    """Remove a folder, and those above it as far as they are empty."""
    os.rmdir(name)
    parts = _cut(name)
    try:
        while all(parts):
            os.rmdir(parts[0])
            parts = path.split(parts[0])
    except OSError:
        pass


def _folder(name):
    above, last = path.split(name)
    return above if last else None


def renames(old, new):
    """Rename, making folders for the new name and removing those that the old one leaves empty."""
    if (into := _folder(new)) and not path.exists(into):
        makedirs(into)
    os.rename(old, new)
    if left := _folder(old):
        try:
            removedirs(left)
        except OSError:
            pass  # it is not empty


def walk(top, topdown=True, onerror=None, followlinks=False):
    """For a folder and every one below it: (its path, the names of its folders, the names of its files)."""
    return _walk(os.fspath(top), topdown, onerror, followlinks)


def _walk(top, topdown, onerror, followlinks):
    # A stack of paths still to visit; of a tuple, when going bottom up, what is still to be given out.
    stack = [top]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            yield top
            continue
        folders, files, below = [], [], []
        try:
            entries = os.scandir(top)
        except OSError as error:
            if onerror is not None:
                onerror(error)
            continue
        failed = False
        with entries:
            while True:
                try:
                    entry = next(entries, None)
                    if entry is None:
                        break
                except OSError as error:
                    if onerror is not None:
                        onerror(error)
                    failed = True
                    break
                try:
                    is_folder = entry.is_dir()
                except OSError:
                    is_folder = False
                (folders if is_folder else files).append(entry.name)
                if not topdown and is_folder and (followlinks or not entry.is_symlink()):
                    below.append(entry.path)
        if failed:
            continue
        if topdown:
            yield top, folders, files
            for name in reversed(folders):
                place = path.join(top, name)
                if followlinks or not path.islink(place):
                    stack.append(place)
        else:
            stack.append((top, folders, files))
            stack.extend(reversed(below))


def fwalk(top=".", topdown=True, onerror=None, *, follow_symlinks=False, dir_fd=None):
    """walk() that also gives a descriptor of each folder."""
    for folder, folders, files in walk(top, topdown, onerror, follow_symlinks):
        descriptor = os.open(folder, os.O_RDONLY, dir_fd=dir_fd)
        try:
            yield folder, folders, files, descriptor
        finally:
            os.close(descriptor)


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """open() for a descriptor."""
    if isinstance(fd, int):
        return open(fd, mode, buffering, encoding, *args, **kwargs)
    raise TypeError(f"invalid fd type ({type(fd)}, expected integer)")


def get_exec_path(env=None):
    """The folders in which programs are sought."""
    env = os.environ if env is None else env
    return env.get("PATH", os.defpath).split(os.pathsep)


def getenvb(key, default=None):
    """An environment variable as bytes."""
    value = os.environ.get(fsdecode(key))
    return default if value is None else fsencode(value)


environb = {fsencode(name): fsencode(value) for name, value in os.environ.items()}


def waitstatus_to_exitcode(status):
    """The exit code that a wait status means; negative: the signal."""
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    if os.WIFSIGNALED(status):
        return -os.WTERMSIG(status)
    raise ValueError("invalid wait status: %r" % status)


class _wrap_close:
    """A pipe to or from a command; close() waits for the command."""

    def __init__(self, stream, process):
        self._stream, self._process = stream, process

    def close(self):
        """The wait status of the command, None when it is 0."""
        self._stream.close()
        code = self._process.wait()
        if code == 0:
            return None
        return code << 8 if code > 0 else -code

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


def popen(cmd, mode="r", buffering=-1):
    """A pipe to or from a shell command."""
    if not isinstance(cmd, str):
        raise TypeError(f"invalid cmd type ({type(cmd)}, expected string)")
    side = "stdout" if mode == "r" else "stdin" if mode == "w" else None
    if side is None:
        raise ValueError(f"invalid mode {mode!r}")
    if buffering in (0, None):
        raise ValueError("popen() does not support unbuffered streams")
    from subprocess import PIPE, Popen
    process = Popen(cmd, bufsize=buffering, shell=True, text=True, **{side: PIPE})
    return _wrap_close(getattr(process, side), process)


def _refuse(name):
    def refused(*arguments, **keywords):
        raise NotImplementedError("os.%s is not available: this process has threads of its own that would not survive it; "
                                  "use subprocess or multiprocessing" % name)
    refused.__name__ = refused.__qualname__ = name
    refused.__doc__ = "Not available here: use subprocess or multiprocessing."
    return refused


for _name in ("fork", "forkpty"):
    globals()[_name] = _refuse(_name)


def _execute(name, path, args, env):
    import _spawn
    if not isinstance(args, (tuple, list)):
        raise TypeError("%s() arg 2 must be a tuple or list" % name)
    if not args:
        raise ValueError("%s() arg 2 must not be empty" % name)
    if not args[0]:
        raise ValueError("%s() arg 2 first element cannot be empty" % name)
    if env is not None and not hasattr(env, "keys"):
        raise TypeError("%s() arg 3 must be a mapping object" % name if name == "execve" else "execve: environment must be a mapping object")
    _spawn.execute(path, args, None if env is None else ["%s=%s" % (fsdecode(key), fsdecode(env[key])) for key in env.keys()])


def execv(path, argv):
    """Run the program at a path in place of this one, with a list of words."""
    _execute("execv", path, argv, None)


def execve(path, argv, env):
    """The same with an environment."""
    _execute("execve", path, argv, env)


def _execute_found(file, args, env):
    name = "execv" if env is None else "execve"
    places = [file] if os.path.dirname(file) else [os.path.join(fsencode(folder), fsencode(file)) for folder in get_exec_path(env)]
    failures = []
    for place in places:
        try:
            _execute(name, place, args, env)
        except OSError as error:
            failures.append(error)
    telling = [error for error in failures if not isinstance(error, (FileNotFoundError, NotADirectoryError))]
    raise telling[0] if telling else failures[-1]


def execvp(file, args):
    """Run a program found along PATH in place of this one."""
    _execute_found(file, args, None)


def execvpe(file, args, env):
    """The same with an environment."""
    _execute_found(file, args, env)


def execl(file, *args):
    """execv() with the words as arguments."""
    execv(file, args)


def execle(file, *args):
    """execve() with the words as arguments, the environment last."""
    execve(file, args[:-1], args[-1])


def execlp(file, *args):
    """execvp() with the words as arguments."""
    execvp(file, args)


def execlpe(file, *args):
    """execvpe() with the words as arguments, the environment last."""
    execvpe(file, args[:-1], args[-1])


def spawnvpe(mode, file, args, env):
    """Run a program: its exit code, or with P_NOWAIT its number."""
    import subprocess
    try:
        process = subprocess.Popen(list(args), executable=file, env=env)
    except Exception:  # it is the child that fails
        if mode == os.P_NOWAIT:
            raise
        return 127
    if mode == os.P_NOWAIT:
        return process.pid
    return process.wait()


def spawnvp(mode, file, args):
    """Run a program with this environment."""
    return spawnvpe(mode, file, args, os.environ)


spawnv, spawnve = spawnvp, spawnvpe


def spawnl(mode, file, *args):
    """Run a program with arguments one by one."""
    return spawnvp(mode, file, args)


def spawnle(mode, file, *args):
    """Run a program with arguments one by one, the last of them the environment."""
    return spawnvpe(mode, file, args[:-1], args[-1])


spawnlp, spawnlpe = spawnl, spawnle
for _function in (PathLike, fsencode, fsdecode, makedirs, removedirs, renames, walk, fwalk, fdopen, get_exec_path, getenvb, waitstatus_to_exitcode,
                  _wrap_close, popen, fork, execv, execve, execvp, execvpe, execl, execle, execlp, execlpe, spawnv, spawnl):
    _function.__module__ = "os"
