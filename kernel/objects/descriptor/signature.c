/* Reads "($self, item, /, *rest, key=None, **options)". */
#include "kernel/objects/descriptor/signature.h"

#include "base/memory.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/objects_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct SignatureReader {
    Thread *thread;
    const char *at;
    Signature *signature;
    size_t capacity;
    bool keyword_only;
} SignatureReader;

static void skip_space(SignatureReader *reader) {
    while (isspace((unsigned char)*reader->at)) reader->at++;
}

/* The end of a default or annotation: a comma, ')' or (for annotations) '=' outside of brackets and quotes. */
static const char *expression_end(const char *at, bool stop_at_equal) {
    int depth = 0;
    for (; *at; at++) {
        if (*at == '\'' || *at == '"') {
            char quote = *at++;
            while (*at && *at != quote) at += *at == '\\' && at[1] ? 2 : 1;
            if (!*at) break;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (strchr(")]}", *at)) {
            if (depth-- == 0) break;
        } else if (depth == 0 && (*at == ',' || (stop_at_equal && *at == '='))) {
            break;
        }
    }
    return at;
}

static Value text_literal(Thread *thread, const char *text, size_t length) {
    char *copy = memory_allocate(length);
    if (!copy) return raise_no_memory(thread);
    size_t used = 0;
    for (size_t i = 1; i + 1 < length; i++) {
        if (text[i] == '\\' && i + 2 < length) {
            i++;
            copy[used++] = text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
        } else {
            copy[used++] = text[i];
        }
    }
    Value value = value_from_object(string_intern_bytes(thread, copy, used));
    memory_release(copy);
    return value;
}

/* False: an exception. A text that is no literal leaves *value absent. */
static bool read_literal(Thread *thread, const char *text, size_t length, Value *value) {
    static const struct {
        const char *text;
        Value value;
    } names[] = {
        {"None", {.tag = TAG_NONE}},          {"True", {.tag = TAG_BOOL, .integer = 1}},
        {"False", {.tag = TAG_BOOL}},         {"Ellipsis", {.tag = TAG_ELLIPSIS}},
        {"...", {.tag = TAG_ELLIPSIS}},
    };
    *value = VALUE_ABSENT;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].text) == length && memcmp(names[i].text, text, length) == 0) {
            *value = names[i].value;
            return true;
        }
    if (length == 2 && memcmp(text, "()", 2) == 0) {
        *value = value_retain(thread_builtins(thread)->empty_tuple);
        return true;
    }
    if (length >= 2 && (*text == '\'' || *text == '"') && text[length - 1] == *text) {
        *value = text_literal(thread, text, length);
        return !value_is_absent(*value);
    }
    char number[64];
    if (length == 0 || length >= sizeof number || !(isdigit((unsigned char)*text) || strchr("-+.", *text))) return true;
    memcpy(number, text, length);
    number[length] = '\0';
    char *end;
    long long integer = strtoll(number, &end, 0);
    if (!*end) {
        *value = value_from_int(integer);
        return true;
    }
    double real = strtod(number, &end);
    if (!*end) *value = value_from_float(real);
    return true;
}

static Parameter *add_parameter(SignatureReader *reader) {
    Signature *signature = reader->signature;
    if (signature->count == reader->capacity) {
        size_t capacity = reader->capacity ? reader->capacity * 2 : 4;
        Parameter *grown = memory_resize(signature->parameters, capacity * sizeof *grown);
        if (!grown) {
            raise_no_memory(reader->thread);
            return NULL;
        }
        signature->parameters = grown;
        reader->capacity = capacity;
    }
    Parameter *parameter = &signature->parameters[signature->count++];
    *parameter = (Parameter){.kind = reader->keyword_only ? PARAMETER_KEYWORD_ONLY : PARAMETER_ORDINARY};
    return parameter;
}

