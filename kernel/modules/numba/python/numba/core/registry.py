"""How values of a type lie in memory."""


def cpu_layout(kind):
    """(size, alignment) in bytes of a type of numbers, structures or arrays in structures."""
    from numba.core import types
    if isinstance(kind, types.NestedArray):
        size, alignment = cpu_layout(kind.dtype)
        return size * kind.nitems, alignment
    if isinstance(kind, types.Record):
        return kind.size, max([cpu_layout(one)[1] for _, one in kind.members], default=1)
    from numba.np.numpy_support import as_dtype
    dtype = as_dtype(kind)
    return dtype.itemsize, dtype.alignment
