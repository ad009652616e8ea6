"""The test case: fixtures, assertions, skipping, sub-tests."""

import sys
from functools import wraps
from unittest import result
from unittest.asserts import (_AssertRaisesContext, _AssertWarnsContext, _AssertLogsContext, _is_subtype)
from unittest.util import (strclass, safe_repr, _count_diff_all_purpose, _count_diff_hashable, _common_shorten_repr)

__unittest = True

DIFF_OMITTED = "\nDiff is %s characters long. Set self.maxDiff to None to see it."
_subtest_msg_sentinel = object()


class SkipTest(Exception):
    "Raised in a test: it is to be skipped."


class _ShouldStop(Exception):
    "A sub-test failed, and the run is to stop at the first failure."


class _Outcome:
    # What came of the parts of one test so far.
    def __init__(self, result=None):
        self.expecting_failure = False
        self.result = result
        self.result_supports_subtests = hasattr(result, "addSubTest")
        self.success = True
        self.expectedFailure = None

    def testPartExecutor(self, test_case, subTest=False):
        return _Part(self, test_case, subTest)


class _Part:
    # A with statement around one part of a test, which tells the result of its exceptions.
    def __init__(self, outcome, test_case, is_subtest):
        self.outcome, self.test_case, self.is_subtest = outcome, test_case, is_subtest

    def __enter__(self):
        self.earlier = self.outcome.success
        self.outcome.success = True

    def __exit__(self, kind, value, frames):
        outcome, test_case = self.outcome, self.test_case
        try:
            if kind is None:
                if self.is_subtest and outcome.success:
                    outcome.result.addSubTest(test_case.test_case, test_case, None)
            elif issubclass(kind, KeyboardInterrupt):
                return False
            elif issubclass(kind, SkipTest):
                outcome.success = False
                _addSkip(outcome.result, test_case, str(value))
            elif issubclass(kind, _ShouldStop):
                pass
            elif outcome.expecting_failure:
                outcome.expectedFailure = (kind, value, frames)
            else:
                outcome.success = False
                if self.is_subtest:
                    outcome.result.addSubTest(test_case.test_case, test_case, (kind, value, frames))
                else:
                    _addError(outcome.result, test_case, (kind, value, frames))
            return True
        finally:
            outcome.success = outcome.success and self.earlier


def _addSkip(result, test_case, reason):
    add = getattr(result, "addSkip", None)
    if add is not None:
        add(test_case, reason)
    else:
        import warnings
        warnings.warn("TestResult has no addSkip method, skips not reported", RuntimeWarning, 2)
        result.addSuccess(test_case)


def _addError(result, test, exc_info):
    if result is not None and exc_info is not None:
        if issubclass(exc_info[0], test.failureException):
            result.addFailure(test, exc_info)
        else:
            result.addError(test, exc_info)


def _id(obj):
    return obj


def _enter_context(cm, addcleanup):
    kind = type(cm)
    try:
        enter, leave = kind.__enter__, kind.__exit__
    except AttributeError:
        raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the context manager "
                        f"protocol") from None
    entered = enter(cm)
    addcleanup(leave, cm, None, None, None)
    return entered


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    "Call this after tearDownModule, the last added first."
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    "Enter a context that is left after tearDownModule."
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    "Call what was added by addModuleCleanup()."
    errors = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


def skip(reason):
    "Do not run the decorated test or class."
    def decorator(test_item):
        if not isinstance(test_item, type):
            @wraps(test_item)
            def skip_wrapper(*args, **kwargs):
                raise SkipTest(reason)
            test_item = skip_wrapper
        test_item.__unittest_skip__ = True
        test_item.__unittest_skip_why__ = reason
        return test_item
    if isinstance(reason, type(_id)):
        # Used without parentheses.
        test_item, reason = reason, ""
        return decorator(test_item)
    return decorator


def skipIf(condition, reason):
    "Do not run the decorated test where the condition holds."
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    "Run the decorated test only where the condition holds."
    return _id if condition else skip(reason)


def expectedFailure(test_item):
    "The decorated test is to fail."
    test_item.__unittest_expecting_failure__ = True
    return test_item


