/* Modules: a dict with a name, and for built-in ones members that are made when first asked for. */
#include "kernel/objects/core/gc.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/objects_state.h"
#include "kernel/objects/system/pack.h"
#include "kernel/objects/error/warnings.h"

#include <string.h>

typedef struct Module {
    Object object;
    Dict *attributes;
    const ModuleEntry *entry; /* NULL: not built in */
    struct WeakReference *weak_references;
} Module;

bool value_is_module(Value value) { return value_has_type(value, &module_type_template); }

bool module_is_built_in(Value value) { return value_is_module(value) && ((Module *)value.object)->entry; }

Dict *module_attributes(Value module) { return ((Module *)module.object)->attributes; }

static bool set_member(Thread *thread, Dict *attributes, String *name, Value value) {
    return !value_is_absent(value) && dict_set_string(thread, attributes, name, value);
}

static bool module_fill(Thread *thread, Dict *attributes, Value name, Value documentation) {
    Builtins *builtins = thread_builtins(thread);
    return set_member(thread, attributes, builtins->name___name__, name) &&
           set_member(thread, attributes, builtins->name___doc__, documentation);
}

static bool fill_place(Thread *thread, Dict *attributes) {
    return set_member(thread, attributes, thread_builtins(thread)->name___package__, VALUE_NONE) &&
           dict_set_c(thread, attributes, "__loader__", VALUE_NONE) && dict_set_c(thread, attributes, "__spec__", VALUE_NONE);
}

/* Without its place, which module_get_attribute makes when somebody asks. */
static Value module_make(Thread *thread, const char *name, const char *documentation) {
    Module *module = object_new(thread, thread_builtins(thread)->type_module);
    if (!module) return VALUE_ABSENT;
    Value self = value_from_object(module);
    module->attributes = value_dict(dict_new(thread));
    Value name_value = string_from_c(thread, name), text = documentation ? string_from_c(thread, documentation) : VALUE_NONE;
    if (!module->attributes || !module_fill(thread, module->attributes, name_value, text)) value_clear(&self);
    value_release(name_value);
    value_release(text);
    return self;
}

Value module_new(Thread *thread, const char *name, const char *documentation) {
    Value self = module_make(thread, name, documentation);
    if (!value_is_absent(self) && !fill_place(thread, module_attributes(self))) value_clear(&self);
    return self;
}

static const ModuleEntry *const *const tables[] = {library_modules, extension_modules};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

const ModuleEntry *module_entry_find(const char *name) {
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (const ModuleEntry *const *entry = tables[i]; *entry; entry++)
            if (!strcmp((*entry)->name, name)) return *entry;
    return pack_find(name) ? &packed_module : NULL;
}

const char *module_entry_next(size_t *at) {
    size_t index = (*at)++;
    for (size_t i = 0; i < TABLE_COUNT; i++)
        for (const ModuleEntry *const *entry = tables[i]; *entry; entry++)
            if (!index--) return (*entry)->name;
    return index < pack_count() ? pack_name(pack_at(index)) : NULL;
}

Value module_from_entry(Thread *thread, const ModuleEntry *entry, const char *name) {
    Value module = module_make(thread, name, entry->documentation);
    if (value_is_absent(module)) return module;
    ((Module *)module.object)->entry = entry;
    /* Listed first: what it imports while it starts may import it. */
    Dict *modules = thread->interpreter->modules;
    if (!dict_set_c(thread, modules, name, module)) value_clear(&module);
    else if ((entry->functions && !module_add_functions(thread, module, entry->functions)) ||
             (entry->initialize && !entry->initialize(thread, module))) {
        Value exception = exception_take(thread), key = string_from_c(thread, name);
        if (!value_is_absent(key)) dict_remove(thread, modules, key);
        value_release(key);
        exception_clear(thread);
        exception_restore(thread, exception);
        value_clear(&module);
    }
    return module;
}

bool module_add(Thread *thread, Value module, const char *name, Value value) {
    if (value_is_absent(value)) return false;
    bool done = dict_set_c(thread, module_attributes(module), name, value);
    value_release(value);
    return done;
}

