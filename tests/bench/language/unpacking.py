def divide(a, b):
    return a // b, a % b


def run():
    total = 0
    pairs = [(i, i + 1) for i in range(1000)]
    triples = [(i, (i + 1, str(i))) for i in range(1000)]
    for _ in range(150):
        for a, b in pairs:
            a, b = b, a
            total += a - b
        for i, (a, (b, text)) in enumerate(triples):
            total += i + a - b
        for (a, b), (c, d) in zip(pairs, pairs):
            total += a * d - b * c
    for i in range(200000):
        quotient, remainder = divide(i, 7)
        total += quotient - remainder
        x, y, z = i, i + 1, i + 2
        x, y, z = z, x, y
        total += x - y
    for i in range(100000):
        first, *rest = (i, 1, 2)
        *head, last = [i, 3, 4]
        total += first + len(rest) + last - head[0]
    return total


print(run())
