"""Interpolation along a line, and the names of scipy.interpolate."""

import numpy as np
from scipy.interpolate import _grids, _pieces, _splines
from scipy.interpolate._grids import *
from scipy.interpolate._pieces import *
from scipy.interpolate._splines import *

__all__ = ['interp1d'] + _pieces.__all__ + _splines.__all__ + _grids.__all__


class interp1d:
    """A function through points: 'linear', 'nearest', 'nearest-up', 'previous', 'next', 'zero', and 'quadratic' and 'cubic' (or
    an order).

    >>> interpolate.interp1d([0, 1], [0.0, 2.0])(0.5)
    array(1.)
    """

    __module__ = 'scipy.interpolate'

    def __init__(self, x, y, kind='linear', axis=-1, copy=True, bounds_error=None, fill_value=np.nan, assume_sorted=False):
        order = {'zero': 0, 'slinear': 1, 'quadratic': 2, 'cubic': 3}.get(kind, kind)
        if not isinstance(order, (int, np.integer)) and order not in ('linear', 'nearest', 'nearest-up', 'previous', 'next'):
            raise NotImplementedError(f'{kind} is unsupported: Use fitpack routines for other types.')
        x, y = np.array(x), np.array(y)
        if x.ndim == 1 and y.ndim and len(x) != y.shape[axis]:
            raise ValueError('x and y arrays must be equal in length along interpolation axis.')
        if not assume_sorted:
            places = np.argsort(x, kind='mergesort')
            x, y = x[places], np.take(y, places, axis=axis)
        if x.ndim != 1:
            raise ValueError('the x array must have exactly one dimension.')
        if y.ndim == 0:
            raise ValueError('the y array must have at least one dimension.')
        if y.dtype.kind not in 'fc':
            y = y.astype(np.float64)
        self.x, self.y, self.axis = x, y, axis % y.ndim
        self._rows = np.moveaxis(y, axis, 0).reshape(y.shape[axis], -1)
        self._shape = y.shape[:self.axis] + y.shape[self.axis + 1:]
        self._kind = order
        least = order + 1 if isinstance(order, (int, np.integer)) and order > 1 else 1
        if len(x) < least:
            raise ValueError(f'x and y arrays must have at least {least} entries')
        self._extrapolates = isinstance(fill_value, str) and fill_value == 'extrapolate'
        if self._extrapolates and bounds_error:
            raise ValueError('Cannot extrapolate and raise at the same time.')
        given = not self._extrapolates and not (np.isscalar(fill_value) and np.isnan(fill_value))
        self.bounds_error = (not given and not self._extrapolates) if bounds_error is None else bounds_error
        self.fill_value = fill_value
        is_pair = isinstance(fill_value, tuple) and len(fill_value) == 2
        self._below, self._above = fill_value if is_pair else (fill_value, fill_value)
        if isinstance(order, (int, np.integer)) and order > 1:
            self._spline = make_interp_spline(x.astype(float), self._rows, int(order))

    def __call__(self, x):
        x = np.asarray(x)
        flat = x.ravel().astype(float)
        low, high = flat < self.x[0], flat > self.x[-1]
        if self.bounds_error and low.any():
            raise ValueError(f'A value ({flat[np.argmax(low)]}) in x_new is below the interpolation range\'s minimum value ({self.x[0]}).')
        if self.bounds_error and high.any():
            raise ValueError(f'A value ({flat[np.argmax(high)]}) in x_new is above the interpolation range\'s maximum value ({self.x[-1]}).')
        value = self._values(flat)
        if not self._extrapolates and len(flat):
            value = value.astype(np.result_type(value, float), copy=True)
            value[low], value[high] = np.ravel(self._below), np.ravel(self._above)
        value = value.reshape(x.shape + self._shape)
        order = list(range(x.ndim, x.ndim + self.axis)) + list(range(x.ndim)) + list(range(x.ndim + self.axis, value.ndim))
        return np.transpose(value, order)

    def _values(self, at):
        kind, knots, rows = self._kind, self.x, self._rows
        if kind in ('nearest', 'nearest-up'):
            middles = knots[:-1] + (knots[1:] - knots[:-1]) / 2.0
            return rows[np.clip(np.searchsorted(middles, at, side='left' if kind == 'nearest' else 'right'), 0, len(knots) - 1)]
        if kind in ('previous', 0):
            return rows[np.clip(np.searchsorted(knots, at, side='right') - 1, 0, len(knots) - 1)]
        if kind == 'next':
            return rows[np.clip(np.searchsorted(knots, at, side='left'), 0, len(knots) - 1)]
        if kind in ('linear', 1):
            if len(knots) == 1:
                return np.repeat(rows, len(at), axis=0)
            right = np.clip(np.searchsorted(knots, at), 1, len(knots) - 1)
            left = right - 1
            slope = (rows[right] - rows[left]) / (knots[right] - knots[left])[:, None]
            return slope * (at - knots[left])[:, None] + rows[left]
        return self._spline(at)
