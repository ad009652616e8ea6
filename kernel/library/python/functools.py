"""Functions of functions: partial, reduce, caches, wraps, single dispatch."""

from types import GenericAlias as _GenericAlias
from _native import native_function as _native_function
from _thread import RLock

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod", "singledispatch", "singledispatchmethod", "cached_property"]

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    "Make a wrapper function look like the function it wraps."
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    "A decorator that applies update_wrapper() to a wrapper."
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# ---- reduce, partial ----

_missing = object()


@_native_function
def reduce(function, iterable, initial=_missing, /):
    "Apply a function of two arguments to the items from left to right: one value is left."
    items = iter(iterable)
    value = initial
    if value is _missing:
        for value in items:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        value = function(value, item)
    return value


class partial:
    "A function with some of its arguments given already."

    __slots__ = "_func", "_args", "_keywords", "__dict__", "__weakref__"

    def __new__(cls, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial) and not func.__dict__ and type(func) in (partial, cls):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self = super().__new__(cls)
        _set_func(self, func)
        _set_args(self, args)
        _set_keywords(self, keywords)
        return self

    @property
    def func(self):
        "function object to use in future partial calls"
        return self._func

    @property
    def args(self):
        "tuple of arguments to future partial calls"
        return self._args

    @property
    def keywords(self):
        "dictionary of keyword arguments to future partial calls"
        return self._keywords

    def __call__(self, /, *args, **keywords):
        if self._keywords:
            keywords = {**self._keywords, **keywords}
        return self._func(*self._args, *args, **keywords)

    def __repr__(self):
        kind = type(self)
        name = "functools.partial" if kind is partial else kind.__qualname__
        key = id(self)
        if key in _in_repr:
            return "..."
        _in_repr.add(key)
        try:
            parts = [repr(self.func), *map(repr, self.args), *(f"{key}={value!r}" for key, value in self.keywords.items())]
        finally:
            _in_repr.discard(key)
        return f"{name}({', '.join(parts)})"

    def __reduce__(self):
        return type(self), (self.func,), (self.func, self.args, self.keywords or None, self.__dict__ or None)

    def __setstate__(self, state):
        if not isinstance(state, tuple):
            raise TypeError("argument to __setstate__ must be a tuple")
        if len(state) != 4:
            raise TypeError(f"expected 4 items in state, got {len(state)}")
        func, args, keywords, attributes = state
        if (not callable(func) or not isinstance(args, tuple) or keywords is not None and not isinstance(keywords, dict)
                or attributes is not None and not isinstance(attributes, dict)):
            raise TypeError("invalid partial state")
        _set_func(self, func)
        _set_args(self, tuple(args))
        _set_keywords(self, {} if keywords is None else keywords if type(keywords) is dict else dict(keywords))
        self.__dict__ = {} if attributes is None else attributes

    __class_getitem__ = classmethod(_GenericAlias)


_in_repr = set()  # the ids of those that are being shown
_set_func, _set_args, _set_keywords = partial._func.__set__, partial._args.__set__, partial._keywords.__set__


class partialmethod:
    "As partial, for a method: self comes in front of the given arguments."

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        parts = [repr(self.func), *map(repr, self.args), *(f"{key}={value!r}" for key, value in self.keywords.items())]
        return f"functools.partialmethod({', '.join(parts)})"

    def __get__(self, instance, owner=None):
        bind = getattr(self.func, "__get__", None)
        if bind is not None and not isinstance(self.func, type(lambda: None)):
            bound = bind(instance, owner)
            if bound is not self.func:
                return partial(bound, *self.args, **self.keywords)

        def method(receiver, /, *args, **keywords):
            return self.func(receiver, *self.args, *args, **{**self.keywords, **keywords})
        method.__isabstractmethod__ = self.__isabstractmethod__
        return method.__get__(instance, owner) if instance is not None else method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)


# ---- ordering ----

