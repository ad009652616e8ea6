"""html, html.parser, shlex, zlib and gzip."""
import gzip
import html
import html.entities
import io
import shlex
import zlib
from html.parser import HTMLParser


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except BaseException as e:
        print(type(e).__name__, e)


print(html.escape("<a href='x'>&\"</a>"), html.escape("<'\">", quote=False))
for text in ("&lt;&gt;&amp;&quot;&apos;", "&eacute; &eacute &notit; &notin; &no; &unknown; &", "&#65;&#x41;&#X41&#0;&#128;&#xd800;&#x110000;&#1;&#11;&#xfffe;", "a & b &copy2024 &frac12;", "&&amp;;", "&#;&#x;", "&ampamp", "&CounterClockwiseContourIntegral;",
             "&NotEqualTilde;", "&" + "x" * 40 + ";"):
    print(ascii(html.unescape(text)))
print(len(html.entities.html5), len(html.entities.name2codepoint), html.entities.codepoint2name[233], ascii(html.entities.entitydefs["lang"]), sorted(html.entities.html5)[:5])


class Shower(HTMLParser):
    def handle_starttag(self, tag, attrs):
        print("start", tag, attrs, self.getpos())

    def handle_endtag(self, tag):
        print("end", tag)

    def handle_startendtag(self, tag, attrs):
        print("startend", tag, attrs, self.get_starttag_text())

    def handle_data(self, data):
        print("data", repr(data))

    def handle_comment(self, data):
        print("comment", repr(data))

    def handle_decl(self, decl):
        print("decl", decl)

    def handle_pi(self, data):
        print("pi", data)

    def handle_charref(self, name):
        print("charref", name)

    def handle_entityref(self, name):
        print("entityref", name)


page = """<!DOCTYPE html>
<html><head><title>A &amp; B</title><script>if (a < b) { "</p>" }</script></head>
<body class="x y" id=main checked data-v='1 &lt; 2'><!-- note --><br/><p>one<br>two &eacute; &#65;</p>
<img src="a.png" alt="">&nbsp;3 < 4 <?php x ?><A HREF=U>t</A></body></html>
"""
for convert in (True, False):
    parser = Shower(convert_charrefs=convert)
    parser.feed(page)
    parser.close()
parser = Shower()
parser.feed("<a")
parser.feed(" b='c'>te")
parser.feed("xt</a>")
parser.close()

for text in ("", "a b", "a 'b c' d", 'a "b \\" c" d', "a\\ b", "a#b # c", "'", '"', "a\\", "'a'b\"c\"", "x=1; y|z && w", "''", "a '' b", "é ü", "a\nb\tc", "'a\\b'", '"a\\b"', "--opt='x y' -v"):
    t(shlex.split, text)
    t(shlex.split, text, comments=True)
    t(shlex.split, text, posix=False)
    t(lambda: list(shlex.shlex(text)))
    t(lambda: list(shlex.shlex(text, posix=True)))
    t(lambda: list(shlex.shlex(text, punctuation_chars=True)))
    print(shlex.quote(text))
print(shlex.join(["a", "b c", "d'e"]), shlex.split(shlex.join(["a", "b c", "d'e", ""])))

data = bytes(range(256)) * 40 + b"a" * 5000
for level in (-1, 0, 1, 6, 9):
    packed = zlib.compress(data, level)
    print(level, len(packed) < len(data) + 100, zlib.decompress(packed) == data)
print(zlib.crc32(data), zlib.adler32(data), zlib.crc32(b"x", 5), zlib.adler32(b"x", 7), zlib.crc32(b""), zlib.MAX_WBITS)
packed = zlib.compress(data)
one = zlib.decompressobj()
parts = [one.decompress(packed[at:at + 7]) for at in range(0, len(packed), 7)]
print(b"".join(parts) + one.flush() == data, one.eof, one.unused_data, one.unconsumed_tail)
one = zlib.decompressobj()
part = one.decompress(packed + b"tail", 100)
print(len(part), len(one.unconsumed_tail) > 0, one.eof)
rest = one.decompress(one.unconsumed_tail)
print(part + rest == data, one.unused_data, one.eof)
one = zlib.compressobj(9)
joined = one.compress(data[:100]) + one.compress(data[100:]) + one.flush()
print(zlib.decompress(joined) == data)
raw = zlib.compressobj(wbits=-15)
joined = raw.compress(b"abc") + raw.flush()
print(zlib.decompress(joined, -15), zlib.decompress(zlib.compress(b"abc", wbits=31), 47))
words = zlib.compressobj(zdict=b"hello world")
joined = words.compress(b"hello world hello") + words.flush()
print(zlib.decompressobj(zdict=b"hello world").decompress(joined))
t(zlib.decompress, b"nonsense")
t(zlib.decompress, packed[:-5])
t(zlib.decompress, b"")
t(zlib.compress, data, 10)
t(zlib.compress, "text")
t(zlib.decompressobj().decompress, b"nonsense")
t(zlib.decompressobj().decompress, b"", -1)

print(gzip.decompress(gzip.compress(data)) == data, gzip.compress(b"abc", mtime=0), gzip.decompress(gzip.compress(b"a") + gzip.compress(b"b")))
t(gzip.decompress, b"nonsense")
t(gzip.decompress, gzip.compress(b"abc")[:-3])
t(gzip.decompress, gzip.compress(b"abc")[:-8] + b"xxxxyyyy")
buffer = io.BytesIO()
with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=1) as file:
    print(file.write(b"one\ntwo\n"), file.tell(), file.writable())
buffer.seek(0)
with gzip.GzipFile(fileobj=buffer) as file:
    print(file.readline(), file.read(2), file.tell(), file.read(), file.seek(0), list(file))
import os
import tempfile
name = os.path.join(tempfile.mkdtemp(), "x.gz")
with gzip.open(name, "wt", encoding="utf-8") as file:
    file.write("zeile é\nzwei\n")
with gzip.open(name, "rt", encoding="utf-8") as file:
    print(file.read())
with gzip.open(name) as file:
    print(file.read())
with gzip.open(name, "rt", encoding="utf-8") as file:
    print([line for line in file])
t(gzip.open, name, "rbt")
os.remove(name)
os.rmdir(os.path.dirname(name))
