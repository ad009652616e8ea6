"""Small CuPy programs whose printed lines are compared: under CuPy, under Cupola on the GPU, and on an emulated device.

Every line is `name: text`. Whole numbers, comparisons, shapes and types are exact; floats are printed to the digits that
CUDA's bounds leave (six for float32, twelve for float64).
"""
import sys

import cupy as cp
import numpy as np

DIGITS = {"float16": 3, "float32": 5, "float64": 11, "complex64": 5, "complex128": 11}


def shown(x):
    if isinstance(x, (tuple, list)):
        return "(" + ", ".join(shown(item) for item in x) + ")"
    if not isinstance(x, cp.ndarray):
        return repr(x)
    host = cp.asnumpy(x)
    name = str(host.dtype)
    if name in DIGITS:
        with np.printoptions(precision=DIGITS[name], threshold=60, edgeitems=3):
            text = np.array2string(np.round(host.astype(np.complex128 if "complex" in name else np.float64), DIGITS[name]) + 0,
                                   separator=", ")
    else:
        text = np.array2string(host, separator=", ", threshold=60)
    return "%s %s %s" % (name, host.shape, " ".join(text.split()))


def case(name, function):
    try:
        text = shown(function())
    except Exception as problem:
        text = "%s: %s" % (type(problem).__name__, str(problem).splitlines()[0] if str(problem) else "")
    print("%s: %s" % (name, text))


def values(dtype, shape=(6, 5), seed=3):
    numbers = np.random.RandomState(seed).uniform(-4, 4, shape)
    if dtype == "bool":
        return cp.asarray(numbers > 0)
    if dtype.startswith("u"):
        return cp.asarray((np.abs(numbers) * 10).astype(dtype))
    if dtype.startswith("int"):
        return cp.asarray((numbers * 10).astype(dtype))
    if dtype.startswith("complex"):
        return cp.asarray((numbers + 1j * numbers[::-1]).astype(dtype))
    return cp.asarray(numbers.astype(dtype))


INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
ALL = ["bool"] + INTEGERS + FLOATS + COMPLEX

