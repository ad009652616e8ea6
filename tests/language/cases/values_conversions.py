# What stands in for numbers and bytes: special methods that return derived classes, buffers, hexadecimal floats.
import array
import copy
import operator
import pickle
import sys
import warnings

warnings.simplefilter("always")
warnings.showwarning = lambda message, category, *rest: print("warned:", category.__name__, message)


class DerivedFloat(float):
    pass


class DerivedInt(int):
    pass


class DerivedComplex(complex):
    def __complex__(self):
        return 42j


class Loose:
    def __float__(self):
        return DerivedFloat(2)

    def __int__(self):
        return DerivedInt(3)

    def __complex__(self):
        return DerivedComplex(1)


class Index:
    def __index__(self):
        return True


class Truncated:
    def __trunc__(self):
        return DerivedInt(3)


def show(function, *arguments, **keywords):
    try:
        result = function(*arguments, **keywords)
        print(type(result).__name__, repr(result))
    except Exception as error:
        print(type(error).__name__, error)


for convert in float, int, complex, DerivedFloat, DerivedInt, DerivedComplex:
    for value in Loose(), Index(), Truncated(), DerivedComplex(1j), "12", b"12", bytearray(b"12"), memoryview(b"312")[1:], \
            array.array("B", b"12"), b"1x", bytearray(b"1x"), float("nan"), None, [], 2**70:
        show(convert, value)
show(operator.index, Index())
show(operator.index, DerivedInt(7))
for arguments in (1j, 1j, 1j), (1, 1, 1j), (1.0, 1, 1j), (1j, 1.0, 2), (1, 2.0, 3), ("a", 1, 2):
    show(pow, *arguments)
show(DerivedFloat, x=1)
show(float, x=1)
nan = float("nan")
print(hash(nan) == object.__hash__(nan))

for text in ("0x1p-1074", "0x0.ffffffffffffecp-1022", "0x0.fffffffffffff7p-1022", "0x0.fffffffffffff8p-1022", "0x.8p-1074", "0x.80000000000001p-1074",
             "0x1.8p-1074", "-0x1.fffffffffffffp+1023", "0x1.fffffffffffff7p+1023", "0x1.fffffffffffff8p+1023", "0x1p+1024", "0x1p-99999999999999999999",
             "0x1p99999999999999999999", "0x0p99999999999999999999", "0x1.00000000000008p0", "0x1.000000000000080000000000001p0",
             "0x" + "f" * 40, "0x0." + "0" * 300 + "1p1200", "1.8", "abc.defp-3", "0x", "0x1p", "0x1.g", " -inf ", "NaN"):
    show(float.fromhex, text)

for source in ("bytes(2**63)", "bytearray(2**64)", "bytes('', 'ascii', b'ignore')", "bytearray('', b'ascii')", "bytes(3, 'x')", "bytes(errors='x')",
               "b'abc'.hex(b'\\0')", "b'abc'.hex('\\0')", "b'abc'.hex('é')", "b'abc'.hex('-', -2)", "b'abc'.hex(1)", "bytes(3.5)", "bytes(Index())",
               "bytes(array.array('H', [1, 2]))", "bytearray(array.array('H', [1, 2]))", "b'ab' + array.array('B', [99])",
               "b'x'.join([array.array('B', [99]), b'd'])", "memoryview(array.array('i', [1, -2])).tolist()", "memoryview(array.array('d', [1.5])).format",
               "'{9223372036854775808}'.format(1)", "'{0[9223372036854775808]}'.format([1])", "'{0[9223372036854775807]}'.format([1])",
               "'{9223372036854775807}'.format(1)", "'{:.9223372036854775808f}'.format(1.5)", "'a'.find('a', 1, 2, 3)", "'a'.count()",
               "'a'.index('a', 1, 2, 3)", "'a'.startswith('a', 1, 2, 3)", "'a'.rfind()", "b'a'.find()", "b'a'.endswith(b'a', 1, 2, 3)",
               "'a'.find(sub='a')", "bytes(iter([1, 300]))", "bytearray([1, 300])", "bytes([1, 'a'])", "bytes({1: 2})"):
    show(eval, source)


class Blocked(list):
    __bytes__ = None


class Text(str):
    def __bytes__(self):
        return b"abc"

    def __str__(self):
        return "other"


class DerivedBytes(bytes):
    pass


class Maker:
    def __bytes__(self):
        return DerivedBytes(b"made")


show(bytes, Blocked([1]))
show(bytes, Text("x"))
show(bytes, Text("x"), "ascii")
show(bytearray, Text("x"))
show(bytes, Maker())
show(DerivedBytes, Maker())
show(bytearray, Maker())
print(Text("abc").replace("z", "y"), Text("abc").strip(), Text("abc").expandtabs())
text, data = "abcde", b"abcde"
print("%s" % text is text, "{}".format(text) is text, text % () is text, text.format() is text, text.replace("b", "b") is text, data * 1 is data)

plain = bytearray(range(10))
view = memoryview(plain)
for change in "plain[1:-1:2] = b''", "del plain[1]", "plain.extend(b'x')", "plain.__init__()":
    try:
        exec(change)
    except Exception as error:
        print(type(error).__name__, error)
view.release()
plain[1:-1:2] = b""
print(plain)
grown = bytearray(b"old")
grown.__init__(len(grown) for i in range(5))
print(grown)


class DerivedArray(bytearray):
    pass


array_with_state = DerivedArray(b"a\xff")
array_with_state.name = 5
for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    again = pickle.loads(pickle.dumps(array_with_state, protocol))
    print(type(again).__name__, again, again.name, array_with_state.__reduce_ex__(protocol)[1:])
print(copy.copy(array_with_state), copy.deepcopy(array_with_state).name, bytearray().__reduce__(), sys.getsizeof(b"") > 0)
