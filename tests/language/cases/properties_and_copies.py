import sys


class P:
    def __init__(self, x):
        self._x = x

    @property
    def x(self):
        return self._x

    @property
    def squares(self):
        for i in range(self._x):
            yield i * i

    @property
    def wrong(self):
        raise ValueError("wrong")

    @property
    def attribute(self):
        return self.missing

    @property
    def deep(self):
        return self.deep

    @property
    def line(self):
        return sys._getframe(1).f_lineno > 0


class Fallback(P):
    def __getattr__(self, name):
        return "fallback " + name


def use(p):
    total = 0
    for _ in range(3):
        total += p.x + p.x * 2
    return total, list(p.squares), p.line


def generator(p):
    for i in range(2):
        yield p.x + i, [a for a in p.squares]


p = P(3)
print(use(p), use(P(4)), list(generator(p)))
for name in ("wrong", "attribute", "deep"):
    for _ in range(2):
        try:
            if name == "wrong":
                p.wrong
            elif name == "attribute":
                p.attribute
            else:
                p.deep
        except RecursionError as error:
            print(type(error).__name__)
        except Exception as error:
            print(type(error).__name__, error)
print(Fallback(1).attribute, Fallback(1).nothing, Fallback(2).x)


def getter(p):
    return p.x


print(getter(p))
P.x.__init__(lambda self: "anew")
print(getter(p))
P.x.__init__(len)
try:
    print(getter(p))
except TypeError as error:
    print(error)
P.x = property(lambda self: "replaced")
print(getter(p))
P.x = 5
print(getter(p))


class Nothing:
    pass


class Takes:
    def __init__(self, a):
        self.a = a


def make():
    try:
        Takes()
    except TypeError as error:
        print(error)
    try:
        Nothing(1)
    except TypeError as error:
        print(error)
    return type(Nothing()).__name__, Takes(1).a


print(make())

d = {i: str(i) for i in range(100)}
c = d.copy()
e = {**d}
f = dict(d)
c[1] = "changed"
del e[50]
f[1000] = 1
f.popitem()
f.popitem()
g = f.copy()
g["z"] = 1
print(len(d), d[1], len(c), c[1], len(e), 50 in e, len(f), 99 in f, list(g)[-2:], list({**g, "z": 2})[-1])
h = {}
h.update(d)
h.clear()
h.update({1: 2})
h |= {3: 4}
print(h, dict({}), {**{}}, {}.copy())
for i in range(99):
    del d[i]
print(d, d.copy(), {**d}, dict(d))

s = set(range(10))
t = s.copy()
t.add(-1)
t.discard(3)
u = t | s
print(sorted(t), sorted(u), sorted(t & s), sorted(s - t), sorted(s ^ t), set() | set(), {1} | {2}, {1.0, 1, True}, {2 ** 61 - 1, 0})
print(len(set([1, 2, 3] * 100)), set(()), set("a"), {n % 7 for n in range(100)}, frozenset([3, 1]))


class Changes:
    def __init__(self, owner):
        self.owner = owner

    def __hash__(self):
        return 1

    def __eq__(self, other):
        self.owner.clear()
        return False


items = []
items.extend([Changes(items), Changes(items), 1])
print(len(set(items)))

for text in ("hello world it's o'clock 3rd", "ABC def", "", "a", "x\ny\r\nz", "tab\tquote' \\ end", "caf\xe9 \u2028 z\x85w"):
    print(repr(text), text.title(), text.capitalize(), text.splitlines(), text.splitlines(True), text.replace("o", "00"),
          text.replace("e", ""), text.replace("l", "L", 1), text.replace("", "-", 2), text.replace("zz", "q"), text.split())
print("aaa".replace("aa", "b"), "aaaa".replace("aa", "b", 1), "abc".replace("abc", "abc"), "x" * 3 + "y".replace("y", "z" * 5))
print([0] * 3, [None] * 2, ["a"] * 2, [1, 2] * 2, [[]] * 2, [1.5] * 0)
