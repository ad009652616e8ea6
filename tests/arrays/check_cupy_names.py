"""What programs for CuPy seldom call: BLAS and LAPACK by name, linear operators, graphs' parts, modules, facts about what runs."""

import os

from tap import SOURCE, lines_of, run_tests, test

HEAD = """
import cupy as cp
import cupyx
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0] if str(error) else '')
rng = np.random.default_rng(3)
"""


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def linear_algebra_by_the_names_of_arrays_standard():
    lines = output("""
h = rng.random((2, 3, 3))
g, v, w = rng.random((3, 4)), rng.random((2, 3)), rng.random(4)
calls = [('svdvals', (h,), {}), ('diagonal', (h,), {'offset': 1}), ('trace', (h,), {}), ('outer', (w, w), {}), ('tensordot', (g, g.T), {'axes': 1}),
         ('vecdot', (v, v), {}), ('vecdot', (v, v), {'axis': 0}), ('vecdot', (v + 1j, v - 2j), {}), ('multi_dot', ([g.T, g, w],), {}),
         ('multi_dot', ([w, g.T, g, w],), {}), ('multi_dot', ([g, g.T, g],), {}),
         ('matrix_norm', (h,), {}), ('matrix_norm', (h,), {'ord': 2, 'keepdims': True}), ('vector_norm', (h,), {}), ('vector_norm', (h,), {'axis': (0, 2)}),
         ('vector_norm', (h,), {'axis': 1, 'ord': 1}), ('vector_norm', (h,), {'keepdims': True}), ('vector_norm', (h,), {'axis': (0, 2), 'keepdims': True})]
def there(value):
    return [cp.asarray(one) for one in value] if type(value) is list else cp.asarray(value)
for name, args, kwargs in calls:
    mine = getattr(cp.linalg, name)(*map(there, args), **kwargs)
    theirs = getattr(np.linalg, name)(*args, **kwargs)
    print(name, type(mine) is cp.ndarray and mine.shape == np.shape(theirs) and np.allclose(mine.get(), theirs, rtol=1e-10))
told(lambda: cp.linalg.outer(cp.eye(2), cp.eye(2)))
told(lambda: cp.linalg.multi_dot([cp.eye(2)]))
told(lambda: cp.linalg.vecdot(cp.ones(2), cp.ones(3)))
""")
    assert all(line.endswith(" True") for line in lines[:18]), lines
    assert lines[18:] == ["ValueError Input arrays must be one-dimensional, but they are x1.ndim=2 and x2.ndim=2.", "ValueError Expecting at least two arrays.",
                          "ValueError vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n),(n)->() "
                          "(size 3 is different from 2)"]


