"""Tests run with their progress and failures as text."""

import sys
import time
from unittest import result
from unittest.case import _SubTest
from unittest.signals import registerResult

__unittest = True


class _WritelnDecorator:
    "A stream with writeln()."

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in ("stream", "__getstate__"):
            raise AttributeError(name)
        return getattr(self.stream, name)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write("\n")


class TextTestResult(result.TestResult):
    "Tells of each test as it ends: a character, or a line where it is to be verbose."

    separator1 = "=" * 70
    separator2 = "-" * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self._newline = True

    def getDescription(self, test):
        "The test's name and the first line of its docstring."
        first_line = test.shortDescription()
        if self.descriptions and first_line:
            return "%s\n%s" % (test, first_line)
        return str(test)

    def startTest(self, test):
        """A test begins."""
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
            self.stream.flush()
            self._newline = False

    def _write_status(self, test, status):
        is_subtest = isinstance(test, _SubTest)
        if is_subtest or self._newline:
            if not self._newline:
                self.stream.writeln()
            if is_subtest:
                self.stream.write("  ")
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
        self.stream.writeln(status)
        self.stream.flush()
        self._newline = True

    def _tell(self, test, status, dot):
        if self.showAll:
            self._write_status(test, status)
        elif self.dots:
            self.stream.write(dot)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        """A part of a test has ended."""
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._tell(subtest, "FAIL", "F")
            else:
                self._tell(subtest, "ERROR", "E")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        """A test has passed."""
        super().addSuccess(test)
        self._tell(test, "ok", ".")

    def addError(self, test, err):
        """A test has raised an error."""
        super().addError(test, err)
        self._tell(test, "ERROR", "E")

    def addFailure(self, test, err):
        """A test has failed."""
        super().addFailure(test, err)
        self._tell(test, "FAIL", "F")

    def addSkip(self, test, reason):
        """A test was skipped."""
        super().addSkip(test, reason)
        self._tell(test, "skipped {0!r}".format(reason), "s")

    def addExpectedFailure(self, test, err):
        """A test has failed as expected."""
        super().addExpectedFailure(test, err)
        self._tell(test, "expected failure", "x")

    def addUnexpectedSuccess(self, test):
        """A test has passed that was expected to fail."""
        super().addUnexpectedSuccess(test)
        self._tell(test, "unexpected success", "u")

    def printErrors(self):
        """Print what went wrong."""
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        unexpected = getattr(self, "unexpectedSuccesses", ())
        if unexpected:
            self.stream.writeln(self.separator1)
            for test in unexpected:
                self.stream.writeln(f"UNEXPECTED SUCCESS: {self.getDescription(test)}")
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        "Each test with its traceback."
        for test, told in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln("%s: %s" % (flavour, self.getDescription(test)))
            self.stream.writeln(self.separator2)
            self.stream.writeln("%s" % told)
            self.stream.flush()


class TextTestRunner:
    "Runs a test or a suite and writes what came of it, to sys.stderr by default."

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _WritelnDecorator(sys.stderr if stream is None else stream)
        self.descriptions = descriptions
        self.verbosity = verbosity
        self.failfast = failfast
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.warnings = warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        "Run it; the result comes back."
        import warnings
        result = self._makeResult()
        registerResult(result)
        result.failfast = self.failfast
        result.buffer = self.buffer
        result.tb_locals = self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
                if self.warnings in ("default", "always"):
                    # Once is enough for the old names of assertions.
                    warnings.filterwarnings("module", category=DeprecationWarning,
                                            message=r"Please use assert\w+ instead.")
            started = time.perf_counter()
            if hasattr(result, "startTestRun"):
                result.startTestRun()
            try:
                test(result)
            finally:
                if hasattr(result, "stopTestRun"):
                    result.stopTestRun()
            taken = time.perf_counter() - started
        result.printErrors()
        if hasattr(result, "separator2"):
            self.stream.writeln(result.separator2)
        run = result.testsRun
        self.stream.writeln("Ran %d test%s in %.3fs" % (run, "" if run == 1 else "s", taken))
        self.stream.writeln()
        counts = []
        if result.wasSuccessful():
            self.stream.write("OK")
        else:
            self.stream.write("FAILED")
            counts = [("failures", result.failures), ("errors", result.errors)]
        counts += [("skipped", getattr(result, "skipped", ())),
                   ("expected failures", getattr(result, "expectedFailures", ())),
                   ("unexpected successes", getattr(result, "unexpectedSuccesses", ()))]
        told = ["%s=%d" % (name, len(tests)) for name, tests in counts if tests]
        if told:
            self.stream.writeln(" (%s)" % ", ".join(told))
        else:
            self.stream.write("\n")
        self.stream.flush()
        return result
