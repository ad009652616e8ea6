"""Functions that are called when the program ends."""
_functions = []


def register(func, /, *args, **kwargs):
    """Have a function called at the end; the last one registered comes first."""
    if not callable(func):
        raise TypeError("the first argument must be callable")
    _functions.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Forget a function."""
    _functions[:] = [entry for entry in _functions if entry[0] != func]


def _clear():
    """Forget all functions."""
    _functions.clear()


def _ncallbacks():
    """How many functions there are."""
    return len(_functions)


def _run_exitfuncs():
    """Call all of them now."""
    import sys
    while _functions:
        function, arguments, keywords = _functions.pop()
        try:
            function(*arguments, **keywords)
        except SystemExit:
            pass
        except BaseException:
            print("Exception ignored in atexit callback: %r" % (function,), file=sys.stderr)
            sys.excepthook(*sys.exc_info())
