"""Enumerations: classes whose members are constants with a name and a value."""

import builtins as _builtins

from types import DynamicClassAttribute as property, MappingProxyType as _MappingProxyType

__all__ = ["EnumMeta", "EnumType", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique", "property",
           "nonmember", "member"]


class nonmember:
    "An attribute of the class that is no member."

    def __init__(self, value):
        self.value = value


class member:
    "A member whatever its value looks like."

    def __init__(self, value):
        self.value = value


class auto:
    "A value that the class chooses: the next number."

    def __init__(self):
        self.value = self

    def __repr__(self):
        return "auto()"


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")


class _Members(dict):
    "The namespace of the class statement: tells members from the rest and gives auto() its number."

    def __init__(self, generate):
        super().__init__()
        self._names, self._last, self._generate, self._ignored = {}, [], generate, []

    def __setitem__(self, key, value):
        if key == "_generate_next_value_":
            self._generate = value.__func__ if isinstance(value, staticmethod) else value
        elif key == "_ignore_":
            self._ignored = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            value = self._ignored
        elif _is_sunder(key) or _is_dunder(key) or key in self._ignored or isinstance(value, nonmember):
            value = value.value if isinstance(value, nonmember) else value
        elif key in self._names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key.startswith("_") and "__" in key[1:]:
            pass  # a private name of the class
        elif isinstance(value, member) or not (_is_descriptor(value) or isinstance(value, type)):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            value = value.value if isinstance(value, member) else value
            if isinstance(value, auto):
                value.value = self._generate(key, 1, len(self._names), self._last[:])
                value = value.value
            elif isinstance(value, tuple) and any(isinstance(item, auto) for item in value):
                value = tuple(self._generate(key, 1, len(self._names), self._last[:]) if isinstance(item, auto) else item
                              for item in value)
            self._names[key] = None
            self._last.append(value)
        super().__setitem__(key, value)


