"""What belongs to compiled functions and is no compiler."""


def __getattr__(name):
    if name in ('special',):
        import importlib
        return importlib.import_module('numba.misc.' + name)
    raise AttributeError(f"module 'numba.misc' has no attribute '{name}'")
