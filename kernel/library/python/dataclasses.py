"""Classes whose methods are made from their annotated fields."""

import copy as _copy
import keyword as _keyword
import sys as _sys
import types as _types
from _thread import get_ident as _get_ident
from abc import update_abstractmethods as _update_abstractmethods

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict", "astuple",
           "make_dataclass", "replace", "is_dataclass"]


class FrozenInstanceError(AttributeError):
    "An attribute of a frozen data class was to be changed."


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()
_FIELDS, _PARAMS = "__dataclass_fields__", "__dataclass_params__"


class _Kind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD, _CLASS_VARIABLE, _INIT_VARIABLE = _Kind("_FIELD"), _Kind("_FIELD_CLASSVAR"), _Kind("_FIELD_INITVAR")


class InitVar:
    "The annotation of a parameter of __init__ that goes to __post_init__ and is no field."

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        shown = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f"dataclasses.InitVar[{shown}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


_showing = set()  # what is being printed, by id and thread
_FIELD_PARTS = ("name", "type", "default", "default_factory", "init", "repr", "hash", "compare", "metadata", "kw_only",
                "_field_type")


class Field:
    "What a data class knows of one of its fields; field() makes them."

    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata", "kw_only",
                 "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None
        self.default, self.default_factory, self.init, self.repr, self.hash = default, default_factory, init, repr, hash
        self.compare, self.kw_only = compare, kw_only
        self.metadata = _types.MappingProxyType({} if metadata is None else metadata)

    def __repr__(self):
        key = id(self), _get_ident()
        if key in _showing:
            return "..."
        _showing.add(key)
        try:
            return "Field(%s)" % ",".join([f"{name}={getattr(self, name)!r}" for name in _FIELD_PARTS])
        finally:
            _showing.discard(key)

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), "__set_name__", None)
        if hook:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(_types.GenericAlias)


class _Parameters:
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, **values):
        for name in self.__slots__:
            setattr(self, name, values[name])

    def __repr__(self):
        return "_DataclassParams(" + ",".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__) + ")"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    "Say more of a field than its type and default."
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind_of(annotation, cls):
    if isinstance(annotation, str):
        return _kind_of_text(annotation, cls)
    if isinstance(annotation, InitVar) or annotation is InitVar:
        return _INIT_VARIABLE
    return _CLASS_VARIABLE if _is_class_variable(annotation) else _FIELD


def _is_class_variable(annotation):
    typing = _sys.modules.get("typing")
    return typing is not None and (annotation is typing.ClassVar or getattr(annotation, "__origin__", None) is typing.ClassVar)


def _word(text, at):
    "The word at a place, spaces left out around it, and where it ends."
    while text[at:at + 1].isspace():
        at += 1
    start = at
    while text[at:at + 1].isalnum() or text[at:at + 1] == "_":
        at += 1
    word = text[start:at]
    while text[at:at + 1].isspace():
        at += 1
    return word, at


def _named(text, cls):
    "What NAME or MODULE.NAME at the start of an annotation's text means where its class stands; never evaluated."
    namespace = getattr(_sys.modules.get(cls.__module__), "__dict__", {})
    word, at = _word(text, 0)
    if not word:
        return None, None
    if text[at:at + 1] == ".":
        after = _word(text, at + 1)[0]
        if after:
            module = namespace.get(word)
            return module, getattr(module, "__dict__", {}).get(after) if isinstance(module, _types.ModuleType) else None
    return None, namespace.get(word)


def _kind_of_text(annotation, cls):
    module, meant = _named(annotation, cls)
    if _is_class_variable(meant) and module in (None, _sys.modules.get("typing")):
        return _CLASS_VARIABLE
    if (meant is InitVar or isinstance(meant, InitVar)) and module in (None, _sys.modules[__name__]):
        return _INIT_VARIABLE
    return _FIELD


def _is_keyword_marker(annotation, cls):
    if isinstance(annotation, str):
        module, meant = _named(annotation, cls)
        return meant is KW_ONLY and module in (None, _sys.modules[__name__])
    return annotation is KW_ONLY


def _make_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        made = default
    else:
        if isinstance(default, _types.MemberDescriptorType):
            default = MISSING
        made = field(default=default)
    made.name, made.type, made._field_type = name, annotation, _kind_of(annotation, cls)
    if made._field_type is not _FIELD and made.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if made._field_type is _CLASS_VARIABLE:
        if made.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
    elif made.kw_only is MISSING:
        made.kw_only = kw_only
    if made._field_type is _FIELD and made.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
    return made


def _function(cls, name, parameters, body, given):
    "A function of the class's module that sees the values of `given` as well."
    lines = "\n".join(["  " + line for line in body])
    text = f"def make({', '.join(given)}):\n def {name}({', '.join(parameters)}):\n{lines}\n return {name}"
    module, names = _sys.modules.get(cls.__module__), {}
    exec(text, {} if module is None else module.__dict__, names)
    return names["make"](**given)


