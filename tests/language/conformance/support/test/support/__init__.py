"""What CPython's test files ask of test.support: written for these tests, the same under both programs.

Everything runs: what is marked as a detail of CPython is tried here, too.
"""
import contextlib
import os
import sys
import unittest
import warnings

verbose = 0
use_resources = None
max_memuse = 0
real_max_memuse = 0
Py_DEBUG = False
PGO = PGO_EXTENDED = False
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False
LOOPBACK_TIMEOUT = INTERNET_TIMEOUT = SHORT_TIMEOUT = 30.0
LONG_TIMEOUT = 300.0
TEST_HOME_DIR = os.environ.get("CONFORMANCE_TESTS", "/usr/lib/python3.11/test")
TEST_SUPPORT_DIR = os.path.dirname(os.path.abspath(__file__))
STDLIB_DIR = os.path.dirname(TEST_HOME_DIR)
REPO_ROOT = os.path.dirname(STDLIB_DIR)
TEST_DATA_DIR = os.path.join(TEST_HOME_DIR, "data")
MAX_Py_ssize_t = sys.maxsize
_1M, _1G = 1 << 20, 1 << 30
_2G, _4G = 2 * _1G, 4 * _1G
NHASHBITS = 64
is_android = is_emscripten = is_wasi = is_jython = False
has_fork_support = has_subprocess_support = True
unix_shell = "/bin/sh"
has_strftime_extensions = True


class Error(Exception):
    "Any problem of a test."


class TestFailed(Error):
    "A test failed."


class ResourceDenied(unittest.SkipTest):
    "A test wants what it is not given."


# ---- objects that compare in odd ways ----

class _AlwaysEqual:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _NeverEqual:
    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


class _Largest:
    def __eq__(self, other):
        return isinstance(other, _Largest)

    def __lt__(self, other):
        return False

    def __le__(self, other):
        return self == other

    def __gt__(self, other):
        return not self == other

    def __ge__(self, other):
        return True


class _Smallest:
    def __eq__(self, other):
        return isinstance(other, _Smallest)

    def __gt__(self, other):
        return False

    def __ge__(self, other):
        return self == other

    def __lt__(self, other):
        return not self == other

    def __le__(self, other):
        return True


ALWAYS_EQ, NEVER_EQ, LARGEST, SMALLEST = _AlwaysEqual(), _NeverEqual(), _Largest(), _Smallest()


# ---- which tests run ----

def _same(item):
    return item


cpython_only = requires_docstrings = requires_debug_ranges_ = skip_if_pgo_task = no_tracing = refcount_test = _same
requires_limited_api = anticipate_failure_ = _same
requires_IEEE_754 = unittest.skipUnless(float.__getformat__("double").startswith("IEEE"), "no IEEE doubles") \
    if hasattr(float, "__getformat__") else _same


def requires_debug_ranges(reason=None):
    return _same


def has_no_debug_ranges():
    return False


def requires_subprocess():
    return _same


def requires_fork():
    return _same


def requires_working_socket(*, module=False):
    return None if module else _same


def requires_mac_ver(*version):
    return _same


def requires_legacy_unicode_capi(test=None):
    return _same if test is None else test


def requires_zlib(reason=None):
    return _same


def requires_resource(resource):
    return _same if is_resource_enabled(resource) else unittest.skip("resource %r is not enabled" % resource)


def is_resource_enabled(resource):
    return use_resources is None or resource in use_resources


def requires(resource, msg=None):
    if not is_resource_enabled(resource):
        raise ResourceDenied(msg or "Use of the %r resource not enabled" % resource)


def impl_detail(msg=None, **guards):
    return _same


def check_impl_detail(**guards):
    return guards.get("cpython", not guards or not any(guards.values()))


def anticipate_failure(condition):
    return unittest.expectedFailure if condition else _same


def skip_if_sanitizer(reason=None, **kinds):
    return _same


def check_sanitizer(**kinds):
    return False


def skip_if_buggy_ucrt_strfptime(test):
    return test


def python_is_optimized():
    return True


def bigmemtest(size, memuse, dry_run=True):
    "The test gets a size that memory has; one that cannot be small is left out."
    def decorator(function):
        def wrapper(self):
            if not dry_run:
                raise unittest.SkipTest("not enough memory: %.1fG minimum needed" % (size * memuse / _1G))
            return function(self, 5147)
        wrapper.size, wrapper.memuse = size, memuse
        wrapper.__name__ = function.__name__
        return wrapper
    return decorator


def bigaddrspacetest(function):
    def wrapper(self):
        raise unittest.SkipTest("not enough memory: try a 64-bit build")
    return wrapper


def reap_children():
    pass


def requires_gil_enabled(msg=None):
    return _same


