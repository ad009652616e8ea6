"""Namespaces, closures, groups, modules and texts at their edges: what eval and exec leave behind, and what is said of what does not fit."""
from collections import OrderedDict
d = OrderedDict(a=1)
exec("b = a\ndef f(): return len([1])", d); print(list(d), d["f"]())
print(eval("len('abc') + a", d), list(d))
try: exec("1/0", d)
except ZeroDivisionError as e: print(e, list(d))
class O(OrderedDict): pass
o = O(); exec("class C: x = max(1, 2)", o); print(list(o), o["C"].x)
o = O(__builtins__={}); 
try: exec("len", o)
except NameError as e: print(e)
print(list(o))

import tempfile, os
p = tempfile.mktemp()
for data in (b"\xed\xa0\x80", b"ab\xed\xbf\xbf", b"\xed\x9f\xbf", b"\xed\xa0", b"\xed", b"x\xed\xa0\x80\ny"):
    open(p, "wb").write(data)
    for k in ({}, {"errors": "replace"}, {"errors": "surrogatepass"}, {"errors": "surrogateescape"}, {"errors": "ignore"}, {"errors": "backslashreplace"}, {"encoding": "utf-8-sig"}):
        try: print(ascii(open(p, **{"encoding": "utf-8", **k}).read()))
        except UnicodeDecodeError as e: print(e)
        try: print(ascii(open(p, **{"encoding": "utf-8", **k}).readlines()))
        except UnicodeDecodeError as e: print(e)
    try: print(data.decode())
    except UnicodeDecodeError as e: print(e)
import subprocess, sys
open(p + ".py", "wb").write(b"x = '\xed\xa0\x80'\n")
sys.path.insert(0, os.path.dirname(p))
try: __import__(os.path.basename(p))
except SyntaxError as e: print(str(e).replace(os.path.basename(p), "P"), type(e))
try: open(p, "w", encoding="utf-8").write("\ud800")
except UnicodeEncodeError as e: print(e)

def f(): 
    x = [1]
    def g(): x.append(2); return x
    return g, x
g, x = f()
print(exec(g.__code__, {}, closure=g.__closure__), x)
from types import CellType
c = CellType([5]); exec(g.__code__, closure=(c,)); print(c.cell_contents)
for a in (dict(closure=()), dict(closure=[c]), dict(closure=(c, c)), dict(closure=(1,)), dict(closure=None)):
    try: exec(g.__code__, **a)
    except TypeError as e: print(e)
try: exec(f.__code__, closure=(c,))
except TypeError as e: print(e)
try: exec(f.__code__, closure=())
except TypeError as e: print(e)
try: exec("1", closure=None); exec("1", closure=(c,))
except TypeError as e: print(e)
try: eval(g.__code__)
except TypeError as e: print(e)

class E(Exception):
    def __new__(cls): return 5
for src in ("raise E", "raise ValueError from 5", "raise E from None", "raise 5", "raise int", "raise ValueError from int", "raise ValueError from ValueError", "raise ValueError() from KeyError('a')", "raise None", "raise ValueError from (1/0)", "raise ValueError(1) from BaseException", "raise", "raise 'abc'", "raise ValueError, 1"):
    try: exec(src)
    except BaseException as e: print(src, type(e), e, repr(e.__cause__), repr(e.__context__), e.__suppress_context__)

for a in ((5,), (5, 1), ("m",), ("m", 5), ("m", []), ("m", [1]), ("m", [ValueError, KeyError()]), ("m", [KeyboardInterrupt()]), (None, [KeyError()]), ("m", (KeyError(),)), ("m", "abc"), ("m", {1: 2}), ("m", [KeyError()], 3), (), ("m", iter([KeyError()])), (b"m", [KeyError()])):
    for c in (BaseExceptionGroup, ExceptionGroup):
        try: print(repr(c(*a)))
        except BaseException as e: print(type(e), e)
