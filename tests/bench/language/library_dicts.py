from collections import Counter, OrderedDict, defaultdict, namedtuple

Point = namedtuple("Point", "x y z")


def run():
    total = 0
    words = [chr(97 + i * 7 % 26) + str(i % 700) for i in range(60000)]
    groups, sums = defaultdict(list), defaultdict(int)
    for word in words:
        groups[word[0]].append(word)
        sums[word] += 1
    total += len(groups) + sum(sums.values())
    counts = Counter(words)
    counts.update(words)
    total += sum(count for _, count in counts.most_common(10)) + (counts + Counter(words)).total()
    recent = OrderedDict()
    for i in range(60000):
        key = i * 31 % 257
        if key in recent:
            recent.move_to_end(key)
        recent[key] = i
        if len(recent) > 100:
            recent.popitem(last=False)
    total += sum(recent.values())
    points = [Point(i, i + 1, z=2) for i in range(40000)]
    total += sum(p.x + p.y * p.z for p in points) + sum(p._replace(x=1).x for p in points[:4000])
    return total


print(run())
