# Files: every mode, newlines, encodings, errors, buffering, positions.
import io
import os

folder = "/tmp/cupola-io-%d" % os.getpid()
os.mkdir(folder)
os.chdir(folder)


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


def put(name, data):
    with open(name, "wb") as file:
        file.write(data)


def got(name):
    with open(name, "rb") as file:
        return file.read()


print("-- modes")
for mode in "r w a x r+ w+ a+ x+ rb wb ab xb rb+ wb+ ab+ xb+ r+b br rt U rU w+b wr rw +r b t +".split() + ["", "rr", "r++", "rbt", "q", "r "]:
    put("m", b"one\ntwo\n")
    if "x" in mode:
        os.remove("m")
    try:
        file = open("m", mode)
    except Exception as error:
        print(repr(mode), type(error).__name__, error)
        continue
    print(repr(mode), type(file).__name__, file.mode, file.name, file.readable(), file.writable(), file.seekable(), file.tell(), file.closed)
    data = b"XY" if "b" in mode else "XY"
    show(file.read, 2)
    show(file.write, data)
    show(file.tell)
    show(file.seek, 0)
    show(file.read)
    print(file.close(), file.closed, got("m"))

print("-- wrong arguments")
show(open)
show(open, "absent")
show(open, "absent", "rb")
show(open, ".")
show(open, ".", "w")
show(open, "no/such/place", "w")
show(open, "m", 3)
show(open, "m", None)
show(open, 1.5)
show(open, None)
show(open, [])
show(open, "m", "rb", encoding="utf-8")
show(open, "m", "rb", errors="strict")
show(open, "m", "rb", newline="\n")
show(open, "m", newline="x")
show(open, "m", newline=3)
show(open, "m", encoding="nonsense")
show(open, "m", encoding=3)
show(open, "m", errors="nonsense")
show(open, "m", errors=3)
show(open, "m", buffering=0)
show(open, "m", buffering="x")
show(open, "m", "rb", buffering=-5)
show(open, "m", closefd=False)
show(open, "a\0b")
show(open, "")
show(open, -1)
show(open, 12345)
show(open, "m", wrong=1)
show(open, "m", "r", -1, None, None, None, True, None, 1)
os.mkdir("d")
show(open, "d/x/y")
put("m", b"abc")
show(open, "m/x")
show(open, "m", "x")
show(open, b"m")
print(open(b"m").name)

print("-- newlines in")
put("n", b"a\nb\r\nc\rd\n\r\r\ne")
for newline in (None, "", "\n", "\r", "\r\n"):
    with open("n", newline=newline) as file:
        print(repr(newline), repr(file.read()), file.newlines)
    with open("n", newline=newline) as file:
        print(list(file), file.newlines)
    with open("n", newline=newline) as file:
        print([file.read(1) for _ in range(14)])
    with open("n", newline=newline) as file:
        print([file.readline(2) for _ in range(12)], file.readlines())
    with open("n", newline=newline) as file:
        print(file.read(3), file.readline(), file.read(2), file.readlines(1), file.read())
for data in (b"a\n", b"a\r", b"a\r\n", b"a\nb\r", b"", b"a"):
    put("n", data)
    with open("n") as file:
        print(file.newlines, repr(file.read()), file.newlines)

print("-- newlines out")
for newline in (None, "", "\n", "\r", "\r\n"):
    with open("o", "w", newline=newline) as file:
        print(file.write("a\nb\r\nc\r"), file.writelines(["x\n", "y\r\n"]))
    print(repr(newline), got("o"))

print("-- encodings")
text = "a\u00e9\u20ac\U0001F600\n\u03b1"
for encoding in ("utf-8", "UTF8", "utf_8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-8-sig", "latin-1", "ascii", "cp1252"):
    for errors in ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape"):
        try:
            with open("e", "w", encoding=encoding, errors=errors) as file:
                file.write(text)
                file.write(text[:2])
            print(encoding, errors, file.encoding, file.errors, got("e"))
        except Exception as error:
            print(encoding, errors, type(error).__name__, error)
    put("e", text.encode(encoding, "replace") + "z".encode(encoding))
    with open("e", encoding=encoding) as file:
        print(ascii(file.read(2)), ascii(file.readline()), ascii(file.read()))
    with open("e", encoding=encoding) as file:
        print([ascii(line) for line in file])
put("e", b"ok \xff\xfe \xe2\x82 end\n\x80")
for errors in (None, "strict", "ignore", "replace", "backslashreplace", "surrogateescape"):
    with open("e", errors=errors, encoding="utf-8") as file:
        show(lambda: ascii(file.read()))
with open("e", encoding="ascii") as file:
    show(file.read)
with open("e", encoding="utf-8") as file:
    show(file.read, 3)
