"""cupyx.scipy.fft: transforms of device arrays, and plans for them."""

import cupy
import numpy
from cupy._on_device import on_device
from cupy.cuda.cufft import CUFFT_FORWARD, CUFFT_INVERSE, get_fft_plan
from cupy.fft._transforms import natives
from cupy.fft._plans import prepare
from scipy.fft import _members

_LINES = ['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft']
_PLAIN = _LINES + ['fft2', 'ifft2', 'fftn', 'ifftn', 'rfft2', 'irfft2', 'rfftn', 'irfftn']
_EDGES = ['fftshift', 'ifftshift', 'fftfreq', 'rfftfreq']


def _transform(name):
    function = natives[name]
    is_line = name in _LINES
    size_name, axes_name = ('n', 'axis') if is_line else ('s', 'axes')
    default = -1 if is_line else (-2, -1) if name.endswith('2') else None
    value_type = 'R2C' if name.startswith(('rfft', 'ihfft')) else 'C2R' if name.startswith(('irfft', 'hfft')) else 'C2C'

    def transform(x, n_or_s=None, axis_or_axes=None, norm=None, overwrite_x=False, *, plan=None, **keywords):
        if not isinstance(x, cupy.ndarray):
            raise TypeError(f'The input array a must be a cupy.ndarray, not {type(x)}')
        size = keywords.pop(size_name, n_or_s)
        axes = keywords.pop(axes_name, default if axis_or_axes is None else axis_or_axes)
        if keywords:
            raise TypeError(f'{name}() got an unexpected keyword argument {next(iter(keywords))!r}')
        if plan is not None and 'hfft' in name:
            raise NotImplementedError(f'{name} plan is currently not yet supported')
        if is_line:
            prepare(x, (size,), (axes,), value_type, plan, True)
        else:
            size, axes = (size,) if isinstance(size, int) else size, (axes,) if isinstance(axes, int) else axes
            prepare(x, size, axes, value_type, plan)
        return function(x, size, axes, norm)

    transform.__name__ = transform.__qualname__ = name
    transform.__doc__ = (f'numpy.fft.{name} of a device array: {name}(x, {size_name}=None, {axes_name}={default!r}, norm=None, '
                         'overwrite_x=False, *, plan=None).')
    return transform


globals().update({name: _transform(name) for name in _PLAIN})
globals().update({name: getattr(cupy.fft, name) for name in _EDGES})
_BACKENDS = ['set_backend', 'set_global_backend', 'skip_backend', 'register_backend']
_REST = [name for name in _members.__all__ if name not in _PLAIN + _EDGES + _BACKENDS and not isinstance(getattr(_members, name), type)]
globals().update({name: on_device(getattr(getattr(_members, name), '__wrapped__', getattr(_members, name))) for name in _REST})

# The protocol by which scipy.fft hands calls to other libraries.
__ua_domain__ = 'numpy.scipy.fft'


def __ua_convert__(dispatchables, coerce):
    """The arguments for this library: arrays of the host become arrays of the device if coerce says so; NotImplemented: they are not
    for it."""
    found = []
    for one in dispatchables:
        value = one.value
        if coerce and one.coercible and one.type is numpy.ndarray:
            try:
                value = cupy.asarray(value)
            except TypeError:
                return NotImplemented
        if one.type is numpy.ndarray and not isinstance(value, cupy.ndarray):
            return NotImplemented
        found.append(value)
    return found


def __ua_function__(method, args, kwargs):
    """Do what scipy.fft was asked."""
    function = globals().get(method.__name__)
    return NotImplemented if function is None else function(*args, **kwargs)


__all__ = _PLAIN + _EDGES + _REST + ['CUFFT_FORWARD', 'CUFFT_INVERSE', 'get_fft_plan', '__ua_domain__', '__ua_convert__', '__ua_function__']
