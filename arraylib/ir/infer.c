/* How the type of a value follows from its operands: the one place that builder, parser and verifier ask. */
#include "arraylib/ir/private.h"

#include <string.h>

typedef struct Inference {
    IrModule *module;
    const IrValue *value;
    const IrType *given;
    TextBuffer *why;
} Inference;

static const IrType *refuse(Inference *in, const char *what) {
    text_append(in->why, what);
    return NULL;
}

static const IrType *refuse_type(Inference *in, const char *what, const IrType *type) {
    text_append(in->why, what);
    ir_type_append(in->why, type);
    return NULL;
}

static const IrType *type_of(const Inference *in, int operand) { return in->value->operands[operand]->type; }

static bool has_kind(const IrType *type, const char *kinds) {
    return type->kind == IR_SCALAR && strchr(kinds, dtypes[type->scalar].kind) != NULL;
}

static bool is_index(const IrType *type) {
    return type == IR_TYPE(INT32) || type == IR_TYPE(INT64) || type == IR_TYPE(UINT32) || type == IR_TYPE(UINT64);
}

/* The first operand is of one of these kinds, the others are of its type. */
static bool are_same(Inference *in, const char *kinds) {
    if (!has_kind(type_of(in, 0), kinds)) {
        refuse_type(in, "does not take ", type_of(in, 0));
        return false;
    }
    for (int i = 1; i < in->value->operand_count; i++) {
        if (type_of(in, i) == type_of(in, 0)) continue;
        refuse_type(in, "operands differ in type: ", type_of(in, 0));
        refuse_type(in, " and ", type_of(in, i));
        return false;
    }
    return true;
}

static const IrType *infer_compare(Inference *in, const char *kinds) {
    if (type_of(in, 0)->kind == IR_POINTER && type_of(in, 0) == type_of(in, 1) &&
        (in->value->operation == IR_EQ || in->value->operation == IR_NE))
        return IR_TYPE(BOOL);
    return are_same(in, kinds) ? IR_TYPE(BOOL) : NULL;
}

static const IrType *infer_select(Inference *in) {
    const IrType *type = type_of(in, 1);
    if (type_of(in, 0) != IR_TYPE(BOOL)) return refuse_type(in, "chooses by a bool, not by ", type_of(in, 0));
    if (type != type_of(in, 2)) return refuse(in, "chooses between values of one type");
    if (type->kind != IR_SCALAR && type->kind != IR_POINTER) return refuse_type(in, "cannot give ", type);
    return type;
}

static const IrType *infer_cast(Inference *in) {
    const IrType *from = type_of(in, 0), *to = in->given;
    if (from->kind != IR_SCALAR) return refuse_type(in, "does not take ", from);
    if (!to || to->kind != IR_SCALAR) return refuse(in, "needs a scalar type to cast to");
    if (ir_kind(from) == 'c' && ir_kind(to) != 'c') return refuse(in, "takes no complex number: use real first");
    return to;
}

static const IrType *infer_bitcast(Inference *in) {
    const IrType *from = type_of(in, 0), *to = in->given;
    if (!to) return refuse(in, "needs a type to read the bits as");
    if (from->kind == IR_POINTER && to->kind == IR_POINTER) {
        if (from->space != to->space && to->space != IR_GLOBAL_SPACE)
            return refuse(in, "cannot lead into another memory space"); /* a global one may be anywhere */
        return to;
    }
    if (from->kind == IR_POINTER && (to == IR_TYPE(INT64) || to == IR_TYPE(UINT64))) return to;
    if (to->kind == IR_POINTER && to->space == IR_GLOBAL_SPACE && (from == IR_TYPE(INT64) || from == IR_TYPE(UINT64))) return to;
    if (!has_kind(from, "iuf") || !has_kind(to, "iuf") || from->size != to->size)
        return refuse(in, "needs numbers of one size, or pointers");
    return to;
}

