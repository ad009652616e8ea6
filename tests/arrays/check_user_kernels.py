"""Kernels that users write, on the device that there is: where they stand, raw arrays by arrays of numbers, and filters by kernels."""

from tap import lines_of, run_tests, test

HEAD = """
import cupy as cp
import numpy as np
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0] if str(error) else '')
x = cp.arange(12.0).reshape(3, 4)
"""


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def raw_arrays_are_indexed_by_arrays():
    assert output("""
print(cp.ElementwiseKernel('raw T x, int32 j', 'T y', 'ptrdiff_t ids[] = {i, j}; y = x[ids];', 'pick')(x, 2, size=3))
print(cp.ElementwiseKernel('raw T x', 'T y', 'y = x[{i, 3 - i}] + x[i]', 'pick_of_list')(x, size=3))
print(cp.ElementwiseKernel('T x, raw T z', 'T y', 'const ptrdiff_t *p = _ind.get(); y = z[p] - x', 'same', reduce_dims=False)(x, x).any())
squares = cp.zeros((2, 4), 'i8')
cp.ElementwiseKernel('T x', 'raw int64 y', 'int q[2]; q[0] = 1; q[1] = i; y[q] = i * i', 'set_squares')(cp.arange(4.0), squares)
print(squares.tolist())
print(cp.ElementwiseKernel('raw T x', 'T y', 'ptrdiff_t p[2] = {i / 4, i % 4}; y = x[p]', 'strided')(x.T.copy().T[::-1], size=12))
""") == ["[ 2.  6. 10.]", "[ 3.  7. 11.]", "False", "[[0, 0, 0, 0], [0, 1, 4, 9]]", "[ 8.  9. 10. 11.  4.  5.  6.  7.  0.  1.  2.  3.]"]


@test
def kernels_know_where_they_stand():
    assert output("""
where = cp.ElementwiseKernel('T x', 'int64 y', 'y = _ind.get()[0] * 10 + _ind.get()[1] * (_ind.ndim - 1) + _ind.shape()[0] * 100', 'place', reduce_dims=False)
print(where(x).tolist(), where(x.T)[:, 2].tolist())
flat = cp.ElementwiseKernel('T x', 'int64 y', 'y = _ind.get()[0] + 100 * _ind.ndim', 'flat')
print(flat(x)[1].tolist(), flat(cp.zeros((3, 1, 2))[:, :, ::-1]).ravel()[:3].tolist())
lower = cp.ElementwiseKernel('int64 k, S x', 'T y', 'y = (_ind.get()[1] - _ind.get()[0] <= k) ? x : 0', 'lower', reduce_dims=False)
print(lower(0, x, cp.zeros((3, 4))).tolist())
places = cp.ReductionKernel('T x', 'int64 y', '_in_ind.get()[0]', 'a + b', 'y = a', '0', 'places')
print(places(x), places(x, axis=0).tolist(), places(x, axis=1).tolist())
weighed = cp.ReductionKernel('T x, raw T w', 'T y', 'x * w[_in_ind.get()]', 'a + b', 'y = a + 0 * _out_ind.get()[0]', '0', 'weighed')
print(weighed(x, cp.arange(12.0)))
ramp = cp.ElementwiseKernel('raw T x', 'T y', 'y = x[i] * factor', 'ramp', loop_prep='const double factor { 1.0 / _ind.size() + x.size() };')
print(ramp(cp.arange(8.0), size=4).tolist())
print(cp.ReductionKernel('T x', 'int64 y', '_in_ind.size() * 10 + _out_ind.size()', 'max(a, b)', 'y = a', '0', 'sizes')(x, axis=0).tolist())
""") == ["[[300, 301, 302, 303], [310, 311, 312, 313], [320, 321, 322, 323]] [402, 412, 422, 432]", "[104, 105, 106, 107] [200, 200, 201]", "[[0.0, 0.0, 0.0, 0.0], [4.0, 5.0, 0.0, 0.0], [8.0, 9.0, 10.0, 0.0]]",
         "66 [12, 15, 18, 21] [6, 6, 6]", "506.0", "[0.0, 8.25, 16.5, 24.75]", "[124, 124, 124, 124]"]


