/* os: files, folders and descriptors. */
#include "kernel/library/streams/io_stream.h"
#include "kernel/library/system/os_private.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/core/value_support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* ---- arguments ---- */

bool os_is_bytes_path(Thread *thread, Value value) {
    if (value_is_bytes(value)) return true;
    if (value.tag != TAG_OBJECT || value_is_string(value)) return false;
    Value method = value_find_attribute_c(thread, value, "__fspath__"), path = value_is_absent(method) ? method : value_call_none(thread, method);
    bool result = value_is_bytes(path);
    value_release(method), value_release(path);
    exception_clear(thread);
    return result;
}

Value os_name(Thread *thread, const char *bytes, size_t length, bool as_bytes) {
    return as_bytes ? bytes_new(thread, bytes, length) : string_from_system(thread, bytes, length);
}

static bool has_path(Thread *thread, Value value) {
    if (value_is_string(value) || value_is_bytes(value)) return true;
    Value method = value.tag == TAG_OBJECT ? value_find_attribute_c(thread, value, "__fspath__") : VALUE_ABSENT;
    exception_clear(thread);
    bool has = !value_is_absent(method);
    value_release(method);
    return has;
}

Value os_path_argument(Thread *thread, Value value, const char *function, const char *parameter, int *descriptor) {
    if (descriptor) *descriptor = -1;
    int64_t number;
    if (descriptor && value_is_int(value)) {
        if (!value_to_int64(thread, value, &number)) return VALUE_ABSENT;
        if (number > INT_MAX || number < INT_MIN)
            return raise_overflow_error(thread, "fd is %s than %s", number > 0 ? "greater" : "less", number > 0 ? "maximum" : "minimum");
        *descriptor = number < 0 ? INT_MAX : (int)number; /* a bad one either way; -1 says that it is a path */
        return value_retain(thread_builtins(thread)->empty_string);
    }
    if (!has_path(thread, value))
        return raise_type_error(thread, "%s: %s should be string, bytes%s os.PathLike%s, not %s", function, parameter, descriptor ? "," : " or",
                                descriptor ? " or integer" : "", value_is_none(value) ? "NoneType" : value_type_name(thread, value));
    Value path = os_system_path(thread, value);
    if (value_is_absent(path) || strlen(system_bytes(path)) == system_length(path)) return path;
    value_release(path);
    return raise_value_error(thread, "embedded null byte");
}

/* dir_fd: None is the working folder. */
static bool os_folder_descriptor(Thread *thread, Value value, int *descriptor) {
    int64_t number;
    *descriptor = AT_FDCWD;
    if (value_is_none(value)) return true;
    if (!value_is_int(value)) return raise_type_error(thread, "argument should be integer or None, not %s", value_type_name(thread, value)), false;
    if (!value_to_int64(thread, value, &number)) return false;
    *descriptor = (int)number;
    return true;
}

static bool integer_argument(Thread *thread, Value value, int64_t *number) { return value_to_int64(thread, value, number); }

static Value outcome(Thread *thread, int result, Value path) {
    if (result == 0) return VALUE_NONE;
    return value_is_absent(path) ? raise_os_error(thread, errno, NULL) : raise_os_error_of(thread, errno, path, VALUE_ABSENT);
}

/* ---- calls with one path ---- */

typedef int PathCall(const char *path, int descriptor, int folder, int64_t extra);
static int call_mkdir(const char *path, int descriptor, int folder, int64_t mode) { return (void)descriptor, mkdirat(folder, path, (mode_t)mode); }
static int call_rmdir(const char *path, int descriptor, int folder, int64_t extra) { return (void)descriptor, (void)extra, unlinkat(folder, path, AT_REMOVEDIR); }
static int call_unlink(const char *path, int descriptor, int folder, int64_t extra) { return (void)descriptor, (void)extra, unlinkat(folder, path, 0); }
static int call_mkfifo(const char *path, int descriptor, int folder, int64_t mode) { return (void)descriptor, mkfifoat(folder, path, (mode_t)mode); }
static int call_chdir(const char *path, int descriptor, int folder, int64_t extra) {
    return (void)folder, (void)extra, descriptor >= 0 ? fchdir(descriptor) : chdir(path);
}
static int call_chmod(const char *path, int descriptor, int folder, int64_t mode) {
    return descriptor >= 0 ? fchmod(descriptor, (mode_t)mode) : fchmodat(folder, path, (mode_t)mode, 0);
}
static int call_truncate(const char *path, int descriptor, int folder, int64_t length) {
    return (void)folder, descriptor >= 0 ? ftruncate(descriptor, length) : truncate(path, length);
}
typedef struct PathEntry {
    PathCall *call;
    bool takes_descriptor, has_extra, has_folder;
    const char *parameter;
} PathEntry;

