"""What objects are made of: kinds, members, documentation, source, signatures, frames."""

import abc
import ast
import builtins
import collections.abc
import enum
import functools
import linecache
import os
import sys
import types
from _inspect import last_line as _last_line, source as _compiled_source
from _native import module_text as _module_text
from collections import OrderedDict, namedtuple
from keyword import iskeyword
from operator import attrgetter

_FLAGS = {1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED", 32: "GENERATOR", 64: "NOFREE",
          128: "COROUTINE", 256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR"}
for _value, _name in _FLAGS.items():
    globals()["CO_" + _name] = _value
TPFLAGS_IS_ABSTRACT = 1 << 20
modulesbyfile = {}


# ---- kinds ----

def ismodule(object):
    "Whether it is a module."
    return isinstance(object, types.ModuleType)


def isclass(object):
    "Whether it is a class."
    return isinstance(object, type)


def ismethod(object):
    "Whether it is a bound method written in Python."
    return isinstance(object, types.MethodType)


def _is_code_or_class(object):
    return any(check(object) for check in (isclass, ismethod, isfunction))


def ismethoddescriptor(object):
    "Whether it has __get__ but no __set__ and is neither function nor method nor class."
    has = [hasattr(type(object), name) for name in ("__get__", "__set__")]
    return has == [True, False] and not _is_code_or_class(object)


def isdatadescriptor(object):
    "Whether it has __set__ or __delete__."
    return not _is_code_or_class(object) and any(hasattr(type(object), name) for name in ("__set__", "__delete__"))


def ismemberdescriptor(object):
    "Whether it is a member of __slots__ or of a type in C."
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    "Whether it is a computed attribute of a type in C."
    return isinstance(object, types.GetSetDescriptorType)


def isfunction(object):
    "Whether it is a function written in Python."
    return isinstance(object, types.FunctionType)


def _has_flag(function, flag):
    while ismethod(function):
        function = function.__func__
    function = _without_partial(function)
    return isfunction(function) and bool(function.__code__.co_flags & flag)


def _without_partial(function):
    while isinstance(function, functools.partial):
        function = function.func
    return function


def isgeneratorfunction(obj):
    "Whether calling it makes a generator."
    return _has_flag(obj, 32)


def iscoroutinefunction(obj):
    "Whether it is an async def without yield."
    return _has_flag(obj, 128)


def isasyncgenfunction(obj):
    "Whether it is an async def with yield."
    return _has_flag(obj, 512)


def isasyncgen(object):
    "Whether it is an asynchronous generator."
    return isinstance(object, types.AsyncGeneratorType)


def isgenerator(object):
    "Whether it is a generator."
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    "Whether it is a coroutine."
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    "Whether await takes it."
    if isgenerator(object):
        return bool(object.gi_code.co_flags & 256)  # made by types.coroutine
    return isinstance(object, (types.CoroutineType, collections.abc.Awaitable))


def istraceback(object):
    "Whether it is a traceback."
    return isinstance(object, types.TracebackType)


def isframe(object):
    "Whether it is a frame."
    return isinstance(object, types.FrameType)


def iscode(object):
    "Whether it is a code object."
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    "Whether it is a function or bound method written in C."
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    "Whether it is a bound special method of a type in C."
    return isinstance(object, types.MethodWrapperType)


def isroutine(object):
    "Whether it is any kind of function or method."
    return (isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)
            or ismethodwrapper(object))


def isabstract(object):
    "Whether it is a class with abstract methods left."
    return bool(isinstance(object, type) and getattr(object, "__abstractmethods__", None) and isinstance(type(object), type)
                and issubclass(type(object), abc.ABCMeta))


# ---- members ----

def _members(object, predicate, getter):
    result, done = [], set()
    names = dir(object)
    if isclass(object):
        mro = getmro(object)
        for base in object.__bases__:
            for key, value in base.__dict__.items():
                if isinstance(value, types.DynamicClassAttribute):
                    names.append(key)
    else:
        mro = ()
    for key in names:
        try:
            value = getter(object, key)
            if key in done:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            result.append((key, value))
        done.add(key)
    result.sort(key=lambda pair: pair[0])
    return result


