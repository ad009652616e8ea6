"""Means, medians, spreads, relations of two samples, and the normal distribution.

Sums are exact: every number becomes a ratio of integers first."""

import math
import numbers
import random
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, namedtuple
from fractions import Fraction
from functools import reduce
from itertools import groupby, repeat
from math import erf, exp, fabs, fsum, isqrt, log, sqrt, tau
from operator import mul

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
           "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode", "pstdev",
           "pvariance", "quantiles", "stdev", "variance"]

_ROOT_2 = sqrt(2.0)


class StatisticsError(ValueError):
    "Data of which the figure cannot be told."


# ---- exact sums ----

def _is_decimal(kind):
    module = sys.modules.get("decimal")
    return module is not None and issubclass(kind, module.Decimal)


def _exact_ratio(x):
    "(numerator, denominator); an infinity or nan with None."
    ratio = getattr(x, "as_integer_ratio", None)
    if ratio is not None:
        try:
            return ratio()
        except (ValueError, OverflowError):  # nan and the infinities
            return x, None
    if hasattr(x, "numerator") and hasattr(x, "denominator"):
        return x.numerator, x.denominator
    raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")


def _coerce(T, S):
    "The type of a sum of both."
    if S in (T, int, bool):
        return T
    if T is int:
        return S
    for one, other in ((S, T), (T, S)):  # the more special of two related ones
        if issubclass(one, other):
            return one
    for one, other in ((S, T), (T, S)):  # subclasses of int give way
        if issubclass(other, int):
            return one
    for one, other in ((S, T), (T, S)):
        if issubclass(one, float) and issubclass(other, Fraction):
            return one
    raise TypeError("don't know how to coerce %s and %s" % (T.__name__, S.__name__))


def _convert(value, T):
    "An exact result as the type of the data."
    if type(value) is T:
        return value
    kind = float if issubclass(T, int) and value.denominator > 1 else T
    try:
        return kind(value)
    except TypeError:
        if not _is_decimal(kind):
            raise
    top, bottom = value.numerator, value.denominator
    return kind(top) / bottom


def _sum(data):
    "(type, exact sum, count)"
    count, types, partials = 0, set(), {}
    for kind, values in groupby(data, type):
        types.add(kind)
        for numerator, denominator in map(_exact_ratio, values):
            count += 1
            partials[denominator] = partials.get(denominator, 0) + numerator
    if None in partials:
        total = partials[None]
    else:
        total = sum(Fraction(numerator, denominator) for denominator, numerator in partials.items())
    return reduce(_coerce, types, int), total, count


def _ss(data, center=None):
    "(type, sum of squared deviations, mean, count)"
    if center is not None:
        kind, total, count = _sum((distance := x - center) * distance for x in data)
        return kind, total, center, count
    count, types, sums, squares = 0, set(), {}, {}
    for kind, values in groupby(data, type):
        types.add(kind)
        for numerator, denominator in map(_exact_ratio, values):
            count += 1
            sums[denominator] = sums.get(denominator, 0) + numerator
            squares[denominator] = squares.get(denominator, 0) + numerator * numerator
    if not count:
        deviations = center = Fraction(0)
    elif None in sums:
        deviations = center = sums[None]
    else:
        total = sum(Fraction(numerator, denominator) for denominator, numerator in sums.items())
        squared = sum(Fraction(numerator, denominator * denominator) for denominator, numerator in squares.items())
        deviations = (count * squared - total * total) / count
        center = total / count
    return reduce(_coerce, types, int), deviations, center, count


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return math.isfinite(x)


# ---- roots, correctly rounded ----