/* path, then the extra number, then dir_fd, as the entry says. */
NATIVE(os_path_call) {
    const PathEntry *entry = native->entry->data;
    int descriptor = -1, folder = AT_FDCWD;
    int64_t extra = 0;
    if (entry->has_extra && !integer_argument(thread, arguments[1], &extra)) return VALUE_ABSENT;
    if (entry->has_folder && !os_folder_descriptor(thread, arguments[1 + entry->has_extra], &folder)) return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], native->entry->name, entry->parameter ? entry->parameter : "path",
                                  entry->takes_descriptor ? &descriptor : NULL);
    if (value_is_absent(path)) return path;
    bool is_told = !value_is_int(arguments[0]) || entry->call != call_truncate; /* which number it was */
    Value result = outcome(thread, entry->call(system_bytes(path), descriptor, folder, extra), is_told ? arguments[0] : VALUE_ABSENT);
    value_release(path);
    return result;
}
static const PathEntry mkdir_entry = {call_mkdir, false, true, true, NULL}, rmdir_entry = {call_rmdir, false, false, true, NULL},
                       unlink_entry = {call_unlink, false, false, true, NULL}, chdir_entry = {call_chdir, true, false, false, NULL},
                       chmod_entry = {call_chmod, true, true, true, NULL}, truncate_entry = {call_truncate, true, true, false, NULL},
                       mkfifo_entry = {call_mkfifo, false, true, true, NULL};

/* ---- calls with two paths ---- */

NATIVE(os_two_paths) {
    char what = ((const char *)native->entry->data)[0];
    int from_folder, to_folder;
    if (!os_folder_descriptor(thread, arguments[2], &from_folder) || !os_folder_descriptor(thread, arguments[3], &to_folder)) return VALUE_ABSENT;
    Value from = os_path_argument(thread, arguments[0], native->entry->name, "src", NULL);
    Value to = value_is_absent(from) ? from : os_path_argument(thread, arguments[1], native->entry->name, "dst", NULL);
    Value result = VALUE_ABSENT;
    if (!value_is_absent(to)) {
        const char *source = system_bytes(from), *target = system_bytes(to);
        int status = what == 'r' ? renameat(from_folder, source, to_folder, target) : linkat(from_folder, source, to_folder, target, 0);
        result = status == 0 ? VALUE_NONE : raise_os_error_of(thread, errno, arguments[0], arguments[1]);
    }
    value_release(from), value_release(to);
    return result;
}

NATIVE(os_symlink) {
    (void)native;
    int folder;
    if (!os_folder_descriptor(thread, arguments[3], &folder)) return VALUE_ABSENT;
    Value from = os_path_argument(thread, arguments[0], "symlink", "src", NULL);
    Value to = value_is_absent(from) ? from : os_path_argument(thread, arguments[1], "symlink", "dst", NULL);
    Value result = VALUE_ABSENT;
    if (!value_is_absent(to))
        result = symlinkat(system_bytes(from), folder, system_bytes(to)) == 0 ? VALUE_NONE
                                                                                  : raise_os_error_of(thread, errno, arguments[0], arguments[1]);
    value_release(from), value_release(to);
    return result;
}

NATIVE(os_readlink) {
    (void)native;
    char target[PATH_MAX];
    int folder;
    if (!os_folder_descriptor(thread, arguments[1], &folder)) return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "readlink", "path", NULL);
    if (value_is_absent(path)) return path;
    ssize_t length = readlinkat(folder, system_bytes(path), target, sizeof target);
    value_release(path);
    if (length < 0) return raise_os_error_of(thread, errno, arguments[0], VALUE_ABSENT);
    return os_name(thread, target, (size_t)length, os_is_bytes_path(thread, arguments[0]));
}

/* ---- stat ---- */

static const PropertyEntry stat_fields[] = {
    STRUCT_FIELD("st_mode", 0), STRUCT_FIELD("st_ino", 1), STRUCT_FIELD("st_dev", 2), STRUCT_FIELD("st_nlink", 3),
    STRUCT_FIELD("st_uid", 4), STRUCT_FIELD("st_gid", 5), STRUCT_FIELD("st_size", 6), STRUCT_FIELD("st_atime", 10),
    STRUCT_FIELD("st_mtime", 11), STRUCT_FIELD("st_ctime", 12), STRUCT_FIELD("st_atime_ns", 13), STRUCT_FIELD("st_mtime_ns", 14),
    STRUCT_FIELD("st_ctime_ns", 15), STRUCT_FIELD("st_blksize", 16), STRUCT_FIELD("st_blocks", 17), STRUCT_FIELD("st_rdev", 18), {0}};
STRUCT_SEQUENCE_TYPE(stat_type, "os.stat_result", "What os.stat() knows of a file.", stat_fields)

static Value stat_value(Thread *thread, const struct stat *status) {
    const struct timespec times[] = {status->st_atim, status->st_mtim, status->st_ctim};
    Value items[19] = {value_from_int(status->st_mode), value_from_int((int64_t)status->st_ino), value_from_int((int64_t)status->st_dev),
                       value_from_int((int64_t)status->st_nlink), value_from_int(status->st_uid), value_from_int(status->st_gid),
                       value_from_int(status->st_size)};
    for (int i = 0; i < 3; i++) {
        items[7 + i] = value_from_int(times[i].tv_sec);
        items[10 + i] = value_from_float((double)times[i].tv_sec + 1e-9 * (double)times[i].tv_nsec);
        items[13 + i] = value_from_int((int64_t)times[i].tv_sec * 1000000000 + times[i].tv_nsec);
    }
    items[16] = value_from_int(status->st_blksize);
    items[17] = value_from_int(status->st_blocks);
    items[18] = value_from_int((int64_t)status->st_rdev);
    return struct_sequence_new(thread, &stat_type, items, 10, 9);
}

