"""More distributions of statistics: extreme values, halves and truncations, lifetimes, counts."""

import math

import numpy as np
from scipy import special
from scipy.stats._distributions import ROOT, gamma, moments_by, rv_continuous, rv_discrete

__all__ = ['anglit', 'arcsine', 'betabinom', 'burr12', 'chi', 'dlaplace', 'dweibull', 'erlang', 'exponnorm', 'fisk',
           'foldcauchy', 'foldnorm', 'genextreme', 'gengamma', 'gennorm', 'genpareto', 'gibrat', 'gompertz', 'gumbel_l',
           'gumbel_r', 'halfcauchy', 'halflogistic', 'halfnorm', 'hypergeom', 'hypsecant', 'invgamma', 'invgauss', 'invweibull',
           'levy', 'loggamma', 'loglaplace', 'logser', 'loguniform', 'lomax', 'maxwell', 'moyal', 'nakagami', 'nbinom', 'planck',
           'powerlaw', 'reciprocal', 'semicircular', 'skellam', 'skewnorm', 'trapezoid', 'triang', 'truncexpon', 'truncnorm',
           'vonmises', 'wald', 'weibull_max', 'zipf']

EULER = 0.577215664901532860606512090082402431
ZETA3 = 1.202056903159594285399738161511449990


# ---- Extreme values ----

gumbel_r = rv_continuous('gumbel_r', (), lambda x: np.exp(-np.exp(-x)), lambda x: np.exp(-x - np.exp(-x)),
    lambda q: -np.log(-np.log(q)), lambda x: -np.expm1(-np.exp(-x)), lambda q: -np.log(-np.log1p(-q)),
    lambda: (EULER, np.pi ** 2 / 6, 12 * math.sqrt(6) / np.pi ** 3 * ZETA3, 12.0 / 5), logpdf=lambda x: -x - np.exp(-x),
    entropy=lambda: EULER + 1., doc="Gumbel's distribution of largest values.")
gumbel_l = rv_continuous('gumbel_l', (), lambda x: -np.expm1(-np.exp(x)), lambda x: np.exp(x - np.exp(x)),
    lambda q: np.log(-np.log1p(-q)), lambda x: np.exp(-np.exp(x)), lambda q: np.log(-np.log(q)),
    lambda: (-EULER, np.pi ** 2 / 6, -12 * math.sqrt(6) / np.pi ** 3 * ZETA3, 12.0 / 5), logpdf=lambda x: x - np.exp(x),
    entropy=lambda: EULER + 1., doc="Gumbel's distribution of least values.")


def _extreme_log(x, c):
    """The exponent of the distribution of extreme values: log(1 - c x) / c, or -x where c is 0."""
    return np.where(c == 0, -x, np.log1p(-c * x) / np.where(c == 0, 1, c))


def _extreme_moments(c):
    safe = np.where(c == 0, 1.0, c)
    g1, g2, g3, g4 = (special.gamma(1 + k * safe) for k in (1, 2, 3, 4))
    variance = g2 - g1 * g1
    found = ((1 - g1) / safe, variance / safe ** 2, np.sign(safe) * (-g3 + 3 * g1 * g2 - 2 * g1 ** 3) / variance ** 1.5,
             (g4 - 4 * g1 * g3 + 6 * g1 * g1 * g2 - 3 * g1 ** 4) / variance ** 2 - 3)
    return tuple(np.where(c == 0, own, np.where(k * c > -1, value, np.nan))
                 for k, own, value in zip((1, 2, 3, 4), gumbel_r._moments(), found))


genextreme = rv_continuous('genextreme', ('c',), lambda x, c: np.exp(-np.exp(_extreme_log(x, c))),
    lambda x, c: np.exp(-np.exp(_extreme_log(x, c)) + np.where(c == 0, 1, 1 - c) * _extreme_log(x, c)),
    lambda q, c: np.where(c == 0, -np.log(-np.log(q)), -np.expm1(c * np.log(-np.log(q))) / np.where(c == 0, 1, c)),
    lambda x, c: -np.expm1(-np.exp(_extreme_log(x, c))), lambda q, c: np.where(c == 0, -np.log(-np.log1p(-q)),
    -np.expm1(c * np.log(-np.log1p(-q))) / np.where(c == 0, 1, c)), lambda c: _extreme_moments(c),
    low=lambda c: np.where(c < 0, 1.0 / np.minimum(c, -1e-300), -np.inf),
    high=lambda c: np.where(c > 0, 1.0 / np.maximum(c, 1e-300), np.inf), valid=lambda c: np.isfinite(c),
    doc='The distribution of extreme values.')
genpareto = rv_continuous('genpareto', ('c',), lambda x, c: np.where(c == 0, -np.expm1(-x),
    -np.expm1(-np.log1p(c * x) / np.where(c == 0, 1, c))), lambda x, c: np.where(c == 0, np.exp(-x),
    np.exp(-special.xlog1py(c + 1.0, c * x) / np.where(c == 0, 1, c))),
    lambda q, c: np.where(c == 0, -np.log1p(-q), np.expm1(-c * np.log1p(-q)) / np.where(c == 0, 1, c)),
    lambda x, c: np.where(c == 0, np.exp(-x), np.exp(-np.log1p(c * x) / np.where(c == 0, 1, c))),
    lambda q, c: np.where(c == 0, -np.log(q), np.expm1(-c * np.log(q)) / np.where(c == 0, 1, c)),
    lambda c: (np.where(c < 1, 1 / (1 - c), np.inf), np.where(c < 0.5, 1 / (1 - c) ** 2 / (1 - 2 * c), np.nan),
    np.where(c < 1 / 3, 2 * (1 + c) * np.sqrt(1 - 2 * c) / (1 - 3 * c), np.nan),
    np.where(c < 0.25, 3 * (1 - 2 * c) * (2 * c * c + c + 3) / (1 - 3 * c) / (1 - 4 * c) - 3, np.nan)), low=0.0,
    high=lambda c: np.where(c < 0, -1.0 / np.minimum(c, -1e-300), np.inf), valid=lambda c: np.isfinite(c),
    doc='What exceeds a threshold.')
