from operator import attrgetter, itemgetter, methodcaller


class Row:
    def __init__(self, n):
        self.n = n
        self.name = str(n * 7919 % 10007)


def run():
    total = 0
    pairs = [(n * 7919 % 10007, n) for n in range(20000)]
    rows = [Row(n) for n in range(20000)]
    for _ in range(4):
        total += sorted(pairs, key=itemgetter(0))[5][1] + sorted(pairs, key=itemgetter(1, 0))[5][1]
        total += sorted(rows, key=attrgetter("n"))[7].n + len(sorted(rows, key=attrgetter("name"))[7].name)
        total += sum(map(itemgetter(1), pairs)) + len(list(map(methodcaller("upper"), [row.name for row in rows])))
        total += len(sorted(pairs, key=lambda p: (p[0], p[1]))) + max(pairs, key=lambda p: p[1])[1] + min(rows, key=lambda r: r.name).n
        total += sum(map(lambda p: p[0], pairs)) + len(list(filter(lambda p: p[0] % 2, pairs)))
    return total


print(run())
