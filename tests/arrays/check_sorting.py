"""Many numbers are sorted in other ways than few: by vectors where the processor has them, by radix elsewhere. Both give sorted numbers,
NaN last, and stable orders."""

import os
import subprocess
import tempfile
from pathlib import Path

from tap import CUPOLA, run_tests, test

PROGRAM = """
import warnings
import numpy as np
warnings.simplefilter('ignore')
rng = np.random.default_rng(3)
def made(kind, dtype, n):
    if kind == 'few': return rng.integers(0, 100, n).astype(dtype)
    if kind == 'wide': return (rng.standard_normal(n) * 1e9).astype(dtype)
    if kind == 'same': return np.full(n, 7).astype(dtype)
    if kind == 'two': return (rng.integers(0, 2, n) * 2**31).astype(dtype)
    if kind == 'rising': return np.arange(n).astype(dtype)
    a = (rng.standard_normal(n) * 3).round().astype(dtype)
    if dtype[0] == 'f':
        a[::7], a[3::11], a[5::13], a[1::17], a[2::19] = np.nan, -np.nan, np.inf, -0.0, -np.inf
    return a
for dtype in 'f4', 'f8', 'i4', 'i8', 'u4', 'u8':
    for n in 33, 129, 1024, 2049, 70000:
        for kind in 'few', 'wide', 'same', 'two', 'rising', 'strange':
            a = made(kind, dtype, n)
            is_nan = np.isnan(a) if dtype[0] == 'f' else np.zeros(n, bool)
            s, o = np.sort(a), np.argsort(a, kind='stable')
            numbers, order = a[o][:n - is_nan.sum()], o[:n - is_nan.sum()]
            assert (np.bincount(o, minlength=n) == 1).all(), (dtype, n, kind)
            assert np.array_equal(s, a[o], equal_nan=dtype[0] == 'f') and not np.isnan(numbers.astype(float)).any(), (dtype, n, kind)
            assert (numbers[1:] >= numbers[:-1]).all(), (dtype, n, kind)
            equal = numbers[1:] == numbers[:-1]
            assert (order[1:][equal] > order[:-1][equal]).all(), (dtype, n, kind)
            assert (np.diff(o[n - is_nan.sum():]) > 0).all(), (dtype, n, kind)
print('sorted')
"""


@test
def numbers_are_sorted_whatever_the_processor_has():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(PROGRAM)
        for bits in "512", "256":
            done = subprocess.run([CUPOLA, "run", str(path)], capture_output=True, text=True, env=dict(os.environ, CUPOLA_VECTOR_BITS=bits))
            assert done.stdout == "sorted\n", (bits, done.stderr)


run_tests()
