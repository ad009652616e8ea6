# pickle: the same bytes in every protocol, and what comes back.
import collections
import copyreg
import io
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Slots:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a, self.b = 1, [2]


class Stateful:
    def __init__(self):
        self.kept, self.dropped = 1, 2

    def __getstate__(self):
        return {"kept": self.kept}

    def __setstate__(self, state):
        self.__dict__.update(state, restored=True)


class Reduced:
    def __init__(self, *args):
        self.args = args

    def __reduce__(self):
        return Reduced, self.args


class Items(list):
    pass


class Table(dict):
    pass


class Number(int):
    pass


class New:
    def __new__(cls, a, *, b):
        self = super().__new__(cls)
        self.a, self.b = a, b
        return self

    def __getnewargs_ex__(self):
        return (self.a,), {"b": self.b}


class Outer:
    class Inner:
        def method(self):
            return 1


Pair = collections.namedtuple("Pair", "left right")


def function():
    return 1


table = Table(a=1)
table.note = "n"
values = [None, True, False, 0, 1, -1, 255, 256, 65535, 65536, 2 ** 31 - 1, -2 ** 31, 2 ** 31, -2 ** 31 - 1, 2 ** 63, -2 ** 70,
          10 ** 300, 1 << 2040, 1.5, -0.0, float("inf"), 1e300, 1 + 2j, "", "text", "\u20ac\n\\\0", "x" * 300, b"", b"bytes\xff",
          b"y" * 300, bytearray(b"abc"), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, [2, [3]]], list(range(1001)), {},
          {"a": 1}, {1: {2: 3}}, set(), {1}, frozenset(), frozenset([1]), int, len, type(None), Ellipsis, NotImplemented,
          range(3), slice(1, 2), Point(1, [2]), Stateful(), Reduced(1, 2), Items([1, 2]), table, Number(5), Pair(1, "b"), function, Outer,
          Point, ValueError("a", 1), KeyError("k"), collections.OrderedDict(a=1), collections.Counter("aab"), collections.deque([1, 2], 5),
          collections.defaultdict(list, {1: [2]})]
for value in values:
    kind = type(value)
    for protocol in range(6):
        try:
            data = pickle.dumps(value, protocol)
        except Exception as error:
            print(kind.__name__, protocol, type(error).__name__, error)
            continue
        back = pickle.loads(data)
        same = back == value if not isinstance(value, (Exception, Stateful, Reduced)) else type(back) is kind
        if kind.__module__ in ("builtins", "__main__") and kind not in (set, frozenset, bytes) or protocol > 2 and kind is bytes:
            shown = data if len(data) < 300 else (len(data), data[:40], data[-20:])
        else:
            shown = ""
        print(kind.__name__, protocol, shown, same)

for protocol in range(2, 6):
    print(pickle.loads(pickle.dumps(New(1, b=2), protocol)).__dict__, pickle.loads(pickle.dumps(Slots(), protocol)).b)
    print(pickle.loads(pickle.dumps(Outer.Inner, protocol)) is Outer.Inner)
print(pickle.loads(pickle.dumps(Stateful())).__dict__)
a = []
a.append(a)
b = pickle.loads(pickle.dumps(a))
print(b[0] is b)
shared = [1]
c = pickle.loads(pickle.dumps([shared, shared]))
print(c[0] is c[1])
t = ([],)
t[0].append(t)
for protocol in range(6):
    d = pickle.loads(pickle.dumps(t, protocol))
    print(d[0][0] is d)
for bad in lambda: pickle.dumps(lambda: 1), lambda: pickle.dumps((x for x in ())), lambda: pickle.loads(b""), lambda: pickle.loads(b"X"), \
        lambda: pickle.loads(b"\x80\x04K"), lambda: pickle.loads(b"(l"), lambda: pickle.loads("text"), lambda: pickle.dumps(1, 9), \
        lambda: pickle.loads(b"cno_such_module\nx\n."), lambda: pickle.loads(b"c__main__\nno_such_name\n."):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split(" at 0x")[0].split(" from ")[0])
file = io.BytesIO()
for value in 1, "two", [3]:
    pickle.dump(value, file)
file.seek(0)
print([pickle.load(file) for _ in range(3)])
try:
    pickle.load(file)
except EOFError as error:
    print(repr(error))


class Persistent(pickle.Pickler):
    def persistent_id(self, obj):
        return "point" if isinstance(obj, Point) else None


class Restoring(pickle.Unpickler):
    def persistent_load(self, pid):
        return "the " + pid


for protocol in range(6):
    file = io.BytesIO()
    Persistent(file, protocol).dump([Point(1, 2)])
    file.seek(0)
    print(Restoring(file).load())
copyreg.pickle(Outer, lambda outer: (str, ("outer",)))
print(pickle.loads(pickle.dumps(Outer())))


class Overriding(pickle.Pickler):
    def reducer_override(self, obj):
        return (int, ("7",)) if obj is function else NotImplemented


file = io.BytesIO()
Overriding(file).dump([function, 1])
print(pickle.loads(file.getvalue()))
