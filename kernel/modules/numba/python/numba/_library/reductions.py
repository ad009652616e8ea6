"""Reductions: one number of many, and running totals."""
import math

import numpy as np

from numba._library import implements
from numba._library.core import call, has_kind, inexact, moved, real, wide


@implements('numba._library.sum_axis')
def sum_axis(a, axis, dtype=None):
    if axis < -a.ndim or axis >= a.ndim:
        raise ValueError("'axis' entry is out of bounds")
    rows = moved(a, axis)
    kind = wide(a) if dtype is None else dtype
    result = np.zeros(rows.shape[:-1], kind)
    if a.ndim == 1:
        return a.sum()
    for place in np.ndindex(result.shape):
        result[place] = rows[place].sum()
    return result


@implements(np.mean, 'array.mean')
def mean(a):
    total = np.zeros(1, inexact(a))[0]
    for one in a.flat:
        total += one
    return total / a.size


@implements(np.var, 'array.var')
def var(a):
    middle = mean(a)
    total = np.zeros(1, real(a))[0]
    for one in a.flat:
        away = one - middle
        if has_kind(a, 'c'):
            total += away.real * away.real + away.imag * away.imag
        else:
            total += away * away
    return total / a.size


@implements(np.std, 'array.std')
def std(a):
    return var(a) ** 0.5


@implements(np.min, np.amin, 'array.min')
def least(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation minimum which has no identity')
    line = a.flat
    best = line[0]
    for i in range(1, a.size):
        one = line[i]
        if has_kind(a, 'f'):
            if np.isnan(best):
                return best
            if one < best or np.isnan(one):
                best = one
        elif has_kind(a, 'c'):
            if one.real < best.real or (one.real == best.real and one.imag < best.imag):
                best = one
        elif one < best:
            best = one
    return best


@implements(np.max, np.amax, 'array.max')
def greatest(a):
    if a.size == 0:
        raise ValueError('zero-size array to reduction operation maximum which has no identity')
    line = a.flat
    best = line[0]
    for i in range(1, a.size):
        one = line[i]
        if has_kind(a, 'f'):
            if np.isnan(best):
                return best
            if one > best or np.isnan(one):
                best = one
        elif has_kind(a, 'c'):
            if one.real > best.real or (one.real == best.real and one.imag > best.imag):
                best = one
        elif one > best:
            best = one
    return best


def least_place(a):
    if a.size == 0:
        raise ValueError('attempt to get argmin of an empty sequence')
    line = a.flat
    best, place = line[0], 0
    for i in range(a.size):
        one = line[i]
        if has_kind(a, 'f') and np.isnan(one):
            return i
        if one < best:
            best, place = one, i
    return place


def greatest_place(a):
    if a.size == 0:
        raise ValueError('attempt to get argmax of an empty sequence')
    line = a.flat
    best, place = line[0], 0
    for i in range(a.size):
        one = line[i]
        if has_kind(a, 'f') and np.isnan(one):
            return i
        if one > best:
            best, place = one, i
    return place


@implements(np.argmin, 'array.argmin')
def argmin(a, axis=None):
    if axis is None:
        return least_place(a)
    if axis < -a.ndim or axis >= a.ndim:
        raise ValueError('axis is out of bounds')
    if a.ndim == 1:
        return least_place(a)
    rows = moved(a, axis)
    result = np.empty(rows.shape[:-1], np.int64)
    for place in np.ndindex(result.shape):
        result[place] = least_place(rows[place])
    return result


@implements(np.argmax, 'array.argmax')
def argmax(a, axis=None):
    if axis is None:
        return greatest_place(a)
    if axis < -a.ndim or axis >= a.ndim:
        raise ValueError('axis is out of bounds')
    if a.ndim == 1:
        return greatest_place(a)
    rows = moved(a, axis)
    result = np.empty(rows.shape[:-1], np.int64)
    for place in np.ndindex(result.shape):
        result[place] = greatest_place(rows[place])
    return result


@implements(np.any, 'array.any')
def any_of(a):
    for one in a.flat:
        if one:
            return True
    return False


@implements(np.all, 'array.all')
def all_of(a):
    for one in a.flat:
        if not one:
            return False
    return True


@implements(np.ptp)
def ptp(a):
    return greatest(a) - least(a)


@implements(np.cumsum, 'array.cumsum')
def cumsum(a):
    result = np.empty(a.size, wide(a))
    total = np.zeros(1, wide(a))[0]
    at = 0
    for one in a.flat:
        total += one
        result[at] = total
        at += 1
    return result


@implements(np.cumprod, 'array.cumprod')
def cumprod(a):
    result = np.empty(a.size, wide(a))
    total = np.ones(1, wide(a))[0]
    at = 0
    for one in a.flat:
        total *= one
        result[at] = total
        at += 1
    return result


@implements(np.count_nonzero)
def count_nonzero(a, axis=None):
    if axis is None:
        count = 0
        for one in a.flat:
            if one:
                count += 1
        return count
    return (a != 0).sum(axis)


@implements(np.median)
def median(a):
    line = a.flatten()
    call('array.sort', (line, -1, None, None, None), ())
    count = line.size
    if count == 0:
        return np.nan
    if has_kind(a, 'f') and np.isnan(line[count - 1]):
        return np.nan
    if count % 2:
        return line[count // 2] / 1.0
    return (line[count // 2 - 1] + line[count // 2]) / 2.0


@implements(np.nansum)
def nansum(a):
    total = np.zeros(1, wide(a))[0]
    for one in a.flat:
        if not np.isnan(one):
            total += one
    return total


@implements(np.nanprod)
def nanprod(a):
    total = np.ones(1, wide(a))[0]
    for one in a.flat:
        if not np.isnan(one):
            total *= one
    return total


@implements(np.nanmean)
def nanmean(a):
    total = np.zeros(1, inexact(a))[0]
    count = 0
    for one in a.flat:
        if not np.isnan(one):
            total += one
            count += 1
    return np.divide(total, count)


@implements(np.nanvar)
def nanvar(a):
    middle = nanmean(a)
    total, count = 0.0, 0
    for one in a.flat:
        if not np.isnan(one):
            total += (one - middle) * (one - middle)
            count += 1
    return np.divide(total, count)


@implements(np.nanstd)
def nanstd(a):
    return nanvar(a) ** 0.5


def known(a):
    count = 0
    for one in a.flat:
        if not np.isnan(one):
            count += 1
    result = np.empty(count, a.dtype)
    at = 0
    for one in a.flat:
        if not np.isnan(one):
            result[at] = one
            at += 1
    return result


@implements(np.nanmin)
def nanmin(a):
    kept = known(a)
    return least(kept) if kept.size else a.flat[0]


@implements(np.nanmax)
def nanmax(a):
    kept = known(a)
    return greatest(kept) if kept.size else a.flat[0]


@implements(np.nanmedian)
def nanmedian(a):
    return median(known(a))
