"""Sequences that algorithms read and write: arrays, and iterators, whose elements are made when they are asked for."""
import cupy
import numpy
from cuda.compute._operators import operator
from cuda.compute._types import _Struct, initial

_INDEX = numpy.dtype(numpy.int64)


class Iterator:
    """A sequence. `kind` is the type of its elements; read() gives the expression of an element, write() the statement that sets one."""

    kind = None

    def advance(self, offset):
        "The sequence from an element on."
        return _Shifted(self, offset)

    __add__ = advance

    @property
    def value_type(self):
        "The type of its elements."
        return self.kind


class _Shifted(Iterator):
    def __init__(self, source, offset):
        self._source, self._offset, self.kind = source, int(offset), source.kind

    def _inner(self, text, make):
        offset, made = text.parameter("long long", numpy.int64(self._offset)), make(text)
        return offset, made

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        offset, inner = self._inner(text, self._source.read)
        return lambda index: inner("(%s + %s)" % (index, offset))

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        offset, inner = self._inner(text, lambda one: self._source.write(one, kind))
        return lambda index, value: inner("(%s + %s)" % (index, offset), value)


class _Array(Iterator):
    def __init__(self, array):
        if not isinstance(array, cupy.ndarray):
            held = getattr(array, "_device_array", None)
            if isinstance(held, cupy.ndarray):
                array = held
            elif hasattr(array, "__cuda_array_interface__"):
                array = cupy.asarray(array)
            else:
                raise TypeError("cuda.compute: an array of a device or an iterator is wanted, not %s" % type(array).__name__)
        if not array.flags.c_contiguous:
            raise ValueError("Non-contiguous arrays are not supported.")
        self.array, self.kind = array, array.dtype

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        name = text.parameter("const %s *" % text.type(self.kind), self.array)
        return lambda index: "%s[%s]" % (name, index)

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        name = text.parameter("%s *" % text.type(self.kind), self.array)
        return lambda index, value: "%s[%s] = %s;" % (name, index, text.converted(self.kind, kind, value))


def sequence(value):
    "An array or an iterator as a sequence."
    return value if isinstance(value, Iterator) else _Array(value)


class CacheModifiedInputIterator(_Array):
    """An array that is read past the caches: CacheModifiedInputIterator(array, modifier='stream')."""

    def __init__(self, device_array, modifier="stream", prefix=""):
        if modifier != "stream":
            raise NotImplementedError("Only stream modifier is supported")
        _Array.__init__(self, device_array)


class ConstantIterator(Iterator):
    """One value over and over."""

    def __init__(self, value):
        self.kind, self._value = initial(value)

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        name = text.parameter(text.type(self.kind), self._value)
        return lambda index: name


class CountingIterator(Iterator):
    """Whole numbers from one on: CountingIterator(numpy.int32(0))."""

    def __init__(self, offset):
        self.kind, self._start = initial(offset)

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        name = text.parameter(text.type(self.kind), self._start)
        return lambda index: "(%s)(%s + (%s))" % (text.type(self.kind), name, index)


class TransformIterator(Iterator):
    """What an operator makes of each element."""

    def __init__(self, it, op):
        self._source, self._operator = sequence(it), op

    @property
    def kind(self):
        """The dtype of its elements."""
        from cuda.compute._types import Text
        return operator(Text(), self._operator, [self._source.kind])[0]

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        inner = self._source.read(text)
        _, name = operator(text, self._operator, [self._source.kind])
        return lambda index: "%s(%s)" % (name, inner(index))


class TransformOutputIterator(Iterator):
    """A place for elements: an operator makes of each what is written."""

    def __init__(self, it, op):
        self._target, self._operator, self.kind = sequence(it), op, None

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        result, name = operator(text, self._operator, [kind])
        inner = self._target.write(text, result)
        return lambda index, value: inner(index, "%s(%s)" % (name, value))


class ZipIterator(Iterator):
    """Elements of several sequences side by side: an operator asks for pair[0], pair[1]."""

    def __init__(self, *iterators):
        if len(iterators) == 1 and isinstance(iterators[0], (tuple, list)):
            iterators = tuple(iterators[0])
        if not iterators:
            raise ValueError("At least one iterator is required")
        self._parts = [sequence(part) for part in iterators]

    @property
    def kind(self):
        """The dtype of its elements."""
        return numpy.dtype([("value_%d" % k, part.kind) for k, part in enumerate(self._parts)], align=True)

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        kind = self.kind
        readers = [part.read(text) for part in self._parts]
        name, whole = text.fresh("zip"), text.type(kind)
        heads = ", ".join("const %s a%d" % (text.type(part.kind), k) for k, part in enumerate(self._parts))
        text.parts.append("__device__ %s %s(%s) { %s made; %s return made; }" % (
            whole, name, heads, whole, " ".join("made.f_value_%d = a%d;" % (k, k) for k in range(len(self._parts)))))
        return lambda index: "%s(%s)" % (name, ", ".join(reader(index) for reader in readers))

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        if kind.names is None or len(kind.names) != len(self._parts):
            raise TypeError("cuda.compute: %s does not fit a ZipIterator of %d" % (kind, len(self._parts)))
        writers = [part.write(text, kind.fields[name][0]) for part, name in zip(self._parts, kind.names)]
        return lambda index, value: "{ const %s whole = %s; %s }" % (
            text.type(kind), value, " ".join(writer(index, "whole.f_" + name) for writer, name in zip(writers, kind.names)))


class ReverseIterator(Iterator):
    """An array from its end on."""

    def __init__(self, it):
        self._source = sequence(it)
        if not isinstance(self._source, _Array):
            raise NotImplementedError("cuda.compute: only arrays are read from their end on")
        self.kind = self._source.kind

    def _place(self, text):
        last = text.parameter("long long", numpy.int64(self._source.array.size - 1))
        return lambda index: "(%s - (%s))" % (last, index)

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        place, inner = self._place(text), self._source.read(text)
        return lambda index: inner(place(index))

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        place, inner = self._place(text), self._source.write(text, kind)
        return lambda index, value: inner(place(index), value)


ReverseInputIterator = ReverseOutputIterator = ReverseIterator


class PermutationIterator(Iterator):
    """The elements of a sequence at indices."""

    def __init__(self, values, indices):
        self._values, self._indices = sequence(values), sequence(indices)
        self.kind = self._values.kind

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        values, indices = self._values.read(text), self._indices.read(text)
        return lambda index: values(indices(index))

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        values, indices = self._values.write(text, kind), self._indices.read(text)
        return lambda index, value: values(indices(index), value)


class DiscardIterator(Iterator):
    """A place for elements that nobody wants."""

    def __init__(self, reference_iterator=None):
        self.kind = numpy.dtype(numpy.int8) if reference_iterator is None else sequence(reference_iterator).kind

    def read(self, text):
        """What writes an element for an index, in CUDA C."""
        return lambda index: "0"

    def write(self, text, kind):
        """What stores a value at an index, in CUDA C."""
        return lambda index, value: "(void)(%s);" % value
