"""Spectra of signals; what is taken out of signals before: trends, and windows over them; densities of points."""
import numpy as np

__all__ = ["GaussianKDE", "angle_spectrum", "cohere", "complex_spectrum", "csd", "detrend", "detrend_linear", "detrend_mean",
           "detrend_none", "magnitude_spectrum", "phase_spectrum", "psd", "specgram", "window_hanning", "window_none"]


def _array_with_axis(x, axis, least):
    data = np.asarray(x)
    if axis is None or axis < max(data.ndim, least):
        return data
    raise ValueError(f"axis(={axis}) out of bounds")


def detrend(x, key=None, axis=None):
    """x without its trend.

    key says which: 'constant', 'mean', 'default' or None for the mean, 'linear' for the straight line that fits
    best, 'none' for nothing, or a function f(x, axis=axis). Several signals are taken apart along axis.
    ValueError for another word, or for an axis that x has not.

    >>> detrend([1, 2, 6], 'mean')
    array([-2., -1.,  3.])
    """
    ways = {None: detrend_mean, "none": detrend_none, "constant": detrend_mean, "mean": detrend_mean,
            "default": detrend_mean, "linear": detrend_linear}
    way = key if callable(key) else ways.get(key) if key is None or isinstance(key, str) else None
    if way is None:
        raise ValueError(f"Unknown value for key: {key!r}, must be one of: 'default', 'constant', 'mean', "
                         "'linear', or a function")
    data = _array_with_axis(x, axis, 1)
    if way is detrend_linear and data.ndim > 1:
        return np.apply_along_axis(detrend_linear, axis, data)
    if way is detrend_none:
        return data
    return way(data, axis=axis) if way is not detrend_linear else way(data)


def detrend_mean(x, axis=None):
    """x less its mean: of all of it, or with axis of each line along that axis.

    >>> detrend_mean([[1, 3], [2, 6]], axis=1)
    array([[-1.,  1.],
           [-2.,  2.]])
    """
    data = _array_with_axis(x, axis, 0)
    return data - data.mean(axis, keepdims=data.ndim > 0)


def detrend_none(x, axis=None):
    """x itself: the way to say that nothing is to be taken out of it."""
    return x


def detrend_linear(y):
    """A signal of one dimension less the straight line of least squares through it.

    A single number has no slope and gives 0; ValueError for more dimensions.

    >>> detrend_linear([1.0, 3.0, 2.0, 7.0]).round(3)
    array([ 0.3,  0.6, -2.1,  1.2])
    """
    signal = np.asarray(y)
    if signal.ndim > 1:
        raise ValueError("y cannot have ndim > 1")
    if not signal.ndim:
        return np.array(0, dtype=signal.dtype)
    places = np.arange(signal.size, dtype=float)
    places -= places.mean()
    spread = (places * places).mean()
    slope = (places * (signal - signal.mean())).mean() / spread if spread else 0.0
    return signal - signal.mean() - slope * places


def window_hanning(x):
    """x under a Hann window of its own length, which falls to 0 at both ends.

    >>> window_hanning([1, 2, 5])
    array([0., 2., 0.])
    """
    return np.hanning(len(x)) * x


def window_none(x):
    """x itself, for what wants a window and is to have none."""
    return x


# ---- spectra ----