@test
def reductions_know_where_they_stand():
    assert output("""
struct = 'struct best { double v; long long at; __device__ best() : v(-1e300), at(-1) {} __device__ best(double v, long long at) : v(v), at(at) {} };'
put = '__device__ best better(const best &a, const best &b) { return a.v > b.v || (a.v == b.v && a.at < b.at) ? a : b; }'
largest = cp.ReductionKernel('T x', 'int64 y', 'best(x, _J)', 'better(a, b)', 'y = a.at', 'best()', 'largest', reduce_type='best', preamble=struct + put)
z = cp.array([[3., 9, 2, 9], [7, 1, 8, 0]])
print(largest(z, axis=1), largest(z, axis=0), largest(z))
print(cp.ReductionKernel('T x', 'int64 y', '_j * 10 + _i', 'a + b', 'y = a', '0', 'places')(z, axis=0))
""") == ["[1 2] [1 0 1 0] 1", "[ 40  62  84 106]"]


@test
def kernels_without_c_names_are_not_found():
    assert output("""
body = '(float *x) { x[threadIdx.x] = threadIdx.x; }'
def run(source, name='f', **more):
    y = cp.zeros(3, 'f')
    cp.RawModule(code=source, **more).get_function(name)((1,), (3,), (y,))
    return y
told(lambda: run('__global__ void f' + body))
told(lambda: cp.RawKernel('__global__ void f' + body, 'f')((1,), (3,), (cp.zeros(3, 'f'),)))
told(lambda: run('__global__ void f' + body, '_Z1fPf'))
told(lambda: run('__global__ void f' + body, name_expressions=['f']))
told(lambda: run('extern "C" { __device__ int one() { return 1; } __global__ void f' + body + '}'))
told(lambda: run('extern "C" { __device__ int one() { return 1; } } __global__ void f' + body))
told(lambda: run('extern "C" __global__ void f(float *); __global__ void f' + body))
told(lambda: run('namespace a { __global__ void f' + body + '}', 'a::f', name_expressions=['a::f']))
""") == ["CUDADriverError CUDA_ERROR_NOT_FOUND: named symbol not found"] * 2 + ["[0. 1. 2.]"] * 3 + \
        ["CUDADriverError CUDA_ERROR_NOT_FOUND: named symbol not found"] + ["[0. 1. 2.]"] * 2


@test
def shared_memory_has_its_limits():
    assert output("""
def run(source, shared=0, most=None):
    kernel, y = cp.RawKernel('extern "C" __global__ void f(int *x, int n) { ' + source + ' big[n] = n; x[0] = big[n]; }', 'f'), cp.zeros(1, 'i4')
    if most:
        kernel.max_dynamic_shared_size_bytes = most
    kernel((1,), (1,), (y, 10000), shared_mem=shared)
    return y
told(lambda: run('__shared__ int big[20000];'))
told(lambda: run('__shared__ int big[12000];'))
for shared, most in (49152, None), (60000, None), (60000, 60000), (1 << 20, None):
    told(lambda: run('extern __shared__ int big[];', shared, most))
""") == ["CompileException ptxas error   : Entry function 'f' uses too much shared data (0x13880 bytes, 0xc000 max)", "[10000]", "[10000]",
         "CUDADriverError CUDA_ERROR_INVALID_VALUE: invalid argument", "[10000]", "CUDADriverError CUDA_ERROR_INVALID_VALUE: invalid argument"]


