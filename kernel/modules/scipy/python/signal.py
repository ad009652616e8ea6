"""Members of scipy.signal that are written in Python."""

from scipy.signal import _filters, _spectral
from scipy.signal._filters import *
from scipy.signal._spectral import *
from scipy.signal.windows import get_window

__all__ = _filters.__all__ + _spectral.__all__ + ['get_window']