weibull_max = rv_continuous('weibull_max', ('c',), lambda x, c: np.exp(-(-x) ** c),
    lambda x, c: c * (-x) ** (c - 1) * np.exp(-(-x) ** c), lambda q, c: -(-np.log(q)) ** (1.0 / c),
    lambda x, c: -np.expm1(-(-x) ** c), moments=moments_by(lambda k, c: (-1) ** k * special.gamma(1 + k / c)), high=0.0,
    doc="Weibull's distribution, mirrored.")
invweibull = rv_continuous('invweibull', ('c',), lambda x, c: np.exp(-x ** -c),
    lambda x, c: c * x ** (-c - 1.0) * np.exp(-x ** -c), lambda q, c: (-np.log(q)) ** (-1.0 / c),
    lambda x, c: -np.expm1(-x ** -c), lambda q, c: (-np.log1p(-q)) ** (-1 / c),
    moments_by(lambda k, c: special.gamma(1 - k / c)), 0.0, doc="Fréchet's distribution.")
dweibull = rv_continuous('dweibull', ('c',), lambda x, c: np.where(x > 0, 1 - 0.5 * np.exp(-np.abs(x) ** c),
    0.5 * np.exp(-np.abs(x) ** c)), lambda x, c: c / 2.0 * np.abs(x) ** (c - 1.0) * np.exp(-np.abs(x) ** c),
    lambda q, c: np.sign(q - 0.5) * (-np.log(2. * np.where(q <= 0.5, q, 1. - q))) ** (1.0 / c),
    lambda x, c: np.where(x > 0, 0.5 * np.exp(-np.abs(x) ** c), 1 - 0.5 * np.exp(-np.abs(x) ** c)),
    moments=lambda c: (0.0 * c, special.gamma(1 + 2 / c), 0.0 * c,
    special.gamma(1 + 4 / c) / special.gamma(1 + 2 / c) ** 2 - 3), draw=lambda g, size, c: _two_sided_weibull(g, size, c),
    doc="Weibull's distribution to both sides.")


def _two_sided_weibull(g, size, c):
    u = g.uniform(size=size)
    return (-np.log1p(-g.uniform(size=size))) ** (1.0 / c) * np.where(u >= 0.5, 1, -1)


# ---- Halves, folds and truncations ----

halfnorm = rv_continuous('halfnorm', (), lambda x: special.erf(x / math.sqrt(2)),
    lambda x: math.sqrt(2.0 / np.pi) * np.exp(-x * x / 2.0), lambda q: special.ndtri((1 + q) / 2.0),
    lambda x: 2 * special.ndtr(-x), lambda q: -special.ndtri(q / 2),
    lambda: (math.sqrt(2.0 / np.pi), 1 - 2.0 / np.pi, math.sqrt(2) * (4 - np.pi) / (np.pi - 2) ** 1.5,
    8 * (np.pi - 3) / (np.pi - 2) ** 2), 0.0, draw=lambda g, size: np.abs(g.standard_normal(size=size)),
    entropy=lambda: 0.5 * math.log(np.pi / 2.0) + 0.5, doc='The upper half of the normal distribution.')
halfcauchy = rv_continuous('halfcauchy', (), lambda x: 2.0 / np.pi * np.arctan(x), lambda x: 2.0 / np.pi / (1.0 + x * x),
    lambda q: np.tan(np.pi / 2 * q), lambda x: 2.0 / np.pi * np.arctan2(1, x),
    lambda q: np.where(q < 0.5, 1.0 / np.tan(np.pi * q / 2), np.tan(np.pi / 2 * (1 - q))),
    lambda: (np.inf, np.inf, np.nan, np.nan), 0.0, doc='The upper half of the Cauchy distribution.')
halflogistic = rv_continuous('halflogistic', (), lambda x: np.tanh(x / 2.0), lambda x: 2 * special.expit(-x) * special.expit(x),
    lambda q: 2 * np.arctanh(q), lambda x: 2 * special.expit(-x),
    lambda q: np.where(q < 0.5, -special.logit(0.5 * q), 2 * np.arctanh(1 - q)),
    moments_by(lambda k: (2 * math.log(2), np.pi ** 2 / 3.0, 9 * ZETA3, 7 * np.pi ** 4 / 15.0)[k - 1]), 0.0,
    entropy=lambda: 2 - math.log(2), doc='The upper half of the logistic distribution.')
foldnorm = rv_continuous('foldnorm', ('c',),
    lambda x, c: 0.5 * (special.erf((x - c) / math.sqrt(2)) + special.erf((x + c) / math.sqrt(2))),
    lambda x, c: (np.exp(-(x + c) ** 2 / 2) + np.exp(-(x - c) ** 2 / 2)) / ROOT,
    sf=lambda x, c: special.ndtr(c - x) + special.ndtr(-c - x), low=0.0, valid=lambda c: c >= 0,
    draw=lambda g, size, c: np.abs(g.standard_normal(size) + c), doc='The normal distribution folded at 0.')
