def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


calls = [
    "len()", "len(1, 2)", "len(x=1)", "len([], 1)", "[].append()", "[].append(1, 2)", "[].append(x=1)", "[].insert(1)", "[].pop(1, 2)",
    "[].clear(1)", "[].sort(1)", "[].sort(foo=1)", "[].index()", "[].extend()", "[].extend(1)", "[].remove(1)", "[].copy(1)",
    "''.join()", "''.join(1)", "''.split(1, 2, 3)", "''.split(foo=1)", "''.split(sep=None, maxsplit=2)", "''.upper(1)", "''.replace('a')",
    "''.startswith()", "''.center()", "''.encode(1)", "''.format(1)", "''.find()", "''.zfill()", "''.strip(1)", "''.partition()",
    "sorted()", "sorted([1], 2)", "sorted([1], foo=2)", "sorted([2, 1], reverse=True)", "sum()", "sum([1], 2, 3)", "sum([1], start=2)",
    "print(1, foo=2)", "isinstance(1)", "isinstance(1, 2, 3)", "getattr(1)", "getattr(1, 'x', 2, 3)", "getattr(1, 2)", "hasattr(1)",
    "setattr(1, 'x')", "abs()", "abs(1, 2)", "round()", "round(1, 2, 3)", "pow(1)", "pow(1, 2, 3, 4)", "divmod(1)", "chr('a')", "chr(-1)",
    "ord('ab')", "ord(1)", "hex('a')", "int('z')", "int('1', 2, 3)", "int(x=1)", "int([])", "int('1', base=50)", "float('z')", "float([])",
    "float(1, 2)", "str(1, 2)", "bool(1, 2)", "list(1)", "list(1, 2)", "tuple(1, 2)", "dict(1)", "dict([1])", "dict([(1, 2, 3)])", "set(1)",
    "set(1, 2)", "range()", "range(1, 2, 3, 4)", "range('a')", "range(1, 2, 0)", "slice()", "enumerate()", "enumerate(1)", "zip(1)",
    "zip([1], [1, 2], strict=True)", "map()", "map(1)", "map(len)", "filter(1)", "iter(1)", "iter(1, 2)", "next(1)", "next(iter([]))",
    "next(iter([]), 5)", "reversed(1)", "reversed({1})", "max()", "max(1)", "max([])", "max([], default=3)", "min(1, 'a')", "all(1)", "any()",
    "callable()", "id()", "hash()", "repr()", "type()", "object(1)", "super(1)", "bytes('a')", "bytes(-1)", "complex('z')", "complex(1, 'a')",
    "format(1, 2)", "format(1, 'z')", "vars(1)", "dir(1, 2)", "input(1, 2)", "open()", "ascii()", "bin(1.5)", "issubclass(1, int)",
    "{}.get()", "{}.pop(1)", "{}.pop()", "{}.update(1)", "{}.update([1])", "{}.popitem()", "{}.setdefault()", "{}.items(1)", "{1}.add()",
    "{1}.remove(2)", "{1}.union(1)", "{1}.pop(1)", "(1,).index(2)", "(1,).count()", "b''.decode(1)", "b''.hex(1, 2, 3)", "(1).bit_length(1)",
    "(1).to_bytes()", "(300).to_bytes(1, 'big')", "int.from_bytes(1)", "1.5.is_integer(1)", "float.fromhex('z')", "[][0]", "[]['a']", "()[0]",
    "''[0]", "{}['a']", "[1][1.0]", "'a'['b']", "(1,)['a']", "range(3)[5]", "b''[0]", "None()", "None.x", "None[0]", "(1)()", "'a'()", "[]()",
    "[1, 2] + (3,)", "[] + 1", "() + 1", "'' + 1", "b'' + 1", "b'' + ''", "{} + {}", "{1} + {2}", "None + 1", "[] * 'a'", "'a' * 1.5",
    "-'a'", "~1.5", "not_defined", "1 in 1", "1 in 'a'", "'a' in 1", "1 < 'a'", "[] < 1", "None < None", "{} < {}", "1j < 2j",
    "lambda x: x", "(lambda x: x)()", "(lambda x: x)(1, 2)", "(lambda x, *, k: x)(1)", "(lambda x, /: x)(x=1)", "(lambda *a: a)(k=1)",
    "(lambda a, b, c: 1)(1)", "(lambda a, b=1: 1)()", "(lambda a, b=1: 1)(1, 2, 3)", "(lambda **k: k)(a=1, **{'a': 2})",
    "(lambda: 1)(*1)", "(lambda: 1)(**1)", "(lambda **k: k)(**{1: 2})", "print(*1)", "len(*[1, 2])", "sorted(*[[2, 1]], **{'reverse': True})",
    "max([1, 2], key=1)", "sorted([1, 'a'])", "sorted([1, 2], key=lambda: 1)", "'%d' % 'a'", "'%s %s' % 1", "'%s' % (1, 2)", "'{}'.format()",
    "'{a}'.format()", "'{0.x}'.format(1)", "int.__new__()", "int.__new__(1)", "object.__new__()", "object.__new__(int)", "list.__init__(1)",
    "str.upper()", "str.upper(1)", "dict.fromkeys()", "dict.fromkeys(1)", "dict.__getitem__({}, 1)", "[].__add__(1)", "(1).__add__('a')",
    "type('a', 1, 2)", "type('a', (), 1)", "classmethod()", "staticmethod()", "property.x", "int.x", "[].x", "print.x", "len.x", "None.__x__",
    "exec()", "exec(1)", "eval(1)", "compile()", "compile(1, 2)", "__import__()", "__import__('no_such_module')", "globals(1)", "locals(1)",
    "memoryview(1)", "bytearray('a')", "frozenset(1)", "delattr(1, 'x')", "delattr(object(), 'x')", "hash({})", "hash([])", "{[]: 1}", "{{}}",
    "a, b = 1", "a, b = 1, 2, 3", "a, b = [1]", "a, *b = []", "del undefined", "x = [1, 2]; x[5] = 1", "x = (1,); x[0] = 2", "x = 'a'; x[0] = 'b'",
    "x = 1; x.y = 2", "x = {}; del x['a']", "x = []; del x[0]", "for i in 1: pass", "with 1: pass", "import no_such_module", "from math import nothing",
    "from no_such import x", "raise 1", "raise", "assert False", "assert 0, 'm'", "x = 1; x += 'a'", "x = []; x += 1", "x = (); x += [1]", "x = 'a'; x -= 1",
    "[*1]", "{**1}", "print(**{'sep': 1})", "f'{1:z}'", "f'{1!r:5}|'", "lambda: (yield)", "nonlocal_ = 1",
]
for call in calls:
    try:
        compile(call, "f", "eval")
        mode = "eval"
    except SyntaxError:
        mode = "exec"
    if mode == "eval" and "lambda x: x" != call and call != "lambda: (yield)":
        show(call, lambda: eval(call))
    elif mode == "exec":
        show(call, lambda: exec(call))


def f(a, b, /, c, d=4, *args, e, g=7, **rest):
    return a, b, c, d, args, e, g, rest


show("f", lambda: f(1, 2, 3, e=5))
show("f", lambda: f(1, 2, c=3, e=5, z=1))
show("f", lambda: f(1, 2, 3, 4, 5, 6, e=5, a=9, b=8))
show("f", lambda: f(1, 2))
show("f", lambda: f(1))
show("f", lambda: f())
show("f", lambda: f(1, 2, 3))
show("f", lambda: f(1, 2, 3, c=4, e=1))
show("f", lambda: f(1, b=2, c=3, e=1))


def g(a, b=2, *, c=3):
    return a, b, c


show("g", lambda: g())
show("g", lambda: g(1, 2, 3))
show("g", lambda: g(1, 2, 3, c=4))
show("g", lambda: g(1, d=3))
show("g", lambda: g(1, a=3))
show("g", lambda: g(*[1], **{"c": 5}))
show("g", lambda: g(1, **{"b": 5}, **{"b": 6}))


def h(a, /):
    return a


show("h", lambda: h(a=1))
show("h", lambda: h())
