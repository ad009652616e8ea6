"""ChainMap, and classes around a dict, a list and a text for programs to derive from."""

import collections as _collections
import sys as _sys
from collections.abc import MutableMapping as _MutableMapping, MutableSequence as _MutableSequence, Sequence as _Sequence

__name__ = "collections"


def _recursive_repr(function):
    inside = set()

    def __repr__(self):
        me, is_again = id(self), id(self) in inside
        inside.add(me)
        try:
            return "..." if is_again else function(self)
        finally:
            if not is_again:
                inside.discard(me)
    return __repr__


def _twin(thing, data):
    # An object of the same class and with the same attributes, but for its data.
    made = thing.__class__.__new__(thing.__class__)
    made.__dict__.update(thing.__dict__, data=data)
    return made


class ChainMap(_MutableMapping):
    """Several mappings seen as one; the first is written to."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        seen = {}
        for mapping in reversed(self.maps):
            seen |= dict.fromkeys(mapping)
        return iter(seen)

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    @_recursive_repr
    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self.maps))})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        "A chain of one dict with these keys."
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        "A chain with a copy of the first mapping."
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        "The chain with another mapping in front."
        if m is not None and kwargs:
            m.update(kwargs)
        maps = [kwargs if m is None else m, *self.maps]
        return self.__class__(*maps)

    @property
    def parents(self):
        "The chain without the first mapping."
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        "Take a pair out of the first mapping."
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.")

    def pop(self, key, *args):
        "Take a key out of the first mapping."
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}")

    def clear(self):
        "Take everything out of the first mapping."
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        both = self.copy() if isinstance(other, _collections.abc.Mapping) else NotImplemented
        if both is not NotImplemented:
            both.maps[0].update(other)
        return both

    def __ror__(self, other):
        if isinstance(other, _collections.abc.Mapping):
            both = dict(other)
            for mapping in self.maps[::-1]:
                both |= mapping
            return self.__class__(both)
        return NotImplemented


class UserDict(_MutableMapping):
    """A mapping around the dict `data`."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for source in (dict, kwargs or None):
            if source is not None:
                self.update(source)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key not in self.data:
            missing = getattr(self.__class__, "__missing__", None)
            if missing is None:
                raise KeyError(key)
            return missing(self, key)
        return self.data[key]

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self[key] if key in self else default

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def __copy__(self):
        return _twin(self, self.data.copy())

    def copy(self):
        "A copy, with a dict of its own."
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        made = self._hollow()
        made.update(self)
        return made

    def _hollow(self):
        # A copy by the class's own way, without the items.
        from copy import copy
        try:
            kept, self.data = self.data, {}
            return copy(self)
        finally:
            self.data = kept

    @classmethod
    def fromkeys(cls, iterable, value=None):
        "One with these keys and this value."
        result = cls()
        for key in iterable:
            result[key] = value
        return result


class UserList(_MutableSequence):
    """A sequence around the list `data`."""

    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            self.data[:] = initlist.data if isinstance(initlist, UserList) else initlist
            if not isinstance(initlist, (list, UserList)):
                self.data = list(self.data)

    def __repr__(self):
        return repr(self.data)

    def _other(self, other):
        return other.data if isinstance(other, UserList) else other

    def __lt__(self, other):
        return self.data < self._other(other)

    def __le__(self, other):
        return self.data <= self._other(other)

    def __eq__(self, other):
        return self.data == self._other(other)

    def __gt__(self, other):
        return self.data > self._other(other)

    def __ge__(self, other):
        return self.data >= self._other(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _as_list(self, other):
        if isinstance(other, UserList):
            return other.data
        return other if isinstance(other, type(self.data)) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._as_list(other))

    def __radd__(self, other):
        return self.__class__(self._as_list(other) + self.data)

    def __iadd__(self, other):
        self.data += self._as_list(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def __copy__(self):
        return _twin(self, self.data[:])

    def append(self, item):
        """Put an item at the end."""
        self.data.append(item)

    def insert(self, i, item):
        """Put an item in at a place."""
        self.data.insert(i, item)

    def pop(self, i=-1):
        """Take an item out."""
        return self.data.pop(i)

    def remove(self, item):
        """Take the first equal item out."""
        self.data.remove(item)

    def clear(self):
        """Empty it."""
        self.data.clear()

    def copy(self):
        """A copy."""
        return self.__class__(self)

    def count(self, item):
        """How often an item is in."""
        return self.data.count(item)

    def index(self, item, *args):
        """Where an item is."""
        return self.data.index(item, *args)

    def reverse(self):
        """Turn the order round."""
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        """Sort it."""
        self.data.sort(*args, **kwds)

    def extend(self, other):
        """Put items at the end."""
        self.data.extend(self._other(other))


class UserString(_Sequence):
    """A sequence around the text `data`."""

    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else seq.data[:] if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __contains__(self, char):
        return (char.data if isinstance(char, UserString) else char) in self.data

    def __add__(self, other):
        if isinstance(other, UserString):
            return self.__class__(self.data + other.data)
        return self.__class__(self.data + (other if isinstance(other, str) else str(other)))

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    maketrans = str.maketrans

    def encode(self, encoding="utf-8", errors="strict"):
        """The text as bytes."""
        return self.data.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)

    def join(self, seq):
        """Texts with this one between them."""
        return self.data.join(seq)

    def format(self, /, *args, **kwds):
        """The text with its fields filled in."""
        return self.data.format(*args, **kwds)

    def format_map(self, mapping):
        """The text with its fields filled in from a mapping."""
        return self.data.format_map(mapping)


def _plain(value):
    return value.data if isinstance(value, UserString) else value


def _delegate(name, wraps):
    method = getattr(str, name)

    def function(self, /, *args, **kwds):
        result = method(self.data, *map(_plain, args), **kwds)
        return self.__class__(result) if wraps else result
    function.__name__, function.__qualname__ = name, "UserString." + name
    function.__doc__ = method.__doc__
    setattr(UserString, name, function)


for _name in ("capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip "
              "swapcase title translate upper zfill").split():
    _delegate(_name, True)
for _name in ("count endswith find index isalpha isalnum isascii isdecimal isdigit isidentifier islower isnumeric isprintable "
              "isspace istitle isupper partition rfind rindex rpartition rsplit split splitlines startswith").split():
    _delegate(_name, False)


def _compare(name):
    method = getattr(str, name)

    def function(self, other):
        return method(self.data, _plain(other))
    function.__name__, function.__qualname__ = name, "UserString." + name
    setattr(UserString, name, function)


for _name in "__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split():
    _compare(_name)
del _name
