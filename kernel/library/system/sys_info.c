/* sys: what is known of the interpreter and of numbers, and the sizes of objects as CPython counts them. */
#include "kernel/library/system/sys_private.h"
#include "kernel/library/module_list.h"
#include "kernel/library/struct_sequence.h"
#include "kernel/objects/text/bytes_private.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/system/language_info.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/objects/system/pack.h"

#include <float.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes ---- */

/* A table of `count` entries that grew one by one. */
static int64_t dict_size(const Dict *dict) {
    int64_t count = dict_count(dict), size = 8;
    if (!count) return 64;
    while (size * 2 / 3 < count) size *= 2;
    bool only_strings = true;
    Value key, value;
    for (size_t at = 0; only_strings && dict_next(dict, &at, &key, &value);) only_strings = value_is_string(key);
    int64_t index = size < 256 ? 1 : size < 65536 ? 2 : size < (int64_t)1 << 32 ? 4 : 8;
    return 64 + 32 + size * index + size * 2 / 3 * (only_strings ? 16 : 24);
}

static int64_t set_size(int64_t count) {
    int64_t size = 8;
    for (int64_t used = 1; used <= count; used++) /* doubled or quadrupled when three fifths are used */
        if (used * 5 >= (size - 1) * 3) {
            int64_t wanted = used > 50000 ? used * 2 : used * 4;
            while (size <= wanted) size *= 2;
        }
    return size == 8 ? 216 : 216 + 16 * size;
}

static int64_t string_size(const String *text) {
    if (text->is_ascii) return 49 + (int64_t)text->count;
    unsigned char most = 0;
    for (size_t i = 0; i < text->length; i++)
        if ((unsigned char)text->bytes[i] > most) most = (unsigned char)text->bytes[i];
    int64_t width = most >= 0xF0 ? 4 : most >= 0xC4 ? 2 : 1;
    return (width == 1 ? 73 : width == 2 ? 74 : 76) + width * (int64_t)text->count;
}

/* 16 bytes are the collector's. */
static int64_t size_of(Thread *thread, Value value) {
    Builtins *builtins = thread_builtins(thread);
    switch (value.tag) {
    case TAG_BOOL: return value.integer ? 28 : 24;
    case TAG_INT: return value.integer == 0 ? 24 : llabs(value.integer) < 1 << 30 ? 28 : llabs(value.integer) < 1ll << 60 ? 32 : 36;
    case TAG_FLOAT: return 24;
    case TAG_OBJECT: break;
    default: return 16;
    }
    if (value_is_string(value)) return string_size(value_string(value));
    if (value_is_bytes(value)) return 33 + (int64_t)((Bytes *)value.object)->length;
    if (value_is_list(value)) return 56 + 8 * (int64_t)value_list(value)->capacity;
    if (value_is_tuple(value)) return 40 + 8 * (int64_t)value_tuple(value)->count;
    if (value_is_dict(value)) return dict_size(value_dict(value));
    if (value_is_set(value)) return set_size(value_length(thread, value));
    if (value_has_type(value, &bytearray_type_template)) {
        const Bytearray *array = (const Bytearray *)value.object;
        return 56 + (array->length ? (int64_t)array->capacity : 0);
    }
    static const struct {
        size_t offset;
        int64_t size;
    } sizes[] = {
#define ROW(name, size) {offsetof(Builtins, type_##name), size},
        ROW(complex, 32) ROW(range, 48) ROW(slice, 56) ROW(memoryview, 184) ROW(function, 152) ROW(native, 72) ROW(generator, 200)
        ROW(object, 16) ROW(enumerate, 72) ROW(zip, 64) ROW(map, 48) ROW(filter, 56) ROW(module, 72) ROW(property, 72)
    };
    const Type *type = value.object->type;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (*(Type **)((char *)builtins + sizes[i].offset) == type) return sizes[i].size;
    if (value_is_int(value)) {
        Value bits = value_call_method(thread, value, "bit_length", NULL, 0);
        return bits.tag == TAG_INT ? 24 + 4 * ((bits.integer + 29) / 30) : 24;
    }
    if (type->flags & TYPE_TYPE) return ((Type *)value.object)->flags & TYPE_HEAP ? 1072 : 408;
    if (type->flags & TYPE_EXCEPTION) return 88;
    if (type->flags & TYPE_HEAP) return 48 + 8 * (int64_t)type->slot_count + (type->slot_names ? -16 : 8);
    return (int64_t)type->instance_size;
}

