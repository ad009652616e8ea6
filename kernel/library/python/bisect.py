"""Places in sorted lists, found by halving."""


__all__ = ["bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"]


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    "Where to insert x in the sorted list a, behind the items equal to it."
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    "Where to insert x in the sorted list a, in front of the items equal to it."
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


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
