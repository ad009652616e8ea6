"""cupyx.scipy.signal: what of scipy.signal is written in Python; it is computed on the host."""

from cupy._on_device import module_on_device
from scipy.signal import _members

__all__ = list(_members.__all__)
globals().update(module_on_device(_members, __all__, 'cupyx.scipy.signal'))
