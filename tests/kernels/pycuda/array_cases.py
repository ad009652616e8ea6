"""pycuda.gpuarray and the kernels that are made of expressions."""
import numpy as np
from cases import case, finish, raises

import pycuda.autoinit
import pycuda.driver as drv
from pycuda import cumath, curandom, gpuarray, tools
from pycuda.elementwise import ElementwiseKernel, get_linear_combination_kernel
from pycuda.reduction import ReductionKernel
from pycuda.scan import ExclusiveScanKernel, InclusiveScanKernel

FLOATS = np.array([[1, 2.5, -3], [4, 0, 6]], np.float32)


@case
def there_and_back():
    for data in (FLOATS, np.asfortranarray(FLOATS), np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1), np.array(3.5), np.zeros((0, 3))):
        array = gpuarray.to_gpu(data)
        assert array.shape == data.shape and array.dtype == data.dtype and array.size == data.size and array.nbytes == data.nbytes
        assert (array.get() == data).all() and (array.copy().get() == data).all()
        assert array.flags.c_contiguous == data.flags.c_contiguous or not data.size
    array = gpuarray.to_gpu(FLOATS)
    assert repr(array) == repr(FLOATS) and str(array) == str(FLOATS)
    assert array.ptr == int(array.gpudata) == array.__cuda_array_interface__["data"][0]
    assert array.mem_size == 6 and len(array) == 2 and array.strides == FLOATS.strides
    target = np.empty_like(FLOATS)
    assert array.get(target) is target and (target == FLOATS).all()
    array.set(FLOATS + 1)
    assert (array.get() == FLOATS + 1).all()
    raises(ValueError, "ary and self must be the same size", array.set, np.zeros(2, np.float32))
    raises(ValueError, "ary and self must have the same dtype", array.set, FLOATS.astype(np.float64))
    raises(TypeError, "not hashable", hash, array)


@case
def arithmetic_of_arrays_and_numbers():
    a, b = FLOATS, FLOATS[::-1].copy() + 8
    x, y = gpuarray.to_gpu(a), gpuarray.to_gpu(b)
    for function in (lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: b ** 2 + a, lambda a, b: -a + 3,
                     lambda a, b: 2 - a, lambda a, b: 3 / b, lambda a, b: abs(a) * 2.5, lambda a, b: 1j * a):
        found, wanted = function(x, y).get(), function(a, b)
        assert np.allclose(found, wanted) and found.dtype == wanted.dtype, (found, wanted)
    z = x.copy()
    z += y
    z *= 2
    z -= 1
    z /= y
    assert np.allclose(z.get(), ((a + b) * 2 - 1) / b)
    assert (x.mul_add(2, y, 3).get() == 2 * a + 3 * b).all()
    i = gpuarray.arange(5, dtype=np.int32)
    assert (i & 1).get().tolist() == [0, 1, 0, 1, 0] and (i << 2).get().tolist() == [0, 4, 8, 12, 16]
    assert ((i - 3) / 2).get().tolist() == [-1, -1, 0, 0, 0]  # as C divides
    assert ((i - 3) % 2).get().tolist() == [-1, 0, -1, 0, 1]
    raises(TypeError, "Integral types only", lambda: x & 1)
    raises(TypeError, "", lambda: x + "1")
    raises(ValueError, "", lambda: x + gpuarray.zeros(5, np.float32))


@case
def comparisons_and_choices():
    x, y = gpuarray.to_gpu(FLOATS), gpuarray.to_gpu(FLOATS[::-1].copy())
    assert (x > y).dtype == np.float32 and ((x > y).get() == (FLOATS > FLOATS[::-1])).all()
    assert ((x == 4).get() == (FLOATS == 4)).all() and ((x <= 1).get() == (FLOATS <= 1)).all()
    assert (gpuarray.maximum(x, y).get() == np.maximum(FLOATS, FLOATS[::-1])).all()
    assert (gpuarray.minimum(x, 1).get() == np.minimum(FLOATS, 1)).all()
    assert (gpuarray.if_positive(x, y, x).get() == np.where(FLOATS > 0, FLOATS[::-1], FLOATS)).all()
    assert (gpuarray.where(x, y, x).get() == np.where(FLOATS, FLOATS[::-1], FLOATS)).all()
    assert bool((x == x).all()) and bool((x != x).any()) is False
    raises(ValueError, "truth value", bool, x)


