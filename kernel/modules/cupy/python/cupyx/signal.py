"""cupyx.signal: what cuSignal has beyond SciPy: cepstra, filters of higher order, radar's pulses and thresholds."""

import math

import cupy
import cupyx.scipy.linalg
from cupyx.scipy import signal as _signal
from cupyx.scipy.signal import windows as _windows

__all__ = ['complex_cepstrum', 'real_cepstrum', 'inverse_complex_cepstrum', 'minimum_phase', 'convolve1d2o', 'convolve1d3o', 'mvdr', 'pulse_compression',
           'pulse_doppler', 'cfar_alpha', 'ca_cfar', 'channelize_poly', 'firfilter', 'firfilter2', 'firfilter_zi', 'freq_shift']


# ---- cepstra ----


def real_cepstrum(x, n=None, axis=-1):
    """The real cepstrum: the inverse transform of the logarithm of the magnitudes of the transform.

    >>> import cupy
    >>> real_cepstrum(cupy.array([1.0, 0.5, 0.25, 0.0])).shape
    (4,)
    """
    spectrum = cupy.log(cupy.abs(cupy.fft.fft(cupy.asarray(x), n=n, axis=axis)))
    return cupy.fft.ifft(spectrum, n=n, axis=axis).real


def complex_cepstrum(x, n=None, axis=-1):
    """The complex cepstrum, and the delay in samples that was taken out of the phase."""
    spectrum = cupy.fft.fft(cupy.asarray(x), n=n, axis=axis)
    unwrapped = cupy.unwrap(cupy.angle(spectrum))
    places = cupy.arange(spectrum.size).reshape(spectrum.shape)
    center = int(0.5 * (spectrum.size + 1))
    delay = cupy.rint(unwrapped.ravel()[center] / math.pi)
    logs = cupy.log(cupy.abs(spectrum)) + 1j * (unwrapped - math.pi * delay * places / center)
    return cupy.fft.ifft(logs, n=n, axis=axis).real, cupy.full(spectrum.shape, delay, unwrapped.dtype)


def inverse_complex_cepstrum(ceps, ndelay):
    """The sequence whose complex cepstrum this is, with its delay."""
    logs = cupy.fft.fft(cupy.asarray(ceps))
    wrapped = logs.imag + math.pi * cupy.asarray(ndelay).astype(cupy.int32) * cupy.arange(logs.size).reshape(logs.shape) / (0.5 * (logs.size + 1))
    return cupy.fft.ifft(cupy.exp(logs.real + 1j * wrapped)).real


def minimum_phase(x, n=None):
    """The sequence of minimum phase that has the same real cepstrum."""
    n = len(x) if n is None else n
    ceps = real_cepstrum(x, n=n)
    odd = n & 1
    bend = int(0.5 * (n + odd))
    folded = cupy.zeros_like(ceps)
    folded[0] = ceps[0]
    folded[1:bend] = 2 * ceps[1:bend]
    if bend < n and bend > 0:
        folded[bend] = ceps[bend] * (1 - odd)
    return cupy.fft.ifft(cupy.exp(cupy.fft.fft(folded))).real


# ---- convolutions with filters of the second and third order ----


def _of_order(in1, in2, order, mode, method):
    if in1.ndim != 1:
        raise ValueError('in1 should have one dimension')
    if in2.ndim != order:
        raise ValueError('in2 should have three dimension')
    if mode in ('same', 'full'):
        raise NotImplementedError('Mode == {} not implemented'.format(mode))
    if method != 'direct':
        raise NotImplementedError('Only Direct method implemented')
    assert mode == 'valid'
    count = in1.shape[0] - max(in2.shape) + 1
    dtype = cupy.result_type(in1, in2)
    delayed = [cupy.lib.stride_tricks.sliding_window_view(in1.astype(dtype), extent)[:count, ::-1] for extent in in2.shape]
    letters = 'abc'[:order]
    return cupy.einsum(','.join('i' + letter for letter in letters) + ',' + letters + '->i', *delayed, in2.astype(dtype))


def convolve1d2o(in1, in2, mode='valid', method='direct'):
    """A vector through a filter of the second order: sums over products of two of its elements.

    >>> import cupy
    >>> convolve1d2o(cupy.arange(4.0), cupy.eye(2))
    array([ 1.,  5., 13.])
    """
    return _of_order(in1, in2, 2, mode, method)


