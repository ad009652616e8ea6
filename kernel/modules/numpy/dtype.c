/* dtype objects: np.dtype('float32'), one for each element type, compared by what they stand for. */
#include "kernel/modules/numpy/types.h"

#include "base/memory.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/container/list.h"

#include <stdio.h>
#include <string.h>

static const Dtype *dtype_of(Value self) { return ((const DtypeObject *)self.object)->dtype; }

/* NumPy's type numbers. */
static const int dtype_numbers[DTYPE_NUMBERS_END] = {
    [DTYPE_BOOL] = 0,   [DTYPE_INT8] = 1,    [DTYPE_UINT8] = 2,    [DTYPE_INT16] = 3,    [DTYPE_UINT16] = 4,
    [DTYPE_INT32] = 5,  [DTYPE_UINT32] = 6,  [DTYPE_INT64] = 7,    [DTYPE_UINT64] = 8,   [DTYPE_FLOAT16] = 23,
    [DTYPE_FLOAT32] = 11, [DTYPE_FLOAT64] = 12, [DTYPE_COMPLEX64] = 14, [DTYPE_COMPLEX128] = 15,
    [DTYPE_OBJECT] = 17, [DTYPE_BYTES] = 18, [DTYPE_TEXT] = 19, [DTYPE_RECORD] = 20, [DTYPE_DATETIME] = 21, [DTYPE_TIMEDELTA] = 22};

/* The class of a dtype object, numpy.dtypes.Float32DType: made when first needed; borrowed. */
static Type *dtype_class(Thread *thread, ArrayContext *context, const Dtype *dtype) {
    dtype = dtype_native(dtype);
    Type **known = &context->dtype_classes[dtype->number];
    Type *base = *known ? NULL : type_from_template(thread, &dtype_type_template);
    if (!base) return *known;
    size_t size = strlen("numpy.dtypes.DType") + strlen(dtype_class_name(dtype)) + 1;
    char *name = arena_allocate(&context->arena, size); /* the type keeps it */
    if (!name) return raise_no_memory(thread), NULL;
    snprintf(name, size, "numpy.dtypes.%sDType", dtype_class_name(dtype));
    return *known = type_new_simple(thread, name, base, base->documentation);
}

Value value_from_dtype(Thread *thread, const Dtype *dtype) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Value *known = dtype_is_flexible(dtype) ? NULL : &context->dtypes[dtype->number];
    if (known && !value_is_absent(*known)) return value_retain(*known);
    Type *type = dtype_class(thread, context, dtype);
    DtypeObject *object = type ? object_new(thread, type) : NULL;
    if (!object) return VALUE_ABSENT;
    object->dtype = dtype;
    if (!known) return value_from_object(object);
    *known = value_from_object(object);
    return value_retain(*known);
}

const Dtype *dtype_of_class(ArrayContext *context, Value value) {
    if (!value_is_type(value)) return NULL;
    const Builtins *builtins = context->interpreter->builtins;
    const Type *type = value_type(value);
    if (type == builtins->type_float) return DTYPE(FLOAT64);
    if (type == builtins->type_int) return DTYPE(INT64);
    if (type == builtins->type_bool) return DTYPE(BOOL);
    if (type == builtins->type_complex) return DTYPE(COMPLEX128);
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (type == context->scalar_types[i]) return &dtypes[i];
    /* long long and long double (numpy/python/wide.py) are classes of their own over the type that they are. */
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (type->base == context->scalar_types[i] && strstr(type->name, "long")) return &dtypes[i];
    DtypeTable *table = context->runtime->flexible_types;
    if (type == builtins->type_string || type == context->scalar_types[DTYPE_TEXT]) return dtype_text(table, 'U', 0);
    if (type == builtins->type_bytes || type == context->scalar_types[DTYPE_BYTES]) return dtype_text(table, 'S', 0);
    if (type == builtins->type_object || type == context->scalar_types[DTYPE_OBJECT]) return &dtype_object;
    if (type == context->scalar_types[DTYPE_DATETIME]) return dtype_date(table, 'M', UNIT_GENERIC, 1);
    if (type == context->scalar_types[DTYPE_TIMEDELTA]) return dtype_date(table, 'm', UNIT_GENERIC, 1);
    if (type == context->scalar_types[DTYPE_RECORD]) return dtype_text(table, 'V', 0);
    return NULL;
}

/* ---- Records: [(name, type), (name, type, shape)], {'names': ..., 'formats': ...}, (type, shape) ---- */

typedef struct FieldList {
    DtypeField *items;
    Value *names; /* held: of each field its name and its title */
    int count, room;
    bool in_columns; /* {'names': ..., 'formats': ...} */
    int64_t size;
    bool align;
    int alignment;
} FieldList;

static void fields_release(FieldList *fields) {
    for (int i = 0; i < 2 * fields->count; i++) value_release(fields->names[i]);
    memory_release(fields->names);
    memory_release(fields->items);
}

static bool fields_make_room(Thread *thread, FieldList *fields) {
    if (fields->count < fields->room) return true;
    int room = fields->room ? 2 * fields->room : 16;
    DtypeField *items = memory_resize(fields->items, (size_t)room * sizeof *items);
    if (items) fields->items = items;
    Value *names = items ? memory_resize(fields->names, 2 * (size_t)room * sizeof *names) : NULL;
    if (!names) return raise_no_memory(thread), false;
    fields->names = names;
    fields->room = room;
    return true;
}

static bool same_text(const char *left, Value right) { return left && value_is_string(right) && !strcmp(left, value_c_string(right)); }

/* A name that is free, and a title that is. */
static bool fields_allow(Thread *thread, const FieldList *fields, Value name, Value title) {
    bool is_taken = value_is_string(title) && same_text(value_c_string(title), name);
    for (int i = 0; i < fields->count; i++) {
        const DtypeField *other = &fields->items[i];
        if (same_text(other->name, name) || same_text(other->title, name))
            return raise_value_error(thread, "field '%s' occurs more than once", value_c_string(name)), false;
        if (!same_text(other->name, title) && !same_text(other->title, title)) continue;
        if (!fields->in_columns) return raise_value_error(thread, "field '%s' occurs more than once", value_c_string(name)), false;
        is_taken = true;
    }
    return !is_taken || (raise_value_error(thread, "title already used as a name or title."), false);
}