def getmembers(object, predicate=None):
    "The members as (name, value), sorted by name; those that the predicate is true for."
    return _members(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    "As getmembers(), without running descriptors."
    return _members(object, predicate, getattr_static)


Attribute = namedtuple("Attribute", "name kind defining_class object")


def _home_of(cls, name, got, mro, metaclasses):
    "The class, or metaclass, that an attribute of a class comes from, and what its dict has there."
    home = getattr(got, "__objclass__", None)
    if home not in mro:
        holders = [base for base in mro if getattr(base, name, None) is got] if got is not None else []
        home = holders[-1] if holders else None
    for base in mro + metaclasses:
        if name in base.__dict__:
            return base, base.__dict__[name]
    return home, None


def classify_class_attrs(cls):
    "The attributes of a class as Attribute(name, kind, defining_class, object)."
    mro = getmro(cls)
    metaclasses = tuple(one for one in getmro(type(cls)) if one not in (type, object))
    names = set(dir(cls))
    for base in mro:
        # Such an attribute may hide from dir() of the class.
        names.update([name for name, value in base.__dict__.items()
                      if isinstance(value, types.DynamicClassAttribute) and value.fget is not None])
    result = []
    for name in sorted(names):
        try:
            got = None if name == "__dict__" else getattr(cls, name)
        except Exception:
            got = None
        home, stored = _home_of(cls, name, got, mro, metaclasses)
        if home is None:
            continue
        value = stored if got is None else got
        if isinstance(stored, (staticmethod, types.BuiltinMethodType)):
            kind, value = "static method", stored
        elif isinstance(stored, (classmethod, types.ClassMethodDescriptorType)):
            kind, value = "class method", stored
        elif isinstance(stored, property):
            kind, value = "property", stored
        else:
            kind = "method" if isroutine(value) else "data"
        result.append(Attribute(name, kind, home, value))
    return result


def getmro(cls):
    "The classes in which attributes are sought."
    return cls.__mro__


_sentinel = object()


def getattr_static(obj, attr, default=_sentinel):
    "An attribute as it is stored, without descriptors, __getattr__ or __getattribute__."
    object = builtins.object

    def in_mro(cls):
        for base in cls.__mro__:
            if attr in type.__getattribute__(base, "__dict__"):
                return type.__getattribute__(base, "__dict__")[attr]
        return _sentinel
    if isinstance(obj, type):
        found = in_mro(obj)
        if found is _sentinel:
            found = in_mro(type(obj))
    else:
        in_class = in_mro(type(obj))
        try:
            own = object.__getattribute__(obj, "__dict__").get(attr, _sentinel)
        except AttributeError:
            own = _sentinel
        if in_class is not _sentinel and (own is _sentinel or hasattr(type(in_class), "__get__")
                                          and (hasattr(type(in_class), "__set__") or hasattr(type(in_class), "__delete__"))):
            found = in_class
        else:
            found = own
    if found is not _sentinel:
        return found
    if default is not _sentinel:
        return default
    raise AttributeError(attr)


def unwrap(func, *, stop=None):
    "The function behind wrappers that set __wrapped__."
    first, seen = func, {id(func)}
    while hasattr(func, "__wrapped__") and not (stop and stop(func)):
        func = func.__wrapped__
        if id(func) in seen or len(seen) >= sys.getrecursionlimit():
            raise ValueError("wrapper loop when unwrapping {!r}".format(first))
        seen.add(id(func))
    return func


# ---- documentation ----

def indentsize(line):
    "The number of spaces in front, tabs counted to the next eighth column."
    line = line.expandtabs()
    return len(line) - len(line.lstrip())


def cleandoc(doc):
    "A docstring without the indentation of its lines."
    try:
        lines = doc.expandtabs().split("\n")
    except UnicodeError:
        return None
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=None)
    lines[0] = lines[0].lstrip()
    if margin is not None:
        lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def _class_of_function(function):
    cls = sys.modules.get(function.__module__)
    if cls is None:
        return None
    for name in function.__qualname__.split(".")[:-1]:
        cls = getattr(cls, name, None)
    return cls if isclass(cls) else None


def _inherited_doc(obj):
    "The docstring of the same attribute in a base class."
    if isclass(obj):
        for base in obj.__mro__:
            if base is not builtins.object and base.__doc__ is not None:
                return base.__doc__
        return None
    if ismethod(obj):
        name, owner = obj.__func__.__name__, obj.__self__
        cls = owner if isclass(owner) else owner.__class__
    elif isfunction(obj):
        name, cls = obj.__name__, _class_of_function(obj)
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    elif isbuiltin(obj):
        name, owner = obj.__name__, obj.__self__
        cls = owner if isclass(owner) else owner.__class__
        if ismodule(owner):
            return None
    elif isinstance(obj, property):
        function = obj.fget
        name = getattr(function, "__name__", None)
        cls = _class_of_function(function) if function else None
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    elif ismethoddescriptor(obj) or isdatadescriptor(obj):
        name, cls = getattr(obj, "__name__", None), getattr(obj, "__objclass__", None)
        if cls is None or getattr(cls, name, None) is not obj:
            return None
    else:
        return None
    for base in cls.__mro__:
        doc = getattr(getattr(base, name, None), "__doc__", None)
        if doc is not None:
            return doc
    return None


def getdoc(object):
    "The docstring, cleaned; a base class's when there is none."
    text = getattr(object, "__doc__", False)  # without the attribute there is none to inherit
    if text is None:
        try:
            text = _inherited_doc(object)
        except (AttributeError, TypeError):
            pass
    return cleandoc(text) if isinstance(text, str) else None


# ---- source ----

def _source(code_or_filename):
    "The text that was compiled, now or while the program was built; None when it is unknown."
    filename = getattr(code_or_filename, "co_filename", code_or_filename)
    return _module_text(filename) if filename.startswith("<frozen ") else _compiled_source(code_or_filename)


def getfile(object):
    "The file in which an object was defined."
    if ismodule(object) or isclass(object):
        return _file_of_names(object)
    if (code := _code_of(object)) is not None:
        return code.co_filename
    wanted = "module, class, method, function, traceback, frame, or code object"
    raise TypeError(f"{wanted} was expected, got {type(object).__name__}")


def _file_of_names(object):
    # Of a module, or of the one in which a class stands.
    home = getattr(object, "__module__", None) if isclass(object) else None
    module = sys.modules.get(home) if isclass(object) else object
    if file := getattr(module, "__file__", None):
        return file
    if home == "__main__":
        raise OSError("source code not available")
    raise TypeError("{!r} is a built-in {}".format(object, "class" if isclass(object) else "module"))


def _code_of(object):
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    return object if iscode(object) else None


