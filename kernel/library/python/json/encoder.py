"""JSON text from values."""

try:
    from _json import encode as _encode, make_encoder as c_make_encoder
    from _json import encode_basestring as c_encode_basestring, encode_basestring_ascii as c_encode_basestring_ascii
except ImportError:
    _encode = c_make_encoder = c_encode_basestring = c_encode_basestring_ascii = None

__all__ = ["JSONEncoder"]

INFINITY = float("inf")
ESCAPE_DCT = {chr(code): "\\u{0:04x}".format(code) for code in range(32)}
ESCAPE_DCT.update({"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_ESCAPES = {ord(letter): text for letter, text in ESCAPE_DCT.items()}


def py_encode_basestring(s):
    "A str as a JSON string."
    return '"' + str.translate(s, _ESCAPES) + '"'


def py_encode_basestring_ascii(s):
    "A str as a JSON string of ASCII characters."
    text = str.translate(s, _ESCAPES)
    if text.isascii() and "\x7f" not in text:
        return '"' + text + '"'
    out = []
    for letter in text:
        code = ord(letter)
        if code < 127:
            out.append(letter)
        elif code < 0x10000:
            out.append("\\u{0:04x}".format(code))
        else:
            code -= 0x10000
            out.append("\\u{0:04x}\\u{1:04x}".format(0xd800 | code >> 10, 0xdc00 | code & 0x3ff))
    return '"' + "".join(out) + '"'


encode_basestring = c_encode_basestring or py_encode_basestring
encode_basestring_ascii = c_encode_basestring_ascii or py_encode_basestring_ascii


class JSONEncoder:
    "How values become JSON text. Derived classes may define default(o) for other values."

    item_separator = ", "
    key_separator = ": "

    _KEPT = "skipkeys", "ensure_ascii", "check_circular", "allow_nan", "sort_keys", "indent"

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None,
                 separators=None, default=None):
        for name, value in zip(self._KEPT, (skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys, indent)):
            setattr(self, name, value)
        if separators is None:
            separators = (self.item_separator if indent is None else ",", self.key_separator)
        self.item_separator, self.key_separator = separators
        if default is not None:
            self.default = default

    def default(self, o):
        "What stands for a value that JSON does not have."
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        """The text of a value.

        >>> from json.encoder import JSONEncoder
        >>> JSONEncoder().encode([{"a": None}, 1.5])
        '[{"a": null}, 1.5]'
        """
        if type(self).iterencode is not _iterencode or c_make_encoder is None:
            if isinstance(o, str):
                return encode_basestring_ascii(o) if self.ensure_ascii else encode_basestring(o)
            chunks = self.iterencode(o, _one_shot=True)
            return "".join(chunks if isinstance(chunks, (list, tuple)) else list(chunks))
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        return _encode(o, self.default, indent, self.item_separator, self.key_separator, self.sort_keys, self.skipkeys,
                       self.ensure_ascii, self.check_circular, self.allow_nan)

    def iterencode(self, o, _one_shot=False):
        "The text of a value in pieces."
        unusual = {INFINITY: "Infinity", -INFINITY: "-Infinity"}

        def number(value):
            text = "NaN" if value != value else unusual.get(value)
            if text is None:
                return float.__repr__(value)
            if self.allow_nan:
                return text
            raise ValueError("Out of range float values are not JSON compliant: " + repr(value))

        seen = {} if self.check_circular else None
        quote = encode_basestring_ascii if self.ensure_ascii else encode_basestring
        marks = self.key_separator, self.item_separator, self.sort_keys, self.skipkeys
        if self.indent is None and _one_shot and c_make_encoder is not None:
            encode = c_make_encoder(seen, self.default, quote, None, *marks, self.allow_nan)
        else:
            encode = _make_iterencode(seen, self.default, quote, self.indent, number, *marks, _one_shot)
        return encode(o, 0)


_iterencode = JSONEncoder.iterencode


def _make_iterencode(markers, _default, _encoder, _indent, _floatstr, _key_separator, _item_separator, _sort_keys, _skipkeys, _one_shot,
                     *ignored):
    # a function from a value and a depth to its text in pieces
    if _indent is not None and not isinstance(_indent, str):
        _indent = " " * _indent

    def plain(o):
        # the text of what is neither a container nor for default()
        if isinstance(o, str):
            return _encoder(o)
        if o is None:
            return "null"
        if o is True:
            return "true"
        if o is False:
            return "false"
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            return _floatstr(o)
        return None

    def begin(o):
        if markers is not None:
            if id(o) in markers:
                raise ValueError("Circular reference detected")
            markers[id(o)] = o

    def end(o):
        if markers is not None:
            del markers[id(o)]

    def lines(depth):
        # what stands behind the opening sign, between items, and before the closing one
        if _indent is None:
            return "", _item_separator, ""
        return "\n" + _indent * (depth + 1), _item_separator + "\n" + _indent * (depth + 1), "\n" + _indent * depth

    def array(o, depth):
        if not o:
            yield "[]"
            return
        begin(o)
        before, between, after = lines(depth)
        separator = "[" + before
        for value in o:
            text = plain(value)
            if text is not None:
                yield separator + text
            else:
                yield separator
                yield from pieces(value, depth + 1)
            separator = between
        if after:
            yield after
        yield "]"
        end(o)

    def key_text(key):
        if isinstance(key, str):
            return key
        text = plain(key)
        if text is None and not _skipkeys:
            raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")
        return text

    def mapping(o, depth):
        if not o:
            yield "{}"
            return
        begin(o)
        yield "{"
        before, between, after = lines(depth)
        if before:
            yield before
        separator = ""
        for key, value in sorted(o.items()) if _sort_keys else o.items():
            key = key_text(key)
            if key is None:
                continue
            if separator:
                yield separator
            separator = between
            yield _encoder(key)
            yield _key_separator
            text = plain(value)
            if text is not None:
                yield text
            else:
                yield from pieces(value, depth + 1)
        if after:
            yield after
        yield "}"
        end(o)

    def pieces(o, depth):
        text = plain(o)
        if text is not None:
            yield text
        elif isinstance(o, (list, tuple)):
            yield from array(o, depth)
        elif isinstance(o, dict):
            yield from mapping(o, depth)
        else:
            begin(o)
            yield from pieces(_default(o), depth)
            end(o)

    return pieces
