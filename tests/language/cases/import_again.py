"""A module of a package that was taken out of sys.modules is run anew, though the package still has it as an attribute."""
import importlib
import os
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "parcel"))
    for name, text in ("__init__", ""), ("part", "class Thing:\n    pass\nprint('run', __name__)\n"):
        with open(os.path.join(folder, "parcel", name + ".py"), "w") as file:
            file.write(text)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    first = importlib.import_module("parcel.part")
    import parcel
    print(parcel.part is first)
    del sys.modules["parcel.part"]
    second = importlib.import_module("parcel.part")
    print(first is second, first.Thing is second.Thing, parcel.part is second)
    from parcel import part
    print(part is second)
    parcel.invented = sys
    try:
        import parcel.invented
    except ImportError as error:
        print(repr(error), error.name)
    from parcel import invented
    print(invented is sys)
    sys.modules["parcel.part"] = None
    try:
        import parcel.part
    except ImportError as error:
        print(repr(error), error.name)
