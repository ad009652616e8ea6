"""NumPy's ufuncs over masked arrays: masked where an operand is, and where the function has no value."""

import builtins
import operator
import warnings

import numpy as np
from numpy.ma._array import MaskedArray, MaskedConstant, flatten_structured_array, given, masked
from numpy.ma._masks import (MaskedArrayFutureWarning, MaskError, filled, getdata, getmask, getmaskarray, make_mask, mask_or,
                             maximum_fill_value, minimum_fill_value, nomask)

_NoValue = np._NoValue
ufunc_domain = {}
ufunc_fills = {}


def get_masked_subclass(*arrays):
    """The class of a result: the most derived class of masked arrays among the operands."""
    found = MaskedArray
    for place, one in enumerate(arrays):
        if isinstance(one, MaskedArray) and (place == 0 or issubclass(type(one), found)):
            found = type(one)
    return MaskedArray if issubclass(found, MaskedConstant) else found


# ---- Where a function has no value ----

class _DomainCheckInterval:
    """Outside of an interval."""

    def __init__(self, a, b):
        self.a, self.b = (a, b) if a <= b else (b, a)

    def __call__(self, x):
        with np.errstate(invalid='ignore'):
            return np.less(x, self.a) | np.greater(x, self.b)


class _DomainTan:
    """Where the cosine is almost zero."""

    def __init__(self, eps):
        self.eps = eps

    def __call__(self, x):
        with np.errstate(invalid='ignore'):
            return np.less(np.absolute(np.cos(x)), self.eps)


class _DomainSafeDivide:
    """Where a divisor is too small for its dividend."""

    def __init__(self, tolerance=None):
        self.tolerance = tolerance

    def __call__(self, a, b):
        if self.tolerance is None:  # asked for late: np.finfo takes its time
            self.tolerance = np.finfo(float).tiny
        above, below = (np.abs(one) for one in (np.asarray(a), np.asarray(b)))
        with np.errstate(all='ignore'):
            return below <= self.tolerance * above


class _DomainGreater:
    """Where a value is not greater than a bound."""

    def __init__(self, critical_value):
        self.critical_value = critical_value

    def __call__(self, x):
        with np.errstate(invalid='ignore'):
            return np.less_equal(x, self.critical_value)


class _DomainGreaterEqual:
    """Where a value is less than a bound."""

    def __init__(self, critical_value):
        self.critical_value = critical_value

    def __call__(self, x):
        with np.errstate(invalid='ignore'):
            return np.less(x, self.critical_value)


# ---- Operations ----

class _MaskedUFunc:
    """A function of masked arrays made of one of plain arrays."""

    def __init__(self, ufunc):
        self.f = ufunc
        self.__doc__ = ufunc.__doc__
        self.__name__ = ufunc.__name__
        self.__qualname__ = ufunc.__name__

    def __str__(self):
        return f'Masked version of {self.f}'


def _put_back(result, data, mask):
    """What was there before, in the masked places of a result, as far as its type allows."""
    try:
        np.copyto(result, data, casting='unsafe', where=mask)
    except (TypeError, ValueError):
        pass


def _dress(result, mask, *operands):
    """A result as a masked array of the operands' class."""
    dressed = result.view(get_masked_subclass(*operands))
    dressed._mask = mask
    for one in operands:
        if isinstance(one, MaskedArray):
            dressed._update_from(one)
            break
    return dressed


class _MaskedUnaryOperation(_MaskedUFunc):
    """A function of one masked array, perhaps without a value for some elements."""

    def __init__(self, mufunc, fill=0, domain=None):
        super().__init__(mufunc)
        self.fill, self.domain = fill, domain
        ufunc_domain[mufunc], ufunc_fills[mufunc] = domain, fill

    def __call__(self, a, *args, **kwargs):
        data = getdata(a)
        with np.errstate(divide='ignore', invalid='ignore'):
            result = self.f(data, *args, **kwargs)
            mask = getmask(a)
            if self.domain is not None:
                mask = ~np.isfinite(result) | self.domain(data) | mask
        if not result.ndim:
            return masked if mask else result
        if mask is not nomask:
            try:
                np.copyto(result, data, where=mask)
            except TypeError:
                pass
        return _dress(result, mask, a)