static const IrType *infer_math(Inference *in) {
    const IrMathRow *row;
    if (in->value->detail < 0 || in->value->detail >= IR_MATH_COUNT) return refuse(in, "names no function");
    row = &ir_math_rows[in->value->detail];
    if (in->value->operand_count != row->operands) return refuse(in, "has another number of operands");
    if (!are_same(in, row->kinds)) return NULL;
    if (in->value->detail == IR_MATH_nextafter && type_of(in, 0) == IR_TYPE(FLOAT16))
        return refuse_type(in, "does not take ", type_of(in, 0)); /* all functions compute it in float32 */
    return row->result == 'B' ? IR_TYPE(BOOL) : type_of(in, 0);
}

static const IrType *infer_element(Inference *in) {
    if (in->value->operand_count < 1) return refuse(in, "needs an array");
    const IrType *array = type_of(in, 0);
    if (array->kind != IR_ARRAY) return refuse_type(in, "needs an array, not ", array);
    if (in->value->operand_count - 1 != array->rank) return refuse(in, "needs as many indexes as the array has axes");
    for (int i = 1; i < in->value->operand_count; i++)
        if (!is_index(type_of(in, i))) return refuse_type(in, "cannot be indexed by ", type_of(in, i));
    return ir_pointer_type(in->module, array->element, IR_GLOBAL_SPACE);
}

static const IrType *infer_extent(Inference *in) {
    const IrType *array = type_of(in, 0);
    if (array->kind != IR_ARRAY) return refuse_type(in, "needs an array, not ", array);
    if (in->value->detail < 0 || in->value->detail >= array->rank) return refuse(in, "names an axis that is not there");
    return IR_TYPE(INT64);
}

static const IrType *infer_field(Inference *in) {
    const IrType *type = type_of(in, 0), *structure = type->kind == IR_POINTER ? type->element : type;
    if (structure->kind != IR_STRUCT) return refuse_type(in, "needs a struct or a pointer to one, not ", type);
    if (in->value->detail < 0 || in->value->detail >= structure->field_count)
        return refuse(in, "names a field that is not there");
    IrSpace space = type->kind == IR_POINTER ? type->space : IR_LOCAL_SPACE; /* a parameter is the function's own */
    return ir_pointer_type(in->module, structure->fields[in->value->detail].type, space);
}

static const IrType *infer_item(Inference *in) {
    const IrType *pointer = type_of(in, 0);
    if (pointer->kind != IR_POINTER || pointer->element->kind != IR_FIXED)
        return refuse_type(in, "needs a pointer to a fixed array, not ", pointer);
    if (!is_index(type_of(in, 1))) return refuse_type(in, "cannot be indexed by ", type_of(in, 1));
    return ir_pointer_type(in->module, pointer->element->element, pointer->space);
}

static const IrType *infer_storage(Inference *in) {
    const IrType *type = in->given;
    if (!type || type->kind != IR_POINTER) return refuse(in, "needs a pointer's type");
    IrSpace space = in->value->operation == IR_LOCAL ? IR_LOCAL_SPACE : IR_SHARED_SPACE;
    if (type->space != space) return refuse(in, "gives a pointer into another memory space");
    if (type->element->size > (space == IR_LOCAL_SPACE ? IR_LOCAL_BYTES_MAX : IR_SHARED_BYTES_MAX))
        return refuse(in, "is too large");
    return type;
}

static bool is_loadable(const IrType *type) { return type->kind == IR_SCALAR || type->kind == IR_POINTER; }

static const IrType *infer_memory(Inference *in) {
    const IrType *pointer = type_of(in, 0);
    if (pointer->kind != IR_POINTER) return refuse_type(in, "needs a pointer, not ", pointer);
    if (in->value->operation == IR_COPY) {
        const IrType *source = type_of(in, 1);
        if (source->kind != IR_POINTER || source->element != pointer->element)
            return refuse(in, "needs two pointers to one type");
    } else if (!is_loadable(pointer->element)) return refuse_type(in, "moves scalars and pointers, not ", pointer->element);
    if (in->value->operation == IR_LOAD) return pointer->element;
    if (pointer->space == IR_CONSTANT_SPACE) return refuse(in, "cannot write constant memory");
    if (in->value->operation == IR_STORE && type_of(in, 1) != pointer->element) {
        refuse_type(in, "cannot store ", type_of(in, 1));
        return refuse_type(in, " as ", pointer->element);
    }
    return ir_void_type();
}

