"""Objects that stand for others in tests, and tell how they were used."""

import builtins as _builtins
import sys as _sys
from functools import wraps as _wraps

__all__ = ["Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "AsyncMock", "FILTER_DIR",
           "NonCallableMock", "NonCallableMagicMock", "mock_open", "PropertyMock", "seal"]

FILTER_DIR = True


class InvalidSpecError(Exception):
    "A mock is no specification of another."


class _SentinelObject:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "sentinel.%s" % self.name

    def __reduce__(self):
        return "sentinel.%s" % self.name


class _Sentinel:
    "sentinel.anything is one object, and has this name."

    def __init__(self):
        self._sentinels = {}

    def __getattr__(self, name):
        if name == "__bases__":
            raise AttributeError
        return self._sentinels.setdefault(name, _SentinelObject(name))


sentinel = _Sentinel()
DEFAULT = sentinel.DEFAULT
_missing = sentinel.MISSING
_deleted = sentinel.DELETED


class _Any:
    "Equal to everything."

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __repr__(self):
        return "<ANY>"


ANY = _Any()


# ---- calls ----

def _format_call_signature(name, args, kwargs):
    parts = [repr(argument) for argument in args] + ["%s=%r" % pair for pair in kwargs.items()]
    return "%s(%s)" % (name, ", ".join(parts))


class _Call(tuple):
    "A call: (name, arguments, keyword arguments); a call of a mock itself has no name."

    def __new__(cls, value=(), name="", parent=None, two=False, from_kall=True):
        args, kwargs = (), {}
        if len(value) == 3:
            name, args, kwargs = value
        elif len(value) == 2:
            first, second = value
            if isinstance(first, str):
                name = first
                if isinstance(second, tuple):
                    args = second
                else:
                    kwargs = second
            else:
                args, kwargs = first, second
        elif len(value) == 1:
            value, = value
            if isinstance(value, str):
                name = value
            elif isinstance(value, tuple):
                args = value
            else:
                kwargs = value
        return tuple.__new__(cls, (args, kwargs) if two else (name, args, kwargs))

    def __init__(self, value=(), name=None, parent=None, two=False, from_kall=True):
        self._mock_name, self._mock_parent, self._mock_from_kall = name, parent, from_kall

    def _parts(self):
        return ("", *self) if len(self) == 2 else tuple(self)

    def __eq__(self, other):
        try:
            count = len(other)
        except TypeError:
            return NotImplemented
        name, args, kwargs = self._parts()
        parent = getattr(other, "_mock_parent", None)
        if self._mock_parent and parent and self._mock_parent != parent:
            return False
        other_name, other_args, other_kwargs = "", (), {}
        if count == 0:
            pass
        elif count == 3:
            other_name, other_args, other_kwargs = other
        elif count == 1:
            value, = other
            if isinstance(value, tuple):
                other_args = value
            elif isinstance(value, str):
                other_name = value
            else:
                other_kwargs = value
        elif count == 2:
            first, second = other
            if isinstance(first, str):
                other_name = first
                if isinstance(second, tuple):
                    other_args = second
                else:
                    other_kwargs = second
            else:
                other_args, other_kwargs = first, second
        else:
            return False
        if name and other_name != name:
            return False
        return (other_args, other_kwargs) == (args, kwargs)

    __ne__ = object.__ne__

    def __call__(self, /, *args, **kwargs):
        if self._mock_name is None:
            return _Call(("", args, kwargs), name="()")
        name = self._mock_name + "()"
        return _Call((self._mock_name, args, kwargs), name=name, parent=self)

    def __getattr__(self, attr):
        if attr.startswith("__") and attr.endswith("__"):
            raise AttributeError(attr)
        name = attr if self._mock_name is None else "%s.%s" % (self._mock_name, attr)
        return _Call(name=name, parent=self, from_kall=False)

    def __getattribute__(self, attr):
        if attr in tuple.__dict__ and not attr.startswith("__"):
            raise AttributeError
        return tuple.__getattribute__(self, attr)

    @property
    def args(self):
        return tuple.__getitem__(self, 0 if len(self) == 2 else 1)

    @property
    def kwargs(self):
        return tuple.__getitem__(self, 1 if len(self) == 2 else 2)

    def __repr__(self):
        if not self._mock_from_kall:
            name = self._mock_name or "call"
            return "call" + name if name.startswith("()") else name if name.startswith("call") else "call.%s" % name
        name, args, kwargs = self._parts()
        if not name:
            name = "call"
        elif name.startswith("()"):
            name = "call%s" % name
        else:
            name = "call.%s" % name
        return _format_call_signature(name, args, kwargs)

    def call_list(self):
        "The calls of a chain, one by one."
        calls, one = [], self
        while one is not None:
            if one._mock_from_kall:
                calls.append(one)
            one = one._mock_parent
        return _CallList(reversed(calls))


