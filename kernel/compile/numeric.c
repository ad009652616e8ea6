/* What the library in Python (numba/_library) cannot say itself: an axis moved, iterators over elements, types as questions, and
 * calls of arraylib's functions on arrays that compiled code holds. */
#include "kernel/compile/private.h"

#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"

#include <stdlib.h>
#include <string.h>

/* ---- views */

/* The array with one axis, which need not be known, moved to the end. */
static CompileValue code_moved(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue array = value_force(c, a->values[0]);
    const CompileType *type = array.type;
    int rank = type->rank;
    int64_t known;
    if (value_known_int(a->values[1], &known) && (known == rank - 1 || known == -1)) return array;
    IrValue *axis = value_as(c, a->values[1], DTYPE_INT64), *zero = code_integer(c, DTYPE_INT64, 0);
    axis = code_select(c, code_binary(c, IR_LT, axis, zero), code_binary(c, IR_ADD, axis, code_integer(c, DTYPE_INT64, rank)), axis);
    IrValue *parts[2][IR_RANK_MAX];
    for (int kind = 0; kind < 2; kind++) {
        IrValue *all[IR_RANK_MAX], *last = NULL;
        for (int i = 0; i < rank; i++) {
            all[i] = kind ? array_stride(c, array, i) : array_extent(c, array, i);
            last = i ? code_select(c, code_binary(c, IR_EQ, axis, code_integer(c, DTYPE_INT64, i)), all[i], last) : all[i];
        }
        for (int i = 0; i + 1 < rank; i++)
            parts[kind][i] = code_select(c, code_binary(c, IR_LT, code_integer(c, DTYPE_INT64, i), axis), all[i], all[i + 1]);
        parts[kind][rank - 1] = last;
    }
    CompileValue view = array_value(c, type_array(c->types, type->item, rank, 'A', type->is_mutable, type->is_aligned), array_owner(c, array),
                                    array_first(c, array), parts[0], parts[1]);
    view.is_borrowed = array.is_borrowed;
    return view;
}

/* A view of the shape that is given, in which an axis of one element is repeated. The shape is known to fit. */
static CompileValue code_spread(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue array = value_force(c, a->values[0]);
    const CompileType *type = array.type;
    int rank = a->values[1].type->count, missing = rank - type->rank;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX], *zero = code_integer(c, DTYPE_INT64, 0);
    for (int i = 0; i < rank; i++) {
        shape[i] = value_as(c, value_item(c, a->values[1], i), DTYPE_INT64);
        strides[i] = zero;
        if (i < missing) continue;
        IrValue *is_one = code_binary(c, IR_EQ, array_extent(c, array, i - missing), code_integer(c, DTYPE_INT64, 1));
        strides[i] = code_select(c, is_one, zero, array_stride(c, array, i - missing));
    }
    CompileValue view = array_value(c, type_array(c->types, type->item, rank, 'A', false, type->is_aligned), array_owner(c, array),
                                    array_first(c, array), shape, strides);
    view.is_borrowed = array.is_borrowed;
    return view;
}

/* The same bytes as numbers of another type; only of one size here: the extents stay. */
static CompileValue code_view(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue array = value_force(c, a->values[0]);
    const CompileType *type = array.type;
    DtypeNumber number = argument_dtype(c, node, a->values[1]);
    int64_t old = dtypes[type->number].item_size, wanted = dtypes[number].item_size;
    IrValue *shape[IR_RANK_MAX], *strides[IR_RANK_MAX];
    for (int i = 0; i < type->rank; i++) {
        shape[i] = array_extent(c, array, i);
        strides[i] = type->layout == 'A' ? array_stride(c, array, i) : NULL;
    }
    if (old != wanted) {
        if (type->layout != 'C' || type->rank == 0) fail_typing(c, node, "call", "view() of another size wants an array in C order");
        IrValue *bytes = code_binary(c, IR_MUL, shape[type->rank - 1], code_integer(c, DTYPE_INT64, old));
        IrValue *rest = code_binary(c, IR_REM, bytes, code_integer(c, DTYPE_INT64, wanted));
        code_check(c, code_binary(c, IR_EQ, rest, code_integer(c, DTYPE_INT64, 0)), "ValueError",
                   "new type not compatible with array");
        shape[type->rank - 1] = code_binary(c, IR_DIV, bytes, code_integer(c, DTYPE_INT64, wanted));
    }
    const CompileType *other = type_array(c->types, number_type(c, number), type->rank, type->layout, type->is_mutable, type->is_aligned);
    CompileValue view = array_value(c, other, array_owner(c, array), code_retype(c, number, array_first(c, array)), shape, strides);
    view.is_borrowed = array.is_borrowed;
    return view;
}

