"""Out[n] as IPython's pretty printer writes it: the same values, built here and in a notebook, shown by both."""
import ast
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import CUPOLA, Skip, run_tests, test

CELLS = """
[i * i for i in range(40)]
{i: i ** 3 for i in range(30)}
list(range(1100))
{'a': [1, 2, 3], 'b': {'c': (1,)}}
{3, 1, 2}
frozenset([2, 1])
set()
(1,)
[]
'abc'
'a\\nb'
b'x'
[['abcdefghij' * 3] * 4] * 3
dict(a='x' * 50, b='y' * 50, c=[1] * 40)
[int, str, len]
ValueError('x', 3)
{1: 2}.keys()
[None, True, ..., range(3), slice(1, 2)]
{'k' + str(i): list(range(i)) for i in range(15)}
((1, 2), [3, {4: 5}], {6})
{'b', 'a', 1}
[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10] * 3, [1, 2, 3] * 10, {1: [2] * 30}]
def f(a: int, b: str = 'x', *c, d=2, **e) -> list: pass; f
class A: pass; [A, A()]
class B(list): pass; B([1, 2])
class C(dict): __repr__ = lambda self: 'C\\n2'; [C(), C()]
a = [1]; a.append(a); a
d = {}; d[1] = d; d
{(i, j): i * j for i in range(6) for j in range(5)}
['é' * 30, 'ü' * 30, 'x' * 30]
{'x': {'y': {'z': ['w' * 30] * 5}}}
import re; [re.compile('a+'), re.compile(rb'\\d\\n', re.I | re.X), re.compile('é"' + "'", re.A | re.S), re.compile('x' * 60, re.M)]
import re; re.match('a', 'abc')
import functools; f = functools.singledispatch(lambda x, y=2: 1); f
import functools; f = functools.wraps(sorted)(lambda *a: 1); f
import functools; f = functools.wraps(dict.fromkeys)(lambda *a: 1); f.__wrapped__
class A(int): pass; [super(A, A(3)), super(A, A)]
import functools; [functools.partial(print, 1, sep='x'), functools.cmp_to_key(len)][:1]
import operator; [operator.itemgetter(1, 2), operator.attrgetter('a.b'), [].append, str.upper, int.__add__][:2]
""".strip().split("\n")


def lines_of(cell):
    """A def or a class stands before its use, on a line of its own."""
    head, semicolon, last = cell.rpartition("; ")
    return head + "\n" + last if semicolon else cell


def show_here(cell, names):
    from IPython.lib.pretty import pretty
    tree = ast.parse(cell)
    last = tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)
    return pretty(eval(compile(ast.Expression(last.value), "cell", "eval"), names))


def run_notebook(cells):
    code = [{"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None} for cell in cells]
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "in.ipynb"), os.path.join(folder, "out.ipynb")
        with open(source, "w") as file:
            json.dump({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, file)
        subprocess.run([CUPOLA, "run", source, "-o", result, "--allow-errors"], capture_output=True, check=True)
        with open(result) as file:
            return json.load(file)["cells"]


@test
def values_are_shown_as_by_ipython():
    try:
        import IPython.lib.pretty
    except ImportError:
        raise Skip("IPython is not installed beside the tests")
    cells, names, wrong = [lines_of(cell) for cell in CELLS], {"__name__": "__main__"}, []
    for cell, ran in zip(cells, run_notebook(cells)):
        shown = [o for o in ran["outputs"] if o["output_type"] == "execute_result"]
        found = "".join(shown[0]["data"]["text/plain"]) if shown else str(ran["outputs"])
        expected, found = (re.sub("0x[0-9a-f]+", "0x", text) for text in (show_here(cell, names), found))
        if expected != found:
            wrong.append(f"{cell}\n  expected {expected[:300]}\n  found    {found[:300]}")
    assert not wrong, "\n".join(wrong)


run_tests()
