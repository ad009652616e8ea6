"""Kernels that put all elements together: ReductionKernel."""
import cupy
import numpy
from pycuda._types import VectorArg, _parameters, dtype_to_ctype
from pycuda.elementwise import _COMPLEX, _is_complex, _module_of

_BLOCK = 256


def _source(out_type, neutral, reduce_expr, map_expr, heads, name, preamble):
    # Threads take elements in turn; a block's values are put together by halves, and a second kernel does the same with the blocks'.
    return """%s
typedef %s pycuda_out_type;
__device__ pycuda_out_type pycuda_reduced(pycuda_out_type a, pycuda_out_type b) { return %s; }
__device__ void pycuda_block(pycuda_out_type *_part, pycuda_out_type *_result)
{
    for (int _half = %d; _half > 0; _half >>= 1) {
        __syncthreads();
        if (threadIdx.x < _half) _part[threadIdx.x] = pycuda_reduced(_part[threadIdx.x], _part[threadIdx.x + _half]);
    }
    if (threadIdx.x == 0) _result[blockIdx.x] = _part[0];
}
extern "C" __global__ void %s_stage1(pycuda_out_type *_result, %s, unsigned long long n, long _start, long _step)
{
    __shared__ __align__(16) char _room[%d * sizeof(pycuda_out_type)];
    pycuda_out_type *_part = (pycuda_out_type *)_room;
    pycuda_out_type _sum = %s;
    for (unsigned long long _turn = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; _turn < n; _turn += (unsigned long long)gridDim.x * blockDim.x) {
        const long i = _start + (long)_turn * _step;
        _sum = pycuda_reduced(_sum, %s);
    }
    _part[threadIdx.x] = _sum;
    pycuda_block(_part, _result);
}
extern "C" __global__ void %s_stage2(pycuda_out_type *_result, const pycuda_out_type *_parts, unsigned int n)
{
    __shared__ __align__(16) char _room[%d * sizeof(pycuda_out_type)];
    pycuda_out_type *_part = (pycuda_out_type *)_room;
    pycuda_out_type _sum = %s;
    for (unsigned int _turn = threadIdx.x; _turn < n; _turn += blockDim.x) _sum = pycuda_reduced(_sum, _parts[_turn]);
    _part[threadIdx.x] = _sum;
    pycuda_block(_part, _result);
}
""" % (preamble, out_type, reduce_expr, _BLOCK // 2, name, heads, _BLOCK, neutral, map_expr, name, _BLOCK, neutral)


class ReductionKernel:
    """A kernel that maps elements and puts the results together.

    >>> import pycuda.autoinit, numpy
    >>> from pycuda import gpuarray
    >>> from pycuda.reduction import ReductionKernel
    >>> product = ReductionKernel(numpy.float32, '0', 'a+b', 'x[i]*y[i]', 'float *x, float *y')
    >>> a = gpuarray.arange(4, dtype=numpy.float32)
    >>> product(a, a)
    array(14., dtype=float32)
    """

    def __init__(self, dtype_out, neutral, reduce_expr, map_expr=None, arguments=None, name="reduce_kernel", keep=False, options=None, preamble="",
                 allocator=None):
        self.dtype_out = numpy.dtype(dtype_out)
        self._out_type = dtype_to_ctype(self.dtype_out)
        if arguments is None:
            arguments = [VectorArg(self.dtype_out, "in")]
        self.arguments = _parameters(arguments)
        if map_expr is None:
            map_expr = "%s[i]" % self.arguments[0].name
        self.allocator = allocator
        complexes = _COMPLEX if _is_complex(self.arguments) or self.dtype_out.kind == "c" else ""
        heads = ", ".join(parameter.declarator() for parameter in self.arguments)
        self._text = complexes + _source(self._out_type, neutral, reduce_expr, map_expr, heads, name, preamble)
        self._name, self._keep, self._options, self._preamble, self._stages = name, keep, options, preamble, {}
        if not any(isinstance(parameter, VectorArg) for parameter in self.arguments):
            raise RuntimeError("ReductionKernel can only be used with functions that have at least one vector argument")
        self._both()

    def _both(self):
        from pycuda._driver import Context
        key = Context.get_current()
        if key not in self._stages:
            module = _module_of(self._text, self._options, self._keep, self._preamble)
            letters = [parameter.struct_char for parameter in self.arguments]
            self._stages[key] = (module.get_function(self._name + "_stage1").prepare(["P"] + letters + ["Q", "l", "l"]),
                                 module.get_function(self._name + "_stage2").prepare("PPI"))
        return self._stages[key]

    def __call__(self, *args, stream=None, out=None, allocator=None, range=None, slice=None, kernel_wrapper=None):
        from pycuda.gpuarray import GPUArray
        if len(args) != len(self.arguments):
            raise TypeError("%s takes %d arguments, %d given" % (self._name, len(self.arguments), len(args)))
        first = None
        for parameter, value in zip(self.arguments, args):
            if isinstance(parameter, VectorArg):
                if not (value.flags.c_contiguous or value.flags.f_contiguous):
                    raise RuntimeError("ReductionKernel cannot deal with non-contiguous arrays")
                first = value if first is None else first
        start, stop, step = 0, first.size, 1
        if slice is not None:
            if range is not None:
                raise TypeError("may not specify both range and slice keyword arguments")
            start, stop, step = slice.indices(first.size)
        elif range is not None:
            start, stop, step = range.start or 0, range.stop, 1 if range.step is None else range.step
        count = max(0, -(-(stop - start) // step))
        result = out if out is not None else GPUArray((), self.dtype_out, allocator or self.allocator or getattr(first, "allocator", None))
        one, two = self._both()
        blocks = max(1, min(1024, -(-count // (_BLOCK * 4))))
        block = (_BLOCK, 1, 1)
        if blocks == 1:
            one.prepared_call((1, 1), block, result, *args, count, start, step)
            return result
        parts = GPUArray(blocks, self.dtype_out)
        one.prepared_call((blocks, 1), block, parts, *args, count, start, step)
        two.prepared_call((1, 1), block, result, parts, blocks)
        return result


def get_sum_kernel(dtype_out, dtype_in):
    """The kernel that adds elements."""
    dtype_out = dtype_in if dtype_out is None else dtype_out
    return ReductionKernel(dtype_out, "0", "a+b", arguments=[VectorArg(dtype_in, "in")])


def get_dot_kernel(dtype_out, dtype_a=None, dtype_b=None):
    """The kernel that adds the products of elements."""
    dtype_b = dtype_b or dtype_a or dtype_out
    dtype_a = dtype_a or dtype_out
    dtype_out = dtype_out or numpy.result_type(dtype_a, dtype_b)
    return ReductionKernel(dtype_out, "0", "a+b", "a[i]*b[i]", [VectorArg(dtype_a, "a"), VectorArg(dtype_b, "b")])


def get_minmax_kernel(what, dtype):
    """The kernel of the least or the greatest element."""
    dtype = numpy.dtype(dtype)
    least, greatest = (numpy.iinfo(dtype).min, numpy.iinfo(dtype).max) if dtype.kind in "iu" else (None, None)
    neutral = {"min": "INFINITY", "max": "-INFINITY"}[what] if least is None else str(greatest if what == "min" else least)
    function = "f" + what if dtype.kind == "f" else what
    return ReductionKernel(dtype, neutral, "%s(a,b)" % function, arguments=[VectorArg(dtype, "in")])
