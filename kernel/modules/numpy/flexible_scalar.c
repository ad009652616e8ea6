/* The scalar classes of the types that are no numbers: np.str_, np.bytes_, np.datetime64, np.timedelta64, np.void, np.object_.
 *
 * str_ and bytes_ are Python's str and bytes as well; a datetime64 counts units of its own dtype; a void is one record, which it
 * shows as an array without dimensions. */
#include "kernel/modules/numpy/scalar.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/number/int.h"

#include <string.h>

/* ---- Text ---- */

Value text_scalar_new(Thread *thread, DtypeNumber number, Value owned) {
    ArrayContext *context = array_context(thread);
    Value scalar = VALUE_ABSENT;
    if (context && !value_is_absent(owned))
        scalar = value_call_one(thread, (Value){.tag = TAG_OBJECT, .object = &context->scalar_types[number]->object}, owned);
    value_release(owned);
    return scalar;
}

/* What bytes() refuses becomes text first, as elements of arrays do; np.bytes_([300]) is an array. */
static Value bytes_scalar_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    Value made = context ? thread_builtins(thread)->type_bytes->create(thread, type, call) : VALUE_ABSENT;
    if (!context || !value_is_absent(made) || call->positional_count != 1 || call->names) return made;
    exception_clear(thread);
    Array *array = array_from_value(thread, call->values[0], dtype_text(context->runtime->flexible_types, 'S', 0));
    if (!array) return VALUE_ABSENT;
    if (array->dimensions) return value_from_array(thread, array);
    Variant element = element_load(array->dtype, array_data(array));
    Value bytes = element.kind == VARIANT_BYTES ? bytes_new(thread, element.text->bytes, element.text->length) : raise_no_memory(thread);
    Call again = {.values = &bytes, .positional_count = 1};
    made = value_is_absent(bytes) ? bytes : thread_builtins(thread)->type_bytes->create(thread, type, &again);
    value_release(bytes);
    variant_release(&element);
    array_release(array);
    return made;
}

/* Zeros at the end are not shown: an element of an array has none there. Owned; of the built-in class. */
static Value text_shown(Thread *thread, Value self) {
    const char *text = value_is_bytes(self) ? ((const Bytes *)self.object)->bytes : value_c_string(self);
    size_t length = value_is_bytes(self) ? ((const Bytes *)self.object)->length : value_string(self)->length;
    while (length && !text[length - 1]) length--;
    return value_is_bytes(self) ? bytes_new(thread, text, length) : string_new(thread, text, length);
}

static Value text_str(Thread *thread, Value self) {
    Value shown = text_shown(thread, self);
    if (value_is_absent(shown) || value_is_string(shown)) return shown;
    Value text = value_str(thread, shown);
    value_release(shown);
    return text;
}

static Value text_repr(Thread *thread, Value self) {
    bool is_bytes = value_is_bytes(self);
    Value content = text_shown(thread, self), shown = value_is_absent(content) ? content : value_repr(thread, content);
    value_release(content);
    ArrayContext *context = array_context(thread);
    if (value_is_absent(shown) || !context || context->runtime->print_options.legacy <= 125) return shown;
    Value text = string_format(thread, is_bytes ? "np.bytes_(%s)" : "np.str_(%s)", value_c_string(shown));
    value_release(shown);
    return text;
}

/* ---- Objects ---- */

static Value object_scalar_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value argument;
    if (!native_match(thread, "object_", "(value=None, /)", call, &argument, 1)) return VALUE_ABSENT;
    Value result = value_retain(argument);
    native_release_arguments(&argument, 1);
    return result;
}

/* ---- Dates ---- */

Value date_scalar_new(Thread *thread, Type *type, const Dtype *dtype, int64_t count) {
    NumpyScalar *scalar = object_new(thread, type);
    if (!scalar) return VALUE_ABSENT;
    memcpy(scalar->bytes, &count, sizeof count);
    scalar->dtype = dtype;
    return value_from_object(scalar);
}

