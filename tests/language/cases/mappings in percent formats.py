def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args)
for s in ("%(a)s %s", "%s %(a)s", "%(a)s %d", "%(a)s %*d", "%(a)s %.*f", "%(a)s %%", "%(a)s", "%s", "%", "%(a)", "%(a", "%(a)s %(b)s", "%d", "%r %r", "%(a)*d", "%%", "abc", "%()s", "%((x))s", "%c", "%(a)s %c", "%(a)r %a", "%(a)5.2f %f", "%(a)s%"):
    for m in ({'a': 1}, {'a': 1, '': 2, '(x)': 3}, {}, (1,), (1, 2), [1], 5, "x", (), {1: 2}):
        show('%r %% %r' % (s, m), lambda: s % m)
        show('b %r %% %r' % (s, m), lambda: s.encode() % m if not isinstance(m, dict) else s.encode() % {k.encode(): v for k, v in m.items() if isinstance(k, str)})
class M:
    def __getitem__(self, k): return 'k' + repr(k)
for s in ("%(a)s %s", "%s", "%s %s", "%(a)s", "abc", "%(a)s %(b)s", "%%"):
    show('M' + s, lambda: (s % M()).replace(hex(id(M()))[2:], '')[:4])
class T(tuple):
    def __getitem__(self, k): return 'k' + repr(k)
for s in ("%(a)s %s", "%s", "%s %s", "%(a)s", "abc"):
    show('T' + s, lambda: s % T((1,)))
class D(dict):
    def __missing__(self, k): return 'm' + k
for s in ("%(a)s %s", "%s", "%s %s", "%(a)s", "abc"):
    show('D' + s, lambda: s % D(a=1))
