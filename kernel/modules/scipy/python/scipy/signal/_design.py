"""Members of scipy.signal: elliptic and Bessel's filters, orders, transformations of filters, finite responses by least squares, sampling
and Remez's exchange, partial fractions."""

import math
import warnings

import numpy as np
from scipy import special
from scipy.signal import _filters
from scipy.signal._filters import iirfilter, normalize

__all__ = ['ellip', 'ellipap', 'ellipord', 'cheb1ord', 'cheb2ord', 'buttord', 'iirdesign', 'besselap', 'lp2lp', 'lp2hp', 'lp2bp', 'lp2bs',
           'firls', 'firwin2', 'firwin_2d', 'remez', 'iircomb', 'gammatone', 'freqs_zpk', 'freqz_sos', 'findfreqs', 'band_stop_obj',
           'max_len_seq', 'residue', 'residuez', 'invres', 'invresz', 'unique_roots']


# ---- elliptic filters: T. W. Parks and C. S. Burrus, Digital Filter Design (1987), chapter 7 ----

def ellipap(N, rp, rs, *, xp=None, device=None):
    """The elliptic analog prototype of order N with rp dB of ripple below and rs dB above its edge: zeros, poles, gain.

    >>> signal.ellipap(2, 1, 40)[2].round(6)
    np.float64(0.01)
    """
    if abs(int(N)) != N:
        raise ValueError('Filter order must be a nonnegative integer')
    if N == 0:
        return np.array([], dtype=complex), np.array([], dtype=complex), 10 ** (-rp / 20)
    if N == 1:
        p = -math.sqrt(1.0 / math.expm1(0.1 * rp * math.log(10)))
        return np.array([], dtype=complex), np.asarray(p + 0j), -p
    ripple_square = math.expm1(0.1 * rp * math.log(10))
    selectivity = ripple_square / math.expm1(0.1 * rs * math.log(10))
    if selectivity == 0:
        raise ValueError('Cannot design a filter with given rp and rs specifications.')
    quarter, other = special.ellipk(selectivity), special.ellipkm1(selectivity)
    nome = math.exp(-math.pi * other / quarter / N)  # of the modulus whose periods are N times nearer
    above = sum(nome ** (k * (k + 1)) for k in range(8))
    below = 1 + 2 * sum(nome ** (k * k) for k in range(1, 9))
    m = 16 * nome * (above / below) ** 4
    whole = special.ellipk(m)
    places = np.arange(1 - N % 2, N, 2)
    s, c, d, _ = special.ellipj(places * whole / N, m)
    zeros = 1j / (math.sqrt(m) * s[np.abs(s) > 2e-16])
    zeros = np.concatenate([zeros, np.conj(zeros)])
    angle = math.atan(1 / math.sqrt(ripple_square))
    inverse = math.sin(angle) * special.elliprf(math.cos(angle) ** 2, math.cos(angle) ** 2 + selectivity * math.sin(angle) ** 2, 1.0)
    sv, cv, dv, _ = special.ellipj(whole * inverse / (N * quarter), 1 - m)
    poles = -(c * d * sv * cv + 1j * s * dv) / (1 - (d * sv) ** 2)
    if N % 2:
        turning = poles[np.abs(poles.imag) > 2e-16 * np.sqrt(np.sum(poles * np.conj(poles)).real)]
        poles = np.concatenate([poles, np.conj(turning)])
    else:
        poles = np.concatenate([poles, np.conj(poles)])
    gain = (np.prod(-poles) / np.prod(-zeros)).real
    return zeros, poles, gain / math.sqrt(1 + ripple_square) if N % 2 == 0 else gain


def ellip(N, rp, rs, Wn, btype='low', analog=False, output='ba', fs=None):
    """The elliptic filter of order N with rp dB of ripple in the pass band and rs dB of attenuation.

    >>> signal.ellip(1, 1, 40, 0.5)[0].round(6)
    array([0.662758, 0.662758])
    """
    return iirfilter(N, Wn, rs=rs, rp=rp, btype=btype, analog=analog, output=output, ftype='elliptic', fs=fs)


def besselap(N, norm='phase', *, xp=None, device=None):
    """Bessel's analog prototype: zeros, poles, gain; norm is 'phase', 'delay' or 'mag'.

    >>> signal.besselap(1)[1]
    array([-1.+0.j])
    """
    if abs(int(N)) != N:
        raise ValueError('Filter order must be a nonnegative integer')
    if norm not in ('phase', 'mag', 'delay'):
        raise ValueError('normalization not understood')
    return _filters._besselap(int(N), norm)


# ---- orders ----

def _edges(wp, ws, gpass, gstop, analog, fs):
    """The bands' edges as analog frequencies, and the kind: 1 low, 2 high pass, 3 band stop, 4 band pass."""
    wp, ws = np.atleast_1d(wp).astype(float), np.atleast_1d(ws).astype(float)
    if gpass <= 0:
        raise ValueError('gpass should be larger than 0.0')
    if gstop <= 0:
        raise ValueError('gstop should be larger than 0.0')
    if gpass > gstop:
        raise ValueError('gpass should be smaller than gstop')
    if wp.shape[0] != ws.shape[0] or wp.shape not in ((1,), (2,)):
        raise ValueError(f'wp and ws must have one or two elements each, and the same shape, got {wp.shape} and {ws.shape}')
    if any(wp <= 0) or any(ws <= 0):
        raise ValueError('Values for wp, ws must be greater than 0')
    if fs is not None:
        if analog:
            raise ValueError('fs cannot be specified for an analog filter')
        wp, ws = 2 * wp / fs, 2 * ws / fs
    if not analog and (any(wp >= 1) or any(ws >= 1)):
        top = 'fs/2 (fs={} -> fs/2={})'.format(fs, fs / 2) if fs is not None else '1'
        raise ValueError(f'Values for wp, ws must be less than {top}')
    if len(wp) == 2:
        if not ((ws[0] < wp[0] and wp[1] < ws[1]) or (wp[0] < ws[0] and ws[1] < wp[1])):
            raise ValueError('Passband must lie strictly inside stopband or vice versa')
    kind = 2 * (len(wp) - 1) + 1 + (wp[0] >= ws[0])
    return (wp, ws, kind) if analog else (np.tan(np.pi * wp / 2), np.tan(np.pi * ws / 2), kind)


