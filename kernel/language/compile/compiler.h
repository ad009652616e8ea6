/* The compiler's inside: what its files share. From the outside see evaluate.h.
 *
 * A unit is one code object in the making: a module, a function, a class body, a comprehension. Expressions give an
 * Operand: a constant, a local variable's register (nothing is copied) or a temporary. Temporaries are taken and
 * given back like a stack; the operation that uses one empties it (CONSUME flags), so that nothing is kept alive
 * longer than Python would.
 *
 * Failure (no memory, a SyntaxError of the last hour) sets thread->exception and `failed`; everything goes on harmlessly
 * until the end, where one test suffices. */
#ifndef KERNEL_LANGUAGE_COMPILER_H
#define KERNEL_LANGUAGE_COMPILER_H

#include "kernel/language/compile/code.h"
#include "kernel/language/text/parser.h"
#include "kernel/language/compile/scopes.h"

#define NO_REGISTER UINT16_MAX

typedef enum OperandKind { OPERAND_CONSTANT, OPERAND_LOCAL, OPERAND_TEMPORARY } OperandKind;
typedef struct Operand {
    OperandKind kind;
    uint32_t index; /* of the constant or register */
} Operand;

typedef struct Label {
    int32_t at; /* -1: not placed yet */
} Label;

typedef struct Jump {
    uint32_t at;     /* the instruction */
    uint32_t label;
    bool in_next_word;
} Jump;

/* What encloses a statement: what break, continue and return must undo on their way out. */
typedef enum BlockKind {
    BLOCK_WHILE,
    BLOCK_FOR,           /* reg: loop state */
    BLOCK_ASYNC_FOR,     /* reg: the iterator */
    BLOCK_TRY,           /* a body whose handlers are elsewhere */
    BLOCK_FINALLY,       /* final_body to run */
    BLOCK_HANDLER,       /* reg: the exception, reg + 1: what was handled before */
    BLOCK_HANDLER_NAME,  /* name to delete */
    BLOCK_WITH,          /* reg: __exit__ */
    BLOCK_ASYNC_WITH,
    BLOCK_TEMPORARY,     /* reg: to be emptied */
} BlockKind;

typedef struct Block {
    BlockKind kind;
    struct Block *outer;
    uint32_t break_label, continue_label;
    uint16_t reg;
    NodeList final_body;
    const Identifier *name;
    const Node *node;
    /* the range of instructions that its handler covers, while it is open */
    bool has_range;
    uint32_t range_start, handler_label;
    uint16_t depth;
} Block;

typedef struct PendingHandler {
    uint32_t start, end, label;
    uint16_t depth;
} PendingHandler;

typedef struct Compiler {
    Thread *thread;
    AstContext *context;
    Value file; /* borrowed */
    Source *source;
    unsigned flags;
    bool failed;
    bool is_hidden; /* <native NAME>: see Code */
} Compiler;

typedef struct Unit {
    Compiler *compiler;
    struct Unit *outer;
    Scope *scope;
    const char *qualified_name;
    Word *words;
    Position *positions;
    size_t word_count, word_capacity;
    Value *constants;
    size_t constant_count, constant_capacity;
    String **names;
    size_t name_count, name_capacity;
    Label *labels;
    size_t label_count, label_capacity;
    Jump *jumps;
    size_t jump_count, jump_capacity;
    PendingHandler *handlers;
    size_t handler_count, handler_capacity;
    uint16_t *registers;      /* of each symbol of the scope: register, or index into the closure */
    uint16_t local_count, register_count, top; /* top: the next free temporary */
    uint16_t class_cell;      /* register of __class__ in a class block, or NO_REGISTER */
    bool is_function;         /* variables are registers */
    bool has_walrus;
    bool is_asynchronous_generator;
    uint8_t *assigned;        /* for each register: certainly holds a value here */
    uint8_t *uncertain;       /* deleted somewhere: never certain */
    Block *block;
} Unit;

