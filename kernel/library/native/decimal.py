"""Decimal numbers of any precision, after the General Decimal Arithmetic Specification.

A finite number is (-1)**sign * coefficient * 10**exponent with an int as coefficient. Operations compute the exact result,
or one with enough digits and a sticky last one, and _finish() rounds it once. The parts that know nothing of Decimal stand in
_decimal_digits, _decimal_text and _decimal_context."""

import math as _math
import numbers as _numbers
import sys as _sys
from collections import namedtuple as _namedtuple

from _decimal_context import (
    MAX_EMAX, MAX_PREC, MIN_EMIN, MIN_ETINY, BasicContext, Clamped, Context, ConversionSyntax, DecimalException, DefaultContext,
    DivisionByZero, DivisionImpossible, DivisionUndefined, ExtendedContext, FloatOperation, Inexact, InvalidContext, InvalidOperation,
    Overflow, Rounded, Subnormal, Underflow, getcontext, localcontext, setcontext)
from _decimal_digits import (
    ROUND_05UP, ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP,
    certain as _certain, check_rounding as _check_rounding, digit_count as _digit_count, exp_digits as _exp_digits, ln10 as _ln10,
    ln_number as _ln_number, rescaled as _rescaled, rounds_up as _rounds_up, ten as _ten)
from _decimal_text import format_number as _format, from_tuple as _from_tuple, parse as _parse, to_text as _to_text
from _native import native_type as _native_type

_argument_words = "function"  # what errors about arguments call every function
__all__ = ["Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext", "ExtendedContext", "DecimalException",
           "Clamped", "InvalidOperation", "DivisionByZero", "Inexact", "Rounded", "Subnormal", "Overflow", "Underflow",
           "FloatOperation", "DivisionImpossible", "InvalidContext", "ConversionSyntax", "DivisionUndefined", "ROUND_DOWN",
           "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP",
           "setcontext", "getcontext", "localcontext", "MAX_PREC", "MAX_EMAX", "MIN_EMIN", "MIN_ETINY", "HAVE_THREADS",
           "HAVE_CONTEXTVAR"]

__version__ = "1.70"
__libmpdec_version__ = "2.5.1"

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")

HAVE_THREADS = HAVE_CONTEXTVAR = True


# ---- contexts: what they do with numbers ----

def _give(name, method):
    "Make a function a method of Context."
    method.__name__, method.__qualname__ = name, "Context." + name
    setattr(Context, name, method)


class _Operations:
    "Methods that become Context's."

    def create_decimal(self, num="0", /):
        "A Decimal rounded to this context."
        if isinstance(num, str) and (num != num.strip() or "_" in num):
            return _invalid(self, ConversionSyntax)
        result = Decimal(num, self)
        if result._kind == "n" and _digit_count(result._int) > self.prec - self.clamp and result._int:
            return _invalid(self, ConversionSyntax)
        return _fixed(result, self)

    def create_decimal_from_float(self, f, /):
        "A float rounded to this context."
        return _fixed(Decimal.from_float(f), self)

    def radix(self):
        "10"
        return Decimal(10)

    def power(self, a, b, modulo=None):
        "a ** b, % modulo if it is given."
        a = _operand(a)
        return a._power(_operand(b), None if modulo is None else _operand(modulo), self)

    def divmod(self, a, b, /):
        "(a // b, a % b)"
        return _operand(a)._divmod(_operand(b), self)

    def to_sci_string(self, a, /):
        "The number as text."
        return _operand(a)._text(self)

    def to_eng_string(self, a, /):
        "The number as text, with an exponent that is a multiple of 3."
        return _operand(a)._text(self, True)

    def plus(self, a, /):
        "The number, rounded."
        return _operand(a)._plus(self)

    def minus(self, a, /):
        "The number, negated and rounded."
        return _operand(a)._minus(self)

    def abs(self, a, /):
        "The magnitude."
        a = _operand(a)
        return a._minus(self) if a._sign else a._plus(self)

    def copy_decimal(self, a, /):
        "The number itself."
        return _operand(a)

    def is_normal(self, a, /):
        "Whether it is finite, not 0 and not subnormal."
        return _operand(a).is_normal(self)

    def is_subnormal(self, a, /):
        "Whether it is smaller than the context's normal numbers."
        return _operand(a).is_subnormal(self)

    def number_class(self, a, /):
        "The class of the number as text."
        return _operand(a).number_class(self)


for _name, _one in vars(_Operations).items():
    if not _name.startswith("__"):
        _give(_name, _one)


def _give_methods(names, count, in_context=True):
    "Methods of Context that call those of Decimal with so many operands."
    def give(name):
        if not in_context and count == 1:
            def method(self, a, /):
                return getattr(_operand(a), name)()
        elif not in_context:
            def method(self, a, b, /):
                return getattr(_operand(a), name)(_operand(b))
        elif count == 1:
            def method(self, a, /):
                return getattr(_operand(a), name)(context=self)
        elif count == 2:
            def method(self, a, b, /):
                return getattr(_operand(a), name)(_operand(b), context=self)
        else:
            def method(self, a, b, c, /):
                return getattr(_operand(a), name)(_operand(b), _operand(c), context=self)
        method.__doc__ = "What Decimal.%s() gives%s." % (name, " in this context" if in_context else "")
        _give(name, method)
    for name in names.split():
        give(name)


_give_methods("exp ln log10 logb logical_invert next_minus next_plus normalize sqrt to_integral_exact to_integral_value", 1)
_give_methods("compare compare_signal compare_total compare_total_mag logical_and logical_or logical_xor max max_mag min min_mag "
              "next_toward quantize remainder_near rotate scaleb shift", 2)
_give_methods("fma", 3)
_give_methods("canonical copy_abs copy_negate is_canonical is_finite is_infinite is_nan is_qnan is_signed is_snan is_zero", 1, False)
_give_methods("copy_sign same_quantum", 2, False)
Context.to_integral = Context.to_integral_value


