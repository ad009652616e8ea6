# Class creation, inheritance, super, metaclasses, descriptors, slots, special methods.
def attempt(thunk):
    try:
        print(thunk())
    except BaseException as error:
        print(type(error).__name__, error)


class Empty:
    pass


print(Empty.__name__, Empty.__bases__, Empty.__mro__, Empty.__module__, Empty.__qualname__, Empty.__doc__)


class Point:
    """A point."""
    count = 0

    def __init__(self, x, y=0):
        self.x, self.y = x, y
        Point.count += 1

    def __repr__(self):
        return f"Point({self.x}, {self.y})"

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y) if isinstance(other, Point) else NotImplemented

    def __radd__(self, other):
        return Point(self.x + other, self.y)

    def __lt__(self, other):
        return self.x < other.x

    def __bool__(self):
        return bool(self.x or self.y)

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return (self.x, self.y)[index]

    def __contains__(self, value):
        return value in (self.x, self.y)

    def __iter__(self):
        yield self.x
        yield self.y

    def __call__(self, z):
        return self.x, self.y, z

    def __neg__(self):
        return Point(-self.x, -self.y)

    def __format__(self, specification):
        return f"<{specification}>"

    def __iadd__(self, other):
        self.x += other
        return self


p, q = Point(1, 2), Point(3)
print(p, q, p + q, 5 + p, p == Point(1, 2), p != q, hash(p) == hash(Point(1, 2)), p < q, bool(Point(0)), len(p), p[0], 2 in p)
print(list(p), p(9), -p, f"{p:abc}", "{:x}".format(p), sorted([q, p]), Point.count, p.__class__.__name__, Point.__doc__)
p += 10
print(p, max(p, q), [*p], {p: 1})
attempt(lambda: p + "a")
attempt(lambda: p - q)
attempt(lambda: p[5])
attempt(lambda: p.nothing)
attempt(lambda: Point())
attempt(lambda: Point(1, 2, 3))
a, b = p
print(a, b)


class Base:
    def __init__(self):
        print("Base.__init__")

    def hello(self):
        return "Base.hello"

    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def static(x):
        return x * 2


class Left(Base):
    def __init__(self):
        print("Left.__init__")
        super().__init__()

    def hello(self):
        return "Left > " + super().hello()


class Right(Base):
    def __init__(self):
        print("Right.__init__")
        super().__init__()

    def hello(self):
        return "Right > " + super().hello()


class Both(Left, Right):
    def __init__(self):
        print("Both.__init__")
        super(Both, self).__init__()

    def hello(self):
        return "Both > " + super().hello()


print(Both().hello(), [c.__name__ for c in Both.__mro__])
print(type(Both.make()).__name__, Both.static(4), isinstance(Both(), Right), issubclass(Both, Base))
attempt(lambda: type("Bad", (Base, Both), {}))


class Meta(type):
    def __new__(mcs, name, bases, namespace, **options):
        print("new", name, sorted(options))
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **options):
        cls.options = options
        super().__init__(name, bases, namespace)

    def __call__(cls, *args):
        print("call", args)
        return super().__call__(*args)

    @classmethod
    def __prepare__(mcs, name, bases, **options):
        print("prepare", name)
        return {"prepared": True}


class WithMeta(metaclass=Meta, option=1):
    def __init__(self, *args):
        self.args = args


print(WithMeta(1, 2).args, WithMeta.options, WithMeta.prepared, type(WithMeta).__name__)


class Derived(WithMeta, other=2):
    pass


print(Derived.options)


class Registry:
    known = []

    def __init_subclass__(cls, /, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.known.append((cls.__name__, tag))


class Plugin(Registry, tag="x"):
    pass


class Other(Registry):
    pass


print(Registry.known)


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name
        print("set_name", owner.__name__, name)

    def __get__(self, instance, owner):
        return self if instance is None else instance.__dict__.get(self.name, "unset")

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}")
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        del instance.__dict__[self.name]


class Record:
    size = Typed(int)
    label = Typed(str)


r = Record()
print(r.size)
r.size = 5
print(r.size, r.__dict__, type(Record.size).__name__)
attempt(lambda: setattr(r, "size", "x"))
del r.size
print(r.size)


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1


