/* The signature of a native function, parsed from its text in Python's own syntax. The text's address identifies
 * it: parsed once an interpreter. inspect.signature, help and completion read the same parameters. */
#ifndef KERNEL_OBJECTS_SIGNATURE_H
#define KERNEL_OBJECTS_SIGNATURE_H

#include "kernel/objects/descriptor/native.h"

typedef enum ParameterKind { /* the numbers of inspect's Parameter.kind */
    PARAMETER_POSITIONAL_ONLY,
    PARAMETER_ORDINARY,
    PARAMETER_LIST, /* *args */
    PARAMETER_KEYWORD_ONLY,
    PARAMETER_DICT /* **kwargs */
} ParameterKind;

typedef struct Parameter {
    String *name;              /* interned */
    ParameterKind kind;
    bool has_default;
    Value default_value;       /* the literal; absent when the text is not a literal */
    const char *default_text;  /* in the signature's text, not NUL-terminated; NULL: no default */
    size_t default_length;
    const char *annotation;    /* likewise; NULL: none */
    size_t annotation_length;
} Parameter;

typedef struct Signature {
    const char *text;
    size_t count;               /* parameters, $self included */
    size_t positional_count;    /* those that can be given by position */
    size_t positional_only_count;
    size_t required_count;      /* positional ones without a default */
    int list_index, dict_index; /* of *args and **kwargs, -1: none */
    bool has_self;              /* the first is $self, $module or $cls */
    bool is_simple;             /* only positional and ordinary parameters */
    bool takes_keywords;        /* besides those for $self */
    Parameter *parameters;
} Signature;

/* Borrowed: lives as long as the interpreter. NULL with MemoryError (or SystemError for a malformed text). */
const Signature *signature_get(Thread *thread, const char *text);
const Signature *native_signature(Thread *thread, Native *native); /* as above, of a Native */

#endif