/* The unit argument: "D", or a pair of a unit and how many of it. */
static const Dtype *date_type_of_unit(Thread *thread, ArrayContext *context, char kind, Value unit) {
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value name = unit;
    if (value_is_tuple(unit) && value_tuple(unit)->count >= 2) {
        int64_t multiple;
        name = value_tuple(unit)->items[0];
        if (!value_to_int64(thread, value_tuple(unit)->items[1], &multiple)) return NULL;
        text_append_format(&text, "%c8[%lld", kind, (long long)multiple);
    } else text_append_format(&text, "%c8[", kind);
    if (!value_is_string(name) && !value_is_bytes(name)) {
        text_release(&text);
        raise_type_error(thread, "must be str, not %s", value_type_name(thread, unit));
        return NULL;
    }
    const char *word = value_is_string(name) ? value_c_string(name) : ((const Bytes *)name.object)->bytes;
    size_t length = strlen(word);
    bool in_brackets = length > 2 && *word == '[' && word[length - 1] == ']'; /* "[D]" is "D" */
    text_append_bytes(&text, word + in_brackets, length - 2 * in_brackets);
    text_append_char(&text, ']');
    const Dtype *dtype = dtype_parse(context->runtime->flexible_types, text_string(&text), text.length, &error);
    text_release(&text);
    if (!dtype && value_is_string(name)) raise_type_error(thread, "Invalid datetime unit \"%s\" in metadata", value_c_string(name));
    else if (!dtype) raise_array_error(thread, &error);
    if (!dtype) error_clear(&error);
    return dtype;
}

/* The unit in which a text tells its date, without a word about its time zone: the one that reads the date has it. */
static const Dtype *date_type_of_text(DtypeTable *table, const VariantText *text, const Dtype *otherwise) {
    DateFields fields;
    DatetimeUnit unit;
    bool is_nat;
    Error error = ERROR_NONE;
    bool is_date = datetime_parse(NULL, text->bytes, text->length, &fields, &unit, &is_nat, &error) && !is_nat;
    error_clear(&error);
    const Dtype *dtype = is_date ? dtype_date(table, 'M', unit, 1) : NULL;
    return dtype ? dtype : otherwise;
}

static Value date_create(Thread *thread, Type *type, const Call *call, char kind) {
    ArrayContext *context = array_context(thread);
    Value arguments[2], result = VALUE_ABSENT;
    if (!context || !native_match(thread, kind == 'M' ? "datetime64" : "timedelta64", "(value=None, unit=None, /)", call, arguments, 2)) return VALUE_ABSENT;
    Variant variant = variant_absent();
    Error error = ERROR_NONE;
    DtypeTable *table = context->runtime->flexible_types;
    const Dtype *dtype = value_is_none(arguments[1]) ? dtype_date(table, kind, UNIT_GENERIC, 1) : date_type_of_unit(thread, context, kind, arguments[1]);
    bool has_unit = dtype && dtype->unit != UNIT_GENERIC;
    if (dtype && variant_from_value(thread, arguments[0], &variant)) {
        if (kind == 'M' && !has_unit && variant.kind == VARIANT_STRING) dtype = date_type_of_text(table, variant.text, dtype);
        bool is_number = variant.kind == VARIANT_INTEGER || variant.kind == VARIANT_BOOL || (variant.kind == VARIANT_SCALAR && dtype_is_integer(variant.dtype));
        if (kind == 'm' && variant.kind == VARIANT_NONE) variant = variant_integer(call->positional_count ? NOT_A_TIME : 0);
        if (kind == 'M' && is_number && !has_unit) {
            raise_value_error(thread, "Converting an integer to a NumPy datetime requires a specified unit");
        } else {
            Array *array = array_from_variant(context->runtime, variant, dtype, context->runtime->host, true, &error);
            if (!array) raise_array_error(thread, &error);
            else if (array->dimensions) result = value_from_array(thread, array_retain(array));
            else result = date_scalar_new(thread, type, array->dtype, *(const int64_t *)array_data(array));
            array_release(array);
        }
        variant_release(&variant);
    }
    native_release_arguments(arguments, 2);
    return result;
}
static Value datetime_create(Thread *thread, Type *type, const Call *call) { return date_create(thread, type, call, 'M'); }
static Value timedelta_create(Thread *thread, Type *type, const Call *call) { return date_create(thread, type, call, 'm'); }

