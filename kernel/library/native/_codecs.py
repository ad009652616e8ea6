"""What finds the codecs, and those that str and bytes do not have themselves."""

_search = []
_cache = {}
_aliases = {"utf8": "utf-8", "charmap": "iso8859-1", "u8": "utf-8", "utf": "utf-8", "cp65001": "utf-8", "us_ascii": "ascii", "646": "ascii", "latin_1": "iso8859-1",
            "latin1": "iso8859-1", "latin": "iso8859-1", "l1": "iso8859-1", "iso_8859_1": "iso8859-1", "iso8859_1": "iso8859-1", "8859": "iso8859-1",
            "cp819": "iso8859-1", "iso8859": "iso8859-1", "utf_8": "utf-8", "utf16": "utf-16", "u16": "utf-16", "utf_16": "utf-16", "utf_16_le": "utf-16-le",
            "utf_16_be": "utf-16-be", "utf_16le": "utf-16-le", "utf_16be": "utf-16-be", "utf32": "utf-32", "u32": "utf-32", "utf_32": "utf-32",
            "utf_32_le": "utf-32-le", "utf_32_be": "utf-32-be", "utf_8_sig": "utf-8-sig", "windows_1252": "cp1252", "1252": "cp1252",
            "rot13": "rot13", "rot_13": "rot13", "hex": "hex", "hex_codec": "hex", "base64": "base64", "base_64": "base64", "base64_codec": "base64",
            "unicode_escape": "unicode-escape", "unicodeescape": "unicode-escape", "raw_unicode_escape": "raw-unicode-escape",
            "rawunicodeescape": "raw-unicode-escape", "quopri": "quopri", "quoted_printable": "quopri"}


def _standard(name):
    name = name.lower().replace("-", "_").replace(" ", "_")
    return _aliases.get(name, name.replace("_", "-"))


def _check_errors(function, errors):
    if not isinstance(errors, str):
        raise TypeError("%s() argument 2 must be str, not %s" % (function, type(errors).__name__))


# ---- the codecs that are written here: functions from (object, errors) to (object, length) ----
def _unicode_escape_text(text):
    out = []
    for one in text:
        code = ord(one)
        if one == "\\":
            out.append("\\\\")
        elif 32 <= code < 127:
            out.append(one)
        else:
            short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(one)
            out.append(short or ("\\x%02x" % code if code < 256 else "\\u%04x" % code if code < 65536 else "\\U%08x" % code))
    return "".join(out)


def unicode_escape_encode(text, errors=None, /):
    """Encode to unicode-escape: (bytes, how many characters)."""
    return _unicode_escape_text(text).encode("ascii"), len(text)


def raw_unicode_escape_encode(text, errors=None, /):
    """Encode to raw-unicode-escape: (bytes, how many characters)."""
    out = "".join(one if ord(one) < 256 else "\\u%04x" % ord(one) if ord(one) < 65536 else "\\U%08x" % ord(one) for one in text)
    return out.encode("latin-1"), len(text)


def _problem(name, data, start, end, reason, errors):
    # what stands for a part that cannot be decoded, and where to go on
    if errors is None or errors == "strict":
        raise UnicodeDecodeError(name, bytes(data), start, end, reason)
    return lookup_error(errors)(UnicodeDecodeError(name, bytes(data), start, end, reason))


def _hexadecimal(text, at, count):
    part = text[at:at + count]
    size = 0
    while size < len(part) and part[size] in "0123456789abcdefABCDEF":
        size += 1
    return size


_simple = {"\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\n": ""}


