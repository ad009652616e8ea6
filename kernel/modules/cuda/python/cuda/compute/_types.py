"""Types of elements: structs, and what types are called in C."""
import numpy

_NAMES = {"?": "bool", "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int", "I": "unsigned int", "l": "long long",
          "L": "unsigned long long", "q": "long long", "Q": "unsigned long long", "f": "float", "d": "double", "F": "complex<float>",
          "D": "complex<double>", "e": "float16"}


class _StructMeta(type):
    def __repr__(cls):
        return "<gpu_struct %s>" % cls.__name__


def gpu_struct(definition, name="AnonymousStruct"):
    """A struct of a device: of a class with annotations, a dict of names and types, or a structured dtype.

    >>> from cuda.compute import gpu_struct
    >>> import numpy
    >>> Pixel = gpu_struct({'r': numpy.int32, 'g': numpy.int32})
    >>> Pixel(1, 2).g
    2
    """
    if isinstance(definition, type):
        fields, name = dict(definition.__annotations__), definition.__name__
    elif isinstance(definition, dict):
        fields = definition
    else:
        dtype = numpy.dtype(definition)
        fields = {field: dtype.fields[field][0] for field in dtype.names}
    kinds = {field: kind.dtype if isinstance(kind, _StructMeta) else gpu_struct(kind).dtype if isinstance(kind, dict) else numpy.dtype(kind)
             for field, kind in fields.items()}
    members = {field: kind for field, kind in fields.items() if isinstance(kind, _StructMeta)}
    made = _StructMeta(name, (_Struct,), {"dtype": numpy.dtype(list(kinds.items()), align=True), "_members": members})
    made.__module__ = getattr(definition, "__module__", __name__)
    return made


class _Struct:
    dtype, _members = None, {}

    def __init__(self, *values, **named):
        names = self.dtype.names
        if len(values) == 1 and not named and isinstance(values[0], dict):
            values, named = (), values[0]
        if len(values) > len(names) or any(name not in names for name in named):
            raise TypeError("%s takes the fields %s" % (type(self).__name__, ", ".join(names)))
        given = dict(zip(names, values), **named)
        for name in names:
            if name not in given:
                raise TypeError("%s: the field '%s' is missing" % (type(self).__name__, name))
            value, member = given[name], self._members.get(name)
            setattr(self, name, member(*value) if member is not None and isinstance(value, tuple) else value)

    def _plain(self):
        return tuple([value._plain() if isinstance(value, _Struct) else value for value in (getattr(self, name) for name in self.dtype.names)])

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self._plain(), self.dtype)

    @property
    def _data(self):
        return numpy.array([self._plain()], self.dtype)

    def __getitem__(self, key):
        return getattr(self, self.dtype.names[key] if isinstance(key, int) else key)

    def __eq__(self, other):
        return isinstance(other, _Struct) and self._plain() == other._plain()

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % (name, getattr(self, name)) for name in self.dtype.names))


def initial(value):
    "(dtype, the value as bytes or a number) of an initial value."
    if isinstance(value, _Struct):
        return value.dtype, numpy.asarray(value).tobytes()
    array = numpy.asarray(value)
    if array.size != 1:
        raise ValueError("an initial value is one element, not %d" % array.size)
    one = array.reshape(-1)[0]
    return array.dtype, one.tobytes() if array.dtype.names else one


class Text:
    """The text of a kernel while it is put together: structs, functions, parameters and their values."""

    def __init__(self):
        self._structs, self.parts, self.heads, self.values, self._count = {}, [], [], [], 0

    def fresh(self, stem):
        self._count += 1
        return "%s%d" % (stem, self._count)

    def type(self, dtype):
        "What a type is called in C."
        if dtype.names is None:
            return _NAMES[dtype.char]
        found = self._structs.get(dtype)
        if found is None:
            kinds = [(self.type(dtype.fields[name][0]), name) for name in dtype.names]
            natural = numpy.dtype([(name, dtype.fields[name][0]) for name in dtype.names], align=True)
            if natural.itemsize != dtype.itemsize or any(natural.fields[name][1] != dtype.fields[name][1] for name in dtype.names):
                raise NotImplementedError("cuda.compute: the fields of %s do not lie as in C: make the dtype with align=True" % dtype)
            found = self._structs[dtype] = self.fresh("record")
            self.parts.append("struct %s { %s };" % (found, " ".join("%s f_%s;" % kind for kind in kinds)))
        return found

    def parameter(self, head, value):
        "A parameter of the kernel: its name. `head` is its type in C."
        name = self.fresh("p")
        self.heads.append("%s %s" % (head, name))
        self.values.append(value)
        return name

    def converted(self, kind, source, text):
        "An expression of one type as another."
        if kind == source:
            return text
        if kind.names is None or source.names is None:
            if kind.names is not None or source.names is not None:
                raise TypeError("cuda.compute: %s is no %s" % (source, kind))
            if source.kind == "c" and kind.kind != "c":
                raise TypeError("cuda.compute: a complex number is no %s" % kind)
            return "(%s)(%s)" % (self.type(kind), text)
        if len(kind.names) != len(source.names):
            raise TypeError("cuda.compute: %s is no %s" % (source, kind))
        name, whole = self.fresh("convert"), self.type(kind)
        lines = ["made.f_%s = %s;" % (to, self.converted(kind.fields[to][0], source.fields[of][0], "given.f_" + of))
                 for to, of in zip(kind.names, source.names)]
        self.parts.append("__device__ %s %s(%s given) { %s made; %s return made; }" % (whole, name, self.type(source), whole, " ".join(lines)))
        return "%s(%s)" % (name, text)