static int64_t date_count(Value self) { return date_read(((const NumpyScalar *)self.object)->bytes); }
static const Dtype *date_dtype(Value self) { return ((const NumpyScalar *)self.object)->dtype; }

/* "D", or "3D" */
static void append_unit(TextBuffer *text, const Dtype *dtype) {
    if (dtype->multiple > 1) text_append_format(text, "%d", dtype->multiple);
    text_append(text, datetime_unit_name(dtype->unit));
}

static Value date_str(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    (date_dtype(self)->kind == 'M' ? datetime_append : timedelta_append)(&text, date_count(self), date_dtype(self));
    return string_from_text_buffer(thread, &text);
}

/* The unit is shown where the text does not tell it. */
static Value date_repr(Thread *thread, Value self) {
    const Dtype *dtype = date_dtype(self);
    int64_t count = date_count(self);
    ArrayContext *context = array_context(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, context && context->runtime->print_options.legacy <= 125 ? "numpy." : "np.");
    if (dtype->kind == 'M') {
        text_append(&text, "datetime64('");
        datetime_append(&text, count, dtype);
        text_append_char(&text, '\'');
        bool told = count != NOT_A_TIME && dtype->multiple == 1 && dtype->unit != UNIT_WEEK && dtype->unit != UNIT_HOUR && dtype->unit != UNIT_GENERIC;
        if (!told) {
            text_append(&text, ",'");
            append_unit(&text, dtype);
            text_append_char(&text, '\'');
        }
    } else {
        text_append(&text, "timedelta64(");
        if (count == NOT_A_TIME) text_append(&text, "'NaT'");
        else text_append_format(&text, "%lld", (long long)count);
        if (dtype->unit != UNIT_GENERIC) {
            text_append(&text, ",'");
            append_unit(&text, dtype);
            text_append_char(&text, '\'');
        }
    }
    text_append_char(&text, ')');
    return string_from_text_buffer(thread, &text);
}

/* As datetime's own object of so many microseconds; another number where there is none. Equal dates of any units have one hash. */
static bool hash_as_object(Thread *thread, const Dtype *dtype, int64_t microseconds, int64_t *hash) {
    const Dtype *fine = dtype_date(dtype->table, dtype->kind, UNIT_MICROSECOND, 1);
    Value object = fine ? date_to_value(thread, fine, microseconds) : raise_no_memory(thread);
    bool hashed = !value_is_absent(object) && value_hash(thread, object, hash);
    value_release(object);
    return hashed;
}

static bool hash_parts(Thread *thread, const int64_t *parts, size_t count, int64_t *hash) {
    uint64_t mixed = 0x345678;
    for (size_t i = 0; i < count; i++) mixed = (mixed ^ (uint64_t)parts[i]) * 1000003u;
    return value_hash(thread, value_from_int((int64_t)mixed), hash);
}