bool module_add_type(Thread *thread, Value module, Type *type) {
    return type && dict_set_c(thread, module_attributes(module), type_short_name(type), (Value){.tag = TAG_OBJECT, .object = &type->object});
}

bool module_add_functions(Thread *thread, Value module, const NativeEntry *entries) {
    Value name = dict_get_string(module_attributes(module), thread_builtins(thread)->name___name__);
    for (; entries->name; entries++) {
        Value function = native_new(thread, entries, name);
        if (value_is_absent(function)) return false;
        value_replace(&((Native *)function.object)->self, value_retain(module));
        if (!module_add(thread, module, entries->name, function)) return false;
    }
    return true;
}

/* ---- the type ---- */
static bool module_initialize(Thread *thread, Value self, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "module", "(name, doc=None)", call, arguments, 2)) return false;
    bool good = value_is_string(arguments[0]);
    if (!good) raise_type_error(thread, "module() argument 'name' must be str, not %s", value_type_name(thread, arguments[0]));
    Dict *attributes = good ? object_attributes(thread, self.object) : NULL;
    bool done = attributes && module_fill(thread, attributes, arguments[0], arguments[1]) && fill_place(thread, attributes);
    native_release_arguments(arguments, 2);
    return done;
}

static Value module_create(Thread *thread, Type *type, const Call *call) {
    (void)call;
    Value self = type_create_plain(thread, type);
    if (!value_is_absent(self) && !object_attributes(thread, self.object)) value_clear(&self);
    return self;
}

static Value raise_no_member(Thread *thread, Value self, String *name) {
    Dict *attributes = module_attributes(self);
    Value module_name = attributes ? dict_get_string(attributes, thread_builtins(thread)->name___name__) : VALUE_ABSENT;
    if (!value_is_string(module_name))
        return raise_attribute_error_format(thread, self, name, "module has no attribute '%s'", name->bytes);
    if (module_is_loading(thread->interpreter, value_c_string(module_name)))
        return raise_attribute_error_format(thread, self, name,
                                            "partially initialized module '%s' has no attribute '%s' (most likely due to a circular import)",
                                            value_c_string(module_name), name->bytes);
    return raise_attribute_error_format(thread, self, name, "module '%s' has no attribute '%s'", value_c_string(module_name),
                                        name->bytes);
}

/* ---- the place of a module that is part of the program ----
 * What CPython has in C, too, is built in. The others are frozen: their file is called as tracebacks call it. */

static bool is_among(const char *const *names, const char *name) {
    while (*names && strcmp(*names, name)) names++;
    return *names;
}

static bool is_in_c_elsewhere(const char *name) {
    static const char *const files[] = {"contextvars", "getpass", "io", "os", "posixpath", "struct", NULL};
    static const char *const packed[] = {"array", "atexit", "errno", "grp", "posix", "pwd", "_io", "_opcode", "_tokenize", NULL};
    const PackRecord *record = pack_find(name);
    if (record) return is_among(packed, name) || (*name == '_' && record->flags & PACK_NATIVE);
    if (is_among(files, name)) return false;
    for (const ModuleEntry *const *entry = library_modules; *entry; entry++)
        if (!strcmp((*entry)->name, name)) return true;
    return !strcmp(name, "builtins") || !strcmp(name, "__main__");
}

static bool is_package(const char *name) {
    size_t at = 0, length = strlen(name);
    for (const char *other; (other = module_entry_next(&at));)
        if (!strncmp(other, name, length) && other[length] == '.') return true;
    return false;
}

static Value make_file(Thread *thread, const char *name) {
    const PackRecord *record = pack_find(name);
    char file[PACK_FILE_SIZE];
    if (!record) return string_format(thread, "<frozen %s>", name);
    pack_file(record, file);
    return string_from_c(thread, file);
}

