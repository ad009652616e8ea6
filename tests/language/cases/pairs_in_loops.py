# Loops over pairs unpack without a tuple; everything must look as if there had been one.
def pairs(*sources):
    out = []
    for source in sources:
        for a, b in source:
            out.append((a, b))
    return out


print(pairs(enumerate("ab"), enumerate([1, 2], 5), zip([1, 2], "xyz"), {1: 2, 3: 4}.items(), [(1, 2), [3, 4], "yz"]))
for i, (a, b) in enumerate(zip([1, 2], [3, 4])):
    print(i, a, b)
for (i, a), b in zip(enumerate("xy"), "pq"):
    print(i, a, b)


def same():
    for a, a in enumerate("xy"):
        print(a)
    a = (1, 2)
    a, b = a
    print(a, b)
    b = [3, 4]
    a, b = b
    print(a, b)
    x, y, z = (1, 2, 3)
    z, y, x = x, y, z
    print(x, y, z)
    x, y, z = "abc"
    return x, y, z


print(same())


def strict(first, second):
    try:
        for a, b in zip(first, second, strict=True):
            print(a, b)
    except ValueError as error:
        print(error)


strict([1, 2], [1])
strict([1], [1, 2])
strict([1], [1])


def changing():
    d = {1: 2, 3: 4}
    try:
        for k, v in d.items():
            d[k + 10] = v
    except RuntimeError as error:
        print(error)
    try:
        for a, b in [(1, 2, 3)]:
            pass
    except ValueError as error:
        print(error)
    try:
        a, b = 5
    except TypeError as error:
        print(error)
    try:
        a, b = iter([1])
    except ValueError as error:
        print(error)


changing()


class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone", self.name)


def order():
    for a, b in zip([Loud(1), Loud(2)], [Loud(3), Loud(4)]):
        print(a.name, b.name)
    print("end")


order()
big = enumerate("ab", 2 ** 63 - 1)
for i, c in big:
    print(i, c)


def generator():
    for i, c in enumerate("ab"):
        yield i, c


for i, c in generator():
    print(i, c)
print([(k, v) for k, v in {"a": 1}.items()], {v: k for k, v in enumerate("ab")})


class Mine(enumerate):
    def __next__(self):
        a, b = super().__next__()
        return b, a


print([a for a, b in Mine("ab")])
print("a" in {"a": 1}, 1 in {1, 2}, [1] in [[1]])
try:
    [] in {1: 2}
except TypeError as error:
    print(error)
try:
    {} in {1}
except TypeError as error:
    print(error)
print({1} in {frozenset({1})})
