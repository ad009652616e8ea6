"""Kernels written in Python (cupyx.jit), on the current device; check_jit.py knows what they print."""
import cupy as cp, numpy as np, math
from cupyx import jit
@jit.rawkernel()
def copy(x, y, size):
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = x[i]
x=cp.arange(1000,dtype=cp.float32); y=cp.zeros_like(x)
copy((4,),(32,),(x,y,1000)); print(bool((x==y).all()))
copy[4,32](x,y,np.uint32(1000))
copy((4,),(32,),(x,y,x.size))
print(len(copy.cached_codes))
@jit.rawkernel()
def reduce(x, out):
    buf = jit.shared_memory(cp.float32, 128)
    t = jit.threadIdx.x
    buf[t] = x[jit.grid(1)]
    jit.syncthreads()
    s = 64
    while s > 0:
        if t < s:
            buf[t] += buf[t + s]
        jit.syncthreads()
        s //= 2
    if t == 0:
        jit.atomic_add(out, 0, buf[0])
out=cp.zeros(1,cp.float32)
reduce((4,),(128,),(cp.arange(512,dtype=cp.float32),out)); print(out, np.arange(512).sum())
@jit.rawkernel(device=True)
def sq(v, k):
    if k > 3:
        return v * v
    return v
@jit.rawkernel()
def two(a, b, c):
    i, j = jit.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        b[i, j] = sq(a[i, j], i) + cp.sin(a[i,j]) ** 2 + (i if i > j else -1.0) + c // 2 + j % 3 + math.pi
a=cp.arange(30.).reshape(5,6).T; b=cp.zeros((6,5))
two((1,1),(8,8),(a,b,7))
A=a.get(); I,J=np.mgrid[:6,:5]
print(np.abs(np.where(I>3,A*A,A)+np.sin(A)**2+np.where(I>J,I,-1)+3+J%3+math.pi - b.get()).max()<1e-5)
@jit.rawkernel()
def bad(x):
    x = foo(x)
try: bad((1,),(1,),(x,))
except Exception as e: print(type(e).__name__, str(e).splitlines()[0])
@jit.rawkernel()
def bad2(x):
    i = 1
    i = 2.5
try: bad2((1,),(1,),(x,))
except Exception as e: print(type(e).__name__, str(e).splitlines()[0])
try: jit.syncthreads()
except Exception as e: print(type(e).__name__, e)
@jit.rawkernel()
def hist(x, h):
    i = jit.grid(1)
    if i < len(x):
        jit.atomic_add(h, x[i] % 5, 1)
h=cp.zeros(5,cp.int64); hist((2,),(64,),(cp.arange(100),h)); print(h)
@jit.rawkernel()
def warp(x):
    t = jit.threadIdx.x
    v = x[t]
    for d in jit.range(4):
        v += jit.shfl_xor_sync(0xffffffff, v, 1 << d)
    x[t] = v
w=cp.arange(32); warp((1,),(32,),(w,)); print(w)
