"""Values over several lines, so that they fit a width."""

import collections
import dataclasses
import io
import sys
import types

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    "Print a value over several lines."
    PrettyPrinter(stream=stream, indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    "What pprint() prints, as a str."
    return PrettyPrinter(indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    "pprint() with dicts in their own order."
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    "repr() that knows containers which contain themselves."
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    "Whether eval() would make the value again from its text."
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    "Whether the value contains itself."
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _Key:
    "Sorts values of any types: by type and address where < fails."

    __slots__ = "value",

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


def _pair_key(pair):
    return _Key(pair[0]), _Key(pair[1])


def _recursion(object):
    return "<Recursion on %s with id=%s>" % (type(object).__name__, id(object))


def _words(line):
    "Pieces of a line, each with the space behind it."
    pieces, start, at = [], 0, 0
    while at < len(line):
        while at < len(line) and not line[at].isspace():
            at += 1
        while at < len(line) and line[at].isspace():
            at += 1
        pieces.append(line[start:at])
        start = at
    return pieces


def _bytes_pieces(object, width, allowance):
    current, last = b"", len(object) // 4 * 4
    for i in range(0, len(object), 4):
        part = object[i:i + 4]
        candidate = current + part
        if i == last:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)


class PrettyPrinter:
    "Prints values over several lines."

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth, self._indent_per_level, self._width = depth, indent, width
        self._stream = sys.stdout if stream is None else stream
        self._compact, self._sort_dicts, self._underscore_numbers = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        "Print a value."
        if self._stream is not None:
            self._format(object, self._stream, 0, 0, {}, 0)
            self._stream.write("\n")

    def pformat(self, object):
        "What pprint() prints, as a str."
        stream = io.StringIO()
        self._format(object, stream, 0, 0, {}, 0)
        return stream.getvalue()

    def isrecursive(self, object):
        "Whether the value contains itself."
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        "Whether eval() would make the value again from its text."
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        "(text, is readable, is recursive): to be overridden."
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(), self._depth, level)
        if not readable:
            self._readable = False
        if recursive:
            self._recursive = True
        return text

    def _format(self, object, stream, indent, allowance, context, level):
        key = id(object)
        if key in context:
            stream.write(_recursion(object))
            self._recursive, self._readable = True, False
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            printer = self._printer_of(object)
            if printer is not None:
                context[key] = 1
                printer(self, object, stream, indent, allowance, context, level + 1)
                del context[key]
                return
        stream.write(text)

    def _printer_of(self, object):
        own = type(object).__repr__
        for kind, printer in self._printers:
            if kind.__repr__ == own:
                return printer
        if (dataclasses.is_dataclass(object) and not isinstance(object, type) and object.__dataclass_params__.repr
                and "__repr__" in type(object).__dict__):
            return PrettyPrinter._dataclass
        return None

    # ---- one method a type ----

    def _dict(self, object, stream, indent, allowance, context, level):
        stream.write("{")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        if object:
            items = sorted(object.items(), key=_pair_key) if self._sort_dicts else object.items()
            self._pairs(items, stream, indent, allowance + 1, context, level)
        stream.write("}")

    def _pairs(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            stream.write(text + ": ")
            self._format(value, stream, indent + len(text) + 2, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)

    def _ordered_dict(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "(")
        self._format(list(object.items()), stream, indent + len(name) + 1, allowance + 1, context, level)
        stream.write(")")

    def _list(self, object, stream, indent, allowance, context, level):
        stream.write("[")
        self._items(object, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _tuple(self, object, stream, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        stream.write("(")
        self._items(object, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _set(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        kind = type(object)
        if kind is set:
            stream.write("{")
            end = "}"
        else:
            stream.write(kind.__name__ + "({")
            end = "})"
            indent += len(kind.__name__) + 1
        self._items(sorted(object, key=_Key), stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _items(self, items, stream, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        new_line, separator = ",\n" + " " * indent, ""
        room = line_room = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                line_room -= allowance
                room -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                size = len(text) + 2
                if room < size:
                    room = line_room
                    if separator:
                        separator = new_line
                if room >= size:
                    room -= size
                    stream.write(separator + text)
                    separator = ", "
                    continue
            stream.write(separator)
            separator = new_line
            self._format(item, stream, indent, allowance if last else 1, context, level)

    def _str(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        chunks, lines = [], object.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        room = whole_room = self._width - indent
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                whole_room -= allowance
            if len(text) <= whole_room:
                chunks.append(text)
                continue
            pieces, current, piece_room = _words(line), "", room
            for j, piece in enumerate(pieces):
                candidate = current + piece
                if j == len(pieces) - 1 and i == len(lines) - 1:
                    piece_room -= allowance
                if len(repr(candidate)) > piece_room:
                    if current:
                        chunks.append(repr(current))
                    current = piece
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            stream.write(text)
            return
        body = ("\n" + " " * indent).join(chunks)
        stream.write("(" + body + ")" if level == 1 else body)

    def _bytes(self, object, stream, indent, allowance, context, level):
        if len(object) <= 4:
            stream.write(repr(object))
            return
        if level == 1:
            indent += 1
            allowance += 1
        body = ("\n" + " " * indent).join(_bytes_pieces(object, self._width - indent, allowance))
        stream.write("(" + body + ")" if level == 1 else body)

    def _bytearray(self, object, stream, indent, allowance, context, level):
        stream.write("bytearray(")
        self._bytes(bytes(object), stream, indent + 10, allowance + 1, context, level + 1)
        stream.write(")")

    def _mapping_proxy(self, object, stream, indent, allowance, context, level):
        stream.write("mappingproxy(")
        self._format(object.copy(), stream, indent + 13, allowance + 1, context, level)
        stream.write(")")

    def _named(self, name, items, stream, indent, allowance, context, level):
        indent += len(name) + 1
        stream.write(name + "(")
        items = list(items)
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            stream.write(key + "=")
            if id(value) in context:
                stream.write("...")
            else:
                self._format(value, stream, indent + len(key) + 1, allowance if last else 1, context, level)
            if not last:
                stream.write(",\n" + " " * indent)
        stream.write(")")

    def _namespace(self, object, stream, indent, allowance, context, level):
        name = "namespace" if type(object) is types.SimpleNamespace else type(object).__name__
        self._named(name, object.__dict__.items(), stream, indent, allowance, context, level)

    def _dataclass(self, object, stream, indent, allowance, context, level):
        items = [(field.name, getattr(object, field.name)) for field in dataclasses.fields(object) if field.repr]
        self._named(type(object).__name__, items, stream, indent, allowance, context, level)

    def _default_dict(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        factory, name = self._repr(object.default_factory, context, level), type(object).__name__
        indent += len(name) + 1
        stream.write("%s(%s,\n%s" % (name, factory, " " * indent))
        self._dict(object, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _counter(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "({")
        if self._indent_per_level > 1:
            stream.write((self._indent_per_level - 1) * " ")
        self._pairs(object.most_common(), stream, indent + len(name) + 1, allowance + 2, context, level)
        stream.write("})")

    def _chain_map(self, object, stream, indent, allowance, context, level):
        name = type(object).__name__
        stream.write(name + "(")
        indent += len(name) + 1
        for i, mapping in enumerate(object.maps):
            last = i == len(object.maps) - 1
            self._format(mapping, stream, indent, allowance + 1 if last else 1, context, level)
            stream.write(")" if last else ",\n" + " " * indent)

    def _deque(self, object, stream, indent, allowance, context, level):
        if not object:
            stream.write(repr(object))
            return
        name = type(object).__name__
        stream.write(name + "([")
        indent += len(name) + 1
        if object.maxlen is None:
            self._items(object, stream, indent, allowance + 2, context, level)
            stream.write("])")
        else:
            self._items(object, stream, indent, 2, context, level)
            stream.write("],\n%smaxlen=%s)" % (" " * indent, self._repr(object.maxlen, context, level)))

    def _user(self, object, stream, indent, allowance, context, level):
        self._format(object.data, stream, indent, allowance, context, level - 1)

    _printers = [(dict, _dict), (list, _list), (tuple, _tuple), (set, _set), (frozenset, _set), (str, _str), (bytes, _bytes),
                 (bytearray, _bytearray), (collections.OrderedDict, _ordered_dict), (types.MappingProxyType, _mapping_proxy),
                 (types.SimpleNamespace, _namespace), (collections.defaultdict, _default_dict), (collections.Counter, _counter),
                 (collections.ChainMap, _chain_map), (collections.deque, _deque), (collections.UserDict, _user),
                 (collections.UserList, _user), (collections.UserString, _user)]

    # ---- on one line ----

    def _safe_repr(self, object, context, maxlevels, level):
        kind = type(object)
        if kind in (str, bytes, bytearray, float, complex, bool, type(None)):
            return repr(object), True, False
        own = getattr(kind, "__repr__", None)
        if issubclass(kind, int) and own == int.__repr__:
            return (f"{object:_d}" if self._underscore_numbers else repr(object)), True, False
        if issubclass(kind, dict) and own == dict.__repr__:
            if not object:
                return "{}", True, False
            left, right, form = "{", "}", "%s: %s"
        elif issubclass(kind, list) and own == list.__repr__:
            if not object:
                return "[]", True, False
            left, right, form = "[", "]", None
        elif issubclass(kind, tuple) and own == tuple.__repr__:
            if not object:
                return "()", True, False
            left, right, form = "(", ",)" if len(object) == 1 else ")", None
        else:
            text = repr(object)
            return text, bool(text and not text.startswith("<")), False
        key = id(object)
        if maxlevels and level >= maxlevels:
            return left + "..." + right[-1], False, key in context
        if key in context:
            return _recursion(object), False, True
        context[key] = 1
        readable, recursive, parts = True, False, []
        if form:
            for pair in sorted(object.items(), key=_pair_key) if self._sort_dicts else object.items():
                texts = []
                for part in pair:
                    text, good, again = self.format(part, context, maxlevels, level + 1)
                    readable, recursive = readable and good, recursive or again
                    texts.append(text)
                parts.append(form % tuple(texts))
        else:
            for item in object:
                text, good, again = self.format(item, context, maxlevels, level + 1)
                readable, recursive = readable and good, recursive or again
                parts.append(text)
        del context[key]
        return left + ", ".join(parts) + right, readable, recursive
