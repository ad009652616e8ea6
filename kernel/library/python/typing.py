"""Names for type hints. They describe; nothing is checked when a program runs."""

import collections as _collections
import collections.abc as _abc
import contextlib as _contextlib
import functools as _functools
import sys as _sys
import types as _types
from abc import ABCMeta as _ABCMeta

__all__ = """
    AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable BinaryIO
    ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter DefaultDict Deque
    Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator KeysView List Literal
    LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet NamedTuple Never NewType NoReturn
    NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol Required Reversible Self
    Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound
    TYPE_CHECKING Text TextIO Tuple Type TypeAlias TypeGuard TypeVar TypeVarTuple TypedDict Union Unpack ValuesView
    assert_never assert_type cast clear_overloads dataclass_transform final get_args get_origin get_overloads
    get_type_hints is_typeddict no_type_check no_type_check_decorator overload reveal_type runtime_checkable""".split()

TYPE_CHECKING = False
_WANT_TYPES = "Parameters to generic types must be types."


# ---- what all of them need ----

def _caller(depth=2):
    "The name of the module that called the function that asks."
    try:
        return _sys._getframe(depth).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        return None


def _is_dunder(name):
    return name.startswith("__") and name.endswith("__")


def _show(kind):
    if isinstance(kind, _types.GenericAlias):
        return repr(kind)
    if isinstance(kind, type):
        return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if kind is ...:
        return "..."
    return kind.__name__ if isinstance(kind, _types.FunctionType) else repr(kind)


def _convert(kind, module=None, special=False):
    if kind is None:
        return type(None)
    return ForwardRef(kind, module=module, is_class=special) if isinstance(kind, str) else kind


def _check(kind, message, is_argument=True, module=None, special=False):
    "The type that an argument of [...] stands for; an error for what cannot stand there."
    kind = _convert(kind, module, special)
    origin = kind.__origin__ if isinstance(kind, _Alias) else None
    if origin is Generic or origin is Protocol or not special and (origin is ClassVar or origin is Final and is_argument):
        raise TypeError(f"{kind} is not valid as type argument")
    if kind is Any or kind is LiteralString or kind is NoReturn or kind is Never or kind is Self or kind is TypeAlias:
        return kind
    if special and (kind is ClassVar or kind is Final):
        return kind
    if isinstance(kind, _Special) or kind is Generic or kind is Protocol:
        raise TypeError(f"Plain {kind} is not valid as type argument")
    if type(kind) is tuple:
        raise TypeError(f"{message} Got {kind!r:.100}.")
    return kind


_cleanups = []  # what empties the caches


def _cached(subscribe):
    "The same type for the same arguments, where they can be keys."
    remembered = _functools.lru_cache(typed=True)(subscribe)
    _cleanups.append(remembered.cache_clear)

    @_functools.wraps(subscribe)
    def find(*arguments):
        try:
            return remembered(*arguments)
        except TypeError:
            pass  # what is wrong with them is said below
        return subscribe(*arguments)
    return find


def _as_tuple(parameters):
    return parameters if isinstance(parameters, tuple) else (parameters,)


def _parameters(arguments):
    "The variables in arguments, each once, in their order."
    found = {}
    for kind in arguments:
        if isinstance(kind, type):
            continue
        if isinstance(kind, tuple):
            own = _parameters(kind)
        elif hasattr(kind, "__typing_subst__"):
            own = (kind,)
        else:
            own = getattr(kind, "__parameters__", ())
        for one in own:
            found.setdefault(one)
    return tuple(found)


def _spread(arguments):
    "Arguments with *tuple[int, str] put in as int, str."
    result = []
    for kind in arguments:
        inner = None if isinstance(kind, type) else getattr(kind, "__typing_unpacked_tuple_args__", None)
        if inner is not None and not (inner and inner[-1] is ...):
            result.extend(inner)
        else:
            result.append(kind)
    return tuple(result)


def _is_open(kind):
    "Is it *Ts?"
    return not isinstance(kind, type) and getattr(kind, "__typing_is_unpacked_typevartuple__", False)


def _is_parameter_list(kind):
    return kind is ... or isinstance(kind, (tuple, list, ParamSpec, _ConcatenateAlias))


def _expect(alias, arguments, count):
    if not count:
        raise TypeError(f"{alias} is not a generic class")
    if len(arguments) != count:
        raise TypeError(f"Too {'many' if len(arguments) > count else 'few'} arguments for {alias}; "
                        f"actual {len(arguments)}, expected {count}")


def _assign(alias, arguments):
    "What each variable of an alias or generic class stands for: {T: int}."
    variables = alias.__parameters__
    for one in variables:
        prepare = getattr(one, "__typing_prepare_subst__", None)
        if prepare is not None:
            arguments = prepare(alias, arguments)
    _expect(alias, arguments, len(variables))
    return dict(zip(variables, arguments))


class _Either:
    "int | T for all that may stand in a hint."

    __slots__ = ()

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _Closed:
    "No class may derive from it."

    __slots__ = ()

    def __init_subclass__(cls, /, *args, _open=False, **kwargs):
        if not _open:
            raise TypeError("Cannot subclass special typing classes")