class _OrderedParams:
    # The parameters of sub-tests around each other: the inner ones first, each name once.
    def __init__(self, inner, outer):
        self.values = dict(inner)
        for name, value in outer.items():
            self.values.setdefault(name, value)

    def __bool__(self):
        return bool(self.values)

    def __getitem__(self, name):
        return self.values[name]

    def __iter__(self):
        return iter(self.values)

    def items(self):
        return self.values.items()


class _SubTestContext:
    # The with statement of subTest().
    def __init__(self, test, msg, params):
        self.test, self.msg, self.params = test, msg, params

    def __enter__(self):
        test = self.test
        self.part = None
        if test._outcome is None or not test._outcome.result_supports_subtests:
            return
        self.parent = test._subtest
        outer = {} if self.parent is None else self.parent.params
        test._subtest = _SubTest(test, self.msg, _OrderedParams(self.params, outer))
        self.part = test._outcome.testPartExecutor(test._subtest, subTest=True)
        self.part.__enter__()

    def __exit__(self, kind, value, frames):
        if self.part is None:
            return False
        test = self.test
        try:
            handled = self.part.__exit__(kind, value, frames)
            if kind is not None and not handled:
                return False
            outcome = test._outcome
            if not outcome.success:
                if outcome.result is not None and outcome.result.failfast:
                    raise _ShouldStop
            elif outcome.expectedFailure:
                raise _ShouldStop  # the expected failure ends the test
            return True
        finally:
            test._subtest = self.parent

    def __call__(self, function):
        @wraps(function)
        def inner(*args, **kwargs):
            with _SubTestContext(self.test, self.msg, self.params):
                return function(*args, **kwargs)
        return inner


