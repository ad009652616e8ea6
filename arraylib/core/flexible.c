#include "arraylib/core/flexible.h"

#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct DtypeTable {
    Dtype *first;
};

const Dtype dtype_object = {.number = DTYPE_OBJECT, .kind = 'O', .code = 'O', .item_size = 8, .alignment = 8, .name = "O", .string = "|O",
                            .shown = "'O'", .has_objects = true};

static void fields_release(DtypeField *fields, int count) {
    for (int i = 0; i < count; i++) {
        memory_release((char *)fields[i].name);
        memory_release((char *)fields[i].title);
    }
    memory_release(fields);
}

DtypeTable *dtype_table_create(void) { return memory_allocate_zeroed(1, sizeof(DtypeTable)); }

void dtype_table_destroy(DtypeTable *table) {
    while (table && table->first) {
        Dtype *dtype = table->first;
        table->first = dtype->next;
        fields_release((DtypeField *)dtype->fields, dtype->field_count);
        memory_release((int64_t *)dtype->base_shape);
        if (dtype->string != dtype->name) memory_release((char *)dtype->string);
        if (dtype->shown != dtype->name) memory_release((char *)dtype->shown);
        memory_release((char *)dtype->name);
        memory_release(dtype);
    }
    memory_release(table);
}

/* What messages say in dtype(...): names stand in quotes. `name` itself where that is what they show; NULL: no memory. */
static char *shown_text(const Dtype *model, char *name) {
    bool has_parts = model->is_record || model->base;
    if (has_parts && !model->is_aligned) return name;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (has_parts) dtype_describe_short(model, &text);
    else text_append_format(&text, "'%s'", name);
    if (has_parts) text_append(&text, ", align=True");
    char *copy = text.failed ? NULL : memory_copy_string(text_string(&text));
    text_release(&text);
    return copy;
}

/* Take a type of one's own into the table; its parts are given away. */
static const Dtype *keep(DtypeTable *table, const Dtype *model, const char *name, const char *string) {
    Dtype *made = memory_allocate(sizeof *made);
    char *name_copy = memory_copy_string(name), *string_copy = string ? memory_copy_string(string) : name_copy;
    char *shown = name_copy ? shown_text(model, name_copy) : NULL;
    if (!made || !name_copy || !string_copy || !shown) {
        if (string) memory_release(string_copy);
        if (shown != name_copy) memory_release(shown);
        memory_release(name_copy);
        memory_release(made);
        return NULL;
    }
    *made = *model;
    made->table = table;
    made->name = name_copy;
    made->string = string_copy;
    made->shown = shown;
    made->next = table->first;
    table->first = made;
    return made;
}

const Dtype *dtype_text(DtypeTable *table, char kind, int64_t length) {
    int64_t size = kind == 'U' ? length * 4 : length;
    if (length > INT32_MAX / 4) return NULL;
    for (const Dtype *known = table->first; known; known = known->next)
        if (known->kind == kind && known->item_size == size && !known->is_record && !known->base) return known;
    char name[32], string[32];
    snprintf(string, sizeof string, "%c%c%lld", kind == 'U' ? '<' : '|', kind, (long long)length);
    snprintf(name, sizeof name, "%s", kind == 'U' ? string : string + 1);
    if (!length) name[strlen(name) - 1] = '\0'; /* "<U" */
    DtypeNumber number = kind == 'U' ? DTYPE_TEXT : kind == 'S' ? DTYPE_BYTES : DTYPE_RECORD;
    Dtype model = {.number = number, .kind = kind, .code = kind, .item_size = (int32_t)size, .alignment = kind == 'U' ? 4 : 1};
    return keep(table, &model, name, string);
}

int64_t dtype_text_length(const Dtype *dtype) { return dtype->kind == 'U' ? dtype->item_size / 4 : dtype->item_size; }

const Dtype *dtype_date(DtypeTable *table, char kind, DatetimeUnit unit, int64_t multiple) {
    if (multiple < 1 || multiple > INT32_MAX || unit == UNIT_GENERIC) multiple = 1;
    for (const Dtype *known = table->first; known; known = known->next)
        if (known->kind == kind && known->unit == unit && known->multiple == multiple) return known;
    char name[48];
    if (unit == UNIT_GENERIC) snprintf(name, sizeof name, "<%c8", kind);
    else if (multiple == 1) snprintf(name, sizeof name, "<%c8[%s]", kind, datetime_unit_name(unit));
    else snprintf(name, sizeof name, "<%c8[%lld%s]", kind, (long long)multiple, datetime_unit_name(unit));
    Dtype model = {.number = kind == 'M' ? DTYPE_DATETIME : DTYPE_TIMEDELTA,
                   .kind = kind,
                   .code = kind,
                   .item_size = 8,
                   .alignment = 8,
                   .unit = unit,
                   .multiple = (int32_t)multiple};
    return keep(table, &model, name, NULL);
}

