"""The tower of numeric abstract classes: Number, Complex, Real, Rational, Integral."""

from abc import ABCMeta, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


# Numpy's scalars are numbers, whichever of the two modules is imported first.
_NUMPY = {'Number': 'number', 'Complex': 'inexact', 'Real': 'floating', 'Integral': 'integer'}


class Number(metaclass=ABCMeta):
    "Anything that is a number."

    __slots__ = ()
    __hash__ = None

    @classmethod
    def __subclasshook__(cls, other):
        if cls.__module__ != 'numbers':
            return NotImplemented
        names = {base.__name__ for base in other.__mro__ if base.__module__ == 'numpy'}
        return any(known in names and issubclass(globals()[own], cls) for own, known in _NUMPY.items()) or NotImplemented


class Complex(Number):
    "What complex can do: arithmetic, abs(), ==, real, imag, conjugate()."

    __slots__ = ()

    @abstractmethod
    def __complex__(self):
        "The builtin complex of the same value."

    def __bool__(self):
        "self != 0"
        return self != 0

    @property
    @abstractmethod
    def real(self):
        "The real part."
        raise NotImplementedError

    @property
    @abstractmethod
    def imag(self):
        "The imaginary part."
        raise NotImplementedError

    @abstractmethod
    def __add__(self, other):
        "self + other"
        raise NotImplementedError

    @abstractmethod
    def __radd__(self, other):
        "other + self"
        raise NotImplementedError

    @abstractmethod
    def __neg__(self):
        "-self"
        raise NotImplementedError

    @abstractmethod
    def __pos__(self):
        "+self"
        raise NotImplementedError

    def __sub__(self, other):
        "self - other"
        return self + -other

    def __rsub__(self, other):
        "other - self"
        return -self + other

    @abstractmethod
    def __mul__(self, other):
        "self * other"
        raise NotImplementedError

    @abstractmethod
    def __rmul__(self, other):
        "other * self"
        raise NotImplementedError

    @abstractmethod
    def __truediv__(self, other):
        "self / other"
        raise NotImplementedError

    @abstractmethod
    def __rtruediv__(self, other):
        "other / self"
        raise NotImplementedError

    @abstractmethod
    def __pow__(self, exponent):
        "self ** exponent"
        raise NotImplementedError

    @abstractmethod
    def __rpow__(self, base):
        "base ** self"
        raise NotImplementedError

    @abstractmethod
    def __abs__(self):
        "The distance from 0."
        raise NotImplementedError

    @abstractmethod
    def conjugate(self):
        "The number with the imaginary part negated."
        raise NotImplementedError

    @abstractmethod
    def __eq__(self, other):
        "self == other"
        raise NotImplementedError


Complex.register(complex)


class Real(Complex):
    "What float can do beyond Complex: order, rounding, // and %."

    __slots__ = ()

    @abstractmethod
    def __float__(self):
        "The builtin float of the same value."
        raise NotImplementedError

    @abstractmethod
    def __trunc__(self):
        "The Integral nearest to it on the side of 0."
        raise NotImplementedError

    @abstractmethod
    def __floor__(self):
        "The greatest Integral that is not above it."
        raise NotImplementedError

    @abstractmethod
    def __ceil__(self):
        "The least Integral that is not below it."
        raise NotImplementedError

    @abstractmethod
    def __round__(self, ndigits=None):
        "Rounded to so many decimal places, half to even."
        raise NotImplementedError

    def __divmod__(self, other):
        "(self // other, self % other)"
        return self // other, self % other

    def __rdivmod__(self, other):
        "(other // self, other % self)"
        return other // self, other % self

    @abstractmethod
    def __floordiv__(self, other):
        "self // other"
        raise NotImplementedError

    @abstractmethod
    def __rfloordiv__(self, other):
        "other // self"
        raise NotImplementedError

    @abstractmethod
    def __mod__(self, other):
        "self % other"
        raise NotImplementedError

    @abstractmethod
    def __rmod__(self, other):
        "other % self"
        raise NotImplementedError

    @abstractmethod
    def __lt__(self, other):
        "self < other"
        raise NotImplementedError

    @abstractmethod
    def __le__(self, other):
        "self <= other"
        raise NotImplementedError

    def __complex__(self):
        "complex(float(self), 0)"
        return complex(float(self))

    @property
    def real(self):
        "The number itself."
        return +self

    @property
    def imag(self):
        "0"
        return 0

    def conjugate(self):
        "The number itself."
        return +self


Real.register(float)


class Rational(Real):
    "A numerator over a denominator, in lowest terms."

    __slots__ = ()

    @property
    @abstractmethod
    def numerator(self):
        "What stands above the line, in lowest terms."
        raise NotImplementedError

    @property
    @abstractmethod
    def denominator(self):
        "What stands below the line, in lowest terms."
        raise NotImplementedError

    def __float__(self):
        "The nearest float."
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    "What int can do beyond Rational: indexing, bits, pow() with a modulus."

    __slots__ = ()

    @abstractmethod
    def __int__(self):
        "The builtin int of the same value."
        raise NotImplementedError

    def __index__(self):
        "As an index."
        return int(self)

    @abstractmethod
    def __pow__(self, exponent, modulus=None):
        "self ** exponent, % modulus if it is given"
        raise NotImplementedError

    @abstractmethod
    def __lshift__(self, other):
        "self << other"
        raise NotImplementedError

    @abstractmethod
    def __rlshift__(self, other):
        "other << self"
        raise NotImplementedError

    @abstractmethod
    def __rshift__(self, other):
        "self >> other"
        raise NotImplementedError

    @abstractmethod
    def __rrshift__(self, other):
        "other >> self"
        raise NotImplementedError

    @abstractmethod
    def __and__(self, other):
        "self & other"
        raise NotImplementedError

    @abstractmethod
    def __rand__(self, other):
        "other & self"
        raise NotImplementedError

    @abstractmethod
    def __xor__(self, other):
        "self ^ other"
        raise NotImplementedError

    @abstractmethod
    def __rxor__(self, other):
        "other ^ self"
        raise NotImplementedError

    @abstractmethod
    def __or__(self, other):
        "self | other"
        raise NotImplementedError

    @abstractmethod
    def __ror__(self, other):
        "other | self"
        raise NotImplementedError

    @abstractmethod
    def __invert__(self):
        "~self"
        raise NotImplementedError

    def __float__(self):
        "float(int(self))"
        return float(int(self))

    @property
    def numerator(self):
        "The number itself."
        return +self

    @property
    def denominator(self):
        "1"
        return 1


Integral.register(int)
