#include "arraylib/core/variant.h"

#include "arraylib/core/element.h"
#include "base/memory.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

Variant variant_copy(Variant variant) {
    switch (variant.kind) {
    case VARIANT_STRING:
    case VARIANT_BYTES: variant.text->references++; break;
    case VARIANT_BIG:
        if (variant.digits) variant.digits->references++;
        break;
    case VARIANT_RECORD:
    case VARIANT_ARRAY: variant.array->references++; break;
    case VARIANT_SEQUENCE:
    case VARIANT_SLICE:
    case VARIANT_MAPPING: variant.list->references++; break;
    case VARIANT_CALLABLE: variant.handle->references++; break;
    case VARIANT_OBJECT: variant.object->references++; break;
    default: break;
    }
    return variant;
}

void variant_release(Variant *variant) {
    Variant old = *variant;
    *variant = variant_absent();
    switch (old.kind) {
    case VARIANT_STRING:
    case VARIANT_BYTES:
        if (!--old.text->references) memory_release(old.text);
        break;
    case VARIANT_BIG:
        if (old.digits && !--old.digits->references) memory_release(old.digits);
        break;
    case VARIANT_RECORD:
    case VARIANT_ARRAY: array_release(old.array); break;
    case VARIANT_SEQUENCE:
    case VARIANT_SLICE:
    case VARIANT_MAPPING:
        if (--old.list->references) break;
        for (size_t i = 0; i < old.list->count; i++) variant_release(&old.list->items[i]);
        memory_release(old.list);
        break;
    case VARIANT_CALLABLE:
        handle_release(old.handle);
        break;
    case VARIANT_OBJECT: array_object_release(old.object); break;
    default: break;
    }
}

/* Handles are blocks of one size, of which each thread keeps some: arrays of objects make and drop one for every element. */
enum { HANDLE_ROOM = 16, HANDLES_KEPT = 1 << 14 };
typedef union KeptHandle {
    VariantHandle handle;
    union KeptHandle *next;
} KeptHandle;
static _Thread_local KeptHandle *kept_handles;
static _Thread_local int kept_count;
static _Thread_local bool is_keeping;
static pthread_key_t kept_key;
static pthread_once_t kept_once = PTHREAD_ONCE_INIT;

static void drop_handles(void *first) {
    for (KeptHandle *kept = first, *next; kept; kept = next) {
        next = kept->next;
        memory_release(kept);
    }
}
static void drop_at_end(void *unused) {
    (void)unused;
    drop_handles(kept_handles);
    kept_handles = NULL;
    kept_count = HANDLES_KEPT; /* whatever comes after is not kept */
}
static void make_key(void) { pthread_key_create(&kept_key, drop_at_end); }

static VariantHandle *handle_block(void) {
    KeptHandle *kept = kept_handles;
    if (!kept) return memory_allocate(sizeof(VariantHandle) + HANDLE_ROOM);
    kept_handles = kept->next;
    kept_count--;
    return &kept->handle;
}

static void keep_block(VariantHandle *handle) {
    if (kept_count >= HANDLES_KEPT) {
        memory_release(handle);
        return;
    }
    if (!is_keeping) { /* the thread's first */
        pthread_once(&kept_once, make_key);
        pthread_setspecific(kept_key, &kept_handles);
        is_keeping = true;
    }
    KeptHandle *kept = (KeptHandle *)(void *)handle;
    kept->next = kept_handles;
    kept_handles = kept;
    kept_count++;
}

void handle_release(VariantHandle *handle) {
    if (!handle || --handle->references) return;
    if (handle->release) handle->release(handle->value);
    keep_block(handle);
}

static Variant text_variant(VariantKind kind, const char *bytes, size_t length) {
    VariantText *text = memory_allocate(sizeof *text + length + 1);
    if (!text) return variant_absent();
    text->references = 1;
    text->length = length;
    if (length) memcpy(text->bytes, bytes, length);
    text->bytes[length] = '\0';
    return (Variant){.kind = kind, .text = text};
}

Variant variant_string(const char *bytes, size_t length) { return text_variant(VARIANT_STRING, bytes, length); }
Variant variant_bytes(const char *bytes, size_t length) { return text_variant(VARIANT_BYTES, bytes, length); }
Variant variant_big(double nearest, const char *digits, size_t length) {
    Variant text = text_variant(VARIANT_STRING, digits, length);
    if (text.kind == VARIANT_ABSENT) return text;
    return (Variant){.kind = VARIANT_BIG, .nearest = nearest, .digits = text.text};
}

