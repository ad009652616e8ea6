"""Types of single values and of pointers; what is optional, left out, or not known yet."""
from numba.core.types.abstract import Callable, Dummy, Hashable, IterableType, Literal, Type
from numba.core.types.common import Opaque, SimpleIteratorType


class PyObject(Dummy):
    """Any object of Python's."""


class Phantom(Dummy):
    """A type without values at run time."""


class Undefined(Dummy):
    """What has no type yet."""


class UndefVar(Dummy):
    """A variable that has no value."""


class RawPointer(Opaque):
    """A pointer to what is not known."""


class NoneType(Opaque):
    """The type of None."""


class EllipsisType(Opaque):
    """The type of `...`."""


class StringLiteral(Literal, Dummy):
    """The type of one str."""


class Module(Dummy):
    """The type of a module."""

    def __init__(self, pymod):
        self.pymod = pymod
        super().__init__(f"Module({pymod})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.pymod


class VarArg(Type):
    """Any number of arguments of a type."""

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"*{dtype}")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype


class Omitted(Opaque):
    """An argument that was left out, with its default."""

    def __init__(self, default):
        self._value = default
        super().__init__(f"omitted(default={default!r})")

    @property
    def key(self):
        """What types of one class are compared by."""
        try:
            hash(self._value)
        except TypeError:
            return type(self._value), id(self._value)
        return type(self._value), self._value

    @property
    def value(self):
        """The default."""
        return self._value


class MemInfoPointer(Type):
    """A pointer to memory that is counted."""

    mutable = True

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"memory-managed *{dtype}")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype


class CPointer(Type):
    """A pointer to values of a type: CPointer(dtype, addrspace=None)."""

    mutable = True

    def __init__(self, dtype, addrspace=None):
        self.dtype, self.addrspace = dtype, addrspace
        super().__init__(f"{dtype}*" if addrspace is None else f"{dtype}_{addrspace}*")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.addrspace


class EphemeralPointer(CPointer):
    """A pointer that holds during a call."""


class EphemeralArray(Type):
    """Arrays of a known length that hold during a call."""

    def __init__(self, dtype, count):
        self.dtype, self.count = dtype, count
        super().__init__(f"*{dtype}[{count}]")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.count


class Object(Type):
    """Objects of a class."""

    mutable = True

    def __init__(self, clsobj):
        self.cls = clsobj
        super().__init__(f"Object({clsobj.__name__})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.cls


class Optional(Type):
    """A type or None: Optional(type).

    >>> from numba import types
    >>> types.Optional(types.float64)
    OptionalType(float64)
    """

    def __init__(self, typ):
        from numba.core.types import unliteral
        typ = unliteral(typ)
        self.type = typ
        super().__init__(f"OptionalType({typ})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.type


class ExceptionClass(Callable, Phantom):
    """The type of an exception class."""

    def __init__(self, exc_class):
        self.exc_class = exc_class
        super().__init__(exc_class.__name__)

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.exc_class


class ExceptionInstance(Phantom):
    """The type of a class's exceptions."""

    def __init__(self, exc_class):
        self.exc_class = exc_class
        super().__init__(f"{exc_class.__name__}(...)")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.exc_class


class SliceType(Type):
    """The type of slices with two or three parts."""

    def __init__(self, name, members):
        self.members = members
        self.has_step = members >= 3
        super().__init__("slice<a:b:c>" if self.has_step else "slice<a:b>")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.members


class SliceLiteral(Literal, SliceType):
    """The type of one slice."""

    def __init__(self, value):
        Literal.__init__(self, value)
        self.members = 2 if value.step is None else 3
        self.has_step = self.members == 3

    @property
    def key(self):
        """What types of one class are compared by."""
        return self._value.start, self._value.stop, self._value.step


Literal.ctor_map[str] = StringLiteral
Literal.ctor_map[slice] = SliceLiteral


class ClassInstanceType(Type):
    """The type of a jitclass's objects."""

    mutable = True
    name_prefix = "instance"

    def __init__(self, class_type):
        self.class_type = class_type
        super().__init__(f"{self.name_prefix}.{class_type.name}")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.class_type

    @property
    def classname(self):
        """The class's name."""
        return self.class_type.class_name

    @property
    def struct(self):
        """Its fields' types."""
        return self.class_type.struct


class ClassType(Callable, Opaque):
    """The type of a jitclass."""

    name_prefix = "jitclass"
    _alone = True

    def __init__(self, class_def, ctor_template_cls, struct, jit_methods, jit_props, jit_static_methods):
        self.class_name, self.class_doc, self.struct = class_def.__name__, class_def.__doc__, struct
        self.jit_methods, self.jit_props, self.jit_static_methods = jit_methods, jit_props, jit_static_methods
        fields = ",".join(f"{name}:{kind}" for name, kind in struct.items())
        super().__init__(f"{self.name_prefix}.{self.class_name}#{id(self):x}<{fields}>")

    @property
    def instance_type(self):
        """The type of its objects."""
        return ClassInstanceType(self)


class ClassDataType(Type):
    """The fields of a jitclass's objects."""

    def __init__(self, classtyp):
        self.class_type = classtyp
        super().__init__(f"data.{classtyp.name}")


class DeferredType(Type):
    """A type that is told later: deferred_type(), then define(type)."""

    _alone = True

    def __init__(self):
        self._define = None
        super().__init__(f"{type(self).__name__}#{id(self)}")

    def get(self):
        """The type that it is."""
        if self._define is None:
            raise RuntimeError("deferred type not defined")
        return self._define

    def define(self, typ):
        """Say which type it is, once."""
        known = self._define is not None
        if known or not isinstance(typ, Type):
            raise TypeError("deferred type already defined" if known else f"arg is not a Type; got: {type(typ)}")
        self._define = typ


class ContextManager(Callable, Phantom):
    """The type of what `with` takes."""

    def __init__(self, cm):
        self.cm = cm
        super().__init__(f"ContextManager({cm})")


class UnicodeType(IterableType, Hashable):
    """The type of str."""

    def __init__(self, name):
        super().__init__(name)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return UnicodeIteratorType(self)


class UnicodeIteratorType(SimpleIteratorType):
    """The type of iterators over a str."""

    def __init__(self, dtype):
        self.data = dtype
        super().__init__("iter_unicode", dtype)
