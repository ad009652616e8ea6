"""Examples in docstrings, run and compared with what they say.

    def double(x):
        '''
        >>> double(2)
        4
        '''
        return 2 * x

    doctest.testmod()
"""

import sys as _sys
import unittest
from collections import namedtuple as _namedtuple

__all__ = ["register_optionflag", "DONT_ACCEPT_TRUE_FOR_1", "DONT_ACCEPT_BLANKLINE", "NORMALIZE_WHITESPACE", "ELLIPSIS", "SKIP",
           "IGNORE_EXCEPTION_DETAIL", "COMPARISON_FLAGS", "REPORT_UDIFF", "REPORT_CDIFF", "REPORT_NDIFF",
           "REPORT_ONLY_FIRST_FAILURE", "REPORTING_FLAGS", "FAIL_FAST", "Example", "DocTest", "DocTestParser",
           "DocTestFinder", "DocTestRunner", "OutputChecker", "DocTestFailure", "UnexpectedException", "DebugRunner",
           "testmod", "testfile", "run_docstring_examples", "DocTestSuite", "DocFileSuite", "set_unittest_reportflags",
           "script_from_examples", "testsource", "debug_src", "debug"]

__unittest = True

TestResults = _namedtuple("TestResults", "failed attempted")
TestResults.__module__ = "doctest"

OPTIONFLAGS_BY_NAME = {}


def register_optionflag(name):
    "The number of an option; a new one gets the next bit."
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


DONT_ACCEPT_TRUE_FOR_1 = register_optionflag("DONT_ACCEPT_TRUE_FOR_1")
DONT_ACCEPT_BLANKLINE = register_optionflag("DONT_ACCEPT_BLANKLINE")
NORMALIZE_WHITESPACE = register_optionflag("NORMALIZE_WHITESPACE")
ELLIPSIS = register_optionflag("ELLIPSIS")
SKIP = register_optionflag("SKIP")
IGNORE_EXCEPTION_DETAIL = register_optionflag("IGNORE_EXCEPTION_DETAIL")
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP
                    | IGNORE_EXCEPTION_DETAIL)
REPORT_UDIFF = register_optionflag("REPORT_UDIFF")
REPORT_CDIFF = register_optionflag("REPORT_CDIFF")
REPORT_NDIFF = register_optionflag("REPORT_NDIFF")
REPORT_ONLY_FIRST_FAILURE = register_optionflag("REPORT_ONLY_FIRST_FAILURE")
FAIL_FAST = register_optionflag("FAIL_FAST")
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST

BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."


def _indent(text, by=4):
    return "".join(" " * by + line if line.strip("\n") else line for line in text.splitlines(True))


class _Output:
    # What an example writes to sys.stdout.
    def __init__(self):
        self.parts = []
        self.encoding = "utf-8"

    def write(self, text):
        self.parts.append(text)
        return len(text)

    def writelines(self, lines):
        self.parts.extend(lines)

    def flush(self):
        pass

    def isatty(self):
        return False

    def take(self):
        text = "".join(self.parts)
        self.parts = []
        return text if not text or text.endswith("\n") else text + "\n"


class Example:
    "A piece of a source and what it is to print."

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        self.source = source if source.endswith("\n") else source + "\n"
        self.want = want + "\n" if want and not want.endswith("\n") else want
        self.exc_msg = exc_msg + "\n" if exc_msg is not None and not exc_msg.endswith("\n") else exc_msg
        self.lineno, self.indent = lineno, indent
        self.options = {} if options is None else options

    def _key(self):
        return self.source, self.want, self.lineno, self.indent, self.options, self.exc_msg

    def __eq__(self, other):
        return self._key() == other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent, self.exc_msg))


