"""Weak references, proxies, containers of weak references, and finalizers."""

from _weakref import ReferenceType, getweakrefcount, getweakrefs, ref

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "WeakValueDictionary", "ProxyTypes", "WeakSet", "WeakMethod", "finalize"]


# ---- proxies ----

def _referent(self):
    found = object.__getattribute__(self, "_reference")()
    if found is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return found


class ProxyType:
    "A proxy that passes everything to an object without keeping it alive."

    __slots__ = ("_reference", "__weakref__")

    def __hash__(self):
        raise TypeError("unhashable type: 'weakref.%s'" % type(self).__name__)

    def __getattribute__(self, name):
        return getattr(_referent(self), name)

    def __setattr__(self, name, value):
        setattr(_referent(self), name, value)

    def __delattr__(self, name):
        delattr(_referent(self), name)

    def __repr__(self):
        return "<weakproxy at %#x to %s at %#x>" % (id(self), type(_referent(self)).__name__, id(_referent(self)))

    def __str__(self):
        return str(_referent(self))

    def __bool__(self):
        return bool(_referent(self))


def _forward(name):
    def method(self, *args):
        return getattr(_referent(self), name)(*[_referent(a) if type(a) in (ProxyType, CallableProxyType) else a for a in args])
    return method


for _name in ("lt le eq ne gt ge add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or radd rsub rmul rmatmul "
              "rtruediv rfloordiv rmod rdivmod rpow rlshift rrshift rand rxor ror iadd isub imul imatmul itruediv ifloordiv imod "
              "ipow ilshift irshift iand ixor ior neg pos abs invert int float index len getitem setitem delitem contains iter "
              "next reversed").split():
    setattr(ProxyType, "__%s__" % _name, _forward("__%s__" % _name))
del _name


class CallableProxyType(ProxyType):
    "A proxy of what can be called."

    __slots__ = ()

    def __call__(self, *args, **kwargs):
        return _referent(self)(*args, **kwargs)


ProxyTypes = (ProxyType, CallableProxyType)


def proxy(object_, callback=None, /):
    "An object that stands for another without keeping it alive."
    kind = CallableProxyType if callable(object_) else ProxyType
    made = object.__new__(kind)
    object.__setattr__(made, "_reference", ref(object_, None if callback is None else lambda _: callback(made)))
    return made


# ---- methods ----

def _method_ended(method, callback):
    if method is not None and method._alive:
        method._alive = False
        if callback is not None:
            callback(method)


class WeakMethod(ref):
    "A weak reference to a bound method, which lives as long as its object and function."

    __slots__ = "_function", "_kind", "_alive", "__weakref__"

    def __new__(cls, meth, callback=None):
        try:
            parts = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError("argument should be a bound method, not {}".format(type(meth))) from None
        ended = lambda _: _method_ended(itself(), callback)
        made = ref.__new__(cls, parts[0], ended)
        made._alive, made._kind, made._function = True, type(meth), ref(parts[1], ended)
        itself = ref(made)
        return made

    def __call__(self):
        target, function = super().__call__(), self._function()
        return None if target is None or function is None else self._kind(function, target)

    def __eq__(self, other):
        if isinstance(other, WeakMethod):
            both_live = self._alive and other._alive
            return ref.__eq__(self, other) and self._function == other._function if both_live else self is other
        return NotImplemented

    __hash__ = ref.__hash__


# ---- containers ----

class KeyedRef(ref):
    "A weak reference to a value that knows its key."

    __slots__ = ("key",)

    def __new__(cls, target, callback, key):
        self = ref.__new__(cls, target, callback)
        self.key = key
        return self

    def __init__(self, target, callback, key):
        super().__init__(target, callback)


class _Mapping:
    "What both dictionaries share; derived classes give items()."

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def popitem(self):
        for key, value in list(self.items()):
            del self[key]
            return key, value
        raise KeyError("popitem(): dictionary is empty")

    def update(self, other=(), /, **kwargs):
        pairs = other.items() if hasattr(other, "items") else other
        for key, value in [*pairs, *kwargs.items()]:
            self[key] = value

    def keys(self):
        return (key for key, value in self.items())

    __iter__ = keys

    def values(self):
        return (value for key, value in self.items())

    def clear(self):
        self.data.clear()

    def copy(self):
        made = type(self)()
        made.update(self)
        return made

    __copy__ = copy

    def __len__(self):
        return len(self.data)

    def __or__(self, other):
        made = self.copy()
        made.update(other)
        return made

    def __ior__(self, other):
        self.update(other)
        return self

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if hasattr(other, "items") else NotImplemented

    __hash__ = None

    def __repr__(self):
        return "<%s at %#x>" % (type(self).__name__, id(self))


class WeakValueDictionary(_Mapping):
    "A mapping whose entries go when their values go."

    def __init__(self, other=(), /, **kwargs):
        self.data = {}
        data = self.data

        def remove(reference):
            if data.get(reference.key) is reference:
                del data[reference.key]
        self._remove = remove
        self.update(other, **kwargs)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._remove, key)

    def __delitem__(self, key):
        del self.data[key]

    def __deepcopy__(self, memo):
        from copy import deepcopy
        made = self.__class__()
        for key, value in self.items():
            made[deepcopy(key, memo)] = value
        return made

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def items(self):
        """The pairs whose objects are alive."""
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def valuerefs(self):
        """A list of weak references, one for each value."""
        return list(self.data.values())

    itervaluerefs = valuerefs


