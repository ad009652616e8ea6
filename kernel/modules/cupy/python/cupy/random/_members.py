"""cupy.random beyond uniform and normal numbers: distributions over the current device's stream, and RandomState."""
import itertools
import math

import cupy
import numpy
from cupy.random._generators import XORWOW, BitGenerator, Generator, MRG32k3a, Philox4x3210, default_rng
from cupy.random._kernels import draw_seeded

_DISTRIBUTIONS = ['beta', 'binomial', 'chisquare', 'dirichlet', 'exponential', 'f', 'gamma', 'geometric', 'gumbel', 'hypergeometric', 'laplace',
                  'logistic', 'lognormal', 'logseries', 'multinomial', 'multivariate_normal', 'negative_binomial', 'noncentral_chisquare',
                  'noncentral_f', 'pareto', 'poisson', 'power', 'random_integers', 'rayleigh', 'standard_cauchy', 'standard_exponential',
                  'standard_gamma', 'standard_t', 'triangular', 'vonmises', 'wald', 'weibull', 'zipf']
__all__ = _DISTRIBUTIONS + ['choice', 'randint', 'seed', 'bytes', 'RandomState', 'get_random_state', 'set_random_state',
                            'reset_states', 'Generator', 'BitGenerator', 'XORWOW', 'MRG32k3a', 'Philox4x3210', 'default_rng']


def _shape_of(size, *parameters):
    if size is None:
        return numpy.broadcast_shapes(*(parameter.shape for parameter in parameters))
    return size


def _refuse(condition, message):
    if bool(cupy.any(condition)):
        raise ValueError(message)


def _float_type(dtype):
    dtype = numpy.dtype(dtype)
    if dtype.char not in ('f', 'd'):
        raise TypeError('cupy.random only supports float32 and float64')
    return dtype


def _seeded(function, call, types, parameters, size, dtype):
    parameters = [cupy.asarray(parameter) for parameter in parameters]
    return draw_seeded(function, call, list(zip(parameters, types)), _shape_of(size, *parameters), dtype)


def seed(seed=None):
    """Start the current device's stream anew: a whole number, an array whose bytes are digested, or None for a seed from the system."""
    if isinstance(seed, numpy.ndarray):
        import hashlib
        seed = int(hashlib.md5(seed.tobytes()).hexdigest()[:16], 16)
    elif seed is not None and numpy.asarray(seed).dtype.kind not in 'biu':
        raise TypeError('Seed must be an integer.')
    cupy.random._seed(seed)


def bytes(length):
    """Random bytes, drawn on the host.

    >>> len(random.bytes(5))
    5
    """
    return numpy.random.bytes(length)


# ---- whole numbers ----

