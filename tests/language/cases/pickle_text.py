"""pickle: the bytes of every protocol, and back."""
import collections
import copy
import copyreg
import enum
import io
import pickle


def t(f, *a, **k):
    try:
        print(f(*a, **k))
    except BaseException as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __repr__(self):
        return "Point(%r, %r)" % (self.x, self.y)

    class Inner:
        pass

    def method(self):
        return self.x


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class State:
    def __getstate__(self):
        return {"s": 1}

    def __setstate__(self, state):
        self.state = state


class Args:
    def __new__(cls, a, b=2):
        self = object.__new__(cls)
        self.args = (a, b)
        return self

    def __getnewargs__(self):
        return self.args


class ArgsEx:
    def __new__(cls, *, key):
        self = object.__new__(cls)
        self.key = key
        return self

    def __getnewargs_ex__(self):
        return (), {"key": self.key}


class Reduced:
    def __reduce__(self):
        return Point, (1, 2), {"z": 3}


class Named:
    def __reduce__(self):
        return "SINGLE"


SINGLE = Named()


class MyList(list):
    pass


class MyDict(dict):
    pass


class MyInt(int):
    pass


class MyStr(str):
    pass


class MyError(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.extra = 5


class Color(enum.Enum):
    RED = 1


Pair = collections.namedtuple("Pair", "a b")


def function():
    pass


shared = [1]
ring = []
ring.append(ring)
ring_dict = {}
ring_dict["me"] = ring_dict
knot = ([],)
knot[0].append(knot)
my = MyList([1, 2])
my.attr = 5
slots = Slots(3)
values = [None, True, False, 0, 1, -1, 255, 256, 65535, 65536, -129, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**63, -2**63, 2**2100, -2**70, 128, -128, 2**40, 1.5, -0.0, float("inf"), 1e300, 1j, "", "abc",
          "é\n\\\U0001F600", "x" * 300, "\ud800", b"", b"abc", b"\xff\x00", b"y" * 300, bytearray(b""), bytearray(b"xyz"), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, 2], list(range(1500)), {}, {1: 2},
          {"a": 1, "b": [2]}, set(), {5}, frozenset(), frozenset([7]), range(5), slice(1, 2, 3), Ellipsis, NotImplemented, int, Point, Point.Inner, len, function, type(None), type, Color, Color.RED,
          Point(1, [2, 3]), slots, State(), Args(1), ArgsEx(key=3), Reduced(), SINGLE, my, MyDict(a=1), MyInt(5), MyStr("s"), Pair(1, 2), [shared, shared], ring, ring_dict, knot, ValueError("x", 1), MyError(1, 2),
          KeyError("k"), OSError(2, "no", "file"), str.upper, dict.fromkeys, Point(1, 2).method,
          object(), StopIteration(3), ["a", "a", "b" "a"], {"k" + str(i): i for i in range(3)}, [[]] * 3, "a" * 70000, [b"z" * 70000, 1], list(map(str, range(30000))), complex(1, -0.0), memoryview]
for value in values:
    for protocol in range(6):
        try:
            data = pickle.dumps(value, protocol)
        except BaseException as e:
            print(protocol, type(e).__name__, str(e).split(" at 0x")[0])
            continue
        back = pickle.loads(data)
        shown = data if len(data) < 400 else (len(data), data[:40], data[-40:], hash(data) == hash(bytes(data)))
        if value is object or type(value) is object:
            shown = len(data)
        same = "cyclic" if value is ring or value is ring_dict or value is knot else back == value or type(back) is type(value)
        print(protocol, shown, same, type(back).__name__)
for value in (collections.OrderedDict([("b", 1), ("a", 2)]), collections.deque([1, 2], 5), collections.Counter("aab"), collections.defaultdict(list, a=[1])):
    for protocol in range(6):
        print(pickle.loads(pickle.dumps(value, protocol)))