static bool date_hash(Thread *thread, Value self, int64_t *hash) {
    const int64_t exact = 1000000000000; /* attoseconds of a microsecond */
    int64_t count = date_count(self);
    const Dtype *dtype = date_dtype(self);
    if (count == NOT_A_TIME) return *hash = (int64_t)((uintptr_t)self.object >> 4), true; /* no two of them are equal */
    if (dtype->unit == UNIT_GENERIC && dtype->kind == 'm') return raise_value_error(thread, "Can't hash generic timedelta64"), false;
    if (dtype->unit == UNIT_GENERIC) return value_hash(thread, value_from_int(count), hash);
    if (dtype->kind == 'M') {
        DateFields fields;
        datetime_to_fields(count, dtype, &fields);
        static const Dtype fine = {.unit = UNIT_MICROSECOND, .multiple = 1};
        bool has_object = fields.attosecond % exact == 0 && fields.year >= 1 && fields.year <= 9999;
        if (has_object) return hash_as_object(thread, dtype, datetime_from_fields(&fields, &fine), hash);
        const int64_t parts[] = {fields.year, fields.month, fields.day, fields.hour, fields.minute, fields.second, fields.attosecond};
        return hash_parts(thread, parts, 7, hash);
    }
    __int128 units = (__int128)count * dtype->multiple, seconds;
    int64_t attoseconds = 0;
    if (dtype->unit <= UNIT_MONTH) {
        units *= dtype->unit == UNIT_YEAR ? 12 : 1;
        return hash_parts(thread, (const int64_t[]){(int64_t)units}, 1, hash);
    }
    if (dtype->unit <= UNIT_SECOND) {
        seconds = units * datetime_unit_ratio(dtype->unit, UNIT_SECOND);
    } else {
        int64_t parts = datetime_unit_ratio(UNIT_SECOND, dtype->unit);
        seconds = units / parts - (units % parts < 0);
        attoseconds = (int64_t)(units - seconds * parts) * datetime_unit_ratio(dtype->unit, UNIT_ATTOSECOND);
    }
    const int64_t farthest = 9000000000000; /* whose microseconds are an int64 */
    if (attoseconds % exact == 0 && seconds < farthest && seconds > -farthest)
        return hash_as_object(thread, dtype, (int64_t)seconds * 1000000 + attoseconds / exact, hash);
    return hash_parts(thread, (const int64_t[]){(int64_t)seconds, (int64_t)(seconds >> 64), attoseconds}, 3, hash);
}
static int date_truth(Thread *thread, Value self) { return (void)thread, date_count(self) != 0; }

static Value date_format(Thread *thread, Value self, Value specification) {
    Value text = date_str(thread, self);
    Value result = value_is_absent(text) ? text : value_format(thread, text, specification);
    value_release(text);
    return result;
}

/* As datetime's own objects, where those can hold it: else the number. */
Value date_to_value(Thread *thread, const Dtype *dtype, int64_t count) {
    if (count == NOT_A_TIME) return VALUE_NONE;
    bool is_difference = dtype->kind == 'm';
    if (dtype->unit > UNIT_MICROSECOND || (is_difference && dtype->unit <= UNIT_MONTH)) return value_from_int(count);
    Value module = import_module(thread, "datetime"), arguments[7], result = VALUE_ABSENT;
    if (value_is_absent(module)) return module;
    bool has_time = dtype->unit > UNIT_DAY;
    Value class = value_get_attribute_c(thread, module, is_difference ? "timedelta" : has_time ? "datetime" : "date");
    size_t used = 0;
    bool fits = true;
    if (is_difference) {
        const Dtype *fine = dtype_date(dtype->table, 'm', UNIT_MICROSECOND, 1);
        int64_t microseconds = 0;
        fits = fine && datetime_convert(count, dtype, fine, &microseconds) && microseconds / 86400000000 < 1000000000 && microseconds / 86400000000 > -1000000000;
        arguments[used++] = value_from_int(0);
        arguments[used++] = value_from_int(0);
        arguments[used++] = value_from_int(microseconds);
    } else {
        DateFields fields;
        datetime_to_fields(count, dtype, &fields);
        fits = fields.year >= 1 && fields.year <= 9999;
        int64_t parts[] = {fields.year, fields.month, fields.day, fields.hour, fields.minute, fields.second, fields.attosecond / 1000000000000};
        for (; used < (has_time ? 7u : 3u); used++) arguments[used] = value_from_int(parts[used]);
    }
    if (!value_is_absent(class)) result = fits ? value_call_values(thread, class, arguments, used) : value_from_int(count);
    value_release(class);
    value_release(module);
    return result;
}

static Value date_to_int(Thread *thread, Value self) { return (void)thread, value_from_int(date_count(self)); }

/* ---- Records ---- */

typedef struct RecordScalar {
    Object object;
    Value array; /* an ndarray without dimensions */
} RecordScalar;

static Value record_array(Value self) { return ((const RecordScalar *)self.object)->array; }

