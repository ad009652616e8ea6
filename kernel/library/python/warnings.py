"""Warnings: issued, filtered, shown."""

import sys as _sys
import _warnings
from _warnings import formatwarning, warn, warn_explicit

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings",
           "catch_warnings"]

_ACTIONS = ("default", "always", "ignore", "module", "once", "error")


class WarningMessage:
    "What is known of a warning that was issued."

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        vars(self).update(message=message, category=category, filename=filename, lineno=lineno, file=file, line=line, source=source)

    def __str__(self):
        return ("{message : %r, category : %r, filename : %r, lineno : %s, line : %r}"
                % (self.message, self.category and self.category.__name__, self.filename, self.lineno, self.line))


def showwarning(message, category, filename, lineno, file=None, line=None):
    "Write a warning to a file, sys.stderr by default."
    if file is None:
        file = _sys.stderr
        if file is None:
            return
    file.write(_format(message, category, filename, lineno, line))


_format = formatwarning
_original = showwarning


def _show(message, category, filename, lineno, file, line, source=None):
    # Whatever stands under these names now: programs replace them.
    names = globals()
    shower = names.get("showwarning", _original)
    if shower is not _original:
        shower(message, category, filename, lineno)
        return
    stream = _sys.stderr
    if stream is not None:
        text = names.get("formatwarning", _format)(message, category, filename, lineno, line)
        if source is not None and names.get("formatwarning") is _format:
            text += "%s: Enable tracemalloc to get the object allocation traceback\n" % category.__name__
        stream.write(text)


def _showwarnmsg(message):
    _show(message.message, message.category, message.filename, message.lineno, message.file, message.line, message.source)


_warnings.set_show(_show)


def __getattr__(name):
    if name == "deprecated" and _sys.version_info >= (3, 13):
        from _warnings_deprecated import deprecated
        return deprecated
    if name == "filters":
        return _warnings.get_filters()
    raise AttributeError("module 'warnings' has no attribute %r" % name)


def _add(item, append):
    filters = _warnings.get_filters()
    if not append:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    elif item not in filters:
        filters.append(item)
    _warnings.filters_mutated()


def _assert_filter(action, lineno, message="", category=Warning, module=""):
    is_class = isinstance(category, type)
    for is_right, problem in ((action in _ACTIONS, "invalid action: %r" % (action,)),
                              (isinstance(message, str), "message must be a string"),
                              (is_class, "category must be a class"),
                              (is_class and issubclass(category, Warning), "category must be a Warning subclass"),
                              (isinstance(module, str), "module must be a string"),
                              (isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0")):
        assert is_right, problem


def _pattern(text, *flags):
    if not text:
        return None
    import re
    return re.compile(text, *[getattr(re, flag) for flag in flags])


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    "Insert a filter in front of the others (or behind them): message and module are regular expressions."
    _assert_filter(action, lineno, message, category, module)
    _add((action, _pattern(message, "IGNORECASE"), category, _pattern(module), lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    "Insert a filter that matches every message of a category."
    _assert_filter(action, lineno)
    _add((action, None, category, None, lineno), append)


class _OptionError(Exception):
    "An option -W that says nothing."


def _category_of(name):
    if not name:
        return Warning
    module, dot, last = name.rpartition(".")
    if not dot:
        module = "builtins"
    try:
        found = __import__(module, None, None, [last])
    except ImportError:
        raise _OptionError("invalid module name: %r" % (module,)) from None
    try:
        category = getattr(found, last)
    except AttributeError:
        raise _OptionError("unknown warning category: %r" % (name,)) from None
    if not issubclass(category, Warning):
        raise _OptionError("invalid warning category: %r" % (name,))
    return category


def _setoption(option):
    "action:message:category:module:line, of which the last may be left out; the action is known by its beginning."
    parts = [part.strip() for part in option.split(":")]
    if len(parts) > 5:
        raise _OptionError("too many fields (max 5): %r" % (option,))
    action, message, category, module, line = parts + [""] * (5 - len(parts))
    if action == "all":
        action = "always"
    found = [one for one in ("default", "always", "ignore", "module", "once", "error") if one.startswith(action)]
    if not found:
        raise _OptionError("invalid action: %r" % (action,))
    category = _category_of(category)
    if message or module:
        import re
        message, module = re.escape(message), re.escape(module) + r"\Z" if module else ""
    try:
        number = int(line or 0)
        if number < 0:
            raise ValueError
    except (ValueError, OverflowError):
        raise _OptionError("invalid lineno %r" % (line,)) from None
    filterwarnings(found[0], message, category, module, number)


def _processoptions(options):
    import sys
    for option in options:
        try:
            _setoption(option)
        except _OptionError as error:
            print("Invalid -W option ignored:", error, file=sys.stderr)


def resetwarnings():
    "Take all filters away: every warning is shown once for each place."
    _warnings.get_filters().clear()
    _warnings.filters_mutated()


class catch_warnings:
    "Keep the filters and restore them at the end; with record=True the warnings go to a list."

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record, self._entered = record, False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        return "catch_warnings(%s)" % ("record=True" if self._record else "")

    def __enter__(self):
        if self._entered:
            raise RuntimeError("Cannot enter %r twice" % self)
        self._entered = True
        names = globals()
        self._filters, self._shower, self._show = _warnings.get_filters(), names["showwarning"], _warnings.get_show()
        _warnings.set_filters(self._filters[:])
        log = None
        if self._record:
            log = []

            def record(message, category, filename, lineno, file=None, line=None, source=None):
                log.append(WarningMessage(message, category, filename, lineno, file, line, source))
            names["showwarning"] = _original
            _warnings.set_show(record)
        if self._filter is not None:
            simplefilter(*self._filter)
        return log

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError("Cannot exit %r without entering first" % self)
        _warnings.set_filters(self._filters)
        _warnings.set_show(self._show)
        globals()["showwarning"] = self._shower


_DEPRECATED_MSG = "{name!r} is deprecated and slated for removal in Python {remove}"


def _deprecated(name, message=_DEPRECATED_MSG, *, remove, **_):
    # modules of the machine's library say with this that they will go
    warn(message.format(name=name, remove="%d.%d" % remove), DeprecationWarning, stacklevel=3)