static Value stat_path(Thread *thread, Value given, const char *function, Value folder_value, int follow) {
    struct stat status;
    int descriptor, folder;
    if (!os_folder_descriptor(thread, folder_value, &folder)) return VALUE_ABSENT;
    Value path = os_path_argument(thread, given, function, "path", follow ? &descriptor : NULL);
    if (value_is_absent(path)) return path;
    if (!follow) descriptor = -1;
    bool is_number = follow && value_is_int(given);
    int result = is_number ? fstat(descriptor, &status) : fstatat(folder, system_bytes(path), &status, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    value_release(path);
    if (result == 0) return stat_value(thread, &status);
    return outcome(thread, -1, given);
}

NATIVE(os_stat) {
    (void)native;
    int follow = value_truth(thread, arguments[2]);
    return follow < 0 ? VALUE_ABSENT : stat_path(thread, arguments[0], "stat", arguments[1], follow);
}
NATIVE(os_lstat) {
    (void)native;
    return stat_path(thread, arguments[0], "lstat", arguments[1], 0);
}
NATIVE(os_fstat) {
    (void)native;
    int64_t descriptor;
    struct stat status;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    return fstat((int)descriptor, &status) == 0 ? stat_value(thread, &status) : raise_os_error(thread, errno, NULL);
}

static const PropertyEntry statvfs_fields[] = {
    STRUCT_FIELD("f_bsize", 0), STRUCT_FIELD("f_frsize", 1), STRUCT_FIELD("f_blocks", 2), STRUCT_FIELD("f_bfree", 3),
    STRUCT_FIELD("f_bavail", 4), STRUCT_FIELD("f_files", 5), STRUCT_FIELD("f_ffree", 6), STRUCT_FIELD("f_favail", 7),
    STRUCT_FIELD("f_flag", 8), STRUCT_FIELD("f_namemax", 9), STRUCT_FIELD("f_fsid", 10), {0}};
STRUCT_SEQUENCE_TYPE(statvfs_type, "os.statvfs_result", "What os.statvfs() knows of a file system.", statvfs_fields)

NATIVE(os_statvfs) {
    struct statvfs status;
    int descriptor;
    Value path = os_path_argument(thread, arguments[0], "statvfs", "path", &descriptor);
    if (value_is_absent(path)) return path;
    int result = descriptor >= 0 ? fstatvfs(descriptor, &status) : statvfs(system_bytes(path), &status);
    value_release(path);
    if (result) return outcome(thread, -1, native->entry->data ? VALUE_ABSENT : arguments[0]);
    Value items[11] = {value_from_int((int64_t)status.f_bsize), value_from_int((int64_t)status.f_frsize), value_from_int((int64_t)status.f_blocks),
                       value_from_int((int64_t)status.f_bfree), value_from_int((int64_t)status.f_bavail), value_from_int((int64_t)status.f_files),
                       value_from_int((int64_t)status.f_ffree), value_from_int((int64_t)status.f_favail), value_from_int((int64_t)status.f_flag),
                       value_from_int((int64_t)status.f_namemax), value_from_int((int64_t)status.f_fsid)};
    return struct_sequence_new(thread, &statvfs_type, items, 10, 1);
}

NATIVE(os_access) {
    (void)native;
    int64_t mode;
    int folder, effective = value_truth(thread, arguments[3]), follow = value_truth(thread, arguments[4]);
    if (effective < 0 || follow < 0 || !value_to_int64(thread, arguments[1], &mode) || !os_folder_descriptor(thread, arguments[2], &folder)) return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "access", "path", NULL);
    if (value_is_absent(path)) return path;
    int result = faccessat(folder, system_bytes(path), (int)mode, (effective ? AT_EACCESS : 0) | (follow ? 0 : AT_SYMLINK_NOFOLLOW));
    value_release(path);
    return value_from_bool(result == 0);
}

static bool time_argument(Thread *thread, Value value, bool nanoseconds, struct timespec *instant) {
    if (nanoseconds || value_is_int(value)) {
        int64_t number;
        if (!value_to_int64(thread, value, &number)) return false;
        if (!nanoseconds) return *instant = (struct timespec){number, 0}, true;
        *instant = (struct timespec){number / 1000000000, number % 1000000000};
        if (instant->tv_nsec < 0) instant->tv_nsec += 1000000000, instant->tv_sec--;
        return true;
    }
    double seconds;
    if (!value_to_double(thread, value, &seconds)) return false;
    if (!(fabs(seconds) < 9e15)) return raise_overflow_error(thread, "timestamp out of range for platform time_t"), false;
    double whole = floor(seconds);
    *instant = (struct timespec){(time_t)whole, (long)((seconds - whole) * 1e9)};
    return true;
}

