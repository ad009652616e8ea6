"""What type parameters and `type` statements turn into (PEP 695, PEP 696): kernel/language/text/parser_generic.c makes the calls."""
import sys as _sys
import typing as _typing
from types import GenericAlias as _GenericAlias

_absent = object()


class NoDefaultType:
    "The type of NoDefault."

    __slots__ = ()

    def __new__(cls):
        "The one instance."
        return NoDefault

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


NoDefault = object.__new__(NoDefaultType)
NoDefaultType.__module__ = "builtins"


def _caller():
    return _sys._getframe(0).f_globals.get("__name__")


def _later(name):
    # A member that is worked out when somebody asks, once: the function waits under another name.
    def get(self):
        members = self.__dict__
        if name not in members:
            members[name] = members["." + name]()
        return members[name]
    return property(get)


class _Lazy:
    __covariant__ = __contravariant__ = False
    __infer_variance__ = True
    __default__ = _later("default")

    def __repr__(self):
        return self.__name__

    def has_default(self):
        "Was a default given?"
        return self.__default__ is not NoDefault

    @classmethod
    def _make(cls, name, default):
        self = cls.__new__(cls)
        self.__name__ = name
        self.__dict__[".default"] = default or (lambda: NoDefault)
        return self


def _derive(base, **members):
    members.update(__module__="typing", __qualname__=base.__qualname__, __doc__=base.__doc__)
    return type(base)(base.__name__, (_Lazy, base), members, _open=True)


def _bound(self):
    found = self._bound
    return None if type(found) is tuple else found


def _constraints(self):
    found = self._bound
    return found if type(found) is tuple else ()


_TypeVar = _derive(_typing.TypeVar, _bound=_later("bound"), __bound__=property(_bound), __constraints__=property(_constraints))
_ParamSpec = _derive(_typing.ParamSpec, __bound__=None)
_TypeVarTuple = _derive(_typing.TypeVarTuple)


def variable(name, bound, default):
    "T, or T: bound = default."
    self = _TypeVar._make(name, default)
    self.__dict__[".bound"] = bound or (lambda: None)
    return self


def specification(name, bound, default):
    "**P."
    return _ParamSpec._make(name, default)


def pack(name, bound, default):
    "*Ts, or *Ts = default; with a bound the default is a tuple of it."
    return _TypeVarTuple._make(name, (lambda: default()[0]) if bound else default)


def _arguments(parameters):
    return tuple(_typing.Unpack[one] if isinstance(one, _typing.TypeVarTuple) else one for one in parameters)


def generic(parameters):
    "The base of a class with these parameters."
    return _typing.Generic[_arguments(parameters)]


def finish(definition, parameters):
    "Tell a function or class of its parameters."
    definition.__type_params__ = parameters
    return definition


def call(function):
    "What the function returns: it stands around a definition."
    return function()


class TypeAliasType:
    "A name for a type, as the statement `type X = ...` makes it."

    __value__ = _later("value")

    def __init__(self, name, value, *, type_params=()):
        if not isinstance(name, str):
            raise TypeError("TypeAliasType() argument 'name' must be str, not %s" % type(name).__name__)
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        self.__dict__.update(__name__=name, value=value, __type_params__=type_params, __module__=_caller())

    @property
    def __parameters__(self):
        return _arguments(self.__type_params__)

    def __setattr__(self, name, value):
        if name == "__name__":
            raise AttributeError("readonly attribute")
        there = name in ("__value__", "__type_params__", "__parameters__", "__module__")
        raise AttributeError(("attribute %r of 'typing.TypeAliasType' objects is not writable" if there
                              else "'typing.TypeAliasType' object has no attribute %r") % name)

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__

    def __getitem__(self, parameters):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return _GenericAlias(self, parameters)

    def __or__(self, other):
        return _typing.Union[self, other]

    def __ror__(self, other):
        return _typing.Union[other, self]

    def __call__(self, *args, **kwargs):
        raise TypeError("'typing.TypeAliasType' object is not callable")

    def __init_subclass__(cls, /, **kwargs):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")


TypeAliasType.__module__ = "typing"


def alias(name, value, parameters):
    "What `type name[parameters] = value` binds."
    self = TypeAliasType(name, None, type_params=parameters)
    members = self.__dict__
    del members["value"]
    members[".value"], members["__module__"] = value, _caller()
    return self
