# StringIO, BytesIO, and layers over objects of one's own.
import io


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


print("-- StringIO")
text = io.StringIO()
print(text.write("h\u00e9llo\n"), text.tell(), text.getvalue(), text.seek(0), text.read(2), text.read(), text.read(), text.tell())
print(text.seek(2), text.write("LL"), text.getvalue(), text.truncate(3), text.getvalue(), text.tell(), text.write("z"), ascii(text.getvalue()))
text = io.StringIO("one\ntwo\r\nthree\rfour")
print(text.readline(), text.readlines(), text.readline(), text.seek(1), list(text), text.newlines)
for newline in (None, "", "\n", "\r", "\r\n"):
    text = io.StringIO("a\nb\r\nc\rd", newline)
    print(repr(newline), repr(text.getvalue()), text.readlines(), text.newlines, text.write("x\ny\r\n"), repr(text.getvalue()))
text = io.StringIO("abc")
print(text.seek(10), text.read(), text.write("x"), ascii(text.getvalue()), text.seek(0, 2), text.seek(0, 1))
for arguments in ((-1,), (1, 1), (-1, 2), (0, 5), ("x",), (1.5,), (None,)):
    show(text.seek, *arguments)
show(text.write, b"x")
show(text.write, None)
show(text.truncate, -1)
show(text.truncate, "x")
show(text.read, "x")
show(text.fileno)
show(text.detach)
show(lambda: text.buffer)
print(text.readable(), text.writable(), text.seekable(), text.isatty(), text.encoding, text.errors, text.line_buffering, text.closed)
show(io.StringIO, 3)
show(io.StringIO, b"x")
show(io.StringIO, "x", "y")
show(io.StringIO, "x", newline=3)
print(io.StringIO(None).getvalue() == "", io.StringIO(initial_value="k").read(), io.StringIO("x", None).read())
with io.StringIO() as text:
    print("printed", 1, file=text)
    print(text.getvalue())
for name in ("read", "getvalue", "tell", "readline", "__enter__", "__iter__", "readable", "truncate"):
    show(getattr(text, name))
show(text.write, "x")
print(text.closed, text.close())
text = io.StringIO("x\ny")
text.name = "mine"
print(text.name, next(text), next(text))
show(next, text)
print(text.writelines(["a", "b"]), text.getvalue())
show(text.writelines, [1])


class Mine(io.StringIO):
    def write(self, text):
        return super().write(text.upper())


mine = Mine()
print("loud", file=mine)
mine.writelines(["more"])
print(mine.getvalue(), isinstance(mine, io.TextIOBase))

print("-- BytesIO")
data = io.BytesIO(b"line\nnext\n\0end")
print(data.read(3), data.readline(), data.readlines(), data.read(), data.tell(), data.seek(-3, 2), data.read(), data.seek(0), list(data))
print(data.seek(20), data.write(b"x"), data.getvalue(), data.truncate(5), data.getvalue(), data.tell(), data.seek(0), data.read1(2), data.read1())
buffer = bytearray(3)
print(data.seek(0), data.readinto(buffer), buffer, data.readinto1(buffer), buffer, data.readinto(buffer))
view = data.getbuffer()
print(type(view).__name__, bytes(view))
view.release()
for arguments in ((-1,), (-100, 1), (-100, 2), (0, 5), ("x",), (1.5,)):
    show(data.seek, *arguments)
show(data.write, "x")
show(data.write, 3)
print(data.write(bytearray(b"ba")), data.write(memoryview(b"mv")), data.writelines([b"1", bytearray(b"2")]), data.getvalue())
show(data.truncate, -1)
show(data.fileno)
show(data.detach)
show(io.BytesIO, "x")
show(io.BytesIO, 3)
print(io.BytesIO(None).getvalue(), io.BytesIO(bytearray(b"b")).read(), io.BytesIO(initial_bytes=b"i").read(), data.isatty(), data.readable(), data.closed)
with data:
    pass
for name in ("read", "getvalue", "tell", "readline", "getbuffer"):
    show(getattr(data, name))
show(io.BytesIO().read, 1.5)
print(io.BytesIO(b"abc").read(-1), io.BytesIO(b"abc").read(None), io.BytesIO(b"abc").readline(2), io.BytesIO(b"a\nb\n").readlines(1))