/* __file__, __package__ or __path__ of such a module; absent, without an exception, when it has none or it is another name. */
static Value module_make_place(Thread *thread, Value self, String *name) {
    Value own = dict_get_string(module_attributes(self), thread_builtins(thread)->name___name__), made = VALUE_ABSENT;
    if (!((Module *)self.object)->entry || !value_is_string(own)) return VALUE_ABSENT;
    const char *text = value_c_string(own), *dot = strrchr(text, '.');
    if (string_equals_c(name, "__file__")) {
        if (is_in_c_elsewhere(text)) return VALUE_ABSENT;
        made = make_file(thread, text);
    } else if (string_equals_c(name, "__package__")) {
        made = string_new(thread, text, is_package(text) ? strlen(text) : dot ? (size_t)(dot - text) : 0);
    } else if (string_equals_c(name, "__path__")) {
        if (!is_package(text)) return VALUE_ABSENT;
        made = list_new(thread);
    } else {
        return VALUE_ABSENT;
    }
    if (!value_is_absent(made) && !dict_set_string(thread, module_attributes(self), name, made)) value_clear(&made);
    return made;
}

/* __spec__ and __loader__ of a module that came from a file or with the program; absent when it is something else. */
static Value module_make_spec(Thread *thread, Value self, String *name) {
    bool is_loader = string_equals_c(name, "__loader__");
    if (!is_loader && !string_equals_c(name, "__spec__")) return VALUE_ABSENT;
    Dict *attributes = module_attributes(self);
    if (!attributes || (!((Module *)self.object)->entry && value_is_absent(dict_get_c(thread, attributes, "__file__")))) return VALUE_ABSENT;
    Value library = import_module(thread, "importlib.util");
    Value spec = value_is_absent(library) ? library : value_call_method(thread, library, "_spec_of_module", &self, 1);
    value_release(library);
    if (value_is_absent(spec) || !dict_set_c(thread, attributes, "__spec__", spec)) return value_release(spec), VALUE_ABSENT;
    Value loader = value_get_attribute_c(thread, spec, "loader");
    if (!value_is_absent(loader) && !dict_set_c(thread, attributes, "__loader__", loader)) value_clear(&loader);
    value_release(is_loader ? spec : loader);
    return is_loader ? loader : spec;
}

static Value module_get_attribute(Thread *thread, Value self, String *name) {
    Module *module = (Module *)self.object;
    Value found = attribute_get_generic(thread, self, self.object->type, name, true);
    if (!value_is_absent(found) || exception_is_set(thread)) return found;
    if (module->entry && module->entry->get_attribute) {
        found = module->entry->get_attribute(thread, self, name);
        if (!value_is_absent(found)) {
            if (dict_set_string(thread, module->attributes, name, found)) return found;
            value_release(found);
            return VALUE_ABSENT;
        }
        if (exception_is_set(thread)) return found;
    }
    found = module_make_place(thread, self, name);
    if (value_is_absent(found) && !exception_is_set(thread)) found = module_make_spec(thread, self, name);
    if (!value_is_absent(found) || exception_is_set(thread)) return found;
    Value hook = module->attributes ? dict_get_string(module->attributes, thread_builtins(thread)->name___getattr__) : VALUE_ABSENT;
    if (value_is_absent(hook)) return raise_no_member(thread, self, name);
    value_retain(hook);
    found = value_call_one(thread, hook, (Value){.tag = TAG_OBJECT, .object = &name->object});
    value_release(hook);
    return found;
}

/* <module NAME>, and between `before` and `behind` from where, where that is told. Takes both over. */
static Value show_module(Thread *thread, Value name, Value place, const char *before, const char *behind) {
    bool has_place = !value_is_absent(place) && !value_is_none(place);
    Value shown_name = value_repr(thread, name);
    Value shown = value_is_absent(shown_name) || !has_place ? value_retain(shown_name) : value_repr(thread, place);
    Value result = value_is_absent(shown) ? shown
                   : has_place ? string_format(thread, "<module %s%s%s%s>", value_c_string(shown_name), before, value_c_string(shown), behind)
                               : string_format(thread, "<module %s>", value_c_string(shown_name));
    value_release(name), value_release(place), value_release(shown_name), value_release(shown);
    return result;
}

