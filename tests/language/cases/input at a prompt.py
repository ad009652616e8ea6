"""Which input a console takes as whole, and which it asks more for."""
import codeop

compiler = codeop.CommandCompiler()
for source in ["x = 1", "if 1:", "if 1:\n    x", "if 1:\n    x\n", "if 1: pass", "if 1: pass\n", "x = (1,", "x = (1,\n  2)", "'''a", "'''a\n'''", "def f():",
               "def f():\n  return 1", "def f():\n  return 1\n", "@decorate", "@decorate\ndef f(): pass\n", "class A:\n  x = 1\n\n  y = 2", "x = ", "1 +", "1 + \\",
               "try:\n  1", "try:\n  1\n", "try:\n  1\nfinally:\n  2\n", "while 1: break", "for x in 1, 2:\n  print(x)\n", "", "  ", "# only", "pass # and more",
               "with a: b\n", "async def f(): pass\n", "match x:", "match x:\n  case 1: pass\n", "x = 'a", "a b", "  x", ")", "(1))", "lambda:", "f(", "else:"]:
    try:
        code = compiler(source)
        print(repr(source), "more" if code is None else "whole")
    except SyntaxError as error:
        print(repr(source), type(error).__name__)
