"""What a StopIteration carries, from the __next__ of a class or the return of a generator to whoever takes it."""
import sys
def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args, repr(getattr(e, 'value', None)), repr(e.__cause__), repr(e.__context__))

class It:
    def __init__(self, *a, cls=StopIteration): self.a = a; self.cls = cls
    def __iter__(self): return self
    def __next__(self): raise self.cls(*self.a)
class Sub(StopIteration):
    pass
class Sub2(StopIteration):
    def __init__(self, *a):
        super().__init__(*a); self.extra = 7
def yf(it):
    r = yield from it
    return ('ret', r)
def drain(g):
    try:
        while True: next(g)
    except StopIteration as e: return e.value
for cls in (StopIteration, Sub, Sub2):
    for a in ((), (42,), (1, 2), (None,), ((1, 2),)):
        it = It(*a, cls=cls)
        show('next', lambda: next(it))
        show('dunder', lambda: it.__next__())
        show('default', lambda: next(it, 'd'))
        show('yf', lambda: drain(yf(it)))
        show('list', lambda: list(it))
        show('zip', lambda: next(zip(it)))
        show('zipl', lambda: next(zip([1], it)))
        show('map', lambda: next(map(str, it)))
        show('filter', lambda: next(filter(None, it)))
        show('enum', lambda: next(enumerate(it)))
        show('for', lambda: [x for x in it])
        show('gen', lambda: next(x for x in it))
        import itertools as I
        show('chain', lambda: next(I.chain(it)))
        show('islice', lambda: next(I.islice(it, 3)))
        show('takewhile', lambda: next(I.takewhile(bool, it)))
        show('acc', lambda: next(I.accumulate(it)))
        show('cyc', lambda: next(I.cycle(it)))
        show('starmap', lambda: next(I.starmap(str, it)))
        show('tee', lambda: next(I.tee(it)[0]))
        show('zl', lambda: next(I.zip_longest(it)))
        show('prod', lambda: next(I.product(it)))
        show('gb', lambda: next(I.groupby(it)))
        show('pw', lambda: next(I.pairwise(it)))
        show('cmp', lambda: next(I.compress(it, [1])))
        show('dw', lambda: next(I.dropwhile(bool, it)))
        show('ff', lambda: next(I.filterfalse(bool, it)))
        show('cfi', lambda: next(I.chain.from_iterable([it])))
        show('cfi2', lambda: next(I.chain.from_iterable(it)))
        show('unpack', lambda: [*it])
        show('max', lambda: max(it, default=3))
        show('sum', lambda: sum(it))
        show('join', lambda: ''.join(it))
        show('in', lambda: 3 in it)
        show('dict', lambda: dict(it))
        show('tuple', lambda: tuple(it))
        show('reduce', lambda: __import__('functools').reduce(max, it))
        show('callable_iter', lambda: next(iter(it.__next__, 5)))
        show('callable_iter2', lambda: list(iter(it.__next__, 5)))
        show('func in map', lambda: list(map(lambda x: next(it), [1])))
        show('func in map', lambda: next(map(lambda x: next(it), [1])))
        show('func in filter', lambda: next(filter(lambda x: next(it), [1])))
        show('key sorted', lambda: sorted([1], key=lambda x: next(it)))
        show('genexp', lambda: next((next(it) for x in [1])))
        show('starmapf', lambda: next(I.starmap(lambda x: next(it), [(1,)])))
        show('takewhilef', lambda: next(I.takewhile(lambda x: next(it), [(1,)])))
        show('accf', lambda: list(I.accumulate([1,2], lambda x, y: next(it))))
        show('gbf', lambda: list(I.groupby([1,2], lambda x: next(it))))
        show('reduce', lambda: __import__('functools').reduce(lambda x, y: next(it), [1, 2]))
        def g():
            raise cls(*a)
            yield
        show('gre', lambda: next(g()))
        show('gre', lambda: g().send(None))
        show('gre', lambda: list(g()))
        def g2():
            yield 1
        def t():
            x = g2(); next(x); return x.throw(cls(*a))
        show('throw', t)
        def t():
            x = yf(g2()); next(x); return x.throw(cls(*a))
        show('throw', t)
        def t():
            x = yf([1,2]); next(x); return x.throw(cls(*a))
        show('throw', t)
        class T:
            def __iter__(self): return self
            def __next__(self): return 1
            def throw(self, *x): print('T.throw', x); raise cls(*a)
            def send(self, x): print('T.send', x); raise cls(*a)
            def close(self): print("close"); raise cls(*a)
        def t():
            x = yf(T()); next(x); return x.throw(ValueError('z'))
        show('throw', t)
        def t():
            x = yf(T()); next(x); return x.throw(ValueError, 'z')
        show('throw', t)
        def t():
            x = yf(T()); next(x); return x.send(5)
        show('send', t)
        def t():
            x = yf(T()); next(x); return x.close()
        show('close', t)
        def t():
            x = yf(T()); next(x); return x.throw(5)
        show('throw nonexc', t)
        def t():
            x = yf(T()); next(x); return x.throw(ValueError, 5, 7)
        show('throw nonexc', t)
        def t():
            x = yf(T()); next(x); return x.throw(5, 6)
        show('throw nonexc', t)
        def t():
            x = yf(T()); next(x); return x.throw(ValueError('q'), 6)
        show('throw nonexc', t)
        def t():
            x = yf(T()); next(x); return x.throw(str)
        show('throw nonexc', t)
        def t():
            x = yf(T()); next(x); return x.throw(GeneratorExit)
        show('throw ge', t)
        def t():
            x = yf(T()); next(x); return x.throw(GeneratorExit, GeneratorExit(6))
        show('throw ge', t)
