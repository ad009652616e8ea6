"""Types of what can be called, and of iterators."""
from numba.core.types.abstract import Callable, Dummy, DTypeSpec, Literal, Type
from numba.core.types.common import Opaque, SimpleIterableType, SimpleIteratorType


class BaseFunction(Callable):
    """A type of functions that numba knows."""


class Function(BaseFunction, Opaque):
    """A function that numba knows, by its template."""

    def __init__(self, template):
        self._key = template.key
        self.templates = (template,)
        self.typing_key = template.key
        super().__init__(f"Function({template.key})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.typing_key, self.templates


class BoundFunction(Callable, Opaque):
    """A method of a value."""

    def __init__(self, template, this):
        self.template, self.this = template, this
        super().__init__(f"BoundFunction({template.key} for {this})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.template.key, self.this


class WeakType(Type):
    """A type of one object."""


class Dispatcher(WeakType, Callable, Dummy):
    """The type of a compiled function."""

    def __init__(self, dispatcher):
        self.dispatcher = dispatcher
        super().__init__(f"type({dispatcher})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return id(self.dispatcher)


class ObjModeDispatcher(Dispatcher):
    """The type of a block that Python runs."""


class ExternalFunctionPointer(BaseFunction):
    """A function at an address."""

    def __init__(self, sig, get_pointer, cconv=None):
        self.sig, self.get_pointer, self.cconv = sig, get_pointer, cconv
        self.requires_gil = False
        super().__init__(f"ExternalFunctionPointer({sig})")


class ExternalFunction(Function):
    """A function of a library, by its name: ExternalFunction(symbol, sig)."""

    def __init__(self, symbol, sig):
        self.symbol, self.sig = symbol, sig
        self.name = f"ExternalFunction({symbol})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.symbol, self.sig


class NumberClass(Callable, DTypeSpec, Opaque):
    """The type of a class of numbers, such as np.float64."""

    def __init__(self, instance_type):
        self.instance_type = instance_type
        super().__init__(f"class({instance_type})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_type

    @property
    def dtype(self):
        """The type of the numbers."""
        return self.instance_type


class NamedTupleClass(Callable, Opaque):
    """The type of a class of named tuples."""

    def __init__(self, instance_class):
        self.instance_class = instance_class
        super().__init__(f"class({instance_class})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_class


class RecursiveCall(Opaque):
    """The type of a function that calls itself."""

    def __init__(self, dispatcher_type):
        self.dispatcher_type = dispatcher_type
        super().__init__(f"recursive({dispatcher_type})")


class MakeFunctionLiteral(Literal, Opaque):
    """The type of a function that is made in a function."""


class FunctionPrototype(Type):
    """What a function takes and gives: FunctionPrototype(rtype, atypes)."""

    def __init__(self, rtype, atypes):
        self.rtype, self.atypes = rtype, tuple(atypes)
        super().__init__(f"{rtype}({', '.join(map(str, self.atypes))})")


class FunctionType(Type):
    """Functions as values: FunctionType(signature)."""

    def __init__(self, signature):
        self.signature = signature
        prototype = FunctionPrototype(signature.return_type, signature.args)
        self.ftype = prototype
        super().__init__(f"FunctionType[{prototype}]")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.ftype.name

    @property
    def nargs(self):
        """How many arguments they take."""
        return len(self.signature.args)


class UndefinedFunctionType(FunctionType):
    """Functions as values whose signature is not known yet."""

    _count = 0

    def __init__(self, nargs, dispatchers):
        UndefinedFunctionType._count += 1
        self.dispatchers = set(dispatchers)
        self.ftype = Type(f"undefined({', '.join(['undefined'] * nargs)}){self._count}")
        Type.__init__(self, f"UndefinedFunctionType[{self.ftype}]")


class WrapperAddressProtocol:
    """What tells the address of a compiled function: __wrapper_address__() and signature()."""

    def __wrapper_address__(self):
        """The address."""
        raise NotImplementedError

    def signature(self):
        """What it takes and gives."""
        raise NotImplementedError


class CompileResultWAP(WrapperAddressProtocol):
    """The address of a compiled result."""

    def __init__(self, cres):
        self.cres = cres


class RangeType(SimpleIterableType):
    """The type of range."""

    def __init__(self, dtype):
        self.dtype = dtype
        super().__init__(f"range_state_{dtype}", RangeIteratorType(dtype))


class RangeIteratorType(SimpleIteratorType):
    """The type of iterators over a range."""

    def __init__(self, dtype):
        super().__init__(f"range_iter_{dtype}", dtype)


class Generator(SimpleIteratorType):
    """The type of a generator function's generators."""

    def __init__(self, gen_func, yield_type, arg_types, state_types, has_finalizer):
        self.gen_func, self.arg_types, self.state_types, self.has_finalizer = gen_func, tuple(arg_types), tuple(state_types), has_finalizer
        super().__init__(f"{yield_type} generator(func={gen_func}, args={self.arg_types}, has_finalizer={has_finalizer})", yield_type)


class EnumerateType(SimpleIteratorType):
    """The type of enumerate."""

    def __init__(self, iterable_type):
        from numba.core.types import intp
        from numba.core.types.containers import Tuple
        self.source_type = iterable_type.iterator_type
        item = getattr(self.source_type, "yield_type", None)
        super().__init__(f"enumerate({self.source_type})", Tuple([intp, item]))

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.source_type


class ZipType(SimpleIteratorType):
    """The type of zip."""

    def __init__(self, iterable_types):
        from numba.core.types.containers import Tuple
        self.source_types = tuple(one.iterator_type for one in iterable_types)
        super().__init__(f"zip({', '.join(map(str, self.source_types))})", Tuple([one.yield_type for one in self.source_types]))

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.source_types


class ArrayIterator(SimpleIteratorType):
    """The type of iterators over arrays."""

    def __init__(self, array_type):
        self.array_type = array_type
        item = array_type.dtype if array_type.ndim <= 1 else array_type.copy(ndim=array_type.ndim - 1)
        super().__init__(f"iter({array_type})", item)
