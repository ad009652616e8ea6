"""Types of NumPy's things: arrays, records, dtypes, strings, times, random generators."""
from numba.core.types.abstract import DTypeSpec, IteratorType, MutableSequence, Type
from numba.core.types.common import Buffer, Opaque, SimpleIteratorType


class CharSeq(Type):
    """Bytes of a fixed length, as arrays hold them."""

    mutable = True

    def __init__(self, count):
        self.count = count
        super().__init__(f"[char x {count}]")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.count


class UnicodeCharSeq(Type):
    """Text of a fixed length, as arrays hold it."""

    mutable = True

    def __init__(self, count):
        self.count = count
        super().__init__(f"[unichr x {count}]")

    def __repr__(self):
        return f"UnicodeCharSeq({self.count})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.count


class Record(Type):
    """Structures, as arrays hold them: Record(fields, size, aligned). fields: pairs of a name and a dict with type, offset, and
    perhaps alignment and title.

    >>> import numba
    >>> import numpy as np
    >>> numba.from_dtype(np.dtype([('a', 'i4'), ('b', 'f8')])).typeof('b')
    float64
    """

    mutable = True

    class _Field:
        def __init__(self, type, offset, alignment=None, title=None):
            self.type, self.offset, self.alignment, self.title = type, offset, alignment, title

    @classmethod
    def make_c_struct(cls, name_types):
        """The structure that C makes of these fields: pairs of a name and a type."""
        from numba.core.registry import cpu_layout
        fields, end, most = [], 0, 1
        for name, kind in name_types:
            size, alignment = cpu_layout(kind)
            offset = -(-end // alignment) * alignment
            fields.append((name, {"type": kind, "offset": offset, "alignment": alignment}))
            end, most = offset + size, max(most, alignment)
        return cls(fields, size=-(-end // most) * most, aligned=True)

    def __init__(self, fields, size, aligned):
        self.fields = {name: self._Field(**told) for name, told in fields}
        self.size, self.aligned = size, aligned
        parts = []
        for name, field in self.fields.items():
            part = f"{name}[type={field.type};offset={field.offset}{'' if field.alignment is None else f';alignment={field.alignment}'}]"
            parts.append(part)
        super().__init__(f"Record({','.join(parts)};{size};{aligned})")
        self.bitwidth = size * 8

    def __repr__(self):
        rows = ", ".join(f"({name!r}, {{'type': {field.type!r}, 'offset': {field.offset!r}, 'alignment': {field.alignment!r}, "
                         f"'title': {field.title!r}, }})" for name, field in self.fields.items())
        return f"Record([{rows}], {self.size}, {self.aligned})"

    @property
    def dtype(self):
        """The dtype of such structures."""
        from numba.np.numpy_support import as_struct_dtype
        return as_struct_dtype(self)

    @property
    def members(self):
        """(name, type) of the fields in the order of their offsets."""
        return [(name, field.type) for name, field in sorted(self.fields.items(), key=lambda pair: pair[1].offset)]

    def __len__(self):
        return len(self.fields)

    def offset(self, key):
        """Where the field begins."""
        return self.fields[key].offset

    def typeof(self, key):
        """The type of the field."""
        return self.fields[key].type

    def alignof(self, key):
        """The alignment of the field."""
        return self.fields[key].alignment

    def has_titles(self):
        """Whether a field has a title."""
        return any(field.title is not None for field in self.fields.values())

    def is_title(self, key):
        """Whether the name is a field's title."""
        return self.fields[key].title == key


class DType(DTypeSpec, Opaque):
    """The type of a dtype."""

    def __init__(self, dtype):
        self._dtype = dtype
        super().__init__(f"dtype({dtype})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self._dtype

    @property
    def dtype(self):
        """The type of the elements."""
        return self._dtype


class NumpyFlatType(SimpleIteratorType, MutableSequence):
    """The type of an array's flat."""

    def __init__(self, arrty):
        self.array_type, self.dtype = arrty, arrty.dtype
        super().__init__(f"array.flat({arrty})", arrty.dtype)

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.array_type


class NumpyNdEnumerateType(SimpleIteratorType):
    """The type of np.ndenumerate."""

    def __init__(self, arrty):
        from numba.core.types import intp
        from numba.core.types.containers import Tuple, UniTuple
        self.array_type = arrty
        super().__init__(f"ndenumerate({arrty})", Tuple((UniTuple(intp, arrty.ndim), arrty.dtype)))

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.array_type


class NumpyNdIndexType(SimpleIteratorType):
    """The type of np.ndindex."""

    def __init__(self, ndim):
        from numba.core.types import intp
        from numba.core.types.containers import UniTuple
        self.ndim = ndim
        super().__init__(f"ndindex(dims={ndim})", UniTuple(intp, ndim))

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.ndim


class NumpyNdIterType(IteratorType):
    """The type of np.nditer."""

    def __init__(self, arrays):
        self.arrays = tuple(arrays)
        super().__init__(f"nditer({', '.join(map(str, arrays))})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.arrays


class Array(Buffer):
    """Arrays: Array(dtype, ndim, layout, readonly=False, name=None, aligned=True). Layouts: C, F (one after another), A (any).

    >>> from numba import types
    >>> str(types.Array(types.float32, 2, 'C'))
    'array(float32, 2d, C)'
    """

    def __init__(self, dtype, ndim, layout, readonly=False, name=None, aligned=True):
        if readonly:
            self.mutable = False
        if not aligned or (type(dtype) is Record and not dtype.aligned):
            self.aligned = False
        if name is None:
            told = ("" if self.mutable else "readonly ") + ("" if self.aligned else "unaligned ")
            name = f"{told}array({dtype}, {ndim}d, {layout})"
        super().__init__(dtype, ndim, layout, readonly=readonly, name=name)

    def __repr__(self):
        return f"{type(self).__name__}({self.dtype!r}, {self.ndim}, {self.layout!r}, {not self.mutable}, aligned={self.aligned})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.ndim, self.layout, self.mutable, self.aligned

    @property
    def mangling_args(self):
        """The name of the type and its parameters, as names of compiled functions tell them."""
        return type(self).__name__, [self.dtype, self.ndim, self.layout, "mutable" if self.mutable else "readonly",
                                     "aligned" if self.aligned else "unaligned"]

    def copy(self, dtype=None, ndim=None, layout=None, readonly=None):
        """The type with another element type, number of dimensions or layout."""
        return Array(dtype or self.dtype, self.ndim if ndim is None else ndim, layout or self.layout,
                     not self.mutable if readonly is None else readonly, aligned=self.aligned)

    def is_precise(self):
        """Whether nothing about it is open."""
        return self.dtype.is_precise()

    @property
    def box_type(self):
        """The class of such values outside."""
        import numpy
        return numpy.ndarray


class ArrayCTypes(Type):
    """The type of an array's ctypes."""

    def __init__(self, arytype):
        self.dtype, self.ndim = arytype.dtype, arytype.ndim
        super().__init__(f"ArrayCTypes(dtype={self.dtype}, ndim={self.ndim})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.ndim


class ArrayFlags(Type):
    """The type of an array's flags."""

    def __init__(self, arytype):
        self.array_type = arytype
        super().__init__(f"ArrayFlags({arytype})")

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.array_type


class NestedArray(Array):
    """Arrays that are fields of structures: NestedArray(dtype, shape)."""

    def __init__(self, dtype, shape):
        if isinstance(dtype, NestedArray):
            dtype, shape = dtype.dtype, tuple(shape) + dtype.shape
        self._shape = tuple(shape)
        super().__init__(dtype, len(self._shape), "C", name=f"nestedarray({dtype}, {self._shape})")

    def __repr__(self):
        return f"NestedArray({self.dtype!r}, {self.shape})"

    @property
    def key(self):
        """What types of one class are compared by."""
        return self.dtype, self.shape

    @property
    def shape(self):
        """The lengths of its dimensions."""
        return self._shape

    @property
    def nitems(self):
        """How many elements it has."""
        count = 1
        for extent in self._shape:
            count *= extent
        return count

    @property
    def size(self):
        """How many bytes it takes."""
        return self.dtype.bitwidth // 8 * self.nitems


class NumPyRandomBitGeneratorType(Type):
    """The type of a bit generator."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = "NumPyRandomBitGeneratorType"


class NumPyRandomGeneratorType(Type):
    """The type of np.random.Generator."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = "NumPyRandomGeneratorType"


class PolynomialType(Type):
    """The type of np.polynomial.Polynomial."""

    def __init__(self, coef, domain=None, window=None, n_args=1):
        self.coef, self.domain, self.window, self.n_args = coef, domain, window, n_args
        super().__init__(f"PolynomialType({coef}, {domain}, {n_args})")


class _NPDatetimeBase(Type):
    def __init__(self, unit, *args, **kwargs):
        self.unit = unit
        super().__init__(f"{self.type_name}[{unit}]", *args, **kwargs)

    def __lt__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return _UNITS.index(self.unit) < _UNITS.index(other.unit)


_UNITS = ("", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")


class NPDatetime(_NPDatetimeBase):
    """Moments with a unit."""

    type_name = "datetime64"


class NPTimedelta(_NPDatetimeBase):
    """Spans of time with a unit."""

    type_name = "timedelta64"
