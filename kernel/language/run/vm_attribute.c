/* Attributes and names: the slow ways, which fill the inline caches on the way.
 *
 * A cache is good while the type's version is the one noted: every change of a class that a lookup could see gives it
 * (and its subclasses) a new version. What lies in an instance's Fields is found again by its index: it is there when
 * there are that many. In an instance's own dict the identity of the key is checked, too. */
#include "kernel/language/run/vm.h"

#include "kernel/objects/core/gc.h"
#include "kernel/objects/descriptor/native.h"

static void set_cache(Word *at, unsigned kind) {
    at->flags = (uint8_t)((at->flags & ((1u << CACHE_SHIFT) - 1)) | kind << CACHE_SHIFT);
}

static bool is_data_descriptor(Value value) { return value.tag == TAG_OBJECT && value.object->type->descriptor_set; }

/* Whether some instance of the class has, or had, an attribute of this name in its Fields. */
static bool is_field_name(const Type *type, const String *name) { return fields_find(type, name, type->field_count) >= 0; }

static void note_index(Word *at, const Type *type, unsigned kind, int64_t index) {
    at[1].version = type->version;
    at[1].index = (uint32_t)index;
    set_cache(at, kind);
    if (kind != CACHE_FIELD) return;
    at[2].bits = type->attributes_offset;
    at->opcode = at->opcode == OP_LOAD_ATTRIBUTE ? OP_LOAD_FIELD : OP_STORE_FIELD;
}

static void cache_attribute(Word *at, Value object, String *name) {
    Type *type = object.object->type;
    bool is_module = value_is_module(object);
    if (!type->version || (type->get_attribute && !is_module)) return;
    Value descriptor = type_lookup(type, name);
    const Fields *fields = object_fields(object.object);
    const Dict *attributes = object_dict(object.object);
    int64_t index = fields       ? fields_find(type, name, fields->count)
                    : attributes ? dict_find_index(attributes, name)
                                 : -1;
    if (index >= 0 && index < UINT32_MAX && !is_data_descriptor(descriptor)) {
        note_index(at, type, fields ? CACHE_FIELD : CACHE_INSTANCE, index);
    } else if (is_module || value_is_absent(descriptor)) {
        return;
    } else if (descriptor.tag == TAG_OBJECT && descriptor.object->type == thread_builtins(type->interpreter->running)->type_property) {
        at[1].version = type->version; /* the property itself is noted: its getter may be set anew */
        at[3].object = descriptor.object;
        set_cache(at, CACHE_PROPERTY);
    } else if (descriptor.tag == TAG_OBJECT && descriptor.object->type->origin == &member_descriptor_type_template) {
        size_t offset = ((MemberDescriptor *)descriptor.object)->offset;
        if (offset <= UINT32_MAX) note_index(at, type, CACHE_SLOT, (int64_t)offset);
    } else if (is_field_name(type, name)) {
        return;
    } else if (descriptor.tag != TAG_OBJECT || !descriptor.object->type->descriptor_get) {
        at[1].version = type->version;
        at[2].bits = descriptor.tag;
        at[3].number = descriptor.integer;
        set_cache(at, CACHE_CLASS);
    }
}

bool vm_load_attribute(Thread *thread, Word *at, Value object, String *name, Value *result) {
    if (object.tag == TAG_OBJECT) cache_attribute(at, object, name);
    *result = value_get_attribute(thread, object, name);
    return !value_is_absent(*result);
}

bool vm_load_method(Thread *thread, Word *at, Value object, String *name, Value *callable, bool *self_first) {
    if (!value_find_method(thread, object, name, callable, self_first)) return false;
    if (object.tag == TAG_OBJECT && *self_first) {
        Type *type = object.object->type;
        Value method = type->version && !type->get_attribute ? type_lookup(type, name) : VALUE_ABSENT;
        if (method.tag == TAG_OBJECT && method.object == callable->object && !is_field_name(type, name)) {
            at[1].version = type->version;
            at[3].object = method.object;
            set_cache(at, CACHE_METHOD);
        }
    }
    return true;
}

