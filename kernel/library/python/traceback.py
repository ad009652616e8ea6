"""Tracebacks and stacks as text, and as objects to be formatted later."""

import collections
import collections.abc
import itertools
import linecache
import sys
import types
from operator import attrgetter
from _inspect import anchors as _anchors, position as _position

__all__ = ["extract_stack", "extract_tb", "format_exception", "format_exception_only", "format_list", "format_stack", "format_tb",
           "print_exc", "format_exc", "print_exception", "print_last", "print_stack", "print_tb", "clear_frames", "FrameSummary",
           "StackSummary", "TracebackException", "walk_stack", "walk_tb"]

_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"
_RECURSIVE_CUTOFF = 3


class _Missing:
    def __repr__(self):
        return "<implicit>"


_missing = _Missing()


def _safe(value, what, function=str):
    try:
        return function(value)
    except:
        return f"<{what} {function.__name__}() failed>"


# ---- frames ----

class FrameSummary:
    "A line of a stack: filename, lineno, name, line, and what carets are to mark."

    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_line", "locals")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None,
                 end_colno=None):
        self.filename, self.lineno, self.name, self._line = filename, lineno, name, line
        self.end_lineno, self.colno, self.end_colno = end_lineno, colno, end_colno
        if lookup_line:
            self.line
        self.locals = {key: _safe(value, "local", repr) for key, value in locals.items()} if locals else None

    def __eq__(self, other):
        if isinstance(other, tuple):
            return tuple(self) == other
        return _of_frame(self) == _of_frame(other) if isinstance(other, FrameSummary) else NotImplemented

    def __getitem__(self, index):
        return (self.filename, self.lineno, self.name, self.line)[index]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def __len__(self):
        return 4

    @property
    def _original_line(self):
        self.line
        return self._line

    @property
    def line(self):
        "The source, without the space around it."
        if (text := self._line) is None and self.lineno is not None:
            text = self._line = linecache.getline(self.filename, self.lineno)
        return text if text is None else text.strip()


_of_frame = attrgetter("filename", "lineno", "name", "locals")


def _chain(first, name):
    # An object, the one that its attribute gives, and so on to None.
    while first is not None:
        yield first
        first = getattr(first, name)


def walk_stack(f):
    "Yields (frame, line) from a frame, or the caller, outward."
    start = sys._getframe().f_back.f_back.f_back.f_back if f is None else f
    for frame in _chain(start, "f_back"):
        yield frame, frame.f_lineno


def walk_tb(tb):
    "Yields (frame, line) along a traceback."
    for step in _chain(tb, "tb_next"):
        yield step.tb_frame, step.tb_lineno


def _steps_of_tb(tb):
    while tb is not None:
        yield tb.tb_frame, _position(tb) if isinstance(tb, types.TracebackType) else (tb.tb_lineno, None, None, None)
        tb = tb.tb_next


def _characters(line, offset):
    "How many characters so many bytes of a line are."
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))


def _from_four(filename, lineno, name, line):
    return FrameSummary(filename, lineno, name, line=line)