@test
def functions_of_real_numbers_stay_real():
    assert output("""
v = cp.array([0.5, 2.0])
for name in 'sinh', 'cosh', 'tanh', 'log10', 'exp', 'sqrt', 'log':
    for t in 'f', 'd', 'F', 'D':
        kernel = cp.ElementwiseKernel('T x', 'T y', 'y = %s(x)' % name, 'of_' + name)
        good = cp.allclose(kernel(v.astype(t)), getattr(cp, name)(v.astype(t)), rtol=1e-6)
        if not good:
            print(name, t)
out = cp.zeros(6)
cp.RawKernel('extern "C" __global__ void f(double *o) { o[0] = tanh(0.5); o[1] = tanh(0.5f); o[2] = sinh(1.0); o[3] = log10(100.0); o[4] = __CUDA_ARCH__; }',
             'f')((1,), (1,), (out,))
print(out[:4].round(6))
""") == ["[0.462117 0.462117 1.175201 2.      ]"]


@test
def functions_of_cuda_keep_their_digits():
    """At the ends of their range, where the plain formula overflows or cancels."""
    assert output("""
def of(expression, *numbers):
    kernel = cp.RawKernel('extern "C" __global__ void f(const double *x, double *o) { double v = x[threadIdx.x]; o[threadIdx.x] = %s; }' % expression, 'f')
    o = cp.zeros(len(numbers))
    kernel((1,), (len(numbers),), (cp.array(numbers, 'f8'), o))
    return ' '.join('%.11g' % number for number in o.tolist())
print(of('sinpi(v)', 1, 0.5, 1e6, 3.3), of('cospi(v)', 0.5, 1, -1e6))
print(of('erfcinv(v)', 1e-300, 1e-10, 0.7, 1.99, 0), of('normcdfinv(v)', 1e-17, 1e-3, 0.999), of('erfinv(v)', 1e-12, 1 - 1e-14, -1))
print(of('erfcx(v)', 0.5, 30, 1e300), of('logb(v)', 1 - 2 ** -53, 8, 1e-310), of('ilogb(v)', 8, 0))
print(of('remainder(v, 1.25)', 5.3, 1e300, -2.5), of('remainder(v, 1.0 / 0.0)', 5), of('norm3d(v, v, v)', 1e200, 3), of('norm4d(v, 1, 2, 2)', 4))
print(of('copysign(1.0, modf(v, (double *)&x[threadIdx.x]))', -np.inf))
""") == ["0 1 0 -0.80901699437 0 -1 1",
         "26.209469961 4.5728249674 0.27246271473 -1.8213863677 inf -8.4937932241 -3.0902323062 3.0902323062 8.8622692545e-13 5.4725525174 -inf",
         "0.61569034419 0.018795888861 5.6418958355e-301 -1 3 -1030 3 -2147483648",
         "0.3 0 -0 5 1.7320508076e+200 5.1961524227 5", "-1"]


@test
def halves_in_pairs():
    assert output("""
source = '#include <cuda_fp16.h>\\nextern "C" __global__ void f(float *o) { half2 a = __floats2half2_rn(5, 2), b = __floats2half2_rn(3, 2); ' \\
         'o[0] = __low2float(__hmax2(a, b)); o[1] = __high2float(h2exp(__float2half2_rn(1))); o[2] = __hbgt2(a, b); o[3] = __hbge2(a, b); ' \\
         'o[4] = __heq2_mask(a, b) == 0xffff0000u; o[5] = __half2float(__hadd_sat(__float2half(0.7f), __float2half(0.7f))); ' \\
         'o[6] = __hltu(__float2half(0.0f / 0.0f), __float2half(1.0f)); o[7] = __low2float(__lowhigh2highlow(a)); o[8] = __hisinf(__float2half(-1.0f / 0.0f)); }'
o = cp.zeros(9, 'f4')
cp.RawKernel(source, 'f')((1,), (1,), (o,))
print(*o.tolist())
""") == ["5.0 2.71875 0.0 1.0 1.0 1.0 1.0 2.0 -1.0"]


