"""scipy.linalg.lapack: routines of LAPACK by their names ('dgetrf')."""

from scipy.linalg._routines import KINDS, lapack_functions
from scipy.linalg._update import get_lapack_funcs

__all__ = ['get_lapack_funcs']
for _letter, _kind in KINDS.items():
    for _name, _function in lapack_functions(_kind).items():
        _function.__name__ = _function.__qualname__ = _letter + _name
        _function.typecode = _letter
        globals()[_letter + _name] = _function
        __all__.append(_letter + _name)
