/* From source text to value: parse, scopes, checks, compile, run. And what the language gives the object model. */
#include "kernel/language/text/lexer.h"
#include "kernel/language/compile/evaluate.h"

#include "base/memory.h"
#include "base/utf8.h"
#include "kernel/language/compile/compiler.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/language/session/session.h"
#include "kernel/language/text/sources.h"
#include "kernel/language/report/traceback.h"
#include "kernel/language/run/tracing.h"
#include "kernel/language/run/vm.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/error/warnings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- syntax errors ---- */

static Type *fault_type(Thread *thread, const char *kind) {
    const Builtins *builtins = thread_builtins(thread);
    if (!strcmp(kind, "IndentationError")) return builtins->exception_IndentationError;
    if (!strcmp(kind, "TabError")) return builtins->exception_TabError;
    if (!strcmp(kind, "RecursionError")) return builtins->exception_RecursionError;
    if (!strcmp(kind, "ValueError")) return builtins->exception_ValueError;
    if (!strcmp(kind, "OverflowError")) return builtins->exception_OverflowError;
    if (!strcmp(kind, "MemoryError")) return builtins->exception_MemoryError;
    if (!strcmp(kind, "_IncompleteInputError")) return builtins->exception__IncompleteInputError;
    return builtins->exception_SyntaxError;
}

Value raise_syntax_fault(Thread *thread, const SyntaxFault *fault, Value file, const Source *source) {
    Type *type = fault_type(thread, fault->kind ? fault->kind : "SyntaxError");
    if (!type_is_subtype(type, thread_builtins(thread)->exception_SyntaxError))
        return raise_format(thread, type, "%s", fault->message ? fault->message : "");
    size_t length = 0;
    const char *line = fault->text || !source ? NULL : source_line(source, fault->line, &length);
    Value text = fault->text ? string_from_c(thread, fault->text) : VALUE_NONE;
    if (line) text = string_format(thread, "%.*s%s", (int)length, line, (size_t)fault->line < source_line_count(source) ? "\n" : "");
    Value details[6] = {file, value_from_int(fault->line), value_from_int(fault->offset), text,
                        value_from_int(fault->end_line),
                        fault->end_offset == NO_OFFSET ? VALUE_NONE : value_from_int(fault->end_offset)};
    Value arguments[2] = {string_from_c(thread, fault->message ? fault->message : "invalid syntax"),
                          tuple_from_values(thread, details, 6)};
    Value exception = VALUE_ABSENT;
    if (!value_is_absent(arguments[0]) && !value_is_absent(arguments[1]))
        exception = value_call_values(thread, value_from_object(type), arguments, 2);
    value_release(text);
    value_release(arguments[0]);
    value_release(arguments[1]);
    if (!value_is_absent(exception)) {
        raise_instance(thread, exception);
        value_release(exception);
    }
    return VALUE_ABSENT;
}

const Source *source_to_quote(Value file, const Source *source) {
    const char *name = value_c_string(file);
    return *name != '<' || !strncmp(name, "<ipython-input-", 15) ? source : NULL;
}

/* What the walk of the scopes finds has its place in attributes only. */
static void raise_scope_fault(Thread *thread, const SyntaxFault *fault, Value file, const Source *source) {
    raise_syntax_fault(thread, fault, file, source);
    Value exception = exception_take(thread);
    if (value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_SyntaxError)) {
        Tuple *arguments = ((Exception *)exception.object)->arguments;
        Value message = tuple_from_values(thread, arguments->items, 1);
        if (!value_is_absent(message)) value_set_attribute_c(thread, exception, "args", message);
        value_release(message);
        exception_clear(thread);
    }
    exception_restore(thread, exception);
}

/* ---- compiling ---- */

static void dump_tokens(const char *source, size_t length) {
    const char *wanted = getenv("CUPOLA_DUMP");
    if (!wanted || !strstr(wanted, "tokens")) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    lexer_dump(source, length, &text);
    fputs(text_string(&text), stderr);
    text_release(&text);
}

