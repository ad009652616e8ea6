"""The cell with a run's parameters, from what the command line gives. Values are read and written as papermill does."""
import binascii
import keyword
import math

_ORDER = ("base64", "file", "yaml", "text", "raw")


def _read_text(text):
    "-p: a word, a whole number, a number, or the text."
    words = {"True": True, "False": False, "None": None}
    if text in words:
        return words[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _quote(text):
    parts = []
    for character in text:
        if character in '"\\':
            parts.append("\\" + character)
        elif " " <= character <= "~":
            parts.append(character)
        else:
            parts.append(character.encode("unicode_escape", "backslashreplace").decode())
    return '"%s"' % "".join(parts)


def _write(value):
    if value is None or isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "float('%r')" % value
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (_quote(str(key)), _write(item)) for key, item in value.items())
    if isinstance(value, list):
        return "[%s]" % ", ".join(map(_write, value))
    return _quote(str(value))


def _read_yaml(text, what):
    from _notebook_yaml import YamlError, read
    try:
        value = read(text)
    except YamlError as error:
        raise ValueError("%s: %s" % (what, error)) from None
    except RecursionError:
        raise ValueError("%s: it is nested too deeply" % what) from None
    try:
        return dict(value or {})
    except (TypeError, ValueError):
        raise ValueError("%s: names with values are wanted" % what) from None


def _read(kind, name, value):
    if kind == "text":
        return {name: _read_text(value)}
    if kind == "raw":
        return {name: value}
    if kind == "file":
        with open(value, encoding="utf-8") as file:
            return _read_yaml(file.read(), value)
    if kind == "base64":
        try:
            value = binascii.a2b_base64(value).decode()
        except ValueError:
            raise ValueError("-b: this is not base64 of a text") from None
    return _read_yaml(value, "-b" if kind == "base64" else "-y")


def cell(given):
    """The source of the cell; `given`: (kind, name, value) as the options come. Empty when there is nothing to say."""
    found = {}
    for kind in _ORDER:
        for row in given:
            if row[0] == kind:
                found.update(_read(*row))
    for name in found:
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
            raise ValueError("%r is no name for a parameter" % (name,))
    lines = ["%s = %s\n" % (name, _write(value)) for name, value in found.items()]
    return "".join(["# Parameters\n", *lines]) if lines else ""