class ForwardRef(_Closed, _open=True):
    """A type that is named by a text."""
    __slots__ = ("__forward_arg__", "__forward_code__", "__forward_evaluated__", "__forward_value__", "__forward_is_argument__",
                 "__forward_is_class__", "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        try:
            code = compile(f"({arg},)[0]" if arg.startswith("*") else arg, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__, self.__forward_code__, self.__forward_module__ = arg, code, module
        self.__forward_evaluated__, self.__forward_value__ = False, None
        self.__forward_is_argument__, self.__forward_is_class__ = is_argument, is_class

    def _evaluate(self, globalns, localns, guard):
        name = self.__forward_arg__
        if name in guard:
            return self
        if self.__forward_evaluated__ and localns is globalns:
            return self.__forward_value__
        outer = next((room for room in (globalns, localns) if room is not None), {})
        inner = outer if localns is None else localns
        if self.__forward_module__ is not None:
            outer = getattr(_sys.modules.get(self.__forward_module__), "__dict__", outer)
        found = _check(eval(self.__forward_code__, outer, inner), "Forward references must evaluate to types.",
                       is_argument=self.__forward_is_argument__, special=self.__forward_is_class__)
        self.__forward_value__ = _evaluate(found, outer, inner, {*guard, name})
        self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        is_known = self.__forward_evaluated__ and other.__forward_evaluated__
        names = "__forward_arg__", "__forward_value__" if is_known else "__forward_module__"
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        module = "" if self.__forward_module__ is None else f", module={self.__forward_module__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{module})"


# ---- variables ----

class _Variable(_Either, _Closed, _open=True):
    def _begin(self, name, bound, covariant, contravariant):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        self.__name__ = name
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__bound__ = _check(bound, "Bound must be a type.") if bound else None
        module = _caller(3)
        if module != "typing":
            self.__module__ = module

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class TypeVar(_Variable, _open=True):
    "A type variable: T = TypeVar('T')."

    __iter__ = None

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self._begin(name, bound, covariant, contravariant)
        if constraints and (bound is not None or len(constraints) == 1):
            raise TypeError("A single constraint is not allowed" if bound is None else "Constraints cannot be combined with bound=...")
        self.__constraints__ = tuple([_check(kind, "TypeVar(name, constraint, ...): constraints must be types.") for kind in constraints])

    def __typing_subst__(self, arg):
        kind = _check(arg, _WANT_TYPES)
        is_unpacked = getattr(kind, "__unpacked__", False) if isinstance(kind, _types.GenericAlias) else isinstance(kind, _UnpackAlias)
        if is_unpacked:
            raise TypeError(f"{kind} is not valid as type argument")
        return kind


class ParamSpecArgs(_Closed, _open=True):
    "P.args: the positional parameters that P stands for."

    _member = "args"

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._member}"

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(self) is type(other) else NotImplemented

    __hash__ = object.__hash__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class ParamSpecKwargs(ParamSpecArgs, _open=True):
    "P.kwargs: the keyword parameters that P stands for."

    _member = "kwargs"


class ParamSpec(_Variable, _open=True):
    "A variable for the parameters of a callable: P = ParamSpec('P')."

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self._begin(name, bound, covariant, contravariant)

    @property
    def args(self):
        "What *args is annotated with."
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        "What **kwargs is annotated with."
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if not isinstance(arg, (tuple, list)):
            if _is_parameter_list(arg):
                return arg
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}")
        return tuple([_check(kind, "Expected a type.") for kind in arg])

    def __typing_prepare_subst__(self, alias, args):
        place, count = alias.__parameters__.index(self), len(alias.__parameters__)
        if len(args) <= place:
            raise TypeError(f"Too few arguments for {alias}")
        if count == 1 and not _is_parameter_list(args[0]):
            return (args,)  # X[int, str] for X[[int, str]]
        given = args[place]
        return args if not isinstance(given, list) else args[:place] + (tuple(given),) + args[place + 1:]


class TypeVarTuple(_Closed, _open=True):
    "A variable for any number of types: Ts = TypeVarTuple('Ts')."

    def __init__(self, name):
        self.__name__ = name
        module = _caller()
        if module != "typing":
            self.__module__ = module

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        variables = alias.__parameters__
        place = variables.index(self)
        if any(isinstance(one, TypeVarTuple) for one in variables[place + 1:]):
            raise TypeError(f"More than one TypeVarTuple parameter in {alias}")
        before, after = place, len(variables) - place - 1
        endless = filler = None  # an argument *tuple[int, ...] gives as many as are needed
        for number, kind in enumerate(args):
            inner = None if isinstance(kind, type) else getattr(kind, "__typing_unpacked_tuple_args__", None)
            if inner and len(inner) == 2 and inner[-1] is ...:
                if endless is not None:
                    raise TypeError("More than one unpacked arbitrary-length tuple argument")
                endless, filler = number, inner[0]
        left, right = before, after
        if endless is not None:
            left, right = min(before, endless), min(after, len(args) - endless - 1)
        elif before + after > len(args):
            raise TypeError(f"Too few arguments for {alias}; actual {len(args)}, expected at least {before + after}")
        return (*args[:left], *[filler] * (before - left), tuple(args[left:len(args) - right]), *[filler] * (after - right),
                *args[len(args) - right:])

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


# ---- special forms: Any, Union, ClassVar ... ----

class _Special(_Either, _Closed, _open=True):
    "A name, and what it does with [...]."

    __iter__ = None

    def __init__(self, subscribe):
        self._name, self._subscribe, self.__doc__ = subscribe.__name__, subscribe, subscribe.__doc__

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name
        raise AttributeError(name)

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

    @_cached
    def __getitem__(self, parameters):
        return self._subscribe(self, parameters)


