/* os.path (posixpath): paths as text, and a few questions to the file system. */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Value os_path_text(Thread *thread, Value value); /* os.c */

/* Where the last part begins. */
static size_t tail_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The head without its trailing slashes, unless it is all slashes. */
static size_t head_length(const char *path, size_t tail) {
    size_t length = tail;
    while (length > 0 && path[length - 1] == '/') length--;
    return length ? length : tail;
}

/* Where the extension begins: the last dot of the last part that has something but dots in front. */
static size_t extension_of(const char *path) {
    size_t tail = tail_of(path), length = strlen(path);
    const char *dot = strrchr(path + tail, '.');
    size_t at = dot ? (size_t)(dot - path) : length, first = tail;
    while (first < at && path[first] == '.') first++;
    return first < at ? at : length;
}

static Value pair(Thread *thread, const char *first, size_t first_length, const char *second) {
    Value items[] = {string_new(thread, first, first_length), string_from_c(thread, second)};
    Value result = value_is_absent(items[0]) || value_is_absent(items[1]) ? VALUE_ABSENT : tuple_from_values(thread, items, 2);
    value_release(items[0]), value_release(items[1]);
    return result;
}

typedef Value TextFunction(Thread *thread, const char *path);

static Value apply(Thread *thread, Value value, TextFunction *function) {
    Value path = os_path_text(thread, value);
    if (value_is_absent(path)) return path;
    Value result = function(thread, value_c_string(path));
    value_release(path);
    return result;
}

static Value basename_of(Thread *thread, const char *path) { return string_from_c(thread, path + tail_of(path)); }
static Value dirname_of(Thread *thread, const char *path) { return string_new(thread, path, head_length(path, tail_of(path))); }
static Value split_of(Thread *thread, const char *path) {
    size_t tail = tail_of(path);
    return pair(thread, path, head_length(path, tail), path + tail);
}
static Value splitext_of(Thread *thread, const char *path) {
    size_t at = extension_of(path);
    return pair(thread, path, at, path + at);
}

static bool append_normal(TextBuffer *out, const char *path) {
    size_t floor = 0;
    bool is_absolute = path[0] == '/';
    if (is_absolute) {
        text_append_char(out, '/');
        if (path[1] == '/' && path[2] != '/') text_append_char(out, '/');
        floor = out->length;
    }
    while (*path) {
        size_t length = strcspn(path, "/");
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
        path += length;
        path += *path == '/';
    }
    if (out->length == 0) text_append_char(out, '.');
    return !out->failed;
}

static Value finish(Thread *thread, TextBuffer *text) {
    Value result = text->failed ? raise_no_memory(thread) : string_new(thread, text_string(text), text->length);
    text_release(text);
    return result;
}

static Value normpath_of(Thread *thread, const char *path) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_normal(&text, path);
    return finish(thread, &text);
}

static Value abspath_of(Thread *thread, const char *path) {
    TextBuffer joined = TEXT_BUFFER_EMPTY, text = TEXT_BUFFER_EMPTY;
    char folder[PATH_MAX];
    if (path[0] != '/') {
        if (!getcwd(folder, sizeof folder)) return raise_os_error(thread, errno, NULL);
        text_append_format(&joined, "%s/", folder);
    }
    text_append(&joined, path);
    append_normal(&text, text_string(&joined));
    text_release(&joined);
    return finish(thread, &text);
}

static Value realpath_of(Thread *thread, const char *path) {
    char resolved[PATH_MAX];
    return realpath(path, resolved) ? string_from_c(thread, resolved) : abspath_of(thread, path);
}

static Value expanduser_of(Thread *thread, const char *path) {
    if (path[0] != '~') return string_from_c(thread, path);
    size_t length = strcspn(path, "/");
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
    return home ? string_format(thread, "%s%s", home, path + length) : string_from_c(thread, path);
}