@case
def reductions():
    x, y = gpuarray.to_gpu(FLOATS), gpuarray.to_gpu(FLOATS + 1)
    total = gpuarray.sum(x)
    assert total.shape == () and total.dtype == np.float32 and total.get() == FLOATS.sum() and isinstance(total.get(), np.ndarray)
    assert gpuarray.dot(x, y).get() == (FLOATS * (FLOATS + 1)).sum()
    assert gpuarray.max(x).get() == 6 and gpuarray.min(x).get() == -3
    subset = gpuarray.to_gpu(np.array([0, 2, 5], np.int32))
    assert gpuarray.subset_sum(subset, x).get() == 4 and gpuarray.subset_max(subset, x).get() == 6 and gpuarray.subset_min(subset, x).get() == -3
    assert gpuarray.subset_dot(subset, x, y).get() == 2 + 6 + 42
    assert gpuarray.sum(gpuarray.arange(10, dtype=np.int32)).dtype == np.int32


@case
def made_anew():
    assert gpuarray.zeros((2, 3)).dtype == np.float64 and not gpuarray.zeros((2, 3), np.int8).get().any()
    assert gpuarray.ones(3, np.int32).get().tolist() == [1, 1, 1]
    like = gpuarray.to_gpu(np.asfortranarray(FLOATS))
    assert gpuarray.zeros_like(like).flags.f_contiguous and gpuarray.ones_like(like, dtype=np.int32).dtype == np.int32
    assert gpuarray.empty_like(like, order="C").flags.c_contiguous
    for arguments in ((5,), (2, 9), (2, 9, 3), (0, 1, 0.25)):
        assert (gpuarray.arange(*arguments).get() == np.arange(*arguments)).all()
    assert gpuarray.to_gpu(FLOATS).fill(7).get().tolist() == [[7] * 3] * 2
    assert (gpuarray.to_gpu_async(FLOATS, stream=drv.Stream()).get_async(drv.Stream()) == FLOATS).all()
    place = drv.to_device(FLOATS)
    assert (gpuarray.GPUArray((2, 3), np.float32, gpudata=place).get() == FLOATS).all()
    assert gpuarray.GPUArray(2, np.float32, gpudata=int(place) + 8).get().tolist() == [-3, 4]
    pool = tools.DeviceMemoryPool()
    assert gpuarray.zeros(100, np.float32, allocator=pool.allocate).get().sum() == 0 and pool.active_blocks + pool.held_blocks == 1


@case
def views():
    data = np.arange(24, dtype=np.float32).reshape(4, 6)
    array = gpuarray.to_gpu(data)
    for index in (1, -1, slice(1, 3), (slice(None), 2), (slice(None, None, 2), slice(1, 5)), (Ellipsis, 0), (slice(None), np.newaxis), (2, 3)):
        assert (array[index].get() == data[index]).all()
    array[1:3] = 5
    array[0] = array[3]
    data[1:3] = 5
    data[0] = data[3]
    assert (array.get() == data).all()
    assert (array.reshape(3, 8).get() == data.reshape(3, 8)).all() and array.reshape((-1, 12)).shape == (2, 12)
    assert (array.T.get() == data.T).all() and (array.ravel().get() == data.ravel()).all() and (array.reverse().get().ravel() == data.ravel()[::-1]).all()
    assert array.view(np.int32).get().tolist() == data.view(np.int32).tolist() and array.astype(np.float64).dtype == np.float64
    assert array[1:2].squeeze().shape == (6,)
    assert [row.get().tolist() for row in array] == data.tolist()
    raises(ValueError, "total size of new array must be unchanged", array.reshape, 5, 5)
    raises(IndexError, "", lambda: array[9])
    assert (gpuarray.concatenate((array, array), axis=1).get() == np.concatenate((data, data), axis=1)).all()
    assert (gpuarray.stack((array, array)).get() == np.stack((data, data))).all()
    indices = gpuarray.to_gpu(np.array([3, 1], np.uint32))
    assert gpuarray.take(gpuarray.arange(5, dtype=np.float32), indices).get().tolist() == [3, 1]


