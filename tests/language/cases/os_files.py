# os and os.path: files, folders, descriptors, the environment, processes.
import os


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error, getattr(error, "errno", None), getattr(error, "filename", None), getattr(error, "filename2", None))


folder = "/tmp/cupola-os-%d" % os.getpid()
os.makedirs(folder)
os.chdir(folder)


def put(name, text=""):
    with open(name, "w") as file:
        file.write(text)


class Place:
    def __init__(self, text):
        self.text = text

    def __fspath__(self):
        return self.text


print("-- making and removing")
show(os.mkdir, "a")
show(os.mkdir, "a")
show(os.mkdir, "x/y")
show(os.mkdir, 3)
show(os.mkdir, None)
show(os.mkdir, "a\0b")
show(os.makedirs, "a/b/c/d")
show(os.makedirs, "a/b/c/d")
show(os.makedirs, "a/b/c/d", exist_ok=True)
show(os.makedirs, Place("a/e/"))
put("a/file", "hello")
show(os.makedirs, "a/file/x")
show(os.makedirs, "a/file", exist_ok=True)
show(os.rmdir, "a")
show(os.rmdir, "a/b/c/d")
show(os.removedirs, "a/b/c")
show(os.rmdir, "absent")
show(os.remove, "absent")
show(os.unlink, "a")
show(os.rename, "absent", "other")
show(os.rename, "a/file", "a/renamed")
show(os.replace, "a/renamed", "a/file")
show(os.renames, "a/file", "n/m/file")
show(os.path.exists, "a")
show(os.renames, "n/m/file", "file")
print(sorted(os.listdir()), sorted(os.listdir(b".")), os.listdir(Place(".")) == os.listdir("."))
show(os.listdir, "absent")
show(os.listdir, "file")
show(os.listdir, 1.5)
show(os.symlink, "file", "link")
show(os.symlink, "file", "link")
show(os.readlink, "link")
show(os.readlink, b"link")
show(os.readlink, "file")
show(os.link, "file", "hard")
print(os.path.samefile("file", "hard"), os.stat("file").st_nlink)
show(os.chmod, "file", 0o640)
print(oct(os.stat("file").st_mode), oct(os.lstat("link").st_mode), oct(os.stat("link").st_mode), oct(os.stat("link", follow_symlinks=False).st_mode))
show(os.truncate, "file", 3)
show(os.stat, "absent")
show(os.stat, None)
show(os.stat, [])
show(os.access, "file", os.R_OK | os.W_OK)
show(os.access, "file", os.X_OK)
show(os.access, "absent", os.F_OK)
show(os.chdir, "absent")
show(os.utime, "file", (1000, 2000.5))
status = os.stat("file")
print(status.st_atime, status.st_mtime, status.st_mtime_ns, status[7], status[8], len(status), status.st_size, status[6], status.st_size == status[6])
print(type(status), type(status).__name__, isinstance(status, tuple), repr(status).split("(")[0], repr(status).split("=")[0])
show(os.utime, "file", ns=(5, 10 ** 9 + 7))
print(os.stat("file").st_mtime_ns)
show(os.utime, "file", 3)
show(os.utime, "file", (1, 2), ns=(1, 2))

print("-- walking")
for name in ("t/b/2", "t/a/1", "t/c"):
    os.makedirs(name)
for name in ("t/z", "t/a/f", "t/a/1/g", "t/b/h"):
    put(name, "x" * len(name))
os.symlink("a", "t/link")


def tidy(triples):
    return [(top, sorted(folders), sorted(files)) for top, folders, files in triples]


for options in ({}, {"topdown": False}, {"followlinks": True}):
    print(sorted(tidy(os.walk("t", **options))))
for top, folders, files in os.walk("t"):
    folders.sort()
    if "a" in folders:
        folders.remove("a")
    print(top, folders, sorted(files))
problems = []
print(list(os.walk("absent")), list(os.walk("absent", onerror=problems.append)), problems)
print(type(os.walk("t")).__name__, next(os.walk(b"t"))[0])
with os.scandir("t") as entries:
    for entry in sorted(entries, key=lambda entry: entry.name):
        print(entry, entry.name, entry.path, entry.is_dir(), entry.is_file(), entry.is_symlink(), entry.is_dir(follow_symlinks=False), entry.stat().st_size == os.stat(entry).st_size,
              entry.inode() == entry.stat(follow_symlinks=False).st_ino, os.fspath(entry))
print(next(os.scandir(b"t/b")).path in (b"t/b/2", b"t/b/h"), list(os.scandir("t/c")))
show(os.scandir, "absent")
show(lambda: os.scandir("t") + 1)

