# pathlib, glob, fnmatch, shutil, tempfile, stat.
import fnmatch
import glob
import os
import pathlib
import shutil
import stat
import tempfile
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error)


print("-- pure paths")
texts = ["", ".", "..", "/", "//", "///", "a", "a/", "/a", "//a", "///a", "a/b", "a//b", "a/./b", "a/../b", "./a", "/a/b.txt", "a.tar.gz", ".hidden", "..x", "a.", "a..b", "x/.y.z", "\u00e9/b c"]
for text in texts:
    path = PurePosixPath(text)
    print(repr(text), repr(path), str(path), path.parts, repr(path.name), repr(path.stem), repr(path.suffix), path.suffixes, repr(path.parent), list(path.parents), repr(path.anchor), repr(path.root),
          repr(path.drive), path.is_absolute(), bytes(path), path.as_posix(), os.fspath(path))
    for method, argument in (("with_name", "n"), ("with_suffix", ".s"), ("with_suffix", ""), ("with_stem", "st"), ("relative_to", "a"), ("relative_to", "/"), ("relative_to", "."), ("match", "*.txt"), ("match", "a/*")):
        show(getattr(path, method), argument)
for arguments in ((), ("a", "b"), ("a", "/b"), ("/a", "b", "c/d"), (PurePosixPath("x"), "y"), ("a", ""), ("", "a"), (3,), (b"a",), (None,), ("a", 3)):
    show(PurePosixPath, *arguments)
path = PurePosixPath("/usr/lib/x.py")
print(path / "y", "z" / path, "q" / PurePosixPath("r"), path.joinpath("a", "b"), path.parents[0], path.parents[-1], path.parents[1:], len(path.parents), PurePosixPath("/usr") in path.parents)
show(lambda: path.parents[9])
show(lambda: path / 3)
show(lambda: 3 / path)
show(path.with_name, "a/b")
show(path.with_name, "")
show(path.with_suffix, "x")
show(path.with_suffix, ".")
show(path.with_suffix, "./x")
show(path.relative_to)
show(path.relative_to, "/usr", "lib")
show(path.relative_to, "usr")
show(path.match, "")
print(path.is_relative_to("/usr"), path.is_relative_to("/etc"), [path.match(pattern) for pattern in ("*.py", "lib/*.py", "/usr/*/x.py", "/usr/*.py", "X.py", "x.p?", "[xy].py")])
print(PurePosixPath("a") == PurePosixPath("a/"), PurePosixPath("a") == "a", PurePosixPath("a") < PurePosixPath("b"), hash(PurePosixPath("a")) == hash(PurePosixPath("./a")), sorted(map(PurePosixPath, ["b", "a/c", "a", "a/b"])))
show(lambda: PurePosixPath("a") < "b")
print(path.as_uri(), PurePosixPath("/a b/\u00e9%").as_uri(), isinstance(path, os.PathLike), isinstance(path, PurePath), type(PurePath("x")).__name__, {path: 1}[PurePosixPath("/usr/lib/x.py")])
show(PurePosixPath("a").as_uri)
show(setattr, path, "name", "x")
print("-- windows paths")
for text in ("c:/a/b.txt", "c:a", "\\\\server\\share\\x", "/a", "a\\b", "C:\\", "nul.txt", ""):
    path = PureWindowsPath(text)
    print(repr(path), str(path), path.parts, repr(path.drive), repr(path.root), repr(path.anchor), path.name, path.suffix, repr(path.parent), path.is_absolute(), path.is_reserved(), path.as_posix())
print(PureWindowsPath("C:/A") == PureWindowsPath("c:\\a"), PureWindowsPath("a") == PurePosixPath("a"), PureWindowsPath("c:/a", "d:b"), PureWindowsPath("c:/a") / "/b", PureWindowsPath("A/b").match("a/*"))
show(lambda: PureWindowsPath("a") < PurePosixPath("b"))
show(pathlib.WindowsPath, "x")

