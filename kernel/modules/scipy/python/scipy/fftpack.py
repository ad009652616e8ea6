"""Fourier transforms by their older names."""

import numpy as np
from scipy import fft as _fft

__all__ = ['fft', 'ifft', 'fft2', 'ifft2', 'fftn', 'ifftn', 'rfft', 'irfft', 'fftfreq', 'rfftfreq', 'fftshift', 'ifftshift', 'next_fast_len',
           'dct', 'idct', 'dst', 'idst']

fftshift, ifftshift, fftfreq = np.fft.fftshift, np.fft.ifftshift, np.fft.fftfreq
from scipy.fft import next_fast_len


def fft(x, n=None, axis=-1, overwrite_x=False):
    """The Fourier transform along an axis.

    >>> fftpack.fft([1.0, 0.0])
    array([1.-0.j, 1.-0.j])
    """
    return np.fft.fft(x, n, axis)


def ifft(x, n=None, axis=-1, overwrite_x=False):
    """The inverse of fft().

    >>> fftpack.ifft([2.0, 0.0]).real
    array([1., 1.])
    """
    return np.fft.ifft(x, n, axis)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False):
    """The Fourier transform over two axes.

    >>> fftpack.fft2([[1.0, 0.0]]).real
    array([[1., 1.]])
    """
    return np.fft.fft2(x, shape, axes)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False):
    """The inverse of fft2().

    >>> fftpack.ifft2([[2.0, 0.0]]).real
    array([[1., 1.]])
    """
    return np.fft.ifft2(x, shape, axes)


def fftn(x, shape=None, axes=None, overwrite_x=False):
    """The Fourier transform over several axes.

    >>> fftpack.fftn([[1.0, 0.0]]).real
    array([[1., 1.]])
    """
    return np.fft.fftn(x, shape, axes)


def ifftn(x, shape=None, axes=None, overwrite_x=False):
    """The inverse of fftn().

    >>> fftpack.ifftn([[2.0, 0.0]]).real
    array([[1., 1.]])
    """
    return np.fft.ifftn(x, shape, axes)


def rfft(x, n=None, axis=-1, overwrite_x=False):
    """The transform of real numbers, real and imaginary parts beside each other.

    >>> fftpack.rfft([1.0, 2.0, 3.0]).round(6)
    array([ 6.      , -1.5     ,  0.866025])
    """
    x = np.moveaxis(np.asarray(x), axis, -1)
    if x.dtype.kind == 'c':
        raise TypeError('x must be a real sequence')
    n = x.shape[-1] if n is None else n
    half = np.fft.rfft(x, n)
    result = np.empty(half.shape[:-1] + (n,), dtype=half.real.dtype)
    result[..., 0], result[..., 1::2] = half[..., 0].real, half[..., 1:].real
    result[..., 2::2] = half[..., 1:(n + 1) // 2].imag
    return np.moveaxis(result, -1, axis)


def irfft(x, n=None, axis=-1, overwrite_x=False):
    """The inverse of rfft().

    >>> fftpack.irfft(fftpack.rfft([1.0, 2.0, 3.0])).round(6)
    array([1., 2., 3.])
    """
    x = np.moveaxis(np.asarray(x, dtype=float), axis, -1)
    n = x.shape[-1] if n is None else n
    half = np.zeros(x.shape[:-1] + (n // 2 + 1,), dtype=complex)
    x = x[..., :n]
    half[..., 0] = x[..., 0]
    half.real[..., 1:1 + x[..., 1::2].shape[-1]] = x[..., 1::2]
    half.imag[..., 1:1 + x[..., 2::2].shape[-1]] = x[..., 2::2]
    return np.moveaxis(np.fft.irfft(half, n), -1, axis)


def rfftfreq(n, d=1.0):
    """The frequencies of rfft()'s places.

    >>> fftpack.rfftfreq(3)
    array([0.        , 0.33333333, 0.33333333])
    """
    return np.arange(1, n + 1, dtype=int) // 2 / float(n * d)


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The discrete cosine transform.

    >>> fftpack.dct([1.0, 1.0])
    array([4., 0.])
    """
    return _fft.dct(x, type, n, axis, norm)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The inverse of dct(), not divided by 2n where norm is None.

    >>> fftpack.idct([4.0, 0.0])
    array([4., 4.])
    """
    return _fft.dct(x, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, axis, norm)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The discrete sine transform.

    >>> fftpack.dst([1.0, 1.0]).round(6)
    array([2.828427, 0.      ])
    """
    return _fft.dst(x, type, n, axis, norm)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    """The inverse of dst(), not divided where norm is None.

    >>> fftpack.idst([1.0, 1.0]).shape
    (2,)
    """
    return _fft.dst(x, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, axis, norm)
