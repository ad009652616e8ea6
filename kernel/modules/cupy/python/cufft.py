"""cuFFT's constants and plans. A plan here remembers what it is for; the transforms keep a cache of their own."""

import cupy
import numpy

CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D = 0x29, 0x2a, 0x2c, 0x69, 0x6a, 0x6c
CUFFT_FORWARD, CUFFT_INVERSE = -1, 1
_INPUTS = {CUFFT_C2C: 'complex64', CUFFT_R2C: 'float32', CUFFT_C2R: 'complex64', CUFFT_Z2Z: 'complex128', CUFFT_D2Z: 'float64', CUFFT_Z2D: 'complex128'}
_NAMES = {'C2C': (CUFFT_C2C, CUFFT_Z2Z), 'R2C': (CUFFT_R2C, CUFFT_D2Z), 'C2R': (CUFFT_C2R, CUFFT_Z2D)}


class _Plan:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def check(self, array):
        """Raise a ValueError if the plan was made for another shape."""
        if self._shape is not None and array.shape != self._shape:
            raise ValueError('the plan was made for the shape %s, not %s' % (self._shape, array.shape))

    def fft(self, a, out, direction):
        """The transform of a, not scaled, into out."""
        axes = self._axes
        lengths = [self.shape[i] for i in range(len(axes))]
        if self.fft_type in _NAMES['C2C']:
            result = cupy.fft.fftn(a, axes=axes) if direction == CUFFT_FORWARD else cupy.fft.ifftn(a, axes=axes, norm='forward')
        elif self.fft_type in _NAMES['R2C']:
            result = cupy.fft.rfftn(a, axes=axes)
        else:
            result = cupy.fft.irfftn(a, s=lengths, axes=axes, norm='forward')
        out[...] = result.reshape(out.shape)


class Plan1d(_Plan):
    """A plan for transforms along the last axis: Plan1d(nx, fft_type, batch)."""

    def __init__(self, nx, fft_type, batch, *, devices=None, out=None):
        if fft_type not in _INPUTS:
            raise ValueError('the type of the transform is not known')
        self.nx, self.fft_type, self.batch = int(nx), fft_type, int(batch)
        self.shape, self._axes, self._shape = (self.nx,), (-1,), None


class PlanNd(_Plan):
    """A plan for transforms over several axes, the last ones of an array."""

    def __init__(self, shape, inembed, istride, idist, onembed, ostride, odist, fft_type, batch, order, last_axis, last_size):
        if fft_type not in _INPUTS:
            raise ValueError('the type of the transform is not known')
        self.shape, self.fft_type, self.batch = tuple(shape), fft_type, int(batch)
        self._axes, self._shape = tuple(range(-len(self.shape), 0)), None


class XtPlanNd(_Plan):
    """Plans of mixed types: there are none here."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('cuFFT plans of mixed types (XtPlanNd) are not supported')


def get_fft_plan(a, shape=None, axes=None, value_type='C2C'):
    """A plan for the transform of arrays like this one.

    >>> import cupy
    >>> from cupyx.scipy.fft import get_fft_plan
    >>> get_fft_plan(cupy.zeros((4, 8), complex), axes=1).shape
    (8,)
    """
    if value_type not in _NAMES:
        raise ValueError('value_type %s is not recognized' % value_type)
    a = cupy.asarray(a)
    is_wide = a.dtype in (numpy.float64, numpy.complex128)
    if axes is None:
        axes = tuple(range(a.ndim)) if shape is None or not isinstance(shape, (tuple, list)) else tuple(range(-len(shape), 0))
    axes = (axes,) if isinstance(axes, (int, numpy.integer)) else tuple(axes)
    for axis in axes:
        if not -a.ndim <= axis < a.ndim:
            raise ValueError('The specified axis (%d) exceeds the array dimension' % axis)
    lengths = (shape,) if isinstance(shape, (int, numpy.integer)) else tuple(shape) if shape is not None else tuple(a.shape[axis] for axis in axes)
    if len(lengths) != len(axes):
        raise ValueError('Shape and axes have different lengths.')
    plan = (Plan1d if len(axes) == 1 else PlanNd).__new__(Plan1d if len(axes) == 1 else PlanNd)
    plan.fft_type, plan.shape, plan.batch = _NAMES[value_type][is_wide], lengths, 1
    plan._axes = axes
    plan._shape = a.shape if shape is None else None
    if len(axes) == 1:
        plan.nx = lengths[0]
    return plan
