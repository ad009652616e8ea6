"""Builtins that a program puts into the globals: eval, exec, functions, classes, imports."""
import builtins
import sys
import types


def show(call):
    try:
        print(repr(call()))
    except BaseException as error:
        print(type(error).__name__, error)


module = types.ModuleType("m")
module.len = 9
show(lambda: eval("len", {"__builtins__": {}}))
show(lambda: eval("len", {"__builtins__": {"len": 5}}))
show(lambda: eval("len", {"__builtins__": module}))
show(lambda: eval("len", {"__builtins__": 3}))
show(lambda: eval("len", {"__builtins__": None}))
show(lambda: eval("__builtins__", {"__builtins__": 3}))
show(lambda: exec("class A: pass", {"__builtins__": {}}))
show(lambda: exec("import os", {"__builtins__": {}}))
show(lambda: exec("import os.path as p\nprint(p)", {"__builtins__": {"__import__": lambda *a: (print(a[0], a[3:]), types.SimpleNamespace(path=4))[1],
                                                                  "print": print}}))
show(lambda: eval("[x for x in range(3)]", {"__builtins__": {"range": range}}))
show(lambda: eval("__import__('os')", {"__builtins__": {}}))
show(lambda: exec("assert 0, 'x'", {"__builtins__": {}}))
show(lambda: eval("prin", {"__builtins__": {"print": print}}))
show(lambda: eval("eval('len')", {"__builtins__": {"eval": eval, "len": 8}}))

names = {}
exec("def f(): return len([1])", names)
print(names["f"](), names["f"].__builtins__ is builtins.__dict__, sorted(names))
names = {"__builtins__": {"len": lambda x: 99}}
exec("def f(): return len([1])\ndef g(): return [f() for i in (1, 2)]", names)
print(names["f"](), names["g"](), list(names["f"].__builtins__))
show(types.FunctionType(names["f"].__code__, {"__builtins__": {}}))


class Fallback(dict):
    def __missing__(self, key):
        return "missing " + key


show(lambda: eval("nothing", {"__builtins__": Fallback()}))

original = builtins.__import__


def tracing(name, *rest):
    print("import", name, rest[2:])
    return original(name, *rest)


builtins.__import__ = tracing
import sys
from math import sqrt
builtins.__import__ = original
print(sys.__name__, sqrt.__name__)

builtins.shout = lambda text: text.upper() + "!"
print(shout("every function sees it"))
del builtins.shout
show(lambda: shout("gone"))

# limits of the digits of literals
sys.set_int_max_str_digits(6000)
show(lambda: eval("1" * 5000) > 1)
sys.set_int_max_str_digits(700)
show(lambda: eval("1" * 701))
show(lambda: eval("0x" + "1" * 2000) > 1)
sys.set_int_max_str_digits(0)
show(lambda: eval("1" * 50000) > 1)
sys.set_int_max_str_digits(4300)
show(lambda: eval("1" * 4301))

# what introspection sees
print(type(iter("abc")).__name__, type(iter("\u00e9")).__name__, type(iter("")).__name__)
import os
print(sys.modules["os.path"] is os.path)


def f1(): pass
def f2():
    "doc"
def f3(x): return x + 1
def f4(x):
    y = (1, 2, 3); z = "abc"; return [y, z, 1.5], x in {1, 2, 3}


for f in (f1, f2, f3, f4, lambda: 5):
    print(f.__code__.co_consts, f.__code__.co_varnames)
for base in (bytes, int, tuple, list):
    for slots in (("a",), (), ("__weakref__",)):
        show(lambda: type("C", (base,), {"__slots__": slots}).__name__)
