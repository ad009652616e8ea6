/* str, beyond what containers.h declares: indexing, growing, interning, searching.
 *
 * A String's text is UTF-8. An index is a code point's number; in an ASCII string that is the byte's. A string that is not
 * ASCII carries a hint behind its bytes: the last place that was looked up, from where the next search starts. */
#ifndef KERNEL_OBJECTS_STRING_H
#define KERNEL_OBJECTS_STRING_H

#include "kernel/objects/container/containers.h"
#include "kernel/objects/core/type_templates.h"

#include "base/text_buffer.h"

/* Exactly str, no subclass. */
static inline bool value_is_exact_string(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->origin == &string_type_template;
}
int64_t string_compute_hash(String *string);
static inline int64_t string_hash(String *string) {
    return string->hash != -1 ? string->hash : string_compute_hash(string);
}
/* One code point as a str (ASCII and Latin-1 ones are shared). */
Value string_from_code_point(Thread *thread, uint32_t code_point);
/* Uninitialised text of `length` bytes: write string->bytes, then string_finish. */
String *string_new_buffer(Thread *thread, size_t length);
/* Likewise, but when `is_ascii` the bytes will all be ASCII and the string is complete with them. */
String *string_new_text(Thread *thread, size_t length, bool is_ascii);
/* Counts code points and sets the flags; call once after the bytes are written. `string` is returned as a Value. */
Value string_finish(String *string);
/* Of an ASCII text only: no scan. */
Value string_new_ascii(Thread *thread, const char *bytes, size_t length);
Value string_from_text_buffer(Thread *thread, TextBuffer *text); /* takes over; MemoryError when it failed */
/* The code point at `index`, 0 <= index < count. */
uint32_t string_code_point(String *string, size_t index);
size_t string_byte_offset(String *string, size_t index); /* index <= count */
size_t string_index_of_offset(String *string, size_t offset); /* the inverse */
Value string_substring(Thread *thread, String *string, size_t start, size_t stop); /* in code points, clipped by the caller */
Value string_get_index(Thread *thread, String *string, int64_t index); /* negative too; IndexError */
Value string_concatenate(Thread *thread, Value left, Value right); /* both str */
/* *left += right. Takes over *left's reference and leaves the result there, growing in place when nobody else holds it;
 * false: an exception, *left unchanged. Both exact str. */
bool string_append(Thread *thread, Value *left, Value right);
int string_compare(const String *left, const String *right); /* by code points: <0, 0, >0 */
Value string_repr(Thread *thread, String *string);
void string_append_repr(TextBuffer *text, const char *bytes, size_t length, bool ascii_only);
Value string_join(Thread *thread, String *separator, Value iterable);
Value string_decode(Thread *thread, const char *bytes, size_t length, const char *encoding, const char *errors);
Value string_encode(Thread *thread, String *string, const char *encoding, const char *errors); /* bytes */
/* Text as the system takes it: UTF-8, where U+DC80 to U+DCFF stand for the bytes 80 to FF that are none. Owned str or bytes, to
 * be read by system_bytes; UnicodeEncodeError. */
Value string_for_system(Thread *thread, Value string);
static inline const char *system_bytes(Value text) {
    return value_is_bytes(text) ? ((const Bytes *)text.object)->bytes : value_c_string(text);
}
static inline size_t system_length(Value text) {
    return value_is_bytes(text) ? (size_t)((const Bytes *)text.object)->length : value_string(text)->length;
}
Value string_from_system(Thread *thread, const char *bytes, size_t length); /* the other way */
/* The arguments of encode() and decode(): arguments[1] and [2] must be str; TypeError. */
Value string_itself(Value text, Value filled, const char *marks); /* takes over filled; owned */
bool codec_name_check(Thread *thread, String *name); /* of an encoding or an error handler; false: ValueError */
bool codec_arguments_check(Thread *thread, const char *method, const Value *arguments);
/* str % values. */
Value string_format_percent(Thread *thread, String *format, Value values);
Value bytes_format_percent(Thread *thread, Value format, Value values);
/* format.format(*positional, **keywords); mapping form when `mapping` is given instead. */
Value string_format_call(Thread *thread, String *format, Tuple *positional, Value mapping);
/* Where `needle` begins at or after `start`, SIZE_MAX when nowhere; bytes. */
size_t bytes_find(const char *text, size_t length, const char *needle, size_t needle_length, size_t start);
size_t bytes_find_last(const char *text, size_t length, const char *needle, size_t needle_length);

StringTable *string_table_new(void);
void string_table_delete(StringTable **table);
void string_table_remove(StringTable *table, const String *string); /* when it dies */
size_t string_table_count(const StringTable *table);

#endif