class _LiteralForm(_Special, _open=True):
    "Literal: its arguments need not be types."

    def __getitem__(self, parameters):
        return self._make(*_as_tuple(parameters))

    @_cached
    def _make(self, *parameters):
        return self._subscribe(self, *parameters)


class _BaseAlias(_Either, _Closed, _open=True):
    "List and List[int]: a class under another name."

    __iter__ = None

    def __init__(self, origin, *, inst=True, name=None):
        self._inst, self._name, self.__origin__ = inst, name, origin
        self.__slots__ = None

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __mro_entries__(self, bases):
        entries = [] if self.__origin__ in bases else [self.__origin__]
        if not any(isinstance(base, _BaseAlias) or issubclass(base, Generic) for base in bases[bases.index(self) + 1:]):
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name or self.__origin__.__name__
        if _is_dunder(name) or "__origin__" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __setattr__(self, name, value):
        if _is_dunder(name) or name in ("_name", "_inst", "_count"):
            super().__setattr__(name, value)
        else:
            setattr(self.__origin__, name, value)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __dir__(self):
        return list(set(super().__dir__() + [name for name in dir(self.__origin__) if not _is_dunder(name)]))


class _Alias(_BaseAlias, _open=True):
    "List[int], Callable[[int], str], MyGeneric[T] ..."

    def __init__(self, origin, arguments, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        self.__args__ = _as_tuple(arguments)
        self.__parameters__ = _parameters(self.__args__)
        if not name:
            self.__module__ = origin.__module__

    def copy_with(self, arguments):
        "The same with other arguments."
        return self.__class__(self.__origin__, arguments, name=self._name, inst=self._inst)

    def __repr__(self):
        head = f"typing.{self._name}" if self._name else _show(self.__origin__)
        return f"{head}[{', '.join(map(_show, self.__args__)) or '()'}]"

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __iter__(self):
        yield Unpack[self]

    def __reduce__(self):
        import operator
        arguments = self.__args__
        if len(arguments) == 1 and not isinstance(arguments[0], tuple):
            arguments, = arguments
        return operator.getitem, (globals()[self._name] if self._name else self.__origin__, arguments)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _Special):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if Protocol in bases or any(isinstance(base, _BaseAlias) and base is not self for base in bases[bases.index(self) + 1:]):
                return ()
        return (self.__origin__,)

    @_cached
    def __getitem__(self, items):
        if self.__origin__ is Generic or self.__origin__ is Protocol:
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        chosen = _assign(self, _spread(map(_convert, _as_tuple(items))))
        return self.copy_with(self._replace_in(self.__args__, chosen))

    def _replace_in(self, arguments, chosen):
        result = []
        for kind in arguments:
            if isinstance(kind, type):
                result.append(kind)
                continue
            if isinstance(kind, tuple):
                result.append(self._replace_in(kind, chosen))
                continue
            if hasattr(kind, "__typing_subst__"):
                new = kind.__typing_subst__(chosen[kind])
            elif inner := getattr(kind, "__parameters__", ()):
                items = []
                for one in inner:
                    items.extend(chosen[one]) if isinstance(one, TypeVarTuple) else items.append(chosen[one])
                new = kind[tuple(items)]
            else:
                new = kind
            if _is_open(kind) or isinstance(new, tuple) and self.__origin__ is _abc.Callable:
                result.extend(new)
            else:
                result.append(new)
        return tuple(result)


class _UnionAlias(_Alias, _open=True):
    __iter__ = None

    def copy_with(self, arguments):
        return Union[arguments]

    def __eq__(self, other):
        if not isinstance(other, (_UnionAlias, _types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        if len(self.__args__) == 2 and type(None) in self.__args__:
            return f"typing.Optional[{_show(self.__args__[self.__args__[0] is type(None)])}]"
        return super().__repr__()

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, kind) for kind in self.__args__)

    def __reduce__(self):
        import operator
        return operator.getitem, (Union, self.__args__)


class _LiteralAlias(_Alias, _open=True):
    __iter__ = None

    def _pairs(self):
        return {(value, type(value)) for value in self.__args__}

    def __eq__(self, other):
        return self._pairs() == other._pairs() if isinstance(other, _LiteralAlias) else NotImplemented

    def __hash__(self):
        return hash(frozenset(self._pairs()))


class _CallableAlias(_Alias, _open=True):
    __iter__ = None

    def __repr__(self):
        arguments = self.__args__
        if len(arguments) == 2 and _is_parameter_list(arguments[0]):
            return super().__repr__()
        return f"typing.Callable[[{', '.join(map(_show, arguments[:-1]))}], {_show(arguments[-1])}]"

    def __reduce__(self):
        from operator import getitem
        *parameters, result = self.__args__
        is_whole = len(parameters) == 1 and _is_parameter_list(parameters[0])
        return getitem, (Callable, self.__args__ if is_whole else (parameters, result))


class _ConcatenateAlias(_Alias, _open=True):
    __iter__ = None

    def copy_with(self, arguments):
        *front, rest = arguments
        if isinstance(rest, (tuple, list)):
            return (*front, *rest)
        return super().copy_with((*front, *rest.__args__) if isinstance(rest, _ConcatenateAlias) else arguments)


