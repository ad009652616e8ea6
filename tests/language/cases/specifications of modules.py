"""__spec__ and __loader__ as names in a module's own code while it is imported, and again when it is reloaded."""
import importlib
import os
import sys
import tempfile

SOURCE = """
print(__name__, __spec__.name, __spec__.origin == __file__, __loader__ is __spec__.loader, __spec__.has_location)
def later(): return __spec__.parent, type(__loader__).__name__
class C: name = __spec__.name
print(C.name, (lambda: __spec__.name)(), [__spec__.name for _ in "a"])
"""
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(folder + "/package")
    for name in "single_module.py", "package/__init__.py", "package/member.py":
        with open(os.path.join(folder, name), "w") as file:
            file.write(SOURCE)
    sys.path.insert(0, folder)
    import single_module
    import package.member
    importlib.reload(single_module)
    print(single_module.later(), package.later(), package.member.later())
    print("__spec__" in vars(single_module), package.__spec__.submodule_search_locations == [folder + "/package"])
    sys.path.pop(0)
try:
    print(__spec__)
    __spec__ = 5
    print(__spec__)
except NameError as error:
    print(error)
