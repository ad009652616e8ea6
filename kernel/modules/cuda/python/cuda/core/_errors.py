"""What goes wrong in cuda.core."""


class CUDAError(Exception):
    """An error of CUDA's: its name, and what it means."""


class NVRTCError(CUDAError):
    """An error of the compiler's."""


_MEANINGS = {
    "CUDA_ERROR_INVALID_VALUE": "This indicates that one or more of the parameters passed to the API call is not within an acceptable range of values.",
    "CUDA_ERROR_NOT_FOUND": "This indicates that a named symbol was not found. Examples of symbols are global/constant variable names, driver "
                            "function names, texture names, and surface names.",
    "CUDA_ERROR_OUT_OF_MEMORY": "The API call failed because it was unable to allocate enough memory or other resources to perform the requested operation.",
}
_NAMES = {"cudaErrorIllegalAddress": "CUDA_ERROR_ILLEGAL_ADDRESS", "cudaErrorInvalidValue": "CUDA_ERROR_INVALID_VALUE",
          "cudaErrorInvalidDevice": "CUDA_ERROR_INVALID_DEVICE", "cudaErrorMemoryAllocation": "CUDA_ERROR_OUT_OF_MEMORY"}


def failed(kind, message=""):
    "The exception for what a device said."
    if kind == "NotImplementedError":
        return NotImplementedError(message)
    name, words = kind, message
    if message.startswith(("CUDA_ERROR", "cudaError")) and ": " in message:
        name, words = message.split(": ", 1)
    name = _NAMES.get(name, name)
    if kind == "AssertionError":
        name, words = "CUDA_ERROR_ASSERT", "device-side assert triggered: " + message
    if words in ("invalid argument", "named symbol not found"):
        words = ""
    return CUDAError("%s: %s" % (name, words or _MEANINGS.get(name, message)))


CUDAError.__module__ = NVRTCError.__module__ = "cuda.core._utils.cuda_utils"
