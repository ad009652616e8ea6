"""Tests and summaries of samples; densities of points."""

import math
from collections import namedtuple

import numpy as np
from scipy import special
from scipy.stats import _distributions
from scipy.stats._policy import check_policy, over_samples

__all__ = ['multivariate_normal', 'ttest_1samp', 'ttest_ind', 'ttest_rel', 'ttest_ind_from_stats', 'pearsonr', 'spearmanr',
           'linregress', 'chisquare', 'kstest', 'ks_1samp', 'f_oneway', 'zscore', 'sem', 'skew', 'kurtosis', 'describe', 'mode', 'iqr',
           'gmean', 'hmean', 'moment', 'rankdata', 'scoreatpercentile', 'percentileofscore', 'entropy', 'gaussian_kde']


# ---- tests ----

class _Result(tuple):
    """A few numbers with names."""

    _names, _more = ('statistic', 'pvalue'), ()
    _title = 'Result'

    def __new__(cls, *values, **more):
        found = super().__new__(cls, values[:len(cls._names)])
        for name, value in zip(cls._names, values):
            found.__dict__[name] = value
        found.__dict__.update(more)
        return found

    def __repr__(self):
        names = self._names + self._more
        return f'{self._title}(' + ', '.join(f'{name}={self.__dict__[name]!r}' for name in names) + ')'

    __str__ = __repr__


def _named(title, names=('statistic', 'pvalue'), more=()):
    return type(title, (_Result,), {'_names': names, '_more': more, '_title': title})


ConfidenceInterval = namedtuple('ConfidenceInterval', ['low', 'high'])


class TtestResult(_Result):
    """What a t-test found."""

    _names, _more, _title = ('statistic', 'pvalue'), ('df',), 'TtestResult'

    def confidence_interval(self, confidence_level=0.95):
        """Between which bounds the mean, or the difference of means, lies with this confidence.

        >>> stats.ttest_1samp([1.0, 2.0, 3.0], 2.0).confidence_interval(0.9).low.round(6)
        np.float64(0.314145)
        """
        if not 0 <= confidence_level <= 1:
            raise ValueError('`confidence_level` must be a number between 0 and 1.')
        both = self._alternative == 'two-sided'
        reach = special.stdtrit(self.df, (1 + confidence_level) / 2 if both else confidence_level) * self._deviation
        low = self._estimate - reach if self._alternative != 'less' else np.full(np.shape(reach), -np.inf)[()]
        high = self._estimate + reach if self._alternative != 'greater' else np.full(np.shape(reach), np.inf)[()]
        return ConfidenceInterval(low, high)


PearsonRResult = _named('PearsonRResult')
SignificanceResult = _named('SignificanceResult')
LinregressResult = _named('LinregressResult', ('slope', 'intercept', 'rvalue', 'pvalue', 'stderr'), ('intercept_stderr',))
Power_divergenceResult = _named('Power_divergenceResult')
F_onewayResult = _named('F_onewayResult')
KstestResult = _named('KstestResult', more=('statistic_location', 'statistic_sign'))
DescribeResult = _named('DescribeResult', ('nobs', 'minmax', 'mean', 'variance', 'skewness', 'kurtosis'))
ModeResult = _named('ModeResult', ('mode', 'count'))


def _p_of_t(value, df, alternative):
    if alternative == 'less':
        return special.stdtr(df, value)
    if alternative == 'greater':
        return special.stdtr(df, -value)
    if alternative != 'two-sided':
        raise ValueError("alternative must be 'less', 'greater' or 'two-sided'")
    return 2 * special.stdtr(df, -np.abs(value))


def _flat(a, axis):
    a = np.asarray(a)
    return (a.ravel(), 0) if axis is None else (a, axis)


@over_samples()
def ttest_1samp(a, popmean, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False):
    """Whether a sample's mean is what is expected.

    >>> stats.ttest_1samp([1.0, 2.0, 3.0], 2.0).pvalue
    np.float64(1.0)
    """
    a, axis = _flat(a, axis)
    n = a.shape[axis]
    df = n - 1
    mean, deviation = np.mean(a, axis), np.sqrt(np.var(a, axis, ddof=1) / n)
    with np.errstate(divide='ignore', invalid='ignore'):
        value = (mean - popmean) / deviation
    return TtestResult(value, _p_of_t(value, df, alternative), df=np.int64(df) if np.ndim(value) == 0 else np.full(np.shape(value), df),
                       _estimate=mean, _deviation=deviation, _alternative=alternative)


