from itertools import *


def run():
    total = 0
    for _ in range(30):
        total += sum(chain(range(2000), range(2000))) + sum(islice(count(3), 3000))
        total += len(list(product(range(12), repeat=3))) + len(list(permutations(range(6)))) + len(list(combinations(range(14), 4)))
        total += sum(a * b for a, b in pairwise(range(2000))) + sum(accumulate(range(2000)))
        total += sum(len(list(group)) for _, group in groupby(range(2000), lambda n: n // 10))
        total += sum(takewhile(lambda n: n < 1500, count())) + sum(dropwhile(lambda n: n < 500, range(2000)))
        total += sum(compress(range(2000), cycle([1, 0, 1]))) + len(list(zip_longest(range(2000), range(1500))))
        total += sum(starmap(pow, zip(range(1000), repeat(2)))) + sum(filterfalse(lambda n: n % 3, range(2000)))
        first, second = tee(range(2000))
        total += sum(first) + sum(second)
        for a, b, c in product(range(10), range(10), range(10)):
            total += a + b - c
        for a, b in combinations(range(60), 2):
            total += b - a
    return total


print(run())
