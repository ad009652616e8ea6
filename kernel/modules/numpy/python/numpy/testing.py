"""Assertions over arrays and numbers, with NumPy's accounts of what differs, and what tests are helped by."""

import contextlib
import functools
import gc
import operator
import os
import platform
import re
import shutil
import sys
import tempfile
import warnings
from unittest import SkipTest, TestCase

import numpy as np

__all__ = ['assert_equal', 'assert_almost_equal', 'assert_approx_equal', 'assert_array_equal', 'assert_array_less',
           'assert_string_equal', 'assert_array_almost_equal', 'assert_raises', 'build_err_msg', 'decorate_methods', 'measure',
           'print_assert_equal', 'runstring', 'verbose', 'assert_', 'assert_array_almost_equal_nulp', 'assert_raises_regex',
           'assert_array_max_ulp', 'assert_warns', 'assert_no_warnings', 'assert_allclose', 'IgnoreException',
           'clear_and_catch_warnings', 'SkipTest', 'KnownFailureException', 'temppath', 'tempdir', 'IS_PYPY', 'HAS_REFCOUNT',
           'IS_WASM', 'suppress_warnings', 'assert_array_compare', 'assert_no_gc_cycles', 'break_cycles', 'HAS_LAPACK64',
           'IS_PYSTON', 'IS_MUSL', 'check_support_sve', 'NOGIL_BUILD', 'IS_EDITABLE', 'IS_INSTALLED', 'run_threaded',
           'IS_64BIT', 'BLAS_SUPPORTS_FPE', 'TestCase', 'overrides']

__unittest = True
verbose = 0
IS_WASM = platform.machine() in ('wasm32', 'wasm64')
IS_PYPY = IS_PYSTON = IS_MUSL = IS_EDITABLE = IS_INSTALLED = NOGIL_BUILD = HAS_LAPACK64 = HAS_REFCOUNT = False
IS_64BIT = BLAS_SUPPORTS_FPE = True

OLD = ('NumPy warning suppression and assertion utilities are deprecated. Use warnings.catch_warnings, '
       'warnings.filterwarnings, pytest.warns, or pytest.filterwarnings instead. (Deprecated NumPy 2.4)')


class KnownFailureException(Exception):
    """Says that a test fails and is known to."""


class IgnoreException(Exception):
    """Raised where a test is to be ignored."""


KnownFailureTest = KnownFailureException


# ---- Messages ----

def build_err_msg(arrays, err_msg, header='Items are not equal:', verbose=True, names=('ACTUAL', 'DESIRED'), precision=8):
    """The text of an AssertionError: a header, a message, and the values one below the other."""
    err_msg = str(err_msg)
    text = '\n' + header
    if err_msg:
        text += (' ' if '\n' not in err_msg and len(err_msg) < 79 - len(header) else '\n') + err_msg
    for index, one in enumerate(arrays if verbose else ()):
        try:
            shown = np.array_repr(one, precision=precision) if isinstance(one, np.ndarray) else repr(one)
        except Exception as error:
            shown = f'[repr failed for <{type(one).__name__}>: {error}]'
        if shown.count('\n') > 3:
            shown = '\n'.join(shown.splitlines()[:3]) + '...'
        text += f'\n {names[index]}: {shown}'
    return text


def assert_(val, msg=''):
    """Raise an AssertionError if val is false; msg may be a function that makes the text."""
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


# ---- Numbers and containers ----

def parts(value):
    """Real and imaginary part of a number, complex or not."""
    return (np.real(value), np.imag(value)) if np.iscomplexobj(value) else (value, 0)


def are_complex(actual, desired):
    """Whether one of two objects is complex."""
    try:
        return np.iscomplexobj(actual) or np.iscomplexobj(desired)
    except (ValueError, TypeError):
        return False


