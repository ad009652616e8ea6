"""Distributions and tests of statistics."""

import math

import numpy as np
from scipy import special

__all__ = ['norm', 'uniform', 'expon', 't', 'chi2', 'f', 'gamma', 'beta', 'lognorm', 'poisson', 'binom', 'bernoulli', 'geom', 'cauchy',
           'laplace', 'logistic', 'rayleigh', 'pareto', 'weibull_min', 'randint', 'rv_continuous', 'rv_discrete']


class _Frozen:
    """A distribution with its parameters."""

    def __init__(self, dist, args, kwds):
        self.dist, self.args, self.kwds = dist, args, kwds

    def __getattr__(self, name):
        method = getattr(self.dist, name)
        if name in ('rvs', 'ppf', 'isf', 'cdf', 'sf', 'pdf', 'pmf', 'logpdf', 'logpmf', 'logcdf', 'logsf', 'interval', 'expect'):
            return lambda *given, **more: method(*given, *self.args, **{**self.kwds, **more}) if name != 'rvs' else method(
                *self.args, **{**dict(zip(('size', 'random_state'), given)), **self.kwds, **more})
        if name == 'stats':
            return lambda moments='mv': method(*self.args, moments=moments, **self.kwds)
        if name in ('mean', 'median', 'std', 'var', 'stats', 'entropy', 'support', 'moment'):
            return lambda *given, **more: method(*given, *self.args, **{**self.kwds, **more})
        return method


