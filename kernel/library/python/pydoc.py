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
    import builtins
    names, value = list(filter(None, path.split("."))), builtins
    for count in range(1, len(names) + 1):
        module = safeimport(".".join(names[:count]))
        if module is None:
            break
        value = module
    else:
        count = len(names) + 1
    for name in names[count - 1:] if names else ():
        value = getattr(value, name, _nothing)
        if value is _nothing:
            return None
    return value


def resolve(thing, forceload=0):
    "An object and its name, from either."
    if not isinstance(thing, str):
        name = getattr(thing, "__name__", None)
        return thing, name if isinstance(name, str) else None
    if (found := locate(thing)) is None:
        raise ImportError(f"No Python documentation found for {thing!r}.\nUse help() to get the interactive help utility.\n"
                          "Use help(str) for help on the str class.")
    return found, thing


def describe(thing):
    "What kind of thing it is, in a few words."
    kind = type(thing)
    if isinstance(thing, type(_sys)):
        if thing.__name__ in _sys.builtin_module_names:
            return "built-in module " + thing.__name__
        return ("package " if hasattr(thing, "__path__") else "module ") + thing.__name__
    if isinstance(thing, type):
        return "class " + thing.__name__
    if kind.__name__ in ("function", "method"):
        return kind.__name__ + " " + thing.__name__
    return kind.__name__


# ---- modules ----

_HIDDEN = {"__author__", "__builtins__", "__cached__", "__credits__", "__date__", "__doc__", "__docformat__", "__file__", "__loader__", "__module__",
           "__name__", "__package__", "__path__", "__qualname__", "__slots__", "__spec__", "__version__"}


def visiblename(name, all=None, obj=None):
    "Whether help tells about a name."
    if name in _HIDDEN:
        return False
    if name.startswith("__") and name.endswith("__"):
        return True
    return name in all if all is not None else not name.startswith("_")


_nothing = object()


def isdata(object):
    "Whether it is no module, class, function and the like."
    import inspect
    kinds = inspect.ismodule, inspect.isclass, inspect.isroutine, inspect.isframe, inspect.istraceback, inspect.iscode
    return not any(is_kind(object) for is_kind in kinds)


def classname(object, modname):
    "The name of a class, with its module where that is another one."
    return object.__name__ if object.__module__ == modname else object.__module__ + "." + object.__name__


def splitdoc(doc):
    "The first line of a docstring, and the rest."
    lines = doc.strip().split("\n")
    if len(lines) == 1:
        return lines[0], ""
    return (lines[0], "\n".join(lines[2:])) if not lines[1].rstrip() else ("", "\n".join(lines))


def _section(title, contents):
    return "%s\n%s\n\n" % (title, "\n".join("    " + line for line in contents.split("\n")).rstrip())


def _tree(entries, modname, parent=None, margin=""):
    text = ""
    for entry in entries:
        if isinstance(entry, list):
            text += _tree(entry, modname, last, margin + "    ")
            continue
        last, bases = entry
        text += margin + classname(last, modname)
        if bases and bases != (parent,):
            text += "(%s)" % ", ".join(classname(base, modname) for base in bases)
        text += "\n"
    return text


def _body(value, name):
    # What help() prints below its first line; another name that leads to it stands in front.
    text = render_doc(value).partition("\n\n")[2].rstrip("\n") + "\n"
    real = getattr(value, "__name__", name)
    if real == name:
        return text
    if real == "<lambda>":
        return text.replace(real, name, 1)
    if isinstance(value, type):
        text = text.replace("\n |  %s(" % real, "\n |  %s(" % name, 1)
    return "%s = %s" % (name, text)


def _shown(value):
    import reprlib

    def cut(text, most):
        if len(text) <= most:
            return text
        before = (most - 3) // 2
        return text[:before] + "..." + text[before + 3 - most:]

    class Short(reprlib.Repr):
        def repr_str(self, x, level):
            return repr(cut(x, self.maxstring))

        def repr_instance(self, x, level):
            try:
                return cut(repr(x), self.maxother)
            except Exception:
                return "<%s instance>" % type(x).__name__

    short = Short()
    short.maxlist = short.maxtuple = 20
    short.maxdict, short.maxstring, short.maxother = 10, 100, 100
    return short.repr(value)


def _data(name, value):
    text = "%s = %s" % (name, _shown(value))
    if len(text) > 70:
        text = text[:70] + "..."
    own = getattr(value, "__doc__", None)
    if isinstance(own, str) and own != getattr(type(value), "__doc__", None):
        text += "\n" + "\n".join("    " + line for line in getdoc(value).split("\n")) + "\n"
    return text


def _module_text(module):
    "All that help() says of a module."
    import inspect
    name, listed = module.__name__, getattr(module, "__all__", None)
    members = [(key, value) for key, value in inspect.getmembers(module) if visiblename(key, listed, module)]
    own = lambda value: listed is not None or (inspect.getmodule(value) or module) is module
    classes = [(key, value) for key, value in members if inspect.isclass(value) and own(value)]
    functions = [(key, value) for key, value in members if inspect.isroutine(value)
                 and (listed is not None or inspect.isbuiltin(value) or inspect.getmodule(value) is module)]
    first, rest = splitdoc(getdoc(module))
    text = _section("NAME", name + (" - " + first if first else ""))
    if rest:
        text += _section("DESCRIPTION", rest)
    inside = set()
    if getattr(module, "__path__", None):
        import pkgutil
        found = list(pkgutil.iter_modules(module.__path__))
        inside = {one.name for one in found}
        text += _section("PACKAGE CONTENTS", "\n".join(sorted(one.name + (" (package)" if one.ispkg else "") for one in found)))
    below = [key for key, value in inspect.getmembers(module, inspect.ismodule) if value.__name__.startswith(name + ".") and key not in inside]
    if below:
        text += _section("SUBMODULES", "\n".join(sorted(below)))
    if classes:
        tree = _tree(inspect.getclasstree([value for _, value in classes], True), name)
        text += _section("CLASSES", "\n".join([tree] + [_body(value, key) for key, value in classes]))
    if functions:
        text += _section("FUNCTIONS", "\n".join(_body(value, key) for key, value in functions))
    data = [_data(key, value) for key, value in members if isdata(value)]
    if data:
        text += _section("DATA", "\n".join(data))
    for title, key in (("VERSION", "__version__"), ("DATE", "__date__"), ("AUTHOR", "__author__"), ("CREDITS", "__credits__")):
        if hasattr(module, key):
            text += _section(title, str(getattr(module, key)))
    try:
        file = inspect.getabsfile(module)
    except TypeError:
        file = "(built-in)"
    return text + _section("FILE", file)


def _module_help(module):
    package = module.__name__.rpartition(".")[0]
    return "Help on %s%s:\n\n%s\n" % (describe(module), " in " + package if package else "", _module_text(module))


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
