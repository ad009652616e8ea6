"""Help on objects as text."""

import sys as _sys

__all__ = ["help", "getdoc", "locate", "plain", "render_doc", "doc", "describe"]

help = help


def getdoc(object):
    "The docstring of an object, its indentation taken away."
    import inspect
    return (inspect.getdoc(object) or "").rstrip()


def plain(text):
    "A text without characters that are struck over."
    parts, at = [], 0
    while at < len(text):
        if text[at + 1:at + 2] == "\b":
            at += 2
        else:
            parts.append(text[at])
            at += 1
    return "".join(parts)


def safeimport(path, forceload=0, cache={}):
    "A module, or None where there is none."
    try:
        module = __import__(path)
    except ImportError:
        return None
    for part in path.split(".")[1:]:
        module = getattr(module, part, None)
    return module


def locate(path, forceload=0):
    "What a dotted name means, or None."
    parts = [part for part in path.split(".") if part]
    module, count = None, 0
    while count < len(parts):
        found = safeimport(".".join(parts[:count + 1]))
        if found is None:
            break
        module, count = found, count + 1
    import builtins
    value = module if module is not None else builtins
    for part in parts[count:]:
        try:
            value = getattr(value, part)
        except AttributeError:
            return None
    return value


def resolve(thing, forceload=0):
    "An object and its name, from either."
    if isinstance(thing, str):
        value = locate(thing)
        if value is None:
            raise ImportError("No Python documentation found for %r.\nUse help() to get the interactive help utility.\n"
                              "Use help(str) for help on the str class." % thing)
        return value, thing
    name = getattr(thing, "__name__", None)
    return thing, name if isinstance(name, str) else None


def describe(thing):
    "What kind of thing it is, in a few words."
    kind = type(thing)
    if isinstance(thing, type(_sys)):
        return "module " + thing.__name__
    if isinstance(thing, type):
        return "class " + thing.__name__
    if kind.__name__ in ("function", "method"):
        return kind.__name__ + " " + thing.__name__
    return kind.__name__


def render_doc(thing, title="Python Library Documentation: %s", forceload=0, renderer=None):
    "The text of help() on an object."
    import contextlib
    import io
    value, name = resolve(thing)
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        help(value)
    return stream.getvalue()


def doc(thing, title="Python Library Documentation: %s", forceload=0, output=None):
    "Print the text of help() on an object."
    text = render_doc(thing, title)
    if output is None:
        print(text)
    else:
        output.write(text)


class Helper:
    "help() that writes to a stream."

    def __init__(self, input=None, output=None):
        self._input, self._output = input, output

    def __call__(self, request=None):
        "The help of an object, or of what a name names."
        doc(request, output=self._output or _sys.stdout)

    help = __call__