class rv_continuous:
    """A continuous distribution: functions of standard form, moved by loc and stretched by scale."""

    discrete = False

    def __init__(self, name='', shapes=(), cdf=None, pdf=None, ppf=None, sf=None, isf=None, moments=None, low=-np.inf, high=np.inf, draw=None,
                 logpdf=None, valid=None, entropy=None, doc=''):
        self.name, self.shapes, self.a, self.b = name, shapes, low, high
        self._cdf0, self._pdf0, self._ppf0, self._sf0, self._isf0 = cdf, pdf, ppf, sf, isf
        self._moments, self._draw, self._logpdf0, self._valid = moments, draw, logpdf, valid
        self._entropy0 = entropy
        if ppf is None and not self.discrete:
            self._ppf0 = self._solved
        if moments is None:
            self._moments = self._integrated
        self.__doc__ = doc
        self.numargs = len(shapes)

    def _solved(self, q, *shape):
        """ppf() in standard form, where there is no formula: the place where cdf() is q."""
        from scipy.optimize import brentq
        q, *shape = np.broadcast_arrays(np.asarray(q, dtype=float), *shape)
        result = np.full(q.shape, np.nan)
        for at in np.ndindex(*q.shape):
            p, given = float(q[at]), [one[at] for one in shape]
            if not 0 < p < 1:
                continue
            low, high = (float(end) for end in self._ends(given))
            step, left, right = 10.0, low, high
            if not np.isfinite(low):
                left = min(-10.0, high) if np.isfinite(high) else -10.0
                while self._cdf0(np.float64(left), *given) > p:
                    left, right, step = left - step, left, step * 10
            if not np.isfinite(high):
                right, step = max(10.0, left), 10.0
                while self._cdf0(np.float64(right), *given) < p:
                    left, right, step = right, right + step, step * 10
            result[at] = brentq(lambda x: float(self._cdf0(np.float64(x), *given)) - p, left, right, xtol=1e-14)
        return result[()]

    def _integrated(self, *shape):
        """The first four moments, where there are no formulas."""
        from scipy.integrate import quad
        low, high = (float(end) for end in self._ends(shape))
        if self.discrete:
            k = np.arange(low, high + 1)
            raw = [float((k ** power * self._pdf0(k, *shape)).sum()) for power in (1, 2, 3, 4)]
        else:
            raw = [quad(lambda x: float(x ** power * self._pdf0(np.float64(x), *shape)), low, high)[0] for power in (1, 2, 3, 4)]
        m1, m2, m3, m4 = raw
        variance = m2 - m1 * m1
        return (m1, variance, (m3 - 3 * m1 * m2 + 2 * m1 ** 3) / variance ** 1.5, (m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 ** 4) / variance ** 2 - 3)

    def __call__(self, *args, **kwds):
        """The distribution with its parameters given."""
        return _Frozen(self, args, kwds)

    freeze = __call__

    def _parse(self, args, kwds):
        args, count = list(args), len(self.shapes)
        shape = args[:count]
        for name in self.shapes[len(shape):]:
            if name not in kwds:
                raise TypeError(f"_parse_args() missing 1 required positional argument: '{name}'")
            shape.append(kwds.pop(name))
        rest = args[count:]
        loc = rest[0] if rest else kwds.pop('loc', 0)
        scale = rest[1] if len(rest) > 1 else kwds.pop('scale', 1)
        if kwds:
            raise TypeError(f"_parse_args() got an unexpected keyword argument '{next(iter(kwds))}'")
        return [np.asarray(s, dtype=float) for s in shape], np.asarray(loc, dtype=float), np.asarray(scale, dtype=float)

    def _good(self, shape, scale):
        good = scale > 0
        for s in shape:
            good = good & (s > 0)
        return good if self._valid is None else (scale > 0) & self._valid(*shape)

    def _at(self, x, args, kwds, compute, below, above, discrete_floor=False):
        shape, loc, scale = self._parse(args, kwds)
        z = (np.asarray(x, dtype=float) - loc) / scale
        if discrete_floor:
            z = np.floor(z)
        good = self._good(shape, scale)
        low, high = self._ends(shape)
        with np.errstate(all='ignore'):
            value = compute(z, *shape)
            value = np.where((z < low) | (np.isnan(value) & (z == low)), below, np.where(z > high, above, value))
        return np.where(good & ~np.isnan(z), value, np.nan)[()], scale

    def _ends(self, shape):
        low = self.a(*shape) if callable(self.a) else self.a
        high = self.b(*shape) if callable(self.b) else self.b
        return low, high

    def pdf(self, x, *args, **kwds):
        """The density at x."""
        value, scale = self._at(x, args, kwds, self._pdf0, 0.0, 0.0)
        return (value / scale)[()]

    def logpdf(self, x, *args, **kwds):
        """The logarithm of the density."""
        if self._logpdf0 is None:
            with np.errstate(divide='ignore'):
                return np.log(self.pdf(x, *args, **kwds))
        value, scale = self._at(x, args, kwds, self._logpdf0, -np.inf, -np.inf)
        return (value - np.log(scale))[()]

    def cdf(self, x, *args, **kwds):
        """The probability of values up to x."""
        return self._at(x, args, kwds, self._cdf0, 0.0, 1.0, self.discrete)[0]

    def sf(self, x, *args, **kwds):
        """The probability of values beyond x."""
        compute = self._sf0 or (lambda z, *s: 1.0 - self._cdf0(z, *s))
        return self._at(x, args, kwds, compute, 1.0, 0.0, self.discrete)[0]

    def logcdf(self, x, *args, **kwds):
        """The logarithm of cdf()."""
        if self.name == 'norm':
            return self._at(x, args, kwds, special.log_ndtr, -np.inf, 0.0)[0]
        with np.errstate(divide='ignore'):
            return np.log(self.cdf(x, *args, **kwds))

    def logsf(self, x, *args, **kwds):
        """The logarithm of sf()."""
        if self.name == 'norm':
            return self._at(x, args, kwds, lambda z: special.log_ndtr(-z), 0.0, -np.inf)[0]
        with np.errstate(divide='ignore'):
            return np.log(self.sf(x, *args, **kwds))

    def ppf(self, q, *args, **kwds):
        """The value up to which there is the probability q."""
        shape, loc, scale = self._parse(args, kwds)
        q = np.asarray(q, dtype=float)
        low, high = self._ends(shape)
        with np.errstate(all='ignore'):
            value = self._ppf0(q, *shape)
            value = np.where(q == 0, low - (1 if self.discrete else 0), np.where(q == 1, high, value)) * scale + loc
        return np.where((q >= 0) & (q <= 1) & self._good(shape, scale), value, np.nan)[()]

    def isf(self, q, *args, **kwds):
        """The value beyond which there is the probability q."""
        if self._isf0 is None:
            return self.ppf(1.0 - np.asarray(q, dtype=float), *args, **kwds)
        shape, loc, scale = self._parse(args, kwds)
        q = np.asarray(q, dtype=float)
        low, high = self._ends(shape)
        with np.errstate(all='ignore'):
            value = np.where(q == 0, high, np.where(q == 1, low, self._isf0(q, *shape))) * scale + loc
        return np.where((q >= 0) & (q <= 1) & self._good(shape, scale), value, np.nan)[()]

    def rvs(self, *args, size=None, random_state=None, **kwds):
        """Random numbers of the distribution."""
        size = kwds.pop('size', size)
        if len(args) > len(self.shapes) + 2:
            args, size = args[:-1], args[-1]
        shape, loc, scale = self._parse(args, kwds)
        source = np.random if random_state is None else random_state
        if isinstance(source, (int, np.integer)):
            source = np.random.RandomState(source)
        if size is None:
            size = np.broadcast_shapes(loc.shape, scale.shape, *(s.shape for s in shape))
            size = None if size == () else size
        elif size == 1 and loc.ndim == scale.ndim == 0 and not any(s.ndim for s in shape):
            size = 1
        if self._draw is not None:
            value = self._draw(source, size, *(s[()] for s in shape))
        else:
            value = self._ppf0(source.uniform(size=size), *shape)
        value = np.asarray(value) * (scale if not self.discrete else 1) + (loc.astype(int) if self.discrete else loc)
        if size is None:
            return int(value) if self.discrete else np.float64(value)
        return value

    def stats(self, *args, moments='mv', **kwds):
        """Mean, variance, skewness and kurtosis, as the letters ask."""
        shape, loc, scale = self._parse(args, kwds)
        with np.errstate(all='ignore'):
            m = self._moments(*shape)
        m = tuple(m) + (np.nan,) * (4 - len(m))
        found = {'m': m[0] * scale + loc, 'v': m[1] * scale * scale, 's': m[2], 'k': m[3]}
        result = tuple(np.float64(found[letter]) if np.ndim(found[letter]) == 0 else found[letter] for letter in 'mvsk' if letter in moments)
        return result if len(result) > 1 else result[0]

    def mean(self, *args, **kwds):
        """The mean."""
        return self.stats(*args, moments='m', **kwds)

    def var(self, *args, **kwds):
        """The variance."""
        return self.stats(*args, moments='v', **kwds)

    def std(self, *args, **kwds):
        """The standard deviation."""
        return np.sqrt(self.var(*args, **kwds))

    def median(self, *args, **kwds):
        """The median."""
        return self.ppf(0.5, *args, **kwds)

    def interval(self, confidence, *args, **kwds):
        """The interval around the median that holds a share of the values."""
        alpha = np.asarray(confidence)
        return self.ppf((1.0 - alpha) / 2, *args, **kwds), self.ppf((1.0 + alpha) / 2, *args, **kwds)

    def support(self, *args, **kwds):
        """The ends of the values."""
        shape, loc, scale = self._parse(args, kwds)
        low, high = self._ends(shape)
        return (low * scale + loc)[()], (high * scale + loc)[()]

    def entropy(self, *args, **kwds):
        """The differential entropy."""
        shape, loc, scale = self._parse(args, kwds)
        if self._entropy0 is not None:
            return np.float64(self._entropy0(*shape) + np.log(scale))
        from scipy.integrate import quad
        low, high = self._ends(shape)
        with np.errstate(all='ignore'):
            found = quad(lambda x: float(special.entr(self._pdf0(np.float64(x), *shape))), float(low), float(high))[0]
        return np.float64(found + np.log(scale))

    def expect(self, func=None, args=(), loc=0, scale=1, lb=None, ub=None):
        """The mean of a function of the values."""
        from scipy.integrate import quad
        low, high = self.support(*args, loc=loc, scale=scale)
        func = func or (lambda x: x)
        return quad(lambda x: func(x) * self.pdf(x, *args, loc=loc, scale=scale), float(low if lb is None else lb), float(high if ub is None else ub))[0]

    def fit(self, data, *args, **kwds):
        """The parameters that make the data likeliest."""
        data = np.ravel(np.asarray(data, dtype=float))
        floc, fscale = kwds.get('floc'), kwds.get('fscale')
        if self.name == 'norm':
            loc = data.mean() if floc is None else floc
            return (np.float64(loc), np.sqrt(((data - loc) ** 2).mean()) if fscale is None else np.float64(fscale))
        if self.name == 'expon':
            loc = data.min() if floc is None else floc
            return float(loc), float(data.mean() - loc if fscale is None else fscale)
        if self.name == 'uniform':
            return float(data.min()), float(np.ptp(data))
        from scipy.optimize import fmin
        start = list(args) + [1.0] * (len(self.shapes) - len(args)) + [data.min() - 0.01 * np.ptp(data) if np.isfinite(self._ends([np.ones(())] * len(self.shapes))[0]) else data.mean(), data.std()]
        free = [k for k in range(len(start)) if not (k == len(start) - 2 and floc is not None) and not (k == len(start) - 1 and fscale is not None)]
        if floc is not None:
            start[-2] = floc
        if fscale is not None:
            start[-1] = fscale

        def cost(values):
            full = list(start)
            for k, value in zip(free, values):
                full[k] = value
            total = -np.sum(self.logpdf(data, *full))
            return total if np.isfinite(total) else 1e300

        best = fmin(cost, [start[k] for k in free], disp=0)
        for k, value in zip(free, best):
            start[k] = value
        return tuple(np.float64(value) for value in start)


