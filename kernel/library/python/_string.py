"""The pieces of format strings: where CPython has them in C."""

from string import _parse, _split_field


def formatter_parser(text):
    "(literal, field name, specification, conversion) for each field."
    if not isinstance(text, str):
        raise TypeError("expected str, got %s" % type(text).__name__)
    return iter(_parse(text))


def formatter_field_name_split(name):
    "The first part of a field's name, and (is it an attribute, name) for each of the others."
    if not isinstance(name, str):
        raise TypeError("expected str, got %s" % type(name).__name__)
    return _split_field(name)
