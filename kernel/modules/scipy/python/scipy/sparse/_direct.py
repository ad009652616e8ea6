"""Direct solvers for sparse matrices. What lies near the diagonal, or comes there when rows and columns are put into Cuthill's and McKee's
order, is a band that LAPACK factors; other matrices have sparse factors, of columns in an order of least degree."""

import warnings
from collections import deque

import numpy
from scipy.linalg._support import columns, empty_columns, kind_of, lapack, width
from scipy.sparse import _sparsetools
from scipy.sparse._base import SparseEfficiencyWarning, issparse

__all__ = ['MatrixRankWarning', 'SuperLU', 'factorized', 'is_sptriangular', 'spbandwidth', 'spilu', 'splu', 'spsolve',
           'spsolve_triangular']

_CHUNK = 64  # columns of a sparse right side that are solved for at a time
_NARROW = 24  # cells of a band for each element of the matrix, up to which it is factored as a band
_SMALL = 20000  # rows up to which an order for a band is sought


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

    def __init__(self, A, permc_spec=None, threshold=None):
        self._A = A.tocsc()
        if not self._A.has_canonical_format:
            self._A = self._A.copy()
            self._A.sum_duplicates()
        n = A.shape[0]
        self._spec, self._threshold, self._is_band, self._order = permc_spec, threshold, False, None
        self.shape, self._kind = (n, n), kind_of(self._A.data)
        self._count = len(self._A.data)
        if n and permc_spec is None and threshold is None and self._band():
            return
        self.info = self._factor()

    def _band(self):
        """Factors a band, if that is a narrow one."""
        n, coordinates = self.shape[0], self._A.tocoo()
        rows, places, data = coordinates.row, coordinates.col, coordinates.data
        below, above = _reach(rows, places)
        narrow = max(_NARROW * self._count, 4096)
        if (2 * below + above + 1) * n > narrow and n <= _SMALL:
            order = _near_order(rows, places, n)
            rank = numpy.empty(n, int)
            rank[order] = numpy.arange(n)
            nearer = _reach(rank[rows], rank[places])
            if 2 * nearer[0] + nearer[1] < 2 * below + above:
                (below, above), rows, places, self._order = nearer, rank[rows], rank[places], order
        if (2 * below + above + 1) * n > narrow:
            self._order = None
            return False
        self._pivots = numpy.empty(n, numpy.int32)
        self._below, self._above, self._is_band = below, above, True
        self._bands = empty_columns(2 * below + above + 1, n, self._kind)
        self._bands[...] = 0
        self._bands[below + above + rows - places, places] = data
        self.info = lapack('gbtrf', self._kind, n, n, below, above, self._bands, len(self._bands), self._pivots)
        return True

    def _factor(self):
        """L and U by columns; 0, or the number (from 1 on) of the first column without a pivot."""
        A, n = self._A, self.shape[0]
        order, threshold = _column_order(A, self._spec)
        self._columns = order
        self._parts = _sparsetools.factors(A.indptr, A.indices, A.data, order, threshold if self._threshold is None else self._threshold)
        return 0 if isinstance(self._parts, tuple) else self._parts + 1

    def _sparse_parts(self):
        if self._is_band and not hasattr(self, '_parts'):
            self._factor()
        return self._parts

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
        if trans not in ('N', 'T', 'H'):
            raise ValueError('trans must be N, T, or H')
        if not self._is_band:
            return self._solve_sparse(rhs, trans)
        x = columns(rhs if self._order is None else rhs[self._order], self._kind)
        letter = {'N': 'N', 'T': 'T', 'H': 'C'}[trans]
        lapack('gbtrs', self._kind, letter, n, self._below, self._above, width(x), self._bands, len(self._bands), self._pivots, x, n)
        if self._order is None:
            return x
        result = numpy.empty_like(x)
        result[self._order] = x
        return result

    def _solve_sparse(self, rhs, trans):
        kind = numpy.result_type(self._A.dtype, rhs.dtype, numpy.float32)
        lower, upper, place = self._parts[:3], self._parts[3:6], self._parts[6]
        right = rhs.reshape(self.shape[0], -1).T
        right = right.conj() if trans == 'H' else right
        x = numpy.empty(right.shape, numpy.result_type(kind, float))
        if trans == 'N':
            x[:, place] = right
            y = _sparsetools.triangle(*upper, _sparsetools.triangle(*lower, x, False, False), True, False)
            x[:, self._columns] = y
        else:
            y = _sparsetools.triangle(*lower, _sparsetools.triangle(*upper, right[:, self._columns], True, True), False, True)
            x = y[:, place]
            x = x.conj() if trans == 'H' else x
        return numpy.asfortranarray(x.T).reshape(rhs.shape, order='F').astype(kind, copy=False)

    @property
    def nnz(self):
        """How many elements of L and U are stored."""
        parts = self._sparse_parts()
        return len(parts[1]) + self.shape[0] + len(parts[4])

    @property
    def L(self):
        """The lower triangle, of the rows in the order perm_r."""
        parts, n = self._sparse_parts(), self.shape[0]
        from scipy.sparse import eye_array
        kind = numpy.result_type(self._A.dtype, numpy.float32)
        lower = type(self._A)((parts[2].astype(kind), parts[1], parts[0]), shape=self.shape)
        return type(self._A)(lower + type(self._A)(eye_array(n, dtype=kind, format='csc')))

    @property
    def U(self):
        """The upper triangle, of the columns in the order perm_c."""
        parts = self._sparse_parts()
        upper = type(self._A)((parts[5].astype(numpy.result_type(self._A.dtype, numpy.float32)), parts[4], parts[3]), shape=self.shape)
        upper.sort_indices()
        return upper

    @property
    def perm_r(self):
        """Where each row went."""
        return self._sparse_parts()[6].astype(numpy.int32)

    @property
    def perm_c(self):
        """Where each column went."""
        self._sparse_parts()
        result = numpy.empty(self.shape[0], numpy.int32)
        result[self._columns] = numpy.arange(self.shape[0], dtype=numpy.int32)
        return result


