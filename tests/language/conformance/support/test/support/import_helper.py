"""Imports as CPython's test files want them."""
import contextlib
import importlib
import importlib.util
import sys
import unittest
import warnings

HAVE_BOTH = {"json", "bisect", "functools", "heapq"}
IS_CPYTHON = sys.implementation.name == "cpython"


def _ignore_deprecated_imports(ignore=True):
    return contextlib.nullcontext()


def import_module(name, deprecated=False, *, required_on=()):
    try:
        return importlib.import_module(name)
    except ImportError as message:
        raise unittest.SkipTest(str(message))


def import_fresh_module(name, fresh=(), blocked=(), *, deprecated=False, usefrozen=False):
    """The module newly imported, with others fresh or blocked; None where that is not to be had.

    Cupola has one implementation of most modules: it stands for CPython's in C and for its one in Python, so that the
    tests of both run."""
    names = [name, *fresh]
    has_both = IS_CPYTHON or name in HAVE_BOTH
    if has_both:
        names += blocked
    else:
        names = fresh = [one for one in [*fresh, name] if not one.startswith("_") or importlib.util.find_spec(one)]
    prefixes = tuple(one + "." for one in names)
    saved = {key: module for key, module in sys.modules.items() if key in names or key.startswith(prefixes)}
    for key in saved:
        del sys.modules[key]
    if has_both:
        for one in blocked:
            sys.modules[one] = None
    try:
        with warnings.catch_warnings():
            for one in fresh:
                importlib.import_module(one)
            return importlib.import_module(name)
    except ImportError:
        return None
    finally:
        for key in [key for key in sys.modules if key in names or key.startswith(prefixes)]:
            del sys.modules[key]
        sys.modules.update(saved)


def unload(name):
    sys.modules.pop(name, None)


def forget(modname):
    unload(modname)


def make_legacy_pyc(source):
    raise unittest.SkipTest("no compiled files")


class CleanImport:
    def __init__(self, *module_names, usefrozen=False):
        self.original = sys.modules.copy()
        for name in module_names:
            sys.modules.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        sys.modules.update(self.original)


class DirsOnSysPath:
    def __init__(self, *paths):
        self.original = sys.path[:]
        sys.path.extend(paths)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        sys.path[:] = self.original


def modules_setup():
    return (sys.modules.copy(),)


def modules_cleanup(oldmodules):
    for name in [name for name in sys.modules if name not in oldmodules]:
        del sys.modules[name]
    sys.modules.update(oldmodules)