class DocTest:
    "The examples of one docstring, and the names that they see."

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        assert not isinstance(examples, str), "DocTest no longer accepts str; use DocTestParser instead"
        self.examples = examples
        self.docstring = docstring
        self.globs = globs.copy()
        self.name, self.filename, self.lineno = name, filename, lineno

    def __repr__(self):
        count = len(self.examples)
        told = "no examples" if count == 0 else "1 example" if count == 1 else "%d examples" % count
        return "<%s %s from %s:%s (%s)>" % (self.__class__.__name__, self.name, self.filename, self.lineno, told)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return ((self.examples, self.docstring, self.globs, self.name, self.filename, self.lineno)
                == (other.examples, other.docstring, other.globs, other.name, other.filename, other.lineno))

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        first, second = ((test.name, test.filename or "", test.lineno or -1, id(test)) for test in (self, other))
        return first < second


def _exception_message(want):
    # The part of an expected output from the exception's name on, where it is a traceback.
    lines = want.split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines or lines[0].strip() not in ("Traceback (most recent call last):", "Traceback (innermost last):"):
        return None
    if lines[0][:1].isspace():
        return None
    for index, line in enumerate(lines[1:], 1):
        if line and (line[0].isalnum() or line[0] == "_"):
            return "\n".join(lines[index:])
    return None


class DocTestParser:
    "Finds the examples in a text."

    def parse(self, string, name="<string>"):
        "The examples, and the texts between them, in turn."
        string = string.expandtabs()
        smallest = min((len(line) - len(line.lstrip()) for line in string.split("\n") if line.strip()), default=0)
        if smallest > 0:
            string = "\n".join(line[smallest:] for line in string.split("\n"))
        lines = string.split("\n")
        result, between, at = [], [], 0
        while at < len(lines):
            stripped = lines[at].lstrip(" ")
            if not stripped.startswith(">>>"):
                between.append(lines[at])
                at += 1
                continue
            first, indent = at, len(lines[at]) - len(stripped)
            at += 1
            while at < len(lines) and lines[at].lstrip(" ").startswith("..."):
                at += 1
            source_end = at
            while at < len(lines) and lines[at].strip(" ") and not lines[at].lstrip(" ").startswith(">>>"):
                at += 1
            result.append("\n".join(between + [""]))
            between = []
            example = self._example(lines[first:source_end], lines[source_end:at], indent, name, first)
            if example is not None:
                result.append(example)
        result.append("\n".join(between))
        return result

    def _example(self, source_lines, want_lines, indent, name, lineno):
        for number, line in enumerate(source_lines):
            if len(line) >= indent + 4 and line[indent + 3] != " ":
                raise ValueError("line %r of the docstring for %s lacks blank after %s: %r"
                                 % (lineno + number + 1, name, line[indent:indent + 3], line))
        for offset, lines in (1, source_lines[1:]), (len(source_lines), want_lines):
            for number, line in enumerate(lines):
                if line and not line.startswith(" " * indent):
                    kind = lineno + offset + number
                    raise ValueError("line %r of the docstring for %s has inconsistent leading whitespace: %r"
                                     % (kind + 1, name, line))
        source = "\n".join(line[indent + 4:] for line in source_lines)
        want = "\n".join(line[indent:] for line in want_lines)
        if all(not line.strip() or line.strip().startswith("#") for line in source.split("\n")):
            if not self._find_options(source, name, lineno):
                return None
            return None
        return Example(source, want + "\n" if want else "", _exception_message(want), lineno=lineno, indent=indent,
                       options=self._find_options(source, name, lineno))

    def _find_options(self, source, name, lineno):
        options = {}
        for line in source.split("\n"):
            start = line.rfind("#")
            if start < 0:
                continue
            text = line[start + 1:].lstrip()
            if not text.startswith("doctest:") or "'" in text or '"' in text:
                continue
            for option in text[len("doctest:"):].replace(",", " ").split():
                if option[0] not in "+-" or option[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError("line %r of the doctest for %s has an invalid option: %r" % (lineno + 1, name, option))
                options[OPTIONFLAGS_BY_NAME[option[1:]]] = option[0] == "+"
        return options

    def get_doctest(self, string, globs, name, filename, lineno):
        "The examples of a text as a test."
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)

    def get_examples(self, string, name="<string>"):
        "The examples of a text."
        return [part for part in self.parse(string, name) if isinstance(part, Example)]


