"""Indexing by arrays."""
import numpy as np

from numba._library import implements


@implements('numba._library.flatnonzero', np.flatnonzero)
def flatnonzero(a):
    count = 0
    for one in a.flat:
        if one:
            count += 1
    places = np.empty(count, np.int64)
    at = 0
    where = 0
    for one in a.flat:
        if one:
            places[at] = where
            at += 1
        where += 1
    return places


@implements('numba._library.mask_get')
def mask_get(a, mask):
    if a.shape != mask.shape:
        raise IndexError('boolean index did not match indexed array')
    line, chosen = a.ravel(), mask.ravel()
    count = 0
    for i in range(len(chosen)):
        if chosen[i]:
            count += 1
    result = np.empty(count, a.dtype)
    at = 0
    for i in range(len(chosen)):
        if chosen[i]:
            result[at] = line[i]
            at += 1
    return result
