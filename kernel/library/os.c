/* os: files, folders, the environment, processes. os.path is a module of its own (os_path.c). */
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The text of a path: str, bytes, or an object with __fspath__. Owned str, or absent with TypeError. */
Value os_path_text(Thread *thread, Value value) {
    if (value_is_string(value)) return value_retain(value);
    if (value_is_bytes(value)) {
        const Bytes *bytes = (const Bytes *)value.object;
        return string_new(thread, bytes->bytes, bytes->length);
    }
    Value method = value_find_attribute_c(thread, value, "__fspath__");
    if (value_is_absent(method)) {
        if (exception_is_set(thread)) return VALUE_ABSENT;
        return raise_type_error(thread, "expected str, bytes or os.PathLike object, not %s",
                                type_short_name(type_of(thread->interpreter, value)));
    }
    Value text = value_call_none(thread, method);
    value_release(method);
    return text;
}

/* ---- environ: a live view of the C library's environment ---- */

static const char *environment_get(Value key) {
    return value_is_string(key) ? getenv(value_c_string(key)) : NULL;
}

static bool want_string(Thread *thread, Value value) {
    if (value_is_string(value)) return true;
    raise_type_error(thread, "str expected, not %s", type_short_name(type_of(thread->interpreter, value)));
    return false;
}

static Value environ_get_item(Thread *thread, Value self, Value key) {
    (void)self;
    if (!want_string(thread, key)) return VALUE_ABSENT;
    const char *text = environment_get(key);
    return text ? string_from_c(thread, text) : raise_key_error(thread, key);
}

static bool environ_set_item(Thread *thread, Value self, Value key, Value value) {
    (void)self;
    if (!want_string(thread, key)) return false;
    if (value_is_absent(value)) {
        if (!environment_get(key)) return raise_key_error(thread, key), false;
        unsetenv(value_c_string(key));
        return true;
    }
    if (!want_string(thread, value)) return false;
    if (value_string(key)->length == 0 || strchr(value_c_string(key), '='))
        return raise_os_error(thread, EINVAL, NULL), false;
    if (strlen(value_c_string(value)) != value_string(value)->length)
        return raise_value_error(thread, "embedded null byte"), false;
    return setenv(value_c_string(key), value_c_string(value), 1) == 0 || (raise_os_error(thread, errno, NULL), false);
}

static int environ_contains(Thread *thread, Value self, Value key) {
    (void)thread, (void)self;
    return environment_get(key) != NULL;
}

static int64_t environ_length(Thread *thread, Value self) {
    (void)thread, (void)self;
    int64_t count = 0;
    for (char **at = environ; at && *at; at++) count++;
    return count;
}

/* A copy as a dict. */
static Value environ_dict(Thread *thread) {
    Value dict = dict_new(thread);
    for (char **at = environ; at && *at && !value_is_absent(dict); at++) {
        const char *equals = strchr(*at, '=');
        if (!equals) continue;
        Value key = string_new(thread, *at, (size_t)(equals - *at)), value = string_from_c(thread, equals + 1);
        bool good = !value_is_absent(key) && !value_is_absent(value) && dict_set(thread, value_dict(dict), key, value);
        value_release(key), value_release(value);
        if (!good) {
            value_release(dict);
            return VALUE_ABSENT;
        }
    }
    return dict;
}

static Value environ_part(Thread *thread, const char *method) {
    Value dict = environ_dict(thread);
    Value part = value_is_absent(dict) ? dict : value_call_method(thread, dict, method, NULL, 0);
    value_release(dict);
    return part;
}

static Value environ_iterate(Thread *thread, Value self) {
    (void)self;
    Value keys = environ_part(thread, "keys"), list = value_is_absent(keys) ? keys : list_from_iterable(thread, keys);
    value_release(keys);
    Value iterator = value_is_absent(list) ? list : value_iterate(thread, list);
    value_release(list);
    return iterator;
}