def unicode_escape_decode(data, errors=None, final=True, /):
    """Decode from unicode-escape: (text, how many bytes)."""
    text = data if isinstance(data, str) else bytes(data).decode("latin-1")
    raw = text.encode("utf-8") if isinstance(data, str) else data
    if "\\" not in text:
        return text, len(data)
    out, at = [], 0
    while True:
        stop = text.find("\\", at)
        if stop < 0:
            out.append(text[at:])
            return "".join(out), len(data)
        out.append(text[at:stop])
        sign = text[stop + 1:stop + 2]
        at = stop + 2
        if not sign:
            more, at = _problem("unicodeescape", raw, stop, stop + 1, "\\ at end of string", errors)
            out.append(more)
        elif sign in _simple:
            out.append(_simple[sign])
        elif sign in "01234567":
            end = at
            while end < len(text) and end < stop + 4 and text[end] in "01234567":
                end += 1
            out.append(chr(int(text[stop + 1:end], 8)))
            at = end
        elif sign in "xuU":
            wanted = {"x": 2, "u": 4, "U": 8}[sign]
            size = _hexadecimal(text, at, wanted)
            if size < wanted:
                reason = "truncated \\%s escape" % {"x": "xXX", "u": "uXXXX", "U": "UXXXXXXXX"}[sign]
                more, at = _problem("unicodeescape", raw, stop, at + size, reason, errors)
                out.append(more)
                continue
            code = int(text[at:at + wanted], 16)
            at += wanted
            if code > 0x10ffff:
                more, at = _problem("unicodeescape", raw, stop, at, "illegal Unicode character", errors)
                out.append(more)
            else:
                out.append(chr(code))
        elif sign == "N":
            end = text.find("}", at)
            if text[at:at + 1] != "{" or end <= at + 1:
                wrong = at if text[at:at + 1] != "{" else len(text) if end < 0 else end
                more, at = _problem("unicodeescape", raw, stop, wrong, "malformed \\N character escape", errors)
                out.append(more)
                continue
            import unicodedata
            try:
                found = unicodedata.lookup(text[at + 1:end])
                if len(found) > 1:
                    raise KeyError
                out.append(found)
                at = end + 1
            except KeyError:
                more, at = _problem("unicodeescape", raw, stop, end + 1, "unknown Unicode character name", errors)
                out.append(more)
        else:
            out.append("\\" + sign)


def raw_unicode_escape_decode(data, errors=None, final=True, /):
    """Decode from raw-unicode-escape: (text, how many bytes)."""
    text = data if isinstance(data, str) else bytes(data).decode("latin-1")
    out, at = [], 0
    while True:
        stop = text.find("\\", at)
        if stop < 0:
            out.append(text[at:])
            return "".join(out), len(data)
        out.append(text[at:stop])
        sign = text[stop + 1:stop + 2]
        if sign in ("u", "U"):
            wanted = 4 if sign == "u" else 8
            size = _hexadecimal(text, stop + 2, wanted)
            if size == wanted:
                code = int(text[stop + 2:stop + 2 + wanted], 16)
                at = stop + 2 + wanted
                if code <= 0x10ffff:
                    out.append(chr(code))
                    continue
                more, at = _problem("rawunicodeescape", text.encode("latin-1"), stop, at, "\\Uxxxxxxxx out of range", errors)
            else:
                more, at = _problem("rawunicodeescape", text.encode("latin-1"), stop, stop + 2 + size,
                                    "truncated \\uXXXX escape" if sign == "u" else "truncated \\UXXXXXXXX escape", errors)
            out.append(more)
        else:
            out.append("\\" + sign)
            at = stop + 1 + len(sign)


def escape_encode(data, errors=None, /):
    """Write bytes with escapes: (bytes, length)."""
    text = repr(bytes(data))
    return (text[2:-1].replace("'", "\\'") if text[1] == '"' else text[2:-1]).encode("ascii"), len(data)


def escape_decode(data, errors=None, /):
    """Read the escapes of bytes: (bytes, length)."""
    data = data.encode("utf-8") if isinstance(data, str) else bytes(data)
    out, at = bytearray(), 0
    while at < len(data):
        stop = data.find(b"\\", at)
        if stop < 0:
            out += data[at:]
            break
        out += data[at:stop]
        sign = chr(data[stop + 1]) if stop + 1 < len(data) else ""
        at = stop + 2
        if not sign:
            raise ValueError("Trailing \\ in string")
        if sign in _simple:
            out += _simple[sign].encode("ascii")
        elif sign in "01234567":
            end = at
            while end < len(data) and end < stop + 4 and chr(data[end]) in "01234567":
                end += 1
            out.append(int(data[stop + 1:end], 8) & 255)
            at = end
        elif sign == "x":
            try:
                out.append(int(data[at:at + 2].decode("ascii"), 16))
                at += 2
            except ValueError:
                if errors in (None, "strict"):
                    raise ValueError("invalid \\x escape at position %d" % stop) from None
                out += b"?" if errors == "replace" else b""
        else:
            out += b"\\" + sign.encode("latin-1")
    return bytes(out), len(data)


