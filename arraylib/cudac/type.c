/* C's types, and what they are in the IR. */
#include "arraylib/cudac/private.h"

#include <stdio.h>
#include <string.h>

const Type cudac_type_void = {.kind = TYPE_VOID};
static const Type scalars[DTYPE_COUNT] = {
#define X(NAME, name, c_type, kind_, code, class_name, string) {.kind = TYPE_SCALAR, .scalar = DTYPE_##NAME},
    DTYPES(X)
#undef X
};

const Type *cudac_type_scalar(DtypeNumber number) { return &scalars[number]; }

static const Type *made(Cudac *c, Type type) {
    Type *copy = cudac_allocate(c, sizeof *copy);
    *copy = type;
    return copy;
}

const Type *cudac_type_pointer(Cudac *c, const Type *element) { return made(c, (Type){.kind = TYPE_POINTER, .element = element}); }
const Type *cudac_type_array(Cudac *c, const Type *element, int64_t count) {
    return made(c, (Type){.kind = TYPE_ARRAY, .element = element, .count = count});
}
const Type *cudac_type_reference(Cudac *c, const Type *element) {
    return element->kind == TYPE_REFERENCE ? element : made(c, (Type){.kind = TYPE_REFERENCE, .element = element});
}

const Type *cudac_type_function(Cudac *c, Function *prototype) { return made(c, (Type){.kind = TYPE_FUNCTION, .prototype = prototype}); }

const Type *cudac_type_qualified(Cudac *c, const Type *type, bool is_const, bool is_volatile) {
    if ((!is_const || type->is_const) && (!is_volatile || type->is_volatile)) return type;
    Type copy = *type;
    copy.is_const = copy.is_const || is_const;
    copy.is_volatile = copy.is_volatile || is_volatile;
    if (type->kind == TYPE_ARRAY) copy.element = cudac_type_qualified(c, type->element, is_const, is_volatile);
    return made(c, copy);
}

const Type *cudac_type_plain(Cudac *c, const Type *type) {
    if (!type->is_const && !type->is_volatile) return type;
    if (type->kind == TYPE_SCALAR) return cudac_type_scalar(type->scalar);
    Type copy = *type;
    copy.is_const = copy.is_volatile = false;
    return made(c, copy);
}

bool cudac_type_same(const Type *left, const Type *right) {
    if (left->kind != right->kind) return false;
    switch (left->kind) {
    case TYPE_VOID: return true;
    case TYPE_SCALAR: return left->scalar == right->scalar;
    case TYPE_STRUCT: return left->structure == right->structure;
    case TYPE_FUNCTION: return cudac_same_signature(left->prototype, right->prototype);
    case TYPE_ARRAY: return left->count == right->count && cudac_type_same(left->element, right->element);
    default: return cudac_type_same(left->element, right->element);
    }
}

/* What it points to, or is made of. */
static const Type *within(const Type *type) {
    return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_REFERENCE
               ? type->element
               : NULL;
}

static bool same_qualifiers(const Type *left, const Type *right) {
    return left->is_const == right->is_const && left->is_volatile == right->is_volatile;
}

bool cudac_type_identical(const Type *left, const Type *right) {
    if (!cudac_type_same(left, right)) return false;
    for (left = within(left), right = within(right); left && right;
         left = within(left), right = within(right))
        if (!same_qualifiers(left, right)) return false;
    return true;
}

bool cudac_type_keeps(const Type *to, const Type *from) {
    for (; to && from; to = within(to), from = within(from))
        if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile)) return false;
    return true;
}

bool cudac_type_points_alike(const Type *to, const Type *from) {
    return cudac_type_keeps(within(to), within(from));
}

bool cudac_type_is_integer(const Type *type) { return type->kind == TYPE_SCALAR && strchr("biu", dtypes[type->scalar].kind) != NULL; }

const Type *cudac_type_promoted(const Type *type) {
    if (type->kind != TYPE_SCALAR) return type;
    return type->scalar <= DTYPE_UINT16 ? SCALAR(INT32) : cudac_type_scalar(type->scalar);
}

/* In the order of DTYPES int64 comes before uint64, and floats behind integers: C's order, too. */
const Type *cudac_type_common(const Type *left, const Type *right) {
    const Type *a = cudac_type_promoted(left), *b = cudac_type_promoted(right);
    DtypeNumber high = a->scalar > b->scalar ? a->scalar : b->scalar, low = a->scalar > b->scalar ? b->scalar : a->scalar;
    if (high == DTYPE_COMPLEX64 && low == DTYPE_FLOAT64) return SCALAR(COMPLEX128);
    return cudac_type_scalar(high);
}

