"""Small programs made from tables: calls against signatures, unpacking, loops and exceptions, classes, comprehensions,
matches, scopes. Each leaves its result in `r`. `make check` takes a part of each table, `make check-long` all of it."""
import itertools
import os
import random

WHOLE = bool(os.environ.get("CUPOLA_LONG"))


def some(cases, count):
    """All of them in the long check, else as many, always the same ones."""
    cases = list(cases)
    if WHOLE or len(cases) <= count:
        return cases
    return random.Random(7).sample(cases, count)


def program(*lines):
    return "!" + "\n".join(lines)


def calls():
    signatures = ["", "a", "a, b", "a, b=2", "a=1, b=2", "a, /", "a, /, b", "a, b=2, /", "*, k", "*, k=3", "a, *, k", "a, *, k=3, m", "*args",
                  "a, *args", "a, b=2, *args", "*args, k", "*args, k=3", "**kw", "a, **kw", "a, /, **kw", "a, b=2, /, c=3, *, k=4, **kw",
                  "*args, **kw", "a, *args, k=3, **kw", "a, b, /, c, d=4, *args, k, m=6, **kw", "a=1, /, b=2, *, k=3"]
    given = ["", "1", "1, 2", "1, 2, 3", "1, 2, 3, 4, 5", "a=1", "b=2", "a=1, b=2", "1, a=2", "1, b=2", "k=3", "1, k=3", "1, 2, k=3", "z=9",
             "1, z=9", "k=3, m=4", "1, k=3, m=4", "*[1]", "*[1, 2]", "1, *(2, 3)", "*[1], 2", "*[], *[1]", "**{'a': 1}", "**{'k': 3}",
             "1, **{'b': 2}", "*[1], **{'k': 3}", "a=1, **{'a': 2}", "1, **{'a': 2}", "**{'a': 1}, **{'b': 2}", "**{1: 2}", "*5", "**5",
             "*'ab'", "*range(2)", "1, *[2], k=3, **{'z': 4}", "**{'a': 1}, **{'a': 2}", "*None", "k=3, *[1]", "1, 2, 3, d=4, k=5, q=6",
             "**{'': 1}", "*{'x': 1}", "c=3, a=1, b=2"]
    for signature, arguments in some(itertools.product(signatures, given), 500):
        yield program("def f(%s): return locals()" % signature, "r = f(%s)" % arguments)
    for signature, arguments in some(itertools.product(signatures, given), 200):
        yield program("class C:", "    def __init__(self%s): self.got = dict(locals()); del self.got['self']" % (
            signature and ", " + signature if "/" not in signature else ", /, " + signature.replace("/, ", "").replace(", /", "").replace("/", "")),
            "r = C(%s).got" % arguments)
    for signature, arguments in some(itertools.product(signatures, given), 150):
        yield "(lambda %s: sorted(locals().items(), key=repr))(%s)" % (signature, arguments)


def unpacking():
    targets = ["a", "a,", "a, b", "a, b, c", "[a, b]", "(a, (b, c))", "*a,", "a, *b", "*a, b", "a, *b, c", "[a, [b, *c]]", "a, (b, *c), d",
               "*a, b, c, d", "d['x'], d['y']", "o.x, *o.y", "l[0], l[1:]", "a, a", "(a), b", "[]", "()", "*_, last"]
    values = ["1", "None", "()", "[]", "(1,)", "(1, 2)", "[1, 2, 3]", "'ab'", "'abc'", "{1: 2, 3: 4}", "(x for x in range(3))", "range(2)",
              "(1, (2, 3))", "[1, [2, 3, 4]]", "[1, (2, 3), 4]", "iter([1, 2])", "zip([1], [2])", "b'ab'", "{5}", "bad()", "[1, 2, 3, 4, 5, 6]",
              "dict(a=1).items()", "enumerate('ab')", "endless()"]
    head = ["class O: pass", "d, o, l = {}, O(), [0, 0, 0]", "def bad():", "    yield 1", "    raise KeyError('bad')", "def endless():",
            "    n = 0", "    while n < 9:", "        yield n", "        n += 1"]
    tail = "r = {k: v for k, v in globals().items() if len(k) == 1 or k in ('_', 'last')}; r.pop('o', None); r['vars'] = vars(o)"
    for target, value in some(itertools.product(targets, values), 260):
        yield program(*head, "%s = %s" % (target, value), tail)
    for target, value in some(itertools.product(targets, values), 160):
        yield program(*head, "for %s in [%s]: pass" % (target, value), tail)
    for target, value in some(itertools.product([t for t in targets if "." not in t and "[0" not in t and "['" not in t], values), 100):
        yield program(*head, "r = [sorted((k, v) for k, v in locals().items() if k[0] != '.')[:2] for %s in [%s]]" % (target, value))
    parts = ["*[1, 2]", "*()", "*b'ab'", "3", "*range(2)", "*5", "*None", "*{7}", "**{'a': 1}", "'b': 2", "**{}", "**5"]
    for count in (1, 2, 3):
        for chosen in some(itertools.product(parts, repeat=count), 60):
            for form in ("[%s]", "(%s,)", "{%s}", "f(%s)"):
                yield program("def f(*a, **k): return a, k", "r = " + form % ", ".join(chosen))


