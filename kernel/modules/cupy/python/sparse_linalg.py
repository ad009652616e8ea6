"""cupyx.scipy.sparse.linalg: scipy.sparse.linalg for sparse matrices and arrays of devices, computed on the host."""

import scipy.sparse.linalg as _linalg
from cupy._on_device import class_on_device, on_device

_FUNCTIONS = ['bicgstab', 'cg', 'cgs', 'eigsh', 'gmres', 'lobpcg', 'lsmr', 'lsqr', 'matrix_power', 'minres', 'norm', 'spilu', 'splu', 'spsolve',
              'spsolve_triangular', 'svds']
__all__ = [_name for _name in _FUNCTIONS if hasattr(_linalg, _name)] + ['factorized']
globals().update({_name: on_device(getattr(_linalg, _name)) for _name in __all__[:-1]})
if hasattr(_linalg, 'SuperLU'):
    SuperLU = class_on_device(_linalg.SuperLU, 'cupyx.scipy.sparse.linalg')
    __all__.append('SuperLU')
_factorized = on_device(_linalg.factorized)


def factorized(A):
    """A function that solves A x = b for one b after another.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> from cupyx.scipy.sparse.linalg import factorized
    >>> factorized(sparse.csc_matrix(cupy.eye(2) * 2))(cupy.ones(2))
    array([0.5, 0.5])
    """
    return on_device(_factorized(A))