def _init_function(cls, fields, frozen, slots, self_name):
    ordinary = [f for f in fields if f.init and not f.kw_only]
    keyword = [f for f in fields if f.init and f.kw_only]
    seen_default = False
    for f in ordinary:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")
    annotations, given = {}, {"__dataclass_factory__": _FACTORY, "__dataclass_set__": object.__setattr__}

    def parameter(f):
        annotations[f.name] = f.type
        if f.default is not MISSING:
            given["_default_" + f.name] = f.default
            return f"{f.name}=_default_{f.name}"
        return f"{f.name}=__dataclass_factory__" if f.default_factory is not MISSING else f.name

    parameters = [self_name, *map(parameter, ordinary)]
    if keyword:
        parameters += ["*", *map(parameter, keyword)]
    body = []
    for f in fields:
        if f._field_type is _INIT_VARIABLE:
            continue
        value = f.name
        if f.default_factory is not MISSING:
            given["_factory_" + f.name] = f.default_factory
            value = f"_factory_{f.name}() if {f.name} is __dataclass_factory__ else {f.name}" if f.init else f"_factory_{f.name}()"
        elif not f.init:
            if f.default is MISSING or not slots:
                continue  # the class has the default
            given["_default_" + f.name] = f.default
            value = f"_default_{f.name}"
        body.append(f"__dataclass_set__({self_name}, {f.name!r}, {value})" if frozen else f"{self_name}.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append(f"{self_name}.__post_init__({', '.join([f.name for f in fields if f._field_type is _INIT_VARIABLE])})")
    made = _function(cls, "__init__", parameters, body or ["pass"], given)
    made.__annotations__ = {**annotations, "return": None}
    return made


def _repr_function(cls, fields):
    shown = ", ".join([f"{f.name}={{self.{f.name}!r}}" for f in fields if f.repr])
    body = ["key = id(self), get_ident()", "if key in showing:", "  return '...'", "showing.add(key)", "try:",
            f"  return self.__class__.__qualname__ + f'({shown})'", "finally:", "  showing.discard(key)"]
    return _function(cls, "__repr__", ["self"], body, {"showing": _showing, "get_ident": _get_ident})


def _tuple_text(name, fields):
    "(name.first, name.second, )"
    return "(%s)" % "".join([f"{name}.{f.name}, " for f in fields])


def _comparison(cls, name, symbol, fields):
    compared = [f for f in fields if f.compare]
    body = ["if other.__class__ is self.__class__:",
            f"  return {_tuple_text('self', compared)} {symbol} {_tuple_text('other', compared)}", "return NotImplemented"]
    return _function(cls, name, ["self", "other"], body, {})


def _set_new(cls, name, value):
    if name in cls.__dict__:
        return True
    value.__qualname__ = f"{cls.__qualname__}.{name}"
    value.__module__ = cls.__module__
    setattr(cls, name, value)
    return False


def _freeze(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)
    for function in (__setattr__, __delattr__):
        if _set_new(cls, function.__name__, function):
            raise TypeError(f"Cannot overwrite attribute {function.__name__} in class {cls.__name__}")


def _collect(cls, kw_only):
    found, frozen_bases, any_base = {}, [], False
    for base in cls.__mro__[-1:0:-1]:
        inherited = getattr(base, _FIELDS, None)
        if inherited is not None:
            any_base = True
            found.update(inherited)
            if _PARAMS in base.__dict__ or hasattr(base, _PARAMS):
                frozen_bases.append(getattr(base, _PARAMS).frozen)
    annotations = cls.__dict__.get("__annotations__", {})
    own, marked = [], False
    for name, annotation in annotations.items():
        if _is_keyword_marker(annotation, cls):
            if marked:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            marked = kw_only = True
            continue
        own.append(_make_field(cls, name, annotation, kw_only))
    for f in own:
        found[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return found, frozen_bases, any_base


def _hash_action(cls, eq, frozen, unsafe_hash, fields):
    own = cls.__dict__.get("__hash__", MISSING)
    explicit = not (own is MISSING or (own is None and "__eq__" in cls.__dict__))
    if unsafe_hash:
        if explicit:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    elif not eq or explicit:
        return
    elif not frozen:
        cls.__hash__ = None
        return
    hashed = [f for f in fields if (f.compare if f.hash is None else f.hash)]
    made = _function(cls, "__hash__", ["self"], [f"return hash({_tuple_text('self', hashed)})"], {"hash": hash})
    made.__qualname__ = f"{cls.__qualname__}.__hash__"
    cls.__hash__ = made


def _annotation_text(annotation):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, type) and not isinstance(annotation, _types.GenericAlias):
        if annotation.__module__ == "builtins":
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation)


def _signature_text(cls, fields):
    "What stands in place of a docstring: the call."
    parts, keyword = [], False
    ordered = [f for f in fields if f.init]
    for f in [f for f in ordered if not f.kw_only] + [f for f in ordered if f.kw_only]:
        if f.kw_only and not keyword:
            parts.append("*")
            keyword = True
        text = f"{f.name}: {_annotation_text(f.type)}"
        if f.default is not MISSING:
            text += f" = {f.default!r}"
        elif f.default_factory is not MISSING:
            text += " = <factory>"
        parts.append(text)
    return f"{cls.__name__}({', '.join(parts)})"


