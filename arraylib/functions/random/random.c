/* Generator objects, seeds, and numbers drawn into arrays. */
#include "arraylib/functions/random/distributions.h"

#include "arraylib/functions/compose.h"
#include "base/memory.h"
#include "base/text_buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

static void release_random(ArrayObject *object) {
    RandomObject *random = (RandomObject *)object;
    if (random->source) array_object_release(&random->source->object);
    variant_release(&random->given);
    variant_release(&random->spawn_key);
    entropy_release(&random->entropy);
    memory_release(random->pool);
    memory_release(object);
}

#define X(kind, name) #name,
static const char *const bit_names[] = {BIT_GENERATORS(X)};
#undef X

static char *repr_over_bits(ArrayObject *object) {
    char text[64];
    snprintf(text, sizeof text, "%s(%s) at 0x%lX", strrchr(object->type->path, '.') + 1, bit_names[((RandomObject *)object)->bits->kind],
             (unsigned long)(uintptr_t)object);
    return memory_copy_string(text);
}

const ArrayObjectType random_state_type = {"random.RandomState", release_random, repr_over_bits};
const ArrayObjectType random_generator_type = {"random.Generator", release_random, repr_over_bits};
const ArrayObjectType random_seed_sequence_type = {"random.SeedSequence", release_random, repr_seed_sequence};
#define X(kind, name) {"random." #name, release_random, NULL},
static const ArrayObjectType bit_types[] = {BIT_GENERATORS(X)};
#undef X

const ArrayObjectType *random_bits_type(BitKind kind) { return &bit_types[kind]; }
bool random_is_bits(const ArrayObject *object) {
    return object->type >= bit_types && object->type < bit_types + sizeof bit_types / sizeof *bit_types;
}

RandomObject *random_object_new(const ArrayObjectType *type, Error *error) {
    RandomObject *random = memory_allocate_zeroed(1, sizeof *random);
    if (!random) {
        error_no_memory(error);
        return NULL;
    }
    random->object = (ArrayObject){1, type};
    random->bits = &random->own;
    random->is_legacy = type == &random_state_type;
    return random;
}

RandomObject *call_random(ArrayCall *call) {
    if (call->self) return (RandomObject *)call->self;
    if (!call->runtime->random_state) {
        RandomObject *random = random_object_new(&random_state_type, call->error);
        if (!random) return NULL;
        uint32_t words[4];
        entropy_from_system(words);
        bits_seed(random->bits, BITS_MT19937, words, 4);
        call->runtime->random_state = &random->object;
    }
    return (RandomObject *)call->runtime->random_state;
}

/* ---- seeds ---- */

bool entropy_append(ArrayCall *call, Entropy *entropy, uint32_t word) {
    if (entropy->count == entropy->room) {
        size_t room = entropy->room ? 2 * entropy->room : 8;
        uint32_t *words = memory_resize(entropy->words, room * sizeof *words);
        if (!words) return error_no_memory(call->error);
        entropy->words = words;
        entropy->room = room;
    }
    entropy->words[entropy->count++] = word;
    return true;
}

void entropy_release(Entropy *entropy) {
    memory_release(entropy->words);
    *entropy = (Entropy){0};
}

/* Of hexadecimal digits, the least significant word first. */
static bool append_digits(ArrayCall *call, const VariantText *digits, Entropy *entropy) {
    if (*digits->bytes == '-') return call_fail(call, "ValueError", "expected non-negative integer");
    for (size_t end = digits->length; end;) {
        size_t start = end > 8 ? end - 8 : 0;
        char group[9] = {0};
        memcpy(group, digits->bytes + start, end - start);
        if (!entropy_append(call, entropy, (uint32_t)strtoul(group, NULL, 16))) return false;
        end = start;
    }
    return true;
}

static bool call_fail_at_number(ArrayCall *call, double number) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_double(&text, number);
    call_fail(call, "TypeError", "SeedSequence expects int or sequence of ints for entropy not %s", text_string(&text));
    text_release(&text);
    return false;
}

static bool append_words(ArrayCall *call, Variant number, Entropy *entropy) {
    if (number.kind == VARIANT_SCALAR) number = scalar_to_variant(number.dtype, number.scalar);
    if (number.kind == VARIANT_BIG && number.digits) return append_digits(call, number.digits, entropy);
    if (number.kind != VARIANT_BOOL && number.kind != VARIANT_INTEGER && number.kind != VARIANT_UNSIGNED)
        return number.kind == VARIANT_FLOAT ? call_fail_at_number(call, number.real)
                                            : call_fail(call, "TypeError", "SeedSequence expects int or sequence of ints for entropy not %s",
                                                        number.kind == VARIANT_STRING ? number.text->bytes : variant_type_name(number));
    if (number.kind != VARIANT_UNSIGNED && number.integer < 0)
        return call_fail(call, "ValueError", "expected non-negative integer");
    uint64_t value = number.unsigned_integer;
    return entropy_append(call, entropy, (uint32_t)value) && (!(value >> 32) || entropy_append(call, entropy, (uint32_t)(value >> 32)));
}