def convolve1d3o(in1, in2, mode='valid', method='direct'):
    """A vector through a filter of the third order: sums over products of three of its elements."""
    return _of_order(in1, in2, 3, mode, method)


# ---- radar ----


def mvdr(x, sv, calc_cov=True):
    """The weights of sensors that let a direction pass and hold noise down (Capon's beamformer)."""
    if x.shape[0] > x.shape[1]:
        raise ValueError('Matrix has more sensors than samples. Consider             transposing and remember cuSignal is row-major, unlike MATLAB')
    if x.shape[0] != sv.shape[0]:
        raise ValueError('Steering Vector and input data do not align')
    if calc_cov:
        x = cupy.cov(x, dtype=x.dtype)
    weights = cupy.linalg.inv(x).dot(sv)
    return weights / sv.conj().dot(weights)


def _windowed(x, normalize, window):
    if window is not None:
        count = x.shape[-1]
        if callable(window):
            window = window(cupy.fft.fftfreq(count).astype(x.dtype))
        elif not isinstance(window, cupy.ndarray):
            window = _windows.get_window(window, count, False).astype(x.dtype)
        elif window.shape != (count,):
            raise ValueError('window must have the same length as data')
        x = x * window
    return x / cupy.linalg.norm(x) if normalize else x


def pulse_compression(x, template, normalize=False, window=None, nfft=None):
    """Each pulse (a row) correlated with the template that was sent."""
    nfft = x.shape[1] if nfft is None else nfft
    sent = cupy.fft.fft(_windowed(template, normalize, window), nfft)
    out = cupy.fft.ifft(cupy.fft.fft(x, nfft) * sent.conj(), nfft)
    return out if cupy.result_type(x, template).kind == 'c' else out.real


def pulse_doppler(x, window=None, nfft=None):
    """The transform from pulse to pulse, of each sample."""
    return cupy.fft.fft(_windowed(x.T, False, window), x.shape[0] if nfft is None else nfft).T


def cfar_alpha(pfa, N):
    """The factor of the threshold for a rate of false alarms, with so many reference cells.

    >>> round(cfar_alpha(1e-3, 8), 6)
    10.970979
    """
    return N * (pfa ** (-1.0 / N) - 1)


def _sums(sums, first, last, axis):
    # Over first..last inclusive (arrays of places along an axis), from sums over all places up to each.
    return cupy.take(sums, last, axis) - cupy.where((first > 0).reshape([-1 if one == axis else 1 for one in range(sums.ndim)]),
                                                    cupy.take(sums, cupy.maximum(first - 1, 0), axis), 0)


def ca_cfar(array, guard_cells, reference_cells, pfa=1e-3):
    """Which cells stand out of the mean of those around them, but for guard cells, and the thresholds: (thresholds, detected)."""
    shape = array.shape
    if len(shape) > 2:
        raise TypeError('Only 1D and 2D arrays are currently supported.')
    if len(shape) == 1:
        guards, references = (guard_cells,), (reference_cells,)
        if len(array) <= 2 * guard_cells + 2 * reference_cells:
            raise ValueError('Array too small for given parameters')
    else:
        if len(guard_cells) != 2 or len(reference_cells) != 2:
            raise TypeError('Guard and reference cells must be two dimensional.')
        guards, references = guard_cells, reference_cells
        for axis, word in enumerate(('first', 'second')):
            if shape[axis] - 2 * guards[axis] - 2 * references[axis] <= 0:
                raise ValueError(f'Array {word} dimension too small for given parameters.')
    sums = cupy.asarray(array, cupy.float32)
    for axis in range(len(shape)):
        sums = cupy.cumsum(sums, axis=axis, dtype=cupy.float32)
    inside = [cupy.arange(guard + reference, extent - guard - reference) for guard, reference, extent in zip(guards, references, shape)]
    outer = inner = sums
    for axis, places in enumerate(inside):
        outer = _sums(outer, places - guards[axis] - references[axis], places + guards[axis] + references[axis], axis)
        inner = _sums(inner, places - guards[axis], places + guards[axis], axis)
    if len(shape) == 1:
        count = 2 * reference_cells
    else:
        count = 2 * references[0] * (2 * references[1] + 2 * guards[1] + 1) + 2 * (2 * guards[0] + 1) * references[1]
    mask = cupy.zeros(shape, cupy.float32)
    mask[tuple(slice(guard + reference, extent - guard - reference) for guard, reference, extent in zip(guards, references, shape))] = \
        cupy.float32(cfar_alpha(pfa, count)) / cupy.float32(count) * (outer - inner)
    return mask, array - mask > 0


