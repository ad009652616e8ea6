/* The front end among its files: values, variables, and what walks over a function's tree.
 *
 * A compilation walks each function first dry, for types only, until nothing changes, and then once more to make code: the same
 * text does both. In a dry walk (`!c->emit`) every IrValue is NULL; what builds IR goes through the code_...() functions, which
 * then do nothing. A mistake of the user's leaves by longjmp (fail_...): all that is made lies in the compilation's arena. */
#ifndef KERNEL_COMPILE_PRIVATE_H
#define KERNEL_COMPILE_PRIVATE_H

#include "arraylib/core/operators.h"
#include "arraylib/ir.h"
#include "kernel/compile/compile.h"
#include "kernel/language/compile/scopes.h"
#include "kernel/language/text/ast.h"
#include "kernel/objects/container/containers.h"

#include <setjmp.h>

typedef struct Compilation Compilation;
typedef struct Instance Instance;
typedef struct ArrayExpression ArrayExpression;
typedef struct ListSite ListSite; /* list.c */

/* ---- The tree of a function */
typedef struct FunctionTree {
    Node *node;              /* FUNCTION or LAMBDA */
    Scope *scope;
    const Source *source;
    const char *file;
    NodeList body;           /* of a lambda: none */
    Node *arguments;
    const char *name;
} FunctionTree;
/* NULL: there is no text of it. */
const FunctionTree *tree_of_function(CompileContext *context, Function *function);

void source_tree_release(void *tree);

struct CompileContext {
    Thread *thread;
    const CompileHost *host;
    TypeTable types;
    Arena arena;             /* of trees */
    HashTable sources;       /* address of a Source -> its tree */
    HashTable trees;         /* address of a Code -> FunctionTree */
    HashTable rows, attributes; /* the tables by path */
    IrCompiler *compiler;
    bool compiler_tried;
    char *compiler_problem;
    bool is_ended; /* the constants of types are gone: nothing more is compiled or called */
};

/* ---- Values */
typedef struct CompileValue CompileValue;
struct CompileValue {
    const CompileType *type;
    IrValue **parts;         /* NULL in a dry walk, or where they follow from what stands below */
    Value constant;          /* known: of numbers and strings; absent: not known. (A CONSTANT's is in its type.) */
    int64_t least;           /* an integer is known to be no less; INT64_MIN: nothing is known */
    CompileValue *items;     /* of a tuple (or a list that was just written down), when they are known one by one */
    int item_count;
    IrValue *view;           /* of an array, for ELEMENT; NULL: not made yet */
    ArrayExpression *expression; /* an array that is not computed yet */
    ListSite *site;          /* of a list: where it was written down */
    bool is_default;         /* of a parameter, not given */
    bool is_borrowed;        /* whoever called keeps its memory alive: it need not be counted */
};

/* ---- Variables */
typedef struct Slot {        /* where a name's values of one type lie */
    struct Slot *next;
    int name;
    const CompileType *type;
    IrValue **variables;     /* one a part */
    bool counts;             /* what it holds is counted */
} Slot;

typedef struct Binding {
    CompileValue value;      /* type NULL: no value */
    Slot *slot;              /* not NULL: it lies there */
    unsigned stamp;          /* another one for every assignment; 0: never assigned */
} Binding;

typedef struct Join {        /* where ways meet; kept from walk to walk */
    struct Join *next;
    const Node *node;
    int role;
    const CompileType **types; /* of each name; NULL: none yet */
    bool *differs;           /* names that have other values on other ways */
    bool was_taken;          /* in this walk */
    Binding *merged;         /* in this walk; NULL: no way has come yet */
} Join;
enum { JOIN_AFTER, JOIN_HEAD, JOIN_EXIT, JOIN_ELSE, JOIN_HANDLER, JOIN_FINALLY, JOIN_RETURN };

typedef struct Loop {
    struct Loop *outer;
    Join *head, *exit;
    int temporaries;         /* how many there were */
    IrValue *broken;         /* set by break where there is an else */
    int try_depth;
} Loop;