print("-- TextIOWrapper over BytesIO")
data = io.BytesIO()
text = io.TextIOWrapper(data, encoding="utf-8", newline="\r\n")
print(text.write("\u00e9\n"), data.getvalue(), text.flush(), data.getvalue(), text.buffer is data, text.encoding, text.errors, text.closed)
print(text.seek(0), ascii(text.read()), text.readable(), text.seekable(), text)
text.close()
print(data.closed)
text = io.TextIOWrapper(io.BytesIO(b"a\r\nb\nc"), encoding="ascii")
print(text.readline(), list(text), text.newlines)
text = io.TextIOWrapper(io.BytesIO("\u03b1\u03b2".encode("utf-16")), encoding="utf-16")
print(ascii(text.read(1)), ascii(text.read()))
data = io.BytesIO()
text = io.TextIOWrapper(data, "latin-1", write_through=True)
print(text.write("\u00e9"), data.getvalue(), text.detach() is data, data.getvalue())
show(text.write, "x")
print(io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"in a reader")), "utf-8").read())

print("-- Buffered over BytesIO")
reader = io.BufferedReader(io.BytesIO(b"0123456789"), 4)
print(reader.read(3), reader.peek(1)[:1], reader.read1(10), reader.read(), reader.read(), reader.seek(5), reader.read(2), reader.tell())
show(reader.write, b"x")
raw = io.BytesIO()
writer = io.BufferedWriter(raw, 5)
print(writer.write(b"abc"), raw.getvalue(), writer.write(b"defgh"), writer.flush(), raw.getvalue())
show(writer.read)
pair = io.BufferedRWPair(io.BytesIO(b"in"), io.BytesIO())
print(pair.read(), pair.write(b"out"), pair.readable(), pair.writable(), pair.seekable() if hasattr(pair, "seekable") else None)

print("-- classes of one's own")


class Source(io.RawIOBase):
    def __init__(self, data):
        self.data = data

    def readable(self):
        return True

    def readinto(self, buffer):
        piece, self.data = self.data[:len(buffer)], self.data[len(buffer):]
        buffer[:len(piece)] = piece
        return len(piece)


source = Source(b"alpha\nbeta\ngamma")
print(source.read(3), source.readline(), source.readlines(), source.read(), source.readall(), source.closed)
print(list(Source(b"x\ny\n")), Source(b"everything").read(), Source(b"everything").readall())
print(io.BufferedReader(Source(b"alpha\nbeta")).readlines(), io.TextIOWrapper(io.BufferedReader(Source(b"t\nu")), "utf-8").readlines())
show(source.write, b"")
show(source.seek, 0)
show(source.tell)
show(source.fileno)
show(source.truncate)
print(source.writable(), source.seekable(), source.isatty(), source.flush())
with source:
    pass
print(source.closed)
show(source.read, 1)
show(source.__enter__)


class Sink(io.RawIOBase):
    def __init__(self):
        self.parts = []

    def writable(self):
        return True

    def write(self, data):
        self.parts.append(bytes(data))
        return len(data)


sink = Sink()
writer = io.BufferedWriter(sink)
writer.write(b"one")
writer.write(b"two")
print(sink.parts)
writer.flush()
print(sink.parts)
text = io.TextIOWrapper(writer, "utf-8")
print("printed", file=text, flush=True)
print(sink.parts)
sink.writelines([b"a", b"b"])
print(sink.parts)
show(io.BufferedReader, sink)


class Tee(io.TextIOBase):
    def __init__(self, *files):
        self.files = files

    def writable(self):
        return True

    def write(self, text):
        for file in self.files:
            file.write(text)
        return len(text)


one, two = io.StringIO(), io.StringIO()
tee = Tee(one, two)
print("both", file=tee)
print(one.getvalue(), two.getvalue(), tee.encoding, tee.newlines, tee.errors)
show(tee.read)
show(tee.readline)
show(tee.detach)


class Lines(io.IOBase):
    def __init__(self):
        self.left = [b"a\n", b"b\n", b""]

    def readline(self, size=-1):
        return self.left.pop(0)

    def close(self):
        print("closing")
        super().close()


with Lines() as lines:
    print(list(lines))
    print(lines.readable(), lines.writable())
print(lines.closed)
show(io.RawIOBase().read)
show(io.RawIOBase().readinto, bytearray(1))
show(io.BufferedIOBase().read)
show(io.TextIOBase().read)
show(io.TextIOBase().write, "x")
show(io.IOBase().seek, 0)
print(io.IOBase().readable(), io.IOBase().closed)
for kind in (io.StringIO, io.BytesIO, io.TextIOWrapper, io.BufferedReader, io.FileIO):
    print(kind.__name__, kind.__module__)

print("-- decoders")
decoder = io.IncrementalNewlineDecoder(None, True)
print([decoder.decode(piece) for piece in ("a\r", "\nb\r", "c\n")], decoder.newlines)
