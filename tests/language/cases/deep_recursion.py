# Recursion without end in every way: RecursionError, and the program goes on. Which of the nested calls meets the limit
# decides how CPython's message ends, so that only its beginning is compared.
import collections
import copy
import functools
import itertools
import operator
import re
import threading


def attempt(name, function):
    try:
        value = function()
        text = repr(value)
        print(name, "gave", text if len(text) < 60 else len(text))
    except BaseException as error:
        text = str(error)
        print(name, type(error).__name__, text[:text.index("exceeded")] if "exceeded" in text else text[:150])


def function(): return function()
def arguments(a, *b, c=1, **d): return arguments(a, *b, c=c, **d)
class Method:
    def call(self): return self.call()
    def __call__(self): return self()
    def __repr__(self): return repr(self)
    def __str__(self): return str(self)
    def __eq__(self, other): return self == other
    def __lt__(self, other): return self < other
    def __hash__(self): return hash(self)
    def __len__(self): return len(self)
    def __bool__(self): return bool(self)
    def __iter__(self): return iter(self)
    def __next__(self): return next(self)
    def __getitem__(self, key): return self[key]
    def __setitem__(self, key, value): self[key] = value
    def __delitem__(self, key): del self[key]
    def __contains__(self, key): return key in self
    def __getattr__(self, name): return getattr(self, name)
    def __add__(self, other): return self + other
    def __radd__(self, other): return other + self
    def __iadd__(self, other): self += other; return self
    def __neg__(self): return -self
    def __int__(self): return int(self)
    def __float__(self): return float(self)
    def __index__(self): return operator.index(self)
    def __format__(self, spec): return format(self, spec)
    def __enter__(self):
        with self: pass
    def __exit__(self, *rest): pass
    def __dir__(self): return dir(self)
    def __reduce_ex__(self, protocol): return copy.copy(self)
    def __bytes__(self): return bytes(self)
    def __complex__(self): return complex(self)
    def __abs__(self): return abs(self)
    def __round__(self, n=None): return round(self)
    def __instancecheck__(self, other): return isinstance(other, self)
    def __subclasscheck__(self, other): return issubclass(other, self)
    def __reversed__(self): return reversed(self)
    def __divmod__(self, other): return divmod(self, other)
    def __pow__(self, other): return self ** other
    def __matmul__(self, other): return self @ other
m = Method()
attempt("function", function)
attempt("arguments", lambda: arguments(1, 2, e=3))
attempt("method", m.call)
attempt("call", m)
for f in (repr, str, hash, len, bool, iter, next, int, float, operator.index, format, dir, bytes, complex, abs, round, reversed, operator.neg, copy.copy, list, tuple, set, sorted, sum, max, "{}".format, "%s".__mod__, "%r".__mod__, "%d".__mod__, ascii, print, range, chr, bytearray, float, enumerate, callable, any, all, dict, id, hex, bin, oct):
    if f in (callable, id): continue
    attempt(getattr(f, "__name__", "?"), lambda: f(m))
for f in (operator.eq, operator.lt, operator.add, operator.iadd, operator.getitem, operator.delitem, operator.contains, divmod, operator.pow, operator.matmul, isinstance, issubclass, operator.ne, operator.gt):
    attempt(f.__name__, lambda: f(m, 1))
attempt("radd", lambda: 1 + m)
attempt("isinstance", lambda: isinstance(1, m))
attempt("issubclass", lambda: issubclass(int, m))
attempt("setitem", lambda: operator.setitem(m, 1, 2))
attempt("getattr", lambda: m.nothing)
attempt("with", lambda: m.__enter__())
attempt("f-string", lambda: f"{m}{m!r}")
attempt("unpack", lambda: [*m])
attempt("in list", lambda: m in [1, 2])
attempt("in dict", lambda: {m: 1})
class Setter:
    def __setattr__(self, name, value): setattr(self, name, value)
    def __delattr__(self, name): delattr(self, name)
    def __getattribute__(self, name): return getattr(self, name)
s = Setter()
attempt("setattr", lambda: setattr(s, "a", 1))
attempt("delattr", lambda: delattr(s, "a"))
attempt("getattribute", lambda: s.a)
class Property:
    @property
    def value(self): return self.value
    @classmethod
    def made(cls): return cls.made()
    @staticmethod
    def still(): return Property.still()
    def __new__(cls, *a): return cls(*a) if a else object.__new__(cls)
    def __init__(self, n=0): Property.__init__(self, n) if n else None
attempt("property", lambda: Property().value)
attempt("classmethod", Property.made)
attempt("staticmethod", Property.still)
attempt("new", lambda: Property(1))
class Meta(type):
    def __call__(cls): return cls()
    def __getattr__(cls, name): return getattr(cls, name)
class Metaed(metaclass=Meta): pass
attempt("meta call", Metaed)
attempt("meta getattr", lambda: Metaed.x)
class Missing(dict):
    def __missing__(self, key): return self[key]
attempt("missing", lambda: Missing()[1])
class Sub:
    def __init_subclass__(cls): type("Another", (cls,), {})
attempt("init_subclass", lambda: type("S", (Sub,), {}))
def gen(): yield from gen()
attempt("yield from", lambda: list(gen()))
def gen2():
    for x in gen2(): yield x
attempt("generator loop", lambda: list(gen2()))
async def co(): await co()
attempt("await", lambda: co().send(None))
def comprehension(): return [comprehension() for x in (1,)]
attempt("comprehension", comprehension)
attempt("lambda", (lambda f: f(f))(lambda f: lambda: f(f)()))
def key(x): return sorted([1, 2], key=key)
attempt("sort key", lambda: key(1))
attempt("map", lambda: (lambda f: f(f))(lambda f: list(map(f, [f]))))
attempt("reduce", lambda: (lambda f: f(f, f))(lambda f, g: functools.reduce(f, [f, f])))
attempt("partial", lambda: (lambda f: f(f))(lambda f: functools.partial(f, f)()))
@functools.lru_cache
def cached(n): return cached(n + 1)
attempt("lru_cache", lambda: cached(1))
attempt("re.sub", lambda: (lambda f: f(f))(lambda f: re.sub("a", lambda m: f(f), "a")))
attempt("exec", lambda: exec("def f(): exec('f()')\nf()", {}))
attempt("eval", lambda: eval("f()", {"f": None}) if 0 else (lambda f: f(f))(lambda f: eval("f(f)", {"f": f})))
def handler():
    try: handler()
    except ValueError: pass
    finally: len("")
attempt("finally", handler)
def catcher():
    try: return catcher()
    except RecursionError: return "caught"
attempt("caught", catcher)
class Init(Exception):
    def __init__(self): raise Init()
attempt("exception init", Init)
thread = threading.Thread(target=lambda: (attempt("function in a thread", function), attempt("sort key in a thread", lambda: key(1)),
                                          attempt("repr in a thread", lambda: repr(m))))
thread.start()
thread.join()
print(6 * 7)
