"""cupy.random's distributions as CUDA C: one text for both sources of numbers.

`Seeded` is what the functions of cupy.random draw from: a generator of 128 bits for each element, seeded with the stream's number and
the element's. `Stream` is what a Generator draws from: states of cuRAND, of which element i uses number i modulo their count. The order
of every product and sum decides the last digits, so it is CuPy's.
"""
import cupy
import numpy

SOURCES = r"""
typedef long long Integer;

struct Seeded {
    unsigned int words[4];
    double kept;
    bool has_kept;
    __device__ void seed(unsigned long long number) {
        for (int k = 0; k < 4; k++) {
            number = 1812433253u * (number ^ (number >> 30)) + (k + 1);
            words[k] = (unsigned int)number;
        }
        has_kept = false;
    }
    __device__ unsigned int bits() {
        unsigned int t = words[0] ^ (words[0] << 11);
        words[0] = words[1];
        words[1] = words[2];
        words[2] = words[3];
        words[3] ^= (words[3] >> 19) ^ t ^ (t >> 8);
        return words[3];
    }
    __device__ double unit() {
        int high = bits() >> 5, low = bits() >> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }
    __device__ double normal() {
        if (has_kept) {
            has_kept = false;
            return kept;
        }
        double x, y, square;
        do {
            x = 2.0 * unit() - 1.0;
            y = 2.0 * unit() - 1.0;
            square = x * x + y * y;
        } while (square >= 1.0 || square == 0.0);
        double factor = sqrt(-2.0 * log(square) / square);
        kept = factor * x;
        has_kept = true;
        return factor * y;
    }
};

#ifdef STATE
struct Stream {
    STATE state;
    __device__ unsigned int bits() { return curand(&state); }
    __device__ double unit() {
        double u = curand_uniform_double(&state);
        return u >= 1.0 ? 0.0 : u;
    }
    __device__ float unit_float() {
        float u = curand_uniform(&state);
        return u >= 1.0f ? 0.0f : u;
    }
    __device__ double normal() { return curand_normal_double(&state); }
    __device__ float normal_float() { return curand_normal(&state); }
};
#endif
"""

