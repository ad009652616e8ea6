"""The operators as functions, and callables that fetch items, attributes and results of methods."""

from _operator import *
from _operator import abs, pow, index

__all__ = ["abs", "add", "and_", "attrgetter", "call", "concat", "contains", "countOf", "delitem", "eq", "floordiv", "ge", "getitem",
           "gt", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "index", "indexOf", "inv", "invert",
           "ior", "ipow", "irshift", "is_", "is_not", "isub", "itemgetter", "itruediv", "ixor", "le", "length_hint", "lshift", "lt",
           "matmul", "methodcaller", "mod", "mul", "ne", "neg", "not_", "or_", "pos", "pow", "rshift", "setitem", "sub", "truediv",
           "truth", "xor"]

inv = invert


def concat(a, b):
    "Same as a + b, for a and b sequences."
    if not hasattr(a, "__getitem__"):
        raise TypeError("'%s' object can't be concatenated" % type(a).__name__)
    return a + b


def iconcat(a, b):
    "Same as a += b, for a and b sequences."
    if not hasattr(a, "__getitem__"):
        raise TypeError("'%s' object can't be concatenated" % type(a).__name__)
    a += b
    return a


def countOf(a, b):
    "Return the number of items in a which are, or which equal, b."
    return sum(1 for item in a if item is b or item == b)


def indexOf(a, b):
    "Return the first index of b in a."
    for i, item in enumerate(a):
        if item is b or item == b:
            return i
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(obj, default=0):
    "Return an estimate of the number of items in obj."
    if not isinstance(default, int):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(default).__name__)
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), "__length_hint__", None)
    if hint is None:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError("__length_hint__ must be an integer, not %s" % type(value).__name__)
    if value < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return value


def call(obj, /, *args, **kwargs):
    "Same as obj(*args, **kwargs)."
    return obj(*args, **kwargs)


class itemgetter:
    "A callable that fetches the given item or items from its operand."

    __slots__ = ("_items",)

    def __init__(self, item, /, *items):
        self._items = (item, *items)

    def __call__(self, obj, /):
        items = self._items
        if len(items) == 1:
            return obj[items[0]]
        return tuple([obj[item] for item in items])

    def __repr__(self):
        return "operator.itemgetter(%s)" % ", ".join(map(repr, self._items))

    def __reduce__(self):
        return self.__class__, self._items


class attrgetter:
    "A callable that fetches the given attribute or attributes (dotted names too) from its operand."

    __slots__ = ("_names",)

    def __init__(self, attr, /, *attrs):
        self._names = (attr, *attrs)
        for name in self._names:
            if not isinstance(name, str):
                raise TypeError("attribute name must be a string")

    def __call__(self, obj, /):
        found = []
        for name in self._names:
            value = obj
            for part in name.split("."):
                value = getattr(value, part)
            found.append(value)
        return found[0] if len(found) == 1 else tuple(found)

    def __repr__(self):
        return "operator.attrgetter(%s)" % ", ".join(map(repr, self._names))

    def __reduce__(self):
        return self.__class__, self._names


class methodcaller:
    "A callable that calls the given method of its operand."

    __slots__ = ("_name", "_args", "_kwargs")

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError("method name must be a string")
        self._name, self._args, self._kwargs = name, args, kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name), *map(repr, self._args), *("%s=%r" % pair for pair in self._kwargs.items())]
        return "operator.methodcaller(%s)" % ", ".join(parts)

    def __reduce__(self):
        if not self._kwargs:
            return self.__class__, (self._name,) + self._args
        from functools import partial
        return partial(self.__class__, self._name, **self._kwargs), self._args


for _name in ("abs add and_ concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul "
              "index inv invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not_ or_ pos pow rshift "
              "setitem sub truediv xor").split():
    globals()["__%s__" % _name.rstrip("_")] = globals()[_name]
del _name
