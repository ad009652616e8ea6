"""What is still there when a program ends: functions that the library holds, finalizers, and the names that they need."""
import os
import re
import subprocess
import sys
import tempfile

CLASS = """
class D:
    def __init__(s, n): s.n = n
    def __del__(s): print('del', s.n, %s)
"""
PROGRAMS = ["""
import atexit
""" + CLASS % "helper()" + """
def helper(): return 'helped'
d = D('global')
def f(x): print('atexit', x.n)
atexit.register(f, D('arg'))
atexit.register(lambda: print('lambda', d.n))
""", """
import signal
""" + CLASS % "signal.SIGINT" + """
d = D('global')
def handler(n, f, keep=D('handler')): print(d)
signal.signal(signal.SIGUSR1, handler)
""", """
import warnings
""" + CLASS % "D" + """
d = D('global')
def show(*a, k=D('show'), **kw): print(d)
warnings.showwarning = show
""", """
import functools, re, weakref
""" + CLASS % "(re.sub('a', 'b', 'aa'), functools.reduce)" + """
@functools.lru_cache
def cached(x): return D(x)
cached(1); cached(2)
d = D('global')
weakref.finalize(d, print, 'finalized')
o = D('o')
weakref.finalize(o, lambda: print('final o'))
f = weakref.finalize(o, print, 'never')
f.atexit = False
print(f.atexit, f.alive, f.peek()[1:])
weakref.finalize(o, lambda: 1 / 0)
""", """
import builtins, sys
""" + CLASS % "len" + """
builtins.extra = D('builtin')
sys.modules['fake'] = D('fake module')
class E:
    def __del__(s):
        try:
            import json
        except ImportError as e:
            print(e, sys.is_finalizing(), 'os' in sys.modules)
e = E()
print(sys.is_finalizing())
""", """
import io
class S(io.StringIO):
    def close(s):
        print('closing'); super().close()
s = S()
class R(io.RawIOBase):
    def close(s):
        print('closing R'); super().close()
r = R()
"""]

with tempfile.TemporaryDirectory() as folder:
    for number, text in enumerate(PROGRAMS):
        file = os.path.join(folder, "program.py")
        with open(file, "w") as target:
            target.write(text)
        done = subprocess.run([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print("=====", number)
        print(re.sub("0x[0-9a-f]+", "ADDRESS", re.sub(r'  File "(/usr/lib|<frozen).*\n(    .*\n)*', "", done.stdout.replace(folder, "FOLDER"))))