_rotation = {ord(one): ord(other) for low in ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ") for one, other in zip(low, low[13:] + low[:13])}


def _rot13(text, errors="strict"):
    return str.translate(text, _rotation), len(text)


def _binary(function):
    def convert(data, errors="strict"):
        assert errors == "strict"
        return function(data), len(data)
    return convert


def _lines64(data):
    import base64
    return base64.encodebytes(data)


def _from64(data):
    import base64
    return base64.decodebytes(data)


def _to_hex(data):
    import binascii
    return binascii.b2a_hex(data)


def _from_hex(data):
    import binascii
    return binascii.a2b_hex(data)


# name -> encoder, decoder, whether it is one of text to bytes
_own = {"unicode-escape": (unicode_escape_encode, unicode_escape_decode, True), "raw-unicode-escape": (raw_unicode_escape_encode, raw_unicode_escape_decode, True),
        "rot13": (_rot13, _rot13, False), "hex": (_binary(_to_hex), _binary(_from_hex), False),
        "base64": (_binary(_lines64), _binary(_from64), False)}


def _text_pair(name):
    def encode(text, errors="strict", /):
        return str.encode(text, name, errors or "strict"), len(text)

    def decode(data, errors="strict", final=True, /):
        return bytes(data).decode(name, errors or "strict"), len(data)
    encode.__doc__ = "Text in %s: (the bytes, how many characters were used)." % name
    decode.__doc__ = "Bytes in %s: (the text, how many bytes were used)." % name
    return encode, decode


def _piecewise(name):
    # encode and decode, of which the latter takes what is complete, unless told that no more comes
    def decode(data, errors=None, final=False, /):
        if final:
            return bytes(data).decode(name, errors or "strict"), len(data)
        import codecs
        decoder = codecs.getincrementaldecoder(name)(errors or "strict")
        text = decoder.decode(bytes(data))
        return text, len(data) - len(decoder.getstate()[0])
    decode.__doc__ = "Bytes in %s, as far as they are whole: (the text, how many bytes were used)." % name
    return _text_pair(name)[0], decode


utf_8_encode, utf_8_decode = _piecewise("utf-8")
latin_1_encode, latin_1_decode = _text_pair("latin-1")
ascii_encode, ascii_decode = _text_pair("ascii")
utf_16_encode, utf_16_decode = _piecewise("utf-16")
utf_32_encode, utf_32_decode = _piecewise("utf-32")
utf_16_le_encode, utf_16_le_decode = _piecewise("utf-16-le")
utf_16_be_encode, utf_16_be_decode = _piecewise("utf-16-be")
utf_32_le_encode, utf_32_le_decode = _piecewise("utf-32-le")
utf_32_be_encode, utf_32_be_decode = _piecewise("utf-32-be")
utf_7_encode, utf_7_decode = _piecewise("utf-7")


def readbuffer_encode(data, errors=None, /):
    "The bytes of a buffer, or of a text in UTF-8, and how many they are."
    data = data.encode() if isinstance(data, str) else bytes(data)
    return data, len(data)


# ---- finding them ----
def register(search_function, /):
    "Add a function that finds codecs by name."
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _search.append(search_function)


def unregister(search_function, /):
    "Take a search function out."
    if search_function in _search:
        _search.remove(search_function)
        _cache.clear()


def lookup(encoding, /):
    "The CodecInfo of an encoding."
    if not isinstance(encoding, str):
        raise TypeError("lookup() argument must be str, not %s" % type(encoding).__name__)
    encoding.encode()
    if "\0" in encoding:
        raise ValueError("embedded null character")
    key = encoding.lower().replace(" ", "-")
    info = _cache.get(key)
    if info is None:
        info = _make(encoding)
        if info is None:
            for function in _search:
                info = function(key.replace("-", "_"))
                if info is not None:
                    if not isinstance(info, tuple) or len(info) != 4:
                        raise TypeError("codec search functions must return 4-tuples")
                    break
        if info is None:
            info = _of_machine(key.replace("-", "_"))
        if info is None:
            raise LookupError("unknown encoding: " + encoding)
        _cache[key] = info
    return info


def _of_machine(name):
    # what only the package `encodings` of the machine's library has: zlib_codec, uu_codec, ...
    if not name.isidentifier() or name in _asking:
        return None
    _asking.append(name)
    searching = list(_search)
    try:
        import encodings
        return encodings.search_function(name)
    except ImportError:
        return None
    finally:
        _asking.remove(name)
        _search[:] = searching  # the package enters itself


def _make(encoding):
    import codecs
    name = _standard(encoding)
    own = _own.get(name)
    if own is None:
        if name not in _plain_names and _unknown(name):
            import _codecs_more
            found = _codecs_more.find(encoding)
            if found is None:
                return None
            name, own = found[0], (*found[1:], True)
        else:
            own = *_text_pair(name), True
    return codecs._info("rot-13" if name == "rot13" else name, *own)


_plain_names = {"utf-8", "ascii", "iso8859-1", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp1252"}
_asking = []


def _unknown(name):
    # whether str.encode does not know it: it asks here in turn
    _asking.append(name)
    try:
        "x".encode(name)
        return False
    except (LookupError, UnicodeError):
        return True
    finally:
        _asking.pop()


def _other(direction, value, encoding, errors):
    # what str.encode and bytes.decode ask for when they do not know the encoding
    if _asking:
        raise LookupError("unknown encoding: " + encoding)
    info = lookup(encoding)
    if not getattr(info, "_is_text_encoding", True):
        raise LookupError("'%s' is not a text encoding; use codecs.%s() to handle arbitrary codecs" % (encoding, direction))
    try:
        result = info[direction == "decode"](value, errors)
    except Exception as error:
        kind = type(error)
        if (isinstance(error, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError, LookupError, OSError, ImportError, SyntaxError, NameError,
                               AttributeError, StopIteration, BaseExceptionGroup))
                or kind.__module__ != "builtins" or len(error.args) > 1 or error.args and not isinstance(error.args[0], str)):
            raise
        raise kind("%s with '%s' codec failed (%s: %s)" % (direction[:-1] + "ing", encoding, kind.__name__, error)) from error
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("%s must return a tuple (object, integer)" % ("encoder" if direction == "encode" else "decoder"))
    result = result[0]
    wanted = bytes if direction == "encode" else str
    if not isinstance(result, wanted):
        raise TypeError("'%s' %s returned '%s' instead of '%s'; use codecs.%s() to %s to arbitrary types"
                        % (encoding, "encoder" if direction == "encode" else "decoder", type(result).__name__, wanted.__name__, direction, direction))
    return result


def _handled(direction, value, encoding, errors):
    # with an error handler that was registered
    handler, at, out = lookup_error(errors), 0, []
    while True:
        try:
            part = value[at:]
            out.append(part.encode(encoding) if direction == "encode" else bytes(part).decode(encoding))
            break
        except UnicodeError as error:
            start, end = at + error.start, at + error.end
            good = value[at:start]
            out.append(good.encode(encoding) if direction == "encode" else bytes(good).decode(encoding))
            whole = type(error)(error.encoding, value, start, end, error.reason)
            result = handler(whole)
            if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], int):
                raise TypeError("%s error handler must return (str%s, int) tuple" % (direction[:-1] + "ing", "/bytes" if direction == "encode" else ""))
            replacement, at = result
            if at < 0:
                at += len(value)
            if not 0 <= at <= len(value):
                raise IndexError("position %d from error handler out of bounds" % result[1])
            if direction == "encode" and isinstance(replacement, str):
                replacement = replacement.encode(encoding)
            out.append(replacement)
    return (b"" if direction == "encode" else "").join(out)


