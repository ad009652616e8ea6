"""What is known of a module before it is loaded, and what loads it."""

import os as _os
import sys as _sys

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = [".pyc"]
EXTENSION_SUFFIXES = []


def all_suffixes():
    "The endings of files that can be imported."
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    "A module that was found: its name, what loads it, where it is."

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name, self.loader = name, loader
        self.origin, self.has_location = origin, False
        self.submodule_search_locations = [] if is_package else None
        self.loader_state, self.cached = loader_state, None

    @property
    def parent(self):
        "The package that the module belongs to."
        if self.submodule_search_locations is None:
            return self.name.rpartition(".")[0]
        return self.name

    def __repr__(self):
        parts = [f"name={self.name!r}", f"loader={self.loader!r}"]
        if self.origin is not None:
            parts.append(f"origin={self.origin!r}")
        if self.submodule_search_locations is not None:
            parts.append(f"submodule_search_locations={self.submodule_search_locations}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other):
        try:
            return (self.name, self.loader, self.origin, self.submodule_search_locations, self.has_location, self.cached) == (
                other.name, other.loader, other.origin, other.submodule_search_locations, other.has_location, other.cached)
        except AttributeError:
            return NotImplemented


class BuiltinImporter:
    "Loads the modules that are part of the program."

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        "What is known of such a module, or None."
        if fullname in _sys.builtin_module_names or fullname in _sys.stdlib_module_names:
            return ModuleSpec(fullname, cls, origin="built-in")
        return None

    @classmethod
    def create_module(cls, spec):
        "The built-in module."
        __import__(spec.name)
        return _sys.modules[spec.name]

    @classmethod
    def exec_module(cls, module):
        "Nothing: it is filled already."
        return None


class FrozenImporter:
    "Stands in sys.meta_path as in Python: what it would find is built in here."

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        "None: the first importer has found it."
        return None

    @staticmethod
    def create_module(spec):
        "The module as it lies in the program."
        __import__(spec.name)
        return _sys.modules[spec.name]

    @staticmethod
    def exec_module(module):
        "Nothing: it has run."


class SourceFileLoader:
    "Loads a module from a file."

    def __init__(self, fullname, path):
        self.name, self.path = fullname, path

    def create_module(self, spec):
        "None: an ordinary module will do."
        return None

    def get_filename(self, fullname=None):
        "The path of the source."
        return self.path

    def get_source(self, fullname=None):
        "The source as text."
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def get_data(self, path):
        "The bytes of a file."
        with open(path, "rb") as file:
            return file.read()

    def is_package(self, fullname=None):
        "Whether the file is the __init__ of a package."
        return _os.path.basename(self.path) == "__init__.py"

    def get_code(self, fullname=None):
        "The source, compiled."
        return compile(self.get_data(self.path), self.path, "exec")

    def exec_module(self, module):
        "Run the source in the module."
        exec(self.get_code(), module.__dict__)

    def load_module(self, fullname=None):
        "Import the module, in the way of old."
        from importlib.util import module_from_spec, spec_from_file_location
        spec = spec_from_file_location(fullname or self.name, self.path)
        module = module_from_spec(spec)
        _sys.modules[spec.name] = module
        self.exec_module(module)
        return module

    def __eq__(self, other):
        return type(self) is type(other) and (self.name, self.path) == (other.name, other.path)

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)


class PathFinder:
    "Seeks modules in folders."

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        "Look for a module in path, or sys.path."
        from importlib.util import spec_from_file_location
        last = fullname.rpartition(".")[2]
        for folder in _sys.path if path is None else path:
            for end in _os.path.join(last, "__init__.py"), last + ".py":
                file = _os.path.join(folder or _os.getcwd(), end)
                if _os.path.isfile(file):
                    return spec_from_file_location(fullname, file)
        return None

    @classmethod
    def invalidate_caches(cls):
        "Forget what was remembered of folders."
        return None
