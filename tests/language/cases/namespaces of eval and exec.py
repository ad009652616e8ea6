def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args)
log = []
class D(dict):
    def __getitem__(self, k): log.append(('get', k)); return super().__getitem__(k)
    def __setitem__(self, k, v): log.append(('set', k)); super().__setitem__(k, v)
    def __delitem__(self, k): log.append(('del', k)); super().__delitem__(k)
    def __contains__(self, k): log.append(('in', k)); return super().__contains__(k)
    def __missing__(self, k):
        log.append(('missing', k))
        if k in ('q', 'zz'): return 'M' + k
        raise KeyError(k)
    def keys(self): log.append('keys'); return super().keys()
class M:
    def __init__(self, **k): self.d = k
    def __getitem__(self, k): log.append(('get', k)); return self.d[k]
    def __setitem__(self, k, v): log.append(('set', k)); self.d[k] = v
    def __delitem__(self, k): log.append(('del', k)); del self.d[k]
    def keys(self): log.append('keys'); return self.d.keys()
class G:
    def __getitem__(self, k): log.append(k); return 7
class R:
    def __getitem__(self, k): raise ValueError(k)
srcs = ['a', 'q', 'zz + "1"', 'len("abc")', 'nope', '[x for x in range(2)]', '[a for x in range(2)]', '(lambda: a)()', 'dir()', 'locals()', 'type(locals()).__name__', 'vars()', 'type(globals()).__name__', 'eval("a")', 'exec("b = a")', '__name__', '__builtins__', 'sorted(dir())', '(y := 5)', 'a + a', 'print', 'True', '__debug__', '[y := i for i in range(3)]', 'f"{a}{a!r}"', '(lambda: (lambda: q)())()', 'max(a, a)', 'a.real']
stm = ['b = a', 'del a', 'del nope', 'a += 1', 'def f(): return a\nr = f()', 'class C:\n x = a\nr = C.x', 'import os' , 'for a in range(2): pass', 'global a\na = 5', 'def f():\n global gg\n gg = 1\nf()', 'try:\n 1/0\nexcept Exception as e: pass', 'x: int = 5', 'x: int', 'with open("/dev/null") as fh: pass\ndel fh', 'r = [a for _ in [1]]', 'print(a)', '__builtins__', 'import os.path as p', 'from os import path as a', 'a, *c = 1, 2, 3', 'match 5:\n case w: pass', 'q', 'exec("z = q")', 'lambda: 0', '__annotations__', '[k := 1 for _ in "a"]']
def names(m):
    d = m.d if isinstance(m, M) else dict.copy(m) if isinstance(m, dict) else None
    return sorted(k for k in d if k != '__builtins__') if d is not None else None
for mk in (lambda: D(a=1), lambda: M(a=1), G, R):
  for gmk in (lambda: {'a': 2}, lambda: D(a=2), None):
    for kind, ss in ((eval, srcs), (exec, stm)):
      for s in ss:
        log.clear()
        l = mk(); g = gmk() if gmk else None
        def f():
            if g is None: return kind(s, {}, l) if 0 else kind(s, l)
            return kind(s, g, l)
        try:
            r = f()
            if isinstance(r, (dict, M, G)) or 'builtins' in s: r = type(r).__name__
            print(kind.__name__, type(l).__name__, type(g).__name__, repr(s), '->', r if not callable(r) else 'callable')
        except BaseException as e:
            print(kind.__name__, type(l).__name__, type(g).__name__, repr(s), '!!', type(e).__name__, e.args)
        print('   ', log, names(l) if not isinstance(l, (G, R)) else '', names(g) if g is not None else '')
show('map', lambda: eval('a', M(a=1)))
show('int', lambda: eval('a', 5))
show('int', lambda: eval('a', {}, 5))
show('list', lambda: eval('a', {}, [1]))
show('str', lambda: eval('a', {}, 'abc'))
show('none', lambda: eval('1', None, None))
show('exec int', lambda: exec('a', 5))
show('exec int', lambda: exec('a', {}, 5))
show('exec list', lambda: exec('a', {}, [1]))
from collections import ChainMap, UserDict, OrderedDict, defaultdict
import types
for m in (ChainMap({'a': 1}, {'b': 2}), UserDict(a=1, b=2), OrderedDict(a=1, b=2), defaultdict(int, a=1), types.MappingProxyType({'a': 1, 'b': 2})):
    show(type(m).__name__, lambda: eval('a + b', {}, m))
    show(type(m).__name__, lambda: eval('a + b', m))
    show(type(m).__name__, lambda: exec('c = a + b', {}, m))
    show(type(m).__name__, lambda: exec('c = a + b', m))
    show(type(m).__name__, lambda: eval('[a for i in "x"]', {}, m))
    show(type(m).__name__, lambda: eval('sorted(set(dir()) - {"__builtins__"})', {}, m))
    show(type(m).__name__, lambda: eval('sorted(set(locals()) - {"__builtins__"})', {}, m))
    if type(m) is not OrderedDict: show(type(m).__name__, lambda: sorted(k for k in m if k != '__builtins__'))
class K(dict):
    def keys(self): return ['x', 'y']
show('dir keys', lambda: eval('dir()', {}, K(a=1)))
class MK:
    def __getitem__(self, k): return 1
    def keys(self): return ['z', 'b']
show('dir keys', lambda: eval('dir()', {}, MK()))
show('dir keys', lambda: eval('dir()', {}, G()))
class MK(MK):
    def keys(self): return 5
show('dir keys', lambda: eval('dir()', {}, MK()))
class MK(MK):
    def keys(self): return [1, 'a']
show('dir keys', lambda: eval('dir()', {}, MK()))
