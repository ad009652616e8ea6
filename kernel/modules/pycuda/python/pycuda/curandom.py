"""Random numbers on the device: rand(), and cuRAND's generators."""
import cupy
import numpy
from pycuda._driver import Context, _need_context, get_version
from pycuda._types import dtype_to_ctype
from pycuda.gpuarray import GPUArray

__all__ = ['MRG32k3aRandomNumberGenerator', 'ScrambledSobol32RandomNumberGenerator', 'ScrambledSobol64RandomNumberGenerator',
           'Sobol32RandomNumberGenerator', 'Sobol64RandomNumberGenerator', 'XORWOWRandomNumberGenerator', 'direction_vector_set',
           'generate_direction_vectors', 'generate_scramble_constants32', 'generate_scramble_constants64', 'get_curand_version', 'rand',
           'seed_getter_uniform', 'seed_getter_unique']


def get_curand_version():
    """The version of cuRAND: (major, minor, revision)."""
    return get_version()


def rand(shape, dtype=numpy.float32, stream=None):
    """Numbers from 0 to 1 (1 is none of them), or any whole ones.

    >>> import pycuda.autoinit
    >>> from pycuda.curandom import rand
    >>> rand((2, 3)).shape
    (2, 3)
    """
    _need_context()
    dtype = numpy.dtype(dtype)
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    if dtype.kind == "f" and dtype.itemsize >= 4:
        return GPUArray._of(cupy.random.random_sample(tuple(shape), dtype=dtype))
    if dtype in (numpy.int32, numpy.uint32):
        return GPUArray._of(cupy.random.randint(0, 1 << 32, tuple(shape), dtype=numpy.uint32).view(dtype))
    raise NotImplementedError("pycuda.curandom.rand: no numbers of dtype %s" % dtype)


def seed_getter_uniform(N):
    """N times the same seed."""
    made = GPUArray((N,), numpy.int32)
    return made.fill(int(numpy.random.randint(0, 2 ** 31 - 1)))


def seed_getter_unique(N):
    """N seeds."""
    made = GPUArray((N,), numpy.int32)
    made.set(numpy.random.randint(0, 2 ** 31 - 1, N).astype(numpy.int32))
    return made


_TEXT = """#include <curand_kernel.h>
typedef %(state)s generator;
extern "C" __global__ void prepare(const int n, generator *states, const int *seeds, const unsigned long long offset)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id < n) curand_init(seeds[id], id, offset, &states[id]);
}
extern "C" __global__ void skip_ahead(const int n, generator *states, const unsigned long long *each, const unsigned long long all, const int by_sequence)
{
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    const unsigned long long count = each ? each[id] : all;
    if (by_sequence) %(sequence)s(count, &states[id]);
    else skipahead(count, &states[id]);
}
"""
_FILL = """
extern "C" __global__ void %(name)s(generator *states, %(type)s *target, unsigned long long n%(parameters)s)
{
    const unsigned long long id = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x, step = (unsigned long long)gridDim.x * blockDim.x;
    generator own = states[id];
    for (unsigned long long i = id; i < n; i += step) target[i] = %(call)s;
    states[id] = own;
}
"""
_FILLS = [("uniform_float", "float", "", "1 - curand_uniform(&own)"), ("uniform_double", "double", "", "1 - curand_uniform_double(&own)"),
          ("uniform_int", "unsigned int", "", "curand(&own)"), ("normal_float", "float", "", "curand_normal(&own)"),
          ("normal_double", "double", "", "curand_normal_double(&own)"),
          ("log_normal_float", "float", ", float mean, float deviation", "expf(mean + deviation * curand_normal(&own))"),
          ("log_normal_double", "double", ", double mean, double deviation", "exp(mean + deviation * curand_normal_double(&own))")]


