"""Heaps in lists: the smallest item is always the first."""

from _native import native_function as _native_function

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


@_native_function
def heappush(heap, item):
    "Push an item onto the heap."
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


@_native_function
def heappop(heap):
    "Pop the smallest item off the heap."
    last = heap.pop()
    if not heap:
        return last
    smallest = heap[0]
    heap[0] = last
    _sink(heap, 0)
    return smallest


@_native_function
def heapreplace(heap, item):
    "Pop the smallest item, then push the new one."
    smallest = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return smallest


@_native_function
def heappushpop(heap, item):
    "Push the new item, then pop the smallest."
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


@_native_function
def heapify(x):
    "Make a heap of a list, in place."
    for i in reversed(range(len(x) // 2)):
        _sink(x, i)


@_native_function
def _rise(heap, start, at):
    item = heap[at]
    while at > start:
        parent = (at - 1) >> 1
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


@_native_function
def _sink(heap, at):
    # The smaller child comes up until a leaf is reached; the item then rises from there.
    end, start, item = len(heap), at, heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


def merge(*iterables, key=None, reverse=False):
    "The items of sorted iterables in one sorted run."
    runs = []
    for order, iterable in enumerate(iterables):
        iterator = iter(iterable)
        for item in iterator:
            runs.append([item if key is None else key(item), order, item, iterator])
            break
    while runs:
        best = runs[0]
        for run in runs[1:]:
            if (best[0] < run[0]) if reverse else (run[0] < best[0]):
                best = run
        yield best[2]
        for item in best[3]:
            best[0], best[2] = item if key is None else key(item), item
            break
        else:
            runs.remove(best)


def nlargest(n, iterable, key=None):
    "The n largest items, as sorted(iterable, key=key, reverse=True)[:n]."
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def nsmallest(n, iterable, key=None):
    "The n smallest items, as sorted(iterable, key=key)[:n]."
    return sorted(iterable, key=key)[:max(n, 0)]