bool call_entropy(ArrayCall *call, size_t index, Entropy *entropy) {
    Variant seed = call->arguments[index];
    if (!call_is_given(call, index)) {
        uint32_t words[4];
        entropy_from_system(words);
        bool well = true;
        for (int i = 0; i < 4 && well; i++) well = entropy_append(call, entropy, words[i]);
        return well;
    }
    if (seed.kind == VARIANT_SEQUENCE) {
        for (size_t i = 0; i < seed.list->count; i++)
            if (!append_words(call, seed.list->items[i], entropy)) return false;
        return true;
    }
    if (seed.kind == VARIANT_ARRAY) {
        Array *array = call_array_of(call, index, DTYPE(UINT64));
        int64_t size = array ? array_size(array) : 0;
        for (int64_t i = 0; i < size; i++) {
            Variant item = array_scalar_at(array, i, call->error);
            if (item.kind == VARIANT_ABSENT || !append_words(call, item, entropy)) return false;
        }
        return array != NULL;
    }
    return append_words(call, seed, entropy);
}

/* ---- drawing into arrays ---- */

typedef struct Drawing {
    RandomObject *random;
    Array *parameters[3];
    size_t count;
    int dimensions;
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    bool is_single;
} Drawing;

bool call_join_size(ArrayCall *call, size_t size_index, bool tells_mismatch, int *dimensions, int64_t *shape) {
    int wanted = 0, together = *dimensions;
    int64_t size[ARRAY_DIMENSIONS_MAX], joined[ARRAY_DIMENSIONS_MAX];
    char text[2][SHAPE_TEXT_SIZE];
    if (!call_is_given(call, size_index)) return true;
    if (!call_shape(call, size_index, &wanted, size)) return false;
    memcpy(joined, shape, sizeof *shape * (size_t)*dimensions);
    bool fits = shape_broadcast(wanted, size, &together, joined);
    if (!fits && tells_mismatch)
        return call_fail(call, "ValueError",
                         "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 1 with shape %s and "
                         "arg 2 with shape %s.",
                         shape_text(*dimensions, shape, text[0]), shape_text(wanted, size, text[1]));
    if (!fits || together != wanted || memcmp(joined, size, sizeof *size * (size_t)wanted))
        return call_fail(call, "ValueError", "Output size %s is not compatible with broadcast dimensions of inputs %s.",
                         shape_text(wanted, size, text[0]), shape_text(*dimensions, shape, text[1]));
    *dimensions = wanted;
    memcpy(shape, size, sizeof *shape * (size_t)wanted);
    return true;
}

/* The result's shape: the size, or what the parameters broadcast to. */
static bool prepare(ArrayCall *call, Drawing *drawing, size_t first, size_t count, size_t size_index) {
    drawing->random = call_random(call);
    drawing->count = count;
    drawing->dimensions = 0;
    drawing->is_single = !call_is_given(call, size_index);
    if (!drawing->random) return false;
    int wanted = 0, counts[4];
    int64_t size[ARRAY_DIMENSIONS_MAX];
    const int64_t *shapes[4] = {size};
    if (!drawing->is_single && !call_shape(call, size_index, &wanted, size)) return false;
    counts[0] = wanted;
    for (size_t k = 0; k < count; k++) {
        drawing->parameters[k] = call_array_of(call, first + k, DTYPE(FLOAT64));
        if (!drawing->parameters[k]) return false;
        counts[k + 1] = drawing->parameters[k]->dimensions;
        shapes[k + 1] = drawing->parameters[k]->shape;
    }
    if (call->namespace == NUMPY && !shapes_check_broadcast(count + 1, counts, shapes, call->error)) return false;
    for (size_t k = 0; k < count; k++) {
        if (drawing->parameters[k]->dimensions) drawing->is_single = false;
        if (!shape_broadcast(drawing->parameters[k]->dimensions, drawing->parameters[k]->shape, &drawing->dimensions, drawing->shape))
            return call_fail(call, "ValueError", "shape mismatch: objects cannot be broadcast to a single shape.");
    }
    if (!call_join_size(call, size_index, false, &drawing->dimensions, drawing->shape)) return false;
    for (size_t k = 0; k < count; k++) {
        drawing->parameters[k] = call_broadcast(call, drawing->parameters[k], drawing->dimensions, drawing->shape);
        if (!drawing->parameters[k]) return false;
    }
    return true;
}

/* Step to the next position in C order; `offsets` follow the parameters' strides. */
static void advance(const Drawing *drawing, int64_t *position, int64_t *offsets) {
    for (int d = drawing->dimensions - 1; d >= 0; d--) {
        for (size_t k = 0; k < drawing->count; k++) offsets[k] += drawing->parameters[k]->strides[d];
        if (++position[d] < drawing->shape[d]) return;
        for (size_t k = 0; k < drawing->count; k++)
            offsets[k] -= drawing->parameters[k]->strides[d] * drawing->shape[d];
        position[d] = 0;
    }
}

/* 2**63 stands for the largest integer. What else does not fit is the least, as a cast on x86-64 gives it. */
static int64_t whole_number(double number) {
    return number == 0x1p63 ? INT64_MAX : number < 0x1p63 && number >= -0x1p63 ? (int64_t)number : INT64_MIN;
}

/* Uniform numbers of PCG64 by several threads: each leaps to where it begins. */
typedef struct Leaping {
    const BitStream *stream;
    double *out;
} Leaping;

static void leap_and_draw(void *context, int64_t from, int64_t to) {
    const Leaping *leaping = context;
    BitStream stream = *leaping->stream;
    bits_advance(&stream, (unsigned __int128)from);
    bits_doubles(&stream, leaping->out + from, to - from);
}