/* `offset` below 0: behind the last one. Titles that are no text are let go. */
static bool fields_add(Thread *thread, FieldList *fields, Value name, Value title, const Dtype *dtype, int64_t offset) {
    char text[16];
    if (!fields_make_room(thread, fields)) return false;
    Value held = value_retain(name);
    if (!value_is_string(name) || !value_string(name)->length) { /* f0, f1, ... */
        value_release(held);
        if (!value_is_string(name)) return raise_type_error(thread, "field names must be strings"), false;
        snprintf(text, sizeof text, "f%d", fields->count);
        held = string_from_c(thread, text);
        if (value_is_absent(held)) return false;
    }
    if (!fields_allow(thread, fields, held, title)) return value_release(held), false;
    int64_t alignment = dtype->alignment;
    if (offset < 0) offset = fields->align ? (fields->size + alignment - 1) / alignment * alignment : fields->size;
    for (int i = 0; i < fields->count; i++) { /* references lie alone */
        const DtypeField *other = &fields->items[i];
        if ((!dtype->has_objects && !other->dtype->has_objects) || offset >= other->offset + (int64_t)other->dtype->item_size ||
            other->offset >= offset + dtype->item_size)
            continue;
        value_release(held);
        return raise_type_error(thread, "Cannot create a NumPy dtype with overlapping object fields"), false;
    }
    if (alignment > fields->alignment) fields->alignment = (int)alignment;
    bool is_titled = value_is_string(title);
    fields->items[fields->count] = (DtypeField){value_c_string(held), dtype, (int32_t)offset, is_titled ? value_c_string(title) : NULL};
    fields->names[2 * fields->count] = held;
    fields->names[2 * fields->count++ + 1] = is_titled ? value_retain(title) : VALUE_NONE;
    if (offset + dtype->item_size > fields->size) fields->size = offset + dtype->item_size;
    if (fields->size <= INT32_MAX) return true;
    return raise_value_error(thread, "dtype size is too large"), false;
}

/* The field under a name, with its own title. */
static bool fields_add_like(Thread *thread, FieldList *fields, Value name, const DtypeField *field) {
    Value title = field->title ? string_from_c(thread, field->title) : VALUE_NONE;
    bool added = !value_is_absent(title) && fields_add(thread, fields, name, title, field->dtype, field->offset);
    value_release(title);
    return added;
}

static const Dtype *with_shape(Thread *thread, ArrayContext *context, const Dtype *dtype, Value shape) {
    int64_t extents[ARRAY_DIMENSIONS_MAX];
    int count = extents_from_value(thread, shape, extents, ARRAY_DIMENSIONS_MAX);
    if (count < 0) {
        bool is_type = exception_matches(thread, thread_builtins(thread)->exception_TypeError);
        if (!is_type) return NULL;
        exception_clear(thread);
        return raise_value_error(thread, "invalid shape in fixed-type tuple."), NULL;
    }
    bool is_open = (dtype_is_text(dtype) || (dtype->kind == 'V' && !dtype->is_record && !dtype->base)) && !dtype->item_size;
    if (is_open && value_is_int(shape)) { /* its length */
        if (extents[0] < 0 || extents[0] > (dtype->kind == 'U' ? INT32_MAX / 4 : INT32_MAX))
            return raise_value_error(thread, "invalid itemsize in generic type tuple"), NULL;
        const Dtype *text = dtype_text(context->runtime->flexible_types, dtype->kind, extents[0]);
        if (!text) raise_value_error(thread, "invalid itemsize in generic type tuple");
        return text;
    }
    if (!count) return dtype;
    for (int i = 0; i < count; i++) {
        const char *fault = extents[i] < 0           ? "smaller then zero."
                            : extents[i] > INT32_MAX ? "does not fit into a C int."
                                                     : NULL;
        if (fault)
            return raise_value_error(thread, "invalid shape in fixed-type tuple: dimension %s", fault), NULL;
    }
    if (dtype->base && count + dtype->base_dimensions <= ARRAY_DIMENSIONS_MAX) { /* arrays of arrays are arrays of more axes */
        memcpy(extents + count, dtype->base_shape, sizeof *extents * (size_t)dtype->base_dimensions);
        count += dtype->base_dimensions;
        dtype = dtype->base;
    }
    int64_t size = dtype->item_size;
    for (int i = 0; i < count && size <= INT32_MAX; i++) size *= extents[i];
    if (size > INT32_MAX)
        return raise_value_error(
                   thread, "invalid shape in fixed-type tuple: dtype size in bytes must fit into a C int."),
               NULL;
    const Dtype *result = dtype_array_of(context->runtime->flexible_types, dtype, count, extents);
    if (!result) raise_value_error(thread, "invalid shape in fixed-type tuple.");
    return result;
}

static const Dtype *finish_record(Thread *thread, ArrayContext *context, FieldList *fields, int64_t item_size) {
    int64_t size = fields->size;
    if (fields->align && fields->alignment > 1) size = (size + fields->alignment - 1) / fields->alignment * fields->alignment;
    if (item_size >= 0) size = item_size;
    const Dtype *dtype = size < fields->size ? NULL : dtype_record(context->runtime->flexible_types, fields->items, fields->count, size, fields->align);
    if (size < fields->size) raise_value_error(thread, "NumPy dtype descriptor requires %lld bytes, cannot override to smaller itemsize of %lld",
                                               (long long)fields->size, (long long)size);
    else if (!dtype) raise_no_memory(thread);
    fields_release(fields);
    return dtype;
}

static const Dtype *dtype_from_any(Thread *thread, Value value, bool align);