static Value record_of_array(Thread *thread, Type *type, Value owned) {
    RecordScalar *record = value_is_absent(owned) ? NULL : object_new(thread, type);
    if (record) record->array = owned;
    else value_release(owned);
    return value_from_object(record);
}

Value record_scalar_new(Thread *thread, Array *owned) {
    ArrayContext *context = array_context(thread);
    if (context) return record_of_array(thread, context->scalar_types[DTYPE_RECORD], value_from_array(thread, owned));
    array_release(owned);
    return VALUE_ABSENT;
}

Array *value_record(Value value) {
    if (value.tag != TAG_OBJECT) return NULL;
    for (const Type *type = value.object->type; type; type = type->base)
        if (type->name && !strcmp(type->name, "numpy.void") && type->instance_size == sizeof(RecordScalar)) return value_ndarray(record_array(value));
    return NULL;
}

static void record_destroy(Object *object) { value_release(((RecordScalar *)object)->array); }

static bool record_lend_memory(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    bool is_lent = value_lend_memory(thread, record_array(self), lasting, memory) == 1;
    memory->read_only = true;
    return is_lent;
}

static Value record_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    Value arguments[2], result = VALUE_ABSENT;
    if (!context || !native_match(thread, "void", "(length_or_data, dtype=None)", call, arguments, 2)) return VALUE_ABSENT;
    Error error = ERROR_NONE;
    DtypeTable *table = context->runtime->flexible_types;
    const Dtype *dtype = NULL;
    Array *array = NULL;
    int64_t length;
    if (value_is_ndarray(arguments[0]) && value_is_none(arguments[1]) && !value_ndarray(arguments[0])->dimensions &&
        value_ndarray(arguments[0])->dtype->kind == 'V') { /* a class of records shows that very one */
        result = record_of_array(thread, type, value_retain(arguments[0]));
    } else if (!value_is_none(arguments[1])) {
        if ((dtype = dtype_from_value(thread, arguments[1]))) array = array_from_value(thread, arguments[0], dtype);
    } else if (value_is_int(arguments[0])) {
        if (value_to_int64(thread, arguments[0], &length)) {
            dtype = dtype_text(table, 'V', length < 0 ? 0 : length);
            array = dtype ? array_create(context->runtime->host, dtype, 0, NULL, &error) : NULL;
            if (!array) raise_array_error(thread, &error);
        }
    } else if (value_is_bytes(arguments[0])) {
        dtype = dtype_text(table, 'V', (int64_t)((const Bytes *)arguments[0].object)->length);
        if (dtype) array = array_from_value(thread, arguments[0], dtype);
    } else raise_type_error(thread, "a bytes-like object is required, not '%s'", value_type_name(thread, arguments[0]));
    if (array && array->dimensions) result = value_from_array(thread, array);
    else if (array) result = record_scalar_new(thread, array);
    native_release_arguments(arguments, 2);
    return result;
}

static Value record_get_item(Thread *thread, Value self, Value key) {
    const Dtype *dtype = value_ndarray(record_array(self))->dtype;
    int64_t index;
    if (value_is_int(key) && dtype->field_count) {
        if (!value_to_int64(thread, key, &index)) return VALUE_ABSENT;
        if (index < 0) index += dtype->field_count;
        if (index < 0 || index >= dtype->field_count) return raise_index_error(thread, "invalid index (%lld)", (long long)index);
        Value name = string_from_c(thread, dtype->fields[index].name);
        Value item = value_is_absent(name) ? name : record_get_item(thread, self, name);
        value_release(name);
        return item;
    }
    Value part = value_get_item(thread, record_array(self), key);
    if (value_is_absent(part) || !value_is_ndarray(part) || value_ndarray(part)->dimensions) return part;
    Value empty = tuple_new(thread, 0); /* the field's own scalar */
    Value item = value_is_absent(empty) ? empty : value_get_item(thread, part, empty);
    value_release(empty);
    value_release(part);
    return item;
}

