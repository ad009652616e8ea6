"""numpy.ma.testutils: comparisons for tests, to which masked elements are equal to anything."""

import functools
import operator

import numpy as np
import numpy.testing
from numpy import ndarray
from numpy.ma.core import filled, getmask, mask_or, masked, masked_array, nomask
from numpy.testing import assert_, assert_allclose, assert_array_almost_equal_nulp, assert_raises
from numpy.testing._private.utils import build_err_msg

__all__ = ['almost', 'approx', 'assert_almost_equal', 'assert_array_almost_equal', 'assert_array_approx_equal', 'assert_array_compare',
           'assert_array_equal', 'assert_array_less', 'assert_close', 'assert_equal', 'assert_equal_records', 'assert_mask_equal',
           'assert_not_equal', 'fail_if_array_equal']


def _apart(a, b, fill_value):
    """Both arguments flat, as floats without masks: what is masked differs by 0 where fill_value is 1; None for objects."""
    pair = [np.ravel(filled(one)) for one in (a, b)]
    if np.dtype(object) in (pair[0].dtype, pair[1].dtype):
        return None, pair
    hidden = mask_or(getmask(a), getmask(b))
    if hidden is not nomask:
        hidden = np.ravel(hidden)
        pair = [np.where(hidden, stand_in, one) for one, stand_in in zip(pair, (fill_value, 1))]
    left, right = (one.astype(float) for one in pair)
    return np.abs(left - right), (left, right)


def approx(a, b, fill_value=True, rtol=1e-5, atol=1e-8):
    """Where two arrays are close; masked elements are when fill_value is true."""
    distance, (left, right) = _apart(a, b, fill_value)
    return left == right if distance is None else distance <= rtol * np.abs(right) + atol


def almost(a, b, decimal=6, fill_value=True):
    """Where two arrays are equal to so many decimals; masked elements are when fill_value is true."""
    distance, (left, right) = _apart(a, b, fill_value)
    return left == right if distance is None else distance <= 10.0 ** -decimal


def _require(holds, message, *things):
    if not holds:
        raise AssertionError(build_err_msg(list(things), message))


def _refuse_one_mask(x, y, **how):
    """The constant `masked` can be compared with itself only."""
    if (x is masked) != (y is masked):
        raise ValueError(build_err_msg([x, y], names=('x', 'y'), **how))


def _each(check, actual, desired, message, keys, label, absent=None):
    """The same check of every item, whose message begins with its place."""
    check(len(actual), len(desired), message)
    for key in keys:
        if absent and key not in actual:
            raise AssertionError(absent(key))
        check(actual[key], desired[key], '%s=%r\n%s' % (label, key, message))


def _is_sequence(thing):
    return isinstance(thing, (list, tuple))


def _inside(check, actual, desired, err_msg, inner_message, absent):
    """Check what dicts and sequences hold; False: they are neither."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        _each(check, actual, desired, err_msg, desired, 'key', absent)
    elif _is_sequence(desired) and _is_sequence(actual):
        _each(check, actual, desired, inner_message, range(len(desired)), 'item')
    else:
        return False
    return True


def assert_equal_records(a, b):
    """Raises AssertionError unless two records have the same type and fields; masked fields are equal to anything."""
    assert_equal(a.dtype, b.dtype)
    for field in a.dtype.names:
        pair = a[field], b[field]
        if not any(one is masked for one in pair):
            assert_equal(*pair)


def assert_equal(actual, desired, err_msg=''):
    """Raises AssertionError unless two things are equal, wherever neither is masked."""
    if _inside(assert_equal, actual, desired, err_msg, '', lambda key: '%s not in %s' % (key, actual)):
        return
    if not any(isinstance(thing, ndarray) for thing in (actual, desired)):
        return _require(desired == actual, err_msg, actual, desired)
    _refuse_one_mask(actual, desired, err_msg=err_msg, header='')
    arrays = [np.asanyarray(thing) for thing in (actual, desired)]
    if all(array.dtype.kind == 'S' for array in arrays):  # as Python compares their texts
        return assert_equal(*([array.tolist()] if array.ndim == 0 else array.tolist() for array in arrays))
    assert_array_equal(*arrays, err_msg)


def fail_if_equal(actual, desired, err_msg=''):
    """Raises AssertionError if two things are equal."""
    if _inside(fail_if_equal, actual, desired, err_msg, err_msg, repr):
        return
    if any(isinstance(thing, ndarray) for thing in (actual, desired)):
        fail_if_array_equal(actual, desired, err_msg)
    else:
        _require(desired != actual, err_msg, actual, desired)


assert_not_equal = fail_if_equal


def assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True):
    """Raises AssertionError unless two things are equal to so many decimals."""
    if any(isinstance(thing, ndarray) for thing in (actual, desired)):
        assert_array_almost_equal(actual, desired, decimal, err_msg, verbose)
    elif round(abs(desired - actual), decimal):
        raise AssertionError(build_err_msg([actual, desired], err_msg=err_msg, verbose=verbose))


assert_close = assert_almost_equal


def assert_array_compare(comparison, x, y, err_msg='', verbose=True, header='', fill_value=True):
    """Raises AssertionError unless a comparison of two arrays holds, wherever neither is masked."""
    how = {'err_msg': err_msg, 'verbose': verbose, 'header': header}
    hidden = mask_or(getmask(x), getmask(y))
    whole = [masked_array(one, mask=hidden, copy=False, keep_mask=False, subok=False) for one in (x, y)]
    _refuse_one_mask(*whole, **how)
    return numpy.testing.assert_array_compare(comparison, *(one.filled(fill_value) for one in whole), **how)


def assert_array_equal(x, y, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are equal, wherever neither is masked."""
    assert_array_compare(operator.eq, x, y, err_msg, verbose, 'Arrays are not equal')


def assert_array_less(x, y, err_msg='', verbose=True):
    """Raises AssertionError unless one array is less than another, wherever neither is masked."""
    assert_array_compare(operator.lt, x, y, err_msg, verbose, 'Arrays are not less-ordered')


def fail_if_array_equal(x, y, err_msg='', verbose=True):
    """Raises AssertionError if two arrays are equal, wherever neither is masked."""
    assert_array_compare(lambda *both: not approx(*both).all(), x, y, err_msg, verbose, 'Arrays are not equal')


def assert_array_approx_equal(x, y, decimal=6, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are close, wherever neither is masked."""
    assert_array_compare(functools.partial(approx, rtol=10.0 ** -decimal), x, y, err_msg, verbose, 'Arrays are not almost equal')


def assert_array_almost_equal(x, y, decimal=6, err_msg='', verbose=True):
    """Raises AssertionError unless two arrays are equal to so many decimals, wherever neither is masked."""
    assert_array_compare(functools.partial(almost, decimal=decimal), x, y, err_msg, verbose, 'Arrays are not almost equal')


def assert_mask_equal(m1, m2, err_msg=''):
    """Raises AssertionError unless two masks are equal."""
    if nomask is m1 or nomask is m2:
        assert_(m1 is m2)
    assert_array_equal(m1, m2, err_msg)
