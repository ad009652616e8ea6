"""Dynamic programming, sorting by hand, time series, counting."""
import numpy as np
from catalogue import program


@program(small=40, medium=120, large=300, access="elements")
def edit_distance(n):
    generator = np.random.RandomState(30)
    return generator.randint(0, 4, n), generator.randint(0, 4, n + 5)
@edit_distance.body
def _(first, second):
    table = np.zeros((len(first) + 1, len(second) + 1), dtype=np.int64)
    table[:, 0] = np.arange(len(first) + 1)
    table[0, :] = np.arange(len(second) + 1)
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            cost = 0 if first[i - 1] == second[j - 1] else 1
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + cost)
    return table


@program(small=40, medium=120, large=250, access="elements")
def local_alignment(n):
    generator = np.random.RandomState(31)
    return generator.randint(0, 4, n), generator.randint(0, 4, n)
@local_alignment.body
def _(first, second):
    score = np.zeros((len(first) + 1, len(second) + 1))
    best = 0.0
    for i in range(1, score.shape[0]):
        for j in range(1, score.shape[1]):
            match = score[i - 1, j - 1] + (2.0 if first[i - 1] == second[j - 1] else -1.0)
            score[i, j] = max(0.0, match, score[i - 1, j] - 1.5, score[i, j - 1] - 1.5)
            if score[i, j] > best:
                best = score[i, j]
    return best, score


