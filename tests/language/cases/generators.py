# Generators, yield from, send, throw, close; coroutines, async for, async with.
def attempt(thunk):
    try:
        print(thunk())
    except BaseException as error:
        print(type(error).__name__, error)


def echo():
    received = None
    while True:
        try:
            received = yield received
        except ValueError as error:
            received = f"caught {error}"


e = echo()
print(next(e), e.send(1), e.send("two"), e.throw(ValueError("v")), e.send(3), e.throw(ValueError, "w"))
e.close()
attempt(lambda: next(e))
attempt(lambda: e.send(1))
attempt(lambda: echo().send(1))
attempt(lambda: echo().throw(KeyError("k")))


def returns():
    yield 1
    return "value"


r = returns()
next(r)
try:
    next(r)
except StopIteration as stop:
    print(stop.value, stop.args)


def delegates():
    value = yield from returns()
    print("delegate gave", value)
    other = yield from [10, 20]
    print("list gave", other)
    return "end"


print(list(delegates()))


def inner():
    try:
        x = yield "inner 1"
        print("inner got", x)
        yield "inner 2"
    except KeyError as error:
        print("inner caught", repr(error))
        yield "inner recovered"
    finally:
        print("inner finally")


def outer():
    try:
        yield from inner()
    except ValueError as error:
        print("outer caught", error)
        yield "outer recovered"


o = outer()
print(next(o), o.send("sent"), o.throw(KeyError("k")))
print(next(o, "default"))
o = outer()
next(o)
print(o.throw(ValueError("v")))
o = outer()
next(o)
o.close()


def ignores():
    try:
        yield
    except GeneratorExit:
        yield


i = ignores()
next(i)
attempt(i.close)


def stops():
    raise StopIteration("inside")
    yield


attempt(lambda: next(stops()))
print(sum(x * x for x in range(5)), list(x for x in "abc"), tuple(i for i in range(3)))
print(list((x, y) for x in range(3) for y in range(x) if x != y))
gen = (x for x in [1, 2, 3])
print(next(gen), list(gen), list(gen), type(gen).__name__)


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


f = fibonacci()
print([next(f) for _ in range(15)])


def countdown(n):
    if n > 0:
        yield n
        yield from countdown(n - 1)


print(list(countdown(20)))
lazy = (print("evaluated", x) or x for x in [1, 2])
print("before")
print(list(lazy))
attempt(lambda: (x for x in 5))
g = fibonacci()
print(g.gi_running, g.gi_frame is not None, g.gi_code.co_name, g.__name__, g.__qualname__)


def self_running():
    yield next(running)


running = self_running()
attempt(lambda: next(running))


def in_handler():
    try:
        raise ValueError("outer")
    except ValueError:
        yield 1
        try:
            raise
        except ValueError as error:
            yield str(error)


h = in_handler()
try:
    raise KeyError("caller")
except KeyError:
    print(next(h))
    print(next(h))
    try:
        raise
    except KeyError as error:
        print("still", repr(error))


# coroutines
class Awaitable:
    def __init__(self, value): self.value = value

    def __await__(self):
        received = yield self.value
        return received


def drive(coroutine, *values):
    results = []
    try:
        results.append(coroutine.send(None))
        for value in values:
            results.append(coroutine.send(value))
    except StopIteration as stop:
        results.append(("returned", stop.value))
    return results


async def simple(): return 5
async def waits():
    a = await Awaitable("first")
    b = await simple()
    c = await Awaitable("second")
    return a, b, c


print(drive(simple()), drive(waits(), "A", "B"))


class AsyncContext:
    async def __aenter__(self):
        print("aenter", await Awaitable("entering"))
        return "resource"

    async def __aexit__(self, kind, value, traceback):
        print("aexit", kind and kind.__name__)
        return kind is KeyError


async def uses_context():
    async with AsyncContext() as resource:
        print(resource)
    async with AsyncContext():
        raise KeyError("swallowed")
    try:
        async with AsyncContext() as a, AsyncContext() as b:
            raise ValueError("out")
    except ValueError as error:
        return str(error)


print(drive(uses_context(), 1, 2, 3, 4, 5))


class AsyncRange:
    def __init__(self, n): self.n, self.i = n, 0
    def __aiter__(self): return self

    async def __anext__(self):
        if self.i == self.n:
            raise StopAsyncIteration
        self.i += 1
        return self.i


async def iterates():
    seen = []
    async for x in AsyncRange(5):
        if x == 2: continue
        if x == 4: break
        seen.append(x)
    else:
        seen.append("else")
    async for x in AsyncRange(2):
        seen.append(x)
    else:
        seen.append("else")
    return seen, [x async for x in AsyncRange(3)], {x: x * 2 async for x in AsyncRange(2)}, [await simple() for _ in range(2)]


print(drive(iterates()))


async def agen(n):
    try:
        for i in range(n):
            received = yield i
            if received: print("received", received)
            await Awaitable(("waiting", i))
    finally:
        print("agen finally")


async def uses_agen():
    out = [x async for x in agen(2)]
    g = agen(3)
    out.append(await g.__anext__())
    out.append(await g.asend("hello"))
    await g.aclose()
    try:
        await g.__anext__()
    except StopAsyncIteration:
        out.append("stopped")
    return out


print(drive(uses_agen(), 1, 2, 3, 4))
attempt(lambda: drive(exec("async def f(): await 5\nc = f()", globals()) or c))
attempt(lambda: [x for x in simple()] if False else 0)
co = simple()
drive(co)
attempt(lambda: co.send(None))
print(type(co).__name__, type(agen(1)).__name__)


async def raises():
    raise ValueError("in coroutine")


async def catches():
    try:
        await raises()
    except ValueError as error:
        return "caught " + str(error)


print(drive(catches()))