/* The names of a comprehension, while it is walked: they stand behind the function's own. */
typedef struct ComprehensionFrame {
    struct ComprehensionFrame *outer;
    const Node *node;
} ComprehensionFrame;

typedef struct InnerName {
    const Node *node;        /* the comprehension */
    const Identifier *name;
} InnerName;

enum { INSTANCE_NEW, INSTANCE_INFERRING, INSTANCE_INFERRED, INSTANCE_EMITTED };

struct Instance {
    Instance *next;
    const FunctionTree *tree;
    Function *function;      /* whose globals and cells; of a closure: its outermost function's */
    Instance *outer;         /* closures: the one that it was made in */
    const CompileType **types;
    int count;               /* parameters, then what is caught */
    const CompileType *walk_result; /* of the returns of this walk */
    const CompileType *result, *wanted_result, *seen_result; /* seen: by a recursive call */
    CompileOptions options;
    int state;
    bool is_recursive;
    IrFunction *ir;
    const char *ir_name;
    int name_count;
    Binding *bindings;       /* of each name now; NULL: here is not reached */
    Join *joins;
    Slot *slots;
    Loop *loop;
    IrValue *anchor;         /* variables are made before it */
    IrValue **results;       /* pointers for a result of several parts */
    const Identifier **caught_names;
    int caught_count;
    InnerName *inner_names;
    int inner_count;
    ComprehensionFrame *frames;
    bool has_changed;
    bool has_return_literal;
    Value return_literal;
    const Node *return_node; /* of the first return, for messages */
    const char *return_shown; /* the type of the first return, for messages */
    IrValue *caught;         /* in a handler, for a bare raise */
    int try_depth;
    int walks;
    bool waits, depends;     /* for a type that is still being found: this walk; on an instance further out */
};

typedef struct ClosureInfo { /* a function that was made in a compiled one */
    struct ClosureInfo *next;
    const Node *node;
    FunctionTree *tree;
    Function *function;
    const Identifier **names; /* of what it has caught */
    int count;
} ClosureInfo;

struct Compilation {
    CompileContext *context;
    Thread *thread;
    TypeTable *types;
    Arena arena;
    IrModule *module;
    IrBuilder builder;
    bool emit;
    Instance *instances, *instance; /* all of them; the one that is walked */
    const Node *node;        /* the statement or expression at hand, for messages */
    jmp_buf *escape, *pending;
    unsigned stamp;
    IrValue **temporaries;   /* owners of this statement's memory */
    int temporary_count, temporary_capacity;
    int depth;
    Value *kept;
    size_t kept_count, kept_capacity;
    const char *error_kind;  /* of a failure: "TypingError" ... */
    TextBuffer message;
    bool has_raised;         /* the exception is set already */
    int name_number;
    ClosureInfo *closures;
    int inferring_depth;
    ListSite *list_sites;
    bool is_device;          /* for a GPU, or an emulated one: */
    bool is_emulated, checks_all;
    IrFunction *kernel;      /* the function that is launched */
    IrValue *dynamic_bytes;  /* its last parameter */
};

