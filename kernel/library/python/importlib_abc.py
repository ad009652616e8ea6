"""What loaders and finders are."""

from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod


class Loader(metaclass=_ABCMeta):
    def create_module(self, spec):
        return None


class Finder(metaclass=_ABCMeta):
    pass


class MetaPathFinder(metaclass=_ABCMeta):
    def invalidate_caches(self):
        return None


class PathEntryFinder(metaclass=_ABCMeta):
    def invalidate_caches(self):
        return None


class ResourceLoader(Loader):
    @_abstractmethod
    def get_data(self, path):
        raise OSError


class InspectLoader(Loader):
    @_abstractmethod
    def get_source(self, fullname):
        raise ImportError
