"""Filters of signals, and their design."""

import math
import warnings

import numpy
import numpy as np

__all__ = ['lfilter', 'lfilter_zi', 'lfiltic', 'filtfilt', 'sosfilt', 'sosfilt_zi', 'sosfiltfilt', 'butter', 'cheby1', 'cheby2', 'bessel',
           'iirfilter', 'buttap', 'cheb1ap', 'cheb2ap', 'tf2zpk', 'zpk2tf', 'zpk2sos', 'sos2tf', 'tf2sos', 'sos2zpk', 'bilinear',
           'bilinear_zpk', 'lp2lp_zpk', 'lp2hp_zpk', 'lp2bp_zpk', 'lp2bs_zpk', 'freqz', 'freqs', 'sosfreqz', 'freqz_zpk', 'firwin', 'kaiserord',
           'kaiser_beta', 'kaiser_atten', 'savgol_filter', 'savgol_coeffs', 'medfilt', 'medfilt2d', 'wiener', 'order_filter', 'hilbert',
           'hilbert2', 'detrend', 'deconvolve', 'iirnotch', 'iirpeak', 'group_delay', 'normalize', 'minimum_phase', 'BadCoefficients']


class BadCoefficients(UserWarning):
    """Coefficients of a filter that are badly conditioned."""


def _recursive(b, a, x, z):
    """The filter along the last axis, and in place of z the state behind its end. Number by number on the host, line by line elsewhere."""
    if type(x) is numpy.ndarray and x.dtype in (numpy.float64, numpy.complex128):
        from scipy.signal import _recursion
        y, z[...] = _recursion(b, a, numpy.ascontiguousarray(x), z)
        return y
    count = len(b) - 1
    y = np.empty_like(x)
    for i in range(x.shape[-1]):
        value = x[..., i]
        if count:
            result = z[..., 0] + b[0] * value
            for k in range(count - 1):
                z[..., k] = z[..., k + 1] + b[k + 1] * value - a[k + 1] * result
            z[..., count - 1] = b[count] * value - a[count] * result
        else:
            result = b[0] * value
        y[..., i] = result
    return y


def lfilter(b, a, x, axis=-1, zi=None):
    """A signal through a digital filter with the numerator b and the denominator a.

    >>> signal.lfilter([1.0], [1.0, -0.5], [1.0, 0.0, 0.0])
    array([1.  , 0.5 , 0.25])
    """
    b, a, x = np.atleast_1d(b), np.atleast_1d(a), np.asarray(x)
    for name, one in (('b', b), ('a', a)):
        if one.ndim != 1 or not one.size:
            raise ValueError(f'Parameter {name} is not a non-empty 1d array, since {name}.shape={one.shape}!')
    if x.ndim == 0:
        raise ValueError('x must be at least 1-D')
    dtype = np.result_type(b, a, x, *(() if zi is None else (np.asarray(zi),)))
    if dtype.kind not in 'fc':
        raise NotImplementedError(f"Parameter's dtypes produced result type '{dtype}', which is not supported!")
    work = np.result_type(dtype, np.float64)
    leading = np.nonzero(a)[0]
    if not len(leading):
        raise ValueError('There must be at least one nonzero a coefficient.')
    a = a[leading[0]:] if len(a) > 1 else a
    n = max(len(a), len(b))
    first = a[0]
    b, a = np.concatenate([b, np.zeros(n - len(b), b.dtype)]).astype(work) / first, np.concatenate([a, np.zeros(n - len(a), a.dtype)]).astype(work) / first
    lines = np.moveaxis(x, axis, -1).astype(work)
    state = np.zeros(lines.shape[:-1] + (n - 1,), dtype=work)
    if zi is not None:
        given = np.moveaxis(np.asarray(zi), axis, -1) if np.ndim(zi) > 1 else np.asarray(zi)
        if np.ndim(zi) != x.ndim:
            raise ValueError('object of too small depth for desired array')
        if given.shape[-1] != n - 1:
            raise ValueError(f'Unexpected shape for zi: expected {state.shape}, found {np.shape(zi)}.')
        state[...] = given
    if n == 1 or not a[1:].any():  # no feedback: a convolution
        width, size = n - 1, lines.shape[-1]
        long = np.concatenate([lines, np.zeros(lines.shape[:-1] + (width,), dtype=work)], axis=-1)
        flat, out = long.reshape(-1, long.shape[-1]), np.empty(long.shape, dtype=work).reshape(-1, long.shape[-1])
        for k in range(len(flat)):
            out[k] = np.convolve(flat[k, :size], b) if size else 0
        out = out.reshape(long.shape)
        out[..., :width] += state
        y, state = out[..., :size], out[..., size:]
    else:
        y = _recursive(b, a, lines, state)
    y = np.ascontiguousarray(np.moveaxis(y, -1, axis)).astype(dtype, copy=False)
    return y if zi is None else (y, np.moveaxis(state, -1, axis) if x.ndim > 1 else state)


def lfiltic(b, a, y, x=None):
    """The state of a filter from its latest outputs and inputs.

    >>> signal.lfiltic([1.0], [1.0, -0.5], [2.0])
    array([1.])
    """
    b, a = np.asarray(b, dtype=float), np.asarray(a, dtype=float)
    b, a = b / a[0], a / a[0]
    n, m = len(a) - 1, len(b) - 1
    size = max(n, m)
    y = np.asarray(y, dtype=float)
    y = np.concatenate([y, np.zeros(max(0, n - len(y)))])
    x = np.zeros(m) if x is None else np.concatenate([np.asarray(x, dtype=float), np.zeros(max(0, m - len(x)))])
    z = np.zeros(size)
    for k in range(m):
        z[k] = np.sum(b[k + 1:] * x[:m - k])
    for k in range(n):
        z[k] -= np.sum(a[k + 1:] * y[:n - k])
    return z


def lfilter_zi(b, a):
    """The state of a filter that has seen ones for ever.

    >>> signal.lfilter_zi([1.0], [1.0, -0.5])
    array([1.])
    """
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if b.ndim != 1:
        raise ValueError('Numerator b must be 1-D.')
    if a.ndim != 1:
        raise ValueError('Denominator a must be 1-D.')
    while len(a) > 1 and a[0] == 0.0:
        a = a[1:]
    if a.size < 1:
        raise ValueError('There must be at least one nonzero `a` coefficient.')
    if a[0] != 1.0:
        b, a = b / a[0], a / a[0]
    n = max(len(a), len(b))
    a = np.concatenate([a, np.zeros(n - len(a), dtype=a.dtype)]).astype(float if a.dtype.kind != 'c' else complex)
    b = np.concatenate([b, np.zeros(n - len(b), dtype=b.dtype)]).astype(float if b.dtype.kind != 'c' else complex)
    if n == 1:
        return np.zeros(0)
    matrix = np.eye(n - 1, dtype=a.dtype)  # the identity less the transposed companion matrix
    matrix[:, 0] += a[1:]
    matrix[np.arange(n - 2), np.arange(1, n - 1)] -= 1
    rest = b[1:] - a[1:] * b[0]
    z = np.zeros_like(rest)
    z[0] = rest.sum() / matrix[:, 0].sum()
    total, shift = 1.0, 0.0
    for k in range(1, n - 1):
        total += a[k]
        shift += b[k] - a[k] * b[0]
        z[k] = total * z[0] - shift
    return z