@test
def headers_bring_their_names():
    """NVRTC knows neither NAN nor uint32_t by itself; what the text defines stays out of what headers bring."""
    assert output("""
def compiled(text, **more):
    cp.RawKernel(text + '\\nextern "C" __global__ void kernel_of_text(double *out) { ' + body + ' }', 'kernel_of_text', **more).compile()
    return 'good'
for body in 'out[0] = NAN;', 'out[0] = INT_MAX;', 'out[0] = M_PI;', 'uint32_t i = 0;', 'uint i = 0;', 'out[0] = __shfl_down(1, 2);', 'float3 a = {}; a = a + a;':
    told(lambda: compiled(''))
    told(lambda: compiled('#include <cmath>\\n#include <stdint.h>'))
body = 'out[0] = M_PI;'
told(lambda: compiled('#ifndef M_PI\\n#define M_PI 3.14\\n#endif'))
body = 'uint i = 0; out[0] = i;'
told(lambda: compiled('typedef unsigned int uint;'))
names = 'N M K S T W H R D A B C P X Y Z I n m k x y z a b c i p q s t v w r e value count mask size mean state number sum'.split()
many, body = ''.join('#define %s 16\\n' % name for name in names), 'out[0] = N + erfinv(out[1]);'
for header in 'cooperative_groups.h', 'curand_kernel.h', 'cuda_fp16.h', 'cuda_bf16.h':
    told(lambda: compiled(many + '#include <%s>' % header) if cp._emulates() else 'good')
told(lambda: compiled('', options=('-DN=3', '-DS=4')))
""") == ['CompileException kernel.cu(2): error: identifier "NAN" is undefined', "good", 'CompileException kernel.cu(2): error: identifier "INT_MAX" is undefined',
         "good", 'CompileException kernel.cu(2): error: identifier "M_PI" is undefined', "good",
         'CompileException kernel.cu(2): error: identifier "uint32_t" is undefined', "good", 'CompileException kernel.cu(2): error: identifier "uint" is undefined',
         'CompileException kernel.cu(3): error: identifier "uint" is undefined', 'CompileException kernel.cu(2): error: identifier "__shfl_down" is undefined',
         'CompileException kernel.cu(3): error: identifier "__shfl_down" is undefined'] + \
        ['CompileException kernel.cu(%d): error: no operator "+" matches these operands' % line for line in (2, 3)] + ["good"] * 7


@test
def mistakes_are_told_in_nvrtcs_words():
    """NVRTC compiles on machines without a GPU, too: these are its answers."""
    lines = output("""
def first(text):
    try:
        cp.RawModule(code=text).compile()
        print('good')
    except cp.cuda.compiler.CompileException as error:
        print(str(error).splitlines()[0].split('error: ')[1])
head = 'extern "C" __global__ void f(float *x) '
for body in ('int x = 3;', 'float4 v = x[0];', 'float *p = 3.0;', 'x[0] = "abc";', 'x[1.5] = 3;', 'x[threadIdx] = 1;', 'atomicAdd(x[0], 1.0f);', 'else x[0] = 1;',
             'int i = 0; switch (i) { case 1: break; case 1: break; }', 'x[0] = 09;', '{ int x = 3; }'):
    first(head + '{ ' + body + ' }')
for body in ('x[0] = sqrt(2);', 'x[0] = pow(2, 3);', 'x[0] = fmax(x[0], 2.5);', 'x[0] = min(1, 2.5);', 'x[0] = sqrtf(2) + pow(x[0], 2) + fmax(x[0], 2) + abs(-2) + min(2, 3u);'):
    first(head + '{ ' + body + ' }')
first('bad')
first('_global_ void f(float *x) { }')
first('struct S { float a; }\\nextern "C" __global__ void f(S *s) { }')
first('__device__ void g() { }\\n__device__ void g() { }')
first('__device__ void g() { }\\n__device__ void g(int) { }')
first('extern "C" __global__ void f(float *x, float *x) { }')
first(head + '{ } }')
""")
    assert lines == ['"x" has already been declared in the current scope', 'no suitable constructor exists to convert from "float" to "float4"',
                     'a value of type "double" cannot be used to initialize an entity of type "float *"',
                     'a value of type "const char *" cannot be assigned to an entity of type "float"', "expression must have integral or unscoped enum type",
                     'no operator "[]" matches these operands', 'no instance of overloaded function "atomicAdd" matches the argument list', "expected a statement",
                     "case label value has already appeared in this switch at line 1", "invalid octal digit", "good",
                     *('more than one instance of overloaded function "%s" matches the argument list:' % name for name in ("sqrt", "pow", "fmax", "min")), "good",
                     "this declaration has no storage class or type specifier", "this declaration has no storage class or type specifier",
                     "linkage specification is not allowed", 'function "g" has already been defined (previous definition at line 1)', "good", "duplicate parameter name",
                     "expected a declaration"], lines