class DocTestFinder:
    "Finds the tests of a module, a class or a function, and of what is in it."

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._parser, self._verbose, self._recurse, self._exclude_empty = parser, verbose, recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        "All of them, sorted by name."
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" % (type(obj),))
        if module is False:
            module = None
        elif module is None:
            module = obj if isinstance(obj, type(_sys)) else _sys.modules.get(getattr(obj, "__module__", None))
        source_lines = self._source_lines(obj, module)
        if globs is None:
            globs = {} if module is None else module.__dict__.copy()
        else:
            globs = globs.copy()
        if extraglobs is not None:
            globs.update(extraglobs)
        globs.setdefault("__name__", "__main__")
        tests = []
        self._find(tests, obj, name, module, source_lines, globs, {})
        tests.sort()
        return tests

    def _source_lines(self, obj, module):
        try:
            import inspect
            import linecache
            try:
                file = inspect.getsourcefile(obj)
            except TypeError:
                return None
            if not file:
                return None
            return (linecache.getlines(file, module.__dict__) if module is not None else linecache.getlines(file)) or None
        except (ImportError, AttributeError):
            return None

    def _from_module(self, module, obj):
        if module is None:
            return True
        if isinstance(obj, type(_indent)):
            return module.__dict__ is obj.__globals__
        if isinstance(obj, type):
            return module.__name__ == obj.__module__
        owner = getattr(obj, "__objclass__", None)
        name = getattr(obj, "__module__", None) if owner is None else owner.__module__
        return name is None or module.__name__ == name

    def _is_routine(self, obj):
        unwrapped = obj
        while hasattr(unwrapped, "__wrapped__"):
            unwrapped = unwrapped.__wrapped__
        if isinstance(unwrapped, (type(_indent), type(len), type(str.upper), type([].append), type(self._find))):
            return True
        # What else acts as a method: an object of a class with __get__ and without __set__.
        kind = type(unwrapped)
        return not isinstance(unwrapped, type) and hasattr(kind, "__get__") and not hasattr(kind, "__set__")

    def _find(self, tests, obj, name, module, source_lines, globs, seen):
        if self._verbose:
            print("Finding tests in %s" % name)
        if id(obj) in seen:
            return
        seen[id(obj)] = 1
        test = self._get_test(obj, name, module, globs, source_lines)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        if isinstance(obj, type(_sys)):
            for member, value in obj.__dict__.items():
                if (self._is_routine(value) or isinstance(value, type)) and self._from_module(module, value):
                    self._find(tests, value, "%s.%s" % (name, member), module, source_lines, globs, seen)
            for member, value in getattr(obj, "__test__", {}).items():
                if not isinstance(member, str):
                    raise ValueError("DocTestFinder.find: __test__ keys must be strings: %r" % (type(member),))
                if not (isinstance(value, (str, type, type(_sys))) or self._is_routine(value)):
                    raise ValueError("DocTestFinder.find: __test__ values must be strings, functions, methods, "
                                     "classes, or modules: %r" % (type(value),))
                self._find(tests, value, "%s.__test__.%s" % (name, member), module, source_lines, globs, seen)
        if isinstance(obj, type):
            for member, value in obj.__dict__.items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if ((self._is_routine(value) or isinstance(value, (type, property)))
                        and self._from_module(module, value)):
                    self._find(tests, value, "%s.%s" % (name, member), module, source_lines, globs, seen)

    def _get_test(self, obj, name, module, globs, source_lines):
        if isinstance(obj, str):
            docstring = obj
        else:
            docstring = getattr(obj, "__doc__", None)
            docstring = "" if docstring is None else docstring if isinstance(docstring, str) else str(docstring)
        lineno = self._find_lineno(obj, source_lines)
        if self._exclude_empty and not docstring:
            return None
        filename = None
        if module is not None:
            filename = getattr(module, "__file__", None) or module.__name__
            if filename.endswith(".pyc"):
                filename = filename[:-1]
        return self._parser.get_doctest(docstring, globs, name, filename, lineno)

    def _find_lineno(self, obj, source_lines):
        lineno = None
        docstring = getattr(obj, "__doc__", None)
        if isinstance(obj, type(_sys)) and docstring is not None:
            lineno = 0
        if isinstance(obj, type) and docstring is not None:
            if source_lines is None:
                return None
            for number, line in enumerate(source_lines):
                words = line.split("#")[0].replace(":", " : ").replace("(", " ( ").split()
                if words[:1] == ["class"] and words[1:2] == [getattr(obj, "__name__", "-")]:
                    lineno = number
                    break
        while hasattr(obj, "__wrapped__"):
            obj = obj.__wrapped__
        obj = getattr(obj, "__func__", obj)
        if isinstance(obj, type(_indent)) and getattr(obj, "__doc__", None):
            lineno = obj.__code__.co_firstlineno - 1
        if lineno is None:
            return None
        if source_lines is None:
            return lineno + 1
        for number in range(lineno, len(source_lines)):
            text = source_lines[number].strip()
            text = text.rpartition(":")[2].strip() if ":" in text and not text[:1] in "\"'" else text
            text = text.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")
            if text[:1] in ("'", '"'):
                return number
        return None


