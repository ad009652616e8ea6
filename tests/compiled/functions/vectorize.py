"""Ufuncs of numba.vectorize: types, results, methods, mistakes."""
import math

import numba
import numpy as np
from numba import njit, vectorize


def told(call):
    try:
        value = call()
        print(repr(value), getattr(value, "dtype", type(value).__name__))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


@vectorize(["int64(int64, int64)", "float64(float64, float64)"])
def add(a, b):
    "Their sum."
    return a + b


@vectorize
def times(a, b):
    return a * b


@vectorize([numba.float32(numba.float32, numba.float32), numba.float64(numba.float64, numba.float64)], target="parallel")
def relative(a, b):
    return 2 * (a - b) / (a + b)


@vectorize(["boolean(int32)"])
def is_prime(n):
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True


@vectorize(["int64(int64, int64)"], identity=0)
def plus(a, b):
    return a + b


@vectorize([numba.float64(numba.float64, numba.float64)], nopython=True, fastmath=False)
def sin_cos(x, y):
    return math.sin(x) * math.cos(y)


@vectorize(["float64(float64)"])
def tripled(x):
    return 3 * x


@vectorize(["complex128(complex128, float64)"])
def scaled(z, f):
    return z * f


print(add, add.__name__, add.__doc__, add.types, add.nin, add.nout, add.nargs, add.ntypes, add.identity, add.signature)
print(times, times.types, relative, relative.types, plus.identity)
a, b = np.arange(6), np.arange(6) / 2 + 1
m = np.arange(12).reshape(3, 4)
calls = [
    lambda: add(1, 2), lambda: add(1.5, 2), lambda: add(a, a), lambda: add(a, b), lambda: add(a, 2), lambda: add(2.5, a),
    lambda: add(np.float32(1), np.int16(2)), lambda: add(m, np.arange(4)), lambda: add(m.T, np.arange(3)), lambda: add(m[:, ::2], 1),
    lambda: add([1, 2, 3], [4, 5, 6]), lambda: add(np.array(3), np.array(4)), lambda: add(np.zeros((0, 3)), 1), lambda: add(1j, 2),
    lambda: add(1), lambda: add(1, 2, 3, 4), lambda: add(np.arange(3), np.arange(4)), lambda: add(np.arange(3), np.arange(3), out=np.zeros(3)),
    lambda: add(np.array([1, 2], np.int8), np.array([3, 4], np.int8)), lambda: add(True, False),
    lambda: times(2, 3), lambda: times(np.float32(2), np.float32(4)), lambda: times(a, b), lambda: times(a, 2.5),
    lambda: times(np.arange(3, dtype=np.float32), np.float32(2)), lambda: times(np.arange(3), 1j), lambda: times.types,
    lambda: relative(np.arange(1, 4, dtype=np.float32), np.float32(2)), lambda: relative(np.arange(1., 4), 2), lambda: relative(1, 3),
    lambda: is_prime(np.arange(20, dtype=np.int32)), lambda: is_prime(np.int32(7)), lambda: is_prime(np.arange(20)),
    lambda: tripled(np.arange(3, dtype=np.int32)), lambda: tripled(np.float32(1.5)), lambda: tripled(2), lambda: scaled(np.arange(3), 2.),
    lambda: np.round(sin_cos(np.arange(5.), np.arange(5)), 12), lambda: plus(1.5, 2),
    lambda: add.reduce(a), lambda: add.reduce(m), lambda: add.reduce(m, axis=1), lambda: add.reduce(m, 1, keepdims=True),
    lambda: plus.reduce(m, axis=None), lambda: plus.reduce(np.array([], int)), lambda: add.reduce(np.array([])),
    lambda: add.reduce(a, initial=100), lambda: times.reduce(np.arange(1, 6)), lambda: add.accumulate(a), lambda: add.accumulate(m, axis=1),
    lambda: add.accumulate(m), lambda: times.outer(np.arange(3), np.arange(4)), lambda: add.reduceat(np.arange(8), [0, 4, 1, 5]),
    lambda: numba.vectorize(["float64(float64)"], target="foo")(lambda x: x),
    lambda: numba.vectorize(["float64(float64)"], identity="x")(lambda x: x),
]
for call in calls:
    told(call)

out = np.zeros(6)
told(lambda: add(a, b, out=out) is out)
told(lambda: out)
told(lambda: add(a, b, out) is out)
wide = np.zeros((2, 6))
told(lambda: add(a, b, out=wide))
told(lambda: add(out, 1, out=out))
places = np.zeros(4, int)
add.at(places, [0, 1, 1, 3], 5)
print(places)
tripled.at(out, [0, 0, 2])
print(out)


@njit
def inside(x, y):
    return add(x, y), add(1.5, 2), sin_cos(0.0, 1.0), is_prime(np.int32(7))


@njit
def both(m, line):
    return add(m, line).sum(), times(m, 2)[1, 2]


told(lambda: inside(np.arange(3), np.arange(3)))
told(lambda: both(m, np.arange(4)))


# What a compiled function holds, arrays among its globals too, goes before the devices do.
held = np.arange(3.)


@njit
def reads_held(i):
    return held[i]


print(reads_held(1))