@test
def poissons_numbers_have_their_mean():
    assert output("""
source = '#include <curand_kernel.h>\\nextern "C" __global__ void draw(double *o, double mean, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; ' \\
         'curandState s; curand_init(7, i, 0, &s); if (i < n) o[i] = curand_poisson(&s, mean); }'
draw = cp.RawKernel(source, 'draw')
for mean in 0.5, 4.0, 63.0, 64.0, 400.0, 4001.0:
    drawn = cp.zeros(20000)
    draw((79,), (256,), (drawn, mean, 20000))
    print(abs(float(drawn.mean()) - mean) < 5 * (mean / 20000) ** 0.5, abs(float(drawn.var()) / mean - 1) < 0.1, bool((drawn == drawn.round()).all()))
""") == ["True True True"] * 6


@test
def lanes_tell_whether_they_agree():
    assert output("""
source = 'extern "C" __global__ void agree(const int *x, int *o) { int all; unsigned m = __match_all_sync(~0u, x[threadIdx.x], &all); ' \\
         'o[threadIdx.x] = all * 10 + (m == ~0u); }'
agree = cp.RawKernel(source, 'agree')
x, o = cp.repeat(cp.arange(2, dtype='i4'), 32), cp.zeros(64, 'i4')
x[40] = 5
agree((1,), (64,), (x, o))
print(cp.unique(o[:32]), cp.unique(o[32:]))
""") == ["[11] [0]"]


@test
def atomics_of_cupys_headers():
    assert output("""
v = cp.arange(4.0)
def after(type, call, start=0, t='d'):
    return cp.ElementwiseKernel('T x', 'raw %s y' % type, call, 'of_' + type)(v.astype(t), cp.full(2, start, type)).tolist()
print(after('int64', 'atomicAdd(&y[x > 2], 1)'), after('float32', 'atomicMax(&y[0], x)', t='f'), after('float64', 'atomicMin(&y[1], -x)'),
      after('float16', 'atomicAdd(&y[1], float16(x))'), after('float64', 'atomicAdd(&y[1], x)'))
""") == ["[3, 1] [3.0, 0.0] [0.0, -3.0] [0.0, 6.0] [0.0, 6.0]"]