/* Marsaglia's polar method for many: the stream is read by one thread, which keeps the points within the circle (each takes two
 * numbers at least, so none is read that one by one would not be); what is made of the points is shared out. */
static void keep_points(BitStream *stream, double *out, int64_t pairs) {
    double numbers[512];
    for (int64_t kept = 0; kept < pairs;) {
        int64_t count = pairs - kept < 256 ? pairs - kept : 256;
        bits_doubles(stream, numbers, 2 * count);
        for (int64_t i = 0; i < count; i++) {
            double x1 = 2.0 * numbers[2 * i] - 1.0, x2 = 2.0 * numbers[2 * i + 1] - 1.0, square = x1 * x1 + x2 * x2;
            out[2 * kept] = x2;
            out[2 * kept + 1] = x1;
            kept += square < 1.0 && square != 0.0;
        }
    }
}

static void scale_points(void *context, int64_t from, int64_t to) {
    double *out = context;
    for (int64_t i = from; i < to; i++) {
        double x2 = out[2 * i], x1 = out[2 * i + 1], square = x1 * x1 + x2 * x2, scale = sqrt(-2.0 * log(square) / square);
        out[2 * i] = scale * x2;
        out[2 * i + 1] = scale * x1;
    }
}

static void draw_legacy_normals(ArrayCall *call, RandomObject *random, double *out, int64_t count) {
    enum { STRETCH = 1 << 16, GRAIN = 1 << 11 };
    int64_t i = 0;
    if (random->has_normal) out[i++] = draw_normal(random);
    while (count - i >= 2) {
        int64_t pairs = (count - i) / 2 < STRETCH ? (count - i) / 2 : STRETCH;
        keep_points(random->bits, out + i, pairs);
        runtime_parallel_for(call->runtime, pairs, GRAIN, scale_points, out + i);
        i += 2 * pairs;
    }
    if (i < count) out[i] = draw_normal(random);
}

/* Draws without parameters, many at once. False: an interrupt, or the draw is another. */
static bool draw_many(ArrayCall *call, RandomObject *random, RandomDraw1 *draw, double *out, int64_t count, bool *done) {
    enum { STRETCH = 1 << 22, GRAIN = 1 << 16 };
    BitStream *stream = random->bits;
    *done = draw == random_unit || draw == random_standard_normal;
    for (int64_t from = 0; from < count && *done; from += STRETCH) {
        int64_t piece = count - from < STRETCH ? count - from : STRETCH;
        if (draw == random_unit && stream->kind == BITS_PCG64) {
            BitStream end = *stream;
            Leaping leaping = {stream, out + from};
            runtime_parallel_for(call->runtime, piece, GRAIN, leap_and_draw, &leaping);
            bits_advance(&end, (unsigned __int128)piece);
            stream->pcg = end.pcg; /* a half that waits goes on waiting */
        } else if (draw == random_unit) {
            bits_doubles(stream, out + from, piece);
        } else if (!random->is_legacy) {
            bits_normals(stream, out + from, piece);
        } else {
            draw_legacy_normals(call, random, out + from, piece);
        }
        if (!runtime_poll(call->runtime, call->error)) return false;
    }
    return true;
}

