/* Types and the generic protocol over values: what the VM and every library function use to act on "any" value.
 *
 * A Type is an object with a table of slots (function pointers). Built-in types fill the slots they have in C.
 * A class statement fills them with functions that look the special method up and call it (objects/type.c,
 * one X-macro table pairs each slot with its dunder name; the same table gives built-in types their
 * `int.__add__` wrappers). A missing slot is NULL; inherited slots are copied down when a type is made ready. */
#ifndef KERNEL_OBJECTS_OBJECT_H
#define KERNEL_OBJECTS_OBJECT_H

#include "kernel/objects/core/value.h"

typedef struct Dict Dict;
typedef struct Tuple Tuple;
typedef struct List List;
typedef struct String String;
typedef struct Native Native;

/* A call as it travels: positional values first, then the keyword values in the order of `names`. All borrowed. */
typedef struct Call {
    const Value *values;  /* positional_count positional ones, then one for each name */
    size_t positional_count;
    Tuple *names;         /* tuple of interned str, or NULL when there are no keywords */
} Call;

typedef enum Comparison { COMPARE_LT, COMPARE_LE, COMPARE_EQ, COMPARE_NE, COMPARE_GT, COMPARE_GE } Comparison;

/* name, dunder, reflected dunder, in-place dunder, symbol */
#define BINARY_OPERATORS(X)                                             \
    X(ADD, "__add__", "__radd__", "__iadd__", "+")                      \
    X(SUBTRACT, "__sub__", "__rsub__", "__isub__", "-")                 \
    X(MULTIPLY, "__mul__", "__rmul__", "__imul__", "*")                 \
    X(MATRIX_MULTIPLY, "__matmul__", "__rmatmul__", "__imatmul__", "@") \
    X(TRUE_DIVIDE, "__truediv__", "__rtruediv__", "__itruediv__", "/")  \
    X(FLOOR_DIVIDE, "__floordiv__", "__rfloordiv__", "__ifloordiv__", "//") \
    X(REMAINDER, "__mod__", "__rmod__", "__imod__", "%")                \
    X(POWER, "__pow__", "__rpow__", "__ipow__", "** or pow()")          \
    X(LEFT_SHIFT, "__lshift__", "__rlshift__", "__ilshift__", "<<")     \
    X(RIGHT_SHIFT, "__rshift__", "__rrshift__", "__irshift__", ">>")    \
    X(AND, "__and__", "__rand__", "__iand__", "&")                      \
    X(XOR, "__xor__", "__rxor__", "__ixor__", "^")                      \
    X(OR, "__or__", "__ror__", "__ior__", "|")                          \
    X(DIVMOD, "__divmod__", "__rdivmod__", NULL, "divmod()")

typedef enum BinaryOperator {
#define X(name, dunder, reflected, in_place, symbol) BINARY_##name,
    BINARY_OPERATORS(X)
#undef X
        BINARY_OPERATOR_COUNT
} BinaryOperator;

#define UNARY_OPERATORS(X)           \
    X(NEGATIVE, "__neg__", "-")      \
    X(POSITIVE, "__pos__", "+")      \
    X(INVERT, "__invert__", "~")     \
    X(ABSOLUTE, "__abs__", "abs()")

typedef enum UnaryOperator {
#define X(name, dunder, symbol) UNARY_##name,
    UNARY_OPERATORS(X)
#undef X
        UNARY_OPERATOR_COUNT
} UnaryOperator;

/* Both operands as written. `self` of the slot's owner may be on either side (as CPython's nb_ slots): a slot
 * checks both and returns VALUE_NOT_IMPLEMENTED for what it does not know. */
typedef Value BinarySlot(Thread *thread, Value left, Value right);
typedef Value UnarySlot(Thread *thread, Value self);
typedef bool Visit(Object *object, void *context); /* for the cycle collector; returns false to stop */

