"""Sparse matrices and arrays."""

import numpy as _numpy
from scipy.sparse import _base
from scipy.sparse._base import SparseEfficiencyWarning, SparseWarning, issparse, sparray, spmatrix
from scipy.sparse._make import family as _family, functions_of as _functions_of

matrices = _family(_numpy, 'matrix', 'scipy.sparse')
arrays = _family(_numpy, 'array', 'scipy.sparse')
_functions = _functions_of(_numpy, matrices, arrays)
globals().update({f'{name}_matrix': one for name, one in matrices.items()})
globals().update({f'{name}_array': one for name, one in arrays.items()})
globals().update(_functions)
del matrices, arrays

__all__ = ['SparseEfficiencyWarning', 'SparseWarning', 'issparse', 'sparray', 'spmatrix', *_functions] + [
    f'{name}_{kind}' for name in _base.FORMATS for kind in ('matrix', 'array')]


def __getattr__(name):
    """scipy.sparse.linalg, which is imported when it is asked for."""
    if name in ('linalg', 'csgraph'):
        import importlib
        try:
            return importlib.import_module('scipy.sparse.' + name)
        except ImportError:
            pass
    raise AttributeError(f"Module 'scipy.sparse' has no attribute '{name}'")
