"""How instances of classes are taken apart for copy and pickle."""

__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]

dispatch_table = {}
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    "Register a function that takes instances of a class apart."
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    "Check that a function may be called to rebuild an object."
    if not callable(object):
        raise TypeError("constructors must be callable")


def __newobj__(cls, *args):
    "An instance that is not initialized."
    return cls.__new__(cls, *args)


def _reconstructor(cls, base, state):
    "An instance of a class, with the value that its built-in base has."
    if base is object:
        return object.__new__(cls)
    made = base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(made, state)
    return made


def __newobj_ex__(cls, args, kwargs):
    "As __newobj__, with keyword arguments."
    return cls.__new__(cls, *args, **kwargs)


def add_extension(module, name, code):
    "Register an extension code."
    code = int(code)
    if not 1 <= code <= 0x7fffffff:
        raise ValueError("code out of range")
    key = (module, name)
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError("key %s is already registered with code %s" % (key, _extension_registry[key]))
    if code in _inverted_registry:
        raise ValueError("code %s is already in use for key %s" % (code, _inverted_registry[code]))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    "Take an extension code back."
    key = (module, name)
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError("key %s is not registered with code %s" % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    "Forget the objects found by their extension codes."
    _extension_cache.clear()


def pickle_complex(c):
    "A complex number from its two parts."
    return complex, (c.real, c.imag)


def pickle_union(obj):
    "A union of types from its members."
    import functools
    import operator
    return functools.reduce, (operator.or_, obj.__args__)


pickle(complex, pickle_complex, complex)
pickle(type(int | str), pickle_union)
