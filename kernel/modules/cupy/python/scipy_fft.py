"""cupyx.scipy.fft: transforms of device arrays, and plans for them."""

import cupy
import numpy
from cupy._on_device import on_device
from cupy.cuda.cufft import CUFFT_FORWARD, CUFFT_INVERSE, get_fft_plan
from scipy.fft import _members

_LINES = ['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft']
_PLAIN = _LINES + ['fft2', 'ifft2', 'fftn', 'ifftn', 'rfft2', 'irfft2', 'rfftn', 'irfftn']
_EDGES = ['fftshift', 'ifftshift', 'fftfreq', 'rfftfreq']


def _transform(name):
    function = getattr(numpy.fft, name)
    is_line = name in _LINES
    size_name, axes_name = ('n', 'axis') if is_line else ('s', 'axes')
    default = -1 if is_line else (-2, -1) if name.endswith('2') else None

    def transform(x, n_or_s=None, axis_or_axes=None, norm=None, overwrite_x=False, *, plan=None, **keywords):
        if not isinstance(x, cupy.ndarray):
            raise TypeError(f'The input array a must be a cupy.ndarray, not {type(x)}')
        size = keywords.pop(size_name, n_or_s)
        axes = keywords.pop(axes_name, default if axis_or_axes is None else axis_or_axes)
        if keywords:
            raise TypeError(f'{name}() got an unexpected keyword argument {next(iter(keywords))!r}')
        if plan is not None:
            plan.check(x)
        return function(x, size, axes, norm)

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = (f'numpy.fft.{name} of a device array: {name}(x, {size_name}=None, {axes_name}={default!r}, norm=None, '
                         'overwrite_x=False, *, plan=None).')
    return transform


globals().update({name: _transform(name) for name in _PLAIN})
globals().update({name: getattr(cupy.fft, name) for name in _EDGES})
_REST = [name for name in _members.__all__ if name not in _PLAIN + _EDGES and not isinstance(getattr(_members, name), type)]
globals().update({name: on_device(getattr(_members, name)) for name in _REST})
__all__ = _PLAIN + _EDGES + _REST + ['CUFFT_FORWARD', 'CUFFT_INVERSE', 'get_fft_plan']
