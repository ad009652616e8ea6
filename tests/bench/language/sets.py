def run():
    total = 0
    evens = set(range(0, 20000, 2))
    threes = set(range(0, 20000, 3))
    for _ in range(30):
        total += len(evens & threes) + len(evens | threes) + len(evens - threes) + len(evens ^ threes)
        total += evens.issubset(threes) + len({n % 100 for n in evens})
    seen = set()
    for i in range(400000):
        value = i * 7919 % 5003
        if value in seen:
            total += 1
        else:
            seen.add(value)
    edges = {(i % 50, i * 7 % 50) for i in range(20000)}
    total += len(edges)
    for i in range(100000):
        if (i % 50, i % 49) in edges:
            total += 1
        seen.discard(i)
        if i % 3 in {0, 2}:
            total += 1
    words = {"w%d" % (i % 500) for i in range(100000)}
    queue, reached = [0], {0}
    while queue:
        node = queue.pop()
        for neighbour in (node * 2 % 30011, (node + 7) % 30011):
            if neighbour not in reached:
                reached.add(neighbour)
                queue.append(neighbour)
    return total, len(words), len(reached)


print(run())