def control():
    raising = ["pass", "1/0", "raise KeyError('k')", "raise ValueError", "raise E('own', 2)", "[][1]", "{}['x']", "undefined", "int('x')",
               "raise 5", "raise E from KeyError(1)", "raise E from None", "raise E from 3", "None.x", "assert 0, 'text'", "return 'body'",
               "raise StopIteration(3)", "raise ExceptionGroup('g', [ValueError(1), KeyError(2)])", "import no_such_module", "del nothing",
               "raise (KeyError, ValueError)", "o = object(); o.x = 1", "'a' + 1", "raise"]
    handlers = ["except ValueError: log('v')", "except (KeyError, IndexError) as e: log(repr(e))", "except Exception as e: log(type(e).__name__, e)",
                "except: log('any')", "except E as e: log(e.args, e.__cause__, e.__suppress_context__)", "except LookupError: raise",
                "except Exception as e: raise TypeError('again') from e", "except Exception: raise TypeError('while')",
                "except ArithmeticError: return 'handler'", "except 5: log('bad')", "except* ValueError as g: log(g.exceptions)"]
    ends = ["", "else: log('else')", "finally: log('finally')", "else: log('else')\n    finally: log('finally')", "finally: return 'end'",
            "finally: raise IndexError('end')", "else: 1/0\n    finally: log('finally')"]
    head = ["class E(Exception): pass", "told = []", "def log(*a): told.append(a)"]
    for body, handler, end in some(itertools.product(raising, handlers, ends), 350):
        if "return" in (body + handler + end) and "except*" in handler:
            continue
        yield program(*head, "def f():", "    try:", "        log('in')", "        %s" % body, "    %s" % handler, *(["    " + end] if end else []),
                      "    log('after')", "    return 'done'", "try: got = f()", "except BaseException as e:",
                      "    got = (type(e).__name__, str(e), repr(e.__context__), repr(e.__cause__))", "r = got, told")
    steps = ["break", "continue", "pass", "return x", "1/0", "yield x", "if x: break", "if x: continue", "try: continue\n        finally: log('f')",
             "try: break\n        finally: log('f')", "with M(): break", "with M(): 1/0", "try: 1/0\n        except: log('e')\n        finally: continue"]
    loops = ["for x in range(3):", "for x in ():", "for x in [0, 1]:", "x = 0\n    while x < 3:\n        x += 1", "for x in 5:",
             "for x, y in [(1, 2)]:", "for x in iter(int, 0):"]
    manager = ["class M:", "    def __enter__(self): log('enter'); return 7", "    def __exit__(self, *a): log('exit', a[0] and a[0].__name__); return S"]
    for loop, step, swallow in some(itertools.product(loops, steps, ("True", "False")), 170):
        yield program(*head, *manager, "S = %s" % swallow, "def f():", "    " + loop, "        log('top')", "        " + step, "        log('bottom')",
                      "    else: log('else')", "    return 'end'", "try:", "    got = f()", "    if hasattr(got, 'send'): got = list(got)",
                      "except Exception as e: got = repr(e)", "r = got, told")


