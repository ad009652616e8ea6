"""Keyword names that are no strings; classes assigned to modules and objects; subclasses of super; __sizeof__; pickling."""
def f(*a, **k): print(a, k)
class K(str): pass
for c in ["f(**{1: 3}, **{1: 5})", "f(**{1: 3})", "f(**{1: 3}, **{2: 5})", "f(**{'a': 3}, **{'a': 5})", "f(a=1, **{'a': 5})", "f(**{'a': 1}, **{K('b'): 5})", "f(**{(): 1}, a=2)", "print(**{1:2})", "f(**{1:2}, **5)", "dict(**{1:2}, **{1:3})"]:
    try: eval(c)
    except TypeError as e: print(c, e)

import pickle
import sys
import types


class Sub(types.ModuleType):
    a = 1


m = types.ModuleType("m")
m.__class__ = Sub
print(m.a, m.__class__.__name__)
m.__class__ = types.ModuleType
print(hasattr(m, "a"))


class G:
    __slots__ = ["a", "b"]


class H:
    __slots__ = ["b", "a"]


class I:
    __slots__ = ["b", "c"]


x = G()
x.a = 1
x.__class__ = H
print(x.a, H.__slots__)
try:
    x.__class__ = I
except TypeError as e:
    print(e)


class mysuper(super):
    pass


class A:
    def meth(self):
        return "A"


class B(A):
    def meth(self):
        return type(self.__super).__name__ + self.__super.meth()


B._B__super = mysuper(B)
print(B().meth())

fromkeys = dict.__dict__["fromkeys"]
for arguments in [(42,), (None, 42), (None, int)]:
    try:
        fromkeys.__get__(*arguments)
    except TypeError as e:
        print(e)


class Sized:
    def __sizeof__(self):
        return 1000


s = Sized()
s.__sizeof__ = lambda: 1
print(sys.getsizeof(s) >= 1000)


class Module2(types.ModuleType):
    __dict__ = property(lambda self: "no dict")


try:
    dir(Module2("m"))
except TypeError as e:
    print(e)


class Compared:
    def fail(self):
        raise AttributeError("booh")
    __eq__ = property(fail)


print(Compared() == Compared())


class Stateless:
    def __getstate__(self):
        return {}

    def __getattr__(self, name):
        raise AssertionError(name)


print(len(Stateless().__reduce_ex__(0)), len(Stateless().__reduce_ex__(2)))
