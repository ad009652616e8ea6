"""Zip archives on sys.path, and everything that can be asked of their modules."""
import sys, zipfile, tempfile, os
d = tempfile.mkdtemp(); z = d + "/a.zip"
with zipfile.ZipFile(z, "w", zipfile.ZIP_DEFLATED) as f:
    f.writestr("zp/__init__.py", "y=2\n"); f.writestr("zq.py", "x=1\ndef f(): return 1/0\n"); f.writestr("zp/sub.py", "from . import y\nz=3"); f.writestr("zp/d.txt", "data"); f.writestr("zp/in/x.txt", "deep"); f.writestr("zpp/__init__.py", ""); f.writestr("zpp/deep/__init__.py", "k = __name__"); f.writestr("bad.py", "x = ("); f.writestr("shadow.py", "where = 'zip'")
sys.path.append(z)
open(d + "/shadow.py", "w").write("where = 'folder'")
def show(*a): print(*[str(x).replace(d, "D") for x in a])
import zq, zp, zp.sub, zpp.deep
for m in (zq, zp, zp.sub, zpp.deep): show(m, getattr(m, "__file__", None), getattr(m, "__path__", None), m.__package__, m.__loader__, m.__spec__, m.__name__)
print(zp.sub.z, zp.sub.y, zpp.deep.k)
import traceback
try: zq.f()
except ZeroDivisionError as e: show(traceback.format_exc().replace("~", "").replace("^", ""))
try: import bad
except SyntaxError as e: show(e, e.filename, e.text)
import zipimport
l = zq.__loader__; show(l.archive, repr(l.prefix), l.is_package("zp"), repr(l.get_source("zq")), l.get_filename("zp"), l.get_data("zp/d.txt"), l.get_data(z + "/zp/d.txt"), l.get_code("zq").co_filename, l.find_spec("zq"), l.find_spec("nope"), l)
for f in (lambda: l.is_package("nope"), lambda: l.get_data("nope"), lambda: zipimport.zipimporter(d), lambda: zipimport.zipimporter(d + "/nope"), lambda: zipimport.zipimporter("/etc/passwd"), lambda: zipimport.zipimporter(""), lambda: zipimport.zipimporter(z + "/zp").find_spec("sub"), lambda: l.get_source("nope"), lambda: l.get_code("nope"), lambda: l.get_filename("nope"), lambda: zipimport.zipimporter(z + "/zp").prefix):
    try: show(f())
    except Exception as e: show(type(e), e)
import pkgutil, inspect; show(pkgutil.get_data("zp", "d.txt"), inspect.getsource(zq.f))
import importlib, importlib.util
show(importlib.util.find_spec("zpp.deep").origin, importlib.import_module("zpp.deep") is zpp.deep, importlib.reload(zq) is zq)
sys.path.insert(0, d); import shadow; print(shadow.where); del sys.modules["shadow"]; sys.path.remove(z); sys.path.insert(0, z); import shadow; print(shadow.where)
try: import zp.nope
except ImportError as e: print(e, e.name)
try: import not_there_at_all
except ImportError as e: print(e)
import json, difflib; print(json.dumps(1))
import importlib.resources as ir
print((ir.files("zp") / "d.txt").read_text(), sorted(p.name for p in ir.files("zp").iterdir()), (ir.files("zp") / "in" / "x.txt").read_bytes())
with ir.as_file(ir.files("zp") / "d.txt") as p: print(p.read_text(), p.exists())
print(p.exists())
