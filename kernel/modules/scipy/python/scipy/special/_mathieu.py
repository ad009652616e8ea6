"""Members of scipy.special: Mathieu's functions, by the eigenvalues of their coefficients' recurrences (Abramowitz and Stegun 20.2), and
zeros of Kelvin's functions."""

import numpy as np
from scipy import special
from scipy.special import _orthogonal

__all__ = ['mathieu_a', 'mathieu_b', 'mathieu_cem', 'mathieu_sem', 'mathieu_even_coef', 'mathieu_odd_coef', 'ber_zeros', 'bei_zeros',
           'ker_zeros', 'kei_zeros', 'berp_zeros', 'beip_zeros', 'kerp_zeros', 'keip_zeros', 'kelvin_zeros', 'jnyn_zeros', 'y1p_zeros']


# ---- Mathieu's functions ----

def _solution(m, q, is_even):
    """(characteristic value, coefficients, their places) of order m."""
    from scipy.linalg import eigh_tridiagonal
    count = int(m / 2 + 30 + 1.5 * abs(q) ** 0.5) + m // 2
    places = 2 * np.arange(count) + (m % 2 if is_even else 1 if m % 2 else 2)
    diagonal, beside = places.astype(float) ** 2, np.full(count - 1, float(q))
    if m % 2:
        diagonal[0] += q if is_even else -q
    elif is_even:
        beside[0] *= np.sqrt(2)
    number = (m - places[0]) // 2
    values, vectors = eigh_tridiagonal(diagonal, beside, select='i', select_range=(number, number))
    c = vectors[:, 0]
    if is_even and m % 2 == 0:
        c = c * np.where(places == 0, np.sqrt(0.5), 1.0)
    return values[0], c if _is_positive(c, places, m, is_even) else -c, places


def _is_positive(c, places, m, is_even):
    """The sign that makes even functions positive at 0, and odd ones rise there."""
    return np.sum(c) > 0 if is_even else np.sum(c * places) > 0


def _elementwise(function, outputs, *arguments):
    arrays = np.broadcast_arrays(*[np.asarray(a, dtype=float) for a in arguments])
    results = [np.empty(arrays[0].shape) for _ in range(outputs)]
    for at in np.ndindex(*arrays[0].shape):
        found = function(*[float(a[at]) for a in arrays])
        for result, value in zip(results, found):
            result[at] = value
    results = tuple(result[()] for result in results)
    return results if outputs > 1 else results[0]


def _characteristic(m, q, is_even):
    if m < (0 if is_even else 1) or m != np.floor(m) or np.isnan(q):
        return (np.nan,)
    return (_solution(int(m), q, is_even)[0],)


def mathieu_a(m, q):
    """The characteristic value of Mathieu's even function of order m.

    >>> special.mathieu_a(0, 0.0)
    np.float64(0.0)
    """
    return _elementwise(lambda m, q: _characteristic(m, q, True), 1, m, q)


def mathieu_b(m, q):
    """The characteristic value of Mathieu's odd function of order m.

    >>> special.mathieu_b(1, 0.0)
    np.float64(1.0)
    """
    return _elementwise(lambda m, q: _characteristic(m, q, False), 1, m, q)


def mathieu_cem(m, q, x):
    """Mathieu's even function of order m at x degrees, and its derivative by radians.

    >>> special.mathieu_cem(1, 0.0, 0.0)[0].round(9)
    np.float64(1.0)
    """
    def values(m, q, x):
        if m < 0 or m != np.floor(m) or np.isnan(q + x):
            return np.nan, np.nan
        _, c, places = _solution(int(m), q, True)
        angle = np.radians(x)
        return np.sum(c * np.cos(places * angle)), -np.sum(c * places * np.sin(places * angle))
    return _elementwise(values, 2, m, q, x)


def mathieu_sem(m, q, x):
    """Mathieu's odd function of order m at x degrees, and its derivative by radians.

    >>> special.mathieu_sem(1, 0.0, 90.0)[0].round(9)
    np.float64(1.0)
    """
    def values(m, q, x):
        if m < 0 or m != np.floor(m) or np.isnan(q + x):
            return np.nan, np.nan
        if m == 0:
            return 0.0, 0.0
        _, c, places = _solution(int(m), q, False)
        angle = np.radians(x)
        return np.sum(c * np.sin(places * angle)), np.sum(c * places * np.cos(places * angle))
    return _elementwise(values, 2, m, q, x)