call = _Call(from_kall=False)


def _taken_from(made, calls):
    "What is left of the calls that were made without `calls`, and which of these were not among them."
    left, missing = list(made), []
    for one in calls:
        try:
            left.remove(one)
        except ValueError:
            missing.append(one)
    return left, missing


class _CallList(list):
    def __contains__(self, value):
        if not isinstance(value, list):
            return list.__contains__(self, value)
        count = len(value)
        return any(self[start:start + count] == value for start in range(len(self) - count + 1))

    def __repr__(self):
        return "[%s]" % ", ".join(map(repr, self)) if len(repr(list(self))) < 80 else "[%s]" % ",\n ".join(map(repr, self))


# ---- mocks ----

_NUMERIC = ("add sub mul matmul truediv floordiv mod lshift rshift and xor or pow").split()
_MAGICS = {"__%s__" % name for name in
           ("lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit ceil floor trunc complex int float bool "
            "index round hash iter next reversed missing call divmod rdivmod neg pos abs invert fspath aiter aenter aexit anext "
            "getattr_ format set_name get set delete instancecheck subclasscheck dir").split()}
_MAGICS |= {"__%s%s__" % (prefix, name) for prefix in ("", "i", "r") for name in _NUMERIC}
_ALL_MAGICS = _MAGICS - {"__getattr___", "__call__"}
_RETURN_VALUES = {"__hash__": lambda self: object.__hash__(self), "__str__": lambda self: object.__str__(self),
                  "__sizeof__": lambda self: object.__sizeof__(self),
                  "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}"}
_FIXED_RETURNS = {"__lt__": NotImplemented, "__gt__": NotImplemented, "__le__": NotImplemented, "__ge__": NotImplemented,
                  "__int__": 1, "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0,
                  "__bool__": True, "__index__": 1, "__aexit__": False}
_SUPPORTED_BY_MAGIC_MOCK = ("""lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit ceil floor trunc
complex int float bool index round hash iter divmod rdivmod neg pos abs invert fspath aenter aexit aiter""".split()
                            + [prefix + name for prefix in ("", "i", "r") for name in _NUMERIC])


def _is_exception(obj):
    return (isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException))


def _is_magic(name):
    return "__%s__" % name[2:-2] == name


class _MagicProxy:
    # Makes the mock of a special method when it is first asked for.
    def __init__(self, name, parent):
        self.name, self.parent = name, parent

    def create_mock(self):
        child = self.parent._get_child_mock(name=self.name, _new_name=self.name, _new_parent=self.parent)
        setattr(self.parent, self.name, child)
        _set_return_value(self.parent, child, self.name)
        return child

    def __get__(self, obj, _type=None):
        return self.create_mock()


def _set_return_value(mock, method, name):
    if name in _FIXED_RETURNS:
        method.return_value = _FIXED_RETURNS[name]
    elif name in _RETURN_VALUES:
        method.return_value = _RETURN_VALUES[name](mock)
    elif name == "__eq__":
        def equal(other):
            fixed = mock.__eq__._mock_return_value
            if fixed is not DEFAULT:
                return fixed
            return True if mock is other else NotImplemented
        method.side_effect = equal
    elif name == "__ne__":
        def unequal(other):
            if mock.__ne__._mock_return_value is not DEFAULT:
                return DEFAULT
            return False if mock is other else NotImplemented
        method.side_effect = unequal
    elif name in ("__iter__", "__aiter__"):
        def iterate():
            fixed = getattr(mock, name)._mock_return_value
            return iter([] if fixed is DEFAULT else fixed)
        method.side_effect = iterate


