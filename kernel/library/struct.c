/* struct: values to bytes and back, as a format says. */
#include "kernel/library/machine/module_error.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/value_support.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* code, name in messages ("" : the code itself), size in native and in standard formats (0: not there), kind */
typedef enum Kind { KIND_PAD, KIND_CHARACTER, KIND_SIGNED, KIND_UNSIGNED, KIND_BOOL, KIND_FLOAT, KIND_BYTES, KIND_PASCAL, KIND_POINTER } Kind;
typedef struct Code {
    char code;
    const char *name;
    uint8_t native, standard;
    Kind kind;
} Code;

static const Code codes[] = {
    {'x', "", 1, 1, KIND_PAD},           {'c', "", 1, 1, KIND_CHARACTER},      {'b', "byte", 1, 1, KIND_SIGNED},
    {'B', "ubyte", 1, 1, KIND_UNSIGNED}, {'?', "", 1, 1, KIND_BOOL},           {'h', "short", 2, 2, KIND_SIGNED},
    {'H', "ushort", 2, 2, KIND_UNSIGNED}, {'i', "", 4, 4, KIND_SIGNED},        {'I', "", 4, 4, KIND_UNSIGNED},
    {'l', "", 8, 4, KIND_SIGNED},        {'L', "", 8, 4, KIND_UNSIGNED},       {'q', "", 8, 8, KIND_SIGNED},
    {'Q', "", 8, 8, KIND_UNSIGNED},      {'n', "", 8, 0, KIND_SIGNED},         {'N', "", 8, 0, KIND_UNSIGNED},
    {'e', "", 2, 2, KIND_FLOAT},         {'f', "", 4, 4, KIND_FLOAT},          {'d', "", 8, 8, KIND_FLOAT},
    {'s', "", 1, 1, KIND_BYTES},         {'p', "", 1, 1, KIND_PASCAL},         {'P', "", 8, 0, KIND_POINTER},
};

typedef struct Item { /* `repeats` values of `size` bytes; for 's' and 'p' one value */
    const Code *code;
    size_t size, repeats, offset;
} Item;

enum { INLINE_ITEMS = 16 };
typedef struct Layout {
    Item *items, space[INLINE_ITEMS];
    size_t item_count, value_count, size;
    bool big_endian, native;
} Layout;

typedef struct Struct {
    Object object;
    Layout layout;
    Value format;
    struct WeakReference *weak_references;
    bool ready;
} Struct;

#define struct_error(thread, ...) raise_module_error(thread, "struct", "error", __VA_ARGS__)

/* ---- formats ---- */
static void layout_release(Layout *layout) {
    if (layout->items != layout->space) memory_release(layout->items);
    layout->items = layout->space;
    layout->item_count = 0;
}

static bool layout_add(Thread *thread, Layout *layout, Item item) {
    size_t count = layout->item_count;
    if (count >= INLINE_ITEMS && (count & (count - 1)) == 0) { /* full: the capacity is a power of two */
        Item *items = layout->items == layout->space ? memory_allocate(2 * count * sizeof *items)
                                                     : memory_resize(layout->items, 2 * count * sizeof *items);
        if (!items) return raise_no_memory(thread), false;
        if (layout->items == layout->space) memcpy(items, layout->space, sizeof layout->space);
        layout->items = items;
    }
    layout->items[layout->item_count++] = item;
    return true;
}

static const Code *find_code(char letter, bool native) {
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == letter) return native || codes[i].standard ? &codes[i] : NULL;
    return NULL;
}

static bool layout_place(Thread *thread, Layout *layout, const Code *code, size_t repeats, bool native, bool aligned) {
    size_t size = native ? code->native : code->standard, total;
    bool is_text = code->kind == KIND_BYTES || code->kind == KIND_PASCAL;
    size_t start = aligned && size > 1 ? (layout->size + size - 1) / size * size : layout->size;
    if (__builtin_mul_overflow(size, repeats, &total) || __builtin_add_overflow(start, total, &total) || total > INT64_MAX)
        return struct_error(thread, "total struct size too long"), false;
    layout->size = total;
    if (code->kind == KIND_PAD) return true;
    layout->value_count += is_text ? 1 : repeats;
    if (!is_text && !repeats) return true;
    return layout_add(thread, layout, (Item){code, is_text ? repeats : size, is_text ? 1 : repeats, start});
}

