/* arraylib's own objects with methods - random generators - as Python objects. Their methods are blocks of the table
 * below their path; "random.Generator" has "random.Generator.normal". */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/types.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

typedef struct ArrayObjectBox {
    Object object;
    ArrayObject *held;
} ArrayObjectBox;

static void box_destroy(Object *self) { array_object_release(((ArrayObjectBox *)self)->held); }

static Value box_repr(Thread *thread, Value self) {
    const ArrayObjectBox *box = (const ArrayObjectBox *)self.object;
    char *text = box->held->type->repr ? box->held->type->repr(box->held) : NULL;
    if (!text) return object_type_template.repr(thread, self);
    Value value = string_from_c(thread, text);
    memory_release(text);
    return value;
}

/* A generator's without its address. */
static Value box_str(Thread *thread, Value self) {
    Value text = box_repr(thread, self);
    const char *shown = value_is_absent(text) ? "" : value_c_string(text), *at = strstr(shown, ") at 0x");
    if (!at) return text;
    Value short_text = string_new(thread, shown, (size_t)(at + 1 - shown));
    value_release(text);
    return short_text;
}

static const Type box_type_template;

/* The path of a class: what it was made for, or a base of it was. */
static const char *class_path(const ArrayContext *context, const Type *type) {
    HashEntry *entry;
    for (; type; type = type->base)
        for (size_t at = 0; hash_next(&context->object_types, &at, &entry);)
            if (entry->value == type) return entry->key;
    return "object";
}

static Value box_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value made = array_construct(thread, class_path(context, type), NUMPY, call);
    if (value_is_absent(made) || made.object->type == type) return made;
    ArrayObject *held = value_array_object(made);
    ArrayObjectBox *box = held ? object_new(thread, type) : NULL;
    if (box) box->held = array_object_retain(held);
    value_release(made);
    return value_from_object(box);
}

static const NativeEntry box_methods[] = {{"__reduce__", "($self, /)", NULL, array_object_reduce, NULL, 0},
                                          {"__setstate__", "($self, state, /)", NULL, array_object_set_state, NULL, 0},
                                          {NULL, NULL, NULL, NULL, NULL, 0}};

static const Type box_type_template = {
    .name = "numpy.array_object",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE,
    .instance_size = sizeof(ArrayObjectBox),
    .create = box_create,
    .destroy = box_destroy,
    .repr = box_repr,
    .str = box_str,
    .methods = box_methods,
};

ArrayObject *value_array_object(Value value) {
    return value_has_type(value, &box_type_template) ? ((const ArrayObjectBox *)value.object)->held : NULL;
}

/* Where NumPy's classes say that they are, and what they are derived from. */
static const struct {
    const char *path, *name, *base;
} class_names[] = {{"random.RandomState", "numpy.random.mtrand.RandomState", NULL},
                   {"random.Generator", "numpy.random._generator.Generator", NULL},
                   {"random.BitGenerator", "numpy.random.bit_generator.BitGenerator", NULL},
                   {"random.PCG64", "numpy.random._pcg64.PCG64", "random.BitGenerator"},
                   {"random.PCG64DXSM", "numpy.random._pcg64.PCG64DXSM", "random.BitGenerator"},
                   {"random.Philox", "numpy.random._philox.Philox", "random.BitGenerator"},
                   {"random.SFC64", "numpy.random._sfc64.SFC64", "random.BitGenerator"},
                   {"random.MT19937", "numpy.random._mt19937.MT19937", "random.BitGenerator"},
                   {"random.SeedSequence", "numpy.random.bit_generator.SeedSequence", NULL}};

static const char *class_base(const char *path) {
    for (size_t i = 0; i < sizeof class_names / sizeof *class_names; i++)
        if (!strcmp(class_names[i].path, path)) return class_names[i].base;
    return NULL;
}

static const char *class_name(ArrayContext *context, const char *path) {
    for (size_t i = 0; i < sizeof class_names / sizeof *class_names; i++)
        if (!strcmp(class_names[i].path, path)) return class_names[i].name;
    char *name = arena_allocate(&context->arena, strlen(path) + sizeof "numpy.");
    if (name) sprintf(name, "numpy.%s", path);
    return name;
}

Type *array_object_type(Thread *thread, const char *path) {
    ArrayContext *context = array_context(thread);
    if (!context) return NULL;
    Type *type = hash_get(&context->object_types, path);
    if (type) return type;
    const char *base_path = class_base(path);
    Type *base = base_path ? array_object_type(thread, base_path) : type_from_template(thread, &box_type_template);
    const char *name = class_name(context, path);
    if (!base || !name) {
        if (!name) raise_no_memory(thread);
        return NULL;
    }
    type = type_new_simple(thread, name, base, "A source of random numbers.");
    if (!type) return NULL;
    bool done = array_object_add_methods(thread, type, path, NUMPY);
    if (done && !hash_set(&context->object_types, path, type)) {
        raise_no_memory(thread);
        done = false;
    }
    if (!done) object_release(type);
    return done ? type : NULL;
}

Value value_from_array_object(Thread *thread, ArrayObject *owned) {
    Type *type = array_object_type(thread, owned->type->path);
    ArrayObjectBox *box = type ? object_new(thread, type) : NULL;
    if (!box) {
        array_object_release(owned);
        return VALUE_ABSENT;
    }
    box->held = owned;
    return value_from_object(box);
}
