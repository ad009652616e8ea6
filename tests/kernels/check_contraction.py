"""A product and a sum become one operation, rounded once, as the compiler of CUDA has it: in one expression, of float and double,
unless the kernel is compiled with -fmad=false. The same bits whatever runs the kernel."""

import os
import subprocess
import tempfile
from pathlib import Path

from tap import CUPOLA, run_tests, test

PROGRAM = """
import numpy as np, cupy as cp
rng = np.random.default_rng(3)
a, b, c = (rng.integers(-2**53, 2**53, 1000) / 2.0**50 for _ in 'abc')

def exact(x, y, z): # of floats: products of 24 bits are exact in doubles; the sum is rounded to odd before it is rounded again
    product, z = x.astype('f8') * y, z.astype('f8')
    total = product + z
    part = total - product
    error = (product - (total - part)) + (z - part)
    bits = total.view('i8')
    even = (error != 0) & (bits % 2 == 0)
    step = np.where((error > 0) == (total > 0), 1, -1)
    return np.where(even, bits + step, bits).view('f8').astype('f4')

def run(body, type='float', options=()):
    dtype = 'f4' if type == 'float' else 'f8'
    x, y, z, result = cp.asarray(a.astype(dtype)), cp.asarray(b.astype(dtype)), cp.asarray(c.astype(dtype)), cp.zeros(1000, dtype)
    text = 'extern "C" __global__ void f(const %s *a, const %s *b, const %s *c, %s *o) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < 1000) { %s } }'
    cp.RawKernel(text % (type, type, type, type, body), 'f', options=options)((8,), (128,), (x, y, z, result))
    return result.get()

x, y, z = a.astype('f4'), b.astype('f4'), c.astype('f4')
once, twice = exact(x, y, z), x * y + z
lost, cut = exact(x, y, -z), x * y - z
print((once != twice).any(), (lost != cut).any())
for name, body, one, two in (
        ('sum', 'o[i] = a[i] * b[i] + c[i];', once, twice), ('turned', 'o[i] = c[i] + a[i] * b[i];', once, twice),
        ('assigned', 'float s = c[i]; s += a[i] * b[i]; o[i] = s;', once, twice), ('in memory', 'o[i] = c[i]; o[i] += a[i] * b[i];', once, twice),
        ('difference', 'o[i] = a[i] * b[i] - c[i];', lost, cut), ('turned difference', 'o[i] = c[i] - a[i] * b[i];', -lost, -cut),
        ('taken off', 'float s = c[i]; s -= a[i] * b[i]; o[i] = s;', -lost, -cut), ('negative', 'o[i] = -a[i] * b[i] + c[i];', -lost, -cut),
        ('apart', 'o[i] = __fmul_rn(a[i], b[i]) + c[i];', twice, twice), ('whole', 'o[i] = __fadd_rn(a[i] * b[i], c[i]);', twice, twice),
        ('function', 'o[i] = fmaf(a[i], b[i], c[i]);', once, once), ('doubles', 'o[i] = (float)((double)a[i] * b[i] + c[i]);', None, None)):
    for options in (), ('-fmad=false',), ('--fmad', 'false'), ('-fmad=true',):
        contracts = not options or options[0] == '-fmad=true'
        found = run(body, 'float', options)
        want = one if contracts else two
        if want is None: want = (x.astype('f8') * y + z).astype('f4')
        print(name, options, bool((found == want).all()))
first = run('o[i] = a[i] * b[i] + c[i] * a[i];')
print('two products', bool((first == exact(x, y, z * x)).all()))
found, apart = run('o[i] = a[i] * b[i] + c[i];', 'double'), run('o[i] = a[i] * b[i] + c[i];', 'double', ('-fmad=false',))
print('double', bool((found == run('o[i] = fma(a[i], b[i], c[i]);', 'double')).all()), bool((apart == a * b + c).all()), bool((found != apart).any()))
"""


def output(**environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CUPOLA_")}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(PROGRAM)
        done = subprocess.run([CUPOLA, "run", path], env=dict(clean, CUDA_VISIBLE_DEVICES="", **environment), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def add_tests():
    for way, environment in (("compiled", {}), ("128 bits", {"CUPOLA_VECTOR_BITS": "128"}), ("interpreted", {"CUPOLA_KERNELS": "interpret"})):
        def agrees(environment=environment):
            lines = output(**environment).splitlines()
            assert len(lines) == 51 and not any("False" in line for line in lines), "\n".join(line for line in lines if "False" in line)
        agrees.__doc__ = way
        test(agrees)


add_tests()
run_tests()