static Value environ_repr(Thread *thread, Value self) {
    (void)self;
    Value dict = environ_dict(thread), text = value_is_absent(dict) ? dict : value_repr(thread, dict);
    value_release(dict);
    Value result = value_is_absent(text) ? text : string_format(thread, "environ(%s)", value_c_string(text));
    value_release(text);
    return result;
}

NATIVE(environ_get) {
    (void)native;
    const char *text = environment_get(arguments[1]);
    return text ? string_from_c(thread, text) : value_retain(arguments[2]);
}
NATIVE(environ_keys) {
    (void)native, (void)arguments;
    return environ_part(thread, "keys");
}
NATIVE(environ_values) {
    (void)native, (void)arguments;
    return environ_part(thread, "values");
}
NATIVE(environ_items) {
    (void)native, (void)arguments;
    return environ_part(thread, "items");
}
NATIVE(environ_copy) {
    (void)native, (void)arguments;
    return environ_dict(thread);
}
NATIVE(environ_pop) {
    (void)native;
    const char *text = environment_get(arguments[1]);
    if (!text) return value_is_absent(arguments[2]) ? raise_key_error(thread, arguments[1]) : value_retain(arguments[2]);
    Value value = string_from_c(thread, text);
    if (!value_is_absent(value)) unsetenv(value_c_string(arguments[1]));
    return value;
}
NATIVE(environ_setdefault) {
    (void)native;
    const char *text = environment_get(arguments[1]);
    if (text) return string_from_c(thread, text);
    return environ_set_item(thread, arguments[0], arguments[1], arguments[2]) ? value_retain(arguments[2]) : VALUE_ABSENT;
}
NATIVE(environ_update) {
    (void)native;
    Value copy = dict_new(thread), key, value;
    bool good = !value_is_absent(copy) && (value_is_none(arguments[1]) || dict_update(thread, value_dict(copy), arguments[1])) &&
                dict_update(thread, value_dict(copy), arguments[2]);
    for (size_t at = 0; good && dict_next(value_dict(copy), &at, &key, &value);)
        good = environ_set_item(thread, arguments[0], key, value);
    value_release(copy);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

static const NativeEntry environ_methods[] = {
    {.name = "get", .signature = "($self, key, default=None)", .documentation = "A variable, or the default.", .code = environ_get},
    {.name = "keys", .signature = "($self)", .documentation = "The names.", .code = environ_keys},
    {.name = "values", .signature = "($self)", .documentation = "The values.", .code = environ_values},
    {.name = "items", .signature = "($self)", .documentation = "Names and values.", .code = environ_items},
    {.name = "copy", .signature = "($self)", .documentation = "A dict of them.", .code = environ_copy},
    {.name = "pop", .signature = "($self, key, default=<unrepresentable>)", .documentation = "Remove a variable.", .code = environ_pop},
    {.name = "setdefault", .signature = "($self, key, value)", .documentation = "Set a variable that is not set.", .code = environ_setdefault},
    {.name = "update", .signature = "($self, other=None, /, **variables)", .documentation = "Set several.", .code = environ_update},
    {0}};
static const Type environ_type = {.name = "os._Environ",
                                  .documentation = "The process's environment.",
                                  .flags = TYPE_MAPPING,
                                  .instance_size = sizeof(Object),
                                  .repr = environ_repr,
                                  .length = environ_length,
                                  .contains = environ_contains,
                                  .iterate = environ_iterate,
                                  .get_item = environ_get_item,
                                  .set_item = environ_set_item,
                                  .methods = environ_methods};

NATIVE(os_getenv) {
    (void)native;
    const char *text = environment_get(arguments[0]);
    return text ? string_from_c(thread, text) : value_retain(arguments[1]);
}

NATIVE(os_putenv) {
    (void)native;
    return environ_set_item(thread, VALUE_NONE, arguments[0], arguments[1]) ? VALUE_NONE : VALUE_ABSENT;
}

/* ---- files and folders ---- */

/* Call `body` with the path of arguments[0]; its errno becomes an OSError. */
typedef int PathCall(const char *path, int64_t extra);

static Value with_path(Thread *thread, Value value, PathCall *call, int64_t extra) {
    Value path = os_path_text(thread, value);
    if (value_is_absent(path)) return path;
    Value result = VALUE_NONE;
    if (call(value_c_string(path), extra) != 0) result = raise_os_error(thread, errno, value_c_string(path));
    value_release(path);
    return result;
}

static int call_mkdir(const char *path, int64_t mode) { return mkdir(path, (mode_t)mode); }
static int call_rmdir(const char *path, int64_t extra) { return (void)extra, rmdir(path); }
static int call_unlink(const char *path, int64_t extra) { return (void)extra, unlink(path); }
static int call_chdir(const char *path, int64_t extra) { return (void)extra, chdir(path); }
static int call_chmod(const char *path, int64_t mode) { return chmod(path, (mode_t)mode); }

NATIVE(os_mkdir) {
    (void)native;
    int64_t mode;
    return value_to_int64(thread, arguments[1], &mode) ? with_path(thread, arguments[0], call_mkdir, mode) : VALUE_ABSENT;
}
NATIVE(os_rmdir) {
    (void)native;
    return with_path(thread, arguments[0], call_rmdir, 0);
}
NATIVE(os_remove) {
    (void)native;
    return with_path(thread, arguments[0], call_unlink, 0);
}
NATIVE(os_chdir) {
    (void)native;
    return with_path(thread, arguments[0], call_chdir, 0);
}
NATIVE(os_chmod) {
    (void)native;
    int64_t mode;
    return value_to_int64(thread, arguments[1], &mode) ? with_path(thread, arguments[0], call_chmod, mode) : VALUE_ABSENT;
}

NATIVE(os_makedirs) {
    (void)native;
    int64_t mode;
    int exists_is_fine = value_truth(thread, arguments[2]);
    if (exists_is_fine < 0 || !value_to_int64(thread, arguments[1], &mode)) return VALUE_ABSENT;
    Value text = os_path_text(thread, arguments[0]);
    char *path = value_is_absent(text) ? NULL : memory_copy_string(value_c_string(text));
    Value result = VALUE_NONE;
    if (!path) {
        if (!value_is_absent(text)) raise_no_memory(thread);
        value_release(text);
        return VALUE_ABSENT;
    }
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    struct stat status;
    if (mkdir(path, (mode_t)mode) != 0) {
        int problem = errno;
        bool is_folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
        if (!(exists_is_fine && problem == EEXIST && is_folder)) result = raise_os_error(thread, problem, path);
    }
    memory_release(path);
    value_release(text);
    return result;
}

NATIVE(os_rename) {
    (void)native;
    Value from = os_path_text(thread, arguments[0]), to = value_is_absent(from) ? from : os_path_text(thread, arguments[1]);
    Value result = VALUE_ABSENT;
    if (!value_is_absent(to))
        result = rename(value_c_string(from), value_c_string(to)) == 0 ? VALUE_NONE
                                                                      : raise_os_error(thread, errno, value_c_string(from));
    value_release(from), value_release(to);
    return result;
}

NATIVE(os_listdir) {
    (void)native;
    Value path = value_is_none(arguments[0]) ? string_from_c(thread, ".") : os_path_text(thread, arguments[0]);
    if (value_is_absent(path)) return path;
    DIR *folder = opendir(value_c_string(path));
    Value list = folder ? list_new(thread) : raise_os_error(thread, errno, value_c_string(path));
    struct dirent *entry;
    while (folder && !value_is_absent(list) && (entry = readdir(folder)) != NULL) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, entry->d_name))) {
            value_release(list);
            list = VALUE_ABSENT;
        }
    }
    if (folder) closedir(folder);
    value_release(path);
    return list;
}