class OutputChecker:
    "Compares what was printed with what was expected."

    def _toAscii(self, s):
        return str(s.encode("ASCII", "backslashreplace"), "ASCII")

    def check_output(self, want, got, optionflags):
        "Is it as expected, given the options?"
        want, got = self._toAscii(want), self._toAscii(got)
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = "\n".join("" if line.strip(" ") == BLANKLINE_MARKER and line.startswith(BLANKLINE_MARKER) else line
                             for line in want.split("\n"))
            got = "\n".join("" if line.strip() == "" else line for line in got.split("\n"))
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got, want = " ".join(got.split()), " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _ellipsis_match(want, got)

    def _do_a_fancy_diff(self, want, got, optionflags):
        if not optionflags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
            return False
        if optionflags & REPORT_NDIFF:
            return True
        return want.count("\n") > 2 and got.count("\n") > 2

    def output_difference(self, example, got, optionflags):
        "Both, as they are told after a failure."
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = "\n".join(BLANKLINE_MARKER if not line.strip(" ") and index < got.count("\n") else line
                            for index, line in enumerate(got.split("\n")))
        if self._do_a_fancy_diff(want, got, optionflags):
            import difflib
            want_lines, got_lines = want.splitlines(keepends=True), got.splitlines(keepends=True)
            if optionflags & REPORT_UDIFF:
                lines = list(difflib.unified_diff(want_lines, got_lines, n=2))[2:]
                kind = "unified diff with -expected +actual"
            elif optionflags & REPORT_CDIFF:
                lines = list(difflib.context_diff(want_lines, got_lines, n=2))[2:]
                kind = "context diff with expected followed by actual"
            else:
                lines = list(difflib.Differ(charjunk=difflib.IS_CHARACTER_JUNK).compare(want_lines, got_lines))
                kind = "ndiff with -expected +actual"
            return "Differences (%s):\n" % kind + _indent("".join(lines))
        if want and got:
            return "Expected:\n%sGot:\n%s" % (_indent(want), _indent(got))
        if want:
            return "Expected:\n%sGot nothing\n" % _indent(want)
        if got:
            return "Expected nothing\nGot:\n%s" % _indent(got)
        return "Expected nothing\nGot nothing\n"


def _ellipsis_match(want, got):
    if ELLIPSIS_MARKER not in want:
        return want == got
    pieces = want.split(ELLIPSIS_MARKER)
    start, end = 0, len(got)
    if pieces[0]:
        if not got.startswith(pieces[0]):
            return False
        start = len(pieces.pop(0))
    else:
        pieces.pop(0)
    if pieces[-1]:
        if not got.endswith(pieces[-1]):
            return False
        end -= len(pieces[-1])
    pieces.pop()
    if start > end:
        return False
    for piece in pieces:
        start = got.find(piece, start, end)
        if start < 0:
            return False
        start += len(piece)
    return True