# ---- around a test ----

class captured_output:
    # The text written to a stream of sys while the block runs.
    def __init__(self, stream_name):
        self.name = stream_name

    def __enter__(self):
        import io
        self.kept, text = getattr(sys, self.name), io.StringIO()
        setattr(sys, self.name, text)
        return text

    def __exit__(self, *error):
        setattr(sys, self.name, self.kept)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


@contextlib.contextmanager
def swap_attr(obj, attr, new_val):
    had = hasattr(obj, attr)
    old = getattr(obj, attr, None)
    setattr(obj, attr, new_val)
    try:
        yield old
    finally:
        if had:
            setattr(obj, attr, old)
        elif hasattr(obj, attr):
            delattr(obj, attr)


@contextlib.contextmanager
def swap_item(obj, item, new_val):
    had = item in obj
    old = obj[item] if had else None
    obj[item] = new_val
    try:
        yield old
    finally:
        if had:
            obj[item] = old
        elif item in obj:
            del obj[item]


@contextlib.contextmanager
def infinite_recursion(max_depth=75):
    old = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(max_depth, 75) + 50)
        yield
    finally:
        sys.setrecursionlimit(old)


def set_recursion_limit(limit):
    return infinite_recursion(limit)


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    current = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(max_digits)
        yield
    finally:
        sys.set_int_max_str_digits(current)


class SuppressCrashReport:
    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        return None


class catch_unraisable_exception:
    def __init__(self):
        self.unraisable = self._old_hook = None

    def _hook(self, unraisable):
        self.unraisable = unraisable

    def __enter__(self):
        self._old_hook = sys.unraisablehook
        sys.unraisablehook = self._hook
        return self

    def __exit__(self, *exc_info):
        sys.unraisablehook = self._old_hook
        del self.unraisable


def run_with_locale(catstr, *locales):
    def decorator(function):
        def inner(*args, **kwds):
            import locale
            category = getattr(locale, catstr)
            original = locale.setlocale(category)
            try:
                for name in locales:
                    try:
                        locale.setlocale(category, name)
                        break
                    except Exception:
                        pass
                return function(*args, **kwds)
            finally:
                locale.setlocale(category, original)
        inner.__name__, inner.__doc__ = function.__name__, function.__doc__
        return inner
    return decorator


def run_with_tz(tz):
    def decorator(function):
        def inner(*args, **kwds):
            import time
            if not hasattr(time, "tzset"):
                raise unittest.SkipTest("tzset required")
            original = os.environ.get("TZ")
            os.environ["TZ"] = tz
            time.tzset()
            try:
                return function(*args, **kwds)
            finally:
                if original is None:
                    del os.environ["TZ"]
                else:
                    os.environ["TZ"] = original
                time.tzset()
        inner.__name__, inner.__doc__ = function.__name__, function.__doc__
        return inner
    return decorator


def setswitchinterval(interval):
    return sys.setswitchinterval(interval)


def gc_collect():
    import gc
    for _ in range(3):
        gc.collect()


@contextlib.contextmanager
def disable_gc():
    import gc
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# ---- checks ----

def get_attribute(obj, name):
    try:
        return getattr(obj, name)
    except AttributeError:
        raise unittest.SkipTest("object %r has no attribute %r" % (obj, name))


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    with testcase.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    error = caught.exception
    testcase.assertIsNotNone(error.lineno)
    if lineno is not None:
        testcase.assertEqual(error.lineno, lineno)
    testcase.assertIsNotNone(error.offset)
    if offset is not None:
        testcase.assertEqual(error.offset, offset)


def check_free_after_iterating(test, iter, cls, args=()):
    class A(cls):
        def __del__(self):
            nonlocal done
            done = True
            try:
                next(it)
            except StopIteration:
                pass

    done = False
    it = iter(A(*args))
    test.assertRaises(StopIteration, next, it)
    gc_collect()
    test.assertTrue(done)


def check_disallow_instantiation(testcase, tp, *args, **kwds):
    name = tp.__name__ if tp.__module__ == "builtins" else "%s.%s" % (tp.__module__, tp.__name__)
    import re
    testcase.assertRaisesRegex(TypeError, "cannot create %s instances" % re.escape("'%s'" % name), tp, *args, **kwds)


def check__all__(test_case, module, name_of_module=None, extra=(), not_exported=()):
    if name_of_module is None:
        name_of_module = (module.__name__,)
    elif isinstance(name_of_module, str):
        name_of_module = (name_of_module,)
    expected = set(extra)
    for name in dir(module):
        if name.startswith("_") or name in not_exported:
            continue
        value = getattr(module, name)
        if (getattr(value, "__module__", None) in name_of_module
                or (not hasattr(value, "__module__") and not isinstance(value, type(sys)))):
            expected.add(name)
    test_case.assertCountEqual(module.__all__, expected)


