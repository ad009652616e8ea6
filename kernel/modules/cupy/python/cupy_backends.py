"""Refused: CuPy's inside."""

raise ImportError("cupy_backends is not supported: it is CuPy's own inside. cupy.cuda.runtime, cupy.cuda.driver, cupy.cuda.nvrtc and "
                  'cupy.cublas have the calls of CUDA by name', name='cupy_backends')
