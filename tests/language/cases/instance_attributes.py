class A:
    z = 5
    def __init__(self): self.a=1; self.b=2
    def m(self): return 'm'
a=A(); b=A()
print(a.__dict__, b.a, b.b, a.m())
b.c=3; b.m=lambda: 'own'
print(b.m(), a.m(), A().m(), vars(b).keys())
c=A(); print(c.z); c.z=7; print(c.z, A().z, a.z)
def g(o): return o.z
print([g(o) for o in (a,b,c,A())])
d=A(); d.z=9
print(g(d), g(A()))
del d.a
print(d.__dict__)
def mm(o): return o.m()
print([mm(A()) for _ in range(3)]); h=A(); h.m=lambda: 'late'; print(mm(h), mm(A()), mm(b))
class M2:
    def m(self): return 'm'
print(mm(M2()), mm(M2())); h=M2(); h.m=lambda: 'own'; print(mm(h), mm(M2()))
M2.m = lambda self: 'changed'; print(mm(h), mm(M2()))
M2.k = property(lambda s: 'prop')
class F:
    def __init__(self): self.k = 1
def gk(o): return o.k
print(gk(F()), gk(F())); f=F(); F.k = property(lambda s: 'prop'); print(gk(f)); del F.k; print(gk(f))
e=A(); e.__dict__['q']=1; print(e.q)
try: e.nope
except AttributeError as x: print(x)
class B(A): pass
x=A(); x.__class__=B; print(x.a, x.__dict__)
import copy; y=copy.copy(A()); print(y.a,y.__dict__)
class C:
    def __init__(self,n):
        for i in range(n): setattr(self,'k%d'%i,i)
o=C(50); print(len(o.__dict__), o.k49); o=C(29); print(o.k28); o2=C(40); print(o2.k39)
print(getattr(C(5), 'k'+str(3)))
class D(dict): pass
q=D(); q.x=1; q.y=2; print(q.__dict__, q.x)
class P(tuple): pass
q=P((1,)); q.x=1; print(q.__dict__)
class I(int): pass
q=I(3); q.x=1; print(q.__dict__, q+1)
class E(Exception): pass
q=E(3); q.x=1; print(q.__dict__)
class Order:
    def __init__(self, flip):
        if flip: self.b = 1; self.a = 2
        else: self.a = 3; self.b = 4
def ab(o): return o.a, o.b
print([ab(Order(i % 2)) for i in range(6)], [list(Order(i % 2).__dict__) for i in range(3)])
class W:
    def __del__(self): self.z = 1; self.y = 2; print("del", list(self.__dict__))
w = W(); w.x = 1; del w
w = W(); w.x = 1; w.me = w; del w
import gc; gc.collect()
class Meta(type): pass
class MC(metaclass=Meta): pass
MC.q = 1; m=MC(); m.q=2; print(MC.q, m.q, m.__dict__)
class Sl:
    __slots__ = ('a', '__dict__')
s=Sl(); s.a=1; s.b=2; print(s.__dict__, s.a)
class Mult(Sl, A): pass
s=Mult(); s.c=1; print(s.__dict__)
class N: pass
for i in range(1000):
    n=N(); n.me=n
print(gc.collect()>0)
n=N(); n.__dict__ = {'a': 5}; print(n.a); n.b=3; print(n.__dict__)
import types
ns=types.SimpleNamespace(a=1); ns.b=2; print(ns)
