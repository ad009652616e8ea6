"""Kernels from an expression for each element: ElementwiseKernel."""
import re
import struct

import cupy
import numpy
from pycuda._types import ScalarArg, VectorArg, _parameters, dtype_to_ctype
from pycuda.tools import context_dependent_memoize

_WIDE = 1 << 31  # from so many elements on, indices have 64 bits


def _layout(count):
    "(grid, block) with which so many elements are computed."
    threads = 128 if count >= 128 else max(32, -(-count // 32) * 32)
    blocks = max(1, min(-(-count // threads), 65535))
    return (blocks, 1), (threads, 1, 1)


def _is_complex(parameters):
    return any(parameter.dtype.kind == "c" for parameter in parameters)


_COMPLEX = "#include <pycuda-complex.hpp>\n"


@context_dependent_memoize
def _known_module(text, options):
    from pycuda.compiler import SourceModule
    return SourceModule(text, options=options, no_extern_c=True)


def _module_of(text, options, keep, preamble):
    "The module of a text: the same one for the same text, unless a preamble may have variables of its own."
    if preamble or keep:
        from pycuda.compiler import SourceModule
        return SourceModule(text, options=options, keep=keep, no_extern_c=True)
    return _known_module(text, None if options is None else tuple(options))


def get_elwise_module(arguments, operation, name="kernel", keep=False, options=None, preamble="", loop_prep="", after_loop="", wide=False, **rest):
    """The module whose kernel computes `operation` for i from 0 to n - 1."""
    parameters = _parameters(arguments)
    index = "unsigned long long" if wide else "unsigned int"
    heads = ", ".join([parameter.declarator() for parameter in parameters] + ["%s n" % index])
    text = """%s%s
extern "C" __global__ void %s(%s)
{
    const %s tid = threadIdx.x, total_threads = (%s)gridDim.x * blockDim.x, cta_start = (%s)blockDim.x * blockIdx.x;
    %s i;
    %s;
    for (i = cta_start + tid; i < n; i += total_threads) {
        %s;
    }
    %s;
}
""" % (_COMPLEX if _is_complex(parameters) else "", preamble, name, heads, index, index, index, index, loop_prep, operation, after_loop)
    return _module_of(text, options, keep, preamble)


def get_elwise_range_module(arguments, operation, name="kernel", keep=False, options=None, preamble="", loop_prep="", after_loop="", **rest):
    """The module whose kernel computes `operation` for i from start to stop by step."""
    parameters = _parameters(arguments)
    heads = ", ".join([parameter.declarator() for parameter in parameters] + ["long start", "long stop", "long step"])
    text = """%s%s
extern "C" __global__ void %s(%s)
{
    const unsigned int tid = threadIdx.x;
    const long total_threads = (long)gridDim.x * blockDim.x, cta_start = (long)blockDim.x * blockIdx.x;
    const long n = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
    long i;
    %s;
    for (long _turn = cta_start + tid; _turn < n; _turn += total_threads) {
        i = start + _turn * step;
        %s;
    }
    %s;
}
""" % (_COMPLEX if _is_complex(parameters) else "", preamble, name, heads, loop_prep, operation, after_loop)
    return _module_of(text, options, keep, preamble)


def get_elwise_kernel(arguments, operation, name="kernel", keep=False, options=None, **kwargs):
    """The kernel itself, prepared; its last argument is the number of elements."""
    parameters = _parameters(arguments)
    function = get_elwise_module(parameters, operation, name, keep, options, **kwargs).get_function(name)
    return function.prepare([parameter.struct_char for parameter in parameters] + ["I"])


class ElementwiseKernel:
    """A kernel from an expression for each element.

    >>> import pycuda.autoinit, numpy
    >>> from pycuda import gpuarray
    >>> from pycuda.elementwise import ElementwiseKernel
    >>> twice = ElementwiseKernel('float *x, float *y', 'y[i] = 2 * x[i]', 'twice')
    >>> x = gpuarray.arange(3, dtype=numpy.float32)
    >>> y = gpuarray.empty_like(x)
    >>> twice(x, y)
    >>> y
    array([0., 2., 4.], dtype=float32)
    """

    def __init__(self, arguments, operation, name="kernel", keep=False, options=None, **kwargs):
        self.arguments = _parameters(arguments)
        self.operation, self.name, self.keep, self.options = operation, name, keep, options
        self.gen_kwargs = dict(kwargs)
        self._kernels = {}
        vectors = [parameter for parameter in self.arguments if isinstance(parameter, VectorArg)]
        if not vectors:
            raise RuntimeError("ElementwiseKernel can only be used with functions that have at least one vector argument")

    def _kernel(self, sort):
        from pycuda._driver import Context
        key = sort, Context.get_current()
        kernel = self._kernels.get(key)
        if kernel is None:
            make = get_elwise_range_module if sort == "range" else get_elwise_module
            extra = {} if sort == "range" else {"wide": sort == "wide"}
            module = make(self.arguments, self.operation, self.name, self.keep, self.options, **self.gen_kwargs, **extra)
            letters = [parameter.struct_char for parameter in self.arguments]
            letters += {"range": ["l", "l", "l"], "wide": ["Q"], "plain": ["I"]}[sort]
            kernel = self._kernels[key] = module.get_function(self.name).prepare(letters)
        return kernel

    def generate_stride_kernel_and_types(self, use_range):
        "(the module, the kernel, its parameters)."
        kernel = self._kernel("range" if use_range else "plain")
        return kernel._module, kernel, self.arguments

    def __call__(self, *args, range=None, slice=None, stream=None, **kwargs):
        n = kwargs.pop("size", None)
        if kwargs:
            raise TypeError("invalid keyword arguments specified: " + ", ".join(kwargs))
        if len(args) != len(self.arguments):
            raise TypeError("%s takes %d arguments, %d given" % (self.name, len(self.arguments), len(args)))
        first, values = None, []
        for parameter, value in zip(self.arguments, args):
            if isinstance(parameter, VectorArg):
                if not hasattr(value, "gpudata") and not hasattr(value, "__cuda_array_interface__"):
                    values.append(value)
                    continue
                flags = value.flags
                if not (flags.c_contiguous or flags.f_contiguous):
                    raise RuntimeError("elementwise kernel cannot deal with non-contiguous arrays")
                if first is None:
                    first = value
            values.append(value)
        if first is not None and range is None and slice is None and n is None:
            for parameter, value in zip(self.arguments, args):
                if isinstance(parameter, VectorArg) and hasattr(value, "shape") and value.shape and value.size < first.size and value.size != 1:
                    break
        if slice is not None:
            if range is not None:
                raise TypeError("may not specify both range and slice keyword arguments")
            if first is None:
                raise RuntimeError("cannot use slice without an array")
            start, stop, step = slice.indices(first.size)
        elif range is not None:
            start, stop, step = range.start or 0, range.stop, 1 if range.step is None else range.step
        else:
            count = n if n is not None else first.size if first is not None else None
            if count is None:
                raise RuntimeError("the number of elements is not known: give size=")
            if count:
                grid, block = _layout(count)
                sort = "wide" if count >= _WIDE else "plain"
                self._kernel(sort).prepared_call(grid, block, *values, count)
            return
        if step == 0:
            raise ValueError("slice step cannot be zero")
        turns = max(0, -(-(stop - start) // step))
        if turns:
            grid, block = _layout(turns)
            self._kernel("range").prepared_call(grid, block, *values, start, stop, step)


@context_dependent_memoize
def get_linear_combination_kernel(summand_descriptors, dtype_z):
    """(the kernel of z = a*x + b*y + ..., []): summands are (whether the factor is an array of one element, its dtype, the array's dtype)."""
    parameters, terms = [], []
    for number, (is_vector, factor, array) in enumerate(summand_descriptors):
        kind = VectorArg if is_vector else ScalarArg
        parameters += [kind(factor, "a%d_fac" % number) if not is_vector else kind(factor, "a%d" % number), VectorArg(array, "x%d" % number)]
        terms.append("%s * x%d[i]" % ("a%d[0]" % number if is_vector else "a%d_fac" % number, number))
    parameters.append(VectorArg(dtype_z, "z"))
    return get_elwise_kernel(parameters, "z[i] = " + " + ".join(terms), "linear_combination"), []


@context_dependent_memoize
def get_fill_kernel(dtype):
    """The kernel that gives all elements a value."""
    return get_elwise_kernel([ScalarArg(dtype, "a"), VectorArg(dtype, "z")], "z[i] = a", "fill")


@context_dependent_memoize
def get_copy_kernel(dtype_dest, dtype_src):
    """The kernel that copies elements."""
    return get_elwise_kernel([VectorArg(dtype_dest, "dest"), VectorArg(dtype_src, "src")], "dest[i] = src[i]", "copy")


@context_dependent_memoize
def get_axpbyz_kernel(dtype_x, dtype_y, dtype_z):
    """The kernel of z = a*x + b*y."""
    return get_elwise_kernel([ScalarArg(dtype_x, "a"), VectorArg(dtype_x, "x"), ScalarArg(dtype_y, "b"), VectorArg(dtype_y, "y"), VectorArg(dtype_z, "z")],
                             "z[i] = a * x[i] + b * y[i]", "axpbyz")


@context_dependent_memoize
def get_unary_func_kernel(func_name, in_dtype, out_dtype=None):
    """The kernel of z = function(y)."""
    out_dtype = in_dtype if out_dtype is None else out_dtype
    return get_elwise_kernel([VectorArg(in_dtype, "y"), VectorArg(out_dtype, "z")], "z[i] = %s(y[i])" % func_name, func_name + "_kernel")