class _UnpackAlias(_Alias, _open=True):
    def __repr__(self):
        return f"*{self.__args__[0]!r}"

    def __getitem__(self, items):
        if self.__typing_is_unpacked_typevartuple__:
            return items
        return super().__getitem__(items)

    @property
    def __typing_unpacked_tuple_args__(self):
        kind, = self.__args__
        return kind.__args__ if isinstance(kind, (_Alias, _types.GenericAlias)) and kind.__origin__ is tuple else None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _AnnotatedAlias(_Alias, _open=True):
    __iter__ = None

    def __init__(self, origin, metadata):
        is_nested = isinstance(origin, _AnnotatedAlias)
        plain = origin.__origin__ if is_nested else origin
        super().__init__(plain, plain, name="Annotated")
        self.__metadata__ = origin.__metadata__ + metadata if is_nested else metadata

    def copy_with(self, arguments):
        return self.__class__(arguments[0], self.__metadata__)

    def __repr__(self):
        return f"typing.Annotated[{_show(self.__origin__)}, {', '.join(map(repr, self.__metadata__))}]"

    def __reduce__(self):
        import operator
        return operator.getitem, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __mro_entries__(self, bases):
        return super().__mro_entries__(bases) if isinstance(self.__origin__, _BaseAlias) else (self.__origin__,)


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
        return super().__new__(cls, *args, **kwargs)


@_Special
def Union(self, parameters):
    "Union[X, Y]: one of these."
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    flat = []
    for kind in _as_tuple(parameters):
        kind = _check(kind, "Union[arg, ...]: each arg must be a type.")
        flat.extend(kind.__args__ if isinstance(kind, (_UnionAlias, _types.UnionType)) else (kind,))
    flat = tuple(dict.fromkeys(flat))
    if len(flat) == 1:
        return flat[0]
    return _UnionAlias(self, flat, name="Optional" if len(flat) == 2 and type(None) in flat else "Union")


@_Special
def Optional(self, parameters):
    "Optional[X]: X or None."
    return Union[_check(parameters, f"{self} requires a single type."), type(None)]


@_LiteralForm
def Literal(self, *parameters):
    "Literal['a', 1]: one of these values."
    flat = []
    for value in parameters:
        flat.extend(value.__args__ if isinstance(value, _LiteralAlias) else (value,))
    try:
        flat = [value for value, _ in dict.fromkeys((value, type(value)) for value in flat)]
    except TypeError:
        pass  # what has no hash stays
    return _LiteralAlias(self, tuple(flat), name="Literal")


def _form(name, documentation, single=None, alias=_Alias):
    def subscribe(self, parameter):
        if single is None:
            raise TypeError(f"{self} is not subscriptable")
        return alias(self, (_check(parameter, f"{self if single == 'single' else name} accepts only {single} type.", special=
                                   name in ("Required", "NotRequired")),), name=name)
    subscribe.__name__, subscribe.__doc__ = name, documentation
    return _Special(subscribe)


ClassVar = _form("ClassVar", "A variable of the class, not of its instances.", "single")
Final = _form("Final", "A name that is not to be assigned again.", "single")
TypeGuard = _form("TypeGuard", "What a function that tells types apart returns.", "single")
Required = _form("Required", "A key that a TypedDict must have.", "a single")
NotRequired = _form("NotRequired", "A key that a TypedDict may lack.", "a single")
Unpack = _form("Unpack", "The members of a tuple of types: Unpack[Ts] is *Ts.", "single", _UnpackAlias)
NoReturn = _form("NoReturn", "What a function returns that never returns.")
Never = _form("Never", "The type without values.")
Self = _form("Self", "The class that a method stands in.")
LiteralString = _form("LiteralString", "A str that is written in the program.")
TypeAlias = _form("TypeAlias", "The annotation of an alias of a type.")


