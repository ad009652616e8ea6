"""Runs one of CPython's test files and writes what came of each test, a line each: outcome, id, what was said.

    PROGRAM drive.py MODULE RESULTS [FILE WITH THE IDS OF TESTS TO LEAVE OUT]

A test is told when it starts, too: the runner then knows which one a crash or an endless loop belongs to."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))

import unittest

__unittest = True


class Result(unittest.TestResult):
    def __init__(self, path):
        super().__init__()
        self.file = open(path, "a", encoding="utf-8", errors="backslashreplace")
        self.outcome = None

    def tell(self, word, test, text=""):
        text = str(text).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", " ").replace("\r", " ")
        self.file.write("%s\t%s\t%s\n" % (word, test.id().replace("\n", " "), text))
        self.file.flush()

    def startTest(self, test):
        super().startTest(test)
        self.outcome = None
        self.tell("start", test)

    def stopTest(self, test):
        super().stopTest(test)
        word, text = self.outcome or ("fail", "no outcome")
        self.tell(word, test, text)

    def failed(self, test, kept):
        text = kept[-1][1]
        if self.outcome is None or self.outcome[0] != "fail":
            self.outcome = "fail", text
        del kept[-1]

    def addError(self, test, err):
        super().addError(test, err)
        self.failed(test, self.errors)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failed(test, self.failures)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failed(test, self.failures if issubclass(err[0], test.failureException) else self.errors)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.outcome = self.outcome or ("pass", "")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        if hasattr(test, "test_case"):
            return  # a sub-test
        if self.outcome is None:
            self.outcome = "skip", reason
        if not hasattr(test, "_testMethodName"):
            self.tell("skip", test, reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.outcome = self.outcome or ("pass", "")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.outcome = "fail", "unexpected success"


def each_test(suite):
    for test in suite:
        if isinstance(test, unittest.TestCase):
            yield test
        else:
            yield from each_test(test)


def main():
    name, path = sys.argv[1], sys.argv[2]
    left_out = set()
    if len(sys.argv) > 3:
        with open(sys.argv[3], encoding="utf-8") as file:
            left_out = set(file.read().split("\n"))
    result = Result(path)
    # The tests' own warnings are shown once, as under CPython's runner.
    __import__("test." + name)
    module = sys.modules["test." + name]
    suite = unittest.TestSuite()
    if hasattr(module, "test_main") and not hasattr(module, "load_tests") and name == "test_nothing":
        module.test_main()
    loader = unittest.TestLoader()
    tests = loader.loadTestsFromModule(module)
    for error in loader.errors:
        print(error)
    kept = unittest.TestSuite()
    for test in each_test(tests):
        if test.id().replace("\n", " ") not in left_out:
            kept.addTest(test)
    kept.run(result)
    result.file.write("end\t\t\n")
    result.file.close()


main()