def _of_two_means(m1, v1, n1, m2, v2, n2, equal_var, alternative):
    if equal_var:
        df = n1 + n2 - 2.0
        deviation = np.sqrt(((n1 - 1) * v1 + (n2 - 1) * v2) / df * (1.0 / n1 + 1.0 / n2))
        df = np.float64(df)
    else:
        s1, s2 = v1 / n1, v2 / n2
        with np.errstate(divide='ignore', invalid='ignore'):
            df = (s1 + s2) ** 2 / (s1 ** 2 / (n1 - 1) + s2 ** 2 / (n2 - 1))
        deviation = np.sqrt(s1 + s2)
    with np.errstate(divide='ignore', invalid='ignore'):
        value = (m1 - m2) / deviation
    return value, _p_of_t(value, df, alternative), df, deviation


def _trimmed(a, trim, axis):
    """Mean, variance and size of what is left without the share `trim` at each end; the variance has the ends drawn in (Yuen)."""
    count = a.shape[axis]
    cut = int(count * trim)
    if not cut:
        return np.mean(a, axis), np.var(a, axis, ddof=1), count
    lines = np.sort(np.moveaxis(a, axis, -1).astype(float))
    mean = lines[..., cut:count - cut].mean(axis=-1)
    lines[..., :cut] = lines[..., cut:cut + 1]
    lines[..., count - cut:] = lines[..., count - cut - 1:count - cut]
    return mean, np.var(lines, axis=-1, ddof=2 * cut + 1), count - 2 * cut


@over_samples(2)
def ttest_ind(a, b, axis=0, equal_var=True, nan_policy='propagate', alternative='two-sided', trim=0, method=None, *, keepdims=False):
    """Whether two independent samples have the same mean; equal_var=False: Welch's test.

    >>> stats.ttest_ind([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).pvalue
    np.float64(1.0)
    """
    (a, axis), (b, _) = _flat(a, axis), _flat(b, axis)
    if method is not None:
        raise NotImplementedError('ttest_ind: resampling methods')
    if not 0 <= trim < 0.5:
        raise ValueError('Trimming percentage should be 0 <= `trim` < .5.')
    (m1, v1, n1), (m2, v2, n2) = _trimmed(a, trim, axis), _trimmed(b, trim, axis)
    value, p, df, deviation = _of_two_means(m1, v1, n1, m2, v2, n2, equal_var, alternative)
    if np.ndim(value):
        df = np.broadcast_to(df, value.shape)
    return TtestResult(value, p, df=df, _estimate=m1 - m2, _deviation=deviation, _alternative=alternative)


def ttest_ind_from_stats(mean1, std1, nobs1, mean2, std2, nobs2, equal_var=True, alternative='two-sided'):
    """ttest_ind() of means, deviations and sizes.

    >>> stats.ttest_ind_from_stats(1.0, 1.0, 5, 1.0, 1.0, 5).pvalue
    np.float64(1.0)
    """
    value, p, *_ = _of_two_means(np.float64(mean1), np.float64(std1) ** 2, nobs1, np.float64(mean2), np.float64(std2) ** 2, nobs2, equal_var, alternative)
    return _named('Ttest_indResult')(value, p)


@over_samples(2, paired=True)
def ttest_rel(a, b, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False):
    """Whether the differences of pairs have the mean 0.

    >>> round(float(stats.ttest_rel([1.0, 2.0, 4.0], [1.0, 1.0, 1.0]).pvalue), 6)
    0.269703
    """
    (a, axis), (b, _) = _flat(a, axis), _flat(b, axis)
    if a.shape[axis] != b.shape[axis]:
        raise ValueError('unequal length arrays')
    return ttest_1samp((a - b).astype(float), 0.0, axis, alternative=alternative)