foldcauchy = rv_continuous('foldcauchy', ('c',), lambda x, c: 1.0 / np.pi * (np.arctan(x - c) + np.arctan(x + c)),
    lambda x, c: 1.0 / np.pi * (1.0 / (1 + (x - c) ** 2) + 1.0 / (1 + (x + c) ** 2)),
    sf=lambda x, c: (np.arctan2(1, x - c) + np.arctan2(1, x + c)) / np.pi, moments=lambda c: (np.inf, np.inf, np.nan, np.nan),
    low=0.0, valid=lambda c: c >= 0, draw=lambda g, size, c: np.abs(np.tan(np.pi * g.uniform(size=size) - np.pi / 2.0) + c),
    doc='The Cauchy distribution folded at 0.')


def _normal_between(a, b):
    """The normal probability between a and b, without loss far from 0."""
    return np.where(a > 0, special.ndtr(-a) - special.ndtr(-b), special.ndtr(b) - special.ndtr(a))


def _normal_share(q, a, b):
    """Where the share q of the normal probability between a and b lies."""
    low = special.ndtri(special.ndtr(a) + q * _normal_between(a, b))
    high = -special.ndtri(special.ndtr(-b) + (1 - q) * _normal_between(a, b))
    return np.where(a < 0, low, high)


def _truncated_moments(a, b):
    mass = _normal_between(a, b)
    pa, pb = np.exp(-a * a / 2) / ROOT / mass, np.exp(-b * b / 2) / ROOT / mass
    raw = [1.0, pa - pb]
    for k in (2, 3, 4):
        at_a, at_b = (np.where(np.isinf(end), 0.0, np.where(np.isinf(end), 0, end) ** (k - 1) * p)
                      for end, p in ((a, pa), (b, pb)))
        raw.append((k - 1) * raw[k - 2] + at_a - at_b)
    return moments_by(lambda k, *_: raw[k])(a, b)


truncnorm = rv_continuous('truncnorm', ('a', 'b'), lambda x, a, b: _normal_between(a, x) / _normal_between(a, b),
    lambda x, a, b: np.exp(-x * x / 2) / ROOT / _normal_between(a, b), _normal_share,
    lambda x, a, b: _normal_between(x, b) / _normal_between(a, b), moments=_truncated_moments, low=lambda a, b: a,
    high=lambda a, b: b, valid=lambda a, b: a < b, doc='The normal distribution between two bounds.')
truncexpon = rv_continuous('truncexpon', ('b',), lambda x, b: np.expm1(-x) / np.expm1(-b),
    lambda x, b: np.exp(-x) / -np.expm1(-b), lambda q, b: -np.log1p(q * np.expm1(-b)),
    lambda x, b: (np.exp(-b) - np.exp(-x)) / np.expm1(-b),
    moments=moments_by(lambda k, b: special.gamma(k + 1) * special.gammainc(k + 1, b) / -np.expm1(-b)), low=0.0,
    high=lambda b: b, doc='The exponential distribution below a bound.')

# ---- Of bounded ranges ----

triang = rv_continuous('triang', ('c',), lambda x, c: np.where(x < c, x * x / np.where(c == 0, 1, c),
    np.where(c == 1, x * x, (x * x - 2 * x + c) / np.where(c == 1, 1, c - 1))),
    lambda x, c: np.where(x < c, 2 * x / np.where(c == 0, 1, c),
    np.where(c == 1, 2 * x, 2 * (1 - x) / np.where(c == 1, 1, 1 - c))),
    lambda q, c: np.where(q < c, np.sqrt(c * q), 1 - np.sqrt((1 - c) * (1 - q))),
    moments=lambda c: ((c + 1.0) / 3.0, (1.0 - c + c * c) / 18,
    math.sqrt(2) * (2 * c - 1) * (c + 1) * (c - 2) / (5 * (1.0 - c + c * c) ** 1.5), -3.0 / 5.0 + 0 * c), low=0.0, high=1.0,
    valid=lambda c: (c >= 0) & (c <= 1), draw=lambda g, size, c: g.triangular(0, c, 1, size),
    entropy=lambda c: 0.5 - math.log(2), doc='The triangular distribution.')
arcsine = rv_continuous('arcsine', (), lambda x: 2.0 / np.pi * np.arcsin(np.sqrt(x)),
    lambda x: 1.0 / np.pi / np.sqrt(x * (1 - x)), lambda q: np.sin(np.pi / 2.0 * q) ** 2,
    moments=lambda: (0.5, 0.125, 0.0, -1.5), low=0.0, high=1.0, entropy=lambda: -0.24156447527049044468,
    doc='The arcsine distribution.')
anglit = rv_continuous('anglit', (), lambda x: np.sin(x + np.pi / 4) ** 2.0, lambda x: np.cos(2 * x),
    lambda q: np.arcsin(np.sqrt(q)) - np.pi / 4, lambda x: np.cos(x + np.pi / 4) ** 2.0,
    moments=lambda: (0.0, np.pi ** 2 / 16 - 0.5, 0.0, -2 * (np.pi ** 4 - 96) / (np.pi ** 2 - 8) ** 2), low=-np.pi / 4,
    high=np.pi / 4, entropy=lambda: 1 - math.log(2), doc='A half wave of the cosine.')
powerlaw = rv_continuous('powerlaw', ('a',), lambda x, a: x ** (a * 1.0), lambda x, a: a * x ** (a - 1.0),
    lambda q, a: q ** (1.0 / a), lambda x, a: -special.powm1(x, a),
    moments=lambda a: (a / (a + 1.0), a / (a + 2.0) / (a + 1.0) ** 2, -2.0 * ((a - 1.0) / (a + 3.0)) * np.sqrt((a + 2.0) / a),
    6 * (a ** 3 - a ** 2 - 6 * a + 2) / (a * (a + 3.0) * (a + 4))), low=0.0, high=1.0,
    draw=lambda g, size, a: g.uniform(size=size) ** (1.0 / a), entropy=lambda a: 1 - 1.0 / a - np.log(a), doc='A power of x.')
