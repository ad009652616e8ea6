"""Direct solvers for sparse matrices: rows and columns are put into an order in which what is not 0 lies near the diagonal
(Cuthill and McKee's), and LAPACK factors the band. Where the band is no narrower than the matrix, the full matrix is factored."""

import warnings
from collections import deque

import numpy
from scipy.linalg._support import columns, empty_columns, kind_of, lapack, width
from scipy.sparse._base import SparseEfficiencyWarning, issparse

__all__ = ['MatrixRankWarning', 'SuperLU', 'factorized', 'is_sptriangular', 'spbandwidth', 'spilu', 'splu', 'spsolve',
           'spsolve_triangular']

_CHUNK = 64  # columns of a sparse right side that are solved for at a time


class MatrixRankWarning(UserWarning):
    """The matrix has no inverse."""


MatrixRankWarning.__module__ = 'scipy.sparse.linalg._dsolve.linsolve'


def _near_order(rows, places, n):
    """The rows in an order in which neighbours are near: each level of neighbours after the last, from an end of the graph, reversed."""
    both = numpy.concatenate([rows, places]), numpy.concatenate([places, rows])
    order = numpy.lexsort(both)
    ends = numpy.searchsorted(both[1][order], numpy.arange(n + 1)).tolist()
    neighbours = both[0][order].tolist()
    degrees = [ends[i + 1] - ends[i] for i in range(n)]
    found, seen = [], [False] * n
    for start in sorted(range(n), key=degrees.__getitem__):
        if seen[start]:
            continue
        for _ in range(2):  # from an end of what the last walk reached
            start = _walk(start, neighbours, ends, degrees, list(seen) if n < 4096 else seen[:])[-1]
        found += _walk(start, neighbours, ends, degrees, seen)
    return numpy.array(found[::-1])


def _walk(start, neighbours, ends, degrees, seen):
    seen[start] = True
    found, waiting = [], deque([start])
    while waiting:
        node = waiting.popleft()
        found.append(node)
        fresh = [other for other in dict.fromkeys(neighbours[ends[node]:ends[node + 1]]) if not seen[other]]
        for other in sorted(fresh, key=degrees.__getitem__):
            seen[other] = True
            waiting.append(other)
    return found


