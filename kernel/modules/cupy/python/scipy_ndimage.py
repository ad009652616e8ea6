"""cupyx.scipy.ndimage: what is written in Python, for arrays of devices."""

from cupy._on_device import on_device
from scipy.ndimage import _members

__all__ = list(_members.__all__)
globals().update({name: on_device(getattr(_members, name)) for name in __all__})
