def run():
    groups = {}
    for i in range(300000):
        key = i * 7919 % 1000
        if key not in groups:
            groups[key] = []
        groups[key].append(i)
    by_name = {}
    for i in range(150000):
        by_name.setdefault("k%d" % (i % 100), []).append(i)
    total = 0
    for key, values in groups.items():
        total += key * len(values) + values[0] + values[-1]
    averages = {key: sum(values) / len(values) for key, values in by_name.items()}
    records = [{"id": i, "score": i * 31 % 97, "tag": "t%d" % (i % 7)} for i in range(50000)]
    for record in records:
        record["score"] += 1
    best = max(records, key=lambda record: (record["score"], record["id"]))
    tags = {}
    for record in records:
        tags[record["tag"]] = tags.get(record["tag"], 0) + record["score"]
    memo = {}

    def steps(n):
        count = 0
        seen = []
        while n != 1 and n not in memo:
            seen.append(n)
            n = 3 * n + 1 if n & 1 else n // 2
        count = memo.get(n, 0)
        for value in reversed(seen):
            count += 1
            memo[value] = count
        return count

    longest = max(range(1, 30000), key=steps)
    return total, averages["k7"], best["id"], sorted(tags.items())[0], longest, len(memo)


print(run())