enum TypeFlags {
    TYPE_COLLECTED = 1 << 0, /* instances take part in cycle collection */
    TYPE_BASE = 1 << 1,      /* may be subclassed */
    TYPE_HEAP = 1 << 2,      /* made by a class statement or type() */
    TYPE_EXCEPTION = 1 << 3, /* subclass of BaseException */
    TYPE_SEQUENCE = 1 << 4,  /* matches sequence patterns */
    TYPE_MAPPING = 1 << 5,   /* matches mapping patterns */
    TYPE_IMMUTABLE = 1 << 6, /* attributes of the type cannot be set */
    TYPE_READY = 1 << 7,
    TYPE_ABSTRACT = 1 << 8, /* has abstract methods left */
    TYPE_INT = 1 << 9,
    TYPE_FLOAT = 1 << 10,
    TYPE_STRING = 1 << 11,
    TYPE_BYTES = 1 << 12,
    TYPE_LIST = 1 << 13,
    TYPE_TUPLE = 1 << 14,
    TYPE_DICT = 1 << 15,
    TYPE_TYPE = 1 << 16,   /* fast subclass checks */
    TYPE_METHOD = 1 << 17, /* instances found in a class are called with self in front, not bound first */
    TYPE_VARIABLE =
        1 << 18, /* instances have a tail (str, bytes, tuple): members of subclasses lie in front of them */
    TYPE_PREFIXED = 1 << 19,  /* attributes and weak references lie in front of the object: see gc.c */
    TYPE_NO_CREATE = 1 << 20, /* calling the type is a TypeError */
    TYPE_FIELDS = 1 << 21,    /* attributes of instances may lie in Fields instead of a dict (fields.h) */
    TYPE_LIGHT = 1 << 22, /* set when ready: no attributes, weak references, finalizer or class to count */
    TYPE_OWN_TRUTH = 1 << 24, /* what has a length is not true by it: there is a __bool__ */
    TYPE_SHORT_NAME = 1 << 23 /* messages name it without its module, as classes of a class statement */
};

struct LentMemory; /* containers.h */

struct Type {
    Object object;
    const char *name;          /* "list", "datetime.date": as tp_name; __name__ is what follows the last dot */
    const char *documentation; /* __doc__, may be NULL; "name(signature)\n--\n\n..." lines are not used: see signature */
    const char *signature;     /* of the constructor, "(x=0, /)", or NULL */
    Type *base;                /* first base; NULL for object */
    uint32_t flags;
    size_t instance_size;
    size_t attributes_offset;  /* of the instance's `Dict *` (made when first needed), 0: none */
    size_t weak_offset;        /* of the instance's weak reference list, 0: none */
    size_t prefix_slots;       /* how many members lie in front of an instance with a tail (TYPE_PREFIXED) */

    /* life */
    Value (*create)(Thread *thread, Type *type, const Call *call);             /* __new__ */
    bool (*initialize)(Thread *thread, Value self, const Call *call);          /* __init__ */
    void (*destroy)(Object *self); /* releases what the instance holds, not the memory itself */
    bool (*visit)(Object *self, Visit *visit, void *context);
    void (*clear)(Object *self);   /* drops references that can be part of a cycle */
    bool (*finalize)(Thread *thread, Value self); /* __del__ */

    /* behaviour; every one may be NULL */
    Value (*repr)(Thread *thread, Value self);
    Value (*str)(Thread *thread, Value self);
    Value (*format)(Thread *thread, Value self, Value specification);
    bool (*hash)(Thread *thread, Value self, int64_t *hash); /* NULL after ready: unhashable */
    int (*truth)(Thread *thread, Value self);                /* 1, 0, or -1 on error */
    int64_t (*length)(Thread *thread, Value self);           /* -1 on error */
    Value (*compare)(Thread *thread, Value left, Value right, Comparison comparison); /* left is self */
    Value (*call)(Thread *thread, Value self, const Call *call);
    Value (*iterate)(Thread *thread, Value self);
    Value (*next)(Thread *thread, Value self); /* VALUE_ABSENT without an exception, or with a StopIteration: exhausted */
    int (*contains)(Thread *thread, Value self, Value item);
    Value (*get_item)(Thread *thread, Value self, Value key);
    bool (*set_item)(Thread *thread, Value self, Value key, Value value); /* value absent: delete */
    /* self[i, j] of indexes that no tuple holds yet; a class that is derived does not have them. Absent without an exception,
     * and 0: the way of the tuple. 1: stored, -1: an exception. */
    Value (*get_element)(Thread *thread, Value self, const Value *indexes, size_t count);
    int (*set_element)(Thread *thread, Value self, const Value *indexes, size_t count, Value value);
    Value (*get_attribute)(Thread *thread, Value self, String *name);     /* NULL: generic lookup */
    bool (*set_attribute)(Thread *thread, Value self, String *name, Value value); /* value absent: delete */
    Value (*descriptor_get)(Thread *thread, Value self, Value instance, Value owner); /* instance may be absent */
    bool (*descriptor_set)(Thread *thread, Value self, Value instance, Value value);  /* value absent: delete */
    Value (*to_int)(Thread *thread, Value self);   /* __int__ */
    Value (*to_float)(Thread *thread, Value self); /* __float__ */
    Value (*to_index)(Thread *thread, Value self); /* __index__ */
    Value (*await)(Thread *thread, Value self);
    Value (*buffer)(Thread *thread, Value self); /* the bytes or bytearray that holds the contents, borrowed */
    /* The memory of an array's elements. `lasting`: for longer than this call, kept by `keeper`. */
    bool (*lend_memory)(Thread *thread, Value self, bool lasting, struct LentMemory *memory);
    BinarySlot *binary[BINARY_OPERATOR_COUNT];
    BinarySlot *in_place[BINARY_OPERATOR_COUNT];
    UnarySlot *unary[UNARY_OPERATOR_COUNT];