loguniform = rv_continuous('loguniform', ('a', 'b'), lambda x, a, b: (np.log(x) - np.log(a)) / (np.log(b) - np.log(a)),
    lambda x, a, b: 1.0 / (x * (np.log(b) - np.log(a))), lambda q, a, b: np.exp(np.log(a) + q * (np.log(b) - np.log(a))),
    moments=moments_by(lambda k, a, b: (b ** k - a ** k) / (np.log(b / a) * k)), low=lambda a, b: a, high=lambda a, b: b,
    valid=lambda a, b: (a > 0) & (b > a), doc='The distribution whose logarithm is uniform.')
reciprocal = loguniform
semicircular = rv_continuous('semicircular', (), lambda x: 0.5 + 1.0 / np.pi * (x * np.sqrt(1 - x * x) + np.arcsin(x)),
    lambda x: 2.0 / np.pi * np.sqrt(1 - x * x), moments=lambda: (0.0, 0.25, 0.0, -1.0), low=-1.0, high=1.0,
    draw=lambda g, size: np.sqrt(g.uniform(size=size)) * np.cos(np.pi * g.uniform(size=size)),
    entropy=lambda: 0.64472988584940017414, doc='The half circle.')


def _trapezoid_parts(c, d):
    height = 2.0 / (d - c + 1)
    return height, height * c / 2, 1 - height * (1 - d) / 2


trapezoid = rv_continuous('trapezoid', ('c', 'd'), lambda x, c, d: np.where(x < c,
    x ** 2 / np.where(c == 0, 1, c) / (d - c + 1), np.where(x <= d, (c + 2 * (x - c)) / (d - c + 1),
    1 - (1 - x) ** 2 / (d - c + 1) / np.where(d == 1, 1, 1 - d))),
    lambda x, c, d: 2.0 / (d - c + 1) * np.where(x < c, x / np.where(c == 0, 1, c),
    np.where(x <= d, 1.0, (1 - x) / np.where(d == 1, 1, 1 - d))),
    lambda q, c, d: np.where(q < _trapezoid_parts(c, d)[1], np.sqrt(q * c * (1 + d - c)),
    np.where(q <= _trapezoid_parts(c, d)[2], 0.5 * q * (1 + d - c) + 0.5 * c, 1 - np.sqrt((1 - q) * (d - c + 1) * (1 - d)))),
    moments=moments_by(lambda k, c, d: 2.0 / (1 + d - c) / ((k + 1) * (k + 2)) * ( np.where(d == 1, k + 2,
    (1 - d ** (k + 2)) / np.where(d == 1, 1, 1 - d)) - c ** (k + 1))), low=0.0, high=1.0,
    valid=lambda c, d: (c >= 0) & (c <= 1) & (d >= c) & (d <= 1), doc='The trapezoidal distribution.')


def _mises_cdf(x, kappa):
    """By the density's series over orders, between -pi and pi."""
    turns = np.round(x / (2 * np.pi))
    x = x - turns * 2 * np.pi
    total = x / (2 * np.pi)
    for order in range(1, 200):
        share = special.ive(order, kappa) / special.ive(0, kappa)
        total = total + share * np.sin(order * x) / (order * np.pi)
        if np.all(share < 1e-18):
            break
    return total + 0.5 + turns


def _over_circle(power, kappa):
    from scipy.integrate import quad
    return quad(lambda x: float(x ** power * vonmises._pdf0(x, kappa)), -np.pi, np.pi)[0] if power % 2 == 0 else 0.0


vonmises = rv_continuous('vonmises', ('kappa',), _mises_cdf,
    lambda x, kappa: np.exp(kappa * special.cosm1(x)) / (2 * np.pi * special.i0e(kappa)),
    moments=moments_by(lambda k, kappa: _over_circle(k, kappa)), valid=lambda kappa: kappa >= 0,
    draw=lambda g, size, kappa: g.vonmises(0.0, kappa, size=size), doc="Von Mises' distribution around the circle.")

# ---- Lifetimes and sizes ----

erlang = rv_continuous('erlang', ('a',), gamma._cdf0, gamma._pdf0, gamma._ppf0, gamma._sf0, gamma._isf0, gamma._moments, 0.0,
    draw=gamma._draw, doc='The gamma distribution of a whole number of steps.')
invgamma = rv_continuous('invgamma', ('a',), lambda x, a: special.gammaincc(a, 1.0 / x),
    lambda x, a: np.exp(-(a + 1) * np.log(x) - special.gammaln(a) - 1.0 / x), lambda q, a: 1.0 / special.gammainccinv(a, q),
    lambda x, a: special.gammainc(a, 1.0 / x), lambda q, a: 1.0 / special.gammaincinv(a, q),
    lambda a: (np.where(a > 1, 1 / (a - 1), np.inf), np.where(a > 2, 1 / (a - 1) ** 2 / (a - 2), np.inf),
    np.where(a > 3, 4 * np.sqrt(a - 2) / (a - 3), np.nan), np.where(a > 4, 6 * (5 * a - 11) / (a - 3) / (a - 4), np.nan)), 0.0,
    doc='The distribution whose reciprocal is gamma.')
