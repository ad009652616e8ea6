"""scipy.stats.qmc: points that fill a cube evenly."""

import math

import numpy as np

__all__ = ['QMCEngine', 'Halton', 'LatinHypercube', 'scale']


def _generator(rng):
    """One of its own: a child of what is given."""
    rng = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
    return rng.spawn(1)[0]


class QMCEngine:
    """What draws points of d coordinates between 0 and 1; random(n) gives the next n."""

    def __init__(self, d, *, optimization=None, rng=None, seed=None):
        if not np.issubdtype(type(d), np.integer) or d < 0:
            raise ValueError('d must be a non-negative integer value')
        if optimization is not None:
            raise NotImplementedError('points are not moved afterwards here: optimization must be None')
        self.d, self.rng, self.num_generated = d, _generator(seed if rng is None else rng), 0

    def random(self, n=1, *, workers=1):
        """The next n points, one a row."""
        sample = self._random(n)
        self.num_generated += n
        return sample

    def integers(self, l_bounds, *, u_bounds=None, n=1, endpoint=False, workers=1):
        """The next n points as whole numbers from l_bounds to u_bounds."""
        if u_bounds is None:
            l_bounds, u_bounds = 0, l_bounds
        low, high = np.atleast_1d(l_bounds), np.atleast_1d(u_bounds)
        if endpoint:
            high = high + 1
        return np.floor(self.random(n) * (high - low) + low).astype(np.int64)

    def fast_forward(self, n):
        """Leave n points out."""
        self.random(n)
        return self


class LatinHypercube(QMCEngine):
    """Points of which each slice of each coordinate holds one.

    >>> np.sort(np.floor(stats.qmc.LatinHypercube(1, rng=1).random(3) * 3), axis=0).ravel()
    array([0., 1., 2.])
    """

    def __init__(self, d, *, scramble=True, strength=1, optimization=None, rng=None, seed=None):
        super().__init__(d, optimization=optimization, rng=rng, seed=seed)
        if strength != 1:
            raise ValueError(f'{strength} is not a valid strength. It must be one of {{1, 2}}' if strength != 2 else
                             'Latin hypercubes of strength 2 are not made here')
        self.scramble = scramble

    def _random(self, n):
        inside = self.rng.uniform(size=(n, self.d)) if self.scramble else 0.5
        slices = np.tile(np.arange(1, n + 1), (self.d, 1))
        for row in slices:
            self.rng.shuffle(row)
        return (slices.T - inside) / n


def _first_primes(count):
    primes, number = [], 2
    while len(primes) < count:
        if all(number % prime for prime in primes if prime * prime <= number):
            primes.append(number)
        number += 1
    return primes


class Halton(QMCEngine):
    """Halton's sequence: numbers written backwards, in a prime's digits for each coordinate; `scramble`: in shuffled digits.

    >>> stats.qmc.Halton(2, scramble=False).random(3).round(6)
    array([[0.      , 0.      ],
           [0.5     , 0.333333],
           [0.25    , 0.666667]])
    """

    def __init__(self, d, *, scramble=True, optimization=None, rng=None, seed=None):
        super().__init__(d, optimization=optimization, rng=rng, seed=seed)
        self.scramble, self.base = scramble, _first_primes(d)
        self._digits = [self._shuffled_digits(base) if scramble else None for base in self.base]

    def _shuffled_digits(self, base):
        """A digit for each digit, at each place."""
        digits = np.repeat(np.arange(base)[np.newaxis], math.ceil(54 / math.log2(base)) - 1, axis=0)
        for row in digits:
            self.rng.shuffle(row)
        return digits

    def reset(self):
        """Begin anew."""
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        """Leave n points out."""
        self.num_generated += n
        return self

    def _random(self, n):
        sample = np.zeros((n, self.d))
        for column, (base, digits) in enumerate(zip(self.base, self._digits)):
            rest, weight, place = np.arange(self.num_generated, self.num_generated + n), 1.0 / base, 0
            while place < len(digits) if self.scramble else rest.any():
                digit = rest % base
                sample[:, column] += (digits[place][digit] if self.scramble else digit) * weight
                rest, weight, place = rest // base, weight / base, place + 1
        return sample


def scale(sample, l_bounds, u_bounds, *, reverse=False):
    """Points of the unit cube between other bounds, or (reverse) back into it. ValueError for bounds the wrong way round.

    >>> stats.qmc.scale([[0.5, 0.25]], [0, 4], [2, 8])
    array([[1., 5.]])
    """
    sample = np.asarray(sample)
    if sample.ndim != 2:
        raise ValueError('Sample is not a 2D array')
    try:
        low, high = np.broadcast_to(l_bounds, sample.shape[1]), np.broadcast_to(u_bounds, sample.shape[1])
    except ValueError:
        raise ValueError("'l_bounds' and 'u_bounds' must be broadcastable and respect the sample dimension") from None
    if not (low < high).all():
        raise ValueError('Bounds are not consistent \'l_bounds\' < \'u_bounds\'')
    if reverse:
        if not ((sample >= low).all() and (sample <= high).all()):
            raise ValueError('Sample is out of bounds')
        return (sample - low) / (high - low)
    if sample.max() > 1. or sample.min() < 0.:
        raise ValueError('Sample is not in unit hypercube')
    return sample * (high - low) + low