class WeakKeyDictionary(_Mapping):
    "A mapping whose entries go when their keys go."

    def __init__(self, dict=None):
        self.data = {}
        data = self.data

        def remove(reference):
            data.pop(reference, None)
        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __deepcopy__(self, memo):
        from copy import deepcopy
        pairs = [(key, deepcopy(value, memo)) for key, value in self.items()]
        twin = self.__class__()
        while pairs:
            twin.__setitem__(*pairs.pop(0))
        return twin

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def items(self):
        """The pairs whose objects are alive."""
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def keyrefs(self):
        """A list of weak references, one for each key."""
        return list(self.data)


def _references(items):
    return set(map(ref, items))


class WeakSet:
    "A set whose members go when nothing else holds them."

    def __init__(self, data=None):
        self.data = set()
        members = self.data
        self._remove = lambda reference: members.discard(reference)
        if data is not None:
            self.update(data)

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        """Put an object in."""
        self.data.add(ref(item, self._remove))

    def discard(self, item):
        """Take an object out, if it is in."""
        self.data.discard(ref(item))

    def remove(self, item):
        """Take an object out; KeyError when it is not in."""
        self.data.remove(ref(item))

    def clear(self):
        """Empty the set."""
        self.data.clear()

    def pop(self):
        """Take any object out."""
        while self.data:
            item = self.data.pop()()
            if item is not None:
                return item
        raise KeyError("pop from empty WeakSet")

    def update(self, other):
        """Put objects in."""
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        """A copy."""
        return type(self)(self)

    def union(self, other):
        """A set with what is in any."""
        return type(self)([*self, *other])

    __or__ = union

    def intersection(self, other):
        """A set with what is in both."""
        return type(self)(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        """Keep what is in the other, too."""
        self.data.intersection_update(_references(other))

    def difference(self, other):
        """A set without what is in the other."""
        result = self.copy()
        result.difference_update(other)
        return result

    __sub__ = difference

    def difference_update(self, other):
        """Take out what is in the other."""
        self.data.difference_update(_references(other))

    def symmetric_difference(self, other):
        """A set with what is in one of the two only."""
        result = self.copy()
        result.symmetric_difference_update(other)
        return result

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        """Take out what is in both, put in what is in the other only."""
        self.data.symmetric_difference_update({ref(item, self._remove) for item in other})

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def issubset(self, other):
        """Is all of it in the other?"""
        return self.data <= _references(other)

    __le__ = issubset

    def __lt__(self, other):
        return self.data < _references(other)

    def issuperset(self, other):
        """Is all of the other in it?"""
        return self.data >= _references(other)

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > _references(other)

    def isdisjoint(self, other):
        """Is nothing in both?"""
        return len(self.intersection(other)) == 0

    def __eq__(self, other):
        return set(self) == set(other) if isinstance(other, WeakSet) else NotImplemented

    __hash__ = None

    def __repr__(self):
        return repr(self.data)


# ---- finalizers ----

class finalize:
    "Call func(*args, **kwargs) when obj goes, at the latest when called; at the program's end where it has not gone by then."

    __slots__ = ()
    _registry = {} # finalizer: [reference, function, arguments, keywords, at exit, too?, number]
    _made, _shutdown = 0, False

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._made:
            import atexit
            atexit.register(finalize._exitfunc)
        finalize._made += 1
        self._registry[self] = [ref(obj, self), func, args, kwargs, True, finalize._made]

    def __call__(self, _=None):
        entry = self._registry.pop(self, None)
        if not entry or self._shutdown:
            return None
        function, arguments, keywords = entry[1:4]
        return function(*arguments, **keywords)

    def _target(self):
        entry = self._registry.get(self)
        return entry, entry and entry[0]()

    def detach(self):
        """Forget the call: (object, function, arguments, keywords), or None."""
        entry, target = self._target()
        if target is not None and self._registry.pop(self, None):
            return target, *entry[1:4]

    def peek(self):
        """What detach() would give, and nothing is forgotten."""
        entry, target = self._target()
        if target is not None:
            return target, *entry[1:4]

    @property
    def alive(self):
        """Is the call still to come?"""
        return self in self._registry

    @property
    def atexit(self):
        """Is it called at the end of the program?"""
        return self in self._registry and self._registry[self][4]

    @atexit.setter
    def atexit(self, value):
        """Is it called at the end of the program?"""
        if self in self._registry:
            self._registry[self][4] = bool(value)

    @classmethod
    def _exitfunc(cls):
        "The newest first; one may make others."
        try:
            while True:
                waiting = [(entry[5], one) for one, entry in cls._registry.items() if entry[4]]
                if not waiting:
                    break
                one = max(waiting)[1]
                try:
                    one()
                except Exception:
                    import sys
                    sys.excepthook(*sys.exc_info())
        finally:
            cls._shutdown = True

    def __repr__(self):
        entry = self._registry.get(self)
        target = entry[0]() if entry else None
        whose = "dead" if target is None else "for %r at %#x" % (type(target).__name__, id(target))
        return "<%s object at %#x; %s>" % (type(self).__name__, id(self), whose)
