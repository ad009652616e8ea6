"""ast.unparse, and compile() of trees."""
import ast

SOURCE = '''
"""Module doc.
Second 'line' \\\\ here."""
import os.path as p, sys
from . import a
from ..b import (c as d, e)
@decorate(1)
class A(B, metaclass=M):
    """Doc."""
    x: int = 3
    (y): str
    z.w: int
    def f(self, a, /, b=1, *args, c, d=2, **kw) -> int:
        "doc of f"
        global g, h
        return lambda *a, **k: (yield)
async def f():
    async for x in y: await z
    async with a as b, c: pass
    return {**a, 1: 2}, {1, 2}, {k: v for k, v in x}, {s for s in t}, (g async for g in h)
for i, j in x: break
else: continue
while True:
    x += 1; y @= 2; del x, y[0]
if a: pass
elif b < c <= d is not e not in f: pass
elif z: pass
else: assert a, "b"
if x:
    pass
else:
    if y: pass
    z
try: raise A from B
except (A, B) as e: pass
except: raise
else: pass
finally: pass
try: pass
except* A: pass
with open(x) as f, g: pass
match x:
    case [1, *rest, {"k": v, **r}] if z: pass
    case A(b, c=d) | None as q: pass
    case (1 | 2) as t: pass
    case -1.5 | 2+3j | "s" | a.b: pass
    case [A() as b, *_]: pass
    case _: pass
print(f"a{x!r:>{w}}b{{}} {y=}", b"bytes", u"u", 1_000, 0x10, 1.5e3, 2j, ..., None, True, 1e400)
x[1:2, ::3, ...] = a.b.c = (d := 5)
x[1,]; x[()]; x[*y]; x[a:b]; 3 .real; (3).real; 1.5.real
lambda: 1
def g(*, a): yield; x = yield; y = yield from z; await q
def h(): pass
a, = b; (a, *b), c = d
not a or b and c; (not a) == b; not (a and b); (a or b) and c; a if b else c if d else e; (a if b else c) if d else e
-a ** ~b; (-a) ** b; -(a ** b); (a ** b) ** c; a ** b ** c; a - (b - c); (a - b) - c; a * (b + c); ~(-a); + -a; a << b >> c; a | b ^ c & d
(a < b) < c; a < (b < c); (lambda: 1)(); (yield_).x; f(*a, b, **c, d=e); f(x for x in y); (a, b)[0]; [*a, *b]; {*a}; {**a}
"it's"; 'say "hi"'; """both ' and " """; "tab\\t new\\n line"; "\\x00\\u1234é"; f"{'nested'}"; f'{a["b"]}'; f"{x:{y}.{z}}"; f"{ {1: 2} }"; f"\\n{a}'"
assert (yield_); print((yield_)); x = (a, b); return_ = a, b
def i(a: int, b: "s" = 1, *c: d, e: f = 2, **g: h) -> None: ...
'''
tree = ast.parse(SOURCE)
text = ast.unparse(tree)
print(text)
assert ast.dump(ast.parse(text)) == ast.dump(tree)
for node in ast.walk(tree):
    if isinstance(node, (ast.stmt, ast.expr, ast.pattern, ast.arguments, ast.keyword, ast.alias, ast.withitem)) and not isinstance(node, (ast.FormattedValue, ast.Starred, ast.Slice)):
        print(repr(ast.unparse(node)))
code = compile(ast.parse("x = 6 * 7\nprint(x)"), "made", "exec")
exec(code)
print(eval(compile(ast.parse("[i * i for i in range(4)]", mode="eval"), "made", "eval")), code.co_filename)


class Swap(ast.NodeTransformer):
    def visit_Add(self, node):
        return ast.Mult()


print(eval(compile(ast.fix_missing_locations(Swap().visit(ast.parse("3 + 4", mode="eval"))), "f", "eval")))
for tree in (ast.Expression(ast.Name("x")), ast.Module([], []), ast.Expression(ast.Constant(1, lineno=1))):
    try:
        compile(tree, "f", "eval")
    except Exception as error:
        print(type(error).__name__, error)