back = pickle.loads(pickle.dumps(ring))
print(back[0] is back, pickle.loads(pickle.dumps(knot))[0][0][0] == [] or "knot")
back = pickle.loads(pickle.dumps([shared, shared]))
print(back[0] is back[1], pickle.loads(pickle.dumps(my)).attr, pickle.loads(pickle.dumps(slots)).a, pickle.loads(pickle.dumps(State())).state, pickle.loads(pickle.dumps(SINGLE)) is SINGLE)
print(pickle.loads(pickle.dumps(Color.RED)) is Color.RED, pickle.loads(pickle.dumps(MyError(1, 2))).extra, pickle.loads(pickle.dumps(Point(1, 2).method))())


def local():
    class Local:
        pass

    def inner():
        pass
    t(pickle.dumps, Local)
    t(pickle.dumps, Local())
    t(pickle.dumps, inner)


local()
t(pickle.dumps, lambda: 0)
t(pickle.dumps, (x for x in ()))
t(pickle.dumps, open(__file__))
t(pickle.dumps, pickle)
t(pickle.dumps, 1, 9)
t(pickle.dumps, [lambda: 0])
Gone = Point
del Gone


class Moved:
    pass


instance = Moved()
data = pickle.dumps(instance)
del Moved
t(pickle.dumps, instance)
t(pickle.loads, data)
for data in (b"", b".", b"x", b"\x80", b"\x80\x09.", b"\x80\x04", b"I1", b"I1\n", b"Ix\n.", b"(.", b"0.", b"K", b"N", b"cnosuchmodule\nx\n.", b"h\x05.", b"]K\x01", b"\x8c\xffabc", b"Q.", b"K\x01Q.", b"}K\x01s.",
             b"\x95\x02\x00\x00\x00\x00\x00\x00\x00N.", b"S'abc'\n.", b"Sabc\n.", b"U\x03abc.", b"(K\x01K\x02l.", b"(K\x01K\x02d.", b"(I1\nI2\nt.", b"L5L\n.", b"F1.5\n.", b"V\\u00e9\n.", b"\\", b"\x00"):
    t(pickle.loads, data)
t(pickle.loads, "str")
t(pickle.loads, b"cos\nsystem\n")
f = io.BytesIO()
p = pickle.Pickler(f, 2)
p.dump([1])
p.dump([2])
pickle.dump({"a": 1}, f)
f.seek(0)
u = pickle.Unpickler(f)
print(u.load(), u.load(), pickle.load(f))
t(pickle.load, f)


class PersistentPickler(pickle.Pickler):
    def persistent_id(self, obj):
        return "point" if isinstance(obj, Point) else None


class PersistentUnpickler(pickle.Unpickler):
    def persistent_load(self, pid):
        return ("loaded", pid)

    def find_class(self, module, name):
        raise pickle.UnpicklingError("forbidden %s.%s" % (module, name))


for protocol in (0, 2, 4):
    f = io.BytesIO()
    PersistentPickler(f, protocol).dump([1, Point(1, 2)])
    print(f.getvalue())
    f.seek(0)
    t(PersistentUnpickler(f).load)
    t(pickle.loads, f.getvalue())
t(PersistentUnpickler(io.BytesIO(pickle.dumps(len))).load)
copyreg.pickle(Point, lambda p: (Point, (p.x, p.y)))
print(pickle.dumps(Point(1, 2)), copy.copy(Point(1, 2)), copy.deepcopy([Point(1, [2])]))
buffers = []
data = pickle.dumps(pickle.PickleBuffer(b"abc"), 5, buffer_callback=buffers.append)
print(data, len(buffers), pickle.loads(data, buffers=[b"xyz"]), pickle.dumps(pickle.PickleBuffer(bytearray(b"q")), 5))
t(pickle.loads, data)
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, pickle.format_version, pickle.PicklingError.__mro__[1].__name__)
deep = []
for _ in range(100000):
    deep = [deep]
t(pickle.dumps, deep)
while deep:
    deep = deep[0]
