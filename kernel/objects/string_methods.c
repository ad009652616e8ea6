/* The table of str's methods; they are written, by theme, in string_search.c, string_split.c, string_case.c,
 * string_layout.c, format_string.c and string_codec.c. */
#include "kernel/objects/string_private.h"

Value string_method_encode(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    if (!codec_arguments_check(thread, "encode", arguments)) return VALUE_ABSENT;
    return string_encode(thread, value_string(arguments[0]), value_c_string(arguments[1]), value_c_string(arguments[2]));
}

Value string_method_format(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return string_format_call(thread, value_string(arguments[0]), value_tuple(arguments[1]), arguments[2]);
}

Value string_method_format_map(Thread *thread, const Native *native, const Value *arguments) {
    (void)native;
    return string_format_call(thread, value_string(arguments[0]), NULL, arguments[1]);
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
           "Encode the string using the codec registered for encoding.\n\n  encoding\n    The encoding in which to encode the "
           "string.\n  errors\n    The error handling scheme to use for encoding errors.\n    The default is 'strict' meaning "
           "that encoding errors raise a\n    UnicodeEncodeError.  Other possible values are 'ignore', 'replace' and\n    "
           "'xmlcharrefreplace' as well as any other name registered with\n    codecs.register_error that can handle "
           "UnicodeEncodeErrors."),
    METHOD(replace, "($self, old, new, count=-1, /)",
           "Return a copy with all occurrences of substring old replaced by new.\n\n  count\n    Maximum number of "
           "occurrences to replace.\n    -1 (the default value) means replace all occurrences.\n\nIf the optional argument "
           "count is given, only the first count occurrences are\nreplaced."),
    METHOD(split, "($self, /, sep=None, maxsplit=-1)",
           "Return a list of the substrings in the string, using sep as the separator string.\n\n  sep\n    The separator used "
           "to split the string.\n\n    When set to None (the default value), will split on any whitespace\n    character "
           "(including \\n \\r \\t \\f and spaces) and will discard\n    empty strings from the result.\n  maxsplit\n    "
           "Maximum number of splits (starting from the left).\n    -1 (the default value) means no limit."),
    METHOD(rsplit, "($self, /, sep=None, maxsplit=-1)",
           "Return a list of the substrings in the string, using sep as the separator string, splitting from the end."),
    METHOD(join, "($self, iterable, /)",
           "Concatenate any number of strings.\n\nThe string whose method is called is inserted in between each given "
           "string.\nThe result is returned as a new string.\n\nExample: '.'.join(['ab', 'pq', 'rs']) -> 'ab.pq.rs'"),
    METHOD(capitalize, "($self, /)",
           "Return a capitalized version of the string.\n\nMore specifically, make the first character have upper case and "
           "the rest lower\ncase."),
    METHOD(casefold, "($self, /)", "Return a version of the string suitable for caseless comparisons."),
    METHOD(title, "($self, /)",
           "Return a version of the string where each word is titlecased.\n\nMore specifically, words start with uppercased "
           "characters and all remaining\ncased characters have lower case."),
    METHOD(center, "($self, width, fillchar=' ', /)",
           "Return a centered string of length width.\n\nPadding is done using the specified fill character (default is a space)."),
    SEARCH(count, "($self, " RANGE,
           "S.count(sub[, start[, end]]) -> int\n\nReturn the number of non-overlapping occurrences of substring sub "
           "in\nstring S[start:end].  Optional arguments start and end are\ninterpreted as in slice notation."),
    METHOD(expandtabs, "($self, /, tabsize=8)",
           "Return a copy where all tab characters are expanded using spaces.\n\nIf tabsize is not given, a tab size of 8 "
           "characters is assumed."),
    SEARCH(find, "($self, " RANGE,
           "S.find(sub[, start[, end]]) -> int\n\nReturn the lowest index in S where substring sub is found,\nsuch that sub is "
           "contained within S[start:end].  Optional\narguments start and end are interpreted as in slice "
           "notation.\n\nReturn -1 on failure."),
    METHOD(partition, "($self, sep, /)",
           "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the "
           "string.  If the separator is found,\nreturns a 3-tuple containing the part before the separator, the "
           "separator\nitself, and the part after it.\n\nIf the separator is not found, returns a 3-tuple containing the "
           "original string\nand two empty strings."),
    SEARCH(index, "($self, " RANGE,
           "S.index(sub[, start[, end]]) -> int\n\nReturn the lowest index in S where substring sub is found,\nsuch that sub "
           "is contained within S[start:end].  Optional\narguments start and end are interpreted as in slice "
           "notation.\n\nRaises ValueError when the substring is not found."),
    METHOD(ljust, "($self, width, fillchar=' ', /)",
           "Return a left-justified string of length width.\n\nPadding is done using the specified fill character (default is a "
           "space)."),
    METHOD(lower, "($self, /)", "Return a copy of the string converted to lowercase."),
    METHOD(lstrip, "($self, chars=None, /)",
           "Return a copy of the string with leading whitespace removed.\n\nIf chars is given and not None, remove characters in "
           "chars instead."),
    SEARCH(rfind, "($self, " RANGE,
           "S.rfind(sub[, start[, end]]) -> int\n\nReturn the highest index in S where substring sub is found,\nsuch that sub "
           "is contained within S[start:end].  Optional\narguments start and end are interpreted as in slice "
           "notation.\n\nReturn -1 on failure."),
    SEARCH(rindex, "($self, " RANGE,
           "S.rindex(sub[, start[, end]]) -> int\n\nReturn the highest index in S where substring sub is found,\nsuch that sub "
           "is contained within S[start:end].  Optional\narguments start and end are interpreted as in slice "
           "notation.\n\nRaises ValueError when the substring is not found."),
    METHOD(rjust, "($self, width, fillchar=' ', /)",
           "Return a right-justified string of length width.\n\nPadding is done using the specified fill character (default is a "
           "space)."),
    METHOD(rstrip, "($self, chars=None, /)",
           "Return a copy of the string with trailing whitespace removed.\n\nIf chars is given and not None, remove characters "
           "in chars instead."),
    METHOD(rpartition, "($self, sep, /)",
           "Partition the string into three parts using the given separator.\n\nThis will search for the separator in the string, "
           "starting at the end."),
    METHOD(splitlines, "($self, /, keepends=False)",
           "Return a list of the lines in the string, breaking at line boundaries.\n\nLine breaks are not included in the "
           "resulting list unless keepends is given and\ntrue."),
    METHOD(strip, "($self, chars=None, /)",
           "Return a copy of the string with leading and trailing whitespace removed.\n\nIf chars is given and not None, remove "
           "characters in chars instead."),
    METHOD(swapcase, "($self, /)", "Convert uppercase characters to lowercase and lowercase characters to uppercase."),
    METHOD(translate, "($self, table, /)",
           "Replace each character in the string using the given translation table.\n\n  table\n    Translation table, which must "
           "be a mapping of Unicode ordinals to\n    Unicode ordinals, strings, or None."),
    METHOD(upper, "($self, /)", "Return a copy of the string converted to uppercase."),
    SEARCH(startswith, "($self, prefix, start=None, end=None, /)",
           "S.startswith(prefix[, start[, end]]) -> bool\n\nReturn True if S starts with the specified prefix, False "
           "otherwise.\nWith optional start, test S beginning at that position.\nWith optional end, stop comparing S at that "
           "position.\nprefix can also be a tuple of strings to try."),
    SEARCH(endswith, "($self, suffix, start=None, end=None, /)",
           "S.endswith(suffix[, start[, end]]) -> bool\n\nReturn True if S ends with the specified suffix, False "
           "otherwise.\nWith optional start, test S beginning at that position.\nWith optional end, stop comparing S at that "
           "position.\nsuffix can also be a tuple of strings to try."),
    METHOD(removeprefix, "($self, prefix, /)",
           "Return a str with the given prefix string removed if present.\n\nIf the string starts with the prefix string, return "
           "string[len(prefix):].\nOtherwise, return a copy of the original string."),
    METHOD(removesuffix, "($self, suffix, /)",
           "Return a str with the given suffix string removed if present.\n\nIf the string ends with the suffix string and that "
           "suffix is not empty,\nreturn string[:-len(suffix)]. Otherwise, return a copy of the original\nstring."),
    METHOD(isascii, "($self, /)", "Return True if all characters in the string are ASCII, False otherwise."),
    METHOD(islower, "($self, /)", "Return True if the string is a lowercase string, False otherwise."),
    METHOD(isupper, "($self, /)", "Return True if the string is an uppercase string, False otherwise."),
    METHOD(istitle, "($self, /)", "Return True if the string is a title-cased string, False otherwise."),
    METHOD(isspace, "($self, /)", "Return True if the string is a whitespace string, False otherwise."),
    METHOD(isdecimal, "($self, /)", "Return True if the string is a decimal string, False otherwise."),
    METHOD(isdigit, "($self, /)", "Return True if the string is a digit string, False otherwise."),
    METHOD(isnumeric, "($self, /)", "Return True if the string is a numeric string, False otherwise."),
    METHOD(isalpha, "($self, /)", "Return True if the string is an alphabetic string, False otherwise."),
    METHOD(isalnum, "($self, /)", "Return True if the string is an alpha-numeric string, False otherwise."),
    METHOD(isidentifier, "($self, /)", "Return True if the string is a valid Python identifier, False otherwise."),
    METHOD(isprintable, "($self, /)", "Return True if the string is printable, False otherwise."),
    METHOD(zfill, "($self, width, /)",
           "Pad a numeric string with zeros on the left, to fill a field of the given width.\n\nThe string is never truncated."),
    METHOD(format, "($self, /, *args, **kwargs)",
           "S.format(*args, **kwargs) -> str\n\nReturn a formatted version of S, using substitutions from args and kwargs.\nThe "
           "substitutions are identified by braces ('{' and '}')."),
    METHOD(format_map, "($self, mapping, /)",
           "S.format_map(mapping) -> str\n\nReturn a formatted version of S, using substitutions from mapping.\nThe "
           "substitutions are identified by braces ('{' and '}')."),
    {"maketrans", "(x, y=<unrepresentable>, z=<unrepresentable>, /)",
     "Return a translation table usable for str.translate().\n\nIf there is only one argument, it must be a dictionary mapping "
     "Unicode\nordinals (integers) or characters to Unicode ordinals, strings or None.",
     string_method_maketrans, NULL, NATIVE_STATIC},
    {"__getnewargs__", "($self, /)", NULL, string_getnewargs, NULL, 0},
    {"__sizeof__", "($self, /)", "Return the size of the string in memory, in bytes.", string_sizeof, NULL, 0},
    {0}};
