# Functions that are built in: what they look like, that classes do not bind them, and their messages about arguments.
import bisect
import functools
import heapq
import inspect
import itertools
import math
import operator
import os
import pickle
import time
import traceback
import zlib

for function in (heapq.heappush, heapq.heappop, heapq.heapify, heapq.heapreplace, heapq.heappushpop, bisect.bisect_left,
                 bisect.bisect, bisect.insort, functools.reduce, math.sin, operator.add, time.time, os.getcwd, len, zlib.crc32):
    class Holder:
        held = function
    print(function, type(function).__name__, Holder().held is Holder.held is function, inspect.isbuiltin(function),
          inspect.isfunction(function), inspect.isroutine(function), pickle.loads(pickle.dumps(function)) is function)

for function in (heapq.merge, heapq.nsmallest, functools.wraps, os.walk):
    class Holder:
        held = function
    print(type(function).__name__, type(Holder().held).__name__)

heap = [3, 1, 2]
heapq.heapify(heap)
print(heap, heapq.heappushpop(heap, 0), heapq.heapreplace(*(heap, 7)), heap)
print(functools.reduce(operator.add, [1, 2], 4), functools.reduce(*(max, [1, 5, 2])))
print(bisect.bisect_left([1, 2, 2, 3], 2, lo=1), list(map(functools.partial(bisect.bisect, [1, 2]), [0, 1, 2])))
try:
    heapq.heappush([1], "a")
except TypeError:
    print(traceback.format_exc().count("File"), traceback.format_exc().splitlines()[-1])


def told(function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except TypeError as error:
        print(getattr(function, "__qualname__", function), arguments, keywords, error)
    else:
        print("no error")


for function in (math.sin, math.atan2, math.hypot, math.isclose, math.perm, math.prod, time.sleep, time.localtime, operator.add,
                 operator.neg, os.listdir, os.mkdir, os.stat, os.fspath, zlib.compress, sum, round, pow, max, sorted, int, complex,
                 compile, exec, hash, len, hex, "".split, "".join, "".encode, "".find, "".startswith, "".upper, "".strip, [].sort,
                 [].append, [].pop, {}.items, set().add, set().union, (1).to_bytes, int.from_bytes, b"".decode, b"".count, b"".split):
    for arguments, keywords in (((1,) * 9, {}), ((), {"zz": 1}), ((1,), {"zz": 1})):
        if function not in (max, math.hypot, sorted):
            told(function, *arguments, **keywords)


class Wrong:
    def __index__(self):
        return "x"
    __int__ = __float__ = __complex__ = __repr__ = __bytes__ = __bool__ = __len__ = __hash__ = __str__ = __index__
    __format__ = None

    def __round__(self, digits=None):
        return "rounded"


class Number(Wrong):
    def __repr__(self):
        return 5
    __str__ = __format__ = __bytes__ = lambda self, *rest: 5


for function in (len, bytes, hash, int, float, complex, bool, hex, oct, bin, range, chr, round, repr, str, format, bytearray,
                 "abc".__getitem__, [1].__getitem__, (1).__lshift__, math.sqrt, math.floor, "%d".__mod__, "%x".__mod__, "%c".__mod__,
                 "{:d}".format, operator.index, [1].pop, "a".__mul__, itertools.repeat(1).__reduce__):
    for value in (Wrong(), Number()):
        try:
            shown = function(value)
            print(function if isinstance(function, type) else function.__name__, shown if isinstance(shown, str) else type(shown))
        except Exception as error:
            print(function if isinstance(function, type) else function.__name__, type(error).__name__, error)
