"""What numba knows of NumPy."""


def __getattr__(name):
    if name in ('numpy_support', 'ufunc'):
        import importlib
        return importlib.import_module('numba.np.' + name)
    raise AttributeError(f"module 'numba.np' has no attribute '{name}'")
