/* Attributes of instances without a dict: see fields.h. */
#include "kernel/objects/descriptor/fields.h"

#include "base/memory.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/core/objects_state.h"

enum { FIRST_CAPACITY = 3 };

static uintptr_t *word_place(Object *object) {
    return (uintptr_t *)(void *)((char *)object + object->type->attributes_offset);
}

static size_t fields_size(size_t capacity) { return sizeof(Fields) + capacity * sizeof(Value); }

int64_t fields_find(const Type *type, const String *name, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (type->field_names[i] == name) return (int64_t)i;
    if (name->is_interned) return -1;
    for (size_t i = 0; i < count; i++)
        if (string_equals(type->field_names[i], name)) return (int64_t)i;
    return -1;
}

Value fields_get(const Object *object, const String *name) {
    const Fields *fields = object_fields(object);
    int64_t index = fields ? fields_find(object->type, name, fields->count) : -1;
    return index < 0 ? VALUE_ABSENT : fields->values[index];
}

/* One more name for the class. 0: it has enough of them. */
static int add_name(Thread *thread, Type *type, String *name) {
    if (type->field_count == FIELDS_MOST || !name->is_interned) return 0;
    if (!type->field_names) {
        type->field_names = memory_allocate(FIELDS_MOST * sizeof *type->field_names);
        if (!type->field_names) return raise_no_memory(thread), -1;
    }
    if (!value_is_absent(type_lookup(type, name))) type_draw_version(type);
    type->field_names[type->field_count++] = object_retain(name);
    return 1;
}

static bool grow(Thread *thread, Object *object, Fields **place) {
    Fields *fields = *place;
    Pool *pool = &thread->interpreter->objects->pool;
    size_t capacity = fields ? fields->capacity * 2u : FIRST_CAPACITY;
    if (capacity < object->type->field_count) capacity = object->type->field_count;
    if (capacity > FIELDS_MOST) capacity = FIELDS_MOST;
    Fields *grown;
    if (fields && !fields->is_embedded) {
        grown = pool_resize(pool, fields, fields_size(capacity));
    } else {
        grown = pool_take(pool, fields_size(capacity));
        if (grown) {
            grown->count = fields ? fields->count : 0;
            for (size_t i = 0; i < grown->count; i++) grown->values[i] = fields->values[i];
        }
    }
    if (!grown) return raise_no_memory(thread), false;
    grown->capacity = (uint16_t)capacity;
    grown->is_embedded = false;
    *word_place(object) = (uintptr_t)grown | 1;
    *place = grown;
    return true;
}

int fields_set(Thread *thread, Object *object, String *name, Value value) {
    Type *type = object->type;
    uintptr_t word = attributes_word(object);
    if (!(type->flags & TYPE_FIELDS) || (word && !(word & 1))) return 0;
    Fields *fields = word_fields(word);
    size_t count = fields ? fields->count : 0;
    int64_t index = fields_find(type, name, count);
    if (index >= 0) {
        value_replace(&fields->values[index], value_retain(value));
        return 1;
    }
    if (count == type->field_count) {
        int added = add_name(thread, type, name);
        if (added <= 0) return added;
    } else if (type->field_names[count] != name) {
        return 0;
    }
    if ((!fields || fields->capacity == count) && !grow(thread, object, &fields)) return -1;
    fields->values[fields->count++] = value_retain(value);
    return 1;
}

size_t fields_room(const Type *type) { return type->flags & TYPE_FIELDS && type->field_count ? fields_size(type->field_count) : 0; }

void fields_embed(Object *object, size_t size) {
    Fields *fields = (Fields *)(void *)((char *)object + size);
    fields->capacity = (uint16_t)object->type->field_count;
    fields->is_embedded = true;
    *word_place(object) = (uintptr_t)fields | 1;
}

bool fields_visit(const Object *object, Visit *visit, void *context) {
    const Fields *fields = object_fields(object);
    return !fields || visit_values(fields->values, fields->count, visit, context);
}

/* The place is emptied first: what is released may look at the instance. */
void fields_clear(Object *object) {
    Fields *fields = object_fields(object);
    if (!fields) return;
    *word_place(object) = 0;
    for (size_t i = 0; i < fields->count; i++) value_release(fields->values[i]);
    if (!fields->is_embedded) pool_give(&object->type->interpreter->objects->pool, fields);
}

Dict *fields_to_dict(Thread *thread, Object *object) {
    Fields *fields = object_fields(object);
    Value dict = dict_new_sized(thread, fields->count);
    if (value_is_absent(dict)) return NULL;
    for (size_t i = 0; i < fields->count; i++)
        if (!dict_set_string(thread, value_dict(dict), object->type->field_names[i], fields->values[i])) {
            value_release(dict);
            return NULL;
        }
    fields_clear(object); /* nothing goes: the dict holds it all */
    *word_place(object) = (uintptr_t)dict.object;
    return value_dict(dict);
}