def _integer_sqrt_of_frac_rto(n, m):
    "The whole part of sqrt(n/m), its last bit set when it is not exact."
    root = isqrt(n // m)
    return root | (root * root * m != n)


def _float_sqrt_of_frac(n, m):
    "sqrt(n/m) as the nearest float."
    # So many bits that rounding to odd and then to a float rounds once: 109, twice 53 and three.
    half = (n.bit_length() - 109 - m.bit_length()) // 2
    if half < 0:
        root = _integer_sqrt_of_frac_rto(n << -2 * half, m)
        return root / (1 << -half)
    root = _integer_sqrt_of_frac_rto(n, m << 2 * half)
    return float(root << half)


def _decimal_sqrt_of_frac(n, m):
    "sqrt(n/m) as the nearest Decimal."
    from decimal import Decimal
    if n <= 0:
        if not n:
            return Decimal("0.0")
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()
    top, bottom = root.as_integer_ratio()
    for neighbour, above in (root.next_plus(), True), (root.next_minus(), False):
        other_top, other_bottom = neighbour.as_integer_ratio()
        left, right = 4 * n * (bottom * other_bottom) ** 2, m * (bottom * other_top + other_bottom * top) ** 2
        if left > right if above else left < right:
            return neighbour
    return root


def _root(value, kind):
    if _is_decimal(kind):
        return _decimal_sqrt_of_frac(value.numerator, value.denominator)
    return _float_sqrt_of_frac(value.numerator, value.denominator)


# ---- means ----

def mean(data):
    """The arithmetic mean.

    >>> mean([1, 2, 3, 4, 4])
    2.8
    """
    kind, total, count = _sum(data)
    if count < 1:
        raise StatisticsError("mean requires at least one data point")
    return _convert(total / count, kind)


def fmean(data, weights=None):
    "The arithmetic mean as a float, fast; weighted if weights are given."
    try:
        count = len(data)
    except TypeError:
        data = list(data)
        count = len(data)
    if weights is None:
        total = fsum(data)
        if not count:
            raise StatisticsError("fmean requires at least one data point")
        return total / count
    if not isinstance(weights, (list, tuple)):
        weights = list(weights)
    if count != len(weights):
        raise StatisticsError("data and weights must be the same length")
    numerator, denominator = fsum(map(mul, data, weights)), fsum(weights)
    if not denominator:
        raise StatisticsError("sum of weights must be non-zero")
    return numerator / denominator


def geometric_mean(data):
    "The n-th root of the product, as a float."
    try:
        return exp(fmean(map(log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def _fail_neg(values, message="negative value"):
    for x in values:
        if x < 0:
            raise StatisticsError(message)
        yield x


def harmonic_mean(data, weights=None):
    "The reciprocal of the mean of the reciprocals."
    negative = "harmonic mean does not support negative values"
    values = data if iter(data) is not data else list(data)
    if not len(values):
        raise StatisticsError("harmonic_mean requires at least one data point")
    if weights is not None:
        shares = weights if iter(weights) is not weights else list(weights)
        if len(shares) != len(values):
            raise StatisticsError("Number of weights does not match data size")
        whole = _sum(_fail_neg(shares, negative))[1]
    elif len(values) == 1:  # itself, of whatever type
        only = values[0]
        if not (isinstance(only, numbers.Real) or _is_decimal(type(only))):
            raise TypeError("unsupported type")
        if only < 0:
            raise StatisticsError(negative)
        return only
    else:
        shares, whole = repeat(1), len(values)
    try:
        kind, inverse, _ = _sum(share / value if share else 0 for value, share in zip(_fail_neg(values, negative), shares))
    except ZeroDivisionError:
        return 0
    if inverse <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _convert(whole / inverse, kind)


# ---- medians and modes ----

def median(data):
    """The middle value, or the mean of the two middle ones.

    >>> median([1, 3, 5, 7])
    4.0
    """
    data = sorted(data)
    count = len(data)
    if not count:
        raise StatisticsError("no median for empty data")
    middle = count // 2
    return data[middle] if count % 2 else (data[middle - 1] + data[middle]) / 2


def median_low(data):
    "The middle value, or the smaller of the two middle ones."
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    "The middle value, or the larger of the two middle ones."
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1):
    "The median of data that stand for the middles of intervals."
    ordered = sorted(data)
    if not ordered:
        raise StatisticsError("no median for empty data")
    half = len(ordered) / 2
    middle = ordered[int(half)]
    start = bisect_left(ordered, middle)
    stop = bisect_right(ordered, middle, start)
    try:
        width, center = float(interval), float(middle)
    except ValueError:
        raise TypeError("Value cannot be converted to a float")
    lower = center - width / 2.0
    return lower + width * (half - start) / (stop - start)


def mode(data):
    """The most common value, the first of several.

    >>> mode(["red", "blue", "blue"])
    'blue'
    """
    pairs = Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError("no mode for empty data") from None
    return pairs[0][0]


def multimode(data):
    "The most common values in the order in which they come."
    groups = {}  # by how often they come, in the order of their first coming
    for value, times in Counter(iter(data)).items():
        groups.setdefault(times, []).append(value)
    return groups[max(groups)] if groups else []


def quantiles(data, *, n=4, method="exclusive"):
    "The n - 1 points that cut the data into n parts of the same size."
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    count = len(data)
    if count < 2:
        raise StatisticsError("must have at least two data points")
    if method == "inclusive":
        result = []
        for i in range(1, n):
            j, delta = divmod(i * (count - 1), n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        result = []
        for i in range(1, n):
            j = min(max(i * (count + 1) // n, 1), count - 1)
            delta = i * (count + 1) - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


# ---- spread ----

def _spread(data, center, lost, name, least):
    """The sum of squares over the number of values less `lost`."""
    kind, squares, _, count = _ss(data, center)
    if count <= lost:
        raise StatisticsError(f"{name} requires at least {least}")
    return _convert(squares / (count - lost), kind)


def variance(data, xbar=None):
    "The variance of a sample."
    return _spread(data, xbar, 1, "variance", "two data points")


def pvariance(data, mu=None):
    "The variance of a whole population."
    return _spread(data, mu, 0, "pvariance", "one data point")


def stdev(data, xbar=None):
    "The root of the variance of a sample."
    kind, deviations, _, count = _ss(data, xbar)
    if count < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root(deviations / (count - 1), kind)


def pstdev(data, mu=None):
    "The root of the variance of a whole population."
    kind, deviations, _, count = _ss(data, mu)
    if count < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root(deviations / count, kind)


# ---- two samples ----

def _check_pair(x, y, what):
    count = len(x)
    if len(y) != count:
        raise StatisticsError(what + " requires that both inputs have same number of data points")
    if count < 2:
        raise StatisticsError(what + " requires at least two data points")
    return count


def covariance(x, y, /):
    "The covariance of two samples."
    count = _check_pair(x, y, "covariance")
    xbar, ybar = fsum(x) / count, fsum(y) / count
    return fsum((xi - xbar) * (yi - ybar) for xi, yi in zip(x, y)) / (count - 1)


def correlation(x, y, /):
    "Pearson's correlation coefficient."
    count = _check_pair(x, y, "correlation")
    centers = fsum(x) / count, fsum(y) / count
    left, right = ([value - center for value in values] for values, center in zip((x, y), centers))

    def product(one, other):
        return fsum(map(mul, one, other))

    spread = product(left, left) * product(right, right)
    if spread:
        return product(left, right) / sqrt(spread)
    raise StatisticsError("at least one of the inputs is constant")


LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"))


def linear_regression(x, y, /, *, proportional=False):
    "Slope and intercept of the line with the least squares."
    count = _check_pair(x, y, "linear regression")
    if proportional:
        sxy, sxx = fsum(xi * yi for xi, yi in zip(x, y)), fsum(xi * xi for xi in x)
    else:
        xbar, ybar = fsum(x) / count, fsum(y) / count
        sxy = fsum((xi - xbar) * (yi - ybar) for xi, yi in zip(x, y))
        sxx = fsum((d := xi - xbar) * d for xi in x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant")
    return LinearRegression(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


# ---- the normal distribution ----

def _polynomial(coefficients, x):
    result = 0.0
    for coefficient in coefficients:
        result = result * x + coefficient
    return result


# Wichura's algorithm AS 241: a ratio of polynomials for the middle, for the flanks and for the far tails.
_MIDDLE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
            1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
            5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_FLANK = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
           3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
          (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
           6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0))
_TAIL = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
          2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
         (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
          1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _normal_dist_inv_cdf(p, mu, sigma):
    q = p - 0.5
    if fabs(q) <= 0.425:
        r = 0.180625 - q * q
        return mu + _polynomial(_MIDDLE[0], r) * q / _polynomial(_MIDDLE[1], r) * sigma
    r = sqrt(-log(p if q <= 0.0 else 1.0 - p))
    (top, bottom), r = (_FLANK, r - 1.6) if r <= 5.0 else (_TAIL, r - 5.0)
    x = _polynomial(top, r) / _polynomial(bottom, r)
    return mu + (-x if q < 0.0 else x) * sigma


class NormalDist:
    "A normal distribution, of mean mu and standard deviation sigma."

    __slots__ = {"_mu": "Arithmetic mean of a normal distribution", "_sigma": "Standard deviation of a normal distribution"}

    def __init__(self, mu=0.0, sigma=1.0):
        if not sigma < 0.0:
            self._mu, self._sigma = map(float, (mu, sigma))
            return
        raise StatisticsError("sigma must be non-negative")

    @classmethod
    def from_samples(cls, data):
        "The distribution with the mean and the deviation of a sample."
        _, deviations, center, count = _ss(data)
        if count < 2:
            raise StatisticsError("stdev requires at least two data points")
        mean, square = float(center), deviations / (count - 1)
        try:
            sigma = _float_sqrt_of_frac(square.numerator, square.denominator)
        except AttributeError:  # an infinity or nan
            sigma = mean / float(deviations)
        return cls(mean, sigma)

    def samples(self, n, *, seed=None):
        "n random values."
        import functools
        source = random.Random(seed) if seed is not None else random
        draw = functools.partial(source.gauss, self._mu, self._sigma)
        return [draw() for _ in repeat(None, n)]

    def pdf(self, x):
        "The probability density at x."
        away, square = x - self._mu, self.variance
        if square:
            return exp(away * away / (-2.0 * square)) / sqrt(tau * square)
        raise StatisticsError("pdf() not defined when sigma is zero")

    def cdf(self, x):
        "The probability of a value up to x."
        if self._sigma == 0.0:
            raise StatisticsError("cdf() not defined when sigma is zero")
        scaled = (x - self._mu) / (self._sigma * _ROOT_2)
        return (erf(scaled) + 1.0) * 0.5

    def inv_cdf(self, p):
        "The x whose cdf is p."
        for is_wrong, problem in ((p <= 0.0 or p >= 1.0, "p must be in the range 0.0 < p < 1.0"),
                                  (self._sigma <= 0.0, "cdf() not defined when sigma at or below zero")):
            if is_wrong:
                raise StatisticsError(problem)
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        "The n - 1 points that cut it into n parts of the same probability."
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        "The area that two distributions share, 0.0 to 1.0."
        # Where two bell curves cross, and what lies between (Inman and Bradley, 1989).
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        narrow, wide = sorted((self, other), key=lambda one: (one._sigma, one._mu))
        if not narrow._sigma:
            raise StatisticsError("overlap() not defined when sigma is zero")
        more, apart = wide.variance - narrow.variance, fabs(wide._mu - narrow._mu)
        if more == 0.0:
            return 1.0 - erf(apart / (2.0 * narrow._sigma * _ROOT_2))
        center = narrow._mu * wide.variance - wide._mu * narrow.variance
        reach = narrow._sigma * wide._sigma * sqrt(apart * apart + more * log(wide.variance / narrow.variance))
        crossings = [(center + side) / more for side in (reach, -reach)]
        between = [fabs(wide.cdf(place) - narrow.cdf(place)) for place in crossings]
        return 1.0 - (between[0] + between[1])

    def zscore(self, x):
        "How many deviations x is above the mean."
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    @property
    def mean(self):
        "The arithmetic mean."
        return self._mu

    @property
    def median(self):
        "The median: the mean."
        return self._mu

    @property
    def mode(self):
        "The most likely value: the mean."
        return self._mu

    @property
    def stdev(self):
        "The standard deviation."
        return self._sigma

    @property
    def variance(self):
        "sigma squared."
        return self._sigma * self._sigma

    def _moved(self, other, way):
        """The sum or difference: normal distributions are taken for independent, numbers only move the middle."""
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + way * other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + way * other, self._sigma)

    def __add__(x1, x2):
        "Moved by a constant, or the sum of two independent variables."
        return x1._moved(x2, 1)

    def __sub__(x1, x2):
        "Moved by a constant, or the difference of two independent variables."
        return x1._moved(x2, -1)

    def __mul__(x1, x2):
        "Scaled by a constant."
        return NormalDist(x1._mu * x2, x1._sigma * fabs(x2))

    def __truediv__(x1, x2):
        "Scaled by the reciprocal of a constant."
        return NormalDist(x1._mu / x2, x1._sigma / fabs(x2))

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    __radd__ = __add__

    def __rsub__(x1, x2):
        return -(x1 - x2)

    __rmul__ = __mul__

    def __eq__(x1, x2):
        if not isinstance(x2, NormalDist):
            return NotImplemented
        return x1._mu == x2._mu and x1._sigma == x2._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state
