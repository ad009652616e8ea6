# Iterators of itertools: results, errors, states, copies, re-entrancy.
import copy
import itertools as I
import pickle


def show(f):
    try:
        result = f()
        print(list(I.islice(result, 6)) if hasattr(result, "__next__") else result)
    except BaseException as error:
        print(type(error).__name__, error)


class Chain(I.chain):
    pass


for f in [
    lambda: I.islice(), lambda: I.islice([1]), lambda: I.islice(1, 2, 3, 4, 5), lambda: I.islice([1], -1), lambda: I.islice([1], -1, 2),
    lambda: I.islice([1], 1, -2), lambda: I.islice([1], 1, 2, 0), lambda: I.islice([1], 1, 2, "a"), lambda: I.islice([1], 1, "a"),
    lambda: I.islice([1, 2, 3], None), lambda: I.islice(range(20), 3, None, 4), lambda: I.islice(range(20), 7, 5), lambda: I.islice([1], 2**70),
    lambda: I.count("a"), lambda: I.count(1, 2, 3), lambda: I.count(x=1), lambda: I.count(2.5, 0.5), lambda: I.count(2**63 - 2),
    lambda: I.count(-3, -2**62), lambda: I.count(1 + 2j), lambda: repr(I.count(10, -3)), lambda: repr(I.count(1.5)), lambda: repr(I.count(4)),
    lambda: I.count().__reduce__(), lambda: I.count(1, 2).__reduce__(), lambda: I.count(1, True).__reduce__(), lambda: I.count(2**63 - 2).__reduce__(),
    lambda: I.repeat(), lambda: I.repeat(1, "a"), lambda: I.repeat(1, 2.5), lambda: I.repeat(object=1, times=2), lambda: I.repeat(1, times=-4),
    lambda: I.repeat(1, 2, 3), lambda: repr(I.repeat("a")), lambda: repr(I.repeat("a", 3)), lambda: I.repeat(1).__length_hint__(),
    lambda: len(I.repeat(1, 3)), lambda: I.chain(a=1), lambda: Chain(a=1), lambda: list(I.chain(1)), lambda: Chain([1], "ab"),
    lambda: I.chain.from_iterable(), lambda: I.chain.from_iterable(1), lambda: type(Chain.from_iterable([[1], [2]])).__name__,
    lambda: I.cycle(), lambda: I.cycle(1), lambda: I.cycle([]), lambda: I.cycle("ab"), lambda: I.compress(1), lambda: I.compress([1], 1),
    lambda: I.compress("abcd", selectors=[1, 0, 1]), lambda: I.takewhile(1), lambda: I.takewhile(1, 2), lambda: list(I.takewhile(1, [2])),
    lambda: I.takewhile(lambda x: x < 3, range(9)), lambda: I.dropwhile(lambda x: x < 3, range(9)), lambda: I.filterfalse(None, [0, 1, 2, ""]),
    lambda: I.filterfalse(lambda x: x % 2, range(9)), lambda: I.starmap(1), lambda: list(I.starmap(pow, [1])),
    lambda: I.starmap(pow, [(1, 2), [3, 4], range(2, 4)]), lambda: I.pairwise(), lambda: I.pairwise(1), lambda: I.pairwise(iterable=[1]),
    lambda: I.pairwise("abcd"), lambda: I.accumulate(), lambda: I.accumulate(1), lambda: list(I.accumulate([1, "a"])),
    lambda: I.accumulate([1, 2], initial=5), lambda: I.accumulate([3, 1, 2], max), lambda: I.accumulate([], initial=None),
    lambda: I.groupby(), lambda: I.groupby(3), lambda: I.groupby([1], 3, 4), lambda: list(I.groupby([1], 3)),
    lambda: [(k, list(g)) for k, g in I.groupby("aabbbca", str.upper)], lambda: [(k, [*g]) for k, g in list(I.groupby("aabb"))],
    lambda: I.tee(), lambda: I.tee([1], -1), lambda: I.tee([1], "a"), lambda: I.tee(1), lambda: I.tee([1], 1, 2), lambda: I.tee([], 0),
    lambda: [list(t) for t in I.tee(range(3), 3)], lambda: I._tee(), lambda: I._tee_dataobject(iter([1]), [1], 3), lambda: I._grouper(1, 2),
    lambda: I.product(1), lambda: I.product([1], repeat=-1), lambda: I.product([1], repeat="a"), lambda: I.product([1], x=2),
    lambda: I.product([1], repeat=2**70), lambda: I.product([1] * 10, repeat=2**62), lambda: I.product("ab", [1, 2]), lambda: I.product(),
    lambda: I.product("ab", repeat=0), lambda: I.product("ab", repeat=3), lambda: I.product("ab", []), lambda: I.permutations(),
    lambda: I.permutations(1), lambda: I.permutations([1], "a"), lambda: I.permutations([1], -1), lambda: I.permutations([1], 2**70),
    lambda: I.permutations("abc"), lambda: list(I.permutations(range(4), 2)), lambda: I.permutations("ab", 3), lambda: I.combinations([1]),
    lambda: I.combinations([1], -1), lambda: I.combinations([1], "a"), lambda: I.combinations([1], 2**70), lambda: list(I.combinations("abcd", 2)),
    lambda: I.combinations("ab", 0), lambda: I.combinations_with_replacement("a", -1), lambda: list(I.combinations_with_replacement("abc", 2)),
    lambda: I.combinations_with_replacement("", 2), lambda: I.zip_longest(1), lambda: I.zip_longest([1], x=2), lambda: I.zip_longest("abc", [1], fillvalue=0),
    lambda: I.zip_longest(), lambda: list(map(lambda x: next(iter([])), [1])), lambda: list(I.takewhile(lambda x: next(iter([])), [1])),
    lambda: list(I.accumulate([1, 2], lambda a, b: next(iter([])))), lambda: I.chain.__setstate__(I.chain(), 1), lambda: I.chain().__setstate__(()),
    lambda: I.chain().__setstate__((1,)), lambda: I.cycle([1]).__setstate__((1, 2)), lambda: I.product([1], [2]).__setstate__(()),
    lambda: I.combinations([1], 1).__setstate__((1, 2)), lambda: I.permutations([1], 1).__setstate__((1, 2)), lambda: I.groupby([1]).__setstate__(2),
    lambda: I.tee([1])[0].__setstate__(1), lambda: I.accumulate([1]).__setstate__(), lambda: setattr(I.chain, "a", 1), lambda: I.chain[int],
    lambda: I.count[int], lambda: I.chain([1]).foo, lambda: I.count.__module__, lambda: I.tee([1])[0].__class__,
]:
    show(f)