static void dump(const char *what, Node *tree, Value code) {
    const char *wanted = getenv("CUPOLA_DUMP");
    if (!wanted || !strstr(wanted, what)) return;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (tree) {
        ast_dump(tree, false, &text);
        text_append_char(&text, '\n');
    } else if (!value_is_absent(code)) {
        code_dump(value_code(code), &text);
    }
    fputs(text_string(&text), stderr);
    text_release(&text);
}

/* A cell that ends too early: as IPython says it, at the end of the last line, or where a text begins that does not end. */
static void say_incomplete(Thread *thread, SyntaxFault *fault, const Source *source) {
    bool is_text = fault->message && strstr(fault->message, "triple-quoted");
    const MachineLibrary *library = machine_library(thread->interpreter);
    fault->kind = library && library->minor >= 13 ? "_IncompleteInputError" : "SyntaxError";
    fault->message = "incomplete input";
    if (is_text) return;
    int line = (int)source_line_count(source);
    size_t length = 0;
    const char *text = source_line(source, line, &length);
    while (line > 1 && (!text || !length)) text = source_line(source, --line, &length);
    fault->text = NULL;
    fault->line = fault->end_line = line;
    fault->offset = fault->end_offset = text ? (int)utf8_count(text, length) + 1 : 1;
}

static bool warn_of_doubts(Thread *thread, const AstContext *context, Value file, const Source *source, bool is_expression) {
    for (const SyntaxDoubt *doubt = context->doubts.first; doubt; doubt = doubt->next) {
        Builtins *builtins = thread_builtins(thread);
        Type *category = doubt->is_escape ? builtins->exception_DeprecationWarning : builtins->exception_SyntaxWarning;
        size_t length;
        const char *bytes = source_line(source, doubt->line, &length);
        Value text = string_from_c(thread, doubt->message);
        Value line = bytes && *value_c_string(file) != '<' ? string_new(thread, bytes, length) : VALUE_NONE;
        bool allowed = !value_is_absent(text) && !value_is_absent(line) &&
                       warn_explicit(thread, text, category, value_string(file), doubt->line, builtins->empty_string, NULL, line);
        value_release(text);
        value_release(line);
        if (allowed) continue;
        if (!exception_matches(thread, category)) return false;
        exception_clear(thread); /* a filter made it an error: one of syntax, then */
        SyntaxFault fault = {.kind = "SyntaxError", .message = doubt->message, .line = doubt->line, .end_line = doubt->end_line,
                             .offset = bytes ? (int)utf8_count(bytes, (size_t)doubt->column) + 1 : 1, .end_offset = doubt->end_column + 1};
        if (bytes && doubt->end_line == doubt->line) fault.end_offset = (int)utf8_count(bytes, (size_t)doubt->end_column) + 1;
        Value first = VALUE_ABSENT; /* the line with its end, which the source may lack, or the first of several */
        bool has_end = doubt->end_line == doubt->line && (!is_expression || (size_t)doubt->line < source->line_count);
        if (bytes && doubt->is_escape) first = string_format(thread, "%.*s%s", (int)length, bytes, has_end ? "\n" : "");
        if (!value_is_absent(first)) fault.text = value_c_string(first);
        raise_syntax_fault(thread, &fault, file, source);
        value_release(first);
        return false;
    }
    return true;
}

static bool is_compound(const Node *statement) {
    switch (statement->kind) {
    case NODE_FUNCTION: case NODE_ASYNC_FUNCTION: case NODE_CLASS: case NODE_IF: case NODE_FOR: case NODE_ASYNC_FOR: case NODE_WHILE:
    case NODE_WITH: case NODE_ASYNC_WITH: case NODE_MATCH: case NODE_TRY: case NODE_TRY_STAR: return true;
    default: return false;
    }
}

/* A block that is typed at a prompt goes on until a line is begun that is not one of its own. */
static bool block_may_go_on(const Node *tree, const char *source, size_t length) {
    if (tree->module.body.count != 1 || !is_compound(tree->module.body.items[0])) return false;
    return length && source[length - 1] != '\n';
}

