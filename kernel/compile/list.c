/* Lists: made, appended to, indexed in code; what has several ways through it is written in Python (numba/_library/containers.py).
 *
 * A place where a list is written down ("site") knows what its items are: `x = []` has none until something is appended, and
 * `[1]` holds floats when one is appended later. Dry walks find that out. */
#include "kernel/compile/containers.h"
#include "kernel/compile/private.h"

#include <stddef.h>
#include <string.h>

struct ListSite {
    ListSite *next;
    const Node *node;
    const Instance *instance;
    const CompileType *item; /* NULL: nothing is known yet */
};

static ListSite *site_of(Compilation *c, const Node *node) {
    for (ListSite *site = c->list_sites; site; site = site->next)
        if (site->node == node && site->instance == c->instance) return site;
    ListSite *site = compile_allocate(c, sizeof *site);
    *site = (ListSite){.next = c->list_sites, .node = node, .instance = c->instance};
    return c->list_sites = site;
}

static const CompileType *plain(const CompileType *type) { return type_plain(type) ? type_plain(type) : type; }

/* One more item of this type goes into the list that was written there. */
static void site_takes(Compilation *c, const Node *node, ListSite *site, const CompileType *type) {
    const CompileType *joined = site->item ? type_unify(c->types, site->item, plain(type)) : plain(type);
    if (!joined && type->kind == TYPE_KIND_LIST) joined = type; /* what its own site has found since */
    if (!joined) fail_typing(c, node, "call", "Cannot unify %s and %s in a list", site->item->name, type->name);
    if (joined == site->item || joined->kind == TYPE_KIND_UNKNOWN) return;
    site->item = joined;
    c->instance->has_changed = true;
}

static CompileValue list_at(Compilation *c, ListSite *site) {
    const CompileType *item = site->item ? site->item : c->types->unknown;
    if (c->emit && !site->item)
        fail_typing(c, site->node, NULL, "Cannot infer the type of variable '%s', have imprecise type: list(undefined)<iv=None>. ",
                    site->node->kind == NODE_NAME ? site->node->name.id->bytes : "$list");
    CompileValue value = value_of(type_list(c->types, item, "list(%s)<iv=None>"), NULL);
    value.site = site;
    return value;
}

static const ItemLayout *layout_for(Compilation *c, const CompileType *item) {
    const ItemLayout *layout = item_layout(c->types, item);
    if (!layout) fail_memory(c);
    return layout;
}

/* ---- items in memory */

static void item_write(Compilation *c, const ItemLayout *layout, IrValue *address, CompileValue value) {
    if (!c->emit) return;
    IrValue **parts = value_parts(c, &value);
    for (int i = 0; i < layout->part_count; i++) {
        TypePart part = layout->type->parts[i];
        IrValue *place = code_binary(c, IR_ADD, address, code_integer(c, DTYPE_INT64, layout->offsets[i]));
        if (part.is_pointer) code_write(c, code_pointer(c, DTYPE_INT64, place), code_pointer_bits(c, parts[i]));
        else code_write(c, code_pointer(c, part.number, place), parts[i]);
    }
}

static CompileValue item_read(Compilation *c, const CompileType *type, const ItemLayout *layout, IrValue *address) {
    CompileValue value = value_of(type, NULL);
    if (type_number_kind(type) == 'u') value.least = 0;
    if (!c->emit) return value;
    value.parts = compile_allocate(c, (size_t)type->part_count * sizeof *value.parts + 1);
    for (int i = 0; i < type->part_count; i++) {
        TypePart part = type->parts[i];
        IrValue *place = code_binary(c, IR_ADD, address, code_integer(c, DTYPE_INT64, layout->offsets[i]));
        if (part.is_pointer) value.parts[i] = code_pointer(c, part.number, code_read(c, code_pointer(c, DTYPE_INT64, place)));
        else value.parts[i] = code_read(c, code_pointer(c, part.number, place));
    }
    return value;
}

/* What lies there is counted by the list: so many owners by so many calls. */
static void count_owners(Compilation *c, const ItemLayout *layout, IrValue *holder, IrValue *address, bool adopts) {
    for (int i = 0; c->emit && i < layout->owner_count; i++) {
        IrValue *place = code_binary(c, IR_ADD, address, code_integer(c, DTYPE_INT64, layout->owners[i]));
        IrValue *both[2] = {holder, code_read(c, code_pointer(c, DTYPE_INT64, place))};
        if (adopts) code_external(c, "runtime_adopt", runtime_adopt, -1, both, 2, false);
        else code_external(c, "runtime_release", runtime_release, -1, both + 1, 1, false);
    }
}

