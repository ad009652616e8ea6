# Objects that change a container while it is at work, sizes beyond memory, deep nesting: an error or a value, never a crash.
def attempt(label, f):
    try:
        r = f()
        r = repr(r)
        print(label, 'ok', r if len(r) < 60 else len(r) > 0)
    except RecursionError: print(label, 'RecursionError')
    except BaseException as e: print(label, type(e).__name__, str(e)[:80])
class Evil:
    def __init__(self, action, value=False, h=1): self.action, self.value, self.h = action, value, h
    def __eq__(self, other): self.action(); return self.value
    def __hash__(self): return self.h
    def __lt__(self, other): self.action(); return self.value
    def __repr__(self): self.action(); return 'Evil'
l = []
for name, f in {
    'index': lambda: l.index(7), 'count': lambda: l.count(7), 'remove': lambda: l.remove(7), 'in': lambda: 7 in l, 'eq': lambda: l == [1, 2, 3], 'sort': lambda: l.sort(), 'repr': lambda: len(repr(l)),
    'sorted': lambda: len(sorted(l)), 'max': lambda: max(l) is None, 'lt': lambda: l < [1, 2, 3]}.items():
    for n in (0, 1, 5):
        l[:] = [Evil(lambda: l.clear()) for _ in range(n)]
        attempt(f'list {name} clear {n}', f)
        l[:] = [Evil(lambda: l.append(1) if len(l) < 50 else None) for _ in range(n)]
        attempt(f'list {name} append {n}', f)
        l[:] = [Evil(lambda: l.pop() if l else None) for _ in range(n)]
        attempt(f'list {name} pop {n}', f)
d = {}
def fill_dict(action, n):
    d.clear()
    acting.clear()
    for i in range(n): d[Evil(lambda: acting and action(), h=1)] = i
    acting.append(1)
acting = []
def grow():
    if len(d) < 200: d[len(d)] = 1
for name, f in {'get': lambda: d.get(Evil(lambda: None, h=1)), 'set': lambda: d.__setitem__(Evil(lambda: None, h=1), 5), 'pop': lambda: d.pop(Evil(lambda: None, h=1), 'none'), 'in': lambda: Evil(lambda: None, h=1) in d,
                'setdefault': lambda: d.setdefault(Evil(lambda: None, h=1), 3), 'eq': lambda: d == {Evil(lambda: None, h=1): 1}, 'copy': lambda: len(dict(d)), 'repr': lambda: len(repr(d)) > 0, 'update': lambda: {Evil(lambda: None, h=1): 2}.update(d)}.items():
    for n in (1, 4):
        fill_dict(lambda: d.clear(), n); attempt(f'dict {name} clear {n}', f)
        fill_dict(grow, n); attempt(f'dict {name} grow {n}', f)
s = set()
def fill_set(action, n):
    s.clear(); acting.clear()
    for i in range(n): s.add(Evil(lambda: acting and action(), h=1))
    acting.append(1)
for name, f in {'in': lambda: Evil(lambda: None) in s, 'add': lambda: s.add(Evil(lambda: None)), 'discard': lambda: s.discard(Evil(lambda: None)), 'and': lambda: len(s & {Evil(lambda: None)}), 'sub': lambda: len(s - {Evil(lambda: None)}), 'xor': lambda: len(s ^ {Evil(lambda: None)}) >= 0, 'le': lambda: s <= {Evil(lambda: None)}}.items():
    for n in (1, 4):
        fill_set(lambda: s.clear(), n); attempt(f'set {name} clear {n}', f)
        fill_set(lambda: s.add(len(s)) if len(s) < 200 else None, n)
        try: f()
        except RuntimeError: pass
class Index:
    def __init__(self, action, value): self.action, self.value = action, value
    def __index__(self): self.action(); return self.value