def _strip_exception_details(message):
    # The name of the exception, without its module and what it says.
    start, end = 0, message.find("\n")
    end = len(message) if end < 0 else end
    at = message.find(":", 0, end)
    end = at if at >= 0 else end
    at = message.rfind(".", 0, end)
    return message[at + 1 if at >= 0 else start:end]


class DocTestRunner:
    "Runs tests and tells what failed."

    DIVIDER = "*" * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        if verbose is None:
            verbose = "-v" in _sys.argv
        self._verbose = verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._name2ft = {}
        self._fakeout = _Output()

    def report_start(self, out, test, example):
        "Called before an example: show it, if asked for details."
        if self._verbose:
            if example.want:
                out("Trying:\n" + _indent(example.source) + "Expecting:\n" + _indent(example.want))
            else:
                out("Trying:\n" + _indent(example.source) + "Expecting nothing\n")

    def report_success(self, out, test, example, got):
        "Called after an example that passed."
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        "Called after an example with another output than expected."
        out(self._failure_header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        "Called after an example that raised."
        from unittest.result import _format_exception
        out(self._failure_header(test, example) + "Exception raised:\n" + _indent(_format_exception(*exc_info, False)))

    def _failure_header(self, test, example):
        lines = [self.DIVIDER]
        if test.filename:
            lineno = "?" if test.lineno is None or example.lineno is None else test.lineno + example.lineno + 1
            lines.append('File "%s", line %s, in %s' % (test.filename, lineno, test.name))
        else:
            lines.append("Line %s, in %s" % (example.lineno + 1, test.name))
        lines.append("Failed example:")
        lines.append(_indent(example.source))
        return "\n".join(lines)

    def _run(self, test, compileflags, out):
        failures = tries = 0
        original = self.optionflags
        check = self._checker.check_output
        for number, example in enumerate(test.examples):
            quiet = self.optionflags & REPORT_ONLY_FIRST_FAILURE and failures > 0
            self.optionflags = original
            for flag, wanted in example.options.items():
                self.optionflags = self.optionflags | flag if wanted else self.optionflags & ~flag
            if self.optionflags & SKIP:
                continue
            tries += 1
            if not quiet:
                self.report_start(out, test, example)
            filename = "<doctest %s[%d]>" % (test.name, number)
            exc_info = None
            try:
                exec(compile(example.source, filename, "single", compileflags, True), test.globs)
            except KeyboardInterrupt:
                raise
            except BaseException:
                exc_info = _sys.exc_info()
            got = self._fakeout.take()
            if exc_info is None:
                passed = check(example.want, got, self.optionflags)
            else:
                message = self._exception_only(*exc_info[:2])
                if not quiet:
                    got += self._traceback_text(exc_info)
                if example.exc_msg is None:
                    failures += 1
                    if not quiet:
                        self.report_unexpected_exception(out, test, example, exc_info)
                    if failures and self.optionflags & FAIL_FAST:
                        break
                    continue
                passed = check(example.exc_msg, message, self.optionflags)
                if not passed and self.optionflags & IGNORE_EXCEPTION_DETAIL:
                    passed = check(_strip_exception_details(example.exc_msg), _strip_exception_details(message),
                                   self.optionflags)
            if passed:
                if not quiet:
                    self.report_success(out, test, example, got)
            else:
                if not quiet:
                    self.report_failure(out, test, example, got)
                failures += 1
            if failures and self.optionflags & FAIL_FAST:
                break
        self.optionflags = original
        self._record(test, failures, tries)
        return TestResults(failures, tries)

    def _exception_only(self, kind, value):
        try:
            import traceback
        except ImportError:
            text = str(value)
            name = kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else kind.__module__ + "." + kind.__qualname__
            return "%s: %s\n" % (name, text) if text else name + "\n"
        lines = traceback.format_exception_only(kind, value)
        if issubclass(kind, SyntaxError):
            lines = [line for line in lines if not line.startswith(" ")][-1:] or lines
        return lines[-1] if len(lines) == 1 else "".join(lines)

    def _traceback_text(self, exc_info):
        from unittest.result import _format_exception
        return _format_exception(*exc_info, False)

    def _record(self, test, failures, tries):
        failed, tried = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = failed + failures, tried + tries
        self.failures += failures
        self.tries += tries

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        "Run the examples of a test."
        self.test = test
        if compileflags is None:
            import __future__
            compileflags = 0
            for name in __future__.all_feature_names:
                if test.globs.get(name) is getattr(__future__, name):
                    compileflags |= getattr(__future__, name).compiler_flag
        saved = _sys.stdout
        if out is None:
            out = saved.write
        _sys.stdout = self._fakeout
        import linecache
        file_lines = linecache.getlines

        def example_lines(filename, module_globals=None):
            head, _, number = filename[:-2].rpartition("[")
            if head == "<doctest " + test.name and number.isdigit() and int(number) < len(test.examples):
                return test.examples[int(number)].source.splitlines(keepends=True)
            return file_lines(filename, module_globals)
        linecache.getlines = example_lines
        hook = getattr(_sys, "displayhook", None)
        if hook is not None and hasattr(_sys, "__displayhook__"):
            _sys.displayhook = _sys.__displayhook__
        try:
            return self._run(test, compileflags, out)
        finally:
            _sys.stdout = saved
            linecache.getlines = file_lines
            if hook is not None and hasattr(_sys, "__displayhook__"):
                _sys.displayhook = hook
            if clear_globs:
                test.globs.clear()
                test.globs["__builtins__"] = None
                del test.globs["__builtins__"]

    def summarize(self, verbose=None):
        "Tell how many passed and failed; the counts come back."
        if verbose is None:
            verbose = self._verbose
        untested, passed, failed = [], [], []
        tried = failures = 0
        for name, (bad, count) in self._name2ft.items():
            tried += count
            failures += bad
            if count == 0:
                untested.append(name)
            elif bad == 0:
                passed.append((name, count))
            else:
                failed.append((name, bad, count))
        if verbose:
            if untested:
                print(len(untested), "items had no tests:")
                for name in sorted(untested):
                    print("   ", name)
            if passed:
                print(len(passed), "items passed all tests:")
                for name, count in sorted(passed):
                    print(" %3d tests in %s" % (count, name))
        if failed:
            print(self.DIVIDER)
            print(len(failed), "items had failures:")
            for name, bad, count in sorted(failed):
                print(" %3d of %3d in %s" % (bad, count, name))
        if verbose:
            print(tried, "tests in", len(self._name2ft), "items.")
            print(tried - failures, "passed and", failures, "failed.")
        if failures:
            print("***Test Failed***", failures, "failures.")
        elif verbose:
            print("Test passed.")
        return TestResults(failures, tried)

    def merge(self, other):
        "Add the counts of another runner."
        for name, (failures, tries) in other._name2ft.items():
            bad, count = self._name2ft.get(name, (0, 0))
            self._name2ft[name] = bad + failures, count + tries


class DocTestFailure(Exception):
    "An example printed something else than it should."

    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    "An example raised an exception that it should not."

    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    "Raises at the first failure."

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        "Run the examples; the first that fails raises."
        result = DocTestRunner.run(self, test, compileflags, out, False)
        if clear_globs:
            test.globs.clear()
        return result

    def report_unexpected_exception(self, out, test, example, exc_info):
        "Raise UnexpectedException."
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        "Raise DocTestFailure."
        raise DocTestFailure(test, example, got)


master = None


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
            raise_on_error=False, exclude_empty=False):
    "Test the examples of a module, of the program itself by default."
    global master
    if m is None:
        m = _sys.modules.get("__main__")
    if not isinstance(m, type(_sys)):
        raise TypeError("testmod: module required; %r" % (m,))
    if name is None:
        name = m.__name__
    finder = DocTestFinder(exclude_empty=exclude_empty)
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    for test in finder.find(m, name, globs=globs, extraglobs=extraglobs):
        runner.run(test)
    if report:
        runner.summarize()
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True, optionflags=0,
             extraglobs=None, raise_on_error=False, parser=DocTestParser(), encoding=None):
    "Test the examples of a text file."
    global master
    import os
    if package and not module_relative:
        raise ValueError("Package may only be specified for module-relative paths.")
    path = filename
    if module_relative:
        base = package or _sys.modules.get("__main__")
        folder = os.path.dirname(getattr(base, "__file__", None) or "")
        path = os.path.join(folder, filename) if folder else filename
    with open(path, encoding=encoding or "utf-8") as file:
        text = file.read()
    if name is None:
        name = os.path.basename(filename)
    globs = {} if globs is None else globs.copy()
    if extraglobs is not None:
        globs.update(extraglobs)
    globs.setdefault("__name__", "__main__")
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    runner.run(parser.get_doctest(text, globs, name, path, 0))
    if report:
        runner.summarize()
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries)


