"""numba.core.types under its other name."""
import sys

import numba.core.types

sys.modules[__name__] = numba.core.types