def _needed(kind, nat, gpass, gstop):
    high, low = 10 ** (0.1 * abs(gstop)), 10 ** (0.1 * abs(gpass))
    if kind == 'butter':
        return np.log10((high - 1.0) / (low - 1.0)) / (2 * np.log10(nat))
    if kind == 'cheby':
        return np.arccosh(np.sqrt((high - 1.0) / (low - 1.0))) / np.arccosh(nat)
    ratio, edge = (low - 1.0) / (high - 1.0), 1.0 / nat
    return special.ellipk(edge ** 2) * special.ellipkm1(ratio) / (special.ellipkm1(edge ** 2) * special.ellipk(ratio))


def band_stop_obj(wp, ind, passb, stopb, gpass, gstop, type):
    """The order that a band stop with the edge wp in the place of passb[ind] needs, not rounded; type is 'butter', 'cheby' or 'ellip'.

    >>> float(signal.band_stop_obj(1.0, 0, np.array([0.5, 4.0]), np.array([1.5, 3.0]), 1, 40, 'butter').round(3))
    8.984
    """
    if type not in ('butter', 'cheby', 'ellip'):
        raise ValueError(f'Incorrect type: {type}')
    edges = np.array(passb, dtype=float)
    edges[ind] = wp
    nat = np.min(np.abs(stopb * (edges[0] - edges[1]) / (np.asarray(stopb) ** 2 - edges[0] * edges[1])))
    return _needed(type, nat, gpass, gstop)


def _natural(passb, stopb, kind, gpass, gstop, family):
    """The natural frequency of the stop band's edge; the pass band of a band stop is moved to where the order is least."""
    if kind == 1:
        nat = stopb / passb
    elif kind == 2:
        nat = passb / stopb
    elif kind == 3:
        from scipy.optimize import fminbound
        passb = passb.copy()
        passb[0] = fminbound(band_stop_obj, passb[0], stopb[0] - 1e-12, args=(0, passb, stopb, gpass, gstop, family), disp=0)
        passb[1] = fminbound(band_stop_obj, stopb[1] + 1e-12, passb[1], args=(1, passb, stopb, gpass, gstop, family), disp=0)
        nat = stopb * (passb[0] - passb[1]) / (stopb ** 2 - passb[0] * passb[1])
    else:
        nat = (stopb ** 2 - passb[0] * passb[1]) / (stopb * (passb[0] - passb[1]))
    return np.min(np.abs(nat)), passb


def _digital(edges, analog, fs):
    w = edges if analog else 2.0 / np.pi * np.arctan(edges)
    w = w[0] if len(w) == 1 else w
    return w * fs / 2 if fs is not None else w


def _pair_around(passb, kind, factor):
    """Edges of a band whose natural frequency is `factor`, of the prototype's."""
    product, width = passb[0] * passb[1], passb[1] - passb[0]
    first = -factor / 2 * width + np.sqrt(factor ** 2 * width ** 2 / 4 + product)
    return np.array([first, product / first])


def buttord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Butterworth's filter that loses at most gpass dB in the pass band and at least gstop dB in the stop band, and
    its frequencies. Two edges each make a band pass or a band stop.

    >>> signal.buttord(0.2, 0.3, 3, 40)[0]
    11
    """
    passb, stopb, kind = _edges(wp, ws, gpass, gstop, analog, fs)
    nat, passb = _natural(passb, stopb, kind, gpass, gstop, 'butter')
    low = 10 ** (0.1 * abs(gpass))
    order = int(np.ceil(_needed('butter', nat, gpass, gstop)))
    try:
        edge = (low - 1.0) ** (-1.0 / (2.0 * order))
    except ZeroDivisionError:
        edge = 1.0
        warnings.warn('Order is zero...check input parameters.', RuntimeWarning, stacklevel=2)
    if kind == 1:
        found = edge * passb
    elif kind == 2:
        found = passb / edge
    elif kind == 3:
        width = passb[1] - passb[0]
        root = np.sqrt(width ** 2 + 4 * edge ** 2 * passb[0] * passb[1])
        found = np.sort(np.abs(np.array([(width + root) / (2 * edge), (width - root) / (2 * edge)])))
    else:
        signs = np.array([-edge, edge])
        found = np.sort(np.abs(-signs * (passb[1] - passb[0]) / 2.0
                               + np.sqrt(signs ** 2 / 4.0 * (passb[1] - passb[0]) ** 2 + passb[0] * passb[1])))
    return order, _digital(found, analog, fs)


def cheb1ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Chebyshev's filter of the first kind, and its frequencies; see buttord().

    >>> signal.cheb1ord(0.2, 0.3, 3, 40)[0]
    6
    """
    passb, stopb, kind = _edges(wp, ws, gpass, gstop, analog, fs)
    nat, passb = _natural(passb, stopb, kind, gpass, gstop, 'cheby')
    return int(np.ceil(_needed('cheby', nat, gpass, gstop))), _digital(passb, analog, fs)


