"""Tests of hypotheses by ranks, counts and moments, and summaries that leave values out."""

import math
import warnings

import numpy as np
from scipy import special
from scipy.stats._policy import over_samples
from scipy.stats._samples import SignificanceResult, _flat, _ks_exact, _named, describe, kurtosis, pearsonr, rankdata, skew

__all__ = ['bartlett', 'binned_statistic', 'binomtest', 'boxcox', 'boxcox_llf', 'brunnermunzel', 'chi2_contingency', 'combine_pvalues',
           'cumfreq', 'energy_distance', 'false_discovery_control', 'fisher_exact', 'fligner', 'friedmanchisquare', 'gstd', 'gzscore',
           'jarque_bera', 'kendalltau', 'kruskal', 'ks_2samp', 'kurtosistest', 'levene', 'mannwhitneyu', 'median_abs_deviation',
           'normaltest', 'pointbiserialr', 'power_divergence', 'ranksums', 'relfreq', 'shapiro', 'sigmaclip', 'skewtest', 'theilslopes',
           'tiecorrect', 'tmax', 'tmean', 'tmin', 'trim_mean', 'trimboth', 'tsem', 'tstd', 'tvar', 'variation', 'wasserstein_distance',
           'wilcoxon', 'zmap']

BartlettResult, LeveneResult, FlignerResult, KruskalResult, FriedmanchisquareResult, MannwhitneyuResult, WilcoxonResult, RanksumsResult, \
    ShapiroResult, SkewtestResult, KurtosistestResult, NormaltestResult, BrunnerMunzelResult, Power_divergenceResult = map(_named, (
        'BartlettResult', 'LeveneResult', 'FlignerResult', 'KruskalResult', 'FriedmanchisquareResult', 'MannwhitneyuResult',
        'WilcoxonResult', 'RanksumsResult', 'ShapiroResult', 'SkewtestResult', 'KurtosistestResult', 'NormaltestResult',
        'BrunnerMunzelResult', 'Power_divergenceResult'))
Chi2ContingencyResult = _named('Chi2ContingencyResult', ('statistic', 'pvalue', 'dof', 'expected_freq'))
KstestResult = _named('KstestResult', more=('statistic_location', 'statistic_sign'))
CumfreqResult = _named('CumfreqResult', ('cumcount', 'lowerlimit', 'binsize', 'extrapoints'))
RelfreqResult = _named('RelfreqResult', ('frequency', 'lowerlimit', 'binsize', 'extrapoints'))
BinnedStatisticResult = _named('BinnedStatisticResult', ('statistic', 'bin_edges', 'binnumber'))
SigmaclipResult = _named('SigmaclipResult', ('clipped', 'lower', 'upper'))
TheilslopesResult = _named('TheilslopesResult', ('slope', 'intercept', 'low_slope', 'high_slope'))


def _p_of_z(z, alternative):
    if alternative == 'less':
        return special.ndtr(z)
    if alternative == 'greater':
        return special.ndtr(-z)
    if alternative != 'two-sided':
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")
    return 2 * special.ndtr(-np.abs(z))


def _ties(values):
    """How often each value is there."""
    return np.unique(values, return_counts=True)[1]


# ---- by ranks ----

