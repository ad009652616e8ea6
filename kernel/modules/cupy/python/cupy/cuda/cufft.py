"""cuFFT's constants and plans."""

from cupy.fft._plans import (CUFFT_C2C, CUFFT_C2R, CUFFT_D2Z, CUFFT_FORWARD, CUFFT_INVERSE, CUFFT_R2C, CUFFT_Z2D, CUFFT_Z2Z, Plan1d, PlanNd, _cooked,
                             _out_size, _sorted, current_plan, kind_of, nd_plan, plan_cache)

_TYPES = ['CUFFT_C2C', 'CUFFT_C2R', 'CUFFT_D2Z', 'CUFFT_R2C', 'CUFFT_Z2D', 'CUFFT_Z2Z']


class CuFFTError(RuntimeError):
    """An error of cuFFT's."""


def get_current_plan():
    """The plan of the innermost `with plan:`, or None."""
    return current_plan()


def getVersion():
    """The version of cuFFT: that of CUDA, as it is numbered."""
    from cupy.cuda import runtime
    version = runtime.runtimeGetVersion()
    return version // 1000 * 1000 - 1000 + version % 1000 // 10 * 100


class XtPlanNd:
    """Plans of mixed types: there are none here."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('cuFFT plans of mixed types (XtPlanNd) are not supported')


def get_fft_plan(a, shape=None, axes=None, value_type='C2C'):
    """A plan for the transform of arrays like this one.

    >>> import cupy
    >>> from cupyx.scipy.fft import get_fft_plan
    >>> get_fft_plan(cupy.zeros((4, 8), complex), axes=1).nx
    8
    """
    if not (a.flags.c_contiguous or a.flags.f_contiguous):
        raise ValueError('Input array a must be contiguous')
    shape = (shape,) if isinstance(shape, int) else shape
    axes = (axes,) if isinstance(axes, int) else axes
    if shape is not None and axes is not None and len(shape) != len(axes):
        raise ValueError('Shape and axes have different lengths.')
    if axes is None:
        axes = tuple(range(-(a.ndim if shape is None else len(shape)), 0))
    elif len(axes) == 1 and not -a.ndim <= axes[0] < a.ndim:
        raise ValueError('The chosen axis ({}) exceeds the number of dimensions of a ({})'.format(axes[0], a.ndim))
    elif len(axes) > 3:
        raise ValueError('Only up to three axes is supported')
    elif any(not -a.ndim <= axis < a.ndim for axis in axes):
        raise ValueError('The specified axes exceed the array dimensions.')
    if value_type not in ('C2C', 'R2C', 'C2R'):
        raise ValueError
    cooked, kind = _cooked(a.shape, shape, axes, value_type), kind_of(a.dtype, value_type)
    if len(axes) > 1:
        if value_type != 'C2C' and a.flags.f_contiguous:
            raise ValueError('C2R/R2C PlanNd for F-order arrays is not supported')
        return nd_plan(cooked, kind, _sorted(a.ndim, axes, value_type), 'C' if a.flags.c_contiguous else 'F',
                       _out_size(cooked, shape, axes[-1], value_type), value_type, False)
    length = _out_size(cooked, shape, axes[0], value_type) if value_type == 'C2R' else cooked[axes[0]]
    batch = 1
    for extent in cooked:
        batch *= extent
    key = length, kind, batch // cooked[axes[0]], None
    return plan_cache().get(key) or Plan1d(*key[:3])
