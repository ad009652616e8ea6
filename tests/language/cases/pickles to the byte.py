# what pickle writes for all kinds of values in all protocols, to the byte, and what it says of bytes that are none
import pickle, io, copyreg, sys, datetime, decimal, fractions, collections, functools, enum, array, re, uuid, pathlib, random, types, operator, itertools
from collections import *
def h(b):
    import hashlib; return hashlib.md5(b).hexdigest()[:8]
def show(label, x, protos=range(6)):
    for p in protos:
        try: b=pickle.dumps(x,p)
        except BaseException as e: print(label,p,type(e).__name__,e); continue
        try: y=pickle.loads(b); ok = y==x
        except BaseException as e: ok=f"load {type(e).__name__} {e}"
        print(label,p,len(b),h(b),ok, b if len(b)<60 else b[:60])
class A: pass
class S:
    __slots__=('a','b')
    def __eq__(s,o): return [getattr(s,n,None) for n in 'ab']==[getattr(o,n,None) for n in 'ab']
class SD(S): pass
class P:
    def __init__(self,x): self.x=x
    def __eq__(s,o): return type(o) is P and s.x==o.x
    def __getstate__(self): return ('st',self.x)
    def __setstate__(self,s): self.x=s[1]
class R:
    def __init__(self,x): self.x=x
    def __eq__(s,o): return s.x==o.x
    def __reduce__(self): return (R,(self.x,))
class R6:
    def __init__(self): self.l=[];self.d={}
    def append(self,x): self.l.append(x)
    def extend(self,x): self.l.extend(x)
    def __setitem__(self,k,v): self.d[k]=v
    def __eq__(s,o): return s.l==o.l and s.d==o.d
    def __reduce_ex__(self,p): return (R6,(),{'st':1},iter(self.l),iter(self.d.items()))
class NA:
    def __new__(cls,a,b): o=object.__new__(cls); o.a=a;o.b=b; return o
    def __getnewargs__(self): return (self.a,self.b)
    def __eq__(s,o): return s.__dict__==o.__dict__
class NAX(NA):
    def __getnewargs_ex__(self): return ((self.a,),{'b':self.b})
class L(list): pass
class D(dict): pass
class I(int): pass
class ST(str): pass
class T(tuple): pass
NT=namedtuple('NT','x y')
class Col(enum.Enum): RED=1; BLUE='b'
class Fl(enum.Flag): A=1; B=2
class Outer:
    class Inner: 
        def __eq__(s,o): return True
    def meth(self): pass
    def __eq__(s,o): return True
    @classmethod
    def cm(cls): pass
    @staticmethod
    def sm(): pass
import dataclasses
@dataclasses.dataclass
class DC: a:int; b:list=dataclasses.field(default_factory=list)
@dataclasses.dataclass(frozen=True,slots=True)
class DCS: a:int; b:str='x'
a=A(); a.x=1; a.me=a
A.__eq__=lambda s,o: s.x==o.x
s=S(); s.a=1
sd=SD(); sd.a=1; sd.c=2
r6=R6(); r6.l=[1,2]; r6.d={'a':1}
l=L([1,2]); l.attr=5
d=D(a=1); d.z=3
big=[1]; big.append(big)
vals=dict(none=None,true=True,false=False,i0=0,i1=255,i2=256,i3=65535,i4=65536,i5=-1,i6=2**31-1,i7=2**31,i8=-2**31,i9=-2**31-1,i10=2**63,i11=10**300,i12=-10**700,
 f=1.5,f2=float('inf'),f3=-0.0,f4=1e-320,c=1+2j,s0='',s1='abc',s2='é\u20ac😀\n\\',s3='x'*300,s4='a\udc80b',b0=b'',b1=b'abc\xff',b2=b'x'*300,ba=bytearray(b'abc'),
 t0=(),t1=(1,),t2=(1,2),t3=(1,2,3),t4=(1,2,3,4),l0=[],l1=[1],l2=list(range(2500)),d0={},d1={1:2},d2={i:i for i in range(2500)},set0=set(),set1={5},fs=frozenset([7]),
 nested=[[1,[2,'a','a']],{'a':('a',)}],
 a=a.__dict__ and A,ins=a,slots=s,slotsd=sd,st=P(5),stf=P(None),red=R(3),r6=r6,na=NA(1,2),nax=NAX(1,2),l=l,d=d,sub=I(5),ST=ST('q'),T=T((1,2)),nt=NT(1,2),
 enum=Col.RED,enum2=Col.BLUE,flag=Fl.A|Fl.B,inner=Outer.Inner(),innerc=Outer.Inner,cm=Outer.cm,sm=Outer.sm,bound=Outer().meth,um=Outer.meth,dc=DC(1,[2]),dcs=DCS(1),
 od=OrderedDict([('a',1),('b',2)]),dd=defaultdict(list,{1:[2]}),cnt=Counter('aab'),dq=deque([1,2],maxlen=5),dq2=deque([1]),cmap=ChainMap({1:2},{3:4}),
 dt=datetime.datetime(2020,1,2,3,4,5,6),date=datetime.date(2020,1,2),tm=datetime.time(1,2),td=datetime.timedelta(1,2,3),tz=datetime.timezone.utc,tz2=datetime.timezone(datetime.timedelta(hours=2),'X'),dtz=datetime.datetime(2020,1,1,tzinfo=datetime.timezone.utc),dtf=datetime.datetime(2020,1,1,fold=1),
 dec=decimal.Decimal('1.50'),fr=fractions.Fraction(1,3),rng=range(1,10,2),sl=slice(1,2),ell=...,ni=NotImplemented,typ=int,nonetype=type(None),fn=len,fn2=h,meth='abc'.upper,meth2=[].append,
 part=functools.partial(int,base=2),exc=ValueError('a',1),oserr=FileNotFoundError(2,'no','f'),ke=KeyError('k'),stopi=StopIteration(3),
 arr=array.array('i',[1,2,3]),rx=re.compile('a+',re.I),uu=uuid.UUID(int=5),pth=pathlib.PurePosixPath('/a/b'),pth2=pathlib.Path('x'),
 ig=operator.itemgetter(1),ag=operator.attrgetter('a.b'),mc=operator.methodcaller('x',1,k=2),it=iter([1,2]),cnt2=itertools.count(5),ns=types.SimpleNamespace(a=1),
 cyc=5, gen=types.GenericAlias(list,(int,)), un=int|str, prop=None, modu=None, bi=print, cls=types.FunctionType, memo=['x'*5]*3)
