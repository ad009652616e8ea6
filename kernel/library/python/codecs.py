"""Encodings by name."""

import builtins as _builtins
import sys as _sys

__all__ = ["encode", "decode", "lookup", "open", "getencoder", "getdecoder", "getreader", "getwriter", "iterencode",
           "iterdecode", "getincrementalencoder", "getincrementaldecoder", "CodecInfo", "Codec", "IncrementalEncoder",
           "IncrementalDecoder", "StreamReader", "StreamWriter", "BOM", "BOM_UTF8", "BOM_LE", "BOM_BE", "BOM_UTF16",
           "BOM_UTF16_LE", "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE", "BOM_UTF32_BE", "escape_decode",
           "escape_encode", "EncodedFile", "StreamReaderWriter"]

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = b"\xfe\xff"
BOM_UTF32_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"
BOM = BOM_UTF16 = BOM_LE
BOM_UTF32 = BOM_UTF32_LE

_ALIASES = {"utf8": "utf-8", "utf_8": "utf-8", "u8": "utf-8", "latin1": "iso8859-1", "latin_1": "iso8859-1",
            "iso-8859-1": "iso8859-1", "8859": "iso8859-1", "l1": "iso8859-1", "latin-1": "iso8859-1",
            "us-ascii": "ascii", "646": "ascii", "utf16": "utf-16", "utf32": "utf-32", "utf_16": "utf-16",
            "utf_32": "utf-32"}


def _rot13(text):
    return "".join(chr((ord(c) - base + 13) % 26 + base) if c.isascii() and c.isalpha() else c
                   for c in text for base in [97 if c.islower() else 65])


def _hex_encode(data):
    return bytes(data).hex().encode("ascii")


def _hex_decode(data):
    return bytes.fromhex(bytes(data).decode("ascii"))


def _base64_encode(data):
    import base64
    return base64.encodebytes(data)


def _base64_decode(data):
    import base64
    return base64.decodebytes(data)


def _zlib(name):
    def run(data):
        import zlib
        return getattr(zlib, name)(data)
    return run


# From bytes to bytes or from text to text: only encode() and decode() of this module know them.
_TRANSFORMS = {"rot13": (_rot13, _rot13), "rot_13": (_rot13, _rot13), "hex": (_hex_encode, _hex_decode),
               "hex_codec": (_hex_encode, _hex_decode), "base64": (_base64_encode, _base64_decode),
               "base64_codec": (_base64_encode, _base64_decode), "base_64": (_base64_encode, _base64_decode),
               "zlib": (_zlib("compress"), _zlib("decompress")), "zip": (_zlib("compress"), _zlib("decompress"))}
_search_functions = []
_error_handlers = {}


