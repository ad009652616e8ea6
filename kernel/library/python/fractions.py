"""Exact rational numbers."""

import math
import numbers
import operator
import sys

__all__ = ["Fraction"]

_MODULUS = sys.hash_info.modulus
_INFINITY_HASH = sys.hash_info.inf


def _digits(text, at):
    "The end of a run of digits, single underscores among them; `at` when there is none."
    end = at
    while end < len(text) and (text[end].isdecimal() or text[end] == "_" and end > at and text[end - 1] != "_"):
        end += 1
    if end > at and text[end - 1] == "_":
        end -= 1
    return end


def _parse(text):
    "(numerator, denominator) of '3/4', '-1.5e3' and the like; None when it is none."
    text = text.strip()
    at = 1 if text[:1] in ("+", "-") else 0
    sign = -1 if text[:1] == "-" else 1
    end = _digits(text, at)
    whole = text[at:end]
    at = end
    if whole and text[at:at + 1] == "/":
        end = _digits(text, at + 1)
        return (sign * int(whole), int(text[at + 1:end])) if end == len(text) and end > at + 1 else None
    fraction = ""
    if text[at:at + 1] == ".":
        end = _digits(text, at + 1)
        fraction = text[at + 1:end].replace("_", "")
        at = end
    if not whole and not fraction:
        return None
    exponent = 0
    if text[at:at + 1] in ("e", "E"):
        start = at + 2 if text[at + 1:at + 2] in ("+", "-") else at + 1
        end = _digits(text, start)
        if end == start:
            return None
        exponent = int(text[at + 1:end])
        at = end
    if at != len(text):
        return None
    numerator = sign * (int(whole or "0") * 10 ** len(fraction) + int(fraction or "0"))
    denominator = 10 ** len(fraction)
    if exponent >= 0:
        return numerator * 10 ** exponent, denominator
    return numerator, denominator * 10 ** -exponent


def _operators(exact, general):
    "The method and its reflection: exact among rationals, else the builtin operator on floats or complexes."
    def forward(a, b):
        if isinstance(b, (int, Fraction)):
            return exact(a, b)
        if isinstance(b, float):
            return general(float(a), b)
        if isinstance(b, complex):
            return general(complex(a), b)
        return NotImplemented

    def reverse(b, a):
        if isinstance(a, numbers.Rational):
            return exact(a, b)
        if isinstance(a, numbers.Real):
            return general(float(a), float(b))
        if isinstance(a, numbers.Complex):
            return general(complex(a), complex(b))
        return NotImplemented

    forward.__name__ = "__" + general.__name__ + "__"
    reverse.__name__ = "__r" + general.__name__ + "__"
    forward.__doc__ = reverse.__doc__ = exact.__doc__
    return forward, reverse


