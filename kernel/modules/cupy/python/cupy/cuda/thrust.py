"""Thrust is not used here: what it would do is done by kernels of our own, or refused."""

available = False


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(f"module 'cupy.cuda.thrust' has no attribute {name!r}")
    raise AttributeError(f'cupy.cuda.thrust.{name} is not supported: Thrust is not used here')
