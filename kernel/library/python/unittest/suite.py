"""Suites: tests and other suites in a row, with the fixtures of classes and modules around them."""

import sys
from unittest import case, util

__unittest = True


def _call_if_exists(parent, name):
    function = getattr(parent, name, None)
    if function is not None:
        function()


class BaseTestSuite:
    "Tests in a row, without fixtures."

    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return "<%s tests=%s>" % (util.strclass(type(self)), list(self))

    def __eq__(self, other):
        if not isinstance(other, type(self)):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        "How many tests are here, those that ran included."
        return self._removed_tests + sum(test.countTestCases() for test in self if test)

    def addTest(self, test):
        "Put a test or a suite at the end."
        if not callable(test):
            raise TypeError("{} is not callable".format(repr(test)))
        if isinstance(test, type) and issubclass(test, (case.TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        "Put each of several at the end."
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        "Run them all."
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        # A test that ran is let go, with all that it holds.
        try:
            test = self._tests[index]
        except TypeError:
            return
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        "Run them all without a result: the first exception comes through."
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    "Tests in a row; setUpClass, tearDownClass, setUpModule and tearDownModule are called where they change."

    def run(self, result, debug=False):
        "Run them all, and the fixtures."
        is_outermost = not getattr(result, "_testRunEntered", False)
        if is_outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if _isnotsuite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if is_outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        "Run them all without a result: the first exception comes through."
        self.run(_DebugResult(), True)

    def _handleClassSetUp(self, test, result):
        previous, current = getattr(result, "_previousTestClass", None), test.__class__
        if current == previous or getattr(result, "_moduleSetUpFailed", False):
            return
        if getattr(current, "__unittest_skip__", False):
            return
        failed = False
        try:
            current._classSetupFailed = False
        except TypeError:
            pass  # a class that cannot be changed
        set_up = getattr(current, "setUpClass", None)
        clean_up = getattr(current, "doClassCleanups", None)
        if set_up is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            try:
                set_up()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                failed = True
                try:
                    current._classSetupFailed = True
                except TypeError:
                    pass
                name = util.strclass(current)
                self._createClassOrModuleLevelException(result, error, "setUpClass", name)
            if failed and clean_up is not None:
                clean_up()
                for info in current.tearDown_exceptions:
                    self._createClassOrModuleLevelException(result, info[1], "setUpClass", name, info=info)
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _get_previous_module(self, result):
        previous = getattr(result, "_previousTestClass", None)
        return None if previous is None else previous.__module__

    def _handleModuleFixture(self, test, result):
        current = test.__class__.__module__
        if current == self._get_previous_module(result):
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        try:
            module = sys.modules[current]
        except KeyError:
            return
        set_up = getattr(module, "setUpModule", None)
        if set_up is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            try:
                set_up()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                result._moduleSetUpFailed = True
                self._createClassOrModuleLevelException(result, error, "setUpModule", current)
            if result._moduleSetUpFailed:
                try:
                    case.doModuleCleanups()
                except Exception as error:
                    self._createClassOrModuleLevelException(result, error, "setUpModule", current)
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _createClassOrModuleLevelException(self, result, exc, method_name, parent, info=None):
        self._addClassOrModuleLevelException(result, exc, f"{method_name} ({parent})", info)

    def _addClassOrModuleLevelException(self, result, exception, errorName, info=None):
        error = _ErrorHolder(errorName)
        skip = getattr(result, "addSkip", None)
        if skip is not None and isinstance(exception, case.SkipTest):
            skip(error, str(exception))
        elif info:
            result.addError(error, info)
        else:
            result.addError(error, sys.exc_info())

    def _handleModuleTearDown(self, result):
        previous = self._get_previous_module(result)
        if previous is None or getattr(result, "_moduleSetUpFailed", False):
            return
        try:
            module = sys.modules[previous]
        except KeyError:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            for function in (getattr(module, "tearDownModule", None), case.doModuleCleanups):
                if function is None:
                    continue
                try:
                    function()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._createClassOrModuleLevelException(result, error, "tearDownModule", previous)
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__
        if current == previous or previous is None:
            return
        if getattr(previous, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
            return
        if getattr(previous, "__unittest_skip__", False):
            return
        tear_down = getattr(previous, "tearDownClass", None)
        clean_up = getattr(previous, "doClassCleanups", None)
        if tear_down is None and clean_up is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            name = util.strclass(previous)
            if tear_down is not None:
                try:
                    tear_down()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._createClassOrModuleLevelException(result, error, "tearDownClass", name)
            if clean_up is not None:
                clean_up()
                for info in previous.tearDown_exceptions:
                    if isinstance(result, _DebugResult):
                        raise info[1]
                    self._createClassOrModuleLevelException(result, info[1], "tearDownClass", name, info=info)
        finally:
            _call_if_exists(result, "_restoreStdout")


class _ErrorHolder:
    "Stands for a test in a result where a fixture failed."

    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return "<ErrorHolder description=%r>" % (self.description,)

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


def _isnotsuite(test):
    try:
        iter(test)
    except TypeError:
        return True
    return False


class _DebugResult:
    "Just what a suite asks of a result."

    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False
