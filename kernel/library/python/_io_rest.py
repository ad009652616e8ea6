"""The parts of io that few programs use."""
import io


class BufferedRWPair(io.BufferedIOBase):
    """A reader and a writer that are two different streams."""

    def __init__(self, reader, writer, buffer_size=8192, /):
        for can, what in ((reader.readable, "readable"), (writer.writable, "writable")):
            if not can():
                raise io.UnsupportedOperation("File or stream is not %s." % what)
        self.reader, self.writer = io.BufferedReader(reader, buffer_size), io.BufferedWriter(writer, buffer_size)

    def read(self, size=-1):
        """Read from the reader."""
        return self.reader.read(size)

    def read1(self, size=-1):
        """Read from the reader with at most one call of its source."""
        return self.reader.read1(size)

    def readinto(self, buffer):
        """Read from the reader into a buffer."""
        return self.reader.readinto(buffer)

    def peek(self, size=0):
        """What the reader gives next."""
        return self.reader.peek(size)

    def readline(self, size=-1):
        """A line of the reader."""
        return self.reader.readline(size)

    def write(self, data):
        """Write to the writer."""
        return self.writer.write(data)

    def flush(self):
        """Write out what the writer holds back."""
        return self.writer.flush()

    def readable(self):
        """Whether the reader can be read."""
        return self.reader.readable()

    def writable(self):
        """Whether the writer can be written."""
        return self.writer.writable()

    def isatty(self):
        """Whether either is a terminal."""
        return self.writer.isatty() or self.reader.isatty()

    def close(self):
        """Close both."""
        try:
            self.writer.close()
        finally:
            self.reader.close()

    @property
    def closed(self):
        """Whether the writer is closed."""
        return self.writer.closed


class IncrementalNewlineDecoder:
    """Newlines of any kind become "\\n", piece by piece."""

    def __init__(self, decoder, translate, errors="strict"):
        self.decoder, self.translate, self.errors = decoder, translate, errors
        self.reset()

    def decode(self, input, final=False):
        """The text of the next piece."""
        text = input if self.decoder is None else self.decoder.decode(input, final=final)
        if self._held and (text or final):
            text = "\r" + text
            self._held = False
        if text.endswith("\r") and not final:
            text = text[:-1]
            self._held = True
        pairs = text.count("\r\n")
        self._seen |= (text.count("\r") > pairs) | (text.count("\n") > pairs) << 1 | (pairs > 0) << 2
        if self.translate:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text

    def reset(self):
        """Start again."""
        self._seen, self._held = 0, False
        if self.decoder is not None:
            self.decoder.reset()

    def getstate(self):
        """What setstate() takes."""
        data, flag = (b"", 0) if self.decoder is None else self.decoder.getstate()
        return data, flag << 1 | self._held

    def setstate(self, state):
        """Go back to a state."""
        rest, number = state
        self._held = number % 2 == 1
        inner = self.decoder
        if inner is not None:
            inner.setstate((rest, number // 2))

    @property
    def newlines(self):
        """The kinds of newlines that were seen."""
        kinds = tuple(kind for bit, kind in enumerate(("\r", "\n", "\r\n")) if self._seen >> bit & 1)
        return kinds if len(kinds) > 1 else kinds[0] if kinds else None
