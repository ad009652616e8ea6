"""Statistics by resampling: confidence intervals and tests that ask the samples themselves."""

import collections
import inspect
import itertools
import math

import numpy as np
from scipy import special

__all__ = ['bootstrap', 'permutation_test', 'monte_carlo_test']


ConfidenceInterval = collections.namedtuple('ConfidenceInterval', ['low', 'high'])


class _Result:
    """Named fields, shown as a call."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join(f'{name}={value!r}' for name, value in self.__dict__.items()) + ')'


class BootstrapResult(_Result):
    """What bootstrap() finds."""


class PermutationTestResult(_Result):
    """What permutation_test() finds."""


class MonteCarloTestResult(_Result):
    """What monte_carlo_test() finds."""


def _is_vectorized(statistic, vectorized):
    if vectorized not in (True, False, None):
        raise ValueError('`vectorized` must be `True`, `False`, or `None`.')
    if vectorized is not None:
        return vectorized
    try:
        return 'axis' in inspect.signature(statistic).parameters
    except (TypeError, ValueError):
        return False


def _over_last(statistic, vectorized):
    """The statistic along the last axis of its samples."""
    if _is_vectorized(statistic, vectorized):
        return statistic

    def by_rows(*samples, axis=-1):
        shape = np.broadcast_shapes(*(sample.shape[:-1] for sample in samples))
        samples = [np.broadcast_to(sample, shape + sample.shape[-1:]) for sample in samples]
        found = [statistic(*(sample[at] for sample in samples)) for at in np.ndindex(*shape)]
        return np.asarray(found).reshape(shape)[()]
    return by_rows


def _samples(data, axis):
    samples = [np.moveaxis(np.atleast_1d(sample), axis, -1) for sample in data]
    shape = np.broadcast_shapes(*(sample.shape[:-1] for sample in samples))
    return [np.broadcast_to(sample, shape + sample.shape[-1:]) for sample in samples]


def _whole(value, name):
    if int(value) != value or int(value) <= 0:
        raise ValueError(f'`{name}` must be a positive integer' + (' or None.' if name == 'batch' else '.'))
    return int(value)


def _generator(rng, random_state):
    """rng= makes a Generator of anything; random_state=, the older name, a RandomState of a number."""
    if isinstance(rng, np.random.RandomState):
        return np.random.Generator(rng._bit_generator)
    if rng is not None or random_state is None:
        return np.random.default_rng(rng)
    is_source = isinstance(random_state, (np.random.RandomState, np.random.Generator))
    return random_state if is_source else np.random.RandomState(random_state)


def _indexes(rng, count, shape):
    return rng.integers(0, count, size=shape) if isinstance(rng, np.random.Generator) else rng.randint(0, count, size=shape)


def _batches(total, batch):
    batch = total if batch is None else _whole(batch, 'batch')
    for first in range(0, total, batch):
        yield min(batch, total - first)


def _bca_shares(samples, statistic, found, level):
    """Where the bootstrap's distribution is to be cut: corrected for bias and for skewness by leaving one out."""
    center = np.asarray(statistic(*samples, axis=-1))[..., np.newaxis]
    share = ((found < center).sum(axis=-1) + (found <= center).sum(axis=-1)) / (2 * found.shape[-1])
    bias = special.ndtri(share)
    cubes = squares = 0
    for place, sample in enumerate(samples):
        count = sample.shape[-1]
        left = np.array([[k for k in range(count) if k != out] for out in range(count)], dtype=int)
        others = [one[..., np.newaxis, :] for one in samples]
        others[place] = sample[..., left]
        without = np.asarray(statistic(*others, axis=-1))
        influence = (count - 1) * (without.mean(axis=-1, keepdims=True) - without)
        cubes = cubes + (influence ** 3).sum(axis=-1) / count ** 3
        squares = squares + (influence ** 2).sum(axis=-1) / count ** 2
    with np.errstate(divide='ignore', invalid='ignore'):
        lean = 1 / 6 * cubes / squares ** (3 / 2)
    z = special.ndtri(level)
    return tuple(special.ndtr(bias + (bias + at) / (1 - lean * (bias + at))) for at in (z, -z))