static bool layout_parse(Thread *thread, const char *text, size_t length, Layout *layout) {
    *layout = (Layout){.items = layout->space};
    bool native = true, aligned = true;
    layout->native = true;
    size_t at = 0;
    if (memchr(text, 0, length)) return struct_error(thread, "embedded null character"), false;
    if (length && strchr("@=<>!", text[0])) {
        layout->native = native = aligned = text[0] == '@';
        layout->big_endian = text[0] == '>' || text[0] == '!';
        at = 1;
    }
    while (at < length) {
        char c = text[at++];
        size_t repeats = 1;
        if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
        if (c >= '0' && c <= '9') {
            repeats = (size_t)(c - '0');
            for (; at < length && text[at] >= '0' && text[at] <= '9'; at++)
                if (repeats > (INT64_MAX - 9) / 10) return struct_error(thread, "total struct size too long"), false;
                else repeats = repeats * 10 + (size_t)(text[at] - '0');
            if (at == length) return struct_error(thread, "repeat count given without format specifier"), false;
            c = text[at++];
        }
        const Code *code = find_code(c, native);
        if (!code) return struct_error(thread, "bad char in struct format"), false;
        if (!layout_place(thread, layout, code, repeats, native, aligned)) return false;
    }
    return true;
}

/* A Struct as it is, or a str or bytes parsed into *own: release with layout_close. */
static const Layout *layout_open(Thread *thread, Value format, Layout *own) {
    own->items = own->space;
    own->item_count = 0;
    const char *bytes;
    size_t length;
    if (is_string(format)) {
        String *string = value_string(format);
        if (!string->is_ascii) {
            Value encoded = string_encode(thread, string, "ascii", "strict");
            value_release(encoded);
            return NULL;
        }
        bytes = string->bytes;
        length = string->length;
    } else if (is_bytes(format)) {
        bytes = ((Bytes *)format.object)->bytes;
        length = ((Bytes *)format.object)->length;
    } else {
        raise_type_error(thread, "Struct() argument 1 must be a str or bytes object, not %s", value_type_name(thread, format));
        return NULL;
    }
    return layout_parse(thread, bytes, length, own) ? own : NULL;
}

/* ---- one value ---- */
static void store(char *place, uint64_t bits, size_t size, bool big_endian) {
    for (size_t i = 0; i < size; i++) place[big_endian ? size - 1 - i : i] = (char)(bits >> 8 * i);
}
static uint64_t load(const char *place, size_t size, bool big_endian) {
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) bits |= (uint64_t)(unsigned char)place[big_endian ? size - 1 - i : i] << 8 * i;
    return bits;
}

/* The range of an integer code, told as Python does. */
static bool raise_range(Thread *thread, const Layout *layout, const Code *code, size_t size) {
    bool is_signed = code->kind == KIND_SIGNED;
    uint64_t most = is_signed ? (UINT64_C(1) << (8 * size - 1)) - 1 : size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
    long long least = is_signed ? -(long long)most - 1 : 0;
    if (*code->name && (size == 1 || !layout->big_endian)) struct_error(thread, "%s format requires %lld <= number <= %llu", code->name, least, (unsigned long long)most);
    else struct_error(thread, "'%c' format requires %lld <= number <= %llu", code->code, least, (unsigned long long)most);
    return false;
}

static bool pack_integer(Thread *thread, const Layout *layout, const Item *item, Value value, uint64_t *bits) {
    const Code *code = item->code;
    Value number = is_int(value) ? value_retain(value) : value_index(thread, value);
    if (value_is_absent(number)) {
        if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
            exception_clear(thread);
            struct_error(thread, "required argument is not an integer");
        }
        return false;
    }
    int64_t integer = 0;
    bool wide = code->kind == KIND_UNSIGNED && (strchr("ILQN", code->code) || (layout->big_endian && code->code == 'H'));
    bool is_pointer = code->kind == KIND_POINTER, fits_signed = int_fits_int64(number, &integer), fits = fits_signed;
    *bits = (uint64_t)integer;
    if (wide || (is_pointer && !fits)) fits = int_to_uint64(number, bits);
    value_release(number);
    bool told_as_long = is_pointer || (layout->big_endian && (code->code == 'q' || code->code == 'Q'));
    if (!fits) return struct_error(thread, told_as_long ? "int too large to convert" : "argument out of range"), false;
    if (is_pointer || item->size == 8) return true;
    if (code->kind == KIND_SIGNED) {
        int64_t limit = INT64_C(1) << (8 * item->size - 1);
        return (integer >= -limit && integer < limit) || raise_range(thread, layout, code, item->size);
    }
    return (wide || integer >= 0) && *bits >> 8 * item->size == 0 ? true : raise_range(thread, layout, code, item->size);
}

