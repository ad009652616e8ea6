# help on modules and packages: names, classes, functions, data
import contextlib
import io
import os
import sys
import tempfile
import types

SOURCE = '''"""Only one line."""
from math import pi
from collections import OrderedDict
import os
TABLE = {i: i*i for i in range(30)}
NAMES = ["x" * 20] * 10
LONG = "abc" * 60
class Base:
    """Base doc.

    more"""
    def __init__(self, x):
        "Make it."
    attr = 5
    def m(self, x: int = 3) -> str:
        "method"
    @property
    def p(self): "prop"
    @staticmethod
    def s(a): pass
    @classmethod
    def c(cls): pass
class Derived(Base):
    def m(self): pass
class Plain: pass
class Mixed(Derived, Plain): pass
alias = Base
def func(a, /, b, *args, c=1, **kw):
    """Do it.

    Longer text
        indented
    """
func2 = func
lam = lambda x: x
_private = 1
obj = 5.5
__credits__ = "all"
__date__ = "2020"
'''


def show(thing, folder=""):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        help(thing)
    print(stream.getvalue().replace(folder, "FOLDER") if folder else stream.getvalue())


with tempfile.TemporaryDirectory() as folder:
    os.makedirs(os.path.join(folder, "hpk", "sub"))
    for name, text in (("__init__.py", SOURCE), ("mod.py", ""), ("sub/__init__.py", "")):
        with open(os.path.join(folder, "hpk", name), "w") as file:
            file.write(text)
    sys.path.insert(0, folder)
    import hpk
    import hpk.mod
    show(hpk, folder)
    show(hpk.mod, folder)
    show("hpk.sub", folder)
show(types.ModuleType("empty"))
module = types.ModuleType("one", "doc line\nsecond line")
module.x = None
show(module)
module = types.ModuleType("listed", "First.\n\nMore\n  of it.")
exec("__all__ = ['f', 'A']\n__version__ = '1.2'\nX = 5\ndef f(a, b=2):\n    'Add.'\ndef g(): pass\nclass A:\n    'An A.'\nclass B(A): pass", module.__dict__)
show(module)