    /* members of built-in types: tables that end with a NULL name; entered into `attributes` by type_ready */
    const struct NativeEntry *methods;
    const struct PropertyEntry *properties;

    /* filled when ready */
    Dict *attributes;   /* __dict__ of the type, NULL until first needed: ask type_attributes (type.h) */
    Tuple *bases;
    Tuple *order;       /* the MRO */
    uint32_t version;   /* changes whenever a lookup through the type could; for inline caches. 0: uncacheable */
    Value module;       /* __module__ as str, or absent for builtins */
    String *qualified_name;
    Type **subclasses;  /* not counted: a subclass takes itself out when it goes */
    size_t subclass_count;
    Interpreter *interpreter;
    String *name_object; /* of a class statement: holds `name` */
    struct WeakReference *weak_references;
    Tuple *slot_names;  /* __slots__ of this class, or NULL; their Values begin at slots_offset */
    size_t slots_offset, slot_count;
    String **field_names;    /* interned; of the attributes of instances, see fields.h; room for FIELDS_MOST, or NULL */
    uint32_t field_count;
    const Type *origin; /* the static template that a built-in type was copied from; NULL for class statements */
};

/* ---- the native-function ABI --------------------------------------------------------------------------
 * A native function has a signature in Python's own syntax. The call's arguments are matched against it (TypeErrors
 * in CPython's wording) and arrive in `arguments`, one for each parameter in the order of the signature: a missing
 * optional one as its default (literals: None, True, False, numbers, strings, (), Ellipsis; any other default
 * text arrives as VALUE_ABSENT), *args as a tuple, **kwargs as a dict. Methods get self as arguments[0]
 * (write it in the signature: "($self, item, /)"). The same string serves help(), inspection and completion. */
typedef Value NativeCode(Thread *thread, const Native *native, const Value *arguments);

typedef struct NativeEntry {
    const char *name;
    const char *signature;
    const char *documentation;
    NativeCode *code;
    const void *data; /* for code shared by several functions: native->entry->data */
    uint32_t flags;   /* NATIVE_STATIC, NATIVE_CLASS for methods; NATIVE_RAW, NATIVE_PARSED */
} NativeEntry;
enum {
    NATIVE_STATIC = 1,
    NATIVE_CLASS = 2,
    NATIVE_QUICK = 128, /* see native.h, too */
    NATIVE_RAW = 4,    /* see native.h, both */
    NATIVE_PARSED = 8, /* a wrong number of arguments is told as by functions that parse a tuple of them */
    NATIVE_STACK = 32, /* as by those that count positional arguments apart: "sorted expected 1 argument, got 0" */
    NATIVE_ROOM = 1 << 16, /* this and the bits above mean what the function's own room says */
};

typedef struct PropertyEntry {
    const char *name;
    Value (*get)(Thread *thread, Value self);
    bool (*set)(Thread *thread, Value self, Value value); /* NULL: read-only; value absent: delete */
    const char *documentation;
} PropertyEntry;

#define NATIVE(name) static Value name(Thread *thread, const Native *native, const Value *arguments)
/* For code that does not look at the Native itself: first line of a body, silences the warning. */
#define NATIVE_UNUSED ((void)thread, (void)native, (void)arguments)

/* ---- types ---- */
bool type_ready(Thread *thread, Type *type); /* idempotent; readies the base first */
bool type_is_subtype(const Type *type, const Type *base);
/* An instance of the built-in type made from this template, or of a subclass: a walk along `base`, no lookup. */
static inline bool type_has_origin(const Type *type, const Type *type_template) { /* or is derived from one that has */
    while (type && type->origin != type_template) type = type->base;
    return type;
}
static inline bool value_has_type(Value value, const Type *type_template) {
    return value.tag == TAG_OBJECT && type_has_origin(value.object->type, type_template);
}
Type *type_of_unboxed(Interpreter *interpreter, Value value); /* bool, int, float, NoneType ... */
static inline Type *type_of(Interpreter *interpreter, Value value) { /* borrowed */
    return value.tag == TAG_OBJECT ? value.object->type : type_of_unboxed(interpreter, value);
}
Value type_lookup(Type *type, String *name); /* along the MRO; borrowed; absent when there is none, no exception */
/* Make a class, as type(name, bases, attributes) does. */
Value type_new(Thread *thread, Type *metatype, String *name, Tuple *bases, Dict *attributes);
/* Shorthand for an exception class and the like: module-qualified name, one base, no attributes. */
Type *type_new_simple(Thread *thread, const char *qualified_name, Type *base, const char *documentation);
const char *type_short_name(const Type *type); /* what follows the last dot */
void type_modified(Type *type);                /* after a change of attributes: new version, subclasses too */

