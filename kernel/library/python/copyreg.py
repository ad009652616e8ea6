"""How instances of classes are taken apart for copy and pickle."""

__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]

dispatch_table = {}
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    "Register a function that takes instances of a class apart."
    _must_be_callable("reduction functions", pickle_function)
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    "Check that a function may be called to rebuild an object."
    _must_be_callable("constructors", object)


def _must_be_callable(what, given):
    if not callable(given):
        raise TypeError(what + " must be callable")


def __newobj__(cls, *args):
    "An instance that is not initialized."
    return cls.__new__(cls, *args)


def _reconstructor(cls, base, state):
    "An instance of a class, with the value that its built-in base has."
    value = () if base is object else (state,)
    made = base.__new__(cls, *value)
    if base.__init__ != object.__init__:
        base.__init__(made, *value)
    return made


def __newobj_ex__(cls, args, kwargs):
    "As __newobj__, with keyword arguments."
    return cls.__new__(cls, *args, **kwargs)


def add_extension(module, name, code):
    "Register an extension code."
    number, target = int(code), (module, name)
    if number not in range(1, 1 << 31):
        raise ValueError("code out of range")
    earlier, owner = _extension_registry.get(target), _inverted_registry.get(number)
    if earlier == number and owner == target:
        return
    if earlier is not None:
        raise ValueError(f"key {target} is already registered with code {earlier}")
    if owner is not None:
        raise ValueError(f"code {number} is already in use for key {owner}")
    _extension_registry[target], _inverted_registry[number] = number, target


def remove_extension(module, name, code):
    "Take an extension code back."
    target = module, name
    entries = (_extension_registry, target, code), (_inverted_registry, code, target)
    if any(table.get(entry) != value for table, entry, value in entries):
        raise ValueError(f"key {target} is not registered with code {code}")
    for table, entry, _ in entries:
        del table[entry]
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