/* A text that has been read, on its way to code. */
typedef struct Reading {
    Arena arena;
    AstContext context;
    Source *text;
    Value file;
    Node *tree;
    ParseMode mode;
    unsigned parse_flags;
} Reading;

static void reading_close(Reading *reading) {
    source_release(reading->text);
    value_release(reading->file);
    arena_release(&reading->arena);
}

unsigned language_version(Thread *thread) {
    const MachineLibrary *library = machine_library(thread->interpreter);
    return library ? (unsigned)library->minor * PARSE_VERSION : 0;
}

/* False: an exception is set. Close it all the same. */
static bool reading_open(Reading *reading, Thread *thread, const char *source, size_t length, const char *file, const char *mode,
                         unsigned flags) {
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    *reading = (Reading){.arena = ARENA_EMPTY, .file = string_from_c(thread, file), .text = source_new(source, length)};
    reading->mode = !strcmp(mode, "eval") ? PARSE_EXPRESSION : !strcmp(mode, "single") ? PARSE_INTERACTIVE : PARSE_MODULE;
    reading->parse_flags = (flags & COMPILE_TOP_LEVEL_AWAIT ? PARSE_TOP_LEVEL_AWAIT : 0) | (flags & FUTURE_ALL) | language_version(thread);
    dump_tokens(source, length);
    if (!reading->text || value_is_absent(reading->file)) {
        if (!exception_is_set(thread)) raise_no_memory(thread);
        return false;
    }
    Node *tree = parse_source_limited(&reading->context, &reading->arena, source, length, reading->mode, reading->parse_flags,
                                      int_digits_limit(thread), &fault);
    bool too_short = !tree && fault.at_end && strcmp(fault.kind, "MemoryError") != 0;
    if (tree && flags & COMPILE_TELL_INCOMPLETE && reading->mode == PARSE_INTERACTIVE && block_may_go_on(tree, source, length))
        tree = NULL, too_short = true;
    if (too_short && flags & (COMPILE_SHOW_LAST | COMPILE_SHOW_ALL | COMPILE_TELL_INCOMPLETE)) say_incomplete(thread, &fault, reading->text);
    if (!tree) raise_syntax_fault(thread, &fault, reading->file, reading->text);
    reading->tree = tree;
    return tree && warn_of_doubts(thread, &reading->context, reading->file, reading->text, reading->mode == PARSE_EXPRESSION);
}

/* The code of a tree of the text's; owned. */
static Value reading_compile(Reading *reading, Thread *thread, Node *tree, unsigned flags) {
    SyntaxFault fault = SYNTAX_FAULT_NONE;
    const Source *quoted = source_to_quote(reading->file, reading->text);
    if (!scopes_build(&reading->context, tree, &fault)) {
        raise_scope_fault(thread, &fault, reading->file, quoted);
        return VALUE_ABSENT;
    }
    if (!syntax_check(&reading->context, tree, reading->parse_flags, &fault))
        return raise_syntax_fault(thread, &fault, reading->file, quoted);
    dump("ast", tree, VALUE_ABSENT);
    Value code = compile_tree(thread, &reading->context, tree, reading->text, reading->file, flags);
    dump("code", NULL, code);
    return code;
}

Value language_compile(Thread *thread, const char *source, size_t length, const char *file, const char *mode, unsigned flags) {
    Reading reading;
    bool fine = reading_open(&reading, thread, source, length, file, mode, flags);
    Value code = fine ? reading_compile(&reading, thread, reading.tree, flags) : VALUE_ABSENT;
    reading_close(&reading);
    return code;
}

static bool read_file(Thread *thread, const char *path, TextBuffer *text) {
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        raise_os_error(thread, errno, path);
        return false;
    }
    char block[8192];
    for (size_t count; (count = fread(block, 1, sizeof block, stream)) > 0;) text_append_bytes(text, block, count);
    fclose(stream);
    if (text->failed) raise_no_memory(thread);
    return !text->failed;
}

