"""What NumPy's test files use of pytest's interface, for drive.py; it works under CPython and under Cupola alike."""
import re
import sys
import warnings

__unittest = True


class OutcomeException(BaseException):
    pass


class Skipped(OutcomeException):
    pass


class Failed(OutcomeException):
    pass


class XFailed(OutcomeException):
    pass


class PytestUnraisableExceptionWarning(Warning):
    pass


class PytestUnhandledThreadExceptionWarning(Warning):
    pass


def skip(reason="", *, allow_module_level=False, msg=None):
    raise Skipped(reason or msg)


def fail(reason="", pytrace=True, msg=None):
    raise Failed(reason or msg)


def xfail(reason=""):
    raise XFailed(reason)


def importorskip(name, minversion=None, reason=None, exc_type=None):
    try:
        __import__(name)
    except ImportError as error:
        raise Skipped(reason or str(error)) from None
    return sys.modules[name]


# ---- Marks ----

class Mark:
    def __init__(self, name, args=(), keywords=None):
        self.name, self.args, self.kwargs = name, args, keywords or {}

    def __call__(self, *args, **keywords):
        if len(args) == 1 and not keywords and \
                (isinstance(args[0], type) or hasattr(args[0], "__code__") or hasattr(args[0], "fixture")):
            return self.apply(args[0])
        return Mark(self.name, self.args + args, {**self.kwargs, **keywords})

    def apply(self, target):
        # The mark nearest to the function comes first.
        target.pytestmark = list(target.__dict__.get("pytestmark", ())) + [self] if hasattr(target, "__dict__") else [self]
        return target


class Marks:
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Mark(name)


mark = Marks()


class ParameterSet:
    def __init__(self, values, marks, id):
        self.values, self.marks, self.id = values, marks, id


def param(*values, marks=(), id=None):
    return ParameterSet(values, list(marks) if isinstance(marks, (list, tuple)) else [marks], id)


# ---- Fixtures ----

class Fixture:
    def __init__(self, function, keywords):
        self.function, self.fixture = function, True
        self.params, self.ids = keywords.get("params"), keywords.get("ids")
        self.scope, self.autouse = keywords.get("scope", "function"), keywords.get("autouse", False)
        self.name = keywords.get("name") or function.__name__
        self.kept = {}

    def __call__(self, *args, **keywords):
        raise Failed("Fixture %r called directly" % self.name)


def fixture(function=None, **keywords):
    if function is not None:
        return Fixture(function, keywords)
    return lambda function: Fixture(function, keywords)


# ---- Expectations ----

class ExceptionInfo:
    value = type = tb = None

    @property
    def typename(self):
        return self.type.__name__

    def exconly(self, tryshort=False):
        return "%s: %s" % (self.type.__name__, self.value)

    def match(self, pattern):
        assert re.search(pattern, str(self.value)), "Regex pattern did not match.\n  Expected regex: %r\n  Actual message: %r" % (
            pattern, str(self.value))
        return True

    def errisinstance(self, kind):
        return isinstance(self.value, kind)


class Raises:
    def __init__(self, expected, match=None, check=None):
        self.expected, self.pattern, self.check, self.info = expected, match, check, ExceptionInfo()

    def __enter__(self):
        return self.info

    def __exit__(self, kind, value, trace):
        if kind is None:
            raise Failed("DID NOT RAISE %r" % (self.expected,))
        if not issubclass(kind, self.expected):
            return False
        self.info.type, self.info.value, self.info.tb = kind, value, trace
        if self.pattern is not None:
            self.info.match(self.pattern)
        return True


def raises(expected=BaseException, *args, **keywords):
    if not args:
        return Raises(expected, **keywords)
    with Raises(expected) as info:
        args[0](*args[1:], **keywords)
    return info


class Warns(warnings.catch_warnings):
    def __init__(self, expected=Warning, match=None):
        super().__init__(record=True)
        self.expected, self.pattern = expected, match

    def __enter__(self):
        self.found = super().__enter__()
        warnings.simplefilter("always")
        self.recorder = Recorder(self.found)
        return self.recorder

    def __exit__(self, kind, value, trace):
        super().__exit__(kind, value, trace)
        if kind is not None or self.expected is None:
            return
        fitting = [one for one in self.found if issubclass(one.category, self.expected)]
        if not fitting:
            raise Failed("DID NOT WARN. No warnings of type %r were emitted.\n Emitted warnings: %r" % (
                self.expected, [one.message for one in self.found]))
        if self.pattern is not None and not any(re.search(self.pattern, str(one.message)) for one in fitting):
            raise Failed("DID NOT WARN. No warnings matching %r: %r" % (self.pattern, [str(one.message) for one in fitting]))


class Recorder:
    def __init__(self, found):
        self.list = found

    def __len__(self):
        return len(self.list)

    def __iter__(self):
        return iter(self.list)

    def __getitem__(self, index):
        return self.list[index]

    def pop(self, kind=Warning):
        for index, one in enumerate(self.list):
            if issubclass(one.category, kind):
                return self.list.pop(index)
        raise AssertionError("%r not found in warning list" % (kind,))

    def clear(self):
        self.list[:] = []


def warns(expected=Warning, *args, match=None, **keywords):
    if not args:
        return Warns(expected, match)
    with Warns(expected):
        return args[0](*args[1:], **keywords)


def deprecated_call(*args, match=None, **keywords):
    return warns((DeprecationWarning, PendingDeprecationWarning, FutureWarning), *args, match=match, **keywords)


class Approx:
    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def close(self, actual, expected):
        if actual == expected:
            return True
        if expected != expected:
            return self.nan_ok and actual != actual
        tolerance = max((1e-6 if self.rel is None else self.rel) * abs(expected), 1e-12 if self.abs is None else self.abs)
        return abs(actual - expected) <= tolerance

    def __eq__(self, actual):
        if isinstance(self.expected, dict):
            return actual.keys() == self.expected.keys() and all(self.close(actual[key], self.expected[key]) for key in actual)
        if hasattr(self.expected, "__len__"):
            return len(actual) == len(self.expected) and all(map(self.close, actual, self.expected))
        return bool(self.close(actual, self.expected))

    def __repr__(self):
        return "approx(%r)" % (self.expected,)


def approx(expected, rel=None, abs=None, nan_ok=False):
    return Approx(expected, rel, abs, nan_ok)
