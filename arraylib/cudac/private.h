/* What the files of arraylib/cudac share: tokens, types, the tree, and the state of one compilation.
 *
 * Everything lives in the compilation's arena; the first error ends the compilation by a jump back to cudac_compile, so
 * that no function here needs to hand failures on. */
#ifndef ARRAYLIB_CUDAC_PRIVATE_H
#define ARRAYLIB_CUDAC_PRIVATE_H

#include "arraylib/cudac/cudac.h"
#include "base/hash_table.h"

#include <setjmp.h>

enum {
    TOKENS_MAX = 2000000,   /* after macros are expanded */
    NESTING_MAX = 150,      /* of expressions, statements, macros, templates */
    NODES_MAX = 2000000,
    FUNCTIONS_MAX = 4000,
    ARGUMENTS_MAX = 64
};

/* ---- tokens ---- */

typedef enum TokenKind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHARACTER, TOKEN_SIGN, TOKEN_PLACE } TokenKind;

typedef struct Token {
    TokenKind kind;
    const char *text; /* NUL-terminated; a string's without quotes, escapes resolved */
    size_t length;
    int line;         /* 0: of the prelude */
    bool starts_line, space_before, is_painted; /* painted: a macro's own name inside it */
} Token;

typedef struct TokenList {
    Token *tokens;
    size_t count, capacity;
} TokenList;

/* ---- types ---- */

typedef enum TypeKind { TYPE_VOID, TYPE_SCALAR, TYPE_POINTER, TYPE_ARRAY, TYPE_STRUCT, TYPE_REFERENCE, TYPE_FUNCTION } TypeKind;
typedef struct Type Type;
typedef struct Structure Structure;
typedef struct Expression Expression;
typedef struct Statement Statement;
typedef struct Variable Variable;
typedef struct Function Function;
typedef struct Declared Declared;
typedef struct Scope Scope;

struct Type {
    TypeKind kind;
    DtypeNumber scalar;
    bool is_const, is_volatile, is_forwarding; /* REFERENCE: && */
    const Type *element;  /* POINTER, ARRAY, REFERENCE */
    int64_t count;        /* ARRAY; -1: not said */
    Structure *structure;
    Function *prototype;  /* FUNCTION: what is pointed to when a pointer to a function is called */
};

typedef struct Field {
    const char *name;
    const Type *type;
    int64_t offset;
    int number; /* in the IR's struct, which has padding of its own */
    bool is_base;      /* a struct that this one inherits from */
    bool is_capture;   /* a reference (of a lambda, too): a pointer */
    bool is_mutable;   /* written to in const objects, too */
    size_t initial_at; /* the token of its own initial value; 0: none */
} Field;

/* A bit field: bits of a field that holds several ("bits_0"). */
typedef struct BitField {
    const char *name;
    const Type *type;
    int field, shift, width;
} BitField;

struct Structure {
    const char *name;
    BitField *bits;
    int bit_count, open_bits; /* open_bits: how many of the last unit are taken; 0: none is open */
    Field *fields;
    int field_count, field_capacity;
    int64_t size;
    int alignment, wanted_alignment;
    bool is_complete, is_union, has_initials;
    bool is_open; /* of a template whose arguments are stand-ins */
    const IrType *ir;
    Scope *scope; /* methods, nested names */
    Type type;    /* unqualified */
    Declared *made_from; /* a template */
    struct TemplateArguments *arguments;
};

/* ---- the tree: parsed, names resolved, typed, conversions written out ---- */

typedef enum ExpressionKind {
    EXPRESSION_CONSTANT, EXPRESSION_VARIABLE, EXPRESSION_STRING,
    EXPRESSION_UNARY,      /* operation: an IR operation (NEG, NOT) or IR_ABS... */
    EXPRESSION_BINARY,     /* operation: an IR operation; operands of one type */
    EXPRESSION_LOGICAL_AND, EXPRESSION_LOGICAL_OR, EXPRESSION_LOGICAL_NOT,
    EXPRESSION_ASSIGN,     /* left = right; with operation: left = (type)(left op right), computed in `wide` */
    EXPRESSION_STEP,       /* ++ and --: is_postfix, operation IR_ADD or IR_SUB */
    EXPRESSION_CONDITIONAL,
    EXPRESSION_CALL, EXPRESSION_BUILTIN,
    EXPRESSION_CAST, EXPRESSION_INDEX, EXPRESSION_DEREFERENCE, EXPRESSION_ADDRESS, EXPRESSION_MEMBER,
    EXPRESSION_COMMA, EXPRESSION_LIST, /* { a, b } of a struct or an array */
    EXPRESSION_CONSTRUCT,  /* a temporary struct, then a constructor's call on it */
    EXPRESSION_POINTER_ADD, EXPRESSION_POINTER_DIFFERENCE, EXPRESSION_DECAY
} ExpressionKind;

