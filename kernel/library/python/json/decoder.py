"""Values from JSON text."""

from json import scanner

try:
    from _json import scan as c_scan, scanstring as c_scanstring
except ImportError:
    c_scan = c_scanstring = None

__all__ = ["JSONDecoder", "JSONDecodeError"]

# One nan for all, which the scanner in C has.
NaN = c_scan("NaN", 0, None, None, None, None, None, True)[0] if c_scan else float("nan")
PosInf, NegInf = float("inf"), float("-inf")
WHITESPACE_STR = _SPACE = " \t\n\r"
BACKSLASH = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS = {"-Infinity": NegInf, "Infinity": PosInf, "NaN": NaN}
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


class JSONDecodeError(ValueError):
    "Text that is no JSON: msg, doc, pos, lineno, colno."

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__("%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


# ---- the parts of a text, for decoders that scan in Python ----

def _unit(s, pos):
    # the four hexadecimal digits behind "\u"
    digits = s[pos + 1:pos + 5]
    if len(digits) == 4 and _HEXADECIMAL.issuperset(digits):
        return int(digits, 16)
    raise JSONDecodeError("Invalid \\uXXXX escape", s, pos)


def py_scanstring(s, end, strict=True):
    """The pair of the string that begins in front of an index, behind its quote, and the index behind it.

    Strict: control characters are errors."""
    if end > 0x7fffffffffffffff:
        raise OverflowError("Python int too large to convert to C ssize_t")
    begin, chunks = end - 1, []
    while True:
        start = end
        while end < len(s) and s[end] not in '"\\' and s[end] > "\x1f":
            end += 1
        chunks.append(s[start:end])
        if end >= len(s):
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        sign = s[end]
        end += 1
        if sign == '"':
            return "".join(chunks), end
        if sign != "\\":
            if strict:
                raise JSONDecodeError("Invalid control character {0!r} at".format(sign), s, end)
            chunks.append(sign)
            continue
        if end >= len(s):
            raise JSONDecodeError("Unterminated string starting at", s, begin)
        escape = s[end]
        if escape != "u":
            if escape not in BACKSLASH:
                raise JSONDecodeError("Invalid \\escape: {0!r}".format(escape), s, end)
            chunks.append(BACKSLASH[escape])
            end += 1
            continue
        code = _unit(s, end)
        end += 5
        if 0xd800 <= code <= 0xdbff and s.startswith("\\u", end):
            second = _unit(s, end + 1)
            if 0xdc00 <= second <= 0xdfff:
                code = 0x10000 + (code - 0xd800 << 10) + (second - 0xdc00)
                end += 6
        chunks.append(chr(code))


scanstring = c_scanstring or py_scanstring


def _skip(s, end):
    while end < len(s) and s[end] in _SPACE:
        end += 1
    return end


def _value(s, end, scan_once):
    try:
        return scan_once(s, end)
    except StopIteration as error:
        raise JSONDecodeError("Expecting value", s, error.value) from None


def JSONObject(s_and_end, strict, scan_once, object_hook, object_pairs_hook, memo=None, *ignored):
    "The pair of the object that begins in front of an index, behind its brace, and the index behind it."
    s, end = s_and_end
    pairs, names = [], {} if memo is None else memo
    end = _skip(s, end)
    if s[end:end + 1] == "}":
        end += 1
    else:
        while True:
            if s[end:end + 1] != '"':
                raise JSONDecodeError("Expecting property name enclosed in double quotes", s, end)
            key, end = scanstring(s, end + 1, strict)
            key = names.setdefault(key, key)
            end = _skip(s, end)
            if s[end:end + 1] != ":":
                raise JSONDecodeError("Expecting ':' delimiter", s, end)
            value, end = _value(s, _skip(s, end + 1), scan_once)
            pairs.append((key, value))
            end = _skip(s, end)
            sign = s[end:end + 1]
            end += 1
            if sign == "}":
                break
            if sign != ",":
                raise JSONDecodeError("Expecting ',' delimiter", s, end - 1)
            end = _skip(s, end)
    if object_pairs_hook is not None:
        return object_pairs_hook(pairs), end
    result = dict(pairs)
    return (result if object_hook is None else object_hook(result)), end


def JSONArray(s_and_end, scan_once, *ignored):
    "The pair of the array that begins in front of an index, behind its bracket, and the index behind it."
    s, end = s_and_end
    values = []
    end = _skip(s, end)
    if s[end:end + 1] == "]":
        return values, end + 1
    while True:
        value, end = _value(s, end, scan_once)
        values.append(value)
        end = _skip(s, end)
        sign = s[end:end + 1]
        end += 1
        if sign == "]":
            return values, end
        if sign != ",":
            raise JSONDecodeError("Expecting ',' delimiter", s, end - 1)
        end = _skip(s, end)


class JSONDecoder:
    """How JSON text becomes values: objects are dicts, arrays lists, numbers ints and floats.

    >>> JSONDecoder(parse_float=str).decode('[1, 2.50]')
    [1, '2.50']
    """

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook, self.strict = object_hook, object_pairs_hook, strict
        self.parse_float, self.parse_int = parse_float or float, parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.parse_object, self.parse_array, self.parse_string = JSONObject, JSONArray, scanstring
        self.memo = {}
        self.scan_once = scanner.make_scanner(self)

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
        try:
            pair = self.scan_once(s, idx)
        except StopIteration as stop:
            at = stop.value
        else:
            return pair
        raise JSONDecodeError("Expecting value", s, at)
