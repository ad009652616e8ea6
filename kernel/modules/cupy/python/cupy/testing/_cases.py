"""Decorators that call a test with numpy and with cupy and compare, or with one type or order after another; and arrays for tests."""

import contextlib
import functools
import itertools
import os
import random
import warnings

import cupy
import numpy as np
from cupy.testing import _arrays

try:
    from unittest import SkipTest
except ImportError:
    class SkipTest(Exception):
        """Raised by a test that is not to run."""

__all__ = ['AssertFunctionIsCalled', 'NumpyAliasBasicTestBase', 'NumpyAliasValuesTestBase', 'assert_warns', 'fix_random', 'for_CF_orders',
           'for_all_dtypes', 'for_all_dtypes_combination', 'for_complex_dtypes', 'for_contiguous_axes', 'for_dtypes', 'for_dtypes_combination',
           'for_float_dtypes', 'for_int_dtypes', 'for_int_dtypes_combination', 'for_orders', 'for_signed_dtypes', 'for_signed_dtypes_combination',
           'for_unsigned_dtypes', 'for_unsigned_dtypes_combination', 'generate_matrix', 'installed', 'multi_gpu', 'numpy_cupy_allclose',
           'numpy_cupy_array_almost_equal', 'numpy_cupy_array_almost_equal_nulp', 'numpy_cupy_array_equal', 'numpy_cupy_array_less',
           'numpy_cupy_array_list_equal', 'numpy_cupy_array_max_ulp', 'numpy_cupy_equal', 'numpy_cupy_raises', 'numpy_satisfies', 'parameterize',
           'product', 'product_dict', 'shaped_arange', 'shaped_linspace', 'shaped_random', 'shaped_reverse_arange', 'shaped_sparse_random', 'slow',
           'with_requires', 'generate_seed']


# ---- numpy beside cupy ----


def _called(test, args, kw, name, sp_name, scipy_name, is_device):
    kw = dict(kw)
    kw[name] = cupy if is_device else np
    if sp_name or scipy_name:
        import cupyx.scipy.sparse
        import scipy.sparse
        root = cupyx.scipy if is_device else scipy
        if sp_name:
            kw[sp_name] = root.sparse
        if scipy_name:
            kw[scipy_name] = root
    try:
        return test(*args, **kw), None
    except Exception as error:
        return None, error


_KINDS = (AttributeError, IndexError, TypeError, ValueError, NotImplementedError, DeprecationWarning, np.exceptions.AxisError, np.linalg.LinAlgError)


def _compare_errors(on_device, on_host, accepted):
    if isinstance(on_device, SkipTest) and isinstance(on_host, SkipTest):
        raise on_host
    accepted = Exception if accepted is True else accepted or ()
    if on_device is None and on_host is None:
        raise AssertionError('Both cupy and numpy are expected to raise errors, but not')
    if on_device is None:
        raise AssertionError('Only numpy raises error\n\n%r' % on_host) from on_host
    if on_host is None:
        raise AssertionError('Only cupy raises error\n\n%r' % on_device) from on_device
    if any(isinstance(on_device, kind) != isinstance(on_host, kind) for kind in _KINDS):
        raise AssertionError('Different types of errors occurred\n\ncupy\n%r\n\nnumpy\n%r\n' % (on_device, on_host)) from on_device
    if not (isinstance(on_device, accepted) and isinstance(on_host, accepted)):
        raise AssertionError('Both cupy and numpy raise exceptions\n\ncupy\n%r\n\nnumpy\n%r\n' % (on_device, on_host)) from on_device


def _pair(on_device, on_host, sp_name, has_format):
    # What is compared: two arrays.
    if sp_name is not None and hasattr(on_device, 'toarray'):
        if has_format:
            assert on_device.format == on_host.format
        return on_device.toarray(), on_host.toarray()
    if isinstance(on_device, cupy.ndarray) and isinstance(on_host, (np.ndarray, np.generic)):
        return on_device, on_host
    if isinstance(on_device, cupy.poly1d) and isinstance(on_host, np.poly1d):
        return on_device.coeffs, on_host.coeffs
    if isinstance(on_device, np.generic) and isinstance(on_host, np.generic):
        return on_device, on_host
    if np.isscalar(on_device) and np.isscalar(on_host):
        return cupy.array(on_device), np.array(on_host)
    raise AssertionError('numpy and cupy returns different type of return value:\ncupy: %s\nnumpy: %s' % (type(on_device), type(on_host)))


