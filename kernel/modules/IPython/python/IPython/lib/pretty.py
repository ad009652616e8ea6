"""The pretty printer of results as functions: pretty(), pprint(), for_type(). What is registered here holds for these alone:
results ask get_ipython().display_formatter.formatters["text/plain"]."""
import datetime
import os
import re
import types

from IPython import _session

__all__ = ["pretty", "pprint", "for_type", "for_type_by_name", "RawText", "RawStringLiteral", "CallExpression"]

MAX_SEQ_LENGTH = 1000


def _repr_pprint(obj, p, cycle):
    """What stands for the printer's own ways; called, it prints the repr."""
    with p.group():
        for number, line in enumerate(repr(obj).splitlines()):
            if number:
                p.break_()
            p.text(line)


def _usual_types():
    kinds = (int, float, str, tuple, list, dict, set, frozenset, super, re.Pattern, type, types.FunctionType, types.BuiltinFunctionType,
             types.MethodType, types.SimpleNamespace, types.MappingProxyType, datetime.datetime, datetime.timedelta, BaseException,
             slice, range, bytes, type(os.environ))
    return dict.fromkeys(kinds, _repr_pprint)


def _usual_deferred():
    return {("collections", name): _repr_pprint for name in ("defaultdict", "OrderedDict", "deque", "Counter", "UserList")}


def _usual_singletons():
    return {id(one): _repr_pprint for one in (None, True, False, Ellipsis, NotImplemented)}


_type_pprinters, _deferred_type_pprinters, _singleton_pprinters = _usual_types(), _usual_deferred(), _usual_singletons()


def _text(obj, like):
    """The text of an object, laid out as a PlainTextFormatter wants it."""
    form = like.float_format
    return _session()._pretty(obj, like.max_width, like.max_seq_length, like.type_printers, like.deferred_printers,
                                 like.singleton_printers, _repr_pprint, None if form == "%r" else form, like.newline, like.verbose)


def pretty(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    """The text of an object as a result shows it."""
    return _session()._pretty(obj, max_width, max_seq_length, _type_pprinters, _deferred_type_pprinters, _singleton_pprinters,
                                 _repr_pprint, None, newline, verbose)


def pprint(obj, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    """Print an object as a result shows it."""
    import sys
    sys.stdout.write(pretty(obj, verbose, max_width, newline, max_seq_length) + newline)
    sys.stdout.flush()


def for_type(typ, func):
    """Show instances of a type by func(obj, printer, cycle); the function that did before."""
    before = _type_pprinters.get(typ)
    if func is not None:
        _type_pprinters[typ] = func
    return before


def for_type_by_name(type_module, type_name, func):
    """The same for a type of a module by its name."""
    before = _deferred_type_pprinters.get((type_module, type_name))
    if before is None:
        before = next((function for cls, function in _type_pprinters.items()
                       if (cls.__module__, cls.__name__) == (type_module, type_name)), None)
    if func is not None:
        _deferred_type_pprinters[type_module, type_name] = func
    return before


class RawText:
    """A text that is printed as it stands."""

    def __init__(self, value):
        self.value = value

    def _repr_pretty_(self, p, cycle):
        p.text(self.value)


class RawStringLiteral:
    """A text that is printed as r'...'."""

    def __init__(self, value):
        self.value = value

    def _repr_pretty_(self, p, cycle):
        text = repr(self.value).replace("\\\\", "\\")
        p.text("r" + text)


class CallExpression:
    """A call to be printed: CallExpression("f", 1, key=2) is f(1, key=2)."""

    def __init__(self, name, /, *args, **kwargs):
        self.name, self.args, self.kwargs = name, args, kwargs

    @classmethod
    def factory(cls, name):
        """What makes calls of one function."""
        return lambda *args, **kwargs: cls(name, *args, **kwargs)

    def _repr_pretty_(self, p, cycle):
        first = True
        opening = self.name + "("
        with p.group(len(opening), opening, ")"):
            for word, value in [(None, value) for value in self.args] + list(self.kwargs.items()):
                if not first:
                    p.text(",")
                    p.breakable()
                first = False
                if word is None:
                    p.pretty(value)
                else:
                    with p.group(len(word) + 1, word + "="):
                        p.pretty(value)
