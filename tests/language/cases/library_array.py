"""array: every kind of number, slices, errors."""
import copy
import io
from array import array, typecodes


def show(function, *arguments):
    try:
        print(repr(function(*arguments)))
    except Exception as error:
        print(type(error).__name__, error)


print(typecodes)
for code in typecodes:
    for items in ([], [1, 2, 3], [-1], [300], [2 ** 40], [2 ** 70], [1.5], ["a"], [None]):
        show(array, code, items)
    print(array(code).itemsize, array(code).typecode)
a = array("i", range(10))
print(a, a[3], a[-1], a[2:5], a[::-2], len(a), 3 in a, "x" in a, list(a), a.tolist(), a == array("l", range(10)), a < array("i", [1]), a != 3)
a[1] = 100
a[2:4] = array("i", [7, 7, 7])
del a[0], a[::3]
a[::2] = array("i", [0] * len(a[::2]))
a.append(5), a.extend([6, 7]), a.insert(1, -1), a.insert(-100, -2), a.fromlist([8]), a.reverse()
print(a, a.pop(), a.pop(0), a.index(6), a.count(0), a + a, a * 2, 2 * a, a.tobytes()[:8])
a.remove(6)
a += array("i", [1])
a *= 2
a.byteswap()
print(a[0], array("h", b"\1\0\2\0"), array("u", "héllo"), array("u", "ab").tounicode(), array("d", [1, 2.5]), array("f", [0.1]), bytes(array("B", [1, 2])))
stream = io.BytesIO()
array("h", [1, 2, 3]).tofile(stream)
stream.seek(0)
b = array("h")
b.fromfile(stream, 2)
print(b, copy.copy(b), copy.deepcopy(b), b is not copy.copy(b), array("i", array("h", [1, 2])), bool(array("i")), array("i") == array("i"))
for attempt in (lambda: a["x"], lambda: a[1000], lambda: a.pop(1000), lambda: array("i").pop(), lambda: a.remove(12345), lambda: a.index(12345), lambda: a + [1], lambda: a.append("x"),
                lambda: array("x"), lambda: array(1), lambda: array("i", "abc"), lambda: array("u", ["ab"]), lambda: a.__setitem__(slice(1), [1]), lambda: a.__setitem__(1000, 1),
                lambda: array("h", b"123"), lambda: b.fromfile(stream, 5), lambda: hash(a), lambda: a.fromlist((1,)), lambda: a.extend(5), lambda: a.tounicode(), lambda: a * 1.5,
                lambda: a.__setitem__(slice(None, None, 2), array("i", [1])), lambda: sorted(array("i", [3, 1, 2])), lambda: a < [1], lambda: array("i", [1]) + array("h", [1])):
    show(attempt)
