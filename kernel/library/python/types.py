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


def new_class(name, bases=(), kwds=None, exec_body=None):
    "Make a class object dynamically, as a class statement does."
    resolved = resolve_bases(bases)
    metaclass, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return metaclass(name, resolved, namespace, **kwds)


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
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, fget.__doc__ if self.overwrite_doc else self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def coroutine(func):
    "A generator function whose generators can be awaited."
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")

    class _Awaitable:
        def __init__(self, generator):
            self._generator = generator

        def __await__(self):
            return (yield from self._generator)

    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        return made if hasattr(made, "__await__") else _Awaitable(made)
    wrapped.__name__, wrapped.__doc__, wrapped.__wrapped__ = getattr(func, "__name__", "coroutine"), func.__doc__, func
    return wrapped


__all__ = [_name for _name in list(globals()) if not _name.startswith("_")]
