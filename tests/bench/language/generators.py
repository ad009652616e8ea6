def count(limit):
    n = 0
    while n < limit:
        yield n
        n += 1


def evens(source):
    for n in source:
        if not n & 1:
            yield n


def chain(depth):
    if depth:
        yield from chain(depth - 1)
    yield depth


def run():
    total = 0
    for n in evens(count(1500000)):
        total += n
    for _ in range(20000):
        total += sum(chain(10))
    return total


print(run())