class rv_discrete(rv_continuous):
    """A distribution over whole numbers."""

    discrete = True

    def _parse(self, args, kwds):
        shape, loc, scale = super()._parse(args, kwds)
        return shape, loc, np.asarray(1.0)

    def pmf(self, k, *args, **kwds):
        """The probability of k."""
        def compute(z, *shape):
            return np.where(z == np.floor(z), self._pdf0(z, *shape), 0.0)
        return self._at(k, args, kwds, compute, 0.0, 0.0)[0]

    def logpmf(self, k, *args, **kwds):
        """The logarithm of pmf()."""
        with np.errstate(divide='ignore'):
            return np.log(self.pmf(k, *args, **kwds))

    def ppf(self, q, *args, **kwds):
        """The least value up to which there is the probability q."""
        shape, loc, scale = self._parse(args, dict(kwds))
        qs = np.asarray(q, dtype=float)
        low, high = self._ends(shape)
        result = np.empty(np.broadcast_shapes(qs.shape, *(s.shape for s in shape)))
        arrays = np.broadcast_arrays(qs, np.broadcast_to(low, result.shape), np.broadcast_to(high, result.shape), *shape)
        for at in np.ndindex(*result.shape):
            p, least, most, *given = (float(v[at]) for v in arrays)
            if not 0 <= p <= 1:
                result[at] = np.nan
                continue
            if p == 0 or p == 1:
                result[at] = least - 1 if p == 0 else most
                continue
            a, b = least - 1, max(least, 1.0) if np.isinf(most) else most
            if np.isinf(least):
                a = -1.0
                while self._cdf0(np.float64(a), *given) >= p:
                    a = 2 * a
            while np.isinf(most) and self._cdf0(np.float64(b), *given) < p:
                a, b = b, 2 * b + 1
            while b - a > 1:
                middle = np.floor((a + b) / 2)
                if self._cdf0(np.float64(middle), *given) >= p * (1 - 1e-13):
                    b = middle
                else:
                    a = middle
            result[at] = b
        return (result + loc)[()]


