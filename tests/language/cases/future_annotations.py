from __future__ import annotations
def f(a: int|str, b: 'x', c: list[int], d: Tuple[int, str], e: (1,), g: (a+b)*c**-d, h: lambda x, /, y=1, *z, w=2, **k: x if y else z, i: [x for x in y if z], j: {1:2, **a}, k: {1,2}, l: f"a{b!r:>{c}}{{", m: a and b or not c, n: a<b<=c is not d, o: f(x for x in y), p: f(1,*a,k=2,**d), q: x[1:2,::3], r: 1 .real, s: 1.5, t: 1e400, u: ..., v: None, w: (yield_), x: a.b.c[d], y: -1, z: not (a and b), aa: (a if b else c) if d else e, bb: b'x', cc: u'x', dd: a[(b, c)], de: a[b, c:d], df: x[y,], dg: (lambda: 0), dh: (-x)**2, di: 2**-x, dj: {1: lambda: 2}, ff: 1j, gg: a@b//c, hh:(a,b), ii: [], jj: ()) -> None: pass
for k, v in f.__annotations__.items(): print(k, v)
class A:
    x: int = 3
    y: Dict[str, 'B']
print(A.__annotations__)