class NonCallableMock:
    "A mock that cannot be called."

    def __new__(cls, /, *args, **kw):
        # A class of its own each, for special methods.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__}))

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="",
                 _new_parent=None, _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        own = self.__dict__
        if _new_parent is None:
            _new_parent = parent
        own["_mock_parent"] = parent
        own["_mock_name"] = name
        own["_mock_new_name"] = _new_name
        own["_mock_new_parent"] = _new_parent
        own["_mock_sealed"] = False
        if spec_set is not None:
            spec, spec_set = spec_set, True
        own["_spec_class"] = own["_mock_methods"] = None
        own["_spec_set"] = spec_set
        if spec is not None:
            self._mock_add_spec(spec, spec_set)
        own["_mock_children"] = {}
        own["_mock_wraps"] = wraps
        own["_mock_delegate"] = None
        own["_mock_called"] = False
        own["_mock_call_args"] = None
        own["_mock_call_count"] = 0
        own["_mock_call_args_list"] = _CallList()
        own["_mock_mock_calls"] = _CallList()
        own["method_calls"] = _CallList()
        own["_mock_unsafe"] = unsafe
        own.setdefault("_mock_return_value", DEFAULT)
        own.setdefault("_mock_side_effect", None)
        if kwargs:
            self.configure_mock(**kwargs)

    def _mock_add_spec(self, spec, spec_set, _spec_as_instance=False, _eat_self=False):
        if isinstance(spec, NonCallableMock):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        own = self.__dict__
        if isinstance(spec, (list, tuple)):
            own["_spec_class"] = None
            own["_mock_methods"] = list(spec)
        else:
            own["_spec_class"] = spec if isinstance(spec, type) else type(spec)
            own["_mock_methods"] = dir(spec)
        own["_spec_set"] = spec_set

    def mock_add_spec(self, spec, spec_set=False):
        "Only attributes of the specification can be asked for."
        self._mock_add_spec(spec, spec_set)

    def attach_mock(self, mock, attribute):
        "Make a mock an attribute of this one, which then records its calls."
        mock._mock_parent = mock._mock_new_parent = None
        mock._mock_name, mock._mock_new_name = "", None
        setattr(self, attribute, mock)

    def configure_mock(self, /, **kwargs):
        "Set attributes, also dotted ones."
        for name, value in sorted(kwargs.items(), key=lambda entry: entry[0].count(".")):
            *path, last = name.split(".")
            obj = self
            for part in path:
                obj = getattr(obj, part)
            setattr(obj, last, value)

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    # Values that a call changes, or that go to a delegate (a function with the same signature).
    @property
    def called(self):
        "Whether it has been called."
        return self._mock_called

    @called.setter
    def called(self, value):
        self.__dict__["_mock_called"] = value

    @property
    def call_count(self):
        "How often it has been called."
        return self._mock_call_count

    @call_count.setter
    def call_count(self, value):
        self.__dict__["_mock_call_count"] = value

    @property
    def call_args(self):
        "The arguments of the last call."
        return self._mock_call_args

    @call_args.setter
    def call_args(self, value):
        self.__dict__["_mock_call_args"] = value

    @property
    def call_args_list(self):
        "The arguments of each call."
        return self._mock_call_args_list

    @call_args_list.setter
    def call_args_list(self, value):
        self.__dict__["_mock_call_args_list"] = value

    @property
    def mock_calls(self):
        "All calls, those of attributes and results included."
        return self._mock_mock_calls

    @mock_calls.setter
    def mock_calls(self, value):
        self.__dict__["_mock_mock_calls"] = value

    @property
    def return_value(self):
        "What a call gives: another mock, if nothing is set."
        value = self._mock_return_value
        if value is DEFAULT:
            value = self._get_child_mock(_new_parent=self, _new_name="()")
            self.__dict__["_mock_return_value"] = value
        return value

    @return_value.setter
    def return_value(self, value):
        self.__dict__["_mock_return_value"] = value
        _attach(self, value, None, "()")

    @property
    def side_effect(self):
        "What a call does: a function that is called, an exception that is raised, an iterable of what comes back."
        return self._mock_side_effect

    @side_effect.setter
    def side_effect(self, value):
        if value is not None and not callable(value) and not _is_exception(value):
            value = iter(value)
        self.__dict__["_mock_side_effect"] = value

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        "Forget all calls."
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called, self.call_args, self.call_count = False, None, 0
        self.mock_calls, self.call_args_list = _CallList(), _CallList()
        self.method_calls = _CallList()
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if isinstance(child, NonCallableMock):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        result = self._mock_return_value
        if isinstance(result, NonCallableMock) and result is not self:
            result.reset_mock(visited)

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe") or name.startswith("_mock_"):
            raise AttributeError(name)
        if self._mock_methods is not None:
            if name not in self._mock_methods or _is_magic(name) and name in _ALL_MAGICS:
                raise AttributeError("Mock object has no attribute %r" % name)
        elif _is_magic(name):
            raise AttributeError(name)
        if not self._mock_unsafe and (not self._mock_methods or name not in self._mock_methods):
            if name.startswith(("assert", "assret", "asert", "aseert", "assrt")) or name in (
                    "called_once", "called_with", "called_once_with", "has_calls", "any_call", "not_called") and False:
                raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be "
                                     f"an attribute.")
        child = self._mock_children.get(name)
        if child is _deleted:
            raise AttributeError(name)
        if child is None:
            wraps = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            child = self._get_child_mock(parent=self, name=name, wraps=wraps, _new_name=name, _new_parent=self)
            self._mock_children[name] = child
        return child

    def __setattr__(self, name, value):
        kind = type(self)
        if name in ("return_value", "side_effect", "called", "call_count", "call_args", "call_args_list", "mock_calls"):
            object.__setattr__(self, name, value)
            return
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if name in _ALL_MAGICS:
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError("Mock object has no attribute '%s'" % name)
            if not isinstance(value, NonCallableMock):
                function = value

                def method(self, /, *args, **kw):
                    return function(self, *args, **kw)
                method.__name__ = name
                setattr(kind, name, method)
                self._mock_children[name] = value
            else:
                _attach(self, value, name, name)
                setattr(kind, name, value)
                self._mock_children[name] = value
            return
        if name == "__class__":
            self.__dict__["_spec_class"] = value
            return
        if _attach(self, value, name, name):
            self._mock_children[name] = value
            return
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _ALL_MAGICS and name in type(self).__dict__:
            delattr(type(self), name)
            if name not in self.__dict__:
                return
        child = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif child is _deleted:
            raise AttributeError(name)
        if child is not _missing:
            del self._mock_children[name]
        self._mock_children[name] = _deleted

    def __dir__(self):
        names = set(dir(type(self))) if self._mock_methods is None else set(self._mock_methods)
        names |= {name for name in self.__dict__ if not name.startswith("_")}
        names |= {name for name, child in self._mock_children.items() if child is not _deleted}
        return sorted(name for name in names if not name.startswith("_") or _is_magic(name))

    def _extract_mock_name(self):
        parts, parent, last = [self._mock_new_name], self._mock_new_parent, self
        dot = "" if parts == ["()"] else "."
        while parent is not None:
            last = parent
            parts.append(parent._mock_new_name + dot)
            dot = "" if parent._mock_new_name == "()" else "."
            parent = parent._mock_new_parent
        parts = list(reversed(parts))
        first = last._mock_name or "mock"
        if len(parts) > 1 and parts[1] not in ("()", "()."):
            first += "."
        parts[0] = first
        return "".join(parts)

    def __repr__(self):
        name = self._extract_mock_name()
        shown = "" if name in ("mock", "mock.") else " name=%r" % name
        spec = ""
        if self._spec_class is not None:
            spec = (" spec_set=%r" if self._spec_set else " spec=%r") % self._spec_class.__name__
        return "<%s%s%s id='%s'>" % (type(self).__name__, shown, spec, id(self))

    def _get_child_mock(self, /, **kw):
        if self._mock_sealed:
            attribute = f".{kw['name']}" if "name" in kw else "()"
            raise AttributeError(self._extract_mock_name() + attribute)
        new_name = kw.get("_new_name")
        kind = type(self).__mro__[1]
        if new_name in ("__aenter__", "__aexit__", "__anext__", "aclose") and issubclass(kind, MagicMock):
            kind = AsyncMock
        elif issubclass(kind, NonCallableMagicMock) and not issubclass(kind, CallableMixin):
            kind = MagicMock
        elif not issubclass(kind, CallableMixin):
            kind = Mock
        elif issubclass(kind, PropertyMock):
            kind = MagicMock
        return kind(**kw)

    # ---- assertions ----

    def _calls_repr(self, prefix="Calls"):
        return f"\n{prefix}: {self.mock_calls!r}." if self.mock_calls else ""

    def _shown_name(self):
        return self._mock_name or "mock"

    def _format_mock_call_signature(self, args, kwargs):
        return _format_call_signature(self._mock_name or "mock", args, kwargs)

    def assert_not_called(self):
        "It was never called."
        if self.call_count:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s"
                                 % (self._shown_name(), self.call_count, self._calls_repr()))

    def assert_called(self):
        "It has been called, once or more."
        if not self.call_count:
            raise AssertionError("Expected '%s' to have been called." % self._shown_name())

    def assert_called_once(self):
        "It was called once."
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s"
                                 % (self._shown_name(), self.call_count, self._calls_repr()))

    def assert_called_with(self, /, *args, **kwargs):
        "The last call had these arguments."
        expected = self._format_mock_call_signature(args, kwargs)
        if self.call_args is None:
            raise AssertionError("expected call not found.\nExpected: %s\nActual: %s" % (expected, "not called."))
        if _Call((args, kwargs), two=True) != self.call_args:
            raise AssertionError("expected call not found.\nExpected: %s\nActual: %s"
                                 % (expected, self._format_mock_call_signature(*self.call_args)))

    def assert_called_once_with(self, /, *args, **kwargs):
        "It was called once, with these arguments."
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to be called once. Called %s times.%s"
                                 % (self._shown_name(), self.call_count, self._calls_repr()))
        return self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        "One of the calls had these arguments."
        if _Call((args, kwargs), two=True) not in list(self.call_args_list):
            raise AssertionError("%s call not found" % self._format_mock_call_signature(args, kwargs))

    def assert_has_calls(self, calls, any_order=False):
        "These calls were made, one after the other."
        calls = list(calls)
        made = _CallList(self.mock_calls)
        if not any_order:
            if calls not in made:
                raise AssertionError(f"Calls not found.\nExpected: {_CallList(calls)!r}"
                                     f"{self._calls_repr(prefix='Actual').rstrip('.')}")
            return
        left, missing = _taken_from(made, calls)
        if missing:
            raise AssertionError("%r does not contain all of %r in its call list, found %r instead"
                                 % (self._mock_name or "mock", tuple(missing), left))


