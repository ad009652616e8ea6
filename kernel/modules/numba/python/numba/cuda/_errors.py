"""The driver's errors, as numba.cuda raises them."""

_CODES = {'CUDA_ERROR_INVALID_VALUE': 1, 'CUDA_ERROR_OUT_OF_MEMORY': 2, 'CUDA_ERROR_INVALID_IMAGE': 200, 'CUDA_ERROR_NOT_FOUND': 500,
          'CUDA_ERROR_ILLEGAL_ADDRESS': 700, 'CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES': 701, 'CUDA_ERROR_LAUNCH_TIMEOUT': 702, 'CUDA_ERROR_ASSERT': 710,
          'CUDA_ERROR_LAUNCH_FAILED': 719, 'CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE': 720}


def raise_driver_error(kind, message):
    """Raise what a launch failed with, by its name and text."""
    from numba.cuda.cudadrv.driver import CudaAPIError
    if kind == 'cudaErrorIllegalAddress':
        kind = 'CUDA_ERROR_ILLEGAL_ADDRESS'
    text = f'Call to cuLaunchKernel results in {kind}'
    raise CudaAPIError(_CODES.get(kind, 999), text if message in ('invalid argument', '') else f'{text}: {message}')