struct Expression {
    ExpressionKind kind;
    const Type *type; /* never a reference */
    bool is_place;    /* it lies in memory */
    bool is_expiring; /* a place that && is bound to: (T &&)x */
    bool is_postfix;
    int line;
    IrOperation operation;
    const Type *wide;
    Expression *a, *b, *c;
    Expression **arguments;
    int argument_count, height;
    int detail;       /* BUILTIN: which; MEMBER: the field; -1: whole */
    int64_t extra;
    IrScalar constant;
    Variable *variable;
    Function *function;
    const char *text;
    const BitField *bits; /* what was read is a bit field of `bits_of` */
    Expression *bits_of;
    const char **designators; /* LIST: ".name =" before its parts; NULL: none has one */
};

typedef enum StatementKind {
    STATEMENT_EXPRESSION, STATEMENT_DECLARATION, STATEMENT_BLOCK, STATEMENT_IF, STATEMENT_WHILE, STATEMENT_DO, STATEMENT_FOR,
    STATEMENT_SWITCH, STATEMENT_LABEL, STATEMENT_BREAK, STATEMENT_CONTINUE, STATEMENT_RETURN,
    STATEMENT_MARK, STATEMENT_GOTO /* a label to go to, by its name */
} StatementKind;

struct Statement {
    StatementKind kind;
    int line;
    Expression *expression; /* condition, value */
    Expression *step;       /* FOR */
    Variable *variable;     /* DECLARATION */
    Statement *first, *second; /* body / then, else / FOR's start */
    Statement *list;        /* BLOCK, SWITCH */
    bool is_default;        /* LABEL */
    IrScalar label;
    const char *name;       /* MARK, GOTO */
    Statement *next;
};

typedef enum VariableKind { VARIABLE_LOCAL, VARIABLE_PARAMETER, VARIABLE_SHARED, VARIABLE_DYNAMIC_SHARED, VARIABLE_MODULE } VariableKind;

struct Variable {
    VariableKind kind;
    const char *name;
    const Type *type;      /* of a reference: what it refers to */
    bool is_hoisted;    /* lies before a block with labels */
    bool is_forwarding; /* a parameter T &&: takes values, too */
    bool is_reference, is_addressed, is_assigned, has_constant;
    bool is_constant_memory;
    IrScalar constant;     /* of a const integer whose value is known */
    Expression *initial;
    int line;
    Function *owner;
    /* lowering */
    IrValue *value;        /* VAR, or a pointer to it */
    bool in_memory;
    IrGlobal *global;
    int lowered_in;        /* the function it was lowered in */
};

struct Function {
    const char *name;      /* in the module */
    Declared *declared;
    const Type *result;
    Variable **parameters;
    int parameter_count;
    bool is_kernel, is_lowered, is_method, is_parsed, is_prototype;
    bool has_auto_result;  /* the first return tells */
    int address;           /* what a pointer to it holds; 0: nobody takes its address */
    int used_at;           /* a line of the text that needs it */
    Statement *body;
    size_t body_at;        /* the token of its brace, or of a constructor's colon */
    Scope *scope;          /* where its body is read: template arguments, struct members */
    Scope *parameter_scope; /* around its outermost block */
    Structure *owner;      /* of a method */
    const char *pack_name; /* of the parameters from pack_from on */
    int pack_from;
    IrFunction *ir;
    int number;
    Function *next;
};

/* ---- names ---- */

enum { TEMPLATE_PARAMETERS_MAX = 16 };

typedef struct TemplateParameter {
    const char *name;
    bool is_type, is_pack; /* the last one may be a pack */
    bool is_template;      /* a class template: an argument is bound to it */
    size_t fallback; /* token where the default begins; 0: none */
} TemplateParameter;

typedef struct TemplateArgument {
    const Type *type; /* or NULL */
    Declared *made_from; /* a class template by its name */
    int64_t number;
} TemplateArgument;

