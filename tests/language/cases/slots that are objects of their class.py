# Special methods that are objects of their own class, or built-in descriptors of one: what leads back to itself is a TypeError or
# a RecursionError, and the program goes on; in a thread, too. Only the kind of each outcome is compared.
import copy
import math
import operator
import os
import threading
import types

NAMES = """__get__ __set__ __delete__ __call__ __getattr__ __getattribute__ __setattr__ __delattr__ __iter__ __next__ __index__ __hash__
__eq__ __lt__ __repr__ __str__ __bool__ __len__ __contains__ __format__ __instancecheck__ __subclasscheck__ __class_getitem__
__set_name__ __init_subclass__ __prepare__ __enter__ __exit__ __await__ __aiter__ __anext__ __new__ __init__ __getitem__ __setitem__
__delitem__ __missing__ __add__ __radd__ __iadd__ __neg__ __int__ __float__ __complex__ __bytes__ __round__ __reversed__
__length_hint__ __dir__ __reduce_ex__ __copy__ __deepcopy__ __mro_entries__ __pow__ __abs__ __match_args__""".split()
KINDS = {"itself": lambda D, d: d, "classmethod": lambda D, d: classmethod(classmethod(d)), "property": lambda D, d: property(d),
         "staticmethod": lambda D, d: staticmethod(staticmethod(d)), "method": lambda D, d: types.MethodType(d, d) if callable(d) else d}
EXTRA = [[], ["__call__"], ["__get__"], ["__call__", "__get__"]]


def run(make):
    coroutine = make()
    try:
        coroutine.send(None)
    except StopIteration as error:
        return error.value
    finally:
        coroutine.close()


async def awaiting(x): return await x
async def looping(x):
    async for y in x:
        return y
def entering(x):
    with x:
        pass
def delegating(x):
    def generator():
        yield from x
    return next(generator())
def deriving(D):
    class S(D): pass
def of_metaclass(d):
    class S(metaclass=d): pass
def named(d):
    class S: a = d
    S.a, S().a
def stored(d):
    class S: a = d
    S().a = 1
    del S().a
def matching(D, d):
    match d:
        case D(a): pass
        case [a]: pass
        case {"a": 1}: pass
def raising(d):
    try: raise ValueError
    except d: pass
def attributes(d):
    d.y = 1
    del d.y
def items(d):
    d[0] = 1
    del d[0]
def added(d): d += 1


OPERATIONS = [
    lambda D, d: d.x, lambda D, d: D.x, lambda D, d: attributes(d), lambda D, d: d(), lambda D, d: D(), lambda D, d: D(1), lambda D, d: iter(d),
    lambda D, d: next(d), lambda D, d: [*d], lambda D, d: operator.index(d), lambda D, d: hash(d), lambda D, d: d == 1, lambda D, d: d < 1,
    lambda D, d: repr(d), lambda D, d: str(d), lambda D, d: bool(d), lambda D, d: len(d), lambda D, d: 1 in d, lambda D, d: format(d),
    lambda D, d: isinstance(1, d), lambda D, d: issubclass(int, d), lambda D, d: isinstance(d, int), lambda D, d: D[1], lambda D, d: d[1],
    lambda D, d: items(d), lambda D, d: named(d), lambda D, d: stored(d), lambda D, d: deriving(D), lambda D, d: deriving(d),
    lambda D, d: of_metaclass(d), lambda D, d: entering(d), lambda D, d: run(lambda: awaiting(d)), lambda D, d: run(lambda: looping(d)),
    lambda D, d: delegating(d), lambda D, d: d + 1, lambda D, d: 1 + d, lambda D, d: added(d), lambda D, d: -d, lambda D, d: int(d),
    lambda D, d: float(d), lambda D, d: complex(d), lambda D, d: bytes(d), lambda D, d: round(d), lambda D, d: reversed(d),
    lambda D, d: dir(d), lambda D, d: copy.copy(d), lambda D, d: abs(d), lambda D, d: d ** 2,
    lambda D, d: matching(D, d), lambda D, d: raising(d), lambda D, d: list(map(d, [1])), lambda D, d: [1, 2][d], lambda D, d: super(D, d).x,
    lambda D, d: d.__get__(d, D), lambda D, d: os.fspath(d), lambda D, d: eval("x", {}, d), lambda D, d: "".join(d), lambda D, d: dict(d)]


def outcome(names, kind, number):
    D = type("D", (), {})
    d = D()
    for name in names:
        setattr(D, name, KINDS[kind](D, d))
    type.__setattr__(D, "x", d)
    try:
        return type(OPERATIONS[number](D, d)).__name__
    except BaseException as error:
        return type(error).__name__


def show(kind, names):
    print(kind, *names, *[outcome(names, kind, number) for number in range(len(OPERATIONS))])


def show_all():
    for kind in KINDS:
        for name in NAMES:
            show(kind, [name])
    for extra in EXTRA[1:]:
        for name in NAMES:
            if name not in extra:
                show("itself", [name] + extra)


show_all()
for names in ["__get__"], ["__get__", "__call__"], ["__call__"], ["__getattr__", "__call__"], ["__new__", "__call__"]:
    thread = threading.Thread(target=show, args=("itself", names))
    thread.start()
    thread.join()

# Classes that make themselves.


def attempt(function):
    try:
        function()
    except BaseException as error:
        print(type(error).__name__)


for name in "__new__", "__init__", "__call__":
    D = type("D", (), {})
    setattr(D, name, D)
    attempt(D)
    attempt(lambda: D()())


class Getter:
    __get__ = print


class Holder:
    x = Getter()


Getter.__repr__ = lambda self: "getter"
Holder.__repr__ = lambda self: "holder"
Holder.x, Holder().x
