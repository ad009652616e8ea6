"""Functions over whole arrays, and the threads that compute them."""


def __getattr__(name):
    if name in ('parallel',):
        import importlib
        return importlib.import_module('numba.np.ufunc.' + name)
    raise AttributeError(f"module 'numba.np.ufunc' has no attribute '{name}'")