static const Dtype *dtype_from_list(Thread *thread, ArrayContext *context, const List *list, bool align) {
    FieldList fields = {.align = align, .alignment = 1};
    for (size_t i = 0; i < list->count; i++) {
        Value item = list->items[i];
        size_t count = value_is_tuple(item) ? value_tuple(item)->count : 0;
        if (count != 2 && count != 3) {
            Value shown = value_repr(thread, item);
            if (!value_is_absent(shown))
                raise_type_error(thread, "Field elements must be 2- or 3-tuples, got '%s'", value_c_string(shown));
            value_release(shown);
            goto failed;
        }
        const Value *parts = value_tuple(item)->items;
        bool is_titled = value_is_tuple(parts[0]) && value_tuple(parts[0])->count == 2; /* (title, name) */
        Value name = is_titled ? value_tuple(parts[0])->items[1] : parts[0], title = is_titled ? value_tuple(parts[0])->items[0] : VALUE_NONE;
        const Dtype *dtype = dtype_from_any(thread, parts[1], align);
        if (dtype && count == 3) dtype = with_shape(thread, context, dtype, parts[2]);
        if (!dtype || !fields_add(thread, &fields, name, title, dtype, -1)) goto failed;
    }
    return finish_record(thread, context, &fields, -1);
failed:
    fields_release(&fields);
    return NULL;
}

static Value item_of(Thread *thread, Value sequence, int64_t index) { return value_get_item(thread, sequence, value_from_int(index)); }

/* {name: (type, offset)} or {name: (type, offset, title)}, by their offsets. */
static const Dtype *dtype_from_places(Thread *thread, ArrayContext *context, const Dict *dict, bool align) {
    size_t count = (size_t)dict_count(dict), used = 0;
    Value(*pairs)[2] = memory_allocate((count + 1) * sizeof *pairs), name, entry;
    int64_t *offsets = memory_allocate((count + 1) * sizeof *offsets);
    FieldList fields = {.align = align, .alignment = 1};
    bool going = (pairs && offsets) || (raise_no_memory(thread), false);
    for (size_t at = 0; going && used < count && dict_next(dict, &at, &name, &entry);) {
        size_t parts = value_is_tuple(entry) ? value_tuple(entry)->count : 0, place = used;
        int64_t offset = 0;
        if (parts != 2 && parts != 3) raise_value_error(thread, "entry not a 2- or 3- tuple");
        else if (value_to_int64(thread, value_tuple(entry)->items[1], &offset) && offset < 0) raise_value_error(thread, "invalid offset.");
        if (!(going = !exception_is_set(thread))) break;
        if (parts == 3 && value_is_string(name) && same_text(value_c_string(name), value_tuple(entry)->items[2])) continue; /* under its title once more */
        for (; place && offsets[place - 1] > offset; place--) {
            offsets[place] = offsets[place - 1];
            memcpy(pairs[place], pairs[place - 1], sizeof *pairs);
        }
        offsets[place] = offset;
        pairs[place][0] = value_retain(name);
        pairs[place][1] = value_retain(entry);
        used++;
    }
    for (size_t i = 0; i < used; i++) {
        const Tuple *parts = value_tuple(pairs[i][1]);
        const Dtype *dtype = going ? dtype_from_any(thread, parts->items[0], align) : NULL;
        going = dtype && fields_add(thread, &fields, pairs[i][0], parts->count == 3 ? parts->items[2] : VALUE_NONE, dtype, offsets[i]);
        value_release(pairs[i][0]);
        value_release(pairs[i][1]);
    }
    memory_release(pairs);
    memory_release(offsets);
    if (going) return finish_record(thread, context, &fields, -1);
    fields_release(&fields);
    return NULL;
}

static const Dtype *dtype_from_dict(Thread *thread, ArrayContext *context, Value dict, bool align) {
    Value names = dict_get_c(thread, value_dict(dict), "names"), formats = dict_get_c(thread, value_dict(dict), "formats");
    exception_clear(thread);
    if (value_is_absent(names) || value_is_absent(formats)) return dtype_from_places(thread, context, value_dict(dict), align);
    Value titles = dict_get_c(thread, value_dict(dict), "titles"), offsets = dict_get_c(thread, value_dict(dict), "offsets"), size = dict_get_c(thread, value_dict(dict), "itemsize"),
          aligned = dict_get_c(thread, value_dict(dict), "aligned");
    exception_clear(thread);
    if (!value_is_absent(aligned)) align = value_truth(thread, aligned) > 0;
    FieldList fields = {.align = align, .alignment = 1, .in_columns = true};
    int64_t count = value_length(thread, names), item_size = -1;
    bool going = count >= 0 && (value_is_absent(size) || value_is_none(size) || value_to_int64(thread, size, &item_size));
    const Value columns[] = {formats, offsets, titles};
    for (int i = 0; i < 3 && going; i++) {
        if (value_is_absent(columns[i]) || value_is_none(columns[i])) continue;
        int64_t length = value_length(thread, columns[i]);
        going = length == count;
        if (length >= 0 && !going)
            raise_value_error(thread, "'names', 'formats', 'offsets', and 'titles' dict entries must have the same length");
    }
    for (int64_t i = 0; i < count && going; i++) {
        Value name = item_of(thread, names, i), format = value_is_absent(name) ? name : item_of(thread, formats, i);
        Value offset = value_is_absent(offsets) || value_is_none(offsets) || value_is_absent(format) ? VALUE_NONE : item_of(thread, offsets, i);
        Value title = value_is_absent(titles) || value_is_none(titles) || value_is_absent(offset) ? VALUE_NONE : item_of(thread, titles, i);
        int64_t place = -1;
        const Dtype *dtype = value_is_absent(format) || value_is_absent(offset) || value_is_absent(title) ? NULL : dtype_from_any(thread, format, align);
        going = dtype && (value_is_none(offset) || value_to_int64(thread, offset, &place)) && fields_add(thread, &fields, name, title, dtype, place);
        value_release(title);
        value_release(name);
        value_release(format);
        value_release(offset);
    }
    if (going) return finish_record(thread, context, &fields, item_size);
    fields_release(&fields);
    return NULL;
}