static Variant draw_all(ArrayCall *call, Drawing *drawing, RandomDraw1 *draw, bool whole) {
    double values[3];
    int64_t offsets[3] = {0}, position[ARRAY_DIMENSIONS_MAX] = {0};
    const char *data[3];
    for (size_t k = 0; k < drawing->count; k++) {
        if (!array_settle(drawing->parameters[k], call->error)) return variant_absent();
        data[k] = array_data(drawing->parameters[k]);
    }
    if (drawing->is_single) {
        for (size_t k = 0; k < drawing->count; k++) values[k] = *(const double *)data[k];
        double number = draw(drawing->random, values);
        return whole ? variant_integer(whole_number(number)) : variant_float(number);
    }
    Array *output = call_new(call, whole ? DTYPE(INT64) : DTYPE(FLOAT64), drawing->dimensions, drawing->shape);
    int64_t size = output ? array_size(output) : 0;
    char *bytes = output ? array_data(output) : NULL;
    bool done = false;
    if (size && !drawing->count && !whole && !draw_many(call, drawing->random, draw, (double *)bytes, size, &done)) return variant_absent();
    for (int64_t i = 0; i < size && !done; i++) {
        for (size_t k = 0; k < drawing->count; k++) values[k] = *(const double *)(data[k] + offsets[k]);
        double number = draw(drawing->random, values);
        if (whole) ((int64_t *)bytes)[i] = whole_number(number);
        else ((double *)bytes)[i] = number;
        if (drawing->count) advance(drawing, position, offsets);
        if ((i & 0xffff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, output);
}

static Variant draw_checked(ArrayCall *call, RandomDraw1 *draw, size_t first, size_t count, size_t size_index, bool whole) {
    Drawing drawing;
    if (!prepare(call, &drawing, first, count, size_index)) return variant_absent();
    return draw_all(call, &drawing, draw, whole);
}

Variant call_draw(ArrayCall *call, RandomDraw1 *draw, size_t first, size_t count, size_t size_index) {
    return draw_checked(call, draw, first, count, size_index, false);
}

Variant call_draw_integers(ArrayCall *call, RandomDraw1 *draw, size_t first, size_t count, size_t size_index) {
    return draw_checked(call, draw, first, count, size_index, true);
}

/* ---- the basic distributions ---- */

double draw_normal(RandomObject *random) {
    if (!random->is_legacy) return bits_normal(random->bits);
    if (random->has_normal) {
        random->has_normal = false;
        return random->normal;
    }
    double x1, x2, square;
    do { /* Marsaglia's polar method */
        x1 = 2.0 * bits_double(random->bits) - 1.0;
        x2 = 2.0 * bits_double(random->bits) - 1.0;
        square = x1 * x1 + x2 * x2;
    } while (square >= 1.0 || square == 0.0);
    double scale = sqrt(-2.0 * log(square) / square);
    random->normal = scale * x1;
    random->has_normal = true;
    return scale * x2;
}

double draw_exponential(RandomObject *random) {
    return random->is_legacy ? -log(1.0 - bits_double(random->bits)) : bits_exponential(random->bits);
}

/* Marsaglia & Tsang (2000); below 1: Ahrens & Dieter's GS. In double, and in float with draws of float. */
#define DRAW_GAMMA(name, type, unit, exponential, normal, power, logarithm, root)                             \
    type name(RandomObject *random, type shape) {                                                             \
        if (shape == 1) return exponential;                                                                   \
        if (shape == 0) return 0;                                                                             \
        while (shape < 1) {                                                                                   \
            type u = unit, v = exponential;                                                                   \
            if (u <= 1 - shape) {                                                                             \
                type x = power(u, 1 / shape);                                                                 \
                if (x <= v) return x;                                                                         \
            } else {                                                                                          \
                type y = -logarithm((1 - u) / shape), x = power(1 - shape + shape * y, 1 / shape);            \
                if (x <= v + y) return x;                                                                     \
            }                                                                                                 \
        }                                                                                                     \
        type b = shape - (type)1 / 3, c = 1 / root(9 * b);                                                    \
        for (;;) {                                                                                            \
            type x, v;                                                                                        \
            do {                                                                                              \
                x = normal;                                                                                   \
                v = 1 + c * x;                                                                                \
            } while (v <= 0);                                                                                 \
            v = v * v * v;                                                                                    \
            type u = unit;                                                                                    \
            if (u < 1 - (type)0.0331 * (x * x) * (x * x)) return b * v;                                       \
            if (logarithm(u) < (type)0.5 * x * x + b * (1 - v + logarithm(v))) return b * v;                  \
        }                                                                                                     \
    }
DRAW_GAMMA(draw_gamma, double, bits_double(random->bits), draw_exponential(random), draw_normal(random), pow, log, sqrt)
DRAW_GAMMA(draw_gamma32, float, bits_float(random->bits), bits_exponential32(random->bits), bits_normal32(random->bits), powf, logf, sqrtf)

double random_log_gamma(double x) { /* Zhang & Jin (1996), as the legacy streams were made with */
    static const double a[10] = {8.333333333333333e-02,  -2.777777777777778e-03, 7.936507936507937e-04,
                                 -5.952380952380952e-04, 8.417508417508418e-04,  -1.917526917526918e-03,
                                 6.410256410256410e-03,  -2.955065359477124e-02, 1.796443723688307e-01,
                                 -1.39243221690590e+00};
    double x0 = x;
    int64_t n = 0;
    if (x == 1.0 || x == 2.0) return 0.0;
    if (x < 7.0) {
        n = (int64_t)(7 - x);
        x0 = x + (double)n;
    }
    double x2 = (1.0 / x0) * (1.0 / x0), sum = a[9];
    for (int k = 8; k >= 0; k--) sum = sum * x2 + a[k];
    double result = sum / x0 + 0.5 * 1.8378770664093453 + (x0 - 0.5) * log(x0) - x0;
    for (int64_t k = 1; k <= n; k++) {
        result -= log(x0 - 1.0);
        x0 -= 1.0;
    }
    return result;
}

double draw_poisson(RandomObject *random, double mean) {
    if (mean == 0) return 0;
    if (mean < 10) {
        double limit = exp(-mean), product = 1.0;
        for (int64_t count = 0;; count++) {
            product *= bits_double(random->bits);
            if (product <= limit) return (double)count;
        }
    }
    /* Hörmann's transformed rejection (1993). */
    double root = sqrt(mean), log_mean = log(mean), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), vr = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = bits_double(random->bits) - 0.5, v = bits_double(random->bits), us = 0.5 - fabs(u);
        int64_t k = (int64_t)floor((2 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= vr) return (double)k;
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v) + log(inverse_alpha) - log(a / (us * us) + b) <= -mean + (double)k * log_mean - random_log_gamma((double)k + 1))
            return (double)k;
    }
}

/* ---- whole numbers ---- */

static void store_integer(char *bytes, const Dtype *dtype, int64_t at, uint64_t value) {
    memcpy(bytes + at * dtype->item_size, &value, dtype->item_size);
}

/* Small types take several numbers from one 32-bit word. */
typedef struct SmallDraws {
    uint32_t word;
    int left;
} SmallDraws;

