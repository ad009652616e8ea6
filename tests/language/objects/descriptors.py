def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


class P:
    def __init__(self):
        self._x = 1

    @property
    def x(self):
        "the x"
        return self._x

    @x.setter
    def x(self, value):
        self._x = value

    @x.deleter
    def x(self):
        self._x = None

    @property
    def read_only(self):
        return 5

    no_getter = property(None, lambda self, v: None)


p = P()
p.x = 7
show("property", lambda: (p.x, P.x.__doc__, P.read_only.fget(p)))
del p.x
show("deleted", lambda: p.x)
show("read only", lambda: setattr(p, "read_only", 1))
show("read only del", lambda: delattr(p, "read_only"))
show("no getter", lambda: p.no_getter)
show("property repr", lambda: P.x)
show("fset", lambda: (P.x.fset is not None, P.read_only.fset, P.read_only.fdel))
show("property doc", lambda: property(doc="d").__doc__)
show("property bad", lambda: property(1, 2, 3, 4, 5))


class Data:
    def __get__(self, instance, owner=None):
        return ("get", instance is None, owner and owner.__name__)

    def __set__(self, instance, value):
        print("set", value)

    def __delete__(self, instance):
        print("delete")


class NonData:
    def __get__(self, instance, owner=None):
        return "nondata"


class Holder:
    data = Data()
    non = NonData()


h = Holder()
h.data = 3
del h.data
h.__dict__["data"] = "hidden"
h.non = "own"
show("descriptors", lambda: (h.data, Holder.data, h.non, Holder.non))


class OnlySet:
    def __set__(self, instance, value):
        instance.__dict__["v"] = value


class H2:
    v = OnlySet()


h2 = H2()
show("only set", lambda: type(h2.v).__name__)
h2.v = 3
show("only set", lambda: h2.v)
show("only set del", lambda: delattr(h2, "v"))


class M:
    def method(self, a=1):
        "method doc"
        return self, a

    @classmethod
    def make(cls):
        "make doc"
        return cls

    @staticmethod
    def stat(a):
        return a


m = M()
show("method", lambda: (m.method.__func__ is M.method, m.method.__self__ is m, m.method.__doc__, m.method.__name__, m.method == m.method))
show("method repr", lambda: repr(m.method).startswith("<bound method M.method of <__main__.M object at"))
show("method attr", lambda: setattr(m.method, "x", 1))
show("method hash", lambda: hash(m.method) == hash(m.method))
show("make", lambda: (M.make(), m.make(), M.make.__self__, M.make.__func__.__name__))
show("unbound", lambda: M.method(5))
show("unbound none", lambda: M.method())
show("static", lambda: (M.stat(1), m.stat(2), M.__dict__["stat"](3), M.__dict__["stat"].__wrapped__.__name__))
show("dict entries", lambda: (type(M.__dict__["stat"]), type(M.__dict__["make"]), type(M.__dict__["method"])))
show("classmethod call", lambda: M.__dict__["make"]())
show("too many", lambda: m.method(1, 2))
show("unexpected", lambda: m.method(b=2))
show("twice", lambda: m.method(1, a=2))


class Chain:
    @classmethod
    @property
    def both(cls):
        return "both " + cls.__name__


show("class property", lambda: Chain.both)
show("list.append", lambda: list.append)
show("list.append unbound", lambda: list.append(5, 1))
show("list.append none", lambda: list.append())
show("int.__add__", lambda: (int.__add__, int.__add__(1, 2), (1).__add__(2), int.__radd__(1, 2), int.__neg__(3)))
show("int.__add__ bad", lambda: int.__add__("a", 2))
show("int.__add__ none", lambda: int.__add__())
show("int.__add__ count", lambda: int.__add__(1))
show("int.__add__ str", lambda: int.__add__(1, "a"))
show("str.join", lambda: str.join)
show("dict.fromkeys", lambda: (dict.fromkeys("ab", 1), type(dict.__dict__["fromkeys"]).__name__, dict.fromkeys.__self__))
show("str.maketrans", lambda: (str.maketrans("a", "b"), type(str.__dict__["maketrans"]).__name__))
show("len", lambda: len)
show("types", lambda: [type(x).__name__ for x in (len, list.append, [].append, int.__add__, (1).__add__, property(), P.x, P.__dict__["__dict__"], type.__dict__["__name__"] if 0 else 1)])
show("names", lambda: (len.__name__, len.__qualname__, len.__module__, list.append.__qualname__, [].append.__qualname__, int.__add__.__qualname__))
show("object attrs", lambda: (object.__init__, object().__eq__(1), object.__eq__(1, 1), object.__ne__(1, 2)))
show("getset", lambda: (type.__dict__["__dict__"], type(int.__dict__["real"]).__name__))
show("objclass", lambda: (list.append.__objclass__, int.__add__.__objclass__))
show("real", lambda: int.real.__get__(5))
show("real bad", lambda: int.real.__get__("a"))
show("real set", lambda: setattr(5, "real", 1))
show("self", lambda: ([].append.__self__, len.__self__))
show("special lookups", lambda: (object.__reduce_ex__, object.__subclasshook__, object.__init_subclass__)[0])
show("type attrs", lambda: (int.__name__, int.__mro__, int.__base__, bool.__bases__, type.__base__, object.__base__, int.__basicsize__ > 0))
inner = {"__getformat__", "__alloc__", "suboffsets", "__setstate__", "__contains__"}  # CPython's own business
for kind in (int, str, list, dict, set, tuple, object, float, bool, bytes, bytearray, frozenset, complex, range, slice, property,
             BaseException, ValueError, OSError, type, type(len), type(show), type(None), memoryview, staticmethod, classmethod,
             super, enumerate, zip, map, filter, reversed, type(iter([])), type({}.keys()), type(i for i in ())):
    for name in sorted(set(dir(kind)) - inner):
        print(kind.__name__, name)
show("cannot create", lambda: type(len)())
show("cannot create2", lambda: type(None)())
show("none type", lambda: (type(None), type(...), type(NotImplemented)))
show("none type 2", lambda: type(None)(1))
show("function base", lambda: type("X", (type(len),), {}))
show("alias", lambda: (list[int], dict[str, int], tuple[int, ...], list[list[int]], type[int], list["x"]))
show("alias parts", lambda: (list[int].__origin__, list[int].__args__, list[int].__parameters__, list[int] == list[int], hash(list[int]) == hash(list[int])))
show("alias call", lambda: (list[int]((1, 2)), dict[str, int](a=1)))
show("alias isinstance", lambda: isinstance([], list[int]))
show("alias issubclass", lambda: issubclass(list, list[int]))
show("alias subscript", lambda: list[int][str])
show("alias subclass", lambda: type("X", (list,), {}).__mro__)
show("int subscript", lambda: int[3])


class Generic(list[int]):
    pass


show("alias base", lambda: (Generic.__mro__, Generic.__bases__, Generic.__orig_bases__))
show("union", lambda: (int | str, int | None, (int | str) == (str | int), int | str | int, list[int] | None))
show("union args", lambda: ((int | str).__args__, type(int | str)))
show("union bad", lambda: int | 3)
show("union isinstance", lambda: (isinstance(1, int | str), issubclass(bool, int | str)))
show("union hash", lambda: hash(int | str) == hash(str | int))
