"""What the compiler warns of, as an error; how deep blocks may be; keys that are the same in a pattern; texts of errors."""
import warnings
warnings.simplefilter("always")
for s in ["0x1for x in ()", "1and 2", "0xfor x", "'\\d'", "b'\\d'", "'\\400'", "f'\\d{1}'", "1is 2", "[0x1for x in ()]", "01and 2","1_000and x", "1jif x else 2"]:
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        try:
            compile(s, "<t>", "exec")
        except SyntaxError as e: print(s, e)
        for i in w: print(s, i.category.__name__, i.message, i.filename, i.lineno, i.line)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile("\n(3+\n" + s+")", "<t>", "exec")
        except SyntaxError as e: print(s, e, e.args)
        except Warning as e: print(s, "!!!!", e, e.args)

warnings.simplefilter("error")
for s in ["'\\d'", "'\\d'\n", "x='\\d'\ny=2", "x='''\n\\d\n'''", "x='''\n\\d\n'''\n", "f(2,\n'\\d')\n", "x = = 2", "x = = 2\n", "(1 is 2)"]:
    try:
        compile(s, "<t>", "exec")
    except SyntaxError as e: print(repr(s), e, e.args)
warnings.resetwarnings()

import traceback
for s in ["return 1", "def f(x,x): pass", "def f():\n  global x; x=1; nonlocal x", "x = 1 +", "class A:\n  return 3", "f(**a, *b)", "'%d' 'a' = 3"]:
    try: compile(s, "<t>", "exec")
    except SyntaxError as e: print(e.args); print(traceback.format_exception_only(e))
    try: exec(s)
    except SyntaxError as e: print(e.args)


def t(*keys):
    try: compile("match x:\n case {%s}: pass" % ", ".join(k+": _" for k in keys), "<t>", "exec")
    except SyntaxError as e: print(keys, e.args)
    else: print(keys, "fine")
t("0","False"); t("0","-0"); t("0","0.0"); t("0","0j"); t("1","True"); t("-1","-1"); t("1+2j","1+2j"); t("1-2j","1-2j"); t("-2j","-2j")
t("1e400","1e500"); t("9007199254740993","9007199254740992.0"); t("9007199254740992","9007199254740992.0"); t("1"*30,"1"*30); t("1"*30,"1"*29); t("-"+"1"*30,"1"*30); t("'a'","b'a'"); t("'a'","'a'"); t("None","None"); t("-0.0","0.0"); t("0.0", "-0.0"); t("1+0j","1")
t("-1+2j","-1+2j"); t("-"+"1"*30,"-"+"1"*30); t("x.a","x.a"); t("-1.5", "-1.5")


def nest(opener, n, tail="pass"):
    lines=[]
    for i in range(n):
        lines.append("    "*i+opener)
    lines.append("    "*n+tail)
    return "\n".join(lines)+"\n"
def tr(n, mid, named=""):
    code=""
    for i in range(n):
        code += f"{'    '*i}try:\n{'    '*(i+1)}x\n{'    '*i}{mid}:\n"
    return code+"    "*n+"pass\n"
def fin(n, e="finally:\n%sx\n"):
    code="".join("    "*i+"try:\n" for i in range(n))+"    "*n+"pass\n"
    for i in reversed(range(n)):
        code+="    "*i+"finally:\n"+"    "*(i+1)+"x\n"
    return code
def exc(n):
    code="".join("    "*i+"try:\n" for i in range(n))+"    "*n+"pass\n"
    for i in reversed(range(n)):
        code+="    "*i+"except:\n"+"    "*(i+1)+"x\n"
    return code
def both(n):
    code="".join("    "*i+"try:\n" for i in range(n))+"    "*n+"pass\n"
    for i in reversed(range(n)):
        code+="    "*i+"except:\n"+"    "*(i+1)+"x\n"+"    "*i+"finally:\n"+"    "*(i+1)+"x\n"
    return code
def els(n):
    code=""
    for i in range(n):
        code += "    "*i+"try:\n"+"    "*(i+1)+"x\n"+"    "*i+"except: y\n"+"    "*i+"else:\n"
    return code+"    "*n+"pass\n"
def fels(n):
    code=""
    for i in range(n):
        code += "    "*i+"for i in x:\n"+"    "*(i+1)+"x\n"+"    "*i+"else:\n"
    return code+"    "*n+"pass\n"
def infin(n):
    code=""
    for i in range(n):
        code += "    "*i+"try:\n"+"    "*(i+1)+"x\n"+"    "*i+"finally:\n"
    return code+"    "*n+"pass\n"
makers = {"while": lambda n: nest("while x:", n), "for": lambda n: nest("for i in x:", n), "with": lambda n: nest("with a as b:", n),
 "with2": lambda n: nest("with a as b, c, d:", n), "if": lambda n: nest("if a:", n), "except": lambda n: tr(n,"except"), "exceptn": lambda n: tr(n,"except E as e"),
 "except*": lambda n: tr(n, "except* E"), "except*n": lambda n: tr(n, "except* E as e"), 
 "tryf": fin, "trye": exc, "both": both, "else": els, "felse": fels, 
 "asyncfor": lambda n: "async def f():\n"+"".join("    "+l+"\n" for l in nest("async for x in y:", n).split("\n")),
 "asyncwith": lambda n: "async def f():\n"+"".join("    "+l+"\n" for l in nest("async with y:", n).split("\n")),
 "asynccomp": lambda n: "async def f():\n    return "+"["*n+"1"+" async for x in y]"*n,
 "asynccomp2": lambda n: "async def f():\n    return [1 "+" async for x in y"*n+"]",
 "comp": lambda n: "[1 "+" for x in y"*n+"]",
 "ret": lambda n: "def f():\n"+"".join("    "+l+"\n" for l in nest("with a as b:", n, "return g()").split("\n")),
 "match": lambda n: "\n".join("  "*i*2+"match x:\n"+"  "*(2*i+1)+"case 1:" for i in range(n))+"\n"+"    "*n+"pass",
 "fn": lambda n: nest("while x:", n-1, "def f():\n"+"    "*n+"while x: pass"),
 "cls": lambda n: nest("while x:", n-1, "class f:\n"+"    "*n+"while x: pass"),
}
for name, m in makers.items():
    for n in range(6, 24):
        try: compile(m(n), "<t>", "exec")
        except SyntaxError as e:
            print(name, n, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, repr(e.text)); break
    else: print(name, "fine")
