"""What numba is made of: types, signatures, errors, settings."""


def __getattr__(name):
    if name in ('config', 'decorators', 'errors', 'extending', 'ir', 'sigutils', 'types', 'typing'):
        import importlib
        return importlib.import_module('numba.core.' + name)
    raise AttributeError(f"module 'numba.core' has no attribute '{name}'")