s = Slotted()
print(s.a, hasattr(s, "b"), hasattr(s, "__dict__"))
attempt(lambda: s.b)
attempt(lambda: setattr(s, "c", 1))
s.b = 2
del s.a
attempt(lambda: s.a)


class Dynamic:
    def __getattr__(self, name):
        if name.startswith("x"):
            return name * 2
        raise AttributeError(name)

    def __setattr__(self, name, value):
        print("set", name, value)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        print("delete", name)
        super().__delattr__(name)


d = Dynamic()
print(d.xy)
d.z = 1
print(d.z)
del d.z
attempt(lambda: d.nothing)


class Temperature:
    def __init__(self):
        self._celsius = 0

    @property
    def fahrenheit(self):
        "Degrees."
        return self._celsius * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self._celsius = (value - 32) * 5 / 9

    @fahrenheit.deleter
    def fahrenheit(self):
        print("deleted")

    @property
    def constant(self):
        return 1


t = Temperature()
t.fahrenheit = 212
print(t._celsius, t.fahrenheit, Temperature.fahrenheit.__doc__)
del t.fahrenheit
attempt(lambda: setattr(t, "constant", 2))
attempt(lambda: delattr(t, "constant"))


class Private:
    __secret = 1

    def get(self):
        return self.__secret

    def __hidden(self):
        return "hidden"

    def call(self):
        return self.__hidden()


print(Private().get(), Private()._Private__secret, Private().call())
attempt(lambda: Private().__secret)


class Scoped:
    x = 1
    y = x + 1
    items = [i for i in range(y)]

    def f(self):
        return self.x

    g = f
    for z in range(3):
        pass


print(Scoped.y, Scoped.items, Scoped().g(), Scoped.z)


def make(n):
    class Local:
        value = n

        def get(self):
            return n + self.value
    return Local


print(make(2)().get(), make(3).value)
New = type("New", (Base,), {"attribute": 5, "method": lambda self: self.attribute})
print(New.attribute, New.__name__, type(New))


class Context:
    def __enter__(self):
        print("enter")
        return "value"

    def __exit__(self, kind, value, traceback):
        print("exit", kind and kind.__name__, value)
        return kind is KeyError


with Context() as c:
    print(c)
with Context():
    raise KeyError("swallowed")
try:
    with Context(), Context() as c2:
        raise ValueError("through")
except ValueError as error:
    print("caught", error)
attempt(lambda: exec("with 5: pass"))


class NoExit:
    def __enter__(self): pass


attempt(lambda: exec("with NoExit(): pass"))


class Container:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item}]"

    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


print(Container[int], Container()[1:2], Container()[1, ..., ::3])
box = Container()
box[1] = 2
box["a":"b"] = 3
del box[0]
print(Both.__subclasses__(), [c.__name__ for c in Base.__subclasses__()])


class Ordered:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __le__(self, o): return self.v <= o.v
    def __gt__(self, o): return self.v > o.v
    def __ge__(self, o): return self.v >= o.v


print(Ordered(1) < Ordered(2), Ordered(1) >= Ordered(2), sorted([Ordered(3), Ordered(1)], key=lambda o: o.v)[0].v)
attempt(lambda: Ordered(1) < 5)


class Numeric:
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 3
    def __complex__(self): return 1j
    def __round__(self, n=None): return ("round", n)
    def __abs__(self): return "abs"
    def __invert__(self): return "invert"
    def __divmod__(self, other): return "divmod", other
    def __pow__(self, other, modulus=None): return "pow", other, modulus
    def __rpow__(self, other): return "rpow", other
    def __matmul__(self, other): return "matmul"
    def __rfloordiv__(self, other): return "rfloordiv"
    def __lshift__(self, other): return "lshift"


n = Numeric()
print(int(n), float(n), [1, 2, 3, 4][n], complex(n), round(n), round(n, 2), abs(n), ~n, divmod(n, 2), n ** 2, pow(n, 2, 3), 2 ** n)
print(n @ n, 5 // n, n << 1, hex(n), range(10)[n])


class Del:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name)


x = Del("first")
x = Del("second")
del x
[Del("temporary")]
print("end")


def scope():
    held = Del("held")
    other = held
    del held
    print("still")


scope()
