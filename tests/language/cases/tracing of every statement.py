"""The lines that are told of each kind of statement."""
import contextlib
import sys
def a(x):
    if x:
        y = 1
def b(x):
    for i in range(x):
        y = 1
def c(x):
    while x:
        x = 0
def d(x):
    with contextlib.nullcontext():
        y = 1
def e(x):
    try:
        1/x
    except ZeroDivisionError:
        y = 1
def f(x):
    match x:
        case 0:
            y = 1
        case 1:
            y = 2
def g(x):
    if x:
        y = 1
    elif x == 0:
        y = 2
    else:
        y = 3
def h(x):
    for i in range(x):
        y = 1
    else:
        y = 2
def i(x):
    def inner(): pass
    class A:
        z = 1
def j(x):
    if x:
        if x > 1:
            y = 1
def k(x):
    match x:
        case 0:
            y = 1
        case _:
            y = 2
def l(x):
    try:
        y = 1
    finally:
        z = 1
def m(x):
    while True:
        if x: break
        x += 1
def n(x):
    match x:
        case str():
            y = 1
        case int() | float() if x > 0:
            y = 2
        case _ if x == 5:
            y = 7
        case z:
            y = 3
def o(x):
    match x:
        case _:
            y = 3
lines = []
def tr(fr, ev, arg):
    if ev == 'line' and fr.f_code is fn.__code__: lines.append(fr.f_lineno - fr.f_code.co_firstlineno)
    return tr
for fn in a,b,c,d,e,f,g,h,i,j,k,l,m,n,o:
    for x in 0,1,2:
        lines.clear()
        sys.settrace(tr); fn(x); sys.settrace(None)
        print(fn.__name__, x, lines)


def generating(n):
    yield n
    return n


def delegating(n):
    r = yield from generating(n)
    for v in generating(r):
        yield v
    return None


async def waiting(n):
    return n


async def awaiting(n):
    a = await waiting(n)
    b = await waiting(None)
    return a


def everything(frame, event, argument):
    if frame.f_code.co_filename == __file__ and frame.f_code.co_name != "<module>":
        print(frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno,
              repr(argument) if event == "return" else argument and [argument[0].__name__, repr(argument[1]), argument[2] is None])
    return everything


def drive():
    for v in delegating(1):
        pass
    try:
        awaiting(3).send(None)
    except StopIteration as stop:
        pass


sys.settrace(everything)
drive()
sys.settrace(None)


def assigning(frame, event, argument):
    if event == "line" and frame.f_lineno - frame.f_code.co_firstlineno == 3:
        frame.f_locals.update(a=50, cell=60, unknown=1)
    return assigning


def assigned(a):
    cell = 1
    inner = lambda: cell
    a = a + 0
    return a, cell, inner()


sys.settrace(assigning)
print(assigned(1))
sys.settrace(None)


def late():
    "Tracing that begins in a frame that was called."
    frame = sys._getframe(1)
    while frame:
        frame.f_trace = everything
        frame = frame.f_back
    sys.settrace(everything)


def outside():
    late()
    x = 1
    return x


def far_outside():
    y = outside()
    return [y, sys.settrace(None)]


print(far_outside())