static bool same_title(const char *left, const char *right) { return left && right ? !strcmp(left, right) : left == right; }

static bool same_fields(const Dtype *known, const DtypeField *fields, int count, int64_t item_size, bool is_aligned) {
    if (!known->is_record || known->base || known->field_count != count || known->item_size != item_size ||
        known->is_aligned != is_aligned)
        return false;
    for (int i = 0; i < count; i++)
        if (known->fields[i].dtype != fields[i].dtype || known->fields[i].offset != fields[i].offset ||
            strcmp(known->fields[i].name, fields[i].name) || !same_title(known->fields[i].title, fields[i].title))
            return false;
    return true;
}

const Dtype *dtype_record(DtypeTable *table, const DtypeField *fields, int count, int64_t item_size, bool is_aligned) {
    if (item_size > INT32_MAX) return NULL;
    for (const Dtype *known = table->first; known; known = known->next)
        if (same_fields(known, fields, count, item_size, is_aligned)) return known;
    DtypeField *copies = memory_allocate_zeroed(count ? (size_t)count : 1, sizeof *copies);
    if (!copies) return NULL;
    Dtype model = {.number = DTYPE_RECORD,
                   .kind = 'V',
                   .code = 'V',
                   .item_size = (int32_t)item_size,
                   .alignment = 1,
                   .is_record = true,
                   .field_count = count,
                   .fields = copies,
                   .is_aligned = is_aligned};
    bool well = true;
    for (int i = 0; i < count; i++) {
        copies[i] = fields[i];
        copies[i].name = memory_copy_string(fields[i].name);
        copies[i].title = fields[i].title ? memory_copy_string(fields[i].title) : NULL;
        well = well && copies[i].name && (copies[i].title || !fields[i].title);
        model.has_objects = model.has_objects || fields[i].dtype->has_objects;
        if (is_aligned && fields[i].dtype->alignment > model.alignment) model.alignment = fields[i].dtype->alignment;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char string[32];
    snprintf(string, sizeof string, "|V%d", model.item_size);
    dtype_describe(&model, &text);
    const Dtype *made = well && !text.failed ? keep(table, &model, text_string(&text), string) : NULL;
    text_release(&text);
    if (!made) fields_release(copies, count);
    return made;
}

const Dtype *dtype_array_of(DtypeTable *table, const Dtype *base, int dimensions, const int64_t *shape) {
    int64_t size = base->item_size;
    for (int i = 0; i < dimensions; i++)
        if (shape[i] < 0 || __builtin_mul_overflow(size, shape[i], &size) || size > INT32_MAX) return NULL;
    for (const Dtype *known = table->first; known; known = known->next)
        if (known->base == base && known->base_dimensions == dimensions &&
            !memcmp(known->base_shape, shape, (size_t)dimensions * sizeof *shape))
            return known;
    int64_t *extents = memory_allocate((size_t)dimensions * sizeof *extents + 1);
    if (!extents) return NULL;
    if (dimensions) memcpy(extents, shape, (size_t)dimensions * sizeof *shape);
    Dtype model = {.number = DTYPE_RECORD,
                   .kind = 'V',
                   .code = 'V',
                   .item_size = (int32_t)size,
                   .alignment = base->alignment,
                   .base = base,
                   .base_dimensions = dimensions,
                   .base_shape = extents,
                   .has_objects = base->has_objects};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char string[32];
    snprintf(string, sizeof string, "|V%lld", (long long)size);
    dtype_describe(&model, &text);
    const Dtype *made = text.failed ? NULL : keep(table, &model, text_string(&text), string);
    text_release(&text);
    if (!made) memory_release(extents);
    return made;
}

const DtypeField *dtype_field(const Dtype *record, const char *name, size_t length) {
    for (int i = 0; i < record->field_count; i++) {
        const DtypeField *field = &record->fields[i];
        if (strlen(field->name) == length && !memcmp(field->name, name, length)) return field;
        if (field->title && strlen(field->title) == length && !memcmp(field->title, name, length)) return field;
    }
    return NULL;
}

/* ---- Reading ---- */

static const char *const unit_names[] = {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "generic"};

const char *datetime_unit_name(DatetimeUnit unit) { return unit_names[unit]; }

bool datetime_unit_from_name(const char *name, size_t length, DatetimeUnit *unit) {
    if (length == 3 && !memcmp(name, "\xce\xbcs", 3)) { /* μs */
        *unit = UNIT_MICROSECOND;
        return true;
    }
    for (int i = 0; i <= UNIT_GENERIC; i++)
        if (strlen(unit_names[i]) == length && !memcmp(unit_names[i], name, length)) {
            *unit = (DatetimeUnit)i;
            return true;
        }
    return false;
}

int64_t datetime_unit_ratio(DatetimeUnit coarse, DatetimeUnit fine) {
    static const int64_t steps[] = {12, 0, 7, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000}; /* of each unit in the one before */
    int64_t ratio = 1;
    for (int unit = (int)coarse; unit < (int)fine; unit++)
        if (__builtin_mul_overflow(ratio, steps[unit], &ratio)) return 0;
    return ratio;
}

/* A part of a unit as so many of a finer one, a quarter of a year as three months; false: there is none. */
static bool divide_unit(DatetimeUnit *unit, int64_t *multiple, int64_t divisor) {
    static const struct {
        int64_t count;
        DatetimeUnit unit;
    } finer[][3] = {[UNIT_YEAR] = {{12, UNIT_MONTH}, {52, UNIT_WEEK}, {365, UNIT_DAY}},
                    [UNIT_MONTH] = {{4, UNIT_WEEK}, {30, UNIT_DAY}, {720, UNIT_HOUR}},
                    [UNIT_WEEK] = {{7, UNIT_DAY}, {168, UNIT_HOUR}, {10080, UNIT_MINUTE}},
                    [UNIT_DAY] = {{24, UNIT_HOUR}, {1440, UNIT_MINUTE}, {86400, UNIT_SECOND}},
                    [UNIT_HOUR] = {{60, UNIT_MINUTE}, {3600, UNIT_SECOND}},
                    [UNIT_MINUTE] = {{60, UNIT_SECOND}, {60000, UNIT_MILLISECOND}}};
    for (int i = 0; i < 3; i++) {
        bool is_named = *unit <= UNIT_MINUTE;
        int64_t count = is_named ? finer[*unit][i].count : i == 0 ? 1000 : i == 1 ? 1000000 : 0;
        DatetimeUnit own = is_named ? finer[*unit][i].unit : (DatetimeUnit)(*unit + i + 1);
        if (!count || own > UNIT_ATTOSECOND || *multiple * count % divisor) continue;
        *unit = own;
        *multiple = *multiple * count / divisor;
        return true;
    }
    return false;
}

/* What stands between the brackets: "3h", "D/12". */
static const Dtype *parse_unit(DtypeTable *table, char kind, const char *text, size_t length, Error *error) {
    size_t at = 0;
    int64_t multiple = 0;
    DatetimeUnit unit;
    while (at < length && text[at] >= '0' && text[at] <= '9' && multiple < INT32_MAX) multiple = multiple * 10 + (text[at++] - '0');
    if (!at) multiple = 1;
    const char *slash = memchr(text, '/', length);
    size_t end = slash ? (size_t)(slash - text) : length;
    bool is_unit = end > at && datetime_unit_from_name(text + at, end - at, &unit);
    if (is_unit && slash && multiple >= 1 && multiple <= INT32_MAX) {
        int64_t divisor = 0;
        for (at = end + 1; at < length && text[at] >= '0' && text[at] <= '9' && divisor < INT32_MAX; at++) divisor = divisor * 10 + (text[at] - '0');
        is_unit = at == length && divisor;
        if (is_unit && !divide_unit(&unit, &multiple, divisor)) {
            error_set(error, "ValueError", "divisor (%lld) is not a multiple of a lower-unit in datetime metadata \"[%.*s]\"", (long long)divisor,
                      (int)length, text);
            return NULL;
        }
    }
    if (!is_unit || multiple < 1 || multiple > INT32_MAX) {
        error_set(error, "TypeError", "Invalid datetime unit in metadata string \"[%.*s]\"", (int)length, text);
        return NULL;
    }
    return dtype_date(table, kind, unit, multiple);
}

static bool begins(const char *name, size_t length, const char *word) { return length >= strlen(word) && !memcmp(name, word, strlen(word)); }

/* "M8", "M8[ns]", "datetime64[D]". NULL without an error: it is no date. */
static const Dtype *parse_date(DtypeTable *table, const char *name, size_t length, Error *error) {
    static const struct {
        const char *word;
        char kind;
    } words[] = {{"datetime64", 'M'}, {"timedelta64", 'm'}, {"M8", 'M'}, {"m8", 'm'}, {"M", 'M'}, {"m", 'm'}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i].word);
        if (!begins(name, length, words[i].word)) continue;
        if (length == size) return dtype_date(table, words[i].kind, UNIT_GENERIC, 1);
        if (name[size] != '[' || name[length - 1] != ']' || size == 1) continue;
        return parse_unit(table, words[i].kind, name + size + 1, length - size - 2, error);
    }
    return NULL;
}

