"""Names of C's types that are another type here: long long is 64 bits wide as long is, and long double is double."""

import numpy as np

__all__ = ['longlong', 'ulonglong', 'longdouble', 'clongdouble', 'float128', 'complex256']


class longlong(np.int64):
    """C's long long: int64."""
    __module__ = 'numpy'

    def __new__(cls, *args):
        return np.int64(*args)


class ulonglong(np.uint64):
    """C's unsigned long long: uint64."""
    __module__ = 'numpy'

    def __new__(cls, *args):
        return np.uint64(*args)


class longdouble(np.float64):
    """C's long double, which is float64 here."""
    __module__ = 'numpy'

    def __new__(cls, *args):
        return np.float64(*args)


class clongdouble(np.complex128):
    """C's complex long double, which is complex128 here."""
    __module__ = 'numpy'

    def __new__(cls, *args):
        return np.complex128(*args)


float128, complex256 = longdouble, clongdouble