static IrValue *field_place(Compilation *c, IrValue *owner, size_t field) {
    IrValue *address = code_binary(c, IR_ADD, owner, code_integer(c, DTYPE_INT64, (int64_t)(offsetof(HeapObject, bytes) + field)));
    return code_pointer(c, DTYPE_INT64, address);
}
static IrValue *field_get(Compilation *c, IrValue *owner, size_t field) { return code_read(c, field_place(c, owner, field)); }

static IrValue *owner_of(Compilation *c, CompileValue *list) {
    IrValue **parts = value_parts(c, list);
    return parts ? parts[0] : NULL;
}

static IrValue *item_address(Compilation *c, const ItemLayout *layout, IrValue *owner, IrValue *index) {
    IrValue *offset = code_binary(c, IR_MUL, index, code_integer(c, DTYPE_INT64, layout->size));
    return code_binary(c, IR_ADD, field_get(c, owner, offsetof(ListMemory, data)), offset);
}

static void mark_dirty(Compilation *c, const CompileType *type, IrValue *owner) {
    if (!strncmp(type->name, "reflected", 9)) code_write(c, field_place(c, owner, offsetof(ListMemory, is_dirty)), code_integer(c, DTYPE_INT64, 1));
}

/* ---- making */

static IrValue *created(Compilation *c, const CompileType *type, IrValue *capacity) {
    if (!c->emit) return NULL;
    IrValue *both[2] = {code_address(c, layout_for(c, type->item)), capacity};
    IrValue *owner = code_external(c, "list_create", list_create, DTYPE_INT64, both, 2, true);
    temporary_add(c, owner);
    return owner;
}

static CompileValue list_made(Compilation *c, const CompileType *type, IrValue *capacity) {
    CompileValue value = value_of(type, NULL);
    if (!c->emit) return value;
    value.parts = compile_allocate(c, sizeof *value.parts);
    value.parts[0] = created(c, type, capacity);
    return value;
}

static void append_item(Compilation *c, CompileValue list, CompileValue item) {
    const ItemLayout *layout = layout_for(c, list.type->item);
    item = value_convert(c, item, list.type->item);
    value_parts(c, &item);
    IrValue *owner = owner_of(c, &list), *count = field_get(c, owner, offsetof(ListMemory, count));
    IrValue *more = code_binary(c, IR_ADD, count, code_integer(c, DTYPE_INT64, 1));
    code_if(c, code_binary(c, IR_GE, count, field_get(c, owner, offsetof(ListMemory, capacity))));
    IrValue *both[2] = {owner, more};
    code_external(c, "list_grow", list_grow, -1, both, 2, true);
    code_end(c);
    IrValue *address = item_address(c, layout, owner, count);
    item_write(c, layout, address, item);
    count_owners(c, layout, owner, address, true);
    code_write(c, field_place(c, owner, offsetof(ListMemory, count)), more);
    mark_dirty(c, list.type, owner);
}

/* The list of items that were known one by one. */
IrValue **list_written(Compilation *c, CompileValue *value) {
    CompileValue list = list_made(c, value->type, code_integer(c, DTYPE_INT64, value->item_count));
    for (int i = 0; i < value->item_count; i++) append_item(c, list, value->items[i]);
    return list.parts;
}

static CompileValue code_list_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    ListSite *site = site_of(c, node);
    for (int i = 0; i < a->count; i++) site_takes(c, node, site, a->values[i].type);
    CompileValue value = list_at(c, site);
    value.items = a->values;
    value.item_count = a->count;
    if (!a->count) value = list_made(c, value.type, code_integer(c, DTYPE_INT64, 0));
    value.site = site;
    return value;
}

/* list(), and list(of something). */
static CompileValue code_list(Compilation *c, const Node *node, Arguments *a, const void *data) {
    Arguments none = {.node = node};
    if (a->count == 0) return code_list_of(c, node, &none, data);
    return call_path(c, node, "numba._library.containers.listed", a->values, a->count);
}

typedef struct Comprehension {
    NodeList generators;
    const Node *item;
    CompileValue list;
} Comprehension;

static void comprehension_round(Compilation *c, void *data, int depth);

typedef struct ComprehensionRound {
    Comprehension *whole;
    int depth;
} ComprehensionRound;

static void conditions(Compilation *c, Comprehension *whole, const Node *generator, size_t at, int depth) {
    if (at == generator->comprehension.ifs.count) {
        comprehension_round(c, whole, depth + 1);
        return;
    }
    const Node *test = generator->comprehension.ifs.items[at];
    CompileValue condition = walk(c, test);
    int known = value_known_truth(condition);
    if (known == 0) return;
    if (known < 0) {
        IrValue *truth = value_truth_code(c, test, condition);
        Join *join = join_find(c, test, JOIN_AFTER);
        Binding *before = bindings_copy(c, c->instance->bindings);
        code_if(c, truth);
        conditions(c, whole, generator, at + 1, depth);
        join_flow(c, join);
        code_else(c);
        c->instance->bindings = before;
        join_flow(c, join);
        code_end(c);
        join_take(c, join);
        return;
    }
    conditions(c, whole, generator, at + 1, depth);
}