NATIVE(os_utime) {
    (void)native;
    struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    bool in_nanoseconds = !value_is_absent(arguments[2]);
    Value given = in_nanoseconds ? arguments[2] : arguments[1];
    int folder, descriptor, follow = value_truth(thread, arguments[4]);
    if (follow < 0 || !os_folder_descriptor(thread, arguments[3], &folder)) return VALUE_ABSENT;
    if (in_nanoseconds && !value_is_none(arguments[1])) return raise_value_error(thread, "utime: you may specify either 'times' or 'ns' but not both");
    if (in_nanoseconds || !value_is_none(given)) {
        if (!value_is_tuple(given) || value_tuple(given)->count != 2)
            return raise_type_error(thread, in_nanoseconds ? "utime: 'ns' must be a tuple of two ints" : "utime: 'times' must be either a tuple of two ints or None");
        for (int i = 0; i < 2; i++)
            if (!time_argument(thread, value_tuple(given)->items[i], in_nanoseconds, &times[i])) return VALUE_ABSENT;
    }
    Value path = os_path_argument(thread, arguments[0], "utime", "path", &descriptor);
    if (value_is_absent(path)) return path;
    int result = descriptor >= 0 ? futimens(descriptor, times) : utimensat(folder, system_bytes(path), times, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    value_release(path);
    return outcome(thread, result, value_is_int(arguments[0]) ? VALUE_ABSENT : arguments[0]);
}

NATIVE(os_chown) {
    (void)native;
    int64_t user, group;
    int descriptor, folder, follow = value_truth(thread, arguments[4]);
    if (follow < 0 || !value_to_int64(thread, arguments[1], &user) || !value_to_int64(thread, arguments[2], &group) ||
        !os_folder_descriptor(thread, arguments[3], &folder))
        return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "chown", "path", &descriptor);
    if (value_is_absent(path)) return path;
    int result = descriptor >= 0 ? fchown(descriptor, (uid_t)user, (gid_t)group)
                                 : fchownat(folder, system_bytes(path), (uid_t)user, (gid_t)group, follow ? 0 : AT_SYMLINK_NOFOLLOW);
    value_release(path);
    return outcome(thread, result, arguments[0]);
}

/* ---- folders ---- */

static DIR *folder_open(Thread *thread, Value given, const char *function, Value *path) {
    int descriptor;
    if (!value_is_none(given) && !value_is_int(given) && !has_path(thread, given)) {
        raise_type_error(thread, "%s: path should be string, bytes, os.PathLike, integer or None, not %s", function, value_type_name(thread, given));
        return NULL;
    }
    *path = value_is_none(given) ? string_from_c(thread, ".") : os_path_argument(thread, given, function, "path", &descriptor);
    if (value_is_none(given)) descriptor = -1;
    if (value_is_absent(*path)) return NULL;
    int copy = descriptor >= 0 ? dup(descriptor) : -1;
    DIR *folder = descriptor >= 0 ? (copy >= 0 ? fdopendir(copy) : NULL) : opendir(system_bytes(*path));
    if (folder) {
        if (descriptor >= 0) rewinddir(folder);
        return folder;
    }
    if (copy >= 0) close(copy);
    outcome(thread, -1, value_is_none(given) || value_is_int(given) ? VALUE_ABSENT : given);
    value_release(*path);
    return NULL;
}

static bool is_dots(const char *name) { return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2])); }

NATIVE(os_listdir) {
    (void)native;
    Value path;
    DIR *folder = folder_open(thread, arguments[0], "listdir", &path);
    if (!folder) return VALUE_ABSENT;
    bool as_bytes = os_is_bytes_path(thread, arguments[0]);
    Value list = list_new(thread);
    for (struct dirent *entry; !value_is_absent(list) && (entry = readdir(folder));) {
        if (is_dots(entry->d_name) || list_append_owned(thread, value_list(list), os_name(thread, entry->d_name, strlen(entry->d_name), as_bytes))) continue;
        value_release(list);
        list = VALUE_ABSENT;
    }
    closedir(folder);
    value_release(path);
    return list;
}

typedef struct DirEntry {
    Object object;
    Value name, path;
    uint64_t inode;
    unsigned char kind;
    Value status, link_status; /* absent: not asked for yet */
    Value folder;              /* the number of the open folder that the path begins in, or None */
} DirEntry;
static DirEntry *entry_of(Value self) { return (DirEntry *)self.object; }

static void entry_destroy(Object *self) {
    DirEntry *entry = (DirEntry *)self;
    value_clear(&entry->name), value_clear(&entry->path), value_clear(&entry->status), value_clear(&entry->link_status);
}

static Value entry_status(Thread *thread, DirEntry *entry, bool follow) {
    if (follow && entry->kind != DT_LNK && entry->kind != DT_UNKNOWN) follow = false;
    Value *kept = follow ? &entry->status : &entry->link_status;
    if (value_is_absent(*kept)) *kept = stat_path(thread, entry->path, "stat", entry->folder, follow);
    return value_is_absent(*kept) ? VALUE_ABSENT : value_retain(*kept);
}

NATIVE(entry_stat) {
    (void)native;
    int follow = value_truth(thread, arguments[1]);
    return follow < 0 ? VALUE_ABSENT : entry_status(thread, entry_of(arguments[0]), follow);
}