/* What __sizeof__ said, and the collector's part. */
static Value size_with_head(Thread *thread, Value size) {
    int64_t number;
    bool good = !value_is_absent(size) && value_to_int64(thread, size, &number);
    value_release(size);
    return good ? value_from_int(number + 32) : VALUE_ABSENT;
}

NATIVE(sys_getsizeof) {
    (void)native;
    Value value = arguments[0];
    bool own = value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP;
    Value method = VALUE_ABSENT;
    if (own) { /* of the class, as all special methods */
        bool self_first;
        String *name = string_intern(thread, "__sizeof__");
        if (!name) return VALUE_ABSENT;
        bool is_default = value_has_type(type_lookup(value.object->type, name), &method_descriptor_type_template);
        if (!is_default && value_find_special(thread, value, name, &method, &self_first) && self_first) {
            Value size = value_call_with_self(thread, method, value, &(Call){0});
            value_release(method);
            return size_with_head(thread, size);
        }
        if (exception_is_set(thread)) return VALUE_ABSENT;
    } else if (value.tag == TAG_OBJECT) {
        method = value_find_attribute_c(thread, value, "__sizeof__");
    }
    if (exception_is_set(thread)) exception_clear(thread);
    bool is_default = value_is_absent(method) || (method.tag == TAG_OBJECT && method.object->type == thread_builtins(thread)->type_native);
    if (is_default) {
        value_release(method);
        Value bytes = value.tag == TAG_OBJECT && !own ? value_find_attribute_c(thread, value, "nbytes") : VALUE_ABSENT; /* arrays */
        exception_clear(thread);
        bool is_array = bytes.tag == TAG_INT && !value_has_type(value, &memoryview_type_template);
        int64_t size = is_array ? 112 + bytes.integer : 0;
        value_release(bytes);
        return value_from_int(is_array ? size : size_of(thread, value));
    }
    Value size = value_call_none(thread, method);
    value_release(method);
    return size_with_head(thread, size);
}

const NativeEntry sys_size_functions[] = {
    {.name = "getsizeof", .signature = "(object, default=<unrepresentable>)", .documentation = "Bytes that an object takes.", .code = sys_getsizeof}, {0}};

/* ---- tuples with names ---- */

static const PropertyEntry version_fields[] = {STRUCT_FIELD("major", 0), STRUCT_FIELD("minor", 1), STRUCT_FIELD("micro", 2),
                                               STRUCT_FIELD("releaselevel", 3), STRUCT_FIELD("serial", 4), {0}};
STRUCT_SEQUENCE_TYPE(version_type, "sys.version_info", "The version of the language.", version_fields)
static const PropertyEntry float_fields[] = {
    STRUCT_FIELD("max", 0), STRUCT_FIELD("max_exp", 1), STRUCT_FIELD("max_10_exp", 2), STRUCT_FIELD("min", 3), STRUCT_FIELD("min_exp", 4),
    STRUCT_FIELD("min_10_exp", 5), STRUCT_FIELD("dig", 6), STRUCT_FIELD("mant_dig", 7), STRUCT_FIELD("epsilon", 8), STRUCT_FIELD("radix", 9),
    STRUCT_FIELD("rounds", 10), {0}};
