"""cupy.testing: decorators that compare cupy with numpy, parameters, arrays for tests."""

from tap import lines_of, run_tests, test


def output(program, **more):
    return lines_of(program, **more)


@test
def tests_run_with_numpy_and_with_cupy():
    assert output("""
from cupy import testing
import cupy, numpy
def told(call, line=0):
    try:
        print(call())
    except AssertionError as error:
        print(str(error).strip().splitlines()[line])
@testing.for_all_dtypes(no_complex=True, no_bool=True)
@testing.numpy_cupy_allclose(rtol={numpy.float16: 1e-2, 'default': 1e-5})
def test_roots(xp, dtype):
    x = testing.shaped_arange((2, 3), xp, dtype)
    return xp.sqrt(x) + x.sum(axis=0)
told(test_roots)
@testing.numpy_cupy_array_equal()
def test_differs(xp):
    return xp.arange(3) + (1 if xp is cupy else 0)
told(test_differs)
@testing.numpy_cupy_array_equal()
def test_types(xp):
    return xp.arange(3, dtype='i4' if xp is cupy else 'i8')
told(test_types)
@testing.numpy_cupy_allclose(accept_error=ValueError)
def test_both_raise(xp):
    return xp.ones(3) + xp.ones(4)
told(test_both_raise)
@testing.numpy_cupy_allclose()
def test_one_raises(xp):
    if xp is cupy:
        raise ValueError('no')
    return xp.ones(1)
told(test_one_raises)
@testing.numpy_cupy_equal()
def test_shapes(xp):
    return xp.ones((2, 3)).shape
told(test_shapes)
@testing.for_CF_orders()
def test_orders(order):
    print(order, end=' ')
told(test_orders)
seen = []
@testing.for_dtypes_combination(['i4', 'f4'], names=('a', 'b'), full=True)
def test_pairs(a, b):
    seen.append((a, b))
test_pairs()
print(seen)
""") == ["None", "Arrays are not equal", "ndarrays of different dtypes are returned.", "None", "Only cupy raises error", "None", "None C F c f None",
         "[('i4', 'i4'), ('i4', 'f4'), ('f4', 'i4'), ('f4', 'f4')]"]


@test
def tests_have_parameters_and_arrays():
    assert output("""
from cupy import testing
import cupy, numpy
@testing.parameterize(*testing.product({'a': [1, 2], 'b': ['x']}))
class TestOf:
    def test(self):
        return self.a, self.b
print([case().test() for case in TestOf.cases])
print(testing.product_dict([{'a': 1}, {'a': 2}], [{'b': 3}]))
print(testing.shaped_arange((2, 2), dtype='c8'), testing.shaped_reverse_arange((3,), numpy), testing.shaped_arange((3,), numpy, '?'))
print(testing.shaped_random((2,)), testing.shaped_linspace(-1, 1, (3,), dtype='u1'), testing.shaped_sparse_random((4, 4), density=0.5, format='csr').nnz)
print(cupy.linalg.svd(testing.generate_matrix((2, 3, 3), singular_values=[3, 2, 1], dtype='f8'), compute_uv=False).round(6).tolist())
print(testing.installed('numpy>=2', 'scipy'), testing.installed('numpy<2'), testing.installed('nosuch'), testing.numpy_satisfies('>=1,<9'))
@testing.fix_random()
def drawn():
    return numpy.random.rand(), float(cupy.random.rand()), testing.generate_seed()
print(drawn() == drawn())
with testing.AssertFunctionIsCalled('numpy.sin'):
    numpy.sin(1)
try:
    with testing.assert_warns(UserWarning):
        pass
except AssertionError as error:
    print(error)
@testing.multi_gpu(99)
def test_many():
    pass
try:
    test_many()
except Exception as error:
    print(type(error).__name__, error)
""") == ["[(1, 'x'), (2, 'x')]", "[{'a': 1, 'b': 3}, {'a': 2, 'b': 3}]", "[[1.+1.j 2.+2.j]", " [3.+3.j 4.+4.j]] [3. 2. 1.] [False  True False]",
         "[5.488135  7.1518936] [0 0 1] 8", "[[3.0, 2.0, 1.0], [3.0, 2.0, 1.0]]", "True False False True", "True", "UserWarning not triggered",
         "SkipTest number of GPUs is less than 99"]


run_tests()
