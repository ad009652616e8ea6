"""The scanner and the encoder of JSON as objects."""

import _json
from _native import native_type


class Scanner:
    "What reads one value of a text, as a decoder says."

    __module__ = "_json"
    __slots__ = ("strict", "object_hook", "object_pairs_hook", "parse_float", "parse_int", "parse_constant", "_arguments")

    def __new__(cls, context):
        from json import decoder
        self = object.__new__(cls)
        self.strict = context.strict
        self.object_hook, self.object_pairs_hook = context.object_hook, context.object_pairs_hook
        self.parse_float, self.parse_int, self.parse_constant = context.parse_float, context.parse_int, context.parse_constant
        self._arguments = (self.object_hook, None if self.parse_float is float else self.parse_float,
                           None if self.parse_int is int else self.parse_int,
                           None if self.parse_constant == decoder._CONSTANTS.__getitem__ else self.parse_constant,
                           self.object_pairs_hook, bool(self.strict))
        return self

    def __call__(self, string, idx):
        return _json.scan(string, idx, *self._arguments)


class Encoder:
    "What makes the text of a value."

    __module__ = "_json"
    __slots__ = ("markers", "default", "encoder", "indent", "key_separator", "item_separator", "sort_keys", "skipkeys", "_allow_nan")

    def __new__(cls, /, *arguments, **keywords):
        names = ("markers", "default", "encoder", "indent", "key_separator", "item_separator", "sort_keys", "skipkeys", "allow_nan")
        given = dict(zip(names, arguments), **keywords)
        for at, name in enumerate(names):
            if name not in given:
                raise TypeError("make_encoder() missing required argument %r (pos %d)" % (name, at + 1))
        return cls._make(**given)

    @classmethod
    def _make(cls, markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan):
        if markers is not None and not isinstance(markers, dict):
            raise TypeError("make_encoder() argument 1 must be dict or None, not " + type(markers).__name__)
        for at, separator in (5, key_separator), (6, item_separator):
            if not isinstance(separator, str):
                raise TypeError("make_encoder() argument %d must be str, not %s" % (at, type(separator).__name__))
        self = object.__new__(cls)
        self.markers, self.default, self.encoder, self.indent = markers, default, encoder, indent
        self.key_separator, self.item_separator = key_separator, item_separator
        self.sort_keys, self.skipkeys, self._allow_nan = bool(sort_keys), bool(skipkeys), bool(allow_nan)
        return self

    def __call__(self, obj, _current_indent_level):
        if self.encoder in (_json.encode_basestring, _json.encode_basestring_ascii):
            return (_json.encode(obj, self.default, None, self.item_separator, self.key_separator, self.sort_keys, self.skipkeys,
                                 self.encoder is _json.encode_basestring_ascii, self.markers is not None, self._allow_nan),)
        from json import encoder

        def string(value):
            text = self.encoder(value)
            if not isinstance(text, str):
                raise TypeError("encoder() must return a string, not " + type(text).__name__)
            return text

        def number(value):
            return _json.encode(value, None, None, "", "", False, False, True, False, self._allow_nan)

        return tuple(encoder._make_iterencode(self.markers, self.default, string, None, number, self.key_separator, self.item_separator,
                                              self.sort_keys, self.skipkeys, True)(obj, 0))


make_scanner, make_encoder = native_type(Scanner), native_type(Encoder)
