def run():
    seed = 42
    data = []
    for _ in range(200000):
        seed = (seed * 1103515245 + 12345) % 2147483648
        data.append(seed)
    first = sorted(data)
    second = sorted(data, key=lambda v: v % 1000)
    words = sorted(str(v) for v in data[:50000])

    def quick(items):
        if len(items) < 2:
            return items
        pivot = items[len(items) // 2]
        return quick([v for v in items if v < pivot]) + [v for v in items if v == pivot] + quick([v for v in items if v > pivot])

    return first[0], second[0], words[0], quick(data)[-1]


print(run())
