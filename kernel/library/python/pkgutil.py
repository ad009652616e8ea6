"""Modules in packages and folders."""
import os as _os
import sys as _sys

__all__ = ["get_data", "iter_modules", "walk_packages", "extend_path", "ModuleInfo", "resolve_name", "find_loader", "get_loader"]


class ModuleInfo(tuple):
    """(module_finder, name, ispkg)"""

    def __new__(cls, module_finder, name, ispkg):
        return tuple.__new__(cls, (module_finder, name, ispkg))

    module_finder, name, ispkg = (
        property(lambda self, place=place: self[place], doc=told)
        for place, told in enumerate(("What finds the module.", "The module's name.", "Whether it is a package.")))

    def __repr__(self):
        return "ModuleInfo(module_finder=%r, name=%r, ispkg=%r)" % self


def iter_modules(path=None, prefix=""):
    """The modules in folders; of all folders of sys.path when none are given."""
    if isinstance(path, str):
        raise ValueError("path must be None or list of paths to look for modules in")
    seen = set()
    for folder in _sys.path if path is None else path:
        try:
            names = sorted(_os.listdir(folder or "."))
        except OSError:
            continue
        for name in names:
            place = _os.path.join(folder, name)
            if name.endswith(".py") and name != "__init__.py":
                name, is_package = name[:-3], False
            elif _os.path.isfile(_os.path.join(place, "__init__.py")):
                is_package = True
            else:
                continue
            if name.isidentifier() and name not in seen:
                seen.add(name)
                yield ModuleInfo(folder, prefix + name, is_package)


def walk_packages(path=None, prefix="", onerror=None):
    """The modules in folders, and in the packages among them, which are imported."""
    for information in iter_modules(path, prefix):
        yield information
        if not information.ispkg:
            continue
        try:
            __import__(information.name)
        except ImportError:
            if onerror is not None:
                onerror(information.name)
        except Exception:
            if onerror is None:
                raise
            onerror(information.name)
        else:
            yield from walk_packages(getattr(_sys.modules[information.name], "__path__", None) or [], information.name + ".", onerror)


def get_data(package, resource):
    """The bytes of a file in a package, or None."""
    module = __import__(package, fromlist=["x"])
    file = getattr(module, "__file__", None)
    if file is None or file.startswith("<frozen "):
        return None
    place = _os.path.join(_os.path.dirname(file), *resource.split("/"))
    read = getattr(getattr(module, "__loader__", None), "get_data", None)  # of an archive, say
    if read is not None:
        return read(place)
    with open(place, "rb") as stream:
        return stream.read()


def extend_path(path, name):
    """The folders of a package that lies in several places."""
    result = list(path)
    for folder in _sys.path:
        place = _os.path.join(folder, *name.split("."))
        if place not in result and _os.path.isfile(_os.path.join(place, "__init__.py")):
            result.append(place)
    return result


def find_loader(fullname):
    """What loads a module, or None."""
    from importlib.util import find_spec
    spec = find_spec(fullname)
    return spec.loader if spec is not None else None


def get_loader(module_or_name):
    """What loads a module, or None."""
    return find_loader(module_or_name if isinstance(module_or_name, str) else module_or_name.__name__)


def resolve_name(name):
    """The object that 'package.module:name.name' means."""
    import importlib
    module_name, colon, rest = name.partition(":")
    if colon:
        value = importlib.import_module(module_name)
        parts = rest.split(".") if rest else []
    else:
        parts = name.split(".")
        value = importlib.import_module(parts.pop(0))
        while parts:
            try:
                value = importlib.import_module(value.__name__ + "." + parts[0])
            except (ImportError, AttributeError):
                break
            parts.pop(0)
    for part in parts:
        value = getattr(value, part)
    return value
