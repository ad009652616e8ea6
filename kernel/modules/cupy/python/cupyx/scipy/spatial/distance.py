"""cupyx.scipy.spatial.distance: distances between the rows of arrays of devices, computed on the host."""

from cupy._on_device import module_on_device
from scipy.spatial import distance as _distance

__all__ = list(_distance.__all__)
globals().update(module_on_device(_distance, __all__, 'cupyx.scipy.spatial.distance'))
