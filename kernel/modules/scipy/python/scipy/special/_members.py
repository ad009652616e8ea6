"""Members of scipy.special that are made of others: sums of exponentials, counts, zeros of Bessel functions."""

import math

import numpy as np
from scipy import special
from scipy.special import _mathieu, _orthogonal
from scipy.special._mathieu import *
from scipy.special._orthogonal import *

__all__ = _orthogonal.__all__ + _mathieu.__all__ + ['logsumexp', 'softmax', 'log_softmax', 'comb', 'perm', 'jn_zeros', 'yn_zeros', 'jvp', 'yvp',
           'ivp', 'kvp', 'h1vp', 'h2vp', 'spherical_jn', 'spherical_yn', 'spherical_in', 'spherical_kn', 'sinc', 'diric']

sinc = np.sinc


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    """The logarithm of the sum of the exponentials, without overflow.

    >>> special.logsumexp([1000.0, 1000.0])
    np.float64(1000.6931471805599)
    """
    a = np.asarray(a)
    if a.dtype.kind in 'biu':
        a = a.astype(float)
    if b is not None:
        a, b = np.broadcast_arrays(a, b)
        if np.any(b == 0):
            a = np.where(b == 0, -np.inf, a)
    top = np.max(a, axis=axis, keepdims=True)
    finite = np.where(np.isfinite(top), top, 0)
    is_top = a == top
    terms = np.exp(np.where(is_top, -np.inf, a) - finite)
    weights = is_top.astype(a.dtype)
    if b is not None:
        terms = b * terms
        weights = np.where(is_top, b, 0)
    count = np.sum(weights, axis=axis, keepdims=True, dtype=a.dtype if b is None else None)
    rest = np.sum(terms, axis=axis, keepdims=True)
    with np.errstate(divide='ignore', invalid='ignore'):
        whole = count + rest
        sign = np.sign(whole)
        if return_sign:
            whole = np.abs(whole)
            count, rest = np.abs(count), rest * np.sign(count)
        result = np.where(count == 0, np.log(whole), np.log1p(rest / np.where(count == 0, 1, count)) + np.log(count)) + finite
        result = np.where(np.isinf(top) & (top < 0), -np.inf, result)
    if not keepdims:
        result, sign = np.squeeze(result, axis=axis), np.squeeze(sign, axis=axis)
    result, sign = result[()], sign[()]
    return (result, sign) if return_sign else result