static int64_t aligned(int64_t offset, int alignment) { return (offset + alignment - 1) / alignment * alignment; }

int64_t cudac_type_size(Cudac *c, const Type *type, int line) {
    switch (type->kind) {
    case TYPE_SCALAR: return dtypes[type->scalar].item_size;
    case TYPE_POINTER: return 8;
    case TYPE_REFERENCE: return cudac_type_size(c, type->element, line);
    case TYPE_ARRAY: {
        int64_t size = cudac_type_size(c, type->element, line);
        if (type->count < 0) cudac_fail(c, line, "incomplete type \"%s\" is not allowed", cudac_type_name(c, type));
        if (size && type->count > ((int64_t)1 << 36) / size) cudac_fail(c, line, "array is too large");
        return size * type->count;
    }
    case TYPE_STRUCT:
        if (!type->structure->is_complete) cudac_fail(c, line, "incomplete type \"%s\" is not allowed", cudac_type_name(c, type));
        return type->structure->size;
    default: return 1; /* void: as in arithmetic on its pointers */
    }
}

int cudac_type_alignment(Cudac *c, const Type *type, int line) {
    switch (type->kind) {
    case TYPE_SCALAR: return type->scalar == DTYPE_COMPLEX64 ? 8 : type->scalar == DTYPE_COMPLEX128 ? 16 : dtypes[type->scalar].item_size;
    case TYPE_ARRAY: return cudac_type_alignment(c, type->element, line);
    case TYPE_STRUCT: return type->structure->alignment ? type->structure->alignment : 1;
    case TYPE_VOID: return 1;
    default: return 8;
    }
}

static const char *scalar_word(const Type *type) {
    static const char *const words[] = {
        [DTYPE_BOOL] = "bool", [DTYPE_INT8] = "char", [DTYPE_UINT8] = "unsigned char", [DTYPE_INT16] = "short",
        [DTYPE_UINT16] = "unsigned short", [DTYPE_INT32] = "int", [DTYPE_UINT32] = "unsigned int", [DTYPE_INT64] = "long long",
        [DTYPE_UINT64] = "unsigned long long", [DTYPE_FLOAT16] = "__half", [DTYPE_FLOAT32] = "float", [DTYPE_FLOAT64] = "double",
        [DTYPE_COMPLEX64] = "complex<float>", [DTYPE_COMPLEX128] = "complex<double>"};
    return words[type->scalar];
}

const char *cudac_type_name(Cudac *c, const Type *type) {
    static const char *const words[] = {"", "const ", "volatile ", "const volatile "};
    const char *prefix = words[type->is_const + 2 * type->is_volatile];
    switch (type->kind) {
    case TYPE_VOID: return cudac_format(c, "%svoid", prefix);
    case TYPE_SCALAR: return cudac_format(c, "%s%s", prefix, scalar_word(type));
    case TYPE_STRUCT: return cudac_format(c, "%s%s", prefix, type->structure->name);
    case TYPE_POINTER:
    case TYPE_REFERENCE: {
        const char *inner = cudac_type_name(c, type->element), *sign = type->kind == TYPE_POINTER ? "*"
                                                                       : type->is_forwarding      ? "&&"
                                                                                                  : "&";
        const char *space = inner[strlen(inner) - 1] == '*' ? "" : " ";
        return cudac_format(c, "%.500s%s%s%.*s", inner, space, sign, *prefix ? (int)strlen(prefix) - 1 : 0,
                            prefix);
    }
    case TYPE_FUNCTION: {
        const Function *function = type->prototype;
        const char *text = cudac_format(c, "%.200s (", cudac_type_name(c, function->result));
        for (int i = 0; i < function->parameter_count; i++) text = cudac_format(c, "%.400s%s%.100s", text, i ? ", " : "", cudac_type_name(c, function->parameters[i]->type));
        return cudac_format(c, "%.500s)", text);
    }
    default:
        return type->count < 0 ? cudac_format(c, "%.500s []", cudac_type_name(c, type->element))
                               : cudac_format(c, "%.500s [%lld]", cudac_type_name(c, type->element), (long long)type->count);
    }
}

