"""What all types of compiled code have in common: a name, a key by which they are equal, arrays and signatures made of them."""


class _Shared(type):
    """Two types of one class with the same key are one object, so that comparing them is quick."""

    _known = {}

    def __call__(cls, *args, **kwargs):
        made = cls.__new__(cls, *args, **kwargs)
        if not isinstance(made, Type):
            return made
        if made.__class__ is cls or "name" not in made.__dict__:
            made.__init__(*args, **kwargs)
        if made._alone:
            return made
        return _Shared._known.setdefault((made.__class__, made.key), made)


class Type(metaclass=_Shared):
    """A type of compiled code: Type(name).

    >>> from numba import types
    >>> types.float64[:, ::1]
    Array(float64, 2, 'C', False, aligned=True)
    >>> types.int32(types.int32, types.float32)
    (int32, float32) -> int32
    """

    mutable = False
    reflected = False
    _alone = False  # of which every one is another type

    def __init__(self, name):
        self.name = name

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.name

    @property
    def mangling_args(self):
        """The name of the type and its parameters, as names of compiled functions tell them."""
        return self.name, ()

    @property
    def is_internal(self):
        """Whether it is one of numba's own."""
        return type(self).__module__.partition(".")[0] == "numba"

    def __repr__(self):
        return self.name

    def __str__(self):
        return self.name

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self is other or (self.__class__ is other.__class__ and self.key == other.key)

    def __ne__(self, other):
        return not self == other

    def __reduce__(self):
        return _again, (self.__class__, self.__dict__.copy())

    def __call__(self, *args):
        if len(args) != 1 or isinstance(args[0], Type):
            from numba.core.typing import Signature
            return Signature(self, args, None)
        value, = args
        return self.cast_python_value(value)

    def __getitem__(self, item):
        from numba.core.types.npytypes import Array
        return Array(self, *_layout_of(item))

    def cast_python_value(self, args):
        """The value as one of this type."""
        raise NotImplementedError

    def is_precise(self):
        """Whether nothing about it is open."""
        return True

    def augment(self, other):
        """The type that both are, or None."""
        return None

    def unify(self, typingctx, other):
        """The type that can hold both, or None."""
        return None

    def can_convert_to(self, typingctx, other):
        """How it becomes the other, or None."""
        return None

    def can_convert_from(self, typingctx, other):
        """How the other becomes it, or None."""
        return None

    def dump(self, tab=""):
        """Print what it is."""
        print(f"{tab}DUMP {type(self).__name__}[code={id(self)}, name={self.name}]")


def _again(cls, state):
    made = cls.__new__(cls)
    made.__dict__.update(state)
    return made if made._alone else _Shared._known.setdefault((cls, made.key), made)


def _layout_of(item):
    """(dimensions, layout) that the slices between a type's brackets mean."""
    slices = item if isinstance(item, tuple) else (item,)
    for one in slices:
        if not isinstance(one, slice) or one.start is not None or one.stop is not None:
            raise KeyError(f"Can only index numba types with slices with no start or stop, got {item}.")
    if slices and slices[-1].step == 1:
        return len(slices), "C"
    if slices and slices[0].step == 1:
        return len(slices), "F"
    return len(slices), "A"


class Dummy(Type):
    """A type whose values have nothing at run time."""


class Hashable(Type):
    """A type whose values have a hash."""


class Number(Hashable):
    """A type of numbers."""


class Callable(Type):
    """A type of what can be called."""


class DTypeSpec(Type):
    """A type of what tells an array's element type."""


class IterableType(Type):
    """A type of what can be iterated over."""


class Sized(Type):
    """A type of what has a length."""


class ConstSized(Sized):
    """A type of what has a length that the type knows."""

    def __len__(self):
        raise NotImplementedError


class IteratorType(IterableType):
    """A type of iterators."""

    def __init__(self, name, **kwargs):
        super().__init__(name, **kwargs)

    @property
    def iterator_type(self):
        """Itself."""
        return self


class Container(Sized, IterableType):
    """A type of containers."""


class Sequence(Container):
    """A type of containers with an order."""


class MutableSequence(Sequence):
    """A type of containers with an order that can be changed."""

    mutable = True


class ArrayCompatible(Type):
    """A type whose values become arrays where one is wanted."""

    array_priority = 0.0


class InitialValue:
    """What may know the value that it began with."""

    def __init__(self, initial_value):
        self._initial_value = initial_value

    @property
    def initial_value(self):
        """The value, or None."""
        return self._initial_value


class TypeRef(Dummy):
    """The type of a type that is a value."""

    def __init__(self, instance_type):
        self.instance_type = instance_type
        super().__init__(f"typeref[{instance_type}]")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_type


class Poison(Type):
    """What could not be typed."""

    def __init__(self, ty):
        self.ty = ty
        super().__init__(f"Poison<{ty}>")


class Literal(Type):
    """The type of one value."""

    ctor_map = {}

    def __init__(self, value):
        if type(self) is Literal:
            from numba.core.errors import LiteralTypingError
            raise LiteralTypingError(f"{type(value)} cannot be used as a literal")
        self._value = value
        Type.__init__(self, f"Literal[{type(value).__name__}]({value})")

    @property
    def literal_value(self):
        """The value."""
        return self._value

    @property
    def literal_type(self):
        """The type of such values that need not be this one."""
        from numba.misc.special import typeof
        return typeof(self._value)