NATIVE(os_getcwd) {
    (void)native, (void)arguments;
    char path[PATH_MAX];
    return getcwd(path, sizeof path) ? string_from_c(thread, path) : raise_os_error(thread, errno, NULL);
}

/* os.stat's fields, as attributes. */
NATIVE(os_stat) {
    (void)native;
    struct stat status;
    Value path = os_path_text(thread, arguments[0]);
    if (value_is_absent(path)) return path;
    Value result = VALUE_ABSENT;
    if (stat(value_c_string(path), &status) != 0) {
        raise_os_error(thread, errno, value_c_string(path));
    } else {
        const struct {
            const char *name;
            Value value;
        } fields[] = {{"st_mode", value_from_int(status.st_mode)},
                      {"st_ino", value_from_int((int64_t)status.st_ino)},
                      {"st_dev", value_from_int((int64_t)status.st_dev)},
                      {"st_nlink", value_from_int((int64_t)status.st_nlink)},
                      {"st_uid", value_from_int(status.st_uid)},
                      {"st_gid", value_from_int(status.st_gid)},
                      {"st_size", value_from_int(status.st_size)},
                      {"st_atime", value_from_float((double)status.st_atim.tv_sec + (double)status.st_atim.tv_nsec / 1e9)},
                      {"st_mtime", value_from_float((double)status.st_mtim.tv_sec + (double)status.st_mtim.tv_nsec / 1e9)},
                      {"st_ctime", value_from_float((double)status.st_ctim.tv_sec + (double)status.st_ctim.tv_nsec / 1e9)}};
        result = value_call_none(thread, value_from_object(thread_builtins(thread)->type_namespace));
        for (size_t i = 0; i < sizeof fields / sizeof *fields && !value_is_absent(result); i++) {
            if (value_set_attribute_c(thread, result, fields[i].name, fields[i].value)) continue;
            value_release(result);
            result = VALUE_ABSENT;
        }
    }
    value_release(path);
    return result;
}