@_Special
def Concatenate(self, parameters):
    "Parameters in front of a ParamSpec: Concatenate[int, P]."
    kinds = _as_tuple(parameters)
    if not kinds:
        raise TypeError("Cannot take a Concatenate of no types.")
    *front, rest = kinds
    if rest is not ... and not isinstance(rest, ParamSpec):
        raise TypeError("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
    front = [_check(kind, "Concatenate[arg, ...]: each arg must be a type.") for kind in front]
    return _ConcatenateAlias(self, (*front, rest), name="Concatenate")


class Annotated:
    "Annotated[X, data ...]: X, with data for tools."

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    @_cached
    def __class_getitem__(cls, parameters):
        if not isinstance(parameters, tuple) or len(parameters) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
        if _is_open(parameters[0]):
            raise TypeError("Annotated[...] should not be used with an unpacked TypeVarTuple")
        origin = _check(parameters[0], "Annotated[t, ...]: t must be a type.", special=True)
        return _AnnotatedAlias(origin, tuple(parameters[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")


# ---- classes with parameters ----

class Generic:
    "The base of generic classes: class Box(Generic[T])."

    __slots__ = ()
    _is_protocol = False

    @_cached
    def __class_getitem__(cls, parameters):
        parameters = tuple(map(_convert, _as_tuple(parameters)))
        if cls in (Generic, Protocol):
            if not parameters:
                raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
            if not all(isinstance(one, (TypeVar, ParamSpec)) or _is_open(one) for one in parameters):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.")
            if len(set(parameters)) != len(parameters):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
            return _Alias(cls, parameters)
        if not hasattr(cls, "__parameters__"):
            raise TypeError(f"{cls} is not a generic class")
        arguments = []
        for one, kind in _assign(cls, parameters).items():
            arguments.extend(kind) if isinstance(one, TypeVarTuple) else arguments.append(kind)
        return _Alias(cls, tuple(arguments))

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get("__orig_bases__")
        plain = Generic in bases if bases is not None else \
            Generic in cls.__bases__ and cls.__name__ != "Protocol" and type(cls) is not _TypedDictMeta
        if plain:
            raise TypeError("Cannot inherit from plain Generic")
        variables, listed = _parameters(bases or ()), None
        for base in bases or ():
            if isinstance(base, _Alias) and base.__origin__ is Generic:
                if listed is not None:
                    raise TypeError("Cannot inherit from Generic[...] multiple times.")
                listed = base.__parameters__
        if listed is not None:
            missing = [str(one) for one in variables if one not in listed]
            if missing:
                raise TypeError(f"Some type variables ({', '.join(missing)}) are not listed in Generic[{', '.join(map(str, listed))}]")
            variables = listed
        cls.__parameters__ = tuple(variables)


# Members that every class has or that belong to the machinery: no protocol asks for them.
_NO_MEMBERS = frozenset("""__parameters__ __orig_bases__ __orig_class__ _is_protocol _is_runtime_protocol __abstractmethods__ __annotations__
    __dict__ __doc__ __init__ __module__ __new__ __slots__ __subclasshook__ __weakref__ __class_getitem__ __qualname__
    __static_attributes__ _MutableMapping__marker""".split())


def _get_protocol_attrs(cls):
    "What an object needs to follow a protocol."
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ not in ("Protocol", "Generic"):
            own = base.__dict__.get("__annotations__", ())
            names.update(name for name in [*base.__dict__, *(own if isinstance(own, dict) else ())]
                         if not name.startswith("_abc_") and name not in _NO_MEMBERS)
    return names


def _only_methods(cls):
    return all(callable(getattr(cls, name, None)) for name in _get_protocol_attrs(cls))


def _has_members(instance, protocol):
    # All that a protocol names; a method that was set to None is not there.
    for name in _get_protocol_attrs(protocol):
        if not hasattr(instance, name) or callable(getattr(protocol, name, None)) and getattr(instance, name) is None:
            return False
    return True


class _ProtocolMeta(_ABCMeta):
    def __instancecheck__(cls, instance):
        if not getattr(cls, "_is_protocol", False):
            return issubclass(instance.__class__, cls) or super().__instancecheck__(instance)
        if not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        if _only_methods(cls) and issubclass(instance.__class__, cls) or _has_members(instance, cls):
            return True
        return super().__instancecheck__(instance)


def _follows(cls, other):
    "The __subclasshook__ of protocols."
    if not cls.__dict__.get("_is_protocol"):
        return NotImplemented
    inside = _caller(3) in ("typing", "abc", "functools")
    if not getattr(cls, "_is_runtime_protocol", False):
        if inside:
            return NotImplemented
        raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
    if not _only_methods(cls):
        if inside:
            return NotImplemented
        raise TypeError("Protocols with non-method members don't support issubclass()")
    if not isinstance(other, type):
        raise TypeError("issubclass() arg 1 must be a class")
    for name in _get_protocol_attrs(cls):
        for base in other.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
            own = base.__dict__.get("__annotations__", ())
            if isinstance(own, dict) and name in own and issubclass(other, Generic) and other._is_protocol:
                break
        else:
            return NotImplemented
    return True


def _protocol_init(self, *args, **kwargs):
    # A class that derives from a protocol takes the next __init__ behind this one.
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is _protocol_init:
        inits = [vars(base)["__init__"] for base in cls.__mro__ if "__init__" in vars(base)]
        cls.__init__ = next(init for init in inits if init is not _protocol_init)
        cls.__init__(self, *args, **kwargs)


_PROTOCOLS_ELSEWHERE = {
    "collections.abc": ("Callable", "Awaitable", "Iterable", "Iterator", "AsyncIterable", "Hashable", "Sized", "Container", "Collection",
                        "Reversible"),
    "contextlib": ("AbstractContextManager", "AbstractAsyncContextManager"),
}


class Protocol(Generic, metaclass=_ProtocolMeta):
    "The base of classes that only say which members others must have."

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any(base is Protocol for base in cls.__bases__)
        if "__subclasshook__" not in cls.__dict__:
            cls.__subclasshook__ = classmethod(_follows)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base is object or base is Generic or base.__name__ in _PROTOCOLS_ELSEWHERE.get(base.__module__, ()) or
                    issubclass(base, Generic) and base._is_protocol):
                raise TypeError("Protocols can only inherit from other protocols, got %r" % base)
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _protocol_init


def runtime_checkable(cls):
    "Allow isinstance() with a protocol."
    if not issubclass(cls, Generic) or not cls._is_protocol:
        raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)
    cls._is_runtime_protocol = True
    return cls


class _Collection(_BaseAlias, _open=True):
    "List, Dict ...: a class of collections or the language under its old name."

    def __init__(self, origin, count, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        self._count = count
        self.__doc__ = f"{origin.__module__}.{origin.__qualname__} for type hints."

    @_cached
    def __getitem__(self, parameters):
        parameters = tuple(_check(kind, _WANT_TYPES) for kind in _as_tuple(parameters))
        _expect(self, parameters, self._count)
        return self.copy_with(parameters)

    def copy_with(self, arguments):
        return _Alias(self.__origin__, arguments, name=self._name, inst=self._inst)

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _Collection):
            return issubclass(cls.__origin__, self.__origin__)
        return super().__subclasscheck__(cls) if isinstance(cls, _Alias) else issubclass(cls, self.__origin__)


class _Tuple(_Collection, _open=True):
    @_cached
    def __getitem__(self, parameters):
        parameters = _as_tuple(parameters)
        if len(parameters) >= 2 and parameters[-1] is ...:
            return self.copy_with((*(_check(kind, "Tuple[t, ...]: t must be a type.") for kind in parameters[:-1]), ...))
        return self.copy_with(tuple(_check(kind, "Tuple[t0, t1, ...]: each t must be a type.") for kind in parameters))


class _Callable(_Collection, _open=True):
    def copy_with(self, arguments):
        return _CallableAlias(self.__origin__, arguments, name=self._name, inst=self._inst)

    def __getitem__(self, parameters):
        if not isinstance(parameters, tuple) or len(parameters) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        arguments, result = parameters
        return self._make(tuple(arguments) if isinstance(arguments, list) else arguments, result)

    @_cached
    def _make(self, arguments, result):
        result = _check(result, "Callable[args, result]: result must be a type.")
        return self.copy_with((*map(_convert, _as_tuple(arguments)), result))


_COLLECTIONS = dict(List=list, Dict=dict, Set=set, FrozenSet=frozenset, Type=type, Deque=_collections.deque,
                    DefaultDict=_collections.defaultdict, OrderedDict=_collections.OrderedDict, Counter=_collections.Counter,
                    ChainMap=_collections.ChainMap, AbstractSet=_abc.Set, ContextManager=_contextlib.AbstractContextManager,
                    AsyncContextManager=_contextlib.AbstractAsyncContextManager)
_COLLECTIONS.update((_one, getattr(_abc, _one)) for _one in _abc.__all__ if _one not in ("Set", "Callable"))
_COUNTS = dict(Hashable=0, Sized=0, ByteString=0, Coroutine=3, Generator=3, AsyncGenerator=2, Mapping=2, MutableMapping=2, ItemsView=2,
               Dict=2, DefaultDict=2, OrderedDict=2, ChainMap=2)
for _name, _origin in _COLLECTIONS.items():
    globals()[_name] = _Collection(_origin, _COUNTS.get(_name, 1), name=_name, inst=_origin not in (list, dict, set, frozenset, type))
Tuple = _Tuple(tuple, -1, inst=False, name="Tuple")
Callable = _Callable(_abc.Callable, 2)
del _name, _origin, _COLLECTIONS, _COUNTS

T = TypeVar("T")
KT, VT = TypeVar("KT"), TypeVar("VT")
T_co, V_co, VT_co = (TypeVar(_name, covariant=True) for _name in ("T_co", "V_co", "VT_co"))
T_contra = TypeVar("T_contra", contravariant=True)
KT_co, CT_co = TypeVar("KT_co", covariant=True), TypeVar("CT_co", covariant=True, bound=type)
Text = str
AnyStr = TypeVar("AnyStr", bytes, str)


def _shape(name, method, base=Protocol):
    from abc import abstractmethod

    def needed(self):
        pass
    needed.__name__, needed.__qualname__ = method, f"{name}.{method}"
    body = {method: abstractmethod(needed), "__module__": "typing", "__slots__": (), "__doc__": "What has %s." % method}
    return runtime_checkable(_types.new_class(name, (base,), {}, lambda namespace: namespace.update(body)))


for _name, _method in (("SupportsInt", "__int__"), ("SupportsFloat", "__float__"), ("SupportsIndex", "__index__"),
                       ("SupportsComplex", "__complex__"), ("SupportsBytes", "__bytes__")):
    globals()[_name] = _shape(_name, _method)
SupportsAbs = _shape("SupportsAbs", "__abs__", Protocol[T_co])
SupportsRound = _shape("SupportsRound", "__round__", Protocol[T_co])
del _name, _method


# ---- tuples with names, dicts with known keys ----

def NamedTuple(typename, fields=None, /, **kwargs):
    "A named tuple with types: a call, or the base of a class statement."
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    made = _named_tuple(typename, list(fields), (), _caller())
    made.__orig_bases__ = (NamedTuple,)
    return made


def _named_tuple(name, pairs, defaults, module):
    kinds = {field: _check(kind, f"field {field} annotation must be a type") for field, kind in pairs}
    made = _collections.namedtuple(name, [field for field, _ in pairs], defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = kinds
    return made


_NAMED_TUPLE_OWN = frozenset("__new__ __init__ __slots__ __getnewargs__ _fields _field_defaults _field_types _make _replace _asdict _source".split())


class _NamedTupleMeta(type):
    def __new__(cls, name, bases, namespace):
        if any(base is not _NamedTuple and base is not Generic for base in bases):
            raise TypeError("can only inherit from a NamedTuple type and Generic")
        if bases.count(_NamedTuple) > 1:
            raise TypeError("duplicate base class tuple")
        pairs = list(namespace.get("__annotations__", {}).items())
        defaults = []
        for field, _ in pairs:
            if field in namespace:
                defaults.append(field)
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {field} cannot follow default field{'s' if len(defaults) > 1 else ''} "
                                f"{', '.join(defaults)}")
        made = _named_tuple(name, pairs, [namespace[field] for field in defaults], namespace["__module__"])
        if Generic in bases:
            made.__bases__ = tuple(tuple if base is _NamedTuple else base for base in bases)
            made.__class_getitem__ = classmethod(Generic.__class_getitem__.__func__)
        for key, value in namespace.items():
            if key in _NAMED_TUPLE_OWN:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ("__annotations__", "__module__", "__name__") and key not in made._fields:
                setattr(made, key, value)
        if Generic in bases:
            made.__init_subclass__()
        return made


_NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, namespace, total=True):
        if any(type(base) is not _TypedDictMeta and base is not Generic for base in bases):
            raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any(issubclass(base, Generic) for base in bases) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), namespace)
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required.update(base.__dict__.get("__required_keys__", ()))
            optional.update(base.__dict__.get("__optional_keys__", ()))
        message = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        for key, kind in namespace.get("__annotations__", {}).items():
            annotations[key] = kind = _check(kind, message, module=made.__module__)
            if isinstance(kind, _AnnotatedAlias):
                kind = kind.__origin__
            origin = get_origin(kind)
            (required if origin is Required or total and origin is not NotRequired else optional).add(key)
        made.__annotations__ = annotations
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        if not hasattr(made, "__total__"):
            made.__total__ = total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

    __instancecheck__ = __subclasscheck__


