"""Members of scipy.fft: transforms with SciPy's arguments over NumPy's, cosine and sine transforms, Hankel's, good lengths."""

import contextlib
import functools
import itertools
import math
import operator
import os
import threading
import warnings

import numpy as np

__all__ = ['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft', 'fft2', 'ifft2', 'rfft2', 'irfft2', 'fftn', 'ifftn', 'rfftn', 'irfftn',
           'hfft2', 'ihfft2', 'hfftn', 'ihfftn', 'dct', 'idct', 'dst', 'idst', 'dctn', 'idctn', 'dstn', 'idstn', 'fht', 'ifht', 'fhtoffset',
           'next_fast_len', 'prev_fast_len', 'set_workers', 'get_workers', 'set_backend', 'set_global_backend', 'skip_backend',
           'register_backend']


# ---- arguments ----

_settings = threading.local()


def _processors():
    return len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count() or 1


def _count_of_workers(workers):
    if workers is None:
        return getattr(_settings, 'workers', 1)
    if workers < 0:
        most = _processors()
        if workers < -most:
            raise ValueError(f'workers value out of range; got {workers}, must not be less than {-most}')
        workers += 1 + most
    elif workers == 0:
        raise ValueError('workers must not be zero')
    return operator.index(workers)


@contextlib.contextmanager
def set_workers(workers):
    """For a with statement: how many threads transforms are asked to use; negative numbers count from all processors.

    >>> with fft.set_workers(3): print(fft.get_workers())
    3
    """
    before = get_workers()
    _settings.workers = _count_of_workers(operator.index(workers))
    try:
        yield
    finally:
        _settings.workers = before


def get_workers():
    """The number of threads that set_workers() has asked for.

    >>> fft.get_workers()
    1
    """
    return getattr(_settings, 'workers', 1)


def _check(norm, workers, plan):
    if plan is not None:
        raise NotImplementedError('Passing a precomputed plan is not yet supported by scipy.fft functions')
    if norm not in (None, 'backward', 'ortho', 'forward'):
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"')
    _count_of_workers(workers)


def _floats(x, is_real=False):
    """The array in a type that is transformed: halves as singles, whole numbers as doubles."""
    if not isinstance(x, np.ndarray) or x.dtype.kind not in 'fc' or x.dtype == np.float16:
        x = np.asarray(x)
        x = x.astype(np.float32) if x.dtype == np.float16 else x if x.dtype.kind in 'fc' else x.astype(np.float64)
    if is_real and x.dtype.kind == 'c':
        raise TypeError('x must be a real sequence')
    return x


def _line(name, x, n, axis, norm, workers, plan, is_real=False, is_half=False):
    _check(norm, workers, plan)
    x = _floats(x, is_real)
    if n is not None:
        n = operator.index(n)
    size = n if n is not None else (x.shape[axis] - 1) * 2 if is_half else x.shape[axis]
    x.shape[axis]
    if size < 1:
        raise ValueError(f'{"I" if is_half else "i"}nvalid number of data points ({size}) specified')
    if name in ('fft', 'ifft') and x.dtype.kind == 'f':
        return _of_real(x, [size], [axis % x.ndim], norm, name == 'ifft')
    return getattr(np.fft, name)(x, size, axis, norm)


def _sizes_and_axes(x, s, axes):
    given_sizes, given_axes = s is not None, axes is not None
    if given_axes:
        axes = [operator.index(axes)] if np.ndim(axes) == 0 else [operator.index(axis) for axis in axes]
        if any(not -x.ndim <= axis < x.ndim for axis in axes):
            raise ValueError('axes exceeds dimensionality of input')
        axes = [axis % x.ndim for axis in axes]
        if len(set(axes)) != len(axes):
            raise ValueError('all axes must be unique')
    if given_sizes:
        s = [operator.index(s)] if np.ndim(s) == 0 else [operator.index(n) for n in s]
        if given_axes and len(axes) != len(s):
            raise ValueError('when given, axes and shape arguments have to be of the same length')
        if not given_axes:
            if len(s) > x.ndim:
                raise ValueError('shape requires more axes than are present')
            axes = list(range(x.ndim - len(s), x.ndim))
        s = [x.shape[axis] if n == -1 else n for n, axis in zip(s, axes)]
    else:
        axes = list(range(x.ndim)) if not given_axes else axes
        s = [x.shape[axis] for axis in axes]
    if any(n < 1 for n in s):
        raise ValueError(f'invalid number of data points ({s}) specified')
    return s, axes