class TestCase:
    "A class of tests: its methods whose names start with \"test\"."

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = "No test"
        try:
            method = getattr(self, methodName)
        except AttributeError:
            if methodName != "runTest":
                raise ValueError("no such test method in %s: %s" % (self.__class__, methodName))
        else:
            self._testMethodDoc = method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {}
        self.addTypeEqualityFunc(dict, "assertDictEqual")
        self.addTypeEqualityFunc(list, "assertListEqual")
        self.addTypeEqualityFunc(tuple, "assertTupleEqual")
        self.addTypeEqualityFunc(set, "assertSetEqual")
        self.addTypeEqualityFunc(frozenset, "assertSetEqual")
        self.addTypeEqualityFunc(str, "assertMultiLineEqual")

    # ---- fixtures ----

    def addTypeEqualityFunc(self, typeobj, function):
        "assertEqual() of two values of exactly this type calls the function (or method of this name)."
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        "Call this after tearDown, the last added first."
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        "Enter a context that is left after tearDown."
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        "Call this after tearDownClass, the last added first."
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        "Enter a context that is left after tearDownClass."
        return _enter_context(cm, cls.addClassCleanup)

    def setUp(self):
        "Called before each test."

    def tearDown(self):
        "Called after each test."

    @classmethod
    def setUpClass(cls):
        "Called before the first test of the class."

    @classmethod
    def tearDownClass(cls):
        "Called after the last test of the class."

    # ---- what a test is ----

    def countTestCases(self):
        """How many tests this is."""
        return 1

    def defaultTestResult(self):
        """Make a result for a run without one."""
        return result.TestResult()

    def shortDescription(self):
        "The first line of the test's docstring, or None."
        doc = self._testMethodDoc
        return doc.strip().split("\n")[0].strip() if doc else None

    def id(self):
        """The name of the test, with class and module."""
        return "%s.%s" % (strclass(self.__class__), self._testMethodName)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return "%s (%s.%s)" % (self._testMethodName, strclass(self.__class__), self._testMethodName)

    def __repr__(self):
        return "<%s testMethod=%s>" % (strclass(self.__class__), self._testMethodName)

    # ---- running ----

    def subTest(self, msg=_subtest_msg_sentinel, **params):
        "A part of a test, in a with statement: its failure is told with these words and does not end the test."
        return _SubTestContext(self, msg, params)

    def _addExpectedFailure(self, result, exc_info):
        try:
            add = result.addExpectedFailure
        except AttributeError:
            import warnings
            warnings.warn("TestResult has no addExpectedFailure method, reporting as passes", RuntimeWarning)
            result.addSuccess(self)
        else:
            add(self, exc_info)

    def _addUnexpectedSuccess(self, result):
        try:
            add = result.addUnexpectedSuccess
        except AttributeError:
            import warnings
            warnings.warn("TestResult has no addUnexpectedSuccess method, reporting as failure", RuntimeWarning)
            try:
                raise _ShouldStop
            except _ShouldStop:
                result.addFailure(self, sys.exc_info())
        else:
            add(self)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            import warnings
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})",
                          DeprecationWarning, stacklevel=3)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        "Run the test, and tell the result."
        stop_run = None
        if result is None:
            result = self.defaultTestResult()
            start_run = getattr(result, "startTestRun", None)
            stop_run = getattr(result, "stopTestRun", None)
            if start_run is not None:
                start_run()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if getattr(self.__class__, "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False):
                reason = (getattr(self.__class__, "__unittest_skip_why__", "")
                          or getattr(method, "__unittest_skip_why__", ""))
                _addSkip(result, self, reason)
                return result
            expects_failure = (getattr(self, "__unittest_expecting_failure__", False)
                               or getattr(method, "__unittest_expecting_failure__", False))
            outcome = _Outcome(result)
            try:
                self._outcome = outcome
                with outcome.testPartExecutor(self):
                    self._callSetUp()
                if outcome.success:
                    outcome.expecting_failure = expects_failure
                    with outcome.testPartExecutor(self):
                        self._callTestMethod(method)
                    outcome.expecting_failure = False
                    with outcome.testPartExecutor(self):
                        self._callTearDown()
                self.doCleanups()
                if outcome.success:
                    if not expects_failure:
                        result.addSuccess(self)
                    elif outcome.expectedFailure:
                        self._addExpectedFailure(result, outcome.expectedFailure)
                    else:
                        self._addUnexpectedSuccess(result)
                return result
            finally:
                # Both hold tracebacks, which hold this test.
                outcome.expectedFailure = None
                outcome = None
                self._outcome = None
        finally:
            result.stopTest(self)
            if stop_run is not None:
                stop_run()

    def doCleanups(self):
        "Call what was added by addCleanup()."
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        "Call what was added by addClassCleanup()."
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        "Run the test without a result: exceptions come through."
        method = getattr(self, self._testMethodName)
        if getattr(self.__class__, "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False):
            reason = (getattr(self.__class__, "__unittest_skip_why__", "")
                      or getattr(method, "__unittest_skip_why__", ""))
            raise SkipTest(reason)
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        "End this test: it is skipped."
        raise SkipTest(reason)

    # ---- assertions ----

    def fail(self, msg=None):
        "Fail."
        raise self.failureException(msg)

    def assertFalse(self, expr, msg=None):
        """Fail unless the value is false."""
        if expr:
            raise self.failureException(self._formatMessage(msg, "%s is not false" % safe_repr(expr)))

    def assertTrue(self, expr, msg=None):
        """Fail unless the value is true."""
        if not expr:
            raise self.failureException(self._formatMessage(msg, "%s is not true" % safe_repr(expr)))

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        return "%s : %s" % (standardMsg, msg)

    def assertRaises(self, expected_exception, *args, **kwargs):
        "A call, or what stands in the with statement, raises this."
        context = _AssertRaisesContext(expected_exception, self)
        try:
            return context.handle("assertRaises", args, kwargs)
        finally:
            context = None

    def assertWarns(self, expected_warning, *args, **kwargs):
        "A call, or what stands in the with statement, warns of this."
        return _AssertWarnsContext(expected_warning, self).handle("assertWarns", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        "What stands in the with statement logs something."
        return _AssertLogsContext(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        "What stands in the with statement logs nothing."
        return _AssertLogsContext(self, logger, level, no_logs=True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return getattr(self, function) if isinstance(function, str) else function
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            raise self.failureException(self._formatMessage(msg, "%s != %s" % _common_shorten_repr(first, second)))

    def assertEqual(self, first, second, msg=None):
        """Fail unless the two are equal; differences of texts and containers are shown."""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """Fail if the two are equal."""
        if not first != second:
            raise self.failureException(self._formatMessage(msg, "%s == %s" % (safe_repr(first), safe_repr(second))))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        "The difference rounds to zero at 7 (or so many) places, or is not larger than delta."
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        difference = abs(first - second)
        texts = safe_repr(first), safe_repr(second)
        if delta is not None:
            if difference <= delta:
                return
            told = "%s != %s within %s delta (%s difference)" % (*texts, safe_repr(delta), safe_repr(difference))
        else:
            places = 7 if places is None else places
            if round(difference, places) == 0:
                return
            told = "%s != %s within %r places (%s difference)" % (*texts, places, safe_repr(difference))
        raise self.failureException(self._formatMessage(msg, told))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        """Fail if the two are equal after rounding."""
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        difference = abs(first - second)
        texts = safe_repr(first), safe_repr(second)
        if delta is not None:
            if not first == second and difference > delta:
                return
            told = "%s == %s within %s delta (%s difference)" % (*texts, safe_repr(delta), safe_repr(difference))
        else:
            places = 7 if places is None else places
            if not first == second and round(difference, places) != 0:
                return
            told = "%s == %s within %r places" % (*texts, places)
        raise self.failureException(self._formatMessage(msg, told))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        "The same items in the same order (and the same type, where one is given)."
        kind = "sequence"
        if seq_type is not None:
            kind = seq_type.__name__
            for which, sequence in ("First", seq1), ("Second", seq2):
                if not isinstance(sequence, seq_type):
                    raise self.failureException("%s sequence is not a %s: %s" % (which, kind, safe_repr(sequence)))
        told, lengths = None, []
        for which, sequence in ("First", seq1), ("Second", seq2):
            try:
                lengths.append(len(sequence))
            except (TypeError, NotImplementedError):
                told = "%s %s has no length.    Non-sequence?" % (which, kind)
                break
        if told is None:
            if seq1 == seq2:
                return
            told = "%ss differ: %s != %s\n" % (kind.capitalize(), *_common_shorten_repr(seq1, seq2))
            difference = self._first_difference(seq1, seq2, lengths, kind)
            if difference is None and lengths[0] == lengths[1] and seq_type is None and type(seq1) != type(seq2):
                return  # the same items in sequences of two types
            told += difference or ""
            told += self._extra_items(seq1, seq2, lengths, kind)
        told = self._truncateMessage(told, self._compare_lines(seq1, seq2))
        self.fail(self._formatMessage(msg, told))

    def _first_difference(self, first, second, lengths, kind):
        for index in range(min(lengths)):
            items = []
            for which, sequence in ("first", first), ("second", second):
                try:
                    items.append(sequence[index])
                except (TypeError, IndexError, NotImplementedError):
                    return "\nUnable to index element %d of %s %s\n" % (index, which, kind)
            if items[0] != items[1]:
                return "\nFirst differing element %d:\n%s\n%s\n" % (index, *_common_shorten_repr(*items))
        return None

    def _extra_items(self, first, second, lengths, kind):
        if lengths[0] == lengths[1]:
            return ""
        which, sequence = ("First", first) if lengths[0] > lengths[1] else ("Second", second)
        at = min(lengths)
        told = "\n%s %s contains %d additional elements.\n" % (which, kind, max(lengths) - at)
        try:
            return told + "First extra element %d:\n%s\n" % (at, safe_repr(sequence[at]))
        except (TypeError, IndexError, NotImplementedError):
            return told + "Unable to index element %d of %s %s\n" % (at, which.lower(), kind)

    def _compare_lines(self, first, second):
        import difflib
        import pprint
        return "\n" + "\n".join(difflib.ndiff(pprint.pformat(first).splitlines(), pprint.pformat(second).splitlines()))

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + DIFF_OMITTED % len(diff)

    def assertListEqual(self, list1, list2, msg=None):
        """Fail unless the two are equal lists."""
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """Fail unless the two are equal tuples."""
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """Fail unless the two sets are equal."""
        differences = []
        for which, one, other in ("first", set1, set2), ("second", set2, set1):
            try:
                differences.append(one.difference(other))
            except TypeError as error:
                self.fail("invalid type when attempting set difference: %s" % error)
            except AttributeError as error:
                self.fail("%s argument does not support set difference: %s" % (which, error))
        if not (differences[0] or differences[1]):
            return
        lines = []
        for items, which, other in (differences[0], "first", "second"), (differences[1], "second", "first"):
            if items:
                lines.append("Items in the %s set but not the %s:" % (which, other))
                lines.extend(repr(item) for item in items)
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertIn(self, member, container, msg=None):
        """Fail unless the member is in the container."""
        if member not in container:
            self.fail(self._formatMessage(msg, "%s not found in %s" % (safe_repr(member), safe_repr(container))))

    def assertNotIn(self, member, container, msg=None):
        """Fail if the member is in the container."""
        if member in container:
            self.fail(self._formatMessage(msg, "%s unexpectedly found in %s" % (safe_repr(member), safe_repr(container))))

    def assertIs(self, expr1, expr2, msg=None):
        """Fail unless the two are the same object."""
        if expr1 is not expr2:
            self.fail(self._formatMessage(msg, "%s is not %s" % (safe_repr(expr1), safe_repr(expr2))))

    def assertIsNot(self, expr1, expr2, msg=None):
        """Fail if the two are the same object."""
        if expr1 is expr2:
            self.fail(self._formatMessage(msg, "unexpectedly identical: %s" % (safe_repr(expr1),)))

    def assertDictEqual(self, d1, d2, msg=None):
        """Fail unless the two are equal dicts."""
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            told = "%s != %s" % _common_shorten_repr(d1, d2)
            self.fail(self._formatMessage(msg, self._truncateMessage(told, self._compare_lines(d1, d2))))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        """Fail unless all of one dict is in the other."""
        import warnings
        warnings.warn("assertDictContainsSubset is deprecated", DeprecationWarning)
        missing = [key for key in subset if key not in dictionary]
        mismatched = ["%s, expected: %s, actual: %s" % (safe_repr(key), safe_repr(value), safe_repr(dictionary[key]))
                      for key, value in subset.items() if key in dictionary and value != dictionary[key]]
        if not (missing or mismatched):
            return
        told = ""
        if missing:
            told = "Missing: %s" % ",".join(map(safe_repr, missing))
        if mismatched:
            told += ("; " if told else "") + "Mismatched values: %s" % ",".join(mismatched)
        self.fail(self._formatMessage(msg, told))

    def assertCountEqual(self, first, second, msg=None):
        "The same items as often, in any order."
        first, second = list(first), list(second)
        try:
            differences = _count_diff_hashable(first, second)
        except TypeError:
            differences = _count_diff_all_purpose(first, second)
        if differences:
            lines = ["First has %d, Second has %d:  %r" % difference for difference in differences]
            told = self._truncateMessage("Element counts were not equal:\n", "\n".join(lines))
            self.fail(self._formatMessage(msg, told))

    def assertMultiLineEqual(self, first, second, msg=None):
        "The same text; the difference is shown line by line."
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)  # comparing the lines would take too long
        first_lines, second_lines = first.splitlines(keepends=True), second.splitlines(keepends=True)
        if len(first_lines) == 1 and first.strip("\r\n") == first:
            first_lines, second_lines = [first + "\n"], [second + "\n"]
        import difflib
        told = "%s != %s" % _common_shorten_repr(first, second)
        told = self._truncateMessage(told, "\n" + "".join(difflib.ndiff(first_lines, second_lines)))
        self.fail(self._formatMessage(msg, told))

    def assertLess(self, a, b, msg=None):
        """Fail unless the first is less than the second."""
        if not a < b:
            self.fail(self._formatMessage(msg, "%s not less than %s" % (safe_repr(a), safe_repr(b))))

    def assertLessEqual(self, a, b, msg=None):
        """Fail unless the first is at most the second."""
        if not a <= b:
            self.fail(self._formatMessage(msg, "%s not less than or equal to %s" % (safe_repr(a), safe_repr(b))))

    def assertGreater(self, a, b, msg=None):
        """Fail unless the first is greater than the second."""
        if not a > b:
            self.fail(self._formatMessage(msg, "%s not greater than %s" % (safe_repr(a), safe_repr(b))))

    def assertGreaterEqual(self, a, b, msg=None):
        """Fail unless the first is at least the second."""
        if not a >= b:
            self.fail(self._formatMessage(msg, "%s not greater than or equal to %s" % (safe_repr(a), safe_repr(b))))

    def assertIsNone(self, obj, msg=None):
        """Fail unless the value is None."""
        if obj is not None:
            self.fail(self._formatMessage(msg, "%s is not None" % (safe_repr(obj),)))

    def assertIsNotNone(self, obj, msg=None):
        """Fail if the value is None."""
        if obj is None:
            self.fail(self._formatMessage(msg, "unexpectedly None"))

    def assertIsInstance(self, obj, cls, msg=None):
        """Fail unless the object is of the class."""
        if not isinstance(obj, cls):
            self.fail(self._formatMessage(msg, "%s is not an instance of %r" % (safe_repr(obj), cls)))

    def assertNotIsInstance(self, obj, cls, msg=None):
        """Fail if the object is of the class."""
        if isinstance(obj, cls):
            self.fail(self._formatMessage(msg, "%s is an instance of %r" % (safe_repr(obj), cls)))

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        "As assertRaises, and the exception's text has a match of the pattern."
        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle("assertRaisesRegex", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        "As assertWarns, and the warning's text has a match of the pattern."
        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle("assertWarnsRegex", args, kwargs)

    def assertRegex(self, text, expected_regex, msg=None):
        """Fail unless the expression is found in the text."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
            import re
            expected_regex = re.compile(expected_regex)
        if not expected_regex.search(text):
            told = "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, told))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """Fail if the expression is found in the text."""
        if isinstance(unexpected_regex, (str, bytes)):
            import re
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            told = "Regex matched: %r matches %r in %r" % (text[match.start():match.end()], unexpected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, told))

    def _deprecate(original_func):
        def deprecated_func(*args, **kwargs):
            import warnings
            warnings.warn("Please use {0} instead.".format(original_func.__name__), DeprecationWarning, 2)
            return original_func(*args, **kwargs)
        deprecated_func.__doc__ = "The old name of %s()." % original_func.__name__
        return deprecated_func

    failUnlessEqual = assertEquals = _deprecate(assertEqual)
    failIfEqual = assertNotEquals = _deprecate(assertNotEqual)
    failUnlessAlmostEqual = assertAlmostEquals = _deprecate(assertAlmostEqual)
    failIfAlmostEqual = assertNotAlmostEquals = _deprecate(assertNotAlmostEqual)
    failUnless = assert_ = _deprecate(assertTrue)
    failUnlessRaises = _deprecate(assertRaises)
    failIf = _deprecate(assertFalse)
    assertRaisesRegexp = _deprecate(assertRaisesRegex)
    assertRegexpMatches = _deprecate(assertRegex)
    assertNotRegexpMatches = _deprecate(assertNotRegex)


class FunctionTestCase(TestCase):
    "A test that is a function, with functions as its fixtures."

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc, self._tearDownFunc = setUp, tearDown
        self._testFunc = testFunc
        self._description = description

    def setUp(self):
        """What is to be done before."""
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        """What is to be done after."""
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        """Call the function."""
        self._testFunc()

    def id(self):
        """The name of the test, with class and module."""
        return self._testFunc.__name__

    def _key(self):
        return self._setUpFunc, self._tearDownFunc, self._testFunc, self._description

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash((type(self),) + self._key())

    def __str__(self):
        return "%s (%s)" % (strclass(self.__class__), self._testFunc.__name__)

    def __repr__(self):
        return "<%s tec=%s>" % (strclass(self.__class__), self._testFunc)

    def shortDescription(self):
        """The first line of the test's docstring, or None."""
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split("\n")[0].strip() or None


class _SubTest(TestCase):
    # Stands for a sub-test in a result.
    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        """Call the function."""
        raise NotImplementedError("subtests cannot be run directly")

    def _subDescription(self):
        parts = []
        if self._message is not _subtest_msg_sentinel:
            parts.append("[{}]".format(self._message))
        if self.params:
            parts.append("({})".format(", ".join("{}={!r}".format(name, value) for name, value in self.params.items())))
        return " ".join(parts) or "(<subtest>)"

    def id(self):
        """The name of the test, with class and module."""
        return "{} {}".format(self.test_case.id(), self._subDescription())

    def shortDescription(self):
        """The first line of the test's docstring, or None."""
        return self.test_case.shortDescription()

    def __str__(self):
        return "{} {}".format(self.test_case, self._subDescription())