typedef struct TemplateArguments {
    TemplateArgument items[TEMPLATE_PARAMETERS_MAX];
    int count;
} TemplateArguments;

typedef enum DeclaredKind { DECLARED_VARIABLE, DECLARED_TYPE, DECLARED_FUNCTION, DECLARED_STRUCT_TEMPLATE, DECLARED_NUMBER, DECLARED_SPACE,
                            DECLARED_NAME_TEMPLATE, DECLARED_VARIABLE_TEMPLATE, DECLARED_PACK } DeclaredKind;

typedef struct Instance {
    TemplateArguments arguments;
    Function *function;
    Structure *structure;
    struct Instance *next;
} Instance;

struct Declared {
    DeclaredKind kind;
    const char *name;
    Variable *variable;
    const Type *type;
    int64_t number;          /* of an enumeration, or bound to a template's parameter */
    /* FUNCTION, STRUCT_TEMPLATE: read where they begin, again for every instance */
    size_t at;
    TemplateParameter *parameters;
    int parameter_count;
    bool is_template, has_body, is_kernel, is_constructor, is_special, is_method, is_lambda, is_constexpr;
    bool has_c_name;         /* a kernel that is found by its name: what has none needs a name expression */
    bool is_const, is_volatile; /* a method of such objects */
    char object_kind;           /* of a method: '&' for lvalues only, 'r' for rvalues only (&&), 0 for both */
    bool is_deleted, is_default;
    bool is_used;            /* a base's, named by "using" */
    int least, most;         /* arguments it can take */
    int pack_at;             /* FUNCTION: how many parameters stand before a pack; -1: there is none */
    int pack_count;          /* PACK: its elements, which are variables or a template's arguments */
    Variable **pack_variables;
    TemplateArgument *pack_items;
    Structure *owner;
    Scope *scope;
    Instance *instances;
    Declared *partial;       /* STRUCT_TEMPLATE: specializations for patterns; their arguments begin at `pattern_at` */
    size_t pattern_at;
    Declared *overload;      /* the next of that name */
};

struct Scope {
    HashTable names;
    Scope *outer;
    Structure *structure;    /* of a struct's scope */
    bool is_template;        /* a template's arguments */
    Scope *chain;            /* of all scopes, to release their tables */
};

/* ---- one compilation ---- */

typedef struct Cudac {
    Arena arena;
    jmp_buf escape;
    const char *file_name;
    Error *error;
    IrModule *module;
    TokenList tokens;        /* preprocessed: prelude, then the text */
    size_t prelude_end;
    HashTable macros, own_macros; /* the prelude's, and the text's own, which the prelude does not see */
    bool is_own;             /* the text is preprocessed, not the prelude */
    bool is_header;          /* macros are defined that a header must bring */
    bool has_headers;        /* the text includes one that does */
    bool has_cupy;           /* it includes one of CuPy's */
    size_t at;               /* the parser's place */
    Scope *scope, *scopes, *outermost;
    Function *function;      /* whose body is read */
    Function *functions, *last_function;
    int c_names; /* how many extern "C" { are around */
    int function_count, depth, nodes, structure_count, address_count, string_count;
    int auto_parameters;     /* how many "auto" parameters were read; below 0: they are not allowed here */
    bool has_packs;          /* some template has one */
    bool in_angles;          /* of a template's arguments: ">" ends them */
    int evaluations;         /* steps of constant evaluation */
    bool contracts;          /* a product and a sum become one operation, as the compiler of CUDA has it */
    unsigned texts; /* of CudacText, that come to the prelude: a bit each */
    struct Lowering *lowering; /* of the function that becomes IR now */
} Cudac;

