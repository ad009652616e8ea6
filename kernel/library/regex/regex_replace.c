/* Replacements: templates with \1 and \g<name>, functions, and the walk of sub(). */
#include "kernel/library/regex/regex.h"

#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

#include <string.h>

void regex_template_release(RegexTemplate *template_) {
    text_release(&template_->text);
    memory_release(template_->pieces);
    *template_ = (RegexTemplate){0};
}

static bool add_piece(Thread *thread, RegexTemplate *template_, size_t *from, uint32_t group) {
    if (template_->count == template_->capacity) {
        size_t capacity = template_->capacity ? template_->capacity * 2 : 4;
        struct RegexPiece *pieces = memory_resize(template_->pieces, capacity * sizeof *pieces);
        if (!pieces) return raise_no_memory(thread), false;
        template_->pieces = pieces;
        template_->capacity = capacity;
    }
    template_->pieces[template_->count++] = (struct RegexPiece){template_->text.length - *from, group};
    *from = template_->text.length;
    return true;
}

static void append_character(RegexSource *source, RegexTemplate *template_, uint32_t code) {
    if (source->is_text) text_append_code_point(&template_->text, code);
    else text_append_char(&template_->text, (char)code);
}

static bool check_group(RegexSource *source, const Pattern *pattern, uint32_t group, size_t offset) {
    if (group <= pattern->tree.group_count) return true;
    regex_fail(source, offset, "invalid group reference %u", group);
    return false;
}

/* \g<...>: a name or a number. */
static bool named_reference(RegexSource *source, const Pattern *pattern, uint32_t *group) {
    size_t start, length;
    if (!regex_accept(source, '<')) return regex_fail(source, 0, "missing <"), false;
    if (!regex_until(source, '>', "group name", &start, &length)) return false;
    Value name = regex_slice(source, start, length);
    int is_name = value_is_absent(name) ? -1 : regex_name_is_identifier(source->thread, name);
    bool good = is_name == 0 && regex_number(source, name, 1, group);
    if (is_name > 0 && regex_check_name(source, name, 1)) {
        Value number = dict_get_string(value_dict(pattern->tree.names), value_string(name));
        good = !value_is_absent(number);
        if (good) *group = (uint32_t)number.integer;
    }
    if (good && is_name == 0) good = check_group(source, pattern, *group, length + 1);
    if (!good && is_name >= 0 && !source->failed) {
        Value shown = is_name ? value_repr(source->thread, name) : regex_show(source, name);
        if (!value_is_absent(shown) && is_name) raise_index_error(source->thread, "unknown group name %s", value_c_string(shown));
        else if (!value_is_absent(shown)) regex_fail(source, length + 1, "bad character in group name %s", value_c_string(shown));
        value_release(shown);
    }
    value_release(name);
    if (!good) source->failed = true;
    return good;
}

/* \12: a group, or an octal escape of three digits. *is_octal says which. */
static bool numbered_reference(RegexSource *source, const Pattern *pattern, uint32_t first, uint32_t *number, bool *is_octal) {
    size_t start = regex_tell(source) - 2;
    *number = first - '0';
    *is_octal = false;
    if (regex_is_digit(regex_peek(source))) {
        uint32_t second = regex_peek(source);
        regex_advance(source);
        *number = *number * 10 + (second - '0');
        if (regex_is_octal(first) && regex_is_octal(second) && regex_is_octal(regex_peek(source))) {
            *number = (first - '0') * 64 + (second - '0') * 8 + (regex_peek(source) - '0');
            *is_octal = true;
            regex_advance(source);
            if (*number > 0377) {
                regex_fail(source, regex_tell(source) - start, "octal escape value \\%o outside of range 0-0o377", *number);
                return false;
            }
        }
    }
    if (source->failed) return false;
    return *is_octal || check_group(source, pattern, *number, regex_tell(source) - start - 1);
}