Value language_compile_file(Thread *thread, const char *path, unsigned flags) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    Value code = VALUE_ABSENT, decoded = VALUE_ABSENT;
    if (read_file(thread, path, &text)) {
        const char *source = text_string(&text);
        size_t length = text.length;
        if (source_decode(thread, &source, &length, path, false, &decoded))
            code = language_compile(thread, source, length, path, "exec", flags);
    }
    value_release(decoded);
    text_release(&text);
    return code;
}

/* ---- running ---- */

Value code_execute(Thread *thread, Code *code, Dict *globals, Value locals) {
    Builtins *builtins = thread_builtins(thread);
    if (value_is_absent(dict_get_string(globals, builtins->name___builtins__)) &&
        !dict_set_string(thread, globals, builtins->name___builtins__, value_from_object(thread->interpreter->builtin_names)))
        return VALUE_ABSENT;
    if (code->free_count)
        return raise_type_error(thread, "code object passed to exec() may not contain free variables");
    if (code->flags & CODE_OPTIMIZED) { /* the code of a function: called without arguments */
        Value function = function_new(thread, code, globals);
        Value result = value_is_absent(function) ? function : value_call_none(thread, function);
        value_release(function);
        return result;
    }
    if (!thread_poll(thread)) return VALUE_ABSENT; /* cells without loops and calls want their cycles collected, too */
    Value *base;
    Frame *frame;
    if (!thread_reserve(thread, code->register_count + 1u, &base, &frame)) return VALUE_ABSENT;
    if (++thread->depth > thread->interpreter->recursion_limit) {
        thread->depth--;
        raise_recursion(thread);
        return VALUE_ABSENT;
    }
    object_retain(globals);
    value_retain(locals);
    base[0] = value_retain(value_from_object(code)); /* in the function's place: keeps the code alive */
    for (size_t i = 0; i < code->register_count; i++) base[i + 1].tag = TAG_ABSENT;
    *frame = (Frame){
        .previous = thread->frame, .code = code, .at = code->words, .registers = base + 1,
        .stack_top = base + 1 + code->register_count, .frame_top = frame - 1, .globals = globals,
        .names = value_is_absent(locals) ? value_from_object(globals) : locals, .kind = FRAME_ENTRY,
    };
    thread->frame = frame;
    Resumption resumption;
    if (thread->interpreter->profiler && !thread_poll(thread)) exception_clear(thread); /* an interrupt comes again */
    Value result = vm_enter(thread, frame, &resumption);
    value_release(locals);
    object_release(globals);
    return result;
}

/* The coroutine of a cell, in asyncio's loop. What it raises is raised here, its traceback beginning with the cell. */
static Value run_in_loop(Thread *thread, Value coroutine) {
    Value asyncio = import_module(thread, "asyncio"), cells = value_is_absent(asyncio) ? asyncio : import_module(thread, "_asyncio_cells");
    Value outcome = value_is_absent(cells) ? cells : value_call_method(thread, cells, "run", &coroutine, 1), result = VALUE_ABSENT;
    value_release(asyncio), value_release(cells);
    if (value_is_tuple(outcome) && value_tuple(outcome)->count == 2) {
        result = value_retain(value_tuple(outcome)->items[1]);
        if (value_is(value_tuple(outcome)->items[0], VALUE_FALSE)) {
            exception_restore(thread, result);
            result = VALUE_ABSENT;
        }
    }
    value_release(outcome);
    return result;
}

static Value cell_execute(Thread *thread, Code *code, Dict *globals) {
    Value result = code_execute(thread, code, globals, VALUE_ABSENT);
    if (value_is_absent(result) || !value_is_coroutine(result) || !(code->flags & CODE_COROUTINE)) return result;
    Value awaited = run_in_loop(thread, result);
    value_release(result);
    return awaited;
}