class StackSummary(list):
    "The lines of a stack, as a list."

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        "From pairs of frame and line."
        steps = ((frame, (line, None, None, None)) for frame, line in frame_gen)
        return klass._extract(steps, limit, lookup_lines, capture_locals)

    @classmethod
    def _extract(klass, steps, limit=None, lookup_lines=True, capture_locals=False):
        if limit is None:
            limit = getattr(sys, "tracebacklimit", None)
            if limit is not None and limit < 0:
                limit = 0
        if limit is not None:
            steps = (itertools.islice(steps, limit) if limit >= 0
                     else collections.deque(steps, maxlen=-limit))
        result, names = klass(), set()
        for frame, (line, end_line, column, end_column) in steps:
            code = frame.f_code
            names.add(code.co_filename)
            linecache.lazycache(code.co_filename, frame.f_globals)
            result.append(FrameSummary(code.co_filename, line, code.co_name, lookup_line=False,
                                       locals=frame.f_locals if capture_locals else None, end_lineno=end_line, colno=column,
                                       end_colno=end_column))
        for name in names:
            linecache.checkcache(name)
        if lookup_lines:
            for summary in result:
                summary.line
        return result

    @classmethod
    def from_list(klass, a_list):
        "From FrameSummary objects or tuples (filename, line number, name, line)."
        made = klass()
        made.extend(item if isinstance(item, FrameSummary) else _from_four(*item) for item in a_list)
        return made

    def format_frame_summary(self, frame_summary):
        "The text of one line of the stack; None leaves it out."
        frame = frame_summary
        text = '  File "{}", line {}, in {}\n'.format(frame.filename, frame.lineno, frame.name)
        if frame.line:
            text += "    {}\n".format(frame.line.strip()) + self._carets(frame)
        if frame.locals:
            for name, value in sorted(frame.locals.items()):
                text += "    {name} = {value}\n".format(name=name, value=value)
        return text

    @staticmethod
    def _carets(frame):
        if frame.colno is None or frame.end_colno is None:
            return ""
        line = frame._original_line.rstrip("\n")
        shown = line.strip()
        indent = len(line) - len(line.lstrip())
        start, marks = _characters(line, frame.colno), None
        if frame.lineno == frame.end_lineno:
            end = _characters(line, frame.end_colno)
            segment = line[start:end]
            found = _anchors(segment)
            if found:
                marks = [_characters(segment, offset) for offset in found]
        else:
            end = indent + len(shown)
        if end - start >= len(shown) and not (marks and marks[1] > marks[0]):
            return ""
        if marks:
            carets = "~" * marks[0] + "^" * (marks[1] - marks[0]) + "~" * (end - start - marks[1])
        else:
            carets = "^" * (end - start)
        return "    " + " " * (start - indent) + carets + "\n"

    def format(self):
        "A list of texts; what is repeated often is left out."
        result, last, count = [], None, 0

        def say_repeated():
            if count > _RECURSIVE_CUTOFF:
                left = count - _RECURSIVE_CUTOFF
                result.append(f"  [Previous line repeated {left} more time{'s' if left > 1 else ''}]\n")
        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            here = frame.filename, frame.lineno, frame.name
            if here != last or None in here:
                say_repeated()
                last, count = here, 0
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                result.append(text)
        say_repeated()
        return result


# ---- exceptions ----

class _Margin:
    "How deep inside exception groups the text is."

    def __init__(self):
        self.depth = 0
        self.close = False

    def indent(self):
        return " " * (2 * self.depth)

    def emit(self, texts, mark="|"):
        prefix = self.indent() + (mark + " " if self.depth else "")
        for text in (texts,) if isinstance(texts, str) else texts:
            yield "".join(prefix + line for line in text.splitlines(True)) if prefix else text


