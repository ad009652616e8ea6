"""Classes in compiled code."""


def __getattr__(name):
    if name == "jitclass":
        from numba.core.decorators import jitclass
        return jitclass
    raise AttributeError(f"module 'numba.experimental' has no attribute '{name}'")