def moments_by(raw):
    """Mean, variance, skewness and kurtosis out of raw(k, *shape), the first four moments about 0."""
    def moments(*shape):
        m1, m2, m3, m4 = (raw(k, *shape) for k in (1, 2, 3, 4))
        variance = m2 - m1 * m1
        third = m3 - 3 * m1 * m2 + 2 * m1 ** 3
        fourth = m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 ** 4
        return m1, variance, third / variance ** 1.5, fourth / variance ** 2 - 3
    return moments


ROOT = math.sqrt(2 * math.pi)
norm = rv_continuous('norm', (), special.ndtr, lambda x: np.exp(-x ** 2 / 2.0) / ROOT, special.ndtri, lambda x: special.ndtr(-x),
                     lambda q: -special.ndtri(q), lambda: (0.0, 1.0, 0.0, 0.0), draw=lambda g, size: g.standard_normal(size),
                     logpdf=lambda x: -x ** 2 / 2.0 - math.log(ROOT), entropy=lambda: 0.5 * (math.log(2 * math.pi) + 1), doc='The normal distribution.')
uniform = rv_continuous('uniform', (), lambda x: x, lambda x: 1.0 * (x == x), lambda q: q, moments=lambda: (0.5, 1.0 / 12, 0.0, -1.2), low=0.0, high=1.0,
                        draw=lambda g, size: g.uniform(0.0, 1.0, size), entropy=lambda: 0.0, doc='The uniform distribution over [loc, loc + scale].')
