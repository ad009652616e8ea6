/* ascii, format, input, open, print, repr. */
#include "kernel/objects/builtin/builtin_private.h"

#include "base/memory.h"

#include <string.h>
#include <unistd.h>

NATIVE(builtin_repr) {
    NATIVE_UNUSED;
    return value_repr(thread, arguments[0]);
}

NATIVE(builtin_ascii) {
    NATIVE_UNUSED;
    return value_ascii(thread, arguments[0]);
}

NATIVE(builtin_format) {
    NATIVE_UNUSED;
    if (!is_string(arguments[1]))
        return raise_type_error(thread, "format() argument 2 must be str, not %s", argument_type_name(thread, arguments[1]));
    return value_format(thread, arguments[0], arguments[1]);
}

/* ---- print ---- */

static bool separator_text(Thread *thread, const char *name, Value value, const char *missing, const char **text, size_t *length) {
    *text = missing;
    *length = strlen(missing);
    if (is_missing(value)) return true;
    if (!is_string(value))
        return raise_type_error(thread, "%s must be None or a string, not %s", name, value_type_name(thread, value)), false;
    *text = value_string(value)->bytes;
    *length = value_string(value)->length;
    return true;
}

typedef struct Separators {
    const char *between, *last; /* last: what ends the line */
    size_t between_length, last_length;
} Separators;

static bool find_separators(Thread *thread, Value separator, Value end, Separators *found) {
    return separator_text(thread, "sep", separator, " ", &found->between, &found->between_length) &&
           separator_text(thread, "end", end, "\n", &found->last, &found->last_length);
}

static bool call_and_drop(Thread *thread, Value self, const char *method, const Value *values, size_t count) {
    Value result = value_call_method(thread, self, method, values, count);
    value_release(result);
    return !value_is_absent(result);
}

static bool flush_output(Thread *thread, Value file) {
    if (!is_missing(file)) return call_and_drop(thread, file, "flush", NULL, 0);
    interpreter_flush(thread);
    return true;
}

static bool write_string(Thread *thread, Value file, const char *bytes, size_t length) {
    Value string = string_new(thread, bytes, length);
    bool done = !value_is_absent(string) && call_and_drop(thread, file, "write", &string, 1);
    value_release(string);
    return done;
}

/* A stream of the user's gets each part by itself, as its write() may count on it. */
static bool write_parts(Thread *thread, Value file, const Tuple *values, const Separators *separators) {
    for (size_t i = 0; i < values->count; i++) {
        if (i && !write_string(thread, file, separators->between, separators->between_length)) return false;
        Value shown = value_str(thread, values->items[i]);
        bool done = !value_is_absent(shown) && call_and_drop(thread, file, "write", &shown, 1);
        value_release(shown);
        if (!done) return false;
    }
    return write_string(thread, file, separators->last, separators->last_length);
}

/* What has been gathered goes to the stream, the front end when file is absent. */
static bool write_gathered(Thread *thread, Value file, TextBuffer *text) {
    if (text->failed) return raise_no_memory(thread), false;
    bool done = value_is_absent(file) ? interpreter_write(thread, false, text_string(text), text->length)
                                      : write_string(thread, file, text_string(text), text->length);
    text_release(text);
    *text = TEXT_BUFFER_EMPTY;
    return done;
}

/* Does str() of it run no code of the user's? */
static bool is_plain(Value value) { return value.tag != TAG_OBJECT || value_is_exact_string(value); }

/* Text that a stream's encoding may not have goes by itself: what is around it must not be lost with it. */
static bool write_apart(Thread *thread, Value file, Value shown, TextBuffer *before) {
    return (!before->length || write_gathered(thread, file, before)) && call_and_drop(thread, file, "write", &shown, 1);
}

/* Few large writes. Only before what may print itself, or fail, everything ahead of it goes out. */
static bool write_gathering(Thread *thread, Value file, const Tuple *values, const Separators *separators) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool done = true;
    for (size_t i = 0; done && i < values->count; i++) {
        if (i) text_append_bytes(&text, separators->between, separators->between_length);
        if (text.length && !is_plain(values->items[i]) && !(done = write_gathered(thread, file, &text))) break;
        Value shown = value_str(thread, values->items[i]);
        done = !value_is_absent(shown);
        bool is_apart = done && !value_is_absent(file) && !value_string(shown)->is_ascii;
        if (is_apart) done = write_apart(thread, file, shown, &text);
        else if (done) text_append_bytes(&text, value_string(shown)->bytes, value_string(shown)->length);
        value_release(shown);
    }
    if (done) text_append_bytes(&text, separators->last, separators->last_length);
    done = done && write_gathered(thread, file, &text);
    text_release(&text);
    return done;
}

