"""cupyx.cusparse: products, sums and conversions of sparse matrices of devices by cuSPARSE's names."""

import cupy

__all__ = ['check_availability', 'coo2csc', 'coo2csr', 'coosort', 'csc2csr', 'csc2dense', 'cscsort', 'csr2csc', 'csr2dense', 'csrgeam', 'csrgeam2', 'csrgemm',
           'csrgemm2', 'csrmm', 'csrmm2', 'csrmv', 'csrsm2', 'csrsort', 'dense2csc', 'dense2csr', 'denseToSparse', 'gthr', 'sparseToDense', 'spmm', 'spmv']


def check_availability(name):
    """Whether there is a function of this name.

    >>> check_availability('spmv')
    True
    """
    return name in __all__


def csrsort(x):
    """Sort the places of each row, in the matrix itself."""
    x.sort_indices()


def cscsort(x):
    """Sort the places of each column, in the matrix itself.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> a = sparse.csc_matrix((cupy.array([1.0, 2.0]), cupy.array([1, 0]), cupy.array([0, 2])), shape=(2, 1))
    >>> cscsort(a)
    >>> a.indices
    array([0, 1], dtype=int32)
    """
    x.sort_indices()


def coosort(x, sort_by='r'):
    """Sort the elements by rows ('r') or by columns ('c'), in the matrix itself."""
    if sort_by not in ('r', 'c'):
        raise ValueError("sort_by must be either 'r' or 'c'")
    first, second = (x.row, x.col) if sort_by == 'r' else (x.col, x.row)
    order = cupy.argsort(first.astype('q') * (int(second.max()) + 1 if x.nnz else 1) + second, kind='stable')
    x.row[...], x.col[...], x.data[...] = x.row[order], x.col[order], x.data[order]


def _scaled(alpha, product, beta, given):
    """alpha * product + beta * given; into `given` where there is one."""
    made = product.dtype.type(alpha) * product
    if given is None:
        return made
    given[...] = made if beta == 0 else made + given.dtype.type(beta) * given
    return given


def spmv(a, x, y=None, alpha=1, beta=0, transa=False):
    """y = alpha * a @ x + beta * y: of a sparse matrix and a vector.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> spmv(sparse.csr_matrix(cupy.eye(2)), cupy.arange(2.0), alpha=3)
    array([0., 3.])
    """
    if (a.shape[0] if transa else a.shape[1]) != x.size:
        raise ValueError('dimension mismatch')
    return _scaled(alpha, (a.T if transa else a) @ x, beta, y)


def spmm(a, b, c=None, alpha=1, beta=0, transa=False, transb=False):
    """c = alpha * a @ b + beta * c: of a sparse matrix and a full one.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> spmm(sparse.csr_matrix(cupy.eye(2)), cupy.arange(4.0).reshape(2, 2), transb=True)
    array([[0., 2.],
           [1., 3.]])
    """
    assert b.ndim == 2
    a, b = a.T if transa else a, b.T if transb else b
    if a.shape[1] != b.shape[0]:
        raise ValueError('dimension mismatch')
    return _scaled(alpha, a @ b, beta, c)


csrmv = spmv


def csrmm(a, b, c=None, alpha=1, beta=0, transa=False):
    """c = alpha * a @ b + beta * c."""
    return spmm(a, b, c, alpha, beta, transa)


csrmm2 = spmm


def csrgeam(a, b, alpha=1, beta=1):
    """alpha * a + beta * b.

    >>> import cupy
    >>> from cupyx.scipy import sparse
    >>> csrgeam(sparse.csr_matrix(cupy.eye(2)), sparse.csr_matrix(cupy.eye(2)), 2, 3).toarray()
    array([[5., 0.],
           [0., 5.]])
    """
    if a.shape != b.shape:
        raise ValueError('inconsistent shapes')
    return alpha * a + beta * b


csrgeam2 = csrgeam


def csrgemm(a, b, transa=False, transb=False):
    """The product of two sparse matrices."""
    return ((a.T if transa else a) @ (b.T if transb else b)).tocsr()


def csrgemm2(a, b, d=None, alpha=1, beta=1):
    """alpha * a @ b + beta * d."""
    made = alpha * (a @ b)
    return (made if d is None else made + beta * d).tocsr()


def csrsm2(a, b, alpha=1.0, lower=True, unit_diag=False, transa=False, blocking=True, level_info=True):
    """Solve a x = alpha * b for a triangular matrix, into b."""
    from cupyx.scipy.sparse.linalg import spsolve_triangular
    matrix, lower = (a.T.tocsr(), not lower) if transa else (a, lower)
    b[...] = spsolve_triangular(matrix, alpha * b, lower=lower, unit_diagonal=unit_diag)


def gthr(x, indices):
    """The elements at some places."""
    return x[indices]


def sparseToDense(x, out=None):
    """The full matrix."""
    made = x.toarray()
    if out is None:
        return made
    out[...] = made
    return out


csr2dense = csc2dense = sparseToDense


def denseToSparse(x, format='csr'):
    """The sparse matrix of what is not 0.

    >>> import cupy
    >>> denseToSparse(cupy.eye(2), format='coo').format
    'coo'
    """
    from cupyx.scipy import sparse
    if format not in ('csr', 'csc', 'coo'):
        raise TypeError('unsupported format (actual: {})'.format(format))
    return getattr(sparse, format + '_matrix')(x)


def dense2csr(x):
    """The matrix by rows of what is not 0."""
    return denseToSparse(x, 'csr')


def dense2csc(x):
    """The matrix by columns of what is not 0."""
    return denseToSparse(x, 'csc')


def csr2csc(x):
    """The matrix by columns."""
    return x.tocsc()


def csc2csr(x):
    """The matrix by rows."""
    return x.tocsr()


coo2csr, coo2csc = csc2csr, csr2csc
