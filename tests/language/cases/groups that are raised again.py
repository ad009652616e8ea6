"""What remains of an exception group behind except* clauses that raise again, and classes that make no exceptions."""
def show(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
eg = lambda: ExceptionGroup('o', [ValueError(1), TypeError(2), ExceptionGroup('in', [OSError(3), KeyError(4)])])
def tree(e, d=0):
    print(' ' * d, type(e).__name__, e.args[0] if isinstance(e, BaseExceptionGroup) else e.args, '| cause', repr(e.__cause__), '| ctx', repr(e.__context__))
    for x in getattr(e, 'exceptions', ()): tree(x, d + 1)
def t(f):
    try: f()
    except BaseException as e: tree(e)
    else: print('no exception')
def a():
    try: raise eg()
    except* ValueError: raise
    except* OSError: raise
t(a)
def a():
    try: raise eg()
    except* ValueError: raise KeyError('a')
    except* OSError: raise KeyError('b')
t(a)
def a():
    try: raise eg()
    except* ValueError as e: raise e
    except* KeyError: pass
t(a)
def a():
    try: raise eg()
    except* (ValueError, OSError) as e: raise e.exceptions[0]
t(a)
def a():
    try: raise eg()
    except* Exception: raise
t(a)
def a():
    try: raise eg()
    except* Exception as e: raise ExceptionGroup('new', e.exceptions)
t(a)
def a():
    try: raise ValueError('single')
    except* ValueError: raise
t(a)
def a():
    try: raise ValueError('single')
    except* ValueError as e: raise e
t(a)
def a():
    try: raise ValueError('single')
    except* TypeError as e: raise e
t(a)
def a():
    try: raise ValueError('single')
    except* ValueError as e: raise TypeError('t')
t(a)
def a():
    try: raise eg()
    except* ValueError: print('v')
    except* TypeError: print('t')
    except* OSError: 1/0
    else: print('else')
    finally: print('fin')
t(a)
def a():
    try:
        try: raise eg()
        except* ValueError: raise
    except* TypeError: pass
t(a)
def a():
    try: raise eg()
    except* ValueError: 
        try: raise
        except* ValueError: print('nested')
t(a)
def a():
    for i in range(2):
        try: raise eg()
        except* Exception: pass
    return 1
t(a)
def a():
    try: raise eg()
    except* ValueError as e:
        try: 1/0
        except ZeroDivisionError: raise
    except* TypeError as e: raise e from KeyError('cause')
t(a)
class E(Exception):
    def __new__(cls): return 5
for f in ('raise E', 'raise E()', 'raise E from E'):
    try: exec(f)
    except BaseException as e: print(f, type(e).__name__, e, repr(e.__cause__), repr(e.__context__))
def g(): yield
x = g(); next(x)
try: x.throw(E)
except BaseException as e: print(type(e).__name__, e)
class E2(BaseException): pass
try: raise E2 from E2
except E2 as e: print(repr(e.__cause__))
try: raise ValueError from None
except ValueError as e: print(e.__suppress_context__)
e = ValueError(); e.__cause__ = KeyError(); print(e.__suppress_context__)
try: e.__cause__ = 5
except TypeError as x: print(x)
try: e.__context__ = 5
except TypeError as x: print(x)
try: e.__traceback__ = 5
except TypeError as x: print(x)
try: del e.args
except TypeError as x: print(x)
e.args = 'ab'; print(e.args, e)
try: e.with_traceback(5)
except TypeError as x: print(x)
class MyEG(ExceptionGroup):
    def derive(self, excs): return MyEG(self.message, excs)
try:
    raise MyEG('my', [ValueError(1), MyEG('in', [TypeError(2), OSError(3)])])
except* TypeError as e: print(type(e), e, e.exceptions)
except* (OSError, ValueError) as e: print(type(e), e.exceptions)
try:
    try: raise MyEG('my', [ValueError(1), TypeError(2)])
    except* ValueError: pass
except MyEG as e: print(repr(e))
try:
    try: raise ExceptionGroup('a', [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError as e: raise
    except* TypeError as e: raise KeyError('new') from e
except ExceptionGroup as e: print(repr(e), [repr(x) for x in e.exceptions])
def f():
    for i in range(3):
        try: raise ExceptionGroup('x', [ValueError(i)])
        except* ValueError as e: x = i
    return x
print(f())
