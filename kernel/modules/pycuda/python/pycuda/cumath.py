"""The functions of math for GPUArrays: sqrt(array, *, out=None, stream=None)."""
import cupy
import numpy
from pycuda._arithmetic import cast
from pycuda.gpuarray import GPUArray


def _unary(name, function, doc):
    def compute(array, stream_or_out=None, **kwargs):
        out = kwargs.pop("out", None)
        kwargs.pop("stream", None)
        if kwargs:
            raise TypeError("%s() got an unexpected keyword argument '%s'" % (name, next(iter(kwargs))))
        if isinstance(stream_or_out, GPUArray):
            if out is not None:
                raise TypeError("can't specify 'out' in two ways")
            out = stream_or_out
        result = function(_real(array._device_array))
        if out is None:
            return array._like(result if result.dtype == array.dtype else cast(result, array.dtype))
        if out.dtype != array.dtype or out.shape != array.shape:
            raise ValueError("out must have the dtype and shape of the array")
        out._device_array[...] = cast(result, out.dtype)
        return out

    compute.__name__, compute.__qualname__, compute.__doc__ = name, name, doc
    return compute


def _real(array):
    return array if array.dtype.kind in "fc" else array.astype(numpy.float64)


_FUNCTIONS = [("fabs", cupy.abs, "Absolute values."), ("ceil", cupy.ceil, "The least whole numbers not below."),
              ("floor", cupy.floor, "The greatest whole numbers not above."), ("exp", cupy.exp, "e to the power of each element."),
              ("log", cupy.log, "Natural logarithms."), ("log10", cupy.log10, "Logarithms to the base 10."), ("sqrt", cupy.sqrt, "Square roots."),
              ("sin", cupy.sin, "Sines."), ("cos", cupy.cos, "Cosines."), ("tan", cupy.tan, "Tangents."), ("asin", cupy.arcsin, "Arcs of sines."),
              ("acos", cupy.arccos, "Arcs of cosines."), ("atan", cupy.arctan, "Arcs of tangents."), ("sinh", cupy.sinh, "Hyperbolic sines."),
              ("cosh", cupy.cosh, "Hyperbolic cosines."), ("tanh", cupy.tanh, "Hyperbolic tangents.")]
for _name, _function, _doc in _FUNCTIONS:
    globals()[_name] = _unary(_name, _function, _doc)


def atan2(y, x, out=None, stream=None):
    """The angles of points."""
    result = cupy.arctan2(y._device_array, x._device_array)
    if out is None:
        return y._like(result)
    out._device_array[...] = result
    return out


def fmod(arg, mod, out=None, stream=None):
    """What division leaves, with the sign of arg."""
    result = cupy.fmod(arg._device_array, mod._device_array)
    if out is None:
        return arg._like(cast(result, arg.dtype))
    out._device_array[...] = result
    return out


def frexp(arg, stream=None):
    """(significands, exponents): arg is significand * 2**exponent."""
    significands, exponents = cupy.frexp(arg._device_array)
    return arg._like(significands), arg._like(exponents.astype(arg.dtype))


def ldexp(significand, exponent, out=None, stream=None):
    """significand * 2**exponent."""
    result = cupy.ldexp(significand._device_array, exponent._device_array.astype(numpy.int32))
    if out is None:
        return significand._like(result)
    out._device_array[...] = result
    return out


def modf(arg, stream=None):
    """(fractional parts, whole parts)."""
    fractions, wholes = cupy.modf(arg._device_array)
    return arg._like(fractions), arg._like(wholes)
