# A nan is equal to nothing, yet the same object as itself: what containers, hashes and operations make of that. And how it is written.
import array
import bisect
import cmath
import collections
import copy
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import operator
import pickle
import random
import statistics
import struct
import threading

x = nan = float('nan')
inf = float('inf')


def show(text):
    try:
        print(text, '=', eval(text))
    except Exception as error:
        print(text, '->', type(error).__name__, error)


for text in r"""
float('nan') in [float('nan')]
x in [x]
x is x
[x] == [x]
[x] == [float('nan')]
(x,) == (x,)
(x,) == (float('nan'),)
x == x
x != x
[float('nan'), float('nan')] == [float('nan'), float('nan')]
len({float('nan'), float('nan'), x, x, nan})
len({x: 1, float('nan'): 2, nan: 3})
len(set([x]*5))
len(collections.Counter([x, x, float('nan'), float('nan')]))
collections.Counter([x, x])[x]
(x, 1) <= (x, 2)
(x, 1) < (x, 2)
(float('nan'), 1) <= (float('nan'), 2)
(x, 1) >= (x, 1)
[x] <= [x]
[x] < [x]
hash(x) == hash(x)
hash((x,)) == hash((x,))
id(x) == id(nan)
(lambda a, b: id(a) == id(b))(float('nan'), float('nan'))
inf - inf is inf - inf
(lambda y: y in [y])(inf - inf)
(lambda a, b: a is b)(inf-inf, inf-inf)
(lambda a, b: [a] == [b])(inf*0, inf*0)
x + 1 is x
x + 0 is x
x * 1 is x
x - 0 is x
x / 1 is x
-x is x
-(-x) is x
+x is x
abs(x) is x
x // 1 is x
x % 1 is x
x ** 1 is x
x ** 0
1 ** x
divmod(x, 1)[0] is divmod(x, 1)[1]
round(x, 1) is x
float(x) is x
x.real is x
x.imag
x.conjugate() is x
x.__float__() is x
x.__pos__() is x
x.__neg__() is x
x.__abs__() is x
x.__add__(1) is x
(x + 1) in [x]
(x + 1) in [x + 1]
x.__getnewargs__()[0] is x
max(x, 1) is x
max(1, x)
min(x, 1) is x
min(1, x)
max([x, x]) is x
sum([x]) is x
sum([1.0], x) is x
sum([], x) is x
sum([x, x]) is x
math.fsum([x]) is x
math.prod([x]) is x
math.prod([x, 1]) is x
math.fabs(x) is x
math.copysign(x, 1) is x
math.copysign(x, -1) is x
math.sqrt(x) is x
math.sin(x) is x
math.fmod(x, 1) is x
math.pow(x, 1) is x
math.hypot(x) is x
math.dist([x],[1]) is x
math.modf(x)[0] is x
math.modf(x)[0] is math.modf(x)[1]
math.frexp(x)[0] is x
math.ldexp(x, 1) is x
math.nextafter(x, 1) is x
math.ulp(x) is x
math.degrees(x) is x
math.log(x) is x
math.remainder(x, 1) is x
math.atan2(x, 1) is x
math.exp(x) is x
math.nan is math.nan
math.nan in [math.nan]
math.nan in [float('nan')]
cmath.nan is math.nan
cmath.nan is cmath.nan
math.nan in {math.nan}
math.nan in {x}
statistics.median([x]) is x
copy.copy(x) is x
copy.deepcopy(x) is x
copy.deepcopy([x])[0] is x
pickle.loads(pickle.dumps(x)) is x
pickle.loads(pickle.dumps(x)) in [x]
(lambda l: l[0] is l[1])(pickle.loads(pickle.dumps([x, x])))
struct.unpack('d', struct.pack('d', x))[0] is x
struct.pack('d', x)
struct.pack('f', x)
struct.pack('e', x)
struct.pack('>d', -x)
struct.pack('d', x + 1)
struct.pack('d', inf - inf)
struct.pack('f', inf - inf)
struct.pack('d', math.nan)
struct.pack('d', -math.nan)
struct.pack('d', abs(-x))
struct.pack('d', float('-nan'))
struct.pack('2d', complex(x, x).real, complex(1, x).imag)
pickle.dumps(x)
pickle.dumps(x, 0)
pickle.dumps(complex(x, 1))
pickle.dumps(complex(x, 1), 0)
pickle.dumps([x, -x])
struct.pack('d', struct.unpack('d', b'\x01\x02\x03\x04\x05\x06\xf8\x7f')[0])
struct.pack('d', struct.unpack('d', b'\x01\x02\x03\x04\x05\x06\xf8\xff')[0])
struct.pack('d', struct.unpack('d', b'\x01\x02\x03\x04\x05\x06\xf0\x7f')[0])
array.array('d', [x]).tobytes()
array.array('f', [x]).tobytes()
array.array('d', [x])[0] is x
x in array.array('d', [x])
(lambda a: a[0] is a[0])(array.array('d', [x]))
array.array('d', [x]) == array.array('d', [x])
array.array('d', [x]).index(x)
array.array('d', [x]).count(x)
(lambda a: a == a)(array.array('d', [x]))
memoryview(array.array('d', [x])).tolist()[0] is x
(lambda m: m == m)(memoryview(array.array('d', [x])))
memoryview(struct.pack('d', x)).cast('d')[0] is x
(lambda b: (memoryview(b).cast('d').__setitem__(0, x), bytes(b))[1])(bytearray(8))
x.hex()
(-x).hex()
math.copysign(1, x)
math.copysign(1, -x)
math.copysign(1, inf - inf)
math.copysign(1, x + 1)
math.copysign(1, -x + 1)
math.copysign(1, -(inf - inf))
math.copysign(1, inf * 0)
math.copysign(1, abs(-x))
math.copysign(1, float('-nan'))
math.copysign(1, math.nan)
math.copysign(1, x * -1)
math.copysign(1, -1 * x)
math.copysign(1, 0 - x)
float.fromhex('nan') is float.fromhex('nan')
float.fromhex('-nan') in [x]
repr(x)
str(-x)
'%f' % x
format(x, 'g')
f'{x:10.3f}'
[x].index(x)
[1, x].index(x)
[x].index(float('nan'))
[x, x, float('nan')].count(x)
(x, x).count(x)
(x,).index(x)
(lambda l: (l.remove(x), len(l)))([x, float('nan')])
(lambda l: l.remove(float('nan')))([x])
x in (x,)
x in {x}
x in {x: 1}
{x: 1}[x]
{x: 1}[float('nan')]
{x: 1}.get(float('nan'), 'none')
{x} == {x}
{x} == {float('nan')}
{x} & {x} == {x}
len({x} ^ {x})
len({x} - {float('nan')})
{x} <= {x}
{x}.issubset({float('nan')})
{x}.isdisjoint({x})
{x: 1} == {x: 1}
{x: 1} == {float('nan'): 1}
{1: x} == {1: x}
{1: x} == {1: float('nan')}
frozenset([x]) == frozenset([x])
dict.fromkeys([x, x, float('nan')]).__len__()
collections.deque([x]).index(x)
collections.deque([x]).count(x)
x in collections.deque([x])
collections.deque([x]) == collections.deque([x])
collections.deque([x]) == collections.deque([float('nan')])
collections.deque([x]) <= collections.deque([x])
collections.OrderedDict([(x, 1)]) == collections.OrderedDict([(x, 1)])
collections.UserList([x]) == [x]
range(3).count(x)
x in range(3)
list(itertools.groupby([x, x, x])).__len__()
list(itertools.groupby([float('nan') for i in range(3)])).__len__()
len(list(itertools.groupby([x, float('nan'), float('nan')])))
operator.countOf([x, x, float('nan')], x)
operator.indexOf([1, x], x)
operator.contains([x], x)
operator.is_(x, x)
operator.eq(x, x)
operator.is_(x, float('nan'))
complex(x, 0) == complex(x, 0)
(lambda c: c in [c])(complex(x, 0))
complex(x, 0) in [complex(x, 0)]
complex('nan') in [complex('nan')]
complex(x, 0).real is x
(lambda c: c.real is c.real)(complex(x, 0))
(lambda c: c.imag is c.imag)(complex(0, x))
hash(complex(x, 0)) == hash(complex(x, 0))
(lambda c: hash(c) == hash(c))(complex(x, 0))
len({complex(x, 0), complex(x, 0)})
(lambda c: complex(c) is c)(complex(x, 0))
abs(complex(x, 0)) is abs(complex(x, 0))
cmath.phase(complex(x, 0)) is x
cmath.polar(complex(x,0))[0] is x
cmath.rect(x, 0).real is x
repr(complex(x, -x))
-complex(x, 0)
decimal.Decimal('nan') in [decimal.Decimal('nan')]
(lambda d: d in [d])(decimal.Decimal('nan'))
len({decimal.Decimal('nan'), decimal.Decimal('nan')})
float(decimal.Decimal('nan')) is float(decimal.Decimal('nan'))
decimal.Decimal(x)
decimal.Decimal(-x)
decimal.Decimal(inf - inf)
decimal.Decimal.from_float(x)
fractions.Fraction(x)
x.as_integer_ratio()
int(x)
round(x)
math.floor(x)
(lambda l: l[0] is l[1])(json.loads('[NaN, NaN]'))
json.loads('NaN') is json.decoder.NaN
json.loads('[NaN]') == json.loads('[NaN]')
json.dumps([x, -x, inf])
json.dumps({x: 1})
x.__class__
isinstance(x, float)
type(x) is float
x.is_integer()
bool(x)
not x
x and 1
x or 1
x if x else 0
sorted([x, x]) == [x, x]
sorted([3, x, 1])
sorted([x, 2.0, 1.0])
[id(i) == id(x) for i in sorted([x, float('nan'), x])]
(lambda l: [i is x for i in sorted(l)])([2.0, x, 1.0, -x])
heapq.nsmallest(2, [x, 1, 2])
bisect.bisect([1, 2, 3], x)
random.choice([x]) is x
list(reversed([x]))[0] is x
[x][:][0] is x
([x] * 3) == [x, x, x]
[x] + [] == [x]
tuple([x]) == (x,)
list(map(abs, [x]))[0] is x
functools.reduce(operator.add, [x]) is x
next(iter([x])) is x
dict(a=x)['a'] is x
[*[x]] == [x]
(lambda *a: a)(x) == (x,)
[y for y in [x]] == [x]
all(y is x for y in [x, x])
(lambda: x)() is x
eval('x') is x
(x := x) is x
vars(type('C', (), {'a': x}))['a'] is x
getattr(type('C', (), {'a': x}), 'a') is x
statistics.mode([x, x, 1])
statistics.multimode([x, float('nan'), x])
len(set(map(float, ['nan'] * 4)))
len(set([float('nan')] * 4))
float(' nan ') in [float('nan')]
float('NaN') == float('nan')
x <= x
x < 1
x > 1
1 < x < 2
x in [1, 2]
[x, 1] < [x, 2]
[x, 1] == [x, 1.0]
(1, x) == (1.0, x)
(1, (x,)) == (1, (x,))
[[x]] == [[x]]
[[float('nan')]] == [[float('nan')]]
{1: [x]} == {1: [x]}
slice(x) == slice(x)
slice(float('nan')) == slice(float('nan'))
sum([inf, -inf]) in [sum([inf, -inf])]
math.inf - math.inf in [math.nan]
math.inf % 1 is math.inf % 1
0 * inf is 0 * inf
float.__new__(float, x) is x
float.__add__(x, 1) is x
x.__round__(2) is x
x.__eq__(x)
x.__ne__(x)
x.__hash__() == hash(x)
object.__hash__(x) == hash(x)
float.__hash__(x) == object.__hash__(x)
object.__eq__(x, x)
(lambda f: f() is f())(lambda: 1e400 - 1e400)
(lambda f: f() in [f()])(lambda: 1e400 - 1e400)
(lambda f: f() is f())(lambda: inf - inf)
(lambda f: f() is f())(lambda: -(1e400 * 0))
(lambda f: f() is f())(lambda: 0 * 1e999)
""".strip().splitlines():
    show(text)


