/* Tuples whose items have names too: os.stat_result, sys.version_info and their like. */
#ifndef KERNEL_LIBRARY_STRUCT_SEQUENCE_H
#define KERNEL_LIBRARY_STRUCT_SEQUENCE_H

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

extern const Type tuple_type_template;

#define STRUCT_FIELDS(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)
#define X(index) Value struct_field_##index(Thread *thread, Value self);
STRUCT_FIELDS(X)
#undef X
Value struct_sequence_repr(Thread *thread, Value self);
Value struct_sequence_create(Thread *thread, Type *type, const Call *call);

/* A row of the properties of such a type: the fields in order. Those behind the tuple's end are attributes only. */
#define STRUCT_FIELD(name_, index) {.name = name_, .get = struct_field_##index}
#define STRUCT_SEQUENCE_TYPE(identifier, name_, documentation_, properties_)                          \
    static const Type identifier = {.name = name_, .documentation = documentation_,                    \
                                    .base = (Type *)&tuple_type_template, .repr = struct_sequence_repr, \
                                    .create = struct_sequence_create, \
                                    .properties = properties_};

/* `count` items, which it takes over, and `hidden` unboxed ones that are attributes only. */
Value struct_sequence_new(Thread *thread, const Type *type_template, const Value *items, size_t count, size_t hidden);
/* The class itself, as a member of a module. */
bool struct_sequence_add(Thread *thread, Value module, const Type *type_template);

#endif