gengamma = rv_continuous('gengamma', ('a', 'c'), lambda x, a, c: np.where(c > 0, special.gammainc(a, x ** c),
    special.gammaincc(a, x ** c)), lambda x, a, c: np.exp(np.log(np.abs(c)) + special.xlogy(c * a - 1,
    x) - x ** c - special.gammaln(a)), lambda q, a, c: np.where(c > 0, special.gammaincinv(a, q),
    special.gammainccinv(a, q)) ** (1.0 / c), lambda x, a, c: np.where(c > 0, special.gammaincc(a, x ** c),
    special.gammainc(a, x ** c)), moments=moments_by(lambda k, a, c: special.poch(a, k * 1.0 / c)), low=0.0,
    valid=lambda a, c: (a > 0) & (c != 0), draw=lambda g, size, a, c: g.standard_gamma(a, size=size) ** (1.0 / c),
    doc='A power of a gamma number.')
loggamma = rv_continuous('loggamma', ('c',), lambda x, c: special.gammainc(c, np.exp(x)),
    lambda x, c: np.exp(c * x - np.exp(x) - special.gammaln(c)), lambda q, c: np.log(special.gammaincinv(c, q)),
    lambda x, c: special.gammaincc(c, np.exp(x)), moments=lambda c: (special.digamma(c), special.polygamma(1, c),
    special.polygamma(2, c) / special.polygamma(1, c) ** 1.5, special.polygamma(3, c) / special.polygamma(1, c) ** 2),
    draw=lambda g, size, c: np.log(g.gamma(c + 1, size=size)) + np.log(g.uniform(size=size)) / c,
    doc='The logarithm of a gamma number.')
chi = rv_continuous('chi', ('df',), lambda x, df: special.gammainc(.5 * df, .5 * x ** 2),
    lambda x, df: np.exp(np.log(2) - .5 * np.log(2) * df - special.gammaln(.5 * df) + special.xlogy(df - 1., x) - .5 * x ** 2),
    lambda q, df: np.sqrt(2 * special.gammaincinv(.5 * df, q)), lambda x, df: special.gammaincc(.5 * df, .5 * x ** 2),
    lambda q, df: np.sqrt(2 * special.gammainccinv(.5 * df, q)),
    moments_by(lambda k, df: 2 ** (k / 2) * special.poch(0.5 * df, k / 2)), 0.0,
    draw=lambda g, size, df: np.sqrt(g.chisquare(df, size)), doc='The root of a chi-square number.')
maxwell = rv_continuous('maxwell', (), lambda x: special.gammainc(1.5, x * x / 2.0),
    lambda x: math.sqrt(2 / np.pi) * x * x * np.exp(-x * x / 2.0), lambda q: np.sqrt(2 * special.gammaincinv(1.5, q)),
    lambda x: special.gammaincc(1.5, x * x / 2.0), lambda q: np.sqrt(2 * special.gammainccinv(1.5, q)),
    lambda: (2 * math.sqrt(2.0 / np.pi), 3 - 8 / np.pi, math.sqrt(2) * (32 - 10 * np.pi) / (3 * np.pi - 8) ** 1.5,
    (-12 * np.pi ** 2 + 160 * np.pi - 384) / (3 * np.pi - 8) ** 2), 0.0, draw=lambda g, size: np.sqrt(g.chisquare(3.0, size)),
    entropy=lambda: EULER + 0.5 * math.log(2 * np.pi) - 0.5, doc="Maxwell's distribution of speeds.")
nakagami = rv_continuous('nakagami', ('nu',), lambda x, nu: special.gammainc(nu, nu * x * x),
    lambda x, nu: np.exp(np.log(2) + special.xlogy(nu, nu) - special.gammaln(nu) + special.xlogy(2 * nu - 1, x) - nu * x ** 2),
    lambda q, nu: np.sqrt(1.0 / nu * special.gammaincinv(nu, q)), lambda x, nu: special.gammaincc(nu, nu * x * x),
    lambda q, nu: np.sqrt(1 / nu * special.gammainccinv(nu, q)),
    moments_by(lambda k, nu: special.poch(nu, k / 2) / nu ** (k / 2)), 0.0,
    draw=lambda g, size, nu: np.sqrt(g.standard_gamma(nu, size=size) / nu), doc="Nakagami's distribution.")
lomax = rv_continuous('lomax', ('c',), lambda x, c: -np.expm1(-c * np.log1p(x)), lambda x, c: c * 1.0 / (1.0 + x) ** (c + 1.0),
    lambda q, c: np.expm1(-np.log1p(-q) / c), lambda x, c: np.exp(-c * np.log1p(x)), lambda q, c: q ** (-1.0 / c) - 1,
    lambda c: (np.where(c > 1, 1 / (c - 1), np.inf), np.where(c > 2, c / ((c - 1) ** 2 * (c - 2)), np.inf)), 0.0,
    doc="Pareto's distribution from 0 on.")
fisk = rv_continuous('fisk', ('c',), lambda x, c: 1 / (1 + x ** -c), lambda x, c: c * x ** (c - 1) / (1 + x ** c) ** 2,
    lambda q, c: (1 / q - 1) ** (-1.0 / c), lambda x, c: 1 / (1 + x ** c), lambda q, c: (1 / q - 1) ** (1.0 / c),
    lambda c: (np.where(c > 1, np.pi / c / np.sin(np.pi / c), np.nan),
    np.where(c > 2, 2 * np.pi / c / np.sin(2 * np.pi / c) - (np.pi / c / np.sin(np.pi / c)) ** 2, np.nan)), 0.0,
    doc='The log-logistic distribution.')