def getmodulename(path):
    "The name that a file has as a module; None when it is none."
    name = os.path.basename(path)
    return name[:-3] if name.endswith(".py") else None


def getsourcefile(object):
    "The file with the source of an object; None when there is none."
    filename = getfile(object)
    if filename.startswith("<") and filename.endswith(">") and not _source(filename):
        return filename if filename in linecache.cache else None
    return filename


def getabsfile(object, _filename=None):
    "The absolute path of the source."
    return os.path.normcase(os.path.abspath(_filename or getsourcefile(object) or getfile(object)))


def getmodule(object, _filename=None):
    "The module in which an object was defined; None when it cannot be found."
    if ismodule(object):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    code = _code_of(object)
    if code is not None:
        for module in list(sys.modules.values()):
            if getattr(module, "__file__", None) == code.co_filename:
                return module
    main = sys.modules.get("__main__")
    name = getattr(object, "__name__", None)
    if name and getattr(main, name, None) is object:
        return main
    if name and getattr(builtins, name, None) is object:
        return builtins
    return None


def _lines_of(object):
    "All lines of the source in which an object stands."
    code = _code_of(object)
    text = _source(code) if code is not None else None
    if text is not None:
        return [line + "\n" for line in text.removesuffix("\n").split("\n")]
    if (ismodule(object) or isclass(object)) and (getattr(getmodule(object), "__file__", None) or "<frozen ").startswith("<frozen "):
        text = _module_text("<frozen {}>".format(getattr(getmodule(object), "__name__", "")))
        if text is not None:
            return text.splitlines(True)
    if isclass(object):
        for value in vars(object).values():
            function = getattr(value, "__func__", value)
            function = getattr(function, "fget", function)
            text = isfunction(function) and function.__module__ == object.__module__ and _source(function.__code__)
            if text and "class " + object.__name__ in text:  # not one that was generated, such as a dataclass's __init__
                return _lines_of(function)
        if object.__module__ == "__main__" and not getattr(sys.modules.get("__main__"), "__file__", None):
            lines = _cell_lines_of_class(object)
            if lines:
                return lines
            raise OSError("source code not available")
    filename = getfile(object)
    linecache.checkcache(filename)
    lines = linecache.getlines(filename)
    if not lines:
        raise OSError("could not get source code")
    return lines


def _cell_lines_of_class(cls):
    "The lines of the latest cell that has the class."
    cells = getattr(sys.modules.get("__main__"), "In", None) or []
    for text in reversed(list(cells)):
        if "class " + cls.__name__ in text:
            return [line + "\n" for line in text.removesuffix("\n").split("\n")]
    return None


def _find_class(lines, qualified_name):
    "The definition of a class: the last one outside conditions that cannot both run."
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        raise OSError("could not get source code") from None
    found = []

    def search(nodes, prefix):
        for node in nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                search(node.body, prefix + node.name + ".<locals>.")
            elif isinstance(node, ast.ClassDef):
                if prefix + node.name == qualified_name:
                    found.append(node)
                search(node.body, prefix + node.name + ".")
            else:
                search(ast.iter_child_nodes(node), prefix)
    search(tree.body, "")
    if not found:
        raise OSError("could not find class definition")
    return found[0]


def findsource(object):
    "(all lines, index of the first line of the object)"
    lines = _lines_of(object)
    if ismodule(object):
        return lines, 0
    if isclass(object):
        node = _find_class(lines, object.__qualname__)
        first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
        return lines, first - 1
    code = _code_of(object)
    if code is None:
        raise OSError("could not find code object")
    index = code.co_firstlineno - 1
    if index >= len(lines):
        raise OSError("lineno is out of bounds")
    return lines, max(index, 0)


def getblock(lines):
    "The block of source at the beginning of the lines."
    first = indentsize(lines[0])
    end = 1
    for number, line in enumerate(lines[1:], 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#") and indentsize(line) <= first and not stripped.startswith((")", "]", "}")):
            if lines[end - 1].lstrip().startswith("@") or end == 1 and lines[0].lstrip().startswith("@"):
                end = number + 1
                continue
            break
        if stripped and not stripped.startswith("#"):
            end = number + 1
    return lines[:end]


def getsourcelines(object):
    "(lines of the object, number of the first one)"
    object = unwrap(object)
    lines, index = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or isframe(object) and object.f_code.co_name == "<module>":
        return lines, 0
    if isclass(object):
        end = _find_class(lines, object.__qualname__).end_lineno
    else:
        code = _code_of(object)
        end = max(_last_line(code), index + 1)
        if code.co_name == "<lambda>":
            end = _statement_end(lines, index + 1, end)
    return lines[index:end], index + 1


def _statement_end(lines, first, end):
    "Where the statement of a lambda ends, as far as it starts on that line."
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return end
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda) and node.lineno == first:
            return max(node.end_lineno, end)
    return end


def getsource(object):
    "The source of an object as one text."
    lines, _ = getsourcelines(object)
    return "".join(lines)


def getcomments(object):
    "The comments right above an object; None when there are none."
    try:
        lines, index = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0][:2] == "#!" else 0
        while start < len(lines) and lines[start].strip() in ("", "#"):
            start += 1
        end = start
        while end < len(lines) and lines[end][:1] == "#":
            end += 1
        return "".join(line.expandtabs() for line in lines[start:end]) or None
    indent, start = indentsize(lines[index]), index
    while start > 0 and lines[start - 1].lstrip()[:1] == "#" and indentsize(lines[start - 1]) == indent:
        start -= 1
    return "".join(line.expandtabs().lstrip() for line in lines[start:index]) or None