static void round_body(Compilation *c, void *data) {
    ComprehensionRound *round = data;
    int mark = c->temporary_count;
    conditions(c, round->whole, round->whole->generators.items[round->depth], 0, round->depth);
    temporaries_release(c, mark, true);
}

static void comprehension_round(Compilation *c, void *data, int depth) {
    Comprehension *whole = data;
    if ((size_t)depth < whole->generators.count) {
        const Node *generator = whole->generators.items[depth];
        ComprehensionRound round = {whole, depth};
        walk_for_each(c, generator, generator->comprehension.target, generator->comprehension.iter, round_body, &round);
        return;
    }
    CompileValue item = walk(c, whole->item);
    site_takes(c, whole->item, whole->list.site, item.type);
    if (whole->list.site->item) whole->list.type = type_list(c->types, whole->list.site->item, "list(%s)<iv=None>");
    if (whole->list.site->item) append_item(c, whole->list, item);
}

static CompileValue code_comprehension(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)a;
    (void)data;
    if (node->kind == NODE_GENERATOR) fail_unsupported(c, node, "The use of yield in a closure is unsupported.");
    if (node->kind != NODE_LIST_COMPREHENSION) fail_unsupported(c, node, "Use of unsupported opcode (%s) found", ast_kind_name(node->kind));
    Instance *instance = c->instance;
    Comprehension whole = {.generators = node->list_comprehension.generators, .item = node->list_comprehension.elt};
    ListSite *site = site_of(c, node);
    whole.list = list_at(c, site);
    CompileValue made = list_made(c, whole.list.type, code_integer(c, DTYPE_INT64, 0));
    whole.list.parts = made.parts;
    ComprehensionFrame frame = {instance->frames, node};
    instance->frames = &frame;
    comprehension_round(c, &whole, 0);
    instance->frames = frame.outer;
    whole.list.site = site;
    return whole.list;
}

/* ---- methods */

static CompileValue code_append(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue list = a->values[0], item = value_force(c, a->values[1]);
    if (list.site) {
        site_takes(c, node, list.site, item.type);
        if (list.site->item && list.type->item != list.site->item) return value_none(c); /* the next walk has it */
    }
    if (list.type->item->kind == TYPE_KIND_UNKNOWN) return value_none(c);
    if (!type_converts(item.type, list.type->item)) fail_no_implementation(c, node, "BoundFunction(list.append)", a->values + 1, 1);
    append_item(c, list, item);
    return value_none(c);
}

static CompileValue code_length(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue list = a->values[0];
    CompileValue length = value_number(c, DTYPE_INT64, c->emit ? field_get(c, owner_of(c, &list), offsetof(ListMemory, count)) : NULL);
    length.least = 0;
    return length;
}

static IrValue *checked_place(Compilation *c, CompileValue index, IrValue *count, const char *message) {
    IrValue *place = value_as(c, index, DTYPE_INT64);
    if (index.least < 0) place = code_select(c, code_binary(c, IR_LT, place, code_integer(c, DTYPE_INT64, 0)), code_binary(c, IR_ADD, place, count), place);
    IrValue *inside = code_binary(c, IR_LT, code_cast(c, DTYPE_INT64, DTYPE_UINT64, place), code_cast(c, DTYPE_INT64, DTYPE_UINT64, count));
    code_check(c, inside, "IndexError", message);
    return place;
}

static CompileValue known_list(Compilation *c, CompileValue list) {
    if (list.type->item->kind == TYPE_KIND_UNKNOWN && list.site && list.site->item) list.type = type_list(c->types, list.site->item, "list(%s)<iv=None>");
    if (list.type->item->kind == TYPE_KIND_UNKNOWN) {
        if (!c->pending || c->instance->walks > 3)
            fail_typing(c, c->node, NULL, "Cannot infer the type of variable '$list', have imprecise type: list(undefined)<iv=None>. ");
        fail_pending(c);
    }
    return list;
}

static CompileValue by_slice(Compilation *c, const Node *node, const char *path, CompileValue list, CompileValue slice) {
    CompileValue all[4] = {list};
    slice_cut(c, slice, c->emit ? field_get(c, owner_of(c, &list), offsetof(ListMemory, count)) : NULL, all + 1);
    all[0] = list;
    return call_path(c, node, path, all, 4);
}

static CompileValue code_delete_item(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue list = known_list(c, a->values[0]);
    if (a->values[1].type->kind == TYPE_KIND_SLICE) return by_slice(c, node, "numba._library.containers.closed", list, a->values[1]);
    return call_path(c, node, "numba._library.containers.deleted", (CompileValue[]){list, a->values[1]}, 2);
}

