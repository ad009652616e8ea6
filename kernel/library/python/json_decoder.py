"""Values from JSON text."""

from _json import scan as _scan, scanstring

__all__ = ["JSONDecoder", "JSONDecodeError"]

_SPACE = " \t\n\r"


class JSONDecodeError(ValueError):
    "Text that is no JSON: msg, doc, pos, lineno, colno."

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__("%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


class JSONDecoder:
    "How JSON text becomes values."

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.parse_float, self.parse_int = object_hook, parse_float, parse_int
        self.parse_constant, self.strict, self.object_pairs_hook = parse_constant, strict, object_pairs_hook
        self.memo = {}

    def decode(self, s):
        "The value of a whole text."
        at, length = 0, len(s)
        if s[:1] in _SPACE:
            while at < length and s[at] in _SPACE:
                at += 1
        value, end = self.raw_decode(s, at)
        while end < length and s[end] in _SPACE:
            end += 1
        if end != length:
            raise JSONDecodeError("Extra data", s, end)
        return value

    def raw_decode(self, s, idx=0):
        "The pair of the value that begins at an index and the index behind it."
        return _scan(s, idx, self.object_hook, self.parse_float, self.parse_int, self.parse_constant, self.object_pairs_hook, self.strict)