def _extended(x, count, kind, axis):
    lines = np.moveaxis(x, axis, 0)
    n = len(lines)
    if count < 1:
        return x
    if count > n - 1 and kind != 'constant':
        raise ValueError(f'The extension length n ({count}) is too big. It must not exceed x.shape[axis]-1, which is {n - 1}.')
    left, right = lines[count:0:-1], lines[-2:-(count + 2):-1]
    if kind == 'odd':
        left, right = 2 * lines[:1] - left, 2 * lines[-1:] - right
    elif kind == 'constant':
        left, right = np.repeat(lines[:1], count, axis=0), np.repeat(lines[-1:], count, axis=0)
    return np.moveaxis(np.concatenate([left, lines, right]), 0, axis)


def _pad_length(padtype, padlen, x, axis, taps):
    if padtype not in ('even', 'odd', 'constant', None):
        raise ValueError(f"Unknown value '{padtype}' given to padtype. padtype must be 'even', 'odd', 'constant', or None.")
    edge = 0 if padtype is None else taps * 3 if padlen is None else padlen
    if x.shape[axis] <= edge:
        raise ValueError(f'The length of the input vector x must be greater than padlen, which is {edge}.')
    return edge, _extended(x, edge, padtype, axis) if padtype is not None and edge > 0 else x


def _filtfilt_gust(b, a, x, irlen):
    """Forwards and backwards along the last axis from the states for which the order of the two makes the least difference (Gustafsson)."""
    order, n = max(len(b), len(a)) - 1, x.shape[-1]
    if order == 0:
        return (b[0] / a[0]) ** 2 * x
    m = n if irlen is None or n <= 2 * irlen else irlen
    state = np.zeros((m, order))  # what each element of the state adds to the output
    state[:, 0] = lfilter(b, a, np.zeros(m), zi=np.eye(order)[0])[0]
    for k in range(1, order):
        state[k:, k] = state[:-k, 0]
    turned = state[::-1]
    seen = lfilter(b, a, turned, axis=0)
    forth = lfilter(b, a, x)
    forth_back = lfilter(b, a, forth[..., ::-1])[..., ::-1]
    back_forth = lfilter(b, a, lfilter(b, a, x[..., ::-1])[..., ::-1])
    if m == n:
        ends = lambda values: values
        unlike, added = np.hstack((seen[::-1] - state, turned - seen)), np.hstack((seen[::-1], turned))
    else:
        ends = lambda values: np.concatenate((values[..., :m], values[..., -m:]), axis=-1)
        blocks = lambda first, last: np.block([[first, np.zeros((m, order))], [np.zeros((m, order)), last]])
        unlike, added = blocks(seen[::-1] - state, turned - seen), blocks(seen[::-1], turned)
    difference = ends(back_forth - forth_back)
    best = np.linalg.lstsq(unlike, difference.reshape(-1, difference.shape[-1]).T, rcond=np.finfo(float).eps)[0]
    more = (added @ best).T.reshape(difference.shape)
    result = forth_back.copy()
    if m == n:
        return result + more
    result[..., :m] += more[..., :m]
    result[..., -m:] += more[..., m:]
    return result


def filtfilt(b, a, x, axis=-1, padtype='odd', padlen=None, method='pad', irlen=None):
    """A signal through a filter forwards and then backwards, so that nothing is delayed.

    >>> signal.filtfilt([1.0], [1.0], [1.0, 2.0, 3.0, 4.0])
    array([1., 2., 3., 4.])
    """
    b, a, x = np.atleast_1d(b), np.atleast_1d(a), np.asarray(x)
    if method not in ('pad', 'gust'):
        raise ValueError("method must be 'pad' or 'gust'.")
    if method == 'gust':
        return np.moveaxis(_filtfilt_gust(b, a, np.moveaxis(x, axis, -1), irlen), -1, axis)
    edge, long = _pad_length(padtype, padlen, x, axis, max(len(a), len(b)))
    zi = lfilter_zi(b, a)
    shape = [1] * x.ndim
    shape[axis] = zi.size
    zi = zi.reshape(shape)
    first = np.take(long, [0], axis=axis)
    y, _ = lfilter(b, a, long, axis=axis, zi=zi * first)
    last = np.take(y, [-1], axis=axis)
    y, _ = lfilter(b, a, np.flip(y, axis), axis=axis, zi=zi * last)
    y = np.flip(y, axis)
    if edge > 0:
        y = np.moveaxis(np.moveaxis(y, axis, 0)[edge:-edge], 0, axis)
    return y


def _sections(sos):
    sos = np.atleast_2d(sos)
    if sos.ndim != 2:
        raise ValueError('sos array must be 2D')
    if sos.shape[1] != 6:
        raise ValueError('sos array must be shape (n_sections, 6)')
    if not (sos[:, 3] == 1).all():
        raise ValueError('sos[:, 3] should be all ones')
    return sos


def sosfilt(sos, x, axis=-1, zi=None):
    """A signal through a filter in sections of second order.

    >>> signal.sosfilt([[1.0, 0, 0, 1.0, -0.5, 0]], [1.0, 0.0])
    array([1. , 0.5])
    """
    sos = _sections(sos)
    y = np.asarray(x)
    if zi is None:
        for section in sos:
            y = lfilter(section[:3], section[3:], y, axis)
        return y
    zi = np.asarray(zi)
    wanted = list(y.shape)
    wanted[axis] = 2
    wanted = tuple([len(sos)] + wanted)
    if zi.shape != wanted:
        raise ValueError(f'Invalid zi shape. With axis={axis!r}, an input with shape {y.shape!r}, and an sos array with {len(sos)} sections, '
                         f'zi must have shape {wanted!r}, got {zi.shape!r}.')
    states = np.empty(zi.shape, dtype=np.result_type(zi, float))
    for k, section in enumerate(sos):
        y, states[k] = lfilter(section[:3], section[3:], y, axis, zi=zi[k])
    return y, states


def sosfilt_zi(sos):
    """The states of the sections after ones for ever.

    >>> signal.sosfilt_zi([[1.0, 0, 0, 1.0, -0.5, 0]])
    array([[1., 0.]])
    """
    sos = _sections(sos)
    zi, scale = np.empty((len(sos), 2), dtype=np.result_type(sos, float)), 1.0
    for k, section in enumerate(sos):
        b, a = section[:3], section[3:]
        zi[k] = scale * lfilter_zi(b, a)
        scale *= b.sum() / a.sum()
    return zi


