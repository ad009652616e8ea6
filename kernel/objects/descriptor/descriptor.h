/* Descriptors and the small helper types around classes. Everything retained; results owned. */
#ifndef KERNEL_OBJECTS_DESCRIPTOR_H
#define KERNEL_OBJECTS_DESCRIPTOR_H

#include "kernel/objects/core/type_templates.h"

typedef struct BoundMethod {
    Object object;
    Value function, self;
    struct WeakReference *weak_references;
} BoundMethod;
Value bound_method_new(Thread *thread, Value function, Value self);

typedef struct Property {
    Object object;
    Value getter, setter, deleter, documentation; /* absent: none */
    String *name;                                 /* from __set_name__, or NULL */
    Dict *attributes;
    bool documentation_from_getter;
} Property;
Value property_new(Thread *thread, Value getter, Value setter, Value deleter, Value documentation);

/* staticmethod and classmethod */
typedef struct MethodWrapper {
    Object object;
    Value callable;
    Dict *attributes;
} MethodWrapper;
Value staticmethod_new(Thread *thread, Value callable);
Value classmethod_new(Thread *thread, Value callable);

/* super(type, self): attributes of what follows `type` in self's MRO. */
typedef struct Super {
    Object object;
    Type *type;
    Value self;       /* absent: unbound */
    Type *self_type;
} Super;
/* For super() without arguments: __class__ and the first argument as the VM finds them. */
Value super_new(Thread *thread, Type *type, Value self);
/* super().name without the Super object: the bound attribute. */
Value super_get_attribute(Thread *thread, Type *type, Value self, String *name);

/* A member of __slots__. */
typedef struct MemberDescriptor {
    Object object;
    Type *owner;
    String *name;
    size_t offset; /* of a Value in the instance */
    const PropertyEntry *entry; /* of a built-in type's member, which has no place of its own; else NULL */
} MemberDescriptor;
Value member_descriptor_new(Thread *thread, Type *owner, String *name, size_t offset);

/* A row of Type.properties. */
typedef struct PropertyDescriptor {
    Object object;
    Type *owner;
    const PropertyEntry *entry;
} PropertyDescriptor;
Value property_descriptor_new(Thread *thread, Type *owner, const PropertyEntry *entry);

/* int.__add__ ("wrapper_descriptor") and (1).__add__ ("method-wrapper"). */
typedef struct SlotWrapper {
    Object object;
    Type *owner;
    const struct SlotEntry *entry;
    Value self; /* absent: not bound */
} SlotWrapper;
Value slot_wrapper_new(Thread *thread, Type *owner, const struct SlotEntry *entry, Value self);

/* types.MappingProxyType: a read-only view. */
typedef struct MappingProxy {
    Object object;
    Value mapping;
} MappingProxy;
Value mapping_proxy_new(Thread *thread, Value mapping);

/* list[int] */
typedef struct GenericAlias {
    Object object;
    Value origin;
    Tuple *arguments, *parameters; /* parameters: its type variables, NULL until asked for */
    struct WeakReference *weak_references;
    bool starred;
} GenericAlias;
Value generic_alias_new(Thread *thread, Value origin, Value item); /* item: a tuple or one argument */

/* int | str */
typedef struct Union {
    Object object;
    Tuple *arguments;
    Tuple *parameters;
} Union;
Value union_from_or(Thread *thread, Value left, Value right); /* left | right, NotImplemented when neither fits */

/* types.SimpleNamespace. `attributes` may be NULL. */
Value namespace_new(Thread *thread, Dict *attributes);

#endif