expon = rv_continuous('expon', (), lambda x: -np.expm1(-x), lambda x: np.exp(-x), lambda q: -np.log1p(-q), lambda x: np.exp(-x), lambda q: -np.log(q),
                      lambda: (1.0, 1.0, 2.0, 6.0), 0.0, draw=lambda g, size: g.standard_exponential(size), logpdf=lambda x: -x, entropy=lambda: 1.0,
                      doc='The exponential distribution.')
t = rv_continuous('t', ('df',), lambda x, df: special.stdtr(df, x),
                  lambda x, df: np.exp(special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - 0.5 * np.log(df * np.pi) - (df + 1) / 2 * np.log1p(x * x / df)),
                  lambda q, df: special.stdtrit(df, q), lambda x, df: special.stdtr(df, -x), lambda q, df: -special.stdtrit(df, q),
                  lambda df: (np.where(df > 1, 0.0, np.inf), np.where(df > 2, df / (df - 2), np.where(df > 1, np.inf, np.nan)), np.where(df > 3, 0.0, np.nan),
                              np.where(df > 4, 6.0 / (df - 4), np.where(df > 2, np.inf, np.nan))),
                  draw=lambda g, size, df: g.standard_t(df, size=size), doc="Student's distribution.")
chi2 = rv_continuous('chi2', ('df',), lambda x, df: special.chdtr(df, x),
                     lambda x, df: np.exp(special.xlogy(df / 2 - 1, x) - x / 2 - special.gammaln(df / 2) - math.log(2) * df / 2),
                     lambda q, df: 2 * special.gammaincinv(df / 2, q), lambda x, df: special.chdtrc(df, x), lambda q, df: special.chdtri(df, q),
                     lambda df: (df, 2 * df, 2 * np.sqrt(2 / df), 12 / df), 0.0, draw=lambda g, size, df: g.chisquare(df, size), doc='The chi-square distribution.')
f = rv_continuous('f', ('dfn', 'dfd'), lambda x, n, d: special.fdtr(n, d, x),
                  lambda x, n, d: np.exp(d / 2 * np.log(d) + n / 2 * np.log(n) + special.xlogy(n / 2 - 1, x) - (n + d) / 2 * np.log(d + n * x) - special.betaln(n / 2, d / 2)),
                  lambda q, n, d: special.fdtri(n, d, q), lambda x, n, d: special.fdtrc(n, d, x),
                  moments=lambda n, d: (np.where(d > 2, d / (d - 2), np.inf), np.where(d > 4, 2 * d * d * (n + d - 2) / (n * (d - 2) ** 2 * (d - 4)), np.inf),
                                        np.where(d > 6, (2 * n + d - 2) * np.sqrt(8 * (d - 4)) / ((d - 6) * np.sqrt(n * (n + d - 2))), np.nan),
                                        np.where(d > 8, 12 * (n * (5 * d - 22) * (n + d - 2) + (d - 4) * (d - 2) ** 2) / (n * (d - 6) * (d - 8) * (n + d - 2)), np.nan)),
                  low=0.0, draw=lambda g, size, n, d: g.f(n, d, size), doc='The F distribution.')
