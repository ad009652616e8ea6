/* Types, one object for each text. */
#include "kernel/compile/type.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <string.h>

/* ---- the table ---- */

static CompileType *create(TypeTable *table, TypeKind kind, const char *name) {
    CompileType *type = arena_allocate(&table->arena, sizeof *type);
    if (!type) return NULL;
    type->kind = kind;
    type->name = arena_copy(&table->arena, name, strlen(name));
    type->is_aligned = true;
    return type->name && hash_set(&table->types, type->name, type) ? type : NULL;
}

static CompileType *find(TypeTable *table, TextBuffer *text) {
    CompileType *found = text->failed ? NULL : hash_get(&table->types, text_string(text));
    return found;
}

static bool set_parts(TypeTable *table, CompileType *type, const TypePart *parts, int count) {
    TypePart *copy = arena_allocate(&table->arena, (size_t)(count ? count : 1) * sizeof *copy);
    if (!copy) return false;
    if (count) memcpy(copy, parts, (size_t)count * sizeof *copy);
    type->parts = copy;
    type->part_count = count;
    return true;
}

static bool set_items(TypeTable *table, CompileType *type, const CompileType *const *items, int count) {
    const CompileType **copy = arena_allocate(&table->arena, (size_t)(count ? count : 1) * sizeof *copy);
    if (!copy) return false;
    if (count) memcpy(copy, items, (size_t)count * sizeof *copy);
    type->items = copy;
    type->count = count;
    return true;
}

/* The parts of all items, one after the other. */
static bool set_joined_parts(TypeTable *table, CompileType *type) {
    int count = 0;
    for (int i = 0; i < type->count; i++) count += type->items[i]->part_count;
    TypePart *parts = arena_allocate(&table->arena, (size_t)(count ? count : 1) * sizeof *parts);
    if (!parts) return false;
    int at = 0;
    for (int i = 0; i < type->count; i++) {
        for (int k = 0; k < type->items[i]->part_count; k++) parts[at++] = type->items[i]->parts[k];
        type->has_owner |= type->items[i]->has_owner;
    }
    type->parts = parts;
    type->part_count = count;
    return true;
}

static const CompileType *create_plain(TypeTable *table, TypeKind kind, const char *name) { return create(table, kind, name); }

bool type_table_create(TypeTable *table) {
    *table = (TypeTable){0};
    for (int i = 0; i < DTYPE_COUNT; i++) {
        CompileType *type = create(table, TYPE_KIND_NUMBER, dtypes[i].name);
        TypePart part = {.number = (DtypeNumber)i};
        if (!type || !set_parts(table, type, &part, 1)) return false;
        type->number = (DtypeNumber)i;
        table->numbers[i] = type;
    }
    table->none = create_plain(table, TYPE_KIND_NONE, "none");
    table->unknown = create_plain(table, TYPE_KIND_UNKNOWN, "undefined");
    table->ellipsis = create_plain(table, TYPE_KIND_ELLIPSIS, "ellipsis");
    TypePart words[3] = {{.number = DTYPE_INT64}, {.number = DTYPE_INT64}, {.number = DTYPE_INT64}};
    CompileType *slices[2] = {create(table, TYPE_KIND_SLICE, "slice<a:b>"), create(table, TYPE_KIND_SLICE, "slice<a:b:c>")};
    for (int i = 0; i < 2; i++)
        if (!slices[i] || !set_parts(table, slices[i], words, 3)) return false;
    table->slice = slices[0];
    table->slice3 = slices[1];
    return table->none && table->unknown && table->ellipsis;
}

void type_table_forget(TypeTable *table) {
    Value *kept = table->kept;
    size_t count = table->kept_count;
    table->kept = NULL;
    table->kept_count = table->kept_capacity = 0;
    for (size_t i = 0; i < count; i++) value_release(kept[i]);
    memory_release(kept);
}

void type_table_release(TypeTable *table) {
    type_table_forget(table);
    hash_release(&table->types, NULL);
    arena_release(&table->arena);
    *table = (TypeTable){0};
}

void type_table_keep(TypeTable *table, Value value) {
    if (value.tag != TAG_OBJECT) return;
    if (table->kept_count == table->kept_capacity) {
        size_t capacity = table->kept_capacity ? 2 * table->kept_capacity : 32;
        Value *grown = memory_resize(table->kept, capacity * sizeof *grown);
        if (!grown) return;
        table->kept = grown;
        table->kept_capacity = capacity;
    }
    table->kept[table->kept_count++] = value_retain(value);
}

/* ---- the kinds ---- */

