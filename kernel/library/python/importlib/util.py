"""Modules found, made and run by hand."""

import os as _os
import sys as _sys
from importlib.machinery import BuiltinImporter as _BuiltinImporter, FrozenImporter as _FrozenImporter, ModuleSpec as _ModuleSpec
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


def _ask_finder(finder, name, path):
    # One of sys.meta_path: the module that it finds, loaded; or None.
    spec = _spec_by_finder(finder, name, path)
    return None if spec is None else _load(spec)


def _spec_by_finder(finder, name, path):
    try:
        find = finder.find_spec
    except AttributeError:
        find = getattr(finder, "find_module", None)
        if find is None:
            return None
        import warnings
        warnings.warn("%s.find_spec() not found; falling back to find_module()" % (
            finder.__name__ if isinstance(finder, type) else type(finder).__name__), ImportWarning)
        loader = find(name, path)
        return None if loader is None else spec_from_loader(name, loader)
    return find(name, path, None)


def _ask_hooks(nothing, name, path):
    # The entries of a path for which sys.path_hooks has a finder: the module, loaded; or None.
    spec = _spec_by_hooks(name, path)
    return None if spec is None else _load(spec)


def _spec_by_hooks(name, path):
    for entry in list(path or ()):
        if not isinstance(entry, str):
            continue
        try:
            finder = _sys.path_importer_cache[entry]
        except KeyError:
            finder = None
            for hook in list(_sys.path_hooks):
                try:
                    finder = hook(entry)
                except ImportError:
                    continue
                break
            _sys.path_importer_cache[entry] = finder
        find = getattr(finder, "find_spec", None)
        spec = find(name) if find is not None else None
        if spec is not None:
            return spec
    return None


def _load(spec):
    # The module of a spec, made, filled and put into sys.modules.
    loader, name = spec.loader, spec.name
    if loader is not None and not hasattr(loader, "exec_module"):
        import warnings
        warnings.warn("%s.exec_module() not found; falling back to load_module()" % type(loader).__name__, ImportWarning)
        return loader.load_module(name)
    module = module_from_spec(spec)
    _sys.modules[name] = module
    try:
        if loader is not None:
            loader.exec_module(module)
        elif spec.submodule_search_locations is None:
            raise ImportError("missing loader", name=name)
    except BaseException:
        _sys.modules.pop(name, None)
        raise
    module = _sys.modules.pop(name)
    _sys.modules[name] = module
    return module


def find_spec(name, package=None):
    "What is known of a module without importing it (packages above it are imported), or None."
    name = resolve_name(name, package)
    known = getattr(_sys.modules.get(name), "__spec__", None)
    if known is not None:
        return known
    parent, _, last = name.rpartition(".")
    path = None
    if parent:
        __import__(parent)
        path = getattr(_sys.modules[parent], "__path__", None)
    asked = False  # finders that want to be asked once only
    for finder in [_PathFinder] if "meta_path" not in vars(_sys) else _sys.meta_path:
        if finder is _PathFinder and (path is not None or not parent):
            found = _spec_by_hooks(name, _sys.path if path is None else path) if _sys.path_hooks else None
            found = found or _PathFinder.find_spec(name, path)
        elif finder is _PathFinder or finder is _BuiltinImporter or finder is _FrozenImporter:
            found = None
        else:
            found, asked = _spec_by_finder(finder, name, path), True
        if found is not None:
            return found
    module = _sys.modules.get(name)
    if module is None:
        if asked and name.partition(".")[0] not in _sys.stdlib_module_names:
            return None
        try:
            __import__(name)
        except ImportError:
            return None
        module = _sys.modules[name]
    return getattr(module, "__spec__", None) or _spec_of_module(module)


class _NamespaceLoader:
    "Of a package without a file: there is nothing to run."

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass

    def is_package(self, name):
        return True

    def get_source(self, name):
        return ""

    def get_code(self, name):
        return compile("", "<string>", "exec", dont_inherit=True)


_NamespaceLoader.__name__ = _NamespaceLoader.__qualname__ = "NamespaceLoader"


def _spec_of_module(module):
    "The spec of a module that was imported from its file, or that is part of the program."
    file = getattr(module, "__file__", "")
    if file is not None and (not file or file[0] == "<"):
        spec = _ModuleSpec(module.__name__, _FrozenImporter if file else _BuiltinImporter, origin="frozen" if file else "built-in")
    elif file is None:
        spec = _ModuleSpec(module.__name__, _NamespaceLoader(), is_package=True)
    else:
        spec = spec_from_file_location(module.__name__, file)
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
    if origin is None:
        origin = getattr(loader, "_ORIGIN", None)
    if not origin and hasattr(loader, "get_filename"):
        try:
            places = {} if is_package is None else {"submodule_search_locations": [] if is_package else None}
            return spec_from_file_location(name, loader.get_filename(name), loader=loader, **places)
        except ImportError:
            pass
    if is_package is None:
        try:
            is_package = loader.is_package(name)
        except (AttributeError, ImportError):
            is_package = False
    return _ModuleSpec(name, loader, origin=origin, is_package=is_package)


def module_from_spec(spec):
    "A new module, not yet run: spec.loader.exec_module(module) runs it."
    module = None
    if hasattr(spec.loader, "create_module"):
        module = spec.loader.create_module(spec)
    elif hasattr(spec.loader, "exec_module"):
        raise ImportError("loaders that define exec_module() must also define create_module()")
    if module is None:
        module = type(_sys)(spec.name)
    given = [("__name__", spec.name), ("__loader__", spec.loader), ("__package__", spec.parent), ("__spec__", spec)]
    if spec.submodule_search_locations is not None:
        given.append(("__path__", spec.submodule_search_locations))
    if spec.has_location:
        given.append(("__file__", spec.origin))
    for name, value in given:
        if getattr(module, name, None) is None or name == "__spec__":
            try:
                setattr(module, name, value)
            except AttributeError:
                pass
    return module


def source_hash(source_bytes):
    "A number of a source, eight bytes long."
    return hash(source_bytes).to_bytes(8, "little", signed=True)


def cache_from_source(path, debug_override=None, *, optimization=None):
    "Where a compiled file would be: nothing is written here."
    head, tail = _os.path.split(_os.fspath(path))
    return _os.path.join(head, "__pycache__", tail.rpartition(".")[0] + "." + _sys.implementation.cache_tag + ".pyc")