class _Generator:
    """What all generators do: fill arrays, or make them."""

    def _filled(self, what, data, *parameters):
        raise NotImplementedError

    def fill_uniform(self, data, stream=None):
        "Numbers from 0 to 1, or any whole ones."
        self._filled("uniform", data)

    def fill_normal(self, data, stream=None):
        "Normally distributed numbers."
        self._filled("normal", data)

    def fill_log_normal(self, data, mean, stddev, stream=None):
        "Numbers whose logarithms are normally distributed."
        self._filled("log_normal", data, mean, stddev)

    def fill_poisson(self, data, lambda_value=None, stream=None):
        "Counts of Poisson's distribution; without a mean each element is its own."
        array = data._device_array
        if lambda_value is not None and array.dtype != numpy.uint32:
            raise NotImplementedError("Poisson numbers of dtype %s" % array.dtype)
        means = array.astype(numpy.float64) if lambda_value is None else float(lambda_value)
        array[...] = cupy.random.poisson(means, array.shape if lambda_value is not None else None).astype(array.dtype)

    def gen_uniform(self, shape, dtype, stream=None):
        "An array of fill_uniform's numbers."
        return self._made(shape, dtype, self.fill_uniform)

    def gen_normal(self, shape, dtype, stream=None):
        "An array of fill_normal's numbers."
        return self._made(shape, dtype, self.fill_normal)

    def gen_log_normal(self, shape, dtype, mean, stddev, stream=None):
        "An array of fill_log_normal's numbers."
        return self._made(shape, dtype, self.fill_log_normal, mean, stddev)

    def gen_poisson(self, shape, dtype, lambda_value, stream=None):
        "An array of fill_poisson's numbers."
        return self._made(shape, dtype, self.fill_poisson, lambda_value)

    @staticmethod
    def _made(shape, dtype, fill, *parameters):
        made = GPUArray(shape, dtype)
        fill(made, *parameters)
        return made


class _PseudoGenerator(_Generator):
    _state = _bytes = _sequence = None

    def __init__(self, seed_getter=None, offset=0):
        from pycuda.compiler import SourceModule
        texts = [_FILL % {"name": name, "type": kind, "parameters": parameters, "call": call} for name, kind, parameters, call in _FILLS]
        module = SourceModule(_TEXT % {"state": self._state, "sequence": self._sequence} + "".join(texts), no_extern_c=True)
        self.generators_per_block = 64 if cupy._emulates() else 256
        self.block_count = max(1, min(Context.get_device().multiprocessor_count * 2, 256))
        count = self._count = self.generators_per_block * self.block_count
        self._grid, self._block, self._module = (self.block_count, 1), (self.generators_per_block, 1, 1), module
        seeds = (seed_getter or seed_getter_uniform)(count)
        if not isinstance(seeds, GPUArray) or seeds.dtype != numpy.int32 or seeds.size < count:
            raise TypeError("seed must be GPUArray of integers of right length")
        self.state = GPUArray(count * self._bytes, numpy.uint8)
        module.get_function("prepare")(numpy.int32(count), self.state, seeds, numpy.uint64(offset), block=self._block, grid=self._grid)
        for name in ("skip_ahead", "skip_ahead_array", "skip_ahead_sequence", "skip_ahead_sequence_array"):
            setattr(self, "call_" + name, getattr(self, "_" + name))

    def _filled(self, what, data, *parameters):
        sort = {"f4": "float", "f8": "double", "i4": "int", "u4": "int"}.get(data.dtype.str[1:])
        if sort is None or sort == "int" and what != "uniform":
            raise NotImplementedError("%s: no such numbers of dtype %s" % (type(self).__name__, data.dtype))
        kind = {"float": numpy.float32, "double": numpy.float64}.get(sort)
        self._module.get_function("%s_%s" % (what, sort))(self.state, data, numpy.uint64(data.size), *[kind(one) for one in parameters],
                                                          block=self._block, grid=self._grid)

    def _skip(self, each, number, by_sequence):
        self._module.get_function("skip_ahead")(numpy.int32(self._count), self.state, each if each is not None else numpy.uintp(0), numpy.uint64(number),
                                                numpy.int32(by_sequence), block=self._block, grid=self._grid)

    def _skip_ahead(self, i, stream=None):
        self._skip(None, i, 0)

    def _skip_ahead_array(self, i, stream=None):
        self._skip(self._counts(i), 0, 0)

    def _skip_ahead_sequence(self, i, stream=None):
        self._skip(None, i, 1)

    def _skip_ahead_sequence_array(self, i, stream=None):
        self._skip(self._counts(i), 0, 1)

    def _counts(self, i):
        if not isinstance(i, GPUArray) or i.dtype != numpy.int32 or i.size != self._count:
            raise TypeError("seed must be GPUArray of integers of right length")
        return i.astype(numpy.uint64)


class XORWOWRandomNumberGenerator(_PseudoGenerator):
    """cuRAND's XORWOW, one generator a thread: XORWOWRandomNumberGenerator(seed_getter=None, offset=0)."""

    _state, _bytes, _sequence = "curandStateXORWOW", 48, "skipahead_sequence"


class MRG32k3aRandomNumberGenerator(_PseudoGenerator):
    """cuRAND's MRG32k3a, one generator a thread: MRG32k3aRandomNumberGenerator(seed_getter=None, offset=0)."""

    _state, _bytes, _sequence = "curandStateMRG32k3a", 80, "skipahead_subsequence"


# ---- points that fill a space evenly ----


