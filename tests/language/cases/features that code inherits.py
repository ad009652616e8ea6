"""What `from __future__ import` and the flags of compile() turn on, where, and for whom."""
import __future__
import ast
import asyncio
import inspect
from typing import get_type_hints

for name in __future__.all_feature_names:
    flag = getattr(__future__, name).compiler_flag
    print(name, hex(compile("from __future__ import " + name, "<x>", "exec").co_flags), hex(compile("1", "<x>", "eval", flag).co_flags),
          hex(compile("def f(): return 1\n", "<x>", "exec", flag).co_consts[0].co_flags))

for flags in (0x10, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000, 1, 2, 4, 8, -1, 0x2000000, 0x40, 0x20):
    try:
        print(hex(flags), type(compile("1", "<x>", "exec", flags)))
    except ValueError as error:
        print(hex(flags), error)
for level in (-2, -1, 0, 1, 2, 3):
    try:
        print(level, type(compile("1", "<x>", "exec", 0, False, level)))
    except ValueError as error:
        print(level, error)

for text in ("1 <> 2", "1 != 2", "(1 <> 2)", "1 < > 2", "1<>2<>3", "f'{1<>2}'", "a <> b != c", "x = [i for i in y if i <> 2]"):
    for flags in (0, 0x400000, 0x400400):
        try:
            compiled = compile(text, "<x>", "exec", flags)
            print(text, hex(flags), ast.dump(compiled) if flags & 0x400 else hex(compiled.co_flags))
        except SyntaxError as error:
            print(text, hex(flags), error.args)
for text in ("from __future__ import barry_as_FLUFL\n1 <> 2",
             "from __future__ import barry_as_FLUFL\nprint(eval('1 <> 2'))\nprint(eval('lambda: 0').__code__.co_flags)\n"
             "try: eval('1 != 2')\nexcept SyntaxError as e: print(e.args)\n"):
    try:
        exec(text)
    except SyntaxError as error:
        print(text, error.args)

TEXTS = ["'a'\n'b'\nfrom __future__ import annotations\nx: Y\n", "1\nfrom __future__ import annotations\nx: Y\n",
         "b'a'\nfrom __future__ import annotations\nx: Y\n", "f'a'\nfrom __future__ import annotations\nx: Y\n",
         "...\nfrom __future__ import annotations\nx: Y\n",
         "from __future__ import division; from __future__ import annotations\nx: Y\n",
         "from __future__ import division; import os; from __future__ import annotations\nx: Y\n",
         "import os; from __future__ import annotations\nx: Y\n", "'a'; from __future__ import annotations\nx: Y\n",
         "from .__future__ import annotations\nx: Y\n", "from __future__ import annotations as q\nx: Y\n",
         "from __future__ import *\nx: Y\n", "from __future__ import (division,\nannotations)\nx: Y\n",
         "from __future__ import division\n'b'\nfrom __future__ import annotations\nx: Y\n",
         "from __future__ import division\n'b'; import os\nfrom __future__ import annotations\nx: Y\n",
         "x = 1; 'a'\nfrom __future__ import annotations", "import __future__\nfrom __future__ import annotations\nx: Y",
         "# c\n\n'''d'''\n# e\nfrom __future__ import annotations\nx: Y\nprint(__doc__)", "from __future__ import annotations; x: Y\n",
         "from __future__ import annotations, annotations\nx: Y\n", "from __future__ import annotations\nx: (yield)\n",
         "from __future__ import annotations\ndef f(x: (y := 2)): pass\n", "from __future__ import annotations\ndef f(x: await 2): pass\n",
         "from __future__ import annotations\ndef f(x: lambda: (yield)): print(f.__annotations__)\nf(1)\n",
         "from __future__ import annotations\ndef f(x: [(y := 1) for z in w]): print(f.__annotations__)\nf(1)\n",
         "from __future__ import annotations\ndef f(x: lambda: (y := 1)): print(f.__annotations__)\nf(1)\n",
         "from __future__ import annotations\ndef f(x: [(yield) for z in w]): print(f.__annotations__)\n",
         "from __future__ import annotations\ndef f(x: [z for z in (yield)]): print(f.__annotations__)\n",
         "from __future__ import annotations\ndef f(x: [await z for z in w]): print(f.__annotations__)\nf(1)\n",
         "from __future__ import annotations\nclass C:\n  def f(x: lambda: (yield), y: (yield)): pass\n",
         "from __future__ import nested_scopes, generators\n", "from __future__ import Braces", "from __future__ import braces, nothere",
         "from __future__ import nothere, braces", "x = 1\nfrom __future__ import braces", "from __future__ import braces; global x",
         "x = 1; global x; from __future__ import division", "x = 1\nglobal x\nfrom __future__ import division",
         "from __future__ import annotations\nclass C:\n  x: __Y\n  def f(self, __a: __B) -> 'C': pass\nprint(C.__annotations__, C.f.__annotations__)",
         "if 1:\n  from __future__ import annotations\n", "try:\n  from __future__ import annotations\nexcept: pass\n",
         "from __future__ import annotations\nif 1:\n  from __future__ import division\n",
         "from __future__ import annotations\nif 1: from __future__ import division\n"]
for text in TEXTS:
    for mode in ("exec", "single"):
        try:
            code, names = compile(text, "<s>", mode), {}
            exec(code, names)
            print(repr(text), mode, hex(code.co_flags), names.get("__annotations__"))
        except Exception as e:
            print(repr(text), mode, type(e), e.args, *(getattr(e, name, None) for name in ("lineno", "offset", "text", "end_lineno", "end_offset")))

code, names = compile("from __future__ import annotations\nclass A:\n  x: int\n  def f(self, y: str): pass", "<s>", "exec"), {}
exec(code, names)
print(get_type_hints(names["A"]), get_type_hints(names["A"].f), [hex(part.co_flags) for part in code.co_consts if hasattr(part, "co_flags")])
print(inspect.signature(names["A"].f), inspect.signature(names["A"].f, eval_str=True))


def inside():
    exec("from __future__ import annotations\ndef h(x: Z): pass\nexec('def h2(x: Z): pass')\nprint(h2.__annotations__)\n"
         "exec(compile('def h3(x: Z): pass', '', 'exec'))\nprint(h3.__annotations__)\n"
         "try: exec(compile('def h4(x: Z): pass', '', 'exec', dont_inherit=True))\nexcept NameError as e: print(e)\n"
         "def g(source): exec(source)\n"
         "g('def h5(x: Z): pass\\nprint(h5.__annotations__)')\n"
         "print(list(map(eval, ['(lambda: 0).__code__.co_flags'])))\n"
         "import ast\nprint(hex(compile(ast.parse('def f(x: Q): pass'), '<s>', 'exec').co_flags))\n"
         "exec(compile(ast.parse('def f(x: Q): pass'), '<s>', 'exec'))\nprint(f.__annotations__)")
    try:
        exec("def h6(x: Z): pass")
    except NameError as error:
        print(error)


inside()
try:
    compile("await x", "<s>", "exec")
except SyntaxError as error:
    print(error.args)
for text in ("await x", "[await y async for y in z]", "1", "lambda: 1"):
    print(text, hex(compile(text, "<s>", "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT).co_flags))
    print(text, hex(compile(text, "<s>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT).co_flags))


async def five():
    return 5


async def main():
    names = {"five": five}
    await eval(compile("x = await five()", "<s>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
    return await eval(compile("x + await five()", "<s>", "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)

print(asyncio.run(main()))