@case
def complex_numbers():
    data = np.array([1 + 2j, -3.5j], np.complex64)
    array = gpuarray.to_gpu(data)
    assert (array.real.get() == data.real).all() and (array.imag.get() == data.imag).all() and (array.conj().get() == data.conj()).all()
    assert (array * (2 + 1j)).dtype == np.complex64 and np.allclose((array * (2 + 1j)).get(), data * (2 + 1j))
    kernel = ElementwiseKernel("pycuda::complex<float> *x, pycuda::complex<float> a", "x[i] = a * x[i] + conj(x[i])", "turn")
    kernel(array, 1j)
    assert np.allclose(array.get(), 1j * data + data.conj())


@case
def vectors_of_cuda():
    vec = gpuarray.vec
    assert vec.float3.itemsize == 12 and vec.int4.names == ("x", "y", "z", "w") and vec.make_float3(1, 2)["z"] == 0
    array = gpuarray.zeros(5, vec.float2)
    ElementwiseKernel("float2 *v, float s", "v[i] = make_float2(i * s, -v[i].y)", "vectors")(array, 0.5)
    assert array.get()["x"].tolist() == [0, .5, 1, 1.5, 2]
    array.fill(vec.make_float2(3, 4))
    assert array.get()[4] == vec.make_float2(3, 4)


