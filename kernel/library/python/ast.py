"""Syntax trees: node classes, parsing, walking, dumping, and literals."""

from _ast_nodes import *
from _ast_nodes import _classes, _members, _optional
from _ast_parse import tree as _tree

import warnings as _warnings

PyCF_ALLOW_TOP_LEVEL_AWAIT, PyCF_ONLY_AST, PyCF_TYPE_COMMENTS = 0x2000, 0x400, 0x1000


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None):
    "The tree of a source text."
    return _parse(source, filename, mode, 0)


def _parse(source, filename, mode, flags):
    if mode == "func_type":
        raise ValueError("ast.parse() does not know the mode 'func_type' here")
    if mode not in ("exec", "eval", "single"):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    if isinstance(source, AST):
        return source
    return _tree(_text_of(source), _file_of(filename), mode, _classes, _members, flags)


def _text_of(source):
    if isinstance(source, str):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source).decode("utf-8-sig")
    raise TypeError("compile() arg 1 must be a string, bytes or AST object")


def _file_of(filename):
    if isinstance(filename, bytes):
        return filename.decode("utf-8", "surrogateescape")
    if isinstance(filename, str):
        return filename
    path = getattr(type(filename), "__fspath__", None)
    if path is None:
        raise TypeError("expected str, bytes or os.PathLike object, not %s" % type(filename).__name__)
    return path(filename)


def _compile(source, filename, mode, flags):
    "What compile() does with trees: makes one, or compiles one by way of its text."
    if flags & PyCF_ONLY_AST:
        return _parse(source, filename, mode, flags)
    if not isinstance(source, AST):
        return NotImplemented
    wanted = {"exec": Module, "eval": Expression, "single": Interactive}.get(mode)
    if wanted is None:
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    if not isinstance(source, wanted):
        raise TypeError("expected %s node, got %s" % (wanted.__name__, type(source).__name__))
    _check(source)
    text = unparse(source)
    return compile("\n" if mode == "single" and not text else text, _file_of(filename), mode, flags, True)


def _check(tree):
    "The errors for nodes that lack something."
    for node in walk(tree):
        for name in node._attributes:
            if name in ("lineno", "col_offset") and not hasattr(node, name):
                base = next(cls.__name__ for cls in type(node).__mro__ if cls.__base__ is AST)
                raise TypeError('required field "%s" missing from %s' % (name, base))
        for name in node._fields:
            if not hasattr(node, name):
                raise TypeError('required field "%s" missing from %s' % (name, type(node).__name__))


# ---- literals ----

def literal_eval(node_or_string):
    "The value of a text or tree of literals: numbers, strings, bytes, tuples, lists, dicts, sets, None, True, False, ..."
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(" \t"), mode="eval")
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _literal(node_or_string)


def _malformed(node):
    message = "malformed node or string"
    line = getattr(node, "lineno", None)
    if line:
        message += f" on line {line}"
    raise ValueError(message + f": {node!r}")


