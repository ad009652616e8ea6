"""Names for type hints. They describe; nothing is checked when a program runs."""

import collections as _collections
import collections.abc as _abc
import contextlib as _contextlib
import types as _types
from abc import ABCMeta as _ABCMeta

TYPE_CHECKING = False


def _show(kind):
    if isinstance(kind, _types.GenericAlias):
        return repr(kind)
    if isinstance(kind, type):
        return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if kind is ...:
        return "..."
    if isinstance(kind, list):
        return "[" + ", ".join(map(_show, kind)) + "]"
    return repr(kind)


def _convert(kind):
    if kind is None:
        return type(None)
    return ForwardRef(kind) if isinstance(kind, str) else kind


def _parameters(arguments):
    found = []
    for kind in arguments:
        own = [kind] if isinstance(kind, (TypeVar, ParamSpec, TypeVarTuple)) else \
            [] if isinstance(kind, type) else list(getattr(kind, "__parameters__", ())) if not isinstance(kind, list) else list(_parameters(kind))
        found.extend(one for one in own if one not in found)
    return tuple(found)


class ForwardRef:
    """A type that is named by a text."""
    __slots__ = ("__forward_arg__", "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        self.__forward_arg__, self.__forward_module__ = arg, module

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"


class _Special:
    "Any, Union, ClassVar ...: a name, and what it does with [...]."


    def __init__(self, subscribe):
        self._name, self._subscribe, self.__doc__ = subscribe.__name__, subscribe, subscribe.__doc__

    @property
    def __name__(self):
        return self._name

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __getitem__(self, parameters):
        return self._subscribe(self, parameters)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Alias:
    "List[int], Union[int, str], Callable[[int], str], MyGeneric[T] ..."

    def __init__(self, origin, arguments, name=None):
        self.__origin__, self.__args__, self._name = origin, arguments, name
        self.__parameters__ = _parameters(arguments)

    @property
    def __name__(self):
        return self._name or getattr(self.__origin__, "__name__", None)

    def __repr__(self):
        if self.__origin__ is Union:
            rest = [kind for kind in self.__args__ if kind is not type(None)]
            if len(self.__args__) == 2 and len(rest) == 1:
                return f"typing.Optional[{_show(rest[0])}]"
        head = f"typing.{self._name}" if self._name else _show(self.__origin__)
        if self._name == "Callable" and self.__args__[0] is not ...:
            return f"{head}[[{', '.join(map(_show, self.__args__[:-1]))}], {_show(self.__args__[-1])}]"
        shown = repr if self._name == "Literal" else _show
        return f"{head}[{', '.join(map(shown, self.__args__)) or '()'}]"

    def __eq__(self, other):
        if self.__origin__ is Union and isinstance(other, (_Alias, _types.UnionType)):
            return getattr(other, "__origin__", Union) is Union and set(self.__args__) == set(other.__args__)
        return isinstance(other, _Alias) and self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((Union, frozenset(self.__args__)) if self.__origin__ is Union else (self.__origin__, self.__args__))

    def __call__(self, *args, **kwargs):
        if not isinstance(self.__origin__, type):
            raise TypeError(f"Cannot instantiate {self!r}")
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __mro_entries__(self, bases):
        if not isinstance(self.__origin__, type):
            raise TypeError(f"Cannot subclass {self!r}")
        entries = [self.__origin__]
        if Generic not in bases and self.__parameters__ and not issubclass(self.__origin__, Generic):
            entries.append(Generic)
        return tuple(entries)

    def __getitem__(self, items):
        items = items if isinstance(items, tuple) else (items,)
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if len(items) != len(self.__parameters__):
            raise TypeError(f"Too {'many' if len(items) > len(self.__parameters__) else 'few'} arguments for {self}; "
                            f"actual {len(items)}, expected {len(self.__parameters__)}")
        chosen = dict(zip(self.__parameters__, map(_convert, items)))

        def put(kind):
            if kind in chosen:
                return chosen[kind]
            inner = () if isinstance(kind, type) else getattr(kind, "__parameters__", ())
            return kind[tuple(chosen[one] for one in inner)] if inner else kind
        arguments = tuple(put(kind) for kind in self.__args__)
        return Union[arguments] if self.__origin__ is Union else _Alias(self.__origin__, arguments, self._name)

    def __instancecheck__(self, obj):
        if self.__origin__ is Union:
            return isinstance(obj, self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __subclasscheck__(self, cls):
        if self.__origin__ is Union:
            return issubclass(cls, self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Any(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        return "typing.Any" if self is Any else super().__repr__()


class Any(metaclass=_Any):
    "Any type at all."

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls)


@_Special
def Union(self, parameters):
    "Union[X, Y]: one of these."
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    flat = []
    for kind in parameters if isinstance(parameters, tuple) else (parameters,):
        kind = _convert(kind)
        members = kind.__args__ if getattr(kind, "__origin__", None) is Union or isinstance(kind, _types.UnionType) else (kind,)
        flat.extend(one for one in members if one not in flat)
    return flat[0] if len(flat) == 1 else _Alias(Union, tuple(flat), "Union")


@_Special
def Optional(self, parameters):
    "Optional[X]: X or None."
    return Union[parameters, type(None)]


@_Special
def Literal(self, parameters):
    "Literal['a', 1]: one of these values."
    return _Alias(Literal, parameters if isinstance(parameters, tuple) else (parameters,), "Literal")


def _single(name, documentation):
    def subscribe(self, parameter):
        return _Alias(self, (_convert(parameter),), name)
    subscribe.__name__, subscribe.__doc__ = name, documentation
    return _Special(subscribe)


def _none(name, documentation):
    def subscribe(self, parameter):
        raise TypeError(f"{self} is not subscriptable")
    subscribe.__name__, subscribe.__doc__ = name, documentation
    return _Special(subscribe)


ClassVar = _single("ClassVar", "A variable of the class, not of its instances.")
Final = _single("Final", "A name that is not to be assigned again.")
TypeGuard = _single("TypeGuard", "What a function that tells types apart returns.")
Required = _single("Required", "A key that a TypedDict must have.")
NotRequired = _single("NotRequired", "A key that a TypedDict may lack.")
Unpack = _single("Unpack", "The members of a tuple of types.")
NoReturn = _none("NoReturn", "What a function returns that never returns.")
Never = _none("Never", "The type without values.")
Self = _none("Self", "The class that a method stands in.")
LiteralString = _none("LiteralString", "A str that is written in the program.")
TypeAlias = _none("TypeAlias", "The annotation of an alias of a type.")


@_Special
def Concatenate(self, parameters):
    "Parameters in front of a ParamSpec."
    return _Alias(Concatenate, parameters if isinstance(parameters, tuple) else (parameters,), "Concatenate")


class Annotated:
    "Annotated[X, data ...]: X, with data for tools."

    def __class_getitem__(cls, parameters):
        made = _Alias(_convert(parameters[0]), (_convert(parameters[0]),), "Annotated")
        made.__metadata__ = parameters[1:]
        made.__class__ = _AnnotatedAlias
        return made


class _AnnotatedAlias(_Alias):
    def __repr__(self):
        return f"typing.Annotated[{_show(self.__origin__)}, {', '.join(map(repr, self.__metadata__))}]"

    def __eq__(self, other):
        return isinstance(other, _AnnotatedAlias) and (self.__origin__, self.__metadata__) == (other.__origin__, other.__metadata__)

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


class _Variable:
    def __init__(self, name):
        self.__name__ = name

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __reduce__(self):
        return self.__name__


class TypeVar(_Variable):
    "A type variable: T = TypeVar('T')."

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        super().__init__(name)
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        self.__constraints__ = tuple(map(_convert, constraints))
        self.__bound__ = None if bound is None else _convert(bound)
        self.__covariant__, self.__contravariant__ = covariant, contravariant

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__


class ParamSpec(_Variable):
    "A variable for the parameters of a callable."

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        super().__init__(name)
        self.__bound__ = bound
        self.args, self.kwargs = f"{name}.args", f"{name}.kwargs"

    def __repr__(self):
        return "~" + self.__name__


class TypeVarTuple(_Variable):
    "A variable for any number of types."

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__


class Generic:
    "The base of generic classes: class Box(Generic[T])."

    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, parameters):
        parameters = tuple(map(_convert, parameters if isinstance(parameters, tuple) else (parameters,)))
        if cls in (Generic, Protocol):
            if not all(isinstance(one, _Variable) or getattr(one, "__origin__", None) is Unpack for one in parameters):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.")
            return _Alias(cls, parameters, cls.__name__)
        expected = getattr(cls, "__parameters__", ())
        if not expected:
            raise TypeError(f"{cls} is not a generic class")
        if len(parameters) != len(expected) and not any(isinstance(one, (ParamSpec, TypeVarTuple)) for one in expected):
            raise TypeError(f"Too {'many' if len(parameters) > len(expected) else 'few'} arguments for {cls}; "
                            f"actual {len(parameters)}, expected {len(expected)}")
        return _Alias(cls, parameters)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get("__orig_bases__", ())
        if "__orig_bases__" in cls.__dict__ and Generic in bases:
            raise TypeError("Cannot inherit from plain Generic")
        for base in bases:
            if getattr(base, "__origin__", None) in (Generic, Protocol):
                cls.__parameters__ = base.__args__
                return
        cls.__parameters__ = _parameters(bases)


class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, instance):
        if not cls.__dict__.get("_is_protocol"):
            return super().__instancecheck__(instance)
        if not cls.__dict__.get("_is_runtime_protocol"):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return super().__instancecheck__(instance) or all(hasattr(instance, name) for name in cls._members())

    def __subclasscheck__(cls, subclass):
        if cls.__dict__.get("_is_protocol") and cls.__dict__.get("_is_runtime_protocol"):
            return super().__subclasscheck__(subclass) or all(hasattr(subclass, name) for name in cls._members())
        return super().__subclasscheck__(subclass)

    def _members(cls):
        inner = {"_is_protocol", "_is_runtime_protocol", "_abc_registry", "_abc_cache"}
        names = set()
        for base in cls.__mro__[:-1]:
            if base is not Generic and base.__dict__.get("_is_protocol") and base is not Protocol:
                names.update(name for name in [*base.__dict__, *base.__dict__.get("__annotations__", ())]
                             if name not in inner and not (name.startswith("__") and name.endswith("__") and name not in
                                                           ("__call__", "__iter__", "__next__", "__len__", "__getitem__",
                                                            "__contains__", "__enter__", "__exit__", "__hash__")))
        return names


class Protocol(Generic, metaclass=_ProtocolMeta):
    "The base of classes that only say which members others must have."

    __slots__ = ()
    _is_protocol = True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = any(base is Protocol for base in cls.__bases__)
        if cls._is_protocol and "__init__" not in cls.__dict__:
            def __init__(self, *args, **kwargs):
                if type(self)._is_protocol:
                    raise TypeError("Protocols cannot be instantiated")
                super(cls, self).__init__(*args, **kwargs)
            cls.__init__ = __init__


def runtime_checkable(cls):
    "Allow isinstance() with a protocol."
    if not getattr(cls, "_is_protocol", False):
        raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)
    cls._is_runtime_protocol = True
    return cls