/* (type, shape), or a text's type and its length. */
static const Dtype *dtype_from_tuple(Thread *thread, ArrayContext *context, const Tuple *pair, bool align) {
    if (pair->count != 2) {
        raise_type_error(thread, "Tuple must have size 2, but has size %zu", pair->count);
        return NULL;
    }
    const Dtype *dtype = dtype_from_any(thread, pair->items[0], align);
    Value fields = pair->items[1];
    bool is_description = value_is_dict(fields) || (value_is_list(fields) && value_list(fields)->count && value_is_tuple(value_list(fields)->items[0])) ||
                          value_has_type(fields, &dtype_type_template);
    if (dtype && is_description) { /* (np.record, fields): elements of that class; (np.int32, fields): their parts */
        const Dtype *record = dtype_from_any(thread, fields, align);
        Type *plain = context->scalar_types[DTYPE_RECORD];
        bool is_class = value_is_type(pair->items[0]) && plain && type_is_subtype(value_type(pair->items[0]), plain);
        if (record && !is_class && dtype->kind != 'V' && record->item_size != dtype->item_size)
            return raise_value_error(thread, "mismatch in size of old and new data-descriptor"), NULL;
        return record;
    }
    return dtype ? with_shape(thread, context, dtype, pair->items[1]) : NULL;
}


static const Dtype *dtype_from_any(Thread *thread, Value value, bool align) {
    ArrayContext *context = array_context(thread);
    if (!context) return NULL;
    const Dtype *dtype = NULL;
    if (value_is_none(value) || value_is_absent(value)) return DTYPE(FLOAT64);
    if (value_has_type(value, &dtype_type_template)) return dtype_of(value);
    if ((dtype = dtype_of_class(context, value))) return dtype;
    if (value_is_bytes(value)) { /* ASCII, as text is read */
        const Bytes *bytes = (const Bytes *)value.object;
        for (size_t i = 0; i < bytes->length; i++)
            if (bytes->bytes[i] & 0x80) return raise_type_error(thread, "data type not understood"), NULL;
        Value text = string_new(thread, (const char *)bytes->bytes, bytes->length);
        dtype = value_is_absent(text) ? NULL : dtype_from_any(thread, text, align);
        value_release(text);
        return dtype;
    }
    if (value_is_string(value)) {
        const String *name = value_string(value);
        Error error = ERROR_NONE;
        dtype = dtype_parse(context->runtime->flexible_types, name->bytes, name->length, &error);
        if (dtype && align && dtype->field_count) { /* the same, with C's layout */
            FieldList fields = {.align = true, .alignment = 1};
            bool going = true;
            for (int i = 0; i < dtype->field_count && going; i++) {
                Value held = string_from_c(thread, dtype->fields[i].name);
                going = !value_is_absent(held) && fields_add(thread, &fields, held, VALUE_NONE, dtype->fields[i].dtype, -1);
                value_release(held);
            }
            if (going) return finish_record(thread, context, &fields, -1);
            fields_release(&fields);
            return NULL;
        }
        if (!dtype) raise_array_error(thread, &error);
        return dtype;
    }
    bool is_list = value_is_exact_list(value), is_dict = value_is_exact_dict(value);
    if (is_list || is_dict || value_is_tuple(value)) { /* which may hold itself */
        if (!thread_enter(thread, is_list   ? " while trying to convert the given data type from a list object"
                                  : is_dict ? " while trying to convert the given data type from a dict object"
                                            : " while trying to convert the given data type from a tuple object"))
            return NULL;
        dtype = is_list   ? dtype_from_list(thread, context, value_list(value), align)
                : is_dict ? dtype_from_dict(thread, context, value, align)
                          : dtype_from_tuple(thread, context, value_tuple(value), align);
        thread_leave(thread);
        return dtype;
    }
    Value attribute = value_is_type(value) && value_type(value)->origin ? VALUE_ABSENT : value_find_attribute_c(thread, value, "dtype");
    bool has = !value_is_absent(attribute) && value_has_type(attribute, &dtype_type_template);
    if (has) dtype = dtype_of(attribute);
    value_release(attribute);
    if (has || exception_is_set(thread)) return dtype;
    if (value_is_type(value) && !value_type(value)->origin) return &dtype_object; /* any class of the user's */
    Value text = value_repr(thread, value);
    if (!value_is_absent(text)) raise_type_error(thread, "Cannot interpret '%s' as a data type", value_c_string(text));
    value_release(text);
    return NULL;
}

/* A class of numpy.dtypes stands for its type, where no np.dtype is made of it. */
static const Dtype *dtype_of_own_class(ArrayContext *context, Value value) {
    if (!value_is_type(value)) return NULL;
    const Type *type = value_type(value);
    DtypeTable *table = context->runtime->flexible_types;
    for (int i = 0; i < DTYPE_COUNT; i++)
        if (type == context->dtype_classes[i]) return &dtypes[i];
    return type == context->dtype_classes[DTYPE_TEXT]        ? dtype_text(table, 'U', 0)
           : type == context->dtype_classes[DTYPE_BYTES]     ? dtype_text(table, 'S', 0)
           : type == context->dtype_classes[DTYPE_RECORD]    ? dtype_text(table, 'V', 0)
           : type == context->dtype_classes[DTYPE_OBJECT]    ? &dtype_object
           : type == context->dtype_classes[DTYPE_DATETIME]  ? dtype_date(table, 'M', UNIT_GENERIC, 1)
           : type == context->dtype_classes[DTYPE_TIMEDELTA] ? dtype_date(table, 'm', UNIT_GENERIC, 1)
                                                             : NULL;
}

const Dtype *dtype_from_value(Thread *thread, Value value) {
    ArrayContext *context = value_is_type(value) ? array_context(thread) : NULL;
    const Dtype *own = context ? dtype_of_own_class(context, value) : NULL;
    return own ? own : dtype_from_any(thread, value, false);
}

/* ---- Slots ---- */

/* ---- Metadata ---- */

static Value metadata_of(Value value) {
    return value_has_type(value, &dtype_type_template) ? ((const DtypeObject *)value.object)->metadata : VALUE_ABSENT;
}

