"""cupyx.scipy.signal: what of scipy.signal is written in Python, computed on the host; and wavelets, which SciPy has no more."""

import math
import warnings

import cupy
import cupyx
from cupy._on_device import module_on_device
from scipy.signal import _members

__all__ = list(_members.__all__)
globals().update(module_on_device(_members, __all__, 'cupyx.scipy.signal'))
__all__ += ['choose_conv_method', 'cwt', 'morlet', 'morlet2', 'qmf', 'ricker']


def choose_conv_method(in1, in2, mode='full'):
    """'fft', but 'direct' for whole numbers.

    >>> choose_conv_method(cupy.ones(3), cupy.ones(3))
    'fft'
    """
    if in1.ndim != 1 or in2.ndim != 1:
        raise NotImplementedError('Only 1d inputs are supported currently')
    return 'direct' if in1.dtype.kind in 'bui' or in2.dtype.kind in 'bui' else 'fft'


# ---- wavelets ----


def _warn():
    warnings.warn('Following the change in SciPy 1.12, all wavelet functions have been deprecated in CuPy v14 and are planned to be removed in '
                  'the future. To request continued support of the features, please leave a comment at '
                  'https://github.com/cupy/cupy/issues/8864.', cupy.exceptions.VisibleDeprecationWarning, stacklevel=3)


def qmf(hk):
    """The high-pass filter that mirrors a low-pass one: its coefficients backwards, every second one with the other sign."""
    _warn()
    hk = cupy.asarray(hk)
    return hk[::-1] * cupy.where(cupy.arange(len(hk)) % 2, -1, 1).astype(hk.dtype)


def morlet(M, w=5.0, s=1.0, complete=True):
    """Morlet's wavelet at M places from -s*2*pi to s*2*pi."""
    _warn()
    x = cupy.linspace(-s * 2 * math.pi, s * 2 * math.pi, M)
    wave = cupy.exp(1j * w * x)
    if complete:
        wave -= math.exp(-0.5 * w ** 2)
    return wave * cupy.exp(-0.5 * x ** 2) * math.pi ** -0.25


def ricker(points, a):
    """Ricker's wavelet, the Mexican hat, of width a."""
    _warn()
    x = cupy.arange(int(points)) - (int(points) - 1.0) / 2
    square = x ** 2
    return 2 / (math.sqrt(3 * a) * math.pi ** 0.25) * (1 - square / a ** 2) * cupy.exp(-square / (2 * a ** 2))


def morlet2(M, s, w=5):
    """Morlet's wavelet for cwt(): of width s and frequency w."""
    _warn()
    x = (cupy.arange(int(M)) - (int(M) - 1.0) / 2) / s
    return math.sqrt(1 / s) * cupy.exp(1j * w * x) * cupy.exp(-0.5 * x ** 2) * math.pi ** -0.25


def cwt(data, wavelet, widths):
    """The continuous transform: data convolved with wavelet(length, width) for each width."""
    _warn()
    kind = cupy.complex128 if cupy.asarray(wavelet(1, 1)).dtype.kind == 'c' else cupy.float64
    out = cupy.empty((len(widths), len(data)), kind)
    for place, width in enumerate(widths):
        shape = wavelet(min(10 * int(width), len(data)), int(width))
        out[place] = cupyx.scipy.signal.convolve(data, cupy.conj(shape)[::-1], mode='same')
    return out


for _name in __all__[-6:]:
    globals()[_name].__module__ = 'cupyx.scipy.signal'
