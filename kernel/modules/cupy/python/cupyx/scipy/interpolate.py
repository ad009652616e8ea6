"""cupyx.scipy.interpolate: scipy.interpolate for arrays of devices, computed on the host."""

import scipy.interpolate as _interpolate
from cupy._on_device import module_on_device

__all__ = list(_interpolate.__all__)
globals().update(module_on_device(_interpolate, __all__, 'cupyx.scipy.interpolate'))