/* An object of its own, beside the one that all arrays of the type share. */
static Value dtype_with_metadata(Thread *thread, const Dtype *dtype, Value metadata) {
    ArrayContext *context = array_context(thread);
    if (!value_is_dict(metadata))
        return raise_type_error(thread, "dtype() argument 4 must be dict, not %s", value_type_name(thread, metadata));
    Type *type = context ? dtype_class(thread, context, dtype) : NULL;
    DtypeObject *object = type ? object_new(thread, type) : NULL;
    if (!object) return VALUE_ABSENT;
    object->dtype = dtype;
    object->metadata = value_call_method(thread, metadata, "copy", NULL, 0);
    Value result = value_from_object(object);
    if (value_is_absent(object->metadata)) value_replace(&result, VALUE_ABSENT);
    return result;
}

Value dtype_as_given(Thread *thread, Value given, const Dtype *dtype) {
    Value metadata = metadata_of(given);
    if (value_has_type(given, &dtype_type_template) && dtype_of(given) == dtype) return value_retain(given);
    return value_is_absent(metadata) ? value_from_dtype(thread, dtype) : dtype_with_metadata(thread, dtype, metadata);
}

static Value dtype_get_metadata(Thread *thread, Value self) {
    Value metadata = metadata_of(self);
    return value_is_absent(metadata) ? VALUE_NONE : mapping_proxy_new(thread, metadata);
}
static void dtype_destroy(Object *object) { value_clear(&((DtypeObject *)object)->metadata); }
static bool dtype_visit(Object *object, Visit *visit, void *context) {
    return visit_value(((const DtypeObject *)object)->metadata, visit, context);
}

static Value dtype_create(Thread *thread, Type *type, const Call *call) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    for (int i = 0; i < DTYPE_COUNT && !call->positional_count && !call->names; i++) /* np.dtypes.Float64DType() */
        if (context->dtype_classes[i] == type) return value_from_dtype(thread, &dtypes[i]);
    bool is_text = type == context->dtype_classes[DTYPE_TEXT], is_bytes = type == context->dtype_classes[DTYPE_BYTES];
    if ((is_text || is_bytes) && call->positional_count == 1 && !call->names && value_is_int(call->values[0])) { /* np.dtypes.StrDType(8) */
        int64_t length;
        if (!value_to_int64(thread, call->values[0], &length)) return VALUE_ABSENT;
        const Dtype *text = length < 0 ? NULL : dtype_text(context->runtime->flexible_types, is_text ? 'U' : 'S', length);
        return text ? value_from_dtype(thread, text) : raise_value_error(thread, "the length of a text is no number from 0 on");
    }
    if (type == context->dtype_classes[DTYPE_OBJECT] && !call->positional_count && !call->names) return value_from_dtype(thread, &dtype_object);
    Value arguments[4];
    if (!native_match(thread, "dtype", "(dtype, align=False, copy=False, metadata=None)", call, arguments, 4))
        return VALUE_ABSENT;
    int align = value_truth(thread, arguments[1]);
    const Dtype *dtype = align < 0 ? NULL : dtype_from_any(thread, arguments[0], align);
    Value result = !dtype                               ? VALUE_ABSENT
                   : !value_is_none(arguments[3])       ? dtype_with_metadata(thread, dtype, arguments[3])
                   : !value_is_absent(metadata_of(arguments[0])) ? value_retain(arguments[0])
                                                        : value_from_dtype(thread, dtype);
    native_release_arguments(arguments, 4);
    return result;
}

static Value dtype_repr(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "dtype(%s)", dtype_of(self)->shown);
    return string_from_text_buffer(thread, &text);
}
static Value dtype_string(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (dtype->is_record || dtype->base) dtype_describe(dtype, &text);
    else if (dtype_is_text(dtype) || dtype->kind == 'V' || dtype->native) text_append(&text, dtype->string);
    else dtype_describe_name(dtype, &text);
    return string_from_text_buffer(thread, &text);
}
static bool dtype_hash(Thread *thread, Value self, int64_t *hash) {
    const Dtype *dtype = dtype_of(self);
    if (dtype_is_flexible(dtype)) {
        Value name = string_from_c(thread, dtype->name);
        bool hashed = !value_is_absent(name) && value_hash(thread, name, hash);
        value_release(name);
        return hashed;
    }
    *hash = 1 + (int64_t)dtype->number * 7919;
    return true;
}
static int64_t dtype_length(Thread *thread, Value self) { return (void)thread, dtype_of(self)->field_count; }
/* dtype * 3: a sub-array of three. */
static Value dtype_multiply(Thread *thread, Value left, Value right) {
    bool is_left = value_has_type(left, &dtype_type_template);
    Value number = is_left ? right : left, dtype = is_left ? left : right;
    Value index = value_index(thread, number);
    if (value_is_absent(index) && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
        exception_clear(thread);
        return raise_type_error(thread, "can't multiply sequence by non-int of type '%s'",
                                value_type_name(thread, number));
    }
    int64_t length;
    if (!value_is_absent(index) && value_to_int64(thread, index, &length) && length < 0)
        return raise_value_error(thread, "Array length must be >= 0, not %lld", (long long)length);
    Value shape = value_is_absent(index) ? index : tuple_from_values(thread, &index, 1);
    bool is_open = dtype_is_text(dtype_of(dtype)) && !dtype_of(dtype)->item_size; /* the number is a length */
    const Value parts[] = {dtype, is_open ? index : shape};
    Value pair = value_is_absent(shape) ? shape : tuple_from_values(thread, parts, 2);
    const Dtype *made = value_is_absent(pair) ? NULL : dtype_from_value(thread, pair);
    value_release(index);
    value_release(shape);
    value_release(pair);
    return made ? value_from_dtype(thread, made) : VALUE_ABSENT;
}

static int dtype_truth(Thread *thread, Value self) { return (void)thread, (void)self, 1; }

/* Records of the same fields at the same places are equal, whether C's layout was asked for or came of itself. */
static bool are_alike(const Dtype *one, const Dtype *other) {
    if (one == other) return true;
    if (one->item_size != other->item_size || one->field_count != other->field_count || !one->field_count) return false;
    for (int i = 0; i < one->field_count; i++) {
        const DtypeField *a = &one->fields[i], *b = &other->fields[i];
        if (strcmp(a->name, b->name) || a->offset != b->offset || !a->title != !b->title || (a->title && strcmp(a->title, b->title))) return false;
        if (!are_alike(a->dtype, b->dtype)) return false;
    }
    return true;
}

