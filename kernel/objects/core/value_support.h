/* Small helpers that the files of the concrete types share. */
#ifndef KERNEL_OBJECTS_VALUE_SUPPORT_H
#define KERNEL_OBJECTS_VALUE_SUPPORT_H

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/core/object.h"
#include "kernel/objects/core/type.h"

/* The checks by flag, without a call. */
static inline bool value_has_flag(Value value, uint32_t flag) {
    return value.tag == TAG_OBJECT && (value.object->type->flags & flag);
}
static inline bool is_int(Value value) {
    return value.tag == TAG_INT || value.tag == TAG_BOOL || value_has_flag(value, TYPE_INT);
}
static inline bool is_float(Value value) { return value.tag == TAG_FLOAT || value_has_flag(value, TYPE_FLOAT); }
static inline bool is_string(Value value) { return value_has_flag(value, TYPE_STRING); }
static inline bool is_tuple(Value value) { return value_has_flag(value, TYPE_TUPLE); }
static inline bool is_list(Value value) { return value_has_flag(value, TYPE_LIST); }
static inline bool is_dict(Value value) { return value_has_flag(value, TYPE_DICT); }
static inline bool is_bytes(Value value) { return value_has_flag(value, TYPE_BYTES); }
static inline bool is_complex(Value value) { return value_has_type(value, &complex_type_template); }
/* The type's name as messages about one argument show it: None stands for itself. */
static inline const char *argument_type_name(Thread *thread, Value value) {
    return value.tag == TAG_NONE ? "None" : value_type_name(thread, value);
}
/* A size that is no index: OverflowError when it does not fit. */
bool value_to_count(Thread *thread, Value value, int64_t *count);
/* What CPython keeps in an int of C: OverflowError when it does not fit. */
bool value_to_c_int(Thread *thread, Value value, int64_t *number);

/* An optional argument that was left out or None. */
static inline bool is_missing(Value value) { return value.tag == TAG_ABSENT || value.tag == TAG_NONE; }

static inline bool comparison_holds(Comparison comparison, int order) {
    switch (comparison) {
    case COMPARE_LT: return order < 0;
    case COMPARE_LE: return order <= 0;
    case COMPARE_EQ: return order == 0;
    case COMPARE_NE: return order != 0;
    case COMPARE_GT: return order > 0;
    default: return order >= 0;
    }
}

/* A new object of exactly this type that was made by its own create slot, as a Value. */
static inline Value value_new_object(Thread *thread, Type *type) { return value_from_object(object_new(thread, type)); }

/* Two owned values as a pair; takes them over, fails when one is absent. */
Value tuple_pair_owned(Thread *thread, Value first, Value second);

/* obj.__reduce__-style and copy helpers shared by the containers: identity of the argument, retained. */
static inline Value iterate_self(Thread *thread, Value self) {
    (void)thread;
    return value_retain(self);
}

/* list[int] and the like: __class_getitem__ of the built-in generics (a types.GenericAlias). */
Value class_get_item(Thread *thread, const Native *native, const Value *arguments);
#define CLASS_GET_ITEM                                                                                      \
    {"__class_getitem__", "($type, item, /)", "The type with parameters: name[...].", class_get_item, NULL, NATIVE_CLASS}
/* A positional-only "no keyword arguments" check for constructors: TypeError "name() takes no keyword arguments". */
bool call_without_keywords(Thread *thread, const char *name, const Call *call);
/* The same in the create slot of a built-in type, for it and the subclasses without an __init__ of their own; in its
 * initialize slot for those without a __new__. */
bool create_without_keywords(Thread *thread, Type *type, const Call *call);
bool initialize_without_keywords(Thread *thread, Value self, const Call *call);

#endif