const CompileType *type_array(TypeTable *table, const CompileType *item, int rank, char layout, bool is_mutable, bool is_aligned) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s%sarray(%s, %dd, %c)", is_mutable ? "" : "readonly ", is_aligned ? "" : "unaligned ", item->name, rank, layout);
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_ARRAY, text_string(&text)))) {
        TypePart parts[2 + 2 * 64];
        int count = 0;
        type->number = item->kind == TYPE_KIND_NUMBER ? item->number : DTYPE_UINT8;
        type->rank = rank;
        type->layout = layout;
        type->is_mutable = is_mutable;
        type->is_aligned = is_aligned;
        type->item = item;
        type->has_owner = true;
        parts[count++] = (TypePart){.number = DTYPE_INT64};                        /* the owner */
        parts[count++] = (TypePart){.number = type->number, .is_pointer = true};   /* the first element */
        for (int i = 0; i < (layout == 'A' ? 2 : 1) * rank; i++) parts[count++] = (TypePart){.number = DTYPE_INT64};
        if (!set_parts(table, type, parts, count)) type = NULL;
    }
    text_release(&text);
    return type;
}

const CompileType *type_tuple(TypeTable *table, const CompileType *const *items, int count) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool is_uniform = count > 0;
    for (int i = 1; i < count; i++) is_uniform &= items[i] == items[0];
    if (is_uniform) text_append_format(&text, "UniTuple(%s x %d)", items[0]->name, count);
    else {
        text_append(&text, "Tuple(");
        for (int i = 0; i < count; i++) text_append_format(&text, "%s%s", i ? ", " : "", items[i]->name);
        text_append_char(&text, ')');
    }
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_TUPLE, text_string(&text)))) {
        type->is_uniform = is_uniform;
        if (!set_items(table, type, items, count) || !set_joined_parts(table, type)) type = NULL;
    }
    text_release(&text);
    return type;
}

const CompileType *type_named_tuple(TypeTable *table, const CompileType *const *items, int count, Value class_value, const char *name,
                                    const char *const *fields) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool is_uniform = count > 0;
    for (int i = 1; i < count; i++) is_uniform &= items[i] == items[0];
    if (is_uniform) text_append_format(&text, "%s(%s x %d)", name, items[0]->name, count);
    else {
        text_append_format(&text, "%s(", name);
        for (int i = 0; i < count; i++) text_append_format(&text, "%s%s", i ? ", " : "", items[i]->name);
        text_append_char(&text, ')');
    }
    size_t shown = text.length;
    text_append_format(&text, "#%p", (void *)class_value.object);
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_TUPLE, text_string(&text)))) {
        const char **names = arena_allocate(&table->arena, (size_t)(count + 1) * sizeof *names);
        for (int i = 0; names && i < count; i++) names[i] = arena_copy(&table->arena, fields[i], strlen(fields[i]));
        type->name = arena_copy(&table->arena, text_string(&text), shown);
        type->text = arena_copy(&table->arena, name, strlen(name));
        type->fields = names;
        type->constant = class_value;
        type->is_uniform = is_uniform;
        type_table_keep(table, class_value);
        if (!names || !set_items(table, type, items, count) || !set_joined_parts(table, type)) type = NULL;
    }
    text_release(&text);
    return type;
}

const CompileType *type_optional(TypeTable *table, const CompileType *item) {
    if (item->kind == TYPE_KIND_OPTIONAL || item->kind == TYPE_KIND_NONE) return item;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "OptionalType(%s)", item->name);
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_OPTIONAL, text_string(&text)))) {
        TypePart parts[256] = {{.number = DTYPE_BOOL}};
        int count = item->part_count < 255 ? item->part_count : 255;
        memcpy(parts + 1, item->parts, (size_t)count * sizeof *parts);
        type->item = item;
        type->has_owner = item->has_owner;
        if (!set_parts(table, type, parts, count + 1)) type = NULL;
    }
    text_release(&text);
    return type;
}

const CompileType *type_range(TypeTable *table, DtypeNumber number) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "range_state_%s", dtypes[number].name);
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_RANGE, text_string(&text)))) {
        TypePart parts[3] = {{.number = number}, {.number = number}, {.number = number}};
        type->number = number;
        type->item = table->numbers[number];
        if (!set_parts(table, type, parts, 3)) type = NULL;
    }
    text_release(&text);
    return type;
}

static CompileType *known(TypeTable *table, TypeKind kind, const char *name, size_t length, const char *key, Value constant) {
    CompileType *type = hash_get(&table->types, key);
    if (type || !(type = create(table, kind, key))) return type;
    type->name = arena_copy(&table->arena, name, length);
    type->constant = constant;
    type_table_keep(table, constant);
    return type->name && set_parts(table, type, NULL, 0) ? type : NULL;
}

