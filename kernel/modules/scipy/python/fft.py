"""Members of scipy.fft that are made of Fourier transforms: cosine and sine transforms, good lengths."""

import contextlib

import numpy as np

__all__ = ['dct', 'idct', 'dst', 'idst', 'dctn', 'idctn', 'dstn', 'idstn', 'next_fast_len', 'prev_fast_len', 'set_workers', 'get_workers',
           'set_backend', 'set_global_backend', 'skip_backend', 'register_backend', 'hfft2', 'ihfft2']


def next_fast_len(target, real=False):
    """The next length that is a product of small primes.

    >>> fft.next_fast_len(17)
    18
    """
    if target < 0:
        raise ValueError('Target cannot be negative')
    primes = (2, 3, 5) if real else (2, 3, 5, 7, 11)
    n = max(int(target), 1) if target > 0 else 0
    while n:
        rest = n
        for p in primes:
            while rest % p == 0:
                rest //= p
        if rest == 1:
            return n
        n += 1
    return 0


def prev_fast_len(target, real=False):
    """The last length up to the target that is a product of small primes.

    >>> fft.prev_fast_len(17)
    16
    """
    n = int(target)
    while next_fast_len(n, real) != n:
        n -= 1
    return n


@contextlib.contextmanager
def set_workers(workers):
    """For a with statement; the threads are chosen by what the process may use."""
    yield


def get_workers():
    """The number of threads that set_workers() has asked for.

    >>> fft.get_workers()
    1
    """
    return 1


@contextlib.contextmanager
def set_backend(backend, coerce=False, only=False):
    """For a with statement: arrays of a device are transformed on it whatever is set here."""
    yield


@contextlib.contextmanager
def skip_backend(backend):
    """For a with statement, see set_backend()."""
    yield


def set_global_backend(backend, coerce=False, only=False, try_last=False):
    """See set_backend().

    >>> fft.set_global_backend('scipy')
    """


def register_backend(backend):
    """See set_backend().

    >>> fft.register_backend('scipy')
    """


def _fitted(x, n, axis):
    x = np.asarray(x)
    if x.dtype.kind not in 'fc':
        x = x.astype(float)
    x = np.moveaxis(x, axis, -1)
    if n is None:
        n = x.shape[-1]
    if n < 1:
        raise ValueError(f'invalid number of data points ({n}) specified')
    if n > x.shape[-1]:
        x = np.concatenate([x, np.zeros(x.shape[:-1] + (n - x.shape[-1],), dtype=x.dtype)], axis=-1)
    return x[..., :n]


