# Imports of one's own files: modules, packages, relative and circular imports, reload, errors.
import builtins
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import traceback

folder = tempfile.mkdtemp()
os.chdir(folder)
sys.path.insert(0, folder)
sys.dont_write_bytecode = True


def print(*values):
    """The folder is another one every time."""
    builtins.print(*(str(value).replace(folder, "<folder>") for value in values))


def put(path, text):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def show(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error, getattr(error, "name", ""), getattr(error, "path", ""))


def attempt(text):
    try:
        exec(text, {"__name__": "elsewhere"})
        print("fine:", text)
    except Exception as error:
        print(type(error).__name__, error, getattr(error, "name", None), getattr(error, "path", None))


put("plain.py", '"""A module."""\nvalue = 1\n_hidden = 2\nprint("plain runs as", __name__)\n\ndef function():\n    return value\n')
import plain
import plain as again
from plain import function, value as renamed

print(plain is again, plain.value, function(), renamed, plain.__name__, plain.__file__, plain.__doc__, plain.__package__, repr(plain.__spec__.name), plain.__spec__.origin, type(plain.__loader__).__name__)
print(plain, sys.modules["plain"] is plain)
from plain import *

print(value, "_hidden" in globals())
put("plain.py", "value = 2\nprint('again', __name__)\n")
print(importlib.reload(plain) is plain, plain.value, function(), hasattr(plain, "function"))
put("listed.py", "__all__ = ['one', '_two']\none = 1\n_two = 2\nthree = 3\n")
names = {}
exec("from listed import *", names)
print(sorted(name for name in names if not name.startswith("__")))
put("wrongly_listed.py", "__all__ = ['missing']\n")
attempt("from wrongly_listed import *")

print("-- packages")
put("package/__init__.py", "print('package', __name__, __package__, len(__path__))\nfrom .first import shared\nfrom . import second\n__version__ = '1.0'\n")
put("package/first.py", "print('first', __name__, __package__)\nshared = 'shared'\n")
put("package/second.py", "from .first import shared as mine\nfrom . import first\nfrom .inner.deep import depth\nimport package.first as absolute\nassert absolute is first\nprint('second', mine, depth)\n")
put("package/inner/__init__.py", "")
put("package/inner/deep.py", "from ..first import shared\nfrom ... import nothing\n" if False else "from ..first import shared\ndepth = shared + '!'\n")
put("package/third.py", "third = 3\n")
import package
import package.inner.deep
import package.third as third

print(package.shared, package.second.mine, package.inner.deep.depth, third.third, package.__file__, package.__path__, package.__version__)
print(sorted(name for name in sys.modules if name.startswith("package")), package.inner.deep.__package__, package.__spec__.submodule_search_locations)
from package import third as third_again, second
from package.inner import deep

print(third_again is third, second.__name__, deep.__name__)
attempt("import package.absent")
attempt("from package import absent")
attempt("from package.absent import x")
attempt("from plain import absent")
attempt("import absent_module")
attempt("import plain.sub")
attempt("import absent_module.sub")
attempt("from . import x")
attempt("from .x import y")
attempt("import package.inner.absent as a")
put("package/beyond.py", "from ... import x\n")
attempt("import package.beyond")
put("namespace_package/part.py", "part = 'of a namespace'\n")
import namespace_package.part

print(namespace_package.part.part, list(namespace_package.__path__))

print("-- circular")
put("egg.py", "print('egg begins')\nimport hen\nlaid = True\ndef who():\n    return hen.name\nprint('egg ends')\n")
put("hen.py", "print('hen begins')\nimport egg\nname = 'hen'\nprint('hen ends', hasattr(egg, 'laid'))\n")
import egg

print(egg.who())
put("left.py", "from right import b\na = 1\n")
put("right.py", "from left import a\nb = 2\n")
attempt("import left")
print("left" in sys.modules, "right" in sys.modules)

print("-- errors")
put("broken.py", "x = 1\ndef f(:\n    pass\n")
put("failing.py", "def inner():\n    return 1 / 0\n\nstarted = True\ninner()\n")
put("caller.py", "import failing\n")
for name in ("broken", "failing", "caller"):
    try:
        importlib.import_module(name)
    except Exception as error:
        text = traceback.format_exc()
        print(name, name in sys.modules, [line for line in text.splitlines() if "cupola-imports" in line or "Error" in line or "1 / 0" in line])
put("raising.py", "raise ImportError('own text')\n")
attempt("import raising")
put("empty.py", "")
import empty

print(sorted(name for name in vars(empty) if name not in ("__builtins__", "__spec__", "__loader__")))
put("coded.py", "text = 'h\u00e9llo \u20ac'\n")
import coded

print(coded.text)
put("replaced.py", "import sys\nclass Lazy:\n    answer = 42\nsys.modules[__name__] = Lazy()\n")
import replaced

print(replaced.answer, type(replaced).__name__)
put("lazy.py", "def __getattr__(name):\n    if name == 'made':\n        return 'made up'\n    raise AttributeError(f'no {name}')\ndef __dir__():\n    return ['made']\n")
import lazy
from lazy import made

print(lazy.made, made, dir(lazy))
attempt("from lazy import other")
put("data.txt", "data beside the module")
put("reads.py", "import os\ntext = open(os.path.join(os.path.dirname(__file__), 'data.txt')).read()\n")
import reads

print(reads.text)

print("-- importlib")
print(importlib.import_module("package.third") is third, importlib.import_module(".third", "package") is third, importlib.import_module("..first", "package.inner").shared)
show(importlib.import_module, ".third")
show(importlib.import_module, "absent")
spec = importlib.util.find_spec("package.third")
print(spec.name, spec.origin, spec.parent, importlib.util.find_spec("absent"), importlib.util.find_spec("package").submodule_search_locations)
spec = importlib.util.spec_from_file_location("by_path", folder + "/package/third.py")
module = importlib.util.module_from_spec(spec)
print(spec.loader.exec_module(module), module.third, module.__name__, "by_path" in sys.modules)
show(importlib.reload, 3)
print(__import__("package.inner.deep").__name__, __import__("package.inner.deep", fromlist=["x"]).__name__, importlib.import_module("os.path").__name__)
os.mkdir("other")
put("other/found_later.py", "where = 'other'\n")
attempt("import found_later")
sys.path.append(os.path.join(folder, "other"))
attempt("import found_later")
sys.modules["blocked"] = None
attempt("import blocked")
put("runs.py", "if __name__ == '__main__':\n    print('as a program')\nelse:\n    print('as a module')\n")
import runpy

runpy.run_path("runs.py", run_name="__main__")
runpy.run_module("runs", run_name="__main__")
import runs

shutil.rmtree(folder)
