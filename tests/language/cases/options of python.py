"""-W and -X of the interpreter, PYTHONWARNINGS, signatures that no built-in tells, and the order of weak references' callbacks."""
import builtins
import functools
import inspect
import os
import subprocess
import sys
import weakref


def run(*words, **environment):
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, **environment))
    print(words, environment, done.returncode, done.stdout)


WARN = "import sys, warnings; warnings.warn('x'); warnings.warn('old', DeprecationWarning); print(sys.warnoptions)"
run("-W", "error", "-c", WARN)
run("-Wignore", "-c", WARN)
run("-W", "ignore::UserWarning", "-W", "a", "-c", WARN)
run("-W", "error:ol", "-c", WARN)
run("-W", "nothing", "-W", "a:b:c:d:e:f", "-W", "error::NoSuch", "-W", "error::no.such", "-W", "error::int", "-W", "error::::x", "-c", "print(1)")
run("-c", WARN, PYTHONWARNINGS="ignore,error::DeprecationWarning")
run("-W", "always", "-c", WARN, PYTHONWARNINGS="error")
run("-Xa=b=c", "-X", "utf8", "-c", "import sys; print(sys._xoptions)")
run("-W", "error", "-c", "import os, subprocess, sys; print(subprocess.run([sys.executable, '-c', 'import sys; print(sys.warnoptions)'], capture_output=True).stdout)")

for name in sorted(dir(builtins)):
    found = getattr(builtins, name)
    if callable(found) and name[0] != "_" and name not in ("copyright", "credits", "license", "help", "exit", "quit", "display", "get_ipython") and \
            not (isinstance(found, type) and issubclass(found, BaseException)):
        try:
            print(name, inspect.signature(found))
        except ValueError as error:
            print(name, error)
print(inspect.signature(type("Own", (int,), {"__init__": lambda self, a: None})))


class W:
    pass


w = W()
kept = [weakref.ref(w, lambda r, n=n: print("callback", n)) for n in range(4)]
del w
w = W()
kept = [weakref.proxy(w, lambda r: print("of a proxy")), weakref.finalize(w, print, "finalizer"), weakref.ref(w, lambda r: print("of a reference"))]
del w