def run_docstring_examples(f, globs, verbose=False, name="NoName", compileflags=None, optionflags=0):
    "Test the examples of one object's docstring."
    finder = DocTestFinder(verbose=verbose, recurse=False)
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in finder.find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


_unittest_reportflags = 0


def set_unittest_reportflags(flags):
    "The reporting options of tests that run under unittest; the old ones come back."
    global _unittest_reportflags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError("Only reporting flags allowed", flags)
    old, _unittest_reportflags = _unittest_reportflags, flags
    return old


class DocTestCase(unittest.TestCase):
    "A docstring's examples as a test case."

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        unittest.TestCase.__init__(self)
        self._dt_optionflags, self._dt_checker = optionflags, checker
        self._dt_test, self._dt_setUp, self._dt_tearDown = test, setUp, tearDown

    def setUp(self):
        "Call the suite's setUp with the test."
        self._dt_globs = self._dt_test.globs.copy()
        if self._dt_setUp is not None:
            self._dt_setUp(self._dt_test)

    def tearDown(self):
        "Call the suite's tearDown with the test, and drop its names."
        if self._dt_tearDown is not None:
            self._dt_tearDown(self._dt_test)
        self._dt_test.globs.clear()
        self._dt_test.globs.update(self._dt_globs)

    def runTest(self):
        "Run the examples; the failures in one report."
        test, told, old = self._dt_test, [], _sys.stdout
        flags = self._dt_optionflags
        if not flags & REPORTING_FLAGS:
            flags |= _unittest_reportflags
        runner = DocTestRunner(optionflags=flags, checker=self._dt_checker, verbose=False)
        try:
            runner.DIVIDER = "-" * 70
            failures, tries = runner.run(test, out=told.append, clear_globs=False)
        finally:
            _sys.stdout = old
        if failures:
            raise self.failureException(self.format_failure("".join(told)))

    def format_failure(self, err):
        "The report of what failed, with file and line."
        test = self._dt_test
        lineno = "unknown line number" if test.lineno is None else "%s" % test.lineno
        return ('Failed doctest test for %s\n  File "%s", line %s, in %s\n\n%s'
                % (test.name, test.filename, lineno, test.name.split(".")[-1], err))

    def debug(self):
        "Run the examples; the first that fails raises."
        self.setUp()
        runner = DebugRunner(optionflags=self._dt_optionflags, checker=self._dt_checker, verbose=False)
        runner.run(self._dt_test, clear_globs=False)
        self.tearDown()

    def id(self):
        "The name of the object whose docstring it is."
        return self._dt_test.name

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return (self._dt_test, self._dt_optionflags) == (other._dt_test, other._dt_optionflags)

    def __hash__(self):
        return hash((self._dt_optionflags, self._dt_setUp, self._dt_tearDown, self._dt_checker))

    def __repr__(self):
        parts = self._dt_test.name.split(".")
        return "%s (%s)" % (parts[-1], ".".join(parts[:-1]))

    __str__ = object.__str__

    def shortDescription(self):
        "A line about the test."
        return "Doctest: " + self._dt_test.name