/* ---- objects ---- */
void *object_new(Thread *thread, Type *type);             /* zeroed instance_size bytes, one reference */
void *object_new_sized(Thread *thread, Type *type, size_t size); /* for types with a tail */
static inline bool value_is_instance_of_exactly(Value value, const Type *type) {
    return value.tag == TAG_OBJECT && value.object->type == type;
}
bool value_is_instance(Interpreter *interpreter, Value value, const Type *type); /* by the MRO only */

/* ---- the protocol (objects/protocol.c). int results: 1, 0, -1 on error ---- */
Value value_repr(Thread *thread, Value value); /* str */
Value value_str(Thread *thread, Value value);
Value value_ascii(Thread *thread, Value value);
Value value_format(Thread *thread, Value value, Value specification);
int value_truth(Thread *thread, Value value);
bool value_hash(Thread *thread, Value value, int64_t *hash);
int value_equal(Thread *thread, Value left, Value right); /* identity, then == and its truth */
Value value_compare(Thread *thread, Value left, Value right, Comparison comparison);
int value_compare_truth(Thread *thread, Value left, Value right, Comparison comparison);
Value value_binary(Thread *thread, BinaryOperator operator, Value left, Value right);
Value value_in_place(Thread *thread, BinaryOperator operator, Value left, Value right);
Value value_unary(Thread *thread, UnaryOperator operator, Value value);
Value value_power(Thread *thread, Value base, Value exponent, Value modulus); /* modulus may be none */
int64_t value_length(Thread *thread, Value value); /* -1 on error */
int value_contains(Thread *thread, Value container, Value item);
Value value_get_item(Thread *thread, Value container, Value key);
bool value_set_item(Thread *thread, Value container, Value key, Value value);
bool value_delete_item(Thread *thread, Value container, Value key);
Value value_get_attribute(Thread *thread, Value value, String *name);
Value value_get_attribute_c(Thread *thread, Value value, const char *name);
/* Absent without an exception when there is no such attribute (AttributeError swallowed). */
Value value_find_attribute(Thread *thread, Value value, String *name);
Value value_find_attribute_c(Thread *thread, Value value, const char *name);
bool value_set_attribute(Thread *thread, Value value, String *name, Value attribute);
bool value_set_attribute_c(Thread *thread, Value value, const char *name, Value attribute);
bool value_delete_attribute(Thread *thread, Value value, String *name);
Value object_get_attribute_generic(Thread *thread, Value self, String *name); /* object.__getattribute__ */
bool object_set_attribute_generic(Thread *thread, Value self, String *name, Value value);
/* A special method through the type, bound as needed: *method owned; *self_first: call with self in front. */
bool value_find_special(Thread *thread, Value self, String *name, Value *method, bool *self_first);
Value value_iterate(Thread *thread, Value value);
Value value_next(Thread *thread, Value iterator); /* absent and no exception: exhausted */
Value value_advance(Thread *thread, Value iterator); /* the same, but a StopIteration of the end stays: for who passes it on */
void iteration_ended(Thread *thread); /* what a next slot gave is absent: if a StopIteration is set, it is cleared */
Value value_call(Thread *thread, Value callable, const Call *call);
Value value_call_values(Thread *thread, Value callable, const Value *values, size_t count);
Value value_call_none(Thread *thread, Value callable);
Value value_call_one(Thread *thread, Value callable, Value argument);
Value value_call_two(Thread *thread, Value callable, Value first, Value second);
Value value_identity(Thread *thread, Value value); /* id(value) */
Value value_call_unpacked(Thread *thread, Value callable, Tuple *positional, Dict *keywords); /* keywords may be NULL */
Value value_call_method(Thread *thread, Value self, const char *name, const Value *values, size_t count);
int value_is_instance_of(Thread *thread, Value value, Value class_or_tuple); /* isinstance() */
int value_is_subclass_of(Thread *thread, Value class_value, Value class_or_tuple);
bool value_is_callable(Interpreter *interpreter, Value value);
/* Numbers out of any value, with Python's TypeErrors and OverflowErrors. */
Value value_index(Thread *thread, Value value);                       /* the int behind __index__ */
bool value_to_int64(Thread *thread, Value value, int64_t *integer);   /* by __index__ */
bool value_to_size(Thread *thread, Value value, int64_t *size);       /* same; IndexError wording on overflow */
bool value_to_double(Thread *thread, Value value, double *number);    /* float, int, __float__, __index__ */
bool value_ask_double(Thread *thread, Value value, double *number); /* as float() does: __float__ of derived floats, too */
bool value_is_int(Value value);    /* int or bool or subclass, boxed or not */
bool value_is_float(Value value);  /* float or subclass */
bool value_is_string(Value value); /* str or subclass */

#endif