/* ---- compiler.c: emitting ---- */
Operand operand_constant(Unit *unit, Value value); /* takes over */
Operand operand_none(Unit *unit);
uint32_t unit_constant(Unit *unit, Value value);   /* takes over */
uint16_t unit_name(Unit *unit, const char *name);
uint16_t unit_identifier(Unit *unit, const Identifier *name);
uint32_t unit_label(Unit *unit);
void unit_place(Unit *unit, uint32_t label);
uint16_t unit_temporary(Unit *unit);
uint16_t unit_temporaries(Unit *unit, unsigned count); /* the first of consecutive ones */
uint32_t emit(Unit *unit, const Node *node, Opcode opcode, unsigned flags, unsigned a, unsigned b, unsigned c);
void emit_word(Unit *unit, int64_t number);
void place_at_name(Unit *unit, uint32_t instruction, const Node *attribute); /* where the name after the dot stands */
void emit_load_constant(Unit *unit, const Node *node, uint16_t target, uint32_t constant);
void emit_jump(Unit *unit, const Node *node, Opcode opcode, uint16_t reg, uint32_t label); /* JUMP, JUMP_IF_... */
void emit_jump_word(Unit *unit, uint32_t instruction, uint32_t label);
void unit_error(Unit *unit, const Node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool unit_deep(Unit *unit); /* too deep in the C stack: RecursionError, failed */
Unit *unit_open(Compiler *compiler, Unit *outer, Scope *scope, const char *qualified_name);
Value unit_close(Unit *unit, const char *name, Value documentation, int first_line, int last_line, uint32_t flags,
                 const Node *arguments); /* assemble: a code object, absent on failure; frees the unit */
void unit_open_range(Unit *unit, Block *block, uint32_t handler_label, uint16_t depth);
void unit_close_range(Unit *unit, Block *block);
void unit_leave_body(Unit *unit, const Node *node); /* before the range of a try or with closes */

/* ---- variables ---- */
Operand compile_load_name(Unit *unit, const Node *node, const Identifier *name, uint16_t target);
void compile_store_name(Unit *unit, const Node *node, const Identifier *name, Operand value);
void compile_delete_name(Unit *unit, const Node *node, const Identifier *name);
/* The register of a plain local variable, or NO_REGISTER. */
uint16_t local_register(Unit *unit, const Identifier *name);
void mark_assigned(Unit *unit, uint16_t reg);
uint8_t *assigned_save(Unit *unit);                    /* a copy, owned */
void assigned_restore(Unit *unit, const uint8_t *saved);
void assigned_intersect(Unit *unit, const uint8_t *other);

/* ---- compile_expression.c ---- */
/* The value as an operand; a temporary is `target` when that is given, else the next free one. */
Operand compile_operand(Unit *unit, const Node *node, uint16_t target);
/* Not a constant: in a register. */
Operand compile_register(Unit *unit, const Node *node);
/* Into this register, released first; owned by it. */
void compile_into(Unit *unit, const Node *node, uint16_t target);
uint16_t compile_temporary(Unit *unit, const Node *node); /* into the next free temporary */
Operand operand_in_register(Unit *unit, const Node *node, Operand operand);
void operand_into(Unit *unit, const Node *node, Operand operand, uint16_t target);
void operand_drop(Unit *unit, const Node *node, Operand operand); /* emit CLEAR for a temporary */
/* Jump to `label` when the truth of the expression is `sense`, else fall through. */
void compile_condition(Unit *unit, const Node *node, uint32_t label, bool sense);
void compile_effect(Unit *unit, const Node *node); /* evaluate and drop */
Operand compile_await(Unit *unit, const Node *node, uint16_t awaitable, uint16_t target);
uint32_t compile_call_arguments(Unit *unit, const Node *node, NodeList arguments, NodeList keywords, uint16_t base,
                            bool is_method, uint16_t target);
bool constant_fold(Unit *unit, const Node *node, Value *value); /* *value owned */
int constant_truth(Unit *unit, const Node *node);               /* 1, 0, -1: not known */

/* ---- compile_statement.c ---- */
void compile_body(Unit *unit, NodeList body);
void compile_statement(Unit *unit, const Node *node);
void compile_store(Unit *unit, const Node *target, Operand value);
void compile_unwind(Unit *unit, const Node *node, Block *until); /* undo all blocks inside `until`, which stays */
void compile_show(Unit *unit, const Node *node);

/* ---- compile_try.c, compile_pattern.c, compile_function.c ---- */
void compile_try(Unit *unit, const Node *node);
void compile_try_star(Unit *unit, const Node *node);
void compile_with(Unit *unit, const Node *node);
void compile_match(Unit *unit, const Node *node);
void compile_function_definition(Unit *unit, const Node *node);
void compile_class_definition(Unit *unit, const Node *node);
void compile_lambda(Unit *unit, const Node *node, uint16_t target);
void compile_comprehension(Unit *unit, const Node *node, uint16_t target);
void compile_annotation(Unit *unit, const Node *annotation, uint16_t target);

/* ---- compile_warning.c: SyntaxWarnings ---- */
void warn_of_call(Unit *unit, const Node *node);
void warn_of_subscript(Unit *unit, const Node *node);
void warn_of_comparison(Unit *unit, const Node *node);
void warn_of_assertion(Unit *unit, const Node *node);

/* A tree whose scopes are built and checked, to a code object; owned. */
/* What a constant of the source stands for; owned. */
Value constant_value(Thread *thread, const Constant *constant);
Value compile_tree(Thread *thread, AstContext *context, Node *tree, Source *source, Value file, unsigned flags);

/* The AST's operators as the object model numbers them. */
BinaryOperator binary_operator_from_ast(AstBinaryOperator operator);

#endif