static Value entry_is(Thread *thread, DirEntry *entry, bool follow, unsigned char kind, mode_t mode) {
    if (entry->kind != DT_UNKNOWN && !(follow && entry->kind == DT_LNK)) return value_from_bool(entry->kind == kind);
    Value status = entry_status(thread, entry, follow);
    if (value_is_absent(status)) {
        if (!exception_matches(thread, thread_builtins(thread)->exception_FileNotFoundError)) return VALUE_ABSENT;
        exception_clear(thread);
        return VALUE_FALSE;
    }
    bool is = ((mode_t)value_tuple(status)->items[0].integer & S_IFMT) == mode;
    value_release(status);
    return value_from_bool(is);
}
NATIVE(entry_is_dir) {
    (void)native;
    int follow = value_truth(thread, arguments[1]);
    return follow < 0 ? VALUE_ABSENT : entry_is(thread, entry_of(arguments[0]), follow, DT_DIR, S_IFDIR);
}
NATIVE(entry_is_file) {
    (void)native;
    int follow = value_truth(thread, arguments[1]);
    return follow < 0 ? VALUE_ABSENT : entry_is(thread, entry_of(arguments[0]), follow, DT_REG, S_IFREG);
}
NATIVE(entry_is_symlink) {
    (void)native;
    return entry_is(thread, entry_of(arguments[0]), false, DT_LNK, S_IFLNK);
}
NATIVE(entry_inode) {
    (void)native, (void)thread;
    return value_from_int((int64_t)entry_of(arguments[0])->inode);
}
NATIVE(entry_fspath) {
    (void)native, (void)thread;
    return value_retain(entry_of(arguments[0])->path);
}
static Value entry_get_name(Thread *thread, Value self) { return (void)thread, value_retain(entry_of(self)->name); }
static Value entry_get_path(Thread *thread, Value self) { return (void)thread, value_retain(entry_of(self)->path); }
static Value entry_repr(Thread *thread, Value self) {
    Value name = value_repr(thread, entry_of(self)->name);
    Value text = value_is_absent(name) ? name : string_format(thread, "<DirEntry %s>", value_c_string(name));
    value_release(name);
    return text;
}
static const NativeEntry entry_methods[] = {
    {"stat", "($self, /, *, follow_symlinks=True)", "The stat_result of this entry.", entry_stat, NULL, 0},
    {"is_dir", "($self, /, *, follow_symlinks=True)", "Is it a folder?", entry_is_dir, NULL, 0},
    {"is_file", "($self, /, *, follow_symlinks=True)", "Is it a file?", entry_is_file, NULL, 0},
    {"is_symlink", "($self, /)", "Is it a symbolic link?", entry_is_symlink, NULL, 0},
    {"inode", "($self, /)", "Its number in the file system.", entry_inode, NULL, 0},
    {"__fspath__", "($self, /)", "Its path.", entry_fspath, NULL, 0},
    {0}};
static const PropertyEntry entry_properties[] = {{"name", entry_get_name, NULL, NULL}, {"path", entry_get_path, NULL, NULL}, {0}};
static const Type entry_type = {.name = "posix.DirEntry", .documentation = "An entry of a folder.", .flags = TYPE_NO_CREATE,
                                .instance_size = sizeof(DirEntry), .destroy = entry_destroy, .repr = entry_repr,
                                .methods = entry_methods, .properties = entry_properties};

typedef struct Scan {
    Object object;
    DIR *folder; /* NULL: at the end, or closed */
    Value path;  /* str or bytes: as the system takes it */
    Value number; /* of the open folder that is read; None: it has a path */
    bool as_bytes;
} Scan;
static void scan_close(Scan *scan) {
    if (scan->folder) closedir(scan->folder);
    scan->folder = NULL;
}
static void scan_destroy(Object *self) {
    scan_close((Scan *)self);
    value_clear(&((Scan *)self)->path);
}
static Value scan_iterate(Thread *thread, Value self) { return (void)thread, value_retain(self); }
static Value scan_next(Thread *thread, Value self) {
    Scan *scan = (Scan *)self.object;
    struct dirent *found;
    do {
        if (!scan->folder) return VALUE_ABSENT;
        if (!(found = readdir(scan->folder))) return scan_close(scan), VALUE_ABSENT;
    } while (is_dots(found->d_name));
    Type *type = type_from_template(thread, &entry_type);
    DirEntry *entry = type ? object_new(thread, type) : NULL;
    if (!entry) return VALUE_ABSENT;
    entry->path = entry->status = entry->link_status = VALUE_ABSENT;
    entry->folder = scan->number;
    entry->name = os_name(thread, found->d_name, strlen(found->d_name), scan->as_bytes);
    entry->inode = found->d_ino;
    entry->kind = found->d_type;
    TextBuffer path = TEXT_BUFFER_EMPTY;
    if (scan->number.tag == TAG_NONE) {
        text_append_bytes(&path, system_bytes(scan->path), system_length(scan->path));
        if (path.length && path.bytes[path.length - 1] != '/') text_append_char(&path, '/');
    }
    text_append(&path, found->d_name);
    entry->path = path.failed ? raise_no_memory(thread) : os_name(thread, text_string(&path), path.length, scan->as_bytes);
    text_release(&path);
    if (!value_is_absent(entry->name) && !value_is_absent(entry->path)) return value_from_object(entry);
    object_release(entry);
    return VALUE_ABSENT;
}
NATIVE(scan_enter) {
    (void)native, (void)thread;
    return value_retain(arguments[0]);
}
NATIVE(scan_exit) {
    (void)native, (void)thread;
    scan_close((Scan *)arguments[0].object);
    return VALUE_NONE;
}
static const NativeEntry scan_methods[] = {{"close", "($self, /)", "Free the folder.", scan_exit, NULL, 0},
                                           {"__enter__", "($self, /)", NULL, scan_enter, NULL, 0},
                                           {"__exit__", "($self, /, *args)", NULL, scan_exit, NULL, 0},
                                           {0}};
static const Type scan_type = {.name = "posix.ScandirIterator", .flags = TYPE_NO_CREATE, .instance_size = sizeof(Scan),
                               .destroy = scan_destroy, .iterate = scan_iterate, .next = scan_next, .methods = scan_methods};

