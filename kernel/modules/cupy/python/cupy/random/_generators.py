"""cupy.random.Generator over cuRAND's generators for kernels: XORWOW, MRG32k3a, Philox4x3210."""
import cupy
import numpy
from cupy.random._kernels import _type_name, kernel, parameters


class BitGenerator:
    """What the sources of random bits have in common: a seed that SeedSequence spreads."""

    def __init__(self, seed=None):
        if isinstance(seed, cupy.ndarray):
            seed = cupy.asnumpy(seed)
        self._seed_seq = seed if isinstance(seed, numpy.random.SeedSequence) else numpy.random.SeedSequence(seed)
        self._current_device_id = cupy.cuda.get_device_id()

    def random_raw(self, size=None, output=True):
        """Bits as they come."""
        raise NotImplementedError('Not implemented in base BitGenerator')

    def _state_size(self):
        return 0

    def _check_device(self):
        if cupy.cuda.get_device_id() != self._current_device_id:
            raise RuntimeError('This Generator state is allocated in a different device')


_STATES_AT_ONCE = 256


class _Source(BitGenerator):
    _type = None
    _bytes = 0

    def __init__(self, seed=None, *, size=-1):
        super().__init__(seed)
        self._seed = self._seed_seq.generate_state(1, numpy.uint32)[0]
        self._size = size if size >= 0 else 8 * 256 * cupy.cuda.Device().attributes['MultiProcessorCount']
        self._states = None
        self._begun = 0

    def _state_size(self):
        return self._size

    def _type_size(self):
        return self._bytes

    def _begin(self, count):
        """The states, of which at least `count` are begun: seeding takes longer than drawing a few numbers."""
        self._check_device()
        if self._states is None:
            self._states = cupy.zeros(self._bytes * self._size, dtype=numpy.int8)
        count = min(self._size, max(count, _STATES_AT_ONCE))
        if count > self._begun:
            count = min(self._size, max(count, 2 * self._begun))
            _, begin = kernel(None, '(Y)s.bits()', self._type, 'int', ())
            begin(((count - self._begun + 511) // 512,), (32,), (self._states, numpy.uint64(self._seed), self._begun, count))
            self._begun = count
        return self._states

    def state(self):
        """The address of the states, all of them begun."""
        return self._begin(self._size).data.ptr

    def _draw(self, function, call, out, values=()):
        states = self._begin(out.size)
        if out.size == 0:
            return out
        arguments = parameters(values, out.shape)
        types = tuple(_type_name(kind) for _, kind in values)
        draw, _ = kernel(function, call, self._type, _type_name(out.dtype), types)
        block = min(128, out.size)
        threads = min(out.size, self._size)
        draw(((threads + block - 1) // block,), (block,), (states, self._size, out, out.size) + arguments)
        return out

    def random_raw(self, size=None, output=True):
        """Bits as they come, 32 at a time."""
        y = self._draw(None, '(Y)s.bits()', cupy.empty(() if size is None else size, dtype=numpy.int32))
        return y if output else None


class XORWOW(_Source):
    """cuRAND's XORWOW: XORWOW(seed=None, *, size=-1), size states that draw side by side."""
    _type, _bytes = 'curandStateXORWOW', 48


class MRG32k3a(_Source):
    """cuRAND's MRG32k3a: MRG32k3a(seed=None, *, size=-1), size states that draw side by side."""
    _type, _bytes = 'curandStateMRG32k3a', 48


class Philox4x3210(_Source):
    """cuRAND's Philox of ten rounds: Philox4x3210(seed=None, *, size=-1), size states that draw side by side."""
    _type, _bytes = 'curandStatePhilox4_32_10', 64


def _parameter(value, name, dtype=numpy.float64, kinds=(float, int), error=TypeError):
    if isinstance(value, cupy.ndarray):
        return value.astype(dtype, copy=False)
    if type(value) in kinds:
        return cupy.asarray(value, dtype)
    raise error('%s is required to be a cupy.ndarray or a scalar' % name)


def _shape_of(size, *arrays):
    if size is not None:
        return size if isinstance(size, tuple) else (size,)
    return numpy.broadcast_shapes(*(array.shape for array in arrays))


class Generator:
    """Random numbers of many distributions over a BitGenerator.

    >>> random.Generator(random.XORWOW(42)).integers(0, 100, 4)
    array([47, 42, 11,  7])
    """

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    def _check_output_array(self, dtype, size, out, check_only_c_cont=False):
        dtype = numpy.dtype(dtype)
        if out.dtype.char != dtype.char:
            raise TypeError('Supplied output array has the wrong type. Expected %s, got %s' % (dtype.name, out.dtype.name))
        if not out.flags.c_contiguous and (check_only_c_cont or not out.flags.f_contiguous):
            raise ValueError('Supplied output array is not contiguous, writable or aligned.')
        if size is not None and (tuple(size) if hasattr(size, '__iter__') else (size,)) != out.shape:
            raise ValueError('size must match out.shape when used together')

    def _unit(self, size, dtype):
        is_double = numpy.dtype(dtype).char == 'd'
        y = cupy.empty(size, dtype=numpy.float64 if is_double else numpy.float32)
        return self.bit_generator._draw(None, 's.unit()' if is_double else 's.unit_float()', y)

    def random(self, size=None, dtype=numpy.float64, out=None):
        """Numbers from 0 on and below 1, all alike probable."""
        if out is not None:
            self._check_output_array(dtype, size, out)
            size = out.shape if size is None else size
        y = self._unit(() if size is None else size, dtype)
        if out is not None:
            out[...] = y
            return out
        return y.astype(dtype, copy=False)

    def uniform(self, low=0.0, high=1.0, size=None, dtype=numpy.float64):
        """Samples from the half-open interval [low, high)."""
        low, high = cupy.asarray(low), cupy.asarray(high)
        y = self._unit(numpy.broadcast_shapes(low.shape, high.shape) if size is None else size, dtype)
        return (low + (high - low) * y).astype(dtype, copy=False)

    def integers(self, low, high=None, size=None, dtype=numpy.int64, endpoint=False):
        """Whole numbers, all alike probable: low and what is below high, or high as well with endpoint=True."""
        first, last = (0, int(low)) if high is None else (int(low), int(high))
        if not endpoint:
            last -= 1
        if first > last:
            raise ValueError('low >= high')
        if first < numpy.iinfo(dtype).min:
            raise ValueError('low is out of bounds for %s' % numpy.dtype(dtype).name)
        if last > numpy.iinfo(dtype).max:
            raise ValueError('high is out of bounds for %s' % numpy.dtype(dtype).name)
        largest = last - first
        mask = (1 << largest.bit_length()) - 1
        if largest > 0xffffffffffffffff:
            raise ValueError('high - low must be within uint64 range (actual: %d)' % largest)
        words = numpy.uint32 if largest <= 0xffffffff else numpy.uint64
        y = cupy.empty(() if size is None else size, dtype=words)
        values = [(numpy.array(number, words), words) for number in (largest, mask)]
        self.bit_generator._draw('interval', 'interval(s, p0, p1)', y, values)
        return y.astype(dtype) + numpy.dtype(dtype).type(first)

    def _floats(self, function, call, size, values, dtype=numpy.float64):
        y = cupy.empty(size, dtype=numpy.float64)
        self.bit_generator._draw(function, call, y, [(value, numpy.float64) for value in values])
        return y.astype(dtype, copy=False)

    def _counts(self, function, call, size, values):
        return self.bit_generator._draw(function, call, cupy.empty(size, dtype=numpy.int64), values)

    def beta(self, a, b, size=None, dtype=numpy.float64):
        """Numbers between 0 and 1 with a beta density."""
        a, b = _parameter(a, 'a'), _parameter(b, 'b')
        return self._floats('beta', 'beta_of(s, p0, p1)', _shape_of(size, a, b), (a, b), dtype)

    def standard_gamma(self, shape, size=None, dtype=numpy.float64, out=None):
        """Samples from a gamma distribution of scale 1."""
        if shape is None:
            raise TypeError('shape must be real number, not NoneType')
        shape = _parameter(shape, 'shape', error=ValueError)
        size = _shape_of(size, shape) if size is not None or out is None else out.shape
        if out is not None:
            self._check_output_array(dtype, size, out, True)
        if numpy.dtype(dtype).char not in ('f', 'd'):
            raise TypeError('Unsupported dtype %s for standard_gamma' % numpy.dtype(numpy.float64).name)
        y = self._floats('gamma', 'gamma_of(s, p0)', size, (shape,), dtype)
        if out is None:
            return y
        out[...] = y
        return out

    def gamma(self, shape, scale=1.0, size=None):
        """Waiting times for the shape-th of events, if each takes scale."""
        if size is None:
            size = numpy.broadcast_shapes(numpy.shape(shape), numpy.shape(scale))
        y = self.standard_gamma(shape, size)
        y *= scale
        return y

    def chisquare(self, df, size=None):
        """Samples from a chi-square distribution of df degrees of freedom."""
        df = _parameter(df, 'df')
        df = cupy.broadcast_to(df, _shape_of(size, df))
        y = self.standard_gamma(df / 2)
        y *= 2
        return y

    def dirichlet(self, alpha, size=None):
        """Samples from a Dirichlet distribution: rows that sum to 1."""
        alpha = _parameter(alpha, 'alpha')
        y = self.standard_gamma(alpha, (() if size is None else _shape_of(size)) + alpha.shape)
        y /= y.sum(axis=-1, keepdims=True)
        return y

    def f(self, dfnum, dfden, size=None):
        """Quotients of two mean squares, as Fisher's test has them."""
        dfnum, dfden = _parameter(dfnum, 'dfnum'), _parameter(dfden, 'dfden')
        size = _shape_of(size, dfnum, dfden)
        above = self.chisquare(dfnum, size) * dfden
        return above / (self.chisquare(dfden, size) * dfnum)

    def standard_exponential(self, size=None, dtype=numpy.float64, method='inv', out=None):
        """Samples from an exponential distribution of mean 1."""
        if method == 'zig':
            raise NotImplementedError('Ziggurat method is not supported')
        if out is not None:
            self._check_output_array(dtype, size, out)
            size = out.shape if size is None else size
        y = self._floats('exponential', 'exponential(s)', () if size is None else size, (), dtype)
        if out is None:
            return y
        out[...] = y
        return out

    def exponential(self, scale=1.0, size=None):
        """Samples from an exponential distribution of mean scale."""
        return self.standard_exponential(size) * scale

    def standard_normal(self, size=None, dtype=numpy.float64, out=None):
        """Samples of mean 0 and deviation 1."""
        if out is not None:
            self._check_output_array(dtype, size, out)
        y = cupy.empty(() if size is None else size, dtype=dtype) if out is None or not out.flags.c_contiguous else out
        if y.dtype.char not in ('f', 'd'):
            raise TypeError('Unsupported dtype %s for standard_normal' % y.dtype.name)
        if out is not None and y is not out:
            y = cupy.empty(out.shape, dtype=dtype)
        self.bit_generator._draw(None, 's.normal()' if y.dtype.char == 'd' else 's.normal_float()', y)
        if out is None or out is y:
            return y
        out[...] = y
        return out

    def geometric(self, p, size=None):
        """Samples from a geometric distribution: trials to the first success."""
        p = _parameter(p, 'p')
        return self._counts('geometric', 'geometric(s, p0)', _shape_of(size, p), [(p, numpy.float64)])

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        """Samples from a hypergeometric distribution: good ones among nsample draws without replacement."""
        values = [_parameter(value, name, numpy.int64) for value, name in ((ngood, 'ngood'), (nbad, 'nbad'), (nsample, 'nsample'))]
        return self._counts('hypergeometric', 'hypergeometric(s, p0, p1, p2)', _shape_of(size, *values), [(value, numpy.int64) for value in values])

    def logseries(self, p, size=None):
        """Whole numbers k with a probability that goes as p**k / k."""
        p = _parameter(p, 'p')
        return self._counts('logseries', 'logseries(s, p0)', _shape_of(size, p), [(p, numpy.float64)])

    def poisson(self, lam=1.0, size=None):
        """Samples from a Poisson distribution of mean lam."""
        lam = _parameter(lam, 'lam')
        return self._counts('poisson', 'poisson(s, p0)', _shape_of(size, lam), [(lam, numpy.float64)])

    def binomial(self, n, p, size=None):
        """Samples from a binomial distribution: successes among n trials of probability p."""
        n, p = _parameter(n, 'n', numpy.int64), _parameter(p, 'p', kinds=(float,))
        return self._counts('binomial', 'binomial(s, p0, p1)', _shape_of(size, n, p), [(n, numpy.int32), (p, numpy.float64)])

    def power(self, a, size=None):
        """Samples in [0, 1] from a power distribution of exponent a - 1."""
        a = _parameter(a, 'a')
        x = self.standard_exponential(_shape_of(size, a))
        return cupy.power(1 + -cupy.exp(-x), 1. / a)


def default_rng(seed=None):
    """A new Generator over XORWOW; a Generator or a BitGenerator is taken as it is.

    >>> random.default_rng(42).integers(0, 100, 4)
    array([47, 42, 11,  7])
    """
    if isinstance(seed, BitGenerator):
        return Generator(seed)
    if isinstance(seed, Generator):
        return seed
    return Generator(XORWOW(seed))


for _class in (BitGenerator, XORWOW, MRG32k3a, Philox4x3210):
    _class.__module__ = 'cupy.random._bit_generator'
Generator.__module__ = 'cupy.random._generator_api'