@over_samples(2, paired=True)
def kendalltau(x, y, *, nan_policy='propagate', method='auto', variant='b', alternative='two-sided', axis=None, keepdims=False):
    """Kendall's correlation of two rankings and its p-value.

    >>> stats.kendalltau([1, 2, 3, 4], [1, 3, 2, 4])
    SignificanceResult(statistic=np.float64(0.6666666666666669), pvalue=np.float64(0.3333333333333333))
    """
    x, y = np.asarray(x).ravel(), np.asarray(y).ravel()
    if x.size != y.size:
        raise ValueError('Array shapes are incompatible for broadcasting.')
    n = x.size
    if not n or x.dtype.kind == 'f' and np.isnan(x).any() or y.dtype.kind == 'f' and np.isnan(y).any():
        return SignificanceResult(np.float64(np.nan), np.float64(np.nan))
    order = np.lexsort((x, y))
    x, y = np.unique(x, return_inverse=True)[1][order], np.unique(y, return_inverse=True)[1][order]
    discordant = _inversions(x, y)
    joint = _ties(x * (y.max() + 1) + y)
    pairs = n * (n - 1) // 2
    both = int((joint * (joint - 1) // 2).sum())

    def of_ties(values):
        counts = _ties(values)
        counts = counts[counts > 1]
        return (int((counts * (counts - 1) // 2).sum()), float((counts * (counts - 1.) * (counts - 2)).sum()),
                float((counts * (counts - 1.) * (2 * counts + 5)).sum()))

    x_ties, x0, x1 = of_ties(x)
    y_ties, y0, y1 = of_ties(y)
    if x_ties == pairs or y_ties == pairs:
        return SignificanceResult(np.float64(np.nan), np.float64(np.nan))
    excess = pairs - x_ties - y_ties + both - 2 * discordant
    if variant == 'b':
        tau = excess / np.sqrt(pairs - x_ties) / np.sqrt(pairs - y_ties)
    elif variant == 'c':
        classes = min(len(set(x.tolist())), len(set(y.tolist())))
        tau = 2 * (excess / (n**2 * (classes - 1) / classes))
    else:
        raise ValueError(f"Unknown variant of the method chosen: {variant}. variant must be 'b' or 'c'.")
    tau = np.clip(np.float64(tau), -1.0, 1.0)
    if method == 'exact' and (x_ties or y_ties):
        raise ValueError('Ties found, exact method cannot be used.')
    if method == 'auto':
        method = 'exact' if not x_ties and not y_ties and (n <= 33 or min(discordant, pairs - discordant) <= 1) else 'asymptotic'
    if method == 'exact':
        p = _kendall_exact(n, pairs - discordant, alternative)
    elif method == 'asymptotic':
        m = n * (n - 1.)
        variance = (m * (2 * n + 5) - x1 - y1) / 18 + 2 * x_ties * y_ties / m + (x0 * y0 / (9 * m * (n - 2)) if n > 2 else 0.0)
        p = _p_of_z(excess / np.sqrt(variance), alternative)
    else:
        raise ValueError(f"Unknown method {method} specified. Use 'auto', 'exact' or 'asymptotic'.")
    return SignificanceResult(tau, np.float64(p))


def _inversions(x, y):
    """Pairs in which x falls while y rises, of points in the order of y and then x: by merging."""
    values, total, width = x.tolist(), 0, 1
    n = len(values)
    while width < n:
        merged = []
        for start in range(0, n, 2 * width):
            left, right = values[start:start + width], values[start + width:start + 2 * width]
            i = 0
            for value in right:
                while i < len(left) and left[i] <= value:
                    merged.append(left[i])
                    i += 1
                total += len(left) - i
                merged.append(value)
            merged += left[i:]
        values, width = merged, 2 * width
    return total


def _kendall_exact(n, concordant, alternative):
    """The share of orders of n values with so many concordant pairs or more extreme ones."""
    pairs = n * (n - 1) // 2
    counts = [1]
    for j in range(2, n + 1):
        longer = [0] * (len(counts) + j - 1)
        running = 0
        for k in range(len(longer)):
            running += counts[k] if k < len(counts) else 0
            running -= counts[k - j] if 0 <= k - j < len(counts) else 0
            longer[k] = running
        counts = longer
    total = math.factorial(n)
    above, below = sum(counts[concordant:]), sum(counts[:concordant + 1])
    if alternative == 'greater':
        return above / total
    if alternative == 'less':
        return below / total
    return min(1.0, 2 * min(above, below) / total) if 4 * concordant != 2 * pairs else 1.0


def _samples(x, y, axis):
    x, y = np.asarray(x), np.asarray(y)
    if axis is None:
        return x.ravel(), y.ravel()
    return np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)


def _over_rows(function, names, *arrays):
    """A function of samples over the last axes of arrays: rows of results, or one."""
    if all(one.ndim == 1 for one in arrays):
        return function(*arrays)
    outer = np.broadcast_shapes(*(one.shape[:-1] for one in arrays))
    arrays = [np.broadcast_to(one, outer + one.shape[-1:]) for one in arrays]
    results = [function(*(one[place] for one in arrays)) for place in np.ndindex(*outer)]
    columns = (np.array([row[k] for row in results]).reshape(outer) for k in range(2))
    return names(*columns)


@over_samples(2)
def mannwhitneyu(x, y, use_continuity=True, alternative='two-sided', axis=0, method='auto', *, nan_policy='propagate', keepdims=False):
    """Whether one sample tends to larger values than another, by Mann's and Whitney's U.

    >>> stats.mannwhitneyu([1, 2, 3], [4, 5, 6])
    MannwhitneyuResult(statistic=np.float64(0.0), pvalue=np.float64(0.1))
    """
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be one of {'less', 'two-sided', 'greater'}.")

    def of_rows(x, y):
        n1, n2 = len(x), len(y)
        if not n1 or not n2:
            raise ValueError('`x` and `y` must be of nonzero size.')
        both = np.concatenate([x, y])
        ranks = rankdata(both)
        first = float(ranks[:n1].sum() - n1 * (n1 + 1) / 2)
        second = n1 * n2 - first
        u, factor = (first, 1) if alternative == 'greater' else (second, 1) if alternative == 'less' else (max(first, second), 2)
        counts = _ties(both)
        how = method
        if how == 'auto':
            how = 'asymptotic' if n1 > 8 and n2 > 8 or (counts > 1).any() else 'exact'
        if how == 'exact':
            p = _u_above(int(u), n1, n2)
        else:
            n = n1 + n2
            deviation = np.sqrt(n1 * n2 / 12 * (n + 1 - float((counts**3 - counts).sum()) / (n * (n - 1))))
            away = u - n1 * n2 / 2 - (0.5 if use_continuity else 0)
            with np.errstate(divide='ignore', invalid='ignore'):
                p = special.ndtr(-(np.float64(away) / deviation))
        return MannwhitneyuResult(np.float64(first), np.clip(np.float64(p) * factor, 0., 1.))

    return _over_rows(of_rows, MannwhitneyuResult, *_samples(x, y, axis))


def _u_above(u, n1, n2):
    """The share of orders of two samples in which U is so large at least."""
    counts = np.zeros(n1 * n2 + 1, dtype=object)
    counts[0] = 1
    small, large = min(n1, n2), max(n1, n2)
    for k in range(1, small + 1):  # the generating function: a product of (1 - q^(large + k)) / (1 - q^k)
        for place in range(len(counts) - 1, large + k - 1, -1):
            counts[place] -= counts[place - large - k]
        for place in range(k, len(counts)):
            counts[place] += counts[place - k]
    return sum(counts[max(u, 0):].tolist()) / math.comb(n1 + n2, n1)


@over_samples(2, paired=True)
def wilcoxon(x, y=None, zero_method='wilcox', correction=False, alternative='two-sided', method='auto', *, axis=0, nan_policy='propagate',
             keepdims=False):
    """Whether differences lie evenly about 0, by the ranks of their sizes (Wilcoxon).

    >>> stats.wilcoxon([1.0, 2.0, 3.0, -4.0])
    WilcoxonResult(statistic=np.float64(4.0), pvalue=np.float64(0.875))
    """
    if zero_method not in ('wilcox', 'pratt', 'zsplit'):
        raise ValueError("`zero_method` must be one of {'wilcox', 'pratt', 'zsplit'}.")
    d = np.asarray(x, dtype=float) if y is None else np.asarray(x, dtype=float) - np.asarray(y, dtype=float)

    def of_rows(d):
        zeros = int((d == 0).sum())
        kept = d[d != 0] if zero_method == 'wilcox' else d
        ranks = rankdata(np.abs(kept))
        plus, minus = float(ranks[kept > 0].sum()), float(ranks[kept < 0].sum())
        count = len(kept)
        if zero_method == 'zsplit':
            at_zero = float(ranks[kept == 0].sum())
            plus, minus = plus + at_zero / 2, minus + at_zero / 2
        counts = _ties(ranks)
        how = method
        if how == 'auto':
            tied = zeros or (counts > 1).any()
            how = 'asymptotic' if len(d) > 50 or tied and len(d) > 13 else 'exact'
        if how == 'exact':
            p = _sign_sums(ranks[kept != 0], plus, alternative)
        else:
            mean, deviation = count * (count + 1) * 0.25, count * (count + 1) * (2. * count + 1)
            if zero_method == 'pratt':
                mean -= zeros * (zeros + 1) * 0.25
                deviation -= zeros * (zeros + 1) * (2. * zeros + 1)
                counts = _ties(ranks[kept != 0])
            deviation = math.sqrt((deviation - float((counts**3 - counts).sum()) * 0.5) / 24)
            shift = 0.0
            if correction:
                shift = 0.5 * np.sign(plus - mean) if alternative == 'two-sided' else 0.5 if alternative == 'greater' else -0.5
            p = _p_of_z((plus - mean - shift) / deviation if deviation else np.nan, alternative)
        return WilcoxonResult(np.float64(min(plus, minus) if alternative == 'two-sided' else plus), np.float64(p))

    return _over_rows(of_rows, WilcoxonResult, d.ravel() if axis is None else np.moveaxis(d, axis, -1))


def _sign_sums(ranks, plus, alternative):
    """The share of all signs of ranks whose positive ones add up to so much, or to something more extreme."""
    doubled = [int(round(2 * rank)) for rank in ranks.tolist()]
    counts = np.array([1], dtype=object)
    for rank in doubled:
        longer = np.zeros(len(counts) + rank, dtype=object)
        longer[:len(counts)] += counts
        longer[rank:] += counts
        counts = longer
    counts, place = counts.tolist(), int(round(2 * plus))
    total = 2 ** len(doubled)
    above, below = sum(counts[place:]) / total, sum(counts[:place + 1]) / total
    return above if alternative == 'greater' else below if alternative == 'less' else min(1.0, 2 * min(above, below))


@over_samples(2, by_lines=True)
def ranksums(x, y, alternative='two-sided', *, axis=0, nan_policy='propagate', keepdims=False):
    """Whether two samples are of one distribution, by the sum of ranks.

    >>> stats.ranksums([1, 2, 3], [4, 5, 6]).pvalue.round(6)
    np.float64(0.049535)
    """
    x, y = np.asarray(x).ravel(), np.asarray(y).ravel()
    n1, n2 = len(x), len(y)
    total = rankdata(np.concatenate([x, y]))[:n1].sum()
    z = (total - n1 * (n1 + n2 + 1) / 2.0) / np.sqrt(n1 * n2 * (n1 + n2 + 1) / 12.0)
    return RanksumsResult(np.float64(z), np.float64(_p_of_z(z, alternative)))


@over_samples(2, by_lines=True)
def brunnermunzel(x, y, alternative='two-sided', distribution='t', nan_policy='propagate', *, axis=0, keepdims=False):
    """Whether a value of one sample is as likely above as below one of another (Brunner and Munzel).

    >>> stats.brunnermunzel([1, 2, 3, 4], [2, 4, 6, 8]).statistic.round(6)
    np.float64(1.846372)
    """
    x, y = np.asarray(x).ravel(), np.asarray(y).ravel()
    nx, ny = len(x), len(y)
    ranks = rankdata(np.concatenate([x, y]))
    first, second = ranks[:nx], ranks[nx:]
    own_first, own_second = rankdata(x), rankdata(y)
    sx = ((first - own_first - first.mean() + own_first.mean())**2).sum() / (nx - 1)
    sy = ((second - own_second - second.mean() + own_second.mean())**2).sum() / (ny - 1)
    value = nx * ny * (second.mean() - first.mean()) / ((nx + ny) * np.sqrt(nx * sx + ny * sy))
    if distribution == 'normal':
        p = _p_of_z(-value, alternative)
    else:
        df = (nx * sx + ny * sy)**2 / ((nx * sx)**2 / (nx - 1) + (ny * sy)**2 / (ny - 1))
        p = special.stdtr(df, -value) if alternative == 'less' else special.stdtr(df, value) if alternative == 'greater' else \
            2 * special.stdtr(df, -np.abs(value))
    return BrunnerMunzelResult(np.float64(value), np.float64(p))


def tiecorrect(rankvals):
    """The factor by which ties among ranks lessen the variance of rank tests.

    >>> stats.tiecorrect([1, 2.5, 2.5, 4])
    np.float64(0.9)
    """
    counts, n = _ties(np.asarray(rankvals)).astype(np.float64), float(np.size(rankvals))
    return np.float64(1.0 if n < 2 else 1.0 - (counts**3 - counts).sum() / (n**3 - n))


@over_samples(0, by_lines=True)
def kruskal(*samples, nan_policy='propagate', axis=0, keepdims=False):
    """Whether several samples have one median, by their ranks (Kruskal and Wallis).

    >>> stats.kruskal([1, 2, 3], [4, 5, 6]).pvalue.round(6)
    np.float64(0.049535)
    """
    if len(samples) < 2:
        raise ValueError('Need at least two groups in stats.kruskal()')
    samples = [np.asarray(one).ravel() for one in samples]
    sizes = [len(one) for one in samples]
    ranks = rankdata(np.concatenate(samples))
    ties = tiecorrect(ranks)
    if ties == 0:
        raise ValueError('All numbers are identical in kruskal')
    ends = np.cumsum([0] + sizes)
    squares = sum(ranks[a:b].sum()**2 / (b - a) for a, b in zip(ends, ends[1:]))
    n = sum(sizes)
    value = (12.0 / (n * (n + 1)) * squares - 3 * (n + 1)) / ties
    return KruskalResult(np.float64(value), np.float64(special.chdtrc(len(samples) - 1, value)))


@over_samples(0, paired=True, by_lines=True)
def friedmanchisquare(*samples, axis=0, nan_policy='propagate', keepdims=False):
    """Whether repeated measurements of the same things agree, by ranks (Friedman).

    >>> stats.friedmanchisquare([1, 2, 3], [2, 3, 1], [3, 1, 2]).statistic
    np.float64(0.0)
    """
    k = len(samples)
    if k < 3:
        raise ValueError(f'At least 3 samples must be given for Friedman test, got {k}.')
    data = np.vstack([np.asarray(one).ravel() for one in samples]).T
    n = len(data)
    ranks = np.array([rankdata(row) for row in data])
    ties = sum(float((counts**3 - counts).sum()) for counts in map(_ties, ranks))
    value = (12.0 / (k * n * (k + 1)) * (ranks.sum(axis=0)**2).sum() - 3 * n * (k + 1)) / (1 - ties / (k * (k * k - 1) * n))
    return FriedmanchisquareResult(np.float64(value), np.float64(special.chdtrc(k - 1, value)))


# ---- of distributions ----

@over_samples(2, by_lines=True)
def ks_2samp(data1, data2, alternative='two-sided', method='auto', *, axis=0, nan_policy='propagate', keepdims=False):
    """Whether two samples are of one distribution, by the greatest distance of their shares (Kolmogorov and Smirnov).

    >>> stats.ks_2samp([1, 2, 3], [2, 3, 4]).statistic
    np.float64(0.3333333333333333)
    """
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError(f'Invalid value for alternative: {alternative}')
    x, y = np.sort(np.asarray(data1).ravel()), np.sort(np.asarray(data2).ravel())
    n1, n2 = len(x), len(y)
    if not min(n1, n2):
        raise ValueError('Data passed to ks_2samp must not be empty')
    both = np.concatenate([x, y])
    apart = np.searchsorted(x, both, side='right') / n1 - np.searchsorted(y, both, side='right') / n2
    least, most = int(np.argmin(apart)), int(np.argmax(apart))
    below, above = np.clip(-apart[least], 0, 1), apart[most]
    is_below = alternative == 'less' or alternative == 'two-sided' and below > above
    d, location, sign = (below, both[least], -1) if is_below else (above, both[most], 1)
    divisor = math.gcd(n1, n2)
    steps = n1 // divisor * n2
    if method == 'auto':
        method = 'exact' if max(n1, n2) <= 10000 else 'asymp'
    p = None
    if method == 'exact':
        h = int(np.round(d * steps))
        d = np.float64(h / steps)
        p = _lattice_share(n1, n2, divisor, h, alternative)
        if not 0 <= p <= 1:
            warnings.warn('ks_2samp: Exact calculation unsuccessful. Switching to method=asymp.', RuntimeWarning, stacklevel=2)
            p = None
    if p is None:
        m, n = sorted([float(n1), float(n2)], reverse=True)
        if alternative == 'two-sided':
            size = int(np.round(m * n / (m + n)))
            p = 1 - _ks_exact(size, float(d)) if size <= 140 else special.kolmogorov(math.sqrt(m * n / (m + n)) * d) \
                if hasattr(special, 'kolmogorov') else _kolmogorov(math.sqrt(m * n / (m + n)) * d)
        else:
            z = math.sqrt(m * n / (m + n)) * d
            p = math.exp(-2 * z**2 - 2 * z * (m + 2 * n) / math.sqrt(m * n * (m + n)) / 3.0)
    return KstestResult(np.float64(d), np.clip(np.float64(p), 0, 1), statistic_location=location, statistic_sign=np.int8(sign))


def _kolmogorov(x):
    """The limit of the probability that the distance of shares is larger."""
    k = np.arange(1, 101)
    return float(2 * ((-1.0)**(k - 1) * np.exp(-2 * (k * x)**2)).sum())


def _lattice_share(m, n, divisor, h, alternative):
    """The share of paths through a lattice of m by n steps that leave the strip of height h."""
    if h == 0:
        return 1.0
    if m == n and alternative == 'two-sided':
        share = 0.0
        for k in range(n // h, -1, -1):
            part = 1.0
            for j in range(h):
                part = (n - k * h - j) * part / (n + k * h + j + 1)
            share = part * (1.0 - share)
        return 2 * share
    if m == n:
        steps = np.arange(h)
        return float(np.prod((n - steps) / (n + steps + 1.0)))
    mg, ng = m // divisor, n // divisor
    places = np.arange(n + 1)

    def inside(i):
        away = i * ng - places * mg
        return np.abs(away) < h if alternative == 'two-sided' else away < h if alternative == 'greater' else -away < h

    paths = np.where(np.cumprod(inside(0)), 1.0, 0.0)
    for i in range(1, m + 1):
        free = inside(i)
        if alternative == 'less':  # the strip has no upper end to be cut at
            starts = np.cumsum(np.where(free, paths, 0.0))
        else:
            starts = np.cumsum(np.where(free, paths, 0.0))
        paths = np.where(free, starts, 0.0) * (i / (n + i))
    return float(1 - paths[n])


def _normal_score(share):
    """The normal distribution's quantile after Beasley and Springer, Applied Statistics 26 (1977), 118-121 (AS 111): good to nine
    digits, and what Royston's approximations stand on."""
    away = share - 0.5
    if abs(away) <= 0.42:
        r = away * away
        above = ((-25.44106049637 * r + 41.39119773534) * r - 18.61500062529) * r + 2.50662823884
        return away * above / ((((3.13082909833 * r - 21.06224101826) * r + 23.08336743743) * r - 8.47351093090) * r + 1)
    r = math.sqrt(-math.log(min(share, 1 - share)))
    score = (((2.32121276858 * r + 4.85014127135) * r - 2.29796479134) * r - 2.78718931138) / \
        ((1.63706781897 * r + 3.54388924762) * r + 1)
    return -score if away < 0 else score


@over_samples(by_lines=True)
def shapiro(x, *, axis=None, nan_policy='propagate', keepdims=False):
    """Whether a sample is of a normal distribution (Shapiro and Wilk, after Royston, 1995).

    >>> stats.shapiro([1.0, 2.0, 3.0, 4.0, 6.0]).statistic.round(4)
    np.float64(0.9787)
    """
    x = np.sort(np.ravel(np.asarray(x, dtype=float)))
    n = len(x)
    if n < 3:
        return ShapiroResult(*_too_small(0.0))
    half = n // 2

    def polynomial(coefficients, at):
        return float(np.polynomial.polynomial.polyval(at, coefficients))

    a = np.empty(half)
    if n == 3:
        a[0] = math.sqrt(0.5)
    else:
        scores = np.array([_normal_score((i - 0.375) / (n + 0.25)) for i in range(1, half + 1)])
        squares = 2 * float((scores**2).sum())
        root, small = math.sqrt(squares), 1 / math.sqrt(n)
        first = polynomial([0.0, .221157, -.147981, -2.07119, 4.434685, -2.706056], small) - scores[0] / root
        if n > 5:
            second = polynomial([0.0, .042981, -.293762, -1.752461, 5.682633, -3.582633], small) - scores[1] / root
            scale = math.sqrt((squares - 2 * scores[0]**2 - 2 * scores[1]**2) / (1 - 2 * first**2 - 2 * second**2))
            a[1] = second
            a[2:] = -scores[2:] / scale
        else:
            scale = math.sqrt((squares - 2 * scores[0]**2) / (1 - 2 * first**2))
            a[1:] = -scores[1:] / scale
        a[0] = first
    spread = x[-1] - x[0]
    if spread < 1e-19:
        warnings.warn('scipy.stats.shapiro: Input data has range zero. The results may not be accurate.', stacklevel=2)
        return ShapiroResult(np.float64(1.0), np.float64(1.0))
    if n > 5000:
        warnings.warn(f'scipy.stats.shapiro: For N > 5000, computed p-value may not be accurate. Current N is {n}.', stacklevel=2)
    weights = np.concatenate([-a, np.zeros(n % 2), a[::-1]])
    values = x / spread
    values = values - values.mean()
    weights = weights - weights.mean()
    ssa, ssx, sax = float((weights**2).sum()), float((values**2).sum()), float((weights * values).sum())
    both = math.sqrt(ssa * ssx)
    rest = (both - sax) * (both + sax) / (ssa * ssx)
    w = 1 - rest
    if n == 3:
        p = 6 / math.pi * (math.asin(math.sqrt(w)) - math.asin(math.sqrt(0.75)))
        return ShapiroResult(np.float64(w), np.float64(max(p, 0.0)))
    y, size = math.log(rest), math.log(n)
    if n <= 11:
        gamma = -2.273 + 0.459 * n
        if y >= gamma:
            return ShapiroResult(np.float64(w), np.float64(1e-99))
        y = -math.log(gamma - y)
        mean, deviation = polynomial([.544, -.39978, .025054, -6.714e-4], n), math.exp(polynomial([1.3822, -.77857, .062767, -.0020322], n))
    else:
        mean = polynomial([-1.5861, -.31082, -.083751, .0038915], size)
        deviation = math.exp(polynomial([-.4803, -.082676, .0030302], size))
    return ShapiroResult(np.float64(w), np.float64(special.ndtr(-(y - mean) / deviation)))


def _columns(a, axis):
    a, axis = _flat(a, axis)
    return a.astype(float) if a.dtype.kind not in 'fc' else a, axis


class SmallSampleWarning(RuntimeWarning):
    """A sample is too small for what is asked of it."""


SmallSampleWarning.__module__ = 'scipy.stats'


def _too_small(model):
    warnings.warn('One or more sample arguments is too small; all returned values will be NaN. See documentation for sample size '
                  'requirements.', SmallSampleWarning, stacklevel=3)
    return np.full(np.shape(model), np.nan)[()], np.full(np.shape(model), np.nan)[()]


@over_samples()
def skewtest(a, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False):
    """Whether the skewness is that of a normal distribution.

    >>> stats.skewtest([1.0, 2, 3, 4, 5, 6, 7, 9]).statistic.round(6)
    np.float64(0.399347)
    """
    a, axis = _columns(a, axis)
    b, n = skew(a, axis), float(a.shape[axis])
    if n < 8:
        return SkewtestResult(*_too_small(b))
    y = b * math.sqrt((n + 1) * (n + 3) / (6.0 * (n - 2)))
    beta = 3.0 * (n**2 + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2.0) * (n + 5) * (n + 7) * (n + 9))
    w2 = -1 + math.sqrt(2 * (beta - 1))
    delta, alpha = 1 / math.sqrt(0.5 * math.log(w2)), math.sqrt(2.0 / (w2 - 1))
    y = np.where(y == 0, 1, y)
    z = (delta * np.log(y / alpha + np.sqrt((y / alpha)**2 + 1)))[()]
    return SkewtestResult(z, _p_of_z(z, alternative))


@over_samples()
def kurtosistest(a, axis=0, nan_policy='propagate', alternative='two-sided', *, keepdims=False):
    """Whether the kurtosis is that of a normal distribution.

    >>> stats.kurtosistest(np.arange(20.0)).statistic.round(6)
    np.float64(-1.70581)
    """
    a, axis = _columns(a, axis)
    n = float(a.shape[axis])
    b = kurtosis(a, axis, fisher=False)
    if n < 5:
        return KurtosistestResult(*_too_small(b))
    mean = 3.0 * (n - 1) / (n + 1)
    variance = 24.0 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1.) * (n + 3) * (n + 5))
    x = (b - mean) / variance**0.5
    root = 6.0 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9)) * ((6.0 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)))**0.5
    away = 6.0 + 8.0 / root * (2.0 / root + (1 + 4.0 / root**2)**0.5)
    low = 1 - 2 / (9.0 * away)
    divisor = 1 + x * (2 / (away - 4.0))**0.5
    with np.errstate(divide='ignore', invalid='ignore'):
        high = np.sign(divisor) * np.where(divisor == 0.0, np.nan, ((1 - 2.0 / away) / np.abs(divisor))**(1 / 3))
    z = ((low - high) / (2 / (9.0 * away))**0.5)[()]
    return KurtosistestResult(z, _p_of_z(z, alternative))


