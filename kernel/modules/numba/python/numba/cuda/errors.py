"""What goes wrong with kernels."""
from numba.core.errors import LoweringError

_HELP = 'https://numba.readthedocs.io/en/stable/cuda/kernels.html#kernel-invocation'
missing_launch_config_msg = f"""
Kernel launch configuration was not specified. Use the syntax:

kernel_function[blockspergrid, threadsperblock](arg0, arg1, ..., argn)

See {_HELP} for help.

"""


class KernelRuntimeError(RuntimeError):
    """An error in a running kernel: KernelRuntimeError(msg, tid=None, ctaid=None)."""

    def __init__(self, msg, tid=None, ctaid=None):
        self.tid, self.ctaid, self.msg = tid, ctaid, msg
        super().__init__(f'An exception was raised in thread={tid} block={ctaid}\n\t{msg}')


class CudaLoweringError(LoweringError):
    """What was typed could not be compiled for a device."""


def normalize_kernel_dimensions(griddim, blockdim):
    """The sizes of grid and block as tuples of three ints."""
    return _three('griddim', griddim), _three('blockdim', blockdim)


def _three(name, given):
    if not isinstance(given, (tuple, list)):
        given = (given,)
    given = list(given)
    if len(given) > 3:
        raise ValueError(f'{name} must be a sequence of 1, 2 or 3 integers, got {given!r}')
    for one in given:
        if not hasattr(one, '__index__'):
            raise TypeError(f'{name} must be a sequence of integers, got {given!r}')
    return tuple(given + [1] * (3 - len(given)))
