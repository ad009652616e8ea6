/* Shared by the files of bytes, bytearray and memoryview. */
#ifndef KERNEL_OBJECTS_BYTES_PRIVATE_H
#define KERNEL_OBJECTS_BYTES_PRIVATE_H

#include "kernel/objects/container/list_private.h"

typedef struct Bytearray {
    Object object;
    char *bytes; /* may be NULL when empty */
    size_t length, capacity;
    size_t exports; /* memoryviews that look at it: its size is fixed while there are any */
} Bytearray;

typedef Value BufferMaker(Thread *thread, const char *bytes, size_t length);

extern const NativeEntry bytes_methods[];
extern const NativeEntry bytearray_methods[];
Value bytes_from_buffer(Thread *thread, const char *bytes, size_t length);
Bytes *bytes_new_buffer(Thread *thread, size_t length);
Value bytearray_new(Thread *thread, const char *bytes, size_t length);
bool bytearray_resize(Thread *thread, Bytearray *array, size_t length);
Value memoryview_to_bytes(Thread *thread, Value view);
/* Of a view whose items lie side by side; else false without an exception, which the other raises. */
size_t memoryview_item_size(char format); /* of LentMemory's formats, too */
bool memoryview_buffer(Value view, const char **bytes, size_t *length);
void memoryview_raise_no_buffer(Thread *thread, Value view);
bool memoryview_is_writable(Value view);
/* The bytes of a built-in buffer; false, mostly without an exception, for anything else. */
bool buffer_of(Thread *thread, Value value, const char **bytes, size_t *length);
void bytes_append_repr(TextBuffer *text, const char *bytes, size_t length, bool always_escape_quote);
bool byte_argument(Thread *thread, Value value, const char *range_message, char *byte);
/* What bytes(...) and bytearray(...) take, into `bytes`; the items of an iterable into `array` unless that is NULL. */
bool bytes_from_source(Thread *thread, Value source, Value encoding, Value errors, TextBuffer *bytes, Bytearray *array);

int64_t buffer_length(Thread *thread, Value self);
int buffer_truth(Thread *thread, Value self);
Value buffer_compare(Thread *thread, Value left, Value right, Comparison comparison);
int buffer_contains(Thread *thread, Value self, Value item);
Value buffer_iterate(Thread *thread, Value self);
Value buffer_get_item(Thread *thread, Value self, Value key, const char *kind, BufferMaker *make);
Value buffer_concatenate(Thread *thread, Value left, Value right, BufferMaker *make);
Value buffer_repeat(Thread *thread, Value left, Value right, BufferMaker *make);