def assert_equal(actual, desired, err_msg='', verbose=True, *, strict=False):
    """AssertionError unless numbers, arrays, or lists, tuples and dicts of them are the same."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key in desired:
            if key not in actual:
                raise AssertionError(repr(key))
            assert_equal(actual[key], desired[key], f'key={key!r}\n{err_msg}', verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for index in range(len(desired)):
            assert_equal(actual[index], desired[index], f'item={index!r}\n{err_msg}', verbose)
        return
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose, strict=strict)

    def differ():
        return AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose))

    if are_complex(actual, desired):
        try:
            for one, other in zip(parts(actual), parts(desired)):
                assert_equal(one, other)
        except AssertionError:
            raise differ() from None
    if np.isscalar(desired) != np.isscalar(actual):
        raise differ()
    if both_are_no_time(actual, desired, differ):
        return
    try:
        if np.isnan(desired) and np.isnan(actual):
            return
        if np.asarray(actual).dtype.char not in 'Mm' and np.asarray(desired).dtype.char not in 'Mm':
            if desired == 0 and actual == 0 and np.signbit(desired) != np.signbit(actual):
                raise differ()
    except (TypeError, ValueError, NotImplementedError):
        pass
    if not desired == actual:
        raise differ()


def both_are_no_time(actual, desired, differ):
    """Whether both are NaT; two of different kinds raise what differ() makes."""
    try:
        if not (np.isnat(desired) and np.isnat(actual)):
            return False
        same = np.asarray(desired).dtype.type == np.asarray(actual).dtype.type
    except (AttributeError, TypeError, ValueError, NotImplementedError):
        return False
    if not same:
        raise differ()
    return True


def print_assert_equal(test_string, actual, desired):
    """Raise an AssertionError with a name and both values if they are not equal."""
    if not actual == desired:
        import pprint
        raise AssertionError(f'{test_string} failed\nACTUAL: \n{pprint.pformat(actual)}\nDESIRED: \n{pprint.pformat(desired)}\n')


def settled_by_kind(actual, desired, differ):
    """Infinite and nan numbers must be equal as they are; True if there was one."""
    try:
        if np.isfinite(desired) and np.isfinite(actual):
            return False
        if np.isnan(desired) or np.isnan(actual):
            if not (np.isnan(desired) and np.isnan(actual)):
                raise differ()
        elif not desired == actual:
            raise differ()
        return True
    except (NotImplementedError, TypeError):
        return False


def assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True):
    """Raise an AssertionError if two numbers, or arrays, are not equal up to so many decimals."""
    def differ():
        return AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose,
                                            header='Arrays are not almost equal to %d decimals' % decimal))

    if are_complex(actual, desired):
        try:
            for one, other in zip(parts(actual), parts(desired)):
                assert_almost_equal(one, other, decimal=decimal)
        except AssertionError:
            raise differ() from None
    if isinstance(actual, (np.ndarray, tuple, list)) or isinstance(desired, (np.ndarray, tuple, list)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    if not settled_by_kind(actual, desired, differ) and abs(desired - actual) >= np.float64(1.5 * 10.0 ** (-decimal)):
        raise differ()


def assert_approx_equal(actual, desired, significant=7, err_msg='', verbose=True):
    """Raise an AssertionError if two numbers are not equal up to so many digits."""
    actual, desired = float(actual), float(desired)
    if desired == actual:
        return

    def differ():
        return AssertionError(build_err_msg([actual, desired], err_msg, verbose=verbose,
                                            header='Items are not equal to %d significant digits:' % significant))

    with np.errstate(invalid='ignore'):
        scale = np.power(10, np.floor(np.log10(0.5 * (np.abs(desired) + np.abs(actual)))))
    if not settled_by_kind(actual, desired, differ):
        scaled = [number / scale if scale else 0.0 for number in (desired, actual)]
        if np.abs(scaled[0] - scaled[1]) >= np.power(10.0, -(significant - 1)):
            raise differ()


# ---- Arrays ----

class Comparison:
    """What one comparison of two arrays is about, and the errors that it raises."""

    def __init__(self, x, y, err_msg, verbose, header, precision, names):
        self.x, self.y, self.err_msg, self.names = x, y, err_msg, names
        self.keywords = dict(verbose=verbose, header=header, precision=precision, names=names)

    def error(self, x, y, message, kind=AssertionError, **keywords):
        """The exception that shows both arrays under a message."""
        return kind(build_err_msg([x, y], message, **{**self.keywords, **keywords}))

    def places(self, x, y, function, name):
        """Where function holds, which must be the same places of both."""
        first, second = function(x), function(y)
        if not all_true(first == second):
            raise self.error(x, y, f'{self.err_msg}\n{name} location mismatch:')
        for places in first, second:
            if isinstance(places, bool) or places.ndim == 0:
                return np.bool(places)
        return second

    def special(self, x, y, equal_nan, equal_inf):
        """The places of nan, NaT and infinity, which need no further comparison."""
        flagged = np.bool(False)
        if is_number(x) and is_number(y):
            if equal_nan:
                flagged = self.places(x, y, np.isnan, 'nan')
            if equal_inf:
                infinite = self.places(x, y, lambda one: np.logical_and(np.isinf(one), np.invert(flagged)), 'inf')
                if infinite.any():
                    one, other = (x[infinite], y[infinite]) if x.ndim > 0 and y.ndim > 0 else (x, y)
                    if not all_true(one == other):
                        raise self.error(one, other, f'{self.err_msg}\ninf values mismatch:')
                flagged = flagged | infinite
        elif x.dtype.char in 'Mm' and y.dtype.char in 'Mm' and equal_nan and x.dtype.type == y.dtype.type:
            flagged = self.places(x, y, np.isnat, 'NaT')
        return flagged

    def mismatches(self, val, invalids, flagged):
        """How many elements differ, and where the first five are."""
        reduced = np.array([val]) if isinstance(val, bool) else val.ravel()
        count = reduced.size - reduced.sum(dtype=np.intp)
        size = flagged.size if flagged.ndim != 0 else reduced.size
        lines = [f'Mismatched elements: {count} / {size} ({100 * count / size:.3g}%)']
        if invalids.ndim != 0:
            positions = np.argwhere(np.asarray(~flagged))[invalids] if flagged.ndim > 0 else np.argwhere(np.asarray(invalids))
            lines.append('Mismatch at index:' if len(positions) == 1 else 'Mismatch at indices:' if len(positions) <= 5 else
                         'First 5 mismatches are at indices:')
            for place in positions[:5]:
                one, other = [array if array.ndim == 0 else array[tuple(place)] for array in (self.x, self.y)]
                lines.append(f' {place.tolist()}: {one} ({self.names[0]}), {other} ({self.names[1]})')
        return lines

    @staticmethod
    def distances(x, y, invalids):
        """The largest absolute and relative differences, for types that have differences."""
        lines = []
        with np.errstate(all='ignore'), contextlib.suppress(TypeError):
            error = abs(x - y)
            if np.issubdtype(x.dtype, np.unsignedinteger):
                np.minimum(error, abs(y - x), out=error)
            show = np.array2string if isinstance(error, (np.ndarray, np.generic)) and error.dtype.char != 'O' else str
            lines.append('Max absolute difference among violations: ' + show(np.max(error[invalids])))
            counted = np.logical_and(invalids, np.bool(y != 0))
            if np.all(~counted):
                relative = np.array(np.inf)
            else:
                relative = np.max(error[counted] / abs(np.broadcast_to(y, error.shape)[counted]))
            lines.append('Max relative difference among violations: ' + show(relative))
        return lines


def is_number(array):
    """Whether the elements are bools or numbers."""
    return array.dtype.kind in 'biufc'


def all_true(result):
    """Whether a comparison holds everywhere."""
    if not callable(getattr(result, 'all', None)):
        result = np.bool(result)
    return bool(result.all() == True)


def assert_array_compare(comparison, x, y, err_msg='', verbose=True, header='', precision=6, equal_nan=True, equal_inf=True, *,
                         strict=False, names=('ACTUAL', 'DESIRED')):
    """Raise an AssertionError unless comparison(x, y) holds everywhere; nan and infinity must lie in the same places."""
    x, y = np.asanyarray(x), np.asanyarray(y)
    test = Comparison(x, y, err_msg, verbose, header, precision, names)
    try:
        if x.shape != y.shape if strict else x.shape != () and y.shape != () and x.shape != y.shape:
            raise test.error(x, y, f'{err_msg}\n(shapes {x.shape}, {y.shape} mismatch)')
        if strict and x.dtype != y.dtype:
            raise test.error(x, y, f'{err_msg}\n(dtypes {x.dtype}, {y.dtype} mismatch)')
        flagged = test.special(x, y, equal_nan, equal_inf)
        if flagged.ndim > 0:
            x, y = x[~flagged], y[~flagged]
            if x.size == 0:
                return
        elif flagged:
            return
        val = comparison(x, y)
        if not (val if isinstance(val, bool) else val.ravel().all()) != True:  # all of it may be masked
            return
        invalids = np.logical_not(val)
        lines = test.mismatches(val, invalids, flagged) + test.distances(x, y, invalids)
        raise test.error(test.x, test.y, '\n'.join([str(err_msg)] + lines))
    except ValueError:
        import traceback
        raise test.error(x, y, err_msg, ValueError, header=f'error during assertion:\n\n{traceback.format_exc()}\n\n{header}')


def assert_array_equal(actual, desired, err_msg='', verbose=True, *, strict=False):
    """Raise an AssertionError if two arrays are not equal."""
    assert_array_compare(operator.eq, actual, desired, err_msg=err_msg, verbose=verbose, header='Arrays are not equal',
                         strict=strict)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg='', verbose=True):
    """Raise an AssertionError if two arrays are not equal up to so many decimals."""
    def is_close(x, y):
        distance = abs(x - np.asanyarray(y, np.result_type(y, 1.0)))
        if not np.issubdtype(distance.dtype, np.number):
            distance = distance.astype(np.float64)
        return distance < 1.5 * 10.0 ** (-decimal)

    assert_array_compare(is_close, actual, desired, err_msg=err_msg, verbose=verbose, precision=decimal,
                         header='Arrays are not almost equal to %d decimals' % decimal)


def assert_array_less(x, y, err_msg='', verbose=True, *, strict=False):
    """Raise an AssertionError if x is not below y everywhere."""
    assert_array_compare(operator.lt, x, y, err_msg=err_msg, verbose=verbose, equal_inf=False, strict=strict, names=('x', 'y'),
                         header='Arrays are not strictly ordered `x < y`')


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg='', verbose=True, *, strict=False):
    """Raise an AssertionError if two arrays are not equal up to a tolerance."""
    assert_array_compare(lambda x, y: np.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan),
                         np.asanyarray(actual), np.asanyarray(desired), err_msg=str(err_msg), verbose=verbose,
                         header=f'Not equal to tolerance rtol={rtol:g}, atol={atol:g}', equal_nan=equal_nan, strict=strict)


# ---- Units in the last place ----

def assert_array_almost_equal_nulp(x, y, nulp=1):
    """Raise an AssertionError if two arrays are further apart than so many spacings of the larger."""
    size = np.where(np.abs(x) > np.abs(y), np.abs(x), np.abs(y))
    if not np.all(np.abs(x - y) <= nulp * np.spacing(size)):
        text = f'Arrays are not equal to {nulp} ULP'
        if not np.iscomplexobj(x) and not np.iscomplexobj(y):
            text += f' (max is {np.max(nulp_diff(x, y)):g})'
        raise AssertionError(text)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """Raise an AssertionError if more than so many numbers of the type lie between elements; the distances otherwise."""
    distances = nulp_diff(a, b, dtype)
    if not np.all(distances <= maxulp):
        raise AssertionError('Arrays are not almost equal up to %g ULP (max difference is %g ULP)' % (maxulp, np.max(distances)))
    return distances


def nulp_diff(x, y, dtype=None):
    """For each element, how many numbers of the type lie from one array's to the other's."""
    x, y = (np.asarray(one, dtype=dtype) if dtype else np.asarray(one) for one in (x, y))
    kind = np.common_type(x, y)
    if np.iscomplexobj(x) or np.iscomplexobj(y):
        raise NotImplementedError('_nulp not implemented for complex array')
    x, y = np.array([x], dtype=kind), np.array([y], dtype=kind)
    x[np.isnan(x)] = np.nan
    y[np.isnan(y)] = np.nan
    if x.shape != y.shape:
        raise ValueError(f'Arrays do not have the same shape: {x.shape} - {y.shape}')
    return np.abs(np.asarray(integer_repr(x) - integer_repr(y), dtype=kind))


def integer_repr(x):
    """Floats as integers in the same order: neighbours differ by one."""
    integers = {'float16': np.int16, 'float32': np.int32, 'float64': np.int64}.get(x.dtype.name)
    if integers is None:
        raise ValueError(f'Unsupported dtype {x.dtype}')
    result = x.view(integers)
    lowest = np.iinfo(integers).min
    if result.size != 1:
        result[result < 0] = lowest - result[result < 0]
    elif result < 0:
        result = lowest - result
    return result


# ---- Text, exceptions ----

def assert_string_equal(actual, desired):
    """Raise an AssertionError that shows the lines that differ if two strings do."""
    for one in actual, desired:
        if not isinstance(one, str):
            raise AssertionError(repr(type(one)))
    if actual == desired:
        return
    import difflib
    lines = [line for line in difflib.Differ().compare(actual.splitlines(True), desired.splitlines(True))
             if not line.startswith('  ')]
    first = next((line for line in lines if line[:2] != '? '), '')
    if first.startswith('+ ') or not any(line.startswith('+ ') for line in lines):
        raise AssertionError(repr(first))
    raise AssertionError('Differences in strings:\n' + ''.join(lines).rstrip())


class _Case(TestCase):
    def nop(self):
        pass


def assert_raises(*args, **kwargs):
    """Raise an AssertionError unless a call raises an exception of a class; with the class alone, a context."""
    return _Case('nop').assertRaises(*args, **kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    """As assert_raises; the exception's text must fit a regular expression, too."""
    return _Case('nop').assertRaisesRegex(exception_class, expected_regexp, *args, **kwargs)