def _interval_of_each(largest, shape):
    """Whole numbers in [0, largest], element by element: draws above the last whole multiple of the range are drawn again."""
    words = numpy.uint64 if largest.dtype.itemsize == 8 else numpy.uint32
    if largest.dtype.kind not in 'iu' or largest.dtype.itemsize < 4:
        raise ValueError('dtype must be integer, got: %s' % largest.dtype)
    largest = largest.astype(words)
    top = words(numpy.iinfo(words).max)
    limit = top - (top - largest) % (largest + words(1))
    sample = cupy.random._bits(largest.size * words(0).itemsize // 4).view(words)
    bad = cupy.nonzero(sample > limit)[0]
    limit = limit[bad]
    while bad.size:
        more = cupy.random._bits(limit.size * words(0).itemsize // 4).view(words)
        good = cupy.nonzero(more <= limit)[0]
        count = min(good.size, bad.size)
        sample[bad[:count]] = more[good[:count]]
        bad, limit = bad[count:], limit[count:]
    return (sample % (largest + words(1))).reshape(shape)


def randint(low, high=None, size=None, dtype=int):
    """Random integers from low (inclusive) to high (exclusive); from 0 when high is None. Arrays give each element a range of its own.

    >>> random.seed(42); random.randint(0, 100, 4)
    array([63, 70, 26, 62])
    """
    if numpy.isscalar(low) and (high is None or numpy.isscalar(high)):
        return cupy.random._randint(low, high, size, dtype)
    low = cupy.asarray(low)
    first, last = (cupy.zeros_like(low), low - 1) if high is None else (low, cupy.asarray(high) - 1)
    shape = _shape_of(size, first, last)
    shape = shape if isinstance(shape, tuple) else (int(shape),)
    drawn = _interval_of_each(cupy.broadcast_to(last - first, shape).ravel(), shape).astype(dtype)
    return cupy.add(drawn, first.astype(dtype, copy=False), out=drawn)


def random_integers(low, high=None, size=None):
    """Random integers from low to high, both included; from 1 when high is None."""
    if high is None:
        low, high = 1, low
    return randint(low, high + 1, size)


_ROUNDS = 24


def _feistel():
    """The kernel that takes places to places by a Feistel network of multiplications over the least power of two that holds them all, walking on until
    it is one of them (Mitchell, Stokes, Frank and Holmes, Bandwidth-Optimal Random Shuffling for GPUs, 2022)."""
    return cupy.ElementwiseKernel('raw uint32 keys, uint64 right_bits, uint64 left_bits, int64 population', 'int64 place', """
        unsigned long long value = i;
        do {
            unsigned left = (unsigned)(value >> right_bits), right = (unsigned)(value & ((1ull << right_bits) - 1));
            for (int step = 0; step < %d; step++) {
                unsigned long long product = 0xD2B74407B1CE6E93ull * left;
                unsigned mixed = (unsigned)(product >> 32) ^ keys[step] ^ right;
                right = ((unsigned)product << (right_bits - left_bits) | right >> left_bits) & (unsigned)((1ull << right_bits) - 1);
                left = mixed & (unsigned)((1ull << left_bits) - 1);
            }
            value = (unsigned long long)left << right_bits | right;
        } while (value >= (unsigned long long)population);
        place = (long long)value;
        """ % _ROUNDS, 'feistel_choice')


def _without_replacement(population, size):
    """`size` different places below `population`, by a permutation that needs no memory."""
    shape = (int(size),) if numpy.isscalar(size) else tuple(size)
    count = math.prod(shape)
    if count > population:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    keys = numpy.random.default_rng(cupy.random._take_seed(_ROUNDS)).integers(0, 2**32, size=_ROUNDS, dtype=numpy.uint32)
    bits = 8 if population <= 256 else (population - 1).bit_length()
    drawn = cupy.empty(count, dtype=numpy.int64)
    if count:
        _feistel()(cupy.asarray(keys), bits - bits // 2, bits // 2, population, drawn)
    return drawn.reshape(shape)


def choice(a, size=None, replace=True, p=None):
    """A random sample of a one-dimensional array, or of arange(a), with the probabilities p."""
    if p is None and not replace and isinstance(a, int) and a > 0 and size is not None:
        return _without_replacement(a, size)
    if p is None:
        return cupy.random._choice(a, size, replace)
    count = a if isinstance(a, int) else len(a)
    p = cupy.array(p)
    if p.ndim != 1:
        raise ValueError('p must be 1-dimensional')
    if len(p) != count:
        raise ValueError('a and p must have same size')
    if not bool((p >= 0).all()):
        raise ValueError('probabilities are not non-negative')
    if not numpy.allclose(float(p.sum()), 1):
        raise ValueError('probabilities do not sum to 1')
    if not replace:
        raise NotImplementedError
    if size is None:
        raise NotImplementedError('choice() without specifying size is not supported yet')
    sums = p.cumsum()
    sums /= sums[-1]
    index = sums.searchsorted(cupy.random.random_sample(size), side='right')
    return index if isinstance(a, int) else cupy.asarray(a)[index]


def multinomial(n, pvals, size=None):
    """How often each of the outcomes with probabilities `pvals` comes in n draws."""
    shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
    count, kinds = math.prod(shape), len(pvals)
    if count * kinds == 0:
        return cupy.zeros(shape + (kinds,), 'l')
    drawn = choice(kinds, p=pvals, size=n * count).reshape(count, n)
    rows = cupy.arange(count).reshape(-1, 1) * kinds
    return cupy.bincount((drawn + rows).ravel(), minlength=count * kinds).astype('l').reshape(shape + (kinds,))


# ---- elements that are seeded one by one ----

def beta(a, b, size=None, dtype=float):
    """Numbers between 0 and 1 with a beta density."""
    return _seeded('beta', 'beta_of(s, p0, p1)', ('float64', 'float64'), (a, b), size, dtype)


def binomial(n, p, size=None, dtype=int):
    """Samples from a binomial distribution: successes among n trials of probability p.

    >>> random.seed(7); random.binomial(10, 0.5, 3).shape
    (3,)
    """
    return _seeded('binomial', 'binomial(s, p0, p1)', ('int32', 'float64'), (n, p), size, dtype)


def chisquare(df, size=None, dtype=float):
    """Samples from a chi-square distribution of df degrees of freedom."""
    return _seeded('chisquare', 'chisquare(s, p0)', ('float64',), (df,), size, dtype)


def dirichlet(alpha, size=None, dtype=float):
    """Samples from a Dirichlet distribution: rows that sum to 1."""
    alpha = cupy.asarray(alpha)
    size = () if size is None else (size,) if isinstance(size, (int, numpy.integer)) else tuple(size)
    y = draw_seeded('gamma', 'gamma_of(s, p0)', [(alpha, 'float64')], size + alpha.shape, dtype)
    y /= y.sum(axis=-1, keepdims=True)
    return y


def f(dfnum, dfden, size=None, dtype=float):
    """Quotients of two mean squares, as Fisher's test has them."""
    return _seeded('f', 'f_of(s, p0, p1)', ('float64', 'float64'), (dfnum, dfden), size, dtype)


def standard_gamma(shape, size=None, dtype=float):
    """Samples from a gamma distribution of scale 1."""
    return _seeded('gamma', 'gamma_of(s, p0)', ('float64',), (shape,), size, dtype)


def gamma(shape, scale=1.0, size=None, dtype=float):
    """Waiting times for the shape-th of events, if each takes scale."""
    shape, scale = cupy.asarray(shape), cupy.asarray(scale)
    y = draw_seeded('gamma', 'gamma_of(s, p0)', [(shape, 'float64')], _shape_of(size, shape, scale), dtype)
    y *= scale
    return y


def geometric(p, size=None, dtype=int):
    """Samples from a geometric distribution: trials to the first success."""
    return _seeded('geometric', 'geometric(s, p0)', ('float64',), (p,), size, dtype)


def hypergeometric(ngood, nbad, nsample, size=None, dtype=int):
    """Samples from a hypergeometric distribution: good ones among nsample draws without replacement."""
    return _seeded('hypergeometric', 'hypergeometric(s, p0, p1, p2)', ('int64',) * 3, (ngood, nbad, nsample), size, dtype)


def logseries(p, size=None, dtype=int):
    """Whole numbers k with a probability that goes as p**k / k."""
    p = cupy.asarray(p)
    _refuse(p <= 0, 'p <= 0.0')
    _refuse(p >= 1, 'p >= 1.0')
    return _seeded('logseries', 'logseries(s, p0)', ('float64',), (p,), size, dtype)


def noncentral_chisquare(df, nonc, size=None, dtype=float):
    """Sums of df squares of normal numbers whose means are not all 0."""
    df, nonc = cupy.asarray(df), cupy.asarray(nonc)
    _refuse(df <= 0, 'df <= 0')
    _refuse(nonc < 0, 'nonc < 0')
    return _seeded('noncentral_chisquare', 'noncentral_chisquare(s, p0, p1)', ('float64', 'float64'), (df, nonc), size, dtype)


def noncentral_f(dfnum, dfden, nonc, size=None, dtype=float):
    """Samples from a noncentral F distribution."""
    dfnum, dfden, nonc = cupy.asarray(dfnum), cupy.asarray(dfden), cupy.asarray(nonc)
    _refuse(dfnum <= 0, 'dfnum <= 0')
    _refuse(dfden <= 0, 'dfden <= 0')
    _refuse(nonc < 0, 'nonc < 0')
    return _seeded('noncentral_f', 'noncentral_f(s, p0, p1, p2)', ('float64',) * 3, (dfnum, dfden, nonc), size, dtype)


def poisson(lam=1.0, size=None, dtype=int):
    """Samples from a Poisson distribution of mean lam.

    >>> random.seed(0); bool((random.poisson(3, 100) >= 0).all())
    True
    """
    return _seeded('poisson', 'poisson(s, p0)', ('float64',), (lam,), size, dtype)


def negative_binomial(n, p, size=None, dtype=int):
    """Samples from a negative binomial distribution."""
    n, p = cupy.asarray(n), cupy.asarray(p)
    _refuse(n <= 0, 'n <= 0')
    _refuse(p < 0, 'p < 0')
    _refuse(p > 1, 'p > 1')
    return poisson(gamma(n, (1 - p) / p, size), dtype=dtype)


def standard_t(df, size=None, dtype=float):
    """Numbers as Student's t has them with df degrees of freedom."""
    return _seeded('standard_t', 'student(s, p0)', ('float64',), (df,), size, dtype)


def vonmises(mu, kappa, size=None, dtype=float):
    """Samples from a von Mises distribution on [-pi, pi]."""
    return _seeded('vonmises', 'vonmises(s, p0, p1)', ('float64', 'float64'), (mu, kappa), size, dtype)


def zipf(a, size=None, dtype=int):
    """Samples from a Zipf distribution."""
    a = cupy.asarray(a)
    _refuse(a <= 1.0, "'a' must be a valid float > 1.0")
    return _seeded('zipf', 'zipf(s, p0)', ('float64',), (a,), size, dtype)


def logistic(loc=0.0, scale=1.0, size=None, dtype=float):
    """Numbers whose distribution function is logistic."""
    loc, scale = cupy.asarray(loc), cupy.asarray(scale)
    x = draw_seeded('open_unit', 'open_unit(s)', [], _shape_of(size, loc, scale), dtype)
    return (cupy.log((1.0 - x) / x) * scale + loc).astype(x.dtype, copy=False)


# ---- of the stream's uniform and normal numbers ----

def standard_exponential(size=None, dtype=float):
    """Samples from an exponential distribution of mean 1."""
    return -cupy.log(cupy.random._raw(size, _float_type(dtype)))


def exponential(scale=1.0, size=None, dtype=float):
    """Samples from an exponential distribution of mean scale."""
    scale = cupy.asarray(scale, dtype)
    _refuse(scale < 0, 'scale < 0')
    return standard_exponential(_shape_of(size, scale), dtype) * scale


def gumbel(loc=0.0, scale=1.0, size=None, dtype=float):
    """The largest of many numbers, in the limit."""
    loc, scale = cupy.asarray(loc, dtype), cupy.asarray(scale, dtype)
    return loc - cupy.log(-cupy.log(cupy.random._raw(_shape_of(size, loc, scale), _float_type(dtype)))) * scale


def laplace(loc=0.0, scale=1.0, size=None, dtype=float):
    """Samples from a Laplace distribution."""
    loc, scale = cupy.asarray(loc, dtype), cupy.asarray(scale, dtype)
    x = cupy.random._raw(_shape_of(size, loc, scale), _float_type(dtype))
    return loc + scale * cupy.where(x <= 0.5, cupy.log(x + x), -cupy.log(x + x - 1))


def lognormal(mean=0.0, sigma=1.0, size=None, dtype=float):
    """Samples whose logarithms are normal, of mean `mean` and deviation `sigma`."""
    return cupy.exp(cupy.random.normal(mean, sigma, size, _float_type(dtype)))


def multivariate_normal(mean, cov, size=None, check_valid='ignore', tol=1e-08, method='cholesky', dtype=float):
    """Samples from a normal distribution of several dimensions, by one of the factors 'cholesky', 'eigh' or 'svd' of the covariance."""
    mean, cov = cupy.asarray(mean, dtype=dtype), cupy.asarray(cov, dtype=dtype)
    shape = [] if size is None else [size] if isinstance(size, (int, numpy.integer)) else list(size)
    if mean.ndim != 1:
        raise ValueError('mean must be 1 dimensional')
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError('cov must be 2 dimensional and square')
    if mean.shape[0] != cov.shape[0]:
        raise ValueError('mean and cov must have same length')
    if method not in ('eigh', 'svd', 'cholesky'):
        raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
    if check_valid not in ('ignore', 'warn', 'raise'):
        raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
    final = tuple(shape) + (mean.shape[0],)
    x = cupy.random.standard_normal(final, dtype).reshape(-1, mean.shape[0])
    factor = _factor(cov, method, check_valid, tol)
    return (cupy.dot(factor, x.T).T + mean).reshape(final)


def _factor(cov, method, check_valid, tol):
    if method == 'cholesky':
        try:
            return cupy.linalg.cholesky(cov)
        except numpy.linalg.LinAlgError:
            if check_valid == 'raise':
                raise numpy.linalg.LinAlgError("Matrix is not positive definite; if matrix is positive-semidefinite, set"
                                               "'check_valid' to 'warn'") from None
            if check_valid == 'warn':
                import warnings
                warnings.warn('covariance is not positive-semidefinite, output *is* invalid.', RuntimeWarning)
            return cupy.full_like(cov, cupy.nan)
    if method == 'eigh':
        s, u = cupy.linalg.eigh(cov)
        valid = not bool(cupy.any(s < -tol))
    else:
        u, s, v = cupy.linalg.svd(cov)
        valid = check_valid != 'warn' or bool(cupy.allclose(cupy.dot(v.T * s, v), cov, rtol=tol, atol=tol))
    if check_valid == 'warn' and not valid:
        import warnings
        warnings.warn('covariance is not positive-semidefinite, output may be invalid.', RuntimeWarning)
    return u * cupy.sqrt(cupy.abs(s))


def pareto(a, size=None, dtype=float):
    """Samples from a Pareto II distribution."""
    a = cupy.asarray(a)
    x = cupy.random._raw(_shape_of(size, a), _float_type(dtype))
    return cupy.exp(-cupy.log(x) / a).astype(x.dtype, copy=False) - 1


def power(a, size=None, dtype=float):
    """Samples in [0, 1] from a power distribution of exponent a - 1."""
    a = cupy.asarray(a)
    _refuse(a < 0, 'a < 0')
    x = standard_exponential(_shape_of(size, a), dtype)
    return cupy.power(1 + -cupy.exp(-x), 1. / a).astype(x.dtype, copy=False)


def rayleigh(scale=1.0, size=None, dtype=float):
    """Lengths of vectors with two normal parts."""
    scale = cupy.asarray(scale)
    _refuse(scale < 0, 'scale < 0')
    x = cupy.random._raw(_shape_of(size, scale), _float_type(dtype))
    return (cupy.sqrt(cupy.log(x) * -2.) * scale).astype(x.dtype, copy=False)


def standard_cauchy(size=None, dtype=float):
    """Samples from a Cauchy distribution of mode 0."""
    return cupy.tan(cupy.pi * (cupy.random.uniform(size=size, dtype=dtype) - 0.5))


def triangular(left, mode, right, size=None, dtype=float):
    """Samples from a triangular distribution over [left, right] with its peak at mode."""
    left, mode, right = cupy.asarray(left), cupy.asarray(mode), cupy.asarray(right)
    _refuse(left > mode, 'left > mode')
    _refuse(mode > right, 'mode > right')
    _refuse(left == right, 'left == right')
    x = cupy.random.random_sample(_shape_of(size, left, mode, right), dtype)
    base, below = (right - left).astype(x.dtype), (mode - left).astype(x.dtype)
    above = (right - mode).astype(x.dtype) * base
    return cupy.where(x <= below / base, left + cupy.sqrt(x * (below * base)), right - cupy.sqrt((1.0 - x) * above)).astype(x.dtype, copy=False)


def wald(mean, scale, size=None, dtype=float):
    """Samples from a Wald, or inverse Gaussian, distribution."""
    mean, scale = cupy.asarray(mean, dtype=dtype), cupy.asarray(scale, dtype=dtype)
    size = _shape_of(size, mean, scale)
    x = cupy.random.normal(size=size, dtype=dtype)
    u = cupy.random.random_sample(size, dtype)
    y = mean * x * x
    x = mean + mean / (2 * scale) * (y - cupy.sqrt(4 * scale * y + y * y))
    return cupy.where(u > mean / (mean + x), mean * mean / x, x)


def weibull(a, size=None, dtype=float):
    """Samples from a Weibull distribution of scale 1."""
    a = cupy.asarray(a)
    _refuse(a < 0, 'a < 0')
    x = standard_exponential(_shape_of(size, a), dtype)
    return cupy.power(x, 1. / a).astype(x.dtype, copy=False)


# ---- RandomState ----

class RandomState:
    """A stream of random numbers of the current device, apart from cupy.random's own: XORWOW of cuRAND.

    >>> random.RandomState(42).randint(0, 100, 4)
    array([63, 70, 26, 62])
    """

    def __init__(self, seed=None, method=100):
        if method not in (100, 101):
            raise NotImplementedError('RandomState draws from CURAND_RNG_PSEUDO_XORWOW only (method 100 or 101), not from method %r' % (method,))
        self.method = method
        self._stream = (0, 0, 0, _numbers.pop() if _numbers else next(_counter))
        self.seed(seed)

    def __del__(self):
        if getattr(self, '_stream', None) is not None:
            _numbers.append(self._stream[3])

    def seed(self, seed=None):
        """Start the stream anew."""
        self._draw(globals()['seed'], (seed,), {})

    def _draw(self, function, arguments, keywords):
        if _states.get(cupy.cuda.get_device_id()) is self:
            return function(*arguments, **keywords)
        saved = cupy.random._stream()
        cupy.random._set_stream(*self._stream)
        try:
            return function(*arguments, **keywords)
        finally:
            self._stream = cupy.random._stream()
            cupy.random._set_stream(*saved)

    def tomaxint(self, size=None):
        """Whole numbers from 0 to the largest of an int64."""
        shape = () if size is None else (size,) if isinstance(size, (int, numpy.integer)) else tuple(size)
        words = self._draw(cupy.random._bits, (2 * math.prod(shape),), {})
        return (words.view(numpy.int64) & numpy.iinfo(numpy.int64).max).reshape(shape)


def _method(name):
    def draw(self, *args, **kwargs):
        return self._draw(getattr(cupy.random, name), args, kwargs)
    draw.__name__ = name
    draw.__qualname__ = 'RandomState.' + name
    draw.__doc__ = "As cupy.random.%s, from this stream." % name
    setattr(RandomState, name, draw)


for _name in [name for name in _DISTRIBUTIONS if name not in ('multinomial', 'random_integers')] + [
        'choice', 'normal', 'permutation', 'rand', 'randint', 'randn', 'random_sample', 'shuffle', 'standard_normal', 'uniform']:
    _method(_name)

_states = {}  # by device; theirs have no _stream, but the device's own
_numbers = []  # of streams whose RandomState is gone
_counter = itertools.count(1)


def get_random_state():
    """The RandomState of the current device: cupy.random's functions draw from it."""
    device = cupy.cuda.get_device_id()
    if device not in _states:
        state = RandomState.__new__(RandomState)
        state.method, state._stream = 100, None
        _states[device] = state
    return _states[device]


def set_random_state(rs):
    """Let cupy.random's functions draw from `rs` on the current device."""
    if not isinstance(rs, RandomState):
        raise TypeError('Random state must be an instance of RandomState. Actual: {}'.format(type(rs)))
    before = get_random_state()
    if before is rs:
        return
    before._stream = cupy.random._stream()
    cupy.random._set_stream(*rs._stream)
    rs._stream = None
    _states[cupy.cuda.get_device_id()] = rs


def reset_states():
    """Forget the streams of all devices: the next draws begin new ones."""
    current = cupy.cuda.get_device_id()
    for device in range(cupy.cuda.runtime.getDeviceCount()):
        with cupy.cuda.Device(device):
            if device in _states:
                _states[device]._stream = cupy.random._stream()
                cupy.random._set_stream(0, 0, 0, next(_counter))
            cupy.random._forget_stream()
    _states.clear()
    assert cupy.cuda.get_device_id() == current


for _name in __all__:
    globals()[_name].__module__ = 'cupy.random'