const Dtype *dtype_swapped(DtypeTable *table, const Dtype *dtype) {
    if (dtype->native) return dtype->native;
    if (dtype->base) {
        const Dtype *base = dtype_swapped(table, dtype->base);
        return base ? dtype_array_of(table, base, dtype->base_dimensions, dtype->base_shape) : NULL;
    }
    if (dtype->is_record) {
        DtypeField *fields = memory_allocate_zeroed(dtype->field_count ? (size_t)dtype->field_count : 1, sizeof *fields);
        if (!fields) return NULL;
        bool well = true;
        for (int i = 0; i < dtype->field_count; i++) {
            fields[i] = dtype->fields[i];
            fields[i].dtype = dtype_swapped(table, dtype->fields[i].dtype);
            well = well && fields[i].dtype;
        }
        const Dtype *record = well ? dtype_record(table, fields, dtype->field_count, dtype->item_size, dtype->is_aligned) : NULL;
        memory_release(fields);
        return record;
    }
    if (dtype->string[0] != '<') return dtype->kind == 'U' || dtype_is_date(dtype) ? NULL : dtype;
    for (const Dtype *known = table->first; known; known = known->next)
        if (known->native == dtype) return known;
    char name[64];
    snprintf(name, sizeof name, ">%s", (dtype_is_flexible(dtype) ? dtype->name : dtype->string) + 1);
    Dtype model = {.number = DTYPE_RECORD, .kind = 'W', .code = dtype->code, .item_size = dtype->item_size, .alignment = dtype->alignment, .native = dtype};
    return keep(table, &model, name, NULL);
}