@over_samples()
def normaltest(a, axis=0, nan_policy='propagate', *, keepdims=False):
    """Whether a sample is of a normal distribution, by skewness and kurtosis (D'Agostino and Pearson).

    >>> stats.normaltest(np.arange(20.0)).pvalue.round(6)
    np.float64(0.13587)
    """
    value = skewtest(a, axis)[0]**2 + kurtosistest(a, axis)[0]**2
    return NormaltestResult(value, special.chdtrc(2, value))


@over_samples()
def jarque_bera(x, *, axis=None, nan_policy='propagate', keepdims=False):
    """Whether a sample has the skewness and kurtosis of a normal distribution (Jarque and Bera).

    >>> stats.jarque_bera(np.arange(20.0)).statistic.round(6)
    np.float64(1.21206)
    """
    x, axis = _columns(x, axis)
    n = x.shape[axis]
    if n == 0:
        raise ValueError('At least one observation is required.')
    value = n / 6 * (skew(x, axis)**2 + kurtosis(x, axis)**2 / 4)
    return SignificanceResult(np.float64(value) if np.ndim(value) == 0 else value, special.chdtrc(2, value))


# ---- of variances ----

def _groups(samples, name):
    if len(samples) < 2:
        raise ValueError('Must provide at least two samples.')
    return [np.asarray(one, dtype=float).ravel() for one in samples]