static bool template_escape(RegexSource *source, const Pattern *pattern, RegexTemplate *template_, uint32_t letter, size_t *from) {
    uint32_t number, control = letter == '\\' ? '\\' : regex_control_escape(letter);
    bool is_octal;
    if (letter == 'g') return named_reference(source, pattern, &number) && add_piece(source->thread, template_, from, number);
    if (letter == '0') {
        number = 0;
        for (int i = 0; i < 2 && regex_is_octal(regex_peek(source)); i++) {
            number = number * 8 + (regex_peek(source) - '0');
            regex_advance(source);
        }
        append_character(source, template_, number & 0xFF);
    } else if (regex_is_digit(letter)) {
        if (!numbered_reference(source, pattern, letter, &number, &is_octal)) return false;
        if (!is_octal) return add_piece(source->thread, template_, from, number);
        append_character(source, template_, number);
    } else if (control != UINT32_MAX) {
        append_character(source, template_, control);
    } else if (regex_is_letter(letter)) {
        regex_fail(source, 2, "bad escape \\%c", (int)letter);
        return false;
    } else {
        text_append_char(&template_->text, '\\');
        append_character(source, template_, letter);
    }
    return true;
}

bool regex_template_parse(Thread *thread, const Pattern *pattern, Value text, RegexTemplate *template_) {
    RegexSource source;
    size_t from = 0;
    *template_ = (RegexTemplate){0};
    bool good = regex_source_open(thread, text, &source);
    while (good && source.next_length) {
        uint32_t character = source.text[source.next + source.next_length - 1];
        bool is_escape = source.next_length == 2;
        regex_advance(&source);
        good = !source.failed;
        if (good && is_escape) good = template_escape(&source, pattern, template_, character, &from);
        else if (good) append_character(&source, template_, character);
        good = good && !source.failed;
    }
    good = good && add_piece(thread, template_, &from, UINT32_MAX);
    if (good && template_->text.failed) good = (raise_no_memory(thread), false);
    regex_source_close(&source);
    if (!good) regex_template_release(template_);
    return good;
}

bool regex_template_append(const RegexTemplate *template_, const char *subject, const size_t *offsets, TextBuffer *out) {
    const char *literal = text_string(&template_->text);
    for (size_t i = 0; i < template_->count; i++) {
        const struct RegexPiece *piece = &template_->pieces[i];
        text_append_bytes(out, literal, piece->length);
        literal += piece->length;
        if (piece->group == UINT32_MAX) continue;
        size_t start = offsets[2 * piece->group], stop = offsets[2 * piece->group + 1];
        if (start != SIZE_MAX && stop > start) text_append_bytes(out, subject + start, stop - start);
    }
    return !out->failed;
}

