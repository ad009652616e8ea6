"""The syntax of Python 3.12 to 3.14, which the libraries of these versions are written in, and which cells have where such a
library is found. What is expected here is what CPython 3.12 and 3.13 print, and for 3.14 what PEP 758 says."""
import os
import subprocess
import tempfile

from tap import CUPOLA, run_tests, test


def run(program, minor):
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "lib", "python3.%d" % minor)
        os.makedirs(folder)
        open(os.path.join(folder, "os.py"), "w", encoding="utf-8").close()
        return subprocess.run([CUPOLA, "-c", program], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=60)


def compare(minor, cases):
    program = "\n".join(case for case, _ in cases)
    done = run(program, minor)
    wanted = "\n".join(line for _, line in cases if line is not None) + "\n"
    assert (done.stdout, done.stderr) == (wanted, ""), done.stdout + done.stderr


FIELDS = [
    ("x = {'a': 1, 'b': 'two'}", None),
    ("print(f'{x['a']} {x['b']!r:>6}|')", "1  'two'|"),
    ('print(f"{"-".join(["p", "q"])}")', "p-q"),
    ("print(f'{f'{f'{1 + 1}'}'}')", "2"),
    (r"print(f'{'\n'.join(['x', 'y'])!r}')", r"'x\ny'"),
    ("print(f'{x['a']=} {x['a'] = }')", "x['a']=1 x['a'] = 1"),
    ("print(f'''{\n    3  # a comment with } and '\n    + 4\n}''')", "7"),
    ("print(f'{ # single quotes, several lines\n  5\n}')", "5"),
    ("print(f'{x['a']:{'>'}{'5'}}|')", "    1|"),
    (r"print(f'{'\N{BULLET}'} \N{BULLET} {{\N{BULLET}}}')", "\u2022 \u2022 {\u2022}"),
    (r"print(rf'\{x['a']}\n', Rf'{'\\'}')", r"\1\n " + "\\"),
    ("print(f'{3 != 4} {(lambda y: y)(3)} {x['a'] if x else '!'} {'{'}{'}'}')", "True 3 1 {}"),
    ("print(f'{x['b'][0]:*^{x['a'] + 4}}' 'tail' f'{'s'}')", "**t**tails"),
    ("print(f'{'a' 'b'}{'''c'''}')", "abc"),
    ("print(f'{1:{2}{3:{4}}}' if False else 'nested')", "nested"),
]


@test
def fields_of_f_strings():
    compare(12, FIELDS)


@test
def the_same_is_refused_by_3_11():
    for case in ("f'{x['a']}'", "f'{'\\n'}'", "f'{1 # one\n}'", "type X = int", "def f[T](x): pass", "class A[T]: pass"):
        done = run("x = {'a': 1}\n" + case, 11)
        assert done.returncode == 1 and "SyntaxError" in done.stderr, (case, done.stderr)


@test
def what_no_version_reads():
    for case in ("f'{x['a'}'", "f'{'", "f'{x!}'", "f'{x['a']:{'", "f'a\nb'", "def f[](x): pass", "def f[T=int, U](): pass", "class A[*T: int]: pass",
                 "type X", "type X[T] int", "try: pass\nexcept A, B as e: pass", "def f[T: int: str](): pass", "f'{a:{b:{c}'"):
        done = run(case, 14)
        assert done.returncode == 1 and "SyntaxError" in done.stderr, (case, done.stdout, done.stderr)


PARAMETERS = [
    ("import typing", None),
    ("START = 3", None),
    ("def f[T: int, *Ts, **P](x: T, y: 'x' = START, *, z=[1]) -> list[T]:\n    'doc'\n    return x, y, z, f.__qualname__, T", None),
    ("print(f(1), f.__name__, f.__qualname__, f.__type_params__, f.__annotations__, f.__doc__, f.__module__)",
     "(1, 3, [1], 'f', T) f f (T, Ts, P) {'x': T, 'y': 'x', 'return': list[T]} doc __main__"),
    ("T = f.__type_params__[0]", None),
    ("print(T.__bound__, T.__constraints__, isinstance(T, typing.TypeVar), T.__infer_variance__, T.__name__)", "<class 'int'> () True True T"),
    ("class A[T, U: (int, str)](dict[str, int]):\n"
     "    X = 5\n"
     "    def m[V](self, a: T, b: V = X) -> 'A[T]':\n"
     "        return self.__private(), super().__len__(), b, __class__.__name__\n"
     "    def __private(self): return 7\n"
     "    type Inner = list[int]", None),
    ("print(A, A.__type_params__, [c.__name__ for c in A.__mro__], A.__orig_bases__)",
     "<class '__main__.A'> (T, U) ['A', 'dict', 'Generic', 'object'] (dict[str, int], typing.Generic[T, U])"),
    ("print(A[int, str], A.m.__qualname__, A().m(1), A.Inner, A.Inner.__value__, A.__type_params__[1].__constraints__)",
     "__main__.A[int, str] A.m (7, 0, 5, 'A') Inner list[int] (<class 'int'>, <class 'str'>)"),
    ("class Later[T: Nowhere]: pass", None),
    ("try: Later.__type_params__[0].__bound__\nexcept NameError as error: print(error)", "name 'Nowhere' is not defined"),
    ("class Nowhere: pass", None),
    ("print(Later.__type_params__[0].__bound__.__name__)", "Nowhere"),
    ("def shown(what):\n    print('decorates', what.__name__)\n    return what", None),
    ("@shown\n@shown\nasync def g[T](x: T) -> T: return x", "decorates g\ndecorates g"),
    ("@shown\nclass B[T]: pass", "decorates B"),
    ("def outer[T](x: T):\n    def inner[U](y: U): return T, U, x, y\n    return inner, inner.__qualname__", None),
    ("inner, name = outer(1)", None),
    ("print(inner(2), name)", "(T, U, 1, 2) outer.<locals>.inner"),
    ("def recursive[T](n: T): return 1 if n == 0 else n * recursive(n - 1)", None),
    ("print(recursive(5))", "120"),
]


