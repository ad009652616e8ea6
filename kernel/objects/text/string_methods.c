/* The table of str's methods; they are written, by theme, in string_search.c, string_split.c, string_case.c,
 * string_layout.c, format_string.c and string_codec.c. */
#include "kernel/objects/text/string_private.h"

Value string_method_encode(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    if (!codec_arguments_check(thread, "encode", arguments)) return VALUE_ABSENT;
    return string_encode(thread, value_string(arguments[0]), value_c_string(arguments[1]), value_c_string(arguments[2]));
}

Value string_method_format(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return string_itself(arguments[0], string_format_call(thread, value_string(arguments[0]), value_tuple(arguments[1]), arguments[2]), "{}");
}

Value string_method_format_map(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return string_itself(arguments[0], string_format_call(thread, value_string(arguments[0]), NULL, arguments[1]), "{}");
}

NATIVE(string_getnewargs) {
    NATIVE_UNUSED;
    Value plain = string_new(thread, value_string(arguments[0])->bytes, value_string(arguments[0])->length);
    if (value_is_absent(plain)) return VALUE_ABSENT;
    Value result = tuple_from_values(thread, &plain, 1);
    value_release(plain);
    return result;
}

NATIVE(string_sizeof) {
    NATIVE_UNUSED;
    return value_from_int((int64_t)(offsetof(String, bytes) + value_string(arguments[0])->length + 1));
}

#define RANGE "sub, start=None, end=None, /)"
#define METHOD(name, signature, documentation) {#name, signature, documentation, string_method_##name, NULL, 0}
#define SEARCH(name, signature, documentation) {#name, signature, documentation, string_method_##name, NULL, NATIVE_PARSED}

