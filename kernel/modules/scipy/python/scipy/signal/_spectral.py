"""Spectra, waveforms, peaks and other sampling rates."""

import math
import warnings

import numpy as np
from scipy.signal._filters import cheby1, detrend as _detrend, firwin, lfilter, sosfilt, sosfiltfilt
from scipy.signal.windows import get_window

__all__ = ['periodogram', 'welch', 'csd', 'coherence', 'spectrogram', 'stft', 'istft', 'lombscargle', 'resample', 'resample_poly', 'upfirdn',
           'decimate', 'choose_conv_method', 'correlation_lags', 'square', 'sawtooth', 'chirp', 'gausspulse', 'unit_impulse',
           'sweep_poly', 'find_peaks', 'peak_prominences', 'peak_widths', 'argrelmin', 'argrelmax', 'argrelextrema', 'gauss_spline', 'vectorstrength']


# ---- spectra ----

def _segments(x, nperseg, noverlap, detrend, window):
    """Overlapping pieces of the last axis, without trend, times the window."""
    step = nperseg - noverlap
    if nperseg == 1 and noverlap == 0:
        pieces = x[..., np.newaxis]
    else:
        count = (x.shape[-1] - noverlap) // step
        pieces = np.lib.stride_tricks.sliding_window_view(x, nperseg, axis=-1)[..., ::step, :][..., :count, :]
    if detrend:
        pieces = detrend(pieces) if callable(detrend) else _detrend(pieces, axis=-1, type=detrend)
    return pieces * window


def _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, mode, boundary=None, padded=False):
    """(frequencies, times, spectra): the axis of frequencies where the signal's was, that of times last."""
    same = y is None or y is x
    x = np.asarray(x)
    y = x if same else np.asarray(y)
    if x.size == 0 or y.size == 0:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    work = np.result_type(x, y, np.complex64)
    x, y = np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)
    if not same and x.shape[-1] != y.shape[-1]:
        size = max(x.shape[-1], y.shape[-1])
        fill = lambda v: np.concatenate([v, np.zeros(v.shape[:-1] + (size - v.shape[-1],))], -1)
        x, y = fill(x), fill(y)
    length = x.shape[-1]
    if nperseg is not None:
        nperseg = int(nperseg)
        if nperseg < 1:
            raise ValueError('nperseg must be a positive integer')
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else nperseg
        if nperseg > length:
            warnings.warn(f'nperseg={nperseg:d} is greater than signal length max(len(x), len(y)) = {length:d}, using nperseg = {length:d}', stacklevel=4)
            nperseg = length
        win = get_window(window, nperseg)
    else:
        win = np.asarray(window)
        if win.ndim != 1:
            raise ValueError('window must be 1-D')
        if length < win.shape[-1]:
            raise ValueError('window is longer than input signal')
        if nperseg is not None and nperseg != win.shape[0]:
            raise ValueError('value specified for nperseg is different from length of window')
        nperseg = win.shape[0]
    nfft = nperseg if nfft is None else int(nfft)
    if nfft < nperseg:
        raise ValueError('nfft must be greater than or equal to nperseg.')
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError('noverlap must be less than nperseg.')
    step = nperseg - noverlap
    if boundary is not None:
        from scipy.signal._filters import _extended
        half = nperseg // 2
        if boundary == 'zeros':
            zeros = np.zeros(x.shape[:-1] + (half,))
            x = np.concatenate([zeros, x, zeros], -1)
            y = x if same else np.concatenate([np.zeros(y.shape[:-1] + (half,)), y, np.zeros(y.shape[:-1] + (half,))], -1)
        else:
            x = _extended(x, half, boundary, -1)
            y = x if same else _extended(y, half, boundary, -1)
    if padded:
        more = (-(x.shape[-1] - nperseg) % step) % nperseg
        x = np.concatenate([x, np.zeros(x.shape[:-1] + (more,))], -1)
        y = x if same else np.concatenate([y, np.zeros(y.shape[:-1] + (more,))], -1)
    if scaling == 'density':
        scale = 1.0 / (fs * (win * win).sum())
    elif scaling == 'spectrum':
        scale = 1.0 / win.sum() ** 2
    else:
        raise ValueError(f'Unknown scaling: {scaling!r}')
    if mode == 'stft':
        scale = np.sqrt(scale)
    onesided = return_onesided and x.dtype.kind != 'c' and y.dtype.kind != 'c'
    transform = (lambda v: np.fft.rfft(v, nfft)) if onesided else lambda v: np.fft.fft(v, nfft)
    frequencies = np.fft.rfftfreq(nfft, 1 / fs) if onesided else np.fft.fftfreq(nfft, 1 / fs)
    result = transform(_segments(x, nperseg, noverlap, detrend, win))
    if mode == 'psd':
        other = result if same else transform(_segments(y, nperseg, noverlap, detrend, win))
        result = np.conjugate(result) * other
    result = result * scale
    if onesided and mode == 'psd':
        if nfft % 2:
            result[..., 1:] *= 2
        else:
            result[..., 1:-1] *= 2
    times = np.arange(nperseg / 2, x.shape[-1] - nperseg / 2 + 1, step) / float(fs)
    if boundary is not None:
        times = times - (nperseg / 2) / fs
    result = result.astype(work)
    if same and mode != 'stft':
        result = result.real
    if axis < 0:
        axis -= 1
    return frequencies, times, np.moveaxis(result, -1, axis)