def sosfiltfilt(sos, x, axis=-1, padtype='odd', padlen=None):
    """A signal through sections forwards and backwards.

    >>> signal.sosfiltfilt([[1.0, 0, 0, 1.0, 0, 0]], np.arange(5.0), padlen=0)
    array([0., 1., 2., 3., 4.])
    """
    sos, x = _sections(sos), np.asarray(x)
    taps = 2 * len(sos) + 1 - min((sos[:, 2] == 0).sum(), (sos[:, 5] == 0).sum())
    edge, long = _pad_length(padtype, padlen, x, axis, taps)
    zi = sosfilt_zi(sos)
    shape = [len(sos)] + [1] * x.ndim
    shape[x.ndim + axis + 1 if axis < 0 else axis + 1] = 2
    zi = zi.reshape(shape)
    y, _ = sosfilt(sos, long, axis, zi=zi * np.take(long, [0], axis=axis))
    y, _ = sosfilt(sos, np.flip(y, axis), axis, zi=zi * np.take(y, [-1], axis=axis))
    y = np.flip(y, axis)
    if edge > 0:
        y = np.moveaxis(np.moveaxis(y, axis, 0)[edge:-edge], 0, axis)
    return y


# ---- forms of filters ----

def normalize(b, a):
    """Numerator and denominator without leading zeros, divided by the denominator's first coefficient. The numerator may have several
    rows. Raises ValueError for a denominator of zeros; warns of leading coefficients near zero.

    >>> signal.normalize([2.0, 4.0], [2.0, 1.0])
    (array([1., 2.]), array([1. , 0.5]))
    """
    num, den = np.atleast_2d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if den.ndim != 1:
        raise ValueError('Denominator polynomial must be rank-1 array.')
    if num.ndim > 2:
        raise ValueError('Numerator polynomial must be rank-1 or rank-2 array.')
    if np.all(den == 0):
        raise ValueError('Denominator must have at least on nonzero element.')
    den = np.trim_zeros(den, 'f')
    num, den = num / den[0], den / den[0]
    zeros = 0
    while zeros < num.shape[1] and np.all(np.abs(num[:, zeros]) <= 1e-14):
        zeros += 1
    if zeros > 0:
        warnings.warn('Badly conditioned filter coefficients (numerator): the results may be meaningless', BadCoefficients, stacklevel=2)
        if zeros == num.shape[1]:
            zeros -= 1
        num = num[:, zeros:]
    return (num[0] if num.shape[0] == 1 else num), den


def tf2zpk(b, a):
    """Zeros, poles and gain of a numerator and a denominator.

    >>> signal.tf2zpk([1.0, -0.5], [1.0, 0.25])
    (array([0.5]), array([-0.25]), np.float64(1.0))
    """
    b, a = normalize(b, a)
    b, a = (b + 0.0) / a[0], (a + 0.0) / a[0]
    k = b[0]
    return np.roots(b / k if k else b), np.roots(a), k


