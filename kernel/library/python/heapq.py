"""Heaps in lists: the smallest item is always the first."""


__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def heappush(heap, item):
    "Push an item onto the heap."
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    "Pop the smallest item off the heap."
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return smallest


def heapreplace(heap, item):
    "Pop the smallest item, then push the new one."
    smallest = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return smallest


def heappushpop(heap, item):
    "Push the new item, then pop the smallest."
    return heapreplace(heap, item) if heap and heap[0] < item else item


def heapify(x):
    "Make a heap of a list, in place."
    for i in reversed(range(len(x) // 2)):
        _sink(x, i)


def _rise(heap, start, at, largest=False):
    item = heap[at]
    while at > start:
        parent = (at - 1) >> 1
        if not (heap[parent] < item if largest else item < heap[parent]):
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _sink(heap, at, largest=False):
    # The child that belongs higher comes up until a leaf is reached; the item then rises from there.
    end, start, item = len(heap), at, heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end:
            left, right = heap[child], heap[child + 1]
            if not (right < left if largest else left < right):
                child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at, largest)


def _heappop_max(heap):
    "Pop the largest item off a heap that has it first."
    last = heap.pop()
    if not heap:
        return last
    largest = heap[0]
    heap[0] = last
    _sink(heap, 0, True)
    return largest


def _heapreplace_max(heap, item):
    "Pop the largest item, then push the new one."
    largest = heap[0]
    heap[0] = item
    _sink(heap, 0, True)
    return largest


def _heapify_max(x):
    "Make a heap with the largest item first, in place."
    for i in reversed(range(len(x) // 2)):
        _sink(x, i, True)


def merge(*iterables, key=None, reverse=False):
    """The items of sorted iterables in one sorted run, as an iterator.

    >>> from heapq import merge
    >>> list(merge([1, 4], [2, 3, 9]))
    [1, 2, 3, 4, 9]
    """
    heapify, pop, replace = (_heapify_max, _heappop_max, _heapreplace_max) if reverse else (_heapify, _heappop, _heapreplace)
    step = -1 if reverse else 1
    # One entry a run: [key of its next item, its place among the runs, how to get the next one, the item].
    runs = []
    for order, iterable in enumerate(map(iter, iterables)):
        advance = iterable.__next__
        try:
            item = advance()
        except StopIteration:
            continue
        runs.append([item if key is None else key(item), order * step, advance, item])
    heapify(runs)
    while len(runs) > 1:
        try:
            if key is None:
                while True:
                    run = runs[0]
                    yield run[3]
                    run[0] = run[3] = run[2]()
                    replace(runs, run)
            while True:
                run = runs[0]
                yield run[3]
                item = run[3] = run[2]()
                run[0] = key(item)
                replace(runs, run)
        except StopIteration:
            pop(runs)
    if runs:
        _, _, advance, item = runs[0]
        yield item
        yield from advance.__self__


def _extreme(n, iterable, key, largest):
    # The n best so far are a heap with the worst of them first.
    heapify, replace = (_heapify, _heapreplace) if largest else (_heapify_max, _heapreplace_max)
    step = -1 if largest else 1
    items = iter(iterable)
    best = [(item if key is None else key(item), order * step, item) for order, item in zip(range(n), items)]
    if not best:
        return best
    heapify(best)
    worst, order = best[0][0], n * step
    if key is None:
        for item in items:
            if worst < item if largest else item < worst:
                replace(best, (item, order, item))
                worst = best[0][0]
                order += step
    else:
        for item in items:
            rank = key(item)
            if worst < rank if largest else rank < worst:
                replace(best, (rank, order, item))
                worst = best[0][0]
                order += step
    best.sort(reverse=largest)
    return [item for _, _, item in best]


def _extremes(n, iterable, key, largest):
    if n == 1:
        nothing = object()
        best = (max if largest else min)(iter(iterable), default=nothing, key=key)
        return [] if best is nothing else [best]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=largest)[:n]
    return _extreme(n, iterable, key, largest)


def nlargest(n, iterable, key=None):
    "The n largest items, as sorted(iterable, key=key, reverse=True)[:n]."
    return _extremes(n, iterable, key, True)


def nsmallest(n, iterable, key=None):
    "The n smallest items, as sorted(iterable, key=key)[:n]."
    return _extremes(n, iterable, key, False)


try:
    from _heapq import *
    from _heapq import _heappop_max, _heapreplace_max, _heapify_max
except ImportError:
    pass
_heapify, _heappop, _heapreplace = heapify, heappop, heapreplace