class _Collection:
    "List, Dict ...: a built-in class under its old name."

    def __init__(self, origin, name):
        self.__origin__, self._name = origin, name

    @property
    def __name__(self):
        return self._name

    def __repr__(self):
        return "typing." + self._name

    def __getitem__(self, parameters):
        parameters = parameters if isinstance(parameters, tuple) else (parameters,)
        if self._name == "Callable":
            if len(parameters) != 2:
                raise TypeError("Callable must be used as Callable[[arg, ...], result].")
            first = tuple(map(_convert, parameters[0])) if isinstance(parameters[0], list) else (parameters[0],)
            return _Alias(self.__origin__, (*first, _convert(parameters[1])), "Callable")
        return _Alias(self.__origin__, tuple(map(_convert, parameters)), self._name)

    def __call__(self, *args, **kwargs):
        raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")

    def __mro_entries__(self, bases):
        return (self.__origin__,) if isinstance(self.__origin__, type) else ()

    def __instancecheck__(self, obj):
        return self._name == "Callable" and callable(obj) or isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Shape(_ABCMeta):
    def __subclasscheck__(cls, subclass):
        names = cls.__dict__.get("_needs")
        return super().__subclasscheck__(subclass) if names is None else all(getattr(subclass, name, None) for name in names)


for _name, _origin in dict(List=list, Dict=dict, Set=set, FrozenSet=frozenset, Tuple=tuple, Type=type, Deque=_collections.deque,
                           DefaultDict=_collections.defaultdict, OrderedDict=_collections.OrderedDict, Counter=_collections.Counter,
                           ChainMap=_collections.ChainMap, AbstractSet=_abc.Set,
                           ContextManager=_contextlib.AbstractContextManager,
                           AsyncContextManager=_contextlib.AbstractAsyncContextManager,
                           **{_one: getattr(_abc, _one) for _one in _abc.__all__ if _one != "Set"}).items():
    globals()[_name] = _Collection(_origin, _name)