def _attach(parent, value, name, new_name):
    # A mock without a parent becomes a child: its calls are then recorded here, too.
    if not isinstance(value, NonCallableMock):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    at = parent
    while at is not None:
        if at is value:
            return False
        at = at._mock_new_parent
    if new_name:
        value.__dict__["_mock_new_parent"] = parent
        value.__dict__["_mock_new_name"] = new_name
    if name:
        value.__dict__["_mock_parent"] = parent
        value.__dict__["_mock_name"] = name
    return True


class CallableMixin:
    """What makes a mock callable."""
    def _mock_record(self, args, kwargs):
        self.called = True
        self.call_count += 1
        made = _Call((args, kwargs), two=True)
        self.call_args = made
        self.call_args_list.append(made)
        self.mock_calls.append(_Call(("", args, kwargs)))
        method_name, is_method_call = self._mock_name, self._mock_parent is not None
        new_name, parent = self._mock_new_name, self._mock_new_parent
        is_a_call = new_name == "()"
        while parent is not None:
            if is_method_call:
                parent.method_calls.append(_Call((method_name, args, kwargs)))
                is_method_call = parent._mock_parent is not None
                if is_method_call:
                    method_name = parent._mock_name + "." + method_name
            parent.mock_calls.append(_Call((new_name, args, kwargs)))
            if parent._mock_new_name:
                dot = "" if is_a_call else "."
                is_a_call = parent._mock_new_name == "()"
                new_name = parent._mock_new_name + dot + new_name
            parent = parent._mock_new_parent

    def _mock_result(self, args, kwargs):
        effect = self.side_effect
        if effect is not None:
            if _is_exception(effect):
                raise effect
            if not callable(effect):
                result = next(effect)
                if _is_exception(result):
                    raise result
            else:
                result = effect(*args, **kwargs)
            if result is not DEFAULT:
                return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value

    def __call__(self, /, *args, **kwargs):
        self._mock_record(args, kwargs)
        return self._mock_result(args, kwargs)