def softmax(x, axis=None):
    """Exponentials divided by their sum.

    >>> special.softmax([0.0, 0.0])
    array([0.5, 0.5])
    """
    x = np.asarray(x)
    grown = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return grown / np.sum(grown, axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    """The logarithm of softmax().

    >>> special.log_softmax([0.0, 0.0]).round(6)
    array([-0.693147, -0.693147])
    """
    x = np.asarray(x)
    top = np.max(x, axis=axis, keepdims=True)
    less = x - np.where(np.isfinite(top), top, 0)
    with np.errstate(divide='ignore'):
        return less - np.log(np.sum(np.exp(less), axis=axis, keepdims=True))


def comb(N, k, *, exact=False, repetition=False):
    """The number of ways to choose k of N things.

    >>> special.comb(5, 2, exact=True)
    10
    """
    if repetition:
        return comb(N + k - 1, k, exact=exact) if not np.ndim(N) or np.any(np.asarray(N) > 0) else comb(N, k, exact=exact)
    if exact:
        if int(N) == N and int(k) == k:
            return math.comb(int(N), int(k)) if 0 <= k <= N else 0
        raise ValueError('Non-integer `N` and `k` with `exact=True` is not supported.')
    k, N = np.asarray(k), np.asarray(N)
    inside = (k <= N) & (N >= 0) & (k >= 0)
    values = np.where(inside, special.binom(np.where(inside, N, 1), np.where(inside, k, 0)), 0.0)
    return values[()]


def perm(N, k, exact=False):
    """The number of ordered choices of k of N things.

    >>> special.perm(5, 2, exact=True)
    20
    """
    if exact:
        if int(N) != N or int(k) != k:
            raise ValueError('Non-integer `N` and `k` with `exact=True` is not supported.')
        return math.perm(int(N), int(k)) if 0 <= k <= N else 0
    k, N = np.asarray(k), np.asarray(N)
    inside = (k <= N) & (N >= 0) & (k >= 0)
    values = np.where(inside, special.poch(np.where(inside, N - k + 1, 1), np.where(inside, k, 0)), 0.0)
    return values[()]


def _cylinder_zeros(function, n, nt, first):
    """The first positive zeros: stepped over by less than their distance, then found by bisection and Newton's steps."""
    if not (isinstance(n, (int, np.integer)) and isinstance(nt, (int, np.integer))) and (n != int(n) or nt != int(nt)):
        raise ValueError('Arguments must be integers.')
    if nt <= 0:
        raise ValueError('nt must be positive')
    n, zeros, x = abs(int(n)), [], first
    before = function(n, x)
    while len(zeros) < nt:
        after = function(n, x + 0.5)
        if before * after < 0:
            low, high = x, x + 0.5
            for _ in range(12):
                middle = (low + high) / 2
                if function(n, middle) * before > 0:
                    low = middle
                else:
                    high = middle
            root = (low + high) / 2
            for _ in range(4):
                slope = function(n - 1, root) - n / root * function(n, root)
                root -= function(n, root) / slope
            zeros.append(root)
        x += 0.5
        before = after
    return np.array(zeros)


def jn_zeros(n, nt):
    """The first nt positive zeros of jv(n, x).

    >>> special.jn_zeros(0, 2).round(6)
    array([2.404826, 5.520078])
    """
    return _cylinder_zeros(special.jv, n, nt, abs(n) + 0.3)


def yn_zeros(n, nt):
    """The first nt positive zeros of yv(n, x).

    >>> special.yn_zeros(0, 1).round(6)
    array([0.893577])
    """
    return _cylinder_zeros(special.yv, n, nt, abs(n) * 0.8 + 0.3)


def _derivative(function, v, z, n, phase):
    v, z = np.asarray(v), np.asarray(z)
    total, sign = 0.0, 1.0
    for i in range(n + 1):
        total = total + sign * math.comb(n, i) * function(v - n + 2 * i, z)
        sign *= phase
    return total / 2.0 ** n


def jvp(v, z, n=1):
    """The n-th derivative of jv.

    >>> special.jvp(0, 1.0).round(6)
    np.float64(-0.440051)
    """
    return special.jv(v, z) if n == 0 else _derivative(special.jv, v, np.asarray(z), n, -1)


def yvp(v, z, n=1):
    """The n-th derivative of yv.

    >>> special.yvp(0, 1.0).round(6)
    np.float64(0.781213)
    """
    return special.yv(v, z) if n == 0 else _derivative(special.yv, v, np.asarray(z), n, -1)


def ivp(v, z, n=1):
    """The n-th derivative of iv.

    >>> special.ivp(0, 1.0).round(6)
    np.float64(0.565159)
    """
    return special.iv(v, z) if n == 0 else _derivative(special.iv, v, np.asarray(z), n, 1)


def kvp(v, z, n=1):
    """The n-th derivative of kv.

    >>> special.kvp(0, 1.0).round(6)
    np.float64(-0.601907)
    """
    return special.kv(v, z) if n == 0 else (-1) ** n * _derivative(special.kv, v, np.asarray(z), n, 1)


def h1vp(v, z, n=1):
    """The n-th derivative of hankel1.

    >>> special.h1vp(0, 1.0).real.round(6)
    np.float64(-0.440051)
    """
    return special.hankel1(v, z) if n == 0 else _derivative(special.hankel1, v, np.asarray(z), n, -1)


def h2vp(v, z, n=1):
    """The n-th derivative of hankel2.

    >>> special.h2vp(0, 1.0).real.round(6)
    np.float64(-0.440051)
    """
    return special.hankel2(v, z) if n == 0 else _derivative(special.hankel2, v, np.asarray(z), n, -1)


# ---- spherical Bessel functions ----

def _spherical(n, z, function, at_zero):
    """sqrt(pi / 2z) of the function of half an order more; `at_zero` says what it is at 0, by n."""
    n, z = np.asarray(n), np.asarray(z)
    with np.errstate(all='ignore'):
        values = np.sqrt(np.pi / 2 / np.where(z == 0, 1, z)) * function(n + 0.5, z)
    values = np.where(z == 0, at_zero(n), values)
    return np.where((n < 0) | (n != np.floor(n)), np.nan, values)


def _spherical_order(kind, n, z):
    if kind == 'j':
        if not np.iscomplexobj(z):
            return special._spherical_jn(n, z)
        return _spherical(n, z, special.jv, lambda n: np.where(n == 0, 1.0, 0.0))
    if kind == 'y':
        if not np.iscomplexobj(z):
            return special._spherical_yn(n, z)
        return _spherical(n, z, special.yv, lambda n: np.full(n.shape, np.nan))
    z = np.asarray(z)
    is_real = not np.iscomplexobj(z)
    if kind == 'i':
        size = np.abs(z) if is_real else z
        values = _spherical(n, size, special.iv, lambda n: np.where(n == 0, 1.0, 0.0))
        if is_real:
            values = np.where(np.isinf(z), np.where((z < 0) & (np.asarray(n) % 2 != 0), -np.inf, np.inf), np.where((z < 0) & (np.asarray(n) % 2 != 0), -values, values))
        return values
    values = _spherical(n, z, special.kv, lambda n: np.full(n.shape, np.inf))
    return np.where(z < 0, np.where(np.isinf(z), -np.inf, np.nan), values) if is_real else values


def _spherical_function(kind, n, z, derivative, sign):
    n, z = np.asarray(n), np.asarray(z)
    narrow = z.dtype in (np.float32, np.complex64) and n.dtype.kind in 'iu'
    if not derivative:
        values = _spherical_order(kind, n, z)
    else:
        zero_order = -_spherical_order(kind, 1, z) if kind in 'jyk' else _spherical_order(kind, 1, z)
        with np.errstate(all='ignore'):
            usual = sign * _spherical_order(kind, np.maximum(n - 1, 0), z) - (n + 1) / np.where(z == 0, 1, z) * _spherical_order(kind, n, z)
        if kind in 'ji':
            usual = np.where(z == 0, np.where(n == 1, 1 / 3, 0.0), usual)
        values = np.where(n == 0, zero_order, usual)
    return np.asarray(values)[()] if not narrow else np.asarray(values).astype(z.dtype)[()]


def spherical_jn(n, z, derivative=False):
    """Bessel's j in a sphere, or how fast it changes.

    >>> special.spherical_jn(0, 0)
    np.float64(1.0)
    """
    return _spherical_function('j', n, z, derivative, 1)


def spherical_yn(n, z, derivative=False):
    """Bessel's y in a sphere, or how fast it changes.

    >>> special.spherical_yn(0, 0)
    np.float64(-inf)
    """
    return _spherical_function('y', n, z, derivative, 1)


def spherical_in(n, z, derivative=False):
    """Bessel's i in a sphere, or how fast it changes.

    >>> special.spherical_in(0, 0)
    np.float64(1.0)
    """
    return _spherical_function('i', n, z, derivative, 1)


def spherical_kn(n, z, derivative=False):
    """Bessel's k in a sphere, or how fast it changes.

    >>> special.spherical_kn(0, 1.0).round(6)
    np.float64(0.577864)
    """
    return _spherical_function('k', n, z, derivative, -1)


def diric(x, n):
    """The periodic sinc function.

    >>> special.diric(0.0, 3)
    array(1.)
    """
    x, n = np.asarray(x, dtype=float), np.asarray(n)
    half = np.sin(x / 2)
    near = np.abs(half) < 1e-15
    with np.errstate(divide='ignore', invalid='ignore'):
        usual = np.sin(n * x / 2) / (n * np.where(near, 1, half))
        result = np.where(near, (-1.0) ** (np.round(x / (2 * np.pi)) * (n - 1)), usual)
    return np.where((n > 0) & (n == np.floor(n)), result, np.nan)
