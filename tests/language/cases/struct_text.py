"""struct: every code, byte order, count and error."""
import struct


def t(f, *a):
    try:
        print(getattr(f, "__name__", f), a, f(*a))
    except BaseException as e:
        print(getattr(f, "__name__", f), a, type(e).__name__, e)


pack = struct.pack
for f in "@=<>!":
    for c in "bBhHiIlLqQ":
        for v in (0, 1, -1, 10**30, -10**30, 2**70, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1, 2**64, "x", 1.5, True):
            t(pack, f + c, v)
    for c in "efd":
        for v in (0, 1, -1.5, 1e10, 65504, 65519.99, 65520, 1e-8, 6e-8, 2.0**-24, 2.0**-25, 3e-5, float("inf"), float("nan"), "x", None, -0.0, 0.1, 1e300):
            t(pack, f + c, v)
for a in [("n", 2**63), ("N", -1), ("P", -1), ("P", 2**64), ("c", "a"), ("c", b"ab"), ("c", b"x"), ("s", "a"), ("p", "a"), ("=n", 1), ("3", 1), ("hh", 1),
          ("2x",), ("h ", 1), ("z", 1), (b"h", 1), (5, 1), ("\0", 1), ("99999999999999999999h",), ("0s", b"abc"), ("<3p", b"abcdef"), ("300p", b"a" * 280),
          ("3s", bytearray(b"ab")), ("?", []), ("?", 5), ("hq", 1, 2), ("<hq", 1, 2), ("h0q", 1), ("é", 1), ("xhxq", 1, 2), ("3h2s", 1, 2, 3, b"abc"),
          ("bhilqfd", 1, 2, 3, 4, 5, 6, 7), (">bhilqfd", 1, 2, 3, 4, 5, 6, 7), ("0p", b"a"), ("1p", b"ab")]:
    t(pack, *a)
u = t
u(struct.unpack, "h", b"a")
u(struct.unpack_from, "h", b"a")
for offset in (-1, -2, -3, -5, 0, 1, 2, 10):
    u(struct.unpack_from, "h", b"abc", offset)
    u(struct.pack_into, "h", bytearray(3), offset, 1)
u(struct.unpack, "h", "ab")
u(struct.pack_into, "h", b"abc", 0, 1)
u(struct.pack_into, "h")
u(struct.pack_into, "h", bytearray(3))
u(struct.pack_into, "h", bytearray(3), 0)
b = bytearray(5)
struct.pack_into("<hb", memoryview(b), 1, 258, 3)
print(b)
u(struct.pack)
for f in ("", "h", "<3s2xq", ">7p", "@bq", "=bq", "qb", "0q", "b0q"):
    u(struct.calcsize, f)
u(struct.unpack, "<3sh?c", b"abc\x01\x02\x05z")
u(struct.unpack, ">bBhHiIlLqQ", bytes(range(250, 256)) + bytes(range(36)))
u(struct.unpack, "<efd", b"\x00\x3c" + b"\x00\x00\x80\x3f" + b"\x00" * 6 + b"\xf0\x3f")
u(struct.unpack, "5p", b"\x02abcd")
u(struct.unpack, "5p", b"\x09abcd")
u(struct.iter_unpack, "h", b"abc")
u(struct.iter_unpack, "", b"abc")
print(list(struct.iter_unpack("<hb", b"\x01\x00\x02\x03\x00\x04")))
s = struct.Struct("<hh")
print(s.format, s.size, s.pack(1, 2), s.unpack(b"abcd"), s.unpack_from(b"xabcd", 1), s.unpack_from(buffer=b"abcdefgh", offset=2))
u(s.pack, 1)
u(s.pack_into, bytearray(4))
u(struct.Struct, 5)
u(struct.Struct)
print(struct.Struct(b"h").format, issubclass(struct.error, Exception), struct.error.__module__, struct.error.__name__)
it = struct.iter_unpack("h", b"abcd")
print(it.__length_hint__(), next(it), it.__length_hint__(), list(it), list(it))