static bool read_parameter(SignatureReader *reader) {
    Signature *signature = reader->signature;
    Parameter *parameter = add_parameter(reader);
    if (!parameter) return false;
    if (*reader->at == '*') {
        bool is_dict = reader->at[1] == '*';
        reader->at += is_dict ? 2 : 1;
        parameter->kind = is_dict ? PARAMETER_DICT : PARAMETER_LIST;
        *(is_dict ? &signature->dict_index : &signature->list_index) = (int)signature->count - 1;
        reader->keyword_only = true;
    } else if (*reader->at == '$') {
        signature->has_self = true;
        parameter->kind = PARAMETER_POSITIONAL_ONLY;
        reader->at++;
    }
    const char *name = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_' || (unsigned char)*reader->at >= 0x80) reader->at++;
    parameter->name = string_intern_bytes(reader->thread, name, (size_t)(reader->at - name));
    if (!parameter->name) return false;
    skip_space(reader);
    if (*reader->at == ':') {
        reader->at++;
        skip_space(reader);
        parameter->annotation = reader->at;
        reader->at = expression_end(reader->at, true);
        const char *end = reader->at;
        while (end > parameter->annotation && isspace((unsigned char)end[-1])) end--;
        parameter->annotation_length = (size_t)(end - parameter->annotation);
    }
    if (*reader->at == '=') {
        reader->at++;
        skip_space(reader);
        parameter->has_default = true;
        parameter->default_text = reader->at;
        reader->at = expression_end(reader->at, false);
        const char *end = reader->at;
        while (end > parameter->default_text && isspace((unsigned char)end[-1])) end--;
        parameter->default_length = (size_t)(end - parameter->default_text);
        return read_literal(reader->thread, parameter->default_text, parameter->default_length, &parameter->default_value);
    }
    return true;
}

static bool read_parameters(SignatureReader *reader) {
    Signature *signature = reader->signature;
    if (*reader->at == '(') reader->at++;
    for (skip_space(reader); *reader->at && *reader->at != ')'; skip_space(reader)) {
        if (*reader->at == '/') {
            reader->at++;
            for (size_t i = 0; i < signature->count; i++) signature->parameters[i].kind = PARAMETER_POSITIONAL_ONLY;
        } else if (*reader->at == '*' && (reader->at[1] == ',' || reader->at[1] == ' ')) {
            reader->at++;
            reader->keyword_only = true;
        } else {
            const char *before = reader->at;
            if (!read_parameter(reader)) return false;
            if (reader->at == before) {
                raise_format(reader->thread, thread_builtins(reader->thread)->exception_SystemError,
                             "malformed signature %s", signature->text);
                return false;
            }
        }
        skip_space(reader);
        if (*reader->at == ',') reader->at++;
    }
    return true;
}

static void signature_delete(Signature *signature) {
    for (size_t i = 0; i < signature->count; i++) {
        object_release(signature->parameters[i].name);
        value_release(signature->parameters[i].default_value);
    }
    memory_release(signature->parameters);
    memory_release(signature);
}

static void signature_count_parameters(Signature *signature) {
    signature->is_simple = true;
    for (size_t i = 0; i < signature->count; i++) {
        Parameter *parameter = &signature->parameters[i];
        if ((i || !signature->has_self) && parameter->kind != PARAMETER_POSITIONAL_ONLY && parameter->kind != PARAMETER_LIST)
            signature->takes_keywords = true;
        if (parameter->kind > PARAMETER_ORDINARY) {
            signature->is_simple = false;
            continue;
        }
        signature->positional_count++;
        if (parameter->kind == PARAMETER_POSITIONAL_ONLY) signature->positional_only_count++;
        if (!parameter->has_default) signature->required_count = signature->positional_count;
    }
}

const Signature *signature_get(Thread *thread, const char *text) {
    ObjectsState *state = thread->interpreter->objects;
    if (!text) text = "()";
    Signature *signature = pointer_table_get(&state->signatures, text);
    if (signature) return signature;
    signature = memory_allocate_zeroed(1, sizeof *signature);
    if (!signature) {
        raise_no_memory(thread);
        return NULL;
    }
    signature->text = text;
    signature->list_index = signature->dict_index = -1;
    SignatureReader reader = {.thread = thread, .at = text, .signature = signature};
    if (!read_parameters(&reader)) {
        signature_delete(signature);
        return NULL;
    }
    signature_count_parameters(signature);
    if (!pointer_table_set(&state->signatures, text, signature)) {
        signature_delete(signature);
        raise_no_memory(thread);
        return NULL;
    }
    return signature;
}

void signatures_release(Interpreter *interpreter) {
    PointerTable *table = &interpreter->objects->signatures;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->keys[i]) signature_delete(table->values[i]);
    pointer_table_release(table);
}

const Signature *native_signature(Thread *thread, Native *native) {
    if (!native->signature) native->signature = (struct Signature *)signature_get(thread, native->entry->signature);
    return native->signature;
}