static Value expandvars_of(Thread *thread, const char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    TextBuffer text = TEXT_BUFFER_EMPTY;
    while (*path) {
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

static Value isabs_of(Thread *thread, const char *path) { return (void)thread, value_from_bool(path[0] == '/'); }
static Value exists_of(Thread *thread, const char *path) {
    struct stat status;
    return (void)thread, value_from_bool(stat(path, &status) == 0);
}
static Value isfile_of(Thread *thread, const char *path) {
    struct stat status;
    return (void)thread, value_from_bool(stat(path, &status) == 0 && S_ISREG(status.st_mode));
}
static Value isdir_of(Thread *thread, const char *path) {
    struct stat status;
    return (void)thread, value_from_bool(stat(path, &status) == 0 && S_ISDIR(status.st_mode));
}
static Value islink_of(Thread *thread, const char *path) {
    struct stat status;
    return (void)thread, value_from_bool(lstat(path, &status) == 0 && S_ISLNK(status.st_mode));
}
static Value getsize_of(Thread *thread, const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? value_from_int(status.st_size) : raise_os_error(thread, errno, path);
}
static Value getmtime_of(Thread *thread, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return raise_os_error(thread, errno, path);
    return value_from_float((double)status.st_mtim.tv_sec + (double)status.st_mtim.tv_nsec / 1e9);
}

#define PATH_FUNCTIONS(X)                                                                                        \
    X(abspath, "The absolute, normal form.") X(basename, "The last part.") X(dirname, "All but the last part.")  \
    X(exists, "Is there such a path?") X(expanduser, "~ and ~user replaced.")                                    \
    X(expandvars, "$name and ${name} replaced.") X(getmtime, "Time of the last change.")                         \
    X(getsize, "Bytes of a file.") X(isabs, "Is it absolute?") X(isdir, "Is it a folder?")                       \
    X(isfile, "Is it a file?") X(islink, "Is it a symbolic link?") X(normpath, "Without ., .. and double /.")    \
    X(realpath, "With links followed.") X(split, "(head, tail).") X(splitext, "(root, extension).")

#define X(name, what)                                       \
    NATIVE(path_##name) {                                   \
        (void)native;                                       \
        return apply(thread, arguments[0], name##_of);      \
    }
PATH_FUNCTIONS(X)
#undef X

NATIVE(path_join) {
    (void)native;
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
    return finish(thread, &text);
}

/* Both made absolute and cut into parts; what they share goes, one .. for each part of `start` that is left. */
NATIVE(path_relpath) {
    (void)native;
    Value path = apply(thread, arguments[0], abspath_of);
    Value start = value_is_absent(path) ? path
                  : value_is_none(arguments[1]) ? abspath_of(thread, ".") : apply(thread, arguments[1], abspath_of);
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

NATIVE(path_commonprefix) {
    (void)native;
    Value list = list_from_iterable(thread, arguments[0]);
    if (value_is_absent(list)) return list;
    const List *items = value_list(list);
    Value result = value_retain(thread_builtins(thread)->empty_string);
    if (items->count && value_is_string(items->items[0])) {
        size_t length = value_string(items->items[0])->length;
        const char *first = value_c_string(items->items[0]);
        for (size_t i = 1; i < items->count; i++) {
            size_t same = 0;
            const char *other = value_is_string(items->items[i]) ? value_c_string(items->items[i]) : "";
            while (same < length && other[same] == first[same]) same++;
            length = same;
        }
        value_release(result);
        result = string_new(thread, first, length);
    }
    value_release(list);
    return result;
}

static const NativeEntry path_functions[] = {
#define X(name_, what) {.name = #name_, .signature = "(path)", .documentation = what, .code = path_##name_},
    PATH_FUNCTIONS(X)
#undef X
    {.name = "join", .signature = "(path, *paths)", .documentation = "Parts joined by /.", .code = path_join},
    {.name = "relpath", .signature = "(path, start=None)", .documentation = "The way from one path to another.", .code = path_relpath},
    {.name = "commonprefix", .signature = "(list)", .documentation = "The longest common beginning.", .code = path_commonprefix},
    {0}};

static bool path_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "sep", string_from_c(thread, "/")) &&
           module_add(thread, module, "pathsep", string_from_c(thread, ":"));
}

const ModuleEntry library_posixpath = {.name = "posixpath",
                                       .documentation = "Operations on paths.",
                                       .functions = path_functions,
                                       .initialize = path_initialize};
const ModuleEntry library_os_path = {.name = "os.path",
                                     .documentation = "Operations on paths.",
                                     .functions = path_functions,
                                     .initialize = path_initialize};