def _center(center, proportiontocut):
    if center == 'mean':
        return np.mean
    if center == 'median':
        return np.median
    if center == 'trimmed':
        return lambda one: trim_mean(one, proportiontocut)
    raise ValueError("center must be 'mean', 'median' or 'trimmed'.")


@over_samples(0, by_lines=True)
def levene(*samples, center='median', proportiontocut=0.05, axis=0, nan_policy='propagate', keepdims=False):
    """Whether samples have one variance, by the distances from their centers (Levene).

    >>> stats.levene([1, 2, 3], [2, 4, 6]).statistic.round(6)
    np.float64(0.8)
    """
    samples, middle = _groups(samples, 'levene'), _center(center, proportiontocut)
    away = [np.abs(one - middle(one)) for one in samples]
    sizes, k = np.array([len(one) for one in away]), len(away)
    n = int(sizes.sum())
    means = np.array([one.mean() for one in away])
    mean = (means * sizes).sum() / n
    value = (n - k) * (sizes * (means - mean)**2).sum() / ((k - 1.0) * sum(((one - m)**2).sum() for one, m in zip(away, means)))
    return LeveneResult(np.float64(value), np.float64(special.fdtrc(k - 1, n - k, value)))


@over_samples(0, by_lines=True)
def bartlett(*samples, axis=0, nan_policy='propagate', keepdims=False):
    """Whether normal samples have one variance (Bartlett).

    >>> stats.bartlett([1, 2, 3], [2, 4, 6]).statistic.round(6)
    np.float64(0.714059)
    """
    samples = _groups(samples, 'bartlett')
    sizes, variances = np.array([len(one) for one in samples], float), np.array([one.var(ddof=1) for one in samples])
    n, k = sizes.sum(), len(samples)
    pooled = ((sizes - 1) * variances).sum() / (n - k)
    value = (n - k) * np.log(pooled) - ((sizes - 1.0) * np.log(variances)).sum()
    value = np.maximum(value / (1.0 + 1.0 / (3 * (k - 1)) * ((1.0 / (sizes - 1.0)).sum() - 1.0 / (n - k))), 0.0)
    return BartlettResult(np.float64(value), np.float64(special.chdtrc(k - 1, value)))


