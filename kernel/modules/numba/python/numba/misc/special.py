"""Functions that mean something in compiled code, as Python calls them: typeof, prange, literally."""

__all__ = ['typeof', 'prange', 'pndindex', 'gdb', 'gdb_breakpoint', 'gdb_init', 'literally', 'literal_unroll']


def typeof(val, purpose=None):
    """The type that compiled code gives a value.

    >>> import numpy as np
    >>> import numba
    >>> numba.typeof(np.zeros((2, 3)))
    Array(float64, 2, 'C', False, aligned=True)
    >>> numba.typeof((1, 2.0))
    Tuple((int64, float64))
    """
    from numba.core.typing.typeof import Purpose, typeof as find
    return find(val, Purpose.constant if purpose is None else purpose)


class prange(object):
    """range() whose turns may run at the same time in a function of jit(parallel=True)."""

    def __new__(cls, *args):
        return range(*args)


def pndindex(*args):
    """np.ndindex whose turns may run at the same time in a function of jit(parallel=True)."""
    import numpy
    return numpy.ndindex(*args)


def _no_debugger():
    raise RuntimeError("Is gdb present? Location specified (gdb) does not exist. The gdb binary location can be set using Numba "
                       "configuration, see: https://numba.readthedocs.io/en/stable/reference/envvars.html")


def gdb(*args):
    """Start gdb here: refused, there is none."""
    _no_debugger()


def gdb_breakpoint():
    """Stop for gdb here: refused, there is none."""
    _no_debugger()


def gdb_init(*args):
    """Start gdb: refused, there is none."""
    _no_debugger()


def literally(obj):
    """The value, which compiled code is to take as a constant."""
    return obj


def literal_unroll(container):
    """The container, over which compiled code is to go step by step, each with its own types."""
    return container