@case
def functions():
    data = np.linspace(0.1, 0.9, 7).astype(np.float32)
    array = gpuarray.to_gpu(data)
    for name in ("fabs", "ceil", "floor", "exp", "log", "log10", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh"):
        found = getattr(cumath, name)(array)
        assert found.dtype == np.float32 and np.allclose(found.get(), getattr(np, name)(data), 1e-5)
    assert np.allclose(cumath.asin(array).get(), np.arcsin(data)) and np.allclose(cumath.atan2(array, array).get(), np.pi / 4)
    target = gpuarray.empty_like(array)
    assert cumath.sqrt(array, out=target) is target and np.allclose(target.get(), np.sqrt(data))
    fractions, wholes = cumath.modf(array * 10)
    assert np.allclose(fractions.get() + wholes.get(), data * 10)
    significands, exponents = cumath.frexp(array)
    assert np.allclose(cumath.ldexp(significands, exponents).get(), data)
    assert np.allclose(cumath.fmod(array, array * 0 + 0.3).get(), np.fmod(data, np.float32(0.3)))


@case
def elementwise_kernels():
    kernel = ElementwiseKernel("float a, float *x, float b, float *y, float *z", "z[i] = my_f(a*x[i], b*y[i])", "linear_combination",
                               preamble="__device__ float my_f(float x, float y) { return x + y; }")
    x, y = gpuarray.arange(400, dtype=np.float32), gpuarray.arange(400, dtype=np.float32) * 2
    z = gpuarray.empty_like(x)
    kernel(5, x, 6, y, z)
    assert (z.get() == 5 * x.get() + 6 * y.get()).all()
    kernel(np.float32(1), x, 0.0, y, z, slice=slice(10, 20))
    assert (z.get()[10:20] == x.get()[10:20]).all() and z.get()[9] == 17 * 9 and z.get()[20] == 17 * 20
    kernel(0, x, 0, y, z, range=slice(399, 0, -3))
    assert z.get()[399] == z.get()[396] == 0 and z.get()[398] != 0
    raises(TypeError, "", kernel, 5, x, 6, y)
    raises(RuntimeError, "non-contiguous", kernel, 5, x[::2], 6, y[::2], z[::2])
    raises(drv.CompileError, 'identifier "nothing" is undefined', ElementwiseKernel("float *x", "x[i] = nothing", "bad"), x)
    combine, _ = get_linear_combination_kernel(((False, np.float32, np.float32), (False, np.float32, np.float32)), np.float32)
    combine.prepared_call((4, 1), (128, 1, 1), 2, x.gpudata, 3, y.gpudata, z.gpudata, 400)
    assert (z.get() == 2 * x.get() + 3 * y.get()).all()
    typed = ElementwiseKernel([tools.VectorArg(np.int64, "a"), tools.ScalarArg(np.uint8, "b")], "a[i] = i + b", "typed")
    whole = gpuarray.empty(5, np.int64)
    typed(whole, 250)
    assert whole.get().tolist() == [250, 251, 252, 253, 254]


@case
def reduction_kernels():
    for count in (1, 31, 1000, 100003):
        a = gpuarray.arange(count, dtype=np.float32) % 7
        b = gpuarray.arange(count, dtype=np.float32) % 5
        dot = ReductionKernel(np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]", arguments="float *x, float *y")
        assert dot(a, b).get() == (a.get().astype(np.float64) * b.get()).sum()
    greatest = ReductionKernel(np.int32, "-100", "max(a, b)", arguments="const int *in")
    assert greatest(gpuarray.to_gpu(np.array([3, 9, -2], np.int32))).get() == 9
    out = gpuarray.zeros(3, np.int32)
    assert greatest(gpuarray.to_gpu(np.array([3, 4], np.int32)), out=out[1]) is not None and out.get().tolist() == [0, 4, 0]


@case
def running_sums():
    for count in (1, 127, 1024, 1025, 100001):
        data = np.random.randint(0, 10, count).astype(np.int32)
        array = gpuarray.to_gpu(data)
        InclusiveScanKernel(np.int32, "a+b")(array)
        assert (array.get() == np.cumsum(data)).all()
        array = gpuarray.to_gpu(data)
        target = ExclusiveScanKernel(np.int32, "a+b", neutral=0)(array, gpuarray.empty_like(array))
        assert (target.get() == np.cumsum(data) - data).all() and (array.get() == data).all()
    data = np.random.randint(0, 1000, 5000).astype(np.float64)
    array = gpuarray.to_gpu(data)
    InclusiveScanKernel(np.float64, "a > b ? a : b")(array)
    assert (array.get() == np.maximum.accumulate(data)).all()


@case
def random_numbers():
    values = curandom.rand((100, 100)).get()
    assert values.dtype == np.float32 and 0 <= values.min() and values.max() < 1 and abs(values.mean() - 0.5) < 0.02
    for kind in (curandom.XORWOWRandomNumberGenerator, curandom.MRG32k3aRandomNumberGenerator, curandom.Sobol32RandomNumberGenerator):
        generator = kind()
        values = generator.gen_normal(20000, np.float32).get()
        assert abs(values.mean()) < 0.05 and abs(values.std() - 1) < 0.05
    one, two = (curandom.XORWOWRandomNumberGenerator(lambda count: gpuarray.zeros(count, np.int32) + 11).gen_uniform(1000, np.float64) for _ in range(2))
    assert (one.get() == two.get()).all()


@case
def names_of_types():
    assert [tools.dtype_to_ctype(kind) for kind in (np.float32, np.int64, np.uint32, np.complex64, gpuarray.vec.float3)] == [
        "float", "long", "unsigned int", "pycuda::complex<float>", "float3"]
    raises(ValueError, "unable to map dtype", tools.dtype_to_ctype, np.dtype("S3"))
    argument = tools.parse_c_arg("const unsigned int *name")
    assert isinstance(argument, tools.VectorArg) and argument.dtype == np.uint32 and argument.name == "name"

    calls = []

    @tools.context_dependent_memoize
    def remembered(n):
        calls.append(n)
        return n

    assert remembered(1) == remembered(1) == 1 and calls == [1]


finish()
