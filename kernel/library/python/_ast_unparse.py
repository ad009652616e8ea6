"""Syntax trees back to source text, in the layout of ast.unparse()."""

import ast

# How tightly an expression binds; one that binds less than its place wants stands in parentheses.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _ARITHMETIC, _TERM, _FACTOR, _POWER,
 _AWAIT, _ATOM) = range(18)

_BINARY = {"Add": ("+", _ARITHMETIC), "Sub": ("-", _ARITHMETIC), "Mult": ("*", _TERM), "MatMult": ("@", _TERM), "Div": ("/", _TERM),
           "Mod": ("%", _TERM), "LShift": ("<<", _SHIFT), "RShift": (">>", _SHIFT), "BitOr": ("|", _BIT_OR),
           "BitXor": ("^", _BIT_XOR), "BitAnd": ("&", _BIT_AND), "FloorDiv": ("//", _TERM), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not", _NOT), "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARES = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in",
             "NotIn": "not in"}
_SINGLE, _TRIPLE = ("'", '"'), ('"""', "'''")
_QUOTES = _SINGLE + _TRIPLE
_INFINITY = "1e309"


def _escaped(string, quotes=_QUOTES, newlines=False):
    "(the text between quotes, the quotes that fit)"
    def escape(c):
        if not newlines and c in "\n\t":
            return c
        if c == "\\" or not c.isprintable():
            return repr(c)[1:-1]
        return c
    text = "".join(map(escape, string))
    possible = [quote for quote in quotes if ("\n" not in text or quote in _TRIPLE) and quote not in text]
    if not possible:
        text = repr(string)
        quote = next((quote for quote in quotes if text[0] in quote), text[0])
        return text[1:-1], [quote]
    if text:
        possible.sort(key=lambda quote: quote[0] == text[-1])
        if possible[0][0] == text[-1]:
            text = text[:-1] + "\\" + text[-1]
    return text, possible