void element_swap(const Dtype *dtype, void *to, const void *from) {
    const unsigned char *in = from;
    unsigned char *out = to;
    int32_t size = dtype->item_size, unit = dtype->native->kind == 'U' ? 4 : dtype_is_complex(dtype->native) ? size / 2 : size;
    for (int32_t at = 0; at + unit <= size; at += unit)
        for (int32_t i = 0; i < unit; i++) out[at + i] = in[at + unit - 1 - i];
}

/* "U5", "S", "V16", "O": a letter and a length. NULL: none of them. */
static const Dtype *parse_text(DtypeTable *table, const char *name, size_t length) {
    static const struct {
        const char *word;
        char kind;
    } words[] = {{"str", 'U'}, {"str_", 'U'}, {"unicode", 'U'}, {"bytes", 'S'}, {"bytes_", 'S'}, {"void", 'V'}};
    if (length == 6 && !memcmp(name, "object", 6)) return &dtype_object;
    if (length == 7 && !memcmp(name, "object_", 7)) return &dtype_object;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && !memcmp(words[i].word, name, length)) return dtype_text(table, words[i].kind, 0);
    char kind = *name == 'a' ? 'S' : *name == 'c' && length == 1 ? 'S' : *name;
    if (*name == 'O' && (length == 1 || (length == 2 && name[1] == '8'))) return &dtype_object;
    if (!length || !strchr("USV", kind)) return NULL;
    int64_t count = 0;
    for (size_t i = 1; i < length; i++) {
        if (name[i] < '0' || name[i] > '9' || count > INT32_MAX) return NULL;
        count = count * 10 + (name[i] - '0');
    }
    return dtype_text(table, kind, *name == 'c' ? 1 : count);
}

static const Dtype *parse_one(DtypeTable *table, const char *name, size_t length, Error *error) {
    const Dtype *dtype = dtype_from_name(name, length);
    if (dtype) return dtype;
    if (length > 1 && *name == '>') {
        dtype = parse_one(table, name + 1, length - 1, error);
        return dtype && dtype->item_size ? dtype_swapped(table, dtype) : dtype;
    }
    const char *rest = name;
    size_t left = length;
    if (left > 1 && strchr("<=|", *rest)) {
        rest++;
        left--;
    }
    dtype = parse_date(table, rest, left, error);
    if (!dtype && !error_is_set(error)) dtype = parse_text(table, rest, left);
    return dtype;
}