print("-- files")
os.environ["TMPDIR"] = "/tmp"
folder = tempfile.mkdtemp(prefix="cupola-paths-")
os.chdir(folder)
here = Path()
print(repr(here), Path.cwd() == Path(folder), type(here).__name__, here.exists(), here.is_dir(), here.is_file())
(here / "a" / "b").mkdir(parents=True)
show((here / "a").mkdir)
show((here / "a").mkdir, exist_ok=True)
show((here / "x" / "y").mkdir)
show((here / "a" / "b" / "f.txt").write_text, "line one\nline \u00e9\n")
show((here / "a" / "g.py").write_bytes, b"\x00\x01")
show((here / "a" / "g.py").write_text, b"x")
show((here / "a" / "g.py").read_bytes)
show((here / "a" / "b" / "f.txt").read_text)
show((here / "absent").read_text)
show((here / "a").read_text)
with (here / "a" / "b" / "f.txt").open() as file:
    print(file.readlines(), file.name)
(here / "a" / ".hidden").touch()
show((here / "a" / ".hidden").touch, exist_ok=False)
(here / "link").symlink_to("a")
(here / "broken").symlink_to("nowhere")
print((here / "link").is_symlink(), (here / "link").is_dir(), (here / "link").readlink(), (here / "broken").exists(), (here / "broken").is_symlink(), (here / "link").resolve() == (here / "a").resolve())
print(sorted(here.iterdir()), sorted(path.name for path in Path("a").iterdir()))
show(lambda: list(Path("absent").iterdir()))
for pattern in ("*", "*.txt", "**/*", "a/*", "*/*", "**/*.txt", "**", "a/**", "[ab]*", "*/b", "a/b/f.txt", "li*", ".*", "**/b/**", "absent/*", "*/"):
    print(pattern, sorted(map(str, here.glob(pattern))), sorted(map(str, here.rglob(pattern))) if not pattern.endswith("/") else "")
show(lambda: list(here.glob("")))
show(lambda: list(here.glob("/x")))
show(lambda: list(here.glob("a**")))
print((here / "a" / "g.py").stat().st_size, stat.filemode((here / "a").stat().st_mode)[0], (here / "link").lstat().st_size, Path("a").samefile("link"))
show(lambda: Path("absent").stat())
show(Path("absent").unlink)
show(Path("absent").unlink, missing_ok=True)
print((here / "a" / "g.py").rename("h.py"), (here / "h.py").replace("i.py"), Path("i.py").exists(), Path("h.py").exists())
show(Path("a").rmdir)
show(Path("i.py").rmdir)
Path("i.py").chmod(0o600)
print(oct(Path("i.py").stat().st_mode), Path("x/../y").resolve() == Path(folder).resolve() / "y", Path("x/../y").absolute() == Path(folder) / "x/../y", Path("~").expanduser() == Path.home(), Path("a~").expanduser())
show(Path("absent").resolve, strict=True)
print(list(map(str, Path("/").glob("us[r]"))), Path("/").is_mount(), Path("/dev/null").is_char_device(), Path("a\0b").exists())

print("-- glob")
for pattern in ("*", "a/*", "**", "**/*.txt", "*/", "[!a]*", "a/b/f.txt", "nothing*", ".*", "a/.*", folder + "/i*", "*/*/*"):
    print(pattern if pattern[0] != "/" else "absolute", sorted(path.replace(folder, "F") for path in glob.glob(pattern)), sorted(path.replace(folder, "F") for path in glob.glob(pattern, recursive=True)))
print(sorted(glob.glob("*", root_dir="a")), sorted(glob.glob("*", root_dir="a", include_hidden=True)), type(glob.iglob("*")).__name__, glob.escape("a[b]*?"), glob.has_magic("a*"), glob.glob(b"i*"))
print("-- fnmatch")
for pattern in ("*", "?", "a*", "*.py", "[abc]", "[!abc]", "[a-c]x", "[]]", "[!]]", "[", "a[", "[a", "*a*b*", "a.b", "[-a]", "[a-]", "[z-a]", "", "**", "[^a]", "\\*", "[[]", "a\nb"):
    print(repr(pattern), [name for name in ("", "a", "b", "ab", "x.py", "ax", "cx", "]", "[", "a[", "-", "aab", "xaxbx", "a.b", "aXb", "^", "*", "\\*", "a\nb", "[a") if fnmatch.fnmatch(name, pattern)], fnmatch.translate(pattern))