static uint64_t draw_small(RandomObject *random, SmallDraws *small, uint64_t largest, int bits) {
    uint64_t top = ((uint64_t)1 << bits) - 1, mask = largest;
    for (int shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
    for (;;) {
        if (small->left == 0) {
            small->word = bits_next32(random->bits);
            small->left = 32 / bits;
        } else {
            small->word >>= bits;
        }
        small->left--;
        uint64_t value = small->word & top;
        if (random->is_legacy) {
            if ((value & mask) <= largest) return value & mask;
            continue;
        }
        if (largest == top) return value;
        uint64_t range = largest + 1, product = value * range;
        if ((product & top) >= range || (product & top) >= (top - largest) % range) return product >> bits;
    }
}

static uint64_t draw_integer(RandomObject *random, SmallDraws *small, uint64_t largest, const Dtype *dtype) {
    if (largest == 0) return 0;
    if (dtype->kind == 'b') return draw_small(random, small, largest, 1);
    if (dtype->item_size < 4) return draw_small(random, small, largest, dtype->item_size * 8);
    return random->is_legacy ? bits_masked(random->bits, largest) : bits_bounded(random->bits, largest);
}

/* A bound, or an array of bounds: whole numbers wide enough for every type and one more. */
typedef __int128 Wide;
typedef struct Bounds {
    Array *array; /* contiguous; of Wides, which complex128 has the size of; NULL: `single` alone */
    Wide single;
} Bounds;

static Wide bound_at(const Bounds *bounds, int64_t at) {
    Wide number = bounds->single;
    if (bounds->array) memcpy(&number, array_data(bounds->array) + at * (int64_t)sizeof number, sizeof number);
    return number;
}

/* Out of hexadecimal digits with a sign; what is too large for any type stays so. */
static Wide wide_from_digits(const VariantText *digits) {
    const char *at = digits->bytes;
    bool is_negative = *at == '-';
    Wide number = 0;
    for (at += is_negative; *at && number >> 100 == 0; at++)
        number = number * 16 + (*at <= '9' ? *at - '0' : (*at | 0x20) - 'a' + 10);
    return is_negative ? -number : number;
}

static bool wide_from_number(ArrayCall *call, Variant number, Wide *result) {
    if (number.kind == VARIANT_CALLABLE && call->runtime->hooks.unbox) { /* an element of an array of objects */
        Variant plain;
        if (!call->runtime->hooks.unbox(call->runtime->hook_context, number.handle, 'i', &plain, call->error)) return false;
        bool is_number = plain.kind == VARIANT_CALLABLE ? call_fail(call, "TypeError", "an integer is required") : wide_from_number(call, plain, result);
        variant_release(&plain);
        return is_number;
    }
    if (number.kind == VARIANT_SCALAR) number = scalar_to_variant(number.dtype, number.scalar);
    const double limit = 0x1p100;
    switch (number.kind) {
    case VARIANT_BOOL:
    case VARIANT_INTEGER: *result = number.integer; return true;
    case VARIANT_UNSIGNED: *result = number.unsigned_integer; return true;
    case VARIANT_BIG:
        if (number.digits) {
            *result = wide_from_digits(number.digits);
            return true;
        }
        /* fallthrough */
    case VARIANT_FLOAT:
        if (isnan(number.real)) return call_fail(call, "ValueError", "cannot convert float NaN to integer");
        if (isinf(number.real)) return call_fail(call, "OverflowError", "cannot convert float infinity to integer");
        *result = (Wide)fmax(-limit, fmin(limit, trunc(number.real)));
        return true;
    case VARIANT_STRING: return call_fail(call, "ValueError", "invalid literal for int() with base 10: '%s'", number.text->bytes);
    default:
        return call_fail(call, "TypeError", "int() argument must be a string, a bytes-like object or a real number, not '%s'",
                         variant_type_name(number));
    }
}

static bool bounds_read(ArrayCall *call, size_t index, Bounds *bounds) {
    Variant given = call->arguments[index];
    bounds->array = NULL;
    if (given.kind != VARIANT_ARRAY && given.kind != VARIANT_SEQUENCE) return wide_from_number(call, given, &bounds->single);
    bool is_flat = given.kind == VARIANT_SEQUENCE && given.list->count;
    for (size_t i = 0; is_flat && i < given.list->count; i++) is_flat = variant_is_number(given.list->items[i]);
    Array *array = is_flat ? NULL : call_array(call, index);
    if (!is_flat && !array) return false;
    if (array && array->dimensions == 0) {
        Variant item = array_scalar_at(array, 0, call->error);
        return item.kind != VARIANT_ABSENT && wide_from_number(call, item, &bounds->single);
    }
    int64_t length = is_flat ? (int64_t)given.list->count : 0;
    Array *wide = is_flat ? call_new(call, DTYPE(COMPLEX128), 1, &length) : call_new(call, DTYPE(COMPLEX128), array->dimensions, array->shape);
    if (!wide || (array && !array_settle(array, call->error))) return false;
    int64_t count = array_size(wide);
    for (int64_t i = 0; i < count; i++) {
        Variant item = is_flat ? given.list->items[i] : array_scalar_at(array, i, call->error);
        Wide number;
        bool is_number = item.kind != VARIANT_ABSENT && wide_from_number(call, item, &number);
        if (!is_flat) variant_release(&item);
        if (!is_number) return false;
        memcpy(array_data(wide) + i * (int64_t)sizeof number, &number, sizeof number);
    }
    bounds->array = wide;
    return true;
}

/* Both bounds against the type's own, and against each other; `to` is then the last number. */
static bool bounds_check(ArrayCall *call, Wide from, Wide to, const Dtype *dtype) {
    int bits = dtype->kind == 'b' ? 1 : dtype->item_size * 8;
    Wide least = dtype->kind == 'i' ? -((Wide)1 << (bits - 1)) : 0, most = ((Wide)1 << (dtype->kind == 'i' ? bits - 1 : bits)) - 1;
    if (from < least) return call_fail(call, "ValueError", "low is out of bounds for %s", dtype->name);
    if (to > most) return call_fail(call, "ValueError", "high is out of bounds for %s", dtype->name);
    return true;
}

static Variant draw_between(ArrayCall *call, RandomObject *random, Bounds *low, Bounds *high, size_t size, const Dtype *dtype, bool closed) {
    Bounds *both[2] = {low, high};
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX], extent = 1, counts[2];
    SmallDraws small = {0};
    bool low_is_zero = true, crossed = false;
    for (int k = 0; k < 2; k++) {
        counts[k] = both[k]->array ? array_size(both[k]->array) : 1;
        if (!both[k]->array) continue;
        if (!shape_broadcast(both[k]->array->dimensions, both[k]->array->shape, &dimensions, shape)) {
            char text[2][SHAPE_TEXT_SIZE];
            call_fail(call, "ValueError",
                      "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape %s and arg 1 "
                      "with shape %s.",
                      shape_text(low->array->dimensions, low->array->shape, text[0]),
                      shape_text(high->array->dimensions, high->array->shape, text[1]));
            return variant_absent();
        }
    }
    for (int64_t i = 0; i < counts[0]; i++) {
        low_is_zero = low_is_zero && bound_at(low, i) == 0;
        if (!bounds_check(call, bound_at(low, i), 0, dtype)) return variant_absent();
    }
    for (int64_t i = 0; i < counts[1]; i++)
        if (!bounds_check(call, 0, bound_at(high, i) - !closed, dtype)) return variant_absent();
    if (!call_join_size(call, size, true, &dimensions, shape)) return variant_absent();
    for (int k = 0; k < 2; k++) {
        if (!both[k]->array) continue;
        both[k]->array = call_contiguous(call, call_broadcast(call, both[k]->array, dimensions, shape), NULL);
        if (!both[k]->array) return variant_absent();
    }
    for (int d = 0; d < dimensions; d++) extent *= shape[d];
    for (int64_t i = 0; i < extent && !crossed; i++) crossed = bound_at(low, i) > bound_at(high, i) - !closed;
    if (crossed) {
        call_fail(call, "ValueError", low_is_zero ? (closed ? "high < 0" : "high <= 0") : closed ? "low > high" : "low >= high");
        return variant_absent();
    }
    Array *output = call_new(call, dtype, dimensions, shape);
    for (int64_t i = 0; output && i < extent; i++) {
        Wide from = bound_at(low, i);
        uint64_t largest = (uint64_t)(bound_at(high, i) - !closed - from);
        store_integer(array_data(output), dtype, i, draw_integer(random, &small, largest, dtype) + (uint64_t)from);
        if ((i & 0xffff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, output);
}

Variant call_random_integers(ArrayCall *call, RandomObject *random, size_t low, size_t high, size_t size, const Dtype *dtype,
                             bool closed) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], count = 1;
    int dimensions = 0;
    SmallDraws small = {0};
    Bounds from = {0}, to = {0};
    if (dtype->kind != 'i' && dtype->kind != 'u' && dtype->kind != 'b') {
        call_fail(call, "TypeError", "Unsupported dtype dtype(%s) for %s", dtype->shown, random->is_legacy ? "randint" : "integers");
        return variant_absent();
    }
    if (call->swapped) {
        const char *text = "Providing a dtype with a non-native byteorder is not supported. If you require platform-independent byteorder, "
                           "call byteswap when required.";
        if (!random->is_legacy) call_fail(call, "ValueError", "%s", text);
        else runtime_warn(call->runtime, "DeprecationWarning", call->error, "%s\nIn future version, providing byteorder will raise a ValueError", text);
        if (error_is_set(call->error)) return variant_absent();
        call->swapped = NULL;
    }
    bool has_high = call_is_given(call, high);
    if (call_is_given(call, size)) {
        if (!call_shape(call, size, &dimensions, shape)) return variant_absent();
        for (int d = 0; d < dimensions; d++) count *= shape[d];
        if (count == 0) return call_give(call, call_new(call, dtype, dimensions, shape));
    }
    if (!bounds_read(call, has_high ? high : low, &to) || (has_high && !bounds_read(call, low, &from))) return variant_absent();
    if (from.array || to.array) return draw_between(call, random, &from, &to, size, dtype, closed);
    Wide last = to.single - !closed;
    if (!bounds_check(call, from.single, last, dtype)) return variant_absent();
    if (from.single > last) {
        call_fail(call, "ValueError", from.single == 0 ? (closed ? "high < 0" : "high <= 0") : closed ? "low > high" : "low >= high");
        return variant_absent();
    }
    uint64_t start = (uint64_t)from.single, largest = (uint64_t)(last - from.single);
    if (!call_is_given(call, size)) {
        uint64_t value = draw_integer(random, &small, largest, dtype) + start;
        Variant asked = call->arguments[3];
        bool is_plain = asked.kind == VARIANT_DTYPE && asked.is_plain;
        if (is_plain && dtype->kind == 'b') return variant_bool(value != 0);
        if (is_plain || (asked.kind == VARIANT_ABSENT && random->is_legacy)) return variant_integer((int64_t)value);
        return variant_scalar(dtype, &value);
    }
    Array *output = call_new(call, dtype, dimensions, shape);
    for (int64_t i = 0; output && i < count; i++) {
        store_integer(array_data(output), dtype, i, draw_integer(random, &small, largest, dtype) + start);
        if ((i & 0xffff) == 0 && !runtime_poll(call->runtime, call->error)) return variant_absent();
    }
    return call_give(call, output);
}