/* super(class, self).name as a method: what follows the class in the MRO of self's type. */
bool vm_load_super_method(Thread *thread, Word *at, Value class_value, Value self, String *name, Value *callable,
                          bool *self_first) {
    *self_first = false;
    if (!value_is_type(class_value))
        return raise_runtime_error(thread, "super(): __class__ is not a type (%s)", value_type_name(thread, class_value)), false;
    Type *class = value_type(class_value), *type = type_of(thread->interpreter, self);
    if (!value_is_type(self) && type_is_subtype(type, class) && type->version && class->version) {
        const Tuple *order = type->order;
        size_t i = 0;
        while (i < order->count && order->items[i].object != class_value.object) i++;
        for (i++; i < order->count; i++) {
            Dict *attributes = type_attributes(thread, value_type(order->items[i]));
            if (!attributes) return false;
            Value found = dict_get_string(attributes, name);
            if (value_is_absent(found)) continue;
            if (!value_is_method(found)) break;
            *self_first = true;
            *callable = value_retain(found);
            if (self.tag == TAG_OBJECT) {
                at[1].version = type->version;
                at[1].index = class->version;
                at[2].object = class_value.object;
                at[3].object = found.object;
            }
            return true;
        }
    }
    Value super = super_new(thread, class, self);
    *callable = value_is_absent(super) ? super : value_get_attribute(thread, super, name);
    value_release(super);
    return !value_is_absent(*callable);
}

Value vm_plain_constructor(Thread *thread, Type *type) {
    const Builtins *builtins = thread_builtins(thread);
    if (type->create != builtins->type_object->create || !(type->flags & TYPE_HEAP) || type->flags & TYPE_ABSTRACT ||
        type->initialize == builtins->type_object->initialize)
        return VALUE_ABSENT;
    Value initialize = type_lookup(type, builtins->name___init__);
    if (initialize.tag != TAG_OBJECT || initialize.object->type != builtins->type_function) return VALUE_ABSENT;
    return value_function(initialize)->code->flags & CODE_SUSPENDS ? VALUE_ABSENT : initialize;
}

bool vm_store_attribute(Thread *thread, Word *at, Value object, String *name, Value value) {
    if (object.tag != TAG_OBJECT) return value_set_attribute(thread, object, name, value);
    Type *type = object.object->type;
    bool generic = type->version && (!type->set_attribute || type->set_attribute == object_set_attribute_generic);
    unsigned kind = at->flags >> CACHE_SHIFT;
    Dict *attributes;
    int stored = 0;
    if (generic && at[1].version == type->version && (kind == CACHE_INSTANCE || kind == CACHE_FIELD)) { /* a new key */
        stored = fields_set(thread, object.object, name, value);
        if (stored < 0) return false;
        if (!stored && !((attributes = object_attributes(thread, object.object)) && dict_set_string(thread, attributes, name, value)))
            return false;
    } else {
        if (!value_set_attribute(thread, object, name, value)) return false;
        if (!generic) return true;
        Value descriptor = type_lookup(type, name);
        if (descriptor.tag == TAG_OBJECT && descriptor.object->type->origin == &member_descriptor_type_template) {
            size_t offset = ((MemberDescriptor *)descriptor.object)->offset;
            if (offset <= UINT32_MAX) note_index(at, type, CACHE_SLOT, (int64_t)offset);
            return true;
        }
        if (is_data_descriptor(descriptor)) return true;
    }
    const Fields *fields = object_fields(object.object);
    attributes = object_dict(object.object);
    int64_t index = fields       ? fields_find(type, name, fields->count)
                    : attributes ? dict_find_index(attributes, name)
                                 : -1;
    if (index >= 0 && index < UINT32_MAX) note_index(at, type, fields ? CACHE_FIELD : CACHE_INSTANCE, index);
    return true;
}

/* ---- names ---- */

/* __spec__ and __loader__ of a module from a file are made when somebody asks, and its own code may: absent, no exception,
 * for any other name. */
static Value load_late_global(Thread *thread, const Frame *frame, String *name) {
    if (!string_equals_c(name, "__spec__") && !string_equals_c(name, "__loader__")) return VALUE_ABSENT;
    Value own = dict_get_c(thread, frame->globals, "__name__");
    Value module = value_is_string(own) ? dict_get_string(thread->interpreter->modules, value_string(own)) : VALUE_ABSENT;
    if (!value_is_module(module) || module_attributes(module) != frame->globals) return VALUE_ABSENT;
    return value_find_attribute(thread, module, name);
}