def classes():
    bases = ["", "(A)", "(B)", "(A, B)", "(B, A)", "(D)", "(A, object)", "(object, A)", "(int)", "(A, int)", "(list, dict)", "(A, A)", "(Exception)",
             "(B, float)", "(metaclass=M)", "(A, metaclass=M)", "(5)", "(A, x=1)", "(type)", "(bool)", "(tuple, A)", "(*[A, B])", "(None)"]
    bodies = ["pass", "who = 'own'", "def who(self): return super().who() + '!'", "__slots__ = ('a', 'b')", "__slots__ = 'who'",
              "def __getattr__(self, name): return 'got ' + name", "def __init__(self, x=1): self.x = x",
              "def __new__(cls, *a): return super().__new__(cls)", "who = property(lambda self: 'prop')",
              "def __eq__(self, o): return True", "def __len__(self): return -1", "def __bool__(self): return 3", "def __repr__(self): return 'R'",
              "def __call__(self, *a): return a", "def __getitem__(self, i): return i", "def __iter__(self): return iter([1])",
              "def __init_subclass__(cls): pass", "x: int = 3", "__hash__ = None", "def __del__(self): pass", "who = staticmethod(lambda: 's')",
              "who = classmethod(lambda cls: cls.__name__)", "def __set_name__(self, o, n): pass", "1/0", "async def who(self): pass"]
    uses = ["C.__mro__", "c.who", "c.who()", "c.x", "c.zz", "len(c)", "bool(c)", "c == 1, c != 1", "hash(c) is None", "c()", "c[1]", "c['k']",
            "list(c)", "repr(c)[:9]", "setattr(c, 'new', 1)", "vars(c)", "C.__doc__, C.__name__, C.__module__", "isinstance(c, (A, B))",
            "c < c", "c + 1", "1 + c", "-c", "int(c)", "iter(c)", "next(c)", "1 in c", "del_(c)", "C.__bases__", "type(c) is C", "c.__dict__",
            "C(1, 2, 3)", "C(x=5)", "[k for k in vars(C) if k[0] != '_']", "with_(c)", "abs(c)", "c.a", "setattr(c, 'a', 2)"]
    head = ["class A:", "    def who(self): return 'A'", "class B:", "    def who(self): return 'B'", "class D(A, B):", "    def who(self): return 'D' + super().who()",
            "class M(type):", "    def __call__(cls, *a, **k): return super().__call__(*a, **k)", "def del_(c): del c.who",
            "def with_(c):", "    with c: pass"]
    for base, body, use in some(itertools.product(bases, bodies, uses), 700):
        if "__getitem__" in body and use == "list(c)":
            continue  # never ends
        yield program(*head, "class C%s:" % base, "    " + body, "c = C()", "r = %s" % use)


def matches():
    subjects = ["1", "1.0", "True", "None", "'a'", "'ab'", "()", "(1,)", "(1, 2)", "[1, 2, 3]", "{}", "{'x': 1}", "{'x': 1, 'y': 2}", "P(1, 2)",
                "P(0, 0)", "b'a'", "range(3)", "{1, 2}", "[[1, 2], [3]]", "-1", "2+3j", "int", "Ellipsis", "Q()"]
    patterns = ["1", "-1", "'a'", "None", "True", "x", "_", "[]", "[x]", "[x, y]", "[x, *rest]", "[*_, last]", "(1, 2)", "[1 | 2, y]", "{}", "{'x': v}",
                "{'x': v, **rest}", "{'x': 1, 'y': int() as w}", "P(1, 2)", "P(x=0)", "P(a, b)", "P(1, y=b)", "P(1, 2, 3)", "int()", "int(n)", "str(s)",
                "float(f) | int(f)", "[int(), *_] as whole", "[[a, b], [c]]", "2+3j", "b'a'", "Q(1)", "K.one", "K.none", "(x)", "[x, x2] | (x, x2, _)",
                "5()", "int(1, 2)", "P(x=1, x=2)", "{'x': a, 'x': b}", "x | 1", "bool()", "tuple(t)", "dict(m)"]
    head = ["class P:", "    __match_args__ = ('x', 'y')", "    def __init__(self, x, y): self.x, self.y = x, y", "class Q: pass", "class K: one = 1"]
    for subject, pattern, guard in some(itertools.product(subjects, patterns, ("", " if True", " if 0")), 500):
        yield program(*head, "match %s:" % subject, "    case %s%s: r = 'yes'" % (pattern, guard), "    case %s: r = 'other'" % "_",
                      "r = r, {k: v for k, v in globals().items() if k in ('x','y','v','a','b','n','s','f','t','m','w','last','rest','c')}")


