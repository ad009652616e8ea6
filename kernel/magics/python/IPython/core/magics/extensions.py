"""%load_ext, %reload_ext, %unload_ext. An extension is a module of the user's with load_ipython_extension(shell)."""
from IPython.core.magics.support import shell, usage

loaded = set()

# What is part of Cupola under the name of the extension that brings it elsewhere.
BUILT_IN = {"autoreload", "line_profiler", "memory_profiler", "tensorboard", "storemagic", "IPython.extensions.autoreload",
            "IPython.extensions.storemagic", "tensorboard.notebook", "version_information", "numba", "cupy"}
# What cannot be had here, and what to use instead.
ABSENT = {
    "cython": "there is no Cython compiler here; @numba.njit compiles a Python function",
    "Cython": "there is no Cython compiler here; @numba.njit compiles a Python function",
    "nvcc_plugin": "write the program with %%writefile FILE.cu and run !nvcc, or use cupy.RawKernel",
    "nvcc4jupyter": "write the program with %%writefile FILE.cu and run !nvcc, or use cupy.RawKernel",
    "cudf.pandas": "there are no data frames here",
    "cuml.accel": "there is no scikit-learn here",
    "rpy2.ipython": "there is no R here",
    "sql": "there is no SQL here",
    "dotenv": "set variables with %env NAME=VALUE",
    "google.cloud.bigquery": "there is no BigQuery client here",
    "ipyparallel": "there is no cluster here",
    "heat": "use %prun or %lprun",
    "snakeviz": "use %prun or %lprun",
    "pyinstrument": "use %prun or %lprun",
    "scalene": "use %prun or %lprun",
    "watermark": "use %version_information",
}


def import_extension(name):
    """The user's module; ModuleNotFoundError says what is known of a name that cannot be had."""
    import sys
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        if name in ABSENT and error.name == name:
            error.add_note("Note: the extension '%s' is not part of Cupola: %s." % (name, ABSENT[name]))
        raise
    return sys.modules[name]


def call(module, function):
    "Call a hook of an extension, if it has that one."
    if not hasattr(module, function):
        return False
    getattr(module, function)(shell)
    return True


def load(name):
    "Load an extension; a word about it if that cannot be."
    if name in loaded:
        return "already loaded"
    if name in BUILT_IN:
        loaded.add(name)
        return None
    if not call(import_extension(name), "load_ipython_extension"):
        return "no load function"
    loaded.add(name)
    return None


def unload(name):
    "Undo load()."
    import sys
    if name not in loaded:
        return "not loaded"
    if name in BUILT_IN or not call(sys.modules[name], "unload_ipython_extension"):
        return "no unload function"
    loaded.discard(name)
    return None


def line_load_ext(line):
    """%load_ext NAME

    Load an extension: a module with load_ipython_extension(shell)."""
    name = line.strip()
    if not name:
        usage("Missing module name.")
    answer = load(name)
    if answer == "already loaded":
        print("The %s extension is already loaded. To reload it, use:" % name)
        print("  %reload_ext", name)
    elif answer == "no load function":
        print("The %s module is not an IPython extension." % name)


def line_unload_ext(line):
    """%unload_ext NAME

    Unload an extension that says how: unload_ipython_extension(shell)."""
    name = line.strip()
    if not name:
        usage("Missing module name.")
    answer = unload(name)
    if answer == "no unload function":
        print("The %s extension doesn't define how to unload it." % name)
    elif answer == "not loaded":
        print("The %s extension is not loaded." % name)


def line_reload_ext(line):
    """%reload_ext NAME

    Reload an extension."""
    import sys
    name = line.strip()
    if not name:
        usage("Missing module name.")
    if name in BUILT_IN:
        loaded.add(name)
        return
    if name in sys.modules:
        unload(name)
        if call(shell._reload(sys.modules[name]), "load_ipython_extension"):
            loaded.add(name)
        return
    load(name)
