"""Consumers of iterators whose StopIteration carries a value."""
import array, collections, csv, functools, heapq, io, itertools, json, math, operator, os, random, re, statistics, struct, sys
def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args, repr(getattr(e, 'value', None)), repr(e.__cause__), repr(e.__context__))
class Sub(StopIteration): pass
class It:
    def __init__(self, *a, cls=StopIteration, items=()): self.a = a; self.cls = cls; self.items = list(items)
    def __iter__(self): return self
    def __next__(self):
        if self.items: return self.items.pop(0)
        raise self.cls(*self.a)
def gen(items, r):
    for i in items: yield i
    return r
def star(*a): return a
class Meth:
    def __iter__(self): return It(42, items=[1, 2])
class GI:
    def __getitem__(self, i):
        if i < 2: return i
        raise Sub(42)
class Late:
    "loses its __next__"
    def __iter__(self): return self
    def __next__(self):
        del Late.__next__
        return 1
for make in (lambda *i: It(42, items=i), lambda *i: It(42, cls=Sub, items=i), lambda *i: gen(i, 42), lambda *i: map(lambda x: x, It(42, items=i)), lambda *i: map(lambda x: x, gen(i, 42)), lambda *i: itertools.filterfalse(lambda x: x > 90, gen(i, 42))):
    show('next', lambda: next(make()))
    for t in (set, frozenset, bytes, bytearray, tuple, list, collections.deque, collections.Counter, sorted, sum, max, min, any, all, math.prod, math.fsum, statistics.mean):
        show(t.__name__, lambda: t(make(1, 2, 3)))
    show('dict', lambda: dict(make((1, 2), (3, 4))))
    show('dict.update', lambda: {}.update(make((1, 2))))
    show('fromkeys', lambda: dict.fromkeys(make(1, 2)))
    show('join', lambda: ''.join(make('a', 'b')))
    show('bjoin', lambda: b''.join(make(b'a', b'b')))
    show('array', lambda: array.array('i', make(1, 2)))
    show('aext', lambda: array.array('i', [1]).extend(make(1, 2)))
    def f():
        l = [1, 2, 3]; l[1:2] = make(7, 8); l += make(5); l.extend(make(4)); l[::2] = make(1, 2, 3); return l
    show('slice', f)
    def f():
        a, b = make(1, 2); c, *d = make(3, 4, 5); [e] = make(1)
        return a, b, c, d, e
    show('unpack', f)
    def f():
        a, b = make(1)
    show('unpack', f)
    def f():
        a, b, *c = make(1)
    show('unpack', f)
    show('call', lambda: star(*make(1, 2)))
    show('disp', lambda: [*make(1), {*make(2)}, (*make(3),)])
    show('in', lambda: (3 in make(1, 2), 2 in make(1, 2)))
    show('op', lambda: (operator.countOf(make(1, 2, 1), 1), operator.indexOf(make(1, 2), 2)))
    show('op', lambda: operator.indexOf(make(1, 2), 3))
    show('op', lambda: operator.contains(make(1, 2), 3))
    show('reduce', lambda: functools.reduce(operator.add, make(1, 2)))
    show('reduce', lambda: functools.reduce(operator.add, make()))
    show('heap', lambda: heapq.nsmallest(2, make(3, 1, 2)))
    show('merge', lambda: list(heapq.merge(make(1, 3), make(2))))
    show('csv', lambda: csv.writer(io.StringIO()).writerow(make(1, 3)))
    show('csvr', lambda: list(csv.reader(make('a,b', 'c,d'))))
    def f():
        r = csv.reader(make('a,b')); next(r); return next(r)
    show('csvr', f)
    show('wl', lambda: io.StringIO().writelines(make('a')))
    show('zip', lambda: list(zip(make(1, 2), make(3, 4), strict=True)))
    show('zip', lambda: list(zip(make(1, 2), make(3), strict=True)))
    show('zip', lambda: list(zip(make(1), make(3, 4), strict=True)))
    show('zip', lambda: next(zip(make(), make(), strict=True)))
    show('zip', lambda: next(zip(make(), make())))
    show('zip', lambda: next(zip([1], make())))
    show('zip', lambda: next(zip([1], make(), [1])))
    show('zip3', lambda: [(a, b) for a, b in zip(make(1, 2), make(3, 4))])
    show('zip4', lambda: [(a, b) for a, b in zip([1, 2], make(3), strict=True)])
    show('zip4', lambda: [(a, b) for a, b in zip(make(1), [1, 2], strict=True)])
    show('enum', lambda: [(a, b) for a, b in enumerate(make(1, 2))])
    show('setops', lambda: [{1}.union(make(1, 2)), {1}.intersection(make(1)), {1} .difference(make(1)), {1}.symmetric_difference(make(2)), {1}.isdisjoint(make(1)), {1}.issubset(make(1)), {1}.issuperset(make(1))])
    show('prod', lambda: list(itertools.product(make(1, 2), make(3))))
    show('comb', lambda: list(itertools.combinations(make(1, 2, 3), 2)))
    show('cyc', lambda: list(itertools.islice(itertools.cycle(make(1, 2)), 5)))
    show('chain', lambda: list(itertools.chain(make(1), make(2))))
    show('chain', lambda: list(itertools.chain.from_iterable(make([1], [2]))))
    show('gb', lambda: [(k, list(g)) for k, g in itertools.groupby(make(1, 1, 2))])
    show('zl', lambda: list(itertools.zip_longest(make(1), make(1, 2))))
    show('batch', lambda: list(itertools.pairwise(make(1, 2, 3))))
    show('tee', lambda: [list(x) for x in itertools.tee(make(1, 2))])
    show('choices', lambda: random.sample(list(make(1)), 1))
    show('json', lambda: json.dumps(list(make(1))))
    show('rev', lambda: list(reversed(list(make(1)))))
    show('dq', lambda: collections.deque(make(1, 2), 1))
    show('dql', lambda: collections.deque([0]).extendleft(make(1, 2)))
    show('dqm', lambda: collections.deque(make(1, 2), 0))
    show('od', lambda: collections.OrderedDict(make((1, 2))))
    show('hyp', lambda: math.hypot(*make(3, 4)))
    show('dist', lambda: math.dist(list(make(3, 4)), (0, 0)))
    def f():
        def g():
            x = yield from make(1, 2); return ('r', x)
        return list(g()), [x for x in g()]
    show('yf', f)
    def f():
        def g():
            x = yield from make(1, 2); print('got', x); yield x
        return list(g())
    show('yf', f)
    def f():
        i = iter(make); return next(iter(make(1, 2).__next__, 2))
    show('iter', f)
    def f():
        c = iter(lambda: next(make()), None)
        try: return next(c)
        except StopIteration as e: return e.args, list(c)
    show('iter2', f)
    def f():
        for x in make(1): pass
        else: return sys.exc_info()
    show('for else', f)
    show('lenhint', lambda: operator.length_hint(make(1)))
    show('genexp', lambda: list(x for x in make(1)))
    show('nested', lambda: next(enumerate(zip(map(str, filter(None, make()))))))
    show('dictc', lambda: {k: v for k, v in make((1, 2))})
    show('sort key', lambda: sorted([3, 1], key=lambda x: next(make())))
    show('sub', lambda: re.sub('a', lambda m: next(make()), 'a'))
    show('any', lambda: any(next(make()) for _ in [1]))
    show('default', lambda: next(make(), 5))
    show('dunder', lambda: make().__next__())
    show('super', lambda: type('X', (It,), {'__next__': lambda s: super(It, s).__init__() or It.__next__(s)})(42).__next__())
    show('cm', lambda: list(make(1).__iter__()))