@over_samples(0, by_lines=True)
def fligner(*samples, center='median', proportiontocut=0.05, axis=0, nan_policy='propagate', keepdims=False):
    """Whether samples have one variance, by the ranks of the distances from their centers (Fligner and Killeen).

    >>> stats.fligner([1, 2, 3], [2, 4, 7]).statistic.round(6)
    np.float64(1.081271)
    """
    samples, middle = _groups(samples, 'fligner'), _center(center, proportiontocut)
    away = [np.abs(one - middle(one)) for one in samples]
    sizes = [len(one) for one in away]
    n = sum(sizes)
    scores = special.ndtri(rankdata(np.concatenate(away)) / (2 * (n + 1.0)) + 0.5)
    ends = np.cumsum([0] + sizes)
    means = np.array([scores[a:b].mean() for a, b in zip(ends, ends[1:])])
    value = (np.array(sizes) * (means - scores.mean())**2).sum() / scores.var(ddof=1)
    return FlignerResult(np.float64(value), np.float64(special.chdtrc(len(samples) - 1, value)))


# ---- of counts ----

POWERS = {'pearson': 1, 'log-likelihood': 0, 'freeman-tukey': -0.5, 'mod-log-likelihood': -1, 'neyman': -2, 'cressie-read': 2 / 3}


def power_divergence(f_obs, f_exp=None, ddof=0, axis=0, lambda_=None, *, nan_policy='propagate', keepdims=False):
    """Whether counts are as expected: Pearson's chi-squared, the logarithm of likelihoods, and their kin.

    >>> stats.power_divergence([16, 18, 16, 14], lambda_='log-likelihood').statistic.round(6)
    np.float64(0.50131)
    """
    if isinstance(lambda_, str):
        if lambda_ not in POWERS:
            raise ValueError(f'invalid string for lambda_: {lambda_!r}. Valid strings are {", ".join(map(repr, POWERS))}')
        lambda_ = POWERS[lambda_]
    lambda_ = 1 if lambda_ is None else lambda_
    observed, axis = _flat(f_obs, axis)
    observed = observed.astype(float)
    expected = observed.mean(axis=axis, keepdims=True) if f_exp is None else np.asarray(f_exp, dtype=float)
    if expected.size == observed.size:
        expected = expected.reshape(observed.shape)
    if lambda_ == 1:
        terms = (observed - expected)**2 / expected
    elif lambda_ == 0:
        terms = 2.0 * special.xlogy(observed, observed / expected)
    elif lambda_ == -1:
        terms = 2.0 * special.xlogy(expected, expected / observed)
    else:
        terms = observed * ((observed / expected)**lambda_ - 1) / (0.5 * lambda_ * (lambda_ + 1))
    value = terms.sum(axis=axis)
    return Power_divergenceResult(value, special.chdtrc(terms.shape[axis] - 1 - np.asarray(ddof), value))


def chi2_contingency(observed, correction=True, lambda_=None, *, method=None):
    """Whether the rows and columns of a table of counts have to do with each other.

    >>> stats.chi2_contingency([[10, 20], [20, 10]]).pvalue.round(6)
    np.float64(0.020137)
    """
    observed = np.asarray(observed)
    if np.any(observed < 0):
        raise ValueError('All values in `observed` must be nonnegative.')
    if observed.size == 0:
        raise ValueError('No data; `observed` has size 0.')
    counts = observed.astype(float)
    expected = np.ones(())
    for axis in range(counts.ndim):
        sums = counts.sum(axis=tuple(one for one in range(counts.ndim) if one != axis))
        expected = np.multiply.outer(expected, sums)
    expected = expected / counts.sum()**(counts.ndim - 1)
    if np.any(expected == 0):
        raise ValueError('The internally computed table of expected frequencies has a zero element at '
                         f'{tuple(np.argwhere(expected == 0)[0])}.')
    dof = expected.size - sum(expected.shape) + expected.ndim - 1
    if dof == 0:
        return Chi2ContingencyResult(0.0, 1.0, dof, expected)
    if dof == 1 and correction:
        away = expected - counts
        counts = counts + np.minimum(0.5, np.abs(away)) * np.sign(away)
    value, p = power_divergence(counts, expected, ddof=counts.size - 1 - dof, axis=None, lambda_=lambda_)
    return Chi2ContingencyResult(value, p, dof, expected)


