/* Types from the inside: what the VM's inline caches and the type machinery itself use. */
#ifndef KERNEL_OBJECTS_TYPE_H
#define KERNEL_OBJECTS_TYPE_H

#include "kernel/objects/core/type_templates.h"

/* The type's own __dict__, borrowed. Members of built-in types (methods, properties, slot wrappers) are entered when it
 * is first asked for, so always come through here. NULL with MemoryError. */
Dict *type_attributes(Thread *thread, Type *type);
bool type_set_attribute(Thread *thread, Type *type, String *name, Value value); /* absent: delete; slots follow */

/* A method or another attribute without making a bound method: with *self_first the callable is to be called with
 * `self` in front of the arguments. *callable is owned. false: AttributeError or what the lookup raised. */
bool value_find_method(Thread *thread, Value self, String *name, Value *callable, bool *self_first);
/* Whether an object found in a class is called with self in front instead of being bound first. */
static inline bool value_is_method(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_METHOD;
}
/* `call` with self in front, in `space` when it fits, else in memory (release call.values when it is not `space`). */
bool call_prepend(Thread *thread, Value self, const Call *call, Value *space, size_t capacity, Call *result);
Value value_call_with_self(Thread *thread, Value callable, Value self, const Call *call);
/* Call a class: __new__, then __init__. The `call` slot of type. */
Value type_call(Thread *thread, Value self, const Call *call);
/* object.__new__(type): an instance without anything in it. */
Value type_create_plain(Thread *thread, Type *type);
bool value_is_type(Value value); /* a class */
static inline Type *value_type(Value value) { return (Type *)value.object; }
/* The name as error messages print it: type(value).__name__ as tp_name, "int", "datetime.date". */
const char *value_type_name(Thread *thread, Value value);
Value type_qualified_name(Thread *thread, Type *type); /* "module.Outer.Inner", builtins without module; str */
Value type_module(Thread *thread, Type *type);         /* __module__; owned */
/* Most derived metaclass of `metatype` and the bases' types; NULL with TypeError "metaclass conflict...". */
Type *type_derive_metatype(Thread *thread, Type *metatype, Tuple *bases);
/* The bases of a class statement with __mro_entries__ followed: a new tuple; *changed when it differs. */
Tuple *type_resolve_bases(Thread *thread, Tuple *bases, bool *changed);

int type_check_instance(Thread *thread, Value value, Value class_value);    /* type.__instancecheck__ */
int type_check_subclass(Thread *thread, Value derived, Value class_value);  /* type.__subclasscheck__ */

/* One row of the table that pairs dunder names with slots (slots.c). */
typedef struct SlotEntry SlotEntry;
typedef Value SlotWrapperCode(Thread *thread, const SlotEntry *entry, Type *owner, Value self, const Call *call);
struct SlotEntry {
    const char *dunder;
    size_t offset;               /* of the function pointer in Type */
    void (*trampoline)(void);    /* what a class that defines the dunder puts there */
    SlotWrapperCode *wrapper;    /* how the built-in's function is called as a method */
    int operator;                /* BINARY_..., UNARY_..., COMPARE_... for those kinds */
    const char *signature, *documentation;
};
extern const SlotEntry slot_entries[];
extern const size_t slot_entry_count;
/* Fill the slots of a class from what its attributes (own and inherited) say; `name` NULL: all, else those of that dunder. */
bool type_update_slots(Thread *thread, Type *type, String *name);
void type_renew_slots(Thread *thread, Type *type); /* all of them, whatever they were */
bool type_inherit_slots(Thread *thread, Type *type);
/* `int.__add__` and the like of a built-in type: into its attributes. */
bool type_add_slot_wrappers(Thread *thread, Type *type, Dict *attributes);

void type_draw_version(Type *type); /* as type_modified, without the subclasses */

#endif
