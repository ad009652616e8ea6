"""Copies of objects: copy() of the outermost, deepcopy() of all."""

from copyreg import dispatch_table as _dispatch_table
from _weakref import ref as _weak_reference

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    "An object that cannot be copied."


error = Error

_IMMUTABLE = {type(None), int, float, bool, complex, str, tuple, bytes, frozenset, type, range, slice, property, type(Ellipsis),
              type(NotImplemented), type(len), type(lambda: None), _weak_reference, type((lambda: None).__code__)}
_ATOMIC = _IMMUTABLE - {tuple, frozenset, slice}


def copy(x):
    """A shallow copy."""
    cls = type(x)
    if cls in _IMMUTABLE or issubclass(cls, type):
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    own = getattr(cls, "__copy__", None)
    if own is not None:
        return own(x)
    reduced = _reduce(x, cls)
    return x if isinstance(reduced, str) else _rebuild(x, None, *reduced)


def deepcopy(x, memo=None, _nil=[]):
    """A copy of x and of all that it holds."""
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    done = memo.get(key, _nil)
    if done is not _nil:
        return done
    if cls is list:
        y = []
        memo[key] = y
        for item in x:
            y.append(deepcopy(item, memo))
    elif cls is dict:
        y = {}
        memo[key] = y
        for name, value in x.items():
            y[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        items = [deepcopy(item, memo) for item in x]
        if key in memo:
            return memo[key]
        y = x if all(a is b for a, b in zip(x, items)) else tuple(items)
    elif issubclass(cls, type):
        y = x
    elif hasattr(cls, "__self__") or cls.__name__ == "method" and hasattr(x, "__func__"):
        y = cls(x.__func__, deepcopy(x.__self__, memo))
    else:
        own = getattr(x, "__deepcopy__", None)
        if own is not None:
            y = own(memo)
        else:
            reduced = _reduce(x, cls)
            y = x if isinstance(reduced, str) else _rebuild(x, memo, *reduced)
    if y is not x:
        memo[key] = y
        memo.setdefault(id(memo), []).append(x)  # x must live as long as its id is a key
    return y


def _reduce(x, cls):
    reductor = _dispatch_table.get(cls)
    if reductor is not None:
        return reductor(x)
    reductor = getattr(x, "__reduce_ex__", None)
    if reductor is not None:
        return reductor(4)
    reductor = getattr(x, "__reduce__", None)
    if reductor is not None:
        return reductor()
    raise Error("un(deep)copyable object of type %s" % cls)


def _rebuild(x, memo, func, args, state=None, listiter=None, dictiter=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, "__setstate__"):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                y.__dict__.update(state)
            if slots is not None:
                for name, value in slots.items():
                    setattr(y, name, value)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for name, value in dictiter:
            if deep:
                name, value = deepcopy(name, memo), deepcopy(value, memo)
            y[name] = value
    return y