class _MaskedBinaryOperation(_MaskedUFunc):
    """A function of two masked arrays. What stands for masked elements in reductions leaves the other as it is."""

    def __init__(self, mbfunc, fillx=0, filly=0):
        super().__init__(mbfunc)
        self.fillx, self.filly = fillx, filly
        ufunc_domain[mbfunc], ufunc_fills[mbfunc] = None, (fillx, filly)

    def __call__(self, a, b, *args, **kwargs):
        data, other = getdata(a), getdata(b)
        with np.errstate(divide='ignore', invalid='ignore'):
            result = self.f(data, other, *args, **kwargs)
        first, second = getmask(a), getmask(b)
        if first is nomask and second is nomask:
            mask = nomask
        else:
            mask = np.logical_or(getmaskarray(a), getmaskarray(b))
        if not result.ndim:
            return masked if mask else result
        if mask is not nomask and mask.any():
            _put_back(result, data, mask)
        return _dress(result, mask, a, b)

    def reduce(self, target, axis=0, dtype=None):
        """The function over the elements along an axis, without masked ones; masked where there were no others."""
        kind, hidden = get_masked_subclass(target), getmask(target)
        values = np.atleast_1d(filled(target, self.filly))
        if hidden is nomask:
            answer = self.f.reduce(values, axis)
        else:
            hidden = np.atleast_1d(make_mask(hidden, copy=True, shrink=False)) if np.ndim(hidden) == 0 else hidden
            answer, hidden = self.f.reduce(values, axis, dtype=dtype), np.logical_and.reduce(hidden, axis)
        if np.shape(answer):
            answer = answer.view(kind)
            answer._mask = hidden
            return answer
        return masked if hidden else answer

    def outer(self, a, b):
        """The function of each element of one array with each of another."""
        data, other = getdata(a), getdata(b)
        result = self.f.outer(data, other)
        mask = nomask
        if getmask(a) is not nomask or getmask(b) is not nomask:
            mask = np.logical_or.outer(getmaskarray(a), getmaskarray(b))
        if not mask.ndim and mask:
            return masked
        if mask is not nomask:
            np.copyto(result, data, where=mask)
        if not result.shape:
            return result
        result = result.view(get_masked_subclass(a, b))
        result._mask = mask
        return result

    def accumulate(self, target, axis=0):
        """The running results along an axis, without masked elements."""
        return self.f.accumulate(filled(target, self.filly), axis).view(get_masked_subclass(target))


class _DomainedBinaryOperation(_MaskedUFunc):
    """A function of two masked arrays without a value for some pairs of elements."""

    def __init__(self, dbfunc, domain, fillx=0, filly=0):
        super().__init__(dbfunc)
        fills = self.fillx, self.filly = fillx, filly
        self.domain = domain
        for table, entry in ((ufunc_domain, domain), (ufunc_fills, fills)):
            table[dbfunc] = entry

    def __call__(self, a, b, *args, **kwargs):
        data, other = getdata(a), getdata(b)
        with np.errstate(divide='ignore', invalid='ignore'):
            result = self.f(data, other, *args, **kwargs)
        mask = ~np.isfinite(result)
        domain = ufunc_domain.get(self.f)
        if domain is not None:
            mask = mask | domain(data, other)
        mask = mask | getmask(a)
        mask = mask | getmask(b)
        if not mask.ndim:
            return masked if mask else result
        # The dividend comes back where its type allows, else 0.
        _put_back(result, 0, mask)
        kept = np.multiply(mask, data)
        if np.can_cast(kept.dtype, result.dtype, casting='safe'):
            try:
                result += kept
            except ValueError:
                pass
        return _dress(result, mask, a, b)


class _extrema_operation(_MaskedUFunc):
    """The larger, or the smaller, of masked arrays' elements."""

    def __init__(self, ufunc, compare, fill_value):
        super().__init__(ufunc)
        self.compare, self.fill_value_func = compare, fill_value

    def __call__(self, a, b):
        from numpy.ma._functions import where
        return where(self.compare(a, b), a, b)

    def reduce(self, target, axis=_NoValue):
        """The largest, or the smallest, of what is not masked."""
        values = np.array(target, copy=None, subok=True)
        if values.ndim > 1 and axis is _NoValue:
            axis = None
            warnings.warn(f'In the future the default for ma.{self.__name__}.reduce will be axis=0, not the current None, to match '
                          f'np.{self.__name__}.reduce. Explicitly pass 0 or None to silence this warning.', MaskedArrayFutureWarning,
                          stacklevel=2)
        along, hidden = given(axis=axis), getmask(values)
        if hidden is nomask:
            return self.f.reduce(values, **along)
        answer = self.f.reduce(values.filled(self.fill_value_func(values)).view(type(values)), **along)
        hidden = np.logical_and.reduce(hidden, **along)
        if not hasattr(answer, '_mask'):
            return masked if hidden else answer
        answer._mask = hidden
        return answer

    def outer(self, a, b):
        """The larger, or the smaller, of each element of one array and each of another."""
        mask = nomask
        if getmask(a) is not nomask or getmask(b) is not nomask:
            mask = np.logical_or.outer(getmaskarray(a), getmaskarray(b))
        result = self.f.outer(filled(a), filled(b))
        if not isinstance(result, MaskedArray):
            result = result.view(MaskedArray)
        result._mask = mask
        return result


