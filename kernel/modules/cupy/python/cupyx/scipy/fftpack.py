"""Fourier transforms of device arrays by their older names."""

import scipy.fftpack
from cupy._on_device import on_device
from cupy.cuda.cufft import get_fft_plan
from cupy.fft._transforms import natives
from cupy.fft._plans import prepare

__all__ = ['fft', 'ifft', 'fft2', 'ifft2', 'fftn', 'ifftn', 'rfft', 'irfft', 'get_fft_plan']


def _line(name, x, n, axis, plan):
    prepare(x, (n,), (axis,), 'C2C', plan, True)
    return natives[name](x, n, axis)


def _several(name, x, shape, axes, plan):
    prepare(x, shape, axes, 'C2C', plan, chosen=plan)
    return natives[name](x, shape, axes)


def fft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The Fourier transform along an axis."""
    return _line('fft', x, n, axis, plan)


def ifft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The inverse of fft()."""
    return _line('ifft', x, n, axis, plan)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """The Fourier transform over two axes."""
    return _several('fft2', x, shape, axes, plan)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """The inverse of fft2()."""
    return _several('ifft2', x, shape, axes, plan)


def fftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """The Fourier transform over several axes."""
    return _several('fftn', x, shape, axes, plan)


def ifftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """The inverse of fftn()."""
    return _several('ifftn', x, shape, axes, plan)


def rfft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The Fourier transform of real values: the first real part, then real and imaginary parts in turn."""
    return on_device(scipy.fftpack.rfft)(x, n, axis)


def irfft(x, n=None, axis=-1, overwrite_x=False):
    """The inverse of rfft()."""
    return on_device(scipy.fftpack.irfft)(x, n, axis)
