"""C libraries cannot be called: this module only says so. CUDA code runs through numba.cuda, cupy.RawKernel and pycuda."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise NotImplementedError("ctypes.%s is not available: Cupola does not call C libraries; write the function with numba.njit, numba.cuda, "
                              "cupy.RawKernel or pycuda instead" % name)