for _name, _method in (("SupportsInt", "__int__"), ("SupportsFloat", "__float__"), ("SupportsIndex", "__index__"),
                       ("SupportsAbs", "__abs__"), ("SupportsRound", "__round__"), ("SupportsComplex", "__complex__"),
                       ("SupportsBytes", "__bytes__")):
    globals()[_name] = _Shape(_name, (), {"_needs": (_method,), "__module__": "typing", "__doc__": "What has %s." % _method})
del _name, _origin, _method

Text = str
AnyStr = TypeVar("AnyStr", bytes, str)


def NamedTuple(typename, fields=None, /, **kwargs):
    "A named tuple with types: a call, or the base of a class statement."
    pairs = list(kwargs.items() if fields is None else fields)
    return _named_tuple(typename, pairs, {}, None)


def _named_tuple(name, pairs, namespace, module):
    defaults = [namespace[field] for field, _ in pairs if field in namespace]
    made = _collections.namedtuple(name, [field for field, _ in pairs], defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = {field: _convert(kind) for field, kind in pairs}
    return made


class _NamedTupleMeta(type):
    def __new__(cls, name, bases, namespace):
        pairs = list(namespace.get("__annotations__", {}).items())
        seen_default = None
        for field, _ in pairs:
            if field in namespace:
                seen_default = field
            elif seen_default:
                raise TypeError(f"Non-default namedtuple field {field} cannot follow default field {seen_default}")
        made = _named_tuple(name, pairs, namespace, namespace.get("__module__"))
        for key, value in namespace.items():
            if key not in ("__annotations__", "__slots__", "__module__", "__qualname__") and key not in made._fields:
                setattr(made, key, value)
        return made


_NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, namespace, total=True):
        made = type.__new__(_TypedDictMeta, name, (dict,), namespace)
        annotations = {}
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
        annotations.update(namespace.get("__annotations__", {}))
        made.__annotations__, made.__total__ = annotations, total
        made.__required_keys__ = frozenset(annotations) if total else frozenset()
        made.__optional_keys__ = frozenset() if total else frozenset(annotations)
        return made

    def __instancecheck__(cls, obj):
        raise TypeError("TypedDict does not support instance and class checks")

    __subclasscheck__ = __instancecheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    "A dict with known keys: a call, or the base of a class statement."
    return _TypedDictMeta(typename, (), {"__annotations__": dict(kwargs if fields is None else fields)}, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType:
    "A type apart for tools: UserId = NewType('UserId', int)."

    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __or__(self, other):
        return Union[self, other]


def cast(typ, val):
    "val, unchanged."
    return val


def _mark(name, documentation):
    def decorate(arg):
        try:
            setattr(arg, name, True)
        except (AttributeError, TypeError):
            pass
        return arg
    decorate.__doc__ = documentation
    return decorate


final = _mark("__final__", "Tell type checkers that nothing overrides this method or derives from this class.")
override = _mark("__override__", "Tell type checkers that this method overrides one of a base.")
_overloads = {}


def overload(func):
    "One of the signatures of a function; the last definition, without this, is the function."
    _overloads.setdefault((func.__module__, func.__qualname__), []).append(func)

    def never(*args, **kwds):
        raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions "
                                  "outside a stub module should always be followed by an implementation that is not "
                                  "@overload-ed.")
    return never


