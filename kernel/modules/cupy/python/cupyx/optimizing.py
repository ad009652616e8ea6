"""Launch parameters sought by Optuna, as CuPy seeks them where Optuna is installed: here the array compiler chooses them."""

import contextlib

__all__ = ['optimize']


@contextlib.contextmanager
def optimize(*, key=None, **config_dict):
    """A block in which launch parameters are sought: it needs Optuna, which is not here."""
    raise RuntimeError('Optuna is required to run optimization. See https://optuna.org/ for the installation instructions.')
    yield
