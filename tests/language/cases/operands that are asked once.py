class B:
    n = 0
    def __init__(self, v): self.v = v
    def __bool__(self): B.n += 1; return self.v
def asks(s, **k):
    B.n = 0
    r = eval(s, {'t': B(True), 'f': B(False), **k})
    print(s, B.n, getattr(r, 'v', r))
for s in ['(f and False or False)', '(t and False or False)', '(f or True and False)', '(t or True) and False', '(f and 1) or 2', '(f and t) or f', '(t or f) and t', 'not (f and t)', 'not (f or t)', '1 if (f and t) else 2', '1 if (f or t) else 2', '1 if not (f or t) and t else 2', '(f and t) and t', '(f or f) or t', '(f and t or f) and t', '(t and (f or t)) or f', 'not f and t', '[1 for _ in [1] if f and t or f]', '(not f) or t', 'f and (t or f)', '((f and 0) or 0) and 0', '(f or 0) and (f or 0)', 'any([f and t or 0])', '(f and t and t) or (t and f)', '(f if t else t) and t', '(f and t if t else t) or f', 'not not (f and t)', '(not (f and t)) and t', '(f == f) and f or f', '(x := f) and t or x', '(x := (f and t)) or x', '1 < 2 < 3 and f or 0', 'bool(f and t or f)', 'f and None or None']:
    asks(s)
def st():
    B.n = 0; t, f = B(True), B(False)
    if f and False or False: pass
    while f and False or False: pass
    if (f and t) or f: pass
    elif not (f or f): pass
    assert not (f and t or f)
    [x for x in [1] if (f and t) or f]
    x = f and t or f
    return B.n
print(st())
def st2():
    B.n = 0; t, f = B(True), B(False)
    while (t and f) or f: pass
    return (f and f) or (t and f), B.n
print(st2()[1])