show('GI', lambda: list(GI()))
show('GI', lambda: next(itertools.islice(iter(GI()), 2, None)))
show('Late', lambda: list(Late()))
show('meth', lambda: list(Meth()))
class P:
    @property
    def __next__(self): raise StopIteration(42)
    def __iter__(self): return self
show('prop', lambda: next(P()))
show('prop', lambda: list(P()))
class GA:
    def __iter__(self): raise StopIteration(42)
show('iter raises', lambda: list(GA()))
show('iter raises', lambda: [x for x in GA()])
show('iter raises', lambda: next(zip(GA())))
show('iter raises', lambda: next(itertools.chain(GA())))
show('iter raises', lambda: next(itertools.chain([1], GA())))
show('iter raises', lambda: list(itertools.chain([1], GA())))
show('iter raises', lambda: list(itertools.chain([1], GA(), [2])))
class Eq:
    def __eq__(self, o): raise StopIteration(42)
    __hash__ = None
show('eq', lambda: 5 in [Eq()])
show('eq', lambda: [Eq()].index(5))
show('eq', lambda: next(iter(lambda: Eq(), 5)))
show('eq', lambda: list(iter(lambda: Eq(), 5)))
class B:
    def __bool__(self): raise StopIteration(42)
show('bool', lambda: list(filter(None, [B()])))
show('bool', lambda: next(filter(None, [B()])))
show('bool', lambda: next(filter(lambda x: x, [B()])))
show('bool', lambda: next(itertools.takewhile(lambda x: x, [B()])))
show('bool', lambda: next(itertools.compress([1], [B()])))
show('bool', lambda: any([B()]))
class Ad:
    def __radd__(self, o): raise StopIteration(42)
show('add', lambda: sum([Ad()]))
show('add', lambda: list(itertools.accumulate([1, Ad()])))
show('add', lambda: list(itertools.count(1, Ad())) if 0 else 1)
class Hash:
    def __hash__(self): raise StopIteration(42)
show('hash', lambda: set([Hash()]))
show('hash', lambda: dict.fromkeys([Hash()]))
def g():
    yield from It(1, cls=Sub)
    raise Sub(2)
show('g', lambda: list(g()))
