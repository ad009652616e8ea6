"""cupyx.scipy: the module of scipy for arrays."""

import cupy

__all__ = ['get_array_module']


def get_array_module(*args):
    """cupyx.scipy if one of the arguments is an array of a device, else scipy.

    >>> import cupy
    >>> import cupyx.scipy
    >>> cupyx.scipy.get_array_module(cupy.arange(3)).__name__
    'cupyx.scipy'
    """
    import cupyx.scipy
    import scipy
    return cupyx.scipy if any(isinstance(value, cupy.ndarray) or type(value).__module__.startswith('cupyx.') for value in args) else scipy