for _name in ('exp', 'conjugate', 'sin', 'cos', 'arctan', 'arcsinh', 'sinh', 'cosh', 'tanh', 'absolute', 'negative', 'floor', 'ceil',
              'logical_not', 'fabs'):
    globals()[_name] = _MaskedUnaryOperation(getattr(np, _name))
abs = _MaskedUnaryOperation(np.absolute)
angle = _MaskedUnaryOperation(np.angle)
around = _MaskedUnaryOperation(np.around)

sqrt = _MaskedUnaryOperation(np.sqrt, 0.0, _DomainGreaterEqual(0.0))
log, log2, log10 = (_MaskedUnaryOperation(one, 1.0, _DomainGreater(0.0)) for one in (np.log, np.log2, np.log10))
tan = _MaskedUnaryOperation(np.tan, 0.0, _DomainTan(1e-35))
arcsin, arccos = (_MaskedUnaryOperation(one, 0.0, _DomainCheckInterval(-1.0, 1.0)) for one in (np.arcsin, np.arccos))
arccosh = _MaskedUnaryOperation(np.arccosh, 1.0, _DomainGreaterEqual(1.0))
arctanh = _MaskedUnaryOperation(np.arctanh, 0.0, _DomainCheckInterval(-1.0 + 1e-15, 1.0 - 1e-15))

for _name, _fills in (('add', (0, 0)), ('subtract', (0, 0)), ('multiply', (1, 1)), ('arctan2', (0.0, 1.0)), ('equal', (0, 0)),
                      ('not_equal', (0, 0)), ('less_equal', (0, 0)), ('greater_equal', (0, 0)), ('less', (0, 0)), ('greater', (0, 0)),
                      ('logical_and', (1, 1)), ('logical_or', (0, 0)), ('logical_xor', (0, 0)), ('bitwise_and', (0, 0)),
                      ('bitwise_or', (0, 0)), ('bitwise_xor', (0, 0)), ('hypot', (0, 0))):
    globals()[_name] = _MaskedBinaryOperation(getattr(np, _name), *_fills)
equal.reduce = not_equal.reduce = less_equal.reduce = greater_equal.reduce = less.reduce = greater.reduce = None
alltrue = _MaskedBinaryOperation(np.logical_and, 1, 1).reduce
sometrue = logical_or.reduce

divide = _DomainedBinaryOperation(np.divide, _DomainSafeDivide(), 0, 1)
true_divide = divide
floor_divide, remainder, fmod = (_DomainedBinaryOperation(one, _DomainSafeDivide(), 0, 1)
                                 for one in (np.floor_divide, np.remainder, np.fmod))
mod = remainder
minimum = _extrema_operation(np.minimum, less, minimum_fill_value)
maximum = _extrema_operation(np.maximum, greater, maximum_fill_value)


def power(a, b, third=None):
    """Powers: masked where an operand is, or where there is no finite value. Raises MaskError when a third operand is given.

    >>> ma.power(ma.array([2., 3.], mask=[0, 1]), 2).tolist()
    [4.0, None]
    """
    if third is not None:
        raise MaskError('3-argument power not supported.')
    mask = mask_or(getmask(a), getmask(b))
    data, exponent = getdata(a), getdata(b)
    with np.errstate(divide='ignore', invalid='ignore'):
        result = np.asanyarray(np.where(mask, data, np.power(data, exponent)))
    result = result.view(type(a) if isinstance(a, MaskedArray) else MaskedArray)
    result._update_from(a)
    outside = np.logical_not(np.isfinite(result.view(np.ndarray)))
    if mask is not nomask:
        if not result.ndim:
            return masked
        result._mask = np.logical_or(mask, outside)
    if outside.any():
        if not result.ndim:
            return masked
        if result._mask is nomask:
            result._mask = outside
        result._data[outside] = result.fill_value
    return result


def left_shift(a, n):
    """Bits shifted to the left, under the mask of the array.

    >>> ma.left_shift(ma.array([1, 2], mask=[0, 1]), 1).tolist()
    [2, None]
    """
    return _shifted(np.left_shift, a, n)


def right_shift(a, n):
    """Bits shifted to the right, under the mask of the array.

    >>> ma.right_shift(ma.array([4, 2], mask=[0, 1]), 1).tolist()
    [2, None]
    """
    return _shifted(np.right_shift, a, n)


def _shifted(shift, a, n):
    mask = getmask(a)
    if mask is nomask:
        return MaskedArray(shift(filled(a), n))
    return MaskedArray(shift(filled(a, 0), n), mask=mask)
