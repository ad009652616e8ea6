"""numba.extending under its other name."""
from numba.extending import *
