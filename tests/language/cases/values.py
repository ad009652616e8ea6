# The built-in types by statements: subclasses, changes in place, special methods.
class L(list): pass
class D(dict):
    def __missing__(self,k): return ('missing',k)
class S(str):
    def __str__(self): return 'S!'+str.__str__(self)
class I(int):
    def __repr__(self): return 'I(%s)'%int.__repr__(self)
class F(float): pass
class T(tuple):
    def __new__(cls,*a): return super().__new__(cls,a)
class B(bytes): pass
class C(complex): pass
class FS(frozenset): pass
def show(*a):
    try: print(*[x() if callable(x) else x for x in a])
    except Exception as e: print(type(e).__name__, e)
l=L([1,2]); l.x=5; print(l, l.x, type(l+[3]).__name__, type(l[:]).__name__, isinstance(l,list), l==[1,2])
d=D(a=1); print(d['a'], d['zz'], d.get('zz'), 'zz' in d, d); d.y=1; print(d.y)
s=S('abc'); s.q=2; print(s, s+'x', s.upper(), repr(s), len(s), s=='abc', hash(s)==hash('abc'), {s:1}['abc'], s.q, f'{s}', '%s'%s, '{}'.format(s))
i=I(5); i.z=1; print(i, i+1, [i], str(i), i*2.0, i==5, hash(i), {5:'a'}[i], range(i), [0]*i, i.z, type(+i).__name__, f'{i}', '%d'%i, int(i), i**2, -i, divmod(i,3), i<6)
f=F(1.5); f.w=3; print(f, f+1, type(f+1).__name__, f==1.5, hash(f)==hash(1.5), repr(f), f.w, float(f), int(f), f.is_integer())
t=T(1,2); t.v=9; print(t, t[0], t+(3,), type(t+(3,)).__name__, t==(1,2), t.v, len(t), {t:1}[(1,2)])
b=B(b'ab'); b.u=1; print(b, b+b'c', b.u, b==b'ab', b[0])
c=C(1,2); print(c, c+1, c==1+2j, abs(c))
fs=FS([1]); print(fs, fs|{2}, fs=={1}, hash(fs)==hash(frozenset([1])))
big=I(2**70); print(big, big+1, big==2**70)
# mutation
a=[1,2,3,4,5]; a[1:3]=['x']; print(a); a[::2]=[0,0]; print(a); del a[0]; print(a); del a[::2]; print(a); a[:0]=range(3); print(a); a[5:]=[7,8]; print(a); a+=(1,2); print(a); a*=2; print(a)
a=[1,2,3]; a[:]=a; a[1:1]=a; print(a)
show(lambda: a.__setitem__(slice(0,2,2), [1,2])); show(lambda: a.__setitem__(100,1)); show(lambda: a.__delitem__(100)); show(lambda: a.__setitem__('a',1))
try: a[0:1]=5
except TypeError as e: print(e)
try: a[::2]=5
except TypeError as e: print(e)
a=[3,1,2]; a.sort(); print(a); a.sort(reverse=True); print(a); a.reverse(); print(a)
def key(x):
    a.append(1); return x
show(lambda: a.sort(key=key)); print(a)
class Bad:
    def __lt__(self,o): raise ValueError('no')
b=[Bad(),Bad()]; show(lambda: b.sort()); print(len(b))
d={}
for k in range(20): d[k]=k
for k in range(0,20,3): del d[k]
print(d, len(d)); d[0]='again'; print(list(d)); print(d.popitem(), d.popitem(), list(d.items())[:3], list(reversed(d)))
try:
    for k in d: d[k+100]=1
except RuntimeError as e: print(e)
try:
    for k in d: del d[k]
except RuntimeError as e: print(e)
s={1,2,3}
try:
    for k in s: s.add(k+100)
except RuntimeError as e: print(e)
for n in range(1000): d[n]=n; d.pop(n)
print(len(d)); d.clear(); print(d)
q={}
for n in range(100000):
    q[n]=n
    if n>10: del q[n-10]
print(len(q), list(q)[:3])
x=[]; x.append(x); print(x, x==x); y={}; y['y']=y; print(y); z=([],); z[0].append(z); print(z)
o={}; o['k']=o.values(); print(o)
class H:
    def __init__(self,v): self.v=v
    def __hash__(self): return 1
    def __eq__(self,o): return self.v==o.v
    def __repr__(self): return f'H{self.v}'
hs={H(1):1,H(2):2,H(1):3}; print(hs, hs[H(2)], {H(3),H(3),H(4)})
class E:
    def __hash__(self): return 1
    def __eq__(self,o): raise ValueError('eq')
show(lambda: {E():1,E():2}); show(lambda: E() in {E()}); show(lambda: [E()].index(E())); show(lambda: E() in [E()])
class Idx:
    def __index__(self): return 2
print([1,2,3][Idx()], 'abc'[Idx()], (1,2,3)[Idx()], range(5)[Idx()], [0]*Idx(), 'a'*Idx(), bytes(Idx()), hex(Idx()), [1,2,3,4][:Idx()], chr(Idx()), round(1.2345,Idx()), 1<<3, list(range(Idx())), b'abc'[Idx()])
class Fl:
    def __float__(self): return 2.5