def _checked_flags(on_device, on_host):
    for order in ('c_contiguous', 'f_contiguous'):
        if isinstance(on_host, np.ndarray) and getattr(on_host.flags, order) and not getattr(on_device.flags, order):
            raise AssertionError('The state of %s flag is false. (cupy_result:False numpy_result:True)' % order)


def _is_signed_and_unsigned(kw):
    kinds = set()
    for value in kw.values():
        if isinstance(value, type) and issubclass(value, np.generic):
            kinds.add(np.dtype(value).kind)
    return 'u' in kinds and kinds & set('if')


def _beside(check, name, sp_name, scipy_name, type_check=True, contiguous_check=True, accept_error=False, has_format=True):
    def decorate(test):
        @functools.wraps(test)
        def call(*args, **kw):
            on_device, device_error = _called(test, args, kw, name, sp_name, scipy_name, True)
            on_host, host_error = _called(test, args, kw, name, sp_name, scipy_name, False)
            if device_error or host_error:
                _compare_errors(device_error, host_error, accept_error)
                return
            lists = [result if isinstance(result, (tuple, list)) else (result,) for result in (on_device, on_host)]
            assert len(lists[0]) == len(lists[1])
            pairs = [_pair(*both, sp_name, has_format) for both in zip(*lists)]
            for one, other in pairs:
                if type_check and one.dtype != other.dtype:
                    raise AssertionError('ndarrays of different dtypes are returned.\ncupy: %s\nnumpy: %s' % (one.dtype, other.dtype))
            if contiguous_check:
                for both in zip(*lists):
                    _checked_flags(*both)
            for one, other in pairs:
                assert one.shape == other.shape
                # What a negative number is as an unsigned one differs between machines.
                if one.dtype.kind == 'u' and _is_signed_and_unsigned(kw):
                    continue
                check(one, other)
        return call
    return decorate


def _tolerance(told, dtype):
    if not isinstance(told, dict):
        return told
    found = told.get(dtype.type, told.get('default'))
    if found is None:
        raise TypeError('Can not find tolerance for %s' % dtype.type)
    return found


def numpy_cupy_allclose(rtol=1e-7, atol=0, err_msg='', verbose=True, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None,
                        contiguous_check=True, *, _check_sparse_format=True):
    """Decorator: what the test returns with xp=cupy is, up to a tolerance, what it returns with xp=numpy.

    >>> @numpy_cupy_allclose()
    ... def test_sin(xp):
    ...     return xp.sin(xp.arange(3.0))
    >>> test_sin()
    """
    for told in (rtol, atol):
        if isinstance(told, dict) and any(type(key) is not type and key != 'default' for key in told):
            raise TypeError("Keys of the tolerance dictionary need to be type objects as `numpy.float32` and `cupy.float32` or `'default'` string.")

    def check(one, other):
        _arrays.assert_allclose(one, other, _tolerance(rtol, one.dtype), _tolerance(atol, one.dtype), err_msg, verbose)
    return _beside(check, name, sp_name, scipy_name, type_check, contiguous_check, accept_error, _check_sparse_format)


def numpy_cupy_array_almost_equal(decimal=6, err_msg='', verbose=True, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None):
    """Decorator: the results are equal up to so many decimals."""
    return _beside(lambda one, other: _arrays.assert_array_almost_equal(one, other, decimal, err_msg, verbose), name, sp_name, scipy_name, type_check,
                   False, accept_error)


def numpy_cupy_array_almost_equal_nulp(nulp=1, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None):
    """Decorator: the results are no further apart than so many spacings."""
    return _beside(lambda one, other: _arrays.assert_array_almost_equal_nulp(one, other, nulp), name, sp_name, scipy_name, type_check, False, accept_error)


def numpy_cupy_array_max_ulp(maxulp=1, dtype=None, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None):
    """Decorator: no more than so many numbers lie between the results."""
    return _beside(lambda one, other: _arrays.assert_array_max_ulp(one, other, maxulp, dtype), name, sp_name, scipy_name, type_check, False, accept_error)


