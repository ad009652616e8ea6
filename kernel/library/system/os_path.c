/* os.path (posixpath): paths as text, and a few questions to the file system. */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/library/system/os_private.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/system/machine_library.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>


/* Where the last part begins. */
static size_t tail_of(const char *path, size_t length) {
    const char *slash = memrchr(path, '/', length);
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The head without its trailing slashes, unless it is all slashes. */
static size_t head_length(const char *path, size_t tail) {
    size_t length = tail;
    while (length > 0 && path[length - 1] == '/') length--;
    return length ? length : tail;
}

/* Where the extension begins: the last dot of the last part that has something but dots in front. */
static size_t extension_of(const char *path, size_t length) {
    size_t tail = tail_of(path, length);
    const char *dot = memrchr(path + tail, '.', length - tail);
    size_t at = dot ? (size_t)(dot - path) : length, first = tail;
    while (first < at && path[first] == '.') first++;
    return first < at ? at : length;
}

/* The path, cut in two. */
static Value pair(Thread *thread, const char *path, size_t length, size_t at) {
    Value items[] = {string_new(thread, path, at), string_new(thread, path + at, length - at)};
    Value result = value_is_absent(items[0]) || value_is_absent(items[1]) ? VALUE_ABSENT : tuple_from_values(thread, items, 2);
    value_release(items[0]), value_release(items[1]);
    return result;
}

typedef Value TextFunction(Thread *thread, const char *path, size_t length); /* a zero stands behind it, and may within */

/* Bytes for bytes: a result of text, or a tuple of texts, takes the kind of the argument. */
static Value as_bytes(Thread *thread, Value result) {
    Value converted = VALUE_ABSENT;
    if (value_is_string(result)) {
        Value encoding[2] = {string_from_c(thread, "utf-8"), string_from_c(thread, "surrogateescape")};
        if (!value_is_absent(encoding[0]) && !value_is_absent(encoding[1])) converted = value_call_method(thread, result, "encode", encoding, 2);
        value_release(encoding[0]), value_release(encoding[1]);
    } else if (value_is_tuple(result)) {
        Value items[2];
        for (int i = 0; i < 2; i++) items[i] = as_bytes(thread, value_retain(value_tuple(result)->items[i]));
        if (!value_is_absent(items[0]) && !value_is_absent(items[1])) converted = tuple_from_values(thread, items, 2);
        value_release(items[0]), value_release(items[1]);
    } else return result;
    value_release(result);
    return converted;
}

static Value like_path(Thread *thread, Value path, Value result) {
    bool is_text = value_is_absent(result) || value_is_string(path) || !os_is_bytes_path(thread, path);
    return is_text ? result : as_bytes(thread, result);
}

static Value apply(Thread *thread, Value value, TextFunction *function) {
    Value path = os_path_text(thread, value);
    if (value_is_absent(path)) return path;
    Value result = function(thread, value_c_string(path), value_string(path)->length);
    value_release(path);
    return like_path(thread, value, result);
}

static Value basename_of(Thread *thread, const char *path, size_t length) {
    size_t tail = tail_of(path, length);
    return string_new(thread, path + tail, length - tail);
}
static Value dirname_of(Thread *thread, const char *path, size_t length) {
    return string_new(thread, path, head_length(path, tail_of(path, length)));
}
static Value split_of(Thread *thread, const char *path, size_t length) {
    size_t tail = tail_of(path, length);
    Value items[] = {dirname_of(thread, path, length), string_new(thread, path + tail, length - tail)};
    Value result = value_is_absent(items[0]) || value_is_absent(items[1]) ? VALUE_ABSENT : tuple_from_values(thread, items, 2);
    value_release(items[0]), value_release(items[1]);
    return result;
}
static Value splitext_of(Thread *thread, const char *path, size_t length) {
    return pair(thread, path, length, extension_of(path, length));
}

static bool append_normal(TextBuffer *out, const char *path, size_t path_length) {
    const char *end = path + path_length;
    size_t floor = 0;
    bool is_absolute = path[0] == '/';
    if (is_absolute) {
        text_append_char(out, '/');
        if (path[1] == '/' && path[2] != '/') text_append_char(out, '/');
        floor = out->length;
    }
    while (path < end) {
        const char *slash = memchr(path, '/', (size_t)(end - path));
        size_t length = (size_t)((slash ? slash : end) - path);
        if (length == 2 && path[0] == '.' && path[1] == '.') {
            size_t cut = out->length;
            while (cut > floor && out->bytes[cut - 1] != '/') cut--;
            bool is_parent = out->length - cut == 2 && !strncmp(out->bytes + cut, "..", 2);
            if (out->length > floor && !is_parent) {
                text_truncate(out, cut > floor ? cut - 1 : floor);
            } else if (!is_absolute) {
                if (out->length) text_append_char(out, '/');
                text_append(out, "..");
            }
        } else if (length && !(length == 1 && path[0] == '.')) {
            if (out->length > floor) text_append_char(out, '/');
            text_append_bytes(out, path, length);
        }
        path += length + (slash != NULL);
    }
    if (out->length == 0) text_append_char(out, '.');
    return !out->failed;
}

static Value finish(Thread *thread, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : string_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

static Value normpath_of(Thread *thread, const char *path, size_t length) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_normal(&text, path, length);
    return finish(thread, &text);
}

/* What stands between the working folder and a path in it. */
static const char *slash_behind(const char *folder) { return strcmp(folder, "/") ? "/" : ""; }

static Value abspath_of(Thread *thread, const char *path, size_t length) {
    TextBuffer joined = TEXT_BUFFER_EMPTY, text = TEXT_BUFFER_EMPTY;
    char folder[PATH_MAX];
    if (path[0] != '/') {
        if (!getcwd(folder, sizeof folder)) return raise_os_error(thread, errno, NULL);
        Value here = string_from_system(thread, folder, strlen(folder));
        if (value_is_absent(here)) return here;
        text_append_format(&joined, "%s%s", value_c_string(here), slash_behind(folder));
        value_release(here);
    }
    text_append_bytes(&joined, path, length);
    append_normal(&text, text_string(&joined), joined.length);
    text_release(&joined);
    return finish(thread, &text);
}

/* Links are followed as far as the path exists; what lies beyond is only made normal. */
static Value real_path(Thread *thread, const char *path) {
    char resolved[PATH_MAX];
    if (realpath(*path ? path : ".", resolved)) return string_from_system(thread, resolved, strlen(resolved));
    TextBuffer whole = TEXT_BUFFER_EMPTY, text = TEXT_BUFFER_EMPTY;
    char folder[PATH_MAX];
    if (path[0] != '/' && getcwd(folder, sizeof folder)) text_append_format(&whole, "%s%s", folder, slash_behind(folder));
    text_append(&whole, path);
    char *copy = whole.failed ? NULL : memory_copy_string(text_string(&whole));
    for (size_t length = whole.length; copy && length > 0; length--) {
        if (copy[length - 1] != '/') continue;
        char kept = copy[length];
        copy[length] = '\0';
        bool found = realpath(copy, resolved) != NULL;
        copy[length] = kept;
        if (!found) continue;
        text_truncate(&whole, 0);
        text_append_format(&whole, "%s/%s", strcmp(resolved, "/") ? resolved : "", copy + length);
        break;
    }
    memory_release(copy);
    append_normal(&text, text_string(&whole), whole.length);
    text_release(&whole);
    Value result = text.failed ? raise_no_memory(thread) : string_from_system(thread, text_string(&text), text.length);
    text_release(&text);
    return result;
}

static Value expanduser_of(Thread *thread, const char *path, size_t whole) {
    size_t length = strcspn(path, "/");
    if (path[0] != '~' || (length < whole && path[length] != '/')) return string_new(thread, path, whole);
    const char *home = NULL;
    if (length == 1) {
        struct passwd *user = NULL;
        home = getenv("HOME");
        if (!home && (user = getpwuid(getuid()))) home = user->pw_dir;
    } else {
        char *name = memory_copy_bytes(path + 1, length - 1);
        struct passwd *user = name ? getpwnam(name) : NULL;
        if (user) home = user->pw_dir;
        memory_release(name);
    }
    if (!home) return string_new(thread, path, whole);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, home);
    text_append_bytes(&text, path + length, whole - length);
    return finish(thread, &text);
}