static Value take_text(Thread *thread, TextBuffer *text, bool is_text) {
    if (is_text) return string_from_text_buffer(thread, text);
    Value result = text->failed ? raise_no_memory(thread) : bytes_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

static const char *holder_bytes(Value holder) {
    return value_is_string(holder) ? value_c_string(holder) : ((const Bytes *)holder.object)->bytes;
}

Value regex_expand(Thread *thread, const Match *match, Value text) {
    RegexTemplate template_;
    TextBuffer out = TEXT_BUFFER_EMPTY;
    const char *bytes;
    size_t length;
    if (!value_is_string(text) && !value_buffer(thread, text, &bytes, &length)) {
        exception_clear(thread);
        return raise_type_error(thread, "decoding to str: need a bytes-like object, %s found", value_type_name(thread, text));
    }
    if (value_is_string(text) != match->is_text)
        return match->is_text ? raise_type_error(thread, "expected str instance, %s found", value_type_name(thread, text))
                              : raise_type_error(thread, "sequence item 0: expected a bytes-like object, str found");
    if (!regex_template_parse(thread, match->pattern, text, &template_)) return VALUE_ABSENT;
    regex_template_append(&template_, holder_bytes(match->holder), match->offsets, &out);
    regex_template_release(&template_);
    return take_text(thread, &out, match->is_text);
}

/* ---- sub() ---- */
typedef struct Substitution {
    Pattern *pattern;
    Value function; /* absent: a template or plain text */
    RegexTemplate template_;
    RegexSubject subject;
    TextBuffer out;
    size_t items; /* pieces in the result so far, for the message about a wrong one */
} Substitution;

static bool append_result(Thread *thread, Substitution *work, Value result) {
    if (value_is_none(result)) return true;
    const char *bytes;
    size_t length;
    if (work->subject.is_text) {
        if (!value_is_string(result)) {
            raise_type_error(thread, "sequence item %zu: expected str instance, %s found", work->items, value_type_name(thread, result));
            return false;
        }
        bytes = value_c_string(result);
        length = value_string(result)->length;
    } else if (value_is_string(result) || !value_buffer(thread, result, &bytes, &length)) {
        exception_clear(thread);
        raise_type_error(thread, "sequence item %zu: expected a bytes-like object, %s found", work->items,
                         value_type_name(thread, result));
        return false;
    }
    text_append_bytes(&work->out, bytes, length);
    work->items++;
    return true;
}

static bool append_replacement(Thread *thread, Substitution *work, const size_t *offsets) {
    if (value_is_absent(work->function)) {
        work->items++;
        return regex_template_append(&work->template_, work->subject.bytes, offsets, &work->out) || (raise_no_memory(thread), false);
    }
    Value match = match_new(thread, work->pattern, &work->subject, offsets);
    Value result = value_is_absent(match) ? match : value_call_one(thread, work->function, match);
    bool done = !value_is_absent(result) && append_result(thread, work, result);
    value_release(result);
    value_release(match);
    return done;
}

/* The number of replacements, -1 with an exception. */
static int64_t substitute_all(Thread *thread, Substitution *work, int64_t limit) {
    size_t count = regex_offset_count(work->pattern), done = 0;
    size_t *offsets = memory_allocate(count * sizeof *offsets);
    if (!offsets) return raise_no_memory(thread), -1;
    int64_t replaced = 0;
    int status = 0;
    while (limit == 0 || replaced < limit) {
        status = thread_poll(thread) ? regex_run(thread, work->pattern, &work->subject, REGEX_SEARCH, offsets) : -1;
        if (status <= 0) break;
        if (offsets[0] > done) {
            text_append_bytes(&work->out, work->subject.bytes + done, offsets[0] - done);
            work->items++;
        }
        if (!append_replacement(thread, work, offsets)) {
            status = -1;
            break;
        }
        done = offsets[1];
        replaced++;
    }
    memory_release(offsets);
    /* Without a replacement the text itself is the result. */
    if (status >= 0 && replaced) text_append_bytes(&work->out, work->subject.bytes + done, work->subject.length - done);
    return status < 0 ? -1 : replaced;
}

Value regex_substitute(Thread *thread, Pattern *pattern, Value replacement, Value text, int64_t limit, int64_t *count) {
    Substitution work = {.pattern = pattern, .function = VALUE_ABSENT};
    bool is_text = value_is_string(replacement);
    const char *bytes;
    size_t length;
    if (!is_text && value_is_callable(thread->interpreter, replacement)) {
        work.function = replacement;
    } else if (!is_text && !value_buffer(thread, replacement, &bytes, &length)) {
        exception_clear(thread);
        return raise_type_error(thread, "decoding to str: need a bytes-like object, %s found", value_type_name(thread, replacement));
    }
    Value result = VALUE_ABSENT;
    if (value_is_absent(work.function) && !regex_template_parse(thread, pattern, replacement, &work.template_)) return VALUE_ABSENT;
    if (regex_subject_open(thread, pattern, text, 0, INT64_MAX, &work.subject)) {
        int64_t replaced = substitute_all(thread, &work, limit);
        if (replaced > 0 && value_is_absent(work.function) && is_text != work.subject.is_text) {
            replaced = -1;
            if (is_text) raise_type_error(thread, "sequence item 0: expected a bytes-like object, str found");
            else raise_type_error(thread, "sequence item 0: expected str instance, %s found", value_type_name(thread, replacement));
        }
        if (replaced == 0) result = regex_part(thread, work.subject.holder, 0, work.subject.length);
        if (replaced > 0) result = take_text(thread, &work.out, work.subject.is_text);
        *count = replaced;
    }
    text_release(&work.out);
    regex_subject_close(&work.subject);
    regex_template_release(&work.template_);
    return result;
}