/* ---- orders ---- */

Array *call_shuffled(ArrayCall *call, RandomObject *random, int64_t count, int64_t first, bool masked) {
    Array *order = call_iota(call, count);
    if (!order) return NULL;
    int64_t *places = (int64_t *)array_data(order);
    for (int64_t i = count - 1; i >= first; i--) {
        int64_t j = (int64_t)(masked ? bits_masked(random->bits, (uint64_t)i) : bits_bounded(random->bits, (uint64_t)i));
        int64_t swapped = places[i];
        places[i] = places[j];
        places[j] = swapped;
    }
    return order;
}

bool call_shuffle(ArrayCall *call, RandomObject *random, Array *array, int axis) {
    if (array->dimensions == 0) return call_fail(call, "TypeError", "len() of unsized object");
    if (!array->writeable) return call_fail(call, "ValueError", "array is read-only");
    Array *order = call_shuffled(call, random, array->shape[axis], 1, true);
    Array *mixed = order ? call_take(call, array, order, axis) : NULL;
    return mixed && call_assign(call, array, mixed);
}

/* ---- choice ---- */

/* Indexes drawn with the probabilities `p`: where uniform numbers fall in their running sum. */
static Array *weighted(ArrayCall *call, RandomObject *random, Array *p, int dimensions, const int64_t *shape) {
    Array *sums = call_accumulate(call, OPERATOR(add), p, 0, DTYPE(FLOAT64));
    double total = sums ? call_item(call, sums, array_size(sums) - 1) : 1;
    sums = sums ? APPLY2_NUMBER(divide, sums, variant_float(total)) : NULL;
    Array *draws = call_new(call, DTYPE(FLOAT64), dimensions, shape);
    int64_t count = draws ? array_size(draws) : 0;
    for (int64_t i = 0; i < count; i++) ((double *)array_data(draws))[i] = bits_double(random->bits);
    return sums && draws ? call_search(call, sums, draws, true) : NULL;
}

