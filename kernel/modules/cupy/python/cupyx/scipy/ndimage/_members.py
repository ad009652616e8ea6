"""cupyx.scipy.ndimage: what is written in Python, for arrays of devices."""

import cupy
import numpy
import scipy.ndimage
from cupy._on_device import on_device
from scipy.ndimage import _members

__all__ = list(_members.__all__)
_on_host = {name: on_device(getattr(_members, name)) for name in __all__}
globals().update(_on_host)

# ---- filters whose function is a kernel ----

_BORDERS = {'reflect': 'symmetric', 'mirror': 'reflect', 'nearest': 'edge', 'wrap': 'wrap', 'constant': 'constant',
            'grid-mirror': 'symmetric', 'grid-wrap': 'wrap', 'grid-constant': 'constant'}
_AT_ONCE = 1 << 24  # elements of windows


def _is_kernel(function):
    if isinstance(function, cupy.ReductionKernel):
        if function.nin != 1 or function.nout != 1:
            raise TypeError('ReductionKernel must have 1 input and output')
        return True
    if isinstance(function, cupy.ElementwiseKernel):
        raise TypeError('only ReductionKernel allowed (not ElementwiseKernel)')
    return isinstance(function, cupy.RawKernel)


def _output_for(output, input):
    if output is None:
        return cupy.empty_like(input)
    if isinstance(output, cupy.ndarray):
        if output.shape != input.shape:
            raise RuntimeError('output shape is not correct')
        return output
    return cupy.empty_like(input, dtype=output)


def _padded(input, befores, sizes, mode, cval):
    # With the elements around it that windows reach.
    if mode not in _BORDERS:
        raise RuntimeError(f'boundary mode not supported (actual: {mode})')
    widths = [(before, size - 1 - before) for before, size in zip(befores, sizes)]
    keywords = {'constant_values': cval} if _BORDERS[mode] == 'constant' else {}
    return cupy.pad(input, widths, _BORDERS[mode], **keywords)


def _by_raw(function, arguments, calls):
    # The RawKernel that calls the function, a kernel's text, once for each thread.
    code = function.code.replace('__global__', '__device__')
    head = ', '.join(arguments)
    return cupy.RawKernel(f"""{code}
extern "C" __global__ void _each({head}, long long _count) {{
    long long _at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (_at < _count) {function.name}({calls});
}}""", '_each', function.options)


def _launched(kernel, count, arguments):
    if count:
        kernel(((count + 127) // 128,), (128,), (*arguments, numpy.int64(count)))


def generic_filter(input, function, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """The function of the elements around each element: a ReductionKernel of one input, or a RawKernel
    func(double *buffer, int filter_size, double *return_value) that looks at nothing but these.

    >>> import cupy
    >>> largest = cupy.ReductionKernel('T x', 'T y', 'x', 'max(a, b)', 'y = a', '0', 'largest')
    >>> generic_filter(cupy.array([1.0, 4.0, 2.0, 3.0]), largest, 3)
    array([4., 4., 4., 3.])
    """
    if not _is_kernel(function):
        more = {} if axes is None else {'axes': axes}
        return _on_host['generic_filter'](input, function, size, footprint, output, mode, cval, origin, **more)
    axes = tuple(range(input.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
    axes = tuple(axis % input.ndim for axis in axes)
    if footprint is None:
        if size is None:
            raise RuntimeError('no footprint or filter size provided')
        footprint = numpy.ones((size,) * len(axes) if isinstance(size, int) else tuple(size), bool)
    footprint = numpy.asarray(footprint.get() if isinstance(footprint, cupy.ndarray) else footprint).astype(bool)
    if footprint.ndim != len(axes):
        raise RuntimeError('footprint array has incorrect shape')
    made = _output_for(output, input)
    if footprint.size == 0:
        return cupy.zeros_like(input)
    origins = (origin,) * len(axes) if isinstance(origin, int) else tuple(origin)
    sizes, befores = [1] * input.ndim, [0] * input.ndim
    for axis, extent, shift in zip(axes, footprint.shape, origins):
        before = extent // 2 + shift
        if not 0 <= before < extent:
            raise ValueError('invalid origin')
        sizes[axis], befores[axis] = extent, before
    order = sorted(range(len(axes)), key=lambda place: axes[place])
    chosen = footprint.transpose(order).reshape(sizes)
    padded = _padded(input, befores, sizes, mode, cval)
    windows = cupy.lib.stride_tricks.sliding_window_view(padded, tuple(sizes))
    places, count = cupy.asarray(numpy.flatnonzero(chosen)), int(chosen.sum())
    is_raw = isinstance(function, cupy.RawKernel)
    kernel = _by_raw(function, ('double *_windows', 'double *_results'), f'_windows + _at * {count}, {count}, _results + _at') if is_raw else function
    rows = max(1, _AT_ONCE // max(1, count * (input.size // max(1, input.shape[0]))))
    for start in range(0, input.shape[0], rows):
        part = windows[start:start + rows]
        gathered = part.reshape(*part.shape[:input.ndim], -1)[..., places]
        if is_raw:
            gathered = cupy.ascontiguousarray(gathered, 'f8')
            results = cupy.empty(gathered.shape[:-1], 'f8')
            _launched(kernel, results.size, (gathered, results))
        else:
            results = kernel(gathered, axis=gathered.ndim - 1)
        made[start:start + rows] = results.astype(made.dtype, copy=False)
    return made


def generic_filter1d(input, function, filter_size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    """The function of each line along an axis, with the elements around it: a RawKernel
    func(double *input_line, ptrdiff_t input_length, double *output_line, ptrdiff_t output_length)."""
    if isinstance(function, (cupy.ReductionKernel, cupy.ElementwiseKernel)):
        raise TypeError('bad function type')
    if not isinstance(function, cupy.RawKernel):
        return _on_host['generic_filter1d'](input, function, filter_size, axis, output, mode, cval, origin)
    if input.dtype.kind == 'c':
        raise TypeError('Complex type not supported')
    if filter_size < 1:
        raise RuntimeError('invalid filter size')
    before = filter_size // 2 + origin
    if not 0 <= before < filter_size:
        raise ValueError('invalid origin')
    made = _output_for(output, input)
    lines = cupy.moveaxis(input, axis, -1)
    widened = _padded(lines, [0] * (input.ndim - 1) + [before], [1] * (input.ndim - 1) + [filter_size], mode, cval)
    widened = cupy.ascontiguousarray(widened, 'f8')
    results = cupy.empty(lines.shape, 'f8')
    inner, outer = widened.shape[-1], lines.shape[-1]
    kernel = _by_raw(function, ('double *_lines', 'double *_results'), f'_lines + _at * {inner}, {inner}, _results + _at * {outer}, {outer}')
    _launched(kernel, lines.size // max(1, outer), (widened, results))
    made[...] = cupy.moveaxis(results, -1, axis).astype(made.dtype, copy=False)
    return made


find_objects = on_device(scipy.ndimage.find_objects)

__all__ = sorted({*__all__, 'find_objects', 'generic_filter', 'generic_filter1d'})
