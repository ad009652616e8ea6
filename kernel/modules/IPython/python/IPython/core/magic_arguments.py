"""Arguments of magics by decorators: @magic_arguments(), @argument(...), parse_argstring(function, line)."""
import argparse

from IPython.core.error import UsageError


class MagicArgumentParser(argparse.ArgumentParser):
    """An argparse parser whose errors are UsageErrors."""

    def error(self, message):
        """Raise UsageError."""
        raise UsageError(message)


def magic_arguments(name=None):
    """The outermost decorator of a magic whose arguments are declared."""
    def decorate(func):
        parser = MagicArgumentParser(prog="%" + (name or func.__name__.removeprefix("magic_")), add_help=False, description=func.__doc__)
        for names, options in reversed(getattr(func, "_declared_arguments", [])):
            parser.add_argument(*names, **options)
        func.parser = parser
        return func
    return decorate


def argument(*names, **options):
    """Declare an argument, as argparse's add_argument."""
    def decorate(func):
        func._declared_arguments = getattr(func, "_declared_arguments", []) + [(names, options)]
        return func
    return decorate


def defaults(**options):
    """Accepted for those who use it; nothing changes."""
    return lambda func: func


kwds = defaults


def parse_argstring(magic_func, argstring, *, partial=False):
    """The arguments of a line, as argparse's namespace."""
    from IPython.core.magics.support import split_words
    words = split_words(argstring)
    return magic_func.parser.parse_known_args(words) if partial else magic_func.parser.parse_args(words)


def real_name(magic_func):
    """The name of the magic."""
    return magic_func.__name__.removeprefix("magic_")
