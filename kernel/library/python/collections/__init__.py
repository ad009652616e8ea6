"""Containers beyond the built-in ones: namedtuple, deque, Counter, defaultdict, OrderedDict, ChainMap."""

import sys as _sys
from _operator import add as _add, eq as _eq, ge as _ge, le as _le, sub as _sub
from _collections import OrderedDict, _count_elements, _tuplegetter, defaultdict, deque

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque", "namedtuple"]

_KEYWORDS = frozenset("""False None True and as assert async await break class continue def del elif else except finally for
from global if import in is lambda nonlocal not or pass raise return try while with yield""".split())


# ---- namedtuple ----

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A subclass of tuple whose items are attributes too.

    >>> Point = namedtuple('Point', ['x', 'y'])
    >>> Point(1, y=2)
    Point(x=1, y=2)
    """
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    typename = str(typename)
    if rename:
        seen = set()
        for index, name in enumerate(names):
            if not name.isidentifier() or name in _KEYWORDS or name.startswith("_") or name in seen:
                names[index] = f"_{index}"
            seen.add(name)
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if name in _KEYWORDS:
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in names:
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError("Got more default values than field names")
    field_defaults = dict(zip(names[len(names) - len(defaults):], defaults))
    fields = tuple(map(_sys.intern, names))
    count = len(fields)
    make_tuple, kind, list_length = tuple.__new__, tuple, len
    parameters = ", ".join(names)
    scope = {"_make_tuple": make_tuple, "__builtins__": {}, "__name__": f"namedtuple_{typename}"}
    new = eval(f"lambda _cls, {parameters}: _make_tuple(_cls, ({parameters}{',' if count == 1 else ''}))", scope)
    new.__name__ = "__new__"
    new.__doc__ = f"Make a {typename} of its fields: {parameters}."
    new.__defaults__ = defaults or None

    @classmethod
    def _make(cls, iterable):
        result = make_tuple(cls, iterable)
        if list_length(result) != count:
            raise TypeError(f"Expected {count} arguments, got {len(result)}")
        return result

    _make.__func__.__doc__ = f"The {typename} whose fields an iterable gives in order."

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, fields, self))
        if kwds:
            raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    _replace.__doc__ = f"A copy of the {typename} with other values in the fields that are named."
    shape = "(" + ", ".join(f"{name}=%r" for name in fields) + ")"

    def __repr__(self):
        "The fields with their names, as the call that would make the object."
        return self.__class__.__name__ + shape % self

    def _asdict(self):
        "A dict of the names and values of the fields."
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        "The fields as a plain tuple; copy and pickle ask for it."
        return kind(self)

    for function in new, _make.__func__, _replace, __repr__, _asdict, __getnewargs__:
        function.__qualname__ = f"{typename}.{function.__name__}"
    members = {"__doc__": f"{typename}({parameters})", "__slots__": (), "_fields": fields,
               "_field_defaults": field_defaults, "__new__": new, "_make": _make, "_replace": _replace,
               "__repr__": __repr__, "_asdict": _asdict, "__getnewargs__": __getnewargs__, "__match_args__": fields}
    for index, name in enumerate(fields):
        members[name] = _tuplegetter(index, _sys.intern(f"Alias for field number {index}"))
    result = type(typename, (tuple,), members)
    if module is None:
        try:
            module = _sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            pass
    if module is not None:
        result.__module__ = module
    return result


# ---- dicts ----

def _named(function, name, text):
    function.__name__, function.__qualname__, function.__doc__ = name, "Counter." + name, text
    return function


def _over_all(name, holds, text):
    """A comparison of two Counters: the same one of every count, where what is missing counts 0."""
    def compare(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        for items in (self, other):
            for item in items:
                if not holds(self[item], other[item]):
                    return False
        return True

    return _named(compare, name, text)


def _combined(name, count, with_rest, text):
    """An operator of two Counters: what it gives for each element, where that is positive."""
    def combine(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, ours in self.items():
            if (number := count(ours, other[item])) > 0:
                result[item] = number
        for item in other if with_rest else ():
            if item not in self and (number := count(0, other[item])) > 0:
                result[item] = number
        return result

    return _named(combine, name, text)


class Counter(dict):
    """Counts of hashable items; what was never counted has 0.

    >>> Counter('abracadabra').most_common(2)
    [('a', 5), ('b', 2)]
    """

    def __init__(self, iterable=None, /, **kwds):
        """Count the items of an iterable, or take counts from a mapping and from keywords.

        >>> Counter('aab') == Counter({'a': 2, 'b': 1}) == Counter(a=2, b=1)
        True
        """
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        "The count of an item that was never counted."
        return 0

    def total(self):
        "The sum of the counts."
        return sum(self.values())

    def most_common(self, n=None):
        """The n items with the highest counts and these, the highest first; all when n is left out.

        >>> Counter('hubbub').most_common(1)
        [('b', 3)]
        """
        if n is not None:
            from heapq import nlargest
            return nlargest(n, self.items(), _count_of)
        return sorted(self.items(), reverse=True, key=_count_of)

    def elements(self):
        """An iterator over each item as many times as it was counted.

        >>> list(Counter(b=2, a=1, c=0).elements())
        ['b', 'b', 'a']
        """
        from itertools import chain, repeat, starmap
        return chain.from_iterable(starmap(repeat, self.items()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        "Not for counters: Counter(iterable) counts instead."
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        """Add counts: of an iterable's items, or those of a mapping and of keywords.

        >>> c = Counter('ab')
        >>> c.update('bc', a=5)
        >>> c['a'], c['b'], c['c']
        (6, 2, 1)
        """
        for counts in (iterable, kwds or None):
            if counts is None:
                continue
            if not (isinstance(counts, dict) or _is_mapping(counts)):
                _count_elements(self, counts)
            elif not self:
                super().update(counts)
            else:
                known = self.get
                for item, more in counts.items():
                    self[item] = more + known(item, 0)

    def subtract(self, iterable=None, /, **kwds):
        """As update(), but the counts are taken off and may fall below zero.

        >>> c = Counter('ab')
        >>> c.subtract('bbb')
        >>> c['a'], c['b']
        (1, -2)
        """
        known = self.get
        for counts in (iterable, kwds or None):
            if counts is None:
                continue
            pairs = counts.items() if isinstance(counts, dict) or _is_mapping(counts) else ((item, 1) for item in counts)
            for item, less in pairs:
                self[item] = known(item, 0) - less

    def copy(self):
        "Another counter with the same counts."
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, item):
        "As for a dict, but an item that is not there is no error."
        if item in self:
            super().__delitem__(item)

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            inner = dict(self.most_common())
        except TypeError:
            inner = dict(self)
        return f"{self.__class__.__name__}({inner!r})"

    __eq__ = _over_all("__eq__", _eq, "Are all counts the same? What was never counted has 0.")

    def __ne__(self, other):
        "Is a count another one?"
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    __le__ = _over_all("__le__", _le, "Is no count higher than the other's?")

    def __lt__(self, other):
        "Is no count higher than the other's, and are they not the same?"
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    __ge__ = _over_all("__ge__", _ge, "Is no count lower than the other's?")

    def __gt__(self, other):
        "Is no count lower than the other's, and are they not the same?"
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    __add__ = _combined("__add__", _add, True, """The sums of the counts, as far as they are above zero.

        >>> Counter('aab') + Counter('bcc') == Counter(a=2, b=2, c=2)
        True
        """)

    __sub__ = _combined("__sub__", _sub, True, """The differences of the counts, as far as they are above zero.

        >>> Counter('aab') - Counter('ab') == Counter('a')
        True
        """)

    __or__ = _combined("__or__", max, True, """The higher of both counts.

        >>> Counter('aab') | Counter('bbc') == Counter('aabbc')
        True
        """)

    __and__ = _combined("__and__", min, False, """The lower of both counts.

        >>> Counter('aab') & Counter('abb') == Counter('ab')
        True
        """)

    def __pos__(self):
        "The counts above zero."
        return Counter({item: count for item, count in self.items() if count > 0})

    def __neg__(self):
        "The counts below zero, with their sign turned round."
        return Counter({item: 0 - count for item, count in self.items() if count < 0})

    def _drop(self):
        for item in [item for item, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __iadd__(self, other):
        """Add counts in place; those that are not above zero go.

        >>> c = Counter('aab')
        >>> c += Counter('b')
        >>> c == Counter(a=2, b=2)
        True
        """
        for item, count in other.items():
            self[item] += count
        return self._drop()

    def __isub__(self, other):
        """Take counts off in place; those that are not above zero go.

        >>> c = Counter('aab')
        >>> c -= Counter('ab')
        >>> c == Counter('a')
        True
        """
        for item, count in other.items():
            self[item] -= count
        return self._drop()

    def __ior__(self, other):
        """Keep the higher of both counts, in place.

        >>> c = Counter('aab')
        >>> c |= Counter('bb')
        >>> c == Counter('aabb')
        True
        """
        for item, count in other.items():
            if count > self[item]:
                self[item] = count
        return self._drop()

    def __iand__(self, other):
        """Keep the lower of both counts, in place.

        >>> c = Counter('aab')
        >>> c &= Counter('abb')
        >>> c == Counter('ab')
        True
        """
        for item in self:
            self[item] = min(self[item], other[item])
        return self._drop()


def _count_of(pair):
    return pair[1]


def _is_mapping(value):
    if not hasattr(value, "keys"):
        return False
    from collections.abc import Mapping
    return isinstance(value, Mapping)


# ---- wrappers to subclass ----

def __getattr__(name):
    # These derive from the abstract classes, which most programs never need.
    if name in ("ChainMap", "UserDict", "UserList", "UserString"):
        from collections import _user
        value = globals()[name] = getattr(_user, name)
        return value
    raise AttributeError(f"module 'collections' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(__all__))