class Mock(CallableMixin, NonCallableMock):
    "An object whose attributes and results are mocks, and that remembers how it was used."

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        self.__dict__["_mock_return_value"] = return_value
        NonCallableMock.__init__(self, spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.side_effect = side_effect
        if return_value is not DEFAULT:
            _attach(self, return_value, None, "()")


class _MagicMixin:
    def _set_magics(self):
        names = {"__%s__" % name for name in _SUPPORTED_BY_MAGIC_MOCK}
        if self._mock_methods is not None:
            names &= set(self._mock_methods)
        kind = type(self)
        for name in names:
            if name not in kind.__dict__:
                setattr(kind, name, _MagicProxy(name, self))

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)
        self._set_magics()


class NonCallableMagicMock(_MagicMixin, NonCallableMock):
    "A mock with special methods that cannot be called."

    def __init__(self, /, *args, **kw):
        early = {name: kw.pop(name) for name in list(kw) if _is_magic(name)}
        NonCallableMock.__init__(self, *args, **kw)
        self._set_magics()
        self.configure_mock(**early)


class MagicMock(_MagicMixin, Mock):
    "A mock with special methods."

    def __init__(self, /, *args, **kw):
        early = {name: kw.pop(name) for name in list(kw) if _is_magic(name)}
        Mock.__init__(self, *args, **kw)
        self._set_magics()
        self.configure_mock(**early)


