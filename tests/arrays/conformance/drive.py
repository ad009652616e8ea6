"""Runs one of NumPy's test files and writes what came of each test, a line each: outcome, id, what was said.

    PROGRAM drive.py FOLDER OF NUMPY, FILE, RESULTS [FILE WITH THE IDS OF TESTS TO LEAVE OUT]

A test is told when it starts, too: the runner then knows which one a crash or an endless loop belongs to. FILE may be
followed by ::PATTERN, for some tests by hand."""
import fnmatch
import inspect
import io
import os
import re
import pathlib
import shutil
import sys
import tempfile
import traceback
import types
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
sys.dont_write_bytecode = True

import absent
import pytest


# ---- Cases ----

def id_of(value, name, index):
    if isinstance(value, pytest.ParameterSet):
        value = value.values[0]
    if isinstance(value, bytes):
        return ascii(value)[2:-1]
    if value is None or isinstance(value, (bool, str, int, float, complex)) and type(value).__module__ == "builtins":
        return str(value).encode("unicode_escape").decode("ascii")
    if isinstance(getattr(value, "__name__", None), str):
        return value.__name__
    return name + str(index)


class Case:
    def __init__(self, values, ids, marks):
        self.values, self.ids, self.marks = values, ids, marks


def parameter_cases(names, rows, ids):
    cases = []
    alone = isinstance(names, str) and "," not in names
    if isinstance(names, str):
        names = [name.strip() for name in names.split(",") if name.strip()]
    for index, row in enumerate(rows):
        marks, own = [], None
        if isinstance(row, pytest.ParameterSet):
            values, marks, own = row.values, row.marks, row.id
        else:
            values = (row,) if alone else tuple(row)
        if own is None and ids is not None:
            own = ids(values[0]) if callable(ids) and len(values) == 1 else \
                "-".join(str(ids(value)) for value in values) if callable(ids) else list(ids)[index]
        text = own if own is not None else "-".join(id_of(value, name, index) for value, name in zip(values, names))
        cases.append(Case(dict(zip(names, values)), [str(text)], marks))
    seen = {}
    for case in cases:
        seen[case.ids[0]] = seen.get(case.ids[0], 0) + 1
    count = {}
    for case in cases:
        text = case.ids[0]
        if seen[text] > 1:
            case.ids = [text + str(count.get(text, 0))]
            count[text] = count.get(text, 0) + 1
    return cases


def product(cases, others):
    return [Case({**case.values, **other.values}, case.ids + other.ids, case.marks + other.marks)
            for case in cases for other in others]


# ---- Fixtures that are always there ----

class MonkeyPatch:
    def __init__(self):
        self.undoing = []

    def setattr(self, target, name, *value, raising=True):
        if not value:
            path, value = target, (name,)
            module, _, name = path.rpartition(".")
            target = sys.modules[module]
        had = hasattr(target, name)
        old = getattr(target, name, None)
        setattr(target, name, value[0])
        self.undoing.append(lambda: setattr(target, name, old) if had else delattr(target, name))

    def delattr(self, target, name, raising=True):
        if hasattr(target, name):
            old = getattr(target, name)
            delattr(target, name)
            self.undoing.append(lambda: setattr(target, name, old))

    def setitem(self, mapping, name, value):
        had, old = name in mapping, mapping.get(name)
        mapping[name] = value
        self.undoing.append(lambda: mapping.__setitem__(name, old) if had else mapping.pop(name, None))

    def delitem(self, mapping, name, raising=True):
        if name in mapping:
            old = mapping.pop(name)
            self.undoing.append(lambda: mapping.__setitem__(name, old))

    def setenv(self, name, value, prepend=None):
        self.setitem(os.environ, name, str(value))

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name)

    def chdir(self, path):
        old = os.getcwd()
        os.chdir(path)
        self.undoing.append(lambda: os.chdir(old))

    def undo(self):
        while self.undoing:
            self.undoing.pop()()

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.undo()

    context = classmethod(lambda kind: kind())


class Capture:
    def __init__(self):
        self.old = sys.stdout, sys.stderr
        self.out, self.err = sys.stdout, sys.stderr = io.StringIO(), io.StringIO()

    def readouterr(self):
        result = types.SimpleNamespace(out=self.out.getvalue(), err=self.err.getvalue())
        for file in self.out, self.err:
            file.seek(0)
            file.truncate()
        return result

    def close(self):
        sys.stdout, sys.stderr = self.old


