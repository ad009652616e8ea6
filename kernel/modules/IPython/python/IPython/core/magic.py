"""Making magics: register_line_magic, register_cell_magic, register_line_cell_magic; Magics, magics_class, line_magic, cell_magic."""
from IPython import get_ipython


def _registering(kind):
    def register(func):
        get_ipython().register_magic_function(func, kind)
        return func

    def decorator(argument):
        if callable(argument):
            return register(argument)
        if isinstance(argument, str):
            def named(func):
                get_ipython().register_magic_function(func, kind, argument)
                return func
            return named
        raise TypeError("Decorator can only be called with string or function")
    decorator.__name__ = "register_%s_magic" % kind
    decorator.__doc__ = "Make a function a %s magic: @register_%s_magic, or with a name: @register_%s_magic('name')." % (
        kind.replace("_", " and "), kind, kind)
    return decorator


register_line_magic = _registering("line")
register_cell_magic = _registering("cell")
register_line_cell_magic = _registering("line_cell")


def _marking(kind):
    def decorator(argument=None):
        if callable(argument):
            argument._magic_kinds = getattr(argument, "_magic_kinds", []) + [(kind, argument.__name__)]
            return argument

        def named(func):
            func._magic_kinds = getattr(func, "_magic_kinds", []) + [(kind, argument or func.__name__)]
            return func
        return named
    decorator.__name__ = kind + "_magic"
    decorator.__doc__ = "Mark a method of a @magics_class class as a %s magic." % kind.replace("_", " and ")
    return decorator


line_magic = _marking("line")
cell_magic = _marking("cell")
line_cell_magic = _marking("line_cell")


def magics_class(cls):
    """Collect the marked methods of a class of magics."""
    found = {"line": {}, "cell": {}}
    for base in reversed(cls.__mro__):
        for name, method in vars(base).items():
            for kind, magic_name in getattr(method, "_magic_kinds", ()):
                if kind in ("line", "line_cell"):
                    found["line"][magic_name] = name
                if kind in ("cell", "line_cell"):
                    found["cell"][magic_name] = name
    cls.magics, cls.registered = found, True
    return cls


class Magics:
    """The base of classes of magics; self.shell is the session."""

    magics = None
    registered = False

    def __init__(self, shell=None, **kwargs):
        self.shell = shell or get_ipython()
        if not self.registered:
            raise ValueError("Magics subclass without registration - did you forget to apply @magics_class?")
        self.magics = {kind: dict(names) for kind, names in type(self).magics.items()}
        self.parent = kwargs.get("parent")

    def parse_options(self, arg_str, opt_str, *long_opts, **kw):
        """getopt over a magic's line: (options as attributes, what is left)."""
        from IPython.core.magics.support import parse_options, split_words
        found, rest = parse_options(arg_str, opt_str, long_opts)
        mode = kw.get("mode", "string")
        options = Struct()
        for name, value in found.items():
            options[name] = value
        return options, split_words(rest) if mode == "list" else rest

    def arg_err(self, func):
        """Print the docstring of a magic that was called wrongly."""
        print("Error in arguments:")
        print(func.__doc__ or "")

    def default_option(self, fn, optstr):
        """Not used here."""


class Struct(dict):
    """A dict whose keys are attributes, too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value


def needs_local_scope(func):
    """Mark a magic that wants the caller's variables as local_ns."""
    func.needs_local_scope = True
    return func


def no_var_expand(func):
    """Mark a magic whose line is handed over as it was typed."""
    func._ipython_magic_no_var_expand = True
    return func


def output_can_be_silenced(func):
    """Mark a magic whose result a semicolon silences."""
    func._ipython_magic_output_can_be_silenced = True
    return func


def on_off(tag):
    """"ON" or "OFF"."""
    return ["OFF", "ON"][tag]