/* "i4, (2,3)f8, U5": fields f0, f1, ... */
static const Dtype *parse_fields(DtypeTable *table, const char *name, size_t length, Error *error) {
    int count = 0, room = 1;
    for (size_t i = 0; i < length; i++) room += name[i] == ',';
    DtypeField *fields = memory_allocate_zeroed((size_t)room, sizeof *fields);
    char(*names)[16] = memory_allocate_zeroed((size_t)room, sizeof *names);
    const Dtype *record = NULL;
    int64_t offset = 0;
    const char *end = name + length;
    if (!fields || !names) error_no_memory(error);
    while (fields && names && name < end) {
        int64_t shape[32], dimensions = 0;
        while (name < end && *name == ' ') name++;
        if (name == end) break;
        bool group = *name == '(';
        if (group) name++;
        while (name < end && dimensions < 32 && ((*name >= '0' && *name <= '9') || (group && (*name == ' ' || *name == ',')))) {
            if (*name == ' ' || *name == ',') {
                name++;
                continue;
            }
            char *after;
            shape[dimensions++] = strtoll(name, &after, 10);
            name = after;
        }
        if (group && (name == end || *name++ != ')')) goto done;
        const char *stop = name;
        while (stop < end && *stop != ',') stop++;
        const char *last = stop;
        while (last > name && last[-1] == ' ') last--;
        const Dtype *dtype = last > name ? parse_one(table, name, (size_t)(last - name), error) : NULL;
        if (dtype && (dimensions > 1 || (dimensions && (shape[0] != 1 || group)))) dtype = dtype_array_of(table, dtype, (int)dimensions, shape);
        if (!dtype) goto done;
        snprintf(names[count], sizeof names[count], "f%d", count);
        fields[count] = (DtypeField){names[count], dtype, (int32_t)offset, NULL};
        offset += dtype->item_size;
        count++;
        name = stop < end ? stop + 1 : stop;
    }
    if (count) record = dtype_record(table, fields, count, offset, false);
done:
    memory_release(fields);
    memory_release(names);
    return record;
}

const Dtype *dtype_parse(DtypeTable *table, const char *name, size_t length, Error *error) {
    const Dtype *dtype = parse_one(table, name, length, error);
    if (!dtype && !error_is_set(error) && (memchr(name, ',', length) || (length && ((*name >= '0' && *name <= '9') || *name == '(')))) {
        dtype = parse_fields(table, name, length, error);
        bool is_list = memchr(name, ',', length) && *name != '(';
        if (dtype && !is_list && dtype->field_count == 1) dtype = dtype->fields[0].dtype; /* "3i4": an array of them */
    }
    if (!dtype && !error_is_set(error)) error_set(error, "TypeError", "data type '%.*s' not understood", (int)length, name);
    return dtype;
}

/* ---- Writing ---- */

void dtype_describe_name(const Dtype *dtype, TextBuffer *text) {
    dtype = dtype_native(dtype);
    switch (dtype->kind) {
    case 'O': text_append(text, "object"); return;
    case 'U':
    case 'S':
    case 'V':
        text_append(text, dtype->kind == 'U' ? "str" : dtype->kind == 'S' ? "bytes" : "void");
        if (dtype->item_size) text_append_format(text, "%lld", (long long)dtype->item_size * 8);
        return;
    case 'M':
    case 'm':
        text_append(text, dtype->kind == 'M' ? "datetime64" : "timedelta64");
        text_append(text, dtype->name + 3);
        return;
    default: text_append(text, dtype->name);
    }
}

bool dtype_refuse(const Dtype *dtype, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (dtype_is_text(dtype)) text_append(&text, dtype->name);
    else dtype_describe_name(dtype, &text);
    error_set(error, "ValueError", "Unsupported dtype %s", text_string(&text));
    text_release(&text);
    return false;
}

static void append_quoted(TextBuffer *text, const char *name) {
    bool single = strchr(name, '\'') && !strchr(name, '"');
    text_append_char(text, single ? '"' : '\'');
    for (; *name; name++) {
        if (*name == '\\' || (*name == '\'' && !single)) text_append_char(text, '\\');
        text_append_char(text, *name);
    }
    text_append_char(text, single ? '"' : '\'');
}

static void append_field_type(const Dtype *dtype, TextBuffer *text) {
    if (dtype->base) append_field_type(dtype->base, text);
    else if (dtype->is_record) text_append(text, dtype->name);
    else if (dtype->kind == 'b') text_append(text, "'?'");
    else append_quoted(text, dtype->string + (*dtype->string == '|')); /* 'S3' has no byte order to be told */
}

static void append_shape(const Dtype *dtype, TextBuffer *text) {
    text_append_char(text, '(');
    for (int i = 0; i < dtype->base_dimensions; i++)
        text_append_format(text, i ? ", %lld" : "%lld", (long long)dtype->base_shape[i]);
    text_append(text, dtype->base_dimensions == 1 ? ",)" : ")");
}

static bool is_packed(const Dtype *record) {
    int64_t offset = 0;
    for (int i = 0; i < record->field_count; i++) {
        if (record->fields[i].offset != offset) return false;
        offset += record->fields[i].dtype->item_size;
    }
    return offset == record->item_size;
}

