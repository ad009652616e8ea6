"""json: values to text and back, options, errors and their places."""
import json
from collections import OrderedDict


def attempt(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error, getattr(error, "pos", ""), getattr(error, "lineno", ""), getattr(error, "colno", ""))


values = [None, True, 1, -5, 10**30, 1.5, 1e100, -0.0, float("inf"), float("-inf"), float("nan"), "", "é", "a\"b\\c/\n\r\t\f\b\x01\x7f",
          "\U0001F600\ud800", [], {}, (), [1, [2, [3]]], {"a": {"b": [1, {}]}}, {1: 2, 1.5: 3, None: 4, True: 5, "x": 6}, (1, 2),
          {"b": 1, "a": 2}, [[], {}, [{}]], OrderedDict([("z", 1), ("a", 2)]), 1e16, 1e-7, 123456789.123]
for value in values:
    for options in ({}, {"indent": 2}, {"indent": "\t", "sort_keys": True}, {"separators": (",", ":")}, {"ensure_ascii": False},
                    {"indent": 0}, {"allow_nan": False}, {"skipkeys": True}):
        attempt(json.dumps, value, **options)
attempt(json.dumps, {(1, 2): 3})
attempt(json.dumps, {(1, 2): 3, "a": 1}, skipkeys=True)
attempt(json.dumps, {(1, 2): 3}, skipkeys=True, indent=1)
attempt(json.dumps, {"a": 1, 2: 3}, sort_keys=True)
attempt(json.dumps, object)
attempt(json.dumps, {1, 2})
attempt(json.dumps, {1: {2}}, default=list)
attempt(json.dumps, 1j, default=lambda z: [z.real, z.imag])
attempt(json.dumps, [1], indent=1.5)
attempt(json.dumps, [1], separators=1)
attempt(json.dumps, [float("inf")], allow_nan=False, indent=1)
loop = []
loop.append(loop)
attempt(json.dumps, loop)
ring = {}
ring["a"] = [ring]
attempt(json.dumps, ring)
attempt(json.dumps, object(), default=lambda o: o)


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex):
            return {"re": o.real, "im": o.imag}
        return super().default(o)


attempt(json.dumps, [1j], cls=Encoder)
attempt(json.dumps, [b"x"], cls=Encoder)
attempt(Encoder(indent=1).encode, {"a": 1j})


class Number(int):
    def __repr__(self):
        return "no"


class Text(str):
    pass


attempt(json.dumps, [Number(3), Text("t"), {Number(4): Text("u")}])

texts = ["", " ", "1", " 1 ", "1 2", "-", "-1", "01", "1.", "1.5", "1e5", "1E+2", "1e", ".5", "+1", "nul", "null", "true", "falsey", "NaN",
         "Infinity", "-Infinity", "-Inf", '"', '"a', '"a"', '"\\', '"\\x"', '"\\u12', '"\\u12"', '"\\u123g"', '"\\ud83d\\ude00"', '"\\ud83d"',
         '"\\ud83d\\u0041"', '"\n"', '"a\tb"', '"é\\n"', "[", "[1", "[1,", "[1,]", "[1 2]", "[]", "[ ]", "[1, 2]", "{", '{"a"', '{"a":', '{"a":1',
         '{"a":1,', '{"a":1,}', '{"a" 1}', "{1:2}", "{'a':1}", '{"a":1}', '{ "a" : 1 , "b" : [ ] }', "{}", "{ }", "]", "[1]]", "é", '["é", x]',
         '{"a":1 "b":2}', '[1,\n 2,\n x]', '"a', '{"a":1, "a":2}', "123456789012345678901234567890", "\x0b1", '{"é": }', "[,]", '"\\u00e9x', "-0", "-0.0",
         "1.0e400", "nullnull", '"\\/"', "[" * 5, '[{"a": [tru]}]', "\ufeff1"]
for text in texts:
    attempt(json.loads, text)
    attempt(json.loads, text, strict=False)
attempt(json.loads, '{"a": [1.5, 2, NaN]}', parse_float=str, parse_int=lambda s: "i" + s, parse_constant=str.lower)
attempt(json.loads, '{"a": {"b": 1}, "c": 2}', object_hook=lambda d: sorted(d))
attempt(json.loads, '{"a": {"b": 1}, "c": 2}', object_pairs_hook=lambda d: d)
attempt(json.loads, '{"b": 1, "a": 2}', object_pairs_hook=OrderedDict)
attempt(json.loads, b'{"a": "\xc3\xa9"}')
attempt(json.loads, bytearray(b'[1]'))
attempt(json.loads, '[1, "é"]'.encode("utf-16"))
attempt(json.loads, '[1, "é"]'.encode("utf-32-le"))
attempt(json.loads, b'\xef\xbb\xbf1')
attempt(json.loads, 5)
attempt(json.loads, None)
attempt(json.JSONDecoder().raw_decode, '{"a": 1} tail')
attempt(json.JSONDecoder().raw_decode, ' 1')
attempt(json.JSONDecoder().raw_decode, 'x1', 1)
attempt(json.loads, "[" * 100000)
attempt(json.loads, '{"a":' * 100000)
attempt(json.loads, "9" * 5000)
deep = []
for _ in range(100000):
    deep = [deep]
attempt(json.dumps, deep)
try:
    json.loads('{"a": x}')
except json.JSONDecodeError as error:
    print(type(error).__module__, error.msg, error.doc, error.pos, error.lineno, error.colno, isinstance(error, ValueError), error.__reduce__())
import io
buffer = io.StringIO()
json.dump({"a": [1, 2]}, buffer, indent=1)
print(buffer.getvalue(), json.load(io.StringIO("[1, 2]")))
data = {"name": "x" * 50, "list": list(range(20)), "nested": {str(i): i / 3 for i in range(20)}}
print(json.loads(json.dumps(data)) == data, json.loads(json.dumps(data, indent=4)) == data)
while deep:
    deep = deep[0]