@test
def blas_and_lapack():
    assert output("""
from cupy import cublas
from cupyx import lapack
a, b, x, y = rng.random((3, 4)), rng.random((4, 3)), rng.random(4), rng.random(4)
A, B, X, Y = map(cp.asarray, (a, b, x, y))
z = cp.asarray(x + 1j * y)
def same(mine, theirs):
    print(bool(np.allclose(mine.get(), theirs)), end=' ')
same(cublas.gemm('N', 'N', A, B), a @ b)
same(cublas.gemm('T', 'T', A, B, alpha=2.0), 2 * a.T @ b.T)
out = cp.ones((3, 3))
cublas.gemm('N', 'N', A, B, out=out, alpha=2.0, beta=3.0)
same(out, 2 * a @ b + 3)
same(cublas.geam('N', 'T', 2.0, A, 3.0, B), 2 * a + 3 * b.T)
same(cublas.dgmm('L', A, cp.arange(3.0)), np.arange(3.0)[:, None] * a)
same(cublas.dgmm('R', A, X), a * x)
same(cublas.syrk('N', A), np.triu(a @ a.T))
same(cublas.syrk('T', A, lower=True), np.tril(a.T @ a))
same(cublas.dot(X, Y), x @ y)
same(cublas.dotc(z, z), np.vdot(x + 1j * y, x + 1j * y))
same(cublas.nrm2(X), np.linalg.norm(x))
same(cublas.asum(-z), x.sum() + y.sum())
W = Y.copy()
print(cublas.axpy(2.0, X, W), end=' ')
same(W, 2 * x + y)
v = cp.zeros(3)
cublas.gemv('N', 2.0, A, X, 0.0, v)
same(v, 2 * a @ x)
same(cublas.iamax(X), x.argmax() + 1)
same(cublas.iamin(X), x.argmin() + 1)
same(cublas.batched_gesv(cp.asarray(np.stack([a @ b] * 2)), cp.ones((2, 3))), np.linalg.solve(np.stack([a @ b] * 2), np.ones((2, 3, 1)))[..., 0])
print()
told(lambda: cublas.dot(z, z))
told(lambda: cublas.nrm2(A))
told(lambda: cublas.dot(X, Y.astype('f')))
square = a @ a.T + np.eye(3)
S = cp.asarray(square)
same(lapack.gesv(S.copy(), cp.ones(3)), np.linalg.solve(square, np.ones(3)))
same(lapack.posv(S, cp.ones((3, 2))), np.linalg.solve(square, np.ones((3, 2))))
same(lapack.gels(B, Y), np.linalg.lstsq(b, y, rcond=None)[0])
same(lapack.gels(A, cp.ones(3)), np.linalg.lstsq(a, np.ones(3), rcond=None)[0])
same(cupyx.linalg.invh(S), np.linalg.inv(square))
print()
""") == ["True " * 12 + "None " + "True " * 5, "TypeError Use dotu() or dotc() for complex dtype", "ValueError x must be a 1D array (actual: 2)",
         "TypeError x and y must be the same dtype (actual: float64 and float32)", "True " * 5]


@test
def sparse_matrices_by_cusparses_names():
    assert output("""
from cupyx import cusparse
from cupyx.scipy import sparse
full = rng.random((4, 3)) * (rng.random((4, 3)) > 0.4)
a = sparse.csr_matrix(cp.asarray(full))
x, y, b = cp.arange(3.0), cp.ones(4), cp.asarray(rng.random((3, 2)))
def same(mine, theirs):
    print(bool(np.allclose(mine.get() if hasattr(mine, 'nnz') is False else mine.toarray().get(), theirs)), end=' ')
same(cusparse.spmv(a, x, alpha=2), 2 * full @ x.get())
same(cusparse.spmv(a, x, y, alpha=2, beta=3), 2 * full @ x.get() + 3)
same(y, 2 * full @ x.get() + 3)
same(cusparse.csrmv(a, cp.ones(4), transa=True), full.T @ np.ones(4))
same(cusparse.spmm(a, b), full @ b.get())
same(cusparse.csrmm2(a, cp.asfortranarray(b.T), transb=True), full @ b.get())
same(cusparse.csrgeam(a, a, 2, 3), 5 * full)
same(cusparse.csrgemm(a, a, transb=True), full @ full.T)
same(cusparse.csrgemm2(a, a.T.tocsr(), alpha=2), 2 * full @ full.T)
same(cusparse.sparseToDense(cusparse.dense2csc(cp.asarray(full))), full)
triangle = np.tril(rng.random((3, 3))) + np.eye(3)
solved = cp.ones((3, 2))
cusparse.csrsm2(sparse.csr_matrix(cp.asarray(triangle)), solved, alpha=2.0)
same(solved, np.linalg.solve(triangle, 2 * np.ones((3, 2))))
print()
unsorted = sparse.csr_matrix((cp.array([1.0, 2, 3]), cp.array([2, 0, 1]), cp.array([0, 2, 3])), shape=(2, 3))
cusparse.csrsort(unsorted)
print(unsorted.indices, unsorted.data)
points = sparse.coo_matrix((cp.array([1.0, 2, 3]), (cp.array([1, 0, 1]), cp.array([0, 2, 2]))), shape=(2, 3))
cusparse.coosort(points)
print(points.row, points.col, points.data)
cusparse.coosort(points, 'c')
print(points.row, points.col, points.data, cusparse.check_availability('spmv'), cusparse.check_availability('nothing'))
told(lambda: cusparse.spmv(a, cp.ones(9)))
""") == ["True " * 11, "[0 2 1] [2. 1. 3.]", "[0 1 1] [2 0 2] [2. 1. 3.]", "[1 0 1] [0 2 2] [1. 2. 3.] True False", "ValueError dimension mismatch"]


