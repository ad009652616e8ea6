"""What is a coroutine."""
import types as _types

__all__ = "iscoroutinefunction", "iscoroutine"


def iscoroutinefunction(func):
    """Does calling it give a coroutine?"""
    import inspect
    return inspect.iscoroutinefunction(func) or getattr(func, "_is_coroutine", None) is _is_coroutine


_is_coroutine = object()
_known = {_types.CoroutineType, _types.GeneratorType}


def iscoroutine(obj):
    """Is it a coroutine, as a task takes it?"""
    kind = type(obj)
    if kind not in _known:
        from collections.abc import Coroutine
        if not isinstance(obj, Coroutine):
            return False
        if len(_known) < 100:
            _known.add(kind)
    return True


def _is_debug_mode():
    import os
    import sys
    return sys.flags.dev_mode or bool(os.environ.get("PYTHONASYNCIODEBUG"))


def _format_coroutine(coro):
    prefix = "gi_" if hasattr(coro, "gi_code") else "cr_"
    name = getattr(coro, "__qualname__", None) or getattr(coro, "__name__", None) or "<%s without __name__>" % type(coro).__name__
    name += "()"
    code = getattr(coro, prefix + "code", None)
    running = getattr(coro, prefix + "running", False)
    if code is None:
        return name + " running" if running else name
    frame = getattr(coro, prefix + "frame", None)
    file = code.co_filename or "<empty co_filename>"
    if frame is not None:
        return "%s running at %s:%s" % (name, file, frame.f_lineno)
    return "%s done, defined at %s:%s" % (name, file, code.co_firstlineno)