NATIVE(os_access) {
    (void)native;
    int64_t mode;
    Value path = os_path_text(thread, arguments[0]);
    if (value_is_absent(path)) return path;
    Value result = value_to_int64(thread, arguments[1], &mode) ? value_from_bool(access(value_c_string(path), (int)mode) == 0)
                                                               : VALUE_ABSENT;
    value_release(path);
    return result;
}

NATIVE(os_fspath) {
    (void)native;
    return os_path_text(thread, arguments[0]);
}

/* os.walk as a list of (folder, folders, files): the whole tree, top down. */
static bool walk_into(Thread *thread, List *all, const char *path, int depth) {
    DIR *folder = depth < 1000 ? opendir(path) : NULL;
    if (!folder) return true;
    Value folders = list_new(thread), files = list_new(thread), name = string_from_c(thread, path);
    bool good = !value_is_absent(folders) && !value_is_absent(files) && !value_is_absent(name);
    struct dirent *entry;
    while (good && (entry = readdir(folder)) != NULL) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        struct stat status;
        bool is_folder = fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
        good = list_append_owned(thread, value_list(is_folder ? folders : files), string_from_c(thread, entry->d_name));
    }
    closedir(folder);
    if (good) {
        const Value items[] = {name, folders, files};
        good = list_append_owned(thread, all, tuple_from_values(thread, items, 3));
    }
    for (size_t i = 0; good && i < value_list(folders)->count; i++) {
        TextBuffer below = TEXT_BUFFER_EMPTY;
        text_append_format(&below, "%s/%s", path, value_c_string(value_list(folders)->items[i]));
        good = !below.failed && thread_poll(thread) && walk_into(thread, all, below.bytes, depth + 1);
        text_release(&below);
    }
    value_release(folders), value_release(files), value_release(name);
    return good;
}

NATIVE(os_walk) {
    (void)native;
    Value path = os_path_text(thread, arguments[0]), all = value_is_absent(path) ? path : list_new(thread);
    bool good = !value_is_absent(all) && walk_into(thread, value_list(all), value_c_string(path), 0);
    Value iterator = good ? value_iterate(thread, all) : VALUE_ABSENT;
    value_release(path), value_release(all);
    return iterator;
}

/* ---- the process ---- */