/* A double as the 16 bits of a half, to nearest, ties to even. */
static bool half_from_double(double number, uint64_t *bits) {
    uint64_t sign = signbit(number) ? 0x8000 : 0;
    if (isnan(number)) return *bits = sign | 0x7E00, true;
    if (isinf(number)) return *bits = sign | 0x7C00, true;
    int exponent;
    double fraction = frexp(fabs(number), &exponent);
    if (fraction == 0) return *bits = sign, true;
    exponent--; /* fraction is now 1.xxx / 2 */
    int shift = exponent < -14 ? 11 + exponent + 14 : 11; /* significant bits that are kept */
    if (shift < 0) return *bits = sign, true;
    double scaled = nearbyint(ldexp(fraction, shift));
    uint64_t mantissa = (uint64_t)scaled;
    uint64_t value = exponent < -14 ? mantissa : ((uint64_t)(exponent + 14) << 10) + mantissa;
    *bits = sign | value;
    return value < 0x7C00;
}

static double half_to_double(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double mantissa = (double)(bits & 0x3FF);
    double number = exponent == 31 ? (bits & 0x3FF ? (double)NAN : (double)INFINITY)
                                   : exponent ? ldexp(mantissa + 1024, exponent - 25) : ldexp(mantissa, -24);
    return bits & 0x8000 ? -number : number;
}

static bool float_overflow(Thread *thread, const Item *item, Value value) {
    if (is_int(value)) struct_error(thread, "int too large to convert");
    else raise_overflow_error(thread, "float too large to pack with %c format", item->code->code);
    return false;
}

static bool pack_float(Thread *thread, const Layout *layout, const Item *item, Value value, uint64_t *bits) {
    double number;
    if (!value_to_double(thread, value, &number)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_TypeError)) return false;
        exception_clear(thread);
        return struct_error(thread, "required argument is not a float"), false;
    }
    if (item->code->code == 'd') {
        memcpy(bits, &number, sizeof number);
    } else if (item->code->code == 'e') {
        if (!half_from_double(number, bits)) return float_overflow(thread, item, value);
    } else {
        float single = (float)number;
        uint32_t word;
        if (!layout->native && isinf(single) && !isinf(number)) return float_overflow(thread, item, value);
        memcpy(&word, &single, sizeof single);
        *bits = word;
    }
    return true;
}

static bool pack_bytes(Thread *thread, const Item *item, Value value, char *place) {
    const char *bytes;
    size_t length;
    if (!is_bytes(value) && !value_has_type(value, &bytearray_type_template))
        return struct_error(thread, "argument for '%c' must be a bytes object", item->code->code), false;
    if (!value_buffer(thread, value, &bytes, &length)) return false;
    if (item->code->kind == KIND_BYTES) {
        memcpy(place, bytes, length < item->size ? length : item->size);
    } else if (item->size) {
        if (length > item->size - 1) length = item->size - 1;
        memcpy(place + 1, bytes, length);
        *place = (char)(length < 255 ? length : 255);
    }
    return true;
}

static bool pack_value(Thread *thread, const Layout *layout, const Item *item, Value value, char *place) {
    uint64_t bits = 0;
    int truth;
    switch (item->code->kind) {
    case KIND_CHARACTER:
        if (!is_bytes(value) || ((Bytes *)value.object)->length != 1)
            return struct_error(thread, "char format requires a bytes object of length 1"), false;
        *place = ((Bytes *)value.object)->bytes[0];
        return true;
    case KIND_BOOL:
        truth = value_truth(thread, value);
        *place = truth > 0;
        return truth >= 0;
    case KIND_BYTES:
    case KIND_PASCAL: return pack_bytes(thread, item, value, place);
    case KIND_FLOAT:
        if (!pack_float(thread, layout, item, value, &bits)) return false;
        break;
    default:
        if (!pack_integer(thread, layout, item, value, &bits)) return false;
    }
    store(place, bits, item->size, layout->big_endian);
    return true;
}

