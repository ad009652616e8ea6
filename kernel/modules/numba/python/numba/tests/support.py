"""What tests of compiled code stand on: a TestCase that compares exactly, output caught, settings for a block."""
import contextlib
import io
import math
import os
import sys
import unittest

import numpy as np
from numba.core import config


class TestCase(unittest.TestCase):
    """unittest's TestCase with comparisons of types and digits."""

    longMessage = True

    def assertPreciseEqual(self, first, second, prec='exact', ulps=1, msg=None, ignore_sign_on_zero=False, abs_tol=None):
        """The same types and the same values: prec 'exact', or 'single' or 'double' with so many ulps."""
        told = f'{first!r} != {second!r}' + (f': {msg}' if msg else '')
        if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
            self.assertEqual((first.dtype, first.shape), (second.dtype, second.shape), told)
            for one, other in zip(first.flat, second.flat):
                self.assertPreciseEqual(one, other, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
        elif isinstance(first, (list, tuple)):
            self.assertEqual((type(first), len(first)), (type(second), len(second)), told)
            for one, other in zip(first, second):
                self.assertPreciseEqual(one, other, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
        elif isinstance(first, (complex, np.complexfloating)):
            self.assertPreciseEqual(first.real, second.real, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
            self.assertPreciseEqual(first.imag, second.imag, prec, ulps, msg, ignore_sign_on_zero, abs_tol)
        elif isinstance(first, (float, np.floating)):
            self.assertIsInstance(second, (float, np.floating), told)
            self._assert_close(float(first), float(second), prec, ulps, ignore_sign_on_zero, abs_tol, told)
        else:
            self.assertEqual(isinstance(first, (bool, np.bool_)), isinstance(second, (bool, np.bool_)), told)
            self.assertEqual(first, second, told)

    def _assert_close(self, first, second, prec, ulps, ignore_sign_on_zero, abs_tol, told):
        if math.isnan(first) or math.isnan(second):
            self.assertEqual(math.isnan(first), math.isnan(second), told)
            return
        if not ignore_sign_on_zero and first == 0 == second:
            self.assertEqual(math.copysign(1, first), math.copysign(1, second), told)
        if prec == 'exact' or math.isinf(first) or math.isinf(second):
            self.assertEqual(first, second, told)
            return
        step = 2.0 ** -52 if prec == 'double' else 2.0 ** -23
        allowed = max(abs(first), abs(second)) * step * ulps
        if abs_tol is not None:
            allowed = max(allowed, step if abs_tol == 'eps' else abs_tol)
        self.assertLessEqual(abs(first - second), allowed, told)

    @contextlib.contextmanager
    def assertTypingError(self):
        """A block that raises TypingError."""
        from numba.core.errors import TypingError
        with self.assertRaises(TypingError) as caught:
            yield caught

    def random(self):
        """A random generator that begins anew in every test."""
        return np.random.RandomState(42)


class SerialMixin:
    """Tests that run one after another."""

    _numba_parallel_test_ = False


class MemoryLeakMixin:
    """Tests that look for memory that is left."""

    def memory_leak_setup(self):
        """Begin to count: nothing to do."""

    def memory_leak_teardown(self):
        """Count again: nothing to do."""


def _caught(name):
    @contextlib.contextmanager
    def caught():
        before = getattr(sys, name)
        text = io.StringIO()
        setattr(sys, name, text)
        try:
            yield text
        finally:
            setattr(sys, name, before)
    caught.__name__ = caught.__qualname__ = 'captured_' + name
    caught.__doc__ = f'A block whose sys.{name} is an io.StringIO, which it gives.'
    return caught


captured_stdout, captured_stderr = _caught('stdout'), _caught('stderr')


@contextlib.contextmanager
def captured_output(stream_name):
    """A block in which a stream of sys's is an io.StringIO, which it gives."""
    with _caught(stream_name)() as text:
        yield text


@contextlib.contextmanager
def override_config(name, value):
    """A block in which a setting of numba's has another value."""
    before = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, before)


@contextlib.contextmanager
def override_env_config(name, value):
    """A block in which a variable of the environment, and what numba reads of it, is another."""
    before = os.environ.get(name)
    os.environ[name] = value
    config.reload_config()
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
        config.reload_config()


def tag(*args):
    """Mark a test: marks are not used."""
    return lambda test: test


linux_only = unittest.skipIf(not sys.platform.startswith('linux'), 'linux only test')
skip_unless_cffi = unittest.skip('cffi required')


def skip_parfors_unsupported(test):
    """The test as it is: what it wants is here."""
    return test


skip_if_typeguard = skip_if_32bit = needs_blas = needs_lapack = skip_parfors_unsupported
