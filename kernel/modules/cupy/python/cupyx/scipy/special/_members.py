"""cupyx.scipy.special: what is written in Python, for arrays of devices."""

from cupy._on_device import on_device
from scipy.special import _members

__all__ = [name for name in _members.__all__ if not isinstance(getattr(_members, name), type)]
globals().update({name: on_device(getattr(_members, name)) for name in __all__})