static bool record_set_item(Thread *thread, Value self, Value key, Value value) {
    const Dtype *dtype = value_ndarray(record_array(self))->dtype;
    int64_t index;
    if (!value_is_int(key) || !dtype->field_count) return value_set_item(thread, record_array(self), key, value);
    if (!value_to_int64(thread, key, &index)) return false;
    if (index < 0) index += dtype->field_count;
    if (index < 0 || index >= dtype->field_count) return raise_index_error(thread, "invalid index (%lld)", (long long)index), false;
    Value name = string_from_c(thread, dtype->fields[index].name);
    bool stored = !value_is_absent(name) && value_set_item(thread, record_array(self), name, value);
    value_release(name);
    return stored;
}

static Value record_iterate(Thread *thread, Value self) {
    const Dtype *dtype = value_ndarray(record_array(self))->dtype;
    if (!dtype->field_count) return raise_type_error(thread, "'numpy.void' object is not iterable");
    Value fields = tuple_new(thread, (size_t)dtype->field_count);
    for (int i = 0; i < dtype->field_count && !value_is_absent(fields); i++) {
        Value item = record_get_item(thread, self, value_from_int(i));
        value_tuple(fields)->items[i] = item;
        if (value_is_absent(item)) value_replace(&fields, VALUE_ABSENT);
    }
    Value iterator = value_is_absent(fields) ? fields : value_iterate(thread, fields);
    value_release(fields);
    return iterator;
}

static int64_t record_length(Thread *thread, Value self) { return (void)thread, value_ndarray(record_array(self))->dtype->field_count; }

/* (1, 2.5): as an array of it shows its element. */
static Value record_str(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    Error error = ERROR_NONE;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (!context) return VALUE_ABSENT;
    PrintOptions options = context->runtime->print_options;
    options.plain_floats = options.legacy > 125;
    if (options.legacy <= 113) options.legacy = 121; /* never as the Python value it stands for */
    Value held = value_retain(context->print_formatter);
    bool well = array_to_text(context->runtime, value_ndarray(record_array(self)), &options, ", ", "", "", &text, &error);
    value_release(held);
    if (well)
        return string_from_text_buffer(thread, &text);
    text_release(&text);
    return raise_array_error(thread, &error);
}

static Value record_repr(Thread *thread, Value self) {
    const Dtype *dtype = value_ndarray(record_array(self))->dtype;
    Value shown = record_str(thread, self);
    ArrayContext *context = array_context(thread);
    if (value_is_absent(shown) || !context) return shown;
    bool older = context->runtime->print_options.legacy <= 125;
    if (older && dtype->is_record) return shown;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, older ? "void(%s" : "np.void(%s", value_c_string(shown));
    if (dtype->is_record) {
        text_append(&text, ", dtype=");
        dtype_describe(dtype, &text);
    }
    text_append_char(&text, ')');
    value_release(shown);
    return string_from_text_buffer(thread, &text);
}

static Value record_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    Value other = value_record(right) ? record_array(right) : right;
    Value result = value_compare(thread, record_array(left), other, comparison);
    return result;
}

static bool record_hash(Thread *thread, Value self, int64_t *hash) {
    Value tuple = value_call_method(thread, record_array(self), "item", NULL, 0);
    bool hashed = !value_is_absent(tuple) && value_hash(thread, tuple, hash);
    value_release(tuple);
    return hashed;
}

static int record_truth(Thread *thread, Value self) { return value_truth(thread, record_array(self)); }

NATIVE(record_item_method) {
    NATIVE_UNUSED;
    return value_call_method(thread, record_array(arguments[0]), "item", NULL, 0);
}
NATIVE(record_array_method) {
    NATIVE_UNUSED;
    return value_retain(record_array(arguments[0]));
}
static Value record_get_dtype(Thread *thread, Value self) { return value_from_dtype(thread, value_ndarray(record_array(self))->dtype); }
static Value record_get_itemsize(Thread *thread, Value self) { return (void)thread, value_from_int(value_ndarray(record_array(self))->dtype->item_size); }

static const NativeEntry record_methods[] = {{"item", "($self, *args)", "The record as a tuple of Python's own values.", record_item_method, NULL, 0},
                                             {"tolist", "($self)", "The record as a tuple of Python's own values.", record_item_method, NULL, 0},
                                             {"__array__", "($self, dtype=None, *, copy=None)", NULL, record_array_method, NULL, 0},
                                             {NULL, NULL, NULL, NULL, NULL, 0}};
