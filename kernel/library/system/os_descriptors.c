/* os: what is done with descriptors beyond reading and writing them in turn. */
#include "kernel/library/system/os_private.h"

#include "base/memory.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/text/string.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

/* `count` numbers from the arguments on; the first ones are descriptors. */
static bool numbers_of(Thread *thread, const Value *arguments, int count, int64_t *numbers) {
    for (int i = 0; i < count; i++)
        if (!value_to_int64(thread, arguments[i], &numbers[i])) return false;
    return true;
}

static Value count_or_error(Thread *thread, ssize_t count) {
    return count < 0 ? raise_os_error(thread, errno, NULL) : value_from_int(count);
}

NATIVE(os_pread) {
    (void)native;
    int64_t numbers[3];
    if (!numbers_of(thread, arguments, 3, numbers)) return VALUE_ABSENT;
    if (numbers[1] < 0) return raise_os_error(thread, EINVAL, NULL);
    size_t size = numbers[1] > 1 << 26 ? 1 << 26 : (size_t)numbers[1];
    char *place = memory_allocate(size + 1);
    if (!place) return raise_no_memory(thread);
    ssize_t count = pread((int)numbers[0], place, size, numbers[2]);
    Value result = count < 0 ? raise_os_error(thread, errno, NULL) : bytes_new(thread, place, (size_t)count);
    memory_release(place);
    return result;
}

NATIVE(os_pwrite) {
    (void)native;
    int64_t descriptor, offset;
    const char *bytes;
    size_t length;
    if (!value_to_int64(thread, arguments[0], &descriptor) || !value_to_int64(thread, arguments[2], &offset)) return VALUE_ABSENT;
    if (value_is_string(arguments[1])) return raise_type_error(thread, "a bytes-like object is required, not 'str'");
    if (!value_buffer(thread, arguments[1], &bytes, &length)) return VALUE_ABSENT;
    return count_or_error(thread, pwrite((int)descriptor, bytes, length, offset));
}

/* The buffers of a list, each of which the list keeps meanwhile. */
static bool pieces_of(Thread *thread, const List *list, bool writable, struct iovec *pieces) {
    for (size_t i = 0; i < list->count; i++) {
        const char *bytes;
        char *place;
        size_t length;
        bool good = writable ? value_writable_buffer(thread, list->items[i], &place, &length)
                             : value_buffer(thread, list->items[i], &bytes, &length);
        if (!good && !exception_is_set(thread)) {
            if (value_buffer(thread, list->items[i], &bytes, &length))
                raise_format(thread, thread_builtins(thread)->exception_BufferError, "Object is not writable.");
            return false;
        }
        if (!good) return false;
        pieces[i] = (struct iovec){writable ? place : (char *)(uintptr_t)bytes, length};
    }
    return true;
}

NATIVE(os_vector) {
    bool reads = ((const char *)native->entry->data)[0] == 'r';
    int64_t descriptor;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    if (!value_is_list(arguments[1]) && !value_is_tuple(arguments[1]))
        return raise_type_error(thread, "%sv() arg 2 must be a sequence", reads ? "read" : "write");
    Value list = list_from_iterable(thread, arguments[1]), result = VALUE_ABSENT;
    if (value_is_absent(list)) return list;
    size_t count = value_list(list)->count;
    struct iovec *pieces = count <= IOV_MAX ? memory_allocate((count + 1) * sizeof *pieces) : NULL;
    if (count > IOV_MAX) raise_os_error(thread, EINVAL, NULL);
    else if (!pieces) raise_no_memory(thread);
    else if (pieces_of(thread, value_list(list), reads, pieces))
        result = count_or_error(thread, reads ? readv((int)descriptor, pieces, (int)count) : writev((int)descriptor, pieces, (int)count));
    memory_release(pieces);
    value_release(list);
    return result;
}