def getclasstree(classes, unique=False):
    "Classes as nested lists: (class, bases), then the list of what derives from it."
    below, top = {}, []
    for cls in classes:
        parents = cls.__bases__
        if unique:  # under the first that is asked for, too
            among = [place for place, parent in enumerate(parents) if parent in classes]
            parents = parents[:among[0] + 1] if among else parents
        for children in [below.setdefault(parent, []) for parent in parents] or [top]:
            if cls not in children:
                children.append(cls)
    top += [parent for parent in below if parent not in classes]
    return walktree(top, below, None)


def walktree(classes, children, parent):
    "Used by getclasstree()."
    tree = []
    for cls in sorted(classes, key=attrgetter("__module__", "__name__")):
        below = [walktree(children[cls], children, cls)] if cls in children else []
        tree += [(cls, cls.__bases__), *below]
    return tree


# ---- arguments ----

def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    "A new dict of the annotations of a function, class or module."
    if isclass(obj):
        found = obj.__dict__.get("__annotations__", None)
        module = sys.modules.get(getattr(obj, "__module__", None))
        own_globals, own_locals = getattr(module, "__dict__", None), dict(vars(obj))
    elif ismodule(obj):
        found, own_globals, own_locals = getattr(obj, "__annotations__", None), obj.__dict__, None
    elif callable(obj):
        found, own_globals, own_locals = getattr(obj, "__annotations__", None), getattr(obj, "__globals__", None), None
    else:
        raise TypeError(f"{obj!r} is not a module, class, or callable.")
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    if not eval_str:
        return dict(found)
    target = obj
    while not isclass(target) and (hasattr(target, "__wrapped__") or isinstance(target, functools.partial)):
        target = target.__wrapped__ if hasattr(target, "__wrapped__") else target.func
        own_globals = getattr(target, "__globals__", own_globals)
    globals = own_globals if globals is None else globals
    locals = own_locals if locals is None else locals
    return {key: eval(value, globals, locals) if isinstance(value, str) else value for key, value in found.items()}


def formatannotation(annotation, base_module=None):
    "An annotation as it is written."
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, types.GenericAlias) or not isinstance(annotation, type):
        return repr(annotation)
    home = annotation.__module__
    return "%s%s" % ("" if home in ("builtins", base_module) else home + ".", annotation.__qualname__)


def formatannotationrelativeto(object):
    "formatannotation() for what stands in the module of an object."
    module = getattr(object, "__module__", None)
    return lambda annotation: formatannotation(annotation, module)


Arguments = namedtuple("Arguments", "args, varargs, varkw")
FullArgSpec = namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")
ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals")
ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound")


def getargs(co):
    "The names of the arguments of a code object."
    if not iscode(co):
        raise TypeError("{!r} is not a code object".format(co))
    names, count, keyword_count = co.co_varnames, co.co_argcount, co.co_kwonlyargcount
    end = count + keyword_count
    varargs = varkw = None
    if co.co_flags & 4:
        varargs, end = names[end], end + 1
    if co.co_flags & 8:
        varkw = names[end]
    return Arguments(list(names[:count]) + list(names[count:count + keyword_count]), varargs, varkw)


def getfullargspec(func):
    "The arguments of a function as a FullArgSpec."
    try:
        found = _signature_of(func, follow_wrapped=False, skip_bound=False)
    except Exception as error:
        raise TypeError("unsupported callable") from error
    args, defaults, keyword_only, keyword_defaults, annotations = [], (), [], {}, {}
    varargs = varkw = None
    if found.return_annotation is not found.empty:
        annotations["return"] = found.return_annotation
    for parameter in found.parameters.values():
        if parameter.kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
            args.append(parameter.name)
            if parameter.default is not parameter.empty:
                defaults += (parameter.default,)
        elif parameter.kind is _VAR_POSITIONAL:
            varargs = parameter.name
        elif parameter.kind is _KEYWORD_ONLY:
            keyword_only.append(parameter.name)
            if parameter.default is not parameter.empty:
                keyword_defaults[parameter.name] = parameter.default
        else:
            varkw = parameter.name
        if parameter.annotation is not parameter.empty:
            annotations[parameter.name] = parameter.annotation
    return FullArgSpec(args, varargs, varkw, defaults or None, keyword_only, keyword_defaults or None, annotations)


def getargvalues(frame):
    "The arguments of a frame and their values."
    args, varargs, varkw = getargs(frame.f_code)
    return ArgInfo(args, varargs, varkw, frame.f_locals)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: "*" + name,
                    formatvarkw=lambda name: "**" + name, formatvalue=lambda value: "=" + repr(value)):
    "The arguments of a frame as text."
    shown = [(formatarg, name) for name in args] + [(form, name) for form, name in ((formatvarargs, varargs), (formatvarkw, varkw)) if name]
    return "(%s)" % ", ".join([form(name) + formatvalue(locals[name]) for form, name in shown])


def getcallargs(func, /, *positional, **named):
    "The dict of arguments that a call would have."
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__,) + positional
        func = func.__func__
    found = signature(func)
    try:
        bound = found.bind(*positional, **named)
    except TypeError as error:
        raise TypeError(f"{func.__name__}() {error}") from None
    bound.apply_defaults()
    return dict(bound.arguments)


