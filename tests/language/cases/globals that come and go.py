# globals that come, go and move while functions that use them run
def f(): return x
def g(): return len([1])
try: f()
except NameError as e: print(e)
x = 1
print(f())
for i in range(2000): globals()[f'v{i}'] = i
print(f())
for i in range(2000): del globals()[f'v{i}']
print(f(), g())
len = lambda a: 'mine'
print(g())
del len
print(g())
import builtins
old = builtins.len
builtins.len = lambda a: 'theirs'
print(g())
builtins.len = old
print(g())
builtins.fresh = 7
def h(): return fresh
print(h())
del builtins.fresh
try: h()
except NameError as e: print(e)
code = compile('y', '', 'eval')
for k in range(50):
    print(eval(code, {'y': k}), end=' ')
    d = {}
    for j in range(k): d['z%d' % j] = j
    d['y'] = -k
    print(eval(code, d), end=' ')
print()
del x
try: f()
except NameError as e: print(e)
exec("def q(): return w\nw = 5\nprint(q())\nglobals().clear()", ns := {})
try: ns.get('q')
except Exception as e: print(e)
def p():
    global t
    t = 1
    for i in range(3):
        t += 1
        yield t
print(list(p()), t)
class A: pass
import types
fn = types.FunctionType(f.__code__, {'x': 'other', '__builtins__': builtins})
print(fn())
x = 3
print(f(), fn())
