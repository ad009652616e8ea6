"""Arrays from numbers, and the parts of matrices."""
import numpy as np

from numba._library import implements
from numba._library.core import common


@implements(np.linspace)
def linspace(start, stop, num=50):
    result = np.empty(num, np.float64)
    if num == 0:
        return result
    steps = num - 1
    if num > 1:
        step = (stop - start) / steps
        for i in range(num):
            result[i] = start + step * i
        result[num - 1] = stop
    else:
        result[0] = start
    return result


@implements(np.eye)
def eye(N, M=None, k=0, dtype=np.float64):
    columns = N if M is None else M
    result = np.zeros((N, columns), dtype)
    for i in range(N):
        if 0 <= i + k < columns:
            result[i, i + k] = 1
    return result


@implements(np.identity)
def identity(n, dtype=np.float64):
    result = np.zeros((n, n), dtype)
    for i in range(n):
        result[i, i] = 1
    return result


@implements(np.diag)
def diag(v, k=0):
    if v.ndim == 1:
        size = v.size + abs(k)
        result = np.zeros((size, size), v.dtype)
        for i in range(v.size):
            if k >= 0:
                result[i, i + k] = v[i]
            else:
                result[i - k, i] = v[i]
        return result
    rows, columns = v.shape
    first = -k if k < 0 else 0
    count = max(0, min(rows - first, columns - (k if k > 0 else 0)))
    line = np.empty(count, v.dtype)
    for i in range(count):
        line[i] = v[i + first, i + first + k]
    return line


@implements(np.tril)
def tril(m, k=0):
    result = np.zeros_like(m)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if j <= i + k:
                result[i, j] = m[i, j]
    return result


@implements(np.triu)
def triu(m, k=0):
    result = np.zeros_like(m)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if j >= i + k:
                result[i, j] = m[i, j]
    return result


@implements(np.trace)
def trace(a):
    total = np.zeros(1, a.dtype)[0]
    for i in range(min(a.shape[0], a.shape[1])):
        total += a[i, i]
    return total


@implements(np.repeat, 'array.repeat')
def repeat(a, repeats):
    result = np.empty(a.size * repeats, a.dtype)
    at = 0
    for one in a.flat:
        for _ in range(repeats):
            result[at] = one
            at += 1
    return result


@implements(np.roll)
def roll(a, shift):
    result = np.empty(a.shape, a.dtype)
    count = a.size
    source, target = a.flat, result.flat
    for i in range(count):
        target[(i + shift) % count] = source[i]
    return result


@implements(np.append)
def append(arr, values):
    first, second = arr.ravel(), np.asarray(values).ravel()
    result = np.empty(first.size + second.size, common(arr, values))
    result[:first.size] = first
    result[first.size:] = second
    return result


@implements(np.diff)
def diff(a):
    result = np.empty(max(0, a.size - 1), a.dtype)
    for i in range(result.size):
        result[i] = a[i + 1] - a[i]
    return result
