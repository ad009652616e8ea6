"""Functions of functions: partial, reduce, caches, wraps, single dispatch."""

from types import GenericAlias as _GenericAlias, UnionType as _UnionType
from _thread import RLock

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod", "singledispatch", "singledispatchmethod", "cached_property"]

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


_nothing = object()


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    "Make a wrapper function look like the function it wraps."
    for name, value in [(name, getattr(wrapped, name, _nothing)) for name in assigned]:
        if value is not _nothing:
            setattr(wrapper, name, value)
    for name in updated:
        mine, others = getattr(wrapper, name), getattr(wrapped, name, {})
        mine.update(others)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    "A decorator that applies update_wrapper() to a wrapper."
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# ---- reduce, partial ----

_missing = object()


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
        return self._func(*self._args, *args, **{**self._keywords, **keywords})

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
        rest = [part or None for part in (self.keywords, self.__dict__)]
        return type(self), (self.func,), (self.func, self.args, *rest)

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


def _that_binds(function):
    if callable(function) or hasattr(function, "__get__"):
        return function
    raise TypeError(f"{function!r} is not callable or a descriptor")


class partialmethod:
    "As partial, for a method: self comes in front of the given arguments."

    def __init__(self, func, /, *args, **keywords):
        if isinstance(func, partialmethod):
            self.func, self.args, self.keywords = func.func, func.args + args, {**func.keywords, **keywords}
        else:
            self.func, self.args, self.keywords = _that_binds(func), args, keywords

    def __repr__(self):
        args = ", ".join(map(repr, self.args))
        keywords = ", ".join(f"{key}={value!r}" for key, value in self.keywords.items())
        return f"functools.partialmethod({self.func!r}, {args}, {keywords})"

    def __get__(self, instance, owner=None):
        bind = getattr(self.func, "__get__", None)
        if bind is not None and not isinstance(self.func, type(lambda: None)):
            bound = bind(instance, owner)
            if bound is not self.func:
                result = partial(bound, *self.args, **self.keywords)
                if hasattr(bound, "__self__"):
                    result.__self__ = bound.__self__
                return result

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
    # Under this name it stands in the module, where pickle finds it.
    method.__qualname__ = f"_{name.strip('_')}_from_{root.strip('_')}"
    method.__name__ = name
    method.__doc__ = f"Derived from {root} and ==."
    return method


_derived = {(name, root): _derived_comparison(name, root, rule) for root, rules in _DERIVED.items() for name, rule in rules}
globals().update({method.__qualname__: method for method in _derived.values()})


def total_ordering(cls):
    "Fill in the comparisons that a class with one of them lacks."
    roots = [name for name in _DERIVED if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = next(name for name in ("__lt__", "__le__", "__gt__", "__ge__") if name in roots)
    for name, _ in _DERIVED[root]:
        if name not in roots:
            setattr(cls, name, _derived[name, root])
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

def _cache_info(*figures):
    # The class is made when it is first needed: collections takes longer to import than all of this.
    global _CacheInfo
    if _CacheInfo is None:
        from collections import namedtuple
        _CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"], module="functools")
    return _CacheInfo(*figures)


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
    parts = [*args]
    if kwds:
        parts += kwd_mark
        for pair in kwds.items():
            parts += pair
    if typed:
        parts += map(type, [*args, *kwds.values()])
    elif len(parts) == 1 and type(parts[0]) in fasttypes:
        return parts[0]
    return _Key(tuple(parts))


def lru_cache(maxsize=128, typed=False):
    """A decorator that keeps the results of a function: of the last `maxsize` different calls, of all when it is None.

    The arguments must be hashable. f.cache_info(), f.cache_clear() and f.__wrapped__ show and change the cache.
    """
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        wrapper = _lru_cache_wrapper(maxsize, 128, typed, _cache_info)
        wrapper.cache_parameters = lambda: {"maxsize": 128, "typed": typed}
        return update_wrapper(wrapper, maxsize)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)
    return decorate


class _lru_cache_wrapper:
    def __init__(self, function, maxsize, typed, _cache_info):
        self._function, self._maxsize, self._typed = function, maxsize, typed
        self._cache = {}  # the key used last is the last one
        self._hits = self._misses = 0

    def __call__(self, *args, **kwds):
        if self._maxsize == 0:
            self._misses += 1
            return self._function(*args, **kwds)
        key = _make_key(args, kwds, self._typed) if kwds or self._typed or args.__len__() != 1 else args[0]
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
        if self._maxsize is not None and cache.__len__() >= self._maxsize and key not in cache:
            del cache[next(iter(cache))]
        cache[key] = value
        return value

    def cache_info(self):
        return _cache_info(self._hits, self._misses, self._maxsize, self._cache.__len__())

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
        self.func, self.attrname, self.__doc__, self.lock = func, None, func.__doc__, RLock()

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
        with self.lock:
            # Another thread may have come first.
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

def _merge_orders(orders):
    # C3: the first head that is in nobody's tail is next.
    merged = []
    while orders := [order for order in orders if order]:
        for order in orders:
            head = order[0]
            if not any(head in other[1:] for other in orders):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        merged.append(head)
        for order in orders:
            if order[0] is head:
                del order[0]
    return merged