NATIVE(os_lockf) {
    (void)native;
    int64_t numbers[3];
    if (!numbers_of(thread, arguments, 3, numbers)) return VALUE_ABSENT;
    thread_block(thread);
    int result = lockf((int)numbers[0], (int)numbers[1], numbers[2]), error = errno;
    thread_unblock(thread);
    return result < 0 ? raise_os_error(thread, error, NULL) : VALUE_NONE;
}

static bool offset_of(Thread *thread, Value value, off_t *offset, off_t **used) {
    int64_t number = 0;
    *used = value_is_none(value) ? NULL : offset;
    if (*used && !value_to_int64(thread, value, &number)) return false;
    *offset = number;
    return true;
}

NATIVE(os_sendfile) {
    (void)native;
    int64_t descriptors[2], count;
    off_t offset, *used;
    if (!numbers_of(thread, arguments, 2, descriptors) || !offset_of(thread, arguments[2], &offset, &used) ||
        !value_to_int64(thread, arguments[3], &count))
        return VALUE_ABSENT;
    thread_block(thread);
    ssize_t sent = sendfile((int)descriptors[0], (int)descriptors[1], used, (size_t)count);
    int error = errno;
    thread_unblock(thread);
    errno = error;
    return count_or_error(thread, sent);
}

NATIVE(os_copy_file_range) {
    (void)native;
    int64_t numbers[3];
    off_t from, to, *from_used, *to_used;
    if (!numbers_of(thread, arguments, 3, numbers)) return VALUE_ABSENT;
    if (numbers[2] < 0) return raise_value_error(thread, "negative value for 'count' not allowed");
    if (!offset_of(thread, arguments[3], &from, &from_used) || !offset_of(thread, arguments[4], &to, &to_used)) return VALUE_ABSENT;
    return count_or_error(thread, copy_file_range((int)numbers[0], from_used, (int)numbers[1], to_used, (size_t)numbers[2], 0));
}

NATIVE(os_fchown) {
    (void)native;
    int64_t numbers[3];
    if (!numbers_of(thread, arguments, 3, numbers)) return VALUE_ABSENT;
    return fchown((int)numbers[0], (uid_t)numbers[1], (gid_t)numbers[2]) ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}

NATIVE(os_lchown) {
    (void)native;
    int64_t numbers[2];
    if (!numbers_of(thread, arguments + 1, 2, numbers)) return VALUE_ABSENT;
    Value path = os_path_argument(thread, arguments[0], "lchown", "path", NULL);
    if (value_is_absent(path)) return path;
    int result = lchown(system_bytes(path), (uid_t)numbers[0], (gid_t)numbers[1]), error = errno;
    value_release(path);
    return result ? raise_os_error_of(thread, error, arguments[0], VALUE_ABSENT) : VALUE_NONE;
}

/* Both say what is wrong in their result, not in errno. */
NATIVE(os_posix_file) {
    bool allocates = native->entry->data != NULL;
    int64_t numbers[4] = {0};
    if (!numbers_of(thread, arguments, allocates ? 3 : 4, numbers)) return VALUE_ABSENT;
    int error = allocates ? posix_fallocate((int)numbers[0], numbers[1], numbers[2])
                          : posix_fadvise((int)numbers[0], numbers[1], numbers[2], (int)numbers[3]);
    return error ? raise_os_error(thread, error, NULL) : VALUE_NONE;
}

NATIVE(os_device_number) {
    char what = ((const char *)native->entry->data)[0];
    int64_t numbers[2] = {0};
    if (!numbers_of(thread, arguments, what == 'd' ? 2 : 1, numbers)) return VALUE_ABSENT;
    if (what == 'd') return value_from_int((int64_t)makedev((unsigned)numbers[0], (unsigned)numbers[1]));
    return value_from_int(what == 'a' ? (int64_t)major((dev_t)numbers[0]) : (int64_t)minor((dev_t)numbers[0]));
}

NATIVE(os_sync) {
    NATIVE_UNUSED;
    thread_block(thread);
    sync();
    thread_unblock(thread);
    return VALUE_NONE;
}

