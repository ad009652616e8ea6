# Names of locale, codecs and typing that few programs use.
import locale, codecs, typing, warnings
warnings.simplefilter("ignore")
print(locale.format('%d',12345,grouping=True))
try: locale.format('%d %d',1)
except ValueError as e: print(e)
print(codecs.make_identity_dict(range(3)), codecs.make_encoding_map({1:2,3:2,4:5}))
print(typing.IO, typing.TextIO, typing.Pattern, typing.Match[str], typing.Pattern[bytes], typing.IO[str], typing.get_type_hints(typing.cast))
def f(a: typing.TextIO, b: typing.Optional[typing.Pattern[str]] = None) -> typing.IO[bytes]: ...
print(typing.get_type_hints(f))
for h in "surrogatepass", "ignore", "replace":
    for e in UnicodeError("x"), 42, UnicodeEncodeError("utf-8","a\ud800b",1,2,"r"), UnicodeDecodeError("utf-16le", b"a\x00\xd8", 1,3,"r"), UnicodeTranslateError("x",0,1,"r"):
        try: print(ascii(codecs.lookup_error(h)(e)))
        except Exception as x: print(type(x), x)