for dtype in ALL:
    a, b = values(dtype), values(dtype, seed=4)
    for name in ["add", "multiply", "equal", "less", "maximum", "minimum", "logical_and", "not_equal"]:
        case("%s %s" % (name, dtype), lambda: getattr(cp, name)(a, b))
    if dtype != "bool":
        case("subtract %s" % dtype, lambda: cp.subtract(a, b))
        case("negative %s" % dtype, lambda: -a)
        case("square %s" % dtype, lambda: cp.square(a))
        case("absolute %s" % dtype, lambda: cp.absolute(a))
    if dtype not in COMPLEX + ["bool"]:
        case("floor_divide %s" % dtype, lambda: a // b)
        case("remainder %s" % dtype, lambda: a % b)
    if dtype in INTEGERS:
        for name in ["bitwise_and", "bitwise_or", "bitwise_xor"]:
            case("%s %s" % (name, dtype), lambda: getattr(cp, name)(a, b))
        case("invert %s" % dtype, lambda: ~a)
        case("left_shift %s" % dtype, lambda: cp.left_shift(cp.abs(a), cp.abs(b) % 5))
    if dtype in FLOATS + COMPLEX:
        case("divide %s" % dtype, lambda: a / b)
        for name in ["sin", "cos", "exp", "tanh", "sqrt", "sinh", "arctan", "log"]:
            case("%s %s" % (name, dtype), lambda: getattr(cp, name)(cp.absolute(a) if name in ("sqrt", "log") else a))
    for axis in (None, 0, 1):
        case("sum %s %s" % (dtype, axis), lambda: a.sum(axis=axis))
        case("any %s %s" % (dtype, axis), lambda: a.any(axis=axis))
        if dtype not in COMPLEX:
            case("max %s %s" % (dtype, axis), lambda: a.max(axis=axis))
            case("argmax %s %s" % (dtype, axis), lambda: a.argmax(axis=axis))
    if dtype != "bool":
        case("cumsum %s" % dtype, lambda: cp.cumsum(a, axis=0))
        case("mean %s" % dtype, lambda: a.mean(axis=1))
    if dtype not in COMPLEX:
        case("sort %s" % dtype, lambda: cp.sort(a, axis=0))
        case("argsort %s" % dtype, lambda: cp.argsort(a.ravel(), kind="stable"))
    case("astype float32 %s" % dtype, lambda: a.real.astype("float32"))
    case("T %s" % dtype, lambda: a.T)
    case("slice %s" % dtype, lambda: a[::-2, 1:4])
    case("mask %s" % dtype, lambda: a[a > b] if dtype not in COMPLEX else a[a != b])
    case("take %s" % dtype, lambda: a[cp.array([3, 0, -1]), cp.array([1, 4, 2])])
    case("matmul %s" % dtype, lambda: a @ b.T)

large = cp.arange(300000, dtype="float64") % 1000
case("sum large", lambda: large.sum())
case("cumsum large", lambda: cp.cumsum(large)[::50000])
case("argmax large", lambda: large.argmax())
case("sort large", lambda: cp.sort(large[::-1])[::30000])
case("argsort large", lambda: cp.argsort(large)[::30000])
case("nonzero", lambda: cp.nonzero(large > 998)[0][:10])
case("mask large", lambda: large[large > 998].sum())
case("where", lambda: cp.where(large > 500, large, -large)[495:505])
case("broadcast", lambda: cp.arange(3)[:, None] * cp.arange(4))
case("set mask", lambda: (lambda x: (x.__setitem__(x > 3, 0), x)[1])(cp.arange(6)))
case("set slice", lambda: (lambda x: (x.__setitem__((slice(None), 1), 7), x)[1])(cp.zeros((2, 3))))
case("concatenate", lambda: cp.concatenate([cp.arange(3), cp.ones(2)]))
case("tile", lambda: cp.tile(cp.arange(3), (2, 2)))
case("linspace", lambda: cp.linspace(0, 1, 7))
case("eye", lambda: cp.eye(3))
case("searchsorted", lambda: cp.searchsorted(cp.array([1.0, 2, 3]), cp.array([0.5, 2, 9])))
case("convolve", lambda: np.convolve(cp.arange(10.0), cp.array([1.0, 2, 1])))
case("dot", lambda: cp.arange(5.0).dot(cp.arange(5.0)))
case("norm", lambda: cp.linalg.norm(cp.arange(6.0).reshape(2, 3)))
case("solve", lambda: cp.linalg.solve(cp.array([[3.0, 1], [1, 2]]), cp.array([9.0, 8])))
case("inv", lambda: cp.linalg.inv(cp.array([[3.0, 1], [1, 2]])))
case("svd values", lambda: cp.linalg.svd(cp.arange(12.0).reshape(4, 3), compute_uv=False))
case("eigh", lambda: cp.linalg.eigh(cp.array([[2.0, 1], [1, 3]]))[0])
case("cholesky", lambda: cp.linalg.cholesky(cp.array([[4.0, 2], [2, 3]])))
case("det", lambda: cp.linalg.det(cp.array([[4.0, 2], [2, 3]])))
case("fft", lambda: cp.fft.fft(cp.arange(8.0)))
case("rfft", lambda: cp.fft.rfft(cp.arange(8.0)))
case("irfft", lambda: cp.fft.irfft(cp.fft.rfft(cp.arange(8.0))))
case("fft2", lambda: cp.fft.fft2(cp.arange(6.0).reshape(2, 3)))

from cupyx.scipy.signal import convolve2d  # noqa: E402

image = cp.asarray(np.random.RandomState(0).rand(40, 37))
kernel = cp.asarray(np.random.RandomState(1).rand(5, 4))
for mode in ("full", "same", "valid"):
    for boundary in ("fill", "wrap", "symm"):
        case("convolve2d %s %s" % (mode, boundary),
             lambda: convolve2d(image, kernel, mode=mode, boundary=boundary, fillvalue=0.5 if boundary == "fill" else 0)[:3, :4])
big = cp.asarray(np.random.RandomState(2).rand(21, 19))
case("convolve2d large kernel", lambda: convolve2d(image, big)[20:23, 18:21])

for seed in (42, 7):
    cp.random.seed(seed)
    case("rand %d" % seed, lambda: cp.random.rand(5))
    case("rand float32 %d" % seed, lambda: cp.random.rand(5, dtype="float32"))
    case("randn %d" % seed, lambda: cp.random.randn(3, 3))
    case("randint %d" % seed, lambda: cp.random.randint(0, 100, 10))
    case("permutation %d" % seed, lambda: cp.random.permutation(10))
    case("rand after %d" % seed, lambda: cp.random.rand(5000)[-5:])
    case("uniform %d" % seed, lambda: cp.random.uniform(-1, 1, 4))

# Distributions: of the device's stream, whose elements are seeded one by one, and of Generators.
REAL = [("gamma", (2.5, 2.0)), ("gamma", (0.5, 1.0)), ("standard_gamma", (1.0,)), ("beta", (2.0, 3.0)), ("beta", (0.2, 0.3)),
        ("chisquare", (3.0,)), ("f", (3.0, 4.0)), ("exponential", (2.0,)), ("power", (2.0,))]
WHOLE = [("poisson", (3.0,)), ("poisson", (33.0,)), ("binomial", (20, 0.3)), ("binomial", (500, 0.4)), ("binomial", (500, 0.8)),
         ("geometric", (0.2,)), ("geometric", (0.5,)), ("hypergeometric", (10, 20, 9)), ("hypergeometric", (100, 200, 60)),
         ("logseries", (0.7,))]
MORE = [("gumbel", (1, 2)), ("laplace", (1, 2)), ("logistic", (1, 2)), ("lognormal", (0, 0.5)), ("pareto", (5,)), ("rayleigh", (2,)),
        ("standard_cauchy", ()), ("standard_t", (3,)), ("triangular", (0, 1, 5)), ("vonmises", (0.5, 2)), ("wald", (1, 2)), ("weibull", (2,)),
        ("zipf", (2.5,)), ("noncentral_chisquare", (3, 1)), ("noncentral_chisquare", (0.5, 2)), ("noncentral_f", (3, 4, 1)),
        ("negative_binomial", (5, 0.5)), ("random_integers", (6,)), ("dirichlet", ([1.0, 2, 3],)), ("standard_exponential", ()),
        ("multivariate_normal", ([0, 1], [[1, 0.5], [0.5, 1]]))]


def seeded(function):
    cp.random.seed(11)
    return function()


for name, arguments in REAL + WHOLE + MORE:
    case("random.%s %s" % (name, arguments), lambda: seeded(lambda: getattr(cp.random, name)(*arguments, size=7)))
case("random.choice p", lambda: seeded(lambda: cp.random.choice(10, 8, p=np.arange(10) / 45)))
case("random.choice no replacement", lambda: seeded(lambda: cp.random.choice(100, 8, replace=False)))
case("random.multinomial", lambda: seeded(lambda: cp.random.multinomial(20, [0.2, 0.3, 0.5], 3)))
case("random.randint arrays", lambda: seeded(lambda: cp.random.randint(cp.array([1, 10, 100]), cp.array([3, 1000, 101]))))
case("random.uniform arrays", lambda: seeded(lambda: cp.random.uniform(cp.array([0.0, 10]), cp.array([1.0, 20]))))
case("random.poisson array", lambda: seeded(lambda: cp.random.poisson(cp.arange(1.0, 6))))
case("random in turn", lambda: seeded(lambda: (cp.random.rand(3), cp.random.poisson(3, 4), cp.random.randn(3), cp.random.gamma(2, 1, 3))))
case("RandomState", lambda: (lambda s: (s.rand(3), s.poisson(3, 4), s.randn(3), s.randint(0, 9, 4)))(cp.random.RandomState(5)))
for source in "XORWOW", "MRG32k3a", "Philox4x3210":
    bits = getattr(cp.random, source)

    def fresh(**more):
        return cp.random.Generator(bits(5, **more))

    case("%s size" % source, lambda: bits(1)._state_size())
    case("%s raw" % source, lambda: bits(5).random_raw(300)[::37])
    case("%s random" % source, lambda: fresh().random(5))
    case("%s random float32" % source, lambda: fresh().random(5, dtype="float32"))
    case("%s normal" % source, lambda: fresh().standard_normal(5))
    case("%s normal float32" % source, lambda: fresh().standard_normal(5, dtype="float32"))
    case("%s uniform" % source, lambda: fresh().uniform(-1, 1, 5))
    case("%s in turn" % source, lambda: (lambda g: (g.random(3), g.standard_normal(3), g.standard_normal(3), g.poisson(3.0, 3), g.random(3)))(fresh()))
    for top in 1, 100, 1 << 20, 1 << 40:
        case("%s integers %d" % (source, top), lambda: fresh().integers(0, top, 5))
    for name, arguments in REAL + WHOLE:
        case("%s %s %s" % (source, name, arguments), lambda: getattr(fresh(), name)(*arguments, size=7))
    case("%s dirichlet" % source, lambda: fresh().dirichlet(cp.array([1.0, 2, 3]), 2))
    case("%s many" % source, lambda: fresh().random(100000)[[0, 1, 32767, 32768, 65536, 99999]])
    case("%s few states" % source, lambda: fresh(size=100).integers(0, 1000, 1000)[::99])

# Kernels that the program brings as text.
x, y = values("float32", (7, 5)), values("float32", (7, 5), 4)
multiply_add = cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + T(1)", "multiply_add")
for dtype in ("int32", "float16", "float32", "float64", "complex64", "complex128"):
    case("ElementwiseKernel %s" % dtype, lambda: multiply_add(values(dtype), values(dtype, seed=4)))
case("ElementwiseKernel broadcast", lambda: multiply_add(x, y[0]))
case("ElementwiseKernel strided", lambda: multiply_add(x[::2, ::-1], y[1:5, ::-1]))
case("ElementwiseKernel scalar", lambda: multiply_add(x, cp.float32(2)))
case("ElementwiseKernel out", lambda: multiply_add(x, y, cp.empty((7, 5), cp.float32)))
case("ElementwiseKernel wrong count", lambda: multiply_add(x))
case("ElementwiseKernel mismatch", lambda: multiply_add(x, y.astype("float64")))
case("ElementwiseKernel wrong type", lambda: cp.ElementwiseKernel("float32 x", "float32 y", "y = x", "narrow")(y.astype("float64")))
case("ElementwiseKernel two", lambda: cp.ElementwiseKernel("T x", "T s, T c", "sincos(x, &s, &c)", "both")(x.astype("float64")))
case("ElementwiseKernel raw", lambda: cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "backwards")(x.ravel(), y.ravel()))
case("ElementwiseKernel size", lambda: cp.ElementwiseKernel("raw T y", "T z", "z = y[i / 2] * y.size()", "twice")(y.ravel(), size=12))
case("ElementwiseKernel preamble", lambda: cp.ElementwiseKernel(
    "float32 x", "float32 z", "z = cube(x)", "cubed", preamble="__device__ float cube(float x) { return x * x * x; }")(x))
length = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")
case("ReductionKernel", lambda: length(x))
case("ReductionKernel axis", lambda: length(x, axis=1))
case("ReductionKernel axis 0 keepdims", lambda: length(x, axis=0, keepdims=True))
case("ReductionKernel strided", lambda: length(x[::2, ::-1], axis=0))
case("ReductionKernel two", lambda: cp.ReductionKernel("T x, T y", "T z", "abs(x - y)", "max(a, b)", "z = a", "0", "largest")(x, y))
code = r"""
extern "C" __global__ void scale(const float *x, float *y, float by, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) y[i] = x[i] * by;
}
extern "C" __global__ void sums(const float *x, float *y, int n) {
    extern __shared__ float part[];
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int step = blockDim.x / 2; step; step /= 2) {
        if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) y[blockIdx.x] = part[0];
}
"""


def launched(kernel, shape, arguments, **more):
    y = cp.zeros(shape, "float32")
    kernel(*arguments(y), **more)
    return y


case("RawKernel", lambda: launched(cp.RawKernel(code, "scale"), 35, lambda r: ((1,), (64,), (x, r, cp.float32(3), 35))))
case("RawKernel shared", lambda: launched(cp.RawKernel(code, "sums"), 3, lambda r: ((3,), (16,), (x, r, 35)), shared_mem=64))
case("RawKernel options", lambda: launched(cp.RawKernel(code.replace("by;", "by + N;"), "scale", ("-DN=2", "--use_fast_math")), 35,
                                           lambda r: ((1,), (64,), (x, r, cp.float32(3), 35))))
