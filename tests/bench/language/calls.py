def plain(a, b):
    return a + b


def defaults(a, b=2, *, c=3):
    return a + b + c


def star(*args, **kwargs):
    return len(args) + len(kwargs)


def closure(n):
    def inner(x):
        return x + n
    return inner


def run():
    total = 0
    add = closure(5)
    for i in range(500000):
        total += plain(i, 1) + defaults(i) + defaults(i, c=1) + add(i)
    for i in range(200000):
        total += star(i, 1, k=2) + len(str(i)) + abs(-i) + max(i, 3)
    return total


print(run())
