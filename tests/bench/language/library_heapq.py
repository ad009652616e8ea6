import bisect
import heapq


def run():
    heap, total = [], 0
    for i in range(60000):
        heapq.heappush(heap, i * 7919 % 10007)
    while heap:
        total += heapq.heappop(heap)
    heap = [(i * 7919 % 10007, str(i)) for i in range(20000)]
    heapq.heapify(heap)
    for i in range(20000):
        total += heapq.heapreplace(heap, (i * 31 % 10007, "x"))[0] + heapq.heappushpop(heap, (i, "y"))[0]
    numbers = [i * 7919 % 100003 for i in range(60000)]
    total += sum(heapq.nlargest(50, numbers)) + sum(heapq.nsmallest(50, numbers, key=lambda n: -n))
    total += sum(heapq.merge(sorted(numbers), range(30000), range(5, 30005)))
    places = []
    for i in range(20000):
        bisect.insort(places, i * 7919 % 10007)
    for i in range(60000):
        total += bisect.bisect(places, i) + bisect.bisect_left(places, i)
    return total


print(run())
