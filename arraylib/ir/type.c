#include "arraylib/ir/private.h"

#include <string.h>

enum { SIZE_BITS_MAX = 40 };

static const IrType void_type = {.kind = IR_VOID};
static const IrType scalar_types[DTYPE_COUNT] = {
#define X(NAME, name_, type, kind_, code, class_name, string)                                                        \
    {.kind = IR_SCALAR, .scalar = DTYPE_##NAME, .size = sizeof(type), .alignment = _Alignof(type)},
    DTYPES(X)
#undef X
};

const IrType *ir_void_type(void) { return &void_type; }
const IrType *ir_scalar_type(DtypeNumber number) { return &scalar_types[number]; }

static bool is_equal(const IrType *left, const IrType *right) {
    return left->kind == right->kind && left->element == right->element && left->space == right->space &&
           left->rank == right->rank && left->contiguous == right->contiguous && left->count == right->count &&
           left->kind != IR_STRUCT;
}

static const IrType *intern(IrModule *module, IrType type) {
    for (const IrType *old = module->types; old; old = old->next)
        if (is_equal(old, &type)) return old;
    IrType *made = arena_allocate(&module->arena, sizeof *made);
    if (!made) return ir_fail(module, "MemoryError", "no memory");
    *made = type;
    made->next = module->types;
    return module->types = made;
}

/* Has bytes of its own in memory: what a pointer may point to. */
static bool is_stored(const IrType *type) { return type && type->kind != IR_VOID && type->kind != IR_ARRAY; }

const IrType *ir_pointer_type(IrModule *module, const IrType *element, IrSpace space) {
    if (!is_stored(element)) return ir_fail(module, "SystemError", "a pointer needs a type with a size to point to");
    return intern(module, (IrType){.kind = IR_POINTER, .element = element, .space = space, .size = 8, .alignment = 8});
}

const IrType *ir_array_type(IrModule *module, DtypeNumber element, int rank, bool contiguous) {
    if (rank < 0 || rank > IR_RANK_MAX)
        return ir_fail(module, "SystemError", "an array has 0 to %d axes, not %d", IR_RANK_MAX, rank);
    return intern(module, (IrType){.kind = IR_ARRAY, .element = ir_scalar_type(element), .rank = rank,
                                   .contiguous = contiguous, .size = 8 + 16 * rank, .alignment = 8});
}

const IrType *ir_fixed_type(IrModule *module, const IrType *element, int64_t count) {
    if (!is_stored(element)) return ir_fail(module, "SystemError", "a fixed array needs elements with a size");
    if (count < 1 || count > ((int64_t)1 << SIZE_BITS_MAX) / element->size)
        return ir_fail(module, "SystemError", "a fixed array cannot have %lld elements", (long long)count);
    return intern(module, (IrType){.kind = IR_FIXED, .element = element, .count = count, .size = count * element->size,
                                   .alignment = element->alignment});
}

const IrType *ir_struct_find(const IrModule *module, const char *name) {
    for (const IrType *type = module->types; type; type = type->next)
        if (type->kind == IR_STRUCT && !strcmp(type->name, name)) return type;
    return NULL;
}

const IrType *ir_struct_type(IrModule *module, const char *name, const IrField *fields, int field_count) {
    IrType type = {.kind = IR_STRUCT, .field_count = field_count, .alignment = 1};
    if (ir_struct_find(module, name) || !ir_name_is_good(name, strlen(name)))
        return ir_fail(module, "SystemError", "a struct cannot be called %.80s", name);
    if (field_count < 1) return ir_fail(module, "SystemError", "struct %s has no fields", name);
    IrField *copies = arena_allocate(&module->arena, (size_t)field_count * sizeof *copies);
    IrType *made = arena_allocate(&module->arena, sizeof *made);
    type.name = arena_copy(&module->arena, name, strlen(name));
    if (!copies || !made || !type.name) return ir_fail(module, "MemoryError", "no memory");
    for (int i = 0; i < field_count; i++) {
        const IrType *field = fields[i].type;
        if (!is_stored(field) || !ir_name_is_good(fields[i].name, strlen(fields[i].name)))
            return ir_fail(module, "SystemError", "struct %s: field %d is not good", name, i);
        for (int k = 0; k < i; k++)
            if (!strcmp(fields[k].name, fields[i].name))
                return ir_fail(module, "SystemError", "struct %s has two fields %s", name, fields[i].name);
        type.size = (type.size + field->alignment - 1) / field->alignment * field->alignment;
        copies[i] = (IrField){arena_copy(&module->arena, fields[i].name, strlen(fields[i].name)), field, type.size};
        if (!copies[i].name) return ir_fail(module, "MemoryError", "no memory");
        type.size += field->size;
        if (type.size > (int64_t)1 << SIZE_BITS_MAX) return ir_fail(module, "SystemError", "struct %s is too large", name);
        if (field->alignment > type.alignment) type.alignment = field->alignment;
    }
    type.size = (type.size + type.alignment - 1) / type.alignment * type.alignment;
    type.fields = copies;
    type.next = module->types;
    *made = type;
    return module->types = made;
}

static const char *const space_names[] = {"global", "shared", "constant", "local"};

void ir_type_append(TextBuffer *text, const IrType *type) {
    switch (type->kind) {
    case IR_VOID: text_append(text, "void"); break;
    case IR_SCALAR: text_append(text, dtypes[type->scalar].name); break;
    case IR_POINTER:
        text_append(text, "pointer<");
        ir_type_append(text, type->element);
        text_append_format(text, ", %s>", space_names[type->space]);
        break;
    case IR_ARRAY:
        text_append_format(text, "array<%s, %d%s>", dtypes[type->element->scalar].name, type->rank,
                           type->contiguous ? ", contiguous" : "");
        break;
    case IR_FIXED:
        text_append_format(text, "[%lld x ", (long long)type->count);
        ir_type_append(text, type->element);
        text_append_char(text, ']');
        break;
    case IR_STRUCT: text_append_format(text, "struct %s", type->name); break;
    }
}