static Value expandvars_of(Thread *thread, const char *path, size_t whole) {
    const char *end = path + whole;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    TextBuffer text = TEXT_BUFFER_EMPTY;
    while (path < end) {
        bool braced = path[0] == '$' && path[1] == '{';
        const char *name = path + (braced ? 2 : 1);
        size_t length = path[0] == '$' ? (braced ? strcspn(name, "}") : strspn(name, letters)) : 0;
        char *copy = length ? memory_copy_bytes(name, length) : NULL;
        const char *value = copy && (!braced || name[length] == '}') ? getenv(copy) : NULL;
        memory_release(copy);
        if (value) {
            text_append(&text, value);
            path = name + length + braced;
        } else {
            text_append_char(&text, *path++);
        }
    }
    return finish(thread, &text);
}

static Value isabs_of(Thread *thread, const char *path, size_t length) { return (void)thread, (void)length, value_from_bool(path[0] == '/'); }
static Value normcase_of(Thread *thread, const char *path, size_t length) { return string_new(thread, path, length); }
static Value splitdrive_of(Thread *thread, const char *path, size_t length) { return pair(thread, path, length, 0); }

/* ---- questions to the file system ---- */

/* false with an exception; *found: there is such a file, else errno says why not. */
static bool look(Thread *thread, Value given, bool follow, struct stat *status, bool *found) {
    int descriptor = -1;
    Value path = os_path_argument(thread, given, follow ? "stat" : "lstat", "path", follow ? &descriptor : NULL);
    if (value_is_absent(path)) return false;
    bool by_number = follow && value_is_int(given);
    *found = (by_number ? fstat(descriptor, status) : follow ? stat(system_bytes(path), status) : lstat(system_bytes(path), status)) == 0;
    int error = errno;
    value_release(path);
    errno = error;
    return true;
}

