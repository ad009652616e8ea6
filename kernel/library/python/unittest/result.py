"""What came of the tests that ran."""

import sys
from functools import wraps

__unittest = True

STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    "A method of a result that stops the run, when so wanted."
    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kw)
    return inner


class _Catcher:
    # A stream that keeps what sys.excepthook says.
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)
        return len(text)

    def flush(self):
        pass


def _format_exception(kind, value, frames, capture_locals):
    try:
        import traceback
    except ImportError:
        catcher, stream = _Catcher(), sys.stderr
        sys.stderr = catcher
        try:
            sys.excepthook(kind, value, frames)
        finally:
            sys.stderr = stream
        return "".join(catcher.parts)
    told = traceback.TracebackException(kind, value, frames, capture_locals=capture_locals, compact=True)
    return "".join(told.format())


class TestResult:
    "Counts tests and keeps those that failed, each with its traceback as text."

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures, self.errors, self.skipped = [], [], []
        self.testsRun = 0
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = self._stderr_buffer = None
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        "For runners: show what failed."

    def startTest(self, test):
        "A test is about to run."
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                from io import StringIO
                self._stderr_buffer, self._stdout_buffer = StringIO(), StringIO()
            sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def startTestRun(self):
        "Called once before all tests."

    def stopTest(self, test):
        "A test has run."
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for buffer, form, stream in ((sys.stdout, STDOUT_LINE, self._original_stdout),
                                         (sys.stderr, STDERR_LINE, self._original_stderr)):
                text = buffer.getvalue()
                if text:
                    if not text.endswith("\n"):
                        text += "\n"
                    stream.write(form % text)
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for buffer in (self._stdout_buffer, self._stderr_buffer):
            buffer.seek(0)
            buffer.truncate()

    def stopTestRun(self):
        "Called when the last test is done."

    @failfast
    def addError(self, test, err):
        "An exception that is no failed assertion; err is (type, value, traceback)."
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        "An assertion that does not hold."
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        "A sub-test is over; err is None where it passed."
        if err is None:
            return
        if getattr(self, "failfast", False):
            self.stop()
        kept = self.failures if issubclass(err[0], test.failureException) else self.errors
        kept.append((subtest, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSuccess(self, test):
        "A test passed."

    def addSkip(self, test, reason):
        "A test was not run."
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        "A test failed as it should."
        self.expectedFailures.append((test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        "A test passed that should have failed."
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        "Did nothing fail?"
        return not (self.failures or self.errors or getattr(self, "unexpectedSuccesses", None))

    def stop(self):
        "Run no further test."
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        kind, value, frames = err
        text = _format_exception(kind, value, self._clean_tracebacks(kind, value, frames, test), self.tb_locals)
        if self.buffer:
            for buffer, form in ((sys.stdout, STDOUT_LINE), (sys.stderr, STDERR_LINE)):
                output = buffer.getvalue()
                if output:
                    text += form % (output if output.endswith("\n") else output + "\n")
        return text

    def _clean_tracebacks(self, exctype, value, tb, test):
        # The frames of this package are left out: those around the test always, those of the assertion within it
        # when it is an assertion that failed; the same for the exceptions behind it.
        result, is_first = None, True
        waiting, seen = [(exctype, value, tb)], {id(value)}
        while waiting:
            kind, exception, frames = waiting.pop()
            while frames and self._is_relevant_tb_level(frames):
                frames = frames.tb_next
            if kind is test.failureException:
                self._remove_unittest_tb_frames(frames)
            if is_first:
                result, is_first = frames, False
            else:
                exception.__traceback__ = frames
            if exception is not None:
                for behind in (exception.__cause__, exception.__context__):
                    if behind is not None and id(behind) not in seen:
                        seen.add(id(behind))
                        waiting.append((type(behind), behind, behind.__traceback__))
        return result

    def _is_relevant_tb_level(self, tb):
        return "__unittest" in tb.tb_frame.f_globals

    def _remove_unittest_tb_frames(self, tb):
        last = None
        while tb and not self._is_relevant_tb_level(tb):
            last, tb = tb, tb.tb_next
        if last is not None:
            last.tb_next = None

    def __repr__(self):
        kind = type(self)
        return "<%s.%s run=%i errors=%i failures=%i>" % (kind.__module__, kind.__qualname__, self.testsRun,
                                                         len(self.errors), len(self.failures))