def pearsonr(x, y, *, alternative='two-sided', method=None, axis=0):
    """Pearson's correlation and its p-value.

    >>> stats.pearsonr([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]).statistic.round(6)
    np.float64(0.981981)
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    n = len(x)
    if n != len(y):
        raise ValueError('`x` and `y` must be broadcastable.')
    if n < 2:
        raise ValueError('`x` and `y` must have length at least 2.')
    dx, dy = x - x.mean(), y - y.mean()
    r = np.clip((dx / np.linalg.norm(dx)) @ (dy / np.linalg.norm(dy)), -1.0, 1.0)
    if n == 2:
        return PearsonRResult(np.round(r), np.float64(1.0))
    half = n / 2 - 1
    tail = special.betainc(half, half, (1 - np.abs(r)) / 2)
    p = 2 * tail if alternative == 'two-sided' else special.betaincc(half, half, (1 + r) / 2) if alternative == 'greater' else special.betainc(half, half, (1 + r) / 2)
    return PearsonRResult(np.float64(r), np.float64(p))


def rankdata(a, method='average', *, axis=None, nan_policy='propagate'):
    """Ranks, from 1; of equal values as the method says.

    >>> stats.rankdata([10, 30, 20, 20])
    array([1. , 4. , 2.5, 2.5])
    """
    if method not in ('average', 'min', 'max', 'dense', 'ordinal'):
        raise ValueError(f'unknown method "{method}"')
    a = np.asarray(a)
    if axis is not None and a.ndim > 1:
        return np.apply_along_axis(lambda line: rankdata(line, method, nan_policy=nan_policy), axis, a)
    a = a.ravel()
    if check_policy(nan_policy, [a]):
        known = ~np.isnan(a)
        ranks = np.full(a.size, np.nan)
        if nan_policy == 'omit':
            ranks[known] = rankdata(a[known], method)
        return ranks
    order = np.argsort(a, kind='stable')
    if method == 'ordinal':
        ranks = np.empty(a.size, dtype=int)
        ranks[order] = np.arange(1, a.size + 1)
        return ranks
    values, inverse, counts = np.unique(a, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = {'dense': np.arange(1, len(values) + 1), 'max': last, 'min': last - counts + 1, 'average': last - (counts - 1) / 2}[method]
    return ranks[inverse.ravel()].astype(float) if method == 'average' else ranks[inverse.ravel()]


def spearmanr(a, b=None, axis=0, nan_policy='propagate', alternative='two-sided'):
    """Spearman's correlation of ranks and its p-value.

    >>> stats.spearmanr([1, 2, 3], [1, 2, 4]).statistic
    np.float64(1.0)
    """
    a, axis = _flat(a, axis)
    if a.ndim > 2:
        raise ValueError('spearmanr only handles 1-D or 2-D arrays')
    if b is None and a.ndim < 2:
        raise ValueError('`spearmanr` needs at least 2 variables to compare')
    lines = np.atleast_2d(np.moveaxis(a, axis, -1))
    if b is not None:
        lines = np.concatenate((lines, np.atleast_2d(np.moveaxis(_flat(b, axis)[0], axis, -1))))
    found = check_policy(nan_policy, [lines])
    if found and nan_policy == 'omit':
        lines = lines[:, ~np.isnan(lines).any(axis=0)]
    elif found and len(lines) == 2:
        return SignificanceResult(np.nan, np.nan)
    with np.errstate(divide='ignore', invalid='ignore'):
        r = np.corrcoef(rankdata(lines, axis=1))
        df = lines.shape[1] - 2
        value = r * np.sqrt(np.maximum(df / ((r + 1.0) * (1.0 - r)), 0))
        p = _p_of_t(value, df, alternative)
    if len(lines) == 2:
        return SignificanceResult(np.float64(r[1, 0]), np.float64(p[1, 0]))
    return SignificanceResult(r, p)


def linregress(x, y=None, alternative='two-sided'):
    """The line nearest to points, with its correlation and errors.

    >>> stats.linregress([0, 1, 2], [1, 3, 5]).slope
    np.float64(2.0)
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.size == 0 or y.size == 0:
        raise ValueError('Inputs must not be empty.')
    if len(x) > 1 and np.amax(x) == np.amin(x):
        raise ValueError('Cannot calculate a linear regression if all x values are identical')
    n = len(x)
    sxx, sxy, _, syy = np.cov(x, y, bias=1).flat
    r = np.float64(0.0 if sxx == 0 or syy == 0 else np.clip(sxy / np.sqrt(sxx * syy), -1, 1))
    slope = sxy / sxx
    intercept = np.mean(y) - slope * np.mean(x)
    if n == 2:
        p, error, intercept_error = np.float64(1.0 if y[0] == y[1] else 0.0), np.float64(0.0), np.float64(0.0)
    else:
        df = n - 2
        value = r * np.sqrt(df / ((1.0 - r + 1e-20) * (1.0 + r + 1e-20)))
        p = _p_of_t(value, df, alternative)
        error = np.sqrt((1 - r ** 2) * syy / sxx / df)
        intercept_error = error * np.sqrt(sxx + np.mean(x) ** 2)
    return LinregressResult(slope, intercept, r, p, error, intercept_stderr=intercept_error)


