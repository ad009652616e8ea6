"""Warnings that a test expects."""
import contextlib
import re
import sys
import warnings

from test.support import ignore_warnings


class WarningsRecorder:
    def __init__(self, warnings_list):
        self._warnings, self._last = warnings_list, 0

    def __getattr__(self, attr):
        if len(self._warnings) > self._last:
            return getattr(self._warnings[-1], attr)
        if attr in ("message", "category", "filename", "lineno", "line", "source"):
            return None
        raise AttributeError("%r has no attribute %r" % (self, attr))

    @property
    def warnings(self):
        return self._warnings[self._last:]

    def reset(self):
        self._last = len(self._warnings)


@contextlib.contextmanager
def _filtered(filters, quiet):
    registry = sys._getframe(3).f_globals.get("__warningregistry__")
    if registry:
        registry.clear()
    with warnings.catch_warnings(record=True) as caught:
        sys.modules["warnings"].simplefilter("always")
        yield WarningsRecorder(caught)
    left = list(caught)
    missing = []
    for text, category in filters:
        seen = False
        for one in left[:]:
            if re.match(text, str(one.message), re.I) and issubclass(one.category, category):
                seen = True
                left.remove(one)
        if not seen and not quiet:
            missing.append((text, category.__name__))
    if left:
        raise AssertionError("unhandled warning %s" % left[0])
    if missing:
        raise AssertionError("filter (%r, %s) did not catch any warning" % missing[0])


def check_warnings(*filters, **kwargs):
    quiet = kwargs.get("quiet")
    if not filters:
        filters = (("", Warning),)
        if quiet is None:
            quiet = True
    return _filtered(filters, quiet)


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    from test.support import gc_collect
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=message, category=category)
        yield
        if force_gc:
            gc_collect()
    testcase.assertEqual(caught, [])


def check_no_resource_warning(testcase):
    return check_no_warnings(testcase, category=ResourceWarning, force_gc=True)


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    testcase.assertEqual(len(caught), 1, caught)
    warning, = caught
    testcase.assertTrue(issubclass(warning.category, SyntaxWarning), warning.category)
    if errtext:
        testcase.assertRegex(str(warning.message), errtext)
    testcase.assertEqual(warning.filename, "<testcase>")
    testcase.assertIsNotNone(warning.lineno)
    if lineno is not None:
        testcase.assertEqual(warning.lineno, lineno)
    # As an error it is told once.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error", SyntaxWarning)
        from test.support import check_syntax_error
        check_syntax_error(testcase, statement, errtext, lineno=lineno, offset=offset)
    testcase.assertEqual(caught, [])


@contextlib.contextmanager
def save_restore_warnings_filters():
    old = warnings.filters[:]
    try:
        yield
    finally:
        warnings.filters[:] = old