static Value dtype_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    const Dtype *mine = dtype_of(left), *other = dtype_from_value(thread, right);
    if (value_is_none(right)) other = NULL; /* None is float64 only where one is asked for */
    if (!other && exception_is_set(thread)) {
        exception_clear(thread);
        return comparison == COMPARE_EQ ? VALUE_FALSE : comparison == COMPARE_NE ? VALUE_TRUE : VALUE_NOT_IMPLEMENTED;
    }
    if (!other) return comparison == COMPARE_NE ? VALUE_TRUE : VALUE_FALSE;
    switch (comparison) {
    case COMPARE_EQ: return value_from_bool(are_alike(mine, other));
    case COMPARE_NE: return value_from_bool(!are_alike(mine, other));
    case COMPARE_LT: return value_from_bool(mine != other && dtype_can_cast(mine, other, CASTING_SAFE));
    case COMPARE_LE: return value_from_bool(dtype_can_cast(mine, other, CASTING_SAFE));
    case COMPARE_GT: return value_from_bool(mine != other && dtype_can_cast(other, mine, CASTING_SAFE));
    default: return value_from_bool(dtype_can_cast(other, mine, CASTING_SAFE));
    }
}

/* ---- Attributes ---- */

static Value dtype_get_name(Thread *thread, Value self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    dtype_describe_name(dtype_of(self), &text);
    return string_from_text_buffer(thread, &text);
}
static Value dtype_get_kind(Thread *thread, Value self) { return string_new(thread, &dtype_native(dtype_of(self))->kind, 1); }
static Value dtype_get_char(Thread *thread, Value self) { return string_new(thread, &dtype_of(self)->code, 1); }
static Value dtype_get_itemsize(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_of(self)->item_size);
}
static Value dtype_get_alignment(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_of(self)->alignment);
}
static Value dtype_get_num(Thread *thread, Value self) {
    return (void)thread, value_from_int(dtype_numbers[dtype_native(dtype_of(self))->number]);
}
static Value dtype_get_str(Thread *thread, Value self) { return string_from_c(thread, dtype_of(self)->string); }
static Value dtype_get_byteorder(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    if (dtype->native) return string_from_c(thread, ">");
    bool has_order = dtype_is_flexible(dtype) ? dtype->kind == 'U' || dtype_is_date(dtype) : dtype->item_size > 1;
    return string_from_c(thread, has_order ? "=" : "|");
}
static Value dtype_get_type(Thread *thread, Value self) {
    ArrayContext *context = array_context(thread);
    return context ? value_from_object(object_retain(context->scalar_types[dtype_native(dtype_of(self))->number])) : VALUE_ABSENT;
}
static bool is_native(const Dtype *dtype) {
    if (dtype->base) return is_native(dtype->base);
    for (int i = 0; i < dtype->field_count; i++)
        if (!is_native(dtype->fields[i].dtype)) return false;
    return !dtype->native;
}
static Value dtype_get_native(Thread *thread, Value self) { return (void)thread, value_from_bool(is_native(dtype_of(self))); }
static Value dtype_get_aligned(Thread *thread, Value self) { return (void)thread, value_from_bool(dtype_of(self)->is_aligned); }
static Value dtype_get_has_object(Thread *thread, Value self) { return (void)thread, value_from_bool(dtype_of(self)->has_objects); }
static Value dtype_get_ndim(Thread *thread, Value self) { return (void)thread, value_from_int(dtype_of(self)->base_dimensions); }
static Value dtype_get_flags(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    (void)thread;
    return value_from_int(dtype->kind == 'O' ? 63 : dtype->kind == 'U' ? 8 : dtype->field_count ? 16 + (dtype->is_aligned ? 128 : 0) : 0);
}
static Value dtype_get_builtin(Thread *thread, Value self) { return (void)thread, value_from_int(!dtype_is_flexible(dtype_of(self)) || dtype_of(self)->kind == 'O'); }

static Value dtype_get_names(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    if (!dtype->is_record) return VALUE_NONE;
    Value names = tuple_new(thread, (size_t)dtype->field_count);
    for (int i = 0; i < dtype->field_count && !value_is_absent(names); i++) {
        value_tuple(names)->items[i] = string_from_c(thread, dtype->fields[i].name);
        if (value_is_absent(value_tuple(names)->items[i])) value_replace(&names, VALUE_ABSENT);
    }
    return names;
}

/* The same fields under other names. */
static bool dtype_set_names(Thread *thread, Value self, Value names) {
    ArrayContext *context = array_context(thread);
    const Dtype *dtype = dtype_of(self);
    if (!context) return false;
    if (!dtype->field_count) return raise_value_error(thread, "there are no fields defined"), false;
    int64_t count = value_is_absent(names) ? -1 : value_length(thread, names);
    if (count != dtype->field_count) {
        if (!exception_is_set(thread)) raise_value_error(thread, "must replace all names at once with a sequence of length %d", dtype->field_count);
        return false;
    }
    FieldList fields = {.alignment = 1, .align = dtype->is_aligned};
    bool going = true;
    for (int i = 0; i < dtype->field_count && going; i++) {
        Value name = item_of(thread, names, i);
        going = !value_is_absent(name) && fields_add_like(thread, &fields, name, &dtype->fields[i]);
        value_release(name);
    }
    if (!going) return fields_release(&fields), false;
    const Dtype *renamed = finish_record(thread, context, &fields, dtype->item_size);
    if (renamed) ((DtypeObject *)self.object)->dtype = renamed;
    return renamed != NULL;
}

static Value field_entry(Thread *thread, const DtypeField *field) {
    Value entry = tuple_new(thread, field->title ? 3 : 2);
    if (value_is_absent(entry)) return entry;
    Value *items = value_tuple(entry)->items;
    items[0] = value_from_dtype(thread, field->dtype);
    items[1] = value_from_int(field->offset);
    if (field->title) items[2] = string_from_c(thread, field->title);
    if (value_is_absent(items[0]) || (field->title && value_is_absent(items[2]))) value_replace(&entry, VALUE_ABSENT);
    return entry;
}

