"""Functions over whole arrays, and the threads that compute them."""


def __getattr__(name):
    if name in ('parallel', 'dufunc', 'gufunc', 'decorators', 'loops'):
        import importlib
        return importlib.import_module('numba.np.ufunc.' + name)
    if name in ('vectorize', 'guvectorize'):
        from numba.np.ufunc import decorators
        return getattr(decorators, name)
    raise AttributeError(f"module 'numba.np.ufunc' has no attribute '{name}'")
