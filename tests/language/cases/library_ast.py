"""ast: parsing, dumping, literals, walking and changing trees."""
import ast

SOURCE = '''
import os.path as p, sys
from . import a
from ..b import (c as d, e)
@decorate(1)
class A(B, metaclass=M):
    """Doc."""
    x: int = 3
    (y): str
    def f(self, a, /, b=1, *args, c, d=2, **kw) -> int:
        "doc of f"
        global g, h
        nonlocal_ = [i for i in range(10) if i if not i for j in k]
        return lambda *a, **k: (yield)
async def f():
    async for x in y: await z
    async with a as b, c: pass
    return {**a, 1: 2}, {1, 2}, {k: v for k, v in x}, {s for s in t}, (g async for g in h)
for i in x: break
else: continue
while True:
    x += 1; y @= 2; del x, y[0]
if a: pass
elif b < c <= d is not e not in f: pass
else: assert a, "b"
try: raise A from B
except (A, B) as e: pass
except: pass
else: pass
finally: pass
try: pass
except* A: pass
with open(x) as f, g: pass
match x:
    case [1, *rest, {"k": v, **r}] if z: pass
    case A(b, c=d) | None as q: pass
    case -1.5 | 2+3j | "s" | a.b: pass
    case _: pass
print(f"a{x!r:>{w}}b{{}} {y=}", b"bytes", u"u", 1_000, 0x10, 1.5e3, 2j, ..., None, True, not a or b and c, -a ** ~b, a if b else c)
x[1:2, ::3, ...] = a.b.c = (d := 5)
x = yield_
10 ** 30
'''
tree = ast.parse(SOURCE)
print(ast.dump(tree))
print(ast.dump(tree, include_attributes=True)[:3000])
print(ast.dump(tree, indent=2)[:5000])
print(ast.dump(ast.parse("a + b", mode="eval"), annotate_fields=False), ast.dump(ast.parse("x; y", mode="single"), indent="\t"))
for text in ["1", "-1", "+1.5", "1+2j", "-1-2j", "'a' 'b'", "b'x'", "(1, 2)", "[1, [2]]", "{1: {2}}", "set()", "None", "...", "{'a': (1,)}", "  1", "()", "(1)"]:
    print(repr(ast.literal_eval(text)))
for text in ["a", "1+1", "f()", "[x]", "lambda: 1", "(", "1j+1", "-'a'", "{1: a}", "{**a}", "'a' + 'b'", "f'x'", "", "x = 1", "--1", "not 1"]:
    try:
        print(repr(ast.literal_eval(text)))
    except Exception as error:
        print(type(error).__name__, str(error).split("<ast")[0])
print(ast.literal_eval(ast.parse("[1]", mode="eval")), ast.literal_eval(ast.Constant(5)))


class Names(ast.NodeVisitor):
    def __init__(self):
        self.found = []

    def visit_Name(self, node):
        self.found.append((node.id, node.lineno, node.col_offset, type(node.ctx).__name__))
        self.generic_visit(node)


names = Names()
names.visit(tree)
print(names.found)
print([type(node).__name__ for node in ast.walk(tree)][:80])
print(ast.get_docstring(tree.body[3]), ast.get_docstring(tree), ast.get_docstring(tree.body[3].body[3]))
print([ast.get_source_segment(SOURCE, node) for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.BinOp)])


class Double(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node)

    def visit_Pass(self, node):
        return None


changed = ast.fix_missing_locations(Double().visit(ast.parse("x = 3\nif x: pass\nelse: y = 'a'")))
print(ast.dump(changed, include_attributes=True))
print(ast.dump(ast.increment_lineno(ast.parse("x"), 5), include_attributes=True))
node = ast.Name("x", ctx=ast.Load())
print(node._fields, node.id, node._attributes, ast.dump(node), isinstance(node, ast.expr), ast.BinOp.__mro__[1].__name__, ast.Name.__module__, ast.arg.__name__)
for attempt in (lambda: ast.Name(1, 2, 3), lambda: ast.Name(1, id=2), lambda: ast.Name().id, lambda: ast.dump(1), lambda: ast.parse("x ="), lambda: ast.parse("x", mode="y"),
                lambda: ast.get_docstring(node), lambda: compile(ast.parse("1"), "f", "eval")):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)
print(ast.dump(compile("a", "f", "exec", ast.PyCF_ONLY_AST)), ast.Name("a").end_lineno, ast.Return().value, list(ast.iter_fields(ast.Return())))
match ast.parse("f(1)", mode="eval").body:
    case ast.Call(ast.Name(name), [ast.Constant(value)]):
        print(name, value)