/* name, signature, documentation, flags: the methods of bytes and of bytearray, written in bytes_methods.c. */
#define BUFFER_METHOD_TABLE(X) \
    X(capitalize, "($self, /)", \
      "Return a copy with only its first character capitalized and the rest lower-cased.", 0) \
    X(center, "($self, width, fillchar=b' ', /)", \
      "The bytes in the middle of a field, fillchar on both sides.", 0)                                           \
    X(count, "($self, sub, start=None, end=None, /)", \
      "How many times sub occurs, overlaps not counted.", NATIVE_PARSED)                                          \
    X(decode, "($self, /, encoding='utf-8', errors='strict')", \
      "The text that the bytes stand for.\n\n  encoding\n    The name of the encoding.\n  errors\n    What "      \
      "happens to bytes that it does not know: 'strict' raises, 'ignore' and 'replace' do what they say; "        \
      "codecs knows\n    more of them.", 0)                                                                       \
    X(endswith, "($self, suffix, start=None, end=None, /)", \
      "Whether the bytes (from start up to end) finish with suffix, or with one of a tuple of them.", NATIVE_PARSED)\
    X(expandtabs, "($self, /, tabsize=8)", \
      "The bytes with spaces up to the next column of tabsize instead of each tab.", 0)                           \
    X(find, "($self, sub, start=None, end=None, /)", \
      "Where sub first occurs in the slice from start to end; -1 if it does not.", NATIVE_PARSED)                 \
    X(hex, "($self, /, sep=<unrepresentable>, bytes_per_sep=1)", \
      "Two hexadecimal digits for each byte, as text.\n\n  sep\n    One character to put between groups of "      \
      "bytes.\n  bytes_per_sep\n    How many bytes make a group; groups are counted from the right, or from "     \
      "the left if this is negative.", 0)                                                                         \
    X(index, "($self, sub, start=None, end=None, /)", \
      "Where sub first occurs in the slice from start to end; a ValueError if it does not.", NATIVE_PARSED)       \
    X(isalnum, "($self, /)", \
      "Whether there are bytes, and each is an ASCII letter or digit.", 0)                                        \
    X(isalpha, "($self, /)", \
      "Whether there are bytes, and each is an ASCII letter.", 0)                                                 \
    X(isascii, "($self, /)", \
      "Whether no byte is above 127.", 0)                                                                         \
    X(isdigit, "($self, /)", \
      "Whether there are bytes, and each is an ASCII digit.", 0)                                                  \
    X(islower, "($self, /)", \
      "Whether there are ASCII letters, and none of them is a capital.", 0)                                       \
    X(isspace, "($self, /)", \
      "Whether there are bytes, and each is ASCII white space.", 0)                                               \
    X(istitle, "($self, /)", \
      "Whether there are words, and each has a capital first and small letters behind it.", 0)                    \
    X(isupper, "($self, /)", \
      "Whether there are ASCII letters, and all of them are capitals.", 0)                                        \
    X(join, "($self, iterable_of_bytes, /)", \
      "The iterable's bytes in a row, with self between each two.", 0)                                            \
    X(ljust, "($self, width, fillchar=b' ', /)", \
      "The bytes at the left of a field, filled up with fillchar.", 0)                                            \
    X(lower, "($self, /)", \
      "Return a copy with all ASCII characters converted to lowercase.", 0) \
    X(lstrip, "($self, bytes=None, /)", \
      "The bytes without those of the set (white space if None) at the left.", 0)                                 \
    X(partition, "($self, sep, /)", \
      "(before, sep, after) for the first sep; (self, b'', b'') if there is none.", 0)                            \
    X(removeprefix, "($self, prefix, /)", \
      "The bytes without prefix, if they begin with it.", 0)                                                      \
    X(removesuffix, "($self, suffix, /)", \
      "The bytes without suffix, if they finish with it.", 0)                                                     \
    X(replace, "($self, old, new, count=-1, /)", \
      "The bytes with new instead of old: everywhere, or count times from the left.", 0)                          \
    X(rfind, "($self, sub, start=None, end=None, /)", \
      "Where sub last occurs in the slice from start to end; -1 if it does not.", NATIVE_PARSED)                  \
    X(rindex, "($self, sub, start=None, end=None, /)", \
      "Where sub last occurs in the slice from start to end; a ValueError if it does not.", NATIVE_PARSED)        \
    X(rjust, "($self, width, fillchar=b' ', /)", \
      "The bytes at the right of a field, filled up with fillchar.", 0)                                           \
    X(rpartition, "($self, sep, /)", \
      "(before, sep, after) for the last sep; (b'', b'', self) if there is none.", 0)                             \
    X(rsplit, "($self, /, sep=None, maxsplit=-1)", \
      "The pieces between the separators; maxsplit counts from the right.", 0)                                    \
    X(rstrip, "($self, bytes=None, /)", \
      "The bytes without those of the set (white space if None) at the right.", 0)                                \
    X(split, "($self, /, sep=None, maxsplit=-1)", \
      "The pieces between the separators (runs of white space if None), at most maxsplit cuts.", 0)               \
    X(splitlines, "($self, /, keepends=False)", \
      "The lines, without their ends unless keepends is true.", 0)                                                \
    X(startswith, "($self, prefix, start=None, end=None, /)", \
      "Whether the bytes (from start up to end) begin with prefix, or with one of a tuple of them.", NATIVE_PARSED)\
    X(strip, "($self, bytes=None, /)", \
      "The bytes without those of the set (white space if None) at both ends.", 0)                                \
    X(swapcase, "($self, /)", \
      "Return a copy with uppercase ASCII characters converted to lowercase and vice versa.", 0) \
    X(title, "($self, /)", \
      "The bytes with a capital at the start of every word and small letters behind it.", 0)                      \
    X(translate, "($self, table, /, delete=<unrepresentable>)", \
      "The bytes without those in delete, each of the rest replaced by the byte at its place in a table of 256.", 0)\
    X(upper, "($self, /)", \
      "Return a copy with all ASCII characters converted to uppercase.", 0) \
    X(zfill, "($self, width, /)", \
      "Zeros in front of a number, behind its sign, up to the width.", 0)                                         \
    X(fromhex, "($type, string, /)",                                                                              \
        "Bytes from text of two hexadecimal digits each; white space may stand between them.\n\n"                 \
        ">>> bytes.fromhex('1f 2e')\nb'\\x1f.'", NATIVE_CLASS)                                                    \
    X(maketrans, "(frm, to, /)", "Return a translation table usable for the bytes or bytearray translate method.", NATIVE_STATIC)
#define X(name, signature, documentation, flags) \
    Value bytes_method_##name(Thread *thread, const Native *native, const Value *arguments);
BUFFER_METHOD_TABLE(X)
#undef X
#define BUFFER_METHOD_ROW(name, signature, documentation, flags) \
    {#name, signature, documentation, bytes_method_##name, NULL, flags},
Value bytes_hex(Thread *thread, const char *bytes, size_t length, Value separator, Value group);

#endif
