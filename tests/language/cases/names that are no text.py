"""Files, variables and arguments whose names are no text: their bytes are lone surrogates, and no other surrogate has bytes."""
import os, tempfile, sys
d = tempfile.mkdtemp()
os.chdir(d)
odd = os.fsdecode(b"odd-\xff\xfe")
with open(odd, "w") as f: print("hello", file=f)
print(os.listdir("."), os.listdir(b"."), ascii(os.listdir()))
print(open(b"odd-\xff\xfe").read(), os.stat(odd).st_size, os.path.exists(odd), os.path.getsize(odd), os.path.isfile(b"odd-\xff\xfe"))
print([ (e.name, e.path, e.stat().st_size) for e in os.scandir()])
print([ (e.name, e.path, e.is_file()) for e in os.scandir(b".")])
os.rename(odd, odd + "2")
print(os.listdir(b"."))
os.mkdir(os.fsdecode(b"dir\xe9"))
os.chdir(os.fsdecode(b"dir\xe9"))
print(os.getcwdb().startswith(os.fsencode(d)), os.getcwdb().endswith(b"dir\xe9"), ascii(os.getcwd()[-4:]), ascii(os.path.abspath("x")[-6:]), ascii(os.path.realpath("y")[-6:]), os.path.realpath(b"y")[-6:])
os.chdir("..")
print(ascii([(os.path.basename(a) == os.path.basename(d), b, c) for a, b, c in os.walk(d)]))
import pathlib, shutil, glob
print(ascii(sorted(p.name for p in pathlib.Path(d).iterdir())), ascii(sorted(glob.glob("*"))), sorted(glob.glob(b"*")))
p = pathlib.Path(os.fsdecode(b"dir\xe9"), "z")
p.write_text("1"); print(p.read_text(), p.exists(), bytes(p), ascii(str(p)))
os.symlink(odd + "2", "link"); print(ascii(os.readlink("link")), os.readlink(b"link"), ascii(os.path.realpath("link"))[-19:])
os.environ["ODD"] = os.fsdecode(b"v\xff"); print(ascii(os.environ["ODD"]), os.getenv("ODD") == "v\udcff", os.environb[b"ODD"] if 0 else 1)
import subprocess
print(subprocess.run(["printenv", "ODD"], capture_output=True).stdout)
print(subprocess.run(["echo", "a\udcffb"], capture_output=True).stdout)
print(subprocess.run(["pwd"], capture_output=True, cwd=b"dir\xe9").stdout[-6:])
print(subprocess.run(["printenv", "Q"], capture_output=True, env={"Q": "\udc80", "PATH": os.environ["PATH"]}).stdout)
del os.environ["ODD"]; print("ODD" in os.environ)
print(ascii(open("nope\udcff", "a").name))
try: open("no/\udcff")
except OSError as e: print(ascii(e), ascii(e.filename))
try: os.stat(b"no\xff\xff/")
except OSError as e: print(ascii(e), ascii(e.filename))
import zipfile, socket
with zipfile.ZipFile("z\udcff.zip", "w") as z: z.writestr("a", "b")
print(zipfile.ZipFile(b"z\xff.zip".decode("utf-8", "surrogateescape")).namelist())
s = socket.socket(socket.AF_UNIX); s.bind("sock\udcff"); print(ascii(s.getsockname())); s.close()
print(sorted(os.listdir(b".")))
print(os.system(b"exit 3") >> 8, os.system("exit 4") >> 8, os.system(pathlib.Path("true")))
open("m\udce9.py", "w").close()
print(os.spawnv(0, "/nonexistent", ["a"]))
shutil.copy("m\udce9.py", "copy\udcaa"); shutil.rmtree(d); print(os.path.exists(d))


LONE = "\ud800"
os.chdir("/")
for call in (open, os.stat, os.lstat, os.listdir, os.mkdir, os.rmdir, os.unlink, os.chdir, os.readlink, os.scandir, os.utime, os.statvfs,
             os.path.getsize, os.path.exists, os.path.isdir, os.path.lexists, os.path.ismount, os.path.realpath, os.path.abspath,
             os.path.basename, os.system, os.getenv, os.unsetenv, os.environ.get, os.environ.__getitem__, os.environ.__contains__,
             os.fsencode, pathlib.Path, subprocess.run, shutil.rmtree, shutil.which, glob.glob, zipfile.ZipFile,
             lambda name: os.rename(name, "x"), lambda name: os.rename("x", name), lambda name: os.symlink(name, "x"),
             lambda name: os.environ.__setitem__(name, "x"), lambda name: os.environ.__setitem__("x", name),
             lambda name: os.environ.update({"x": name}), lambda name: os.environ.pop(name, None), lambda name: os.access(name, 0),
             lambda name: subprocess.run(["true"], cwd=name), lambda name: subprocess.run(["true"], env={"x": name}),
             lambda name: socket.socket(socket.AF_UNIX).connect(name), lambda name: __import__("codecs").lookup(name),
             lambda name: __import__("pwd").getpwnam(name), lambda name: __import__("hashlib").new(name)):
    for name in (LONE, "a\0b"):
        try:
            print(ascii(call(name)))
        except Exception as error:
            print(type(error).__name__, ascii(str(error)))
for key in ("a=", "", "a", 1):
    for value in ("x", "\0", 2):
        try:
            os.environ[key] = value
        except Exception as error:
            print(type(error).__name__, error)
for source in (b"'\xed\xa0\x80'", b"'\xe2\x82'", b"'\xe2\x82a'", b"'\xff'", b"x = 1\ny = 'a\xed\xbf\xbf'", b"\xed\xa0\x80 = 1", b"x = 1 # \xed\xa0\x80",
               b"x = '#' # \xff", b"# \xff\nx = '\xff'", b"\xef\xbb\xbf'\xc3'"):
    try:
        print(exec(source))
    except SyntaxError as error:
        print(error)
for path in ("/a/b\0c.d", "\0", "/\0/../x", "a\0.b\0", "~/\0", "$HOME\0", "${HO\0ME}", "x/\0/y/", "//\0"):
    for function in (os.path.basename, os.path.dirname, os.path.split, os.path.splitext, os.path.normpath, os.path.abspath,
                     os.path.expanduser, os.path.expandvars, os.path.isabs, os.path.normcase, os.path.splitdrive):
        print(function.__name__, ascii(path), ascii(function(path)), function(path.encode()))
