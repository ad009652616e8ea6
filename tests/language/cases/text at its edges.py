"""Digits of other scripts, odd names of encodings, buffers that are no row of bytes, text of classes of its own."""
def t(f,*a,**k):
    try: print(repr(f(*a,**k)))
    except BaseException as e: print(type(e).__name__, e)
t(format,5,"٣"); t(format,5,"٣d"); t("{:٣}".format,5); t(format,1.5,".٣f"); t(lambda:"%٣d"%5); t(format,"a","٣"); t("{٠}".format,5); t("{:{}}".format,5,"٣")
t(bytes,"a","utf8\0"); t(bytes,"a","utf\udc808"); t(bytearray,"a","utf8\0"); t(bytes,"a","utf8","str\0ict"); t("a".encode,"utf8\0"); t(b"a".decode,"u\udc80"); t(str,b"a","utf8\0"); t(bytes,"a","nope"); t("a".encode,"nope"); t("é".encode,"ascii","nope\0"); t(b"\xff".decode,"utf8","no\0pe")
class X:
    def __index__(s): return 3
    def __iter__(s): return iter([1,2])
t(int.from_bytes,X(),"big"); t(bytes,X()); t(bytearray,X())
class X2:
    def __index__(s): return 3
t(int.from_bytes,X2(),"big"); t(int.from_bytes,3,"big"); t(int.from_bytes,[1,2],"big"); t(int.from_bytes,"ab","big")
m=memoryview(b"abcabc")[::2]
t(b"abc".partition,m); t(b"abc".split,m); t(b"abc".find,m); t(b"abc".replace,m,b""); t(b"abc".count,m); t(b"abc".startswith,m); t(b"aca".strip,m); t(b"abc".join,[m]); t(lambda:b"a"+m); t(lambda:m in b"abc"); t(bytearray(b"abc").partition,m); t(b"abc".rpartition,m); t(b"aca".translate,m);t(bytearray(b"ab").extend,m); t(b"a".__eq__,m)
class S(str): pass
t(lambda: type(S("abc").format()).__name__); t(lambda: type(S("abc").format_map({})).__name__); t(lambda: S("").format() ); t(str.format,S("x{}"),1); t(lambda: type(S("abc")%()).__name__)
