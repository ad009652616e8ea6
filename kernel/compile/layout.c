/* How the items of containers lie in memory. */
#include "kernel/compile/containers.h"

static int64_t part_size(TypePart part) { return part.is_pointer ? 8 : dtypes[part.number].item_size; }

static void each_owner(const CompileType *type, int part, const int64_t *offsets, int64_t *owners, int *count) {
    if (!type->has_owner) return;
    switch (type->kind) {
    case TYPE_KIND_TUPLE:
    case TYPE_KIND_ITERATOR:
    case TYPE_KIND_METHOD:
    case TYPE_KIND_CLOSURE:
        for (int i = 0; i < type->count; part += type->items[i++]->part_count) each_owner(type->items[i], part, offsets, owners, count);
        return;
    case TYPE_KIND_OPTIONAL: each_owner(type->item, part + 1, offsets, owners, count); return;
    default: owners[(*count)++] = offsets[part];
    }
}

const ItemLayout *item_layout(TypeTable *types, const CompileType *type) {
    if (type->layout_of) return type->layout_of;
    int parts = type->part_count;
    ItemLayout *layout = arena_allocate(&types->arena, sizeof *layout);
    int64_t *offsets = arena_allocate(&types->arena, ((size_t)parts + 1) * sizeof *offsets), *owners = arena_allocate(&types->arena, ((size_t)parts + 1) * sizeof *owners);
    if (!layout || !offsets || !owners) return NULL;
    *layout = (ItemLayout){.type = type, .part_count = parts, .offsets = offsets, .owners = owners};
    int64_t at = 0, most = 1;
    for (int i = 0; i < parts; i++) {
        int64_t size = part_size(type->parts[i]), step = size > 8 ? 8 : size;
        at = (at + step - 1) & -step;
        offsets[i] = at;
        at += size;
        if (step > most) most = step;
    }
    layout->size = (at + most - 1) & -most;
    each_owner(type, 0, offsets, owners, &layout->owner_count);
    ((CompileType *)type)->layout_of = layout;
    return layout;
}