def _many_axes(name, x, s, axes, norm, workers, plan, is_real=False, is_half=False):
    _check(norm, workers, plan)
    x = _floats(x, is_real)
    sizes, places = _sizes_and_axes(x, s, axes)
    if not places:
        if is_real or is_half:
            raise ValueError('at least 1 axis must be transformed')
        return x.copy() if x.dtype.kind == 'c' or x.ndim else np.asarray(x).copy()
    if is_half and s is None:
        sizes[-1] = (sizes[-1] - 1) * 2
        if sizes[-1] < 1:
            raise ValueError(f'Invalid number of data points ({sizes[-1]}) specified')
    if name in ('fftn', 'ifftn') and x.dtype.kind == 'f':
        return _of_real(x, sizes, places, norm, name == 'ifftn')
    return getattr(np.fft, name)(x, sizes, places, norm)


_TURNED = {None: 'forward', 'backward': 'forward', 'forward': 'backward', 'ortho': 'ortho'}


def _of_real(x, sizes, axes, norm, is_inverse):
    """All frequencies of real numbers, of which one half is computed: the other is its conjugate, and so is each frequency that is
    its own mirror image. SciPy does the same, hence the zeros below zero in what it prints."""
    *others, last = axes
    size, count = sizes[-1], sizes[-1] // 2 + 1
    if is_inverse:
        half = np.fft.rfft(x, size, last, _TURNED[norm])
        inner = _along(half.ndim, last, slice(1, (size + 1) // 2))
        half[inner] = np.conj(half[inner])
        half = np.fft.ifftn(half, sizes[:-1], others, norm) if others else half
    else:
        half = np.fft.rfftn(x, sizes, axes, norm)
    shape = list(half.shape)
    shape[last] = size
    whole = np.empty(shape, half.dtype)
    whole[_along(half.ndim, last, slice(count))] = half
    _mirror(half, whole, others, last, slice(size - count, 0, -1), slice(count, None))
    if not others:
        for k in (0,) if size % 2 else (0, count - 1):
            edge = whole[_along(half.ndim, last, slice(k, k + 1))]
            np.conjugate(edge, out=edge)
        return whole
    order = np.arange(math.prod(sizes[:-1])).reshape(sizes[:-1])
    turned = order[np.ix_(*(-np.arange(n) % n for n in sizes[:-1]))]
    is_second = np.expand_dims((turned <= order).transpose(np.argsort(others)),
                               [axis for axis in range(half.ndim) if axis not in others])
    for k in {0, size / 2}:
        if k == int(k):
            plane = whole[_along(half.ndim, last, slice(int(k), int(k) + 1))]
            mirrored = np.empty_like(plane)
            _mirror(plane, mirrored, others, last, slice(None), slice(None))
            np.copyto(plane, mirrored, where=is_second)
    return whole


def _along(count, axis, place):
    return (slice(None),) * axis + (place,) + (slice(None),) * (count - axis - 1)


def _mirror(source, target, axes, last, taken, given):
    """target[..., given] = conj(source[..., taken]), index i of the other axes at -i."""
    for zeros in itertools.product((True, False), repeat=len(axes)):
        to, at = list(_along(target.ndim, last, given)), list(_along(source.ndim, last, taken))
        for axis, is_zero in zip(axes, zeros):
            to[axis], at[axis] = (slice(1), slice(1)) if is_zero else (slice(1, None), slice(None, 0, -1))
        np.conjugate(source[tuple(at)], out=target[tuple(to)])


def _flipped(norm):
    _check(norm, None, None)
    return _TURNED[norm]


# ---- along an axis ----

def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The discrete Fourier transform along an axis; x may be overwritten, workers is a number of threads. Raises ValueError for an
    unknown norm or no points, NotImplementedError for a plan.

    >>> fft.fft([1.0, 0.0])
    array([1.-0.j, 1.-0.j])
    """
    return _line('fft', x, n, axis, norm, workers, plan)


def ifft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of fft().

    >>> fft.ifft([2.0, 0.0])
    array([1.-0.j, 1.-0.j])
    """
    return _line('ifft', x, n, axis, norm, workers, plan)


def rfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of real numbers: its frequencies that are not negative.

    >>> fft.rfft([1.0, 1.0, 1.0])
    array([3.+0.j, 0.+0.j])
    """
    return _line('rfft', x, n, axis, norm, workers, plan, is_real=True)


def irfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of rfft().

    >>> fft.irfft([2.0, 0.0])
    array([1., 1.])
    """
    return _line('irfft', x, n, axis, norm, workers, plan, is_half=True)


def hfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of a signal with Hermitian symmetry, of which one half is given.

    >>> fft.hfft([2.0, 0.0])
    array([2., 2.])
    """
    return _line('hfft', x, n, axis, norm, workers, plan, is_half=True)


def ihfft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of hfft().

    >>> fft.ihfft([2.0, 2.0]).real
    array([2., 0.])
    """
    return _line('ihfft', x, n, axis, norm, workers, plan, is_real=True)


# ---- over several axes ----

def fftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform over several axes, cut or padded to the sizes s.

    >>> fft.fftn([[1.0, 0.0]])
    array([[1.-0.j, 1.-0.j]])
    """
    return _many_axes('fftn', x, s, axes, norm, workers, plan)


def ifftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of fftn().

    >>> fft.ifftn([[2.0, 0.0]])
    array([[1.-0.j, 1.-0.j]])
    """
    return _many_axes('ifftn', x, s, axes, norm, workers, plan)


def rfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of real numbers over several axes: the last one's frequencies that are not negative.

    >>> fft.rfftn([[1.0, 1.0, 1.0]])
    array([[3.+0.j, 0.+0.j]])
    """
    return _many_axes('rfftn', x, s, axes, norm, workers, plan, is_real=True)


def irfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of rfftn().

    >>> fft.irfftn([[2.0, 0.0]])
    array([[1., 1.]])
    """
    return _many_axes('irfftn', x, s, axes, norm, workers, plan, is_half=True)


def hfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of a signal with Hermitian symmetry over several axes.

    >>> fft.hfftn([[1.0, 0.0]])
    array([[1., 1.]])
    """
    return _many_axes('irfftn', np.conj(_floats(x)), s, axes, _flipped(norm), workers, plan, is_half=True)


def ihfftn(x, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of hfftn().

    >>> fft.ihfftn([[1.0, 1.0]]).real
    array([[1., 0.]])
    """
    return np.conj(_many_axes('rfftn', x, s, axes, _flipped(norm), workers, plan, is_real=True))


def fft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform over two axes.

    >>> fft.fft2([[1.0, 0.0]])
    array([[1.-0.j, 1.-0.j]])
    """
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ifft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of fft2().

    >>> fft.ifft2([[2.0, 0.0]])
    array([[1.-0.j, 1.-0.j]])
    """
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def rfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of real numbers over two axes.

    >>> fft.rfft2([[1.0, 1.0, 1.0]])
    array([[3.+0.j, 0.+0.j]])
    """
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def irfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of rfft2().

    >>> fft.irfft2([[2.0, 0.0]])
    array([[1., 1.]])
    """
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def hfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The transform of a signal with Hermitian symmetry over two axes.

    >>> fft.hfft2([[1.0, 0.0]])
    array([[1., 1.]])
    """
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ihfft2(x, s=None, axes=(-2, -1), norm=None, overwrite_x=False, workers=None, *, plan=None):
    """The inverse of hfft2().

    >>> fft.ihfft2([[1.0, 1.0]]).real
    array([[1., 0.]])
    """
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


# ---- Hankel transforms of what is sampled in equal steps of the logarithm: A. J. S. Hamilton, MNRAS 312 (2000) 257 ----

def _hankel_factors(n, dln, mu, offset, bias, inverse):
    from scipy.special import loggamma, poch
    above, below = (mu + 1 + bias) / 2, (mu + 1 - bias) / 2
    turns = np.linspace(0, math.pi * (n // 2) / (n * dln), n // 2 + 1)
    upper, lower = loggamma(above + 1j * turns), loggamma(below + 1j * turns)
    size = upper.real - lower.real + math.log(2) * bias
    phase = upper.imag + lower.imag + 2 * turns * (math.log(2) - offset)
    with np.errstate(over='ignore', invalid='ignore'):
        factors = np.exp(size + 1j * phase)
    if n % 2 == 0:
        factors[-1] = factors[-1].real
    if not np.isfinite(factors[0]):
        factors[0] = 2 ** bias * poch(below, above - below)
    if np.isinf(factors[0]) and not inverse:
        warnings.warn('singular transform; consider changing the bias', stacklevel=3)
        factors[0] = 0
    elif factors[0] == 0 and inverse:
        warnings.warn('singular inverse transform; consider changing the bias', stacklevel=3)
        factors[0] = np.inf
    return factors


def fht(a, dln, mu, offset=0.0, bias=0.0):
    """Hankel's transform of order mu of samples in steps dln of the logarithm, by the method FFTLog.

    >>> fft.fht([1.0, 2.0, 1.0], 0.1, 0.0).round(6)
    array([1.755803, 1.568722, 0.675475])
    """
    a = np.asarray(a)
    n = a.shape[-1]
    steps = (np.arange(n) - (n - 1) / 2) * dln
    if bias:
        a = a * np.exp(-bias * steps)
    factors = _hankel_factors(n, dln, mu, offset, bias, False)
    result = irfft(rfft(a, axis=-1) * factors, n, axis=-1)[..., ::-1]
    return result * np.exp(-bias * (steps + offset)) if bias else result


def ifht(A, dln, mu, offset=0.0, bias=0.0):
    """The inverse of fht().

    >>> fft.ifht(fft.fht([1.0, 2.0, 1.0], 0.1, 0.0), 0.1, 0.0).round(6)
    array([1., 2., 1.])
    """
    A = np.asarray(A)
    n = A.shape[-1]
    steps = (np.arange(n) - (n - 1) / 2) * dln
    if bias:
        A = A * np.exp(bias * (steps + offset))
    factors = _hankel_factors(n, dln, mu, offset, bias, True)
    result = irfft(rfft(A, axis=-1) / np.conj(factors), n, axis=-1)[..., ::-1]
    return result * np.exp(bias * steps) if bias else result


def fhtoffset(dln, mu, initial=0.0, bias=0.0):
    """The offset near `initial` with which fht() turns the samples least at its ends.

    >>> fft.fhtoffset(0.1, 0.5).round(6)
    np.float64(-0.027643)
    """
    from scipy.special import loggamma
    turn = math.pi / (2 * dln)
    phases = loggamma((mu + 1 + bias) / 2 + 1j * turn).imag + loggamma((mu + 1 - bias) / 2 + 1j * turn).imag
    turns = (math.log(2) - initial) / dln + phases / math.pi
    return initial + (turns - np.round(turns)) * dln


# ---- lengths and backends ----

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


class BackendNotImplementedError(NotImplementedError):
    """No backend does what was asked."""


class _Dispatchable:
    # An argument that a backend may convert.
    def __init__(self, value):
        self.value, self.type, self.coercible = value, np.ndarray, True


class _Backends:
    # Those that set_global_backend() and register_backend() named, for all threads.
    chosen = None
    registered = []


def _checked_backend(backend):
    if isinstance(backend, str):
        if backend != 'scipy':
            raise ValueError(f'Unknown backend {backend}')
        return 'scipy'
    if backend.__ua_domain__ != 'numpy.scipy.fft':
        raise ValueError('Backend does not implement "numpy.scipy.fft"')
    return backend


def _set_here():
    # Backends of this thread's with statements, (backend, coerce, only); and those that are skipped.
    if not hasattr(_settings, 'backends'):
        _settings.backends, _settings.skipped = [], []
    return _settings.backends, _settings.skipped


@contextlib.contextmanager
def _held(kept, what):
    kept.append(what)
    try:
        yield
    finally:
        kept.pop()


def set_backend(backend, coerce=False, only=False):
    """For a with statement: another library does the transforms that it can. coerce: arrays are converted for it; only: there is no
    other way. 'scipy' is SciPy's own. Arrays of a device are transformed on it in any case."""
    return _held(_set_here()[0], (_checked_backend(backend), coerce, only or coerce))


def skip_backend(backend):
    """For a with statement: a library does no transforms."""
    return _held(_set_here()[1], _checked_backend(backend))


def set_global_backend(backend, coerce=False, only=False, try_last=False):
    """As set_backend(), from now on and for all threads; try_last: after those that are registered.

    >>> fft.set_global_backend('scipy')
    """
    _Backends.chosen = (_checked_backend(backend), coerce, only or coerce, try_last)
    _Backends.chosen = None if backend == 'scipy' and not only else _Backends.chosen


def register_backend(backend):
    """Have a library do the transforms that neither set_backend() nor SciPy's own does.

    >>> fft.register_backend('scipy')
    """
    if _checked_backend(backend) != 'scipy':
        _Backends.registered.append(backend)


def _backends_in_turn():
    here, skipped = _set_here()
    chosen = _Backends.chosen
    last = chosen and chosen[3]
    in_turn = [one for one in reversed(here)]
    if chosen and not last:
        in_turn.append(chosen[:3])
    in_turn += [(backend, False, False) for backend in _Backends.registered]
    if last:
        in_turn.append(chosen[:3])
    return [one for one in in_turn if not any(one[0] is skip for skip in skipped)]


def _by_backends(function, public, args, kwargs):
    # What another library makes of the call, or SciPy's own function.
    for backend, coerce, only in _backends_in_turn():
        if backend == 'scipy':
            return function(*args, **kwargs)
        converted, first = NotImplemented, args[:1] or (kwargs.get('x'),)
        if hasattr(backend, '__ua_convert__'):
            converted = backend.__ua_convert__([_Dispatchable(first[0])], coerce)
        else:
            converted = list(first)
        if converted is not NotImplemented:
            rest = dict(kwargs) if args else {name: value for name, value in kwargs.items() if name != 'x'}
            result = backend.__ua_function__(public, (converted[0], *args[1:]), rest)
            if result is not NotImplemented:
                return result
        if only:
            break
    else:
        if _Backends.chosen is None or _Backends.chosen[3]:
            return function(*args, **kwargs)
    raise BackendNotImplementedError('No selected backends had an implementation for this function.')


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


def _transform(x, kind, n, axis, norm, inverse, sine, orthogonalize=None):
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
    if orthogonalize is None:
        orthogonalize = norm == 'ortho'
    if orthogonalize and (kind == 3 or (kind == 1 and not sine)):
        x = x.copy()
        for place in special:
            x[..., place] *= np.sqrt(2)
    result = (_sines if sine else _cosines)(x, kind)
    if orthogonalize and (kind == 2 or (kind == 1 and not sine)):
        for place in special:
            result[..., place] /= np.sqrt(2)
    if norm == 'ortho':
        result = result / np.sqrt(points)
    elif (norm == 'forward') != inverse:
        result = result / points
    return np.moveaxis(result.astype(dtype, copy=False), -1, axis)


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The discrete cosine transform of type 1 to 4.

    >>> fft.dct([1.0, 1.0])
    array([4., 0.])
    """
    return _transform(x, type, n, axis, norm, False, False, orthogonalize)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dct().

    >>> fft.idct([4.0, 0.0])
    array([1., 1.])
    """
    return _transform(x, type, n, axis, norm, True, False, orthogonalize)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The discrete sine transform of type 1 to 4.

    >>> fft.dst([1.0, 1.0]).round(6)
    array([2.828427, 0.      ])
    """
    return _transform(x, type, n, axis, norm, False, True, orthogonalize)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dst().

    >>> fft.idst(fft.dst([1.0, 2.0])).round(6)
    array([1., 2.])
    """
    return _transform(x, type, n, axis, norm, True, True, orthogonalize)


def _many(x, type, s, axes, norm, inverse, sine, orthogonalize=None):
    x = np.asarray(x)
    if axes is None:
        axes = range(x.ndim) if s is None else range(x.ndim - len(np.atleast_1d(s)), x.ndim)
    axes = [axes] if np.ndim(axes) == 0 and not isinstance(axes, range) else list(axes)
    sizes = [None] * len(axes) if s is None else list(np.atleast_1d(s))
    for axis, n in zip(axes, sizes):
        x = _transform(x, type, n, axis, norm, inverse, sine, orthogonalize)
    return x


def dctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    """The cosine transform over several axes.

    >>> fft.dctn([[1.0, 1.0]])
    array([[8., 0.]])
    """
    return _many(x, type, s, axes, norm, False, False, orthogonalize)


def idctn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dctn().

    >>> fft.idctn([[8.0, 0.0]])
    array([[1., 1.]])
    """
    return _many(x, type, s, axes, norm, True, False, orthogonalize)


def dstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The sine transform over several axes.

    >>> fft.dstn([[1.0, 1.0]]).shape
    (1, 2)
    """
    return _many(x, type, s, axes, norm, False, True, orthogonalize)


def idstn(x, type=2, s=None, axes=None, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    """The inverse of dstn().

    >>> fft.idstn(fft.dstn([[1.0, 2.0]])).round(6)
    array([[1., 2.]])
    """
    return _many(x, type, s, axes, norm, True, True, orthogonalize)


def _dispatched(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        if not getattr(_settings, 'backends', None) and _Backends.chosen is None and not _Backends.registered:
            return function(*args, **kwargs)
        return _by_backends(function, call, args, kwargs)
    return call


for _name in __all__[:__all__.index('fhtoffset')]:
    globals()[_name] = _dispatched(globals()[_name])