# One function for each distribution: its text, and the ones that it calls.
FUNCTIONS = {
    "exponential": ((), r"""
template <typename S> __device__ double exponential(S &s) { return -log(1.0 - s.unit()); }
"""),
    "gamma": (("exponential",), r"""
// Ahrens and Dieter's method below a shape of 1, Marsaglia and Tsang's above.
template <typename S> __device__ double gamma_of(S &s, double shape) {
    double u, v, x, y;
    if (shape == 1.0) return exponential(s);
    if (!(shape >= 0.0)) return shape < 0.0 ? 0.0 : shape;
    if (shape < 1.0) {
        while (true) {
            u = s.unit();
            v = exponential(s);
            if (u <= 1.0 - shape) {
                x = pow(u, 1.0 / shape);
                if (x <= v) return x;
            } else {
                y = -log((1 - u) / shape);
                x = pow(1.0 - shape + shape * y, 1.0 / shape);
                if (x <= (v + y)) return x;
            }
        }
    }
    double b = shape - 1.0 / 3.0, c = 1.0 / sqrt(9 * b);
    while (true) {
        do {
            x = s.normal();
            v = 1.0 + c * x;
        } while (v <= 0.0);
        v = v * v * v;
        u = s.unit();
        if (u < 1.0 - 0.0331 * (x * x) * (x * x)) return b * v;
        if (log(u) < 0.5 * x * x + b * (1.0 - v + log(v))) return b * v;
    }
}
"""),
    "chisquare": (("gamma",), r"""
template <typename S> __device__ double chisquare(S &s, double df) { return 2.0 * gamma_of(s, df / 2.0); }
"""),
    "beta": (("gamma",), r"""
// Johnk's method where both parameters are at most 1.
template <typename S> __device__ double beta_of(S &s, double a, double b) {
    if (!(a > 0.0 && b > 0.0)) return 0.0 / (a * 0.0); // no such distribution, and no end of the search
    if (a <= 1.0 && b <= 1.0) {
        while (true) {
            double u = s.unit(), v = s.unit(), x = pow(u, 1.0 / a), y = pow(v, 1.0 / b);
            if (x + y > 1.0) continue;
            if (x + y > 0) return x / (x + y);
            double log_x = log(u) / a, log_y = log(v) / b, largest = log_x > log_y ? log_x : log_y;
            log_x -= largest;
            log_y -= largest;
            return exp(log_x - log(exp(log_x) + exp(log_y)));
        }
    }
    double x = gamma_of(s, a), y = gamma_of(s, b);
    return x / (x + y);
}
"""),
    "f": (("chisquare",), r"""
template <typename S> __device__ double f_of(S &s, double numerator, double denominator) {
    double above = chisquare(s, numerator) * denominator;
    return above / (chisquare(s, denominator) * numerator);
}
"""),
    "standard_t": (("gamma",), r"""
template <typename S> __device__ double student(S &s, double df) {
    double scaled = sqrt(df / 2) * s.normal();
    return scaled / sqrt(gamma_of(s, df / 2));
}
"""),
    "log_gamma": ((), r"""
__device__ double log_gamma(double x) {
    const double a[10] = {8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04,
                          -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00};
    double at = x;
    Integer n = 0;
    if (x == 1.0 || x == 2.0) return 0.0;
    if (x <= 7.0) {
        n = (Integer)(7 - x);
        at = x + n;
    }
    double square = 1.0 / (at * at), sum = a[9];
    for (int k = 8; k >= 0; k--) {
        sum *= square;
        sum += a[k];
    }
    double value = sum / at + 0.5 * log(2 * 3.14159265358979323846) + (at - 0.5) * log(at) - at;
    if (x <= 7.0) {
        for (Integer k = 1; k <= n; k++) {
            value -= log(at - 1.0);
            at -= 1.0;
        }
    }
    return value;
}
"""),
    "poisson": (("log_gamma",), r"""
// Products of numbers below a mean of 10, Hoermann's transformed rejection above.
template <typename S> __device__ Integer poisson(S &s, double mean) {
    if (mean == 0) return 0;
    if (!(mean >= 10)) {
        double least = exp(-mean), product = 1.0;
        for (Integer count = 0;; count++) {
            product *= s.unit();
            if (!(product > least)) return count;
        }
    }
    double root = sqrt(mean), log_mean = log(mean), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), bound = 0.9277 - 3.6224 / (b - 2);
    while (true) {
        double u = s.unit() - 0.5, v = s.unit(), us = 0.5 - fabs(u);
        Integer k = (Integer)floor((2 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= bound) return k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if ((log(v) + log(inverse) - log(a / (us * us) + b)) <= (-mean + k * log_mean - log_gamma(k + 1))) return k;
    }
}
"""),
    "noncentral_chisquare": (("chisquare", "poisson"), r"""
template <typename S> __device__ double noncentral_chisquare(S &s, double df, double nonc) {
    if (nonc == 0) return chisquare(s, df);
    if (1 < df) {
        double square = chisquare(s, df - 1), n = s.normal() + sqrt(nonc);
        return square + n * n;
    }
    Integer i = poisson(s, nonc / 2.0);
    return chisquare(s, df + 2 * i);
}
"""),
    "noncentral_f": (("noncentral_chisquare",), r"""
template <typename S> __device__ double noncentral_f(S &s, double numerator, double denominator, double nonc) {
    double t = noncentral_chisquare(s, numerator, nonc) * denominator;
    return t / (chisquare(s, denominator) * numerator);
}
"""),
    "binomial": ((), r"""
template <typename S> __device__ Integer binomial_inverted(S &s, int n, double p) {
    double q = 1.0 - p, first = exp(n * log(q)), mean = n * p;
    int bound = (int)min((double)n, mean + 10.0 * sqrt(mean * q + 1)), x = 0;
    double px = first, u = s.unit();
    while (u > px) {
        x++;
        if (x > bound) {
            x = 0;
            px = first;
            u = s.unit();
        } else {
            u -= px;
            px = ((n - x + 1) * p * px) / (x * q);
        }
    }
    return x;
}

__device__ double binomial_tail(double x, double square) {
    return (13680. - (462. - (132. - (99. - 140. / square) / square) / square) / square) / x / 166320.;
}

// Kachitvichyanukul and Schmeiser's BTPE: a triangle, two parallelograms and two exponential tails.
template <typename S> __device__ Integer binomial_btpe(S &s, Integer n, double p) {
    double r = min(p, 1.0 - p), q = 1.0 - r, fm = n * r + r;
    int m = (int)(Integer)floor(fm), y, k;
    double p1 = floor(2.195 * sqrt(n * r * q) - 4.6 * q) + 0.5, xm = m + 0.5, xl = xm - p1, xr = xm + p1, c = 0.134 + 20.5 / (15.3 + m);
    double a = (fm - xl) / (fm - xl * r), left = a * (1.0 + a / 2.0);
    a = (xr - fm) / (xr * q);
    double right = a * (1.0 + a / 2.0), p2 = p1 * (1.0 + 2.0 * c), p3 = p2 + c / left, p4 = p3 + c / right, nrq = n * r * q;
    while (true) {
        double u = s.unit() * p4, v = s.unit();
        if (u <= p1) {
            y = (int)(Integer)floor(xm - p1 * v + u);
            break;
        }
        if (u <= p2) {
            double x = xl + (u - p1) / c;
            v = v * c + 1.0 - fabs(m - x + 0.5) / p1;
            if (v > 1.0) continue;
            y = (int)(Integer)floor(x);
        } else if (u <= p3) {
            y = (int)(Integer)floor(xl + log(v) / left);
            if (y < 0) continue;
            v = v * (u - p2) * left;
        } else {
            y = (int)(Integer)floor(xr - log(v) / right);
            if (y > n) continue;
            v = v * (u - p3) * right;
        }
        k = y > m ? y - m : m - y;
        if (!(k > 20 && k < nrq / 2.0 - 1)) {
            double ratio = r / q, step = ratio * (n + 1), product = 1.0;
            for (int i = m + 1; i <= y; i++) product *= step / i - ratio;
            for (int i = y + 1; i <= m; i++) product /= step / i - ratio;
            if (v > product) continue;
            break;
        }
        double rho = (k / nrq) * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5), t = -k * k / (2 * nrq), log_v = log(v);
        if (log_v < t - rho) break;
        if (log_v > t + rho) continue;
        double x1 = y + 1, f1 = m + 1, z = n + 1 - m, w = n - y + 1;
        if (log_v > (xm * log(f1 / x1) + (n - m + 0.5) * log(z / w) + (y - m) * log(w * r / (x1 * q)) + binomial_tail(f1, f1 * f1) +
                     binomial_tail(z, z * z) + binomial_tail(x1, x1 * x1) + binomial_tail(w, w * w)))
            continue;
        break;
    }
    return p > 0.5 ? n - y : y;
}

template <typename S> __device__ Integer binomial(S &s, int n, double p) {
    if (p <= 0.5) return p * n <= 30.0 ? binomial_inverted(s, n, p) : binomial_btpe(s, n, p);
    double q = 1.0 - p;
    return n - (q * n <= 30.0 ? binomial_inverted(s, n, q) : binomial_btpe(s, n, q));
}
"""),
    "geometric": ((), r"""
template <typename S> __device__ Integer geometric(S &s, double p) {
    if (!(p >= 0.333333333333333333333333)) return (Integer)ceil(log(1.0 - s.unit()) / log(1.0 - p));
    Integer count = 1;
    double sum = p, product = p, q = 1.0 - p, u = s.unit();
    while (u > sum) {
        product *= q;
        sum += product;
        count++;
    }
    return count;
}
"""),
    "hypergeometric": (("log_gamma",), r"""
// One after the other for samples of up to 10, Stadlober's ratio of uniforms with Frohne's corrections above.
template <typename S> __device__ Integer hypergeometric(S &s, Integer good, Integer bad, Integer sample) {
    Integer fewer = good < bad ? good : bad, more = good < bad ? bad : good, population = good + bad, z;
    if (sample <= 10) {
        Integer rest = bad + good - sample, left = sample;
        double y = fewer;
        while (y > 0.0) {
            double u = s.unit();
            y -= (Integer)floor(u + y / (rest + left));
            left--;
            if (left == 0) break;
        }
        z = (Integer)(fewer - y);
        return good > bad ? sample - z : z;
    }
    Integer m = sample < population - sample ? sample : population - sample;
    double share = (double)fewer / population, other = 1.0 - share, middle = m * share + 0.5;
    double spread = sqrt((double)(population - m) * sample * share * other / (population - 1) + 0.5);
    double width = 1.7155277699214135 * spread + 0.8989161620588988;
    Integer mode = (Integer)floor((double)(m + 1) * (fewer + 1) / (population + 2));
    double top = log_gamma(mode + 1) + log_gamma(fewer - mode + 1) + log_gamma(m - mode + 1) + log_gamma(more - m + mode + 1);
    double bound = min((m < fewer ? m : fewer) + 1.0, floor(middle + 16 * spread));
    while (true) {
        double x = s.unit(), y = s.unit(), w = middle + width * (y - 0.5) / x;
        if (w < 0.0 || w >= bound) continue;
        z = (Integer)floor(w);
        double t = top - (log_gamma(z + 1) + log_gamma(fewer - z + 1) + log_gamma(m - z + 1) + log_gamma(more - m + z + 1));
        if (x * (4.0 - x) - 3.0 <= t) break;
        if (x * (x - t) >= 1) continue;
        if (2.0 * log(x) <= t) break;
    }
    if (good > bad) z = m - z;
    return m < sample ? good - z : z;
}
"""),
    "logseries": ((), r"""
template <typename S> __device__ Integer logseries(S &s, double p) {
    double r = log(1.0 - p);
    while (true) {
        double v = s.unit();
        if (v >= p) return 1;
        double u = s.unit(), q = 1.0 - exp(r * u);
        if (v <= q * q) {
            Integer result = (Integer)floor(1 + log(v) / log(q));
            if (result < 1) continue;
            return result;
        }
        return v >= q ? 1 : 2;
    }
}
"""),
    "vonmises": ((), r"""
// Best and Fisher's method.
template <typename S> __device__ double vonmises(S &s, double mu, double kappa) {
    const double pi = 3.14159265358979323846;
    double shape, w;
    if (kappa < 1e-8) return pi * (2 * s.unit() - 1);
    if (kappa < 1e-5) {
        shape = 1. / kappa + kappa;
    } else {
        double r = 1 + sqrt(1 + 4 * kappa * kappa), rho = (r - sqrt(2 * r)) / (2 * kappa);
        shape = (1 + rho * rho) / (2 * rho);
    }
    while (true) {
        double z = cos(pi * s.unit());
        w = (1 + shape * z) / (shape + z);
        double y = kappa * (shape - w), v = s.unit();
        if (y * (2 - y) - v >= 0 || log(y / v) + 1 - y >= 0) break;
    }
    double result = s.unit() < 0.5 ? -acos(w) : acos(w);
    result += mu;
    double turned = fmod(fabs(result) + pi, 2 * pi) - pi;
    return result < 0 ? -turned : turned;
}
"""),
    "zipf": ((), r"""
template <typename S> __device__ Integer zipf(S &s, double a) {
    double power = a - 1.0, b = pow(2.0, power);
    while (true) {
        double u = 1.0 - s.unit(), v = s.unit(), x = floor(pow(u, -1.0 / power));
        if (x < 1.0) continue;
        double t = pow(1.0 + 1.0 / x, power);
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b) return (Integer)x;
    }
}
"""),
    "open_unit": ((), r"""
template <typename S> __device__ Y open_unit(S &s) {
    while (true) {
        Y u = (Y)s.unit();
        if (!(u <= 0 || u >= 1)) return u;
    }
}
"""),
    "interval": ((), r"""
template <typename S> __device__ Y interval(S &s, Y largest, Y mask) {
    Y drawn;
    do {
        drawn = s.bits();
        if (sizeof(Y) == 8) drawn = (Y)((unsigned long long)drawn << 32 | s.bits());
        drawn &= mask;
    } while (drawn > largest);
    return drawn;
}
"""),
}