l[:] = range(10); attempt('index clears', lambda: l[Index(l.clear, 5)])
l[:] = range(10); attempt('slice clears', lambda: l[Index(l.clear, 1):8])
l[:] = range(10); attempt('set slice clears', lambda: l.__setitem__(slice(Index(l.clear, 1), 8), [1, 2, 3]))
l[:] = range(10); attempt('set step clears', lambda: l.__setitem__(slice(Index(l.clear, 0), 8, 2), [1, 2, 3, 4]))
l[:] = range(10); attempt('del slice clears', lambda: l.__delitem__(slice(Index(l.clear, 1), 8)))
l[:] = range(10); attempt('insert clears', lambda: l.insert(Index(l.clear, 5), 1))
l[:] = range(10); attempt('pop clears', lambda: l.pop(Index(l.clear, 5)))
l[:] = range(3); attempt('mul clears', lambda: l * Index(l.clear, 3))
l[:] = range(3); attempt('imul clears', lambda: l.__imul__(Index(l.clear, 3)))
b = bytearray(b'0123456789'); attempt('bytearray index clears', lambda: b[Index(b.clear, 5)])
b = bytearray(b'0123456789'); attempt('bytearray set clears', lambda: b.__setitem__(5, Index(b.clear, 5)))
b = bytearray(b'0123456789'); attempt('bytearray slice clears', lambda: b.__setitem__(slice(Index(b.clear, 2), 5), b'ab'))
b = bytearray(b'0123456789'); attempt('bytearray find', lambda: b.find(b'5', Index(b.clear, 2)))
b = bytearray(b'0123'); m = memoryview(b); attempt('exported', lambda: b.append(1)); attempt('exported extend', lambda: b.extend(b'x')); m.release(); attempt('released', lambda: m[0]); attempt('append', lambda: b.append(1))
def gen(): l.clear(); yield 1
l[:] = range(5); attempt('extend clears', lambda: l.extend(gen()))
l[:] = range(5); attempt('slice from gen', lambda: l.__setitem__(slice(1, 3), gen()))
l[:] = range(5); attempt('join', lambda: ','.join(str(l.clear() or x) for x in l))
for label, f in {'list': lambda: [0] * 10**18, 'tuple': lambda: (0,) * 10**18, 'str': lambda: 'a' * 10**18, 'bytes': lambda: b'a' * 10**18, 'bytes n': lambda: bytes(10**18), 'bytearray': lambda: bytearray(10**18), 'shift': lambda: 1 << 10**12,
                 'ljust': lambda: 'a'.ljust(10**18), 'zfill': lambda: 'a'.zfill(10**18), 'center': lambda: b'a'.center(10**18), 'format': lambda: format('a', '1000000000000000000'), 'percent': lambda: '%1000000000000000000d' % 1,
                 'range': lambda: len(range(10**30)), 'to_bytes': lambda: (1).to_bytes(10**18, 'big'), 'list range': lambda: list(range(10**18))[:1], 'round': lambda: round(1.5, 10**30), 'bigstr': lambda: str(1 << 100000), 'repeat': lambda: [1, 2] * 2**62, 'imul': lambda: [].__imul__(10**18)}.items():
    if label != 'list range': attempt(label, f)
deep = []
for _ in range(100000): deep = [deep]
attempt('deep repr', lambda: repr(deep)); attempt('deep eq', lambda: deep == [deep]); attempt('deep str', lambda: str(deep))
other = []
for _ in range(100000): other = [other]
attempt('deep compare', lambda: deep == other); attempt('deep less', lambda: deep < other)
t = ()
for _ in range(100000): t = (t,)
attempt('deep tuple repr', lambda: repr(t))
dd = {}
for _ in range(100000): dd = {1: dd}
attempt('deep dict', lambda: repr(dd)); attempt('deep dict eq', lambda: dd == {1: dd})
f = '{'; attempt('braces', lambda: ('{:' * 50 + '}' * 50).format(*range(60)))
attempt('eval deep', lambda: eval('(' * 50 + '1' + ')' * 50))
attempt('nul', lambda: int('1\0')); attempt('nul float', lambda: float('1\0')); attempt('nul str', lambda: 'a\0b'.split('\0')); attempt('surrogate', lambda: '\ud800'.encode('utf-8', 'replace')); attempt('surrogates', lambda: ('\ud800' + '\udc00').encode('utf-16', 'surrogatepass'))
del deep, other, t, dd
print('end')
# A stride times a step of the greatest kind is never walked.
import array, sys
for code in "bid":
    for step in (sys.maxsize, -sys.maxsize, 2**62, 2**61 + 1, -2**63, 2**63):
        view = memoryview(array.array(code, range(9)))[::step]
        print(code, view.strides, view.tolist(), view[-1], view[::-1].tolist(), view[::step].strides, bytes(view))
