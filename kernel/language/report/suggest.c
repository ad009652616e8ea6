/* "Did you mean": the name nearest to one that was not found, by the distance that CPython uses: moves cost 2, a change
 * of case 1; the nearest wins if no more than a third of it had to change. */
#include "kernel/language/report/traceback.h"

#include "base/memory.h"
#include "kernel/language/run/frame.h"
#include "kernel/objects/container/dict.h"

#include <ctype.h>
#include <string.h>

enum { MOVE_COST = 2, CASE_COST = 1, LONGEST = 40, MOST_CANDIDATES = 750 };

static size_t substitution_cost(char a, char b) {
    if ((a & 31) != (b & 31)) return MOVE_COST;
    if (a == b) return 0;
    return tolower((unsigned char)a) == tolower((unsigned char)b) ? CASE_COST : MOVE_COST;
}

static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length, size_t most) {
    while (a_length && b_length && *a == *b) a++, b++, a_length--, b_length--;
    while (a_length && b_length && a[a_length - 1] == b[b_length - 1]) a_length--, b_length--;
    if (!a_length || !b_length) return (a_length + b_length) * MOVE_COST;
    if (a_length > LONGEST || b_length > LONGEST) return most + 1;
    if (b_length < a_length) {
        const char *swap = a;
        size_t length = a_length;
        a = b, a_length = b_length, b = swap, b_length = length;
    }
    if ((b_length - a_length) * MOVE_COST > most) return most + 1;
    size_t row[LONGEST];
    for (size_t i = 0; i < a_length; i++) row[i] = (i + 1) * MOVE_COST;
    size_t result = 0;
    for (size_t j = 0; j < b_length; j++) {
        size_t distance = result = j * MOVE_COST, minimum = SIZE_MAX;
        for (size_t i = 0; i < a_length; i++) {
            size_t substitute = distance + substitution_cost(b[j], a[i]);
            distance = row[i];
            size_t insert_or_delete = (result < distance ? result : distance) + MOVE_COST;
            result = insert_or_delete < substitute ? insert_or_delete : substitute;
            row[i] = result;
            if (result < minimum) minimum = result;
        }
        if (minimum > most) return most + 1;
    }
    return result;
}

typedef struct Search {
    const String *name;
    const String *best;
    size_t distance;
} Search;

static void consider(Search *search, Value candidate) {
    if (!value_is_string(candidate)) return;
    const String *text = value_string(candidate);
    if (string_equals(text, search->name)) return;
    size_t most = (search->name->length + text->length + 3) * MOVE_COST / 6;
    if (search->best && search->distance - 1 < most) most = search->distance - 1;
    size_t distance = edit_distance(search->name->bytes, search->name->length, text->bytes, text->length, most);
    if (distance > most) return;
    search->best = text;
    search->distance = distance;
}

static const String *search_dict(const String *name, const Dict *dict) {
    Search search = {name, NULL, SIZE_MAX};
    if (dict_count(dict) >= MOST_CANDIDATES) return NULL;
    Value key, value;
    for (size_t at = 0; dict_next(dict, &at, &key, &value);) consider(&search, key);
    return search.best;
}

/* For a NameError: the variables of the innermost frame, then its globals, then the builtins. */
static char *suggest_variable(Thread *thread, Value exception, const String *name) {
    const Exception *raised = (const Exception *)exception.object;
    if (raised->traceback.tag != TAG_OBJECT) return NULL;
    const Traceback *step = (const Traceback *)raised->traceback.object;
    while (step->next) step = step->next;
    const FrameObject *frame = step->frame;
    Search search = {name, NULL, SIZE_MAX};
    if (frame->code->flags & CODE_OPTIMIZED && frame->code->local_count < MOST_CANDIDATES)
        for (size_t i = 0; i < frame->code->local_count; i++) consider(&search, value_from_object(frame->code->locals[i]));
    if (!search.best) search.best = search_dict(name, frame->globals);
    Value builtins = globals_builtins(thread, frame->globals);
    if (!search.best && value_is_dict(builtins)) search.best = search_dict(name, value_dict(builtins));
    return search.best ? memory_copy_string(search.best->bytes) : NULL;
}

static char *suggest_attribute(Thread *thread, Value object, const String *name) {
    Value dir = dict_get_c(thread, thread->interpreter->builtin_names, "dir");
    Value names = value_is_absent(dir) ? dir : value_call_one(thread, dir, object);
    char *result = NULL;
    if (value_is_list(names) && value_list(names)->count < MOST_CANDIDATES) {
        Search search = {name, NULL, SIZE_MAX};
        for (size_t i = 0; i < value_list(names)->count; i++) consider(&search, value_list(names)->items[i]);
        if (search.best) result = memory_copy_string(search.best->bytes);
    }
    value_release(names);
    exception_clear(thread);
    return result;
}

char *suggest_name(Thread *thread, Value exception) {
    Builtins *builtins = thread_builtins(thread);
    bool is_name = value_is_instance(thread->interpreter, exception, builtins->exception_NameError);
    bool is_attribute = value_is_instance(thread->interpreter, exception, builtins->exception_AttributeError);
    if (!is_name && !is_attribute) return NULL;
    Value name = value_find_attribute_c(thread, exception, "name");
    char *result = NULL;
    if (value_is_string(name)) {
        if (is_name) {
            result = suggest_variable(thread, exception, value_string(name));
        } else {
            Value object = value_find_attribute_c(thread, exception, "obj");
            if (!value_is_absent(object)) result = suggest_attribute(thread, object, value_string(name));
            value_release(object);
        }
    }
    value_release(name);
    exception_clear(thread);
    return result;
}