_DERIVED = {  # from one comparison the other three
    "__lt__": (("__gt__", lambda less, equal: not less and not equal), ("__le__", lambda less, equal: less or equal),
               ("__ge__", lambda less, equal: not less)),
    "__le__": (("__ge__", lambda at_most, equal: not at_most or equal), ("__lt__", lambda at_most, equal: at_most and not equal),
               ("__gt__", lambda at_most, equal: not at_most)),
    "__gt__": (("__lt__", lambda more, equal: not more and not equal), ("__ge__", lambda more, equal: more or equal),
               ("__le__", lambda more, equal: not more)),
    "__ge__": (("__le__", lambda at_least, equal: not at_least or equal), ("__gt__", lambda at_least, equal: at_least and not equal),
               ("__lt__", lambda at_least, equal: not at_least)),
}


def _derived_comparison(name, root, rule):
    def method(self, other):
        known = getattr(type(self), root)(self, other)
        if known is NotImplemented:
            return known
        return rule(known, self == other)
    method.__name__ = name
    method.__doc__ = f"Derived from {root} and ==."
    return method


def total_ordering(cls):
    "Fill in the comparisons that a class with one of them lacks."
    roots = [name for name in _DERIVED if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = next(name for name in ("__lt__", "__le__", "__gt__", "__ge__") if name in roots)
    for name, rule in _DERIVED[root]:
        if name not in roots:
            setattr(cls, name, _derived_comparison(name, root, rule))
    return cls


class _Wrapper:
    # What cmp_to_key() makes: called with a value, a key of it.
    __slots__ = ("_compare", "obj")
    __hash__ = None

    def __new__(cls, *args, **keywords):
        raise TypeError("cannot create 'functools.KeyWrapper' instances")

    def __call__(self, obj):
        key = _new_key(_Wrapper)
        key._compare, key.obj = self._compare, obj
        return key

    def __lt__(self, other):
        return self._order(other) < 0

    def __gt__(self, other):
        return self._order(other) > 0

    def __eq__(self, other):
        return self._order(other) == 0

    def __le__(self, other):
        return self._order(other) <= 0

    def __ge__(self, other):
        return self._order(other) >= 0

    def _order(self, other):
        if not isinstance(other, _Wrapper):
            raise TypeError("other argument must be K instance")
        return self._compare(self.obj, other.obj)


_new_key = object.__new__
_Wrapper.__name__ = _Wrapper.__qualname__ = "KeyWrapper"


def cmp_to_key(mycmp):
    "Turn a function that compares two values into a key function."
    maker = _new_key(_Wrapper)
    maker._compare = mycmp
    return maker


# ---- caches ----

def _cache_info_type():
    from collections import namedtuple
    return namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])


_CacheInfo = None
_separator = object()


class _Key(list):
    __slots__ = ("hash",)

    def __init__(self, items):
        self[:] = items
        self.hash = hash(items)

    def __hash__(self):
        return self.hash


def _make_key(args, kwds, typed, kwd_mark=(_separator,), fasttypes={int, str}):
    key = args
    if kwds:
        key += kwd_mark
        for item in kwds.items():
            key += item
    if typed:
        key += tuple(map(type, args))
        if kwds:
            key += tuple(map(type, kwds.values()))
    elif len(key) == 1 and type(key[0]) in fasttypes:
        return key[0]
    return _Key(key)


def lru_cache(maxsize=128, typed=False):
    """A decorator that keeps the results of a function: of the last `maxsize` different calls, of all when it is None.

    The arguments must be hashable. f.cache_info(), f.cache_clear() and f.__wrapped__ show and change the cache.
    """
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        wrapper = _lru_cache_wrapper(maxsize, 128, typed)
        wrapper.cache_parameters = lambda: {"maxsize": 128, "typed": typed}
        return update_wrapper(wrapper, maxsize)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        wrapper = _lru_cache_wrapper(function, maxsize, typed)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)
    return decorate


