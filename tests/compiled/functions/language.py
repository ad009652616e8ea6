import numpy as np, math
from numba import njit, jit, prange
def show(f,*a):
    try:
        r=f(*a); print(f.__name__,repr(r) if not isinstance(r,np.ndarray) else (r.dtype,r.shape,r.tolist()))
    except BaseException as e: print(f.__name__,type(e).__name__,str(e).split('\n')[:2])
@njit
def primes(n):
    sieve=np.ones(n+1,dtype=np.bool_)
    sieve[:2]=False
    for i in range(2,int(n**0.5)+1):
        if sieve[i]:
            sieve[i*i::i]=False
    return sieve.sum()
show(primes,1000)
@njit
def mandel(h,w,it):
    out=np.zeros((h,w),dtype=np.int64)
    for i in range(h):
        for j in range(w):
            c=complex(-2+3*j/w,-1.5+3*i/h)
            z=0j
            for k in range(it):
                z=z*z+c
                if z.real*z.real+z.imag*z.imag>4:
                    break
            out[i,j]=k
    return out
show(mandel,8,8,20)
@njit
def matmul(a,b):
    m,k=a.shape; n=b.shape[1]
    c=np.zeros((m,n))
    for i in range(m):
        for j in range(n):
            s=0.0
            for l in range(k): s+=a[i,l]*b[l,j]
            c[i,j]=s
    return c
show(matmul,np.arange(6.).reshape(2,3),np.arange(6.).reshape(3,2))
@njit
def expr(a,b): return a*2+b-np.sqrt(a)
show(expr,np.arange(4.),np.ones(4)); show(expr,np.arange(4.),np.ones((2,4)))

@njit
def sl(a): return a[1:3], a[::-1], a[::2]
for r in sl(np.arange(6)): print(r, r.strides)
@njit
def wh(n):
    i=0
    while True:
        i+=1
        if i>n: break
    else:
        i=-1
    return i
show(wh,5)
@njit
def forelse(a,x):
    for i in range(len(a)):
        if a[i]==x:
            r=i
            break
    else:
        r=-1
    return r
show(forelse,np.arange(4),2); show(forelse,np.arange(4),9)
@njit
def opt(a):
    r=None
    if a>0: r=a
    return r
show(opt,1); show(opt,-1)
@njit
def clos(n):
    def inner(x): return x*n
    f=lambda y: inner(y)+1
    return f(3)+inner(2)
show(clos,4)
@njit
def helper(x,y=3): return x+y
@njit
def caller(a): return helper(a)+helper(a,1)+helper(y=2,x=a)
show(caller,1); show(caller,1.5)
@njit
def ev(n): return True if n==0 else od(n-1)
@njit
def od(n): return False if n==0 else ev(n-1)
show(ev,4)
@njit
def bounds(a): return a[10]
@njit
def trye(a):
    try:
        if a>3: raise ValueError("big")
        r=1
    except Exception:
        r=2
    return r
show(trye,1); show(trye,5)
@njit
def raiser(a): raise ValueError("bad", a)
show(raiser,4)
@njit
def pr(a):
    print("a =",a, 1.5, True, (1,2.5))
pr(3)
@njit
def aug(a):
    a+=1
    a[0]*=5
    a[1:]-=2
    return a
x=np.arange(4.); show(aug,x); print(x)
@njit
def stencil(a):
    b=a.copy()
    for i in range(1,a.shape[0]-1):
        for j in range(1,a.shape[1]-1):
            b[i,j]=0.25*(a[i-1,j]+a[i+1,j]+a[i,j-1]+a[i,j+1])
    return b
show(stencil,np.arange(16.).reshape(4,4)**2)
@njit
def fancy(a,i): return a[i]
show(fancy,np.arange(5)*2,np.array([3,1,1])); show(fancy,np.arange(5),np.arange(5)>2); show(fancy,np.arange(6).reshape(3,2),np.array([2,0]))
@njit
def star(*args):
    s=0
    for a in args: s+=a
    return s
show(star,1,2,3)
@njit
def unpack(t):
    a,(b,c)=t
    return a+b*c
show(unpack,(1,(2,3.5)))
@njit(parallel=True)
def psum(a):
    s=0.0
    for i in prange(a.shape[0]): s+=a[i]
    return s
show(psum,np.arange(10.))
@njit("float64(float64)")
def sig(x): return x*2
show(sig,3); print(sig.signatures)
@jit(nopython=True)
def swap(a,b):
    a,b=b,a
    return a,b
show(swap,1,2.0)
@njit
def nested(n):
    t=0
    for i in range(n):
        for j in range(i,n,2):
            if (i+j)%3==0: continue
            t+=i*j
    return t
show(nested,10)
@njit
def arr2(): return np.array([[1,2],[3,4.5]])
@njit
def rev():
    s=0
    for i in reversed(range(5)): s=s*10+i
    for i in range(5,0,-2): s=s*10+i
    return s
@njit
def tr(a): return a.T.copy(), a.reshape(3,2), a.ravel(), a.astype(np.float32), a.T
for r in tr(np.arange(6).reshape(2,3)): print(r.dtype, r.tolist(), r.flags.c_contiguous)
class C:
    @staticmethod
    @njit
    def f(x): return x+1
print(C.f(2))
