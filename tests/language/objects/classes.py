def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


class A:
    x = 1

    def f(self):
        return "A.f"

    @classmethod
    def c(cls):
        return cls.__name__

    @staticmethod
    def s(n):
        return n * 2


class B(A):
    def f(self):
        return "B.f<" + super().f()


class C(A):
    def f(self):
        return "C.f<" + super().f()


class D(B, C):
    def f(self):
        return "D.f<" + super().f()


show("mro", lambda: [k.__name__ for k in D.__mro__])
show("D.f", lambda: D().f())
show("c", lambda: (D.c(), D().c(), D.s(4), D().s(5)))
show("A.f", lambda: A.f)
show("repr class", lambda: A)
show("type", lambda: type(A()))
show("missing", lambda: A().nothing)
show("missing class", lambda: A.nothing)
show("call extra", lambda: A(1))
show("call keyword", lambda: A(k=1))
show("delete", lambda: delattr(A(), "x"))
show("setattr", lambda: setattr(A(), "y", 1))
show("no order", lambda: type("X", (A, B), {}))
show("duplicate", lambda: type("X", (A, A), {}))
show("bad base", lambda: type("X", (1,), {}))
show("bool base", lambda: type("X", (bool,), {}))
show("conflict", lambda: type("X", (int, str), {}))
show("type 2", lambda: type(1, 2))
show("type name", lambda: type(1, (), {}))
show("int attr", lambda: setattr(int, "x", 1))
show("object attr", lambda: setattr(object(), "x", 1))
show("list attr", lambda: [].x)
show("instance dict", lambda: D().__dict__)
show("isinstance", lambda: (isinstance(D(), A), issubclass(D, C), isinstance(1, (str, int)), isinstance(True, int)))
show("isinstance bad", lambda: isinstance(1, 2))
show("issubclass bad", lambda: issubclass(1, int))
show("issubclass bad2", lambda: issubclass(int, 1))
show("isinstance union", lambda: (isinstance(1, int | str), isinstance(1.0, int | str), isinstance(None, int | None)))


class S:
    __slots__ = ("a", "_b", "__c")

    def __init__(self):
        self.a = 1
        self.__c = 3


show("slot", lambda: S().a)
show("slot unset", lambda: S()._b)
show("slot other", lambda: setattr(S(), "z", 1))
show("slot mangled", lambda: S()._S__c)
show("slot dict", lambda: S().__dict__)
show("slot member", lambda: S.a)
show("slot names", lambda: S.__slots__)


class S2(S):
    pass


s2 = S2()
s2.z = 5
show("slot subclass", lambda: (s2.a, s2.z, s2.__dict__))
show("slots bad", lambda: type("X", (), {"__slots__": ("1a",)}))
show("slots conflict", lambda: type("X", (), {"__slots__": ("a",), "a": 1}))
show("slots tuple", lambda: type("X", (tuple,), {"__slots__": ("a",)}))


class Init:
    def __init__(self, a, b=2, *args, key, **rest):
        self.all = (a, b, args, key, rest)


show("init", lambda: Init(1, key=3).all)
show("init2", lambda: Init(1, 2, 3, 4, key=5, z=6).all)
show("init missing", lambda: Init(key=1))
show("init missing key", lambda: Init(1))


class BadInit:
    def __init__(self):
        return 1


show("bad init", lambda: BadInit())


class New:
    def __new__(cls, *args):
        self = super().__new__(cls)
        self.args = args
        return self


show("new", lambda: New(1, 2).args)


class NewOther:
    def __new__(cls):
        return 5


show("new other", lambda: NewOther())


class MyInt(int):
    def __new__(cls, value, extra=None):
        self = int.__new__(cls, value)
        self.extra = extra
        return self

    def __add__(self, other):
        return MyInt(int(self) + int(other), "sum")


m = MyInt(5, "e")
show("myint", lambda: (m, m.extra, m + 1, (m + 1).extra, 1 + m, type(1 + m), m * 2, m == 5, hash(m) == hash(5)))
show("object.__new__(int)", lambda: object.__new__(int))
show("int.__new__(str)", lambda: int.__new__(str))
show("object.__new__(A, 1)", lambda: object.__new__(New, 1))


class MyList(list):
    def __getitem__(self, i):
        return "item%r" % (i,)

    def __len__(self):
        return 42


show("mylist", lambda: (MyList([1, 2])[0], len(MyList()), MyList([1, 2]), list(MyList([1, 2])), MyList([3]) + [4]))


class MyStr(str):
    def upper(self):
        return "UP"


ms = MyStr("abc")
ms.x = 1
show("mystr", lambda: (ms, ms.upper(), ms.lower(), ms + "d", type(ms + "d"), ms.x, len(ms), ms[0]))


class MyDict(dict):
    def __missing__(self, key):
        return "missing " + key


show("mydict", lambda: (MyDict(a=1)["a"], MyDict()["z"], MyDict(b=2)))


class MyTuple(tuple):
    def __new__(cls, *items):
        return super().__new__(cls, items)


