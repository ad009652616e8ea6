"""What polynomials with coefficients on devices share."""

from cupy._on_device import module_on_device
from numpy.polynomial import polyutils as _polyutils

__all__ = ['trimseq', 'as_series', 'trimcoef']
globals().update(module_on_device(_polyutils, __all__, 'cupy.polynomial.polyutils'))
