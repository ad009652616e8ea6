# os.path: every function over many paths.
import os
import os.path as path
import posixpath

print(path is os.path, os.path.__name__)
places = ["", "/", "//", "///", ".", "..", "a", "a/", "/a", "//a", "///a", "a/b", "a//b", "a/./b", "a/../b", "../a", "/..", "/../a", "a/b/..", "a/..", "./a", "a.txt",
          ".a", "..a", "a.", "a.b.c", "/a.b/c", "a/.b.c", "...", "..a.b", "~", "~/x", "~nobodyatall/x", "$HOME", "${HOME}/x", "$NOTHING", "${", "$", "$$", "a b", "\u00e9/\u00e8.x", "a/b/c/"]
os.environ["HOME"] = "/home/me"
for name in ("basename", "dirname", "split", "splitext", "splitdrive", "normpath", "normcase", "isabs", "expanduser", "expandvars"):
    function = getattr(path, name)
    print(name, [function(place) for place in places])
    try:
        print(name, [function(place.encode()) for place in places[:6]])
    except Exception as error:
        print(type(error).__name__, error)
    for wrong in (None, 3, [], 1.5):
        try:
            print(function(wrong))
        except Exception as error:
            print(name, type(error).__name__, error)
os.chdir("/usr/lib")
for name in ("abspath", "realpath"):
    print(name, [getattr(path, name)(place) for place in places[:22]])
for left in places[:16]:
    print(repr(left), [path.join(left, right) for right in places[:16]])
print(path.join("a"), path.join("a", "b", "/c", "d"), path.join(b"a", b"b"), path.join("", ""))
for arguments in ((), ("a", 3), (3,), ("a", b"b"), (b"a", "b"), ("a", None)):
    try:
        print(path.join(*arguments))
    except Exception as error:
        print("join", type(error).__name__, error)
for target in ("/usr", "/usr/lib", "/usr/lib/x/y", "/", "/etc", "x", "../x", "."):
    print(target, [path.relpath(target, start) for start in ("/usr/lib", "/", "/usr/share/x", ".", "y/z")])
for wrong in ("", None):
    try:
        print(path.relpath(wrong))
    except Exception as error:
        print(type(error).__name__, error)
print(path.commonprefix(["/usr/lib", "/usr/local", "/usr/l"]), path.commonprefix([]), path.commonprefix(["a"]), path.commonprefix([[1, 2], [1, 3]]), path.commonprefix([b"ab", b"ac"]))
print(path.commonpath(["/usr/lib", "/usr/local/x"]), path.commonpath(["a/b", "a/c/d"]), path.commonpath(["/a"]), path.commonpath(["a//b/", "a/./b/c"]))
for wrong in ([], ["/a", "a"], ["", "/a"], [3], ["a", b"b"], 3):
    try:
        print(path.commonpath(wrong))
    except Exception as error:
        print(type(error).__name__, error)
print([path.exists(place) for place in ("/", "/nothing", "", b"/", "a\0b")], path.exists(0), path.exists(999999), path.lexists("/"), path.isdir("/"), path.isfile("/"), path.islink("/"), path.ismount("/"), path.isdir(None if False else "x"))
for function in (path.exists, path.isdir, path.isfile, path.islink, path.getsize, path.getmtime):
    for wrong in (None, [], 1.5):
        try:
            print(function.__name__, function(wrong))
        except Exception as error:
            print(function.__name__, type(error).__name__, error)
for function in (path.getsize, path.getmtime, path.getatime, path.getctime):
    try:
        print(function("/nothing/here"))
    except OSError as error:
        print(error, error.filename)
    print(function("/") > 0)
print(path.samefile("/", "/usr/.."), path.sep, path.pathsep, path.curdir, path.pardir, path.extsep, path.altsep, path.defpath, path.devnull, path.supports_unicode_filenames)


class Place:
    def __fspath__(self):
        return "a/b.c"


print(path.join(Place(), Place()), path.basename(Place()), path.splitext(Place()), path.exists(Place()), path.normpath(Place()))
