"""Fills the cache of compiled kernels with what programs begin with, so that nobody waits for the compiler.

    CUPOLA_COMPILE_ONLY=90 cupola -m cupy._warm [--all] PART PARTS

runs every PARTS-th of the expressions below on a device that only compiles, for compute capability 9.0. With --all every
operator follows with the dtypes that it is used with: what `make kernels` builds."""
import itertools
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
        yield lambda: cp.empty((64, 64), dtype).T.copy()
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


_FLOATS = ("float64", "float32")
_NUMBERS = ("float64", "float32", "int64", "int32", "complex128", "complex64")
_OF_FLOATS = ("sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh exp exp2 expm1 log log2 log10 log1p sqrt cbrt square "
              "absolute fabs negative sign floor ceil rint trunc reciprocal isnan isinf isfinite logical_not degrees radians signbit").split()
_OF_TWO_FLOATS = "maximum minimum fmax fmin arctan2 hypot fmod remainder floor_divide copysign logaddexp logical_and logical_or".split()
_OF_COMPLEX = "absolute angle conjugate real imag exp sqrt negative".split()
_OF_INTEGERS = "negative absolute invert square".split()
_OF_TWO_INTEGERS = ("remainder floor_divide maximum minimum bitwise_and bitwise_or bitwise_xor left_shift right_shift power").split()
_ARITHMETIC = "add subtract multiply true_divide power".split()
_COMPARISONS = "less less_equal greater greater_equal equal not_equal".split()
_REDUCTIONS = "sum prod max min mean std var any all argmax argmin count_nonzero cumsum cumprod nanmax nanmin nansum".split()


def _calls(functions, *operands):
    for name in functions:
        for words in operands:
            yield lambda function=getattr(cp, name): function(*words)


def everything():
    "Each operator, with what it is used with."
    arrays = {dtype: (cp.empty(1000, dtype), cp.empty((40, 25), dtype)) for dtype in _NUMBERS + ("bool", "float16", "uint8")}
    for dtype in _NUMBERS:
        x, m = arrays[dtype]
        number = 3 if dtype.startswith("int") else 1.5
        yield from _calls(_ARITHMETIC, (x, x), (x, number), (number, x), (m, m[0]), (m, m[:, :1]), (m.T, m.T))
        yield from _calls(_COMPARISONS[4:] if dtype.startswith("complex") else _COMPARISONS, (x, x), (x, number))
        for size in (1000, 1 << 20):
            z = cp.empty(size, dtype)
            yield from _calls("sum mean prod".split() if dtype.startswith("complex") else _REDUCTIONS, (z,))
        yield from _calls("sum mean".split() if dtype.startswith("complex") else _REDUCTIONS, (m, 0), (m, 1))
        yield lambda: cp.where(x == x, x, x)
        yield lambda: x[x == x]
        yield lambda: x[cp.arange(3)]
        yield lambda: m[cp.arange(3), cp.arange(3)]
        yield lambda: x.__setitem__(0, 1)
        yield lambda: x.__setitem__(slice(2, 9, 2), 1)
        yield lambda: x.__setitem__(x == x, 1)
        yield lambda: m.T.copy()
        yield lambda: cp.empty((64, 64), dtype).T.copy()
        yield lambda: m[::2, ::2].copy()
        yield lambda: cp.concatenate([x, x])
        yield lambda: cp.stack([x, x])
        yield lambda: x[::-1].copy()
        yield lambda: cp.roll(x, 1)
        yield lambda: cp.full(1000, number, dtype)
        yield lambda: cp.eye(30, dtype=dtype)
        yield lambda: cp.zeros((3, 3), dtype)
        if not dtype.startswith("complex"):
            yield lambda: cp.arange(1000, dtype=dtype)
            yield lambda: cp.clip(x, 0, number)
            yield lambda: cp.sort(x)
            yield lambda: cp.sort(cp.empty(1 << 20, dtype))
            yield lambda: cp.argsort(x)
            yield lambda: cp.argsort(cp.empty(5000, dtype))
            yield lambda: cp.nonzero(x)
            yield lambda: cp.unique(x)
            yield lambda: cp.tril(m)
            yield lambda: cp.isin(x, x[:3])
    for dtype in _FLOATS:
        x, m = arrays[dtype]
        yield from _calls(_OF_FLOATS, (x,))
        yield from _calls(_OF_TWO_FLOATS, (x, x), (x, 1.5), (1.5, x))
        yield lambda: cp.convolve(x, x[:3])
        yield lambda: cp.linspace(0, 1, 1000, dtype=dtype)
        yield lambda: cp.median(x)
        yield lambda: cp.percentile(x, 50)
        yield lambda: cp.allclose(x, x)
        yield lambda: cp.isclose(x, x)
        yield lambda: cp.diff(x)
        yield lambda: cp.histogram(x, 10)
        yield lambda: cp.meshgrid(x[:9], x[:9])
    for dtype in ("complex128", "complex64"):
        yield from _calls(_OF_COMPLEX, (arrays[dtype][0],))
    for dtype in ("int64", "int32", "uint8"):
        x = arrays[dtype][0]
        yield from _calls(_OF_INTEGERS, (x,))
        yield from _calls(_OF_TWO_INTEGERS, (x, x), (x, 3), (3, x))
    for first, second in itertools.permutations(arrays, 2):
        if "complex" not in first or "complex" in second:
            yield lambda x=arrays[first][0], dtype=second: x.astype(dtype)
    for first, second in itertools.permutations(_NUMBERS[:4], 2):
        yield from _calls(_ARITHMETIC[:4], (arrays[first][0], arrays[second][0]))
    b = arrays["bool"][0]
    yield from _calls("logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal add multiply".split(), (b, b))
    yield from _calls("logical_not invert sum any all count_nonzero mean nonzero argmax".split(), (b,))


def main(words=None):
    words = sys.argv[1:] if words is None else words
    wanted = expressions()
    if words[:1] == ["--all"]:
        wanted = itertools.chain(wanted, everything())
        words = words[1:]
    part, parts = (int(words[0]), int(words[1])) if len(words) == 2 else (0, 1)
    for number, expression in enumerate(wanted):
        if number % parts == part:
            try:
                expression()
                cp.cuda.Device().synchronize()
            except Exception as problem:
                print("%d: %s" % (number, problem), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