def encode(obj, encoding="utf-8", errors="strict"):
    "The object encoded by a codec."
    return lookup(encoding).encode(obj, errors)[0]


def decode(obj, encoding="utf-8", errors="strict"):
    "The object decoded by a codec."
    return lookup(encoding).decode(obj, errors)[0]


# ---- error handlers ----
def strict_errors(error, /):
    """Raise the error."""
    if not isinstance(error, Exception):
        raise TypeError("codec must pass exception instance")
    raise error


def _bad(error):
    return TypeError("don't know how to handle %s in error callback" % type(error).__name__)


def _text_of(error, wanted=str):
    # the object of an error, which must be one of text or of bytes
    if not isinstance(error.object, wanted):
        raise TypeError("object attribute must be " + ("unicode" if wanted is str else "bytes"))
    return error.object


def ignore_errors(error, /):
    """Leave out what cannot be converted."""
    if not isinstance(error, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)):
        raise _bad(error)
    return "", error.end


def replace_errors(error, /):
    """Put a mark in place of what cannot be converted."""
    if isinstance(error, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)):
        _text_of(error, bytes if isinstance(error, UnicodeDecodeError) else str)
    if isinstance(error, UnicodeEncodeError):
        return "?" * (error.end - error.start), error.end
    if isinstance(error, UnicodeDecodeError):
        return "\ufffd", error.end
    if isinstance(error, UnicodeTranslateError):
        return "\ufffd" * (error.end - error.start), error.end
    raise _bad(error)