static const IrType *infer_atomic(Inference *in) {
    const IrType *pointer = type_of(in, 0);
    if (pointer->kind != IR_POINTER || (pointer->space != IR_GLOBAL_SPACE && pointer->space != IR_SHARED_SPACE))
        return refuse_type(in, "needs a pointer into global or shared memory, not ", pointer);
    const IrType *type = pointer->element;
    bool is_cas = in->value->operation == IR_ATOMIC_CAS;
    for (int i = 1; i < in->value->operand_count; i++)
        if (type_of(in, i) != type) return refuse_type(in, "needs values of the type pointed to, not ", type_of(in, i));
    bool whole = type == IR_TYPE(INT32) || type == IR_TYPE(UINT32) || type == IR_TYPE(INT64) || type == IR_TYPE(UINT64);
    bool floating = type == IR_TYPE(FLOAT32) || type == IR_TYPE(FLOAT64);
    switch (is_cas ? IR_ATOMIC_EXCHANGE : (IrAtomic)in->value->detail) {
    case IR_ATOMIC_ADD:
    case IR_ATOMIC_SUB:
    case IR_ATOMIC_MIN:
    case IR_ATOMIC_MAX:
    case IR_ATOMIC_EXCHANGE: return whole || floating ? type : refuse_type(in, "does not take ", type);
    case IR_ATOMIC_AND:
    case IR_ATOMIC_OR:
    case IR_ATOMIC_XOR: return whole ? type : refuse_type(in, "does not take ", type);
    case IR_ATOMIC_INC:
    case IR_ATOMIC_DEC: return type == IR_TYPE(UINT32) ? type : refuse_type(in, "does not take ", type);
    default: return refuse(in, "names no operation");
    }
}

static const IrType *infer_warp(Inference *in) {
    const IrType *mask = type_of(in, 0);
    if (mask != IR_TYPE(UINT32)) return refuse_type(in, "needs a mask of uint32, not ", mask);
    switch (in->value->operation) {
    case IR_SYNC_WARP: return ir_void_type();
    case IR_VOTE:
        if (type_of(in, 1) != IR_TYPE(BOOL)) return refuse_type(in, "votes with a bool, not with ", type_of(in, 1));
        return in->value->detail == IR_VOTE_BALLOT ? IR_TYPE(UINT32) : IR_TYPE(BOOL);
    default: /* mask, value, lane, width */
        if (!has_kind(type_of(in, 1), "iuf") || type_of(in, 1)->size < 4)
            return refuse_type(in, "does not move ", type_of(in, 1));
        if (type_of(in, 2) != IR_TYPE(INT32) || type_of(in, 3) != IR_TYPE(INT32))
            return refuse(in, "needs lane and width of int32");
        return type_of(in, 1);
    }
}

static const IrType *infer_call(Inference *in) {
    const IrFunction *callee = in->value->callee;
    if (!callee) return refuse(in, "calls no function");
    if (callee->kind == IR_KERNEL) return refuse(in, "cannot call a kernel");
    if (callee->module != in->module) return refuse(in, "calls a function of another module");
    if (callee->parameter_count != in->value->operand_count) return refuse(in, "has another number of arguments");
    for (int i = 0; i < callee->parameter_count; i++) {
        const IrType *wanted = callee->parameters[i]->type;
        if (type_of(in, i) == wanted) continue;
        refuse_type(in, "is given ", type_of(in, i));
        return refuse_type(in, " where the function takes ", wanted);
    }
    return callee->result;
}