class F(float):
    pass


f = F('nan')
print(f in [f], f in [F('nan')], f == f, float(f) is float(f), float(f) is f, f + 0 is f + 0, hash(f) == hash(f), len({f, F('nan')}), F(x) in [x], x in [F(x)], struct.pack('d', F(x)), struct.pack('d', f), pickle.loads(pickle.dumps(f)) in [f], f.real is f, copy.copy(f) is f, f.conjugate() is f, (+f) is f)
y = x
y += 1
print(y is x, y in [x], y in [y])
y = x
for i in range(3): y = y * 2
print(y is x, y in [y])
z = [x] * 3
z[0] += 1
print(z[0] is z[1], z[1] is z[2], z.count(x), z == z)
def g(a=x): return a
print(g() is x, g() is g())
class C:
    a = x


print(C.a is x, C().a in [x])
c = C()
c.b = inf - inf
print(c.b is c.b, c.b in [c.b], c.b == c.b)
match x:
    case float(): print('float')
s = {x}; s.add(x); s.add(x + 0); print(len(s)); s.discard(x); print(len(s)); s.discard(float('nan')); print(len(s))
d = {}
for k in [x, x, float('nan'), -x, abs(x)]: d[k] = d.get(k, 0) + 1
print(sorted(d.values()))
print(d.pop(x), len(d))
out = []
ts = [threading.Thread(target=lambda: out.extend(float('nan') for i in range(1000))) for _ in range(4)]
[t.start() for t in ts]; [t.join() for t in ts]
print(len(set(out)), len(set(map(id, out))), len(set(map(hash, out))) > 3900)
big = [inf - inf for i in range(100000)]
print(len(set(big)))
