"""Enumerations: data types, pickling, checks, attributes that share a member's name."""
import enum
from enum import *
from dataclasses import dataclass
class Foo:
    def __init__(self, a): self.a=a
    def __repr__(self): return "Foo(%r)" % self.a
class E(Foo, Enum):
    A = 1
print(E._member_type_, E.A, repr(E.A), E.A.value)
@dataclass
class D:
    a: int
class E2(D, Enum):
    A = 1
print(E2._member_type_, E2.A.value)
@dataclass(repr=False)
class D:
    a: int
class E2(D, Enum):
    A = 1
print(E2._member_type_, E2._value_repr_)
class F(Flag): A=1;B=2;C=8;BC=10;Z=0
class K(IntFlag): A=1;B=2;C=8;BC=10;Z=0
class S(StrEnum): A='x'
class M(str, Enum): A='x'
class T(tuple, Enum): A=(1,2)
for v in (F.A, F.BC, F.Z, F(3), K(3), K(4), K(7), K(64|3), F(11), S.A, M.A, T.A, K(0)):
    way, what = v.__reduce_ex__(2)
    print(repr(v), way.__name__, what)
print(enum.auto(), enum.auto(3))
class MyInt(int):
    def __new__(cls, v, w): return int.__new__(cls, v)
class Q(MyInt, Enum): A=1,2
print(Q.A, Q.A.__reduce_ex__(2), Q.A._value_)
def t(f):
    try: print(f())
    except BaseException as e: print(repr(e))
t(lambda: unique(int)); t(lambda: verify(UNIQUE)(int)); 
def f():
    @verify(UNIQUE, CONTINUOUS)
    class X(Enum): a=1;b=1
t(f)
def f():
    @verify(CONTINUOUS)
    class X(Enum): a=1;b=3.5
t(f)
def f():
    @verify(CONTINUOUS)
    class X(Enum): a='1';b='2'
t(f)
def f():
    @verify(3)
    class X(Enum): a='1';b='2'
t(f)
print(enum.EnumCheck.UNIQUE, repr(enum.EnumCheck.CONTINUOUS), [m.value for m in enum.EnumCheck], [m.value for m in FlagBoundary])
print(enum.show_flag_values(21), enum.bin(5), enum.bin(-5), enum.bin(0), enum.bin(5,10), enum.bin(-5,10))
t(lambda: enum.show_flag_values(-1))
t(lambda: enum.show_flag_values('x'))
class W(Enum):
    a=1
    @enum.property
    def q(self): "doc"; return 5
    @q.setter
    def q(self, v): print("set", v)
W.a.q = 3
print(W.a.q, W.__dict__['q'].name, W.__dict__['q'].clsname, W.__dict__['q'].__doc__)
t(lambda: W.q)
class V(Enum):
    def first(self): pass
class V2(V):
    first = 1
print(V2.first, V2.__dict__['first'])
class V(Enum):
    first = property(lambda self: self.name+"!")
class V2(V):
    first = 1; second=2
print(V2.first, V2.second.first)
import inspect
print(inspect.signature(W), inspect.signature(Enum), W.__doc__, inspect.signature(W.__call__))
class G(Flag, boundary=KEEP): A=1;B=2;C=8
def inv(): return {k: (v._inverted_) for k, v in G._value2member_map_.items()}
~G(0); print(inv())
~G(16); print(inv())
~G(15); print(inv())
~G(2); print(inv())
~G(64); print(inv())
class Color(Flag): RED=1;GREEN=2;BLUE=4;WHITE=-1
print(Color._all_bits_, Color._flag_mask_, Color(5), Color.WHITE, list(Color.WHITE), ~Color.RED)
class X(IntFlag): RED=1;GREEN=2;BLUE=4;WHITE=0x38
print(X._all_bits_, X._flag_mask_, X(5), X.WHITE, list(X.WHITE), ~X.RED, ~X.WHITE)