/* A cell that is no module: each statement is one, so that those before the wrong one run and features may be imported late. */
static Value run_statements(Reading *reading, Thread *thread, unsigned flags, unsigned *futures, Dict *globals) {
    const NodeList body = reading->tree->module.body;
    Value result = VALUE_NONE;
    for (size_t i = 0; i < body.count && !value_is_absent(result); i++) {
        Node *module = ast_node(&reading->context, NODE_MODULE);
        if (!module) return raise_no_memory(thread);
        module->module.body = (NodeList){.items = body.items + i, .count = 1};
        reading->context.futures = *futures;
        reading->context.last_future_line = 0;
        Value code = reading_compile(reading, thread, module, i + 1 < body.count ? flags & ~(unsigned)COMPILE_SHOW_LAST : flags);
        if (value_is_absent(code)) return code;
        *futures |= value_code(code)->flags & FUTURE_ALL;
        result = cell_execute(thread, value_code(code), globals);
        value_release(code);
    }
    return result;
}

bool source_is_encodable(Thread *thread, const char *source, size_t length) {
    const char *at = source, *end = source + length;
    while ((at = memchr(at, 0xED, (size_t)(end - at))) && !(at + 1 < end && (unsigned char)at[1] >= 0xA0)) at++;
    if (!at) return true;
    Value text = string_new(thread, source, length);
    Value encoded = value_is_absent(text) ? text : string_encode(thread, value_string(text), "utf-8", "strict");
    value_release(text);
    value_release(encoded);
    return !value_is_absent(encoded);
}

Value cell_run(Thread *thread, const char *source, size_t length, const char *file, unsigned flags, unsigned *futures, Dict *globals,
               bool *is_compiled) {
    if (!source_is_encodable(thread, source, length)) return VALUE_ABSENT;
    Reading reading;
    bool fine = reading_open(&reading, thread, source, length, file, "exec", flags | *futures);
    Value code = fine ? reading_compile(&reading, thread, reading.tree, flags) : VALUE_ABSENT, result = VALUE_ABSENT;
    if (!value_is_absent(code)) {
        reading_close(&reading);
        *futures |= value_code(code)->flags & FUTURE_ALL;
        *is_compiled = true;
        result = cell_execute(thread, value_code(code), globals);
        value_release(code);
        return result;
    }
    if (fine && reading.tree->module.body.count > 1 && exception_matches(thread, thread_builtins(thread)->exception_SyntaxError)) {
        exception_clear(thread);
        *is_compiled = true;
        result = run_statements(&reading, thread, flags, futures, globals);
    }
    reading_close(&reading);
    return result;
}

Value language_evaluate(Thread *thread, const char *source, size_t length, const char *file, const char *mode, Dict *globals,
                        Value locals) {
    Value code = language_compile(thread, source, length, file, mode, 0);
    if (value_is_absent(code)) return code;
    Value result = code_execute(thread, value_code(code), globals, locals);
    value_release(code);
    return result;
}

char *code_source_text(const Code *code, int *first_line) {
    if (first_line) *first_line = code->first_line;
    if (!code->source) return NULL;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int line = code->first_line; line <= code->last_line; line++) {
        size_t length;
        const char *bytes = source_line(code->source, line, &length);
        if (!bytes) break;
        text_append_bytes(&text, bytes, length);
        text_append_char(&text, '\n');
    }
    return text_detach(&text);
}

/* A module of the pack. */
static Value run_packed(Thread *thread, const PackRecord *module, Dict *globals) {
    Value code = frozen_load(thread, module);
    Value result = value_is_absent(code) ? code : code_execute(thread, value_code(code), globals, VALUE_ABSENT);
    value_release(code);
    return result;
}

static const LanguageFunctions language_functions = {.run_packed = run_packed,
                                                     .format_value = session_format_filtered,
                                                     .set_tracing = tracing_set,
                                                     .get_tracing = tracing_get,
                                                     .call_tracing = tracing_call,
                                                     .end_tracing = tracing_end};

bool language_initialize(Thread *thread) {
    Interpreter *interpreter = thread->interpreter;
    interpreter->language = &language_functions;
    Value name = string_from_c(thread, "builtins");
    Value builder = value_is_absent(name) ? name : native_new(thread, &build_class_entry, name);
    value_release(name);
    return dict_set_c_owned(thread, interpreter->builtin_names, "__build_class__", builder);
}
