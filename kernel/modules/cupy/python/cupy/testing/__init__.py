"""Assertions over arrays of devices and of the host, and decorators of tests that compare cupy with numpy."""

from cupy.testing import _arrays, _cases
from cupy.testing._arrays import *
from cupy.testing._cases import *

__all__ = _arrays.__all__ + _cases.__all__
