"""Classes derived from dict, int and float whose special methods tell something else, where CPython asks them and where not."""
class Dd(dict):
    def __getitem__(self, k): return 'DG'
    def keys(self): return ['k1']
class De(dict):
    def __iter__(self): return iter(['it'])
class Df(dict):
    def keys(self): return ['k9']
    def __iter__(self): return iter(['it'])
    def __getitem__(self, k): return k * 2
import collections
f = lambda **k: k
for d in (Dd(a=1), De(a=1), Df(a=1)):
    for g in (lambda: f(**d), lambda: f(z=1, **d), lambda: {**d}, lambda: dict(d), lambda: d | {'b': 2}, lambda: {'b': 2} | d, lambda: d.copy(), lambda: dict(d, q=1), lambda: {}.update(d), lambda: collections.OrderedDict(d), lambda: collections.defaultdict(int, d), lambda: collections.Counter(d), lambda: d.items(), lambda: list(d), lambda: d == {'a': 1}, lambda: '{a}'.format(**d), lambda: '{a}'.format_map(d), lambda: type('X', (), d).__dict__.get('a'), lambda: dict(**d), lambda: sorted(d), lambda: d.__or__({}), lambda: type(d | {}), lambda: d.__ior__({'u': 1}), lambda: f(**d, **{'w': 1})):
        try: print(g())
        except Exception as e: print(type(e).__name__, e)
class I(int):
    def __repr__(self): return 'IR'
    def __float__(self): return 9.5
class C(complex): pass
class Cc:
    def __complex__(self): return C(1, 2)
class F(float):
    def __repr__(self): return 'FR'
    def __float__(self): return 7.5
for e in ('complex(I(3))', 'complex(I(3), I(4))', 'complex(F(1))', 'complex(1, F(2))', 'complex(Cc())', 'complex(C(1, 2))', 'type(complex(C(1)))', 'float(I(3))', 'float(F(2))', 'math.sqrt(I(4))', 'I(3) + 0.5', 'I(3) * 1j', 'slice(I(3)).indices(10)', 'slice(I(1), I(8), I(2)).indices(I(10))', 'slice(I(-1)).indices(10)', 'range(I(3))', 'range(I(3)).stop', 'list(range(I(1), I(3)))', 'I(3).conjugate()', 'round(F(2.5))', 'F(1) + 1', 'int(F(2.7))', 'F(2).real', 'type(F(2).conjugate())', 'abs(F(-2))', 'divmod(I(7), 2)', 'max(I(1), 0)', 'sum([F(1), 2])', '[1, 2, 3][:I(2)]', 'math.floor(F(2.5))', 'math.gcd(I(4), 6)', 'math.sqrt(F(4))', 'math.fsum([F(1.5)])', 'math.hypot(F(3), I(4))', 'float(F(2))', 'struct.pack("d", F(2))', 'time.sleep(F(0))', '"%f" % F(2)', '"%f" % I(2)', 'format(F(2), ".1f")', 'round(F(2.75), 1)', 'F(2) ** F(3)', 'math.ldexp(F(1), I(3))', 'F(2).hex()', 'statistics.fmean([F(1), F(2)])', 'cmath.sqrt(I(4))', 'datetime.timedelta(seconds=F(1.5))', 'random.Random(1).uniform(F(1), F(2))', 'I(5).bit_length()', 'I(5).as_integer_ratio()', 'F(0.5).as_integer_ratio()', 'hash(I(3))', 'format(I(3), ">5")', '"%d %s" % (I(3), I(3))', 'int(I(3))', 'type(int(I(3)))', 'I(3).__index__()', 'operator.index(I(3))', 'type(operator.index(I(3)))', 'bytes(I(2))', 'enumerate([1], I(5)).__next__()', 'list(itertools.count(I(3)).__next__() for _ in [1])', 'itertools.repeat(1, I(2))', 'collections.deque(maxlen=I(3)).maxlen', 'pow(I(2), I(3))', 'chr(I(65))', 'random.Random(I(3)).random()', 'json.dumps([I(3), F(1.5)])', 'struct.pack("i", I(3))', 'statistics.mean([I(1), I(2)])', 'fractions.Fraction(I(3))', 'decimal.Decimal(I(3))', 'datetime.timedelta(days=I(3))', 'datetime.date(I(2020), I(1), I(2))', 'str(datetime.date(2020, 1, I(2)).day)'):
    import cmath, math, operator, itertools, collections, time, random, json, struct, array, statistics, fractions, decimal, datetime
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