@program(small=(20, 200), medium=(60, 2000), large=(200, 20000), access="slices")
def knapsack(size):
    items, capacity = size
    generator = np.random.RandomState(32)
    return generator.randint(1, capacity // 10, items), generator.randint(1, 100, items), capacity
@knapsack.body
def _(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=np.int64)
    for weight, value in zip(weights, values):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    return best


@program(small=(10, 100), medium=(20, 500), large=(40, 1500), access="elements")
def knapsack_by_elements(size):
    items, capacity = size
    generator = np.random.RandomState(33)
    return generator.randint(1, capacity // 10, items), generator.randint(1, 100, items), capacity
@knapsack_by_elements.body
def _(weights, values, capacity):
    best = np.zeros(capacity + 1, dtype=np.int64)
    for k in range(len(weights)):
        for c in range(capacity, weights[k] - 1, -1):
            taken = best[c - weights[k]] + values[k]
            if taken > best[c]:
                best[c] = taken
    return best


@program(small=30, medium=100, large=400, access="slices")
def floyd_warshall(n):
    distances = np.random.RandomState(34).rand(n, n) * 10
    np.fill_diagonal(distances, 0)
    return distances,
@floyd_warshall.body
def _(start):
    distances = start.copy()
    for k in range(len(distances)):
        distances = np.minimum(distances, distances[:, k, None] + distances[None, k, :])
    return distances


@program(small=12, medium=30, large=60, access="elements")
def matrix_chain(n):
    return np.random.RandomState(35).randint(5, 50, n + 1),
@matrix_chain.body
def _(sizes):
    n = len(sizes) - 1
    cost = np.zeros((n, n))
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j] = np.inf
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if c < cost[i, j]:
                    cost[i, j] = c
    return cost[0, n - 1]


@program(small=(50, 5), medium=(400, 8), large=(2000, 16), access="slices")
def viterbi(size):
    steps, states = size
    generator = np.random.RandomState(36)
    return np.log(generator.rand(states, states)), np.log(generator.rand(steps, states))
@viterbi.body
def _(moves, signals):
    score = signals[0].copy()
    back = np.zeros(signals.shape, dtype=np.int64)
    for t in range(1, len(signals)):
        options = score[:, None] + moves
        back[t] = options.argmax(axis=0)
        score = options.max(axis=0) + signals[t]
    path = np.zeros(len(signals), dtype=np.int64)
    path[-1] = score.argmax()
    for t in range(len(signals) - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path


@program(small=30, medium=100, large=250, access="elements")
def bubble_sort(n):
    return np.random.RandomState(37).rand(n),
@bubble_sort.body
def _(values):
    a = values.copy()
    n = len(a)
    for i in range(n):
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a


@program(small=200, medium=5000, large=50000, access="elements")
def insertion_into_heap(n):
    return np.random.RandomState(38).rand(n),
@insertion_into_heap.body
def _(values):
    heap = np.empty(len(values))
    count = 0
    for value in values:
        heap[count] = value
        place = count
        while place > 0 and heap[(place - 1) // 2] > heap[place]:
            parent = (place - 1) // 2
            heap[place], heap[parent] = heap[parent], heap[place]
            place = parent
        count += 1
    return heap


@program(small=500, medium=5000, large=50000, access="elements")
def histogram_by_elements(n):
    return np.random.RandomState(39).rand(n),
@histogram_by_elements.body
def _(values):
    counts = np.zeros(50, dtype=np.int64)
    for value in values:
        counts[int(value * 50)] += 1
    return counts


@program(small=1000, medium=50000, large=2000000, access="whole")
def histogram_by_add_at(n):
    return np.random.RandomState(40).randn(n),
@histogram_by_add_at.body
def _(values):
    counts = np.zeros(64, dtype=np.int64)
    places = np.clip(((values + 4) * 8).astype(np.int64), 0, 63)
    np.add.at(counts, places, 1)
    return counts, np.bincount(places, weights=values, minlength=64)


@program(small=500, medium=10000, large=100000, access="elements")
def sieve_by_elements(n):
    return n,
@sieve_by_elements.body
def _(n):
    composite = np.zeros(n, dtype=bool)
    for i in range(2, int(n ** 0.5) + 1):
        if not composite[i]:
            for j in range(i * i, n, i):
                composite[j] = True
    return np.flatnonzero(~composite)[2:]


@program(small=1000, medium=100000, large=5000000, access="slices")
def sieve_by_slices(n):
    return n,
@sieve_by_slices.body
def _(n):
    prime = np.ones(n, dtype=bool)
    prime[:2] = False
    for i in range(2, int(n ** 0.5) + 1):
        if prime[i]:
            prime[i * i::i] = False
    return np.flatnonzero(prime)


@program(small=500, medium=5000, large=50000, access="elements")
def exponential_average(n):
    return np.random.RandomState(41).randn(n),
@exponential_average.body
def _(series):
    smooth = np.empty_like(series)
    smooth[0] = series[0]
    for i in range(1, len(series)):
        smooth[i] = 0.1 * series[i] + 0.9 * smooth[i - 1]
    return smooth


@program(small=(300, 10), medium=(5000, 50), large=(200000, 100), access="whole")
def moving_statistics(size):
    n, window = size
    return np.random.RandomState(42).randn(n), window
@moving_statistics.body
def _(series, window):
    sums = np.cumsum(np.insert(series, 0, 0))
    squares = np.cumsum(np.insert(series ** 2, 0, 0))
    mean = (sums[window:] - sums[:-window]) / window
    spread = np.sqrt(np.maximum((squares[window:] - squares[:-window]) / window - mean ** 2, 0))
    return mean, spread, (series[window - 1:] - mean) / (spread + 1e-9)


@program(small=200, medium=1500, large=5000, access="slices")
def autocorrelation(n):
    return np.random.RandomState(43).randn(n),
@autocorrelation.body
def _(series):
    centred = series - series.mean()
    variance = (centred ** 2).sum()
    return np.array([(centred[lag:] * centred[:len(centred) - lag]).sum() / variance for lag in range(100)])


@program(small=300, medium=3000, large=30000, access="elements")
def garch_likelihood(n):
    return np.random.RandomState(44).randn(n) * 0.01,
@garch_likelihood.body
def _(returns):
    variance = np.empty_like(returns)
    variance[0] = returns.var()
    for t in range(1, len(returns)):
        variance[t] = 1e-6 + 0.08 * returns[t - 1] ** 2 + 0.9 * variance[t - 1]
    return -0.5 * np.sum(np.log(2 * np.pi * variance) + returns ** 2 / variance)


@program(small=40, medium=150, large=400, access="elements")
def time_warping(n):
    x = np.linspace(0, 6, n)
    return np.sin(x), np.sin(x * 1.1 + 0.3)
@time_warping.body
def _(first, second):
    cost = np.full((len(first) + 1, len(second) + 1), np.inf)
    cost[0, 0] = 0
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            gap = abs(first[i - 1] - second[j - 1])
            cost[i, j] = gap + min(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1])
    return cost[-1, -1]