@test
def type_parameters():
    compare(12, PARAMETERS)


@test
def type_statements():
    compare(12, [
        ("type L[T] = list[T] | None", None),
        ("print(L, L.__type_params__, L.__value__, L[int], type(L), L.__module__, L.__name__)",
         "L (T,) list[T] | None L[int] <class 'typing.TypeAliasType'> __main__ L"),
        ("type Tree = int | list[Tree]", None),
        ("print(Tree.__value__)", "int | list[Tree]"),
        ("try: L.__value__ = 3\nexcept AttributeError as error: print(error)", "attribute '__value__' of 'typing.TypeAliasType' objects is not writable"),
        ("try: Tree[int]\nexcept TypeError as error: print(error)", "Only generic type aliases are subscriptable"),
        ("import typing; print(typing.TypeAliasType('P', int), typing.TypeAliasType('Q', int).__value__)", "P <class 'int'>"),
        ("type = 5; type[0:0] if False else None; print(type); type; (type)", "5"),
        ("type: int = 6; print(type)", "6"),
        ("def type(x): return x\ntype (x) if False else print(type(7))", "7"),
        ("def inside():\n    type X = int\n    return X.__value__\nprint(inside())", "<class 'int'>"),
    ])


@test
def defaults_of_type_parameters():
    compare(13, [
        ("import typing", None),
        ("def f[T = int, *Ts = *tuple[int, str], **P = [int]](): pass", None),
        ("print([(p.__default__, p.has_default()) for p in f.__type_params__])",
         "[(<class 'int'>, True), (*tuple[int, str], True), ([<class 'int'>], True)]"),
        ("def g[T](): pass", None),
        ("print(g.__type_params__[0].__default__, g.__type_params__[0].has_default())", "typing.NoDefault False"),
    ])
    assert "SyntaxError" in run("def f[T = int](): pass", 12).stderr


@test
def except_without_brackets():
    cases = [
        ("for number in 0, 'x':\n    try: 1 / number\n    except ZeroDivisionError, TypeError: print('caught', number)", "caught 0\ncaught x"),
        ("try: [][1]\nexcept KeyError, IndexError,: print('either')", "either"),
        ("try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])\nexcept* ValueError, TypeError: print('group')", "group"),
    ]
    compare(14, cases)
    assert "multiple exception types must be parenthesized" in run(cases[0][0], 13).stderr


@test
def the_machines_own_modules_of_later_versions_are_read():
    """Where there is one: each file is compiled."""
    found = [os.path.join(place, name) for place in ("/usr/lib", "/usr/local/lib") if os.path.isdir(place) for name in os.listdir(place)
             if name in ("python3.12", "python3.13", "python3.14") and os.path.exists(os.path.join(place, name, "argparse.py"))]
    program = ("import sys, os\nfor name in sorted(os.listdir(sys.path[-1])):\n    if name.endswith('.py'):\n        path = os.path.join(sys.path[-1], name)\n"
               "        with open(path, 'rb') as file: compile(file.read(), path, 'exec')\n")
    for folder in found:
        done = subprocess.run([CUPOLA, "-c", program], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stderr


@test
def templates():
    compare(14, [
        ("name, x = 'W', 3.25", None),
        ("t = t'Hello {name!r} {x:.1f} {{b}} {name + 'q' :>{5}}'", None),
        ("print(t)", "Template(strings=('Hello ', ' ', ' {b} ', ''), interpolations=(Interpolation('W', 'name', 'r', ''), "
                     "Interpolation(3.25, 'x', None, '.1f'), Interpolation('Wq', \"name + 'q'\", None, '>5')))"),
        ("print(list(t)[:2], t.values)", "['Hello ', Interpolation('W', 'name', 'r', '')] ('W', 3.25, 'Wq')"),
        ("print(t'{x=}', t'{x = !s}'.strings)", "Template(strings=('x=', ''), interpolations=(Interpolation(3.25, 'x', 'r', ''),)) ('x = ', '')"),
        ("print(type(t).__module__, t''.strings, (t'a' t'{x}').strings, rt'\\n'.strings, TR'\\n{x}'.strings)",
         "string.templatelib ('',) ('a', '') ('\\\\n',) ('\\\\n', '')"),
        ("print(t'{t'{x}'}'.values[0].values, (t'a' + t'b{1}').strings)", "(3.25,) ('ab', '')"),
        ("try: t'' + 'a'\nexcept TypeError as error: print(error)",
         'can only concatenate string.templatelib.Template (not "str") to string.templatelib.Template'),
        ("try: t.strings = 1\nexcept AttributeError as error: print(error)", "readonly attribute"),
        ("t = 3; print(t, not'{', f\"{not'{'}\")", "3 False False"),
        ("import re; print(re.findall(r'[ab]\\z', 'ab'))", "['b']"),
    ])
    for case in ("t'a' 'b'", "'b' t'a'", "bt''", "ft''", "ut''", "t'{'", "t'}'", "t'{}'"):
        done = run(case, 14)
        assert done.returncode == 1 and "SyntaxError" in done.stderr, (case, done.stdout, done.stderr)
    assert "SyntaxError" in run("t''", 13).stderr and "bad escape" in run("import re; re.compile(r'a\\z')", 13).stderr


@test
def a_wrong_line_behind_later_syntax_is_the_one_that_is_shown():
    done = run("x = 1\nprint(t'{x}')\nfor i in\n", 14)
    assert "line 3" in done.stderr, done.stderr


run_tests()