def zpk2tf(z, p, k):
    """Numerator and denominator of zeros, poles and gain.

    >>> signal.zpk2tf([0.5], [-0.25], 1.0)
    (array([ 1. , -0.5]), array([1.  , 0.25]))
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    b, a = np.atleast_1d(k * np.poly(z)), np.atleast_1d(np.poly(p))
    ordered = lambda roots: sorted(roots.tolist(), key=lambda v: (v.real, v.imag))
    pairs = lambda roots: ordered(roots[roots.imag > 0]) == ordered(np.conj(roots[roots.imag < 0]))
    if b.dtype.kind == 'c' and pairs(np.asarray(z, complex)):
        b = b.real.copy()
    if a.dtype.kind == 'c' and pairs(np.asarray(p, complex)):
        a = a.real.copy()
    return b, a


def _real_and_pairs(z):
    """(of each pair of conjugates the upper one, the real ones), sorted."""
    z = np.atleast_1d(np.asarray(z, dtype=complex))
    if z.size == 0:
        return z, z.real
    tolerance = 100 * np.finfo(float).eps
    z = z[np.lexsort((np.abs(z.imag), z.real))]
    real = np.abs(z.imag) <= tolerance * np.abs(z)
    reals, others = z[real].real, z[~real]
    upper, lower = others[others.imag > 0], others[others.imag < 0]
    if len(upper) != len(lower):
        raise ValueError('Array contains complex value with no matching conjugate.')
    order = lambda v: v[np.lexsort((np.abs(v.imag), np.round(v.real, 12)))]
    upper, lower = order(upper), order(lower)
    return (upper + lower.conj()) / 2, reals


def zpk2sos(z, p, k, pairing=None, *, analog=False):
    """Sections of second order of zeros, poles and gain; each pole has the nearest zero beside it.

    >>> signal.zpk2sos([], [], 2.0)
    array([[2., 0., 0., 1., 0., 0.]])
    """
    pairing = pairing or ('minimal' if analog else 'nearest')
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    if len(z) == len(p) == 0:
        return np.array([[k, 0.0, 0.0, 1.0, 0.0, 0.0]]) if not analog else np.array([[0.0, 0.0, k, 0.0, 0.0, 1.0]])
    if pairing != 'minimal':
        p, z = np.concatenate([p, np.zeros(max(len(z) - len(p), 0))]), np.concatenate([z, np.zeros(max(len(p) - len(z), 0))])
        count = (max(len(p), len(z)) + 1) // 2
        if len(p) % 2 == 1 and pairing == 'nearest':
            p, z = np.concatenate([p, [0.0]]), np.concatenate([z, [0.0]])
    else:
        count = (len(p) + 1) // 2
    z, p = np.concatenate(_real_and_pairs(z)), np.concatenate(_real_and_pairs(p))
    sos = np.zeros((count, 6))
    worst_of = (lambda p: int(np.argmin(np.abs(p.real)))) if analog else lambda p: int(np.argmin(np.abs(1 - np.abs(p))))

    def nearest(to, among, which):
        order = np.argsort(np.abs(among - to), kind='stable')
        if which == 'any':
            return int(order[0])
        real = np.isreal(among[order])
        wanted = real if which == 'real' else ~real
        return int(order[np.nonzero(wanted)[0][0]])

    def section(zeros, poles, gain=1.0):
        b, a = zpk2tf(np.array(zeros), np.array(poles), gain)
        row = np.zeros(6)
        row[3 - len(b):3], row[6 - len(a):6] = b.real, a.real
        return row

    for place in range(count - 1, -1, -1):
        at = worst_of(p)
        p1 = p[at]
        p = np.delete(p, at)
        if np.isreal(p1) and np.isreal(p).sum() == 0:  # the last real pole
            if pairing != 'minimal':
                at = nearest(p1, z, 'real')
                z1 = z[at]
                z = np.delete(z, at)
                sos[place] = section([z1, 0], [p1, 0])
            elif len(z) > 0:
                at = nearest(p1, z, 'real')
                z1 = z[at]
                z = np.delete(z, at)
                sos[place] = section([z1], [p1])
            else:
                sos[place] = section([], [p1])
        elif len(p) + 1 == len(z) and not np.isreal(p1) and np.isreal(p).sum() == 1 and np.isreal(z).sum() == 1:
            at = nearest(p1, z, 'complex')
            z1 = z[at]
            z = np.delete(z, at)
            sos[place] = section([z1, z1.conj()], [p1, p1.conj()])
        else:
            if np.isreal(p1):
                reals = np.nonzero(np.isreal(p))[0]
                at = int(reals[worst_of(p[reals])])
                p2 = p[at]
                p = np.delete(p, at)
            else:
                p2 = p1.conj()
            if len(z) > 0:
                at = nearest(p1, z, 'any')
                z1 = z[at]
                z = np.delete(z, at)
                if not np.isreal(z1):
                    sos[place] = section([z1, z1.conj()], [p1, p2])
                elif len(z) > 0:
                    at = nearest(p1, z, 'real')
                    z2 = z[at]
                    z = np.delete(z, at)
                    sos[place] = section([z1, z2], [p1, p2])
                else:
                    sos[place] = section([z1], [p1, p2])
            else:
                sos[place] = section([], [p1, p2])
    sos[0, :3] *= k
    return sos


def sos2tf(sos):
    """Numerator and denominator of sections.

    >>> signal.sos2tf([[1.0, 0, 0, 1.0, -0.5, 0]])
    (array([1., 0., 0.]), array([ 1. , -0.5,  0. ]))
    """
    b, a = np.ones(1), np.ones(1)
    for row in np.asarray(sos, dtype=float):
        b, a = np.polymul(b, row[:3]) if row[0] else np.convolve(b, row[:3]), np.convolve(a, row[3:])
    return b, a


def sos2zpk(sos):
    """The sections as one system: its zeros, its poles, its gain.

    >>> signal.sos2zpk([[2.0, 0, 0, 1.0, -0.5, 0]])[2]
    np.float64(2.0)
    """
    sos = np.asarray(sos, dtype=float)
    z, p, k = np.zeros(2 * len(sos), dtype=complex), np.zeros(2 * len(sos), dtype=complex), 1.0
    for i, row in enumerate(sos):
        zeros, poles, gain = tf2zpk(row[:3], row[3:])
        z[2 * i:2 * i + len(zeros)], p[2 * i:2 * i + len(poles)] = zeros, poles
        k = k * gain
    return z, p, k


def tf2sos(b, a, pairing=None, *, analog=False):
    """Sections of a numerator and a denominator.

    >>> signal.tf2sos([1.0], [1.0, -0.5]).shape
    (1, 6)
    """
    return zpk2sos(*tf2zpk(b, a), pairing=pairing, analog=analog)


# ---- design ----

def buttap(N):
    """Butterworth's analog prototype: zeros, poles, gain.

    >>> signal.buttap(1)[1].real
    array([-1.])
    """
    if abs(int(N)) != N:
        raise ValueError('Filter order must be a nonnegative integer')
    m = np.arange(-N + 1, N, 2, dtype=float)
    return np.array([]), -np.exp(1j * np.pi * m / (2 * N)) if N else np.array([], dtype=complex), 1.0


def cheb1ap(N, rp):
    """Chebyshev's analog prototype of the first kind.

    >>> signal.cheb1ap(1, 1)[1].real.round(6)
    array([-1.965227])
    """
    if N == 0:
        return np.array([]), np.array([]), 10 ** (-rp / 20)
    ripple = np.sqrt(10 ** (0.1 * rp) - 1.0)
    mu = 1.0 / N * np.arcsinh(1 / ripple)
    theta = np.pi * np.arange(-N + 1, N, 2, dtype=float) / (2 * N)
    p = -np.sinh(mu + 1j * theta)
    k = np.prod(-p).real
    return np.array([]), p, k / np.sqrt(1 + ripple * ripple) if N % 2 == 0 else k


def cheb2ap(N, rs):
    """Chebyshev's analog prototype of the second kind.

    >>> signal.cheb2ap(1, 20)[2].round(6)
    np.float64(0.100504)
    """
    if N == 0:
        return np.array([]), np.array([]), 1.0
    ripple = 1.0 / np.sqrt(10 ** (0.1 * rs) - 1)
    mu = np.arcsinh(1.0 / ripple) / N
    m = np.concatenate([np.arange(-N + 1, 0, 2), np.arange(2, N, 2)]) if N % 2 else np.arange(-N + 1, N, 2)
    z = -np.conj(1j / np.sin(m * np.pi / (2.0 * N)))
    p = -np.exp(1j * np.pi * np.arange(-N + 1, N, 2) / (2 * N))
    p = 1.0 / (np.sinh(mu) * p.real + 1j * np.cosh(mu) * p.imag)
    return z, p, (np.prod(-p) / np.prod(-z)).real


def _besselap(N, norm='phase'):
    """Bessel's analog prototype."""
    if N == 0:
        return np.array([]), np.array([], dtype=complex), 1.0
    coefficients = [math.factorial(2 * N - k) // (2 ** (N - k) * math.factorial(k) * math.factorial(N - k)) for k in range(N + 1)]
    last = coefficients[0]
    p = 0j + np.roots(np.array(coefficients[::-1], dtype=float))
    for _ in range(3):
        values, slopes = np.polyval(np.array(coefficients[::-1], dtype=float), p), np.polyval(np.polyder(np.array(coefficients[::-1], dtype=float)), p)
        p = p - values / slopes
    p = p[np.argsort(-p.imag)]
    if norm == 'phase':
        p = p * 10 ** (-math.log10(last) / N)
        return np.array([]), p, 1.0
    k = float(last)
    if norm == 'mag':
        from scipy.optimize import newton
        factor = newton(lambda w: abs(k / np.prod(1j * w - p)) - 1 / math.sqrt(2), 1.5)
        p, k = p / factor, factor ** -N * k
    return np.array([]), p, k


def lp2lp_zpk(z, p, k, wo=1.0):
    """A low pass with another cutoff.

    >>> signal.lp2lp_zpk([], [-1.0], 1.0, 2.0)[1]
    array([-2.])
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    return wo * z, wo * p, k * wo ** (len(p) - len(z))


def lp2hp_zpk(z, p, k, wo=1.0):
    """A high pass of a low pass.

    >>> signal.lp2hp_zpk([], [-1.0], 1.0, 2.0)[0]
    array([0.])
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    return np.append(wo / z, np.zeros(len(p) - len(z))), wo / p, k * np.real(np.prod(-z) / np.prod(-p))


def lp2bp_zpk(z, p, k, wo=1.0, bw=1.0):
    """A band pass of a low pass.

    >>> signal.lp2bp_zpk([], [-1.0], 1.0)[1].shape
    (2,)
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    degree = len(p) - len(z)
    z, p = (z * bw / 2).astype(complex), (p * bw / 2).astype(complex)
    z_both = np.concatenate([z + np.sqrt(z ** 2 - wo ** 2), z - np.sqrt(z ** 2 - wo ** 2)])
    p_both = np.concatenate([p + np.sqrt(p ** 2 - wo ** 2), p - np.sqrt(p ** 2 - wo ** 2)])
    return np.append(z_both, np.zeros(degree)), p_both, k * bw ** degree


def lp2bs_zpk(z, p, k, wo=1.0, bw=1.0):
    """A band stop of a low pass.

    >>> signal.lp2bs_zpk([], [-1.0], 1.0)[0].shape
    (2,)
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    degree = len(p) - len(z)
    z_high, p_high = ((bw / 2) / z).astype(complex), ((bw / 2) / p).astype(complex)
    z_both = np.concatenate([z_high + np.sqrt(z_high ** 2 - wo ** 2), z_high - np.sqrt(z_high ** 2 - wo ** 2)])
    p_both = np.concatenate([p_high + np.sqrt(p_high ** 2 - wo ** 2), p_high - np.sqrt(p_high ** 2 - wo ** 2)])
    z_both = np.append(np.append(z_both, np.full(degree, 1j * wo)), np.full(degree, -1j * wo))
    return z_both, p_both, k * np.real(np.prod(-z) / np.prod(-p))


def bilinear_zpk(z, p, k, fs):
    """A digital filter of an analog one, by the bilinear transform.

    >>> signal.bilinear_zpk([], [-1.0], 1.0, 1.0)[2].round(6)
    np.float64(0.333333)
    """
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    double = 2.0 * fs
    z_new, p_new = (double + z) / (double - z), (double + p) / (double - p)
    return np.append(z_new, -np.ones(len(p) - len(z))), p_new, k * np.real(np.prod(double - z) / np.prod(double - p))


def bilinear(b, a, fs=1.0):
    """The bilinear transform of numerator and denominator.

    >>> signal.bilinear([1.0], [1.0, 1.0])[0].round(6)
    array([0.333333, 0.333333])
    """
    b, a = np.trim_zeros(np.atleast_1d(b), 'f'), np.trim_zeros(np.atleast_1d(a), 'f')
    m, n = len(b), len(a)
    degree = max(m, n)
    up, down = np.poly1d([1.0, 1.0]), np.poly1d([1.0, -1.0])
    make = lambda c, size: sum((float(value) * (2.0 * fs) ** (size - 1 - k) * down ** (size - 1 - k) * up ** (degree - size + k)
                                for k, value in enumerate(c)), np.poly1d([0.0])).coeffs
    numerator, denominator = make(b, m), make(a, n)
    numerator = np.concatenate([np.zeros(max(0, degree - len(numerator))), numerator])
    return normalize(numerator, denominator)


def iirfilter(N, Wn, rp=None, rs=None, btype='band', analog=False, ftype='butter', output='ba', fs=None):
    """A digital or analog filter of order N.

    >>> signal.iirfilter(1, 0.5, btype='low')[0].round(6)
    array([0.5, 0.5])
    """
    btype, ftype, output = btype.lower(), ftype.lower(), output.lower()
    Wn = np.asarray(Wn, dtype=float)
    if fs is not None:
        if analog:
            raise ValueError('fs cannot be specified for an analog filter')
        Wn = Wn / (fs / 2)
    if np.any(Wn <= 0):
        raise ValueError('filter critical frequencies must be greater than 0')
    if Wn.size > 1 and not Wn[0] < Wn[1]:
        raise ValueError('Wn[0] must be less than Wn[1]')
    kinds = {'band': 'bandpass', 'bandpass': 'bandpass', 'pass': 'bandpass', 'bp': 'bandpass', 'bs': 'bandstop', 'bandstop': 'bandstop',
             'bands': 'bandstop', 'stop': 'bandstop', 'l': 'lowpass', 'low': 'lowpass', 'lowpass': 'lowpass', 'lp': 'lowpass',
             'high': 'highpass', 'highpass': 'highpass', 'h': 'highpass', 'hp': 'highpass'}
    if btype not in kinds:
        raise ValueError(f"'{btype}' is an invalid bandtype for filter.")
    btype = kinds[btype]
    if output not in ('ba', 'zpk', 'sos'):
        raise ValueError(f"'{output}' is not a valid output form.")
    if rp is not None and rp < 0:
        raise ValueError('passband ripple (rp) must be positive')
    if rs is not None and rs < 0:
        raise ValueError('stopband attenuation (rs) must be positive')
    if ftype in ('butter', 'butterworth'):
        z, p, k = buttap(N)
    elif ftype in ('cheby1', 'chebyshev1', 'chebyshevi'):
        if rp is None:
            raise ValueError('passband ripple (rp) must be provided to design a Chebyshev I filter.')
        z, p, k = cheb1ap(N, rp)
    elif ftype in ('cheby2', 'chebyshev2', 'chebyshevii'):
        if rs is None:
            raise ValueError('stopband attenuation (rs) must be provided to design an Chebyshev II filter.')
        z, p, k = cheb2ap(N, rs)
    elif ftype in ('ellip', 'elliptic', 'cauer'):
        if rp is None or rs is None:
            raise ValueError('Both rp and rs must be provided to design an elliptic filter.')
        from scipy.signal import ellipap
        z, p, k = ellipap(N, rp, rs)
    elif ftype.startswith('bessel'):
        z, p, k = _besselap(N, ftype.partition('_')[2] or 'phase')
    else:
        raise ValueError(f"'{ftype}' is not a valid basic IIR filter.")
    if analog:
        warped = Wn
    else:
        if np.any(Wn <= 0) or np.any(Wn >= 1):
            if fs is not None:
                raise ValueError(f'Digital filter critical frequencies must be 0 < Wn < fs/2 (fs={fs} -> fs/2={fs / 2})')
            raise ValueError('Digital filter critical frequencies must be 0 < Wn < 1')
        warped = 2 * 2.0 * np.tan(np.pi * Wn / 2.0)
    if btype in ('lowpass', 'highpass'):
        if np.size(Wn) != 1:
            raise ValueError('Must specify a single critical frequency Wn for lowpass or highpass filter')
        warped = warped.item()
        z, p, k = (lp2lp_zpk if btype == 'lowpass' else lp2hp_zpk)(z, p, k, wo=warped)
    else:
        try:
            width, centre = warped[1] - warped[0], np.sqrt(warped[0] * warped[1])
        except IndexError as e:
            raise ValueError('Wn must specify start and stop frequencies for bandpass or bandstop filter') from e
        z, p, k = (lp2bp_zpk if btype == 'bandpass' else lp2bs_zpk)(z, p, k, wo=centre, bw=width)
    if not analog:
        z, p, k = bilinear_zpk(z, p, k, fs=2.0)
    return (z, p, k) if output == 'zpk' else zpk2tf(z, p, k) if output == 'ba' else zpk2sos(z, p, k, analog=analog)


def butter(N, Wn, btype='low', analog=False, output='ba', fs=None):
    """Butterworth's filter.

    >>> signal.butter(1, 0.5)[0].round(6)
    array([0.5, 0.5])
    """
    return iirfilter(N, Wn, btype=btype, analog=analog, output=output, ftype='butter', fs=fs)


def cheby1(N, rp, Wn, btype='low', analog=False, output='ba', fs=None):
    """Chebyshev's filter of the first kind.

    >>> signal.cheby1(1, 1, 0.5)[0].round(6)
    array([0.662758, 0.662758])
    """
    return iirfilter(N, Wn, rp=rp, btype=btype, analog=analog, output=output, ftype='cheby1', fs=fs)


def cheby2(N, rs, Wn, btype='low', analog=False, output='ba', fs=None):
    """Chebyshev's filter of the second kind.

    >>> signal.cheby2(1, 20, 0.5)[0].round(6)
    array([0.091325, 0.091325])
    """
    return iirfilter(N, Wn, rs=rs, btype=btype, analog=analog, output=output, ftype='cheby2', fs=fs)


def bessel(N, Wn, btype='low', analog=False, output='ba', norm='phase', fs=None):
    """Bessel's and Thomson's filter.

    >>> signal.bessel(1, 0.5)[0].round(6)
    array([0.5, 0.5])
    """
    return iirfilter(N, Wn, btype=btype, analog=analog, output=output, ftype='bessel_' + norm, fs=fs)


def iirnotch(w0, Q, fs=2.0):
    """A filter that takes out one frequency.

    >>> signal.iirnotch(0.5, 1.0)[0].round(6)
    array([ 0.5, -0. ,  0.5])
    """
    return _peak(w0, Q, fs, True)


def iirpeak(w0, Q, fs=2.0):
    """A filter that leaves one frequency.

    >>> signal.iirpeak(0.5, 1.0)[0].round(6)
    array([ 0.5,  0. , -0.5])
    """
    return _peak(w0, Q, fs, False)


def _peak(w0, Q, fs, notch):
    w0 = 2 * float(w0) / fs
    if w0 > 1.0 or w0 < 0.0:
        raise ValueError('w0 should be such that 0 < w0 < 1')
    width, w0 = w0 / Q * np.pi, w0 * np.pi
    half = 1 / np.sqrt(2)
    beta = (np.sqrt(1.0 - half ** 2.0) / half) * np.tan(width / 2.0)
    gain = 1.0 / (1.0 + beta)
    b = gain * np.array([1.0, -2.0 * np.cos(w0), 1.0]) if notch else (1.0 - gain) * np.array([1.0, 0.0, -1.0])
    return b, np.array([1.0, -2.0 * gain * np.cos(w0), (2.0 * gain - 1.0)])


def freqz(b, a=1, worN=512, whole=False, plot=None, fs=2 * math.pi, include_nyquist=False):
    """The frequency response of a digital filter: frequencies and values.

    >>> signal.freqz([1.0, 1.0], worN=2)[1].round(6)
    array([2.+0.j, 1.-1.j])
    """
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    worN = 512 if worN is None else worN
    if np.ndim(worN) == 0 and not isinstance(worN, np.ndarray):
        n = int(worN)
        if n < 0:
            raise ValueError(f'worN must be nonnegative, got {n}')
        last = 2 * np.pi if whole else np.pi
        w = np.linspace(0, last, n, endpoint=bool(include_nyquist and not whole))
    else:
        w = 2 * np.pi * np.atleast_1d(worN) / fs
    turn = np.exp(-1j * w)
    value = np.polynomial.polynomial.polyval
    h = value(turn, b, tensor=False) / value(turn, a, tensor=False)
    if plot is not None:
        plot(w, h)
    return w * (fs / (2 * np.pi)), h


def freqz_zpk(z, p, k, worN=512, whole=False, fs=2 * math.pi):
    """The frequency response of zeros, poles and gain.

    >>> signal.freqz_zpk([], [], 2.0, worN=1)[1]
    array([2.+0.j])
    """
    w = np.linspace(0, 2 * np.pi if whole else np.pi, int(worN), endpoint=False) if np.ndim(worN) == 0 else 2 * np.pi * np.asarray(worN) / fs
    turn = np.exp(1j * w)
    value = lambda roots: np.prod(turn[:, None] - np.atleast_1d(roots)[None, :], axis=1) if len(np.atleast_1d(roots)) else np.ones_like(turn)
    return w * (fs / (2 * np.pi)), k * value(z) / value(p)


def freqs(b, a, worN=200, plot=None):
    """The frequency response of an analog filter.

    >>> signal.freqs([1.0], [1.0, 1.0], worN=[0.0])[1]
    array([1.+0.j])
    """
    if np.ndim(worN) == 0:
        z, p, _ = tf2zpk(b, a)
        ep = np.atleast_1d(-1000.0 if len(p) == 0 else p) + 0j
        tz = np.atleast_1d(z) + 0j
        sizes = np.concatenate([np.abs(ep[ep.imag >= 0]), np.abs(tz[(np.abs(tz) < 1e5) & (tz.imag >= 0)])])
        wild = np.concatenate([ep[ep.imag >= 0], tz[(np.abs(tz) < 1e5) & (tz.imag >= 0)]])
        whole = np.abs(wild) < 1e-10
        high = np.round(np.log10(np.max(3 * np.abs(wild.real + whole) + 1.5 * wild.imag)) + 0.5)
        low = np.round(np.log10(0.1 * np.min(np.abs((wild + whole).real) + 2 * wild.imag)) - 0.5)
        w = np.logspace(low, high, int(worN))
    else:
        w = np.atleast_1d(worN)
    h = np.polyval(b, 1j * w) / np.polyval(a, 1j * w)
    if plot is not None:
        plot(w, h)
    return w, h


def sosfreqz(sos, worN=512, whole=False, fs=2 * math.pi):
    """The frequency response of sections.

    >>> signal.sosfreqz([[2.0, 0, 0, 1.0, 0, 0]], worN=1)[1]
    array([2.+0.j])
    """
    h = 1.0
    for row in _sections(sos):
        w, part = freqz(row[:3], row[3:], worN, whole, fs=fs)
        h = h * part
    return w, h


def group_delay(system, w=512, whole=False, fs=2 * math.pi):
    """The delay of each frequency.

    >>> signal.group_delay(([0.0, 1.0], [1.0]), w=1)[1]
    array([1.])
    """
    b, a = map(np.atleast_1d, system)
    w = np.linspace(0, 2 * np.pi if whole else np.pi, int(w), endpoint=False) if np.ndim(w) == 0 else 2 * np.pi * np.asarray(w) / fs
    c = np.convolve(b, np.conj(a[::-1]))
    ramp = c * np.arange(len(c))
    z = np.exp(-1j * w)
    number, below = np.polyval(ramp[::-1], z), np.polyval(c[::-1], z)
    singular = np.abs(below) < 10 * np.finfo(float).eps
    delay = np.where(singular, 0, np.real(number / np.where(singular, 1, below)) - len(a) + 1)
    return w * (fs / (2 * np.pi)), delay


def kaiser_beta(a):
    """Kaiser's parameter for an attenuation.

    >>> round(float(signal.kaiser_beta(65)), 6)
    6.20426
    """
    return 0.1102 * (a - 8.7) if a > 50 else 0.5842 * (a - 21) ** 0.4 + 0.07886 * (a - 21) if a > 21 else 0.0


def kaiser_atten(numtaps, width):
    """The attenuation of Kaiser's filter.

    >>> round(signal.kaiser_atten(211, 0.0375), 6)
    64.480996
    """
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95


def kaiserord(ripple, width):
    """The number of taps and the parameter of Kaiser's filter.

    >>> signal.kaiserord(65, 0.05)[0]
    160
    """
    A = abs(ripple)
    if A < 8:
        raise ValueError('Requested maximum ripple attenuation is too small for the Kaiser formula.')
    return int(np.ceil((A - 7.95) / 2.285 / (np.pi * width) + 1)), kaiser_beta(A)


def firwin(numtaps, cutoff, *, width=None, window='hamming', pass_zero=True, scale=True, fs=None):
    """A filter of finite response, by the window method.

    >>> signal.firwin(3, 0.5).round(6)
    array([0.046221, 0.907557, 0.046221])
    """
    nyquist = 0.5 * (2 if fs is None else fs)
    cutoff = np.atleast_1d(cutoff) / float(nyquist)
    if cutoff.ndim > 1:
        raise ValueError('The cutoff argument must be at most one-dimensional.')
    if cutoff.size == 0:
        raise ValueError('At least one cutoff frequency must be given.')
    if cutoff.min() <= 0 or cutoff.max() >= 1:
        raise ValueError('Invalid cutoff frequency: frequencies must be greater than 0 and less than fs/2.')
    if np.any(np.diff(cutoff) <= 0):
        raise ValueError('Invalid cutoff frequencies: the frequencies must be strictly increasing.')
    if width is not None:
        window = ('kaiser', kaiser_beta(kaiser_atten(numtaps, float(width) / nyquist)))
    if isinstance(pass_zero, str):
        if pass_zero in ('bandstop', 'lowpass'):
            pass_zero = True
        elif pass_zero in ('bandpass', 'highpass'):
            pass_zero = False
        else:
            raise ValueError(f"pass_zero must be True, False, 'bandpass', 'lowpass', 'highpass', or 'bandstop', got {pass_zero}")
    pass_nyquist = (cutoff.size % 2 == 0) == bool(pass_zero)
    if pass_nyquist and numtaps % 2 == 0:
        raise ValueError('A filter with an even number of coefficients must have zero response at the Nyquist frequency.')
    edges = np.concatenate([[0.0] * int(bool(pass_zero)), cutoff, [1.0] * int(pass_nyquist)])
    bands = edges.reshape(-1, 2)
    alpha = 0.5 * (numtaps - 1)
    m = np.arange(0, numtaps, dtype=float) - alpha
    h = 0
    for left, right in bands:
        h = h + right * np.sinc(right * m)
        h = h - left * np.sinc(left * m)
    from scipy.signal.windows import get_window
    h = h * get_window(window, numtaps, fftbins=False)
    if scale:
        left, right = bands[0]
        at = 0.0 if left == 0 else 1.0 if right == 1 else 0.5 * (left + right)
        h = h / np.sum(h * np.cos(np.pi * m * at))
    return h


def _minimum_by_hilbert(h, n_fft, half_length):
    """The root of an equiripple response that is lifted above zero, with the phase that Hilbert's transform of its logarithm gives."""
    response = (np.fft.fft(h, n_fft) * np.exp(2j * np.pi * half_length / n_fft * np.arange(n_fft))).real
    above, below = response.max() - 1, -response.min()
    scale = 4.0 / (np.sqrt(1 + above + below) + np.sqrt(1 - above + below)) ** 2
    size = np.sqrt((response + below) * scale) + 1e-10
    sign = np.zeros(n_fft)
    sign[1:n_fft // 2], sign[n_fft // 2 + 1:] = 1, -1
    return np.fft.ifft(size * np.exp(np.fft.fft(sign * np.fft.ifft(np.log(size))))).real


def minimum_phase(h, method='homomorphic', n_fft=None, *, half=True):
    """A filter of minimum phase with (the root of) the same response, by the cepstrum.

    >>> signal.minimum_phase([0.25, 0.5, 0.25]).shape
    (2,)
    """
    h = np.asarray(h)
    if len(h) <= 2:
        raise ValueError('h must be 1-D and at least 2 samples long')
    half_length = len(h) // 2
    n_fft = int(2 ** np.ceil(np.log2(2 * (len(h) - 1) / 0.01))) if n_fft is None else int(n_fft)
    if method not in ('homomorphic', 'hilbert'):
        raise ValueError(f'method must be "homomorphic" or "hilbert", got {method!r}')
    if method == 'hilbert' and not half:
        raise ValueError("`half=False` is only supported when `method='homomorphic'`")
    if method == 'hilbert':
        return _minimum_by_hilbert(h, n_fft, half_length)[:half_length + len(h) % 2]
    power = np.abs(np.fft.fft(h, n_fft))
    power += 1e-7 * power[power > 0].min()
    power = np.log(power)
    if half:
        power *= 0.5
    c = np.fft.ifft(power).real
    window = np.zeros(n_fft)
    window[0] = 1
    stop = n_fft // 2
    window[1:stop] = 2
    if n_fft % 2:
        window[stop] = 1
    taps = np.fft.ifft(np.exp(np.fft.fft(c * window))).real
    return taps[:half_length + len(h) % 2 if half else len(h)]


# ---- smoothing ----

def savgol_coeffs(window_length, polyorder, deriv=0, delta=1.0, pos=None, use='conv'):
    """The coefficients of Savitzky's and Golay's filter.

    >>> signal.savgol_coeffs(3, 1).round(6)
    array([0.333333, 0.333333, 0.333333])
    """
    if polyorder >= window_length:
        raise ValueError('polyorder must be less than window_length.')
    half, rest = divmod(window_length, 2)
    if pos is None:
        pos = half - 0.5 if rest == 0 else half
    if not 0 <= pos < window_length:
        raise ValueError('pos must be nonnegative and less than window_length.')
    if use not in ('conv', 'dot'):
        raise ValueError("`use` must be 'conv' or 'dot'")
    if deriv > polyorder:
        return np.zeros(window_length)
    x = np.arange(-pos, window_length - pos, dtype=float)
    if use == 'conv':
        x = x[::-1]
    matrix = x ** np.arange(polyorder + 1).reshape(-1, 1)
    y = np.zeros(polyorder + 1)
    y[deriv] = math.factorial(deriv) / delta ** deriv
    return np.linalg.lstsq(matrix, y, rcond=None)[0]


def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0):
    """A signal smoothed by polynomials over windows.

    >>> signal.savgol_filter([1.0, 2.0, 3.0, 4.0], 3, 1).round(6)
    array([1., 2., 3., 4.])
    """
    if mode not in ('mirror', 'constant', 'nearest', 'interp', 'wrap'):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    from scipy import ndimage
    x = np.asarray(x)
    if x.dtype not in (np.float64, np.float32):
        x = x.astype(np.float64)
    coefficients = savgol_coeffs(window_length, polyorder, deriv, delta)
    if mode != 'interp':
        return ndimage.convolve1d(x, coefficients, axis=axis, mode=mode, cval=cval)
    if window_length > x.shape[axis]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    y = ndimage.convolve1d(x, coefficients, axis=axis, mode='constant')
    half = window_length // 2
    lines, result = np.moveaxis(x, axis, 0), np.moveaxis(y, axis, 0)
    for start, stop, first, last in ((0, window_length, 0, half), (len(lines) - window_length, len(lines), len(lines) - half, len(lines))):
        part = lines[start:stop].reshape(window_length, -1)
        poly = np.polyfit(np.arange(0, stop - start), part, polyorder)
        if deriv > 0:
            for _ in range(deriv):
                poly = poly[:-1] * np.arange(len(poly) - 1, 0, -1).reshape(-1, 1)
        at = np.arange(first - start, last - start).reshape(-1, 1)
        values = np.zeros((len(at), part.shape[1]))
        for row in poly:
            values = values * at + row
        result[first:last] = (values / delta ** deriv).reshape(result[first:last].shape)
    return np.moveaxis(result, 0, axis)


def order_filter(a, domain, rank):
    """The rank-th of the neighbours within a domain, zeros being around the array.

    >>> signal.order_filter([3, 1, 2], [1, 1, 1], 1)
    array([1, 2, 1])
    """
    from scipy import ndimage
    domain = np.asarray(domain)
    if any(n % 2 != 1 for n in domain.shape):
        raise ValueError('Each dimension of domain argument should have an odd number of elements.')
    return ndimage.rank_filter(np.asarray(a), rank, footprint=domain, mode='constant')


def medfilt(volume, kernel_size=None):
    """The median of the neighbours, zeros being around the array.

    >>> signal.medfilt([3, 1, 2])
    array([1, 2, 1])
    """
    from scipy import ndimage
    volume = np.atleast_1d(volume)
    size = [3] * volume.ndim if kernel_size is None else kernel_size
    size = np.asarray(size)
    if size.ndim == 0:
        size = np.repeat(size, volume.ndim)
    if (size % 2 != 1).any():
        raise ValueError('Each element of kernel_size should be odd.')
    return ndimage.rank_filter(volume, int(np.prod(size)) // 2, size=tuple(size.tolist()), mode='constant')


def medfilt2d(input, kernel_size=3):
    """medfilt() of a matrix.

    >>> signal.medfilt2d([[1.0, 2.0], [3.0, 4.0]])
    array([[0., 0.],
           [0., 0.]])
    """
    return medfilt(np.asarray(input), kernel_size)


def wiener(im, mysize=None, noise=None):
    """Wiener's filter: means where the neighbours differ no more than noise does.

    >>> signal.wiener(np.array([0.0, 3.0, 0.0]), 3).round(6)
    array([1., 1., 1.])
    """
    im = np.asarray(im)
    from scipy import signal
    size = np.asarray([3] * im.ndim if mysize is None else mysize)
    if size.ndim == 0:
        size = np.repeat(size.item(), im.ndim)
    count = float(np.prod(size))
    ones = np.ones(size.tolist())
    mean = signal.correlate(im, ones, 'same') / count
    variance = signal.correlate(im ** 2, ones, 'same') / count - mean ** 2
    noise = np.mean(np.ravel(variance), axis=0) if noise is None else noise
    with np.errstate(divide='ignore', invalid='ignore'):
        result = (im - mean) * (1 - noise / variance) + mean
    return np.where(variance < noise, mean, result)


def hilbert(x, N=None, axis=-1):
    """The analytic signal: the imaginary part is the Hilbert transform.

    >>> signal.hilbert([1.0, 0.0, -1.0, 0.0])
    array([ 1.+0.j,  0.+1.j, -1.+0.j,  0.-1.j])
    """
    x = np.asarray(x)
    if x.dtype.kind == 'c':
        raise ValueError('x must be real.')
    N = x.shape[axis] if N is None else N
    if N <= 0:
        raise ValueError('N must be positive.')
    spectrum = np.fft.fft(x, N, axis=axis)
    h = np.zeros(N)
    h[0] = 1
    if N % 2 == 0:
        h[N // 2] = 1
        h[1:N // 2] = 2
    else:
        h[1:(N + 1) // 2] = 2
    shape = [1] * x.ndim
    shape[axis] = N
    return np.fft.ifft(spectrum * h.reshape(shape), axis=axis)


def hilbert2(x, N=None, axes=(-2, -1)):
    """The analytic signal of a plane.

    >>> signal.hilbert2([[1.0, 0.0]]).shape
    (1, 2)
    """
    x = np.atleast_2d(x)
    if x.dtype.kind == 'c':
        raise ValueError('x must be real.')
    if len(axes) != 2:
        raise ValueError('axes must be a tuple of length 2')
    if axes[0] == axes[1]:
        raise ValueError('axes must contain 2 distinct axes')
    if N is None:
        N = x.shape[axes[0]], x.shape[axes[1]]
    elif isinstance(N, int):
        if N <= 0:
            raise ValueError('N must be positive.')
        N = N, N
    spectrum = np.moveaxis(np.fft.fft2(x, N, axes=axes), axes, (-2, -1)).copy()
    for k, half in ((-2, (N[0] + 1) // 2), (-1, (N[1] + 1) // 2)):  # one quarter of the frequencies is kept
        lines = np.moveaxis(spectrum, k, 0)
        lines[1:half] *= 2.0
        lines[half:] = 0.0
    return np.fft.ifft2(np.moveaxis(spectrum, (-2, -1), axes), axes=axes)


def detrend(data, axis=-1, type='linear', bp=0, overwrite_data=False):
    """A signal less its mean, or less the lines through its pieces.

    >>> signal.detrend([1.0, 2.0, 3.0]).round(6) + 0
    array([0., 0., 0.])
    """
    if type not in ('linear', 'l', 'constant', 'c'):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    data = np.asarray(data)
    dtype = data.dtype if data.dtype.char in 'dfDF' else np.dtype(float)
    if type in ('constant', 'c'):
        return data - np.mean(data, axis, keepdims=True)
    lines = np.moveaxis(data, axis, 0)
    count = len(lines)
    edges = np.sort(np.unique(np.concatenate([np.atleast_1d(0), np.atleast_1d(bp), np.atleast_1d(count)])))
    if np.any(edges > count):
        raise ValueError('Breakpoints must be less than length of data along given axis.')
    flat = lines.reshape(count, -1).astype(dtype)
    for start, stop in zip(edges[:-1].tolist(), edges[1:].tolist()):
        size = stop - start
        matrix = np.ones((size, 2), dtype)
        matrix[:, 0] = np.arange(1, size + 1, dtype=dtype) / size
        solved = np.linalg.lstsq(matrix, flat[start:stop], rcond=None)[0]
        flat[start:stop] = flat[start:stop] - matrix @ solved
    return np.moveaxis(flat.reshape(lines.shape), 0, axis)


def deconvolve(signal, divisor):
    """The quotient and the rest of polynomials' division.

    >>> signal.deconvolve([1.0, 3.0, 2.0], [1.0, 1.0])
    (array([1., 2.]), array([0., 0., 0.]))
    """
    top, below = np.atleast_1d(signal), np.atleast_1d(divisor)
    if top.ndim > 1:
        raise ValueError('signal must be 1-D.')
    if below.ndim > 1:
        raise ValueError('divisor must be 1-D.')
    if len(below) > len(top):
        return np.array([]), top
    impulse = np.zeros(len(top) - len(below) + 1, float)
    impulse[0] = 1
    quotient = lfilter(top, below, impulse)
    return quotient, top - np.convolve(below, quotient)