class TracebackException:
    "What is needed to print an exception, without holding on to it."

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False,
                 max_group_width=15, max_group_depth=10, _seen=None):
        self.max_group_width, self.max_group_depth = max_group_width, max_group_depth
        self.exc_type = exc_type
        self.stack = StackSummary._extract(_steps_of_tb(exc_traceback), limit, lookup_lines, capture_locals)
        self._str = _safe(exc_value, "exception")
        self.__notes__ = getattr(exc_value, "__notes__", None)
        if exc_type and issubclass(exc_type, SyntaxError):
            self.filename, self.text, self.msg = exc_value.filename, exc_value.text, exc_value.msg
            self.lineno = None if exc_value.lineno is None else str(exc_value.lineno)
            self.end_lineno = None if exc_value.end_lineno is None else str(exc_value.end_lineno)
            self.offset, self.end_offset = exc_value.offset, exc_value.end_offset
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False
        self.__cause__ = self.__context__ = self.exceptions = None
        if _seen is None:
            self._add_related(exc_value, compact, dict(limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals,
                                                       max_group_width=max_group_width, max_group_depth=max_group_depth))

    def _add_related(self, exc_value, compact, settings):
        "Causes, contexts and members of groups: chains may be as long as the recursion limit, so there is a list of what is left."
        seen, left = {id(exc_value)}, [(self, exc_value)]

        def related(e):
            seen.add(id(e))
            found = TracebackException(type(e), e, e.__traceback__, _seen=seen, **settings)
            left.append((found, e))
            return found
        while left:
            one, e = left.pop()
            if e is None:
                continue
            if e.__cause__ is not None and id(e.__cause__) not in seen:
                one.__cause__ = related(e.__cause__)
            wanted = not compact or one.__cause__ is None and not e.__suppress_context__
            if wanted and e.__context__ is not None and id(e.__context__) not in seen:
                one.__context__ = related(e.__context__)
            if isinstance(e, BaseExceptionGroup):
                one.exceptions = [related(member) for member in e.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        "From an exception."
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self, **_):
        "Yields the lines that say what the exception is."
        if self.exc_type is None:
            yield _last_line(None, self._str)
            return
        kind, module = self.exc_type.__qualname__, self.exc_type.__module__
        if module not in ("__main__", "builtins"):
            kind = (module if isinstance(module, str) else "<unknown>") + "." + kind
        if issubclass(self.exc_type, SyntaxError):
            yield from self._format_syntax_error(kind)
        else:
            yield _last_line(kind, self._str)
        notes = self.__notes__
        if isinstance(notes, collections.abc.Sequence):
            for note in notes:
                yield from [line + "\n" for line in _safe(note, "note").split("\n")]
        elif notes is not None:
            yield _safe(notes, "__notes__", repr)

    def _format_syntax_error(self, kind):
        behind = ""
        if self.lineno is not None:
            yield '  File "{}", line {}\n'.format(self.filename or "<string>", self.lineno)
        elif self.filename is not None:
            behind = " ({})".format(self.filename)
        if self.text is not None:
            whole = self.text.rstrip("\n")
            shown = whole.lstrip(" \n\f")
            indent = len(whole) - len(shown)
            yield "    {}\n".format(shown)
            if self.offset is not None:
                end = self.end_offset if self.end_offset not in (None, 0) else self.offset
                if end == self.offset or end == -1:
                    end = self.offset + 1
                start = self.offset - 1 - indent
                if start >= 0:
                    space = "".join(c if c.isspace() else " " for c in shown[:start])
                    yield "    {}{}\n".format(space, "^" * (end - 1 - indent - start))
        yield "{}: {}{}\n".format(kind, self.msg or "<no detail available>", behind)

    def format(self, *, chain=True, _ctx=None, **_):  # later versions give colorize
        "Yields the lines of the whole traceback."
        margin = _ctx or _Margin()
        parts, error = [], self
        while error is not None:
            between, earlier = None, None
            if chain:
                if error.__cause__ is not None:
                    between, earlier = _CAUSE, error.__cause__
                elif error.__context__ is not None and not error.__suppress_context__:
                    between, earlier = _CONTEXT, error.__context__
            parts.append((between, error))
            error = earlier
        for between, error in reversed(parts):
            if between is not None:
                yield from margin.emit(between)
            if error.exceptions is None:
                if error.stack:
                    yield from margin.emit("Traceback (most recent call last):\n")
                    yield from margin.emit(error.stack.format())
                yield from margin.emit(error.format_exception_only())
            elif margin.depth > self.max_group_depth:
                yield from margin.emit(f"... (max_group_depth is {self.max_group_depth})\n")
            else:
                yield from self._format_group(error, chain, margin)

    def _format_group(self, error, chain, margin):
        outermost = margin.depth == 0
        if outermost:
            margin.depth = 1
        if error.stack:
            yield from margin.emit("Exception Group Traceback (most recent call last):\n", "+" if outermost else "|")
            yield from margin.emit(error.stack.format())
        yield from margin.emit(error.format_exception_only())
        count = len(error.exceptions)
        shown = min(count, self.max_group_width + 1)
        margin.close = False
        for i in range(shown):
            last = i == shown - 1
            if last:
                margin.close = True
            cut = i >= self.max_group_width
            yield (margin.indent() + ("+-" if i == 0 else "  ")
                   + f"+---------------- {'...' if cut else i + 1} ----------------\n")
            margin.depth += 1
            if cut:
                left = count - self.max_group_width
                yield from margin.emit(f"and {left} more exception{'s' if left > 1 else ''}\n")
            else:
                yield from error.exceptions[i].format(chain=chain, _ctx=margin)
            if last and margin.close:
                yield margin.indent() + "+------------------------------------\n"
                margin.close = False
            margin.depth -= 1
        if outermost:
            margin.depth = 0

    def print(self, *, file=None, chain=True, **_):
        "Print the whole traceback on sys.stderr or a file."
        _show(self.format(chain=chain), file)


