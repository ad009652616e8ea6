"""What containers, iterators and callables can do, as abstract base classes."""

import sys as _sys
from abc import ABCMeta, abstractmethod
from types import GenericAlias as _GenericAlias
from _native import match_as as _match_as

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable", "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet",
           "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]


def _check_methods(C, *methods):
    # Does the class have all of these, none of them set to None?
    for method in methods:
        for base in C.__mro__:
            if method in base.__dict__:
                if base.__dict__[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _hook(owner, *methods):
    # The __subclasshook__ of a class that asks for nothing but these methods.
    def __subclasshook__(cls, C):
        if cls is globals().get(owner):
            return _check_methods(C, *methods)
        return NotImplemented
    return classmethod(__subclasshook__)


class Hashable(metaclass=ABCMeta):
    """What has a hash."""
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    __subclasshook__ = _hook("Hashable", "__hash__")


class Awaitable(metaclass=ABCMeta):
    """What await takes."""
    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    __subclasshook__ = _hook("Awaitable", "__await__")
    __class_getitem__ = classmethod(_GenericAlias)


def _thrown(typ, val, tb):
    # The exception that throw() is to raise.
    if val is None:
        if tb is None:
            return typ
        val = typ()
    return val if tb is None else val.with_traceback(tb)


class Coroutine(Awaitable):
    """What async def gives."""
    __slots__ = ()

    @abstractmethod
    def send(self, value):
        "Go on with this value; the next yielded one comes back, or StopIteration."
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        "Raise an exception inside; the next yielded value comes back, or StopIteration."
        raise _thrown(typ, val, tb)

    def close(self):
        "Raise GeneratorExit inside."
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("coroutine ignored GeneratorExit")

    __subclasshook__ = _hook("Coroutine", "__await__", "send", "throw", "close")


class AsyncIterable(metaclass=ABCMeta):
    """What async for takes."""
    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    __subclasshook__ = _hook("AsyncIterable", "__aiter__")
    __class_getitem__ = classmethod(_GenericAlias)


class AsyncIterator(AsyncIterable):
    """What gives its items to async for."""
    __slots__ = ()

    @abstractmethod
    async def __anext__(self):
        "The next item, or StopAsyncIteration."
        raise StopAsyncIteration

    def __aiter__(self):
        return self

    __subclasshook__ = _hook("AsyncIterator", "__anext__", "__aiter__")


class AsyncGenerator(AsyncIterator):
    """What async def with yield gives."""
    __slots__ = ()

    async def __anext__(self):
        "The next item, or StopAsyncIteration."
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        "Go on with this value; the next item comes back, or StopAsyncIteration."
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        "Raise an exception inside; the next item comes back, or StopAsyncIteration."
        raise _thrown(typ, val, tb)

    async def aclose(self):
        "Raise GeneratorExit inside."
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("asynchronous generator ignored GeneratorExit")

    __subclasshook__ = _hook("AsyncGenerator", "__aiter__", "__anext__", "asend", "athrow", "aclose")


class Iterable(metaclass=ABCMeta):
    """What for takes."""
    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    __subclasshook__ = _hook("Iterable", "__iter__")
    __class_getitem__ = classmethod(_GenericAlias)


class Iterator(Iterable):
    """What gives its items one by one."""
    __slots__ = ()

    @abstractmethod
    def __next__(self):
        "The next item, or StopIteration."
        raise StopIteration

    def __iter__(self):
        return self

    __subclasshook__ = _hook("Iterator", "__iter__", "__next__")


class Reversible(Iterable):
    """What reversed() takes."""
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    __subclasshook__ = _hook("Reversible", "__reversed__", "__iter__")


class Generator(Iterator):
    """What def with yield gives."""
    __slots__ = ()

    def __next__(self):
        "The next item, or StopIteration."
        return self.send(None)

    @abstractmethod
    def send(self, value):
        "Go on with this value; the next item comes back, or StopIteration."
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        "Raise an exception inside; the next item comes back, or StopIteration."
        raise _thrown(typ, val, tb)

    def close(self):
        "Raise GeneratorExit inside."
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("generator ignored GeneratorExit")

    __subclasshook__ = _hook("Generator", "__iter__", "__next__", "send", "throw", "close")


class Sized(metaclass=ABCMeta):
    """What has a length."""
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    __subclasshook__ = _hook("Sized", "__len__")


class Container(metaclass=ABCMeta):
    """What `in` can ask."""
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    __subclasshook__ = _hook("Container", "__contains__")
    __class_getitem__ = classmethod(_GenericAlias)


class Collection(Sized, Iterable, Container):
    """A sized container that can be iterated."""
    __slots__ = ()

    __subclasshook__ = _hook("Collection", "__len__", "__iter__", "__contains__")


def _type_repr(obj):
    if isinstance(obj, type):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    if obj is Ellipsis:
        return "..."
    if isinstance(obj, type(_type_repr)):
        return obj.__name__
    return repr(obj)


def _is_param_expr(obj):
    # What may stand for the parameters: ..., a list of types, a ParamSpec, Concatenate.
    if obj is Ellipsis or isinstance(obj, list):
        return True
    kind = type(obj)
    return kind.__module__ == "typing" and kind.__name__ in ("ParamSpec", "_ConcatenateAlias")


def _flat(parameters, result):
    # Callable[[int, str], bool] keeps (int, str, bool).
    if isinstance(parameters, (list, tuple)):
        return *parameters, result
    if _is_param_expr(parameters):
        return parameters, result
    raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {parameters}")


class _CallableGenericAlias(_GenericAlias):
    "Callable[[int, str], float]: its arguments are (int, str, float)."

    __slots__ = ()

    def __new__(cls, origin, args):
        if not isinstance(args, tuple) or len(args) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        return super().__new__(cls, origin, _flat(*args))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_param_expr(args[0]):
            return super().__repr__()
        return (f"collections.abc.Callable[[{', '.join(map(_type_repr, args[:-1]))}], {_type_repr(args[-1])}]")

    def __reduce__(self):
        *parameters, result = self.__args__
        is_whole = len(parameters) == 1 and _is_param_expr(parameters[0])
        return _CallableGenericAlias, (Callable, self.__args__ if is_whole else (parameters, result))

    def __getitem__(self, item):
        if not isinstance(item, tuple):
            item = (item,)
        new = super().__getitem__(item).__args__
        # The parameters are a list again.
        if not isinstance(new[0], (tuple, list)):
            result, parameters = new[-1], new[:-1]
            new = parameters, result
        return _CallableGenericAlias(Callable, tuple(new))


class Callable(metaclass=ABCMeta):
    """What can be called."""
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    __subclasshook__ = _hook("Callable", "__call__")
    __class_getitem__ = classmethod(_CallableGenericAlias)


# ---- sets ----

class Set(Collection):
    "A set: __contains__, __iter__ and __len__ are to be defined; _from_iterable makes another one."

    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(value for value in other if value in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        "Is nothing in both?"
        return not any(value in self for value in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for items in (self, other) for item in items)

    __ror__ = __or__

    def _as_set(self, other):
        if isinstance(other, Set):
            return other
        return self._from_iterable(other) if isinstance(other, Iterable) else None

    def __sub__(self, other):
        other = self._as_set(other)
        if other is None:
            return NotImplemented
        return self._from_iterable(value for value in self if value not in other)

    def __rsub__(self, other):
        other = self._as_set(other)
        if other is None:
            return NotImplemented
        return self._from_iterable(value for value in other if value not in self)

    def __xor__(self, other):
        other = self._as_set(other)
        if other is None:
            return NotImplemented
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        "A hash that does not depend on the order, the same as frozenset's: for __hash__ of those that do not change."
        # The steps are frozenset's; they are done in whole words, so that what is above them may wait to be cut off.
        word = 2 * _sys.maxsize + 1
        mixed = 1927868237 * (len(self) + 1)
        for one in map(hash, self):
            mixed ^= 3644798167 * (89869747 ^ one ^ one << 16)
        mixed &= word
        mixed = ((mixed ^ mixed >> 11 ^ mixed >> 25) * 69069 + 907133923) & word
        if mixed == word:
            return 590923713  # -1 tells of an error
        return mixed if mixed <= _sys.maxsize else mixed - word - 1


class MutableSet(Set):
    "A set that can change: add and discard are to be defined, too."

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        "Put an item in."
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        "Take an item out, if it is there."
        raise NotImplementedError

    def remove(self, value):
        "Take an item out; KeyError if it is not there."
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        "Take out any item; KeyError if there is none."
        try:
            value = next(iter(self))
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        "Take everything out."
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it if isinstance(it, Set) else self._from_iterable(it):
                change = self.discard if value in self else self.add
                change(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self


# ---- mappings ----

class Mapping(Collection):
    "A mapping: __getitem__, __iter__ and __len__ are to be defined."

    __slots__ = ()
    __abc_tpflags__ = 1 << 6

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        "The value of a key, or the default."
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        "A view of the keys."
        return KeysView(self)

    def items(self):
        "A view of the pairs."
        return ItemsView(self)

    def values(self):
        "A view of the values."
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


class MappingView(Sized):
    """A look at a mapping."""
    __slots__ = ("_mapping",)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return "{0.__class__.__name__}({0._mapping!r})".format(self)

    __class_getitem__ = classmethod(_GenericAlias)


class KeysView(MappingView, Set):
    """The keys of a mapping."""
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    """The pairs of a mapping."""
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            own = self._mapping[key]
        except KeyError:
            return False
        return own is value or own == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    """The values of a mapping."""
    __slots__ = ()

    def __contains__(self, value):
        for key in self._mapping:
            own = self._mapping[key]
            if own is value or own == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class MutableMapping(Mapping):
    "A mapping that can change: __setitem__ and __delitem__ are to be defined, too."

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    __marker = object()

    def pop(self, key, default=__marker):
        "Take a key out and give its value; the default, or KeyError, if it is not there."
        is_there = True
        try:
            taken = self[key]
        except KeyError:
            is_there, taken = False, default
            if default is self.__marker:
                raise
        if is_there:
            del self[key]
        return taken

    def popitem(self):
        "Take out any pair; KeyError if there is none."
        for key in self:
            pair = key, self[key]
            del self[key]
            return pair
        raise KeyError

    def clear(self):
        "Take everything out."
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        "Set the pairs of a mapping or of an iterable of pairs, then those given by keyword."
        keys = other if isinstance(other, Mapping) else other.keys() if hasattr(other, "keys") else None
        pairs = other if keys is None else ((key, other[key]) for key in keys)
        for source in (pairs, kwds.items()):
            for key, value in source:
                self[key] = value

    def setdefault(self, key, default=None):
        "The value of a key, which becomes the default if it has none."
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


# ---- sequences ----

class Sequence(Reversible, Collection):
    "A sequence: __getitem__ and __len__ are to be defined."

    __slots__ = ()
    __abc_tpflags__ = 1 << 5

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        index = 0
        try:
            while True:
                yield self[index]
                index += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(own is value or own == value for own in self)

    def __reversed__(self):
        for index in reversed(range(len(self))):
            yield self[index]

    def index(self, value, start=0, stop=None):
        "The first place of a value; ValueError if there is none."
        first = start if start is None or start >= 0 else max(0, start + len(self))
        behind = stop if stop is None or stop >= 0 else stop + len(self)
        while behind is None or first < behind:
            try:
                here = self[first]
            except IndexError:
                break
            if value is here or here == value:
                return first
            first += 1
        raise ValueError

    def count(self, value):
        "How often a value is there."
        return sum(1 for own in self if own is value or own == value)


class ByteString(Sequence):
    """bytes and bytearray."""
    __slots__ = ()


class MutableSequence(Sequence):
    "A sequence that can change: __setitem__, __delitem__ and insert are to be defined, too."

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        "Put a value before this place."
        raise IndexError

    def append(self, value):
        "Put a value at the end."
        self.insert(len(self), value)

    def clear(self):
        "Take everything out."
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        "Turn the order round, in place."
        left, right = 0, len(self) - 1
        while left < right:
            self[left], self[right] = self[right], self[left]
            left += 1
            right -= 1

    def extend(self, values):
        "Put several values at the end."
        if values is self:
            values = list(values)
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        "Take out the value at a place, the last one by default."
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        "Take out the first such value; ValueError if there is none."
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


# ---- the built-in types ----

def _register():
    _match_as(Sequence, tuple)
    _match_as(Mapping, dict)
    async def coroutine():
        pass

    async def asynchronous():
        yield

    started = coroutine()
    Coroutine.register(type(started))
    started.close()
    AsyncGenerator.register(type(asynchronous()))
    Generator.register(type((lambda: (yield))()))
    for value in (b"", bytearray(), {}.keys(), {}.values(), {}.items(), [], range(0), set(), "", (), zip()):
        Iterator.register(type(iter(value)))
    Iterator.register(type(reversed([])))
    Iterator.register(type(iter(range(1 << 1000))))
    for kind in tuple, str, range, memoryview:
        Sequence.register(kind)
    for kind in bytes, bytearray:
        ByteString.register(kind)
    for kind in list, bytearray:
        MutableSequence.register(kind)
    Set.register(frozenset)
    MutableSet.register(set)
    Mapping.register(type(type.__dict__))
    MutableMapping.register(dict)
    KeysView.register(type({}.keys()))
    ItemsView.register(type({}.items()))
    ValuesView.register(type({}.values()))


_register()
MutableSequence.register(_sys.modules["collections"].deque)
del _register