NATIVE(os_scandir) {
    (void)native;
    Value path;
    DIR *folder = folder_open(thread, arguments[0], "scandir", &path);
    if (!folder) return VALUE_ABSENT;
    Type *type = type_from_template(thread, &scan_type);
    Scan *scan = type ? object_new(thread, type) : NULL;
    if (!scan) {
        closedir(folder);
        value_release(path);
        return VALUE_ABSENT;
    }
    scan->folder = folder;
    scan->path = path;
    scan->as_bytes = os_is_bytes_path(thread, arguments[0]);
    scan->number = value_is_int(arguments[0]) ? arguments[0] : VALUE_NONE;
    return value_from_object(scan);
}

NATIVE(os_getcwd) {
    (void)arguments;
    char path[PATH_MAX];
    return getcwd(path, sizeof path) ? os_name(thread, path, strlen(path), native->entry->data != NULL) : raise_os_error(thread, errno, NULL);
}

/* ---- descriptors ---- */

NATIVE(os_open) {
    (void)native;
    int64_t flags, mode;
    int folder, descriptor;
    if (!value_to_int64(thread, arguments[1], &flags) || !value_to_int64(thread, arguments[2], &mode) || !os_folder_descriptor(thread, arguments[3], &folder))
        return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "open", "path", NULL);
    if (value_is_absent(path)) return path;
    while ((descriptor = openat(folder, system_bytes(path), (int)flags | O_CLOEXEC, (mode_t)mode)) < 0 && errno == EINTR) {}
    value_release(path);
    return descriptor < 0 ? raise_os_error_of(thread, errno, arguments[0], VALUE_ABSENT) : value_from_int(descriptor);
}

NATIVE(os_write) {
    (void)native;
    int64_t descriptor;
    const char *bytes;
    size_t length;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    if (value_is_string(arguments[1])) return raise_type_error(thread, "a bytes-like object is required, not 'str'");
    if (!value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    ssize_t count;
    int error;
    bool stays = value_is_bytes(arguments[1]); /* what other threads cannot change */
    do { /* a pipe may be full until another thread empties it */
        if (stays) thread_block(thread);
        count = write((int)descriptor, bytes, length);
        error = errno;
        if (stays) thread_unblock(thread);
        if (count < 0 && error == EINTR && !thread_poll(thread)) return VALUE_ABSENT;
    } while (count < 0 && error == EINTR);
    errno = error;
    return count < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(count);
}

NATIVE(os_read) {
    (void)native;
    int64_t descriptor, size;
    if (!value_to_int64(thread, arguments[0], &descriptor) || !value_to_int64(thread, arguments[1], &size)) return VALUE_ABSENT;
    if (size < 0) return raise_os_error(thread, EINVAL, NULL);
    if (size > 1 << 26) size = 1 << 26;
    char *place = memory_allocate((size_t)size + 1);
    if (!place) return raise_no_memory(thread);
    ssize_t count = descriptor_read(thread, (int)descriptor, place, (size_t)size);
    Value result = count < 0 ? VALUE_ABSENT : bytes_new(thread, place, (size_t)count);
    memory_release(place);
    return result;
}

typedef int DescriptorCall(int descriptor, int64_t extra);
static int call_close(int descriptor, int64_t extra) { return (void)extra, close(descriptor); }
static int call_fsync(int descriptor, int64_t extra) { return (void)extra, fsync(descriptor); }
static int call_ftruncate(int descriptor, int64_t length) { return ftruncate(descriptor, length); }
static int call_fchmod(int descriptor, int64_t mode) { return fchmod(descriptor, (mode_t)mode); }
static int call_fchdir(int descriptor, int64_t extra) { return (void)extra, fchdir(descriptor); }
static int call_set_inheritable(int descriptor, int64_t inheritable) {
    int flags = fcntl(descriptor, F_GETFD);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFD, inheritable ? flags & ~FD_CLOEXEC : flags | FD_CLOEXEC);
}
static int call_set_blocking(int descriptor, int64_t blocking) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}
typedef struct DescriptorEntry {
    DescriptorCall *call;
    bool has_extra;
} DescriptorEntry;
static const DescriptorEntry close_entry = {call_close, false}, fsync_entry = {call_fsync, false}, ftruncate_entry = {call_ftruncate, true},
                             fchmod_entry = {call_fchmod, true}, fchdir_entry = {call_fchdir, false},
                             set_inheritable_entry = {call_set_inheritable, true}, set_blocking_entry = {call_set_blocking, true};

static bool descriptor_argument(Thread *thread, Value value, int *descriptor) {
    int64_t number;
    Value method = value_is_int(value) ? VALUE_ABSENT : value_find_attribute_c(thread, value, "fileno");
    if (!value_is_absent(method)) {
        Value result = value_call_none(thread, method);
        value_release(method);
        bool good = !value_is_absent(result) && value_to_c_int(thread, result, &number);
        value_release(result);
        if (!good) return false;
    } else if (exception_is_set(thread) || !value_to_c_int(thread, value, &number)) return false;
    *descriptor = (int)number;
    return true;
}

NATIVE(os_descriptor_call) {
    const DescriptorEntry *entry = native->entry->data;
    int descriptor;
    int64_t extra = 0;
    if (!descriptor_argument(thread, arguments[0], &descriptor) || (entry->has_extra && !value_to_int64(thread, arguments[1], &extra))) return VALUE_ABSENT;
    return entry->call(descriptor, extra) ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}

