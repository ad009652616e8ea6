"""What t-strings turn into (PEP 750): kernel/language/text/parser_strings.c makes the calls."""
from _native import native_type as _native_type

_set = object.__setattr__


class _Fixed:
    __slots__ = ()

    def __setattr__(self, name, value):
        if name in self.__slots__:
            raise AttributeError("readonly attribute")
        raise AttributeError("'%s' object has no attribute %r" % (type(self).__module__ + "." + type(self).__name__, name))

    __delattr__ = lambda self, name: self.__setattr__(name, None)  # noqa: E731

    def __init_subclass__(cls, **_):
        if cls.__base__ is not _Fixed:
            raise TypeError("type '%s.%s' is not an acceptable base type" % (cls.__base__.__module__, cls.__base__.__name__))


class Interpolation(_Fixed):
    """Interpolation(value, expression='', conversion=None, format_spec='')

    A field of a t-string: what its expression gave, the expression's text, 'r', 's', 'a' or None, and the format.
    """

    __slots__ = __match_args__ = ("value", "expression", "conversion", "format_spec")

    def __new__(cls, value, expression="", conversion=None, format_spec=""):
        for name, text in (("expression", expression), ("format_spec", format_spec)):
            if not isinstance(text, str):
                raise TypeError("Interpolation() argument '%s' must be str, not %s" % (name, type(text).__name__))
        if conversion is not None and not isinstance(conversion, str):
            raise TypeError("Interpolation() argument 'conversion' must be str, not %s" % type(conversion).__name__)
        if conversion not in (None, "a", "r", "s"):
            raise ValueError("Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'")
        self = object.__new__(cls)
        for name, member in zip(cls.__slots__, (value, expression, conversion, format_spec)):
            _set(self, name, member)
        return self

    def __repr__(self):
        return "Interpolation(%r, %r, %r, %r)" % (self.value, self.expression, self.conversion, self.format_spec)

    def __reduce__(self):
        return type(self), (self.value, self.expression, self.conversion, self.format_spec)


def _joined(parts):
    """The texts, one more than fields, and the fields of what stands in turn in a template."""
    texts, fields = [""], []
    for part in parts:
        if isinstance(part, str):
            texts[-1] += part
        elif isinstance(part, Interpolation):
            fields.append(part)
            texts.append("")
        else:
            raise TypeError("Template.__new__ *args need to be of type 'str' or 'Interpolation', got %s" % type(part).__name__)
    return tuple(texts), tuple(fields)


class Template(_Fixed):
    """Template(*args)

    The texts and fields of a t-string.
    """

    __slots__ = ("strings", "interpolations")

    def __new__(cls, *args):
        self = object.__new__(cls)
        for name, member in zip(cls.__slots__, _joined(args)):
            _set(self, name, member)
        return self

    @property
    def values(self):
        """What the fields' expressions gave."""
        return tuple(field.value for field in self.interpolations)

    def __iter__(self):
        for text, field in zip(self.strings, self.interpolations + (None,)):
            if text:
                yield text
            if field is not None:
                yield field

    def __add__(self, other):
        if not isinstance(other, Template):
            raise TypeError('can only concatenate string.templatelib.Template (not "%s") to string.templatelib.Template' % type(other).__name__)
        return Template(*self, *other)

    def __repr__(self):
        return "Template(strings=%r, interpolations=%r)" % (self.strings, self.interpolations)

    def __reduce__(self):
        return type(self), tuple(self)


for _class in (Interpolation, Template):
    _class.__module__ = "string.templatelib"
    _native_type(_class)