class Request:
    def __init__(self, run, value=None):
        self.run, self.param, self.node, self.instance = run, value, run, run.instance

    def addfinalizer(self, function):
        self.run.closing.append(function)

    def getfixturevalue(self, name):
        return self.run.fixture(name)


def arguments_of(function, bound):
    names = [one.name for one in inspect.signature(function).parameters.values()
             if one.default is inspect.Parameter.empty and one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    return names[1:] if bound else names


class Run:
    """One test: the values of its fixtures, and what is done after it."""

    def __init__(self, test, case, instance):
        self.test, self.case, self.instance = test, case, instance
        self.made, self.closing = {}, []

    def built_in(self, name):
        if name == "monkeypatch":
            patch = MonkeyPatch()
            self.closing.append(patch.undo)
            return patch
        if name in ("tmp_path", "tmpdir"):
            folder = tempfile.mkdtemp(prefix="numpy-test-")
            self.closing.append(lambda: shutil.rmtree(folder, True))
            return pathlib.Path(folder)
        if name in ("capsys", "capfd"):
            capture = Capture()
            self.closing.append(capture.close)
            return capture
        if name == "request":
            return Request(self)
        if name == "recwarn":
            return pytest.Recorder(self.test.warned)
        raise pytest.Failed("fixture %r not found" % name)

    def fixture(self, name):
        if name in self.case.values and name not in self.test.indirect:
            return self.case.values[name]
        if name in self.made:
            return self.made[name]
        found = self.test.find_fixture(name)
        if found is None:
            value = self.built_in(name)
        else:
            value = self.make(found)
        self.made[name] = value
        return value

    def make(self, found):
        bound = found.name in self.test.class_fixtures
        arguments = {}
        for name in arguments_of(found.function, bound):
            arguments[name] = Request(self, self.case.values.get("fixture " + found.name, self.case.values.get(found.name))) \
                if name == "request" else self.fixture(name)
        result = found.function(self.instance, **arguments) if bound else found.function(**arguments)
        if inspect.isgenerator(result):
            value = next(result)
            self.closing.append(lambda: next(result, None))
            return value
        return result


class Test:
    def __init__(self, module, kind, name, function, prefix):
        self.module, self.kind, self.name, self.function, self.prefix = module, kind, name, function, prefix
        self.is_static = kind is not None and isinstance(vars_of(kind, name), staticmethod)
        own = list(getattr(function, "pytestmark", ()))
        above = marks_of_class(kind) + as_list(module.__dict__.get("pytestmark"))
        self.marks = own + above
        self.class_fixtures = {one.name: one for one in fixtures_of_class(kind)}
        self.indirect = set()
        self.warned = []

    def find_fixture(self, name):
        if name in self.class_fixtures:
            return self.class_fixtures[name]
        return next((one for one in self.module.__dict__.values() if isinstance(one, pytest.Fixture) and one.name == name), None)

    def cases(self):
        cases = [Case({}, [], [])]
        for mark in self.marks:
            if mark.name == "parametrize":
                names, rows = (list(mark.args) + [mark.kwargs.get("argnames"), mark.kwargs.get("argvalues")])[:2] \
                    if len(mark.args) >= 2 else (mark.kwargs.get("argnames", mark.args[0] if mark.args else None), mark.kwargs["argvalues"])
                ids = mark.kwargs.get("ids", mark.args[3] if len(mark.args) > 3 else None)
                if isinstance(mark.kwargs.get("indirect"), (bool, list)) and mark.kwargs["indirect"]:
                    self.indirect |= set(names.split(",") if isinstance(names, str) else names)
                cases = product(cases, parameter_cases(names, list(rows), ids))
        wanted = [name for name in arguments_of(self.function, self.kind is not None and not self.is_static)]
        for one in list(self.class_fixtures.values()) + [one for one in self.module.__dict__.values() if isinstance(one, pytest.Fixture)]:
            if one.autouse and one.name not in wanted:
                wanted.append(one.name)
        for mark in self.marks:
            if mark.name == "usefixtures":
                wanted += [name for name in mark.args if name not in wanted]
        self.wanted = wanted
        for name in self.fixture_closure(wanted):
            found = self.find_fixture(name)
            if found is not None and found.params is not None and not any(name in case.values for case in cases):
                cases = product(parameter_cases("fixture " + name, [one for one in found.params], found.ids or
                                                [id_of(one, name, i) for i, one in enumerate(found.params)]), cases)
        return cases

    def fixture_closure(self, names):
        seen, waiting = [], list(names)
        while waiting:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.append(name)
            found = self.find_fixture(name)
            if found is not None:
                waiting += arguments_of(found.function, name in self.class_fixtures)
        return seen

    def id(self, case):
        return self.prefix + self.name + ("[%s]" % "-".join(case.ids) if case.ids else "")

    def condition(self, mark):
        condition = mark.args[0] if mark.args else mark.kwargs.get("condition", True)
        return eval(condition, self.module.__dict__) if isinstance(condition, str) else bool(condition)

    def run(self, case):
        marks = case.marks + self.marks
        expected_failure = None
        for mark in marks:
            if mark.name == "skip" or mark.name == "skipif" and self.condition(mark):
                return "skip", mark.kwargs.get("reason", mark.args[-1] if mark.args else "")
            if mark.name == "xfail" and self.condition(mark):
                expected_failure = mark
        if expected_failure is not None and expected_failure.kwargs.get("run", True) is False:
            return "xfail", ""
        outcome, text = self.guarded(case, marks)
        if expected_failure is not None and outcome in ("pass", "fail"):
            return ("xfail", text) if outcome == "fail" else ("xpass", "")
        return outcome, text

    def guarded(self, case, marks):
        absent.touched, absent.running = None, True
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                self.warned = warned
                for mark in reversed(marks):
                    if mark.name == "filterwarnings":
                        for text in mark.args:
                            filter_warnings(text)
                self.call(case)
            return "pass", ""
        except pytest.Skipped as error:
            return "skip", str(error)
        except pytest.XFailed as error:
            return "xfail", str(error)
        except absent.NotApplicable as error:
            return "absent", str(error)
        except BaseException as error:
            if type(error).__name__ == "SkipTest":
                return "skip", str(error)
            if absent.touched:
                return "absent", absent.touched
            return "fail", "".join(traceback.format_exception(type(error), error, error.__traceback__))
        finally:
            absent.running = False

    def call(self, case):
        instance = self.kind() if self.kind is not None else None
        run = Run(self, case, instance)
        try:
            if instance is not None:
                self.set_up(instance, "setUp" if hasattr(instance, "_testMethodName") else "setup_method")
            arguments = {name: run.fixture(name) for name in self.wanted}
            names = arguments_of(self.function, self.kind is not None and not self.is_static)
            arguments = {name: value for name, value in arguments.items() if name in names}
            for name, value in case.values.items():
                if name not in self.indirect and not name.startswith("fixture "):
                    arguments[name] = value
            if self.is_static or instance is None:
                self.function(**arguments)
            else:
                self.function(instance, **arguments)
        finally:
            while run.closing:
                run.closing.pop()()
            if instance is not None:
                self.set_up(instance, "tearDown" if hasattr(instance, "_testMethodName") else "teardown_method")

    def set_up(self, instance, name):
        method = getattr(instance, name, None)
        if method is not None:
            method(*([self.function] if len(inspect.signature(method).parameters) else []))


def filter_warnings(text):
    action, message, category, module = (text.split(":") + [""] * 3)[:4]
    kind = Warning
    if category:
        home, _, name = category.rpartition(".")
        kind = getattr(__import__(home or "builtins", fromlist=[name]), name)
    warnings.filterwarnings(action, message, kind, module)


def as_list(marks):
    return [] if marks is None else list(marks) if isinstance(marks, (list, tuple)) else [marks]


def marks_of_class(kind):
    marks = []
    for base in kind.__mro__ if kind is not None else ():
        marks += as_list(base.__dict__.get("pytestmark"))
    return marks


def vars_of(kind, name):
    return next((base.__dict__[name] for base in kind.__mro__ if name in base.__dict__), None)


def fixtures_of_class(kind):
    found = {}
    for base in reversed(kind.__mro__) if kind is not None else ():
        found.update({one.name: one for one in base.__dict__.values() if isinstance(one, pytest.Fixture)})
    return found.values()


def tests_of(module):
    for name, value in list(module.__dict__.items()):
        if name.startswith("test") and isinstance(value, absent.Absent):
            yield name, value
        elif name.startswith("test") and isinstance(value, types.FunctionType):
            yield name, Test(module, None, name, value, "")
        elif isinstance(value, type) and (name.startswith("Test") or hasattr(value, "_testMethodName")):
            if value.__init__ is not object.__init__ and not hasattr(value, "assertEqual"):
                continue
            members = {}
            for base in reversed(value.__mro__):
                members.update({key: one for key, one in base.__dict__.items() if key.startswith("test")})
            for key, one in members.items():
                if isinstance(one, (staticmethod, classmethod)):
                    one = one.__func__
                if isinstance(one, absent.Absent):
                    yield name + "." + key, one
                elif isinstance(one, types.FunctionType):
                    yield name + "." + key, Test(module, value, key, one, name + ".")


# ---- The file ----

def first_line(node):
    return min([node.lineno] + [one.lineno for one in getattr(node, "decorator_list", ())])


def failing_member(node, error, file):
    """First and last line of the statement of a class's body that failed; the class is tried again without it."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file and code.co_name == getattr(node, "name", None):
            line = trace.tb_lineno
            break
        trace = trace.tb_next
    for member in getattr(node, "body", ()):
        if first_line(member) <= line <= member.end_lineno and len(node.body) > 1:
            return first_line(member), member.end_lineno
    return None


def load(root, path, tell):
    """The module of a test file. Where a statement of it fails, the ones after it are tried all the same."""
    name = "numpy." + path[:-3].replace("/", ".")
    file = os.path.join(root, path)
    with open(file, encoding="utf-8") as opened:
        source = opened.read()
    module = types.ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    import ast
    lines = source.split("\n")
    tree = ast.parse(source, file)
    for node in tree.body:
        start = first_line(node)
        kept = lines[start - 1:node.end_lineno]
        while True:
            try:
                exec(compile("\n" * (start - 1) + "\n".join(kept) + "\n", file, "exec"), module.__dict__)
            except Exception as error:
                member = failing_member(node, error, file)
                tell("note", "line %d" % (member[0] if member else start), traceback.format_exc())
                if member and any(kept[member[0] - start:member[1] - start + 1]):
                    for line in range(member[0], member[1] + 1):
                        kept[line - start] = ""
                    continue
            break
    return module


def helpers(root, path):
    """The folder of tests as a package, with the helpers that stand in it, and other folders of tests that the file imports from."""
    with open(os.path.join(root, path), encoding="utf-8") as opened:
        others = re.findall(r"^from numpy\.([\w.]+\.tests)\.\w+ import", opened.read(), re.M)
    for folder in [os.path.dirname(path)] + [other.replace(".", "/") for other in others]:
        package = types.ModuleType("numpy." + folder.replace("/", "."))
        package.__path__ = [os.path.join(root, folder)]
        sys.modules[package.__name__] = package


def main():
    root, path, results = sys.argv[1:4]
    path, _, pattern = path.partition("::")
    left_out = set()
    if len(sys.argv) > 4:
        with open(sys.argv[4], encoding="utf-8") as file:
            left_out = set(file.read().split("\n"))
    file = open(results, "a", encoding="utf-8", errors="backslashreplace")

    def tell(word, name="", text=""):
        text = str(text).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ").replace("\r", " ")
        file.write("%s\t%s\t%s\n" % (word, name.replace("\n", " ").replace("\t", " "), text))
        file.flush()

    import numpy
    import numpy.testing
    rows = []
    with open(os.path.join(HERE, "not_applicable.txt"), encoding="utf-8") as opened:
        for line in opened:
            words = line.partition(":")[0].split()
            if len(words) == 2 and words[0] in ("module", "name"):
                rows.append(words)
    absent.install(rows)
    helpers(root, path)
    module = load(root, path, tell)
    set_up = getattr(module, "setup_module", None)
    if set_up is not None:
        set_up()
    for name, test in tests_of(module):
        if isinstance(test, absent.Absent):
            if name not in left_out:
                tell("start", name)
                tell("absent", name, test._absent_name)
            continue
        try:
            cases = test.cases()
        except BaseException:
            tell("note", name, traceback.format_exc())
            continue
        for case in cases:
            identity = test.id(case).replace("\n", " ").replace("\t", " ")
            if identity in left_out or pattern and not fnmatch.fnmatchcase(identity, pattern):
                continue
            tell("start", identity)
            outcome, text = test.run(case)
            tell(outcome, identity, text)
    tell("end")
    file.close()
    os._exit(0)


main()