def _arithmetic(name):
    private = "_" + name

    def method(self, a, b, /):
        return getattr(_operand(a), private)(_operand(b), self)
    method.__doc__ = "%s a and b in this context." % name.partition("_")[0].capitalize()
    _give(name, method)


for _name in "add subtract multiply divide divide_int remainder".split():
    _arithmetic(_name)


# ---- rounding ----

_quiet = Context(traps=[])
_quiet_wide = Context(MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])


_MANY = 4000  # digits: whoever asks for more of them gets an exact result without them all, where there is one


def _last_digits(number, count):
    return number if _digit_count(number) <= count else number % _ten(count)


def _make(sign, coefficient, exponent, kind=""):
    self = object.__new__(Decimal)
    self._sign, self._int, self._exp, self._kind = sign, coefficient, exponent, kind
    return self


def _chosen(context):
    if context is None:
        return getcontext()
    if isinstance(context, Context):
        return context
    raise TypeError("optional argument must be a context")


def _finish(context, sign, coefficient, exponent):
    "A finite result, rounded to the context."
    tiny = context.Emin - context.prec + 1
    top = context.Emax - context.prec + 1
    if not coefficient:
        limit = top if context.clamp else context.Emax
        clipped = min(max(exponent, tiny), limit)
        if clipped != exponent:
            context._signal(Clamped)
        return _make(sign, 0, clipped)
    count = _digit_count(coefficient)
    least = count + exponent - context.prec
    if least > top:
        return _overflow(context, sign)
    subnormal = count + exponent - 1 < context.Emin
    signals = [Subnormal] if subnormal else []
    if least < tiny:
        least = tiny
    if exponent < least:
        divisor = _ten(least - exponent) if least - exponent <= count else None
        if divisor is None:  # far below the last digit
            quotient, rest, divisor = 0, 1, 10
        else:
            quotient, rest = divmod(coefficient, divisor)
        if _rounds_up(context.rounding, sign, quotient, rest, divisor):
            quotient += 1
            if _digit_count(quotient) > context.prec:
                quotient //= 10
                least += 1
        if least > top:
            return _overflow(context, sign)
        signals.append(Rounded)
        if rest:
            signals.append(Inexact)
            if subnormal:
                signals.append(Underflow)
        if not quotient:
            signals.append(Clamped)
        coefficient, exponent = quotient, least
    if context.clamp and exponent > top:
        coefficient *= _ten(exponent - top)
        exponent = top
        signals.append(Clamped)
    if signals:
        context._signal(*signals)
    return _make(sign, coefficient, exponent)


def _overflow(context, sign):
    context._signal(Overflow, Inexact, Rounded)
    rounding = context.rounding
    if (rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_UP) or rounding == ROUND_CEILING and not sign
            or rounding == ROUND_FLOOR and sign):
        return _make(sign, 0, 0, "F")
    return _make(sign, _ten(context.prec) - 1, context.Emax - context.prec + 1)


def _fixed(number, context):
    if number._kind:
        return number._trimmed_nan(context)
    return _finish(context, number._sign, number._int, number._exp)


def _invalid(context, condition=InvalidOperation):
    context._signal(condition)
    return _make(0, 0, 0, "n")


def _nan_of(context, *numbers):
    "The nan that an operation on these gives, or None."
    for number in numbers:
        if number._kind == "N":
            context._signal(InvalidOperation)
            return _make(number._sign, number._int, 0, "n")._trimmed_nan(context)
    for number in numbers:
        if number._kind == "n":
            return number._trimmed_nan(context)
    return None


def _operand(value):
    "A Decimal or int as Decimal; TypeError."
    result = _convert(value)
    if result is NotImplemented:
        raise TypeError("conversion from %s to Decimal is not supported" % type(value).__name__)
    return result