for k,v in vals.items(): show(k,v)

for p in range(6): x=pickle.loads(pickle.dumps(big,p)); print(x[1] is x, h(pickle.dumps(big,p)))
t=([],); t[0].append(t)
for p in range(6): x=pickle.loads(pickle.dumps(t,p)); print(x[0][0] is x, h(pickle.dumps(t,p)))
for bad in (lambda: 0, (i for i in ()), sys, io.StringIO('x') , open('/dev/null'), type('Loc',(),{}), type('Loc',(),{})(), memoryview(b''), {}.keys(), property(), classmethod(len), staticmethod(len), (x for x in []), sys._getframe(), iter({}.items()), zip(), map(len,[]), reversed([1]), enumerate([])):
    for p in (0,2,4):
        try: print(type(bad).__name__, p, len(pickle.dumps(bad,p)))
        except BaseException as e: print(type(bad).__name__,p,type(e).__name__, re.sub(r'0x[0-9a-f]+','0x',str(e)))
def f():
    def g(): pass
    class Q: pass
    for o in (g,Q,Q()):
        try: pickle.dumps(o)
        except BaseException as e: print(type(e).__name__, re.sub(r'0x[0-9a-f]+','0x',str(e)))
f()
for bad in (b'',b'\x80',b'\x80\x09.',b'junk',b'N',b'.',b'\x80\x04K.',b'cfoo\nbar\n.',b'cbuiltins\nnothing\n.',b'I12x\n.',b'(1.',b'\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xff.',b'h\x05.',b'0.',b"S'abc\n.",b'\x8c\x05ab.', b'L12\n.', b'F1.x\n.', b'V\\u12\n.', b'(lp0\n', b'\xff.', b'R.', b'K\x01K\x02R.', b'b.', b'K\x01K\x02b.', b'(K\x01d.', b'e.', b'P1\n.', b'Q.', b'\x97.',b'\x98.', b'\x93.', b'K\x01K\x02\x93.', b'\x81.', b'K\x01)\x81.', b'J\x01.', b'B\xff\xff\xff\xff.', b'T\xff\xff\xff\xff.', b'\x8e\xff\xff\xff\xff\xff\xff\xff\xff.', b'g5\n.', b'gx\n.', b'p-1\n.', b'\x82\x05.', b't.', b'(t.', b'1.', b's.',b'a.'):
    try: print(bad, pickle.loads(bad))
    except BaseException as e: print(bad, type(e).__name__, e)
for args in ((1,9),(1,-1),(1,'x'),(1,2.5)):
    try: print(pickle.dumps(*args))
    except BaseException as e: print(args, type(e).__name__, e)
for f in (lambda: pickle.loads('str'), lambda: pickle.load(5), lambda: pickle.dump(1,5), lambda: pickle.Pickler(5), lambda: pickle.Unpickler(5), lambda: pickle.load(io.BytesIO(b'')), lambda: pickle.load(io.StringIO('x')), lambda: pickle.dumps(1,4,buffer_callback=print),lambda: pickle.load(open('/dev/null'))):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
