"""JSON: text from values with dumps() and dump(), values from text with loads() and load().

>>> import json
>>> json.dumps(["a", {"b": (1.5, None, True)}])
'["a", {"b": [1.5, null, true]}]'
>>> json.loads('{"a": [1, 2e3, "x"]}')
{'a': [1, 2000.0, 'x']}
"""

from json.decoder import JSONDecoder, JSONDecodeError
from json.encoder import JSONEncoder

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]
__version__ = "2.0.9"

_default_encoder = JSONEncoder()
_default_decoder = JSONDecoder()


_USUAL = False, True, True, True, None, None, None, None, False


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None,
          default=None, sort_keys=False, **kw):
    """A value as JSON text.

    >>> dumps({"b": [1, 2.5, None], "a": "x"}, sort_keys=True)
    '{"a": "x", "b": [1, 2.5, null]}'
    """
    asked = skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent, separators, default, sort_keys
    if asked == _USUAL and not kw:  # no encoder of its own
        return _default_encoder.encode(obj)
    encoder = (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan, sort_keys=sort_keys,
        indent=indent, separators=separators, default=default, **kw)
    return encoder.encode(obj)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None,
         default=None, sort_keys=False, **kw):
    "Write a value as JSON text to a file."
    encoder = (JSONEncoder if cls is None else cls)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan, indent=indent,
        separators=separators, default=default, sort_keys=sort_keys, **kw)
    if cls is None or cls.iterencode is JSONEncoder.iterencode:
        fp.write(encoder.encode(obj))
        return
    for chunk in encoder.iterencode(obj):
        fp.write(chunk)


def detect_encoding(b):
    "The encoding of JSON bytes."
    # RFC 4627, section 3: a text begins with two ASCII characters, so its zero bytes tell; but first a mark, if there is one.
    for mark, name in ((b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe\0\0", "utf-32"), (b"\xfe\xff", "utf-16"), (b"\xff\xfe", "utf-16"),
                       (b"\xef\xbb\xbf", "utf-8-sig")):
        if b.startswith(mark):
            return name
    zeros = [not byte for byte in b[:4]]
    if len(b) >= 4:
        if zeros[0]:
            return "utf-32-be" if zeros[1] else "utf-16-be"
        if zeros[1]:
            return "utf-32-le" if zeros[2] and zeros[3] else "utf-16-le"
    elif zeros in ([True, False], [True, True]):
        return "utf-16-be"
    elif zeros == [False, True]:
        return "utf-16-le"
    return "utf-8"


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    """The value of a JSON text: a str, or bytes in UTF-8, UTF-16 or UTF-32.

    >>> loads('[1, {"a": null}]')
    [1, {'a': None}]
    """
    if isinstance(s, str):
        if s.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    else:
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
        s = s.decode(detect_encoding(s), "surrogatepass")
    if (cls is None and object_hook is None and parse_int is None and parse_float is None and parse_constant is None
            and object_pairs_hook is None and not kw):
        return _default_decoder.decode(s)
    for name, value in (("object_hook", object_hook), ("object_pairs_hook", object_pairs_hook), ("parse_float", parse_float),
                        ("parse_int", parse_int), ("parse_constant", parse_constant)):
        if value is not None:
            kw[name] = value
    return (JSONDecoder if cls is None else cls)(**kw).decode(s)


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    "The value of the JSON text in a file."
    hooks = dict(object_hook=object_hook, object_pairs_hook=object_pairs_hook)
    hooks |= zip(("parse_float", "parse_int", "parse_constant"), (parse_float, parse_int, parse_constant))
    return loads(fp.read(), cls=cls, **hooks, **kw)
