# sys: what programs ask it, its streams, its errors.
import sys


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error, error.args)


print(sys.float_info)
print(sys.int_info, sys.maxsize, sys.maxunicode, sys.byteorder, sys.platform, sys.float_repr_style, sys.api_version, repr(sys.abiflags))
print(sys.float_info.max, sys.float_info[8], len(sys.float_info), sys.float_info.epsilon, type(sys.float_info), isinstance(sys.float_info, tuple))
print(sys.hash_info.width, sys.hash_info.modulus, sys.hash_info.inf, sys.hash_info.imag, sys.thread_info.name)
print(sys.version_info[:2], sys.version_info.major, sys.version_info >= (3, 8), type(sys.version_info), sys.version_info.releaselevel, sys.version_info == tuple(sys.version_info))
print(sys.hexversion == (3 << 24 | 11 << 16 | sys.version_info.micro << 8 | 0xF0), sys.implementation.version == sys.version_info)
print(sys.version.split()[0] == ".".join(map(str, sys.version_info[:3])), sys.flags.optimize, sys.flags.interactive, len(sys.flags), type(sys.flags))
print(type(sys.argv), len(sys.argv), type(sys.path), type(sys.modules), "sys" in sys.modules, sys.modules["sys"] is sys, "__main__" in sys.modules)
print(sys.getrecursionlimit(), sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors(), sys.getswitchinterval(), sys.get_int_max_str_digits())
print(sys.gettrace(), sys.getprofile(), sys.settrace(None), sys.setprofile(None), sys.is_finalizing(), sys.warnoptions)
print("sys" in sys.builtin_module_names, "os" in sys.stdlib_module_names, type(sys.builtin_module_names), type(sys.stdlib_module_names))
for wrong in (0, -1, "x", 1.5):
    show(sys.setrecursionlimit, wrong)
show(sys.setswitchinterval, 0)
show(sys.set_int_max_str_digits, 5)
show(sys.intern, 3)
print(sys.intern("ab" + "c") is sys.intern("abc"))

print("-- sizes")
values = [1, 2 ** 30, 2 ** 60, 2 ** 100, 2 ** 1000, 1.0, 1j, True, None, "", "a", "abc" * 10, "\u00e9", "\u00e9" * 5, "\u20ac", "\U0001F600" * 3, b"", b"abc", (), (1, 2), [], range(3), object(), {}, {"a": 1},
          {1: 2}, set(), {1}, frozenset(), print, slice(1), bytearray(), ..., (lambda: 0), dict.fromkeys(range(5)), dict.fromkeys(range(6)), dict.fromkeys("abcdef")]
print([sys.getsizeof(value) for value in values])
growing, sizes = [], []
for number in range(70):
    growing.append(number)
    sizes.append(sys.getsizeof(growing))
print(sizes)
growing, sizes = {}, []
for number in range(100):
    growing[number] = number
    sizes.append(sys.getsizeof(growing))
print(sizes)
growing, sizes = set(), []
for number in range(100):
    growing.add(number)
    sizes.append(sys.getsizeof(growing))
print(sizes)


class Sized:
    def __sizeof__(self):
        return 100


print(sys.getsizeof(Sized()))
value = []
other = value
print(sys.getrefcount(value), sys.getrefcount([]))

print("-- exceptions")
print(sys.exc_info(), sys.exception())
try:
    1 / 0
except ZeroDivisionError as error:
    print(sys.exc_info()[0], sys.exc_info()[1] is error, sys.exc_info()[2] is error.__traceback__, sys.exception() is error)
print(sys.exc_info())
for code in ((), (None,), (3,), ("text",), ((1, 2),)):
    try:
        sys.exit(*code)
    except SystemExit as error:
        print(repr(error), repr(error.code))
sys.displayhook(None)
sys.displayhook([1, "x"])
print(_)
try:
    print(sys._getframe().f_lineno, sys._getframe().f_code.co_name)
    sys._getframe(100)
except ValueError as error:
    print(error)
print(sys.call_tracing(max, (1, 2)))

print("-- streams")
print(sys.stdout.write("text\n"), sys.stdout.writelines(["a", "b", "\n"]), sys.stdout.flush(), sys.stdout.closed)
print(sys.stdin.name, sys.stdout.name, sys.stderr.name, sys.stdout.mode, sys.stdin.mode, sys.stdout.encoding, sys.stderr.errors, sys.stdout.fileno(), sys.stdin.fileno())
print(sys.stdout.readable(), sys.stdout.writable(), sys.stdin.readable(), sys.stdin.writable(), sys.stdout.isatty(), sys.__stdout__ is sys.stdout)
show(sys.stdout.write, 3)
show(sys.stdout.write, b"x")
sys.stdout.flush()
print(sys.stdout.buffer.write(b"bytes \xc3\xa9\n"), sys.stdout.buffer.flush())
show(sys.stdout.buffer.write, "x")


class Upper:
    def write(self, text):
        sys.__stdout__.write(text.upper())


sys.stdout = Upper()
print("loud")
sys.stdout = sys.__stdout__
print("quiet")
sys.exit(4)