print("-- descriptors")
number = os.open("d", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
print(os.write(number, b"0123456789"), os.lseek(number, 2, os.SEEK_SET), os.read(number, 3), os.read(number, 100), os.read(number, 1), os.fstat(number).st_size)
print(os.isatty(number), os.get_inheritable(number), os.ftruncate(number, 4), os.fsync(number), os.lseek(number, 0, os.SEEK_END))
copy = os.dup(number)
print(os.close(number), os.lseek(copy, 0, 0), os.read(copy, 10), os.close(copy))
show(os.read, copy, 1)
show(os.close, copy)
show(os.fstat, copy)
show(os.open, "absent", os.O_RDONLY)
show(os.write, 1, "text")
reader, writer = os.pipe()
with os.fdopen(writer, "w") as file:
    file.write("through a pipe\n")
with os.fdopen(reader) as file:
    print(file.read())
show(os.fdopen, "x")
show(os.isatty, 999)
print(os.umask(0o22) >= 0, os.umask(0o22) == 0o22)

print("-- the environment")
os.environ["CUPOLA_TEST"] = "one"
print(os.environ["CUPOLA_TEST"], os.getenv("CUPOLA_TEST"), os.environ.get("CUPOLA_NONE"), os.getenv("CUPOLA_NONE", 5), "CUPOLA_TEST" in os.environ)
show(lambda: os.environ["CUPOLA_NONE"])
show(os.environ.__setitem__, "CUPOLA_TEST", 3)
show(os.environ.__setitem__, 3, "x")
show(os.environ.__delitem__, "CUPOLA_NONE")
show(os.environ.pop, "CUPOLA_NONE")
show(os.environ.pop, "CUPOLA_NONE", 7)
show(os.environ.setdefault, "CUPOLA_TWO", "two")
show(os.environ.pop, "CUPOLA_TWO")
os.environ.update({"CUPOLA_THREE": "3"}, CUPOLA_FOUR="4")
print(os.environ["CUPOLA_THREE"], os.environ["CUPOLA_FOUR"], type(os.environ).__name__, len(os.environ) == len(dict(os.environ)) == len(list(os.environ)))
print(isinstance(os.environ.copy(), dict), (os.environ | {"x": "y"})["x"], ({"x": "y"} | os.environ)["x"], os.environ == dict(os.environ))
del os.environ["CUPOLA_THREE"]
os.environ |= {"CUPOLA_FIVE": "5"}
print(os.environ.get("CUPOLA_THREE"), os.environ["CUPOLA_FIVE"], {**os.environ}["CUPOLA_FIVE"], sorted(key for key in os.environ if key.startswith("CUPOLA_F")))
print(os.system("exit 3"), os.waitstatus_to_exitcode(os.system("exit 3")))
os.unsetenv("CUPOLA_FIVE")

print("-- processes and the machine")
print(os.getpid() > 0, os.getppid() > 0, os.getuid() == os.geteuid(), os.cpu_count() >= 1, len(os.sched_getaffinity(0)) >= 1, len(os.urandom(16)), os.urandom(0))
show(os.urandom, -1)
print(os.uname().sysname, os.uname()[0], len(os.uname()), type(os.uname()), os.name, os.sep, os.pathsep, repr(os.linesep), os.curdir, os.pardir, os.devnull, os.extsep, os.altsep)
print(type(os.times()), len(os.times()), os.times().user >= 0, len(os.getloadavg()), os.strerror(2), os.sysconf("SC_PAGE_SIZE"), os.terminal_size((80, 24)))
show(os.get_terminal_size, 999)
show(os.kill, 0x7fffffff, 0)
show(os.sysconf, "nonsense")
print(os.error is OSError, os.fspath("x"), os.fspath(b"x"), os.fspath(Place("p")), os.fsencode("\u00e9"), os.fsdecode(b"\xc3\xa9"))
show(os.fspath, 3)
show(os.fspath, Place(3))
print(issubclass(Place, os.PathLike), isinstance(Place(""), os.PathLike), isinstance("", os.PathLike), os.get_exec_path({"PATH": "/a:/b"}))
print(os.getcwd() == folder, os.getcwdb() == folder.encode(), os.statvfs(".").f_bsize > 0, os.WEXITSTATUS(256), os.WIFEXITED(0), os.WTERMSIG(9))

for top, folders, files in os.walk(".", topdown=False):
    for name in files:
        os.remove(os.path.join(top, name))
    for name in folders:
        place = os.path.join(top, name)
        os.remove(place) if os.path.islink(place) else os.rmdir(place)
print(os.listdir("."))
os.chdir("/")
os.rmdir(folder)
