# Slices and ranges of any size, the states of their iterators, unpacking of what derives from tuple.
import pickle, copy
print(slice(None,None,-1).indices(10), slice(2**70,-2**70,-3).indices(2**69), slice(1,None).indices(2**80))
x=range(2**100); print(x[5:10], x[-3:], x[::2**90], range(10)[::-1], range(10)[8:2:-3], range(0)[::-1], range(10)[3:100], range(5)[-100:2])
it=iter(range(3,30,4)); next(it); print(it.__reduce__(), list(copy.copy(it)), it.__setstate__(5), list(it))
it=iter(range(2**70,2**70+5)); next(it); print(it.__reduce__(), list(pickle.loads(pickle.dumps(it)))); it.__setstate__(3); print(list(it)); 
it=iter(range(10,0,-3)); it.__setstate__(2); print(next(it), it.__reduce__())
for s in (slice(0,1,0), slice('a'), slice(1,2,'b')):
    for f in (lambda: s.indices(5), lambda: range(5)[s]):
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
try: slice(1).indices(-1)
except ValueError as e: print(e)
from collections import namedtuple
P=namedtuple('P','x y')
a,b=P(1,2); print(a,b)
class T(tuple):
    def __iter__(self): return iter([7,8])
a,b=T((1,2)); print(a,b)
