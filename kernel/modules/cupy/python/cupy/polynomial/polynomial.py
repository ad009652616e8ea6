"""Power series with coefficients on devices, computed on the host."""

from cupy._on_device import module_on_device
from numpy.polynomial import polynomial as _polynomial

__all__ = ['polyvander', 'polycompanion', 'polyval', 'polyvalfromroots']
globals().update(module_on_device(_polynomial, __all__, 'cupy.polynomial.polynomial'))