def fisher_exact(table, alternative=None, *, method=None):
    """Whether the rows and columns of a table of four counts have to do with each other: (odds ratio, p-value).

    >>> stats.fisher_exact([[8, 2], [1, 5]]).pvalue.round(6)
    np.float64(0.034965)
    """
    c = np.asarray(table, dtype=np.int64)
    if c.shape != (2, 2):
        raise ValueError('The input `table` must be of shape (2, 2).')
    if np.any(c < 0):
        raise ValueError('All values in `table` must be nonnegative.')
    alternative = 'two-sided' if alternative is None else alternative
    if 0 in c.sum(axis=0) or 0 in c.sum(axis=1):
        return SignificanceResult(np.nan, 1.0)
    (a, b), (d, e) = c.tolist()
    ratio = c[0, 0] * c[1, 1] / float(c[1, 0] * c[0, 1]) if d > 0 and b > 0 else np.inf
    n1, n2, n = a + b, d + e, a + d
    low, high = max(0, n - n2), min(n, n1)
    places = np.arange(low, high + 1)
    whole = math.comb(n1 + n2, n)
    chances = np.array([math.comb(n1, k) * math.comb(n2, n - k) / whole for k in places.tolist()])
    if alternative == 'less':
        p = chances[places <= a].sum()
    elif alternative == 'greater':
        p = chances[places >= a].sum()
    elif alternative == 'two-sided':
        p = chances[chances <= chances[a - low] * (1 + 1e-14)].sum()
    else:
        raise ValueError("`alternative` should be one of {'two-sided', 'less', 'greater'}")
    p = np.float64(min(p, 1.0))
    return SignificanceResult(np.float64(ratio), 1.0 if alternative == 'two-sided' and a == int((n + 1) * (n1 + 1) / (n1 + n2 + 2)) else p)


class BinomTestResult:
    """What binomtest() found: statistic, pvalue, k, n, alternative."""

    def __init__(self, k, n, alternative, statistic, pvalue):
        self.k, self.n, self.alternative, self.statistic, self.pvalue = k, n, alternative, statistic, pvalue

    def __repr__(self):
        return f'BinomTestResult(k={self.k}, n={self.n}, alternative={self.alternative!r}, statistic={self.statistic}, pvalue={self.pvalue})'


def binomtest(k, n, p=0.5, alternative='two-sided'):
    """Whether so many successes of n trials fit a probability.

    >>> stats.binomtest(3, 15, 0.1).pvalue.round(6)
    np.float64(0.184061)
    """
    if k > n:
        raise ValueError(f'k ({k}) must not be greater than n ({n}).')
    places = np.arange(n + 1)
    with np.errstate(divide='ignore', invalid='ignore'):
        logs = special.gammaln(n + 1) - special.gammaln(places + 1) - special.gammaln(n - places + 1)
        chances = np.exp(logs + special.xlogy(places, p) + special.xlog1py(n - places, -p))
    if alternative == 'less':
        value = special.bdtr(k, n, p)
    elif alternative == 'greater':
        value = special.bdtrc(k - 1, n, p) if k > 0 else 1.0
    elif alternative == 'two-sided':
        value = 1.0 if k == p * n else chances[chances <= chances[k] * (1 + 1e-7)].sum()
    else:
        raise ValueError("alternative ('{}') not recognized; must be 'two-sided', 'less' or 'greater'".format(alternative))
    return BinomTestResult(k, n, alternative, k / n, np.float64(min(1.0, value)))


def false_discovery_control(ps, *, axis=0, method='bh'):
    """p-values adjusted for their number (Benjamini with Hochberg, 'bh', or with Yekutieli, 'by').

    >>> stats.false_discovery_control([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.04])
    """
    ps = np.asarray(ps, dtype=float)
    if not (np.issubdtype(ps.dtype, np.number) and np.all(ps == np.clip(ps, 0, 1))):
        raise ValueError('`ps` must include only numbers between 0 and 1.')
    ps, axis = _flat(ps, axis)
    ps = np.moveaxis(ps, axis, -1)
    m = ps.shape[-1]
    order = np.argsort(ps, axis=-1)
    sorted_ps = np.take_along_axis(ps, order, axis=-1) * (m / np.arange(1, m + 1))
    if method == 'by':
        sorted_ps = sorted_ps * (1 / np.arange(1, m + 1)).sum()
    result = np.empty_like(sorted_ps)
    np.put_along_axis(result, order, np.minimum.accumulate(sorted_ps[..., ::-1], axis=-1)[..., ::-1], axis=-1)
    return np.clip(np.moveaxis(result, -1, axis), 0, 1)


def combine_pvalues(pvalues, method='fisher', weights=None, *, axis=0, nan_policy='propagate', keepdims=False):
    """One p-value of several independent ones: 'fisher', 'pearson', 'stouffer', 'tippett' or 'mudholkar_george'.

    >>> stats.combine_pvalues([0.1, 0.05]).pvalue.round(6)
    np.float64(0.031492)
    """
    p = np.asarray(pvalues, dtype=float).ravel()
    n = len(p)
    if method == 'fisher':
        value = -2 * np.log(p).sum()
        return SignificanceResult(value, special.chdtrc(2 * n, value))
    if method == 'pearson':
        value = 2 * np.log1p(-p).sum()
        return SignificanceResult(value, special.chdtr(2 * n, -value))
    if method == 'tippett':
        value = p.min()
        return SignificanceResult(value, special.betainc(1, n, value))
    if method == 'stouffer':
        weights = np.ones(n) if weights is None else np.asarray(weights, dtype=float)
        value = (weights * -special.ndtri(p)).sum() / np.linalg.norm(weights)
        return SignificanceResult(value, special.ndtr(-value))
    if method == 'mudholkar_george':
        factor = math.sqrt(3 / n) / math.pi
        value = -np.log(p).sum() + np.log1p(-p).sum()
        df = 5 * n + 4
        return SignificanceResult(value, special.stdtr(df, -value * factor * math.sqrt(df / (5 * n + 2))))
    raise ValueError(f"Invalid method {method!r}. Valid methods are 'fisher', 'pearson', 'mudholkar_george', 'tippett', and 'stouffer'")


@over_samples(2, paired=True)
def pointbiserialr(x, y, *, axis=0, nan_policy='propagate', keepdims=False):
    """The correlation of truths with numbers, and its p-value.

    >>> stats.pointbiserialr([0, 0, 1, 1], [1, 2, 3, 5]).statistic.round(6)
    np.float64(0.845154)
    """
    r, p = pearsonr(np.asarray(x, dtype=float), y)
    return SignificanceResult(r, p)


# ---- slopes and distances ----

