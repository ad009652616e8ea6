"""Containers beyond the built-in ones: namedtuple, deque, Counter, defaultdict, OrderedDict, ChainMap."""

import sys as _sys

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
    fields = tuple(names)
    count = len(fields)
    make_tuple = tuple.__new__
    scope = {"_make_tuple": make_tuple}
    parameters = ", ".join(names)
    exec(f"def __new__(_cls, {parameters}):\n    return _make_tuple(_cls, ({parameters}{',' if count == 1 else ''}))", scope)
    new = scope["__new__"]
    new.__doc__ = f"Create new instance of {typename}({parameters})"
    new.__defaults__ = defaults or None

    def _make(cls, iterable):
        result = make_tuple(cls, iterable)
        if len(result) != count:
            raise TypeError(f"Expected {count} arguments, got {len(result)}")
        return result

    def _replace(self, /, **changes):
        result = self._make(changes.pop(name, value) for name, value in zip(fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return result

    def __repr__(self):
        inner = ", ".join(f"{name}={value!r}" for name, value in zip(fields, self))
        return f"{type(self).__name__}({inner})"

    def _asdict(self):
        return dict(zip(fields, self))

    def __getnewargs__(self):
        return tuple(self)

    members = {"__doc__": f"{typename}({parameters})", "__slots__": (), "_fields": fields,
               "_field_defaults": field_defaults, "__new__": new, "_make": classmethod(_make), "_replace": _replace,
               "__repr__": __repr__, "_asdict": _asdict, "__getnewargs__": __getnewargs__, "__match_args__": fields}
    for index, name in enumerate(fields):
        members[name] = property(lambda self, index=index: tuple.__getitem__(self, index),
                                 doc=f"Alias for field number {index}")
    result = type(typename, (tuple,), members)
    if module is None:
        try:
            module = _sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            module = "__main__"
    result.__module__ = module
    return result


# ---- dicts ----

class defaultdict(dict):
    """A dict whose missing keys get default_factory()."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        dict.__init__(self, *args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.copy()
        result.update(other)
        return result


class OrderedDict(dict):
    """A dict that can move its keys to an end and compares by order with its like."""

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
        else:
            rest = list(self.items())
            self.clear()
            self[key] = value
            self.update(rest)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self)) if last else next(iter(self))
        return key, self.pop(key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}({list(self.items())!r})"

    def copy(self):
        return type(self)(self)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        result = cls()
        for key in iterable:
            result[key] = value
        return result


def _count_elements(mapping, iterable):
    "Count the items of an iterable in a mapping."
    get = mapping.get
    for item in iterable:
        mapping[item] = get(item, 0) + 1


class Counter(dict):
    """Counts of hashable items.

    >>> Counter('abracadabra').most_common(2)
    [('a', 5), ('b', 2)]
    """

    def __init__(self, iterable=None, /, **kwargs):
        dict.__init__(self)
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return items if n is None else items[:n]

    def elements(self):
        for item, count in self.items():
            for _ in range(count):
                yield item

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwargs):
        if iterable is not None:
            if hasattr(iterable, "keys"):
                for item in iterable.keys():
                    self[item] = self.get(item, 0) + iterable[item]
            else:
                get = self.get
                for item in iterable:
                    self[item] = get(item, 0) + 1
        if kwargs:
            self.update(kwargs)

    def subtract(self, iterable=None, /, **kwargs):
        if iterable is not None:
            if hasattr(iterable, "keys"):
                for item in iterable.keys():
                    self[item] = self.get(item, 0) - iterable[item]
            else:
                for item in iterable:
                    self[item] = self.get(item, 0) - 1
        if kwargs:
            self.subtract(kwargs)

    def copy(self):
        return type(self)(self)

    def __delitem__(self, item):
        if item in self:
            dict.__delitem__(self, item)

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        try:
            inner = dict(self.most_common())
        except TypeError:
            inner = dict(self)
        return f"{type(self).__name__}({inner!r})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] == other[item] for counts in (self, other) for item in counts)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] <= other[item] for counts in (self, other) for item in counts)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other <= self

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return other < self

    def _combined(self, other, combine):
        result = Counter()
        for item in list(self) + [item for item in other if item not in self]:
            count = combine(self[item], other[item])
            if count > 0:
                result[item] = count
        return result

    def __add__(self, other):
        return self._combined(other, lambda a, b: a + b) if isinstance(other, Counter) else NotImplemented

    def __sub__(self, other):
        return self._combined(other, lambda a, b: a - b) if isinstance(other, Counter) else NotImplemented

    def __or__(self, other):
        return self._combined(other, max) if isinstance(other, Counter) else NotImplemented

    def __and__(self, other):
        return self._combined(other, min) if isinstance(other, Counter) else NotImplemented

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self


# ---- deque ----

class deque:
    """A list with fast appends and pops at both ends: a ring of slots that doubles when it is full."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None:
            if not isinstance(maxlen, int):
                raise TypeError("an integer is required")
            if maxlen < 0:
                raise ValueError("maxlen must be non-negative")
        self._slots = [None] * 8
        self._start = 0
        self._count = 0
        self._maxlen = maxlen
        self.extend(iterable)

    @property
    def maxlen(self):
        return self._maxlen

    def _grow(self):
        self._slots = list(self) + [None] * len(self._slots)
        self._start = 0

    def append(self, x):
        if self._maxlen is not None and self._count >= self._maxlen:
            if self._maxlen == 0:
                return
            self.popleft()
        if self._count == len(self._slots):
            self._grow()
        self._slots[(self._start + self._count) % len(self._slots)] = x
        self._count += 1

    def appendleft(self, x):
        if self._maxlen is not None and self._count >= self._maxlen:
            if self._maxlen == 0:
                return
            self.pop()
        if self._count == len(self._slots):
            self._grow()
        self._start = (self._start - 1) % len(self._slots)
        self._slots[self._start] = x
        self._count += 1

    def pop(self):
        if not self._count:
            raise IndexError("pop from an empty deque")
        self._count -= 1
        at = (self._start + self._count) % len(self._slots)
        x = self._slots[at]
        self._slots[at] = None
        return x

    def popleft(self):
        if not self._count:
            raise IndexError("pop from an empty deque")
        x = self._slots[self._start]
        self._slots[self._start] = None
        self._start = (self._start + 1) % len(self._slots)
        self._count -= 1
        return x

    def extend(self, iterable):
        for x in (list(iterable) if iterable is self else iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in (list(iterable) if iterable is self else iterable):
            self.appendleft(x)

    def clear(self):
        self._slots = [None] * 8
        self._start = self._count = 0

    def rotate(self, n=1):
        if self._count > 1:
            for _ in range(n % self._count):
                self.appendleft(self.pop())

    def _at(self, index):
        if not isinstance(index, int):
            raise TypeError(f"sequence index must be integer, not '{type(index).__name__}'")
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("deque index out of range")
        return (self._start + index) % len(self._slots)

    def __getitem__(self, index):
        return self._slots[self._at(index)]

    def __setitem__(self, index, value):
        self._slots[self._at(index)] = value

    def __delitem__(self, index):
        self._at(index)
        items = list(self)
        del items[index]
        self.clear()
        self.extend(items)

    def insert(self, index, x):
        if self._maxlen is not None and self._count >= self._maxlen:
            raise IndexError("deque already at its maximum size")
        items = list(self)
        items.insert(index, x)
        self.clear()
        self.extend(items)

    def remove(self, value):
        for index, x in enumerate(self):
            if x is value or x == value:
                del self[index]
                return
        raise ValueError("deque.remove(x): x not in deque")

    def index(self, value, start=0, stop=None):
        return list(self).index(value, start, self._count if stop is None else stop)

    def count(self, value):
        return sum(1 for x in self if x is value or x == value)

    def reverse(self):
        items = list(self)
        items.reverse()
        self.clear()
        self.extend(items)

    def copy(self):
        return type(self)(self, self._maxlen)

    __copy__ = copy

    def __len__(self):
        return self._count

    def __iter__(self):
        size = self._count
        for index in range(size):
            if self._count != size:
                raise RuntimeError("deque mutated during iteration")
            yield self._slots[(self._start + index) % len(self._slots)]

    def __reversed__(self):
        for index in range(self._count - 1, -1, -1):
            yield self[index]

    def __contains__(self, value):
        return any(x is value or x == value for x in self)

    def __bool__(self):
        return self._count > 0

    def __repr__(self):
        inner = repr([x if x is not self else ... for x in self])
        tail = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({inner}{tail})"

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(list(self) * n, self._maxlen)

    __rmul__ = __mul__

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return list(self) < list(other) if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return list(self) <= list(other) if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return list(self) > list(other) if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return list(self) >= list(other) if isinstance(other, deque) else NotImplemented

    __hash__ = None


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