print(fnmatch.filter(["a.py", "b.txt", "c.py"], "*.py"), fnmatch.fnmatchcase("A", "a"), fnmatch.fnmatch(b"a", b"*"), fnmatch.fnmatch("a" * 50, "*a" * 20 + "b"))
show(fnmatch.fnmatch, 3, "a")
show(fnmatch.fnmatch, "a", 3)

print("-- shutil")
show(shutil.copy, "i.py", "j.py")
show(shutil.copy, "i.py", "a")
show(shutil.copy2, "i.py", "k.py")
print(os.stat("k.py").st_mtime == os.stat("i.py").st_mtime, oct(os.stat("j.py").st_mode))
show(shutil.copyfile, "i.py", "i.py")
show(shutil.copyfile, "absent", "x")
show(shutil.copyfile, "i.py", "no/where")
show(shutil.copyfile, "i.py", "a")
os.remove("broken")
show(shutil.copytree, "a", "c")
show(shutil.copytree, "a", "c")
show(shutil.copytree, "a", "c", dirs_exist_ok=True)
show(shutil.copytree, "a", "d", ignore=shutil.ignore_patterns("*.txt", ".h*"))
show(shutil.copytree, "absent", "e")
print(sorted(glob.glob("c/**", recursive=True)), sorted(glob.glob("d/**", recursive=True)))
show(shutil.move, "j.py", "moved.py")
show(shutil.move, "moved.py", "d")
show(shutil.move, "k.py", "d/moved.py")
show(shutil.move, "c", "d")
show(shutil.move, "d", "d/e")
show(shutil.move, "absent", "x")
show(shutil.rmtree, "d")
show(shutil.rmtree, "d")
show(shutil.rmtree, "d", ignore_errors=True)
show(shutil.rmtree, "link")
problems = []
shutil.rmtree("absent", onerror=lambda function, path, information: problems.append((function.__name__, path, information[0].__name__)))
print(problems, os.path.exists("d"))
print(shutil.which("sh") is not None, shutil.which("no-such-program-here"), shutil.which("/bin/sh"), shutil.which("sh", path="/nowhere"), shutil.get_terminal_size((33, 44)).lines, type(shutil.disk_usage("/")).__name__)
os.environ["COLUMNS"], os.environ["LINES"] = "100", "50"
print(shutil.get_terminal_size(), shutil.disk_usage("/").total > 0, shutil.disk_usage("/")._fields)
print("-- tempfile")
with tempfile.TemporaryDirectory(prefix="cupola-") as place:
    print(os.path.isdir(place), os.path.basename(place)[:7], len(os.path.basename(place)), oct(os.stat(place).st_mode))
    Path(place, "x").write_text("x")
print(os.path.exists(place))
with tempfile.NamedTemporaryFile("w+", suffix=".txt", dir=".") as file:
    print(file.write("hello"), file.seek(0), file.read(), os.path.exists(file.name), file.name.endswith(".txt"), os.path.dirname(file.name) == os.getcwd())
print(os.path.exists(file.name), file.closed)
file = tempfile.NamedTemporaryFile(delete=False)
print(file.write(b"kept"), file.close(), os.path.exists(file.name), os.remove(file.name), file.mode)
with tempfile.TemporaryFile() as file:
    print(file.write(b"x"), file.seek(0), file.read(), file.mode)
descriptor, name = tempfile.mkstemp("-s", "p-", ".")
print(os.path.basename(name)[:2], name[-2:], os.close(descriptor), os.remove(name), tempfile.gettempdir(), tempfile.gettempprefix(), tempfile.gettempdirb())
with tempfile.SpooledTemporaryFile(max_size=5, mode="w+") as file:
    print(file.write("abc"), file._rolled, file.write("defg"), file._rolled, file.seek(0), file.read())
show(tempfile.mkdtemp, b"x", "y")
temporary = tempfile.TemporaryDirectory()
print(repr(temporary) == "<TemporaryDirectory %r>" % temporary.name, temporary.cleanup(), os.path.exists(temporary.name))
print(stat.filemode(0o100644), stat.filemode(0o041777), stat.filemode(0o104755), stat.S_ISDIR(0o040000), stat.S_IMODE(0o100644), stat.S_IFMT(0o100644))
os.chdir("/")
shutil.rmtree(folder)