/* As its spec tells: its name, and from where, or by whom it was loaded. */
static Value repr_by_spec(Thread *thread, Value spec) {
    Value name = value_get_attribute_c(thread, spec, "name");
    Value origin = value_is_absent(name) ? name : value_get_attribute_c(thread, spec, "origin");
    if (value_is_absent(origin)) return value_release(name), origin;
    if (value_is_none(name)) name = string_from_c(thread, "?");
    Value asked = value_get_attribute_c(thread, spec, value_is_none(origin) ? "loader" : "has_location");
    int has_location = value_is_absent(asked) ? -1 : value_is_none(origin) ? 0 : value_truth(thread, asked);
    if (has_location < 0) return value_release(name), value_release(origin), value_release(asked), VALUE_ABSENT;
    if (value_is_none(origin)) return show_module(thread, name, asked, " (", ")");
    value_release(asked);
    return show_module(thread, name, origin, has_location ? " from " : " (", has_location ? "" : ")");
}

/* An attribute as anybody asks for it, through __getattr__; absent without an exception where there is none. */
static Value module_ask(Thread *thread, Value self, const char *name) {
    Value found = value_get_attribute_c(thread, self, name);
    if (value_is_absent(found) && exception_matches(thread, thread_builtins(thread)->exception_AttributeError)) exception_clear(thread);
    return found;
}

/* A module of this program, and one that was imported from a file, without asking for the spec, which is made when wanted. */
static Value repr_as_it_stands(Thread *thread, Value self) {
    Builtins *builtins = thread_builtins(thread);
    Dict *attributes = module_attributes(self);
    Value name = attributes ? dict_get_string(attributes, builtins->name___name__) : VALUE_ABSENT;
    if (!value_is_string(name)) return VALUE_ABSENT;
    Value file = dict_get_string(attributes, builtins->name___file__);
    bool has_spec = !value_is_absent(dict_get_c(thread, attributes, "__spec__"));
    bool is_ours = ((Module *)self.object)->entry, is_frozen = value_is_string(file) && *value_c_string(file) == '<';
    if (value_is_string(file) && !(is_ours && is_frozen) && (!has_spec || is_ours))
        return show_module(thread, value_retain(name), value_retain(file), " from ", "");
    if (!is_ours && strcmp(value_c_string(name), "builtins")) return VALUE_ABSENT;
    bool is_in_c = is_in_c_elsewhere(value_c_string(name));
    return string_format(thread, "<module '%s' (%s)>", value_c_string(name), is_in_c ? "built-in" : "frozen");
}

static Value module_repr(Thread *thread, Value self) {
    Value told = repr_as_it_stands(thread, self);
    if (!value_is_absent(told) || exception_is_set(thread)) return told;
    Value spec = module_ask(thread, self, "__spec__");
    int has_spec = value_is_absent(spec) ? 0 : value_truth(thread, spec);
    if (has_spec > 0) told = repr_by_spec(thread, spec);
    value_release(spec);
    if (has_spec || exception_is_set(thread)) return told;
    Value name = module_ask(thread, self, "__name__");
    if (value_is_absent(name) && !exception_is_set(thread)) name = string_from_c(thread, "?");
    Value file = value_is_absent(name) ? name : module_ask(thread, self, "__file__");
    if (!value_is_absent(file)) return show_module(thread, name, file, " from ", "");
    Value loader = exception_is_set(thread) ? VALUE_ABSENT : module_ask(thread, self, "__loader__");
    if (exception_is_set(thread)) return value_release(name), VALUE_ABSENT;
    return show_module(thread, name, loader, " (", ")");
}

static Value module_get_dict(Thread *thread, Value self) {
    (void)thread;
    return value_from_object(object_retain(module_attributes(self)));
}

static Value module_get_annotations(Thread *thread, Value self) {
    String *name = thread_builtins(thread)->name___annotations__;
    Value found = dict_get_string(module_attributes(self), name);
    if (!value_is_absent(found)) return value_retain(found);
    Value made = dict_new(thread);
    if (!value_is_absent(made) && !dict_set_string(thread, module_attributes(self), name, made)) value_clear(&made);
    return made;
}