def _number(node):
    if type(node) is not Constant or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _signed_number(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        operand = _number(node.operand)
        return +operand if isinstance(node.op, UAdd) else -operand
    return _number(node)


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == "set" and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_literal, node.keys), map(_literal, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _signed_number(node.left), _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed_number(node)


# ---- looking at trees ----

def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    "The tree as text that would build it again."
    if not isinstance(node, AST):
        raise TypeError("expected AST, got %r" % node.__class__.__name__)
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent
    return _dump(node, annotate_fields, include_attributes, indent, 0)[0]


def _dump(node, annotate, attributes, indent, level):
    "(text, whether it is short)"
    if indent is None:
        prefix, separator = "", ", "
    else:
        level += 1
        prefix = "\n" + indent * level
        separator = ",\n" + indent * level
    if isinstance(node, AST):
        parts, simple, keywords = [], True, annotate
        for name in node._fields:
            try:
                value = getattr(node, name)
            except AttributeError:
                keywords = True
                continue
            if value is None and getattr(type(node), name, ...) is None:
                keywords = True
                continue
            text, short = _dump(value, annotate, attributes, indent, level)
            simple = simple and short
            parts.append("%s=%s" % (name, text) if keywords else text)
        if attributes:
            for name in node._attributes:
                try:
                    value = getattr(node, name)
                except AttributeError:
                    continue
                if value is None and getattr(type(node), name, ...) is None:
                    continue
                text, short = _dump(value, annotate, attributes, indent, level)
                simple = simple and short
                parts.append("%s=%s" % (name, text))
        if simple and len(parts) <= 3:
            return "%s(%s)" % (node.__class__.__name__, ", ".join(parts)), not parts
        return "%s(%s%s)" % (node.__class__.__name__, prefix, separator.join(parts)), False
    if isinstance(node, list):
        if not node:
            return "[]", True
        return "[%s%s]" % (prefix, separator.join(_dump(item, annotate, attributes, indent, level)[0] for item in node)), False
    return repr(node), True


def iter_fields(node):
    "Yields (name, value) of the fields that are there."
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    "Yields the nodes right below."
    for _, value in iter_fields(node):
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, AST):
                yield each


def walk(node):
    "Yields the node and all nodes below it, level by level."
    waiting, at = [node], 0
    while at < len(waiting):
        node = waiting[at]
        at += 1
        waiting.extend(iter_child_nodes(node))
        yield node


def get_docstring(node, clean=True):
    "The docstring of a module, class or function; None when there is none."
    if not isinstance(node, (Module, ClassDef, FunctionDef, AsyncFunctionDef)):
        raise TypeError("%r can't have docstrings" % node.__class__.__name__)
    first = node.body[0] if node.body else None
    text = first.value.value if isinstance(first, Expr) and isinstance(first.value, Constant) else None
    if not isinstance(text, str):
        return None
    if not clean:
        return text
    from inspect import cleandoc
    return cleandoc(text)


def get_source_segment(source, node, *, padded=False):
    "The piece of the source that a node came from; None when that is not known."
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = []
    for line in source.splitlines(True):
        # Form feeds and the like end no line for the parser.
        if lines and not lines[-1].endswith(("\n", "\r")):
            lines[-1] += line
        else:
            lines.append(line)
    if first == last:
        return lines[first].encode()[start:end].decode()
    head = lines[first].encode()
    padding = "".join(c if c in "\f\t" else " " for c in head[:start].decode()) if padded else ""
    return "".join([padding + head[start:].decode()] + lines[first + 1:last] + [lines[last].encode()[:end].decode()])


# ---- changing trees ----

def copy_location(new_node, old_node):
    "Give a node the place of another."
    shared = [name for name in _PLACE if name in old_node._attributes and name in new_node._attributes]
    for name in [each for each in shared if hasattr(old_node, each)]:
        value = getattr(old_node, name)
        if value is not None or name.startswith("end_"):
            setattr(new_node, name, value)
    return new_node


_PLACE = {"lineno": 1, "end_lineno": 1, "col_offset": 0, "end_col_offset": 0}  # and where a tree begins


def fix_missing_locations(node):
    "Fill in places from the nodes above."
    _complete(node, _PLACE)
    return node


def _complete(node, above):
    place = {}
    for name, value in above.items():
        if name in node._attributes:
            if not hasattr(node, name) or name.startswith("end_") and getattr(node, name) is None:
                setattr(node, name, value)
            value = getattr(node, name)
        place[name] = value
    for child in iter_child_nodes(node):
        _complete(child, place)


def increment_lineno(node, n=1):
    "Move a tree by so many lines."
    for each in walk(node):
        names = ("lineno",) if isinstance(each, TypeIgnore) else each._attributes
        for name in ("lineno", "end_lineno"):
            line = getattr(each, name, 0) if name in names else None
            if line is not None or name in names and name == "lineno":
                setattr(each, name, line + n)
    return node


