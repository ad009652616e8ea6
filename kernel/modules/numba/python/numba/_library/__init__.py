"""NumPy's functions as compiled code has them, written in Python: TABLE[function or path] is compiled where it is called.

Questions that types answer (`a.ndim == 2`, `x is None`, isinstance) are answered when a function is compiled; the way that is not taken
is not looked at. Constants stay constants (axis=0, dtype=np.float64).
"""

TABLE = {}


def implements(*keys):
    """A decorator: the function does what these do; a path such as 'array.sum' names a method."""
    def enter(function):
        for key in keys:
            TABLE[key] = function
        return function
    return enter


def result_array(shape, function, *arguments):
    """An array of what function(*arguments) gives, for compiled code, which does not call it."""
    raise NotImplementedError('result_array() is for compiled code')


from numba._library import containers, indexing, linear, reductions, shapes, sorting  # noqa: E402, F401