@test
def filters_take_kernels():
    assert output("""
import scipy.ndimage
from cupyx.scipy import ndimage
image = np.random.RandomState(0).rand(7, 9)
length = cp.ReductionKernel('T x', 'T y', 'x * x', 'a + b', 'y = sqrt(a)', '0', 'length')
spread = cp.RawKernel('extern "C" __global__ void spread(double *b, int n, double *r) { double m = b[0]; '
                      'for (int i = 1; i < n; ++i) m = b[i] > m ? b[i] : m; *r = m - b[0]; }', 'spread')
lines = cp.RawKernel('extern "C" __global__ void lines(double *a, ptrdiff_t n, double *b, ptrdiff_t m) { '
                     'for (ptrdiff_t i = 0; i < m; ++i) b[i] = a[i] + 2 * a[i + 1] + a[i + n - m]; }', 'lines')
def on_lines(a, b):
    b[...] = [a[i] + 2 * a[i + 1] + a[i + len(a) - len(b)] for i in range(len(b))]
choices = (dict(size=3), dict(footprint=np.array([[1, 0, 1], [0, 1, 1]])), dict(size=(2, 4), origin=(0, -1)))
good = []
for mode in ('reflect', 'mirror', 'nearest', 'wrap', 'constant'):
    for choice in choices:
        for kernel, function in ((length, lambda v: np.sqrt((v * v).sum())), (spread, lambda v: v.max() - v[0])):
            made = ndimage.generic_filter(cp.asarray(image), kernel, mode=mode, cval=0.3, **choice)
            good.append(np.allclose(made.get(), scipy.ndimage.generic_filter(image, function, mode=mode, cval=0.3, **choice)))
    for axis in (0, 1):
        made = ndimage.generic_filter1d(cp.asarray(image), lines, 4, axis, mode=mode, cval=2.0, origin=-1)
        good.append(np.allclose(made.get(), scipy.ndimage.generic_filter1d(image, on_lines, 4, axis, mode=mode, cval=2.0, origin=-1)))
print(len(good), all(good))
told(lambda: ndimage.generic_filter(x, cp.ElementwiseKernel('T x', 'T y', 'y = x', 'plain'), 3))
told(lambda: ndimage.generic_filter(x, cp.ReductionKernel('T x, T z', 'T y', 'x + z', 'a + b', 'y = a', '0', 'two'), 3))
told(lambda: ndimage.generic_filter(x, length))
told(lambda: ndimage.generic_filter(x, length, 3, output='f4').dtype)
told(lambda: ndimage.generic_filter1d(x, length, 3))
told(lambda: ndimage.generic_filter1d(x, lines, 0))
print(ndimage.find_objects(cp.array([[0, 1, 1], [0, 0, 2]])), cp.cuda.device.get_device_id(), cp.cuda.device.get_compute_capability().isdigit())
""") == ["40 True", "TypeError only ReductionKernel allowed (not ElementwiseKernel)", "TypeError ReductionKernel must have 1 input and output",
         "RuntimeError no footprint or filter size provided", "float32", "TypeError bad function type", "RuntimeError invalid filter size",
         "[(slice(0, 1, None), slice(1, 3, None)), (slice(1, 2, None), slice(2, 3, None))] 0 True"]


@test
def options_of_the_compiler_are_checked():
    assert output("""
code = 'extern "C" __global__ void twice(double *x) { x[threadIdx.x] *= FACTOR; }'
for options in (('-DFACTOR=2',), ('-D', 'FACTOR=2'), ('--define-macro=FACTOR=2', '--use_fast_math', '-std=c++14', '--fmad', 'false', '-lineinfo', '-I/tmp')):
    y = cp.ones(2)
    cp.RawKernel(code, 'twice', options)((1,), (2,), (y,))
    print(y)
for options in (('-DFACTOR=2', '--nonsense'), ('FACTOR=2',), ('-fmad=maybe',), ('--std=c++99',), ['-DFACTOR=2'], '-DFACTOR=2', ('-DFACTOR=2', 3), None):
    told(lambda: cp.RawKernel(code, 'twice', options).compile())
told(lambda: cp.RawKernel(3, 'twice'))
told(lambda: cp.RawModule(code=code, backend=4))
try:
    cp.RawModule(code=code, options=('--what',)).get_function('twice')
except cp.cuda.compiler.CompileException as error:
    print(error.options, error.get_message())
""") == ["[2. 2.]"] * 3 + ["CompileException nvrtc: error: unrecognized option --nonsense found",
                           "CompileException nvrtc: error: unrecognized option FACTOR=2 found", "CompileException nvrtc: error: --fmad (-fmad) expects true or false",
                           "CompileException nvrtc: error: invalid value for --std(-std)",
                           "TypeError Argument 'options' has incorrect type (expected tuple, got list)",
                           "TypeError Argument 'options' has incorrect type (expected tuple, got str)", "TypeError Expected str, got int",
                           "TypeError 'NoneType' object is not iterable",
                           "TypeError Argument 'code' has incorrect type (expected str, got int)",
                           "TypeError Argument 'backend' has incorrect type (expected str, got int)",
                           "('--what',) nvrtc: error: unrecognized option --what found", ""]


run_tests()
