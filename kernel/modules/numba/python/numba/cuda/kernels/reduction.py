"""cuda.reduce: one number of an array, by a function of two."""
import numpy as np


class Reduce:
    """A reduction by a function of two numbers: Reduce(functor)(array).

    >>> from numba import cuda
    >>> import numpy as np
    >>> sum_reduce = cuda.reduce(lambda a, b: a + b)
    >>> sum_reduce(np.arange(10.0))
    np.float64(45.0)
    """

    def __init__(self, functor):
        self._functor = functor
        self._cache = {}

    def _kernel(self):
        if not self._cache:
            self._cache['kernel'] = _make_kernel(getattr(self._functor, 'py_func', self._functor))
        return self._cache['kernel']

    def __call__(self, arr, size=None, res=None, init=0, stream=0):
        """Reduce an array of one dimension, its first `size` elements: the number, or None when it goes to res[0] on the device."""
        from numba.cuda import api
        if arr.ndim != 1:
            raise TypeError('only support 1D array')
        size = arr.shape[0] if size is None else size
        if res is not None and res.dtype != arr.dtype:
            raise TypeError('incompatible dtype of res: %s vs. %s' % (res.dtype, arr.dtype))
        threads = 128
        blocks = min(1024, max(1, (size + 4 * threads - 1) // (4 * threads)))
        there = arr if hasattr(arr, '__cuda_array_interface__') else api.to_device(np.ascontiguousarray(arr[:size]))
        kernel = self._kernel()
        partial = api.device_array(blocks, arr.dtype)
        result = api.device_array(1, arr.dtype)
        first = arr.dtype.type(init)
        counts = api.device_array(blocks, np.int32)
        kernel._configured(blocks, threads, 0, 0)(there, size, partial, counts)
        kernel.finish._configured(1, 1, 0, 0)(partial, counts, blocks, first, result)
        if res is not None:
            res[:1].copy_to_device(result)
            return None
        return result[0]


reduce = Reduce


def _make_kernel(function):
    from numba import cuda
    from numba.cuda.decorators import jit
    combine = jit(device=True)(function)
    made = {}

    def of(dtype):
        return made.setdefault(dtype, dtype)

    @jit
    def step(array, size, partial, counts):
        start = cuda.grid(1)
        stride = cuda.gridsize(1)
        place = cuda.threadIdx.x
        width = cuda.blockDim.x
        # Each thread its own elements, in order; then thread 0 of each block those of its block, in order.
        if start < size:
            value = array[start]
            at = start + stride
            while at < size:
                value = combine(value, array[at])
                at += stride
            array_place = cuda.blockIdx.x * width + place
            array[array_place] = value
        cuda.syncthreads()
        if place == 0:
            first = cuda.blockIdx.x * width
            count = min(width, size - first)
            if count > 0:
                total = array[first]
                for k in range(1, count):
                    total = combine(total, array[first + k])
                partial[cuda.blockIdx.x] = total
            counts[cuda.blockIdx.x] = max(count, 0)

    @jit
    def finish(partial, counts, blocks, init, result):
        total = init
        for k in range(blocks):
            if counts[k] > 0:
                total = combine(total, partial[k])
        result[0] = total

    step.finish = finish
    return step