def cheb2ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of Chebyshev's filter of the second kind, and its frequencies; see buttord().

    >>> signal.cheb2ord(0.2, 0.3, 3, 40)[0]
    6
    """
    passb, stopb, kind = _edges(wp, ws, gpass, gstop, analog, fs)
    nat, passb = _natural(passb, stopb, kind, gpass, gstop, 'cheby')
    high, low = 10 ** (0.1 * abs(gstop)), 10 ** (0.1 * abs(gpass))
    reach = np.arccosh(np.sqrt((high - 1.0) / (low - 1.0)))
    order = int(np.ceil(reach / np.arccosh(nat)))
    factor = 1.0 / np.cosh(1.0 / order * reach)
    if kind == 1:
        found = passb / factor
    elif kind == 2:
        found = passb * factor
    else:
        found = _pair_around(passb, kind, factor if kind == 3 else 1 / factor)
    return order, _digital(found, analog, fs)


def ellipord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The least order of an elliptic filter, and its frequencies; see buttord().

    >>> signal.ellipord(0.2, 0.3, 3, 40)[0]
    4
    """
    passb, stopb, kind = _edges(wp, ws, gpass, gstop, analog, fs)
    nat, passb = _natural(passb, stopb, kind, gpass, gstop, 'ellip')
    return int(np.ceil(_needed('ellip', nat, gpass, gstop))), _digital(passb, analog, fs)


def iirdesign(wp, ws, gpass, gstop, analog=False, ftype='ellip', output='ba', fs=None):
    """The filter of least order whose pass band (edges wp) loses at most gpass dB and whose stop band (edges ws) at least gstop dB.

    >>> len(signal.iirdesign(0.2, 0.3, 3, 40)[0])
    5
    """
    orders = {'butter': buttord, 'butterworth': buttord, 'cheby1': cheb1ord, 'chebyshev1': cheb1ord, 'chebyshevi': cheb1ord,
              'cheby2': cheb2ord, 'chebyshev2': cheb2ord, 'chebyshevii': cheb2ord, 'ellip': ellipord, 'elliptic': ellipord,
              'cauer': ellipord}
    if ftype in ('bessel', 'thomson', 'bessel_phase', 'bessel_delay', 'bessel_mag', 'bessel/thomson'):
        raise ValueError(f"{ftype} does not have order selection. Use iirfilter function.")
    if ftype not in orders:
        raise ValueError(f"Invalid IIR filter type: {ftype}")
    kind = _edges(wp, ws, gpass, gstop, analog, fs)[2]
    order, edges = orders[ftype](wp, ws, gpass, gstop, analog=analog, fs=fs)
    name = {1: 'lowpass', 2: 'highpass', 3: 'bandstop', 4: 'bandpass'}[kind]
    return iirfilter(order, edges, rp=gpass, rs=gstop, analog=analog, btype=name, ftype=ftype, output=output, fs=fs)


# ---- transformations of numerators and denominators ----