STRUCT_SEQUENCE_TYPE(float_type, "sys.float_info", "What a float can hold.", float_fields)
static const PropertyEntry hash_fields[] = {STRUCT_FIELD("width", 0), STRUCT_FIELD("modulus", 1), STRUCT_FIELD("inf", 2), STRUCT_FIELD("nan", 3),
                                            STRUCT_FIELD("imag", 4), STRUCT_FIELD("algorithm", 5), STRUCT_FIELD("hash_bits", 6),
                                            STRUCT_FIELD("seed_bits", 7), STRUCT_FIELD("cutoff", 8), {0}};
STRUCT_SEQUENCE_TYPE(hash_type, "sys.hash_info", "How numbers and text are hashed.", hash_fields)
static const PropertyEntry int_fields[] = {STRUCT_FIELD("bits_per_digit", 0), STRUCT_FIELD("sizeof_digit", 1),
                                           STRUCT_FIELD("default_max_str_digits", 2), STRUCT_FIELD("str_digits_check_threshold", 3), {0}};
STRUCT_SEQUENCE_TYPE(int_info_type, "sys.int_info", "How ints are held and shown.", int_fields)
static const PropertyEntry thread_fields[] = {STRUCT_FIELD("name", 0), STRUCT_FIELD("lock", 1), STRUCT_FIELD("version", 2), {0}};
STRUCT_SEQUENCE_TYPE(thread_type, "sys.thread_info", "How threads are made.", thread_fields)
static const PropertyEntry flag_fields[] = {
    STRUCT_FIELD("debug", 0), STRUCT_FIELD("inspect", 1), STRUCT_FIELD("interactive", 2), STRUCT_FIELD("optimize", 3),
    STRUCT_FIELD("dont_write_bytecode", 4), STRUCT_FIELD("no_user_site", 5), STRUCT_FIELD("no_site", 6), STRUCT_FIELD("ignore_environment", 7),
    STRUCT_FIELD("verbose", 8), STRUCT_FIELD("bytes_warning", 9), STRUCT_FIELD("quiet", 10), STRUCT_FIELD("hash_randomization", 11),
    STRUCT_FIELD("isolated", 12), STRUCT_FIELD("dev_mode", 13), STRUCT_FIELD("utf8_mode", 14), STRUCT_FIELD("warn_default_encoding", 15),
    STRUCT_FIELD("safe_path", 16), STRUCT_FIELD("int_max_str_digits", 17), {0}};
STRUCT_SEQUENCE_TYPE(flags_type, "sys.flags", "The options that the interpreter was started with.", flag_fields)

static Value version_info(Thread *thread, const MachineLibrary *library, int64_t *packed) {
    int minor = library->minor, micro = library->micro;
    if (packed) *packed = (int64_t)3 << 24 | minor << 16 | micro << 8 | 0xF0;
    const Value items[] = {value_from_int(3), value_from_int(minor), value_from_int(micro), string_from_c(thread, "final"), value_from_int(0)};
    return struct_sequence_new(thread, &version_type, items, 5, 0);
}

static Value text_list(Thread *thread, char **strings, int count) {
    Value list = list_new(thread);
    if (!count && !value_is_absent(list)) { /* what programs find that are not files */
        const char *name = thread->interpreter->front_end.is_interactive ? "ipykernel_launcher.py" : "";
        if (list_append_owned(thread, value_list(list), string_from_c(thread, name))) return list;
        value_release(list);
        return VALUE_ABSENT;
    }
    for (int i = 0; i < count && !value_is_absent(list); i++) {
        if (list_append_owned(thread, value_list(list), string_from_system(thread, strings[i], strlen(strings[i])))) continue;
        value_release(list);
        return VALUE_ABSENT;
    }
    return list;
}

