"""Types of iterators."""
from numba.core.types.functions import ArrayIterator, EnumerateType, Generator, RangeIteratorType, RangeType, ZipType

for _class in (ArrayIterator, EnumerateType, Generator, RangeIteratorType, RangeType, ZipType):
    _class.__module__ = __name__