def _quantile(sorted_values, share):
    """Between two neighbours, both weighed (Hyndman and Fan's seventh)."""
    place = share * len(sorted_values) + (1 - share) - 1
    below = min(max(math.floor(place), 0), len(sorted_values) - 1)
    rest = place - below
    return (1 - rest) * sorted_values[below] + rest * sorted_values[min(below + 1, len(sorted_values) - 1)]


def _percentiles(found, shares):
    """A percentile along the last axis, one for each row."""
    shares, found = np.broadcast_to(shares, found.shape[:-1]), np.sort(found, axis=-1)
    result = np.empty(shares.shape)
    for at in np.ndindex(*shares.shape):
        result[at] = np.nan if np.isnan(shares[at]) else _quantile(found[at], float(shares[at]))
    return result[()]


def bootstrap(data, statistic, *, n_resamples=9999, batch=None, vectorized=None, paired=False, axis=0, confidence_level=0.95,
              alternative='two-sided', method='BCa', bootstrap_result=None, rng=None, random_state=None):
    """A confidence interval of a statistic, by drawing from the samples again and again.

    data: a sequence of samples. method: 'BCa', 'percentile' or 'basic'. ValueError for other methods and for samples of less
    than two.

    >>> np.round(stats.bootstrap((np.arange(10.),), np.mean, rng=1, n_resamples=99).standard_error, 6)
    np.float64(0.940264)
    """
    method, alternative = str(method).lower(), str(alternative).lower()
    if method not in ('percentile', 'basic', 'bca'):
        raise ValueError("`method` must be in {'percentile', 'basic', 'bca'}")
    if alternative not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be in {'two-sided', 'less', 'greater'}")
    if n_resamples != int(n_resamples) or n_resamples < 0:
        raise ValueError('`n_resamples` must be a non-negative integer.')
    samples = [np.moveaxis(np.atleast_1d(sample), axis, -1) for sample in data]
    if any(sample.shape[-1] <= 1 for sample in samples):
        raise ValueError('each sample in `data` must contain two or more observations along `axis`.')
    shape = np.broadcast_shapes(*(sample.shape[:-1] for sample in samples))
    samples = [np.broadcast_to(sample, shape + sample.shape[-1:]) for sample in samples]
    statistic = _over_last(statistic, vectorized)
    if paired:
        count = samples[0].shape[-1]
        if any(sample.shape[-1] != count for sample in samples):
            raise ValueError('When `paired is True`, all samples must have the same length along `axis`')
        pairs, own = samples, statistic
        samples = [np.broadcast_to(np.arange(count), shape + (count,))]

        def statistic(places, axis=-1):
            if places.ndim == 1 or not shape:
                return own(*(sample[..., places] for sample in pairs), axis=-1)
            rows = [np.broadcast_to(sample[..., np.newaxis, :], places.shape) if places.ndim > sample.ndim else sample
                    for sample in pairs]
            return own(*(np.take_along_axis(row, places, -1) for row in rows), axis=-1)
    rng, found = _generator(rng, random_state), []
    if bootstrap_result is not None:
        found.append(bootstrap_result.bootstrap_distribution)
    for count in _batches(int(n_resamples), batch):
        drawn = [sample[..., _indexes(rng, sample.shape[-1], (count, sample.shape[-1]))] for sample in samples]
        found.append(statistic(*drawn, axis=-1))
    found = np.concatenate(found, axis=-1)
    level = (1 - confidence_level) / 2 if alternative == 'two-sided' else 1 - confidence_level
    shares = _bca_shares(samples, statistic, found, level) if method == 'bca' else (level, 1 - level)
    low, high = (_percentiles(found, share) for share in shares)
    if method == 'basic':
        center = statistic(*samples, axis=-1)
        low, high = 2 * center - high, 2 * center - low
    if alternative == 'less':
        low = np.full_like(low, -np.inf)[()]
    elif alternative == 'greater':
        high = np.full_like(high, np.inf)[()]
    return BootstrapResult(confidence_interval=ConfidenceInterval(low, high), bootstrap_distribution=found,
                           standard_error=np.std(found, ddof=1, axis=-1))


