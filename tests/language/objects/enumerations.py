from enum import Enum, IntEnum, Flag, auto, unique, StrEnum, IntFlag
def show(what, function):
    try: print(what, "->", repr(function()))
    except BaseException as error: print(what, "raises", type(error).__name__ + ":", error)
class C(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    def hi(self): return self.name.lower()
show("c", lambda: (C.RED, C.CRIMSON, C(2), C["GREEN"], list(C), len(C), C.RED.name, C.RED.value, str(C.RED), C.RED.hi(), C.RED == C.RED, C.RED == 1, C.RED in C, f"{C.RED}", C, hash(C.RED) == hash(C.CRIMSON)))
show("bad", lambda: C(9))
show("bad name", lambda: C["X"])
show("set", lambda: setattr(C, "RED", 3))
show("members", lambda: dict(C.__members__))
class A(Enum):
    X = auto()
    Y = auto()
show("auto", lambda: [(a.name, a.value) for a in A])
class I(IntEnum):
    ONE = 1
    TWO = 2
show("int", lambda: (I.ONE + 1, I.ONE < I.TWO, I.ONE, str(I.ONE), f"{I.TWO}", I(1), isinstance(I.ONE, int), [10, 20, 30][I.ONE]))
class S(StrEnum):
    A = auto()
    B = "bee"
show("str", lambda: (S.A, str(S.A), S.B + "x", S("bee")))
class F(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
show("flag", lambda: (F.R, F.R | F.X, F.RW, F.R in F.RW, bool(F.R & F.W), ~F.R, list(F), F(5), F.R | F.W is F.RW))
show("func", lambda: list(Enum("E", "a b c")))
@unique
class U(Enum): A = 1
show("unique", lambda: unique(C))
class Pl(Enum):
    EARTH = (1, 2.5)
    def __init__(self, m, r): self.m, self.r = m, r
show("planet", lambda: (Pl.EARTH.m, Pl.EARTH.value, Pl((1, 2.5))))