@test
def operators_and_parts_of_graphs():
    assert output("""
from cupyx.scipy import sparse
from cupyx.scipy.sparse import csgraph
from cupyx.scipy.sparse.linalg import LinearOperator, aslinearoperator, cg, gmres
n = 30
A = sparse.diags([-1.0, 2.5, -1.0], [-1, 0, 1], shape=(n, n), format='csr')
seen = []
def multiply(v):
    seen.append(type(v))
    return A @ v
operator = LinearOperator((n, n), matvec=multiply, dtype=float)
places = []
for solver in (cg, gmres):
    x, info = solver(operator, cp.ones(n), callback=lambda told: places.append(type(told)))
    print(type(x).__name__, info, float(cp.linalg.norm(A @ x - 1)) < 1e-3)
print(set(seen) == {cp.ndarray}, cp.ndarray in places)
jacobi = LinearOperator((n, n), lambda v: v / 2.5, dtype=float)
print(cg(A, cp.ones(n), M=jacobi)[1])
print(operator, aslinearoperator(A), operator.shape, (2 * cp.ones(n) @ cp.ones(n)).shape)
print(bool(cp.allclose(aslinearoperator(A).matmat(cp.eye(n)), A.toarray())), bool(cp.allclose(aslinearoperator(A).H @ cp.ones(n), A.T @ cp.ones(n))))
told(lambda: operator.matvec(cp.ones(3)))
told(lambda: operator.rmatvec(cp.ones(n)))
graph = sparse.csr_matrix(cp.array([[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], dtype='f'))
for directed, connection in ((True, 'weak'), (True, 'strong'), (False, 'strong')):
    count, labels = csgraph.connected_components(graph, directed, connection)
    print(count, labels, type(labels).__name__)
""") == ["ndarray 0 True", "ndarray 0 True", "True True", "0", "<30x30 _CustomLinearOperator with dtype=float64> <30x30 MatrixLinearOperator with dtype=float64> (30, 30) ()",
         "True True", "ValueError dimension mismatch", "NotImplementedError rmatvec is not defined", "2 [0 0 0 0 1] ndarray", "3 [0 0 0 1 2] ndarray",
         "2 [0 0 0 0 1] ndarray"]


@test
def devices_are_looked_for_when_they_are_used():
    invalid = "CUDARuntimeError cudaErrorInvalidDevice: invalid device ordinal"
    assert output("""
for number in (-1, 99):
    device = cp.cuda.Device(number)
    print(device, device.id, int(device))
    told(device.use)
    told(lambda: device.compute_capability)
    told(lambda: device.mem_info)
    told(device.__enter__)
print(cp.cuda.Device('0'), cp.cuda.Device(0.5), cp.cuda.Device(cp.cuda.Device(0)))
told(lambda: cp.cuda.Device('a'))
x = cp.ones(1)
print(cp.cuda.device.from_pointer(x.data.ptr))
""") == ["<CUDA Device -1> -1 -1", *[invalid] * 4, "<CUDA Device 99> 99 99", *[invalid] * 4, "<CUDA Device 0> <CUDA Device 0> <CUDA Device 0>",
         "ValueError invalid literal for int() with base 10: 'a'", "<CUDA Device 0>"]


