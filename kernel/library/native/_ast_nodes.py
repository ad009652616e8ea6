"""The classes of the nodes of syntax trees, made from one table."""

from _native import native_type as _native_type


class AST:
    "A node of a syntax tree; its class tells which fields it has."

    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError("%s constructor takes at most %d positional argument%s"
                            % (type(self).__name__, len(fields), "" if len(fields) == 1 else "s"))
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields[:len(args)]:
                raise TypeError("%s got multiple values for argument '%s'" % (type(self).__name__, name))
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__ or None


AST.__module__ = "ast"

# A line: base: Class(fields) ...; a ? behind a field: it may be None. The bases with ! have places in the source.
_TABLE = """
mod: Module(body type_ignores) Interactive(body) Expression(body) FunctionType(argtypes returns)
stmt!: FunctionDef(name args body decorator_list returns? type_comment?) AsyncFunctionDef(name args body decorator_list returns? type_comment?) ClassDef(name bases keywords body decorator_list) Return(value?) Delete(targets) Assign(targets value type_comment?) AugAssign(target op value) AnnAssign(target annotation value? simple) For(target iter body orelse type_comment?) AsyncFor(target iter body orelse type_comment?) While(test body orelse) If(test body orelse) With(items body type_comment?) AsyncWith(items body type_comment?) Match(subject cases) Raise(exc? cause?) Try(body handlers orelse finalbody) TryStar(body handlers orelse finalbody) Assert(test msg?) Import(names) ImportFrom(module? names level?) Global(names) Nonlocal(names) Expr(value) Pass() Break() Continue()
expr!: BoolOp(op values) NamedExpr(target value) BinOp(left op right) UnaryOp(op operand) Lambda(args body) IfExp(test body orelse) Dict(keys values) Set(elts) ListComp(elt generators) SetComp(elt generators) DictComp(key value generators) GeneratorExp(elt generators) Await(value) Yield(value?) YieldFrom(value) Compare(left ops comparators) Call(func args keywords) FormattedValue(value conversion format_spec?) JoinedStr(values) Constant(value kind?) Attribute(value attr ctx) Subscript(value slice ctx) Starred(value ctx) Name(id ctx) List(elts ctx) Tuple(elts ctx) Slice(lower? upper? step?)
expr_context: Load() Store() Del()
boolop: And() Or()
operator: Add() Sub() Mult() MatMult() Div() Mod() Pow() LShift() RShift() BitOr() BitXor() BitAnd() FloorDiv()
unaryop: Invert() Not() UAdd() USub()
cmpop: Eq() NotEq() Lt() LtE() Gt() GtE() Is() IsNot() In() NotIn()
excepthandler!: ExceptHandler(type? name? body)
pattern!: MatchValue(value) MatchSingleton(value) MatchSequence(patterns) MatchMapping(keys patterns rest?) MatchClass(cls patterns kwd_attrs kwd_patterns) MatchStar(name?) MatchAs(pattern? name?) MatchOr(patterns)
type_ignore: TypeIgnore(lineno tag)
AST: comprehension(target iter ifs is_async) arguments(posonlyargs args vararg? kwonlyargs kw_defaults kwarg? defaults) withitem(context_expr optional_vars?) match_case(pattern guard? body)
AST!: arg(arg annotation? type_comment?) keyword(arg? value) alias(name asname?)
"""

_PLACES = "lineno", "col_offset", "end_lineno", "end_col_offset"
_classes, _members, _optional = {"AST": AST}, {}, {}


def _define(name, base, members):
    members["__module__"] = "ast"
    cls = type(name, (base,), members)
    _classes[name] = cls
    return cls


for _line in _TABLE.strip().split("\n"):
    _base_name, _, _rest = _line.partition(": ")
    _has_place = _base_name.endswith("!")
    _base_name = _base_name.rstrip("!")
    _common = {"_attributes": _PLACES, "end_lineno": None, "end_col_offset": None} if _has_place else {}
    _base = AST if _base_name == "AST" else _define(_base_name, AST, dict(_common, __doc__="One of the nodes %s." % _rest))
    for _piece in _rest.split(") "):
        _name, _, _names = _piece.rstrip(")").partition("(")
        _fields = tuple(_names.split())
        _plain = tuple(field.rstrip("?") for field in _fields)
        _members_of = dict(_common) if _base is AST else {}
        _members_of.update({"_fields": _plain, "__match_args__": _plain, "__doc__": "%s(%s)" % (_name, ", ".join(_fields))})
        for _field in _fields:
            if _field.endswith("?"):
                _members_of[_field[:-1]] = None
        _class = _define(_name, _base, _members_of)
        if _base_name in ("expr_context", "boolop", "operator", "unaryop", "cmpop"):
            _members[_name] = _class()

globals().update(_classes)
__all__ = list(_classes)
