"""The pretty printer of results as functions: pretty(), pprint(), for_type()."""
from IPython import _session

__all__ = ["pretty", "pprint", "for_type", "for_type_by_name"]

MAX_SEQ_LENGTH = 1000


def pretty(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    """The text of an object as a result shows it."""
    return _session()._pretty(obj)


def pprint(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    """Print an object as a result shows it."""
    import sys
    sys.stdout.write(pretty(obj) + "\n")
    sys.stdout.flush()


def for_type(typ, func):
    """Show instances of a type by func(obj, printer, cycle); the function that did before."""
    return _session().display_formatter.formatters["text/plain"].for_type(typ, func)


def for_type_by_name(type_module, type_name, func):
    """The same for a type of a module by its name."""
    return _session().display_formatter.formatters["text/plain"].for_type_by_name(type_module, type_name, func)
