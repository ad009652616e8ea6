"""warnings.deprecated (PEP 702)."""
import functools as _functools
import inspect as _inspect
from warnings import warn as _warn


class deprecated:
    """deprecated(message, /, *, category=DeprecationWarning, stacklevel=1)

    Marks a function or class that is to go: calls of it warn, unless category is None, and __deprecated__ holds the message.
    """

    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if isinstance(message, str):
            self.message, self.category, self.stacklevel = message, category, stacklevel
            return
        raise TypeError(f"Expected an object of type str for 'message', not {type(message).__name__!r}")

    def _warn(self):
        _warn(self.message, category=self.category, stacklevel=self.stacklevel + 2)

    def __call__(self, arg, /):
        """Mark a function or class."""
        if self.category is None:
            arg.__deprecated__ = self.message
            return arg
        if isinstance(arg, type):
            return self._mark_class(arg)
        if not callable(arg):
            raise TypeError("@deprecated decorator with non-None category must be applied to a class or callable, not %r" % (arg,))

        @_functools.wraps(arg)
        def wrapper(*args, **kwargs):
            self._warn()
            return arg(*args, **kwargs)

        if _inspect.iscoroutinefunction(arg) and hasattr(_inspect, "markcoroutinefunction"):
            wrapper = _inspect.markcoroutinefunction(wrapper)
        arg.__deprecated__ = wrapper.__deprecated__ = self.message
        return wrapper

    def _mark_class(self, marked):
        make = marked.__new__

        def __new__(cls, /, *args, **kwargs):
            if cls is marked:
                self._warn()
            if make is not object.__new__:
                return make(cls, *args, **kwargs)
            if (args or kwargs) and cls.__init__ is object.__init__:
                raise TypeError("%s() takes no arguments" % cls.__name__)
            return make(cls)

        marked.__new__ = staticmethod(_functools.wraps(make)(__new__))
        derive = marked.__init_subclass__

        def __init_subclass__(cls, *args, **kwargs):
            self._warn()
            return getattr(derive, "__func__", lambda _, *rest, **more: derive(*rest, **more))(cls, *args, **kwargs)

        marked.__init_subclass__ = classmethod(__init_subclass__)
        marked.__deprecated__ = self.message
        return marked
