"""What numba's simulator does not show: errors, warnings, signatures, what devices print, warps, launches in all their forms."""
import sys
import warnings

import numpy as np
from numba import cuda, float64, int32, void
from numba.core.errors import NumbaPerformanceWarning, TypingError


def tell(title, act):
    try:
        act()
        print(title, 'works')
    except TypingError as error:
        print(title, 'raises', type(error).__name__, [line for line in str(error).splitlines() if line][1])
    except Exception as error:
        print(title, 'raises', type(error).__name__, error)


@cuda.jit
def beyond(x):
    i = cuda.grid(1)
    x[i + 1] = 3


@cuda.jit
def beyond_rows(m):
    i, j = cuda.grid(2)
    m[i, j] += 1


@cuda.jit
def from_end(x):
    x[-1] = 5
    x[-2] = 6


@cuda.jit
def shows(x):
    i = cuda.grid(1)
    if i == 1:
        print('thread', i, 'has', x[i], 100, '%')


@cuda.jit
def asserts(x):
    i = cuda.grid(1)
    assert i < 2, 'too large'
    x[i] = 1


@cuda.jit
def raises(x):
    if cuda.grid(1) == 2:
        raise ValueError('no')
    x[0] = 2


@cuda.jit
def gives(x):
    return x[0]


@cuda.jit
def unknown_name(x):
    x[0] = nothing


@cuda.jit
def unknown_attribute(x):
    x[0] = x.nothing


@cuda.jit
def doubles(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2


@cuda.jit('void(float64[:], int32)')
def declared(x, k):
    x[0] = k


@cuda.jit([void(float64[:]), void(int32[:])])
def twice_declared(x):
    x[0] += 1


@cuda.jit
def dynamic(x):
    shared = cuda.shared.array(0, int32)
    shared[0] = 3
    x[0] = shared.size
    x[1] = shared[0]


@cuda.jit
def warps(x):
    i = cuda.threadIdx.x
    down = cuda.shfl_down_sync(0xffffffff, i, 1)
    x[i] = down + 100 * cuda.popc(cuda.ballot_sync(0xffffffff, i < 5)) + 10000 * cuda.laneid


@cuda.jit
def takes_tuple(x, pair):
    x[0] = pair[0]
    x[1] = pair[1]


@cuda.jit(device=True)
def both(a):
    return a, a * 2


@cuda.jit
def calls(x):
    p, q = both(x[1])
    x[0] = q - p


TABLE = np.arange(4.0)


@cuda.jit
def constants(x):
    table = cuda.const.array_like(TABLE)
    i = cuda.grid(1)
    x[i] = table[i % 4] + TABLE[3]


@cuda.jit
def rounds(x):
    x[0] = round(2.675, 2)
    x[1] = round(x[0])
    x[2] = cuda.fma(2.0, 3.0, 4.0) + cuda.cbrt(27.0) + cuda.selp(True, 1, 2)


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    host = np.arange(5.0)
    doubles[1, 32](host)
    print(host, [(one.category.__name__, str(one.message)) for one in caught])
warnings.simplefilter('ignore', NumbaPerformanceWarning)
x = cuda.to_device(np.zeros(64))
tell('beyond', lambda: beyond[1, 64](x))
tell('beyond rows', lambda: beyond_rows[1, (5, 5)](cuda.to_device(np.zeros((4, 5)))))
from_end[1, 1](x)
print(x.copy_to_host()[-3:])
shows[1, 3](x)
for kernel in asserts, raises, gives, unknown_name, unknown_attribute:
    tell(kernel.__name__, lambda: kernel[1, 3](x))
tell('no sizes', lambda: doubles(host))
tell('one size', lambda: doubles[1](host))
tell('text', lambda: doubles[1, 'a'](host))
tell('four sizes', lambda: doubles[(1, 1, 1, 1), 1](host))
tell('large block', lambda: doubles[1, 2048](host))
tell('two arguments', lambda: doubles[1, 1](host, host))
tell('restype', lambda: cuda.jit(restype=int32))
tell('option', lambda: cuda.jit(nonsense=1))
tell('result', lambda: cuda.jit('int32(int32)')(lambda x: x))
declared[1, 1](host, 7.9)
print(host, declared.signatures, list(doubles.overloads))
tell('complex', lambda: declared[1, 1](host, 1j))
twice_declared[1, 1](host)
whole = np.zeros(2, 'i4')
twice_declared[1, 1](whole)
print(host[0], whole)
dynamic[1, 1, 0, 40](host)
print(host)
lanes = np.zeros(32, 'i4')
warps[1, 32](lanes)
print(lanes)
takes_tuple[1, 1](host, (3, 4.5))
print(host)
calls[1, 1](host)
constants[1, 5](host[:5])
print(host)
rounds[1, 1](host)
print(host)
special = doubles.specialize(float64[::1])
special[1, 32](host)
print(host, special.specialized, special.signatures)
only_in, only_out = np.ones(3), np.zeros(3)
doubles[1, 32](cuda.In(only_in))
doubles[1, 32](cuda.InOut(only_out))
print(only_in, only_out)
z = np.ones(3, 'c8')


@cuda.jit
def turns(z):
    i = cuda.grid(1)
    z[i] = z[i] * 1j + np.complex64(1)


turns[1, 3](z)
print(z)
mapped = cuda.mapped_array(3)
mapped[:] = 1
doubles[1, 32](mapped)
print(mapped.copy_to_host())
event = cuda.event()
stream = cuda.stream()
doubles[1, 32, stream](x)
stream.synchronize()
print(repr(doubles).startswith('CUDADispatcher(<function doubles'), doubles.py_func.__name__, doubles.__doc__)
print(doubles.inspect_llvm(doubles.signatures[0]).splitlines()[0][:17])
sys.stdout.flush()
