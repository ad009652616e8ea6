"""Files and folders for tests."""
import contextlib
import os
import unittest

TESTFN_ASCII = "@test_%d_tmp" % os.getpid()
TESTFN_UNICODE = TESTFN_ASCII + "-\xe0\xf2\u0258\u0141\u011f"
TESTFN_UNENCODABLE = TESTFN_UNDECODABLE = None
TESTFN_NONASCII = TESTFN_ASCII + "\xe6"
FS_NONASCII = "\xe6"
SAVEDCWD = os.getcwd()
TESTFN = TESTFN_ASCII


def unlink(filename):
    try:
        os.unlink(filename)
    except (FileNotFoundError, NotADirectoryError):
        pass


def rmdir(dirname):
    try:
        os.rmdir(dirname)
    except FileNotFoundError:
        pass


def rmtree(path):
    if os.path.isdir(path) and not os.path.islink(path):
        for name in os.listdir(path):
            rmtree(os.path.join(path, name))
        rmdir(path)
    else:
        unlink(path)


def create_empty_file(filename):
    open(filename, "wb").close()


_made = [0]


@contextlib.contextmanager
def temp_dir(path=None, quiet=False):
    if path is None:
        _made[0] += 1
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), "conformance-%d-%d" % (os.getpid(), _made[0]))
    os.mkdir(path)
    try:
        yield path
    finally:
        rmtree(path)


@contextlib.contextmanager
def change_cwd(path, quiet=False):
    saved = os.getcwd()
    os.chdir(path)
    try:
        yield os.getcwd()
    finally:
        os.chdir(saved)


@contextlib.contextmanager
def temp_cwd(name="tempcwd", quiet=False):
    with temp_dir() as path, change_cwd(path) as cwd:
        yield cwd


def can_symlink():
    return True


skip_unless_symlink = skip_unless_working_chmod = skip_unless_dac_override = lambda test: test
skip_unless_xattr = unittest.skip("extended attributes")


class FakePath:
    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return "<FakePath %r>" % (self.path,)

    def __fspath__(self):
        if isinstance(self.path, BaseException) or isinstance(self.path, type) and issubclass(self.path, BaseException):
            raise self.path
        return self.path


class EnvironmentVarGuard:
    def __init__(self):
        self.changed = {}

    def __getitem__(self, name):
        return os.environ[name]

    def __contains__(self, name):
        return name in os.environ

    def _remember(self, name):
        self.changed.setdefault(name, os.environ.get(name))

    def __setitem__(self, name, value):
        self._remember(name)
        os.environ[name] = value

    def __delitem__(self, name):
        self._remember(name)
        os.environ.pop(name, None)

    def set(self, name, value):
        self[name] = value

    def unset(self, name):
        del self[name]

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        for name, value in self.changed.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
