/* The value: 16 bytes, a tag and a payload. Ints that fit 64 bits, floats, bools and the singletons are unboxed;
 * everything else is a counted reference to an Object.
 *
 * Conventions, everywhere above arraylib: arguments are borrowed, results are owned by the caller. A function
 * that fails returns VALUE_ABSENT (or NULL, or false) with the exception set in its Thread. */
#ifndef KERNEL_OBJECTS_VALUE_H
#define KERNEL_OBJECTS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Object Object;
typedef struct Type Type;
typedef struct Thread Thread;
typedef struct Interpreter Interpreter;

typedef enum ValueTag {
    TAG_ABSENT, /* no value: a failure, an unset variable, a missing argument */
    TAG_NONE,
    TAG_ELLIPSIS,
    TAG_NOT_IMPLEMENTED,
    TAG_BOOL,  /* integer is 0 or 1 */
    TAG_INT,   /* integer; a value outside int64 is an Object of type int (objects/int.h) */
    TAG_FLOAT, /* number */
    TAG_OBJECT /* object, counted */
} ValueTag;

typedef struct Value {
    uint64_t tag;
    union {
        int64_t integer;
        double number;
        Object *object;
    };
} Value;

/* What every heap object begins with. Collected objects (Type.flags & TYPE_COLLECTED) carry a hidden link for
 * the cycle collector in front of this. */
struct Object {
    size_t references;
    Type *type;
};

#define VALUE_ABSENT ((Value){.tag = TAG_ABSENT, .integer = 0})
#define VALUE_NONE ((Value){.tag = TAG_NONE, .integer = 0})
#define VALUE_ELLIPSIS ((Value){.tag = TAG_ELLIPSIS, .integer = 0})
#define VALUE_NOT_IMPLEMENTED ((Value){.tag = TAG_NOT_IMPLEMENTED, .integer = 0})
#define VALUE_TRUE ((Value){.tag = TAG_BOOL, .integer = 1})
#define VALUE_FALSE ((Value){.tag = TAG_BOOL, .integer = 0})

static inline Value value_from_bool(bool truth) { return (Value){.tag = TAG_BOOL, .integer = truth}; }
static inline Value value_from_int(int64_t integer) { return (Value){.tag = TAG_INT, .integer = integer}; }
/* `number` is known to be no nan, or keeps the identity that it has. */
static inline Value value_from_float(double number) { return (Value){.tag = TAG_FLOAT, .number = number}; }
/* What an operation made: a nan is a new object each time. Its identity lies in its payload (float.c); float_number() and
 * value_to_double() give numbers without it. */
Value value_new_nan(Thread *thread, double nan);
static inline Value value_new_float(Thread *thread, double number) {
    return __builtin_expect(number == number, 1) ? value_from_float(number) : value_new_nan(thread, number);
}
/* Takes over the caller's reference; NULL becomes VALUE_ABSENT. */
static inline Value value_from_object(void *object) {
    return object ? (Value){.tag = TAG_OBJECT, .object = (Object *)object} : VALUE_ABSENT;
}

static inline bool value_is_absent(Value value) { return value.tag == TAG_ABSENT; }
static inline bool value_is_none(Value value) { return value.tag == TAG_NONE; }
static inline bool value_is_object(Value value) { return value.tag == TAG_OBJECT; }
/* The same object, as Python's `is`: singletons, small and large ints and floats by value, nans by identity. */
static inline bool value_is(Value left, Value right) {
    return left.tag == right.tag && left.integer == right.integer;
}

void object_destroy(Object *object); /* called when the last reference goes */

static inline void *object_retain(void *object) {
    ((Object *)object)->references++;
    return object;
}
static inline void object_release(void *object) { /* NULL is fine */
    Object *o = (Object *)object;
    if (o && --o->references == 0) object_destroy(o);
}
static inline Value value_retain(Value value) {
    if (value.tag == TAG_OBJECT) value.object->references++;
    return value;
}
static inline void value_release(Value value) {
    if (value.tag == TAG_OBJECT && --value.object->references == 0) object_destroy(value.object);
}
/* Replace *place, releasing what was there. Takes over `value`. */
static inline void value_replace(Value *place, Value value) {
    Value old = *place;
    *place = value;
    value_release(old);
}

#endif
