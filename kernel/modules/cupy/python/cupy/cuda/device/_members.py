"""Members of cupy.cuda.device that cupy.cuda has not, or has, too."""

import cupy

__all__ = ['from_pointer', 'get_compute_capability', 'get_cublas_handle', 'get_cusolver_handle',
           'get_cusolver_sp_handle', 'get_cusparse_handle', 'get_device_id']


def get_device_id():
    """The number of the current device.

    >>> get_device_id()
    0
    """
    return cupy.cuda.runtime.getDevice()


def get_compute_capability():
    """The compute capability of the current device, as text: '90'."""
    return cupy.cuda.Device().compute_capability


def from_pointer(ptr):
    """The device on which an address lies."""
    return cupy.cuda.Device(cupy.cuda.runtime.pointerGetAttributes(ptr).device)


def _refused(name, library, instead):
    def handle():
        words = f'cupy.cuda.device.{name} is not supported: {library} has no handle to give away here. {instead}'
        raise NotImplementedError(words)
    handle.__name__ = handle.__qualname__ = name
    handle.__doc__ = f'Refused: {library} is called inside.'
    return handle


get_cublas_handle = _refused('get_cublas_handle', 'cuBLAS', 'cupy.cublas has its calls by name')
get_cusolver_handle = _refused('get_cusolver_handle', 'cuSOLVER',
                               'cupy.linalg solves, decomposes and finds eigenvalues')
get_cusolver_sp_handle = _refused('get_cusolver_sp_handle', 'cuSOLVER',
                                  'cupyx.scipy.sparse.linalg solves sparse systems')
get_cusparse_handle = _refused('get_cusparse_handle', 'cuSPARSE',
                               'cupyx.scipy.sparse multiplies and adds sparse matrices')
