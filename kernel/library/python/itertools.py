"""Iterators for efficient loops."""

import operator as _operator

__all__ = ["accumulate", "chain", "combinations", "combinations_with_replacement", "compress", "count", "cycle", "dropwhile",
           "filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat", "starmap", "takewhile", "tee",
           "zip_longest"]


def _iterator(function):
    "A class that looks like the function's name and whose instances run its generator."
    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def __init__(self, *args, **kwargs):
        self._run = function(*args, **kwargs)

    def __next__(self):
        return next(self._run)

    def __iter__(self):
        return self
    return type(function.__name__, (), {"__slots__": ("_run", "__weakref__"), "__new__": __new__, "__init__": __init__,
                                        "__next__": __next__, "__iter__": __iter__, "__doc__": function.__doc__,
                                        "__module__": "itertools", "__qualname__": function.__name__})


class count:
    "count(start=0, step=1): start, start + step, start + 2 * step, ..."

    __slots__ = ("_value", "_step")

    def __init__(self, start=0, step=1):
        for number in (start, step):
            if not hasattr(number, "__add__") or isinstance(number, (str, list, tuple, bytes)):
                raise TypeError("a number is required")
        self._value, self._step = start, step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._value
        self._value = value + self._step
        return value

    def __repr__(self):
        return f"count({self._value!r})" if self._step == 1 and isinstance(self._step, int) else f"count({self._value!r}, {self._step!r})"

    def __reduce__(self):
        return count, (self._value, self._step)


class repeat:
    "repeat(object[, times]): the same object again and again."

    __slots__ = ("_object", "_left")

    def __init__(self, object, times=None):
        self._object = object
        self._left = None if times is None else max(0, _operator.index(times))

    def __iter__(self):
        return self

    def __next__(self):
        if self._left is None:
            return self._object
        if self._left == 0:
            raise StopIteration
        self._left -= 1
        return self._object

    def __length_hint__(self):
        if self._left is None:
            raise TypeError("len() of unsized object")
        return self._left

    def __repr__(self):
        return f"repeat({self._object!r})" if self._left is None else f"repeat({self._object!r}, {self._left})"


@_iterator
def cycle(iterable, /):
    "The items of an iterable again and again."
    return _cycle(iter(iterable))


def _cycle(items):
    saved = []
    for item in items:
        yield item
        saved.append(item)
    while saved:
        yield from saved


class chain:
    "chain(*iterables): the items of the first, then those of the next, ..."

    __slots__ = ("_run", "__weakref__")

    def __init__(self, *iterables):
        self._run = _chain(iterables)

    @classmethod
    def from_iterable(cls, iterable, /):
        "As chain(*iterable), with the iterables taken one by one."
        self = cls.__new__(cls)
        self._run = _chain(iterable)
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._run)


def _chain(iterables):
    for iterable in iterables:
        yield from iterable


@_iterator
def accumulate(iterable, func=None, *, initial=None):
    "Running sums, or running results of a function of two arguments."
    return _accumulate(iter(iterable), _operator.add if func is None else func, initial)


def _accumulate(items, func, total):
    if total is None:
        for total in items:
            break
        else:
            return
    yield total
    for item in items:
        total = func(total, item)
        yield total


@_iterator
def compress(data, selectors):
    "The items whose selector is true."
    return (item for item, selected in zip(data, selectors) if selected)


@_iterator
def dropwhile(predicate, iterable, /):
    "The items from the first one on for which the predicate is false."
    return _dropwhile(predicate, iter(iterable))


def _dropwhile(predicate, items):
    for item in items:
        if not predicate(item):
            yield item
            break
    yield from items


@_iterator
def takewhile(predicate, iterable, /):
    "The items before the first one for which the predicate is false."
    return _takewhile(predicate, iter(iterable))


def _takewhile(predicate, items):
    for item in items:
        if not predicate(item):
            return
        yield item


@_iterator
def filterfalse(function, iterable, /):
    "The items for which the function is false."
    if function is None:
        return (item for item in iterable if not item)
    return (item for item in iterable if not function(item))


@_iterator
def starmap(function, iterable, /):
    "function(*item) for each item."
    return (function(*item) for item in iterable)