burr12 = rv_continuous('burr12', ('c', 'd'), lambda x, c, d: -np.expm1(-d * np.log1p(x ** c)),
    lambda x, c, d: np.exp(np.log(c) + np.log(d) + special.xlogy(c - 1, x) - (d + 1) * np.log1p(x ** c)),
    lambda q, c, d: np.expm1(-1 / d * np.log1p(-q)) ** (1 / c), lambda x, c, d: np.exp(-d * np.log1p(x ** c)),
    moments=lambda c, d: moments_by(lambda k, c, d: np.where(c * d > k, d * special.beta(1.0 + k / c, d - k / c), np.nan))(c,
    d), low=0.0, doc='The Burr distribution of type XII.')
gompertz = rv_continuous('gompertz', ('c',), lambda x, c: -np.expm1(-c * np.expm1(x)),
    lambda x, c: np.exp(np.log(c) + x - c * np.expm1(x)), lambda q, c: np.log1p(-1.0 / c * np.log1p(-q)),
    lambda x, c: np.exp(-c * np.expm1(x)), lambda q, c: np.log1p(-np.log(q) / c), low=0.0,
    doc="Gompertz's distribution of lifetimes.")
gibrat = rv_continuous('gibrat', (), lambda x: special.ndtr(np.log(x)),
    lambda x: np.where(x > 0, np.exp(-np.log(x) ** 2 / 2) / (x * ROOT), 0.0), lambda q: np.exp(special.ndtri(q)),
    lambda x: special.ndtr(-np.log(x)), lambda q: np.exp(-special.ndtri(q)),
    lambda: (math.sqrt(math.e), math.e * (math.e - 1), math.sqrt(math.e - 1) * (2 + math.e),
    math.e ** 4 + 2 * math.e ** 3 + 3 * math.e ** 2 - 6), 0.0, draw=lambda g, size: np.exp(g.standard_normal(size)),
    doc='The distribution whose logarithm is standard normal.')
invgauss = rv_continuous('invgauss', ('mu',),
    lambda x, mu: special.ndtr((x / mu - 1) / np.sqrt(x)) + np.exp(2 / mu + special.log_ndtr(-(x / mu + 1) / np.sqrt(x))),
    lambda x, mu: 1.0 / np.sqrt(2 * np.pi * x ** 3.0) * np.exp(-1.0 / (2 * x) * ((x - mu) / mu) ** 2),
    sf=lambda x, mu: special.ndtr(-(x / mu - 1) / np.sqrt(x)) - np.exp(2 / mu + special.log_ndtr(-(x / mu + 1) / np.sqrt(x))),
    moments=lambda mu: (mu, mu ** 3.0, 3 * np.sqrt(mu), 15 * mu), low=0.0, draw=lambda g, size, mu: g.wald(mu, 1.0, size=size),
    doc="Wald's distribution.")
wald = rv_continuous('wald', (), lambda x: invgauss._cdf0(x, 1.0), lambda x: invgauss._pdf0(x, 1.0),
    sf=lambda x: invgauss._sf0(x, 1.0), moments=lambda: (1.0, 1.0, 3.0, 15.0), low=0.0,
    draw=lambda g, size: g.wald(1.0, 1.0, size=size), doc="Wald's distribution of mean 1.")
levy = rv_continuous('levy', (), lambda x: special.erfc(np.sqrt(0.5 / x)),
    lambda x: 1 / np.sqrt(2 * np.pi * x) / x * np.exp(-1 / (2 * x)), lambda q: 1.0 / special.ndtri(q / 2) ** 2,
    lambda x: special.erf(np.sqrt(0.5 / x)), lambda q: 1 / (2 * special.erfinv(q) ** 2),
    lambda: (np.inf, np.inf, np.nan, np.nan), 0.0, doc="Lévy's distribution.")

# ---- Of both signs ----

skewnorm = rv_continuous('skewnorm', ('a',), lambda x, a: special.ndtr(x) - 2 * special.owens_t(x, a),
    lambda x, a: 2.0 * np.exp(-x * x / 2) / ROOT * special.ndtr(a * x),
    sf=lambda x, a: special.ndtr(-x) - 2 * special.owens_t(-x, -a), valid=lambda a: np.isfinite(a),
    moments=lambda a: _skew_moments(a), draw=lambda g, size, a: _draw_skew(g, size, a),
    doc='The normal distribution, leaning to one side.')


def _skew_moments(a):
    const = math.sqrt(2 / np.pi) * a / np.sqrt(1 + a * a)
    return (const, 1 - const ** 2, (4 - np.pi) / 2 * (const / np.sqrt(1 - const ** 2)) ** 3,
            2 * (np.pi - 3) * (const ** 4 / (1 - const ** 2) ** 2))


def _draw_skew(g, size, a):
    u, v = g.normal(size=size), g.normal(size=size)
    d = a / np.sqrt(1 + a ** 2)
    leaning = d * u + v * np.sqrt(1 - d ** 2)
    return np.where(u >= 0, leaning, -leaning)


gennorm = rv_continuous('gennorm', ('beta',),
    lambda x, b: 0.5 + 0.5 * np.sign(x) - 0.5 * np.sign(x) * special.gammaincc(1.0 / b, np.abs(x) ** b),
    lambda x, b: np.exp(np.log(0.5 * b) - special.gammaln(1.0 / b) - np.abs(x) ** b),
    lambda q, b: np.sign(q - 0.5) * special.gammainccinv(1.0 / b,
    (1.0 + np.sign(q - 0.5)) - 2.0 * np.sign(q - 0.5) * q) ** (1.0 / b),
    lambda x, b: 0.5 - 0.5 * np.sign(x) + 0.5 * np.sign(x) * special.gammaincc(1.0 / b, np.abs(x) ** b),
    moments=lambda b: (0.0 * b, np.exp(special.gammaln(3.0 / b) - special.gammaln(1.0 / b)), 0.0 * b,
    np.exp(special.gammaln(5.0 / b) + special.gammaln(1.0 / b) - 2.0 * special.gammaln(3.0 / b)) - 3.0),
    draw=lambda g, size, b: _draw_general(g, size, b), doc='The normal distribution with another power.')


