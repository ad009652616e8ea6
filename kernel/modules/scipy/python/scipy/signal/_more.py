"""Members of scipy.signal: the chirp-z transform, splines, envelopes, short-time Fourier transforms as objects, ridges of wavelets."""

import cmath
import math
import operator

import numpy as np

__all__ = ['czt', 'CZT', 'zoom_fft', 'ZoomFFT', 'czt_points', 'ShortTimeFFT', 'check_COLA', 'check_NOLA', 'closest_STFT_dual_window',
           'envelope', 'cspline1d', 'cspline1d_eval', 'cspline2d', 'qspline1d', 'qspline1d_eval', 'qspline2d', 'spline_filter',
           'symiirorder1', 'symiirorder2', 'sepfir2d', 'find_peaks_cwt']


# ---- the chirp-z transform: L. R. Rabiner, R. W. Schafer and C. M. Rader, Bell Syst. Tech. J. 48 (1969) 1249 ----

def _size(m):
    if m < 1 or not np.issubdtype(np.asarray(m).dtype, np.integer):
        raise ValueError(f'Invalid number of CZT output points ({m}) specified. m must be positive and integer type.')
    return int(m)


def czt_points(m, w=None, a=1 + 0j):
    """The m places in the plane at which czt() takes the z transform.

    >>> signal.czt_points(2).round(9) + 0
    array([ 1.+0.j, -1.+0.j])
    """
    count = _size(m)
    turns = np.arange(count)
    ratio = np.exp(2j * np.pi * turns / count) if w is None else (1.0 * w) ** -turns
    return (1.0 * a) * ratio


def _chirp(steps, m, w):
    # The ratio between two places, and its powers k^2 / 2; on the unit circle squares are taken modulo its turns.
    if w is not None:
        return w, w ** (steps ** 2 / 2.0)
    return cmath.exp(-2j * math.pi / m), np.exp(-(1j * np.pi * ((steps ** 2) % (2 * m))) / m)


class CZT:
    """A transform of n points to the m places a * w**-k, to be called with signals.

    >>> signal.CZT(2)([1.0, 0.0]).round(9) + 0
    array([1.+0.j, 1.+0.j])
    """

    def __init__(self, n, m=None, w=None, a=1 + 0j):
        self.n = n = _size(n)
        self.m = m = n if m is None else _size(m)
        self.a = 1.0 * a
        steps = np.arange(max(n, m))
        self.w, chirp = _chirp(steps, m, w)
        # Bluestein's way: x a^-k chirp, convolved with 1 / chirp, times chirp.
        from scipy.fft import next_fast_len
        self._length = next_fast_len(n + m - 1)
        inverse = 1 / np.concatenate([chirp[1:n][::-1], chirp[:m]])
        self._spectrum = np.fft.fft(inverse, self._length)
        self._before = self.a ** -steps[:n] * chirp[:n]
        self._part, self._after = slice(n - 1, m + n - 1), chirp[:m]

    def __call__(self, x, *, axis=-1):
        x = np.asarray(x)
        if x.shape[axis] != self.n:
            raise ValueError(f'CZT defined for length {self.n}, not {x.shape[axis]}')
        x = np.moveaxis(x, axis, -1)
        y = np.fft.ifft(self._spectrum * np.fft.fft(x * self._before, self._length))
        return np.moveaxis(y[..., self._part] * self._after, -1, axis)

    def points(self):
        """The places of the transform.

        >>> signal.CZT(2).points().round(9) + 0
        array([ 1.+0.j, -1.+0.j])
        """
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """A transform of n points to m frequencies of the band fn.

    >>> signal.ZoomFFT(2, 1, 1)([1.0, 1.0])
    array([2.+0.j])
    """

    def __init__(self, n, fn, m=None, *, fs=2, endpoint=False):
        n = _size(n)
        m = n if m is None else _size(m)
        if np.size(fn) == 2:
            low, high = fn
        elif np.size(fn) == 1:
            low, high = 0.0, fn
        else:
            raise ValueError('fn must be a scalar or 2-length sequence')
        self.f1, self.f2, self.fs = low, high, fs
        width = (high - low) * m / (m - 1) if endpoint else high - low
        super().__init__(n, m, cmath.exp(-2j * math.pi * width / (fs * m)), cmath.exp(2j * math.pi * low / fs))
        k = np.arange(max(m, n))
        chirp = np.exp(-(1j * np.pi * width * k ** 2) / (fs * m))
        turn = np.exp(-2j * np.pi * low / fs * k[:n])
        self._before, self._after = turn * chirp[:n], chirp[:m]
        self._spectrum = np.fft.fft(1 / np.hstack((chirp[n - 1:0:-1], chirp[:m])), self._length)


def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    """The z transform of a signal at m places a * w**-k of a spiral; without w all around the unit circle.

    >>> signal.czt([1.0, 0.0]).round(9) + 0
    array([1.+0.j, 1.+0.j])
    """
    x = np.asarray(x)
    return CZT(x.shape[axis], m=m, w=w, a=a)(x, axis=axis)


def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    """The Fourier transform of a signal at m frequencies of the band fn.

    >>> signal.zoom_fft([1.0, 1.0], 1, 1)
    array([2.+0.j])
    """
    samples = np.asarray(x)
    options = dict(m=m, fs=fs, endpoint=endpoint)
    zoom = ZoomFFT(samples.shape[axis], fn, **options)
    return zoom(samples, axis=axis)


# ---- windows that overlap ----

def _check_overlap(window, nperseg, noverlap):
    nperseg = int(nperseg)
    if nperseg < 1:
        raise ValueError('nperseg must be a positive integer')
    if noverlap >= nperseg:
        raise ValueError('noverlap must be less than nperseg.')
    noverlap = int(noverlap)
    if isinstance(window, (str, tuple)):
        from scipy.signal.windows import get_window
        return get_window(window, nperseg), nperseg, noverlap
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError('window must be 1-D')
    if window.shape[0] != nperseg:
        raise ValueError('window must have length of nperseg')
    return window, nperseg, noverlap