def _p_values(observed, null, added, alternative):
    """How often chance goes as far; `added`: the sample itself counts, too."""
    slack = abs((np.finfo(observed.dtype).eps * 100 if observed.dtype.kind in 'fc' else 0) * observed)
    count = null.shape[0] + added
    less = ((null <= observed + slack).sum(axis=0) + added) / count
    greater = ((null >= observed - slack).sum(axis=0) + added) / count
    return np.clip({'less': less, 'greater': greater}.get(alternative, 2 * np.minimum(less, greater)), 0, 1)


def _checked(alternative):
    if str(alternative).lower() not in ('two-sided', 'less', 'greater'):
        raise ValueError("`alternative` must be in {'two-sided', 'less', 'greater'}")
    return str(alternative).lower()


def _splits(places, sizes):
    """All ways to share places out among samples of these sizes."""
    if len(sizes) == 1:
        yield list(places)
        return
    for chosen in itertools.combinations(places, sizes[0]):
        rest = [one for one in places if one not in set(chosen)]
        for others in _splits(rest, sizes[1:]):
            yield list(chosen) + others


def _of_batches(orders, total, batch):
    for count in _batches(total, batch):
        yield np.array([next(orders) for _ in range(count)])


def _null_independent(samples, statistic, n_resamples, batch, rng):
    """Everybody may belong to any sample."""
    sizes = [sample.shape[-1] for sample in samples]
    ends = np.cumsum(sizes).tolist()
    ways = math.prod(math.comb(end, size) for end, size in zip(ends, sizes))
    is_exact = n_resamples >= ways
    orders = _splits(range(ends[-1]), sizes) if is_exact else (rng.permutation(ends[-1]) for _ in range(n_resamples))
    joined, null = np.concatenate(samples, axis=-1), []
    for chosen in _of_batches(orders, ways if is_exact else n_resamples, batch):
        parts = np.moveaxis(joined[..., chosen], -2, 0)
        null.append(statistic(*np.split(parts, ends[:-1], axis=-1), axis=-1))
    return np.concatenate(null, axis=0), is_exact


def _all_orders(rows, length, n_resamples, batch, rng):
    """Orders of `length` places, one for each of `rows`, again and again; and whether these are all that there are."""
    ways = math.factorial(length) ** rows
    if n_resamples >= ways:
        every = itertools.product(itertools.permutations(range(length)), repeat=rows)
        return _of_batches(every, ways, batch), True
    most = n_resamples if batch is None else min(int(batch), n_resamples)
    straight = np.tile(np.arange(length), (most, rows, 1))
    if hasattr(rng, 'permuted'):
        return (rng.permuted(straight, axis=-1)[:count] for count in _batches(n_resamples, batch)), False
    return (np.argsort(rng.random(size=(count, rows, length)), axis=-1) for count in _batches(n_resamples, batch)), False


def _null_pairings(samples, statistic, n_resamples, batch, rng):
    """Everybody may belong to any partner."""
    orders, is_exact = _all_orders(len(samples), samples[0].shape[-1], n_resamples, batch, rng)
    null = []
    for chosen in orders:
        parts = (np.moveaxis(sample[..., chosen[:, k]], -2, 0) for k, sample in enumerate(samples))
        null.append(statistic(*parts, axis=-1))
    return np.concatenate(null, axis=0), is_exact


