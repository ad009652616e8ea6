"""Finders and loaders of the program's own: sys.meta_path and sys.path_hooks."""
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types

print([getattr(finder, '__name__', '?') for finder in sys.meta_path][-3:])
sys.meta_path[:-3] = []
SOURCES = {
    "made": "value = 41\ndef f():\n    return value + 1\n",
    "made.part": "from . import value\nfrom .other import name\n",
    "made.other": "name = __name__, __package__\n",
    "plain": "import made\nprint('plain runs', __name__, __package__, made.value)\n",
    "broken": "1/0\n",
    "replaced": "import sys\nsys.modules[__name__] = 'something else'\n",
}
log = []


class Loader(importlib.abc.Loader):
    def __repr__(self):
        return "<the loader>"

    def create_module(self, spec):
        log.append(("create", spec.name, spec.parent, spec.origin, spec.has_location))
        return None

    def exec_module(self, module):
        log.append(("exec", module.__name__, module.__spec__.name, type(module.__loader__).__name__, sys.modules[module.__name__] is module))
        exec(SOURCES[module.__name__], module.__dict__)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        log.append(("find", fullname, path))
        if fullname in SOURCES:
            return importlib.util.spec_from_loader(fullname, Loader(), is_package=fullname == "made")
        return None


def attempt(function, *arguments, **keywords):
    try:
        print(function(*arguments, **keywords))
    except BaseException as error:
        print(type(error).__name__, error, getattr(error, "name", "-"))
    print(log)
    log.clear()


finder = Finder()
sys.meta_path.append(finder)
import made
print(made, made.f(), made.__spec__, made.__path__, made.__package__, made.__loader__, hasattr(made, "__file__"))
attempt(importlib.import_module, "made.part")
attempt(importlib.import_module, "plain")
attempt(importlib.import_module, "plain.below")
attempt(importlib.import_module, "broken")
print("broken" in sys.modules)
attempt(importlib.import_module, "replaced")
attempt(importlib.import_module, "not_there_at_all")
attempt(importlib.util.find_spec, "not_there_at_all")
attempt(importlib.util.find_spec, "broken")
attempt(importlib.import_module, "made")
del sys.modules["made"]
attempt(importlib.import_module, "made")
sys.meta_path.remove(finder)
del sys.modules["made"]
attempt(importlib.import_module, "made")


class Blocker:
    def find_spec(self, fullname, path, target=None):
        if fullname.partition(".")[0] in ("colorsys", "notthere"):
            raise ImportError("%s is not allowed" % fullname, name=fullname)


sys.meta_path.insert(0, Blocker())
sys.modules.pop("colorsys", None)
attempt(importlib.import_module, "colorsys")
attempt(importlib.import_module, "notthere.part")
del sys.meta_path[0]
attempt(importlib.import_module, "colorsys.part")


class Namespace:
    "A finder whose loader makes the module itself, and a class as a finder."

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name == "settings_of_it":
            return importlib.machinery.ModuleSpec(name, cls(), origin="nowhere")

    def create_module(self, spec):
        return types.SimpleNamespace(debug=True, name=spec.name)

    def exec_module(self, module):
        module.ready = True


sys.meta_path.insert(0, Namespace)
import settings_of_it
print(settings_of_it.debug, settings_of_it.ready, settings_of_it.__spec__.origin, sorted(vars(settings_of_it)))
from settings_of_it import debug
print(debug, importlib.util.find_spec("settings_of_it").origin)
sys.meta_path.clear()
attempt(importlib.import_module, "colorsys_again")
sys.meta_path[:] = [importlib.machinery.BuiltinImporter, importlib.machinery.FrozenImporter, importlib.machinery.PathFinder]


class EntryFinder:
    def __init__(self, entry):
        if not entry.startswith("memory:"):
            raise ImportError("not here")
        log.append(("hook", entry))

    def find_spec(self, name, target=None):
        log.append(("entry", name))
        return importlib.util.spec_from_loader(name, Loader(), is_package=False) if name in SOURCES else None


sys.path_hooks.append(EntryFinder)
sys.path.append("memory:1")
attempt(importlib.import_module, "made")
attempt(importlib.import_module, "not_there_at_all")
attempt(importlib.util.find_spec, "plain")
