# Sequences of operations chosen by a small generator; what is left must be the same.
state = 12345
def rand(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n
# sorting: sizes, patterns, keys, stability
for size in (0, 1, 2, 5, 31, 32, 33, 63, 64, 65, 100, 257, 1000, 5000):
    for kind in range(9):
        if kind == 0: data = [rand(1000) for _ in range(size)]
        elif kind == 1: data = [rand(10) * 1.5 for _ in range(size)]
        elif kind == 2: data = [str(rand(50)) for _ in range(size)]
        elif kind == 3: data = list(range(size))
        elif kind == 4: data = list(range(size, 0, -1))
        elif kind == 5: data = [(rand(5), rand(5)) for _ in range(size)]
        elif kind == 6: data = [rand(100) if rand(2) else rand(100) / 4 for _ in range(size)]
        elif kind == 7: data = [rand(3) * 2**70 - rand(4) for _ in range(size)]
        else: data = list(range(size // 2)) + list(range(size // 2))
        a = sorted(data); b = sorted(data, reverse=True); c = sorted(range(len(data)), key=lambda i: data[i]); d = sorted(range(len(data)), key=lambda i: data[i], reverse=True)
        print(size, kind, hash(tuple(c)), hash(tuple(d)), a == b[::-1], a[:3], b[:3], [data[i] for i in c] == a)
# dict as a map, against a list of pairs
d = {}; pairs = []
for step in range(20000):
    k = rand(300) if rand(3) else str(rand(300))
    op = rand(6)
    if op < 3: d[k] = step
    elif op == 3: d.pop(k, None)
    elif op == 4 and d: d.popitem()
    elif op == 5: d.setdefault(k, -step)
    if step % 1000 == 0: print(len(d), sum(d.values()), list(d)[:5], list(d.items())[-2:])
    if rand(3000) == 0: d = dict(d)
    if rand(3000) == 0: d = {**d, 'x': 1}
    if rand(5000) == 0: d.clear()
# sets of ints: also the order
s = set()
for step in range(20000):
    k = rand(500) * (1 if rand(2) else 37)
    op = rand(8)
    if op < 4: s.add(k)
    elif op < 6: s.discard(k)
    elif op == 6 and s and rand(10) == 0: print('pop', s.pop())
    elif rand(200) == 0: s |= set(range(rand(50)))
    elif rand(200) == 0: s -= set(range(rand(500)))
    elif rand(200) == 0: s ^= {rand(500) for _ in range(20)}
    elif rand(300) == 0: s &= set(range(0, 20000, 1 + rand(3)))
    elif rand(100) == 0: s = s.copy() if rand(2) else set(s)
    if step % 500 == 0: print(len(s), list(s)[:12])
# lists with slices
l = list(range(20))
for step in range(5000):
    i, j, k = rand(30) - 15, rand(30) - 15, [1, 1, 2, -1, 3, -2][rand(6)]
    op = rand(9)
    try:
        if op == 0: l.insert(i, step)
        elif op == 1: l[i:j] = [step] * rand(4)
        elif op == 2: del l[i:j:k]
        elif op == 3: l[i:j:k] = range(len(l[i:j:k]))
        elif op == 4: l.append(step)
        elif op == 5: l.extend(l[i:j])
        elif op == 6: l.pop(i)
        elif op == 7: l[i] = step
        else: l += (1, 2, step)
    except IndexError as e:
        l.append(str(e)[:4] if rand(2) else 7)
    if len(l) > 60: del l[::2]
    if step % 250 == 0: print(l)
# text of several widths
letters = 'aé日😀b '
t = ''
for step in range(4000):
    op = rand(8)
    if op < 3: t += letters[rand(6)]
    elif op == 3: t = t[rand(5):]
    elif op == 4: t = t[::-1]
    elif op == 5: t = t.replace(letters[rand(6)], letters[rand(6)], rand(3))
    elif op == 6 and t: i = rand(len(t)); t = t[:i] + letters[rand(6)] + t[i:]
    elif t: i = rand(len(t)); t = t[i] + t
    if step % 100 == 0: print(len(t), t.count('é'), t.find('日'), t.rfind('😀'), t[-3:], t[3:9:2], t.split('b')[:2], t.encode()[:6])
    if len(t) > 200: t = t[50:150]
# big integers against themselves
for step in range(2000):
    a = (rand(2**31) << rand(200)) - (rand(2**31) << rand(180)); b = (rand(2**31) << rand(100)) - rand(2**31) or 1
    q, r = divmod(a, b)
    ok = q * b + r == a and (r == 0 or (r < 0) == (b < 0)) and (a ^ b) == (a | b) - (a & b) and ~a == -a - 1 and (a << 7) >> 7 == a and int(str(a)) == a and int(hex(a), 16) == a
    if not ok: print('wrong', a, b)
    if step % 100 == 0: print(a, b, q, r, a & b, a | b, a ^ b, a >> 13, a * b, hash(a), a / b if abs(b) > 1 else 0, float(a), a.bit_length(), round(a, -rand(20)))
# floats through text
for step in range(3000):
    x = (rand(2**31) - 2**30) * 10.0 ** (rand(60) - 30) / (rand(1000) + 1)
    if float(repr(x)) != x: print('wrong', x)
    if step % 30 == 0: print(x, round(x, rand(8)), f'{x:.3f} {x:.10g} {x:e} {x:,.2f} {x:12.4}', '%.5f %g' % (x, x), x // 0.7, x % 0.7, x.hex(), hash(x), int(x), x.as_integer_ratio())
