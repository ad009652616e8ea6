def show(name, f):
    try:
        r = f()
        print(name, '->', ascii(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, ascii(e.args))
for src in ("'\ud800'", "x = '\ud800'", "\ud800", "a\udc80 = 1", "# \ud800", "'''\n\udfff'''", "f'\ud800'", "b'\ud800'", "1 + \ud800", "'a'\n'\udcff'"):
    show(ascii(src), lambda: ascii(eval(src)))
    show('exec ' + ascii(src), lambda: exec(src))
    show('compile ' + ascii(src), lambda: type(compile(src, 'f', 'exec')))
    import ast
    show('ast ' + ascii(src), lambda: type(ast.parse(src)))
    show('lit ' + ascii(src), lambda: ast.literal_eval(src))
    import codeop
    show('codeop ' + ascii(src), lambda: type(codeop.compile_command(src)))
    try: exec(src)
    except UnicodeEncodeError as e: print(e.encoding, ascii(e.object), e.start, e.end, e.reason)
    except Exception as e: print(type(e))
show('c', lambda: type(compile('1', '\ud800', 'eval')))
show('ns', lambda: eval('a', {'\ud800': 1, 'a': 2}))
show('type', lambda: type('\ud800', (), {}))
show('getattr', lambda: getattr(5, '\ud800'))
def f():
    class A: pass
    setattr(A, '\ud800', 1); return getattr(A, '\ud800'), '\ud800' in dir(A)
show('setattr', f)
show('int', lambda: int('\ud800'))
show('float', lambda: float('\ud800'))
show('complex', lambda: complex('\ud800'))
show('import', lambda: __import__('\ud800'))
show('print', lambda: '\ud800'.encode())
show('format', lambda: '{\ud800}'.format(**{'\ud800': 5}))
show('percent', lambda: '%(\ud800)s' % {'\ud800': 5})
show('kw', lambda: dict(**{'\ud800': 1}))
show('exec bytes', lambda: eval("'\\ud800'"))
show('input', lambda: eval("'\\udcff'") == '\udcff')