static const IrType *infer_view(Inference *in) {
    const IrType *array = in->given, *pointer = in->value->operand_count ? type_of(in, 0) : NULL;
    if (!array || array->kind != IR_ARRAY) return refuse(in, "needs an array's type");
    if (in->value->operand_count != 1 + (array->contiguous ? 1 : 2) * array->rank)
        return refuse(in, "needs an address, and an extent and a stride for each axis");
    if (pointer->kind != IR_POINTER || pointer->space != IR_GLOBAL_SPACE || pointer->element != array->element)
        return refuse_type(in, "cannot be of what lies at ", pointer);
    for (int i = 1; i < in->value->operand_count; i++)
        if (type_of(in, i) != IR_TYPE(INT64)) return refuse_type(in, "needs extents and strides of int64, not ", type_of(in, i));
    return array;
}

static const IrType *infer_parallel(Inference *in) {
    const IrFunction *body = in->value->callee;
    const IrType *context = type_of(in, 3);
    if (!body || body->kind != IR_FUNCTION || body->module != in->module) return refuse(in, "needs a function of its module");
    if (context->kind != IR_POINTER || context->space != IR_GLOBAL_SPACE) return refuse(in, "needs a pointer into global memory as context");
    for (int i = 0; i < 3; i++)
        if (type_of(in, i) != IR_TYPE(INT64)) return refuse_type(in, "counts in int64, not in ", type_of(in, i));
    bool fits = body->parameter_count == 4 && body->result->kind == IR_VOID && body->parameters[3]->type == context;
    for (int i = 0; i < 3 && fits; i++) fits = body->parameters[i]->type == IR_TYPE(INT64);
    return fits ? ir_void_type() : refuse(in, "needs a function of start, stop, part and context");
}

/* Nothing, a number of the front end's, or a caught fault. */
static const IrType *infer_raise(Inference *in) {
    if (in->value->operand_count > 1) return refuse(in, "takes one value at most");
    if (!in->value->operand_count || type_of(in, 0) == IR_TYPE(INT64) || in->value->operands[0]->operation == IR_CAUGHT)
        return ir_void_type();
    return refuse_type(in, "raises an int64 or what was caught, not ", type_of(in, 0));
}

static const IrType *infer_for(Inference *in) {
    const IrType *type = type_of(in, 0);
    if (!is_index(type)) return refuse_type(in, "cannot count in ", type);
    if (type_of(in, 1) != type || type_of(in, 2) != type) return refuse(in, "needs start, stop and step of one type");
    return ir_void_type();
}