static void describe_list(const Dtype *record, TextBuffer *text) {
    text_append_char(text, '[');
    for (int i = 0; i < record->field_count; i++) {
        const Dtype *type = record->fields[i].dtype;
        if (i) text_append(text, ", ");
        const char *title = record->fields[i].title;
        text_append(text, title ? "((" : "(");
        if (title) {
            append_quoted(text, title);
            text_append(text, ", ");
        }
        append_quoted(text, record->fields[i].name);
        text_append(text, title ? "), " : ", ");
        append_field_type(type, text);
        if (type->base) {
            text_append(text, ", ");
            append_shape(type, text);
        }
        text_append_char(text, ')');
    }
    text_append_char(text, ']');
}

static void describe_layout(const Dtype *record, TextBuffer *text) {
    text_append(text, "{'names': [");
    for (int i = 0; i < record->field_count; i++) {
        if (i) text_append(text, ", ");
        append_quoted(text, record->fields[i].name);
    }
    text_append(text, "], 'formats': [");
    for (int i = 0; i < record->field_count; i++) {
        const Dtype *type = record->fields[i].dtype;
        if (i) text_append(text, ", ");
        if (type->base) {
            text_append_char(text, '(');
            append_field_type(type, text);
            text_append(text, ", ");
            append_shape(type, text);
            text_append_char(text, ')');
        } else append_field_type(type, text);
    }
    text_append(text, "], 'offsets': [");
    for (int i = 0; i < record->field_count; i++) text_append_format(text, i ? ", %d" : "%d", record->fields[i].offset);
    bool titled = false;
    for (int i = 0; i < record->field_count; i++) titled = titled || record->fields[i].title;
    if (titled) text_append(text, "], 'titles': [");
    for (int i = 0; i < record->field_count && titled; i++) {
        if (i) text_append(text, ", ");
        if (record->fields[i].title) append_quoted(text, record->fields[i].title);
        else text_append(text, "None");
    }
    text_append_format(text, "], 'itemsize': %d", record->item_size);
    text_append(text, record->is_aligned ? ", 'aligned': True}" : "}");
}

void dtype_describe(const Dtype *dtype, TextBuffer *text) {
    if (dtype->base) {
        text_append_char(text, '(');
        append_field_type(dtype->base, text);
        text_append(text, ", ");
        append_shape(dtype, text);
        text_append_char(text, ')');
    } else if (dtype->is_record) (is_packed(dtype) ? describe_list : describe_layout)(dtype, text);
    else text_append(text, dtype->name);
}

/* Do the offsets follow from the fields? */
static bool is_laid_out_as_c(const Dtype *record) {
    int64_t offset = 0, largest = 1;
    for (int i = 0; i < record->field_count; i++) {
        int64_t alignment = record->fields[i].dtype->alignment;
        if (alignment > largest) largest = alignment;
        offset = (offset + alignment - 1) / alignment * alignment;
        if (record->fields[i].offset != offset) return false;
        offset += record->fields[i].dtype->item_size;
    }
    return (offset + largest - 1) / largest * largest == record->item_size;
}

void dtype_describe_short(const Dtype *dtype, TextBuffer *text) {
    if (dtype->is_aligned && is_laid_out_as_c(dtype)) describe_list(dtype, text);
    else dtype_describe(dtype, text);
}

/* ---- Promotion and casting ---- */

int64_t number_text_length(const Dtype *number) {
    static const int64_t lengths[DTYPE_COUNT] = {5, 4, 3, 6, 5, 11, 10, 21, 20, 32, 32, 32, 64, 64};
    return lengths[number->number];
}

/* The finest of two units with a multiple that divides both; false: years and months do not go into days evenly. */
static bool common_unit(const Dtype *left, const Dtype *right, bool strict, DatetimeUnit *unit, int64_t *multiple) {
    if (left->unit == UNIT_GENERIC || right->unit == UNIT_GENERIC) {
        const Dtype *known = left->unit == UNIT_GENERIC ? right : left;
        *unit = known->unit;
        *multiple = known->multiple;
        return true;
    }
    DatetimeUnit fine = left->unit > right->unit ? left->unit : right->unit;
    int64_t a = left->multiple, b = right->multiple;
    int64_t a_ratio = datetime_unit_ratio(left->unit, fine), b_ratio = datetime_unit_ratio(right->unit, fine);
    if (!a_ratio || !b_ratio) {
        if (strict && (left->unit <= UNIT_MONTH) != (right->unit <= UNIT_MONTH)) return false;
        *unit = fine;
        *multiple = left->unit == fine ? a : b;
        return true;
    }
    if (__builtin_mul_overflow(a, a_ratio, &a) || __builtin_mul_overflow(b, b_ratio, &b)) return false;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    *unit = fine;
    *multiple = a;
    return true;
}

