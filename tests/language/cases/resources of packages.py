"""Files that lie in packages."""
import importlib.resources as ir, os, sys, tempfile, warnings, zipfile, pathlib
warnings.simplefilter("ignore")
d = tempfile.mkdtemp(); sys.path.insert(0, d)
os.makedirs(d + "/pk/sub"); open(d + "/pk/__init__.py", "w").write("x = 1\n"); open(d + "/pk/data.txt", "w").write("héllo\n"); open(d + "/pk/sub/__init__.py", "w").close(); open(d + "/pk/sub/b.bin", "wb").write(b"\0\1"); open(d + "/pk/mod.py", "w").close()
os.makedirs(d + "/ns/deep"); open(d + "/ns/deep/f.txt", "w").write("ns")
z = d + "/arch.zip"
with zipfile.ZipFile(z, "w") as f:
    f.writestr("zp/__init__.py", ""); f.writestr("zp/d.txt", "zipped"); f.writestr("zp/in/x.txt", "deep")
sys.path.append(z)
def t(s):
    try: print(s, str(eval(s)).replace(d, "D"))
    except Exception as e: print(s, type(e).__name__, str(e).replace(d, "D"))
import pk, pk.mod
for s in ("ir.files('pk')", "ir.files(pk)", "ir.files('pk') / 'data.txt'", "(ir.files('pk') / 'data.txt').read_text(encoding='utf-8')", "ir.files('pk').joinpath('sub', 'b.bin').read_bytes()", "sorted(p.name for p in ir.files('pk').iterdir() if p.name[0] != '_')", "ir.files('pk.sub')", "ir.files('pk.mod')", "ir.files(pk.mod)", "ir.files('nope')", "ir.files(5)", "ir.read_text('pk', 'data.txt', 'utf-8')", "ir.read_binary('pk.sub', 'b.bin')", "ir.read_text('pk', 'sub/b.bin')", "ir.read_text('pk', 'absent')", "ir.is_resource('pk', 'data.txt')", "ir.is_resource('pk', 'sub')", "ir.is_resource('pk', 'z')", "sorted(ir.contents('pk'))[-3:]", "ir.open_text('pk', 'data.txt', encoding='utf-8').readline()", "ir.open_binary('pk', 'data.txt').read()", "(ir.files('json') / '__init__.py').is_file()", "ir.files('email').name"): t(s)
with ir.as_file(ir.files("pk") / "data.txt") as p: print(p == pathlib.Path(d, "pk/data.txt"))
with ir.path("pk", "data.txt") as p: print(p.name)
