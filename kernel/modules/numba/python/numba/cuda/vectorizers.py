"""vectorize(target='cuda'): a function of numbers over whole arrays, on a device."""
import numpy as np
from numba.core.sigutils import normalize_signature
from numba.cuda import grid, gridsize
from numba.cuda.decorators import jit
from numba.np.numpy_support import as_dtype, from_dtype


def _kernel_of(function, count):
    """A kernel that computes an array from so many flat ones."""
    inner = jit(device=True)(function)

    def one(a, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i])

    def two(a, b, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i], b[i])

    def three(a, b, c, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i], b[i], c[i])

    def four(a, b, c, d, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i], b[i], c[i], d[i])

    def five(a, b, c, d, e, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i], b[i], c[i], d[i], e[i])

    def six(a, b, c, d, e, f, out):
        for i in range(grid(1), out.size, gridsize(1)):
            out[i] = inner(a[i], b[i], c[i], d[i], e[i], f[i])

    makers = (one, two, three, four, five, six)
    if not 1 <= count <= len(makers):
        raise NotImplementedError(f'functions of {count} arguments over arrays of a device: 1 to {len(makers)} are made')
    return jit(makers[count - 1])


class CUDAUFuncDispatcher:
    """A function over whole arrays on a device: arrays of the host come back as such, those of a device stay there.

    >>> import numpy as np
    >>> from numba.cuda.vectorizers import vectorize_cuda
    >>> @vectorize_cuda(['float64(float64, float64)'])
    ... def add(x, y):
    ...     return x + y
    >>> add(np.arange(3.0), 1.0)
    array([1., 2., 3.])
    """

    def __init__(self, function, signatures):
        self.py_func = function
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self._count = function.__code__.co_argcount
        self._kernel = _kernel_of(function, self._count)
        self._signatures = []
        for one in signatures:
            args, result = normalize_signature(one)
            if result is None:
                result = jit(device=True)(function)
                result = _parse(result.compile_device(args))
            self._signatures.append((args, result))
        self._is_open = not signatures

    @property
    def max_blocksize(self):
        """How many threads a block has."""
        return 256

    def _types_for(self, given):
        for args, result in self._signatures:
            if args == given:
                return args, result
        if self._is_open:
            result = _parse(jit(device=True)(self.py_func).compile_device(given))
            self._signatures.append((given, result))
            return self._signatures[-1]
        for args, result in self._signatures:
            if all(np.can_cast(as_dtype(one), as_dtype(other), 'safe') for one, other in zip(given, args)):
                return args, result
        for args, result in self._signatures:
            if all(np.can_cast(as_dtype(one), as_dtype(other), 'same_kind') for one, other in zip(given, args)):
                return args, result
        raise TypeError('No matching version.  GPU ufunc requires array arguments to have the exact types.  This behaves like regular ufunc '
                        'with casting=\'no\'.')

    def __call__(self, *args, out=None, stream=0):
        import cupy
        from numba.cuda import devicearray
        if len(args) not in (self._count, self._count + 1):
            raise TypeError(f'{self.__name__} takes {self._count} arguments, not {len(args)}')
        if len(args) > self._count:
            out = args[-1]
        stays = any(hasattr(one, '__cuda_array_interface__') for one in args[:self._count])
        arrays = [_on_device(one) for one in args[:self._count]]
        kinds, result = self._types_for(tuple(from_dtype(one.dtype) for one in arrays))
        shape = np.broadcast_shapes(*[one.shape for one in arrays])
        flat = [cupy.ascontiguousarray(cupy.broadcast_to(one.astype(as_dtype(kind), copy=False), shape)).reshape(-1)
                for one, kind in zip(arrays, kinds)]
        place = out if out is not None and hasattr(out, '__cuda_array_interface__') else None
        made = cupy.empty(shape, as_dtype(result))
        size = made.size
        if size:
            self._kernel._configured(min((size + 255) // 256, 65535), 256, stream, 0)(*flat, made.reshape(-1))
        if place is not None:
            _on_device(place)[...] = made
            return place
        if out is not None:
            out[...] = cupy.asnumpy(made)
            return out
        if stays:
            return devicearray.DeviceNDArray._over(made, stream)
        host = cupy.asnumpy(made)
        return host if host.ndim else host[()]

    def reduce(self, arg, stream=0):
        """The array's elements by the function, one after the other: of functions of two numbers, over arrays of one dimension."""
        from numba.cuda.kernels.reduction import Reduce
        if self._count != 2:
            raise TypeError('gpu reduce only supports binary ufuncs')
        array = _on_device(arg)
        if array.ndim != 1:
            raise NotImplementedError('gpu reduce only supports 1-D arrays')
        from numba.cuda.api import as_cuda_array
        first = array[:1].get()[0]
        return Reduce(self.py_func)(as_cuda_array(array[1:].copy()), init=first) if array.size > 1 else first


def _on_device(value):
    import cupy
    inside = getattr(value, '_array', None)
    return inside if inside is not None else cupy.asarray(value)


def _parse(text):
    from numba.core.sigutils import parse_signature
    return parse_signature(text)


def vectorize_cuda(signatures=None):
    """What numba.vectorize(signatures, target='cuda') gives: a decorator."""
    given = [] if signatures is None else [signatures] if not isinstance(signatures, list) else signatures
    return lambda function: CUDAUFuncDispatcher(getattr(function, 'py_func', function), given)