t = MyTuple(1, 2, 3)
t.name = "t"
show("mytuple", lambda: (t, t.name, t[1], t + (4,), type(t[:2])))


class Meta(type):
    def __new__(mcs, name, bases, namespace, **kw):
        namespace["made_by"] = mcs.__name__
        cls = super().__new__(mcs, name, bases, namespace)
        cls.kw = kw
        return cls

    def __init__(cls, name, bases, namespace, **kw):
        super().__init__(name, bases, namespace)
        cls.initialized = True

    def __call__(cls, *args, **kwargs):
        instance = super().__call__(*args, **kwargs)
        instance.called = True
        return instance

    def __len__(cls):
        return 7

    def __getattr__(cls, name):
        return "meta:" + name

    @property
    def prop(cls):
        return "metaprop of " + cls.__name__

    def __iter__(cls):
        return iter([1, 2])

    def __contains__(cls, x):
        return x == 9

    def __getitem__(cls, k):
        return ("cgi", k)


class WithMeta(metaclass=Meta, flag=1):
    pass


show("meta", lambda: (WithMeta.made_by, WithMeta.kw, WithMeta.initialized, WithMeta().called, len(WithMeta), WithMeta.foo, WithMeta.prop))
show("meta2", lambda: (list(WithMeta), 9 in WithMeta, WithMeta[3], type(WithMeta)))
show("meta inst", lambda: WithMeta().prop)


