"""Codecs: how text becomes bytes and back, at once or piece by piece."""

import builtins
from _codecs import (ascii_decode, ascii_encode, backslashreplace_errors, decode, encode, escape_decode, escape_encode, ignore_errors, latin_1_decode,
                     latin_1_encode, lookup, lookup_error, namereplace_errors, raw_unicode_escape_decode, raw_unicode_escape_encode, register,
                     register_error, replace_errors, strict_errors, unicode_escape_decode, unicode_escape_encode, unregister, utf_8_decode,
                     readbuffer_encode, utf_7_decode, utf_7_encode, utf_8_encode, utf_16_be_decode, utf_16_be_encode, utf_16_decode,
                     utf_16_encode, utf_16_le_decode, utf_16_le_encode, utf_32_be_decode, utf_32_be_encode, utf_32_decode,
                     utf_32_encode, utf_32_le_decode, utf_32_le_encode, xmlcharrefreplace_errors)

__all__ = ["register", "lookup", "open", "EncodedFile", "BOM", "BOM_BE", "BOM_LE", "BOM32_BE", "BOM32_LE", "BOM64_BE", "BOM64_LE", "BOM_UTF8", "BOM_UTF16",
           "BOM_UTF16_LE", "BOM_UTF16_BE", "BOM_UTF32", "BOM_UTF32_LE", "BOM_UTF32_BE", "CodecInfo", "Codec", "IncrementalEncoder", "IncrementalDecoder",
           "StreamReader", "StreamWriter", "StreamReaderWriter", "StreamRecoder", "getencoder", "getdecoder", "getincrementalencoder",
           "getincrementaldecoder", "getreader", "getwriter", "encode", "decode", "iterencode", "iterdecode", "strict_errors", "ignore_errors",
           "replace_errors", "xmlcharrefreplace_errors", "backslashreplace_errors", "namereplace_errors", "register_error", "lookup_error"]


def __getattr__(name):
    if name in ("charmap_build", "charmap_decode", "charmap_encode", "utf_7_decode", "utf_7_encode"):
        import _codecs_more
        return getattr(_codecs_more, name)
    raise AttributeError("module %r has no attribute %r" % (__name__, name))


BOM_UTF8 = b"\xef\xbb\xbf"
BOM_LE = BOM_UTF16_LE = BOM_UTF16 = BOM = BOM32_LE = b"\xff\xfe"
BOM_BE = BOM_UTF16_BE = BOM32_BE = b"\xfe\xff"
BOM_UTF32_LE = BOM_UTF32 = BOM64_LE = b"\xff\xfe\0\0"
BOM_UTF32_BE = BOM64_BE = b"\0\0\xfe\xff"


def make_identity_dict(rng):
    "Each number for itself, as a table of a charmap."
    return {one: one for one in rng}


def make_encoding_map(decoding_map):
    "A table of a charmap turned round; None for what has several sources."
    turned = {}
    for byte, character in decoding_map.items():
        turned[character] = None if character in turned else byte
    return turned


class CodecInfo(tuple):
    "What lookup() returns: encode, decode, streamreader, streamwriter, and more by name."

    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None, *,
                _is_text_encoding=None):
        made = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        vars(made).update(name=name, encode=encode, decode=decode, streamreader=streamreader, streamwriter=streamwriter,
                          incrementalencoder=incrementalencoder, incrementaldecoder=incrementaldecoder)
        if _is_text_encoding is not None:
            made._is_text_encoding = _is_text_encoding
        return made

    def __repr__(self):
        return "<%s.%s object for encoding %s at %#x>" % (self.__class__.__module__, self.__class__.__qualname__, self.name, id(self))


class Codec:
    "The base of codecs without state."

    def encode(self, input, errors="strict"):
        """Return text as bytes."""
        raise NotImplementedError

    def decode(self, input, errors="strict"):
        """Return bytes as text."""
        raise NotImplementedError


class IncrementalEncoder:
    "Encodes piece by piece."

    def __init__(self, errors="strict"):
        self.errors, self.buffer = errors, ""

    def encode(self, input, final=False):
        """Return text as bytes."""
        raise NotImplementedError

    def reset(self):
        """Forget what has come so far."""
        pass

    def getstate(self):
        """Return the state, for setstate()."""
        return 0

    def setstate(self, state):
        """Go back to a state."""
        pass


