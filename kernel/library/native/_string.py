"""The pieces of format strings: where CPython has them in C."""


def formatter_parser(text, /):
    "(literal, field name, specification, conversion) for each field."
    if not isinstance(text, str):
        raise TypeError("expected str, got %s" % type(text).__name__)
    return iter(_parse(text))


def formatter_field_name_split(name, /):
    "The first part of a field's name, and (is it an attribute, name) for each of the others."
    if not isinstance(name, str):
        raise TypeError("expected str, got %s" % type(name).__name__)
    first, rest = _split_field(name)
    return first, iter(rest)


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


def _number_or_name(text):
    if not text.isdecimal():
        return text
    if int(text) >= 1 << 63:
        raise ValueError("Too many decimal digits in format string")
    return int(text)


def _parts(name, at):
    # the (is attribute, key) pairs of a field's name, from there on
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
        yield is_attribute, key if is_attribute else _number_or_name(key)
        at = following


def _split_field(name):
    # the first part of a field's name, an int when it is one, and an iterator over what is behind it
    ends = min((at for at in (name.find("."), name.find("[")) if at >= 0), default=len(name))
    return _number_or_name(name[:ends]), _parts(name, ends)