/* ---- iterators: over indices, over elements with their indices, over elements as one line */

static CompileValue iterator_of(Compilation *c, const char *word, CompileValue source) {
    const CompileType *type = source.type;
    CompileValue value = value_of(type_iterator(c->types, word, &type, 1), NULL);
    if (!value.type) fail_memory(c);
    value.items = compile_allocate(c, sizeof source);
    value.items[0] = source;
    value.item_count = 1;
    value.is_borrowed = source.is_borrowed || !type->has_owner;
    return value;
}

static CompileValue code_ndindex(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue shape = a->count == 1 && a->values[0].type->kind == TYPE_KIND_TUPLE ? a->values[0] : tuple_of(c, a->values, a->count);
    for (int i = 0; i < shape.type->count; i++)
        if (!type_is_integer(value_item(c, shape, i).type)) fail_no_implementation(c, node, "<class 'numpy.ndindex'>", a->values, a->count);
    return iterator_of(c, "ndindex", shape);
}

static CompileValue code_ndenumerate(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    CompileValue array = value_force(c, a->values[0]);
    if (array.type->kind != TYPE_KIND_ARRAY) fail_no_implementation(c, node, "<class 'numpy.ndenumerate'>", a->values, 1);
    return iterator_of(c, "ndenumerate", array);
}

static CompileValue attribute_flat(Compilation *c, const Node *node, CompileValue self, const void *data) {
    (void)data;
    (void)node;
    return iterator_of(c, "flat", value_force(c, self));
}

/* The extents that an iterator goes over. */
static int iterator_extents(Compilation *c, CompileValue iterator, CompileValue *source, IrValue **extents) {
    *source = value_item(c, iterator, 0);
    bool is_shape = source->type->kind == TYPE_KIND_TUPLE;
    int rank = is_shape ? source->type->count : source->type->rank;
    for (int i = 0; i < rank; i++) extents[i] = is_shape ? value_as(c, value_item(c, *source, i), DTYPE_INT64) : array_extent(c, *source, i);
    return rank;
}

static CompileValue code_iterator_len(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    (void)node;
    IrValue *extents[IR_RANK_MAX], *count = code_integer(c, DTYPE_INT64, 1);
    CompileValue source;
    int rank = iterator_extents(c, a->values[0], &source, extents);
    for (int i = 0; i < rank; i++) count = code_binary(c, IR_MUL, count, extents[i]);
    CompileValue result = value_number(c, DTYPE_INT64, count);
    result.least = 0;
    return result;
}

/* The indices of the element that is `place` in C order. */
static void unravel(Compilation *c, int rank, IrValue *const *extents, IrValue *place, IrValue **indexes) {
    for (int i = rank - 1; i > 0; i--) {
        indexes[i] = code_binary(c, IR_REM, place, extents[i]);
        place = code_binary(c, IR_DIV, place, extents[i]);
    }
    if (rank) indexes[0] = place;
}

