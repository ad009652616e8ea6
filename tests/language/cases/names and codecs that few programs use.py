"""Former names of nodes, weak sets, uuencode, codecs that only the machine's library has, contexts that are none."""
import binascii, random, codecs
r = random.Random(1)
for i in range(400):
    d = r.randbytes(r.randrange(0, 46)); b = r.random() < .5
    e = binascii.b2a_uu(d, backtick=b); print(e, binascii.a2b_uu(e) == d)
for x in (b"", b" ", b"\n", b"!", b"#0V%T", b"#0V%T\n", b"#0V%T  ", b"#0V%Tx", b"$0V%T\n", b"#0V%\x80", b"#0\n", b"\x80", b"z", b"`\n", b"#0V%T\r\n`", "#0V%T", "é", b"M", b"#0V%T\x00", b"%a"):
    try: print(x, binascii.a2b_uu(x))
    except Exception as e: print(x, type(e), e)
for x in (b"a" * 46, "a", 5):
    try: print(binascii.b2a_uu(x))
    except Exception as e: print(type(e), e)
print(codecs.encode(b"hello" * 20, "uu"), codecs.decode(codecs.encode(b"hello" * 20, "uu"), "uu"))
import quopri; print(quopri.encodestring(b"a=b\xff \n"), quopri.decodestring(b"a=3Db=FF=20\n"))

import ast, warnings
warnings.simplefilter("ignore")
for c, v in ((ast.Num, 5), (ast.Str, "a"), (ast.Bytes, b"a"), (ast.NameConstant, None)):
    n = c(v); print(ast.dump(n), type(n).__name__, isinstance(n, c), [isinstance(ast.Constant(x), c) for x in (1, 1.5, 1j, "s", b"s", None, True, ...)], isinstance(5, c), issubclass(c, ast.Constant), c._fields)
print(ast.dump(ast.Ellipsis()), ast.dump(ast.Num(n=3)), ast.dump(ast.Str(s="q")), ast.dump(ast.Index(ast.Name("x"))), ast.dump(ast.ExtSlice([ast.Name("x")])), ast.Constant(4).n, ast.Constant("z").s)
c = ast.Constant(1); c.n = 8; print(c.value); c.s = "p"; print(c.value, len(ast.parse("(1,2)").body[0].value.dims))
class V(ast.NodeVisitor):
    def visit_Num(self, n): print("num", n.n)
    def visit_Str(self, n): print("str", n.s)
    def visit_NameConstant(self, n): print("nc", n.value)
    def visit_Ellipsis(self, n): print("ell")
V().visit(ast.parse("f(1, 'a', None, True, ..., b'x', 2.5)"))
class W(ast.NodeVisitor):
    def visit_Constant(self, n): print("const", n.value)
W().visit(ast.parse("1 + 'a'"))
class T(ast.NodeTransformer):
    def visit_Num(self, n): return ast.Num(n.n * 2)
print(ast.unparse(T().visit(ast.parse("1 + x * 3"))), eval(compile(ast.fix_missing_locations(T().visit(ast.parse("1 + 3", mode="eval"))), "f", "eval")))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); V().visit(ast.parse("1"))
print([str(x.message) for x in w][:1])
print(ast.literal_eval("[1, 'a', None, ...]") if 0 else ast.dump(ast.parse("x[1:2, 3]")))

import weakref
class O:
    def __init__(s, n): s.n = n
    def __repr__(s): return "O%s" % s.n
    def __lt__(s, o): return s.n < o.n