# ---- Warnings ----

@contextlib.contextmanager
def _warns(warning_class, name=None):
    with suppress_warnings(_warn=False) as quiet:
        found = quiet.record(warning_class)
        yield
        if not found:
            raise AssertionError('No warning raised' + (f' when calling {name}' if name is not None else ''))


def assert_warns(warning_class, *args, **kwargs):
    """Raise an AssertionError unless a call warns with a class; with the class alone, a context."""
    warnings.warn(OLD, DeprecationWarning, stacklevel=2)
    if not args and not kwargs:
        return _warns(warning_class)
    if not args:
        raise RuntimeError("assert_warns does not use 'match' kwarg, use pytest.warns instead" if 'match' in kwargs else
                           'assert_warns(...) needs at least one arg')
    with _warns(warning_class, args[0].__name__):
        return args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def _no_warnings(name=None):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter('always')
        yield
        if found:
            raise AssertionError(f'Got warnings{f" when calling {name}" if name is not None else ""}: {found}')


def assert_no_warnings(*args, **kwargs):
    """Raise an AssertionError if a call warns; without one, a context."""
    if not args:
        return _no_warnings()
    with _no_warnings(args[0].__name__):
        return args[0](*args[1:], **kwargs)


class clear_and_catch_warnings(warnings.catch_warnings):
    """catch_warnings that also forgets which warnings modules have shown."""
    class_modules = ()

    def __init__(self, record=False, modules=()):
        self.modules = set(modules).union(self.class_modules)
        self.kept = {}
        super().__init__(record=record)

    def __enter__(self):
        for module in self.modules:
            if hasattr(module, '__warningregistry__'):
                self.kept[module] = module.__warningregistry__.copy()
                module.__warningregistry__.clear()
        return super().__enter__()

    def __exit__(self, *what):
        super().__exit__(*what)
        for module in self.modules:
            if hasattr(module, '__warningregistry__'):
                module.__warningregistry__.clear()
                module.__warningregistry__.update(self.kept.get(module, {}))