def get_overloads(func):
    """The overloads of a function."""
    return list(_overloads.get((func.__module__, func.__qualname__), ()))


def clear_overloads():
    """Forget all overloads."""
    _overloads.clear()


def no_type_check(arg):
    """Say that annotations are no types."""
    arg.__no_type_check__ = True
    return arg


def get_origin(tp):
    "list of List[int], None of what is not generic."
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, _types.UnionType):
        return _types.UnionType
    return getattr(tp, "__origin__", None) if isinstance(tp, (_Alias, _types.GenericAlias, _Collection)) else Generic if tp is Generic else None


def get_args(tp):
    "(int,) of List[int]."
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, (_Alias, _types.GenericAlias, _types.UnionType)):
        arguments = tp.__args__
        if getattr(tp, "_name", None) == "Callable" and arguments[0] is not ...:
            return (list(arguments[:-1]), arguments[-1])
        return arguments
    return ()


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    "The annotations of a class or function, with those that are text evaluated."
    hints = {}
    sources = reversed(obj.__mro__) if isinstance(obj, type) else [obj]
    import sys
    for source in sources:
        names = globalns
        if names is None:
            names = getattr(source, "__globals__", None) or getattr(sys.modules.get(getattr(source, "__module__", None)), "__dict__", {})
        for name, kind in (source.__dict__.get("__annotations__", {}) if isinstance(source, type) else getattr(source, "__annotations__", {})).items():
            if isinstance(kind, ForwardRef):
                kind = kind.__forward_arg__
            if isinstance(kind, str):
                kind = eval(kind, names, localns if localns is not None else dict(vars(source)) if isinstance(source, type) else None)
            kind = type(None) if kind is None else kind
            hints[name] = kind.__origin__ if isinstance(kind, _AnnotatedAlias) and not include_extras else kind
    return hints