class Unparser:
    def __init__(self, avoid_backslashes=False):
        self.lines, self.indent, self.avoid_backslashes = [], 0, avoid_backslashes

    def text(self, tree):
        "The source of a node."
        if isinstance(tree, list):
            self.body(tree)
        elif isinstance(tree, (ast.Module, ast.Interactive)):
            self.docstring_and_body(tree) if isinstance(tree, ast.Module) else self.body(tree.body)
            return "\n".join(self.lines)
        elif isinstance(tree, ast.Expression):
            return self.expression(tree.body)
        elif isinstance(tree, ast.FunctionType):
            return "(%s) -> %s" % (", ".join(map(self.expression, tree.argtypes)), self.expression(tree.returns))
        elif isinstance(tree, ast.stmt):
            self.statement(tree)
        elif isinstance(tree, ast.expr):
            return self.expression(tree)
        elif isinstance(tree, ast.pattern):
            return self.pattern(tree)
        elif isinstance(tree, ast.ExceptHandler):
            self.handler(tree, "except")
        elif isinstance(tree, ast.match_case):
            self.case(tree)
        else:
            method = {"arguments": self.arguments, "arg": self.argument, "keyword": self.keyword, "alias": self.alias,
                      "withitem": self.with_item, "comprehension": self.comprehension}.get(type(tree).__name__)
            if method is None:
                name = type(tree).__name__
                return (_BINARY.get(name) or _UNARY.get(name) or (_COMPARES.get(name) or "",))[0]
            return method(tree)
        return "\n".join(self.lines).lstrip("\n")

    # ---- statements ----

    def fill(self, text=""):
        self.lines.append("    " * self.indent + text)

    def blank(self):
        "An empty line in front of a definition, but not at the very beginning."
        if self.lines:
            self.lines.append("")

    def body(self, statements):
        for statement in statements:
            self.statement(statement)

    def block(self, head, statements, node=None):
        self.fill(head + ":")
        self.indent += 1
        if node is None:
            self.body(statements)
        else:
            self.docstring_and_body(node)
        self.indent -= 1

    def docstring_and_body(self, node):
        statements = node.body
        first = statements[0] if statements else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            text, quotes = _escaped(first.value.value, _TRIPLE)
            prefix = "u" if first.value.kind == "u" else ""
            self.fill(prefix + quotes[0] + text + quotes[0])
            statements = statements[1:]
        self.body(statements)

    def statement(self, node):
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is None:
            raise TypeError("%r is no statement" % (node,))
        method(node)

    def do_Expr(self, node):
        self.fill(self.expression(node.value, _YIELD))

    def do_Import(self, node):
        self.fill("import " + ", ".join(map(self.alias, node.names)))

    def do_ImportFrom(self, node):
        self.fill("from " + "." * (node.level or 0) + (node.module or "") + " import " + ", ".join(map(self.alias, node.names)))

    def alias(self, node):
        return node.name + (" as " + node.asname if node.asname else "")

    def do_Assign(self, node):
        text = "".join(self.expression(target, _TUPLE) + " = " for target in node.targets)
        comment = " # type: " + node.type_comment if node.type_comment else ""
        self.fill(text + self.expression(node.value) + comment)

    def do_AugAssign(self, node):
        self.fill("%s %s= %s" % (self.expression(node.target), _BINARY[type(node.op).__name__][0],
                                 self.expression(node.value)))

    def do_AnnAssign(self, node):
        target = self.expression(node.target)
        if not node.simple and isinstance(node.target, ast.Name):
            target = "(" + target + ")"
        text = target + ": " + self.expression(node.annotation)
        if node.value:
            text += " = " + self.expression(node.value)
        self.fill(text)

    def do_Return(self, node):
        self.fill("return" + (" " + self.expression(node.value) if node.value else ""))

    def do_Pass(self, node):
        self.fill("pass")

    def do_Break(self, node):
        self.fill("break")

    def do_Continue(self, node):
        self.fill("continue")

    def do_Delete(self, node):
        self.fill("del " + ", ".join(map(self.expression, node.targets)))

    def do_Assert(self, node):
        self.fill("assert " + self.expression(node.test) + (", " + self.expression(node.msg) if node.msg else ""))

    def do_Global(self, node):
        self.fill("global " + ", ".join(node.names))

    def do_Nonlocal(self, node):
        self.fill("nonlocal " + ", ".join(node.names))

    def do_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            self.fill("raise")
            return
        self.fill("raise " + self.expression(node.exc) + (" from " + self.expression(node.cause) if node.cause else ""))

    def do_Try(self, node, word="except"):
        self.block("try", node.body)
        for handler in node.handlers:
            self.handler(handler, word)
        if node.orelse:
            self.block("else", node.orelse)
        if node.finalbody:
            self.block("finally", node.finalbody)

    def do_TryStar(self, node):
        self.do_Try(node, "except*")

    def handler(self, node, word):
        head = word
        if node.type:
            head += " " + self.expression(node.type)
        if node.name:
            head += " as " + node.name
        self.block(head, node.body)

    def do_ClassDef(self, node):
        self.blank()
        for decorator in node.decorator_list:
            self.fill("@" + self.expression(decorator))
        inside = [self.expression(base) for base in node.bases] + [self.keyword(keyword) for keyword in node.keywords]
        self.block("class " + node.name + ("(" + ", ".join(inside) + ")" if inside else ""), node.body, node)

    def do_FunctionDef(self, node, word="def"):
        self.blank()
        for decorator in node.decorator_list:
            self.fill("@" + self.expression(decorator))
        head = "%s %s(%s)" % (word, node.name, self.arguments(node.args))
        if node.returns:
            head += " -> " + self.expression(node.returns)
        self.block(head, node.body, node)

    def do_AsyncFunctionDef(self, node):
        self.do_FunctionDef(node, "async def")

    def do_For(self, node, word="for"):
        self.block("%s %s in %s" % (word, self.expression(node.target, _TUPLE), self.expression(node.iter)), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_AsyncFor(self, node):
        self.do_For(node, "async for")

    def do_If(self, node, word="if"):
        self.block(word + " " + self.expression(node.test), node.body)
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            self.do_If(node.orelse[0], "elif")
        elif node.orelse:
            self.block("else", node.orelse)

    def do_While(self, node):
        self.block("while " + self.expression(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def do_With(self, node, word="with"):
        self.block(word + " " + ", ".join(map(self.with_item, node.items)), node.body)

    def do_AsyncWith(self, node):
        self.do_With(node, "async with")

    def with_item(self, node):
        return self.expression(node.context_expr) + (" as " + self.expression(node.optional_vars) if node.optional_vars else "")

    def do_Match(self, node):
        self.fill("match " + self.expression(node.subject) + ":")
        self.indent += 1
        for case in node.cases:
            self.case(case)
        self.indent -= 1

    def case(self, node):
        head = "case " + self.pattern(node.pattern)
        if node.guard:
            head += " if " + self.expression(node.guard)
        self.block(head, node.body)

    # ---- patterns ----

    def pattern(self, node, level=_TEST):
        kind = type(node).__name__
        if kind == "MatchValue":
            return self.expression(node.value)
        if kind == "MatchSingleton":
            return self.constant(node.value)
        if kind == "MatchSequence":
            return "[" + ", ".join(map(self.pattern, node.patterns)) + "]"
        if kind == "MatchStar":
            return "*" + (node.name or "_")
        if kind == "MatchMapping":
            inside = ["%s: %s" % (self.expression(key), self.pattern(pattern)) for key, pattern in zip(node.keys, node.patterns)]
            if node.rest is not None:
                inside.append("**" + node.rest)
            return "{" + ", ".join(inside) + "}"
        if kind == "MatchClass":
            inside = [self.pattern(pattern) for pattern in node.patterns]
            inside += ["%s=%s" % pair for pair in zip(node.kwd_attrs, map(self.pattern, node.kwd_patterns))]
            return self.expression(node.cls, _ATOM) + "(" + ", ".join(inside) + ")"
        if kind == "MatchAs":
            if node.name is None:
                return "_"
            if node.pattern is None:
                return node.name
            text = self.pattern(node.pattern, _BIT_OR) + " as " + node.name
            return "(" + text + ")" if level > _TEST else text
        if kind == "MatchOr":
            text = " | ".join(self.pattern(pattern, _BIT_XOR) for pattern in node.patterns)
            return "(" + text + ")" if level > _BIT_OR else text
        raise TypeError("%r is no pattern" % (node,))

    # ---- expressions ----

    def expression(self, node, level=_TEST):
        "The text of an expression in a place that wants at least that level."
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            raise TypeError("%r is no expression" % (node,))
        own, text = method(node)
        return "(" + text + ")" if own < level else text

    def many(self, nodes, level=_TEST):
        return ", ".join(self.expression(node, level) for node in nodes)

    def of_Name(self, node):
        return _ATOM, node.id

    def of_NamedExpr(self, node):
        return _NAMED, "%s := %s" % (self.expression(node.target, _ATOM), self.expression(node.value, _ATOM))

    def of_Await(self, node):
        return _AWAIT, "await" + (" " + self.expression(node.value, _ATOM) if node.value else "")

    def of_Yield(self, node):
        return _YIELD, "yield" + (" " + self.expression(node.value, _ATOM) if node.value else "")

    def of_YieldFrom(self, node):
        return _YIELD, "yield from " + self.expression(node.value, _ATOM)

    def constant(self, value):
        if value is ...:
            return "..."
        if isinstance(value, (float, complex)):
            return repr(value).replace("inf", _INFINITY).replace("nan", "(%s-%s)" % (_INFINITY, _INFINITY))
        if isinstance(value, tuple):
            return "(" + ", ".join(map(self.constant, value)) + ("," if len(value) == 1 else "") + ")"
        if isinstance(value, str) and self.avoid_backslashes:
            text, quotes = _escaped(value)
            return quotes[0] + text + quotes[0]
        return repr(value)

    def of_Constant(self, node):
        return _ATOM, ("u" if node.kind == "u" else "") + self.constant(node.value)

    def of_JoinedStr(self, node):
        if self.avoid_backslashes:
            text, quotes = _escaped("".join(text for text, _ in self.pieces(node)))
            return _ATOM, "f" + quotes[0] + text + quotes[0]
        quotes, parts = _QUOTES, []
        for text, is_constant in self.pieces(node):
            text, quotes = _escaped(text, quotes, is_constant)
            parts.append(text)
        return _ATOM, "f" + quotes[0] + "".join(parts) + quotes[0]

    def pieces(self, node):
        "(text, is constant) of the parts of an f-string."
        for value in node.values:
            if isinstance(value, ast.Constant):
                yield value.value.replace("{", "{{").replace("}", "}}"), True
            elif isinstance(value, ast.JoinedStr):
                yield from self.pieces(value)
            else:
                yield self.field(value), False

    def field(self, node):
        text = Unparser(True).expression(node.value, _OR)
        if "\\" in text:
            raise ValueError("Unable to avoid backslash in f-string expression part")
        text = "{" + (" " if text.startswith("{") else "") + text
        if node.conversion != -1:
            text += "!" + chr(node.conversion)
        if node.format_spec:
            text += ":" + "".join(piece for piece, _ in self.pieces(node.format_spec))
        return text + "}"

    def of_FormattedValue(self, node):
        text, quotes = _escaped(self.field(node))
        return _ATOM, "f" + quotes[0] + text + quotes[0]

    def of_List(self, node):
        return _ATOM, "[" + self.many(node.elts) + "]"

    def of_Set(self, node):
        return _ATOM, "{" + self.many(node.elts) + "}" if node.elts else "{*()}"

    def of_Tuple(self, node):
        if not node.elts:
            return _ATOM, "()"
        return _TUPLE, self.many(node.elts) + ("," if len(node.elts) == 1 else "")

    def of_Dict(self, node):
        return _ATOM, "{" + ", ".join(
            "**" + self.expression(value, _BIT_OR) if key is None else "%s: %s" % (self.expression(key), self.expression(value))
            for key, value in zip(node.keys, node.values)) + "}"

    def generators(self, node):
        return "".join(map(self.comprehension, node.generators))

    def comprehension(self, node):
        text = " async for " if node.is_async else " for "
        text += self.expression(node.target, _TUPLE) + " in " + self.expression(node.iter, _OR)
        return text + "".join(" if " + self.expression(test, _OR) for test in node.ifs)

    def of_ListComp(self, node):
        return _ATOM, "[" + self.expression(node.elt) + self.generators(node) + "]"

    def of_SetComp(self, node):
        return _ATOM, "{" + self.expression(node.elt) + self.generators(node) + "}"

    def of_GeneratorExp(self, node):
        return _ATOM, "(" + self.expression(node.elt) + self.generators(node) + ")"

    def of_DictComp(self, node):
        return _ATOM, "{" + self.expression(node.key) + ": " + self.expression(node.value) + self.generators(node) + "}"

    def of_IfExp(self, node):
        return _TEST, "%s if %s else %s" % (self.expression(node.body, _OR), self.expression(node.test, _OR),
                                            self.expression(node.orelse, _TEST))

    def of_Lambda(self, node):
        arguments = self.arguments(node.args)
        return _TEST, "lambda" + (" " + arguments if arguments else "") + ": " + self.expression(node.body, _TEST)

    def of_UnaryOp(self, node):
        text, level = _UNARY[type(node.op).__name__]
        # a factor needs no space: -x; but `not x` does
        return level, text + (" " if level != _FACTOR else "") + self.expression(node.operand, level)

    def of_BinOp(self, node):
        text, level = _BINARY[type(node.op).__name__]
        left, right = (level + 1, level) if text == "**" else (level, level + 1)
        return level, "%s %s %s" % (self.expression(node.left, left), text, self.expression(node.right, right))

    def of_BoolOp(self, node):
        text, level = ("and", _AND) if isinstance(node.op, ast.And) else ("or", _OR)
        parts, place = [], level
        for value in node.values:
            place += 1
            parts.append(self.expression(value, place))
        return level, (" %s " % text).join(parts)

    def of_Compare(self, node):
        text = self.expression(node.left, _BIT_OR)
        for operator, value in zip(node.ops, node.comparators):
            text += " %s %s" % (_COMPARES[type(operator).__name__], self.expression(value, _BIT_OR))
        return _COMPARE, text

    def of_Attribute(self, node):
        text = self.expression(node.value, _ATOM)
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, int):
            text += " "  # 3 .real
        return _ATOM, text + "." + node.attr

    def of_Call(self, node):
        inside = [self.expression(argument) for argument in node.args] + [self.keyword(keyword) for keyword in node.keywords]
        return _ATOM, self.expression(node.func, _ATOM) + "(" + ", ".join(inside) + ")"

    def keyword(self, node):
        if node.arg is None:
            return "**" + self.expression(node.value)
        return node.arg + "=" + self.expression(node.value)

    def of_Subscript(self, node):
        inside = node.slice
        if isinstance(inside, ast.Tuple) and inside.elts:
            text = self.many(inside.elts) + ("," if len(inside.elts) == 1 else "")
        else:
            text = self.expression(inside)
        return _ATOM, self.expression(node.value, _ATOM) + "[" + text + "]"

    def of_Starred(self, node):
        return _ATOM, "*" + self.expression(node.value, _BIT_OR)

    def of_Slice(self, node):
        text = (self.expression(node.lower) if node.lower else "") + ":" + (self.expression(node.upper) if node.upper else "")
        return _ATOM, text + (":" + self.expression(node.step) if node.step else "")

    # ---- parameters ----

    def argument(self, node):
        return node.arg + (": " + self.expression(node.annotation) if node.annotation else "")

    def arguments(self, node):
        positional = node.posonlyargs + node.args
        defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
        parts = []
        for number, (argument, default) in enumerate(zip(positional, defaults), 1):
            parts.append(self.argument(argument) + ("=" + self.expression(default) if default else ""))
            if number == len(node.posonlyargs):
                parts.append("/")
        if node.vararg:
            parts.append("*" + self.argument(node.vararg))
        elif node.kwonlyargs:
            parts.append("*")
        for argument, default in zip(node.kwonlyargs, node.kw_defaults):
            parts.append(self.argument(argument) + ("=" + self.expression(default) if default else ""))
        if node.kwarg:
            parts.append("**" + self.argument(node.kwarg))
        return ", ".join(parts)