static Value unpack_value(Thread *thread, const Layout *layout, const Item *item, const char *place) {
    if (item->code->kind == KIND_BYTES) return bytes_new(thread, place, item->size);
    if (item->code->kind == KIND_PASCAL) {
        size_t length = item->size ? (unsigned char)*place : 0;
        if (item->size && length > item->size - 1) length = item->size - 1;
        return bytes_new(thread, place + (item->size != 0), length);
    }
    if (item->code->kind == KIND_CHARACTER) return bytes_new(thread, place, 1);
    uint64_t bits = load(place, item->size, layout->big_endian);
    switch (item->code->kind) {
    case KIND_BOOL: return value_from_bool(bits);
    case KIND_FLOAT: {
        double number;
        float single;
        uint32_t word = (uint32_t)bits;
        memcpy(&number, &bits, sizeof number);
        memcpy(&single, &word, sizeof single);
        return value_new_float(thread, item->size == 8 ? number : item->size == 4 ? (double)single : half_to_double(bits));
    }
    case KIND_SIGNED: return value_from_int((int64_t)(bits << (64 - 8 * item->size)) >> (64 - 8 * item->size));
    default: return int_from_uint64(thread, bits);
    }
}

/* ---- all values ---- */
static bool pack_all(Thread *thread, const Layout *layout, const Value *values, char *place) {
    for (size_t i = 0; i < layout->item_count; i++) {
        const Item *item = &layout->items[i];
        for (size_t k = 0; k < item->repeats; k++)
            if (!pack_value(thread, layout, item, *values++, place + item->offset + k * item->size)) return false;
    }
    return true;
}

/* The packed bytes as bytes; `name` for the message about the number of values. */
static Value pack(Thread *thread, const Layout *layout, const char *name, const Value *values, size_t count) {
    if (count != layout->value_count)
        return struct_error(thread, "%s expected %zu items for packing (got %zu)", name, layout->value_count, count);
    char *space = memory_allocate_zeroed(layout->size ? layout->size : 1, 1);
    if (!space) return raise_no_memory(thread);
    Value result = pack_all(thread, layout, values, space) ? bytes_new(thread, space, layout->size) : VALUE_ABSENT;
    memory_release(space);
    return result;
}

static Value unpack_all(Thread *thread, const Layout *layout, const char *bytes) {
    Value result = tuple_new(thread, layout->value_count);
    size_t at = 0;
    for (size_t i = 0; !value_is_absent(result) && i < layout->item_count; i++) {
        const Item *item = &layout->items[i];
        for (size_t k = 0; k < item->repeats; k++) {
            Value value = unpack_value(thread, layout, item, bytes + item->offset + k * item->size);
            if (value_is_absent(value)) {
                value_release(result);
                return value;
            }
            value_tuple(result)->items[at++] = value;
        }
    }
    return result;
}

static Value unpack_exactly(Thread *thread, const Layout *layout, Value buffer) {
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, buffer, &bytes, &length)) return VALUE_ABSENT;
    if (length != layout->size) return struct_error(thread, "unpack requires a buffer of %zu bytes", layout->size);
    return unpack_all(thread, layout, bytes);
}

/* Where an offset falls in a buffer of `length` bytes; false with an error in the words of `packing`. */
static bool check_offset(Thread *thread, const Layout *layout, int64_t *offset, size_t length, bool packing) {
    long long given = *offset;
    if (*offset < 0) {
        if (*offset + (int64_t)layout->size > 0)
            return struct_error(thread, packing ? "no space to pack %zu bytes at offset %lld" : "not enough data to unpack %zu bytes at offset %lld",
                                layout->size, given), false;
        if (*offset + (int64_t)length < 0)
            return struct_error(thread, "offset %lld out of range for %zu-byte buffer", given, length), false;
        *offset += (int64_t)length;
    }
    if ((int64_t)length - *offset < (int64_t)layout->size)
        return struct_error(thread, "%s requires a buffer of at least %zu bytes for %s %zu bytes at offset %lld (actual buffer size is %zu)",
                            packing ? "pack_into" : "unpack_from", layout->size + (size_t)*offset, packing ? "packing" : "unpacking",
                            layout->size, (long long)*offset, length), false;
    return true;
}

