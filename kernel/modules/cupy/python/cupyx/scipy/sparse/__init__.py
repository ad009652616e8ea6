"""Sparse matrices and arrays on devices: csr, csc, coo and dia, as in scipy.sparse; get() brings one to the host."""

import cupy as _cupy
from scipy.sparse._base import SparseEfficiencyWarning, SparseWarning, _spbase as _base, sparray, spmatrix
from scipy.sparse._make import family as _family, functions_of as _functions_of

_matrices = _family(_cupy, 'matrix', 'cupyx.scipy.sparse', ('csr', 'csc', 'coo', 'dia'))
_arrays = _family(_cupy, 'array', 'cupyx.scipy.sparse', ('csr', 'csc', 'coo', 'dia'))
_functions = _functions_of(_cupy, _matrices, _arrays, 'cupyx.scipy.sparse')
for _name in _matrices:
    globals()[_name + '_matrix'], globals()[_name + '_array'] = _matrices[_name], _arrays[_name]
globals().update(_functions)


def issparse(x):
    """Whether this is a sparse matrix of a device."""
    return isinstance(x, _base) and x._xp is _cupy


__all__ = ['SparseEfficiencyWarning', 'SparseWarning', 'issparse', 'spmatrix', 'sparray', *_functions]
__all__ += [name + kind for name in _matrices for kind in ('_matrix', '_array')]