/* The names of the modules written in C, and of all of them. */
static bool add_module_names(Thread *thread, Value module) {
#define C(name) #name,
    static const char *const in_c[] = {LIBRARY_C_MODULES(C) "builtins"};
#undef C
    size_t own = sizeof in_c / sizeof *in_c, others = pack_count();
    Value names = list_new(thread), all = set_new(thread, true);
    bool good = !value_is_absent(names) && !value_is_absent(all);
    for (size_t i = 0; good && i < own + others; i++) {
        const PackRecord *packed = i < own ? NULL : pack_at(i - own);
        if (packed && !(packed->flags & PACK_LIBRARY)) continue;
        Value name = string_from_c(thread, packed ? pack_name(packed) : in_c[i]);
        good = !value_is_absent(name) && (i >= own || list_append(thread, value_list(names), name)) &&
               (strchr(value_c_string(name), '.') || set_add(thread, all, name));
        value_release(name);
    }
    Value tuple = good ? tuple_from_iterable(thread, names) : VALUE_ABSENT;
    value_release(names);
    if (good && module_add(thread, module, "builtin_module_names", tuple)) return module_add(thread, module, "stdlib_module_names", all);
    value_release(all);
    return false;
}

static bool add_numbers(Thread *thread, Value module) {
    const Value floats[] = {value_from_float(DBL_MAX), value_from_int(DBL_MAX_EXP), value_from_int(DBL_MAX_10_EXP), value_from_float(DBL_MIN),
                            value_from_int(DBL_MIN_EXP), value_from_int(DBL_MIN_10_EXP), value_from_int(DBL_DIG), value_from_int(DBL_MANT_DIG),
                            value_from_float(DBL_EPSILON), value_from_int(FLT_RADIX), value_from_int(1)};
    Value hashes[] = {value_from_int(64), value_from_int(((int64_t)1 << 61) - 1), value_from_int(314159), value_from_int(0),
                      value_from_int(1000003), VALUE_ABSENT, value_from_int(64), value_from_int(128), value_from_int(0)};
    const Value ints[] = {value_from_int(30), value_from_int(4), value_from_int(4300), value_from_int(640)};
    Value flags[18];
    int optimization = thread->interpreter->optimization;
    for (int i = 0; i < 18; i++) flags[i] = i == 13 || i == 16 ? VALUE_FALSE : value_from_int(i == 3 ? optimization : i == 11 ? 1 : i == 17 ? -1 : 0);
    if (!module_add(thread, module, "float_info", struct_sequence_new(thread, &float_type, floats, 11, 0))) return false;
    /* Texts are made when the sequence that takes them is. */
    hashes[5] = string_from_c(thread, "siphash13");
    if (!module_add(thread, module, "hash_info", struct_sequence_new(thread, &hash_type, hashes, 9, 0)) ||
        !module_add(thread, module, "int_info", struct_sequence_new(thread, &int_info_type, ints, 4, 0)))
        return false;
    const Value threads[] = {string_from_c(thread, "pthread"), string_from_c(thread, "semaphore"), VALUE_NONE};
    return module_add(thread, module, "thread_info", struct_sequence_new(thread, &thread_type, threads, 3, 0)) &&
           module_add(thread, module, "flags", struct_sequence_new(thread, &flags_type, flags, 18, 0)) &&
           module_add(thread, module, "maxsize", value_from_int(INT64_MAX)) && module_add(thread, module, "maxunicode", value_from_int(0x10FFFF)) &&
           module_add(thread, module, "api_version", value_from_int(1013)) && module_add(thread, module, "dont_write_bytecode", VALUE_TRUE);
}

static bool add_implementation(Thread *thread, Value module, const MachineLibrary *library) {
    int64_t packed;
    Value version = version_info(thread, library, &packed), tag = string_format(thread, "cupola-3%d", library->minor);
    Value namespace = value_call_none(thread, value_from_object(thread_builtins(thread)->type_namespace));
    const struct {
        const char *name;
        Value value;
    } members[] = {{"name", string_from_c(thread, "cupola")}, {"cache_tag", tag}, {"version", version},
                   {"hexversion", value_from_int(packed)}, {"_multiarch", string_from_c(thread, "x86_64-linux-gnu")}};
    bool good = !value_is_absent(namespace);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        good = good && !value_is_absent(members[i].value) && value_set_attribute_c(thread, namespace, members[i].name, members[i].value);
        value_release(members[i].value);
    }
    if (good) return module_add(thread, module, "implementation", namespace) && module_add(thread, module, "hexversion", value_from_int(packed));
    value_release(namespace);
    return false;
}

