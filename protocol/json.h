/* Between bytes and jansson's values. */
#ifndef PROTOCOL_JSON_H
#define PROTOCOL_JSON_H

#include "base/text_buffer.h"

#include <jansson.h>

/* A JSON string from bytes that should be UTF-8; what is not (and a lone surrogate) becomes U+FFFD. */
json_t *json_from_text(const char *text, size_t length);
json_t *json_from_string(const char *text); /* NUL-terminated; NULL gives "" */
/* One line, as it travels. False when memory ran out. */
bool json_append_text(TextBuffer *text, const json_t *value);
/* A value of any kind; NULL when the bytes are not JSON (NaN and Infinity are not). */
json_t *json_parse(const char *bytes, size_t length);
/* The same where strings may hold bytes that are no UTF-8, which become U+FFFD, and lone surrogates, as those of Python and
 * JavaScript may: private characters stand for them, and *has_surrogates tells so. json_append_surrogates gives such a string's bytes with the surrogates as three bytes each. */
json_t *json_parse_loosely(const char *bytes, size_t length, bool *has_surrogates);
void json_append_surrogates(TextBuffer *text, const char *bytes, size_t length);
/* Members with a default for when they are missing or of another kind. Borrowed. */
const char *json_member_string(const json_t *object, const char *name, const char *otherwise);
bool json_member_bool(const json_t *object, const char *name, bool otherwise);
json_int_t json_member_integer(const json_t *object, const char *name, json_int_t otherwise);

#endif
