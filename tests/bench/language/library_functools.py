import functools
import operator


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@functools.lru_cache(maxsize=64)
def square(n):
    return n * n


@functools.lru_cache
def add(a, b=1):
    return a + b


class Circle:
    def __init__(self, r):
        self.r = r

    @functools.cached_property
    def area(self):
        return self.r * self.r


@functools.singledispatch
def kind(value):
    return 1


@kind.register(int)
def _(value):
    return 2


def run():
    total = 0
    for _ in range(300):
        fib.cache_clear()
        total += fib(90)
    for i in range(100000):
        total += square(i % 50) + square(i % 80)
        total += add(i % 100, b=2) + add(i % 10, 3)
    times = functools.partial(operator.mul, 3)
    shifted = functools.partial(pow, mod=7)
    for i in range(60000):
        total += times(i) + shifted(i, 2)
    total += functools.reduce(lambda a, b: a + b, range(100000)) + functools.reduce(operator.add, range(100000))
    total += len(sorted(range(20000), key=functools.cmp_to_key(lambda a, b: (a * 7919 % 10007) - (b * 7919 % 10007))))
    circles = [Circle(i) for i in range(10000)]
    total += sum(c.area for c in circles) + sum(c.area for c in circles)
    for i in range(30000):
        total += kind(i)
    return total


print(run())
