"""numpy.ma: arrays some of whose elements are masked and take no part in what is computed."""

from numpy.ma import core, extras
from numpy.ma.core import *
from numpy.ma.extras import *

__all__ = ['core', 'extras']
__all__ += core.__all__
__all__ += extras.__all__


def test(*args, **kwargs):
    """NumPy's tests do not come with this program: raises NotImplementedError."""
    raise NotImplementedError('the tests of numpy.ma are run from an installed NumPy')
