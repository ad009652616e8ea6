"""Random numbers: the Mersenne Twister and the distributions drawn from it, in CPython's order of draws."""

import _random
from os import urandom as _urandom
from math import acos as _acos, ceil as _ceil, cos as _cos, e as _e, exp as _exp, floor as _floor, log as _log, pi as _pi
from math import sin as _sin, sqrt as _sqrt
from operator import index as _index

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices", "expovariate", "gammavariate", "gauss", "getrandbits",
           "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange", "sample",
           "seed", "setstate", "shuffle", "triangular", "uniform", "vonmisesvariate", "weibullvariate"]

NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
SG_MAGICCONST = 1.0 + _log(4.5)
TWOPI = 2.0 * _pi
BPF = 53
RECIP_BPF = 2 ** -BPF
_ONE = 1


def _place(cumulative, x, low, high):
    while low < high:
        middle = (low + high) // 2
        if x < cumulative[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def _whole(value, what):
    "An argument of randrange(): floats that are whole pass with a warning."
    try:
        return _index(value)
    except TypeError:
        import warnings
        whole = int(value)
        if whole != value:
            warnings.warn("randrange() will raise TypeError in the future", DeprecationWarning, 3)
            raise ValueError("non-integer %s for randrange()" % what)
        warnings.warn("non-integer arguments to randrange() have been deprecated since Python 3.10 and will be removed in a "
                      "subsequent version", DeprecationWarning, 3)
        return whole


class Random(_random.Random):
    "A generator with its own state."

    VERSION = 3
    gauss_next = None

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None, version=2):
        "Start from a number, a text, or (None) from the system's randomness."
        if version == 1 and isinstance(a, (str, bytes)):
            text = a.decode("latin-1") if isinstance(a, bytes) else a
            x = ord(text[0]) << 7 if text else 0
            for c in map(ord, text):
                x = ((1000003 * x) ^ c) & 0xFFFFFFFFFFFFFFFF
            x ^= len(text)
            a = -2 if x == -1 else x
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        "The state, for setstate() to return to."
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        "Return to a state of getstate()."
        version = state[0]
        if version not in (2, 3):
            raise ValueError("state with version %s passed to Random.setstate() of version %s" % (version, self.VERSION))
        version, inner, self.gauss_next = state
        if version == 2:  # signed words
            try:
                inner = tuple(x % 2 ** 32 for x in inner)
            except ValueError as error:
                raise TypeError from error
        super().setstate(inner)

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    def __init_subclass__(cls, /, **kwargs):
        "Draw whole numbers from whichever of random() and getrandbits() was overridden last."
        ways = {"_randbelow": None, "getrandbits": cls._randbelow_with_getrandbits, "random": cls._randbelow_without_getrandbits}
        own = next(way for base in cls.__mro__ for name, way in ways.items() if name in vars(base))
        if own is not None:  # the nearest class that says how to draw decides
            cls._randbelow = own

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        if n < maxsize:
            accepted = (maxsize - maxsize % n) / maxsize  # above it some remainders would come more often
            while (share := self.random()) >= accepted:
                pass
            return _floor(share * maxsize) % n
        import warnings
        warnings.warn("Underlying random() generator does not supply \n"
                      "enough bits to choose from a population range this large.\n"
                      "To remove the range limitation, add a getrandbits() method.", stacklevel=2)
        return _floor(self.random() * n)

    def _randbelow_with_getrandbits(self, n):
        if not n:
            return 0
        getrandbits = self.getrandbits
        k = n.bit_length()
        r = getrandbits(k)
        while r >= n:
            r = getrandbits(k)
        return r

    _randbelow = _randbelow_with_getrandbits

    # ---- integers and sequences ----

    def randbytes(self, n):
        "n random bytes."
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=_ONE):
        "A random item of range(start, stop, step)."
        start = _whole(start, "arg 1")
        if stop is None:
            if step is not _ONE:
                raise TypeError("Missing a non-None stop argument")
            if start > 0:
                return self._randbelow(start)
            raise ValueError("empty range for randrange()")
        stop, step = _whole(stop, "stop"), _whole(step, "step")
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._randbelow(width)
            raise ValueError("empty range for randrange() (%d, %d, %d)" % (start, stop, width))
        if step > 0:
            count = (width + step - 1) // step
        elif step < 0:
            count = (width + step + 1) // step
        else:
            raise ValueError("zero step for randrange()")
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._randbelow(count)

    def randint(self, a, b):
        "A random integer from a to b, both included."
        return self.randrange(a, b + 1)

    def choice(self, seq):
        "A random item of a sequence."
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        "Shuffle a list in place."
        # Durstenfeld's way: each place from the last on is changed with one not behind it.
        below = self._randbelow
        for left in range(len(x), 1, -1):
            chosen, kept = below(left), x[left - 1]
            x[left - 1] = x[chosen]
            x[chosen] = kept

    def _sample_repeated(self, population, k, counts):
        """As if each element stood there as often as its count says."""
        from itertools import accumulate
        ends = list(accumulate(counts))
        if len(ends) != len(population):
            raise ValueError("The number of counts does not match the population")
        total = ends[-1] if ends else 0
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        return [population[_place(ends, one, 0, len(ends))] for one in self.sample(range(total), k=k)]

    def sample(self, population, k, *, counts=None):
        "k different members of a sequence, in random order."
        is_sequence = hasattr(population, "__len__") and hasattr(population, "__getitem__")
        if not is_sequence or isinstance(population, dict):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        if counts is not None:
            return self._sample_repeated(population, k, counts)
        size, below = len(population), self._randbelow
        if k < 0 or k > size:
            raise ValueError("Sample larger than population or is negative")
        # A list of all costs less than a set of those taken, up to some size: the one that keeps Python's stream.
        table = 21 + (4 ** _ceil(_log(3 * k, 4)) if k > 5 else 0)
        if size > table:
            seen = {}
            while len(seen) < k:
                seen.setdefault(below(size))
            return [population[place] for place in seen]
        left, chosen = list(population), []
        for end in range(size - 1, size - 1 - k, -1):
            place = below(end + 1)
            chosen.append(left[place])
            left[place] = left[end]
        return chosen

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        "k random members of a sequence, each as likely as its weight says; a member may come more than once."
        draw = self.random
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[_floor(draw() * (n + 0.0))] for _ in range(k)]
            if isinstance(weights, int):
                raise TypeError(f"The number of choices must be a keyword argument: k={weights}")
            cum_weights, total = [], 0
            for weight in weights:
                total += weight
                cum_weights.append(total)
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if total == float("inf") or total != total:
            raise ValueError("Total of weights must be finite")
        return [population[_place(cum_weights, draw() * total, 0, n - 1)] for _ in range(k)]

    # ---- distributions ----

    def uniform(self, a, b):
        "A random number between a and b."
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        "A number of the triangular distribution."
        share = self.random()
        if mode is None:
            peak = 0.5
        elif high == low:
            return low
        else:
            peak = (mode - low) / (high - low)
        if share <= peak:
            return low + (high - low) * _sqrt(share * peak)
        return high + (low - high) * _sqrt((1.0 - share) * (1.0 - peak))

    def normalvariate(self, mu=0.0, sigma=1.0):
        "A number of the normal distribution (Kinderman and Monahan's ratio method)."
        # Kinderman and Monahan: the ratio of uniform deviates (ACM Transactions on Mathematical Software 3, 1977).
        while True:
            first, second = self.random(), 1.0 - self.random()
            ratio = NV_MAGICCONST * (first - 0.5) / second
            if ratio * ratio / 4.0 <= -_log(second):
                return mu + sigma * ratio

    def gauss(self, mu=0.0, sigma=1.0):
        "A number of the normal distribution; every second one is kept from the call before."
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = self.random() * TWOPI
            radius = _sqrt(-2.0 * _log(1.0 - self.random()))
            z = _cos(angle) * radius
            self.gauss_next = _sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        "A number whose logarithm is normally distributed."
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        "A number of the exponential distribution."
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        "An angle of the von Mises distribution (Best and Fisher's method)."
        draw = self.random
        if kappa <= 1e-6:
            return TWOPI * draw()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            z = _cos(_pi * draw())
            d = z / (r + z)
            u = draw()
            if u < 1.0 - d * d or u <= (1.0 - d) * _exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        return (mu + _acos(f)) % TWOPI if draw() > 0.5 else (mu - _acos(f)) % TWOPI

    def _gamma_above_1(self, alpha):
        """Cheng's rejection (Applied Statistics 26, 1977)."""
        width = _sqrt(2.0 * alpha - 1.0)
        offset, slope = alpha - LOG4, alpha + width
        while True:
            first = self.random()
            if not 1e-7 < first < 0.9999999:
                continue
            second = 1.0 - self.random()
            tilt = _log(first / (1.0 - first)) / width
            found, area = alpha * _exp(tilt), first * first * second
            room = offset + slope * tilt - found
            if room + SG_MAGICCONST - 4.5 * area >= 0.0 or room >= _log(area):
                return found

    def _gamma_below_1(self, alpha):
        """Ahrens and Dieter's GS (Computing 12, 1974)."""
        border = (_e + alpha) / _e
        while True:
            share = border * self.random()
            if share > 1.0:
                found = -_log((border - share) / alpha)
                limit = found ** (alpha - 1.0)
            else:
                found = share ** (1.0 / alpha)
                limit = _exp(-found)
            if self.random() <= limit:
                return found

    def gammavariate(self, alpha, beta):
        "A number of the gamma distribution: Cheng's method above alpha 1, Ahrens and Dieter's below."
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha == 1.0:
            return beta * -_log(1.0 - self.random())
        return beta * (self._gamma_above_1 if alpha > 1.0 else self._gamma_below_1)(alpha)

    def betavariate(self, alpha, beta):
        "A number of the beta distribution."
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def paretovariate(self, alpha):
        "A number of the Pareto distribution."
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        "A number of the Weibull distribution."
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)


class SystemRandom(Random):
    "A generator that draws from the system's randomness."

    def random(self):
        "The next float, from 0 up to but not including 1."
        return self.getrandbits(BPF) * RECIP_BPF

    def getrandbits(self, k):
        "An int of k random bits."
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        whole, over = -(-k // 8), -k % 8
        return int.from_bytes(_urandom(whole), "big") >> over

    def seed(self, *args, **kwds):
        "Nothing: the system's source takes no seed."
        return None

    def getstate(self, *args, **kwds):
        "Not there: the system's source has no state."
        raise NotImplementedError("System entropy source does not have state.")

    setstate = getstate


_instance = Random()
for _name in __all__[2:]:
    globals()[_name] = getattr(_instance, _name)
del _name
