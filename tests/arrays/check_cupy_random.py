"""cupy.random beyond uniform and normal numbers: cuRAND's own values, a model of the seeded elements, moments, streams."""
import os

from tap import lines_of, run_tests, test


def output(program, **more):
    return lines_of("import cupy as cp\nimport numpy as np\n" + program, timeout=250, **more)


@test
def a_generator_draws_what_cupy_draws():
    assert output("""
print(cp.random.default_rng(42).random(5).tolist())
print(cp.random.default_rng(42).integers(0, 100, 10).tolist())
""") == ["[0.880936304474659, 0.6139234783058911, 0.831347888213402, 0.254703136602715, 0.7631372093199478]",
         "[47, 42, 11, 7, 98, 15, 53, 8, 33, 21]"]


@test
def bits_are_those_of_curand():
    assert output("""
for source in cp.random.XORWOW, cp.random.MRG32k3a, cp.random.Philox4x3210:
    print(source(5).random_raw(300)[np.array([0, 1, 255, 256, 299])].tolist())
""") == ["[1996081179, 85712373, 1673468039, 198776071, -1789965561]", "[1327578655, 305676333, 889019399, -1872943054, 228666445]",
         "[-1625189213, -1688365417, -596852397, -1207983282, 168297213]"]
    if os.environ.get("CUPOLA_TEST_DEVICE") != "cuda":  # a GPU has states for the threads that it runs at a time
        assert output("print(cp.random.XORWOW(5)._state_size())") == ["2048"]


@test
def kernels_draw_what_curand_draws():
    # Of CUDA 13.0's headers: seed 1234567, sequence 300, offset 0; the last after skipahead(1000).
    want = {"curandStateXORWOW": [1162363433, 2703900039, 0.79160186086643503, 0.030695565, 0.692124442327087, 932129829],
            "curandStateMRG32k3a": [3512656674, 4254298582, 0.026549351063746583, 0.110451154, -1.86009099336585, 729116288],
            "curandStatePhilox4_32_10_t": [1155390377, 1307787053, 0.25436009443365037, 0.455503643, -1.42557382123462, 1503771602]}
    for state, numbers in want.items():
        lines = output('''
kernel = cp.RawKernel(r"""
#include <curand_kernel.h>
extern "C" __global__ void draw(unsigned *bits, double *out) {
    STATE s;
    curand_init(1234567, 300, 0, &s);
    for (int i = 0; i < 3; i++) bits[i] = curand(&s);
    for (int i = 0; i < 2; i++) out[i] = curand_uniform_double(&s);
    for (int i = 0; i < 2; i++) out[2 + i] = curand_uniform(&s);
    for (int i = 0; i < 3; i++) curand_normal(&s);
    for (int i = 0; i < 3; i++) out[4 + i] = curand_normal_double(&s);
    skipahead(1000, &s);
    bits[3] = curand(&s);
}""".replace("STATE", "%s"), "draw")
bits, out = cp.zeros(4, "uint32"), cp.zeros(7)
kernel((1,), (1,), (bits, out))
print(bits[0], bits[1], repr(float(out[0])), repr(float(out[2])), repr(float(out[4])), bits[3])
''' % state)
        got = [float(word) for word in lines[0].split()]
        assert all(abs(a - b) <= 1e-8 * max(1, abs(b)) for a, b in zip(got, numbers)), (state, got, numbers)


@test
def elements_are_seeded_one_by_one():
    lines = output("""
import math
class Element:
    def __init__(self, number):
        self.words = []
        for k in range(1, 5):
            number = (1812433253 * (number ^ number >> 30) + k) % 2**64
            self.words.append(number % 2**32)
    def bits(self):
        w = self.words
        t = (w[0] ^ w[0] << 11) % 2**32
        w[:] = w[1:] + [w[3] ^ w[3] >> 19 ^ t ^ t >> 8]
        return w[3]
    def unit(self):
        high, low = self.bits() >> 5, self.bits() >> 6
        return (high * 67108864.0 + low) / 9007199254740992.0
def poisson(s, mean):
    least, product, count = math.exp(-mean), s.unit(), 0
    while product > least:
        product, count = product * s.unit(), count + 1
    return count
def geometric(s, p):
    return math.ceil(math.log(1.0 - s.unit()) / math.log(1.0 - p))
cp.random.seed(42)
print(cp.random.poisson(4, 40).tolist() == [poisson(Element(42 + i), 4) for i in range(40)])
print(cp.random.geometric(0.2, 40).tolist() == [geometric(Element(82 + i), 0.2) for i in range(40)])
cp.random.seed(2**64 - 3)
print(
      cp.random.poisson(cp.arange(1, 9), (2, 8)).ravel().tolist() == [poisson(Element((2**64 - 3 + i) % 2**64), 1 + i % 8) for i in range(16)])
""")
    assert lines == ["True"] * 3, lines