def _step(coder, function, data, final):
    # What it makes of the data; what it leaves of them waits for more.
    made, used = function(data, coder.errors, final)
    coder.buffer = data[used:]
    return made


class BufferedIncrementalEncoder(IncrementalEncoder):
    "Keeps what cannot be encoded yet; derived classes define _buffer_encode()."

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self.buffer = ""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        """Return text as bytes."""
        return _step(self, self._buffer_encode, self.buffer + input, final)

    def reset(self):
        """Forget what has come so far."""
        self.buffer = ""

    def getstate(self):
        """Return the state, for setstate()."""
        return self.buffer or 0

    def setstate(self, state):
        """Go back to a state."""
        self.buffer = state or ""


class IncrementalDecoder:
    "Decodes piece by piece."

    def __init__(self, errors="strict"):
        self.errors = errors

    def decode(self, input, final=False):
        """Return bytes as text."""
        raise NotImplementedError

    def reset(self):
        """Forget what has come so far."""
        pass

    def getstate(self):
        """Return the state, for setstate()."""
        return b"", 0

    def setstate(self, state):
        """Go back to a state."""
        pass


class BufferedIncrementalDecoder(IncrementalDecoder):
    "Keeps bytes of characters that are not complete; derived classes define _buffer_decode()."

    def __init__(self, errors="strict"):
        super().__init__(errors)
        self.buffer = b""

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        """Return bytes as text."""
        return _step(self, self._buffer_decode, self.buffer + bytes(input), final)

    def reset(self):
        """Forget what has come so far."""
        self.buffer = b""

    def getstate(self):
        """Return the state, for setstate()."""
        return self.buffer, 0

    def setstate(self, state):
        """Go back to a state."""
        self.buffer = state[0]


def _incomplete_utf8(data):
    # the bytes at the end that begin a character but do not end it
    for back in range(1, min(4, len(data) + 1)):
        byte = data[-back]
        if byte >= 0xc0:
            wanted = 4 if byte >= 0xf0 else 3 if byte >= 0xe0 else 2
            if back >= wanted or byte > 0xf4 or byte < 0xc2:
                return 0
            try:
                data[-back:].decode("utf-8")
            except UnicodeDecodeError as error:
                return back if error.reason == "unexpected end of data" else 0
        if byte < 0x80:
            return 0
    return 0


def _info(name, encoder, decoder, is_text):
    # the CodecInfo of a codec that is here already
    class Encoder(IncrementalEncoder):
        def __init__(self, errors="strict"):
            super().__init__(errors)
            self._begun = False

        def encode(self, input, final=False):
            result = encoder(input, self.errors)[0]
            if self._begun and name in ("utf-16", "utf-32", "utf-8-sig"):
                result = result[{"utf-16": 2, "utf-32": 4, "utf-8-sig": 3}[name]:]
            self._begun = self._begun or bool(input) or name != "utf-8-sig"
            return result

        def reset(self):
            self._begun = False

    class Decoder(BufferedIncrementalDecoder):
        _order = None

        def _buffer_decode(self, data, errors, final):
            if getattr(decoder, "takes_final", False):
                return decoder(data, errors, final)
            if not is_text or name in ("ascii", "iso8859-1", "cp1252"):
                return decoder(data, errors)
            keep, used = 0, name
            if self._order is None and name in ("utf-16", "utf-32", "utf-8-sig"):
                size = {"utf-16": 2, "utf-32": 4, "utf-8-sig": 3}[name]
                if len(data) < size and not final and BOM_UTF8.startswith(data) | (name != "utf-8-sig"):
                    return "", 0
                if name == "utf-8-sig":
                    self._order, skip = "utf-8", 3 if data.startswith(BOM_UTF8) else 0
                else:
                    marks = {"utf-16": (BOM_UTF16_LE, BOM_UTF16_BE), "utf-32": (BOM_UTF32_LE, BOM_UTF32_BE)}[name]
                    skip = size if data.startswith(marks) else 0
                    self._order = name + ("-be" if data.startswith(marks[1]) else "-le")
                text, used = self._buffer_decode(data[skip:], errors, final)
                return text, used + skip
            if self._order is not None:
                used = self._order
            if not final:
                if used == "utf-8":
                    keep = _incomplete_utf8(data)
                elif used.startswith("utf-16"):
                    keep = len(data) % 2
                    last = data[len(data) - keep - 2:len(data) - keep]
                    if len(last) == 2 and 0xd8 <= last[0 if used == "utf-16-be" else 1] <= 0xdb:
                        keep += 2
                elif used.startswith("utf-32"):
                    keep = len(data) % 4
                elif data.endswith(b"\\"):
                    keep = 1
            whole = data[:len(data) - keep]
            return (decoder(whole, errors)[0] if self._order is None else whole.decode(used, errors)), len(whole)

        def reset(self):
            super().reset()
            self._order = None

    class Own(Codec):
        def encode(self, input, errors="strict"):
            return encoder(input, errors)

        def decode(self, input, errors="strict"):
            return decoder(input, errors)

    class Writer(Own, StreamWriter):
        pass

    class Reader(Own, StreamReader):
        _incremental = Decoder

    for one, title in ((Encoder, "IncrementalEncoder"), (Decoder, "IncrementalDecoder"), (Writer, "StreamWriter"), (Reader, "StreamReader")):
        one.__name__ = one.__qualname__ = title
        one.__module__ = "encodings." + name.replace("-", "_")
    return CodecInfo(encoder, decoder, Reader, Writer, Encoder, Decoder, name, _is_text_encoding=is_text)