NATIVE(os_write) {
    (void)native;
    int64_t descriptor;
    const char *bytes;
    size_t length;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    if (!value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    ssize_t count;
    while ((count = write((int)descriptor, bytes, length)) < 0 && errno == EINTR) {}
    return count < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(count);
}

NATIVE(os_getpid) {
    NATIVE_UNUSED;
    return value_from_int(getpid());
}
NATIVE(os_getppid) {
    NATIVE_UNUSED;
    return value_from_int(getppid());
}
NATIVE(os_getuid) {
    NATIVE_UNUSED;
    return value_from_int(getuid());
}
NATIVE(os_cpu_count) {
    NATIVE_UNUSED;
    return value_from_int(sysconf(_SC_NPROCESSORS_ONLN));
}
NATIVE(os_sched_getaffinity) {
    (void)native, (void)arguments;
    cpu_set_t set;
    Value result = set_new(thread, false);
    if (sched_getaffinity(0, sizeof set, &set) != 0) return raise_os_error(thread, errno, NULL);
    for (int cpu = 0; cpu < CPU_SETSIZE && !value_is_absent(result); cpu++) {
        if (!CPU_ISSET(cpu, &set) || set_add(thread, result, value_from_int(cpu))) continue;
        value_release(result);
        return VALUE_ABSENT;
    }
    return result;
}
NATIVE(os_urandom) {
    (void)native;
    int64_t count;
    if (!value_to_int64(thread, arguments[0], &count)) return VALUE_ABSENT;
    if (count < 0) return raise_value_error(thread, "negative argument not allowed");
    char *bytes = count < (int64_t)1 << 30 ? memory_allocate((size_t)count) : NULL;
    if (!bytes) return raise_no_memory(thread);
    for (int64_t at = 0; at < count; at += 256)
        if (getentropy(bytes + at, (size_t)(count - at < 256 ? count - at : 256)) != 0) memset(bytes + at, 0, 1);
    Value result = bytes_new(thread, bytes, (size_t)count);
    memory_release(bytes);
    return result;
}

/* The command's output goes where file descriptors 1 and 2 go; the wait can be interrupted. */
NATIVE(os_system) {
    (void)native;
    if (!want_string(thread, arguments[0])) return VALUE_ABSENT;
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    const char *words[] = {"sh", "-c", value_c_string(arguments[0]), NULL};
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    pid_t process;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int problem = posix_spawnp(&process, "sh", NULL, &attributes, (char *const *)words, environ), status = 0;
    posix_spawnattr_destroy(&attributes);
    if (problem) return raise_os_error(thread, problem, "sh");
    while (waitpid(process, &status, WNOHANG) != process) {
        if (!thread_poll(thread)) {
            kill(-process, SIGKILL);
            waitpid(process, &status, 0);
            return VALUE_ABSENT;
        }
        usleep(2000);
    }
    return value_from_int(status);
}

NATIVE(os_uname) {
    (void)native, (void)arguments;
    struct utsname name;
    uname(&name);
    const char *const fields[][2] = {{"sysname", name.sysname}, {"nodename", name.nodename}, {"release", name.release},
                                     {"version", name.version}, {"machine", name.machine}};
    Value result = value_call_none(thread, value_from_object(thread_builtins(thread)->type_namespace));
    for (size_t i = 0; i < 5 && !value_is_absent(result); i++) {
        Value text = string_from_c(thread, fields[i][1]);
        bool good = !value_is_absent(text) && value_set_attribute_c(thread, result, fields[i][0], text);
        value_release(text);
        if (good) continue;
        value_release(result);
        return VALUE_ABSENT;
    }
    return result;
}

static const NativeEntry os_functions[] = {
    {.name = "access", .signature = "(path, mode)", .documentation = "May a path be read, written, executed?", .code = os_access},
    {.name = "chdir", .signature = "(path)", .documentation = "Change the working folder.", .code = os_chdir},
    {.name = "chmod", .signature = "(path, mode)", .documentation = "Change permissions.", .code = os_chmod},
    {.name = "cpu_count", .signature = "()", .documentation = "Number of processors.", .code = os_cpu_count},
    {.name = "fspath", .signature = "(path)", .documentation = "A path's text.", .code = os_fspath},
    {.name = "getcwd", .signature = "()", .documentation = "The working folder.", .code = os_getcwd},
    {.name = "getenv", .signature = "(key, default=None)", .documentation = "An environment variable.", .code = os_getenv},
    {.name = "write", .signature = "(fd, data, /)", .documentation = "Write bytes to a file descriptor; how many were written.",
     .code = os_write},
    {.name = "getpid", .signature = "()", .documentation = "The process's number.", .code = os_getpid},
    {.name = "getppid", .signature = "()", .documentation = "The parent's number.", .code = os_getppid},
    {.name = "getuid", .signature = "()", .documentation = "The user's number.", .code = os_getuid},
    {.name = "listdir", .signature = "(path=None)", .documentation = "Names in a folder.", .code = os_listdir},
    {.name = "makedirs", .signature = "(name, mode=511, exist_ok=False)", .documentation = "Make a folder and those above it.", .code = os_makedirs},
    {.name = "mkdir", .signature = "(path, mode=511)", .documentation = "Make a folder.", .code = os_mkdir},
    {.name = "putenv", .signature = "(name, value)", .documentation = "Set an environment variable.", .code = os_putenv},
    {.name = "remove", .signature = "(path)", .documentation = "Remove a file.", .code = os_remove},
    {.name = "rename", .signature = "(src, dst)", .documentation = "Rename a file or folder.", .code = os_rename},
    {.name = "replace", .signature = "(src, dst)", .documentation = "Rename over what is there.", .code = os_rename},
    {.name = "rmdir", .signature = "(path)", .documentation = "Remove an empty folder.", .code = os_rmdir},
    {.name = "sched_getaffinity", .signature = "(pid)", .documentation = "The processors that may be used.", .code = os_sched_getaffinity},
    {.name = "stat", .signature = "(path)", .documentation = "Size, times and kind of a file.", .code = os_stat},
    {.name = "system", .signature = "(command)", .documentation = "Run a shell command; its wait status.", .code = os_system},
    {.name = "uname", .signature = "()", .documentation = "The operating system.", .code = os_uname},
    {.name = "unlink", .signature = "(path)", .documentation = "Remove a file.", .code = os_remove},
    {.name = "urandom", .signature = "(size)", .documentation = "Random bytes of the system.", .code = os_urandom},
    {.name = "walk", .signature = "(top, topdown=True, onerror=None, followlinks=False)",
     .documentation = "(folder, folders, files) for a folder and all below it.", .code = os_walk},
    {0}};

static bool os_initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &environ_type);
    void *variables = type ? object_new(thread, type) : NULL;
    return variables && module_add(thread, module, "environ", value_from_object(variables)) &&
           module_add(thread, module, "path", import_module(thread, "posixpath")) &&
           module_add(thread, module, "name", string_from_c(thread, "posix")) &&
           module_add(thread, module, "sep", string_from_c(thread, "/")) &&
           module_add(thread, module, "pathsep", string_from_c(thread, ":")) &&
           module_add(thread, module, "linesep", string_from_c(thread, "\n")) &&
           module_add(thread, module, "curdir", string_from_c(thread, ".")) &&
           module_add(thread, module, "pardir", string_from_c(thread, "..")) &&
           module_add(thread, module, "devnull", string_from_c(thread, "/dev/null")) &&
           module_add(thread, module, "altsep", VALUE_NONE) && module_add(thread, module, "extsep", string_from_c(thread, ".")) &&
           module_add(thread, module, "F_OK", value_from_int(F_OK)) && module_add(thread, module, "R_OK", value_from_int(R_OK)) &&
           module_add(thread, module, "W_OK", value_from_int(W_OK)) && module_add(thread, module, "X_OK", value_from_int(X_OK)) &&
           module_add(thread, module, "error",
                      value_from_object(object_retain(thread_builtins(thread)->exception_OSError)));
}

const ModuleEntry library_os = {.name = "os",
                                .documentation = "Files, folders, the environment and processes.",
                                .functions = os_functions,
                                .initialize = os_initialize};
