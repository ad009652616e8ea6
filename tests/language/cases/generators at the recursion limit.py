# A generator that cannot be entered for want of depth has ended; one that delegates goes with it.
import sys
log = []
def g():
    log.append("start")
    x = yield 1
    log.append(("got", x))
    yield 2
    yield 3
def h():
    return (yield from g())
def down(k, how, it):
    if k: return down(k - 1, how, it)
    return how(it)
def y(it):
    for v in it: return v
async def c():
    await d()
import types
@types.coroutine
def d():
    yield 5
    yield 6
for make in g, h:
  for first in 0, 1:
    for how in (lambda it: it.send(None), y, next):
        for n in range(sys.getrecursionlimit() - 60, sys.getrecursionlimit() + 5):
            it = make()
            if first: next(it)
            del log[:]
            try:
                down(n, how, it)
            except RecursionError as e:
                break
        rest = []
        for _ in range(4):
            try: rest.append(next(it))
            except StopIteration: rest.append("stop")
            except Exception as e: rest.append(repr(e))
        print(make.__name__, first, log, rest)

# What a delegating generator handles is its own; what its delegate handles too.
def inner():
    print("inner", sys.exc_info()[0])
    try:
        yield 1
    except KeyError as error:
        print("caught", repr(error), repr(error.__context__), sys.exc_info()[1] is error)
        yield 2
        print("still", repr(sys.exc_info()[1]))
    yield sys._getframe().f_back.f_code.co_name
    return "end"


def middle(delegate):
    try:
        raise ValueError("middle")
    except ValueError:
        returned = yield from delegate
        print("back", repr(sys.exc_info()[1]), returned)
    print("after", sys.exc_info()[:2])
    yield from ()
    yield from [7]


def outer():
    delegate = inner()
    chain = middle(delegate)
    print(delegate.gi_running, chain.gi_yieldfrom)
    yield from chain
    print(delegate.gi_frame, delegate.gi_yieldfrom)


try:
    raise OSError("around")
except OSError:
    generator = outer()
    print(next(generator), repr(sys.exc_info()[1]))
    print(generator.gi_yieldfrom.__name__, generator.gi_yieldfrom.gi_yieldfrom.__name__, generator.gi_yieldfrom.gi_running)
    print(generator.throw(KeyError("thrown")), repr(sys.exc_info()[1]))
    for item in generator:
        print(item, repr(sys.exc_info()[1]))

def failing():
    yield 1
    raise LookupError("inside")


def relay(depth):
    try:
        if depth:
            yield from relay(depth - 1)
        else:
            yield from failing()
    finally:
        print("left", depth)


import traceback
try:
    list(relay(2))
except LookupError:
    traceback.print_exc(file=sys.stdout)
generator = relay(1)
next(generator)
generator.close()


def itself():
    yield from me


me = itself()
try:
    next(me)
except ValueError as error:
    print(error)


async def wait(n):
    if n:
        return await wait(n - 1) + 1
    await d()
    return 0


coroutine = wait(5)
print(coroutine.send(None), coroutine.send(None))
try:
    coroutine.send(None)
except StopIteration as stop:
    print(stop.value)
