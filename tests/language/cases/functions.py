# Parameters of every kind, defaults, closures, recursion, attributes of functions.
def show(*args, **kwargs):
    print(args, sorted(kwargs.items()))


def attempt(thunk):
    try:
        print(thunk())
    except BaseException as error:
        print(type(error).__name__, error)


def none(): pass
def one(a): return a
def two(a, b): return a, b
def default(a, b=2, c=3): return a, b, c
def positional(a, b=5, /, c=6): return a, b, c
def keyword(*, a, b=2): return a, b
def everything(a, b=1, /, c=2, *rest, d, e=4, **more): return a, b, c, rest, d, e, sorted(more.items())


for call in [
    "none()", "none(1)", "none(1, 2)", "none(x=1)", "one()", "one(1)", "one(a=1)", "one(1, 2)", "one(1, a=2)", "one(b=1)",
    "two()", "two(1)", "two(b=1)", "two(1, 2, 3)", "default()", "default(1)", "default(1, c=9)", "default(1, 2, 3, 4)",
    "default(b=1)", "default(1, 2, b=3)", "positional()", "positional(1)", "positional(1, b=2)", "positional(1, 2, 3)",
    "positional(1, 2, 3, 4)", "positional(a=1)", "positional(a=1, b=2)", "keyword()", "keyword(1)", "keyword(1, a=2)",
    "keyword(a=1)", "keyword(b=1)", "keyword(a=1, b=2, c=3)", "everything()", "everything(1)", "everything(1, d=2)",
    "everything(1, 2, 3, 4, 5, d=6, e=7, f=8, g=9)", "everything(1, a=2, d=3)", "everything(*(1, 2), **{'d': 3})",
    "everything(*[1], *[2, 3], d=4, **{'x': 5}, **{'y': 6})", "everything(d=1, **{'d': 2})", "two(**{1: 2})",
    "two(*1)", "two(**1)", "two(*'ab')", "two(*{1: 2, 3: 4})", "one(**{'a': 1}, **{'a': 2})",
]:
    print(call, end=" -> ")
    attempt(lambda: eval(call))

show(1, 2, a=3)
show(*range(3), *"ab", x=1, **{"y": 2})


def counter():
    count = 0

    def step(by=1):
        nonlocal count
        count += by
        return count
    return step


first, second = counter(), counter()
print(first(), first(5), second(), first())
print([f() for f in [lambda: i for i in range(3)]])
print([f() for f in [lambda i=i: i for i in range(3)]])


def mutable(item, items=[]):
    items.append(item)
    return items


print(mutable(1), mutable(2), mutable.__defaults__)


def documented(a: int, b: "text" = None, *c: float, d: list = (), **e: dict) -> str:
    """The documentation.

    More of it."""
    return "x"


print(documented.__doc__)
print(documented.__annotations__)
print(documented.__name__, documented.__qualname__, documented.__module__, documented.__kwdefaults__)
documented.note = 5
print(documented.note, documented.__dict__, hasattr(documented, "nothing"))
code = documented.__code__
print(code.co_name, code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_varnames, code.co_flags & 12)
documented.__name__ = "renamed"
print(documented.__name__, documented.__qualname__)
print((lambda x: x).__name__, (lambda: 0).__qualname__)


def outer():
    class Inner:
        def method(self):
            return lambda: 0
    return Inner


print(outer().__qualname__, outer().method.__qualname__, outer()().method().__qualname__)


def recursive(n):
    return 1 if n == 0 else n * recursive(n - 1)


print(recursive(20), recursive(50))


def deep(n):
    return deep(n + 1)


attempt(lambda: deep(0))


def swap(a, b):
    a, b = b, a
    return a, b


print(swap(1, 2))


def shadows(len):
    return len + 1


print(shadows(1))


def late():
    return defined_later()


def defined_later():
    return "later"


print(late())


def conditional(flag):
    if flag:
        value = 1
    return value


attempt(lambda: conditional(True))
attempt(lambda: conditional(False))


def delete():
    x = 1
    del x
    return x


attempt(delete)


def free():
    def inner():
        return y
    attempt(inner)
    y = 1
    attempt(inner)
    del y
    attempt(inner)


free()
attempt(lambda: undefined_thing)


def star_only(*, a): return a


attempt(lambda: star_only(1))


def many(a, b, c, d): return a


attempt(lambda: many())
attempt(lambda: many(1, 2))
attempt(lambda: many(1, 2, 3))


def kwonly(*, a, b, c): return a


attempt(lambda: kwonly())
attempt(lambda: kwonly(a=1))
attempt(lambda: kwonly(a=1, b=2))


class Callable:
    def __call__(self, *args, **kwargs):
        return args, kwargs


print(Callable()(1, b=2))
print((lambda *a, **k: (a, k))(1, 2, x=3))
global_value = 1


def change_global():
    global global_value, new_global
    global_value += 1
    new_global = "new"


change_global()
print(global_value, new_global)


def decorate(*names):
    def decorator(function):
        def wrapper(*args):
            return names, function(*args)
        return wrapper
    return decorator


@decorate("a", "b")
@decorate("c")
def decorated(x):
    return x


print(decorated(5))
print(locals() is globals())


def local_names(a, b=2):
    c = a + b
    inner = lambda: c
    return sorted(k for k in locals() if k != "inner")


print(local_names(1))


def nested_default():
    x = 10

    def inner(a=x, *, b=x * 2):
        return a, b
    x = 20
    return inner()


print(nested_default())
exec("def made(a, b=3): return a * b")
print(made(4), eval("made(2, b=5)"), eval("x + y", {"x": 1}, {"y": 2}))
namespace = {}
exec("value = 1\ndef f(): return value", namespace)
print(namespace["f"](), sorted(k for k in namespace if not k.startswith("__")))
