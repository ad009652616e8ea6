"""Modules found, made and run by hand."""

import os as _os
import sys as _sys
from importlib.machinery import BuiltinImporter as _BuiltinImporter, ModuleSpec as _ModuleSpec
from importlib.machinery import PathFinder as _PathFinder, SourceFileLoader as _SourceFileLoader

MAGIC_NUMBER = b"\xa7\r\r\n"


def resolve_name(name, package):
    "A name with leading dots made absolute."
    if not name.startswith("."):
        return name
    if not package:
        raise ImportError(f"no package specified for {name!r} (required for relative module names)")
    level = len(name) - len(name.lstrip("."))
    parts = package.rsplit(".", level - 1)
    if len(parts) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return parts[0] + "." + name[level:] if name[level:] else parts[0]


def find_spec(name, package=None):
    "What is known of a module without importing it (packages above it are imported), or None."
    name = resolve_name(name, package)
    parent, _, last = name.rpartition(".")
    path = None
    if parent:
        __import__(parent)
        path = getattr(_sys.modules[parent], "__path__", None)
    if path is None or not parent:
        found = _PathFinder.find_spec(name) if not parent else None
    else:
        found = _PathFinder.find_spec(name, path)
    if found is not None:
        return found
    module = _sys.modules.get(name)
    if module is None:
        try:
            __import__(name)
        except ImportError:
            return None
        module = _sys.modules[name]
    spec = getattr(module, "__spec__", None)
    if spec is not None:
        return spec
    spec = _ModuleSpec(name, _BuiltinImporter, origin=getattr(module, "__file__", None) or "built-in")
    spec.submodule_search_locations = getattr(module, "__path__", None)
    return spec


def _spec_of_module(module):
    "The spec of a module that was imported from its file."
    spec = spec_from_file_location(module.__name__, module.__file__)
    if spec is not None:
        spec.submodule_search_locations = getattr(module, "__path__", None)
    return spec


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=None):
    "A module in a file."
    if location is None:
        return None
    path = _os.fspath(location)
    if loader is None:
        if not path.endswith(".py"):
            return None
        loader = _SourceFileLoader(name, path)
    spec = _ModuleSpec(name, loader, origin=path)
    spec.has_location = True
    if submodule_search_locations is not None:
        spec.submodule_search_locations = submodule_search_locations
    elif _os.path.basename(path) == "__init__.py":
        spec.submodule_search_locations = [_os.path.dirname(path)]
    return spec


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    "A module that this loader loads."
    return _ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    "A new module, not yet run: spec.loader.exec_module(module) runs it."
    module = spec.loader.create_module(spec) if hasattr(spec.loader, "create_module") else None
    if module is None:
        module = type(_sys)(spec.name)
        module.__loader__ = spec.loader
        module.__package__ = spec.parent
        module.__spec__ = spec
        if spec.submodule_search_locations is not None:
            module.__path__ = spec.submodule_search_locations
        if spec.has_location:
            module.__file__ = spec.origin
    return module


def source_hash(source_bytes):
    "A number of a source, eight bytes long."
    return hash(source_bytes).to_bytes(8, "little", signed=True)


def cache_from_source(path, debug_override=None, *, optimization=None):
    "Where a compiled file would be: nothing is written here."
    head, tail = _os.path.split(_os.fspath(path))
    return _os.path.join(head, "__pycache__", tail.rpartition(".")[0] + "." + _sys.implementation.cache_tag + ".pyc")