def _column_order(A, spec):
    """An order of the columns, and from which share of the largest on the diagonal is taken as a pivot."""
    n = A.shape[0]
    if spec == 'NATURAL':
        return numpy.arange(n), 1.0
    pattern = type(A)((numpy.ones(len(A.indices), numpy.float32), A.indices, A.indptr), shape=A.shape)
    turned = pattern.T.tocsc()
    both = pattern + turned
    like = 2 * len(pattern.data) - both.nnz
    if spec in ('MMD_AT_PLUS_A', None, 'COLAMD') and (spec == 'MMD_AT_PLUS_A' or like >= 0.3 * len(pattern.data)):
        return _sparsetools.least_degree(both.indptr, both.indices), 0.1 if spec is None else 1.0
    product = (turned @ pattern).tocsc()
    return _sparsetools.least_degree(product.indptr, product.indices), 1.0


def _reach(rows, places):
    """How far below and above the diagonal there is something."""
    if not len(rows):
        return 0, 0
    away = rows.astype(int) - places
    return max(0, int(away.max())), max(0, int(-away.min()))


def _ready(A, name, permc_spec=None, threshold=None):
    if not (issparse(A) and A.format == 'csc'):
        warnings.warn(f'{name} converted its input to CSC format', SparseEfficiencyWarning, stacklevel=3)
        from scipy.sparse import csc_array
        A = A.tocsc() if issparse(A) else csc_array(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError('can only factor square matrices')
    factors = SuperLU(A.astype(numpy.result_type(A.dtype, numpy.float32), copy=False), permc_spec, threshold)
    if factors.info > 0:
        raise RuntimeError('Factor is exactly singular')
    return factors


def splu(A, permc_spec=None, diag_pivot_thresh=None, relax=None, panel_size=None, options=None):
    """The factors of a sparse matrix, whose solve() solves A x = b.

    >>> sparse.linalg.splu(sparse.csc_array([[2.0, 0.0], [0.0, 4.0]])).solve(np.array([2.0, 2.0]))
    array([1. , 0.5])
    """
    return _ready(A, 'splu', permc_spec, diag_pivot_thresh)


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