NATIVE(os_ttyname) {
    (void)native;
    char name[256];
    int64_t descriptor;
    if (!value_to_int64(thread, arguments[0], &descriptor)) return VALUE_ABSENT;
    int error = ttyname_r((int)descriptor, name, sizeof name);
    return error ? raise_os_error(thread, error, NULL) : os_name(thread, name, strlen(name), false);
}

NATIVE(os_memfd_create) {
    (void)native;
    int64_t flags;
    if (!value_to_int64(thread, arguments[1], &flags)) return VALUE_ABSENT;
    Value name = os_system_path(thread, arguments[0]);
    if (value_is_absent(name)) return name;
    if (strlen(system_bytes(name)) != system_length(name)) return value_release(name), raise_value_error(thread, "embedded null byte");
    int descriptor = memfd_create(system_bytes(name), (unsigned)flags), error = errno;
    value_release(name);
    return descriptor < 0 ? raise_os_error(thread, error, NULL) : value_from_int(descriptor);
}

const NativeEntry os_descriptor_functions[] = {
    {"pread", "(fd, length, offset, /)", "Read from a place, without moving there.", os_pread, NULL, 0},
    {"pwrite", "(fd, buffer, offset, /)", "Write at a place, without moving there.", os_pwrite, NULL, 0},
    {"readv", "(fd, buffers, /)", "Read into several buffers; how many bytes.", os_vector, "r", 0},
    {"writev", "(fd, buffers, /)", "Write several buffers; how many bytes.", os_vector, "w", 0},
    {"lockf", "(fd, command, length, /)", "Lock a part of a file, test it, or give it free.", os_lockf, NULL, 0},
    {"sendfile", "(out_fd, in_fd, offset, count)", "Send a file's bytes to another descriptor; how many.", os_sendfile, NULL, 0},
    {"copy_file_range", "(src, dst, count, offset_src=None, offset_dst=None)", "Copy between files; how many bytes.",
     os_copy_file_range, NULL, 0},
    {"fchown", "(fd, uid, gid)", "Change an open file's owner.", os_fchown, NULL, 0},
    {"lchown", "(path, uid, gid)", "Change the owner of a symbolic link itself.", os_lchown, NULL, 0},
    {"posix_fallocate", "(fd, offset, length, /)", "Have room for a part of a file.", os_posix_file, "a", 0},
    {"posix_fadvise", "(fd, offset, length, advice, /)", "Tell how a part of a file will be used.", os_posix_file, NULL, 0},
    {"major", "(device, /)", "The kind of a device's number.", os_device_number, "a", 0},
    {"minor", "(device, /)", "Which one of its kind a device's number says.", os_device_number, "i", 0},
    {"makedev", "(major, minor, /)", "The number of a device.", os_device_number, "d", 0},
    {"sync", "()", "Have everything written to the disks.", os_sync, NULL, 0},
    {"ttyname", "(fd, /)", "The name of a terminal.", os_ttyname, NULL, 0},
    {"memfd_create", "(name, flags=1)", "A file in memory; its descriptor.", os_memfd_create, NULL, 0},
    {0}};

bool os_add_descriptor_names(Thread *thread, Value module) {
#define NUMBER(name) {#name, name},
    static const struct {
        const char *name;
        int64_t value;
    } numbers[] = {NUMBER(F_LOCK) NUMBER(F_TEST) NUMBER(F_TLOCK) NUMBER(F_ULOCK) NUMBER(POSIX_FADV_NORMAL) NUMBER(POSIX_FADV_SEQUENTIAL)
                   NUMBER(POSIX_FADV_RANDOM) NUMBER(POSIX_FADV_NOREUSE) NUMBER(POSIX_FADV_WILLNEED) NUMBER(POSIX_FADV_DONTNEED)
                   NUMBER(MFD_CLOEXEC) NUMBER(MFD_ALLOW_SEALING) NUMBER(O_FSYNC)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!module_add(thread, module, numbers[i].name, value_from_int(numbers[i].value))) return false;
    return true;
}
