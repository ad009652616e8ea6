"""Test cases whose tests are coroutines."""
import asyncio
import contextvars
import inspect
import warnings

from unittest.case import TestCase

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A test case with a loop of its own for each test: tests, asyncSetUp and asyncTearDown may be coroutines. They share one
    context, so that variables set up before a test are seen in it."""

    def __init__(self, methodName="runTest"):
        super().__init__(methodName)
        self._asyncioRunner = None
        self._asyncioTestContext = contextvars.copy_context()

    async def asyncSetUp(self):
        """What is to be done before each test, after setUp()."""

    async def asyncTearDown(self):
        """What is to be done after each test, before tearDown()."""

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Have a coroutine function called after the test."""
        self.addCleanup(*(func, *args), **kwargs)

    async def enterAsyncContext(self, cm):
        """Enter an asynchronous context manager that is left after the test: what its __aenter__ gives."""
        cls = type(cm)
        try:
            enter = cls.__aenter__
            leave = cls.__aexit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the asynchronous context manager protocol") from None
        result = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return result

    def _callSetUp(self):
        self._asyncioRunner.get_loop()
        self._asyncioTestContext.run(self.setUp)
        self._callAsync(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._callMaybeAsync(method) is not None:
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})", DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self._callAsync(self.asyncTearDown)
        self._asyncioTestContext.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs):
        self._callMaybeAsync(function, *args, **kwargs)

    def _callAsync(self, func, /, *args, **kwargs):
        assert self._asyncioRunner is not None, "asyncio runner is not initialized"
        assert inspect.iscoroutinefunction(func), f"{func!r} is not an async function"
        return self._asyncioRunner.run(func(*args, **kwargs), context=self._asyncioTestContext)

    def _callMaybeAsync(self, func, /, *args, **kwargs):
        assert self._asyncioRunner is not None, "asyncio runner is not initialized"
        if inspect.iscoroutinefunction(func):
            return self._asyncioRunner.run(func(*args, **kwargs), context=self._asyncioTestContext)
        return self._asyncioTestContext.run(func, *args, **kwargs)

    def _setupAsyncioRunner(self):
        assert self._asyncioRunner is None, "asyncio runner is already initialized"
        self._asyncioRunner = asyncio.Runner(debug=True)

    def _tearDownAsyncioRunner(self):
        runner, self._asyncioRunner = self._asyncioRunner, None
        if runner is not None:
            runner.close()

    def run(self, result=None):
        """Run the test, as TestCase.run()."""
        self._setupAsyncioRunner()
        try:
            return super().run(result)
        finally:
            self._tearDownAsyncioRunner()

    def debug(self):
        """Run the test without collecting its result."""
        self._setupAsyncioRunner()
        super().debug()
        self._tearDownAsyncioRunner()