static Value unpack_at(Thread *thread, const Layout *layout, Value buffer, Value offset_value) {
    const char *bytes;
    size_t length;
    int64_t offset;
    if (!value_to_count(thread, offset_value, &offset) || !value_buffer(thread, buffer, &bytes, &length)) return VALUE_ABSENT;
    if (!check_offset(thread, layout, &offset, length, false)) return VALUE_ABSENT;
    return unpack_all(thread, layout, bytes + offset);
}

static bool writable_buffer(Thread *thread, Value buffer, char **bytes, size_t *length) {
    if (value_writable_buffer(thread, buffer, bytes, length)) return true;
    if (!exception_is_set(thread))
        raise_type_error(thread, "argument must be read-write bytes-like object, not %s", value_type_name(thread, buffer));
    return false;
}

static Value pack_at(Thread *thread, const Layout *layout, const Value *values, size_t count) {
    if (count == 0) return struct_error(thread, "pack_into expected buffer argument");
    if (count == 1) return struct_error(thread, "pack_into expected offset argument");
    int64_t offset;
    char *bytes;
    size_t length;
    if (count - 2 != layout->value_count)
        return struct_error(thread, "pack_into expected %zu items for packing (got %zu)", layout->value_count, count - 2);
    if (!writable_buffer(thread, values[0], &bytes, &length) || !value_to_count(thread, values[1], &offset)) return VALUE_ABSENT;
    if (!writable_buffer(thread, values[0], &bytes, &length) || !check_offset(thread, layout, &offset, length, true)) return VALUE_ABSENT;
    Value packed = pack(thread, layout, "pack_into", values + 2, count - 2);
    if (value_is_absent(packed)) return packed;
    /* Making the values may have changed the buffer. */
    bool good = writable_buffer(thread, values[0], &bytes, &length) && check_offset(thread, layout, &offset, length, true);
    if (good && layout->size) memcpy(bytes + offset, ((Bytes *)packed.object)->bytes, layout->size);
    value_release(packed);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- iter_unpack ---- */
typedef struct UnpackIterator {
    Object object;
    Value structure, buffer; /* a Struct */
    size_t at;
} UnpackIterator;

static Value unpack_iterator_next(Thread *thread, Value self) {
    UnpackIterator *iterator = (UnpackIterator *)self.object;
    if (value_is_absent(iterator->structure)) return VALUE_ABSENT;
    const Layout *layout = &((Struct *)iterator->structure.object)->layout;
    const char *bytes;
    size_t length;
    if (!value_buffer(thread, iterator->buffer, &bytes, &length)) return VALUE_ABSENT;
    if (iterator->at + layout->size > length) return VALUE_ABSENT;
    iterator->at += layout->size;
    return unpack_all(thread, layout, bytes + iterator->at - layout->size);
}

static int64_t unpack_iterator_left(Thread *thread, UnpackIterator *iterator) {
    const char *bytes;
    size_t length;
    if (value_is_absent(iterator->structure) || !value_buffer(thread, iterator->buffer, &bytes, &length)) return 0;
    return length < iterator->at ? 0 : (int64_t)((length - iterator->at) / ((Struct *)iterator->structure.object)->layout.size);
}
NATIVE(unpack_iterator_hint) {
    (void)native;
    return value_from_int(unpack_iterator_left(thread, (UnpackIterator *)arguments[0].object));
}

static void unpack_iterator_destroy(Object *self) {
    value_clear(&((UnpackIterator *)self)->structure);
    value_clear(&((UnpackIterator *)self)->buffer);
}
static bool unpack_iterator_visit(Object *self, Visit *visit, void *context) {
    return visit_value(((UnpackIterator *)self)->structure, visit, context) && visit_value(((UnpackIterator *)self)->buffer, visit, context);
}
static const NativeEntry unpack_iterator_methods[] = {{"__length_hint__", "($self, /)", NULL, unpack_iterator_hint, NULL, 0}, {0}};
static const Type unpack_iterator_type = {
    .name = "_struct.unpack_iterator",
    .flags = TYPE_COLLECTED | TYPE_IMMUTABLE | TYPE_NO_CREATE,
    .instance_size = sizeof(UnpackIterator),
    .destroy = unpack_iterator_destroy,
    .visit = unpack_iterator_visit,
    .clear = unpack_iterator_destroy,
    .iterate = iterate_self,
    .next = unpack_iterator_next,
    .methods = unpack_iterator_methods,
};

static Value iterate_unpack(Thread *thread, Value structure, Value buffer) {
    const Layout *layout = &((Struct *)structure.object)->layout;
    const char *bytes;
    size_t length;
    if (layout->size == 0) return struct_error(thread, "cannot iteratively unpack with a struct of length 0");
    if (!value_buffer(thread, buffer, &bytes, &length)) return VALUE_ABSENT;
    if (length % layout->size) return struct_error(thread, "iterative unpacking requires a buffer of a multiple of %zu bytes", layout->size);
    UnpackIterator *iterator = object_new(thread, type_from_template(thread, &unpack_iterator_type));
    if (!iterator) return VALUE_ABSENT;
    iterator->structure = value_retain(structure);
    iterator->buffer = value_retain(buffer);
    return value_from_object(iterator);
}

/* ---- Struct ---- */
static bool struct_initialize(Thread *thread, Value self, const Call *call) {
    Struct *structure = (Struct *)self.object;
    Value format;
    if (!native_match(thread, "Struct", "(format)", call, &format, 1)) return false;
    if (structure->ready) layout_release(&structure->layout);
    structure->ready = true;
    bool good = layout_open(thread, format, &structure->layout);
    if (good) {
        Value text = is_string(format) ? value_retain(format)
                                       : string_decode(thread, ((Bytes *)format.object)->bytes, ((Bytes *)format.object)->length, "ascii", "strict");
        good = !value_is_absent(text);
        value_replace(&structure->format, text);
    }
    value_release(format);
    return good;
}

static Value struct_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Value self = type_create_plain(thread, type);
    if (!value_is_absent(self)) ((Struct *)self.object)->layout.items = ((Struct *)self.object)->layout.space;
    return self;
}