class SkipDocTestCase(DocTestCase):
    "Stands for the tests of a module whose docstrings are gone."

    def __init__(self, module):
        self.module = module
        DocTestCase.__init__(self, None)

    def setUp(self):
        "Skip the test."
        self.skipTest("DocTestSuite will not work with -O2 and above")

    def shortDescription(self):
        "Which module is skipped."
        return "Skipping tests from %s" % self.module.__name__


class _DocTestSuite(unittest.TestSuite):
    def _removeTestAtIndex(self, index):
        pass


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    "The tests of a module as a suite."
    if test_finder is None:
        test_finder = DocTestFinder()
    if isinstance(module, str):
        __import__(module)
        module = _sys.modules[module]
    elif module is None:
        module = _sys.modules[_sys._getframe(1).f_globals["__name__"]]
    suite = _DocTestSuite()
    for test in sorted(test_finder.find(module, globs=globs, extraglobs=extraglobs)):
        if not test.examples:
            continue
        if not test.filename:
            filename = getattr(module, "__file__", module.__name__)
            test.filename = filename[:-1] if filename.endswith(".pyc") else filename
        suite.addTest(DocTestCase(test, **options))
    return suite


class DocFileCase(DocTestCase):
    "A file's examples as a test case."

    def id(self):
        "The name of the file's test."
        return "_".join(self._dt_test.name.split("."))

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        "The report of what failed, with the file's path."
        return ('Failed doctest test for %s\n  File "%s", line 0\n\n%s'
                % (self._dt_test.name, self._dt_test.filename, err))


