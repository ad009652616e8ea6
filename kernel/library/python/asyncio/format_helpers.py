"""Functions and their arguments as text."""


def _get_function_source(func):
    import functools
    import inspect
    func = inspect.unwrap(func)
    if inspect.isfunction(func):
        code = func.__code__
        return None if code.co_filename.startswith("<native ") else (code.co_filename, code.co_firstlineno)
    if isinstance(func, functools.partial):
        return _get_function_source(func.func)
    if isinstance(func, functools.partialmethod):
        return _get_function_source(func.func)
    return None


def _format_callback_source(func, args):
    text = _format_callback(func, args, None)
    source = _get_function_source(func)
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
