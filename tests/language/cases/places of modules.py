# What modules tell of where they come from, whether they are files, part of the program or in C.
import importlib, importlib.util, inspect, sys

NAMES = ("json json.decoder os re collections collections.abc functools random decimal datetime typing enum io abc codecs stat types asyncio asyncio.events "
         "contextlib copy heapq operator queue threading traceback inspect statistics subprocess struct argparse dataclasses email email.mime.text "
         "sys math time itertools gc array errno atexit builtins binascii zlib cmath unicodedata _collections _functools _io").split()
for name in NAMES:
    module = importlib.import_module(name)
    spec = module.__spec__
    print(name, hasattr(module, "__file__"), hasattr(module, "__path__"), module.__package__, spec.name, spec.parent, module.__loader__ is spec.loader,
          spec.submodule_search_locations is not None, isinstance(getattr(module, "__file__", ""), str))
    print({"__loader__", "__package__", "__spec__", "__name__"} <= set(dir(module)), ("__file__" in dir(module)) == hasattr(module, "__file__"))
    found = importlib.util.find_spec(name)
    print(found is spec or found.name)
for name in "sys", "math", "builtins", "itertools":
    print(sys.modules[name])
    try:
        print(inspect.getfile(sys.modules[name]))
    except TypeError as error:
        print(error)
for name in "json.nothing", "os.nothing", "math.nothing", "collections.nothing", "asyncio.nothing", "email.nothing", "nothing", "nothing.more":
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(error, error.name)
import json
print(json.__file__ == json.dumps.__code__.co_filename, json.__file__ == inspect.getfile(json.dumps) == inspect.getfile(json))
print(importlib.reload(json) is json, importlib.util.find_spec("json") is json.__spec__)
print(inspect.getsource(json).startswith(('r"""', '"""')), "def dumps" in inspect.getsource(json))
print(inspect.getmodule(json.dumps) is json, inspect.getsourcefile(math := sys.modules["json"]) is not None)
