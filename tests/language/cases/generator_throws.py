# throw() and close(): contexts, frames, arguments; coroutines that were awaited already; code objects' replace().
import sys
import types
import warnings

warnings.simplefilter("ignore")


def told(error):
    chain = []
    while error is not None:
        chain.append(repr(error))
        error = error.__context__
    return " <- ".join(chain)


def attempt(function, *arguments):
    try:
        print("value", function(*arguments))
    except BaseException as error:
        print(told(error), repr(error.__cause__))


def plain():
    yield 1
    yield 2


def handling():
    try:
        raise KeyError("a")
    except KeyError:
        yield 1


def around(make):
    try:
        raise IndexError("outer")
    except IndexError:
        yield from make()


def swallowing():
    try:
        yield 1
    except ValueError as error:
        print("inside", told(error))
        yield 2


for make in (plain, handling, lambda: around(plain), lambda: around(handling), swallowing, lambda: around(swallowing)):
    generator = make()
    next(generator)
    attempt(generator.throw, ValueError("thrown"))
    generator = make()
    next(generator)
    try:
        raise RuntimeError("of the caller")
    except RuntimeError:
        attempt(generator.throw, ValueError)
    attempt(generator.throw, TypeError, "late")
    attempt(next, generator)

for arguments in ((ValueError, TypeError(1)), (ValueError, ValueError(1), None), (ValueError, "foo", 23), (ValueError(1), 2),
                  ("abc",), (0,), (list,), (ValueError, (1, 2)), (KeyError, None), ()):
    generator = plain()
    next(generator)
    attempt(generator.throw, *arguments)
try:
    raise ValueError("with a traceback")
except ValueError:
    generator = plain()
    next(generator)
    attempt(generator.throw, *sys.exc_info())


def stack():
    frame, names = sys._getframe(1), []
    while frame:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names


def inner():
    try:
        yield
    except ValueError:
        print(stack())
        yield
    finally:
        print(stack())


def outer():
    yield from inner()


generator = outer()
next(generator)
generator.throw(ValueError)
generator.close()


@types.coroutine
def pause():
    got = yield "paused"
    return got


@types.coroutine
def through(coroutine):
    return (yield from coroutine)


async def work():
    return [await pause(), await through(other())]


async def other():
    return await pause()


coroutine = work()
print(coroutine.send(None), coroutine.send(1), coroutine.cr_await.gi_code.co_name, coroutine.cr_await.gi_yieldfrom.cr_code.co_name)
attempt(coroutine.send, 2)
attempt(coroutine.send, None)
attempt(coroutine.throw, ValueError("wat"))
print(coroutine.close(), type(pause()), pause.__code__.co_flags & 0x100)


async def asynchronous():
    yield 1
    await pause()

made = asynchronous()
print(made.ag_frame.f_back, made.ag_await, made.ag_running)


class NotAwaitable:
    def __aiter__(self):
        return self

    def __anext__(self):
        return self

    def __await__(self):
        return 1 // 0


async def loop():
    async for item in NotAwaitable():
        pass

attempt(loop().send, None)
generator = plain()
next(generator)
generator.gi_frame.clear()
attempt(next, generator)


def code(a, b=2):
    return a + b

changed = code.__code__.replace(co_name="renamed", co_firstlineno=7, co_filename="elsewhere.py")
print(changed.co_name, changed.co_firstlineno, changed.co_filename, changed.co_varnames, code.__code__.co_name)
print(types.FunctionType(changed, {}, None, (5,))(1))
attempt(lambda: code.__code__.replace(co_name=1))