os = [O(i) for i in range(6)]
W = weakref.WeakSet
a, b = W(os[:4]), W(os[2:])
s = lambda w: (type(w).__name__, sorted(w))
print(s(a | b), s(a & b), s(a - b), s(a ^ b), s(a.union(os[4:])), s(a.symmetric_difference(os)), a < b, a <= a, a < W(os), W(os) > a, W(os) >= os, a.issubset(os), a.isdisjoint(os[4:]), a == W(os[:4]), a != b)
c = a.copy(); c |= b; print(s(c)); c &= a; print(s(c)); c -= [os[0]]; print(s(c)); c ^= b; print(s(c)); c.difference_update(os[:2]); print(s(c)); c.intersection_update(os[4:]); print(s(c)); c.symmetric_difference_update(os); print(s(c))
for f in (lambda: a.difference("ab"), lambda: a.union("ab"), lambda: a & 5, lambda: a < 5, lambda: a.add(5), lambda: a.remove(5), lambda: a.discard(5), lambda: 5 in a, lambda: W().pop()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a -= a; print(len(a)); del os[0]; 
print(weakref.ref[int], weakref.WeakMethod[int] if hasattr(weakref.WeakMethod, "__class_getitem__") else "")

import codecs, io
f = codecs.EncodedFile(io.BytesIO("é\nb\nc".encode("utf-8")), "latin-1", "utf-8")
print(f.readline(), f.readlines(), f.data_encoding, f.file_encoding); f.seek(0); print(list(f)); f.seek(0); print(f.read(), f.read()); f.reset()
o = io.BytesIO(); g = codecs.EncodedFile(o, "latin-1", "utf-8"); g.write(b"\xe9"); g.writelines([b"a", b"\xe8"]); print(o.getvalue())
with codecs.EncodedFile(io.BytesIO(b"q"), "ascii") as h: print(h.readline(1), next(h, "end"))

import hashlib
print(hashlib.blake2b.MAX_DIGEST_SIZE, hashlib.blake2s.SALT_SIZE, hashlib.blake2b(b"a").hexdigest()[:8], hashlib.blake2s(b"a", digest_size=4, key=b"k").hexdigest(), isinstance(hashlib.blake2b, type), hashlib.new("blake2b", b"x").name)
for f in (lambda: hashlib.blake2b(5), lambda: hashlib.blake2b("a"), lambda: hashlib.blake2b(digest_size=65), lambda: hashlib.blake2b(digest_size=0), lambda: hashlib.blake2b(key=b"k" * 65)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

from decimal import *
for s in ("Decimal('abc', 1.5)", "Decimal(1, 2)", "Decimal(1).sqrt(5)", "Decimal(1).exp('a')", "Decimal(1).compare(2, 3)", "Decimal(1).compare_total(2, 3)", "Decimal(1).copy_sign(2, 3)", "Decimal(1).max(2, 3)", "Decimal(1).is_normal(5)", "Decimal('nan').is_subnormal(5)", "Decimal(1).to_eng_string(5)", "Decimal(1).quantize(2, None, 5)", "Decimal(1).fma(1, 2, 3)", "Decimal(1).logical_and(1, 2)", "Decimal(1).next_plus(2)", "Decimal(1).normalize(2)", "Decimal(1).number_class(2)", "Decimal(1).remainder_near(1, 2)", "Decimal(1).rotate(1, 2)", "Decimal(1).same_quantum(1, 2)", "Decimal(1).scaleb(1, 2)", "Decimal(1).shift(1, 2)", "Decimal(1).to_integral(None, 2)", "Decimal(1).to_integral_exact(None, 2)", "Decimal(1).ln(2)", "Decimal(1).log10(2)", "Decimal(1).logb(2)", "Decimal(1).min_mag(1, 2)", "Decimal(1).logical_invert(2)", "Decimal(1).next_toward(1, 2)", "Decimal(1).canonical()", "Decimal(1, None)", "Decimal(1, Context())", "Decimal(2).sqrt(Context(prec=3))", "Decimal(2).sqrt(None)", "Context(prec=2).sqrt(2)", "Decimal(2).quantize(Decimal('0.1'), context=Context(prec=5))"):
    try: print(s, eval(s))
    except Exception as e: print(s, type(e).__name__, e)

import functools
class A:
    def f(self, a, b=1): return a, b
    g = functools.partialmethod(f, 5); h = functools.partialmethod(f, b=3)
print(repr(A.__dict__["g"]).split(" at ")[0], repr(A.__dict__["h"])[-8:], A().g(), A().h(1))
class BA:
    def __aiter__(self): return 5
for x in (BA(), 5):
    try: aiter(x)
    except TypeError as e: print(e)
async def c(): pass
k = c(); print(k.cr_origin); k.close()
import typing
class R(typing.TextIO): pass
print(typing.IO.read.__name__, typing.TextIO.encoding.__class__, R().read(), typing.BinaryIO.write is not typing.IO.write)

import codecs
for e in "hex base64 zlib rot13 uu quopri idna punycode utf-7 undefined unicode_escape raw_unicode_escape utf_8_sig utf-16 utf-32 cp437 mac_roman koi8-r shift_jis gb18030 big5 euc_kr iso2022_jp ptcp154 tis-620 cp037 palmos hp-roman8 johab mbcs".split():
    try:
        i = codecs.lookup(e); print(e, i.name, i.incrementaldecoder is not None, i.streamreader is not None, getattr(i, "_is_text_encoding", None))
        d = i.encode(b"abc hello" if e in ("hex", "base64", "bz2", "zlib", "uu", "quopri") else "abc")[0]; print("  ", d if e != "bz2" else len(d), i.decode(d)[0])
    except Exception as x: print(e, type(x).__name__, x)
for f in (lambda: "abc".encode("hex"), lambda: b"61".decode("hex"), lambda: "é.com".encode("idna"), lambda: b"xn--9ca.com".decode("idna"), lambda: "a+é".encode("utf-7"), lambda: b"+AOk-".decode("utf-7"), lambda: codecs.utf_16_le_encode("a"), lambda: codecs.utf_7_encode("é"), lambda: codecs.readbuffer_encode(b"a"), lambda: codecs.getincrementaldecoder("utf-16")().decode(b"\xff\xfea"), lambda: codecs.getincrementaldecoder("utf-7")().decode(b"+AO"), lambda: "straße".encode("idna"), lambda: "a..b".encode("idna"), lambda: ("a" * 64 + ".c").encode("idna"), lambda: "日本語。jp".encode("idna"), lambda: "bücher".encode("punycode"), lambda: b"bcher-kva".decode("punycode")):
    try: print(f())
    except Exception as x: print(type(x).__name__, x)
for n in "utf_8 utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_7".split():
    for d in (b"", b"a", b"ab", b"abc", b"a\0b", b"\xff\xfea\0b", b"\xc3", b"\xff\xfe\0\0a\0\0\0b", b"+AO", b"\xc3\xff", b"\xd8\x00"):
        for a in ((d,), (d, "strict", True), (d, "replace"), (d, None, False)):
            try: print(n, a, getattr(codecs, n + "_decode")(*a))
            except Exception as e: print(n, a, type(e).__name__, e)
    print(getattr(codecs, n + "_encode")("aé"), codecs.getincrementaldecoder(n)().decode(b"ab", True) if n in ("utf_8", "utf_7") else "")
import io; print(io.TextIOWrapper(io.BytesIO("aé\n".encode("utf-16")), "utf-16").read())