def _draw_general(g, size, b):
    z = np.asarray(g.gamma(1 / b, size=size)) ** (1 / b)
    z = np.array(z, ndmin=1)
    z[g.random(size=z.shape) < 0.5] *= -1
    return z[0] if size is None else z


exponnorm = rv_continuous('exponnorm', ('K',),
    lambda x, k: special.ndtr(x) - np.exp(0.5 / k ** 2 - x / k + special.log_ndtr(x - 1.0 / k)),
    lambda x, k: np.exp(-np.log(k) + 0.5 / k ** 2 - x / k + special.log_ndtr(x - 1.0 / k)),
    sf=lambda x, k: special.ndtr(-x) + np.exp(0.5 / k ** 2 - x / k + special.log_ndtr(x - 1.0 / k)),
    moments=lambda k: (k, 1.0 + k * k, 2 * k ** 3 * (1.0 + k * k) ** -1.5, 6.0 * k ** 4 * (1.0 + k * k) ** -2),
    draw=lambda g, size, k: g.standard_exponential(size) * k + g.standard_normal(size),
    doc='A normal number and an exponential one.')
hypsecant = rv_continuous('hypsecant', (), lambda x: 2.0 / np.pi * np.arctan(np.exp(x)), lambda x: 1.0 / (np.pi * np.cosh(x)),
    lambda q: np.log(np.tan(np.pi * q / 2.0)), lambda x: 2.0 / np.pi * np.arctan(np.exp(-x)),
    lambda q: -np.log(np.tan(np.pi * q / 2.0)), lambda: (0.0, np.pi ** 2 / 4, 0.0, 2.0), entropy=lambda: math.log(2 * np.pi),
    doc='The hyperbolic secant.')
loglaplace = rv_continuous('loglaplace', ('c',), lambda x, c: np.where(x < 1, 0.5 * x ** c, 1 - 0.5 * x ** -c),
    lambda x, c: c / 2.0 * x ** (np.where(x < 1, c, -c) - 1),
    lambda q, c: np.where(q < 0.5, (2.0 * q) ** (1.0 / c), (2 * (1.0 - q)) ** (-1.0 / c)),
    lambda x, c: np.where(x < 1, 1 - 0.5 * x ** c, 0.5 * x ** -c),
    lambda q, c: np.where(q > 0.5, (2.0 * (1.0 - q)) ** (1.0 / c), (2 * q) ** (-1.0 / c)),
    lambda c: tuple(np.where(k < c, value, np.inf) for k, value in zip((1, 2, 3, 4),
    moments_by(lambda k, c: c ** 2 / (c ** 2 - k ** 2))(c))), 0.0,
    doc='The distribution whose logarithm is double exponential.')
moyal = rv_continuous('moyal', (), lambda x: special.erfc(np.exp(-0.5 * x) / math.sqrt(2)),
    lambda x: np.exp(-0.5 * (x + np.exp(-x))) / ROOT, lambda q: -np.log(2 * special.erfcinv(q) ** 2),
    lambda x: special.erf(np.exp(-0.5 * x) / math.sqrt(2)), moments=lambda: (math.log(2) + EULER, np.pi ** 2 / 2,
    28 * math.sqrt(2) * ZETA3 / np.pi ** 3, 4.0), draw=lambda g, size: -np.log(g.gamma(0.5, scale=2, size=size)),
    doc='Losses of energy.')

# ---- Counts ----

nbinom = rv_discrete('nbinom', ('n', 'p'), lambda k, n, p: special.betainc(n, np.maximum(k, 0) + 1, p),
    lambda k, n, p: np.exp(special.gammaln(n + k) - special.gammaln(k + 1) - special.gammaln(n) + n * np.log(p) +
    special.xlog1py(k, -p)), sf=lambda k, n, p: special.betaincc(n, np.maximum(k, 0) + 1, p),
    moments=lambda n, p: (n * (1 - p) / p, n * (1 - p) / p ** 2, (2 - p) / np.sqrt(n * (1 - p)), 6 / n + p * p / (n * (1 - p))),
    low=0.0, valid=lambda n, p: (n > 0) & (p > 0) & (p <= 1), draw=lambda g, size, n, p: g.negative_binomial(n, p, size),
    doc='Failures before so many successes.')


def _hyper_pmf(k, total, good, draws):
    bad = total - good
    with np.errstate(all='ignore'):
        log = (special.betaln(good + 1, 1) + special.betaln(bad + 1, 1) + special.betaln(total - draws + 1, draws + 1)
               - special.betaln(k + 1, good - k + 1) - special.betaln(draws - k + 1, bad - draws + k + 1)
               - special.betaln(total + 1, 1))
    return np.exp(log)


def _sum_up(pmf, low):
    """The distribution's sums, where nothing shorter is known."""
    def cdf(k, *shape):
        k, *shape = np.broadcast_arrays(np.asarray(k, dtype=float), *shape)
        result = np.empty(k.shape)
        for at in np.ndindex(*k.shape):
            given = [one[at] for one in shape]
            least = float(low(*given) if callable(low) else low)
            if np.isfinite(k[at]):
                result[at] = min(1.0, pmf(np.arange(least, np.floor(k[at]) + 1), *given).sum())
            else:
                result[at] = float(k[at] > 0)
        return result
    return cdf