case("RawKernel missing", lambda: cp.RawKernel(code, "nothing")((1,), (1,), ()))
case("RawKernel too many threads", lambda: cp.RawKernel(code, "scale")((1,), (2048,), (x, x.copy(), cp.float32(3), 35)))
module = cp.RawModule(code="""__constant__ float factors[3];
template <typename T> __global__ void times(T *x) { x[threadIdx.x] *= factors[threadIdx.x % 3]; }""",
                      name_expressions=("times<float>", "times<double>"), options=("-std=c++14",))


def with_constants(dtype, name):
    x = cp.arange(1, 8).astype(dtype)
    place = module.get_global("factors")
    cp.ndarray(3, cp.float32, place)[...] = cp.array([1, 10, 100], "float32")
    module.get_function(name)((1,), (7,), (x,))
    return x


case("RawModule float", lambda: with_constants("float32", "times<float>"))
case("RawModule double", lambda: with_constants("float64", "times<double>"))
case("RawModule missing", lambda: module.get_function("times<int>"))


@cp.fuse(kernel_name="length_of")
def length_of(x, y):
    return cp.sqrt(x * x + y * y)


case("fuse", lambda: length_of(x, y))

case("out of bounds wraps", lambda: cp.arange(5)[cp.array([7])])
case("list refused", lambda: cp.add([1], [2]))
case("numpy refused", lambda: cp.add(np.arange(2), cp.arange(2)))
case("implicit conversion", lambda: np.asarray(cp.arange(2)))
case("shape mismatch", lambda: cp.zeros(3) + cp.zeros(4))
case("dispatch", lambda: np.sum(cp.arange(4)))
sys.stdout.flush()


def pool_numbers():
    pool = cp.get_default_memory_pool()
    before = pool.used_bytes()
    x = cp.ones((1000, 1001))
    float(x[0, 0])
    during = pool.used_bytes() - before
    del x
    after = pool.used_bytes() - before
    pool.free_all_blocks()
    return during, after, pool.total_bytes() - pool.used_bytes() == pool.free_bytes(), pool.get_limit()


def no_memory():
    try:
        cp.zeros(1 << 46)
    except cp.cuda.memory.OutOfMemoryError as error:
        return type(error).__module__, type(error).__name__, str(error).split(" (")[0]


case("memory pool", pool_numbers)
case("out of memory", no_memory)
for limit in {"size": -1}, {"fraction": 2}, {"size": 1, "fraction": 0.5}:
    case("pool limit %s" % sorted(limit), lambda: cp.get_default_memory_pool().set_limit(**limit))