Variant variant_array(Array *owned) {
    return owned ? (Variant){.kind = VARIANT_ARRAY, .array = owned} : variant_absent();
}

Variant variant_object(ArrayObject *owned) {
    return owned ? (Variant){.kind = VARIANT_OBJECT, .object = owned} : variant_absent();
}

Variant variant_scalar(const Dtype *dtype, const void *bytes) {
    if (dtype_is_flexible(dtype) && !dtype_is_date(dtype)) return element_load(dtype, bytes);
    Variant variant = {.kind = VARIANT_SCALAR, .dtype = dtype};
    memcpy(variant.scalar, bytes, (size_t)dtype->item_size);
    return variant;
}

Variant variant_scalar_double(double number) { return variant_scalar(DTYPE(FLOAT64), &number); }
Variant variant_scalar_integer(int64_t number) { return variant_scalar(DTYPE(INT64), &number); }
Variant variant_scalar_bool(bool truth) {
    uint8_t byte = truth;
    return variant_scalar(DTYPE(BOOL), &byte);
}

Variant variant_handle(VariantKind kind, void *value, void (*release)(void *value)) {
    VariantHandle *handle = handle_block();
    if (!handle) return variant_absent();
    *handle = (VariantHandle){1, value, release};
    return (Variant){.kind = kind, .handle = handle};
}

VariantHandle *handle_create(const void *value, size_t size, void (*release)(void *value)) {
    VariantHandle *handle = size <= HANDLE_ROOM ? handle_block() : NULL;
    if (!handle) return NULL;
    *handle = (VariantHandle){1, handle + 1, release};
    if (size == HANDLE_ROOM) memcpy(handle + 1, value, HANDLE_ROOM); /* of a known size: one move */
    else memcpy(handle + 1, value, size);
    return handle;
}

Variant variant_list(size_t count, bool is_tuple) {
    if (count > (SIZE_MAX - sizeof(VariantList)) / sizeof(Variant)) return variant_absent();
    VariantList *list = memory_allocate_zeroed(1, sizeof *list + count * sizeof(Variant));
    if (!list) return variant_absent();
    list->references = 1;
    list->count = count;
    list->is_tuple = is_tuple;
    list->items = (Variant *)(list + 1);
    return (Variant){.kind = VARIANT_SEQUENCE, .list = list}; /* zeroed items are ABSENT */
}

Variant variant_slice(Variant start, Variant stop, Variant step) {
    Variant slice = variant_list(3, true);
    if (slice.kind == VARIANT_ABSENT) return slice;
    slice.kind = VARIANT_SLICE;
    slice.list->items[0] = start;
    slice.list->items[1] = stop;
    slice.list->items[2] = step;
    return slice;
}

ArrayObject *array_object_retain(ArrayObject *object) {
    if (object) object->references++;
    return object;
}

void array_object_release(ArrayObject *object) {
    if (object && !--object->references) object->type->release(object);
}

bool variant_is_number(Variant variant) {
    return (variant.kind >= VARIANT_BOOL && variant.kind <= VARIANT_COMPLEX) || variant.kind == VARIANT_SCALAR;
}

bool variant_is_integral(Variant variant) {
    if (variant.kind == VARIANT_SCALAR) return dtype_is_integer(variant.dtype) || variant.dtype->kind == 'b';
    return variant.kind >= VARIANT_BOOL && variant.kind <= VARIANT_UNSIGNED;
}

Complex128 variant_to_complex(Variant number) {
    switch (number.kind) {
    case VARIANT_BOOL:
    case VARIANT_INTEGER: return (Complex128){(double)number.integer, 0};
    case VARIANT_UNSIGNED: return (Complex128){(double)number.unsigned_integer, 0};
    case VARIANT_BIG:
    case VARIANT_FLOAT: return (Complex128){number.real, 0};
    case VARIANT_COMPLEX: return (Complex128){number.real, number.imaginary};
    case VARIANT_SCALAR: {
        if (dtype_is_flexible(number.dtype)) return (Complex128){(double)number.integer, 0}; /* dates */
        Variant plain = scalar_to_variant(number.dtype, number.scalar);
        return variant_to_complex(plain);
    }
    default: return (Complex128){0, 0};
    }
}

