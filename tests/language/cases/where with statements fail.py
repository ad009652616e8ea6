# where errors of with statements' entering and leaving are placed
import traceback
class C:
    def __init__(self,when): self.when=when
    def __enter__(self):
        if self.when==0: raise ValueError("enter")
    def __exit__(self,*a):
        raise ValueError("exit")
def t(f):
    try: f()
    except Exception: traceback.print_exc()
def a():
    with C(1): pass
def b():
    with C(1):
        pass
def c():
    with C(1) as x, C(1) as y:
        pass
def d():
    with C(1): 1/0
def e():
    with C(1):
        1/0
def f():
    with (C(1) as x,
          C(2) as y):
        z = 1
def g():
    with C(1): return 5
def h():
    with C(1):
        return 5
def i():
    for k in range(2):
        with C(1):
            break
def j():
    for k in range(2):
        with C(1): continue
def k():
    with C(1): pass; x = 5
def l():
    with C(0): pass
def m():
    with C(0) as q: pass
def n():
    with C(1), C(0) as q: pass
def o():
    if 1: x = 5
    if x == 5: 
        with C(1): pass  # comment
import sys
for fn in (a,b,c,d,e,f,g,h,i,j,k,l,m,n,o): t(fn)
class A:
    def __aenter__(self): raise ValueError
def t(f):
    try: f()
    except Exception: traceback.print_exc()
def a():
    with 5: pass
def b():
    with 5 as x:
        pass
def c():
    if 1:
        with (5 as x,
          6 as y): pass
def d():
  with open("/dev/null"), 5: pass # c
async def e():
    async with 5: pass # c
async def f():
    async with A() as a: pass # c
for fn in (a,b,c,d): t(fn)
for fn in e,f:
    try: fn().send(None)
    except Exception: traceback.print_exc()
