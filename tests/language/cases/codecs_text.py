"""codecs and unicodedata."""
import codecs
import io
import unicodedata


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except BaseException as e:
        print(type(e).__name__, e)


for name in ("utf-8", "UTF8", "latin-1", "ascii", "utf-16", "utf_16_le", "utf-32", "utf-8-sig", "hex", "rot13", "base64", "unicode_escape", "raw_unicode_escape", "nope", "cp1252"):
    t(lambda: codecs.lookup(name).name)
for text in ("", "abc", "é\u20ac\U0001F600\n\t\\'\"", "\x00\x7f\x80"):
    for name in ("unicode_escape", "raw_unicode_escape", "utf-8", "utf-16", "utf-8-sig"):
        t(text.encode, name)
        t(lambda: text.encode(name).decode(name) == text)
        t(codecs.encode, text, name)
for data in (rb"a\n\t\x41\101\u20ac\U0001f600\N{BULLET}\'", rb"\x4", rb"\u12", rb"\U00110000", b"\\", rb"\N{nope}", b"\xe9"):
    t(data.decode, "unicode_escape")
    t(data.decode, "raw_unicode_escape")
    t(data.decode, "unicode_escape", "replace")
t(codecs.encode, "Hello", "rot13")
t(codecs.decode, "Uryyb", "rot13")
t(codecs.encode, b"abc", "hex")
t(codecs.decode, b"616263", "hex")
t(codecs.encode, b"abc", "base64")
t("abc".encode, "rot13")
t(b"abc".decode, "hex")
t("abc".encode, "nope")
t(codecs.encode, "é", "ascii")
t("é".encode, "ascii", "nope")
codecs.register_error("stars", lambda e: ("*" * (e.end - e.start), e.end))
t("aéüb".encode, "ascii", "stars")
t(b"a\xffb".decode, "utf-8", "stars")
codecs.register_error("bad", lambda e: 5)
t("é".encode, "ascii", "bad")
for name in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace"):
    t("aéb".encode, "ascii", name)
    t(codecs.lookup_error(name), UnicodeEncodeError("ascii", "aéb", 1, 2, "x"))
t(codecs.lookup_error, "nope")
for name in ("utf-8", "utf-16", "utf-16-be", "utf-32", "utf-8-sig", "latin-1"):
    data = "aé€\U0001F600z".encode(name)
    decoder = codecs.getincrementaldecoder(name)()
    t(lambda: [decoder.decode(data[i:i + 1]) for i in range(len(data))] + [decoder.decode(b"", True)])
    encoder = codecs.getincrementalencoder(name)()
    t(lambda: [encoder.encode(one) for one in "aéz"])
    t(lambda: "".join(codecs.iterdecode([data[:3], data[3:]], name)))
    t(lambda: b"".join(codecs.iterencode(["a", "é"], name)))
decoder = codecs.getincrementaldecoder("utf-8")()
decoder.decode(b"\xc3")
t(decoder.decode, b"", True)
stream = io.BytesIO("zeile é\nzwei\n".encode())
reader = codecs.getreader("utf-8")(stream)
print(repr(reader.readline()), repr(reader.read()))
stream = io.BytesIO()
codecs.getwriter("utf-16-le")(stream).write("hé")
print(stream.getvalue(), codecs.BOM_UTF8, codecs.BOM_UTF16_LE)


def search(name):
    if name == "my_codec":
        return codecs.CodecInfo(lambda text, errors="strict": (text.upper().encode(), len(text)), lambda data, errors="strict": (bytes(data).decode().lower(), len(data)), name="my-codec")
    return None


codecs.register(search)
print("abc".encode("my_codec"), b"ABC".decode("my-codec"), codecs.lookup("my_codec").name)
t(codecs.escape_decode, rb"a\x41\n\\")

for c in "aA1é½²Ⅷ٣ß \n\u0301中가\U0001F600\u200d\ue000(ﬁ①Å\u2126¼‐ﾊ\u0378":
    print(ascii(c), unicodedata.category(c), unicodedata.bidirectional(c), unicodedata.combining(c), unicodedata.mirrored(c), unicodedata.name(c, None), unicodedata.decimal(c, None), unicodedata.digit(c, None),
          unicodedata.numeric(c, None), unicodedata.decomposition(c), unicodedata.east_asian_width(c))
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    for text in ("e\u0301", "é", "ﬁ①", "Å", "\u1e9b\u0323", "가", "abc", "", "a\ud800é"):
        print(form, ascii(unicodedata.normalize(form, text)), unicodedata.is_normalized(form, text))
t(unicodedata.normalize, "X", "a")
t(unicodedata.name, "\n")
t(unicodedata.name, "ab")
t(unicodedata.name, 5)
t(unicodedata.decimal, "a")
t(unicodedata.digit, "a")
t(unicodedata.numeric, "a")
t(unicodedata.lookup, "BULLET")
t(unicodedata.lookup, "NO SUCH")
t(unicodedata.category, "ab")
print(unicodedata.lookup("LATIN SMALL LETTER E WITH ACUTE"))