@test
def a_thread_has_its_own_way_with_failures_and_waiting():
    assert output("""
import threading, warnings
def invert():
    told(lambda: cp.linalg.inv(cp.zeros((2, 2))).shape)
with cupyx.errstate(linalg='raise'):
    invert()
    thread = threading.Thread(target=invert)
    thread.start()
    thread.join()
    invert()
invert()
warnings.simplefilter('ignore')
x = cp.arange(3)
def look():
    told(lambda: int(x[1]))
with cupyx.allow_synchronize(False):
    y = x + 1
    look()
    told(lambda: str(x))
    told(lambda: x.get())
    with cupyx.allow_synchronize(True):
        look()
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
print(y)
told(cupyx.DeviceSynchronized)
""") == ["LinAlgError Error reported by dgetrf in cuSOLVER. devInfo = [1]. Please refer to the cuSOLVER documentation.", "(2, 2)",
         "LinAlgError Error reported by dgetrf in cuSOLVER. devInfo = [1]. Please refer to the cuSOLVER documentation.", "(2, 2)",
         *["DeviceSynchronized Device synchronization was detected while disallowed."] * 3, "1", "1", "[1 2 3]",
         "Device synchronization was detected while disallowed."]


@test
def texts_become_images_and_images_modules():
    lines = output("""
from cupy.cuda import compiler, driver, function, nvrtc
text = 'template<class T> __global__ void twice(T *x) { x[threadIdx.x] *= 2; } extern "C" __global__ void one(float *x) { x[threadIdx.x] += 1; }'
program = nvrtc.createProgram(text, 'a.cu', (), ())
nvrtc.addNameExpression(program, 'twice<float>')
told(lambda: nvrtc.getPTX(program))
nvrtc.compileProgram(program, ('-arch=compute_80',))
image = nvrtc.getPTX(program)
print(type(image).__name__, b'twice' in image)
told(lambda: nvrtc.getLoweredName(program, 'thrice<float>'))
lowered = nvrtc.getLoweredName(program, 'twice<float>')
module = cp.cuda.Module()
module.load(image)
x = cp.arange(4, dtype='f')
module.get_function(lowered)((1,), (4,), (x,))
module.get_function('one').linear_launch(4, (x,))
print(x)
image, names = compiler.compile_using_nvrtc(text, name_expressions=['twice<float>'])
print(type(image).__name__, names == {'twice<float>': lowered})
module = function.Module()
module.load(image)
module.get_function(names['twice<float>'])((1,), (4,), (x,))
print(x)
handle = driver.moduleLoadData(image)
kernel = driver.moduleGetFunction(handle, 'one')
print(driver.funcGetAttribute(driver.CU_FUNC_ATTRIBUTE_NUM_REGS, kernel) > 0, driver.occupancyMaxActiveBlocksPerMultiprocessor(kernel, 128, 0) > 0)
driver.moduleUnload(handle)
told(lambda: driver.moduleGetFunction(handle, 'one'))
print(compiler.compile_using_nvrtc(text)[1])
told(lambda: compiler.compile_using_nvrtc('__device__ int f() { return y; }'))
compiler._compile_module_with_cache(text).get_function('one')((1,), (4,), (x,))
print(x)
""")
    assert lines[-2].startswith("CompileException ") and 'identifier "y" is undefined' in lines.pop(-2), lines
    assert lines == ["b''", "bytes True", "NVRTCError NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID (10)", "[1. 3. 5. 7.]",
                     "bytes True", "[ 2.  6. 10. 14.]", "True True", "CUDADriverError CUDA_ERROR_INVALID_HANDLE: invalid resource handle", "None",
                     "[ 3.  7. 11. 15.]"]


