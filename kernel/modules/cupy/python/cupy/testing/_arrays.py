"""Assertions over arrays of devices and of the host."""

import numpy as np
import numpy.testing as testing

__all__ = ['assert_allclose', 'assert_array_almost_equal', 'assert_array_almost_equal_nulp', 'assert_array_max_ulp',
           'assert_array_equal', 'assert_array_list_equal', 'assert_array_less']


def on_host(value):
    """An array of a device as one of the host; anything else as it is."""
    return value.get() if hasattr(value, 'get') and not isinstance(value, (np.ndarray, dict)) else value


def assert_allclose(actual, desired, rtol=1e-7, atol=0, err_msg='', verbose=True):
    """Raise an AssertionError if two arrays are not equal up to a tolerance."""
    testing.assert_allclose(on_host(actual), on_host(desired), rtol=rtol, atol=atol, err_msg=err_msg, verbose=verbose)


def assert_array_almost_equal(x, y, decimal=6, err_msg='', verbose=True):
    """Raise an AssertionError if two arrays are not equal up to so many decimals."""
    testing.assert_array_almost_equal(on_host(x), on_host(y), decimal=decimal, err_msg=err_msg, verbose=verbose)


def assert_array_almost_equal_nulp(x, y, nulp=1):
    """Raise an AssertionError if two arrays are further apart than so many spacings of the larger."""
    testing.assert_array_almost_equal_nulp(on_host(x), on_host(y), nulp=nulp)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """Raise an AssertionError if more than so many numbers of the type lie between elements."""
    testing.assert_array_max_ulp(on_host(a), on_host(b), maxulp=maxulp, dtype=dtype)


def assert_array_equal(x, y, err_msg='', verbose=True, strides_check=False, **kwargs):
    """Raise an AssertionError if two arrays are not equal; with strides_check, or if their strides differ."""
    testing.assert_array_equal(on_host(x), on_host(y), err_msg=err_msg, verbose=verbose, **kwargs)
    if strides_check and x.strides != y.strides:
        raise AssertionError(f'Strides are not equal:\n x: {x.strides}\n y: {y.strides}')


def assert_array_list_equal(xlist, ylist, err_msg='', verbose=True):
    """Raise an AssertionError if two lists of arrays are not equal, one by one."""
    if len(xlist) != len(ylist):
        raise AssertionError('List size is different')
    for x, y in zip(xlist, ylist):
        assert_array_equal(x, y, err_msg=err_msg, verbose=verbose)


def assert_array_less(x, y, err_msg='', verbose=True):
    """Raise an AssertionError if x is not below y everywhere."""
    testing.assert_array_less(on_host(x), on_host(y), err_msg=err_msg, verbose=verbose)