const CompileType *type_literal(TypeTable *table, const CompileType *item, Value constant, const char *shown) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const char *class_name = item->kind == TYPE_KIND_STRING ? "str" : item->number == DTYPE_BOOL ? "bool" : "int";
    text_append_format(&text, "Literal[%s](%s)", class_name, shown);
    CompileType *type = known(table, TYPE_KIND_LITERAL, text_string(&text), text.length, text_string(&text), constant);
    if (type) type->item = item;
    text_release(&text);
    return type;
}

const CompileType *type_omitted(TypeTable *table, Value constant, const char *shown) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "omitted(default=%s)", shown);
    size_t length = text.length;
    text_append_format(&text, "#%d.%p", (int)constant.tag, (void *)constant.object);
    CompileType *type = known(table, TYPE_KIND_OMITTED, text_string(&text), length, text_string(&text), constant);
    text_release(&text);
    return type;
}

const CompileType *type_constant(TypeTable *table, Value constant, const char *name) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s#%d.%p", name, (int)constant.tag, (void *)constant.object);
    CompileType *type = known(table, TYPE_KIND_CONSTANT, name, strlen(name), text_string(&text), constant);
    text_release(&text);
    return type;
}

const CompileType *type_method(TypeTable *table, const CompileType *receiver, const char *name) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "BoundFunction(%s.%s for %s)", receiver->kind == TYPE_KIND_ARRAY ? "array" : receiver->name, name, receiver->name);
    CompileType *type = find(table, &text);
    if (!type && (type = create(table, TYPE_KIND_METHOD, text_string(&text)))) {
        type->text = arena_copy(&table->arena, name, strlen(name));
        if (!set_items(table, type, &receiver, 1) || !set_joined_parts(table, type)) type = NULL;
    }
    text_release(&text);
    return type;
}

static CompileType *of_items(TypeTable *table, TypeKind kind, TextBuffer *text, const CompileType *const *items, int count) {
    text_append_char(text, '(');
    for (int i = 0; i < count; i++) text_append_format(text, "%s%s", i ? ", " : "", items[i]->name);
    text_append_char(text, ')');
    CompileType *type = find(table, text);
    if (!type && (type = create(table, kind, text_string(text))) && (!set_items(table, type, items, count) || !set_joined_parts(table, type)))
        type = NULL;
    text_release(text);
    return type;
}

const CompileType *type_iterator(TypeTable *table, const char *class_name, const CompileType *const *items, int count) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, class_name);
    CompileType *type = of_items(table, TYPE_KIND_ITERATOR, &text, items, count);
    if (type && !type->text) type->text = arena_copy(&table->arena, class_name, strlen(class_name));
    return type;
}

const CompileType *type_closure(TypeTable *table, const void *node, const CompileType *const *items, int count) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "closure#%p", node);
    CompileType *type = of_items(table, TYPE_KIND_CLOSURE, &text, items, count);
    if (type) type->detail = node;
    return type;
}

const CompileType *type_other(TypeTable *table, TypeKind kind, const char *class_name, const char *name, const TypePart *parts, int part_count,
                              bool has_owner, const CompileType *item, const CompileType *other) {
    CompileType *type = hash_get(&table->types, name);
    if (type || !(type = create(table, kind, name))) return type;
    type->text = arena_copy(&table->arena, class_name, strlen(class_name));
    type->has_owner = has_owner;
    type->item = item;
    type->other = other;
    return set_parts(table, type, parts, part_count) ? type : NULL;
}

const CompileType *type_list(TypeTable *table, const CompileType *item, const char *format) {
    static const TypePart owner = {.number = DTYPE_INT64};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const char *at = strstr(format, "%s");
    text_append_bytes(&text, format, at ? (size_t)(at - format) : strlen(format));
    text_append(&text, item->name);
    if (at) text_append(&text, at + 2);
    const CompileType *type = text.failed ? NULL : type_other(table, TYPE_KIND_LIST, "list", text_string(&text), &owner, 1, true, item, NULL);
    text_release(&text);
    return type;
}

/* ---- joins ---- */

DtypeNumber type_arithmetic(DtypeNumber left, DtypeNumber right) {
    const Dtype *types[2] = {&dtypes[left], &dtypes[right]};
    bool is_complex = false, is_float = false, is_wide = false, is_signed = false;
    for (int i = 0; i < 2; i++) {
        char kind = types[i]->kind;
        is_complex |= kind == 'c';
        is_float |= kind == 'f';
        is_wide |= types[i]->number == DTYPE_FLOAT64 || types[i]->number == DTYPE_COMPLEX128 || (strchr("iu", kind) && types[i]->item_size >= 4);
        is_signed |= kind == 'i' || kind == 'b';
    }
    if (is_complex) return is_wide ? DTYPE_COMPLEX128 : DTYPE_COMPLEX64;
    if (is_float && left == DTYPE_FLOAT16 && right == DTYPE_FLOAT16) return DTYPE_FLOAT16;
    if (is_float) return is_wide ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    return is_signed ? DTYPE_INT64 : DTYPE_UINT64;
}

