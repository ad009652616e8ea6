from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, FrozenInstanceError, make_dataclass, InitVar, KW_ONLY
import heapq, bisect
def show(what, function):
    try: print(what, "->", repr(function()))
    except BaseException as error: print(what, "raises", type(error).__name__ + ":", error)
@dataclass
class P:
    x: int
    y: float = 2.0
    tags: list = field(default_factory=list)
show("p", lambda: (P(1), P(1) == P(1), P(1) != P(2), P(1, 3.0, ["a"]), P(x=1, y=5)))
show("p bad", lambda: P())
show("p bad2", lambda: P(1, 2, 3, 4))
show("p hash", lambda: hash(P(1)))
show("asdict", lambda: (asdict(P(1)), astuple(P(1, tags=[P(2)])), replace(P(1), y=9), [f.name for f in fields(P)], is_dataclass(P), is_dataclass(P(1)), is_dataclass(1)))
@dataclass(frozen=True, order=True)
class F:
    a: int
    b: str = "b"
show("f", lambda: (F(1) < F(2), sorted([F(3), F(1)]), hash(F(1)) == hash(F(1)), {F(1): 2}))
show("f set", lambda: setattr(F(1), "a", 2))
show("f del", lambda: delattr(F(1), "a"))
@dataclass
class Q(P):
    z: int = 0
    def __post_init__(self): self.total = self.x + self.z
show("q", lambda: (Q(1, z=5), Q(1, z=5).total, Q.__doc__, P.__doc__))
@dataclass
class I:
    a: int
    b: InitVar[int] = 3
    c: int = field(init=False, default=7)
    d: int = field(repr=False, default=1, compare=False)
    def __post_init__(self, b): self.c = b
show("i", lambda: (I(1), I(1, 9), I(1, d=5) == I(1, d=6)))
@dataclass
class K:
    a: int
    _: KW_ONLY
    b: int = 2
show("k", lambda: (K(1, b=3), K.__match_args__))
show("k bad", lambda: K(1, 2))
@dataclass(slots=True)
class S:
    a: int
    b: int = 4
show("s", lambda: (S(1), S.__slots__, hasattr(S(1), "__dict__")))
show("mutable", lambda: dataclass(type("M", (), {"__annotations__": {"x": list}, "x": []})))
def order():
    @dataclass
    class O:
        a: int = 1
        b: int
show("order", order)
show("make", lambda: make_dataclass("Made", [("x", int), ("y", int, field(default=5))])(1))
def matched(p):
    match p:
        case P(x, y): return x, y
show("match", lambda: matched(P(1)))
@dataclass
class R:
    me: object = None
r = R(); r.me = r
show("recursive", lambda: r)
h = [5, 1, 4]; heapq.heapify(h); heapq.heappush(h, 0)
show("heap", lambda: (h, [heapq.heappop(h) for _ in range(4)], heapq.nlargest(2, [1, 3, 2]), heapq.nsmallest(2, [3, 1, 2], key=lambda x: -x), list(heapq.merge([1, 4], [2, 3])), heapq.heappushpop([1, 2], 0), heapq.heapreplace([1, 2], 5)))
l = [1, 2, 2, 3]; bisect.insort(l, 2.5)
show("bisect", lambda: (bisect.bisect(l, 2), bisect.bisect_left(l, 2), l))
