"""Unit tests: cases, suites, loaders, runners.

A test is a method whose name starts with "test" of a class that inherits from TestCase:

    class Sums(unittest.TestCase):
        def test_small(self):
            self.assertEqual(1 + 1, 2)

    unittest.main(argv=[""], exit=False)
"""

__all__ = ["TestResult", "TestCase", "IsolatedAsyncioTestCase", "TestSuite", "TextTestRunner", "TestLoader",
           "FunctionTestCase", "main", "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless",
           "expectedFailure", "TextTestResult", "installHandler", "registerResult", "removeResult", "removeHandler",
           "addModuleCleanup", "doModuleCleanups", "enterModuleContext", "getTestCaseNames", "makeSuite",
           "findTestCases"]

__unittest = True

from unittest.result import TestResult
from unittest.case import (addModuleCleanup, TestCase, FunctionTestCase, SkipTest, skip, skipIf, skipUnless,
                           expectedFailure, doModuleCleanups, enterModuleContext)
from unittest.suite import BaseTestSuite, TestSuite
from unittest.loader import TestLoader, defaultTestLoader, makeSuite, getTestCaseNames, findTestCases
from unittest.runner import TextTestRunner, TextTestResult
from unittest.signals import installHandler, registerResult, removeResult, removeHandler
from unittest.main import TestProgram, main

_TextTestResult = TextTestResult


def __getattr__(name):
    # asyncio is large: it is loaded when a program asks for it.
    if name == "IsolatedAsyncioTestCase":
        from unittest.async_case import IsolatedAsyncioTestCase
        globals()[name] = IsolatedAsyncioTestCase
        return IsolatedAsyncioTestCase
    raise AttributeError("module 'unittest' has no attribute %r" % name)


def __dir__():
    return globals().keys() | {"IsolatedAsyncioTestCase"}