try: BaseExceptionGroup(message="m", exceptions=[KeyError()])
except BaseException as e: print(type(e), e)
class G(ExceptionGroup, ValueError): pass
print(repr(G("a", [KeyError(1)])), G("a", [KeyError(1)]).derive([OSError()]))
try: print(ExceptionGroup("a", [KeyError(1)]).split(5))
except BaseException as e: print(type(e), e)
try: print(ExceptionGroup("a", [KeyError(1)]).subgroup((1, 2)))
except BaseException as e: print(type(e), e)
try: pass
except BaseException as e: print(type(e), e)
print(ExceptionGroup("a", [KeyError(1)]).subgroup(lambda e: isinstance(e, KeyError)))
print(ExceptionGroup("a", [KeyError(1), ExceptionGroup("b", [OSError(2)])]).split(OSError))

for t in ('{a!}', '{!}', '{a!}x', '{a!}}', '{a!}:x}', '{!}{!}', '{!}}}', '{a!x}', '{a!r', '{a!rr}', '{a!r:', '{a', '{', '}', 'a}b', '{a!r}}', '{{a}', '{a.}', '{a[}', '{a[]}', '{a[0}', '{a[0]x}', '{a..b}', '{a:{}', '{a:{b}}', '{:{}}', '{0}{}', '{}{0}', '{-1}', '{a.b.c}', '{0[a][b]}', '{ a}', '{a }', '{a!s }', '{!r:{}}', '{a:{b:{c}}}', '{a:{b!r}}', '{:}', '{!s}', '{a!}}', '{0!}', '{[}', '{[]}', '{.}', '{.a}', '{[0]}', '{0x}', '{00}', '{1_0}', '{9999999999999999999999}', '{0[99999999999999999999]}', '{:{:{}}}', '{a:}}', '{a:{', '{a!{b}}', '{a:!r}', '{\n}', '{é}', '{0[-1]}', '{0[ 1]}', '{0[1_0]}','{0:{1!}}', '{0!r:>{1}}','{0!r!s}', '{!!}', '{0!:5}', '{a:{b!}}'):
    for args, kw in (((), {}), (([1, 2], 3), {"a": 5, "b": 7})):
        try: print(repr(t), repr(t.format(*args, **kw)))
        except BaseException as e: print(repr(t), type(e).__name__, e)
    try: print(repr(t.format_map({"a": 1})))
    except BaseException as e: print(repr(t), type(e).__name__, e)
    import string
    try: print(list(string.Formatter().parse(t)))
    except BaseException as e: print(repr(t), type(e).__name__, e)
    try: print(string.Formatter().vformat(t, ([1, 2], 3), {"a": 5, "b": 7}))
    except BaseException as e: print(repr(t), type(e).__name__, e)

import types, sys
m = types.ModuleType("m"); print(m)
m.__getattr__ = lambda n: (print("asked", n), 1)[1]
print(m); print(m.foo)
def g(n): raise AttributeError(n + "!")
m.__getattr__ = g
try: m.bar
except AttributeError as e: print(e)
print(m)
m.__file__ = "/x/y"; print(m)
m.__file__ = 5; print(m)
del m.__file__; m.__loader__ = "L"; print(m)
m.__spec__ = types.SimpleNamespace(name="n", origin="o", has_location=True, loader=None); print(m)
m.__spec__ = types.SimpleNamespace(name="n", origin=None, has_location=False, loader="Q"); print(m)
m.__spec__ = 5
try: print(m)
except Exception as e: print(type(e), e)
m.__spec__ = None
del m.__name__
try: print(m)
except Exception as e: print(type(e), e)
m.__name__ = 7; print(m)
class M(types.ModuleType):
    def __getattr__(self, n): print("cls", n); raise AttributeError(n)
print(M("q"))
class M2(types.ModuleType):
    __name__ = "zz"
    def __repr__(self): return "R"
print(M2("q"))
for a in ((), (1,), ("a", 2), ("a", "b", "c"), ("a\0",)):
    try: x = types.ModuleType(*a); print(repr(x), x.__doc__)
    except Exception as e: print(type(e), e)
x = types.ModuleType.__new__(types.ModuleType)
try: print(x)
except Exception as e: print(type(e), e)
try: x.foo
except Exception as e: print(type(e), e)
print(x.__dict__)

