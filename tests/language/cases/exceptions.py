# try, except, else, finally, raise from, context, groups, notes.
def attempt(thunk):
    try:
        print(thunk())
    except BaseException as error:
        print(type(error).__name__, error, repr(error.__cause__), repr(error.__context__), error.__suppress_context__)


def order(kind):
    out = []
    try:
        out.append("try")
        if kind == 1: raise ValueError("v")
        if kind == 2: raise KeyError("k")
        if kind == 3: return out
    except ValueError as error:
        out.append(f"except {error}")
    except (KeyError, IndexError):
        out.append("except pair")
    else:
        out.append("else")
    finally:
        out.append("finally")
    return out


print(order(0), order(1), order(2), order(3))


def finally_wins():
    try:
        return "try"
    finally:
        return "finally"


print(finally_wins())


def finally_in_loop():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print("body", i)
        finally:
            print("finally", i)
    else:
        print("else")
    while True:
        try:
            break
        finally:
            print("left")
    return i


print(finally_in_loop())


def nested():
    try:
        try:
            raise ValueError("inner")
        except ValueError as error:
            raise TypeError("outer") from error
        finally:
            print("inner finally")
    except TypeError as error:
        print(repr(error), repr(error.__cause__), repr(error.__context__), error.__suppress_context__)
    try:
        raise RuntimeError("again")
    except RuntimeError:
        try:
            raise KeyError("k") from None
        except KeyError as error:
            print(repr(error.__context__), error.__suppress_context__)


nested()


def reraise():
    try:
        1 / 0
    except ZeroDivisionError:
        raise


attempt(reraise)


def bare():
    raise


attempt(bare)


def raise_class():
    raise ValueError


attempt(raise_class)


def raise_wrong():
    raise 5


attempt(raise_wrong)


def bad_cause():
    raise ValueError from 5


attempt(bad_cause)


def catch_wrong():
    try:
        1 / 0
    except 5:
        pass


attempt(catch_wrong)


def name_is_gone():
    try:
        1 / 0
    except ZeroDivisionError as error:
        pass
    return error


attempt(name_is_gone)


def name_in_module():
    e = 1
    try:
        raise KeyError
    except KeyError as e:
        pass
    try:
        return e
    except UnboundLocalError as x:
        return str(x)


print(name_in_module())


class Custom(Exception):
    def __init__(self, code, *args):
        super().__init__(*args)
        self.code = code


try:
    raise Custom(5, "a", "b")
except Custom as error:
    print(error.code, error.args, error, repr(error))


class Shown(Exception):
    def __str__(self):
        return "shown"


attempt(lambda: (_ for _ in ()).throw(Shown()))
error = ValueError("noted")
error.add_note("one")
error.add_note("two")
print(error.__notes__)
try:
    raise ExceptionGroup("group", [ValueError(1), TypeError(2), ExceptionGroup("sub", [ValueError(3), KeyError(4)])])
except* ValueError as group:
    print("values", group.exceptions, group.message)
except* (TypeError, KeyError) as group:
    print("others", group.exceptions)
try:
    try:
        raise ValueError("single")
    except* ValueError as group:
        print(repr(group))
        raise KeyError("from handler")
except BaseException as outer:
    print(repr(outer), repr(outer.__context__))
try:
    try:
        raise ExceptionGroup("left", [ValueError(1), OSError(2)])
    except* ValueError:
        pass
except ExceptionGroup as group:
    print("rest", repr(group))


def generator_cleanup():
    try:
        yield 1
        yield 2
    finally:
        print("cleaned")


for item in generator_cleanup():
    print(item)
    break
g = generator_cleanup()
next(g)
g.close()
del g


def deep_finally():
    result = []
    try:
        try:
            try:
                raise ValueError("deep")
            finally:
                result.append(1)
        finally:
            result.append(2)
    except ValueError:
        result.append(3)
    finally:
        result.append(4)
    return result


print(deep_finally())


def return_in_except():
    try:
        raise ValueError
    except ValueError:
        return "except"
    finally:
        print("finally runs")


print(return_in_except())


def loop_with_return():
    for i in [1, 2, 3]:
        for j in "ab":
            try:
                if (i, j) == (2, "b"):
                    return i, j
            finally:
                print(i, j, end=" ")


print(loop_with_return())
try:
    raise OSError(2, "No such file", "name")
except FileNotFoundError as error:
    print(error, error.errno, error.strerror, error.filename)
print(issubclass(FileNotFoundError, OSError), ValueError("a", 1).args, str(KeyError("k")), str(ValueError()), repr(ValueError("x", 2)))
try:
    assert False
except AssertionError as error:
    print(repr(error))
try:
    assert 1 == 2, ("tuple", 5)
except AssertionError as error:
    print(repr(error))
try:
    int("x")
except (ValueError, TypeError) as error:
    print(error)
try:
    {}["missing"]
except LookupError as error:
    print(type(error).__name__, error)


def stop():
    return next(iter([]))


attempt(stop)
attempt(lambda: [][0])
attempt(lambda: {}[(1, 2)])
attempt(lambda: None + 1)
attempt(lambda: len(5))
attempt(lambda: "a" + 1)
attempt(lambda: 5())
attempt(lambda: "x".nope)
attempt(lambda: int.nope)
attempt(lambda: [1, 2].index(5))
attempt(lambda: 1 < "a")
attempt(lambda: [] < {})
attempt(lambda: -"a")
attempt(lambda: ~1.5)
attempt(lambda: {1: 2} + {})
attempt(lambda: 1 @ 2)
attempt(lambda: "abc"["a"])
attempt(lambda: (1, 2)["a"])
attempt(lambda: {[]: 1})
attempt(lambda: {1, []})
attempt(lambda: 10 ** 400 * 1.0)
attempt(lambda: 1e308 * 10)
attempt(lambda: 2.0 ** 5000)
attempt(lambda: (-8) ** 0.5)
attempt(lambda: 1 << -1)
attempt(lambda: 0 ** -1)
print("done")
