"""Import of modules by name, and again."""

import sys as _sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

__import__ = __import__


def import_module(name, package=None):
    "Import a module by its name; one with leading dots is sought from the package on."
    level = len(name) - len(name.lstrip(".")) if name.startswith(".") else 0
    if level:
        if not package:
            raise TypeError("the 'package' argument is required to perform a relative import for {!r}".format(name))
        parts = package.rsplit(".", level - 1)
        if len(parts) < level:
            raise ImportError("attempted relative import beyond top-level package")
        name = parts[0] + "." + name[level:] if name[level:] else parts[0]
    if name not in _sys.modules:
        __import__(name)
    return _sys.modules[name]


def invalidate_caches():
    "Forget what is known of the folders: nothing is kept here."


def reload(module):
    "Run the file of a module again, in the same module."
    if not isinstance(module, type(_sys)):
        raise TypeError("reload() argument must be a module")
    name = module.__name__
    if _sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    from importlib.util import find_spec
    path = getattr(module, "__file__", None)
    if path is None or path.startswith("<frozen "):
        return module  # a built-in one cannot have changed
    found = find_spec(name)
    if found is None:
        raise ModuleNotFoundError(f"spec not found for the module {name!r}", name=name)
    found.loader.exec_module(module)
    return _sys.modules[name]


def find_loader(name, path=None):
    "What would load a module, or None."
    from importlib.util import find_spec
    found = find_spec(name)
    return found and found.loader