def _convert(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _make(int(value < 0), abs(int(value)), 0)
    return NotImplemented


def _comparable(self, other, equality):
    "Both sides of a comparison with any number."
    if isinstance(other, Decimal):
        return self, other
    if isinstance(other, int):
        return self, _convert(other)
    if isinstance(other, _numbers.Rational):
        if self._kind:
            return self, _make(int(other.numerator < 0), abs(other.numerator), 0)
        return (_make(self._sign, self._int * other.denominator, self._exp),
                _make(int(other.numerator < 0), abs(int(other.numerator)), 0))
    if equality and isinstance(other, _numbers.Complex) and not isinstance(other, float) and other.imag == 0:
        other = other.real
    if isinstance(other, float):
        context = getcontext()
        if equality:
            context.flags[FloatOperation] = True
        else:
            context._signal(FloatOperation)
        return self, Decimal.from_float(other)
    return NotImplemented, NotImplemented


def _order(a, b):
    "-1, 0 or 1 for two numbers that are no nan."
    if a._kind or b._kind:
        left = 0 if not a._kind else -1 if a._sign else 1
        right = 0 if not b._kind else -1 if b._sign else 1
        return (left > right) - (left < right)
    if not a._int or not b._int:
        left = 0 if not a._int else -1 if a._sign else 1
        right = 0 if not b._int else -1 if b._sign else 1
        return (left > right) - (left < right)
    if a._sign != b._sign:
        return -1 if a._sign else 1
    return -_magnitude_order(a, b) if a._sign else _magnitude_order(a, b)


def _magnitude_order(a, b):
    high, other = _digit_count(a._int) + a._exp, _digit_count(b._int) + b._exp
    if high != other:
        return 1 if high > other else -1
    left, right = a._int, b._int
    if a._exp > b._exp:
        left *= _ten(a._exp - b._exp)
    else:
        right *= _ten(b._exp - a._exp)
    return (left > right) - (left < right)


# ---- the number ----

class Decimal:
    "A decimal number, made from an int, a text, a float (exactly), a tuple (sign, digits, exponent) or another Decimal."

    __slots__ = "_sign", "_int", "_exp", "_kind"

    def __new__(cls, value="0", context=None):
        if context is not None:
            _chosen(context)
        if isinstance(value, str):
            parts = _parse(value)
            if parts is None:
                parts = 0, 0, 0, "n"
                _chosen(context)._signal(ConversionSyntax)
        elif isinstance(value, int):
            parts = int(value < 0), abs(int(value)), 0, ""
        elif isinstance(value, Decimal):
            if cls is Decimal and type(value) is Decimal:
                return value
            parts = value._sign, value._int, value._exp, value._kind
        elif isinstance(value, float):
            _chosen(context)._signal(FloatOperation)
            number = Decimal.from_float(value)
            parts = number._sign, number._int, number._exp, number._kind
        elif isinstance(value, (tuple, list)):
            parts = _from_tuple(value)
        else:
            raise TypeError("conversion from %s to Decimal is not supported" % type(value).__name__)
        self = object.__new__(cls)
        self._sign, self._int, self._exp, self._kind = parts
        return self

    @classmethod
    def from_float(cls, f, /):
        "The exact value of a float or int."
        if isinstance(f, int):
            result = _make(int(f < 0), abs(int(f)), 0)
        elif isinstance(f, float):
            if f != f:
                result = _make(0, 0, 0, "n")
            elif _math.isinf(f):
                result = _make(int(f < 0), 0, 0, "F")
            else:
                numerator, denominator = abs(f).as_integer_ratio()
                twos = denominator.bit_length() - 1
                result = _make(int(_math.copysign(1.0, f) < 0), numerator * 5 ** twos, -twos)
        else:
            raise TypeError("argument must be int or float")
        return result if cls is Decimal else cls(result)

    # ---- what it is ----

    def is_finite(self):
        "No infinity, no nan."
        return not self._kind

    def is_infinite(self):
        "An infinity."
        return self._kind == "F"

    def is_nan(self):
        "A nan of either kind."
        return self._kind in ("n", "N") and self._kind != ""

    def is_qnan(self):
        "A quiet nan."
        return self._kind == "n"

    def is_snan(self):
        "A signaling nan."
        return self._kind == "N"

    def is_signed(self):
        "A minus in front, also of 0 or a nan."
        return self._sign == 1

    def is_zero(self):
        "0 of either sign."
        return not self._kind and not self._int

    def is_canonical(self):
        "True."
        return True

    def canonical(self):
        "The number itself."
        return self

    def is_normal(self, context=None):
        "Finite, not 0 and not subnormal."
        context = _chosen(context)
        return bool(not self._kind and self._int and self.adjusted() >= context.Emin)

    def is_subnormal(self, context=None):
        "Not 0, and smaller than the normal numbers."
        context = _chosen(context)
        return bool(not self._kind and self._int and self.adjusted() < context.Emin)

    def number_class(self, context=None):
        "The class as text, such as '+Normal'."
        context = _chosen(context)
        if self._kind == "N":
            return "sNaN"
        if self._kind == "n":
            return "NaN"
        what = ("Infinity" if self._kind else "Zero" if not self._int else
                "Subnormal" if self.is_subnormal(context) else "Normal")
        return "+-"[self._sign] + what

    def adjusted(self):
        "The exponent of the first digit."
        return 0 if self._kind else _digit_count(self._int) + self._exp - 1

    def as_tuple(self):
        "(sign, digits, exponent)"
        if self._kind == "F":
            return DecimalTuple(self._sign, (0,), "F")
        digits = tuple(map(int, _to_text(self._int))) if self._int or not self._kind else ()
        return DecimalTuple(self._sign, digits, self._kind or self._exp)

    def as_integer_ratio(self):
        "(numerator, denominator) in lowest terms."
        if self._kind == "F":
            raise OverflowError("cannot convert Infinity to integer ratio")
        if self._kind:
            raise ValueError("cannot convert NaN to integer ratio")
        if self._exp >= 0:
            numerator, denominator = self._int * _ten(self._exp), 1
        else:
            denominator = _ten(-self._exp)
            common = _math.gcd(self._int, denominator)
            numerator, denominator = self._int // common, denominator // common
        return -numerator if self._sign else numerator, denominator

    def radix(self):
        "10"
        return Decimal(10)

    @property
    def real(self):
        """The number itself."""
        return self

    @property
    def imag(self):
        """Zero."""
        return Decimal(0)

    def conjugate(self):
        "The number itself."
        return self

    def __complex__(self):
        return complex(float(self))

    def __bool__(self):
        return bool(self._kind or self._int)

    def _trimmed_nan(self, context):
        if self._kind == "n" and self._int:
            limit = context.prec - context.clamp
            if _digit_count(self._int) > limit:
                return _make(self._sign, self._int % _ten(limit), 0, "n")
        return self if type(self) is Decimal else _make(self._sign, self._int, self._exp, self._kind)

    # ---- texts ----

    def _text(self, context=None, engineering=False):
        sign = "-" if self._sign else ""
        if self._kind:
            if self._kind == "F":
                return sign + "Infinity"
            return sign + ("NaN" if self._kind == "n" else "sNaN") + (_to_text(self._int) if self._int else "")
        digits = _to_text(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            point = left
        elif not engineering:
            point = 1
        elif not self._int:
            point = (left + 1) % 3 - 1
        else:
            point = (left - 1) % 3 + 1
        if point <= 0:
            whole, fraction = "0", "." + "0" * -point + digits
        elif point >= len(digits):
            whole, fraction = digits + "0" * (point - len(digits)), ""
        else:
            whole, fraction = digits[:point], "." + digits[point:]
        if left == point:
            return sign + whole + fraction
        return "%s%s%s%s%+d" % (sign, whole, fraction, "eE"[_chosen(context).capitals], left - point)

    def __str__(self):
        return self._text()

    def __repr__(self):
        return "Decimal('%s')" % self._text()

    def to_eng_string(self, context=None):
        "As text, with an exponent that is a multiple of 3."
        context = _chosen(context)
        return self._text(context, True)

    def __format__(self, specification, context=None):
        return _format(self, specification, _chosen(context))

    # ---- comparison ----

    def __eq__(self, other):
        a, b = _comparable(self, other, True)
        if a is NotImplemented:
            return NotImplemented
        if a.is_nan() or b.is_nan():
            if a._kind == "N" or b._kind == "N":
                getcontext()._signal(InvalidOperation)
            return False
        return _order(a, b) == 0

    def _ordered(self, other):
        a, b = _comparable(self, other, False)
        if a is NotImplemented:
            return NotImplemented
        if a.is_nan() or b.is_nan():
            getcontext()._signal(InvalidOperation)
            return None
        return _order(a, b)

    def __lt__(self, other):
        order = self._ordered(other)
        return order if order is NotImplemented else order is not None and order < 0

    def __le__(self, other):
        order = self._ordered(other)
        return order if order is NotImplemented else order is not None and order <= 0

    def __gt__(self, other):
        order = self._ordered(other)
        return order if order is NotImplemented else order is not None and order > 0

    def __ge__(self, other):
        order = self._ordered(other)
        return order if order is NotImplemented else order is not None and order >= 0

    def __hash__(self):
        if self._kind:
            if self._kind == "N":
                raise TypeError("Cannot hash a signaling NaN value")
            if self._kind == "n":
                return object.__hash__(self)
            return -_sys.hash_info.inf if self._sign else _sys.hash_info.inf
        modulus = _sys.hash_info.modulus
        power = pow(10, self._exp, modulus) if self._exp >= 0 else pow(pow(10, modulus - 2, modulus), -self._exp, modulus)
        result = self._int * power % modulus
        result = -result if self._sign else result
        return -2 if result == -1 else result

    def compare(self, other, context=None):
        "-1, 0, 1 or nan as a Decimal."
        other, context = _operand(other), _chosen(context)
        return _nan_of(context, self, other) or Decimal(_order(self, other))

    def compare_signal(self, other, context=None):
        "As compare(), where every nan signals."
        other, context = _operand(other), _chosen(context)
        if self.is_nan() or other.is_nan():
            context._signal(InvalidOperation)
            return _nan_of(_quiet, self, other)
        return Decimal(_order(self, other))

    def _total_key(self):
        "Sorts by the total order among numbers of one sign."
        if self._kind:
            return "FNn".index(self._kind) + 1, self._int
        return 0, 0

    def compare_total(self, other, context=None):
        "-1, 0 or 1 in an order in which all numbers, even equal ones, have a place."
        _chosen(context)
        other = _operand(other)
        if self._sign != other._sign:
            return Decimal(-1 if self._sign else 1)
        left, right = self._total_key(), other._total_key()
        order = (left > right) - (left < right)
        if not order and not self._kind:
            order = (bool(self._int) > bool(other._int)) - (bool(self._int) < bool(other._int))
            if not order and self._int:
                order = _magnitude_order(self, other)
            if not order:
                order = (self._exp > other._exp) - (self._exp < other._exp)
        return Decimal(-order if self._sign else order)

    def compare_total_mag(self, other, context=None):
        "compare_total() of the magnitudes."
        _chosen(context)
        return self.copy_abs().compare_total(_operand(other).copy_abs())

    def _choose(self, other, context, order, greatest, magnitude):
        other, context = _operand(other), _chosen(context)
        if self._kind in ("n", "N") or other._kind in ("n", "N"):
            if self._kind == "n" and other._kind not in ("n", "N"):
                return _fixed(other, context)
            if other._kind == "n" and self._kind not in ("n", "N"):
                return _fixed(self, context)
            return _nan_of(context, self, other)
        found = _order(self.copy_abs(), other.copy_abs()) if magnitude else 0
        found = found or _order(self, other) or int(self.compare_total(other))
        return _fixed(self if (found > 0) == greatest and found or not found else other, context)

    def max(self, other, context=None):
        "The greater of two numbers; a number rather than a nan."
        return self._choose(other, context, _order, True, False)

    def min(self, other, context=None):
        "The smaller of two numbers; a number rather than a nan."
        return self._choose(other, context, _order, False, False)

    def max_mag(self, other, context=None):
        "The one of the greater magnitude."
        return self._choose(other, context, _order, True, True)

    def min_mag(self, other, context=None):
        "The one of the smaller magnitude."
        return self._choose(other, context, _order, False, True)

    # ---- signs ----

    def copy_abs(self):
        "The magnitude, not rounded."
        return _make(0, self._int, self._exp, self._kind)

    def copy_negate(self):
        "The other sign, not rounded."
        return _make(1 - self._sign, self._int, self._exp, self._kind)

    def copy_sign(self, other, context=None):
        "The number with the sign of another."
        _chosen(context)
        return _make(_operand(other)._sign, self._int, self._exp, self._kind)

    def _plus(self, context):
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self.is_zero() and context.rounding != ROUND_FLOOR:
            return _finish(context, 0, 0, self._exp)
        return _fixed(self, context)

    def _minus(self, context):
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self.is_zero() and context.rounding != ROUND_FLOOR:
            return _finish(context, 0, 0, self._exp)
        return _fixed(self.copy_negate(), context)

    def __pos__(self):
        return self._plus(getcontext())

    def __neg__(self):
        return self._minus(getcontext())

    def __abs__(self):
        context = getcontext()
        return self._minus(context) if self._sign else self._plus(context)

    # ---- arithmetic ----

    def _add(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if self._kind or other._kind:
            if self._kind and other._kind and self._sign != other._sign:
                return _invalid(context)
            return _make(self._sign if self._kind else other._sign, 0, 0, "F")
        a, b = self, other
        if not a._int and not b._int:
            sign = a._sign if a._sign == b._sign else int(context.rounding == ROUND_FLOOR)
            return _finish(context, sign, 0, min(a._exp, b._exp))
        if not a._int or not b._int:
            number, zero = (b, a) if not a._int else (a, b)
            exponent = max(min(a._exp, b._exp), number._exp - context.prec - 1)
            if exponent < number._exp:
                return _finish(context, number._sign, number._int * _ten(number._exp - exponent), exponent)
            return _finish(context, number._sign, number._int, number._exp)
        if a._exp < b._exp:
            a, b = b, a
        # a has the greater exponent. Where b lies far below a's last digit only its sign matters.
        left, exponent = a._int, a._exp
        gap = a._exp - b._exp
        if gap > context.prec + 2 and _digit_count(b._int) + b._exp < a._exp - context.prec - 2 + min(_digit_count(left), 0):
            shift = context.prec + 3
            left, exponent, right = left * _ten(shift), exponent - shift, 1
        else:
            left, exponent, right = left * _ten(gap), b._exp, b._int
        total = (-left if a._sign else left) + (-right if b._sign else right)
        if not total:
            return _finish(context, int(context.rounding == ROUND_FLOOR), 0, min(self._exp, other._exp))
        return _finish(context, int(total < 0), abs(total), exponent)

    def _subtract(self, other, context):
        nan = _nan_of(context, self, other)
        return nan if nan is not None else self._add(other.copy_negate(), context)

    def _multiply(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        sign = self._sign ^ other._sign
        if self._kind or other._kind:
            if self.is_zero() or other.is_zero():
                return _invalid(context)
            return _make(sign, 0, 0, "F")
        return _finish(context, sign, self._int * other._int, self._exp + other._exp)

    def _divide(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        sign = self._sign ^ other._sign
        if self._kind:
            return _invalid(context) if other._kind else _make(sign, 0, 0, "F")
        if other._kind:
            context._signal(Clamped)
            return _make(sign, 0, context.Emin - context.prec + 1)
        if not other._int:
            if not self._int:
                return _invalid(context, DivisionUndefined)
            context._signal(DivisionByZero)
            return _make(sign, 0, 0, "F")
        exponent = ideal = self._exp - other._exp
        if not self._int:
            return _finish(context, sign, 0, exponent)
        count = _digit_count(other._int)
        shift = count - _digit_count(self._int) + context.prec + 1
        if shift > _MANY + 4 * count and not (self._int * _ten(4 * count)) % other._int:
            shift = 4 * count  # an exact quotient has no more places: each takes a factor of 2 or 5 from the divisor
        exponent -= shift
        if shift >= 0:
            quotient, rest = divmod(self._int * _ten(shift), other._int)
        else:
            quotient, rest = divmod(self._int, other._int * _ten(-shift))
        if rest:
            quotient = quotient * 10 + 1
            exponent -= 1
        else:
            while exponent < ideal and not quotient % 10:
                quotient //= 10
                exponent += 1
        return _finish(context, sign, quotient, exponent)

    def _whole_division(self, other, context):
        "(quotient, rest) as ints with the exponent of the rest; None when the quotient has too many digits."
        exponent = min(self._exp, other._exp)
        distance = self.adjusted() - other.adjusted()
        if not self._int:
            return 0, 0, exponent
        if distance <= -2:
            return 0, self._int * _ten(self._exp - exponent), exponent
        if distance > context.prec:
            return None
        quotient, rest = divmod(self._int * _ten(self._exp - exponent), other._int * _ten(other._exp - exponent))
        return (quotient, rest, exponent) if _digit_count(quotient) <= context.prec else None

    def _divide_int(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        sign = self._sign ^ other._sign
        if self._kind:
            return _invalid(context) if other._kind else _make(sign, 0, 0, "F")
        if other._kind:
            return _make(sign, 0, 0)
        if not other._int:
            if not self._int:
                return _invalid(context, DivisionUndefined)
            context._signal(DivisionByZero)
            return _make(sign, 0, 0, "F")
        parts = self._whole_division(other, context)
        return _invalid(context, DivisionImpossible) if parts is None else _make(sign, parts[0], 0)

    def _remainder(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if self._kind:
            return _invalid(context)
        if other._kind:
            return _fixed(self, context)
        if not other._int:
            return _invalid(context, InvalidOperation if self._int else DivisionUndefined)
        parts = self._whole_division(other, context)
        if parts is None:
            return _invalid(context, DivisionImpossible)
        return _finish(context, self._sign, parts[1], parts[2])

    def _divmod(self, other, context):
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan, nan
        if self._kind:
            if other._kind:
                nan = _invalid(context)
                return nan, nan
            return _make(self._sign ^ other._sign, 0, 0, "F"), _invalid(context)
        if not other._kind and not other._int:
            if not self._int:
                nan = _invalid(context, DivisionUndefined)
                return nan, nan
            context._signal(DivisionByZero, InvalidOperation)
            return _make(self._sign ^ other._sign, 0, 0, "F"), _make(0, 0, 0, "n")
        return self._divide_int(other, context), self._remainder(other, context)

    def remainder_near(self, other, context=None):
        "self - other * n, for the whole n nearest to the quotient."
        other, context = _operand(other), _chosen(context)
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if self._kind:
            return _invalid(context)
        if not other._kind and not other._int:
            return _invalid(context, InvalidOperation if self._int else DivisionUndefined)
        if other._kind:
            return _fixed(self, context)
        parts = self._whole_division(other, context)
        if parts is None:
            return _invalid(context, DivisionImpossible)
        quotient, rest, exponent = parts
        divisor = other._int * _ten(other._exp - exponent)
        sign = self._sign
        if rest * 2 + (quotient & 1) > divisor:
            rest, sign, quotient = divisor - rest, 1 - sign, quotient + 1
        if _digit_count(quotient) > context.prec:
            return _invalid(context, DivisionImpossible)
        return _finish(context, sign, rest, exponent)

    def fma(self, other, third, context=None):
        "self * other + third, rounded once."
        other, third, context = _operand(other), _operand(third), _chosen(context)
        nan = _nan_of(context, self, other)
        if nan is not None and third._kind != "N":
            return nan
        product = self._multiply(other, _quiet_wide) if not (self._kind or other._kind) else self._multiply(other, context)
        if product.is_nan() and third.is_nan() is False:
            return product
        return product._add(third, context)

    def _power(self, other, modulus, context):
        if modulus is not None:
            return self._modular_power(other, modulus, context)
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if other.is_zero():
            return _invalid(context) if self.is_zero() else Decimal(1)
        whole = not other._kind and (other._exp >= 0 or other._int % _ten(min(-other._exp, 10000)) == 0)
        odd = whole and other._exp <= 0 and other._int // _ten(-other._exp) & 1 == 1
        sign = 0
        base = self
        if self._sign:
            if whole:
                sign = int(odd)
            elif self._int or self._kind:
                return _invalid(context)
            base = self.copy_negate()
        if base.is_zero():
            return _make(sign, 0, 0, "F") if other._sign else _make(sign, 0, 0)
        if base._kind:
            return _make(sign, 0, 0) if other._sign else _make(sign, 0, 0, "F")
        if base._int == _ten(max(-base._exp, 0)) and base._exp <= 0:  # 1
            exponent = 1 - context.prec
            if not whole:
                context._signal(Inexact, Rounded)
            elif other._sign or base._exp == 0:
                return _make(sign, 1, 0)
            else:
                exact = base._exp * int(other)
                if exact < exponent:
                    context._signal(Rounded)
                else:
                    exponent = exact
            return _make(sign, _ten(-exponent), exponent)
        grows = base.adjusted() >= 0
        if other._kind:
            return _make(0, 0, 0, "F") if grows != bool(other._sign) else _make(0, 0, 0)
        if other.adjusted() > len(str(context.Emax)) + 25:  # out of every range
            if grows != bool(other._sign):
                return _overflow(context, sign)
            return _finish(context, sign, 1, context.Emin - context.prec * 2)
        if whole:
            power = other._int * _ten(other._exp) if other._exp >= 0 else other._int // _ten(-other._exp)
            if power * _digit_count(base._int) < 5000 + 20 * context.prec:
                result = base._int ** power
                if not other._sign:
                    return _finish(context, sign, result, base._exp * power)
                return _make(sign, 1, 0)._divide(_make(0, result, base._exp * power), context)

        def compute(digits):
            wide = digits + max(other.adjusted(), 0) + len(str(abs(base.adjusted()) + 1)) + 5
            logarithm = _ln_number(base._int, base._exp, wide)
            exponent = other._exp
            product = logarithm * other._int
            product = product * _ten(exponent) if exponent >= 0 else product // _ten(-exponent)
            return _exp_digits(-product if other._sign else product, wide, digits)
        value, exponent = _certain(compute, context.prec)
        return _finish(context, sign, value, exponent)

    def _modular_power(self, other, modulus, context):
        nan = _nan_of(context, self, other, modulus)
        if nan is not None:
            return nan
        numbers = self, other, modulus
        if not all(not number._kind and number == number.to_integral_value() for number in numbers):
            return _invalid(context)
        if other < 0 or not modulus or modulus.adjusted() >= context.prec or not other and not self:
            return _invalid(context)
        sign = self._sign if int(other) & 1 else 0
        value = pow(abs(int(self)), int(other), abs(int(modulus)))
        return _make(sign, value, 0)

    # ---- roots, logarithms ----

    def sqrt(self, context=None):
        "The square root."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self.is_zero():
            return _finish(context, self._sign, 0, self._exp >> 1)
        if self._sign:
            return _invalid(context)
        if self._kind:
            return self
        ideal = self._exp >> 1
        coefficient, exponent = self._int, self._exp
        if exponent & 1:
            coefficient, exponent = coefficient * 10, exponent - 1
        shift = max(context.prec + 2 - (_digit_count(coefficient) + 1) // 2, 0)
        if shift > _MANY and _math.isqrt(coefficient) ** 2 == coefficient:
            shift = 0
        scaled = coefficient * _ten(2 * shift)
        root = _math.isqrt(scaled)
        exponent = exponent // 2 - shift
        if root * root != scaled:
            root, exponent = root * 10 + 1, exponent - 1
        else:
            while exponent < ideal and not root % 10:
                root, exponent = root // 10, exponent + 1
        return _finish(_half_even(context), 0, root, exponent)

    def exp(self, context=None):
        "e ** self"
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self._kind:
            return _make(0, 0, 0) if self._sign else self
        if not self._int:
            return Decimal(1)
        if context.prec > MAX_PREC - 18:  # no room for further digits
            return _invalid(context)
        even = _half_even(context)
        if self.adjusted() > len(str((context.Emax + 1) * 3)):
            return _finish(even, 0, 1, context.Emin - context.prec * 2) if self._sign else _overflow(even, 0)
        if self.adjusted() < -context.prec - 1:
            wide = context.prec + 1
            return _finish(even, 0, _ten(wide) * 10 - 1 if self._sign else _ten(wide) * 10 + 1, -wide - 1)

        def compute(digits):
            wide = digits + max(self.adjusted(), 0) + 5
            shift = self._exp + wide
            x = self._int * _ten(shift) if shift >= 0 else self._int // _ten(-shift)
            return _exp_digits(-x if self._sign else x, wide, digits)
        value, exponent = _certain(compute, context.prec)
        return _finish(even, 0, value, exponent)

    def ln(self, context=None):
        "The natural logarithm."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self.is_zero():
            return _make(1, 0, 0, "F")
        if self._kind and not self._sign:
            return self
        if self._sign:
            return _invalid(context)
        if self == 1:
            return Decimal(0)
        small = self.adjusted() in (-1, 0)

        def compute(digits):
            wide = digits + (self._nearness_to_one() if small else 0) + 3
            return abs(_ln_number(self._int, self._exp, wide)), -wide
        value, exponent = _certain(compute, context.prec)
        return _finish(_half_even(context), int(_order(self, Decimal(1)) < 0), value, exponent)

    def _nearness_to_one(self):
        "How many zeros follow the point in self - 1."
        distance = abs(self._int - _ten(-self._exp)) if self._exp <= 0 else self._int
        return max(-self._exp - _digit_count(distance), 0) if self._exp <= 0 else 0

    def log10(self, context=None):
        "The logarithm to base 10."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self.is_zero():
            return _make(1, 0, 0, "F")
        if self._kind and not self._sign:
            return self
        if self._sign:
            return _invalid(context)
        if self._int == _ten(_digit_count(self._int) - 1):
            power = self.adjusted()
            return _finish(_half_even(context), int(power < 0), abs(power), 0)
        small = self.adjusted() in (-1, 0)

        def compute(digits):
            wide = digits + (self._nearness_to_one() if small else 0) + 6
            logarithm = abs(_ln_number(self._int, self._exp, wide + 3))
            return logarithm * _ten(wide) // _ln10(_ten(wide + 3)), -wide
        value, exponent = _certain(compute, context.prec)
        return _finish(_half_even(context), int(_order(self, Decimal(1)) < 0), value, exponent)

    def logb(self, context=None):
        "The exponent of the first digit, as a Decimal."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self._kind:
            return _make(0, 0, 0, "F")
        if not self._int:
            context._signal(DivisionByZero)
            return _make(1, 0, 0, "F")
        return _fixed(Decimal(self.adjusted()), context)

    # ---- digits and exponents ----

    def quantize(self, exp, rounding=None, context=None):
        "The value with the exponent of another number."
        exp, context = _operand(exp), _chosen(context)
        rounding = context.rounding if rounding is None else _check_rounding(rounding)
        nan = _nan_of(context, self, exp)
        if nan is not None:
            return nan
        if self._kind or exp._kind:
            return self if self._kind and exp._kind else _invalid(context)
        tiny = context.Emin - context.prec + 1
        if not tiny <= exp._exp <= context.Emax:
            return _invalid(context)
        if not self._int:
            return _finish(context, self._sign, 0, exp._exp)
        if self.adjusted() > context.Emax or self.adjusted() - exp._exp + 1 > context.prec:
            return _invalid(context)
        coefficient, exact = _rescaled(self._sign, self._int, self._exp, exp._exp, rounding)
        count = _digit_count(coefficient)
        if coefficient and (count + exp._exp - 1 > context.Emax or count > context.prec):
            return _invalid(context)
        signals = []
        if coefficient and count + exp._exp - 1 < context.Emin:
            signals.append(Subnormal)
        if exp._exp > self._exp:
            signals.append(Rounded)
            if not exact:
                signals.append(Inexact)
        if signals:
            context._signal(*signals)
        return _make(self._sign, coefficient, exp._exp)

    def same_quantum(self, other, context=None):
        "Whether the exponents are the same."
        _chosen(context)
        pair = self, _operand(other)
        if not any(one._kind for one in pair):
            return pair[0]._exp == pair[1]._exp
        return all(one.is_nan() for one in pair) or all(one.is_infinite() for one in pair)

    def normalize(self, context=None):
        "Without zeros at the end."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        result = _fixed(self, context)
        if result._kind:
            return result
        if not result._int:
            return _make(result._sign, 0, 0)
        limit = context.Emax - context.prec + 1 if context.clamp else context.Emax
        coefficient, exponent = result._int, result._exp
        while coefficient % 10 == 0 and exponent < limit:
            coefficient, exponent = coefficient // 10, exponent + 1
        return _make(result._sign, coefficient, exponent)

    def to_integral_exact(self, rounding=None, context=None):
        "Rounded to a whole number; signals when digits are lost."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        rounding = context.rounding if rounding is None else _check_rounding(rounding)
        if self._kind or self._exp >= 0:
            return self
        coefficient, exact = _rescaled(self._sign, self._int, self._exp, 0, rounding)
        context._signal(*((Rounded,) if exact else (Rounded, Inexact)))
        return _make(self._sign, coefficient, 0)

    def to_integral_value(self, rounding=None, context=None):
        "Rounded to a whole number."
        context = _chosen(context)
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        rounding = context.rounding if rounding is None else _check_rounding(rounding)
        if self._kind or self._exp >= 0:
            return self
        return _make(self._sign, _rescaled(self._sign, self._int, self._exp, 0, rounding)[0], 0)

    to_integral = to_integral_value

    def _neighbour(self, up, context):
        "The next number that the context can hold."
        nan = _nan_of(context, self)
        if nan is not None:
            return nan
        if self._kind:
            if bool(self._sign) != up:
                return self
            return _make(self._sign, _ten(context.prec) - 1, context.Emax - context.prec + 1)
        quiet = _half_even(context, True)
        quiet.rounding = ROUND_CEILING if up else ROUND_FLOOR
        rounded = _fixed(self, quiet)
        if rounded != self:
            return rounded
        return self._add(_make(int(not up), 1, context.Emin - context.prec), quiet)

    def next_minus(self, context=None):
        "The greatest number that is smaller."
        return self._neighbour(False, _chosen(context))

    def next_plus(self, context=None):
        "The smallest number that is greater."
        return self._neighbour(True, _chosen(context))

    def next_toward(self, other, context=None):
        "The next number on the way to another."
        other, context = _operand(other), _chosen(context)
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        order = _order(self, other)
        if not order:
            return self.copy_sign(other)
        result = self._neighbour(order < 0, context)
        if result._kind:
            context._signal(Overflow, Inexact, Rounded)
        elif result.adjusted() < context.Emin:
            context._signal(Underflow, Subnormal, Inexact, Rounded, *(() if result._int else (Clamped,)))
        return result

    def scaleb(self, other, context=None):
        "self * 10 ** other"
        other, context = _operand(other), _chosen(context)
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if other._kind or other._exp != 0 or abs(int(other)) > 2 * (context.Emax + context.prec):
            return _invalid(context)
        return self if self._kind else _finish(context, self._sign, self._int, self._exp + int(other))

    def _moved(self, other, context, around):
        other, context = _operand(other), _chosen(context)
        nan = _nan_of(context, self, other)
        if nan is not None:
            return nan
        if other._kind or other._exp != 0 or abs(int(other)) > context.prec:
            return _invalid(context)
        if self._kind:
            return self
        places = int(other)
        coefficient = _last_digits(self._int, context.prec)
        if around:
            low = _last_digits(coefficient, context.prec - places % context.prec)
            high = coefficient // _ten(context.prec - places % context.prec) if low != coefficient else 0
            coefficient = (low * _ten(places % context.prec) if low else 0) + high
        elif places >= 0:
            coefficient = _last_digits(coefficient, context.prec - places) * _ten(places) if coefficient else 0
        else:
            coefficient = coefficient // _ten(-places) if -places < _digit_count(coefficient) else 0
        return _make(self._sign, coefficient, self._exp)

    def rotate(self, other, context=None):
        "The digits moved around in a circle of the precision's size."
        context = _chosen(context)
        return self._moved(other, context, True)

    def shift(self, other, context=None):
        "The digits moved, zeros behind them."
        context = _chosen(context)
        return self._moved(other, context, False)

    def _logical(self, other, context, function):
        context = _chosen(context)
        texts = []
        for number in (self,) if other is None else (self, _operand(other)):
            digits = str(number._int)
            if number._kind or number._sign or number._exp or set(digits) - {"0", "1"} or len(digits) > context.prec:
                return _invalid(context)
            texts.append(int(digits, 2))
        return _make(0, int(format(function(*texts), "b")), 0)

    def logical_and(self, other, context=None):
        "Digit by digit, of numbers of zeros and ones."
        context = _chosen(context)
        return self._logical(other, context, lambda a, b: a & b)

    def logical_or(self, other, context=None):
        "Digit by digit, of numbers of zeros and ones."
        context = _chosen(context)
        return self._logical(other, context, lambda a, b: a | b)

    def logical_xor(self, other, context=None):
        "Digit by digit, of numbers of zeros and ones."
        context = _chosen(context)
        return self._logical(other, context, lambda a, b: a ^ b)

    def logical_invert(self, context=None):
        "Digit by digit, of a number of zeros and ones."
        ones = (1 << _chosen(context).prec) - 1
        return self._logical(None, context, lambda a: a ^ ones)

    # ---- other types ----

    def __int__(self):
        if self._kind == "F":
            raise OverflowError("cannot convert Infinity to integer")
        if self._kind:
            raise ValueError("cannot convert NaN to integer")
        value = self._int * _ten(self._exp) if self._exp >= 0 else 0 if -self._exp > _digit_count(self._int) else (
            self._int // _ten(-self._exp))
        return -value if self._sign else value

    __trunc__ = __int__

    def __float__(self):
        if self._kind == "N":
            raise ValueError("cannot convert signaling NaN to float")
        if self._kind == "n":
            return float("-nan" if self._sign else "nan")
        return float(self._text(_quiet))

    def __floor__(self):
        return self._whole(ROUND_FLOOR)

    def __ceil__(self):
        return self._whole(ROUND_CEILING)

    def _whole(self, rounding):
        if self._kind == "F":
            raise OverflowError("cannot convert Infinity to integer")
        if self._kind:
            raise ValueError("cannot convert NaN to integer")
        coefficient = _rescaled(self._sign, self._int, self._exp, 0, rounding)[0]
        return -coefficient if self._sign else coefficient

    def __round__(self, ndigits=None):
        if ndigits is None:
            return self._whole(ROUND_HALF_EVEN)
        if not isinstance(ndigits, int):
            raise TypeError("optional arg must be an integer")
        return self.quantize(_make(0, 1, -ndigits))

    def __reduce__(self):
        return self.__class__, (str(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __pow__(self, other, modulus=None):
        other = _convert(other)
        if other is NotImplemented:
            return NotImplemented
        if modulus is not None:
            modulus = _convert(modulus)
            if modulus is NotImplemented:
                return NotImplemented
        return self._power(other, modulus, getcontext())

    def __rpow__(self, other):
        other = _convert(other)
        return other if other is NotImplemented else other._power(self, None, getcontext())


def _binary(name, private):
    def forward(self, other):
        if not isinstance(other, Decimal):
            other = _convert(other)
            if other is NotImplemented:
                return other
        return getattr(self, private)(other, getcontext())

    def reverse(self, other):
        other = _convert(other)
        return other if other is NotImplemented else getattr(other, private)(self, getcontext())
    forward.__name__, reverse.__name__ = "__%s__" % name, "__r%s__" % name
    setattr(Decimal, forward.__name__, forward)
    setattr(Decimal, reverse.__name__, reverse)


for _name, _private in (("add", "_add"), ("sub", "_subtract"), ("mul", "_multiply"), ("truediv", "_divide"),
                        ("floordiv", "_divide_int"), ("mod", "_remainder"), ("divmod", "_divmod")):
    _binary(_name, _private)
del _name, _one, _private


def _half_even(context, quiet=False):
    "The context with that rounding; its flags are the same unless it shall be quiet."
    result = context.copy()
    if quiet:
        result.clear_traps()
    else:
        object.__setattr__(result, "flags", context.flags)
    result.rounding = ROUND_HALF_EVEN
    return result


_numbers.Number.register(Decimal)
_native_type(Decimal)
_native_type(Context)
