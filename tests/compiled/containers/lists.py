"""Lists in compiled functions: each function's result, or its error, as a line."""
import numpy as np
from numba import njit

CASES = []


def case(*arguments):
    def enter(function):
        CASES.append((function, arguments))
        return function
    return enter


@case()
def widened():
    x = [1]
    x.append(2.5)
    return x


@case(6)
def appended(n):
    x = []
    for i in range(n):
        x.append(i * 2)
    return x


@case()
def written():
    return [1, 2.5, 3]


@case()
def truths():
    return [True, False]


@case(4)
def repeated(n):
    return [0.5] * n


@case(3)
def repeated_pair(n):
    return n * [1, 2]


@case(5)
def comprehended(n):
    return [i * i for i in range(n)]


@case(5)
def comprehended_if(n):
    return [i for i in range(n) if i % 2 == 0 if i > 0]


@case(4)
def comprehended_twice(n):
    return [i * j for i in range(n) for j in range(i)]


@case(3)
def comprehended_nested(n):
    return [[i + j for j in range(2)] for i in range(n)]


@case(3)
def outer_name_kept(n):
    i = 77
    x = [i for i in range(n)]
    return i, x


@case()
def of_tuples():
    return [(1, 2.0), (3, 4.0)]


@case(4)
def of_arrays(n):
    x = []
    for i in range(n):
        x.append(np.arange(i))
    return len(x), x[3].sum(), x[2]


@case()
def from_range():
    return list(range(3, 9, 2))


@case((4, 5))
def from_tuple(t):
    return list(t)


@case(np.array([1.5, 2.5]))
def from_array(a):
    return list(a)


@case()
def extended():
    x = [1, 2]
    x.extend([3, 4])
    x.extend(range(2))
    x.extend((9, 8))
    return x


@case()
def popped():
    x = [1, 2, 3, 4]
    return x.pop(), x.pop(0), x.pop(-1), x


@case()
def pop_nothing():
    x = [1]
    x.pop()
    x.pop()
    return x


@case()
def pop_far():
    return [1].pop(5)


@case()
def inserted():
    x = [1, 2]
    x.insert(0, 10)
    x.insert(2, 20)
    x.insert(-1, 30)
    x.insert(99, 40)
    return x


@case()
def removed():
    x = [3, 1, 3]
    x.remove(3)
    return x


@case()
def remove_missing():
    x = [1]
    x.remove(3)
    return x


@case()
def indexed():
    x = [5, 6, 7, 6]
    return x.index(6), x.index(6, 2), x.count(6), x.count(0)


@case()
def index_missing():
    return [1, 2].index(9)


@case()
def sorted_in_place():
    x = [3, 1, 2, 5, 4]
    x.sort()
    y = x.copy()
    y.sort(reverse=True)
    return x, y


@case()
def sorted_new():
    x = [3.5, -1.0, 2.25]
    return sorted(x), sorted(x, reverse=True), x


@case()
def reversed_in_place():
    x = [1, 2, 3]
    x.reverse()
    return x


@case()
def cleared():
    x = [1, 2, 3]
    x.clear()
    x.append(4)
    return x


@case()
def slices():
    x = [0, 1, 2, 3, 4, 5]
    return x[1:3], x[:2], x[4:], x[::-1], x[::2], x[-2:], x[10:]


@case()
def within():
    x = [1, 2]
    return 1 in x, 5 in x, 5 not in x


@case()
def joined():
    x = [1, 2]
    y = x + [3]
    x += [9]
    return x, y, len(x)


@case()
def compared():
    return [1, 2] == [1, 2], [1, 2] == [1, 3], [1] == [1, 2], [1, 2] < [1, 3], [2] > [1, 5], [1] != [2]


@case()
def changed():
    x = [1, 2, 3]
    x[1] = 20
    x[-1] += 5
    return x


@case()
def swapped():
    x = [1, 2, 3]
    x[0], x[2] = x[2], x[0]
    return x


@case()
def out_of_range():
    return [1, 2][5]


@case()
def out_of_range_set():
    x = [1, 2]
    x[-3] = 1
    return x


@case()
def totals():
    x = [3, 1, 2]
    return sum(x), max(x), min(x)


@case()
def walked():
    total = 0
    for i, v in enumerate([10, 20, 30]):
        total += i * v
    for a, b in zip([1, 2], [3, 4]):
        total += a * b
    return total


@case(4)
def nested(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        rows.append(row)
    return rows, len(rows[2])


@case([1, 2, 3])
def passed(x):
    x.append(4)
    x[0] = 9
    return x


@case([1.5, 2.5])
def read(x):
    total = 0.0
    for v in x:
        total += v
    return total, len(x), x[-1]


@case([(1, 2.5), (3, 4.5)])
def passed_tuples(x):
    return x[0][0] + x[1][1]


@case([1, 2.5])
def mixed(x):
    return x[0]


@case([])
def empty(x):
    return len(x)


@case([[1], [2]])
def reflected_twice(x):
    return x[0][0]


@case(7)
def truth(n):
    x = []
    if not x:
        n += 1
    x.append(n)
    if x:
        n += 10
    return n


@case(100)
def sieve(n):
    is_prime = [True] * (n + 1)
    primes = []
    for i in range(2, n + 1):
        if is_prime[i]:
            primes.append(i)
            for j in range(i * i, n + 1, i):
                is_prime[j] = False
    return primes


@case(30)
def stack(n):
    pending = [n]
    seen = []
    while len(pending) > 0:
        top = pending.pop()
        seen.append(top)
        if top > 1:
            pending.append(top // 2)
            if top % 3 == 0:
                pending.append(top // 3)
    return seen


@case()
def to_array():
    x = [1, 2, 3]
    x.append(4)
    return np.array(x) * 2


@case(5)
def shared(n):
    x = [1]
    y = x
    y.append(n)
    return x, y


for function, arguments in CASES:
    compiled = njit(function)
    for _ in range(2):
        try:
            print(function.__name__, repr(compiled(*arguments)), *[a for a in arguments if isinstance(a, list)])
        except Exception as error:
            print(function.__name__, type(error).__name__, (str(error).strip().splitlines() or [""])[0])