put("e", b"\xef\xbb\xbfbom\n")
print(ascii(open("e").read()), ascii(open("e", encoding="utf-8-sig").read()))
with open("e", "a", encoding="utf-8-sig") as file:
    file.write("more")
print(got("e"))
with open("e", "a", encoding="utf-16") as file:
    file.write("m")
print(got("e"))

print("-- positions")
put("p", b"hello\nworld\n\xc3\xa9t\xc3\xa9\n")
with open("p") as file:
    print(repr(file.readline()), file.tell(), file.seek(0), file.read(8), file.tell(), file.seek(6), file.read(5))
    print(file.seek(0, 2), repr(file.read()), file.seek(12), file.read(1), file.tell(), file.seek(file.tell()), file.read())
    show(file.seek, 1, 1)
    show(file.seek, -1, 2)
    show(file.seek, -1)
    show(file.seek, 0, 7)
    show(file.seek, 0, 1)
    file.seek(0)
    next(file)
    show(file.tell)
    print(next(file), end="")
    file.read()
    show(next, file)
    show(file.tell)
with open("p", "rb") as file:
    print(file.seek(-4, 2), file.read(), file.seek(2), file.seek(3, 1), file.read(3), file.tell(), file.seek(100), file.read(), file.tell())
    show(file.seek, -1)
    show(file.seek, -1000, 1)
    show(file.seek, 0, 7)
    show(file.seek, 1.5)
    file.seek(0)
    print(next(file), file.tell(), file.peek(3)[:3], file.tell(), file.read1(4), file.read1(), file.read1(0))
    file.seek(0)
    buffer = bytearray(7)
    print(file.readinto(buffer), buffer, file.readinto1(buffer), buffer, file.readinto(bytearray()))
    show(file.readinto, "x")
    show(file.readinto, b"xx")
    print(list(file))
with open("p", "r+") as file:
    print(file.read(5), file.write("WORLD"), file.tell())
print(got("p"))
with open("p", "r+b") as file:
    print(file.read(5), file.write(b"!"), file.read(3), file.tell(), file.truncate(), file.tell(), file.truncate(30), file.seek(0, 2))
    show(file.truncate, -1)
print(got("p"))
with open("p", "rb") as file:
    show(file.truncate)
    show(file.write, b"x")
with open("p", "w+") as file:
    file.write("0123456789")
    print(file.seek(3), file.truncate(), file.tell(), file.read(), file.seek(0), file.read())
with open("p", "a+") as file:
    print(file.tell(), file.seek(0), file.read(2), file.write("end"), file.tell(), file.seek(0), file.read())
with open("p", "ab") as file:
    print(file.tell(), file.write(b"more"), file.tell())
print(got("p"))

print("-- closed and unsupported")
file = open("p")
file.close()
file.close()
for name in ("read", "readline", "readlines", "tell", "flush", "fileno", "isatty", "readable", "writable", "seekable", "truncate", "__enter__", "__iter__", "__next__"):
    show(getattr(file, name))
show(file.write, "x")
show(file.writelines, [])
show(file.seek, 0)
print(file, file.closed)
file = open("p", "rb")
file.close()
for name in ("read", "readline", "readlines", "flush", "fileno", "isatty", "readable", "writable", "seekable", "peek", "read1", "__enter__", "__iter__", "__next__"):
    show(getattr(file, name))
show(file.readinto, bytearray(1))
show(file.seek, 0)
for mode in ("r", "rb", "w", "wb"):
    with open("q", "w") as made:
        made.write("q")
    with open("q", mode) as file:
        for name in ("read", "readline", "readlines", "__next__"):
            show(getattr(file, name))
        show(file.write, b"x" if "b" in mode else "x")
        show(file.write, "x" if "b" in mode else b"x")
        show(file.write, 3)
        show(file.writelines, 3)
        show(file.writelines, [3])
        show(file.read, "x")
        show(file.read, 1.5)
        show(file.read, None)
        show(file.readline, None)
        show(file.readline, "x")
        show(file.readlines, None)
        show(file.isatty)
        show(lambda: file.fileno() > 2)

print("-- layers")
with open("p", "w") as file:
    print(type(file.buffer).__name__, type(file.buffer.raw).__name__, file.buffer.name, file.buffer.raw.mode, file.line_buffering, file.write_through)
    file.write("text ")
    file.flush()
    file.buffer.write(b"bytes ")
    file.write("text again")
print(got("p"))
with open("p") as file:
    print(file.buffer.read(5), file.read())
    print(file.buffer.raw.closed, file.buffer.closed)
print(file.buffer.closed, file.buffer.raw.closed)
file = open("p")
buffer = file.detach()
print(type(buffer).__name__, buffer.read(3))
show(file.read)
show(file.detach)
buffer.close()
file = open("p", "rb")
raw = file.detach()
print(type(raw).__name__, raw.read(3), raw.readall(), raw.readall(), raw.read())
show(file.read)
raw.close()
with open("p", "rb", buffering=0) as file:
    print(type(file).__name__, file.read(4), file.readinto(bytearray(2)), file.tell(), file.mode, file.closefd)
    print(file.readline(), file.seek(0), file.readlines())