class Prepared(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        return {"prepared": name}


class P(metaclass=Prepared):
    y = prepared


show("prepare", lambda: (P.prepared, P.y))


class Meta2(type):
    pass


show("meta conflict", lambda: type("X", (WithMeta, Meta2("Y", (), {})), {}))


class Registry:
    known = []

    def __init_subclass__(cls, /, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.known.append((cls.__name__, tag))


class R1(Registry, tag="one"):
    pass


class R2(Registry):
    pass


show("init_subclass", lambda: Registry.known)


def bad_subclass():
    class X(A, foo=1):
        pass


show("init_subclass bad", bad_subclass)


class Named:
    def __set_name__(self, owner, name):
        self.where = (owner.__name__, name)

    def __get__(self, instance, owner):
        return (self.where, instance is None, owner.__name__)


class UsesNamed:
    field = Named()


show("set_name", lambda: (UsesNamed.field, UsesNamed().field))


class Item:
    def __class_getitem__(cls, key):
        return (cls.__name__, key)


show("class_getitem", lambda: Item[3, 4])
show("no class_getitem", lambda: A[3])


class Eq:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        if not isinstance(other, Eq):
            return NotImplemented
        return self.v == other.v


show("eq", lambda: (Eq(1) == Eq(1), Eq(1) != Eq(1), Eq(1) == 1, Eq(1) != 1, Eq.__hash__))
show("eq hash", lambda: hash(Eq(1)))
show("eq lt", lambda: Eq(1) < Eq(2))


class EqHash(Eq):
    def __hash__(self):
        return 99


show("eqhash", lambda: (hash(EqHash(1)), {EqHash(1): 2}[EqHash(1)]))


class Ordered:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v < other.v

    def __repr__(self):
        return "O%d" % self.v


show("sorted", lambda: (sorted([Ordered(3), Ordered(1)]), max(Ordered(1), Ordered(2)), Ordered(1) > Ordered(0)))
show("no le", lambda: Ordered(1) <= Ordered(2))


class Truth:
    def __bool__(self):
        return False


class Length:
    def __len__(self):
        return 0


class BadTruth:
    def __bool__(self):
        return 1


class BadLength:
    def __len__(self):
        return -1


class BadLength2:
    def __len__(self):
        return "x"


show("truth", lambda: (bool(Truth()), bool(Length()), not Truth()))
show("bad truth", lambda: bool(BadTruth()))
show("bad length", lambda: len(BadLength()))
show("bad length2", lambda: len(BadLength2()))


class Callable:
    def __call__(self, *args, **kwargs):
        return args, kwargs


show("call", lambda: Callable()(1, 2, z=3))
show("callable", lambda: (callable(Callable()), callable(A()), callable(A)))
inst = A()
inst.__call__ = lambda: 1
show("call on instance", lambda: inst())
inst.__len__ = lambda: 1
show("len on instance", lambda: len(inst))


class Attributes:
    def __getattr__(self, name):
        if name.startswith("bad"):
            raise AttributeError("no " + name)
        return "got " + name

    def __setattr__(self, name, value):
        object.__setattr__(self, name, ("set", value))

    def __delattr__(self, name):
        print("deleting", name)
        object.__delattr__(self, name)


at = Attributes()
at.x = 1
show("getattr", lambda: (at.x, at.y, getattr(at, "bad", "default"), hasattr(at, "bad1"), hasattr(at, "z")))
del at.x
show("after delete", lambda: at.x)
show("bad", lambda: at.badness)


class GetAttribute:
    def __getattribute__(self, name):
        return "always " + name


show("getattribute", lambda: (GetAttribute().x, GetAttribute().__class__))

A.new_method = lambda self: "patched"
show("patched", lambda: D().new_method())
A.__len__ = lambda self: 3
show("patched len", lambda: (len(D()), len(A())))
del A.__len__
show("unpatched len", lambda: len(D()))
D.__bases__
show("bases", lambda: D.__bases__)
show("subclasses", lambda: [k.__name__ for k in A.__subclasses__()][:2])
show("doc", lambda: (A.__doc__, Init.__doc__))
show("module", lambda: (A.__module__, A.__qualname__, int.__module__, int.__qualname__))


class Outer:
    "outer doc"

    class Inner:
        pass

    def method(self):
        class Local:
            pass
        return Local


show("qualname", lambda: (Outer.Inner, Outer().method(), Outer.__doc__, Outer.method.__qualname__))
Outer.__name__ = "Renamed"
show("renamed", lambda: (Outer, Outer.__name__))
show("dir", lambda: [n for n in dir(A()) if not n.startswith("__")])
show("dir has", lambda: {"__init__", "__eq__", "__class__", "__dict__", "__module__", "__weakref__"} <= set(dir(A())))
show("vars", lambda: sorted(k for k in vars(A) if not k.startswith("__")))
show("mappingproxy", lambda: (type(A.__dict__).__name__, "x" in A.__dict__, A.__dict__["x"]))
show("mappingproxy set", lambda: A.__dict__.__setitem__("x", 2))
x = A()
x.__class__ = B
show("class assign", lambda: (type(x).__name__, x.f()))


def assign_class():
    x.__class__ = int


show("class assign bad", assign_class)
show("dict assign", lambda: (setattr(x, "__dict__", {"q": 1}), x.q, x.__dict__))
show("dict assign bad", lambda: setattr(x, "__dict__", 1))
show("type call", lambda: type("Made", (A,), {"z": 3})().z)
show("super repr", lambda: super(B, D()))
show("super bad", lambda: super(B, 1))
show("super attr", lambda: super(D, D()).nothing)
show("super class", lambda: (super(D, D()).f(), super(D, D).c()))


class Box:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"

    def __format__(self, spec):
        return f"<{spec}>"

    def __str__(self):
        return "box"


show("box", lambda: (Box(a=1), str(Box()), f"{Box():>10}", f"{Box()!r}", format(Box(), "abc"), "%s %r" % (Box(), Box())))


class BadRepr:
    def __repr__(self):
        return 1


show("bad repr", lambda: repr(BadRepr()))
show("bad str", lambda: str(BadRepr()))
show("format object", lambda: format(object(), "x"))


class Del:
    def __del__(self):
        print("deleted")


def make_and_drop():
    d = Del()
    del d
    return "dropped"


show("del", make_and_drop)


class Iter:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration
        return self.n


show("iter", lambda: (list(Iter()), sum(Iter()), [*Iter()], max(Iter())))


class OldIter:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10


show("olditer", lambda: (list(OldIter()), 20 in OldIter(), 5 in OldIter()))


class BadIter:
    def __iter__(self):
        return 1


show("baditer", lambda: list(BadIter()))


class NoIter:
    __iter__ = None


show("noiter", lambda: list(NoIter()))
show("noiter in", lambda: 1 in NoIter())


class Contains:
    def __contains__(self, x):
        return "yes" if x else ""


show("contains", lambda: (1 in Contains(), 0 in Contains(), 1 not in Contains()))


class Items:
    def __init__(self):
        self.log = []

    def __getitem__(self, k):
        return k

    def __setitem__(self, k, v):
        self.log.append(("set", k, v))

    def __delitem__(self, k):
        self.log.append(("del", k))


it = Items()
it[1:2, ...] = 5
del it["x"]
show("items", lambda: (it.log, it[1:2], it[::3, None]))


class OnlyGet:
    def __getitem__(self, k):
        return k


show("set item", lambda: OnlyGet().__setitem__(1, 2))


def set_only_get():
    OnlyGet()[1] = 2


def del_only_get():
    del OnlyGet()[1]


show("set item2", set_only_get)
show("del item2", del_only_get)
show("hash none", lambda: hash([]))
show("hash none dict", lambda: {{}: 1})
show("index", lambda: [1, 2, 3][MyInt(1)])


class Index:
    def __index__(self):
        return 2


show("index2", lambda: ([1, 2, 3][Index()], range(10)[Index()], hex(Index()), "abc" * Index(), int(Index())))


class FloatLike:
    def __float__(self):
        return 2.5

    def __int__(self):
        return 7

    def __complex__(self):
        return 1j

    def __round__(self, n=None):
        return ("round", n)

    def __trunc__(self):
        return 1

    def __abs__(self):
        return "abs"

    def __neg__(self):
        return "neg"

    def __invert__(self):
        return "inv"

    def __pos__(self):
        return "pos"


f = FloatLike()
show("floatlike", lambda: (float(f), int(f), complex(f), round(f), round(f, 2), abs(f), -f, +f, ~f))