@_iterator
def islice(iterable, *args):
    "islice(iterable, [start,] stop[, step]): as a slice of a list."
    if not 1 <= len(args) <= 3:
        raise TypeError("islice expected at %s %d arguments, got %d" % (("least", 2, 1) if not args else ("most", 4, len(args) + 1)))
    bounds = slice(*args)
    start = 0 if bounds.start is None else bounds.start
    step = 1 if bounds.step is None else bounds.step
    stop = bounds.stop
    for value, name in ((start, "Indices"), (stop, "Stop argument" if len(args) == 1 else "Indices"), (step, "Step")):
        if value is not None and (not hasattr(value, "__index__") or _operator.index(value) < (1 if name == "Step" else 0)):
            if name == "Step":
                raise ValueError("Step for islice() must be a positive integer or None.")
            raise ValueError(f"{name} for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iter(iterable), _operator.index(start), None if stop is None else _operator.index(stop), _operator.index(step))


def _islice(items, start, stop, step):
    wanted, at = start, 0
    if stop is not None and stop <= start:
        for _ in zip(range(stop), items):
            pass
        return
    for item in items:
        if at == wanted:
            yield item
            wanted += step
            if stop is not None and wanted >= stop:
                # What lies before `stop` is consumed, as by a loop over it.
                while at + 1 < stop:
                    at += 1
                    for _ in items:
                        break
                    else:
                        return
                return
        at += 1


@_iterator
def pairwise(iterable, /):
    "Each item with the one after it."
    return _pairwise(iter(iterable))


def _pairwise(items):
    for before in items:
        break
    else:
        return
    for item in items:
        yield before, item
        before = item


@_iterator
def product(*iterables, repeat=1):
    "Every choice of one item from each: as nested loops."
    pools = [tuple(pool) for pool in iterables] * repeat
    return _product(pools)


def _product(pools):
    if not all(pools):
        return
    at = [0] * len(pools)
    item = [pool[0] for pool in pools]
    while True:
        yield tuple(item)
        for i in reversed(range(len(pools))):
            at[i] += 1
            if at[i] < len(pools[i]):
                item[i] = pools[i][at[i]]
                break
            at[i] = 0
            item[i] = pools[i][0]
        else:
            return


def _check_r(r):
    r = _operator.index(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return r


@_iterator
def permutations(iterable, r=None):
    "Every order of r of the items."
    pool = tuple(iterable)
    if r is not None and not isinstance(r, int):
        raise TypeError("Expected int as r")
    return _permutations(pool, len(pool) if r is None else _check_r(r))


def _permutations(pool, r):
    n = len(pool)
    if r > n:
        return
    order, turns = list(range(n)), list(range(n, n - r, -1))
    yield tuple([pool[i] for i in order[:r]])
    while n:
        for i in reversed(range(r)):
            turns[i] -= 1
            if turns[i] == 0:
                order[i:] = order[i + 1:] + order[i:i + 1]
                turns[i] = n - i
            else:
                j = -turns[i]
                order[i], order[j] = order[j], order[i]
                yield tuple([pool[k] for k in order[:r]])
                break
        else:
            return


@_iterator
def combinations(iterable, r):
    "Every choice of r of the items, in their order."
    return _combinations(tuple(iterable), _check_r(r))


def _combinations(pool, r):
    n = len(pool)
    if r > n:
        return
    chosen = list(range(r))
    yield tuple([pool[i] for i in chosen])
    while True:
        for i in reversed(range(r)):
            if chosen[i] != i + n - r:
                break
        else:
            return
        chosen[i] += 1
        for j in range(i + 1, r):
            chosen[j] = chosen[j - 1] + 1
        yield tuple([pool[i] for i in chosen])


@_iterator
def combinations_with_replacement(iterable, r):
    "As combinations, where an item may come more than once."
    return _combinations_with_replacement(tuple(iterable), _check_r(r))


def _combinations_with_replacement(pool, r):
    n = len(pool)
    if not n and r:
        return
    chosen = [0] * r
    yield tuple([pool[i] for i in chosen])
    while True:
        for i in reversed(range(r)):
            if chosen[i] != n - 1:
                break
        else:
            return
        chosen[i:] = [chosen[i] + 1] * (r - i)
        yield tuple([pool[i] for i in chosen])


@_iterator
def zip_longest(*iterables, fillvalue=None):
    "As zip, until the longest ends; the others give the fill value."
    return _zip_longest([iter(iterable) for iterable in iterables], fillvalue)


def _zip_longest(iterators, fillvalue):
    active = len(iterators)
    if not active:
        return
    ended = repeat(fillvalue)
    while True:
        row = []
        for i, iterator in enumerate(iterators):
            try:
                row.append(next(iterator))
            except StopIteration:
                active -= 1
                if not active:
                    return
                iterators[i] = ended
                row.append(fillvalue)
        yield tuple(row)


class groupby:
    "groupby(iterable, key=None): (key, group) for each run of items with the same key."

    __slots__ = ("_items", "_key", "_target", "_current", "_value", "_group")

    def __init__(self, iterable, key=None):
        self._items, self._key, self._group = iter(iterable), key, None
        self._target = self._current = self._value = object()

    def __iter__(self):
        return self

    def _advance(self):
        self._value = next(self._items)
        self._current = self._value if self._key is None else self._key(self._value)

    def __next__(self):
        self._group = None  # the group handed out before ends here
        while self._current is self._target or self._current == self._target:
            self._advance()
        self._target = self._current
        self._group = object()
        return self._current, self._members(self._target, self._group)

    def _members(self, target, group):
        while self._group is group and self._current == target:
            yield self._value
            try:
                self._advance()
            except StopIteration:
                return


class _Tee:
    __slots__ = ("_link", "_items", "__weakref__")

    def __init__(self, items, link):
        self._items, self._link = items, link

    def __iter__(self):
        return self

    def __next__(self):
        link = self._link
        if link[1] is None:
            link[0] = next(self._items)
            link[1] = [None, None]
        value, self._link = link
        return value

    def __copy__(self):
        return _Tee(self._items, self._link)


def tee(iterable, n=2, /):
    "n iterators over the same items."
    if n < 0:
        raise ValueError("n must be >= 0")
    first = iterable if isinstance(iterable, _Tee) else _Tee(iter(iterable), [None, None])
    return tuple([first] + [first.__copy__() for _ in range(n - 1)]) if n else ()