def _hyper_low(total, good, draws):
    return np.maximum(draws - (total - good), 0)


hypergeom = rv_discrete('hypergeom', ('M', 'n', 'N'), _sum_up(_hyper_pmf, _hyper_low), _hyper_pmf,
    moments=lambda m, n, k: (k * n / m, k * n * (m - n) * (m - k) / (m * m * (m - 1))), low=_hyper_low,
    high=lambda m, n, k: np.minimum(n, k), valid=lambda m, n, k: (m > 0) & (n >= 0) & (k >= 0) & (n <= m) & (k <= m),
    draw=lambda g, size, m, n, k: g.hypergeometric(int(n), int(m - n), int(k), size=size), doc='Good ones among those drawn.')


def _betabinom_pmf(k, n, a, b):
    return np.exp(-np.log(n + 1) - special.betaln(n - k + 1, k + 1) + special.betaln(k + a, n - k + b) - special.betaln(a, b))


betabinom = rv_discrete('betabinom', ('n', 'a', 'b'), _sum_up(_betabinom_pmf, 0), _betabinom_pmf,
    moments=lambda n, a, b: (n * a / (a + b), n * (a + b + n) * a / (a + b) * b / (a + b) / (a + b + 1)), low=0.0,
    high=lambda n, a, b: n, valid=lambda n, a, b: (n >= 0) & (a > 0) & (b > 0),
    draw=lambda g, size, n, a, b: g.binomial(int(n), g.beta(a, b, size), size),
    doc='Successes of a chance that is a beta number.')
zipf = rv_discrete('zipf', ('a',), lambda k, a: 1 - special.zeta(a, np.floor(k) + 1) / special.zeta(a, 1),
    lambda k, a: 1.0 / special.zeta(a, 1) * k ** -a, moments=lambda a: (np.where(a > 2,
    special.zeta(np.maximum(a - 1, 1.5), 1) / special.zeta(a, 1), np.inf),
    np.where(a > 3, special.zeta(np.maximum(a - 2, 1.5), 1) / special.zeta(a,
    1) - (special.zeta(np.maximum(a - 1, 1.5), 1) / special.zeta(a, 1)) ** 2, np.inf)), low=1.0, valid=lambda a: a > 1,
    draw=lambda g, size, a: g.zipf(a, size=size), doc="Zipf's distribution.")
logser = rv_discrete('logser', ('p',), _sum_up(lambda k, p: -p ** k / k / special.log1p(-p), 1),
    lambda k, p: -p ** k * 1.0 / k / special.log1p(-p), moments=lambda p: (p / (p - 1.0) / special.log1p(-p),
    -p / special.log1p(-p) / (p - 1.0) ** 2 - (p / (p - 1.0) / special.log1p(-p)) ** 2), low=1.0,
    valid=lambda p: (p > 0) & (p < 1), draw=lambda g, size, p: g.logseries(p, size=size), doc='The logarithmic series.')
planck = rv_discrete('planck', ('lambda_',), lambda k, c: -np.expm1(-c * (np.floor(k) + 1)),
    lambda k, c: -np.expm1(-c) * np.exp(-c * k), sf=lambda k, c: np.exp(-c * (np.floor(k) + 1)),
    moments=lambda c: (1 / np.expm1(c), np.exp(-c) / np.expm1(-c) ** 2, 2 * np.cosh(c / 2.0), 4 + 2 * np.cosh(c)), low=0.0,
    draw=lambda g, size, c: g.geometric(-np.expm1(-c), size=size) - 1.0, doc="Planck's discrete exponential distribution.")
dlaplace = rv_discrete('dlaplace', ('a',), lambda k, a: np.where(np.floor(k) >= 0,
    1.0 - np.exp(-a * np.floor(k)) / (np.exp(a) + 1), np.exp(a * (np.floor(k) + 1)) / (np.exp(a) + 1)),
    lambda k, a: np.tanh(a / 2.0) * np.exp(-a * np.abs(k)), moments=lambda a: (0.0 * a, 2. * np.exp(a) / (np.exp(a) - 1.) ** 2,
    0.0 * a, 2. * np.exp(a) * (np.exp(2 * a) + 10. * np.exp(a) + 1.) / (np.exp(a) - 1.) ** 4 / (2. * np.exp(a) / (np.exp(a) -
    1.) ** 2) ** 2 - 3.), low=-np.inf, draw=lambda g, size, a: g.geometric(-np.expm1(-a),
    size=size) - g.geometric(-np.expm1(-a), size=size), doc="Laplace's distribution over whole numbers.")
skellam = rv_discrete('skellam', ('mu1', 'mu2'), lambda k, m, n: np.where(np.floor(k) < 0,
    special.chndtr(2 * n, -2 * np.minimum(np.floor(k), 0), 2 * m),
    1 - special.chndtr(2 * m, 2 * (np.maximum(np.floor(k), -1) + 1), 2 * n)),
    lambda k, m, n: special.ive(np.abs(k), 2 * np.sqrt(m * n)) * np.exp(2 * np.sqrt(m * n) - m - n) * (m / n) ** (k / 2),
    moments=lambda m, n: (m - n, m + n, (m - n) / np.sqrt((m + n) ** 3), 1 / (m + n)), low=-np.inf,
    draw=lambda g, size, m, n: g.poisson(m, size) - g.poisson(n, size), doc='The difference of two Poisson numbers.')
