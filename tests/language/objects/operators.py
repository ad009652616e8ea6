def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


class operator:
    add = lambda a, b: a + b
    sub = lambda a, b: a - b
    mul = lambda a, b: a * b
    truediv = lambda a, b: a / b
    floordiv = lambda a, b: a // b
    mod = lambda a, b: a % b
    matmul = lambda a, b: a @ b
    lshift = lambda a, b: a << b
    rshift = lambda a, b: a >> b
    and_ = lambda a, b: a & b
    or_ = lambda a, b: a | b
    xor = lambda a, b: a ^ b
    pow = lambda a, b: a ** b
    lt = lambda a, b: a < b
    le = lambda a, b: a <= b
    gt = lambda a, b: a > b
    ge = lambda a, b: a >= b
    neg = lambda a: -a
    pos = lambda a: +a
    invert = lambda a: ~a
    abs = lambda a: abs(a)
    truth = lambda a: bool(a)
    not_ = lambda a: not a
    contains = lambda a, b: b in a
    getitem = lambda a, b: a[b]
    index = lambda a: a.__index__()
    def setitem(a, b, c): a[b] = c
    def delitem(a, b): del a[b]
    def iadd(a, b): a += b; return a
    def isub(a, b): a -= b; return a
    def imul(a, b): a *= b; return a
    def itruediv(a, b): a /= b; return a
    def ifloordiv(a, b): a //= b; return a
    def imod(a, b): a %= b; return a
    def imatmul(a, b): a @= b; return a
    def ilshift(a, b): a <<= b; return a
    def irshift(a, b): a >>= b; return a
    def iand(a, b): a &= b; return a
    def ior(a, b): a |= b; return a
    def ixor(a, b): a ^= b; return a
    def ipow(a, b): a **= b; return a

values = [1, 2.5, True, None, "s", b"b", [1], (1,), {"k": 1}, {1}, 1j, object, ..., range(3), print, slice(1), frozenset()]
names = ["add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "lshift", "rshift", "and_", "or_", "xor", "pow", "lt", "le",
         "gt", "ge", "iadd", "imul", "iand", "ior", "isub", "contains", "getitem"]
for name in names:
    function = getattr(operator, name)
    for left in values:
        for right in values:
            if name in ("mod",) and isinstance(left, (str, bytes)):
                continue
            show(f"{name} {type(left).__name__} {type(right).__name__}", lambda: function(left, right))
for left in values:
    for name in ["neg", "pos", "invert", "abs", "index", "truth", "not_"]:
        show(f"{name} {type(left).__name__}", lambda: getattr(operator, name)(left))
    show("len", lambda: len(left))
    show("iter", lambda: type(iter(left)).__name__.replace("ascii_", ""))
    show("next", lambda: next(left))
    show("call", lambda: left.__nothing__)
    show("hash", lambda: isinstance(hash(left), int))
    show("float", lambda: float(left))
    show("int", lambda: int(left))
    show("set", lambda: operator.setitem(left, 0, 0))
    show("del", lambda: operator.delitem(left, 0))
    show("round", lambda: round(left))


class V:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def make(dunder):
    def method(self, other):
        return f"{self!r}.{dunder}({other!r})"
    return method


class Full(V):
    pass


for base in ["add", "sub", "mul", "truediv", "floordiv", "mod", "matmul", "lshift", "rshift", "and", "or", "xor", "pow", "divmod"]:
    for prefix in ["", "r", "i"]:
        if (prefix, base) != ("i", "divmod"):
            setattr(Full, f"__{prefix}{base}__", make(f"__{prefix}{base}__"))

full = Full("F")
for name in names[:13]:
    for other in [1, "s", [1], None, 2.5]:
        show(name, lambda: getattr(operator, name)(full, other))
        show(name, lambda: getattr(operator, name)(other, full))
for name in ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "imatmul", "ilshift", "irshift", "iand", "ior", "ixor", "ipow"]:
    show(name, lambda: getattr(operator, name)(full, 3))
show("divmod", lambda: (divmod(full, 1), divmod(1, full)))


class Base(V):
    def __add__(self, other):
        return "Base.add"

    def __radd__(self, other):
        return "Base.radd"


class Derived(Base):
    def __radd__(self, other):
        return "Derived.radd"


class Same(Base):
    pass


show("derived first", lambda: Base("b") + Derived("d"))
show("same", lambda: Base("b") + Same("s"))
show("derived left", lambda: Derived("d") + Base("b"))
show("radd", lambda: 1 + Base("b"))


class No(V):
    def __add__(self, other):
        return NotImplemented

    __radd__ = __add__
    __iadd__ = __add__


show("no", lambda: No("n") + 1)
show("no2", lambda: 1 + No("n"))
show("no same", lambda: No("n") + No("m"))


def augmented():
    n = No("n")
    n += 1


show("no3", augmented)


class MyInt(int):
    def __radd__(self, other):
        return "radd"

    def __rsub__(self, other):
        return "rsub"

    def __pow__(self, other, mod=None):
        return ("pow", other, mod)


show("myint", lambda: (1 + MyInt(2), 1 - MyInt(2), MyInt(1) + 1, 2.5 + MyInt(1), pow(MyInt(2), 3, 4), MyInt(2) ** 3, 2 ** MyInt(3)))
show("pow", lambda: (pow(2, 3), pow(2, 3, 5), pow(2, -1, 5), pow(2.0, 3)))
show("pow bad", lambda: pow(2.0, 3, 4))
show("pow bad2", lambda: pow("a", 3, 4))
show("print >>", lambda: print >> 3)


class Cmp:
    def __lt__(self, other):
        return "lt"

    def __ge__(self, other):
        return NotImplemented


show("cmp", lambda: (Cmp() < 1, 1 > Cmp()))
show("cmp2", lambda: Cmp() >= 1)
show("cmp3", lambda: Cmp() > 1)
show("nan", lambda: ((lambda n: n in [n])(float("nan")), float("nan") == float("nan")))
show("mixed", lambda: (1 == 1.0, 1 < 1.5, True == 1, 2 ** 70 > 1e20, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53))
show("chained", lambda: 1 < 2 < 3 > 2)


class Boom:
    def __eq__(self, other):
        raise ValueError("boom")


show("boom", lambda: Boom() in [1])
show("boom2", lambda: 1 in [Boom()])
show("boom3", lambda: [1].index(Boom()))
show("zero", lambda: 1 / 0)
show("zero2", lambda: 1 // 0)
show("zero3", lambda: 1 % 0)
show("zero4", lambda: 1.0 / 0)
show("zero5", lambda: divmod(1, 0))
show("zero6", lambda: 0 ** -1)
show("shift", lambda: 1 << -1)
show("huge", lambda: 1 << (1 << 70))


class Matrix:
    def __matmul__(self, other):
        return "mat"

    def __imatmul__(self, other):
        return "imat"


m = Matrix()
show("matmul", lambda: m @ 1)
m @= 2
show("imatmul", lambda: m)
show("rmatmul", lambda: 1 @ Matrix())