static CompileValue code_iterator_item(Compilation *c, const Node *node, Arguments *a, const void *data) {
    const char *word = data;
    IrValue *extents[IR_RANK_MAX], *indexes[IR_RANK_MAX] = {0};
    CompileValue source, items[IR_RANK_MAX];
    int rank = iterator_extents(c, a->values[0], &source, extents);
    IrValue *place = value_as(c, a->values[1], DTYPE_INT64);
    if (*word == 'f') { /* flat: any index, from its end, too */
        Arguments one = {.values = a->values, .count = 1, .node = node};
        IrValue *count = value_part(c, code_iterator_len(c, node, &one, NULL)), *zero = code_integer(c, DTYPE_INT64, 0);
        if (a->values[1].least < 0) {
            place = code_select(c, code_binary(c, IR_LT, place, zero), code_binary(c, IR_ADD, place, count), place);
            IrValue *fits = code_binary(c, IR_AND, code_binary(c, IR_GE, place, zero), code_binary(c, IR_LT, place, count));
            code_check(c, fits, "IndexError", "index is out of bounds");
        }
        if (source.type->layout == 'C' && rank) {
            CompileValue line = value_number(c, DTYPE_INT64, count);
            line.least = 0;
            source = array_reshape_to(c, node, source, &line, 1);
            rank = 1;
            indexes[0] = place;
        } else unravel(c, rank, extents, place, indexes);
        if (a->count < 3) return array_load(c, source, indexes, false);
        array_store(c, source, indexes, value_force(c, a->values[2]), false);
        return value_none(c);
    }
    unravel(c, rank, extents, place, indexes);
    for (int i = 0; i < rank; i++) {
        items[i] = value_number(c, DTYPE_INT64, indexes[i]);
        items[i].least = 0;
    }
    CompileValue both[2] = {tuple_of(c, items, rank)};
    if (!strcmp(word, "ndindex")) return both[0];
    both[1] = array_load(c, source, indexes, false);
    return tuple_of(c, both, 2);
}

/* ---- types as questions */

static char kind_of(CompileValue value) {
    const CompileType *type = type_plain(value.type);
    if (type && type->kind == TYPE_KIND_OPTIONAL) type = type->item;
    if (type && (type->kind == TYPE_KIND_ARRAY || type->kind == TYPE_KIND_NUMBER)) return dtypes[type->number].kind;
    return type && (type->kind == TYPE_KIND_LIST || type->kind == TYPE_KIND_SET) && type->item && type->item->kind == TYPE_KIND_NUMBER ? dtypes[type->item->number].kind : '-';
}

/* has_kind(x, "fc"): are its numbers of one of these kinds? */
static CompileValue code_has_kind(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    (void)node;
    const char *kinds = value_known_text(a->values[1]);
    return value_bool(c, kinds && strchr(kinds, kind_of(a->values[0])) != NULL);
}

static CompileValue code_is_array(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    (void)node;
    return value_bool(c, value_is_array_like(a->values[0]));
}

static CompileValue code_is_contiguous(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)node;
    (void)data;
    CompileValue array = value_force(c, a->values[0]);
    return value_bool(c, array.type->kind == TYPE_KIND_ARRAY && array.type->layout == 'C');
}

static CompileValue dtype_value(Compilation *c, const Node *node, DtypeNumber number) {
    Value numpy = compile_keep(c, import_module(c->thread, "numpy"));
    Value scalar = compile_keep(c, value_get_attribute_c(c->thread, numpy, number == DTYPE_BOOL ? "bool_" : dtypes[number].name));
    return value_from_constant(c, node, "dtype", compile_keep(c, value_call_method(c->thread, numpy, "dtype", &scalar, 1)));
}

static DtypeNumber number_of(Compilation *c, const Node *node, CompileValue value) {
    const CompileType *type = type_plain(value.type);
    if (type && (type->kind == TYPE_KIND_ARRAY || type->kind == TYPE_KIND_NUMBER)) return type->number;
    if (type && type->kind == TYPE_KIND_OPTIONAL && type->item->kind == TYPE_KIND_NUMBER) return type->item->number;
    if (value.type->kind == TYPE_KIND_CONSTANT) return argument_dtype(c, node, value);
    if (type && (type->kind == TYPE_KIND_TUPLE || (type->kind == TYPE_KIND_LIST && value.items))) {
        int count = value.items ? value.item_count : type->count, number = -1;
        for (int i = 0; i < count; i++) {
            DtypeNumber its = number_of(c, node, value_item(c, value, i));
            number = number < 0 ? (int)its : (int)dtype_promote(&dtypes[number], &dtypes[its])->number;
        }
        return number < 0 ? DTYPE_FLOAT64 : (DtypeNumber)number;
    }
    if (type && (type->kind == TYPE_KIND_LIST || type->kind == TYPE_KIND_SET) && type->item && type->item->kind == TYPE_KIND_NUMBER) return type->item->number;
    fail_no_implementation(c, node, "<function result_type>", &value, 1);
}