def _keys_by_keyword(fields, keywords):
    if fields is not None:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    import warnings
    warnings.warn("The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will be removed in Python 3.13, "
                  "and may not be understood by third-party type checkers.", DeprecationWarning, stacklevel=3)
    return keywords


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    "A dict with known keys: a call, or the base of a class statement."
    keys = _keys_by_keyword(fields, kwargs) if kwargs else fields
    members, home = {"__annotations__": dict(() if keys is None else keys)}, _caller()
    if home is not None:
        members["__module__"] = home
    return _TypedDictMeta(typename, (), members, total=total)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType(_Either):
    "A type apart for tools: UserId = NewType('UserId', int)."

    def __init__(self, name, tp):
        home = _caller()
        self.__qualname__, self.__supertype__ = name, tp
        self.__name__ = name.split(".")[-1]
        if home != "typing":
            self.__module__ = home

    def __call__(self, x, /):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __mro_entries__(self, bases):
        base, here = self.__name__, self

        class Refused:
            def __init_subclass__(cls):
                raise TypeError(f"Cannot subclass an instance of NewType. Perhaps you were looking for: "
                                f"`{cls.__name__} = NewType({cls.__name__!r}, {base})`")
        return (Refused,)

    def __reduce__(self):
        return self.__qualname__


