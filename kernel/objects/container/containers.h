/* The containers and strings, as C code uses them. Each type's own header (string.h, list.h, ...) has more. */
#ifndef KERNEL_OBJECTS_CONTAINERS_H
#define KERNEL_OBJECTS_CONTAINERS_H

#include "kernel/objects/core/object.h"

/* ---- str: UTF-8, hash cached, an ASCII flag. Lone surrogates are kept in their three-byte form. ---- */
struct String {
    Object object;
    int64_t hash;        /* -1: not computed yet */
    size_t length;       /* bytes */
    size_t count;        /* code points */
    bool is_ascii;
    bool is_interned : 1;
    bool is_permanent : 1; /* interned by string_intern: lives as long as the interpreter */
    char bytes[];        /* NUL-terminated */
};
Value string_new(Thread *thread, const char *bytes, size_t length); /* valid UTF-8 */
Value string_from_c(Thread *thread, const char *string);
Value string_format(Thread *thread, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The one string of a text: names compare by address. A name that is written in C, borrowed: it lives as long as the
 * interpreter. Any other text must go through the three below, whose results are owned and end with their last reference. */
String *string_intern(Thread *thread, const char *string);
String *string_intern_bytes(Thread *thread, const char *bytes, size_t length);
String *string_intern_text(Thread *thread, const char *text);
String *string_intern_object(Thread *thread, String *string);
static inline String *value_string(Value value) { return (String *)value.object; }
static inline const char *value_c_string(Value value) { return ((String *)value.object)->bytes; }
bool string_equals_c(const String *string, const char *text);
bool string_is_identifier(const String *text);
bool string_equals(const String *left, const String *right);

/* ---- tuple ---- */
struct Tuple {
    Object object;
    size_t count;
    Value items[];
};
Value tuple_new(Thread *thread, size_t count);                         /* items absent: fill them at once */
Value tuple_from_values(Thread *thread, const Value *values, size_t count); /* retains each */
Value tuple_from_owned(Thread *thread, const Value *values, size_t count);  /* takes them over, also on failure */
Value tuple_from_iterable(Thread *thread, Value iterable);
static inline Tuple *value_tuple(Value value) { return (Tuple *)value.object; }
bool value_is_tuple(Value value); /* or a subclass */

/* ---- list ---- */
struct List {
    Object object;
    size_t count, capacity;
    Value *items;
};
Value list_new(Thread *thread);
Value list_from_values(Thread *thread, const Value *values, size_t count); /* retains each */
Value list_from_iterable(Thread *thread, Value iterable);
bool list_append(Thread *thread, List *list, Value item); /* retains */
bool list_append_owned(Thread *thread, List *list, Value item); /* takes over, also on failure; absent: fails */
static inline List *value_list(Value value) { return (List *)value.object; }
bool value_is_list(Value value);

/* ---- dict: insertion order, keys compared by hash and equality ---- */
Value dict_new(Thread *thread);
/* Borrowed; absent without an exception when there is none, with one when hash or == failed. */
Value dict_get(Thread *thread, Dict *dict, Value key);
Value dict_get_string(Dict *dict, String *key); /* never fails */
Value dict_get_c(Thread *thread, Dict *dict, const char *key);
bool dict_set(Thread *thread, Dict *dict, Value key, Value value); /* retains both */
bool dict_set_string(Thread *thread, Dict *dict, String *key, Value value);
bool dict_set_c(Thread *thread, Dict *dict, const char *key, Value value);
bool dict_set_c_owned(Thread *thread, Dict *dict, const char *key, Value value); /* takes over, also on failure */
int dict_remove(Thread *thread, Dict *dict, Value key); /* 1 removed, 0 absent, -1 error */
int64_t dict_count(const Dict *dict);
/* for (size_t at = 0; dict_next(dict, &at, &key, &value);) -- borrowed */
bool dict_next(const Dict *dict, size_t *at, Value *key, Value *value);
Value dict_copy(Thread *thread, Dict *dict);
/* A plain dict of a dict's items: those that keys() and [] of a derived class tell, if it iterates in its own way. */
Value dict_plain_copy(Thread *thread, Value dict);
bool dict_update(Thread *thread, Dict *dict, Value mapping);
void dict_clear(Dict *dict);
static inline Dict *value_dict(Value value) { return (Dict *)value.object; }
bool value_is_dict(Value value);

/* ---- set and frozenset ---- */
Value set_new(Thread *thread, bool frozen);
bool set_add(Thread *thread, Value set, Value item);
int set_contains(Thread *thread, Value set, Value item);
bool set_next(Value set, size_t *at, Value *item); /* borrowed */
bool value_is_set(Value value);                    /* either */

/* ---- bytes ---- */
typedef struct Bytes {
    Object object;
    int64_t hash;
    size_t length;
    char bytes[];
} Bytes;
Value bytes_new(Thread *thread, const void *bytes, size_t length);
bool value_is_bytes(Value value);
/* The bytes of a bytes, bytearray, memoryview or str-free buffer; borrowed while the object is unchanged. */
bool value_buffer(Thread *thread, Value value, const char **bytes, size_t *length);
/* Those that may be written to; false, mostly without an exception, for anything else. */
bool value_writable_buffer(Thread *thread, Value value, char **bytes, size_t *length);
/* The bytes or bytearray behind an object of another type, borrowed; absent without an exception when there is none. */
Value buffer_store(Thread *thread, Value value);
/* What Type.lend_memory tells. */
typedef struct LentMemory {
    char *first;                    /* element */
    const int64_t *shape, *strides; /* borrowed; strides in bytes */
    int dimensions;
    char format;                    /* as in struct; 'F' and 'D' for two floats and two doubles, a complex number */
    char spelled[24];               /* format '*': as it is told, for elements of other kinds: "3w", "2s", ">i" */
    size_t item_size;               /* of those */
    bool read_only;
    Value keeper;                   /* owned, absent unless lasting: the memory lives as long */
} LentMemory;
/* 1: there it is, 0: the value has none to lend, -1: an exception. */
int value_lend_memory(Thread *thread, Value value, bool lasting, LentMemory *memory);

/* ---- numbers that do not fit in a Value ---- */
Value int_from_text(Thread *thread, const char *digits, size_t length, int base); /* ValueError as int() */
Value int_from_uint64(Thread *thread, uint64_t integer);
Value int_from_double(Thread *thread, double number); /* truncated; OverflowError, ValueError */
bool int_to_uint64(Value value, uint64_t *integer);   /* no exception; false when outside */
Value complex_new(Thread *thread, double real, double imaginary);
bool value_is_complex(Value value);
bool value_to_complex(Thread *thread, Value value, double *real, double *imaginary);
bool value_to_own_complex(Thread *thread, Value value, double *real, double *imaginary); /* asks no derived float or complex */

/* ---- slices ---- */
typedef struct Slice {
    Object object;
    Value start, stop, step;
} Slice;
Value slice_new(Thread *thread, Value start, Value stop, Value step);
bool value_is_slice(Value value);
/* start, stop, step clipped for `length`, and the number of items. */
bool slice_resolve(Thread *thread, const Slice *slice, int64_t length, int64_t *start, int64_t *stop,
                   int64_t *step, int64_t *count);

#endif