static Value dtype_get_fields(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    if (!dtype->is_record) return VALUE_NONE;
    Value dict = dict_new(thread);
    for (int i = 0; i < dtype->field_count && !value_is_absent(dict); i++) {
        const DtypeField *field = &dtype->fields[i];
        if (!dict_set_c_owned(thread, value_dict(dict), field->name, field_entry(thread, field)) ||
            (field->title && !dict_set_c_owned(thread, value_dict(dict), field->title, field_entry(thread, field))))
            value_replace(&dict, VALUE_ABSENT);
    }
    Value proxy = value_is_absent(dict) ? dict : mapping_proxy_new(thread, dict);
    if (!value_is_absent(dict)) value_release(dict);
    return proxy;
}

static Value dtype_get_base(Thread *thread, Value self) {
    const Dtype *dtype = dtype_of(self);
    return dtype->base ? value_from_dtype(thread, dtype->base) : value_retain(self);
}
static Value dtype_get_shape(Thread *thread, Value self) { return tuple_from_extents(thread, dtype_of(self)->base_shape, dtype_of(self)->base_dimensions); }
static Value dtype_get_subdtype(Thread *thread, Value self) {
    if (!dtype_of(self)->base) return VALUE_NONE;
    Value pair = tuple_new(thread, 2);
    if (value_is_absent(pair)) return pair;
    value_tuple(pair)->items[0] = dtype_get_base(thread, self);
    value_tuple(pair)->items[1] = dtype_get_shape(thread, self);
    return pair;
}

static Value raise_key_error_text(Thread *thread, const char *format, const char *name) {
    Value text = string_format(thread, format, name);
    if (!value_is_absent(text)) raise_key_error(thread, text);
    value_release(text);
    return VALUE_ABSENT;
}

static Value dtype_get_item(Thread *thread, Value self, Value key) {
    const Dtype *dtype = dtype_of(self);
    int64_t index;
    if (!dtype->field_count) return raise_key_error_text(thread, "There are no fields in dtype %s.", dtype->name);
    if (value_is_string(key)) {
        const DtypeField *field = dtype_field(dtype, value_string(key)->bytes, value_string(key)->length);
        if (field) return value_from_dtype(thread, field->dtype);
        return raise_key_error_text(thread, "Field named '%s' not found.", value_c_string(key));
    }
    if (value_is_exact_list(key)) {
        ArrayContext *context = array_context(thread);
        FieldList fields = {.alignment = 1};
        bool going = context != NULL;
        for (size_t i = 0; i < value_list(key)->count && going; i++) {
            Value name = value_list(key)->items[i];
            const DtypeField *field = value_is_string(name) ? dtype_field(dtype, value_string(name)->bytes, value_string(name)->length) : NULL;
            if (!field) raise_key_error(thread, name);
            else if (!same_text(field->name, name)) raise_key_error_text(thread, "%s", "cannot use field titles in multi-field index");
            going = field && !exception_is_set(thread) && fields_add_like(thread, &fields, name, field);
        }
        const Dtype *part = going ? finish_record(thread, context, &fields, dtype->item_size) : (fields_release(&fields), NULL);
        return part ? value_from_dtype(thread, part) : VALUE_ABSENT;
    }
    if (!value_to_int64(thread, key, &index)) {
        exception_clear(thread);
        return raise_type_error(thread, "Field key must be an integer field offset, single field name, or list of field names.");
    }
    if (index < 0) index += dtype->field_count;
    if (index < 0 || index >= dtype->field_count) return raise_index_error(thread, "Field index %lld out of range.", (long long)index);
    return value_from_dtype(thread, dtype->fields[index].dtype);
}

/* The name, or (title, name). */
static Value name_with_title(Thread *thread, const DtypeField *field) {
    if (!field->title) return string_from_c(thread, field->name);
    Value pair = tuple_new(thread, 2);
    if (value_is_absent(pair)) return pair;
    Value *items = value_tuple(pair)->items;
    items[0] = string_from_c(thread, field->title);
    items[1] = string_from_c(thread, field->name);
    if (value_is_absent(items[0]) || value_is_absent(items[1])) value_replace(&pair, VALUE_ABSENT);
    return pair;
}

/* [(name, type), ...], with the gaps between fields as nameless bytes. */
static Value record_descr(Thread *thread, const Dtype *dtype) {
    Value list = list_new(thread);
    int64_t offset = 0;
    char gap[32];
    for (int i = 0; i <= dtype->field_count && !value_is_absent(list); i++) {
        int64_t here = i < dtype->field_count ? dtype->fields[i].offset : dtype->item_size;
        Value entry = VALUE_ABSENT;
        if (here > offset) {
            snprintf(gap, sizeof gap, "|V%lld", (long long)(here - offset));
            entry = tuple_new(thread, 2);
            if (!value_is_absent(entry)) {
                value_tuple(entry)->items[0] = string_from_c(thread, "");
                value_tuple(entry)->items[1] = string_from_c(thread, gap);
            }
            if (value_is_absent(entry) || !list_append_owned(thread, value_list(list), entry)) value_replace(&list, VALUE_ABSENT);
        }
        if (i == dtype->field_count || value_is_absent(list)) break;
        const Dtype *type = dtype->fields[i].dtype, *plain = type->base ? type->base : type;
        entry = tuple_new(thread, type->base ? 3 : 2);
        if (!value_is_absent(entry)) {
            value_tuple(entry)->items[0] = name_with_title(thread, &dtype->fields[i]);
            value_tuple(entry)->items[1] = plain->field_count ? record_descr(thread, plain) : string_from_c(thread, plain->string);
            if (type->base) value_tuple(entry)->items[2] = tuple_from_extents(thread, type->base_shape, type->base_dimensions);
        }
        if (value_is_absent(entry) || !list_append_owned(thread, value_list(list), entry)) value_replace(&list, VALUE_ABSENT);
        offset = here + type->item_size;
    }
    return list;
}

