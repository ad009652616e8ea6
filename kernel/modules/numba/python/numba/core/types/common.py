"""Types that others are made of."""
from numba.core.types.abstract import ArrayCompatible, Dummy, IterableType, IteratorType


class Opaque(Dummy):
    """A type whose values are pointers that nobody looks behind."""


class SimpleIterableType(IterableType):
    """A type of what has a given type of iterators."""

    def __init__(self, name, iterator_type):
        self._iterator_type = iterator_type
        super().__init__(name)

    @property
    def iterator_type(self):
        """The iterators' type."""
        return self._iterator_type


class SimpleIteratorType(IteratorType):
    """A type of iterators over a given type."""

    def __init__(self, name, yield_type):
        self._yield_type = yield_type
        super().__init__(name)

    @property
    def yield_type(self):
        """What they give."""
        return self._yield_type


class Buffer(IterableType, ArrayCompatible):
    """A type of memory with elements of one type: arrays, bytes."""

    mutable = True
    slice_is_copy = False
    aligned = True
    LAYOUTS = frozenset(["C", "F", "CS", "FS", "A"])

    def __init__(self, dtype, ndim, layout, readonly=False, name=None):
        from numba.core import errors
        from numba.core.types.abstract import Type
        if not isinstance(dtype, Type):
            raise errors.NumbaTypeError(f"Invalid dtype {dtype!r}")
        if layout not in self.LAYOUTS:
            raise errors.NumbaValueError(f"Invalid layout '{layout}'")
        self.dtype, self.ndim, self.layout = dtype, ndim, layout
        if readonly:
            self.mutable = False
        if name is None:
            kind = type(self).__name__.lower()
            name = f"{'' if self.mutable or kind == 'bytes' and not readonly else 'readonly '}{kind}({dtype}, {ndim}d, {layout})"
        super().__init__(name)

    @property
    def iterator_type(self):
        """The type of iterators over it."""
        from numba.core.types.iterators import ArrayIterator
        return ArrayIterator(self)

    @property
    def as_array(self):
        """The array type: itself."""
        return self

    def copy(self, dtype=None, ndim=None, layout=None):
        """The type with another element type, number of dimensions or layout."""
        return type(self)(dtype=dtype or self.dtype, ndim=self.ndim if ndim is None else ndim, layout=layout or self.layout, readonly=not self.mutable)

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.ndim, self.layout, self.mutable

    @property
    def is_c_contig(self):
        """Whether the elements lie one after another, the last index running fastest."""
        return self.layout == "C" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_f_contig(self):
        """Whether the elements lie one after another, the first index running fastest."""
        return self.layout == "F" or (self.ndim <= 1 and self.layout in "CF")

    @property
    def is_contig(self):
        """Whether the elements lie one after another."""
        return self.layout in "CF"
