"""Devices, memory, streams, events as numba.cuda names them."""


def __getattr__(name):
    if name in ('devicearray', 'devices', 'driver', 'drvapi', 'enums', 'error', 'nvvm', 'runtime'):
        import importlib
        return importlib.import_module('numba.cuda.cudadrv.' + name)
    raise AttributeError(f"module 'numba.cuda.cudadrv' has no attribute '{name}'")
