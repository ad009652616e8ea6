/* Shared by the files of bytes, bytearray and memoryview. */
#ifndef KERNEL_OBJECTS_BYTES_PRIVATE_H
#define KERNEL_OBJECTS_BYTES_PRIVATE_H

#include "kernel/objects/list_private.h"

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
bool memoryview_buffer(Thread *thread, Value view, const char **bytes, size_t *length);
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
      "Return a centered string of length width.", 0) \
    X(count, "($self, sub, start=None, end=None, /)", \
      "Return the number of non-overlapping occurrences of subsection sub.", NATIVE_PARSED) \
    X(decode, "($self, /, encoding='utf-8', errors='strict')", \
      "Decode the bytes using the codec registered for encoding.", 0) \
    X(endswith, "($self, suffix, start=None, end=None, /)", \
      "Return True if B ends with the specified suffix, False otherwise.", NATIVE_PARSED) \
    X(expandtabs, "($self, /, tabsize=8)", \
      "Return a copy where all tab characters are expanded using spaces.", 0) \
    X(find, "($self, sub, start=None, end=None, /)", \
      "Return the lowest index in B where subsection sub is found, -1 on failure.", NATIVE_PARSED) \
    X(hex, "($self, /, sep=<unrepresentable>, bytes_per_sep=1)", \
      "Create a string of hexadecimal numbers from a bytes object.", 0) \
    X(index, "($self, sub, start=None, end=None, /)", \
      "Return the lowest index in B where subsection sub is found; ValueError when it is not.", NATIVE_PARSED) \
    X(isalnum, "($self, /)", \
      "Return True if all characters are alphanumeric and there is at least one.", 0) \
    X(isalpha, "($self, /)", \
      "Return True if all characters are alphabetic and there is at least one.", 0) \
    X(isascii, "($self, /)", \
      "Return True if B is empty or all characters in B are ASCII, False otherwise.", 0) \
    X(isdigit, "($self, /)", \
      "Return True if all characters are digits and there is at least one.", 0) \
    X(islower, "($self, /)", \
      "Return True if all cased characters are lowercase and there is at least one.", 0) \
    X(isspace, "($self, /)", \
      "Return True if all characters are whitespace and there is at least one.", 0) \
    X(istitle, "($self, /)", \
      "Return True if B is a titlecased string and there is at least one character in B.", 0) \
    X(isupper, "($self, /)", \
      "Return True if all cased characters are uppercase and there is at least one.", 0) \
    X(join, "($self, iterable_of_bytes, /)", \
      "Concatenate any number of bytes objects.", 0) \
    X(ljust, "($self, width, fillchar=b' ', /)", \
      "Return a left-justified string of length width.", 0) \
    X(lower, "($self, /)", \
      "Return a copy with all ASCII characters converted to lowercase.", 0) \
    X(lstrip, "($self, bytes=None, /)", \
      "Strip leading bytes contained in the argument.", 0) \
    X(partition, "($self, sep, /)", \
      "Partition the bytes into three parts using the given separator.", 0) \
    X(removeprefix, "($self, prefix, /)", \
      "Return a bytes object with the given prefix string removed if present.", 0) \
    X(removesuffix, "($self, suffix, /)", \
      "Return a bytes object with the given suffix string removed if present.", 0) \
    X(replace, "($self, old, new, count=-1, /)", \
      "Return a copy with all occurrences of substring old replaced by new.", 0) \
    X(rfind, "($self, sub, start=None, end=None, /)", \
      "Return the highest index in B where subsection sub is found, -1 on failure.", NATIVE_PARSED) \
    X(rindex, "($self, sub, start=None, end=None, /)", \
      "Return the highest index in B where subsection sub is found; ValueError when it is not.", NATIVE_PARSED) \
    X(rjust, "($self, width, fillchar=b' ', /)", \
      "Return a right-justified string of length width.", 0) \
    X(rpartition, "($self, sep, /)", \
      "Partition the bytes into three parts using the given separator, from the end.", 0) \
    X(rsplit, "($self, /, sep=None, maxsplit=-1)", \
      "Return a list of the sections in the bytes, using sep as the delimiter, from the end.", 0) \
    X(rstrip, "($self, bytes=None, /)", \
      "Strip trailing bytes contained in the argument.", 0) \
    X(split, "($self, /, sep=None, maxsplit=-1)", \
      "Return a list of the sections in the bytes, using sep as the delimiter.", 0) \
    X(splitlines, "($self, /, keepends=False)", \
      "Return a list of the lines in the bytes, breaking at line boundaries.", 0) \
    X(startswith, "($self, prefix, start=None, end=None, /)", \
      "Return True if B starts with the specified prefix, False otherwise.", NATIVE_PARSED) \
    X(strip, "($self, bytes=None, /)", \
      "Strip leading and trailing bytes contained in the argument.", 0) \
    X(swapcase, "($self, /)", \
      "Return a copy with uppercase ASCII characters converted to lowercase and vice versa.", 0) \
    X(title, "($self, /)", \
      "Return a titlecased version of B.", 0) \
    X(translate, "($self, table, /, delete=<unrepresentable>)", \
      "Return a copy with each character mapped by the given translation table.", 0) \
    X(upper, "($self, /)", \
      "Return a copy with all ASCII characters converted to uppercase.", 0) \
    X(zfill, "($self, width, /)", \
      "Pad a numeric string with zeros on the left, to fill a field of the given width.", 0) \
    X(fromhex, "($type, string, /)", "Create a bytes object from a string of hexadecimal numbers.", NATIVE_CLASS) \
    X(maketrans, "(frm, to, /)", "Return a translation table usable for the bytes or bytearray translate method.", NATIVE_STATIC)
#define X(name, signature, documentation, flags) \
    Value bytes_method_##name(Thread *thread, const Native *native, const Value *arguments);
BUFFER_METHOD_TABLE(X)
#undef X
#define BUFFER_METHOD_ROW(name, signature, documentation, flags) \
    {#name, signature, documentation, bytes_method_##name, NULL, flags},
Value bytes_hex(Thread *thread, const char *bytes, size_t length, Value separator, Value group);

#endif