static const PropertyEntry record_properties[] = {{"dtype", record_get_dtype, NULL, "The type of the record."},
                                                  {"itemsize", record_get_itemsize, NULL, "The bytes of the record."},
                                                  {"nbytes", record_get_itemsize, NULL, "The bytes of the record."},
                                                  {NULL, NULL, NULL, NULL}};

/* ---- The classes ---- */

const Type flexible_scalar_templates[DTYPE_NUMBERS_END - DTYPE_COUNT] = {
    [DTYPE_OBJECT - DTYPE_COUNT] = {.name = "numpy.object_",
                                    .documentation = "Any value of the language.",
                                    .base = (Type *)&generic_type_template,
                                    .flags = TYPE_BASE,
                                    .instance_size = sizeof(NumpyScalar),
                                    .create = object_scalar_create},
    [DTYPE_BYTES - DTYPE_COUNT] = {.name = "numpy.bytes_",
                                   .documentation = "Bytes of a fixed number.",
                                   .base = (Type *)&bytes_type_template,
                                   .flags = TYPE_BASE,
                                   .instance_size = sizeof(Bytes),
                                   .create = bytes_scalar_create,
                                   .str = text_str,
                                   .repr = text_repr},
    [DTYPE_TEXT - DTYPE_COUNT] = {.name = "numpy.str_",
                                  .documentation = "Text of a fixed number of characters.",
                                  .base = (Type *)&string_type_template,
                                  .flags = TYPE_BASE,
                                  .instance_size = sizeof(String),
                                  .str = text_str,
                                  .repr = text_repr},
    [DTYPE_DATETIME - DTYPE_COUNT] = {.name = "numpy.datetime64",
                                      .documentation = "A date: so many units since 1970.",
                                      .signature = "(value=None, unit=None, /)",
                                      .base = (Type *)&generic_type_template,
                                      .flags = TYPE_BASE,
                                      .instance_size = sizeof(NumpyScalar),
                                      .lend_memory = scalar_lend_memory,
                                      SCALAR_OPERATORS,
                                      .create = datetime_create,
                                      .repr = date_repr,
                                      .str = date_str,
                                      .format = date_format,
                                      .hash = date_hash,
                                      .truth = date_truth,
                                      .to_int = date_to_int,
                                      .compare = scalar_compare},
    [DTYPE_TIMEDELTA - DTYPE_COUNT] = {.name = "numpy.timedelta64",
                                       .documentation = "The difference of two dates, in units.",
                                       .signature = "(value=0, unit=None, /)",
                                       .base = (Type *)&signedinteger_type_template,
                                       .flags = TYPE_BASE,
                                       .instance_size = sizeof(NumpyScalar),
                                       .lend_memory = scalar_lend_memory,
                                       SCALAR_OPERATORS,
                                       .create = timedelta_create,
                                       .repr = date_repr,
                                       .str = date_str,
                                       .format = date_format,
                                       .hash = date_hash,
                                       .truth = date_truth,
                                       .to_int = date_to_int,
                                       .compare = scalar_compare},
    [DTYPE_RECORD - DTYPE_COUNT] = {.name = "numpy.void",
                                    .documentation = "One record, or plain bytes.",
                                    .signature = "(length_or_data, /, dtype=None)",
                                    .base = (Type *)&flexible_type_template,
                                    .flags = TYPE_BASE,
                                    .instance_size = sizeof(RecordScalar),
                                    .lend_memory = record_lend_memory,
                                    .create = record_create,
                                    .destroy = record_destroy,
                                    .repr = record_repr,
                                    .str = record_str,
                                    .hash = record_hash,
                                    .truth = record_truth,
                                    .compare = record_compare,
                                    .length = record_length,
                                    .iterate = record_iterate,
                                    .get_item = record_get_item,
                                    .set_item = record_set_item,
                                    .methods = record_methods,
                                    .properties = record_properties},
};
