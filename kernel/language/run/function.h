/* Functions made by def and lambda, and cells. */
#ifndef KERNEL_LANGUAGE_FUNCTION_H
#define KERNEL_LANGUAGE_FUNCTION_H

#include "kernel/language/compile/code.h"
#include "kernel/objects/core/type_templates.h"

typedef struct Cell {
    Object object;
    Value value; /* absent: empty */
} Cell;
Value cell_new(Thread *thread, Value value); /* retains */
static inline void cell_set(Cell *cell, Value value) { value_replace(&cell->value, value_retain(value)); }
static inline bool value_is_cell(Value value) { return value_has_type(value, &cell_type_template); }

typedef struct Function {
    Object object;
    Code *code;
    Dict *globals;
    Tuple *defaults;        /* NULL: none */
    Dict *keyword_defaults; /* NULL: none */
    Tuple *closure;         /* of cells; NULL: none */
    Value name, qualified_name, documentation, module;
    Value annotations;      /* dict, a tuple of name, value, name, value ... until asked for, or absent */
    Dict *attributes;       /* NULL: none yet */
    void *weak_references;
    void *compiled;         /* for kernel/compile: what it knows of this function; released with `release_compiled` */
    void (*release_compiled)(void *);
} Function;

Value function_new(Thread *thread, Code *code, Dict *globals);
static inline bool value_is_function(Value value) { return value_has_type(value, &function_type_template); }
static inline Function *value_function(Value value) { return (Function *)value.object; }

/* Put a call's arguments in their places: `registers` holds `count` positional values in front; keyword values follow
 * them, one for each of `names`. On success every parameter's register is filled and the others are empty; on failure
 * (TypeError) all of them are released. `capacity` registers may be used. Owned both ways. */
bool function_bind(Thread *thread, Function *function, Value *registers, size_t count, Tuple *names);

#endif