def _substituted(b, a, above, below):
    """b(s) / a(s) with s = above(s) / below(s), coefficients from the highest power."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    above, below = np.asarray(above, dtype=float), np.asarray(below, dtype=float)
    most = max(len(a), len(b)) - 1
    powers_above, powers_below = [np.ones(1)], [np.ones(1)]
    for _ in range(most):
        powers_above.append(np.convolve(powers_above[-1], above))
        powers_below.append(np.convolve(powers_below[-1], below))

    def inserted(c):
        total, degree = np.zeros(1), len(c) - 1
        for k, value in enumerate(c):
            total = np.polyadd(total, value * np.convolve(powers_above[degree - k], powers_below[most - degree + k]))
        return total
    return normalize(inserted(b), inserted(a))


def lp2lp(b, a, wo=1.0):
    """A low pass with the cutoff wo of one with the cutoff 1, as numerator and denominator.

    >>> signal.lp2lp([1.0], [1.0, 1.0], 2.0)
    (array([2.]), array([1., 2.]))
    """
    return _substituted(b, a, [1.0, 0.0], [float(wo)])


def lp2hp(b, a, wo=1.0):
    """A high pass with the cutoff wo of a low pass with the cutoff 1.

    >>> signal.lp2hp([1.0], [1.0, 1.0], 2.0)
    (array([1., 0.]), array([1., 2.]))
    """
    return _substituted(b, a, [float(wo)], [1.0, 0.0])


def lp2bp(b, a, wo=1.0, bw=1.0):
    """A band pass around wo, bw wide, of a low pass with the cutoff 1.

    >>> signal.lp2bp([1.0], [1.0, 1.0])
    (array([1., 0.]), array([1., 1., 1.]))
    """
    return _substituted(b, a, [1.0, 0.0, float(wo) ** 2], [float(bw), 0.0])


def lp2bs(b, a, wo=1.0, bw=1.0):
    """A band stop around wo, bw wide, of a low pass with the cutoff 1.

    >>> signal.lp2bs([1.0], [1.0, 1.0])
    (array([1., 0., 1.]), array([1., 1., 1.]))
    """
    return _substituted(b, a, [float(bw), 0.0], [1.0, 0.0, float(wo) ** 2])


# ---- finite responses ----

def _rate(fs, default=2):
    if fs is None:
        return float(default)
    if np.ndim(fs):
        raise ValueError('Sampling frequency fs must be a single scalar.')
    return float(fs)


def firls(numtaps, bands, desired, *, weight=None, fs=None):
    """The filter of odd length whose response differs least, in squares over the bands, from lines between the desired gains.

    >>> signal.firls(3, [0, 1], [1, 1]).round(9) + 0
    array([0., 1., 0.])
    """
    fs = _rate(fs)
    nyquist, numtaps = 0.5 * fs, int(numtaps)
    if numtaps % 2 == 0 or numtaps < 1:
        raise ValueError('numtaps must be odd and >= 1')
    half = (numtaps - 1) // 2
    bands = np.asarray(bands).flatten() / nyquist
    if len(bands) % 2 != 0:
        raise ValueError('bands must contain frequency pairs.')
    if (bands < 0).any() or (bands > 1).any():
        raise ValueError('bands must be between 0 and 1 relative to Nyquist')
    bands = bands.reshape(-1, 2)
    desired = np.asarray(desired).flatten()
    if bands.size != desired.size:
        raise ValueError(f'desired must have one entry per frequency, got {desired.size} gains for {bands.size} frequencies.')
    desired = desired.reshape(-1, 2)
    if (np.diff(bands) <= 0).any() or (np.diff(bands[:, 0]) < 0).any():
        raise ValueError('bands must be monotonically nondecreasing and have width > 0.')
    if (bands[:-1, 1] > bands[1:, 0]).any():
        raise ValueError('bands must not overlap.')
    if (desired < 0).any():
        raise ValueError('desired must be non-negative.')
    weight = np.ones(len(desired)) if weight is None else np.asarray(weight).flatten()
    if len(weight) != len(desired):
        raise ValueError(f'weight must be the same size as the number of band pairs ({len(bands)}).')
    if (weight < 0).any():
        raise ValueError('weight must be non-negative.')
    n = np.arange(numtaps)[:, None, None]
    q = np.dot(np.diff(np.sinc(bands * n) * bands, axis=2)[:, :, 0], weight)
    k = np.arange(half + 1)
    matrix = q[np.abs(k[:, None] - k)] + q[k[:, None] + k]
    n = n[:half + 1]
    slope = np.diff(desired, axis=1) / np.diff(bands, axis=1)
    start = desired[:, :1] - bands[:, :1] * slope
    integral = bands * (slope * bands + start) * np.sinc(bands * n)
    integral[0] -= slope * bands * bands / 2.0
    integral[1:] += slope * np.cos(n[1:] * np.pi * bands) / (np.pi * n[1:]) ** 2
    right = np.dot(np.diff(integral, axis=2)[:, :, 0], weight)
    from scipy.linalg import lstsq, solve, LinAlgError, LinAlgWarning
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('error', LinAlgWarning)
            found = solve(matrix, right, assume_a='pos', check_finite=False)
    except (LinAlgError, LinAlgWarning):
        found = lstsq(matrix, right, lapack_driver='gelsy')[0]
    return np.concatenate([found[:0:-1], [2 * found[0]], found[1:]])


def firwin2(numtaps, freq, gain, *, nfreqs=None, window='hamming', antisymmetric=False, fs=None):
    """A filter whose response is drawn by lines through points, by sampling it and a window.

    >>> signal.firwin2(3, [0, 1], [1, 1], window=None).round(9) + 0
    array([0., 1., 0.])
    """
    nyquist = 0.5 * _rate(fs)
    if len(freq) != len(gain):
        raise ValueError('freq and gain must be of same length.')
    if nfreqs is not None and numtaps >= nfreqs:
        raise ValueError(f'ntaps must be less than nfreqs, but firwin2 was called with ntaps={numtaps} and nfreqs={nfreqs}')
    if freq[0] != 0 or freq[-1] != nyquist:
        raise ValueError('freq must start with 0 and end with fs/2.')
    steps = np.diff(freq)
    if (steps < 0).any():
        raise ValueError('The values in freq must be nondecreasing.')
    if ((steps[:-1] + steps[1:]) == 0).any():
        raise ValueError('A value in freq must not occur more than twice.')
    if freq[1] == 0:
        raise ValueError('Value 0 must not be repeated in freq')
    if freq[-2] == nyquist:
        raise ValueError('Value fs/2 must not be repeated in freq')
    kind = (3 if numtaps % 2 else 4) if antisymmetric else (1 if numtaps % 2 else 2)
    if kind == 2 and gain[-1] != 0.0:
        raise ValueError('A Type II filter must have zero gain at the Nyquist frequency.')
    if kind == 3 and (gain[0] != 0.0 or gain[-1] != 0.0):
        raise ValueError('A Type III filter must have zero gain at zero and Nyquist frequencies.')
    if kind == 4 and gain[0] != 0.0:
        raise ValueError('A Type IV filter must have zero gain at zero frequency.')
    if nfreqs is None:
        nfreqs = 1 + 2 ** int(math.ceil(math.log2(numtaps)))
    freq = np.array(freq, dtype=float)
    if (steps == 0).any():
        near = np.finfo(float).eps * nyquist
        for k in range(len(freq) - 1):
            if freq[k] == freq[k + 1]:
                freq[k], freq[k + 1] = freq[k] - near, freq[k + 1] + near
        if (np.diff(freq) <= 0).any():
            raise ValueError('freq cannot contain numbers that are too close (within eps * (fs/2): {near}) to a repeated value.'.format(near=near))
    x = np.linspace(0.0, nyquist, nfreqs)
    shift = np.exp(-(numtaps - 1) / 2.0 * 1j * np.pi * x / nyquist)
    if antisymmetric:
        shift = shift * 1j
    out = np.fft.irfft(np.interp(x, freq, gain) * shift)[:numtaps]
    if window is not None:
        from scipy.signal.windows import get_window
        out = out * get_window(window, numtaps, fftbins=False)
    if kind == 3:
        out[out.size // 2] = 0.0
    return out


def firwin_2d(hsize, window, *, fc=None, fs=2, circular=False, pass_zero=True, scale=True):
    """A filter of two dimensions: the product of two windowed filters, or with circular=True one that is turned around its middle.

    >>> signal.firwin_2d((3, 3), ('boxcar', 'boxcar'), fc=0.5).shape
    (3, 3)
    """
    from scipy.signal import firwin
    if len(hsize) != 2:
        raise ValueError('hsize must be a 2-element tuple or list')
    if circular:
        if fc is None:
            raise ValueError('Cutoff frequency `fc` must be provided when `circular` is True')
        profile = firwin(8 * max(hsize), cutoff=fc, window=window, fs=fs)
        across, down = (np.linspace(-1, 1, size) for size in hsize)
        distance = np.sqrt(across[np.newaxis, :] ** 2 + down[:, np.newaxis] ** 2)
        return np.interp(distance, np.linspace(0, 1, len(profile)), profile)
    if len(window) != 2:
        raise ValueError('window must be a 2-element tuple or list')
    return np.outer(*(firwin(size, cutoff=fc, window=shape, fs=fs, pass_zero=pass_zero, scale=scale)
                      for size, shape in zip(hsize, window)))


def remez(numtaps, bands, desired, *, weight=None, type='bandpass', maxiter=25, grid_density=16, fs=None):
    """The filter whose largest weighted error over the bands is least, by Remez's exchange (J. H. McClellan, T. W. Parks and L. R. Rabiner,
    IEEE Trans. Audio 21 (1973) 506). type is 'bandpass', 'differentiator' or 'hilbert'.

    >>> signal.remez(3, [0, 0.1, 0.4, 0.5], [1, 0], fs=1.0).round(6)
    array([0.276393, 0.5     , 0.276393])
    """
    fs = 1.0 if fs is None else _rate(fs)
    kinds = {'bandpass': 1, 'differentiator': 2, 'hilbert': 3}
    if type not in kinds:
        raise ValueError("Type must be 'bandpass', 'differentiator', or 'hilbert'")
    bands, desired = np.asarray(bands, dtype=float) / fs, np.asarray(desired, dtype=float)
    weight = np.ones(len(desired)) if weight is None else np.asarray(weight, dtype=float)
    if len(bands) != 2 * len(desired) or len(weight) != len(desired):
        raise ValueError('The inputs desired and weight must have same length.  The input bands must have twice this length.')
    if np.any(bands < 0) or np.any(bands > 0.5 + 1e-12):
        raise ValueError('Band edges should be less than 1/2 the sampling frequency')
    if np.any(np.diff(bands) <= 0) and np.any(np.diff(bands) < 0):
        raise ValueError('Bands must be monotonic starting at zero.')
    kind, is_odd = kinds[type], numtaps % 2 == 1
    negative = kind != 1
    count = numtaps // 2 + (1 if is_odd and not negative else 0)
    step = 0.5 / (grid_density * count)
    grid, wanted, weights = [], [], []
    for k, (low, high) in enumerate(bands.reshape(-1, 2).tolist()):
        at = step if negative and low < step and not grid else low
        places = [at]
        while places[-1] + step < high:
            places.append(places[-1] + step)
        places[-1] = high
        for f in places:
            grid.append(f)
            wanted.append(desired[k] * f * 1.0 if kind == 2 else desired[k])
            weights.append(weight[k] / f if kind == 2 and desired[k] > 0.0001 else weight[k])
    if negative == is_odd and grid[-1] > 0.5 - step:
        grid, wanted, weights = grid[:-1], wanted[:-1], weights[:-1]
    f, d, w = np.array(grid), np.array(wanted), np.array(weights)
    if not negative:
        change = np.ones(len(f)) if is_odd else np.cos(np.pi * f)
    else:
        change = np.sin(2 * np.pi * f) if is_odd else np.sin(np.pi * f)
    d, w, x = d / change, w * change, np.cos(2 * np.pi * f)
    n = len(f)
    extremes = np.minimum((np.arange(count + 1) * (n - 1)) // count, n - 1)
    for _ in range(max(maxiter, 1) + 40):
        nodes = x[extremes]
        a = _barycentric(nodes)
        signs = np.where(np.arange(count + 1) % 2, -1.0, 1.0)
        deviation = np.dot(a, d[extremes]) / np.dot(a, signs / w[extremes])
        values = d[extremes] - signs * deviation / w[extremes]
        error = (d - _interpolate(x, nodes, values, a)) * w
        error[extremes] = signs * deviation
        if np.max(np.abs(error)) <= abs(deviation) * (1 + 1e-11):
            break
        new = _alternation(error, count + 1)
        if new is None or np.array_equal(new, extremes):
            break
        extremes = new
    else:
        raise ValueError(f'Failure to converge at iteration {maxiter}, try reducing transition band width.')
    sizes = np.arange(count) / (2 * count - 1) if count > 1 else np.zeros(1)
    points = np.cos(2 * np.pi * sizes)
    response = _interpolate(points, nodes, values, a)
    k = np.arange(count)
    cosines = np.cos(2 * np.pi * np.outer(sizes, k))
    alpha = np.linalg.solve(cosines, response)
    taps = np.zeros(numtaps)
    if not negative and is_odd:
        middle = numtaps // 2
        taps[middle] = alpha[0]
        for k in range(1, count):
            taps[middle - k] = taps[middle + k] = alpha[k] / 2
        return taps
    half = np.zeros(count + 3)
    padded = np.concatenate([alpha, np.zeros(3)])
    if not negative:  # cos(w / 2) times a sum of cosines
        half[1] = padded[0] + padded[1] / 2
        for k in range(2, count + 1):
            half[k] = (padded[k - 1] + padded[k]) / 2
        for k in range(1, count + 1):
            taps[count - k] = taps[count - 1 + k] = half[k] / 2
        return taps
    if not is_odd:  # sin(w / 2)
        half[1] = padded[0] - padded[1] / 2
        for k in range(2, count + 1):
            half[k] = (padded[k - 1] - padded[k]) / 2
        for k in range(1, count + 1):
            taps[count - k], taps[count - 1 + k] = half[k] / 2, -half[k] / 2
        return taps
    middle = numtaps // 2  # sin(w)
    half[1] = padded[0] - padded[2] / 2
    for k in range(2, count + 1):
        half[k] = (padded[k - 1] - padded[k + 1]) / 2
    for k in range(1, count + 1):
        taps[middle - k], taps[middle + k] = half[k] / 2, -half[k] / 2
    return taps


def _barycentric(nodes):
    differences = 2 * (nodes[:, None] - nodes)
    np.fill_diagonal(differences, 1.0)
    with np.errstate(all='ignore'):
        logs = np.sum(np.log(np.abs(differences)), axis=1)
    return np.prod(np.sign(differences), axis=1) * np.exp(np.mean(logs) - logs)


def _interpolate(x, nodes, values, weights):
    """The polynomial through the nodes; weights are those of all of them, so that the last may be left out."""
    reduced = weights[:-1] * (nodes[:-1] - nodes[-1])
    distance = x[:, None] - nodes[:-1]
    exact = np.abs(distance) < 1e-15
    with np.errstate(divide='ignore', invalid='ignore'):
        parts = reduced / distance
        result = parts @ values[:-1] / parts.sum(axis=1)
    hit = exact.any(axis=1)
    if hit.any():
        result[hit] = values[:-1][exact[hit].argmax(axis=1)]
    return result


def _alternation(error, count):
    """Places of `count` extremes of alternating sign, the largest ones; None where there are not as many."""
    inner = np.arange(len(error))
    before, after = np.concatenate([[0.0], error[:-1]]), np.concatenate([error[1:], [0.0]])
    is_top = (error > 0) & (error >= before) & (error >= after)
    is_bottom = (error < 0) & (error <= before) & (error <= after)
    chosen = []
    for k in inner[is_top | is_bottom].tolist():
        if chosen and (error[k] > 0) == (error[chosen[-1]] > 0):
            if abs(error[k]) > abs(error[chosen[-1]]):
                chosen[-1] = k
        else:
            chosen.append(k)
    while len(chosen) > count:
        if len(chosen) == count + 1:
            chosen.pop(0 if abs(error[chosen[0]]) < abs(error[chosen[-1]]) else -1)
            continue
        sizes = np.abs(error[chosen])
        k = int(np.argmin(sizes))
        if k in (0, len(chosen) - 1):
            chosen.pop(k)
        else:
            other = k + 1 if sizes[k + 1] < sizes[k - 1] else k - 1
            for index in sorted((k, other), reverse=True):
                chosen.pop(index)
    return np.array(chosen) if len(chosen) == count else None


# ---- combs, ears, sequences ----

def iircomb(w0, Q, ftype='notch', fs=2.0, *, pass_zero=False, xp=None, device=None):
    """A filter that takes out (ftype 'notch') or leaves ('peak') a frequency and its multiples.

    >>> signal.iircomb(0.5, 10)[0].round(6)
    array([ 0.863271,  0.      ,  0.      ,  0.      , -0.863271])
    """
    w0, Q, fs = float(w0), float(Q), _rate(fs)
    ftype = ftype.lower()
    if not 0 < w0 < fs / 2:
        raise ValueError(f'w0 must be between 0 and {fs / 2} (nyquist), but given {w0}.')
    if ftype not in ('notch', 'peak'):
        raise ValueError('ftype must be either notch or peak.')
    order = round(fs / w0)
    if abs(w0 - fs / order) / fs > 1e-14:
        raise ValueError('fs must be divisible by w0.')
    edge = (2 * np.pi * w0) / fs
    width = edge / Q
    beta = np.tan(order * width / 4)  # where the response has fallen by half
    share = 1 / (1 + beta)
    first, last = (share, share) if ftype == 'notch' else (beta * share, -beta * share)
    sign = -1.0 if (ftype == 'peak') == bool(pass_zero) else 1.0
    b, a = np.zeros(order + 1), np.zeros(order + 1)
    b[0], b[-1] = first, sign * last
    a[0], a[-1] = 1.0, sign * (1 - beta) * share
    return b, a


def gammatone(freq, ftype, order=None, numtaps=None, fs=None, *, xp=None, device=None):
    """A filter like the ear's at a frequency: 'fir', or 'iir' after M. Slaney, Apple Technical Report 35 (1993).

    >>> signal.gammatone(440, 'iir', fs=16000)[1].shape
    (9,)
    """
    freq, fs = float(freq), _rate(fs)
    if not 0 < freq < fs / 2:
        raise ValueError(f'The frequency must be between 0 and {fs / 2} (Nyquist), but given {freq}.')
    ftype = ftype.lower()
    if ftype not in ('fir', 'iir'):
        raise ValueError('ftype must be either fir or iir.')
    bandwidth = 1.019 * (freq / 9.26449 + 24.7)
    if ftype == 'fir':
        order = 4 if order is None else int(order)
        numtaps = max(int(fs * 0.015), 15) if numtaps is None else int(numtaps)
        if not 0 < order <= 24:
            raise ValueError('Invalid order: order must be > 0 and <= 24.')
        t = np.arange(numtaps) / fs
        b = t ** (order - 1) * np.exp(-2 * np.pi * bandwidth * t) * np.cos(2 * np.pi * freq * t)
        scale = 2 * (2 * np.pi * bandwidth) ** order / special.factorial(order - 1) / fs
        return b * scale, np.array([1.0])
    if order is not None:
        warnings.warn('order is not used for IIR gammatone filter.', stacklevel=2)
    if numtaps is not None:
        warnings.warn('numtaps is not used for IIR gammatone filter.', stacklevel=2)
    period, decay = 1.0 / fs, 2 * np.pi * bandwidth
    angle = 2 * np.pi * freq * period
    fade = np.exp(-decay * period)
    c, s = np.cos(angle), np.sin(angle)
    z = np.exp(2j * angle)
    roots = [np.sqrt(3 + 2 ** 1.5), -np.sqrt(3 + 2 ** 1.5), np.sqrt(3 - 2 ** 1.5), -np.sqrt(3 - 2 ** 1.5)]
    shifted = np.exp(-decay * period + 1j * angle)
    gain = np.prod([-2 * z * period + 2 * shifted * period * (c + r * s) for r in roots])
    gain = np.abs(gain / (-2 / np.exp(2 * decay * period) - 2 * z + 2 * (1 + z) / np.exp(decay * period)) ** 4)
    b = np.ones(1)
    for r in roots:
        b = np.convolve(b, [period, -period * fade * (c + r * s)])
    a = np.ones(1)
    for _ in range(4):
        a = np.convolve(a, [1.0, -2 * c * fade, fade * fade])
    return b / gain, a


_SEQUENCE_TAPS = {2: [1], 3: [2], 4: [3], 5: [3], 6: [5], 7: [6], 8: [7, 6, 1], 9: [5], 10: [7], 11: [9], 12: [11, 10, 4], 13: [12, 11, 8],
                  14: [13, 12, 2], 15: [14], 16: [15, 13, 4], 17: [14], 18: [11], 19: [18, 17, 14], 20: [17], 21: [19], 22: [21], 23: [18],
                  24: [23, 22, 17], 25: [22], 26: [25, 24, 20], 27: [26, 25, 22], 28: [25], 29: [27], 30: [29, 28, 7], 31: [28],
                  32: [31, 30, 10]}


def max_len_seq(nbits, state=None, length=None, taps=None):
    """A sequence of maximum length of a register of bits with feedback: (sequence, last state).

    >>> signal.max_len_seq(3)[0]
    array([1, 1, 1, 0, 1, 0, 0], dtype=int8)
    """
    if taps is None:
        if nbits not in _SEQUENCE_TAPS:
            known = np.array(list(_SEQUENCE_TAPS))
            raise ValueError(f'nbits must be between {known.min()} and {known.max()} if taps is None')
        taps = _SEQUENCE_TAPS[nbits]
    else:
        taps = np.unique(np.array(taps, np.intp))[::-1].tolist()
        if any(t < 0 or t > nbits for t in taps) or not taps:
            raise ValueError('taps must be non-empty with values between zero and nbits (inclusive)')
    most = 2 ** nbits - 1
    if length is None:
        length = most
    else:
        length = int(length)
        if length < 0:
            raise ValueError('length must be greater than or equal to 0')
    state = [1] * nbits if state is None else (np.array(state, dtype=bool)).astype(int).tolist()
    if np.ndim(state) != 1 or len(state) != nbits:
        raise ValueError('state must be a 1-D array of size nbits')
    if not any(state):
        raise ValueError('state must not be all zeros')
    sequence, at = [], 0
    for _ in range(length):
        bit = state[at]
        sequence.append(bit)
        for tap in taps:
            bit ^= state[(tap + at) % nbits]
        state[at] = bit
        at = (at + 1) % nbits
    return np.array(sequence, dtype=np.int8), np.array(state[at:] + state[:at], dtype=np.int8)


# ---- responses ----

def findfreqs(num, den, N, kind='ba'):
    """N frequencies that show an analog filter's response.

    >>> signal.findfreqs([1, 0], [1, 8, 25], 3)
    array([1.e-02, 1.e+00, 1.e+02])
    """
    if kind == 'ba':
        poles, zeros = np.atleast_1d(np.roots(den)) + 0j, np.atleast_1d(np.roots(num)) + 0j
    elif kind == 'zp':
        poles, zeros = np.atleast_1d(den) + 0j, np.atleast_1d(num) + 0j
    else:
        raise ValueError("input must be one of {'ba', 'zp'}")
    if len(poles) == 0:
        poles = np.atleast_1d(-1000) + 0j
    both = np.concatenate([poles[poles.imag >= 0], zeros[(np.abs(zeros) < 1e5) & (zeros.imag >= 0)]])
    integrates = np.abs(both) < 1e-10
    high = np.round(np.log10(np.max(3 * np.abs(both.real + integrates) + 1.5 * both.imag)) + 0.5)
    low = np.round(np.log10(0.1 * np.min(np.abs((both + integrates).real) + 2 * both.imag)) - 0.5)
    return np.logspace(low, high, N)


def freqs_zpk(z, p, k, worN=200):
    """The frequency response of an analog filter given by zeros, poles and gain: frequencies and values.

    >>> np.abs(signal.freqs_zpk([], [-1], 1, [0.0])[1])
    array([1.])
    """
    k = np.asarray(k)
    if k.size > 1:
        raise ValueError('k must be a single scalar gain')
    w = findfreqs(z, p, 200 if worN is None else worN, kind='zp') if worN is None or np.ndim(worN) == 0 else np.asarray(worN)
    s = 1j * w
    above, below = 1.0, 1.0
    for zero in np.atleast_1d(z):
        above = above * (s - zero)
    for pole in np.atleast_1d(p):
        below = below * (s - pole)
    return w, k * above / below * np.ones(np.shape(s))


def freqz_sos(sos, worN=512, whole=False, fs=2 * math.pi):
    """The frequency response of a digital filter of second-order sections: frequencies and values.

    >>> signal.freqz_sos([[1.0, 0, 0, 1, 0, 0]], 1)[1]
    array([1.+0.j])
    """
    from scipy.signal import sosfreqz
    return sosfreqz(sos, worN, whole, fs)


# ---- partial fractions ----

def unique_roots(p, tol=1e-3, rtype='min'):
    """Roots that lie within tol of each other taken together: (roots, how often each occurs); rtype is 'max', 'min' or 'avg'.

    >>> signal.unique_roots([0, 1.3, 1.31, 2.8], tol=2e-2)[1]
    array([1, 2, 1])
    """
    if rtype in ('max', 'maximum'):
        reduced = np.max
    elif rtype in ('min', 'minimum'):
        reduced = np.min
    elif rtype in ('avg', 'mean'):
        reduced = np.mean
    else:
        raise ValueError("`rtype` must be one of {'max', 'maximum', 'min', 'minimum', 'avg', 'mean'}")
    p = np.asarray(p)
    used = np.zeros(len(p), dtype=bool)
    roots, counts = [], []
    for k in range(len(p)):
        if used[k]:
            continue
        group = (np.abs(p - p[k]) <= tol) & ~used
        roots.append(reduced(p[group]))
        counts.append(int(group.sum()))
        used |= group
    return np.asarray(roots), np.asarray(counts)


def _without_roots(roots, counts):
    """Products of the factors of all other roots, for each root."""
    suffix = [np.array([1])]
    for root, count in zip(roots[:0:-1], counts[:0:-1]):
        polynomial = suffix[-1]
        for _ in range(int(count)):
            polynomial = np.polymul(polynomial, [1, -root])
        suffix.append(polynomial)
    factors, polynomial = [], np.array([1])
    for root, count, rest in zip(roots, counts, suffix[::-1]):
        factors.append(np.polymul(polynomial, rest))
        for _ in range(int(count)):
            polynomial = np.polymul(polynomial, [1, -root])
    return factors, polynomial


def _residues(roots, counts, numerator):
    factors, _ = _without_roots(roots, counts)
    found = []
    for root, count, factor in zip(roots, counts, factors):
        if count == 1:
            found.append(np.polyval(numerator, root) / np.polyval(factor, root))
            continue
        rest, block, linear = numerator.astype(np.result_type(numerator, roots)), [], np.array([1, -root])
        factor, change = np.polydiv(factor, linear)
        for _ in range(int(count)):
            rest, value = np.polydiv(rest, linear)
            r = value[0] / change[0]
            rest = np.polysub(rest, r * factor)
            block.append(r)
        found.extend(reversed(block))
    return np.asarray(found)


def _trimmed(c):
    return np.trim_zeros(np.atleast_1d(c), 'f')


def residue(b, a, tol=1e-3, rtype='avg'):
    """b(s) / a(s) as a sum of fractions: (residues, poles, direct terms); powers of repeated poles follow each other.

    >>> signal.residue([1.0], [1.0, 3.0, 2.0])[0].round(6)
    array([ 1., -1.])
    """
    b, a = np.asarray(b), np.asarray(a)
    if not np.issubdtype(b.dtype, np.inexact):
        b = b.astype(float)
    if not np.issubdtype(a.dtype, np.inexact):
        a = a.astype(float)
    b, a = _trimmed(b), _trimmed(a)
    if a.size == 0:
        raise ValueError('Denominator `a` is zero.')
    poles = np.roots(a)
    if b.size == 0:
        return np.zeros(poles.shape), _grouped(poles, tol, rtype)[0], np.array([])
    direct, b = (np.empty(0), b) if len(b) < len(a) else np.polydiv(b, a)
    roots, counts = unique_roots(poles, tol=tol, rtype=rtype)
    roots, order = _by_size(roots)
    counts = counts[order]
    residues = _residues(roots, counts, b)
    repeated = np.repeat(roots, counts)
    return residues / a[0], repeated, direct


def _by_size(p):
    order = np.argsort(np.abs(p))
    return p[order], order


def _grouped(poles, tol, rtype):
    roots, counts = unique_roots(poles, tol=tol, rtype=rtype)
    roots, order = _by_size(roots)
    return np.repeat(roots, counts[order]), counts[order]


def residuez(b, a, tol=1e-3, rtype='avg'):
    """b(z) / a(z), polynomials of 1 / z, as a sum of fractions: (residues, poles, direct terms).

    >>> signal.residuez([1.0], [1.0, -0.5])[0]
    array([1.])
    """
    b, a = np.asarray(b), np.asarray(a)
    if not np.issubdtype(b.dtype, np.inexact):
        b = b.astype(float)
    if not np.issubdtype(a.dtype, np.inexact):
        a = a.astype(float)
    b, a = np.trim_zeros(np.atleast_1d(b), 'b'), np.trim_zeros(np.atleast_1d(a), 'b')
    if a.size == 0:
        raise ValueError('Denominator `a` is zero.')
    if a[0] == 0:
        raise ValueError('First coefficient of determinant `a` must be non-zero.')
    poles = np.roots(a)
    if b.size == 0:
        return np.zeros(poles.shape), _by_size(poles)[0], np.array([])
    backward_b, backward_a = b[::-1], a[::-1]
    direct, backward_b = (np.empty(0), backward_b) if len(backward_b) < len(backward_a) else np.polydiv(backward_b, backward_a)
    roots, counts = unique_roots(poles, tol=tol, rtype=rtype)
    roots, order = _by_size(roots)
    counts = counts[order]
    residues = _residues(1 / roots, counts, backward_b)
    powers = np.concatenate([np.arange(1, count + 1) for count in counts]) if len(counts) else np.zeros(0)
    repeated = np.repeat(roots, counts)
    residues = residues * (-repeated) ** powers / backward_a[0]
    return residues, repeated, direct[::-1]


def _summed(r, p, k, tol, rtype, backwards):
    r, p, k = np.atleast_1d(r), np.atleast_1d(p), np.trim_zeros(np.atleast_1d(k), 'b' if backwards else 'f')
    roots, counts = [], []
    at = 0
    while at < len(p):
        group = 1
        while at + group < len(p) and abs(p[at + group] - p[at]) <= tol:
            group += 1
        reduced = {'max': np.max, 'maximum': np.max, 'min': np.min, 'minimum': np.min}.get(rtype, np.mean)
        roots.append(reduced(p[at:at + group]))
        counts.append(group)
        at += group
    factors, denominator = _without_roots(np.array(roots), np.array(counts))
    total = np.array([0]) if not len(k) else np.polymul(k[::-1] if backwards else k, denominator[::-1] if backwards else denominator)
    at = 0
    for root, count, factor in zip(roots, counts, factors):
        for power in range(count):
            term = factor
            for _ in range(count - 1 - power):
                term = np.polymul(term, [1, -root])
            total = np.polyadd(total, r[at] * (term[::-1] if backwards else term))
            at += 1
    return (total[::-1] if backwards else total), denominator


def invres(r, p, k, tol=1e-3, rtype='avg'):
    """The polynomials b and a of a sum of fractions: what residue() takes apart.

    >>> signal.invres([1.0], [-1.0], [])[1]
    array([1., 1.])
    """
    return _summed(r, p, k, tol, rtype, False)


def invresz(r, p, k, tol=1e-3, rtype='avg'):
    """The polynomials b and a of 1 / z of a sum of fractions: what residuez() takes apart.

    >>> signal.invresz([1.0], [0.5], [])[1]
    array([ 1. , -0.5])
    """
    return _summed(r, p, k, tol, rtype, True)
