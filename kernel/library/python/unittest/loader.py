"""Tests found: in classes, in modules, by name, in folders."""

import os
import sys
from unittest import case, suite, util

__unittest = True


class _FailedTest(case.TestCase):
    # Stands where a test could not be loaded, and fails with the reason.
    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattr__(name)

        def fail():
            raise self._exception
        return fail


def _failed(name, exception, make_suite, message):
    return make_suite((_FailedTest(name, exception),)), message


def _formatted():
    from unittest.result import _format_exception
    return _format_exception(*sys.exc_info(), False)


def _make_failed_import_test(name, suiteClass):
    message = "Failed to import test module: %s\n%s" % (name, _formatted())
    return _failed(name, ImportError(message), suiteClass, message)


def _make_failed_load_tests(name, exception, suiteClass):
    message = "Failed to call load_tests:\n%s" % (_formatted(),)
    return _failed(name, exception, suiteClass, message)


def _make_skipped_test(methodname, exception, suiteClass):
    @case.skip(str(exception))
    def skipped(self):
        pass
    kind = type("ModuleSkipped", (case.TestCase,), {methodname: skipped})
    return suiteClass((kind(methodname),))


class TestLoader:
    "Makes suites of the tests that it finds."

    testMethodPrefix = "test"
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        self.errors = []
        self._loading_packages = set()

    def loadTestsFromTestCase(self, testCaseClass):
        "A suite of all tests of a class."
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        "A suite of all tests of a module, or what its load_tests() makes."
        if len(args) > 0 or "use_load_tests" in kws:
            import warnings
            warnings.warn("use_load_tests is deprecated and ignored", DeprecationWarning)
            kws.pop("use_load_tests", None)
        if len(args) > 1:
            raise TypeError("loadTestsFromModule() takes 1 positional argument but {} were given".format(len(args) + 1))
        if kws:
            raise TypeError("loadTestsFromModule() got an unexpected keyword argument '{}'".format(sorted(kws)[0]))
        found = []
        for name in dir(module):
            item = getattr(module, name)
            if isinstance(item, type) and issubclass(item, case.TestCase):
                found.append(self.loadTestsFromTestCase(item))
        load_tests = getattr(module, "load_tests", None)
        tests = self.suiteClass(found)
        if load_tests is not None:
            try:
                return load_tests(self, tests, pattern)
            except Exception as error:
                failing, message = _make_failed_load_tests(module.__name__, error, self.suiteClass)
                self.errors.append(message)
                return failing
        return tests

    def loadTestsFromName(self, name, module=None):
        "What a dotted name means: a module, a class, a method, a function that makes a test or a suite."
        parts = name.split(".")
        failing = message = None
        if module is None:
            importable = parts[:]
            while importable:
                try:
                    module = __import__(".".join(importable))
                    break
                except ImportError:
                    last = importable.pop()
                    failing, message = _make_failed_import_test(last, self.suiteClass)
                    if not importable:
                        self.errors.append(message)
                        return failing
            parts = parts[1:]
        obj = module
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as error:
                if getattr(obj, "__path__", None) is not None and failing is not None:
                    self.errors.append(message)
                    return failing
                failing, message = _failed(part, error, self.suiteClass, "Failed to access attribute:\n%s" % (_formatted(),))
                self.errors.append(message)
                return failing
        module_kind = type(sys)
        if isinstance(obj, module_kind):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, case.TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, type(_formatted)) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            method = parts[-1]
            instance = parent(method)
            # A static method is called as a maker below.
            if not isinstance(getattr(instance, method), type(_formatted)):
                return self.suiteClass([instance])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if callable(obj):
            made = obj()
            if isinstance(made, suite.TestSuite):
                return made
            if isinstance(made, case.TestCase):
                return self.suiteClass([made])
            raise TypeError("calling %s returned %s, not a test" % (obj, made))
        raise TypeError("don't know how to make test from: %s" % obj)

    def loadTestsFromNames(self, names, module=None):
        "The same for several names."
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        "The names of a class's test methods, sorted."
        def is_test(name):
            if not name.startswith(self.testMethodPrefix):
                return False
            method = getattr(testCaseClass, name)
            if not callable(method):
                return False
            full = "%s.%s.%s" % (testCaseClass.__module__, testCaseClass.__qualname__, name)
            if self.testNamePatterns is None:
                return True
            from fnmatch import fnmatchcase
            return any(fnmatchcase(full, pattern) for pattern in self.testNamePatterns)
        names = list(filter(is_test, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            from functools import cmp_to_key
            names.sort(key=cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        "A suite of the tests in the files of a folder and of the packages in it."
        if top_level_dir is None and self._top_level_dir is not None:
            top_level_dir = self._top_level_dir
        elif top_level_dir is None:
            top_level_dir = start_dir
        top_level_dir = os.path.abspath(top_level_dir)
        if top_level_dir not in sys.path:
            sys.path.insert(0, top_level_dir)
        self._top_level_dir = top_level_dir
        if os.path.isdir(os.path.abspath(start_dir)):
            start_dir = os.path.abspath(start_dir)
            if start_dir != top_level_dir and not os.path.isfile(os.path.join(start_dir, "__init__.py")):
                raise ImportError("Start directory is not importable: %r" % start_dir)
        else:
            try:
                __import__(start_dir)
            except ImportError:
                raise ImportError("Start directory is not importable: %r" % start_dir) from None
            start_dir = os.path.abspath(os.path.dirname(sys.modules[start_dir].__file__))
        return self.suiteClass(list(self._find_tests(start_dir, pattern)))

    def _get_name_from_path(self, path):
        if path == self._top_level_dir:
            return "."
        path = os.path.splitext(os.path.normpath(path))[0]
        return os.path.relpath(path, self._top_level_dir).replace(os.path.sep, ".")

    def _get_module_from_name(self, name):
        __import__(name)
        return sys.modules[name]

    def _match_path(self, path, full_path, pattern):
        from fnmatch import fnmatch
        return fnmatch(path, pattern)

    def _find_tests(self, start_dir, pattern):
        for entry in sorted(os.listdir(start_dir)):
            path = os.path.join(start_dir, entry)
            tests, descend = self._find_test_path(path, pattern)
            if tests is not None:
                yield tests
            if descend:
                yield from self._find_tests(path, pattern)

    def _find_test_path(self, full_path, pattern):
        base = os.path.basename(full_path)
        if os.path.isfile(full_path):
            if not (base.endswith(".py") and base[:-3].isidentifier() and self._match_path(base, full_path, pattern)):
                return None, False
            name = self._get_name_from_path(full_path)
            try:
                module = self._get_module_from_name(name)
            except case.SkipTest as error:
                return _make_skipped_test(name, error, self.suiteClass), False
            except Exception:
                failing, message = _make_failed_import_test(name, self.suiteClass)
                self.errors.append(message)
                return failing, False
            return self.loadTestsFromModule(module, pattern=pattern), False
        if os.path.isdir(full_path) and os.path.isfile(os.path.join(full_path, "__init__.py")):
            name = self._get_name_from_path(full_path)
            try:
                package = self._get_module_from_name(name)
            except case.SkipTest as error:
                return _make_skipped_test(name, error, self.suiteClass), False
            except Exception:
                failing, message = _make_failed_import_test(name, self.suiteClass)
                self.errors.append(message)
                return failing, False
            if getattr(package, "load_tests", None) is not None:
                return self.loadTestsFromModule(package, pattern=pattern), False
            tests = None
            if self._match_path(base, full_path, pattern):
                tests = self.loadTestsFromModule(package, pattern=pattern)
            return tests, True
        return None, False


defaultTestLoader = TestLoader()


def _makeLoader(prefix, sortUsing, suiteClass=None, testNamePatterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing = sortUsing
    loader.testMethodPrefix = prefix
    loader.testNamePatterns = testNamePatterns
    if suiteClass:
        loader.suiteClass = suiteClass
    return loader


def _deprecated(name, instead):
    import warnings
    warnings.warn(f"unittest.{name}() is deprecated and will be removed in Python 3.13. "
                  f"Please use unittest.TestLoader.{instead}() instead.", DeprecationWarning, stacklevel=3)


def getTestCaseNames(testCaseClass, prefix, sortUsing=util.three_way_cmp, testNamePatterns=None):
    "The names of a class's methods with this prefix."
    _deprecated("getTestCaseNames", "getTestCaseNames")
    return _makeLoader(prefix, sortUsing, testNamePatterns=testNamePatterns).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix="test", sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    "A suite of all tests of a class."
    _deprecated("makeSuite", "loadTestsFromTestCase")
    return _makeLoader(prefix, sortUsing, suiteClass).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix="test", sortUsing=util.three_way_cmp, suiteClass=suite.TestSuite):
    "A suite of all tests of a module."
    _deprecated("findTestCases", "loadTestsFromModule")
    return _makeLoader(prefix, sortUsing, suiteClass).loadTestsFromModule(module)