print(float(Fl()), '%.1f'%Fl(), round(float(Fl())))
class In:
    def __int__(self): return 7
print(int(In()), '%d'%In())
class Co:
    def __complex__(self): return 1+2j
print(complex(Co()))
class By:
    def __bytes__(self): return b'by'
print(bytes(By()), b'%s'%By())
class It:
    def __getitem__(self,i):
        if i>3: raise IndexError
        return i*i
print(list(It()), tuple(It()), sum(It()), 4 in It(), max(It()), list(zip(It(),'abcd')), [*It()], sorted(It()), dict(enumerate(It())))
class Ln(It):
    def __len__(self): return 4
print(list(reversed(Ln())))
class Rv:
    def __reversed__(self): return iter('xy')
print(list(reversed(Rv())))
class Rd:
    def __round__(self,n=None): return ('r',n)
    def __abs__(self): return 'abs'
    def __divmod__(self,o): return 'dm'
    def __pow__(self,o,m=None): return ('pow',o,m)
    def __format__(self,s): return f'<{s}>'
    def __dir__(self): return ['b','a']
    def __contains__(self,x): return x==1
    def __len__(self): return 3
    def __bool__(self): return False
print(round(Rd()), round(Rd(),2), abs(Rd()), divmod(Rd(),1), pow(Rd(),2), pow(Rd(),2,3), f'{Rd():abc}', format(Rd(),'q'), dir(Rd()), 1 in Rd(), 2 in Rd(), len(Rd()), bool(Rd()))
it=iter([1,2,3]); print(next(it), list(it), next(it,'end'))
import sys
m=map(lambda v:v*2,[1,2]); print(next(m), list(m), list(m))
e=enumerate('ab'); print(next(e), list(e)); z=zip('ab',[1,2]); print(next(z), list(z)); fl=filter(None,[0,1]); print(list(fl))
st='x'
for _ in range(5): st+='y'; u=st
print(st,u); st2=st; st+='z'; print(st2,st)
ba=bytearray(b'abc'); ba+=b'de'; ba[0]=65; ba.append(66); ba.extend([67]); ba.insert(0,48); print(ba, ba.pop(), ba.pop(0)); ba.remove(66); ba.reverse(); print(ba); ba[1:2]=b'XYZ'; del ba[0]; ba[::2]=bytes(len(ba[::2])); print(ba); ba*=2; print(ba); ba.clear(); print(ba)
mv=memoryview(bytearray(b'abcd')); mv[0]=90; mv[1:3]=b'xy'; print(bytes(mv), mv.tolist())
show(lambda: mv.__setitem__(0,300)); show(lambda: memoryview(b'a').__setitem__(0,1))
st=set(); st|={1}; st&={1,2}; st-={5}; st^={7}; print(st); fz=frozenset([1]); fz|={2}; print(fz)
print(*[1,2],sep='-',end='!\n'); print(); print('a',None,1.0,sep='')
print('%s' % (1,), '%(x)s' % {'x':1}, '{0[a]} {1.real}'.format({'a':2},5))
print(isinstance(3,(int,str)), issubclass(bool,(str,int)), callable(len), type(1), type('a'), type([]), type(None), type(type), int, list)
print([].__class__, (1).__class__.__name__, 'a'.__len__(), [1].__len__(), {}.__len__(), (1,).__add__((2,)), [1].__contains__(1), {'a':1}.__contains__('a'))
print(int.__name__, int.__doc__[:20], str.join('-',['a','b']), list.__name__, dict.fromkeys('ab',0), str.__add__('a','b'), int.__add__(1,2), list.__len__([1]), float.__mul__(2.0,3), int.__eq__(1,1.0))
print(list.__hash__, dict.__hash__, set.__hash__, int.__hash__(5), hash('a')==hash('a'))
vars_=vars(L()); print(vars_); 
def gl(): return 'gl' in globals(), sorted(locals())
print(gl())
exec('newvar=3'); print(newvar); print(eval('newvar+1'), eval('a+b',{'a':1,'b':2}))
ns={}; exec('def ff(x): return x+1\nr=ff(2)',ns); print(ns['r'], '__builtins__' in ns)
print(sum([[1],[2]],[]), sum((0.1,)*3), max({'a':1,'b':0}), min([3,1,2],key=lambda v:-v), sorted({'b':1,'a':2}.items()), any(x>2 for x in [1,2,3]), all([]))
print([x for x in range(10) if x%2], {x:x*x for x in range(3)}, {x%3 for x in range(10)}, list(x for x in 'abc'))
print(str(b'a'), repr('\u00e9\n'), ascii('\u00e9'), '\u00e9'.encode(), 'a\tb'.expandtabs(4), 'ab'.center(6,'*'))
print(2**100, -7//2, -7%3, 7//-2, divmod(-7,3), 1e100, 1/3, 10**20/3, int(1e20), round(2.5), round(3.14159,2), 0.1+0.2, 1e-7, 1e16, 123456789.0, float('inf'), 5e-324)
