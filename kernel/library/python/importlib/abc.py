"""What loaders and finders are."""

from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod


class Loader(metaclass=_ABCMeta):
    "What loads a module that a finder found."

    def create_module(self, spec):
        "The module object to be filled; None for an ordinary one."
        return None


class Finder(metaclass=_ABCMeta):
    "What finds modules."


class MetaPathFinder(metaclass=_ABCMeta):
    "A finder for sys.meta_path."

    def invalidate_caches(self):
        "Forget what was remembered."
        return None


class PathEntryFinder(metaclass=_ABCMeta):
    "A finder for one entry of sys.path."

    def invalidate_caches(self):
        "Forget what was remembered."
        return None


class ResourceLoader(Loader):
    "A loader that can read files."

    @_abstractmethod
    def get_data(self, path):
        "The bytes of a file."
        raise OSError


class InspectLoader(Loader):
    "A loader that can tell a module's source and code."

    @_abstractmethod
    def get_source(self, fullname):
        "The module's source; None if it has none."
        raise ImportError