def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True):
    """Whether counts are what is expected.

    >>> stats.chisquare([10, 10]).pvalue
    np.float64(1.0)
    """
    observed, axis = _flat(np.asarray(f_obs, dtype=float), axis)
    expected = np.mean(observed, axis=axis, keepdims=True) if f_exp is None else np.asarray(f_exp, dtype=float)
    if f_exp is not None and expected.size == observed.size:
        expected = expected.reshape(observed.shape)
    terms = (observed - expected) ** 2 / expected
    value = np.sum(terms, axis=axis)
    return Power_divergenceResult(value, special.chdtrc(terms.shape[axis] - 1 - np.asarray(ddof), value))


@over_samples(0, by_lines=True)
def f_oneway(*samples, axis=0, equal_var=True, nan_policy='propagate'):
    """Whether several samples have the same mean.

    >>> stats.f_oneway([1.0, 2.0], [1.0, 2.0]).pvalue
    np.float64(1.0)
    """
    if len(samples) < 2:
        raise TypeError(f'at least two inputs are required; got {len(samples)}.')
    samples = [np.asarray(s, dtype=float) for s in samples]
    every = np.concatenate(samples)
    every_mean = every.mean()
    total = np.sum((every - every_mean) ** 2)
    between = sum((s - every_mean).sum() ** 2 / len(s) for s in samples)
    inner, outer = len(every) - len(samples), len(samples) - 1
    value = (between / outer) / ((total - between) / inner)
    return F_onewayResult(value, special.fdtrc(outer, inner, value))


def _ks_exact(n, d):
    """The probability that the statistic of n values is below d (Marsaglia, Tsang and Wang, 2003)."""
    if d >= 1:
        return 1.0
    k = int(math.ceil(n * d))
    m, h = 2 * k - 1, k - n * d
    matrix = np.tril(np.ones((m, m)), 1)
    powers = h ** np.arange(1, m + 1)
    matrix[:, 0] -= powers
    matrix[-1] -= powers[::-1]
    matrix[-1, 0] += max(0.0, 2 * h - 1) ** m
    factors = np.array([math.factorial(i) for i in range(m + 1)], dtype=float)
    for i in range(m):
        for j in range(min(i + 2, m)):
            matrix[i, j] /= factors[i - j + 1] if i - j + 1 > 0 else 1.0
    result, scale = np.linalg.matrix_power(matrix, n)[k - 1, k - 1], 1.0
    for i in range(1, n + 1):
        result *= i / n
    return float(result)


def ks_1samp(x, cdf, args=(), alternative='two-sided', method='auto'):
    """Whether a sample is of a distribution, by Kolmogorov's and Smirnov's test.

    >>> stats.ks_1samp([0.25, 0.75], stats.uniform.cdf).statistic
    np.float64(0.25)
    """
    x = np.sort(np.asarray(x, dtype=float))
    n = len(x)
    values = np.asarray(cdf(x, *args))
    above, below = np.arange(1.0, n + 1) / n - values, values - np.arange(0.0, n) / n
    up, down = int(np.argmax(above)), int(np.argmax(below))
    if alternative != 'two-sided':
        raise NotImplementedError('one-sided tests')
    is_up = above[up] > below[down]
    d = above[up] if is_up else below[down]
    if n <= 140:
        p = 1 - _ks_exact(n, float(d))
    else:
        t = math.sqrt(n) * d
        k = np.arange(1, 101)
        p = float(2 * np.sum((-1.0) ** (k - 1) * np.exp(-2 * (k * t) ** 2)))
    return KstestResult(np.float64(d), np.float64(min(max(p, 0.0), 1.0)), statistic_location=np.float64(x[up if is_up else down]),
                        statistic_sign=np.int8(1 if is_up else -1))


def kstest(rvs, cdf, args=(), N=20, alternative='two-sided', method='auto'):
    """ks_1samp() of a sample and a distribution or its name.

    >>> stats.kstest([0.25, 0.75], 'uniform').statistic
    np.float64(0.25)
    """
    if isinstance(cdf, str):
        cdf = getattr(_distributions, cdf).cdf
    return ks_1samp(rvs, cdf, args, alternative, method)