/* What stands in sys.stdout; borrowed. Absent when it is the front end's. */
static Value standard_output(Thread *thread) {
    if (!value_is_module(thread->interpreter->system_module)) return VALUE_ABSENT;
    Dict *system = module_attributes(thread->interpreter->system_module);
    Value stream = dict_get_c(thread, system, "stdout");
    if (value_is_absent(stream) && !exception_is_set(thread))
        return raise_format(thread, thread_builtins(thread)->exception_RuntimeError, "lost sys.stdout");
    if (thread->interpreter->front_end.has_descriptors) return stream;
    return value_is(stream, dict_get_c(thread, system, "__stdout__")) ? VALUE_ABSENT : stream;
}

NATIVE(builtin_print) {
    NATIVE_UNUSED;
    Separators separators;
    Value file = is_missing(arguments[3]) ? standard_output(thread) : arguments[3];
    if (exception_is_set(thread)) return VALUE_ABSENT;
    if (value_is_none(file)) return VALUE_NONE;
    if (!find_separators(thread, arguments[1], arguments[2], &separators)) return VALUE_ABSENT;
    value_retain(file);
    bool parts = file.tag == TAG_OBJECT && file.object->type->flags & TYPE_HEAP;
    bool done = parts ? write_parts(thread, file, value_tuple(arguments[0]), &separators)
                      : write_gathering(thread, file, value_tuple(arguments[0]), &separators);
    int flush = done ? value_truth(thread, arguments[4]) : 0;
    done = done && flush >= 0 && (!flush || flush_output(thread, file));
    value_release(file);
    return done ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- input ---- */

/* sys.stdin when the user has put something else there; owned, absent otherwise. */
static Value replaced_input(Thread *thread) {
    if (!value_is_module(thread->interpreter->system_module)) return VALUE_ABSENT;
    Dict *system = module_attributes(thread->interpreter->system_module);
    Value stream = dict_get_c(thread, system, "stdin"), original = dict_get_c(thread, system, "__stdin__");
    return value_is_absent(stream) || value_is(stream, original) ? VALUE_ABSENT : value_retain(stream);
}

/* A line of a stream without its newline. */
static Value read_line(Thread *thread, Value stream) {
    Value line = value_call_method(thread, stream, "readline", NULL, 0);
    if (value_is_absent(line) || !is_string(line)) {
        if (!value_is_absent(line)) raise_type_error(thread, "object.readline() returned non-string");
        value_release(line);
        return VALUE_ABSENT;
    }
    String *text = value_string(line);
    Value result = text->length == 0 ? raise_format(thread, thread_builtins(thread)->exception_EOFError, "EOF when reading a line")
                   : text->bytes[text->length - 1] == '\n' ? string_substring(thread, text, 0, text->count - 1)
                                                           : value_retain(line);
    value_release(line);
    return result;
}

static Value read_replaced(Thread *thread, Value stream, Value prompt) {
    bool done = interpreter_write(thread, false, value_string(prompt)->bytes, value_string(prompt)->length);
    return done ? read_line(thread, stream) : VALUE_ABSENT;
}

/* ---- the same where the streams are descriptors ---- */

/* A member of sys, owned; absent with RuntimeError. */
static Value input_stream(Thread *thread, const char *name) {
    Value stream = dict_get_c(thread, module_attributes(thread->interpreter->system_module), name);
    if (value_is_absent(stream) || value_is_none(stream)) return raise_runtime_error(thread, "input(): lost sys.%s", name);
    return value_retain(stream);
}

static bool is_terminal(Thread *thread, Value stream, int descriptor) {
    Value number = value_call_method(thread, stream, "fileno", NULL, 0);
    bool is_ours = number.tag == TAG_INT && number.integer == descriptor;
    value_release(number);
    exception_clear(thread);
    return is_ours && isatty(descriptor);
}

/* On a terminal the prompt goes to the standard error, as long as nothing edits the line. */
static Value read_terminal(Thread *thread, Value input, Value output, Value prompt) {
    if (!call_and_drop(thread, output, "flush", NULL, 0)) exception_clear(thread);
    Value encoding = value_get_attribute_c(thread, output, "encoding"), errors = value_get_attribute_c(thread, output, "errors");
    Value bytes = value_is_string(encoding) && value_is_string(errors)
                      ? string_encode(thread, value_string(prompt), value_c_string(encoding), value_c_string(errors)) : VALUE_ABSENT;
    value_release(encoding), value_release(errors);
    if (value_is_absent(bytes)) return bytes;
    const Bytes *text = (const Bytes *)bytes.object;
    if (memchr(text->bytes, 0, text->length)) {
        value_release(bytes);
        return raise_value_error(thread, "input: prompt string cannot contain null characters");
    }
    bool written = write(STDERR_FILENO, text->bytes, text->length) == (ssize_t)text->length;
    (void)written; /* who sees no prompt may still answer */
    value_release(bytes);
    Value line = read_line(thread, input);
    if (!value_is_absent(line) || !exception_matches(thread, thread_builtins(thread)->exception_EOFError)) return line;
    exception_clear(thread);
    return raise_format(thread, thread_builtins(thread)->exception_EOFError, "%s", "");
}

static Value read_standard(Thread *thread, Value prompt) {
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    Value streams[3] = {VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT}, result = VALUE_ABSENT;
    bool done = true;
    for (int i = 0; i < 3 && done; i++) done = !value_is_absent(streams[i] = input_stream(thread, names[i]));
    if (done) {
        if (!call_and_drop(thread, streams[2], "flush", NULL, 0)) exception_clear(thread);
        if (is_terminal(thread, streams[0], STDIN_FILENO) && is_terminal(thread, streams[1], STDOUT_FILENO)) {
            result = read_terminal(thread, streams[0], streams[1], prompt);
        } else if (value_is_absent(prompt) || call_and_drop(thread, streams[1], "write", &prompt, 1)) {
            if (!call_and_drop(thread, streams[1], "flush", NULL, 0)) exception_clear(thread);
            result = read_line(thread, streams[0]);
        }
    }
    for (int i = 0; i < 3; i++) value_release(streams[i]);
    return result;
}

NATIVE(builtin_input) {
    NATIVE_UNUSED;
    Value prompt = value_str(thread, arguments[0]);
    if (value_is_absent(prompt)) return VALUE_ABSENT;
    const FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->has_descriptors && !front_end->input && value_is_module(thread->interpreter->system_module)) {
        Value line = read_standard(thread, prompt);
        value_release(prompt);
        return line;
    }
    Value stream = replaced_input(thread), result;
    if (!value_is_absent(stream)) {
        result = read_replaced(thread, stream, prompt);
        value_release(stream);
    } else if (!front_end->input) {
        result = raise_format(thread, thread_builtins(thread)->exception_EOFError, "EOF when reading a line");
    } else {
        flush_output(thread, VALUE_NONE);
        char *line = front_end->input(front_end->context, thread, value_c_string(prompt), false);
        if (line) result = string_decode(thread, line, strlen(line), "utf-8", "surrogateescape");
        else result = VALUE_ABSENT;
        memory_release(line);
    }
    value_release(prompt);
    return result;
}

