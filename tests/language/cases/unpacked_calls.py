import functools


def show(*args, **kwargs):
    return args, kwargs


def plain(a, b=2, *, c=3):
    return a, b, c


def positional(a, b, /, c=5):
    return a, b, c


def generate(*items):
    for item in items:
        yield item


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


@logged
def recurse(n, step=1):
    return n if n <= 0 else recurse(n - step, step=step)


def attempt(call):
    try:
        print(call())
    except (TypeError, RecursionError, ValueError) as error:
        print(type(error).__name__, error)


print(show(*(), **{}), show(*(1, 2), **{"x": 1}), show(*[1], 2, *"ab", k=1, **{"z": 2}))
for call in (lambda: plain(*(1,)), lambda: plain(*(1, 2), **{"c": 4}), lambda: plain(**{"a": 1, "b": 5}), lambda: plain(*(1, 2, 3)),
             lambda: plain(*(1,), **{"a": 2}), lambda: plain(*(1,), **{"q": 2}), lambda: plain(**{}), lambda: plain(*()),
             lambda: plain(*(1,), **{1: 2}), lambda: positional(*(1,), **{"b": 2}), lambda: positional(*(1, 2), **{"c": 2}),
             lambda: list(generate(*range(3))), lambda: list(generate(*(1, 2), **{"a": 1})), lambda: show(*5), lambda: show(**5),
             lambda: show(*(1,), **{"x": 1}, **{"x": 2}), lambda: "{}{a}".format(*(1,), **{"a": 2}), lambda: int(*("11",), **{"base": 2}),
             lambda: (lambda *a: len(a))(*range(5000)), lambda: recurse(50), lambda: recurse(50, step=7), lambda: recurse.calls,
             lambda: sorted(*([3, 1],), **{"reverse": True}), lambda: show(*(1, 2), **dict.fromkeys("abcdefgh"))):
    attempt(call)


class C:
    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs

    def method(self, *args, **kwargs):
        return self.args, args, kwargs

    @classmethod
    def make(cls, *args, **kwargs):
        return cls(*args, **kwargs).method(*args, **kwargs)


print(C.make(1, k=2), C(*(1, 2), **{"q": 3}).kwargs)


class D(C):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)

    def method(self, *args, **kwargs):
        return super().method(*args, **kwargs)


print(D.make(1, 2, k=3))


class Loud:
    def __del__(self):
        print("gone")


def take(a, **rest):
    del a
    rest.clear()
    return show(*(1, 2), **{"c": 3})


print(take(*(Loud(),), **{"x": Loud()}))


def generator(*args, **kwargs):
    yield show(*args, **kwargs)
    yield [show(*pair) for pair in [args, (3,)]]


print(list(generator(1, 2, a=3)))


def endless(*args, **kwargs):
    return endless(*args, **kwargs)


attempt(lambda: endless(1, a=2))


def fails(*args):
    raise ValueError(args)


attempt(lambda: logged(fails)(1, 2))
print((lambda a, b: a - b)(*{"x": 1, "y": 2}.values()), max(*[1, 5, 3]), print(*[1, 2], sep="-", **{"end": "!\n"}))
