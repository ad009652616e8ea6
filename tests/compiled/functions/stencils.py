"""numba.stencil in one to three dimensions, alone and in compiled functions; cfunc."""
import numpy as np
from numba import cfunc, njit, stencil


def told(call):
    try:
        value = call()
        print(repr(value), getattr(value, "dtype", type(value).__name__))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


@stencil
def cross(a):
    return 0.25 * (a[0, 1] + a[1, 0] + a[0, -1] + a[-1, 0])


@stencil(neighborhood=((-2, 1),), cval=7)
def window(a):
    total = 0
    for i in range(-2, 2):
        total += a[i]
    return total


@stencil(standard_indexing=("w",))
def weighted(a, w):
    return a[-1] * w[0] + a[1] * w[1]


@stencil
def two(a, b):
    left = a[-1, 0] - b[0, 0]
    return left * left


@stencil
def cube(a):
    return a[0, 0, 1] + a[1, 0, 0] + a[0, -1, 0]


@stencil
def factor(a, f):
    return a[0] * f + a[1]


@stencil
def wrong(a):
    return a.sum()


m, line = np.arange(20).reshape(4, 5), np.arange(6)
calls = [
    lambda: cross(m), lambda: cross(m.astype(np.float32)), lambda: cross(m * 1.0), lambda: window(line), lambda: window(line / 2),
    lambda: weighted(line * 1.0, np.array([1.0, 2.0])), lambda: two(m, m * 2), lambda: cube(np.arange(27).reshape(3, 3, 3)),
    lambda: window(line, out=np.zeros(6, int)), lambda: cross(m, out=np.ones((4, 5))), lambda: cross(line), lambda: wrong(line),
    lambda: stencil("foo"), lambda: cross(m.T), lambda: cross(np.zeros((2, 2))), lambda: stencil(lambda a: a[0] + a[1])(line),
]
for call in calls:
    told(call)


@njit
def smoothed(a, n):
    for _ in range(n):
        a = cross(a)
    return a


@njit(parallel=True)
def also(a):
    return cross(a) + window(a[0]).sum()


told(lambda: smoothed(m * 1.0, 2))
told(lambda: also(m))


@cfunc("float64(float64, int32)")
def power(x, n):
    return x ** n


print(power.ctypes(2, 3), power(2, 3), power, power.__name__)
told(lambda: cfunc("float64(float64)")(lambda x: x * x).ctypes(3))