def _coefficients(m, q, is_even):
    if not (np.isscalar(m) and np.isscalar(q)):
        raise ValueError('m and q must be scalars.')
    if q < 0:
        raise ValueError('q >=0')
    if m != np.floor(m) or m < (0 if is_even else 1):
        raise ValueError('m must be an integer >=0.' if is_even else 'm must be an integer > 0')
    terms = 7.5 + 56.1 * np.sqrt(q) - 134.7 * q + 90.7 * np.sqrt(q) * q if q <= 1 else 17.0 + 3.1 * np.sqrt(q) - 0.126 * q + 0.0037 * np.sqrt(q) * q
    count = int(terms + 0.5 * m)
    _, c, _ = _solution(int(m), q, is_even)
    return np.concatenate([c, np.zeros(max(0, count - len(c)))])[:count]


def mathieu_even_coef(m, q):
    """The coefficients of the cosines of Mathieu's even function.

    >>> special.mathieu_even_coef(1, 0.0)[:2]
    array([1., 0.])
    """
    return _coefficients(m, q, True)


def mathieu_odd_coef(m, q):
    """The coefficients of the sines of Mathieu's odd function.

    >>> special.mathieu_odd_coef(1, 0.0)[:2]
    array([1., 0.])
    """
    return _coefficients(m, q, False)


# ---- zeros ----

def _kelvin(name, nt, first):
    if not np.isscalar(nt) or np.floor(nt) != nt or nt <= 0:
        raise ValueError('nt must be positive integer scalar.')
    return _orthogonal._zeros_between(getattr(special, name), first, 0.5, nt, None)


def ber_zeros(nt):
    """The first nt zeros of ber.

    >>> special.ber_zeros(1).round(6)
    array([2.848918])
    """
    return _kelvin('ber', nt, 0.5)


def bei_zeros(nt):
    """The first nt zeros of bei.

    >>> special.bei_zeros(1).round(6)
    array([5.026224])
    """
    return _kelvin('bei', nt, 0.5)


def ker_zeros(nt):
    """The first nt zeros of ker.

    >>> special.ker_zeros(1).round(6)
    array([1.718543])
    """
    return _kelvin('ker', nt, 0.5)


def kei_zeros(nt):
    """The first nt zeros of kei.

    >>> special.kei_zeros(1).round(6)
    array([3.914668])
    """
    return _kelvin('kei', nt, 0.5)


def berp_zeros(nt):
    """The first nt zeros of ber's derivative.

    >>> special.berp_zeros(1).round(6)
    array([6.038711])
    """
    return _kelvin('berp', nt, 0.5)


def beip_zeros(nt):
    """The first nt zeros of bei's derivative.

    >>> special.beip_zeros(1).round(6)
    array([3.772673])
    """
    return _kelvin('beip', nt, 0.5)


def kerp_zeros(nt):
    """The first nt zeros of ker's derivative.

    >>> special.kerp_zeros(1).round(6)
    array([2.66584])
    """
    return _kelvin('kerp', nt, 0.5)


def keip_zeros(nt):
    """The first nt zeros of kei's derivative.

    >>> special.keip_zeros(1).round(6)
    array([4.931812])
    """
    return _kelvin('keip', nt, 0.5)


def kelvin_zeros(nt):
    """The first nt zeros of ber, bei, ker, kei and of their derivatives.

    >>> len(special.kelvin_zeros(1))
    8
    """
    return tuple(find(nt) for find in (ber_zeros, bei_zeros, ker_zeros, kei_zeros, berp_zeros, beip_zeros, kerp_zeros, keip_zeros))


def jnyn_zeros(n, nt):
    """The first nt zeros of jv, of its derivative, of yv and of its derivative, of order n.

    >>> special.jnyn_zeros(1, 1)[1].round(6)
    array([1.841184])
    """
    return special.jn_zeros(abs(n), nt), special.jnp_zeros(abs(n), nt), special.yn_zeros(abs(n), nt), special.ynp_zeros(abs(n), nt)


def y1p_zeros(nt, complex=False):
    """The first nt zeros of the derivative of yv(1, x), and yv(1, x) there.

    >>> special.y1p_zeros(1)[0].real.round(6)
    array([3.683023])
    """
    if not np.isscalar(nt) or np.floor(nt) != nt or nt <= 0:
        raise ValueError('Arguments must be scalar positive integer.')
    if complex:
        raise NotImplementedError('complex zeros')
    zeros = special.ynp_zeros(1, nt)
    return zeros + 0j, special.yv(1, zeros) + 0j
