"""traceback: what it prints and the objects behind it."""
import io
import linecache
import sys
import traceback


def divide(a, b):
    return a / b


def outer(x):
    values = [1, 2]
    return divide(x, values[0] - 1) + values[5]


def attempt(function, *arguments):
    try:
        function(*arguments)
    except BaseException as error:
        return error


def chained():
    try:
        outer(3)
    except ZeroDivisionError as error:
        raise KeyError("missing") from error


def during():
    try:
        outer(3)
    except ZeroDivisionError:
        undefined_nane


def hidden():
    try:
        outer(3)
    except ZeroDivisionError:
        raise ValueError("a\nb") from None


def recurse(n):
    if n:
        return recurse(n - 1)
    raise RuntimeError("deep")


def noted():
    error = TypeError("with notes")
    error.add_note("first")
    error.add_note("second\nthird")
    raise error


def group():
    raise ExceptionGroup("several", [attempt(outer, 1), ExceptionGroup("inner", [ValueError(1), TypeError(2)]), KeyError("k")])


class Silent(Exception):
    def __str__(self):
        raise RuntimeError


def silent():
    raise Silent


def multiline():
    return divide(
        1,
        0)


def attribute():
    sys.versionn


def syntax():
    compile("x = (1,\ny = 2", "<text>", "exec")


def unicode_line():
    é = "é"; return é + 1


for function in (chained, during, hidden, noted, group, silent, multiline, attribute, syntax, unicode_line):
    error = attempt(function)
    print("".join(traceback.format_exception(error)))
    print(traceback.format_exception_only(error))
    print("".join(traceback.format_tb(error.__traceback__)))
    print("".join(traceback.TracebackException.from_exception(error, limit=1).format(chain=False)))
    stream = io.StringIO()
    traceback.print_exception(type(error), error, error.__traceback__, file=stream, limit=-1)
    print(stream.getvalue())
error = attempt(recurse, 10)
print("".join(traceback.format_exception(error)))
summary = traceback.extract_tb(error.__traceback__)
print(len(summary), summary[0], summary[-1].line, list(summary[-1])[1:], summary[1].name, summary[0] == summary[0], summary[-1].colno, summary[-1].end_colno)
print(traceback.extract_tb(error.__traceback__, limit=2), traceback.extract_tb(error.__traceback__, limit=-1))
print(traceback.format_list([("file", 3, "name", "text here"), ("other", 4, "f", None)]))
print(traceback.StackSummary.from_list([("file", 3, "name", "x")] * 7).format())
print(traceback.FrameSummary("f", 1, "n", line="l", locals={"a": 1}), traceback.FrameSummary("f", 1, "n", line="  l  ").line)
try:
    outer(0)
except Exception:
    print(traceback.format_exc(), sys.exc_info()[0])
    traceback.print_exc(file=sys.stdout)
    print(traceback.format_exc(limit=1, chain=False))
print(repr(traceback.format_exc()), traceback.format_exception(None), traceback.format_exception_only(None, None), traceback.format_exception_only(ValueError(), None))
for arguments in [(1,), (ValueError(), 1)]:
    print(repr(attempt(traceback.format_exception, *arguments)))


def stack():
    return traceback.extract_stack(), traceback.format_stack(limit=2), [frame.f_code.co_name for frame, line in traceback.walk_stack(sys._getframe())]


print([(entry.name, entry.lineno, entry.line) for entry in stack()[0]], stack()[1], stack()[2])
captured = traceback.TracebackException.from_exception(attempt(divide, 1, 0), capture_locals=True)
print(captured, captured.exc_type, captured.stack[0].locals is not None, captured == captured)
traceback.clear_frames(error.__traceback__)
print([(line, frame.f_code.co_name) for frame, line in traceback.walk_tb(error.__traceback__)][:2])
print(linecache.getline(__file__, 2).rstrip(), repr(linecache.getline(__file__, 99999)), linecache.getlines("missing file"), len(linecache.getlines(__file__)) > 100)

# notes that are no list; sys.excepthook shows the exception's own traceback
for notes in ["abc", b"xy", ["a", 3], 5, ("q",)]:
    error = ValueError(1)
    error.__notes__ = notes
    print(traceback.format_exception(error))
    print(traceback.format_exception_only(error))
