"""What reads one JSON value."""

try:
    from _json import make_scanner as c_make_scanner
except ImportError:
    c_make_scanner = None

__all__ = ["make_scanner"]

_WORDS = {"n": ("null", None), "t": ("true", True), "f": ("false", False)}
_CONSTANTS = {"N": "NaN", "I": "Infinity", "-": "-Infinity"}


def __getattr__(name):
    if name == "NUMBER_RE":
        import re
        globals()[name] = re.compile(r"(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?", re.VERBOSE | re.MULTILINE | re.DOTALL)
        return globals()[name]
    raise AttributeError("module %r has no attribute %r" % (__name__, name))


def py_make_scanner(context):
    """A function from a text and an index to the pair of a value and the index behind it; StopIteration where none begins.

    What a decoder says of objects, arrays, strings and numbers is followed."""
    parse_object, parse_array, parse_string = context.parse_object, context.parse_array, context.parse_string
    parse_float, parse_int, parse_constant = context.parse_float, context.parse_int, context.parse_constant
    strict, object_hook, object_pairs_hook, memo = context.strict, context.object_hook, context.object_pairs_hook, context.memo
    number = (globals().get("NUMBER_RE") or __getattr__("NUMBER_RE")).match

    def scan(string, idx):
        try:
            first = string[idx]
        except IndexError:
            raise StopIteration(idx) from None
        if first == '"':
            return parse_string(string, idx + 1, strict)
        if first == "{":
            return parse_object((string, idx + 1), strict, scan, object_hook, object_pairs_hook, memo)
        if first == "[":
            return parse_array((string, idx + 1), scan)
        if first in _WORDS:
            word, value = _WORDS[first]
            if string.startswith(word, idx):
                return value, idx + len(word)
        found = number(string, idx)
        if found is not None:
            whole, fraction, exponent = found.groups()
            if fraction or exponent:
                return parse_float(whole + (fraction or "") + (exponent or "")), found.end()
            return parse_int(whole), found.end()
        word = _CONSTANTS.get(first)
        if word is not None and string.startswith(word, idx):
            return parse_constant(word), idx + len(word)
        raise StopIteration(idx)

    def scan_once(string, idx):
        try:
            return scan(string, idx)
        finally:
            memo.clear()

    return scan_once


make_scanner = c_make_scanner or py_make_scanner
