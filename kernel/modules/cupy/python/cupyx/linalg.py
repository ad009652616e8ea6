"""cupyx.linalg: inverses of matrices that are their own adjoints."""

import cupy

__all__ = ['invh']


def invh(a):
    """The inverse of a matrix that is its own adjoint and positive definite, by Cholesky's factors.

    >>> import cupy
    >>> invh(cupy.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])
    """
    if not isinstance(a, cupy.ndarray):
        raise cupy.linalg.LinAlgError('cupy.linalg only supports cupy.ndarray')
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise cupy.linalg.LinAlgError('Last 2 dimensions of the array must be square')
    half = cupy.linalg.inv(cupy.linalg.cholesky(a))
    return cupy.swapaxes(half.conj(), -1, -2) @ half
