/* What the files of arraylib/ir share with each other. */
#ifndef ARRAYLIB_IR_PRIVATE_H
#define ARRAYLIB_IR_PRIVATE_H

#include "arraylib/ir.h"
#include "config.h"

/* In builds for tests everything that is made is looked at again. */
#if defined(CUPOLA_SANITIZED) || !defined(__OPTIMIZE__)
enum { IR_VERIFY_EACH = 1 };
#else
enum { IR_VERIFY_EACH = 0 };
#endif

typedef enum IrRule {
    RULE_GIVEN, RULE_SAME, RULE_REAL, RULE_COMPARE, RULE_SELECT, RULE_CAST, RULE_BITCAST, RULE_COMPLEX, RULE_MATH,
    RULE_EXTENT, RULE_DATA, RULE_ELEMENT, RULE_OFFSET, RULE_FIELD, RULE_ITEM, RULE_GLOBAL, RULE_THREAD, RULE_VAR,
    RULE_GET, RULE_SET, RULE_STORAGE, RULE_LOAD, RULE_STORE, RULE_COPY, RULE_ATOMIC, RULE_NOTHING, RULE_BARRIER_VOTE,
    RULE_SYNC_WARP, RULE_SHUFFLE, RULE_VOTE, RULE_MASK, RULE_CALL, RULE_CHECK, RULE_FOR, RULE_RETURN, RULE_CLOCK, RULE_PRINT,
    RULE_CUT, RULE_VIEW, RULE_PARALLEL, RULE_CAUGHT, RULE_RAISE
} IrRule;

typedef enum IrTrait { TRAIT_P, TRAIT_R, TRAIT_V, TRAIT_C, TRAIT_G } IrTrait;

typedef struct IrOperationRow {
    const char *word;
    int operands;
    IrRule rule;
    const char *kinds;
    IrTrait trait;
} IrOperationRow;
extern const IrOperationRow ir_operation_rows[IR_OPERATION_COUNT];

typedef struct IrMathRow {
    const char *name;
    int operands;
    char result; /* 'S' or 'B' */
    const char *kinds;
} IrMathRow;
extern const IrMathRow ir_math_rows[IR_MATH_COUNT];

typedef struct IrWord {
    const char *word, *cuda;
} IrWord;
extern const IrWord ir_places[], ir_atomics[], ir_shuffles[], ir_votes[], ir_fences[];
/* The words of an operation's detail; NULL where it has none, or is a number (SHAPE, STRIDE, FIELD) or both (THREAD). */
const IrWord *ir_detail_words(IrOperation operation, int *count);

/* The type that a value has by its operation, detail and operands. NULL: they do not fit, and `why` says it.
 * What a CAST, BITCAST or storage is given comes in as `given`. */
const IrType *ir_infer(IrModule *module, const IrValue *value, const IrType *given, TextBuffer *why);
/* Of a FIELD. */
const IrField *ir_field_of(const IrValue *value);
static inline bool ir_gives_value(const IrValue *value) { return value->type->kind != IR_VOID; }
static inline IrTrait ir_trait(const IrValue *value) { return ir_operation_rows[value->operation].trait; }

/* A new value that stands nowhere yet. NULL: no memory. */
IrValue *ir_value_create(IrModule *module, IrOperation operation, int detail, const IrType *type,
                         IrValue *const *operands, int count);
IrBlock *ir_block_create(IrFunction *function, IrValue *owner, int depth);
void ir_block_insert(IrBlock *block, IrValue *before, IrValue *value); /* before NULL: at the end */
void ir_block_remove(IrValue *value);
const IrType *ir_struct_find(const IrModule *module, const char *name);
bool ir_name_is_good(const char *name, size_t length);
/* Sets module->error; returns NULL. */
void *ir_fail(IrModule *module, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One operation on scalars, as IR defines it. False: not an operation on scalars alone. `types` are the operands'. */
bool ir_evaluate(IrOperation operation, int detail, const IrType *result_type, const IrType *const *types,
                 const IrScalar *operands, IrScalar *result);
IrScalar ir_scalar_load(const IrType *type, const void *memory);
void ir_scalar_store(const IrType *type, void *memory, IrScalar value);
/* Equal bits; NaNs of floats are equal to each other. */
bool ir_scalar_equal(const IrType *type, IrScalar left, IrScalar right);
/* How often a FOR runs: never when step is 0. The index of round k is start + k * step. */
uint64_t ir_trip_count(const IrType *type, IrScalar start, IrScalar stop, IrScalar step);
/* What an atomic operation leaves in memory. */
IrScalar ir_atomic_combine(IrAtomic operation, const IrType *type, IrScalar old, IrScalar value);

/* What no run may catch: whoever asked for the end shall get it. */
static inline bool ir_fault_is_caught(const IrFault *fault) { return fault->kind != IR_FAULT_NONE && fault->kind != IR_FAULT_INTERRUPT; }
/* One call of an external by its types; the result's bits. */
IrScalar ir_external_call(const IrFunction *external, IrRun *run, const IrScalar *arguments);
/* The parts of PARALLEL over the workers; false: a fault is in run->fault. */
typedef int32_t IrPartEntry(int64_t start, int64_t stop, int64_t part, void *context, IrRun *run);
bool ir_run_parts(IrPartEntry *entry, int64_t start, int64_t stop, int64_t parts, void *context, IrRun *run);
/* From code: a rare function, compiled now when it has not been yet. 1: a fault ended it; 2: it gave true; 0: false. */
int32_t ir_call_rare(IrRun *run, IrProgram *program, IrFunction *function, void *frame);
/* Where part `part` of so many begins; that of part `parts` is the end. */
int64_t ir_part_start(int64_t start, int64_t stop, int64_t parts, int64_t part);

/* The next piece of a format: text, and behind it a conversion (letter 0: none any more). "%%" is text. */
typedef struct IrConversion {
    const char *literal, *flags; /* flags, width, precision, without length */
    size_t literal_length, flags_length;
    char letter;
} IrConversion;
bool ir_next_conversion(const char **at, IrConversion *conversion);
void ir_print_values(IrRun *run, const IrModule *module, const char *format, const IrType *const *types, const IrScalar *values, int count);
int64_t ir_clock(void);
/* From which lane a shuffle reads. */
int32_t ir_source_lane(IrShuffle kind, int32_t lane, int32_t by, int32_t width);
/* What the address lies in; NULL: nothing that is known. */
const IrRange *ir_memory_find(const IrMemory *memory, uintptr_t address);

/* CUPOLA_DUMP=ir,source: what is about to be rendered, and what it became, to stderr. */
bool ir_dump_wanted(const char *noun);
void ir_dump(IrModule *module);

/* Calls visit for every value of the block and of those within, in order. The next one is fetched before the visit. */
typedef void IrVisit(IrValue *value, void *context);
void ir_walk(IrBlock *block, IrVisit *visit, void *context);

#endif