def getclosurevars(func):
    "The names that a function uses from outside, and their values."
    function = func.__func__ if ismethod(func) else func
    if not isfunction(function):
        raise TypeError("{!r} is not a Python function".format(function))
    code, outer = function.__code__, function.__globals__
    inner = {name: cell.cell_contents for name, cell in zip(code.co_freevars, function.__closure__ or ())}
    built_in = outer.get("__builtins__", builtins)
    rooms = (outer, {}), (vars(built_in) if ismodule(built_in) else built_in, {})
    unbound = set()
    for name in code.co_names:
        if name in ("None", "True", "False"):
            continue
        for room, found in rooms:
            if name in room:
                found[name] = room[name]
                break
        else:
            unbound.add(name)
    return ClosureVars(inner, *[found for _, found in rooms], unbound)


# ---- frames ----

Traceback = namedtuple("Traceback", "filename lineno function code_context index")
FrameInfo = namedtuple("FrameInfo", "frame filename lineno function code_context index")


def getframeinfo(frame, context=1):
    "File, line, function and lines around it."
    if istraceback(frame):
        line, frame = frame.tb_lineno, frame.tb_frame
    else:
        if not isframe(frame):
            raise TypeError("{!r} is not a frame or traceback object".format(frame))
        line = frame.f_lineno
    filename = frame.f_code.co_filename
    lines = index = None
    if context > 0:
        start = line - 1 - context // 2
        try:
            lines, _ = findsource(frame)
        except OSError:
            lines = index = None
        else:
            start = max(0, min(start, len(lines) - context))
            lines = lines[start:start + context]
            index = line - 1 - start
    return Traceback(filename, line, frame.f_code.co_name, lines, index)


def getlineno(frame):
    "The line that a frame is at."
    return frame.f_lineno


def getouterframes(frame, context=1):
    "FrameInfo of a frame and those that called it."
    result = []
    while frame:
        result.append(FrameInfo(*((frame,) + getframeinfo(frame, context))))
        frame = frame.f_back
    return result


def getinnerframes(tb, context=1):
    "FrameInfo along a traceback."
    result = []
    while tb:
        result.append(FrameInfo(*((tb.tb_frame,) + getframeinfo(tb, context))))
        tb = tb.tb_next
    return result


def currentframe():
    "The frame that called this."
    return sys._getframe(1)


def stack(context=1):
    "FrameInfo of the caller and outward."
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    "FrameInfo along the traceback that is being handled."
    return getinnerframes(sys.exc_info()[2], context)


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED, CORO_CLOSED = "CORO_CREATED", "CORO_RUNNING", "CORO_SUSPENDED", "CORO_CLOSED"


def getgeneratorstate(generator):
    "GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED or GEN_CLOSED."
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED


def getgeneratorlocals(generator):
    "The variables of a generator."
    if not isgenerator(generator):
        raise TypeError("{!r} is not a Python generator".format(generator))
    return generator.gi_frame.f_locals if generator.gi_frame is not None else {}


def getcoroutinestate(coroutine):
    "CORO_CREATED, CORO_RUNNING, CORO_SUSPENDED or CORO_CLOSED."
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def getcoroutinelocals(coroutine):
    "The variables of a coroutine."
    return coroutine.cr_frame.f_locals if coroutine.cr_frame is not None else {}


# ---- signatures ----

class _void:
    pass


class _empty:
    "Stands for what is not there."


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self._name_

    @property
    def description(self):
        return ("positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword")[self]


_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD = _ParameterKind


def _checked_name(name, kind):
    # The name and the kind that a parameter gets; .0, the argument of a comprehension, has no name in Python.
    if name is _empty:
        raise ValueError("name is a required attribute for Parameter")
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, not a {type(name).__name__}")
    if name.startswith(".") and name[1:].isdigit():
        if kind != _POSITIONAL_OR_KEYWORD:
            raise ValueError("implicit arguments must be passed as positional or keyword arguments, not " + kind.description)
        name, kind = "implicit" + name[1:], _POSITIONAL_ONLY
    if not name.isidentifier() or kind is not _POSITIONAL_ONLY and iskeyword(name):
        raise ValueError(f"{name!r} is not a valid parameter name")
    return name, kind


