"""heapq and bisect: results, argument errors, lists that change under a comparison."""
import bisect
import heapq
import random


def attempt(function, *arguments, **named):
    try:
        print(function(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


class Changing:
    def __init__(self, value, heap, clear=True):
        self.value, self.heap, self.clear = value, heap, clear

    def __lt__(self, other):
        if self.clear:
            self.heap.clear()
        else:
            self.heap.append(self)
        return self.value < getattr(other, "value", 0)


class Sequence:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, at):
        return self.items[at]

    def insert(self, at, item):
        print("insert", at, item)


random.seed(5)
numbers = [random.randrange(50) for _ in range(40)]
heap = []
for number in numbers:
    heapq.heappush(heap, number)
print(heap)
print([heapq.heappop(heap) for _ in range(10)], heapq.heapreplace(heap, 3), heapq.heappushpop(heap, 1), heapq.heappushpop(heap, 30))
mixed = [str(n) for n in numbers] + ["a"]
heapq.heapify(mixed)
print(mixed)
top = numbers[:]
heapq._heapify_max(top)
print(top, heapq._heappop_max(top), heapq._heapreplace_max(top, 2), top)
print(heapq.nlargest(3, numbers), heapq.nsmallest(3, numbers, key=lambda n: -n), heapq.nlargest(1, numbers), heapq.nsmallest(1, []))
print(list(heapq.merge([1, 5], [2, 4], [], [3])), list(heapq.merge([5, 1], [4, 2], reverse=True)))
print(list(heapq.merge(["b", "ccc"], ["aa"], key=len)))
for name in ("heappush", "heappop", "heapify", "heapreplace", "heappushpop"):
    function = getattr(heapq, name)
    attempt(function)
    attempt(function, 3)
    attempt(function, None, 1)
    attempt(function, (), 1)
    attempt(function, [], 1)
    attempt(function, [])
    attempt(function, [1, "a"], 3)
    print(function.__module__, function.__name__)
for clear in (True, False):
    heap = []
    heap.extend([Changing(i, heap, clear) for i in range(20)])
    attempt(heapq.heappush, heap, Changing(5, heap, clear))
    heap = []
    heap.extend([Changing(i, heap, clear) for i in range(20)])
    attempt(heapq.heappop, heap)
    heap = []
    heap.extend([Changing(i, heap, clear) for i in range(20)])
    attempt(heapq.heapify, heap)

ordered = sorted(numbers)
print([bisect.bisect_left(ordered, n) for n in range(-1, 52, 3)], [bisect.bisect(ordered, n) for n in range(-1, 52, 3)])
print(bisect.bisect(ordered, 10, 3, 8), bisect.bisect_left(ordered, -10, key=lambda n: -n), bisect.bisect("abd", "c"))
bisect.insort(ordered, 17)
bisect.insort_left(ordered, 17)
bisect.insort(ordered, 3, lo=2, hi=4)
bisect.insort(ordered, 9, key=lambda n: n * 2)
print(ordered)
bisect.insort(Sequence([1, 2, 3]), 2)
attempt(bisect.bisect, Sequence([1, 2, 3]), 2)
for function in (bisect.bisect, bisect.bisect_left, bisect.insort, bisect.insort_left):
    attempt(function, 10, 10)
    attempt(function, [], 1, -1)
    attempt(function, [1, 2, 3], 2, 0, 10)
    attempt(function, [1, 2, 3], "a")
    attempt(function, [1, 2, 3], 2, 1.5)
    attempt(function, [1, 2, 3], 2, 0, None, key=3)
    attempt(function, [1, 2, 3], 2, 1 << 70)
    attempt(function, (1, 2, 3), 2)
    attempt(function)
    print(function.__name__, function.__module__)