/* Without replacement: draw, keep each index once, set its weight to 0, draw what is missing. */
static Array *weighted_distinct(ArrayCall *call, RandomObject *random, Array *p, int dimensions, const int64_t *shape) {
    Array *found = call_new(call, DTYPE(INT64), dimensions, shape), *weights = call_copy(call, p, 'C');
    if (!found || !weights) return NULL;
    int64_t wanted = array_size(found), have = 0, *places = (int64_t *)array_data(found);
    while (have < wanted) {
        int64_t missing = wanted - have;
        for (int64_t i = 0; i < have; i++) ((double *)array_data(weights))[places[i]] = 0;
        Array *drawn = weighted(call, random, weights, 1, &missing);
        if (!drawn || !runtime_poll(call->runtime, call->error)) return NULL;
        const int64_t *fresh = (const int64_t *)array_data(drawn);
        for (int64_t i = 0, start = have; i < missing; i++) {
            bool seen = false;
            for (int64_t j = start; j < have && !seen; j++) seen = places[j] == fresh[i];
            if (!seen) places[have++] = fresh[i];
        }
    }
    return found;
}

/* Generator's way without weights: a tail of a shuffle for large shares of large populations, else Floyd's algorithm. */
static Array *distinct(ArrayCall *call, RandomObject *random, int64_t population, int dimensions, const int64_t *shape, bool shuffles) {
    int64_t size = 1;
    for (int d = 0; d < dimensions; d++) size *= shape[d];
    if (random->is_legacy) {
        Array *order = call_shuffled(call, random, population, 1, true);
        return order ? call_reshape(call, call_slice(call, order, 0, 0, size, 1), dimensions, shape) : NULL;
    }
    if (population > 10000 && size > population / (shuffles ? 50 : 20)) {
        int64_t first = population - size > 1 ? population - size : 1;
        Array *order = call_shuffled(call, random, population, first, false);
        return order ? call_reshape(call, call_slice(call, order, 0, population - size, size, 1), dimensions, shape) : NULL;
    }
    Array *found = call_new(call, DTYPE(INT64), 1, &size);
    if (!found) return NULL;
    int64_t *places = (int64_t *)array_data(found);
    size_t slots = 16;
    while (slots < (size_t)size * 2) slots *= 2;
    int64_t *set = memory_allocate(slots * sizeof *set);
    if (!set) {
        error_no_memory(call->error);
        return NULL;
    }
    memset(set, 0xff, slots * sizeof *set);
    for (int64_t j = population - size; j < population; j++) {
        int64_t value = (int64_t)bits_bounded(random->bits, (uint64_t)j);
        size_t at = (size_t)value & (slots - 1);
        while (set[at] != -1 && set[at] != value) at = (at + 1) & (slots - 1);
        if (set[at] == value) {
            value = j;
            at = (size_t)value & (slots - 1);
            while (set[at] != -1) at = (at + 1) & (slots - 1);
        }
        set[at] = value;
        places[j - population + size] = value;
    }
    memory_release(set);
    for (int64_t i = size - 1; i >= 1 && shuffles; i--) {
        int64_t j = (int64_t)bits_bounded(random->bits, (uint64_t)i), swapped = places[i];
        places[i] = places[j];
        places[j] = swapped;
    }
    return call_reshape(call, found, dimensions, shape);
}

