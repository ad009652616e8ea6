"""Numbers, truth values, members of enums."""
from numba.core.types.abstract import Dummy, Hashable, Literal, Number, Type


def _width(name):
    digits = name.lstrip("abcdefghijklmnopqrstuvwxyz_")
    return int(digits) if digits else 0


def parse_integer_bitwidth(name):
    """How many bits an integer type's name tells.

    >>> from numba.core.types.scalars import parse_integer_bitwidth
    >>> parse_integer_bitwidth('uint16')
    16
    """
    return _width(name)


def parse_integer_signed(name):
    """Whether an integer type's name is one of signed numbers."""
    return name[:1] == "i"


class Boolean(Hashable):
    """True and False: Boolean(name)."""

    def cast_python_value(self, args):
        """The value as one of this type."""
        return bool(args)


class Integer(Number):
    """Whole numbers of some bits: Integer(name, bitwidth=None, signed=None).

    >>> from numba import types
    >>> types.uint8.maxval
    255
    """

    def __init__(self, name, bitwidth=None, signed=None):
        super().__init__(name)
        self.bitwidth = _width(name) if bitwidth is None else bitwidth
        self.signed = parse_integer_signed(name) if signed is None else signed

    @classmethod
    def from_bitwidth(cls, bitwidth, signed=True):
        """The type of so many bits."""
        return cls(("int" if signed else "uint") + str(bitwidth))

    def cast_python_value(self, args):
        """The value as one of this type."""
        import numpy
        return getattr(numpy, self.name)(args)

    def __lt__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self.signed == other.signed and self.bitwidth < other.bitwidth

    def __le__(self, other):
        return self == other or self < other

    def __gt__(self, other):
        return other < self

    def __ge__(self, other):
        return other <= self

    @property
    def minval(self):
        """The least number."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0

    @property
    def maxval(self):
        """The greatest number."""
        return (1 << (self.bitwidth - self.signed)) - 1


class Float(Number):
    """Floating-point numbers: Float(name)."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.bitwidth = _width(self.name)

    def cast_python_value(self, args):
        """The value as one of this type."""
        import numpy
        return getattr(numpy, self.name)(args)

    def __lt__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self.bitwidth < other.bitwidth


class Complex(Number):
    """Complex numbers: Complex(name, underlying_float)."""

    def __init__(self, name, underlying_float, **kwargs):
        super().__init__(name, **kwargs)
        self.underlying_float = underlying_float
        self.bitwidth = _width(name)

    def cast_python_value(self, args):
        """The value as one of this type."""
        import numpy
        return getattr(numpy, self.name)(args)

    def __lt__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return self.bitwidth < other.bitwidth


class IntegerLiteral(Literal, Integer):
    """The type of one whole number."""

    def __init__(self, value):
        Literal.__init__(self, value)
        plain = self.literal_type
        self.bitwidth, self.signed = plain.bitwidth, plain.signed


class BooleanLiteral(Literal, Boolean):
    """The type of True alone, or of False alone."""

    def __init__(self, value):
        Literal.__init__(self, value)


Literal.ctor_map[int] = IntegerLiteral
Literal.ctor_map[bool] = BooleanLiteral


class EnumClass(Dummy):
    """The type of an enum class."""

    basename = "Enum class"

    def __init__(self, cls, dtype):
        self.instance_class, self.dtype = cls, dtype
        super().__init__(f"{self.basename}<{dtype}>({cls.__name__})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_class, self.dtype

    @property
    def member_type(self):
        """The type of its members."""
        return EnumMember(self.instance_class, self.dtype)


class IntEnumClass(EnumClass):
    """The type of a class of enums that are whole numbers."""

    basename = "IntEnum class"

    @property
    def member_type(self):
        """The type of its members."""
        return IntEnumMember(self.instance_class, self.dtype)


class EnumMember(Type):
    """The type of an enum's members."""

    basename = "Enum"
    class_type_class = EnumClass

    def __init__(self, cls, dtype):
        self.instance_class, self.dtype = cls, dtype
        super().__init__(f"{self.basename}<{dtype}>({cls.__name__})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_class, self.dtype

    @property
    def class_type(self):
        """The type of the class."""
        return self.class_type_class(self.instance_class, self.dtype)


class IntEnumMember(EnumMember):
    """The type of members of an enum that are whole numbers."""

    basename = "IntEnum"
    class_type_class = IntEnumClass