with open("p", "wb", 0) as file:
    print(file.write(b"direct"), got("p"))
with open("p", "w", 1) as file:
    print(file.line_buffering, file.write("line\nrest"), got("p"))
with open("p", "wb", 4) as file:
    print(file.write(b"ab"), got("p"), file.write(b"cdef"), file.flush(), got("p"))
with open("p", "w") as file:
    print(file.reconfigure(line_buffering=True, newline="\r\n"), file.line_buffering, file.write("a\n"), got("p"))
    print(file.reconfigure(encoding="utf-16-le", errors="replace"), file.encoding, file.errors, file.write("b"))
print(got("p"))

print("-- making layers")
put("p", b"raw\nbytes\r\n")
raw = io.FileIO("p")
print(raw.name, raw.mode, raw.closefd, raw.readable(), raw.writable(), raw)
reader = io.BufferedReader(raw, 4)
print(reader.raw is raw, reader.read(2), reader.peek()[:2], reader.name, reader.mode if hasattr(reader, "mode") else None)
wrapper = io.TextIOWrapper(reader, encoding="utf-8", newline="")
print(wrapper.buffer is reader, repr(wrapper.read()), wrapper.name, wrapper)
wrapper.close()
print(raw.closed, reader.closed)
raw = io.FileIO("p", "w")
print(raw.mode, raw.write(b"0123"), raw.tell())
show(raw.read)
writer = io.BufferedWriter(raw)
print(writer.write(b"456"), got("p"), writer.flush(), got("p"), writer.tell())
show(writer.read)
writer.close()
both = io.BufferedRandom(io.FileIO("p", "r+"))
print(both.read(2), both.write(b"XX"), both.read(), both.seek(0), both.read())
both.close()
show(io.FileIO, "p", "rw")
show(io.FileIO, "p", "t")
show(io.FileIO, "absent")
show(io.BufferedReader, open("p", "wb", 0))
show(io.BufferedWriter, open("p", "rb", 0))
show(io.BufferedReader, io.FileIO("p"), 0)
show(io.TextIOWrapper, 3)
show(io.TextIOWrapper, io.BytesIO(), encoding="nonsense")
print(io.open_code("p").read(), io.text_encoding(None), io.text_encoding("x"))

print("-- contexts and iteration")
with open("p", "w") as file:
    print(*range(5), sep="\n", file=file)
    print("end", end="", file=file, flush=True)
with open("p") as file:
    for number, line in enumerate(file):
        print(number, repr(line), end=" ")
    print(list(file), file.readline() == "")
try:
    with open("p") as file:
        1 / 0
except ZeroDivisionError:
    print(file.closed)
show(lambda: file.__enter__())
with open("p") as a, open("q", "w") as b:
    b.writelines(line.upper() for line in a)
print(got("q"), dict(zip("ab", open("p"))), max(open("p")), sum(1 for _ in open("p")), "3\n" in open("p"))
first, *rest = open("p")
print(first, rest)


def opener(path, flags):
    print("opener", path, flags & os.O_ACCMODE)
    return os.open(path, flags)


with open("p", opener=opener) as file:
    print(file.readline())
show(open, "p", opener=lambda path, flags: -1)
show(open, "p", opener=lambda path, flags: "x")
show(open, "p", opener=3)
number = os.open("p", os.O_RDONLY)
with open(number, closefd=False) as file:
    print(file.read(2), file.name == number)
print(os.read(number, 3))
os.close(number)
show(os.read, number, 1)
for kind in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase):
    print(kind.__name__, [isinstance(open("p", mode, buffering), kind) for mode, buffering in (("r", -1), ("rb", -1), ("rb", 0), ("r+b", -1))],
          isinstance(io.StringIO(), kind), isinstance(io.BytesIO(), kind))
print(io.UnsupportedOperation.__mro__, io.BlockingIOError is BlockingIOError, io.DEFAULT_BUFFER_SIZE, io.SEEK_SET, io.SEEK_CUR, io.SEEK_END)
print(repr(open("p")), repr(open("p", "rb")), repr(open("p", "rb+")), repr(open("p", "rb", 0)))

print("-- attributes")
file = open("p")
file.extra = 1
print(file.extra, file.mode)
show(setattr, file, "mode", "x")
show(setattr, file, "closed", True)
show(lambda: file.nothing)
show(lambda: file < 3)
print(bool(file), hash(file) == hash(file), file == file)
file.close()

for name in os.listdir("."):
    os.rmdir(name) if os.path.isdir(name) else os.remove(name)
os.chdir("/")
os.rmdir(folder)

import io, _io
print(io.open is open, _io.open is open)