class suppress_warnings:
    """A context or a decorator in which chosen warnings are dropped or recorded."""

    def __init__(self, forwarding_rule='always', _warn=True):
        if _warn:
            warnings.warn(OLD, DeprecationWarning, stacklevel=2)
        if forwarding_rule not in ('always', 'module', 'once', 'location'):
            raise ValueError('unsupported forwarding rule.')
        self.rule, self.is_entered, self.rules, self.inner = forwarding_rule, False, [], []

    def _add(self, category, message, module, record):
        row = category, message, module, record
        if self.is_entered:
            self._apply(row)
            self.inner.append(row)
        else:
            self.rules.append(row)
        return record

    @staticmethod
    def _apply(row):
        category, message, module, record = row
        name = module.__name__.replace('.', '\\.') + '$' if module is not None else ''
        warnings.filterwarnings('always', category=category, message=message, module=name)

    def filter(self, category=Warning, message='', module=None):
        """Drop warnings of a class, a text, a module."""
        self._add(category, message, module, None)

    def record(self, category=Warning, message='', module=None):
        """Record warnings of a class, a text, a module, into the list that is returned."""
        return self._add(category, message, module, [])

    def __enter__(self):
        if self.is_entered:
            raise RuntimeError('cannot enter suppress_warnings twice.')
        self.catching = warnings.catch_warnings()
        self.catching.__enter__()
        self.show, self.is_entered, self.inner, self.log, self.seen = warnings.showwarning, True, [], [], set()
        for row in self.rules:
            if row[3] is not None:
                del row[3][:]
            self._apply(row)
        warnings.showwarning = self._show
        return self

    def __exit__(self, *what):
        self.catching.__exit__(*what)
        self.is_entered = False

    def _show(self, message, category, filename, lineno, *args, **kwargs):
        for kind, text, module, record in reversed(self.rules + self.inner):
            if not issubclass(category, kind) or not re.match(text, str(message.args[0]), re.I):
                continue
            if module is not None and not getattr(module, '__file__', '').startswith(filename):
                continue
            if record is not None:
                said = warnings.WarningMessage(message, category, filename, lineno, *args, **kwargs)
                self.log.append(said)
                record.append(said)
            return
        key = (message.args, category) + {'module': (filename,), 'location': (filename, lineno)}.get(self.rule, ())
        if self.rule == 'always' or key not in self.seen:
            self.seen.add(key)
            self.show(message, category, filename, lineno, *args, **kwargs)

    def __call__(self, function):
        @functools.wraps(function)
        def quiet(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return quiet


# ---- Helpers ----

@contextlib.contextmanager
def tempdir(*args, **kwargs):
    """A context with a folder that is removed behind it."""
    folder = tempfile.mkdtemp(*args, **kwargs)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def temppath(*args, **kwargs):
    """A context with a file that is removed behind it."""
    descriptor, path = tempfile.mkstemp(*args, **kwargs)
    os.close(descriptor)
    try:
        yield path
    finally:
        os.remove(path)


@contextlib.contextmanager
def _anything():
    yield


def assert_no_gc_cycles(*args, **kwargs):
    """Calls a function; nothing is said about cycles here."""
    return args[0](*args[1:], **kwargs) and None if args else _anything()


def break_cycles():
    """Collects what only holds itself."""
    gc.collect()


def runstring(astr, dict):
    """Runs text in the names of a dict."""
    exec(astr, dict)


def measure(code_str, times=1, label=None):
    """The seconds that code takes, run so many times among the caller's names."""
    import time
    frame = sys._getframe(1)
    code = compile(code_str, f'Test name: {label} ', 'exec')
    start = time.process_time()
    for _ in range(times):
        exec(code, frame.f_globals, frame.f_locals)
    return time.process_time() - start


def decorate_methods(cls, decorator, testmatch=None):
    """Decorates the methods of a class whose names look like a test's."""
    pattern = re.compile(testmatch or r'(?:^|[\\b_\\.%s-])[Tt]est' % os.sep)
    for name, method in list(vars(cls).items()):
        if callable(method) and pattern.search(name) and not name.startswith('_'):
            setattr(cls, name, decorator(method))


def check_support_sve():
    """Whether the processor has ARM's scalable vectors."""
    return False


def run_threaded(func, max_workers=8, pass_count=False, pass_barrier=False, outer_iterations=1, prepare_args=None):
    """Calls a function in several threads at once."""
    import concurrent.futures
    import threading
    for _ in range(outer_iterations):
        with concurrent.futures.ThreadPoolExecutor(max_workers=max_workers) as pool:
            args = [] if prepare_args is None else prepare_args()
            if pass_barrier:
                args.append(threading.Barrier(max_workers))
            waiting = [pool.submit(func, *([index] if pass_count else []), *args) for index in range(max_workers)]
            for one in waiting:
                one.result()


def available_memory():
    """The free bytes, and the text of NPY_AVAILABLE_MEM that said so or None."""
    given = os.environ.get('NPY_AVAILABLE_MEM')
    if given is not None:
        number, unit = re.match(r'\s*([\d.]+)\s*(\w*)\s*$', given.lower()).groups()
        powers = {'': 0, 'b': 0, 'k': 1, 'm': 2, 'g': 3, 't': 4}
        return float(number) * (1024 if 'i' in unit else 1000) ** powers[unit[:1]], given
    with open('/proc/meminfo') as file:
        rows = dict(line.split(':') for line in file)
    return int(rows['MemAvailable'].split()[0]) * 1024, None


def check_free_memory(free_bytes):
    """None if so much memory is free, else the words to say that it is not."""
    free, given = available_memory()
    if free >= free_bytes:
        return None
    if given is not None:
        return f'{free_bytes / 1e9} GB memory required, but environment variable NPY_AVAILABLE_MEM={given} set'
    return f'{free_bytes / 1e9} GB memory required, but {free / 1e9} GB available'


def requires_memory(free_bytes):
    """A decorator for tests that need much memory: they are skipped where there is less."""
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            import pytest
            problem = check_free_memory(free_bytes)
            if problem is not None:
                pytest.skip(problem)
            try:
                return function(*args, **kwargs)
            except MemoryError:
                pytest.xfail('MemoryError raised')
        return wrapper
    return decorator


def _no_tracing(func):
    return func


def _glibc_older_than(version):
    return False


def _gen_alignment_data(dtype=np.float32, type='binary', max_size=24):
    """Arrays of many sizes and offsets, apart, in place and overlapping, with a text about each."""
    count = {'unary': 1, 'binary': 2}[type]
    for offset in range(3):
        for size in range(offset + 2, max(offset + 3, max_size)):
            def new():
                return np.arange(size, dtype=dtype)[offset:]

            def row(kind, out, *inputs):
                return out, *inputs, f'{type} offset={offset}, size={size}, dtype={dtype!r}, {kind}'

            out = np.empty((size,), dtype=dtype)[offset:]
            yield row('out of place', out, *[new() for _ in range(count)])
            for place in range(count):
                inputs = [new() for _ in range(count)]
                yield row(f'in place {place + 1}', inputs[place], *inputs)
            yield row('out of place', out[1:], *[new()[:-1] for _ in range(count)])
            for place in range(count):
                shifted = [new()[1:] if index == place else new()[:-1] for index in range(count)]
                yield row('out of place', out[:-1], *shifted)
            yield row('aliased', new()[:-1], *[new()[1:] for _ in range(count)])
            yield row('aliased', new()[1:], *[new()[:-1] for _ in range(count)])


class overrides:
    """Which functions a class can take over (numpy.testing.overrides)."""

    @staticmethod
    def allows_array_ufunc_override(func):
        """Whether __array_ufunc__ of an argument is asked when func is called."""
        return isinstance(func, np.ufunc)


def _assert_valid_refcount(op):
    """Whether an operation that is repeated keeps its operand; True where references are not counted as CPython counts them."""
    return True