class SuperLU:
    """The factors of a sparse matrix, as splu() gives them: solve(b, trans='N'), shape, nnz, L, U, perm_r, perm_c."""

    __module__ = 'scipy.sparse.linalg'

    def __init__(self, A):
        self._A = A.tocsc()
        n = A.shape[0]
        coordinates = self._A.tocoo()
        rows, places, data = coordinates.row, coordinates.col, coordinates.data
        self.shape, self.nnz, self._kind, self._order = (n, n), len(data), kind_of(data), None
        below, above = _reach(rows, places)
        if (2 * below + above + 1) * n > 8 * max(len(data), 1) and n > 2:
            order = _near_order(rows, places, n)
            rank = numpy.empty(n, int)
            rank[order] = numpy.arange(n)
            nearer = _reach(rank[rows], rank[places])
            if 2 * nearer[0] + nearer[1] < 2 * below + above:
                (below, above), rows, places, self._order = nearer, rank[rows], rank[places], order
        self._pivots = numpy.empty(n, numpy.int32)
        self._below, self._above = below, above
        self._is_band = 2 * below + above + 1 < n
        if self._is_band:
            self._factors = empty_columns(2 * below + above + 1, n, self._kind)
            self._factors[...] = 0
            self._factors[below + above + rows - places, places] = data
            self.info = lapack('gbtrf', self._kind, n, n, below, above, self._factors, len(self._factors), self._pivots)
        else:
            self._order = None
            self._factors = columns(self._A.toarray(), self._kind)
            self.info = lapack('getrf', self._kind, n, n, self._factors, max(n, 1), self._pivots) if n else 0

    def __repr__(self):
        return f'<SuperLU object at {id(self):#x}>'

    def solve(self, rhs, trans='N'):
        """The solution for one right side, or for each column of several; trans: 'N', 'T' or 'H'."""
        rhs = numpy.asarray(rhs)
        n = self.shape[0]
        if rhs.ndim not in (1, 2) or rhs.shape[0] != n:
            raise ValueError('b is of incompatible size' if rhs.ndim in (1, 2) else 'b must be 1-d or 2-d')
        if rhs.dtype.kind == 'c' and self._kind in 'fd':
            return self.solve(rhs.real, trans) + 1j * self.solve(rhs.imag, trans)
        x = columns(rhs if self._order is None else rhs[self._order], self._kind)
        letter = {'N': 'N', 'T': 'T', 'H': 'C'}[trans]
        if self._is_band:
            lapack('gbtrs', self._kind, letter, n, self._below, self._above, width(x), self._factors, len(self._factors),
                   self._pivots, x, n)
        elif n:
            lapack('getrs', self._kind, letter, n, width(x), self._factors, n, self._pivots, x, n)
        if self._order is None:
            return x
        result = numpy.empty_like(x)
        result[self._order] = x
        return result

    def _parts(self):
        """Factors of the matrix in its own order of columns."""
        from scipy.linalg import lu
        if not hasattr(self, '_triangles'):
            order, lower, upper = lu(self._A.toarray(), p_indices=True)
            self._triangles = type(self._A)(lower), type(self._A)(upper), order.astype(numpy.int32)
        return self._triangles

    @property
    def L(self):
        """The lower triangle, of the rows in the order perm_r."""
        return self._parts()[0]

    @property
    def U(self):
        """The upper triangle."""
        return self._parts()[1]

    @property
    def perm_r(self):
        """Where each row went."""
        return self._parts()[2]

    @property
    def perm_c(self):
        """Where each column went: nowhere."""
        return numpy.arange(self.shape[0], dtype=numpy.int32)


def _reach(rows, places):
    """How far below and above the diagonal there is something."""
    if not len(rows):
        return 0, 0
    away = rows.astype(int) - places
    return max(0, int(away.max())), max(0, int(-away.min()))


def _ready(A, name):
    if not (issparse(A) and A.format == 'csc'):
        warnings.warn(f'{name} converted its input to CSC format', SparseEfficiencyWarning, stacklevel=3)
        from scipy.sparse import csc_array
        A = A.tocsc() if issparse(A) else csc_array(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError('can only factor square matrices')
    factors = SuperLU(A)
    if factors.info > 0:
        raise RuntimeError('Factor is exactly singular')
    return factors


def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None):
    """The factors of a sparse matrix, whose solve() solves A x = b.

    >>> sparse.linalg.splu(sparse.csc_array([[2.0, 0.0], [0.0, 4.0]])).solve(np.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    return _ready(A, 'splu')


def spilu(A, drop_tol=None, fill_factor=None, drop_rule=None, permc_spec=None, diag_pivot_thresh=None, relax=None,
          panel_size=None, options=None):
    """Factors for a preconditioner: here the exact ones, of which nothing is dropped.

    >>> sparse.linalg.spilu(sparse.csc_array([[2.0, 0.0], [0.0, 4.0]])).solve(np.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    return _ready(A, 'spilu')


def factorized(A):
    """A function that solves A x = b for a vector b.

    >>> sparse.linalg.factorized(sparse.csc_matrix([[2.0]]))(np.array([4.0]))
    array([2.])
    """
    return _ready(A, 'splu').solve


def spsolve(A, b, permc_spec=None, use_umfpack=True):
    """The solution of A x = b, for a vector, a matrix or a sparse matrix b (x is sparse then).

    >>> sparse.linalg.spsolve(sparse.csc_matrix([[2.0, 0.0], [0.0, 4.0]]), [2.0, 2.0])
    array([1. , 0.5])
    """
    if not (issparse(A) and A.format in ('csc', 'csr')):
        from scipy.sparse import csc_array
        A = A.tocsc() if issparse(A) else csc_array(A)
        warnings.warn('spsolve requires A be CSC or CSR matrix format', SparseEfficiencyWarning, stacklevel=2)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'matrix must be square (has shape {A.shape})')
    right = b if issparse(b) else numpy.asarray(b)
    if A.shape[0] != right.shape[0]:
        raise ValueError(f'matrix - rhs dimension mismatch ({A.shape} - {right.shape[0]})')
    kind = numpy.result_type(A.dtype, right.dtype, numpy.float32)
    is_line = len(right.shape) == 1 or right.shape[1] == 1
    if issparse(b) and is_line:
        right = b.toarray()
    factors = SuperLU(A.astype(kind))
    if factors.info > 0:
        warnings.warn('Matrix is exactly singular', MatrixRankWarning, stacklevel=2)
        x = numpy.full(right.shape, numpy.nan, kind)
        return x.ravel() if is_line else type(A)(x) if issparse(b) else x
    if not issparse(b) or is_line:
        x = factors.solve(right.astype(kind))
        return x.ravel() if is_line else x
    from scipy.sparse import hstack
    right = right.tocsc()
    parts = [type(right)(factors.solve(right[:, i:i + _CHUNK].toarray().astype(kind))) for i in range(0, right.shape[1], _CHUNK)]
    return type(A)(hstack(parts))