def _other_signature_text(cls):
    "The same of a class whose __init__ is not ours."
    import inspect
    try:
        return cls.__name__ + str(inspect.signature(cls)).replace(" -> None", "")
    except (TypeError, ValueError):
        return cls.__name__


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    setattr(cls, _PARAMS, _Parameters(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen))
    found, frozen_bases, any_base = _collect(cls, kw_only)
    if any_base:
        if any(frozen_bases) and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if frozen_bases and not all(frozen_bases) and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    setattr(cls, _FIELDS, found)
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    all_fields = [f for f in found.values() if f._field_type is not _CLASS_VARIABLE]
    instance_fields = [f for f in all_fields if f._field_type is _FIELD]
    own_init = init
    if init:
        self_name = "__dataclass_self__" if "self" in found else "self"
        own_init = not _set_new(cls, "__init__", _init_function(cls, all_fields, frozen, slots, self_name))
    if repr:
        _set_new(cls, "__repr__", _repr_function(cls, instance_fields))
    has_own_eq = "__eq__" in cls.__dict__
    _hash_action(cls, eq, frozen, unsafe_hash, instance_fields)
    if eq and not has_own_eq:
        own_hash = cls.__dict__.get("__hash__", MISSING)
        _set_new(cls, "__eq__", _comparison(cls, "__eq__", "==", instance_fields))
        if own_hash is not MISSING:
            cls.__hash__ = own_hash
    if order:
        for name, symbol in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            if _set_new(cls, name, _comparison(cls, name, symbol, instance_fields)):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering")
    if frozen:
        _freeze(cls, {f.name for f in instance_fields})
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in all_fields if f.init and not f.kw_only])
    if not getattr(cls, "__doc__"):
        cls.__doc__ = _signature_text(cls, all_fields) if own_init else _other_signature_text(cls)
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = _with_slots(cls, frozen, weakref_slot, [f.name for f in instance_fields])
    _update_abstractmethods(cls)
    return cls


def _slots_of(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return ()
    if isinstance(slots, str):
        return (slots,)
    if hasattr(slots, "__next__") or not hasattr(slots, "__iter__"):
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")
    return slots


def _get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)  # its own would refuse


def _with_slots(cls, frozen, weakref_slot, names):
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    inherited = {name for base in cls.__mro__[1:-1] for name in _slots_of(base)}
    namespace = dict(cls.__dict__)
    wanted = [*names, "__weakref__"] if weakref_slot else names
    namespace["__slots__"] = tuple([name for name in wanted if name not in inherited])
    for name in names:
        namespace.pop(name, None)
    for name in ("__dict__", "__weakref__"):
        namespace.pop(name, None)
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    if frozen:
        if "__getstate__" not in namespace:
            made.__getstate__ = _get_state
        if "__setstate__" not in namespace:
            made.__setstate__ = _set_state
    return made


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    """Add __init__, __repr__, __eq__ and others to a class, made from its annotated fields.

    >>> @dataclass
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1)
    Point(x=1, y=0)
    """
    def decorate(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)
    return decorate if cls is None else decorate(cls)


def fields(class_or_instance):
    "The fields of a dataclass, as a tuple of Field."
    try:
        found = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in found.values() if f._field_type is _FIELD)


def is_dataclass(obj):
    "Whether this is a dataclass or an instance of one."
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def _convert(obj, make):
    if _is_instance(obj):
        return make(obj)
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_convert(item, make) for item in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_convert(item, make) for item in obj])
    if isinstance(obj, dict):
        return type(obj)([(_convert(key, make), _convert(value, make)) for key, value in obj.items()])
    return _copy.deepcopy(obj)


def asdict(obj, *, dict_factory=dict):
    "The fields as a dict, dataclasses inside of it as well."
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")

    def make(one):
        return dict_factory([(f.name, _convert(getattr(one, f.name), make)) for f in fields(one)])
    return make(obj)


def astuple(obj, *, tuple_factory=tuple):
    "The values of the fields as a tuple, dataclasses inside of it as well."
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")

    def make(one):
        return tuple_factory([_convert(getattr(one, f.name), make) for f in fields(one)])
    return make(obj)


def replace(obj, /, **changes):
    "A new object of the same class with some fields changed."
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _CLASS_VARIABLE:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            if f._field_type is _INIT_VARIABLE and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    "Make a dataclass from names, (name, type) or (name, type, field())."
    namespace = {} if namespace is None else dict(namespace)
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, "typing.Any"
        elif len(item) == 2:
            name, kind = item
        elif len(item) == 3:
            name, kind, namespace[item[0]] = item
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if _keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = kind
    namespace["__annotations__"] = annotations
    cls = _types.new_class(cls_name, bases, {}, lambda ns: ns.update(namespace))
    return dataclass(cls, **options)
