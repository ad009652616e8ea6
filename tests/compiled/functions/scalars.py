from numba import njit
import numpy as np
import numba
def rt(f,*a):
    try:
        j=njit(f); r=j(*a); print(f.__name__,a,repr(r),j.nopython_signatures[-1])
    except BaseException as e: print(f.__name__,a,type(e).__name__,str(e).split('\n')[:2])
def div(a,b): return a/b
def fdiv(a,b): return a//b
def mod(a,b): return a%b
def powr(a,b): return a**b
def p2(a): return a**2
def pm(a): return a**-2
def p05(a): return a**0.5
def u8(a,b): return a+b
for f in (div,fdiv,mod,powr):
    for a in [(1,0),(1.0,0.0),(1j,0j),(7,-2),(-7,2),(7.5,-2.0),(True,True),(2,-1),(np.uint8(3),np.int8(-2)),(np.float32(3),2)]: rt(f,*a)
for x in (3,3.0,np.int32(3),np.float32(3),True): rt(p2,x);rt(pm,x);rt(p05,x)
def tern(a):
    return 1 if a else 2.5
rt(tern,True)
def loopun():
    x=0
    for i in range(3): x=x+0.5
    return x
rt(loopun)
def andor(a,b): return a and b
rt(andor,1,2.0); rt(andor,1,2)
def rnd(a): return round(a,2)
rt(rnd,1.2345)
def mx(a,b): return max(a,b)
rt(mx,1,2.5)
def cmpch(a): return 0<a<10
rt(cmpch,5)
def ass(a):
    assert a>0, "neg"
    return a
rt(ass,-1)
def ass2(a):
    assert a>0
    return a
rt(ass2,-1)
def tup(a): return a, a*2.0, (a,a)
rt(tup,1)
def shp(a): return a.shape
rt(shp,np.zeros((2,3)))
def ret(a): return a
x=np.zeros(3); j=njit(ret); print(j(x) is x)
def sl(a): return a[1:]
def idx(a): return a[1,2]
rt(idx,np.ones((3,3)))
def idx1(a): return a[1]
rt(idx1,np.ones((3,3)))
rt(idx1,(1,2.5,3)); rt(idx1,(1,2,3))
def nm(a): return a[-1]
rt(nm,np.arange(3.)); rt(nm,(1,2))
def st(a): a[0]=5; return a
rt(st,np.zeros(2,dtype=np.int8))
def enum(a):
    s=0
    for i,v in enumerate(a): s+=i*v
    return s
rt(enum,np.arange(4))
def zp(a,b):
    s=0.0
    for x,y in zip(a,b): s+=x*y
    return s
rt(zp,np.arange(4),np.ones(4))
def boolf(a): return not a
rt(boolf,3)
def inti(a): return int(a)
rt(inti,2.7); rt(inti,True); rt(inti,np.uint8(3))
def big(): return 2**40
def lit(): return 10**20
def i32(a): return np.int32(a)
rt(i32,3)
def u64(a): return np.uint64(a)+1
rt(u64,3)
def f32(a): return np.float32(a)*2.0
rt(f32,3)
def mixed(a,b): return a*b
rt(mixed,np.float32(2),3); rt(mixed,np.float32(2),3.0); rt(mixed,np.int32(2),np.int32(2)); rt(mixed,np.int8(2),True)
def neg(a): return -a
rt(neg,True)
def inv(a): return ~a
rt(inv,True);rt(inv,5)
def sh(a,b): return a<<b, a>>b
rt(sh,1,3); rt(sh,-8,1);
def isn(a): return a is None
rt(isn,None); rt(isn,3)
def recur(n): return n if n<2 else recur(n-1)+recur(n-2)
rt(recur,5)
@njit
def fib(n):
    if n<2: return n
    return fib(n-1)+fib(n-2)
print(fib(20),fib.nopython_signatures)
def noret(a): a+1
rt(noret,1)
def ix(a,i): return a[i]
rt(ix,np.arange(5),np.uint8(2)); rt(ix,np.arange(5),True); rt(ix,np.arange(6).reshape(2,3),(1,2))
rt(ix,np.arange(5),1.5)
