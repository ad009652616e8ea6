"""Sparse matrices on devices: csr, csc, coo and dia, as in scipy.sparse; get() brings one to the host."""

import cupy as _cupy
from scipy.sparse._base import SparseEfficiencyWarning, SparseWarning, _spbase as _base, spmatrix
from scipy.sparse._make import family as _family, functions_of as _functions_of

_matrices = _family(_cupy, 'matrix', 'cupyx.scipy.sparse', ('csr', 'csc', 'coo', 'dia'))
_functions = _functions_of(_cupy, _matrices, None, 'cupyx.scipy.sparse')
for _name, _one in _matrices.items():
    globals()[_name + '_matrix'] = _one
globals().update(_functions)


def issparse(x):
    """Whether this is a sparse matrix of a device."""
    return isinstance(x, _base) and x._xp is _cupy


__all__ = ['SparseEfficiencyWarning', 'SparseWarning', 'issparse', 'spmatrix', *_functions] + [name + '_matrix' for name in _matrices]