class Parameter:
    "A parameter of a signature: name, kind, default, annotation."

    __slots__ = "_name", "_kind", "_default", "_annotation"

    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD = _POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            kind = _ParameterKind(kind)
        except ValueError:
            raise ValueError(f"value {kind!r} is not a valid Parameter.kind")
        if kind in (_VAR_POSITIONAL, _VAR_KEYWORD) and default is not _empty:
            raise ValueError(kind.description + " parameters cannot have default values")
        self._name, self._kind = _checked_name(name, kind)
        self._default, self._annotation = default, annotation

    def __reduce__(self):
        return type(self), (self._name, self._kind), {"_default": self._default, "_annotation": self._annotation}

    def __setstate__(self, state):
        self._default, self._annotation = state["_default"], state["_annotation"]

    name = property(lambda self: self._name, doc="The parameter's name.")
    default = property(lambda self: self._default, doc="Its default, or Parameter.empty.")
    annotation = property(lambda self: self._annotation, doc="Its annotation, or Parameter.empty.")
    kind = property(lambda self: self._kind, doc="How it takes arguments: by place, by name, or the rest of them.")

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        "The same with other parts."
        return type(self)(self._name if name is _void else name, self._kind if kind is _void else kind,
                          default=self._default if default is _void else default,
                          annotation=self._annotation if annotation is _void else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = "{}: {}".format(text, formatannotation(self._annotation))
        if self._default is not _empty:
            text = ("{} = {}" if self._annotation is not _empty else "{}={}").format(text, repr(self._default))
        return {_VAR_POSITIONAL: "*", _VAR_KEYWORD: "**"}.get(self._kind, "") + text

    def __repr__(self):
        return '<{} "{}">'.format(self.__class__.__name__, self)

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return self is other or all(getattr(self, part) == getattr(other, part) for part in Parameter.__slots__)


class BoundArguments:
    "What Signature.bind() makes: arguments by name."

    __slots__ = "arguments", "_signature", "__weakref__"

    def __init__(self, signature, arguments):
        self.arguments, self._signature = arguments, signature

    signature = property(lambda self: self._signature, doc="The signature to which the arguments were bound.")

    @property
    def args(self):
        "The positional ones."
        values = []
        for name, parameter in self._signature.parameters.items():
            if name not in self.arguments or parameter.kind >= _KEYWORD_ONLY:
                break
            value = self.arguments[name]
            values += value if parameter.kind == _VAR_POSITIONAL else [value]
        return tuple(values)

    @property
    def kwargs(self):
        "Those given by name."
        result, by_name = {}, False
        for name, parameter in self._signature.parameters.items():
            if not by_name:
                if parameter.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    by_name = True
                elif name not in self.arguments:
                    by_name = True
                    continue
            if not by_name or name not in self.arguments:
                continue
            if parameter.kind == _VAR_KEYWORD:
                result.update(self.arguments[name])
            else:
                result[name] = self.arguments[name]
        return result

    def apply_defaults(self):
        "Fill in what was not given."
        result = []
        for name, parameter in self._signature.parameters.items():
            if name in self.arguments:
                value = self.arguments[name]
            elif parameter.default is not _empty:
                value = parameter.default
            elif parameter.kind is _VAR_POSITIONAL:
                value = ()
            elif parameter.kind is _VAR_KEYWORD:
                value = {}
            else:
                continue
            result.append((name, value))
        self.arguments = dict(result)

    def __eq__(self, other):
        if isinstance(other, BoundArguments):
            return self is other or self._signature == other._signature and self.arguments == other.arguments
        return NotImplemented

    def __getstate__(self):
        return {"_signature": self._signature, "arguments": self.arguments}

    def __setstate__(self, state):
        self._signature, self.arguments = state["_signature"], state["arguments"]

    def __repr__(self):
        return "<{} ({})>".format(self.__class__.__name__, ", ".join("{}={!r}".format(*pair) for pair in self.arguments.items()))


class Signature:
    "The parameters and the return annotation of something that can be called."

    __slots__ = "_return_annotation", "_parameters"

    _parameter_cls = Parameter
    _bound_arguments_cls = BoundArguments
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        found = OrderedDict()
        top, has_default = _POSITIONAL_ONLY, False
        for parameter in parameters or ():
            if __validate_parameters__:
                kind, name = parameter.kind, parameter.name
                if kind < top:
                    raise ValueError("wrong parameter order: {} parameter before {} parameter".format(
                        top.description, kind.description))
                top = kind
                if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                    if parameter.default is not _empty:
                        has_default = True
                    elif has_default:
                        raise ValueError("non-default argument follows default argument")
                if name in found:
                    raise ValueError("duplicate parameter name: {!r}".format(name))
            found[parameter.name] = parameter
        self._parameters = types.MappingProxyType(found)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        "The signature of something that can be called."
        rooms = globals, locals
        return _signature_of(obj, cls, follow_wrapped, True, *rooms, eval_str)

    parameters = property(lambda self: self._parameters, doc="The parameters by their names, in order.")
    return_annotation = property(lambda self: self._return_annotation, doc="The annotation of the result, or Signature.empty.")

    def replace(self, *, parameters=_void, return_annotation=_void):
        "The same with other parts."
        return type(self)(self.parameters.values() if parameters is _void else parameters,
                          return_annotation=self._return_annotation if return_annotation is _void else return_annotation)

    def _basis(self):
        by_name = {name: each for name, each in self._parameters.items() if each.kind == _KEYWORD_ONLY}
        return tuple([each for name, each in self._parameters.items() if name not in by_name]), by_name, self._return_annotation

    def __hash__(self):
        positional, by_name, annotation = self._basis()
        return hash((positional, frozenset(by_name.values()), annotation))

    def __eq__(self, other):
        if self is other:
            return True
        return self._basis() == other._basis() if isinstance(other, Signature) else NotImplemented

    def _bind(self, args, kwargs, *, partial=False):
        arguments, values = {}, list(args)
        parameters = list(self.parameters.values())
        at = 0
        while at < len(parameters):
            parameter = parameters[at]
            if parameter.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                if values:
                    raise TypeError("too many positional arguments")
                break
            if values:
                if parameter.kind == _VAR_POSITIONAL:
                    arguments[parameter.name] = tuple(values)
                    values = []
                    at += 1
                    break
                if parameter.name in kwargs and parameter.kind != _POSITIONAL_ONLY:
                    raise TypeError("multiple values for argument {arg!r}".format(arg=parameter.name))
                arguments[parameter.name] = values.pop(0)
                at += 1
                continue
            if parameter.kind == _VAR_POSITIONAL:
                at += 1
                break
            if parameter.name in kwargs:
                if parameter.kind == _POSITIONAL_ONLY:
                    raise TypeError("{arg!r} parameter is positional only, but was passed as a keyword".format(
                        arg=parameter.name))
                break
            if parameter.default is not _empty or partial:
                if parameter.kind != _POSITIONAL_ONLY:
                    break
                at += 1
                continue
            raise TypeError("missing a required argument: {arg!r}".format(arg=parameter.name))
        if values:
            raise TypeError("too many positional arguments")
        rest = dict(kwargs)
        var_keyword = None
        for parameter in parameters[at:]:
            if parameter.kind == _VAR_KEYWORD:
                var_keyword = parameter
                continue
            if parameter.kind == _VAR_POSITIONAL:
                continue
            if parameter.name in rest:
                if parameter.kind == _POSITIONAL_ONLY:
                    raise TypeError("{arg!r} parameter is positional only, but was passed as a keyword".format(
                        arg=parameter.name))
                arguments[parameter.name] = rest.pop(parameter.name)
            elif not partial and parameter.default is _empty:
                raise TypeError("missing a required argument: {arg!r}".format(arg=parameter.name))
        if rest:
            if var_keyword is None:
                raise TypeError("got an unexpected keyword argument {arg!r}".format(arg=next(iter(rest))))
            arguments[var_keyword.name] = rest
        return self._bound_arguments_cls(self, arguments)

    def bind(self, /, *args, **kwargs):
        "BoundArguments of a call; TypeError when it does not fit."
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        "The same where arguments may be missing."
        return self._bind(args, kwargs, partial=True)

    def __reduce__(self):
        return type(self), (tuple(self._parameters.values()),), {"_return_annotation": self._return_annotation}

    def __setstate__(self, state):
        self._return_annotation = state["_return_annotation"]

    def __repr__(self):
        return "<{} {}>".format(self.__class__.__name__, self)

    def __str__(self):
        parts, slash, star = [], False, True
        for parameter in self.parameters.values():
            if parameter.kind == _POSITIONAL_ONLY:
                slash = True
            elif slash:
                parts.append("/")
                slash = False
            if parameter.kind == _VAR_POSITIONAL:
                star = False
            elif parameter.kind == _KEYWORD_ONLY and star:
                parts.append("*")
                star = False
            parts.append(str(parameter))
        if slash:
            parts.append("/")
        text = "({})".format(", ".join(parts))
        if self.return_annotation is not _empty:
            text += " -> {}".format(formatannotation(self.return_annotation))
        return text


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    "The Signature of something that can be called."
    rooms = globals, locals
    return _signature_of(obj, Signature, follow_wrapped, True, *rooms, eval_str)


def _of_function(function, cls, globals=None, locals=None, eval_str=False):
    code = function.__code__
    names = code.co_varnames
    count, keyword_count = code.co_argcount, code.co_kwonlyargcount
    annotations = get_annotations(function, globals=globals, locals=locals, eval_str=eval_str)
    defaults, keyword_defaults = function.__defaults__ or (), function.__kwdefaults__ or {}
    make = cls._parameter_cls
    parameters = []
    for index, name in enumerate(names[:count]):
        place = index - (count - len(defaults))
        parameters.append(make(name, _POSITIONAL_ONLY if index < code.co_posonlyargcount else _POSITIONAL_OR_KEYWORD,
                               default=defaults[place] if place >= 0 else _empty, annotation=annotations.get(name, _empty)))
    end = count + keyword_count
    if code.co_flags & 4:
        parameters.append(make(names[end], _VAR_POSITIONAL, annotation=annotations.get(names[end], _empty)))
    for name in names[count:count + keyword_count]:
        parameters.append(make(name, _KEYWORD_ONLY, default=keyword_defaults.get(name, _empty),
                               annotation=annotations.get(name, _empty)))
    if code.co_flags & 8:
        end += bool(code.co_flags & 4)
        parameters.append(make(names[end], _VAR_KEYWORD, annotation=annotations.get(names[end], _empty)))
    return cls(parameters, return_annotation=annotations.get("return", _empty), __validate_parameters__=False)


# Built-in functions and types whose arguments no signature tells; of anext CPython has a text that is none.
_UNTOLD = frozenset({"bool", "breakpoint", "dict", "dir", "getattr", "int", "iter", "max", "min", "next", "str", "type", "vars"})


class _Unrepresentable:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _of_text(text, cls, obj, drop_self):
    "The signature of a native function, out of its text."
    bound = text.startswith("($")
    try:
        tree = ast.parse("def f" + text.replace("$", "").replace("<unrepresentable>", "__unrepresentable__")
                         .replace("<no value>", "__no_value__").replace("=<float>", "=float") + ": pass").body[0].args
    except SyntaxError:
        raise ValueError("{!r} builtin has invalid signature".format(obj)) from None
    make = cls._parameter_cls

    def default_of(node):
        if node is None:
            return _empty
        try:
            return ast.literal_eval(node)
        except ValueError:
            source = ast.unparse(node)
            if source == "__unrepresentable__":
                return _Unrepresentable("<unrepresentable>")
            if source == "__no_value__":  # numpy's word for a default that None could not be
                return getattr(sys.modules.get("numpy"), "_NoValue", None) or _Unrepresentable("<no value>")
            try:
                return eval(source, vars(sys.modules.get(getattr(obj, "__module__", None) or "builtins", builtins)))
            except Exception:
                return _Unrepresentable(source)
    parameters = []
    positional = [(node, _POSITIONAL_ONLY) for node in tree.posonlyargs] + [(node, _POSITIONAL_OR_KEYWORD) for node in tree.args]
    defaults = [None] * (len(positional) - len(tree.defaults)) + tree.defaults
    for (node, kind), default in zip(positional, defaults):
        parameters.append(make(node.arg, kind, default=default_of(default)))
    if tree.vararg:
        parameters.append(make(tree.vararg.arg, _VAR_POSITIONAL))
    for node, default in zip(tree.kwonlyargs, tree.kw_defaults):
        parameters.append(make(node.arg, _KEYWORD_ONLY, default=default_of(default)))
    if tree.kwarg:
        parameters.append(make(tree.kwarg.arg, _VAR_KEYWORD))
    if bound and parameters:
        if drop_self:
            del parameters[0]
        else:
            parameters[0] = parameters[0].replace(kind=_POSITIONAL_ONLY)
    return cls(parameters, __validate_parameters__=False)


def _without_first(found):
    parameters = list(found.parameters.values())
    if not parameters or parameters[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if parameters[0].kind != _VAR_POSITIONAL:
        del parameters[0]
    return found.replace(parameters=parameters)


def _of_partial(found, partial):
    arguments = partial.args
    keywords = partial.keywords or {}
    try:
        bound = found.bind_partial(*arguments, **keywords)
    except TypeError as error:
        raise ValueError("partial object {!r} has incorrect arguments".format(partial)) from error
    result, only_keywords = [], False
    for name, parameter in found.parameters.items():
        if name in bound.arguments:
            if parameter.kind is _POSITIONAL_ONLY:
                continue
            if parameter.kind is _POSITIONAL_OR_KEYWORD:
                if name in keywords:
                    only_keywords = True
                    parameter = parameter.replace(default=keywords[name])
                else:
                    continue
            elif parameter.kind is _KEYWORD_ONLY:
                parameter = parameter.replace(default=keywords[name])
        if only_keywords:
            if parameter.kind is _POSITIONAL_OR_KEYWORD:
                parameter = parameter.replace(kind=_KEYWORD_ONLY)
            elif parameter.kind is _VAR_POSITIONAL:
                continue
        result.append(parameter)
    return found.replace(parameters=result)


def _own_method(cls, name):
    "A method that a class statement gave, not one of C."
    for base in cls.__mro__:
        if name in base.__dict__:
            value = base.__dict__[name]
            if base in (object, type) or isinstance(value, (types.WrapperDescriptorType, types.BuiltinFunctionType,
                                                            types.MethodDescriptorType, types.MethodWrapperType)):
                return None
            return value
    return None


def _signature_of(obj, cls=Signature, follow_wrapped=True, skip_bound=True, globals=None, locals=None, eval_str=False):
    def again(other, **changes):
        return _signature_of(other, cls, follow_wrapped, skip_bound, globals, locals, eval_str)
    if not callable(obj):
        raise TypeError("{!r} is not a callable object".format(obj))
    if ismethod(obj):
        found = again(obj.__func__)
        return _without_first(found) if skip_bound else found
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or ismethod(f))
        if ismethod(obj):
            return again(obj)
    found = getattr(obj, "__signature__", None)
    if found is not None and not isinstance(found, property) and not (callable(found) and not isinstance(found, Signature)):
        if not isinstance(found, Signature):
            raise TypeError("unexpected object {!r} in __signature__ attribute".format(found))
        return found
    if isfunction(obj):
        return _of_function(obj, cls, globals, locals, eval_str)
    if isinstance(obj, functools.partial):
        return _of_partial(again(obj.func), obj)
    if getattr(obj, "__module__", None) == "builtins" and isinstance(obj, (type, types.BuiltinFunctionType)):
        name = obj.__name__
        if name in _UNTOLD and getattr(builtins, name, None) is obj:
            raise ValueError("no signature found for builtin {}{!r}".format("type " if isinstance(obj, type) and obj is not type else "", obj))
        if name == "anext":
            raise ValueError("{!r} builtin has invalid signature".format(obj))
    if isinstance(obj, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType,
                        types.MethodWrapperType, types.ClassMethodDescriptorType)):
        text = getattr(obj, "__text_signature__", None)
        if not text:
            raise ValueError("no signature found for builtin {!r}".format(obj))
        bound = isinstance(obj, (types.BuiltinFunctionType, types.MethodWrapperType))
        return _of_text(text, cls, obj, bound)
    if isinstance(obj, type):
        for owner, name in ((type(obj), "__call__"), (obj, "__new__"), (obj, "__init__")):
            method = _own_method(owner, name)
            if method is None or owner is type and name == "__call__":
                continue
            if isinstance(method, staticmethod):
                method = method.__func__
            found = again(method)
            return _without_first(found) if skip_bound else found
        for base in obj.__mro__[:-1]:
            text = getattr(base, "__text_signature__", None)
            if text:
                return _of_text(text, cls, obj, True)
        if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return cls()
        raise ValueError("no signature found for builtin type {!r}".format(obj))
    call = _own_method(type(obj), "__call__")
    if call is not None:
        found = again(call)
        return _without_first(found) if skip_bound else found
    text = getattr(obj, "__text_signature__", None)
    if isinstance(text, str):
        return _of_text(text, cls, obj, True)
    raise ValueError("callable {!r} is not supported by signature".format(obj))
