def counter():
    count = 0

    def increment(by=1):
        nonlocal count
        count += by
        return count
    return increment


def logged(function):
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


@logged
def scale(x, factor=2):
    return x * factor


def compose(*functions):
    def composed(x):
        for function in functions:
            x = function(x)
        return x
    return composed


def memoize(function):
    memory = {}

    def wrapper(n):
        if n not in memory:
            memory[n] = function(n)
        return memory[n]
    return wrapper


@memoize
def ways(n):
    return 1 if n < 2 else ways(n - 1) + ways(n - 2)


def run():
    tick = counter()
    for i in range(300000):
        tick()
        tick(2)
    total = 0
    for i in range(200000):
        total += scale(i) + scale(i, factor=3)
    chain = compose(lambda x: x + 1, lambda x: x * 2, abs)
    for i in range(150000):
        total += chain(i)
    for i in range(300000):
        total += ways(i % 80) & 1
    return tick(), total, scale.calls


print(run())
