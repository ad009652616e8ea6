"""The host's loops give the same bits whatever the width of the processor's vectors: CUPOLA_VECTOR_BITS=256 and 128 beside what
this processor has.

Without fused multiply-add (128 bits) products of complex numbers and transcendental functions are others, as host/loops_complex.c and
host/vector_math.h say; these are compared with 256 bits only. All transcendental functions are within 1 ulp, those of float32 of what
float64 gives, those of float64 of what the oracle's long double gives."""

import os
import subprocess
import sys
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
    tens = np.array([float('1e%d' % k) for k in range(-8, 9)])
    x = (rng.standard_normal(size) * tens[rng.integers(0, 17, size)]).astype(kind)
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
        for name in 'sin cos tan arcsin arccos arctan exp expm1 log log2 log10 log1p tanh sinh cosh exp2 cbrt arcsinh arccosh arctanh'.split():
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

ACCURATE = """
import sys
import numpy as np
np.seterr(all='ignore')
rng = np.random.default_rng(11)
NAMES = 'sin cos tan arcsin arccos arctan exp exp2 expm1 log log2 log10 log1p sinh cosh tanh arcsinh arccosh arctanh cbrt'.split()
for kind, most in ('float32', 38), ('float64', 300):
    tens = np.array([float('1e%d' % k) for k in range(-most, most + 1)])
    x = np.concatenate([rng.standard_normal(60000) * tens[rng.integers(0, len(tens), 60000)], rng.standard_normal(60000) * 10,
                        1 + rng.standard_normal(40000) * 0.3, 1 + rng.standard_normal(20000) * 1e-4, rng.random(40000) * 2 - 1, np.arange(-99., 99),
                        tens, [0., -0., np.inf, -np.inf, np.nan]]).astype(kind)
    y = (rng.standard_normal(len(x)) * 30).astype(kind)
    y[::9] = np.round(y[::9])
    for name in NAMES:
        np.save(sys.argv[1] + '/%s_%s.npy' % (name, kind), getattr(np, name)(x))
    for name in 'power', 'arctan2':
        np.save(sys.argv[1] + '/%s_%s.npy' % (name, kind), getattr(np, name)(x, y))
    np.save(sys.argv[1] + '/x_%s.npy' % kind, x)
    np.save(sys.argv[1] + '/y_%s.npy' % kind, y)
"""
COMPARED = """
import glob, os, sys
import numpy as np
np.seterr(all='ignore')
for kind, wide in ('float32', np.float64), ('float64', np.longdouble):
    x, y = (np.load(sys.argv[1] + '/%s_%s.npy' % (name, kind)).astype(wide) for name in 'xy')
    for path in sorted(glob.glob(sys.argv[1] + '/*_%s.npy' % kind)):
        name = os.path.basename(path).split('_')[0]
        if name in ('x', 'y'):
            continue
        found = np.load(path)
        want = getattr(np, name)(x, y) if name in ('power', 'arctan2') else getattr(np, name)(x)
        near = want.astype(kind)
        with np.errstate(all='ignore'):
            apart = abs((found.astype(wide) - want) / np.spacing(abs(near)).astype(wide))
        apart[(found == near) | (np.isnan(found) & np.isnan(near))] = 0
        worst = np.nanargmax(apart)
        fine = apart[worst] < 1.001 and np.array_equal(np.isnan(found), np.isnan(near)) and np.array_equal(np.signbit(found[near == 0]), np.signbit(near[near == 0]))
        print(kind, name, '%.3f' % apart[worst], x[worst], 'fine' if fine else 'WRONG')
"""

EXPONENTIALS = """
import numpy as np
import sys
x = ((np.arange(1000000) - 600000) * (5 / 2**15)).astype('f4') # from -91.6 to 61
np.save(sys.argv[1] + '/x.npy', x)
np.save(sys.argv[1] + '/exp.npy', np.exp(x))
"""
COUNTED = """
import numpy as np
import sys
x, here = (np.load('%s/%s.npy' % (sys.argv[1], name)) for name in ('x', 'exp'))
places = lambda y: y.view('i4').astype('i8')
nearest, numpys = places(np.exp(x.astype('f8')).astype('f4')), np.exp(x)
ours, theirs = (np.abs(places(y) - nearest) for y in (here, numpys))
print(np.count_nonzero(ours), ours.max(), np.count_nonzero(theirs), theirs.max(), np.count_nonzero(here != numpys), sep=',')
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


@test
def functions_are_within_one_ulp():
    """transcendental functions of float32 and float64 are within 1 ulp: 512, 256 and 128 bits"""
    for width in "512", "256", "128":
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(ACCURATE)
            subprocess.run([CUPOLA, "run", program, folder], env=dict(os.environ, CUPOLA_VECTOR_BITS=width), check=True)
            program.write_text(COMPARED)
            lines = subprocess.run([sys.executable, program, folder], capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(lines) == 44, lines
        wrong = [line for line in lines if not line.endswith(" fine")]
        assert not wrong, "%s bits: %s" % (width, wrong)


@test
def exponentials_are_counted():
    """a million exp of float32: how many are not the nearest number, and by how many ulps, here and with NumPy"""
    for width in "512", "256", "128":
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(EXPONENTIALS)
            subprocess.run([CUPOLA, "run", program, folder], env=dict(os.environ, CUPOLA_VECTOR_BITS=width), check=True)
            program.write_text(COUNTED)
            found = subprocess.run([sys.executable, program, folder], capture_output=True, text=True, check=True).stdout.split(",")
        assert len(found) == 5, found
        here, worst_here, _, worst_numpy, between = map(int, found)
        print("# %s bits: %d here (by %d at most), with NumPy %s (by %d at most); %d differ between the two" % (
              width, here, worst_here, found[2], worst_numpy, between))
        assert worst_here <= 1 and here <= 120000, found


run_tests()
