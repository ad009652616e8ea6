"""cupyx.scipy.spatial: distances and trees for arrays of devices, computed on the host."""

import scipy.spatial as _spatial
from cupy._on_device import module_on_device
from cupyx.scipy.spatial import distance

__all__ = ['distance', 'distance_matrix', 'KDTree']
globals().update(module_on_device(_spatial, __all__[1:], 'cupyx.scipy.spatial'))


def __getattr__(name):
    """Delaunay is refused in words."""
    if name == 'Delaunay':
        raise AttributeError('cupyx.scipy.spatial.Delaunay is not supported: points are not triangulated here')
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
