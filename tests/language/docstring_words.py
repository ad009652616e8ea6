"""Run by Cupola or by the oracle: every docstring of the modules that both have, as JSON {name: docstring}.

Arguments: a file with the modules' names, one a line (written if it is not there), where the result goes, and "packages" for
the modules of NumPy, SciPy, matplotlib, IPython and tqdm in place of Python's own."""
import builtins
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
OURS_ALONE = {"numpy", "cupy", "cupyx", "scipy", "numba", "pycuda", "matplotlib", "mpl_toolkits", "IPython", "jax", "tqdm", "pylab"}
PLAIN = (int, str, float, tuple, list, dict, type(sys))
PACKAGES = {"numpy", "scipy", "matplotlib", "mpl_toolkits", "IPython", "tqdm"}
names_file, result_file = sys.argv[1:3]
of_packages = sys.argv[3:] == ["packages"]
texts = {}
is_ours = sys.implementation.name == "cupola"


def is_from_file(value):
    """Does it come from the machine's own library?"""
    home = getattr(value, "__module__", None) or type(value).__module__
    return (getattr(sys.modules.get(home), "__file__", None) or "<")[0] != "<"


def note(name, value):
    text = getattr(value, "__doc__", None)
    if isinstance(text, str):
        texts[name] = text


def walk(name, module):
    if is_ours and (getattr(module, "__file__", None) or "<")[0] != "<":
        return  # a page of ours that runs the machine's
    note(name, module)
    for key in dir(module):
        if key.startswith("__"):
            continue
        value = getattr(module, key, None)
        if isinstance(value, PLAIN) or is_ours and is_from_file(value):
            continue
        note(name + "." + key, value)
        if isinstance(value, type):
            for inner in dir(value):
                if inner not in ("__doc__", "__class__"):
                    try:
                        member = getattr(value, inner)
                    except Exception:
                        continue
                    if not isinstance(member, PLAIN):
                        note("%s.%s.%s" % (name, key, inner), member)


if os.path.exists(names_file):
    with open(names_file) as file:
        modules = file.read().split()
else:
    import IPython
    modules = [name for name in IPython._session()._built_in_modules()
               if (name.partition(".")[0] in PACKAGES if of_packages else name.partition(".")[0] not in OURS_ALONE)]
    with open(names_file, "w") as file:
        file.write("\n".join(modules))
if not of_packages:
    walk("builtins", builtins)
for name in modules:
    try:
        walk(name, __import__(name, fromlist=["x"]))
    except ImportError:
        pass
with open(result_file, "w") as file:
    json.dump(texts, file)