/* Likewise, where a path that no file can have is one that is not there. */
static bool look_for(Thread *thread, Value given, bool follow, struct stat *status, bool *found) {
    if (look(thread, given, follow, status, found)) return true;
    if (!exception_matches(thread, thread_builtins(thread)->exception_ValueError)) return false;
    exception_clear(thread);
    *found = false;
    return true;
}

NATIVE(path_ask) {
    char what = ((const char *)native->entry->data)[0];
    struct stat status;
    bool found;
    if (!look_for(thread, arguments[0], what != 'l' && what != 'L', &status, &found)) return VALUE_ABSENT;
    switch (what) {
    case 'f': return value_from_bool(found && S_ISREG(status.st_mode));
    case 'd': return value_from_bool(found && S_ISDIR(status.st_mode));
    case 'L': return value_from_bool(found && S_ISLNK(status.st_mode));
    default: return value_from_bool(found);
    }
}

NATIVE(path_get) {
    struct stat status;
    bool found;
    if (!look(thread, arguments[0], true, &status, &found)) return VALUE_ABSENT;
    if (!found) return raise_os_error_of(thread, errno, arguments[0], VALUE_ABSENT);
    char what = ((const char *)native->entry->data)[0];
    if (what == 's') return value_from_int(status.st_size);
    struct timespec time = what == 'm' ? status.st_mtim : what == 'a' ? status.st_atim : status.st_ctim;
    return value_from_float((double)time.tv_sec + 1e-9 * (double)time.tv_nsec);
}

NATIVE(path_samefile) {
    (void)native;
    struct stat status[2];
    for (int i = 0; i < 2; i++) {
        bool found;
        if (!look(thread, arguments[i], true, &status[i], &found)) return VALUE_ABSENT;
        if (!found) return raise_os_error_of(thread, errno, arguments[i], VALUE_ABSENT);
    }
    return value_from_bool(status[0].st_ino == status[1].st_ino && status[0].st_dev == status[1].st_dev);
}

NATIVE(path_ismount) {
    (void)native;
    struct stat status, above;
    bool found;
    if (!look_for(thread, arguments[0], false, &status, &found)) return VALUE_ABSENT;
    if (!found || S_ISLNK(status.st_mode)) return VALUE_FALSE;
    Value path = os_system_path(thread, arguments[0]);
    if (value_is_absent(path)) return path;
    TextBuffer parent = TEXT_BUFFER_EMPTY;
    text_append_format(&parent, "%s/..", system_bytes(path));
    value_release(path);
    if (parent.failed) return text_release(&parent), raise_no_memory(thread);
    int result = stat(text_string(&parent), &above);
    text_release(&parent);
    return value_from_bool(result == 0 && (status.st_dev != above.st_dev || status.st_ino == above.st_ino));
}

