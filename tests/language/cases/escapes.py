# Escapes that are none: what is warned of, where, and the error when a filter makes it one.
import warnings
warnings.simplefilter("always")
warnings.showwarning=lambda m,c,f,l,*r: print(c.__name__, m, f, l)
def t(s):
    try: print(repr(eval(s)))
    except SyntaxError as e: print(e, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text)
    except ValueError as e: print(e)
for s in [r"'\d'", r"b'\d'", r"f'\d{1}'", r"f'{1}\{6*7}'", r"f'\{6*7}'", r"f'{1:\d}'", r"'''a"+"\n"+r"\q'''", r"'a' '\z'", r"r'\d'", r"rf'\d{1}'", r"'\8'", r"'\é\x41'", r"f'\}}'", r"f'{{\{1}'", r"'\w\d'", r"'\400'", r"b'\777\d'", r"f'\401{1}\d'", r"'\377\8'", r"f'{1:{2}\d}'", r"f'{f'''\q'''}\z'", r"f'''\a{1}\q{2}\z'''", r"('\d','\e'\
 '\f\g')"]:
    t(s)
warnings.simplefilter("error")
for s in [r"'\d'", r"b'\d'", r"f'\d{1}'", r"f'a\{6*7}'", "\n\n(1,\n '''a\n\\q''')", "'é' + 'é\\q'"]:
    t(s)
for s in ["'\\q'\nx=1", "x='\\q'\n", "x='''\n\n\\q'''\n", "f(x, ['\\q', ('\\w')], **{'\\s': 1 if '\\d' else '\\p'})\n"]:
    warnings.simplefilter("error")
    try:
        compile(s, "f.py", "exec")
    except SyntaxError as error:
        print(error.args)
    warnings.simplefilter("always")
    try:
        compile(s, "f.py", "exec")
    except SyntaxError as error:
        print(error.args)
