# deque, namedtuple, defaultdict, OrderedDict, Counter, lru_cache, partial, operator, heapq, bisect.
from collections import *
from functools import *
import operator, heapq, bisect
d=deque(range(5), maxlen=3); print(d, d.maxlen, len(d)); d.append(9); d.appendleft(1); print(d, list(reversed(d)))
P=namedtuple('P','x y',defaults=[3]); print(P(1), P(1,2)._replace(x=5), P._make([1,2]), P(1).x, P.x)
dd=defaultdict(list); dd['a'].append(1); print(dd, dd|{'b':2}, dd.copy())
o=OrderedDict(a=1,b=2,c=3); o.move_to_end('a'); print(o); o.move_to_end('c',last=False); print(o, o.popitem(last=False), o.popitem(), o)
print(Counter('abracadabra'))
@lru_cache(maxsize=3)
def f(x): return x*2
for i in [1,2,3,1,4,2,1]: f(i)
print(f.cache_info(), f.__name__)
print(partial(print,1,a=2), reduce(lambda a,b:a+b,[1,2,3]), sorted([3,1,2],key=cmp_to_key(lambda a,b:b-a)))
print(operator.itemgetter(1,2)([1,2,3]), operator.attrgetter('real.imag')(5), operator.methodcaller('split','a')('bab'))
h=[5,2,8,1]; heapq.heapify(h); print(h, heapq.heappop(h), heapq.nsmallest(2,h), heapq.nlargest(2,h), list(heapq.merge([1,3],[2,4])))
print(bisect.bisect([1,2,2,3],2), bisect.bisect_left([1,2,2,3],2))