def _overlapped(window, nperseg, noverlap, power):
    hop = nperseg - noverlap
    total = sum(window[k * hop:(k + 1) * hop] ** power for k in range(nperseg // hop))
    if nperseg % hop != 0:
        total[:nperseg % hop] += window[-(nperseg % hop):] ** power
    return total


def check_COLA(window, nperseg, noverlap, tol=1e-10):
    """Do copies of the window, so far apart, add up to a constant?

    >>> signal.check_COLA('boxcar', 4, 2)
    np.True_
    """
    window, nperseg, noverlap = _check_overlap(window, nperseg, noverlap)
    total = _overlapped(window, nperseg, noverlap, 1)
    return np.max(np.abs(total - np.median(total))) < tol


def check_NOLA(window, nperseg, noverlap, tol=1e-10):
    """Do squares of the window's copies, so far apart, add up to something everywhere?

    >>> signal.check_NOLA('boxcar', 4, 2)
    np.True_
    """
    if noverlap < 0:
        raise ValueError('noverlap must be a nonnegative integer')
    window, nperseg, noverlap = _check_overlap(window, nperseg, noverlap)
    return np.min(_overlapped(window, nperseg, noverlap, 2)) > tol


def _canonical_dual(win, hop):
    if hop > len(win):
        raise ValueError(f'hop={hop} is larger than window length of {len(win)} => STFT not invertible!')
    squares = win.real ** 2 + win.imag ** 2 if win.dtype.kind == 'c' else win ** 2
    total = squares.copy()
    for k in range(hop, len(win), hop):
        total[k:] += squares[:-k]
        total[:-k] += squares[k:]
    if not np.all(total >= np.finfo(win.dtype).resolution * np.max(total)):
        raise ValueError('Short-time Fourier Transform not invertible!')
    return win / total


def closest_STFT_dual_window(win, hop, desired_dual=None, *, scaled=True):
    """The dual window of win that is nearest to the one desired (or with scaled=True to a multiple of it): (window, factor).

    >>> signal.closest_STFT_dual_window(np.ones(4), 2)[1]
    np.float64(0.5)
    """
    win = np.asarray(win)
    if desired_dual is None:
        desired_dual = np.ones_like(win)
    desired = np.asarray(desired_dual)
    if not (win.ndim == 1 and win.shape == desired.shape):
        raise ValueError(f'Parameters `win` and `desired_dual` are not 1d arrays of equal length, but win.shape={win.shape}, '
                         f'desired_dual.shape={desired.shape}!')
    if not (np.all(np.isfinite(win)) and np.all(np.isfinite(desired))):
        raise ValueError('Parameters win and desired_dual must have finite entries!')
    canonical = _canonical_dual(win, hop)

    def overlapped(w):
        product = win.conj() * w
        total = product.copy()
        for k in range(hop, len(win), hop):
            total[k:] += product[:-k]
            total[:-k] += product[k:]
        return total
    share = win * _canonical_scale(win, hop)
    projected = share * overlapped(desired)
    if scaled:
        above, below = np.dot(np.conj(canonical), desired), np.dot(np.conj(projected), desired)
        tiny = np.finfo(float).resolution * 10
        if not (abs(above) > tiny and abs(below) > tiny):
            raise ValueError('Unable to calculate scaled closest dual window due to numerically unstable scaling factor! Try setting '
                             'parameter `scaled` to False.')
        factor = above / below
    else:
        factor = np.float64(1.0)
    return canonical + factor * desired - factor * projected, factor


def _canonical_scale(win, hop):
    with np.errstate(divide='ignore', invalid='ignore'):
        dual = _canonical_dual(win, hop)
        return np.where(win == 0, 0, dual / np.where(win == 0, 1, win))


# ---- envelopes ----

def envelope(z, bp_in=(1, None), *, n_out=None, squared=False, residual='lowpass', axis=-1):
    """The envelope of the part of a signal within the frequencies bp_in (places of its transform), and what is left over, one above the
    other; n_out resamples them.

    >>> signal.envelope([1.0, 0.0, -1.0, 0.0], residual=None).round(9)
    array([1., 1., 1., 1.])
    """
    z = np.asarray(z)
    if not -z.ndim <= axis < z.ndim:
        raise ValueError(f'Invalid parameter axis={axis} for z.shape={z.shape}!')
    if not z.shape[axis] > 0:
        raise ValueError(f'z.shape[axis]={z.shape[axis]} not > 0 for z.shape={z.shape}, axis={axis}!')
    if len(bp_in) != 2 or not all(isinstance(b, (int, np.integer)) or b is None for b in bp_in):
        raise ValueError(f'bp_in={bp_in} isn\'t a 2-tuple of type (int | None, int | None)!')
    if not (isinstance(n_out, (int, np.integer)) and n_out > 0 or n_out is None):
        raise ValueError(f'n_out={n_out} is not a positive integer or None!')
    if residual not in ('lowpass', 'all', None):
        raise ValueError(f"residual={residual} not in ['lowpass', 'all', None]!")
    n = z.shape[axis]
    n_out = n if n_out is None else int(n_out)
    scale = n_out / n
    low, high = bp_in
    is_complex = z.dtype.kind == 'c'
    low = -(n // 2) if low is None else low
    high = (n + 1) // 2 if high is None else high
    if not -n // 2 <= low < high <= (n + 1) // 2:
        raise ValueError(f'`-n//2 <= bp_in[0] < bp_in[1] <= (n+1)//2` does not hold for n=z.shape[axis]={n} and bp_in={bp_in}!')
    x = np.moveaxis(z, axis, -1)
    spectrum = np.fft.fft(x) if is_complex else np.fft.rfft(x)
    if is_complex:
        chosen = np.zeros_like(spectrum)
        for k in range(low, high):
            chosen[..., k] = spectrum[..., k]
        rest = spectrum - chosen
        if residual == 'lowpass':
            middle = rest.copy()
            places = np.fft.fftfreq(n, 1 / n)
            middle[..., places >= high] = 0
            rest = middle
        env = np.fft.ifft(_resized(chosen, n_out))
        left = np.fft.ifft(_resized(rest, n_out))
    else:
        reaches_top = n % 2 == 0 and low == -(n // 2)
        low, high = max(low, 0), n // 2 + 1 if reaches_top else high
        chosen = np.zeros(x.shape[:-1] + (n,), dtype=complex)
        chosen[..., low:high] = spectrum[..., low:high] * 2
        if low == 0:
            chosen[..., 0] /= 2
        if n % 2 == 0 and high > n // 2:
            chosen[..., n // 2] /= 2
        rest = spectrum.copy()
        if residual == 'lowpass':
            top = rest[..., -1].copy()
            rest[..., low:] = 0
            if n % 2 == 0 and not reaches_top:
                rest[..., -1] = top
        else:
            rest[..., low:high] = 0
        env = np.fft.ifft(chosen[..., low:high], n_out)  # moved to zero, which leaves the envelope as it is
        size = n_out // 2 + 1
        cut = np.zeros(rest.shape[:-1] + (size,), dtype=complex)
        cut[..., :min(size, rest.shape[-1])] = rest[..., :size]
        if n != n_out and min(n, n_out) % 2 == 0:
            cut[..., min(n, n_out) // 2] *= 2 if n_out < n else 0.5
        left = np.fft.irfft(cut, n_out)
    env, left = env * scale, left * scale
    env = env.real ** 2 + env.imag ** 2 if squared else np.abs(env)
    env = np.moveaxis(env, -1, axis)
    if residual is None:
        return env
    return np.stack((env, np.moveaxis(left, -1, axis)), axis=0)


def _resized(spectrum, n):
    """A spectrum of another length, the frequencies nearest to zero kept."""
    old = spectrum.shape[-1]
    if old == n:
        return spectrum
    result = np.zeros(spectrum.shape[:-1] + (n,), dtype=complex)
    kept = min(old, n)
    half = (kept + 1) // 2
    result[..., :half] = spectrum[..., :half]
    if kept - half:
        result[..., -(kept - half):] = spectrum[..., -(kept - half):]
    return result


# ---- splines: M. Unser, A. Aldroubi and M. Eden, IEEE Trans. Signal Process. 41 (1993) 821 ----

def _symmetric_filter(x, kernel, axis=-1):
    """Convolution with a symmetric kernel of places, of what goes on beyond its ends as in mirrors behind them."""
    x = np.moveaxis(np.asarray(x), axis, -1)
    reach = len(kernel) - 1
    both = np.concatenate([kernel[:0:-1], kernel])
    long = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(reach, reach)], mode='symmetric')
    flat = long.reshape(-1, long.shape[-1])
    out = np.array([np.convolve(line, both, mode='valid') for line in flat]).reshape(x.shape)
    return np.moveaxis(out, -1, axis)


def _one_pole(gain, z):
    count = max(2, int(math.ceil(math.log(1e-18) / math.log(abs(z)))))
    return gain / (1 - z * z) * z ** np.arange(count)


def _two_poles(rho, omega, count=None):
    gain = 1 - 2 * rho * math.cos(omega) + rho * rho
    start = gain ** 2 * (1 + rho ** 2) / (1 - rho ** 2) / (1 - 2 * rho ** 2 * math.cos(2 * omega) + rho ** 4)
    slope = (1 - rho ** 2) / (1 + rho ** 2) / math.tan(omega)
    k = np.arange(count or max(2, int(math.ceil(math.log(1e-18) / math.log(rho)))))
    return start * rho ** k * (np.cos(omega * k) + slope * np.sin(omega * k))


def _smoothing_poles(lam):
    # Of the smoothing spline, by M. Unser's formulas: their distance from zero and their angle.
    scaled = 24 * lam
    root = math.sqrt(6 * scaled + 3)
    square = scaled * root - 4 * scaled + 1
    side = math.sqrt(square)
    distance = (scaled - side - 1) * math.sqrt(scaled * (root + 2) / square) / scaled
    return distance, math.atan2(math.sqrt(abs(6 * scaled - 1)), side)


_CUBIC, _QUADRATIC = -2 + math.sqrt(3), -3 + 2 * math.sqrt(2)


def _spline_kernel(pole, factor):
    return _one_pole(-factor * pole, pole)


def _both_ways(signal, pole, gain):
    """One pole forwards and then backwards; before the signal stand its own samples in mirror, once."""
    from scipy.signal import lfilter
    count = len(signal)
    start = signal[0] + pole * np.sum(pole ** np.arange(count) * signal)
    if count == 1:
        return np.atleast_1d(pole / (pole - 1) * start)
    forth, _ = lfilter([1.0], [1.0, -pole], signal[1:], zi=[pole * start])
    forth = np.concatenate(([start], forth))
    last = pole / (pole - 1) * forth[-1]
    back, _ = lfilter([-pole], [1.0, -pole], forth[-2::-1], zi=[pole * last])
    return np.concatenate((back[::-1], [last])) * gain


def cspline1d(signal, lamb=0.0):
    """The coefficients of the cubic spline through a signal, or near it with lamb.

    >>> signal.cspline1d([1.0, 1.0, 1.0]).round(6)
    array([0.992968, 1.00185 , 0.99963 ])
    """
    signal = np.asarray(signal, dtype=float)
    if lamb == 0.0:
        return _both_ways(signal, _CUBIC, 6.0)
    rho, omega = _smoothing_poles(lamb)
    gain, turn, square = 1 - 2 * rho * math.cos(omega) + rho * rho, 2 * rho * math.cos(omega), rho * rho
    k, count = np.arange(len(signal)), len(signal)
    causal = lambda n: np.where(n >= 0, gain / math.sin(omega) * rho ** np.maximum(n, 0) * np.sin(omega * (n + 1)), 0.0)
    kernel = _two_poles(rho, omega, count + 4)
    both = lambda n: kernel[np.abs(n)]
    forth, back = np.zeros(count), np.zeros(count)
    forth[0] = causal(0) * signal[0] + np.sum(causal(k + 1) * signal)
    forth[1] = causal(0) * signal[0] + causal(1) * signal[1] + np.sum(causal(k + 2) * signal)
    for n in range(2, count):
        forth[n] = gain * signal[n] + turn * forth[n - 1] - square * forth[n - 2]
    back[-1] = np.sum((both(k) + both(k + 1)) * signal[::-1])
    back[-2] = np.sum((both(k - 1) + both(k + 2)) * signal[::-1])
    for n in range(count - 3, -1, -1):
        back[n] = gain * forth[n] + turn * back[n + 1] - square * back[n + 2]
    return back


def qspline1d(signal, lamb=0.0):
    """The coefficients of the quadratic spline through a signal.

    >>> signal.qspline1d([1.0, 1.0, 1.0]).round(6)
    array([0.998954, 1.000179, 0.999974])
    """
    if lamb != 0.0:
        raise ValueError('Smoothing quadratic splines not supported yet.')
    return _both_ways(np.asarray(signal, dtype=float), _QUADRATIC, 8.0)


def _cubic(x):
    x = np.abs(x)
    return np.where(x < 1, 2.0 / 3 - 0.5 * x ** 2 * (2 - x), np.where(x < 2, (2 - x) ** 3 / 6.0, 0.0))


def _quadratic(x):
    x = np.abs(x)
    return np.where(x < 0.5, 0.75 - x ** 2, np.where(x < 1.5, (x - 1.5) ** 2 / 2.0, 0.0))


def _evaluated(cj, newx, dx, x0, basis, reach):
    x = (np.asarray(newx) - x0) / float(dx)
    cj = np.asarray(cj)
    n = len(cj)
    shape, x = x.shape, np.ravel(x).astype(float)
    if n > 1:
        x = np.abs(x)
        period = 2.0 * (n - 1)
        x = x - period * np.floor(x / period)
        x = np.where(x > n - 1, period - x, x)
    result = np.zeros(x.shape, dtype=cj.dtype if cj.dtype.kind in 'fc' else float)
    start = np.floor(x - reach / 2).astype(int) + 1
    for k in range(reach):
        place = start + k
        result = result + cj[np.clip(place, 0, n - 1)] * basis(x - place)
    return result.reshape(shape)


def cspline1d_eval(cj, newx, dx=1.0, x0=0):
    """The cubic spline with coefficients cj at places that begin at x0 in steps dx.

    >>> signal.cspline1d_eval(signal.cspline1d([1.0, 2.0, 1.0]), [1.0]).round(9)
    array([2.])
    """
    return _evaluated(cj, newx, dx, x0, _cubic, 4)


def qspline1d_eval(cj, newx, dx=1.0, x0=0):
    """The quadratic spline with coefficients cj at places that begin at x0 in steps dx.

    >>> signal.qspline1d_eval(signal.qspline1d([1.0, 2.0, 1.0]), [1.0]).round(9)
    array([2.])
    """
    return _evaluated(cj, newx, dx, x0, _quadratic, 3)


def cspline2d(signal, lamb=0.0, precision=-1.0):
    """The coefficients of the cubic spline through a matrix, or near it with lamb.

    >>> signal.cspline2d(np.ones((3, 3))).round(9)[0]
    array([1., 1., 1.])
    """
    signal = np.asarray(signal)
    kernel = _two_poles(*_smoothing_poles(lamb)) if lamb > 1 / 144.0 else _spline_kernel(_CUBIC, 6)
    return _symmetric_filter(_symmetric_filter(signal.astype(float), kernel, 1), kernel, 0).astype(signal.dtype if signal.dtype.kind == 'f' else float)


def qspline2d(signal, lamb=0.0, precision=-1.0):
    """The coefficients of the quadratic spline through a matrix.

    >>> signal.qspline2d(np.ones((3, 3))).round(9)[0]
    array([1., 1., 1.])
    """
    if lamb != 0:
        raise ValueError('Smoothing spline not yet implemented.')
    signal = np.asarray(signal)
    kernel = _spline_kernel(_QUADRATIC, 8)
    return _symmetric_filter(_symmetric_filter(signal.astype(float), kernel, 1), kernel, 0).astype(signal.dtype if signal.dtype.kind == 'f' else float)


def spline_filter(Iin, lmbda=5.0):
    """A matrix made smooth by a cubic spline near it.

    >>> signal.spline_filter(np.ones((3, 3))).round(6)[0]
    array([1., 1., 1.])
    """
    Iin = np.asarray(Iin)
    if Iin.dtype not in (np.float32, np.float64, np.complex64, np.complex128):
        raise TypeError(f'Invalid data type for Iin: {Iin.dtype = }')
    taps = np.array([1.0, 4.0, 1.0]) / 6.0
    if Iin.dtype.kind == 'c':
        return sepfir2d(cspline2d(Iin.real, lmbda), taps, taps) + 1j * sepfir2d(cspline2d(Iin.imag, lmbda), taps, taps)
    return sepfir2d(cspline2d(Iin, lmbda), taps, taps).astype(Iin.dtype)


def symiirorder1(signal, c0, z1, precision=-1.0):
    """A signal through c0 / ((1 - z1/z) (1 - z1 z)), of one pole and its mirror image.

    >>> signal.symiirorder1(np.ones(4), 0.25, 0.5).round(9)
    array([1., 1., 1., 1.])
    """
    if abs(z1) >= 1:
        raise ValueError('|z1| must be less than 1.0')
    if not 0.0 <= precision < 1.0 and precision != -1.0:
        raise ValueError('if precision is non-negative, must be smaller than 1.0')
    return _symmetric_filter(np.asarray(signal), _one_pole(c0, z1))


def symiirorder2(input, r, omega, precision=-1.0):
    """A signal through a filter of two poles of size r and angle omega, forwards and backwards.

    >>> signal.symiirorder2(np.ones(4), 0.5, 1.0).round(9)
    array([1., 1., 1., 1.])
    """
    if r >= 1.0:
        raise ValueError('r must be less than 1.0')
    return _symmetric_filter(np.asarray(input), _two_poles(r, omega))


def sepfir2d(input, hrow, hcol):
    """A matrix convolved with filters of odd length along its rows and columns, as in mirrors at its edges.

    >>> signal.sepfir2d(np.ones((3, 3)), [0.0, 1.0, 0.0], [0.0, 2.0, 0.0])[0]
    array([2., 2., 2.])
    """
    input, hrow, hcol = np.asarray(input), np.asarray(hrow), np.asarray(hcol)
    if input.ndim != 2:
        raise ValueError('object of too small depth for desired array' if input.ndim < 2 else 'object too deep for desired array')
    if len(hrow) % 2 == 0 or len(hcol) % 2 == 0:
        raise ValueError('hrow and hcol must be odd length')
    result = input
    for axis, taps in ((1, hrow), (0, hcol)):
        reach = len(taps) // 2
        long = np.pad(result, [(reach, reach) if k == axis else (0, 0) for k in range(2)], mode='symmetric')
        lines = np.moveaxis(long, axis, -1)
        result = np.moveaxis(np.array([np.convolve(line, taps, mode='valid') for line in lines]), -1, axis)
    return np.ascontiguousarray(result)


# ---- peaks along ridges of wavelets: P. Du, W. A. Kibbe and S. M. Lin, Bioinformatics 22 (2006) 2059 ----

def _ricker(points, a):
    x = np.arange(0, points) - (points - 1.0) / 2
    return 2 / (np.sqrt(3 * a) * np.pi ** 0.25) * (1 - x ** 2 / a ** 2) * np.exp(-x ** 2 / (2 * a ** 2))


def _wavelets(data, wavelet, widths):
    out = np.empty((len(widths), len(data)), dtype=np.result_type(wavelet(1, widths[0]), float))
    for k, width in enumerate(widths):
        n = int(np.min([10 * width, len(data)]))
        values = np.conj(wavelet(n, width)[::-1])
        full = np.convolve(data, values)
        start = (len(values) - 1) // 2
        out[k] = full[start:start + len(data)]
    return out


def _ridges(matrix, max_distances, gap_thresh):
    inner = np.zeros(matrix.shape, dtype=bool)
    inner[:, 1:-1] = (matrix[:, 1:-1] > matrix[:, :-2]) & (matrix[:, 1:-1] > matrix[:, 2:])
    rows = np.nonzero(inner.any(axis=1))[0]
    if not len(rows):
        return []
    last = int(rows[-1])
    lines = [[[last], [column], 0] for column in np.nonzero(inner[last])[0].tolist()]
    ended = []
    for row in range(last - 1, -1, -1):
        for line in lines:
            line[2] += 1
        before = np.array([line[1][-1] for line in lines])
        for column in np.nonzero(inner[row])[0].tolist():
            nearest = int(np.argmin(np.abs(column - before))) if len(before) else -1
            if nearest >= 0 and abs(column - before[nearest]) <= max_distances[row]:
                line = lines[nearest]
                line[0].append(row)
                line[1].append(column)
                line[2] = 0
            else:
                lines.append([[row], [column], 0])
        for k in range(len(lines) - 1, -1, -1):
            if lines[k][2] > gap_thresh:
                ended.append(lines.pop(k))
    result = []
    for line in ended + lines:
        order = np.argsort(line[0])
        result.append((np.array(line[0])[order], np.array(line[1])[order]))
    return result


def find_peaks_cwt(vector, widths, wavelet=None, max_distances=None, gap_thresh=None, min_length=None, min_snr=1, noise_perc=10,
                   window_size=None):
    """Places of peaks that are seen at many widths of a wavelet.

    >>> signal.find_peaks_cwt(np.sin(np.arange(0, np.pi, 0.05)), np.arange(1, 10))
    array([32])
    """
    widths = np.atleast_1d(np.asarray(widths))
    gap_thresh = np.ceil(widths[0]) if gap_thresh is None else gap_thresh
    max_distances = widths / 4.0 if max_distances is None else max_distances
    matrix = _wavelets(np.asarray(vector), _ricker if wavelet is None else wavelet, widths)
    count = matrix.shape[1]
    min_length = np.ceil(matrix.shape[0] / 4) if min_length is None else min_length
    window_size = np.ceil(count / 20) if window_size is None else window_size
    half, odd = divmod(int(window_size), 2)
    noises = np.array([np.percentile(matrix[0, max(k - half, 0):min(k + half + odd, count)], noise_perc) for k in range(count)])
    found = []
    for rows, columns in _ridges(matrix, max_distances, gap_thresh):
        if len(rows) >= min_length and abs(matrix[rows[0], columns[0]] / noises[columns[0]]) >= min_snr:
            found.append(columns[0])
    return np.array(sorted(found), dtype=np.intp)


# ---- short-time Fourier transforms ----

class ShortTimeFFT:
    """Transforms of a signal's slices, each `hop` samples after the other, seen through a window; and the way back by its dual window.

    >>> transform = signal.ShortTimeFFT(np.ones(4), 2, fs=1.0)
    >>> transform.stft(np.ones(8)).shape
    (3, 5)
    """

    def __init__(self, win, hop, fs, *, fft_mode='onesided', mfft=None, dual_win=None, scale_to=None, phase_shift=0):
        win = np.asarray(win)
        if not (win.ndim == 1 and win.size > 0):
            raise ValueError(f'Parameter win must be 1d, but win.shape={win.shape}!')
        if not np.all(np.isfinite(win)):
            raise ValueError('Parameter win must have finite entries!')
        if not (hop >= 1 and isinstance(hop, (int, np.integer))):
            raise ValueError(f'Parameter hop={hop} is not an integer >= 1!')
        self._win, self._hop, self._dual_win = win, int(hop), None
        self.fs = fs
        self._scaling, self._fac_mag, self._fac_psd = None, None, None
        self._mfft = len(win) if mfft is None else mfft
        if self._mfft < len(win):
            raise ValueError(f'Attribute mfft={mfft} needs to be at least the window length m_num={len(win)}!')
        if dual_win is not None:
            dual_win = np.asarray(dual_win)
            if dual_win.shape != win.shape:
                raise ValueError(f'dual_win.shape={dual_win.shape} must equal win.shape={win.shape}!')
            if not np.all(np.isfinite(dual_win)):
                raise ValueError('Parameter dual_win must be a finite array!')
            self._dual_win = dual_win
        if scale_to is not None:
            self.scale_to(scale_to)
        self.fft_mode = fft_mode
        self.phase_shift = phase_shift

    @classmethod
    def from_window(cls, win_param, fs, nperseg, noverlap, *, symmetric_win=False, fft_mode='onesided', mfft=None, scale_to=None,
                    phase_shift=0):
        """The transform with a window that get_window() knows, for segments of nperseg samples that share noverlap.

        >>> signal.ShortTimeFFT.from_window('hann', 1.0, 8, 4).hop
        4
        """
        from scipy.signal.windows import get_window
        shape = get_window(win_param, nperseg, fftbins=not symmetric_win)
        options = {'fft_mode': fft_mode, 'mfft': mfft, 'scale_to': scale_to, 'phase_shift': phase_shift}
        return cls(shape, nperseg - noverlap, fs, **options)

    @classmethod
    def from_dual(cls, dual_win, hop, fs, *, fft_mode='onesided', mfft=None, scale_to=None, phase_shift=0):
        """The transform whose dual window is given."""
        dual = np.asarray(dual_win)
        options = {'fft_mode': fft_mode, 'mfft': mfft, 'dual_win': dual, 'scale_to': scale_to, 'phase_shift': phase_shift}
        return cls(_canonical_dual(dual, hop), hop, fs, **options)

    @classmethod
    def from_win_equals_dual(cls, desired_win, hop, fs, *, fft_mode='onesided', mfft=None, scale_to=None, phase_shift=0):
        """The transform whose window is its own dual, up to a factor, and nearest to the one desired."""
        win = np.asarray(desired_win)
        with np.errstate(divide='ignore', invalid='ignore'):
            win = win * np.sqrt(np.abs(_canonical_scale(win, hop)))
        if scale_to not in ('magnitude', 'psd', 'unitary', None):
            raise ValueError(f"Parameter scale_to={scale_to!r} not in ['magnitude', 'psd', 'unitary', None]!")
        factor = np.sqrt(len(win) if mfft is None else mfft) if scale_to == 'unitary' else 1
        made = cls(win / factor, hop=hop, fs=fs, fft_mode=fft_mode, mfft=mfft, dual_win=win * factor, phase_shift=phase_shift)
        if scale_to == 'unitary':
            made._scaling = scale_to
        elif scale_to is not None:
            made.scale_to(scale_to)
        return made

    @property
    def win(self):
        """The window."""
        return self._win

    @property
    def hop(self):
        """Samples from slice to slice."""
        return self._hop

    @property
    def T(self):
        """Time between samples."""
        return 1 / self._fs

    @T.setter
    def T(self, v):
        if not v > 0:
            raise ValueError(f'Sampling interval T={v} must be positive!')
        self._fs = 1 / v

    @property
    def fs(self):
        """Samples in a unit of time."""
        return self._fs

    @fs.setter
    def fs(self, v):
        if not v > 0:
            raise ValueError(f'Sampling frequency fs={v} must be positive!')
        self._fs = v

    @property
    def fft_mode(self):
        """'twosided', 'centered', 'onesided' or 'onesided2X'."""
        return self._fft_mode

    @fft_mode.setter
    def fft_mode(self, t):
        modes = ('twosided', 'centered', 'onesided', 'onesided2X')
        if t not in modes:
            raise ValueError(f"fft_mode='{t}' not in {modes}!")
        if t in ('onesided', 'onesided2X') and self.win.dtype.kind == 'c':
            raise ValueError(f"One-sided spectra, i.e., fft_mode='{t}', are not allowed for complex-valued windows!")
        if t == 'onesided2X' and self.scaling is None:
            raise ValueError(f"For scaling is None, fft_mode='{t}' is invalid!Do scale_to('psd') or scale_to('magnitude')!")
        self._fft_mode = t

    @property
    def mfft(self):
        """Length of the transforms."""
        return self._mfft

    @mfft.setter
    def mfft(self, n_):
        if not n_ >= self.m_num:
            raise ValueError(f'Attribute mfft={n_} needs to be at least the window length m_num={self.m_num}!')
        self._mfft = n_

    @property
    def phase_shift(self):
        """Samples by which phases are moved; None: none, and phases begin with the slice."""
        return self._phase_shift

    @phase_shift.setter
    def phase_shift(self, v):
        if v is not None and not isinstance(v, (int, np.integer)):
            raise ValueError(f'phase_shift={v} has the unit samples. Hence it needs to be an int or it may be None!')
        if v is not None and not -self.mfft < v < self.mfft:
            raise ValueError(f'-mfft < phase_shift < mfft does not hold for mfft={self.mfft}, phase_shift={v}!')
        self._phase_shift = v

    @property
    def dual_win(self):
        """The window of the way back."""
        if self._dual_win is None:
            self._dual_win = _canonical_dual(self.win, self.hop)
        return self._dual_win

    @property
    def invertible(self):
        """Is there a way back?"""
        try:
            return len(self.dual_win) > 0
        except ValueError:
            return False

    @property
    def scaling(self):
        """'magnitude', 'psd', 'unitary' or None."""
        return self._scaling

    def scale_to(self, scaling):
        """Scale the window so that transforms are magnitudes or power densities."""
        if scaling not in ('magnitude', 'psd'):
            raise ValueError(f"scaling='{scaling}' not in ('magnitude', 'psd')!")
        if scaling != self._scaling:
            by = self.fac_magnitude if scaling == 'magnitude' else self.fac_psd
            dual = self._dual_win
            self._win, self._dual_win = self._win * by, dual if dual is None else dual / by
            self._scaling, self._fac_mag, self._fac_psd = scaling, None, None

    @property
    def fac_magnitude(self):
        """The factor that makes transforms magnitudes."""
        return 1 if self._scaling == 'magnitude' else 1 / abs(np.sum(self.win))

    @property
    def fac_psd(self):
        """The factor that makes transforms power densities."""
        if self._scaling == 'psd':
            return 1
        return 1 / np.sqrt(np.sum(np.abs(self.win) ** 2) / self.T)

    @property
    def m_num(self):
        """Samples of the window."""
        return len(self.win)

    @property
    def m_num_mid(self):
        """The window's middle."""
        return self.m_num // 2

    def _squares(self):
        return np.abs(self.win) ** 2

    @property
    def _first(self):
        # (sample, slice) at which the first window with anything under it begins.
        squares, begin, number = self._squares(), -self.m_num_mid, 0
        while begin >= -self.m_num_mid - self.m_num:
            before = begin - self.hop
            if before + self.m_num <= 0 or not np.any(squares[before:]):
                return begin, number
            begin, number = before, number - 1
        raise RuntimeError('This code should never be reached!')

    def _last(self, n):
        if not n >= (least := self.m_num - self.m_num_mid):
            raise ValueError(f'Parameter n must be >= ceil(m_num/2) = {least}!')
        squares, q = self._squares(), n // self.hop
        first = q * self.hop - self.m_num_mid
        for place, k in enumerate(range(first, n + self.m_num, self.hop), start=q):
            following = k + self.hop
            if following >= n or np.all(squares[:n - following] == 0):
                return k + self.m_num, place + 1
        raise RuntimeError('This code should never be reached!')

    @property
    def k_min(self):
        """The first sample of the first slice."""
        return self._first[0]

    @property
    def p_min(self):
        """The first slice that sees anything."""
        return self._first[1]

    def k_max(self, n):
        """The first sample beyond the last slice of a signal of n."""
        return self._last(n)[0]

    def p_max(self, n):
        """The first slice that sees nothing of a signal of n any more."""
        return self._last(n)[1]

    def p_num(self, n):
        """Slices for a signal of n."""
        return self.p_max(n) - self.p_min

    def p_range(self, n, p0=None, p1=None):
        """The slices from p0 to p1, or all."""
        last = self.p_max(n)
        first, behind = (default if given is None else given for given, default in ((p0, self.p_min), (p1, last)))
        if self.p_min <= first < behind <= last:
            return first, behind
        raise ValueError(f'Invalid Parameter p0={first}, p1={behind}, i.e., self.p_min={self.p_min} <= p0 < p1 <= p_max={last} '
                         f'does not hold for signal length n={n}!')

    @property
    def lower_border_end(self):
        """The first sample and slice that nothing before the signal touches."""
        first = int(np.flatnonzero(self._squares())[0])
        start = -self.m_num_mid + first
        for q, k in enumerate(range(start, self.hop + 1, self.hop)):
            if k + self.hop >= 0:
                return k + self.m_num, q + 1
        return 0, max(self.p_min, 0)

    def upper_border_begin(self, n):
        """The first sample and slice that something behind the signal touches."""
        if not n >= (least := self.m_num - self.m_num_mid):
            raise ValueError(f'Parameter n must be >= ceil(m_num/2) = {least}!')
        squares = self._squares()
        for q in range(n // self.hop + 1, max((n - self.m_num) // self.hop - 1, -1), -1):
            k = q * self.hop + (self.m_num - self.m_num_mid)
            if k <= n or np.all(squares[n - k:] == 0):
                return (q + 1) * self.hop - self.m_num_mid, q + 1
        return 0, 0

    @property
    def delta_t(self):
        """Time from slice to slice."""
        return self.T * self.hop

    @property
    def delta_f(self):
        """Step of the frequencies."""
        return 1 / (self.mfft * self.T)

    @property
    def onesided_fft(self):
        """Are only frequencies that are not negative kept?"""
        return self.fft_mode in ('onesided', 'onesided2X')

    @property
    def f(self):
        """The frequencies."""
        if self.onesided_fft:
            return np.fft.rfftfreq(self.mfft, self.T)
        frequencies = np.fft.fftfreq(self.mfft, self.T)
        return np.fft.fftshift(frequencies) if self.fft_mode == 'centered' else frequencies

    @property
    def f_pts(self):
        """How many frequencies there are."""
        return self.mfft // 2 + 1 if self.onesided_fft else self.mfft

    def t(self, n, p0=None, p1=None, k_offset=0):
        """The times of the slices of a signal of n."""
        p0, p1 = self.p_range(n, p0, p1)
        return np.arange(p0, p1) * self.delta_t + k_offset * self.T

    def nearest_k_p(self, k, left=True):
        """The sample nearest to k at which a slice lies."""
        past = k % self.hop
        if not past:
            return k
        return k - past if left else k - past + self.hop

    def extent(self, n, axes_seq='tf', center_bins=False):
        """The edges of times and frequencies for pictures of a transform."""
        if axes_seq not in ('tf', 'ft'):
            raise ValueError(f"Parameter axes_seq='{axes_seq}' not in ['tf', 'ft']!")
        if self.onesided_fft:
            low, high = 0, self.f_pts
        elif self.fft_mode == 'centered':
            low, high = -(self.mfft // 2), self.mfft // 2 if self.mfft % 2 == 0 else self.mfft // 2 + 1
        else:
            raise ValueError(f"Attribute fft_mode={self.fft_mode} must be in ['centered', 'onesided', 'onesided2X']")
        first, last = self.p_min, self.p_max(n)
        if center_bins:
            first, last, low, high = first - 0.5, last - 0.5, low - 0.5, high - 0.5
        times, frequencies = (first * self.delta_t, last * self.delta_t), (low * self.delta_f, high * self.delta_f)
        return times + frequencies if axes_seq == 'tf' else frequencies + times

    def _forward(self, x):
        if self.phase_shift is not None:
            if x.shape[-1] < self.mfft:
                x = np.concatenate([x, np.zeros(x.shape[:-1] + (self.mfft - x.shape[-1],), dtype=x.dtype)], axis=-1)
            x = np.roll(x, -((self.phase_shift + self.m_num_mid) % self.m_num), axis=-1)
        if self.fft_mode == 'twosided':
            return np.fft.fft(x, self.mfft)
        if self.fft_mode == 'centered':
            return np.fft.fftshift(np.fft.fft(x, self.mfft), axes=-1)
        result = np.fft.rfft(x, self.mfft)
        if self.fft_mode == 'onesided2X':
            result[..., 1:-1 if self.mfft % 2 == 0 else None] *= 2 if self.scaling == 'magnitude' else math.sqrt(2)
        return result

    def _backward(self, X):
        if self.fft_mode == 'twosided':
            x = np.fft.ifft(X, self.mfft)
        elif self.fft_mode == 'centered':
            x = np.fft.ifft(np.fft.ifftshift(X, axes=-1), self.mfft)
        else:
            if self.fft_mode == 'onesided2X':
                X = X.copy()
                X[..., 1:-1 if self.mfft % 2 == 0 else None] /= 2 if self.scaling == 'magnitude' else math.sqrt(2)
            x = np.fft.irfft(X, self.mfft)
        if self.phase_shift is None:
            return x[..., :self.m_num]
        return np.roll(x, (self.phase_shift + self.m_num_mid) % self.m_num, axis=-1)[..., :self.m_num]

    def _slices(self, x, k_offset, p0, p1, padding):
        kinds = {'zeros': 'constant', 'edge': 'edge', 'even': 'reflect', 'odd': 'reflect'}
        if padding not in kinds:
            raise ValueError(f"Parameter padding='{padding}' not in {list(kinds)}!")
        n = x.shape[-1]
        first = p0 * self.hop - self.m_num_mid + k_offset
        last = (p1 - 1) * self.hop + self.m_num - self.m_num_mid + k_offset
        before, after = -min(first, 0), max(last, n) - n
        long = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(before, after)], mode=kinds[padding])
        if padding == 'odd':
            long[..., :before] = 2 * x[..., :1] - long[..., :before]
            long[..., before + n:] = 2 * x[..., -1:] - long[..., before + n:]
        for place in range(p0, p1):
            start = place * self.hop - self.m_num_mid + k_offset + before
            yield long[..., start:start + self.m_num]

    def stft(self, x, p0=None, p1=None, *, k_offset=0, padding='zeros', axis=-1):
        """The transforms of the slices p0 to p1 (all that see anything): frequencies by slices.

        >>> signal.ShortTimeFFT(np.ones(2), 2, fs=1.0).stft(np.ones(4)).real.round(9)[0]
        array([1., 2., 1.])
        """
        return self.stft_detrend(x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis)

    def stft_detrend(self, x, detr, p0=None, p1=None, *, k_offset=0, padding='zeros', axis=-1):
        """stft() of slices whose trend is taken out first: 'constant', 'linear' or a function."""
        x = np.asarray(x)
        if self.onesided_fft and x.dtype.kind == 'c':
            raise ValueError(f"Complex-valued `x` not allowed for self.fft_mode='{self.fft_mode}'! Set property `fft_mode` to 'twosided' "
                             "or 'centered'.")
        if isinstance(detr, str):
            from scipy.signal import detrend
            kind = detr
            detr = lambda part: detrend(part, type=kind)
        elif not (detr is None or callable(detr)):
            raise ValueError(f'Parameter detr={detr} is not a str, function or None!')
        n = x.shape[axis]
        if not n >= (least := self.m_num - self.m_num_mid):
            raise ValueError(f'len(x)={len(x)} must be >= ceil(m_num/2) = {least}!')
        x = np.moveaxis(x, axis, -1)
        p0, p1 = self.p_range(n, p0, p1)
        out = np.zeros(x.shape[:-1] + (self.f_pts, p1 - p0), dtype=complex)
        for k, part in enumerate(self._slices(x, k_offset, p0, p1, padding)):
            if detr is not None:
                part = detr(part)
            out[..., :, k] = self._forward(part * self.win.conj())
        if x.ndim > 1:
            out = np.moveaxis(out, -2, axis if axis >= 0 else axis - 1)
        return out

    def spectrogram(self, x, y=None, detr=None, *, p0=None, p1=None, k_offset=0, padding='zeros', axis=-1):
        """The squares of the transforms' sizes, or their products with those of another signal."""
        def transform(samples):
            return self.stft_detrend(samples, detr, p0, p1, k_offset=k_offset, padding=padding, axis=axis)

        ours = transform(x)
        is_alone = y is None or y is x
        return ours.real ** 2 + ours.imag ** 2 if is_alone else ours * np.conj(transform(y))

    def istft(self, S, k0=0, k1=None, *, f_axis=-2, t_axis=-1):
        """The signal from sample k0 to k1 of transforms.

        >>> transform = signal.ShortTimeFFT(np.ones(4), 2, fs=1.0)
        >>> transform.istft(transform.stft(np.arange(8.0)), k1=8).round(9)
        array([0., 1., 2., 3., 4., 5., 6., 7.])
        """
        S = np.asarray(S)
        if f_axis == t_axis:
            raise ValueError(f'f_axis={f_axis} may not be equal t_axis={t_axis}!')
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(f'S.shape[f_axis]={S.shape[f_axis]} must be equal to self.f_pts={self.f_pts} (S.shape={S.shape})!')
        count, least = S.shape[t_axis], self.m_num - self.m_num_mid
        if count < 1:
            raise ValueError(f'S.shape[t_axis]={S.shape[t_axis]} needs to have at least 1 slice!')
        most = (self.p_min + count - 1) * self.hop + self.m_num - self.m_num_mid
        k1 = most if k1 is None else operator.index(k1)
        if not self.k_min <= k0 < k1 <= most:
            raise ValueError(f'(self.k_min={self.k_min}) <= (k0={k0}) < (k1={k1}) <= (k_max={most}) is not true!')
        if not k1 - k0 >= least:
            raise ValueError(f'(k1={k1}) - (k0={k0}) = {k1 - k0} has to be at least the half window length {least}!')
        S = np.moveaxis(S, (f_axis, t_axis), (-2, -1))
        length = most - self.k_min
        dtype = float if self.onesided_fft else complex
        total = np.zeros(S.shape[:-2] + (length,), dtype=dtype)
        for k in range(count):
            part = self._backward(S[..., k]) * self.dual_win
            start = k * self.hop
            total[..., start:start + self.m_num] += part
        result = total[..., k0 - self.k_min:k1 - self.k_min]
        if result.ndim > 1:
            result = np.moveaxis(result, -1, f_axis if f_axis >= 0 else f_axis + 1) if f_axis not in (-2, S.ndim - 2) else result
        return result
