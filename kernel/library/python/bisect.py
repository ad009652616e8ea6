"""Places in sorted lists, found by halving."""

__all__ = ["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"]


def _halve(stands_before, items, start, end, key):
    # The first place of items[start:end] whose item does not stand before what is looked for.
    if start < 0:
        raise ValueError("lo must be non-negative")
    end = len(items) if end is None else end
    while start < end:
        middle = (start + end) // 2
        item = items[middle]
        if stands_before(item if key is None else key(item)):
            start = middle + 1
        else:
            end = middle
    return start


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    "Where to insert x in the sorted list a, behind the items equal to it."
    return _halve(lambda item: not x < item, a, lo, hi, key)


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    "Where to insert x in the sorted list a, in front of the items equal to it."
    return _halve(lambda item: item < x, a, lo, hi, key)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    "Insert x in the sorted list a, behind the items equal to it."
    at = bisect_right(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    "Insert x in the sorted list a, in front of the items equal to it."
    at = bisect_left(a, x if key is None else key(x), lo, hi, key=key)
    a.insert(at, x)


try:
    from _bisect import *
except ImportError:
    pass
bisect = bisect_right
insort = insort_right
