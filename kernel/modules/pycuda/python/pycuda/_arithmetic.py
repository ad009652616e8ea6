"""The arithmetic of GPUArrays: which type a result has, and what cupy computes for it."""
import cupy
import numpy


def _is_array(value):
    return hasattr(value, "_device_array") and isinstance(value._device_array, cupy.ndarray)


def _is_number(value):
    return isinstance(value, (int, float, complex, numpy.number, numpy.bool_)) or isinstance(value, numpy.ndarray) and value.shape == ()


def _scalar(value, dtype):
    "A number beside an array of a type: the number as cupy takes it, and the type of both."
    if isinstance(value, numpy.ndarray):
        value = value[()]
    if isinstance(value, (bool, int, float, complex)) and not isinstance(value, numpy.generic):
        if isinstance(value, complex) and dtype.kind != "c":
            common = numpy.result_type(dtype, numpy.complex64)
        elif isinstance(value, float) and dtype.kind in "biu":
            common = numpy.dtype(numpy.float64)
        else:
            common = dtype if dtype.kind != "b" else numpy.dtype(type(value))
        return value, common
    return value, numpy.result_type(dtype, value.dtype)


def _sides(one, other, reflected):
    "Both operands as cupy takes them, left one first, and the type of both; None: not ours to compute."
    array = one._device_array
    if _is_array(other):
        value, common = other._device_array, numpy.result_type(array.dtype, other._device_array.dtype)
        if array.shape != value.shape and array.size != 1 and value.size != 1:
            numpy.broadcast_shapes(array.shape, value.shape)
    elif _is_number(other):
        value, common = _scalar(other, array.dtype)
    else:
        return None
    return (value, array, common) if reflected else (array, value, common)


def _typed(value, common):
    if isinstance(value, cupy.ndarray):
        return value if value.dtype == common else cast(value, common)
    return common.type(value)


def _plain(function):
    def compute(one, other, reflected):
        sides = _sides(one, other, reflected)
        if sides is None:
            return NotImplemented
        left, right, common = sides
        return function(_typed(left, common), _typed(right, common))

    return compute


def _divide(left, right):
    kind = left.dtype.kind
    if kind in "iub":  # as C divides
        quotient = cupy.trunc(cupy.true_divide(left, right)) if left.dtype.itemsize < 8 else _whole(left, right)
        return quotient.astype(left.dtype)
    return cupy.true_divide(left, right)


def _whole(left, right):
    quotient = cupy.floor_divide(left, right)
    rest = left - quotient * right
    return quotient + ((rest != 0) & ((rest < 0) != (right < 0)) & (quotient < 0)).astype(quotient.dtype)


def _power(left, right):
    if left.dtype.kind in "iub":
        return cast(cupy.power(left.astype(numpy.float64), right.astype(numpy.float64)), left.dtype)
    return cupy.power(left, right)


def _whole_only(function):
    inner = _plain(function)

    def compute(one, other, reflected):
        if one.dtype.kind not in "biu" or not (_is_array(other) and other.dtype.kind in "biu" or isinstance(other, (int, numpy.integer))):
            raise TypeError("Integral types only")
        return inner(one, other, reflected)

    return compute


OPERATORS = {"add": _plain(lambda left, right: left + right), "sub": _plain(lambda left, right: left - right),
             "mul": _plain(lambda left, right: left * right), "truediv": _plain(_divide), "pow": _plain(_power),
             "mod": _plain(lambda left, right: cupy.fmod(left, right)),
             "and": _whole_only(lambda left, right: left & right), "or": _whole_only(lambda left, right: left | right),
             "xor": _whole_only(lambda left, right: left ^ right), "lshift": _whole_only(lambda left, right: left << right),
             "rshift": _whole_only(lambda left, right: left >> right)}


def _compared(function):
    def compute(one, other):
        sides = _sides(one, other, False)
        if sides is None:
            return NotImplemented
        left, right, common = sides
        return function(_typed(left, common), _typed(right, common)).astype(one.dtype)

    return compute


COMPARISONS = {"eq": _compared(lambda left, right: left == right), "ne": _compared(lambda left, right: left != right),
               "lt": _compared(lambda left, right: left < right), "le": _compared(lambda left, right: left <= right),
               "gt": _compared(lambda left, right: left > right), "ge": _compared(lambda left, right: left >= right)}


def cast(array, dtype):
    "An array as another type; a complex one's real part where that is real."
    if array.dtype == dtype:
        return array
    if array.dtype.kind == "c" and numpy.dtype(dtype).kind not in "cb":
        array = array.real
    return array.astype(dtype)


def like(array, other=None, copies=False):
    "A copy whose elements lie in the order in which another array's do."
    other = array if other is None else other
    if other.flags.f_contiguous and not other.flags.c_contiguous:
        return cupy.ascontiguousarray(array.T).T if array.T.flags.c_contiguous is False else array.T.copy().T
    return array.copy() if array.flags.c_contiguous else cupy.ascontiguousarray(array)


def combined(first, array, second, other):
    "first * array + second * other, of the type that both have together."
    common = numpy.result_type(array.dtype, other.dtype)
    for factor in (first, second):
        common = _scalar(factor, common)[1]
    return _typed(array, common) * common.type(first) + _typed(other, common) * common.type(second)


def chosen(condition, then, otherwise):
    "then where the condition holds, otherwise elsewhere; a number takes the array's type."
    for value in (then, otherwise):
        if isinstance(value, cupy.ndarray):
            dtype = value.dtype
            break
    else:
        return cupy.where(condition, then, otherwise)
    return cupy.where(condition, then if isinstance(then, cupy.ndarray) else dtype.type(then),
                      otherwise if isinstance(otherwise, cupy.ndarray) else dtype.type(otherwise))


def paired(function, first, second):
    "A function of two arrays, or of one and a number, which takes the array's type."
    if not isinstance(first, cupy.ndarray):
        first = second.dtype.type(first)
    elif not isinstance(second, cupy.ndarray):
        second = first.dtype.type(second)
    return function(first, second)