@test
def facts_about_what_runs():
    assert output("""
info = cupyx.get_runtime_info()
print(info.cupy_version == cp.__version__, info.numpy_version == np.__version__, 'Device 0 Name' in str(info), cp.cuda.driver.get_build_version() >= 12000)
def optimise():
    with cupyx.optimizing.optimize():
        pass
told(optimise)
print(cp.cuda.nccl.available, cp.cuda.Module().ptr, cp.cuda.driver.CU_FUNC_ATTRIBUTE_NUM_REGS)
told(lambda: cp.cuda.Module().get_function('f'))
""") == ["True True True True", "RuntimeError Optuna is required to run optimization. See https://optuna.org/ for the installation instructions.",
         "False 0 4", "CUDADriverError CUDA_ERROR_INVALID_HANDLE: invalid resource handle"]


@test
def shapes_that_do_not_fit_are_told_in_cupys_words():
    assert output("""
add = cp.ElementwiseKernel('T x, T y', 'T z', 'z = x + y', 'add')
for call in (lambda: cp.ones((2, 3)) + cp.ones(4), lambda: cp.where(cp.ones(2) > 0, cp.ones(3), 0), lambda: cp.broadcast_arrays(cp.ones((2, 3)), cp.ones(4)),
             lambda: add(cp.arange(3), cp.arange(4)), lambda: cp.add(cp.ones(3), 1, out=cp.ones(4)), lambda: cp.ones(3).__iadd__(cp.ones((2, 3))),
             lambda: cp.broadcast_to(cp.ones((2, 3)), (4,)), lambda: cp.broadcast_to(cp.ones((2, 3)), (4, 2)), lambda: cp.ones(4).reshape(3, -1),
             lambda: cp.ones(4).reshape(3, 3), lambda: cp.concatenate([cp.ones((2, 2)), cp.ones(3)]), lambda: cp.hstack([cp.ones((2, 2)), cp.ones((3, 1))]),
             lambda: cp.stack([cp.ones(2), cp.ones(3)]), lambda: cp.concatenate([]), lambda: cp.concatenate([cp.ones(())]),
             lambda: cp.dot(cp.ones((2, 3)), cp.ones((2, 3))), lambda: cp.inner(cp.ones(2), cp.ones(3)), lambda: cp.arange(3)[[0.0, 1.5]],
             lambda: cp.RawKernel('extern "C" __global__ void f() {}', 'f')((1,), (1,), ([1],))):
    told(call)
x = cp.arange(24).reshape(2, 1, 3, 4)
print(x.reduced_view().shape, x[:, :, :, ::2].reduced_view().shape, x[:, :, 1:].reduced_view().shape, bool((x[:, :, 1:].reduced_view().ravel() == x[:, :, 1:].ravel()).all()))
""") == [*["ValueError operands could not be broadcast together with shapes " + shapes for shapes in ("(2, 3) (4,)", "(2,) (3,) ()", "(2, 3) (4,)", "(3,) (4,)")],
         "ValueError operands could not be broadcast together with shapes (3,) () (4,)", "ValueError Out shape is mismatched",
         "ValueError input operand has more dimensions than allowed by the axis remapping",
         "ValueError operands could not be broadcast together with shape (2, 3) and requested shape (4, 2)",
         "ValueError cannot reshape array of size 4 into shape (3, -1)", "ValueError cannot reshape array of size 4 into shape (3, 3)",
         "ValueError All arrays to concatenate must have the same ndim", *["ValueError All arrays must have same shape except the axis to concatenate"] * 2,
         "ValueError Cannot concatenate from empty tuple", "TypeError zero-dimensional arrays cannot be concatenated", "ValueError Axis dimension mismatch",
         "ValueError Axis dimension mismatch",
         "IndexError arrays used as indices must be of integer or boolean type. (actual: <class 'numpy.float64'>)", "TypeError Unsupported type <class 'list'>",
         "(24,) (12,) (2, 8) True"]


