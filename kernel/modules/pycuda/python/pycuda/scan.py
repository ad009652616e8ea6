"""Kernels of running sums and the like: InclusiveScanKernel, ExclusiveScanKernel."""
import numpy
from pycuda._types import dtype_to_ctype

_BLOCK, _EACH = 128, 8  # threads of a block, elements of a thread

_TEXT = """%(preamble)s
typedef %(type)s pycuda_scan_type;
__device__ pycuda_scan_type pycuda_joined(pycuda_scan_type a, pycuda_scan_type b) { return %(scan)s; }
// A block's part: each thread goes through its own elements, threads' last values are put together by doubling distances.
extern "C" __global__ void %(name)s_parts(pycuda_scan_type *target, const pycuda_scan_type *source, pycuda_scan_type *totals, unsigned long long n)
{
    __shared__ __align__(16) char room[%(block)d * sizeof(pycuda_scan_type)];
    pycuda_scan_type *last = (pycuda_scan_type *)room;
    const unsigned long long first = ((unsigned long long)blockIdx.x * blockDim.x + threadIdx.x) * %(each)d;
    const int count = first >= n ? 0 : n - first < %(each)d ? (int)(n - first) : %(each)d;
    pycuda_scan_type own[%(each)d];
    for (int k = 0; k < count; k++) own[k] = k ? pycuda_joined(own[k - 1], source[first + k]) : source[first];
    const unsigned long long rest = (n - (unsigned long long)blockIdx.x * blockDim.x * %(each)d + %(each)d - 1) / %(each)d;
    const int active = rest < blockDim.x ? (int)rest : (int)blockDim.x;
    if (count) last[threadIdx.x] = own[count - 1];
    for (int distance = 1; distance < active; distance <<= 1) {
        __syncthreads();
        pycuda_scan_type found;
        const bool takes = threadIdx.x >= distance && threadIdx.x < active;
        if (takes) found = pycuda_joined(last[threadIdx.x - distance], last[threadIdx.x]);
        __syncthreads();
        if (takes) last[threadIdx.x] = found;
    }
    __syncthreads();
    for (int k = 0; k < count; k++) target[first + k] = threadIdx.x ? pycuda_joined(last[threadIdx.x - 1], own[k]) : own[k];
    if (totals && threadIdx.x == 0) totals[blockIdx.x] = last[active - 1];
}
extern "C" __global__ void %(name)s_raise(pycuda_scan_type *target, const pycuda_scan_type *totals, unsigned long long n)
{
    const unsigned long long end = (unsigned long long)(blockIdx.x + 2) * blockDim.x * %(each)d;
    for (unsigned long long i = (unsigned long long)(blockIdx.x + 1) * blockDim.x * %(each)d + threadIdx.x; i < end && i < n; i += blockDim.x)
        target[i] = pycuda_joined(totals[blockIdx.x], target[i]);
}
extern "C" __global__ void %(name)s_shift(pycuda_scan_type *target, const pycuda_scan_type *source, unsigned long long n)
{
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (unsigned long long)gridDim.x * blockDim.x)
        target[i] = i ? source[i - 1] : (pycuda_scan_type)(%(neutral)s);
}
"""


class _ScanKernel:
    def __init__(self, dtype, scan_expr, neutral=None, name_prefix="scan", options=None, preamble="", devices=None):
        if self._is_exclusive and neutral is None:
            raise ValueError("neutral element is required for exclusive scan")
        self.dtype, self.neutral = numpy.dtype(dtype), neutral
        from pycuda.elementwise import _COMPLEX
        self._name, self._options, self._preamble, self._kernels = name_prefix, options, preamble, {}
        text = _TEXT if self._is_exclusive else _TEXT[:_TEXT.index('extern "C" __global__ void %(name)s_shift')]
        self._text = (_COMPLEX if self.dtype.kind == "c" else "") + text % {
            "preamble": preamble, "type": dtype_to_ctype(self.dtype), "scan": scan_expr, "name": name_prefix, "block": _BLOCK, "each": _EACH,
            "neutral": neutral}

    def _made(self):
        from pycuda._driver import Context
        from pycuda.elementwise import _module_of
        key = Context.get_current()
        if key not in self._kernels:
            module = _module_of(self._text, self._options, False, self._preamble)
            self._kernels[key] = [module.get_function(self._name + "_parts").prepare("PPPQ"), module.get_function(self._name + "_raise").prepare("PPQ"),
                                  module.get_function(self._name + "_shift").prepare("PPQ") if self._is_exclusive else None]
        return self._kernels[key]

    def _scanned(self, target, source, count):
        from pycuda.gpuarray import GPUArray
        parts, lift, _ = self._made()
        blocks = -(-count // (_BLOCK * _EACH))
        totals = GPUArray(blocks, self.dtype) if blocks > 1 else None
        parts.prepared_call((blocks, 1), (_BLOCK, 1, 1), target, source, totals if totals is not None else 0, count)
        if totals is not None:
            self._scanned(totals, totals, blocks)
            lift.prepared_call((blocks - 1, 1), (_BLOCK, 1, 1), target, totals, count)

    def __call__(self, input_ary, output_ary=None, allocator=None, stream=None, queue=None):
        "Scan an array, in its own place or into another one, which is the result."
        from pycuda.gpuarray import GPUArray
        target = input_ary if output_ary is None else output_ary
        if not isinstance(target, GPUArray):
            target = GPUArray(input_ary.shape, input_ary.dtype, allocator)
        if input_ary.shape != target.shape:
            raise ValueError("input and output must have the same shape")
        if not input_ary.flags.forc:
            raise RuntimeError("ScanKernel cannot deal with non-contiguous arrays")
        count = input_ary.size
        if not count:
            return target
        if self._is_exclusive:
            whole = GPUArray(input_ary.shape, self.dtype)
            self._scanned(whole, input_ary, count)
            self._made()[2].prepared_call((min(-(-count // _BLOCK), 65535), 1), (_BLOCK, 1, 1), target, whole, count)
        else:
            self._scanned(target, input_ary, count)
        return target


class InclusiveScanKernel(_ScanKernel):
    """Element k becomes elements 0 to k, put together: InclusiveScanKernel(dtype, scan_expr)."""

    _is_exclusive = False


class ExclusiveScanKernel(_ScanKernel):
    """Element k becomes elements 0 to k - 1, put together: ExclusiveScanKernel(dtype, scan_expr, neutral)."""

    _is_exclusive = True
