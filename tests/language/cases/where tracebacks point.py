"""Bare raise adds no line; in a chain the line with the name counts; where frames stand when an exception has left them."""
import sys
import traceback
import types
def exc():
    try:
        excs = []
        for msg in ['bad value', 'terrible value']:
            try:
                raise ValueError(msg)
            except ValueError as e:
                excs.append(e)
        raise ExceptionGroup("nested", excs)
    except ExceptionGroup as e:
        e.add_note('x')
        raise
def e2():
    try:
        raise ValueError("nested")
    except ValueError as e:
        raise
def e3():
    try:
        raise ValueError("nested")
    except ValueError:
        raise
def e4():
    try:
        e3()
    except ValueError:
        raise
def e5():
    try:
        e4()
    except ValueError as f:
        1
        raise f
def e6():
    try:
        e3()
    finally:
        x = 1
def e7():
  for i in range(1):
    with open("/dev/null"):
        e3()
class A:
    def a(self, *k, **kk): return self
    def b(self, *k, **kk): raise ValueError
def f1():
    return (A()
       .a()
       .b()
       .a())
def f2():
    x = A().b(1,
        2)
def f3():
    x = A().a(
        ).b(
            1,
            k=2,
        )
def f4():
    x = A().a(
        ).b(
            *[1],
            k=2,
        )
def f5():
    (A().
        b)(3)
def f6():
    (A().
        nothing)
def f7():
    (A().
        nothing.
        a)
def f8():
    (A().
        nothing.
        a(1))
def f9():
    (A()
        .nothing == 2)
def f10():
    (A()
        .a(1)
        .b(k=3,
           j=4).a())
def f11():
    (A()
        .a(1)
        .méthode(k=3,
           j=4).a())
def f12():
    ("" +
      "" - 1)
def f13():
    x = (A().a()
            [1])
def f14():
    x = (A().a()
            .b(1, 2))
for f in [exc, e2, e3, e4, e5, e6, e7, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14]:
    try:
        f()
    except Exception:
        print(traceback.format_exc())


def g1():
    try:
        1/0
    except TypeError:
        pass


def g2():
    try:
        1/0
    except:
        1/0
        pass


def g3():
    try:
        1/0
    finally:
        x = 1
        y = 2


def g4():
    with open("/dev/null"):
        1/0
        pass


def g5():
    for i in range(3):
        try:
            try:
                1/0
            except TypeError:
                pass
        except ZeroDivisionError as e:
            kept = e
    raise kept


for f in [g1, g2, g3, g4, g5]:
    try:
        f()
    except Exception as e:
        frame = e.__traceback__.tb_next.tb_frame
        print(f.__name__, frame.f_lineno - f.__code__.co_firstlineno, frame.f_back is sys._getframe())


# a finished frame still knows who called it
def inner():
    return sys._getframe()


def outer():
    return inner()


frame = outer()
print([at.f_code.co_name for at, line in traceback.walk_stack(frame)])
print([summary.name for summary in traceback.extract_stack(frame)])

for arguments in [("no", frame, 1, 2), (None, "no", 1, 2), (None, frame, "no", 2), (None, frame, 1, "no"), (None, frame, 1, 1 << 40)]:
    try:
        types.TracebackType(*arguments)
    except (TypeError, OverflowError) as e:
        print(type(e).__name__, e)
made = types.TracebackType(None, frame, 1, 2)
print(made.tb_lasti, made.tb_lineno, made.tb_next)
try:
    raise ValueError().with_traceback(types.TracebackType(None, sys._getframe(), 1 << 30, 3))
except ValueError as e:
    print(e.__traceback__.tb_next.tb_lasti)