static Value load_plain_global(Thread *thread, Frame *frame, Word *at, String *name) {
    int64_t index = dict_find_index(frame->globals, name);
    Interpreter *interpreter = thread->interpreter;
    Dict *found = frame->globals, *builtin_names = interpreter->builtin_names;
    at[1].version = 0;
    if (index < 0) {
        Value late = load_late_global(thread, frame, name);
        if (!value_is_absent(late) || exception_is_set(thread)) return late;
        Value builtins = globals_builtins(thread, frame->globals);
        if (builtins.tag != TAG_OBJECT || builtins.object != &builtin_names->object) { /* the program's own: not noted */
            Value own = globals_builtin(thread, frame->globals, name);
            return value_is_absent(own) && !exception_is_set(thread) ? raise_name_error(thread, name) : own;
        }
        index = dict_find_index(builtin_names, name);
        if (index < 0) return raise_name_error(thread, name);
        found = builtin_names;
    }
    uint32_t version = dict_keys_version(interpreter, frame->globals);
    at[1].index = found == builtin_names ? dict_keys_version(interpreter, builtin_names) : 0;
    if (version && (found != builtin_names || at[1].index)) {
        at[1].version = version;
        at[2].value = &found->entries[index].value;
    }
    return value_retain(found->entries[index].value);
}

Value vm_load_global(Thread *thread, Frame *frame, Word *at, String *name) {
    if (frame->globals->object.type == thread_builtins(thread)->type_dict) return load_plain_global(thread, frame, at, name);
    at[1].version = 0; /* a class derived from dict is asked each time */
    Value value = value_get_item(thread, value_from_object(frame->globals), value_from_object(name));
    if (!value_is_absent(value) || !exception_matches(thread, thread_builtins(thread)->exception_KeyError)) return value;
    exception_clear(thread);
    Value own = globals_builtin(thread, frame->globals, name);
    return value_is_absent(own) && !exception_is_set(thread) ? raise_name_error(thread, name) : own;
}

/* In a class block, or where exec() was given two namespaces. */
Value vm_load_name(Thread *thread, Frame *frame, Word *at, String *name) {
    Value key = value_from_object(name);
    if (frame->names.object->type == thread_builtins(thread)->type_dict) {
        Value value = dict_get_string(value_dict(frame->names), name);
        if (!value_is_absent(value)) return value_retain(value);
    } else {
        Value value = value_get_item(thread, frame->names, key);
        if (!value_is_absent(value)) return value;
        if (!exception_matches(thread, thread_builtins(thread)->exception_KeyError)) return VALUE_ABSENT;
        exception_clear(thread);
    }
    return load_plain_global(thread, frame, at, name);
}

bool vm_store_name(Thread *thread, Frame *frame, String *name, Value value) {
    Value key = value_from_object(name);
    Value names = frame->names.tag == TAG_OBJECT ? frame->names : value_from_object(frame->globals);
    if (!value_is_absent(value)) return value_set_item(thread, names, key, value);
    if (value_delete_item(thread, names, key)) return true;
    exception_clear(thread); /* whatever it is */
    raise_name_error(thread, name);
    return false;
}

Value vm_load_class_variable(Thread *thread, Frame *frame, String *name, Value cell) {
    if (frame->names.tag == TAG_OBJECT) {
        Value key = value_from_object(name);
        if (frame->names.object->type == thread_builtins(thread)->type_dict) {
            Value value = dict_get_string(value_dict(frame->names), name);
            if (!value_is_absent(value)) return value_retain(value);
        } else {
            Value value = value_get_item(thread, frame->names, key);
            if (!value_is_absent(value)) return value;
            if (!exception_matches(thread, thread_builtins(thread)->exception_KeyError)) return VALUE_ABSENT;
            exception_clear(thread);
        }
    }
    Value value = ((Cell *)cell.object)->value;
    if (value_is_absent(value)) {
        vm_raise_free_unbound(thread, name);
        return VALUE_ABSENT;
    }
    return value_retain(value);
}

/* A NameError whose `name` attribute tells the hint what was meant. */
static void raise_unbound(Thread *thread, Type *type, String *name, const char *format) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    raise_format(thread, type, format, name->bytes);
#pragma GCC diagnostic pop
    if (type == thread_builtins(thread)->exception_UnboundLocalError) return;
    Value exception = exception_take(thread);
    value_set_attribute_c(thread, exception, "name", value_from_object(name));
    exception_restore(thread, exception);
}

void vm_raise_unbound(Thread *thread, const Code *code, uint16_t reg) {
    raise_unbound(thread, thread_builtins(thread)->exception_UnboundLocalError, code->locals[reg],
                  "cannot access local variable '%s' where it is not associated with a value");
}

void vm_raise_free_unbound(Thread *thread, String *name) {
    raise_unbound(thread, thread_builtins(thread)->exception_NameError, name,
                  "cannot access free variable '%s' where it is not associated with a value in enclosing scope");
}
