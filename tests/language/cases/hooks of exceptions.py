"""sys.excepthook, for what nobody catches: each program's output, with its errors, and its exit status."""
import subprocess
import sys
import tempfile

PROGRAMS = ["""
import sys
def hook(kind, value, traceback):
    print("hook", kind.__name__, value, traceback.tb_lineno, sys.last_value is value)
sys.excepthook = hook
1/0
""", """
import sys
def hook(kind, value, traceback):
    raise KeyError("in the hook")
sys.excepthook = hook
1/0
""", """
import sys
def hook(*parts):
    sys.exit(7)
sys.excepthook = hook
1/0
""", """
import sys
sys.excepthook = lambda *parts: print("not called")
sys.exit(3)
""", """
import sys
del sys.excepthook
1/0
""", """
import sys
sys.excepthook = 5
1/0
""", """
import sys
def hook(kind, value, traceback):
    print("before")
    sys.__excepthook__(kind, value, traceback)
    print("after")
sys.excepthook = hook
import atexit
atexit.register(lambda: print("at exit", sys.last_type))
def f():
    raise ExceptionGroup("several", [ValueError(1), ExceptionGroup("inner", [KeyError("k")])])
f()
""", """
import sys, threading
sys.excepthook = lambda *parts: print("hook", parts[0])
def f():
    1/0
threading.excepthook = lambda arguments: print("thread", arguments.exc_type)
t = threading.Thread(target=f)
t.start()
t.join()
raise LookupError
"""]

for program in PROGRAMS:
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([sys.executable, file.name], capture_output=True, text=True)
    print(done.returncode)
    print((done.stdout + done.stderr).replace(file.name, "PROGRAM"))