/* void is a byte to point to; an empty struct has one, too. */
const IrType *cudac_type_ir(Cudac *c, const Type *type, int line) {
    const IrType *ir;
    switch (type->kind) {
    case TYPE_FUNCTION:
    case TYPE_VOID: return IR_TYPE(INT8);
    case TYPE_SCALAR: return ir_scalar_type(type->scalar);
    case TYPE_POINTER:
    case TYPE_REFERENCE: {
        bool forward = type->element->kind == TYPE_STRUCT && !type->element->structure->is_complete;
        cudac_deeper(c, line);
        ir = ir_pointer_type(c->module, forward ? IR_TYPE(INT8) : cudac_type_ir(c, type->element, line), IR_GLOBAL_SPACE);
        c->depth--;
        break;
    }
    case TYPE_ARRAY:
        cudac_type_size(c, type, line);
        if (!type->count) cudac_fail(c, line, "the size of an array must be greater than zero");
        ir = ir_fixed_type(c->module, cudac_type_ir(c, type->element, line), type->count);
        break;
    default:
        cudac_type_size(c, type, line);
        ir = type->structure->ir;
    }
    if (!ir) cudac_fail_ir(c, line);
    return ir;
}

/* ---- structs ---- */

/* Behind bit fields: what follows lies next to the last byte that is used, so that the unit becomes as short as that. */
static void close_bits(Cudac *c, Structure *structure, const Type *next, int line) {
    Field *unit = &structure->fields[structure->field_count - 1];
    int used = (structure->open_bits + 7) / 8;
    int64_t size = cudac_type_size(c, unit->type, line);
    structure->open_bits = 0;
    if (next->kind != TYPE_REFERENCE && aligned(unit->offset + used, cudac_type_alignment(c, next, line)) >= unit->offset + size) return;
    if (used > 2 && used != 4 && size != used) cudac_refuse(c, line, "this layout of bit fields");
    unit->type = used == 1 ? SCALAR(UINT8) : used == 2 ? SCALAR(UINT16) : SCALAR(UINT32);
    structure->size = unit->offset + used;
}

void cudac_structure_add(Cudac *c, Structure *structure, const char *name, const Type *type, int line) {
    if (structure->field_count == structure->field_capacity) {
        int capacity = structure->field_capacity ? 2 * structure->field_capacity : 8;
        Field *fields = cudac_allocate(c, (size_t)capacity * sizeof *fields);
        if (structure->field_count) memcpy(fields, structure->fields, (size_t)structure->field_count * sizeof *fields);
        structure->fields = fields;
        structure->field_capacity = capacity;
    }
    if (structure->open_bits) close_bits(c, structure, type, line);
    if (cudac_structure_field(structure, name) || cudac_structure_bits(structure, name)) cudac_fail(c, line, "\"%s\" has already been declared in the current scope", name);
    bool refers = type->kind == TYPE_REFERENCE;
    if (refers) type = cudac_type_pointer(c, type->element);
    int alignment = cudac_type_alignment(c, type, line);
    int64_t size = cudac_type_size(c, type, line);
    int64_t offset = structure->is_union ? 0 : aligned(structure->size, alignment);
    structure->fields[structure->field_count++] = (Field){.name = name, .type = type, .offset = offset, .is_capture = refers};
    if (offset + size > structure->size) structure->size = offset + size;
    if (structure->size > (int64_t)1 << 30) cudac_fail(c, line, "the struct is too large");
    if (alignment > structure->alignment) structure->alignment = alignment;
}

const Field *cudac_structure_field(const Structure *structure, const char *name) {
    for (int i = 0; i < structure->field_count; i++)
        if (!strcmp(structure->fields[i].name, name)) return &structure->fields[i];
    return NULL;
}

const BitField *cudac_structure_bits(const Structure *structure, const char *name) {
    for (int i = 0; i < structure->bit_count; i++)
        if (structure->bits[i].name && !strcmp(structure->bits[i].name, name)) return &structure->bits[i];
    return NULL;
}

