"""Tuples, lists, sets, dicts and their like."""
from numba.core.types.abstract import (ConstSized, Container, Hashable, InitialValue, IterableType, Literal, MutableSequence, Sequence,
                                       Type)
from numba.core.types.common import Buffer, SimpleIterableType, SimpleIteratorType


def _all_alike(types):
    return len(types) > 0 and all(one == types[0] for one in types)


def is_homogeneous(*tys):
    """Whether all types are the same."""
    return not tys or _all_alike(tys)


class Pair(Type):
    """Two values."""

    def __init__(self, first_type, second_type):
        self.first_type, self.second_type = first_type, second_type
        super().__init__(f"pair<{first_type}, {second_type}>")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.first_type, self.second_type


class BaseContainerIterator(SimpleIteratorType):
    """The type of a container's iterators."""

    def __init__(self, container):
        self.container = container
        super().__init__(f"iter({container})", container.dtype)

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.container


class BaseContainerPayload(Type):
    """What a container holds."""

    def __init__(self, container):
        self.container = container
        super().__init__(f"payload({container})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.container


class Bytes(Buffer):
    """The type of bytes."""

    mutable = False
    slice_is_copy = True


class ByteArray(Buffer):
    """The type of bytearray."""

    slice_is_copy = True


class PyArray(Buffer):
    """The type of array.array."""

    slice_is_copy = True


class MemoryView(Buffer):
    """The type of memoryview."""


class BaseTuple(ConstSized, Hashable):
    """A type of tuples."""

    @classmethod
    def from_types(cls, tys, pyclass=None):
        """The tuple type for these types; pyclass: a named tuple's class."""
        if pyclass is not None and pyclass is not tuple:
            return NamedUniTuple(tys[0], len(tys), pyclass) if _all_alike(tys) else NamedTuple(tys, pyclass)
        return UniTuple(tys[0], len(tys)) if _all_alike(tys) else Tuple(tys)


class BaseAnonymousTuple(BaseTuple):
    """A type of plain tuples."""


class _HomogeneousTuple(Sequence, BaseTuple):
    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return UniTupleIter(self)

    def __getitem__(self, i):
        if not -self.count <= i < self.count:
            raise IndexError("tuple index out of range")
        return self.dtype

    def __iter__(self):
        return iter((self.dtype,) * self.count)

    def __len__(self):
        return self.count

    @property
    def types(self):
        """The types of the items."""
        return (self.dtype,) * self.count


class UniTuple(BaseAnonymousTuple, _HomogeneousTuple, Sequence):
    """Tuples of so many items of one type: UniTuple(dtype, count).

    >>> from numba import types
    >>> types.UniTuple(types.float64, 3)
    UniTuple(float64, 3)
    """

    def __init__(self, dtype, count):
        self.dtype, self.count = dtype, count
        super().__init__(f"{type(self).__name__}({dtype} x {count})")

    def __repr__(self):
        return f"UniTuple({self.dtype!r}, {self.count})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.count


class UniTupleIter(BaseContainerIterator):
    """The type of iterators over tuples of one type."""


class _HeterogeneousTuple(BaseTuple):
    def __getitem__(self, i):
        return self.types[i]

    def __len__(self):
        return len(self.types)

    def __iter__(self):
        return iter(self.types)


class Tuple(BaseAnonymousTuple, _HeterogeneousTuple):
    """Tuples: Tuple(types). With one type throughout it is a UniTuple.

    >>> from numba import types
    >>> types.Tuple((types.int32, types.float64))
    Tuple((int32, float64))
    """

    def __new__(cls, types=()):
        types = tuple(types)
        if _all_alike(types):
            return UniTuple(types[0], len(types))
        return object.__new__(cls)

    def __init__(self, types):
        self.types = tuple(types)
        self.count = len(self.types)
        self.dtype = None
        super().__init__(f"{type(self).__name__}({', '.join(map(str, self.types))})")

    def __repr__(self):
        return f"Tuple({self.types!r})" if self.types else "Tuple(())"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.types


class _StarArgTupleMixin:
    pass


class StarArgTuple(_StarArgTupleMixin, Tuple):
    """What *args gets."""

    def __new__(cls, types=()):
        types = tuple(types)
        return StarArgUniTuple(types[0], len(types)) if _all_alike(types) else object.__new__(cls)


class StarArgUniTuple(_StarArgTupleMixin, UniTuple):
    """What *args gets, of one type."""


class BaseNamedTuple(BaseTuple):
    """A type of named tuples."""


class NamedUniTuple(_HomogeneousTuple, BaseNamedTuple):
    """Named tuples of one type: NamedUniTuple(dtype, count, cls)."""

    def __init__(self, dtype, count, cls):
        self.dtype, self.count, self.fields, self.instance_class = dtype, count, tuple(cls._fields), cls
        super().__init__(f"{cls.__name__}({dtype} x {count})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_class, self.dtype, self.count


class NamedTuple(_HeterogeneousTuple, BaseNamedTuple):
    """Named tuples: NamedTuple(types, cls)."""

    def __init__(self, types, cls):
        self.types, self.count, self.fields, self.instance_class = tuple(types), len(types), tuple(cls._fields), cls
        super().__init__(f"{cls.__name__}({', '.join(map(str, types))})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.instance_class, self.types


class List(MutableSequence, InitialValue):
    """Lists: List(dtype, reflected=False, initial_value=None). A reflected one is Python's own, which the function changes."""

    def __init__(self, dtype, reflected=False, initial_value=None):
        from numba.core.types import unliteral
        dtype = unliteral(dtype)
        self.dtype, self.reflected = dtype, reflected
        super().__init__(f"{'reflected ' if reflected else ''}list({dtype})<iv={initial_value}>")
        InitialValue.__init__(self, initial_value)

    def __repr__(self):
        return f"List({self.dtype}, {self.reflected})"

    def copy(self, dtype=None, reflected=None):
        """The type with another item type."""
        return List(dtype or self.dtype, self.reflected if reflected is None else reflected, self.initial_value)

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.reflected, str(self.initial_value)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return ListIter(self)


class LiteralList(Literal, ConstSized, Hashable):
    """Lists of known types."""

    def __init__(self, literal_value):
        self.types = tuple(literal_value)
        self.count = len(self.types)
        self._value = self.types
        self.name = f"LiteralList({self.types})"

    def __len__(self):
        return self.count

    def __iter__(self):
        return iter(self.types)

    def __getitem__(self, i):
        return self.types[i]


class ListIter(BaseContainerIterator):
    """The type of iterators over lists."""


class ListPayload(BaseContainerPayload):
    """What lists hold."""


class Set(Container):
    """Sets: Set(dtype, reflected=False)."""

    mutable = True

    def __init__(self, dtype, reflected=False):
        self.dtype, self.reflected = dtype, reflected
        super().__init__(f"{'reflected ' if reflected else ''}set({dtype})")

    def __repr__(self):
        return f"Set({self.dtype}, {self.reflected})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.reflected

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return SetIter(self)


class SetIter(BaseContainerIterator):
    """The type of iterators over sets."""


class SetPayload(BaseContainerPayload):
    """What sets hold."""


class SetEntry(Type):
    """A set's item and its hash."""

    def __init__(self, set_type):
        self.set_type = set_type
        super().__init__(f"entry({set_type})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.set_type


class ListType(IterableType):
    """Typed lists: ListType(itemty).

    >>> from numba import types
    >>> str(types.ListType(types.int64))
    'ListType[int64]'
    """

    mutable = True

    def __init__(self, itemty):
        from numba.core.types import unliteral
        itemty = unliteral(itemty)
        if isinstance(itemty, Type) and type(itemty).__name__ == "Optional":
            raise _refused(f"List.item_type cannot be of type {itemty}")
        self.item_type = self.dtype = itemty
        super().__init__(f"ListType[{itemty}]")

    def __repr__(self):
        return f"ListType({self.item_type})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.item_type

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return ListTypeIteratorType(ListTypeIterableType(self))

    @classmethod
    def refine(cls, itemty):
        """The type with these items."""
        return cls(itemty)


class ListTypeIterableType(SimpleIterableType):
    """What iterates over a typed list."""

    def __init__(self, parent):
        self.parent = parent
        self.yield_type = parent.item_type
        super().__init__(f"list[{parent.name}]", None)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return ListTypeIteratorType(self)


class ListTypeIteratorType(SimpleIteratorType):
    """The type of iterators over typed lists."""

    def __init__(self, iterable):
        self.parent, self.iterable = iterable.parent, iterable
        super().__init__(f"iter[{iterable.parent}->{iterable.yield_type}]", iterable.yield_type)


def _refused(text):
    from numba.core.errors import TypingError
    return TypingError(text)


class DictType(IterableType, InitialValue):
    """Typed dicts: DictType(keyty, valty).

    >>> from numba import types
    >>> types.DictType(types.unicode_type, types.float64)
    DictType(unicode_type, float64)
    """

    mutable = True

    def __init__(self, keyty, valty, initial_value=None):
        from numba.core.types import unliteral
        keyty, valty = unliteral(keyty), unliteral(valty)
        for part, word in ((keyty, "key"), (valty, "value")):
            if type(part).__name__ in ("Optional", "NoneType"):
                raise _refused(f"Dict.{word}_type cannot be of type {part}")
        self.key_type, self.value_type, self.keyvalue_type = keyty, valty, Tuple([keyty, valty])
        super().__init__(f"DictType[{keyty},{valty}]<iv={initial_value}>")
        InitialValue.__init__(self, initial_value)

    def __repr__(self):
        return f"DictType({self.key_type}, {self.value_type})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.key_type, self.value_type, str(self.initial_value)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return DictKeysIterableType(self).iterator_type


class _DictView(SimpleIterableType):
    _word = None

    def __init__(self, parent):
        self.parent = parent
        self.yield_type = self._item(parent)
        super().__init__(f"{self._word}[{parent.name}]", None)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        return DictIteratorType(self)


class DictItemsIterableType(_DictView):
    """The type of a typed dict's items."""

    _word = "items"

    def _item(self, parent):
        return parent.keyvalue_type


class DictKeysIterableType(_DictView):
    """The type of a typed dict's keys."""

    _word = "keys"

    def _item(self, parent):
        return parent.key_type


class DictValuesIterableType(_DictView):
    """The type of a typed dict's values."""

    _word = "values"

    def _item(self, parent):
        return parent.value_type


class DictIteratorType(SimpleIteratorType):
    """The type of iterators over typed dicts."""

    def __init__(self, iterable):
        self.parent, self.iterable = iterable.parent, iterable
        super().__init__(f"iter[{iterable.parent}->{iterable.yield_type}],{iterable.name}", iterable.yield_type)


class LiteralStrKeyDict(Literal, ConstSized, Hashable):
    """Dicts whose keys are known."""

    def __init__(self, literal_value, value_index=None):
        self._value = literal_value
        self.value_index = value_index
        self.tuple_ty = Tuple(list(literal_value.values()))
        self.types = tuple(literal_value.values())
        self.count = len(self.types)
        self.fields = tuple(name.literal_value for name in literal_value)
        inside = ", ".join(f"{name}: {kind}" for name, kind in literal_value.items())
        self._text = f"{{{inside}}}"
        self.name = f"LiteralStrKey[Dict]({self._text})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.fields, self.types, self._text

    def __len__(self):
        return self.count

    def __iter__(self):
        return iter(self.types)


class StructRef(Type):
    """Objects with named fields, by reference: StructRef(fields)."""

    mutable = True

    def __init__(self, fields):
        self._fields = tuple((str(name), self.preprocess_fields(((name, kind),))[0][1]) for name, kind in fields)
        inside = ", ".join(f"({name}, {kind})" for name, kind in self._fields)
        super().__init__(f"numba.{type(self).__name__}[{inside}]")

    def preprocess_fields(self, fields):
        """The fields as the class wants them: classes may say more."""
        return tuple(fields)

    @property
    def field_dict(self):
        """The fields' types by their names."""
        return dict(self._fields)


class StructRefPayload(Type):
    """What an object with named fields holds."""

    def __init__(self, typename, fields):
        self._typename, self._fields = typename, tuple(fields)
        super().__init__(f"numba.{typename}.payload")


class UnionType(Type):
    """One of several types."""

    def __init__(self, types):
        by_name = {one.name: one for one in types}
        self.types = tuple(by_name[name] for name in sorted(by_name))
        super().__init__(f"Union[{','.join(sorted(by_name))}]")


class SetType(IterableType, InitialValue):
    """Typed sets: SetType(dtype)."""

    mutable = True

    def __init__(self, dtype, initial_value=None):
        self.dtype = dtype
        super().__init__(f"SetType[{dtype}]<iv={initial_value}>")
        InitialValue.__init__(self, initial_value)