/* `least`: so many may not be 0. */
static bool check_weights(ArrayCall *call, Array *p, int64_t population, bool is_legacy, int64_t least) {
    if (p->dimensions != 1) return call_fail(call, "ValueError", is_legacy ? "'p' must be 1-dimensional" : "p must be 1-dimensional");
    if (p->shape[0] != population)
        return call_fail(call, "ValueError", is_legacy ? "'a' and 'p' must have same size" : "a and p must have same size");
    double sum = 0, lost = 0; /* Kahan's sum */
    int64_t positive = 0;
    for (int64_t i = 0; i < population; i++) {
        double weight = ((const double *)array_data(p))[i];
        if (isnan(weight)) return call_fail(call, "ValueError", is_legacy ? "probabilities contain NaN" : "Probabilities contain NaN");
        if (weight < 0) return call_fail(call, "ValueError", is_legacy ? "probabilities are not non-negative" : "Probabilities are not non-negative");
        positive += weight > 0;
        double y = weight - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    if (fabs(sum - 1.0) > 1.4901161193847656e-08)
        return call_fail(call, "ValueError", is_legacy ? "probabilities do not sum to 1"
                                             : "Probabilities do not sum to 1. See Notes section of docstring for more information.");
    if (positive < least) return call_fail(call, "ValueError", "Fewer non-zero entries in p than size");
    return true;
}

Variant call_choice(ArrayCall *call, RandomObject *random, int axis, bool shuffles) {
    Variant subject = call->arguments[0];
    bool is_count = variant_is_integral(subject), replaces;
    int64_t population, shape[ARRAY_DIMENSIONS_MAX], size = 1;
    int dimensions = 0;
    Array *items = is_count ? NULL : call_array(call, 0);
    if (!call_truth(call, 2, &replaces) || (!is_count && !items)) return variant_absent();
    if (items && !items->dimensions && dtype_is_integer(items->dtype)) {
        subject = array_scalar_at(items, 0, call->error); /* of numbers: nothing to give back */
        if (subject.kind == VARIANT_ABSENT) return subject;
        is_count = true;
        items = NULL;
    }
    if (items && !items->dimensions) {
        const char *kind = subject.kind == VARIANT_FLOAT ? "float" : subject.kind == VARIANT_COMPLEX ? "complex" : "numpy.ndarray";
        if (random->is_legacy) call_fail(call, "ValueError", "a must be 1-dimensional or an integer");
        else call_fail(call, "ValueError", "a must be a sequence or an integer, not <class '%s'>", kind);
        return variant_absent();
    }
    if (items && random->is_legacy && items->dimensions != 1) {
        call_fail(call, "ValueError", "a must be 1-dimensional");
        return variant_absent();
    }
    if (items && axis < 0) axis += items->dimensions;
    if (items && (axis < 0 || axis >= items->dimensions)) {
        call_fail(call, "IndexError", "tuple index out of range");
        return variant_absent();
    }
    population = is_count ? variant_to_integer(subject) : items->shape[axis];
    bool is_single = !call_is_given(call, 1);
    if (!is_single && !call_shape(call, 1, &dimensions, shape)) return variant_absent();
    for (int d = 0; d < dimensions; d++) {
        if (shape[d] < 0) {
            call_fail(call, "ValueError", random->is_legacy && !replaces ? "Negative dimensions are not allowed" : "negative dimensions are not allowed");
            return variant_absent();
        }
        size *= shape[d];
    }
    if (population <= 0 && size != 0) {
        call_fail(call, "ValueError", is_count && random->is_legacy ? "a must be greater than 0 unless no samples are taken"
                                      : is_count ? "a must be a positive integer unless no samples are taken"
                                      : random->is_legacy ? "'a' cannot be empty unless no samples are taken"
                                                          : "a cannot be empty unless no samples are taken");
        return variant_absent();
    }
    Array *weights = call_is_given(call, 3) ? call_contiguous(call, call_array_of(call, 3, DTYPE(FLOAT64)), NULL) : NULL, *indexes;
    int64_t least = replaces || size > population ? 0 : size;
    if (call_is_given(call, 3) && (!weights || !check_weights(call, weights, population, random->is_legacy, least))) return variant_absent();
    if (!replaces && size > population) {
        call_fail(call, "ValueError", "Cannot take a larger sample than population when %sreplace%s", random->is_legacy ? "'" : "",
                  random->is_legacy ? "=False'" : " is False");
        return variant_absent();
    }
    if (replaces && weights) {
        indexes = weighted(call, random, weights, dimensions, shape);
    } else if (replaces) {
        indexes = call_new(call, DTYPE(INT64), dimensions, shape);
        for (int64_t i = 0; indexes && i < size; i++)
            ((int64_t *)array_data(indexes))[i] =
                (int64_t)(random->is_legacy ? bits_masked(random->bits, (uint64_t)population - 1)
                                            : bits_bounded(random->bits, (uint64_t)population - 1));
    } else {
        indexes = weights ? weighted_distinct(call, random, weights, dimensions, shape)
                          : distinct(call, random, population, dimensions, shape, shuffles);
    }
    if (!indexes) return variant_absent();
    if (!items && is_single) return variant_integer(call_item_integer(call, indexes, 0));
    if (!items) return call_give(call, indexes);
    Array *taken = call_take(call, items, indexes, axis);
    return is_single ? call_give_item(call, taken) : call_give(call, taken);
}
