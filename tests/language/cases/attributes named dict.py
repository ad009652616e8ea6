def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args)
class A:
    def __dict__(self): return 5
a = A()
show('A', lambda: a.__dict__())
def f(): a.x = 1; return a.x
show('A.x', f)
show('vars', lambda: type(vars(a)).__name__)
show('A', lambda: type(A.__dict__).__name__)
class A2:
    @property
    def __dict__(self): return {'p': 1}
a = A2()
show('A2', lambda: a.__dict__)
show('A2', lambda: vars(a))
show('A2x', f)
show('A2', lambda: a.__dict__)
show('A2p', lambda: a.p)
show('A2d', lambda: [x for x in dir(a) if x in 'xp'])
def f3(): a.__dict__ = {}; return a.__dict__
show('A2 set', f3)
def f4(): del a.__dict__
show('A2 del', f4)
class A3:
    __dict__ = {'z': 1}
a = A3()
show('A3', lambda: a.__dict__)
show('A3', lambda: a.z)
show('A3', f3)
show('A3x', f)
show('A3', lambda: a.__dict__)
show('A3v', lambda: vars(a))
class A4:
    __slots__ = ('__dict__',)
a = A4()
show('A4', f)
show('A4', lambda: a.__dict__)
class A5:
    __slots__ = ('x',)
    @property
    def __dict__(self): return {'q': self.x}
a = A5()
show('A5', f)
show('A5', lambda: (a.__dict__, vars(a)))
class A6(A2): pass
a = A6()
show('A6', f)
show('A6', lambda: (a.__dict__, vars(a)))
class A7:
    def __getattribute__(self, n):
        if n == '__dict__': return {'ga': 1}
        return super().__getattribute__(n)
a = A7()
show('A7', lambda: (a.__dict__, vars(a), a.__class__.__name__))
class A8:
    def __getattr__(self, n): return n
    @property
    def __dict__(self): raise AttributeError('no')
a = A8()
show('A8', lambda: (a.__dict__, vars(a)))
import copy, pickle
class A9:
    def __init__(self): self.real = 1
    @property
    def __dict__(self): return {'fake': 2}
a = A9()
show('A9 reduce', lambda: a.__reduce_ex__(2)[2])
show('A9 copy', lambda: copy.copy(a).__dict__)
show('A9 getattr', lambda: getattr(a, 'real'))
show('A9 object', lambda: object.__getattribute__(a, '__dict__'))
show('A9 get', lambda: A9.__dict__['__dict__'].__get__(a))
class Meta(type):
    @property
    def __dict__(cls): return {'meta': 1}
class A10(metaclass=Meta): pass
show('A10', lambda: (A10.__dict__, vars(A10), type.__dict__['__dict__'].__get__(A10).keys() >= {'__module__'}))
show('A10 inst', lambda: A10().__dict__)
