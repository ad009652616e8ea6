"""Random numbers in kernels: xoroshiro128+, a state for each thread.

>>> from numba import cuda
>>> from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32
>>> import numpy as np
>>> @cuda.jit
... def draw(states, out):
...     i = cuda.grid(1)
...     if i < out.size:
...         out[i] = xoroshiro128p_uniform_float32(states, i)
>>> states = create_xoroshiro128p_states(128 * 32, seed=1)
>>> out = cuda.device_array(128 * 32, np.float32)
>>> draw[128, 32](states, out)
>>> out.copy_to_host()[:2]
array([0.1331231 , 0.87634873], dtype=float32)
"""
import numpy as np
from numba import cuda
from numba.core.types import float32, float64, int64, uint32, uint64
from numba.np.numpy_support import from_dtype

xoroshiro128p_dtype = np.dtype([('s0', np.uint64), ('s1', np.uint64)], align=True)
xoroshiro128p_type = from_dtype(xoroshiro128p_dtype)
TWO_PI_FLOAT32 = np.float32(2 * np.pi)
TWO_PI_FLOAT64 = np.float64(2 * np.pi)


def create_xoroshiro128p_states(n, seed, subsequence_start=0, stream=0):
    """An array on the device of n states, each 2**64 numbers after the one before; the first one subsequence_start such steps on.

    >>> from numba.cuda.random import create_xoroshiro128p_states
    >>> create_xoroshiro128p_states(2, seed=1).copy_to_host()['s0']
    array([10451216379200822465,  8341117667364343960], dtype=uint64)
    """
    from numba.cuda import api
    return api.to_device(_states(n, seed, subsequence_start), stream=stream)


def _states(n, seed, start):
    from numba.cuda import _launch
    made = np.frombuffer(_launch._random_states(int(n), int(seed) & 0xffffffffffffffff, int(start)), xoroshiro128p_dtype)
    return made.copy()


def init_xoroshiro128p_states_cpu(states, seed, subsequence_start):
    """Set the states in an array of the host."""
    states[:] = _states(len(states), seed, subsequence_start)


def init_xoroshiro128p_states(states, seed, subsequence_start=0, stream=0):
    """Set the states in an array on the device."""
    states.copy_to_device(_states(states.shape[0], seed, subsequence_start), stream=stream)


def _on_host(name):
    raise NotImplementedError(f'{name} is for kernels')


def xoroshiro128p_next(states, index):
    """The next 64 bits of a state: in kernels."""
    _on_host('xoroshiro128p_next')


def xoroshiro128p_jump(states, index):
    """Move a state on by 2**64 numbers: in kernels."""
    _on_host('xoroshiro128p_jump')


def xoroshiro128p_uniform_float32(states, index):
    """A float32 from 0 up to (without) 1, and the state goes on: in kernels."""
    _on_host('xoroshiro128p_uniform_float32')


def xoroshiro128p_uniform_float64(states, index):
    """A float64 from 0 up to (without) 1, and the state goes on: in kernels."""
    _on_host('xoroshiro128p_uniform_float64')


def xoroshiro128p_normal_float32(states, index):
    """A normal float32 of mean 0 and deviation 1, and the state goes on: in kernels."""
    _on_host('xoroshiro128p_normal_float32')


def xoroshiro128p_normal_float64(states, index):
    """A normal float64 of mean 0 and deviation 1, and the state goes on: in kernels."""
    _on_host('xoroshiro128p_normal_float64')