class EnumType(type):
    "The class of enumerations."

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
        first = bases[-1] if bases else None
        generate = getattr(first, "_generate_next_value_", None)
        return _Members(generate or (lambda name, start, count, last: start + count))

    def __new__(metacls, name, bases, namespace, *, boundary=None, **kwds):
        if not bases:
            return super().__new__(metacls, name, bases, {**namespace, "_member_names_": [], "_member_map_": {}, "_value2member_map_": {}})
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        names = list(getattr(namespace, "_names", ()))
        values = {key: namespace[key] for key in names}
        rest = {key: value for key, value in namespace.items() if key not in values and key not in getattr(namespace, "_ignored", ())}
        rest.pop("_ignore_", None)
        generate = rest.get("_generate_next_value_")
        if generate is not None and not isinstance(generate, staticmethod):
            rest["_generate_next_value_"] = staticmethod(generate)
        rest.update(_member_names_=[], _member_map_={}, _value2member_map_={}, _unhashable_=[])
        own_new = rest.pop("__new__", None)
        kind = metacls._data_type(bases)
        cls = super().__new__(metacls, name, bases, rest, **kwds)
        cls._member_type_ = kind
        if own_new is not None:
            cls._new_member_ = own_new
        make = getattr(cls, "_new_member_", None)
        if "__format__" not in rest and kind is not object and not issubclass(cls, globals().get("ReprEnum", ())):
            cls.__format__ = Enum.__format__ if "Enum" in globals() else cls.__format__
        if kind is not object and "Enum" in globals():
            prints_value = issubclass(cls, globals().get("ReprEnum", ()))
            for method in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
                if method in rest or any(method in base.__dict__ for base in bases if isinstance(base, EnumType) and base is not Enum):
                    continue
                chosen = getattr(Enum, method)
                if prints_value and method in ("__str__", "__format__"):
                    chosen = getattr(kind, method)
                    if chosen is object.__str__:
                        chosen = kind.__repr__
                setattr(cls, method, chosen)
        for key, value in values.items():
            metacls._add(cls, key, value, kind, make)
        if rest.get("_order_"):
            order = rest["_order_"]
            if (order.replace(",", " ").split() if isinstance(order, str) else order) != cls._member_names_:
                raise TypeError(f"member order does not match _order_:\n  {cls._member_names_!r}\n  {order!r}")
        cls.__new__ = Enum.__dict__["__new__"] if "Enum" in globals() else cls.__new__
        return cls

    def _data_type(bases):
        for base in bases:
            for one in base.__mro__:
                if one is object:
                    continue
                if isinstance(one, EnumType):
                    if getattr(one, "_member_type_", object) is not object:
                        return one._member_type_
                elif "__new__" in one.__dict__:
                    return base if base is not one and not isinstance(base, EnumType) else one
        return object

    def _add(cls, key, value, kind, make):
        arguments = value if isinstance(value, tuple) else (value,)
        if kind is tuple:
            arguments = (value,)
        if make is not None:
            made = make(cls, *arguments)
            if not hasattr(made, "_value_"):
                made._value_ = value if kind is object else kind(*arguments)
        elif kind is object:
            made = object.__new__(cls)
            made._value_ = value
        else:
            made = kind.__new__(cls, *arguments)
            made._value_ = kind(*arguments)
        made._name_, made.__objclass__, made._sort_order_ = key, cls, len(cls._member_names_)
        if cls.__init__ is not object.__init__ and "__init__" in {n for k in cls.__mro__[:-1] if k is not kind for n in k.__dict__}:
            made.__init__(*arguments)
        for known in cls._member_map_.values():
            if known._value_ == made._value_:
                made = known
                break
        else:
            if not (issubclass(cls, globals().get("Flag", ())) and (made._value_ == 0 or made._value_ & (made._value_ - 1))):
                cls._member_names_.append(key)
            try:
                cls._value2member_map_.setdefault(made._value_, made)
            except TypeError:
                cls._unhashable_.append(made)
        cls._member_map_[key] = made
        type.__setattr__(cls, key, made)

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        bases = (cls,) if type is None else (type, cls)
        namespace = cls.__class__.__prepare__(value, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (list, tuple)) and names and isinstance(names[0], str):
            last, pairs = [], []
            for count, name in enumerate(names):
                number = cls._generate_next_value_(name, start, count, last[:])
                last.append(number)
                pairs.append((name, number))
            names = pairs
        for item in names.items() if isinstance(names, dict) else names:
            namespace[item[0]] = item[1]
        if module is not None:
            namespace["__module__"] = module
        if qualname is not None:
            namespace["__qualname__"] = qualname
        return cls.__class__.__new__(cls.__class__, value, bases, namespace)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (type(member).__qualname__, cls.__class__.__qualname__))
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __dir__(cls):
        return sorted({"__class__", "__contains__", "__doc__", "__getitem__", "__init_subclass__", "__iter__", "__len__",
                       "__members__", "__module__", "__name__", "__qualname__", *cls._member_map_})

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __repr__(cls):
        return ("<flag %r>" if issubclass(cls, globals().get("Flag", ())) else "<enum %r>") % cls.__name__

    @_builtins.property
    def __members__(cls):
        return _MappingProxyType(cls._member_map_)


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """The base of enumerations.

    >>> class Color(Enum):
    ...     RED = 1
    >>> Color.RED
    <Color.RED: 1>
    """

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            found = cls._value2member_map_.get(value)
        except TypeError:
            found = None
        if found is None:
            for one in cls._member_map_.values():
                if one._value_ == value:
                    found = one
                    break
        if found is not None:
            return found
        made = cls._missing_(value)
        if isinstance(made, cls):
            return made
        error = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        if made is None:
            raise error
        raise TypeError("error in %s._missing_: returned %r instead of None or a valid member" % (cls.__name__, made))

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        for last in reversed(last_values):
            try:
                return last + 1
            except TypeError:
                continue
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        return "<%s.%s: %r>" % (self.__class__.__name__, self._name_, self._value_)

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        if self._name_ in self.__class__._member_map_:
            return getattr, (self.__class__, self._name_)
        return self.__class__, (self._value_,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    def __dir__(self):
        return sorted({"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value",
                       *(name for cls in type(self).__mro__[:-1] for name in cls.__dict__
                         if name[0] != "_" and name not in type(self)._member_map_)})

    @property
    def name(self):
        "The name of the member."
        return self._name_

    @property
    def value(self):
        "The value of the member."
        return self._value_


class ReprEnum(Enum):
    "An enumeration whose members print as their values."


class IntEnum(int, ReprEnum):
    "Members are ints, too."


class StrEnum(str, ReprEnum):
    "Members are strs, too."

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum):
    "Members that can be combined with | & ^ ~."

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return 1 << max((last.bit_length() for last in last_values), default=0) if last_values else start or 1

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        every = 0
        for one in cls._member_map_.values():
            every |= one._value_
        if value < 0:
            value = every & value
        if value & ~every and not issubclass(cls, int):
            bits = max(value.bit_length(), every.bit_length())
            raise ValueError("%r invalid value %r\n    given %s\n  allowed %s"
                             % (cls, value, "0b0 " + bin(value)[2:].rjust(bits, "0"), "0b0 " + bin(every)[2:].rjust(bits, "0")))
        known = cls._value2member_map_.get(value)
        if known is not None:
            return known
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made._value_ = value
        names = [one._name_ for one in cls if one._value_ & value]
        made._name_ = "|".join(names) or None
        rest = value & ~every
        if rest and made._name_:
            made._name_ += "|%s" % rest
        return cls._value2member_map_.setdefault(value, made)

    def _number(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        return other if issubclass(self.__class__, int) and isinstance(other, int) else None

    def __or__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else self.__class__(self._value_ | number)

    def __and__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else self.__class__(self._value_ & number)

    def __xor__(self, other):
        number = self._number(other)
        return NotImplemented if number is None else self.__class__(self._value_ ^ number)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        every = 0
        for one in self.__class__:
            every |= one._value_
        return self.__class__(every & ~self._value_)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return (one for one in self.__class__ if one._value_ & self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        name = self.__class__.__name__
        return "<%s: %r>" % (name, self._value_) if self._name_ is None else "<%s.%s: %r>" % (name, self._name_, self._value_)

    def __str__(self):
        name = self.__class__.__name__
        return "%s(%r)" % (name, self._value_) if self._name_ is None else "%s.%s" % (name, self._name_)

    def __hash__(self):
        return hash(self._name_)


class IntFlag(int, ReprEnum, Flag):
    "Members are ints, too."

    # int stands in front of Flag: its operators would lose the class.
    __or__, __and__, __xor__, __invert__ = Flag.__or__, Flag.__and__, Flag.__xor__, Flag.__invert__
    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


def unique(enumeration):
    "A decorator that refuses two names for one value."
    double = ["%s -> %s" % (name, one.name) for name, one in enumeration.__members__.items() if name != one.name]
    if double:
        raise ValueError("duplicate values found in %r: %s" % (enumeration, ", ".join(double)))
    return enumeration
