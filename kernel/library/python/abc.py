"""Abstract base classes."""

from _native import match_as as _match_as


def abstractmethod(funcobj):
    "Mark a method as one that derived classes must define before they can be instantiated."
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    "A class method that subclasses have to define; @classmethod over @abstractmethod says the same."

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    "A static method that subclasses have to define; @staticmethod over @abstractmethod says the same."

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    "A property that subclasses have to define; @property over @abstractmethod says the same."

    __isabstractmethod__ = True


_token = 0


def get_cache_token():
    "A number that changes with every register()."
    return _token


def _abstract_names(cls, namespace):
    names = {name for name, value in namespace.items() if getattr(value, "__isabstractmethod__", False)}
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                names.add(name)
    return frozenset(names)


def update_abstractmethods(cls):
    "Look again at which abstract methods of a class are left."
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    is_abstract = lambda value: getattr(value, "__isabstractmethod__", False)
    left = {name for name, value in cls.__dict__.items() if is_abstract(value)}
    for base in cls.__bases__:
        left.update(name for name in getattr(base, "__abstractmethods__", ()) if is_abstract(getattr(cls, name, None)))
    cls.__abstractmethods__ = frozenset(left)
    return cls


class ABCMeta(type):
    "The metaclass of abstract base classes: other classes can be registered as their subclasses."

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        if namespace.get("__abc_tpflags__", 0) & 0x60 == 0x60:
            raise TypeError("__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING")
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        cls._abc_registry = []
        cls._abc_cache = {}
        return cls

    def register(cls, subclass):
        "Register a virtual subclass."
        global _token
        problem = None if isinstance(subclass, type) else TypeError("Can only register classes")
        if problem is None and issubclass(subclass, cls):
            return subclass
        if problem is None and issubclass(cls, subclass):
            problem = RuntimeError("Refusing to create an inheritance cycle")
        if problem is not None:
            raise problem
        cls._abc_registry.append(subclass)
        _match_as(subclass, cls)
        _token += 1
        return subclass

    def _dump_registry(cls, file=None):
        print(f"Class: {cls.__module__}.{cls.__qualname__}", file=file)
        print(f"_abc_registry: {cls._abc_registry!r}", file=file)

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if cls.__subclasscheck__(subclass):
            return True
        own = type(instance)
        return own is not subclass and cls.__subclasscheck__(own)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        cache = cls.__dict__.get("_abc_cache")
        if cache is None:
            return subclass in cls.__subclasses__() or cls in subclass.__mro__
        known = cache.get(subclass)
        if known is not None and known[1] == _token:
            return known[0]
        answer = cls.__subclasshook__(subclass)
        if answer is NotImplemented:
            answer = (cls in getattr(subclass, "__mro__", ())
                      or any(issubclass(subclass, other) for other in cls._abc_registry)
                      or any(issubclass(subclass, other) for other in type.__subclasses__(cls)))
        cache[subclass] = (answer, _token)
        return answer


class ABC(metaclass=ABCMeta):
    "A class whose metaclass is ABCMeta: derive from it to make an abstract base class."
    __slots__ = ()