static void struct_destroy(Object *self) {
    layout_release(&((Struct *)self)->layout);
    value_clear(&((Struct *)self)->format);
}

static const Layout *own_layout(const Value *arguments) { return &((Struct *)arguments[0].object)->layout; }
NATIVE(struct_method_pack) {
    (void)native;
    return pack(thread, own_layout(arguments), "pack", value_tuple(arguments[1])->items, value_tuple(arguments[1])->count);
}
NATIVE(struct_method_pack_into) {
    (void)native;
    return pack_at(thread, own_layout(arguments), value_tuple(arguments[1])->items, value_tuple(arguments[1])->count);
}
NATIVE(struct_method_unpack) {
    (void)native;
    return unpack_exactly(thread, own_layout(arguments), arguments[1]);
}
NATIVE(struct_method_unpack_from) {
    (void)native;
    return unpack_at(thread, own_layout(arguments), arguments[1], arguments[2]);
}
NATIVE(struct_method_iter_unpack) {
    (void)native;
    return iterate_unpack(thread, arguments[0], arguments[1]);
}
static Value struct_get_format(Thread *thread, Value self) {
    Struct *structure = (Struct *)self.object;
    return value_is_absent(structure->format) ? raise_attribute_error(thread, self, string_intern(thread, "format")) : value_retain(structure->format);
}
static Value struct_get_size(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)((Struct *)self.object)->layout.size);
}

static const NativeEntry struct_methods[] = {
    {"pack", "($self, /, *values)", "The values as bytes.", struct_method_pack, NULL, 0},
    {"pack_into", "($self, /, *values)", "Write values (behind the buffer and the offset) into a buffer.", struct_method_pack_into, NULL, 0},
    {"unpack", "($self, buffer, /)", "The values of a buffer of the struct's size, as a tuple.", struct_method_unpack, NULL, 0},
    {"unpack_from", "($self, /, buffer, offset=0)", "The values that begin at an offset of a buffer, as a tuple.", struct_method_unpack_from,
     NULL, 0},
    {"iter_unpack", "($self, buffer, /)", "An iterator over the tuples of a buffer that holds many.", struct_method_iter_unpack, NULL, 0},
    {0},
};
static const PropertyEntry struct_properties[] = {
    {"format", struct_get_format, NULL, "The format as a str."},
    {"size", struct_get_size, NULL, "The size in bytes."},
    {0},
};
static const Type struct_type = {
    .name = "_struct.Struct",
    .documentation = "A compiled format.",
    .signature = "(format)",
    .flags = TYPE_BASE,
    .instance_size = sizeof(Struct),
    .weak_offset = offsetof(Struct, weak_references),
    .create = struct_create,
    .initialize = struct_initialize,
    .destroy = struct_destroy,
    .methods = struct_methods,
    .properties = struct_properties,
};

