"""Fills the cache of compiled kernels with what programs begin with, so that nobody waits for the compiler.

    CUPOLA_COMPILE_ONLY=90 cupola -m cupy._warm PART PARTS

runs every PARTS-th of the expressions below on a device that only compiles, for compute capability 9.0."""
import sys

import cupy as cp


def expressions():
    "Functions without arguments, what is used most first."
    sizes = (1000, 1 << 20)
    arrays = {}
    for dtype in ("float64", "float32", "int64", "bool", "int32", "complex128"):
        arrays[dtype] = cp.empty(1000, dtype), cp.empty(1000, dtype), cp.empty((40, 25), dtype)
    for dtype in ("float64", "float32"):
        x, y, m = arrays[dtype]
        number = 2.0
        yield lambda: x + y
        yield lambda: x * y
        yield lambda: x * number
        yield lambda: x - y
        yield lambda: x + number
        yield lambda: number * x
        for size in sizes:
            z = cp.empty(size, dtype)
            yield lambda: z.sum()
            yield lambda: z.mean()
        yield lambda: cp.sin(x)
        yield lambda: cp.cos(x)
        yield lambda: cp.sqrt(x)
        yield lambda: x / y
        yield lambda: cp.exp(x)
        yield lambda: x ** 2
        yield lambda: x - number
        yield lambda: x / number
        yield lambda: number / x
        yield lambda: number - x
        yield lambda: number + x
        yield lambda: -x
        yield lambda: abs(x)
        yield lambda: x > number
        yield lambda: x < number
        yield lambda: x < y
        yield lambda: x > y
        yield lambda: x == y
        yield lambda: cp.full(1000, number, dtype)
        yield lambda: cp.ones(1000, dtype)
        yield lambda: cp.arange(1000, dtype=dtype)
        yield lambda: cp.linspace(0, 1, 1000, dtype=dtype)
        for size in sizes:
            z = cp.empty(size, dtype)
            yield lambda: z.max()
            yield lambda: z.min()
            yield lambda: z.argmax()
            yield lambda: z.std()
        yield lambda: m.sum(axis=0)
        yield lambda: m.sum(axis=1)
        yield lambda: m.T.copy()
        yield lambda: m - m[0]
        yield lambda: m * m[:, :1]
        yield lambda: cp.log(x)
        yield lambda: cp.tanh(x)
        yield lambda: x ** y
        yield lambda: cp.maximum(x, y)
        yield lambda: cp.where(x > y, x, y)
        yield lambda: x[x > number]
        yield lambda: cp.allclose(x, y)
        yield lambda: m.mean(axis=0)
        yield lambda: x[::2] + y[::2]
        yield lambda: cp.clip(x, 0, 1)
        yield lambda: cp.tan(x)
        yield lambda: x.cumsum()
    x, y, m = arrays["float64"]
    yield lambda: x.astype("float32")
    yield lambda: x.astype("float32").astype("float64")
    yield lambda: x.astype("int64")
    yield lambda: x.astype("int32").astype("float64")
    n, k, grid = arrays["int64"]
    yield lambda: cp.arange(1000)
    yield lambda: n + k
    yield lambda: n * k
    yield lambda: n * 2
    yield lambda: n + 1
    yield lambda: n.sum()
    yield lambda: n ** 2
    yield lambda: n.astype("float64")
    yield lambda: n.astype("float32")
    yield lambda: n / 2
    yield lambda: n % 2
    yield lambda: n // 2
    yield lambda: n > 2
    yield lambda: n == k
    yield lambda: n * 0.5
    yield lambda: x[n]
    yield lambda: x.sort()
    b, c, _ = arrays["bool"]
    yield lambda: b & c
    yield lambda: ~b
    yield lambda: b.sum()
    yield lambda: b.all()
    yield lambda: b.any()


def main(words=None):
    words = sys.argv[1:] if words is None else words
    part, parts = (int(words[0]), int(words[1])) if len(words) == 2 else (0, 1)
    for number, expression in enumerate(expressions()):
        if number % parts == part:
            try:
                expression()
                cp.cuda.Device().synchronize()
            except Exception as problem:
                print("%d: %s" % (number, problem), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
