"""Members of scipy.linalg that are written in Python: over LAPACK (scipy.linalg._lapack) and numpy.linalg."""

from scipy.linalg import _control, _eigen, _factor, _functions, _solve, _special, _update
from scipy.linalg._support import LinAlgError, LinAlgWarning

__all__ = ['LinAlgError', 'LinAlgWarning']
for _part in (_solve, _factor, _eigen, _functions, _special, _control, _update):
    __all__ += _part.__all__
    globals().update({name: getattr(_part, name) for name in _part.__all__})
