# Encodings of the world: tables of one byte, East Asia's, UTF-7, punycode and IDNA; their errors, handlers, readers.
import codecs
import io
import os
import tempfile

every = bytes(range(256))
for name in """cp037 cp1006 cp1026 cp1125 cp1140 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp273 cp424 cp437 cp500 cp720 cp737
        cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866 cp869 cp874 cp875 hp_roman8 iso8859_10 iso8859_11
        iso8859_13 iso8859_14 iso8859_15 iso8859_16 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 koi8_r koi8_t
        koi8_u kz1048 mac_croatian mac_cyrillic mac_farsi mac_greek mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish mac_arabic ptcp154
        tis_620""".split():
    text = every.decode(name, "replace")
    back = text.encode(name, "replace")
    print(name, codecs.lookup(name).name, ascii(text[100:]), back == every, ascii(back.decode(name)) == ascii(text))


def show(function, *arguments):
    try:
        print(ascii(function(*arguments)))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


for name in ("windows-1251", "Windows_1251", "ISO-8859-15", "latin9", "latin2", "KOI8-R", "macintosh", "ibm850", "437", "greek", "cyrillic", "sjis", "GB18030-2000",
             "chinese", "ks_c-5601-1987", "ujis", "big5-tw", "ms936", "nosuch", "iso-8859-99", "test.unicode1", "U7"):
    show(lambda: codecs.lookup(name).name)
for name, texts in {"gbk": ["中文字符 abc", "é€"], "gb2312": ["中文"], "gb18030": ["中文😀é"], "big5": ["繁體中文"], "shift_jis": ["日本語 \\ ~ ｱｲｳ", "¥‾"], "euc_jp": ["日本語"],
                    "cp932": ["日本語①"], "euc_kr": ["한국어"], "cp949": ["한국어 똠"], "iso2022_jp": ["日本語 abc", "abc"], "johab": ["한국어"], "cp950": ["繁體"],
                    "big5hkscs": ["繁體"], "cp1251": ["Привет"], "koi8-r": ["Привет"], "iso8859-15": ["€ é"], "utf-7": ["Привет +-~\\ 😀", "a+b", "1 é2"],
                    "punycode": ["bücher", "日本", "abc"], "idna": ["www.bücher.de.", "faß.de", "日本。jp", "a..b"]}.items():
    for text in texts:
        show(text.encode, name)
        show(lambda: text.encode(name).decode(name) == text)
    for errors in "strict", "replace", "ignore", "xmlcharrefreplace", "backslashreplace":
        show("a\u20ac\u0e01\ud7ff\U0001f601z".encode, name, errors)
        if name not in ("punycode", "idna", "cp932", "euc_jp", "euc_kr"):
            show(b"a\xff\x98z\x81".decode, name, errors)
for data in (b"+2AE-", b"+2AHab9ze-", b"+@", b"+\xc1", b"+AB", b"+ZeU", b"Hi +Jjo-!", b"\xff", b"+-", b"+ZeVnLIqe-x", b"+2AH", b"+AAA/", b"a+AKN-x-"):
    show(data.decode, "utf-7")
    show(data.decode, "utf-7", "replace")
for name in b"xn--bcher-kva.de", b"XN--BCHER-KVA.de", b"xn--fa-hia.de", b"plain.org", b"xn--zzz":
    show(name.decode, "idna")
show("x" * 70 .__add__(0) and ("x" * 70).encode, "idna")
decoder = codecs.getincrementaldecoder("gbk")()
print([decoder.decode(bytes([byte])) for byte in "中文a".encode("gbk")], decoder.getstate())
decoder = codecs.getincrementaldecoder("cp1251")()
print(decoder.decode(b"\xcf\\"), decoder.decode(b"n", True))
print(codecs.charmap_decode(b"ab\x80", "replace", {97: "x", 98: 0x20ac}), codecs.charmap_encode("ax", "ignore", {97: b"AA"}), codecs.charmap_build("ab\ufffec"))
show(codecs.charmap_decode, b"ab", "strict", "a")
show(codecs.charmap_encode, "ab", "strict", {97: 300})
path = os.path.join(tempfile.mkdtemp(), "text")
for name in "cp1251", "gbk", "shift_jis", "utf-16", "cp037", "iso8859-2":
    text = {"gbk": "中文\n第二\n", "shift_jis": "日本\n語\n"}.get(name, "Привет\nмир\n" if name in ("cp1251", "utf-16") else "abc\nőz\n" if name == "iso8859-2" else "abc\nd\n")
    with open(path, "w", encoding=name) as file:
        file.write(text)
    with open(path, encoding=name) as file:
        print(name, file.readline() == text.split("\n")[0] + "\n", file.read() == text.split("\n")[1] + "\n", os.path.getsize(path))
    print(codecs.open(path, encoding=name).read() == text, io.TextIOWrapper(io.BytesIO(text.encode(name)), encoding=name).readlines() == text.splitlines(True))
os.remove(path)
codecs.register(lambda name: (lambda text, errors="strict": (42, 42), lambda data, errors="strict": (42, 42), None, None) if name == "odd.codec" else None)
show("x".encode, "odd.codec")
show(b"x".decode, "odd.codec")
