# What may write into which buffer, and views that share memory.
import array
import io
import itertools
import re
import struct


def show(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


constant = b"abcdefgh"
for target in (constant, memoryview(constant), memoryview(bytearray(constant)).toreadonly(), memoryview(bytearray(constant))[::2], "text", 5, bytearray(4),
               memoryview(bytearray(6)), array.array("H", [1, 2, 3]), memoryview(array.array("B", [1, 2, 3])), memoryview(bytearray(8)).cast("B", [2, 4])):
    show(io.BytesIO(b"xyzxyzxyz").readinto, target)
    show(io.BufferedReader(io.BytesIO(b"xyzxyzxyz")).readinto, target)
    show(struct.pack_into, "2s", target, 1, b"PP")
    print(bytes(target) if not isinstance(target, (str, int)) else target)
print(constant)

owner = bytearray(range(12))
view = memoryview(owner)
grid = view.cast("B", [3, 4])
frozen = grid.toreadonly()
grid[1, 2] = 99
print(owner, frozen[1, 2], frozen.readonly, frozen.obj is owner, grid.tolist(), grid.shape, grid.strides, grid[::2].tolist())
print(grid[::-1].tobytes(), grid[::-1].tobytes("F"), grid.tobytes("F"), grid.c_contiguous, grid[::-1].c_contiguous)
show(owner.append, 1)
show(frozen.__setitem__, (0, 0), 1)
numbers = array.array("d", [1.5, 2.5])
with memoryview(numbers) as doubles:
    print(doubles.obj is numbers, doubles.format, doubles.tolist(), doubles.nbytes)
    doubles[0] = 7
print(numbers)
show(lambda: doubles[0])
print(hash(memoryview(b"ab")) == hash(b"ab") == hash(memoryview(b"ab").cast("c")))
show(hash, memoryview(bytearray(2)).toreadonly())
show(hash, memoryview(b"abcd").cast("H"))
print(memoryview(b"\1\0\2\0").cast("H") == memoryview(b"\1\2"), memoryview(b"ab") == array.array("B", b"ab"), b"ab" == memoryview(b"ab"))


# str() of derived classes, sets and endless iterables, text without a match.
class Loud(bytes):
    def __repr__(self):
        return "loud"


class Louder(bytearray):
    def __repr__(self):
        return "louder"


print(str(Loud(b"a")), "%s" % Loud(b"a"), repr(Loud(b"a")), str(Louder(b"b")), f"{Louder(b'b')}", [Louder(b"b")])
print({1, 2, 3}.intersection(itertools.count()), frozenset("a").intersection(itertools.cycle("xa")))
text = "x" * 1000
print(re.sub("y", "", text) is text, re.subn(r"\Ax", "", text)[1])
print(b"".decode("no such codec"), str(b"", "no such codec"), bytearray().decode(errors="no such handler"))
print(type(__builtins__).__name__, __builtins__.len("abc"), "print" in dir(__builtins__))
show(__import__, "a\tb")
show(__import__, "a'b")
print([].append.__qualname__, True.to_bytes.__qualname__, Loud(b"a").hex.__qualname__, bytes.hex.__qualname__, int.from_bytes.__qualname__)