def DocFileSuite(*paths, **kw):
    "The examples of text files as a suite."
    import os
    suite = _DocTestSuite()
    relative = kw.pop("module_relative", True)
    package, globs = kw.pop("package", None), kw.pop("globs", None)
    parser, encoding = kw.pop("parser", DocTestParser()), kw.pop("encoding", None)
    folder = ""
    if relative:
        base = package or _sys._getframe(1).f_globals.get("__file__") or ""
        folder = os.path.dirname(base if isinstance(base, str) else getattr(base, "__file__", ""))
    for path in paths:
        full = os.path.join(folder, path)
        with open(full, encoding=encoding or "utf-8") as file:
            text = file.read()
        names = dict(globs or {}, __file__=full)
        suite.addTest(DocFileCase(parser.get_doctest(text, names, os.path.basename(path), full, 0), **kw))
    return suite


def script_from_examples(s):
    "The examples of a text as a program: the rest becomes comments."
    lines = []
    for part in DocTestParser().parse(s):
        if isinstance(part, Example):
            lines.append(part.source[:-1])
            if part.want:
                lines.append("# Expected:")
                lines += ["## " + line for line in part.want.split("\n")[:-1]]
        else:
            lines += ["# " + line if line else "#" for line in part.split("\n")[:-1]]
    while lines and lines[-1] == "#":
        lines.pop()
    while lines and lines[0] == "#":
        lines.pop(0)
    return "\n".join(lines) + "\n"


def testsource(module, name):
    "The examples of an object in a module as a program."
    if isinstance(module, str):
        __import__(module)
        module = _sys.modules[module]
    tests = [test for test in DocTestFinder().find(module) if test.name == name]
    if not tests:
        raise ValueError(name, "not found in tests")
    return script_from_examples(tests[0].docstring)


def debug_src(src, pm=False, globs=None):
    "Run the examples of a text as a program."
    exec(script_from_examples(src), dict(globs or {}))


def debug(module, name, pm=False):
    "Run the examples of an object as a program."
    exec(testsource(module, name), dict(module.__dict__ if not isinstance(module, str) else _sys.modules[module].__dict__))
