import gc, weakref, warnings, types, abc, copyreg, copy, operator, functools, contextlib
def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def p(self): ...
show("abstract", lambda: A())
class B(A):
    def f(self): return 1
show("abstract2", lambda: B())
class C(B):
    p = 5
show("concrete", lambda: (C().f(), isinstance(C(), A), issubclass(int, A)))
A.register(int)
show("registered", lambda: (isinstance(5, A), issubclass(bool, A), issubclass(str, A), isinstance("", A)))
show("abstract names", lambda: (A.__abstractmethods__ == {"f", "p"}, C.__abstractmethods__))
show("copy", lambda: (copy.copy([1, [2]]), copy.deepcopy({"a": [1, (2, [3])]}), copy.copy((1,)), copy.deepcopy(5)))
class P:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
p = P([1]); q = copy.copy(p); r = copy.deepcopy(p)
show("copy obj", lambda: (q.x is p.x, r.x is p.x, q == p == r, type(r)))
l = [1]; l.append(l)
m = copy.deepcopy(l)
show("recursive", lambda: (m, m[1] is m))
class L(list): pass
x = L([1, 2]); x.tag = "t"
y = copy.deepcopy(x)
show("list sub", lambda: (y, y.tag, type(y)))
show("copy exc", lambda: copy.copy(ValueError(1, 2)))
show("copy gen", lambda: copy.copy(i for i in ()))
show("copy fn", lambda: (copy.copy(len) is len, copy.deepcopy(show) is show, copy.copy(P) is P))
show("op", lambda: (operator.add(1, 2), operator.itemgetter(1)([5, 6]), operator.itemgetter(0, 2)("abc"), operator.attrgetter("x")(p), operator.methodcaller("upper")("a")))
show("op2", lambda: (operator.itemgetter(1, 2), operator.attrgetter("a.b"), operator.methodcaller("f", 1, k=2), operator.not_(1), operator.contains([1], 1), operator.__add__(1, 2), operator.concat([1], [2]), operator.countOf([1, 1], 1), operator.indexOf([1, 2], 2), operator.length_hint([1])))
show("reduce", lambda: (functools.reduce(operator.add, [1, 2, 3]), functools.reduce(operator.mul, [], 7)))
show("reduce bad", lambda: functools.reduce(operator.add, []))
f = functools.partial(int, base=2)
show("partial", lambda: (f("101"), f, f.func, f.args, f.keywords, functools.partial(f, "11")()))
@functools.lru_cache(maxsize=2)
def sq(n):
    "squares"
    return n * n
show("lru", lambda: ([sq(i) for i in (1, 2, 1, 3, 2)], sq.cache_info(), sq.__name__, sq.__doc__, sq.__wrapped__(5), sq.cache_parameters()))
@functools.cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
show("fib", lambda: (fib(80), fib.cache_info()))
@functools.wraps(sq)
def w(): pass
show("wraps", lambda: (w.__name__, w.__doc__, w.__wrapped__ is sq))
@functools.total_ordering
class T:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
show("total", lambda: (T(1) <= T(1), T(2) > T(1), T(1) >= T(2)))
show("cmp", lambda: sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
class K:
    @functools.cached_property
    def v(self):
        print("computing"); return 9
    @functools.lru_cache
    def m(self, x): return x
    pm = functools.partialmethod(lambda self, a, b: (a, b), 1)
k = K()
show("cached", lambda: (k.v, k.v, k.__dict__, k.m(3), k.pm(2)))
@functools.singledispatch
def g(a): return "default"
@g.register
def _(a: int): return "int"
@g.register(list)
def _(a): return "list"
show("dispatch", lambda: (g(1), g(True), g([]), g("s"), g.dispatch(bool)(1)))
@contextlib.contextmanager
def cm(x):
    print("enter")
    try: yield x * 2
    except ValueError as e: print("caught", e)
    finally: print("leave")
with cm(2) as v: print(v)
with cm(2) as v: raise ValueError("v")
show("cm key", lambda: cm(1).__enter__())
def raises():
    with cm(1): raise KeyError("k")
show("cm raises", raises)
with contextlib.suppress(ZeroDivisionError): 1 / 0
with contextlib.nullcontext(5) as n: print(n)
with contextlib.ExitStack() as stack:
    stack.enter_context(cm(1)); stack.callback(print, "callback"); stack.enter_context(cm(2))
class Cl:
    def close(self): print("closed")
with contextlib.closing(Cl()) as c: pass
@cm(3)
def decorated(): return "dec"
print(decorated())
class W: pass
d = weakref.WeakValueDictionary(); a = W(); d["a"] = a
show("wvd", lambda: (len(d), "a" in d, d["a"] is a, list(d.keys())))
del a
show("wvd", lambda: (len(d), "a" in d))
d = weakref.WeakKeyDictionary(); a = W(); d[a] = 1
show("wkd", lambda: (len(d), d[a], a in d)); del a
show("wkd", lambda: len(d))
s = weakref.WeakSet(); a = W(); s.add(a)
show("ws", lambda: (len(s), a in s)); del a
show("ws", lambda: len(s))
a = W(); a.n = 5; px = weakref.proxy(a)
show("proxy", lambda: px.n); px.n = 6; show("proxy", lambda: a.n); del a
show("proxy", lambda: px.n)
class M:
    def f(self): return "f"
mm = M(); wm = weakref.WeakMethod(mm.f)
show("wm", lambda: wm()()); del mm
show("wm", lambda: wm())
a = W(); fin = weakref.finalize(a, print, "finalized"); show("fin", lambda: fin.alive); del a
show("fin", lambda: fin.alive)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    warnings.warn("one"); warnings.warn("two", DeprecationWarning)
show("log", lambda: [(str(x.message), x.category, x.lineno > 0) for x in log])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("ignored")
with warnings.catch_warnings():
    warnings.simplefilter("error", UserWarning)
    show("error", lambda: warnings.warn("bad"))
show("filters", lambda: len(warnings.filters) > 0)
show("category", lambda: warnings.warn("x", int))
def mine(message, category, filename, lineno, file=None, line=None): print("mine", message, category.__name__)
old = warnings.showwarning; warnings.showwarning = mine
warnings.warn("shown"); warnings.showwarning = old
show("types", lambda: [t.__name__ for t in (types.FunctionType, types.CodeType, types.GeneratorType, types.MethodType, types.ModuleType, types.TracebackType, types.FrameType, types.CellType, types.MappingProxyType)])
show("new_class", lambda: types.new_class("N", (list,), {}, lambda ns: ns.update(q=1)).q)
show("gc", lambda: (gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.is_tracked([]), gc.is_tracked(5), len(gc.get_threshold()), len(gc.get_stats())))