static const Dtype *promote_text(const Dtype *text, const Dtype *other) {
    char kind = text->kind == 'U' || other->kind == 'U' ? 'U' : 'S';
    int64_t length = dtype_text_length(text);
    int64_t wanted = dtype_is_text(other) ? dtype_text_length(other) : number_text_length(other);
    return dtype_text(text->table, kind, wanted > length ? wanted : length);
}

static bool same_shape(const Dtype *left, const Dtype *right) {
    return left->base_dimensions == right->base_dimensions &&
           !memcmp(left->base_shape, right->base_shape, (size_t)left->base_dimensions * sizeof *left->base_shape);
}

/* The type of a field; arrays must have one shape. NULL: there is none. */
static const Dtype *promote_parts(const Dtype *left, const Dtype *right) {
    if (left == right) return left;
    if (left->base || right->base) {
        if (!left->base || !right->base || !same_shape(left, right)) return NULL;
        const Dtype *base = promote_parts(left->base, right->base);
        return base ? dtype_array_of(left->table, base, left->base_dimensions, left->base_shape) : NULL;
    }
    const Dtype *dtype = dtype_promote(left, right);
    return dtype == &dtype_object && dtype != left && dtype != right ? NULL : dtype;
}

static const Dtype *promote_records(const Dtype *left, const Dtype *right) {
    if (!left->field_count || left->field_count != right->field_count) return NULL;
    DtypeField *fields = memory_allocate((size_t)left->field_count * sizeof *fields);
    int64_t offset = 0;
    bool well = fields != NULL;
    for (int i = 0; i < left->field_count && well; i++) {
        const DtypeField *a = &left->fields[i], *b = &right->fields[i];
        const Dtype *dtype = strcmp(a->name, b->name) || !same_title(a->title, b->title) ? NULL : promote_parts(a->dtype, b->dtype);
        if (!(well = dtype)) break;
        fields[i] = (DtypeField){a->name, dtype, (int32_t)offset, a->title};
        offset += dtype->item_size;
    }
    const Dtype *record = well ? dtype_record(left->table, fields, left->field_count, offset, false) : NULL;
    memory_release(fields);
    return record;
}

/* NULL: there is no common type but object. */
static const Dtype *promote_kinds(const Dtype *left, const Dtype *right) {
    if (left->kind == 'O' || right->kind == 'O') return &dtype_object;
    bool left_date = dtype_is_date(left), right_date = dtype_is_date(right);
    if (dtype_is_text(left) && (dtype_is_text(right) || !dtype_is_flexible(right))) return promote_text(left, right);
    if (dtype_is_text(right) && !dtype_is_flexible(left)) return promote_text(right, left);
    if (left_date && right_date) {
        DatetimeUnit unit;
        int64_t multiple;
        char kind = left->kind == 'M' || right->kind == 'M' ? 'M' : 'm';
        return common_unit(left, right, kind == 'm', &unit, &multiple) ? dtype_date(left->table, kind, unit, multiple) : NULL;
    }
    if (left->kind == 'm' && ((dtype_is_integer(right) && right != DTYPE(UINT64)) || right->kind == 'b')) return left;
    if (right->kind == 'm' && ((dtype_is_integer(left) && left != DTYPE(UINT64)) || left->kind == 'b')) return right;
    if (left->kind == 'V' && right->kind == 'V') return promote_records(left, right);
    return NULL;
}

const Dtype *flexible_promote(const Dtype *left, const Dtype *right) {
    const Dtype *dtype = promote_kinds(left, right);
    return dtype ? dtype : &dtype_object;
}

static void append_names(TextBuffer *text, const Dtype *record) {
    text_append_char(text, '(');
    for (int i = 0; i < record->field_count; i++) {
        if (i) text_append(text, ", ");
        append_quoted(text, record->fields[i].name);
    }
    text_append(text, record->field_count == 1 ? ",)" : ")");
}

