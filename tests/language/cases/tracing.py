"""sys.settrace and sys.setprofile: what they are told, of functions of many kinds."""
import sys
log = []
def tracer(frame, event, arg):
    shown = arg if arg is None or type(arg) in (int, str, list, tuple) else type(arg).__name__
    if event == "exception":
        shown = (arg[0].__name__, str(arg[1]), arg[2].tb_lineno)
    print(event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, shown)
    return tracer
def run(f, *args):
    print("---", f.__name__)
    sys.settrace(tracer)
    try:
        r = f(*args)
    except Exception as e:
        r = repr(e)
    sys.settrace(None)
    print("=>", r)
def simple(a):
    b = a + 1
    return b
def loop(n):
    total = 0
    for i in range(n):
        total += i
    return total
def wloop(n):
    while n > 0:
        n -= 1
    else:
        n = 5
    return n
def cond(x):
    if x:
        y = 1
    elif x is None:
        y = 2
    else:
        y = 3
    return y
def calls():
    x = simple(1)
    y = simple(x)
    return x + y
def fails():
    x = 1
    x / 0
    return x
def catches():
    try: fails()
    except ZeroDivisionError:
        r = "caught"
    finally:
        s = 1
    return r
def gen():
    yield 1
    x = 2
    yield x
def uses_gen():
    for v in gen():
        w = v
    return w
def comp():
    return [i * 2 for i in range(2)]
def one(): return 1
def withs():
    class CM:
        def __enter__(self):
            return self
        def __exit__(self, *a):
            return True
    with CM() as c:
        1 / 0
    return 3
def multi():
    x = simple(
        1)
    return (x,
            simple(2))
def nothing():
    pass
def lam():
    f = lambda q: q + 1
    return f(1)
for f, a in [(simple, (1,)), (loop, (2,)), (wloop, (2,)), (cond, (0,)), (cond, (1,)), (cond, (None,)), (calls, ()), (fails, ()), (catches, ()), (uses_gen, ()), (comp, ()), (one, ()), (withs, ()), (multi, ()), (nothing, ()), (lam, ())]:
    run(f, *a)
print(sys.gettrace())
def prof(frame, event, arg):
    if event in ("call", "return"):
        print(event, frame.f_code.co_name, arg)
sys.setprofile(prof)
calls()
try: fails()
except ZeroDivisionError: pass
uses_gen()
sys.setprofile(None)
def bad(frame, event, arg):
    raise KeyError("in tracer")
sys.settrace(bad)
try: simple(1)
except KeyError as e: print(repr(e), sys.gettrace())
def only_calls(frame, event, arg):
    print("only", event, frame.f_code.co_name)
sys.settrace(only_calls)
calls()
sys.settrace(None)
def local(frame, event, arg):
    def inner(frame, event, arg):
        print("inner", event)
        frame.f_trace_lines = False
    return inner
sys.settrace(local)
calls()
sys.settrace(None)
import threading
names = []
def in_thread(frame, event, arg):
    if frame.f_code.co_name == "simple":
        names.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    return in_thread
threading.settrace(in_thread)
t = threading.Thread(target=simple, args=(5,))
t.start()
t.join()
threading.settrace(None)
print(names, threading.gettrace(), sys.gettrace())
async def co():
    import asyncio
    await asyncio.sleep(0)
    return 5
events = []
def asynchronous(frame, event, arg):
    if frame.f_code.co_name == "co" and event != "exception":
        events.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    return asynchronous
import asyncio
sys.settrace(asynchronous)
print(asyncio.run(co()))
sys.settrace(None)
print(events)
sys.settrace(5)
try:
    simple(1)
except TypeError as e:
    print(e)
print(sys.gettrace())
def off(frame, event, arg):
    print(event)
    if event == "line":
        sys.settrace(None)
    return off
sys.settrace(off)
calls()
print(sys.gettrace())