def theilslopes(y, x=None, alpha=0.95, method='separate', *, axis=None, nan_policy='propagate', keepdims=False):
    """The median of the slopes between points, the intercept, and the bounds of the slope (Theil and Sen).

    >>> stats.theilslopes([1.0, 3.0, 5.0, 20.0]).slope
    np.float64(4.166666666666666)
    """
    y = np.asarray(y, dtype=float).ravel()
    x = np.arange(len(y), dtype=float) if x is None else np.asarray(x, dtype=float).ravel()
    dx, dy = x[:, None] - x, y[:, None] - y
    slopes = np.sort(dy[dx > 0] / dx[dx > 0])
    slope = np.median(slopes)
    intercept = np.median(y - slope * x) if method == 'joint' else np.median(y) - slope * np.median(x)
    alpha = 1. - alpha if alpha > 0.5 else alpha
    z = special.ndtri(alpha / 2.)
    n, total = len(y), len(slopes)

    def of_ties(values):
        counts = _ties(values)
        return sum(k * (k - 1) * (2 * k + 5) for k in counts[counts > 1].tolist())

    deviation = math.sqrt(1 / 18. * (n * (n - 1) * (2 * n + 5) - of_ties(x) - of_ties(y)))
    high, low = min(int(np.round((total - z * deviation) / 2.)), total - 1), max(int(np.round((total + z * deviation) / 2.)) - 1, 0)
    return TheilslopesResult(slope, intercept, slopes[low], slopes[high])


def _shares(values, weights, at):
    order = np.argsort(values)
    places = np.searchsorted(values[order], at[:-1], side='right')
    if weights is None:
        return places / len(values)
    sums = np.concatenate([[0], np.cumsum(np.asarray(weights, dtype=float)[order])])
    return sums[places] / sums[-1]


def _distance(p, u, v, u_weights, v_weights):
    u, v = np.asarray(u, dtype=float), np.asarray(v, dtype=float)
    at = np.sort(np.concatenate([u, v]))
    apart = np.abs(_shares(u, u_weights, at) - _shares(v, v_weights, at))
    gaps = np.diff(at)
    return (apart * gaps).sum() if p == 1 else np.sqrt((apart**2 * gaps).sum())


def wasserstein_distance(u_values, v_values, u_weights=None, v_weights=None):
    """How far what is at one sample's places has to be moved to lie at another's.

    >>> stats.wasserstein_distance([0, 1, 3], [5, 6, 8])
    np.float64(5.0)
    """
    return np.float64(_distance(1, u_values, v_values, u_weights, v_weights))


def energy_distance(u_values, v_values, u_weights=None, v_weights=None):
    """The energy distance of two samples.

    >>> stats.energy_distance([0], [2]).round(6)
    np.float64(2.0)
    """
    return np.float64(np.sqrt(2) * _distance(2, u_values, v_values, u_weights, v_weights))


# ---- summaries ----

@over_samples()
def median_abs_deviation(x, axis=0, center=None, scale=1.0, nan_policy='propagate', *, keepdims=False):
    """The median of the distances from the median (or another center); scale 'normal' makes it a deviation of normal values.

    >>> stats.median_abs_deviation([1, 2, 3, 10])
    np.float64(1.0)
    """
    x = np.asarray(x)
    center = np.median if center is None else center
    middle = center(x, axis=None) if axis is None else np.expand_dims(center(x, axis=axis), axis)
    scale = 0.6744897501960817 if scale == 'normal' else scale
    return np.median(np.abs(x - middle), axis=axis, keepdims=keepdims) / scale


@over_samples()
def variation(a, axis=0, nan_policy='propagate', ddof=0, *, keepdims=False):
    """The deviation in terms of the mean.

    >>> stats.variation([1, 2, 3, 4, 5])
    np.float64(0.47140452079103173)
    """
    a, axis = _flat(a, axis)
    with np.errstate(divide='ignore', invalid='ignore'):
        return a.std(axis=axis, ddof=ddof, keepdims=keepdims) / a.mean(axis=axis, keepdims=keepdims)


def trimboth(a, proportiontocut, axis=0):
    """Without a share of the smallest and of the largest values.

    >>> np.sort(stats.trimboth(np.arange(10), 0.1))
    array([1, 2, 3, 4, 5, 6, 7, 8])
    """
    a, axis = _flat(a, axis)
    if not a.size:
        return a
    n = a.shape[axis]
    low = int(proportiontocut * n)
    high = n - low
    if low >= high:
        raise ValueError('Proportion too big.')
    a = np.partition(a, (low, high - 1), axis)
    return a[(slice(None),) * (axis % a.ndim) + (slice(low, high),)]


@over_samples()
def trim_mean(a, proportiontocut, axis=0, *, nan_policy='propagate', keepdims=False):
    """The mean without a share of the smallest and of the largest values.

    >>> stats.trim_mean([1, 2, 3, 4, 100], 0.2)
    np.float64(3.0)
    """
    a, axis = _flat(a, axis)
    return np.mean(trimboth(a, proportiontocut, axis), axis=axis, keepdims=keepdims) if a.size else np.float64(np.nan)


def _limited(a, limits, inclusive, axis):
    a, axis = _flat(a, axis)
    if limits is None:
        return np.ma.array(a), axis
    low, high = limits
    mask = np.zeros(a.shape, bool)
    if low is not None:
        mask |= a < low if inclusive[0] else a <= low
    if high is not None:
        mask |= a > high if inclusive[1] else a >= high
    return np.ma.array(a, mask=mask), axis


def _plain(value):
    return value if not isinstance(value, np.ma.MaskedArray) else np.float64(np.nan) if value is np.ma.masked else value.filled(np.nan)


@over_samples()
def tmean(a, limits=None, inclusive=(True, True), axis=None, *, nan_policy='propagate', keepdims=False):
    """The mean of the values within limits.

    >>> stats.tmean([1, 2, 3, 100], (0, 10))
    np.float64(2.0)
    """
    a, axis = _limited(a, limits, inclusive, axis)
    return _plain(a.astype(float).mean(axis=axis))


