/* The types of compiled functions: interned in their TypeTable by the text that numba prints for them, so that equal types are
 * the same pointer.
 *
 * A value of a type is so many IR values ("parts"): a number is one, a tuple its items' one after the other, an array its owner,
 * its address, its extents, and, when it may have gaps, its strides. What is known when a function is compiled (a module, a
 * class, a function, None) has no parts. */
#ifndef KERNEL_COMPILE_TYPE_H
#define KERNEL_COMPILE_TYPE_H

#include "arraylib/core/dtype.h"
#include "base/arena.h"
#include "base/hash_table.h"
#include "kernel/objects/core/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum TypeKind {
    TYPE_KIND_UNKNOWN,  /* a variable that has no value on this way */
    TYPE_KIND_NUMBER,   /* bool, ints, floats, complex */
    TYPE_KIND_NONE,
    TYPE_KIND_ELLIPSIS,
    TYPE_KIND_ARRAY,
    TYPE_KIND_TUPLE,    /* and named ones */
    TYPE_KIND_OPTIONAL,
    TYPE_KIND_RANGE,
    TYPE_KIND_SLICE,
    TYPE_KIND_STRING,
    TYPE_KIND_BYTES,
    TYPE_KIND_LIST,
    TYPE_KIND_SET,
    TYPE_KIND_DICT,
    TYPE_KIND_RECORD,
    TYPE_KIND_ITERATOR, /* of a class that `detail` tells: enumerate, zip, ... over `items` */
    TYPE_KIND_CONSTANT, /* a function, class, module, dtype: `constant` */
    TYPE_KIND_METHOD,   /* a bound method: `text` is its name, items[0] its receiver */
    TYPE_KIND_CLOSURE,  /* a function made in a compiled one: `detail` is its node, items are what it has caught */
    TYPE_KIND_OMITTED,  /* a parameter that kept its default: `constant` */
    TYPE_KIND_LITERAL,  /* a value that is known: `constant`, of the type `item` */
    TYPE_KIND_OTHER     /* of others' making: see type_other() */
} TypeKind;

typedef struct CompileType CompileType;

typedef struct TypePart {
    DtypeNumber number;
    bool is_pointer; /* to such numbers, in global memory */
} TypePart;

struct CompileType {
    TypeKind kind;
    const char *name;        /* as numba's str() */
    DtypeNumber number;      /* NUMBER; ARRAY: of the elements */
    int rank;                /* ARRAY */
    char layout;             /* ARRAY: 'C', 'F', 'A' */
    bool is_mutable, is_aligned;
    bool is_uniform;         /* TUPLE: UniTuple */
    const CompileType *item; /* ARRAY: what an element is; OPTIONAL, LIST, SET, LITERAL; DICT: the key */
    const CompileType *other; /* DICT: the value */
    const CompileType *const *items; /* TUPLE, ITERATOR, METHOD, CLOSURE */
    int count;
    const TypePart *parts;
    int part_count;
    bool has_owner;          /* some part is the owner of memory, which is counted */
    Value constant;          /* borrowed from the table, which keeps it */
    const char *text;        /* METHOD: the name; TUPLE: the class's, for a named one; OTHER: its class */
    const void *detail;
    const char *const *fields; /* of a named tuple */
    const struct ItemLayout *layout_of; /* containers.h */
};

typedef struct TypeTable {
    Arena arena;
    HashTable types;         /* name -> CompileType */
    const CompileType *numbers[DTYPE_COUNT], *none, *unknown, *ellipsis, *string, *bytes, *slice, *slice3;
    Value *kept;             /* constants, owned */
    size_t kept_count, kept_capacity;
} TypeTable;

bool type_table_create(TypeTable *table);
void type_table_release(TypeTable *table);
/* Gives up the constants that types hold: at the end, before the arrays that they may lead to lose their devices. */
void type_table_forget(TypeTable *table);
void type_table_keep(TypeTable *table, Value value); /* until the table goes */

/* All of these give NULL when there is no memory only. */
const CompileType *type_array(TypeTable *table, const CompileType *item, int rank, char layout, bool is_mutable, bool is_aligned);
const CompileType *type_tuple(TypeTable *table, const CompileType *const *items, int count);
const CompileType *type_named_tuple(TypeTable *table, const CompileType *const *items, int count, Value class_value, const char *name,
                                    const char *const *fields);
const CompileType *type_optional(TypeTable *table, const CompileType *item);
const CompileType *type_range(TypeTable *table, DtypeNumber number);
const CompileType *type_literal(TypeTable *table, const CompileType *item, Value constant, const char *shown);
const CompileType *type_omitted(TypeTable *table, Value constant, const char *shown);
/* What is known by identity: `name` is how it is shown, the object's address makes it one of its own. */
const CompileType *type_constant(TypeTable *table, Value constant, const char *name);
const CompileType *type_method(TypeTable *table, const CompileType *receiver, const char *name);
const CompileType *type_iterator(TypeTable *table, const char *class_name, const CompileType *const *items, int count);
const CompileType *type_closure(TypeTable *table, const void *node, const CompileType *const *items, int count);
/* A type of others' making: `parts` is copied; `class_name` finds its ways in the tables of attributes and methods. */
const CompileType *type_other(TypeTable *table, TypeKind kind, const char *class_name, const char *name, const TypePart *parts, int part_count,
                              bool has_owner, const CompileType *item, const CompileType *other);
const CompileType *type_list(TypeTable *table, const CompileType *item, const char *format); /* "reflected list(%s)<iv=None>" */

static inline bool type_is_number(const CompileType *type) { return type->kind == TYPE_KIND_NUMBER; }
static inline char type_number_kind(const CompileType *type) { return type->kind == TYPE_KIND_NUMBER ? dtypes[type->number].kind : '-'; }
static inline bool type_is_integer(const CompileType *type) { /* bool is none */
    return type->kind == TYPE_KIND_NUMBER && dtype_is_integer(&dtypes[type->number]);
}
/* A literal's own type, others as they are. */
static inline const CompileType *type_plain(const CompileType *type) {
    return type->kind == TYPE_KIND_LITERAL || type->kind == TYPE_KIND_OMITTED ? type->item : type;
}

/* One type that both are turned into where ways meet; NULL: there is none. */
const CompileType *type_unify(TypeTable *table, const CompileType *left, const CompileType *right);
/* May a value of this type go where the other is wanted, without being asked? */
bool type_converts(const CompileType *from, const CompileType *to);
/* The number type that numba's arithmetic on two of them is in: ints of 64 bits, float32 with small ints. */
DtypeNumber type_arithmetic(DtypeNumber left, DtypeNumber right);

/* "float64[:, ::1]", "array(float64, 2d, C)", "int32", "UniTuple(int64 x 2)": NULL when the text is no type that is known here. */
const CompileType *type_parse(TypeTable *table, const char *text, size_t length);
/* "float64(int32, float64)", "(int32, float64)": the types of the arguments and, unless it is left out (NULL), of the result. */
bool type_parse_signature(TypeTable *table, const char *text, const CompileType **result, const CompileType **types, int *count, int most);

#endif
