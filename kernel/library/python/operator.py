"""The operators as functions, and callables that fetch items, attributes and results of methods."""

from _operator import *
from _operator import abs, pow, index

__all__ = ["abs", "add", "and_", "attrgetter", "call", "concat", "contains", "countOf", "delitem", "eq", "floordiv", "ge", "getitem",
           "gt", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "index", "indexOf", "inv", "invert",
           "ior", "ipow", "irshift", "is_", "is_not", "isub", "itemgetter", "itruediv", "ixor", "le", "length_hint", "lshift", "lt",
           "matmul", "methodcaller", "mod", "mul", "ne", "neg", "not_", "or_", "pos", "pow", "rshift", "setitem", "sub", "truediv",
           "truth", "xor"]

inv = invert


def length_hint(obj, default=0):
    "How many items obj has, or seems to have; default where nothing tells."
    if not isinstance(default, int):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(default).__name__)
    try:
        return len(obj)
    except TypeError:
        pass
    hint = getattr(type(obj), "__length_hint__", None)
    if hint is None:
        return default
    try:
        value = hint(obj)
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError("__length_hint__ must be an integer, not %s" % type(value).__name__)
    if value < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return value


for _name in ("abs add and_ concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imatmul imod imul "
              "index inv invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not_ or_ pos pow rshift "
              "setitem sub truediv xor").split():
    globals()["__%s__" % _name.rstrip("_")] = globals()[_name]
del _name