_C_TYPES = {"int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short", "int32": "int",
            "uint32": "unsigned int", "int64": "long long", "uint64": "unsigned long long", "float32": "float", "float64": "double"}

_kernels = {}


def _text_of(name, seen):
    if name in seen or name not in FUNCTIONS:
        return ""
    seen.add(name)
    needs, text = FUNCTIONS[name]
    return "".join(_text_of(other, seen) for other in needs) + text


def _type_name(dtype):
    dtype = numpy.dtype(dtype)
    if dtype.name not in _C_TYPES:
        raise TypeError("Unsupported dtype %s for random numbers" % dtype.name)
    return _C_TYPES[dtype.name]


def kernel(function, call, state, out_type, types):
    """The kernel of `call`, an expression over the source `s` and the parameters p0, p1, ...; for the state of cuRAND that is named, or
    for seeded elements (None)."""
    key = (call, state, out_type, types)
    found = _kernels.get(key)
    if found is not None:
        return found
    parts = []
    if state:
        parts.append("#include <cupola/random.cuh>\n#define STATE %s\n" % state)
    parts += ["typedef %s Y;\n" % out_type, SOURCES, _text_of(function, set())]
    names = range(len(types))
    parameters = "".join(", const %s *a%d, int one%d" % (types[k], k, k) for k in names)
    values = "".join("        %s p%d = a%d[one%d ? 0 : i];\n" % (types[k], k, k, k) for k in names)
    if state:
        body = """extern "C" __global__ void draw(%s *states, long long state_count, Y *out, long long count%s) {
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= state_count || at >= count) return;
    Stream s;
    s.state = states[at];
    for (long long i = at; i < count; i += state_count) {
%s        out[i] = (Y)%s;
    }
    states[at] = s.state;
}
// Sixteen states a thread: from one to the next is a shorter way than from the first to any.
extern "C" __global__ void begin(%s *states, unsigned long long seed, long long first, long long end) {
    long long at = first + 16 * ((long long)blockIdx.x * blockDim.x + threadIdx.x);
    if (at >= end) return;
    %s state;
    curand_init(seed, at, 0, &state);
    states[at] = state;
    for (long long k = at + 1; k < at + 16 && k < end; k++) {
        %s(1, &state);
        states[k] = state;
    }
}
""" % (state, parameters, values, call, state, state, "skipahead_subsequence" if "MRG" in state else "skipahead_sequence")
    else:
        body = """extern "C" __global__ void draw(unsigned long long seed, Y *out, long long count%s) {
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (long long)gridDim.x * blockDim.x) {
        Seeded s;
        s.seed(seed + i);
%s        out[i] = (Y)%s;
    }
}
""" % (parameters, values, call)
    module = cupy.RawModule(code="".join(parts) + body)
    found = _kernels[key] = (module.get_function("draw"), module.get_function("begin") if state else None)
    return found


def parameters(values, shape):
    """The parameters' pointers and whether they are single numbers, for a kernel's arguments; (array, C type) pairs in."""
    arguments = []
    for array, dtype in values:
        array = cupy.asarray(array)
        is_one = array.size == 1 and len(shape) >= array.ndim
        if not is_one:
            array = cupy.broadcast_to(array, shape)
        array = cupy.ascontiguousarray(array.astype(dtype, copy=False))
        arguments += [array, numpy.int32(is_one)]
    return tuple(arguments)


def draw_seeded(function, call, values, shape, dtype):
    """An array of elements that are seeded one by one from cupy.random's stream, which moves on by their number."""
    out = cupy.empty(shape, dtype=dtype)
    arguments = parameters(values, out.shape)
    types = tuple(_type_name(kind) for _, kind in values)
    draw, _ = kernel(function, call, None, _type_name(out.dtype), types)
    seed = cupy.random._take_seed(out.size)
    if out.size:
        block = min(128, out.size)
        draw((min((out.size + block - 1) // block, 1 << 20),), (block,), (numpy.uint64(seed), out, out.size) + arguments)
    return out
