"""Enumerations of every kind, made rightly and wrongly: what their members are and what the errors say."""
import enum
import warnings
from enum import *
warnings.simplefilter("always")
def t(f):
    try: r = f(); print("ok", r if not isinstance(r, type) else [(k, v, v.__dict__.get('_sort_order_')) for k, v in r.__members__.items()])
    except BaseException as e: print(repr(e), "| cause", repr(e.__cause__), "| ctx", repr(e.__context__), getattr(e, "__notes__", None))
def mk(body, base="Enum", name="X", pre=""):
    def f():
        d = dict(globals())
        exec(pre + "\nclass %s(%s):\n" % (name, base) + "\n".join("    " + l for l in body.split("\n")), d)
        return d[name]
    return f
t(mk("a='x'\nb=auto()", "Flag"))
t(mk("a=3\nb=auto()", "Flag"))
t(mk("a=0\nb=auto()", "Flag"))
t(mk("a=-1\nb=auto()", "Flag"))
t(mk("a='x'\nb=auto()"))
t(mk("a=(1,)\nb=auto()"))
t(mk("a=5\nc=2\nb=auto()"))
t(mk("a=5\nc='x'\nb=auto()"))
t(mk("a=None\nb=auto()"))
t(mk("a=1.5\nb=auto()"))
t(mk("a=1", "StrEnum")); t(mk("a='1','2','3','4'", "StrEnum")); t(mk("a='1',2", "StrEnum")); t(mk("a=b'1','ascii',2", "StrEnum")); t(mk("A=auto()", "StrEnum"))
t(mk("a=1,2", "IntEnum")); t(mk("a='x'", "IntEnum")); t(mk("a='12',8", "IntEnum")); t(mk("a='x'", "IntFlag")); t(mk("a='x'", "Flag")); t(mk("a=-2\nb=1", "Flag")); t(mk("a=1.5", "Flag"))
t(mk("mro=1")); t(mk("_x_=1")); t(mk("a=1\n_ignore_='a'")); t(mk("_ignore_='q a'\na=1\nq=4\nz=3")); t(mk("_ignore_=['a','b']\na=1\nb=2\nc=3"))
t(mk("a=auto()\n_generate_next_value_=lambda n,s,c,l: n")); t(mk("_generate_next_value_=lambda n,s,c,l: (n,s,c,l)\na=auto()\nb=auto()"))
t(mk("a=1\na=2")); t(mk("a=2\ndef a(self):pass")); 
t(mk("a=1\nb=2\n_order_='b a'")); t(mk("_order_='a b c'\na=1\nb=2\nc=1")); t(mk("__order__='b,a'\na=1\nb=2\n"))
t(mk("_order_='a b c'\na=1\nb=2\nc=3","Flag")); t(mk("_order_='a c b'\na=1\nb=4\nc=2","Flag"))
t(mk("a=1", "ReprEnum")); t(mk("a=1", "int, ReprEnum"));
t(mk("a=1", "Enum, str")); t(mk("a=1", "Enum, metaclass=EnumType, boundary=STRICT")); t(mk("a=1", "Flag, boundary='q'"))
t(mk("def __new__(cls, v):\n  raise KeyError(v)\na=1")); t(mk("def __init__(self, v):\n  raise KeyError(v)\na=1")); t(mk("def __init__(self, v):\n  pass\na=1,2"))
t(mk("a=1\nb=[1]\nc=[1]\nd={}")); t(mk("_value_=1")); t(mk("name=1\nvalue=2\n")); t(mk("a=member(len)\nb=nonmember(4)\nc=property(lambda s:3)\nd=staticmethod(len)\ne=max\nf=print"))
class C(Enum): a=1;b=2
def f(): C.a=3
t(f)
def f(): del C.a
t(f)
def f(): del C.zz
t(f)
def f(): C.a.value=3
t(f)
def f(): C.a.zz=3; return C.a.zz
t(f)
t(lambda: C(3)); t(lambda: C('a')); t(lambda: C([])); t(lambda: C['q']); t(lambda: C.q); t(lambda: C(1,2)); t(lambda: C()); t(lambda: C(1, foo=2)); t(lambda: Enum('X','a b', start=5)); t(lambda: Enum('X', {'a':1,'b':9})); t(lambda: Enum('X',[('a',4),('b',4)])); t(lambda: Enum('X',[])); t(lambda: Enum('X','')); t(lambda: Enum('X', 5)); t(lambda: Enum('X','a,b',type=int)); t(lambda: Flag('X','a b c')); t(lambda: Enum('X', ['a', 3]))
t(lambda: C('X','a b')); t(lambda: iter(C).__class__); t(lambda: reversed(C).__class__); t(lambda: C.__members__.__class__); t(lambda: C.a < C.b); t(lambda: C.a | C.b); t(lambda: dir(C)); t(lambda: dir(C.a)); t(lambda: dir(IntEnum('Q','a'))==0)
t(lambda: Enum(5)); t(lambda: Enum('X', None)); t(lambda: IntEnum(5)); t(lambda: Flag(3)); t(lambda: IntFlag(3))
class F(Flag): A=1;B=2;C=8;BC=10;Z=0
for v in (0,1,3,4,7,8,11,15,16,-1,-2,-3,-16,-17,255,1<<70):
    t(lambda: (F(v), F(v).name, F(v).value, str(F(v)), list(F(v)), len(F(v)), ~F(v)))
for b in (STRICT, CONFORM, EJECT, KEEP):
  for base in (Flag, IntFlag):
    class G(base, boundary=b): A=1;B=2;C=8
    for v in (0,4,7,11,15,16,-1,-2,-3,-16,-17,255):
        t(lambda: (G(v), G(v).name, G(v).value, str(G(v)), format(G(v)), list(G(v)), len(G(v)), ~G(v)))
    t(lambda: G.A | 2); t(lambda: G.A | 4); t(lambda: 4 | G.A); t(lambda: G.A ^ 16); t(lambda: G.A & -1); t(lambda: G.A | 'x'); t(lambda: G.A in G.B); t(lambda: 1 in G.A); t(lambda: F.A in G.A); t(lambda: F.A | G.A); t(lambda: -G.A); t(lambda: bool(G(0)))
    t(lambda: (G._flag_mask_, G._all_bits_, G._inverted_, G._member_names_, G._boundary_, G.A._inverted_))
t(lambda: G('x')); t(lambda: F('x')); t(lambda: F(1.5)); t(lambda: F(1.0)); t(lambda: F(True)); t(lambda: F(None))