# ---- summaries ----

@over_samples()
def moment(a, order=1, axis=0, nan_policy='propagate', *, center=None, keepdims=False):
    """A central moment.

    >>> stats.moment([1.0, 2.0, 3.0], 2)
    np.float64(0.6666666666666666)
    """
    a, axis = _flat(a, axis)
    middle = np.mean(a, axis, keepdims=True) if center is None else center
    return np.mean((a - middle) ** order, axis)


@over_samples()
def skew(a, axis=0, bias=True, nan_policy='propagate', *, keepdims=False):
    """The skewness.

    >>> stats.skew([1.0, 2.0, 3.0])
    np.float64(0.0)
    """
    a, axis = _flat(a, axis)
    n, m2, m3 = a.shape[axis], moment(a, 2, axis), moment(a, 3, axis)
    with np.errstate(divide='ignore', invalid='ignore'):
        value = m3 / m2 ** 1.5
    return value if bias or n < 3 else np.sqrt((n - 1.0) * n) / (n - 2.0) * value


@over_samples()
def kurtosis(a, axis=0, fisher=True, bias=True, nan_policy='propagate', *, keepdims=False):
    """The kurtosis, 0 for the normal distribution.

    >>> stats.kurtosis([1.0, 2.0, 3.0])
    np.float64(-1.5)
    """
    a, axis = _flat(a, axis)
    n, m2, m4 = a.shape[axis], moment(a, 2, axis), moment(a, 4, axis)
    with np.errstate(divide='ignore', invalid='ignore'):
        value = m4 / m2 ** 2.0
        if not bias and n > 3:
            value = 1.0 / (n - 2) / (n - 3) * ((n ** 2 - 1.0) * value - 3 * (n - 1) ** 2.0) + 3.0
    return value - 3 if fisher else value


def describe(a, axis=0, ddof=1, bias=True, nan_policy='propagate'):
    """Count, extremes, mean, variance, skewness and kurtosis.

    >>> stats.describe([1.0, 2.0, 3.0]).mean
    np.float64(2.0)
    """
    a, axis = _flat(a, axis)
    if a.size == 0:
        raise ValueError('The input must not be empty.')
    if check_policy(nan_policy, [a]) and nan_policy == 'omit' and a.ndim == 1:
        a = a[~np.isnan(a)]
    return DescribeResult(np.int64(a.shape[axis]), (np.min(a, axis=axis), np.max(a, axis=axis)), np.mean(a, axis=axis), np.var(a, axis=axis, ddof=ddof),
                          skew(a, axis, bias), kurtosis(a, axis, bias=bias))


def zscore(a, axis=0, ddof=0, nan_policy='propagate'):
    """Values less their mean, over their deviation.

    >>> stats.zscore([1.0, 3.0])
    array([-1.,  1.])
    """
    a = np.asarray(a)
    omits = check_policy(nan_policy, [a]) and nan_policy == 'omit'
    mean, deviation = (np.nanmean, np.nanstd) if omits else (np.mean, np.std)
    with np.errstate(divide='ignore', invalid='ignore'):
        return (a - mean(a, axis=axis, keepdims=True)) / deviation(a, axis=axis, ddof=ddof, keepdims=True)


@over_samples()
def sem(a, axis=0, ddof=1, nan_policy='propagate', *, keepdims=False):
    """The deviation of the mean.

    >>> stats.sem([1.0, 3.0])
    np.float64(1.0)
    """
    a, axis = _flat(a, axis)
    return np.std(a, axis=axis, ddof=ddof) / a.shape[axis] ** 0.5


@over_samples(counts_nan=True)
def mode(a, axis=0, nan_policy='propagate', keepdims=False):
    """The most frequent value and its count.

    >>> stats.mode([1, 2, 2])
    ModeResult(mode=np.int64(2), count=np.int64(2))
    """
    a, axis = _flat(a, axis)

    def of_line(line):
        values, counts = np.unique(line, return_counts=True)
        return values[np.argmax(counts)], counts.max()

    if a.ndim == 1:
        return ModeResult(*of_line(a))
    lines = np.moveaxis(a, axis, -1)
    values, counts = np.empty(lines.shape[:-1], dtype=a.dtype), np.empty(lines.shape[:-1], dtype=int)
    for at in np.ndindex(*lines.shape[:-1]):
        values[at], counts[at] = of_line(lines[at])
    return ModeResult(values, counts)


