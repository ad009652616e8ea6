# The inner parts of json that programs put together anew: scanners, decoders and encoders in Python, pieces, json.tool.
import io
import json
import json.decoder
import json.encoder
import json.scanner
import subprocess
import sys
from collections import OrderedDict
from decimal import Decimal


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__name__, error)


class Plain(json.JSONDecoder):
    "A decoder that scans in Python."

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.parse_array = self.array
        self.parse_string = json.decoder.py_scanstring
        self.scan_once = json.scanner.py_make_scanner(self)

    def array(self, *arguments):
        values, end = json.decoder.JSONArray(*arguments)
        return tuple(values), end


texts = ['{"a": [1, 2.5, -3e2, "x\\u00e9\\ud83d\\ude00\\n", null, true, false], "b": {}, "c": []}', "[NaN, Infinity, -Infinity]", "[1,", "[1 2]", "[1,]",
         '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a" 1}', "{1: 2}", '{"a": 1,}', '"abc', '"a\\', '"a\\q"', '"a\\u12"', '"\\ud800\\u12"', '"\t"', "", " ", "nul",
         "-", "01", "1.", "[]]", "1 2", "\ufeff1", '  {"k" : [ ] }  ', "tru", "+1", "'a'", '{"a": 1 "b": 2}', "-Infinit", "[" * 5 + "]" * 5, "1e999", "123456789012345678901"]
for text in texts:
    show(json.loads, text)
    show(Plain().decode, text)
    show(Plain(strict=False, parse_float=Decimal, parse_int=str, object_pairs_hook=OrderedDict).decode, text)
    show(json.loads, text, strict=False, parse_float=Decimal, parse_int=str, parse_constant=repr, object_hook=sorted)
for scan in json.scanner.c_make_scanner(json.JSONDecoder()), json.scanner.py_make_scanner(json.JSONDecoder()):
    for text, at in ("[1]", 0), ("[1]", 1), ("x", 0), ("", 0), ("1", 5), ("[1, x]", 0), ("1", -1):
        try:
            print(scan(text, at))
        except StopIteration as stop:
            print("StopIteration", stop.value)
        except ValueError as error:
            print(type(error).__name__, error)
show(json.scanner.c_make_scanner, 1)
print(json.scanner.c_make_scanner.__module__, json.scanner.py_make_scanner.__module__, json.encoder.c_make_encoder.__module__)
print(json.scanner.NUMBER_RE.match("12.5e3x").groups())
decoder = json.JSONDecoder()
print(decoder.parse_float, decoder.parse_int, decoder.parse_constant("NaN"), decoder.strict, decoder.memo, decoder.raw_decode("[1] x"))

values = [{"a": [1, (2.5, None), True], "b": {}, "c": [], 1: "x", None: "é", 2.5: "\U0001f600", True: "\x01\x7f"}, [], {}, "text", 1.5, [[[]]], {"k": [{}]}]
for value in values:
    for keywords in {}, {"indent": 2}, {"indent": "\t", "sort_keys": value != values[0]}, {"separators": (",", ":")}, {"ensure_ascii": False}, {"indent": 0}:
        encoder = json.JSONEncoder(**keywords)
        print(list(encoder.iterencode(value)))
        print(encoder.encode(value) == "".join(encoder.iterencode(value)))
        file = io.StringIO()
        json.dump(value, file, **keywords)
        print(file.getvalue() == encoder.encode(value))


class Rounded(json.JSONEncoder):
    def iterencode(self, o, _one_shot=False):
        if isinstance(o, float):
            yield format(o, ".2f")
        elif isinstance(o, (list, tuple)):
            yield "["
            for at, one in enumerate(o):
                yield ", " if at else ""
                yield from self.iterencode(one)
            yield "]"
        else:
            yield from super().iterencode(o, _one_shot)


class Sets(json.JSONEncoder):
    def default(self, o):
        return sorted(o) if isinstance(o, set) else super().default(o)


print(json.dumps([1.23456, 2, [3.0]], cls=Rounded))
file = io.StringIO()
json.dump([1.23456], file, cls=Rounded)
print(file.getvalue())
print(json.dumps({"s": {3, 1}}, cls=Sets), list(Sets(indent=1).iterencode({"s": {3, 1}})))
loop = []
loop.append(loop)
for value in loop, {"a": loop}, {(1, 2): 3}, [object], float("nan"), {1j: 1}:
    for one_shot in False, True:
        for keywords in {"allow_nan": False}, {"skipkeys": True}:
            try:
                print("".join(json.JSONEncoder(**keywords).iterencode(value, one_shot)))
            except Exception as error:
                print(type(error).__name__, error)
make = json.encoder.c_make_encoder
show(make, 1, None, None, None, ": ", ", ", False, False, False)
show(make, (True, False), b"x", None)
for encoder in (lambda text: None), (lambda text: "<" + text + ">"), json.encoder.encode_basestring, json.encoder.py_encode_basestring_ascii:
    encode = make(None, str, encoder, None, ": ", ", ", True, False, False)
    show(lambda: "".join(encode({"spam": 42, "e": ["é", {1}]}, 4)))
    show(lambda: "".join(encode("é", 4)))
saved, json.encoder.c_make_encoder = json.encoder.c_make_encoder, None
print(json.dumps({"a": [1.5, "é"]}), json.dumps("é"), json.dumps([1], indent=2))
json.encoder.c_make_encoder = saved
for text in "plain", "q\"\\/\b\f\n\r\t\x00\x1f\x7f", "é\u2028\U0001f600\ud800":
    print(ascii(json.encoder.py_encode_basestring(text)), json.encoder.py_encode_basestring_ascii(text),
          json.encoder.py_encode_basestring(text) == json.encoder.encode_basestring(text),
          json.encoder.py_encode_basestring_ascii(text) == json.encoder.encode_basestring_ascii(text))

for options, text in ([], '{"b": [1, {}], "a": "é"}'), (["--sort-keys", "--indent", "1"], '{"b": 1, "a": 2}'), (["--tab"], "[1]"), (["--no-indent"], "[1,\n2]"), \
        (["--compact", "--no-ensure-ascii"], '["é", 1]'), (["--json-lines"], '{"a": 1}\n[2]\n'), ([], "[1,\n"), ([], ""), (["--tab", "--compact"], "1"):
    done = subprocess.run([sys.executable, "-m", "json.tool", *options], input=text, capture_output=True, text=True)
    print(options, done.returncode, done.stdout, done.stderr.splitlines()[-1:])