NATIVE(os_ask_descriptor) {
    int descriptor, flags;
    if (!descriptor_argument(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    switch (((const char *)native->entry->data)[0]) {
    case 't': return value_from_bool(isatty(descriptor));
    case 'i': return (flags = fcntl(descriptor, F_GETFD)) < 0 ? raise_os_error(thread, errno, NULL) : value_from_bool(!(flags & FD_CLOEXEC));
    case 'b': return (flags = fcntl(descriptor, F_GETFL)) < 0 ? raise_os_error(thread, errno, NULL) : value_from_bool(!(flags & O_NONBLOCK));
    default: {
        int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        return copy < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(copy);
    }
    }
}

NATIVE(os_dup2) {
    (void)native;
    int64_t from, to;
    int inheritable = value_truth(thread, arguments[2]);
    if (inheritable < 0 || !value_to_int64(thread, arguments[0], &from) || !value_to_int64(thread, arguments[1], &to)) return VALUE_ABSENT;
    int result = inheritable || from == to ? dup2((int)from, (int)to) : dup3((int)from, (int)to, O_CLOEXEC);
    return result < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(result);
}

NATIVE(os_lseek) {
    (void)native;
    int64_t descriptor, offset, whence;
    if (!value_to_int64(thread, arguments[0], &descriptor) || !value_to_int64(thread, arguments[1], &offset) || !value_to_int64(thread, arguments[2], &whence))
        return VALUE_ABSENT;
    off_t place = lseek((int)descriptor, offset, (int)whence);
    return place < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(place);
}

NATIVE(os_pipe) {
    int ends[2];
    int64_t flags = 0;
    if (native->entry->data && !value_to_int64(thread, arguments[0], &flags)) return VALUE_ABSENT;
    if (pipe2(ends, native->entry->data ? (int)flags : O_CLOEXEC)) return raise_os_error(thread, errno, NULL);
    const Value items[] = {value_from_int(ends[0]), value_from_int(ends[1])};
    return tuple_from_values(thread, items, 2);
}

NATIVE(os_closerange) {
    (void)native;
    int64_t low, high;
    if (!value_to_int64(thread, arguments[0], &low) || !value_to_int64(thread, arguments[1], &high)) return VALUE_ABSENT;
    long most = sysconf(_SC_OPEN_MAX);
    for (int64_t at = low < 0 ? 0 : low; at < high && at < most; at++) close((int)at);
    return VALUE_NONE;
}

NATIVE(os_umask) {
    (void)native;
    int64_t mask;
    return value_to_int64(thread, arguments[0], &mask) ? value_from_int(umask((mode_t)mask)) : VALUE_ABSENT;
}

static const PropertyEntry terminal_fields[] = {STRUCT_FIELD("columns", 0), STRUCT_FIELD("lines", 1), {0}};
STRUCT_SEQUENCE_TYPE(terminal_type, "os.terminal_size", "Columns and lines of a terminal.", terminal_fields)

NATIVE(os_get_terminal_size) {
    (void)native;
    int64_t descriptor;
    struct winsize size;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    if (ioctl((int)descriptor, TIOCGWINSZ, &size)) return raise_os_error(thread, errno, NULL);
    const Value items[] = {value_from_int(size.ws_col), value_from_int(size.ws_row)};
    return struct_sequence_new(thread, &terminal_type, items, 2, 0);
}

#define PATH_CALL(name_, signature_, documentation_, entry_) \
    {.name = name_, .signature = signature_, .documentation = documentation_, .code = os_path_call, .data = &entry_}
#define DESCRIPTOR_CALL(name_, signature_, documentation_, entry_) \
    {.name = name_, .signature = signature_, .documentation = documentation_, .code = os_descriptor_call, .data = &entry_}
const NativeEntry os_file_functions[] = {
    PATH_CALL("mkdir", "(path, mode=511, *, dir_fd=None)", "Make a folder.", mkdir_entry),
    PATH_CALL("mkfifo", "(path, mode=438, *, dir_fd=None)", "Make a named pipe.", mkfifo_entry),
    PATH_CALL("rmdir", "(path, *, dir_fd=None)", "Remove an empty folder.", rmdir_entry),
    PATH_CALL("remove", "(path, *, dir_fd=None)", "Remove a file.", unlink_entry),
    PATH_CALL("unlink", "(path, *, dir_fd=None)", "Remove a file.", unlink_entry),
    PATH_CALL("chdir", "(path)", "Change the working folder.", chdir_entry),
    PATH_CALL("chmod", "(path, mode, *, dir_fd=None, follow_symlinks=True)", "Change permissions.", chmod_entry),
    PATH_CALL("truncate", "(path, length)", "Make a file shorter or longer.", truncate_entry),
    {"rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "Rename a file or folder.", os_two_paths, "r", 0},
    {"replace", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "Rename over what is there.", os_two_paths, "r", 0},
    {"link", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", "Give a file another name.", os_two_paths, "l", 0},
    {"symlink", "(src, dst, target_is_directory=False, *, dir_fd=None)", "Make a symbolic link named dst.", os_symlink, NULL, 0},
    {"readlink", "(path, *, dir_fd=None)", "Where a symbolic link points.", os_readlink, NULL, 0},
    {"stat", "(path, *, dir_fd=None, follow_symlinks=True)", "Size, times and kind of a file.", os_stat, NULL, 0},
    {"lstat", "(path, *, dir_fd=None)", "stat() of a symbolic link itself.", os_lstat, NULL, 0},
    {"fstat", "(fd)", "stat() of an open file.", os_fstat, NULL, 0},
    {"statvfs", "(path)", "Size and free space of a file system.", os_statvfs, NULL, 0},
    {"fstatvfs", "(fd)", "Size and free space of an open file's file system.", os_statvfs, "f", 0},
    {"access", "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", "May a path be read, written, executed?", os_access, NULL, 0},
    {"utime", "(path, times=None, *, ns=<unrepresentable>, dir_fd=None, follow_symlinks=True)", "Set the times of a file.", os_utime, NULL, 0},
    {"chown", "(path, uid, gid, *, dir_fd=None, follow_symlinks=True)", "Change the owner.", os_chown, NULL, 0},
    {"listdir", "(path=None)", "The names in a folder.", os_listdir, NULL, 0},
    {"scandir", "(path=None)", "An iterator over the entries of a folder.", os_scandir, NULL, 0},
    {"getcwd", "()", "The working folder.", os_getcwd, NULL, 0},
    {"getcwdb", "()", "The working folder, as bytes.", os_getcwd, "b", 0},
    {"open", "(path, flags, mode=511, *, dir_fd=None)", "Open a file; its descriptor.", os_open, NULL, 0},
    {"read", "(fd, length, /)", "Read at most so many bytes.", os_read, NULL, 0},
    {"write", "(fd, data, /)", "Write bytes to a file descriptor; how many were written.", os_write, NULL, 0},
    DESCRIPTOR_CALL("close", "(fd)", "Close a descriptor.", close_entry),
    DESCRIPTOR_CALL("fsync", "(fd)", "Have a file written to its disk.", fsync_entry),
    DESCRIPTOR_CALL("fdatasync", "(fd)", "Have a file's contents written to its disk.", fsync_entry),
    DESCRIPTOR_CALL("ftruncate", "(fd, length, /)", "Make an open file shorter or longer.", ftruncate_entry),
    DESCRIPTOR_CALL("fchmod", "(fd, mode)", "Change an open file's permissions.", fchmod_entry),
    DESCRIPTOR_CALL("fchdir", "(fd)", "Make an open folder the working one.", fchdir_entry),
    DESCRIPTOR_CALL("set_inheritable", "(fd, inheritable, /)", "Whether children get a descriptor.", set_inheritable_entry),
    DESCRIPTOR_CALL("set_blocking", "(fd, blocking, /)", "Whether reading and writing wait.", set_blocking_entry),
    {"isatty", "(fd, /)", "Is a descriptor a terminal?", os_ask_descriptor, "t", 0},
    {"get_inheritable", "(fd, /)", "Do children get a descriptor?", os_ask_descriptor, "i", 0},
    {"get_blocking", "(fd, /)", "Do reading and writing wait?", os_ask_descriptor, "b", 0},
    {"dup", "(fd, /)", "A second descriptor for the same file.", os_ask_descriptor, "d", 0},
    {"dup2", "(fd, fd2, inheritable=True)", "A second descriptor of a certain number.", os_dup2, NULL, 0},
    {"lseek", "(fd, position, how, /)", "Move a descriptor's place.", os_lseek, NULL, 0},
    {"pipe", "()", "A pipe: (reading end, writing end).", os_pipe, NULL, 0},
    {"pipe2", "(flags, /)", "A pipe with flags.", os_pipe, "2", 0},
    {"closerange", "(fd_low, fd_high, /)", "Close many descriptors.", os_closerange, NULL, 0},
    {"umask", "(mask, /)", "Set the permissions that new files lack; the ones before.", os_umask, NULL, 0},
    {"get_terminal_size", "(fd=1, /)", "Columns and lines of a terminal.", os_get_terminal_size, NULL, 0},
    {0}};

bool os_add_file_names(Thread *thread, Value module) {
#define NUMBER(name) {#name, name},
    static const struct {
        const char *name;
        int64_t value;
    } numbers[] = {NUMBER(F_OK) NUMBER(R_OK) NUMBER(W_OK) NUMBER(X_OK) NUMBER(O_RDONLY) NUMBER(O_WRONLY) NUMBER(O_RDWR) NUMBER(O_APPEND)
                   NUMBER(O_CREAT) NUMBER(O_EXCL) NUMBER(O_TRUNC) NUMBER(O_CLOEXEC) NUMBER(O_NONBLOCK) NUMBER(O_NDELAY) NUMBER(O_SYNC)
                   NUMBER(O_DSYNC) NUMBER(O_RSYNC) NUMBER(O_NOCTTY) NUMBER(O_DIRECTORY) NUMBER(O_NOFOLLOW) NUMBER(O_ACCMODE) NUMBER(O_ASYNC)
                   NUMBER(O_DIRECT) NUMBER(O_NOATIME) NUMBER(O_PATH) NUMBER(O_TMPFILE) NUMBER(SEEK_SET) NUMBER(SEEK_CUR) NUMBER(SEEK_END)
                   NUMBER(SEEK_DATA) NUMBER(SEEK_HOLE) NUMBER(ST_RDONLY) NUMBER(ST_NOSUID) NUMBER(TMP_MAX) NUMBER(NGROUPS_MAX)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!module_add(thread, module, numbers[i].name, value_from_int(numbers[i].value))) return false;
    Type *entry = type_from_template(thread, &entry_type);
    return entry && module_add_type(thread, module, entry) && struct_sequence_add(thread, module, &stat_type) &&
           struct_sequence_add(thread, module, &statvfs_type) && struct_sequence_add(thread, module, &terminal_type);
}