def _cosines(x, kind):
    """The transform of the last axis without scaling."""
    n = x.shape[-1]
    if x.dtype.kind == 'c':
        return _cosines(x.real, kind) + 1j * _cosines(x.imag, kind)
    if kind == 1:
        if n < 2:
            raise ValueError('DCT-I is not defined for size < 2')
        return np.fft.rfft(np.concatenate([x, x[..., -2:0:-1]], axis=-1)).real
    k = np.arange(n)
    if kind == 2:
        mixed = np.concatenate([x[..., ::2], x[..., 1::2][..., ::-1]], axis=-1)
        return 2 * (np.fft.fft(mixed) * np.exp(-0.5j * np.pi * k / n)).real
    if kind == 3:
        turned = x * np.exp(0.5j * np.pi * k / n)
        turned[..., 0] *= 0.5
        mixed = np.fft.ifft(turned).real * 2 * n
        result = np.empty_like(mixed)
        result[..., ::2], result[..., 1::2] = mixed[..., :(n + 1) // 2], mixed[..., (n + 1) // 2:][..., ::-1]
        return result
    long = np.zeros(x.shape[:-1] + (2 * n,), dtype=complex)  # kind 4: twice as long, in steps of a half
    long[..., :n] = x * np.exp(-0.5j * np.pi * k / n)
    return 2 * (np.fft.fft(long)[..., :n] * np.exp(-0.25j * np.pi * (2 * k + 1) / n)).real


def _sines(x, kind):
    n = x.shape[-1]
    if kind == 1:
        zero = np.zeros(x.shape[:-1] + (1,), dtype=x.dtype)
        if x.dtype.kind == 'c':
            return _sines(x.real, 1) + 1j * _sines(x.imag, 1)
        return -np.fft.rfft(np.concatenate([zero, x, zero, -x[..., ::-1]], axis=-1)).imag[..., 1:n + 1]
    signs = np.where(np.arange(n) % 2, -1.0, 1.0)
    if kind == 2:
        return _cosines(x * signs, 2)[..., ::-1]
    if kind == 3:
        return _cosines(x[..., ::-1], 3) * signs
    return _cosines(x[..., ::-1], 4) * signs


def _transform(x, kind, n, axis, norm, inverse, sine):
    if kind not in (1, 2, 3, 4):
        raise ValueError('Invalid type argument')
    if norm not in (None, 'backward', 'ortho', 'forward'):
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    x = _fitted(x, n, axis)
    dtype, n = x.dtype, x.shape[-1]
    points = 2 * (n - 1) if kind == 1 and not sine else 2 * (n + 1) if kind == 1 else 2 * n
    if inverse:
        kind = {1: 1, 2: 3, 3: 2, 4: 4}[kind]
    special = (0, -1) if kind == 1 and not sine else (-1 if sine else 0,) if kind in (2, 3) else ()
    if norm == 'ortho' and (kind == 3 or (kind == 1 and not sine)):
        x = x.copy()
        for place in special:
            x[..., place] *= np.sqrt(2)
    result = (_sines if sine else _cosines)(x, kind)
    if norm == 'ortho':
        result = result / np.sqrt(points)
        if kind == 2 or (kind == 1 and not sine):
            for place in special:
                result[..., place] /= np.sqrt(2)
    elif (norm == 'forward') != inverse:
        result = result / points
    return np.moveaxis(result.astype(dtype, copy=False), -1, axis)


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The discrete cosine transform of type 1 to 4.

    >>> fft.dct([1.0, 1.0])
    array([4., 0.])
    """
    return _transform(x, type, n, axis, norm, False, False)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dct().

    >>> fft.idct([4.0, 0.0])
    array([1., 1.])
    """
    return _transform(x, type, n, axis, norm, True, False)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The discrete sine transform of type 1 to 4.

    >>> fft.dst([1.0, 1.0]).round(6)
    array([2.828427, 0.      ])
    """
    return _transform(x, type, n, axis, norm, False, True)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dst().

    >>> fft.idst(fft.dst([1.0, 2.0])).round(6)
    array([1., 2.])
    """
    return _transform(x, type, n, axis, norm, True, True)


def _many(x, type, s, axes, norm, inverse, sine):
    x = np.asarray(x)
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(np.atleast_1d(s)), x.ndim)
    axes = [axes] if np.ndim(axes) == 0 and not isinstance(axes, range) else list(axes)
    sizes = [None] * len(axes) if s is None else list(np.atleast_1d(s))
    for axis, n in zip(axes, sizes):
        x = _transform(x, type, n, axis, norm, inverse, sine)
    return x


def dctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    """The cosine transform over several axes.

    >>> fft.dctn([[1.0, 1.0]])
    array([[8., 0.]])
    """
    return _many(x, type, s, axes, norm, False, False)


def idctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dctn().

    >>> fft.idctn([[8.0, 0.0]])
    array([[1., 1.]])
    """
    return _many(x, type, s, axes, norm, True, False)


def dstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The sine transform over several axes.

    >>> fft.dstn([[1.0, 1.0]]).shape
    (1, 2)
    """
    return _many(x, type, s, axes, norm, False, True)


def idstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dstn().

    >>> fft.idstn(fft.dstn([[1.0, 2.0]])).round(6)
    array([[1., 2.]])
    """
    return _many(x, type, s, axes, norm, True, True)


def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None):
    """The transform of a signal with Hermitian symmetry over two axes.

    >>> fft.hfft2([[1.0, 0.0]])
    array([[1., 1.]])
    """
    flipped = {None: 'forward', 'backward': 'forward', 'forward': 'backward', 'ortho': 'ortho'}[norm]
    return np.fft.irfft2(np.conj(x), s, axes, flipped)


def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None):
    """The inverse of hfft2().

    >>> fft.ihfft2([[1.0, 1.0]]).real
    array([[1., 0.]])
    """
    flipped = {None: 'forward', 'backward': 'forward', 'forward': 'backward', 'ortho': 'ortho'}[norm]
    return np.conj(np.fft.rfft2(x, s, axes, flipped))
