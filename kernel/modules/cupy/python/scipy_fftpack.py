"""Fourier transforms of device arrays by their older names."""

import scipy.fftpack
from cupy._on_device import on_device
from cupy.cuda.cufft import get_fft_plan
from cupyx.scipy.fft import _members as _new

__all__ = ['fft', 'ifft', 'fft2', 'ifft2', 'fftn', 'ifftn', 'rfft', 'irfft', 'get_fft_plan']


def fft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The Fourier transform along an axis."""
    return _new.fft(x, n, axis, plan=plan)


def ifft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The inverse of fft()."""
    return _new.ifft(x, n, axis, plan=plan)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """The Fourier transform over two axes."""
    return _new.fft2(x, shape, axes, plan=plan)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False, plan=None):
    """The inverse of fft2()."""
    return _new.ifft2(x, shape, axes, plan=plan)


def fftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """The Fourier transform over several axes."""
    return _new.fftn(x, shape, axes, plan=plan)


def ifftn(x, shape=None, axes=None, overwrite_x=False, plan=None):
    """The inverse of fftn()."""
    return _new.ifftn(x, shape, axes, plan=plan)


def rfft(x, n=None, axis=-1, overwrite_x=False, plan=None):
    """The Fourier transform of real values: the first real part, then real and imaginary parts in turn."""
    return on_device(scipy.fftpack.rfft)(x, n, axis)


def irfft(x, n=None, axis=-1, overwrite_x=False):
    """The inverse of rfft()."""
    return on_device(scipy.fftpack.irfft)(x, n, axis)
