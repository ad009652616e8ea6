"""The host's loops give the same bits whatever the width of the processor's vectors: CUPOLA_VECTOR_BITS=256 and 128 beside what
this processor has.

Without fused multiply-add (128 bits) products of complex numbers and SLEEF's functions are others, as host/loops_complex.c and
host/vector_math.h say; these are compared with 256 bits only."""

import os
import subprocess
import tempfile
from pathlib import Path

from tap import CUPOLA, run_tests, test

PRELUDE = """
import warnings, zlib
import numpy as np
warnings.simplefilter('ignore')
rng = np.random.default_rng(7)
SIZES = 1, 3, 7, 16, 31, 64, 257, 5003
def bits(value):
    value = np.atleast_1d(np.asarray(value))
    if value.dtype.kind in 'fc': # which NaN it is is nobody's promise
        value = np.where(np.isnan(value), value.dtype.type(np.nan), value)
    return '%s %08x' % (value.dtype, zlib.crc32(np.ascontiguousarray(value).tobytes()))
def numbers(size, kind):
    x = (rng.standard_normal(size) * 10.0 ** rng.integers(-8, 9, size)).astype(kind)
    x[::13] = [np.inf, -np.inf, np.nan, 0.0, -0.0, 1e-310, 5e-324, 3e38][size % 8]
    return x
"""
PLAIN = PRELUDE + """
BINARY = 'add subtract multiply divide less less_equal greater greater_equal equal not_equal minimum maximum fmin fmax hypot ' \\
         'floor_divide remainder copysign nextafter'
for kind in 'float32', 'float64', 'float16', 'int8', 'uint8', 'uint16', 'int32', 'int64':
    for size in SIZES:
        x, y = (numbers(size, 'float64').clip(-120, 120).astype(kind) if kind[0] in 'iu' else numbers(size, kind) for _ in 'xy')
        for name in BINARY.split():
            if kind[0] in 'iu' and name in ('copysign', 'nextafter'): continue
            print(kind, size, name, bits(getattr(np, name)(x, y)), bits(getattr(np, name)(x[::2], y[1::2] if size % 2 == 0 else y[::2])))
        for by in (7, 100, 64, 3) if kind[0] in 'iu' else (): # one divisor for all
            print(kind, size, by, bits(x // by), bits(x % by), bits(x[::2] // by))
        for name in 'negative square absolute sqrt floor rint sign isnan isinf isfinite reciprocal'.split():
            if kind[0] == 'u' and name == 'negative': continue
            print(kind, size, name, bits(getattr(np, name)(x)), bits(getattr(np, name)(x[::-3])))
        for to in 'bBhHiqQ' if kind in ('float32', 'float64') else ():
            print(kind, size, to, bits(x.astype(to)), bits(x[::-2].astype(to)))
        for name in 'sum mean var max min argmax cumsum prod'.split():
            print(kind, size, name, bits(getattr(x, name)()), bits(getattr(x[::3], name)()), bits(getattr(x * 2 + 1, name)()))
        print(kind, size, 'sort', bits(np.sort(x)), bits(np.argsort(x, kind='stable')))
x = rng.standard_normal((70, 130))
for axis in None, 0, 1, (0, 1):
    print(axis, bits(x.sum(axis)), bits((x * x + 1).sum(axis)), bits(x.T.sum(axis)), bits((x > 0).sum(axis)), bits(x.astype('f4').mean(axis)))
"""
FUSED = PRELUDE + """
for kind in 'float32', 'float64':
    for size in SIZES:
        x = numbers(size, kind)
        for name in 'sin cos tan arcsin arccos arctan exp expm1 log log2 log10 log1p tanh sinh cosh exp2 cbrt'.split():
            print(kind, size, name, bits(getattr(np, name)(x)), bits(getattr(np, name)(x[::-2])), bits(getattr(np, name)(x * 2 + 1) + x))
        y = numbers(size, kind)
        y[::5] = np.arange(len(y[::5])) % 11 - 1
        for name in 'power', 'arctan2':
            f = getattr(np, name)
            print(kind, size, name, bits(f(x, y)), bits(f(abs(x), y)), bits(f(x[::-2], y[::2])), bits(f(2.5, y)),
                  bits(f(x * 2, y) + x))
        for n in range(-2, 10):
            print(kind, size, n, bits(x ** n), bits(np.power(x, y * 0 + n)), bits(np.power(x[::-3], n)), bits((x + 1) ** n - y))
        # an element's power is one, whatever stands beside it
        mixed, alone = np.power(x, y), np.array([np.power(x[i:i + 1], y[i:i + 1])[0] for i in range(min(size, 257))])
        assert np.array_equal(mixed[:257], alone, equal_nan=True), (kind, size)
        for n in range(2, 9):
            assert np.array_equal(mixed[y == n], np.power(x, n)[y == n], equal_nan=True), (kind, size, n)
for kind in 'complex64', 'complex128':
    for size in SIZES:
        x, y = ((numbers(size, 'float64') + 1j * numbers(size, 'float64')).astype(kind) for _ in 'xy')
        print(kind, size, bits(x * y), bits(x * x), bits(np.square(x)), bits(x[::2] * y[::2]), bits(x / y), bits(x + y), bits(abs(x)), bits((x * y).sum()))
"""


def output(source, **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CUPOLA_")}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(source)
        done = subprocess.run([CUPOLA, "run", path], env=dict(clean, **environment), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def compare(source, *widths, **environment):
    """In turns with CUPOLA_EAGER=1 and without."""
    want = output(source, **environment)
    assert len(want) > 50
    for width in widths:
        for eager in "0", "1":
            found = output(source, CUPOLA_VECTOR_BITS=width, CUPOLA_EAGER=eager, **environment)
            different = ["%s != %s" % pair for pair in zip(want, found) if pair[0] != pair[1]]
            assert len(want) == len(found) and not different, "%s bits: %s" % (width, different[:5])


@test
def plain_loops_agree():
    """operators, reductions and sorting: 512, 256 and 128 bits"""
    compare(PLAIN, "256", "128")


@test
def vector_functions_agree():
    """SLEEF's functions and complex products: 512 and 256 bits"""
    compare(FUSED, "256")


@test
def the_c_library_agrees():
    """the C library's functions: 512, 256 and 128 bits"""
    compare(FUSED.split("for kind in 'complex64'")[0], "256", "128", CUPOLA_VECTOR_MATH="0")


run_tests()
