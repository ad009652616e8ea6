"""Generalised ufuncs of numba.guvectorize: layouts, loop dimensions, numbers and arrays of one, mistakes."""
import numpy as np
from numba import float64, guvectorize, int64, void


def told(call):
    try:
        value = call()
        print(repr(value), getattr(value, "dtype", type(value).__name__))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


@guvectorize(["void(float64[:], float64, float64[:])", "void(int64[:], int64, int64[:])"], "(n),()->(n)")
def shifted(x, y, result):
    for i in range(x.shape[0]):
        result[i] = x[i] + y


@guvectorize([void(float64[:, :], float64[:, :], float64[:, :])], "(m,n),(n,p)->(m,p)")
def product(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total


@guvectorize(["(float64[:], float64[:])"], "(n)->()", target="parallel")
def total(row, result):
    result[0] = 0
    for one in row:
        result[0] += one


@guvectorize(["(int64[:], int64[:], int64[:])"], "(n)->(),()")
def ends(row, least, greatest):
    least[0] = greatest[0] = row[0]
    for one in row:
        least[0] = min(least[0], one)
        greatest[0] = max(greatest[0], one)


@guvectorize(["(float64[:], int64[:], float64[:])"], "(n),()->(n)")
def means(a, window, out):
    width, s, count = window[0], 0.0, 0
    for i in range(len(a)):
        s += a[i]
        count += 1
        if i >= width:
            s -= a[i - width]
            count -= 1
        out[i] = s / count


@guvectorize("(n),()->(n)")
def dynamic(x, y, result):
    for i in range(x.shape[0]):
        result[i] = x[i] * y


print(shifted, shifted.__name__, shifted.signature, shifted.types, shifted.nin, shifted.nout, shifted.nargs, shifted.ntypes)
print(total.types, dynamic, dynamic.types)
m = np.arange(6.).reshape(2, 3)
calls = [
    lambda: shifted(np.arange(3.), 2), lambda: shifted(np.arange(3), 2), lambda: shifted(m, [1, 2]), lambda: shifted(m[:, ::2], 1),
    lambda: shifted(np.arange(3), np.arange(4).reshape(2, 2)), lambda: shifted(3., 2), lambda: shifted(m), lambda: shifted(np.arange(3j), 2),
    lambda: shifted(m, np.arange(3)), lambda: product(m, m.T), lambda: product(np.ones((4, 2, 3)), np.ones((3, 2))),
    lambda: product(np.ones((2, 3)), np.ones((4, 2))), lambda: product(np.ones((2, 3)), np.ones(4)), lambda: product(np.ones((2, 1, 2, 3)), np.ones((5, 3, 1))).shape,
    lambda: total(m), lambda: total(np.arange(4)), lambda: total(np.zeros((0, 3))), lambda: total(np.ones((2, 3, 4))),
    lambda: ends(np.array([[3, 1, 2], [9, 8, 7]])), lambda: ends(np.array([4, 2])), lambda: means(np.arange(6.), 3),
    lambda: means(np.arange(8.).reshape(2, 4), np.array([1, 2])),
    lambda: dynamic(np.arange(3.), 2), lambda: dynamic(np.arange(3.), 2., np.zeros(3)), lambda: dynamic(np.arange(3), 2, np.zeros(3, int)),
    lambda: dynamic.types,
]
for call in calls:
    told(call)
out = np.zeros((2, 3))
told(lambda: shifted(m, 1, out) is out)
told(lambda: out)
told(lambda: shifted(m, 5, out=out) is out)
told(lambda: shifted(np.arange(3.), 7, out=out))
