"""Trace functions that raise, end tracing, recur, keep frames and collect garbage."""
import sys
def f(n):
    if n: return f(n - 1)
    return 0
def g():
    for i in range(3):
        yield i
class C:
    def __init__(self): self.x = 1
    @property
    def p(self): return self.x
    def __lt__(self, o): return True
def work():
    c = C(); c.p; sorted([C(), C()]); list(g()); [x for x in g()]; f(5)
    try: {}["k"]
    except KeyError: pass
    with open("/dev/null") as h: h.read()
    return "done"
# raising at the n-th event
for n in range(0, 160, 1):
    count = 0
    def tracer(frame, event, arg):
        global count
        count += 1
        if count == n: raise ValueError(n)
        return tracer
    sys.settrace(tracer)
    try:
        r = work()
        sys.settrace(None)
    except ValueError as e:
        r = repr(e)
    assert sys.gettrace() is None or r == "done", (n, r)
    sys.settrace(None)
print("raises ok")
def off(frame, event, arg):
    if event == "line": sys.settrace(None)
    return off
sys.settrace(off); print(work(), sys.gettrace())
def nested(frame, event, arg):
    sys.settrace(nested)
    f(2)
    work()
    return nested
sys.settrace(nested); work(); sys.settrace(None)
def collect(frame, event, arg):
    import gc; gc.collect(); frame.f_locals; frame.f_back; frame.f_trace = collect
    return collect
sys.settrace(collect); work(); sys.settrace(None)
sys.setrecursionlimit(300)
def plain(frame, event, arg): return plain
sys.settrace(plain)
try: f(1000)
except RecursionError as e: print("recursion", e)
sys.settrace(None)
def recursing(frame, event, arg): return recursing(frame, event, arg)
sys.settrace(recursing)
try: f(3)
except RecursionError as e: print("recursion in tracer")
print(sys.gettrace())
sys.setrecursionlimit(1000)
sys.settrace(5)
try: f(1)
except TypeError as e: print(e)
print(sys.gettrace())
frames = []
def keep(frame, event, arg):
    frames.append(frame); return keep
sys.settrace(keep); work(); sys.settrace(None)
print(len({id(x) for x in frames}) > 5, frames[-1].f_trace is None or True)
del frames
import threading
threading.settrace(plain); threading.setprofile(lambda *a: None)
ts = [threading.Thread(target=work) for _ in range(4)]
for t in ts: t.start()
for t in ts: t.join()
threading.settrace(None); threading.setprofile(None)
exec(compile("sys.settrace(plain)\nfor i in range(3): f(i)\nsys.settrace(None)", "x", "exec"))
it = g(); next(it)
sys.settrace(plain); next(it); it.close(); sys.settrace(None)
def gen2():
    try: yield 1
    finally: yield 2
it = gen2(); next(it)
sys.settrace(plain)
try: it.throw(ValueError("x"))
except ValueError: pass
sys.settrace(None)
del it
print("end")
sys.settrace(plain)
