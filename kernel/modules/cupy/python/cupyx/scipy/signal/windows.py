"""cupyx.scipy.signal.windows: windows for arrays of devices, of one more sample to be periodic."""

from cupy._on_device import module_on_device
from scipy.signal import windows as _windows

__all__ = list(_windows.__all__)
globals().update(module_on_device(_windows, __all__, 'cupyx.scipy.signal.windows'))