/* What -W, -X and -O said. The programs that this one starts are not told. */
static bool add_options(Thread *thread, Value module) {
    Value warnings = dict_get_c(thread, module_attributes(module), "warnoptions");
    Value extra = dict_get_c(thread, module_attributes(module), "_xoptions");
    const char *at = getenv("PYTHONWARNINGS");
    bool good = true;
    for (size_t length; good && at && *at; at += length + (at[length] == ',')) {
        length = strcspn(at, ",");
        if (length) good = list_append_owned(thread, value_list(warnings), string_new(thread, at, length));
    }
    at = getenv(PYTHON_OPTIONS);
    for (const char *end; good && at && (end = strchr(at, '\n')); at = end + 1) {
        const char *equals = memchr(at, '=', (size_t)(end - at));
        if (*at == 'O') {
            thread->interpreter->optimization++;
        } else if (*at == 'u') {
            thread->interpreter->is_unbuffered = true;
        } else if (*at == 'W') {
            good = list_append_owned(thread, value_list(warnings), string_new(thread, at + 1, (size_t)(end - at - 1)));
        } else {
            Value key = string_new(thread, at + 1, (size_t)((equals ? equals : end) - at - 1));
            Value value = equals ? string_new(thread, equals + 1, (size_t)(end - equals - 1)) : VALUE_TRUE;
            good = !value_is_absent(key) && !value_is_absent(value) && dict_set(thread, value_dict(extra), key, value);
            value_release(key), value_release(value);
        }
    }
    unsetenv(PYTHON_OPTIONS);
    const char *wanted = getenv("PYTHONOPTIMIZE");
    int level = wanted && *wanted ? atoi(wanted) : 0;
    if (wanted && *wanted && level < 1) level = 1;
    if (level > thread->interpreter->optimization) thread->interpreter->optimization = level;
    if (thread->interpreter->optimization) good = good && dict_set_c(thread, thread->interpreter->builtin_names, "__debug__", VALUE_FALSE);
    return good;
}

bool sys_add_information(Thread *thread, Value module) {
    Interpreter *interpreter = thread->interpreter;
    const char *program = interpreter->program ? interpreter->program : "cupola";
    const MachineLibrary *library = machine_library(interpreter);
    if (!library) return raise_no_memory(thread), false;
    const char *base = library->prefix, *prefix = *library->environment ? library->environment : base;
    const char *const texts[][2] = {
        {"platform", "linux"}, {"byteorder", "little"}, {"executable", program}, {"_base_executable", program},
        {"prefix", prefix}, {"base_prefix", base}, {"exec_prefix", prefix}, {"base_exec_prefix", base}, {"platlibdir", "lib"}, {"abiflags", ""},
        {"float_repr_style", "short"}, {"copyright", "Copyright (c) the Cupola authors."}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!module_add(thread, module, texts[i][0], string_from_c(thread, texts[i][1]))) return false;
    if (!module_add(thread, module, "version", string_format(thread, "%s (Cupola)", library->version))) return false;
    static const char *const lists[] = {"warnoptions", "path_hooks"}, *const dicts[] = {"_xoptions", "path_importer_cache"};
    for (size_t i = 0; i < 2; i++)
        if (!module_add(thread, module, lists[i], list_new(thread))) return false;
    for (size_t i = 0; i < 2; i++)
        if (!module_add(thread, module, dicts[i], dict_new(thread))) return false;
    return add_options(thread, module) && add_numbers(thread, module) && add_implementation(thread, module, library) && add_module_names(thread, module) &&
           module_add(thread, module, "version_info", version_info(thread, library, NULL)) && module_add(thread, module, "pycache_prefix", VALUE_NONE) &&
           module_add(thread, module, "argv", text_list(thread, interpreter->arguments, interpreter->argument_count)) &&
           module_add(thread, module, "orig_argv", text_list(thread, interpreter->arguments, interpreter->argument_count));
}