class StreamWriter(Codec):
    "Writes text to a stream of bytes."

    def __init__(self, stream, errors="strict"):
        self.stream, self.errors = stream, errors

    def write(self, object):
        """Encode and write."""
        data, _ = self.encode(object, self.errors)
        self.stream.write(data)

    def writelines(self, list):
        """Encode and write several texts."""
        self.write("".join(list))

    def reset(self):
        """Forget what has come so far."""
        pass

    def seek(self, offset, whence=0):
        """Move in the stream, and forget what has come so far."""
        self.stream.seek(offset, whence)

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReader(Codec):
    "Reads text from a stream of bytes."

    charbuffertype = str
    _incremental = None

    def __init__(self, stream, errors="strict"):
        self.stream, self.errors, self._text = stream, errors, ""
        self._decoder = self._incremental(errors) if self._incremental else None

    def _decode(self, data, final):
        return self._decoder.decode(data, final) if self._decoder else self.decode(data, self.errors)[0]

    def read(self, size=-1, chars=-1, firstline=False):
        """Read and decode."""
        if chars < 0 and size < 0:
            text, self._text = self._text + self._decode(self.stream.read(), True), ""
            return text
        # As many characters as are wanted, but no more bytes at a time: the stream stays where its user expects it.
        wanted = chars if chars >= 0 else size
        while len(self._text) < wanted:
            data = self.stream.read() if size < 0 else self.stream.read(size)
            self._text += self._decode(data, not data)
            if not data:
                break
        text, self._text = self._text[:wanted], self._text[wanted:]
        return text

    def readline(self, size=None, keepends=True):
        """Read a line and decode it."""
        while "\n" not in self._text:
            data = self.stream.readline()
            self._text += self._decode(data, not data)
            if not data:
                break
        lines = self._text.splitlines(True)
        if not lines:
            return ""
        line = lines[0]
        self._text = self._text[len(line):]
        return line if keepends else line.splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        """Read all lines."""
        return self.read().splitlines(keepends)

    def reset(self):
        """Forget what has come so far."""
        self._text = ""
        if self._decoder:
            self._decoder.reset()

    def seek(self, offset, whence=0):
        """Move in the stream, and forget what has come so far."""
        self.stream.seek(offset, whence)
        self.reset()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if line:
            return line
        raise StopIteration

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamReaderWriter:
    "Reads and writes text on a stream of bytes."

    encoding = "unknown"

    def __init__(self, stream, Reader, Writer, errors="strict"):
        self.stream, self.errors = stream, errors
        self.reader, self.writer = Reader(stream, errors), Writer(stream, errors)

    def read(self, size=-1):
        """Read and decode."""
        return self.reader.read(size)

    def readline(self, size=None):
        """Read a line and decode it."""
        return self.reader.readline(size)

    def readlines(self, sizehint=None):
        """Read all lines."""
        return self.reader.readlines(sizehint)

    def __next__(self):
        return next(self.reader)

    def __iter__(self):
        return self

    def write(self, data):
        """Encode and write."""
        return self.writer.write(data)

    def writelines(self, list):
        """Encode and write several texts."""
        return self.writer.writelines(list)

    def reset(self):
        """Forget what has come so far."""
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        """Move in the stream, and forget what has come so far."""
        self.stream.seek(offset, whence)
        self.reader.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


