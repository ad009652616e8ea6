"""__file__ and __path__ are absolute, however sys.path names the folder."""
import importlib
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    for path, text in (("one.py", "x = 1\ndef f(): raise ValueError(x)"), ("lib/two.py", ""), ("lib/three.py", ""), ("lib/deep/four.py", ""),
                       ("pack/__init__.py", "from . import inner"), ("pack/inner.py", ""), ("space/part.py", "")):
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        with open(os.path.join(folder, path), "w") as file:
            file.write(text)
    os.chdir(folder)
    for entry, names in (("", "one pack pack.inner space.part"), ("lib", "two"), ("./lib/", "three"), ("lib/deep//", "four"), (".", "one")):
        sys.path.insert(0, entry)
        for name in names.split():
            sys.modules.pop(name, None)
            module = importlib.import_module(name)
            print(repr(entry), name, module.__file__.replace(folder, "FOLDER"), module.__spec__.origin.replace(folder, "FOLDER"),
                  [path.replace(folder, "FOLDER") for path in getattr(module, "__path__", ())],
                  repr(module).replace(folder, "FOLDER"))
        del sys.path[0]
    import space
    print(space.__file__, [path.replace(folder, "FOLDER") for path in space.__path__])
    sys.path.insert(0, "")
    import one
    try:
        one.f()
    except ValueError as error:
        print(error.__traceback__.tb_next.tb_frame.f_code.co_filename.replace(folder, "FOLDER"))
    os.chdir("/")