def encode(obj, encoding="utf-8", errors="strict"):
    "A text as bytes."
    if encoding in _TRANSFORMS:
        return _TRANSFORMS[encoding][0](obj)
    if not isinstance(obj, str):
        raise TypeError("encode() argument 'obj' must be str, not %s" % type(obj).__name__)
    return obj.encode(encoding, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    "Bytes as a text."
    if encoding in _TRANSFORMS:
        return _TRANSFORMS[encoding][1](obj)
    return bytes(obj).decode(encoding, errors) if not isinstance(obj, (bytes, bytearray)) else obj.decode(encoding, errors)


class CodecInfo(tuple):
    "What is known of an encoding."

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name, self.encode, self.decode = name, encode, decode
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        self.streamreader, self.streamwriter = streamreader, streamwriter
        return self

    def __repr__(self):
        return "<%s.%s object for encoding %s at %#x>" % (self.__class__.__module__, self.__class__.__qualname__,
                                                          self.name, id(self))


class Codec:
    def encode(self, input, errors="strict"):
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        raise NotImplementedError


class IncrementalEncoder:
    "Encodes a text that comes in pieces."

    encoding = "utf-8"

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = ""

    def encode(self, input, final=False):
        return input.encode(self.encoding, self.errors)

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class IncrementalDecoder:
    "Decodes bytes that come in pieces: a character that is cut waits for its rest."

    encoding = "utf-8"

    def __init__(self, errors="strict"):
        self.errors = errors
        self.buffer = b""

    def decode(self, input, final=False):
        data = self.buffer + bytes(input)
        for left in range(0, 1 if final else min(4, len(data) + 1)):
            try:
                text = data[:len(data) - left].decode(self.encoding, "strict" if left == 0 and not final else self.errors)
            except UnicodeDecodeError as error:
                if final or len(data) - error.start > 3:
                    self.buffer = b""
                    return data.decode(self.encoding, self.errors)
                continue
            self.buffer = data[len(data) - left:]
            return text
        self.buffer = b""
        return data.decode(self.encoding, self.errors)

    def reset(self):
        self.buffer = b""

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


class StreamWriter(Codec):
    "Writes text to a stream of bytes."

    encoding = "utf-8"

    def __init__(self, stream, errors="strict"):
        self.stream, self.errors = stream, errors

    def write(self, object):
        self.stream.write(object.encode(self.encoding, self.errors))

    def writelines(self, list):
        self.write("".join(list))

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReader(Codec):
    "Reads text from a stream of bytes."

    encoding = "utf-8"

    def __init__(self, stream, errors="strict"):
        self.stream, self.errors = stream, errors

    def read(self, size=-1, chars=-1, firstline=False):
        return self.stream.read(size).decode(self.encoding, self.errors)

    def readline(self, size=None, keepends=True):
        line = self.stream.readline().decode(self.encoding, self.errors)
        return line if keepends else line.rstrip("\r\n")

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReaderWriter:
    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream = stream
        self.reader, self.writer, self.errors = Reader(stream, errors), Writer(stream, errors), errors

    def read(self, size=-1):
        return self.reader.read(size)

    def write(self, data):
        return self.writer.write(data)

    def __getattr__(self, name):
        return getattr(self.stream, name)


def register(search_function):
    "A function that finds encodings by name."
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _search_functions.append(search_function)


def unregister(search_function):
    "Forget such a function."
    if search_function in _search_functions:
        _search_functions.remove(search_function)


def lookup(encoding):
    "What is known of an encoding; LookupError if there is none."
    name = encoding.lower().replace(" ", "-")
    name = _ALIASES.get(name, name)
    for search in _search_functions:
        found = search(name)
        if found is not None:
            return found
    "".encode(name)  # LookupError
    own = {"encoding": name}
    return CodecInfo(lambda text, errors="strict": (text.encode(name, errors), len(text)),
                     lambda data, errors="strict": (bytes(data).decode(name, errors), len(data)),
                     type("StreamReader", (StreamReader,), own), type("StreamWriter", (StreamWriter,), own),
                     type("IncrementalEncoder", (IncrementalEncoder,), own),
                     type("IncrementalDecoder", (IncrementalDecoder,), own), name=name)


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def getincrementalencoder(encoding):
    return lookup(encoding).incrementalencoder


def getincrementaldecoder(encoding):
    return lookup(encoding).incrementaldecoder


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def iterencode(iterator, encoding, errors="strict", **kwargs):
    "Each text as bytes."
    encoder = getincrementalencoder(encoding)(errors, **kwargs)
    for text in iterator:
        data = encoder.encode(text)
        if data:
            yield data


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    "The text of bytes that come in pieces."
    decoder = getincrementaldecoder(encoding)(errors, **kwargs)
    for data in iterator:
        text = decoder.decode(data)
        if text:
            yield text
    text = decoder.decode(b"", True)
    if text:
        yield text


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    "A file; with an encoding, of text whose line ends are left alone."
    if encoding is None:
        return _builtins.open(filename, mode, buffering)
    mode = mode.replace("b", "")
    return _builtins.open(filename, mode, buffering, encoding=encoding, errors=errors, newline="")


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    raise NotImplementedError("EncodedFile is not available")


def strict_errors(exception):
    raise exception


def ignore_errors(exception):
    return "", exception.end


def replace_errors(exception):
    if isinstance(exception, UnicodeEncodeError):
        return "?" * (exception.end - exception.start), exception.end
    return "\ufffd" * (1 if isinstance(exception, UnicodeDecodeError) else exception.end - exception.start), exception.end


def lookup_error(name):
    "The function of an error handler."
    known = {"strict": strict_errors, "ignore": ignore_errors, "replace": replace_errors, **_error_handlers}
    if name not in known:
        raise LookupError("unknown error handler name '%s'" % name)
    return known[name]


def register_error(errors, handler):
    "Name an error handler."
    if not callable(handler):
        raise TypeError("handler must be callable")
    _error_handlers[errors] = handler


_ESCAPES = {"\\": b"\\", "'": b"'", '"': b'"', "a": b"\a", "b": b"\b", "f": b"\f", "n": b"\n", "r": b"\r", "t": b"\t",
            "v": b"\v", "\n": b""}


def escape_decode(data, errors="strict"):
    "The bytes that a literal's text means."
    text = data if isinstance(data, str) else bytes(data).decode("latin-1")
    result, at, count = [], 0, len(text)
    while at < count:
        start = text.find("\\", at)
        if start < 0:
            start = count
        result.append(text[at:start].encode("latin-1"))
        if start >= count:
            break
        if start + 1 >= count:
            raise ValueError("Trailing \\ in string")
        character = text[start + 1]
        at = start + 2
        if character in _ESCAPES:
            result.append(_ESCAPES[character])
        elif character in "01234567":
            end = start + 2
            while end < start + 4 and end < count and text[end] in "01234567":
                end += 1
            result.append(bytes([int(text[start + 1:end], 8) & 0xff]))
            at = end
        elif character == "x":
            try:
                result.append(bytes.fromhex(text[start + 2:start + 4]))
                if len(text[start + 2:start + 4]) != 2:
                    raise ValueError
            except ValueError:
                raise ValueError("invalid \\x escape at position %d" % start) from None
            at = start + 4
        else:
            result.append(("\\" + character).encode("latin-1"))
    return b"".join(result), len(data)


def escape_encode(data, errors="strict"):
    "Bytes as a literal's text."
    return repr(bytes(data))[2:-1].encode("ascii"), len(data)


encode.__module__ = decode.__module__ = "_codecs"
