"""The names of matplotlib.pylab."""
import matplotlib.pylab as _pylab
from matplotlib.pylab import *

__doc__ = _pylab.__doc__