/* ---- the functions ---- */
NATIVE(struct_calcsize) {
    (void)native;
    Layout own;
    const Layout *layout = layout_open(thread, arguments[0], &own);
    Value size = layout ? value_from_int((int64_t)layout->size) : VALUE_ABSENT;
    layout_release(&own);
    return size;
}
NATIVE(struct_pack) {
    (void)native;
    const Tuple *values = value_tuple(arguments[0]);
    Layout own;
    if (!values->count) return raise_type_error(thread, "missing format argument");
    const Layout *layout = layout_open(thread, values->items[0], &own);
    Value result = layout ? pack(thread, layout, "pack", values->items + 1, values->count - 1) : VALUE_ABSENT;
    layout_release(&own);
    return result;
}
NATIVE(struct_pack_into) {
    (void)native;
    const Tuple *values = value_tuple(arguments[0]);
    Layout own;
    if (!values->count) return raise_type_error(thread, "missing format argument");
    const Layout *layout = layout_open(thread, values->items[0], &own);
    Value result = layout ? pack_at(thread, layout, values->items + 1, values->count - 1) : VALUE_ABSENT;
    layout_release(&own);
    return result;
}
NATIVE(struct_unpack) {
    (void)native;
    Layout own;
    const Layout *layout = layout_open(thread, arguments[0], &own);
    Value result = layout ? unpack_exactly(thread, layout, arguments[1]) : VALUE_ABSENT;
    layout_release(&own);
    return result;
}
NATIVE(struct_unpack_from) {
    (void)native;
    Layout own;
    const Layout *layout = layout_open(thread, arguments[0], &own);
    Value result = layout ? unpack_at(thread, layout, arguments[1], arguments[2]) : VALUE_ABSENT;
    layout_release(&own);
    return result;
}
NATIVE(struct_iter_unpack) {
    (void)native;
    Type *type = type_from_template(thread, &struct_type);
    Value structure = type ? value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &type->object}, arguments[0]) : VALUE_ABSENT;
    Value result = value_is_absent(structure) ? structure : iterate_unpack(thread, structure, arguments[1]);
    value_release(structure);
    return result;
}
NATIVE(struct_clear_cache) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

static const NativeEntry struct_functions[] = {
    {"calcsize", "(format, /)", "The size in bytes of what a format describes.", struct_calcsize, NULL, 0},
    {"pack", "(*values)", "Values (behind the format) as bytes.", struct_pack, NULL, 0},
    {"pack_into", "(*values)", "Write values (behind the format, the buffer and the offset) into a buffer.", struct_pack_into, NULL, 0},
    {"unpack", "(format, buffer, /)", "The values of a buffer of the format's size, as a tuple.", struct_unpack, NULL, 0},
    {"unpack_from", "(format, /, buffer, offset=0)", "The values that begin at an offset of a buffer, as a tuple.", struct_unpack_from,
     NULL, 0},
    {"iter_unpack", "(format, buffer, /)", "An iterator over the tuples of a buffer that holds many.", struct_iter_unpack, NULL, 0},
    {"_clearcache", "()", NULL, struct_clear_cache, NULL, 0},
    {0},
};

static bool struct_module_initialize(Thread *thread, Value module) {
    Type *error = type_new_simple(thread, "struct.error", thread_builtins(thread)->exception_Exception, "A format or a value that does not fit.");
    return error && module_add(thread, module, "error", value_from_object(error)) &&
           module_add_type(thread, module, type_from_template(thread, &struct_type));
}

const ModuleEntry library_struct = {
    .name = "struct", .documentation = "Values to bytes and back.", .functions = struct_functions, .initialize = struct_module_initialize};