class _Spectrum:
    """The Fourier transforms of the pieces of a signal (Welch, 1967), and how they are counted."""

    def __init__(self, x, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq=None):
        if sides not in (None, "default", "onesided", "twosided"):
            raise ValueError(f"{sides!r} is not a valid value for sides. Supported values are 'default', 'onesided', 'twosided'")
        self.length = 256 if NFFT is None else NFFT
        self.rate = 2 if Fs is None else Fs
        self.overlap = 0 if noverlap is None else noverlap
        if self.overlap >= self.length:
            raise ValueError("noverlap must be less than NFFT")
        self.padded = self.length if pad_to is None else pad_to
        self.by_frequency = True if scale_by_freq is None else scale_by_freq
        signal = self._long_enough(x)
        self.total = len(signal)
        both = sides == "twosided" or (sides in (None, "default") and np.iscomplexobj(signal))
        self.one_sided = not both
        frequencies = np.fft.fftfreq(self.padded, 1 / self.rate)
        self.kept = self.padded if both else self.padded // 2 + 1
        self.frequencies = np.fft.fftshift(frequencies) if both else np.abs(frequencies[:self.kept])
        window = window_hanning if window is None else window
        self.weights = np.asarray(window(np.ones(self.length, signal.dtype)) if callable(window) else window)
        if len(self.weights) != self.length:
            raise ValueError("The window length must match the data's first dimension")
        self.detrend = "none" if detrend is None else detrend
        self.transforms = self.transform(signal)

    def _long_enough(self, x):
        signal = np.asarray(x)
        missing = self.length - len(signal)
        return np.append(signal, np.zeros(missing, signal.dtype)) if missing > 0 else signal

    def transform(self, signal):
        """A column for each piece."""
        signal = self._long_enough(signal)
        starts = np.arange(0, len(signal) - self.length + 1, self.length - self.overlap)
        pieces = signal[starts[None, :] + np.arange(self.length)[:, None]]
        pieces = detrend(pieces, self.detrend, axis=0) * self.weights[:, None]
        made = np.fft.fft(pieces, n=self.padded, axis=0)[:self.kept]
        return made if self.one_sided else np.fft.fftshift(made, axes=0)

    def power(self, other=None):
        """Power of each piece, or of two signals' pieces together."""
        made = np.conj(self.transforms) * (self.transforms if other is None else other)
        if self.one_sided:  # what lies at negative frequencies counts for the positive ones
            made[1:-1 if self.padded % 2 == 0 else None] *= 2
        if self.by_frequency:
            return made / self.rate / (np.abs(self.weights) ** 2).sum()
        return made / np.abs(self.weights).sum() ** 2

    def amplitude(self):
        return self.transforms / self.weights.sum()

    def times(self):
        half = self.length / 2
        return np.arange(half, self.total - half + 1, self.length - self.overlap) / self.rate


def psd(x, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None):
    """psd(x, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None)

    The power spectral density by Welch's average of pieces, and its frequencies.

    >>> import numpy as np
    >>> from matplotlib.mlab import psd
    >>> power, frequencies = psd(np.sin(np.arange(512.0)), NFFT=64)
    >>> int(power.argmax())
    10
    """
    made = _Spectrum(x, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq)
    return made.power().mean(axis=1).real, made.frequencies


def csd(x, y, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None):
    """csd(x, y, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None)

    The cross spectral density of two signals, and its frequencies.

    >>> import numpy as np
    >>> from matplotlib.mlab import csd
    >>> wave = np.arange(512.0)
    >>> csd(np.sin(wave), np.cos(wave), NFFT=64)[0].shape
    (33,)
    """
    if np.iscomplexobj(y) and sides in (None, "default"):
        sides = "twosided"
    made = _Spectrum(x, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq)
    return made.power(made.transform(y)).mean(axis=1), made.frequencies


def cohere(x, y, NFFT=256, Fs=2, detrend=detrend_none, window=window_hanning, noverlap=0, pad_to=None, sides="default",
           scale_by_freq=None):
    """cohere(x, y, NFFT=256, Fs=2, detrend=detrend_none, window=window_hanning, noverlap=0, pad_to=None, sides='default', scale_by_freq=None)

    How coherent two signals are at each frequency, 0 to 1, and the frequencies.

    >>> import numpy as np
    >>> from matplotlib.mlab import cohere
    >>> noise = np.random.default_rng(0).normal(size=1024)
    >>> bool(np.allclose(cohere(noise, 2 * noise)[0], 1))
    True
    """
    if len(x) < 2 * NFFT:
        raise ValueError("Coherence is calculated by averaging over *NFFT* length segments.  Your signal is too short for your "
                         "choice of *NFFT*.")
    options = NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq
    both, frequencies = csd(x, y, *options)
    return np.abs(both) ** 2 / (psd(x, *options)[0] * psd(y, *options)[0]), frequencies


_SHOWN = {"magnitude": np.abs, "angle": np.angle, "phase": lambda made: np.unwrap(np.angle(made), axis=0),
          "complex": lambda made: made}


def specgram(x, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None,
             mode=None):
    """specgram(x, NFFT=None, Fs=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, scale_by_freq=None, mode=None)

    The spectrum of each piece of a signal, the frequencies and the times of the pieces.

    >>> import numpy as np
    >>> from matplotlib.mlab import specgram
    >>> specgram(np.sin(np.arange(512.0)), NFFT=64, noverlap=0)[0].shape
    (33, 8)
    """
    if mode not in (None, "default", "psd", *_SHOWN):
        raise ValueError(f"{mode!r} is not a valid value for mode.")
    length = 256 if NFFT is None else NFFT
    if len(x) <= length:
        import warnings
        warnings.warn("Only one segment is calculated since parameter NFFT (=%d) >= signal length (=%d)." % (length, len(x)),
                      stacklevel=2)
    made = _Spectrum(x, NFFT, Fs, detrend, window, 128 if noverlap is None else noverlap, pad_to, sides, scale_by_freq)
    if mode in _SHOWN:
        return _SHOWN[mode](made.amplitude()), made.frequencies, made.times()
    return made.power().real, made.frequencies, made.times()


