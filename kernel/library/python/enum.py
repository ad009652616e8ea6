"""Enumerations: classes whose members are constants with a name and a value.

A class statement fills an _EnumDict, which tells the members from the rest. EnumType.__new__ puts a _proto_member in the
place of each; type.__new__ calls their __set_name__, which makes the member and gives it its place in the class."""

import builtins as bltns
import sys
from operator import or_ as _or_
from types import DynamicClassAttribute, MappingProxyType

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique", "property",
           "verify", "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP", "global_flag_repr",
           "global_enum_repr", "global_str", "global_enum", "EnumCheck", "CONTINUOUS", "NAMED_FLAGS", "UNIQUE"]

# Known to EnumType before they are there: the classes that this module makes with it.
Enum = Flag = ReprEnum = EJECT = KEEP = None

_SUNDERS = frozenset(("_order_", "_generate_next_value_", "_numeric_repr_", "_missing_", "_ignore_", "_iter_member_",
                      "_iter_member_by_value_", "_iter_member_by_def_"))
_FLAG_OPERATORS = "__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"


# ---- names and bits ----

def _is_descriptor(obj):
    return hasattr(obj, "__get__") or hasattr(obj, "__set__") or hasattr(obj, "__delete__")


def _is_dunder(name):
    core = name[2:-2]
    return name == f"__{core}__" and bool(core) and "_" not in (core[0], core[-1])


def _is_sunder(name):
    core = name[1:-1]
    return name == f"_{core}_" and bool(core) and "_" not in (core[0], core[-1])


def _is_private(cls_name, name):
    "Whether a name is one with two underscores in front that the compiler has mangled."
    start = "_%s__" % cls_name
    return len(name) > len(start) and name.startswith(start) and name[len(start)] != "_" \
        and (name[-1] != "_" or name[-2] != "_")


def _is_internal_class(cls_name, obj):
    "Whether obj is a class from a class statement inside the one of cls_name."
    return isinstance(obj, type) and ("." + obj.__qualname__).endswith(".%s.%s" % (cls_name, obj.__name__))


def _is_single_bit(num):
    if num == 0:
        return False
    num &= num - 1
    return num == 0


def _high_bit(value):
    return value.bit_length() - 1


def _iter_bits_lsb(num):
    "The powers of two in a number, the smallest first."
    left = num.value if isinstance(num, Enum) else num
    if left < 0:
        raise ValueError("%r is not a positive integer" % left)
    while left:
        rest = left & left - 1  # without the lowest bit
        yield left ^ rest
        left = rest


def bin(num, max_bits=None):
    """The bits of a number behind one that is its sign.

    >>> bin(10)
    '0b0 1010'
    >>> bin(~10, 6)
    '0b1 110101'
    """
    count = num.bit_length()
    digits = format(num & (1 << count) - 1, "0%db" % count) if count else ""
    sign = "1" if num < 0 else "0"
    return "0b%s %s" % (sign, digits.rjust(max_bits or 0, sign))


def show_flag_values(value):
    "The powers of two in a number, as a list."
    return list(_iter_bits_lsb(value))


# ---- what stands in a class statement ----

class nonmember:
    "Keeps a value of the class statement from becoming a member."

    def __init__(self, value):
        self.value = value


class member:
    "Makes a value of the class statement a member, whatever it is."

    def __init__(self, value):
        self.value = value


class _AutoNull:
    def __repr__(self):
        return "_auto_null"


_auto_null = _AutoNull()


class auto:
    "Stands for a value that the class chooses."

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return "auto(%r)" % self.value


