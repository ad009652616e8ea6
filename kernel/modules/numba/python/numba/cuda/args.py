"""How arguments of the host come to a kernel: In copies them there, Out back, InOut both ways."""


class ArgHint:
    """An argument that says what is copied."""

    copies_in, copies_out = True, True

    def __init__(self, value):
        self.value = value

    @property
    def _numba_type_(self):
        from numba.misc.special import typeof
        return typeof(self.value)


class In(ArgHint):
    """An argument that is copied to the device before the kernel: cuda.In(array)."""

    copies_out = False


class Out(ArgHint):
    """An argument that is copied from the device after the kernel: cuda.Out(array)."""

    copies_in = False


class InOut(ArgHint):
    """An argument that is copied to the device before the kernel, and back after it: cuda.InOut(array)."""


def wrap_arg(value, default=InOut):
    """The value as one that says what is copied."""
    return value if isinstance(value, ArgHint) else default(value)