/* ---- Failing (fail.c). `kind`: a class of numba.core.errors, or a built-in one. */
_Noreturn void fail_typing(Compilation *c, const Node *node, const char *during, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
_Noreturn void fail_unsupported(Compilation *c, const Node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void fail_kind(Compilation *c, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void fail_raised(Compilation *c); /* an exception is set already */
_Noreturn void fail_memory(Compilation *c);
/* "No implementation of function Function(<built-in function add>) found for signature:" and so on. */
_Noreturn void fail_no_implementation(Compilation *c, const Node *node, const char *function, const CompileValue *values, int count);
_Noreturn void fail_unsupported_function(Compilation *c, const Node *node, const char *path);
_Noreturn void fail_pending(Compilation *c); /* the type of a recursive call is not known yet: this statement waits for the next walk */
void *compile_allocate(Compilation *c, size_t size); /* zeroed, in the arena; fails by itself */
const char *compile_text(Compilation *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
Value compile_keep(Compilation *c, Value owned); /* until the compilation ends; absent: fails as raised */
const char *value_shown(Compilation *c, CompileValue value); /* its type as messages show it: literals as such */

/* ---- Code (code.c): NULL in a dry walk. */
const IrType *code_type(Compilation *c, TypePart part);
IrValue *code_integer(Compilation *c, DtypeNumber number, int64_t value);
IrValue *code_float(Compilation *c, DtypeNumber number, double value);
IrValue *code_unary(Compilation *c, IrOperation operation, IrValue *operand);
IrValue *code_binary(Compilation *c, IrOperation operation, IrValue *left, IrValue *right);
IrValue *code_select(Compilation *c, IrValue *condition, IrValue *yes, IrValue *no);
IrValue *code_cast(Compilation *c, DtypeNumber from, DtypeNumber to, IrValue *value); /* any numbers */
IrValue *code_math(Compilation *c, IrMath function, IrValue *first, IrValue *second);
IrValue *code_truth(Compilation *c, DtypeNumber from, IrValue *value);
void code_check(Compilation *c, IrValue *condition, const char *kind, const char *message);
IrValue *code_get(Compilation *c, IrValue *variable);
void code_set(Compilation *c, IrValue *variable, IrValue *value);
IrValue *code_read(Compilation *c, IrValue *pointer);
void code_write(Compilation *c, IrValue *pointer, IrValue *value);
IrValue *code_offset(Compilation *c, IrValue *pointer, IrValue *count); /* in elements */
IrValue *code_byte_offset(Compilation *c, IrValue *pointer, IrValue *bytes);
/* A variable at the head of the function, zero at first. */
IrValue *code_variable(Compilation *c, TypePart part);
void code_if(Compilation *c, IrValue *condition);
void code_else(Compilation *c);
IrValue *code_for(Compilation *c, IrValue *start, IrValue *stop, IrValue *step);
void code_while(Compilation *c);
void code_test(Compilation *c, IrValue *condition);
void code_end(Compilation *c);
void code_break(Compilation *c);
void code_continue(Compilation *c);
/* A call of the C function `address`: RESULT f(IrRun *run, arguments...). `result` < 0: none. */
IrValue *code_external(Compilation *c, const char *name, void *address, int result, IrValue *const *arguments, int count, bool can_fault);
IrValue *code_address(Compilation *c, const void *address); /* as an int64 */
IrValue *code_pointer(Compilation *c, DtypeNumber number, IrValue *address); /* from an int64 */
IrValue *code_pointer_bits(Compilation *c, IrValue *pointer);                /* to an int64 */
IrValue *code_retype(Compilation *c, DtypeNumber number, IrValue *pointer);  /* leads to other numbers */
IrValue *code_local(Compilation *c, TypePart part, int64_t count); /* memory of the function's own, as a global pointer to its first */
static inline bool code_is_zero(const IrValue *value) { return value && ir_is_constant(value) && value->constant.i == 0; }

/* ---- Values (value.c) */
CompileValue value_of(const CompileType *type, IrValue **parts);
CompileValue value_number(Compilation *c, DtypeNumber number, IrValue *part);
CompileValue value_int(Compilation *c, int64_t integer);       /* a literal */
CompileValue value_bool(Compilation *c, bool truth);           /* a literal */
CompileValue value_none(Compilation *c);
CompileValue tuple_of(Compilation *c, const CompileValue *items, int count);
CompileValue value_tuple_like(Compilation *c, const CompileType *type, const CompileValue *items);
/* Any object that is known when compiling: numbers, strings, None, tuples, arrays, modules, functions, classes. */
CompileValue value_from_constant(Compilation *c, const Node *node, const char *name, Value value);
IrValue **value_parts(Compilation *c, CompileValue *value); /* NULL in a dry walk */
IrValue *value_part(Compilation *c, CompileValue value);    /* of a value of one part */
CompileValue value_item(Compilation *c, CompileValue tuple, int index);
CompileValue value_force(Compilation *c, CompileValue value); /* an array that is computed */
/* As another type; fails when it cannot be ("during" is what messages say). */
CompileValue value_convert(Compilation *c, CompileValue value, const CompileType *type);
IrValue *value_as(Compilation *c, CompileValue number, DtypeNumber wanted);
IrValue *value_truth_code(Compilation *c, const Node *node, CompileValue value);
int value_known_truth(CompileValue value); /* 1, 0; -1: not known */
bool value_known_int(CompileValue value, int64_t *integer);
const char *value_known_text(CompileValue value); /* NULL: no known string */
CompileValue value_literal_type(Compilation *c, CompileValue value); /* as `type_literal` where it is known */
static inline bool value_is_none_type(CompileValue value) { return value.type->kind == TYPE_KIND_NONE; }
static inline const CompileType *number_type(Compilation *c, DtypeNumber number) { return c->types->numbers[number]; }
void value_retain_code(Compilation *c, CompileValue value);
void value_release_code(Compilation *c, CompileValue value);
void temporary_add(Compilation *c, IrValue *owner); /* is released at the end of the statement */
void temporary_add_owners(Compilation *c, CompileValue value); /* of all its parts */
void temporaries_release(Compilation *c, int mark, bool forget);

/* ---- Variables (variable.c) */
const char *variable_text(Compilation *c, int name);
void inner_names_find(Compilation *c, Instance *instance); /* of its comprehensions */
int variable_find(Compilation *c, const Identifier *name); /* -1: no variable of this function */
CompileValue variable_read(Compilation *c, const Node *node, int name);
void variable_assign(Compilation *c, int name, CompileValue value);
void variable_forget(Compilation *c, int name);
Binding *bindings_copy(Compilation *c, const Binding *bindings);
Join *join_find(Compilation *c, const Node *node, int role);
void join_differs(Compilation *c, Join *join, const Node *body); /* what is assigned within */
void join_flow(Compilation *c, Join *join);  /* from here; afterwards here is not reached */
void join_take(Compilation *c, Join *join);  /* go on here, with what has come */
static inline bool is_reached(const Compilation *c) { return c->instance->bindings != NULL; }
void slots_release(Compilation *c); /* code that gives back what all variables hold */

/* ---- Walking (statement.c, expression.c, loop.c) */
void walk_statements(Compilation *c, NodeList body);
CompileValue walk(Compilation *c, const Node *node);      /* the value of an expression */
CompileValue walk_open(Compilation *c, const Node *node); /* the same; arrays may still be expressions */
void walk_assign(Compilation *c, const Node *target, CompileValue value);
void walk_for(Compilation *c, const Node *node);
void walk_while(Compilation *c, const Node *node);
void walk_try(Compilation *c, const Node *node);
void walk_raise(Compilation *c, const Node *node);
void walk_assert(Compilation *c, const Node *node);
void walk_return(Compilation *c, const Node *node, CompileValue value);
CompileValue walk_comprehension(Compilation *c, const Node *node);
/* `for target in iter`, whose body is a function: no break, no else. */
void walk_for_each(Compilation *c, const Node *node, const Node *target, const Node *iter, void (*body)(Compilation *c, void *data), void *data);
IrValue **list_written(Compilation *c, CompileValue *value); /* the list of items that are known one by one */
CompileValue conditional_value(Compilation *c, const Node *node, CompileValue condition, const Node *yes, const Node *no);

/* What can be looped over: `count` rounds, the item of each. */
typedef struct Iteration {
    CompileValue source;
    IrValue *start, *stop, *step;   /* of the IR's own loop */
    int64_t least;                  /* of its index */
    DtypeNumber number;
    CompileValue (*item)(Compilation *c, const struct Iteration *iteration, IrValue *index, int64_t least);
    const CompileType *item_type;
    struct Iteration *inner;        /* enumerate, zip, reversed: of what */
    int inner_count;
    CompileValue extra;
    int64_t known_count;            /* -1: not known */
} Iteration;
Iteration iteration_over(Compilation *c, const Node *node, CompileValue source);

/* ---- Operators (operator.c, elementwise.c) */
CompileValue operate_binary(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right);
CompileValue operate_unary(Compilation *c, const Node *node, AstUnaryOperator operator, CompileValue operand);
CompileValue operate_compare(Compilation *c, const Node *node, AstCompareOperator operator, CompileValue left, CompileValue right);
CompileValue operate_in_place(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right);
CompileValue number_binary(Compilation *c, const Node *node, AstBinaryOperator operator, CompileValue left, CompileValue right);
CompileValue number_power(Compilation *c, const Node *node, CompileValue base, CompileValue exponent);
/* A ufunc over numbers and arrays; arrays give an expression. */
CompileValue operate_ufunc(Compilation *c, const Node *node, const Operator *row, const CompileValue *operands, int count);
bool value_is_array_like(CompileValue value); /* an array, or an expression of arrays */

/* ---- Arrays (array.c, index.c) */
IrValue *index_wrapped(Compilation *c, CompileValue index, IrValue *extent); /* a negative one counts from the end */
IrValue *array_owner(Compilation *c, CompileValue array);
IrValue *array_first(Compilation *c, CompileValue array);
IrValue *array_extent(Compilation *c, CompileValue array, int axis);
IrValue *array_stride(Compilation *c, CompileValue array, int axis); /* in bytes */
IrValue *array_count(Compilation *c, CompileValue array);            /* of elements */
IrValue *array_view_of(Compilation *c, CompileValue *array);
CompileValue array_value(Compilation *c, const CompileType *type, IrValue *owner, IrValue *address, IrValue *const *shape, IrValue *const *strides);
/* New memory; `zeroed`. */
CompileValue array_new(Compilation *c, const CompileType *item, int rank, IrValue *const *shape, char layout, bool zeroed);
CompileValue array_load(Compilation *c, CompileValue array, IrValue *const *indexes, bool checked);
void array_store(Compilation *c, CompileValue array, IrValue *const *indexes, CompileValue value, bool checked);
/* for every element: loops over all axes, indexes into `indexes`; array_loops_end closes them. */
void array_loops(Compilation *c, int rank, IrValue *const *extents, IrValue **indexes);
void array_loops_end(Compilation *c, int rank);
CompileValue array_copied(Compilation *c, CompileValue array, char layout);
void array_fill_from(Compilation *c, const Node *node, CompileValue target, CompileValue value); /* broadcast */
int64_t item_size_of(const CompileType *item);
void slice_cut(Compilation *c, CompileValue slice, IrValue *extent, CompileValue *bounds); /* start, step, count */
CompileValue index_get(Compilation *c, const Node *node, CompileValue container, CompileValue index);
void index_set(Compilation *c, const Node *node, CompileValue container, CompileValue index, CompileValue value);
CompileValue array_reshape_to(Compilation *c, const Node *node, CompileValue array, CompileValue *extents, int count);
CompileValue array_transposed(Compilation *c, CompileValue array);
IrValue *array_overlap_code(Compilation *c, CompileValue left, CompileValue right);

/* ---- Attributes, builtins, calls */
typedef struct Arguments {
    CompileValue *values;
    int count;               /* by position */
    const char **names;      /* of the keyword values, which follow */
    int name_count;
    const Node *node;
} Arguments;
typedef CompileValue BuiltinCode(Compilation *c, const Node *node, Arguments *arguments, const void *data);
typedef CompileValue AttributeCode(Compilation *c, const Node *node, CompileValue self, const void *data);
/* Tables: README.md tells how to add a row. `signature`: parameters' names separated by blanks, "name=" where one may be left out,
 * "*" before those that are keywords only; NULL: any number by position. */
typedef struct BuiltinRow {
    const char *path;        /* "math.sqrt"; of a method: the class's word and the name, "array.sum" */
    const char *signature;
    BuiltinCode *code;
    const void *data;
} BuiltinRow;
typedef struct AttributeRow {
    const char *path;        /* "array.shape" */
    AttributeCode *code;
    const void *data;
} AttributeRow;
extern const BuiltinRow *const *const builtin_tables[]; /* each ends with a NULL path; the list with NULL */
extern const AttributeRow *const *const attribute_tables[];
const BuiltinRow *builtin_find(Compilation *c, const char *path);
const char *type_class_word(const CompileType *type); /* "array", "tuple", "number", "str", ... */
CompileValue attribute_get(Compilation *c, const Node *node, CompileValue self, const char *name);
CompileValue walk_call(Compilation *c, const Node *node);
CompileValue value_tuple_like_pair(Compilation *c, const CompileValue *both);
CompileValue call_value(Compilation *c, const Node *node, CompileValue callee, Arguments *arguments);
CompileValue call_builtin(Compilation *c, const Node *node, const BuiltinRow *row, Arguments *arguments);
bool path_is_known(Compilation *c, const char *path); /* a row, or a function of the library */
/* In kernels (cuda.c, cuda_support.c) */
CompileValue cuda_call_library(Compilation *c, const Node *node, const char *name, Arguments *arguments); /* numba.cuda.libdevice */
CompileValue cuda_print(Compilation *c, const Node *node, Arguments *arguments);
CompileValue cuda_round(Compilation *c, CompileValue value, int64_t digits);
CompileValue cuda_constant_array(Compilation *c, const HostArray *array); /* a table of the kernel's own */
void cuda_raise(Compilation *c, Value class_value, const char *text);
void cuda_code_check(Compilation *c, IrValue *condition, const char *kind, const char *message);
const char *host_path_of(Compilation *c, Value value); /* "": it has none */
bool cuda_value(Compilation *c, const Node *node, const char *path, CompileValue *value); /* cuda.laneid and the like */
CompileValue call_path(Compilation *c, const Node *node, const char *path, const CompileValue *values, int count);
CompileValue call_compiled(Compilation *c, const Node *node, Function *function, const CompileOptions *options, Arguments *arguments);
CompileValue call_closure(Compilation *c, const Node *node, CompileValue closure, Arguments *arguments);
CompileValue closure_make(Compilation *c, const Node *node);
/* An argument that was left out. */
static inline bool argument_is_given(CompileValue value) { return value.type && value.type->kind != TYPE_KIND_UNKNOWN; }
DtypeNumber argument_dtype(Compilation *c, const Node *node, CompileValue value); /* of dtype=...; fails when it is none */
int argument_extents(Compilation *c, const Node *node, CompileValue value, IrValue **extents); /* a shape: how many axes */

/* ---- Instances (instance.c) */
Instance *instance_find(Compilation *c, const FunctionTree *tree, Function *function, Instance *outer, const CompileType *const *types, int count,
                        const CompileOptions *options);
static inline void instance_waits(Compilation *c) { c->instance->waits = c->instance->has_changed = true; }
void instance_infer(Compilation *c, Instance *instance);
void instance_declare(Compilation *c, Instance *instance);
void instance_emit(Compilation *c, Instance *instance);

/* ---- What compiled code calls (runtime.c) */
int64_t runtime_array_new(IrRun *run, int64_t bytes, int64_t zeroed);
void runtime_retain(IrRun *run, int64_t owner);
void runtime_release(IrRun *run, int64_t owner);
void runtime_print_text(IrRun *run, const char *text, int64_t length);
void runtime_print_integer(IrRun *run, int64_t value);
void runtime_print_unsigned(IrRun *run, uint64_t value);
void runtime_print_float(IrRun *run, double value);
void runtime_print_float32(IrRun *run, float value);
void runtime_print_complex(IrRun *run, double real, double imaginary);
void runtime_print_end(IrRun *run);
double runtime_round_digits(IrRun *run, double value, int64_t digits);
double runtime_round_single(IrRun *run, double value, int64_t digits);
void runtime_fault(IrRun *run, const char *kind, const char *message);

#endif
