"""Sorts of all kinds against an insertion sort; stable, also with failing comparisons."""
import random
random.seed(11)
def slow(items, key=lambda x: x):
    out = []
    for x in items:
        at = len(out)
        while at and key(x) < key(out[at - 1]): at -= 1
        out.insert(at, x)
    return out
class Count:
    def __init__(self, x): self.x = x
    def __lt__(self, other): return self.x < other.x
    def __repr__(self): return "C%r" % self.x
alphabets = ["ab", "abc\0", "aé€😀", "x"]
for k in range(400):
    n = random.randrange(0, 300)
    kind = k % 8
    if kind == 0: data = [random.randrange(5) for _ in range(n)]
    elif kind == 1: data = ["same start " + "".join(random.choice(alphabets[k // 8 % 4]) for _ in range(random.randrange(12))) for _ in range(n)]
    elif kind == 2: data = ["".join(random.choice(alphabets[k // 8 % 4]) for _ in range(random.randrange(12))) for _ in range(n)]
    elif kind == 3: data = [(random.randrange(3), random.random()) for _ in range(n)]
    elif kind == 4: data = [float(random.randrange(-4, 4)) for _ in range(n)]
    elif kind == 5: data = sorted(random.random() for _ in range(n)) + sorted(random.random() for _ in range(n))
    elif kind == 6: data = sorted(str(random.randrange(100)) for _ in range(n)) * 2
    else: data = [Count(random.randrange(4)) for _ in range(n)]
    assert list(map(id, sorted(data))) == list(map(id, slow(data))), (k, data[:10])
    keyed = [(str(x), i) for i, x in enumerate(data)]
    assert sorted(keyed, key=lambda p: p[0]) == slow(keyed, lambda p: p[0])
    assert sorted(keyed, key=lambda p: p[0], reverse=True) == [p for p in slow(keyed[::-1], lambda p: p[0])][::-1]
class Bad:
    left = 400
    def __init__(self, x): self.x = x
    def __lt__(self, other):
        Bad.left -= 1
        if Bad.left == 0: raise ValueError("enough")
        return self.x < other.x
data = [Bad(i % 50) for i in range(200)]
ids = sorted(map(id, data))
for left in (1, 7, 100, 400, 900, 1000):
    Bad.left = left
    try:
        data.sort()
        print("sorted")
    except ValueError as error:
        print(error)
    assert sorted(map(id, data)) == ids
print("done")