def _backslashes(code):
    return "\\x%02x" % code if code < 256 else "\\u%04x" % code if code < 65536 else "\\U%08x" % code


def backslashreplace_errors(error, /):
    """Put an escape in place of what cannot be converted."""
    if isinstance(error, UnicodeDecodeError):
        return "".join("\\x%02x" % code for code in error.object[error.start:error.end]), error.end
    if isinstance(error, (UnicodeEncodeError, UnicodeTranslateError)):
        return "".join(_backslashes(ord(one)) for one in error.object[error.start:error.end]), error.end
    raise _bad(error)


def xmlcharrefreplace_errors(error, /):
    """Put a reference of XML in place of what cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise _bad(error)
    return "".join("&#%d;" % ord(one) for one in error.object[error.start:error.end]), error.end


def namereplace_errors(error, /):
    """Put the character's name in place of what cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise _bad(error)
    import unicodedata
    out = []
    for one in error.object[error.start:error.end]:
        name = unicodedata.name(one, None)
        out.append("\\N{%s}" % name if name else _backslashes(ord(one)))
    return "".join(out), error.end


def _surrogate_escape(error, /):
    if isinstance(error, UnicodeEncodeError):
        codes = [ord(one) for one in error.object[error.start:error.end]]
        if all(0xdc80 <= code <= 0xdcff for code in codes):
            return bytes(code - 0xdc00 for code in codes), error.end
        raise error
    if isinstance(error, UnicodeDecodeError):
        code = error.object[error.start]
        if code < 128:
            raise error
        return chr(0xdc00 + code), error.start + 1
    raise _bad(error)


def _surrogate_pass(error, /):
    if not isinstance(error, (UnicodeEncodeError, UnicodeDecodeError)):
        raise _bad(error)
    name = error.encoding.lower().replace("_", "-")
    if name in ("utf-8", "utf8", "cp65001"):
        name, size = "utf-8", 3
    else:
        name = {"utf16": "utf-16-le", "utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be", "utf32": "utf-32-le", "utf-32": "utf-32-le",
                "utf-32le": "utf-32-le", "utf-32be": "utf-32-be"}.get(name, name)
        size = 2 if name.startswith("utf-16") else 4
        if name not in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
            raise error
    if isinstance(error, UnicodeEncodeError):
        part = _text_of(error)[error.start:error.end]
        if not all("\ud800" <= one <= "\udfff" for one in part):
            raise error
        return part.encode(name, "surrogatepass"), error.end
    part = bytes(error.object[error.start:error.start + size])
    if name == "utf-8":
        code = (part[0] & 15) << 12 | (part[1] & 63) << 6 | part[2] & 63 if len(part) == 3 and part[0] == 0xed and part[1] >> 6 == part[2] >> 6 == 2 else 0
    else:
        code = int.from_bytes(part, "big" if name.endswith("be") else "little") if len(part) == size else 0
    if not 0xd800 <= code <= 0xdfff:
        raise error
    return chr(code), error.start + size


_handlers = {"strict": strict_errors, "ignore": ignore_errors, "replace": replace_errors, "backslashreplace": backslashreplace_errors,
             "xmlcharrefreplace": xmlcharrefreplace_errors, "namereplace": namereplace_errors, "surrogateescape": _surrogate_escape,
             "surrogatepass": _surrogate_pass}


def register_error(errors, handler, /):
    "Give an error handler a name."
    if not isinstance(errors, str):
        raise TypeError("register_error() argument 1 must be str, not %s" % type(errors).__name__)
    if not callable(handler):
        raise TypeError("handler must be callable")
    _handlers[errors] = handler


def lookup_error(name, /):
    "The error handler of a name."
    try:
        return _handlers[name]
    except KeyError:
        raise LookupError("unknown error handler name '%s'" % name) from None