class AsyncMock(MagicMock):
    "A mock whose calls are awaited."

    def __init__(self, /, *args, **kwargs):
        MagicMock.__init__(self, *args, **kwargs)
        self.__dict__["await_count"] = 0
        self.__dict__["await_args"] = None
        self.__dict__["await_args_list"] = _CallList()

    async def _mock_await(self, args, kwargs):
        made = _Call((args, kwargs), two=True)
        self.__dict__["await_count"] += 1
        self.__dict__["await_args"] = made
        self.__dict__["await_args_list"].append(made)
        result = self._mock_result(args, kwargs)
        return await result if hasattr(result, "__await__") and not isinstance(result, NonCallableMock) else result

    def __call__(self, /, *args, **kwargs):
        self._mock_record(args, kwargs)
        return self._mock_await(args, kwargs)

    def assert_awaited(self):
        """Fail unless it was awaited."""
        if self.await_count == 0:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited.")

    def assert_awaited_once(self):
        """Fail unless it was awaited once."""
        if self.await_count != 1:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to have been awaited once."
                                 f" Awaited {self.await_count} times.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """Fail unless it was awaited last with these arguments."""
        if self.await_args is None:
            raise AssertionError(f"Expected await: {self._format_mock_call_signature(args, kwargs)}\nNot awaited")
        if _Call((args, kwargs), two=True) != self.await_args:
            raise AssertionError("expected await not found.\nExpected: %s\nActual: %s"
                                 % (self._format_mock_call_signature(args, kwargs),
                                    self._format_mock_call_signature(*self.await_args)))

    def assert_not_awaited(self):
        """Fail if it was awaited."""
        if self.await_count:
            raise AssertionError(f"Expected {self._mock_name or 'mock'} to not have been awaited."
                                 f" Awaited {self.await_count} times.")

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """Fail unless it was awaited once, with these arguments."""
        self.assert_awaited_once()
        return self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """Fail unless it was awaited once or more with these arguments."""
        if _Call((args, kwargs), two=True) not in list(self.await_args_list):
            raise AssertionError("%s await not found" % self._format_mock_call_signature(args, kwargs))

    def assert_has_awaits(self, calls, any_order=False):
        """Fail unless it was awaited with these arguments, one after the other."""
        calls = [_Call(tuple(one)[-2:], two=True) for one in calls]
        if not any_order:
            if calls not in _CallList(self.await_args_list):
                raise AssertionError(f"Awaits not found.\nExpected: {_CallList(calls)}\nActual: {self.await_args_list}")
            return
        missing = _taken_from(self.await_args_list, calls)[1]
        if missing:
            raise AssertionError(f"{tuple(missing)!r} not all found in await list")

    def reset_mock(self, /, *args, **kwargs):
        """Forget all calls and awaits."""
        MagicMock.reset_mock(self, *args, **kwargs)
        self.__dict__["await_count"] = 0
        self.__dict__["await_args"] = None
        self.__dict__["await_args_list"] = _CallList()


class PropertyMock(Mock):
    "A mock for a property: reading calls it, writing calls it with the value."

    def __get__(self, obj, obj_type=None):
        return self()

    def __set__(self, obj, val):
        self(val)


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    "A mock with the attributes of an object, whose calls are checked against its signature."
    if isinstance(spec, type(_is_magic)):
        mock = MagicMock(name=_name or spec.__name__, **kwargs)

        @_wraps(spec)
        def function(*args, **kw):
            _check_signature(spec, args, kw)
            return mock(*args, **kw)
        for name in ("assert_called_with", "assert_called_once_with", "assert_called", "assert_called_once", "assert_not_called",
                     "assert_any_call", "assert_has_calls", "reset_mock"):
            setattr(function, name, getattr(mock, name))
        function.mock = mock
        function.return_value = mock.return_value
        return function
    options = {"spec_set": spec} if spec_set else {"spec": spec}
    if spec is None:
        options = {}
    mock = MagicMock(name=_name, parent=_parent, _new_parent=_parent, _new_name="()" if _name == "()" else "", **options, **kwargs)
    if isinstance(spec, type):
        if not instance:
            mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock)

            def check(*args, **kw):
                if "__init__" in spec.__dict__:
                    _check_signature(spec.__init__, (None,) + args, kw)
                return DEFAULT
            mock.side_effect = check
        for name, value in list(vars(spec).items()):
            if isinstance(value, type(_is_magic)) and not _is_magic(name):
                child = MagicMock(name=name, parent=mock, _new_name=name, _new_parent=mock)
                child.side_effect = _checker(value, instance)
                mock._mock_children[name] = child
    return mock


def _checker(function, bound):
    def check(*args, **kw):
        _check_signature(function, ((None,) + args) if bound else args, kw)
        return DEFAULT
    return check


def _check_signature(function, args, kwargs):
    import inspect
    inspect.signature(function).bind(*args, **kwargs)


def seal(mock):
    "From now on the mock has no new attributes."
    mock.__dict__["_mock_sealed"] = True
    for child in list(mock._mock_children.values()):
        if isinstance(child, NonCallableMock) and child._mock_new_parent is mock:
            seal(child)


# ---- patch ----

def _import_target(target):
    module, _, rest = target.partition(".")
    thing, path = __import__(module), module
    for part in rest.split(".") if rest else ():
        path += "." + part
        try:
            thing = getattr(thing, part)
        except AttributeError:
            __import__(path)
            thing = getattr(thing, part)
    return thing


class _patch:
    attribute_name = None
    _active_patches = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        self.getter, self.attribute, self.new, self.new_callable = getter, attribute, new, new_callable
        self.spec, self.create, self.spec_set, self.autospec, self.kwargs = spec, create, spec_set, autospec, kwargs
        self.additional_patchers = []

    def copy(self):
        made = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec,
                      self.new_callable, self.kwargs)
        made.attribute_name = self.attribute_name
        made.additional_patchers = [one.copy() for one in self.additional_patchers]
        return made

    def __call__(self, func):
        if isinstance(func, type):
            for name in dir(func):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(func, name)):
                    setattr(func, name, self.copy()(getattr(func, name)))
            return func
        if hasattr(func, "patchings"):
            func.patchings.append(self)
            return func

        @_wraps(func)
        def patched(*args, **keywargs):
            entered, extra = [], []
            try:
                for patching in patched.patchings:
                    value = patching.__enter__()
                    entered.append(patching)
                    if patching.attribute_name is not None:
                        keywargs.update(value)
                    elif patching.new is DEFAULT:
                        extra.append(value)
                return func(*args, *extra, **keywargs)
            finally:
                info = _sys.exc_info()
                for patching in reversed(entered):
                    patching.__exit__(*info)
        patched.patchings = [self]
        return patched

    def get_original(self):
        target, name = self.getter(), self.attribute
        original, local = DEFAULT, False
        own = getattr(target, "__dict__", {})
        if name in own:
            original, local = own[name], True
        else:
            original = getattr(target, name, DEFAULT)
        if name in _builtins.__dict__ and isinstance(target, type(_sys)):
            self.create = True
        if not self.create and original is DEFAULT:
            raise AttributeError("%s does not have the attribute %r" % (target, name))
        return original, local

    def __enter__(self):
        new, spec, spec_set, autospec = self.new, self.spec, self.spec_set, self.autospec
        kwargs = self.kwargs
        self.target = self.getter()
        original, local = self.get_original()
        if new is DEFAULT and autospec is None:
            if spec is True:
                spec = original
            if spec_set is True:
                spec_set = original
            options = {}
            if spec is not None:
                options["spec"] = spec
            if spec_set is not None:
                options["spec_set"] = spec_set
            if self.new_callable is not None:
                kind = self.new_callable
            elif original is not DEFAULT and _is_async(original):
                kind = AsyncMock
            else:
                kind = MagicMock
            if isinstance(kind, type) and issubclass(kind, NonCallableMock) and self.attribute:
                options["name"] = self.attribute
            options.update(kwargs)
            new = kind(**options)
        elif autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            new = create_autospec(original if autospec is True else autospec, spec_set=bool(spec_set), _name=self.attribute,
                                  **kwargs)
        elif kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        self.temp_original, self.is_local = original, local
        self._others = []
        setattr(self.target, self.attribute, new)
        if self.attribute_name is not None:
            values = {self.attribute: new} if self.new is DEFAULT else {}
            for patching in self.additional_patchers:
                value = patching.__enter__()
                self._others.append(patching)
                if patching.new is DEFAULT:
                    values.update(value)
            return values
        return new

    def __exit__(self, *exc_info):
        for patching in reversed(self._others):
            patching.__exit__(*exc_info)
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and not hasattr(self.target, self.attribute):
                setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original, self.is_local, self.target
        return False

    def start(self):
        "Patch until stop()."
        result = self.__enter__()
        self._active_patches.append(self)
        return result

    def stop(self):
        "Put the old value back."
        try:
            self._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _is_async(value):
    code = getattr(value, "__code__", None)
    return bool(code is not None and code.co_flags & 0x80)


def _target_and_attribute(target):
    try:
        target, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return (lambda: _import_target(target)), attribute


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False,
          **kwargs):
    "Put something else in the place of a dotted name: while a function runs, in a with statement, or from start to stop."
    getter, attribute = _target_and_attribute(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    "The same for an attribute of an object."
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    "The same for several attributes."
    getter = (lambda: _import_target(target)) if type(target) is str else (lambda: target)
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    patchers = []
    for attribute, new in kwargs.items():
        one = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        one.attribute_name = attribute
        patchers.append(one)
    first, *others = patchers
    first.additional_patchers = others
    return first


class _patch_dict:
    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.values, self.clear = in_dict, dict(values), clear
        self.values.update(kwargs)

    def __call__(self, f):
        if isinstance(f, type):
            for name in dir(f):
                if name.startswith(patch.TEST_PREFIX) and callable(getattr(f, name)):
                    setattr(f, name, _patch_dict(self.in_dict, self.values, self.clear)(getattr(f, name)))
            return f

        @_wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)
        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _import_target(self.in_dict)
        try:
            self._original = self.in_dict.copy()
        except AttributeError:
            self._original = {key: self.in_dict[key] for key in self.in_dict}
        if self.clear:
            for key in list(self.in_dict):
                del self.in_dict[key]
        for key, value in self.values.items():
            self.in_dict[key] = value
        return self.in_dict

    def __exit__(self, *args):
        for key in list(self.in_dict):
            del self.in_dict[key]
        for key in self._original:
            self.in_dict[key] = self._original[key]
        return False

    def start(self):
        result = self.__enter__()
        _patch._active_patches.append(self)
        return result

    def stop(self):
        if self in _patch._active_patches:
            _patch._active_patches.remove(self)
            return self.__exit__(None, None, None)
        return None


def _stop_all():
    "Stop everything that was started."
    for one in reversed(_patch._active_patches[:]):
        one.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = "test"


def mock_open(mock=None, read_data=""):
    "A mock for open(): its file has these contents."
    import io
    make = io.BytesIO if isinstance(read_data, bytes) else io.StringIO
    if mock is None:
        mock = MagicMock(name="open")
    handle = MagicMock()
    handle.__enter__.return_value = handle

    def opened(*args, **kwargs):
        data = make(read_data)
        handle.read.side_effect = data.read
        handle.readline.side_effect = data.readline
        handle.readlines.side_effect = data.readlines
        handle.__iter__.side_effect = lambda: iter(data.readlines())
        return DEFAULT
    handle.write.return_value = None
    mock.side_effect = opened
    mock.return_value = handle
    return mock