def _last_line(kind, text):
    return f"{kind}: {text}\n" if text else f"{kind}\n"


def _exception_of(exc, value, tb):
    "(exception, traceback) out of the arguments of print_exception() and the like."
    if (value is _missing) != (tb is _missing):
        raise ValueError("Both or neither of value and tb must be given")
    if value is _missing:
        if exc is None:
            return None, None
        if isinstance(exc, BaseException):
            return exc, exc.__traceback__
        raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
    return value, tb


def _told(exc, value, tb, limit):
    value, tb = _exception_of(exc, value, tb)
    return TracebackException(type(value), value, tb, limit=limit, compact=True)


def print_exception(exc, /, value=_missing, tb=_missing, limit=None, file=None, chain=True):
    "Print an exception with its traceback on sys.stderr or a file."
    _told(exc, value, tb, limit).print(file=file, chain=chain)


def format_exception(exc, /, value=_missing, tb=_missing, limit=None, chain=True):
    "The lines that print_exception() prints, as a list."
    return [*_told(exc, value, tb, limit).format(chain=chain)]


def format_exception_only(exc, /, value=_missing):
    "The lines that say what an exception is, as a list."
    return [*_told(None, exc if value is _missing else value, None, None).format_exception_only()]


def print_exc(limit=None, file=None, chain=True):
    "print_exception() of the exception that is being handled."
    print_exception(*sys.exc_info(), limit=limit, file=file, chain=chain)


def format_exc(limit=None, chain=True):
    "What print_exc() prints, as a str."
    return "".join(format_exception(*sys.exc_info(), limit=limit, chain=chain))


def print_last(limit=None, file=None, chain=True):
    "print_exception() of the last exception that nobody handled."
    last = [getattr(sys, "last_" + part, _missing) for part in ("type", "value", "traceback")]
    if last[0] is _missing:
        raise ValueError("no last exception")
    print_exception(*last, limit, file, chain)


# ---- tracebacks and stacks ----

def _show(lines, file):
    for line in lines:
        print(line, file=sys.stderr if file is None else file, end="")


def print_list(extracted_list, file=None):
    "Print the lines of a stack."
    _show(format_list(extracted_list), file)


def format_list(extracted_list):
    "The texts of a stack, as a list."
    return StackSummary.from_list(extracted_list).format()


def extract_tb(tb, limit=None):
    "A StackSummary of a traceback."
    return StackSummary._extract(_steps_of_tb(tb), limit)


def print_tb(tb, limit=None, file=None):
    "Print the lines of a traceback."
    print_list(extract_tb(tb, limit=limit), file=file)


def format_tb(tb, limit=None):
    "The texts of a traceback, as a list."
    return extract_tb(tb, limit=limit).format()


def _down_to(frame, limit):
    outward = StackSummary.extract(walk_stack(frame), limit=limit)
    outward.reverse()
    return outward


def extract_stack(f=None, limit=None):
    "A StackSummary of the stack down to a frame or the caller."
    return _down_to(sys._getframe(1) if f is None else f, limit)


def print_stack(f=None, limit=None, file=None):
    "Print the stack down to a frame or the caller."
    print_list(_down_to(sys._getframe(1) if f is None else f, limit), file)


def format_stack(f=None, limit=None):
    "The texts of the stack down to a frame or the caller, as a list."
    return _down_to(sys._getframe(1) if f is None else f, limit).format()


def clear_frames(tb):
    "Let the frames of a traceback forget their variables."
    for step in _chain(tb, "tb_next"):
        try:
            step.tb_frame.clear()
        except RuntimeError:
            pass  # it runs