def _c3_mro(cls, abcs=()):
    # The MRO of a class as it would be if it were derived from these abstract classes, each as near to object as can be.
    bases = cls.__bases__
    split = next((at for at in range(len(bases), 0, -1) if hasattr(bases[at - 1], "__abstractmethods__")), 0)
    first, last = list(bases[:split]), list(bases[split:])
    # An abstract class that a base is not derived from comes in here.
    mine = [kind for kind in abcs if issubclass(cls, kind) and not any(issubclass(base, kind) for base in bases)]
    rest = [kind for kind in abcs if kind not in mine]
    orders = [_c3_mro(base, rest) for base in first + mine + last]
    return _merge_orders([[cls]] + orders + [first, mine, last])


def _compose_mro(cls, types):
    own = set(cls.__mro__)

    def is_related(kind):
        return kind not in own and hasattr(kind, "__mro__") and not isinstance(kind, _GenericAlias) and issubclass(cls, kind)

    types = [kind for kind in types if is_related(kind)]
    # A class that another one stands in front of anyway need not be asked for.
    types = [kind for kind in types if not any(kind is not other and kind in other.__mro__ for other in types)]
    wanted, order = set(types), []
    for kind in types:
        found = [[base for base in sub.__mro__ if base in wanted]
                 for sub in kind.__subclasses__() if sub not in own and issubclass(cls, sub)]
        if not found:
            order.append(kind)
            continue
        # The subclasses with most of the others among their bases come first.
        for chain in sorted(found, key=len, reverse=True):
            order.extend(sub for sub in chain if sub not in order)
    return _c3_mro(cls, order)


def _find_impl(cls, registry):
    order = iter(_compose_mro(cls, registry.keys()))
    best = next((kind for kind in order if kind in registry), None)
    rival = next(order, None)
    # Two abstract classes of which none is before the other, and neither is a real base.
    if rival is not None and rival in registry and not issubclass(best, rival):
        if best not in cls.__mro__ and rival not in cls.__mro__:
            raise RuntimeError(f"Ambiguous dispatch: {best} or {rival}")
    return registry.get(best)


def _is_dispatch_type(kind):
    if isinstance(kind, type) and not isinstance(kind, _GenericAlias):
        return True
    return _is_union(kind) and all(isinstance(part, type) and not isinstance(part, _GenericAlias) for part in kind.__args__)


def _is_union(kind):
    return isinstance(kind, _UnionType) or getattr(getattr(kind, "__origin__", None), "_name", None) == "Union"


_WeakKeys = None


def singledispatch(func):
    "A generic function: its implementation is chosen by the class of the first argument."
    from weakref import WeakKeyDictionary, ref
    global _WeakKeys
    if _WeakKeys is None:
        _WeakKeys = WeakKeyDictionary
    from types import MappingProxyType
    registry, chosen, token = {}, WeakKeyDictionary(), None
    found = chosen.data if type(chosen) is _WeakKeys else None

    def dispatch(cls):
        nonlocal token
        if token is not None:
            from abc import get_cache_token
            if token != (now := get_cache_token()):
                chosen.clear()
                token = now
        try:
            return chosen[cls] if found is None else found[ref(cls)]
        except KeyError:
            implementation = registry[cls] if cls in registry else _find_impl(cls, registry)
            chosen[cls] = implementation
            return implementation

    def register(cls, func=None):
        nonlocal token
        if _is_dispatch_type(cls):
            if func is None:
                return lambda function: register(cls, function)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            if not getattr(cls, "__annotations__", {}):
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain "
                                "`@register` on an annotated function.")
            func = cls
            from typing import get_type_hints
            name, cls = next(iter(get_type_hints(func).items()))
            if not _is_dispatch_type(cls):
                if _is_union(cls):
                    raise TypeError(f"Invalid annotation for {name!r}. {cls!r} not all arguments are classes.")
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        for kind in cls.__args__ if _is_union(cls) else (cls,):
            registry[kind] = func
            if token is None and hasattr(kind, "__abstractmethods__"):
                from abc import get_cache_token
                token = get_cache_token()
        chosen.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    name = getattr(func, "__name__", "singledispatch function")
    registry[object] = func
    wrapper.register, wrapper.dispatch, wrapper.registry = register, dispatch, MappingProxyType(registry)
    wrapper._clear_cache = chosen.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    "As singledispatch, for methods: the class of the first argument after self chooses."

    def __init__(self, func):
        self.func = _that_binds(func)
        self.dispatcher = singledispatch(self.func)

    def register(self, cls, method=None):
        "Register the method for a class."
        return self.dispatcher.register(cls, func=method)

    def __get__(self, instance, owner=None):
        choose = self.dispatcher.dispatch

        def method(*args, **kwargs):
            return choose(args[0].__class__).__get__(instance, owner)(*args, **kwargs)
        for name in ("__isabstractmethod__", "register"):
            setattr(method, name, getattr(self, name))
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)


try:
    from _functools import _lru_cache_wrapper, cmp_to_key, partial, reduce
except ImportError:
    pass