def numpy_cupy_array_equal(err_msg='', verbose=True, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None,
                           strides_check=False):
    """Decorator: the results are equal; with strides_check, so are their strides."""
    return _beside(lambda one, other: _arrays.assert_array_equal(one, other, err_msg, verbose, strides_check), name, sp_name, scipy_name, type_check,
                   False, accept_error)


def numpy_cupy_array_list_equal(err_msg='', verbose=True, name='xp', sp_name=None, scipy_name=None):
    """Decorator: the results, lists of arrays, are equal one by one."""
    warnings.warn('numpy_cupy_array_list_equal is deprecated. Use numpy_cupy_array_equal instead.', DeprecationWarning)
    return numpy_cupy_array_equal(err_msg, verbose, name, False, False, sp_name, scipy_name)


def numpy_cupy_array_less(err_msg='', verbose=True, name='xp', type_check=True, accept_error=False, sp_name=None, scipy_name=None):
    """Decorator: cupy's result is below numpy's everywhere."""
    return _beside(lambda one, other: _arrays.assert_array_less(one, other, err_msg, verbose), name, sp_name, scipy_name, type_check, False, accept_error)


def numpy_cupy_equal(name='xp', sp_name=None, scipy_name=None):
    """Decorator: the results, which are no arrays, are equal."""
    def decorate(test):
        @functools.wraps(test)
        def call(*args, **kw):
            on_device, device_error = _called(test, args, kw, name, sp_name, scipy_name, True)
            on_host, host_error = _called(test, args, kw, name, sp_name, scipy_name, False)
            if device_error or host_error:
                _compare_errors(device_error, host_error, False)
            elif on_device != on_host:
                raise AssertionError('Results are not equal:\ncupy: %s\nnumpy: %s' % (on_device, on_host))
        return call
    return decorate


def numpy_cupy_raises(name='xp', sp_name=None, scipy_name=None, accept_error=Exception):
    """Decorator: both raise errors of the same kind."""
    warnings.warn('cupy.testing.numpy_cupy_raises is deprecated.', DeprecationWarning)

    def decorate(test):
        @functools.wraps(test)
        def call(*args, **kw):
            _compare_errors(*[_called(test, args, kw, name, sp_name, scipy_name, is_device)[1] for is_device in (True, False)], accept_error)
        return call
    return decorate


# ---- one type, order or axis after another ----


def _each(choices, told):
    # Call the test for each dict of arguments.
    def decorate(test):
        @functools.wraps(test)
        def call(*args, **kw):
            for choice in choices:
                try:
                    test(*args, **{**kw, **choice})
                except SkipTest as skipped:
                    print('skipped: %s (%s)' % (', '.join('%s = %s' % item for item in choice.items()), skipped))
                except Exception:
                    print(told(choice))
                    raise
        return call
    return decorate


def for_dtypes(dtypes, name='dtype'):
    """Decorator: call the test with one type after another.

    >>> @for_dtypes(['int8', 'float32'])
    ... def test_types(dtype):
    ...     print(dtype.__name__)
    >>> test_types()
    int8
    float32
    """
    return _each([{name: np.dtype(dtype).type} for dtype in dtypes], lambda choice: '%s is %s' % (name, choice[name]))


_COMPLEX = (np.complex64, np.complex128)
_FLOATS = (np.float64, np.float32)
_SIGNED = tuple(np.dtype(code).type for code in 'bhilq')
_UNSIGNED = tuple(np.dtype(code).type for code in 'BHILQ')


def _all_types(no_float16=False, no_bool=False, no_complex=False):
    return (_FLOATS + (() if no_float16 else (np.float16,)) + _SIGNED + _UNSIGNED + (() if no_bool else (np.bool_,)) +
            (() if no_complex else _COMPLEX))


def for_all_dtypes(name='dtype', no_float16=False, no_bool=False, no_complex=False):
    """Decorator: call the test with every type, but for those that are left out."""
    return for_dtypes(_all_types(no_float16, no_bool, no_complex), name)


def for_float_dtypes(name='dtype', no_float16=False):
    """Decorator: call the test with every type of numbers with fractions."""
    return for_dtypes(_FLOATS + (() if no_float16 else (np.float16,)), name)


