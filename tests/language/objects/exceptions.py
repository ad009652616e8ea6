def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


def caught(function):
    try:
        function()
    except BaseException as error:
        return error


show("repr", lambda: (ValueError(), ValueError("x"), ValueError(1, 2), KeyError("k"), StopIteration(3), OSError(2, "no", "f")))
show("str", lambda: [str(e) for e in (ValueError(), ValueError("x"), ValueError(1, 2), KeyError("k"), KeyError(1, 2), KeyError())])
show("args", lambda: (ValueError(1, 2).args, KeyError("k").args, OSError(2, "no", "f").args))
show("stop", lambda: (StopIteration().value, StopIteration(1).value, StopIteration(1, 2).value))
show("exit", lambda: (SystemExit().code, SystemExit(3).code, SystemExit(1, 2).code))
show("os", lambda: [type(OSError(n, "x")).__name__ for n in (1, 2, 4, 9, 10, 11, 13, 17, 20, 21, 32, 103, 104, 110, 111, 3, 99)])
e = OSError(2, "No such file", "name")
show("os members", lambda: (e.errno, e.strerror, e.filename, e.filename2, str(e)))
e = OSError(2, "No such file", "a", None, "b")
show("os two", lambda: (str(e), e.filename2, e.args))
show("os one", lambda: (OSError("x").errno, str(OSError("x")), str(OSError(1, 2)), OSError(5).args))
show("import error", lambda: (ImportError("m", name="n", path="p").name, ImportError("m").msg, str(ImportError("m")), ImportError("a", "b").msg))
show("import error bad", lambda: ImportError("m", foo=1))
show("name error", lambda: (NameError("x", name="n").name, NameError("x").name))
show("attribute error", lambda: (AttributeError("x", name="n", obj=5).obj, AttributeError("x").name))
show("keywords", lambda: ValueError(x=1))
show("syntax", lambda: (SyntaxError("m", ("f", 1, 2, "t")).lineno, str(SyntaxError("m", ("f", 1, 2, "t"))), SyntaxError("m").msg, SyntaxError().msg))
show("syntax2", lambda: SyntaxError("m", ("f", 1)))
show("unicode", lambda: str(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")))
show("unicode2", lambda: str(UnicodeEncodeError("ascii", "h\xe9", 1, 2, "bad")))
show("unicode3", lambda: str(UnicodeEncodeError("ascii", "h\xe9\u1234", 1, 3, "bad")))
show("unicode4", lambda: str(UnicodeTranslateError("h\u20ac", 1, 2, "bad")))
show("unicode bad", lambda: UnicodeDecodeError("utf-8"))
show("decode", lambda: b"\xff\xfe".decode("utf-8"))
show("encode", lambda: "h\xe9".encode("ascii"))
err = caught(lambda: undefined_name)
show("undefined", lambda: (str(err), err.name))
err = caught(lambda: (5).foo)
show("attribute", lambda: (str(err), err.name, err.obj))
err = caught(lambda: {}["k"])
show("key", lambda: (str(err), err.args))


class MyError(Exception):
    pass


class WithInit(Exception):
    def __init__(self, a, b):
        super().__init__(f"{a}-{b}")
        self.a = a


class WithStr(Exception):
    def __str__(self):
        return "my text"


show("my", lambda: (MyError(1), WithInit(1, 2), WithInit(1, 2).a, str(WithStr()), WithStr("x"), MyError.__mro__))


def raise_class():
    raise MyError


def raise_from():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise MyError("outer") from z


def raise_context():
    try:
        1 / 0
    except ZeroDivisionError:
        raise MyError("outer")


def raise_none():
    try:
        1 / 0
    except ZeroDivisionError:
        raise MyError("outer") from None


for f in (raise_class, raise_from, raise_context, raise_none):
    err = caught(f)
    show(f.__name__, lambda: (err, err.__cause__, err.__context__, err.__suppress_context__, err.__traceback__ is not None))


def raise_int():
    raise 5


def raise_cause():
    raise MyError from 5


def catch_int():
    try:
        raise MyError
    except 5:
        pass


def catch_tuple():
    try:
        raise MyError("t")
    except (ValueError, MyError) as e:
        return e


def bare_raise():
    raise


show("raise int", raise_int)
show("raise cause", raise_cause)
show("catch int", catch_int)
show("catch tuple", catch_tuple)
show("bare raise", bare_raise)


def nested():
    try:
        try:
            raise KeyError("inner")
        finally:
            print("finally")
    except KeyError as e:
        try:
            raise ValueError("second")
        except ValueError as v:
            return v.__context__ is e, e, v


show("nested", nested)


def reraise():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            raise
    except ZeroDivisionError as e:
        return e.__context__


show("reraise", reraise)


def variable_gone():
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e


show("variable gone", variable_gone)


def else_finally(n):
    out = []
    try:
        if n == 1:
            raise ValueError
        if n == 2:
            return out
        out.append("body")
    except ValueError:
        out.append("except")
    else:
        out.append("else")
    finally:
        out.append("finally")
    return out


show("else finally", lambda: [else_finally(n) for n in range(3)])
e = ValueError("noted")
e.add_note("first")
e.add_note("second")
show("notes", lambda: e.__notes__)
show("notes bad", lambda: e.add_note(1))
show("no notes", lambda: ValueError().__notes__)
show("with_traceback", lambda: e.with_traceback(None) is e)
show("with_traceback bad", lambda: e.with_traceback(1))
e.extra = 5
show("dict", lambda: e.__dict__)
show("set args", lambda: (setattr(e, "args", (7, 8)), e.args, str(e)))
show("set cause bad", lambda: setattr(e, "__cause__", 1))
show("set context bad", lambda: setattr(e, "__context__", 1))
show("set cause", lambda: (setattr(e, "__cause__", KeyError()), e.__cause__, e.__suppress_context__))
show("reduce", lambda: ValueError(1).__reduce__())
show("hierarchy", lambda: [issubclass(a, b) for a, b in ((ZeroDivisionError, ArithmeticError), (KeyError, LookupError), (FileNotFoundError, IOError), (UnicodeDecodeError, ValueError), (RecursionError, RuntimeError), (KeyboardInterrupt, Exception))])
show("names", lambda: (IOError is OSError, EnvironmentError is OSError))


def recurse(n):
    return recurse(n + 1)


err = caught(lambda: recurse(0))
show("recursion", lambda: (type(err), str(err).startswith("maximum recursion depth exceeded")))


class Recursive:
    def __repr__(self):
        return repr(self)


err = caught(lambda: repr(Recursive()))
show("recursion repr", lambda: type(err))


class RecursiveAttribute:
    def __getattr__(self, name):
        return getattr(self, name + "x")


err = caught(lambda: RecursiveAttribute().a)
show("recursion getattr", lambda: type(err))
group = ExceptionGroup("eg", [ValueError(1), TypeError("t"), ExceptionGroup("nested", [KeyError("k"), ValueError(2)])])
show("group", lambda: (group, str(group), group.message, len(group.exceptions)))
show("group split", lambda: group.split(ValueError))
show("group subgroup", lambda: group.subgroup(lambda e: isinstance(e, KeyError)))
show("group none", lambda: group.split(OSError))
show("group derive", lambda: group.derive([ValueError()]))
show("group base", lambda: (type(BaseExceptionGroup("b", [ValueError()])), type(BaseExceptionGroup("b", [KeyboardInterrupt()]))))
show("group bad", lambda: ExceptionGroup("x", []))
show("group bad2", lambda: ExceptionGroup("x", [1]))
show("group bad3", lambda: ExceptionGroup("x", [KeyboardInterrupt()]))
show("group bad4", lambda: ExceptionGroup("x"))
show("group mro", lambda: ExceptionGroup.__mro__)


def star():
    out = []
    try:
        raise group
    except* ValueError as v:
        out.append(("v", v.exceptions))
    except* (TypeError, KeyError) as t:
        out.append(("t", t.exceptions))
    return out


show("except star", star)


class Manager:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", kind, value, traceback is not None)
        return self.swallow


def with_swallow(swallow):
    with Manager(swallow):
        raise ValueError("inside")
    return "after"


show("with", lambda: with_swallow(True))
show("with", lambda: with_swallow(False))


def with_bad():
    with 5:
        pass


show("with bad", with_bad)
show("assert", lambda: exec("assert 1 == 2, 'message'"))
show("assert", lambda: exec("assert 0"))
import sys


def info():
    try:
        1 / 0
    except ZeroDivisionError:
        kind, value, tb = sys.exc_info()
        return kind, value, tb.tb_lineno > 0, tb.tb_frame.f_code.co_name


show("exc_info", info)
show("exc_info none", lambda: sys.exc_info())


def generator_error():
    def g():
        yield 1
        raise StopIteration
    return list(g())


show("generator stop", generator_error)
raise WithInit("the", "end")