const NativeEntry string_methods[] = {
    METHOD(encode, "($self, /, encoding='utf-8', errors='strict')",
           "The string as bytes.\n\n  encoding\n    The name of the encoding.\n  errors\n    What happens to "
           "characters that it does not have: 'strict' raises, 'ignore', 'replace', 'xmlcharrefreplace' and\n    "
           "'backslashreplace' do what they say; codecs knows more of them."),
    METHOD(replace, "($self, old, new, count=-1, /)",
           "The string with new instead of old: everywhere, or count times from the left."),
    METHOD(split, "($self, /, sep=None, maxsplit=-1)",
           "The pieces between the separators.\n\n  sep\n    What separates them; None for runs of white space, "
           "which give no empty pieces.\n  maxsplit\n    At most so many cuts, from the left; the rest stays in "
           "one piece. -1 for all."),
    METHOD(rsplit, "($self, /, sep=None, maxsplit=-1)",
           "The pieces between the separators (runs of white space if None); maxsplit counts from the right."),
    METHOD(join, "($self, iterable, /)",
           "The iterable's strings in a row, with this one between each two.\n\n"
           ">>> '-'.join(['a', 'b'])\n'a-b'"),
    METHOD(capitalize, "($self, /)",
           "The string with its first character as a capital and all others small."),
    METHOD(casefold, "($self, /)", "The string made ready for a comparison in which case does not count."),
    METHOD(title, "($self, /)",
           "The string with a capital at the start of every word and small letters behind it."),
    METHOD(center, "($self, width, fillchar=' ', /)",
           "The string in the middle of a field, fillchar on both sides."),
    SEARCH(count, "($self, " RANGE,
           "S.count(sub[, start[, end]]) -> int\n\nHow many times sub occurs in S[start:end], overlaps not "
           "counted."),
    METHOD(expandtabs, "($self, /, tabsize=8)",
           "The string with spaces up to the next column of tabsize instead of each tab."),
    SEARCH(find, "($self, " RANGE,
           "S.find(sub[, start[, end]]) -> int\n\nWhere sub first occurs within S[start:end], counted from the "
           "start of S; -1 if it does not."),
    METHOD(partition, "($self, sep, /)",
           "(before, sep, after) for the first sep; (self, '', '') if there is none."),
    SEARCH(index, "($self, " RANGE,
           "S.index(sub[, start[, end]]) -> int\n\nWhere sub first occurs within S[start:end], counted from the "
           "start of S; a ValueError if it does not."),
    METHOD(ljust, "($self, width, fillchar=' ', /)",
           "The string at the left of a field, filled up with fillchar."),
    METHOD(lower, "($self, /)", "The string in small letters."),
    METHOD(lstrip, "($self, chars=None, /)",
           "The string without white space, or the characters in chars, at its left end."),
    SEARCH(rfind, "($self, " RANGE,
           "S.rfind(sub[, start[, end]]) -> int\n\nWhere sub last occurs within S[start:end], counted from the "
           "start of S; -1 if it does not."),
    SEARCH(rindex, "($self, " RANGE,
           "S.rindex(sub[, start[, end]]) -> int\n\nWhere sub last occurs within S[start:end], counted from the "
           "start of S; a ValueError if it does not."),
    METHOD(rjust, "($self, width, fillchar=' ', /)",
           "The string at the right of a field, filled up with fillchar."),
    METHOD(rstrip, "($self, chars=None, /)",
           "The string without white space, or the characters in chars, at its right end."),
    METHOD(rpartition, "($self, sep, /)",
           "(before, sep, after) for the last sep; ('', '', self) if there is none."),
    METHOD(splitlines, "($self, /, keepends=False)",
           "The lines, without their ends unless keepends is true."),
    METHOD(strip, "($self, chars=None, /)",
           "The string without white space, or the characters in chars, at both ends."),
    METHOD(swapcase, "($self, /)", "The string with small letters for capitals and capitals for small letters."),
    METHOD(translate, "($self, table, /)",
           "The string with each character looked up in a table by its code point: a string or a code point "
           "replaces it,\nNone deletes it, and what is not found stays. maketrans() makes such tables."),
    METHOD(upper, "($self, /)", "The string in capitals."),
    SEARCH(startswith, "($self, prefix, start=None, end=None, /)",
           "S.startswith(prefix[, start[, end]]) -> bool\n\n"
           "Whether S[start:end] begins with prefix, or with one of a tuple of them."),
    SEARCH(endswith, "($self, suffix, start=None, end=None, /)",
           "S.endswith(suffix[, start[, end]]) -> bool\n\n"
           "Whether S[start:end] finishes with suffix, or with one of a tuple of them."),
    METHOD(removeprefix, "($self, prefix, /)",
           "The string without prefix, if it begins with it."),
    METHOD(removesuffix, "($self, suffix, /)",
           "The string without suffix, if it finishes with it."),
    METHOD(isascii, "($self, /)", "Whether no character is above U+007F."),
    METHOD(islower, "($self, /)", "Whether there are letters with case, and none of them is a capital."),
    METHOD(isupper, "($self, /)", "Whether there are letters with case, and all of them are capitals."),
    METHOD(istitle, "($self, /)", "Whether there are words, and each has a capital first and small letters "
                                  "behind it."),
    METHOD(isspace, "($self, /)", "Whether there are characters, and each is white space."),
    METHOD(isdecimal, "($self, /)", "Whether there are characters, and each is a digit of the decimal system."),
    METHOD(isdigit, "($self, /)", "Whether there are characters, and each is a digit; superscripts count too."),
    METHOD(isnumeric, "($self, /)", "Whether there are characters, and each stands for a number; fractions and "
                                    "the like count too."),
    METHOD(isalpha, "($self, /)", "Whether there are characters, and each is a letter."),
    METHOD(isalnum, "($self, /)", "Whether there are characters, and each is a letter or a kind of digit."),
    METHOD(isidentifier, "($self, /)", "Whether the string could be a name in a program; keywords could "
                                       "(keyword.iskeyword() tells them)."),
    METHOD(isprintable, "($self, /)", "Whether repr() shows every character as it is."),
    METHOD(zfill, "($self, width, /)",
           "Zeros in front of a number, behind its sign, up to the width."),
    METHOD(format, "($self, /, *args, **kwargs)",
           "S.format(*args, **kwargs) -> str\n\nThe string with the arguments in place of its {fields}: {} and "
           "{0} are positional, {name} is a keyword; {0.attribute}, {0[key]},\n"
           "{0!r} and {0:specification} go further."),
    METHOD(format_map, "($self, mapping, /)",
           "S.format_map(mapping) -> str\n\nLike format(**mapping), but the mapping itself is asked for each "
           "{name}."),
    {"maketrans", "(x, y=<unrepresentable>, z=<unrepresentable>, /)",
     "A table for translate(): from a dict of characters (or code points) to what replaces them, or from two "
     "strings\nof equal length, of which the second replaces the first; the characters of a third one are "
     "deleted.",
     string_method_maketrans, NULL, NATIVE_STATIC},
    {"__getnewargs__", "($self, /)", NULL, string_getnewargs, NULL, 0},
    {"__sizeof__", "($self, /)", "How many bytes the string takes.", string_sizeof, NULL, 0},
    {0}};
