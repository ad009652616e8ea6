"""Functions and their arguments as text."""


def _place_of(func):
    # (file, line) of the Python function that is called in the end, or None.
    import functools
    import inspect
    while isinstance(func := inspect.unwrap(func), (functools.partial, functools.partialmethod)):
        func = func.func
    if not inspect.isfunction(func) or func.__code__.co_filename.startswith("<native "):
        return None
    return func.__code__.co_filename, func.__code__.co_firstlineno


def _format_callback_source(func, args):
    text = _format_callback(func, args, None)
    source = _place_of(func)
    return text + " at %s:%s" % source if source else text


def _format_args_and_kwargs(args, kwargs):
    import reprlib
    items = [reprlib.repr(argument) for argument in args or ()]
    items += ["%s=%s" % (name, reprlib.repr(value)) for name, value in (kwargs or {}).items()]
    return "(%s)" % ", ".join(items)


def _format_callback(func, args, kwargs, suffix=""):
    import functools
    if isinstance(func, functools.partial):
        return _format_callback(func.func, func.args, func.keywords, _format_args_and_kwargs(args, kwargs) + suffix)
    name = getattr(func, "__qualname__", None) or getattr(func, "__name__", None) or repr(func)
    return name + _format_args_and_kwargs(args, kwargs) + suffix


def extract_stack(f=None, limit=None):
    """The stack as a summary, for debugging."""
    import traceback
    return traceback.extract_stack(f, 10 if limit is None else limit)