static Value dtype_get_descr(Thread *thread, Value self) {
    if (dtype_of(self)->field_count) return record_descr(thread, dtype_of(self));
    Value pair = tuple_new(thread, 2), list = list_new(thread);
    if (value_is_absent(pair) || value_is_absent(list)) goto failed;
    value_tuple(pair)->items[0] = string_from_c(thread, "");
    value_tuple(pair)->items[1] = dtype_get_str(thread, self);
    if (!list_append(thread, value_list(list), pair)) goto failed;
    value_release(pair);
    return list;
failed:
    value_release(pair);
    value_release(list);
    return VALUE_ABSENT;
}

static const PropertyEntry dtype_properties[] = {{"name", dtype_get_name, NULL, "The kind and the number of bits, as in 'int32'."},
                                                 {"kind", dtype_get_kind, NULL, "A character code for the kind of data."},
                                                 {"char", dtype_get_char, NULL, "A unique character code."},
                                                 {"itemsize", dtype_get_itemsize, NULL, "The element size in bytes."},
                                                 {"alignment", dtype_get_alignment, NULL, "The required alignment."},
                                                 {"num", dtype_get_num, NULL, "A unique number for the type."},
                                                 {"str", dtype_get_str, NULL, "The array-protocol typestring."},
                                                 {"byteorder", dtype_get_byteorder, NULL, "The byte order."},
                                                 {"type", dtype_get_type, NULL, "The class of the type's scalars."},
                                                 {"isnative", dtype_get_native, NULL, "Whether the bytes lie in the machine's order."},
                                                 {"isalignedstruct", dtype_get_aligned, NULL, NULL},
                                                 {"hasobject", dtype_get_has_object, NULL, NULL},
                                                 {"fields", dtype_get_fields, NULL, "The types and offsets of a record's fields, by name; or None."},
                                                 {"names", dtype_get_names, dtype_set_names, "The names of a record's fields; or None."},
                                                 {"subdtype", dtype_get_subdtype, NULL, NULL},
                                                 {"metadata", dtype_get_metadata, NULL, NULL},
                                                 {"shape", dtype_get_shape, NULL, NULL},
                                                 {"ndim", dtype_get_ndim, NULL, NULL},
                                                 {"flags", dtype_get_flags, NULL, NULL},
                                                 {"isbuiltin", dtype_get_builtin, NULL, NULL},
                                                 {"base", dtype_get_base, NULL, NULL},
                                                 {"descr", dtype_get_descr, NULL, NULL},
                                                 {NULL, NULL, NULL, NULL}};

/* Of every part: turned round ('S'), or as '<', '>' and '=' say. */
static const Dtype *with_order(ArrayContext *context, const Dtype *dtype, char order) {
    DtypeTable *table = context->runtime->flexible_types;
    if (order == 'S') return dtype_swapped(table, dtype);
    if (!dtype->is_record && !dtype->base) return (order == '>') != (dtype->native != NULL) ? dtype_swapped(table, dtype) : dtype;
    if (dtype->base) {
        const Dtype *base = with_order(context, dtype->base, order);
        return base ? dtype_array_of(table, base, dtype->base_dimensions, dtype->base_shape) : NULL;
    }
    DtypeField *fields = memory_allocate_zeroed((size_t)dtype->field_count + 1, sizeof *fields);
    bool well = fields != NULL;
    for (int i = 0; i < dtype->field_count && well; i++) {
        fields[i] = dtype->fields[i];
        well = (fields[i].dtype = with_order(context, dtype->fields[i].dtype, order));
    }
    const Dtype *record = well ? dtype_record(table, fields, dtype->field_count, dtype->item_size, dtype->is_aligned) : NULL;
    memory_release(fields);
    return record;
}

NATIVE(dtype_new_byte_order) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    char order = value_is_string(arguments[1]) ? value_c_string(arguments[1])[0] : '\0';
    switch (order) {
    case 'S': case 's': order = 'S'; break;
    case '<': case 'L': case 'l': case '=': case 'N': case 'n': order = '<'; break;
    case '>': case 'B': case 'b': order = '>'; break;
    case '|': case 'I': case 'i': return value_retain(arguments[0]);
    default: return raise_value_error(thread, "byteorder not recognized (got '%s')", value_is_string(arguments[1]) ? value_c_string(arguments[1]) : "it");
    }
    const Dtype *dtype = dtype_of(arguments[0]), *changed = with_order(context, dtype, order);
    if (!changed) return raise_no_memory(thread);
    return dtype_as_given(thread, arguments[0], changed);
}

NATIVE(dtype_class_get_item) {
    NATIVE_UNUSED;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}

static const NativeEntry dtype_methods[] = {
    {"__class_getitem__", "($cls, item, /)", "The type with parameters: dtype[...].", dtype_class_get_item, NULL, NATIVE_CLASS},
    {"newbyteorder", "($self, new_order='S', /)", "The dtype in another byte order.", dtype_new_byte_order, NULL, 0},
    {"__reduce__", "($self, /)", NULL, dtype_reduce, NULL, 0},
    {"__setstate__", "($self, state, /)", NULL, dtype_set_state, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

const Type dtype_type_template = {
    .name = "numpy.dtype",
    .documentation = "The type of an array's elements.",
    .signature = "(dtype, align=False, copy=False, metadata=None)",
    .base = (Type *)&object_type_template,
    .flags = TYPE_BASE | TYPE_COLLECTED | TYPE_OWN_TRUTH,
    .instance_size = sizeof(DtypeObject),
    .destroy = dtype_destroy,
    .visit = dtype_visit,
    .clear = dtype_destroy,
    .create = dtype_create,
    .repr = dtype_repr,
    .str = dtype_string,
    .hash = dtype_hash,
    .truth = dtype_truth,
    .length = dtype_length,
    .get_item = dtype_get_item,
    .binary = {[BINARY_MULTIPLY] = dtype_multiply},
    .compare = dtype_compare,
    .methods = dtype_methods,
    .properties = dtype_properties,
};