static const IrType *infer_by_rule(Inference *in, const IrOperationRow *row) {
    const IrType *first = in->value->operand_count ? type_of(in, 0) : NULL;
    switch (row->rule) {
    case RULE_GIVEN: return in->given;
    case RULE_SAME: return are_same(in, row->kinds) ? first : NULL;
    case RULE_REAL:
        if (!are_same(in, row->kinds)) return NULL;
        return ir_scalar_type(dtype_real(ir_dtype(first))->number);
    case RULE_COMPARE: return infer_compare(in, row->kinds);
    case RULE_SELECT: return infer_select(in);
    case RULE_CAST: return infer_cast(in);
    case RULE_CUT:
        if (!are_same(in, row->kinds)) return NULL;
        return in->given && has_kind(in->given, "iu") ? in->given : refuse(in, "needs a type of integers");
    case RULE_BITCAST: return infer_bitcast(in);
    case RULE_COMPLEX:
        if (!are_same(in, row->kinds)) return NULL;
        if (first == IR_TYPE(FLOAT16)) return refuse(in, "there is no complex number of float16");
        return first == IR_TYPE(FLOAT32) ? IR_TYPE(COMPLEX64) : IR_TYPE(COMPLEX128);
    case RULE_MATH: return infer_math(in);
    case RULE_EXTENT: return infer_extent(in);
    case RULE_DATA:
        if (first->kind != IR_ARRAY) return refuse_type(in, "needs an array, not ", first);
        return ir_pointer_type(in->module, first->element, IR_GLOBAL_SPACE);
    case RULE_ELEMENT: return infer_element(in);
    case RULE_OFFSET:
        if (first->kind != IR_POINTER) return refuse_type(in, "needs a pointer, not ", first);
        if (!is_index(type_of(in, 1))) return refuse_type(in, "cannot move by ", type_of(in, 1));
        return first;
    case RULE_FIELD: return infer_field(in);
    case RULE_ITEM: return infer_item(in);
    case RULE_GLOBAL:
        if (!in->value->global) return refuse(in, "names no table");
        return ir_pointer_type(in->module, in->value->global->type, in->value->global->is_variable ? IR_GLOBAL_SPACE : IR_CONSTANT_SPACE);
    case RULE_THREAD:
        return in->value->detail >= 0 && in->value->detail < 3 * IR_PLACE_COUNT ? IR_TYPE(INT32)
                                                                                 : refuse(in, "names no place");
    case RULE_VAR: return is_loadable(first) ? first : refuse_type(in, "cannot hold ", first);
    case RULE_GET:
    case RULE_SET:
        if (in->value->operands[0]->operation != IR_VAR) return refuse(in, "needs a variable");
        if (row->rule == RULE_GET) return first;
        if (type_of(in, 1) != first) return refuse_type(in, "cannot set a variable of another type to ", type_of(in, 1));
        return ir_void_type();
    case RULE_STORAGE: return infer_storage(in);
    case RULE_LOAD:
    case RULE_STORE:
    case RULE_COPY: return infer_memory(in);
    case RULE_ATOMIC: return infer_atomic(in);
    case RULE_NOTHING: return ir_void_type();
    case RULE_BARRIER_VOTE:
        if (first != IR_TYPE(BOOL)) return refuse_type(in, "needs a bool, not ", first);
        return in->value->operation == IR_BARRIER_COUNT ? IR_TYPE(INT32) : IR_TYPE(BOOL);
    case RULE_SYNC_WARP:
    case RULE_SHUFFLE:
    case RULE_VOTE: return infer_warp(in);
    case RULE_MASK: return IR_TYPE(UINT32);
    case RULE_CALL: return infer_call(in);
    case RULE_CHECK: return first == IR_TYPE(BOOL) ? ir_void_type() : refuse_type(in, "needs a bool, not ", first);
    case RULE_FOR: return infer_for(in);
    case RULE_CLOCK: return IR_TYPE(INT64);
    case RULE_VIEW: return infer_view(in);
    case RULE_PARALLEL: return infer_parallel(in);
    case RULE_CAUGHT: return ir_pointer_type(in->module, IR_TYPE(INT64), IR_LOCAL_SPACE);
    case RULE_RAISE: return infer_raise(in);
    case RULE_PRINT:
        for (int i = 0; i < in->value->operand_count; i++)
            if (!has_kind(type_of(in, i), row->kinds)) return refuse_type(in, "cannot show ", type_of(in, i));
        return in->value->operand_count <= IR_PRINT_MAX ? ir_void_type() : refuse(in, "shows too many values");
    case RULE_RETURN: return in->value->operand_count <= 1 ? ir_void_type() : refuse(in, "gives one value");
    }
    return NULL;
}

const IrType *ir_infer(IrModule *module, const IrValue *value, const IrType *given, TextBuffer *why) {
    Inference in = {module, value, given, why};
    const IrOperationRow *row = &ir_operation_rows[value->operation];
    int count;
    if (row->operands >= 0 && value->operand_count != row->operands) {
        text_append_format(why, "takes %d operands, not %d", row->operands, value->operand_count);
        return NULL;
    }
    for (int i = 0; i < value->operand_count; i++)
        if (!ir_gives_value(value->operands[i])) return refuse(&in, "uses something that gives no value");
    if (ir_detail_words(value->operation, &count) && (value->detail < 0 || value->detail >= count))
        return refuse(&in, "names no such kind");
    return infer_by_rule(&in, row);
}

const IrField *ir_field_of(const IrValue *value) {
    const IrType *type = value->operands[0]->type;
    return &(type->kind == IR_POINTER ? type->element : type)->fields[value->detail];
}
