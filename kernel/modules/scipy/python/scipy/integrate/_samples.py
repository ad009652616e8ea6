"""Integrals of samples."""

import numpy as np

__all__ = ['trapezoid', 'cumulative_trapezoid', 'simpson', 'cumulative_simpson', 'romb']

trapezoid = np.trapezoid


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """Running integrals by the trapezoidal rule.

    >>> integrate.cumulative_trapezoid([1.0, 2.0, 3.0], initial=0)
    array([0. , 1.5, 4. ])
    """
    y = np.asarray(y)
    if y.shape[axis] == 0:
        raise ValueError('At least one point is required along `axis`.')
    d = np.moveaxis(y, axis, -1)
    if x is None:
        steps = dx
    else:
        x = np.asarray(x)
        steps = np.diff(x) if x.ndim == 1 else np.moveaxis(np.diff(x, axis=axis), axis, -1)
        if steps.shape[-1] != d.shape[-1] - 1:
            raise ValueError('If given, length of x along axis must be the same as y.')
    sums = np.cumsum(steps * (d[..., 1:] + d[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        if initial != 0:
            raise ValueError('`initial` must be `None` or `0`.')
        sums = np.concatenate([np.zeros(sums.shape[:-1] + (1,), dtype=sums.dtype), sums], axis=-1)
    return np.moveaxis(sums, -1, axis)


def _simpson_even(y, steps, first, last):
    """Simpson's rule over pairs of intervals of the last axis; steps is a number or the intervals' widths."""
    if np.ndim(steps) == 0:
        return np.sum(y[..., first:last:2] + 4.0 * y[..., first + 1:last + 1:2] + y[..., first + 2:last + 2:2], axis=-1) * (steps / 3.0)
    h0, h1 = steps[..., first:last:2], steps[..., first + 1:last + 1:2]
    total, product = h0 + h1, h0 * h1
    with np.errstate(divide='ignore', invalid='ignore'):
        ratio = np.where(h1 != 0, h0 / h1, 0.0)
        parts = total / 6.0 * (y[..., first:last:2] * (2.0 - np.where(ratio != 0, 1.0 / ratio, 0.0))
                               + y[..., first + 1:last + 1:2] * (total * np.where(product != 0, total / product, 0.0))
                               + y[..., first + 2:last + 2:2] * (2.0 - ratio))
    return np.sum(parts, axis=-1)


def simpson(y, x=None, *, dx=1.0, axis=-1):
    """The integral of samples by Simpson's rule; of an even number, with Cartwright's correction of the last interval.

    >>> integrate.simpson([0.0, 1.0, 4.0])
    np.float64(2.6666666666666665)
    """
    y = np.moveaxis(np.asarray(y), axis, -1)
    count = y.shape[-1]
    steps = dx
    if x is not None:
        x = np.asarray(x)
        if x.ndim == 1:
            if len(x) != count:
                raise ValueError('If given, length of x along axis must be the same as y.')
            steps = np.diff(x)
        else:
            steps = np.diff(np.moveaxis(x, axis, -1), axis=-1)
    if count % 2:
        return _simpson_even(y, steps, 0, count - 2)
    if count == 2:
        width = steps if np.ndim(steps) == 0 else steps[..., -1]
        return 0.5 * width * (y[..., -1] + y[..., -2])
    result = _simpson_even(y, steps, 0, count - 3)
    h0, h1 = (np.asarray(dx, dtype=float),) * 2 if np.ndim(steps) == 0 else (steps[..., -2], steps[..., -1])

    def share(top, bottom):
        return np.where(bottom != 0, top / np.where(bottom != 0, bottom, 1.0), 0.0)

    alpha = share(2 * h1 ** 2 + 3 * h0 * h1, 6 * (h1 + h0))
    beta = share(h1 ** 2 + 3.0 * h0 * h1, 6 * h0)
    eta = share(1 * h1 ** 3, 6 * h0 * (h0 + h1))
    return (result + alpha * y[..., -1] + beta * y[..., -2] - eta * y[..., -3])[()]


def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    """Running integrals by Simpson's rule.

    >>> integrate.cumulative_simpson([0.0, 1.0, 4.0], initial=0).round(6)
    array([0.      , 0.333333, 2.666667])
    """
    y = np.moveaxis(np.asarray(y, dtype=float), axis, -1)
    if y.shape[-1] < 3:
        sums = cumulative_trapezoid(y, x, dx)
    else:
        steps = np.full(y.shape[-1] - 1, float(dx)) if x is None else np.diff(np.asarray(x, dtype=float))

        def first_half(y, h):
            a, b = h[..., :-1], h[..., 1:]
            return a / 6 * (y[..., :-2] * (3 - a / (a + b)) + y[..., 1:-1] * (3 + a ** 2 / (b * (a + b)) + a / (a + b)) - y[..., 2:] * a ** 2 / (b * (a + b)))

        forward, backward = first_half(y, steps), first_half(y[..., ::-1], steps[..., ::-1])[..., ::-1]
        parts = np.empty(y.shape[:-1] + (y.shape[-1] - 1,))
        parts[..., :-1:2], parts[..., 1::2] = forward[..., ::2], backward[..., ::2]
        parts[..., -1] = backward[..., -1]
        sums = np.cumsum(parts, axis=-1)
    if initial is not None:
        start = np.broadcast_to(initial, sums.shape[:-1] + (1,)) if np.ndim(initial) == 0 else np.moveaxis(np.asarray(initial), axis, -1)
        sums = np.concatenate([start, sums + start], axis=-1)
    return np.moveaxis(sums, -1, axis)


def romb(y, dx=1.0, axis=-1, show=False):
    """The integral of 2**k + 1 equally spaced samples by Romberg's method.

    >>> integrate.romb([0.0, 1.0, 4.0])
    np.float64(2.6666666666666665)
    """
    y = np.moveaxis(np.asarray(y), axis, -1)
    count = y.shape[-1] - 1
    k = count.bit_length() - 1
    if count < 1 or 1 << k != count:
        raise ValueError('Number of samples must be one plus a non-negative power of 2.')
    width = count * dx
    row = [(y[..., 0] + y[..., -1]) / 2.0 * width]
    for i in range(1, k + 1):
        step = count >> i
        width /= 2.0
        new = [0.5 * (row[0] + 2 * width * np.sum(y[..., step::2 * step], axis=-1))]
        for j in range(1, i + 1):
            new.append(new[j - 1] + (new[j - 1] - row[j - 1]) / (4 ** j - 1))
        row = new
    return row[-1]