def csd(x, y, fs=1.0, window='hann_periodic', nperseg=None, noverlap=None, nfft=None, detrend='constant', return_onesided=True,
        scaling='density', axis=-1, average='mean'):
    """The cross spectral density by Welch's method.

    >>> signal.csd(np.ones(4), np.ones(4), nperseg=4)[0]
    array([0.  , 0.25, 0.5 ])
    """
    frequencies, _, spectra = _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, 'psd')
    if spectra.ndim >= 2 and spectra.size > 0:
        if spectra.shape[-1] > 1:
            if average == 'median':
                n = spectra.shape[-1]
                pairs = 2 * np.arange(1.0, (n - 1) // 2 + 1)
                bias = 1 + np.sum(1.0 / (pairs + 1) - 1.0 / pairs)
                middle = np.median(spectra.real, axis=-1)
                spectra = (middle + 1j * np.median(spectra.imag, axis=-1) if spectra.dtype.kind == 'c' else middle) / bias
            elif average == 'mean':
                spectra = spectra.mean(axis=-1)
            else:
                raise ValueError(f'average must be "median" or "mean", got {average}')
        else:
            spectra = np.reshape(spectra, spectra.shape[:-1])
    return frequencies, spectra


def welch(x, fs=1.0, window='hann_periodic', nperseg=None, noverlap=None, nfft=None, detrend='constant', return_onesided=True,
          scaling='density', axis=-1, average='mean'):
    """The power spectral density: periodograms of pieces, averaged.

    >>> signal.welch(np.ones(4), nperseg=4)[0]
    array([0.  , 0.25, 0.5 ])
    """
    pieces = window, nperseg, noverlap, nfft, detrend
    frequencies, density = csd(x, x, fs, *pieces, return_onesided, scaling, axis, average)
    return frequencies, density.real


def periodogram(x, fs=1.0, window='boxcar', nfft=None, detrend='constant', return_onesided=True, scaling='density', axis=-1):
    """The power spectral density of the whole signal.

    >>> signal.periodogram([1.0, -1.0])[1]
    array([0., 2.])
    """
    x = np.asarray(x)
    if x.size == 0:
        return np.empty(x.shape), np.empty(x.shape)
    window = 'boxcar' if window is None else window
    nperseg = x.shape[axis]
    if nfft is None or nfft == nperseg:
        pass
    elif nfft < nperseg:
        x = np.moveaxis(np.moveaxis(x, axis, 0)[:nfft], 0, axis)
        nperseg, nfft = nfft, None
    if hasattr(window, 'size') and window.size != nperseg:
        raise ValueError('the size of the window must be the same size of the input on the specified axis')
    return welch(x, fs, window, nperseg, 0, nfft, detrend, return_onesided, scaling, axis)


def coherence(x, y, fs=1.0, window='hann_periodic', nperseg=None, noverlap=None, nfft=None, detrend='constant', axis=-1):
    """How far two signals depend on each other, for each frequency.

    >>> signal.coherence([1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 0.0, 1.0], nperseg=2)[1].shape
    (2,)
    """
    options = dict(fs=fs, window=window, nperseg=nperseg, noverlap=noverlap, nfft=nfft, detrend=detrend, axis=axis)
    frequencies, pxx = welch(x, **options)
    pyy = welch(y, **options)[1]
    return frequencies, np.abs(csd(x, y, **options)[1]) ** 2 / pxx / pyy


def spectrogram(x, fs=1.0, window=('tukey_periodic', 0.25), nperseg=None, noverlap=None, nfft=None, detrend='constant',
                return_onesided=True, scaling='density', axis=-1, mode='psd'):
    """Spectra of pieces one after the other: (frequencies, times, spectra).

    >>> signal.spectrogram(np.ones(8), nperseg=4, noverlap=0)[1]
    array([2., 6.])
    """
    if mode not in ('psd', 'complex', 'magnitude', 'angle', 'phase'):
        raise ValueError("unknown value for mode {}, must be one of ['psd', 'complex', 'magnitude', 'angle', 'phase']".format(mode))
    x = np.asarray(x)
    if isinstance(window, (str, tuple)):
        nperseg = min(256 if nperseg is None else nperseg, x.shape[axis])
    else:
        nperseg = np.asarray(window).shape[0]
    noverlap = nperseg // 8 if noverlap is None else noverlap
    if mode == 'psd':
        return _spectra(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, 'psd')
    frequencies, times, spectra = _spectra(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, 'stft')
    if mode == 'magnitude':
        spectra = np.abs(spectra)
    elif mode in ('angle', 'phase'):
        spectra = np.angle(spectra)
        if mode == 'phase':
            spectra = np.unwrap(spectra, axis=axis - 1 if axis < 0 else axis)
    return frequencies, times, spectra


def stft(x, fs=1.0, window='hann_periodic', nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary='zeros',
         padded=True, axis=-1, scaling='spectrum'):
    """The short time Fourier transform: (frequencies, times, values).

    >>> signal.stft(np.ones(8), nperseg=4)[2].shape
    (3, 5)
    """
    kind = {'psd': 'density', 'spectrum': scaling}.get(scaling)
    if kind is None:
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    pieces = window, nperseg, noverlap, nfft, detrend
    return _spectra(x, x, fs, *pieces, return_onesided, kind, axis, 'stft', boundary, padded)


def istft(Zxx, fs=1.0, window='hann_periodic', nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True, time_axis=-1,
          freq_axis=-2, scaling='spectrum'):
    """The signal of a short time Fourier transform: (times, signal).

    >>> signal.istft(signal.stft(np.ones(8), nperseg=4)[2])[1].round(6)
    array([1., 1., 1., 1., 1., 1., 1., 1.])
    """
    z = np.moveaxis(np.asarray(Zxx) + 0j, (freq_axis, time_axis), (-2, -1))
    count = z.shape[-1]
    default = 2 * (z.shape[-2] - 1) if input_onesided else z.shape[-2]
    nperseg = default if nperseg is None else int(nperseg)
    nfft = (default + 1 if input_onesided and nperseg == default + 1 else default) if nfft is None else int(nfft)
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    step = nperseg - noverlap
    win = get_window(window, nperseg) if isinstance(window, (str, tuple)) else np.asarray(window)
    pieces = (np.fft.irfft(z, nfft, axis=-2) if input_onesided else np.fft.ifft(z, axis=-2))[..., :nperseg, :]
    length = nperseg + (count - 1) * step
    x, norm = np.zeros(z.shape[:-2] + (length,), dtype=pieces.dtype), np.zeros(length)
    pieces = pieces * (win.sum() if scaling == 'spectrum' else np.sqrt(fs * np.sum(win ** 2)))
    for k in range(count):
        x[..., k * step:k * step + nperseg] += pieces[..., k] * win
        norm[k * step:k * step + nperseg] += win ** 2
    if boundary:
        x, norm = x[..., nperseg // 2:-(nperseg // 2)], norm[nperseg // 2:-(nperseg // 2)]
    if np.sum(norm > 1e-10) != len(norm):
        warnings.warn('NOLA condition failed, STFT may not be invertible.' + (" Possibly due to missing boundary" if not boundary else ''), stacklevel=2)
    x = x / np.where(norm > 1e-10, norm, 1.0)
    return np.arange(x.shape[-1]) / float(fs), x


def lombscargle(x, y, freqs, precenter=np._NoValue, normalize=False, *, weights=None, floating_mean=False):
    """The periodogram of samples at uneven times; with weights, and with a mean that each frequency has for itself.

    normalize: False or 'power', True or 'normalize' (the share of all), or 'amplitude' (complex).

    >>> signal.lombscargle([0.0, 1.0, 2.0], [1.0, 0.0, -1.0], [1.0, 2.0]).shape
    (2,)
    """
    x, y, freqs = np.asarray(x, float), np.asarray(y, float), np.asarray(freqs, float)
    weights = np.ones_like(y) if weights is None else np.asarray(weights, float)
    if not (x.ndim == 1 and x.size > 0 and x.shape == y.shape == weights.shape):
        raise ValueError('Parameters x, y, weights must be 1-D arrays of equal non-zero length!')
    if not (freqs.ndim == 1 and freqs.size > 0):
        raise ValueError('Parameter freqs must be a 1-D array of non-zero length!')
    if not (np.all(weights >= 0) and np.sum(weights) > 0):
        raise ValueError('Parameter weights must have only non-negative entries which sum to a positive value!')
    if isinstance(normalize, bool):
        normalize = 'normalize' if normalize else 'power'
    if normalize not in ('power', 'normalize', 'amplitude'):
        raise ValueError("Normalize must be: False (or 'power'), True (or 'normalize'), or 'amplitude'.")
    if precenter is not np._NoValue:
        warnings.warn("Use of parameter 'precenter' is deprecated as of SciPy 1.17.0 and will be removed in 1.19.0. Please leave 'precenter' "
                      "unspecified. Passing True to 'precenter' can be exactly substituted by passing 'y = (y - y.mean())' into the input. "
                      'Consider setting `floating_mean` to True instead.', DeprecationWarning, stacklevel=2)
        if precenter:
            y = y - y.mean()
    weights = weights / weights.sum()
    mean = weights @ y if floating_mean else 0.0
    phase = freqs[:, None] * x

    def moments(c, s):
        """Weighted squares of cosines and sines and their product, less those of their means where these float."""
        c0, s0 = (c @ weights, s @ weights) if floating_mean else (0.0, 0.0)
        squares = c * c @ weights
        return squares - c0 * c0, 1.0 - squares - s0 * s0, c * s @ weights - c0 * s0, c0, s0

    cc, ss, cs, _, _ = moments(np.cos(phase), np.sin(phase))
    tau = 0.5 * np.arctan2(2.0 * cs, cc - ss)  # where cosines and sines are independent
    c, s = np.cos(phase - tau[:, None]), np.sin(phase - tau[:, None])
    cc, ss, _, c0, s0 = moments(c, s)
    least = np.finfo(float).epsneg
    cc, ss = np.maximum(cc, least), np.maximum(ss, least)
    yc, ys = c @ (weights * y) - mean * c0, s @ (weights * y) - mean * s0
    a, b = yc / cc, ys / ss
    power = np.squeeze(2.0 * (a * yc + b * ys))
    if normalize == 'power':
        return power * (len(x) / 4.0)
    if normalize == 'normalize':
        return power * 0.5 / (weights * y @ y - mean * mean)
    return np.squeeze((a + 1j * b) * np.exp(1j * tau))



# ---- other rates ----

def resample(x, num, t=None, axis=0, window=None, domain='time'):
    """A signal with another number of samples, by Fourier's method.

    >>> signal.resample([1.0, 1.0], 4)
    array([1., 1., 1., 1.])
    """
    if domain not in ('time', 'freq'):
        raise ValueError("Parameter domain='{}' not in ('time', 'freq')!".format(domain))
    x = np.asarray(x)
    if x.dtype.kind not in 'fc':
        x = x.astype(float)
    n, num = x.shape[axis], int(num)
    if num < 1:
        raise ValueError(f'Parameter num={num} is not positive!')
    real = x.dtype.kind != 'c' and domain == 'time'
    lines = np.moveaxis(x, axis, -1)
    if domain == 'time':
        spectrum = np.fft.rfft(lines) if real else np.fft.fft(lines)
    else:
        spectrum = lines
    if window is not None:
        w = window(np.fft.fftfreq(n)) if callable(window) else np.fft.ifftshift(get_window(window, n)) if not isinstance(window, np.ndarray) else window
        if real:
            folded = w.copy()
            folded[1:] += folded[-1:0:-1]
            folded[1:] *= 0.5
            w = folded[:spectrum.shape[-1]]
        spectrum = spectrum * w
    small = min(num, n)
    half = small // 2 + 1
    if real:
        new = np.zeros(lines.shape[:-1] + (num // 2 + 1,), dtype=spectrum.dtype)
        new[..., :half] = spectrum[..., :half]
        if small % 2 == 0:
            if num < n:
                new[..., small // 2] *= 2
            elif n < num:
                new[..., small // 2] *= 0.5
        y = np.fft.irfft(new, num)
    else:
        new = np.zeros(lines.shape[:-1] + (num,), dtype=spectrum.dtype)
        new[..., :half] = spectrum[..., :half]
        if small > 2:
            new[..., half - small:] = spectrum[..., half - small:]
        if small % 2 == 0:
            if num < n:
                new[..., small // 2] += spectrum[..., -(small // 2)]
            elif n < num:
                new[..., small // 2] *= 0.5
                new[..., num - small // 2] = new[..., small // 2]
        y = np.fft.ifft(new)
    y = np.moveaxis(y * (float(num) / float(n)), -1, axis)
    if x.dtype.char in 'fF':
        y = y.astype(x.dtype)
    if t is None:
        return y
    t = np.asarray(t)
    return y, np.arange(0, num) * (t[1] - t[0]) * n / float(num) + t[0]


def _continued(lines, n, mode, cval):
    """n more samples at both ends of each line, made of its own."""
    width = [(0, 0)] * (lines.ndim - 1) + [(n, n)]
    plain = {'wrap': 'wrap', 'edge': 'edge', 'symmetric': 'symmetric', 'reflect': 'reflect'}
    if mode == 'constant':
        return np.pad(lines, width, constant_values=cval)
    if mode in plain:
        return np.pad(lines, width, mode=plain[mode])
    if mode == 'antireflect':
        return np.pad(lines, width, mode='reflect', reflect_type='odd')
    first, last, steps, count = lines[..., :1], lines[..., -1:], np.arange(1, n + 1), lines.shape[-1]
    if mode == 'antisymmetric':
        long = np.pad(lines, width, mode='symmetric')
        turns = np.floor_divide(np.arange(-n, count + n), count) % 2
        return np.where(turns == 1, -long, long)
    if mode not in ('smooth', 'line'):
        raise ValueError(f'Unknown mode: {mode}')
    if mode == 'line':
        before = after = (last - first) / (count - 1) if count > 1 else first * 0.0
    else:
        before, after = lines[..., 1:2] - first, last - lines[..., -2:-1]
    return np.concatenate([first - before * steps[::-1], lines, last + after * steps], axis=-1)


def upfirdn(h, x, up=1, down=1, axis=-1, mode='constant', cval=0):
    """A signal with zeros put in, filtered, and thinned out.

    >>> signal.upfirdn([1.0, 1.0, 1.0], [1.0, 1.0, 1.0])
    array([1., 2., 3., 2., 1.])
    """
    h, x = np.asarray(h), np.asarray(x)
    if h.ndim != 1 or h.size == 0:
        raise ValueError('h must be 1-D with non-zero length')
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError('Both up and down must be >= 1')
    lines = np.moveaxis(x, axis, -1)
    count, around = lines.shape[-1], 0
    if mode != 'constant' or cval:
        around = -(-len(h) // up)
        lines = _continued(lines, around, mode, cval)
    flat = lines.reshape(-1, lines.shape[-1])
    dtype = np.result_type(h, x, np.float32)
    rows, most = [], ((count - 1) * up + len(h) - 1) // down + 1
    for line in flat:
        spread = np.zeros((len(line) - 1) * up + 1, dtype=dtype)
        spread[::up] = line
        rows.append(np.convolve(spread, h)[around * up::down][:most])
    size = rows[0].shape[0] if rows else 0
    return np.moveaxis(np.array(rows, dtype=dtype).reshape(lines.shape[:-1] + (size,)), -1, axis)


def resample_poly(x, up, down, axis=0, window=('kaiser', 5.0), padtype='constant', cval=None):
    """A signal at up / down times its rate, by a filter of many phases.

    >>> signal.resample_poly([1.0, 2.0, 3.0, 4.0], 1, 2).shape
    (2,)
    """
    x = np.asarray(x)
    if up != int(up) or down != int(down):
        raise ValueError('up and down must be integers')
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError('up and down must be >= 1')
    common = math.gcd(up, down)
    up, down = up // common, down // common
    if up == down == 1:
        return x.copy()
    n = x.shape[axis]
    wanted = n * up
    wanted = wanted // down + bool(wanted % down)
    if isinstance(window, (list, np.ndarray)):
        h = np.array(window)
        if h.ndim > 1:
            raise ValueError('window must be 1-D')
        half = (h.size - 1) // 2
    else:
        rate = max(up, down)
        half = 10 * rate
        h = firwin(2 * half + 1, 1.0 / rate, window=window)
        if x.dtype.char in 'fF':
            h = h.astype(x.dtype)
    h = h * up
    before = down - half % down
    remove = (half + before) // down
    after = 0
    length = lambda: -(-((n - 1) * up + len(h) + before + after) // down)
    while length() < wanted + remove:
        after += 1
    h = np.concatenate([np.zeros(before, dtype=h.dtype), h, np.zeros(after, dtype=h.dtype)])
    background = None
    means = {'mean': np.mean, 'median': np.median, 'minimum': np.min, 'maximum': np.max}
    if padtype in means:
        background = means[padtype](x, axis=axis, keepdims=True)
        x = x - background
    elif padtype == 'line':
        raise NotImplementedError("padtype 'line'")
    elif padtype == 'constant' and cval:
        background = cval
        x = x - cval
    y = np.moveaxis(np.moveaxis(upfirdn(h, x, up, down, axis=axis), axis, 0)[remove:remove + wanted], 0, axis)
    return y if background is None else y + background


def decimate(x, q, n=None, ftype='iir', axis=-1, zero_phase=True):
    """A signal thinned out after a low pass.

    >>> signal.decimate(np.ones(40), 2).round(2)[:3]
    array([0.99, 0.99, 0.99])
    """
    x = np.asarray(x)
    q = int(q)
    dtype = x.dtype if x.dtype.kind in 'fc' else np.dtype(float)
    if ftype == 'fir':
        n = 20 * q if n is None else int(n)
        b = firwin(n + 1, 1.0 / q, window='hamming').astype(dtype)
        y = resample_poly(x, 1, q, axis=axis, window=b) if zero_phase else np.moveaxis(np.moveaxis(lfilter(b, 1.0, x, axis=axis), axis, 0)[::q], 0, axis)
        return y
    if ftype != 'iir':
        raise ValueError('invalid ftype')
    sos = cheby1(8 if n is None else int(n), 0.05, 0.8 / q, output='sos').astype(dtype)
    y = sosfiltfilt(sos, x, axis=axis) if zero_phase else sosfilt(sos, x, axis=axis)
    return np.moveaxis(np.moveaxis(y, axis, 0)[::q], 0, axis)


# ---- convolution ----

def choose_conv_method(in1, in2, mode='full', measure=False):
    """'fft' or 'direct': what would be quicker for these sizes.

    >>> signal.choose_conv_method(np.ones(3), np.ones(3))
    'direct'
    """
    a, b = np.asarray(in1), np.asarray(in2)
    if a.dtype.kind in 'bui' and b.dtype.kind in 'bui':
        return 'direct'
    n = a.size + b.size
    return 'fft' if a.size * b.size > 40.0 * n * max(1.0, math.log2(max(n, 2))) else 'direct'


def correlation_lags(in1_len, in2_len, mode='full'):
    """The lags of correlate()'s elements.

    >>> signal.correlation_lags(3, 2)
    array([-1,  0,  1,  2])
    """
    if mode == 'full':
        return np.arange(-in2_len + 1, in1_len)
    if mode == 'same':
        lags = np.arange(-in2_len + 1, in1_len)
        middle = lags.size // 2
        half = in1_len // 2
        return lags[middle - half:middle + half + in1_len % 2]
    if mode == 'valid':
        bound = in1_len - in2_len
        return np.arange(bound + 1) if bound >= 0 else np.arange(bound, 1)
    raise ValueError(f'Mode {mode} is invalid')


def gauss_spline(x, n):
    """The Gaussian that is near a spline of degree n.

    >>> signal.gauss_spline([0.0], 3).round(6)
    array([0.690988])
    """
    square = (1 + n) / 12.0
    bell = np.exp(-np.asarray(x) ** 2 / 2 / square)
    return 1 / np.sqrt(2 * np.pi * square) * bell


def vectorstrength(events, period):
    """How well events keep to a period, and their phase.

    >>> signal.vectorstrength([0.0, 1.0], 1.0)[0]
    np.float64(1.0)
    """
    turns = np.exp(2j * np.pi / np.asarray(period) * np.asarray(events))
    mean = np.mean(turns)
    return np.abs(mean), np.angle(mean)


# ---- waveforms ----

def sawtooth(t, width=1):
    """A wave of straight lines, of period 2 pi.

    >>> signal.sawtooth([0.0, np.pi])
    array([-1.,  0.])
    """
    t, w = np.asarray(t), np.asarray(width)
    w = w + (t - t)
    t = t + (w - w)
    phase = np.mod(t, 2 * np.pi)
    bad = (w > 1) | (w < 0)
    with np.errstate(divide='ignore', invalid='ignore'):
        y = np.where(phase < w * 2 * np.pi, phase / (np.pi * w) - 1, (np.pi * (w + 1) - phase) / (np.pi * (1 - w)))
    return np.where(bad, np.nan, y)


def square(t, duty=0.5):
    """A wave of 1 and -1, of period 2 pi.

    >>> signal.square([0.0, 4.0])
    array([ 1., -1.])
    """
    t, w = np.asarray(t), np.asarray(duty)
    w = w + (t - t)
    t = t + (w - w)
    phase = np.mod(t, 2 * np.pi)
    return np.where((w > 1) | (w < 0), np.nan, np.where(phase < w * 2 * np.pi, 1.0, -1.0))


def chirp(t, f0, t1, f1, method='linear', phi=0, vertex_zero=True, *, complex=False):
    """A cosine whose frequency goes from f0 to f1.

    >>> signal.chirp([0.0], 1, 1, 2)
    array([1.])
    """
    t, f0, t1, f1 = np.asarray(t), float(f0), float(t1), float(f1)
    if method in ('linear', 'lin', 'li'):
        beta = (f1 - f0) / t1
        phase = 2 * np.pi * (f0 * t + 0.5 * beta * t * t)
    elif method in ('quadratic', 'quad', 'q'):
        beta = (f1 - f0) / t1 ** 2
        phase = 2 * np.pi * (f0 * t + beta * t ** 3 / 3) if vertex_zero else 2 * np.pi * (f1 * t + beta * ((t1 - t) ** 3 - t1 ** 3) / 3)
    elif method in ('logarithmic', 'log', 'lo'):
        if f0 * f1 <= 0.0:
            raise ValueError('For a logarithmic chirp, f0 and f1 must be nonzero and have the same sign.')
        if f0 == f1:
            phase = 2 * np.pi * f0 * t
        else:
            beta = t1 / np.log(f1 / f0)
            phase = 2 * np.pi * beta * f0 * (pow(f1 / f0, t / t1) - 1.0)
    elif method in ('hyperbolic', 'hyp'):
        if f0 == 0 or f1 == 0:
            raise ValueError('For a hyperbolic chirp, f0 and f1 must be nonzero.')
        if f0 == f1:
            phase = 2 * np.pi * f0 * t
        else:
            pole = -f1 * t1 / (f0 - f1)
            phase = 2 * np.pi * (-pole * f0) * np.log(np.abs(1 - t / pole))
    else:
        raise ValueError("method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic', but a value of %r was given." % method)
    phase = phase + phi * (np.pi / 180)
    return np.exp(1j * phase) if complex else np.cos(phase)


def sweep_poly(t, poly, phi=0):
    """A cosine whose frequency is a polynomial.

    >>> signal.sweep_poly([0.0], [1.0])
    array([1.])
    """
    return np.cos(2 * np.pi * np.polyval(np.polyint(poly), np.asarray(t)) + phi * (np.pi / 180))


def gausspulse(t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False):
    """A sine within a Gaussian.

    >>> signal.gausspulse([0.0])
    array([1.])
    """
    if fc < 0:
        raise ValueError(f'Center frequency (fc={fc:.2f}) must be >=0.')
    if bw <= 0:
        raise ValueError(f'Fractional bandwidth (bw={bw:.2f}) must be > 0.')
    if bwr >= 0:
        raise ValueError(f'Reference level for bandwidth (bwr={bwr:.2f}) must be < 0 dB')
    ref = pow(10.0, bwr / 20.0)
    a = -(np.pi * fc * bw) ** 2 / (4.0 * np.log(ref))
    if isinstance(t, str):
        if t != 'cutoff':
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        if tpr >= 0:
            raise ValueError('Reference level for time cutoff must be < 0 dB')
        return np.sqrt(-np.log(pow(10.0, tpr / 20.0)) / a)
    t = np.asarray(t)
    envelope = np.exp(-a * t * t)
    real, imaginary = envelope * np.cos(2 * np.pi * fc * t), envelope * np.sin(2 * np.pi * fc * t)
    found = (real,) + ((imaginary,) if retquad else ()) + ((envelope,) if retenv else ())
    return found if len(found) > 1 else real


def unit_impulse(shape, idx=None, dtype=float):
    """Zeros with a one among them.

    >>> signal.unit_impulse(3)
    array([1., 0., 0.])
    """
    impulse = np.zeros(shape, dtype)
    if isinstance(idx, str) and idx == 'mid':
        place = [size // 2 for size in impulse.shape]
    elif np.iterable(idx):
        place = idx
    else:
        place = [0 if idx is None else idx] * impulse.ndim
    impulse[tuple(place)] = 1
    return impulse


# ---- peaks ----

def argrelextrema(data, comparator, axis=0, order=1, mode='clip'):
    """Places whose values compare so with each of `order` neighbours on both sides.

    >>> signal.argrelextrema(np.array([1, 3, 2]), np.greater)
    (array([1]),)
    """
    if int(order) != order or order < 1:
        raise ValueError('Order must be an int >= 1')
    data = np.asarray(data)
    count = data.shape[axis]
    places = np.arange(count)
    found = np.ones(data.shape, dtype=bool)
    for shift in range(1, order + 1):
        found &= comparator(data, np.take(data, places + shift, axis=axis, mode=mode))
        found &= comparator(data, np.take(data, places - shift, axis=axis, mode=mode))
    return np.nonzero(found)


def argrelmin(data, axis=0, order=1, mode='clip'):
    """Places of relative minima.

    >>> signal.argrelmin(np.array([3, 1, 2]))
    (array([1]),)
    """
    return argrelextrema(data, np.less, axis, order, mode)


def argrelmax(data, axis=0, order=1, mode='clip'):
    """Places of relative maxima.

    >>> signal.argrelmax(np.array([1, 3, 2]))
    (array([1]),)
    """
    return argrelextrema(data, np.greater, axis, order, mode)


def _maxima(x):
    """(middles, left edges, right edges) of plateaus with lower neighbours."""
    if len(x) < 3:
        return (np.zeros(0, dtype=np.intp),) * 3
    changes = np.nonzero(x[1:] != x[:-1])[0]
    starts, ends = np.concatenate([[0], changes + 1]), np.concatenate([changes, [len(x) - 1]])
    values = x[starts]
    inner = np.zeros(len(starts), dtype=bool)
    if len(starts) > 2:
        inner[1:-1] = (values[1:-1] > values[:-2]) & (values[1:-1] > values[2:])
    left, right = starts[inner], ends[inner]
    return (left + right) // 2, left, right


def peak_prominences(x, peaks, wlen=None):
    """How far peaks stand out, and the places of their bases.

    >>> signal.peak_prominences([0.0, 2.0, 1.0, 3.0, 0.0], [1])[0]
    array([1.])
    """
    x, peaks = np.asarray(x, dtype=float), np.asarray(peaks, dtype=np.intp)
    reach = -1 if wlen is None else int(math.ceil(wlen))
    heights, lefts, rights = [], [], []
    for peak in peaks.tolist():
        low, high = (0, len(x) - 1) if reach < 2 else (max(peak - reach // 2, 0), min(peak + reach // 2, len(x) - 1))
        if not 0 <= peak < len(x):
            raise ValueError(f'peak {peak} is not a valid index for `x`')
        level = x[peak]
        above = np.nonzero(x[low:peak] > level)[0]
        start = low + int(above[-1]) + 1 if len(above) else low
        part = x[start:peak + 1]
        left = start + len(part) - 1 - int(np.argmin(part[::-1]))
        above = np.nonzero(x[peak + 1:high + 1] > level)[0]
        stop = peak + int(above[0]) if len(above) else high
        part = x[peak:stop + 1]
        right = peak + int(np.argmin(part))
        heights.append(level - max(x[left], x[right]))
        lefts.append(left)
        rights.append(right)
    if any(h == 0 for h in heights):
        warnings.warn('some peaks have a prominence of 0', RuntimeWarning, stacklevel=2)
    return np.array(heights, dtype=float), np.array(lefts, dtype=np.intp), np.array(rights, dtype=np.intp)


def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    """Widths of peaks at a share of their prominence: (widths, heights, left places, right places).

    >>> signal.peak_widths([0.0, 1.0, 0.0], [1])[0]
    array([1.])
    """
    x, peaks = np.asarray(x, dtype=float), np.asarray(peaks, dtype=np.intp)
    if rel_height < 0:
        raise ValueError('`rel_height` must be greater or equal to 0.0')
    prominences, lefts, rights = peak_prominences(x, peaks, wlen) if prominence_data is None else prominence_data
    levels, starts, ends = [], [], []
    for peak, prominence, low, high in zip(peaks.tolist(), prominences.tolist(), lefts.tolist(), rights.tolist()):
        level = float(x[peak]) - prominence * rel_height
        i = peak
        while low < i and level < x[i]:
            i -= 1
        left = float(i)
        if x[i] < level:
            left += (level - float(x[i])) / float(x[i + 1] - x[i])
        i = peak
        while i < high and level < x[i]:
            i += 1
        right = float(i)
        if x[i] < level:
            right -= (level - float(x[i])) / float(x[i - 1] - x[i])
        levels.append(level)
        starts.append(left)
        ends.append(right)
    starts, ends = np.array(starts, dtype=float), np.array(ends, dtype=float)
    return ends - starts, np.array(levels, dtype=float), starts, ends


def _bounds(interval, x, peaks):
    try:
        low, high = interval
    except (TypeError, ValueError):
        low, high = interval, None
    pick = lambda v: (np.asarray(v)[peaks] if isinstance(v, np.ndarray) and v.size == x.size else v)
    return pick(low), pick(high)


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None):
    """Places of peaks that satisfy conditions, and their properties.

    >>> signal.find_peaks([0, 2, 1, 3, 0], height=2.5)
    (array([3]), {'peak_heights': array([3.])})
    """
    x = np.asarray(x, dtype=np.float64)
    if x.ndim != 1:
        raise ValueError('`x` must be a 1-D array')
    if distance is not None and distance < 1:
        raise ValueError('`distance` must be greater or equal to 1')
    peaks, left, right = _maxima(x)
    properties = {}

    def keep(chosen):
        nonlocal peaks
        peaks = peaks[chosen]
        for key in properties:
            properties[key] = properties[key][chosen]

    def within(values, interval):
        low, high = _bounds(interval, x, peaks)
        chosen = np.ones(peaks.size, dtype=bool)
        if low is not None:
            chosen &= values >= low
        if high is not None:
            chosen &= values <= high
        return chosen

    if plateau_size is not None:
        sizes = right - left + 1
        chosen = within(sizes, plateau_size)
        properties.update(plateau_sizes=sizes, left_edges=left, right_edges=right)
        keep(chosen)
    if height is not None:
        heights = x[peaks]
        chosen = within(heights, height)
        properties['peak_heights'] = heights
        keep(chosen)
    if threshold is not None:
        before, after = x[peaks] - x[peaks - 1], x[peaks] - x[peaks + 1]
        low, high = _bounds(threshold, x, peaks)
        chosen = np.ones(peaks.size, dtype=bool)
        if low is not None:
            chosen &= np.minimum(before, after) >= low
        if high is not None:
            chosen &= np.maximum(before, after) <= high
        properties.update(left_thresholds=before, right_thresholds=after)
        keep(chosen)
    if distance is not None:
        gap = math.ceil(distance)
        chosen = np.ones(peaks.size, dtype=bool)
        places = peaks.tolist()
        for i in np.argsort(x[peaks], kind='stable')[::-1].tolist():
            if not chosen[i]:
                continue
            k = i - 1
            while k >= 0 and places[i] - places[k] < gap:
                chosen[k] = False
                k -= 1
            k = i + 1
            while k < len(places) and places[k] - places[i] < gap:
                chosen[k] = False
                k += 1
        keep(chosen)
    if prominence is not None or width is not None:
        properties.update(zip(('prominences', 'left_bases', 'right_bases'), peak_prominences(x, peaks, wlen)))
    if prominence is not None:
        keep(within(properties['prominences'], prominence))
    if width is not None:
        found = peak_widths(x, peaks, rel_height, (properties['prominences'], properties['left_bases'], properties['right_bases']))
        properties.update(zip(('widths', 'width_heights', 'left_ips', 'right_ips'), found))
        keep(within(properties['widths'], width))
    return peaks, properties
