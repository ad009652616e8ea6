"""Members of scipy.signal that are written in Python."""

from scipy.signal import _design, _filters, _more, _spectral, _systems
from scipy.signal._design import *
from scipy.signal._filters import *
from scipy.signal._more import *
from scipy.signal._spectral import *
from scipy.signal._systems import *
from scipy.signal.windows import get_window

__all__ = _filters.__all__ + _design.__all__ + _systems.__all__ + _spectral.__all__ + _more.__all__ + ['get_window']