class direction_vector_set:
    """Which direction vectors."""

    VECTOR_32, SCRAMBLED_VECTOR_32, VECTOR_64, SCRAMBLED_VECTOR_64 = 101, 102, 103, 104


def generate_direction_vectors(count, direction=direction_vector_set.VECTOR_32):
    """Direction vectors of Sobol's points: the first dimension's, `count` times."""
    bits = 64 if direction >= direction_vector_set.VECTOR_64 else 32
    kind = numpy.dtype("u%d" % (bits // 8))
    made = GPUArray((count, bits), kind)
    made.set(numpy.tile(numpy.array([1 << bits - 1 - bit for bit in range(bits)], kind), (count, 1)))
    return made


def generate_scramble_constants32(count):
    """Numbers that Sobol's points are scrambled with."""
    return GPUArray._of(cupy.random.randint(0, 1 << 32, (count,), dtype=numpy.uint32))


def generate_scramble_constants64(count):
    """The same of 64 bits."""
    return GPUArray._of(cupy.random.randint(0, 1 << 32, (2 * count,), dtype=numpy.uint32).view(numpy.uint64))


_SOBOL = """
#include <curand_kernel.h>
typedef %(word)s word;
__device__ word point(const word *vectors, unsigned long long k, word constant)
{
    word found = constant;
    for (unsigned long long gray = k ^ k >> 1, bit = 0; gray; gray >>= 1, bit++)
        if (gray & 1) found ^= vectors[bit];
    return found;
}
extern "C" __global__ void fill(const word *vectors, word constant, unsigned long long first, unsigned long long n, int sort, double mean, double deviation, void *target)
{
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (unsigned long long)gridDim.x * blockDim.x) {
        const word found = point(vectors, first + i, constant);
        const double part = ((double)(found >> %(shift)d) + 0.5) * %(unit)s;
        const double normal = normcdfinv(part);
        const double value = sort / 4 == 0 ? part : sort / 4 == 1 ? normal : exp(mean + deviation * normal);
        if (sort %% 4 == 0) ((float *)target)[i] = fminf((float)value, sort / 4 == 0 ? 0.99999994f : __int_as_float(0x7f800000));
        else if (sort %% 4 == 1) ((double *)target)[i] = value;
        else ((unsigned int *)target)[i] = (unsigned int)(found >> %(down)d);
    }
}
"""


class _SobolGenerator(_Generator):
    _bits, _is_scrambled = 32, False

    def __init__(self, dir_vector=None, offset=0):
        from pycuda.compiler import SourceModule
        vectors = direction_vector_set
        self._vectors = dir_vector if dir_vector is not None else generate_direction_vectors(1, vectors.VECTOR_64 if self._bits == 64 else vectors.VECTOR_32)
        self._constant = int(numpy.random.randint(0, 2 ** 31)) << self._bits - 32 if self._is_scrambled else 0
        self._at = int(offset)
        self._fill = SourceModule(_SOBOL % {"word": "unsigned long long" if self._bits == 64 else "unsigned int", "shift": 11 if self._bits == 64 else 0,
                                            "unit": "1.1102230246251565e-16" if self._bits == 64 else "2.3283064365386963e-10",
                                            "down": self._bits - 32}, no_extern_c=True).get_function("fill")

    def _filled(self, what, data, *parameters):
        sort = {"f4": 0, "f8": 1, "i4": 2, "u4": 2}.get(data.dtype.str[1:])
        if sort is None or sort == 2 and what != "uniform":
            raise NotImplementedError("%s: no such numbers of dtype %s" % (type(self).__name__, data.dtype))
        mean, deviation = parameters or (0, 0)
        word = numpy.uint64 if self._bits == 64 else numpy.uint32
        self._fill(self._vectors, word(self._constant), numpy.uint64(self._at), numpy.uint64(data.size),
                   numpy.int32(sort + 4 * ("uniform", "normal", "log_normal").index(what)), numpy.float64(mean), numpy.float64(deviation), data,
                   block=(256, 1, 1), grid=(max(1, min(-(-data.size // 256), 1024)), 1))
        self._at += data.size

    def call_skip_ahead(self, i, stream=None):
        "Leave out i points."
        self._at += int(i)


class Sobol32RandomNumberGenerator(_SobolGenerator):
    """Sobol's points of 32 bits."""


class ScrambledSobol32RandomNumberGenerator(_SobolGenerator):
    """The same, scrambled."""

    _is_scrambled = True


class Sobol64RandomNumberGenerator(_SobolGenerator):
    """Sobol's points of 64 bits."""

    _bits = 64


class ScrambledSobol64RandomNumberGenerator(_SobolGenerator):
    """The same, scrambled."""

    _bits, _is_scrambled = 64, True
