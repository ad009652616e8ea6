"""numba's simulator: refused, kernels run on emulated devices where there is no GPU."""

raise ImportError("numba.cuda.simulator is not supported: without a GPU kernels run on emulated devices, compiled and checked", name='numba.cuda.simulator')
