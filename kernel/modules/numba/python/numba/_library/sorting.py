"""Sorting and searching."""
import numpy as np

from numba._library import implements
from numba._library.core import call


@implements('array.sort')
def sort_in_place(self):
    call('array.sort', (self, -1, None, None, None), ())


@implements(np.sort)
def sort(a):
    result = a.copy()
    call('array.sort', (result, -1, None, None, None), ())
    return result


@implements(np.argsort, 'array.argsort')
def argsort(a, kind='quicksort'):
    result = np.empty(a.size, np.int64)
    call('argsort', (a, -1, None, None, None), (result,))
    return result


@implements(np.unique)
def unique(ar):
    line = ar.flatten()
    call('array.sort', (line, -1, None, None, None), ())
    count = 0
    for i in range(line.size):
        if i == 0 or line[i] != line[i - 1]:
            line[count] = line[i]
            count += 1
    return line[:count].copy()