# ---- filters ----


def firfilter(b, x, axis=-1, zi=None):
    """The signal through a filter without feedback."""
    return _signal.lfilter(b, cupy.ones((1,)), x, axis, zi)


def firfilter_zi(b):
    """The state of such a filter in which a constant signal passes from the start."""
    b = cupy.asarray(b)
    a = cupy.zeros(len(b), cupy.float32)
    a[0] = 1
    system = cupy.eye(len(b) - 1, dtype=cupy.result_type(a, b)) - cupyx.scipy.linalg.companion(a).T
    return cupy.linalg.solve(system, b[1:] - a[1:] * b[0])


def _extended(x, padtype, padlen, axis, taps):
    if padtype not in ('even', 'odd', 'constant', None):
        raise ValueError(f"Unknown value '{padtype}' given to padtype.  padtype must be 'even', 'odd', 'constant', or None.")
    edge = 0 if padtype is None else taps * 3 if padlen is None else padlen
    if x.shape[axis] <= edge:
        raise ValueError('The length of the input vector x must be greater than padlen, which is %d.' % edge)
    if padtype is None or edge == 0:
        return edge, x
    widths = [(edge, edge) if one == axis % x.ndim else (0, 0) for one in range(x.ndim)]
    if padtype == 'constant':
        return edge, cupy.pad(x, widths, 'edge')
    return edge, cupy.pad(x, widths, 'reflect', reflect_type=padtype)


def firfilter2(b, x, axis=-1, padtype='odd', padlen=None, method='pad', irlen=None):
    """The signal through such a filter forwards and then backwards, which leaves its phase."""
    b, x = cupy.atleast_1d(cupy.asarray(b)), cupy.asarray(x)
    if method not in ('pad', 'gust'):
        raise ValueError("method must be 'pad' or 'gust'.")
    if method == 'gust':
        raise NotImplementedError('gust method not supported yet')
    edge, signal = _extended(x, padtype, padlen, axis, len(b))
    signal = cupy.moveaxis(signal, axis, -1)
    state = firfilter_zi(b)
    for _ in range(2):
        signal = firfilter(b, signal, zi=state * signal[..., :1])[0][..., ::-1]
    if edge > 0:
        signal = signal[..., edge:-edge]
    return cupy.moveaxis(signal, -1, axis).copy()


def freq_shift(x, freq, fs):
    """The signal, moved by a frequency: multiplied by a wave."""
    x = cupy.asarray(x)
    return x * cupy.exp(-2j * math.pi * freq / fs * cupy.arange(x.size).reshape(x.shape))


def channelize_poly(x, h, n_chans):
    """The signal in channels of even width: through the phases of the filter `h`, and transformed."""
    dtype = cupy.promote_types(x.dtype, h.dtype)
    x, h = cupy.asarray(x, dtype=dtype), cupy.asarray(h, dtype=dtype)
    taps, points = int(len(h) / n_chans), int(len(x) / n_chans)
    if taps > 32:
        raise NotImplementedError('The number of calculated taps ({}) in              each filter is currently capped at 32. Please reduce '
                                  'filter                 length or number of channels'.format(taps))
    if dtype not in (cupy.float32, cupy.complex64, cupy.float64, cupy.complex128):
        raise NotImplementedError('Data type ({}) not allowed.'.format(dtype))
    phases = h[:taps * n_chans].reshape(taps, n_chans).conj()
    rows = x[:points * n_chans].reshape(points, n_chans)[:, ::-1].conj()
    out = cupy.zeros((points, n_chans), cupy.complex64 if dtype.itemsize // (2 if dtype.kind == 'c' else 1) == 4 else cupy.complex128)
    for tap in range(min(taps, points)):
        out[tap:] += phases[tap] * rows[:points - tap]
    return cupy.conj(cupy.fft.fft(out)).T