/* Why two kinds of records have none. */
static bool no_common_record(const Dtype *left, const Dtype *right, Error *error) {
    static const char kind[] = "numpy.exceptions.DTypePromotionError";
    if (!left->is_record && !right->is_record && !left->base && !right->base)
        return error_set(error, kind,
                         "Invalid type promotion with void datatypes of different lengths. Use the `np.bytes_` datatype instead to pad the shorter value "
                         "with trailing zero bytes.");
    if (left->is_record != right->is_record) return error_set(error, kind, "invalid type promotion with structured datatype(s).");
    if (left->base || right->base) return error_set(error, kind, "invalid type promotion with subarray datatypes (shape mismatch).");
    bool same_names = left->field_count == right->field_count;
    for (int i = 0; i < left->field_count && same_names; i++) same_names = !strcmp(left->fields[i].name, right->fields[i].name);
    if (same_names) {
        for (int i = 0; i < left->field_count; i++)
            if (!same_title(left->fields[i].title, right->fields[i].title))
                return error_set(error, kind, "field titles of field '%s' mismatch", left->fields[i].name);
        for (int i = 0; i < left->field_count; i++) {
            const Dtype *a = left->fields[i].dtype, *b = right->fields[i].dtype;
            if (promote_parts(a, b)) continue;
            return a->base || b->base ? error_set(error, kind, "invalid type promotion with subarray datatypes (shape mismatch).")
                                      : dtype_check_common(a, b, error);
        }
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "field names `");
    append_names(&text, left);
    text_append(&text, "` and `");
    append_names(&text, right);
    text_append(&text, "` mismatch.");
    error_set(error, kind, "%s", text_string(&text));
    text_release(&text);
    return false;
}

bool dtype_check_common(const Dtype *left, const Dtype *right, Error *error) {
    left = dtype_native(left), right = dtype_native(right);
    if (left == right || (!dtype_is_flexible(left) && !dtype_is_flexible(right)) || promote_kinds(left, right)) return true;
    if (left->kind == 'V' && right->kind == 'V') return no_common_record(left, right, error);
    const char *one = dtype_class_name(left), *other = dtype_class_name(right);
    return error_set(error, "numpy.exceptions.DTypePromotionError",
                     "The DType <class 'numpy.dtypes.%sDType'> could not be promoted by <class 'numpy.dtypes.%sDType'>. This means that no common DType "
                     "exists for the given inputs. For example they cannot be stored in a single array unless the dtype is `object`. The full list of "
                     "DTypes is: (<class 'numpy.dtypes.%sDType'>, <class 'numpy.dtypes.%sDType'>)",
                     one, other, one, other);
}

static bool can_cast_dates(const Dtype *from, const Dtype *to, Casting casting) {
    if (from->kind != to->kind) return from->kind == 'm' && casting == CASTING_UNSAFE;
    if (from->unit == UNIT_GENERIC) return true;
    if (to->unit == UNIT_GENERIC) return false;
    bool calendar = (from->unit <= UNIT_MONTH) != (to->unit <= UNIT_MONTH);
    if (casting == CASTING_SAME_KIND) return from->kind == 'M' || !calendar;
    if (casting != CASTING_SAFE) return false;
    if (from->kind == 'm' && calendar) return false;
    if (from->unit > to->unit) return false;
    int64_t ratio = datetime_unit_ratio(from->unit, to->unit);
    return calendar || (ratio && (ratio * from->multiple) % to->multiple == 0);
}

bool flexible_can_cast(const Dtype *from, const Dtype *to, Casting casting) {
    bool is_strict = casting == CASTING_NO || casting == CASTING_EQUIV;
    bool are_records = from->kind == 'V' && to->kind == 'V' && from->field_count && from->field_count == to->field_count;
    if (is_strict && !are_records) return false;
    if (to->kind == 'O') return true;
    if (from->kind == 'O') return false;
    if (from->is_record != to->is_record && from->kind != to->kind) return false;
    if (dtype_is_date(from) && dtype_is_date(to)) return can_cast_dates(from, to, casting);
    if (dtype_is_text(from) && dtype_is_text(to)) {
        if (from->kind == 'U' && to->kind == 'S') return false;
        return casting == CASTING_SAME_KIND || !to->item_size || dtype_text_length(from) <= dtype_text_length(to);
    }
    if (!dtype_is_flexible(from) && dtype_is_text(to))
        return casting == CASTING_SAME_KIND || !to->item_size || number_text_length(from) <= dtype_text_length(to);
    if (to->kind == 'm' && !dtype_is_flexible(from))
        return casting == CASTING_SAME_KIND ? from->kind != 'f' && from->kind != 'c' : dtype_is_integer(from) && from != DTYPE(UINT64);
    if (are_records) {
        for (int i = 0; i < from->field_count; i++)
            if (!dtype_can_cast(from->fields[i].dtype, to->fields[i].dtype, casting) ||
                (is_strict && (strcmp(from->fields[i].name, to->fields[i].name) || from->fields[i].offset != to->fields[i].offset ||
                               !same_title(from->fields[i].title, to->fields[i].title))))
                return false;
        return true;
    }
    return to->kind == 'V' && !to->field_count && !to->base && from->item_size <= to->item_size;
}