def _null_samples(samples, statistic, n_resamples, batch, rng):
    """Each row's values may belong to any sample; of one sample, each value's sign is left to chance."""
    each = len(samples)
    stacked = np.stack(samples if each > 1 else [samples[0], -samples[0]], axis=-1)
    orders, is_exact = _all_orders(*stacked.shape[-2:], n_resamples, batch, rng)
    null = []
    for chosen in orders:
        shape = chosen.shape[:1] + stacked.shape
        places = chosen.reshape(chosen.shape[:1] + (1,) * (stacked.ndim - 2) + chosen.shape[1:])
        parts = np.take_along_axis(np.broadcast_to(stacked, shape), np.broadcast_to(places, shape), -1)
        null.append(statistic(*(parts[..., k] for k in range(each)), axis=-1))
    return np.concatenate(null, axis=0), is_exact


def permutation_test(data, statistic, *, permutation_type='independent', vectorized=None, n_resamples=9999, batch=None,
                     alternative='two-sided', axis=0, rng=None, random_state=None):
    """Whether a statistic of samples is more than chance, by what it is when they are shuffled: all ways, or so many of them.

    permutation_type: 'independent', 'samples' or 'pairings'. ValueError for other types and for samples that do not fit each
    other.

    >>> stats.permutation_test(([1., 2, 3], [4., 5, 6]), lambda x, y: np.mean(x) - np.mean(y)).pvalue
    np.float64(0.1)
    """
    nulls = {'samples': _null_samples, 'pairings': _null_pairings, 'independent': _null_independent}
    if str(permutation_type).lower() not in nulls:
        raise ValueError(f'`permutation_type` must be in {set(nulls)}.')
    alternative, kind = _checked(alternative), str(permutation_type).lower()
    n_resamples = n_resamples if n_resamples == np.inf else _whole(n_resamples, 'n_resamples')
    samples = _samples(data, axis)
    if len(samples) == 1 and kind == 'independent':
        raise ValueError('`data` must be a tuple containing at least two samples')
    if kind != 'independent' and len({sample.shape[-1] for sample in samples}) > 1:
        raise ValueError('Array shapes are incompatible for broadcasting.')
    statistic = _over_last(statistic, vectorized)
    observed = np.asarray(statistic(*samples, axis=-1))
    null, is_exact = nulls[kind](samples, statistic, n_resamples, batch, _generator(rng, random_state))
    return PermutationTestResult(statistic=observed[()], pvalue=_p_values(observed, null, 0 if is_exact else 1, alternative)[()],
                                 null_distribution=null)


def monte_carlo_test(data, rvs, statistic, *, vectorized=None, n_resamples=9999, batch=None, alternative='two-sided', axis=0):
    """Whether a statistic of samples is more than what it is of numbers that rvs(size=...) draws.

    data, rvs: a sample and a function, or as many functions as samples. ValueError where these numbers differ.

    >>> stats.monte_carlo_test([3., 4, 5], np.random.default_rng(1).normal, np.mean, n_resamples=99).pvalue
    np.float64(0.02)
    """
    alternative, n_resamples = _checked(alternative), _whole(n_resamples, 'n_resamples')
    if not isinstance(rvs, (list, tuple)):
        data, rvs = (data,), (rvs,)
    elif len(rvs) != len(data):
        raise ValueError('If `rvs` is a sequence, `len(rvs)` must equal `len(data)`.')
    for one in rvs:
        if not callable(one):
            raise TypeError('`rvs` must be callable or sequence of callables.')
    if not callable(statistic):
        raise TypeError('`statistic` must be callable.')
    samples = _samples(data, axis)
    statistic = _over_last(statistic, vectorized)
    observed, null = np.asarray(statistic(*samples, axis=-1)), []
    for count in _batches(n_resamples, batch):
        drawn = [one(size=(count, sample.shape[-1])) for one, sample in zip(rvs, samples)]
        null.append(statistic(*drawn, axis=-1))
    null = np.concatenate(null)
    shaped = null.reshape([-1] + [1] * observed.ndim)
    return MonteCarloTestResult(statistic=observed[()], pvalue=_p_values(observed, shaped, 1, alternative)[()],
                                null_distribution=shaped)