/* error.c */
_Noreturn void cudac_leave(Cudac *c, bool refuses, int line, const char *format, ...) __attribute__((format(printf, 4, 5)));
#define cudac_fail(c, line, ...) cudac_leave(c, false, line, __VA_ARGS__)  /* a mistake in the text */
#define cudac_refuse(c, line, ...) cudac_leave(c, true, line, __VA_ARGS__) /* right, but not understood here */
_Noreturn void cudac_fail_ir(Cudac *c, int line); /* what the IR refused */
_Noreturn void cudac_no_memory(Cudac *c);
void *cudac_allocate(Cudac *c, size_t size);
char *cudac_copy(Cudac *c, const char *text, size_t length);
char *cudac_format(Cudac *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *cudac_ir_name(Cudac *c, const char *name, int number); /* letters, digits and underscores of it, and the number */
void cudac_deeper(Cudac *c, int line); /* pairs with depth-- */

/* lexer.c, preprocess.c */
void cudac_token_append(Cudac *c, TokenList *list, Token token);
void cudac_lex(Cudac *c, const char *text, size_t length, bool is_prelude, TokenList *list);
static inline bool token_is(const Token *token, const char *text) {
    size_t i = 0;
    if (token->kind != TOKEN_SIGN && token->kind != TOKEN_NAME) return false;
    for (; text[i]; i++)
        if (token->text[i] != text[i]) return false;
    return token->text[i] == '\0';
}
void cudac_preprocess(Cudac *c, const TokenList *in, TokenList *out);
void cudac_preprocess_define(Cudac *c, const char *definition);

/* type.c */
const Type *cudac_type_scalar(DtypeNumber number);
#define SCALAR(NAME) cudac_type_scalar(DTYPE_##NAME)
extern const Type cudac_type_void;
const Type *cudac_type_pointer(Cudac *c, const Type *element);
const Type *cudac_type_array(Cudac *c, const Type *element, int64_t count);
const Type *cudac_type_reference(Cudac *c, const Type *element);
const Type *cudac_type_qualified(Cudac *c, const Type *type, bool is_const, bool is_volatile);
const Type *cudac_type_function(Cudac *c, Function *prototype);
static inline bool type_is_function_pointer(const Type *type) { return type->kind == TYPE_POINTER && type->element->kind == TYPE_FUNCTION; }
const Type *cudac_type_plain(Cudac *c, const Type *type); /* without qualifiers on top */
bool cudac_type_same(const Type *left, const Type *right);      /* qualifiers apart */
bool cudac_type_identical(const Type *left, const Type *right); /* qualifiers on top apart */
/* Does it keep what `from` is qualified with, on top and in what it points to? */
bool cudac_type_keeps(const Type *to, const Type *from);
bool cudac_type_points_alike(const Type *to, const Type *from); /* the same, the top apart */
bool cudac_type_is_integer(const Type *type);  /* bool, too */
static inline bool type_is(const Type *type, DtypeNumber number) { return type->kind == TYPE_SCALAR && type->scalar == number; }
/* "{ a, b }" that has no type yet. */
static inline bool is_open_list(const Expression *e) { return e->kind == EXPRESSION_LIST && e->type->kind == TYPE_VOID; }
static inline char type_letter(const Type *type) { return type->kind == TYPE_SCALAR ? dtypes[type->scalar].kind : '-'; }
const Type *cudac_type_promoted(const Type *type);
const Type *cudac_type_common(const Type *left, const Type *right); /* usual arithmetic conversions */
int64_t cudac_type_size(Cudac *c, const Type *type, int line);
int cudac_type_alignment(Cudac *c, const Type *type, int line);
const char *cudac_type_name(Cudac *c, const Type *type);
const IrType *cudac_type_ir(Cudac *c, const Type *type, int line);
void cudac_structure_add(Cudac *c, Structure *structure, const char *name, const Type *type, int line);
void cudac_structure_finish(Cudac *c, Structure *structure, int line);
const Field *cudac_structure_field(const Structure *structure, const char *name);
void cudac_structure_add_bits(Cudac *c, Structure *structure, const char *name, const Type *type, int width, int line); /* no name: room only */
const BitField *cudac_structure_bits(const Structure *structure, const char *name);
const Field *cudac_structure_base(const Structure *structure, const Structure *base); /* the field that leads to it; NULL: none */
bool cudac_has_member(const Structure *structure, const char *name); /* of its own or of a base */
Declared *cudac_structure_find(const Type *type, const char *name); /* a method, a nested name; NULL: none, or no struct */

/* scope.c */
Scope *cudac_scope_push(Cudac *c);
void cudac_scope_pop(Cudac *c);
Scope *cudac_scope_create(Cudac *c, Scope *outer);
void cudac_scope_set(Cudac *c, Scope *scope, const char *name, Declared *declared);
Declared *cudac_scope_find_own(const Scope *scope, const char *name);
Declared *cudac_scope_find(const Cudac *c, const char *name);
Declared *cudac_declare(Cudac *c, DeclaredKind kind, const char *name);

/* parse_*.c */
Token *cudac_peek(Cudac *c);
Token *cudac_peek_ahead(Cudac *c, size_t count);
Token *cudac_take(Cudac *c);
bool cudac_accept(Cudac *c, const char *text);
void cudac_expect(Cudac *c, const char *text);
bool cudac_next_is(Cudac *c, const char *text);
const char *cudac_take_name(Cudac *c);
void cudac_skip_braces(Cudac *c, const char *open, const char *close); /* from the opening one to behind the closing one */
bool cudac_closes_block(Cudac *c); /* takes a "}"; complains where the text ends */
bool cudac_parse_using(Cudac *c);  /* "using", static_assert: takes it whole; false: something else stands here */
bool cudac_starts_type(Cudac *c);

typedef struct Specifiers {
    const Type *type;
    bool is_typedef, is_extern, is_static, is_constexpr, is_shared, is_constant, is_device, is_global, is_host, is_auto, is_friend, is_virtual;
    bool is_mutable;
    bool has_c_name; /* extern "C" */
    int alignment;
} Specifiers;
Specifiers cudac_parse_specifiers(Cudac *c);
const Type *cudac_parse_declarator(Cudac *c, const Type *base, const char **name, bool is_parameter);
const Type *cudac_parse_type_name(Cudac *c);
void cudac_parse_module(Cudac *c);
int cudac_parse_alignment(Cudac *c, int line); /* "(16)", "(double)" */
Structure *cudac_structure_create(Cudac *c, const char *name, bool is_union, Scope *outer);
void cudac_parse_struct_body(Cudac *c, Structure *structure);
void cudac_parse_module_variable(Cudac *c, const Specifiers *s, const Type *type, const char *name);
void cudac_count_parameters(Cudac *c, Declared *declared); /* from the parenthesis of a head: how many it has, and needs */
/* Declares the function whose head begins at `start`; the parser stands before its parenthesis. */
Declared *cudac_declare_function(Cudac *c, Scope *scope, const char *name, size_t start, TemplateParameter *parameters, int parameter_count);
const Type *cudac_parse_struct(Cudac *c, bool is_union);
const Type *cudac_parse_enumeration(Cudac *c);
void cudac_parse_template_head(Cudac *c, TemplateParameter **parameters, int *count); /* behind the word template */
void cudac_parse_template_arguments(Cudac *c, const Declared *declared, TemplateArguments *arguments); /* behind < */
/* A scope in which a template's parameters stand for themselves, so that its head can be read and matched. */
Scope *cudac_stand_ins(Cudac *c, Scope *outer, const TemplateParameter *parameters, int count, int pack_count);
bool cudac_is_stand_in(const Type *type);
bool cudac_is_stand_in_number(int64_t number);
Structure *cudac_instantiate_structure(Cudac *c, Declared *declared, const TemplateArguments *arguments, int line);
Function *cudac_instantiate_function(Cudac *c, Declared *declared, const TemplateArguments *arguments, int line);

/* overload.c: which function a call means */
typedef struct Call {
    Declared *candidates;
    const TemplateArguments *given; /* or NULL */
    Expression **arguments;
    int count;
    bool has_object;  /* the first argument is the object of a method */
    bool is_optional; /* none need fit: NULL then */
    const char *name;
    const char *operator; /* a sign: complaints speak of operands */
    int line;
} Call;
Function *cudac_resolve(Cudac *c, const Call *call);
Expression *cudac_call(Cudac *c,
                       const Call *call); /* resolved and called; NULL: none fits, where that may be */
bool cudac_is_lvalue(const Expression *e);
bool cudac_has_copies(Cudac *c, const Type *type); /* the text has constructors that copy it */
const char *cudac_function_text(Cudac *c, const Function *function); /* "M::at(int) const" */
_Noreturn void cudac_fail_binding(Cudac *c, const Expression *e, const Type *to, bool is_rvalue, int line);
/* template.c: what overloads need of templates */
bool cudac_template_deduce(Cudac *c, Declared *declared, const TemplateArguments *given,
                           Expression **arguments, int count, TemplateArguments *result);
Function *cudac_template_substitute(Cudac *c, Declared *d, const TemplateArguments *arguments,
                                    int line); /* NULL: a type in it does not exist */
Function *cudac_template_pattern(Cudac *c, Declared *declared,
                                 int elements); /* its head, with the parameters standing for themselves */
bool cudac_template_forwards(Cudac *c, Declared *declared,
                             int parameter); /* is it a T && that takes lvalues, too? */
bool cudac_template_same(Cudac *c, Declared *left, Declared *right, int count);
bool cudac_template_more_special(Cudac *c, Declared *left, Declared *right, int count);
/* A pointer to the function, as a number that calls by pointer compare with. */
Expression *cudac_function_address(Cudac *c, Function *function, int line);
Expression *cudac_call_pointer(Cudac *c, Expression *pointer, Expression **arguments, int count, int line);
bool cudac_same_signature(const Function *left, const Function *right);
bool cudac_same_parameters(const Function *left, const Function *right); /* to the qualifier: one function */
bool cudac_is_prelude(const Cudac *c, const Declared *declared);
void cudac_refuse_known(Cudac *c, const char *name, int line); /* when the name is of something that a GPU has and this has not */
Expression *cudac_parse_lambda(Cudac *c);
bool cudac_has_self(const Cudac *c); /* is an object's method read? */
Expression *cudac_expression_self(Cudac *c, int line);
Expression *cudac_own_member(Cudac *c, const Scope *scope, const char *name, int line); /* of the struct whose method is read; NULL: none */
void cudac_body_now(Cudac *c, Function *function, int line); /* reads it, wherever the parser stands */
void cudac_parse_specialization(Cudac *c);
Expression *cudac_call_function(Cudac *c, Function *function, Expression **arguments, int count, int line);
void cudac_enlist_function(Cudac *c, Function *function, int line); /* it is used: it gets a name, and its body will be read */
Statement *cudac_parse_block(Cudac *c);
Statement *cudac_parse_statement(Cudac *c);
Statement *cudac_parse_local_declaration(Cudac *c);
Expression *cudac_parse_expression(Cudac *c);
Expression *cudac_parse_assignment(Cudac *c);
Expression *cudac_parse_conditional(Cudac *c);
Expression *cudac_parse_initial(Cudac *c, const Type *type);
Expression *cudac_parse_unary(Cudac *c);
Expression *cudac_parse_template_number(Cudac *c); /* in a list of a template: a ">" ends it */
void cudac_parse_call_arguments(Cudac *c, Expression ***arguments, int *count);
void cudac_parse_body(Cudac *c, Function *function);
const char *cudac_operator_name(Cudac *c); /* behind the word operator */

/* pack.c */
enum { PACKS_MAX = 8 };
typedef struct PackExpansion {
    size_t start, end; /* of the pattern, dots included */
    int count, pack_count;
    Declared *packs[PACKS_MAX];
} PackExpansion;
bool cudac_pack_expands(Cudac *c, PackExpansion *x); /* does an element of a list that is a pattern begin here? */
void cudac_pack_bind(Cudac *c, const PackExpansion *x, int number); /* pushes a scope, goes to the pattern's start */
Expression *cudac_parse_fold(Cudac *c);
const Type *cudac_instantiate_name(Cudac *c, Declared *declared, TemplateArguments *arguments, int line);
Expression *cudac_instantiate_variable(Cudac *c, Declared *declared, TemplateArguments *arguments, int line);

/* assembly.c */
void cudac_parse_assembly(Cudac *c, Statement **end, int line);
Statement *cudac_declaration_of(Cudac *c, Variable *variable);

/* evaluate.c: a call whose arguments are constants, or NULL: its value is not known */
Expression *cudac_evaluate_call(Cudac *c, Expression *call);

/* convert.c: trees from trees */
Expression *cudac_expression_create(Cudac *c, ExpressionKind kind, const Type *type, int line);
Expression *cudac_expression_finish(Cudac *c, Expression *e); /* folds constants; not too deep */
Expression *cudac_expression_integer(Cudac *c, const Type *type, int64_t value, int line);
Expression *cudac_expression_variable(Cudac *c, Variable *variable, int line);
Expression *cudac_expression_decayed(Cudac *c, Expression *e); /* arrays as pointers */
Expression *cudac_expression_converted(Cudac *c, Expression *e, const Type *type, int line); /* implicit */
Expression *cudac_expression_initial(Cudac *c, Expression *e, const Type *type, int line); /* converted; a struct is constructed */
Expression *cudac_expression_assigned(Cudac *c, Expression *e, const Type *type, int line);
Expression *cudac_expression_cast(Cudac *c, Expression *e, const Type *type, int line);      /* explicit */
Expression *cudac_expression_truth(Cudac *c, Expression *e);
Expression *cudac_expression_binary(Cudac *c, const char *sign, Expression *a, Expression *b, int line);
Expression *cudac_expression_unary(Cudac *c, const char *sign, Expression *a, int line);
Expression *cudac_expression_assign(Cudac *c, const char *sign, Expression *a, Expression *b, int line);
Expression *cudac_expression_step(Cudac *c, bool up, bool postfix, Expression *a, int line);
Expression *cudac_expression_conditional(Cudac *c, Expression *condition, Expression *a, Expression *b, int line);
Expression *cudac_expression_member(Cudac *c, Expression *a, const char *name, int line);
Expression *cudac_expression_bind_member(Cudac *c, Expression *a, const Field *field, Expression *target, int line); /* a reference of it */
Expression *cudac_expression_index(Cudac *c, Expression *a, Expression *b, int line);
Expression *cudac_expression_dereference(Cudac *c, Expression *a, int line);
Expression *cudac_expression_address(Cudac *c, Expression *a, int line);
Expression *cudac_expression_place(Cudac *c, Expression *a, int line); /* "c ? x : y" of two places as one */
Expression *cudac_string_list(Cudac *c, Expression *string); /* "ab" as { 'a', 'b', 0 } */
int cudac_list_count(Cudac *c, const Type *type,
                     const Expression *list);                   /* how many elements of the array it has */
bool cudac_needs_construction(const Type *type);                /* by default: a constructor, or members with values */
Expression *cudac_own_initial(Cudac *c, Structure *structure, const Field *field, int line);
Expression *cudac_expression_as_base(Cudac *c, Expression *e, const Type *type, int line); /* NULL: no base of it */
Expression *cudac_expression_construct(Cudac *c, const Type *type, Expression **arguments, int count, int line);
int64_t cudac_expression_integer_value(Cudac *c, const Expression *e, int line);
int cudac_conversion_cost(Cudac *c, const Expression *from, const Type *to, bool is_reference); /* below 0: impossible */

/* builtin.c */
Expression *cudac_builtin_call(Cudac *c, const char *name, Expression **arguments, int count, int line); /* NULL: no such one */
Expression *cudac_builtin_place(Cudac *c, int place, int axis, int line); /* threadIdx.x and the like */
bool cudac_builtin_exists(const char *name);
IrValue *cudac_builtin_lower(Cudac *c, Expression *e);

/* lower_*.c */
typedef struct Lowering {
    IrBuilder builder;
    Function *function;
    IrValue *result_place;  /* where a struct result goes */
    struct LoweringLoop *loop;
    int serial;
} Lowering;

void cudac_lower_all(Cudac *c);
IrValue *cudac_lower_value(Cudac *c, Expression *e);   /* scalars and pointers */
IrValue *cudac_lower_place(Cudac *c, Expression *e);   /* a pointer to it */
void cudac_lower_into(Cudac *c, Expression *e, IrValue *place); /* any type, into memory */
void cudac_lower_statement(Cudac *c, Statement *s);
IrValue *cudac_lower_zero(Cudac *c, const Type *type, int line); /* of a scalar or a pointer */
static inline Lowering *lowering_of(Cudac *c) { return c->lowering; }
static inline IrBuilder *builder_of(Cudac *c) { return &c->lowering->builder; }
IrValue *cudac_lower_load(Cudac *c, IrValue *pointer, const Type *type);
void cudac_lower_store(Cudac *c, IrValue *pointer, IrValue *value, const Type *type);
IrValue *cudac_lower_cast(Cudac *c, IrValue *value, const Type *to, int line);
IrValue *cudac_lower_retyped(Cudac *c, IrValue *pointer, const Type *element, int line);
IrValue *cudac_lower_temporary(Cudac *c, const Type *type, int line);
IrValue *cudac_lower_generic(Cudac *c, IrValue *pointer); /* a pointer of any space as one to anywhere */

/* What only few texts need, and by which header or word it comes. */
typedef enum CudacText { TEXT_HEAP, TEXT_BFLOAT, TEXT_GROUPS, TEXT_RANDOM, TEXT_SIMD, TEXT_BESSEL, TEXT_PIPELINE, TEXT_ATOMIC, TEXT_MATRIX, TEXT_PTX, TEXT_TEXTURE, TEXT_HALF, TEXT_SELDOM, TEXT_VECTORS, TEXT_COUNT } CudacText;
extern const char cudac_prelude[];
extern const char *const cudac_texts[TEXT_COUNT];

#endif
