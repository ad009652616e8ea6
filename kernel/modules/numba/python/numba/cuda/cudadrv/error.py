"""Errors of CUDA's libraries."""


class CudaDriverError(Exception):
    """An error of the CUDA driver."""


class CudaRuntimeError(Exception):
    """An error of the CUDA runtime."""


class CudaSupportError(ImportError):
    """There is no CUDA here."""


class NvvmError(Exception):
    """An error of NVVM."""


class NvvmSupportError(ImportError):
    """There is no NVVM here."""


class NvvmWarning(Warning):
    """A warning of NVVM."""


class NvrtcError(Exception):
    """An error of NVRTC."""


class NvrtcCompilationError(NvrtcError):
    """NVRTC found errors in a text."""


class NvrtcSupportError(ImportError):
    """There is no NVRTC here."""