class property(DynamicClassAttribute):
    "An attribute of the members that leaves its name free: a member may be called so."

    def __get__(self, instance, ownerclass=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        try:
            return ownerclass._member_map_[self.name]
        except KeyError:
            raise AttributeError("%r %s attribute %r" % (ownerclass, "has no" if instance is None else "member has no",
                                                         self.name)) from None

    def __set__(self, instance, value):
        if self.fset is not None:
            return self.fset(instance, value)
        raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("<enum %r> cannot delete attribute %r" % (self.clsname, self.name))
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name, self.clsname = name, ownerclass.__name__


class _EnumDict(dict):
    "The namespace of a class statement: it notes the members' names and gives auto() its value."

    def __init__(self):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = None

    def __setitem__(self, key, value):
        if self._cls_name is not None and _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            value = self._set_sunder(key, value)
        elif _is_dunder(key):
            if key == "__order__":
                key = "_order_"
        elif key in self._member_names:
            raise TypeError("%r already defined as %r" % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not _is_descriptor(value):
            if self._cls_name is not None and _is_internal_class(self._cls_name, value):
                import warnings
                warnings.warn("In 3.13 classes created inside an enum will not become a member.  Use the `member` decorator "
                              "to keep the current behavior.", DeprecationWarning, stacklevel=2)
            value = self._add_member(key, value)
        super().__setitem__(key, value)

    def _set_sunder(self, key, value):
        if key not in _SUNDERS:
            raise ValueError("_sunder_ names, such as %r, are reserved for future Enum use" % (key,))
        if key == "_generate_next_value_":
            if self._auto_called:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == "_ignore_":
            value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            self._ignore = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError("_ignore_ cannot specify already set names: %r" % (already,))
        return value

    def _add_member(self, key, value):
        if key in self:
            raise TypeError("%r already defined as %r" % (key, self[key]))
        if isinstance(value, member):
            value = value.value
        if isinstance(value, auto):
            value = self._next_value(key, value)
        elif type(value) is tuple and any(isinstance(item, auto) for item in value):
            value = tuple([self._next_value(key, item) if isinstance(item, auto) else item for item in value])
        else:
            self._last_values.append(value)
        self._member_names[key] = None
        return value

    def _next_value(self, key, stand_in):
        if stand_in.value is _auto_null:
            stand_in.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
            self._auto_called = True
        self._last_values.append(stand_in.value)
        return stand_in.value

    def update(self, members, **more_members):
        "Add names and values, from a mapping or from pairs."
        for name, value in members.items() if hasattr(members, "keys") else members:
            self[name] = value
        for name, value in more_members.items():
            self[name] = value


class _proto_member:
    "The value of a member to be; type.__new__ tells it its class and name."

    def __init__(self, value):
        self.value = value

    def __set_name__(self, enum_class, member_name):
        delattr(enum_class, member_name)
        made = _add_to_class(enum_class, member_name, _make_member(enum_class, member_name, self.value))
        for base in enum_class.__mro__[1:]:
            found = base.__dict__.get(member_name)
            if isinstance(found, property):
                break  # it answers for the member
            if isinstance(found, (bltns.property, DynamicClassAttribute)):
                redirect = property(found.fget, found.fset, found.fdel, found.__doc__)
                redirect.__set_name__(enum_class, member_name)
                setattr(enum_class, member_name, redirect)
                break
        else:
            setattr(enum_class, member_name, made)
        enum_class._member_map_[member_name] = made


def _make_member(enum_class, name, value):
    kind = enum_class._member_type_
    args = value if isinstance(value, tuple) and kind is not tuple else (value,)
    made = enum_class._new_member_(enum_class, *args) if enum_class._use_args_ else enum_class._new_member_(enum_class)
    if not hasattr(made, "_value_"):
        if kind is object:
            made._value_ = value
        else:
            try:
                made._value_ = kind(*args)
            except MemoryError:
                raise
            except Exception as error:
                raise TypeError("_value_ not set in __new__, unable to create it") from error
    made._name_ = name
    made.__objclass__ = enum_class
    made.__init__(*args)
    made._sort_order_ = len(enum_class._member_names_)
    return made


def _add_to_class(enum_class, name, made):
    "The member for this value: one that is known already, or the new one."
    value = made._value_
    try:
        try:
            return enum_class._value2member_map_[value]
        except TypeError:
            for known in enum_class._member_map_.values():
                if known._value_ == value:
                    return known
            raise KeyError(value) from None
    except KeyError:
        # A flag of several bits is another name for what they are together.
        if Flag is None or not issubclass(enum_class, Flag) or _is_single_bit(value):
            enum_class._member_names_.append(name)
    try:
        enum_class._value2member_map_.setdefault(value, made)
    except TypeError:
        enum_class._unhashable_values_.append(value)
    return made


# ---- the class of the classes ----

def _split_names(names):
    return names.replace(",", " ").split() if isinstance(names, str) else names


class EnumType(type):
    "The class of enumerations."

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        body = _EnumDict()
        metacls._check_for_existing_members_(cls, bases)
        parent = metacls._get_mixins_(cls, bases)[1]
        if parent is not None:
            body["_generate_next_value_"] = getattr(parent, "_generate_next_value_", None)
        body._cls_name = cls
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        classdict.setdefault("_ignore_", []).append("_ignore_")
        for key in classdict["_ignore_"]:
            classdict.pop(key, None)
        names = classdict._member_names
        if "mro" in names or "" in names:
            raise ValueError("invalid enum member name(s) %s"
                             % ",".join(repr(name) for name in {"mro", ""} & set(names)))
        order = classdict.pop("_order_", None)
        if "_generate_next_value_" in classdict:
            dict.__setitem__(classdict, "_generate_next_value_", staticmethod(classdict._generate_next_value))
        kind, first_enum = metacls._get_mixins_(cls, bases)
        new, save_new, use_args = metacls._find_new_(classdict, kind, first_enum)
        dict.update(classdict, _new_member_=new, _use_args_=use_args, _member_names_=[], _member_map_={},
                    _value2member_map_={}, _unhashable_values_=[], _member_type_=kind,
                    _value_repr_=metacls._find_data_repr_(cls, bases))
        is_flag = cls == "Flag" if Flag is None else any(issubclass(base, Flag) for base in bases)
        if is_flag:
            dict.update(classdict, _boundary_=boundary or getattr(first_enum, "_boundary_", None), _flag_mask_=0, _all_bits_=0,
                        _inverted_=None)
        for name in names:
            dict.__setitem__(classdict, name, _proto_member(classdict[name]))
        try:
            made, error = super().__new__(metacls, cls, bases, classdict, **kwds), None
        except RuntimeError as wrapper:
            error = wrapper.__cause__ or wrapper  # what a member's making raised
        if error is not None:
            raise error
        metacls._choose_methods(made, bases, classdict, kind, first_enum)
        if is_flag and Flag is not None:
            for name in _FLAG_OPERATORS:
                if name not in classdict:
                    setattr(made, name, getattr(Flag, name))
        if Enum is not None:
            if save_new:
                made.__new_member__ = new
            made.__new__ = Enum.__new__
        order = _split_names(order)
        if is_flag:
            metacls._measure_bits(made)
            if order:
                order = [name for name in order if name in made._member_names_ or name not in made._member_map_]
        elif order:
            order = [name for name in order if name in made._member_names_ or name not in made._member_map_]
        if order and order != made._member_names_:
            raise TypeError("member order does not match _order_:\n  %r\n  %r" % (made._member_names_, order))
        return made

    def _choose_methods(made, bases, classdict, kind, first_enum):
        "The data type's ways of being printed give way to those of enumerations; not under ReprEnum."
        if ReprEnum is not None and ReprEnum in bases:
            if kind is object:
                raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
            if "__format__" not in classdict:
                made.__format__ = kind.__format__
                classdict["__format__"] = made.__format__
            if "__str__" not in classdict:
                made.__str__ = kind.__repr__ if kind.__str__ is object.__str__ else kind.__str__
                classdict["__str__"] = made.__str__
        for name in "__repr__", "__str__", "__format__", "__reduce_ex__":
            if name not in classdict and getattr(made, name) in (getattr(kind, name), getattr(object, name)):
                setattr(made, name, getattr(first_enum, name))

    def _measure_bits(made):
        single = 0
        for one in made._member_map_.values():
            if _is_single_bit(one._value_):
                single |= one._value_
        bits = single
        for one in made._member_map_.values():
            bits |= one._value_
        made._flag_mask_ = single
        made._all_bits_ = 2 ** bits.bit_length() - 1
        values = [one._value_ for one in made]
        if values != sorted(values):
            made._iter_member_ = made._iter_member_by_def_

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """The member with a value; or, with names, a new enumeration.

        The names are a string of words, an iterable of names or of pairs of name and value, or a mapping. Then value is the
        class's name; module and qualname are what it says of itself (pickle needs them), type is a data type that the members
        are too, start is the first value, boundary tells flags what to do with values that are none of theirs."""
        if names is not None:
            options = dict(module=module, qualname=qualname, type=type, start=start, boundary=boundary)
            return cls._create_(value, names, **options)
        return cls.__new__(cls, value)

    def __contains__(cls, member):
        """Whether member is one of this enumeration's.

        TypeError where it is no member of any; from 3.12 on it may be a value, too."""
        if isinstance(member, Enum):
            return member._name_ in cls._member_map_ and isinstance(member, cls)
        import warnings
        warnings.warn("in 3.12 __contains__ will no longer raise TypeError, but will return True or\n"
                      "False depending on whether the value is a member or the value of a member", DeprecationWarning, stacklevel=2)
        kinds = type(member).__qualname__, type(cls).__qualname__
        raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % kinds)

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get("_member_map_", ()):
            raise AttributeError("%r cannot delete member %r." % (cls.__name__, attr))
        super().__delattr__(attr)

    def __dir__(cls):
        shown = set(cls._member_names_)
        shown.update("__%s__" % name for name in ("class", "contains", "doc", "getitem", "iter", "len", "members", "module", "name", "qualname"))
        for name, own, plain in (("__new__", cls._new_member_, object.__new__),
                                 ("__init_subclass__", cls.__init_subclass__, object.__init_subclass__)):
            if own is not plain:
                shown.add(name)
        mixed_in = cls._member_type_
        return sorted(shown if mixed_in is object else shown.union(dir(mixed_in)))

    def __getattr__(cls, name):
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls._member_map_[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(cls, name):
        "The member with a name."
        return cls._member_map_[name]

    def __iter__(cls):
        "The members in the order of their definition."
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        "The number of members; second names do not count."
        return len(cls._member_names_)

    @bltns.property
    def __members__(cls):
        "A mapping of names to members that cannot be written; second names are in it."
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        return ("<flag %r>" if Flag is not None and issubclass(cls, Flag) else "<enum %r>") % cls.__name__

    def __reversed__(cls):
        "The members in the reverse order of their definition."
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __setattr__(cls, name, value):
        if vars(cls).get("_member_map_", {}).get(name) is not None:
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        "A new enumeration below this one: what EnumType.__call__ does."
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        first_enum = metacls._get_mixins_(class_name, bases)[1]
        namespace = metacls.__prepare__(class_name, bases)
        names = _split_names(names)
        if isinstance(names, (list, tuple)) and names and isinstance(names[0], str):
            words, names, last = names, [], []
            for count, word in enumerate(words):
                last.append(first_enum._generate_next_value_(word, start, count, last[:]))
                names.append((word, last[-1]))
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            namespace[name] = value
        if module is None:
            try:
                module = sys._getframe(2).f_globals["__name__"]
            except (AttributeError, KeyError, ValueError):
                pass
        if module is None:
            _make_class_unpicklable(namespace)
        else:
            namespace["__module__"] = module
        if qualname is not None:
            namespace["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, namespace, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        "A new enumeration that takes the place of constants of a module: those that the filter picks."
        from _enum_checks import convert
        return convert(cls, name, module, filter, source, boundary, as_global)

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        ancestors = [one for base in bases for one in base.__mro__ if isinstance(one, EnumType)]
        for one in ancestors:
            if one._member_names_:
                raise TypeError("<enum %r> cannot extend %r" % (class_name, one))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        "The data type of the members, or object, and the enumeration that is extended."
        if bases:
            mcls._check_for_existing_members_(class_name, bases)
            last = bases[-1]
            if isinstance(last, EnumType):
                return mcls._find_data_type_(class_name, bases) or object, last
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        return object, Enum

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for one in (ancestor for base in bases for ancestor in base.__mro__ if ancestor is not object):
            if isinstance(one, EnumType):
                return one._value_repr_
            own = vars(one).get("__repr__")
            if own is not None:
                return own

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        kinds = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        kinds.add(base._member_type_)
                        break
                elif "__new__" in base.__dict__ or "__init__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                    kinds.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(kinds) > 1:
            raise TypeError("too many data types for %r: %r" % (class_name, kinds))
        return kinds.pop() if kinds else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        "What makes a member, whether it is the class's own, and whether it takes the value."
        new = classdict.get("__new__")
        own = first_enum is not None and new is not None
        if new is None:
            plain = {None, None.__new__, object.__new__, getattr(Enum, "__new__", None)}
            found = [target for name in ("__new_member__", "__new__") for possible in (member_type, first_enum)
                     if (target := getattr(possible, name, None)) not in plain]
            new = found[0] if found else object.__new__
        takes_value = first_enum is not None and new not in (getattr(Enum, "__new__", None), object.__new__)
        return new, own, takes_value


EnumMeta = EnumType


# ---- the classes ----

def _ask_missing(cls, value):
    """What _missing_() gives for a value that no member has, or the error."""
    invalid = failure = None
    try:
        try:
            answer = cls._missing_(value)
        except Exception as error:
            failure = error
        else:
            if isinstance(answer, cls):
                return answer
            if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(answer, int):
                return answer
            if answer is not None:
                failure = TypeError("error in %s._missing_: returned %r instead of None or a valid member" % (cls.__name__, answer))
        invalid = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        if failure is None:
            raise invalid
        if not isinstance(failure, ValueError):
            failure.__context__ = invalid
        raise failure
    finally:
        failure = invalid = None  # they would hold this frame, which holds them


class Enum(metaclass=EnumType):
    """The base of enumerations.

    >>> class Color(Enum):
    ...     RED = 1
    ...     BLUE = 2
    >>> Color.RED
    <Color.RED: 1>
    >>> Color(2), Color['BLUE'], Color.BLUE.name, Color.BLUE.value
    (<Color.BLUE: 2>, <Color.BLUE: 2>, 'BLUE', 2)
    >>> list(Color)
    [<Color.RED: 1>, <Color.BLUE: 2>]
    """

    def __new__(cls, value):
        if type(value) is cls:
            return value
        known = cls._value2member_map_
        try:
            return known[value]
        except KeyError:
            pass
        except TypeError:  # it has no hash
            for member in cls._member_map_.values():
                if value == member._value_:
                    return member
        return _ask_missing(cls, value)

    def __init__(self, *args, **kwds):
        pass

    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        latest = last_values[-1]
        try:
            if max(last_values) == latest:
                return latest + 1
        except TypeError:
            pass  # values of other types among them
        import warnings
        warnings.warn("In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and support "
                      "adding +1\nand the value returned will be the largest value in the enum incremented by 1",
                      DeprecationWarning, stacklevel=5)
        for value in last_values[::-1]:
            try:
                following = value + 1
            except TypeError:
                continue
            return following
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, show(self._value_))

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __dir__(self):
        if type(self)._member_type_ is object:
            shown = {"name", "value", "__class__", "__doc__", "__eq__", "__hash__", "__module__"}
        else:
            shown = set(object.__dir__(self))
        shown.update(name for name in getattr(self, "__dict__", ()) if not name.startswith("_"))
        for ancestor in type(self).__mro__:
            for name, value in vars(ancestor).items():
                if name.startswith("_"):
                    continue
                is_member = isinstance(value, property) and value.fget is None and name in self._member_map_
                (shown.discard if is_member else shown.add)(name)
        return sorted(shown)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return getattr, (self.__class__, self._name_)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self

    @property
    def name(self):
        "The name of the Enum member."
        return self._name_

    @property
    def value(self):
        "The value of the Enum member."
        return self._value_


class ReprEnum(Enum):
    "The base of enumerations whose members are printed as their values; repr() still tells the member."


class IntEnum(int, ReprEnum):
    "The base of enumerations whose members are ints, too."


class StrEnum(str, ReprEnum):
    "The base of enumerations whose members are strs, too."

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError("too many arguments for str(): %r" % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError("%r is not a string" % (values[0],))
        for what, value in zip(("encoding", "errors"), values[1:]):
            if not isinstance(value, str):
                raise TypeError("%s must be a string, not %r" % (what, value))
        text = str(*values)
        made = str.__new__(cls, text)
        made._value_ = text
        return made

    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    "What becomes of a value with bits that are no flag: an error, without them, an int, kept."

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _with_own_bits(cls, value):
    # A value with bits that its class has not, as the class's boundary wants it.
    mask, boundary = cls._flag_mask_, cls._boundary_
    if boundary is EJECT:
        return value
    if boundary is CONFORM:
        return value & mask
    if boundary is KEEP:
        return value if value >= 0 else value + max(cls._all_bits_ + 1, 1 << value.bit_length())
    if boundary is not STRICT:
        raise ValueError("%r unknown flag boundary %r" % (cls, boundary))
    width = max(value.bit_length(), mask.bit_length())
    raise ValueError("%r invalid value %r\n    given %s\n  allowed %s" % (cls, value, bin(value, width), bin(mask, width)))


def _unnamed_flag(cls, value, stray):
    # A member of several flags, or of none, which the class statement did not name.
    kind = cls._member_type_
    member = object.__new__(cls) if kind is object else kind.__new__(cls, value)
    if not hasattr(member, "_value_"):
        member._value_ = value
    parts = [one._name_ for one in cls._iter_member_(value & ~stray)]
    if parts and stray:
        parts.append(cls._numeric_repr_(stray))
    member._name_ = "|".join(parts) if parts else None
    return member


class Flag(Enum, boundary=CONFORM):
    """The base of enumerations whose members can be combined with | & ^ ~.

    >>> class Access(Flag):
    ...     READ = auto()
    ...     WRITE = auto()
    >>> Access.READ | Access.WRITE
    <Access.READ|WRITE: 3>
    """

    _numeric_repr_ = repr

    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return 1 if start is None else start
        last = max(last_values)
        try:
            return 2 ** (_high_bit(last) + 1)
        except Exception:
            raise TypeError("invalid flag value %r" % last) from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda one: one._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        every, known = cls._all_bits_, cls._value2member_map_
        if not ~every <= value <= every or value & (every ^ cls._flag_mask_):
            value = _with_own_bits(cls, value)
            if cls._boundary_ is EJECT:
                return value
        positive = value if value >= 0 else value + every + 1
        stray = positive & ~cls._flag_mask_
        if stray and cls._boundary_ is not KEEP:
            raise ValueError("%s(%r) -->  unknown values %r [%s]" % (cls.__name__, positive, stray, bin(stray)))
        member = _unnamed_flag(cls, positive, stray)
        if not stray:
            member = known.setdefault(positive, member)  # another thread may have been first
        if value < 0:
            known[value] = member
        return member

    def __contains__(self, other):
        "Whether all flags of other are set in this one."
        if isinstance(other, type(self)):
            return not other._value_ & ~self._value_
        kinds = type(other).__qualname__, type(self).__qualname__
        raise TypeError("unsupported operand type(s) for 'in': %r and %r" % kinds)

    def __iter__(self):
        "The single flags that are set."
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        kind = type(self)
        label = kind.__name__ if self._name_ is None else f"{kind.__name__}.{self._name_}"
        value = (kind._value_repr_ or repr)(self._value_)
        return f"<{label}: {value}>"

    def __str__(self):
        name = self.__class__.__name__
        return "%s(%r)" % (name, self._value_) if self._name_ is None else "%s.%s" % (name, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def __reduce_ex__(self, proto):
        cls = self.__class__
        known, unknown = self._value_ & cls._flag_mask_, self._value_ & ~cls._flag_mask_
        if known and unknown:
            return _or_, (cls(known), unknown)
        lowest = known & -known
        if known != lowest:
            return _or_, (cls(known ^ lowest), cls._value2member_map_.get(lowest))
        return (cls, (self._value_,)) if self._name_ is None else (getattr, (cls, self._name_))

    def _operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        return other if self._member_type_ is not object and isinstance(other, self._member_type_) else None

    def __or__(self, other):
        other = self._operand(other)
        return NotImplemented if other is None else self.__class__(self._value_ | other)

    def __and__(self, other):
        other = self._operand(other)
        return NotImplemented if other is None else self.__class__(self._value_ & other)

    def __xor__(self, other):
        other = self._operand(other)
        return NotImplemented if other is None else self.__class__(self._value_ ^ other)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        if self._inverted_ is None:
            value = ~self._value_ if self._boundary_ is KEEP else self._flag_mask_ & ~self._value_
            self._inverted_ = self.__class__(value)
            if isinstance(self._inverted_, self.__class__):
                self._inverted_._inverted_ = self
        return self._inverted_


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    "The base of flags that are ints, too."


# ---- decorators, and what is seldom asked for ----

def unique(enumeration):
    "A decorator that refuses two names for one value."
    double = ["%s -> %s" % (name, one.name) for name, one in enumeration.__members__.items() if name != one.name]
    if double:
        raise ValueError("duplicate values found in %r: %s" % (enumeration, ", ".join(double)))
    return enumeration


def _module_word(self):
    return self.__class__.__module__.split(".")[-1]


def global_enum_repr(self):
    "A repr() of MODULE.NAME, for members that stand in their module."
    return "%s.%s" % (_module_word(self), self._name_)


def global_flag_repr(self):
    "A repr() of MODULE.NAME|MODULE.NAME, for flags that stand in their module."
    module = _module_word(self)
    if self._name_ is None:
        return "%s.%s(%r)" % (module, self.__class__.__name__, self._value_)
    if _is_single_bit(self._value_):
        return "%s.%s" % (module, self._name_)
    return "|".join([name if self._boundary_ is KEEP and name[0].isdigit() else "%s.%s" % (module, name)
                     for name in self._name_.split("|")])


def global_str(self):
    "A str() of the name alone."
    return "%s(%r)" % (self.__class__.__name__, self._value_) if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    "A decorator that enters the members into their module, too, and lets repr() say so."
    looks = {"__repr__": global_flag_repr if issubclass(cls, Flag) else global_enum_repr}
    if update_str or not issubclass(cls, ReprEnum):
        looks["__str__"] = global_str
    for name, function in looks.items():
        setattr(cls, name, function)
    vars(sys.modules[cls.__module__]).update(cls.__members__)
    return cls


def _reduce_ex_by_global_name(self, proto):
    return self.name


def _make_class_unpicklable(obj):
    "Let pickling fail at once: for a class whose module is not known."
    def refuse(self, protocol):
        raise TypeError("%r cannot be pickled" % self)

    changes = {"__reduce_ex__": refuse, "__module__": "<unknown>"}
    if isinstance(obj, dict):
        obj.update(changes)
    else:
        for name, value in changes.items():
            setattr(obj, name, value)


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """A decorator that makes an enumeration of a plain class.

    >>> @_simple_enum(Enum)
    ... class Answer:
    ...     YES = 1
    ...     NO = 0
    >>> list(Answer)
    [<Answer.YES: 1>, <Answer.NO: 0>]
    """
    def convert_class(cls):
        metacls = etype.__class__
        namespace = metacls.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__"):
                namespace[name] = value
        return metacls.__new__(metacls, cls.__name__, (etype,), namespace, boundary=boundary)
    return convert_class


class EnumCheck(StrEnum):
    "What verify() can look for."

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    "A decorator that refuses an enumeration with faults: UNIQUE, CONTINUOUS, NAMED_FLAGS."

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        from _enum_checks import check
        for which in self.checks:
            check(enumeration, which)
        return enumeration


def _test_simple_enum(checked_enum, simple_enum):
    """TypeError where an enumeration of _simple_enum() is other than one from a class statement.

    >>> class Answer(Enum):
    ...     YES = 1
    >>> _test_simple_enum(Answer, _simple_enum(Enum)(type('Answer', (), {'YES': 1})))
    """
    from _enum_checks import compare
    compare(checked_enum, simple_enum)


def _old_convert_(etype, name, module, filter, source=None, *, boundary=None):
    "What EnumType._convert_() does."
    return etype._convert_(name, module, filter, source, boundary=boundary)