gamma = rv_continuous('gamma', ('a',), lambda x, a: special.gammainc(a, x), lambda x, a: np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a)),
                      lambda q, a: special.gammaincinv(a, q), lambda x, a: special.gammaincc(a, x), lambda q, a: special.gammainccinv(a, q),
                      lambda a: (a, a, 2 / np.sqrt(a), 6 / a), 0.0, draw=lambda g, size, a: g.standard_gamma(a, size), doc='The gamma distribution.')
beta = rv_continuous('beta', ('a', 'b'), lambda x, a, b: special.betainc(a, b, x),
                     lambda x, a, b: np.exp(special.xlog1py(b - 1.0, -x) + special.xlogy(a - 1.0, x) - special.betaln(a, b)),
                     lambda q, a, b: special.betaincinv(a, b, q), lambda x, a, b: special.betaincc(a, b, x),
                     moments=lambda a, b: (a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1)), 2 * (b - a) * np.sqrt(a + b + 1) / ((a + b + 2) * np.sqrt(a * b)),
                                           6 * ((a - b) ** 2 * (a + b + 1) - a * b * (a + b + 2)) / (a * b * (a + b + 2) * (a + b + 3))),
                     low=0.0, high=1.0, draw=lambda g, size, a, b: g.beta(a, b, size), doc='The beta distribution.')
lognorm = rv_continuous('lognorm', ('s',), lambda x, s: special.ndtr(np.log(x) / s), lambda x, s: np.where(x > 0, np.exp(-np.log(x) ** 2 / (2 * s * s)) / (s * x * ROOT), 0.0),
                        lambda q, s: np.exp(s * special.ndtri(q)), lambda x, s: special.ndtr(-np.log(x) / s),
                        moments=lambda s: (np.exp(s * s / 2), np.exp(s * s) * np.expm1(s * s), (2 + np.exp(s * s)) * np.sqrt(np.expm1(s * s)),
                                           np.polyval([1, 2, 3, 0, -6.0], np.exp(s * s))), low=0.0,
                        draw=lambda g, size, s: np.exp(s * g.standard_normal(size)), doc='The distribution whose logarithm is normal.')
cauchy = rv_continuous('cauchy', (), lambda x: np.arctan2(1, -x) / np.pi, lambda x: 1.0 / np.pi / (1.0 + x * x), lambda q: np.tan(np.pi * q - np.pi / 2.0),
                       moments=lambda: (np.nan, np.nan, np.nan, np.nan), doc='The Cauchy distribution.')
laplace = rv_continuous('laplace', (), lambda x: np.where(x > 0, 1.0 - 0.5 * np.exp(-x), 0.5 * np.exp(x)), lambda x: 0.5 * np.exp(-np.abs(x)),
                        lambda q: np.where(q > 0.5, -np.log(2 * (1 - q)), np.log(2 * q)), moments=lambda: (0.0, 2.0, 0.0, 3.0),
                        draw=lambda g, size: g.laplace(0, 1, size=size), doc='The double exponential distribution.')
logistic = rv_continuous('logistic', (), special.expit, lambda x: special.expit(x) * special.expit(-x), special.logit, lambda x: special.expit(-x),
                         moments=lambda: (0.0, np.pi * np.pi / 3.0, 0.0, 6.0 / 5.0), draw=lambda g, size: g.logistic(size=size), doc='The logistic distribution.')
rayleigh = rv_continuous('rayleigh', (), lambda r: -np.expm1(-0.5 * r ** 2), lambda r: r * np.exp(-0.5 * r ** 2), lambda q: np.sqrt(-2 * np.log1p(-q)),
                         lambda r: np.exp(-0.5 * r ** 2), moments=lambda: (math.sqrt(math.pi / 2), 2 - math.pi / 2, 2 * (math.pi - 3) * math.sqrt(math.pi) / (4 - math.pi) ** 1.5,
                                           6 * math.pi / (4 - math.pi) - 16 / (4 - math.pi) ** 2), low=0.0, doc='The Rayleigh distribution.')
