"""What is taken out of signals before their spectra are looked at: trends, and windows over them."""
import numpy as np

__all__ = ["GaussianKDE", "detrend", "detrend_linear", "detrend_mean", "detrend_none", "window_hanning", "window_none"]


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