def _whole(x, Fs, window, pad_to, sides, mode):
    """The spectrum of a signal in one piece."""
    made = _Spectrum(x, len(x), Fs, None, window, 0, pad_to, sides)
    return _SHOWN[mode](made.amplitude())[:, 0], made.frequencies


def _whole_spectrum(mode, words, example):
    def spectrum(x, Fs=None, window=None, pad_to=None, sides=None):
        return _whole(x, Fs, window, pad_to, sides, mode)
    name = mode + "_spectrum"
    spectrum.__name__ = spectrum.__qualname__ = name
    spectrum.__doc__ = (f"{name}(x, Fs=None, window=None, pad_to=None, sides=None)\n\n    {words}, and the frequencies.\n\n"
                        f"    >>> import numpy as np\n    >>> from matplotlib.mlab import {name}\n"
                        f"    >>> {name}(np.ones(4), window=np.ones(4))[0].tolist()\n    {example}\n    ")
    return spectrum


complex_spectrum = _whole_spectrum("complex", "The spectrum of a signal", "[(1+0j), 0j, 0j]")
magnitude_spectrum = _whole_spectrum("magnitude", "The sizes in a signal's spectrum", "[1.0, 0.0, 0.0]")
angle_spectrum = _whole_spectrum("angle", "The angles in a signal's spectrum, from -pi to pi", "[0.0, 0.0, 0.0]")
phase_spectrum = _whole_spectrum("phase", "The angles in a signal's spectrum, without jumps", "[0.0, 0.0, 0.0]")


class GaussianKDE:
    """GaussianKDE(dataset, bw_method=None)

    The density of points, as a sum of bells of one shape round each of them. bw_method says how wide the bells are:
    'scott', 'silverman', a number, or a function of this object.

    >>> from matplotlib.mlab import GaussianKDE
    >>> GaussianKDE([0.0, 1.0, 2.0]).evaluate([1.0]).round(4).tolist()
    [0.3447]
    """

    def __init__(self, dataset, bw_method=None):
        self.dataset = np.atleast_2d(dataset)
        if np.size(self.dataset) <= 1:
            raise ValueError("`dataset` input should have multiple elements.")
        self.dim, self.num_dp = self.dataset.shape
        rules = {None: self.scotts_factor, "scott": self.scotts_factor, "silverman": self.silverman_factor}
        if callable(bw_method):
            self.factor = bw_method(self)
        elif bw_method is None or isinstance(bw_method, str):
            if bw_method not in rules:
                raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable")
            self.factor = rules[bw_method]()
        elif np.isscalar(bw_method):
            self.factor = bw_method
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable")
        self.covariance = np.atleast_2d(np.cov(self.dataset, rowvar=1, bias=False)) * self.factor ** 2
        self.inv_cov = np.linalg.inv(self.covariance)

    def scotts_factor(self):
        """scotts_factor()

        The width of Scott's rule: the number of points to the power -1 / (dimensions + 4).

        >>> from matplotlib.mlab import GaussianKDE
        >>> round(float(GaussianKDE([0.0, 1.0, 2.0]).scotts_factor()), 4)
        0.8027
        """
        return self.num_dp ** (-1 / (self.dim + 4))

    def silverman_factor(self):
        """silverman_factor()

        The width of Silverman's rule: as Scott's, with (dimensions + 2) / 4 times as many points.

        >>> from matplotlib.mlab import GaussianKDE
        >>> round(float(GaussianKDE([0.0, 1.0, 2.0]).silverman_factor()), 4)
        0.8503
        """
        return (self.num_dp * (self.dim + 2) / 4) ** (-1 / (self.dim + 4))

    def evaluate(self, points):
        """evaluate(points)

        The density at points.

        >>> from matplotlib.mlab import GaussianKDE
        >>> GaussianKDE([0.0, 2.0]).evaluate([0.0, 1.0]).shape
        (2,)
        """
        places = np.atleast_2d(points).astype(float)
        if len(places) != self.dim:
            if len(places) != 1 or places.shape[1] != self.dim:
                raise ValueError(f"points have dimension {len(places)}, dataset has dimension {self.dim}")
            places = places.T
        apart = self.dataset[:, :, None] - places[:, None, :]
        squares = np.einsum("ipq,ij,jpq->pq", apart, self.inv_cov, apart)
        whole = np.sqrt(np.linalg.det(2 * np.pi * self.covariance)) * self.num_dp
        return np.exp(-squares / 2).sum(axis=0) / whole

    __call__ = evaluate