def spsolve_triangular(A, b, lower=True, overwrite_A=False, overwrite_b=False, unit_diagonal=False):
    """The solution of A x = b for a triangle A, row by row.

    >>> sparse.linalg.spsolve_triangular(sparse.csr_array([[2.0, 0.0], [1.0, 1.0]]), np.array([2.0, 3.0]))
    array([1., 2.])
    """
    if not (issparse(A) and A.format in ('csc', 'csr')):
        from scipy.sparse import csc_array
        warnings.warn('CSC or CSR matrix format is required. Converting to CSC matrix.', SparseEfficiencyWarning, stacklevel=2)
        A = csc_array(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f'A must be a square matrix but its shape is {A.shape}.')
    b = numpy.asanyarray(b)
    if b.ndim not in (1, 2):
        raise ValueError(f'b must have 1 or 2 dims but its shape is {b.shape}.')
    n = A.shape[0]
    if n != b.shape[0]:
        raise ValueError('The size of the dimensions of A must be equal to the size of the first dimension of b but the shape of A is '
                         f'{A.shape} and the shape of b is {b.shape}.')
    A = A.tocsr()
    diagonal = numpy.ones(n) if unit_diagonal else A.diagonal()
    if not numpy.all(diagonal):
        raise numpy.linalg.LinAlgError('A is singular: zero entry on diagonal.')
    ends, places, data, diagonal = A.indptr.tolist(), A.indices.tolist(), A.data.tolist(), diagonal.tolist()
    x = list(b.astype(numpy.result_type(A.dtype, b.dtype, numpy.float32)))
    for i in range(n) if lower else range(n - 1, -1, -1):
        value = x[i]
        for k in range(ends[i], ends[i + 1]):
            j = places[k]
            if j < i if lower else j > i:
                value = value - data[k] * x[j]
        x[i] = value / diagonal[i]
    return numpy.array(x).reshape(b.shape).astype(numpy.result_type(A.dtype, b.dtype, numpy.float32), copy=False)


def is_sptriangular(A):
    """Whether a sparse matrix is a lower triangle, and whether an upper one.

    >>> sparse.linalg.is_sptriangular(sparse.csr_array([[1, 0], [2, 3]]))
    (np.True_, np.False_)
    """
    below, above = spbandwidth(A)
    return numpy.bool(above == 0), numpy.bool(below == 0)


def spbandwidth(A):
    """How many diagonals of a sparse matrix there are below and above the main one.

    >>> sparse.linalg.spbandwidth(sparse.csr_array([[1, 0], [2, 3]]))
    (1, 0)
    """
    coordinates = A.tocoo()
    return _reach(coordinates.row, coordinates.col)
