"""What is taken out of signals before their spectra are looked at: trends, and windows over them."""
import numpy as np

__all__ = ["detrend", "detrend_linear", "detrend_mean", "detrend_none", "window_hanning", "window_none"]


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
