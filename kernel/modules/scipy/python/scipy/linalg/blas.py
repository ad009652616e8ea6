"""scipy.linalg.blas: routines of BLAS by their names ('dgemm')."""

from scipy.linalg._routines import KINDS, blas_functions
from scipy.linalg._update import find_best_blas_type, get_blas_funcs

__all__ = ['find_best_blas_type', 'get_blas_funcs']
for _letter, _kind in KINDS.items():
    for _name, _function in blas_functions(_kind).items():
        _full = 'i' + _letter + 'amax' if _name == 'amax' else {'c': 'sc', 'z': 'dz'}.get(_letter, _letter) + _name if _name in ('nrm2', 'asum') else _letter + _name
        _function.__name__ = _function.__qualname__ = _full
        _function.typecode = _letter
        globals()[_full] = _function
        __all__.append(_full)
