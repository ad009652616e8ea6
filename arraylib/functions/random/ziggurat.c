/* Marsaglia & Tsang, "The Ziggurat Method" (2000), with 256 layers and the layout of the words that NumPy uses. The
 * layers' heights and tests follow from the curve and the edge of its tail and are computed once; their widths stand
 * in ziggurat_widths.h, since a draw shows their last bit. */
#include "arraylib/functions/random/bits.h"
#include "arraylib/functions/random/ziggurat_widths.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

enum { LAYERS = 256 };

static const double normal_edge = 3.6541528853610087963519472518, exponential_edge = 7.69711747013104971404462804811408952334296818528283253278834867283241051210533;

typedef struct Ziggurat {
    uint64_t inside[LAYERS]; /* below this a draw needs no test */
    double height[LAYERS];
} Ziggurat;

typedef struct Tables {
    Ziggurat normal, exponential;
    struct { /* for 23-bit draws */
        uint32_t inside[LAYERS];
        float width[LAYERS], height[LAYERS];
    } normal32, exponential32;
} Tables;

/* Constant once made: pthread_once guards it. */
static Tables tables;
static pthread_once_t made = PTHREAD_ONCE_INIT;

static long double normal_curve(long double x) { return expl(-x * x / 2); }
static long double normal_inverse(long double y) { return sqrtl(-2 * logl(y)); }
static long double exponential_curve(long double x) { return expl(-x); }
static long double exponential_inverse(long double y) { return -logl(y); }

typedef long double Curve(long double x);

static void make(Ziggurat *z, long double edge, long double area, int bits, Curve *curve, Curve *inverse,
                 long double widths[LAYERS], long double heights[LAYERS]) {
    long double scale = ldexpl(1, bits), x = edge, outer = area / curve(edge);
    z->inside[0] = (uint64_t)(edge / outer * scale);
    widths[0] = outer / scale;
    heights[0] = 1;
    widths[LAYERS - 1] = edge / scale;
    heights[LAYERS - 1] = curve(edge);
    for (int i = LAYERS - 2; i >= 1; i--) {
        long double next = inverse(area / x + curve(x));
        z->inside[i + 1] = (uint64_t)(next / x * scale);
        widths[i] = next / scale;
        heights[i] = curve(next);
        x = next;
    }
    z->inside[1] = 0;
    for (int i = 0; i < LAYERS; i++) z->height[i] = (double)heights[i];
}

static void make_tables(void) {
    long double widths[LAYERS], heights[LAYERS];
    long double tail = sqrtl(acosl(-1.0L) / 2) * erfcl(normal_edge / sqrtl(2));
    long double area = normal_edge * normal_curve(normal_edge) + tail;
    make(&tables.normal, normal_edge, area, 52, normal_curve, normal_inverse, widths, heights);
    for (int i = 0; i < LAYERS; i++) {
        tables.normal32.inside[i] = (uint32_t)(tables.normal.inside[i] >> 29);
        tables.normal32.width[i] = (float)(widths[i] * 0x1p29L);
        tables.normal32.height[i] = (float)heights[i];
    }
    area = (exponential_edge + 1) * exponential_curve(exponential_edge);
    make(&tables.exponential, exponential_edge, area, 53, exponential_curve, exponential_inverse, widths, heights);
    for (int i = 0; i < LAYERS; i++) {
        tables.exponential32.inside[i] = (uint32_t)(tables.exponential.inside[i] >> 30);
        tables.exponential32.width[i] = (float)(exponential_widths[i] * 0x1p30);
        tables.exponential32.height[i] = (float)heights[i];
    }
    tables.exponential32.width[226] = 0x1.d87948p-22f; /* NumPy's is rounded up here */
}

/* A draw that is not inside its layer: false: another one, please. */
static bool normal_beyond(BitStream *stream, unsigned layer, uint64_t size, double x, double *result) {
    const Ziggurat *z = &tables.normal;
    if (layer == 0) {
        for (;;) {
            double over = -1 / normal_edge * log1p(-bits_double(stream)), test = -log1p(-bits_double(stream));
            if (test + test <= over * over) continue;
            *result = size >> 8 & 1 ? -(normal_edge + over) : normal_edge + over;
            return true;
        }
    }
    *result = x;
    return (z->height[layer - 1] - z->height[layer]) * bits_double(stream) + z->height[layer] < exp(-0.5 * x * x);
}

static inline __attribute__((always_inline)) bool normal_of(BitStream *stream, uint64_t word, double *result) {
    unsigned layer = word & 0xff;
    uint64_t size = word >> 9 & 0x000fffffffffffffu;
    double x = (double)(int64_t)size * normal_widths[layer];
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits ^= (word & 0x100) << 55; /* the sign */
    memcpy(&x, &bits, sizeof x);
    if (__builtin_expect(size < tables.normal.inside[layer], 1)) {
        *result = x;
        return true;
    }
    return normal_beyond(stream, layer, size, x, result);
}

double bits_normal(BitStream *stream) {
    pthread_once(&made, make_tables);
    double result;
    while (!normal_of(stream, bits_next64(stream), &result)) continue;
    return result;
}

void bits_normals(BitStream *stream, double *out, int64_t count) {
    pthread_once(&made, make_tables);
    if (stream->kind == BITS_PCG64) {
        for (int64_t i = 0; i < count;) i += normal_of(stream, pcg_next(stream), &out[i]);
    } else {
        for (int64_t i = 0; i < count;) i += normal_of(stream, bits_next64(stream), &out[i]);
    }
}

float bits_normal32(BitStream *stream) {
    pthread_once(&made, make_tables);
    static const float edge = 3.6541528853610088f;
    for (;;) {
        uint32_t word = bits_next32(stream);
        unsigned layer = word & 0xff;
        uint32_t size = word >> 9 & 0x007fffffu;
        float x = (float)size * tables.normal32.width[layer];
        if (word >> 8 & 1) x = -x;
        if (size < tables.normal32.inside[layer]) return x;
        if (layer == 0) {
            for (;;) {
                float over = -0.27366123732975828f * log1pf(-bits_float(stream)), test = -log1pf(-bits_float(stream));
                if (test + test > over * over) return size >> 8 & 1 ? -(edge + over) : edge + over;
            }
        }
        if ((tables.normal32.height[layer - 1] - tables.normal32.height[layer]) * bits_float(stream) + tables.normal32.height[layer] <
            expf(-0.5f * x * x))
            return x;
    }
}

double bits_exponential(BitStream *stream) {
    pthread_once(&made, make_tables);
    const Ziggurat *z = &tables.exponential;
    for (;;) {
        uint64_t word = bits_next64(stream) >> 3;
        unsigned layer = word & 0xff;
        word >>= 8;
        double x = (double)word * exponential_widths[layer];
        if (word < z->inside[layer]) return x;
        if (layer == 0) return exponential_edge - log1p(-bits_double(stream));
        if ((z->height[layer - 1] - z->height[layer]) * bits_double(stream) + z->height[layer] < exp(-x)) return x;
    }
}

float bits_exponential32(BitStream *stream) {
    pthread_once(&made, make_tables);
    for (;;) {
        uint32_t word = bits_next32(stream) >> 1;
        unsigned layer = word & 0xff;
        word >>= 8;
        float x = (float)word * tables.exponential32.width[layer];
        if (word < tables.exponential32.inside[layer]) return x;
        if (layer == 0) return (float)exponential_edge - log1pf(-bits_float(stream));
        const float *height = &tables.exponential32.height[layer];
        if ((height[-1] - height[0]) * bits_float(stream) + height[0] < expf(-x)) return x;
    }
}