/* common(x, y, ...): the dtype in which all have a place. */
static CompileValue code_common(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = number_of(c, node, a->values[0]);
    for (int i = 1; i < a->count; i++) number = dtype_promote(&dtypes[number], &dtypes[number_of(c, node, a->values[i])])->number;
    return dtype_value(c, node, number);
}

/* inexact(x, ...): the same, but float64 for whole numbers; real(x, ...): and the type of a complex number's parts. */
static CompileValue code_inexact(Compilation *c, const Node *node, Arguments *a, const void *data) {
    DtypeNumber number = number_of(c, node, a->values[0]);
    for (int i = 1; i < a->count; i++) number = dtype_promote(&dtypes[number], &dtypes[number_of(c, node, a->values[i])])->number;
    char kind = dtypes[number].kind;
    if (kind != 'f' && kind != 'c') number = DTYPE_FLOAT64;
    if (data && kind == 'c') number = number == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
    return dtype_value(c, node, number);
}

/* wide(x): in what sums are: 64 bits for whole numbers. */
static CompileValue code_wide(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    DtypeNumber number = number_of(c, node, a->values[0]);
    char kind = dtypes[number].kind;
    return dtype_value(c, node, kind == 'u' ? DTYPE_UINT64 : kind == 'i' || kind == 'b' ? DTYPE_INT64 : number);
}

/* ---- calls of arraylib: call("linalg.inv", (a, ...), (result, ...)). A row of words says what the arguments are. */

typedef struct Words {
    IrValue *memory, *reals;
    int count, real_count;
} Words;
enum { WORDS_MAX = 256, REALS_MAX = 16 };

static void append(Compilation *c, Words *words, IrValue *value) {
    if (words->count == WORDS_MAX) fail_unsupported(c, c->node, "too many arguments");
    IrValue *place = code_offset(c, words->memory, code_integer(c, DTYPE_INT64, words->count++));
    code_write(c, place, value);
}

static void append_real(Compilation *c, Words *words, IrValue *value) {
    if (words->real_count == REALS_MAX) fail_unsupported(c, c->node, "too many arguments");
    IrValue *place = code_offset(c, words->reals, code_integer(c, DTYPE_INT64, words->real_count++));
    code_write(c, place, value);
    append(c, words, code_pointer_bits(c, place));
}

static void append_text(Compilation *c, Words *words, const char *text) {
    Value kept = string_from_c(c->thread, text);
    compile_keep(c, kept);
    type_table_keep(c->types, kept);
    append(c, words, code_address(c, value_c_string(kept)));
}

static void append_value(Compilation *c, const Node *node, Words *words, CompileValue value) {
    value = value_force(c, value);
    const CompileType *type = type_plain(value.type);
    const char *text = value_known_text(value);
    if (text) {
        append(c, words, code_integer(c, DTYPE_INT64, 's'));
        append_text(c, words, text);
    } else if (!type || type->kind == TYPE_KIND_NONE) append(c, words, code_integer(c, DTYPE_INT64, 'n'));
    else if (type->kind == TYPE_KIND_ARRAY) {
        append(c, words, code_integer(c, DTYPE_INT64, 'a'));
        append(c, words, code_integer(c, DTYPE_INT64, type->number));
        append(c, words, code_integer(c, DTYPE_INT64, type->rank));
        append(c, words, code_pointer_bits(c, array_first(c, value)));
        for (int i = 0; i < type->rank; i++) append(c, words, array_extent(c, value, i));
        for (int i = 0; i < type->rank; i++) append(c, words, array_stride(c, value, i));
    } else if (type->kind == TYPE_KIND_NUMBER) {
        char kind = dtypes[type->number].kind;
        append(c, words, code_integer(c, DTYPE_INT64, kind == 'u' ? 'i' : kind));
        if (kind == 'c') {
            IrValue *part = value_as(c, value, DTYPE_COMPLEX128);
            append_real(c, words, code_unary(c, IR_REAL, part));
            append_real(c, words, code_unary(c, IR_IMAG, part));
        } else if (kind == 'f') append_real(c, words, value_as(c, value, DTYPE_FLOAT64));
        else append(c, words, value_as(c, value, DTYPE_INT64));
    } else fail_no_implementation(c, node, "<function call>", &value, 1);
}