# ---- functions ----

def cast(typ, val):
    "val, unchanged."
    return val


def final(f):
    "Tell type checkers that nothing overrides this method or derives from this class."
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


_overloads = {}


def _never(*args, **kwds):
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions "
                              "outside a stub module should always be followed by an implementation that is not "
                              "@overload-ed.")


def overload(func):
    "One of the signatures of a function; the last definition, without this, is the function."
    plain = getattr(func, "__func__", func)
    try:
        key, line = (plain.__module__, plain.__qualname__), plain.__code__.co_firstlineno
    except AttributeError:
        return _never  # nothing tells its definitions apart
    _overloads.setdefault(key, {})[line] = func
    return _never


def get_overloads(func):
    """The overloads of a function."""
    func = getattr(func, "__func__", func)
    return list(_overloads.get((func.__module__, func.__qualname__), {}).values())


def clear_overloads():
    """Forget all overloads."""
    _overloads.clear()


def _members_written_in(cls):
    # Functions, methods and classes that stand in a class, and are not borrowed from elsewhere.
    for name in dir(cls):
        member = getattr(cls, name)
        if isinstance(member, (type, _types.FunctionType, _types.MethodType)):
            if (member.__module__, member.__qualname__) == (cls.__module__, f"{cls.__qualname__}.{member.__name__}"):
                yield member


def no_type_check(arg):
    """Say that annotations are no types."""
    for member in _members_written_in(arg) if isinstance(arg, type) else ():
        if isinstance(member, type):
            no_type_check(member)
        else:
            getattr(member, "__func__", member).__no_type_check__ = True
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass  # it is of C
    return arg


def get_origin(tp):
    "list of List[int], None of what is not generic."
    if tp is Generic:
        return tp
    for kinds, origin in ((_AnnotatedAlias, Annotated), (_types.UnionType, _types.UnionType)):
        if isinstance(tp, kinds):
            return origin
    return tp.__origin__ if isinstance(tp, (_BaseAlias, _types.GenericAlias, ParamSpecArgs)) else None


def get_args(tp):
    "(int,) of List[int]."
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, (_Alias, _types.GenericAlias)):
        arguments = tp.__args__
        if tp.__origin__ is _abc.Callable and not (len(arguments) == 2 and _is_parameter_list(arguments[0])):
            return (list(arguments[:-1]), arguments[-1])
        return arguments
    return tp.__args__ if isinstance(tp, _types.UnionType) else ()


def _rebuild(kind, change):
    "The same type with change(argument) for each argument; itself when nothing changes."
    arguments = tuple(map(change, kind.__args__))
    if arguments == kind.__args__:
        return kind
    if isinstance(kind, _types.GenericAlias):
        made = _types.GenericAlias(kind.__origin__, arguments) if type(kind) is _types.GenericAlias else \
            type(kind)(kind.__origin__, (list(arguments[:-1]), arguments[-1]))
        return next(iter(made)) if getattr(kind, "__unpacked__", False) else made
    if isinstance(kind, _types.UnionType):
        return _functools.reduce(lambda left, right: left | right, arguments)
    return kind.copy_with(arguments)


