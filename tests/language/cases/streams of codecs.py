"""How far readers of codecs go in their streams; charmap without a table."""
import codecs
import io

data = "é café — more\nsecond line\n".encode()
for size in (-1, 0, 1, 3, 5, 100):
    stream = io.BytesIO(data)
    reader = codecs.getreader("utf-8")(stream)
    print(size, repr(reader.read(size)), stream.tell(), repr(reader.read(size)), stream.tell())
stream = io.BytesIO(data)
reader = codecs.getreader("utf-8")(stream)
print(repr(reader.read(-1, 4)), repr(reader.read(chars=2)), repr(reader.readline()), repr(reader.read()))
stream = io.BytesIO(data)
recoder = codecs.EncodedFile(stream, "latin-1", "utf-8", "replace")
print(recoder.read(5), stream.tell(), recoder.read())
print("é".encode("charmap"), b"\xe9".decode("charmap"))
try:
    "€".encode("charmap")
except UnicodeEncodeError as error:
    print(error)