@over_samples()
def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy='propagate', interpolation='linear', keepdims=False):
    """The distance between two percentiles.

    >>> stats.iqr([1.0, 2.0, 3.0])
    np.float64(1.0)
    """
    low, high = np.percentile(x, rng, axis=axis, method=interpolation, keepdims=keepdims)
    return (high - low) / (1.3489795003921634 if scale == 'normal' else scale)


@over_samples()
def gmean(a, axis=0, dtype=None, weights=None, nan_policy='propagate', *, keepdims=False):
    """The geometric mean.

    >>> stats.gmean([1.0, 4.0])
    np.float64(2.0)
    """
    a, axis = _flat(a, axis)
    with np.errstate(divide='ignore'):
        return np.exp(np.average(np.log(a), axis=axis, weights=weights))


@over_samples()
def hmean(a, axis=0, dtype=None, *, weights=None, nan_policy='propagate', keepdims=False):
    """The harmonic mean.

    >>> stats.hmean([1.0, 1.0])
    np.float64(1.0)
    """
    a, axis = _flat(a, axis)
    with np.errstate(divide='ignore'):
        return 1.0 / np.average(1.0 / a, axis=axis, weights=weights)


def scoreatpercentile(a, per, limit=(), interpolation_method='fraction', axis=None):
    """The value at a percentile.

    >>> stats.scoreatpercentile([1, 2, 3], 50)
    np.float64(2.0)
    """
    a = np.asarray(a)
    if limit:
        a = a[(limit[0] <= a) & (a <= limit[1])]
    return np.percentile(a, per, axis=axis, method={'fraction': 'linear', 'lower': 'lower', 'higher': 'higher'}[interpolation_method])


def percentileofscore(a, score, kind='rank', nan_policy='propagate'):
    """The percentile of a value.

    >>> stats.percentileofscore([1, 2, 3, 4], 3)
    np.float64(75.0)
    """
    a, score = np.asarray(a), np.asarray(score)
    found = check_policy(nan_policy, [a, score])
    if found and nan_policy == 'omit':
        a = a[~np.isnan(a)]
    unknown = np.isnan(score) | (found and nan_policy == 'propagate' and bool(np.isnan(a).any())) if found else False
    left, right = np.sum(a < score[..., None], axis=-1), np.sum(a <= score[..., None], axis=-1)
    share = {'rank': (left + right + (right > left)) / 2, 'strict': left, 'weak': right, 'mean': (left + right) / 2}
    if kind not in share:
        raise ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean'")
    if not len(a):
        return np.full(score.shape, np.nan)[()]
    return np.where(unknown, np.nan, share[kind] * 100.0 / len(a))[()]


def entropy(pk, qk=None, base=None, axis=0):
    """The entropy of a distribution, or the relative one of two.

    >>> stats.entropy([0.5, 0.5], base=2)
    np.float64(1.0)
    """
    pk = np.asarray(pk, dtype=float)
    pk = pk / np.sum(pk, axis=axis, keepdims=True)
    if qk is None:
        parts = special.entr(pk)
    else:
        qk = np.asarray(qk, dtype=float)
        parts = special.rel_entr(pk, qk / np.sum(qk, axis=axis, keepdims=True))
    total = np.sum(parts, axis=axis)
    return total / np.log(base) if base is not None else total


