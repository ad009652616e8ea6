"""Types that kernels alone have."""
from numba.core import types
from numba.core.types import *


class Dim3(types.Type):
    """Three numbers: the type of threadIdx and its kin."""

    def __init__(self):
        super().__init__(name='Dim3')


class GridGroup(types.Type):
    """All threads of a grid: the type of cg.this_grid()."""

    def __init__(self):
        super().__init__(name='GridGroup')


class CUDADispatcher(types.Dispatcher):
    """The type of a kernel or a function of a device."""


dim3, grid_group = Dim3(), GridGroup()