def for_signed_dtypes(name='dtype'):
    """Decorator: call the test with every type of integers with a sign."""
    return for_dtypes(_SIGNED, name)


def for_unsigned_dtypes(name='dtype'):
    """Decorator: call the test with every type of integers without a sign."""
    return for_dtypes(_UNSIGNED, name)


def for_int_dtypes(name='dtype', no_bool=False):
    """Decorator: call the test with every type of integers."""
    return for_dtypes(_SIGNED + _UNSIGNED + (() if no_bool else (np.bool_,)), name)


def for_complex_dtypes(name='dtype'):
    """Decorator: call the test with every type of complex numbers."""
    return for_dtypes(_COMPLEX, name)


def for_dtypes_combination(types, names=('dtype',), full=None):
    """Decorator: call the test with types for several arguments: all combinations if `full`, else some of them, by chance."""
    types = list(types)
    if len(types) == 1:
        return for_dtypes(types, *names)
    if full is None:
        full = os.environ.get('CUPY_TEST_FULL_COMBINATION', '0') != '0'
    if full:
        return _each(product({name: types for name in names}), lambda choice: choice)
    columns = [types + random.sample(types, len(types)) for _ in names]
    return _each([dict(zip(names, row)) for row in sorted(set(zip(*columns)), key=str)], lambda choice: choice)


def for_all_dtypes_combination(names=('dtyes',), no_float16=False, no_bool=False, full=None, no_complex=False):
    """Decorator: for_dtypes_combination() with every type, but for those that are left out."""
    return for_dtypes_combination(_all_types(no_float16, no_bool, no_complex), names, full)


def for_signed_dtypes_combination(names=('dtype',), full=None):
    """Decorator: for_dtypes_combination() with integers with a sign."""
    return for_dtypes_combination(_SIGNED, names, full)


def for_unsigned_dtypes_combination(names=('dtype',), full=None):
    """Decorator: for_dtypes_combination() with integers without a sign."""
    return for_dtypes_combination(_UNSIGNED, names, full)


def for_int_dtypes_combination(names=('dtype',), no_bool=False, full=None):
    """Decorator: for_dtypes_combination() with integers."""
    return for_dtypes_combination(_SIGNED + _UNSIGNED + (() if no_bool else (np.bool_,)), names, full)


def for_orders(orders, name='order'):
    """Decorator: call the test with one order of elements after another."""
    return _each([{name: order} for order in orders], lambda choice: '%s is %s' % (name, choice[name]))


def for_CF_orders(name='order'):
    """Decorator: call the test with order None, 'C', 'F', 'c' and 'f'."""
    return for_orders([None, 'C', 'F', 'c', 'f'], name)


def for_contiguous_axes(name='axis'):
    """Decorator: call the test of an object with shape and order_in_test with the axes that lie side by side in that order."""
    def decorate(test):
        @functools.wraps(test)
        def call(self, *args, **kw):
            axes = range(len(self.shape))
            for axis in axes:
                chosen = tuple(range(axis, len(self.shape))) if self.order in ('c', 'C') else tuple(range(axis + 1))
                test(self, *args, **{**kw, name: chosen})
        return call
    return decorate


# ---- parameters ----