/* Bits go into the unit that is open while they fit into one of their type, otherwise a new one begins. */
void cudac_structure_add_bits(Cudac *c, Structure *structure, const char *name, const Type *type, int width, int line) {
    if (!cudac_type_is_integer(type)) cudac_fail(c, line, "invalid type for a bit field");
    int size = (int)cudac_type_size(c, type, line);
    if (structure->is_union) cudac_refuse(c, line, "a bit field of a union");
    if (width < 0 || width > 8 * size || (type_is(type, DTYPE_BOOL) && width > 1)) cudac_fail(c, line, "invalid size for bit field");
    if (!width) cudac_refuse(c, line, "a bit field of no width");
    if (name && (cudac_structure_field(structure, name) || cudac_structure_bits(structure, name))) cudac_fail(c, line, "\"%s\" has already been declared in the current scope", name);
    int taken = structure->open_bits;
    const Field *last = structure->field_count ? &structure->fields[structure->field_count - 1] : NULL;
    if (!taken || cudac_type_size(c, last->type, line) != size || taken + width > 8 * size) {
        static const DtypeNumber units[] = {[1] = DTYPE_UINT8, [2] = DTYPE_UINT16, [4] = DTYPE_UINT32, [8] = DTYPE_UINT64};
        if (taken && cudac_type_size(c, last->type, line) != size) cudac_refuse(c, line, "bit fields of different types side by side");
        if (!taken && structure->size % size) cudac_refuse(c, line, "bit fields behind a smaller member");
        structure->open_bits = 0;
        cudac_structure_add(c, structure, cudac_format(c, "bits_%d", structure->field_count), cudac_type_scalar(units[size]), line);
        taken = 0;
    }
    BitField *bits = cudac_allocate(c, (size_t)(structure->bit_count + 1) * sizeof *bits);
    if (structure->bit_count) memcpy(bits, structure->bits, (size_t)structure->bit_count * sizeof *bits);
    bits[structure->bit_count++] = (BitField){name, type, structure->field_count - 1, taken, width};
    structure->bits = bits;
    structure->open_bits = taken + width;
}

const Field *cudac_structure_base(const Structure *structure, const Structure *base) {
    for (int i = 0; i < structure->field_count; i++) {
        const Field *field = &structure->fields[i];
        if (field->is_base && (field->type->structure == base || cudac_structure_base(field->type->structure, base))) return field;
    }
    return NULL;
}

Declared *cudac_structure_find(const Type *type, const char *name) {
    return type->kind == TYPE_STRUCT ? cudac_scope_find_own(type->structure->scope, name) : NULL;
}

bool cudac_has_member(const Structure *structure, const char *name) {
    if (cudac_structure_field(structure, name) || cudac_structure_bits(structure, name)) return true;
    for (int i = 0; i < structure->field_count; i++)
        if (structure->fields[i].is_base && cudac_has_member(structure->fields[i].type->structure, name)) return true;
    return false;
}

static int add_padding(Cudac *c, IrField *fields, int count, int64_t size) {
    fields[count] = (IrField){cudac_format(c, "_pad%d", count), ir_fixed_type(c->module, IR_TYPE(INT8), size), 0};
    return count + 1;
}

/* The IR aligns by itself, less than C does: what is missing becomes fields of bytes. A union is all bytes. */
void cudac_structure_finish(Cudac *c, Structure *structure, int line) {
    IrField *fields = cudac_allocate(c, (2 * (size_t)structure->field_count + 2) * sizeof *fields);
    int count = 0;
    int64_t at = 0;
    if (structure->alignment < 1) structure->alignment = 1;
    if (structure->wanted_alignment > structure->alignment) structure->alignment = structure->wanted_alignment;
    structure->size = aligned(structure->size ? structure->size : 1, structure->alignment);
    for (int i = 0; i < structure->field_count && !structure->is_union; i++) {
        Field *field = &structure->fields[i];
        if (field->is_base && !field->type->structure->field_count && field->offset == 0) {
            field->number = -1;
            continue;
        }
        const IrType *type = cudac_type_ir(c, field->type, line);
        int64_t place = aligned(at, type->alignment);
        if (place < field->offset) count = add_padding(c, fields, count, field->offset - at);
        field->number = count;
        fields[count++] = (IrField){field->name, type, 0};
        at = field->offset + type->size;
    }
    if (at < structure->size) {
        int alignment = 1;
        for (int i = 0; i < count; i++)
            if (fields[i].type && fields[i].type->alignment > alignment) alignment = fields[i].type->alignment;
        int64_t natural = aligned(at, alignment); /* what the IR will round up to by itself may be enough */
        if (natural < structure->size || !count)
            count = add_padding(c, fields, count, structure->size - at);
    }
    structure->ir = ir_struct_type(c->module, cudac_ir_name(c, structure->name, c->structure_count++), fields, count);
    if (!structure->ir) cudac_fail_ir(c, line);
    if (structure->ir->size != structure->size) cudac_refuse(c, line, "the layout of struct \"%s\"", structure->name);
    structure->is_complete = true;
}
