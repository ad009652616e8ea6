def run():
    text = "the quick brown fox jumps over the lazy dog and runs away from the angry bear " * 2000
    total = 0
    for _ in range(10):
        counts = {}
        for word in text.split():
            counts[word] = counts.get(word, 0) + 1
        for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            total += len(word) * count
        upper = [w.upper() for w in counts]
        total += len(",".join(upper))
    return total


print(run())