/* ---- open: in module io, which is loaded when a file is first opened ---- */

NATIVE(builtin_open) {
    NATIVE_UNUSED;
    Value module = import_module(thread, "io");
    if (value_is_absent(module)) return VALUE_ABSENT;
    Value function = value_get_attribute_c(thread, module, "_open");
    value_release(module);
    if (value_is_absent(function)) return VALUE_ABSENT;
    Value result = value_call_values(thread, function, arguments, 8);
    value_release(function);
    return result;
}

const NativeEntry builtin_text_functions[] = {
    {"ascii", "(obj, /)",
     "The object's repr() in ASCII alone: whatever else it has is escaped by \\x, \\u or \\U.",
     builtin_ascii, NULL, 0},
    {"format", "(value, format_spec='', /)",
     "The value as text, in the form that format_spec asks for; the value's type reads it, and an empty one "
     "mostly means str().",
     builtin_format, NULL, 0},
    {"input", "(prompt='', /)",
     "Ask for a line of text, and give it without its end. The prompt is shown first; at the end of the input "
     "there is an EOFError.",
     builtin_input, NULL, 0},
    {"open",
     "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
     "Open a file; an OSError says why it cannot be done.\n\n"
     "mode: 'r' reads (the default), 'w' writes anew, 'x' writes a file that must not exist, 'a' writes at the "
     "end; '+' allows both,\n'b' is for bytes, 't' for text (the default). file is a path, or a descriptor that "
     "is open already. encoding, errors and newline\n"
     "are for text: newline=None turns every line end into '\\n' on reading. buffering is 0 for none (bytes "
     "only), 1 for lines, or a size. closefd=False\n"
     "leaves a descriptor open, opener(path, flags) may open the file instead.", builtin_open, NULL, 0},
    {"print", "(*args, sep=' ', end='\\n', file=None, flush=False)",
     "Write the values as text.\n\n  sep\n    what stands between them\n  end\n    what follows the last one\n  "
     "file\n    where they go, if not to sys.stdout: an object with a write method\n  flush\n    whether they "
     "leave the buffer at once",
     builtin_print, NULL, 0},
    {"repr", "(obj, /)",
     "The object as text for programmers; for many types, text that eval() turns back into an equal object.",
     builtin_repr, NULL, 0},
    {0}};
