"""Modules in zip archives: an entry of sys.path may be one, or a folder within."""

import os as _os
import zipfile as _zipfile
from importlib.machinery import ModuleSpec as _ModuleSpec

__all__ = ["ZipImportError", "zipimporter"]

_opened = {}  # path: (size and time of the file, its ZipFile, the names of its folders)


class ZipImportError(ImportError):
    """No archive, or one that has no such module."""


def _archive(path):
    "The archive at a path, opened once as long as it is the same."
    status = _os.stat(path)
    stamp = status.st_mtime_ns, status.st_size
    known = _opened.get(path)
    if known is None or known[0] != stamp:
        try:
            opened = _zipfile.ZipFile(path)
        except _zipfile.BadZipFile:
            raise ZipImportError("not a Zip file: %r" % path, path=path) from None
        folders = {name[:at + 1] for name in opened.namelist() for at, sign in enumerate(name) if sign == "/"}
        known = _opened[path] = stamp, opened, folders
    return known


class zipimporter:
    """Finds and loads the modules of an archive, or of a folder in it: zipimporter("a.zip/folder")."""

    def __init__(self, path):
        if not isinstance(path, str):
            path = _os.fsdecode(path)
        if not path:
            raise ZipImportError("archive path is empty", path=path)
        archive, inside = path, ""
        while not _os.path.exists(archive):
            archive, _, last = archive.rstrip("/").rpartition("/")
            if not archive:
                break
            inside = last + "/" + inside
        if not _os.path.isfile(archive):
            raise ZipImportError("not a Zip file", path=path)
        _archive(archive)
        self.archive, self.prefix = archive, inside

    def __repr__(self):
        return '<zipimporter object "%s/%s">' % (self.archive, self.prefix)

    # ---- what there is ----

    def _has(self, name):
        return name in _archive(self.archive)[1].NameToInfo

    def _place(self, fullname):
        "(its file in the archive, whether it is a package), or None."
        stem = self.prefix + fullname.rpartition(".")[2]
        for end, is_package in ("/__init__.py", True), (".py", False):
            if self._has(stem + end):
                return stem + end, is_package
        return None

    def _sure_place(self, fullname):
        place = self._place(fullname)
        if place is None:
            raise ZipImportError("can't find module %r" % fullname, name=fullname)
        return place

    def find_spec(self, fullname, target=None):
        "What is known of a module; None: it is not here."
        place = self._place(fullname)
        if place is not None:
            spec = _ModuleSpec(fullname, self, origin=_os.path.join(self.archive, place[0]), is_package=place[1])
            spec.has_location = True
            if place[1]:
                spec.submodule_search_locations.append(_os.path.dirname(spec.origin))
            return spec
        folder = self.prefix + fullname.rpartition(".")[2] + "/"
        if folder not in _archive(self.archive)[2]:
            return None
        spec = _ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations.append(_os.path.join(self.archive, folder.rstrip("/")))
        return spec

    def is_package(self, fullname):
        "Is the module a package?"
        return self._sure_place(fullname)[1]

    def get_filename(self, fullname):
        "The module's file: the archive's path and the name in it."
        return _os.path.join(self.archive, self._sure_place(fullname)[0])

    def get_data(self, pathname):
        "The bytes of a file, by its name in the archive or by its whole path."
        start = self.archive + "/"
        name = pathname[len(start):] if pathname.startswith(start) else pathname
        if not self._has(name):
            raise OSError(0, "", name)
        return _archive(self.archive)[1].read(name)

    def get_source(self, fullname):
        "The module's source."
        return self.get_data(self._sure_place(fullname)[0]).decode()

    # ---- loading ----

    def get_code(self, fullname):
        "The module, compiled."
        return compile(self.get_data(self._sure_place(fullname)[0]), self.get_filename(fullname), "exec", dont_inherit=True)

    def create_module(self, spec):
        "None: an ordinary module will do."
        return None

    def exec_module(self, module):
        "Run the module."
        exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname):
        "Import the module, in the way of old."
        from importlib.util import module_from_spec
        import sys
        if fullname in sys.modules:
            self.exec_module(sys.modules[fullname])
            return sys.modules[fullname]
        module = module_from_spec(self.find_spec(fullname))
        sys.modules[fullname] = module
        self.exec_module(module)
        return module

    def invalidate_caches(self):
        "Forget what was in the archive."
        _opened.pop(self.archive, None)