@test
def parameters_of_kernels_have_names_and_types():
    assert output("""
escape = cp.ElementwiseKernel('complex64 c, int32 it', 'int32 n',
                              'complex<float> z = 0; n = 0; while (n < it && real(z) * real(z) + imag(z) * imag(z) <= 4) { z = z * z + c; ++n; }', 'escape')
print(escape(cp.array([0, 1, 2 + 2j], dtype='F'), 20))
mean = cp.ReductionKernel('T x, int64 n', 'T y', 'x', 'a + b', 'y = a / n', '0', 'mean')
print(mean(cp.arange(4.0), 4), mean(cp.arange(6.0).reshape(2, 3), 3, axis=1))
told(lambda: cp.ElementwiseKernel('T i', 'T y', 'y = i', 'f'))
told(lambda: cp.ElementwiseKernel('float32 x', 'float32 y', 'y = x', 'f')(cp.arange(3)))
both = cp.ElementwiseKernel('T x, T z', 'T y', 'y = x + z', 'f')
told(lambda: both(cp.arange(3), cp.ones(3)))
told(lambda: both(1, 2))
print(both(cp.arange(3), 2))
from cupy.cuda.texture import ChannelFormatDescriptor, CUDAarray, ResourceDescriptor, TextureDescriptor, TextureObject
kept = CUDAarray(ChannelFormatDescriptor(32, 0, 0, 0, 2), 4)
kept.copy_from(cp.arange(4, dtype='f') * 10)
texture = TextureObject(ResourceDescriptor(0, cuArr=kept), TextureDescriptor((1,), 0, 0))
print(cp.ElementwiseKernel('T x, U tex', 'T y', 'y = tex1D<float>(tex, x)', 'sample')(cp.array([0.5, 3.5], 'f'), texture))
from cupyx import distributed
told(lambda: distributed.init_process_group(0, 0))
told(lambda: distributed.init_process_group(2, 2))
told(lambda: distributed.init_process_group(1, 0, backend='mpi'))
told(lambda: distributed.init_process_group(1, 0))
""") == ["[20  3  1]", "1.5 [1. 4.]", "ValueError Can not use 'i' as a parameter name",
         "TypeError Type is mismatched. x int64 float32",
         "TypeError Type is mismatched. z float64 int64 T", "ValueError Loop size is undecided.", "[2 3 4]", "[ 0. 30.]",
         "ValueError Invalid number of devices 0", "ValueError Invalid number of rank 2 2", "ValueError mpi is not supported",
         "RuntimeError NCCL is not available"]


@test
def names_of_arrays():
    """Those that CuPy's arrays have, and none of numpy's beside them."""
    with open(os.path.join(SOURCE, "tests", "gpu", "names_cupy.txt"), encoding="utf-8") as file:
        _, theirs, own = file.read().split("\n\n")
    mine = output("print(*[name for name in dir(cp.ndarray) if name[:2] == '__' or name[0] != '_'])")[0].split()
    theirs = theirs.split()
    assert len(theirs) > 150 and own.startswith("not here\n")
    assert sorted(set(mine)) == sorted(theirs), (set(mine) - set(theirs), set(theirs) - set(mine))