#define PATH_FUNCTIONS(X)                                                                                        \
    X(abspath, path, "The absolute, normal form.") X(basename, p, "The last part.") X(dirname, p, "All but the last part.") \
    X(expanduser, path, "~ and ~user replaced.") X(expandvars, path, "$name and ${name} replaced.")              \
    X(isabs, s, "Is it absolute?") X(normpath, path, "Without ., .. and double /.") X(split, p, "(head, tail).")  \
    X(splitext, p, "(root, extension).") X(normcase, s, "The same path: case matters here.")                     \
    X(splitdrive, p, "('', path): there are no drives here.")

#define X(name, parameter, what)                            \
    NATIVE(path_##name) {                                   \
        (void)native;                                       \
        return apply(thread, arguments[0], name##_of);      \
    }
PATH_FUNCTIONS(X)
#undef X

NATIVE(path_realpath) {
    (void)native;
    int strict = value_truth(thread, arguments[1]);
    if (strict < 0) return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "lstat", "path", NULL);
    if (value_is_absent(path)) return path;
    char resolved[PATH_MAX];
    bool found = !strict || realpath(system_bytes(path), resolved) != NULL;
    Value result = found ? real_path(thread, system_bytes(path)) : raise_os_error_of(thread, errno, arguments[0], VALUE_ABSENT);
    value_release(path);
    return like_path(thread, arguments[0], result);
}