class _lru_cache_wrapper:
    def __init__(self, function, maxsize, typed):
        self._function, self._maxsize, self._typed = function, maxsize, typed
        self._cache = {}  # the key used last is the last one
        self._hits = self._misses = 0

    def __call__(self, *args, **kwds):
        if self._maxsize == 0:
            self._misses += 1
            return self._function(*args, **kwds)
        key = _make_key(args, kwds, self._typed) if kwds or self._typed or len(args) != 1 else args[0]
        cache = self._cache
        if key in cache:
            self._hits += 1
            if self._maxsize is None:
                return cache[key]
            value = cache.pop(key)
            cache[key] = value
            return value
        self._misses += 1
        value = self._function(*args, **kwds)
        if self._maxsize is not None and len(cache) >= self._maxsize and key not in cache:
            del cache[next(iter(cache))]
        cache[key] = value
        return value

    def cache_info(self):
        global _CacheInfo
        if _CacheInfo is None:
            _CacheInfo = _cache_info_type()
        return _CacheInfo(self._hits, self._misses, self._maxsize, len(self._cache))

    def cache_clear(self):
        self._cache.clear()
        self._hits = self._misses = 0

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return type(self.cache_info)(self, instance)

    def __repr__(self):
        return "<functools._lru_cache_wrapper object at %#x>" % id(self)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return self.__qualname__


_lru_cache_wrapper.__module__ = "functools"


def cache(user_function, /):
    "lru_cache without a limit."
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    "A property that is computed once and then is an attribute of the instance."

    def __init__(self, func):
        self.func, self.attrname, self.__doc__ = func, None, func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError("Cannot assign the same cached_property to two different names "
                            f"({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            attributes = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache "
                            f"{self.attrname!r} property.") from None
        if self.attrname in attributes:
            return attributes[self.attrname]
        value = self.func(instance)
        try:
            attributes[self.attrname] = value
        except TypeError:
            raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item "
                            f"assignment for caching {self.attrname!r} property.") from None
        return value

    __class_getitem__ = classmethod(_GenericAlias)


# ---- single dispatch ----

def _find_implementation(cls, registry):
    for base in cls.__mro__:
        if base in registry and base is not object:
            return registry[base]
    found = None
    for kind, function in registry.items():
        try:
            fits = kind is not object and issubclass(cls, kind)
        except TypeError:
            continue
        if fits and (found is None or issubclass(kind, found[0])):
            if found is not None and issubclass(found[0], kind):
                raise RuntimeError(f"Ambiguous dispatch: {found[0]} or {kind}")
            found = kind, function
    return found[1] if found else registry.get(object)


def singledispatch(func):
    "A generic function: its implementation is chosen by the class of the first argument."
    registry, chosen = {}, {}

    def dispatch(cls):
        if cls not in chosen:
            chosen[cls] = _find_implementation(cls, registry)
        return chosen[cls]

    def register(cls, func=None):
        if func is None:
            if isinstance(cls, type):
                return lambda function: register(cls, function)
            if hasattr(cls, "__args__") and not callable(cls):
                return lambda function: register(cls, function)
            annotations = getattr(cls, "__annotations__", {})
            if not annotations:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain "
                                "`@register` on an annotated function.")
            func = cls
            name, cls = next(iter(annotations.items()))
            if not isinstance(cls, type) and not hasattr(cls, "__args__"):
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        for kind in getattr(cls, "__args__", None) or (cls,):
            registry[kind] = func
        chosen.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, "__name__", "singledispatch function")
    registry[object] = func
    wrapper.register, wrapper.dispatch, wrapper.registry = register, dispatch, registry
    wrapper._clear_cache = chosen.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    "As singledispatch, for methods: the class of the first argument after self chooses."

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher, self.func = singledispatch(func), func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, instance, owner=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(instance, owner)(*args, **kwargs)
        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)