# Copies and pickles go on where the first one is.
def makers():
    yield lambda: I.accumulate([1, 2, 3, 4], initial=None)
    yield lambda: I.accumulate([1, 2, 3, 4], max, initial=2)
    yield lambda: I.chain("abc", [1, 2])
    yield lambda: I.combinations(range(4), 2)
    yield lambda: I.combinations_with_replacement(range(3), 2)
    yield lambda: I.compress(range(9), [1, 0, 1, 1, 0, 1])
    yield lambda: I.count(7, 3)
    yield lambda: I.cycle("abc")
    yield lambda: I.dropwhile(bool, [1, 0, 2, 3])
    yield lambda: I.takewhile(bool, [1, 2, 3, 0, 2, 3])
    yield lambda: I.filterfalse(bool, [0, 1, 0.0, "", None])
    yield lambda: I.islice(range(40), 2, 30, 3)
    yield lambda: I.permutations(range(4), 3)
    yield lambda: I.product([1, 2], "ab", repeat=2)
    yield lambda: I.repeat("a", 4)
    yield lambda: I.starmap(pow, [(2, 3), (3, 2), (4, 2)])
    yield lambda: I.zip_longest("abcd", [1], fillvalue=9)
    yield lambda: I.tee(range(8))[0]


for make in makers():
    for steps in 0, 1, 2, 3, 5, 70:
        it = make()
        for _ in I.islice(it, steps):
            pass
        other, third = copy.copy(it), pickle.loads(pickle.dumps(make()))
        print(steps, list(I.islice(other, 4)), len(list(I.islice(third, 9))), end=" ")
    print()


# Functions that use the iterator they are called by.
def reentrant():
    def cell():
        yield from I.repeat(next(it), 2)

    it = I.chain([1], cell(), [2, 3])
    try:
        print(list(it))
    except ValueError as error:
        print(error)
    it = I.cycle([1, 2])
    it.__setstate__(([5, 6], 0))
    print(list(I.islice(it, 5)))

    class Again:
        def __iter__(self):
            return self

        def __next__(self):
            return next(first)
    first, second = I.tee(Again())
    try:
        next(first)
    except RuntimeError as error:
        print(error)

    def total(a, b):
        runs.__setstate__(100)
        return a + b
    runs = I.accumulate([1, 2, 3], total)
    print(list(runs))


reentrant()
kept = list(I.product("ab", repeat=2))
print(kept, len(set(map(id, I.permutations("abcde", 3)))))