def _evaluate(kind, globalns, localns, guard=frozenset()):
    "A type with the texts in it evaluated."
    if isinstance(kind, ForwardRef):
        return kind._evaluate(globalns, localns, guard)
    if isinstance(kind, (_Alias, _types.GenericAlias, _types.UnionType)):
        texts = isinstance(kind, _types.GenericAlias)
        if texts and getattr(kind, "__unpacked__", False):
            kind = Unpack[_types.GenericAlias(kind.__origin__, kind.__args__)]
        return _rebuild(kind, lambda one: _evaluate(ForwardRef(one) if texts and isinstance(one, str) else one, globalns, localns, guard))
    return kind


def _strip(kind):
    "A type without Annotated, Required and NotRequired."
    if isinstance(kind, _AnnotatedAlias):
        return _strip(kind.__origin__)
    if getattr(kind, "__origin__", None) in (Required, NotRequired):
        return _strip(kind.__args__[0])
    return _rebuild(kind, _strip) if isinstance(kind, (_Alias, _types.GenericAlias, _types.UnionType)) else kind


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    "The annotations of a class, function or module, with those that are text evaluated."
    if getattr(obj, "__no_type_check__", None):
        return {}
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            names = globalns if globalns is not None else getattr(_sys.modules.get(base.__module__), "__dict__", {})
            own = base.__dict__.get("__annotations__", {})
            inner = dict(vars(base)) if localns is None else localns
            if localns is None and globalns is None:
                names, inner = inner, names  # a class's own names come last
            for name, kind in ({} if isinstance(own, _types.GetSetDescriptorType) else own).items():
                kind = ForwardRef(kind, is_argument=False, is_class=True) if isinstance(kind, str) else _convert(kind)
                hints[name] = _evaluate(kind, names, inner)
    else:
        module = isinstance(obj, _types.ModuleType)
        if globalns is None:
            innermost = obj
            while hasattr(innermost, "__wrapped__"):
                innermost = innermost.__wrapped__
            globalns = obj.__dict__ if module else getattr(innermost, "__globals__", {})
        localns = globalns if localns is None else localns
        own = getattr(obj, "__annotations__", None)
        if own is None:
            if callable(obj) or module:
                return {}
            raise TypeError(f"{obj!r} is not a module, class, method, or function.")
        for name, kind in dict(own).items():
            kind = ForwardRef(kind, is_argument=not module) if isinstance(kind, str) else _convert(kind)
            hints[name] = _evaluate(kind, globalns, localns)
    return hints if include_extras else {name: _strip(kind) for name, kind in hints.items()}


def is_typeddict(tp):
    """Is it a TypedDict?"""
    return isinstance(tp, _TypedDictMeta)


def assert_type(val, typ, /):
    """Say of what type a value is: the value."""
    return val


def reveal_type(obj, /):
    """Print the type of a value: the value."""
    print(f"Runtime type is {type(obj).__name__!r}", file=_sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Say that a place is never reached."""
    shown = repr(arg)
    if len(shown) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        shown = shown[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {shown}")


class IO(Generic[AnyStr]):
    "A stream of text or of bytes, as open() gives one."

    __slots__ = ()
    _abstract_methods = ("close fileno flush isatty read readable readline readlines seek seekable tell truncate writable write "
                         "writelines __enter__ __exit__")


class TextIO(IO[str]):
    "A stream of text."

    __slots__ = ()


class BinaryIO(IO[bytes]):
    "A stream of bytes."

    __slots__ = ()
    _abstract_methods = "write __enter__"


def _make_abstract(cls, properties):
    # the methods that a stream of this kind has: they do nothing
    def make(name):
        def method(self, *args, **kwargs):
            pass
        method.__name__, method.__qualname__ = name, "%s.%s" % (cls.__name__, name)
        method.__doc__ = "Of a stream."
        method.__isabstractmethod__ = True
        return method
    for name in cls._abstract_methods.split():
        setattr(cls, name, make(name))
    for name in properties.split():
        setattr(cls, name, property(make(name)))
    del cls._abstract_methods


TextIO._abstract_methods = "__enter__"
_make_abstract(BinaryIO, "")
_make_abstract(TextIO, "buffer encoding errors line_buffering newlines")
_make_abstract(IO, "mode name closed")


def no_type_check_decorator(decorator):
    "A decorator whose results are marked as no_type_check() does."
    @_functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    "Say that a decorator, a class or a metaclass makes dataclasses."
    settings = dict(eq_default=eq_default, order_default=order_default, kw_only_default=kw_only_default, field_specifiers=field_specifiers)

    def mark(maker):
        maker.__dataclass_transform__ = settings | {"kwargs": kwargs}
        return maker
    return mark


def __getattr__(name):
    if name in ("Pattern", "Match"):
        import re
        globals()[name] = _Collection(getattr(re, name), 1, name=name)
        return globals()[name]
    if name == "_GenericAlias":  # under this name the machine's dataclasses ask what an annotation is
        return _Alias
    if name in ("TypeAliasType", "NoDefault") and _sys.version_info >= (3, 12 if name == "TypeAliasType" else 13):
        import _type_parameters
        return getattr(_type_parameters, name)
    if name == "override":  # of a later Python, where programs ask for it
        def override(method, /):
            "Tell type checkers that this method overrides one of a base."
            try:
                method.__override__ = True
            except (AttributeError, TypeError):
                pass
            return method
        globals()[name] = override
        return override
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