double variant_to_double(Variant number) { return variant_to_complex(number).real; }

int64_t variant_to_integer(Variant number) {
    if (number.kind == VARIANT_SCALAR && dtype_is_flexible(number.dtype)) return number.integer; /* dates */
    if (number.kind == VARIANT_SCALAR) number = scalar_to_variant(number.dtype, number.scalar);
    switch (number.kind) {
    case VARIANT_BOOL:
    case VARIANT_INTEGER: return number.integer;
    case VARIANT_UNSIGNED: return INT64_MAX;
    case VARIANT_BIG:
    case VARIANT_FLOAT:
    case VARIANT_COMPLEX:
        if (isnan(number.real)) return 0;
        return number.real >= 0x1p63 ? INT64_MAX : number.real <= -0x1p63 ? INT64_MIN : (int64_t)number.real;
    default: return 0;
    }
}

#define INTEGER_CASE(NAME, type)                                                                             \
    case DTYPE_##NAME: {                                                                                     \
        type number;                                                                                         \
        memcpy(&number, bytes, sizeof number);                                                               \
        return variant_integer(number);                                                                      \
    }

Variant scalar_to_variant(const Dtype *dtype, const void *bytes) {
    switch (dtype->number) {
    case DTYPE_BOOL: return variant_bool(*(const uint8_t *)bytes != 0);
        INTEGER_CASE(INT8, int8_t)
        INTEGER_CASE(UINT8, uint8_t)
        INTEGER_CASE(INT16, int16_t)
        INTEGER_CASE(UINT16, uint16_t)
        INTEGER_CASE(INT32, int32_t)
        INTEGER_CASE(UINT32, uint32_t)
        INTEGER_CASE(INT64, int64_t)
    case DTYPE_UINT64: {
        uint64_t number;
        memcpy(&number, bytes, sizeof number);
        if (number <= INT64_MAX) return variant_integer((int64_t)number);
        return (Variant){.kind = VARIANT_UNSIGNED, .unsigned_integer = number};
    }
    case DTYPE_FLOAT16: {
        float16_bits half;
        memcpy(&half, bytes, sizeof half);
        return variant_float(float16_to_float(half));
    }
    case DTYPE_FLOAT32: {
        float number;
        memcpy(&number, bytes, sizeof number);
        return variant_float(number);
    }
    case DTYPE_FLOAT64: {
        double number;
        memcpy(&number, bytes, sizeof number);
        return variant_float(number);
    }
    case DTYPE_COMPLEX64: {
        Complex64 number;
        memcpy(&number, bytes, sizeof number);
        return variant_complex(number.real, number.imaginary);
    }
    case DTYPE_COMPLEX128: {
        Complex128 number;
        memcpy(&number, bytes, sizeof number);
        return variant_complex(number.real, number.imaginary);
    }
    case DTYPE_DATETIME:
    case DTYPE_TIMEDELTA: return variant_scalar(dtype, bytes);
    default: {
        Variant value = element_load(dtype, bytes);
        element_make_plain(&value);
        return value;
    }
    }
}

const char *variant_type_name(Variant variant) {
    switch (variant.kind) {
    case VARIANT_NONE: return "NoneType";
    case VARIANT_BOOL: return "bool";
    case VARIANT_INTEGER:
    case VARIANT_UNSIGNED:
    case VARIANT_BIG: return "int";
    case VARIANT_FLOAT: return "float";
    case VARIANT_COMPLEX: return "complex";
    case VARIANT_STRING: return "str";
    case VARIANT_BYTES: return "bytes";
    case VARIANT_ARRAY: return "numpy.ndarray";
    case VARIANT_SCALAR: return variant.dtype->kind == 'M' ? "numpy.datetime64" : variant.dtype->kind == 'm' ? "numpy.timedelta64" : variant.dtype->name;
    case VARIANT_RECORD: return "numpy.void";
    case VARIANT_DTYPE: return "dtype";
    case VARIANT_SEQUENCE: return variant.list->is_tuple ? "tuple" : "list";
    case VARIANT_SLICE: return "slice";
    case VARIANT_ELLIPSIS: return "ellipsis";
    case VARIANT_MAPPING: return "dict";
    case VARIANT_CALLABLE: return "function";
    case VARIANT_OBJECT: return variant.object->type->path;
    case VARIANT_OPERATOR: return "numpy.ufunc";
    default: return "object";
    }
}