class NodeVisitor:
    "Calls visit_NAME for nodes of that class, generic_visit for others."

    def visit(self, node):
        "Visit a node."
        return getattr(self, "visit_" + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        "Visit what is below."
        for child in iter_child_nodes(node):
            self.visit(child)


    def visit_Constant(self, node):
        "Visit a constant: by the name that its kind had before Python 3.8, where there is a method of that name."
        for kinds, name in _FORMER_NAMES:
            method = getattr(self, "visit_" + name, None) if isinstance(node.value, kinds) else None
            if method is not None:
                _warnings.warn("visit_%s is deprecated; add visit_Constant" % name, DeprecationWarning, 2)
                return method(node)
            if isinstance(node.value, kinds):
                break
        return self.generic_visit(node)


class NodeTransformer(NodeVisitor):
    "A visitor whose methods return what is to stand in the node's place: a node, None, or a list in lists."

    def generic_visit(self, node):
        "Visit what is below and put in place what comes back."
        for name, value in iter_fields(node):
            if isinstance(value, list):
                value[:] = [each for item in value for each in self._instead_of(item)]
            elif isinstance(value, AST):
                new = self.visit(value)
                delattr(node, name) if new is None else setattr(node, name, new)
        return node

    def _instead_of(self, item):
        # What stands in a list in place of an item.
        if not isinstance(item, AST):
            return (item,)
        new = self.visit(item)
        return () if new is None else (new,) if isinstance(new, AST) else new


def unparse(ast_obj):
    "Source text that parses to the same tree."
    if not isinstance(ast_obj, AST) and not isinstance(ast_obj, list):
        ast_obj._fields  # nothing else is a tree
    from _ast_unparse import Unparser
    return Unparser().text(ast_obj)


# ---- the names that constants and subscripts had before Python 3.8 and 3.9 ----

_FORMER_NAMES = (((bool, type(None)), "NameConstant"), ((int, float, complex), "Num"), (str, "Str"), (bytes, "Bytes"),
                 (type(...), "Ellipsis"))


class _Former(type):
    def __instancecheck__(cls, instance):
        if not isinstance(instance, Constant):
            return False
        if cls._kinds is None:
            return type.__instancecheck__(cls, instance)
        return isinstance(instance.value, cls._kinds) and (cls._name != "Num" or not isinstance(instance.value, bool))


def _former(name, kinds):
    def __new__(cls, *args, **kwargs):
        old = cls._fields[0] if cls._fields else None
        if old in kwargs:
            kwargs["value"] = kwargs.pop(old)
        if cls._fields and not args and "value" not in kwargs:
            return Constant(**kwargs)
        return Constant(*args, **kwargs) if old else Constant(..., *args, **kwargs)
    fields = {"Num": ("n",), "Str": ("s",), "Bytes": ("s",), "NameConstant": ("value", "kind"), "Ellipsis": ()}[name]
    return _Former(name, (Constant,), {"__module__": "ast", "__doc__": "A Constant; the name is a former one.", "__new__": __new__,
                                       "_fields": fields, "_kinds": kinds, "_name": name})


NameConstant, Num, Str, Bytes, Ellipsis = (_former(name, kinds) for kinds, name in _FORMER_NAMES)
Constant.n = Constant.s = property(lambda self: self.value, lambda self, value: setattr(self, "value", value), doc="The value.")
Tuple.dims = property(lambda self: self.elts, lambda self, value: setattr(self, "elts", value), doc="The elements.")


class slice(AST):
    "What stood in brackets; its kinds are expressions now."

    __module__ = "ast"


class Index(slice):
    "A subscript: now the expression itself."

    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    "Several subscripts: now a Tuple."

    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    "Not used."


class AugLoad(expr_context):
    "Not used."


class AugStore(expr_context):
    "Not used."


class Param(expr_context):
    "Not used."