NATIVE(path_join) {
    (void)native;
    const Tuple *parts = value_tuple(arguments[1]);
    bool bytes = os_is_bytes_path(thread, arguments[0]);
    for (size_t i = 0; i < parts->count; i++) {
        bool other = os_is_bytes_path(thread, parts->items[i]);
        if (other == bytes || (!other && !value_is_string(parts->items[i]))) continue;
        return raise_type_error(thread, "Can't mix strings and bytes in path components");
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const Tuple *more = value_tuple(arguments[1]);
    for (size_t i = 0; i <= more->count; i++) {
        Value part = os_path_text(thread, i ? more->items[i - 1] : arguments[0]);
        if (value_is_absent(part)) {
            if (i && exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
                exception_clear(thread);
                raise_type_error(thread, "join() argument must be str, bytes, or os.PathLike object, not '%s'",
                                 type_short_name(type_of(thread->interpreter, more->items[i - 1])));
            }
            text_release(&text);
            return part;
        }
        const String *string = value_string(part);
        if (string->bytes[0] == '/') text_truncate(&text, 0);
        else if (text.length && text.bytes[text.length - 1] != '/') text_append_char(&text, '/');
        text_append_bytes(&text, string->bytes, string->length);
        value_release(part);
    }
    Value joined = finish(thread, &text);
    return bytes && !value_is_absent(joined) ? as_bytes(thread, joined) : joined;
}

/* Both made absolute and cut into parts; what they share goes, one .. for each part of `start` that is left. */
NATIVE(path_relpath) {
    (void)native;
    if (value_is_none(arguments[0]) || (value_is_string(arguments[0]) && !value_string(arguments[0])->length)) return raise_value_error(thread, "no path specified");
    Value path = apply(thread, arguments[0], abspath_of);
    Value start = value_is_absent(path) ? path
                  : value_is_none(arguments[1]) ? abspath_of(thread, ".", 1) : apply(thread, arguments[1], abspath_of);
    if (value_is_absent(start)) {
        value_release(path);
        return start;
    }
    const char *to = value_c_string(path), *from = value_c_string(start);
    size_t shared = 0;
    for (size_t i = 0;; i++) {
        bool to_ends = to[i] == '\0' || to[i] == '/', from_ends = from[i] == '\0' || from[i] == '/';
        if (to_ends && from_ends) shared = i;
        if (to[i] != from[i] || !to[i]) break;
    }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (const char *at = from + shared; *at;) {
        at += strspn(at, "/");
        if (*at) text_append(&text, text.length ? "/.." : "..");
        at += strcspn(at, "/");
    }
    const char *rest = to + shared + strspn(to + shared, "/");
    if (*rest) text_append_format(&text, "%s%s", text.length ? "/" : "", rest);
    if (!text.length) text_append_char(&text, '.');
    value_release(path), value_release(start);
    return finish(thread, &text);
}

static const NativeEntry path_functions[] = {
#define X(name_, parameter, what) {.name = #name_, .signature = "(" #parameter ")", .documentation = what, .code = path_##name_},
    PATH_FUNCTIONS(X)
#undef X
    {.name = "exists", .signature = "(path)", .documentation = "Is there such a path?", .code = path_ask, .data = "e"},
    {.name = "lexists", .signature = "(path)", .documentation = "Is there such a path, be it a link to nothing?", .code = path_ask, .data = "l"},
    {.name = "isdir", .signature = "(s)", .documentation = "Is it a folder?", .code = path_ask, .data = "d"},
    {.name = "isfile", .signature = "(path)", .documentation = "Is it a file?", .code = path_ask, .data = "f"},
    {.name = "islink", .signature = "(path)", .documentation = "Is it a symbolic link?", .code = path_ask, .data = "L"},
    {.name = "getsize", .signature = "(filename)", .documentation = "Bytes of a file.", .code = path_get, .data = "s"},
    {.name = "getmtime", .signature = "(filename)", .documentation = "Time of the last change.", .code = path_get, .data = "m"},
    {.name = "getatime", .signature = "(filename)", .documentation = "Time of the last reading.", .code = path_get, .data = "a"},
    {.name = "getctime", .signature = "(filename)", .documentation = "Time of the last change of what is known of it.", .code = path_get, .data = "c"},
    {.name = "samefile", .signature = "(f1, f2)", .documentation = "Do two paths mean one file?", .code = path_samefile},
    {.name = "sameopenfile", .signature = "(fp1, fp2)", .documentation = "Do two descriptors mean one file?", .code = path_samefile},
    {.name = "ismount", .signature = "(path)", .documentation = "Is a file system mounted there?", .code = path_ismount},
    {.name = "realpath", .signature = "(filename, *, strict=False)", .documentation = "With links followed.", .code = path_realpath},
    {.name = "join", .signature = "(a, /, *p)", .documentation = "Parts joined by /.", .code = path_join},
    {.name = "relpath", .signature = "(path, start=None)", .documentation = "The way from one path to another.", .code = path_relpath},
    {0}};

static bool path_initialize(Thread *thread, Value module) {
    static const char *const texts[][2] = {{"sep", "/"}, {"pathsep", ":"}, {"curdir", "."}, {"pardir", ".."}, {"extsep", "."},
                                           {"devnull", "/dev/null"}, {"defpath", "/bin:/usr/bin"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!module_add(thread, module, texts[i][0], string_from_c(thread, texts[i][1]))) return false;
    return module_add(thread, module, "altsep", VALUE_NONE) && module_add(thread, module, "supports_unicode_filenames", VALUE_FALSE);
}

static Value path_get_attribute(Thread *thread, Value module, String *name) {
    static const struct {
        const char *name;
        int minor; /* of the version that has it first */
    } rest_names[] = {{"commonpath", 0}, {"commonprefix", 0}, {"samestat", 0}, {"isjunction", 12}, {"splitroot", 12}, {"isdevdrive", 13}, {"ALLOW_MISSING", 12}};
    const MachineLibrary *library = machine_library(thread->interpreter);
    bool found = false;
    for (size_t i = 0; !found && i < sizeof rest_names / sizeof *rest_names; i++)
        found = string_equals_c(name, rest_names[i].name) && (!rest_names[i].minor || (library && library->minor >= rest_names[i].minor));
    if (!found) return VALUE_ABSENT;
    Value rest = import_module(thread, "_path_rest");
    Value value = value_is_absent(rest) ? rest : value_get_attribute(thread, rest, name);
    value_release(rest);
    if (!value_is_absent(value) && !value_set_attribute(thread, module, name, value)) exception_clear(thread);
    return value;
}

const ModuleEntry library_posixpath = {.name = "posixpath",
                                       .documentation = "Operations on paths.",
                                       .functions = path_functions,
                                       .initialize = path_initialize,
                                       .get_attribute = path_get_attribute};