def product(parameter):
    """Every combination of the values of a dict of lists, or of several lists of dicts, as a list of dicts.

    >>> product({'a': [1, 2], 'b': [3]})
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    names = sorted(parameter)
    return [dict(zip(names, values)) for values in itertools.product(*[parameter[name] for name in names])]


def product_dict(*parameters):
    """Every combination of one dict of each list, put together.

    >>> product_dict([{'a': 1}, {'a': 2}], [{'b': 3}])
    [{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]
    """
    return [{name: value for one in choice for name, value in one.items()} for choice in itertools.product(*parameters)]


def parameterize(*params, **kwargs):
    """Decorator of a class of tests: a class for each dict of attributes, in the module of the class, in its place.

    >>> @parameterize({'n': 1}, {'n': 2})
    ... class TestOf:
    ...     def test(self):
    ...         print(self.n)
    >>> for case in TestOf.cases: case().test()
    1
    2
    """
    def decorate(base):
        cases = []
        for number, param in enumerate(params):
            shown = ', '.join('%s=%r' % item for item in sorted(param.items()))
            case = type('%s_param_%d_{%s}' % (base.__name__, number, shown), (base,), {**param, '__module__': base.__module__, '__doc__': base.__doc__})
            cases.append(case)
        return type(base.__name__, (), {'cases': cases, '__module__': base.__module__, '__doc__': base.__doc__})
    return decorate


# ---- arrays ----


def _counted(shape, xp, dtype, order, numbers):
    dtype = np.dtype(dtype)
    if dtype == '?':
        numbers = numbers % 2 == 0
    elif dtype.kind == 'c':
        numbers = numbers + numbers * 1j
    return xp.array(numbers.astype(dtype).reshape(shape), order=order)


def _size(shape):
    return int(np.prod(shape, dtype=int))


def shaped_arange(shape, xp=cupy, dtype=np.float32, order='C'):
    """An array of this shape with 1, 2, 3, ...

    >>> shaped_arange((2, 2))
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    return _counted(shape, xp, dtype, order, np.arange(1, _size(shape) + 1))


def shaped_reverse_arange(shape, xp=cupy, dtype=np.float32):
    """An array of this shape with numbers that count down to 1."""
    return _counted(shape, xp, dtype, 'C', np.arange(_size(shape), 0, -1))


def shaped_random(shape, xp=cupy, dtype=np.float32, scale=10, seed=0, order='C'):
    """An array of this shape with random numbers below the scale, the same for a seed."""
    state, dtype = np.random.RandomState(seed), np.dtype(dtype)
    if dtype == '?':
        numbers = state.randint(2, size=shape)
    elif dtype.kind == 'c':
        numbers = (state.rand(*shape) + 1j * state.rand(*shape)) * scale
    else:
        numbers = state.rand(*shape) * scale
    return xp.asarray(numbers, dtype=dtype, order=order)


def shaped_sparse_random(shape, sp=None, dtype=np.float32, density=0.01, format='coo', seed=0):
    """A sparse matrix of this shape with random numbers."""
    import cupyx.scipy.sparse
    import scipy.sparse
    made = scipy.sparse.random(*shape, density, random_state=seed).astype(dtype)
    return (cupyx.scipy.sparse if sp is None else sp).coo_matrix(made).asformat(format)


def shaped_linspace(start, stop, shape, xp=cupy, dtype=np.float32):
    """An array of this shape with numbers at even distances."""
    dtype = np.dtype(dtype)
    if dtype == '?':
        start, stop = max(start, 0), min(stop, 1)
    elif dtype.kind == 'u':
        start = max(start, 0)
    return xp.array(np.linspace(start, stop, _size(shape)).astype(dtype).reshape(shape))


def generate_matrix(shape, xp=cupy, dtype=np.float32, *, singular_values=None):
    """Random matrices with the singular values that are told."""
    if len(shape) <= 1:
        raise ValueError('shape {} is invalid for matrices: too few axes'.format(shape))
    if singular_values is None:
        raise TypeError('singular_values is not given')
    values = np.asarray(singular_values)
    dtype = np.dtype(dtype)
    if dtype.kind not in 'fc':
        raise TypeError('dtype {} is not supported'.format(dtype))
    if not np.isrealobj(values):
        raise TypeError('singular_values is not real')
    if (values < 0).any():
        raise ValueError('negative singular value is given')
    numbers = np.random.randn(*shape)
    if dtype.kind == 'c':
        numbers = numbers + 1j * np.random.randn(*shape)
    left, _, right = np.linalg.svd(numbers, full_matrices=False)
    return xp.asarray(np.einsum('...ik,...k,...kj->...ij', left, values, right).astype(dtype))


# ---- what a test needs ----


@contextlib.contextmanager
def assert_warns(expected):
    """A block that must warn of this kind, and of nothing else."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        yield
    if not any(isinstance(one.message, expected) for one in told):
        raise AssertionError('%s not triggered' % getattr(expected, '__name__', expected))


def _version(text):
    return [int(''.join(itertools.takewhile(str.isdigit, part)) or 0) for part in text.split('.')]


def installed(*specifiers):
    """Whether modules are there, in the versions that are told: 'numpy>=2'.

    >>> installed('numpy>=1.20', 'scipy')
    True
    """
    import importlib
    import operator
    operators = {'>=': operator.ge, '<=': operator.le, '==': operator.eq, '!=': operator.ne, '>': operator.gt, '<': operator.lt}
    for specifier in specifiers:
        parts = specifier.split(',')
        sign = min((found for found in ((parts[0].find(one), one) for one in operators) if found[0] >= 0), key=lambda found: (found[0], -len(found[1])), default=None)
        name = parts[0] if sign is None else parts[0][:sign[0]]
        try:
            module = importlib.import_module(name.strip())
        except ImportError:
            return False
        for part in ([] if sign is None else [parts[0][sign[0]:]]) + parts[1:]:
            word = next(one for one in operators if part.strip().startswith(one))
            if not operators[word](_version(module.__version__), _version(part.strip()[len(word):])):
                return False
    return True


def numpy_satisfies(version_range):
    """Whether numpy is of such a version: '>=2'."""
    return installed('numpy' + version_range)


def _skipped_unless(condition, reason):
    def decorate(test):
        if condition:
            return test

        @functools.wraps(test)
        def call(*args, **kw):
            raise SkipTest(reason)
        return call
    return decorate


def with_requires(*requirements):
    """Decorator: the test needs modules, see installed()."""
    return _skipped_unless(installed(*requirements), 'requires: {}'.format(','.join(requirements)))


def multi_gpu(gpu_num):
    """Decorator: the test needs so many devices."""
    return _skipped_unless(cupy.cuda.runtime.getDeviceCount() >= gpu_num, 'number of GPUs is less than %d' % gpu_num)


def slow(test):
    """Decorator: the test takes long."""
    return test


_state = []


def generate_seed():
    """A seed, drawn of those of the test."""
    if not _state:
        raise RuntimeError('The random number generator is not set up. Call `fix_random`.')
    return int(np.random.randint(0x7fffffff))


def fix_random():
    """Decorator of a test or a class of tests: random numbers are the same at every call, and those of others as before."""
    @contextlib.contextmanager
    def fixed():
        before, ours = np.random.get_state(), random.getstate()
        np.random.seed(100)
        random.seed(99)
        cupy.random.seed(101)
        _state.append(True)
        try:
            yield
        finally:
            _state.pop()
            np.random.set_state(before)
            random.setstate(ours)

    def decorate(test):
        if isinstance(test, type):
            for name in dir(test):
                if name.startswith('test_') and callable(getattr(test, name)):
                    setattr(test, name, decorate(getattr(test, name)))
            return test

        @functools.wraps(test)
        def call(*args, **kw):
            with fixed():
                return test(*args, **kw)
        return call
    return decorate


class AssertFunctionIsCalled:
    """A block in which the function at a path is called so often: AssertFunctionIsCalled('numpy.sin', times_called=1)."""

    def __init__(self, path, times_called=1, **kwargs):
        self._path, self._times, self._calls = path, times_called, 0

    def __enter__(self):
        import importlib
        module, _, name = self._path.rpartition('.')
        self._module, self._name = importlib.import_module(module), name
        self._before = getattr(self._module, name)

        def counted(*args, **kwargs):
            self._calls += 1
            return self._before(*args, **kwargs)
        setattr(self._module, name, counted)
        return self

    def __exit__(self, kind, *error):
        setattr(self._module, self._name, self._before)
        if kind is None:
            assert self._calls == self._times, '%s is called %d times, not %d' % (self._path, self._calls, self._times)


class _Alias:
    func = ''
    cupy_func = property(lambda self: getattr(cupy, self.func))
    numpy_func = property(lambda self: getattr(np, self.func))


class NumpyAliasBasicTestBase(_Alias):
    """Tests that cupy's function `func` is like numpy's."""

    def test_docstring(self):
        """Both have a documentation."""
        assert self.cupy_func.__doc__ and self.numpy_func.__doc__


class NumpyAliasValuesTestBase(_Alias):
    """Tests that cupy's function `func` gives for self.args what numpy's does."""

    def test_values(self):
        """The values are equal."""
        assert self.cupy_func(*self.args) == self.numpy_func(*self.args)


for _name in __all__:
    globals()[_name].__module__ = 'cupy.testing'