class StreamRecoder:
    "Bytes of one encoding in front of a stream in another."

    data_encoding = file_encoding = "unknown"

    def __init__(self, stream, encode, decode, Reader, Writer, errors="strict"):
        self.stream, self.encode, self.decode, self.errors = stream, encode, decode, errors
        self.reader, self.writer = Reader(stream, errors), Writer(stream, errors)

    def read(self, size=-1):
        """Read and decode."""
        return self.encode(self.reader.read(size), self.errors)[0]

    def readline(self, size=None):
        """Read a line and decode it."""
        line = self.reader.readline() if size is None else self.reader.readline(size)
        return self.encode(line, self.errors)[0]

    def readlines(self, sizehint=None):
        """Read everything and decode it: a list of lines."""
        return self.encode(self.reader.read(), self.errors)[0].splitlines(keepends=True)

    def __iter__(self):
        return self

    def __next__(self):
        return self.encode(next(self.reader), self.errors)[0]

    def write(self, data):
        """Encode and write."""
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        """Encode and write several pieces."""
        return self.write(b"".join(list))

    def reset(self):
        """Forget what has come so far."""
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        """Move in the stream, and forget what has come so far."""
        self.reader.seek(offset, whence)
        self.writer.seek(offset, whence)

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, type, value, tb):
        self.stream.close()


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    "A file of text; as the built-in open(), but newlines stay as they are."
    if encoding is None:
        return builtins.open(filename, mode, buffering)
    file = builtins.open(filename, mode if "b" in mode else mode + "b", buffering)
    try:
        codec = lookup(encoding)
        made = StreamReaderWriter(file, codec.streamreader, codec.streamwriter, errors)
    except BaseException:
        file.close()
        raise
    made.encoding = encoding
    return made


def EncodedFile(file, data_encoding, file_encoding=None, errors="strict"):
    "A stream of bytes in one encoding over a file in another."
    names = data_encoding, file_encoding or data_encoding
    inside, outside = map(lookup, names)
    made = StreamRecoder(file, inside.encode, inside.decode, outside.streamreader, outside.streamwriter, errors)
    made.data_encoding, made.file_encoding = names
    return made


def getencoder(encoding):
    """Return the function that encodes to an encoding."""
    return lookup(encoding).encode


def getdecoder(encoding):
    """Return the function that decodes an encoding."""
    return lookup(encoding).decode


def _required(encoding, name):
    found = getattr(lookup(encoding), name)
    if found is None:
        raise LookupError(encoding)
    return found


def getincrementalencoder(encoding):
    """Return the class of an encoding that encodes piece by piece."""
    return _required(encoding, "incrementalencoder")


def getincrementaldecoder(encoding):
    """Return the class of an encoding that decodes piece by piece."""
    return _required(encoding, "incrementaldecoder")


def getreader(encoding):
    """Return the class of an encoding that reads streams."""
    return lookup(encoding).streamreader


def getwriter(encoding):
    """Return the class of an encoding that writes streams."""
    return lookup(encoding).streamwriter


def _pieces(step, parts, end):
    for part in parts:
        if piece := step(part):
            yield piece
    if piece := step(end, True):
        yield piece


def iterencode(iterator, encoding, errors="strict", **kwargs):
    "The encoded pieces of an iterator's texts."
    yield from _pieces(getincrementalencoder(encoding)(errors, **kwargs).encode, iterator, "")


def iterdecode(iterator, encoding, errors="strict", **kwargs):
    "The decoded pieces of an iterator's bytes."
    yield from _pieces(getincrementaldecoder(encoding)(errors, **kwargs).decode, iterator, b"")
