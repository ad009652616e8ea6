"""Constants of characters, capwords(), Template and Formatter."""

import re as _re

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits", "octdigits", "printable",
           "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    "Each word with a capital letter, words joined by one separator."
    return (sep or " ").join(map(str.capitalize, s.split(sep)))


_none_given = {}


def _values(mapping, keywords):
    if mapping is _none_given:
        return keywords
    if not keywords:
        return mapping
    from collections import ChainMap
    return ChainMap(keywords, mapping)


class Template:
    """Text with $names in it.

    >>> Template("Hi $who").substitute(who="you")
    'Hi you'
    """

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        pattern = cls.__dict__.get("pattern")
        if pattern is None:
            mark = _re.escape(cls.delimiter)
            name = cls.idpattern
            braced = cls.braceidpattern or name
            pattern = f"{mark}(?:(?P<escaped>{mark})|(?P<named>{name})|{{(?P<braced>{braced})}}|(?P<invalid>))"
        cls.pattern = _re.compile(pattern, cls.flags | _re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, mo):
        at = mo.start("invalid")
        lines = self.template[:at].splitlines(keepends=True)
        if lines:
            line, column = len(lines), at - len("".join(lines[:-1]))
        else:
            line = column = 1
        raise ValueError("Invalid placeholder in string: line %d, col %d" % (line, column))

    def _unknown(self):
        raise ValueError("Unrecognized named group in pattern", self.pattern)

    def substitute(self, mapping=_none_given, /, **kws):
        "The text with every placeholder replaced."
        values = _values(mapping, kws)

        def replace(mo):
            name = mo.group("named") or mo.group("braced")
            if name is not None:
                return str(values[name])
            if mo.group("escaped") is not None:
                return self.delimiter
            if mo.group("invalid") is not None:
                self._invalid(mo)
            self._unknown()
        return self.pattern.sub(replace, self.template)

    def safe_substitute(self, mapping=_none_given, /, **kws):
        "As substitute, but placeholders without a value stay."
        values = _values(mapping, kws)

        def replace(mo):
            name = mo.group("named") or mo.group("braced")
            if name is not None:
                try:
                    return str(values[name])
                except KeyError:
                    return mo.group()
            if mo.group("escaped") is not None:
                return self.delimiter
            if mo.group("invalid") is not None:
                return mo.group()
            self._unknown()
        return self.pattern.sub(replace, self.template)

    def is_valid(self):
        "Whether substitute() would find every placeholder well formed."
        for mo in self.pattern.finditer(self.template):
            if mo.group("invalid") is not None:
                return False
            if mo.group("named") is None and mo.group("braced") is None and mo.group("escaped") is None:
                self._unknown()
        return True

    def get_identifiers(self):
        "The names of the placeholders, each once."
        names = []
        for mo in self.pattern.finditer(self.template):
            name = mo.group("named") or mo.group("braced")
            if name is not None:
                if name not in names:
                    names.append(name)
            elif mo.group("invalid") is None and mo.group("escaped") is None:
                self._unknown()
        return names


Template.__init_subclass__()


def _parse(text):
    # (literal, field or None, format specification, conversion) for each piece of a format string
    at, length = 0, len(text)
    while at < length:
        start = at
        while at < length and text[at] not in "{}":
            at += 1
        if at == length:
            yield text[start:], None, None, None
            return
        sign = text[at]
        at += 1
        if text[at:at + 1] == sign:
            yield text[start:at], None, None, None
            at += 1
            continue
        if sign == "}" or at == length:
            raise ValueError("Single '%s' encountered in format string" % sign)
        literal, first, bracket, ends = text[start:at - 1], at, False, ""
        while at < length:
            sign = text[at]
            at += 1
            if sign == "{":
                raise ValueError("unexpected '{' in field name")
            if sign in "[]":
                bracket = sign == "["
            elif sign in "}:!" and not bracket:
                ends = sign
                break
        if not ends:
            raise ValueError("expected '}' before end of string")
        field, specification, conversion = text[first:at - 1], "", None
        if ends == "!":
            if at >= length:
                raise ValueError("end of string while looking for conversion specifier")
            conversion = text[at]
            at += 1
            if at < length:
                ends = text[at]
                at += 1
                if ends not in "}:":
                    raise ValueError("expected ':' after conversion specifier")
        if ends != "}":
            first, depth = at, 1
            while at < length and depth:
                depth += (text[at] == "{") - (text[at] == "}")
                at += 1
            if depth:
                raise ValueError("unmatched '{' in format spec")
            specification = text[first:at - 1]
        yield literal, field, specification, conversion


def _split_field(name):
    # the first part of a field's name, an int when it is one, and the (is attribute, key) pairs behind it
    ends = min((at for at in (name.find("."), name.find("[")) if at >= 0), default=len(name))
    first, at, rest = name[:ends], ends, []
    while at < len(name):
        if name[at] == ".":
            ends = min((one for one in (name.find(".", at + 1), name.find("[", at + 1)) if one >= 0), default=len(name))
            key, following, is_attribute = name[at + 1:ends], ends, True
        elif name[at] == "[":
            ends = name.find("]", at)
            if ends < 0:
                raise ValueError("Missing ']' in format string")
            key, following, is_attribute = name[at + 1:ends], ends + 1, False
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not key:
            raise ValueError("Empty attribute in format string")
        rest.append((is_attribute, int(key) if not is_attribute and key.isdecimal() else key))
        at = following
    return int(first) if first.isdecimal() else first, rest


class Formatter:
    "What str.format does, open to derived classes."

    def format(self, format_string, /, *args, **kwargs):
        "The format string with its fields replaced."
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        "As format(), with the arguments as a sequence and a mapping."
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        result = []
        for literal, field, specification, conversion in self.parse(format_string):
            if literal:
                result.append(literal)
            if field is None:
                continue
            first = _split_field(field)[0]
            if first == "":
                if auto_arg_index is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field = str(auto_arg_index) + field
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                auto_arg_index = False
            value, key = self.get_field(field, args, kwargs)
            used_args.add(key)
            value = self.convert_field(value, conversion)
            specification, auto_arg_index = self._vformat(specification, args, kwargs, used_args, recursion_depth - 1, auto_arg_index)
            result.append(self.format_field(value, specification))
        return "".join(result), auto_arg_index

    def get_value(self, key, args, kwargs):
        "The argument of an index or a name."
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        "Called with the keys that were used."

    def format_field(self, value, format_spec):
        "A field's value in the form that its specification asks for."
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        "The value after !s, !r or !a."
        if conversion is None:
            return value
        if conversion in ("s", "r", "a"):
            return {"s": str, "r": repr, "a": ascii}[conversion](value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))

    def parse(self, format_string):
        "The pieces (literal, field name, format specification, conversion) of a format string."
        return _parse(format_string)

    def get_field(self, field_name, args, kwargs):
        "The pair of a field's value and the key of its first part."
        first, rest = _split_field(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value, first