_header, _align = "nP", "0n"
_vheader = "nPn"


def calcobjsize(fmt):
    import struct
    return struct.calcsize(_header + fmt + _align)


def calcvobjsize(fmt):
    import struct
    return struct.calcsize(_vheader + fmt + _align)


def check_sizeof(test, o, size):
    import _testinternalcapi
    result = sys.getsizeof(o)
    if type(o) is type and o.__flags__ & (1 << 9) or type(o) is not type and type(o).__flags__ & (1 << 14):
        size += _testinternalcapi.SIZEOF_PYGC_HEAD
    test.assertEqual(result, size, "wrong size for %s: got %d, expected %d" % (type(o), result, size))


def collision_stats(nbins, nballs):
    "The mean and the standard deviation of the collisions when balls are thrown into bins."
    n, k = nbins, nballs
    import decimal
    with decimal.localcontext() as context:
        context.prec = n.bit_length() * 2 + 20
        p = (decimal.Decimal(1) - decimal.Decimal(1) / n) ** k
        mean = k - n * (1 - p)
        both = (decimal.Decimal(1) - decimal.Decimal(2) / n) ** k
        variance = n * (n - 1) * both + n * p - (n * p) ** 2
        return float(mean), float(variance.sqrt())


def sortdict(dict):
    return "{%s}" % ", ".join("%r: %r" % pair for pair in sorted(dict.items()))


def findfile(filename, subdir=None):
    if os.path.isabs(filename):
        return filename
    if subdir is not None:
        filename = os.path.join(subdir, filename)
    for folder in [TEST_HOME_DIR] + sys.path:
        path = os.path.join(folder, filename)
        if os.path.exists(path):
            return path
    return filename


def load_package_tests(pkg_dir, loader, standard_tests, pattern):
    import importlib
    package = os.path.relpath(pkg_dir, STDLIB_DIR).replace(os.sep, ".")
    for name in sorted(os.listdir(pkg_dir)):
        if name.startswith("test_") and name.endswith(".py"):
            module = importlib.import_module(package + "." + name[:-3])
            standard_tests.addTests(loader.loadTestsFromModule(module))
    return standard_tests


def wait_process(pid, *, exitcode, timeout=None):
    found, status = os.waitpid(pid, 0)
    if os.waitstatus_to_exitcode(status) != exitcode:
        raise AssertionError("process %s exited with %s, not %s" % (pid, os.waitstatus_to_exitcode(status), exitcode))


def sleeping_retry(timeout, err_msg=None, /, *, init_delay=0.010, max_delay=1.0, error=True):
    import time
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        yield
        time.sleep(init_delay)
    if error:
        raise AssertionError(err_msg or "timeout")


busy_retry = sleeping_retry


def maybe_get_event_loop_policy():
    from asyncio import events
    return getattr(events, "_policy" if hasattr(events, "_policy") else "_event_loop_policy")


def run_unittest(*classes):
    suite = unittest.TestSuite()
    for cls in classes:
        suite.addTest(unittest.defaultTestLoader.loadTestsFromTestCase(cls))
    if not unittest.TextTestRunner().run(suite).wasSuccessful():
        raise TestFailed


def run_doctest(module, verbosity=None, optionflags=0):
    import doctest
    failures, tests = doctest.testmod(module, optionflags=optionflags)
    if failures:
        raise TestFailed("%d of %d doctests failed" % (failures, tests))
    return failures, tests


class TransientResource:
    def __init__(self, exc, **kwargs):
        self.exc, self.attrs = exc, kwargs

    def __enter__(self):
        return self

    def __exit__(self, type_=None, value=None, traceback=None):
        pass


def patch(test_instance, object_to_patch, attr_name, new_value):
    old = getattr(object_to_patch, attr_name)
    test_instance.addCleanup(setattr, object_to_patch, attr_name, old)
    setattr(object_to_patch, attr_name, new_value)


def ignore_warnings(*, category):
    def decorator(function):
        def inner(*args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return function(*args, **kwargs)
        inner.__name__ = function.__name__
        return inner
    return decorator


def missing_compiler_executable(cmd_names=[]):
    return None


def args_from_interpreter_flags():
    return []


optim_args_from_interpreter_flags = args_from_interpreter_flags


class Matcher:
    pass


def __getattr__(name):
    # The helpers are modules of their own.
    if name in ("import_helper", "os_helper", "warnings_helper", "script_helper", "threading_helper", "socket_helper"):
        import importlib
        return importlib.import_module("test.support." + name)
    raise AttributeError("module 'test.support' has no attribute %r" % name)