def scopes():
    places = ["x = 'inner'", "x += '!'", "global x; x = 'global'", "nonlocal x; x = 'nonlocal'", "del x", "pass", "x: int", "x: int = 'ann'",
              "[x := i for i in 'ab']", "for x in 'ab': pass", "import math as x; x = x.__name__", "class x: pass\n        x = x.__name__",
              "def x(): pass\n        x = x.__name__", "try: 1/0\n        except Exception as x: pass", "with M() as x: pass", "exec('x = 5')",
              "[x for x in 'ab']", "(lambda: x)()", "x, *y = 'abc'", "match 'm':\n            case x: pass"]
    reads = ["x", "locals().get('x')", "[x for _ in 'a']", "(lambda: x)()", "[(lambda: x)() for i in 'a']", "eval('x')", "f'{x}'",
             "{x: x}", "next(x for _ in 'a')", "sorted(k for k in locals() if k in 'xy')"]
    head = ["class M:", "    def __enter__(self): return 'entered'", "    def __exit__(self, *a): return True", "x = 'module'", "y = None"]
    for outer, inner, read in some(itertools.product(places, places, reads), 450):
        if "nonlocal" in outer:
            continue
        yield program(*head, "def outer():", "    if True:", "        " + outer, "    def inner():", "        " + inner, "        return %s" % read,
                      "    got = inner()", "    return got, %s" % read, "r = outer(), x")
    for kind, inner, read in some(itertools.product(("class C", "class C(M)"), places, reads), 80):
        if "nonlocal" in inner:
            continue
        yield program(*head, "def outer():", "    x = 'outer'", "    %s:" % kind, "        " + inner, "        got = %s" % read, "    return C.got, x",
                      "r = outer(), x")


def generators():
    bodies = ["yield 1; yield 2", "x = yield 1; log(x); yield x", "yield from [1, 2]", "yield from inner(); yield 'after'", "return 5",
              "yield 1; return 5", "log((yield from inner()))", "try:\n        yield 1\n    finally:\n        log('finally')",
              "try:\n        yield 1\n    except ValueError as e:\n        log(repr(e)); yield 'caught'", "try:\n        yield 1\n    except GeneratorExit:\n        yield 2",
              "try:\n        yield 1\n    except GeneratorExit:\n        log('leaving'); raise", "raise StopIteration(4)\n    yield",
              "yield 1; 1/0", "yield from 5", "while True: x = yield; log(x)", "with M(): yield 1", "yield [(yield 1), (yield 2)]",
              "for i in (yield): yield i", "yield from (yield from inner())"]
    steps = ["next(g)", "g.send(None)", "g.send('s')", "g.throw(ValueError('t'))", "g.throw(ValueError)", "g.throw(KeyError, 'k')", "g.close()",
             "list(g)", "next(g, 'default')", "g.gi_running", "g.gi_frame is None", "g.throw(StopIteration(9))", "g.send([7, 8])", "iter(g) is g"]
    head = ["told = []", "def log(*a): told.append(a)", "class M:", "    def __enter__(self): log('enter')", "    def __exit__(self, *a): log('exit', a[0])",
            "def inner():", "    got = yield 'in'", "    log('inner', got)", "    return ('result',)"]
    for body in bodies:
        for chosen in some(itertools.product(steps, repeat=3), 36 if not WHOLE else 400)[:400]:
            if "while True" in body and "list(g)" in chosen:
                continue
            yield program(*head, "def f():", "    " + body, "g = f()", "def step(s):", "    try: return eval(s)",
                          "    except BaseException as e: return type(e).__name__, str(e), repr(e.__context__)",
                          "r = [step(s) for s in %r], told" % (chosen,))


def comprehensions():
    elements = ["x", "x * 2", "(x, y)", "f(x)", "x if x else -1", "[z for z in range(x)]", "(lambda: x)()", "x / 0", "undefined", "(y := x)", "*x"]
    clauses = ["for x in range(3)", "for x in b'ab'", "for x in range(3) if x", "for x in range(2) for y in range(x)", "for x in []", "for x in 5",
               "for x, y in [(1, 2), (3, 4)]", "for x, *y in ['ab', 'cde']", "for x in range(4) if x % 2 if x > 1", "for x in (i for i in range(2))",
               "for x in [1] for x in [x, 2]", "for x in {1: 2}.items()", "for x in iter([0, 1])", "for x, y in [1]", "for x in None"]
    forms = ["[%s %s]", "{%s %s}", "list(%s %s)", "{1: %s %s}", "{x: %s %s}", "tuple(%s %s)", "sum((%s %s), 0)"]
    for element, clause, form in some(itertools.product(elements, clauses, forms), 350):
        yield program("y = 'global'", "def f(v): return v, v", "r = " + form % (element, clause), "r = sorted(r) if isinstance(r, set) else r, y")


def cases():
    for make in (calls, unpacking, control, classes, matches, scopes, generators, comprehensions):
        yield from make()