static CompileValue code_get_item(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue list = known_list(c, a->values[0]), index = a->values[1];
    if (index.type->kind == TYPE_KIND_SLICE) return by_slice(c, node, "numba._library.containers.sliced", list, index);
    if (!type_is_integer(index.type)) fail_no_implementation(c, node, "<built-in function getitem>", a->values, 2);
    const ItemLayout *layout = layout_for(c, list.type->item);
    IrValue *owner = owner_of(c, &list);
    IrValue *place = checked_place(c, index, c->emit ? field_get(c, owner, offsetof(ListMemory, count)) : NULL, "getitem out of range");
    CompileValue item = item_read(c, list.type->item, layout, c->emit ? item_address(c, layout, owner, place) : NULL);
    value_retain_code(c, item);
    temporary_add_owners(c, item);
    return item;
}

static CompileValue code_set_item(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue list = a->values[0], index = a->values[1];
    if (list.site) site_takes(c, node, list.site, a->values[2].type);
    list = known_list(c, list);
    if (list.site && list.site->item != list.type->item) return value_none(c);
    if (!type_is_integer(index.type) || !type_converts(a->values[2].type, list.type->item)) fail_no_implementation(c, node, "<built-in function setitem>", a->values, 3);
    const ItemLayout *layout = layout_for(c, list.type->item);
    CompileValue item = value_convert(c, a->values[2], list.type->item);
    value_parts(c, &item);
    if (!c->emit) return value_none(c);
    IrValue *owner = owner_of(c, &list), *place = checked_place(c, index, field_get(c, owner, offsetof(ListMemory, count)), "setitem out of range");
    IrValue *address = item_address(c, layout, owner, place);
    CompileValue old = item_read(c, list.type->item, layout, address);
    item_write(c, layout, address, item);
    count_owners(c, layout, owner, address, true);
    value_release_code(c, old);
    mark_dirty(c, list.type, owner);
    return value_none(c);
}

/* An empty list of the same type, with room. */
static CompileValue code_like(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue list = known_list(c, a->values[0]);
    return list_made(c, type_list(c->types, list.type->item, "list(%s)<iv=None>"), value_as(c, a->values[1], DTYPE_INT64));
}

/* The items from there on are dropped. */
static void list_cut(IrRun *run, int64_t owner, int64_t count) {
    ListMemory *list = list_memory(owner);
    (void)run;
    while (list->count > count && list->count > 0) {
        list->count--;
        layout_release(list->layout, (const char *)(intptr_t)list->data + list->count * list->layout->size);
    }
    list->is_dirty = 1;
}

static CompileValue code_cut(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue list = a->values[0];
    IrValue *both[2] = {owner_of(c, &list), value_as(c, a->values[1], DTYPE_INT64)};
    code_external(c, "list_cut", list_cut, -1, both, 2, false);
    return value_none(c);
}

/* np.array(of a list of numbers) */
static CompileValue code_array_of(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    if (a->values[0].type->kind != TYPE_KIND_LIST) fail_no_implementation(c, node, "<built-in function array>", a->values, 1);
    CompileValue list = known_list(c, a->values[0]);
    const CompileType *item = list.type->item;
    if (item->kind != TYPE_KIND_NUMBER) fail_no_implementation(c, node, "<built-in function array>", a->values, 1);
    if (argument_is_given(a->values[1]) && a->values[1].type->kind != TYPE_KIND_NONE) item = number_type(c, argument_dtype(c, node, a->values[1]));
    IrValue *count = c->emit ? field_get(c, owner_of(c, &list), offsetof(ListMemory, count)) : NULL;
    CompileValue both[2] = {array_new(c, item, 1, &count, 'C', false), list};
    call_path(c, node, "numba._library.containers.filled", both, 2);
    return both[0];
}

static const BuiltinRow rows[] = {
    {"numba._library.list_of", NULL, code_list_of, NULL},
    {"numba._library.comprehension", NULL, code_comprehension, NULL},
    {"numba._library.containers.like", "items capacity", code_like, NULL},
    {"numba._library.containers.cut", "items count", code_cut, NULL},
    {"numba._library.array_of", "items dtype=", code_array_of, NULL},
    {"builtins.list", NULL, code_list, NULL},
    {"builtins.len:list", "self", code_length, NULL},
    {"list.append", "self item", code_append, NULL},
    {"list.__getitem__", "self index", code_get_item, NULL},
    {"list.__delitem__", "self index", code_delete_item, NULL},
    {"list.__setitem__", "self index value", code_set_item, NULL},
    {0},
};

const BuiltinRow *const list_rows = rows;