@test
def what_special_names_do():
    assert output("""
a = cp.arange(3)
print([hasattr(a, name) for name in ('__array_ufunc__', '__array_function__', '__bool__', '__index__', '__contains__', '__imatmul__')])
told(lambda: a.__array_ufunc__(np.add, '__call__', a, 1))
told(lambda: a.__array_ufunc__(np.add, 'reduce', a))
told(lambda: a.__array_ufunc__(np.add, '__call__', a, np.arange(3)))
told(lambda: a.__array_ufunc__(np.add, '__call__', a, a, out=(cp.zeros(3, int),)))
told(lambda: a.__array_function__(np.sum, (cp.ndarray,), (a,), {}))
told(lambda: a.__array_function__(np.linalg.norm, (cp.ndarray,), (a,), {}).round(3))
told(lambda: a.__array_function__(np.busday_count, (cp.ndarray,), (a,), {}))
told(lambda: a.__array_function__(np.sum, (list,), ([1],), {}))
told(lambda: bool(a[1:2]))
told(lambda: a.__bool__())
told(lambda: range(cp.array(3)))
told(lambda: [1, 2, 3][cp.array(1)])
told(lambda: [1, 2, 3][:cp.array(1)])
told(lambda: (3 in cp.arange(6), 9 in cp.arange(6)))
told(lambda: 3 in cp.arange(6).reshape(2, 3))
told(lambda: (cp.array(30).__hex__(), cp.array(30).__oct__(), a.__div__(2)))
told(lambda: cp.ndarray[int])
b = c = cp.eye(2)
b @= cp.ones((2, 3))
print(b.shape, b is c)
""") == ["[True, True, True, False, False, False]", "[1 2 3]", "3", "TypeError Unsupported type <class 'numpy.ndarray'>", "[0 2 4]",
         "3", "2.236", "NotImplemented", "NotImplemented", "True",
         "ValueError The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
         "TypeError 'ndarray' object cannot be interpreted as an integer", "TypeError list indices must be integers or slices, not ndarray",
         "TypeError slice indices must be integers or None or have an __index__ method", "(True, False)",
         "ValueError The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
         "('0x1e', '0o36', array([0. , 0.5, 1. ]))", "cupy.ndarray[int]", "(2, 3) False"]


@test
def what_is_refused_says_so():
    """In words of its own, which name nothing that is not there."""
    lines = output("""
import importlib, re
for name in ('cupyx.cutensor', 'cupyx.cusolver', 'cupyx.tools', 'cupyx.tools.install_library', 'cupy_backends', 'cupy.cuda.jitify',
             'cupyx.jit.cg', 'cupyx.jit.cub', 'cupyx.jit.thrust'):
    try:
        importlib.import_module(name)
    except ImportError as error:
        words = str(error)
        print(name, error.name == name.removesuffix('.install_library'), words.startswith(error.name + ' is not supported: '), end=' ')
        named = re.findall(r'(?:cupyx?|jit)(?:\\.[a-z_]+)+', words.partition(': ')[2])
        jit, cupy = cupyx.jit, cp
        print(all([eval(one) is not None for one in named]))
from cupy.cuda import nccl, cutensor, cub, thrust
print(nccl.available, cutensor.available, cub.available, thrust.available)
told(lambda: cp.cuda.nccl.NcclCommunicator)
told(lambda: cp.cuda.cutensor.contraction)
print(hasattr(cupyx, 'cutensor'), hasattr(cupyx, 'nothing'))
told(lambda: cupyx.nothing)
told(lambda: cp.cuda.device.get_cublas_handle())
import cupyx.scipy.spatial
told(lambda: cupyx.scipy.spatial.Delaunay)
import numpy
told(lambda: numpy.dtypes.StringDType)
from cupy import typing
print(typing.NDArray[cp.float32])
""")
    assert len(lines) == 18 and all(line.endswith(" True True True") for line in lines[:9]), lines
    assert lines[9:] == ["False False False False", "AttributeError cupy.cuda.nccl.NcclCommunicator is not supported: NCCL is not used here",
                         "AttributeError cupy.cuda.cutensor.contraction is not supported: cuTENSOR is not used here", "False False",
                         "AttributeError module 'cupyx' has no attribute 'nothing'",
                         "NotImplementedError cupy.cuda.device.get_cublas_handle is not supported: cuBLAS has no handle to give "
                         "away here. cupy.cublas has its calls by name",
                         "AttributeError cupyx.scipy.spatial.Delaunay is not supported: points are not triangulated here",
                         "AttributeError numpy.dtypes.StringDType is not supported: texts of any length are elements of "
                         "object arrays here, those of a limited length of '<U' arrays",
                         "cupy.ndarray[typing.Any, numpy.dtype[numpy.float32]]"], lines


run_tests()
