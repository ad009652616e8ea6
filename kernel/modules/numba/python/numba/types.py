"""numba.core.types under its other name."""
import sys

import numba.core.types

globals().update({name: value for name, value in vars(numba.core.types).items() if name[:2] != '__'})
__all__ = numba.core.types.__all__
sys.modules[__name__] = numba.core.types