@over_samples()
def tvar(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate', keepdims=False):
    """The variance of the values within limits.

    >>> stats.tvar([1, 2, 3, 100], (0, 10))
    np.float64(1.0)
    """
    a, axis = _limited(a, limits, inclusive, axis)
    return _plain(a.astype(float).var(ddof=ddof, axis=axis))


@over_samples()
def tstd(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate', keepdims=False):
    """The standard deviation of the values within limits.

    >>> stats.tstd([1, 2, 3, 100], (0, 10))
    np.float64(1.0)
    """
    return np.sqrt(tvar(a, limits, inclusive, axis, ddof))


@over_samples()
def tsem(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy='propagate', keepdims=False):
    """The standard error of the mean of the values within limits.

    >>> stats.tsem([1, 2, 3, 100], (0, 10)).round(6)
    np.float64(0.57735)
    """
    masked, place = _limited(a, limits, inclusive, axis)
    return tstd(a, limits, inclusive, axis, ddof) / np.sqrt(masked.count(axis=place))


@over_samples()
def tmin(a, lowerlimit=None, axis=0, inclusive=True, nan_policy='propagate', *, keepdims=False):
    """The least value from a limit on.

    >>> stats.tmin([1, 2, 3], 2)
    np.int64(2)
    """
    a, axis = _limited(a, (lowerlimit, None), (inclusive, True), axis)
    value = a.min(axis=axis)
    return value if not np.ma.is_masked(value) else _plain(value)


@over_samples()
def tmax(a, upperlimit=None, axis=0, inclusive=True, nan_policy='propagate', *, keepdims=False):
    """The largest value up to a limit.

    >>> stats.tmax([1, 2, 3], 2)
    np.int64(2)
    """
    a, axis = _limited(a, (None, upperlimit), (True, inclusive), axis)
    value = a.max(axis=axis)
    return value if not np.ma.is_masked(value) else _plain(value)


def zmap(scores, compare, axis=0, ddof=0, nan_policy='propagate'):
    """How many deviations of one sample scores lie from its mean.

    >>> stats.zmap([1.0, 3.0], [1.0, 2.0, 3.0]).round(4)
    array([-1.2247,  1.2247])
    """
    compare = np.asarray(compare)
    if axis is None:
        return (np.asarray(scores) - compare.mean()) / compare.std(ddof=ddof)
    return (np.asarray(scores) - compare.mean(axis=axis, keepdims=True)) / compare.std(axis=axis, ddof=ddof, keepdims=True)


@over_samples()
def gstd(a, axis=0, ddof=1, *, keepdims=False, nan_policy='propagate'):
    """The geometric standard deviation.

    >>> stats.gstd([1.0, 2.0, 4.0])
    np.float64(2.0)
    """
    return np.exp(np.std(np.log(np.asarray(a)), axis=axis, ddof=ddof, keepdims=keepdims))


def gzscore(a, *, axis=0, ddof=0, nan_policy='propagate'):
    """How many geometric deviations values lie from their geometric mean.

    >>> stats.gzscore([1.0, 2.0, 4.0]).round(4)
    array([-1.2247,  0.    ,  1.2247])
    """
    logs = np.log(np.asarray(a))
    return zmap(logs, logs, axis=axis, ddof=ddof)


def sigmaclip(a, low=4.0, high=4.0):
    """Without the values that lie too many deviations from the mean, again and again until none does.

    >>> stats.sigmaclip([1.0, 2.0, 3.0, 100.0], 1.5, 1.5).clipped
    array([1., 2., 3.])
    """
    kept = np.asarray(a).ravel()
    while True:
        deviation, mean, size = kept.std(), kept.mean(), kept.size
        lower, upper = mean - deviation * low, mean + deviation * high
        kept = kept[(kept >= lower) & (kept <= upper)]
        if kept.size == size:
            return SigmaclipResult(kept, lower, upper)


def _counted(a, numbins, limits, weights):
    a = np.ravel(np.asarray(a))
    if limits is None:
        if a.size:
            low, high = a.min(), a.max()
            edge = (high - low) / (2. * (numbins - 1.))
            limits = low - edge, high + edge
        else:
            limits = 0, 1
    counts, edges = np.histogram(a, bins=numbins, range=limits, weights=weights)
    outside = int(((a < limits[0]) | (a > limits[1])).sum())
    return counts.astype(float), limits[0], edges[1] - edges[0], outside


def cumfreq(a, numbins=10, defaultreallimits=None, weights=None):
    """How many values lie in each of equal bins and those before it.

    >>> stats.cumfreq([1, 4, 2, 1, 3, 1], numbins=4).cumcount
    array([3., 4., 5., 6.])
    """
    counts, low, size, outside = _counted(a, numbins, defaultreallimits, weights)
    return CumfreqResult(np.cumsum(counts * 1), low, size, outside)


def relfreq(a, numbins=10, defaultreallimits=None, weights=None):
    """Which share of the values lies in each of equal bins.

    >>> stats.relfreq([1, 4, 2, 1, 3, 1], numbins=4).frequency.round(6)
    array([0.5     , 0.166667, 0.166667, 0.166667])
    """
    counts, low, size, outside = _counted(a, numbins, defaultreallimits, weights)
    return RelfreqResult(counts / np.asarray(a).size, low, size, outside)


def binned_statistic(x, values, statistic='mean', bins=10, range=None):
    """A summary ('mean', 'median', 'count', 'sum', 'std', 'min', 'max', or a function) of the values in each bin of x.

    >>> stats.binned_statistic([1, 1, 2, 5, 7], [1.0, 1.0, 2.0, 1.5, 3.0], 'sum', bins=2).statistic
    array([4. , 4.5])
    """
    x, values = np.asarray(x, dtype=float), np.asarray(values, dtype=float)
    known = ('mean', 'median', 'count', 'sum', 'std', 'min', 'max')
    if not callable(statistic) and statistic not in known:
        raise ValueError(f'invalid statistic {statistic!r}')
    if np.ndim(bins) == 0:
        low, high = (x.min(), x.max()) if range is None else range
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = np.linspace(low, high, int(bins) + 1)
    else:
        edges = np.asarray(bins, dtype=float)
    numbers = np.digitize(x, edges)
    numbers[x == edges[-1]] -= 1
    count = len(edges) - 1
    function = statistic if callable(statistic) else {'count': len, 'mean': np.mean, 'median': np.median, 'sum': np.sum, 'std': np.std,
                                                      'min': np.min, 'max': np.max}[statistic]
    result = np.zeros(values.shape[:-1] + (count,))
    for place in np.ndindex(*values.shape[:-1]):
        for k in np.arange(count).tolist():
            inside = values[place][numbers == k + 1]
            if len(inside) or statistic in ('count', 'sum'):
                result[place + (k,)] = function(inside)
            elif callable(statistic):
                try:
                    result[place + (k,)] = function([])
                except Exception:
                    result[place + (k,)] = np.nan
            else:
                result[place + (k,)] = np.nan
    return BinnedStatisticResult(result, edges, numbers)


# ---- transformations ----

def boxcox_llf(lmb, data, *, axis=0, keepdims=False, nan_policy='propagate'):
    """The logarithm of the likelihood of a power transformation's parameter.

    >>> stats.boxcox_llf(1.0, [1.0, 2.0, 4.0]).round(6)
    np.float64(-0.662749)
    """
    data = np.asarray(data, dtype=float)
    n = data.shape[axis]
    if n == 0:
        return np.float64(np.nan)
    logs = np.log(data)
    if lmb == 0:
        variance = np.log(logs.var(axis=axis))
    else:  # by logarithms, so that large powers do no harm
        powers = lmb * logs - (lmb * logs).max(axis=axis, keepdims=True)
        variance = np.log(np.exp(powers).var(axis=axis)) + 2 * (lmb * logs).max(axis=axis) - 2 * math.log(abs(lmb))
    return (lmb - 1) * logs.sum(axis=axis) - n / 2 * variance


def boxcox(x, lmbda=None, alpha=None, optimizer=None):
    """Values made more normal by a power: of a given parameter, or (values, the likeliest parameter).

    >>> stats.boxcox([1.0, 4.0], 0.5)
    array([0., 2.])
    """
    x = np.asarray(x)
    if lmbda is not None:
        return special.boxcox(x, lmbda)
    if x.ndim != 1:
        raise ValueError('Data must be 1-dimensional.')
    if x.size == 0:
        return x
    if np.all(x == x[0]):
        raise ValueError('Data must not be constant.')
    if np.any(x <= 0):
        raise ValueError('Data must be positive.')
    from scipy.optimize import brent
    best = brent(lambda lmb: -boxcox_llf(lmb, x), brack=(-2.0, 2.0)) if optimizer is None else optimizer(lambda lmb: -boxcox_llf(lmb, x)).x
    best = np.float64(best)
    if alpha is None:
        return special.boxcox(x, best), best
    from scipy.optimize import brentq
    target = boxcox_llf(best, x) - 0.5 * special.chdtri(1, alpha)

    def apart(lmb):
        return boxcox_llf(lmb, x) - target

    low, high = best - 0.1, best + 0.1
    while apart(low) > 0:
        low -= 0.1
    while apart(high) > 0:
        high += 0.1
    return special.boxcox(x, best), best, (brentq(apart, low, best), brentq(apart, best, high))