pareto = rv_continuous('pareto', ('b',), lambda x, b: 1 - x ** -b, lambda x, b: b * x ** (-b - 1), lambda q, b: (1 - q) ** (-1.0 / b), lambda x, b: x ** -b,
                       moments=lambda b: (np.where(b > 1, b / (b - 1), np.inf), np.where(b > 2, b / ((b - 1) ** 2 * (b - 2)), np.inf),
                                          np.where(b > 3, 2 * (b + 1) * np.sqrt(b - 2) / ((b - 3) * np.sqrt(b)), np.nan),
                                          np.where(b > 4, 6 * (b ** 3 + b * b - 6 * b - 2) / (b * (b - 3) * (b - 4)), np.nan)), low=1.0, doc='The Pareto distribution.')
weibull_min = rv_continuous('weibull_min', ('c',), lambda x, c: -np.expm1(-x ** c), lambda x, c: c * x ** (c - 1) * np.exp(-x ** c), lambda q, c: (-np.log1p(-q)) ** (1.0 / c),
                            lambda x, c: np.exp(-x ** c), moments=moments_by(lambda k, c: special.gamma(1 + k / c)), low=0.0,
                            doc='The Weibull distribution.')
poisson = rv_discrete('poisson', ('mu',), lambda k, mu: special.pdtr(k, mu), lambda k, mu: np.exp(special.xlogy(k, mu) - special.gammaln(k + 1) - mu),
                      sf=lambda k, mu: special.pdtrc(k, mu), moments=lambda mu: (mu, mu, 1 / np.sqrt(mu), 1 / mu), low=0.0, draw=lambda g, size, mu: g.poisson(mu, size),
                      valid=lambda mu: mu >= 0, doc="Poisson's distribution.")
binom = rv_discrete('binom', ('n', 'p'), lambda k, n, p: special.bdtr(k, n, p),
                    lambda k, n, p: np.exp(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1) + special.xlogy(k, p) + special.xlog1py(n - k, -p)),
                    sf=lambda k, n, p: special.bdtrc(k, n, p), moments=lambda n, p: (n * p, n * p * (1 - p), (1 - 2 * p) / np.sqrt(n * p * (1 - p)), (1 - 6 * p * (1 - p)) / (n * p * (1 - p))),
                    low=0.0, high=lambda n, p: n, draw=lambda g, size, n, p: g.binomial(n, p, size), valid=lambda n, p: (n >= 0) & (p >= 0) & (p <= 1), doc='The binomial distribution.')
bernoulli = rv_discrete('bernoulli', ('p',), lambda k, p: np.where(k < 1, 1 - p, 1.0), lambda k, p: np.where(k == 0, 1 - p, p),
                        moments=lambda p: (p, p * (1 - p), (1 - 2 * p) / np.sqrt(p * (1 - p)), (1 - 6 * p * (1 - p)) / (p * (1 - p))),
                        low=0.0, high=1.0, draw=lambda g, size, p: g.binomial(1, p, size), valid=lambda p: (p >= 0) & (p <= 1), doc="Bernoulli's distribution.")
geom = rv_discrete('geom', ('p',), lambda k, p: -np.expm1(np.log1p(-p) * k), lambda k, p: (1 - p) ** (k - 1) * p, moments=lambda p: (1 / p, (1 - p) / p / p, (2 - p) / np.sqrt(1 - p), 6 + p * p / (1 - p)),
                   low=1.0, draw=lambda g, size, p: g.geometric(p, size=size), valid=lambda p: (p > 0) & (p <= 1), doc='The geometric distribution.')
randint = rv_discrete('randint', ('low', 'high'), lambda k, a, b: (np.floor(k) - a + 1) / (b - a), lambda k, a, b: 1 / (b - a) + 0 * k,
                      moments=lambda a, b: ((b + a - 1) / 2, ((b - a) ** 2 - 1) / 12, 0.0 * a, -6.0 / 5 * ((b - a) ** 2 + 1) / ((b - a) ** 2 - 1)), low=lambda a, b: a, high=lambda a, b: b - 1,
                      draw=lambda g, size, a, b: g.randint(a, b, size=size), valid=lambda a, b: b > a, doc='Whole numbers, each as likely.')
