"""Dataclasses: annotations that are texts, slots and pickling, docstrings, what is shown of fields, errors."""
import abc
import collections
import copy
import dataclasses
import pickle
import typing
from dataclasses import InitVar, KW_ONLY, MISSING, dataclass, field, fields, make_dataclass
from typing import ClassVar as CV, List, Optional


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


@dataclass
class Texts:
    a: "typing.ClassVar[int]"
    b: " CV [int]"
    c: "dataclasses.InitVar[int]"
    d: "ClassVar[int]"
    e: "InitVar" = 3
    f: "int" = 4
    _: "KW_ONLY"
    g: "List[int]" = field(default_factory=list)

    def __post_init__(self, c, e):
        print("post", c, e)


attempt(lambda: Texts(1, 2, g=[3]))
attempt(lambda: Texts(1, 2, 3, 4, 5))
print([f.name for f in fields(Texts)], Texts.__match_args__, Texts.__doc__)


@dataclass(order=True)
class Plain:
    "Its own."
    x: int
    y: float = 1.5
    z: Optional[str] = None
    w: collections.deque = field(default_factory=collections.deque, compare=False, repr=False)
    v: int = field(default=7, init=False)


one = Plain(1)
print(one, one.__dict__, Plain(1) == one, Plain(0) < one, Plain.__doc__)
print(fields(Plain)[3].name, InitVar[int], InitVar["x"], InitVar[List[int]])
attempt(lambda: Plain(1) < 3)


@dataclass
class Shown:
    x: int
    y: List[int]
    z: Optional[str] = None
    w: collections.deque = field(default_factory=collections.deque)
    u: "text" = "q"
    t: list[int] = field(default=None, kw_only=True)


print(Shown.__doc__, Shown.__init__.__annotations__)


@dataclass(frozen=True, slots=True)
class Slotted:
    x: int
    y: int = 2


two = Slotted(5)
print(two, Slotted.__slots__, hash(two) == hash((5, 2)), copy.copy(two), copy.deepcopy(two) == two)
for protocol in range(5):
    print(pickle.loads(pickle.dumps(two, protocol)))
attempt(lambda: setattr(two, "x", 1))
attempt(lambda: setattr(two, "zz", 1))
attempt(lambda: delattr(two, "x"))


class Base:
    __slots__ = iter(["q"])


attempt(lambda: dataclass(slots=True)(type("Sub", (Base,), {"__annotations__": {"x": int}})))
attempt(lambda: dataclass(weakref_slot=True)(type("Sub", (), {"__annotations__": {"x": int}})))
attempt(lambda: dataclass(slots=True, weakref_slot=True)(type("Sub", (), {"__annotations__": {"x": int}})).__slots__)
attempt(lambda: make_dataclass("K", ["a", "for"]))
attempt(lambda: make_dataclass("K", ["a", "1"]))
attempt(lambda: make_dataclass("K", [("a", int, 3), "b"]))
attempt(lambda: make_dataclass("K", ["a", ("b", int, 3)])(1))


class Abstract(abc.ABC):
    @property
    @abc.abstractmethod
    def x(self):
        pass


@dataclass
class Concrete(Abstract):
    x: int = 3


attempt(lambda: Concrete())


@dataclass
class Node:
    next: "Node" = None
    children: list = field(default_factory=list)


node = Node()
node.next = node
node.children.append(node)
print(node)


@dataclass
class Broken:
    x: int

    @property
    def y(self):
        raise KeyError("y")


attempt(lambda: dataclasses.replace(Broken(1), y=3))
attempt(lambda: dataclasses.asdict(Broken))
print(dataclasses.asdict(node.__class__(None, [Plain(2)])), dataclasses.astuple(Plain(3)))