static CompileValue code_call(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    const char *name = value_known_text(a->values[0]);
    if (!name) fail_typing(c, node, "call", "the function's name is not known");
    Words words = {0};
    if (c->emit) {
        words.memory = code_local(c, (TypePart){.number = DTYPE_INT64}, WORDS_MAX);
        words.reals = code_local(c, (TypePart){.number = DTYPE_FLOAT64}, REALS_MAX);
    }
    append_text(c, &words, name);
    for (int side = 1; side < 3; side++) {
        append(c, &words, code_integer(c, DTYPE_INT64, a->values[side].type->count));
        for (int i = 0; i < a->values[side].type->count; i++) append_value(c, node, &words, value_item(c, a->values[side], i));
    }
    IrValue *address = words.memory ? code_pointer_bits(c, words.memory) : NULL;
    code_external(c, "runtime_call_arrays", c->context->host->c_function("call_arrays"), -1, &address, 1, true);
    return value_none(c);
}

/* fault("LinAlgError", "words"): an exception by the name of its class. */
static CompileValue code_fault(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    const char *kind = value_known_text(a->values[0]), *words = value_known_text(a->values[1]);
    if (!kind || !words) fail_typing(c, node, "call", "the words are not known");
    code_check(c, code_integer(c, DTYPE_BOOL, 0), compile_text(c, "%s", kind), compile_text(c, "%s", words));
    return value_none(c);
}

/* refuse("words"): a typing error, where this way is taken. */
static CompileValue code_refuse(Compilation *c, const Node *node, Arguments *a, const void *data) {
    (void)data;
    const char *words = value_known_text(a->values[0]);
    fail_typing(c, node, "call", "%s", words ? words : "");
}

static const BuiltinRow rows[] = {
    {"numba._library.core.moved", "a axis", code_moved, NULL},
    {"numba._library.core.spread", "a shape", code_spread, NULL},
    {"numba._library.core.has_kind", "x kinds", code_has_kind, NULL},
    {"numba._library.core.is_array", "x", code_is_array, NULL},
    {"numba._library.core.is_contiguous", "x", code_is_contiguous, NULL},
    {"numba._library.core.common", NULL, code_common, NULL},
    {"numba._library.core.inexact", NULL, code_inexact, NULL},
    {"numba._library.core.real", NULL, code_inexact, "real"},
    {"numba._library.core.wide", "x", code_wide, NULL},
    {"numba._library.core.call", "name inputs outputs", code_call, NULL},
    {"numba._library.core.fault", "kind words", code_fault, NULL},
    {"numba._library.core.refuse", "words", code_refuse, NULL},
    {"array.view", "self dtype", code_view, NULL},
    {"numpy.ndindex", NULL, code_ndindex, NULL},
    {"numpy.ndenumerate", "a", code_ndenumerate, NULL},
    {"builtins.len:ndindex", "x", code_iterator_len, NULL},
    {"builtins.len:ndenumerate", "x", code_iterator_len, NULL},
    {"builtins.len:flat", "x", code_iterator_len, NULL},
    {"ndindex.__getitem__", "x place", code_iterator_item, "ndindex"},
    {"ndenumerate.__getitem__", "x place", code_iterator_item, "ndenumerate"},
    {"flat.__getitem__", NULL, code_iterator_item, "flat"},
    {"flat.__setitem__", NULL, code_iterator_item, "flat"},
    {0},
};

static const AttributeRow attributes[] = {
    {"array.flat", attribute_flat, NULL},
    {0},
};

const BuiltinRow *const numeric_rows = rows;
const AttributeRow *const numeric_attributes = attributes;
