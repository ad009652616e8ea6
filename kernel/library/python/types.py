"""Names for the types that have none among the built-in names, and ways to make classes."""

import sys as _sys


def _function():
    pass


def _generator():
    yield


async def _coroutine():
    pass


async def _async_generator():
    yield


def _cell():
    value = 1

    def inner():
        return value
    return inner.__closure__[0]


class _Class:
    __slots__ = ("member",)

    def method(self):
        pass


FunctionType = LambdaType = type(_function)
CodeType = type(_function.__code__)
MappingProxyType = type(type.__dict__)
SimpleNamespace = type(_sys.implementation)
CellType = type(_cell())
GeneratorType = type(_generator())
_made = _coroutine()
CoroutineType = type(_made)
_made.close()
AsyncGeneratorType = type(_async_generator())
MethodType = type(_Class().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])
ModuleType = type(_sys)
GetSetDescriptorType = type(type.__dict__["__dict__"])
MemberDescriptorType = type(_Class.__dict__["member"])
GenericAlias = type(list[int])
UnionType = type(int | str)
EllipsisType = type(Ellipsis)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
try:
    raise TypeError
except TypeError as _error:
    TracebackType = type(_error.__traceback__)
    FrameType = type(_error.__traceback__.tb_frame)
del _made, _cell, _Class, _function, _generator, _coroutine, _async_generator


def _leave_empty(namespace):
    pass


def new_class(name, bases=(), kwds=None, exec_body=None):
    "Make a class object dynamically, as a class statement does."
    real = resolve_bases(bases)
    maker, members, options = prepare_class(name, real, kwds)
    (_leave_empty if exec_body is None else exec_body)(members)
    for written in () if real is bases else (bases,):
        members["__orig_bases__"] = written
    return maker(name, real, members, **options)


def resolve_bases(bases):
    "The bases with what __mro_entries__ of each gives."
    found, changed = [], False
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            found.append(base)
            continue
        entries = base.__mro_entries__(bases)
        if not isinstance(entries, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        changed = True
        found.extend(entries)
    return tuple(found) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    "Find the metaclass and make the namespace of a class to be: (metaclass, namespace, keywords)."
    kwds = dict(kwds) if kwds else {}
    metaclass = kwds.pop("metaclass") if "metaclass" in kwds else type(bases[0]) if bases else type
    if isinstance(metaclass, type):
        for base in bases:
            other = type(base)
            if issubclass(other, metaclass):
                metaclass = other
            elif not issubclass(metaclass, other):
                raise TypeError("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the "
                                "metaclasses of all its bases")
    namespace = metaclass.__prepare__(name, bases, **kwds) if hasattr(metaclass, "__prepare__") else {}
    return metaclass, namespace, kwds


class DynamicClassAttribute:
    "A property of instances; on the class the metaclass's __getattr__ answers."

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.overwrite_doc = doc is None
        self.fget, self.fset, self.fdel = functions = fget, fset, fdel
        self.__doc__ = doc if doc else getattr(functions[0], "__doc__", None)
        self.__isabstractmethod__ = bool(getattr(functions[0], "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        if instance is None and self.__isabstractmethod__:
            return self
        raise AttributeError(*() if instance is None else ("unreadable attribute",))

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        "The same attribute with another function for reading."
        return type(self)(fget, self.fset, self.fdel, fget.__doc__ if self.overwrite_doc else self.__doc__)

    def setter(self, fset):
        "The same attribute with another function for assignment."
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        "The same attribute with another function for del."
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


class _GeneratorWrapper:
    "Anything that behaves as a generator, made awaitable."

    def __init__(self, generator):
        self.__wrapped, self.__is_generator = generator, type(generator) is GeneratorType
        for name in ("__name__", "__qualname__"):
            setattr(self, name, getattr(generator, name, None))

    def send(self, value):
        return self.__wrapped.send(value)

    def throw(self, type, *rest):
        return self.__wrapped.throw(type, *rest)

    def close(self):
        return self.__wrapped.close()

    gi_code = cr_code = property(lambda self: self.__wrapped.gi_code)
    gi_frame = cr_frame = property(lambda self: self.__wrapped.gi_frame)
    gi_running = cr_running = property(lambda self: self.__wrapped.gi_running)
    gi_yieldfrom = cr_await = property(lambda self: self.__wrapped.gi_yieldfrom)

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if self.__is_generator else self
    __await__ = __iter__


def coroutine(func):
    "A generator function whose generators can be awaited."
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType:
        flags = func.__code__.co_flags
        if flags & 0x180:  # a coroutine function already
            return func
        if flags & 0x20:
            func.__code__ = func.__code__.replace(co_flags=flags | 0x100)
            return func
    from collections.abc import Coroutine, Generator
    from functools import wraps

    @wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if type(made) is CoroutineType or type(made) is GeneratorType and made.gi_code.co_flags & 0x100:
            return made
        if isinstance(made, Generator) and not isinstance(made, Coroutine):
            return _GeneratorWrapper(made)
        return made
    return wrapped


__all__ = [_name for _name in list(globals()) if not _name.startswith("_")]