static DtypeNumber unify_numbers(DtypeNumber left, DtypeNumber right) {
    return dtype_promote(&dtypes[left], &dtypes[right])->number;
}

const CompileType *type_unify(TypeTable *table, const CompileType *left, const CompileType *right) {
    if (left == right) return left;
    if (left->kind == TYPE_KIND_UNKNOWN) return right;
    if (right->kind == TYPE_KIND_UNKNOWN) return left;
    if (left->kind == TYPE_KIND_LITERAL) return type_unify(table, left->item, right);
    if (right->kind == TYPE_KIND_LITERAL) return type_unify(table, left, right->item);
    if (left->kind == TYPE_KIND_OMITTED && left->item) return type_unify(table, left->item, right);
    if (left->kind == TYPE_KIND_NUMBER && right->kind == TYPE_KIND_NUMBER) return table->numbers[unify_numbers(left->number, right->number)];
    if (left->kind == TYPE_KIND_NONE) return type_optional(table, right);
    if (right->kind == TYPE_KIND_NONE) return type_optional(table, left);
    if (left->kind == TYPE_KIND_OPTIONAL || right->kind == TYPE_KIND_OPTIONAL) {
        const CompileType *item = type_unify(table, left->kind == TYPE_KIND_OPTIONAL ? left->item : left,
                                             right->kind == TYPE_KIND_OPTIONAL ? right->item : right);
        return item ? type_optional(table, item) : NULL;
    }
    if (left->kind == TYPE_KIND_ARRAY && right->kind == TYPE_KIND_ARRAY) {
        if (left->item != right->item || left->rank != right->rank) return NULL;
        char layout = left->layout == right->layout ? left->layout : 'A';
        return type_array(table, left->item, left->rank, layout, left->is_mutable && right->is_mutable, left->is_aligned && right->is_aligned);
    }
    if (left->kind == TYPE_KIND_TUPLE && right->kind == TYPE_KIND_TUPLE && left->count == right->count && !left->fields && !right->fields) {
        const CompileType *items[64];
        if (left->count > 64) return NULL;
        for (int i = 0; i < left->count; i++)
            if (!(items[i] = type_unify(table, left->items[i], right->items[i]))) return NULL;
        return type_tuple(table, items, left->count);
    }
    if (left->kind == TYPE_KIND_LIST && right->kind == TYPE_KIND_LIST) {
        if (left->item == right->item) return left->name[0] == 'r' ? left : right; /* a reflected one */
        if (left->item->kind == TYPE_KIND_UNKNOWN) return right;
        return right->item->kind == TYPE_KIND_UNKNOWN ? left : NULL;
    }
    if (left->kind == TYPE_KIND_RANGE && right->kind == TYPE_KIND_RANGE) return type_range(table, unify_numbers(left->number, right->number));
    if (left->kind == TYPE_KIND_SLICE && right->kind == TYPE_KIND_SLICE) return table->slice3;
    return NULL;
}

bool type_converts(const CompileType *from, const CompileType *to) {
    if (from == to) return true;
    from = type_plain(from) ? type_plain(from) : from;
    if (from == to || from->kind == TYPE_KIND_UNKNOWN) return true;
    if (to->kind == TYPE_KIND_OPTIONAL)
        return from->kind == TYPE_KIND_NONE || type_converts(from->kind == TYPE_KIND_OPTIONAL ? from->item : from, to->item);
    if (from->kind == TYPE_KIND_OPTIONAL) return type_converts(from->item, to);
    if (from->kind == TYPE_KIND_NUMBER && to->kind == TYPE_KIND_NUMBER)
        return dtypes[from->number].kind != 'c' || dtypes[to->number].kind == 'c';
    if (from->kind == TYPE_KIND_ARRAY && to->kind == TYPE_KIND_ARRAY)
        return from->item == to->item && from->rank == to->rank && (to->layout == 'A' || from->layout == to->layout) &&
               (from->is_mutable || !to->is_mutable);
    if (from->kind == TYPE_KIND_TUPLE && to->kind == TYPE_KIND_TUPLE && from->count == to->count) {
        for (int i = 0; i < from->count; i++)
            if (!type_converts(from->items[i], to->items[i])) return false;
        return true;
    }
    return (from->kind == TYPE_KIND_SLICE && to->kind == TYPE_KIND_SLICE) || (from->kind == TYPE_KIND_RANGE && to->kind == TYPE_KIND_RANGE);
}