MOMENTS = [("gamma", (2.5, 2.0), 5, 10), ("gamma", (0.5, 1.0), 0.5, 0.5), ("beta", (2.0, 3.0), 0.4, 0.04), ("beta", (0.5, 0.5), 0.5, 0.125),
           ("poisson", (3.0,), 3, 3), ("poisson", (33.0,), 33, 33), ("binomial", (20, 0.3), 6, 4.2), ("binomial", (500, 0.4), 200, 120),
           ("binomial", (500, 0.8), 400, 80), ("geometric", (0.2,), 5, 20), ("geometric", (0.5,), 2, 2), ("hypergeometric", (10, 20, 9), 3, 1.448),
           ("hypergeometric", (100, 200, 60), 20, 10.702), ("exponential", (2.0,), 2, 4), ("power", (2.0,), 2 / 3, 1 / 18), ("chisquare", (3.0,), 3, 6),
           ("logseries", (0.5,), 1.4427, 0.80402), ("standard_normal", (), 0, 1), ("uniform", (1, 3), 2, 1 / 3)]
LEGACY = [("gumbel", (1, 2), 2.1544, 6.5797), ("laplace", (1, 2), 1, 8), ("logistic", (1, 2), 1, 13.1595), ("lognormal", (0, 0.5), 1.13315, 0.36470),
          ("rayleigh", (2,), 2.50663, 1.71681), ("triangular", (0, 1, 5), 2, 7 / 6), ("wald", (1, 2), 1, 0.5), ("weibull", (2,), 0.886227, 0.214602),
          ("noncentral_chisquare", (3, 1), 4, 10), ("noncentral_chisquare", (0.5, 2), 2.5, 9), ("negative_binomial", (5, 0.5), 5, 10),
          ("vonmises", (0, 2), 0, None), ("pareto", (5,), 0.25, 0.104167), ("standard_t", (9,), 0, 9 / 7), ("f", (3, 20), 20 / 18, None),
          ("noncentral_f", (3, 20, 1), 1.4815, None), ("zipf", (6,), 1.019213, None)]


@test
def distributions_have_their_moments():
    lines = output("""
for place, source, rows in (("generator", cp.random.default_rng(3), %r), ("module", cp.random.RandomState(5), %r)):
    for name, arguments, mean, variance in rows:
        x = getattr(source, name)(*arguments, size=100000).astype(float)
        m, v = float(x.mean()), float(x.var())
        if abs(m - mean) > 5 * (v / 1e5) ** 0.5 or (variance is not None and abs(v - variance) > 0.08 * variance):
            print(place, name, arguments, m, mean, v, variance)
print("done")
""" % (MOMENTS, MOMENTS + LEGACY))
    assert lines == ["done"], lines


@test
def streams_are_apart_and_may_be_exchanged():
    assert output("""
a = cp.random.RandomState(42)
cp.random.seed(7)
first = cp.random.rand(3).tolist()
print(a.rand(2).tolist(), a.poisson(3, 4).tolist())
second = cp.random.rand(3).tolist()
cp.random.seed(7)
print(cp.random.rand(6).tolist() == first + second)
cp.random.set_random_state(a)
print(cp.random.rand(1).tolist(), cp.random.get_random_state() is a)
a.seed(42)
print(cp.random.rand(3).tolist())
try:
    cp.random.set_random_state(3)
except TypeError as error:
    print(error)
""") == ["[0.5502138061921329, 0.6036414168724138] [0, 3, 2, 4]", "True", "[0.4151455529909532] True",
         "[0.5502138061921329, 0.6036414168724138, 0.4151455529909532]", "Random state must be an instance of RandomState. Actual: <class 'int'>"]


@test
def states_are_shared_by_many_elements():
    assert output("""
for source in cp.random.XORWOW, cp.random.MRG32k3a, cp.random.Philox4x3210:
    many, few = cp.random.Generator(source(5)).random(1000), cp.random.Generator(source(5, size=100))
    print(bool((few.random(100) == many[:100]).all()), bool((few.random(100) != many[100:200]).all()))
    again = cp.random.Generator(source(5, size=100)).random(200)
    few = cp.random.Generator(source(5, size=100))
    print(bool((again[:100] == few.random(100)).all()) and bool((again[100:] == few.random(100)).all()))
""") == ["True True", "True"] * 3


@test
def arguments_are_refused_in_cupys_words():
    assert output("""
g = cp.random.default_rng(1)
def told(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
told(lambda: g.integers(5, 5))
told(lambda: g.integers(0, 300, dtype='int8'))
told(lambda: g.poisson([1, 2]))
told(lambda: g.standard_exponential(method='zig'))
told(lambda: g.random(3, out=cp.zeros(4)))
told(lambda: g.standard_normal(3, dtype='int32'))
told(lambda: cp.random.randint(-200, 5, 2, dtype='int8'))
told(lambda: cp.random.exponential(-1))
told(lambda: cp.random.logseries(1.5))
told(lambda: cp.random.zipf(1))
told(lambda: cp.random.choice(3, 2, p=[0.5, 0.5]))
told(lambda: cp.random.laplace(dtype='int32'))
""") == ["ValueError low >= high", "ValueError high is out of bounds for int8", "TypeError lam is required to be a cupy.ndarray or a scalar",
         "NotImplementedError Ziggurat method is not supported", "ValueError size must match out.shape when used together",
         "TypeError Unsupported dtype int32 for standard_normal", "ValueError low is out of bounds for int8", "ValueError scale < 0",
         "ValueError p >= 1.0", "ValueError 'a' must be a valid float > 1.0", "ValueError a and p must have same size",
         "TypeError cupy.random only supports float32 and float64"]


run_tests()
