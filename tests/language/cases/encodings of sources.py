"""Sources with a declared encoding; bytes that are not UTF-8; exceptions that keep their files and names when pickled."""
import copy
import os
import pickle
import subprocess
import sys
import tempfile

SOURCES = [b"x=1\n\ny = \"\xe9\"\n", b"# coding: foo\nprint(1)\n", b"# -*- coding: latin-1 -*-\nprint(\"h\xe9\")\n",
           b"#!x\n# vim: set fileencoding=cp1252 :\nprint(\"h\x80\")\n", b"# coding: ascii\nprint(\"h\xe9\")\n",
           b"\xef\xbb\xbf# coding: latin-1\nprint(1)\n", b"\xef\xbb\xbf# coding: utf-8\nprint('h\xc3\xa9')\n",
           b"x\n# coding: latin-1\nprint(\"h\xe9\")\n", b"\n  # coding: latin-1\nprint(\"h\xe9\")\n",
           b"# coding: cp437\nprint(2); x = \"\x9b\x9b\" + f(4, x for x in y)\n", b'Python = "\xcf\xb3\xf2\xee\xed" +', b"\x89"]
for source in SOURCES:
    try:
        exec(compile(source, "<s>", "exec"))
    except (SyntaxError, NameError) as e:
        print(type(e).__name__, e.args)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "program")
    for source in SOURCES:
        with open(path, "wb") as file:
            file.write(source)
        done = subprocess.run([sys.executable, path], capture_output=True, text=True)
        print((done.stdout + done.stderr).replace(path, "program"))

for error in [ImportError("a", name="n", path="p"), ImportError("a"), OSError(2, "x", "f", None, "g"), OSError(2, "x", "f"), OSError(1, "x"),
              ModuleNotFoundError("m", name="q")]:
    for again in [pickle.loads(pickle.dumps(error)), copy.copy(error)]:
        print(repr(again), {name: getattr(again, name, 0) for name in ("name", "path", "msg", "filename", "filename2", "errno")})
error = ImportError("t", name="n")
error.__init__()
print(error.args, error.msg, error.name)
print(UnicodeDecodeError("ascii", bytearray(b"\xff"), 0, 1, "r").object)


class A:
    blech = None

    def __getattr__(self, name):
        raise AttributeError()


try:
    A().bluch
except AttributeError as e:
    print(e.name, type(e.obj).__name__)
try:
    sys.setrecursionlimit(1)
except RecursionError as e:
    print("too low")


class AtExit:
    def __del__(self):
        print("names are there at the end:", os.path.basename("a/b"), sys.__name__)


kept = AtExit()
ring = [AtExit()]
ring.append(ring)
