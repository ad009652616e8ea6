"""numpy.ma.testutils: comparisons for tests, to which masked elements are equal to anything."""

import operator

import numpy as np
import numpy._core.umath as umath
import numpy.testing
from numpy import ndarray
from numpy.ma.core import filled, getmask, mask_or, masked, masked_array, nomask
from numpy.testing import assert_, assert_allclose, assert_array_almost_equal_nulp, assert_raises
from numpy.testing._private.utils import build_err_msg

__all__ = ['almost', 'approx', 'assert_almost_equal', 'assert_array_almost_equal', 'assert_array_approx_equal', 'assert_array_compare',
           'assert_array_equal', 'assert_array_less', 'assert_close', 'assert_equal', 'assert_equal_records', 'assert_mask_equal',
           'assert_not_equal', 'fail_if_array_equal']


def approx(a, b, fill_value=True, rtol=1e-5, atol=1e-8):
    """Where two arrays are close; masked elements are when fill_value is true."""
    mask = mask_or(getmask(a), getmask(b))
    first, second = filled(a), filled(b)
    if first.dtype.char == 'O' or second.dtype.char == 'O':
        return np.equal(first, second).ravel()
    x = filled(masked_array(first, copy=False, mask=mask), fill_value).astype(np.float64)
    y = filled(masked_array(second, copy=False, mask=mask), 1).astype(np.float64)
    return np.less_equal(umath.absolute(x - y), atol + rtol * umath.absolute(y)).ravel()


def almost(a, b, decimal=6, fill_value=True):
    """Where two arrays are equal to so many decimals; masked elements are when fill_value is true."""
    mask = mask_or(getmask(a), getmask(b))
    first, second = filled(a), filled(b)
    if first.dtype.char == 'O' or second.dtype.char == 'O':
        return np.equal(first, second).ravel()
    x = filled(masked_array(first, copy=False, mask=mask), fill_value).astype(np.float64)
    y = filled(masked_array(second, copy=False, mask=mask), 1).astype(np.float64)
    return np.less_equal(umath.absolute(x - y), 10.0 ** -decimal).ravel()


def _assert_equal_on_sequences(actual, desired, err_msg=''):
    assert_equal(len(actual), len(desired), err_msg)
    for place in range(len(desired)):
        assert_equal(actual[place], desired[place], f'item={place!r}\n{err_msg}')


def assert_equal_records(a, b):
    """Raises AssertionError unless two records have the same type and fields; masked fields are equal to masked ones only."""
    assert_equal(a.dtype, b.dtype)
    for name in a.dtype.names:
        one, other = operator.getitem(a, name), operator.getitem(b, name)
        if not (one is masked) and not (other is masked):
            assert_equal(one, other)


def assert_equal(actual, desired, err_msg=''):
    """Raises AssertionError unless two things are equal, wherever neither is masked."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg)
        for key in desired:
            if key not in actual:
                raise AssertionError(f'{key} not in {actual}')
            assert_equal(actual[key], desired[key], f'key={key!r}\n{err_msg}')
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        return _assert_equal_on_sequences(actual, desired, err_msg='')
    if not (isinstance(actual, ndarray) or isinstance(desired, ndarray)):
        message = build_err_msg([actual, desired], err_msg)
        if not desired == actual:
            raise AssertionError(message)
        return
    if actual is masked and desired is not masked or desired is masked and actual is not masked:
        raise ValueError(build_err_msg([actual, desired], err_msg, header='', names=('x', 'y')))
    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    if actual.dtype.char == 'S' and desired.dtype.char == 'S':
        return _assert_equal_on_sequences(actual.tolist(), desired.tolist(), err_msg='')
    return assert_array_equal(actual, desired, err_msg)


def fail_if_equal(actual, desired, err_msg=''):
    """Raises AssertionError if two things are equal."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        fail_if_equal(len(actual), len(desired), err_msg)
        for key in desired:
            if key not in actual:
                raise AssertionError(repr(key))
            fail_if_equal(actual[key], desired[key], f'key={key!r}\n{err_msg}')
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        fail_if_equal(len(actual), len(desired), err_msg)
        for place in range(len(desired)):
            fail_if_equal(actual[place], desired[place], f'item={place!r}\n{err_msg}')
        return
    if isinstance(actual, ndarray) or isinstance(desired, ndarray):
        return fail_if_array_equal(actual, desired, err_msg)
    if not desired != actual:
        raise AssertionError(build_err_msg([actual, desired], err_msg))


assert_not_equal = fail_if_equal


def assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True):
    """Raises AssertionError unless two things are equal to so many decimals."""
    if isinstance(actual, ndarray) or isinstance(desired, ndarray):
        return assert_array_almost_equal(actual, desired, decimal=decimal, err_msg=err_msg, verbose=verbose)
    if not round(abs(desired - actual), decimal) == 0:
        raise AssertionError(build_err_msg([actual, desired], err_msg=err_msg, verbose=verbose))


assert_close = assert_almost_equal


def assert_array_compare(comparison, x, y, err_msg='', verbose=True, header='', fill_value=True):
    """Raises AssertionError unless a comparison of two arrays holds, wherever neither is masked."""
    mask = mask_or(getmask(x), getmask(y))
    x = masked_array(x, copy=False, mask=mask, keep_mask=False, subok=False)
    y = masked_array(y, copy=False, mask=mask, keep_mask=False, subok=False)
    if x is masked and y is not masked or y is masked and x is not masked:
        raise ValueError(build_err_msg([x, y], err_msg=err_msg, verbose=verbose, header=header, names=('x', 'y')))
    return numpy.testing.assert_array_compare(comparison, x.filled(fill_value), y.filled(fill_value), err_msg=err_msg, verbose=verbose,
                                              header=header)


def assert_array_equal(x, y, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are equal, wherever neither is masked."""
    assert_array_compare(operator.__eq__, x, y, err_msg=err_msg, verbose=verbose, header='Arrays are not equal')


def fail_if_array_equal(x, y, err_msg='', verbose=True):
    """Raises AssertionError if two arrays are equal, wherever neither is masked."""
    def compare(one, other):
        return not np.all(approx(one, other))

    assert_array_compare(compare, x, y, err_msg=err_msg, verbose=verbose, header='Arrays are not equal')


def assert_array_approx_equal(x, y, decimal=6, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are close, wherever neither is masked."""
    def compare(one, other):
        return approx(one, other, rtol=10. ** -decimal)

    assert_array_compare(compare, x, y, err_msg=err_msg, verbose=verbose, header='Arrays are not almost equal')


def assert_array_almost_equal(x, y, decimal=6, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are equal to so many decimals, wherever neither is masked."""
    def compare(one, other):
        return almost(one, other, decimal)

    assert_array_compare(compare, x, y, err_msg=err_msg, verbose=verbose, header='Arrays are not almost equal')


def assert_array_less(x, y, err_msg='', verbose=True):
    """Raises AssertionError unless one array is less than another, wherever neither is masked."""
    assert_array_compare(operator.__lt__, x, y, err_msg=err_msg, verbose=verbose, header='Arrays are not less-ordered')


def assert_mask_equal(m1, m2, err_msg=''):
    """Raises AssertionError unless two masks are equal."""
    if m1 is nomask:
        assert_(m2 is nomask)
    if m2 is nomask:
        assert_(m1 is nomask)
    assert_array_equal(m1, m2, err_msg=err_msg)
