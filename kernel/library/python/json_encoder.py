"""JSON text from values."""

from _json import encode as _encode, encode_basestring, encode_basestring_ascii

__all__ = ["JSONEncoder"]

INFINITY = float("inf")


class JSONEncoder:
    "How values become JSON text. Derived classes may define default(o) for other values."

    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None,
                 separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        "What stands for a value that JSON does not have."
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        "The text of a value."
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        return _encode(o, self.default, indent, self.item_separator, self.key_separator, self.sort_keys, self.skipkeys,
                       self.ensure_ascii, self.check_circular, self.allow_nan)

    def iterencode(self, o, _one_shot=False):
        "The text of a value in pieces."
        yield JSONEncoder.encode(self, o)
