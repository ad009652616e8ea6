"""Context managers from generators and other shorthands for the with statement."""

import sys as _sys
from abc import ABC as _ABC, abstractmethod as _abstractmethod
from functools import wraps as _wraps
from types import GenericAlias as _GenericAlias, MethodType as _MethodType

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext", "AbstractContextManager",
           "AbstractAsyncContextManager", "AsyncExitStack", "ContextDecorator", "ExitStack", "redirect_stdout",
           "redirect_stderr", "suppress", "aclosing", "AsyncContextDecorator", "chdir"]


def _goes_on_outside(error, value, traceback, ends):
    "Is what a generator raised the very exception it was given, or an end of iteration that became a RuntimeError?"
    if error is value or (isinstance(error, RuntimeError) and isinstance(value, ends) and error.__cause__ is value):
        value.__traceback__ = traceback
        return True
    return False


def _has_methods(cls, *names):
    for name in names:
        for base in cls.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


class AbstractContextManager(_ABC):
    "What has __enter__ and __exit__, for with."

    __class_getitem__ = classmethod(_GenericAlias)

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            return _has_methods(C, "__enter__", "__exit__")
        return NotImplemented

    def __enter__(self):
        return self

    @_abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None


class AbstractAsyncContextManager(_ABC):
    "What has __aenter__ and __aexit__, for async with."

    __class_getitem__ = classmethod(_GenericAlias)

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            return _has_methods(C, "__aenter__", "__aexit__")
        return NotImplemented

    async def __aenter__(self):
        return self

    @_abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    "A context manager that is a decorator too: the function's calls run inside of it."

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    "Lets an asynchronous context manager decorate coroutine functions, too."

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except BaseException as error:
            if _goes_on_outside(error, value, traceback, StopIteration):
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


class _AsyncGeneratorContextManager(AbstractAsyncContextManager, AsyncContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    async def __aenter__(self):
        try:
            return await self.gen.__anext__()
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await self.gen.__anext__()
            except StopAsyncIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as stop:
            return stop is not value
        except BaseException as error:
            if _goes_on_outside(error, value, traceback, (StopIteration, StopAsyncIteration)):
                return False
            raise
        raise RuntimeError("generator didn't stop after athrow()")


def contextmanager(func):
    """Make a context manager of a generator that yields once.

    >>> @contextmanager
    ... def tag(name):
    ...     print(f"<{name}>")
    ...     yield
    ...     print(f"</{name}>")
    """
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


def asynccontextmanager(func):
    "Make an asynchronous context manager of an asynchronous generator that yields once."
    @_wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    "Close a thing at the end of the block."

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    "Closes an asynchronous generator at the end of an async with."

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target, self._old_targets = new_target, []

    def __enter__(self):
        self._old_targets.append(getattr(_sys, self._stream))
        setattr(_sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(_sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    "Let sys.stdout be another file for a while."
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    "Let sys.stderr be another file for a while."
    _stream = "stderr"


class suppress(AbstractContextManager):
    "Go on after the block when one of these exceptions leaves it."

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    "A context manager that does nothing."

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class chdir(AbstractContextManager):
    "Change the current folder for a while."

    def __init__(self, path):
        self.path, self._old_cwd = path, []

    def __enter__(self):
        import os
        self._old_cwd.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._old_cwd.pop())


def _slots_of(manager, entering, leaving, protocol):
    # What a with statement would call: of the class, not of the object; the second one bound to it.
    kind = type(manager)
    try:
        return getattr(kind, entering), _MethodType(getattr(kind, leaving), manager)
    except AttributeError:
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support {protocol}") from None


class _BaseExitStack:
    def __init__(self):
        self._exit_callbacks = []  # (is synchronous, function of the three things that __exit__ gets)

    def pop_all(self):
        "Hand the callbacks over to a new stack."
        new = type(self)()
        new._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return new

    def push(self, exit):
        "Register a function like __exit__, or an object that has one."
        method = getattr(type(exit), "__exit__", None)
        self._exit_callbacks.append((True, exit if method is None else method.__get__(exit)))
        return exit

    def enter_context(self, cm):
        "Enter a context manager; its __exit__ runs when the stack ends."
        enter, leave = _slots_of(cm, "__enter__", "__exit__", "the context manager protocol")
        given = enter(cm)
        self._exit_callbacks.append((True, leave))
        return given

    def callback(self, callback, /, *args, **kwds):
        "Register a function to call when the stack ends."
        def _exit_wrapper(*details):
            callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._exit_callbacks.append((True, _exit_wrapper))
        return callback


def _chain(new, old, outside):
    # What a callback raised happened while `old` was handled.
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is outside:
            break
        new = context
    new.__context__ = old


class ExitStack(_BaseExitStack, AbstractContextManager):
    "A stack of context managers and callbacks, left in the opposite order."

    def __enter__(self):
        return self

    def __exit__(self, *details):
        received = details[0] is not None
        outside = _sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            _, leave = self._exit_callbacks.pop()
            try:
                if leave(*details):
                    suppressed, pending, details = True, False, (None, None, None)
            except BaseException as error:
                _chain(error, details[1], outside)
                pending, details = True, (type(error), error, error.__traceback__)
        if pending:
            fixed = details[1].__context__
            try:
                raise details[1]
            except BaseException:
                details[1].__context__ = fixed
                raise
        return received and suppressed

    def close(self):
        "Unwind the stack now."
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    "As ExitStack, for synchronous and asynchronous context managers."

    async def enter_async_context(self, cm):
        "Enter an asynchronous manager, to be left with the stack; what its __aenter__ gave."
        enter, leave = _slots_of(cm, "__aenter__", "__aexit__", "the asynchronous context manager protocol")
        given = await enter(cm)
        self._exit_callbacks.append((False, leave))
        return given

    def push_async_exit(self, exit):
        "Call __aexit__ of a manager, or a coroutine function like it, when the stack is left."
        method = getattr(type(exit), "__aexit__", None)
        self._exit_callbacks.append((False, exit if method is None else method.__get__(exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        "Call a coroutine function with these arguments when the stack is left."
        async def _exit_wrapper(*details):
            await callback(*args, **kwds)
        _exit_wrapper.__wrapped__ = callback
        self._exit_callbacks.append((False, _exit_wrapper))
        return callback

    async def aclose(self):
        "Leave everything now."
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *details):
        received = details[0] is not None
        outside = _sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            is_synchronous, leave = self._exit_callbacks.pop()
            try:
                answer = leave(*details) if is_synchronous else await leave(*details)
                if answer:
                    suppressed, pending, details = True, False, (None, None, None)
            except BaseException as error:
                _chain(error, details[1], outside)
                pending, details = True, (type(error), error, error.__traceback__)
        if pending:
            fixed = details[1].__context__
            try:
                raise details[1]
            except BaseException:
                details[1].__context__ = fixed
                raise
        return received and suppressed
