"""cupyx.scipy.stats: what CuPy has of scipy.stats, computed on the host."""

import scipy.stats as _stats
from cupy._on_device import module_on_device

__all__ = [name for name in ('boxcox_llf', 'entropy', 'trim_mean', 'zmap', 'zscore') if hasattr(_stats, name)]
globals().update(module_on_device(_stats, __all__, 'cupyx.scipy.stats'))