static bool module_set_annotations(Thread *thread, Value self, Value value) {
    String *name = thread_builtins(thread)->name___annotations__;
    if (!value_is_absent(value)) return dict_set_string(thread, module_attributes(self), name, value);
    return dict_remove(thread, module_attributes(self), (Value){.tag = TAG_OBJECT, .object = &name->object}) >= 0;
}

/* The names that are made when somebody asks belong to a module, too. Takes the list over. */
static Value add_late_names(Thread *thread, Value self, Value list) {
    static const char *const names[] = {"__file__", "__path__", "__loader__", "__package__", "__spec__"};
    Value own = dict_get_string(module_attributes(self), thread_builtins(thread)->name___name__);
    for (size_t i = 0; i < sizeof names / sizeof *names && !value_is_absent(list) && value_is_string(own); i++) {
        bool lacks = i == 0 ? is_in_c_elsewhere(value_c_string(own)) : i == 1 && !is_package(value_c_string(own));
        if (lacks || !value_is_absent(dict_get_c(thread, module_attributes(self), names[i]))) continue;
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, names[i]))) value_clear(&list);
    }
    return list;
}

NATIVE(module_directory) {
    (void)native;
    Value attributes = value_get_attribute(thread, arguments[0], thread_builtins(thread)->name___dict__);
    if (value_is_absent(attributes)) return attributes;
    Value result;
    if (value_is_dict(attributes)) {
        Value hook = dict_get_string(value_dict(attributes), thread_builtins(thread)->name___dir__);
        result = value_is_absent(hook) ? list_from_iterable(thread, attributes) : value_call_none(thread, hook);
        if (value_is_absent(hook) && module_is_built_in(arguments[0])) result = add_late_names(thread, arguments[0], result);
    } else {
        result = raise_type_error(thread, "<module>.__dict__ is not a dictionary");
    }
    value_release(attributes);
    return result;
}

static const NativeEntry module_methods[] = {
    {"__dir__", "($self, /)", "__dir__() -> the names that dir() lists", module_directory, NULL, 0},
    {0},
};

static const PropertyEntry module_properties[] = {
    {"__dict__", module_get_dict, NULL, NULL},
    {"__annotations__", module_get_annotations, module_set_annotations, NULL},
    {0},
};

static bool is_named(Thread *thread, Value module, const char *name) {
    Value own = dict_get_string(module_attributes(module), thread_builtins(thread)->name___name__);
    return value_is_string(own) && string_equals_c(value_string(own), name);
}

/* What was called before sys.stderr or warnings.showwarning changes warns as it was. */
static bool module_set_attribute(Thread *thread, Value self, String *name, Value value) {
    static const char *const names[] = {"stdout", "stderr", "showwarning", "formatwarning", "_showwarnmsg"};
    for (size_t i = 0; *thread->interpreter->has_pending && i < sizeof names / sizeof *names; i++)
        if (string_equals_c(name, names[i])) thread_finish_pending(thread);
    if (string_equals_c(name, "filters") && (value_is_absent(value) || value_is_list(value)) && is_named(thread, self, "warnings"))
        return warnings_assign_filters(thread, value_is_absent(value) ? NULL : value_list(value));
    return object_set_attribute_generic(thread, self, name, value);
}

const Type module_type_template = {
    .name = "module",
    .documentation = "A module: names under one name.\n\nIts name is a string, doc its docstring.",
    .signature = "(name, doc=None)",
    .flags = TYPE_COLLECTED | TYPE_BASE,
    .instance_size = sizeof(Module),
    .attributes_offset = offsetof(Module, attributes),
    .weak_offset = offsetof(Module, weak_references),
    .create = module_create,
    .initialize = module_initialize,
    .repr = module_repr,
    .get_attribute = module_get_attribute,
    .set_attribute = module_set_attribute,
    .methods = module_methods,
    .properties = module_properties,
};