def _add(a, b):
    "a + b"
    da, db = a.denominator, b.denominator
    common = math.gcd(da, db)
    if common == 1:
        return _lowest(a.numerator * db + da * b.numerator, da * db)
    part = da // common
    top = a.numerator * (db // common) + b.numerator * part
    rest = math.gcd(top, common)
    return _lowest(top // rest, part * (db // rest))


def _sub(a, b):
    "a - b"
    da, db = a.denominator, b.denominator
    common = math.gcd(da, db)
    if common == 1:
        return _lowest(a.numerator * db - da * b.numerator, da * db)
    part = da // common
    top = a.numerator * (db // common) - b.numerator * part
    rest = math.gcd(top, common)
    return _lowest(top // rest, part * (db // rest))


def _mul(a, b):
    "a * b"
    left, right = math.gcd(a.numerator, b.denominator), math.gcd(b.numerator, a.denominator)
    return _lowest((a.numerator // left) * (b.numerator // right), (b.denominator // left) * (a.denominator // right))


def _truediv(a, b):
    "a / b"
    top, bottom = math.gcd(a.numerator, b.numerator) or 1, math.gcd(b.denominator, a.denominator)
    numerator = (a.numerator // top) * (b.denominator // bottom)
    denominator = (b.numerator // top) * (a.denominator // bottom)
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    return _lowest(numerator, denominator)


def _floordiv(a, b):
    "a // b"
    return (a.numerator * b.denominator) // (a.denominator * b.numerator)


def _divmod(a, b):
    "(a // b, a % b)"
    quotient, rest = divmod(a.numerator * b.denominator, a.denominator * b.numerator)
    return quotient, Fraction(rest, a.denominator * b.denominator)


def _mod(a, b):
    "a % b"
    return Fraction((a.numerator * b.denominator) % (b.numerator * a.denominator), a.denominator * b.denominator)


def _lowest(numerator, denominator):
    "A Fraction whose terms have no common factor already."
    if not denominator:
        raise ZeroDivisionError("Fraction(%s, 0)" % numerator)
    self = object.__new__(Fraction)
    self._numerator, self._denominator = numerator, denominator
    return self


class Fraction(numbers.Rational):
    """An exact ratio of two integers, in lowest terms.

    Made from one or two rational numbers, a float, a Decimal, or a text such as '3/4' or '-0.25e1'."""

    __slots__ = "_numerator", "_denominator"

    def __new__(cls, numerator=0, denominator=None, *, _normalize=True):
        self = super(Fraction, cls).__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator, self._denominator = numerator, 1
                return self
            if isinstance(numerator, numbers.Rational):
                self._numerator, self._denominator = numerator.numerator, numerator.denominator
                return self
            if isinstance(numerator, float) or hasattr(numerator, "as_integer_ratio") and not isinstance(numerator, str):
                if isinstance(numerator, float) or _is_decimal(numerator):
                    self._numerator, self._denominator = numerator.as_integer_ratio()
                    return self
            if not isinstance(numerator, str):
                raise TypeError("argument should be a string or a Rational instance")
            terms = _parse(numerator)
            if terms is None:
                raise ValueError("Invalid literal for Fraction: %r" % numerator)
            numerator, denominator = terms
        elif type(numerator) is not int or type(denominator) is not int:
            if not isinstance(numerator, numbers.Rational) or not isinstance(denominator, numbers.Rational):
                raise TypeError("both arguments should be Rational instances")
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        if denominator == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % numerator)
        if _normalize:
            common = math.gcd(numerator, denominator)
            if denominator < 0:
                common = -common
            numerator //= common
            denominator //= common
        self._numerator, self._denominator = numerator, denominator
        return self

    @classmethod
    def from_float(cls, f):
        "The exact value of a float."
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("%s.from_float() only takes floats, not %r (%s)" % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        "The exact value of a Decimal."
        from decimal import Decimal
        if isinstance(dec, numbers.Integral):
            dec = Decimal(int(dec))
        elif not isinstance(dec, Decimal):
            raise TypeError("%s.from_decimal() only takes Decimals, not %r (%s)" % (cls.__name__, dec, type(dec).__name__))
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        "(numerator, denominator)"
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        "The fraction closest to this one whose denominator is at most max_denominator."
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        # Convergents of the continued fraction, until one is too large; then the last semiconvergent that fits.
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        semi, convergent = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return convergent if abs(convergent - self) <= abs(semi - self) else semi

    @property
    def numerator(a):
        "What stands above the line, in lowest terms."
        return a._numerator

    @property
    def denominator(a):
        "What stands below the line, in lowest terms."
        return a._denominator

    def __repr__(self):
        return "%s(%s, %s)" % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else "%s/%s" % (self._numerator, self._denominator)

    __add__, __radd__ = _operators(_add, operator.add)
    __sub__, __rsub__ = _operators(_sub, operator.sub)
    __mul__, __rmul__ = _operators(_mul, operator.mul)
    __truediv__, __rtruediv__ = _operators(_truediv, operator.truediv)
    __floordiv__, __rfloordiv__ = _operators(_floordiv, operator.floordiv)
    __divmod__, __rdivmod__ = _operators(_divmod, divmod)
    __mod__, __rmod__ = _operators(_mod, operator.mod)

    def __pow__(a, b):
        "a ** b: exact when b is a whole number, else a float or complex."
        if not isinstance(b, numbers.Rational):
            return float(a) ** b
        if b.denominator != 1:
            return float(a) ** float(b)
        power, n, d = b.numerator, a._numerator, a._denominator
        if power >= 0:
            return _lowest(n ** power, d ** power)
        if n >= 0:
            return _lowest(d ** -power, n ** -power)
        return _lowest((-d) ** -power, (-n) ** -power)

    def __rpow__(b, a):
        "a ** b"
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        return a ** b._numerator if b._denominator == 1 else a ** float(b)

    def __pos__(a):
        "+a"
        return _lowest(a._numerator, a._denominator)

    def __neg__(a):
        "-a"
        return _lowest(-a._numerator, a._denominator)

    def __abs__(a):
        "abs(a)"
        return _lowest(abs(a._numerator), a._denominator)

    def __int__(a, _index=operator.index):
        "Cut toward 0."
        return _index(-(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator)

    def __trunc__(a):
        "Cut toward 0."
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    def __floor__(a):
        "The greatest int that is not above it."
        return a._numerator // a._denominator

    def __ceil__(a):
        "The least int that is not below it."
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        "Rounded half to even: an int, or a Fraction with ndigits."
        if ndigits is None:
            whole, rest = divmod(self._numerator, self._denominator)
            return whole + (rest * 2 > self._denominator or rest * 2 == self._denominator and whole % 2)
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __hash__(self):
        "That of the int or float of the same value."
        try:
            inverse = pow(self._denominator, -1, _MODULUS)
        except ValueError:
            result = _INFINITY_HASH
        else:
            result = hash(hash(abs(self._numerator)) * inverse)
        result = result if self._numerator >= 0 else -result
        return -2 if result == -1 else result

    def __eq__(a, b):
        "a == b"
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            return 0.0 == b if math.isnan(b) or math.isinf(b) else a == a.from_float(b)
        return NotImplemented

    def _ordered(self, other, compare):
        if isinstance(other, numbers.Rational):
            return compare(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return compare(0.0, other)
            return compare(self, self.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        "a < b"
        return a._ordered(b, operator.lt)

    def __gt__(a, b):
        "a > b"
        return a._ordered(b, operator.gt)

    def __le__(a, b):
        "a <= b"
        return a._ordered(b, operator.le)

    def __ge__(a, b):
        "a >= b"
        return a._ordered(b, operator.ge)

    def __bool__(a):
        "a != 0"
        return bool(a._numerator)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self if type(self) == Fraction else self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()


def _is_decimal(value):
    module = sys.modules.get("decimal")
    return module is not None and isinstance(value, module.Decimal)
