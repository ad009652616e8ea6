"""Subclasses of containers that say themselves how long they are and what they hold."""
class L(list):
    def __init__(self): self.lists=[[]]
    def insert(self,i,x): print("insert",i,x); self.lists[0].insert(i,x)
    def __len__(self): return sum(map(len,self.lists))
    def __getitem__(self,i): return self.lists[0][i]
    def pop(self,*a): return self.lists[0].pop(*a)
    def __iter__(self): return iter(self.lists[0])
    def __contains__(self,x): return x in self.lists[0]
from bisect import *
l=L(); insort(l,3); insort(l,1); insort(l,2); print(len(l), bool(l), l[0], list(l), bisect(l,2), l, sorted(l), [*l], tuple(l), max(l), sum(l), not l)
while l: print(l.pop(0))
a,*b=L() or [1,2]; print(a,b)
l=L(); insort(l,3)
for x in l: print(x)
x,=l; print(x, 3 in l, list(map(str,l)), ",".join(map(str,l)), l==[3], dict.fromkeys(l), list(zip(l,l)), list(enumerate(l)), [*reversed(l)])
def f(*a): return a
print(f(*l), set(l), {**dict(enumerate(l))})
class D(dict):
    def __getitem__(self,k): return "got "+k
    def __len__(self): return 7
    def keys(self): return ["a","b"]
    def __contains__(self,k): return True
    def __iter__(self): return iter("xy")
d=D(); print(bool(d),len(d),d["q"],"z" in d,list(d),dict(d),"%(k)s"%d, "{a}".format_map(d), d.get("a"), {**d}, f(**d) if 0 else "")
class S(str):
    def __len__(self): return 0
    def __iter__(self): return iter("ab")
print(bool(S("x")), list(S("x")), ",".join(S("xyz")), S("x")+"y")