class gaussian_kde:
    """A density made of Gaussians around points.

    >>> stats.gaussian_kde([0.0, 1.0])(0.5).round(6)
    array([0.501567])
    """

    __module__ = 'scipy.stats'

    def __init__(self, dataset, bw_method=None, weights=None):
        self.dataset = np.atleast_2d(np.asarray(dataset))
        if not self.dataset.size > 1:
            raise ValueError('`dataset` input should have multiple elements.')
        self.d, self.n = self.dataset.shape
        self.weights = np.full(self.n, 1.0 / self.n) if weights is None else np.asarray(weights, dtype=float) / np.sum(weights)
        self.neff = 1 / np.sum(self.weights ** 2)
        self.set_bandwidth(bw_method)

    def scotts_factor(self):
        """Scott's rule."""
        return np.power(self.neff, -1.0 / (self.d + 4))

    def silverman_factor(self):
        """Silverman's rule."""
        return np.power(self.neff * (self.d + 2.0) / 4.0, -1.0 / (self.d + 4))

    def set_bandwidth(self, bw_method=None):
        """Choose the width of the Gaussians."""
        if bw_method is None or bw_method == 'scott':
            self.factor = self.scotts_factor()
        elif bw_method == 'silverman':
            self.factor = self.silverman_factor()
        elif np.isscalar(bw_method) and not isinstance(bw_method, str):
            self.factor = bw_method
        elif callable(bw_method):
            self.factor = bw_method(self)
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")
        self.covariance = np.atleast_2d(np.cov(self.dataset, rowvar=1, bias=False, aweights=self.weights)) * self.factor ** 2
        self.inv_cov = np.linalg.inv(self.covariance)
        self._root = np.linalg.cholesky(self.covariance)

    def evaluate(self, points):
        """The density at points."""
        points = np.atleast_2d(np.asarray(points, dtype=float))
        if points.shape[0] != self.d:
            if points.shape[0] == 1 and points.shape[1] == self.d:
                points = points.reshape(self.d, 1)
            else:
                raise ValueError(f'points have dimension {points.shape[0]}, dataset has dimension {self.d}')
        white, at = np.linalg.solve(self._root, self.dataset), np.linalg.solve(self._root, points)
        size = (2 * np.pi) ** (self.d / 2) * np.prod(np.diag(self._root))
        result = np.empty(points.shape[1])
        for start in range(0, points.shape[1], 512):
            apart = at[:, start:start + 512, None] - white[:, None, :]
            result[start:start + 512] = np.exp(-(apart * apart).sum(0) / 2) @ self.weights / size
        return result

    __call__ = pdf = evaluate

    def logpdf(self, x):
        """The logarithm of the density."""
        return np.log(self.evaluate(x))

    def integrate_box_1d(self, low, high):
        """The integral over an interval."""
        width = np.ravel(np.sqrt(self.covariance))[0]
        return np.sum(self.weights * (special.ndtr((high - self.dataset[0]) / width) - special.ndtr((low - self.dataset[0]) / width)))


class _MultivariateNormal:
    """The normal distribution of several variables."""

    def __call__(self, mean=None, cov=1, allow_singular=False, seed=None):
        return _FrozenNormal(mean, cov)

    def pdf(self, x, mean=None, cov=1, allow_singular=False):
        """The density at x."""
        return np.exp(self.logpdf(x, mean, cov))

    def logpdf(self, x, mean=None, cov=1, allow_singular=False):
        """The logarithm of the density."""
        mean, cov = _mean_and_cov(mean, cov)
        x = np.asarray(x, dtype=float)
        x = x[..., None] if x.ndim == 0 or (len(mean) == 1 and (x.ndim == 0 or x.shape[-1] != 1)) else x
        root = np.linalg.cholesky(cov)
        z = np.linalg.solve(root, (x - mean).reshape(-1, len(mean)).T)
        value = -0.5 * ((z * z).sum(0) + len(mean) * math.log(2 * math.pi)) - np.log(np.diag(root)).sum()
        return value.reshape(x.shape[:-1])[()]

    def rvs(self, mean=None, cov=1, size=1, random_state=None):
        """Random vectors."""
        mean, cov = _mean_and_cov(mean, cov)
        source = np.random if random_state is None else np.random.RandomState(random_state) if isinstance(random_state, (int, np.integer)) else random_state
        found = np.squeeze(source.multivariate_normal(mean, cov, size))
        return found[()] if found.ndim == 0 else found


def _mean_and_cov(mean, cov):
    cov = np.asarray(cov, dtype=float)
    count = 1 if mean is None and cov.ndim == 0 else len(np.atleast_1d(mean)) if mean is not None else cov.shape[0]
    mean = np.zeros(count) if mean is None else np.atleast_1d(np.asarray(mean, dtype=float))
    return mean, cov * np.eye(count) if cov.ndim == 0 else np.diag(cov) if cov.ndim == 1 else cov


class _FrozenNormal:
    """multivariate_normal with its parameters."""

    def __init__(self, mean, cov):
        self.mean, self.cov = _mean_and_cov(mean, cov)

    def pdf(self, x):
        """The density at x."""
        return multivariate_normal.pdf(x, self.mean, self.cov)

    def logpdf(self, x):
        """The logarithm of the density."""
        return multivariate_normal.logpdf(x, self.mean, self.cov)

    def rvs(self, size=1, random_state=None):
        """Random vectors."""
        return multivariate_normal.rvs(self.mean, self.cov, size, random_state)


multivariate_normal = _MultivariateNormal()