def is_typeddict(tp):
    """Is it a TypedDict?"""
    return isinstance(tp, _TypedDictMeta)


def assert_type(val, typ, /):
    """Say of what type a value is: the value."""
    return val


def reveal_type(obj, /):
    """Print the type of a value: the value."""
    import sys
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def assert_never(arg, /):
    """Say that a place is never reached."""
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


class IO(Generic[AnyStr]):
    "A stream of text or of bytes, as open() gives one."

    __slots__ = ()


class TextIO(IO[str]):
    "A stream of text."

    __slots__ = ()


class BinaryIO(IO[bytes]):
    "A stream of bytes."

    __slots__ = ()


def no_type_check_decorator(decorator):
    "A decorator whose results are marked as no_type_check() does."
    import functools

    @functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    "Say that a decorator, a class or a metaclass makes dataclasses."
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {"eq_default": eq_default, "order_default": order_default, "kw_only_default": kw_only_default,
                                             "field_specifiers": field_specifiers, "kwargs": kwargs}
        return cls_or_fn
    return decorator


def __getattr__(name):
    if name in ("Pattern", "Match"):
        import re
        globals()[name] = _Collection(getattr(re, name), name)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Pattern", "Match"] + [_key for _key in list(globals()) if not _key.startswith("_")]
